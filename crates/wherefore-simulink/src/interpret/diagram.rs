//! A diagram without hierarchy: every block of every subsystem is a node, and every input knows the output that drives it.
//!
//! Subsystems disappear but for two things: those that are executed on condition make a region, which their blocks belong
//! to, and their outputs hold values while the region is inactive. The outputs of a subsystem are the nodes of the outports
//! inside; an inport inside hands on what is connected outside.

use super::fault::{Problem, unsupported};
use super::rate::Beat;
use super::role::{self, Role};
use super::{Long, Options, chart, conditional};
use crate::document::{Block, Model, Port, System};
use crate::library;
use crate::matlab::Value;
use crate::scope::Scope;
use indexmap::IndexMap;
use num_rational::BigRational;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// An output of a node, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) node: usize,
    pub(super) port: usize,
}

/// A block.
pub(super) struct Node<'m> {
    pub(super) block: &'m Block,
    /// What the library says that it is.
    pub(super) kind: String,
    pub(super) role: Role,
    /// The names of the systems around it and its own, from the model on.
    pub(super) path: String,
    /// The system that it stands in.
    pub(super) system: usize,
    /// The region that decides whether it is executed.
    pub(super) region: usize,
    /// What drives its data inputs.
    pub(super) inputs: Vec<Option<Source>>,
    /// What drives its enable, trigger and action inputs.
    pub(super) control: Vec<(Port, Source)>,
    /// The names of the signals at the inputs.
    pub(super) labels: Vec<String>,
    /// The system inside.
    pub(super) inside: Option<usize>,
    pub(super) scope: Rc<Scope>,
    /// When it runs, if not in every tick.
    pub(super) beat: Option<Beat>,
    /// The time between two of its runs, if it is another than that of the model.
    pub(super) step: Option<BigRational>,
    /// Parameters that were computed.
    pub(super) values: RefCell<BTreeMap<String, Rc<Value>>>,
}

impl Node<'_> {
    /// The number of a port block.
    pub(super) fn port(&self) -> usize {
        self.block.parameters.get("Port").and_then(|p| p.trim().parse().ok()).unwrap_or(1)
    }

    /// The identifier, or the path in files without them.
    pub(super) fn key(&self) -> String {
        if self.block.sid.is_empty() { self.path.clone() } else { self.block.sid.clone() }
    }
}

/// A system of the document.
pub(super) struct Place<'m> {
    pub(super) system: &'m System,
    pub(super) parent: Option<usize>,
    /// The node of the subsystem.
    pub(super) owner: Option<usize>,
    /// The nodes of its blocks, in the order of the document.
    pub(super) nodes: Vec<usize>,
}

/// Blocks that are executed together or not at all.
#[derive(Default)]
pub(super) struct Region {
    pub(super) parent: usize,
    /// The node of the subsystem; the outermost region has none.
    pub(super) owner: Option<usize>,
    pub(super) condition: conditional::Condition,
}

/// A diagram without hierarchy.
pub(super) struct Diagram<'m> {
    pub(super) nodes: Vec<Node<'m>>,
    pub(super) places: Vec<Place<'m>>,
    pub(super) regions: Vec<Region>,
    /// The nodes whose outputs are given from outside, in the order in which they are given.
    pub(super) free: Vec<usize>,
    /// What is done with numbers that are too long.
    pub(super) long: Long,
    /// The charts.
    pub(super) charts: chart::Charts<'m>,
    model: &'m Model,
    /// How many characters of a path are the name of the model.
    prefix: usize,
}

/// How many blocks a diagram may have.
const MAX_NODES: usize = 1_000_000;

impl<'m> Diagram<'m> {
    /// Takes a model apart.
    pub(super) fn new(
        model: &'m Model,
        given: &IndexMap<String, Value>,
        options: &Options,
    ) -> Result<Diagram<'m>, Problem> {
        let scope = Scope::of_model(model, given).map_err(|e| workspace(model, e.message))?;
        let name = if options.name.is_empty() { &model.name } else { &options.name };
        let mut diagram = Diagram {
            nodes: Vec::new(),
            places: Vec::new(),
            regions: vec![Region::default()],
            free: Vec::new(),
            long: options.long,
            charts: chart::Charts::default(),
            model,
            prefix: if name.is_empty() { 0 } else { name.len() + 1 },
        };
        let around = Around { parent: None, owner: None, region: 0, is_conditional: false, scope, path: name.clone() };
        diagram.enter(&model.root, around, options)?;
        diagram.connect()?;
        diagram.number_free();
        diagram.prepare_charts(given, options.enter_charts)?;
        Ok(diagram)
    }

    /// A system with all that is inside. How deep systems are nested is bounded by the reader.
    fn enter(&mut self, system: &'m System, around: Around, options: &Options) -> Result<usize, Problem> {
        let place = self.places.len();
        self.places.push(Place { system, parent: around.parent, owner: around.owner, nodes: Vec::new() });
        for block in &system.blocks {
            let node = self.add(block, place, &around, options)?;
            if let Some(list) = self.places.get_mut(place) {
                list.nodes.push(node);
            }
        }
        Ok(place)
    }

    fn add(&mut self, block: &'m Block, place: usize, around: &Around, options: &Options) -> Result<usize, Problem> {
        let name = block.title().replace('/', "//");
        let path = if around.path.is_empty() { name } else { format!("{}/{name}", around.path) };
        let problem = |fault: super::fault::Fault| fault.at(&path, &block.sid);
        let kind = library::kind(block);
        let is_open = options.open.iter().any(|open| *open == path || (*open == block.sid && !open.is_empty()));
        let content = block.system.as_ref().filter(|_| !is_open && !role::is_closed(&kind));
        let position = match (around.owner, around.is_conditional) {
            (None, _) => role::Position::Root,
            (Some(_), true) => role::Position::Conditional,
            (Some(_), false) => role::Position::Plain,
        };
        let commented = block.parameters.get("Commented").unwrap_or("off");
        let content = content.filter(|_| commented == "off");
        let role = match content {
            _ if commented == "on" => Role::Absent,
            _ if commented == "through" => Role::Pass,
            _ if is_open => Role::External { first: 0 },
            Some(_) => Role::Container,
            None if kind == "Chart" => {
                self.chart_role(&path).ok_or_else(|| problem(unsupported("a chart that is not in the file")))?
            }
            None => role::of(block, &kind, position).map_err(problem)?,
        };
        let index = self.nodes.len();
        if index >= MAX_NODES {
            return Err(problem(unsupported(format!("more than {MAX_NODES} blocks"))));
        }
        self.nodes.push(Node {
            block,
            kind,
            role,
            path: path.clone(),
            system: place,
            region: around.region,
            inputs: Vec::new(),
            control: Vec::new(),
            labels: Vec::new(),
            inside: None,
            scope: Rc::clone(&around.scope),
            beat: None,
            step: None,
            values: RefCell::default(),
        });
        if let Some(system) = content {
            let region = self.region(block, system, index, around.region).map_err(problem)?;
            let scope = around.scope.inside(block).map_err(|e| problem(mask(e.message)))?;
            let inner = Around {
                parent: Some(place),
                owner: Some(index),
                region,
                is_conditional: region != around.region,
                scope,
                path: path.clone(),
            };
            let inside = self.enter(system, inner, options)?;
            if let Some(node) = self.nodes.get_mut(index) {
                node.inside = Some(inside);
            }
        }
        Ok(index)
    }

    /// A chart gets the next number.
    fn chart_role(&mut self, path: &str) -> Option<Role> {
        let chart = chart::find(self.model, path.get(self.prefix..)?)?;
        self.charts.list.push((self.nodes.len(), chart));
        Some(Role::Chart(self.charts.list.len().saturating_sub(1)))
    }

    /// The region of what is inside of a subsystem: that around it, or a new one.
    fn region(
        &mut self,
        block: &Block,
        system: &System,
        owner: usize,
        parent: usize,
    ) -> Result<usize, super::fault::Fault> {
        match conditional::Condition::of(block, system)? {
            None => Ok(parent),
            Some(condition) => {
                self.regions.push(Region { parent, owner: Some(owner), condition });
                Ok(self.regions.len().saturating_sub(1))
            }
        }
    }

    /// Gives numbers to the signals that come from outside: the inports by their numbers, then the rest as they stand.
    fn number_free(&mut self) {
        let is_inport = |node: &Node<'_>| node.kind == "Inport" && node.system == 0;
        let external = |(index, node): (usize, &Node<'m>)| matches!(node.role, Role::External { .. }).then_some(index);
        let mut found: Vec<usize> = self.nodes.iter().enumerate().filter_map(external).collect();
        let nodes = &self.nodes;
        found.sort_by_key(|index| nodes.get(*index).map(|n| if is_inport(n) { (0, n.port()) } else { (1, 0) }));
        let mut next = 0usize;
        for index in &found {
            if let Some(node) = self.nodes.get_mut(*index) {
                node.role = Role::External { first: next };
                next = next.saturating_add(outputs(node));
            }
        }
        self.free = found;
    }

    /// The outport of a system with a number.
    pub(super) fn outport(&self, place: usize, number: usize) -> Option<usize> {
        self.port_block(place, "Outport", number)
    }

    /// The inport of a system with a number.
    pub(super) fn inport(&self, place: usize, number: usize) -> Option<usize> {
        self.port_block(place, "Inport", number)
    }

    fn port_block(&self, place: usize, kind: &str, number: usize) -> Option<usize> {
        let nodes = &self.places.get(place)?.nodes;
        let is_it = |node: &Node<'_>| node.kind == kind && node.port() == number;
        nodes.iter().copied().find(|index| self.nodes.get(*index).is_some_and(is_it))
    }
}

/// How many outputs a block has.
pub(super) fn outputs(node: &Node<'_>) -> usize {
    node.block.ports(1).unwrap_or(1)
}

/// What a system has around it.
struct Around {
    parent: Option<usize>,
    owner: Option<usize>,
    region: usize,
    /// Whether the system itself is executed on condition.
    is_conditional: bool,
    scope: Rc<Scope>,
    path: String,
}

fn mask(message: String) -> super::fault::Fault {
    super::fault::Fault::Parameter { name: "mask".to_owned(), message }
}

fn workspace(model: &Model, message: String) -> Problem {
    Problem::Parameter {
        block: model.name.clone(),
        sid: String::new(),
        parameter: "model workspace".to_owned(),
        message,
    }
}
