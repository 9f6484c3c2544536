"""Finds the program and runs it, so that it never outlives the call."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import ProgramNotFound

# How long the program may take to end its solvers and itself after it was told to stop.
_GRACE = 5.0


def program() -> str:
    """The path of the program: the variable WHEREFORE_PROGRAM, the folder of scripts of this environment, or the search path."""
    given = os.environ.get("WHEREFORE_PROGRAM")
    if given:
        return given
    for folder in (sysconfig.get_path("scripts"), None):
        found = shutil.which("wherefore", path=folder)
        if found:
            return found
    raise ProgramNotFound("the program `wherefore` is neither in this environment nor on the PATH; WHEREFORE_PROGRAM can name it")


@dataclass(frozen=True)
class Output:
    """What a run of the program gave."""

    code: int
    out: str
    err: str


def run(arguments: Sequence[str], text: str | None = None) -> Output:
    """Runs the program to its end. Whatever interrupts the wait, a KeyboardInterrupt for example, ends the program as well."""
    command = [program(), *arguments]
    source = subprocess.DEVNULL if text is None else subprocess.PIPE
    try:
        process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="replace")
    except OSError as error:
        raise ProgramNotFound(f"cannot start {Path(command[0])}: {error}") from error
    with process:
        try:
            out, err = process.communicate(text)
        except BaseException:
            _stop(process)
            raise
    return Output(process.returncode, out, err)


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(_GRACE)
    except BaseException:
        process.kill()
