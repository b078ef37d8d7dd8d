#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What reproduce_figures promises: its figures, its text, its refusals, its pictures.

    reproduce_figures.py PROGRAM [--pictures FOLDER]    FOLDER holds the manual's pictures, to be compared
"""
import argparse
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

PROGRAM = ""
PICTURES = None
NAMES = ["loss_waterfall.svg", "mfu_against_latency.svg", "steps_against_latency.svg"]
HEAD = "latency_ms,step_ratio,mfu,note\n"
ROWS = ["2.1,1.00,0.52,\n", "8.8,1.32,,\n", "15.3,1.65,0.38,\n"]
SOUND = HEAD + "".join(ROWS)


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
        return json.loads(self.output("--json", *args))

    def write(self, content, name="points.csv"):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def refused(self, *args, env=None):
        """The one line that says why; nothing else may have come of it."""
        before = sorted(os.listdir(self.folder))
        run = self.run_program(*args, env=env)
        text = run.stderr.decode(errors="replace")
        self.assertEqual(run.returncode, 2, (args, text))
        self.assertEqual(run.stdout, b"", args)
        self.assertRegex(text, r"\Areproduce_figures: [^\n]+\n\Z", args)
        self.assertEqual(sorted(os.listdir(self.folder)), before, "something was written")
        return text

    def close(self, given, expected, tolerance=1e-12):
        if isinstance(expected, dict):
            self.assertEqual(sorted(given), sorted(expected))
            for key, value in expected.items():
                self.close(given[key], value, tolerance)
        elif isinstance(expected, list):
            self.assertEqual(len(given), len(expected))
            for one, value in zip(given, expected):
                self.close(one, value, tolerance)
        elif expected is None or isinstance(expected, (str, bool)):
            self.assertEqual(given, expected)
        else:
            self.assertTrue(math.isclose(given, expected, rel_tol=tolerance), f"{given} is not {expected}")


class Figures(Promises):
    """Golden values: closed forms evaluated with 40 digits, independently of the library."""

    def test_documented_figures(self):
        all = self.json()
        self.close(all["communication_share"], 51 / 286)
        self.close(all["mfu_direct"], {"2.1": 0.52, "8.8": 0.449400826446281, "15.3": 0.44})
        self.close(all["mfu_effective"], {"2.1": 0.52, "8.8": 0.414319606122597, "15.3": 0.38})
        self.close(all["step_ratio"], {"2.1": 1.0, "8.8": 1.32, "15.3": 1.65})
        self.close(all["loss_points"], {"direct": 8.0, "convergence": 6.0})
        self.close(all["documented"], {"mfu": {"2.1": 0.52, "8.8": None, "15.3": 0.38},
                                       "step_ratio": {"2.1": 1.0, "8.8": 1.32, "15.3": 1.65},
                                       "loss_points": {"direct": 8.0, "convergence": 6.0}})
        self.assertEqual(all["points"], "glm4_910b_rocev2.csv")

    def test_forms_beside_them(self):
        all = self.json()
        self.close(all["reconciling_weight"], 0.2927530126396621)
        self.close(all["goodput_mfu"], {"2.1": 0.52, "8.8": 0.3404551715502129, "15.3": 0.26666666666666667})
        self.close(all["time_to_target_ratio"]["15.3"], 1.95)
        self.close(all["amdahl_mfu"], {"2.1": 0.52, "8.8": 0.33143584845591, "15.3": 0.24518134715026}, 1e-11)
        forms = all["mfu_forms"]
        self.close(forms["amdahl_direct_loss"]["communication_share"], 7 / 242)
        self.close(forms["amdahl_direct_loss"]["implied_step_ms"], 72.6)
        self.close(forms["amdahl_whole_loss"]["communication_share"], 49 / 836)
        self.close([form["compute_ms"] for form in forms["overlapped"]], [72.6, 35.75])
        self.close(forms["documented"]["mfu"]["100"], 0.42922)
        self.close(forms["amdahl_same_share"]["implied_step_ms"], 2.1 * 286 / 51)
        self.close(forms["overlapped"][1]["mfu"]["30"], 0.326426690079017)

    def test_attributions(self):
        golden = {"communication_first": 8.0, "convergence_first": 4.848484848484849, "logarithmic": 6.337003110757,
                  "shapley": 6.424242424242424}
        for key, direct in golden.items():
            given = self.json()["attributions"][key]
            self.close(given["direct_points"], direct, 1e-11)
            self.close(given["convergence_points"], 76 / 3 - direct, 1e-11)
            self.close(given["total_points"], 76 / 3, 1e-11)

    def test_extrapolation(self):
        golden = {"30": [2.365398, 2.420964, 2.467325, 2.477491, 2.473750],
                  "60": [3.833567, 4.047463, 4.440923, 4.624061, 4.546262],
                  "100": [5.791127, 6.276140, 7.710457, 9.090365, 8.376324]}
        all = self.json()
        for latency, values in golden.items():
            given = all["extrapolation"][latency]
            shapes = ["linear", "power", "quadratic", "hyperbolic", "exponential"]
            self.close([given[shape] for shape in shapes], values, 3e-7)
            self.close(given["interval"], [values[0], values[4]], 3e-7)
            self.assertEqual(given["synchronous"], 1.0)
            self.assertEqual(given["status"], "extrapolated")
        self.close(all["step_laws"]["power"]["exponent"], 1.045040031, 1e-9)
        self.close(all["power_exponent_within_rounding"], [0.9889, 1.1037], 1e-4)

    def test_hardware(self):
        """By hand: 10 + 600 us of start-up; (2/8)/18.3 and (2 x 31/32)/8/20 ns a byte inside and between."""
        all = self.json()
        per_byte = [2 / 8 / 18.3e9, 2 * 31 / 32 / 8 / 20e9]
        message = (2.1e-3 - 610e-6) / sum(per_byte)
        self.close(all["hardware"]["message_bytes"], message)
        self.close(all["hardware"]["all_reduce_ms"],
                   {"inside_start_up": 0.01, "inside_transfer": 1e3 * message * per_byte[0], "between_start_up": 0.6,
                    "between_transfer": 1e3 * message * per_byte[1]})
        self.close(all["hardware"]["rocev2_goodput"], 4096 / 4178)
        self.close(all["hardware"]["peak_flop_per_s"], 256 * 24 * 4096 * 2 * 1.8e9)

    def test_congestion(self):
        all = self.json()
        between = 1e-3 * all["hardware"]["all_reduce_ms"]["between_transfer"]
        loads = {1: 3.5329, 4: 8.6506 / 4}  # expected flows on the fullest of 32 links, 32 flows; 128 in quarters
        for latency in ("8.8", "15.3"):
            here = all["congestion"][latency]
            stretch = 1 + (float(latency) - 2.1) * 1e-3 / between
            self.close(here["stretch"], stretch)
            self.close(here["bandwidth_left_gb_per_s"], 20 / stretch)
            for rack in (4, 8):  # NHR: share s_k of the blocks goes to distance 2^k, of which min(1, 2^k/R) leaves
                blocks = [(31 + 2**k) // 2**(k + 1) / 31 for k in range(5)]
                ratio = here["oversubscription"][f"rack_of_{rack}"]
                leaving = [max(1.0, ratio * min(1.0, 2**k / rack)) for k in range(5)]
                self.close(sum(b * x for b, x in zip(blocks, leaving)), stretch, 1e-9)
            for queue_pairs, load in loads.items():
                given = here["ecmp"][f"queue_pairs_{queue_pairs}"]
                self.assertFalse(given["reaches"])
                if queue_pairs == 1:
                    self.close(given["latency_ms"], 2.1 + 1e3 * between * (load - 1), 1e-4)

    def test_compute(self):
        given = self.json()["compute"]
        self.close(given["flop_per_token"], 793251938304)
        rate = 0.52 * 256 * 24 * 4096 * 2 * 1.8e9 / 793251938304
        self.close(given["tokens_per_s"], rate)
        self.close(given["implied_step_ms"], {"same_share": 2.1 * 286 / 51, "refitted": 72.6})
        self.close(given["implied_step_tokens"]["same_share"], rate * 2.1e-3 * 286 / 51)
        self.close(given["batch_step_s"], 1024 * 2048 / rate)
        self.close(given["roofline_step_s"], 1024 * 2048 / rate * 0.52 / 0.86)
        self.close(given["all_reduces_for_share"]["same_share"], 51 / 286 * 1024 * 2048 / rate / 2.1e-3)


class Text(Promises):
    def test_documented_table(self):
        text = self.output()
        for name, *figures in [("communication share c", "not given", "0.178322"),
                               ("MFU at 2.1 ms, %", "52.00", "52.00", "0.00"),
                               ("MFU at 8.8 ms, %", "not given", "41.43"),
                               ("MFU at 15.3 ms, %", "38.00", "38.00", "0.00"),
                               ("MFU at 8.8 ms from communication alone, %", "not given", "44.94"),
                               ("MFU at 15.3 ms from communication alone, %", "44.00", "44.00", "0.00"),
                               ("steps at 8.8 ms, relative", "1.320", "1.320", "0.000"),
                               ("steps at 15.3 ms, relative", "1.650", "1.650", "0.000"),
                               ("points lost to longer communication", "8.00", "8.00", "0.00"),
                               ("points lost to gradient ageing", "6.00", "6.00", "0.00"),
                               ("synchronous training", *6 * ["1.000"]),
                               ("Amdahl: times added, same c", "11.78", "17.83", "52.00", "33.14", "24.52", "15.43")]:
            self.assertRegex(text, r"(?m)^   " + re.escape(name) + "".join(r" +" + re.escape(f) for f in figures))

    def test_is_aligned_and_narrow(self):
        lines = self.output().split("\n")
        self.assertLessEqual(max(map(len, lines)), 110)
        self.assertFalse([line for line in lines if line != line.rstrip()])
        table = lines[lines.index("2. The documented figures") + 2:]
        table = table[1:table.index("")]
        self.assertEqual(len({len(line) for line in table if "not given" not in line}), 1)

    def test_names_no_folder(self):
        self.assertNotIn("/data", self.output() + self.output("--json"))

    def test_help(self):
        text = self.output("--help")
        for option in ("--points", "--direct-loss-points", "--at", "--json", "--plots"):
            self.assertIn(option, text)


class OwnPoints(Promises):
    def test_without_a_split_all_is_communication(self):
        self.write(SOUND)
        all = self.json("--points", "points.csv")
        self.close(all["loss_points"], {"direct": 14.0, "convergence": 0.0})
        self.close(all["mfu_direct"]["15.3"], 0.38)
        self.assertIsNone(all["documented"]["loss_points"]["direct"])
        self.assertIn("--direct-loss-points", self.output("--points", "points.csv"))

    def test_split_on_the_command_line(self):
        self.write(SOUND)
        self.close(self.json("--points", "points.csv", "--direct-loss-points", "8")["communication_share"], 51 / 286)
        self.close(self.json("--direct-loss-points", "5")["loss_points"], {"direct": 5.0, "convergence": 9.0})

    def test_other_latencies(self):
        given = self.json("--at", "15", "45.5")["extrapolation"]
        self.assertEqual(sorted(given), ["15", "45.5"])
        self.assertEqual(given["15"]["status"], "ok")

    def test_forms_of_a_file(self):
        plain = self.json("--points", self.write(SOUND) or "points.csv")
        for content in [SOUND.replace("\n", "\r\n"), "\ufeff" + SOUND, "# remark, with \"a quote\n\n" + SOUND + "\n\n",
                        SOUND.rstrip("\n"), SOUND.replace("\n", ",,\n"), SOUND.replace(",", " , "),
                        SOUND.replace("0.52,", '"0.52","a ""quoted"" note, with a comma"'),
                        "mfu,step_ratio,latency_ms\n0.52,1,2.10\n,1.32,8.8\n0.38,1.65,15.3\n"]:
            self.write(content)
            given = self.json("--points", "points.csv")
            given.pop("power_exponent_within_rounding")  # it depends on how many digits are written
            self.assertEqual(given, {k: v for k, v in plain.items() if k in given}, content)

    def test_a_law_without_a_fit_leaves_the_rest(self):
        self.write("latency_ms,step_ratio,mfu\n0.5,1,0.45\n2,1.2,\n4,1.25,0.40\n")
        all = self.json("--points", "points.csv", "--at", "10")
        self.assertIsNone(all["extrapolation"]["10"]["quadratic"])  # beyond its apex
        self.assertIsNone(all["hardware"]["message_bytes"])  # start-up alone takes longer
        self.assertEqual(all["hardware"]["message_status"], "no solution")
        self.assertGreater(all["extrapolation"]["10"]["power"], 1.25)
        self.assertIn("no solution", self.output("--points", "points.csv"))


class Refusals(Promises):
    def at(self, line, column, expected, content):
        self.write(content)
        for args in ([], ["--json"], ["--plots", "pictures"]):
            text = self.refused("--points", "points.csv", *args)
            self.assertIn(f"points.csv:{line}: column {column}: expected ", text, content)
            self.assertIn(expected, text, content)

    def row(self, index, text):
        rows = ROWS.copy()
        rows[index] = text
        return HEAD + "".join(rows)

    def test_files(self):
        for name, what in [("missing.csv", "No such file"), (".", "Is a directory"), ("/dev/zero", "larger than 1 MiB"),
                           ("", "No such file"), ("two\nlines", r"two\x0alines: No such file")]:
            text = self.refused("--points", name)
            self.assertIn(what, text)
            self.assertIn("expected a CSV file with the columns latency_ms, step_ratio, mfu", text)

    def test_whole_file(self):
        self.at(1, "latency_ms", "a line of column names", "")
        self.at(2, "latency_ms", "a line of column names", "# nothing\n\n")
        self.at(1, "1", "printable text", b"\x7fELF\x02\x01\0\0\n\xff\xfe")
        self.at(1, "1", "printable text", SOUND.encode("utf-16"))
        self.at(3, "step_ratio", "printable text", self.row(1, "8.8,1.\x0032,,\n"))
        self.at(1, "1", "separated by commas", SOUND.replace(",", ";"))
        self.at(1, "1", "a column name", "".join(ROWS))

    def test_columns(self):
        self.at(1, "step_ratio", "a column of this name", SOUND.replace("step_ratio,", ""))
        self.at(1, "mfu", "a column of this name", "latency_ms,step_ratio\n2.1,1\n")
        self.at(1, "4", "a column name out of", SOUND.replace("note", "remark"))
        self.at(1, "4", "each column once", SOUND.replace("note", "mfu"))
        self.at(3, "5", "nothing after the 4 columns", self.row(1, "8.8,1.32,,a,b\n"))
        self.at(3, "note", "a closing quotation mark", self.row(1, '8.8,1.32,,"open\n'))
        self.at(3, "latency_ms", "a closing quotation mark", self.row(1, '"8.8"x,1.32,,\n'))

    def test_rows(self):
        self.at(2, "latency_ms", "a first row of three", HEAD)
        self.at(4, "latency_ms", "a third row of three", HEAD + ROWS[0] + ROWS[1])
        self.at(4, "latency_ms", "a third row of three", HEAD + ROWS[0] + ROWS[2])
        self.at(5, "latency_ms", "no more than three rows", SOUND + "20,1.7,0.36,\n")

    def test_latencies(self):
        for text in ("", "x", "8.8 ms", "8,8", "+8.8", "0x8", "8.8.8", "1e999", "nan", "inf", "-8.8", "0", "-0"):
            quoted = f'"{text}"' if "," in text else text
            self.at(3, "latency_ms", "a latency in ms, finite and > 0", self.row(1, f"{quoted},1.32,,\n"))
        self.at(3, "latency_ms", "above that of the row before, 2.1 ms", self.row(1, "2.1,1.32,,\n"))
        self.at(4, "latency_ms", "above that of the row before, 8.8 ms", self.row(2, "5,1.65,0.38,\n"))

    def test_step_ratios(self):
        for text in ("", "nan", "inf", "-1.32", "1.32x"):
            self.at(3, "step_ratio", "a step ratio", self.row(1, f"8.8,{text},,\n"))
        self.at(3, "step_ratio", ">= 1", self.row(1, "8.8,0.9,,\n"))
        self.at(2, "step_ratio", "expected 1, because the first row", self.row(0, "2.1,1.1,0.52,\n"))
        self.at(4, "step_ratio", "above that of the row before, 1.32", self.row(2, "15.3,1.2,0.38,\n"))
        self.at(4, "step_ratio", "above that of the row before, 1.32", self.row(2, "15.3,1.32,0.38,\n"))

    def test_mfu(self):
        self.at(2, "mfu", "write 0.52 for 52 %", self.row(0, "2.1,1,52,\n"))
        self.at(4, "mfu", "write 0.385 for 38.5 %", self.row(2, "15.3,1.65,38.5,\n"))
        self.at(3, "mfu", "write 0.45 for 45 %", self.row(1, "8.8,1.32,45,\n"))
        for text in ("nan", "inf", "-0.1", "0", "101", "52%"):
            self.at(2, "mfu", "MFU as a fraction of the peak", self.row(0, f"2.1,1,{text},\n"))
        self.at(2, "mfu", "the first and the last row need one", self.row(0, "2.1,1,,\n"))
        self.at(4, "mfu", "the first and the last row need one", self.row(2, "15.3,1.65,,\n"))
        self.at(4, "mfu", "less than the first row's 0.52", self.row(2, "15.3,1.65,0.52,\n"))

    def test_loss_points(self):
        def points(last, middle=""):
            return f"latency_ms,step_ratio,mfu,direct_loss_points\n2.1,1,0.52,\n8.8,1.32,,{middle}\n15.3,1.65,0.38,{last}\n"
        for text in ("0", "-8", "14.1", "nan", "eight"):
            self.at(4, "direct_loss_points", "percentage points", points(text))
        self.at(3, "direct_loss_points", "nothing before the last row", points("8", "3"))
        self.at(4, "direct_loss_points", "a communication share <= 1",
                points("8").replace("8.8", "2.2").replace("15.3", "2.3"))
        self.at(4, "mfu", "a communication share <= 1", SOUND.replace("8.8", "2.2").replace("15.3", "2.3"))

    def test_command_line(self):
        for args in (["--nonsense"], ["word"], ["--points"], ["--plots"], ["--at"], ["--points", "a", "--points", "b"]):
            self.assertIn("try --help", self.refused(*args))
        for text in ("0", "-1", "nan", "inf", "x", ""):
            self.assertIn("--at: expected latencies in ms", self.refused("--at", text))
        for text in ("0", "15", "x", ""):
            self.assertIn("--direct-loss-points: expected percentage points", self.refused("--direct-loss-points", text))

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "wb") as full:
            run = subprocess.run([PROGRAM], stdout=full, stderr=subprocess.PIPE, cwd=self.folder)
        self.assertEqual((run.returncode, run.stderr), (2, b"reproduce_figures: standard output cannot be written\n"))


class Pictures(Promises):
    def test_refusals(self):
        self.write("", "file")
        for folder in ("file", "file/below", ""):
            text = self.refused("--plots", folder)
            self.assertIn(f'--plots: expected a folder that can be written, got "{folder}"', text)
        os.makedirs(os.path.join(self.folder, "half", NAMES[1]))
        self.assertIn("Is a directory", self.refused("--plots", "half"))
        self.assertEqual(os.listdir(os.path.join(self.folder, "half")), [NAMES[1]])

    def test_without_gnuplot(self):
        bin = os.path.join(self.folder, "bin")
        os.mkdir(bin)
        self.assertIn("gnuplot was not found", self.refused("--plots", "pictures", env={"PATH": bin}))
        broken = os.path.join(bin, "gnuplot")
        for body in ("echo '<svg>'; exit 1", "exit 0", "kill -9 $$"):
            with open(broken, "w", encoding="ascii") as file:
                file.write(f"#!/bin/sh\n{body}\n")
            os.chmod(broken, 0o755)
            self.assertIn("gnuplot could not draw", self.refused("--plots", "pictures", env={"PATH": bin}))

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_three_pictures(self):
        self.assertEqual(self.output("--plots", "new/it's a folder"), self.output())
        folder = os.path.join(self.folder, "new", "it's a folder")
        self.assertEqual(sorted(os.listdir(folder)), NAMES)
        texts = {"loss_waterfall.svg": ["52 %", "\u22128", "\u22126", "38 %", "\u221217.33", "26.67 %", "% of the peak"],
                 "mfu_against_latency.svg": ["AllReduce latency in ms", "MFU in %", "documented form, c = 17.8 %",
                                             "Amdahl, same c = 17.8 %", "Amdahl, c = 2.9 %", "44 %"],
                 "steps_against_latency.svg": ["linear 5.8", "power 6.3", "quadratic 7.7", "hyperbolic 9.1",
                                               "exponential 8.4", "calibrated", "AllReduce latency in ms"]}
        for name in NAMES:
            path = os.path.join(folder, name)
            svg = xml.etree.ElementTree.parse(path).getroot()
            self.assertEqual(svg.tag, "{http://www.w3.org/2000/svg}svg")
            written = {"".join(text.itertext()).strip() for text in svg.iter("{http://www.w3.org/2000/svg}text")}
            self.assertLessEqual(set(texts[name]), written)
            with open(path, encoding="utf-8") as file:
                self.assertNotIn(self.folder, file.read())

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_the_manual_shows_these_pictures(self):
        if not PICTURES:
            self.skipTest("needs --pictures")
        self.output("--plots", "fresh")
        for name in NAMES:
            with open(os.path.join(self.folder, "fresh", name), encoding="utf-8") as file:
                fresh = file.read()
            with open(os.path.join(PICTURES, name), encoding="utf-8") as file:
                shown = file.read()
            drawn_by = re.compile(r"<desc>.*?</desc>")
            if drawn_by.search(fresh)[0] != drawn_by.search(shown)[0]:
                self.skipTest("drawn by another version of gnuplot")
            self.assertTrue(fresh == shown, f"docs/plots/{name} is out of date: reproduce_figures --plots docs/plots")


def main():
    global PROGRAM, PICTURES
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--pictures")
    args, rest = parser.parse_known_args()
    PROGRAM = os.path.abspath(args.program)
    PICTURES = args.pictures and os.path.abspath(args.pictures)
    unittest.main(argv=[sys.argv[0], *rest])


main()
