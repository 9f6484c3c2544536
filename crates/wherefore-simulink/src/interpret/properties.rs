//! What a diagram demands of itself: contracts, proof objectives, assertions.

use super::diagram::{Diagram, Node, Source};
use super::fault::{Fault, Problem, unsupported};
use super::run::{Run, Stop};
use super::signal::{Array, Signal, exact};
use super::watch;
use crate::matlab::{self, Class, Expr, ExprKind, Value};
use num_rational::BigRational;

/// What a demand is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// What a contract takes for granted.
    Assumption,
    /// What a contract promises.
    Guarantee,
    /// What a mode of a contract promises where it applies.
    Mode,
    /// What is to be proved.
    Objective,
    /// What a block of the model watches.
    Assertion,
}

/// The outcome of one demand in one tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The path of the block.
    pub path: String,
    /// Its identifier.
    pub sid: String,
    /// What it is for.
    pub purpose: Purpose,
    /// Whether it holds.
    pub holds: bool,
}

/// Whether a block without outputs watches its inputs.
pub(super) fn is_check(kind: &str) -> bool {
    purpose(kind).is_some()
}

fn purpose(kind: &str) -> Option<Purpose> {
    Some(match kind {
        "ContractAssumeBlock" | "Assumption" => Purpose::Assumption,
        "ContractGuaranteeBlock" => Purpose::Guarantee,
        "ContractModeBlock" => Purpose::Mode,
        "Proof Objective" => Purpose::Objective,
        "Assertion" => Purpose::Assertion,
        kind if watch::is_watch(kind) => Purpose::Assertion,
        _ => return None,
    })
}

impl Run<'_, '_> {
    /// The outcomes of all demands of active blocks, in the order of the document.
    pub(super) fn checks(&self) -> Result<Vec<Check>, Problem> {
        let mut checks = Vec::new();
        for (index, node) in self.diagram.nodes.iter().enumerate() {
            let Some(purpose) = purpose(&node.kind).filter(|_| is_enabled(node)) else { continue };
            if !self.is_active(node.region)? || (node.inside.is_none() && !self.is_due(node)) {
                continue;
            }
            let holds = self.holds(index, node).map_err(|stop| match stop {
                Stop::Problem(problem) => problem,
                Stop::Fault(fault) => self.problem(index, fault),
                Stop::Missing(_) => self.problem(index, unsupported("a demand before its inputs")),
            })?;
            checks.push(Check { path: node.path.clone(), sid: node.block.sid.clone(), purpose, holds });
        }
        Ok(checks)
    }

    fn holds(&self, index: usize, node: &Node<'_>) -> Result<bool, Stop> {
        match node.kind.as_str() {
            "ContractAssumeBlock" | "ContractGuaranteeBlock" => {
                let output = node.inside.and_then(|inside| self.diagram.outport(inside, 1));
                self.is_true(output.map(|node| Source { node, port: 0 }))
            }
            "ContractModeBlock" => self.mode(node),
            "Proof Objective" | "Assumption" => Ok(lies_in(node, &self.numbers(node, 0)?)?),
            "Assertion" => Ok(self.numbers(node, 0)?.is_true()),
            _ => self.watched(index, node),
        }
    }

    pub(super) fn numbers(&self, node: &Node<'_>, port: usize) -> Result<Array, Stop> {
        match self.input(node, port)? {
            Signal::Array(array) => Ok(array),
            Signal::Bus(_) => Err(Stop::Fault(unsupported("a demand on a bus"))),
        }
    }

    fn is_true(&self, source: Option<Source>) -> Result<bool, Stop> {
        match self.signal(source)? {
            Signal::Array(array) => Ok(array.is_true()),
            Signal::Bus(_) => Err(Stop::Fault(unsupported("a demand on a bus"))),
        }
    }

    /// If all that the mode requires holds, all that it ensures must.
    fn mode(&self, node: &Node<'_>) -> Result<bool, Stop> {
        let of = |kind: &str| {
            let from = |source: &&Option<Source>| source.is_some_and(|s| self.diagram.owner_kind(s) == Some(kind));
            let values = node.inputs.iter().filter(from).map(|source| self.is_true(*source));
            values.collect::<Result<Vec<bool>, Stop>>()
        };
        let applies = of("ContractRequireBlock")?.into_iter().all(|holds| holds);
        Ok(!applies || of("ContractEnsureBlock")?.into_iter().all(|holds| holds))
    }
}

impl Diagram<'_> {
    /// What the subsystem is that an output belongs to.
    fn owner_kind(&self, source: Source) -> Option<&str> {
        let system = self.nodes.get(source.node)?.system;
        let owner = self.places.get(system)?.owner?;
        Some(&self.nodes.get(owner)?.kind)
    }
}

fn is_enabled(node: &Node<'_>) -> bool {
    let off = |name: &str| node.block.parameters.get(name) == Some("off");
    !off("enabled") && !off("Enabled")
}

/// Whether every element lies in one of the intervals that a block lists.
fn lies_in(node: &Node<'_>, input: &Array) -> Result<bool, Fault> {
    let intervals = intervals(node)?;
    Ok(input.elements.iter().all(|e| intervals.iter().any(|(least, greatest)| least <= e && e <= greatest)))
}

fn wrong(message: String) -> Fault {
    Fault::Parameter { name: "intervals".to_owned(), message }
}

/// A truth value or number, two numbers for all between them, or several of these in braces.
fn intervals(node: &Node<'_>) -> Result<Vec<(BigRational, BigRational)>, Fault> {
    let text = node.block.parameters.get("intervals").unwrap_or("true");
    let expr = matlab::parse(text).map_err(|m| wrong(m.message))?;
    let evaluate = |e: &Expr| matlab::evaluate(e, &|name| node.scope.find(name)).map_err(|m| wrong(m.message));
    match &expr.kind {
        ExprKind::Cell(rows) => rows.iter().flatten().map(|e| interval(&evaluate(e)?)).collect(),
        _ => Ok(vec![interval(&evaluate(&expr)?)?]),
    }
}

fn interval(value: &Value) -> Result<(BigRational, BigRational), Fault> {
    match value.elements.as_slice() {
        [only] => Ok((exact(only)?, exact(only)?)),
        [least, greatest] if value.class != Class::Text => Ok((exact(least)?, exact(greatest)?)),
        _ => Err(wrong("an interval has one or two numbers".to_owned())),
    }
}
