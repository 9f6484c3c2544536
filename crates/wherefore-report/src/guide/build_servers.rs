//! Topics `sarif` and `junit` of `wherefore explain`: the report for machines that build and review.

use super::{Topic, word};

/// The words, in the order of listing.
pub const WORDS: &[Topic] = &[
    word(
        "sarif",
        "the report as a log for code scanning",
        "`--format sarif` of `check`, `why` and `diff` writes a SARIF 2.1.0 log. Each class of a violated property, \
         each difference and each diagnostic is a result. It marks the line to look at first: the guard that let the \
         last step through, the contract whose change closes the gap, the first suspect, and only without these the \
         property; other places are related locations. The run is a code flow with the values that change; a run of \
         more than 200 steps is cut to its first and last hundred.\n\n\
         Undetermined is a result of kind `open`, vacuous a warning. A property that holds is no result, because code \
         scanning shows every result as a problem: it is listed in `verdicts` of the run's properties, with what \
         makes a list of classes complete. `executionSuccessful` is true with exit code 0 or 1 only.\n\n\
         The fingerprint of a class is made from property, level and key, so that a failure is recognised when lines \
         move and other classes come and go. Columns count UTF-16 code units. Paths are written as they were given, \
         relative to the folder in which the program ran; code scanning wants that to be the root of the repository.",
        "wherefore why MODEL --format sarif -o wherefore.sarif; examples/ci has a workflow that uploads it",
    ),
    word(
        "junit",
        "the report as test results for build servers",
        "`--format junit` of `check`, `why` and `diff` writes XML as JUnit does: a suite for the model, a test for \
         each property, and one for whether the model can be read and makes sense. What is violated is a failure, \
         with the keys of its classes and the text of the report. An undetermined property is an error, never \
         skipped, and so is a mistake in the input. A vacuous property passes, with a remark. `diff` is one test.",
        "wherefore check MODEL --format junit -o wherefore.xml",
    ),
];
