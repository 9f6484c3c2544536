//! `wherefore diff` of two labelled transition systems.
//!
//! Both are read into memory and made one graph with common labels. A formula that tells them apart is not shown before the engine of
//! `check` has decided it on each graph by itself.

use super::COMPARISON;
use crate::args::equivalence::{Diff, EquivalenceWord};
use crate::args::lts::RouteWord;
use crate::codes::UNSUPPORTED_HERE;
use crate::input;
use crate::run::context::RunContext;
use crate::run::lts::graph::{Graph as Read, GraphError, Order, read_any};
use crate::run::lts::{self, game};
use crate::run::memory;
use indexmap::IndexSet;
use std::path::Path;
use std::sync::Arc;
use wherefore_bisimulation::{
    self as bisimulation, Equivalence, Graph, HIDDEN, NoAnswer as Open, Outcome, Pair as Joined, Side, Step,
};
use wherefore_check::NoAnswer;
use wherefore_diag::{Diagnostic, SourceMap};
use wherefore_lts::Csr;
use wherefore_report::build::{self, GraphsFound, Pair};
use wherefore_report::document::Obligations;
use wherefore_report::document::equivalence::{Comparison, GraphSize};
use wherefore_report::no_answer::About;
use wherefore_stop::{Stop, StopReason};

/// The longest formula that is shown, in bytes. Nobody reads a longer one.
const LONGEST: usize = 16 << 10;
/// Transitions up to which graphs are compared in other senses too, without being asked.
const FEW: usize = 400_000;
/// Memory for sets of states in other senses.
const LITTLE: u64 = 256 << 20;

/// Compares two graphs; none if one of them cannot be read, which the remarks then say.
pub fn compare(ctx: &mut RunContext, arguments: &Diff, models: Pair) -> Option<Comparison> {
    if let Some(option) = meaningless(arguments) {
        let headline = format!("graphs have actions, and no inputs or outputs: {option} says nothing about them");
        return ctx.give_up(Diagnostic::new(UNSUPPORTED_HERE, headline));
    }
    let one = open(ctx, &arguments.reference)?;
    let two = open(ctx, &arguments.implementation)?;
    ctx.report.obligations = Obligations::Met;
    let equivalence = arguments.equivalence.unwrap_or_default().sense();
    let limit = arguments.effort.limits.memory.as_ref().map_or_else(memory::installed, |m| m.bytes);
    ctx.progress.turn("comparing", 0, 0);
    let work = move |stop: &Stop, _: &_| Work::new([one, two], limit).answer(equivalence, stop);
    let found = ctx.supervised(COMPARISON, work);
    let seconds = ctx.watch.last();
    Some(match found.unwrap_or_else(Err) {
        Ok(found) => {
            let name = |label| found.name(label);
            let offset = found.sizes[0].states as u32;
            let (sizes, outcome, others) = (found.sizes, &found.outcome, found.others.clone());
            let formula = found.formula.clone();
            let found = GraphsFound { equivalence, sizes, offset, outcome, formula, others, name: &name };
            build::graphs(models, &found, seconds)
        }
        Err(cause) => build::unfinished(models, &cause, seconds),
    })
}

/// An option that was given and is about models with inputs.
fn meaningless(arguments: &Diff) -> Option<&'static str> {
    let given = [
        (!arguments.ports.inputs.is_empty(), "--input"),
        (!arguments.ports.outputs.is_empty(), "--output"),
        (!arguments.map.is_empty(), "--map"),
        (arguments.confirm.is_some(), "--confirm"),
    ];
    given.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
}

fn open(ctx: &mut RunContext, path: &Path) -> Option<Arc<Csr>> {
    ctx.progress.turn("reading the graph", 0, 0);
    let order = Order { path: path.to_owned(), memory: None, route: RouteWord::Memory, plan: None };
    match ctx.supervised("(reading the graph)", move |stop, _| read_any(&order, stop)) {
        Ok(Ok((Read::Memory(graph), _))) => Some(graph),
        Ok(Ok((Read::Disk(_) | Read::Cluster(_), _))) => None,
        Ok(Err(GraphError::Interrupted(why))) => unread(ctx, &lts::cause(why)),
        Err(cause) => unread(ctx, &cause),
        Ok(Err(GraphError::Wrong(diagnostic))) => ctx.give_up(diagnostic),
        Ok(Err(GraphError::Fault(fault))) => refuse(ctx, |sources| fault.diagnostic(sources, &input::name(path))),
        Ok(Err(GraphError::Explicit(fault))) => refuse(ctx, |sources| fault.diagnostic(sources, &input::name(path))),
    }
}

/// Gives up because of the text of a graph.
fn refuse<T>(ctx: &mut RunContext, diagnostic: impl FnOnce(&mut SourceMap) -> Diagnostic) -> Option<T> {
    let mut sources = SourceMap::clone(&ctx.report.sources);
    let diagnostic = diagnostic(&mut sources);
    ctx.report.sources = Arc::new(sources);
    ctx.give_up(diagnostic)
}

/// Nothing is known, because a graph could not be read to its end.
fn unread<T>(ctx: &mut RunContext, why: &NoAnswer) -> Option<T> {
    let why = wherefore_report::no_answer::NoAnswer { about: About::Graph, ..build::cause(why) };
    ctx.report.obligations = Obligations::Undetermined(why);
    None
}

/// The answer, with what is needed to say it.
struct Answer {
    outcome: Outcome,
    labels: IndexSet<String>,
    sizes: [GraphSize; 2],
    formula: Option<(Option<String>, &'static str)>,
    others: Vec<(Equivalence, bool)>,
}

impl Answer {
    fn name(&self, label: u32) -> String {
        self.labels.get_index(label as usize).cloned().unwrap_or_default()
    }
}

/// Two graphs and one of both.
struct Work {
    graphs: [Arc<Csr>; 2],
    joined: Joined,
    labels: IndexSet<String>,
    memory: u64,
}

impl Work {
    fn new(graphs: [Arc<Csr>; 2], memory: u64) -> Work {
        // The hidden label comes first; its two spellings are one label.
        let mut labels = IndexSet::from(["tau".to_owned()]);
        let mut graph = Graph::default();
        let (mut first, mut second) = (0, 0);
        for (csr, initial) in graphs.iter().zip([&mut first, &mut second]) {
            let offset = graph.states();
            *initial = offset + csr.initial;
            let numbers: Vec<u32> = csr.labels.iter().map(|name| number(&mut labels, name)).collect();
            for state in 0..csr.states() {
                let mut row = Vec::with_capacity(csr.out.degree(state) as usize);
                csr.out.visit(state, |label, to| row.push(Step { label: numbers[label as usize], to: to + offset }));
                graph.push(row);
            }
        }
        Work { graphs, joined: Joined { graph, first, second }, labels, memory }
    }

    fn answer(self, equivalence: Equivalence, stop: &Stop) -> Result<Answer, NoAnswer> {
        let outcome = bisimulation::compare(&self.joined, equivalence, self.memory, stop).map_err(cause)?;
        let formula = match &outcome {
            Outcome::Equal(_) => None,
            Outcome::Different(found) => Some(self.formula(found, stop)?),
        };
        let others = self.others(equivalence, matches!(outcome, Outcome::Equal(_)), stop);
        let sizes = [0, 1].map(|side: usize| {
            let graph = &self.graphs[side];
            GraphSize { states: u64::from(graph.states()), transitions: graph.transitions() as u64 }
        });
        Ok(Answer { outcome, labels: self.labels, sizes, formula, others })
    }

    /// The formula as text, decided on both graphs as `check` decides it. One that is too long to be shown was evaluated all the same.
    fn formula(
        &self,
        found: &bisimulation::Difference,
        stop: &Stop,
    ) -> Result<(Option<String>, &'static str), NoAnswer> {
        let name = |label: u32| match self.labels.get_index(label as usize) {
            Some(text) if label != HIDDEN => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
            _ => "tau".to_owned(),
        };
        let Some(text) = found.text(&name, LONGEST) else { return Ok((None, "an evaluation state by state")) };
        let [one, two] = match found.side {
            Side::First => [0, 1],
            Side::Second => [1, 0],
        };
        let holds = |side: usize| game::holds(&self.graphs[side], &text, self.memory, stop);
        if holds(one)? && !holds(two)? {
            return Ok((Some(text), "the game of `check` on each graph"));
        }
        Err(NoAnswer::Refuted(format!("a formula does not tell the graphs apart: {text}")))
    }

    /// In which other senses the graphs are the same: what follows, and what is found soon.
    fn others(&self, asked: Equivalence, is_equal: bool, stop: &Stop) -> Vec<(Equivalence, bool)> {
        let mut known = vec![(asked, is_equal)];
        for other in Equivalence::ALL {
            let follows = known.iter().find_map(|(sense, is_equal)| match is_equal {
                true => sense.implies(other).then_some(true),
                false => other.implies(*sense).then_some(false),
            });
            let found = follows.or_else(|| {
                let graph = &self.joined;
                let is_small = graph.graph.transitions() <= FEW;
                let answer = is_small.then(|| bisimulation::compare(graph, other, LITTLE.min(self.memory), stop).ok());
                answer.flatten().map(|outcome| matches!(outcome, Outcome::Equal(_)))
            });
            known.extend(found.filter(|_| other != asked).map(|is_equal| (other, is_equal)));
        }
        known.split_off(1)
    }
}

/// The number of a label that both graphs share.
fn number(labels: &mut IndexSet<String>, name: &str) -> u32 {
    match name.trim() {
        "tau" | "i" => HIDDEN,
        _ => labels.insert_full(name.to_owned()).0 as u32,
    }
}

fn cause(why: Open) -> NoAnswer {
    let shortage = |shortage: String| NoAnswer::Stopped(StopReason::MemoryNeeded { shortage });
    match why {
        Open::Stopped(reason) => NoAnswer::Stopped(reason),
        Open::Refuted(words) => NoAnswer::Refuted(words),
        Open::TooLong => NoAnswer::Unsupported(
            "the graphs differ, but so deep inside that no formula of a reasonable size shows it; ask for traces \
             (--equivalence weak-trace)"
                .to_owned(),
        ),
        Open::Memory { needed, limit } => {
            let (needed, limit) = (needed.div_ceil(1 << 20), limit >> 20);
            shortage(format!("the comparison needs about {needed}M of the {limit}M that may be used"))
        }
        Open::Sets { count, limit } => {
            let limit = limit >> 20;
            shortage(format!("runs lead to more than {count} pairs of sets of states, which do not fit {limit}M"))
        }
    }
}

impl EquivalenceWord {
    fn sense(self) -> Equivalence {
        use bisimulation::{Bisimulation, Observation};
        match self {
            EquivalenceWord::Strong => Equivalence::Bisimulation(Bisimulation::Strong),
            EquivalenceWord::Branching => Equivalence::Bisimulation(Bisimulation::Branching),
            EquivalenceWord::DivergenceBranching => Equivalence::Bisimulation(Bisimulation::DivergenceBranching),
            EquivalenceWord::Trace => Equivalence::Runs(Observation::Traces),
            EquivalenceWord::WeakTrace => Equivalence::Runs(Observation::WeakTraces),
            EquivalenceWord::Failures => Equivalence::Runs(Observation::Failures),
        }
    }
}
