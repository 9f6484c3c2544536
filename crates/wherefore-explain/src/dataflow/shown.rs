//! Which failing run to show: a shortest one, with the simplest inputs.
//!
//! Engines answer with the run that they happened to find. Here the same question is asked again for every length from the
//! shortest on, and of the runs of that length the one with the simplest values is taken, tick by tick: nothing pressed,
//! nothing counted, unless the failure needs it. So the run does not depend on the engine as long as data is finite.

use crate::lexmin::{LexMin, landmarks};
use wherefore_check::{Cone, NoAnswer, Options, Unroller};
use wherefore_ir::{Role, System, TermId, VarId};
use wherefore_solve::{Stop, bit_count};
use wherefore_trace::{Trace, replay, replay_invariant};

/// More bits than this are not settled one by one.
const MOST_BITS: u32 = 4_000;

/// More unbounded numbers than this are not settled one by one: each takes several questions to another process.
const MOST_NUMBERS: usize = 60;

/// The run to show instead of one that violates `good` at its last tick, a shortest one; `system` is what both are about. Where the
/// system only knows bounds of functions, it is the run itself, which has their true values.
pub fn shown(system: &System, good: TermId, found: &Trace, options: &Options, stop: &Stop) -> Result<Trace, NoAnswer> {
    if !system.annexes.estimates.is_empty() {
        return Ok(found.clone());
    }
    let model = Cone::whole(system);
    let mut terms = model.system.terms.clone();
    let mut unroller = Unroller::new(&model, options.solvers().bounded(model.is_finite())()?)?;
    unroller.assert_init()?;
    let longest = found.len() as u32 - 1;
    for last in 0..=longest {
        unroller.reach(last)?;
        let bad = !unroller.literal(good, last)?;
        let mut lex = LexMin::new(&mut unroller, &mut terms, vec![bad], stop);
        if !lex.is_possible()? {
            continue;
        }
        let choices = choices(&model, last);
        if !choices.is_empty() {
            lex.minimise(&choices, &landmarks(&model.system.terms))?;
            lex.is_possible()?;
        }
        let run = unroller.trace(last)?;
        let replayed = replay(system, &run).and_then(|()| replay_invariant(system, &run, good));
        return replayed.map(|()| run).map_err(|e| NoAnswer::Refuted(e.to_string()));
    }
    Err(NoAnswer::Refuted("a failing run was not found again".to_owned()))
}

/// Choices of a run, tick by tick; nothing if that is too much to settle.
pub fn choices(model: &Cone, last: u32) -> Vec<(VarId, u32)> {
    let inputs = (0..=last).flat_map(|t| model.input_vars().map(move |v| (v, t)));
    let free = |v: &VarId| model.system.role(*v) == Role::Frozen || !model.system.next.contains_key(v);
    let start: Vec<(VarId, u32)> = model.state_vars().map(|v| (v, 0)).collect();
    let later = (1..=last).flat_map(|t| model.state_vars().filter(free).map(move |v| (v, t)));
    let all: Vec<(VarId, u32)> = inputs.chain(start).chain(later).collect();
    let terms = &model.system.terms;
    let bits: u32 = all.iter().filter_map(|(v, _)| bit_count(terms, *v)).sum();
    let numbers = all.iter().filter(|(v, _)| bit_count(terms, *v).is_none()).count();
    if bits > MOST_BITS || numbers > MOST_NUMBERS { Vec::new() } else { all }
}
