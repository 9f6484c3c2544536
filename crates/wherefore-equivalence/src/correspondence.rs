//! Models that remember or show numbers without bound: cells of both that always have the same values.
//!
//! The search for pairs of states needs finitely many of them. Machines that compute alike are proved the same without it, as
//! circuits are (signal correspondence, van Eijk 2000). Random runs show which cells have had the same values after every step;
//! each such class is an assumption, and is split where a solver finds a step that breaks it. What is left holds after every
//! step, by induction. If it makes the outputs equal, and they are equal before the first step, then they always are.
//!
//! ```text
//! y = 0 -> pre y + x             cells  0.y, 1.sum    always the same, because 0.y + x  and  1.sum + x  are if they are
//! sum = 0 -> pre sum + x         so are the outputs
//! ```
//!
//! Machines with choices of their own choose alike (`coupled`). What is not proved in this way is left to the engines, which look for
//! inputs on which the outputs differ (`both`). Machines that go on by themselves are not compared like this.

mod both;
mod classes;
mod coupled;
mod samples;

use super::compare::{numbers, ports};
use super::interface::Matched;
use super::joint::{Joint, Machine};
use super::oracle::{Oracle, internal};
use super::valuation::Valuation;
use super::{CompareError, Comparison, Difference, Invariant, Options, Outcome, Profile, recheck};
use classes::Classes;
use coupled::{Coupled, Substitution};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_check::{NoAnswer, Recheck};
use wherefore_ir::{System, TermId, Value, VarId, walk};
use wherefore_solve::{Stop, bit_count};
use wherefore_trace::Evaluator;

/// Limit of a question about one class, in units of the solver: a class that takes longer is given up.
const EFFORT: u64 = 20_000_000;
/// When so many classes took that long, all are given up: the solver knows too little of these numbers.
const MOST_GIVEN_UP: usize = 3;

/// With more bits of memory than this there are too many states to list.
const MANY_BITS: u32 = 14;

/// Two machines that are compared in this way.
pub(super) struct Pair<'a> {
    systems: &'a [&'a System],
    matched: &'a Matched,
    joint: &'a Joint,
    options: &'a Options,
    stop: &'a Stop,
}

impl<'a> Pair<'a> {
    /// Otherwise the trait of the machines for which they are compared by pairs of states alone.
    pub fn new(
        systems: &'a [&'a System],
        matched: &'a Matched,
        joint: &'a Joint,
        options: &'a Options,
        stop: &'a Stop,
    ) -> Result<Pair<'a>, &'static str> {
        if joint.machines.len() < 2 {
            return Err("is alone");
        }
        if joint.machines.iter().any(|m| m.rest.is_some()) {
            return Err("makes several steps for one input");
        }
        Ok(Pair { systems, matched, joint, options, stop })
    }

    /// Whether there may be too many states for a search for pairs of them to come first: both are synchronous programs that
    /// remember numbers without bound, or one remembers more than a few bits.
    pub fn is_large(&self) -> bool {
        let machines = &self.joint.machines;
        let has_numbers = |m: &Machine| m.cells.iter().any(|c| !c.sort.is_finite());
        let is_endless = self.systems.iter().all(|s| s.annexes.network.is_some()) && machines.iter().all(has_numbers);
        let few = self.options.few_bits;
        self.options.suites.is_empty()
            && (is_endless || machines.iter().any(|m| bits(self.joint, m).is_some_and(|bits| bits > few)))
    }

    /// Whether the machines remember so little that they may have few states.
    pub fn may_be_small(&self) -> bool {
        self.joint.machines.iter().all(|m| bits(self.joint, m).is_some_and(|bits| bits <= MANY_BITS))
    }

    /// The proof that the machines are the same, if their memories show it.
    pub fn proved(&self) -> Result<Option<Comparison>, CompareError> {
        let mut induction = self.settled()?;
        let is_proved = induction.is_proof()?;
        is_proved.then(|| self.equivalent(&mut induction)).transpose()
    }

    /// Whether the machines are the same, as their memories show or the engines find.
    pub fn decided(&self) -> Result<Comparison, CompareError> {
        let mut induction = self.settled()?;
        if induction.is_proof()? {
            return self.equivalent(&mut induction);
        }
        let mut differences = Vec::new();
        let outcome = match both::decided(self, &mut induction)? {
            both::Decided::Same(recheck) => Outcome::Equivalent { invariant: Invariant::Outputs, recheck },
            both::Decided::Unknown(cause) => Outcome::Undetermined(cause),
            both::Decided::Different(found) => {
                differences.push(*found);
                let only = "of models with numbers without bound only a first difference is looked for";
                Outcome::Different { complete: Err(NoAnswer::Unsupported(only.to_owned())) }
            }
        };
        Ok(self.comparison((outcome, differences), induction.oracle.questions))
    }

    fn settled(&self) -> Result<Induction, CompareError> {
        let mut induction = Induction::new(Coupled::new(self.systems, self.joint), self.options, self.stop)?;
        induction.settle()?;
        Ok(induction)
    }

    fn equivalent(&self, induction: &mut Induction) -> Result<Comparison, CompareError> {
        let invariant = Invariant::Classes(induction.classes.shared(self.joint));
        let outcome = Outcome::Equivalent { invariant, recheck: induction.reviewed(self.options, self.stop)? };
        Ok(self.comparison((outcome, Vec::new()), induction.oracle.questions))
    }

    fn comparison(&self, (outcome, differences): (Outcome, Vec<Difference>), questions: usize) -> Comparison {
        let mut notes = self.matched.notes.clone();
        if self.joint.is_narrowed {
            notes.push(super::compare::NARROWED.to_owned());
        }
        Comparison {
            interface: ports(self.joint, self.matched, self.systems),
            numbers: numbers(self.joint),
            outcome,
            differences,
            reference: Profile::default(),
            implementation: Profile::default(),
            pairs: 0,
            questions,
            suspects: Vec::new(),
            confirmations: Vec::new(),
            scene: None,
            notes,
        }
    }
}

/// The time at which something is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// Before the first step: what `init` says holds.
    First,
    /// After any step: cells of a class have the same value.
    Later,
}

/// Terms with what is known at a time put in.
struct View {
    /// What each machine says of its states and inputs, and of its first state.
    states: [Vec<TermId>; 2],
    /// What each machine says of its steps.
    steps: [Vec<TermId>; 2],
    /// The next value of every cell.
    next: Vec<TermId>,
    /// The outputs of both machines.
    outputs: Vec<[TermId; 2]>,
}

impl View {
    /// What both machines say of a state, and of a step from it.
    fn step(&self) -> Vec<TermId> {
        self.states.iter().chain(&self.steps).flatten().copied().collect()
    }
}

/// Classes of cells that have the same values after every step, as far as that is known.
struct Induction {
    both: Coupled,
    oracle: Oracle,
    /// The cells of both machines with their next values.
    cells: Vec<(VarId, TermId)>,
    classes: Classes,
    /// How many classes took too long.
    given_up: usize,
    /// Questions that nothing satisfies: the proof.
    proved: BTreeSet<Vec<TermId>>,
}

impl Induction {
    fn new(mut both: Coupled, options: &Options, stop: &Stop) -> Result<Induction, CompareError> {
        let mut oracle = Oracle::new(&mut both.joint, &options.programs, stop)?;
        oracle.effort = Some(EFFORT);
        let cells: Vec<(VarId, TermId)> = both.joint.machines.iter().flat_map(coupled::updates).collect();
        let classes = samples::classes(&mut both, &mut oracle, &cells)?;
        Ok(Induction { both, oracle, cells, classes, given_up: 0, proved: BTreeSet::new() })
    }

    /// Splits classes until every step keeps them.
    fn settle(&mut self) -> Result<(), CompareError> {
        while !self.is_kept(When::First)? || !self.is_kept(When::Later)? {}
        // Only the last classes are a proof.
        self.proved.clear();
        self.is_kept(When::First)?;
        self.is_kept(When::Later)?;
        Ok(())
    }

    /// Whether a step keeps the classes; otherwise one of them was split.
    fn is_kept(&mut self, when: When) -> Result<bool, CompareError> {
        let view = self.view(when);
        let facts = view.step();
        for class in 0..self.classes.list.len() {
            let same = self.classes.list[class].is_same(&mut self.both.joint.terms, &view.next);
            match self.refuted(&facts, same) {
                Ok(None) => {}
                Ok(Some(values)) => {
                    let next = Evaluator::new(&self.both.joint.terms, &view.next);
                    let next = next.map_err(|e| internal(&e.to_string()))?.evaluate(&values, None);
                    let next: Option<Vec<Value>> = next.into_iter().collect();
                    let next = next.ok_or_else(|| internal("a step without values"))?;
                    if !self.classes.split(&self.both.joint.terms, &next) {
                        return Err(internal("a step that breaks no class"));
                    }
                    return Ok(false);
                }
                Err(CompareError::NoAnswer(NoAnswer::Effort | NoAnswer::GaveUp(_))) => {
                    self.given_up += 1;
                    let all = self.classes.list.len();
                    let given_up = if self.given_up < MOST_GIVEN_UP { class..class + 1 } else { 0..all };
                    given_up.rev().for_each(|class| self.classes.dissolve(class));
                    return Ok(false);
                }
                Err(other) => return Err(other),
            }
        }
        Ok(true)
    }

    /// Whether the classes prove that the machines are the same: before the first step and after every other, each takes what
    /// the other takes, and the outputs are equal.
    fn is_proof(&mut self) -> Result<bool, CompareError> {
        for when in [When::First, When::Later] {
            let view = self.view(when);
            if !self.are_taken_alike(&view)? {
                return Ok(false);
            }
            let facts = view.states.concat();
            for [a, b] in &view.outputs {
                let same = self.both.joint.terms.eq(*a, *b);
                if !self.is_implied(&facts, same)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether each machine takes the inputs and choices that the other takes.
    fn are_taken_alike(&mut self, view: &View) -> Result<bool, CompareError> {
        for (given, asked) in [(0, 1), (1, 0)] {
            let mut facts = view.states[given].clone();
            let state = self.both.joint.terms.and(view.states[asked].iter().copied());
            if !self.is_implied(&facts, state)? {
                return Ok(false);
            }
            facts.extend(&view.steps[given]);
            let step = self.both.joint.terms.and(view.steps[asked].iter().copied());
            if !self.is_implied(&facts, step)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a formula is proved to hold where facts do.
    fn is_implied(&mut self, facts: &[TermId], good: TermId) -> Result<bool, CompareError> {
        match self.refuted(facts, good) {
            Ok(found) => Ok(found.is_none()),
            Err(CompareError::NoAnswer(NoAnswer::Effort | NoAnswer::GaveUp(_))) => Ok(false),
            Err(other) => Err(other),
        }
    }

    /// Values for which facts hold and a formula is false.
    fn refuted(&mut self, facts: &[TermId], good: TermId) -> Result<Option<Valuation>, CompareError> {
        let terms = &mut self.both.joint.terms;
        let bad = terms.not(good);
        if bad == terms.bool(false) {
            return Ok(None);
        }
        let question: Vec<TermId> = facts.iter().copied().chain([bad]).collect();
        if self.proved.contains(&question) {
            return Ok(None);
        }
        let found = self.oracle.model(terms, &question)?;
        if found.is_none() {
            self.proved.insert(question);
        }
        Ok(found)
    }

    /// What is asked about at a time.
    fn view(&mut self, when: When) -> View {
        let known = match when {
            When::First => self.first_values(),
            When::Later => self.classes.substitution(&mut self.both.joint.terms),
        };
        let Joint { terms, machines, .. } = &mut self.both.joint;
        let mut known = Substitution::new(known);
        let mut put = |roots: &[TermId]| known.put(terms, roots);
        let states = [0, 1].map(|m: usize| {
            let first = machines[m].init.iter().filter(|_| when == When::First);
            put(&machines[m].invar.iter().chain(first).copied().collect::<Vec<_>>())
        });
        let steps = [0, 1].map(|m: usize| put(&machines[m].steps));
        let next: Vec<TermId> = self.cells.iter().map(|(_, next)| *next).collect();
        let [ours, theirs] =
            [0, 1].map(|m: usize| put(&machines[m].outputs.iter().map(|o| o.term).collect::<Vec<_>>()));
        let outputs = ours.into_iter().zip(theirs).map(|(a, b)| [a, b]).collect();
        View { states, steps, next: put(&next), outputs }
    }

    /// The values that cells have before the first step, where these are given one by one, or are equal to one of the other machine.
    fn first_values(&mut self) -> FxHashMap<VarId, TermId> {
        let Joint { terms, machines, .. } = &mut self.both.joint;
        let all = machines.iter().flat_map(|m| &m.init);
        let init: Vec<TermId> = all.flat_map(|t| walk::conjuncts(terms, *t)).collect();
        let mut known = classes::first_values(terms, &self.cells, &init);
        known.extend(self.both.starts.iter().map(|(theirs, ours)| (*theirs, terms.now(*ours))));
        known
    }

    /// Has another family of solvers find the proof once more.
    fn reviewed(&mut self, options: &Options, stop: &Stop) -> Result<Recheck, CompareError> {
        let joint = &mut self.both.joint;
        let questions = self.proved.iter().map(|q| joint.terms.and(q.iter().copied())).collect::<Vec<_>>();
        recheck::reviewed(joint, &questions, options, stop)
    }
}

/// How many bits a machine remembers; none if it remembers numbers without bound.
fn bits(joint: &Joint, machine: &Machine) -> Option<u32> {
    machine.cells.iter().map(|cell| bit_count(&joint.terms, cell.var)).sum()
}
