//! A diagram as a synchronous program: blocks of a network, and its transition system.
//!
//! Signals are built on demand, from what is asked for back to the inputs, element by element. What is not needed for a
//! property or an output is never looked at, so that a block that is not supported matters only where it has a part.
//! A block with a memory gives its output before its input is built; the inputs of memories are built last (`delay`).

mod arithmetic;
mod build;
mod check;
mod conditional;
mod delay;
mod drawing;
mod expression;
mod fold;
mod function;
pub(crate) mod gates;
mod inverse;
mod logic;
mod lookup;
mod property;
mod rate;
mod routing;
mod source;

use crate::codes;
use crate::document::Block;
use crate::flat::{Flat, Instance, InstanceId, SystemId, Wire, missing};
use crate::matlab::{Class, Number, Value};
use crate::rates::{Rate, Rates};
use crate::signal::{Shape, Type};
use crate::stateflow::Seen;
use crate::types::Types;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::network::{BlockId, CallId, NetworkBuilder};
use wherefore_ir::{Element, ElementId, ElementKind, System};
use wherefore_syntax::{Checked, Reported, Reporter};

/// A signal: its type and a block of the network for every element.
#[derive(Clone, Debug)]
pub(crate) struct Signal {
    pub ty: Type,
    pub elements: Vec<BlockId>,
}

impl Signal {
    /// The class and size of a signal that is no bus; a bus counts as doubles.
    pub fn array(&self) -> (Class, Shape) {
        self.ty.array().unwrap_or((Class::Double, Shape::Vector(self.elements.len())))
    }

    /// One element; of a scalar it is always the only one.
    pub fn element(&self, index: usize) -> Option<BlockId> {
        self.elements.get(if self.elements.len() == 1 { 0 } else { index }).copied()
    }
}

/// One number of a value that is given for every element, or for all of them at once.
fn element_or_first(value: &Value, index: usize) -> Number {
    value.elements.get(index).or(value.elements.first()).cloned().unwrap_or(Number::zero())
}

/// Translation of a diagram.
pub(crate) struct Lowerer<'a, 'm> {
    pub(crate) flat: &'a Flat<'m>,
    pub(crate) types: &'a Types,
    pub(crate) rates: &'a Rates,
    /// The number of the tick, modulo the time after which all rates begin together again.
    clock: Option<BlockId>,
    /// Whether a rate runs at this tick.
    due: BTreeMap<Rate, BlockId>,
    pub(crate) builder: NetworkBuilder,
    pub(crate) report: &'a mut Reporter,
    /// Signals that were built.
    signals: BTreeMap<(InstanceId, usize), Rc<Signal>>,
    /// Blocks whose outputs are being built, the outermost first.
    open: Vec<InstanceId>,
    /// The part of the network that each system is.
    calls: Vec<CallId>,
    pub(crate) elements: BTreeMap<InstanceId, ElementId>,
    /// The block that gates are made for.
    pub(crate) current: Option<InstanceId>,
    /// The part of that block, where it has parts.
    pub(crate) part: Option<ElementId>,
    /// Whether gates whose value is plain to see are left out.
    pub(crate) folds: bool,
    /// The charts that are built.
    pub(crate) charts: BTreeMap<InstanceId, Rc<crate::stateflow::lower::Built>>,
    pub(crate) started: BTreeMap<InstanceId, crate::stateflow::lower::Started>,
    pub(crate) chart_order: Vec<InstanceId>,
    /// The values of data stores at the place where the diagram is executed now.
    pub(crate) stores: BTreeMap<InstanceId, crate::stateflow::lower::SharedStore>,
    /// Memories whose inputs are to be built.
    deferred: VecDeque<delay::Deferred>,
    integrals: VecDeque<delay::Integral>,
    /// Whether systems are active, where that is known.
    active: BTreeMap<SystemId, Option<BlockId>>,
    /// The step in seconds, if the model says it.
    pub(crate) step: Option<Number>,
    /// Blocks of which it was said that they may divide by zero.
    warned: BTreeSet<InstanceId>,
}

/// The system of a diagram; none if something that is needed is not supported.
pub(crate) fn lower(
    name: &str,
    (flat, types, rates): (&Flat<'_>, &Types, &Rates),
    (step, formulas): (Option<Number>, &[String]),
    report: &mut Reporter,
) -> Option<(System, Vec<Seen>)> {
    let builder = NetworkBuilder::new(System::new(name), name, None);
    let mut lowerer = Lowerer {
        flat,
        types,
        rates,
        clock: None,
        due: BTreeMap::new(),
        builder,
        report,
        signals: BTreeMap::new(),
        open: Vec::new(),
        calls: vec![CallId(0); flat.places.len()],
        elements: BTreeMap::new(),
        current: None,
        part: None,
        folds: false,
        charts: BTreeMap::new(),
        started: BTreeMap::new(),
        chart_order: Vec::new(),
        stores: BTreeMap::new(),
        deferred: VecDeque::new(),
        integrals: VecDeque::new(),
        active: BTreeMap::new(),
        step,
        warned: BTreeSet::new(),
    };
    lowerer.enter_systems();
    lowerer.root_inputs().ok()?;
    let charts = lowerer.build_charts();
    let asked = lowerer.properties().and(lowerer.formulas(formulas));
    let given = lowerer.outputs();
    lowerer.settle().and(charts).and(asked).and(given).ok()?;
    let drawing = lowerer.drawing(name);
    lowerer.builder.system.annexes.drawing = Some(std::sync::Arc::new(drawing));
    let seen = lowerer.seen();
    Some((lowerer.builder.finish(), seen))
}

/// Whether a gate of logic has a name that Simulink gave it: it is no stream that people speak of.
fn is_automatic_name(block: &Block, title: &str) -> bool {
    let base = title.trim_end_matches(|c: char| c.is_ascii_digit());
    block.kind == "Logic" && matches!(base, "NOT" | "AND" | "OR" | "Logical Operator")
}

impl<'m> Lowerer<'_, 'm> {
    /// Gives every system its part of the network.
    fn enter_systems(&mut self) {
        for index in 1..self.flat.places.len() {
            let place = &self.flat.places[index];
            let Some((owner, parent)) = place.owner.zip(place.parent) else { continue };
            let element = self.element(owner);
            self.builder.resume(self.calls[parent.0 as usize]);
            let title = self.flat.get(owner).block.title();
            self.calls[index] = self.builder.enter(&title, Some(element));
        }
        self.builder.resume(CallId(0));
    }

    /// The element of a block.
    pub(crate) fn element(&mut self, id: InstanceId) -> ElementId {
        if let Some(element) = self.elements.get(&id) {
            return *element;
        }
        let instance = self.flat.get(id);
        let kind = if instance.inside.is_some() { ElementKind::Component } else { ElementKind::Operator };
        let element = Element { kind, name: instance.path.clone(), span: Some(instance.block.span), parent: None };
        let element = self.builder.system.elements.add(element);
        self.elements.insert(id, element);
        element
    }

    /// The signal at an input of a block; an input that nothing drives is zero.
    fn input(&mut self, id: InstanceId, index: usize) -> Checked<Rc<Signal>> {
        match self.flat.get(id).inputs.get(index).copied().flatten() {
            Some(wire) => self.signal(wire),
            None => Ok(self.ground()),
        }
    }

    fn ground(&mut self) -> Rc<Signal> {
        let zero = self.number(&Number::zero(), Class::Double);
        Rc::new(Signal { ty: Type::GROUND, elements: vec![zero] })
    }

    /// All inputs of a block.
    pub(crate) fn inputs(&mut self, id: InstanceId) -> Checked<Vec<Rc<Signal>>> {
        (0..self.flat.get(id).inputs.len()).map(|i| self.input(id, i)).collect()
    }

    /// The signal of an output.
    pub(crate) fn signal(&mut self, wire: Wire) -> Checked<Rc<Signal>> {
        let key = (wire.from, wire.port);
        if let Some(signal) = self.signals.get(&key) {
            return Ok(Rc::clone(signal));
        }
        let built = self.in_place(wire.from, |this| {
            let built = stacker::maybe_grow(64 * 1024, 1024 * 1024, || this.build(wire.from, wire.port))
                .and_then(|signal| this.sampled(wire.from, signal));
            if let Ok(signal) = &built {
                this.name(wire, signal);
            }
            built
        });
        let signal = Rc::new(built?);
        self.signals.insert(key, Rc::clone(&signal));
        Ok(signal)
    }

    /// Does something for a block in the part of the network that it belongs to.
    pub(crate) fn in_place<T>(&mut self, id: InstanceId, f: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        if self.open.contains(&id) {
            return Err(self.algebraic_loop(id));
        }
        self.open.push(id);
        let call = self.builder.resume(self.calls[self.flat.get(id).system.0 as usize]);
        let (current, part) = (self.current.replace(id), self.part.take());
        let folds = std::mem::replace(&mut self.folds, false);
        let done = f(self);
        (self.current, self.part, self.folds) = (current, part, folds);
        self.builder.resume(call);
        self.open.pop();
        done
    }

    /// Names the streams of a block that this block computes.
    fn name(&mut self, wire: Wire, signal: &Signal) {
        let instance = self.flat.get(wire.from);
        let several = instance.block.ports(1).is_some_and(|n| n > 1);
        let title = instance.block.title();
        if is_automatic_name(instance.block, &title) {
            return;
        }
        let title = if several { format!("{title}:{}", wire.port + 1) } else { title };
        let element = self.elements.get(&wire.from).copied();
        for (index, block) in signal.elements.iter().enumerate() {
            let own = self.builder.network().block(*block);
            if own.name.is_none() && own.element == element && element.is_some() {
                let name = if signal.elements.len() == 1 { title.clone() } else { format!("{title}[{}]", index + 1) };
                self.builder.name(*block, &name);
            }
        }
    }

    /// Says that the blocks that are being built, from one on, depend on themselves.
    fn algebraic_loop(&mut self, id: InstanceId) -> Reported {
        let start = self.open.iter().position(|o| *o == id).unwrap_or(0);
        let is_port =
            |i: &&InstanceId| matches!(self.flat.get(**i).kind.as_str(), "Inport" | "Outport" | "From" | "Goto");
        let paths: Vec<String> = self.open[start..]
            .iter()
            .filter(|i| !is_port(i))
            .map(|i| format!("`{}`", self.flat.get(*i).path))
            .collect();
        let shown = paths.iter().take(8).rev().cloned().collect::<Vec<_>>().join(", ");
        let more = if paths.len() > 8 { format!(" and {} more", paths.len() - 8) } else { String::new() };
        let headline = format!("an algebraic loop through {shown}{more}");
        let diagnostic =
            Diagnostic::at(codes::ALGEBRAIC_LOOP, self.flat.get(id).block.span, headline, "depends on itself");
        self.report.push(diagnostic.help("put a Unit Delay into the loop"))
    }

    fn instance(&self, id: InstanceId) -> &Instance<'m> {
        self.flat.get(id)
    }

    fn block(&self, id: InstanceId) -> &'m Block {
        self.flat.get(id).block
    }

    /// A text among the parameters of a block.
    fn text(&self, id: InstanceId, name: &str) -> &'m str {
        self.block(id).parameters.get(name).unwrap_or("")
    }

    /// The value of a parameter; none if the block does not have it.
    fn parameter(&mut self, id: InstanceId, name: &str) -> Checked<Option<Value>> {
        let instance = self.flat.get(id);
        let Some(parameter) = instance.block.parameters.parameter(name) else { return Ok(None) };
        match instance.scope.value(parameter) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(missing(error, &instance.path, self.report)),
        }
    }

    /// Refuses a block, or a setting of it.
    pub(crate) fn unsupported(&mut self, id: InstanceId, what: &str) -> Reported {
        self.unsupported_but(id, what, None)
    }

    /// Refuses a block, and says what else can be done about it.
    fn unsupported_but(&mut self, id: InstanceId, what: &str, more: Option<String>) -> Reported {
        let instance = self.flat.get(id);
        let headline = format!("`{}`: {what}", instance.path);
        let help = format!("take its outputs as free: `--open '{}'`", instance.path);
        let span: Span = instance.block.span;
        let diagnostic = Diagnostic::at(codes::UNSUPPORTED, span, headline, "not supported");
        self.report.push(more.into_iter().fold(diagnostic, Diagnostic::help).help(help))
    }

    /// Refuses types or sizes that do not fit.
    fn unfit(&mut self, id: InstanceId, what: &str) -> Reported {
        let instance = self.flat.get(id);
        let headline = format!("`{}`: {what}", instance.path);
        self.report.push(Diagnostic::at(codes::TYPES, instance.block.span, headline, "here"))
    }
}
