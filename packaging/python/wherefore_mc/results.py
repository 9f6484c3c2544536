"""What the commands give: a report with answers, which cannot be taken for a truth value."""

from __future__ import annotations

import html
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from ._program import Output, run
from .document import Certificate, Difference, Document, Fixes, LintFinding, Property
from .errors import NotProved, ProgramError

_FRAME = '<iframe title="Wherefore report" sandbox="allow-scripts" style="width:100%;height:{height}px;border:0" srcdoc="{page}"></iframe>'


@dataclass(frozen=True)
class Call:
    """How the program is called, without the format of the report."""

    command: str
    options: Sequence[str]
    models: Sequence[str]
    text: str | None
    #: An earlier report to compare with, as JSON.
    since: dict[str, Any] | None = None

    def run(self, form: str) -> Output:
        """Runs the program for a report in this format."""
        if self.since is None:
            return self._run(form, [])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "earlier.json"
            path.write_text(json.dumps(self.since), encoding="utf-8")
            return self._run(form, [f"--since={path}"])

    def _run(self, form: str, more: list[str]) -> Output:
        # Models come last, where nothing is taken for an option.
        options = ["--color", "never", "--format", form, "--quiet", *self.options, *more]
        return run([self.command, *options, "--", *self.models], self.text)


@dataclass(frozen=True, repr=False)
class Result:
    """A report of the program."""

    #: The report as classes.
    document: Document
    #: The report as JSON.
    json: dict[str, Any]
    #: 0, 1 or 3 as `wherefore --help` says; 2 is raised as a ProgramError.
    exit_code: int
    #: What the program said beside the report.
    messages: str
    call: Call = field(compare=False)

    def __bool__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} is neither true nor false: ask it, for example with .undetermined")

    @property
    def name(self) -> str:
        """The model, as it was given."""
        return "the text" if self.call.text is not None else self.document.model.path

    def summary(self) -> str:
        """The answer in a few lines."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{'; '.join(line.strip() for line in self.summary().splitlines())}>"

    def render(self, form: str) -> str:
        """The report in another format of the program, such as "html", "sarif" or "text". The program runs once more for it."""
        output = self.call.run(form)
        if output.code != self.exit_code:
            raise ProgramError("the second run came to another answer, perhaps by a limit of time or memory", output.code)
        return output.out

    def html(self) -> str:
        """The report as a page for browsers, in one file."""
        return self.render("html")

    def _repr_html_(self, height: int = 720) -> str:
        """The page within a notebook. Its scripts run in a frame of their own and cannot reach the notebook."""
        return _FRAME.format(height=height, page=html.escape(self.html()))


class Report(Result):
    """The answers about the properties of a model, by name: `report["right_mode"]`."""

    @property
    def properties(self) -> list[Property]:
        """The properties in the order of the model."""
        return self.document.properties

    @property
    def fixes(self) -> Fixes | None:
        """Edits after which the properties hold; only of `fix`."""
        return self.document.fixes

    @property
    def holds(self) -> bool:
        """Whether there are properties and all were proved. False also if one was not decided."""
        return self.exit_code == 0 and bool(self.properties) and all(p.holds for p in self.properties)

    @property
    def violated(self) -> bool:
        """Whether there is a run that breaks a property."""
        return any(p.violated for p in self.properties)

    @property
    def undetermined(self) -> bool:
        """Whether no property is violated and still not all were proved, or there was nothing to prove."""
        return not self.holds and not self.violated

    def assert_holds(self) -> None:
        """Raises NotProved, an AssertionError, with the ways to fail unless everything holds."""
        if not self.holds:
            raise NotProved(self.summary())

    def summary(self) -> str:
        """The answer in a few lines: each property, and each way to fail if `why` was asked."""
        parts = ["\n    ".join(p.lines()) for p in self.properties if not p.holds]
        proved = [p.name for p in self.properties if p.holds]
        if proved:
            parts.append(f"proved: {', '.join(proved)}")
        return "\n  ".join([self.name, *(parts or ["no property was checked"])])

    def __getitem__(self, name: str) -> Property:
        for candidate in self.properties:
            if candidate.name == name:
                return candidate
        raise KeyError(f"no property {name!r} was checked, only {', '.join(p.name for p in self.properties) or 'none'}")

    def __contains__(self, name: object) -> bool:
        return any(p.name == name for p in self.properties)

    def __iter__(self) -> Iterator[Property]:
        return iter(self.properties)

    def __len__(self) -> int:
        return len(self.properties)


class Findings(Result):
    """What `lint` found without properties."""

    @property
    def findings(self) -> list[LintFinding]:
        """The findings in the order of the report."""
        return [] if self.document.lint is None else self.document.lint.findings

    @property
    def undetermined(self) -> bool:
        """Whether some question was not decided: what is not listed may still be there."""
        return self.exit_code == 3 or self.document.lint is None or bool(self.document.lint.open)

    def summary(self) -> str:
        """One line for each finding."""
        lines = [finding.message for finding in self.findings] or ["nothing found"]
        if self.undetermined:
            lines.append("not everything was decided")
        return "\n  ".join([self.name, *lines])


class Comparison(Result):
    """Whether two models do the same for all inputs."""

    @property
    def equivalent(self) -> bool:
        """Whether that was proved. False also if nothing was decided."""
        return self.exit_code == 0 and self.document.equivalent is True

    @property
    def different(self) -> bool:
        """Whether a run shows a difference."""
        return self.document.equivalent is False

    @property
    def undetermined(self) -> bool:
        """Whether nothing was decided; `document.cause` says why."""
        return not self.equivalent and not self.different

    @property
    def differences(self) -> list[Difference]:
        """The classes of differences, shortest first."""
        return self.document.differences

    @property
    def certificate(self) -> Certificate | None:
        """Why equivalence is believed."""
        return self.document.certificate

    def summary(self) -> str:
        """The answer in one line."""
        cause = self.document.cause
        answer = "equivalent" if self.equivalent else "different" if self.different else "undetermined"
        return f"{' and '.join(self.call.models)} are {answer}" + (f": {cause.message}" if cause else "")
