// SPDX-License-Identifier: BSL-1.0
// The pictures, as gnuplot scripts that carry their data. Colours are Okabe and Ito's, which colour-blind readers can
// tell apart; lines differ in their dashes too, and are named at their right ends instead of in a legend.
#include <algorithm>
#include <array>
#include <cmath>

#include "reproduce_figures/report.hpp"
#include "support/number.hpp"

namespace reproduce_figures {
namespace {

using std::string;
using support::fixed;
using support::plain;

constexpr const char* blue = "#0072B2";
constexpr const char* green = "#009E73";
constexpr const char* orange = "#E69F00";
constexpr const char* vermilion = "#D55E00";
constexpr const char* purple = "#CC79A7";
constexpr const char* grey = "#595959";
constexpr int samples = 100;

string coordinate(double value) { return std::isfinite(value) ? plain(value) : "NaN"; }
string at(double x, double y) { return "at " + coordinate(x) + ',' + coordinate(y); }
string in_colour(const char* colour) { return string("'") + colour + '\''; }
string data_block(const string& name, const string& rows) { return '$' + name + " << EOD\n" + rows + "EOD\n"; }

// A curve in ms, and what stands at its right end.
struct curve {
  string name;
  string label;
  const char* colour;
  int dashes;
  double end;  // y at the right end
  string rows;
};

template <class Function>
curve sampled(string name, string label, const char* colour, int dashes, double from, double to, Function value) {
  curve result{std::move(name), std::move(label), colour, dashes, value(to * ms), {}};
  for (int i = 0; i <= samples; ++i) {
    const double x = from + (to - from) * i / samples;
    result.rows += coordinate(x) + ' ' + coordinate(value(x * ms)) + '\n';
  }
  return result;
}

string blocks(const std::vector<curve>& curves) {
  string text;
  for (const auto& each : curves) text += data_block(each.name, each.rows);
  return text;
}
string plot_of(const std::vector<curve>& curves) {
  string text;
  for (const auto& each : curves) {
    text += ", $" + each.name + " using 1:2 with lines lw 2.5 dt " + std::to_string(each.dashes) + " lc rgb " +
            in_colour(each.colour) + " notitle";
  }
  return text;
}

// Labels right of the curves' ends, moved apart where they would overlap.
string labels(std::vector<curve> curves, double x, double top, double gap) {
  std::sort(curves.begin(), curves.end(), [](const auto& a, const auto& b) { return a.end < b.end; });
  double low = -gap;
  string text;
  for (const auto& each : curves) {
    if (!std::isfinite(each.end)) continue;
    low = std::max(std::min(each.end, top), low + gap);
    text += "set label '" + each.label + "' " + at(x, low) + " offset 0.8,0 left\n";
  }
  return text;
}

string band(double from, double to) {
  return "set object rectangle from " + coordinate(from) + ", graph 0 to " + coordinate(to) +
         ", graph 1 behind fs solid noborder fc rgb '#ECECEC'\n";
}
string axis_names(const string& vertical) {
  return "set xlabel 'AllReduce latency in ms' offset 0,0.3\nset ylabel '" + vertical + "' offset 0.5,0\n";
}

constexpr const char* axes =
    "set encoding utf8\nunset key\nset border 3 lc rgb '#595959'\nset tics nomirror out\n"
    "set grid ytics lc rgb '#DDDDDD' lw 0.5\nset style fill solid noborder\n";
constexpr const char* dots = ", $documented using 1:2 with points pt 7 ps 0.9 lc rgb 'black'";

string one() { return ", 1 with lines lw 2 dt 3 lc rgb " + in_colour(grey) + " notitle"; }
string in_grey() { return " tc rgb " + in_colour(grey) + '\n'; }
string range(const char* axis, double from, double to) {
  return string("set ") + axis + "range [" + coordinate(from) + ':' + coordinate(to) + "]\n";
}

// The laws of steps, each to be drawn from the baseline to the picture's right end, and the documented points.
struct steps_drawing {
  double first;
  double last;
  double right;
  std::vector<curve> curves;
};

steps_drawing steps_drawn(const report& all) {
  steps_drawing drawing{all.points.baseline().latency.in(ms), all.points.last().latency.in(ms), 0.0, {}};
  drawing.right = 6.0 * drawing.last;
  for (const auto& one : all.beyond) drawing.right = std::max(drawing.right, one.latency.in(ms));
  constexpr std::array colours{blue, green, purple, vermilion, orange};
  all.fitted.steps.each([&](const auto& law) {
    const auto i = drawing.curves.size();
    const string label = name_of(law) + (' ' + fixed(ratio_at(law, drawing.right * ms), 1));
    drawing.curves.push_back(sampled(name_of(law), label, colours.at(i), static_cast<int>(i) + 1, drawing.first,
                                     drawing.right, [&](seconds latency) { return ratio_at(law, latency); }));
  });
  return drawing;
}

string step_data(const report& all, const steps_drawing& drawing) {
  string points;
  for (const auto& point : all.points.rows) points += point.name + ' ' + coordinate(point.step_ratio) + '\n';
  string interval;
  for (int i = 0; i <= samples; ++i) {
    const double x = drawing.last + (drawing.right - drawing.last) * i / samples;
    const auto [low, high] = interval_at(all.fitted, x * ms);
    interval += coordinate(x) + ' ' + coordinate(low) + ' ' + coordinate(high) + '\n';
  }
  return blocks(drawing.curves) + data_block("documented", points) + data_block("interval", interval);
}

string steps_overall(const report& all, const steps_drawing& drawing) {
  const double high = interval_at(all.fitted, drawing.right * ms).second;
  double top = high;
  for (const auto& each : drawing.curves) {
    if (each.end < 2.0 * high) top = std::max(top, each.end);  // a curve with its pole nearby leaves the picture
  }
  top = 1.0 + 1.07 * (top - 1.0);
  const string middle = coordinate((drawing.first + drawing.last) / 2.0);
  return "set margins at screen 0.09, screen 0.84, screen 0.15, screen 0.93\n" + band(drawing.first, drawing.last) +
         labels(drawing.curves, drawing.right, top, (top - 1.0) * 0.053) + "set label 'calibrated' at " + middle +
         ", graph 0.96 center" + in_grey() +
         "set label 'shaded: from linear to exponential, what the points leave open' at graph 1, graph 1.035 right" +
         in_grey() + "set label 'synchronous training: 1 at any latency' " + at(drawing.right, 1.0) +
         " offset -0.5,-0.8 right" + in_grey() +
         axis_names("steps to converge, relative to " + all.points.baseline().name + " ms") +
         range("x", 0.0, drawing.right) + range("y", 1.0 - 0.07 * (top - 1.0), top) +
         "plot $interval using 1:2:3 with filledcurves fc rgb '#D6EAF8' notitle" + one() + plot_of(drawing.curves) +
         dots + " notitle\n";
}

string steps_inside_the_range(const documented_points& points, const steps_drawing& drawing) {
  const double rise = points.last().step_ratio - 1.0;
  string x_tics;
  string y_tics;
  for (const auto& point : points.rows) {
    x_tics += (x_tics.empty() ? "" : ",") + point.name;
    y_tics += (y_tics.empty() ? "" : ",") + plain(point.step_ratio);
  }
  return "unset label\nunset object\nunset xlabel\nunset ylabel\nset border 15\n"
         "set margins at screen 0.25, screen 0.48, screen 0.58, screen 0.86\n"
         "set title 'calibrated range, " +
         points.baseline().name + " to " + points.last().name + " ms' offset 0,-0.6" + in_grey() +
         band(drawing.first, drawing.last) + "set xtics offset 0,0.4 (" + x_tics + ")\nset ytics (" + y_tics + ")\n" +
         range("x", 0.0, 1.1 * drawing.last) + range("y", 1.0 - 0.1 * rise, 1.0 + 1.15 * rise) + "plot 1/0 notitle" +
         one() + plot_of(drawing.curves) + dots + " notitle\n";
}

// Steps against latency: five laws, and in a corner the range in which they cannot be told apart.
support::picture steps_picture(const report& all) {
  const auto drawing = steps_drawn(all);
  return {"steps_against_latency.svg", axes + step_data(all, drawing) + "set multiplot\n" +
                                           steps_overall(all, drawing) + steps_inside_the_range(all.points, drawing) +
                                           "unset multiplot\n"};
}

std::vector<curve> mfu_curves(const report& all, double right) {
  const auto& fitted = all.fitted;
  std::vector<curve> curves;
  const auto add = [&](const string& name, const string& label, const char* colour, int dashes, const auto& law) {
    curves.push_back(sampled(name, label, colour, dashes, all.points.baseline().latency.in(ms), right,
                             [&](seconds latency) { return 100.0 * mfu_at(law, latency); }));
  };
  const auto share = [](const mfu::amdahl<>& law) { return "c = " + fixed(law.share.percent(), 1) + " %"; };
  add("documented_form", "documented form, " + share(fitted.same_share), vermilion, 1, fitted.documented);
  add("same_share", "Amdahl, same " + share(fitted.same_share), blue, 1, fitted.same_share);
  add("refit_direct", "Amdahl, " + share(fitted.refit_direct), green, 1, fitted.refit_direct);
  if (all.points.split_is_given) {
    add("refit_total", "Amdahl, " + share(fitted.refit_total), purple, 4, fitted.refit_total);
  }
  add("hidden", "overlap, " + all.points.middle().name + " ms hidden", orange, 2, fitted.hidden.back());
  return curves;
}

// MFU against latency from communication alone: speeds averaged, times added, times hidden.
support::picture mfu_picture(const report& all) {
  const auto& points = all.points;
  const double first = points.baseline().latency.in(ms);
  const double last = points.last().latency.in(ms);
  const double right = std::ceil(2.6 * last);
  const double base = points.base().percent();
  const double direct = points.direct().percent();
  const auto curves = mfu_curves(all, right);
  string rows;
  for (const auto& point : points.rows) {
    if (point.mfu) rows += point.name + ' ' + coordinate(point.mfu->percent()) + '\n';
  }
  const auto mark = [](double x, double mfu, const string& place) {
    return "set label '" + plain(mfu) + " %' " + at(x, mfu) + ' ' + place + '\n';
  };
  string script = axes + blocks(curves) + data_block("documented", rows) +
                  data_block("direct", coordinate(last) + ' ' + coordinate(direct) + '\n') +
                  "set margins at screen 0.09, screen 0.76, screen 0.15, screen 0.97\n" + band(first, last) +
                  labels(curves, right, 1.12 * base, 0.052 * base) + "set label 'calibrated range' at " +
                  coordinate((first + last) / 2.0) + ", graph 0.04 center" + in_grey() + axis_names("MFU in %") +
                  "set key at graph 0.99, graph 0.98 right top Left reverse samplen 1\n" + range("x", 0.0, right) +
                  range("y", 0.0, 1.12 * base) + mark(first, base, "offset 0.3,0.8 left") +
                  mark(last, points.last().mfu->percent(), "offset -0.8,-0.5 right");
  string plot = "plot 1/0 notitle" + plot_of(curves) + dots + " title 'documented'";
  if (points.split_is_given) {
    script += mark(last, direct, "offset 0.4,0.8 left");
    plot += ", $direct using 1:2 with points pt 6 lw 2 ps 0.9 lc rgb 'black' title 'documented loss to communication'";
  }
  return {"mfu_against_latency.svg", script + plot + '\n'};
}

// One bar of a waterfall: what it spans, and the level it leaves.
struct bar {
  string value;
  std::array<string, 2> name;
  double low;
  double high;
  double level;
  const char* colour;
};
using waterfall = std::vector<bar>;

bar whole(const string& what, const string& latency, double mfu, int digits) {
  const string value = digits < 0 ? plain(mfu) : fixed(mfu, digits);
  return {value + " %", {what + " at", latency + " ms"}, 0.0, mfu, mfu, grey};
}
bar loss(std::array<string, 2> cause, double from, double to, const char* colour) {
  const double points = std::round(100.0 * (from - to)) / 100.0;
  return {(points > 0.0 ? "\u2212" : "") + plain(points), std::move(cause), to, from, to, colour};
}

// Data and labels of the bars, from `left` on, one unit each, and the bars as elements of a plot.
struct drawn_bars {
  string setup;
  string plot;
};

drawn_bars drawn(const waterfall& bars, const string& title, double left) {
  drawn_bars result;
  result.setup = "set label '" + title + "' at " + coordinate(left + 1.5) + ", graph 1.05 center font ',16'\n";
  double x = left;
  for (const bar& each : bars) {
    const string block = "bar_" + coordinate(x);
    const string here = "' at " + coordinate(x) + ", graph ";
    result.setup +=
        data_block(block, coordinate(x) + ' ' + coordinate(each.low) + ' ' + coordinate(x - 0.4) + ' ' +
                              coordinate(x + 0.4) + ' ' + coordinate(each.low) + ' ' + coordinate(each.high) + '\n');
    result.setup += "set label '" + each.value + "' " + at(x, each.high) + " offset 0,0.7 center\n";
    result.setup += "set label '" + each.name[0] + here + "-0.05 center" + in_grey();
    result.setup += "set label '" + each.name[1] + here + "-0.105 center" + in_grey();
    if (&each != &bars.back()) {
      result.setup += "set arrow from " + coordinate(x + 0.4) + ',' + coordinate(each.level) + " to " +
                      coordinate(x + 0.6) + ',' + coordinate(each.level) + " nohead lw 1.5 lc rgb " + in_colour(grey) +
                      '\n';
    }
    result.plot += ", $" + block + " using 1:2:3:4:5:6 with boxxyerror fc rgb " + in_colour(each.colour) + " notitle";
    x += 1.0;
  }
  return result;
}

// The loss twice: as it is documented, and as goodput.
support::picture loss_picture(const report& all) {
  const auto& points = all.points;
  const auto& from = points.baseline().name;
  const auto& to = points.last().name;
  const double base = points.base().percent();
  const double direct = points.direct().percent();
  const double documented = points.last().mfu->percent();
  const double goodput = mfu::goodput<batch_policy>(points.direct(), points.last().step_ratio).percent();
  const string more = plain(100.0 * (points.last().step_ratio - 1.0)) + " % more";
  const bar longer = loss({"AllReduce", "takes longer"}, base, direct, blue);

  const auto left =
      drawn({whole("MFU", from, base, -1), longer, loss({"gradients", "are stale"}, direct, documented, orange),
             whole("MFU", to, documented, -1)},
            "documented: MFU", 0.0);
  const auto right = drawn({whole("goodput", from, base, -1), longer, loss({more, "steps"}, direct, goodput, vermilion),
                            whole("goodput", to, goodput, 2)},
                           "the same as goodput: MFU / steps", 5.0);
  return {"loss_waterfall.svg", axes + string("set margins at screen 0.09, screen 0.985, screen 0.15, screen 0.90\n") +
                                    "set ylabel '% of the peak' offset 0.5,0\nunset xtics\n" + range("x", -0.7, 8.7) +
                                    range("y", 0.0, 1.12 * base) + left.setup + right.setup + "plot 1/0 notitle" +
                                    left.plot + right.plot + '\n'};
}

}  // namespace

std::vector<support::picture> to_pictures(const report& all) {
  return {steps_picture(all), mfu_picture(all), loss_picture(all)};
}

}  // namespace reproduce_figures
