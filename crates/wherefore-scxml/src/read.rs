//! From the text of a document to a [`Chart`].
//!
//! `vocabulary` says which elements and attributes may stand where, `outline` numbers the states, `declare` finds all
//! names. Only then are expressions read, because a name may be used before the place that declares it: `state` walks the
//! document once more in its order, with `transition`, `content` and `send` for what it finds. At last `event` works out what
//! events there are, and `legal` checks that every target can be entered. What is wrong is reported where it is found, and
//! reading goes on; there is a chart only if nothing was wrong. `network` finds the charts that run beside a document.

mod chance;
mod child;
mod computed;
mod content;
mod declare;
mod event;
mod gather;
mod invoke;
mod legal;
mod network;
mod node;
mod null;
mod outer;
mod outline;
mod property;
mod robot;
mod send;
mod state;
#[cfg(test)]
mod tests;
mod transition;
mod types;
mod vocabulary;

use super::chart::{Chart, DataId, Expr, ExprKind, FieldId};
use super::script::{self, Location, MistakeKind, Mode, Names, ScriptError, WHOLE};
use super::xml::{self, Source, Text};
use super::{chart, codes, join};
use child::Children;
use indexmap::{IndexMap, IndexSet};
use network::Beside;
use roxmltree::Node;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::{Code, Diagnostic, Diagnostics, FileId, Span};
use wherefore_syntax::{Checked, Reported, Reporter};

/// Files beside a document that it invokes, by their names.
pub type Files<'f> = dyn FnMut(&str) -> Option<(FileId, String)> + 'f;

/// Reads a document, with the charts in it that it invokes as a part of the whole. There is a chart if and only if no error was
/// found.
pub fn parse(file: FileId, text: &str) -> (Option<Chart>, Diagnostics) {
    parse_with(file, text, &mut |_| None)
}

/// Reads a document, with the charts that it invokes as a part of the whole.
pub fn parse_with(file: FileId, text: &str, files: &mut Files<'_>) -> (Option<Chart>, Diagnostics) {
    let (chart, diagnostics) = sessions(file, text, files);
    (chart.map(join), diagnostics)
}

/// Reads a document; the charts that it invokes and those that run beside it are kept apart.
pub fn sessions(file: FileId, text: &str, files: &mut Files<'_>) -> (Option<Chart>, Diagnostics) {
    network::read(file, text, files)
}

/// Reads a document that is invoked from inside documents of these files, the innermost last.
fn read_file(
    file: FileId,
    text: &str,
    files: &mut Files<'_>,
    around: &[FileId],
    beside: &Beside<'_>,
) -> (Option<Chart>, Diagnostics) {
    let source = Source { file, text };
    let mut report = Reporter::default();
    match xml::parse(source, &mut report) {
        None => (None, report.into_diagnostics()),
        Some(document) => {
            let (chart, said) = read_element(source, document.root_element(), files, around, beside);
            let mut diagnostics = report.into_diagnostics();
            diagnostics.extend(said);
            (chart, diagnostics)
        }
    }
}

/// Reads the document that an element is.
fn read_element(
    source: Source<'_>,
    root: Node<'_, '_>,
    files: &mut Files<'_>,
    around: &[FileId],
    beside: &Beside<'_>,
) -> (Option<Chart>, Diagnostics) {
    let children = Children::read(source, root, files, around);
    let mut reader = Reader::new(source, children, beside, !around.is_empty());
    let read = reader.document(root);
    let complete = read.is_ok() && !reader.report.failed();
    (complete.then_some(reader.chart), reader.report.into_diagnostics())
}

/// Element that announces an event.
#[derive(Clone, Copy, Debug)]
enum Carrier {
    /// A `<send>`.
    Send(chart::SendId),
    /// A final state, through its done event.
    Done(chart::StateId),
}

/// State while a document is read.
struct Reader<'d, 't> {
    source: Source<'t>,
    report: Reporter,
    chart: Chart,
    names: Names,
    /// The element of each state.
    nodes: Vec<Node<'d, 't>>,
    /// The element of each data item that has one.
    declarations: BTreeMap<DataId, Node<'d, 't>>,
    events: IndexSet<String>,
    /// The events that the chart sends to itself or raises.
    own: BTreeSet<chart::EventId>,
    /// The ids that `<cancel>` names, until all sends are known, and whether each is one of several possible.
    cancels: Vec<(String, Span, bool)>,
    /// The `<content>` of events, which matters if something reads `_event.data`.
    contents: Vec<(Carrier, Node<'d, 't>)>,
    /// Events that leave the chart.
    outputs: IndexMap<String, Span>,
    /// The events that invoked services send for certain, and where the first service is invoked.
    invoked: IndexMap<String, Span>,
    /// The states of the variables that `<var>` declares.
    variables: BTreeMap<String, chart::StateId>,
    /// Constants that stand for the input ports of a behaviour tree.
    ports: BTreeMap<String, DataId>,
    /// Charts that are invoked.
    children: Children,
    /// Charts of the same network.
    beside: &'d Beside<'d>,
    /// Why charts that are invoked are a part of the environment.
    apart: Vec<String>,
    /// Where a chart is invoked that hands on content.
    hands_content: Option<Span>,
    /// Whether another chart invokes this one.
    is_invoked: bool,
    /// Whether the document has no data model, so that conditions are about active states alone.
    is_null: bool,
}

impl<'d, 't> Reader<'d, 't> {
    fn new(source: Source<'t>, children: Children, beside: &'d Beside<'d>, is_invoked: bool) -> Self {
        let chart = Chart::new(String::new());
        Reader {
            source,
            report: Reporter::default(),
            chart,
            names: Names::default(),
            nodes: Vec::new(),
            declarations: BTreeMap::new(),
            events: IndexSet::new(),
            own: BTreeSet::new(),
            cancels: Vec::new(),
            contents: Vec::new(),
            outputs: IndexMap::new(),
            invoked: IndexMap::new(),
            variables: BTreeMap::new(),
            ports: BTreeMap::new(),
            children,
            beside,
            apart: Vec::new(),
            hands_content: None,
            is_invoked,
            is_null: false,
        }
    }

    fn document(&mut self, root: Node<'d, 't>) -> Checked<()> {
        self.check_vocabulary(root)?;
        self.read_root(root)?;
        self.outline(root);
        self.declare(root);
        self.read_initial_values();
        self.read_states();
        self.settle_ways();
        self.read_properties(root);
        self.settle_cancels();
        self.settle_contents();
        self.settle_events(root);
        self.check_targets();
        self.check_fields();
        self.chart.fields = std::mem::take(&mut self.names.fields).into_values().collect();
        self.chart.events = std::mem::take(&mut self.events).into_iter().collect();
        Ok(())
    }

    fn error(&mut self, code: &'static Code, span: Span, headline: impl Into<String>, label: &str) -> Reported {
        self.report.push(Diagnostic::at(code, span, headline, label))
    }

    /// Reads an expression. One that no engine could evaluate is an event for a chart that handles errors.
    fn expression(&mut self, text: &Text, mode: Mode) -> Checked<Expr> {
        let read = script::expression(text, mode, &mut self.names);
        self.say_faults();
        let span = text.whole();
        match read {
            Ok(expr) => self.without_data(expr, mode),
            Err(mistake) => self.fault(mistake).map(|()| Expr { kind: ExprKind::Fault, span }),
        }
    }

    /// Reads a location; nothing if it is an event for the chart.
    fn location(&mut self, text: &Text) -> Checked<Option<Location>> {
        let read = script::location(text, &mut self.names);
        self.say_faults();
        match read {
            Ok(location) => Ok(Some(location)),
            Err(mistake) => self.fault(mistake).map(|()| None),
        }
    }

    /// Reports a mistake: as an error, or as what happens at run time.
    fn fault(&mut self, mistake: ScriptError) -> Checked<()> {
        let lenient = match mistake.kind {
            MistakeKind::ReadOnly => true,
            MistakeKind::Unsupported => false,
            MistakeKind::Syntax | MistakeKind::Undeclared => self.chart.handles_errors,
        };
        if !lenient {
            return Err(self.report.push(*mistake.diagnostic));
        }
        self.runtime_error(*mistake.diagnostic);
        Ok(())
    }

    fn runtime_error(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.code = codes::RUNTIME_ERROR;
        diagnostic.help.clear();
        self.report.push(diagnostic.note("this places an error event in the internal queue of the chart"));
    }

    fn say_faults(&mut self) {
        for diagnostic in std::mem::take(&mut self.names.faults) {
            self.runtime_error(diagnostic);
        }
    }

    /// Whether an expression whose value is not needed fails; nothing else about it is reported or kept.
    fn fails(&mut self, text: &Text) -> bool {
        let fields = self.names.fields.len();
        let reads = (self.names.reads_event, self.names.reads_whole);
        let read = script::expression(text, Mode::Plain, &mut self.names);
        self.names.fields.truncate(fields);
        (self.names.reads_event, self.names.reads_whole) = reads;
        let faults = std::mem::take(&mut self.names.faults);
        match read {
            Ok(expr) if matches!(expr.kind, ExprKind::Fault) => {
                faults.into_iter().for_each(|d| self.runtime_error(d));
                true
            }
            Err(mistake) if mistake.kind == MistakeKind::Syntax && self.chart.handles_errors => {
                self.runtime_error(*mistake.diagnostic);
                true
            }
            _ => false,
        }
    }

    /// A field with the name of the whole could not be distinguished from it.
    fn check_fields(&mut self) {
        if let (true, Some(field)) = (self.names.fields.contains_key(""), self.names.fields.get(WHOLE)) {
            let span = field.span;
            self.refuse(&format!("the field `{WHOLE}` beside `_event.data`"), span);
        }
    }

    fn field(&mut self, name: &str, span: Span) -> FieldId {
        self.names.field(name, span)
    }
}
