//! Does a control graph keep its promises? One question about one step, put to a solver.
//!
//! Everything said about classes rests on it: that a region changes its state only by a transition, or because a region
//! around it does; that a transition leads from its source to its target; that a region takes one at a time. A graph that
//! was read off the form of a model may be wrong about that, for example where an outer region has a branch of higher
//! priority than the one an inner region resets itself with. Such a graph would lose classes without a word.

use super::enumerate::Question;
use wherefore_check::{Cause, Model, Unroller, solvers};
use wherefore_ir::control::{ControlGraph, RegionId};
use wherefore_ir::{System, TermId, walk};
use wherefore_solve::Stop;

/// Whether every step, reachable or not, is as the graph says.
pub fn is_lawful(question: &Question<'_>, stop: &Stop) -> Result<bool, Cause> {
    let mut system = question.system.clone();
    let offences: Vec<TermId> =
        question.graph.region_ids().flat_map(|r| offences(&mut system, question.graph, r)).collect();
    let offence = system.terms.or(offences);
    let model = Model::whole(&system);
    let make = solvers::bounded(model.is_finite(), question.options.memory);
    let mut unroller = Unroller::new(&model, make()?)?;
    unroller.reach(1)?;
    let offence = unroller.literal(offence, 0)?;
    Ok(!unroller.is_sat(&[offence], None, stop)?)
}

/// What a step must not do to a region while it is active and nothing around it moves.
fn offences(system: &mut System, graph: &ControlGraph, region: RegionId) -> Vec<TermId> {
    let terms = &mut system.terms;
    let resets: Vec<TermId> = graph.resets(region).iter().map(|t| graph.transition(*t).taken).collect();
    let reset = terms.or(resets);
    let undisturbed = terms.not(reset);
    let around: Vec<TermId> = graph.around(region).into_iter().chain([undisturbed]).collect();
    let (mut offences, mut earlier) = (Vec::new(), Vec::new());
    for transition in graph.transitions_of(region).map(|t| graph.transition(t)) {
        let (from, to) = (graph.state(transition.source).active, graph.state(transition.target).active);
        let there = walk::shift(terms, to, |_| true).unwrap_or(to);
        let right = terms.and([from, there]);
        let wrong = terms.not(right);
        let before = terms.or(earlier.clone());
        let astray = terms.or([wrong, before]);
        offences.push(terms.and(around.iter().copied().chain([transition.taken, astray])));
        earlier.push(transition.taken);
    }
    let taken = terms.or(earlier);
    let none = terms.not(taken);
    for state in graph.states_of(region).map(|s| graph.state(s).active) {
        let there = walk::shift(terms, state, |_| true).unwrap_or(state);
        let gone = terms.not(there);
        offences.push(terms.and(around.iter().copied().chain([none, state, gone])));
    }
    offences
}
