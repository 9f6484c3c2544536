//! The machines of a system, once a solver has found that they are as its graph says.
//!
//! A graph that breaks a promise is of no use; the note says which promise, and where.

use super::discover::{
    Discovery, HintError, HintProblem, Hints, branches, changes, discover, of_variables, restrict, with_conjuncts,
};
use super::scene;
use super::validate_control::{Breach, breach};
use crate::context::Context;
use crate::result::suspect::SuspectKind;
use crate::{Grouping, Inquiry, Undivided};
use std::borrow::Cow;
use std::collections::BTreeSet;
use wherefore_check::{Cone, NoAnswer};
use wherefore_diag::Span;
use wherefore_ir::control::{ControlGraph, StateId, TransitionId};
use wherefore_ir::{Property, PropertyKind, System, TermId, VarId, walk};

/// The machines of a system.
pub(super) struct Control {
    /// The system with the terms of the graph.
    pub(super) system: System,
    pub(super) graph: ControlGraph,
    /// The case distinctions of what properties read, for properties in which no machine has a part.
    pub(super) branches: ControlGraph,
    pub(super) notes: Vec<String>,
    /// Why there is no graph, if one was there and could not be confirmed.
    pub(super) unconfirmed: Option<Undivided>,
}

impl Control {
    fn confirmed(system: System, Discovery { graph, notes }: Discovery) -> Control {
        Control { system, graph, branches: ControlGraph::default(), notes, unconfirmed: None }
    }

    fn unconfirmed(system: System, why: &str) -> Control {
        let notes = vec![format!("the control structure could not be confirmed: {why}")];
        let (graph, branches) = (ControlGraph::default(), ControlGraph::default());
        Control { system, graph, branches, notes, unconfirmed: Some(Undivided::Unconfirmed) }
    }

    /// The machines restricted to what matters for a property; `system` has their terms, and maybe more.
    pub(super) fn scope<'s>(&self, system: Cow<'s, System>, cone: Cone) -> Scope<'s> {
        let graph = restrict(&self.graph, &cone.vars.into_iter().collect(), &system.terms);
        let no_machine = if system.annexes.control.is_some() { Undivided::NoMachine } else { Undivided::NoControl };
        let undivided = graph.regions.is_empty().then_some(self.unconfirmed.unwrap_or(no_machine));
        Scope { system, graph, undivided, grouping: Grouping::Path, none: ControlGraph::default() }
    }

    /// The machines restricted to what matters for an invariant; where there are none, its conjuncts and the case distinctions of what
    /// it reads; where there are none of these, what a step changes in it.
    pub(super) fn of_invariant(&self, property: &Property, good: TermId) -> Scope<'_> {
        let scope = self.scope(Cow::Borrowed(&self.system), Cone::of(&self.system, &[good]));
        if scope.undivided.is_none() {
            return scope;
        }
        let mut system = self.system.clone();
        let branches = of_variables(&self.branches, &walk::variables(&system.terms, [good]).into_iter().collect());
        let graph = with_conjuncts(&mut system, property, good, branches);
        if graph.regions.is_empty() {
            let graph = changes(&mut system, property, good);
            if graph.regions.is_empty() {
                return scope;
            }
            return Scope { system: Cow::Owned(system), graph, undivided: None, grouping: Grouping::Change, ..scope };
        }
        let has = |is_written: bool| graph.regions.iter().any(|region| region.writes.is_empty() != is_written);
        let grouping = match (has(false), has(true)) {
            (true, true) => Grouping::ConjunctAndBranch,
            (true, false) => Grouping::Conjunct,
            (false, _) => Grouping::Branch,
        };
        Scope { system: Cow::Owned(system), graph, undivided: None, grouping, ..scope }
    }
}

/// Machines in which a property has a part.
pub(super) struct Scope<'a> {
    pub(super) system: Cow<'a, System>,
    pub(super) graph: ControlGraph,
    /// Why the machines do not distinguish runs, if they do not.
    pub(super) undivided: Option<Undivided>,
    /// What distinguishes runs.
    pub(super) grouping: Grouping,
    /// A graph without anything.
    pub(super) none: ControlGraph,
}

impl Scope<'_> {
    /// The regions that an edit can change: those that write something.
    pub(super) fn edited(&self) -> Cow<'_, ControlGraph> {
        let written: BTreeSet<VarId> = self.graph.regions.iter().flat_map(|region| &region.writes).copied().collect();
        match self.graph.regions.iter().all(|region| !region.writes.is_empty()) || self.grouping == Grouping::Path {
            true => Cow::Borrowed(&self.graph),
            false => Cow::Owned(of_variables(&self.graph, &written)),
        }
    }

    /// What the transitions of its graph are in the source.
    pub(super) fn kind(&self) -> SuspectKind {
        if self.grouping == Grouping::Path { SuspectKind::Transition } else { SuspectKind::Branch }
    }

    /// Draws the machines; case distinctions have no picture.
    pub(super) fn draw(&self, inquiry: &mut Inquiry) {
        if self.grouping == Grouping::Path {
            scene::draw(&self.system, &self.graph, inquiry);
        }
    }
}

/// The machines of a system, and the case distinctions for properties in which none of them has a part.
pub(super) fn control(
    system: &System,
    asked: &Hints,
    line_of: &dyn Fn(Span) -> Option<usize>,
    context: &Context<'_>,
) -> Result<Control, HintError> {
    let mut found = machines(system, asked, line_of, context)?;
    if system.annexes.control.is_none() {
        found.branches = branches(&mut found.system, line_of);
    }
    Ok(found)
}

/// The machines of a system, and the system with their terms: those that its source brings, otherwise those that are found.
/// Of these, regions whose nesting does not keep the promises of a graph are taken as parallel. A graph that does not keep
/// them is of no use.
fn machines(
    system: &System,
    asked: &Hints,
    line_of: &dyn Fn(Span) -> Option<usize>,
    context: &Context<'_>,
) -> Result<Control, HintError> {
    if let Some(graph) = &system.annexes.control {
        refuse_hints(asked)?;
        let found = Discovery { graph: graph.clone(), notes: Vec::new() };
        return Ok(match breach(system, graph, context.options, context.stop) {
            Ok(None) => Control::confirmed(system.clone(), found),
            other => Control::unconfirmed(system.clone(), &told_breach(system, graph, other, line_of)),
        });
    }
    let mut why = String::new();
    for hints in [asked.clone(), Hints { flat: true, ..asked.clone() }] {
        let mut system = system.clone();
        let mut found = discover(&mut system, &hints, line_of)?;
        let broken = breach(&system, &found.graph, context.options, context.stop);
        if broken == Ok(None) {
            if hints.flat && !asked.flat {
                let note = "regions that look nested do not move together: they are taken as parallel";
                found.notes.push(note.to_owned());
            }
            return Ok(Control::confirmed(system, found));
        }
        why = told_breach(&system, &found.graph, broken, line_of);
    }
    Ok(Control::unconfirmed(system.clone(), &why))
}

/// Whether a machine that the source brings has a part in a property. Of properties about whole runs it is taken for granted.
pub fn has_part(system: &System, property: &Property) -> bool {
    let Some(graph) = &system.annexes.control else { return false };
    if property.kind != PropertyKind::Invariant {
        return true;
    }
    let cone = Cone::of(system, &[property.term]);
    !restrict(graph, &cone.vars.into_iter().collect(), &system.terms).regions.is_empty()
}

/// Hints are for systems that were not written as machines.
fn refuse_hints(hints: &Hints) -> Result<(), HintError> {
    match hints.control.iter().chain(&hints.label).next() {
        Some(name) => Err(HintError { name: name.clone(), problem: HintProblem::Given }),
        None => Ok(()),
    }
}

/// Why control is not confirmed: the promise that a step breaks, with its place, or why it was not decided.
fn told_breach(
    system: &System,
    graph: &ControlGraph,
    found: Result<Option<Breach>, NoAnswer>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use wherefore_check::{Observer, Options, Silent};
    use wherefore_solve::Stop;

    /// Notes about a machine over one free Boolean: A while it is true, B while it is false.
    fn noted(transitions: &str) -> Vec<String> {
        let text = format!(
            "system \"m\"\nvar x : bool state\ncontrol\nregion 0 \"r\" writes\nlocation 0 0 \"A\" active x\n\
             location 1 0 \"B\" active (not x)\n{transitions}"
        );
        let system = wherefore_ir::text::parse(&text).unwrap();
        let (stop, options, observer) = (Stop::new(), Options::default(), Arc::new(Silent) as Arc<dyn Observer>);
        let context = Context::new(&stop, &observer, &options);
        let found = control(&system, &Hints::default(), &|_| None, &context).unwrap();
        assert_eq!(found.notes.is_empty(), !found.graph.regions.is_empty());
        assert_eq!(found.unconfirmed.is_none(), found.notes.is_empty());
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
