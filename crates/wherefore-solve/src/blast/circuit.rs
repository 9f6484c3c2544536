//! Circuits: the gates over bits that a term is turned into.
//!
//! The blaster speaks to this trait only, so that clauses and BDDs are made by the same code and tested by
//! the same truth tables. Every gate may fail, because a node table can be full; nothing is left half made then.

use crate::Undecided;
use wherefore_ir::VarId;

/// The outcome of making a gate.
pub type Gate<B> = Result<B, Undecided>;

/// A maker of gates. Equal functions need not give equal bits, but equal bits are equal functions.
pub trait Circuit {
    /// A Boolean function of the inputs.
    type Bit: Clone + Eq;

    /// True or false.
    fn constant(&self, value: bool) -> Self::Bit;

    /// Bit number `bit` of the copy of a variable at a tick, lowest first. Asked for once.
    fn input(&mut self, var: VarId, tick: u32, bit: u32) -> Gate<Self::Bit>;

    /// The copy of a variable at a tick takes only values that satisfy all these clauses over its bits. Called once, when
    /// all its bits have been made, and not for a sort in which every pattern of bits is a value.
    fn restrict(&mut self, var: VarId, tick: u32, clauses: Vec<Vec<Self::Bit>>) -> Gate<()>;

    /// Negation.
    fn not(&mut self, a: &Self::Bit) -> Gate<Self::Bit>;

    /// Conjunction.
    fn and(&mut self, a: &Self::Bit, b: &Self::Bit) -> Gate<Self::Bit>;

    /// Exclusive or.
    fn xor(&mut self, a: &Self::Bit, b: &Self::Bit) -> Gate<Self::Bit>;

    /// If-then-else.
    fn ite(&mut self, cond: &Self::Bit, then: &Self::Bit, other: &Self::Bit) -> Gate<Self::Bit>;

    /// Disjunction.
    fn or(&mut self, a: &Self::Bit, b: &Self::Bit) -> Gate<Self::Bit> {
        let (not_a, not_b) = (self.not(a)?, self.not(b)?);
        let neither = self.and(&not_a, &not_b)?;
        self.not(&neither)
    }

    /// Equivalence.
    fn iff(&mut self, a: &Self::Bit, b: &Self::Bit) -> Gate<Self::Bit> {
        let differ = self.xor(a, b)?;
        self.not(&differ)
    }

    /// Conjunction of any number.
    fn all(&mut self, bits: Vec<Self::Bit>) -> Gate<Self::Bit> {
        let mut all = self.constant(true);
        for bit in &bits {
            all = self.and(&all, bit)?;
        }
        Ok(all)
    }

    /// Disjunction of any number.
    fn any(&mut self, bits: Vec<Self::Bit>) -> Gate<Self::Bit> {
        let negated = bits.iter().map(|b| self.not(b)).collect::<Gate<Vec<_>>>()?;
        let none = self.all(negated)?;
        self.not(&none)
    }

    /// At least two of three: the carry of an adder.
    fn majority(&mut self, a: &Self::Bit, b: &Self::Bit, c: &Self::Bit) -> Gate<Self::Bit> {
        let differ = self.xor(a, b)?;
        self.ite(&differ, c, a)
    }
}
