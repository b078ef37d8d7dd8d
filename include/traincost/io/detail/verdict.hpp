// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace traincost::io::detail {

// What a table's grammar says about a line.
enum class verdict { no_row, kept, refused };

}  // namespace traincost::io::detail
