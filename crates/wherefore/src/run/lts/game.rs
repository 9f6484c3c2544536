//! Formulas that no single run violates, decided as games on a graph in memory.

#[cfg(test)]
mod tests;

use super::graph::Graph;
use crate::codes::{FORMULA_NUMBERS, FORMULA_RUN, FORMULA_VALUES, NO_SUCH_LABEL};
use std::cell::RefCell;
use std::collections::BTreeMap;
use wherefore_check::NoAnswer;
use wherefore_diag::{Diagnostic, FileId};
use wherefore_explain::Consequence;
use wherefore_explain::lts::{Aim, Findings, Outcome, Played, Refuted, RunChoices, Settings, Shown, inquired, played};
use wherefore_ir::actions::Pattern;
use wherefore_lang::mucalculus::{self, Choices, Configurations, Decision, Effect, Limits, NoDecision, Unsure};
use wherefore_lang::mucalculus::{domains::Domain, syntax::Document};
use wherefore_lts::configured::{Configuration, Configured, Failure, Onward};
use wherefore_lts::neighbourhood::{Choice, Tag};
use wherefore_lts::row::Edge;
use wherefore_lts::{Column, Csr, Half};
use wherefore_stop::{Stop, StopReason};

/// Why there is no answer, and what is wrong with the formula if something is.
pub type Unanswered = (NoAnswer, Option<Box<Diagnostic>>);

/// How many values of a sort are named.
const MOST_NAMED: usize = 8;

/// A formula to decide.
pub struct Question<'q> {
    /// Its name.
    pub name: &'q str,
    /// Its tree, and its text.
    pub formula: (&'q Document, &'q str),
    /// How to inquire.
    pub settings: &'q Settings,
}

/// Decides a formula: what was found, with what is to be said about it; or why there is no answer, with what is wrong.
pub fn decide(graph: &Graph, question: &Question<'_>, stop: &Stop) -> Result<(Findings, Vec<Diagnostic>), Unanswered> {
    let Graph::Memory(graph) = graph else {
        let words = "a formula with possibilities, alternatives or data is decided on a graph in memory alone: leave out \
                     `--route disk`, `--workers` and `--hosts`, and raise --memory";
        return Err((NoAnswer::Unsupported(words.to_owned()), None));
    };
    let steps = Steps { graph, patterns: RefCell::new(BTreeMap::new()) };
    let Question { name, formula: (document, text), settings } = *question;
    let (with_evidence, memory) = (settings.aim == Aim::Choices, settings.memory.saturating_sub(taken(graph)));
    let decision = sure(
        match with_evidence {
            true => mucalculus::decide_with_evidence(document, &steps, Limits { memory }, stop),
            false => mucalculus::decide(document, &steps, Limits { memory }, stop),
        }
        .map_err(|why| no_answer(why, taken(graph)))?,
    )?;
    let (remarks, shown) = (remarks(name, &decision), shown(&decision));
    let Some(play) = decision.play.filter(|_| !decision.holds) else {
        let outcome = Outcome::Holds(decision.checked as u64);
        return Ok((played(graph, name, text.to_owned(), outcome, shown.as_ref()), remarks));
    };
    let steps = play.steps.iter().map(|step| (step.label, step.state)).collect();
    let play = Played { steps, repeats: play.repeats };
    if let (Some(shown), Some(known)) = (&shown, &decision.configurations) {
        let configured = configured(graph, known);
        let refuted = Refuted { name, text, played: &play, shown, configured: &configured };
        let findings = inquired(graph, &refuted, settings, stop).map_err(|why| (super::cause(why), None))?;
        return Ok((findings, remarks));
    }
    Ok((played(graph, name, text.to_owned(), Outcome::Fails(play), shown.as_ref()), remarks))
}

/// What shows the verdict, of a formula that fails, or that holds because of a single run.
fn shown(decision: &Decision) -> Option<Shown> {
    let (evidence, play) = decision.evidence.as_ref().zip(decision.play.as_ref())?;
    Some(Shown {
        transitions: evidence.transitions.iter().map(|step| (step.from, step.label, step.to)).collect(),
        is_least: evidence.is_least,
        is_forced: play.forced,
        run: play.steps.iter().map(|step| (step.label, step.state)).collect(),
        is_loop: play.repeats.is_some(),
        choices: decision.choices.as_ref().map(run_choices),
    })
}

/// The configurations of the runs of a graph as a graph.
fn configured(graph: &Csr, known: &Configurations) -> Configured {
    let of = |found: &mucalculus::Configuration| Configuration {
        state: found.state,
        moves: found.moves.iter().flatten().map(|m| (m.label, m.state, m.next)).collect(),
        failure: match (&found.moves, found.endless) {
            (None, _) if found.is_broken => Some(Failure::Broken),
            (None, _) => Some(Failure::Settled),
            (Some(_), endless) => endless.map(Failure::Endless),
        },
    };
    let all: Vec<Configuration> = known.all.iter().map(of).collect();
    let onward = |step: &mucalculus::Onward| Onward { label: step.label, state: step.state, next: step.next };
    Configured::new(&graph.labels, &all, known.onward.iter().map(onward).collect())
}

fn run_choices(choices: &Choices) -> RunChoices {
    let choice = |found: &mucalculus::Choice| {
        let (tag, inevitable) = match found.effect {
            Effect::Avoids => (Tag::Correct, None),
            Effect::Open => (Tag::Neutral, None),
            Effect::Seals => (Tag::Incorrect, None),
            Effect::Settles => (Tag::Incorrect, Some(true)),
        };
        let edge = Edge { label: found.label, end: found.to };
        Choice { edge, inner: (tag != Tag::Correct).then_some(0), tag, inevitable }
    };
    let points = choices.points.iter().map(|point| (point.tick, point.choices.iter().map(choice).collect()));
    let consequence = |effect| match effect {
        Effect::Avoids => Consequence::Avoided,
        Effect::Open => Consequence::Open,
        Effect::Seals => Consequence::Sealed,
        Effect::Settles => Consequence::Inevitable,
    };
    let uses = choices.uses.iter().map(|(label, effect)| (*label, consequence(*effect)));
    RunChoices { points: points.collect(), settled: choices.settled, uses: uses.collect() }
}

/// Whether a formula, given as text, holds of a graph.
pub fn holds(graph: &Csr, text: &str, memory: u64, stop: &Stop) -> Result<bool, NoAnswer> {
    let unread = |_| NoAnswer::Refuted(format!("a formula cannot be read again: {text}"));
    let document = mucalculus::read(FileId(0), text).map_err(unread)?;
    let steps = Steps { graph, patterns: RefCell::new(BTreeMap::new()) };
    let decision =
        mucalculus::decide(&document, &steps, Limits { memory }, stop).map_err(|why| no_answer(why, 0)).and_then(sure);
    decision.map(|decision| decision.holds).map_err(|(cause, _)| cause)
}

/// A verdict, if it does not depend on numbers that were not tried.
fn sure(decision: Decision) -> Result<Decision, Unanswered> {
    match &decision.unsure {
        None => Ok(decision),
        Some(Unsure { domain, span }) => {
            let (verdict, values) = (if decision.holds { "holds" } else { "is violated" }, listed(domain));
            let (what, help) = match domain.may_have_others {
                false => {
                    ("numbers", "bind the variable by an action, as in [send(n)] F, or compare it with numbers alone")
                }
                true => ("values", "bind the variable by an action, as in [send(n)] F"),
            };
            let words = format!(
                "of the {what} of `{}` only these were tried, for which the formula {verdict}: {values}",
                domain.sort
            );
            let diagnostic = Diagnostic::at(FORMULA_NUMBERS, *span, words.clone(), "others may matter here").help(help);
            Err((NoAnswer::Unsupported(words), Some(Box::new(diagnostic))))
        }
    }
}

/// Why there is no answer, beside a graph of so many bytes.
fn no_answer(why: NoDecision, graph: u64) -> Unanswered {
    match why {
        NoDecision::Wrong(diagnostic) => (NoAnswer::Unsupported(diagnostic.headline.clone()), Some(diagnostic)),
        NoDecision::Stopped(reason) => (NoAnswer::Stopped(reason), None),
        NoDecision::Refuted(words) => (NoAnswer::Refuted(words), None),
        NoDecision::Memory { positions, needed, limit, enough } => {
            let (needed, limit) = (needed.div_ceil(1 << 20), limit >> 20);
            let enough = enough.map(|enough| format!("; --memory {}M is enough", (enough + graph).div_ceil(1 << 20)));
            let shortage = format!(
                "the game of the formula has more than {positions} positions, which need more than {needed}M of the {limit}M that may be used beside the graph{}",
                enough.unwrap_or_default()
            );
            (NoAnswer::Stopped(StopReason::MemoryNeeded { shortage }), None)
        }
    }
}

/// What a reader must know to take the verdict for what it is.
fn remarks(name: &str, decision: &Decision) -> Vec<Diagnostic> {
    let mut remarks: Vec<Diagnostic> = Vec::new();
    for (action, span) in &decision.unmatched {
        let headline = format!("no label of the graph has the action `{action}` with so many arguments");
        remarks.push(Diagnostic::at(NO_SUCH_LABEL, *span, headline, "never happens"));
    }
    remarks.extend(decision.domains.iter().filter(|domain| domain.may_have_others).map(|domain| values(name, domain)));
    let is_shown = decision.evidence.is_some();
    if decision.play.as_ref().is_some_and(|play| !play.forced && !is_shown) {
        let headline = format!("the run does not refute {name} alone: it answers one of several choices");
        remarks.push(Diagnostic::new(FORMULA_RUN, headline));
    }
    remarks
}

fn values(name: &str, domain: &Domain) -> Diagnostic {
    let (count, listed) = (domain.values.len(), listed(domain));
    let headline = match count {
        1 => format!("in {name}, `{}` has one value, from labels and the formula: {listed}", domain.sort),
        _ => format!("in {name}, `{}` has {count} values, from labels and the formula: {listed}", domain.sort),
    };
    Diagnostic::new(FORMULA_VALUES, headline)
}

/// Bytes that a graph takes.
fn taken(graph: &Csr) -> u64 {
    let half = |half: &Half| {
        let width = match half.labels {
            Column::U8(_) => 1,
            Column::U16(_) => 2,
            Column::U32(_) => 4,
        };
        half.offsets.len() * size_of::<u32>() + half.ends.len() * (size_of::<u32>() + width)
    };
    (half(&graph.out) + half(&graph.into)) as u64
}

/// The first values of a sort.
fn listed(domain: &Domain) -> String {
    let mut listed: Vec<String> = domain.values.iter().take(MOST_NAMED).map(ToString::to_string).collect();
    if domain.values.len() > MOST_NAMED {
        listed.push("...".to_owned());
    }
    listed.join(", ")
}

/// The steps of a graph, with the patterns that were compiled so far.
struct Steps<'g> {
    graph: &'g Csr,
    patterns: RefCell<BTreeMap<String, Option<Pattern>>>,
}

impl mucalculus::Graph for Steps<'_> {
    fn initial(&self) -> u32 {
        self.graph.initial
    }

    fn states(&self) -> u32 {
        self.graph.states()
    }

    fn labels(&self) -> usize {
        self.graph.labels.len()
    }

    fn label(&self, label: u32) -> &str {
        self.graph.labels.name(label)
    }

    fn visit(&self, state: u32, visit: &mut dyn FnMut(u32, u32)) {
        self.graph.out.visit(state, visit);
    }

    fn matches(&self, pattern: &str, label: u32) -> Option<bool> {
        let mut patterns = self.patterns.borrow_mut();
        let compiled = patterns.entry(pattern.to_owned()).or_insert_with(|| Pattern::new(pattern).ok());
        compiled.as_ref().map(|compiled| compiled.matches(self.graph.labels.name(label)))
    }
}
