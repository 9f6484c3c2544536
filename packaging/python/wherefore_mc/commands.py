"""The commands of the program as functions."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypedDict, TypeVar, Union

from ._decode import decode
from ._program import Output
from .document import Document
from .errors import ProgramError
from .results import Call, Comparison, Findings, Report, Result

if TYPE_CHECKING:
    from typing_extensions import Unpack

PathLike = Union[str, "os.PathLike[str]"]
Language = Literal["smv", "aut", "scxml", "oss", "lustre", "simulink", "xstate", "btor2", "aiger"]
Time = Union[float, str]
R = TypeVar("R", bound=Result)


class Limits(TypedDict, total=False):
    """What all commands take. Times are seconds, or texts as the program reads them: `"2m"`."""

    #: The language of the model, if its name does not tell; needed with a text.
    language: Language
    #: The longest time for one property or comparison.
    timeout: Time
    #: The longest time for the whole command.
    deadline: Time
    #: The most memory for the program and its solvers: `"2G"`.
    memory: str
    #: What becomes of an answer that no other solver has re-checked.
    recheck: Literal["wanted", "required"]
    #: Folders in which files are looked for that the model includes.
    include: Sequence[PathLike]
    #: Further options, as on the command line.
    options: Sequence[str]


def check(model: PathLike | None = None, *, text: str | None = None, properties: Sequence[str] = (), **limits: Unpack[Limits]) -> Report:
    """Decides the properties of a model, or only those that are named."""
    return _ask(Report, "check", [*_each("--property", properties), *_options(limits)], [model], text)


def why(
    model: PathLike | None = None,
    *,
    text: str | None = None,
    properties: Sequence[str] = (),
    level: str | int | None = None,
    max_classes: int | None = None,
    since: Report | PathLike | None = None,
    **limits: Unpack[Limits],
) -> Report:
    """Finds every distinct way in which properties break. `since` is an earlier report of `why`, or its JSON file, to compare with."""
    options = [*_each("--property", properties), *_one("--level", level), *_one("--max-classes", max_classes), *_options(limits)]
    if since is None or isinstance(since, Report):
        return _ask(Report, "why", options, [model], text, since)
    return _ask(Report, "why", [*options, f"--since={os.fspath(since)}"], [model], text)


def fix(model: PathLike | None = None, *, text: str | None = None, properties: Sequence[str] = (), max_edits: int | None = None, **limits: Unpack[Limits]) -> Report:
    """Finds small edits after which the properties hold, each proved: `report.fixes.ranked`. The file stays as it is."""
    options = [*_each("--property", properties), *_one("--max-edits", max_edits), *_options(limits)]
    return _ask(Report, "fix", options, [model], text)


def lint(model: PathLike | None = None, *, text: str | None = None, **limits: Unpack[Limits]) -> Findings:
    """Asks what every model can be asked: what is never reached, never used, or leads nowhere."""
    return _ask(Findings, "lint", _options(limits), [model], text)


def diff(reference: PathLike, implementation: PathLike, *, outputs: Sequence[str] = (), **limits: Unpack[Limits]) -> Comparison:
    """Says whether two models do the same for all inputs, or where they first differ."""
    return _ask(Comparison, "diff", [*_each("--output", outputs), *_options(limits)], [reference, implementation], None)


def _ask(
    kind: type[R], command: str, options: Sequence[str], models: Sequence[PathLike | None], text: str | None, since: Report | None = None
) -> R:
    given = [os.fspath(model) for model in models if model is not None]
    if (text is None) == (not given):
        raise TypeError("give either the path of a model or its text")
    call = Call(command, options, given or ["-"], text, None if since is None else since.json)
    output = call.run("json")
    return kind(*_read(output), output.code, output.err, call)


def _read(output: Output) -> tuple[Document, dict[str, object]]:
    """The report; whatever is none becomes an exception, so that no answer is made up."""
    said = output.err.strip() or f"the program ended with {output.code} and said nothing"
    try:
        raw = json.loads(output.out)
        # A folder with a wherefore.toml has a report of another form.
        if raw["schema"] != "wherefore/1":
            raise ProgramError(f"the report follows {raw['schema']}, and this package reads wherefore/1", output.code)
        document = decode(Document, raw)
    except (ValueError, TypeError, AttributeError, LookupError) as error:
        raise ProgramError(said, output.code) from error
    if output.code not in (0, 1, 3):
        raise ProgramError(said, output.code, document.diagnostics)
    return document, raw


def _one(name: str, value: object) -> list[str]:
    return [] if value is None else [f"{name}={value}"]


def _each(name: str, values: Sequence[object]) -> list[str]:
    if isinstance(values, str):
        raise TypeError(f"a list of names is wanted, not {values!r}")
    return [f"{name}={value}" for value in values]


def _options(limits: Limits) -> list[str]:
    unknown = set(limits) - set(Limits.__annotations__)
    if unknown:
        raise TypeError(f"there is no argument {', '.join(sorted(unknown))}")
    times = [*_one("--timeout", _time(limits.get("timeout"))), *_one("--deadline", _time(limits.get("deadline")))]
    others = [*_one("--language", limits.get("language")), *_one("--memory", limits.get("memory")), *_one("--recheck", limits.get("recheck"))]
    folders = _each("--include", [os.fspath(folder) for folder in limits.get("include", ())])
    return [*times, *others, *folders, *limits.get("options", ())]


def _time(value: Time | None) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if not 0 < value < math.inf:
        raise ValueError(f"a time limit is a number of seconds above 0, not {value}")
    return f"{max(1, round(value * 1000))}ms"
