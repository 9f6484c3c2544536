"""What the classes of a report can do beside holding its fields."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from ._verdict import Verdict

if TYPE_CHECKING:
    from .document import Cause, FailureClass, Step, Variable

# The most ways to fail that a summary names.
_SHOWN = 5

Row = dict[str, "bool | int | str | None"]


class _HasSteps(Protocol):
    @property
    def variables(self) -> Sequence[Variable]: ...
    @property
    def steps(self) -> Sequence[Step]: ...


class _HasRows(Protocol):
    def rows(self) -> list[Row]: ...


class _HasVerdict(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def verdict(self) -> Verdict: ...
    @property
    def cause(self) -> Cause | None: ...
    @property
    def classes(self) -> Sequence[FailureClass]: ...


class _HasTitle(Protocol):
    @property
    def title(self) -> str: ...
    @property
    def length(self) -> int: ...


class TraceMethods:
    """A run as a table."""

    def rows(self: _HasSteps) -> list[Row]:
        """One row for each step: the value of each variable by its name, None where it is not known."""
        names = [variable.name for variable in self.variables]
        return [{name: step.values.get(name) for name in names} for step in self.steps]

    def to_pandas(self: _HasRows) -> Any:
        """The rows as a DataFrame of pandas; the list of rows itself where pandas is not installed."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            return self.rows()
        return pandas.DataFrame(self.rows())


class PropertyMethods:
    """The answer about one property."""

    @property
    def holds(self: _HasVerdict) -> bool:
        """Whether it was proved, be it vacuously. False also if nothing was decided."""
        return self.verdict in (Verdict.HOLDS, Verdict.VACUOUS)

    @property
    def vacuous(self: _HasVerdict) -> bool:
        """Whether it holds for a reason that may not be meant."""
        return self.verdict is Verdict.VACUOUS

    @property
    def violated(self: _HasVerdict) -> bool:
        """Whether there is a run that breaks it."""
        return self.verdict is Verdict.VIOLATED

    @property
    def undetermined(self: _HasVerdict) -> bool:
        """Whether nothing was decided; `cause` says why."""
        return self.verdict is Verdict.UNDETERMINED

    def lines(self: _HasVerdict) -> list[str]:
        """The answer, and below it the first ways to fail, or why nothing was decided."""
        cause = [] if self.cause is None else [self.cause.message]
        ways = [str(way) for way in self.classes[:_SHOWN]]
        more = len(self.classes) - len(ways)
        return [f"{self.name} is {self.verdict}", *cause, *ways, *([f"and {more} more"] if more else [])]


class ClassMethods:
    """One way to fail."""

    def __str__(self: _HasTitle) -> str:
        return f"{self.title} ({self.length} {'step' if self.length == 1 else 'steps'})"
