"""From JSON to the classes of a report."""

from __future__ import annotations

import dataclasses
import types
import typing
from functools import lru_cache
from typing import Any, TypeVar

from . import document
from ._verdict import Obligation, Verdict

T = TypeVar("T")


@lru_cache(maxsize=None)
def _fields(kind: type) -> list[tuple[str, str, Any]]:
    """For each field of a class its name, the name that it has in JSON, and its type."""
    hints = typing.get_type_hints(kind, vars(document))
    return [(field.name, field.name.rstrip("_"), hints[field.name]) for field in dataclasses.fields(kind)]


def decode(kind: type[T], value: Any) -> T:
    """An object of a class. Fields that the class does not know are left out: a newer program may write more."""
    made: T = _decode(kind, value)
    return made


def _decode(kind: Any, value: Any) -> Any:
    if value is None:
        return None
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return kind(**{name: _decode(inner, value[key]) for name, key, inner in _fields(kind) if key in value})
    if kind in (Verdict, Obligation):
        return kind(value)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is list:
        return [_decode(arguments[0], item) for item in value]
    if origin is tuple:
        return tuple(_decode(inner, item) for inner, item in zip(arguments, value))
    if origin is dict:
        return {key: _decode(arguments[1], item) for key, item in value.items()}
    if origin in (typing.Union, types.UnionType):
        # Of several types at most one has a structure of its own.
        structured = [inner for inner in arguments if dataclasses.is_dataclass(inner) or typing.get_origin(inner) in (list, dict, tuple)]
        return _decode(structured[0], value) if structured else value
    return value
