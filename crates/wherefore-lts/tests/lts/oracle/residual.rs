//! Residuals of a formula after a run has done something: derivatives in the way of Brzozowski and Antimirov.
//!
//! A formula is a set of duties that all must be kept. After a label each duty leaves further duties behind; that is all
//! that the slow twin knows about formulas. Nothing is determinised or minimised, equal sets are equal and that is it.

use std::collections::BTreeSet;
use std::rc::Rc;
use wherefore_ir::actions::{Action, Formula, FormulaKind, Regular, RegularKind, Repeat};

/// A set of labels, a bit for each.
pub type Labels = u32;

/// A regular set of words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Words {
    Empty,
    One(Labels),
    Then(Rc<Words>, Rc<Words>),
    Either(Vec<Words>),
    Many(Rc<Words>),
}

/// Something that a run must not do, or must.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Duty {
    /// The duty is broken.
    Broken,
    /// The run must not end here.
    GoOn,
    /// One of the labels must occur, and the run must not end before, if that counts.
    Await(Labels, bool),
    /// After each of the words these duties begin.
    After(Words, Rc<Residual>),
}

/// Duties that all must be kept.
pub type Residual = BTreeSet<Duty>;

fn bits(action: &Action, labels: &[&str]) -> Labels {
    labels.iter().enumerate().filter(|(_, l)| action.matches(l)).fold(0, |set, (i, _)| set | 1 << i)
}

/// The duties of a formula.
pub fn duties(formula: &Formula, labels: &[&str]) -> Residual {
    match &formula.kind {
        FormulaKind::True => Residual::new(),
        FormulaKind::False => Residual::from([Duty::Broken]),
        FormulaKind::And(parts) => parts.iter().flat_map(|part| duties(part, labels)).collect(),
        FormulaKind::Progress => Residual::from([Duty::GoOn]),
        FormulaKind::Inevitable { action, deadlock_counts } => {
            Residual::from([Duty::Await(bits(action, labels), *deadlock_counts)])
        }
        FormulaKind::Box(path, rest) => {
            Residual::from([Duty::After(words(path, labels), Rc::new(duties(rest, labels)))])
        }
    }
}

fn words(path: &Regular, labels: &[&str]) -> Words {
    match &path.kind {
        RegularKind::Empty => Words::Empty,
        RegularKind::Action(action) => Words::One(bits(action, labels)),
        RegularKind::Sequence(parts) => {
            parts.iter().rev().fold(Words::Empty, |rest, part| then(words(part, labels), Rc::new(rest)))
        }
        RegularKind::Choice(parts) => Words::Either(parts.iter().map(|part| words(part, labels)).collect()),
        RegularKind::Repeat(repeat, body) => {
            let body = Rc::new(words(body, labels));
            match repeat {
                Repeat::Star => Words::Many(body),
                Repeat::Plus => Words::Then(body.clone(), Rc::new(Words::Many(body))),
                Repeat::Optional => Words::Either(vec![Words::Empty, body.as_ref().clone()]),
            }
        }
    }
}

fn then(first: Words, rest: Rc<Words>) -> Words {
    if first == Words::Empty { rest.as_ref().clone() } else { Words::Then(Rc::new(first), rest) }
}

impl Words {
    fn has_empty(&self) -> bool {
        match self {
            Words::Empty | Words::Many(_) => true,
            Words::One(_) => false,
            Words::Then(one, two) => one.has_empty() && two.has_empty(),
            Words::Either(all) => all.iter().any(Words::has_empty),
        }
    }

    /// Sets whose union is what may follow a label.
    fn after(&self, label: u32) -> BTreeSet<Words> {
        match self {
            Words::Empty => BTreeSet::new(),
            Words::One(labels) => (labels >> label & 1 == 1).then_some(Words::Empty).into_iter().collect(),
            Words::Then(one, two) => {
                let inside = one.after(label).into_iter().map(|rest| then(rest, two.clone()));
                let behind = if one.has_empty() { two.after(label) } else { BTreeSet::new() };
                inside.chain(behind).collect()
            }
            Words::Either(all) => all.iter().flat_map(|one| one.after(label)).collect(),
            Words::Many(body) => body.after(label).into_iter().map(|rest| then(rest, Rc::new(self.clone()))).collect(),
        }
    }
}

/// The duties that hold now, those after the empty word included.
fn present(residual: &Residual) -> Vec<&Duty> {
    let mut list = Vec::new();
    for duty in residual {
        match duty {
            Duty::After(words, rest) if words.has_empty() => list.extend(present(rest)),
            Duty::After(..) => {}
            duty => list.push(duty),
        }
    }
    list
}

/// Whether the run is a violation already.
pub fn is_broken(residual: &Residual) -> bool {
    present(residual).contains(&&Duty::Broken)
}

/// Whether the run is a violation if it ends here.
pub fn must_not_end(residual: &Residual) -> bool {
    present(residual).iter().any(|duty| !matches!(duty, Duty::Await(_, false)))
}

/// Actions that must still occur, and whether an end before counts.
pub fn awaited(residual: &Residual) -> Vec<(Labels, bool)> {
    let of = |duty: &&Duty| if let Duty::Await(labels, counts) = duty { Some((*labels, *counts)) } else { None };
    present(residual).iter().filter_map(of).collect()
}

/// The duties after a label.
pub fn step(residual: &Residual, label: u32) -> Residual {
    let next: Residual = residual.iter().flat_map(|duty| left_by(duty, label)).collect();
    if is_broken(&next) { Residual::from([Duty::Broken]) } else { next }
}

fn left_by(duty: &Duty, label: u32) -> Residual {
    match duty {
        Duty::Broken => Residual::from([Duty::Broken]),
        Duty::GoOn => Residual::new(),
        Duty::Await(labels, _) if labels >> label & 1 == 1 => Residual::new(),
        Duty::Await(..) => Residual::from([duty.clone()]),
        Duty::After(words, rest) => {
            let behind = if words.has_empty() { step(rest, label) } else { Residual::new() };
            words.after(label).into_iter().map(|words| Duty::After(words, rest.clone())).chain(behind).collect()
        }
    }
}
