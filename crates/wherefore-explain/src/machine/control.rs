//! The machines of a system, once a solver has found that they are as its graph says.
//!
//! A graph that breaks a promise is of no use; the note says which promise, and where.

use super::discover::{Discovery, HintError, HintProblem, Hints, discover};
use super::lawful::{Breach, breach};
use super::why::Settings;
use wherefore_check::Cause;
use wherefore_diag::Span;
use wherefore_ir::System;
use wherefore_ir::control::{ControlGraph, StateId, TransitionId};
use wherefore_solve::Stop;

/// The machines of a system, and the system with their terms: those that its source brings, otherwise those that are found.
/// Of these, regions whose nesting does not keep the promises of a graph are taken as parallel. A graph that does not keep
/// them is of no use.
pub(super) fn control(
    system: &System,
    settings: &Settings,
    line_of: &dyn Fn(Span) -> Option<usize>,
    stop: &Stop,
) -> Result<(System, Discovery), HintError> {
    if let Some(graph) = &system.control {
        refuse_hints(&settings.hints)?;
        let found = match breach(system, graph, &settings.options, stop) {
            Ok(None) => Discovery { graph: graph.clone(), notes: Vec::new() },
            other => unconfirmed(told_breach(system, graph, other, line_of)),
        };
        return Ok((system.clone(), found));
    }
    let mut why = String::new();
    for hints in [settings.hints.clone(), Hints { flat: true, ..settings.hints.clone() }] {
        let mut system = system.clone();
        let mut found = discover(&mut system, &hints, line_of)?;
        let broken = breach(&system, &found.graph, &settings.options, stop);
        if broken == Ok(None) {
            if hints.flat && !settings.hints.flat {
                found
                    .notes
                    .push("regions that look nested do not move together: they are taken as parallel".to_owned());
            }
            return Ok((system, found));
        }
        why = told_breach(&system, &found.graph, broken, line_of);
    }
    Ok((system.clone(), unconfirmed(why)))
}

/// Hints are for systems that were not written as machines.
fn refuse_hints(hints: &Hints) -> Result<(), HintError> {
    match hints.control.iter().chain(&hints.label).next() {
        Some(name) => Err(HintError { name: name.clone(), problem: HintProblem::Given }),
        None => Ok(()),
    }
}

/// Why control is not confirmed: the promise that a step breaks, with its place, or why nobody could say.
fn told_breach(
    system: &System,
    graph: &ControlGraph,
    found: Result<Option<Breach>, Cause>,
    line_of: &dyn Fn(Span) -> Option<usize>,
) -> String {
    let place = |element| system.span(element).and_then(line_of).map_or(String::new(), |l| format!(" (line {l})"));
    let transition = |t: TransitionId| {
        let transition = graph.transition(t);
        format!("`{}`{}", transition.name, place(transition.element))
    };
    let state = |s: StateId| format!("`{}` of `{}`", graph.state(s).name, graph.region(graph.state(s).region).name);
    match found {
        Ok(Some(Breach::Astray(t))) => {
            let (from, to) = (graph.transition(t).source, graph.transition(t).target);
            format!("a step can take {} without leading from {} to {}", transition(t), state(from), state(to))
        }
        Ok(Some(Breach::Together(a, b))) => {
            let region = &graph.region(graph.transition(a).region).name;
            format!("a step can take {} and {} of `{region}` at once", transition(a), transition(b))
        }
        Ok(Some(Breach::Unseen(s))) => {
            let element = graph.state(s).element.or(graph.region(graph.state(s).region).element);
            format!("a step can leave {}{} without a transition", state(s), place(element))
        }
        Ok(None) => String::new(),
        Err(cause) => cause.to_string(),
    }
}

fn unconfirmed(why: String) -> Discovery {
    let note = format!("the control structure could not be confirmed, all failing runs are one class: {why}");
    Discovery { graph: ControlGraph::default(), notes: vec![note] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::key::Level;
    use wherefore_check::Options;

    /// What is noted about a machine over one free truth value: A while it is true, B while it is false.
    fn noted(transitions: &str) -> Vec<String> {
        let text = format!(
            "system \"m\"\nvar x : bool state\ncontrol\nregion 0 \"r\" writes\nlocation 0 0 \"A\" active x\n\
             location 1 0 \"B\" active (not x)\n{transitions}"
        );
        let system = wherefore_ir::text::parse(&text).unwrap();
        let (hints, options) = (Hints::default(), Options::default());
        let settings = Settings { level: Level::Spine, max_classes: 1, hints, options };
        let (_, found) = control(&system, &settings, &|_| None, &Stop::new()).unwrap();
        assert_eq!(found.notes.is_empty(), !found.graph.regions.is_empty());
        found.notes
    }

    fn transition(number: usize, name: &str, ends: [usize; 2], taken: &str) -> String {
        let [from, to] = ends;
        format!("transition {number} 0 \"{name}\" named rule \"{name}\" from {from} to {to} enabled x taken {taken}\n")
    }

    #[test]
    fn a_broken_promise_is_named() {
        let down = transition(0, "down", [0, 1], "(and x (not (next x)))");
        let up = transition(1, "up", [1, 0], "(and (not x) (next x))");
        assert_eq!(noted(&(down.clone() + &up)), Vec::<String>::new());
        let said = |transitions: &str| noted(transitions)[0].rsplit_once(": ").unwrap().1.to_owned();
        assert_eq!(said(&down), "a step can leave `B` of `r` without a transition");
        let astray = transition(1, "up", [1, 0], "(not x)");
        let words = "a step can take `up` without leading from `B` of `r` to `A` of `r`";
        assert_eq!(said(&(down.clone() + &astray)), words);
        let twin = transition(2, "twin", [0, 1], "(and x (not (next x)))");
        assert_eq!(said(&(down + &up + &twin)), "a step can take `down` and `twin` of `r` at once");
    }
}
