//! From JSON to a chart.
//!
//! ```text
//! outline      the tree of states, in the order in which JavaScript goes through the keys of an object
//! context      data, with declared types
//! transition   `on`, `always`, `after`, `onDone`, `invoke`; `target` finds the states they lead to
//! guard        conditions: functions, combinations, free choices
//! action       `assign`, `raise`, `cancel`; the others change nothing
//! property     what is asked
//! version      whether it is of version 5 or 6, by its form; `six` reads the functions of version 6, `ways` goes through them
//! settle       events of the environment, notes about what was assumed
//! ```
//!
//! The machine itself is the only child of the root of the chart: it can be of any kind, be left and be entered again.

mod action;
mod assign;
mod context;
mod guard;
mod outline;
mod property;
mod schema;
mod settle;
mod six;
mod target;
#[cfg(test)]
mod tests;
mod transition;
mod value;
mod version;
mod ways;

pub use value::code;

use crate::codes;
use indexmap::{IndexMap, IndexSet};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::{Code, Diagnostic, Diagnostics, FileId, Span};
use wherefore_scxml::chart::{Chart, Data, DataId, EventId, Rules, StateId};
use wherefore_scxml::function::Scope;
use wherefore_syntax::json::{self, Json, JsonKind};
use wherefore_syntax::{Checked, Reported, Reporter};

/// The text of a file, by its name or, without one, of the file with properties beside the machine.
pub type Files<'a> = dyn FnMut(Option<&str>) -> Option<(FileId, String)> + 'a;

/// Reads a machine.
pub fn read((file, text): (FileId, &str), files: &mut Files<'_>) -> (Option<Chart>, Diagnostics) {
    let mut report = Reporter::default();
    let Ok(root) = document(file, text, &mut report) else { return (None, report.into_diagnostics()) };
    let mut reader = Reader::new(&root, report);
    let read = reader.machine(files);
    let complete = read.is_ok() && !reader.report.failed();
    (complete.then_some(reader.chart), reader.report.into_diagnostics())
}

/// Whether a text is JSON that looks like a machine.
pub fn is_machine(text: &str) -> bool {
    let Ok(root) = json::parse(FileId(0), text) else { return false };
    let has = |key| root.get(key).is_some_and(Json::is_object);
    has("states") || (has("on") && root.get("type").is_none_or(|t| t.str().is_some()))
}

/// Parses JSON; what is wrong with it is reported.
fn document(file: FileId, text: &str, report: &mut Reporter) -> Checked<Json> {
    json::parse(file, text).map_err(|wrong| {
        let code = if wrong.is_limit { codes::TOO_DEEP } else { codes::JSON };
        report.push(Diagnostic::at(code, wrong.span, wrong.headline, "here"))
    })
}

/// Something that was assumed, by a name; where it was met first, and why.
type Assumed = IndexMap<String, (Span, String)>;

/// State while a machine is read.
struct Reader<'j> {
    root: &'j Json,
    report: Reporter,
    chart: Chart,
    /// The machine is of version 6.
    six: bool,
    scope: Scope,
    /// The configuration of each state; none for the root of the chart.
    nodes: Vec<Option<&'j Json>>,
    /// The key of each state in its parent.
    keys: Vec<String>,
    /// Ids of XState.
    ids: BTreeMap<String, StateId>,
    names: Vec<String>,
    events: IndexSet<String>,
    /// Events that the machine raises.
    raised: BTreeSet<EventId>,
    /// Choices that stand for guards, by their names.
    guards: IndexMap<String, DataId>,
    free_guards: Assumed,
    free_actions: Assumed,
    any_values: Assumed,
    opaque: Assumed,
    delays: IndexMap<String, u64>,
    free_delays: Assumed,
    /// Ids of sends to be cancelled, until all sends are known.
    cancels: Vec<String>,
    /// Items that hold the next values of others while these are still read.
    held: BTreeMap<DataId, DataId>,
    /// Final states that hand on something of which nothing is known.
    unknown_outputs: Vec<(StateId, Span)>,
    /// Declared types of what events carry.
    declared_fields: BTreeMap<String, schema::Declared>,
    /// How deep names of guards and actions lead to each other.
    depth: u32,
}

impl<'j> Reader<'j> {
    fn new(root: &'j Json, report: Reporter) -> Reader<'j> {
        let mut chart = Chart::new(String::new());
        let six = version::is_six(root);
        chart.rules = if six { Rules::XState6 } else { Rules::XState };
        let mut scope = Scope::default();
        if six {
            scope.of_version_six();
        }
        Reader {
            six,
            root,
            report,
            chart,
            scope,
            nodes: Vec::new(),
            keys: Vec::new(),
            ids: BTreeMap::new(),
            names: Vec::new(),
            events: IndexSet::new(),
            raised: BTreeSet::new(),
            guards: IndexMap::new(),
            free_guards: IndexMap::new(),
            free_actions: IndexMap::new(),
            any_values: IndexMap::new(),
            opaque: IndexMap::new(),
            delays: IndexMap::new(),
            free_delays: IndexMap::new(),
            cancels: Vec::new(),
            held: BTreeMap::new(),
            unknown_outputs: Vec::new(),
            declared_fields: BTreeMap::new(),
            depth: 0,
        }
    }

    fn machine(&mut self, files: &mut Files<'_>) -> Checked<()> {
        if !self.root.is_object() {
            return Err(self.error(codes::STRUCTURE, self.root.span, "a machine is an object", "not an object"));
        }
        self.outline()?;
        self.read_context();
        self.read_states();
        self.read_properties(files);
        self.settle();
        Ok(())
    }

    fn error(&mut self, code: &'static Code, span: Span, headline: impl Into<String>, label: &str) -> Reported {
        self.report.push(Diagnostic::at(code, span, headline, label))
    }

    fn unsupported(&mut self, span: Span, what: impl Into<String>) -> Reported {
        self.error(codes::UNSUPPORTED, span, what, "not supported")
    }

    /// The event of this name. A blank behind a colon has a meaning of its own in charts.
    fn event(&mut self, name: &str, span: Span) -> EventId {
        if name.contains(wherefore_scxml::chart::SESSION) {
            self.unsupported(span, "a colon with a blank behind it in the name of an event");
        }
        EventId(self.events.insert_full(name.to_owned()).0 as u32)
    }

    /// A data item with a name that no other has.
    fn add_data(&mut self, data: Data) -> DataId {
        let name = wherefore_syntax::unique(data.name.clone(), |name| self.chart.data.iter().any(|d| d.name == name));
        self.chart.data.push(Data { name, ..data });
        let id = DataId(self.chart.data.len() as u32 - 1);
        if let Some(root) = self.chart.states.first_mut() {
            root.data.push(id);
        }
        id
    }

    /// The members of an object in the order in which JavaScript goes through them: those whose keys are numbers first.
    fn ordered(&mut self, object: &'j Json) -> Vec<(&'j wherefore_syntax::xml::Text, &'j Json)> {
        let members = object.members();
        let mut seen = BTreeSet::new();
        for member in members {
            if !seen.insert(member.key.value.as_str()) {
                let headline = format!("the key `{}` stands twice", member.key.value);
                self.error(codes::STRUCTURE, member.key.span(0..member.key.value.len()), headline, "again");
            }
        }
        let mut all: Vec<_> = members.iter().map(|m| (&m.key, &m.value)).collect();
        all.sort_by_key(|(key, _)| index(&key.value).map_or((1, 0), |number| (0, number)));
        all
    }
}

/// The number that a key is, if JavaScript takes it for one.
fn index(key: &str) -> Option<u32> {
    let number: u32 = key.parse().ok()?;
    (number.to_string() == key && number < u32::MAX).then_some(number)
}

/// Whether a value is missing or `null`.
fn present(value: Option<&Json>) -> Option<&Json> {
    value.filter(|v| !matches!(v.kind, JsonKind::Null))
}
