//! What each block says about the types of its outputs.

use super::Guess;
use super::routing::matrix_product;
use crate::flat::{Flat, Instance, InstanceId};
use crate::matlab::{Class, Value};
use crate::signal::{Named, Shape, Type, common, named};

/// The types of the outputs of a block, as far as they are known.
pub(super) fn outputs(flat: &Flat<'_>, id: InstanceId, inputs: &[Option<Type>], guess: Guess) -> Vec<Option<Type>> {
    let rule = Rule { flat, id, instance: flat.get(id), inputs, guess };
    let ports = || rule.instance.block.ports(1).unwrap_or(1).clamp(1, crate::flat::MOST_PORTS);
    match rule.instance.kind.as_str() {
        "Inport" | "InportShadow" if flat.place(rule.instance.system).owner.is_none() => vec![rule.root_inport()],
        "Demux" => rule.demux(),
        "BusSelector" => rule.bus_selector(),
        "Chart" => crate::stateflow::lower::output_types(flat, id),
        "If" | "SwitchCase" => vec![Some(Type::TRUTH); ports()],
        "Trigonometry" if rule.text("Operator") == "sincos" => vec![rule.element_wise(Class::Double); 2],
        "opened" | "FromWorkspace" | "Signal Builder" => vec![Some(Type::GROUND); ports()],
        _ => vec![rule.output()],
    }
}

/// A block and what is known about its inputs.
pub(super) struct Rule<'a, 'm> {
    pub flat: &'a Flat<'m>,
    pub id: InstanceId,
    pub instance: &'a Instance<'m>,
    pub inputs: &'a [Option<Type>],
    /// What may be taken for granted.
    pub guess: Guess,
}

impl Rule<'_, '_> {
    /// The type of the only output.
    fn output(&self) -> Option<Type> {
        let all = || (0..self.inputs.len()).collect::<Vec<_>>();
        match self.instance.kind.as_str() {
            "Inport"
            | "InportShadow"
            | "Outport"
            | "From"
            | "Goto"
            | "SignalConversion"
            | "ZeroOrderHold"
            | "SignalSpecification"
            | "commented through"
            | "InitialCondition"
            | "Saturate"
            | "RateLimiter"
            | "DeadZone"
            | "Quantizer"
            | "Rounding"
            | "DiscreteIntegrator" => self.of_input(0),
            "Saturation Dynamic" | "Rate Limiter Dynamic" => self.of_input(1),
            "UnitDelay" | "Memory" | "Delay" | "RateTransition" => self.delay(),
            "Constant" => self.constant(),
            "Ground" | "commented out" => Some(Type::GROUND),
            "Sum" => self.sum(),
            "Product" => self.product(),
            "Gain" => self.gain(),
            "DotProduct" => Some(Type::Array(self.class(Class::Double)?, Shape::SCALAR)),
            "Logic" => self.logic(),
            "RelationalOperator" | "Compare To Constant" | "Compare To Zero" | "Implies" => self.truth(),
            "Detect Change" | "Detect Increase" | "Detect Decrease" => self.truth(),
            "M-S-Function" => Some(Type::TRUTH),
            "Switch" => self.selected(&[0, 2]),
            "MultiPortSwitch" => self.selected(&(1..self.inputs.len()).collect::<Vec<_>>()),
            "Merge" => self.selected(&all()),
            "MinMax" => self.min_max(),
            "Fcn" => Some(Type::GROUND),
            "Math" if matches!(self.text("Operator"), "transpose" | "hermitian") => self.transposed(),
            "Create 3x3 Matrix" => Some(Type::Array(self.class(Class::Double)?, Shape::Matrix(3, 3))),
            "Mux" | "Concatenate" | "Reshape" | "Selector" | "BusCreator" => self.routed(),
            _ => self.element_wise(Class::Double),
        }
    }

    /// A text among the parameters.
    pub fn text(&self, name: &str) -> &str {
        self.instance.block.parameters.get(name).unwrap_or("")
    }

    /// The value of a parameter, if it has one.
    pub fn value(&self, name: &str) -> Option<Value> {
        self.instance.scope.value(self.instance.block.parameters.parameter(name)?).ok()
    }

    /// The type of an input; one that does not exist is as one that nothing drives.
    pub fn of_input(&self, index: usize) -> Option<Type> {
        self.inputs.get(index).cloned().unwrap_or(Some(Type::GROUND))
    }

    fn named(&self) -> Named {
        named(self.instance.block.parameters.get("OutDataTypeStr"))
    }

    fn root_inport(&self) -> Option<Type> {
        let class = if let Named::Class(class) = self.named() { class } else { Class::Double };
        Some(Type::Array(class, self.dimensions("PortDimensions").unwrap_or(Shape::SCALAR)))
    }

    /// A size that is written as a parameter: `3`, `[3 5]`; -1 is none.
    pub fn dimensions(&self, name: &str) -> Option<Shape> {
        let value = self.value(name)?;
        let size = |n: &crate::matlab::Number| usize::try_from(n.to_integer()?).ok().filter(|n| *n > 0);
        match value.elements.iter().map(size).collect::<Option<Vec<usize>>>()?.as_slice() {
            [n] => Some(Shape::Vector(*n)),
            [1, 1] => Some(Shape::SCALAR),
            [rows, columns] => Some(Shape::Matrix(*rows, *columns)),
            _ => None,
        }
    }

    fn constant(&self) -> Option<Type> {
        let value = self.value("Value")?;
        let shape = Shape::of_value(&value, self.text("VectorParams1D") != "off");
        let class = if let Named::Class(class) = self.named() { class } else { value.class };
        Some(Type::Array(class, shape))
    }

    fn delay(&self) -> Option<Type> {
        let initial = self.value("InitialCondition").or_else(|| self.value("X0"));
        match self.of_input(0) {
            Some(Type::Array(class, shape)) => {
                let shape = initial.and_then(|v| Shape::of_value(&v, true).meet(shape)).unwrap_or(shape);
                Some(Type::Array(class, shape))
            }
            None if self.guess == Guess::Loops => {
                let shape = initial.map_or(Shape::SCALAR, |v| Shape::of_value(&v, true));
                Some(Type::Array(Class::Double, shape))
            }
            other => other,
        }
    }

    /// The class of a block that computes: the one it names, or the common one of its inputs.
    fn class(&self, of_truth: Class) -> Option<Class> {
        match self.named() {
            Named::Class(class) => Some(class),
            Named::First => self.inputs.first()?.as_ref()?.array().map(|(class, _)| class),
            _ => common(self.inputs.iter().flatten().filter_map(Type::array).map(|(class, _)| class), of_truth),
        }
    }

    /// The size that all inputs have together.
    fn shape(&self) -> Option<Shape> {
        let mut shapes = self.inputs.iter().flatten().filter_map(Type::array).map(|(_, shape)| shape);
        let first = shapes.next()?;
        Some(shapes.fold(first, |a, b| a.meet(b).unwrap_or(a)))
    }

    /// Element by element, of the class of the block.
    pub fn element_wise(&self, of_truth: Class) -> Option<Type> {
        Some(Type::Array(self.class(of_truth)?, self.shape()?))
    }

    /// Element by element, truth values unless another class is named.
    fn truth(&self) -> Option<Type> {
        let class = if let Named::Class(class) = self.named() { class } else { Class::Boolean };
        Some(Type::Array(class, self.shape().unwrap_or(Shape::SCALAR)))
    }

    fn sum(&self) -> Option<Type> {
        match self.inputs.len() {
            1 => Some(Type::Array(self.class(Class::Double)?, Shape::SCALAR)),
            _ => self.element_wise(Class::Double),
        }
    }

    fn product(&self) -> Option<Type> {
        let class = self.class(Class::Double)?;
        if !self.text("Multiplication").starts_with("Matrix") {
            let alone = self.inputs.len() == 1 && !self.text("Inputs").contains('/');
            return Some(Type::Array(class, if alone { Shape::SCALAR } else { self.shape()? }));
        }
        let mut shapes = self.inputs.iter().map(|t| t.as_ref().and_then(Type::array).map(|(_, shape)| shape));
        let first = shapes.next()??;
        let shape = shapes.try_fold(first, |a, b| b.map(|b| matrix_product(a, b)))?;
        Some(Type::Array(class, shape))
    }

    fn gain(&self) -> Option<Type> {
        let (class, shape) = self.of_input(0)?.array()?;
        let gain = self.value("Gain")?;
        let exact = Shape::of_value(&gain, false);
        let shape = match self.text("Multiplication") {
            "Matrix(K*u)" | "Matrix(K*u) (u vector)" => matrix_product(exact, shape),
            "Matrix(u*K)" => matrix_product(shape, exact),
            _ => shape.meet(Shape::of_value(&gain, true))?,
        };
        let class = if let Named::Class(class) = self.named() { class } else { common([class], Class::Double)? };
        Some(Type::Array(class, shape))
    }

    fn logic(&self) -> Option<Type> {
        let alone = self.inputs.len() == 1 && self.text("Operator") != "NOT";
        let (class, shape) = self.truth()?.array()?;
        Some(Type::Array(class, if alone { Shape::SCALAR } else { shape }))
    }

    /// One of some inputs is passed on.
    fn selected(&self, indices: &[usize]) -> Option<Type> {
        let mut found: Option<Type> = None;
        for ty in indices.iter().filter_map(|i| self.of_input(*i)) {
            found = Some(match (found, ty) {
                (Some(Type::Array(a, x)), Type::Array(b, y)) => {
                    Type::Array(common([a, b], Class::Boolean)?, x.meet(y).unwrap_or(x))
                }
                (Some(bus), _) => bus,
                (None, ty) => ty,
            });
        }
        match (found?, self.named()) {
            (Type::Array(_, shape), Named::Class(class)) => Some(Type::Array(class, shape)),
            (ty, _) => Some(ty),
        }
    }

    fn min_max(&self) -> Option<Type> {
        let (class, shape) = self.element_wise(Class::Boolean)?.array()?;
        Some(Type::Array(class, if self.inputs.len() == 1 { Shape::SCALAR } else { shape }))
    }

    fn transposed(&self) -> Option<Type> {
        let (class, shape) = self.of_input(0)?.array()?;
        let (rows, columns) = shape.rows_columns();
        Some(Type::Array(class, if shape.is_scalar() { shape } else { Shape::Matrix(columns, rows) }))
    }
}
