//! Meaning of a label: the guard that lies behind a condition like `tr = t3`.
//!
//! Many models choose a transition first and act on the choice afterwards: an input `tr` with `TRANS tr = t3 -> s = OFF
//! & ...`, a variable that records the transition taken, `next(tr) := case s = OFF & ... : t3; ...`, or a name for such
//! a case. A branch with the condition `tr = t3` then owes its source state and its guard to these other places.

use super::fold;
use super::tree::{Definition, Outcome, Tree, definition};
use rustc_hash::FxHashMap;
use wherefore_ir::{Constraint, ElementId, Op, System, TermId, Terms, walk};

/// Something known under a condition, and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Guard {
    pub conjuncts: Vec<TermId>,
    pub element: Option<ElementId>,
}

/// The guards behind labels.
#[derive(Debug, Default)]
pub(super) struct Guards {
    /// From implications, by premise.
    implied: FxHashMap<TermId, Vec<Guard>>,
    /// From definitions, by comparison; filled as they are asked for.
    defined: FxHashMap<TermId, Option<Guard>>,
}

impl Guards {
    /// Collects the implications among the constraints.
    pub fn new(system: &mut System) -> Guards {
        let mut guards = Guards::default();
        let constraints: Vec<Constraint> = system.trans.iter().chain(&system.invar).copied().collect();
        for constraint in constraints {
            for part in walk::conjuncts(&system.terms, constraint.term) {
                guards.collect(&mut system.terms, part, constraint.element);
            }
        }
        guards
    }

    fn collect(&mut self, terms: &mut Terms, part: TermId, element: Option<ElementId>) {
        match (terms.op(part), terms.operands(part)) {
            (Op::Implies, &[premise, conclusion]) => self.add(terms, premise, conclusion, element),
            (Op::Eq, &[a, b]) => {
                self.add(terms, a, b, element);
                self.add(terms, b, a, element);
            }
            (Op::Ite, _) => self.collect_cases(terms, part, element),
            _ => {}
        }
    }

    /// `case tr = t1 : g1; tr = t2 : g2; ...`: each test excludes the others, so each implies its guard.
    fn collect_cases(&mut self, terms: &mut Terms, mut part: TermId, element: Option<ElementId>) {
        let mut subject = None;
        while let (Op::Ite, &[condition, then, other]) = (terms.op(part), terms.operands(part)) {
            let Some((tested, _)) = fold::test(terms, condition) else { return };
            if *subject.get_or_insert(tested) != tested {
                return;
            }
            self.add(terms, condition, then, element);
            part = other;
        }
    }

    fn add(&mut self, terms: &mut Terms, premise: TermId, conclusion: TermId, element: Option<ElementId>) {
        let label = fold::test(terms, premise);
        if label.is_some_and(|(subject, _)| is_label(terms, subject)) {
            let conjuncts = walk::conjuncts(terms, conclusion);
            self.implied.entry(premise).or_default().push(Guard { conjuncts, element });
        }
    }

    /// Everything behind a condition, from constraints and from the definition of what it tests.
    pub fn behind(&mut self, system: &mut System, condition: TermId) -> Vec<Guard> {
        let mut found = self.implied.get(&condition).cloned().unwrap_or_default();
        found.extend(self.defined.entry(condition).or_insert_with(|| defined(system, condition)).clone());
        found
    }

    /// The conjuncts of conditions together with everything behind them.
    pub fn close(&mut self, system: &mut System, conditions: &[TermId]) -> Vec<TermId> {
        let own: Vec<TermId> = conditions.iter().flat_map(|t| walk::conjuncts(&system.terms, *t)).collect();
        let behind: Vec<Guard> = own.iter().flat_map(|t| self.behind(system, *t)).collect();
        own.into_iter().chain(behind.into_iter().flat_map(|g| g.conjuncts)).collect()
    }
}

/// Whether a term can be a label: a variable or a named case distinction of an enumeration.
pub(super) fn is_label(terms: &Terms, subject: TermId) -> bool {
    matches!(terms.sort(subject), wherefore_ir::Sort::Enum(_))
        && matches!(terms.op(subject), Op::Var(_) | Op::Next(_) | Op::Ite)
}

/// The branch that gives a label this value, if there is exactly one.
fn defined(system: &mut System, condition: TermId) -> Option<Guard> {
    let (subject, constant) = fold::test(&mut system.terms, condition)?;
    if !is_label(&system.terms, subject) {
        return None;
    }
    let definition = match system.terms.op(subject) {
        Op::Ite => Definition { root: Outcome::Value(subject), owner: define_element(system, subject) },
        _ => definition(system, subject)?,
    };
    let tree = Tree::new(system, subject, &definition);
    let mut fitting = tree.leaves.iter().filter(|leaf| allows(system, subject, leaf.outcome, constant));
    let (only, None) = (fitting.next()?, fitting.next()) else { return None };
    let own = tree.own(only);
    let conjuncts = own.iter().flat_map(|t| walk::conjuncts(&system.terms, *t)).collect();
    Some(Guard { conjuncts, element: only.element })
}

fn define_element(system: &System, term: TermId) -> Option<ElementId> {
    system.defines.iter().find(|d| d.term == term).and_then(|d| d.element)
}

/// Whether a branch may give this value.
fn allows(system: &System, subject: TermId, outcome: Outcome, constant: TermId) -> bool {
    let terms = &system.terms;
    match outcome {
        Outcome::Value(value) => value == constant || terms.constant(value).is_none(),
        Outcome::Relation(relation) => {
            let excludes = |t: &TermId| {
                let fixed = terms.op(*t) == Op::Eq && terms.operands(*t).contains(&subject);
                let other = terms.operands(*t).iter().find(|o| **o != subject);
                fixed && other.is_some_and(|o| *o != constant && terms.constant(*o).is_some())
            };
            terms.op(relation) != Op::Or || !terms.operands(relation).iter().all(excludes)
        }
    }
}
