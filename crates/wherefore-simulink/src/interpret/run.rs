//! One tick: every output is computed when somebody asks for it, and only once.
//!
//! There is no order of execution to be found beforehand. A task (the outputs of a block, or whether a region is active) is
//! attempted; if it misses something, that is put on top of it on a stack and the task is attempted again later. A task
//! that misses something below itself on the stack depends on itself: an algebraic loop. The stack is a list and not the
//! program's own, so that long chains of blocks do no harm.
//!
//! A task that fails has a problem as its result, which everybody who asks for it gets as well. A quotient by zero that
//! nobody uses, because a switch selects another input, is therefore no problem of the tick.

use super::call::Call;
use super::diagram::{Diagram, Node, Source, outputs};
use super::fault::{Fault, Problem, size};
use super::memory::Memory;
use super::role::Role;
use super::signal::Signal;
use num_rational::BigRational;

/// What can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// The outputs of a node.
    Outputs(usize),
    /// Whether a region is active.
    Activity(usize),
}

/// Why an attempt has no result.
pub(super) enum Stop {
    /// These are needed first.
    Missing(Vec<Task>),
    /// There is none.
    Problem(Problem),
    /// There is none, for a reason that lies in the block itself.
    Fault(Fault),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

/// What a task gave.
pub(super) type Outcome<T> = Result<T, Problem>;

/// One tick.
pub(super) struct Run<'a, 'm> {
    pub(super) diagram: &'a Diagram<'m>,
    pub(super) memory: &'a mut Memory<'m>,
    /// Zeros of the classes and sizes of what each node gives, if they are known.
    pub(super) templates: &'a [Option<Vec<Signal>>],
    /// The signals from outside.
    pub(super) given: &'a [Signal],
    pub(super) step: Option<&'a BigRational>,
    /// Whether only classes and sizes matter: then everything is active.
    pub(super) learning: bool,
    outputs: Vec<Option<Outcome<Vec<Signal>>>>,
    pub(super) activity: Vec<Option<Outcome<bool>>>,
    open_outputs: Vec<bool>,
    open_activity: Vec<bool>,
}

impl<'a, 'm> Run<'a, 'm> {
    /// A tick in which nothing is known yet.
    pub(super) fn new(
        diagram: &'a Diagram<'m>,
        memory: &'a mut Memory<'m>,
        templates: &'a [Option<Vec<Signal>>],
        given: &'a [Signal],
        step: Option<&'a BigRational>,
    ) -> Run<'a, 'm> {
        let (nodes, regions) = (diagram.nodes.len(), diagram.regions.len());
        Run {
            diagram,
            memory,
            templates,
            given,
            step,
            learning: false,
            outputs: vec![None; nodes],
            activity: vec![None; regions],
            open_outputs: vec![false; nodes],
            open_activity: vec![false; regions],
        }
    }

    /// Computes everything.
    pub(super) fn all(&mut self) -> Outcome<()> {
        for region in 0..self.diagram.regions.len() {
            self.demand(Task::Activity(region))?;
        }
        for number in self.diagram.order() {
            if let Some((node, _)) = self.diagram.charts.list.get(number) {
                self.demand(Task::Outputs(*node))?;
            }
        }
        for node in 0..self.diagram.nodes.len() {
            self.demand(Task::Outputs(node))?;
        }
        Ok(())
    }

    /// What a node gave.
    pub(super) fn result(&self, node: usize) -> Option<&Outcome<Vec<Signal>>> {
        self.outputs.get(node)?.as_ref()
    }

    /// Whether a region is active.
    pub(super) fn is_active(&self, region: usize) -> Outcome<bool> {
        self.activity.get(region).cloned().flatten().unwrap_or(Ok(false))
    }

    /// Computes one thing and what it needs; fails only for algebraic loops.
    fn demand(&mut self, first: Task) -> Outcome<()> {
        let mut stack = vec![first];
        while let Some(task) = stack.last().copied() {
            if self.is_done(task) {
                stack.pop();
                continue;
            }
            self.set_open(task, true);
            match self.attempt(task) {
                Ok(()) => {
                    self.set_open(task, false);
                    stack.pop();
                }
                Err(missing) => {
                    if let Some(again) = missing.iter().find(|t| self.is_open(**t)) {
                        return Err(self.algebraic_loop(&stack, *again));
                    }
                    stack.extend(missing);
                }
            }
        }
        Ok(())
    }

    /// Tries a task; what it misses, if it cannot be done yet.
    fn attempt(&mut self, task: Task) -> Result<(), Vec<Task>> {
        match task {
            Task::Outputs(index) => {
                let result = self.node_outputs(index);
                let outcome = self.settle(index, result)?;
                put(&mut self.outputs, index, Some(outcome));
            }
            Task::Activity(region) => {
                let result = self.region_activity(region);
                let owner = self.diagram.regions.get(region).and_then(|r| r.owner).unwrap_or(0);
                let outcome = self.settle(owner, result)?;
                put(&mut self.activity, region, Some(outcome));
            }
        }
        Ok(())
    }

    /// A result, or a problem that knows its block, or what is missing.
    fn settle<T>(&self, node: usize, result: Result<T, Stop>) -> Result<Outcome<T>, Vec<Task>> {
        match result {
            Ok(value) => Ok(Ok(value)),
            Err(Stop::Missing(tasks)) => Err(tasks),
            Err(Stop::Problem(problem)) => Ok(Err(problem)),
            Err(Stop::Fault(fault)) => Ok(Err(self.problem(node, fault))),
        }
    }

    /// A fault of a node.
    pub(super) fn problem(&self, node: usize, fault: Fault) -> Problem {
        let (path, sid) = self.diagram.nodes.get(node).map_or(("", ""), |n| (&n.path, &n.block.sid));
        fault.at(path, sid)
    }

    fn is_done(&self, task: Task) -> bool {
        match task {
            Task::Outputs(index) => self.outputs.get(index).is_none_or(Option::is_some),
            Task::Activity(index) => self.activity.get(index).is_none_or(Option::is_some),
        }
    }

    fn is_open(&self, task: Task) -> bool {
        let (list, index) = match task {
            Task::Outputs(index) => (&self.open_outputs, index),
            Task::Activity(index) => (&self.open_activity, index),
        };
        list.get(index).copied().unwrap_or(false)
    }

    fn set_open(&mut self, task: Task, value: bool) {
        match task {
            Task::Outputs(index) => put(&mut self.open_outputs, index, value),
            Task::Activity(index) => put(&mut self.open_activity, index, value),
        }
    }

    /// The blocks on the stack from the one that is needed again, against the order of needing.
    fn algebraic_loop(&self, stack: &[Task], again: Task) -> Problem {
        let from = stack.iter().position(|t| *t == again && self.is_open(*t)).unwrap_or(0);
        let open = stack.iter().skip(from).filter(|t| self.is_open(**t));
        let node = |task: &Task| match task {
            Task::Outputs(index) => Some(*index),
            Task::Activity(region) => self.diagram.regions.get(*region)?.owner,
        };
        let mut blocks: Vec<String> =
            open.filter_map(node).filter_map(|index| Some(self.diagram.nodes.get(index)?.path.clone())).collect();
        blocks.reverse();
        blocks.dedup();
        Problem::AlgebraicLoop { blocks }
    }

    /// The outputs of a node.
    fn node_outputs(&mut self, index: usize) -> Result<Vec<Signal>, Stop> {
        let diagram = self.diagram;
        let Some(node) = diagram.nodes.get(index) else { return Ok(Vec::new()) };
        if !self.is_due(node) {
            return self.kept(index, node);
        }
        if !self.learning && node.region != 0 && !self.active(node.region)? {
            return self.held(index, node);
        }
        match node.role {
            Role::External { first } => self.given_outputs(node, first),
            Role::Pass | Role::Held => Ok(vec![self.input(node, 0)?]),
            Role::Choice(choice) => self.choice(index, node, choice),
            Role::Merge => self.merge(index, node),
            Role::BusSelector => self.bus_selector(node),
            Role::Plain(function) => {
                let inputs = self.inputs(node)?;
                Ok(function(&self.call(index, node, &inputs))?)
            }
            Role::State(block) => {
                let feeds_through = (block.feeds_through)(&self.call(index, node, &[]))?;
                let inputs = if feeds_through { self.inputs(node)? } else { Vec::new() };
                let state = self.memory.state(index).map_err(Stop::Problem)?;
                Ok((block.output)(&self.call(index, node, &inputs), &state)?)
            }
            Role::Chart(number) => self.chart(node, number),
            Role::Silent | Role::Absent | Role::Container => Ok(Vec::new()),
        }
    }

    /// A node with the values of its inputs.
    pub(super) fn call<'c>(&'c self, index: usize, node: &'c Node<'m>, inputs: &'c [Signal]) -> Call<'c, 'm> {
        let template = self.templates.get(index).and_then(|t| t.as_ref()?.first());
        let step = node.step.as_ref().or(self.step);
        Call { node, inputs, learning: self.learning, long: self.diagram.long, step, template }
    }

    fn given_outputs(&self, node: &Node<'_>, first: usize) -> Result<Vec<Signal>, Stop> {
        let given = |i: usize| self.given.get(first.saturating_add(i)).cloned();
        let found: Option<Vec<Signal>> = (0..outputs(node)).map(given).collect();
        Ok(found.ok_or_else(|| size("no value is given for this block"))?)
    }

    /// The value of an output.
    pub(super) fn signal(&self, source: Option<Source>) -> Result<Signal, Stop> {
        let Some(source) = source else { return Ok(Signal::ground()) };
        match self.outputs.get(source.node) {
            Some(None) => Err(Stop::Missing(vec![Task::Outputs(source.node)])),
            Some(Some(Err(problem))) => Err(Stop::Problem(problem.clone())),
            Some(Some(Ok(values))) => match values.get(source.port) {
                Some(value) => Ok(value.clone()),
                None => Err(Stop::Fault(size("the block before has no such output"))),
            },
            None => Ok(Signal::ground()),
        }
    }

    /// The value of an input.
    pub(super) fn input(&self, node: &Node<'_>, port: usize) -> Result<Signal, Stop> {
        self.signal(node.inputs.get(port).copied().flatten())
    }

    /// The values of all inputs; all that are missing are asked for at once.
    pub(super) fn inputs(&self, node: &Node<'_>) -> Result<Vec<Signal>, Stop> {
        self.collect(node.inputs.iter().map(|source| self.signal(*source)))
    }

    /// All results, or all that is missing for them.
    pub(super) fn collect<T>(&self, results: impl Iterator<Item = Result<T, Stop>>) -> Result<Vec<T>, Stop> {
        let mut values = Vec::new();
        let mut missing = Vec::new();
        let mut wrong = None;
        for result in results {
            match result {
                Ok(value) => values.push(value),
                Err(Stop::Missing(tasks)) => missing.extend(tasks),
                Err(stop) => wrong = wrong.or(Some(stop)),
            }
        }
        match (missing.is_empty(), wrong) {
            (false, _) => Err(Stop::Missing(missing)),
            (true, Some(stop)) => Err(stop),
            (true, None) => Ok(values),
        }
    }
}

pub(super) fn put<T>(list: &mut [T], index: usize, value: T) {
    if let Some(place) = list.get_mut(index) {
        *place = value;
    }
}
