// SPDX-License-Identifier: BSL-1.0
#include "traincost/workload/transformer.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

#include "../support/random.hpp"

namespace {
using namespace traincost;
using namespace traincost::workload;
constexpr transformer tiny{.name = "tiny",
                           .layers = 2,
                           .hidden = 6,
                           .ffn = 5,
                           .heads = 3,
                           .kv_heads = 1,
                           .head_dim = 2,
                           .vocabulary = 11,
                           .gated = true,
                           .tied = false};
}  // namespace

TEST_CASE("transformer: counted by hand") {
  // Per layer: query and output 6 x 6 each, key and value 6 x 2 each; three matrices of 6 x 5. Head and embedding 11
  // x 6.
  static_assert(tiny.attention_weights() == 2 * (36 + 36 + 12 + 12));
  static_assert(tiny.mlp_weights() == 2 * 3 * 30);
  static_assert(tiny.parameters() == 192 + 180 + 2 * 66);
  static_assert(tiny.matmul_weights() == 192 + 180 + 66);
  // 6 a weight, and 12 a layer, position, head and dimension.
  static_assert(tiny.training_flops(7).si() == 6.0 * 438 + 12.0 * 2 * 7 * 3 * 2);
  static_assert(tiny.training_flops(7, attention::causal).si() == 6.0 * 438 + 6.0 * 2 * 7 * 3 * 2);
  static_assert(tiny.gradient_bytes() == 1008.0 * units::B && tiny.gradient_bytes(4) == 2016.0 * units::B);
  CHECK(tiny.training_flops(1).si() == 6.0 * 438 + 12.0 * 2 * 3 * 2);
}

TEST_CASE("transformer: an ungated MLP has two matrices, tied embeddings count once") {
  auto plain = tiny;
  plain.gated = false;
  CHECK(plain.mlp_weights() == 2 * 2 * 30);
  auto tied = tiny;
  tied.tied = true;
  CHECK(tied.parameters() == tiny.parameters() - 66);
  CHECK(tied.matmul_weights() == tiny.matmul_weights());  // the head multiplies every token either way
}

TEST_CASE("transformer: grows with every size; causal attention lies between no scores and all of them") {
  test::random_source draw(61);
  for (int i = 0; i < 200; ++i) {
    transformer model{.layers = draw.integer(1, 100),
                      .hidden = draw.integer(1, 10000),
                      .ffn = draw.integer(1, 40000),
                      .heads = draw.integer(1, 100),
                      .kv_heads = draw.integer(1, 100),
                      .head_dim = draw.integer(1, 256),
                      .vocabulary = draw.integer(1, 200000),
                      .gated = draw.integer(0, 1) == 1,
                      .tied = draw.integer(0, 1) == 1};
    const int sequence = draw.integer(2, 100000);
    CHECK(model.training_flops(sequence, attention::causal) < model.training_flops(sequence));
    CHECK(model.training_flops(sequence, attention::causal).si() > 6.0 * static_cast<double>(model.matmul_weights()));
    CHECK(model.matmul_weights() <= model.parameters());
    for (auto size : {&transformer::layers, &transformer::hidden, &transformer::ffn, &transformer::heads,
                      &transformer::kv_heads, &transformer::head_dim, &transformer::vocabulary}) {
      auto larger = model;
      larger.*size += 1;
      CHECK(larger.parameters() > model.parameters());
      CHECK(larger.training_flops(sequence) > model.training_flops(sequence));
    }
  }
}
