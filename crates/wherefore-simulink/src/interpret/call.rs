//! A block in one tick, as the functions of the blocks see it: its parameters, the values of its inputs, and the way from
//! exact elements to an output of the right class.

use super::Long;
use super::class::{self, Declared, Family, Overflow, Rounding};
use super::diagram::Node;
use super::fault::{Fault, size, undefined};
use super::signal::{ANY, Array, Shape, Signal, UNKNOWN, exact};
use crate::document::Parameter;
use crate::matlab::{Class, Number, Value};
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use std::borrow::Cow;
use std::rc::Rc;

/// What a block gives: one signal for each output.
pub(super) type Outputs = Result<Vec<Signal>, Fault>;

/// How many bits a numerator or a denominator may have: numbers that are multiplied in a loop double their length in each
/// tick.
const MAX_BITS: u64 = 4096;

/// A block in one tick.
pub(super) struct Call<'a, 'm> {
    pub(super) node: &'a Node<'m>,
    pub(super) inputs: &'a [Signal],
    /// Whether only classes and sizes matter, so that an operation without a value may give any.
    pub(super) learning: bool,
    /// What is done with numbers that are too long.
    pub(super) long: Long,
    /// The time between two ticks, if it is known.
    pub(super) step: Option<&'a BigRational>,
    /// Zeros of the class and size that were learned: of the first input of a block with a state, of the first output of
    /// others.
    pub(super) template: Option<&'a Signal>,
}

impl<'a> Call<'a, '_> {
    /// The text of a parameter.
    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        self.node.block.parameters.get(name).map(str::trim)
    }

    /// The text of a parameter, or what it is if nothing is written.
    pub(super) fn text_or(&self, name: &str, default: &'a str) -> &'a str {
        self.text(name).unwrap_or(default)
    }

    /// The value of a parameter.
    pub(super) fn value(&self, name: &str, default: &str) -> Result<Rc<Value>, Fault> {
        self.node.value(name, default)
    }

    /// The value of a parameter as a signal.
    pub(super) fn parameter(&self, name: &str, default: &str) -> Result<Array, Fault> {
        let value = self.value(name, default)?;
        if value.class == UNKNOWN {
            return Err(Fault::Parameter { name: name.to_owned(), message: "a number is needed".to_owned() });
        }
        Array::of_parameter(&value)
    }

    /// The value of a parameter that is one number.
    pub(super) fn number(&self, name: &str, default: &str) -> Result<BigRational, Fault> {
        let value = self.value(name, default)?;
        let number = value.as_scalar().map(exact).transpose()?;
        number.ok_or_else(|| Fault::Parameter { name: name.to_owned(), message: "one number is needed".to_owned() })
    }

    /// The value of a parameter that counts something.
    pub(super) fn count(&self, name: &str, default: &str) -> Result<usize, Fault> {
        let number = self.number(name, default)?;
        let whole = Some(number).filter(BigRational::is_integer).and_then(|n| n.to_usize());
        whole.ok_or_else(|| Fault::Parameter { name: name.to_owned(), message: "a whole number is needed".to_owned() })
    }

    /// The time between two ticks.
    pub(super) fn step(&self) -> Result<&'a BigRational, Fault> {
        let message = "the step of the model is not known: it needs a sample time or `FixedStep`".to_owned();
        self.step.ok_or(Fault::Parameter { name: "SampleTime".to_owned(), message })
    }

    /// An input, counted from 0; one that nothing is connected to is zero.
    pub(super) fn signal(&self, index: usize) -> Cow<'a, Signal> {
        self.inputs.get(index).map_or_else(|| Cow::Owned(Signal::ground()), Cow::Borrowed)
    }

    /// An input of numbers.
    pub(super) fn input(&self, index: usize) -> Result<Cow<'a, Array>, Fault> {
        match self.signal(index) {
            Cow::Borrowed(Signal::Array(array)) => Ok(Cow::Borrowed(array)),
            Cow::Owned(Signal::Array(array)) => Ok(Cow::Owned(array)),
            _ => Err(size(format!("input {} is a bus", index.saturating_add(1)))),
        }
    }

    /// All inputs, of which each has numbers.
    pub(super) fn arrays(&self) -> Result<Vec<Cow<'a, Array>>, Fault> {
        (0..self.inputs.len().max(1)).map(|i| self.input(i)).collect()
    }

    /// What a parameter says about the class of the output.
    pub(super) fn declared(&self, default: Declared) -> Result<Declared, Fault> {
        let Some(text) = self.text("OutDataTypeStr") else { return Ok(default) };
        // A parameter of a mask may hold the name of the type.
        match self.node.scope.find(text).and_then(|value| value.as_text()) {
            Some(name) => class::declared(&name),
            None => class::declared(text),
        }
    }

    /// The class of the output if the inputs have these classes.
    pub(super) fn class(&self, family: Family, inputs: &[Class]) -> Result<Class, Fault> {
        self.class_or(Declared::Internal, family, inputs)
    }

    /// The class of the output, for a block that decides in its own way if nothing is written.
    pub(super) fn class_or(&self, default: Declared, family: Family, inputs: &[Class]) -> Result<Class, Fault> {
        Ok(match self.declared(default)? {
            Declared::Is(class) => class,
            Declared::SameAs(index) => inputs.get(index).copied().unwrap_or(Class::Double),
            Declared::Internal => class::internal_rule(inputs, family),
        })
    }

    /// Exact elements as an output of a class, rounded and bounded as the block says.
    pub(super) fn finish(&self, class: Class, shape: Shape, elements: Vec<BigRational>) -> Result<Array, Fault> {
        let rounding = Rounding::named(self.text_or("RndMeth", "Floor"))?;
        let saturates = self.node.block.parameters.is_on("SaturateOnIntegerOverflow");
        let overflow = if saturates { Overflow::Saturate } else { Overflow::Wrap };
        let convert = |e| Ok(class::convert(self.short(e)?, class, rounding, overflow));
        let elements = elements.into_iter().map(convert).collect::<Result<Vec<_>, Fault>>()?;
        Ok(Array { class, shape, elements })
    }

    /// A number that is not too long.
    fn short(&self, number: BigRational) -> Result<BigRational, Fault> {
        if number.numer().bits().max(number.denom().bits()) <= MAX_BITS {
            return Ok(number);
        }
        match self.long {
            Long::IsUndefined => Err(undefined("a number has become too long to be computed exactly")),
            Long::IsRounded => exact(&Number::from_f64(Number::Finite(number).to_f64())),
        }
    }

    /// Element by element, where scalars meet any size.
    pub(super) fn each<A: AsRef<Array>>(
        &self,
        arrays: &[A],
        f: impl Fn(&[&BigRational]) -> Result<BigRational, Fault>,
    ) -> Result<(Shape, Vec<BigRational>), Fault> {
        let shape = common_shape(arrays)?;
        let element = |index: usize| {
            let operands = arrays.iter().map(|a| a.as_ref().at(index)).collect::<Result<Vec<_>, Fault>>()?;
            self.lenient(f(&operands))
        };
        let elements = (0..shape.count()).map(element).collect::<Result<Vec<_>, Fault>>()?;
        Ok((shape, elements))
    }

    /// Any number in place of none while only sizes matter.
    pub(super) fn lenient(&self, result: Result<BigRational, Fault>) -> Result<BigRational, Fault> {
        match result {
            Err(Fault::Undefined(_)) if self.learning => Ok(BigRational::zero()),
            result => result,
        }
    }

    /// One output, element by element, of the class that the block or the inputs decide.
    pub(super) fn map<A: AsRef<Array>>(
        &self,
        family: Family,
        arrays: &[A],
        f: impl Fn(&[&BigRational]) -> Result<BigRational, Fault>,
    ) -> Outputs {
        let classes: Vec<Class> = arrays.iter().map(|a| a.as_ref().class).collect();
        let class = self.class(family, &classes)?;
        let (shape, elements) = self.each(arrays, f)?;
        one(self.finish(class, shape, elements)?)
    }

    /// One output of the class of the first input, element by element.
    pub(super) fn keep<A: AsRef<Array>>(
        &self,
        arrays: &[A],
        f: impl Fn(&[&BigRational]) -> Result<BigRational, Fault>,
    ) -> Outputs {
        let classes: Vec<Class> = arrays.iter().map(|a| a.as_ref().class).collect();
        let class = self.class_or(Declared::SameAs(0), Family::Selecting, &classes)?;
        let (shape, elements) = self.each(arrays, f)?;
        one(self.finish(class, shape, elements)?)
    }
}

impl AsRef<Array> for Array {
    fn as_ref(&self) -> &Array {
        self
    }
}

/// The only output.
pub(super) fn one(array: Array) -> Outputs {
    Ok(vec![Signal::Array(array)])
}

/// The shape of a result whose operands meet element by element.
pub(super) fn common_shape<A: AsRef<Array>>(arrays: &[A]) -> Result<Shape, Fault> {
    let mut shape = Shape::Vector(1);
    for array in arrays {
        let other = array.as_ref().shape;
        shape = match (shape, other) {
            // A scalar says nothing about a size that is not known.
            (ANY, _) | (_, ANY) if shape.count() == 1 && other.count() == 1 => ANY,
            (ANY, known) | (known, ANY) => known,
            (Shape::Matrix { .. }, _) if other.len() == 1 => shape,
            (_, _) if shape.len() == 1 => other,
            (_, _) if other.len() == 1 => shape,
            (Shape::Vector(a), Shape::Vector(b)) if a == b => shape,
            (Shape::Matrix { rows, columns }, Shape::Matrix { rows: r, columns: c }) if (rows, columns) == (r, c) => {
                shape
            }
            (Shape::Matrix { rows, columns }, Shape::Vector(n)) if rows.min(columns) == 1 && shape.len() == n => shape,
            (Shape::Vector(n), Shape::Matrix { rows, columns }) if rows.min(columns) == 1 && other.len() == n => other,
            _ => return Err(size(format!("{} meets {}", shape.text(), other.text()))),
        };
    }
    Ok(shape)
}

impl Node<'_> {
    /// The value of a parameter, computed once.
    pub(super) fn value(&self, name: &str, default: &str) -> Result<Rc<Value>, Fault> {
        if let Some(value) = self.values.borrow().get(name) {
            return Ok(Rc::clone(value));
        }
        let written = self.block.parameters.parameter(name);
        let fallback = Parameter { text: default.to_owned(), span: self.block.span };
        let value = self.scope.value(written.unwrap_or(&fallback));
        let wrong = |message| Fault::Parameter { name: name.to_owned(), message };
        let value = Rc::new(value.map_err(|e| wrong(e.message))?);
        self.values.borrow_mut().insert(name.to_owned(), Rc::clone(&value));
        Ok(value)
    }
}
