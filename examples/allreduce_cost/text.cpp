// SPDX-License-Identifier: BSL-1.0
#include "support/text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "allreduce_cost/quantity_text.hpp"
#include "allreduce_cost/report.hpp"
#include "support/number.hpp"

namespace allreduce_cost {
namespace {

using namespace traincost;
using namespace traincost::units;
using std::string;
using support::fixed;
using support::page;

using text_row = std::vector<string>;
using text_rows = std::vector<text_row>;

// Of a contest on one level: what its bandwidth is the bandwidth of.
string link_text(const report& all, const contest& among) {
  if (!all.on.flat) return "";
  const bool port = string(all.offered.candidates[among.front()].link) == "port";
  return port ? ", through one port a rank" : ", over a full mesh: the bandwidth is that of ONE pairwise link";
}

void print_machine(page& out, const report& all) {
  const auto& on = all.on;
  text_rows rows{{"", "ranks", "start-up", "bandwidth", "reduction"}};
  const auto add = [&](const string& what, int ranks, const link_numbers& link) {
    rows.push_back({what, std::to_string(ranks), short_time_text(link.alpha), bandwidth_text(link.bandwidth),
                    link.reduction ? bandwidth_text(*link.reduction) : "in line"});
  };
  if (on.flat) {
    add("a port, or one link of a pair", on.servers, on.between);
  } else {
    add("inside: one link of a pair, full mesh", on.per_server, on.inside);
    if (on.servers > 1) add("between: one port a rank", on.servers, on.between);
  }
  out.table(rows);
}

// Marks behind a time.
string marks(bool is_fastest, bool is_hccl) { return string(is_fastest ? "*" : "") + (is_hccl ? "h" : ""); }
constexpr std::size_t mark_width = 2;
string with_marks(const string& text, const string& marks_of = "") {
  return text + marks_of + string(mark_width - marks_of.size(), ' ');
}

void print_marks(page& out, const report& all) {
  out.note(string("Marks: * the fastest") +
           (hccl_runs(all, all.sizes.front()) ? ", h what HCCL's rules choose." : "."));
}

// The names over a column of times; a long one alone stands in two lines, halving_ over doubling.
std::vector<string> head_of(const std::vector<string>& names) {
  const auto cut = names.front().rfind('_');
  if (names.size() > 1 || cut == string::npos || names.front().size() < 9) return names;
  return {names.front().substr(0, cut + 1), names.front().substr(cut + 1)};
}

// Sizes down, algorithms across; those that never differ share a column.
void print_matrix(page& out, const report& all, const contest& among) {
  const auto columns = alike(all, among);
  std::vector<std::vector<string>> heads;
  std::size_t lines = 1;
  for (const auto& column : columns) {
    heads.push_back(head_of(names_of(all, column)));
    lines = std::max(lines, heads.back().size());
  }
  text_rows rows(lines, {"", "", ""});
  rows.back() = {"size", "in", "bound"};
  for (const auto& head : heads) {
    for (std::size_t line = 0; line < lines; ++line) {
      const bool empty = line < lines - head.size();
      rows[line].push_back(empty ? "" : with_marks(head[line + head.size() - lines]));
    }
  }
  for (const bytes n : all.sizes) {
    const auto run = hccl_runs(all, n);
    const seconds least = all.offered.candidates[fastest(all, among, n)].time(n);
    const auto [unit, one, digits] = format_of(least);
    rows.push_back({size_text(n), unit, fixed(least_bound(all, among, n).in(one), digits)});
    for (const auto& column : columns) {
      const seconds time = all.offered.candidates[column.front()].time(n);
      const bool chosen = run && std::find(column.begin(), column.end(), run->candidate) != column.end();
      rows.back().push_back(with_marks(fixed(time.in(one), digits), marks(as_fast(time, least), chosen)));
    }
  }
  out.table(rows);
}

// One size: algorithms down, the fastest first.
struct priced {
  const candidate* by;
  cost row;
  bool chosen;
};
std::vector<priced> by_time(const report& all, const contest& among, bytes n) {
  const auto run = hccl_runs(all, n);
  std::vector<priced> rows;
  for (const std::size_t i : among) {
    rows.push_back({&all.offered.candidates[i], all.offered.candidates[i].price(n), run && run->candidate == i});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const priced& a, const priced& b) {
    return !as_fast(b.row.time, a.row.time) && a.row.time < b.row.time;
  });
  return rows;
}

void print_times(page& out, const std::vector<priced>& rows) {
  const seconds least = rows.front().row.time;
  const auto [unit, one, digits] = format_of(least);
  const string in = string(", ") + unit;
  const auto& levels = rows.front().row.levels;
  text_rows lines{{"algorithm", "", "time" + in}};
  if (levels.size() > 1) {
    for (const auto& level : levels) lines[0].push_back(level.name + in);
  }
  lines[0].insert(lines[0].end(), {"bound" + in, "x bound", "chunks"});
  for (const auto& [by, row, chosen] : rows) {
    text_row line{by->name, marks(as_fast(row.time, least), chosen), fixed(row.time.in(one), digits)};
    if (levels.size() > 1) {
      for (const auto& level : row.levels) line.push_back(fixed(level.busy.in(one), digits));
    }
    line.insert(line.end(), {fixed(row.lower_bound.in(one), digits), fixed(row.times_the_bound, 2),
                             row.chunks ? std::to_string(*row.chunks) : ""});
    lines.push_back(line);
  }
  out.table(lines);
}

// steps alpha + bytes n beta + reduced n gamma, level by level.
void print_factors(page& out, const std::vector<priced>& rows) {
  const auto& levels = rows.front().row.levels;
  text_rows lines{{levels.size() > 1 ? "of a round, by level" : "of a round"}};
  for (const auto& level : levels) {
    const string at = levels.size() > 1 ? level.name + string(": ") : "";
    lines[0].insert(lines[0].end(), {at + "steps", "bytes x n", "reduced x n"});
  }
  for (const auto& [by, row, chosen] : rows) {
    text_row line{by->name};
    for (const auto& level : row.levels) {
      if (level.per_round) {
        const auto& [steps, moved, reduced] = *level.per_round;
        line.insert(line.end(), {fixed(steps, 0), fixed(moved, 4), fixed(reduced, 4)});
      } else {
        line.insert(line.end(), {"-", "-", "-"});
      }
    }
    lines.push_back(line);
  }
  out.table(lines);
}

// What `chosen` takes at every size, by level.
template <class Chosen>
void print_levels(page& out, const report& all, const string& who, const Chosen& chosen) {
  text_rows rows{{"size", who, "time", "inside", "between", "x bound"}};
  for (const bytes n : all.sizes) {
    const auto [name, i] = chosen(n);
    rows.push_back({size_text(n), name});
    auto& line = rows.back();
    if (!i) {
      line.insert(line.end(), {"not priced", "-", "-", "-"});
      continue;
    }
    const auto row = all.offered.candidates[*i].price(n);
    const auto [unit, one, digits] = format_of(row.time);
    line.push_back(fixed(row.time.in(one), digits) + ' ' + unit);
    for (const char* level : {"inside", "between"}) {
      line.emplace_back("-");
      for (const auto& each : row.levels) {
        if (string(level) == each.name) line.back() = fixed(each.busy.in(one), digits);
      }
    }
    line.push_back(fixed(row.times_the_bound, 2));
  }
  out.table(rows);
}

// HCCL's reasons, a sentence for each run of sizes with the same.
void print_reasons(page& out, const report& all) {
  for (std::size_t i = 0; i < all.sizes.size();) {
    const auto run = hccl_runs(all, all.sizes[i]);
    if (!run) return;
    std::size_t end = i + 1;
    for (; end < all.sizes.size(); ++end) {
      const auto next = hccl_runs(all, all.sizes[end]);
      if (next->name != run->name || next->reason != run->reason) break;
    }
    const string to = end - i > 1 ? " to " + size_text(all.sizes[end - 1]) : "";
    out.note("HCCL, " + size_text(all.sizes[i]) + to + ": " + run->name + " (" + run->reason + ").");
    i = end;
  }
}

void print_crossovers(page& out, const report& all, const contest& among) {
  const auto found = crossovers(all, among, all.sizes.front(), all.sizes.back());
  string text = joined(all_fastest(all, among, all.sizes.front()));
  for (const auto& each : found) text += " up to " + about(each.at) + ", then " + joined(each.after);
  out.note("Fastest: " + text + '.');
}

class numbered {
 public:
  explicit numbered(page& out) : out_(out) {}
  void heading(const string& text) { out_.heading(std::to_string(++last_) + ". " + text); }

 private:
  page& out_;
  int last_ = 0;
};

void print_one_size(page& out, numbered& section, const report& all, const contest& among) {
  const bytes n = all.sizes.front();
  section.heading("Time of " + size_text(n) + link_text(all, among));
  const auto rows = by_time(all, among, n);
  print_times(out, rows);
  print_marks(out, all);
  print_reasons(out, all);
  print_factors(out, rows);
}

void print_sizes(page& out, numbered& section, const report& all, const contest& among) {
  section.heading("Time by size" + link_text(all, among));
  print_matrix(out, all, among);
  print_marks(out, all);
  print_crossovers(out, all, among);
  if (all.on.flat) return;
  if (all.on.servers == 1) {
    print_reasons(out, all);
    return;
  }
  if (hccl_runs(all, all.sizes.front())) {
    section.heading("HCCL's choice by level");
    print_levels(out, all, "HCCL runs", [&](bytes n) {
      const auto run = hccl_runs(all, n);
      return std::pair{run->name, run->candidate};
    });
    print_reasons(out, all);
  }
  section.heading("The fastest by level");
  print_levels(out, all, "fastest", [&](bytes n) {
    const std::size_t i = fastest(all, among, n);
    return std::pair{all.offered.candidates[i].name, std::optional(i)};
  });
}

}  // namespace

string to_text(const report& all) {
  page out;
  numbered section(out);
  out.heading(title(all));
  print_machine(out, all);
  for (const auto& among : contests(all)) {
    all.sizes.size() == 1 ? print_one_size(out, section, all, among) : print_sizes(out, section, all, among);
  }
  section.heading("What this rests on");
  for (const auto& sentence : assumptions(all)) out.note(sentence);
  return out.text();
}

}  // namespace allreduce_cost
