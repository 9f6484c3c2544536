//! Reports as claims: the program is run on random small models, and every statement of its JSON is held against brute force.
//!
//! Nothing of the program is used but the program itself: models, their meaning and their runs are made and searched here.

#![expect(clippy::disallowed_methods, reason = "a test writes models and runs the program")]

mod branches;
mod changes;
mod chart;
mod flow;
mod judge;
mod keys;
mod lasso;
mod lies;
mod smv;
mod term;
mod together;
mod trial;
mod world;

use judge::Counts;
use keys::{Level, classes, failing};
use smv::make::Dice;
use trial::{Seen, sweep};
use wherefore_test::{cases, seed};
use world::World;

/// Features of a model that the sweep counts.
fn special(world: &World, counts: &mut Counts) {
    let stories = failing(world);
    let mut add = |name, is: bool| *counts.entry(name).or_default() += usize::from(is);
    add("violated", world.is_violated());
    let level_one = classes(&stories, Level::One).len();
    add("of several classes", level_one > 1 && !world.regions.is_empty());
    let states = world.starts.iter().map(|n| world.state(*n)).collect::<std::collections::BTreeSet<_>>();
    add("of several starts", world.is_violated() && states.len() > 1);
    add("that fail in a step that takes nothing", stories.keys().any(|s| s.rests));
    add("with dead ends", world.is_violated() && world.has_dead_end());
    add("without control", world.is_violated() && world.regions.is_empty());
    add("of several regions", world.is_violated() && world.regions.len() > 1);
}

/// The sweep must have met enough of what it is for.
fn enough(seen: &Seen, all: u64, shares: &[(&str, usize)]) {
    for (name, percent) in shares {
        let count = seen.models.get(name).copied().unwrap_or_default();
        // A handful of models need not show anything, few models only what is frequent.
        let asked = if all < 20 || all < 200 && *percent < 15 { 0 } else { *percent };
        assert!(count * 100 >= all as usize * asked, "makes too few models {name}: {count} of {all}");
    }
}

#[test]
fn smv_models() {
    let (seed, cases) = (seed(1), cases(60));
    let make = |seed: u64| smv::make::smv(&mut Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1));
    let seen = sweep("smv", seed, cases, &make, &|_, world, counts| special(world, counts));
    let often = [("violated", 40), ("of several classes", 14), ("of several starts", 20), ("of several regions", 8)];
    let seldom = [("that fail in a step that takes nothing", 5), ("with dead ends", 1), ("without control", 2)];
    enough(&seen, cases, &[&often[..], &seldom].concat());
}

#[test]
fn charts() {
    let (seed, cases) = (seed(1), cases(30));
    let make = |seed: u64| chart::make::chart(&mut Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1));
    let seen = sweep("charts", seed, cases, &make, &|_, world, counts| special(world, counts));
    enough(&seen, cases, &[("violated", 30), ("of several classes", 14), ("of several regions", 14)]);
}

#[test]
fn programs() {
    let (seed, cases) = (seed(1), cases(12));
    let make = |seed: u64| flow::flow(&mut Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1));
    let seen = sweep("programs", seed, cases, &make, &|_, world, counts| special(world, counts));
    enough(&seen, cases, &[("violated", 50)]);
}
