//! What a page needs to play runs with other choices: the systems, the whole runs, and the module that evaluates them.
//!
//! The table of a run leaves out what readers of a model do not know, and a run cannot be played without it; so runs and systems
//! are put into the page once more, as the text that the module reads. Of a system only what decides its runs is kept.

use crate::document::{Document, Place, Property};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use wherefore_diag::SourceMap;
use wherefore_ir::{Annexes, Define, ElementId, Elements, System, text};
use wherefore_trace::format::{Heading, TraceShape, write_text};
use wherefore_trace::{Trace, free_choices};

/// The module: `crates/wherefore-wasm`, made and compressed by `packaging/module`.
const MODULE: &[u8] = include_bytes!("whatif.wasm.gz");
/// How much text of systems and of runs a page holds; what is beyond cannot be played.
const MOST_TEXT: usize = 1_000_000;

/// The runs of a property, for a page in which they can be changed.
#[derive(Clone, Debug)]
pub struct Playable<'a> {
    /// The system that the runs are of.
    pub system: &'a System,
    /// The name of the property in that system.
    pub property: &'a str,
    /// The whole runs, in the order of the property's classes; none for one that is not whole. Without classes, the run of the
    /// verdict.
    pub runs: Vec<Option<&'a Trace>>,
}

/// What the page is given, property by property; nothing if no run can be played.
pub(super) fn data(report: &Document, playable: &[Option<Playable<'_>>]) -> Option<Value> {
    let mut texts = Texts { room: MOST_TEXT, systems: Vec::new() };
    let mut properties = Vec::new();
    for (place, property) in report.properties.iter().enumerate() {
        let found = playable.get(place).and_then(Option::as_ref).filter(|p| has_choices(p.system, &columns(property)));
        properties.push(found.and_then(|p| texts.property(report, playable, p, property)));
    }
    let systems: Vec<Value> = texts.systems.into_iter().map(|s| s.written).collect();
    let is_any = properties.iter().any(Option::is_some);
    is_any.then(|| json!({ "module": STANDARD.encode(MODULE), "systems": systems, "properties": properties }))
}

/// Whether there is anything to change in a run of which these columns are shown.
fn has_choices(system: &System, shown: &BTreeSet<&str>) -> bool {
    free_choices(system).iter().any(|(var, _)| shown.contains(system.terms.var(*var).name.as_str()))
}

/// The texts of a page, each system once.
struct Texts<'a> {
    room: usize,
    systems: Vec<Reduced<'a>>,
}

/// A system that is in the page.
struct Reduced<'a> {
    whole: &'a System,
    own: System,
    rest: Option<String>,
    written: Value,
}

impl<'a> Texts<'a> {
    /// A property with its runs, as far as there is room.
    fn property(
        &mut self,
        report: &Document,
        all: &[Option<Playable<'a>>],
        playable: &Playable<'a>,
        property: &Property,
    ) -> Option<Value> {
        let index = match self.systems.iter().position(|s| std::ptr::eq(s.whole, playable.system)) {
            Some(index) => index,
            None => self.add(report, all, playable.system, property)?,
        };
        let system = &self.systems[index];
        let mut runs = Vec::new();
        for run in &playable.runs {
            let text = run.map(|r| write_text(&system.own, r, &Heading::default(), TraceShape::Changes));
            let text = text.filter(|t| t.len() <= self.room);
            self.room -= text.as_ref().map_or(0, String::len);
            runs.push(text);
        }
        let is_any = runs.iter().any(Option::is_some);
        is_any.then(|| json!({ "system": index, "name": playable.property, "runs": runs, "rest": system.rest }))
    }

    /// Puts a system into the page, with all its properties that are played.
    fn add(
        &mut self,
        report: &Document,
        all: &[Option<Playable<'a>>],
        whole: &'a System,
        property: &Property,
    ) -> Option<usize> {
        let own = all.iter().flatten().filter(|p| std::ptr::eq(p.system, whole));
        let asked: BTreeSet<&str> = own.map(|p| p.property).collect();
        let (own, rest) = reduced(whole, &asked, &columns(property));
        let text = text::print(&own);
        self.room = self.room.checked_sub(text.len())?;
        let written = json!({ "text": text, "places": places(whole, &report.sources) });
        self.systems.push(Reduced { whole, own, rest, written });
        Some(self.systems.len() - 1)
    }
}

/// The names of the columns that the page shows of a run.
fn columns(property: &Property) -> BTreeSet<&str> {
    let class = property.inquiry().and_then(|i| i.classes.first()).map(|c| &c.trace);
    class.or(property.verdict.trace()).into_iter().flat_map(|t| &t.columns).map(|c| c.name.as_str()).collect()
}

/// A system with what decides its runs and these properties, the definitions that are shown, and, under the name that is given
/// back, whether the machine is at rest.
fn reduced(whole: &System, asked: &BTreeSet<&str>, shown: &BTreeSet<&str>) -> (System, Option<String>) {
    let mut own = whole.clone();
    own.annexes = Annexes::default();
    own.obligations.clear();
    own.properties.retain(|p| asked.contains(p.name.as_str()));
    own.defines.retain(|d| shown.contains(d.name.as_str()));
    // The same elements under the same numbers, without the terms that stand for them.
    own.elements = Elements::default();
    for (_, element) in whole.elements.iter() {
        own.elements.add(element.clone());
    }
    let rest = whole.annexes.rest.map(|term| {
        let is_taken = |name: &str| own.terms.find_var(name).is_some() || shown.contains(name);
        let mut name = "$rest".to_owned();
        while is_taken(&name) {
            name.push('\'');
        }
        own.defines.push(Define { name: name.clone(), term, declared: None, element: None });
        name
    });
    (own, rest)
}

/// Where the restrictions and updates of a system are written, by the numbers of their elements.
fn places(system: &System, sources: &SourceMap) -> Map<String, Value> {
    let constraints = system.init.iter().chain(&system.invar).chain(&system.trans).filter_map(|c| c.element);
    let elements: BTreeSet<ElementId> = constraints.chain(system.next.values().filter_map(|u| u.element)).collect();
    let place = |e: ElementId| {
        let place = Place::of(system.span(Some(e))?, sources)?;
        Some((e.0.to_string(), serde_json::to_value(place).ok()?))
    };
    elements.into_iter().filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_reduced_to_its_runs_and_can_be_read_again() {
        let source = "system \"s\"\nelement 0 variable \"x\" at 0:4..5\nvar x : 0..7 state element 0\n%0 = (+ x 1)\norigin %0 0\n\
            init (= x 0) element 0\nnext x = (ite (< x 7) %0 0)\ndefine seen = (< x 3)\ndefine unseen = (< x 4)\n\
            property \"p\" invariant (< x 5) text \"x < 5\"\nproperty \"q\" invariant (< x 6) text \"x < 6\"\n";
        let mut whole = text::parse(source).unwrap();
        let at_rest = whole.defines[1].term;
        whole.annexes.rest = Some(at_rest);
        let (own, rest) = reduced(&whole, &BTreeSet::from(["p"]), &BTreeSet::from(["x", "seen"]));
        let printed = text::print(&own);
        let again = text::parse(&printed).unwrap();
        let names: Vec<&str> = again.defines.iter().map(|d| d.name.as_str()).collect();
        assert_eq!((names, rest.as_deref()), (vec!["seen", "$rest"], Some("$rest")));
        assert_eq!(again.properties.len(), 1);
        assert!(!printed.contains("origin") && printed.contains("element 0 variable"));
    }
}
