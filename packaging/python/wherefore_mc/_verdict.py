"""Answers that cannot be taken for truth values."""

from __future__ import annotations

from enum import Enum
from typing import NoReturn


class _Answer(str, Enum):
    """A word of a report. It equals the text of the word."""

    def __bool__(self) -> NoReturn:
        # Texts that are not empty count as true, and so would "undetermined".
        raise TypeError(f"{self.value!r} is neither true nor false: ask for .holds, .violated or .undetermined, or compare it")

    def __str__(self) -> str:
        return str(self.value)


class Verdict(_Answer):
    """The answer about one property. A vacuous property holds, but for a reason that may not be meant."""

    HOLDS = "holds"
    VIOLATED = "violated"
    VACUOUS = "vacuous"
    UNDETERMINED = "undetermined"


class Obligation(_Answer):
    """The answer to whether the model makes sense."""

    MET = "met"
    BROKEN = "broken"
    UNDETERMINED = "undetermined"
    NOT_CHECKED = "not-checked"
