//! Numbers, comparisons and conversions.

use super::super::ast::{Binary, Expr, ExprKind};
use super::super::types::{Data, Ty};
use super::{At, Built, Lowerer};
use num_bigint::BigInt;
use wherefore_diag::Span;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Rounding, Value};

/// The two sides of an operator.
pub(super) type Operands<'a> = (&'a Expr, &'a Expr);

/// The leaves of an expression from one on, and where it is read.
type Leaves<'a> = (&'a Expr, At, usize);

impl<'a> Lowerer<'a, '_> {
    /// `+`, `<` and the like on scalars.
    pub(super) fn arithmetic(&mut self, op: Binary, (a, b): Operands<'a>, span: Span, at: At) -> Built<BlockId> {
        let ty = self.check.ty(a, at.context)?;
        let (left, right) = (self.value(a, at, 0)?, self.value(b, at, 0)?);
        let (gate, word) = match ty {
            Ty::Machine { signed, .. } => machine_gate(op, signed),
            _ => number_gate(op, &ty),
        };
        // There is no gate for "greater": the operands change places.
        let swapped = matches!(op, Binary::Greater | Binary::GreaterEqual);
        let inputs = if swapped { [right, left] } else { [left, right] };
        self.operator(gate, &inputs, word, span)
    }

    /// `-e`.
    pub(super) fn minus(&mut self, e: &'a Expr, whole: &'a Expr, at: At) -> Built<BlockId> {
        let value = match &e.kind {
            ExprKind::Int(n) => Some(Value::Int(-n)),
            ExprKind::Real(r) => Some(Value::Real(-r)),
            _ => None,
        };
        if let Some(value) = value {
            return Ok(self.constant_block(value, whole.span));
        }
        let gate = if let Ty::Machine { .. } = self.check.ty(e, at.context)? { Op::BvNeg } else { Op::Neg };
        let block = self.value(e, at, 0)?;
        self.operator(gate, &[block], "-", whole.span)
    }

    /// `=` and `<>`, on structures leaf by leaf.
    pub(super) fn equality(&mut self, op: Binary, (a, b): Operands<'a>, span: Span, at: At) -> Built<BlockId> {
        let ty = self.check.ty(a, at.context)?;
        let equal = self.equal(&ty, (a, at, 0), (b, at, 0), span)?;
        match op {
            Binary::Unequal => self.operator(Op::Not, &[equal], "<>", span),
            _ => Ok(equal),
        }
    }

    /// Whether leaves of two expressions are equal, those from an offset on that make up a value of a type.
    fn equal(&mut self, ty: &Ty, a: Leaves<'a>, b: Leaves<'a>, span: Span) -> Built<BlockId> {
        if let Ty::Data(data) = ty {
            return self.equal_data(data, a, b, span);
        }
        let parts: Vec<Ty> = match ty {
            Ty::Record(r) => r.fields.iter().map(|(_, ty)| ty.clone()).collect(),
            Ty::Tuple(list) | Ty::List(list) => list.to_vec(),
            Ty::Array(element, count) => vec![element.as_ref().clone(); *count],
            _ => {
                let left = self.value(a.0, a.1, a.2)?;
                let right = self.value(b.0, b.1, b.2)?;
                return self.operator(Op::Eq, &[left, right], "=", span);
            }
        };
        let (mut offset, mut list) = (0, Vec::new());
        for part in parts {
            list.push(self.equal(&part, (a.0, a.1, a.2 + offset), (b.0, b.1, b.2 + offset), span)?);
            offset += part.size();
        }
        self.conjunction(&list, span)
    }

    /// Values of a data type are equal if their constructors are, and the fields of that constructor.
    fn equal_data(&mut self, data: &Data, a: Leaves<'a>, b: Leaves<'a>, span: Span) -> Built<BlockId> {
        let (left, right) = (self.value(a.0, a.1, a.2)?, self.value(b.0, b.1, b.2)?);
        let mut list = vec![self.operator(Op::Eq, &[left, right], "=", span)?];
        for (index, fields) in data.variants.iter().enumerate().filter(|(_, f)| !f.is_empty()) {
            let mut offset = data.offset(index);
            let mut same = Vec::new();
            for (_, ty) in fields {
                same.push(self.equal(ty, (a.0, a.1, a.2 + offset), (b.0, b.1, b.2 + offset), span)?);
                offset += ty.size();
            }
            let same = self.conjunction(&same, span)?;
            let tag = self.member(&data.tag, index);
            let is_variant = self.is_value(left, tag, span)?;
            list.push(self.operator(Op::Implies, &[is_variant, same], "=", span)?);
        }
        self.conjunction(&list, span)
    }

    /// A conversion.
    pub(super) fn cast(&mut self, e: &'a Expr, to: &Ty, whole: &'a Expr, at: At) -> Built<BlockId> {
        let from = self.check.ty(e, at.context)?;
        if let (Ty::Machine { width, .. }, Some(n)) = (to, self.check.integer(e, at.context)) {
            let size = BigInt::from(1) << *width;
            let wrapped = ((n % &size) + &size) % &size;
            let (_, bits) = wrapped.into_parts();
            return Ok(self.constant_block(Value::bits(*width, bits), whole.span));
        }
        let block = self.value(e, at, 0)?;
        let gates: Vec<Op> = match (&from, to) {
            (Ty::Int, Ty::Real) => vec![Op::ToReal],
            (Ty::Real, Ty::Int) => vec![Op::Floor],
            (Ty::Int, Ty::Machine { width, .. }) => vec![Op::IntToBv(*width)],
            (Ty::Machine { signed, .. }, Ty::Int | Ty::Real) => {
                let mut gates = vec![if *signed { Op::BvToInt } else { Op::BvToNat }];
                gates.extend((*to == Ty::Real).then_some(Op::ToReal));
                gates
            }
            (Ty::Machine { signed, width: from }, Ty::Machine { width, .. }) if from < width => {
                let more = width - from;
                vec![if *signed { Op::BvSignExtend(more) } else { Op::BvZeroExtend(more) }]
            }
            (Ty::Machine { width: from, .. }, Ty::Machine { width, .. }) if from > width => {
                vec![Op::BvExtract { hi: width - 1, lo: 0 }]
            }
            _ => Vec::new(),
        };
        let word = to.show();
        gates.into_iter().try_fold(block, |block, gate| self.operator(gate, &[block], &word, whole.span))
    }
}

fn number_gate(op: Binary, ty: &Ty) -> (Op, &'static str) {
    use Binary::*;
    match op {
        Plus => (Op::Add, "+"),
        Minus => (Op::Sub, "-"),
        Times => (Op::Mul, "*"),
        Divide if *ty == Ty::Real => (Op::RealDiv, "/"),
        Divide | IntDivide => (Op::Div(Rounding::Euclid), "div"),
        Mod => (Op::Mod(Rounding::Euclid), "mod"),
        Less => (Op::Lt, "<"),
        LessEqual => (Op::Le, "<="),
        Greater => (Op::Lt, ">"),
        GreaterEqual => (Op::Le, ">="),
        Xor => (Op::Xor, "xor"),
        // Types rule out the others.
        _ => (Op::Eq, "="),
    }
}

fn machine_gate(op: Binary, signed: bool) -> (Op, &'static str) {
    use Binary::*;
    let either = |yes: Op, no: Op| if signed { yes } else { no };
    match op {
        Plus => (Op::BvAdd, "+"),
        Minus => (Op::BvSub, "-"),
        Times => (Op::BvMul, "*"),
        Divide | IntDivide => (either(Op::BvSdiv, Op::BvUdiv), "div"),
        Mod => (either(Op::BvSrem, Op::BvUrem), "mod"),
        Less => (either(Op::BvSlt, Op::BvUlt), "<"),
        LessEqual => (either(Op::BvSle, Op::BvUle), "<="),
        Greater => (either(Op::BvSlt, Op::BvUlt), ">"),
        GreaterEqual => (either(Op::BvSle, Op::BvUle), ">="),
        BitAnd => (Op::BvAnd, "&&"),
        BitOr => (Op::BvOr, "||"),
        ShiftLeft => (Op::BvShl, "shl"),
        ShiftRight => (either(Op::BvAshr, Op::BvLshr), "shr"),
        _ => (Op::Eq, "="),
    }
}
