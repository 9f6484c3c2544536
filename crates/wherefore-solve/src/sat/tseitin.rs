//! Gates as clauses (Tseitin 1968).
//!
//! Each gate is a new variable with the clauses that make it equivalent to its definition, both ways, so that its literal
//! can be assumed, negated and reused. Gates are simplified against constants and equal or opposite operands, and shared:
//! the same gate asked for twice is the same literal. Conjunctions of any length are one gate; exclusive or, choice and
//! majority have their own clauses instead of being built from conjunctions.
//!
//! Variable 0 is true.

use super::backend::Backend;
use crate::blast::{Circuit, Gate};
use crate::{Lit, Undecided};
use rustc_hash::FxHashMap;
use wherefore_ir::VarId;

/// More variables than this do not fit the literals of the solvers.
const MOST_VARIABLES: u32 = 1 << 30;

/// Function of a gate, in a normal form.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Pair(Lit, Lit),
    All(Box<[Lit]>),
    Xor(Lit, Lit),
    Ite(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
}

/// A circuit whose gates are clauses of a solver.
pub struct Tseitin {
    /// The solver.
    pub backend: Box<dyn Backend>,
    /// How many variables there are.
    pub variables: u32,
    /// How many clauses were given to the solver.
    pub clauses: u64,
    gates: FxHashMap<Key, Lit>,
}

/// The literal that is always true.
fn yes() -> Lit {
    Lit::new(0, false)
}

/// The positive literal of a variable, and whether the literal was the other one.
fn split(l: Lit) -> (Lit, bool) {
    (signed(l, l.is_negative()), l.is_negative())
}

fn signed(l: Lit, negative: bool) -> Lit {
    if negative { !l } else { l }
}

impl Tseitin {
    /// A circuit without gates.
    pub fn new(mut backend: Box<dyn Backend>) -> Gate<Tseitin> {
        backend.add(&[yes()])?;
        Ok(Tseitin { backend, variables: 1, clauses: 1, gates: FxHashMap::default() })
    }

    /// A new variable.
    pub fn fresh(&mut self) -> Gate<Lit> {
        if self.variables >= MOST_VARIABLES {
            return Err(Undecided::Memory);
        }
        self.variables += 1;
        Ok(Lit::new(self.variables - 1, false))
    }

    /// Adds a clause.
    pub fn clause(&mut self, literals: &[Lit]) -> Gate<()> {
        self.clauses += 1;
        self.backend.add(literals)
    }

    /// The literal of a gate; if it is new, `define` adds the clauses over it.
    fn gate(&mut self, key: Key, define: impl FnOnce(&mut Tseitin, Lit) -> Gate<()>) -> Gate<Lit> {
        if let Some(known) = self.gates.get(&key) {
            return Ok(*known);
        }
        let out = self.fresh()?;
        define(self, out)?;
        self.gates.insert(key, out);
        Ok(out)
    }

    fn ternary(&mut self, clauses: &[[Lit; 3]]) -> Gate<()> {
        clauses.iter().try_for_each(|clause| self.clause(clause))
    }

    /// A gate for a conjunction without constants, repetitions or opposites, in order.
    fn conjunction(&mut self, key: Key, bits: &[Lit]) -> Gate<Lit> {
        self.gate(key, |circuit, out| {
            bits.iter().try_for_each(|bit| circuit.clause(&[!out, *bit]))?;
            let back: Vec<Lit> = bits.iter().map(|l| !*l).chain([out]).collect();
            circuit.clause(&back)
        })
    }

    /// A choice whose condition is a positive literal that neither branch repeats.
    fn choice(&mut self, c: Lit, then: Lit, other: Lit) -> Gate<Lit> {
        let (t, flip) = split(then);
        let e = signed(other, flip);
        let out = self.gate(Key::Ite(c, t, e), |circuit, out| {
            // The last two clauses are implied; they let the output follow when both branches agree.
            let implied = [[!t, !e, out], [t, e, !out]];
            circuit.ternary(&[[!c, !t, out], [!c, t, !out], [c, !e, out], [c, e, !out], implied[0], implied[1]])
        })?;
        Ok(signed(out, flip))
    }
}

impl Circuit for Tseitin {
    type Bit = Lit;

    fn constant(&self, value: bool) -> Lit {
        signed(yes(), !value)
    }

    fn input(&mut self, _: VarId, _: u32, _: u32) -> Gate<Lit> {
        self.fresh()
    }

    fn restrict(&mut self, _: VarId, _: u32, clauses: Vec<Vec<Lit>>) -> Gate<()> {
        clauses.iter().try_for_each(|clause| self.clause(clause))
    }

    fn not(&mut self, a: &Lit) -> Gate<Lit> {
        Ok(!*a)
    }

    fn and(&mut self, a: &Lit, b: &Lit) -> Gate<Lit> {
        let (a, b) = (*a.min(b), *a.max(b));
        if a == !yes() || a == !b {
            Ok(!yes())
        } else if a == yes() || a == b {
            Ok(b)
        } else {
            self.conjunction(Key::Pair(a, b), &[a, b])
        }
    }

    fn all(&mut self, mut bits: Vec<Lit>) -> Gate<Lit> {
        bits.retain(|l| *l != yes());
        bits.sort_unstable();
        bits.dedup();
        // The two literals of a variable are neighbours in the order.
        if bits.first() == Some(&!yes()) || bits.windows(2).any(|w| w[0] == !w[1]) {
            return Ok(!yes());
        }
        match bits.as_slice() {
            [] => Ok(yes()),
            [a] => Ok(*a),
            [a, b] => self.and(a, b),
            _ => self.conjunction(Key::All(bits.clone().into()), &bits),
        }
    }

    fn xor(&mut self, a: &Lit, b: &Lit) -> Gate<Lit> {
        // Signs move to the output.
        let ((a, flip_a), (b, flip_b)) = (split(*a), split(*b));
        let (a, b, flip) = (a.min(b), a.max(b), flip_a != flip_b);
        if a == b {
            return Ok(signed(!yes(), flip));
        }
        if a == yes() {
            return Ok(signed(!b, flip));
        }
        let out = self.gate(Key::Xor(a, b), |circuit, out| {
            circuit.ternary(&[[!out, a, b], [!out, !a, !b], [out, !a, b], [out, a, !b]])
        })?;
        Ok(signed(out, flip))
    }

    fn ite(&mut self, cond: &Lit, then: &Lit, other: &Lit) -> Gate<Lit> {
        let (cond, swapped) = split(*cond);
        let (then, other) = if swapped { (*other, *then) } else { (*then, *other) };
        // Where a branch repeats the condition, its value is known there.
        let given = |branch: Lit, value: Lit| match split(branch) {
            (l, negative) if l == cond => signed(value, negative),
            _ => branch,
        };
        let (then, other) = (given(then, yes()), given(other, !yes()));
        if cond == yes() || then == other {
            Ok(then)
        } else if then == !other {
            self.xor(&cond, &other)
        } else if then == yes() {
            self.or(&cond, &other)
        } else if then == !yes() {
            self.and(&!cond, &other)
        } else if other == yes() {
            self.or(&!cond, &then)
        } else if other == !yes() {
            self.and(&cond, &then)
        } else {
            self.choice(cond, then, other)
        }
    }

    fn majority(&mut self, a: &Lit, b: &Lit, c: &Lit) -> Gate<Lit> {
        let mut bits = [*a, *b, *c];
        bits.sort_unstable();
        let [a, b, c] = bits;
        // Equal operands decide; opposite ones leave the third.
        if a == b || b == !c {
            Ok(a)
        } else if b == c || a == !b {
            Ok(c)
        } else if a == yes() {
            self.or(&b, &c)
        } else if a == !yes() {
            self.and(&b, &c)
        } else {
            self.gate(Key::Majority(a, b, c), |circuit, out| {
                circuit.ternary(&[[!a, !b, out], [!a, !c, out], [!b, !c, out]])?;
                circuit.ternary(&[[a, b, !out], [a, c, !out], [b, c, !out]])
            })
        }
    }
}
