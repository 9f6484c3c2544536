"""The script of the action as a runner would start it, in a repository with a base commit."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"
# Names that would be cells of a table, markup, a mention and a command of the runner.
HOSTILE = {
    "id": "m",
    "initial": "a|b",
    "states": {"a|b": {"on": {"GO": "<img src=x>"}}, "<img src=x>": {}},
    "meta": {"properties": {"p|<b>`@me ::error::": "!In('<img src=x>')"}},
}


class Action(unittest.TestCase):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.root = Path(place.name) / "repository"
        self.root.mkdir()
        self.out = Path(place.name) / "out"
        self.git("init", "--quiet")
        shutil.copy(EXAMPLES / "ac_reduced.smv", self.root / "ac.smv")
        self.base = self.commit()

    def git(self, *arguments: str) -> str:
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        return subprocess.run(["git", *identity, *arguments], cwd=self.root, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self) -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "a change")
        return self.git("rev-parse", "HEAD")

    def edit(self, before: str, after: str) -> None:
        model = self.root / "ac.smv"
        text = model.read_text()
        self.assertIn(before, text)
        model.write_text(text.replace(before, after))
        self.commit()

    def run_action(self, models: str = "*.smv", **inputs: str) -> "tuple[dict[str, str], str, str]":
        files = {name: self.out.with_suffix(f".{name}") for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for file in files.values():
            file.unlink(missing_ok=True)
        settings = {f"INPUT_{name.upper()}": value for name, value in {"models": models, "options": "--no-fix", **inputs}.items()}
        environment = {**os.environ, **{name: str(file) for name, file in files.items()}, **settings}
        done = subprocess.run([sys.executable, str(HERE / "run.py"), str(self.out)], cwd=self.root, env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
        return outputs, files["GITHUB_STEP_SUMMARY"].read_text(), done.stdout

    def test_a_change_that_mends_some(self) -> None:
        self.edit("& e = enter & t <= 2;", "& e = enter & t <= 1;")
        outputs, summary, _ = self.run_action(base=self.base, fail_on="new")
        self.assertEqual((outputs["new"], outputs["fixed"], outputs["code"], outputs["fails"]), ("0", "2", "1", "false"))
        self.assertNotIn("Not compared", summary)
        self.assertIn("Since the base: 0 new and 2 fixed ways to fail.", summary)
        self.assertIn("violated | 2, there is no other", summary)
        log = json.loads(Path(outputs["sarif"]).read_text())
        self.assertEqual([len(run["results"]) for run in log["runs"]], [2])
        self.assertEqual(log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "ac.smv")
        self.assertTrue((self.out / "ac.smv.html").read_text().lower().startswith("<!doctype html>"))
        self.assertEqual(self.git("worktree", "list").count("\n"), 0)

    def test_a_change_that_breaks_more(self) -> None:
        worse = self.base
        self.edit("& e = enter & t <= 2;", "& e = enter & t <= 1;")
        better = self.git("rev-parse", "HEAD")
        self.git("reset", "--quiet", "--hard", worse)
        outputs, summary, _ = self.run_action(base=better, fail_on="new")
        self.assertEqual((outputs["new"], outputs["fails"]), ("2", "true"))
        self.assertIn("**New ways to fail**", summary)

    def test_a_property_that_is_removed_is_not_proved(self) -> None:
        self.edit("INVARSPEC NAME right_mode :=", "INVARSPEC NAME other := TRUE | ")
        outputs, summary, _ = self.run_action(base=self.base, fail_on="new")
        self.assertEqual((outputs["code"], outputs["fails"]), ("0", "true"))
        self.assertIn("not asked any more", summary)

    def test_without_a_base(self) -> None:
        outputs, summary, _ = self.run_action(fail_on="new")
        self.assertEqual((outputs["fails"], outputs["new"]), ("true", "0"))
        self.assertNotIn("Since the base", summary)

    def test_strangers(self) -> None:
        (self.root / "broken|<b>.smv").write_text("MODULE main VAR x : light;")
        (self.root / "odd.json").write_text(json.dumps(HOSTILE))
        (self.root / "outside.smv").symlink_to(EXAMPLES / "door.smv")
        outputs, summary, said = self.run_action("o*\nb*", base=self.base, fail_on="never")
        self.assertEqual((outputs["code"], outputs["fails"]), ("2", "true"))
        self.assertIn("error | there is no module called &#96;light&#96;", summary)
        self.assertNotIn("outside", summary)
        self.assertIn("**Not compared", summary)
        self.assertNotIn("<", summary)
        self.assertIn("odd.json | p&#124;&#60;b&#62;&#96;&#64;me ::error:: | violated | 1, there is no other |", summary)
        for line in summary.splitlines():
            self.assertIn(line.count("|"), (0, 5), line)
        self.assertTrue(said.startswith("::stop-commands::"))

    def test_nothing_to_check_is_a_failure(self) -> None:
        with self.assertRaisesRegex(AssertionError, "no file is matched"):
            self.run_action("*.nothing")


if __name__ == "__main__":
    unittest.main()
