//! Changes of models that must not change what is found: sides, names, orders, things that do nothing, kinds of numbers, threads.

use crate::random::table::{Guard, Table, Traits};
use crate::random::text::Form;
use crate::random::{generator, load, looking_at};
use crate::support::model;
use wherefore_equivalence::{Comparison, Options, Outcome, compare};
use wherefore_ir::System;
use wherefore_solve::Stop;
use wherefore_test::{below, cases, seed};

/// Invariant part of a comparison: the verdict, the length of the shortest difference, the pairs, and for each machine
/// the smallest states and the classes of inputs.
#[derive(Debug, PartialEq, Eq)]
struct Essence {
    is_equivalent: bool,
    shortest: Option<usize>,
    pairs: usize,
    machines: [(Option<usize>, Option<usize>); 2],
}

fn essence(found: &Comparison) -> Essence {
    let complete = matches!(found.outcome, Outcome::Equivalent { .. } | Outcome::Different { complete: Ok(()) });
    assert!(complete, "{:?}", found.outcome);
    let machine = |p: &wherefore_equivalence::Profile| (p.minimal_states, p.input_classes.as_ref().map(Vec::len));
    Essence {
        is_equivalent: matches!(found.outcome, Outcome::Equivalent { .. }),
        shortest: found.differences.first().map(|d| d.reactions.len()),
        pairs: found.pairs,
        machines: [machine(&found.reference), machine(&found.implementation)],
    }
}

fn found(reference: &System, implementation: &System, options: &Options) -> Comparison {
    compare(reference, implementation, options, &Stop::new()).unwrap_or_else(|refusal| panic!("{refusal:?}"))
}

/// Does something with a table, a mutant or variant of it, and what is found about both as SMV models.
fn each(default: u64, mut check: impl FnMut(&mut u64, [&Table; 2], &Essence)) {
    let seed = seed(1);
    for case in 0..cases(default) {
        let rng = &mut generator(seed, 1_000_000 + case);
        let traits = Traits::any(rng);
        let reference = Table::random(rng, traits);
        let other = if below(rng, 3) == 0 { reference.variant(rng) } else { reference.mutant(rng) };
        let [a, b] = [&reference, &other].map(|t| load(t, Form::Smv));
        let base = essence(&found(&a, &b, &looking_at(&reference)));
        let judged = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(rng, [&reference, &other], &base)));
        if judged.is_err() {
            panic!("case {case} of seed {seed}:\n{}\n{}", Form::Smv.text(&reference), Form::Smv.text(&other));
        }
    }
}

#[test]
fn sides_may_be_changed() {
    each(12, |_, [a, b], base| {
        let turned = essence(&found(&load(b, Form::Smv), &load(a, Form::Smv), &looking_at(a)));
        let [first, second] = turned.machines;
        assert_eq!(&Essence { machines: [second, first], ..turned }, base);
    });
}

/// Replaces names in a text.
fn renamed(text: &str, names: &[(&str, &str)]) -> String {
    let mut result = String::new();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    for piece in text.split_inclusive(|c| !is_part(c)) {
        let word = piece.trim_end_matches(|c| !is_part(c));
        let other = names.iter().find(|(from, _)| *from == word).map_or(word, |(_, to)| *to);
        result += other;
        result += &piece[word.len()..];
    }
    result
}

#[test]
fn names_may_be_mapped() {
    let names = [("x", "speed"), ("b", "m"), ("m", "level"), ("y", "x"), ("s", "mode")];
    each(12, |_, [a, b], base| {
        let other = model(&renamed(&Form::Smv.text(b), &names));
        let reference = load(a, Form::Smv);
        let is_there =
            |name: &str| reference.terms.find_var(name).is_some() || reference.defines.iter().any(|d| d.name == name);
        let known = names.iter().filter(|(from, _)| is_there(from));
        let map = known.map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect();
        let options = Options { map, ..looking_at(a) };
        assert_eq!(&essence(&found(&reference, &other, &options)), base);
    });
}

/// A table with names for the numbers of `x`, and with `m` as a variable with named values, both in the order given by `turn`.
fn enumerated(table: &Table, turn: usize) -> String {
    let listed = |mark: &str, count: usize| {
        let mut names: Vec<String> = (0..count).map(|i| format!("{mark}{i}")).collect();
        names.rotate_left(turn % count);
        names.join(", ")
    };
    let mut text = String::new();
    for line in Form::Smv.text(table).lines() {
        let line = match line.strip_prefix("DEFINE m := case") {
            Some(rest) => {
                let values = rest.replace(" : ", " : o");
                format!("VAR m : {{{}}};\nASSIGN m := case{values}", listed("o", 3))
            }
            None => line
                .replace(&format!("x : 0..{}", table.top), &format!("x : {{{}}}", listed("v", table.top as usize + 1))),
        };
        text += &line;
        text += "\n";
    }
    for limit in 0..=table.top {
        for (word, relation) in RELATIONS {
            let values: Vec<String> =
                (0..=table.top).filter(|x| relation(x, &limit)).map(|x| format!("v{x}")).collect();
            let set = if values.is_empty() { "FALSE".to_owned() } else { format!("(x in {{{}}})", values.join(", ")) };
            for end in [" ", ")"] {
                text = text.replace(&format!("x {word} {limit}{end}"), &format!("{set}{end}"));
            }
        }
    }
    text
}

type Relates = fn(&i64, &i64) -> bool;
const RELATIONS: [(&str, Relates); 6] =
    [("<", i64::lt), ("<=", i64::le), ("=", i64::eq), ("!=", i64::ne), (">=", i64::ge), (">", i64::gt)];

#[test]
fn values_may_be_listed_in_another_order() {
    each(12, |rng, [a, b], base| {
        let reference = model(&enumerated(a, 0));
        let other = model(&enumerated(b, 1 + below(rng, 3)));
        assert_eq!(&essence(&found(&reference, &other, &looking_at(a))), base);
    });
}

#[test]
fn what_does_nothing_may_be_added() {
    each(12, |rng, [a, b], base| {
        let idle = "VAR idle : boolean; memory : 0..3;\nASSIGN init(idle) := FALSE; next(idle) := x > 1;\n init(memory) := 0; \
                    next(memory) := case idle : 3; TRUE : memory; esac;\n";
        let mut text = Form::Smv.text(b);
        text += idle;
        let other = found(&load(a, Form::Smv), &model(&text), &looking_at(a));
        let other = essence(&other);
        assert_eq!(&Essence { pairs: base.pairs, ..other }, base);
        let mut more = b.clone();
        more.unreachable(rng);
        assert_eq!(&essence(&found(&load(a, Form::Smv), &load(&more, Form::Smv), &looking_at(a))), base);
    });
}

/// Doubles the constants of a guard, so that a whole number lies between any two of them.
fn spread(guard: &mut Guard) {
    match guard {
        Guard::Compare(_, limit) => *limit = 2 * *limit + 2,
        Guard::Both(a, b) | Guard::Either(a, b) => [a, b].into_iter().for_each(|g| spread(g)),
        Guard::Always | Guard::Flag(_) => {}
    }
}

#[test]
fn reals_are_as_integers_where_these_lie_dense() {
    each(12, |_, tables, _| {
        let spread = tables.map(|table| {
            let mut table = table.clone();
            table.top = 2 * table.top + 3;
            for state in &mut table.states {
                state.rules.iter_mut().map(|r| &mut r.guard).chain(&mut state.refused).for_each(spread);
            }
            table
        });
        let [whole, real] = [Form::Smv, Form::SmvReal].map(|form| [0, 1].map(|side: usize| load(&spread[side], form)));
        let [whole, real] = [whole, real].map(|[a, b]| essence(&found(&a, &b, &looking_at(&spread[0]))));
        assert_eq!(whole, real);
    });
}

#[test]
fn threads_change_nothing() {
    let seed = seed(1);
    for case in 0..cases(3) {
        let rng = &mut generator(seed, 2_000_000 + case);
        let traits = Traits { nondeterministic: false, partial: true, several_first: false };
        let reference = Table::with_states(rng, 40, traits);
        let other = if case % 3 == 0 { reference.variant(rng) } else { reference.mutant(rng) };
        let [a, b] = [&reference, &other].map(|t| load(t, Form::Smv));
        let text = |threads: usize| {
            let options = Options { threads, ..looking_at(&reference) };
            format!("{:#?}", Comparison { questions: 0, ..found(&a, &b, &options) })
        };
        assert_eq!(text(1), text(4), "case {case} of seed {seed}");
    }
}
