// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/workload/transformer.hpp"

// The dense GLM models. Source: the published configuration files (GLM-130B: arXiv 2210.02414).
namespace traincost::workload {

// Counted with a GeGLU of width 32768 and a tied 150528-token vocabulary.
inline constexpr transformer glm_130b{.name = "GLM-130B",
                                      .layers = 70,
                                      .hidden = 12288,
                                      .ffn = 32768,
                                      .heads = 96,
                                      .kv_heads = 96,
                                      .head_dim = 128,
                                      .vocabulary = 150528,
                                      .gated = true,
                                      .tied = true};

inline constexpr transformer glm_4_9b{.name = "GLM-4-9B",
                                      .layers = 40,
                                      .hidden = 4096,
                                      .ffn = 13696,
                                      .heads = 32,
                                      .kv_heads = 2,
                                      .head_dim = 128,
                                      .vocabulary = 151552,
                                      .gated = true,
                                      .tied = false};

}  // namespace traincost::workload
