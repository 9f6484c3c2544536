//! The memory that records the class of a lasso while it is searched for.
//!
//! The set of transitions taken for ever is guessed at first and never changed: a frozen bit `forever.t` each. `entered` is
//! guessed too: from that tick on only transitions of the set are taken, and the step into it takes one that is not in the set,
//! unless it is the first tick. The spine is remembered up to there. Inside the loop a bit `round.t` says that t was taken; a
//! lasso counts when these bits are the set. So the guesses are right, and unique, where a lasso counts.

use super::{LassoKey, Lassos};
use crate::machine::enumerate::several_starts;
use crate::machine::history::History;
use wherefore_check::NoAnswer;
use wherefore_check::ltl::LassoSearch;
use wherefore_ir::control::{ControlGraph, Transition, TransitionId};
use wherefore_ir::{Constraint, Purpose, Role, Sort, System, TermId, Terms, walk};
use wherefore_trace::Trace;

/// A search for lassos with the memory of their classes.
pub(super) struct Monitor {
    search: LassoSearch,
    history: History,
    /// For each transition, whether it is taken for ever.
    forever: Vec<TermId>,
    /// Excluded from the search: no lasso, or one of a class found before.
    known: Vec<TermId>,
}

impl Monitor {
    pub(super) fn new(question: &Lassos<'_>) -> Result<Monitor, NoAnswer> {
        let search = LassoSearch::new(question.system, question.property.term)?;
        let mut system = search.system.clone();
        let entered = bit(&mut system, "entered", Role::State);
        let graph = question.graph;
        let taken: Vec<TermId> = graph.transitions.iter().map(|t| taken(&mut system, graph, t)).collect();
        let named = |system: &mut System, word: &str, role| -> Vec<TermId> {
            graph.transitions.iter().map(|t| bit(system, &format!("{word}.{}", t.name), role)).collect()
        };
        let forever = named(&mut system, "forever", Role::Frozen);
        let round = named(&mut system, "round", Role::State);
        enter(&mut system, entered, search.inside, &taken, &forever);
        go_round(&mut system, search.inside, &taken, &round);
        let terms = &mut system.terms;
        let others: Vec<TermId> = forever.iter().zip(&round).map(|(f, r)| terms.xor(*f, *r)).collect();
        let none = terms.or(others.into_iter().chain([search.good]));
        let starts = several_starts(question.system, graph);
        let history = History::until(system, graph, &starts, entered);
        Ok(Monitor { search, history, forever, known: vec![none] })
    }

    /// The system in which lassos are searched for.
    pub(super) fn system(&self) -> &System {
        &self.history.system
    }

    /// Invariant as long as no lasso of a new class closes.
    pub(super) fn nothing_new(&mut self) -> TermId {
        self.history.system.terms.or(self.known.iter().copied())
    }

    /// From now on lassos of this class do not count.
    pub(super) fn forbid(&mut self, graph: &ControlGraph, key: &LassoKey) {
        let mut parts: Vec<TermId> = key.spine.iter().map(|spine| self.history.class(graph, spine)).collect();
        for (place, forever) in self.forever.iter().enumerate() {
            let is_in = key.forever.contains(&TransitionId(place as u32));
            parts.push(if is_in { *forever } else { self.history.system.terms.not(*forever) });
        }
        let class = self.history.system.terms.and(parts);
        self.known.push(class);
    }

    /// The lasso that a run of the search stands for.
    pub(super) fn lasso(&self, original: &System, trace: &Trace) -> Result<Trace, NoAnswer> {
        self.search.cut(original, trace)
    }
}

/// Whether a step takes a transition, its region being active.
fn taken(system: &mut System, graph: &ControlGraph, transition: &Transition) -> TermId {
    let around = graph.around(transition.region);
    system.terms.and(around.into_iter().chain([transition.taken]))
}

fn bit(system: &mut System, name: &str, role: Role) -> TermId {
    let var = system.add_auxiliary(name, Sort::Bool, role, Purpose::Monitor);
    system.terms.now(var)
}

/// `entered` stays, begins before the loop does, and is what it is said to be.
fn enter(system: &mut System, entered: TermId, inside: TermId, taken: &[TermId], forever: &[TermId]) {
    let terms = &mut system.terms;
    let next = shifted(terms, entered);
    let mut steps = vec![terms.implies(entered, next)];
    let mut others = Vec::new();
    for (taken, forever) in taken.iter().zip(forever) {
        let belongs = terms.implies(*taken, *forever);
        steps.push(terms.implies(entered, belongs));
        others.push(terms.not(belongs));
    }
    let leaves = terms.or(others);
    let enters = terms.implies(next, leaves);
    steps.push(terms.or([entered, enters]));
    steps.push(terms.implies(inside, entered));
    system.trans.extend(steps.into_iter().map(|term| Constraint { term, element: None }));
}

/// Each bit of the round becomes true when its transition is taken inside the loop.
fn go_round(system: &mut System, inside: TermId, taken: &[TermId], round: &[TermId]) {
    for (taken, round) in taken.iter().zip(round) {
        let terms = &mut system.terms;
        let next = shifted(terms, *round);
        let either = terms.or([*round, *taken]);
        let again = terms.and([inside, either]);
        let (term, first) = (terms.eq(next, again), terms.not(*round));
        system.init.push(Constraint { term: first, element: None });
        system.trans.push(Constraint { term, element: None });
    }
}

/// A bit of the state, one tick later.
fn shifted(terms: &mut Terms, bit: TermId) -> TermId {
    walk::shift(terms, bit, |_| true).unwrap_or(bit)
}
