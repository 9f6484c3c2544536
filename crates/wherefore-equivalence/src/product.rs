//! Both machines at once, breadth first.
//!
//! A node is what an outsider knows after a history of inputs and outputs: the states in which each machine can be. From a
//! node the inputs fall into cells, in each of which all guards of both machines agree; in a cell each machine can show
//! certain outputs, and each of them leads to one node. If the outputs differ, so do the machines, and since nodes are
//! searched breadth first, no shorter history shows it. Otherwise the nodes are closed under all inputs.
//!
//! ```text
//! node {S0} {S0}   x < max           both show 0    ->  {S0} {S0}
//!                  x = max           0 | 2, 2       ->  different: only the first can show 0
//! ```
//!
//! A node is looked into by any of several workers, each with a solver of its own. What they find are sets of values, which
//! are the same whichever worker finds them; so the graph does not depend on their number.

use super::CompareError;
use super::branch::{ExecutionError, Executor, Observation, State};
use super::joint::Joint;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use wherefore_check::NoAnswer;
use wherefore_ir::{TermId, Value};
use wherefore_solve::{SolverPrograms, Stop};

/// Levels with fewer nodes are not worth a second solver.
const WORTH_SHARING: usize = 12;

/// Outputs that a machine can show, and the states that it can be in then.
pub(super) type Answer = BTreeMap<Observation, BTreeSet<State>>;

/// The states in which the machines can be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Node(pub Vec<BTreeSet<State>>);

/// Answers of the machines to some inputs: one each.
pub(super) type Outcome = Vec<Answer>;

/// How a node was reached: from which one, by which outcome, after what was seen.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub node: usize,
    pub outcome: Outcome,
    pub seen: Observation,
}

/// The nodes that were reached, and where the machines differ.
#[derive(Clone, Debug, Default)]
pub(super) struct Product {
    pub nodes: Vec<Node>,
    /// How each was reached first; none for the first.
    pub ways: Vec<Option<Way>>,
    /// Outcomes of the machines from each node.
    pub outcomes: Vec<Vec<Outcome>>,
    /// Nodes with an outcome in which outputs differ, in order.
    pub differences: Vec<(usize, Outcome)>,
    /// Observations at first: every possibility of each machine.
    pub first: Vec<BTreeSet<Observation>>,
    /// Observation in each of the first nodes. Different things may be seen in the same node, of which this is one.
    pub starts: Vec<Observation>,
    /// Whether what is seen at first differs.
    pub starts_differ: bool,
    /// Questions that other workers asked.
    pub questions: usize,
    /// Why the search ended before everything was looked at.
    pub stopped: Option<NoAnswer>,
}

/// Limits of a search.
pub(super) struct Limits<'a> {
    pub threads: usize,
    pub most_nodes: usize,
    pub concrete: &'a BTreeSet<(usize, usize)>,
    pub programs: &'a SolverPrograms,
    pub stop: &'a Stop,
}

/// Whether machines show the same.
pub(super) fn agree(outcome: &Outcome) -> bool {
    outcome.windows(2).all(|pair| pair[0].keys().eq(pair[1].keys()))
}

/// The guards that inputs decide at a node, and what the machines do for each combination of their truths.
pub(super) fn cells(executor: &mut Executor, node: &Node) -> Result<Vec<(Outcome, TermId)>, ExecutionError> {
    let (mut guards, mut leads, mut sources) = (Vec::new(), Vec::new(), Vec::new());
    for (machine, states) in node.0.iter().enumerate() {
        for state in states {
            let first = guards.len();
            for branch in executor.branches(machine, state)?.iter() {
                guards.push(branch.guard);
                leads.push((machine, branch.seen.clone(), branch.next.clone()));
            }
            sources.push((machine, state, first..guards.len()));
        }
    }
    let refusal = vec![None; executor.joint.machines.first().map_or(0, |m| m.outputs.len())];
    let tuples = executor.oracle.values(&mut executor.joint.terms, &mut executor.simplifier, &[], &guards)?;
    let mut found: BTreeMap<Outcome, Vec<TermId>> = BTreeMap::new();
    for tuple in tuples {
        let mut outcome: Outcome = vec![Answer::new(); node.0.len()];
        let mut condition = Vec::new();
        for ((truth, guard), (machine, seen, next)) in tuple.iter().zip(&guards).zip(&leads) {
            let is_taken = truth.as_bool() == Some(true);
            condition.push(if is_taken { *guard } else { executor.joint.terms.not(*guard) });
            if is_taken {
                outcome[*machine].entry(seen.clone()).or_default().insert(next.clone());
            }
        }
        // An input that is not taken is seen as a refusal, and leaves the state as it is.
        for (machine, state, own) in &sources {
            if tuple[own.clone()].iter().all(|truth| truth.as_bool() == Some(false)) {
                outcome[*machine].entry(refusal.clone()).or_default().insert((*state).clone());
            }
        }
        found.entry(outcome).or_default().push(executor.joint.terms.and(condition));
    }
    let joined = found.into_iter().map(|(outcome, terms)| (outcome, executor.joint.terms.or(terms)));
    Ok(joined.collect())
}

/// Searches the product.
pub(super) fn search(executor: &mut Executor, limits: &Limits) -> Result<Product, ExecutionError> {
    let mut search = ProductSearch { product: Product::default(), places: BTreeMap::new() };
    let mut firsts = Vec::new();
    for machine in 0..executor.joint.machines.len() {
        firsts.push(executor.initial(machine)?);
    }
    search.start(&firsts);
    if search.product.starts_differ {
        return Ok(search.product);
    }
    let joint = executor.joint.clone();
    std::thread::scope(|scope| {
        let mut workers = Workers::new(limits);
        let mut level: Vec<usize> = (0..search.product.nodes.len()).collect();
        while !level.is_empty() {
            let nodes: Vec<Node> = level.iter().map(|n| search.product.nodes[*n].clone()).collect();
            let outcomes = match limits.threads > 1 && nodes.len() >= WORTH_SHARING {
                true => workers.expand(scope, &joint, nodes)?,
                false => nodes.iter().map(|n| expand(executor, n)).collect::<Result<_, _>>()?,
            };
            level = search.settle(&level, outcomes);
            if search.product.nodes.len() > limits.most_nodes {
                search.product.stopped = Some(NoAnswer::Classes(limits.most_nodes));
                break;
            }
        }
        search.product.questions = workers.questions;
        Ok(search.product)
    })
}

fn expand(executor: &mut Executor, node: &Node) -> Result<Vec<Outcome>, ExecutionError> {
    Ok(cells(executor, node)?.into_iter().map(|(outcome, _)| outcome).collect())
}

struct ProductSearch {
    product: Product,
    places: BTreeMap<Node, usize>,
}

impl ProductSearch {
    /// The first nodes: one for each thing that can be seen at first.
    fn start(&mut self, firsts: &[Vec<(Observation, State)>]) {
        let common = |place: usize| firsts.iter().all(|f| f.iter().all(|(seen, _)| seen[place].is_some()));
        let mask = |seen: &Observation| -> Observation {
            seen.iter().enumerate().map(|(i, v)| v.clone().filter(|_| common(i))).collect()
        };
        let group = |first: &Vec<(Observation, State)>| {
            let mut answer = Answer::new();
            for (seen, state) in first {
                answer.entry(mask(seen)).or_default().insert(state.clone());
            }
            answer
        };
        let outcome: Outcome = firsts.iter().map(group).collect();
        self.product.first = outcome.iter().map(|a| a.keys().cloned().collect()).collect();
        self.product.starts_differ = !agree(&outcome);
        if !self.product.starts_differ {
            for seen in outcome.first().into_iter().flat_map(|a| a.keys()) {
                let node = Node(outcome.iter().map(|a| a[seen].clone()).collect());
                if self.place(node, None).is_some() {
                    self.product.starts.push(seen.clone());
                }
            }
        }
    }

    fn place(&mut self, node: Node, way: Option<Way>) -> Option<usize> {
        if self.places.contains_key(&node) {
            return None;
        }
        let place = self.product.nodes.len();
        self.places.insert(node.clone(), place);
        self.product.nodes.push(node);
        self.product.ways.push(way);
        self.product.outcomes.push(Vec::new());
        Some(place)
    }

    /// Takes in what the machines do from the nodes of a level; gives the next level.
    fn settle(&mut self, level: &[usize], outcomes: Vec<Vec<Outcome>>) -> Vec<usize> {
        let mut next = Vec::new();
        for (node, outcomes) in level.iter().zip(outcomes) {
            for outcome in &outcomes {
                if !agree(outcome) {
                    self.product.differences.push((*node, outcome.clone()));
                    continue;
                }
                for seen in outcome.first().into_iter().flat_map(|a| a.keys()) {
                    let there = Node(outcome.iter().map(|a| a[seen].clone()).collect());
                    let way = Way { node: *node, outcome: outcome.clone(), seen: seen.clone() };
                    next.extend(self.place(there, Some(way)));
                }
            }
            self.product.outcomes[*node] = outcomes;
        }
        next
    }
}

type Job = (usize, Node);
/// The place of the node, what was found, and how many questions that took.
type Done = (usize, Result<Vec<Outcome>, ExecutionError>, usize);

/// Workers, each with an arena and a solver of its own; they start when there is work for them.
struct Workers<'a> {
    limits: &'a Limits<'a>,
    jobs: Option<Sender<Job>>,
    results: Option<Receiver<Done>>,
    questions: usize,
}

impl<'a> Workers<'a> {
    fn new(limits: &'a Limits<'a>) -> Workers<'a> {
        Workers { limits, jobs: None, results: None, questions: 0 }
    }

    fn start<'s>(&mut self, scope: &'s std::thread::Scope<'s, '_>, joint: &Joint)
    where
        'a: 's,
    {
        let ((jobs, waiting), (done, results)) = (channel::<Job>(), channel::<Done>());
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..self.limits.threads {
            let (waiting, done, joint) = (waiting.clone(), done.clone(), joint.clone());
            let limits = self.limits;
            scope.spawn(move || work(&joint, limits, &waiting, &done));
        }
        (self.jobs, self.results) = (Some(jobs), Some(results));
    }

    /// Outcomes of the machines from each of these nodes, in order.
    fn expand<'s>(
        &mut self,
        scope: &'s std::thread::Scope<'s, '_>,
        joint: &Joint,
        nodes: Vec<Node>,
    ) -> Result<Vec<Vec<Outcome>>, ExecutionError>
    where
        'a: 's,
    {
        if self.jobs.is_none() {
            self.start(scope, joint);
        }
        let count = nodes.len();
        let mut found: Vec<Option<Result<Vec<Outcome>, ExecutionError>>> = Vec::new();
        found.resize_with(count, || None);
        if let (Some(jobs), Some(results)) = (&self.jobs, &self.results) {
            let sent = nodes.into_iter().enumerate().filter(|job| jobs.send(job.clone()).is_ok()).count();
            for (place, outcome, questions) in results.iter().take(sent) {
                self.questions += questions;
                found[place] = Some(outcome);
            }
        }
        let gone = || Err(ExecutionError::Refused(super::oracle::internal("a worker is gone")));
        found.into_iter().map(|outcome| outcome.unwrap_or_else(gone)).collect()
    }
}

fn work(joint: &Joint, limits: &Limits, waiting: &Mutex<Receiver<Job>>, done: &Sender<Done>) {
    let Limits { concrete, programs, stop, .. } = limits;
    let mut executor: Result<Executor, CompareError> = Executor::new(joint, concrete, programs, stop);
    loop {
        let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((place, node)) = job else { break };
        let (outcome, questions) = match &mut executor {
            Ok(executor) => {
                let before = executor.oracle.questions;
                let outcome = expand(executor, &node);
                (outcome, executor.oracle.questions - before)
            }
            Err(refusal) => (Err(ExecutionError::Refused(refusal.clone())), 0),
        };
        if done.send((place, outcome, questions)).is_err() {
            break;
        }
    }
}

/// The values of inputs in the order of the interface.
pub(super) fn inputs(joint: &Joint, values: &[Option<Value>]) -> Vec<Value> {
    let value = |v: &wherefore_ir::VarId| values.get(v.index()).cloned().flatten();
    joint.inputs.iter().filter_map(value).collect()
}
