//! Does a control graph keep its promises? One question about one step, put to a solver.
//!
//! Everything said about classes rests on it: that a region changes its state only by a transition, or because a region
//! around it does; that a transition leads from its source to its target; that a region takes one at a time. A graph that
//! was read off the form of a model may be wrong about that, for example where an outer region has a branch of higher
//! priority than the one an inner region resets itself with. Such a graph would lose classes silently.

use wherefore_check::{Cone, NoAnswer, Options, Unroller};
use wherefore_ir::control::{ControlGraph, RegionId, StateId, TransitionId};
use wherefore_ir::{System, TermId, Terms, walk};
use wherefore_solve::Stop;

/// A promise of a control graph that some step does not keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// A step takes the transition, and does not lead from its source to its target.
    Astray(TransitionId),
    /// A step takes both, which are transitions of one region.
    Together(TransitionId, TransitionId),
    /// A step leaves the state without a transition of its region.
    Unseen(StateId),
}

/// The first promise that some step, reachable or not, does not keep; none if every step is as the graph says.
pub fn breach(
    system: &System,
    graph: &ControlGraph,
    options: &Options,
    stop: &Stop,
) -> Result<Option<Breach>, NoAnswer> {
    let mut system = system.clone();
    let promises: Vec<(Breach, TermId)> =
        graph.region_ids().flat_map(|region| broken(&mut system.terms, graph, region)).collect();
    let any = system.terms.or(promises.iter().map(|(_, violation)| *violation));
    let model = Cone::whole(&system);
    let make = options.solvers().bounded(model.is_finite());
    let mut unroller = Unroller::new(&model, make()?)?;
    unroller.reach(1)?;
    let mut happens = |violation: TermId| {
        let violation = unroller.literal(violation, 0)?;
        unroller.is_sat(&[violation], None, stop)
    };
    if !happens(any)? {
        return Ok(None);
    }
    for (breach, violation) in promises {
        if happens(violation)? {
            return Ok(Some(breach));
        }
    }
    Err(NoAnswer::Refuted("a control graph breaks a promise, and none of them".to_owned()))
}

/// Formulas that a step must not satisfy for a region while it is active and nothing around it moves.
fn broken(terms: &mut Terms, graph: &ControlGraph, region: RegionId) -> Vec<(Breach, TermId)> {
    let resets: Vec<TermId> = graph.resets(region).iter().map(|t| graph.transition(*t).taken).collect();
    let reset = terms.or(resets);
    let undisturbed = terms.not(reset);
    let around: Vec<TermId> = graph.around(region).into_iter().chain([undisturbed]).collect();
    let mut promises = Vec::new();
    let all: Vec<TransitionId> = graph.transitions_of(region).collect();
    for (place, id) in all.iter().enumerate() {
        let transition = graph.transition(*id);
        let from = graph.state(transition.source).active;
        let there = after(terms, graph.state(transition.target).active);
        let right = terms.and([from, there]);
        let wrong = terms.not(right);
        promises.push((Breach::Astray(*id), vec![transition.taken, wrong]));
        let earlier = all[..place].iter().map(|e| (Breach::Together(*e, *id), graph.transition(*e).taken));
        promises.extend(earlier.map(|(breach, taken)| (breach, vec![taken, transition.taken])));
    }
    let taken = terms.or(all.iter().map(|t| graph.transition(*t).taken));
    let none = terms.not(taken);
    for state in graph.states_of(region) {
        let active = graph.state(state).active;
        let there = after(terms, active);
        let gone = terms.not(there);
        promises.push((Breach::Unseen(state), vec![none, active, gone]));
    }
    let within = |(breach, what): (Breach, Vec<TermId>)| (breach, terms.and(around.iter().copied().chain(what)));
    promises.into_iter().map(within).collect()
}

/// A formula about the present, said of the next tick.
fn after(terms: &mut Terms, now: TermId) -> TermId {
    walk::shift(terms, now, |_| true).unwrap_or(now)
}
