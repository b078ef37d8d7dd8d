#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What allreduce_cost promises: its figures, its text, its refusals, its picture.

    allreduce_cost.py PROGRAM --data FOLDER [--pictures FOLDER]

DATA holds the golden values of the collective models, PICTURES the manual's pictures, to be compared.
"""
import argparse
import csv
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from fractions import Fraction

PROGRAM = ""
DATA = ""
PICTURES = None
PICTURE = "allreduce_cost.svg"
FLAT = ["--flat", "--ranks", "8", "--alpha", "10us", "--bandwidth", "20GB/s"]
OPERATIONS = ["all_reduce", "reduce_scatter", "all_gather", "broadcast", "reduce", "scatter", "gather", "all_to_all"]
HEAD = "level,link,ranks,alpha,bandwidth,reduce_bandwidth,buffer\n"
ROWS = ["inside,pair,8,5us,18.3GB/s,500GB/s,\n", "between,port,6,10us,20GB/s,500GB/s,\n"]
SOUND = HEAD + "".join(ROWS)  # the illustrative cluster of the golden values
FREE = SOUND.replace("500GB/s", "")


class Promises(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_program(self, *args, env=None):
        return subprocess.run([PROGRAM, *args], cwd=self.folder, env=env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def output(self, *args):
        run = self.run_program(*args)
        self.assertEqual((run.returncode, run.stderr), (0, b""), args)
        return run.stdout.decode()

    def json(self, *args):
        return json.loads(self.output("--json", *args), parse_constant=lambda x: self.fail(f"{x} in JSON"))

    def rows(self, *args):
        return self.json(*args)["rows"]

    def row(self, algorithm, *args):
        """The one row of an algorithm at one size."""
        found = [row for row in self.rows(*args) if row["algorithm"] == algorithm]
        self.assertEqual(len(found), 1, (algorithm, args))
        return found[0]

    def write(self, content, name="cluster.csv"):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def refused(self, *args, env=None):
        """The one line that says why; nothing else may have come of it."""
        before = sorted(os.listdir(self.folder))
        run = self.run_program(*args, env=env)
        text = run.stderr.decode(errors="replace")
        self.assertEqual(run.returncode, 2, (args, text))
        self.assertEqual(run.stdout, b"", args)
        self.assertRegex(text, r"\Aallreduce_cost: [^\n]+\n\Z", args)
        self.assertEqual(sorted(os.listdir(self.folder)), before, "something was written")
        return text

    def close(self, given, expected, tolerance=1e-12):
        self.assertTrue(math.isclose(given, expected, rel_tol=tolerance), f"{given} is not {expected}")

    def golden(self, name):
        with open(os.path.join(DATA, name), encoding="utf-8") as file:
            return list(csv.DictReader(line for line in file if not line.startswith("#")))


class Flat(Promises):
    """One level: the golden values, and factors that are what the time is made of."""

    def test_golden_rows(self):
        golden = self.golden("collective.csv")
        self.assertGreaterEqual(len(golden), 33)
        for row in golden:
            given = self.row(row["algorithm"], "--flat", "--op", row["operation"], "--ranks", row["ranks"],
                             "--bytes", row["bytes"] + "B", "--alpha", row["alpha_s"] + "s",
                             "--bandwidth", repr(1 / float(row["beta_s_per_B"])) + "B/s",
                             "--reduce-bandwidth", repr(1 / float(row["gamma_s_per_B"])) + "B/s")
            self.close(given["seconds"], float(row["seconds"]))
            for key, exact in (("steps", "A"), ("bytes_factor", "B"), ("reduce_factor", "G")):
                self.assertEqual(given[key], float(Fraction(row[exact])), row)
            self.assertEqual((given["operation"], given["ranks"], given["bytes"]),
                             (row["operation"], int(row["ranks"]), int(row["bytes"])))

    def test_chunks(self):
        for row in self.golden("chunked_broadcast.csv"):
            given = self.row(row["algorithm"], "--flat", "--op", "broadcast", "--ranks", row["ranks"],
                             "--bytes", row["bytes"] + "B", "--alpha", row["alpha_s"] + "s",
                             "--bandwidth", row["bandwidth_B_per_s"] + "B/s")
            self.close(given["seconds"], float(row["seconds"]))
            self.assertEqual(given["chunks"], int(row["chunks"]))
            self.assertEqual([given[key] for key in ("steps", "bytes_factor", "reduce_factor")], 3 * [None])

    def test_time_is_its_factors(self):
        for operation in OPERATIONS + ["send_receive"]:
            for ranks in (1, 2, 3, 6, 8, 32, 129):
                for row in self.rows("--flat", "--op", operation, "--ranks", str(ranks), "--alpha", "3us",
                                     "--bandwidth", "160Gbit/s", "--reduce-bandwidth", "0.1TB/s",
                                     "--bytes", "1B", "12345KB", "3GiB"):
                    self.assertGreaterEqual(row["seconds"] * (1 + 1e-12), row["lower_bound_seconds"], row)
                    self.assertGreaterEqual(row["seconds"], 0.0 if ranks == 1 else 3e-6)
                    if row["steps"] is not None:
                        n = row["bytes"]
                        self.close(row["seconds"], row["steps"] * 3e-6 + row["bytes_factor"] * n / 20e9 +
                                   row["reduce_factor"] * n / 1e11)

    def test_mesh_is_of_pairs(self):
        rows = self.rows(*FLAT, "--bytes", "16MiB")
        self.assertEqual({row["algorithm"]: row["levels"][0]["link"] for row in rows}["mesh"], "pair")
        self.assertEqual({row["algorithm"] for row in rows if row["levels"][0]["link"] == "pair"},
                         {"mesh", "one_shot_mesh"})
        text = self.output(*FLAT)
        self.assertIn("ONE pairwise link", text)
        self.assertIn("of which a rank has 7", text)
        port, pair = 10e-6 * 3, 10e-6
        for row in self.rows(*FLAT, "--bytes", "1KiB"):
            self.close(row["lower_bound_seconds"], pair if row["levels"][0]["link"] == "pair" else port)

    def test_fastest_and_crossovers(self):
        all = self.json(*FLAT, "--bytes", "1KiB..1GiB")
        for choice in all["choices"]:
            self.assertIsNone(choice["hccl"])
            rows = [row for row in all["rows"] if row["bytes"] == choice["bytes"]]
            marked = [row["algorithm"] for row in rows if row["fastest"]]
            self.assertEqual(marked, sum((group["algorithms"] for group in choice["fastest"]), []))
        meeting = [each for each in all["crossovers"] if "one_shot_mesh" in each["before"]]
        self.assertEqual(len(meeting), 1)  # 2 alpha + n beta / 4 = alpha + n beta
        self.assertAlmostEqual(meeting[0]["bytes"], 10e-6 / 0.75 * 20e9, delta=1)
        self.assertEqual(meeting[0]["after"], ["mesh"])
        between = 3 * 10e-6 / (3 - 7 / 4) * 20e9  # recursive doubling 3, 3; halving-doubling 6, 7/4
        port = [each for each in all["crossovers"] if each["before"] == ["recursive_doubling"]]
        self.assertAlmostEqual(port[0]["bytes"], between, delta=1)
        self.assertEqual(port[0]["after"], ["nhr", "nb", "halving_doubling", "half_exchange"])


class Cluster(Promises):
    """Two levels on the illustrative cluster of the golden values."""

    def on(self, servers, *args, content=SOUND):
        self.write(content)
        return ["--cluster", "cluster.csv", "--servers", servers, *args]

    def test_golden_all_reduce(self):
        golden = self.golden("two_level_all_reduce.csv")
        self.assertGreaterEqual(len(golden), 12)
        for row in golden:
            given = self.row(row["outer"], *self.on(row["servers"], "--per-server", "8", "--bytes", row["bytes"] + "B"))
            self.close(given["seconds"], float(row["total_s"]))
            inside, between = given["levels"]
            self.close(inside["seconds"], float(row["inner_reduce_scatter_s"]) + float(row["inner_all_gather_s"]))
            self.close(between["seconds"], float(row["outer_all_reduce_s"]))
            self.assertEqual((inside["steps"], inside["bytes_factor"], inside["reduce_factor"]), (2, 0.25, 0.875))
            self.assertEqual((given["ranks"], given["bytes_factor"]), (8 * int(row["servers"]), None))

    def test_golden_reduce_scatter(self):
        for row in self.golden("two_level_reduce_scatter.csv"):
            args = self.on(row["servers"], "--op", "reduce_scatter", "--bytes", row["bytes"] + "B")
            self.close(self.row("nhr", *args)["seconds"], float(row["outer_first_s"]))
            self.close(self.row("nhr", *args, "--inside-first")["seconds"], float(row["inner_first_s"]))

    def test_golden_pipeline(self):
        for row in self.golden("hccl_pipeline.csv"):
            given = self.row("hccl_pipeline", *self.on(row["servers"], "--op", row["operation"], "--bytes",
                                                       row["bytes"] + "B", content=FREE))
            self.close(given["seconds"], float(row["seconds"]))
            self.assertEqual([given[key] for key in ("steps", "bytes_factor", "reduce_factor")], 3 * [None])
            self.assertGreater(sum(level["seconds"] for level in given["levels"]), given["seconds"])

    def test_golden_overlap(self):
        for row in self.golden("overlapped_levels.csv"):
            args = self.on(row["servers"], "--bytes", row["bytes"] + "B")
            self.close(self.row(row["outer"], *args)["seconds"], float(row["serial_s"]))
            given = self.row(row["outer"], *args, "--overlap")
            self.close(given["seconds"], float(row["seconds"]))
            self.assertEqual(given["chunks"], int(row["chunks"]))

    def test_bounds_and_levels(self):
        for operation in OPERATIONS:
            for servers, per_server in ((1, 1), (1, 8), (2, 1), (2, 8), (3, 2), (8, 8), (32, 4), (129, 1)):
                for more in ([], ["--inside-first"], ["--overlap"], ["--buffer", "3MB"]):
                    args = self.on(str(servers), "--per-server", str(per_server), "--op", operation, "--bytes", "1B",
                                   "65MB", "1GiB", *more)
                    for row in self.rows(*args):
                        self.assertGreaterEqual(row["seconds"] * (1 + 1e-12), row["lower_bound_seconds"], (row, more))
                        busy = sum(level["seconds"] for level in row["levels"])
                        if row["steps"] is None:
                            self.assertGreaterEqual(busy * (1 + 1e-12), row["seconds"])
                            continue
                        self.close(row["seconds"], busy)
                        for level in row["levels"]:
                            alpha, rate = (5e-6, 18.3e9) if level["link"] == "pair" else (10e-6, 20e9)
                            n = row["bytes"]
                            self.close(level["seconds"], row["rounds"] * level["steps"] * alpha + n * (
                                level["bytes_factor"] / rate + level["reduce_factor"] / 500e9))

    def test_bound_by_hand(self):
        """One step reaches 8 more servers each; 2 (31/32) n/8 bytes leave a port; a rank moves 2 (255/256) n."""
        args = ["32", "--algorithm", "nhr", "--bytes", "1B", "1GiB"]
        small, large = self.rows(*self.on(*args, content=FREE))
        self.close(small["lower_bound_seconds"], 2 * 10e-6)
        self.close(large["lower_bound_seconds"], 2 * 255 / 256 * 2**30 / (20e9 + 7 * 18.3e9))
        self.close(large["times_lower_bound"], large["seconds"] / large["lower_bound_seconds"])
        large = self.rows(*self.on(*args, content=FREE.replace("20GB/s", "10GB/s")))[1]
        self.close(large["lower_bound_seconds"], 2 * 31 / 32 * 2**30 / 8 / 10e9)

    def test_buffer(self):
        once = self.row("nhr", *self.on("6", "--bytes", "1GiB"))
        rounds = self.row("nhr", *self.on("6", "--bytes", "1GiB", "--buffer", "200MiB"))
        self.assertEqual((once["rounds"], rounds["rounds"]), (1, 6))
        self.close(rounds["seconds"], once["seconds"] + 5 * (2 * 5e-6 + 6 * 10e-6))
        in_file = SOUND.replace("500GB/s,\n", "500GB/s,200MiB\n").replace("200MiB\n", "\n", 1)
        self.close(self.row("nhr", *self.on("6", "--bytes", "1GiB", content=in_file))["seconds"], rounds["seconds"])
        self.close(self.row("nhr", *self.on("6", "--bytes", "1GiB", "--buffer", "none", content=in_file))["seconds"],
                   once["seconds"])

    def test_the_file_gives_what_the_command_line_leaves_open(self):
        self.write(SOUND)
        self.assertEqual(self.rows("--cluster", "cluster.csv", "--bytes", "1MiB")[0]["ranks"], 48)
        self.assertEqual(self.rows("--bytes", "1MiB")[0]["ranks"], 256)

    def test_hccl_choice(self):
        """Thresholds of HCCL's selector: a block of 1 MiB for AllReduce; NHR from four servers on."""
        sizes = ["--bytes", "1KiB", "255MiB", "256MiB", "1GiB"]
        names = [choice["hccl"]["algorithm"] for choice in self.json(*sizes)["choices"]]
        self.assertEqual(names, ["nhr", "nhr", "hccl_pipeline", "hccl_pipeline"])
        all = self.json(*sizes, "--servers", "3")
        self.assertEqual(all["choices"][0]["hccl"]["algorithm"], "ring")
        self.assertIn("selector", all["choices"][0]["hccl"]["reason"])
        for choice in all["choices"]:
            marked = [row for row in all["rows"] if row["hccl"] and row["bytes"] == choice["bytes"]]
            self.assertEqual([row["algorithm"] for row in marked], [choice["hccl"]["algorithm"]])
            self.assertEqual(marked[0]["seconds"], choice["hccl"]["seconds"])
        without = self.json("--bytes", "256MiB", "--without-rdma-lite")["choices"][0]["hccl"]
        self.assertEqual(without["algorithm"], "nhr")
        one_server = self.json("--servers", "1", "--bytes", "256KiB", "257KiB")["choices"]
        self.assertEqual([choice["hccl"]["algorithm"] for choice in one_server], ["one_shot_mesh", "mesh"])
        self.assertIsNone(self.json("--op", "gather", "--bytes", "1MiB")["choices"][0]["hccl"])
        self.assertIsNone(self.json("--algorithm", "ring", "--bytes", "1MiB")["choices"][0]["hccl"])

    def test_hccl_time_by_hand(self):
        """32 servers of 8, Atlas A2: NHR's 2 x 5 steps of 60 us and the mesh's 2 of 5 us."""
        n = 16 * 2**20
        expected = 2 * 5e-6 + n / 4 / 18.3e9 + 10 * 60e-6 + 2 * 31 / 32 * n / 8 / 20e9
        self.close(self.json("--bytes", "16MiB")["choices"][0]["hccl"]["seconds"], expected)

    def test_algorithms_by_name(self):
        rows = self.rows("--algorithm", "ring", "nhr", "--bytes", "1MiB", "1GiB")
        self.assertEqual([row["algorithm"] for row in rows], ["ring", "nhr", "ring", "nhr"])


class Network(Promises):
    def stretch(self, algorithm, *args, op="all_reduce"):
        """How much longer the transfer between servers takes."""
        given = []
        for more in ([], args):
            row = self.row(algorithm, "--servers", "16", "--op", op, "--bytes", "64MiB", *more)
            between = row["levels"][1]
            given.append(between["seconds"] - between["steps"] * 60e-6)
        return given[1] / given[0]

    def test_oversubscription(self):
        for row in self.golden("oversubscription.csv"):
            if row["servers"] != "16" or row["algorithm"] not in ("ring", "nhr", "halving_doubling"):
                continue
            all_reduce = row["order"] in ("", "near_first")
            given = self.stretch(row["algorithm"], "--oversubscription", row["ratio"], "--rack", row["rack"],
                                 op="all_reduce" if all_reduce else "reduce_scatter")
            self.close(given, float(row["coefficient"]) / (15 / 16), 1e-9)

    def test_hashing(self):
        for row in self.golden("ecmp_collisions.csv"):
            if int(row["flows"]) <= int(row["links"]):
                given = self.stretch("nhr", "--ecmp-flows", row["flows"], "--ecmp-links", row["links"])
                self.close(given, float(row["expected_max_load"]), 1e-9)

    def test_headers(self):
        self.close(self.stretch("ring", "--mtu", "1024"), 4096 / 4178 * (1024 + 82) / 1024, 1e-9)

    def test_what_is_not_counted_is_left_out(self):
        args = ["--oversubscription", "2", "--rack", "2", "--servers", "6", "--bytes", "1MiB"]
        names = [row["algorithm"] for row in self.rows(*args)]
        self.assertEqual(names, ["ring", "nhr", "nb", "hccl_pipeline"])
        self.assertIn("Left out, because their traffic out of a rack is not counted: halving_doubling",
                      self.output(*args))
        self.assertIn("--op: expected an operation whose traffic", self.refused(*args, "--op", "broadcast"))

    def test_flat_too(self):
        plain, hashed = (self.row("ring", *FLAT, "--bytes", "1GiB", *more)["seconds"] - 14 * 10e-6
                         for more in ([], ["--ecmp-links", "8"]))
        self.close(hashed / plain, 2.5972328186035156, 1e-9)


class Text(Promises):
    def test_table(self):
        text = self.output()
        self.assertRegex(text, r"(?m)^   1 KiB +us +120\.0 +3730\.0 +610\.0h +310\.0\* +1450\.1 +3730\.0$")
        self.assertIn("Fastest: recursive_doubling up to 14.9 MiB, then nhr, nb, halving_doubling, half_exchange.",
                      text)
        self.assertIn("HCCL, 1 KiB to 64 MiB: nhr (", text)
        self.assertRegex(text, r"(?m)^   16 MiB +nhr +1\.042 ms +0\.239 +0\.803 +4\.62$")
        self.assertIn("no loss, no contention", text)

    def test_one_size(self):
        text = self.output("--servers", "32", "--per-server", "8", "--op", "all_reduce", "--bytes", "512MiB")
        self.assertRegex(text, r"(?m)^   nhr +\* +15\.67 +7\.36 +8\.30 +7\.22 +2\.17$")
        self.assertRegex(text, r"(?m)^   hccl_pipeline +h +17\.92 ")
        self.assertRegex(text, r"(?m)^   nhr +2 +0\.2500 +0\.8750 +10 +0\.2422 +0\.1211$")

    def test_is_narrow(self):
        for args in ([], ["--servers", "6"], ["--op", "broadcast"], FLAT, FLAT + ["--op", "reduce"], ["--servers", "1"],
                     ["--bytes", "3MB"], ["--op", "all_to_all", "--bytes", "1GiB"], ["--overlap", "--servers", "6"]):
            lines = self.output(*args).split("\n")
            self.assertLessEqual(max(map(len, lines)), 115, args)
            self.assertFalse([line for line in lines if line != line.rstrip()])

    def test_names_no_folder(self):
        self.assertNotIn("/data", self.output() + self.output("--json"))

    def test_json_is_plain(self):
        all = self.json("--bytes", "1MiB")
        for key in ("operation", "algorithm", "ranks", "bytes", "seconds", "steps", "bytes_factor", "reduce_factor",
                    "lower_bound_seconds"):
            self.assertIn(key, all["rows"][0])
        self.assertEqual(all["machine"]["levels"]["between"]["bandwidth_bytes_per_second"], 20e9)
        self.assertEqual(all["machine"]["levels"]["inside"]["link"], "pair")
        self.assertEqual(all["machine"]["buffer_bytes"], 200 * 2**20)

    def test_help(self):
        text = self.output("--help")
        for option in ("--servers", "--per-server", "--op", "--bytes", "--cluster", "--algorithm", "--json", "--plot",
                       "--flat", "--ranks", "--alpha", "--bandwidth", "--reduce-bandwidth", "reduce_bandwidth"):
            self.assertIn(option, text)


class Sizes(Promises):
    def sizes(self, *args):
        return [choice["bytes"] for choice in self.json("--bytes", *args)["choices"]]

    def test_units(self):
        self.assertEqual(self.sizes("1B", "1KB", "1KiB", "1.5MB", "1MiB", "2GB", "2GiB", "1e3GB", "1TiB"),
                         [1, 1000, 1024, 2**20, 1500000, 2 * 10**9, 2**31, 10**12, 2**40])

    def test_ranges(self):
        self.assertEqual(self.sizes("1KiB..16KiB"), [1024, 4096, 16384])
        self.assertEqual(self.sizes("1KiB..16KiB", "--factor", "2"), [2**k for k in range(10, 15)])
        self.assertEqual(self.sizes("3B..20B", "7B", "3B"), [3, 7, 12, 20])
        self.assertEqual(self.sizes("5MB..5MB"), [5000000])
        self.assertEqual(len(self.json()["choices"]), 12)

    def test_rates(self):
        for rate, value in (("160Gbit/s", 20e9), ("20000MB/s", 20e9), ("1GiB/s", 2**30), ("0.02TB/s", 2e10)):
            given = self.json("--flat", "--ranks", "2", "--alpha", "1ms", "--bandwidth", rate, "--bytes", "1B")
            level = given["machine"]["levels"]["flat"]
            self.assertEqual((level["alpha_seconds"], level["bandwidth_bytes_per_second"]), (1e-3, value))


class Refusals(Promises):
    def at(self, line, column, expected, content):
        self.write(content)
        for args in ([], ["--json"], ["--plot", "picture.svg"]):
            text = self.refused("--cluster", "cluster.csv", *args)
            self.assertIn(f"cluster.csv:{line}: column {column}: expected ", text, content)
            self.assertIn(expected, text, content)

    def row_of(self, index, text):
        rows = ROWS.copy()
        rows[index] = text
        return HEAD + "".join(rows)

    def test_files(self):
        for name, what in [("missing.csv", "No such file"), (".", "Is a directory"), ("/dev/zero", "larger than 1 MiB"),
                           ("", "No such file")]:
            text = self.refused("--cluster", name)
            self.assertIn(what, text)
            self.assertIn("expected a CSV file with the columns level, link, ranks, alpha, bandwidth", text)

    def test_whole_file(self):
        self.at(1, "level", "a line of column names", "")
        self.at(1, "1", "separated by commas", SOUND.replace(",", ";"))
        self.at(1, "alpha", "a column of this name", SOUND.replace("alpha", "buffer", 1).replace(",buffer\n", "\n"))
        self.at(2, "level", "the row of the level inside", HEAD)
        self.at(3, "level", "the row of the level between", HEAD + ROWS[0])
        self.at(2, "level", "expected inside", HEAD + ROWS[1] + ROWS[0])
        self.at(4, "level", "no more than the two rows", SOUND + ROWS[1])

    def test_rows(self):
        inside, between = ROWS
        self.at(2, "link", "one link of the full mesh", self.row_of(0, inside.replace("pair", "port")))
        self.at(3, "link", "a rank's port", self.row_of(1, between.replace("port", "pair")))
        for text in ("", "0", "-8", "8.5", "x", "1e9", "nan", "8us"):
            self.at(2, "ranks", "the ranks of a server, a whole number from 1",
                    self.row_of(0, f"inside,pair,{text},5us,1GB/s\n"))
            self.at(3, "ranks", "the servers, a whole number from 1",
                    self.row_of(1, f"between,port,{text},5us,1GB/s\n"))
        for text in ("", "5", "5 us", "5GB", "us", "-5us", "nanus", "5min", "5e5s", "+5us", "0x5us", "5usx"):
            self.at(2, "alpha", "a time such as 10us", self.row_of(0, f"inside,pair,8,{text},1GB/s\n"))
        for text in ("", "20", "20GB", "20us", "0GB/s", "-1GB/s", "infGB/s", "20Gb/s", "20gb/s", "20GBps", "1e9TB/s"):
            self.at(3, "bandwidth", "a bandwidth such as 20GB/s", self.row_of(1, f"between,port,8,5us,{text}\n"))
        self.at(2, "reduce_bandwidth", "and not a size", self.row_of(0, inside.replace("500GB/s", "500GB")))
        self.at(2, "buffer", "nothing inside", self.row_of(0, inside.replace(",\n", ",200MB\n")))
        self.at(3, "buffer", "and not a bare number", self.row_of(1, between.replace(",\n", ",200\n")))

    def test_forms_of_a_file(self):
        self.write(SOUND)
        plain = self.json("--cluster", "cluster.csv")
        for content in (SOUND.replace("\n", "\r\n"), "\ufeff" + SOUND, "# remark\n\n" + SOUND + "\n",
                        SOUND.rstrip("\n"), SOUND.replace(",", " , "), SOUND.replace("20GB/s", '"160Gbit/s"')):
            self.write(content)
            self.assertEqual(self.json("--cluster", "cluster.csv"), plain, content)

    def test_sizes(self):
        for text in ("", "10", "10GB/s", "1.5B", "0B", "-5MiB", "1e30B", "1 KiB", "1kb", "1Kib", "nanB", "infB", "KiB",
                     "..", "1KiB..", "..1KiB", "1KiB...4KiB", "1KiB..4", "5us", "0x10B", "+1KiB", "1KiB,2KiB"):
            text = self.refused("--bytes", text)
            self.assertIn("--bytes: expected a size such as 512MiB", text)
        self.assertIn("above its beginning, 4KiB", self.refused("--bytes", "4KiB..1KiB"))
        self.assertIn("no more than 1000 sizes", self.refused("--bytes", "1B..1TiB", "--factor", "1.01"))
        for text in ("1", "0", "-2", "x", "", "nan", "1e9"):
            self.assertIn("--factor: expected the step", self.refused("--factor", text))
        self.assertIn("and not a bare number", self.refused("--bytes", "512"))
        self.assertIn("and not a bandwidth", self.refused("--bytes", "512MB/s"))

    def test_flat(self):
        def flat(**changed):
            given = {"ranks": "8", "alpha": "10us", "bandwidth": "20GB/s", **changed}
            return ["--flat"] + [word for key, value in given.items() for word in ("--" + key.replace("_", "-"), value)]
        self.output(*flat())
        for text in ("", "0", "-1", "2.5", "x", "1e12"):
            self.assertIn("--ranks: expected the ranks, a whole number from 1", self.refused(*flat(ranks=text)))
        self.assertIn("and not a bare number", self.refused(*flat(alpha="10")))
        self.assertIn("and not a size", self.refused(*flat(bandwidth="10GB")))
        self.assertIn("and not a time", self.refused(*flat(bandwidth="10us")))
        self.assertIn("--bandwidth: expected", self.refused(*flat(bandwidth="20Gb/s")))
        self.assertIn("--alpha: expected", self.refused(*flat(alpha="-10us")))
        self.assertIn("--reduce-bandwidth: expected", self.refused(*flat(reduce_bandwidth="500")))
        for option in ("--ranks", "--alpha", "--bandwidth"):
            args = flat()
            at = args.index(option)
            self.assertIn(f"requires {option}", self.refused(*args[:at], *args[at + 2:]))
        for more in (["--servers", "4"], ["--per-server", "4"], ["--cluster", "x"], ["--buffer", "none"],
                     ["--overlap"]):
            self.assertIn("excludes", self.refused(*flat(), *more))
        for more in (["--ranks", "8"], ["--alpha", "1us"], ["--bandwidth", "1GB/s"], ["--reduce-bandwidth", "1GB/s"]):
            self.assertIn("requires --flat", self.refused(*more))

    def test_machine(self):
        for text in ("0", "-1", "x", "", "1.5", "99999999"):
            self.assertIn("--servers: expected servers, a whole number", self.refused("--servers", text))
        self.assertIn("no more than atlas_a2.csv joins in one, a whole number from 1 to 8, got \"16\"",
                      self.refused("--per-server", "16"))
        self.assertIn("--buffer: expected a size", self.refused("--buffer", "200"))
        self.assertIn("--buffer: expected a size", self.refused("--buffer", "0B"))

    def test_names(self):
        self.assertIn("--op: expected one of all_reduce, reduce_scatter", self.refused("--op", "allreduce"))
        self.assertIn("--op: expected an operation", self.refused("--op", "send_receive"))
        for name in ("mesh", "rings", "", "Ring", "chain"):
            text = self.refused("--algorithm", name)
            self.assertIn("--algorithm: expected auto alone, or some that offer all_reduce here: ring, nhr", text)
        self.assertIn("auto alone", self.refused("--algorithm", "auto", "ring"))

    def test_network(self):
        for text in ("1500", "4096.5", "", "x", "0"):
            self.assertIn("--mtu: expected one of RoCE's 256, 512", self.refused("--mtu", text))
        self.assertIn("requires --rack", self.refused("--oversubscription", "2"))
        self.assertIn("requires --oversubscription", self.refused("--rack", "2"))
        for text in ("0.5", "x", "2:1", "", "nan"):
            self.assertIn("--oversubscription: expected a ratio",
                          self.refused("--oversubscription", text, "--rack", "4"))
        self.assertIn("--rack: expected a rack that holds all 32 or a divisor",
                      self.refused("--oversubscription", "2", "--rack", "5"))
        for text in ("0", "x", "-3"):
            self.assertIn("--ecmp-links: expected links", self.refused("--ecmp-links", text))
        self.assertIn("no more than 4096 flows x queue pairs",
                      self.refused("--ecmp-links", "32", "--queue-pairs", "200"))
        self.assertIn("--ecmp-flows: expected flows", self.refused("--ecmp-links", "32", "--servers", "5000"))

    def test_command_line(self):
        for args in (["--nonsense"], ["word"], ["--bytes"], ["--plot"], ["--op"], ["--op", "a", "--op", "b"]):
            self.assertIn("try --help", self.refused(*args))

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "wb") as full:
            run = subprocess.run([PROGRAM], stdout=full, stderr=subprocess.PIPE, cwd=self.folder)
        self.assertEqual((run.returncode, run.stderr), (2, b"allreduce_cost: standard output cannot be written\n"))


class Pictures(Promises):
    def test_refusals(self):
        os.mkdir(os.path.join(self.folder, "folder"))
        for file in ("folder", "missing/picture.svg", "", "folder/", "/proc/picture.svg"):
            text = self.refused("--plot", file)
            self.assertIn(f'--plot: expected a file that can be written, got "{file}"', text)
        self.assertIn("one takes no time", self.refused("--plot", "p.svg", "--servers", "1", "--per-server", "1"))

    def test_without_gnuplot(self):
        bin = os.path.join(self.folder, "bin")
        os.mkdir(bin)
        text = self.refused("--plot", "picture.svg", env={"PATH": bin})
        self.assertRegex(text, "--plot: gnuplot was not found.*or leave --plot out")
        broken = os.path.join(bin, "gnuplot")
        for body in ("echo '<svg>'; exit 1", "exit 0", "kill -9 $$"):
            with open(broken, "w", encoding="ascii") as file:
                file.write(f"#!/bin/sh\n{body}\n")
            os.chmod(broken, 0o755)
            self.assertIn("gnuplot could not draw", self.refused("--plot", "picture.svg", env={"PATH": bin}))

    def written(self, file):
        svg = xml.etree.ElementTree.parse(os.path.join(self.folder, file)).getroot()
        self.assertEqual(svg.tag, "{http://www.w3.org/2000/svg}svg")
        return {"".join(text.itertext()).strip() for text in svg.iter("{http://www.w3.org/2000/svg}text")}

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_picture(self):
        self.assertEqual(self.output("--plot", "it's a picture.svg"), self.output())
        self.assertEqual(os.listdir(self.folder), ["it's a picture.svg"])
        self.assertLessEqual({"ring", "hccl_pipeline", "nhr, nb,", "14.9 MiB", "buffer 200 MiB", "times the bound",
                              "1 KiB", "1 GiB", "1 ms", "what HCCL's rules choose", "faster than any algorithm can be",
                              "time of all_reduce on 256 ranks: 32 servers of 8 (atlas_a2.csv)"},
                             self.written("it's a picture.svg"))

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_other_pictures(self):
        self.write("old", "picture.svg")
        self.write(SOUND, "it's.csv")
        for args in (FLAT, FLAT + ["--bytes", "1MiB"], ["--op", "gather", "--servers", "5"], ["--servers", "1"],
                     ["--cluster", "it's.csv", "--bytes", "1B", "1TiB"], ["--algorithm", "nb", "--bytes", "1B"]):
            self.output("--plot", "picture.svg", *args)
            self.assertTrue(self.written("picture.svg"))

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_the_manual_shows_this_picture(self):
        if not PICTURES:
            self.skipTest("needs --pictures")
        self.output("--plot", PICTURE)
        with open(os.path.join(self.folder, PICTURE), encoding="utf-8") as file:
            fresh = file.read()
        with open(os.path.join(PICTURES, PICTURE), encoding="utf-8") as file:
            shown = file.read()
        drawn_by = re.compile(r"<desc>.*?</desc>")
        if drawn_by.search(fresh)[0] != drawn_by.search(shown)[0]:
            self.skipTest("drawn by another version of gnuplot")
        self.assertTrue(fresh == shown, f"docs/plots/{PICTURE} is out of date: allreduce_cost --plot {PICTURE}")


def main():
    global PROGRAM, DATA, PICTURES
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--data", required=True)
    parser.add_argument("--pictures")
    args, rest = parser.parse_known_args()
    PROGRAM = os.path.abspath(args.program)
    DATA = os.path.abspath(args.data)
    PICTURES = args.pictures and os.path.abspath(args.pictures)
    unittest.main(argv=[sys.argv[0], *rest])


main()
