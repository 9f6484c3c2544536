"""What can go wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .document import Diagnostic


class WhereforeError(Exception):
    """Everything that this package raises of its own."""


class ProgramNotFound(WhereforeError):
    """The program is not installed, or cannot be started."""


class ProgramError(WhereforeError):
    """The program ended without an answer: exit code 2, or a report that cannot be read."""

    def __init__(self, message: str, code: int, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        #: The exit code; negative if a signal ended the program.
        self.code = code
        #: What the program says about the model, with places; empty if the mistake is in the arguments.
        self.diagnostics = list(diagnostics)


class NotProved(WhereforeError, AssertionError):
    """Something that was required to hold does not, or was not decided."""
