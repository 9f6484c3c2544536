//! Formulas about runs that never end, and the obvious way to evaluate them: sets of states of a small graph.

use std::collections::BTreeSet;
use wherefore_test::Random;

/// Shape of a formula about two predicates p and q.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    AgainAndAgain,
    Eventually,
    Response,
    Until,
    NextAfter,
    Possible,
    AlwaysPossible,
    CanStay,
    CanStepAfter,
    CanUntil,
    ReachableAfter,
    IfPossible,
}

use Shape::{
    AgainAndAgain, AlwaysPossible, CanStay, CanStepAfter, CanUntil, Eventually, IfPossible, NextAfter, Possible,
    ReachableAfter, Response, Until,
};

impl Shape {
    const LINEAR: [Shape; 5] = [AgainAndAgain, Eventually, Response, Until, NextAfter];
    const BRANCHING: [Shape; 7] =
        [Possible, AlwaysPossible, CanStay, CanStepAfter, CanUntil, ReachableAfter, IfPossible];

    pub(super) fn random(random: &mut Random, is_ltl: bool) -> Shape {
        match is_ltl || random.chance(40) {
            true => random.pick(&Shape::LINEAR),
            false => random.pick(&Shape::BRANCHING),
        }
    }

    /// The formula, in pieces.
    pub(super) fn text(self, is_ltl: bool) -> Vec<&'static str> {
        match (self, is_ltl) {
            (AgainAndAgain, true) => vec!["G F ", "p"],
            (AgainAndAgain, false) => vec!["AG AF ", "p"],
            (Eventually, true) => vec!["F ", "p"],
            (Eventually, false) => vec!["AF ", "p"],
            (Response, true) => vec!["G (", "p", " -> F ", "q", ")"],
            (Response, false) => vec!["AG (", "p", " -> AF ", "q", ")"],
            (Until, true) => vec!["(", "p", " U ", "q", ")"],
            (Until, false) => vec!["A [", "p", " U ", "q", "]"],
            (NextAfter, true) => vec!["G (", "p", " -> X ", "q", ")"],
            (NextAfter, false) => vec!["AG (", "p", " -> AX ", "q", ")"],
            (Possible, _) => vec!["EF ", "p"],
            (AlwaysPossible, _) => vec!["AG EF ", "p"],
            (CanStay, _) => vec!["!EG ", "p", " | EG ", "q"],
            (CanStepAfter, _) => vec!["AG (", "p", " -> EX ", "q", ")"],
            (CanUntil, _) => vec!["E [", "p", " U ", "q", "]"],
            (ReachableAfter, _) => vec!["AG (", "p", " -> EF ", "q", ")"],
            (IfPossible, _) => vec!["EF ", "p", " -> AF ", "q"],
        }
    }
}

/// A graph whose states have numbers.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) first: Vec<usize>,
    pub(super) steps: Vec<BTreeSet<usize>>,
    /// Where fair runs are again and again.
    pub(super) fair: Option<Vec<bool>>,
}

type Set = Vec<bool>;

fn zip(a: &Set, b: &Set, both: impl Fn(bool, bool) -> bool) -> Set {
    a.iter().zip(b).map(|(a, b)| both(*a, *b)).collect()
}

fn not(a: &Set) -> Set {
    a.iter().map(|a| !a).collect()
}

impl Graph {
    /// Whether every first state with a fair run satisfies a formula, by the truths of p and q.
    pub(super) fn satisfies(&self, shape: Shape, [p, q]: &[Set; 2]) -> bool {
        let all = vec![true; self.steps.len()];
        let live = self.stay(&all);
        let to = |set: &Set| zip(set, &live, |a, b| a && b);
        let possible = |set: &Set| self.until(&all, &to(set));
        let step = |set: &Set| self.before(&to(set));
        let always = |set: &Set| not(&possible(&not(set)));
        let eventually = |set: &Set| not(&self.stay(&not(set)));
        let implies = |a: &Set, b: &Set| zip(a, b, |a, b| !a || b);
        let truths = match shape {
            AgainAndAgain => always(&eventually(p)),
            Eventually => eventually(p),
            Response => always(&implies(p, &eventually(q))),
            Until => {
                let neither = zip(p, q, |p, q| !p && !q);
                let broken = self.until(&not(q), &to(&neither));
                not(&zip(&broken, &self.stay(&not(q)), |a, b| a || b))
            }
            NextAfter => always(&implies(p, &not(&step(&not(q))))),
            Possible => possible(p),
            AlwaysPossible => always(&possible(p)),
            CanStay => implies(&self.stay(p), &self.stay(q)),
            CanStepAfter => always(&implies(p, &step(q))),
            CanUntil => self.until(p, &to(q)),
            ReachableAfter => always(&implies(p, &possible(q))),
            IfPossible => implies(&possible(p), &eventually(q)),
        };
        self.first.iter().all(|state| !live[*state] || truths[*state])
    }

    /// States with a step into a set.
    fn before(&self, set: &Set) -> Set {
        self.steps.iter().map(|next| next.iter().any(|state| set[*state])).collect()
    }

    /// States from which a set is reached inside another one.
    fn until(&self, along: &Set, goal: &Set) -> Set {
        let mut found = goal.clone();
        loop {
            let more = zip(&zip(along, &self.before(&found), |a, b| a && b), &found, |a, b| a || b);
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// States from which a fair run stays in a set.
    fn stay(&self, set: &Set) -> Set {
        let mut found = set.clone();
        loop {
            let goal = self.fair.as_ref().map_or_else(|| found.clone(), |fair| zip(fair, &found, |a, b| a && b));
            let less = zip(&found, &self.before(&self.until(&found, &goal)), |a, b| a && b);
            if less == found {
                return found;
            }
            found = less;
        }
    }
}
