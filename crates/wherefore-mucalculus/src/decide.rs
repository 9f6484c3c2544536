//! A formula on a graph, from its text to a verdict with a strategy that was checked.

use crate::beyond::beyond;
use crate::codes;
use crate::data::Value;
use crate::domains::{Domain, domains};
use crate::evidence::choices::{Choices, choices};
use crate::evidence::configurations::Configurations;
use crate::evidence::{Evidence, Won, evidence};
use crate::expand::Expansion;
use crate::game::Player;
use crate::graph::Graph;
use crate::labels::{self, Label, each_value};
use crate::normal::{self, Normal};
use crate::play::{Play, PlayStep, play};
use crate::shorten::shorten;
use crate::solve::{Solution, solve};
use crate::strategy::{WrongStrategy, check_strategy, check_winners};
use crate::syntax::Document;
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_diag::{Diagnostic, Span};
use wherefore_stop::{Stop, StopReason};

/// How much may be used.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes for the game and its solution.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 4 << 30 }
    }
}

/// A verdict.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Whether the formula holds at the initial state.
    pub holds: bool,
    /// Positions of the game.
    pub positions: usize,
    /// Positions that the winner's strategy can lead to; each of its moves was checked.
    pub checked: usize,
    /// The values that each sort stood for.
    pub domains: Vec<Domain>,
    /// The numbers beyond which the verdict may be another: what `holds` says is then about these numbers alone.
    pub unsure: Option<Unsure>,
    /// Actions of the formula that no label has.
    pub unmatched: Vec<(String, Span)>,
    /// A run along which the verdict is seen: of a formula that does not hold always; of one that does only with evidence, if it has
    /// steps and the other player never has a choice on it.
    pub play: Option<Play>,
    /// The part of the graph that shows the verdict, if that was asked for.
    pub evidence: Option<Evidence>,
    /// The choices on the run, if evidence was asked for and there are not too many to look at.
    pub choices: Option<Choices>,
    /// The configurations of all runs, of which that is known too; each player's strategy is then checked at all positions.
    pub configurations: Option<Configurations>,
}

/// A quantifier over numbers of which the game has not enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsure {
    /// The numbers that were tried.
    pub domain: Domain,
    /// Where the sort is quantified over first.
    pub span: Span,
}

/// Why there is no verdict.
#[derive(Clone, Debug)]
pub enum NoDecision {
    /// The formula has no meaning on this graph.
    Wrong(Box<Diagnostic>),
    /// The game does not fit.
    Memory {
        /// Positions so far.
        positions: usize,
        /// Bytes that these need.
        needed: u64,
        /// The limit.
        limit: u64,
        /// Bytes with which the game fits for certain, if that is known.
        enough: Option<u64>,
    },
    /// The search was ended.
    Stopped(StopReason),
    /// The strategy did not stand its check.
    Refuted(String),
}

/// Decides a formula on a graph.
pub fn decide(document: &Document, graph: &dyn Graph, limits: Limits, stop: &Stop) -> Result<Decision, NoDecision> {
    decided(document, graph, (limits, stop), Aim::Verdict)
}

/// Decides a formula on a graph, and finds the part of the graph that shows the verdict.
pub fn decide_with_evidence(
    document: &Document,
    graph: &dyn Graph,
    limits: Limits,
    stop: &Stop,
) -> Result<Decision, NoDecision> {
    decided(document, graph, (limits, stop), Aim::Evidence)
}

/// Decides a formula on a graph, and finds the choices on a run that is given as its steps from the initial state.
pub fn choices_on(
    run: &[PlayStep],
    document: &Document,
    graph: &dyn Graph,
    (limits, stop): (Limits, &Stop),
) -> Result<Decision, NoDecision> {
    decided(document, graph, (limits, stop), Aim::Choices(run))
}

/// The answers that are wanted beside the verdict.
#[derive(Clone, Copy)]
enum Aim<'r> {
    Verdict,
    /// The part of the graph that shows it, and the choices on its run.
    Evidence,
    /// The choices on this run.
    Choices(&'r [PlayStep]),
}

fn decided(
    document: &Document,
    graph: &dyn Graph,
    (limits, stop): (Limits, &Stop),
    aim: Aim<'_>,
) -> Result<Decision, NoDecision> {
    let wrong = |diagnostic| NoDecision::Wrong(Box::new(diagnostic));
    let normal = normal::of(document).map_err(wrong)?;
    let labels = labels::labels(graph);
    explained(&normal, &labels).map_err(wrong)?;
    let domains = domains(&normal, &labels).map_err(|sort| wrong(without_values(&normal, sort)))?;
    let values: Vec<Vec<Value>> = domains.iter().map(|d| d.values.clone()).collect();
    let mut expansion = Expansion::new(&normal, graph, &labels, &values, limits);
    let first = expansion.build(stop).map_err(|why| match why {
        NoDecision::Memory { positions, needed, limit, .. } => {
            NoDecision::Memory { positions, needed, limit, enough: expansion.enough() }
        }
        other => other,
    })?;
    let Solution { winner, strategy } = solve(&expansion.game, stop).map_err(NoDecision::Stopped)?;
    let player = winner.get(first as usize).copied().unwrap_or(Player::Refuter);
    let (holds, positions) = (player == Player::Prover, expansion.game.positions());
    let won = Won { first, player, winner: &winner };
    let mut plays = strategy.clone();
    if matches!(aim, Aim::Evidence) || !holds {
        shorten(&mut expansion, &won, &mut plays, stop)?;
    }
    let checked = check_strategy(&expansion.game, first, player, &plays).map_err(refuted)?;
    let evidence = match aim {
        Aim::Evidence => Some(evidence(&mut expansion, &won, &mut plays, stop)?),
        Aim::Verdict | Aim::Choices(_) => None,
    };
    let play = match (holds, &evidence) {
        (true, None) => None,
        (_, evidence) => Some(play(&mut expansion, &won, &plays, evidence.as_ref())?),
    };
    let play = play.filter(|play| !holds || play.forced && !play.steps.is_empty());
    let run = match (aim, &play) {
        (Aim::Choices(run), _) => Some(run),
        (Aim::Evidence, Some(play)) => Some(play.steps.as_slice()),
        (Aim::Evidence, None) | (Aim::Verdict, _) => None,
    };
    let configurations = match run {
        Some(_) => configurations(&mut expansion, &won, &strategy, stop)?,
        None => None,
    };
    let choices = run.zip(configurations.as_ref()).map(|(run, known)| choices(known, run));
    let unsure = beyond(&normal).against(holds).and_then(|sort| {
        Some(Unsure {
            domain: domains.get(sort)?.clone(),
            span: normal.sort_spans.get(sort).copied().unwrap_or_default(),
        })
    });
    let unmatched = unmatched(&normal, &labels);
    Ok(Decision { holds, positions, checked, domains, unsure, unmatched, play, evidence, choices, configurations })
}

/// The configurations of runs. They rest on who wins at every position, so that is checked before.
fn configurations(
    expansion: &mut Expansion<'_>,
    won: &Won<'_>,
    strategy: &[u32],
    stop: &Stop,
) -> Result<Option<Configurations>, NoDecision> {
    check_winners(&expansion.game, won.winner, strategy).map_err(refuted)?;
    Configurations::of(expansion, won, stop)
}

fn refuted(wrong: WrongStrategy) -> NoDecision {
    NoDecision::Refuted(format!("the strategy of the winner is wrong: {wrong:?}"))
}

/// Every name that nothing defines must be in a label: it could be defined in the specification that the graph comes from.
fn explained(normal: &Normal, labels: &[Label]) -> Result<(), Diagnostic> {
    if normal.unexplained.is_empty() {
        return Ok(());
    }
    let mut known: BTreeSet<(Arc<str>, usize)> = BTreeSet::new();
    for label in labels {
        each_value(label, &mut |value| {
            if let Value::Term(name, list) = value {
                known.insert((name.clone(), list.len()));
            }
        });
    }
    for ((name, arity), span) in &normal.unexplained {
        if known.contains(&(name.clone(), *arity)) {
            continue;
        }
        let headline = format!("`{name}` is in no label of the graph, and the formula does not define it");
        let example = match arity {
            0 => format!("`map {name}: Nat; eqn {name} = 3; form ...`, or `sort D = struct {name}; form ...`"),
            _ => format!("`map {name}: Nat -> Nat; var n: Nat; eqn {name}(n) = ...; form ...`"),
        };
        return Err(Diagnostic::at(codes::UNDEFINED, *span, headline, "not known")
            .help(format!("put its definition before the formula: {example}")));
    }
    Ok(())
}

fn without_values(normal: &Normal, sort: usize) -> Diagnostic {
    let name = normal.sorts.get_index(sort).map_or("", String::as_str);
    let span = normal.sort_spans.get(sort).copied().unwrap_or_default();
    let headline =
        format!("the values of the sort `{name}` are not known: no label of the graph has one where it is used");
    Diagnostic::at(codes::NO_VALUES, span, headline, "quantified here")
        .help(format!("name them before the formula: `sort {name} = struct a | b; form ...`"))
}

fn unmatched(normal: &Normal, labels: &[Label]) -> Vec<(String, Span)> {
    let mut known: BTreeSet<(&str, Option<usize>)> = BTreeSet::new();
    for (name, values) in labels.iter().flat_map(|l| &l.parts) {
        known.extend([(&**name, Some(values.len())), (name, None)]);
    }
    let open = normal.actions.iter().filter(|((name, arity), _)| !known.contains(&(name, *arity)));
    open.map(|((name, _), span)| (name.to_string(), *span)).collect()
}
