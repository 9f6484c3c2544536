//! Runs as tables.

use super::write;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use wherefore_diag::Span;

/// A run as a table: a variable per column, a step per row. With `loop` k the run goes on at step k, counted from 0, after
/// the last step; that step is not repeated. Of a run that is too long the first steps are there; `loop` may then be one that
/// is not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Trace {
    /// The variables, in the order of the model.
    #[serde(rename = "variables")]
    pub columns: Vec<Column>,
    /// The ticks in order.
    #[serde(rename = "steps")]
    #[schemars(length(min = 1))]
    pub rows: Vec<Row>,
    /// How many steps at the end are left out because there are too many; absent if no step is.
    #[serde(rename = "steps_left_out", skip_serializing_if = "write::is_zero")]
    #[schemars(range(min = 1))]
    pub left_out: usize,
    /// The step at which the run goes on after the last; null for a finite run.
    #[serde(rename = "loop")]
    pub loop_start: Option<usize>,
    /// Whether no shorter run shows the same.
    pub shortest: bool,
    /// Boolean values of formulas in a step that the run relies on and no single run can show.
    pub claims: Vec<Claim>,
    /// Values on the lines of a diagram, by the numbers of its lines: the steps at which a value changes, and the value from then
    /// on, empty if it is not known. Absent where the model is no diagram, and
    /// for later runs of a property that has very many.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub signals: BTreeMap<usize, Vec<(usize, String)>>,
    /// Whether the inputs of the last tick matter for what the run shows.
    #[serde(skip)]
    pub last_inputs_matter: bool,
    /// Whether the inputs of a tick and the values beside them belong together, as in a synchronous program.
    #[serde(skip)]
    pub is_synchronous: bool,
    /// Whether inputs come with external events, each of which may take several ticks: see [`Row::transient`]. The first input
    /// is then the event.
    #[serde(skip)]
    pub by_event: bool,
    /// Columns that the reader asked for by name, and expressions.
    #[serde(skip)]
    pub asked: Vec<String>,
}

impl Trace {
    /// Whether the reader asked for this column.
    pub fn is_asked(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|column| self.asked.contains(&column.name))
    }

    /// How many ticks the run has, those that are left out among them.
    pub fn ticks(&self) -> usize {
        self.rows.len() + self.left_out
    }

    /// Whether two runs are known to have the same steps, whatever else is known about them.
    pub fn is_same_run(&self, other: &Trace) -> bool {
        let same = |(one, two): (&Row, &Row)| {
            (&one.cells, &one.element, one.transient) == (&two.cells, &two.element, two.transient)
        };
        let is_whole = self.left_out == 0 && other.left_out == 0;
        let is_as_long = is_whole && self.loop_start == other.loop_start && self.rows.len() == other.rows.len();
        is_as_long && self.rows.iter().zip(&other.rows).all(same)
    }
}

/// A Boolean value that no single run can show, because it is about all runs from a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Claim {
    /// The step it is about, from 0.
    #[serde(rename = "step")]
    pub row: usize,
    /// The formula.
    pub formula: String,
    /// Value that is claimed.
    pub value: bool,
}

/// A variable of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Variable")]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Role over time. An input is chosen in the step it stands in, and leads to the next.
    pub role: Role,
    /// Its type, in words.
    #[serde(rename = "type")]
    pub sort: String,
}

/// Meaning of a column of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Part of the state.
    State,
    /// Part of the state, and never changes.
    Frozen,
    /// Chosen by the environment at every tick.
    Input,
    /// Computed from the others.
    Define,
}

/// One tick of a trace.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Step")]
pub struct Row {
    /// Every known value by variable name. Boolean values are JSON Booleans. Integers are numbers, or decimal strings
    /// beyond 2^53. All else is a string as the model's language writes it.
    #[serde(rename = "values")]
    pub cells: Cells,
    /// The model element taken into this step, if known.
    pub element: Option<String>,
    /// Where that is written, guards rather than branches; empty if nothing is taken or its place is not known.
    #[serde(skip)]
    pub places: Vec<Span>,
    /// Only where it is true: the machine is not at rest. The next step goes on with the event taken before, and the inputs of
    /// this one mean nothing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub transient: bool,
}

/// A cell per column; none where the value is not known.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(with = "std::collections::BTreeMap<String, Cell>", inline)]
pub struct Cells {
    names: Arc<[String]>,
    cells: Vec<Option<Arc<Cell>>>,
}

impl Cells {
    /// The names of columns, which their rows share.
    pub fn names(columns: &[Column]) -> Arc<[String]> {
        columns.iter().map(|c| c.name.clone()).collect()
    }

    /// A row of cells, as many as there are names.
    pub fn new(names: &Arc<[String]>, cells: Vec<Option<Arc<Cell>>>) -> Cells {
        Cells { names: names.clone(), cells }
    }

    /// A row from the names and values that are known.
    pub fn of(values: impl IntoIterator<Item = (String, Cell)>) -> Cells {
        let (names, cells): (Vec<String>, Vec<_>) =
            values.into_iter().map(|(name, cell)| (name, Some(Arc::new(cell)))).unzip();
        Cells { names: names.into(), cells }
    }

    /// The known values with their names.
    pub fn known(&self) -> impl Iterator<Item = (&str, &Cell)> {
        self.names.iter().zip(&self.cells).filter_map(|(name, cell)| Some((name.as_str(), &**cell.as_ref()?)))
    }
}

impl Deref for Cells {
    type Target = Vec<Option<Arc<Cell>>>;

    fn deref(&self) -> &Self::Target {
        &self.cells
    }
}

impl DerefMut for Cells {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.cells
    }
}

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.known())
    }
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(with = "Value", inline)]
pub struct Cell {
    /// As the model's language writes it.
    pub text: String,
    /// For programs.
    pub datum: Datum,
}

/// A value as JSON has it.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
#[expect(dead_code, reason = "a shape for the schema")]
enum Value {
    Bool(bool),
    Int(i64),
    Text(String),
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.datum {
            Datum::Bool(b) => serializer.serialize_bool(b),
            Datum::Int(n) => serializer.serialize_i64(n),
            Datum::Text => serializer.serialize_str(&self.text),
        }
    }
}

/// Integers beyond this are text: a reader that keeps numbers as doubles would change them.
pub const EXACT: i64 = 1 << 53;

/// A value in the few types that JSON has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    /// A Boolean.
    Bool(bool),
    /// An integer that every reader of JSON can hold.
    Int(i64),
    /// Anything else; its text is the value.
    Text,
}
