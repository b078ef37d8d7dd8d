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
  [[nodiscard]] constexpr flops_per_token training_flops(std::int64_t sequence,
                                                         attention counted = attention::full) const noexcept {
    const std::int64_t scores = (counted == attention::full ? 12 : 6) * layers * sequence * heads * head_dim;
    return static_cast<double>(6 * matmul_weights() + scores) * (units::FLOP / units::token);
  }
  // Gradient bytes of one replica: what data parallelism reduces when nothing else shards the model.
  [[nodiscard]] constexpr bytes gradient_bytes(int bytes_per_value = 2) const noexcept {
    return static_cast<double>(parameters() * bytes_per_value) * units::B;
  }
};

}  // namespace traincost::workload
