// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "traincost/units/constants.hpp"

namespace traincost::workload {

// Which attention scores count as model FLOPs. Above 8K tokens the two differ by so much that an MFU without its
// convention means nothing.
enum class attention : unsigned char {
  full,    // every score, masked or not: PaLM appendix B, Korthikanti et al.
  causal,  // the half that a causal mask keeps
};

// A dense decoder with grouped-query attention. Counts leave out norms and biases (below 0.01 %).
//
//   W   = layers (attention projections + MLP) + vocabulary hidden          weights that multiply every token
//   training FLOP per token = 6 W + 12 layers sequence heads head_dim       full; causal: 6 instead of 12
//
// Forward 2, backward 4, no recomputation: this is the numerator of MFU, not of HFU.
// Assumptions: (1) gated MLP has three matrices, else two; (2) the embedding gather costs no FLOP.
// Valid: all sizes >= 1. Not for experts, latent attention or sliding windows.
// Source: PaLM, arXiv 2204.02311, appendix B; Narayanan et al., arXiv 2104.04473.
struct transformer {
  const char* name = "";
  std::int64_t layers = 0;
  std::int64_t hidden = 0;
  std::int64_t ffn = 0;
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t vocabulary = 0;
  bool gated = true;
  bool tied = false;  // the embedding is the head

  // All sizes >= 1, and counts that stay below 2^60, so that none of the sums here can overflow.
  [[nodiscard]] constexpr bool valid() const noexcept {
    const std::int64_t sizes[] = {layers, hidden, ffn, heads, kv_heads, head_dim, vocabulary};
    for (const std::int64_t size : sizes) {
      if (size < 1) return false;
    }
    const double width = (static_cast<double>(heads) + static_cast<double>(kv_heads)) * static_cast<double>(head_dim);
    const double layer = 2.0 * width + 3.0 * static_cast<double>(ffn);
    const double rows = static_cast<double>(layers) * layer + 2.0 * static_cast<double>(vocabulary);
    return rows * static_cast<double>(hidden) < 0x1p60;
  }

  // The counts are those of a valid() model and do not ask again.
  [[nodiscard]] constexpr std::int64_t attention_weights() const noexcept {
    return layers * (2 * hidden * heads * head_dim + 2 * hidden * kv_heads * head_dim);
  }
  [[nodiscard]] constexpr std::int64_t mlp_weights() const noexcept { return layers * (gated ? 3 : 2) * hidden * ffn; }
  [[nodiscard]] constexpr std::int64_t parameters() const noexcept {
    return attention_weights() + mlp_weights() + (tied ? 1 : 2) * vocabulary * hidden;
  }
  // W: every weight but the embedding that is only looked up.
  [[nodiscard]] constexpr std::int64_t matmul_weights() const noexcept {
    return attention_weights() + mlp_weights() + vocabulary * hidden;
  }
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr flops_per_token training_flops(std::int64_t sequence,
                                                         attention counted = attention::full) const
      noexcept(never_throws<P>) {
    if (!valid()) return refuse<P, flops_per_token>();
    if (sequence < 1) {
      return detail::fail<P>("workload::transformer: sequence must be >= 1 token (docs/errors.md#E337)", sequence,
                             [&] { return training_flops<P>(1, counted); });
    }
    const double scores = (counted == attention::full ? 12.0 : 6.0) * static_cast<double>(sequence) *
                          static_cast<double>(layers * heads * head_dim);
    return (6.0 * static_cast<double>(matmul_weights()) + scores) * (units::FLOP / units::token);
  }
  // Gradient bytes of one replica: what data parallelism reduces when nothing else shards the model.
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr bytes gradient_bytes(int bytes_per_value = 2) const noexcept(never_throws<P>) {
    if (!valid()) return refuse<P, bytes>();
    if (bytes_per_value < 1) {
      return detail::fail<P>("workload::transformer: bytes_per_value must be >= 1 (docs/errors.md#E338)",
                             bytes_per_value, [&] { return gradient_bytes<P>(1); });
    }
    return static_cast<double>(parameters()) * bytes_per_value * units::B;
  }

 private:
  template <eval_policy P, class Result>
  [[nodiscard]] constexpr Result refuse() const noexcept(never_throws<P>) {
    return detail::fail<P>(
        "workload::transformer: every size must be >= 1 and the parameters fewer than 2^60 (docs/errors.md#E336)",
        layers < 1 ? layers : hidden, Result{});
  }
};

}  // namespace traincost::workload
