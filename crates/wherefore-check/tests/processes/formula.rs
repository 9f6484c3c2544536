//! Random formulas of CTL over the variables of a model.

use crate::model::{Condition, Model, State};
use wherefore_test::Random;

/// A formula; bounded operators have the bounds of steps between which they look.
#[derive(Clone, Debug)]
pub enum Formula {
    Plain(Condition),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Ex(Box<Formula>),
    Until(Box<Formula>, Box<Formula>),
    Eg(Box<Formula>),
    /// `E [p BU low..high q]`.
    UntilWithin(Box<Formula>, Box<Formula>, (u32, u32)),
    /// `EBG low..high p`.
    EgWithin(Box<Formula>, (u32, u32)),
    /// `ABF low..high p`.
    AfWithin(Box<Formula>, (u32, u32)),
    Af(Box<Formula>),
    Ag(Box<Formula>),
}

impl Formula {
    pub fn plain(random: &mut Random, model: &Model) -> Formula {
        let all: Vec<usize> = (0..model.first.len()).collect();
        Formula::Plain(Condition::random(random, &all, 2))
    }

    /// `AG (p -> AF q)`.
    pub fn answered(p: Formula, q: Formula) -> Formula {
        let unanswered = Formula::And(p.into(), Formula::Not(Formula::Af(q.into()).into()).into());
        Formula::Ag(Formula::Not(unanswered.into()).into())
    }

    pub fn random(random: &mut Random, model: &Model, depth: u32) -> Formula {
        if depth == 0 {
            return Formula::plain(random, model);
        }
        let one = Box::new(Formula::random(random, model, depth - 1));
        let low = random.below(3) as u32;
        let bounds = (low, low + random.below(3) as u32);
        match random.below(10) {
            0 => Formula::Not(one),
            1 => Formula::And(one, Formula::random(random, model, depth - 1).into()),
            2 => Formula::Ex(one),
            3 => Formula::Until(Formula::plain(random, model).into(), one),
            4 => Formula::Eg(one),
            5 => Formula::UntilWithin(Formula::plain(random, model).into(), one, bounds),
            6 => Formula::EgWithin(one, bounds),
            7 => Formula::AfWithin(one, bounds),
            8 => Formula::Af(one),
            _ => Formula::Ag(one),
        }
    }

    /// Whether a plain formula is true in a state.
    pub fn at(&self, state: &State) -> bool {
        matches!(self, Formula::Plain(condition) if condition.at(state))
    }

    pub fn text(&self, model: &Model) -> String {
        let of = |f: &Formula| f.text(model);
        match self {
            Formula::Plain(condition) => format!("({})", condition.text(&|v| model.name(v))),
            Formula::Not(p) => format!("!{}", of(p)),
            Formula::And(p, q) => format!("({} & {})", of(p), of(q)),
            Formula::Ex(p) => format!("(EX {})", of(p)),
            Formula::Until(p, q) => format!("E [{} U {}]", of(p), of(q)),
            Formula::Eg(p) => format!("(EG {})", of(p)),
            Formula::UntilWithin(p, q, (low, high)) => format!("E [{} BU {low}..{high} {}]", of(p), of(q)),
            Formula::EgWithin(p, (low, high)) => format!("(EBG {low}..{high} {})", of(p)),
            Formula::AfWithin(p, (low, high)) => format!("(ABF {low}..{high} {})", of(p)),
            Formula::Af(p) => format!("(AF {})", of(p)),
            Formula::Ag(p) => format!("(AG {})", of(p)),
        }
    }
}
