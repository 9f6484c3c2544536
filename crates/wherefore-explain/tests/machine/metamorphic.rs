//! Changes to a machine that change its classes in a known way, or not at all.

use crate::support::ask::{Route, classes};
use crate::support::change::{padded, shuffled, split};
use crate::support::keys::{Classes, LEVELS, named};
use crate::support::lower::lower;
use crate::support::machine::{Expr, Plan, Rel, Var};
use crate::support::on_random_machines;
use crate::support::random::Random;
use wherefore_check::EngineChoice;
use wherefore_explain::machine::path_class::Level;

/// The classes by name; mostly from diagrams, which are faster.
fn found(plan: &Plan, level: Level, seed: u64, name: impl Fn(&str) -> String) -> Classes<String> {
    let route = if seed.is_multiple_of(5) { Route::Search(EngineChoice::Bdd) } else { Route::KeyedReachability };
    named(plan, &classes(&lower(plan), level, route), name)
}

/// Machines whose first inputs are restricted are left out: see `check_or_given_up`.
fn same(before: &Plan, after: &Plan, seed: u64, name: impl Fn(&str) -> String) {
    if before.init_reads_inputs() {
        return;
    }
    for level in LEVELS {
        let (left, right) = (found(before, level, seed, str::to_owned), found(after, level, seed, &name));
        assert_eq!(left, right, "level {}\n{after:#?}", level.word());
    }
}

#[test]
fn order_and_names_do_not_matter() {
    on_random_machines(24, |plan, seed| {
        let changed = shuffled(plan, &mut Random::new(seed));
        let mut plan = plan.clone();
        plan.states.iter_mut().for_each(|s| s.name = format!("new{}", s.name));
        plan.transitions.iter_mut().for_each(|t| t.name = format!("new{}", t.name));
        same(&plan, &changed, seed, str::to_owned);
    });
}

fn condition(plan: &Plan, random: &mut Random) -> Expr {
    let vars: Vec<Var> = (0..plan.data.len()).map(Var::Data).chain((0..plan.inputs.len()).map(Var::Input)).collect();
    if random.chance(10) {
        return Expr::At(random.below(plan.states.len()));
    }
    let var = random.pick(&vars);
    Expr::Cmp(var, Rel::Eq, random.between(0, plan.variable(var).top as usize) as i64)
}

#[test]
fn a_split_guard_splits_classes() {
    on_random_machines(36, |plan, seed| {
        if plan.transitions.is_empty() {
            return;
        }
        let mut random = Random::new(seed);
        let (transition, condition) = (random.below(plan.transitions.len()), condition(plan, &mut random));
        let changed = split(plan, transition, &condition);
        let whole = &plan.transitions[transition].name;
        same(plan, &changed, seed, |name| match name.strip_suffix(['a', 'b']) {
            Some(start) if start == whole => start.to_owned(),
            _ => name.to_owned(),
        });
    });
}

#[test]
fn what_is_never_reached_does_not_matter() {
    on_random_machines(24, |plan, seed| {
        let mut random = Random::new(seed);
        let region = random.below(plan.regions.len());
        same(plan, &padded(plan, region, &mut random), seed, str::to_owned);
    });
}
