//! Expressions of MATLAB over signals: `Fcn` and `If` blocks.

use super::{Lowerer, Signal};
use crate::flat::InstanceId;
use crate::matlab::{BinaryOp, Class, Expr, ExprKind, UnaryOp, parse};
use std::rc::Rc;
use wherefore_ir::Op;
use wherefore_ir::network::BlockId;
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    /// A `Fcn` block: an expression over the elements of `u`.
    pub(super) fn expression(&mut self, id: InstanceId) -> Checked<Signal> {
        let input = self.input(id, 0)?;
        let text = match self.text(id, "Expr") {
            "" => "sin(u(1)*exp(2.3*(-u(2))))",
            text => text,
        };
        let expr = self.parsed(id, text)?;
        let value = self.evaluated(id, &expr, std::slice::from_ref(&input))?;
        Ok(self.double(value))
    }

    /// The tree of an expression.
    pub(super) fn parsed(&mut self, id: InstanceId, text: &str) -> Checked<Expr> {
        parse(text).map_err(|m| self.unsupported(id, &format!("the expression `{text}` cannot be read: {}", m.message)))
    }

    /// The value of an expression. `u` is the first input, `u1`, `u2` are the inputs by number.
    pub(super) fn evaluated(&mut self, id: InstanceId, expr: &Expr, inputs: &[Rc<Signal>]) -> Checked<BlockId> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.evaluated_one(id, expr, inputs))
    }

    fn evaluated_one(&mut self, id: InstanceId, expr: &Expr, inputs: &[Rc<Signal>]) -> Checked<BlockId> {
        match &expr.kind {
            ExprKind::Number(n) => Ok(self.number(n, Class::Double)),
            // Only formulas that are asked from outside speak of blocks, and they have no inputs.
            ExprKind::Name(name) | ExprKind::Text(name) if inputs.is_empty() => self.value_of_signal(id, name),
            ExprKind::Field(..) if inputs.is_empty() => {
                let name = expr.dotted_name().unwrap_or_default();
                self.value_of_signal(id, &name)
            }
            ExprKind::Name(name) => self.named_value(id, name, inputs),
            ExprKind::Unary(op, inner) => {
                let value = self.evaluated(id, inner, inputs)?;
                Ok(match op {
                    UnaryOp::Minus => {
                        let number = self.as_integer(value);
                        self.op(Op::Neg, &[number])
                    }
                    UnaryOp::Not => {
                        let truth = self.as_truth(value);
                        self.not(truth)
                    }
                    UnaryOp::Plus | UnaryOp::Transpose => value,
                })
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.evaluated(id, a, inputs)?, self.evaluated(id, b, inputs)?);
                Ok(self.binary(*op, a, b))
            }
            ExprKind::Apply { function, arguments } => self.applied(id, function, arguments, inputs),
            _ => Err(self.unsupported(id, "its expression uses something that is not supported")),
        }
    }

    fn value_of_signal(&mut self, id: InstanceId, name: &str) -> Checked<BlockId> {
        if let Some(block) = self.part_of_chart(name) {
            return Ok(block);
        }
        let Some(wire) = self.signal_of(name) else {
            return Err(self.unsupported(id, &format!("no block has the path `{name}`")));
        };
        let signal = self.signal(wire)?;
        match signal.elements.as_slice() {
            [only] => Ok(*only),
            _ => Err(self.unfit(wire.from, "a formula speaks of it, and it is no scalar")),
        }
    }

    /// Input `u`, `u2`, or a variable with a value.
    fn named_value(&mut self, id: InstanceId, name: &str, inputs: &[Rc<Signal>]) -> Checked<BlockId> {
        let number = match name.strip_prefix('u') {
            Some("") => Some(1),
            Some(digits) => digits.parse::<usize>().ok(),
            None => None,
        };
        if let Some(block) = number.and_then(|n| inputs.get(n.checked_sub(1)?)?.element(0)) {
            return Ok(block);
        }
        let value = self.instance(id).scope.find(name).and_then(|v| v.as_scalar().cloned());
        let value = value.or_else(|| {
            let expr = parse(name).ok()?;
            crate::matlab::evaluate(&expr, &|_| None).ok()?.as_scalar().cloned()
        });
        match value {
            Some(number) => Ok(self.number(&number, Class::Double)),
            None => Err(self.unsupported(id, &format!("`{name}` in its expression has no value"))),
        }
    }

    /// An element of an input, or a function.
    fn applied(
        &mut self,
        id: InstanceId,
        function: &str,
        arguments: &[Expr],
        inputs: &[Rc<Signal>],
    ) -> Checked<BlockId> {
        let input = match function.strip_prefix('u') {
            Some("") => inputs.first(),
            Some(digits) => digits.parse::<usize>().ok().and_then(|n| inputs.get(n.checked_sub(1)?)),
            None => None,
        };
        if let Some(input) = input {
            let index = match arguments {
                [Expr { kind: ExprKind::Number(n), .. }] => n.to_integer().and_then(|n| usize::try_from(n - 1).ok()),
                _ => None,
            };
            let element = index.and_then(|i| input.elements.get(i)).copied();
            return element
                .ok_or_else(|| self.unfit(id, "its expression uses an element that the input does not have"));
        }
        let values = arguments.iter().map(|a| self.evaluated(id, a, inputs)).collect::<Checked<Vec<_>>>()?;
        let known = match function {
            "sgn" | "sign" => values.first().map(|v| self.signum(*v)),
            name => self.apply(name, &values),
        };
        known.ok_or_else(|| self.unsupported(id, &format!("the function `{function}` in its expression is not known")))
    }

    fn binary(&mut self, op: BinaryOp, a: BlockId, b: BlockId) -> BlockId {
        use BinaryOp::*;
        match op {
            Add => self.calculate(Op::Add, a, b),
            Subtract => self.calculate(Op::Sub, a, b),
            Multiply | ElementMultiply => self.calculate(Op::Mul, a, b),
            Divide | ElementDivide => self.divide(a, b),
            LeftDivide | ElementLeftDivide => self.divide(b, a),
            Power | ElementPower => self.power(a, b),
            Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual => self.compare(op.sign(), a, b),
            And | ShortAnd => {
                let (a, b) = (self.as_truth(a), self.as_truth(b));
                self.all(&[a, b])
            }
            Or | ShortOr => {
                let (a, b) = (self.as_truth(a), self.as_truth(b));
                self.any(&[a, b])
            }
        }
    }
}
