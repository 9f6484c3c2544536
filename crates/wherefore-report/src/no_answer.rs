//! Why nothing was decided: the causes that reports distinguish.
//!
//! Each kind of cause has a word that never changes, an explanation, and advice. Engines know that they were stopped, and
//! pass on the reason that was given with the signal.

use schemars::JsonSchema;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;
use wherefore_stop::StopReason;

/// Why nothing was decided.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename = "Cause")]
pub struct NoAnswer {
    /// Kind of the cause.
    pub kind: CauseKind,
    /// Headline: one line that stands alone.
    #[schemars(length(min = 1))]
    pub message: String,
    /// Advice on what to try. Documents have the advice of the kind as well, behind that of the cause itself.
    pub help: Vec<String>,
    /// Subject of the search: not every option makes a difference to it.
    #[serde(skip)]
    pub about: About,
}

/// Subject of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum About {
    /// A model that engines search.
    #[default]
    Model,
    /// An explicit graph, which no engine searches and which has no levels.
    Graph,
}

impl NoAnswer {
    /// A cause without advice of its own.
    pub fn new(kind: CauseKind, message: impl Into<String>) -> NoAnswer {
        NoAnswer { kind, message: message.into(), help: Vec::new(), about: About::default() }
    }

    /// The cause of a search that was stopped from outside.
    pub fn stopped(reason: &StopReason) -> NoAnswer {
        let kind = match reason {
            StopReason::Timeout { .. } => CauseKind::Timeout,
            StopReason::Deadline { .. } | StopReason::DeadlineShare { .. } => CauseKind::Deadline,
            StopReason::MemoryLimit { .. } | StopReason::MemoryNeeded { .. } => CauseKind::Memory,
            StopReason::Interrupted => CauseKind::Interrupted,
            _ => CauseKind::Stopped,
        };
        NoAnswer::new(kind, reason.to_string())
    }

    /// Everything there is to advise, the specific first.
    pub fn advice(&self) -> Vec<String> {
        let general = match self.about {
            About::Model => self.kind.topic().advice,
            About::Graph => self.kind.advice_for_graphs(),
        };
        self.help.iter().cloned().chain((!general.is_empty()).then(|| general.to_owned())).collect()
    }
}

impl Serialize for NoAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("NoAnswer", 3)?;
        fields.serialize_field("kind", self.kind.word())?;
        fields.serialize_field("message", &self.message)?;
        fields.serialize_field("help", &self.advice())?;
        fields.end()
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The kinds of causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(rename_all = "kebab-case", inline)]
pub enum CauseKind {
    /// The bound of the search was reached.
    Bound,
    /// The time limit was reached.
    Timeout,
    /// The time for the whole command was up.
    Deadline,
    /// The memory limit was reached, or memory ran out.
    Memory,
    /// As many classes were found as were asked for.
    ClassLimit,
    /// All classes are known, and not all of them are listed.
    ListLimit,
    /// A comparison has as many states, or differences, as were allowed.
    SizeLimit,
    /// Every way past the causes found was tried; that is no proof that there is no other cause.
    WaysTried,
    /// The user interrupted.
    Interrupted,
    /// Stopped from outside for another reason.
    Stopped,
    /// A limit on a solver's effort was reached.
    Effort,
    /// A solver answered "unknown".
    #[schemars(rename = "solver-gave-up")]
    GaveUp,
    /// The chosen engines do not handle something in the model.
    Unsupported,
    /// A solver program is not installed.
    MissingSolver,
    /// A solver program ended by itself.
    SolverDied,
    /// An answer was withheld because the re-check that was required is missing.
    #[schemars(rename = "not-rechecked")]
    Unconfirmed,
    /// An error in this program.
    InternalError,
}

/// Topic of a kind of cause.
#[derive(Debug)]
pub struct CauseTopic {
    /// The kind.
    pub kind: CauseKind,
    /// The word for it, also in JSON.
    pub word: &'static str,
    /// One line.
    pub summary: &'static str,
    /// A paragraph.
    pub explanation: &'static str,
    /// Advice on what to try; may be empty.
    pub advice: &'static str,
}

impl CauseKind {
    /// Topic of the kind.
    pub fn topic(self) -> &'static CauseTopic {
        TOPICS.iter().find(|t| t.kind == self).unwrap_or(&TOPICS[0])
    }

    /// The word for it, also in JSON.
    pub fn word(self) -> &'static str {
        self.topic().word
    }

    /// A word or two where there is no room for more.
    pub fn brief(self) -> &'static str {
        match self {
            CauseKind::Timeout | CauseKind::Deadline => "time",
            CauseKind::Memory => "memory",
            CauseKind::Interrupted => "interrupted",
            CauseKind::MissingSolver => "no other solver",
            CauseKind::Effort | CauseKind::GaveUp => "solver gave up",
            CauseKind::SolverDied => "solver died",
            _ => self.word(),
        }
    }

    /// Advice where the model is an explicit graph; may be empty.
    fn advice_for_graphs(self) -> &'static str {
        match self {
            CauseKind::Timeout => "try a longer --timeout",
            CauseKind::Memory => "try a larger --memory, or several machines (--hosts)",
            CauseKind::Deadline | CauseKind::InternalError => self.topic().advice,
            _ => "",
        }
    }
}

const fn topic(
    kind: CauseKind,
    word: &'static str,
    summary: &'static str,
    advice: &'static str,
    explanation: &'static str,
) -> CauseTopic {
    CauseTopic { kind, word, summary, explanation, advice }
}

/// Every kind of cause.
pub const TOPICS: &[CauseTopic] = &[
    topic(
        CauseKind::Bound,
        "bound",
        "the search ended at its bound",
        "try a larger --max-depth, or --engine auto so that engines that prove things take part",
        "Every run up to a number of steps was searched and none breaks the property. Longer runs were not searched, \
         so nothing is known about them. A search without a violation is not a proof.",
    ),
    topic(
        CauseKind::Timeout,
        "timeout",
        "the time limit was reached",
        "try a longer --timeout or another --engine",
        "The search for this property took longer than --timeout allows. The limit counts for each property by \
         itself; --deadline limits the whole command. Nothing that was found before the limit is lost: a violation is \
         reported as soon as it is found.",
    ),
    topic(
        CauseKind::Deadline,
        "deadline",
        "the time for the whole command was up",
        "try a longer --deadline",
        "The command took longer than --deadline allows, all properties and the reading of the model together. Each \
         property has a fair share of the time, what is left divided by the number of those still to come, and what is left over \
         in the end goes to those that were cut off. What was decided is reported; what was cut off or not begun is named first.",
    ),
    topic(
        CauseKind::Memory,
        "memory",
        "the memory limit was reached",
        "try a larger --memory, or --engine sat or smt, which need less than decision diagrams",
        "The program and its solvers together used more memory than --memory allows, or a table of an engine was full. The \
         limit counts from the start: the model that was read is part of it.",
    ),
    topic(
        CauseKind::ClassLimit,
        "class-limit",
        "as many classes were found as were asked for",
        "try a larger --max-classes, or a coarser --level such as 2 or 1(1)",
        "The search for classes ended because --max-classes of them were found. Those listed are real and shortest first; \
         how many more there are is not known.",
    ),
    topic(
        CauseKind::ListLimit,
        "list-limit",
        "more classes are known than are listed",
        "",
        "All choices of a labelled transition system that decide were sorted into classes, and the list has the first of them: as \
         many as --max-classes asks for, or fewer if their runs are very long together. The report says how many there are.",
    ),
    topic(
        CauseKind::SizeLimit,
        "size-limit",
        "a comparison has as many states or differences as were allowed",
        "try a larger --max-states, or a larger --max-differences if differences are missing",
        "The comparison of two models ended because --max-states pairs of states were looked at, or because --max-differences \
         differences are listed. Those listed are real and shortest first; whether there are others is not known.",
    ),
    topic(
        CauseKind::WaysTried,
        "ways-tried",
        "every way past the known causes was tried",
        "",
        "At every block on a known cause, each other way to the same value was asked for: a failing run that comes this way, or \
         a proof that there is none. That ends the search, and it is no proof that the list is complete: a cause may use known \
         ways in another order or more often.",
    ),
    topic(
        CauseKind::Interrupted,
        "interrupted",
        "the run was interrupted",
        "",
        "The run was ended from outside, by Ctrl-C or a termination signal. What was decided before is reported; the rest \
         is undetermined. A second Ctrl-C ends the program at once.",
    ),
    topic(
        CauseKind::Stopped,
        "stopped",
        "the search was stopped",
        "",
        "The search was ended by another part of the program before it had an answer.",
    ),
    topic(
        CauseKind::Effort,
        "effort",
        "a limit on a solver's effort was reached",
        "try another --engine",
        "An engine gives its solver a limited, repeatable amount of work for a question. The limit was used up.",
    ),
    topic(
        CauseKind::GaveUp,
        "solver-gave-up",
        "a solver answered that it does not know",
        "try another --engine, or make integers bounded where the model allows it",
        "Over unbounded integers, reals and products of variables no solver answers every question. The solver's own words \
         are part of the message.",
    ),
    topic(
        CauseKind::Unsupported,
        "unsupported",
        "the chosen engine does not handle something in the model",
        "if an engine was chosen with --engine, leave the choice open",
        "BDDs and SAT solvers need variables with finitely many values; SMT engines take integers and reals but not \
         every CTL property. The message names what was not handled.",
    ),
    topic(
        CauseKind::MissingSolver,
        "missing-solver",
        "a solver program is not installed",
        "",
        "Some questions are answered by programs of their own, started as child processes: z3 (`pip install z3-solver`) and \
         cvc5 (on Debian and Ubuntu `apt install cvc5`). They are looked for on the PATH and in the folder of `wherefore` \
         itself; the latter comes first if it is not on the PATH.",
    ),
    topic(
        CauseKind::SolverDied,
        "solver-died",
        "a solver program ended unexpectedly",
        "try again with a larger --memory or another --engine",
        "A solver's process ended or answered something that is no answer. The message shows what was seen. Often the \
         system ended it because memory ran out.",
    ),
    topic(
        CauseKind::Unconfirmed,
        "not-rechecked",
        "an answer was found and withheld, because it was not re-checked",
        "without --recheck required the answer is given, and says that it was not re-checked",
        "Every proof is re-checked by a solver of another family. With --recheck required, an answer whose re-check ran out of \
         time or memory, or for which no such solver is installed, counts as undetermined. The message says which of these it was.",
    ),
    topic(
        CauseKind::InternalError,
        "internal-error",
        "an error in this program",
        "please report this with the model",
        "Every run that breaks a property is replayed, and every proof is checked by another solver. An answer that does \
         not pass is withdrawn and reported as this error, never shown as a verdict.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn every_kind_has_its_own_topic() {
        let words: std::collections::BTreeSet<_> = TOPICS.iter().map(|t| t.kind.word()).collect();
        assert_eq!(words.len(), TOPICS.len());
    }

    #[test]
    fn the_reason_for_stopping_decides_the_kind() {
        let limit = || "60s".to_owned();
        let kinds = [
            (StopReason::Timeout { limit: limit() }, CauseKind::Timeout),
            (StopReason::Deadline { limit: limit() }, CauseKind::Deadline),
            (StopReason::DeadlineShare { limit: limit(), share: Duration::from_secs(1) }, CauseKind::Deadline),
            (StopReason::MemoryLimit { limit: "2G".to_owned() }, CauseKind::Memory),
            (StopReason::MemoryNeeded { shortage: "3 GB".to_owned() }, CauseKind::Memory),
            (StopReason::Interrupted, CauseKind::Interrupted),
            (StopReason::AnotherWasFaster, CauseKind::Stopped),
            (StopReason::Failed("timeout of a disk".to_owned()), CauseKind::Stopped),
        ];
        for (reason, kind) in kinds {
            assert_eq!(NoAnswer::stopped(&reason).kind, kind, "{reason}");
        }
    }
}
