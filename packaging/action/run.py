"""What the action for GitHub does:  run.py FOLDER

Runs `wherefore why` on each model that INPUT_MODELS matches, and on the same model at the commit INPUT_BASE. FOLDER gets a page for each model
and wherefore.sarif, which has all of them. GITHUB_STEP_SUMMARY gets what a reader of the change wants to know, GITHUB_OUTPUT the numbers.
Models may come from strangers: their texts are escaped in the summary, and on the standard output they are no commands.
"""

from __future__ import annotations

import glob
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import wherefore_mc as wherefore

# A summary has a limit of 1 MB, and readers have one, too.
MOST_WAYS = 50


@dataclass
class Outcome:
    """What was found about one model."""

    path: str
    report: wherefore.Report | None = None
    error: str = ""
    #: Whether the base had the model and could be asked about it.
    compared: bool = False
    new: list[str] = field(default_factory=list)
    fixed: list[str] = field(default_factory=list)
    #: Properties of which more was known at the base.
    lost: list[str] = field(default_factory=list)

    @property
    def code(self) -> int:
        return 2 if self.report is None else self.report.exit_code

    def fails(self, policy: str) -> bool:
        if self.report is None:
            return True
        if policy == "new":
            # Without a base, everything is new.
            return bool(self.new or self.lost) if self.compared else not self.report.holds
        return policy != "never" and not self.report.holds


def setting(name: str, default: str = "") -> str:
    return os.environ.get(f"INPUT_{name}", "").strip() or default


def models(patterns: str) -> list[str]:
    """The files that the patterns match, each once, in order; nothing outside the folder in which this runs."""
    root = Path.cwd().resolve()
    found = {os.path.relpath(path) for line in patterns.split("\n") if line.strip() for path in glob.glob(line.strip(), recursive=True)}
    is_within = {path: not path.startswith("..") and Path(path).resolve().is_relative_to(root) for path in found}
    return sorted(path for path in found if is_within[path] and Path(path).is_file())


def git(*arguments: str) -> bool:
    return subprocess.run(["git", *arguments], stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def checkout(base: str, folder: Path) -> bool:
    """The files of the base commit in a folder of their own, so that models find there what they include."""
    if not re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", base):
        return False
    known = git("cat-file", "-e", f"{base}^{{commit}}") or git("fetch", "--quiet", "--depth=1", "origin", base)
    return known and git("worktree", "add", "--quiet", "--detach", "--force", str(folder), base)


def ask(path: str, since: wherefore.Report | None = None) -> wherefore.Report:
    options = setting("OPTIONS").split()
    return wherefore.why(path, since=since, deadline=setting("DEADLINE", "5m"), options=options)


def earlier(path: str, base: Path | None) -> wherefore.Report | None:
    if base is None or not (base / path).is_file():
        return None
    try:
        return ask(str(base / path))
    except wherefore.ProgramError:
        return None


def examine(path: str, base: Path | None) -> Outcome:
    before = earlier(path, base)
    outcome = Outcome(path, compared=before is not None)
    try:
        outcome.report = ask(path, before)
    except wherefore.ProgramError as error:
        outcome.error = error.diagnostics[0].message if error.diagnostics else str(error).split("\n")[0]
        return outcome
    if before is not None:
        for found in outcome.report:
            compare(found, before, outcome)
        # Whoever removes a property has not proved it.
        outcome.lost += [f"{had.name}: not asked any more" for had in before if had.name not in outcome.report]
    return outcome


def compare(found: wherefore.Property, before: wherefore.Report, outcome: Outcome) -> None:
    had = before[found.name] if found.name in before else None
    titles = {way.id: way.title for way in found.classes}
    if found.since is not None and found.since.compared:
        outcome.new += [f"{found.name}: {titles.get(way, way)}" for way in found.since.new]
        outcome.fixed += [f"{found.name}: {way.key}" for way in found.since.fixed]
    elif found.violated and had is not None and had.violated:
        # Both fail, and nobody knows whether in the same ways: that is not "nothing new".
        outcome.lost.append(f"{found.name}: its ways to fail cannot be compared")
    elif found.violated:
        outcome.new += [f"{found.name}: {title}" for title in titles.values()] or [found.name]
    elif found.holds and had is not None and had.violated:
        outcome.fixed += [f"{found.name}: {way.title}" for way in had.classes]
    if found.undetermined and (had is None or not had.undetermined):
        outcome.lost.append(f"{found.name}: undetermined")


def plain(text: str) -> str:
    """A text that no reader of Markdown takes for anything else."""
    return "".join(sign if sign.isalnum() or sign in " ,.:=-" else f"&#{ord(sign)};" for sign in " ".join(text.split()))


def listed(title: str, lines: list[str]) -> list[str]:
    if not lines:
        return []
    more = [f"- and {len(lines) - MOST_WAYS} more"] if len(lines) > MOST_WAYS else []
    return ["", f"**{title}**", "", *(f"- {plain(line)}" for line in lines[:MOST_WAYS]), *more]


def summary(outcomes: list[Outcome], has_base: bool) -> str:
    lines = ["## Wherefore", ""]
    if has_base:
        new, fixed = (sum(len(getattr(outcome, name)) for outcome in outcomes) for name in ("new", "fixed"))
        lines += [f"Since the base: {new} new and {fixed} fixed ways to fail.", ""]
    lines += ["| model | property | verdict | ways to fail |", "|---|---|---|---|"]
    for outcome in outcomes:
        lines += rows(outcome)
    for name, title in (("new", "New ways to fail"), ("lost", "Not known any more"), ("fixed", "Fixed")):
        lines += listed(title, [f"{outcome.path}: {line}" for outcome in outcomes for line in getattr(outcome, name)])
    if has_base:
        lines += listed("Not compared: the base has no such model, or one with a mistake", [o.path for o in outcomes if not o.compared])
    return "\n".join(lines) + "\n"


def rows(outcome: Outcome) -> list[str]:
    path = plain(outcome.path)
    if outcome.report is None:
        return [f"| {path} | | error | {plain(outcome.error)} |"]
    return [f"| {path} | {plain(p.name)} | {p.verdict} | {ways(p)} |" for p in outcome.report] or [f"| {path} | none | undetermined | |"]


def ways(found: wherefore.Property) -> str:
    if found.cause is not None:
        return plain(found.cause.message)
    if not found.violated:
        return ""
    is_whole = found.enumeration is not None and found.enumeration.complete
    return f"{len(found.classes)}, {'there is no other' if is_whole else 'there may be others'}"


def write(outcomes: list[Outcome], folder: Path) -> Path:
    """The page of each model, and one log with a run for each."""
    folder.mkdir(parents=True, exist_ok=True)
    joined: dict[str, object] = {}
    runs: list[object] = []
    for outcome in outcomes:
        if outcome.report is None:
            continue
        try:
            # Artifacts take no odd names.
            page = folder / f"{quote(outcome.path)}.html"
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(outcome.report.html(), encoding="utf-8")
            log = json.loads(outcome.report.render("sarif"))
        except wherefore.ProgramError as error:
            say(f"{outcome.path}: no page or log: {error}")
            continue
        joined = joined or log
        runs += log["runs"]
    sarif = folder / "wherefore.sarif"
    sarif.write_text(json.dumps({**(joined or {"version": "2.1.0"}), "runs": runs}), encoding="utf-8")
    return sarif


def append(variable: str, text: str) -> None:
    if os.environ.get(variable):
        with open(os.environ[variable], "a", encoding="utf-8") as file:
            file.write(text)


def say(text: str) -> None:
    """Into the log, where no line is taken for a command."""
    token = secrets.token_hex(16)
    print(f"::stop-commands::{token}\n{text}\n::{token}::", flush=True)


def main() -> int:
    folder, policy = Path(sys.argv[1]).resolve(), setting("FAIL_ON", "unproved")
    if policy not in ("unproved", "new", "never"):
        print("the input `fail-on` is unproved, new or never", file=sys.stderr)
        return 2
    paths = models(setting("MODELS"))
    if not paths:
        print("no file is matched by the input `models`", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as place:
        base = Path(place) / "base"
        has_base = checkout(setting("BASE"), base)
        try:
            outcomes = [examine(path, base if has_base else None) for path in paths]
        finally:
            git("worktree", "remove", "--force", str(base))
    sarif = write(outcomes, folder)
    text = summary(outcomes, has_base)
    say("\n".join(f"{outcome.path}: {outcome.error}" if outcome.report is None else outcome.report.summary() for outcome in outcomes))
    append("GITHUB_STEP_SUMMARY", text)
    codes = {outcome.code for outcome in outcomes}
    code = next(code for code in (2, 1, 3, 0) if code in codes)
    numbers = {"new": sum(len(o.new) for o in outcomes), "fixed": sum(len(o.fixed) for o in outcomes), "code": code}
    fails = any(outcome.fails(policy) for outcome in outcomes)
    append("GITHUB_OUTPUT", "".join(f"{name}={value}\n" for name, value in numbers.items()) + f"fails={str(fails).lower()}\nsarif={sarif}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
