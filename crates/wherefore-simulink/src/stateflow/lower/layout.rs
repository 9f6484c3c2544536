//! The variables of a chart: which states are active, data, counters, queues.

use super::uses::{Uses, uses};
use crate::flat::InstanceId;
use crate::matlab::{Class, Number, Value};
use crate::signal::{Named, named};
use crate::stateflow::action::Base;
use crate::stateflow::document::{Chart, Datum, Decomposition, EventScope, Scope};
use std::collections::BTreeMap;
use wherefore_diag::Span;

/// How many elements all data of a chart may have.
const MOST_CELLS: usize = 4000;
/// How many messages may wait where the chart does not say it.
const QUEUE: usize = 10;
/// How many messages may wait at most.
const LONGEST_QUEUE: usize = 50;

/// A variable that tells which of some states is active, or was active last.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub name: String,
    /// The states, for the values from 1.
    pub states: Vec<usize>,
}

/// One number that is kept.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub name: String,
    pub class: Class,
    pub initial: Number,
    pub kind: CellKind,
}

/// How a number is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellKind {
    /// From step to step.
    Memory,
    /// From step to step, between 0 and a number.
    Counter(i64),
    /// Within a step.
    Step,
    /// It never changes.
    Fixed,
    /// An element of an input.
    Input(usize, usize),
    /// An element of a store of the diagram.
    Shared(InstanceId, usize),
}

/// Where a datum is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub first: usize,
    pub class: Class,
    pub rows: usize,
    pub columns: usize,
}

/// A message: what it carries now, those that wait, and how many these are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queue {
    pub current: usize,
    pub first: usize,
    pub length: usize,
    pub count: usize,
    /// Whether one was taken in this step.
    pub valid: usize,
}

/// All variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    pub uses: Uses,
    pub variables: Vec<Variable>,
    /// The variable and value that mean that a state is active.
    pub of_state: Vec<Option<(usize, u32)>>,
    /// The variable of the children of a state, or of the chart.
    pub of_children: BTreeMap<Option<usize>, usize>,
    /// The variable of the child that was active last.
    pub of_history: BTreeMap<usize, usize>,
    /// The variable that tells whether the chart has been entered.
    pub awake: usize,
    pub cells: Vec<Cell>,
    /// Where data are kept; none for those of functions.
    pub data: Vec<Option<Place>>,
    /// Data that no list declares.
    pub implicit: BTreeMap<String, Place>,
    pub counters: BTreeMap<(usize, Base), usize>,
    pub queues: Vec<Queue>,
    /// How often the chart has been executed.
    pub clock: Option<usize>,
    /// The children of states, and of the chart.
    pub children: BTreeMap<Option<usize>, Vec<usize>>,
}

/// What layouts are made of besides the chart.
pub(super) trait Surroundings {
    /// The value of an expression that is written beside a datum.
    fn value(&mut self, parameter: &crate::document::Parameter) -> Result<Value, String>;
    /// The value of a variable of the workspace.
    fn variable(&mut self, name: &str) -> Option<Value>;
    /// Class and size of an input.
    fn input(&mut self, port: usize) -> Option<(Class, usize, usize)>;
    /// A store of the diagram: its block, class and first value.
    fn store(&mut self, name: &str) -> Option<(InstanceId, Class, Value)>;
    /// The length of a step in seconds.
    fn step(&mut self) -> Option<Number>;
}

/// What is wrong, and where.
pub(super) type Wrong = (Span, String);

/// The state around a state, a junction or a transition; a frame that only groups is no state.
pub(super) fn around(chart: &Chart, parent: Option<usize>) -> Option<usize> {
    let mut place = parent;
    while let Some(state) = place.and_then(|p| chart.states.get(p)) {
        if !matches!(state.kind, crate::stateflow::document::StateKind::Box) {
            return place;
        }
        place = state.parent.filter(|p| Some(*p) < place);
    }
    None
}

impl Layout {
    /// The variables of a chart.
    pub fn new(chart: &Chart, outside: &mut dyn Surroundings) -> Result<Layout, Wrong> {
        let mut layout = Layout { uses: uses(chart), ..Layout::default() };
        layout.states(chart);
        for datum in &chart.data {
            let place = layout.datum(chart, datum, outside)?;
            layout.data.push(place);
        }
        layout.implicit(chart);
        layout.counters(chart, outside)?;
        layout.messages(chart, outside)?;
        if layout.uses.time && !chart.data.iter().any(|d| d.name == "t") {
            layout.clock = Some(layout.cell("time", Class::Int64, Number::zero(), CellKind::Memory));
        }
        match layout.cells.len() {
            0..=MOST_CELLS => Ok(layout),
            many => Err((chart.span, format!("its data have {many} elements, which is too many"))),
        }
    }

    fn states(&mut self, chart: &Chart) {
        self.awake = self.variable("chart", Vec::new());
        self.of_state = vec![None; chart.states.len()];
        for (index, state) in chart.states.iter().enumerate().filter(|(_, s)| s.is_state()) {
            self.children.entry(around(chart, state.parent)).or_default().push(index);
        }
        let order = |s: &usize| (chart.states.get(*s).and_then(|s| s.order).unwrap_or(u32::MAX), *s);
        self.children.values_mut().for_each(|list| list.sort_by_key(order));
        for (parent, children) in self.children.clone() {
            if chart.decomposition(parent) == Decomposition::Exclusive {
                let name = parent.map_or_else(|| "state".to_owned(), |p| format!("{} state", chart.path(p)));
                let variable = self.variable(&name, children.clone());
                self.of_children.insert(parent, variable);
                for (value, child) in children.iter().enumerate() {
                    self.of_state[*child] = Some((variable, value as u32 + 1));
                }
                if let Some(parent) = parent.filter(|p| chart.history(*p).is_some()) {
                    let last = self.variable(&format!("{} history", chart.path(parent)), children);
                    self.of_history.insert(parent, last);
                }
            } else {
                for child in children {
                    let variable = self.variable(&format!("{} state", chart.path(child)), vec![child]);
                    self.of_state[child] = Some((variable, 1));
                }
            }
        }
    }

    fn variable(&mut self, name: &str, states: Vec<usize>) -> usize {
        self.variables.push(Variable { name: name.to_owned(), states });
        self.variables.len() - 1
    }

    fn cell(&mut self, name: &str, class: Class, initial: Number, kind: CellKind) -> usize {
        self.cells.push(Cell { name: name.to_owned(), class, initial, kind });
        self.cells.len() - 1
    }

    fn datum(&mut self, chart: &Chart, datum: &Datum, outside: &mut dyn Surroundings) -> Result<Option<Place>, Wrong> {
        let wrong = |what: String| (datum.span, format!("the datum `{}`: {what}", datum.name));
        if datum.is_continuous {
            return Err(wrong("it changes in continuous time".to_owned()));
        }
        if matches!(datum.scope, Scope::FunctionInput | Scope::FunctionOutput) || is_of_function(chart, datum) {
            return Ok(None);
        }
        if datum.scope == Scope::Input {
            let Some((class, rows, columns)) = outside.input(datum.port.saturating_sub(1)) else {
                return Err(wrong("its input is a bus".to_owned()));
            };
            let kind = |element| CellKind::Input(datum.port.saturating_sub(1), element);
            return Ok(Some(self.place(&datum.name, class, (rows, columns), &[], kind)));
        }
        if datum.scope == Scope::DataStore {
            let Some((id, class, value)) = outside.store(&datum.name) else {
                return Err(wrong("no Data Store Memory has this name".to_owned()));
            };
            let kind = |element| CellKind::Shared(id, element);
            return Ok(Some(self.place(&datum.name, class, (value.rows, value.columns), &value.elements, kind)));
        }
        let initial = match &datum.initial {
            Some(parameter) if !parameter.text.trim().is_empty() => Some(outside.value(parameter).map_err(wrong)?),
            _ if datum.scope == Scope::Parameter => outside.variable(&datum.name),
            _ => None,
        };
        let class = match named(Some(&datum.type_name)) {
            Named::Class(class) => class,
            Named::Other(text) => return Err(wrong(format!("the data type `{text}` is not supported"))),
            _ => Class::Double,
        };
        let (rows, columns) = size(datum, initial.as_ref(), |p| outside.value(p)).map_err(wrong)?;
        let numbers: Vec<Number> =
            initial.iter().flat_map(|v| v.elements.iter()).map(|number| class.cast(number)).collect();
        let is_assigned = self.uses.assigned.iter().any(|n| n.rsplit('.').next() == Some(datum.name.as_str()));
        let fixed = matches!(datum.scope, Scope::Constant | Scope::Parameter) || !is_assigned;
        let kind = |_| if fixed { CellKind::Fixed } else { CellKind::Memory };
        Ok(Some(self.place(&datum.name, class, (rows, columns), &numbers, kind)))
    }

    /// Cells for all elements; numbers are given for each, or one for all.
    fn place(
        &mut self,
        name: &str,
        class: Class,
        (rows, columns): (usize, usize),
        numbers: &[Number],
        kind: impl Fn(usize) -> CellKind,
    ) -> Place {
        let first = self.cells.len();
        let count = rows.saturating_mul(columns).min(MOST_CELLS + 1);
        for element in 0..count {
            let number = numbers.get(element).or(numbers.first().filter(|_| numbers.len() == 1));
            let number = number.cloned().unwrap_or_else(Number::zero);
            let name = if count == 1 { name.to_owned() } else { format!("{name}[{}]", element + 1) };
            self.cell(&name, class, number, kind(element));
        }
        Place { first, class, rows, columns }
    }

    /// Names that are assigned and that no list declares: numbers of the chart.
    fn implicit(&mut self, chart: &Chart) {
        for name in self.uses.plain.clone() {
            let declared = chart.data.iter().any(|d| d.name == name) || chart.messages.iter().any(|m| m.name == name);
            if declared || name.contains('.') || name == "~" {
                continue;
            }
            let place = self.place(&name, Class::Double, (1, 1), &[], |_| CellKind::Memory);
            self.implicit.insert(name, place);
        }
    }

    fn counters(&mut self, chart: &Chart, outside: &mut dyn Surroundings) -> Result<(), Wrong> {
        for (base, counting) in self.uses.counted.clone() {
            let mut greatest = counting.greatest.filter(|_| !counting.is_open);
            if let Some(length) = seconds(&base) {
                let Some(step) = outside.step().filter(|s| !s.is_zero()) else {
                    let what = "it counts seconds, and neither the chart nor the model says how long a step is";
                    return Err((chart.span, what.to_owned()));
                };
                greatest = greatest.map(|n| &(&n * &length) / &step);
            }
            let limit =
                greatest.and_then(|n| n.finite().map(num_rational::BigRational::ceil)?.to_integer().try_into().ok());
            let kind = limit.map_or(CellKind::Memory, |n: i64| CellKind::Counter(n.saturating_add(1)));
            for state in counting.states {
                let name = format!("{} {}", chart.path(state), base_name(&base));
                let cell = self.cell(&name, Class::Int64, Number::zero(), kind);
                self.counters.insert((state, base.clone()), cell);
            }
        }
        Ok(())
    }

    fn messages(&mut self, chart: &Chart, outside: &mut dyn Surroundings) -> Result<(), Wrong> {
        for message in &chart.messages {
            let wrong = |what: String| (message.span, format!("the message `{}`: {what}", message.name));
            if message.scope != EventScope::Local {
                return Err(wrong("messages between charts are not supported".to_owned()));
            }
            let class = match named(Some(&message.type_name)) {
                Named::Class(class) => class,
                Named::Other(text) => return Err(wrong(format!("the data type `{text}` is not supported"))),
                _ => Class::Double,
            };
            let initial = match &message.initial {
                Some(p) if !p.text.trim().is_empty() => outside.value(p).map_err(wrong)?.as_scalar().cloned(),
                _ => None,
            };
            let initial = class.cast(&initial.unwrap_or_else(Number::zero));
            let length = message.queue_length.unwrap_or(QUEUE).clamp(1, LONGEST_QUEUE);
            let current = self.cell(&format!("{}.data", message.name), class, initial, CellKind::Memory);
            let kind = |_| CellKind::Memory;
            let first = self.place(&format!("{} queue", message.name), class, (length, 1), &[], kind).first;
            let kind = CellKind::Counter(length as i64);
            let count = self.cell(&format!("{} waiting", message.name), Class::Int64, Number::zero(), kind);
            let valid = self.cell(&format!("{} valid", message.name), Class::Boolean, Number::zero(), CellKind::Step);
            self.queues.push(Queue { current, first, length, count, valid });
        }
        Ok(())
    }
}

fn is_of_function(chart: &Chart, datum: &Datum) -> bool {
    datum.parent.and_then(|p| chart.states.get(p)).is_some_and(|s| s.function().is_some())
}

/// How long one of a base is in seconds, if it is a time.
pub(super) fn seconds(base: &Base) -> Option<Number> {
    let parts = match base {
        Base::Seconds => 1,
        Base::Milliseconds => 1000,
        Base::Microseconds => 1_000_000,
        Base::Tick | Base::Event(_) => return None,
    };
    Some(&Number::one() / &Number::integer(parts))
}

fn base_name(base: &Base) -> String {
    match base {
        Base::Event(name) => format!("count of {name}"),
        Base::Tick => "ticks".to_owned(),
        _ => "steps".to_owned(),
    }
}

/// Rows and columns of a datum: as they are given, or those of its first value.
pub(super) fn size(
    datum: &Datum,
    initial: Option<&Value>,
    mut value_of: impl FnMut(&crate::document::Parameter) -> Result<Value, String>,
) -> Result<(usize, usize), String> {
    let inherited = initial.map_or((1, 1), |v| (v.rows.max(1), v.columns.max(1)));
    let Some(parameter) = datum.size.as_ref().filter(|p| !p.text.trim().is_empty()) else { return Ok(inherited) };
    let text = parameter.text.trim();
    let bracketed = if text.starts_with('[') { text.to_owned() } else { format!("[{text}]") };
    let parameter = crate::document::Parameter { text: bracketed, span: parameter.span };
    let value = value_of(&parameter)?;
    let numbers: Option<Vec<i64>> = value.elements.iter().map(Number::to_integer).collect();
    match numbers.as_deref() {
        Some([-1] | []) => Ok(inherited),
        Some([n]) if *n > 0 => Ok((*n as usize, 1)),
        Some([rows, columns]) if *rows > 0 && *columns > 0 => Ok((*rows as usize, *columns as usize)),
        _ => Err(format!("the size `{text}` is not supported")),
    }
}
