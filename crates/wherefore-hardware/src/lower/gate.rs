//! One gate.

use super::{Blocks, Built, Lowerer, word_sort};
use crate::netlist::{Binary, Gate, Literal, Sort};
use wherefore_ir::network::BlockId;
use wherefore_ir::{self as ir, Op, Value};

impl Lowerer<'_> {
    /// The blocks of a gate that is no variable.
    pub(super) fn gate(&mut self, gate: &Gate, sort: Sort) -> Built<Blocks> {
        match gate {
            Gate::Write(array, index, value) => return self.write(*array, *index, *value).map(Blocks::Many),
            Gate::Ite(condition, then, other) if matches!(sort, Sort::Array { .. }) => {
                return self.array_choice(*condition, *then, *other).map(Blocks::Many);
            }
            _ => {}
        }
        self.word_gate(gate, sort).map(Blocks::One)
    }

    fn word_gate(&mut self, gate: &Gate, sort: Sort) -> Built<BlockId> {
        match gate {
            Gate::Constant(value) => {
                let value = match sort {
                    Sort::Word(1) | Sort::Array { .. } => Value::Bool(value.bit(0)),
                    Sort::Word(width) => Value::bits(width, value.clone()),
                };
                Ok(self.constant(value))
            }
            Gate::Unary(op, a) => {
                let a = self.literal(*a)?;
                if self.is_bit(a) { self.unary_bit(*op, a) } else { self.unary_word(*op, a) }
            }
            Gate::Binary(op, a, b) => self.binary(*op, *a, *b),
            Gate::Ite(condition, then, other) => {
                let inputs = [self.literal(*condition)?, self.literal(*then)?, self.literal(*other)?];
                self.apply(Op::Ite, &inputs)
            }
            Gate::Slice { of, hi, lo } => self.slice(*of, *hi, *lo),
            Gate::Extend { of, by, signed } => self.extend(*of, *by, *signed),
            Gate::Input | Gate::State(_) | Gate::Write(..) => Err(super::Fail::Foreign),
        }
    }

    fn binary(&mut self, op: Binary, a: Literal, b: Literal) -> Built<BlockId> {
        let is_array = matches!(self.netlist.sort(a), Some(Sort::Array { .. }));
        match op {
            Binary::Read => return self.read(a, b),
            Binary::Eq | Binary::Neq if is_array => return self.array_equality(a, b, op == Binary::Eq),
            _ => {}
        }
        let (width, a, b) = (self.width(a)?, self.literal(a)?, self.literal(b)?);
        if op == Binary::Concat {
            let words = [self.as_word(a)?, self.as_word(b)?];
            return self.apply(Op::BvConcat, &words);
        }
        if width == 1
            && let Some(block) = self.binary_bit(op, a, b)?
        {
            return Ok(block);
        }
        let (a, b) = (self.as_word(a)?, self.as_word(b)?);
        let block = self.binary_word(op, (a, b), width)?;
        self.as_bit(block)
    }

    fn slice(&mut self, of: Literal, hi: u32, lo: u32) -> Built<BlockId> {
        let block = self.literal(of)?;
        if self.is_bit(block) {
            return Ok(block);
        }
        if self.builder.sort(block) == word_sort(hi - lo + 1) {
            return Ok(block);
        }
        let part = self.apply(Op::BvExtract { hi, lo }, &[block])?;
        self.as_bit(part)
    }

    fn extend(&mut self, of: Literal, by: u32, signed: bool) -> Built<BlockId> {
        let block = self.literal(of)?;
        if by == 0 {
            return Ok(block);
        }
        if self.builder.sort(block) == ir::Sort::Bool {
            let width = by + 1;
            let set = if signed { Value::bits(width, all_ones(width)) } else { Value::bits(width, 1u8) };
            let (set, clear) = (self.constant(set), self.constant(Value::bits(width, 0u8)));
            return self.apply(Op::Ite, &[block, set, clear]);
        }
        self.apply(if signed { Op::BvSignExtend(by) } else { Op::BvZeroExtend(by) }, &[block])
    }
}

pub(super) fn all_ones(width: u32) -> num_bigint::BigUint {
    (num_bigint::BigUint::from(1u8) << width) - 1u8
}
