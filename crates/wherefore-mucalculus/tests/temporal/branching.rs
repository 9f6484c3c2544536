//! ACTL: operators by their definition on states, with as many steps as the graph has states.

use crate::{Set, Transitions, decided, random_graph};
use wherefore_mucalculus::Listed;
use wherefore_test::{Random, cases, counted, seed};

/// A formula about states. The first field of an operator says whether it is about all runs.
enum B {
    Constant(bool),
    Not(Box<B>),
    Join(&'static str, Box<B>, Box<B>),
    Next(bool, Set, Box<B>),
    Until(bool, Box<B>, Set, Option<Set>, Box<B>),
    Comes(bool, Option<Set>, Box<B>),
    Stays(bool, Box<B>),
}

fn random_formula(random: &mut Random, depth: u32) -> B {
    if depth == 0 {
        return match random.below(3) {
            0 => B::Constant(true),
            _ => B::Next(false, Set::random(random, 1), Box::new(B::Constant(true))),
        };
    }
    let all = random.below(2) == 0;
    match random.below(9) {
        0 => B::Not(Box::new(random_formula(random, depth - 1))),
        1 | 2 => {
            let sign = ["and", "or", "implies"][random.below(3)];
            B::Join(sign, Box::new(random_formula(random, depth - 1)), Box::new(random_formula(random, depth - 1)))
        }
        3 => B::Next(all, Set::random(random, 1), Box::new(random_formula(random, depth - 1))),
        4..7 => {
            let left = Box::new(random_formula(random, depth - 1));
            let along = Set::random(random, 1);
            let last = (random.below(2) == 0).then(|| Set::random(random, 1));
            B::Until(all, left, along, last, Box::new(random_formula(random, depth - 1)))
        }
        7 => {
            let last = (random.below(2) == 0).then(|| Set::random(random, 1));
            B::Comes(all, last, Box::new(random_formula(random, depth - 1)))
        }
        _ => B::Stays(all, Box::new(random_formula(random, depth - 1))),
    }
}

/// A formula as text, in one of two spellings.
fn text(formula: &B, random: &mut Random) -> String {
    let mut inner = |formula: &B| text(formula, random);
    let letter = |all: bool| if all { 'A' } else { 'E' };
    match formula {
        B::Constant(value) => value.to_string(),
        B::Not(f) => format!("not ({})", inner(f)),
        B::Join(sign, a, b) => format!("(({}) {sign} ({}))", inner(a), inner(b)),
        B::Next(all, set, f) => {
            let f = inner(f);
            match random.below(2) {
                0 => format!("{}X {{{}}} ({f})", letter(*all), set.text()),
                _ => format!("{}X_A ({}, {f})", letter(*all), set.text()),
            }
        }
        B::Until(all, left, along, last, right) => {
            let (left, right) = (inner(left), inner(right));
            let (letter, along, last) = (letter(*all), along.text(), last.as_ref().map(Set::text));
            match (random.below(2), last) {
                (0, None) => format!("{letter} [({left}) {{{along}}} U ({right})]"),
                (0, Some(last)) => format!("{letter} [({left}) {{{along}}} U {{{last}}} ({right})]"),
                (_, None) => format!("{letter}_A ({left}, {along}, {right})"),
                (_, Some(last)) => format!("{letter}_A_B ({left}, {along}, {last}, {right})"),
            }
        }
        B::Comes(all, Some(last), f) => format!("{}F {{{}}} ({})", letter(*all), last.text(), inner(f)),
        B::Comes(all, None, f) => format!("{}F ({})", letter(*all), inner(f)),
        B::Stays(all, f) => format!("{}G ({})", letter(*all), inner(f)),
    }
}

struct Model<'t> {
    states: usize,
    transitions: &'t Transitions,
}

impl Model<'_> {
    fn steps(&self, state: u32) -> impl Iterator<Item = &(u32, &'static str, u32)> {
        self.transitions.iter().filter(move |t| t.0 == state)
    }

    /// Where a formula is true.
    fn truth(&self, formula: &B) -> Vec<bool> {
        let each = |value: &dyn Fn(u32) -> bool| (0..self.states as u32).map(value).collect::<Vec<bool>>();
        let at = |set: &[bool], state: u32| set[state as usize];
        match formula {
            B::Constant(value) => vec![*value; self.states],
            B::Not(f) => self.truth(f).into_iter().map(|value| !value).collect(),
            B::Join(sign, a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                each(&|s| match *sign {
                    "and" => at(&a, s) && at(&b, s),
                    "or" => at(&a, s) || at(&b, s),
                    _ => !at(&a, s) || at(&b, s),
                })
            }
            B::Next(true, set, f) => {
                let f = self.truth(f);
                each(&|s| self.steps(s).count() > 0 && self.steps(s).all(|t| set.has(t.1) && at(&f, t.2)))
            }
            B::Next(false, set, f) => {
                let f = self.truth(f);
                each(&|s| self.steps(s).any(|t| set.has(t.1) && at(&f, t.2)))
            }
            B::Until(all, left, along, last, right) => {
                let (left, right) = (self.truth(left), self.truth(right));
                let goes = |label: &str| label == "tau" || along.has(label);
                let ends = |label: &str| last.as_ref().is_some_and(|last| last.has(label));
                self.until(*all, &left, &goes, last.is_some(), &ends, &right)
            }
            B::Comes(all, last, f) => {
                let (left, right) = (vec![true; self.states], self.truth(f));
                let ends = |label: &str| last.as_ref().is_some_and(|last| last.has(label));
                self.until(*all, &left, &|_| true, last.is_some(), &ends, &right)
            }
            B::Stays(true, f) => {
                let f = self.truth(f);
                each(&|s| self.reached(s).into_iter().all(|s| at(&f, s)))
            }
            B::Stays(false, f) => {
                let f = self.truth(f);
                each(&|s| self.can_stay(s, &f, self.states + 1))
            }
        }
    }

    fn reached(&self, state: u32) -> Vec<u32> {
        let (mut found, mut next) = (vec![state], 0);
        while let Some(at) = found.get(next).copied() {
            next += 1;
            for t in self.steps(at) {
                if !found.contains(&t.2) {
                    found.push(t.2);
                }
            }
        }
        found
    }

    /// Whether a run stays in a set until it ends, or for more steps than there are states.
    fn can_stay(&self, state: u32, set: &[bool], left: usize) -> bool {
        let is_over = left == 0 || self.steps(state).count() == 0;
        set[state as usize] && (is_over || self.steps(state).any(|t| self.can_stay(t.2, set, left - 1)))
    }

    /// An until by what it says of the next step, within one step, two steps, and so on.
    fn until(
        &self,
        all: bool,
        left: &[bool],
        goes: &dyn Fn(&str) -> bool,
        has_last: bool,
        ends: &dyn Fn(&str) -> bool,
        right: &[bool],
    ) -> Vec<bool> {
        let mut known = vec![false; self.states];
        for _ in 0..=self.states {
            // A step is good if it is the last one, or one along the way to where the rest is true.
            let good = |t: &(u32, &'static str, u32)| {
                has_last && ends(t.1) && right[t.2 as usize] || goes(t.1) && known[t.2 as usize]
            };
            let holds = |s: u32| {
                let (mut steps, is_end) = (self.steps(s), !has_last && right[s as usize]);
                let on = match all {
                    true => self.steps(s).count() > 0 && steps.all(good),
                    false => steps.any(good),
                };
                is_end || left[s as usize] && on
            };
            known = (0..self.states as u32).map(holds).collect();
        }
        known
    }
}

#[test]
fn operators_of_actl_are_true_where_their_definition_says() {
    let seed = seed(40);
    let (mut held, mut failed) = (0, 0);
    for case in 0..cases(400) {
        let mut random = Random::new(seed.wrapping_mul(999_863).wrapping_add(case));
        let (states, transitions) = random_graph(&mut random, 6);
        let formula = random_formula(&mut random, 3);
        let words = text(&formula, &mut random);
        let place = format!("WHEREFORE_SEED={seed}, case {case}: {words} on {transitions:?}");
        let graph = Listed::new(0, &transitions);
        let holds = decided(&words, &graph, &place).holds;
        assert_eq!(holds, Model { states, transitions: &transitions }.truth(&formula)[0], "{place}");
        (held, failed) = (held + usize::from(holds), failed + usize::from(!holds));
    }
    counted(held, "formulas hold");
    counted(failed, "formulas do not hold");
}
