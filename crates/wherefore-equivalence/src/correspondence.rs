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
//! Otherwise the engines look for inputs on which the outputs differ (`both`). Machines with choices of their own, or that
//! go on by themselves, are not compared in this way.

mod both;
mod classes;
mod samples;

use super::compare::{numbers, ports};
use super::interface::Matched;
use super::joint::{Joint, Machine, Update};
use super::oracle::{Oracle, internal};
use super::valuation::Valuation;
use super::{CompareError, Comparison, Difference, Invariant, Options, Outcome, Profile, recheck};
use classes::Classes;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_check::{NoAnswer, Recheck};
use wherefore_ir::{Op, System, TermId, Value, VarId, walk};
use wherefore_solve::Stop;
use wherefore_trace::Evaluator;

/// Limit of a question about one class, in units of the solver: a class that takes longer is given up.
const EFFORT: u64 = 20_000_000;

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
        let [reference, implementation] = joint.machines.as_slice() else { return Err("is alone") };
        let taken: Vec<TermId> = joint.domain.iter().chain(&reference.invar).copied().collect();
        let any = |is: fn(&Machine) -> bool| joint.machines.iter().any(is);
        if any(|m| !m.choices.is_empty()) || any(|m| m.cells.iter().any(|c| matches!(c.update, Update::Free(_)))) {
            return Err("makes choices of its own");
        }
        if any(|m| !m.steps.is_empty()) || any(|m| m.rest.is_some()) {
            return Err("restricts its steps, or makes several for one input");
        }
        if !implementation.invar.iter().all(|t| taken.contains(t)) {
            return Err("restricts its inputs or its memory more than the reference does");
        }
        Ok(Pair { systems, matched, joint, options, stop })
    }

    /// Whether both are synchronous programs that remember numbers without bound, of which the search for pairs of states
    /// would try one after the other.
    pub fn is_endless(&self) -> bool {
        let has_numbers = |m: &Machine| m.cells.iter().any(|c| !c.sort.is_finite());
        self.systems.iter().all(|s| s.annexes.network.is_some()) && self.joint.machines.iter().all(has_numbers)
    }

    /// The proof that the machines are the same, if their memories show it.
    pub fn proved(&self) -> Result<Option<Comparison>, CompareError> {
        let mut induction = self.settled()?;
        let is_proved = induction.are_outputs_same()?;
        is_proved.then(|| self.equivalent(&mut induction)).transpose()
    }

    /// Whether the machines are the same, as their memories show or the engines find.
    pub fn decided(&self) -> Result<Comparison, CompareError> {
        let mut induction = self.settled()?;
        if induction.are_outputs_same()? {
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
        let mut induction = Induction::new(self.joint.clone(), self.options, self.stop)?;
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

/// Terms with what is known at a time put in, and what else holds then.
struct View {
    facts: Vec<TermId>,
    /// The next value of every cell.
    next: Vec<TermId>,
    /// The outputs of both machines.
    outputs: Vec<[TermId; 2]>,
}

/// Classes of cells that have the same values after every step, as far as that is known.
struct Induction {
    joint: Joint,
    oracle: Oracle,
    /// The cells of both machines with their next values.
    cells: Vec<(VarId, TermId)>,
    classes: Classes,
    /// Questions that nothing satisfies: the proof.
    proved: BTreeSet<Vec<TermId>>,
}

impl Induction {
    fn new(mut joint: Joint, options: &Options, stop: &Stop) -> Result<Induction, CompareError> {
        let mut oracle = Oracle::new(&mut joint, &options.programs, stop)?;
        oracle.effort = Some(EFFORT);
        let all = joint.machines.iter().flat_map(|m| &m.cells);
        let cells: Vec<(VarId, TermId)> = all
            .filter_map(|c| match c.update {
                Update::Function(next) => Some((c.var, next)),
                Update::Free(_) => None,
            })
            .collect();
        let classes = samples::classes(&mut joint, &mut oracle, &cells)?;
        Ok(Induction { joint, oracle, cells, classes, proved: BTreeSet::new() })
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
        for class in 0..self.classes.list.len() {
            let same = self.classes.list[class].is_same(&mut self.joint.terms, &view.next);
            match self.refuted(&view, same) {
                Ok(None) => {}
                Ok(Some(values)) => {
                    let next = Evaluator::new(&self.joint.terms, &view.next).map_err(|e| internal(&e.to_string()))?;
                    let next: Option<Vec<Value>> = next.evaluate(&values, None).into_iter().collect();
                    let next = next.ok_or_else(|| internal("a step without values"))?;
                    if !self.classes.split(&self.joint.terms, &next) {
                        return Err(internal("a step that breaks no class"));
                    }
                    return Ok(false);
                }
                Err(CompareError::NoAnswer(NoAnswer::Effort | NoAnswer::GaveUp(_))) => {
                    self.classes.dissolve(class);
                    return Ok(false);
                }
                Err(other) => return Err(other),
            }
        }
        Ok(true)
    }

    /// Whether the outputs are the same before the first step, and after every other.
    fn are_outputs_same(&mut self) -> Result<bool, CompareError> {
        for when in [When::First, When::Later] {
            let view = self.view(when);
            for [a, b] in &view.outputs {
                let same = self.joint.terms.eq(*a, *b);
                match self.refuted(&view, same) {
                    Ok(None) => {}
                    Ok(Some(_)) | Err(CompareError::NoAnswer(NoAnswer::Effort | NoAnswer::GaveUp(_))) => {
                        return Ok(false);
                    }
                    Err(other) => return Err(other),
                }
            }
        }
        Ok(true)
    }

    /// Values for which a formula is false.
    fn refuted(&mut self, view: &View, good: TermId) -> Result<Option<Valuation>, CompareError> {
        let terms = &mut self.joint.terms;
        let bad = terms.not(good);
        if bad == terms.bool(false) {
            return Ok(None);
        }
        let question: Vec<TermId> = view.facts.iter().copied().chain([bad]).collect();
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
        let Joint { terms, machines, .. } = &mut self.joint;
        let init: Vec<TermId> =
            machines.iter().flat_map(|m| &m.init).flat_map(|t| walk::conjuncts(terms, *t)).collect();
        let known = match when {
            When::First => classes::first_values(terms, &self.cells, &init),
            When::Later => self.classes.substitution(terms),
        };
        let mut facts: Vec<TermId> = machines.iter().flat_map(|m| m.invar.iter().copied()).collect();
        facts.extend(init.iter().filter(|_| when == When::First));
        let mut done = FxHashMap::default();
        let mut put = |roots: &[TermId]| {
            walk::rewrite(terms, roots, &mut done, |terms, term| match terms.op(term) {
                Op::Var(var) => known.get(&var).copied(),
                _ => None,
            })
        };
        let next: Vec<TermId> = self.cells.iter().map(|(_, next)| *next).collect();
        let [ours, theirs] = [0, 1].map(|m| {
            let outputs = machines.get(m).into_iter().flat_map(|m| &m.outputs);
            put(&outputs.map(|o| o.term).collect::<Vec<_>>())
        });
        View {
            facts: put(&facts),
            next: put(&next),
            outputs: ours.into_iter().zip(theirs).map(|(a, b)| [a, b]).collect(),
        }
    }

    /// Has another family of solvers find the proof once more.
    fn reviewed(&mut self, options: &Options, stop: &Stop) -> Result<Recheck, CompareError> {
        let questions = self.proved.iter().map(|q| self.joint.terms.and(q.iter().copied())).collect::<Vec<_>>();
        recheck::reviewed(&mut self.joint, &questions, options, stop)
    }
}
