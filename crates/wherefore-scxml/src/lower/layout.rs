//! The variables of the transition system: what of a chart is remembered between steps.
//!
//! | part of the chart | state variable |
//! |---|---|
//! | a region with several children | which of them is active, or `none` |
//! | a data item | its value; one for each element of an array |
//! | an input or choice | an input, and `NAME.last` for the value at the last external event, if anything reads it later |
//! | a history | what it remembers, region by region |
//! | a queue | its slots, each an event or `none`, and the fields that the events carry |
//! | a delayed send | whether it is pending |
//! | `_event` | its name and fields, if they are read |

use super::Lowering;
use super::cells::{Cell, CellId};
use super::timer::Timer;
use crate::chart::{
    ChannelId, DataId, Destination, EVENT_TYPES, EventId, FieldId, Send, SendId, StateId, StateKind, Type,
};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::Span;
use wherefore_ir::{Element, ElementId, ElementKind, EnumId, Purpose, Role, Sort, VarId};

/// The most slots of a queue whose length the document does not give.
const MOST_SLOTS: usize = 6;
/// The most microsteps from one external event to rest, where the document says nothing.
const MOST_MICROSTEPS: u32 = 100;

/// A region that has a variable: the value of its child number i is i.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub cell: CellId,
    pub sort: EnumId,
    /// The value that says that it is not active; the root always is.
    pub none: Option<u32>,
}

/// Memory of a history.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// Whether it remembers anything, where no region says so.
    pub recorded: Option<CellId>,
    /// The active children of regions.
    pub regions: BTreeMap<StateId, CellId>,
}

/// A queue. The value of a slot is 0 for nothing and i + 1 for event number i of the list.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    pub sort: EnumId,
    pub events: Vec<EventId>,
    pub slots: Vec<CellId>,
    pub fields: BTreeMap<FieldId, Vec<CellId>>,
}

/// Meaning of a value of the event input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offer {
    /// The environment sends an event.
    Environment(EventId),
    /// A delayed send is due.
    Timer(SendId),
    /// The first event that the machine sent to itself.
    Own,
    /// The first event on the way from one session to another.
    Channel(ChannelId),
}

/// All variables.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub cells: Vec<Cell>,
    pub regions: BTreeMap<StateId, Region>,
    pub data: Vec<Vec<CellId>>,
    pub histories: BTreeMap<StateId, Memory>,
    pub internal: Option<Queue>,
    pub own: Option<Queue>,
    pub channels: BTreeMap<ChannelId, Queue>,
    pub timers: BTreeMap<SendId, Timer>,
    pub event: Option<(VarId, EnumId)>,
    pub offers: Vec<Offer>,
    pub name: Option<CellId>,
    pub origin: Option<CellId>,
    pub fields: BTreeMap<FieldId, CellId>,
    /// For data without a first value, and those that get it late, whether they have one.
    pub given: BTreeMap<DataId, CellId>,
    /// Under late binding: whether the data of a state have their first values.
    pub bound: BTreeMap<StateId, CellId>,
    pub microsteps: Option<(CellId, u32)>,
    /// Whether the last round of eventless transitions changed nothing, where such a round is not repeated.
    pub idle: Option<CellId>,
}

impl Lowering<'_> {
    /// Declares every variable.
    pub(super) fn declare(&mut self) {
        self.declare_regions();
        self.declare_inputs();
        self.declare_data();
        self.declare_event();
        self.declare_histories();
        self.declare_queues();
        self.declare_timers();
        if self.chart.late_binding {
            let nested = |s: &StateId| *s != StateId::ROOT && !self.chart.state(*s).data.is_empty();
            for state in self.chart.state_ids().filter(nested).collect::<Vec<_>>() {
                let cell = self.hidden(&format!("bound.{}", self.chart.state(state).id), Sort::Bool);
                self.layout.bound.insert(state, cell);
                let late = self.chart.state(state).data.iter().filter(|d| self.chart.datum(**d).init.is_some());
                self.layout.given.extend(late.map(|d| (*d, cell)));
            }
        }
        if self.may_be_idle() {
            self.layout.idle = Some(self.hidden("idle", Sort::Bool));
        }
        if self.may_be_endless() {
            let most = self.chart.microsteps.unwrap_or(MOST_MICROSTEPS).max(1);
            let cell = self.hidden("microsteps", Sort::Range { lo: 0, hi: i64::from(most) });
            self.layout.microsteps = Some((cell, most));
        }
    }

    fn declare_regions(&mut self) {
        for state in self.chart.state_ids().filter(|s| self.chart.is_region(*s)).collect::<Vec<_>>() {
            let children = &self.chart.state(state).children;
            if children.len() < 2 {
                continue;
            }
            let mut values: Vec<String> = children.iter().map(|c| self.chart.state(*c).id.clone()).collect();
            let none = (state != StateId::ROOT).then_some(values.len() as u32);
            if none.is_some() {
                values.push(unused("none", &values));
            }
            let name = if state == StateId::ROOT { &self.chart.name } else { &self.chart.state(state).id };
            let sort = self.system.terms.intern_enum(values);
            let element = self.element(ElementKind::Variable, name, self.chart.state(state).span);
            let cell = self.state_cell(&name.clone(), Sort::Enum(sort), Some(element));
            self.layout.regions.insert(state, Region { cell, sort, none });
        }
    }

    /// Declares the choices of the environment: an event, and the values of inputs.
    fn declare_inputs(&mut self) {
        let environment = self.chart.environment.iter().map(|e| Offer::Environment(*e));
        let timers = self.uses.delayed.iter().map(|s| Offer::Timer(*s));
        let own = (!self.uses.own.is_empty()).then_some(Offer::Own);
        let sessions = self.uses.channels.keys().map(|c| Offer::Channel(*c));
        let offers: Vec<Offer> = environment.chain(timers).chain(own).chain(sessions).collect();
        if offers.is_empty() {
            return;
        }
        let mut names: Vec<String> = Vec::new();
        for offer in &offers {
            let name = self.offer_name(*offer, &offers);
            names.push(unused(&name, &names));
        }
        let sort = self.system.terms.intern_enum(names);
        let var = self.variable("event", Sort::Enum(sort), Role::Input, None);
        self.layout.event = Some((var, sort));
        self.layout.offers = offers;
    }

    /// An event is called by its name; one of several delayed sends of the same event also by its line.
    fn offer_name(&self, offer: Offer, offers: &[Offer]) -> String {
        let brought = |offer: Offer| match offer {
            Offer::Environment(event) => Some(event),
            Offer::Timer(send) => Some(self.chart.send(send).event),
            Offer::Own | Offer::Channel(_) => None,
        };
        let Some(event) = brought(offer) else { return self.queue_name(offer) };
        let name = self.chart.event(event).to_owned();
        match offer {
            Offer::Timer(send) if offers.iter().filter(|o| brought(**o) == Some(event)).count() > 1 => {
                format!("{name}@{}", self.line(self.chart.send(send).span))
            }
            _ => name,
        }
    }

    /// How the environment calls it that the first event of a queue is taken.
    fn queue_name(&self, offer: Offer) -> String {
        match offer {
            Offer::Channel(channel) => self.chart.channels[channel.0 as usize].clone(),
            _ => "self".to_owned(),
        }
    }

    fn declare_data(&mut self) {
        for index in 0..self.chart.data.len() as u32 {
            let id = DataId(index);
            let data = self.chart.datum(id);
            let element = self.element(ElementKind::Variable, &data.name, data.span);
            let kept = !data.input || data.output || (self.uses.asked.contains(&id) && !data.random);
            let mut cells = Vec::new();
            for (name, sort) in self.places(&data.name, self.types.datum(id)) {
                let input = data.input.then(|| self.variable(&name, sort, Role::Input, Some(element)));
                let remembered = if data.input { format!("{name}.last") } else { name };
                let var = kept.then(|| self.variable(&remembered, sort, Role::State, Some(element)));
                if let Some(var) = var.filter(|_| data.input) {
                    self.system.terms.mark_auxiliary(var, Purpose::LastInput);
                }
                if let Some(var) = var.filter(|_| data.bookkeeping) {
                    self.system.terms.mark_auxiliary(var, Purpose::Bookkeeping);
                }
                let free = data.any || (data.input && data.init.is_none());
                cells.push(self.cell(Cell { var, input, free }));
            }
            self.layout.data.push(cells);
            if !data.any && !data.input && data.init.is_none() {
                let given = self.hidden(&format!("given.{}", data.name), Sort::Bool);
                self.layout.given.insert(id, given);
            }
        }
    }

    /// The scalars that make up a data item, with their names.
    pub(super) fn places(&mut self, name: &str, kind: &Type) -> Vec<(String, Sort)> {
        match kind {
            Type::Array(element, length) => {
                let mut places = Vec::new();
                for index in 0..*length {
                    places.extend(self.places(&format!("{name}[{index}]"), element));
                }
                places
            }
            scalar => vec![(name.to_owned(), self.sort(scalar))],
        }
    }

    /// The sort of a scalar type.
    pub(super) fn sort(&mut self, kind: &Type) -> Sort {
        match kind {
            Type::Bool => Sort::Bool,
            Type::Int => Sort::Int,
            Type::Range { lo, hi } => Sort::Range { lo: *lo, hi: *hi },
            Type::Real => Sort::Real,
            Type::Enum(values) => Sort::Enum(self.system.terms.intern_enum(values.clone())),
            Type::Array(element, _) => self.sort(element),
        }
    }

    /// `_event`: its fields are remembered if not every step takes new ones, or a property may ask for them.
    fn declare_event(&mut self) {
        let outside = !self.chart.environment.is_empty();
        let kept = self.uses.looks_back() || !self.chart.properties.is_empty() || !outside;
        if self.uses.event_name {
            // Before the first event the name is the empty text.
            let names = std::iter::once(String::new()).chain(self.types.event_names().iter().cloned());
            let sort = self.sort(&Type::Enum(names.collect()));
            self.layout.name = Some(self.state_cell("_event.name", sort, None));
        }
        if self.uses.event_type {
            let values = std::iter::once("").chain(EVENT_TYPES).map(str::to_owned).collect();
            let sort = self.sort(&Type::Enum(values));
            self.layout.origin = Some(self.state_cell("_event.type", sort, None));
        }
        for field in self.uses.fields.clone() {
            let name = self.chart.field(field).name.clone();
            let sort = self.sort(self.types.field(field));
            let input = outside.then(|| self.variable(&format!("event.{name}"), sort, Role::Input, None));
            let var = kept.then(|| self.variable(&format!("_event.data.{name}"), sort, Role::State, None));
            let cell = self.cell(Cell { var, input, free: false });
            self.layout.fields.insert(field, cell);
        }
    }

    fn declare_histories(&mut self) {
        let is_history = |s: &StateId| matches!(self.chart.state(*s).kind, StateKind::History { .. });
        for history in self.chart.state_ids().filter(is_history).collect::<Vec<_>>() {
            let Some(parent) = self.chart.state(history).parent else { continue };
            let deep = self.chart.state(history).kind == StateKind::History { deep: true };
            let mut memory = Memory::default();
            let held: Vec<(StateId, EnumId)> = self.layout.regions.iter().map(|(s, r)| (*s, r.sort)).collect();
            for (region, sort) in held {
                if region == parent || (deep && self.chart.is_inside(region, parent)) {
                    let name = format!("{}.{}", self.chart.state(history).id, self.chart.state(region).id);
                    memory.regions.insert(region, self.hidden(&name, Sort::Enum(sort)));
                }
            }
            if !memory.regions.contains_key(&parent) {
                let name = format!("{}.recorded", self.chart.state(history).id);
                memory.recorded = Some(self.hidden(&name, Sort::Bool));
            }
            self.layout.histories.insert(history, memory);
        }
    }

    fn declare_queues(&mut self) {
        let done = self.chart.states.iter().flat_map(|s| &s.done).map(|(f, _)| *f);
        let carried = |s: &Send| s.params.iter().map(|(f, _)| *f).collect::<Vec<_>>();
        let inner = self.chart.sends.iter().filter(|s| s.to == Destination::Internal);
        let fields: BTreeSet<FieldId> = inner.flat_map(carried).chain(done).collect();
        let events: Vec<EventId> = self.uses.internal.iter().copied().collect();
        self.layout.internal = self.queue("internal", events, self.uses.internal_sites, &fields);
        let own: Vec<SendId> = self.uses.own.clone();
        let events: BTreeSet<EventId> = own.iter().map(|s| self.chart.send(*s).event).collect();
        let fields: BTreeSet<FieldId> = own.iter().flat_map(|s| carried(self.chart.send(*s))).collect();
        self.layout.own = self.queue("external", events.into_iter().collect(), own.len(), &fields);
        for (channel, sends) in self.uses.channels.clone() {
            let events: BTreeSet<EventId> = sends.iter().map(|s| self.chart.send(*s).event).collect();
            let fields: BTreeSet<FieldId> = sends.iter().flat_map(|s| carried(self.chart.send(*s))).collect();
            let name = format!("external.{}", self.chart.channels[channel.0 as usize]);
            let queue = self.queue(&name, events.into_iter().collect(), sends.len(), &fields);
            self.layout.channels.extend(queue.map(|queue| (channel, queue)));
        }
    }

    fn queue(&mut self, name: &str, events: Vec<EventId>, sites: usize, fields: &BTreeSet<FieldId>) -> Option<Queue> {
        if events.is_empty() {
            return None;
        }
        let length = self.chart.queue.map_or(sites.min(MOST_SLOTS), |n| n as usize).max(1);
        let named: Vec<String> = events.iter().map(|e| self.chart.event(*e).to_owned()).collect();
        let values = [unused("none", &named)].into_iter().chain(named).collect();
        let sort = self.system.terms.intern_enum(values);
        let slots = (0..length).map(|i| self.hidden(&format!("{name}.{i}"), Sort::Enum(sort))).collect();
        let mut carried = BTreeMap::new();
        for field in fields.iter().copied().filter(|f| self.uses.fields.contains(f)).collect::<Vec<_>>() {
            let sort = self.sort(self.types.field(field));
            let title = format!("{name}.{}", self.chart.field(field).name);
            let cells = (0..length).map(|i| self.hidden(&format!("{title}.{i}"), sort)).collect();
            carried.insert(field, cells);
        }
        Some(Queue { sort, events, slots, fields: carried })
    }

    pub(super) fn cell(&mut self, cell: Cell) -> CellId {
        self.layout.cells.push(cell);
        CellId(self.layout.cells.len() - 1)
    }

    fn state_cell(&mut self, name: &str, sort: Sort, element: Option<ElementId>) -> CellId {
        let var = self.variable(name, sort, Role::State, element);
        self.cell(Cell { var: Some(var), input: None, free: false })
    }

    pub(super) fn hidden(&mut self, name: &str, sort: Sort) -> CellId {
        let var = self.system.add_auxiliary(name, sort, Role::State, Purpose::Bookkeeping);
        self.cell(Cell { var: Some(var), input: None, free: false })
    }

    /// Declares a variable under the given name, or, where that is taken, one like it.
    fn variable(&mut self, name: &str, sort: Sort, role: Role, element: Option<ElementId>) -> VarId {
        let mut name = name.to_owned();
        loop {
            match self.system.add_var(name.clone(), sort, role, element) {
                Some(var) => return var,
                None => name.push('\''),
            }
        }
    }

    pub(super) fn element(&mut self, kind: ElementKind, name: &str, span: Span) -> ElementId {
        self.system.elements.add(Element { kind, name: name.to_owned(), span: Some(span), parent: None })
    }
}

/// The name, or one like it that is not in the list.
fn unused(name: &str, taken: &[String]) -> String {
    let mut name = name.to_owned();
    while taken.contains(&name) {
        name.push('\'');
    }
    name
}
