//! Functions of mathematics. What terms can express is exact; for the others a variable stands for the value, within bounds
//! that the function keeps (`estimate`).

use super::{Lowerer, Signal};
use crate::flat::InstanceId;
use crate::matlab::{Class, Number};
use crate::signal::Type;
use num_bigint::BigInt;
use num_rational::BigRational;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Constraint, Estimate, Function, Op, Purpose, Role, Sort};
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    /// `Math`, `Sqrt` and `Trigonometry`.
    pub(super) fn function(&mut self, id: InstanceId, port: usize) -> Checked<Signal> {
        let inputs = self.inputs(id)?;
        let operator = match (self.instance(id).kind.as_str(), self.text(id, "Operator")) {
            ("Sqrt", "") => "sqrt",
            ("Trigonometry", "") => "sin",
            ("Trigonometry", "sincos") => ["sin", "cos"][port.min(1)],
            ("Math", "") => "exp",
            (_, operator) => operator,
        };
        if matches!(operator, "transpose" | "hermitian") {
            return Ok(self.transposed(id, &inputs[0]));
        }
        let needed = if matches!(operator, "pow" | "hypot" | "rem" | "mod" | "atan2") { 2 } else { 1 };
        if inputs.len() != needed {
            return Err(self.unfit(id, &format!("{operator} needs {needed} inputs")));
        }
        let mut known = true;
        let signal = self.element_wise(id, &inputs, |this, b| match this.apply(operator, b) {
            Some(result) => result,
            None => {
                known = false;
                b[0]
            }
        })?;
        if known { Ok(signal) } else { Err(self.unsupported(id, &format!("the function {operator} is not supported"))) }
    }

    fn transposed(&mut self, id: InstanceId, input: &Signal) -> Signal {
        let (rows, columns) = input.array().1.rows_columns();
        let elements = (0..rows * columns).filter_map(|i| input.element((i % columns) * rows + i / columns)).collect();
        let ty = self.type_of(id, 0);
        self.wires(id, &Signal { ty, elements })
    }

    /// A function by its name; none if it is not known.
    pub(crate) fn apply(&mut self, name: &str, arguments: &[BlockId]) -> Option<BlockId> {
        let x = *arguments.first()?;
        let second = arguments.get(1).copied();
        Some(match name {
            "abs" => self.magnitude(x),
            "square" | "magnitude^2" => self.calculate(Op::Mul, x, x),
            "conj" => x,
            "reciprocal" => {
                let one = self.number(&Number::one(), Class::Double);
                self.divide(one, x)
            }
            "floor" | "ceil" | "round" | "fix" => {
                let real = self.as_real(x);
                self.round(real, super::gates::Round::named(name))
            }
            "min" | "max" => self.extreme(if name == "max" { ">" } else { "<" }, arguments),
            "mod" | "rem" => self.remainder(name, x, second?),
            "hypot" => {
                let y = second?;
                let (a, b) = (self.calculate(Op::Mul, x, x), self.calculate(Op::Mul, y, y));
                let sum = self.calculate(Op::Add, a, b);
                self.estimate(Function::Sqrt, &[sum])
            }
            "pow" | "power" => self.power(x, second?),
            "10^u" => {
                let ten = self.number(&Number::integer(10), Class::Double);
                self.estimate(Function::Pow, &[ten, x])
            }
            "ln" => self.estimate(Function::Log, &[x]),
            name => {
                let function = Function::named(name)?;
                let needed = if matches!(function, Function::Atan2 | Function::Pow) { 2 } else { 1 };
                self.estimate(function, arguments.get(..needed)?)
            }
        })
    }

    /// `x - y * floor(x / y)`, or with the quotient rounded toward zero.
    fn remainder(&mut self, name: &str, x: BlockId, y: BlockId) -> BlockId {
        let quotient = self.quotient(x, y);
        let rounding = if name == "mod" { super::gates::Round::Floor } else { super::gates::Round::Zero };
        let whole = self.round(quotient, rounding);
        let product = self.calculate(Op::Mul, y, whole);
        let zero = self.number(&Number::zero(), Class::Int32);
        let defined = self.compare("~=", y, zero);
        let rest = self.calculate(Op::Sub, x, product);
        self.choose(defined, rest, x)
    }

    /// A power: a product if the exponent is a small whole number.
    pub(crate) fn power(&mut self, base: BlockId, exponent: BlockId) -> BlockId {
        let known = self.builder.system.terms.constant(self.builder.value(exponent)).cloned();
        let whole = match known {
            Some(wherefore_ir::Value::Real(r)) if r.is_integer() => i64::try_from(r.to_integer()).ok(),
            Some(wherefore_ir::Value::Int(n)) => i64::try_from(n).ok(),
            _ => None,
        };
        match whole {
            Some(n @ 1..=8) => (1..n).fold(base, |product, _| self.calculate(Op::Mul, product, base)),
            Some(0) => self.number(&Number::one(), Class::Double),
            _ => self.estimate(Function::Pow, &[base, exponent]),
        }
    }

    /// A variable for the value of a function. The same argument has the same value, and the value lies within bounds.
    pub(super) fn estimate(&mut self, function: Function, arguments: &[BlockId]) -> BlockId {
        let arguments: Vec<BlockId> = arguments.iter().map(|b| self.as_real(*b)).collect();
        let terms: Vec<_> = arguments.iter().map(|b| self.builder.value(*b)).collect();
        let element = self.current.map(|id| self.element(id));
        let known =
            self.builder.system.annexes.estimates.iter().find(|e| e.function == function && e.arguments == terms);
        if let Some(value) = known.map(|e| e.value) {
            return self.builder.free(value, element);
        }
        let path = self.current.map_or_else(String::new, |id| self.instance(id).path.clone());
        let name = format!("{} of {path}", function.word());
        let value = self.builder.system.add_auxiliary(&name, Sort::Real, Role::Input, Purpose::Choice);
        self.builder.system.annexes.estimates.push(Estimate { function, arguments: terms, value });
        let block = self.builder.free(value, element);
        self.keep_bounds(function, &arguments, block);
        block
    }

    fn decimal(&mut self, numerator: i64, denominator: i64) -> BlockId {
        let exact = BigRational::new(BigInt::from(numerator), BigInt::from(denominator));
        self.number(&Number::Finite(exact), Class::Double)
    }

    /// Restricts an estimate to what the function keeps for every argument.
    fn keep_bounds(&mut self, function: Function, arguments: &[BlockId], value: BlockId) {
        let (Some(x), zero, one) = (arguments.first().copied(), self.decimal(0, 1), self.decimal(1, 1)) else { return };
        match function {
            Function::Sin | Function::Cos | Function::Tanh => {
                let minus = self.decimal(-1, 1);
                self.between(minus, value, one);
                if function != Function::Cos {
                    self.below_argument(x, value);
                }
            }
            Function::Asin | Function::Atan => {
                let (low, high) = (self.decimal(-15708, 10000), self.decimal(15708, 10000));
                self.between(low, value, high);
                self.same_sign(x, value);
            }
            Function::Acos => {
                let high = self.decimal(31416, 10000);
                self.between(zero, value, high);
            }
            Function::Atan2 => {
                let (low, high) = (self.decimal(-31416, 10000), self.decimal(31416, 10000));
                self.between(low, value, high);
            }
            Function::Exp | Function::Cosh => {
                let more = self.calculate(Op::Add, x, one);
                let least = if function == Function::Exp { more } else { one };
                self.restrict("<=", least, value);
                self.restrict("<=", zero, value);
            }
            Function::Sqrt => self.root_bounds(x, value),
            _ => {}
        }
    }

    /// A root is not negative, lies between its argument and 1, and is 0 only at 0.
    fn root_bounds(&mut self, x: BlockId, value: BlockId) {
        let (zero, one) = (self.decimal(0, 1), self.decimal(1, 1));
        self.restrict("<=", zero, value);
        let large = self.compare(">=", x, one);
        let (above, below) = (self.compare("<=", one, value), self.compare("<=", value, x));
        let inside = self.all(&[above, below]);
        let when_large = self.op(Op::Implies, &[large, inside]);
        self.assume(when_large);
        let (least, most) = (self.compare("<=", zero, x), self.compare("<=", x, one));
        let small = self.all(&[least, most]);
        let (above, below) = (self.compare("<=", x, value), self.compare("<=", value, one));
        let inside = self.all(&[above, below]);
        let when_small = self.op(Op::Implies, &[small, inside]);
        self.assume(when_small);
        let (nothing, none) = (self.compare("==", x, zero), self.compare("==", value, zero));
        let same = self.op(Op::Implies, &[nothing, none]);
        self.assume(same);
    }

    fn between(&mut self, low: BlockId, value: BlockId, high: BlockId) {
        self.restrict("<=", low, value);
        self.restrict("<=", value, high);
    }

    /// The magnitude of the value is at most that of the argument, with the same sign where the argument is small.
    fn below_argument(&mut self, x: BlockId, value: BlockId) {
        let (size, most) = (self.magnitude(value), self.magnitude(x));
        self.restrict("<=", size, most);
    }

    fn same_sign(&mut self, x: BlockId, value: BlockId) {
        let zero = self.decimal(0, 1);
        for operator in [">=", "<="] {
            let (argument, result) = (self.compare(operator, x, zero), self.compare(operator, value, zero));
            let follows = self.op(Op::Implies, &[argument, result]);
            self.assume(follows);
        }
    }

    fn restrict(&mut self, operator: &str, a: BlockId, b: BlockId) {
        let block = self.compare(operator, a, b);
        self.assume(block);
    }

    /// Takes a truth value for granted at every tick.
    pub(super) fn assume(&mut self, block: BlockId) {
        let term = self.builder.value(block);
        let element = self.current.map(|id| self.element(id));
        self.builder.system.invar.push(Constraint { term, element });
    }

    /// A scalar of class double.
    pub(super) fn double(&mut self, block: BlockId) -> Signal {
        let block = self.as_real(block);
        Signal { ty: Type::GROUND, elements: vec![block] }
    }
}
