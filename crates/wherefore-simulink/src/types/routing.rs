//! Types of blocks that put elements together and take them apart, and which elements those are.

use super::Guess;
use super::rules::Rule;
use crate::flat::Instance;
use crate::matlab::{Class, Value, evaluate, parse_list};
use crate::signal::{Shape, Type, common};

/// The most elements that a vector may get.
const MOST_PARTS: usize = 100_000;

impl Rule<'_, '_> {
    pub(super) fn routed(&self) -> Option<Type> {
        match self.instance.kind.as_str() {
            "Mux" => self.mux(),
            "Concatenate" => self.concatenate(),
            "Reshape" => self.reshape(),
            "Selector" => self.selector(),
            _ => self.bus(),
        }
    }

    fn mux(&self) -> Option<Type> {
        let arrays: Vec<(Class, Shape)> = self.inputs.iter().flatten().filter_map(Type::array).collect();
        let unknown = self.inputs.len() - arrays.len();
        if unknown > 0 && self.guess == Guess::Nothing {
            return None;
        }
        let count = (arrays.iter().map(|(_, shape)| shape.count()).sum::<usize>() + unknown).min(MOST_PARTS);
        Some(Type::Array(common(arrays.iter().map(|(c, _)| *c), Class::Boolean)?, Shape::Vector(count)))
    }

    fn concatenate(&self) -> Option<Type> {
        let vector = self.mux()?;
        if self.text("Mode") != "Multidimensional array" {
            return Some(vector);
        }
        let (class, _) = vector.array()?;
        let shapes = self.inputs.iter().flatten().filter_map(Type::array).map(|(_, s)| s.rows_columns());
        let (rows, columns): (Vec<usize>, Vec<usize>) = shapes.unzip();
        let shape = match self.value("ConcatenateDimension")?.as_scalar()?.to_integer()? {
            1 => Shape::Matrix(rows.iter().sum(), *columns.first()?),
            2 => Shape::Matrix(*rows.first()?, columns.iter().sum()),
            _ => return None,
        };
        Some(Type::Array(class, shape))
    }

    fn reshape(&self) -> Option<Type> {
        let (class, shape) = self.of_input(0)?.array()?;
        let count = shape.count();
        let shape = match self.text("OutputDimensionality") {
            "Column vector (2-D)" => Shape::Matrix(count, 1),
            "Row vector (2-D)" => Shape::Matrix(1, count),
            "Customize" => self.dimensions("OutputDimensions").filter(|s| s.count() == count)?,
            _ => Shape::Vector(count),
        };
        Some(Type::Array(class, shape))
    }

    fn selector(&self) -> Option<Type> {
        let (class, shape) = self.of_input(0)?.array()?;
        let counts: Vec<usize> = selected_indices(self.instance, shape)?.iter().map(Vec::len).collect();
        let shape = match counts.as_slice() {
            [n] => Shape::Vector(*n),
            [1, 1] => Shape::SCALAR,
            [rows, columns] => Shape::Matrix(*rows, *columns),
            _ => return None,
        };
        Some(Type::Array(class, shape))
    }

    fn bus(&self) -> Option<Type> {
        let members = self.inputs.iter().enumerate().map(|(i, ty)| Some((self.member_name(i), ty.clone()?)));
        Some(Type::Bus(members.collect::<Option<Vec<_>>>()?))
    }

    /// The name of a member of a bus: that of the signal, followed back to where it is named.
    fn member_name(&self, index: usize) -> String {
        self.flat.signal_name(self.id, index).unwrap_or_else(|| format!("signal{}", index + 1))
    }

    pub(super) fn bus_selector(&self) -> Vec<Option<Type>> {
        let bus = self.of_input(0);
        let names = self.text("OutputSignals").split(',').map(str::trim);
        names.map(|name| member(bus.as_ref()?, name).map(|(_, ty)| ty)).collect()
    }

    pub(super) fn demux(&self) -> Vec<Option<Type>> {
        let count = self.instance.block.ports(1).unwrap_or(0).min(MOST_PARTS);
        let array = self.of_input(0).as_ref().and_then(Type::array);
        let Some((class, shape)) = array else {
            return vec![Some(Type::GROUND).filter(|_| self.guess >= Guess::Parts); count];
        };
        let sizes = demux_sizes(self.value("Outputs").as_ref(), shape.count(), count);
        sizes.into_iter().map(|n| Some(Type::Array(class, Shape::Vector(n)))).collect()
    }
}

/// How many elements each output of a `Demux` has.
pub(crate) fn demux_sizes(outputs: Option<&Value>, total: usize, ports: usize) -> Vec<usize> {
    let listed: Option<Vec<usize>> = outputs
        .filter(|v| v.elements.len() > 1)
        .and_then(|v| v.elements.iter().map(|n| usize::try_from(n.to_integer()?).ok()).collect());
    let ports = ports.max(1);
    listed.unwrap_or_else(|| (0..ports).map(|i| total / ports + usize::from(i < total % ports)).collect())
}

/// The size of a product of matrices; a scalar meets any. A vector without orientation is a row if a column does not fit.
pub(crate) fn matrix_product(a: Shape, b: Shape) -> Shape {
    if a.is_scalar() || b.is_scalar() {
        return if a.is_scalar() { b } else { a };
    }
    let (inner, columns) = b.rows_columns();
    let rows = match a {
        Shape::Vector(n) if n == inner => 1,
        a => a.rows_columns().0,
    };
    match (rows, columns) {
        (1, 1) => Shape::SCALAR,
        (n, 1) if matches!(b, Shape::Vector(_)) => Shape::Vector(n),
        (rows, columns) => Shape::Matrix(rows, columns),
    }
}

/// A member of a bus by its path, with the number of elements before it.
pub(crate) fn member(bus: &Type, path: &str) -> Option<(usize, Type)> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(a, b)| (a, Some(b)));
    let Type::Bus(members) = bus else { return None };
    let mut before = 0;
    for (name, ty) in members {
        if name == first {
            return match rest {
                Some(rest) => member(ty, rest).map(|(inner, ty)| (before + inner, ty)),
                None => Some((before, ty.clone())),
            };
        }
        before += ty.count();
    }
    None
}

/// The indices, from 0, that a selector takes in each dimension; none if ports give them or they lie outside.
pub(crate) fn selected_indices(instance: &Instance<'_>, shape: Shape) -> Option<Vec<Vec<usize>>> {
    let text = |name: &str| instance.block.parameters.get(name).unwrap_or("");
    let (rows, columns) = shape.rows_columns();
    let lengths = if text("NumberOfDimensions") == "2" { vec![rows, columns] } else { vec![shape.count()] };
    let base = i64::from(text("IndexMode") != "Zero-based");
    let options: Vec<&str> = text("IndexOptions").split(',').map(str::trim).collect();
    let sizes: Vec<Option<usize>> = text("OutputSizes").split(',').map(|t| t.trim().parse().ok()).collect();
    let mut picked = Vec::new();
    for (i, length) in lengths.iter().enumerate() {
        let values = || index_values(instance, i);
        let indices: Vec<usize> = match options.get(i).copied().unwrap_or("") {
            "Select all" => (0..*length).collect(),
            "Starting index (dialog)" => {
                let first = usize::try_from(values()?.first()? - base).ok()?;
                (first..first + sizes.get(i).copied().flatten()?.min(MOST_PARTS)).collect()
            }
            "Index vector (dialog)" | "" => {
                values()?.iter().map(|n| usize::try_from(n - base).ok()).collect::<Option<_>>()?
            }
            _ => return None,
        };
        if indices.iter().any(|n| n >= length) {
            return None;
        }
        picked.push(indices);
    }
    Some(picked)
}

/// The values of one of the expressions of `Indices`.
fn index_values(instance: &Instance<'_>, index: usize) -> Option<Vec<i64>> {
    let list = parse_list(instance.block.parameters.get("Indices")?).ok()?;
    let value = evaluate(list.get(index)?, &|name| instance.scope.find(name)).ok()?;
    value.elements.iter().map(|n| n.to_integer()).collect()
}
