// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/integer.hpp"

namespace traincost::collective {

// Operations are types, so that an algorithm that does not offer one is refused at compile time.
// message_bytes is the full vector: a rank's AllReduce buffer, its ReduceScatter input, its AllGather output.
struct all_reduce {
  static constexpr const char* name = "all_reduce";
};
struct reduce_scatter {
  static constexpr const char* name = "reduce_scatter";
};
struct all_gather {
  static constexpr const char* name = "all_gather";
};
// A root's vector to all, and all vectors reduced to one root.
struct broadcast {
  static constexpr const char* name = "broadcast";
};
struct reduce {
  static constexpr const char* name = "reduce";
};
// message_bytes is the root's full vector of p blocks.
struct scatter {
  static constexpr const char* name = "scatter";
};
struct gather {
  static constexpr const char* name = "gather";
};
// message_bytes is a rank's whole send buffer: p blocks, one of them for itself.
struct all_to_all {
  static constexpr const char* name = "all_to_all";
};
// One message between two ranks.
struct send_receive {
  static constexpr const char* name = "send_receive";
};

// What an algorithm is, exactly: T = steps alpha + bytes n beta + reduced n gamma.
struct coefficients {
  std::int64_t steps = 0;
  ratio bytes{};    // sent, as a multiple of message_bytes
  ratio reduced{};  // reduced, as a multiple of message_bytes

  friend constexpr bool operator==(const coefficients&, const coefficients&) noexcept = default;
};

}  // namespace traincost::collective
