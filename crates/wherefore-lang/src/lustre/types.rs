//! Types of expressions, and how structures are laid out as scalar parts.
//!
//! Records, tuples, arrays and data types do not exist below this stage: a stream of such a type is a row of scalar streams,
//! its leaves, in the order of declaration.
//!
//! ```text
//! p : struct { x: int; on: bool^2 }      leaves  p.x, p.on[0], p.on[1]
//! d : datatype A (n: int) | B            leaves  d, d.n           (the first says which constructor)
//! ```
//!
//! A subrange is `int` here: that a value stays in bounds is checked or assumed, never built in.

use std::rc::Rc;
use wherefore_ir::{Sort, Terms, Value};

/// How many leaves a stream may have.
pub(super) const LEAF_LIMIT: usize = 1 << 16;

/// The type of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Bool,
    Int,
    Real,
    Machine {
        signed: bool,
        width: u32,
    },
    Enum(Rc<Enumeration>),
    Record(Rc<Record>),
    Array(Rc<Ty>, usize),
    Tuple(Rc<[Ty]>),
    Data(Rc<Data>),
    /// Several values side by side: the results of a call.
    List(Rc<[Ty]>),
    /// A type of which nothing is known but that its values can be compared. They are numbered.
    Abstract(Rc<str>),
}

/// An enumeration: its values in order.
#[derive(Clone, Debug)]
pub(super) struct Enumeration {
    pub name: String,
    pub values: Vec<String>,
}

impl PartialEq for Enumeration {
    /// A name is only an abbreviation; values belong to one enumeration.
    fn eq(&self, other: &Enumeration) -> bool {
        self.values == other.values
    }
}

impl Eq for Enumeration {}

/// A record: its fields in order.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub name: Option<String>,
    pub fields: Vec<(String, Ty)>,
}

impl PartialEq for Record {
    /// Records are compared by their fields: a name is only an abbreviation.
    fn eq(&self, other: &Record) -> bool {
        self.fields == other.fields
    }
}

impl Eq for Record {}

/// A data type: its constructors in order, each with its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Data {
    pub name: String,
    pub tag: Rc<Enumeration>,
    pub variants: Vec<Vec<(String, Ty)>>,
}

impl Data {
    /// Where the fields of a constructor begin among the leaves.
    pub fn offset(&self, variant: usize) -> usize {
        let before = self.variants.iter().take(variant).flatten();
        before.fold(1, |sum: usize, (_, ty)| sum.saturating_add(ty.size()))
    }
}

impl Ty {
    /// How many leaves it has.
    pub fn size(&self) -> usize {
        fn sum<'a>(list: impl Iterator<Item = &'a Ty>) -> usize {
            list.fold(0, |n, ty| n.saturating_add(ty.size()))
        }
        match self {
            Ty::Record(r) => sum(r.fields.iter().map(|(_, ty)| ty)),
            Ty::Array(element, count) => element.size().saturating_mul(*count),
            Ty::Tuple(list) | Ty::List(list) => sum(list.iter()),
            Ty::Data(data) => data.offset(data.variants.len()),
            _ => 1,
        }
    }

    /// The values side by side: those of a list, or the only one.
    pub fn parts(&self) -> &[Ty] {
        match self {
            Ty::List(list) => list,
            other => std::slice::from_ref(other),
        }
    }

    /// The part that a leaf belongs to, one level down: its type, how it is written after the whole, and the leaf within it.
    fn step(&self, leaf: usize) -> Option<(&Ty, String, usize)> {
        match self {
            Ty::Record(r) => within(r.fields.iter().map(|(_, ty)| ty), leaf, |i| {
                r.fields.get(i).map_or_else(String::new, |(name, _)| format!(".{name}"))
            }),
            Ty::Tuple(list) | Ty::List(list) => within(list.iter(), leaf, |i| format!("[{i}]")),
            Ty::Array(element, count) => {
                let size = element.size().max(1);
                let index = leaf / size;
                (index < *count).then(|| (element.as_ref(), format!("[{index}]"), leaf % size))
            }
            // The first leaf is the constructor.
            Ty::Data(data) => within(data.variants.iter().flatten().map(|(_, ty)| ty), leaf.checked_sub(1)?, |i| {
                let field = data.variants.iter().flatten().nth(i);
                field.map_or_else(String::new, |(name, _)| format!(".{name}"))
            }),
            _ => None,
        }
    }

    /// The type of a leaf, which is a scalar.
    pub fn leaf(&self, leaf: usize) -> Ty {
        let (mut ty, mut leaf) = (self, leaf);
        while let Some((inner, _, rest)) = ty.step(leaf) {
            (ty, leaf) = (inner, rest);
        }
        match ty {
            Ty::Data(data) => Ty::Enum(data.tag.clone()),
            other => other.clone(),
        }
    }

    /// How a leaf is written after the name of the stream: `.on[1]`.
    pub fn suffix(&self, leaf: usize) -> String {
        let (mut ty, mut leaf, mut text) = (self, leaf, String::new());
        while let Some((inner, name, rest)) = ty.step(leaf) {
            (ty, leaf) = (inner, rest);
            text.push_str(&name);
        }
        text
    }

    /// The type of a field and where its leaves begin.
    pub fn field(&self, name: &str) -> Option<(Ty, usize)> {
        let fields: Vec<&(String, Ty)> = match self {
            Ty::Record(r) => r.fields.iter().collect(),
            Ty::Data(d) => d.variants.iter().flatten().collect(),
            _ => return None,
        };
        let mut offset = if matches!(self, Ty::Data(_)) { 1 } else { 0 };
        for (field, ty) in fields {
            if field == name {
                return Some((ty.clone(), offset));
            }
            offset += ty.size();
        }
        None
    }

    /// The sort of a scalar.
    pub fn sort(&self, terms: &mut Terms) -> Sort {
        match self {
            Ty::Bool => Sort::Bool,
            Ty::Real => Sort::Real,
            Ty::Machine { width, .. } => Sort::BitVec(*width),
            Ty::Enum(e) => Sort::Enum(terms.intern_enum(e.values.clone())),
            _ => Sort::Int,
        }
    }

    /// Some value of a scalar, for places where none matters.
    pub fn any_value(&self, terms: &mut Terms) -> Value {
        match self.sort(terms) {
            Sort::Bool => Value::Bool(false),
            Sort::Real => Value::Real(num_rational::BigRational::from_integer(0.into())),
            Sort::BitVec(width) => Value::bits(width, 0u8),
            Sort::Enum(id) => Value::Enum(id, 0),
            _ => Value::int(0),
        }
    }

    /// Whether arithmetic works on it.
    pub fn is_number(&self) -> bool {
        matches!(self, Ty::Int | Ty::Real | Ty::Machine { .. })
    }

    /// As people write it.
    pub fn show(&self) -> String {
        let list = |list: &[Ty]| list.iter().map(Ty::show).collect::<Vec<_>>().join(", ");
        match self {
            Ty::Bool => "bool".to_owned(),
            Ty::Int => "int".to_owned(),
            Ty::Real => "real".to_owned(),
            Ty::Machine { signed, width } => format!("{}int{width}", if *signed { "" } else { "u" }),
            Ty::Enum(e) => e.name.clone(),
            Ty::Record(r) => r.name.clone().unwrap_or_else(|| {
                let fields: Vec<String> = r.fields.iter().map(|(n, ty)| format!("{n}: {}", ty.show())).collect();
                format!("struct {{{}}}", fields.join("; "))
            }),
            Ty::Array(element, count) => format!("{}^{count}", element.show()),
            Ty::Tuple(items) => format!("[{}]", list(items)),
            Ty::List(items) => format!("({})", list(items)),
            Ty::Data(d) => d.name.clone(),
            Ty::Abstract(name) => name.to_string(),
        }
    }
}

/// The part among several that a leaf lies in.
fn within<'a>(
    parts: impl Iterator<Item = &'a Ty>,
    leaf: usize,
    name: impl Fn(usize) -> String,
) -> Option<(&'a Ty, String, usize)> {
    let mut rest = leaf;
    for (i, ty) in parts.enumerate() {
        let size = ty.size();
        if rest < size {
            return Some((ty, name(i), rest));
        }
        rest -= size;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_have_types_and_names() {
        let array = Ty::Array(Rc::new(Ty::Bool), 2);
        let record = Record { name: None, fields: vec![("x".to_owned(), Ty::Int), ("on".to_owned(), array)] };
        let ty = Ty::Record(Rc::new(record));
        let leaves: Vec<(String, Ty)> = (0..ty.size()).map(|i| (ty.suffix(i), ty.leaf(i))).collect();
        let expected = [(".x", Ty::Int), (".on[0]", Ty::Bool), (".on[1]", Ty::Bool)];
        assert_eq!(leaves, expected.map(|(n, ty)| (n.to_owned(), ty)));
        assert_eq!(ty.field("on").map(|f| f.1), Some(1));
    }

    #[test]
    fn a_data_type_has_its_tag_first() {
        let tag = Rc::new(Enumeration { name: "D".to_owned(), values: vec!["A".to_owned(), "B".to_owned()] });
        let variants = vec![vec![("n".to_owned(), Ty::Int)], vec![("r".to_owned(), Ty::Real)]];
        let ty = Ty::Data(Rc::new(Data { name: "D".to_owned(), tag: tag.clone(), variants }));
        let leaves: Vec<(String, Ty)> = (0..ty.size()).map(|i| (ty.suffix(i), ty.leaf(i))).collect();
        let expected = [("", Ty::Enum(tag)), (".n", Ty::Int), (".r", Ty::Real)];
        assert_eq!(leaves, expected.map(|(n, ty)| (n.to_owned(), ty)));
    }
}
