//! Models and the control graphs found in them, side by side; and the promises of a control graph, checked by SAT.

mod corpus;
mod graphs;
mod promises;
mod regions;

use super::*;
use wherefore_diag::{FileId, SourceMap};
use wherefore_ir::{Op, TermId, Value};

/// A model and how spans translate to lines.
struct Model {
    system: System,
    sources: SourceMap,
}

impl Model {
    fn new(text: &str) -> Model {
        let loaded = wherefore_lang::smv::load(FileId(0), text);
        let problems = loaded.diagnostics;
        let system = loaded.system.unwrap_or_else(|| panic!("{problems:?}"));
        Model { system, sources: SourceMap::single("model.smv", text) }
    }

    fn discover(&mut self, hints: &Hints) -> Result<Discovery, HintError> {
        let sources = &self.sources;
        discover(&mut self.system, hints, &|span| sources.location(span).map(|l| l.line as usize))
    }
}

fn control(names: &[&str]) -> Hints {
    Hints { control: names.iter().map(|n| (*n).to_owned()).collect(), label: None, flat: false }
}

/// Compares the graph of a model with its expected text.
fn check(text: &str, hints: &Hints, expected: &str) {
    let mut model = Model::new(text);
    let found = model.discover(hints).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(dump(&model, &found).trim(), expected.trim(), "\n{}", dump(&model, &found));
}

/// A graph as text: regions with what they write, then transitions, with the places they come from.
fn dump(model: &Model, found: &Discovery) -> String {
    let (graph, system) = (&found.graph, &model.system);
    let mut out = String::new();
    for region in graph.region_ids() {
        let r = graph.region(region);
        let states: Vec<&str> = graph.states_of(region).map(|s| graph.state(s).name.as_str()).collect();
        let writes: Vec<&str> = r.writes.iter().map(|v| system.terms.var(*v).name.as_str()).collect();
        let parent = r.parent.map(|s| format!(" in {}", full_name(graph, s))).unwrap_or_default();
        out += &format!("{}{parent}: {}; writes {}\n", r.name, states.join(" "), writes.join(" "));
        for transition in graph.transitions_of(region) {
            out += &transition_line(model, graph, transition);
        }
    }
    found.notes.iter().for_each(|note| out += &format!("note: {note}\n"));
    out
}

fn full_name(graph: &ControlGraph, state: StateId) -> String {
    let state = graph.state(state);
    format!("{}={}", graph.region(state.region).name, state.name)
}

fn transition_line(model: &Model, graph: &ControlGraph, id: wherefore_ir::control::TransitionId) -> String {
    let t = graph.transition(id);
    let terms = &model.system.terms;
    let line = |e: Option<wherefore_ir::ElementId>| {
        let location = model.system.span(e).and_then(|s| model.sources.location(s));
        location.map_or("?".to_owned(), |l| l.line.to_string())
    };
    let rule = if t.rule == t.name { String::new() } else { format!(" ({})", t.rule) };
    let (source, target) = (&graph.state(t.source).name, &graph.state(t.target).name);
    let guard = t.guard.map(|g| format!(", guard {}", line(Some(g)))).unwrap_or_default();
    let enabled = show(terms, t.enabled);
    let taken = if t.taken == t.enabled { String::new() } else { format!(" / {}", show(terms, t.taken)) };
    format!("  {}{rule}: {source} -> {target} [{}{guard}] {enabled}{taken}\n", t.name, line(t.element))
}

/// A formula in the notation of SMV, without parentheses where operators are nested in the usual way.
fn show(terms: &wherefore_ir::Terms, term: TermId) -> String {
    let mut parts: Vec<String> = terms.operands(term).iter().map(|t| show(terms, *t)).collect();
    if terms.op(term) == Op::Eq && terms.constant(terms.operands(term)[0]).is_some() {
        parts.reverse();
    }
    let joined = |word: &str| parts.join(&format!(" {word} "));
    match terms.op(term) {
        Op::Var(v) => terms.var(v).name.clone(),
        Op::Next(v) => format!("next({})", terms.var(v).name),
        Op::Const(id) => match terms.value(id) {
            Value::Enum(sort, index) => terms.enumeration(*sort).values[*index as usize].clone(),
            Value::Int(n) => n.to_string(),
            other => format!("{other:?}"),
        },
        Op::Not => format!("!{}", parenthesised(&parts[0])),
        Op::And => joined("&"),
        Op::Or => format!("({})", joined("|")),
        Op::Eq => joined("="),
        Op::Lt => joined("<"),
        Op::Le => joined("<="),
        op => format!("{op:?}({})", parts.join(", ")),
    }
}

fn parenthesised(text: &str) -> String {
    if text.contains(' ') && !text.starts_with('(') { format!("({text})") } else { text.to_owned() }
}
