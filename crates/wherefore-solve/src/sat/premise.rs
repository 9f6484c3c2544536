//! Formulas that are only ever assumed, as clauses in one direction (Plaisted and Greenbaum 1986).
//!
//! A gate of [`super::tseitin`] is equivalent to its definition and can be used in any way. Where a formula is asserted, or
//! one of several that are offered, it is enough that its literal *implies* it: half of the clauses, and nothing is
//! propagated that nobody asks for. The formulas of certificates are diagrams of thousands of nodes, each a choice on one
//! bit; here every node becomes three clauses, with the bit itself as the condition ([`crate::blast::Blaster::member`]).
//!
//! Example: `ite(x, a, b)` assumed gives p with `!p | !x | a`, `!p | x | b` and, implied, `!p | a | b`.

use super::SatSolver;
use crate::blast::{Circuit, EncodeError};
use crate::{Lit, SolveError};
use rustc_hash::FxHashMap;
use wherefore_ir::{Op, Sort, TermId, Terms};

/// A formula at a tick and the truth that its literal stands for.
type Claim = (TermId, u32, bool);

/// The literals of claims: each implies that its formula has its truth.
#[derive(Default)]
pub(super) struct Premises(FxHashMap<Claim, Lit>);

impl SatSolver {
    /// A literal that implies a formula at a tick.
    pub(super) fn implying(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<Lit, SolveError> {
        let root = (term, tick, true);
        let mut stack = vec![root];
        while let Some(&top) = stack.last() {
            if self.premises.0.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let parts = parts(terms, top);
            stack.extend(parts.iter().flatten().rev().filter(|part| !self.premises.0.contains_key(part)));
            if stack.len() == before {
                let literal = match parts {
                    Some(parts) => self.connect(terms, top, &parts)?,
                    None => self.leaf(terms, top)?,
                };
                self.premises.0.insert(top, literal);
                stack.pop();
            }
        }
        Ok(self.known(root))
    }

    /// The literal of a claim that has one; a claim without one is never made.
    fn known(&self, claim: Claim) -> Lit {
        self.premises.0.get(&claim).copied().unwrap_or_else(|| self.blaster.circuit.constant(false))
    }

    /// The literal of a claim whose parts have theirs.
    fn connect(&mut self, terms: &Terms, (term, _, truth): Claim, parts: &[Claim]) -> Result<Lit, SolveError> {
        let literals: Vec<Lit> = parts.iter().map(|part| self.known(*part)).collect();
        match (terms.op(term), literals.as_slice()) {
            (Op::Not, [a]) => Ok(*a),
            (Op::Ite, [yes, no, then, other]) => {
                let clauses = [[*no, *then], [*yes, *other], [*then, *other]];
                if *then == *other { Ok(*then) } else { self.every(&clauses.each_ref().map(|c| &c[..])) }
            }
            (Op::And, list) if truth => self.each(list),
            (Op::Or | Op::Implies, list) if !truth => self.each(list),
            (_, list) => self.every(&[list]),
        }
    }

    /// A literal that implies all of these.
    fn each(&mut self, list: &[Lit]) -> Result<Lit, SolveError> {
        let units: Vec<&[Lit]> = list.iter().map(std::slice::from_ref).collect();
        self.every(&units)
    }

    /// A literal that implies all of these clauses.
    fn every(&mut self, clauses: &[&[Lit]]) -> Result<Lit, SolveError> {
        let yes = self.blaster.circuit.constant(true);
        let mut kept: Vec<Vec<Lit>> = Vec::new();
        for clause in clauses {
            let rest: Vec<Lit> = clause.iter().copied().filter(|l| *l != !yes).collect();
            match rest.as_slice() {
                [] => return Ok(!yes),
                list if list.contains(&yes) => {}
                _ => kept.push(rest),
            }
        }
        match kept.as_slice() {
            [] => Ok(yes),
            [one] if one.len() == 1 => Ok(one[0]),
            _ => {
                let circuit = &mut self.blaster.circuit;
                let literal = circuit.fresh().map_err(EncodeError::from)?;
                for mut clause in kept {
                    clause.push(!literal);
                    circuit.clause(&clause).map_err(EncodeError::from)?;
                }
                Ok(literal)
            }
        }
    }

    /// The literal of a formula that is not taken apart.
    fn leaf(&mut self, terms: &Terms, (term, tick, truth): Claim) -> Result<Lit, SolveError> {
        let literal = match self.blaster.member(terms, term, tick)? {
            Some(literal) => literal,
            None => *self.blaster.word(terms, term, tick)?.bit(),
        };
        Ok(if truth { literal } else { !literal })
    }
}

/// The claims that a claim follows from; nothing if its formula is not taken apart. Of a choice: its condition, the denied
/// condition, and both branches.
fn parts(terms: &Terms, (term, tick, truth): Claim) -> Option<Vec<Claim>> {
    let is_equation = |t: &TermId| terms.op(*t) == Op::Eq;
    match (terms.op(term), terms.operands(term)) {
        (Op::Not, [a]) => Some(vec![(*a, tick, !truth)]),
        (Op::Or, list) if list.iter().all(is_equation) => None,
        (Op::And | Op::Or, list) => Some(list.iter().map(|t| (*t, tick, truth)).collect()),
        (Op::Implies, [a, b]) => Some(vec![(*a, tick, !truth), (*b, tick, truth)]),
        (Op::Ite, [c, a, b]) if terms.sort(term) == Sort::Bool => {
            Some(vec![(*c, tick, true), (*c, tick, false), (*a, tick, truth), (*b, tick, truth)])
        }
        _ => None,
    }
}
