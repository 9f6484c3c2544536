#!/usr/bin/env python3
"""A solver that lies: it asks a real one and changes the answers.

usage: liar.py MODE KNOWING REAL ARGUMENTS...

MODE is `unsat` (says so to everything), `sat`, or `flip` (every third answer is the other one, chosen by the text of the
question, so that the same run lies in the same way again). KNOWING is `knowing` for a liar that recognises the questions
with known answers that it is tried with first, and answers these truthfully. After a lie it goes on as if it were true: with
all assumptions as a core, or with a zero for every value.
"""

import ctypes
import hashlib
import re
import subprocess
import sys

mode, knowing, real, *arguments = sys.argv[1:]


def die_with_parent() -> None:
    """Asks the system to end the real solver when this program is killed."""
    ctypes.CDLL(None).prctl(1, 9)


solver = subprocess.Popen(
    [real, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, preexec_fn=die_with_parent
)
sorts: dict[str, str] = {}
assumed: list[str] = []
lied = None
is_trial = False
said = hashlib.sha256()


def ask(line: str) -> str:
    """Sends a line and reads one answer: a word, or a balanced list."""
    solver.stdin.write(line)
    solver.stdin.flush()
    answer = solver.stdout.readline()
    while answer.count("(") > answer.count(")"):
        more = solver.stdout.readline()
        if not more:
            break
        answer += more
    return answer


def zero(name: str) -> str:
    """A value of the sort of a constant; what is not declared is a formula."""
    sort = sorts.get(name, "Bool")
    if sort == "Bool":
        return "false"
    if sort == "Int":
        return "0"
    if sort == "Real":
        return "0.0"
    if match := re.match(r"\(_ BitVec (\d+)\)", sort):
        return "#b" + "0" * int(match[1])
    if match := re.match(r"\(_ FloatingPoint (\d+) (\d+)\)", sort):
        return f"(_ +zero {match[1]} {match[2]})"
    return "0"


def lie(truth: str) -> str:
    """The answer that is given instead of the truth."""
    if truth not in ("sat", "unsat") or (is_trial and knowing == "knowing"):
        return truth
    if mode == "flip":
        wanted = said.digest()[0] % 3 == 0
        return {"sat": "unsat", "unsat": "sat"}[truth] if wanted else truth
    return mode


for line in sys.stdin:
    said.update(line.encode())
    is_trial = is_trial or "(bvugt x #x9)" in line
    if declared := re.match(r"\(declare-(?:const|fun) (\S+) (?:\(\) )?(.*)\)\s*$", line):
        sorts[declared[1]] = declared[2]
    if line.startswith("(check-sat"):
        assumed = re.findall(r"\(not \S+?\)|[^\s()]+", line[len("(check-sat-assuming (") :]) if "assuming" in line else []
        truth = ask(line).strip()
        answer = lie(truth)
        lied = answer if answer != truth else None
        print(answer, flush=True)
    elif line.startswith("(get-unsat-assumptions") and lied == "unsat":
        print("(" + " ".join(assumed) + ")", flush=True)
    elif line.startswith("(get-value") and lied == "sat":
        names = re.findall(r"[^\s()]+", line[len("(get-value") :])
        print("(" + " ".join(f"({name} {zero(name)})" for name in names) + ")", flush=True)
    elif line.startswith("(get-"):
        print(ask(line), end="", flush=True)
    elif line.startswith("(exit"):
        break
    else:
        solver.stdin.write(line)
        solver.stdin.flush()
solver.kill()
