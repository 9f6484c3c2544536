"""Every distinct way in which a model breaks a property, and why.

    import wherefore_mc as wherefore

    report = wherefore.why("ac.smv")
    report["right_mode"].classes[0].trace.to_pandas()
    report.assert_holds()

The functions run the program `wherefore` and read its JSON report. `wherefore_mc.document` has the classes of all its parts.
"""

from ._verdict import Obligation, Verdict
from .commands import check, diff, fix, lint, why
from .document import Document, FailureClass, Property, Trace
from .errors import NotProved, ProgramError, ProgramNotFound, WhereforeError
from .results import Comparison, Findings, Report

__all__ = [
    "Comparison",
    "Document",
    "FailureClass",
    "Findings",
    "NotProved",
    "Obligation",
    "ProgramError",
    "ProgramNotFound",
    "Property",
    "Report",
    "Trace",
    "Verdict",
    "WhereforeError",
    "check",
    "diff",
    "fix",
    "lint",
    "why",
]
