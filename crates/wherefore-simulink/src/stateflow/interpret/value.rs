//! First values, elements, types.

use super::{Fault, Machine, Step, fault};
use crate::matlab::{self, Class, Number, Value};
use crate::stateflow::action::Target;
use crate::stateflow::document::{Datum, Language, Scope};
use indexmap::IndexMap;
use num_bigint::BigInt;
use num_integer::Integer;
use wherefore_diag::Span;

/// How many elements a datum may have.
const MAX_ELEMENTS: usize = 100_000;

/// The class of a datum.
pub(super) fn class(datum: &Datum) -> Class {
    Class::named(datum.type_name.trim()).unwrap_or(Class::Double)
}

/// The first value of a datum.
pub(super) fn initial(datum: &Datum, parameters: &IndexMap<String, Value>) -> Result<Value, Fault> {
    let wrong = |message: String| Fault { message: format!("`{}`: {message}", datum.name), span: Some(datum.span) };
    let read = |text: &str| {
        let tree = matlab::parse(text)?;
        matlab::evaluate(&tree, &|name| parameters.get(name).cloned())
    };
    let size = match &datum.size {
        Some(text) => {
            Some(size(&read(&text.text).or_else(|_| read(&format!("[{}]", text.text))).map_err(|e| wrong(e.message))?))
        }
        None => None,
    };
    let size = match size {
        Some(None) => return Err(wrong("the size is not taken".to_owned())),
        other => other.flatten(),
    };
    let given = match &datum.initial {
        Some(text) if !text.text.trim().is_empty() => Some(read(&text.text).map_err(|e| wrong(e.message))?),
        _ if datum.scope == Scope::Parameter => parameters.get(&datum.name).cloned(),
        _ => None,
    };
    let value = match (given, size) {
        (Some(value), Some((rows, columns))) if value.is_scalar() => filled(value, rows, columns),
        (Some(value), _) => value,
        (None, Some((rows, columns))) => filled(Value::integer(0), rows, columns),
        (None, None) => Value::integer(0),
    };
    Ok(value.cast(class(datum)))
}

/// Rows and columns; a single number is the length of a column.
fn size(value: &Value) -> Option<(usize, usize)> {
    let numbers: Option<Vec<usize>> = value.elements.iter().map(|n| n.to_integer()?.try_into().ok()).collect();
    let (rows, columns) = match numbers?.as_slice() {
        [rows] => (*rows, 1),
        [rows, columns] => (*rows, *columns),
        _ => return None,
    };
    rows.checked_mul(columns).filter(|n| *n <= MAX_ELEMENTS).map(|_| (rows, columns))
}

fn filled(value: Value, rows: usize, columns: usize) -> Value {
    let element = value.elements.first().cloned().unwrap_or(Number::zero());
    Value { class: value.class, rows, columns, elements: vec![element; rows * columns] }
}

/// A value as an input has it.
pub(super) fn stored(datum: &Datum, value: &Value) -> Value {
    match Class::named(datum.type_name.trim()) {
        Some(class) => value.cast(class),
        None => value.clone(),
    }
}

/// Some elements of a value, by indices from 0.
pub(super) fn element(value: &Value, indices: &[Vec<usize>], span: Span) -> Step<Value> {
    let pick = |places: Vec<usize>, rows: usize, columns: usize| {
        let elements = places.into_iter().filter_map(|p| value.elements.get(p).cloned()).collect();
        Value::new(value.class, rows, columns, elements).ok_or_else(|| fault("an index is outside", Some(span)))
    };
    match indices {
        [] => Ok(value.clone()),
        [one] if value.rows == 1 => pick(one.clone(), 1, one.len()),
        [one] => pick(one.clone(), one.len(), 1),
        [rows, columns] => pick(places(value, rows, columns), rows.len(), columns.len()),
        _ => Err(fault("values have two dimensions here", Some(span))),
    }
}

fn places(value: &Value, rows: &[usize], columns: &[usize]) -> Vec<usize> {
    columns.iter().flat_map(|c| rows.iter().map(move |r| c * value.rows + r)).collect()
}

impl Machine<'_> {
    /// The value of a datum: those of stores are kept outside of charts.
    pub(super) fn datum_value(&self, datum: usize) -> Step<Value> {
        let here = self.here()?;
        let own = here.chart.data.get(datum).filter(|d| d.scope == Scope::DataStore);
        let value = own.and_then(|d| self.stores.get(&d.name)).or_else(|| here.data.get(datum));
        value.cloned().ok_or_else(|| fault("there is no such datum", None))
    }

    /// The value of what is assigned, before that.
    pub(super) fn target_value(&mut self, target: &Target, place: Option<usize>, origin: Option<usize>) -> Step<Value> {
        let value = self.variable(&target.name, place)?;
        let value = value.ok_or_else(|| super::trigger::unknown(&target.name, target.span))?;
        let indices = self.indices(&value, &target.indices, target.zero_based, place, origin)?;
        element(&value, &indices, target.span)
    }

    /// Assigns a value, or some elements of one.
    pub(super) fn assign(
        &mut self,
        target: &Target,
        value: Value,
        place: Option<usize>,
        origin: Option<usize>,
    ) -> Step<()> {
        if target.indices.is_empty() {
            return self.assign_whole(&target.name, value, place, target.span);
        }
        let old = self.variable(&target.name, place)?;
        let mut old = old.ok_or_else(|| super::trigger::unknown(&target.name, target.span))?;
        let indices = self.indices(&old, &target.indices, target.zero_based, place, origin)?;
        let places = match indices.as_slice() {
            [one] => one.clone(),
            [rows, columns] => places(&old, rows, columns),
            _ => return Err(fault("values have two dimensions here", Some(target.span))),
        };
        if value.elements.len() != places.len() && !value.is_scalar() {
            return Err(fault("the sizes are different", Some(target.span)));
        }
        for (turn, place) in places.into_iter().enumerate() {
            let new = value.elements.get(turn).or(value.elements.first());
            if let (Some(slot), Some(new)) = (old.elements.get_mut(place), new) {
                *slot = new.clone();
            }
        }
        self.assign_whole(&target.name, old, place, target.span)
    }

    fn assign_whole(&mut self, name: &str, value: Value, place: Option<usize>, span: Span) -> Step<()> {
        if let Some(message) = name.strip_suffix(".data").map(|m| self.message_named(m, place)).transpose()?.flatten() {
            return self.set_content(message, value);
        }
        let datum = self.datum_named(name, place);
        let function = self.frames.last().filter(|f| Some(f.function) == place).map(|f| f.function);
        if let Some(function) = function {
            let outer = datum
                .filter(|d| self.here().is_ok_and(|h| h.chart.data.get(*d).and_then(|d| d.parent) != Some(function)));
            if let Some(frame) = self.frames.last_mut()
                && (frame.variables.contains_key(name) || outer.is_none())
            {
                frame.variables.insert(name.to_owned(), value);
                return Ok(());
            }
        }
        if datum.is_none() && self.here()?.chart.language == Language::Matlab && !name.contains('.') {
            self.here_mut()?.undeclared.insert(name.to_owned(), value);
            return Ok(());
        }
        let datum = datum.ok_or_else(|| super::trigger::unknown(name, span))?;
        self.write(datum, value, span)
    }

    /// Writes a datum, in its type and size.
    pub(super) fn write(&mut self, datum: usize, value: Value, span: Span) -> Step<()> {
        let here = self.here()?;
        let Some(own) = here.chart.data.get(datum) else { return Ok(()) };
        if matches!(own.scope, Scope::Input | Scope::Constant | Scope::Parameter) {
            return Err(fault(format!("`{}` cannot be assigned", own.name), Some(span)));
        }
        let old = self.datum_value(datum)?;
        let class = match Class::named(own.type_name.trim()) {
            Some(class) => class,
            None if own.scope == Scope::DataStore => old.class,
            None => Class::Double,
        };
        let value = match value.is_scalar() && !old.is_scalar() && own.size.is_some() {
            true => filled(value, old.rows, old.columns),
            false => value,
        };
        let truncates = here.chart.language == Language::C;
        let saturates = here.chart.saturates;
        let elements = value.elements.iter().map(|n| converted(n, class, truncates, saturates)).collect();
        let value = Value { class, rows: value.rows, columns: value.columns, elements };
        let is_store = own.scope == Scope::DataStore;
        let name = own.name.clone();
        if is_store {
            self.stores.insert(name, value);
        } else if let Some(slot) = self.here_mut()?.data.get_mut(datum) {
            *slot = value;
        }
        self.implicitly(super::Occasion::Changed(datum))
    }
}

/// A number in another class: actions after C drop fractions, MATLAB rounds; then integers stay at their bounds or wrap around.
fn converted(number: &Number, class: Class, truncates: bool, saturates: bool) -> Number {
    let (Some((least, greatest)), Some(exact)) = (class.bounds(), number.finite()) else { return class.cast(number) };
    let whole: BigInt = if truncates { exact.trunc().to_integer() } else { exact.round().to_integer() };
    if saturates {
        return Number::integer(whole.clamp(least, greatest));
    }
    let count = &greatest - &least + 1;
    Number::integer((whole - &least).mod_floor(&count) + least)
}
