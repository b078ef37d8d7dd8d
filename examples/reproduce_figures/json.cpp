// SPDX-License-Identifier: BSL-1.0
// The report as one JSON object. Latencies are keys in ms ("8.8"), MFU and losses of goodput are fractions unless the
// name says points, what has no value is null.
#include <cmath>

#include <nlohmann/json.hpp>

#include "reproduce_figures/machine.hpp"
#include "reproduce_figures/report.hpp"
#include "support/number.hpp"

namespace reproduce_figures {
namespace {

using json = nlohmann::ordered_json;

json value(double x) { return std::isfinite(x) ? json(x) : json(nullptr); }
// Percentage points are differences: 12 significant digits leave out what the subtraction adds, 8
// for 8.000000000000002.
json points_of(double share) {
  return std::isfinite(share) ? json(*support::number(support::plain(100.0 * share))) : json(nullptr);
}
json value(const std::optional<double>& x) { return x ? value(*x) : json(nullptr); }
template <class T>
json value(const solve::root<T>& root, double in_unit) {
  return root.ok() ? value(in_unit) : json(nullptr);
}

template <class Function>
json over(const std::array<documented_point, 3>& rows, Function function) {
  json result = json::object();
  for (const auto& row : rows) result[row.name] = value(function(row));
  return result;
}

json documented(const documented_points& points) {
  return {{"mfu",
           over(points.rows, [](const auto& row) { return row.mfu ? std::optional(row.mfu->value()) : std::nullopt; })},
          {"step_ratio", over(points.rows, [](const auto& row) { return row.step_ratio; })},
          {"loss_points",
           {{"direct", points.split_is_given ? points_of(points.direct_loss) : json(nullptr)},
            {"convergence", points.convergence_loss ? points_of(*points.convergence_loss) : json(nullptr)}}}};
}

json mfu_forms(const report& all) {
  const auto at = [&](const auto& law) {
    json result = over(all.points.rows, [&](const auto& row) { return mfu_at(law, row.latency); });
    for (const auto& one : all.beyond) result[one.name] = value(mfu_at(law, one.latency));
    return result;
  };
  const auto amdahl = [&](const mfu::amdahl<>& law) {
    return json{{"communication_share", value(law.share.value())},
                {"implied_step_ms", value(law.implied_step().in(ms))},
                {"mfu", at(law)}};
  };
  json forms{
      {"documented",
       {{"communication_share", value(all.fitted.documented.share.value())}, {"mfu", at(all.fitted.documented)}}},
      {"amdahl_same_share", amdahl(all.fitted.same_share)},
      {"amdahl_direct_loss", amdahl(all.fitted.refit_direct)},
      {"amdahl_whole_loss", amdahl(all.fitted.refit_total)},
      {"overlapped", json::array()}};
  for (const auto& law : all.fitted.hidden) {
    forms["overlapped"].push_back(
        {{"window_ms", value(law.window.in(ms))}, {"compute_ms", value(law.compute.in(ms))}, {"mfu", at(law)}});
  }
  return forms;
}

json step_laws_of(const models& fitted) {
  const auto& laws = fitted.steps;
  return {
      {"linear", {{"slope", value(laws.linear.shape.slope)}}},
      {"power", {{"coefficient", value(laws.power.shape.coefficient)}, {"exponent", value(laws.power.shape.exponent)}}},
      {"quadratic", {{"first", value(laws.quadratic.shape.first)}, {"second", value(laws.quadratic.shape.second)}}},
      {"hyperbolic",
       {{"slope", value(laws.hyperbolic.shape.slope)}, {"inverse_pole", value(laws.hyperbolic.shape.inverse_pole)}}},
      {"exponential", {{"slope", value(laws.exponential.shape.slope)}, {"rate", value(laws.exponential.shape.rate)}}}};
}

json extrapolation(const report& all) {
  json result = json::object();
  for (const auto& one : all.beyond) {
    json& here = result[one.name];
    all.fitted.steps.each([&](const auto& law) { here[name_of(law)] = value(ratio_at(law, one.latency)); });
    const auto [low, high] = interval_at(all.fitted, one.latency);
    here["interval"] = {value(low), value(high)};
    const auto run = synchronous_run(all.fitted).at<batch_policy>(one.latency);
    here["synchronous"] = value(run.step_ratio.value);
    here["status"] = name(all.fitted.steps.power.step_ratio<batch_policy>(one.latency).state);
  }
  return result;
}

json attributions_of(const report& all) {
  json result = json::object();
  for (const auto& each : attributions) {
    const auto split =
        mfu::decompose<batch_policy>(all.points.base(), all.points.direct(), all.points.last().step_ratio, each.by);
    result[each.key] = {{"direct_points", points_of(split.direct_loss)},
                        {"convergence_points", points_of(split.convergence_loss)},
                        {"total_points", points_of(split.total_loss())}};
  }
  return result;
}

json hardware_of(const solve::root<bytes>& message, seconds latency) {
  json result{{"accelerator", machine.accelerator.name},
              {"ranks", machine.ranks()},
              {"servers", machine.servers},
              {"peak_flop_per_s", value(machine.peak().si())},
              {"inside",
               {{"alpha_us", value(machine.inside.alpha.in(us))},
                {"effective_gb_per_s", value(machine.inside.bandwidth().in(GB_per_s))}}},
              {"between",
               {{"alpha_us", value(machine.between.alpha.in(us))},
                {"effective_gb_per_s", value(machine.between.bandwidth().in(GB_per_s))}}},
              {"rocev2_goodput", value(port.goodput().value())},
              {"latency_ms", value(latency.in(ms))},
              {"message_bytes", value(message, message.value.in(B))},
              {"message_status", name(message.state)}};
  if (!message.ok()) return result;
  const auto start_up = all_reduce().levels(collective::all_reduce{}, 0.0 * B, machine.ranks());
  const auto levels = all_reduce().levels(collective::all_reduce{}, message.value, machine.ranks());
  result["all_reduce_ms"] = {{"inside_start_up", value(start_up.inner.in(ms))},
                             {"inside_transfer", value((levels.inner - start_up.inner).in(ms))},
                             {"between_start_up", value(start_up.outer.in(ms))},
                             {"between_transfer", value((levels.outer - start_up.outer).in(ms))}};
  return result;
}

json congestion(const documented_points& points, const solve::root<bytes>& message) {
  json result = json::object();
  if (!message.ok()) return result;
  for (const auto* target : {&points.middle(), &points.last()}) {
    json& here = result[target->name];
    const auto stretch = stretch_to(target->latency, message.value);
    here["stretch"] = value(stretch, stretch.value);
    here["bandwidth_left_gb_per_s"] = value(stretch, machine.between.stretched(stretch.value).bandwidth().in(GB_per_s));
    for (const int rack : racks) {
      const auto ratio = oversubscription_to(target->latency, message.value, rack);
      here["oversubscription"]["rack_of_" + std::to_string(rack)] = value(ratio, ratio.value);
    }
    for (const int queue_pairs : queue_pair_counts) {
      const seconds expected = with_collisions(message.value, queue_pairs);
      here["ecmp"]["queue_pairs_" + std::to_string(queue_pairs)] = {{"latency_ms", value(expected.in(ms))},
                                                                    {"reaches", expected >= target->latency}};
    }
  }
  return result;
}

json compute_of(const report& all) {
  const compute_view view{all.points.base()};
  const seconds latency = all.points.baseline().latency;
  const auto tokens_in = [&](seconds step) { return value((view.rate() * step).in(token)); };
  const auto& same = all.fitted.same_share;
  const auto& refit = all.fitted.refit_direct;
  return {{"model", compute_view::model.name},
          {"sequence_tokens", compute_view::sequence},
          {"flop_per_token", value(compute_view::per_token().in(FLOP / token))},
          {"flop_convention", "6 a weight, every attention score, no recomputation"},
          {"tokens_per_s", value(view.rate().in(token / s))},
          {"implied_step_ms",
           {{"same_share", value(same.implied_step().in(ms))}, {"refitted", value(refit.implied_step().in(ms))}}},
          {"implied_step_tokens",
           {{"same_share", tokens_in(same.implied_step())}, {"refitted", tokens_in(refit.implied_step())}}},
          {"batch_tokens", value(compute_view::batch().in(token))},
          {"batch_step_s", value(view.step().in(s))},
          {"roofline_step_s", value(compute_view::fastest_step({}, 0).compute.in(s))},
          {"all_reduces_for_share",
           {{"same_share", value(view.all_reduces(same.share, latency))},
            {"refitted", value(view.all_reduces(refit.share, latency))}}}};
}

}  // namespace

std::string to_json(const report& all) {
  const auto& rows = all.points.rows;
  const auto& last = all.points.last();
  const auto effect = [&](auto member) {
    return over(rows, [&](const auto& row) { return effect_at(all.fitted, row.latency).*member; });
  };
  const auto at_last = effect_at(all.fitted, last.latency);
  const auto message = message_of(all.points.baseline().latency);
  const auto exponents = exponents_within_rounding(all.points);

  json result;
  result["points"] = all.points.file;
  result["communication_share"] = value(all.fitted.documented.share.value());
  result["mfu_direct"] = effect(&effect::mfu_direct);
  result["mfu_effective"] = effect(&effect::mfu_effective);
  result["step_ratio"] = effect(&effect::step_ratio);
  result["loss_points"] = {{"direct", points_of(all.points.base().value() - at_last.mfu_direct)},
                           {"convergence", points_of(at_last.mfu_direct - at_last.mfu_effective)}};
  result["goodput_mfu"] = effect(&effect::goodput);
  result["amdahl_mfu"] = over(rows, [&](const auto& row) { return mfu_at(all.fitted.same_share, row.latency); });
  result["time_to_target_ratio"] = effect(&effect::time_to_target_ratio);
  result["reconciling_weight"] = value(all.fitted.weight);
  result["documented"] = documented(all.points);
  result["mfu_forms"] = mfu_forms(all);
  result["step_laws"] = step_laws_of(all.fitted);
  result["power_exponent_within_rounding"] =
      exponents ? json{value(exponents->first), value(exponents->second)} : json(nullptr);
  result["extrapolation"] = extrapolation(all);
  result["attributions"] = attributions_of(all);
  result["hardware"] = hardware_of(message, all.points.baseline().latency);
  result["congestion"] = congestion(all.points, message);
  result["compute"] = compute_of(all);
  // A file's name need not be UTF-8.
  return result.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

}  // namespace reproduce_figures
