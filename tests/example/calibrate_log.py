#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The C++ that calibrate_log prints compiles, and is as near to the measured times as the fit claims.

    calibrate_log.py PROGRAM COMPILER INCLUDE
"""
import json
import os
import subprocess
import sys
import tempfile

PROGRAM, COMPILER, INCLUDE = sys.argv[1:]
MEASURED = {"1.0 * MiB": 83.56, "1.0 * GiB": 23093.0}  # us, of the log that comes with the example
LAWS = ["affine", "pipelined", "p_norm", "power_tail", "two_lines", "three_lines"]

source = "#include <cstdio>\n#include \"traincost/traincost.hpp\"\nusing namespace traincost;\nusing namespace units;\n"
# The largest size of the log was measured, and must not count as beyond it.
source += "constexpr eval_policy as_measured{.extrapolation = on_error::raise};\n"
body = ""
worst = {}
for law in LAWS:
    run = subprocess.run([PROGRAM, "--json", "--law", law], stdout=subprocess.PIPE, check=True)
    report = json.loads(run.stdout)
    source += f"namespace {law} {{\n{report['cpp']}\n}}\n"
    # Six digits are printed.
    worst[law] = 1e-4 + next(fit["worst_relative_error"] for fit in report["fits"] if fit["law"] == law)
    for size in MEASURED:
        body += f'  std::printf("%.9g\\n", {law}::model.time<as_measured>(collective::all_reduce{{}}, {size}, 16).in(us));\n'
with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, "snippets.cpp")
    with open(file, "w") as out:
        out.write(source + "int main() {\n" + body + "}\n")
    program = os.path.join(folder, "snippets")
    subprocess.run([COMPILER, "-std=c++20", "-Wall", "-Werror", "-I", INCLUDE, file, "-o", program], check=True)
    values = iter(subprocess.run([program], stdout=subprocess.PIPE, check=True).stdout.split())
for law in LAWS:
    for size, measured in MEASURED.items():
        error = float(next(values)) / measured - 1.0
        print(f"{law:12} {size:10} {100 * error:+6.2f} %")
        if abs(error) > worst[law]:
            sys.exit(f"{law} at {size}: {error:+.3f} of the measured time, at most {worst[law]:.4f} expected")
