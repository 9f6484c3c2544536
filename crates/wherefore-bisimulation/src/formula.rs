//! Formulas that tell two graphs apart, as a graph of shared parts.

mod text;

use indexmap::IndexSet;

/// The number of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormulaId(u32);

/// A formula over the numbers of others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Always.
    True,
    /// Not the other.
    Not(FormulaId),
    /// All of the others.
    And(Vec<FormulaId>),
    /// A step with this label leads to a state with the other.
    Next(u32, FormulaId),
    /// Hidden steps, and then one with a label, lead to a state with `then`; up to the last step every state has `meanwhile`. For the
    /// hidden label the last step may be missing: `then` is reached by hidden steps.
    Until {
        /// Holds until then.
        meanwhile: FormulaId,
        /// The label.
        label: u32,
        /// Holds afterwards.
        then: FormulaId,
    },
    /// Hidden steps go on for ever, through states with the other.
    ForEver(FormulaId),
}

/// Formulas, each once.
#[derive(Clone, Debug)]
pub struct Formulas {
    all: IndexSet<Formula>,
    /// Operators of each, written out.
    sizes: Vec<u64>,
}

impl Default for Formulas {
    fn default() -> Formulas {
        Formulas { all: IndexSet::from([Formula::True]), sizes: vec![0] }
    }
}

impl Formulas {
    /// The formula that always holds.
    pub const TRUE: FormulaId = FormulaId(0);

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// A formula.
    pub fn get(&self, id: FormulaId) -> &Formula {
        self.all.get_index(id.0 as usize).unwrap_or(&Formula::True)
    }

    /// How many operators a formula has when it is written out.
    pub fn size(&self, id: FormulaId) -> u64 {
        self.sizes.get(id.0 as usize).copied().unwrap_or(0)
    }

    /// The number of a formula.
    pub fn add(&mut self, formula: Formula) -> FormulaId {
        let size = self.measure(&formula);
        let (place, is_new) = self.all.insert_full(formula);
        if is_new {
            self.sizes.push(size);
        }
        FormulaId(place as u32)
    }

    fn measure(&self, formula: &Formula) -> u64 {
        let of = |id: &FormulaId| self.size(*id);
        match formula {
            Formula::True => 0,
            Formula::Not(inner) => of(inner),
            Formula::And(list) => list.iter().fold(list.len() as u64, |sum, id| sum.saturating_add(of(id))),
            Formula::Next(_, inner) | Formula::ForEver(inner) => of(inner).saturating_add(1),
            Formula::Until { meanwhile, then, .. } => of(meanwhile).saturating_add(of(then)).saturating_add(1),
        }
    }

    /// The negation of a formula.
    pub fn not(&mut self, id: FormulaId) -> FormulaId {
        match self.get(id) {
            Formula::Not(inner) => *inner,
            _ => self.add(Formula::Not(id)),
        }
    }

    /// The conjunction of formulas.
    pub fn all(&mut self, list: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        let mut parts: Vec<FormulaId> = list.into_iter().filter(|id| *id != Formulas::TRUE).collect();
        parts.sort_unstable();
        parts.dedup();
        match parts.as_slice() {
            [] => Formulas::TRUE,
            [only] => *only,
            _ => self.add(Formula::And(parts)),
        }
    }

    /// A sequence of steps, with or without hidden ones between, that leads to a state with `then`.
    pub fn path(&mut self, labels: &[u32], are_hidden_between: bool, then: FormulaId) -> FormulaId {
        labels.iter().rev().fold(then, |then, label| match are_hidden_between {
            true => self.add(Formula::Until { meanwhile: Formulas::TRUE, label: *label, then }),
            false => self.add(Formula::Next(*label, then)),
        })
    }
}
