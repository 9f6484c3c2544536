//! Many questions about runs are one: does some run of a system satisfy a formula?
//!
//! The question is asked as the property `not formula`. A run that violates it is the witness, replayed by the engine
//! that found it; a proof of it means that no such run exists. An undecided question stays undecided: it never counts
//! as a no.

use std::cell::Cell;
use std::sync::Arc;
use wherefore_check::{NoAnswer, Observer, Options, Session, Verdict};
use wherefore_ir::{Property, PropertyKind, System, TermId};
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// Whether some run satisfies a formula.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// This one does.
    Yes(Trace),
    /// No run satisfies the formula.
    No,
    /// Whether a run does is not known.
    Unknown(NoAnswer),
}

impl Answer {
    /// Whether it is known that some run does.
    pub(crate) fn is_yes(&self) -> bool {
        matches!(self, Answer::Yes(_))
    }
}

/// Asks questions and counts them.
pub(crate) struct Judge<'a> {
    options: Options,
    pub(crate) stop: &'a Stop,
    observer: &'a Arc<dyn Observer>,
    asked: Cell<usize>,
}

/// The deepest bounded search for one of the many questions of an inquiry: runs that explain something are short.
const DEEPEST: u32 = 40;

impl<'a> Judge<'a> {
    pub(crate) fn new(options: &Options, stop: &'a Stop, observer: &'a Arc<dyn Observer>) -> Judge<'a> {
        let options = Options { max_depth: options.max_depth.min(DEEPEST), ..options.clone() };
        Judge { options, stop, observer, asked: Cell::new(0) }
    }

    /// Whether a run of the system satisfies the formula, a term of its arena.
    pub(crate) fn satisfiable(&self, system: &mut System, formula: TermId) -> Answer {
        self.asked.set(self.asked.get() + 1);
        match self.stop.reason() {
            Some(reason) => Answer::Unknown(NoAnswer::Stopped(reason)),
            None => self.ask(system, formula),
        }
    }

    fn ask(&self, system: &mut System, formula: TermId) -> Answer {
        match self.verdict(system, formula) {
            Verdict::Violated(run) => Answer::Yes(run.trace),
            Verdict::Holds { .. } | Verdict::Vacuous { .. } => Answer::No,
            Verdict::Undetermined(cause) => Answer::Unknown(cause),
        }
    }

    /// The verdict about the opposite of a formula: who found the same is part of it.
    pub(crate) fn verdict(&self, system: &mut System, formula: TermId) -> Verdict {
        let term = system.terms.not(formula);
        let name = "$question".to_owned();
        let property = Property { name, kind: PropertyKind::Ltl, term, text: String::new(), element: None };
        // Properties of the system are no part of the question: without them nothing is kept that only they need.
        let properties = std::mem::take(&mut system.properties);
        let session = Session::new(system, self.options.clone());
        system.properties = properties;
        session.decide(&property, self.stop, self.observer).1
    }

    /// How many questions were asked.
    pub(crate) fn asked(&self) -> usize {
        self.asked.get()
    }
}
