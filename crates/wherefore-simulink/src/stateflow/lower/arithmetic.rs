//! Operators on values.
//!
//! A number as it is written takes the class of what it meets. In MATLAB, integers calculate in their class, rounded and brought into
//! its bounds; in C, results are exact until they are stored.

use super::Run;
use super::store::Val;
use crate::lower::gates::{Conversion, Round};
use crate::matlab::Class;
use crate::stateflow::action::{BinaryOp, UnaryOp};
use crate::stateflow::document::Language;
use wherefore_diag::Span;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Rounding, Sort, Value};
use wherefore_syntax::Checked;

impl Run<'_, '_, '_> {
    /// How numbers become integers.
    fn conversion(&self) -> Conversion {
        let rounding = if self.chart.language == Language::Matlab { Round::Nearest } else { Round::Zero };
        Conversion { rounding, saturates: self.chart.saturates }
    }

    /// Whether results are exact until they are stored.
    fn is_exact(&self) -> bool {
        self.chart.language == Language::C
    }

    /// The class of a result.
    fn result_class(&self, a: &Val, b: &Val) -> Class {
        let strong = |v: &Val| !v.literal && v.class.is_integer();
        match (strong(a), strong(b)) {
            (true, true) if self.is_exact() => Class::Int64,
            (true, true) => crate::signal::common([a.class, b.class], Class::Double).unwrap_or(Class::Double),
            _ if self.is_exact() => Class::Double,
            (true, false) => a.class,
            (false, true) => b.class,
            _ => Class::Double,
        }
    }

    /// A number in a class.
    pub(super) fn in_class(&mut self, element: BlockId, class: Class) -> BlockId {
        let how = self.conversion();
        self.low.convert(element, class, how)
    }

    /// A number as an integer, for indices.
    pub(super) fn whole(&mut self, element: BlockId) -> BlockId {
        match self.low.sort_of(element) {
            Sort::Real => self.low.round(element, Round::Nearest),
            _ => self.low.as_integer(element),
        }
    }

    pub(super) fn unary(&mut self, op: UnaryOp, value: Val, span: Span) -> Checked<Val> {
        let mut value = value;
        match op {
            UnaryOp::Plus => {}
            UnaryOp::Not => {
                let truths: Vec<BlockId> = value.elements.iter().map(|b| self.low.as_truth(*b)).collect();
                value.elements = truths.into_iter().map(|b| self.low.not(b)).collect();
                value.class = Class::Boolean;
                value.literal = false;
            }
            UnaryOp::Minus => {
                let class = match value.class {
                    Class::Boolean => Class::Double,
                    class if class.is_integer() && self.is_exact() => Class::Int64,
                    class => class,
                };
                let mut elements = Vec::new();
                for element in value.elements {
                    let number = self.low.as_integer(element);
                    let negated = self.low.op(Op::Neg, &[number]);
                    elements.push(if self.is_exact() { negated } else { self.in_class(negated, class) });
                }
                value.elements = elements;
                value.class = class;
            }
            UnaryOp::Transpose if value.rows == 1 || value.columns == 1 => {
                std::mem::swap(&mut value.rows, &mut value.columns);
            }
            UnaryOp::Transpose => return Err(self.refuse(span, "a transposed matrix is not supported")),
        }
        Ok(value)
    }

    /// An operator on two values, element by element.
    pub(super) fn binary(&mut self, op: BinaryOp, a: Val, b: Val, span: Span) -> Checked<Val> {
        if a.text.is_some() || b.text.is_some() {
            return self.joined_text(op, a, b, span);
        }
        let (one, other) = (a.elements.len(), b.elements.len());
        if one != other && one != 1 && other != 1 || one == 0 || other == 0 {
            return Err(self.refuse(span, &format!("values of {one} and {other} elements do not fit")));
        }
        if matches!(op, BinaryOp::Multiply | BinaryOp::Divide) && one > 1 && other > 1 {
            return Err(self.refuse(span, "products of matrices are not supported"));
        }
        let (rows, columns) = if one >= other { (a.rows, a.columns) } else { (b.rows, b.columns) };
        let class = self.result_class(&a, &b);
        let mut elements = Vec::new();
        let mut truth = false;
        for index in 0..one.max(other) {
            let (Some(x), Some(y)) = (pick(&a, index), pick(&b, index)) else { continue };
            let (x, y) = self.fitted((x, a.literal), (y, b.literal));
            let (element, is_truth) = self.combined(op, x, y, class, span)?;
            truth = is_truth;
            elements.push(element);
        }
        let literal = a.literal && b.literal && !truth;
        let class = if truth { Class::Boolean } else { class };
        Ok(Val { class, rows, columns, elements, literal, text: None })
    }

    /// A whole number as it is written becomes an integer where it meets one.
    fn fitted(&mut self, (x, x_literal): (BlockId, bool), (y, y_literal): (BlockId, bool)) -> (BlockId, BlockId) {
        let is_integer = |run: &Self, b: BlockId| run.low.sort_of(b) == Sort::Int;
        match (x_literal, y_literal) {
            (true, false) if is_integer(self, y) => (self.literal_integer(x), y),
            (false, true) if is_integer(self, x) => (x, self.literal_integer(y)),
            _ => (x, y),
        }
    }

    fn literal_integer(&mut self, block: BlockId) -> BlockId {
        match self.low.known(block) {
            Some(Value::Real(r)) if r.is_integer() => self.low.integer(r.to_integer()),
            _ => block,
        }
    }

    fn combined(&mut self, op: BinaryOp, x: BlockId, y: BlockId, class: Class, span: Span) -> Checked<(BlockId, bool)> {
        let compared = match op {
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "~=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            _ => "",
        };
        if !compared.is_empty() {
            return Ok((self.low.compare(compared, x, y), true));
        }
        let result = match op {
            BinaryOp::Add => self.low.calculate(Op::Add, x, y),
            BinaryOp::Subtract => self.low.calculate(Op::Sub, x, y),
            BinaryOp::Multiply | BinaryOp::ElementMultiply => self.low.calculate(Op::Mul, x, y),
            BinaryOp::Divide | BinaryOp::ElementDivide if class == Class::Int64 && self.is_exact() => {
                let quotient = self.low.divide(x, y);
                self.low.round(quotient, Round::Zero)
            }
            BinaryOp::Divide | BinaryOp::ElementDivide => self.low.divide(x, y),
            BinaryOp::Power | BinaryOp::ElementPower => self.low.power(x, y),
            BinaryOp::Remainder => {
                let (x, y) = (self.whole(x), self.whole(y));
                self.low.op(Op::Mod(Rounding::Truncate), &[x, y])
            }
            BinaryOp::And | BinaryOp::Or if self.chart.language == Language::Matlab => {
                let (x, y) = (self.low.as_truth(x), self.low.as_truth(y));
                let op = if op == BinaryOp::And { Op::And } else { Op::Or };
                return Ok((self.low.op(op, &[x, y]), true));
            }
            _ => return Err(self.refuse(span, "operators on bits are not supported")),
        };
        if self.is_exact() {
            return Ok((result, false));
        }
        let how = Conversion { saturates: true, ..self.conversion() };
        Ok((self.low.convert(result, class, how), false))
    }
}

fn pick(value: &Val, index: usize) -> Option<BlockId> {
    value.elements.get(if value.elements.len() == 1 { 0 } else { index }).copied()
}
