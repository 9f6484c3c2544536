//! Random charts.

use super::{Arrow, Chart, EVENTS, MOST, Sort, State, Target};
use crate::smv::make::Dice;
use crate::term::{Term, Two};

/// A random chart.
pub fn chart(dice: &mut Dice) -> Chart {
    let mut chart = Chart { states: Vec::new(), arrows: Vec::new(), limit: dice.between(1, MOST), watched: Vec::new() };
    let root = add(&mut chart, "scxml", Sort::Compound, None);
    add(&mut chart, "a", Sort::Atomic, Some(root));
    match dice.below(4) {
        0 => add(&mut chart, "b", Sort::Atomic, Some(root)),
        1 | 2 => compound(&mut chart, dice, "b", root),
        _ => parallel(&mut chart, dice, "b", root),
    };
    match dice.below(4) {
        0 => add(&mut chart, "c", Sort::Atomic, Some(root)),
        1 => compound(&mut chart, dice, "c", root),
        _ => 0,
    };
    let (i, x) = (chart.vars().len() - 2, chart.vars().len() - 1);
    for state in 1..chart.states.len() {
        // Before the first event no input is chosen.
        let entry = dice.percent(30).then(|| value(dice, i, x));
        chart.states[state].entry = entry.filter(|t| state > 1 || *t != Term::Now(i));
    }
    arrows(&mut chart, dice, i, x);
    // Every region matters to the property, so that every region has a part in the keys.
    chart.watched = chart.regions().into_iter().map(|r| dice.of(&chart.children(r))).collect();
    chart
}

fn add(chart: &mut Chart, name: &str, sort: Sort, parent: Option<usize>) -> usize {
    chart.states.push(State { name: name.to_owned(), sort, parent, entry: None, history: false });
    chart.states.len() - 1
}

fn compound(chart: &mut Chart, dice: &mut Dice, name: &str, parent: usize) -> usize {
    let state = add(chart, name, Sort::Compound, Some(parent));
    for child in 0..2 + dice.below(2) {
        add(chart, &format!("{name}{child}"), Sort::Atomic, Some(state));
    }
    chart.states[state].history = dice.percent(40);
    state
}

fn parallel(chart: &mut Chart, dice: &mut Dice, name: &str, parent: usize) -> usize {
    let state = add(chart, name, Sort::Parallel, Some(parent));
    for part in ["l", "r"] {
        compound(chart, dice, &format!("{name}{part}"), state);
    }
    state
}

fn value(dice: &mut Dice, i: usize, x: usize) -> Term {
    match dice.below(3) {
        0 => Term::number(dice.between(0, MOST)),
        1 => Term::Now(i),
        _ => Term::two(Two::Mod, Term::two(Two::Plus, Term::Now(x), Term::number(1)), Term::number(MOST + 1)),
    }
}

fn guard(dice: &mut Dice, i: usize, x: usize) -> Option<Term> {
    let var = Term::Now(if dice.percent(60) { i } else { x });
    match dice.below(4) {
        0 | 1 => None,
        2 => Some(Term::two(Two::Eq, var, Term::number(dice.between(0, MOST)))),
        _ => Some(Term::two(dice.of(&[Two::Le, Two::Ge]), var, Term::number(1))),
    }
}

fn arrows(chart: &mut Chart, dice: &mut Dice, i: usize, x: usize) {
    let count = 5 + dice.below(4);
    let mut made = Vec::new();
    for number in 0..count {
        // The first state is left for sure.
        let source = if number < 2 { 1 } else { 1 + dice.below(chart.states.len() - 1) };
        let rememberers: Vec<usize> = (0..chart.states.len()).filter(|s| chart.states[*s].history).collect();
        let target = match rememberers.as_slice() {
            [] => Target::State(1 + dice.below(chart.states.len() - 1)),
            list if dice.percent(20) => Target::History(dice.of(list)),
            _ => Target::State(1 + dice.below(chart.states.len() - 1)),
        };
        let event = dice.below(EVENTS.len());
        let (guard, action) = (guard(dice, i, x), dice.percent(60).then(|| value(dice, i, x)));
        made.push(Arrow { name: String::new(), source, event, guard, target, action });
    }
    made.sort_by_key(|a| a.source);
    for (number, arrow) in made.iter_mut().enumerate() {
        arrow.name = format!("t{}", number + 1);
    }
    chart.arrows = made;
}
