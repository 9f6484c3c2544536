//! The lens for two models: are they the same to every observer who only chooses inputs and sees outputs?
//!
//! Inputs may be unbounded; what a machine remembers between two inputs, and its outputs, must be finite. From one such state
//! the inputs fall into finitely many cells, in each of which all inputs do the same (`branch`). Pairs of states that the
//! same history of inputs and outputs leads to are searched breadth first, each with the cells of both machines together
//! (`product`): the first pair that answers differently is a shortest difference; if no pair does, the pairs are an inductive
//! invariant, which another solver checks again (`recheck`), after both models have walked it themselves (`tour`). The cells of all
//! states of one machine together make it a finite transducer (`transducer`), from which complete test suites are made
//! (`plan`, `wherefore-fsm`). Machines with many states, or whose states or outputs are without bound, are compared memory by memory (`correspondence`). Floats are reached by way of reals (`floats`, `rounding`).

use super::branch::{ExecutionError, Executor};
use super::joint::{self, Joint};
use super::run::DifferenceExplainer;
use super::{
    CompareError, Comparison, Confirmation, Interface, Invariant, Method, Numbers, Options, Outcome, Port, Profile,
    Side, TestPlan,
};
use super::{
    correspondence, difference, float_plan, floats, interface, plan as suites, product, recheck, scene, suspects, tour,
    transducer,
};
use std::collections::BTreeSet;
use wherefore_check::NoAnswer;
use wherefore_ir::{Sort, System};
use wherefore_solve::Stop;
use wherefore_trace::show_sort;

/// Note on a comparison of machines of which only the reference restricts its inputs.
pub(super) const NARROWED: &str = "only inputs that the reference takes at all are compared";

/// The most pairs of states that are searched for the profiles of machines that are known to be the same.
const FEW_PAIRS: usize = 512;

/// Compares two models.
pub fn compare(
    reference: &System,
    implementation: &System,
    options: &Options,
    stop: &Stop,
) -> Result<Comparison, CompareError> {
    let systems = [reference, implementation];
    match options.float {
        None => compared(&systems, options, stop, None),
        Some(format) => floats::compared(&systems, format, options, stop),
    }
}

/// Compares two models as they are. What is said of each machine alone may be known.
pub(super) fn compared(
    systems: &[&System],
    options: &Options,
    stop: &Stop,
    known: Option<&Comparison>,
) -> Result<Comparison, CompareError> {
    let matched = interface::matched(systems, options)?;
    let joint = joint::joint(systems, &matched)?;
    let by_memory = correspondence::Pair::new(systems, &matched, &joint, options, stop);
    if let Some(pair) = by_memory.as_ref().ok().filter(|p| p.is_large())
        && let Some(proved) = pair.proved()?
    {
        // A few pairs of states are searched all the same: they show how many states each machine has.
        let few = Options { most_states: options.most_states.min(FEW_PAIRS), ..options.clone() };
        let found = pair.may_be_small().then(|| searched(systems, &matched, &joint, &few, stop, known));
        return match found.transpose() {
            Ok(Some(found)) if matches!(found.outcome, Outcome::Equivalent { .. }) => Ok(found),
            Ok(Some(Comparison { outcome: Outcome::Different { .. }, .. })) => {
                Err(super::oracle::internal("a difference between models that were proved the same"))
            }
            Err(refuted @ CompareError::NoAnswer(NoAnswer::Refuted(_))) => Err(refuted),
            Ok(_) | Err(_) => Ok(proved),
        };
    }
    match searched(systems, &matched, &joint, options, stop, known) {
        // What the search for pairs cannot look at may still be proved the same, or different.
        Err(CompareError::Unusable { side, what, element, help }) => match by_memory {
            Ok(pair) => pair.decided(),
            Err(why) => {
                let help = format!("{help} (one of the models {why})");
                Err(CompareError::Unusable { side, what, element, help })
            }
        },
        found => found,
    }
}

/// Compares two models by the pairs of states that the same inputs lead to.
fn searched(
    systems: &[&System],
    matched: &interface::Matched,
    joint: &Joint,
    options: &Options,
    stop: &Stop,
    known: Option<&Comparison>,
) -> Result<Comparison, CompareError> {
    until_settled(joint, options, stop, |executor, concrete| {
        let (threads, most_nodes) = (threads(options), options.most_states);
        let product = product::search(
            executor,
            &product::Limits { threads, most_nodes, concrete, programs: &options.programs, stop },
        )?;
        let teller = DifferenceExplainer { systems, matched, product: &product };
        let (differences, all) = difference::differences(executor, &teller, options.most_differences)?;
        let tour = match &product.stopped {
            Some(_) => tour::Tour::default(),
            None => tour::tour(executor, systems, matched, &product)?,
        };
        let outcome = match (differences.is_empty(), &product.stopped) {
            (false, stopped) => {
                let cut = (!all).then_some(NoAnswer::Classes(options.most_differences));
                Outcome::Different { complete: stopped.clone().or(cut).map_or(Ok(()), Err) }
            }
            (true, Some(cause)) => Outcome::Undetermined(cause.clone()),
            (true, None) => Outcome::Equivalent {
                invariant: Invariant::Pairs(product.nodes.len()),
                recheck: recheck::reviewed(&mut executor.joint, &tour.outside, options, stop)?,
            },
        };
        let suspects = match differences.is_empty() || product.stopped.is_some() {
            true => Vec::new(),
            false => suspects::suspects(systems[1], &product, &tour),
        };
        let (profiles, confirmations) = match known {
            Some(known) => ([known.reference.clone(), known.implementation.clone()], known.confirmations.clone()),
            None => profiles(executor, options)?,
        };
        let confirmations = if product.starts_differ { Vec::new() } else { confirmations };
        let mut notes = matched.notes.clone();
        if executor.joint.is_narrowed {
            notes.push(NARROWED.to_owned());
        }
        let [reference, implementation] = profiles;
        let mut found = Comparison {
            interface: ports(joint, matched, systems),
            numbers: numbers(joint),
            outcome,
            differences,
            reference,
            implementation,
            pairs: product.nodes.len(),
            questions: executor.oracle.questions + product.questions,
            suspects,
            confirmations,
            scene: None,
            notes,
        };
        if let [reference, implementation] = systems {
            scene::draw([reference, implementation], &mut found);
        }
        Ok(found)
    })
}

/// Profile of each machine alone, and results of the suites that were asked for.
fn profiles(executor: &mut Executor, options: &Options) -> Result<([Profile; 2], Vec<Confirmation>), ExecutionError> {
    let reference = transducer::explore(executor, 0, options.most_states)?;
    let implementation = transducer::explore(executor, 1, options.most_states)?;
    let confirmations = match (&reference, &implementation) {
        (Some(r), Some(i)) if !options.suites.is_empty() => suites::confirmations(executor, [r, i], &options.suites)?,
        _ => Vec::new(),
    };
    let mut profile = |machine: usize, explored: &Option<transducer::Explored>| match explored {
        Some(explored) => transducer::profile(executor, machine, explored).map(|(profile, _)| profile),
        None => Ok(Profile::default()),
    };
    Ok(([profile(0, &reference)?, profile(1, &implementation)?], confirmations))
}

/// Makes test suites of a model, for implementations with a number of states more than it has.
pub fn plan(
    system: &System,
    methods: &[Method],
    extra_states: usize,
    options: &Options,
    stop: &Stop,
) -> Result<TestPlan, CompareError> {
    let system = match options.float {
        None => system.clone(),
        Some(format) => {
            if let Some(found) = float_plan::planned(system, methods, extra_states, (options, format), stop)? {
                return Ok(found);
            }
            floats::read(system, Side::Reference, format)?
        }
    };
    let systems = [&system];
    let matched = interface::matched(&systems, options)?;
    let joint = joint::joint(&systems, &matched)?;
    until_settled(&joint, options, stop, |executor, _| {
        let planned = suites::plan(executor, methods, extra_states, options.most_states)?;
        Ok(TestPlan {
            interface: ports(&joint, &matched, &systems),
            numbers: numbers(&joint),
            profile: planned.profile,
            bound: planned.bound,
            hypothesis: planned.hypothesis,
            start: planned.start,
            suites: planned.suites,
            notes: matched.notes.clone(),
        })
    })
}

/// Does something with cells kept as terms where that is possible; a cell whose value turns out to matter is split by
/// its values, and everything begins anew.
fn until_settled<T>(
    joint: &Joint,
    options: &Options,
    stop: &Stop,
    mut work: impl FnMut(&mut Executor, &BTreeSet<(usize, usize)>) -> Result<T, ExecutionError>,
) -> Result<T, CompareError> {
    let mut concrete = BTreeSet::new();
    loop {
        let mut executor = Executor::new(joint, &concrete, &options.programs, stop)?;
        match work(&mut executor, &concrete) {
            Ok(result) => return Ok(result),
            Err(ExecutionError::Refused(refusal)) => return Err(refusal),
            Err(ExecutionError::Needed { machine, cell }) => {
                let is_finite = joint.machines[machine].cells[cell].sort.is_finite();
                if !is_finite || !concrete.insert((machine, cell)) {
                    return Err(executor.unbounded(machine, cell, "is still needed when the next inputs come"));
                }
            }
        }
    }
}

fn threads(options: &Options) -> usize {
    match options.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    }
}

pub(super) fn numbers(joint: &Joint) -> Numbers {
    let float = joint.terms.vars().find_map(|(_, v)| match v.sort {
        Sort::Float(format) => Some(format),
        _ => None,
    });
    match float {
        Some(format) => Numbers::Floats(format),
        None if joint.terms.has_reals() => Numbers::Reals,
        None => Numbers::Exact,
    }
}

pub(super) fn ports(joint: &Joint, matched: &interface::Matched, systems: &[&System]) -> Interface {
    let (terms, last) = (&joint.terms, systems.len() - 1);
    let input = |(row, var): (&Vec<wherefore_ir::VarId>, &wherefore_ir::VarId)| Port {
        reference: systems[0].terms.var(row[0]).name.clone(),
        implementation: systems[last].terms.var(row[last]).name.clone(),
        sort: show_sort(terms, terms.var(*var).sort),
    };
    let output = |(place, row): (usize, &Vec<interface::Seen>)| Port {
        reference: row[0].name.clone(),
        implementation: row[last].name.clone(),
        sort: show_sort(terms, terms.sort(joint.machines[0].outputs[place].term)),
    };
    Interface {
        inputs: matched.inputs.iter().zip(&joint.inputs).map(input).collect(),
        outputs: matched.outputs.iter().enumerate().map(output).collect(),
    }
}
