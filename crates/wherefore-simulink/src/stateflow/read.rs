//! Charts out of sections: the same for all containers.
//!
//! Archives nest what belongs to a state inside of it; the older text form lists everything and names parents by number. Both become
//! one list of [`Entry`]s (`entries`), of which a chart is made.

mod entries;
mod items;

use super::action::{self, ActionError, Dialect, Text};
use super::document::{Chart, Decomposition, Function, FunctionBody, Junction, Kind, Language, Node, State, StateKind};
use super::document::{Numbers, Transition, Update};
use crate::document::Parameter;
use crate::tree;
use entries::{Entry, Source};
use indexmap::IndexMap;
use wherefore_diag::Span;

/// How many things a chart may have.
const MAX_ENTRIES: usize = 200_000;
/// How deep states may be nested: they are walked by recursion.
const MAX_DEPTH: usize = 100;

/// The charts of a file, given all of its sections and its text.
pub(crate) fn charts(nodes: &[tree::Node], file: &str) -> Vec<Chart> {
    entries::sources(nodes).iter().map(|source| Reader::new(source, file).chart()).collect()
}

/// What is known while a chart is read.
struct Reader<'n> {
    source: &'n Source<'n>,
    file: &'n str,
    dialect: Dialect,
    mistakes: Vec<ActionError>,
    /// Places in the lists of the chart, by the number in the file.
    states: IndexMap<u32, usize>,
    junctions: IndexMap<u32, usize>,
}

impl<'n> Reader<'n> {
    fn new(source: &'n Source<'n>, file: &'n str) -> Reader<'n> {
        let language = if source.node.get("actionLanguage") == Some("2") { Language::Matlab } else { Language::C };
        let dialect = Dialect { language, bits: source.node.get("enableBitOps") == Some("1") };
        let (states, junctions) = (IndexMap::new(), IndexMap::new());
        Reader { source, file, dialect, mistakes: Vec::new(), states, junctions }
    }

    fn chart(mut self) -> Chart {
        let node = self.source.node;
        let is = |name: &str, value: &str| node.get(name) == Some(value);
        let update = match node.get("updateMethod") {
            Some("DISCRETE") => Update::Discrete,
            Some("CONTINUOUS") => Update::Continuous,
            _ => Update::Inherited,
        };
        let kind = match node.get("stateMachineType") {
            Some("MEALY" | "1") => Kind::Mealy,
            Some("MOORE" | "2") => Kind::Moore,
            _ => Kind::Classic,
        };
        let mut chart = Chart {
            id: self.source.id,
            name: node.get("name").unwrap_or("").to_owned(),
            language: self.dialect.language,
            has_bits: self.dialect.bits,
            decomposition: decomposition(node.get("decomposition")),
            update,
            sample_time: node.fields.parameter("sampleTime").filter(|p| p.text.trim() != "-1").cloned(),
            executes_at_initialization: is("executeAtInitialization", "1"),
            has_explicit_order: is("userSpecifiedStateTransitionExecutionOrder", "1"),
            saturates: is("saturateOnIntegerOverflow", "1"),
            kind,
            states: Vec::new(),
            junctions: Vec::new(),
            transitions: Vec::new(),
            data: Vec::new(),
            events: Vec::new(),
            messages: Vec::new(),
            span: node.span,
            mistakes: Vec::new(),
        };
        self.nodes(&mut chart);
        self.transitions(&mut chart);
        items::read(&self, &mut chart);
        chart.mistakes = self.mistakes;
        chart
    }

    /// States and junctions, which transitions refer to.
    fn nodes(&mut self, chart: &mut Chart) {
        if self.source.entries.len() > MAX_ENTRIES || self.source.depth > MAX_DEPTH {
            let message = "the chart is too large or its states are nested too deeply".to_owned();
            self.mistakes.push(ActionError { span: chart.span, message });
            return;
        }
        for entry in &self.source.entries {
            match entry.node.kind.as_str() {
                "state" => {
                    let state = self.state(entry);
                    self.states.insert(entry.id, chart.states.len());
                    chart.states.push(state);
                }
                "junction" => {
                    self.junctions.insert(entry.id, chart.junctions.len());
                    chart.junctions.push(self.junction(entry));
                }
                _ => {}
            }
        }
    }

    /// The state that a thing belongs to.
    fn parent(&self, entry: &Entry<'_>) -> Option<usize> {
        entry.parent.and_then(|p| self.states.get(&p)).copied()
    }

    fn state(&mut self, entry: &Entry<'_>) -> State {
        let node = entry.node;
        let label = field(node, "labelString");
        let (name, kind, sections) = match node.get("type") {
            Some("FUNC_STATE") => {
                let function = self.function(node, &label);
                (function.signature.name.clone(), StateKind::Function(Box::new(function)), Vec::new())
            }
            kind => {
                let (name, sections) = action::state(&Text::new(&label, self.file), self.dialect);
                let kind = match kind {
                    Some("AND_STATE") => StateKind::Parallel,
                    Some("GROUP_STATE" | "BOX_STATE") => StateKind::Box,
                    _ => StateKind::Exclusive,
                };
                (name, kind, self.or_mistake(sections))
            }
        };
        State {
            id: entry.id,
            name,
            kind,
            parent: self.parent(entry),
            decomposition: decomposition(node.get("decomposition")),
            order: node.get("executionOrder").and_then(|o| o.trim().parse().ok()),
            sections,
            label,
            position: numbers(node.get("position")),
            is_subchart: node.get("superState") == Some("SUBCHART"),
            span: node.span,
        }
    }

    fn function(&mut self, node: &tree::Node, label: &Parameter) -> Function {
        let signature = action::function(&Text::new(label, self.file), self.dialect);
        let signature = self.or_mistake(signature);
        let written = node.child("eml").filter(|e| e.get("isEML") == Some("1"));
        let table = node.child("truthTable").is_some_and(|t| t.get("isTruthTable") == Some("1"));
        let blocks = node.child("simulink").is_some_and(|s| s.get("isSimulinkFcn") == Some("1"));
        let body = match written {
            _ if table => FunctionBody::TruthTable,
            _ if blocks => FunctionBody::Subsystem,
            Some(written) => self.script(field(written, "script")),
            None => FunctionBody::Graphical,
        };
        Function { signature, body }
    }

    fn script(&mut self, script: Parameter) -> FunctionBody {
        let dialect = Dialect { language: Language::Matlab, ..self.dialect };
        match action::script(&Text::new(&script, self.file), dialect) {
            Ok((signature, statements)) => FunctionBody::Matlab { statements, signature: Some(signature), script },
            Err(mistake) => {
                self.mistakes.push(mistake);
                FunctionBody::Matlab { statements: Vec::new(), signature: None, script }
            }
        }
    }

    fn junction(&self, entry: &Entry<'_>) -> Junction {
        let [x, y, radius, _] = numbers(entry.node.get("position"));
        Junction {
            id: entry.id,
            is_history: entry.node.get("type") == Some("HISTORY_JUNCTION"),
            parent: self.parent(entry),
            position: [x, y],
            radius,
            span: entry.node.span,
        }
    }

    fn transitions(&mut self, chart: &mut Chart) {
        for entry in self.source.entries.iter().filter(|e| e.node.kind == "transition") {
            if let Some(transition) = self.transition(entry) {
                chart.transitions.push(transition);
            }
        }
    }

    fn transition(&mut self, entry: &Entry<'_>) -> Option<Transition> {
        let node = entry.node;
        let text = field(node, "labelString");
        let label = action::transition(&Text::new(&text, self.file), self.dialect);
        let source = self.end(node, "src");
        let Some(Some(destination)) = self.end(node, "dst") else {
            self.mistake(node.span, "the transition ends nowhere");
            return None;
        };
        let Some(source) = source else {
            self.mistake(node.span, "the transition begins at something that is not there");
            return None;
        };
        let [x, y, ..] = numbers::<4>(node.get("labelPosition"));
        let place = |end: &str| {
            let fields = &node.child(end)?.fields;
            fields.parameter("SSID").or_else(|| fields.parameter("id")).map(|p| p.span)
        };
        let order = node.fields.parameter("executionOrder").map(|p| p.span);
        Some(Transition {
            id: entry.id,
            source,
            destination,
            parent: self.parent(entry),
            order: node.get("executionOrder").and_then(|o| o.trim().parse().ok()).unwrap_or(u32::MAX),
            numbers: Numbers { source: place("src"), destination: place("dst"), order },
            label: self.or_mistake(label),
            text,
            points: points(node),
            label_position: [x, y],
            span: node.span,
        })
    }

    /// Where a transition begins or ends: nowhere is `Some(None)`.
    fn end(&self, node: &tree::Node, which: &str) -> Option<Option<Node>> {
        let end = node.child(which);
        let number = end.and_then(|e| e.get("SSID").or(e.get("id"))).and_then(|n| n.trim().parse::<u32>().ok());
        let Some(number) = number.filter(|n| *n != 0) else { return Some(None) };
        let state = self.states.get(&number).map(|s| Node::State(*s));
        state.or_else(|| self.junctions.get(&number).map(|j| Node::Junction(*j))).map(Some)
    }

    fn mistake(&mut self, span: Span, message: &str) {
        self.mistakes.push(ActionError { span, message: message.to_owned() });
    }

    /// What was read, or nothing and a mistake.
    fn or_mistake<T: Default>(&mut self, read: Result<T, ActionError>) -> T {
        read.unwrap_or_else(|mistake| {
            self.mistakes.push(mistake);
            T::default()
        })
    }
}

fn decomposition(text: Option<&str>) -> Decomposition {
    match text {
        Some("SET_STATE" | "SET_CHART") => Decomposition::Parallel,
        _ => Decomposition::Exclusive,
    }
}

/// A field with its place; an empty one at the place of the section if it is missing.
fn field(node: &tree::Node, name: &str) -> Parameter {
    node.fields.parameter(name).cloned().unwrap_or(Parameter { text: String::new(), span: node.span })
}

/// The numbers of a list in brackets; 0 for those that are missing.
fn numbers<const N: usize>(text: Option<&str>) -> [f64; N] {
    let mut found = text.unwrap_or("").split(|c: char| c.is_whitespace() || matches!(c, '[' | ']' | ',' | ';'));
    std::array::from_fn(|_| {
        let next = found.by_ref().find(|t| !t.is_empty());
        next.and_then(|t| t.parse::<f64>().ok()).filter(|n| n.is_finite()).unwrap_or(0.0)
    })
}

/// The begin, the middle and the end of an arrow.
fn points(node: &tree::Node) -> [[f64; 2]; 3] {
    let end = |which: &str| {
        let [_, _, _, _, x, y] = numbers(node.child(which).and_then(|e| e.get("intersection")));
        [x, y]
    };
    [end("src"), numbers(node.get("midPoint")), end("dst")]
}
