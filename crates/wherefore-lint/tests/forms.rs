//! Findings that rest on the form of a model, on random models: what they claim is tried out on every state.
//!
//! A model is made as data and printed as SMV. A variable that nothing is said to depend on must not change what any other does; one that
//! is said to be free after the first state must take every value after every state. And each variable that no other part of the data
//! mentions must be found. `WHEREFORE_SEED` and `WHEREFORE_CASES` set which models and how many.

use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Observer, Options, Silent};
use wherefore_diag::FileId;
use wherefore_lint::{Kind, lint};
use wherefore_test::{Random, cases, counted, seed};

const VARS: usize = 4;
const VALUES: usize = 3;

type State = [usize; VARS];

/// A value as a function of the state.
#[derive(Clone, Debug)]
enum Expr {
    Value(usize),
    Copy(usize),
    After(usize),
    If(usize, usize, Box<Expr>, Box<Expr>),
}

impl Expr {
    fn random(random: &mut Random, depth: usize) -> Expr {
        match random.below(if depth == 0 { 3 } else { 5 }) {
            0 => Expr::Value(random.below(VALUES)),
            1 => Expr::Copy(random.below(VARS)),
            2 => Expr::After(random.below(VARS)),
            _ => {
                let (var, value) = (random.below(VARS), random.below(VALUES));
                Expr::If(
                    var,
                    value,
                    Box::new(Expr::random(random, depth - 1)),
                    Box::new(Expr::random(random, depth - 1)),
                )
            }
        }
    }

    fn text(&self) -> String {
        match self {
            Expr::Value(value) => value.to_string(),
            Expr::Copy(var) => format!("v{var}"),
            Expr::After(var) => format!("(v{var} + 1) mod {VALUES}"),
            Expr::If(var, value, yes, no) => format!("(v{var} = {value} ? {} : {})", yes.text(), no.text()),
        }
    }

    fn value(&self, state: &State) -> usize {
        match self {
            Expr::Value(value) => *value,
            Expr::Copy(var) => state[*var],
            Expr::After(var) => (state[*var] + 1) % VALUES,
            Expr::If(var, value, yes, no) => {
                if state[*var] == *value {
                    yes.value(state)
                } else {
                    no.value(state)
                }
            }
        }
    }

    fn reads(&self, found: &mut BTreeSet<usize>) {
        match self {
            Expr::Value(_) => {}
            Expr::Copy(var) | Expr::After(var) => drop(found.insert(*var)),
            Expr::If(var, _, yes, no) => {
                found.insert(*var);
                yes.reads(found);
                no.reads(found);
            }
        }
    }
}

struct Model {
    first: [Option<usize>; VARS],
    next: [Option<Expr>; VARS],
    /// `TRANS next(v) != w`, as a pair.
    apart: Option<(usize, usize)>,
    /// Variable that the property reads.
    asked: usize,
}

impl Model {
    fn random(seed: u64) -> Model {
        let mut random = Random::new(seed);
        let first = [(); VARS].map(|()| (random.below(3) > 0).then(|| random.below(VALUES)));
        let next = [(); VARS].map(|()| (random.below(4) > 0).then(|| Expr::random(&mut random, 2)));
        let free: Vec<usize> = (0..VARS).filter(|v| next[*v].is_none()).collect();
        let apart = match free.as_slice() {
            [] => None,
            _ if random.below(3) > 0 => None,
            list => Some((list[random.below(list.len())], random.below(VARS))),
        };
        Model { first, next, apart, asked: random.below(VARS) }
    }

    fn text(&self) -> String {
        let mut text = "MODULE main\nVAR\n".to_owned();
        (0..VARS).for_each(|v| text += &format!("v{v} : 0..{};\n", VALUES - 1));
        text += "ASSIGN\n";
        for v in 0..VARS {
            text += &self.first[v].map_or(String::new(), |value| format!("init(v{v}) := {value};\n"));
            text += &self.next[v].as_ref().map_or(String::new(), |e| format!("next(v{v}) := {};\n", e.text()));
        }
        text += &self.apart.map_or(String::new(), |(v, w)| format!("TRANS next(v{v}) != v{w}\n"));
        text + &format!("INVARSPEC v{} = 0\n", self.asked)
    }

    fn states() -> Vec<State> {
        (0..VALUES.pow(VARS as u32)).map(|n| [0, 1, 2, 3].map(|v| n / VALUES.pow(v) % VALUES)).collect()
    }

    fn is_step(&self, from: &State, to: &State) -> bool {
        let determined = (0..VARS).all(|v| self.next[v].as_ref().is_none_or(|e| e.value(from) == to[v]));
        determined && self.apart.is_none_or(|(v, w)| to[v] != from[w])
    }

    /// The steps from a state.
    fn after(&self, from: &State) -> Vec<State> {
        Model::states().into_iter().filter(|to| self.is_step(from, to)).collect()
    }

    fn reachable(&self) -> BTreeSet<State> {
        let is_first = |s: &State| (0..VARS).all(|v| self.first[v].is_none_or(|value| s[v] == value));
        let mut waiting: Vec<State> = Model::states().into_iter().filter(is_first).collect();
        let mut seen: BTreeSet<State> = waiting.iter().copied().collect();
        while let Some(state) = waiting.pop() {
            waiting.extend(self.after(&state).into_iter().filter(|next| seen.insert(*next)));
        }
        seen
    }

    /// Whether what the others do next is the same, whatever the value of a variable is.
    fn is_independent_of(&self, var: usize) -> bool {
        let others = |state: &State| {
            let after = self.after(state).into_iter();
            after
                .map(|mut next| {
                    next[var] = 0;
                    next
                })
                .collect::<BTreeSet<State>>()
        };
        Model::states().iter().all(|state| {
            (0..VALUES).all(|value| {
                let mut other = *state;
                other[var] = value;
                others(state) == others(&other)
            })
        })
    }

    /// Whether after every reachable state a variable takes every value, whatever the others do.
    fn is_free(&self, var: usize) -> bool {
        self.reachable().iter().all(|state| {
            let after: BTreeSet<State> = self.after(state).into_iter().collect();
            after.iter().all(|next| {
                (0..VALUES).all(|value| {
                    let mut other = *next;
                    other[var] = value;
                    after.contains(&other)
                })
            })
        })
    }

    /// Whether another variable, the restriction or the property mentions a variable.
    fn is_mentioned(&self, var: usize) -> bool {
        let mut read = BTreeSet::from([self.asked]);
        for (v, next) in self.next.iter().enumerate().filter(|(v, _)| *v != var) {
            next.iter().for_each(|e| e.reads(&mut read));
            debug_assert!(v != var);
        }
        // A restriction on one variable alone says nothing about others.
        if let Some((v, w)) = self.apart.filter(|(v, w)| v != w) {
            read.extend([v, w]);
        }
        read.contains(&var)
    }
}

#[test]
fn what_forms_say_is_true_of_every_state() {
    let (seed, count) = (seed(1), cases(150));
    let (mut unread, mut free) = (0, 0);
    for case in 0..count {
        let model = Model::random(seed.wrapping_mul(1_000_003).wrapping_add(case));
        let text = model.text();
        let system = wherefore_lang::smv::load(FileId(0), &text).system.unwrap_or_else(|| panic!("refused:\n{text}"));
        let (stop, observer): (_, Arc<dyn Observer>) = (wherefore_stop::Stop::new(), Arc::new(Silent));
        let found = lint(&system, Options::default(), (&stop, &observer), &mut |_| ());
        let names = |kind: Kind| -> BTreeSet<String> {
            found.findings.iter().filter(|f| f.kind == kind).map(|f| f.name.clone()).collect()
        };
        let (unread_found, free_found) = (names(Kind::UnreadVariable), names(Kind::FreeAfterStart));
        for v in 0..VARS {
            let name = format!("v{v}");
            if unread_found.contains(&name) {
                assert!(model.is_independent_of(v), "case {case}: something depends on {name}\n{text}");
                unread += 1;
            }
            let is_unread = model.next[v].is_some() && !model.is_mentioned(v);
            assert_eq!(unread_found.contains(&name), is_unread, "case {case}: whether {name} is read\n{text}");
            if free_found.contains(&name) {
                assert!(model.is_free(v), "case {case}: {name} is not free\n{text}");
                free += 1;
            }
            let restricted = model.apart.is_some_and(|(a, b)| a == v || b == v);
            let is_free = model.first[v].is_some() && model.next[v].is_none() && !restricted;
            assert_eq!(free_found.contains(&name), is_free, "case {case}: whether {name} is free\n{text}");
        }
    }
    counted(unread, "variables that nothing depends on");
    counted(free, "variables that are free after the first state");
}
