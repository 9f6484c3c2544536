//! A circuit that computes 64 assignments at a time, and can be set to get one gate wrong.

use super::eval::Small;
use crate::blast::{Blaster, Circuit, Gate, Word};
use rustc_hash::FxHashMap;
use wherefore_ir::{TermId, Terms, VarId};

/// Values of variables at ticks 0 and 1.
pub type Row = FxHashMap<(VarId, u32), Small>;

/// Each bit of a word is one lane: one assignment.
pub struct Simulator {
    inputs: Vec<Row>,
    /// Lanes whose values satisfy all domain constraints.
    pub legal: u64,
    /// The gate of exclusive or that answers wrongly, counted down.
    wrong: Option<usize>,
}

impl Simulator {
    pub fn new(rows: &[Row], wrong: Option<usize>) -> Simulator {
        assert!(rows.len() <= 64);
        Simulator { inputs: rows.to_vec(), legal: u64::MAX, wrong }
    }
}

/// Two's complement pattern of a value, as many bits as are asked for.
fn pattern(value: Small) -> u128 {
    match value {
        Small::Bool(b) => u128::from(b),
        Small::Index(i) => u128::from(i),
        Small::Int(n) => n as u128,
        Small::Vector(_, n) => n,
    }
}

impl Circuit for Simulator {
    type Bit = u64;

    fn constant(&self, value: bool) -> u64 {
        if value { u64::MAX } else { 0 }
    }

    fn input(&mut self, var: VarId, tick: u32, bit: u32) -> Gate<u64> {
        let lane = |(i, row): (usize, &Row)| ((pattern(row[&(var, tick)]) >> bit & 1) as u64) << i;
        Ok(self.inputs.iter().enumerate().map(lane).fold(0, |all, lane| all | lane))
    }

    fn restrict(&mut self, _: VarId, _: u32, clauses: Vec<Vec<u64>>) -> Gate<()> {
        for clause in clauses {
            self.legal &= clause.iter().fold(0, |any, bit| any | bit);
        }
        Ok(())
    }

    fn not(&mut self, a: &u64) -> Gate<u64> {
        Ok(!a)
    }

    fn and(&mut self, a: &u64, b: &u64) -> Gate<u64> {
        Ok(a & b)
    }

    fn xor(&mut self, a: &u64, b: &u64) -> Gate<u64> {
        let wrong = self.wrong == Some(0);
        self.wrong = self.wrong.and_then(|n| n.checked_sub(1));
        Ok(if wrong { !(a ^ b) } else { a ^ b })
    }

    fn ite(&mut self, cond: &u64, then: &u64, other: &u64) -> Gate<u64> {
        Ok((cond & then) | (!cond & other))
    }
}

/// The value of a term in each row, as the blaster computes it.
pub fn simulate(terms: &Terms, term: TermId, rows: &[Row], wrong: Option<usize>) -> Vec<Small> {
    let mut blaster = Blaster::new(Simulator::new(rows, wrong));
    let word = blaster.word(terms, term, 0).expect("a finite term").clone();
    (0..rows.len()).map(|lane| read(&word, terms, term, lane)).collect()
}

fn read(word: &Word<u64>, terms: &Terms, term: TermId, lane: usize) -> Small {
    let bits: Vec<u128> = word.raw().iter().map(|bit| u128::from(bit >> lane & 1)).collect();
    let unsigned = bits.iter().rev().fold(0, |n, bit| n << 1 | bit);
    match word {
        Word::Bit(_) => Small::Bool(unsigned == 1),
        Word::Bits(_) => match terms.sort(term) {
            wherefore_ir::Sort::BitVec(width) => Small::Vector(width, unsigned),
            _ => Small::Index(unsigned as u32),
        },
        Word::Int(number) => {
            let negative = number.bounds.signed() && bits.last() == Some(&1);
            let value = unsigned as i128 - if negative { 1 << bits.len() } else { 0 };
            let inside = number.bounds.lo <= value.into() && number.bounds.hi >= value.into();
            assert!(inside, "{value} is outside {:?}", number.bounds);
            Small::Int(value)
        }
    }
}
