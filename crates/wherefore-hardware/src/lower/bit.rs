//! Single bits as Booleans.

use super::{Built, Lowerer};
use crate::netlist::{Binary, Unary};
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Sort, Value};

impl Lowerer<'_> {
    pub(super) fn is_bit(&self, block: BlockId) -> bool {
        self.builder.sort(block) == Sort::Bool
    }

    /// The complement of a bit or a word.
    pub(super) fn complement(&mut self, block: BlockId) -> Built<BlockId> {
        let op = if self.is_bit(block) { Op::Not } else { Op::BvNot };
        self.apply(op, &[block])
    }

    /// A bit as a word of one bit.
    pub(super) fn as_word(&mut self, bit: BlockId) -> Built<BlockId> {
        if !self.is_bit(bit) {
            return Ok(bit);
        }
        let (one, zero) = (self.constant(Value::bits(1, 1u8)), self.constant(Value::bits(1, 0u8)));
        self.apply(Op::Ite, &[bit, one, zero])
    }

    /// A word of one bit as a Boolean; a wider word stays.
    pub(super) fn as_bit(&mut self, word: BlockId) -> Built<BlockId> {
        if self.builder.sort(word) != Sort::BitVec(1) {
            return Ok(word);
        }
        let one = self.constant(Value::bits(1, 1u8));
        self.apply(Op::Eq, &[word, one])
    }

    /// An operator on one bit.
    pub(super) fn unary_bit(&mut self, op: Unary, a: BlockId) -> Built<BlockId> {
        match op {
            Unary::Not | Unary::Inc | Unary::Dec => self.apply(Op::Not, &[a]),
            Unary::Neg | Unary::Redand | Unary::Redor | Unary::Redxor => Ok(a),
        }
    }

    /// An operator on two bits, if Booleans have it; otherwise the bits are words.
    pub(super) fn binary_bit(&mut self, op: Binary, a: BlockId, b: BlockId) -> Built<Option<BlockId>> {
        let block = match op {
            Binary::And | Binary::Mul => self.apply(Op::And, &[a, b])?,
            Binary::Or => self.apply(Op::Or, &[a, b])?,
            Binary::Xor | Binary::Neq | Binary::Add | Binary::Sub => self.apply(Op::Xor, &[a, b])?,
            Binary::Iff | Binary::Eq | Binary::Xnor => self.apply(Op::Eq, &[a, b])?,
            Binary::Implies | Binary::Ulte | Binary::Sgte => self.apply(Op::Implies, &[a, b])?,
            Binary::Ugte | Binary::Slte => self.apply(Op::Implies, &[b, a])?,
            Binary::Nand => {
                let both = self.apply(Op::And, &[a, b])?;
                self.apply(Op::Not, &[both])?
            }
            Binary::Nor => {
                let some = self.apply(Op::Or, &[a, b])?;
                self.apply(Op::Not, &[some])?
            }
            Binary::Ugt | Binary::Slt => self.but_not(a, b)?,
            Binary::Ult | Binary::Sgt => self.but_not(b, a)?,
            _ => return Ok(None),
        };
        Ok(Some(block))
    }

    /// The first and not the second.
    fn but_not(&mut self, a: BlockId, b: BlockId) -> Built<BlockId> {
        let not = self.apply(Op::Not, &[b])?;
        self.apply(Op::And, &[a, not])
    }
}
