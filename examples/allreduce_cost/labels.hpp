// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <vector>

namespace allreduce_cost {

// Something of a height that wants to stand at a place; where it stands is `at`.
struct label_place {
  double wanted = 0.0;
  double height = 0.0;
  double at = 0.0;
};

// Moves labels apart so that none overlap, as little as that takes, and keeps them between `low` and `high` while there
// is room. Neighbours that touch become a block, which stands at the mean of its wishes.
inline void move_apart(std::vector<label_place*> labels, double low, double high) {
  std::stable_sort(labels.begin(), labels.end(), [](auto* a, auto* b) { return a->wanted < b->wanted; });
  struct block {
    std::size_t first;
    std::size_t count;
    double height;
    double wishes;  // the sum of where each label wants the block to begin

    [[nodiscard]] double begin(double from, double to) const {
      return std::max(from, std::min(wishes / static_cast<double>(count), to - height));
    }
  };
  std::vector<block> blocks;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    blocks.push_back({i, 1, labels[i]->height, labels[i]->wanted - 0.5 * labels[i]->height});
    while (blocks.size() > 1) {
      const block above = blocks.back();
      block& below = blocks[blocks.size() - 2];
      if (below.begin(low, high) + below.height <= above.begin(low, high)) break;
      below.wishes += above.wishes - static_cast<double>(above.count) * below.height;
      below.count += above.count;
      below.height += above.height;
      blocks.pop_back();
    }
  }
  for (const block& each : blocks) {
    double place = each.begin(low, high);
    for (std::size_t i = each.first; i < each.first + each.count; ++i) {
      labels[i]->at = place + 0.5 * labels[i]->height;
      place += labels[i]->height;
    }
  }
}

}  // namespace allreduce_cost
