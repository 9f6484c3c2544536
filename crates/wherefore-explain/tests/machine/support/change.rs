//! Changes to a machine after which its classes are known from those before.

use super::machine::{Choice, Entry, Expr, Plan, State, Transition};
use super::random::Random;

/// A machine with states and transitions in another order, and other names.
pub fn shuffled(plan: &Plan, random: &mut Random) -> Plan {
    let states = order(random, &(0..plan.states.len()).map(|s| plan.states[s].region).collect::<Vec<_>>());
    let transitions = order(random, &(0..plan.transitions.len()).map(|t| plan.region_of(t)).collect::<Vec<_>>());
    let place = |s: usize| states.iter().position(|old| *old == s).expect("every state has a place");
    let mut changed = renumbered(plan, place);
    changed.states = states.iter().map(|old| plan.states[*old].clone()).collect();
    changed.transitions = transitions.iter().map(|old| changed.transitions[*old].clone()).collect();
    changed.states.iter_mut().for_each(|s| s.name = format!("new{}", s.name));
    changed.transitions.iter_mut().for_each(|t| t.name = format!("new{}", t.name));
    changed
}

/// A random order that keeps things of one group together, groups in their old order.
fn order(random: &mut Random, groups: &[usize]) -> Vec<usize> {
    let mut order = random.order(groups.len());
    order.sort_by_key(|item| groups[*item]);
    order
}

/// The machine with a transition in two halves, `a` where the condition holds and `b` where it does not.
pub fn split(plan: &Plan, transition: usize, condition: &Expr) -> Plan {
    let mut changed = plan.clone();
    // Halves have equal ends, which only a label distinguishes.
    if changed.choice == Choice::Target {
        changed.choice = Choice::Label;
    }
    let whole = &plan.transitions[transition];
    let half = |letter: char, condition: Expr| Transition {
        name: format!("{}{letter}", whole.name),
        guard: Expr::And(vec![whole.guard.clone(), condition]),
        ..whole.clone()
    };
    let halves = [half('a', condition.clone()), half('b', condition.negated())];
    changed.transitions.splice(transition..=transition, halves);
    changed
}

/// The machine with one more state in a region, a way out of it and none into it, and a transition that is never enabled.
pub fn padded(plan: &Plan, region: usize, random: &mut Random) -> Plan {
    let own = plan.states_of(region);
    let fresh = own[own.len() - 1] + 1;
    let mut changed = renumbered(plan, |s| if s < fresh { s } else { s + 1 });
    changed.states.insert(fresh, State { name: "nowhere".to_owned(), region });
    let (inside, target) = (random.pick(&own), random.pick(&own));
    let quiet = Transition {
        name: "never".to_owned(),
        source: inside,
        target: fresh,
        rank: 0,
        guard: Expr::No,
        actions: Vec::new(),
    };
    let way_out = Transition { name: "out".to_owned(), source: fresh, target, guard: Expr::Yes, ..quiet.clone() };
    let before = (0..plan.transitions.len()).filter(|t| plan.region_of(*t) < region).count();
    let last = before + plan.transitions_of(region).len();
    changed.transitions.insert(last, way_out);
    changed.transitions.insert(before, quiet);
    changed
}

/// Every mention of a state replaced; the lists of states and transitions keep their order.
fn renumbered(plan: &Plan, place: impl Fn(usize) -> usize) -> Plan {
    let mut changed = plan.clone();
    for region in &mut changed.regions {
        region.parent = region.parent.map(&place);
        region.starts = region.starts.iter().map(|s| place(*s)).collect();
        region.entry = match &region.entry {
            Entry::Kept => Entry::Kept,
            Entry::At(state) => Entry::At(place(*state)),
            Entry::If(when, yes, no) => Entry::If(moved(when, &place), place(*yes), place(*no)),
        };
    }
    for transition in &mut changed.transitions {
        (transition.source, transition.target) = (place(transition.source), place(transition.target));
        transition.guard = moved(&transition.guard, &place);
    }
    for expr in changed.init.iter_mut().chain(&mut changed.invar).chain([&mut changed.good]) {
        *expr = moved(expr, &place);
    }
    changed
}

fn moved(expr: &Expr, place: &impl Fn(usize) -> usize) -> Expr {
    match expr {
        Expr::At(state) => Expr::At(place(*state)),
        Expr::Not(a) => Expr::Not(Box::new(moved(a, place))),
        Expr::And(list) => Expr::And(list.iter().map(|e| moved(e, place)).collect()),
        Expr::Or(list) => Expr::Or(list.iter().map(|e| moved(e, place)).collect()),
        other => other.clone(),
    }
}
