// SPDX-License-Identifier: BSL-1.0
// The sections on the documented figures and on the forms beside them.
#include <algorithm>
#include <optional>

#include "reproduce_figures/text.hpp"

namespace reproduce_figures {
namespace {

using std::string;
using support::fixed;
using support::page;
using support::plain;

// A table's columns of latencies: the documented three, then the ones asked for.
struct column {
  string name;
  seconds latency;
};
std::vector<column> columns_of(const report& all) {
  std::vector<column> columns;
  for (const auto& point : all.points.rows) columns.push_back({point.name + " ms", point.latency});
  for (const auto& one : all.beyond) columns.push_back({one.name + " ms", one.latency});
  return columns;
}
text_row head(text_row cells, const std::vector<column>& columns) {
  for (const auto& each : columns) cells.push_back(each.name);
  return cells;
}
template <class Function>
text_row line(text_row cells, const std::vector<column>& columns, Function value) {
  for (const auto& each : columns) cells.push_back(value(each.latency));
  return cells;
}

text_row compared(const string& what, std::optional<double> documented, double computed, int digits) {
  if (!documented) return {what, "not given", fixed(computed, digits)};
  return {what, fixed(*documented, digits), fixed(computed, digits),
          support::difference(computed - *documented, digits)};
}

}  // namespace

void print_documented(page& out, const report& all) {
  const auto& points = all.points;
  const auto& last = points.last();
  const auto none = std::optional<double>{};
  text_rows lines{{"", "documented", "computed", "difference"}};
  lines.push_back(compared("communication share c", none, all.fitted.documented.share.value(), 6));
  for (const auto& point : points.rows) {
    lines.push_back(compared("MFU at " + point.name + " ms, %", point.mfu ? point.mfu->percent() : none,
                             100.0 * effect_at(all.fitted, point.latency).mfu_effective, 2));
  }
  for (const auto& point : points.rows) {
    const bool given = &point == &points.baseline() || (&point == &last && points.split_is_given);
    const auto documented = &point == &last ? points.direct() : points.base();
    lines.push_back(compared("MFU at " + point.name + " ms from communication alone, %",
                             given ? documented.percent() : none,
                             100.0 * effect_at(all.fitted, point.latency).mfu_direct, 2));
  }
  for (const auto& point : points.rows) {
    lines.push_back(compared("steps at " + point.name + " ms, relative", point.step_ratio,
                             effect_at(all.fitted, point.latency).step_ratio, 3));
  }
  const auto at_last = effect_at(all.fitted, last.latency);
  lines.push_back(compared("points lost to longer communication",
                           points.split_is_given ? 100.0 * points.direct_loss : none,
                           100.0 * (points.base().value() - at_last.mfu_direct), 2));
  lines.push_back(compared("points lost to gradient ageing",
                           points.convergence_loss ? 100.0 * *points.convergence_loss : none,
                           100.0 * (at_last.mfu_direct - at_last.mfu_effective), 2));

  out.heading("2. The documented figures");
  out.table(lines);
  if (points.split_is_given) {
    const string direct = points_of(points.direct_loss);
    out.note("c: no figure is given, but the " + direct + " points fix it: c (1 - " + points.baseline().name + "/" +
             last.name + ") = " + direct + "/" + plain(points.base().percent()) + ".");
  } else {
    out.note(
        "c: the split of the loss is not given, so all of it is taken as communication time, because MFU is a "
        "throughput figure; --direct-loss-points says otherwise.");
  }
  out.note("MFU: base [(1 - c) + c " + points.baseline().name +
           " ms/L] x steps^-w, where w = " + fixed(all.fitted.weight, 4) +
           " is the weight of the steps that leads to " + plain(last.mfu->percent()) + " % at " + last.name + " ms.");
  out.note("Steps: the power law of the excess latency that passes through both ratios.");
}

void print_mfu_forms(page& out, const report& all) {
  const auto& fitted = all.fitted;
  const auto& last = all.points.last();
  const auto columns = columns_of(all);
  text_rows lines{head({"MFU in %", "step, ms", "c, %"}, columns)};
  const auto add = [&](const string& what, seconds step, double share, const auto& law) {
    lines.push_back(line({what, fixed(step.in(ms), 2), percent_of(share)}, columns,
                         [&](seconds latency) { return percent_of(mfu_at(law, latency)); }));
  };
  const auto direct = plain(all.points.direct().percent());
  const auto total = plain(last.mfu->percent());
  const auto& same = fitted.same_share;
  const auto& refit = fitted.refit_direct;
  add("documented: speeds averaged", same.implied_step(), same.share.value(), fitted.documented);
  add("Amdahl: times added, same c", same.implied_step(), same.share.value(), same);
  add("Amdahl, refitted to " + direct + " %", refit.implied_step(), refit.share.value(), refit);
  if (all.points.split_is_given) {
    add("Amdahl, refitted to " + total + " %", fitted.refit_total.implied_step(), fitted.refit_total.share.value(),
        fitted.refit_total);
  }
  for (std::size_t i = 0; i < fitted.hidden.size(); ++i) {
    const auto& law = fitted.hidden[i];
    add("overlap, " + all.points.rows[i].name + " ms can hide", law.compute, 0.0,
        law);  // the baseline is hidden: c = 0
  }
  out.heading("3. MFU from communication alone, when times are added");
  out.table(lines);
  out.note("Documented: an average of speeds makes c a share of the work, so that MFU never falls below " +
           percent_of(fitted.documented.base.value() * same.share.complement().value(), 1) + " %, and below " +
           all.points.baseline().name + " ms, where it would grow without bound, the form is not defined.");
  out.note("Same c: times add, so a share c of the step's time grows with the latency, and MFU falls to " +
           percent_of(mfu_at(same, last.latency), 1) + " % at " + last.name + " ms and on to 0.");
  out.note("Refitted to " + direct + " %: " + percent_of(refit.share.value(), 1) +
           " % of the time already costs what the document takes " + percent_of(same.share.value(), 1) +
           " % of the work for.");
  if (all.points.split_is_given) {
    out.note("Refitted to " + total + " %: " + percent_of(fitted.refit_total.share.value(), 1) +
             " % of the time explains all " + points_of(all.points.base().value() - last.mfu->value()) +
             " points without any gradient ageing.");
  }
  out.note(
      "Overlap: what hides behind compute costs nothing until the latency outgrows it, and then MFU falls faster, "
      "because fewer exposed milliseconds cause the same loss.");
}

void print_targets(page& out, const report& all) {
  const auto& points = all.points;
  const auto& last = points.last();
  const auto at_last = effect_at(all.fitted, last.latency);
  text_rows lines{{"", "MFU direct, %", "steps", "goodput, %", "time to target"}};
  for (const auto& point : points.rows) {
    const auto at = effect_at(all.fitted, point.latency);
    lines.push_back({"at " + point.name + " ms", percent_of(at.mfu_direct), fixed(at.step_ratio, 3),
                     percent_of(at.goodput), fixed(at.time_to_target_ratio, 3)});
  }
  text_rows parts{{"points of goodput lost at " + last.name + " ms", "communication", "convergence", "together"}};
  for (const auto& each : attributions) {
    const auto split = mfu::decompose<batch_policy>(points.base(), points.direct(), last.step_ratio, each.by);
    parts.push_back(
        {each.text, percent_of(split.direct_loss), percent_of(split.convergence_loss), percent_of(split.total_loss())});
  }

  const string direct = plain(points.direct().percent());
  out.heading("4. What more steps cost");
  out.table(lines);
  out.note("Goodput: MFU counts a FLOP whether the target needs it or not and cannot hold a convergence loss; with " +
           plain(100.0 * (last.step_ratio - 1.0)) + " % more steps " + direct + " % are a goodput of " +
           percent_of(at_last.goodput, 1) + " %, and the documented " + plain(last.mfu->percent()) + " % is " + direct +
           " % x " + plain(last.step_ratio) + "^-" + fixed(all.fitted.weight, 4) + ".");
  out.note("Time to target: more steps, each of them slower, " + plain(last.step_ratio) + " x " +
           plain(points.base().percent()) + "/" + direct + " = " + fixed(at_last.time_to_target_ratio, 2) + ".");
  out.table(parts);
  out.note(
      "Attribution: the two causes multiply, so what each costs depends on which is taken away first; only the total "
      "does not.");
}

void print_extrapolation(page& out, const report& all) {
  const auto& fitted = all.fitted;
  const auto columns = columns_of(all);
  text_rows lines{head({"steps, relative"}, columns)};
  fitted.steps.each([&](const auto& law) {
    lines.push_back(line({name_of(law)}, columns, [&](seconds latency) { return fixed(ratio_at(law, latency), 3); }));
  });
  lines.push_back(line({"linear to exponential"}, columns, [&](seconds latency) {
    const auto [low, high] = interval_at(fitted, latency);
    return latency <= all.points.last().latency ? "" : fixed(low, 3) + ".." + fixed(high, 3);
  }));
  lines.push_back(line({"synchronous training"}, columns, [&](seconds latency) {
    return fixed(synchronous_run(fitted).at<batch_policy>(latency).step_ratio.value, 3);
  }));
  out.heading("5. Steps, and beyond the documented " + all.points.baseline().name + " to " + all.points.last().name +
              " ms");
  out.table(lines);
  out.note(
      "Interval: every shape but the linear one has two parameters and passes through both points, so nothing is left "
      "to choose between them by, and an extrapolation is an interval, linear to exponential.");
  const bool follow = std::none_of(lines.begin(), lines.end(), [](const text_row& cells) {
    return std::find(cells.begin(), cells.end(), "-") != cells.end();
  });
  if (!follow)
    out.note("No value: the shape cannot follow these points, or ends before this latency in a pole or an apex.");
  const auto& hyperbolic = fitted.steps.hyperbolic;
  if (hyperbolic.shape.inverse_pole > 0.0) {
    const seconds pole = hyperbolic.baseline + hyperbolic.shape.limit() * hyperbolic.baseline;
    out.note("Hyperbolic: the shape of a learning rate that is not re-tuned runs above the interval, to a pole at " +
             fixed(pole.in(ms), 0) + " ms.");
  }
  if (const auto range = exponents_within_rounding(all.points)) {
    const bool straight = range->first <= 1.0 && 1.0 <= range->second;
    out.note("Power: the exponent is " + fixed(fitted.steps.power.shape.exponent, 3) +
             ", and the rounding of the given figures alone allows " + fixed(range->first, 3) + " to " +
             fixed(range->second, 3) + ", so that a straight line is " + (straight ? "not " : "") + "excluded.");
  }
  out.note(
      "Synchronous: a step that waits for its gradients never uses stale ones, whatever the latency; only delayed or "
      "asynchronous updates can need more steps.");
}

}  // namespace reproduce_figures
