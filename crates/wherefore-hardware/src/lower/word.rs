//! Operators on words, from those that bit-vectors have.

use super::gate::all_ones;
use super::{Built, Lowerer};
use crate::netlist::{Binary, Unary};
use num_bigint::BigUint;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Sort, Value};

type Pair = (BlockId, BlockId);

impl Lowerer<'_> {
    fn word_width(&self, block: BlockId) -> u32 {
        match self.builder.sort(block) {
            Sort::BitVec(width) => width,
            _ => 1,
        }
    }

    fn number(&mut self, width: u32, value: impl Into<BigUint>) -> BlockId {
        self.constant(Value::bits(width, value))
    }

    fn not(&mut self, bit: BlockId) -> Built<BlockId> {
        self.apply(Op::Not, &[bit])
    }

    pub(super) fn unary_word(&mut self, op: Unary, a: BlockId) -> Built<BlockId> {
        let width = self.word_width(a);
        match op {
            Unary::Not => self.apply(Op::BvNot, &[a]),
            Unary::Neg => self.apply(Op::BvNeg, &[a]),
            Unary::Inc | Unary::Dec => {
                let one = self.number(width, 1u8);
                self.apply(if op == Unary::Inc { Op::BvAdd } else { Op::BvSub }, &[a, one])
            }
            Unary::Redand => {
                let ones = self.number(width, all_ones(width));
                self.apply(Op::Eq, &[a, ones])
            }
            Unary::Redor => {
                let zero = self.number(width, 0u8);
                let none = self.apply(Op::Eq, &[a, zero])?;
                self.not(none)
            }
            Unary::Redxor => self.parity(a),
        }
    }

    /// The exclusive or of all bits: halves are laid over one another until one bit is left.
    fn parity(&mut self, word: BlockId) -> Built<BlockId> {
        let mut word = word;
        loop {
            let width = self.word_width(word);
            if width == 1 {
                return self.as_bit(word);
            }
            let half = width.div_ceil(2);
            let low = self.apply(Op::BvExtract { hi: half - 1, lo: 0 }, &[word])?;
            let mut high = self.apply(Op::BvExtract { hi: width - 1, lo: half }, &[word])?;
            if width % 2 == 1 {
                high = self.apply(Op::BvZeroExtend(1), &[high])?;
            }
            word = self.apply(Op::BvXor, &[low, high])?;
        }
    }

    /// An operator on two words of one width. A comparison gives a Boolean.
    pub(super) fn binary_word(&mut self, op: Binary, (a, b): Pair, width: u32) -> Built<BlockId> {
        let plain = |op| Some((op, false, false));
        // The operator of bit-vectors, whether operands are swapped, and whether the result is negated.
        let simple = match op {
            Binary::Iff | Binary::Eq => plain(Op::Eq),
            Binary::Neq => Some((Op::Eq, false, true)),
            Binary::Ult => plain(Op::BvUlt),
            Binary::Ulte => plain(Op::BvUle),
            Binary::Slt => plain(Op::BvSlt),
            Binary::Slte => plain(Op::BvSle),
            Binary::Ugt => Some((Op::BvUlt, true, false)),
            Binary::Ugte => Some((Op::BvUle, true, false)),
            Binary::Sgt => Some((Op::BvSlt, true, false)),
            Binary::Sgte => Some((Op::BvSle, true, false)),
            Binary::And => plain(Op::BvAnd),
            Binary::Or => plain(Op::BvOr),
            Binary::Xor => plain(Op::BvXor),
            Binary::Nand => Some((Op::BvAnd, false, true)),
            Binary::Nor => Some((Op::BvOr, false, true)),
            Binary::Xnor => Some((Op::BvXor, false, true)),
            Binary::Sll => plain(Op::BvShl),
            Binary::Sra => plain(Op::BvAshr),
            Binary::Srl => plain(Op::BvLshr),
            Binary::Add => plain(Op::BvAdd),
            Binary::Sub => plain(Op::BvSub),
            Binary::Mul => plain(Op::BvMul),
            Binary::Sdiv => plain(Op::BvSdiv),
            Binary::Udiv => plain(Op::BvUdiv),
            Binary::Srem => plain(Op::BvSrem),
            Binary::Urem => plain(Op::BvUrem),
            Binary::Usubo => plain(Op::BvUlt),
            _ => None,
        };
        if let Some((op, swapped, negated)) = simple {
            let block = self.apply(op, &if swapped { [b, a] } else { [a, b] })?;
            return if negated { self.complement(block) } else { Ok(block) };
        }
        match op {
            Binary::Rol | Binary::Ror => self.rotate((a, b), width, op == Binary::Rol),
            Binary::Smod => self.modulo((a, b), width),
            Binary::Uaddo => {
                let sum = self.apply(Op::BvAdd, &[a, b])?;
                self.apply(Op::BvUlt, &[sum, a])
            }
            Binary::Saddo | Binary::Ssubo => self.signed_overflow((a, b), width, op == Binary::Saddo),
            Binary::Sdivo => self.division_overflow((a, b), width),
            Binary::Umulo => {
                let product = self.wide_product((a, b), Op::BvZeroExtend(width))?;
                let high = self.apply(Op::BvExtract { hi: 2 * width - 1, lo: width }, &[product])?;
                let zero = self.number(width, 0u8);
                let fits = self.apply(Op::Eq, &[high, zero])?;
                self.not(fits)
            }
            Binary::Smulo => {
                let product = self.wide_product((a, b), Op::BvSignExtend(width))?;
                let low = self.apply(Op::BvExtract { hi: width - 1, lo: 0 }, &[product])?;
                let again = self.apply(Op::BvSignExtend(width), &[low])?;
                let fits = self.apply(Op::Eq, &[product, again])?;
                self.not(fits)
            }
            _ => Err(super::Fail::Foreign),
        }
    }

    /// Shifts both ways by amounts that add up to the width; a shift by the whole width leaves nothing.
    fn rotate(&mut self, (word, amount): Pair, width: u32, left: bool) -> Built<BlockId> {
        let whole = self.number(width, width);
        let amount = self.apply(Op::BvUrem, &[amount, whole])?;
        let rest = self.apply(Op::BvSub, &[whole, amount])?;
        let (up, down) = if left { (amount, rest) } else { (rest, amount) };
        let high = self.apply(Op::BvShl, &[word, up])?;
        let low = self.apply(Op::BvLshr, &[word, down])?;
        self.apply(Op::BvOr, &[high, low])
    }

    fn sign(&mut self, word: BlockId, width: u32) -> Built<BlockId> {
        let zero = self.number(width, 0u8);
        self.apply(Op::BvSlt, &[word, zero])
    }

    /// The remainder with the sign of the divisor: that with the sign of the dividend, moved by one divisor where signs differ.
    fn modulo(&mut self, (a, b): Pair, width: u32) -> Built<BlockId> {
        let rest = self.apply(Op::BvSrem, &[a, b])?;
        let zero = self.number(width, 0u8);
        let is_zero = self.apply(Op::Eq, &[rest, zero])?;
        let (sign, wanted) = (self.sign(rest, width)?, self.sign(b, width)?);
        let same = self.apply(Op::Eq, &[sign, wanted])?;
        let stays = self.apply(Op::Or, &[is_zero, same])?;
        let moved = self.apply(Op::BvAdd, &[rest, b])?;
        self.apply(Op::Ite, &[stays, rest, moved])
    }

    /// A sum overflows if the operands have one sign and the sum the other; a difference, if the operands differ in sign and the
    /// difference differs from the first.
    fn signed_overflow(&mut self, (a, b): Pair, width: u32, is_sum: bool) -> Built<BlockId> {
        let result = self.apply(if is_sum { Op::BvAdd } else { Op::BvSub }, &[a, b])?;
        let (x, y, r) = (self.sign(a, width)?, self.sign(b, width)?, self.sign(result, width)?);
        let operands = self.apply(if is_sum { Op::Eq } else { Op::Xor }, &[x, y])?;
        let changed = self.apply(Op::Xor, &[x, r])?;
        self.apply(Op::And, &[operands, changed])
    }

    /// The least number divided by -1.
    fn division_overflow(&mut self, (a, b): Pair, width: u32) -> Built<BlockId> {
        let least = self.number(width, BigUint::from(1u8) << (width - 1));
        let minus_one = self.number(width, all_ones(width));
        let (x, y) = (self.apply(Op::Eq, &[a, least])?, self.apply(Op::Eq, &[b, minus_one])?);
        self.apply(Op::And, &[x, y])
    }

    fn wide_product(&mut self, (a, b): Pair, extend: Op) -> Built<BlockId> {
        let (a, b) = (self.apply(extend, &[a])?, self.apply(extend, &[b])?);
        self.apply(Op::BvMul, &[a, b])
    }
}
