//! From a statechart to a transition system.
//!
//! One step of the system is one microstep of the standard. The chart is not flattened: each region has a variable of its
//! own, and the standard's algorithm is run once, on terms, for all configurations at the same time. `select` finds the
//! condition under which each transition is taken, `step` leaves and enters states under these conditions, `content`
//! executes what is written there. The size of the result grows with the chart, not with the number of its configurations.
//!
//! ```text
//! <state id="off"> <transition event="enter" cond="t &gt; 24" target="on"/>
//!
//!     taken(off -> on)  =  s = off & event = enter & t > 24
//!     next(s)           =  taken(off -> on) ? on : s
//! ```
//!
//! At rest a machine waits for its environment: the input `event` and the inputs of the chart are read there, and nowhere
//! else. Properties speak of machines at rest. Where a machine never goes on by itself, every state is at rest.
//!
//! Time is abstract: a delayed event comes at some rest after it was sent, in its order. Steps take no time: a delayed event
//! that is cancelled does not come. Events that the machine sends to itself come in their order, and anything from outside
//! may come before.

mod cells;
mod content;
mod convert;
mod endless;
mod enter;
mod event;
mod expr;
mod graph;
mod hole;
mod idle;
mod interface;
mod layout;
mod select;
mod shape;
mod start;
mod step;
mod timer;
mod triggers;
mod uses;

use super::chart::{Chart, DataId, StateId};
use super::types::Types;
use indexmap::IndexMap;
use layout::Layout;
use shape::Shape;
use std::collections::{BTreeMap, BTreeSet};
use uses::Uses;
pub(super) use uses::has_fault;
use wherefore_diag::{Diagnostics, FileId, Span};
use wherefore_ir::{Define, ElementKind, Obligation, ObligationKind, Op, Property, PropertyKind, System, TermId, When};
use wherefore_syntax::Reporter;
use wherefore_syntax::holes::Holes;

/// The transition system of a chart; none if the chart does something that cannot be lowered. `texts` are what it was read
/// from.
pub(super) fn lower(chart: &Chart, types: &Types, texts: &Texts<'_>, holes: &Holes) -> (Option<System>, Diagnostics) {
    let mut reporter = Reporter::default();
    let shape = Shape::new(chart, &mut reporter);
    if reporter.failed() {
        return (None, reporter.into_diagnostics());
    }
    let mut system = System::new(&chart.name);
    let rest = system.terms.bool(true);
    let mut lowering = Lowering {
        chart,
        types,
        texts,
        uses: Uses::new(chart),
        shape,
        system,
        reporter,
        layout: Layout::default(),
        duties: Vec::new(),
        path: Vec::new(),
        rest,
        touched: rest,
        seen: None,
        unborn: BTreeSet::new(),
        completed: BTreeMap::new(),
        rounds: 0,
        holes,
        open: BTreeSet::new(),
    };
    lowering.declare();
    lowering.interface();
    lowering.start();
    let (phase, selection) = lowering.step();
    lowering.define();
    lowering.ask();
    lowering.draw(&selection);
    lowering.note_triggers(&phase, &selection);
    lowering.report_unfound_holes();
    let system = (!lowering.reporter.failed()).then_some(lowering.system);
    if let Some(system) = &system {
        debug_assert_eq!(wherefore_ir::validate(system), Vec::<String>::new());
    }
    (system, lowering.reporter.into_diagnostics())
}

/// The texts of files.
pub(super) type Texts<'a> = BTreeMap<FileId, &'a str>;

/// Something that must not go wrong.
struct Duty {
    kind: ObligationKind,
    safe: TermId,
    message: String,
    span: Span,
}

struct Lowering<'a> {
    chart: &'a Chart,
    types: &'a Types,
    texts: &'a Texts<'a>,
    uses: Uses,
    shape: Shape,
    system: System,
    reporter: Reporter,
    layout: Layout,
    /// Duties of the step in the making: what must not go wrong.
    duties: Vec<Duty>,
    /// The guards under which the expression at hand is evaluated.
    path: Vec<TermId>,
    /// Whether the machine is at rest.
    rest: TermId,
    /// Data whose first values are still to come.
    unborn: BTreeSet<DataId>,
    /// Whether the step in the making assigns data or records a history.
    touched: TermId,
    /// What the content of a transition sees instead of the values so far, with the rules of XState 6.
    seen: Option<cells::Store>,
    /// For each parallel state whether the step in the making has announced that it is done.
    completed: BTreeMap<StateId, TermId>,
    /// How many rounds of loops were written out.
    rounds: usize,
    /// Places that are left open, and those of them that were found.
    holes: &'a Holes,
    open: BTreeSet<Span>,
}

impl Lowering<'_> {
    /// The line on which something begins.
    fn line(&self, span: Span) -> usize {
        let text = self.texts.get(&span.file).copied().unwrap_or_default();
        let before = text.as_bytes().get(..span.start as usize).unwrap_or_default();
        memchr::memchr_iter(b'\n', before).count() + 1
    }

    /// States that something must not go wrong where the expression at hand is evaluated.
    fn duty(&mut self, kind: ObligationKind, safe: TermId, message: String, span: Span) {
        let path = self.system.terms.and(self.path.iter().copied());
        let safe = self.system.terms.implies(path, safe);
        if safe != self.system.terms.bool(true) {
            self.duties.push(Duty { kind, safe, message, span });
        }
    }

    /// Turns the duties of a step into obligations, one for each place.
    fn settle_duties(&mut self, when: When) {
        let mut places: IndexMap<(ObligationKind, Span, String), Vec<TermId>> = IndexMap::new();
        for Duty { kind, safe, message, span } in std::mem::take(&mut self.duties) {
            places.entry((kind, span, message)).or_default().push(safe);
        }
        for ((kind, span, message), safe) in places {
            let term = self.system.terms.and(safe);
            let obligation = Obligation { kind, when, term, message, span: Some(span), element: None };
            self.system.obligations.push(obligation);
        }
    }

    /// Names for what is asked about most: whether the machine is at rest, whether a state is active.
    fn define(&mut self) {
        let before = self.before();
        self.system.annexes.rest = (self.rest != self.system.terms.bool(true)).then_some(self.rest);
        let mut defines = vec![("stable".to_owned(), self.rest)];
        let states = self.chart.state_ids().filter(|s| *s != StateId::ROOT && self.chart.is_real(*s));
        defines.extend(states.map(|s| (format!("in.{}", self.chart.state(s).id), before.inside[s.0 as usize])));
        for (name, term) in defines {
            if self.system.terms.find_var(&name).is_none() {
                self.system.defines.push(Define { name, term, declared: None, element: None });
            }
        }
    }

    /// Formula: a formula holds at the first rest.
    fn at_first_rest(&mut self, formula: TermId) -> TermId {
        let terms = &mut self.system.terms;
        if self.rest == terms.bool(true) {
            return formula;
        }
        let (moving, there) = (terms.not(self.rest), terms.and([self.rest, formula]));
        terms.apply(Op::U, &[moving, there])
    }

    /// The properties, over machines at rest.
    fn ask(&mut self) {
        let before = self.before();
        for property in &self.chart.properties {
            let formula = self.under(self.rest, |l| l.truth(&before, &property.formula));
            let (kind, term) = if property.temporal {
                (PropertyKind::Ltl, self.at_first_rest(formula))
            } else {
                (PropertyKind::Invariant, self.system.terms.implies(self.rest, formula))
            };
            let element = Some(self.element(ElementKind::Property, &property.name, property.span));
            let (name, text) = (property.name.clone(), property.text.clone());
            self.system.properties.push(Property { name, kind, term, text, element });
        }
        self.settle_duties(When::Always);
    }
}
