//! The lens for synchronous programs.

use super::classes::{Listing, Stage};
use super::search::{DataflowProblem, FailureSearch};
use super::shown::shown;
use super::{Program, cover, least, scene};
use crate::context::Context;
use crate::explanation::{Claim, Subject};
use crate::external_trace::up_to_failure;
use crate::lens::{Classifier, Lens, Violation};
use crate::{Completeness, ExternalTrace, Inquiry};
use std::cell::OnceCell;
use wherefore_check::{NoAnswer, Session};
use wherefore_ir::network::BlockId;
use wherefore_ir::{Constraint, Property, System, TermId};
use wherefore_trace::Trace;

/// The lens for synchronous programs.
pub struct DataflowLens<'a> {
    /// The program.
    pub system: &'a System,
    /// The engines of that system.
    pub session: &'a Session,
    /// How finely failures are distinguished: 1 by their cause without times, 2 by the inputs that act.
    pub level: u32,
}

impl Lens for DataflowLens<'_> {
    fn system(&self) -> &System {
        self.system
    }

    fn session(&self) -> &Session {
        self.session
    }

    fn classifier<'s>(
        &'s self,
        violation: Violation<'s>,
        context: &'s Context<'s>,
    ) -> Option<Box<dyn Classifier + 's>> {
        let program = Program::new(self.system)?;
        let sink = program.network.sink(&violation.property.name)?;
        let cut = cut(self.system, violation.property.term);
        let own = OnceCell::new();
        Some(Box::new(DataflowClassifier { program, sink, cut, level: self.level, violation, own, context }))
    }
}

/// Distinguishes failures by the way on which they came through the blocks.
struct DataflowClassifier<'a> {
    program: Program<'a>,
    /// The block that the property asks for.
    sink: BlockId,
    /// The system without what comes after a failure.
    cut: System,
    level: u32,
    violation: Violation<'a>,
    /// The ways of the run that was given.
    own: OnceCell<FailureSearch>,
    context: &'a Context<'a>,
}

impl Classifier for DataflowClassifier<'_> {
    fn property(&self) -> &Property {
        self.violation.property
    }

    fn subject(&self) -> Subject<'_> {
        Subject::new(self.program.system, Claim::Always(self.violation.property.term), self.context.options)
    }

    /// A run that was found says little: another one is shown.
    fn first(&self) -> Option<Inquiry> {
        let question = self.question();
        let is_given = self.violation.is_given();
        is_given.then(|| self.listing(&question).report(self.own(&question), Stage::Searching))
    }

    fn given(&self, _: &Inquiry) -> Result<ExternalTrace, Option<String>> {
        let question = self.question();
        let own = self.own(&question);
        let unexplained = || own.end.as_ref().map(|cause| format!("the given run is not explained: {cause}"));
        self.listing(&question).given(own).ok_or_else(unexplained)
    }

    fn classes(&self, note: &dyn Fn(&Inquiry)) -> Inquiry {
        let (question, run) = (self.question(), self.violation.run);
        let first = shown(&self.cut, question.good, run, self.context.options, self.context.stop);
        // Where the search for the shortest one did not come to an end, any length is possible.
        let floor = first.as_ref().map_or(0, |run| run.len() as u32 - 1);
        let known = || up_to_failure(self.program.system, run, question.good).unwrap_or_else(|| run.clone());
        self.search(&question, first.unwrap_or_else(|_| known()), floor, note)
    }

    fn draw(&self, inquiry: &mut Inquiry) {
        scene::draw(&self.program, self.sink, inquiry);
    }
}

impl DataflowClassifier<'_> {
    fn question(&self) -> DataflowProblem<'_> {
        let DataflowClassifier { program, sink, cut, context, .. } = self;
        DataflowProblem { program, cut, good: self.violation.property.term, sink: *sink, context }
    }

    fn listing<'q>(&self, question: &'q DataflowProblem<'q>) -> Listing<'q> {
        Listing { question, level: self.level }
    }

    /// The ways of the given run.
    fn own(&self, question: &DataflowProblem<'_>) -> &FailureSearch {
        self.own.get_or_init(|| FailureSearch::new(question, self.violation.run.clone()))
    }

    /// All ways to fail, as far as they are found, beginning with those of a run. No failing run has fewer steps than `floor`.
    fn search(&self, question: &DataflowProblem<'_>, run: Trace, floor: u32, note: &dyn Fn(&Inquiry)) -> Inquiry {
        let listing = self.listing(question);
        let mut search = FailureSearch::new(question, run);
        search.floor = floor;
        let mut seen = |search: &FailureSearch| note(&listing.report(search, Stage::Searching));
        seen(&search);
        search.exhaust(question, &mut seen);
        let mut causes = cover::relative(question, &mut search);
        let summary = cover::situations(question, &mut search);
        while search.is_waiting() {
            let known = search.found.len();
            search.exhaust(question, &mut seen);
            if search.found.len() > known {
                causes = cover::relative(question, &mut search);
            }
        }
        match self.level {
            1 => least::ways(question, &mut search),
            _ => least::families(question, &mut search),
        }
        // The proof is about minimal causes; there may be more ways through the blocks, for which it can only be said
        // that all were tried, and other minimal causes of the same runs.
        let end = causes.err().filter(|cause| !matches!(cause, NoAnswer::Ways(_))).or(search.end.clone());
        let cause = end.unwrap_or(NoAnswer::Ways(search.attempts.len()));
        listing.report(&search, Stage::Over { completeness: Completeness::Stopped { cause, depth: None }, summary })
    }
}

/// The system without what comes after a failure: a run goes on only from where the property holds.
pub(super) fn cut(system: &System, good: TermId) -> System {
    let mut cut = system.clone();
    cut.trans.push(Constraint { term: good, element: None });
    cut
}
