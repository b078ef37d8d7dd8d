// SPDX-License-Identifier: BSL-1.0
// The sections on the machine, the message, congestion, and the step.
#include <array>
#include <cmath>

#include "reproduce_figures/machine.hpp"
#include "reproduce_figures/text.hpp"

namespace reproduce_figures {
namespace {

using std::string;
using support::fixed;
using support::page;
using support::plain;

string count(int n, const string& what) { return std::to_string(n) + ' ' + what + (n == 1 ? "" : "s"); }

auto levels_of(bytes message) { return all_reduce().levels(collective::all_reduce{}, message, machine.ranks()); }

void print_machine(page& out) {
  const auto& npu = machine.accelerator;
  const auto link = [](const string& what, seconds alpha, bandwidth effective, bandwidth nominal) {
    return text_row{what, fixed(alpha.in(us), 0) + " us", fixed(effective.in(GB_per_s), 1) + " GB/s",
                    fixed(nominal.in(GB_per_s), 1) + " GB/s"};
  };
  out.heading("1. The hardware: " + std::to_string(machine.ranks()) + " x " + npu.name + " in " +
              count(machine.servers, "server") + " of " + std::to_string(machine.per_server));
  out.table({{"", "start-up of a step", "effective", "nominal"},
             link("inside a server: one HCCS link of the full mesh", machine.inside.alpha, machine.inside.bandwidth(),
                  hardware::hccs::nominal_per_link),
             link("between servers: one RoCEv2 port per NPU", machine.between.alpha, machine.between.bandwidth(),
                  port.line_rate)});
  out.note("Peak: " + fixed(npu.peak().in(TFLOP_per_s), 1) + " TFLOP/s of fp16 an NPU, " +
           fixed(machine.peak().in(PFLOP_per_s), 1) + " PFLOP/s together; every MFU here is a share of it.");
  out.note("Links: RoCEv2 headers at MTU " + std::to_string(port.mtu) + " leave " +
           percent_of(port.goodput().value(), 1) + " % of the line rate, HCCL plans with " +
           percent_of(machine.between.bandwidth() / port.line_rate, 0) +
           " %; these are the vendor's planning constants and the start-up inside a server is an illustration, so "
           "calibrate before a decision hangs on them.");
}

void print_message(page& out, const string& latency, bytes message) {
  const auto start_up = levels_of(0.0 * B);
  const auto all = levels_of(message);
  const auto part = [](const string& what, seconds begin, seconds whole) {
    return text_row{what, fixed(begin.in(ms), 3), fixed((whole - begin).in(ms), 3), fixed(whole.in(ms), 3)};
  };
  out.table({{"AllReduce of " + fixed(message.in(MB), 1) + " MB", "start-up, ms", "transfer, ms", "together, ms"},
             part("inside: mesh, ReduceScatter and AllGather", start_up.inner, all.inner),
             part("between: NHR, AllReduce of one eighth", start_up.outer, all.outer),
             part("all", start_up.total(), all.total())});
  out.note("Message: " + fixed(message.in(MB), 1) + " MB is what takes " + latency + " ms here, " +
           percent_of(start_up.total() / all.total(), 0) +
           " % of it start-up; the document does not say which message its latencies are of.");
}

string found(const solve::root<double>& root, const string& text) {
  return root.ok() ? text : "- (" + string(name(root.state)) + ")";
}

void print_congestion(page& out, const documented_points& points, bytes message) {
  const std::array targets{points.middle(), points.last()};
  text_rows lines{{"the same message, stretched"}};
  for (const auto& target : targets) lines[0].push_back("to " + target.name + " ms");
  const auto line = [&](const string& what, auto value) {
    lines.push_back({what});
    for (const auto& target : targets) lines.back().push_back(value(target.latency));
  };

  line("transfer between servers takes", [&](seconds latency) {
    const auto stretch = stretch_to(latency, message);
    return found(stretch, fixed(stretch.value, 1) + " times as long");
  });
  line("effective bandwidth left between servers", [&](seconds latency) {
    const auto stretch = stretch_to(latency, message);
    return found(stretch, fixed(machine.between.stretched(stretch.value).bandwidth().in(GB_per_s), 2) + " GB/s");
  });
  for (const int rack : racks) {
    line("or oversubscription of racks of " + count(rack, "server"), [&](seconds latency) {
      const auto ratio = oversubscription_to(latency, message, rack);
      return found(ratio, fixed(ratio.value, 1) + " : 1");
    });
  }
  for (const int queue_pairs : queue_pair_counts) {
    const seconds expected = with_collisions(message, queue_pairs);
    line("or ECMP collisions, " + count(queue_pairs, "queue pair"), [&](seconds latency) {
      return (expected < latency ? "no: at most " : "yes: ") + fixed(expected.in(ms), 1) + " ms";
    });
  }
  const auto transfer = levels_of(message).outer - levels_of(0.0 * B).outer;
  out.table(lines);
  out.note("Bandwidth: start-up and the links inside a server stay as they are, so all that is added falls on " +
           fixed(transfer.in(ms), 1) + " ms of transfer between servers.");
  out.note(
      "Oversubscription: the near steps of NHR stay inside a rack, so it takes more than the loss of bandwidth, far "
      "more than the 2 : 1 to 8 : 1 of usual designs.");
  out.note("Collisions: of " + count(machine.servers, "flow") + " on " + count(machine.servers, "link") +
           " the fullest link is expected to carry " + fixed(hashing(1).expected_max_load(), 1) +
           ", and more queue pairs spread them better; 'at most' is the expected latency of an AllReduce all of whose "
           "transfer waits for that link.");
}

}  // namespace

void print_hardware(page& out, const report& all) {
  const auto& latency = all.points.baseline();
  print_machine(out);
  const auto message = message_of(latency.latency);
  if (message.ok()) {
    print_message(out, latency.name, message.value);
    print_congestion(out, all.points, message.value);
  } else {
    out.note("Message: none takes " + latency.name + " ms here (" + name(message.state) + "), an empty one " +
             fixed(latency_of(0.0 * B).in(ms), 2) + " ms, one of 1 TB " + fixed(latency_of(1.0 * TB).in(ms), 0) +
             " ms.");
  }
}

void print_step(page& out, const report& all) {
  const auto& latency = all.points.baseline();
  const auto base = all.points.base().percent();
  const auto& same = all.fitted.same_share;
  const auto& refit = all.fitted.refit_direct;
  const compute_view view{all.points.base()};
  const auto line = [&](const string& what, seconds step, fraction<> share, double all_reduces) {
    return text_row{what, fixed(step.in(ms), 2), fixed((view.rate() * step).in(token), 0), percent_of(share.value()),
                    fixed(all_reduces, 0)};
  };
  const auto needed = [&](fraction<> share) { return view.all_reduces(share, latency.latency); };
  const string batch =
      std::to_string(compute_view::sequences) + " x " + std::to_string(compute_view::sequence) + " tokens";

  out.heading("6. The step that such a share belongs to");
  out.table({{"at " + plain(base) + " % MFU", "step, ms", "tokens", "c, %", latency.name + " ms AllReduces"},
             line("one AllReduce, documented c", same.implied_step(), same.share, 1),
             line("one AllReduce, c refitted", refit.implied_step(), refit.share, 1),
             line(batch + ", documented c", view.step(), same.share, needed(same.share)),
             line(batch + ", c refitted", view.step(), refit.share, needed(refit.share))});
  out.note("Assumed: " + string(compute_view::model.name) + " stands in for a model whose size is not given, with " +
           fixed(compute_view::per_token().in(GFLOP / token), 1) + " GFLOP a token at " +
           std::to_string(compute_view::sequence) +
           " tokens (6 a weight, every attention score counted, nothing "
           "recomputed), so that " +
           plain(base) + " % of the peak are " + fixed(view.rate().in(token / s), 0) + " tokens/s.");
  out.note("Implied step: if a step waits for one AllReduce of " + latency.name + " ms and this is " +
           percent_of(same.share.value(), 1) + " % of it, the step takes " + fixed(same.implied_step().in(ms), 1) +
           " ms and the whole cluster works on " + fixed((view.rate() * same.implied_step()).in(token), 0) +
           " tokens in it, where one sequence has " + std::to_string(compute_view::sequence) + ".");

  const auto message = message_of(latency.latency);
  if (!message.ok() || !(needed(same.share) < 1e6)) return;
  const int exposed = static_cast<int>(std::round(needed(same.share)));
  out.note("Usual step: the share needs " + std::to_string(exposed) +
           " such AllReduces exposed one after the other; the "
           "bf16 gradients of one replica, " +
           fixed(compute_view::model.gradient_bytes().in(GB), 0) + " GB, make " +
           fixed(compute_view::model.gradient_bytes() / message.value, 0) + " messages of " +
           fixed(message.value.in(MB), 1) + " MB.");
  const auto fastest = compute_view::fastest_step(message.value, exposed);
  const auto most = mfu::achieved<batch_policy>(compute_view::work(), fastest.total(), machine.peak());
  out.note("Roofline: the dense products take " + fixed(fastest.compute.in(s), 1) + " s at the " +
           percent_of(compute::roofline<>::of(machine.accelerator).compute_efficiency.value(), 0) +
           " % of the peak that large ones reach, and with " + fixed(fastest.exposed_communication.in(s), 1) +
           " s of exposed AllReduces MFU is " + percent_of(most.value(), 1) +
           " %, so that the rest of the way down to " + plain(base) + " % has other causes.");
}

}  // namespace reproduce_figures
