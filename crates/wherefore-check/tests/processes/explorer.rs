//! The explorer: all states of a model, its steps with the process that made each, and formulas on them as they are defined.

use crate::formula::Formula;
use crate::model::{Model, State, VALUES};
use std::collections::BTreeMap;

/// A step between states, by their numbers, and which of the fairness conditions it meets.
struct Step {
    from: usize,
    to: usize,
    meets: Vec<bool>,
}

pub struct Graph {
    pub states: Vec<State>,
    first: Vec<usize>,
    steps: Vec<Step>,
    /// The number of fairness conditions.
    conditions: usize,
}

type Set = Vec<bool>;

/// All lists with one element of each of these lists.
fn product(lists: &[Vec<u8>]) -> Vec<State> {
    let extend = |done: Vec<State>, list: &Vec<u8>| -> Vec<State> {
        done.iter().flat_map(|s| list.iter().map(|v| s.iter().copied().chain([*v]).collect())).collect()
    };
    lists.iter().fold(vec![Vec::new()], extend)
}

/// The states that one step of a process can lead to.
fn successors(model: &Model, state: &State, process: usize) -> Vec<State> {
    let allowed = model.units[process].guard.as_ref().is_none_or(|g| g.at(state));
    if !allowed {
        return Vec::new();
    }
    let units = || model.units.iter().enumerate();
    let next_of = |variable: usize| {
        let mine = units().filter(|(u, _)| model.process(*u) == process).flat_map(|(_, unit)| &unit.next);
        let equation = mine.clone().find(|(target, _)| *target == variable).map(|(_, value)| value.choices(state));
        let elsewhere = units().any(|(_, unit)| unit.next.iter().any(|(target, _)| *target == variable));
        let stays = if elsewhere { vec![state[variable]] } else { (0..VALUES).collect() };
        equation.unwrap_or(stays)
    };
    product(&(0..state.len()).map(next_of).collect::<Vec<_>>())
}

impl Graph {
    pub fn explore(model: &Model) -> Graph {
        let any: Vec<u8> = (0..VALUES).collect();
        let lists: Vec<Vec<u8>> = model.first.iter().map(|f| f.map_or(any.clone(), |v| vec![v])).collect();
        let mut states = product(&lists);
        let first = (0..states.len()).collect();
        let mut numbers: BTreeMap<State, usize> = states.iter().cloned().zip(0..).collect();
        let processes: Vec<usize> = (0..model.units.len()).filter(|u| model.units[*u].process).collect();
        let fair: Vec<usize> = processes.iter().copied().filter(|p| model.units[*p].fair.is_some()).collect();
        let mut steps = Vec::new();
        let mut from = 0;
        while from < states.len() {
            let state = states[from].clone();
            for process in &processes {
                let met = |p: &usize| p == process && model.units[*p].fair.as_ref().is_some_and(|c| c.at(&state));
                let meets: Vec<bool> = fair.iter().map(met).collect();
                for next in successors(model, &state, *process) {
                    let to = *numbers.entry(next.clone()).or_insert_with(|| {
                        states.push(next);
                        states.len() - 1
                    });
                    steps.push(Step { from, to, meets: meets.clone() });
                }
            }
            from += 1;
        }
        Graph { states, first, steps, conditions: fair.len() }
    }

    /// All states: they were found by walking.
    pub fn reachable(&self) -> Vec<usize> {
        (0..self.states.len()).collect()
    }

    /// Whether a formula holds in every first state that begins a fair path.
    pub fn holds(&self, formula: &Formula) -> bool {
        let all = vec![true; self.states.len()];
        let fair = self.stay(&all);
        let set = self.set(formula, &fair);
        self.first.iter().all(|s| !fair[*s] || set[*s])
    }

    fn set(&self, formula: &Formula, fair: &Set) -> Set {
        let of = |f: &Formula| self.set(f, fair);
        let all = vec![true; self.states.len()];
        match formula {
            Formula::Plain(condition) => self.states.iter().map(|s| condition.at(s)).collect(),
            Formula::Not(p) => not(&of(p)),
            Formula::And(p, q) => and(&of(p), &of(q)),
            Formula::Ex(p) => self.before(&and(&of(p), fair)),
            Formula::Until(p, q) => self.reach(&of(p), &and(&of(q), fair)),
            Formula::Eg(p) => self.stay(&of(p)),
            Formula::Af(p) => not(&self.stay(&not(&of(p)))),
            Formula::Ag(p) => not(&self.reach(&all, &and(&not(&of(p)), fair))),
            Formula::UntilWithin(p, q, bounds) => self.until_within(&of(p), &of(q), fair, *bounds),
            Formula::EgWithin(p, bounds) => self.all_within(&of(p), fair, *bounds),
            Formula::AfWithin(p, bounds) => not(&self.all_within(&not(&of(p)), fair, *bounds)),
        }
    }

    /// States with a step into a set.
    fn before(&self, set: &Set) -> Set {
        let mut found = vec![false; self.states.len()];
        self.steps.iter().filter(|s| set[s.to]).for_each(|s| found[s.from] = true);
        found
    }

    /// States that reach `goal` through `along`.
    fn reach(&self, along: &Set, goal: &Set) -> Set {
        let mut found = goal.clone();
        loop {
            let more = and(along, &self.before(&found));
            let next: Set = found.iter().zip(&more).map(|(a, b)| *a || *b).collect();
            if next == found {
                return found;
            }
            found = next;
        }
    }

    /// States from which a fair path stays in a set: they reach in it a part whose states all reach each other in it, with a
    /// step inside the part for each fairness condition.
    fn stay(&self, set: &Set) -> Set {
        let count = self.states.len();
        let mut core = vec![false; count];
        let reaches: Vec<Set> = (0..count).map(|s| self.follow(s, set)).collect();
        for state in (0..count).filter(|s| set[*s]) {
            let part: Set = (0..count).map(|t| set[t] && reaches[state][t] && reaches[t][state]).collect();
            let inside = || self.steps.iter().filter(|s| part[s.from] && part[s.to]);
            core[state] = inside().next().is_some() && (0..self.conditions).all(|c| inside().any(|s| s.meets[c]));
        }
        self.reach(set, &core)
    }

    /// The steps from a state: they stand together, in the order of states.
    fn steps_from(&self, state: usize) -> &[Step] {
        let first = self.steps.partition_point(|s| s.from < state);
        let length = self.steps[first..].partition_point(|s| s.from == state);
        &self.steps[first..first + length]
    }

    /// States that one or more steps inside a set lead to.
    fn follow(&self, from: usize, set: &Set) -> Set {
        let mut found = vec![false; self.states.len()];
        let mut waiting = vec![from];
        while let Some(state) = waiting.pop() {
            for step in self.steps_from(state).iter().filter(|s| set[s.from] && set[s.to]) {
                if !std::mem::replace(&mut found[step.to], true) {
                    waiting.push(step.to);
                }
            }
        }
        found
    }

    /// The goal after a number of steps between the bounds, on a fair path, and `along` before.
    fn until_within(&self, along: &Set, goal: &Set, fair: &Set, (low, high): (u32, u32)) -> Set {
        let mut found = vec![false; self.states.len()];
        for steps in low..=high {
            let mut set = and(goal, fair);
            for _ in 0..steps {
                set = and(along, &self.before(&set));
            }
            found = found.iter().zip(&set).map(|(a, b)| *a || *b).collect();
        }
        // With no step to make, the goal is all that is asked, of any state.
        if low == 0 { found.iter().zip(goal).map(|(a, b)| *a || *b).collect() } else { found }
    }

    /// A set at every number of steps between the bounds, on a fair path.
    fn all_within(&self, set: &Set, fair: &Set, (low, high): (u32, u32)) -> Set {
        let mut found = set.clone();
        for _ in low..high {
            found = and(set, &self.before(&and(&found, fair)));
        }
        for _ in 0..low {
            found = self.before(&and(&found, fair));
        }
        found
    }
}

fn not(set: &Set) -> Set {
    set.iter().map(|s| !s).collect()
}

fn and(one: &Set, other: &Set) -> Set {
    one.iter().zip(other).map(|(a, b)| *a && *b).collect()
}
