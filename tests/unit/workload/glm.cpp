// SPDX-License-Identifier: BSL-1.0
#include "traincost/workload/glm.hpp"

#include <doctest/doctest.h>

#include <string>

#include "../support/table.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using workload::attention, workload::transformer;

int check_lines(const transformer& model) {
  int lines = 0;
  for (const row& line : table("glm.csv")) {
    if (line.text("model") != model.name) continue;
    CAPTURE(line.text("model"));
    CHECK(model.layers == line.integer("layers"));
    CHECK(model.hidden == line.integer("hidden"));
    CHECK(model.ffn == line.integer("ffn"));
    CHECK(model.heads == line.integer("heads"));
    CHECK(model.kv_heads == line.integer("kv_heads"));
    CHECK(model.head_dim == line.integer("head_dim"));
    CHECK(model.vocabulary == line.integer("vocabulary"));
    CHECK(model.gated == (line.integer("gated") == 1));
    CHECK(model.tied == (line.integer("tied") == 1));
    CHECK(model.parameters() == line.integer("parameters"));
    CHECK(model.matmul_weights() == line.integer("matmul_weights"));
    CHECK(model.attention_weights() == line.integer("attention_weights"));
    CHECK(model.parameters() - model.attention_weights() - model.mlp_weights() == line.integer("embedding_and_head"));
    const auto sequence = line.integer("sequence");
    CHECK(model.training_flops(sequence).si() == line.number("training_flops_full"));
    CHECK(model.training_flops(sequence, attention::causal).si() == line.number("training_flops_causal"));
    ++lines;
  }
  return lines;
}
}  // namespace

TEST_CASE("glm: GLM-130B, every count exactly") { CHECK(check_lines(workload::glm_130b) == 1); }
TEST_CASE("glm: GLM-4-9B, every count exactly") { CHECK(check_lines(workload::glm_4_9b) == 3); }

TEST_CASE("glm: gradients of a replica") {
  using namespace units;
  CHECK(workload::glm_4_9b.gradient_bytes() == 2.0 * 9399435264.0 * B);
  CHECK(workload::glm_130b.gradient_bytes(4) == 4.0 * 128685441024.0 * B);
}
