//! Points of no return and choice points, by reachability.

use super::{Sealed, Subject, Told, Untold};
use crate::Junction;
use wherefore_ir::{System, TermId};
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// What can be done in a step, as a lens sees it: the transitions of a machine, say.
pub struct Move {
    /// In the model's own words.
    pub action: String,
    /// Where it leads, in the model's own words; empty if there are no words for it.
    pub leads: String,
    /// That a step does it: a formula over a tick and the next.
    pub taken: TermId,
}

/// What a lens knows about the steps of its runs.
pub trait Steps {
    /// What can be done in the step from this tick of a run to the next; empty if the lens has no words but the inputs.
    fn options(&self, system: &mut System, run: &Trace, tick: usize) -> Vec<Move>;
}

/// Where the fate of a run was sealed, and the choices on the way there.
#[derive(Clone, Debug)]
pub struct Fates {
    /// From when on the failure cannot be avoided.
    pub no_return: Told<Sealed>,
    /// The choices that decide.
    pub junctions: Told<Vec<Junction>>,
}

/// The fates of these failing runs.
pub fn fates(_: &Subject<'_>, runs: &[&Trace], _: &dyn Steps, _: &Stop) -> Vec<Fates> {
    let untold = || Fates { no_return: Err(Untold::unfinished()), junctions: Err(Untold::unfinished()) };
    runs.iter().map(|_| untold()).collect()
}
