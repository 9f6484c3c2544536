//! The graph of a labelled transition system, by one of three routes.
//!
//! In memory where it fits the limit, in temporary files where it does not, shared between workers where that is asked
//! for. What a graph needs is estimated from its header before it is read.

use super::explicit::{self, FileForm, WithStates};
use crate::args::lts::RouteWord;
use crate::codes::{CANNOT_READ, MEMORY_TOO_SMALL, UNSUPPORTED_HERE};
use crate::input;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, stdin};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use wherefore_diag::Diagnostic;
use wherefore_explain::lts::{Findings, LtsError, Settings, why};
use wherefore_ir::actions::{Action, ActionKind, Formula};
use wherefore_lang::aut::{BLOCK, Blocks, Fault};
use wherefore_lts::cluster::{Cluster, Plan};
use wherefore_lts::route::{Interrupted, Route, Size};
use wherefore_lts::{Csr, Disk, Labels, LoadError, Memory, Needs, Storage, load};
use wherefore_stop::Stop;
use wherefore_syntax::nearest;

/// Labels that a wrong one is compared with.
const MOST_COMPARED: usize = 10_000;
/// Memory of the program itself, in bytes.
const PROGRAM: u64 = 16 << 20;
/// Memory for a graph in files where no limit is given.
const BUFFERS: u64 = 1 << 30;
/// States of a typical automaton: the formula is not read yet when the place of the graph is chosen.
const TYPICAL: u32 = 4;

/// Graph to read, and how.
pub struct Order {
    /// The file; `-` for the standard input.
    pub path: PathBuf,
    /// The most memory to use.
    pub memory: Option<u64>,
    /// Where the graph is to be held.
    pub route: RouteWord,
    /// Processes that share it.
    pub plan: Option<Plan>,
}

/// A graph.
pub enum Graph {
    /// In memory.
    Memory(Arc<Csr>),
    /// In files.
    Disk(Mutex<Box<Disk>>),
    /// Shared between workers.
    Cluster(Mutex<Box<Cluster>>),
}

/// Why there is no graph.
pub enum GraphError {
    /// The file is wrong, at this place.
    Fault(Fault),
    /// A file in another form is wrong, at this place.
    Explicit(wherefore_lang::explicit::Fault),
    /// Something else is wrong.
    Wrong(Diagnostic),
    /// There was no end to it.
    Interrupted(Interrupted),
}

impl Graph {
    /// The predicates on labels in a formula that no label of the graph satisfies. `i` and `tau` do not count: a graph
    /// without them is as usual as one with them.
    pub fn unmatched<'f>(&self, formula: &'f Formula) -> Vec<(&'f Action, Option<String>)> {
        match self {
            Graph::Memory(graph) => unmatched(formula, &graph.labels),
            Graph::Disk(graph) => unmatched(formula, graph.lock().unwrap_or_else(PoisonError::into_inner).labels()),
            Graph::Cluster(graph) => unmatched(formula, graph.lock().unwrap_or_else(PoisonError::into_inner).labels()),
        }
    }

    /// Asks a question.
    pub fn why(&self, name: &str, formula: &Formula, settings: &Settings, stop: &Stop) -> Result<Findings, LtsError> {
        match self {
            Graph::Memory(graph) => why(&Memory::new(graph.clone(), stop.clone()), name, formula, settings),
            Graph::Disk(graph) => {
                let mut disk = graph.lock().unwrap_or_else(PoisonError::into_inner);
                disk.obey(stop);
                why(&**disk, name, formula, settings)
            }
            Graph::Cluster(graph) => {
                let mut cluster = graph.lock().unwrap_or_else(PoisonError::into_inner);
                cluster.obey(stop);
                why(&**cluster, name, formula, settings)
            }
        }
    }
}

/// The predicates that no label satisfies, each with the label that looks most like it.
fn unmatched<'f>(formula: &'f Formula, labels: &Labels) -> Vec<(&'f Action, Option<String>)> {
    let atoms = formula.actions().into_iter().flat_map(Action::atoms);
    let open = atoms.filter(|a| a.kind != ActionKind::Internal && !labels.iter().any(|label| a.matches(label)));
    let close = |action: &Action| match &action.kind {
        ActionKind::Label(text) => nearest(text, labels.iter().take(MOST_COMPARED)).map(str::to_owned),
        _ => None,
    };
    // A formula that is put into another form may have an action of its text several times.
    let mut seen = BTreeSet::new();
    open.filter(|action| seen.insert(action.span)).map(|action| (action, close(action))).collect()
}

/// Reads a graph, with the values of its states where its form has them.
pub fn read_any(order: &Order, stop: &Stop) -> Result<(Graph, Option<WithStates>), GraphError> {
    let form = FileForm::of(&order.path);
    if form == FileForm::Aut || order.path == Path::new("-") {
        return Ok((read(order, stop)?, None));
    }
    if order.plan.is_some() || order.route == RouteWord::Disk {
        let headline = "only Aldebaran text is read by parts: files in other forms are held in memory";
        return Err(GraphError::Wrong(
            Diagnostic::new(UNSUPPORTED_HERE, headline).help("leave out --route, --workers and --hosts"),
        ));
    }
    let read = explicit::read(&order.path, form, stop)?;
    Ok((Graph::Memory(read.graph.clone()), Some(read)))
}

/// Reads a graph.
fn read(order: &Order, stop: &Stop) -> Result<Graph, GraphError> {
    if let Some(plan) = &order.plan {
        if order.path == Path::new("-") {
            return Err(unreadable(&order.path, "workers read parts of a file, not the standard input"));
        }
        open(&order.path)?;
        let path = order.path.clone();
        let cluster = Cluster::open(plan.clone(), move || File::open(&path), stop)?;
        return Ok(Graph::Cluster(Mutex::new(Box::new(cluster))));
    }
    match storage(order)? {
        Storage::Memory => Ok(Graph::Memory(Arc::new(load(open(&order.path)?, stop)?))),
        Storage::Files(memory) => {
            let disk = Disk::load(open(&order.path)?, tempfile::tempfile, memory, stop)?;
            Ok(Graph::Disk(Mutex::new(Box::new(disk))))
        }
    }
}

/// Where the graph is to lie.
fn storage(order: &Order) -> Result<Storage, GraphError> {
    let memory = order.memory.unwrap_or(BUFFERS);
    match order.route {
        RouteWord::Memory => return Ok(Storage::Memory),
        RouteWord::Disk => return Ok(Storage::Files(memory / 2)),
        RouteWord::Auto if order.memory.is_none() || order.path == Path::new("-") => return Ok(Storage::Memory),
        RouteWord::Auto => {}
    }
    let (header, _) = Blocks::open(open(&order.path)?, BLOCK).map_err(GraphError::Fault)?;
    let size = Size { states: header.states, transitions: header.transitions, initial: header.initial };
    let needs = Needs::new(size, 0, TYPICAL);
    needs.storage(memory.saturating_sub(PROGRAM)).map_err(|least| {
        let (states, least) = (header.states, (least + PROGRAM).div_ceil(1 << 20));
        let headline = format!("sets of {states} states do not fit the memory limit: at least {least}M are needed");
        GraphError::Wrong(
            Diagnostic::new(MEMORY_TOO_SMALL, headline).help("raise --memory, or use several machines (--hosts)"),
        )
    })
}

/// The text of the file.
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>, GraphError> {
    if path == Path::new("-") {
        return Ok(Box::new(stdin()));
    }
    match File::open(path) {
        Ok(file) if file.metadata().is_ok_and(|m| m.is_dir()) => Err(unreadable(path, "it is a folder")),
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(unreadable(path, &error.to_string())),
    }
}

pub fn unreadable(path: &Path, why: &str) -> GraphError {
    GraphError::Wrong(Diagnostic::new(CANNOT_READ, format!("cannot read `{}`: {why}", input::name(path))))
}

impl From<LoadError> for GraphError {
    fn from(error: LoadError) -> GraphError {
        match error {
            LoadError::Fault(fault) => GraphError::Fault(fault),
            LoadError::Interrupted(why) => GraphError::Interrupted(why),
        }
    }
}
