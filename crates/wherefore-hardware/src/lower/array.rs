//! Arrays, element by element.

use super::{Built, Lowerer};
use crate::netlist::Literal;
use num_bigint::BigUint;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Value};

impl Lowerer<'_> {
    /// The element at an index: the lowest bit of the index halves the elements, then the next.
    pub(super) fn read(&mut self, array: Literal, index: Literal) -> Built<BlockId> {
        let mut elements = self.elements(array)?;
        let (width, index) = (self.width(index)?, self.literal(index)?);
        for bit in 0..width {
            let chosen = match width {
                1 => index,
                _ => {
                    let part = self.apply(Op::BvExtract { hi: bit, lo: bit }, &[index])?;
                    self.as_bit(part)?
                }
            };
            let mut halved = Vec::with_capacity(elements.len() / 2);
            for pair in elements.chunks_exact(2) {
                halved.push(if pair[0] == pair[1] {
                    pair[0]
                } else {
                    self.apply(Op::Ite, &[chosen, pair[1], pair[0]])?
                });
            }
            elements = halved;
        }
        elements.first().copied().ok_or(super::Fail::Foreign)
    }

    pub(super) fn write(&mut self, array: Literal, index: Literal, value: Literal) -> Built<Vec<BlockId>> {
        let elements = self.elements(array)?;
        let (width, index, value) = (self.width(index)?, self.literal(index)?, self.literal(value)?);
        let mut written = Vec::with_capacity(elements.len());
        for (number, old) in elements.into_iter().enumerate() {
            let chosen = self.is_index(index, width, number)?;
            written.push(self.apply(Op::Ite, &[chosen, value, old])?);
        }
        Ok(written)
    }

    fn is_index(&mut self, index: BlockId, width: u32, number: usize) -> Built<BlockId> {
        match (width, number) {
            (1, 0) => self.complement(index),
            (1, _) => Ok(index),
            _ => {
                let number = self.constant(Value::bits(width, BigUint::from(number)));
                self.apply(Op::Eq, &[index, number])
            }
        }
    }

    pub(super) fn array_choice(&mut self, condition: Literal, then: Literal, other: Literal) -> Built<Vec<BlockId>> {
        let condition = self.literal(condition)?;
        let (then, other) = (self.elements(then)?, self.elements(other)?);
        then.into_iter().zip(other).map(|(a, b)| self.apply(Op::Ite, &[condition, a, b])).collect()
    }

    pub(super) fn array_equality(&mut self, a: Literal, b: Literal, equal: bool) -> Built<BlockId> {
        let (a, b) = (self.elements(a)?, self.elements(b)?);
        let each: Vec<BlockId> =
            a.into_iter().zip(b).map(|(x, y)| self.apply(Op::Eq, &[x, y])).collect::<Built<_>>()?;
        let all = self.apply(Op::And, &each)?;
        if equal { Ok(all) } else { self.complement(all) }
    }
}
