//! Runs of a specification that do not fail, chosen so that what the environment and the parts decide has its values on some of them; and
//! inputs that the parts must be able to answer to.

use super::conserve::{good, wholes};
use wherefore_explain::contract::{Possible, Questions};
use wherefore_ir::refinement::{Direction, Port, Refinement};
use wherefore_ir::{Op, Sort, TermId, Terms, Value, VarId};
use wherefore_trace::Trace;

/// More questions than this are not asked.
const MOST_ASKED: usize = 24;
/// More runs than this are not kept.
const MOST_RUNS: usize = 10;
/// Of more values than this not all are looked for.
const MOST_VALUES: usize = 4;

/// Runs that are allowed and on which no violated check fails: one for each thing that a port can do.
pub(crate) fn good_runs(refinement: &Refinement, violated: &[&str], questions: &Questions<'_>) -> Vec<Trace> {
    let mut system = refinement.system.clone();
    system.invar.clear();
    let wholes = wholes(refinement).into_iter();
    let goods: Option<Vec<TermId>> = wholes.map(|whole| good(refinement, &mut system, whole, violated)).collect();
    let Some(goods) = goods else { return Vec::new() };
    let good = system.terms.and(goods);
    let free = refinement.ports.iter().filter(|p| is_free(p));
    let wishes: Vec<TermId> = free.flat_map(|p| doings(&mut system.terms, p.var)).take(MOST_ASKED).collect();
    let mut found: Vec<Trace> = Vec::new();
    for wish in wishes {
        if found.len() >= MOST_RUNS {
            break;
        }
        let formula = system.terms.and([good, wish]);
        if let Possible::Yes(run) = questions.possible(&mut system, formula)
            && !found.contains(&run)
        {
            found.push(*run);
        }
    }
    found
}

/// Whether the environment or a part decides a port.
fn is_free(port: &Port) -> bool {
    matches!((port.owner, port.direction), (None, Direction::Input) | (Some(_), Direction::Output))
}

/// What a port can do: a condition is always true or always false, and a value occurs.
fn doings(terms: &mut Terms, var: VarId) -> Vec<TermId> {
    let now = terms.now(var);
    let values: Vec<Value> = match terms.var(var).sort {
        Sort::Bool => {
            let not = terms.not(now);
            return [now, not].map(|t| terms.apply(Op::G, &[t])).into();
        }
        Sort::Enum(id) => {
            let count = terms.enumeration(id).values.len().min(MOST_VALUES) as u32;
            (0..count).map(|index| Value::Enum(id, index)).collect()
        }
        Sort::Range { lo, hi } => [lo, hi].map(|n| Value::Int(n.into())).into(),
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    for value in values {
        let value = terms.mk_const(value);
        let equal = terms.eq(now, value);
        found.push(terms.apply(Op::F, &[equal]));
    }
    found
}

/// Runs whose conditions among the inputs of the whole never change; only these inputs matter.
pub(crate) fn constant_inputs(refinement: &Refinement, run: &Trace) -> Vec<Trace> {
    let Some(first) = run.steps.first() else { return Vec::new() };
    let inputs = refinement.ports.iter().filter(|p| p.owner.is_none() && p.direction == Direction::Input);
    let inputs: Vec<VarId> =
        inputs.map(|p| p.var).filter(|v| refinement.system.terms.var(*v).sort == Sort::Bool).collect();
    if inputs.is_empty() {
        return Vec::new();
    }
    let constant = |value: bool| {
        let mut step = first.clone();
        inputs.iter().for_each(|v| step.set(*v, Value::Bool(value)));
        Trace::lasso(vec![step], 0)
    };
    vec![constant(false), constant(true)]
}
