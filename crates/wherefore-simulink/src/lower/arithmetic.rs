//! Sums, products and other blocks that calculate.

use super::gates::Round;
use super::{Lowerer, Signal, element_or_first};
use crate::flat::InstanceId;
use crate::matlab::{Class, Number, Value};
use crate::signal::{Shape, Type};
use num_rational::BigRational;
use std::rc::Rc;
use wherefore_ir::Op;
use wherefore_ir::network::BlockId;
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    /// The signs of a block with a sign for every input: `+-`, or a number of inputs.
    fn signs(&mut self, id: InstanceId, plain: char) -> Vec<char> {
        let count = self.instance(id).inputs.len();
        let text = self.text(id, "Inputs");
        let signs: Vec<char> = text.chars().filter(|c| matches!(c, '+' | '-' | '*' | '/')).collect();
        if signs.is_empty() { vec![plain; count] } else { signs }
    }

    pub(super) fn sum(&mut self, id: InstanceId) -> Checked<Signal> {
        let (inputs, signs) = (self.inputs(id)?, self.signs(id, '+'));
        if signs.len() != inputs.len() {
            return Err(self.unfit(id, "the number of signs is not that of the inputs"));
        }
        if let [only] = inputs.as_slice() {
            let terms: Vec<(char, BlockId)> = only.elements.iter().map(|b| (signs[0], *b)).collect();
            let total = self.total(&terms);
            return self.scalar(id, total);
        }
        self.element_wise(id, &inputs, |this, operands| {
            let terms: Vec<(char, BlockId)> = signs.iter().copied().zip(operands.iter().copied()).collect();
            this.total(&terms)
        })
    }

    /// A sum of terms with signs.
    fn total(&mut self, terms: &[(char, BlockId)]) -> BlockId {
        let mut total: Option<BlockId> = None;
        for (sign, block) in terms {
            total = Some(match (total, sign) {
                (Some(sum), '-') => self.calculate(Op::Sub, sum, *block),
                (Some(sum), _) => self.calculate(Op::Add, sum, *block),
                (None, '-') => {
                    let number = self.as_integer(*block);
                    self.op(Op::Neg, &[number])
                }
                (None, _) => self.as_integer(*block),
            });
        }
        total.unwrap_or_else(|| self.number(&Number::zero(), Class::Double))
    }

    /// One number as the output of a block.
    fn scalar(&mut self, id: InstanceId, block: BlockId) -> Checked<Signal> {
        let (class, _) = self.array_of(id, 0)?;
        let how = self.conversion(id);
        let block = self.convert(block, class, how);
        Ok(Signal { ty: Type::Array(class, Shape::SCALAR), elements: vec![block] })
    }

    pub(super) fn product(&mut self, id: InstanceId) -> Checked<Signal> {
        let (inputs, signs) = (self.inputs(id)?, self.signs(id, '*'));
        if signs.len() != inputs.len() {
            return Err(self.unfit(id, "the number of signs is not that of the inputs"));
        }
        if self.text(id, "Multiplication").starts_with("Matrix") {
            return self.matrix_chain(id, &inputs, &signs);
        }
        if let ([only], ['*']) = (inputs.as_slice(), signs.as_slice()) {
            let factors: Vec<(char, BlockId)> = only.elements.iter().map(|b| ('*', *b)).collect();
            let total = self.factors(&factors);
            return self.scalar(id, total);
        }
        self.element_wise(id, &inputs, |this, operands| {
            let factors: Vec<(char, BlockId)> = signs.iter().copied().zip(operands.iter().copied()).collect();
            this.factors(&factors)
        })
    }

    fn factors(&mut self, factors: &[(char, BlockId)]) -> BlockId {
        let mut total: Option<BlockId> = None;
        for (sign, block) in factors {
            total = Some(match (total, sign) {
                (Some(product), '/') => self.divide(product, *block),
                (Some(product), _) => self.calculate(Op::Mul, product, *block),
                (None, '/') => {
                    let one = self.number(&Number::one(), Class::Double);
                    self.divide(one, *block)
                }
                (None, _) => self.as_integer(*block),
            });
        }
        total.unwrap_or_else(|| self.number(&Number::one(), Class::Double))
    }

    fn matrix_chain(&mut self, id: InstanceId, inputs: &[Rc<Signal>], signs: &[char]) -> Checked<Signal> {
        let (class, _) = self.array_of(id, 0)?;
        let mut product: Option<Signal> = None;
        for (input, sign) in inputs.iter().zip(signs) {
            let factor = if *sign == '/' { self.inverse(id, input)? } else { Signal::clone(input) };
            product = Some(match product {
                Some(left) => self.matrix_product(id, &left, &factor, class)?,
                None => factor,
            });
        }
        let signal = product.unwrap_or(Signal { ty: Type::GROUND, elements: Vec::new() });
        self.in_class(id, &signal, class)
    }

    /// All elements of a signal in the class of a block.
    fn in_class(&mut self, id: InstanceId, signal: &Signal, class: Class) -> Checked<Signal> {
        let how = self.conversion(id);
        let elements = signal.elements.iter().map(|b| self.convert(*b, class, how)).collect();
        Ok(Signal { ty: Type::Array(class, signal.array().1), elements })
    }

    fn matrix_product(&mut self, id: InstanceId, a: &Signal, b: &Signal, class: Class) -> Checked<Signal> {
        let shape = crate::types::routing::matrix_product(a.array().1, b.array().1);
        if a.elements.len() == 1 || b.elements.len() == 1 {
            let count = a.elements.len().max(b.elements.len());
            let pairs = (0..count).filter_map(|i| a.element(i).zip(b.element(i)));
            let elements = pairs.map(|(x, y)| self.calculate(Op::Mul, x, y)).collect();
            return Ok(Signal { ty: Type::Array(class, shape), elements });
        }
        let (inner, columns) = b.array().1.rows_columns();
        let rows = a.elements.len().checked_div(inner).unwrap_or(0);
        if rows * inner != a.elements.len() || (matches!(a.array().1, Shape::Matrix(r, _) if r != rows)) {
            return Err(self.sizes(id, &[Rc::new(a.clone()), Rc::new(b.clone())]));
        }
        let mut elements = Vec::with_capacity(rows * columns);
        for column in 0..columns {
            for row in 0..rows {
                let products: Vec<(char, BlockId)> = (0..inner)
                    .map(|k| ('+', self.calculate(Op::Mul, a.elements[k * rows + row], b.elements[column * inner + k])))
                    .collect();
                elements.push(self.total(&products));
            }
        }
        Ok(Signal { ty: Type::Array(class, shape), elements })
    }

    pub(super) fn gain(&mut self, id: InstanceId) -> Checked<Signal> {
        let input = self.input(id, 0)?;
        let Some(gain) = self.parameter(id, "Gain")? else { return self.element_wise(id, &[input], |_, b| b[0]) };
        let matrix = self.text(id, "Multiplication").starts_with("Matrix");
        let factor = Rc::new(self.value_signal(id, &gain, !matrix)?);
        if !matrix {
            return self.element_wise(id, &[input, factor], |this, b| this.calculate(Op::Mul, b[1], b[0]));
        }
        let (class, _) = self.array_of(id, 0)?;
        let product = match self.text(id, "Multiplication") {
            "Matrix(u*K)" => self.matrix_product(id, &input, &factor, class)?,
            _ => self.matrix_product(id, &factor, &input, class)?,
        };
        self.in_class(id, &product, class)
    }

    /// A value of a parameter as a signal, in its own class.
    pub(super) fn value_signal(&mut self, id: InstanceId, value: &Value, as_vector: bool) -> Checked<Signal> {
        if value.elements.iter().any(|n| n.finite().is_none()) {
            return Err(self.unsupported(id, "a parameter that is not finite"));
        }
        // A whole number meets integers as an integer, so that nothing is rounded that need not be.
        let whole = value.elements.iter().all(|n| n.finite().is_some_and(|r| r.is_integer()));
        let class = if value.class == Class::Double && whole { Class::Int64 } else { value.class };
        let elements = value.elements.iter().map(|n| self.number(n, class)).collect();
        Ok(Signal { ty: Type::Array(class, Shape::of_value(value, as_vector)), elements })
    }

    pub(super) fn bias(&mut self, id: InstanceId) -> Checked<Signal> {
        let input = self.input(id, 0)?;
        let bias = self.parameter(id, "Bias")?.unwrap_or(Value::integer(0));
        let bias = Rc::new(self.value_signal(id, &bias, true)?);
        self.element_wise(id, &[input, bias], |this, b| this.calculate(Op::Add, b[0], b[1]))
    }

    /// Blocks with one input that calculate element by element.
    pub(super) fn unary(&mut self, id: InstanceId) -> Checked<Signal> {
        let input = self.input(id, 0)?;
        let kind = self.instance(id).kind.clone();
        let operator = self.text(id, "Operator");
        self.element_wise(id, &[input], |this, b| match kind.as_str() {
            "UnaryMinus" => this.total(&[('-', b[0])]),
            "Signum" => this.signum(b[0]),
            "Rounding" => this.rounded(b[0], operator),
            _ => this.magnitude(b[0]),
        })
    }

    pub(super) fn magnitude(&mut self, block: BlockId) -> BlockId {
        let number = self.as_integer(block);
        let negative = self.is_negative(number);
        let negated = self.op(Op::Neg, &[number]);
        self.choose(negative, negated, number)
    }

    fn is_negative(&mut self, number: BlockId) -> BlockId {
        let zero = self.number(&Number::zero(), Class::Int32);
        self.compare("<", number, zero)
    }

    pub(super) fn signum(&mut self, block: BlockId) -> BlockId {
        let number = self.as_integer(block);
        let [minus, zero, one] = [-1, 0, 1].map(|n| self.number(&Number::integer(n), Class::Int32));
        let (below, above) = (self.compare("<", number, zero), self.compare(">", number, zero));
        let upper = self.choose(above, one, zero);
        self.choose(below, minus, upper)
    }

    fn rounded(&mut self, block: BlockId, operator: &str) -> BlockId {
        let real = self.as_real(block);
        self.round(real, Round::named(operator))
    }

    pub(super) fn min_max(&mut self, id: InstanceId) -> Checked<Signal> {
        let inputs = self.inputs(id)?;
        let operator = if self.text(id, "Function") == "max" { ">" } else { "<" };
        if let [only] = inputs.as_slice() {
            let best = self.extreme(operator, &only.elements);
            return self.scalar(id, best);
        }
        self.element_wise(id, &inputs, |this, b| this.extreme(operator, b))
    }

    pub(super) fn extreme(&mut self, operator: &str, list: &[BlockId]) -> BlockId {
        let mut best: Option<BlockId> = None;
        for block in list {
            best = Some(match best {
                Some(best) => {
                    let better = self.compare(operator, *block, best);
                    self.choose(better, *block, best)
                }
                None => *block,
            });
        }
        best.unwrap_or_else(|| self.number(&Number::zero(), Class::Double))
    }

    pub(super) fn dot_product(&mut self, id: InstanceId) -> Checked<Signal> {
        let inputs = self.inputs(id)?;
        let [a, b] = inputs.as_slice() else { return Err(self.unfit(id, "two inputs are needed")) };
        if a.elements.len() != b.elements.len() {
            return Err(self.sizes(id, &inputs));
        }
        let pairs = a.elements.iter().zip(&b.elements);
        let products: Vec<(char, BlockId)> = pairs.map(|(x, y)| ('+', self.calculate(Op::Mul, *x, *y))).collect();
        let total = self.total(&products);
        self.scalar(id, total)
    }

    pub(super) fn saturate(&mut self, id: InstanceId) -> Checked<Signal> {
        let input = self.input(id, 0)?;
        let half = |sign: i64| Value::rational(BigRational::new(sign.into(), 2.into()));
        let upper = self.parameter(id, "UpperLimit")?.unwrap_or_else(|| half(1));
        let lower = self.parameter(id, "LowerLimit")?.unwrap_or_else(|| half(-1));
        let mut index = 0;
        self.element_wise(id, &[input], |this, b| {
            let (up, low) = (element_or_first(&upper, index), element_or_first(&lower, index));
            index += 1;
            let capped = this.bounded(b[0], &up, ">");
            this.bounded(capped, &low, "<")
        })
    }

    /// A number, or a bound where the number lies beyond it; an infinite bound is none.
    fn bounded(&mut self, block: BlockId, bound: &Number, operator: &str) -> BlockId {
        let Some(exact) = bound.finite() else { return block };
        let class = if exact.is_integer() { Class::Int64 } else { Class::Double };
        let bound = self.number(&Number::Finite(exact.clone()), class);
        let beyond = self.compare(operator, block, bound);
        self.choose(beyond, bound, block)
    }

    pub(super) fn saturation_dynamic(&mut self, id: InstanceId) -> Checked<Signal> {
        let inputs = self.inputs(id)?;
        self.element_wise(id, &inputs, |this, b| match b {
            [up, u, low, ..] => {
                let below = this.compare("<", *u, *low);
                let lifted = this.choose(below, *low, *u);
                let above = this.compare(">", *u, *up);
                this.choose(above, *up, lifted)
            }
            _ => b[0],
        })
    }

    pub(super) fn dead_zone(&mut self, id: InstanceId) -> Checked<Signal> {
        let input = self.input(id, 0)?;
        let (Some(low), Some(high)) = (self.parameter(id, "LowerValue")?, self.parameter(id, "UpperValue")?) else {
            return Err(self.unsupported(id, "its limits are missing"));
        };
        let low = Rc::new(self.value_signal(id, &low, true)?);
        let high = Rc::new(self.value_signal(id, &high, true)?);
        self.element_wise(id, &[input, low, high], |this, b| {
            let zero = this.number(&Number::zero(), Class::Int32);
            let (below, above) = (this.compare("<", b[0], b[1]), this.compare(">", b[0], b[2]));
            let (under, over) = (this.calculate(Op::Sub, b[0], b[1]), this.calculate(Op::Sub, b[0], b[2]));
            let upper = this.choose(above, over, zero);
            this.choose(below, under, upper)
        })
    }

    pub(super) fn converted(&mut self, id: InstanceId) -> Checked<Signal> {
        let input = self.input(id, 0)?;
        self.element_wise(id, &[input], |_, b| b[0])
    }
}
