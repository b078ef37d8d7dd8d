// SPDX-License-Identifier: BSL-1.0
// Time against size as a gnuplot script: above, the times; below, the same relative to the lower bound, which is where
// large messages can be told apart. Colours are Okabe and Ito's, which colour-blind readers can tell apart; curves
// differ in their dashes too, and are named at their right ends instead of in a legend.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>
#include <tuple>
#include <utility>

#include "allreduce_cost/labels.hpp"
#include "allreduce_cost/quantity_text.hpp"
#include "allreduce_cost/report.hpp"
#include "support/number.hpp"
#include "support/refusal.hpp"

namespace allreduce_cost {
namespace {

using namespace traincost;
using namespace traincost::units;
using std::string;
using support::plain;

// One look an algorithm, whatever else is drawn; relatives differ in their dashes only.
struct look {
  const char* name;
  const char* colour;
  int dashes;
};
constexpr look looks[] = {{"ring", "#0072B2", 1},
                          {"pairwise", "#0072B2", 2},
                          {"point_to_point", "#0072B2", 1},
                          {"nhr", "#D55E00", 1},
                          {"nb", "#D55E00", 2},
                          {"bruck", "#D55E00", 4},
                          {"binomial", "#8C564B", 1},
                          {"halving_doubling", "#009E73", 1},
                          {"half_exchange", "#009E73", 2},
                          {"two_tree", "#E69F00", 1},
                          {"recursive_doubling", "#56B4E9", 1},
                          {"chain", "#CC79A7", 1},
                          {"star", "#595959", 4},
                          {"mesh", "#0072B2", 1},
                          {"one_shot_mesh", "#D55E00", 1},
                          {"hccl_pipeline", "#000000", 2}};
look look_of(const std::string& name) {
  for (const look& each : looks) {
    if (each.name == name) return each;
  }
  return {"", "#000000", 1};
}
constexpr const char* grey = "#595959";
constexpr double samples_an_octave = 8.0;
constexpr double least_samples = 120.0;
constexpr double most_samples = 200.0;
constexpr double least_octaves = 6.0;

// Where the panels stand, in shares of the picture.
constexpr double left = 0.09, right = 0.79, top = 0.94, upper = 0.355, lower = 0.325, bottom = 0.105;
constexpr double line_height = 0.046;  // of a label, in shares of the upper panel

string in_quotes(const string& text) {
  string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? string("''") : string(1, c);
  return quoted + '\'';
}
// A picture needs no more than six digits, and the script has to fit into an argument of the shell.
string number(double value) {
  std::array<char, 32> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 6);
  return error == std::errc{} ? string(text.data(), end) : string();
}
string data_block(const string& name, const string& rows) { return '$' + name + " << EOD\n" + rows + "EOD\n"; }

struct curve {
  contest of;    // candidates that never differ
  string block;  // its data: size, time, time / bound
  string rows;
  double end = 0.0;  // its time at the right end
  look as{};
  std::vector<string> label;  // in lines
  label_place place{};
};

struct drawing {
  bytes from{};
  bytes to{};
  double low = 0.0;  // of the times, s
  double high = 0.0;
  double far = 1.0;  // from the bound
  string bound;      // size, bound
  string hccl;       // size, time of HCCL's choice
  std::vector<curve> curves;
  std::vector<crossover> meeting;

  // A time's height in the upper panel, from 0 to 1.
  [[nodiscard]] double height(double time) const { return std::log(time / low) / std::log(high / low); }
};

// Names in lines of a label beside the picture.
std::vector<string> in_lines(const std::vector<string>& names) {
  constexpr std::size_t most = 22;
  std::vector<string> lines;
  for (const auto& name : names) {
    if (lines.empty() || lines.back().size() + name.size() + 2 > most) {
      if (!lines.empty()) lines.back() += ',';
      lines.push_back(name);
    } else {
      lines.back() += ", " + name;
    }
  }
  return lines;
}

// The sizes asked for, widened to a few octaves where they are close together.
std::pair<bytes, bytes> range_of(const report& all) {
  const bytes first = all.sizes.front();
  const bytes last = all.sizes.back();
  const double missing = least_octaves - std::log2(last / first);
  if (missing <= 0.0) return {first, last};
  return {std::max(1.0 * B, std::exp2(-0.5 * missing) * first), std::exp2(0.5 * missing) * last};
}

drawing drawn(const report& all) {
  if (all.on.ranks() == 1) throw support::refusal("--plot: expected two ranks or more, because one takes no time");
  const contest among = contests(all).front();
  drawing result;
  std::tie(result.from, result.to) = range_of(all);
  for (const auto& group : alike(all, among)) {
    auto& added = result.curves.emplace_back();
    added.of = group;
    added.block = "curve_" + std::to_string(result.curves.size());
    added.as = look_of(all.offered.candidates[group.front()].name);
    added.label = in_lines(names_of(all, group));
  }
  const double octaves = std::log2(result.to / result.from);
  const int samples = static_cast<int>(std::ceil(std::clamp(octaves * samples_an_octave, least_samples, most_samples)));
  result.low = std::numeric_limits<double>::infinity();
  for (int k = 0; k <= samples; ++k) {
    const bytes n = std::exp2(octaves * k / samples) * result.from;
    const double bound = least_bound(all, among, n).si();
    const string x = number(n.si()) + ' ';
    result.bound += x + number(bound) + '\n';
    result.low = std::min(result.low, bound);
    for (auto& each : result.curves) {
      each.end = all.offered.candidates[each.of.front()].time(n).si();
      each.rows += x + number(each.end) + ' ' + number(each.end / bound) + '\n';
      result.high = std::max(result.high, each.end);
      result.far = std::max(result.far, each.end / bound);
    }
    if (const auto run = hccl_runs(all, n); run && run->candidate) {
      const double time = all.offered.candidates[*run->candidate].time(n).si();
      result.hccl += x + number(time) + ' ' + number(time / bound) + '\n';
    }
  }
  result.low *= 0.45;
  result.high *= 2.0;
  result.meeting = crossovers(all, among, result.from, result.to);
  return result;
}

string size_tics(const drawing& of, bool named) {
  string tics;
  const double step = of.to / of.from > 4096.0 ? 16.0 : 4.0;
  for (double n = 4.0; n <= of.to.si(); n *= step) {
    if (n < of.from.si()) continue;
    tics += (tics.empty() ? "" : ",") + in_quotes(named ? size_text(n * B) : "") + ' ' + number(n);
  }
  return tics;
}
string time_tics(const drawing& of) {
  string tics;
  for (double time = 1e-12; time <= of.high; time *= 10.0) {
    if (time < of.low) continue;
    const double rounded = std::pow(10.0, std::round(std::log10(time)));
    tics += (tics.empty() ? "" : ",") + in_quotes(short_time_text(rounded * s)) + ' ' + number(rounded);
  }
  return tics;
}

string panel(double low, double high) {
  return "set margins at screen " + plain(left) + ", screen " + plain(right) + ", screen " + plain(low) + ", screen " +
         plain(high) + '\n';
}
string in_colour(const char* of) { return string(" lc rgb '") + of + '\''; }

// The names at the right ends, each with a line to its curve.
string names(drawing& of) {
  std::vector<label_place*> places;
  for (auto& each : of.curves) {
    const double lines = static_cast<double>(each.label.size());
    each.place = {of.height(each.end), line_height * lines + 0.25 * line_height, 0.0};
    places.push_back(&each.place);
  }
  move_apart(places, 0.0, 1.05);
  string text;
  for (const auto& each : of.curves) {
    double place = each.place.at + 0.5 * line_height * static_cast<double>(each.label.size() - 1);
    text += "set arrow from " + number(of.to.si()) + ',' + number(each.end) + " to graph 1.022, graph " +
            plain(each.place.at) + " nohead lw 1.2" + in_colour(each.as.colour) + '\n';
    for (const auto& line : each.label) {
      text += "set label " + in_quotes(line) + " at graph 1.028, graph " + plain(place) + " left tc rgb '" +
              each.as.colour + "'\n";
      place -= line_height;
    }
  }
  return text;
}

// A dot where another becomes the fastest, and a line down to the axis with the size.
string meeting_points(const report& all, const drawing& of, string& setup) {
  string rows;
  for (const auto& each : of.meeting) {
    const double time = all.offered.candidates[fastest(all, contests(all).front(), each.at)].time(each.at).si();
    const string x = number(each.at.si());
    rows += x + ' ' + number(time) + '\n';
    setup += "set arrow from " + x + ',' + number(time) + " to " + x + ", graph 0 nohead front lw 1 dt 3" +
             in_colour(grey) + '\n';
    setup += "set label " + in_quotes(about(each.at)) + " at " + x +
             ", graph 0.02 rotate by 90 left offset -0.7,0 front font ',12'\n";
  }
  return rows;
}

// Where a message begins to take a second round.
string buffer_mark(const report& all, const drawing& of) {
  if (!all.on.buffer || *all.on.buffer <= of.from || *all.on.buffer >= of.to) return "";
  const string x = number(all.on.buffer->si());
  return "set arrow from " + x + ", graph 0.33 to " + x + ", graph 0 nohead front lw 1 dt 3" + in_colour(grey) +
         "\nset label 'buffer " + size_text(*all.on.buffer) + "' at " + x +
         ", graph 0.02 rotate by 90 left offset -0.7,0 front font ',12' tc rgb '" + grey + "'\n";
}

string lines_of(const drawing& of, const char* columns) {
  string plot;
  for (const auto& each : of.curves) {
    plot += ", $" + each.block + " using " + columns + " with lines lw 2.2 dt " + std::to_string(each.as.dashes) +
            in_colour(each.as.colour) + " notitle";
  }
  return plot;
}

// On one level the picture is of one contest, and says whose bandwidth it is.
string heading(const report& all) {
  string text = "time of " + support::printable(title(all), true);
  if (all.on.flat) {
    const string link = all.offered.candidates[contests(all).front().front()].link;
    text += link == "port" ? " a port" : " a pairwise link";
  }
  return text;
}

constexpr const char* hccl_band = " with lines lw 9 lc rgb '#F6E3A1'";

}  // namespace

support::picture to_picture(const report& all, const string& file) {
  drawing of = drawn(all);
  string script =
      "set encoding utf8\nset border 3 lc rgb '#595959'\nset tics nomirror out\nset logscale xy\n"
      "set grid xtics ytics lc rgb '#E4E4E4' lw 0.5\nset style fill solid noborder\n" +
      data_block("bound", of.bound);
  for (const auto& each : of.curves) script += data_block(each.block, each.rows);
  if (!of.hccl.empty()) script += data_block("hccl", of.hccl);
  string meeting;
  string dots;
  if (const string rows = meeting_points(all, of, meeting); !rows.empty()) {
    script += data_block("meeting", rows);
    dots = ", $meeting using 1:2 with points pt 7 ps 0.8 lc rgb 'black' title 'another algorithm becomes the fastest'";
  }
  const string x = "set xrange [" + number(of.from.si()) + ':' + number(of.to.si()) + "]\n";
  const bool band = !of.hccl.empty();

  script += "set multiplot\n" + x + panel(upper, top) + "set yrange [" + number(of.low) + ':' + number(of.high) +
            "]\nset ytics (" + time_tics(of) + ")\nset xtics (" + size_tics(of, false) + ")\n" +
            "set key top left Left reverse samplen 2 spacing 1.1 width -2\n" + "set label " + in_quotes(heading(all)) +
            " at graph 0, graph 1.045 left\n" + names(of) + meeting + buffer_mark(all, of) + "plot $bound using 1:2:(" +
            number(of.low) + ") with filledcurves fc rgb '#E3E3E3' title 'faster than any algorithm can be'" +
            (band ? ", $hccl using 1:2" + string(hccl_band) + " title \"what HCCL's rules choose\"" : "") +
            lines_of(of, "1:2") + dots + '\n';
  script += "unset label\nunset arrow\nunset key\n" + panel(bottom, lower) +
            "set yrange [1:" + plain(std::min(1.2 * of.far, 60.0)) + "]\nset ytics (1,2,5,10,20,50)\nset xtics (" +
            size_tics(of, true) +
            ")\nset xlabel 'bytes of the full vector' offset 0,0.5\nset ylabel 'times the bound' offset 1,0\nplot 1/0 "
            "notitle" +
            (band ? ", $hccl using 1:3" + string(hccl_band) + " notitle" : "") + lines_of(of, "1:3") +
            "\nunset multiplot\n";
  return {file, script};
}

}  // namespace allreduce_cost
