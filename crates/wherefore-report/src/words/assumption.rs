//! An assumption about inputs in words.

use crate::document::FixAssumption;
use crate::text::fit::list;
use wherefore_mutate::assumption::{Assumption, InputEvent};

/// Inputs that a line names.
const MOST_NAMES: usize = 8;

/// "at least 4 ticks from one action to the next, actions are W and LK".
pub fn assumption(assumption: &Assumption) -> String {
    match assumption {
        Assumption::Apart { events, ticks } => match events.as_slice() {
            [event] if event.is_change => {
                format!("at least {ticks} ticks from one change of {} to the next", event.input)
            }
            [event] => format!("at least {ticks} ticks from one {} to the next", event.input),
            events => format!("at least {ticks} ticks from one action to the next, actions are {}", actions(events)),
        },
        Assumption::Exclusive(inputs) => format!("never two at once of {}", names(inputs)),
        Assumption::With(one, other) => format!("{one} only together with {other}"),
        Assumption::After(one, other) => format!("{one} not before {other}"),
        Assumption::First(input, true) => format!("{input} at the first tick"),
        Assumption::First(input, false) => format!("not {input} at the first tick"),
        Assumption::Within { input, least, most } => match (least, most) {
            (Some(least), Some(most)) => format!("{input} from {least} to {most}"),
            (Some(least), None) => format!("{input} at least {least}"),
            (None, Some(most)) => format!("{input} at most {most}"),
            (None, None) => format!("any {input}"),
        },
    }
}

/// What is proved of an assumption: "proved enough; at least 3 ticks .. is not".
pub fn proved(assumes: &FixAssumption) -> String {
    let weaker = assumes.weaker.as_ref().map(|weaker| match assumes.ticks {
        Some(ticks) => format!("; {} are not", ticks - 1),
        None => format!("; {weaker} is not"),
    });
    format!("proved enough{}", weaker.unwrap_or_default())
}

/// "W, LK, a change of L".
fn actions(events: &[InputEvent]) -> String {
    let action = |event: &InputEvent| {
        if event.is_change { format!("a change of {}", event.input) } else { event.input.clone() }
    };
    names(&events.iter().map(action).collect::<Vec<_>>())
}

fn names(all: &[String]) -> String {
    list(&all.iter().map(String::as_str).collect::<Vec<_>>(), MOST_NAMES)
}
