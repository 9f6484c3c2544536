//! What if: a run with some of its choices changed, and what becomes of the property.
//!
//! A recorded run is played again, step by step, with other values where they are asked for. What a function of the system
//! decides is computed. What nothing decides keeps its recorded value where the restrictions still allow that; where they do
//! not, other values are tried, few changes first, in a fixed order and with bounded work. If no step is found the new run
//! ends, and the restriction that the recorded values break is named.
//!
//! ```text
//! recorded   t 20 30   s OFF IDLE      what if t = 25 at the first step?      s OFF ON
//! ```
//!
//! Steps are not taken back: that a run ends says that this run has no next step, not that no other choice in the steps
//! before would have one. Whatever is handed out has gone through [`replay`].

mod judge;
mod rules;
mod search;

pub use judge::Judgement;

use crate::{ReplayError, Trace, replay};
use rules::Rules;
use search::Search;
use wherefore_ir::{Property, Role, System, Value, VarId};

/// How many instructions of the evaluator one question may cost: below a second in a browser.
const MOST_WORK: usize = 5_000_000;

/// A value that a variable is to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The variable.
    pub var: VarId,
    /// The step, from 0.
    pub step: usize,
    /// Its value there.
    pub value: Value,
}

/// A run that was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatIf {
    /// The new run: a run of the system by [`replay`], with the changes that lie within it. It has no step if the changes leave
    /// no first state.
    pub trace: Trace,
    /// Why it is shorter than the recorded one, if it is.
    pub end: Option<DeadEnd>,
    /// What it shows about the property.
    pub judgement: Judgement,
}

/// Why a changed run does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnd {
    /// The step that there is not.
    pub step: usize,
    /// What the recorded values break there.
    pub reason: ReplayError,
    /// Whether it is known that no other values would do, after the steps before. Otherwise the search was given up, or there
    /// are too many values to try.
    pub exhausted: bool,
}

/// When the value of a variable is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Free {
    /// At the first step; later values follow from it.
    First,
    /// At every step.
    Every,
}

/// The variables whose values no equation and no update decides, in order of declaration. Restrictions may still leave them only
/// some values.
pub fn free_choices(system: &System) -> Vec<(VarId, Free)> {
    let defined = rules::defined(system);
    let free = |(var, role): (VarId, Role)| {
        let follows = system.next.contains_key(&var) || defined.next.contains(&var) || role == Role::Frozen;
        let when = match role {
            Role::Input => Free::Every,
            _ if defined.always.contains(&var) => return None,
            _ if !follows => Free::Every,
            _ if defined.first.contains(&var) => return None,
            _ => Free::First,
        };
        Some((var, when))
    };
    system.vars().filter_map(free).collect()
}

/// Plays a run with changes. The error is about the question: a run without steps, or something that cannot be evaluated.
pub fn what_if(
    system: &System,
    recorded: &Trace,
    changes: &[Change],
    property: &Property,
) -> Result<WhatIf, ReplayError> {
    let rules = Rules::new(system)?;
    let mut search = Search::new(system, &rules, recorded, changes, MOST_WORK);
    let mut trace = Trace::default();
    let mut end = None;
    for index in 0..recorded.len() {
        match search.step(&trace, index) {
            Ok(step) => trace.steps.push(step),
            Err(stop) => {
                end = Some(stop);
                break;
            }
        }
    }
    if trace.is_empty() {
        return Ok(WhatIf { trace, end, judgement: Judgement::Open });
    }
    trace.loop_start = recorded.loop_start.filter(|start| end.is_none() && closes(system, &trace, *start));
    replay(system, &trace)?;
    let judgement = judge::judge(system, &trace, property)?;
    Ok(WhatIf { trace, end, judgement })
}

/// Whether the last step leads back to a step.
fn closes(system: &System, trace: &Trace, start: usize) -> bool {
    replay(system, &Trace::lasso(trace.steps.clone(), start)).is_ok()
}
