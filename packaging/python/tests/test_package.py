"""The package against the real program, on the examples. WHEREFORE_PROGRAM names the program where it is not installed."""

import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from unittest import mock

import wherefore_mc as wherefore
from wherefore_mc import document

T = TypeVar("T")
EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
# Two properties, of which one breaks, and a search that takes no time.
COUNTER = """MODULE main
VAR x : 0..7;
ASSIGN init(x) := 0; next(x) := x < 5 ? x + 1 : 0;
INVARSPEC NAME small := x < 5;
INVARSPEC NAME range := x < 8;
"""
# Multiplications of integers, with which solvers are busy for minutes.
HARD = """MODULE main
VAR x : integer; y : integer; u : integer;
ASSIGN init(x) := 3; init(y) := 5; next(x) := x * x + u * y; next(y) := y * y * x + u * u + 7;
INVARSPEC NAME never := x * y != 1234567890123456787;
"""


class Why(unittest.TestCase):
    def setUp(self) -> None:
        self.report = wherefore.why(EXAMPLES / "ac.smv", options=["--no-fix"])

    def test_properties_by_name(self) -> None:
        found = self.report["right_mode"]
        self.assertIs(found.verdict, wherefore.Verdict.VIOLATED)
        self.assertEqual([way.title for way in found.classes][0], "ends in ON by t4, after t1")
        self.assertIsNotNone(found.enumeration)
        self.assertIn("right_mode", self.report)
        with self.assertRaisesRegex(KeyError, "right_mode"):
            self.report["wrong"]

    def test_runs_are_tables(self) -> None:
        trace = self.report["right_mode"].classes[0].trace
        self.assertIsInstance(trace, document.Trace)
        self.assertEqual(trace.rows()[2]["s"], "ON")
        table = trace.to_pandas()
        if importlib.util.find_spec("pandas"):
            table = table.to_dict("records")
        self.assertEqual(table, trace.rows())

    def test_what_failed_is_said(self) -> None:
        self.assertFalse(self.report.holds)
        self.assertTrue(self.report.violated)
        with self.assertRaisesRegex(AssertionError, "(?s)right_mode is violated.*ends in ON by t4, after t1"):
            self.report.assert_holds()
        self.assertIn("ends in ON by t4", repr(self.report))

    def test_page(self) -> None:
        frame = self.report._repr_html_()
        self.assertTrue(frame.startswith("<iframe"))
        self.assertIn("&lt;!doctype html&gt;", frame.lower())
        self.assertEqual(frame.count("<"), 2)

    def test_since(self) -> None:
        again = wherefore.why(EXAMPLES / "ac.smv", since=self.report, options=["--no-fix"])
        since = again["right_mode"].since
        assert since is not None
        self.assertEqual((since.new, since.fixed, len(since.unchanged)), ([], [], 4))
        self.assertIn("since ", again.render("text"))


class Answers(unittest.TestCase):
    def test_text(self) -> None:
        report = wherefore.check(text=COUNTER, language="smv")
        self.assertTrue(report["small"].violated)
        self.assertTrue(report["range"].holds)
        self.assertFalse(report.holds)
        self.assertTrue(wherefore.check(text=COUNTER, language="smv", properties=["range"]).holds)

    def test_undetermined_is_no_answer(self) -> None:
        report = wherefore.check(text=HARD, language="smv", timeout=0.05)
        found = report["never"]
        self.assertEqual((report.holds, report.violated, report.undetermined), (False, False, True))
        self.assertEqual((found.holds, found.violated, found.undetermined), (False, False, True))
        for answer in (report, found.verdict, report.document.obligations.verdict):
            with self.assertRaises(TypeError):
                bool(answer)
        with self.assertRaisesRegex(wherefore.NotProved, "(?s)undetermined.*50ms"):
            report.assert_holds()

    def test_no_property_is_no_proof(self) -> None:
        report = wherefore.check(text="MODULE main VAR x : boolean;", language="smv")
        self.assertEqual((report.holds, report.undetermined, len(report)), (False, True, 0))

    def test_fix(self) -> None:
        fixes = wherefore.fix(text=COUNTER, language="smv", deadline="60s").fixes
        assert fixes is not None
        self.assertIn("x < 5", fixes.ranked[0].patch)

    def test_lint(self) -> None:
        found = wherefore.lint(text="MODULE main VAR s : {a, b, c}; ASSIGN init(s) := a; next(s) := s = a ? b : a;", language="smv")
        self.assertFalse(found.undetermined)
        self.assertTrue(any("c" in finding.message for finding in found.findings), found)

    def test_diff(self) -> None:
        folder = EXAMPLES / "equivalence"
        same = wherefore.diff(folder / "alarm.scxml", folder / "alarm_other.scxml")
        self.assertEqual((same.equivalent, same.different, same.undetermined), (True, False, False))
        self.assertIn("are equivalent", repr(same))
        with self.assertRaises(TypeError):
            bool(same)


class Errors(unittest.TestCase):
    def test_models_that_are_wrong(self) -> None:
        with self.assertRaisesRegex(wherefore.ProgramError, "no module called `foo`") as caught:
            wherefore.check(text="MODULE main VAR x : foo;", language="smv")
        self.assertEqual(caught.exception.code, 2)
        place = caught.exception.diagnostics[0].place
        assert place is not None
        self.assertEqual((place.line, place.column), (1, 21))

    def test_arguments_that_are_wrong(self) -> None:
        with self.assertRaises(wherefore.ProgramError):
            wherefore.check("no/such/model.smv")
        # A name that looks like an option stays a name.
        with self.assertRaisesRegex(wherefore.ProgramError, "cannot read `--version`"):
            wherefore.check("--version", language="smv")
        with self.assertRaisesRegex(wherefore.ProgramError, "--blub"):
            wherefore.check(EXAMPLES / "ac.smv", options=["--blub"])
        for wrong in ({}, {"model": "a.smv", "text": ""}, {"model": "a.smv", "tiemout": 1}, {"model": "a.smv", "properties": "p"}):
            with self.assertRaises(TypeError):
                wherefore.check(**wrong)
        for seconds in (0, -1.0, float("inf"), float("nan")):
            with self.assertRaises(ValueError):
                wherefore.check("a.smv", timeout=seconds)

    def test_reports_of_another_form(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.smv").write_text(COUNTER)
            (Path(folder) / "wherefore.toml").write_text('models = ["*.smv"]')
            with self.assertRaisesRegex(wherefore.ProgramError, "wherefore-project/1"):
                wherefore.check(folder)

    def test_programs_that_are_wrong(self) -> None:
        with mock.patch.dict(os.environ, WHEREFORE_PROGRAM="/no/such/program"):
            with self.assertRaises(wherefore.ProgramNotFound):
                wherefore.check("a.smv")
        # A program that says nothing, and succeeds, has proved nothing.
        with mock.patch.dict(os.environ, WHEREFORE_PROGRAM="/bin/true"):
            with self.assertRaises(wherefore.ProgramError):
                wherefore.check("a.smv")


class Interrupts(unittest.TestCase):
    def test_nothing_is_left_behind(self) -> None:
        """The signal reaches Python alone, as in a notebook."""
        # Python takes the signal as an interrupt unless it was started with it ignored, as programs in the background are.
        script = (
            "import signal, sys, wherefore_mc as w; signal.signal(signal.SIGINT, signal.default_int_handler);"
            "print('ready', flush=True); w.check(text=sys.argv[1], language='smv')"
        )
        child = subprocess.Popen([sys.executable, "-c", script, HARD], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with child:
            assert child.stdout is not None
            child.stdout.readline()
            # The program and at least one solver.
            family = wait_for(lambda: [] if len(below := descendants(child.pid)) < 2 else below)
            child.send_signal(signal.SIGINT)
            try:
                _, said = child.communicate(timeout=60)
            finally:
                child.kill()
        self.assertIn("KeyboardInterrupt", said)
        wait_for(lambda: not any(alive(pid) for pid in family))


def wait_for(question: Callable[[], T]) -> T:
    """Asks until the answer is yes, for a minute at most."""
    for _ in range(600):
        answer = question()
        if answer:
            return answer
        time.sleep(0.1)
    raise AssertionError("waited in vain")


def children(pid: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(word) for word in listed.stdout.split()]


def descendants(pid: int) -> list[int]:
    return [below for child in children(pid) for below in [child, *descendants(child)]]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


if __name__ == "__main__":
    unittest.main()
