//! A diagram without hierarchy: every block once for each place where it stands, with its inputs traced to the outputs that
//! drive them, through the ports of subsystems and the tags of `Goto` and `From`.
//!
//! Ports of subsystems and tags stay as blocks with one input, so that a signal can be followed along the names that the
//! engineer gave it; what disappears is the box around them.

mod connect;

use crate::codes;
use crate::document::{Block, Model, Port, System};
use crate::library;
use crate::scope::{Scope, ScopeError};
use std::rc::Rc;
use wherefore_diag::Diagnostic;
use wherefore_syntax::{Checked, Reporter};

/// How many blocks a diagram may have.
const MOST_INSTANCES: usize = 200_000;

/// Index of a block in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct InstanceId(pub u32);

/// Index of a system in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SystemId(pub u32);

/// An output that drives an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wire {
    /// The block.
    pub from: InstanceId,
    /// Its output, from 0.
    pub port: usize,
}

/// A block in its place.
#[derive(Debug)]
pub(crate) struct Instance<'m> {
    pub block: &'m Block,
    /// What it is; links and masks resolved.
    pub kind: String,
    /// Names from the outermost system to the block.
    pub path: String,
    /// Where its parameters are evaluated.
    pub scope: Rc<Scope>,
    /// The system that it stands in.
    pub system: SystemId,
    /// The system inside, if it is a subsystem that is looked into.
    pub inside: Option<SystemId>,
    /// What drives its inputs.
    pub inputs: Vec<Option<Wire>>,
    /// What drives its inputs for control.
    pub control: Vec<(Port, Wire)>,
    /// The names of the lines at its inputs.
    pub input_names: Vec<String>,
}

/// A system in its place.
#[derive(Debug)]
pub(crate) struct Place<'m> {
    pub system: &'m System,
    /// The subsystem block; none for the outermost system.
    pub owner: Option<InstanceId>,
    /// The system around.
    pub parent: Option<SystemId>,
    /// Its blocks in the order of the document.
    pub instances: Vec<InstanceId>,
}

/// The whole.
#[derive(Debug, Default)]
pub(crate) struct Flat<'m> {
    pub instances: Vec<Instance<'m>>,
    pub places: Vec<Place<'m>>,
    /// The charts of the file.
    pub charts: &'m [crate::stateflow::Chart],
}

impl<'m> Flat<'m> {
    /// The blocks of a model; `opened` says which are not looked into.
    pub fn new(
        model: &'m Model,
        scope: Rc<Scope>,
        opened: &dyn Fn(&str, &Block) -> bool,
        report: &mut Reporter,
    ) -> Checked<Flat<'m>> {
        let mut flat = Flat { charts: &model.charts, ..Flat::default() };
        flat.places.push(Place { system: &model.root, owner: None, parent: None, instances: Vec::new() });
        let mut todo = vec![(SystemId(0), scope, String::new())];
        while let Some((place, scope, path)) = todo.pop() {
            let system = flat.place(place).system;
            for block in &system.blocks {
                let inner = flat.add(block, (place, &path), &scope, opened, report)?;
                todo.extend(inner);
            }
        }
        flat.connect(report)?;
        Ok(flat)
    }

    /// Adds a block; what is inside of it is still to be done.
    fn add(
        &mut self,
        block: &'m Block,
        (system, path): (SystemId, &str),
        scope: &Rc<Scope>,
        opened: &dyn Fn(&str, &Block) -> bool,
        report: &mut Reporter,
    ) -> Checked<Option<(SystemId, Rc<Scope>, String)>> {
        if self.instances.len() >= MOST_INSTANCES {
            let headline = format!("the diagram has more than {MOST_INSTANCES} blocks");
            return Err(report.push(Diagnostic::at(codes::STRUCTURE, block.span, headline, "too many")));
        }
        let path = if path.is_empty() { block.title() } else { format!("{path}/{}", block.title()) };
        let id = InstanceId(self.instances.len() as u32);
        let kind = if opened(&path, block) { "opened".to_owned() } else { library::kind(block) };
        let kind = match block.parameters.get("Commented") {
            Some("on") => "commented out".to_owned(),
            Some("through") => "commented through".to_owned(),
            _ => kind,
        };
        let count = block.ports(0).unwrap_or(0).min(MOST_PORTS);
        self.instances.push(Instance {
            block,
            path: path.clone(),
            scope: Rc::clone(scope),
            system,
            inside: None,
            inputs: vec![None; count],
            control: Vec::new(),
            input_names: vec![String::new(); count],
            kind,
        });
        self.places[system.0 as usize].instances.push(id);
        let Some(inner) = block.system.as_ref().filter(|_| self.is_looked_into(id)) else { return Ok(None) };
        let inside = SystemId(self.places.len() as u32);
        self.places.push(Place { system: inner, owner: Some(id), parent: Some(system), instances: Vec::new() });
        self.instances[id.0 as usize].inside = Some(inside);
        let scope = scope.inside(block).map_err(|e| missing(e, &path, report))?;
        Ok(Some((inside, scope, path)))
    }

    fn is_looked_into(&self, id: InstanceId) -> bool {
        let kind = self.get(id).kind.as_str();
        kind == "SubSystem" || kind.starts_with("Contract")
    }

    /// A block.
    pub fn get(&self, id: InstanceId) -> &Instance<'m> {
        &self.instances[id.0 as usize]
    }

    /// A system.
    pub fn place(&self, id: SystemId) -> &Place<'m> {
        &self.places[id.0 as usize]
    }

    /// All blocks in order.
    pub fn ids(&self) -> impl Iterator<Item = InstanceId> + use<> {
        (0..self.instances.len() as u32).map(InstanceId)
    }

    /// The port block of a subsystem with this number, from 0.
    pub fn port_block(&self, system: SystemId, kind: &str, number: usize) -> Option<InstanceId> {
        let of_kind = |id: &InstanceId| self.get(*id).kind == kind && port_number(self.get(*id).block) == number;
        self.place(system).instances.iter().copied().find(of_kind)
    }

    /// The name of the signal at an input: that of its line, or of the line or port that it comes from.
    pub fn signal_name(&self, id: InstanceId, input: usize) -> Option<String> {
        let (mut id, mut input) = (id, input);
        for _ in 0..self.instances.len() {
            let instance = self.get(id);
            let name = instance.input_names.get(input).filter(|n| !n.is_empty());
            if let Some(name) = name {
                return Some(name.trim_matches(['<', '>']).to_owned());
            }
            let wire = instance.inputs.get(input).copied().flatten()?;
            let source = self.get(wire.from);
            match source.kind.as_str() {
                "Inport" if self.place(source.system).owner.is_none() => return Some(source.block.title()),
                "Inport" | "InportShadow" | "Outport" | "From" | "Goto" | "SignalConversion" => {
                    (id, input) = (wire.from, 0)
                }
                "BusSelector" => {
                    let names = source.block.parameters.get("OutputSignals")?;
                    return names
                        .split(',')
                        .nth(wire.port)
                        .and_then(|n| n.rsplit('.').next())
                        .map(|n| n.trim().to_owned());
                }
                _ => return None,
            }
        }
        None
    }

    /// The first block of a kind in a system.
    pub fn block_of_kind(&self, system: SystemId, kind: &str) -> Option<InstanceId> {
        self.place(system).instances.iter().copied().find(|id| self.get(*id).kind == kind)
    }
}

/// How many ports a block may have.
pub(crate) const MOST_PORTS: usize = 10_000;

/// The number of a port block, from 0.
pub(crate) fn port_number(block: &Block) -> usize {
    block.parameters.get("Port").and_then(|p| p.trim().parse::<usize>().ok()).unwrap_or(1).saturating_sub(1)
}

/// Says that a parameter has no value.
pub(crate) fn missing(error: ScopeError, path: &str, report: &mut Reporter) -> wherefore_syntax::Reported {
    let headline = format!("`{path}`: {}", error.message);
    let diagnostic = Diagnostic::at(codes::PARAMETER, error.span, headline, "a parameter of this block");
    report.push(diagnostic.help("give the variable in a file of assignments: `--params FILE`"))
}
