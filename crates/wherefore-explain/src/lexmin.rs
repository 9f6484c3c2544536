//! Which of many runs to show: lexicographic optimisation at a fixed length.
//!
//! Wishes are granted in order, each for good if the ones before leave room for it. Where the wishes pin down every free
//! choice, the run is the same whichever solver finds it. A wish that the last model happens to grant costs nothing.

use std::collections::BTreeSet;
use wherefore_check::{NoAnswer, Unroller};
use wherefore_ir::{Op, Sort, TermId, Terms, Value, VarId};
use wherefore_solve::{Lit, Stop, bit_count, bit_term};

/// A count takes clauses in the square of this.
const MOST_COUNTED: usize = 400;

/// A solver whose models are being narrowed down.
pub struct LexMin<'u, 'm> {
    unroller: &'u mut Unroller<'m>,
    terms: &'u mut Terms,
    stop: &'u Stop,
    fixed: Vec<Lit>,
}

impl<'u, 'm> LexMin<'u, 'm> {
    /// Narrows down the models in which `fixed` holds. `terms` extends the arena of the unroller's model.
    pub fn new(
        unroller: &'u mut Unroller<'m>,
        terms: &'u mut Terms,
        fixed: Vec<Lit>,
        stop: &'u Stop,
    ) -> LexMin<'u, 'm> {
        LexMin { unroller, terms, stop, fixed }
    }

    /// A literal for a formula at a tick.
    pub fn literal(&mut self, term: TermId, tick: u32) -> Result<Lit, NoAnswer> {
        Ok(self.unroller.solver.literal(self.terms, term, tick)?)
    }

    /// Whether any model is left; after yes, its values can be read.
    pub fn is_possible(&mut self) -> Result<bool, NoAnswer> {
        self.unroller.is_sat(&self.fixed, None, self.stop)
    }

    /// Grants what can be granted, in order.
    pub fn prefer(&mut self, wishes: &[Lit]) -> Result<(), NoAnswer> {
        if !self.is_possible()? {
            return Ok(());
        }
        let mut granted = self.truths(wishes)?;
        for (place, wish) in wishes.iter().enumerate() {
            let asked = self.fixed.len();
            self.fixed.push(*wish);
            if !granted[place] && !self.is_possible()? {
                self.fixed[asked] = !*wish;
            } else if !granted[place] {
                granted = self.truths(wishes)?;
            }
        }
        Ok(())
    }

    /// As few of these as possible are true, unless they are too many to count. Which ones, is left to later wishes.
    pub fn fewest(&mut self, literals: &[Lit]) -> Result<(), NoAnswer> {
        if literals.is_empty() || literals.len() > MOST_COUNTED || !self.is_possible()? {
            return Ok(());
        }
        let counts = crate::count::at_least(self.unroller.solver.as_mut(), literals)?;
        while self.is_possible()? {
            let many = self.truths(literals)?.into_iter().filter(|t| *t).count();
            let Some(fewer) = many.checked_sub(1) else { break };
            self.fixed.push(!counts[fewer]);
        }
        // The last question was too much, unless none of the literals is true.
        if !self.is_possible()? {
            self.fixed.pop();
        }
        Ok(())
    }

    /// The simplest value for each variable at its tick, in order: all bits zero from the highest, or the first landmark.
    pub fn minimise(&mut self, choices: &[(VarId, u32)], landmarks: &[Value]) -> Result<(), NoAnswer> {
        let mut wishes = Vec::new();
        for (var, tick) in choices {
            match bit_count(self.terms, *var) {
                Some(bits) => {
                    for bit in (0..bits).rev() {
                        let term = bit_term(self.terms, *var, bit);
                        wishes.push(!self.literal(term, *tick)?);
                    }
                }
                None => {
                    self.prefer(&std::mem::take(&mut wishes))?;
                    self.first_of(*var, *tick, landmarks)?;
                }
            }
        }
        self.prefer(&wishes)
    }

    fn first_of(&mut self, var: VarId, tick: u32, landmarks: &[Value]) -> Result<(), NoAnswer> {
        let sort = self.terms.var(var).sort;
        for value in landmarks.iter().filter(|v| fits(v, sort)) {
            let equal = self.equals(var, tick, value.clone())?;
            self.fixed.push(equal);
            if self.is_possible()? {
                return Ok(());
            }
            self.fixed.pop();
        }
        if self.is_possible()? {
            let found = self.unroller.solver.value(self.terms, var, tick)?;
            let equal = self.equals(var, tick, found)?;
            self.fixed.push(equal);
        }
        Ok(())
    }

    fn equals(&mut self, var: VarId, tick: u32, value: Value) -> Result<Lit, NoAnswer> {
        let (now, value) = (self.terms.now(var), self.terms.mk_const(value));
        let equal = self.terms.eq(now, value);
        self.literal(equal, tick)
    }

    /// Whether a literal is true in the last model.
    pub fn truth(&mut self, literal: Lit) -> Result<bool, NoAnswer> {
        Ok(self.unroller.solver.truth(literal)?)
    }

    fn truths(&mut self, literals: &[Lit]) -> Result<Vec<bool>, NoAnswer> {
        literals.iter().map(|l| Ok(self.unroller.solver.truth(*l)?)).collect()
    }
}

fn fits(value: &Value, sort: Sort) -> bool {
    matches!((value, sort), (Value::Int(_), Sort::Int) | (Value::Real(_), Sort::Real))
}

/// The numbers of a model and their neighbours, nearest to zero first.
pub fn landmarks(terms: &Terms) -> Vec<Value> {
    let mut integers = BTreeSet::from([num_bigint::BigInt::from(0)]);
    let mut others = Vec::new();
    for id in terms.ids() {
        match (terms.op(id), terms.constant(id)) {
            (Op::Const(_), Some(Value::Int(n))) => integers.extend([n - 1, n.clone(), n + 1]),
            (Op::Const(_), Some(value @ Value::Real(_))) => others.push(value.clone()),
            _ => {}
        }
    }
    let mut integers: Vec<_> = integers.into_iter().collect();
    integers.sort_by_key(|n| (n.magnitude().clone(), n.sign() == num_bigint::Sign::Minus));
    integers.into_iter().map(Value::Int).chain(others).collect()
}
