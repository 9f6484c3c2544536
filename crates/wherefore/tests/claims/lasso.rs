//! Runs that go round for ever: small models with an LTL or CTL property and fairness. The verdict is held against
//! the graph of all runs; each lasso must be a run, be fair, and break the formula.

use crate::judge::{Counts, Lie, shown};
use crate::smv::Smv;
use crate::smv::make::{Dice, smv};
use crate::term::{Term, Two};
use crate::trial::{Model, tempfolder, why};
use crate::world::World;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use wherefore_test::{cases, say, seed};

/// How a property of two conditions `a` and `b` about states is made. LTL and CTL mean the same by each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceShape {
    /// `G a`.
    Always,
    /// `F a`.
    Finally,
    /// `G F a`.
    Recurs,
    /// `G (a -> F b)`.
    Answers,
    /// `a U b`.
    Until,
}

const SHAPES: [TraceShape; 5] =
    [TraceShape::Always, TraceShape::Finally, TraceShape::Recurs, TraceShape::Answers, TraceShape::Until];

/// LTL or CTL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logic {
    /// `LTLSPEC`.
    Linear,
    /// `CTLSPEC`.
    Branching,
}

/// A model with a property of its infinite runs.
#[derive(Clone, Debug)]
pub struct Temporal {
    /// The model.
    pub model: Smv,
    /// The form of the property.
    pub shape: TraceShape,
    /// How it is written.
    pub logic: Logic,
    /// Its conditions.
    pub conditions: [Term; 2],
    /// Conditions that a fair run meets again and again.
    pub fair: Vec<Term>,
}

impl Temporal {
    /// The text of the model: the property stands where the invariant stood.
    pub fn text(&self) -> String {
        let text = self.model.text();
        let kept: Vec<&str> = text.lines().filter(|l| !l.starts_with("INVARSPEC")).collect();
        let [a, b] = self.conditions.each_ref().map(|c| c.spell(&self.model.vars));
        let fair: String = self.fair.iter().map(|f| format!("FAIRNESS {};\n", f.spell(&self.model.vars))).collect();
        let formula = match (self.logic, self.shape) {
            (Logic::Linear, TraceShape::Always) => format!("G ({a})"),
            (Logic::Linear, TraceShape::Finally) => format!("F ({a})"),
            (Logic::Linear, TraceShape::Recurs) => format!("G F ({a})"),
            (Logic::Linear, TraceShape::Answers) => format!("G (({a}) -> F ({b}))"),
            (Logic::Linear, TraceShape::Until) => format!("({a}) U ({b})"),
            (Logic::Branching, TraceShape::Always) => format!("AG ({a})"),
            (Logic::Branching, TraceShape::Finally) => format!("AF ({a})"),
            (Logic::Branching, TraceShape::Recurs) => format!("AG AF ({a})"),
            (Logic::Branching, TraceShape::Answers) => format!("AG (({a}) -> AF ({b}))"),
            (Logic::Branching, TraceShape::Until) => format!("A [({a}) U ({b})]"),
        };
        let word = if self.logic == Logic::Linear { "LTLSPEC" } else { "CTLSPEC" };
        format!("{}\n{fair}{word} NAME p := {formula};\n", kept.join("\n"))
    }
}

/// The graph of a model, with what its property speaks of.
struct Facts<'a> {
    asked: &'a Temporal,
    world: &'a World,
}

impl Facts<'_> {
    fn nodes(&self, is_in: impl Fn(&[i64]) -> bool) -> BTreeSet<usize> {
        (0..self.world.nodes.len()).filter(|n| is_in(&self.world.nodes[*n])).collect()
    }

    /// The nodes of a set from which a step leads into another, and so on backwards inside the first.
    fn reaching(&self, inside: &BTreeSet<usize>, goal: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut found: BTreeSet<usize> = BTreeSet::new();
        loop {
            let leads = |n: &usize| self.world.edges[*n].iter().any(|e| goal.contains(&e.to) || found.contains(&e.to));
            let more: BTreeSet<usize> = inside.iter().copied().filter(leads).collect();
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// The nodes from which a fair infinite run stays in a set.
    fn staying(&self, inside: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut found = inside.clone();
        loop {
            let mut fewer = self.reaching(&found, &found);
            for fair in &self.asked.fair {
                let goal = found.iter().copied().filter(|n| fair.is_true(&self.world.nodes[*n])).collect();
                fewer = fewer.intersection(&self.reaching(&found, &goal)).copied().collect();
            }
            if fewer == found {
                return found;
            }
            found = fewer;
        }
    }

    /// Whether a fair infinite run breaks the property.
    fn is_violated(&self) -> bool {
        let [a, b] = &self.asked.conditions;
        let all = self.nodes(|_| true);
        let (not_a, not_b) = (self.nodes(|n| !a.is_true(n)), self.nodes(|n| !b.is_true(n)));
        let live = self.staying(&all);
        let (inside, bad): (BTreeSet<usize>, BTreeSet<usize>) = match self.asked.shape {
            TraceShape::Always => (all, not_a.intersection(&live).copied().collect()),
            TraceShape::Finally => (BTreeSet::new(), self.staying(&not_a)),
            TraceShape::Recurs => (all, self.staying(&not_a)),
            TraceShape::Answers => (all, self.staying(&not_b).difference(&not_a).copied().collect()),
            TraceShape::Until => {
                let neither = not_a.intersection(&not_b).filter(|n| live.contains(n)).copied();
                let bad = self.staying(&not_b).into_iter().chain(neither).collect();
                (not_b, bad)
            }
        };
        let back = self.reaching(&inside, &bad);
        self.world.starts.iter().any(|n| bad.contains(n) || back.contains(n))
    }

    /// Whether the property holds on a lasso.
    fn holds(&self, nodes: &[usize], start: usize) -> bool {
        let truth = |c: &Term| nodes.iter().map(|n| c.is_true(&self.world.nodes[*n])).collect::<Vec<bool>>();
        let [a, b] = self.asked.conditions.each_ref().map(truth);
        let later = |from: usize| from.min(start)..nodes.len();
        match self.asked.shape {
            TraceShape::Always => a.iter().all(|t| *t),
            TraceShape::Finally => a.iter().any(|t| *t),
            TraceShape::Recurs => a[start..].iter().any(|t| *t),
            TraceShape::Answers => (0..nodes.len()).all(|k| !a[k] || later(k).any(|j| b[j] && (j >= k || j >= start))),
            TraceShape::Until => b.iter().position(|t| *t).is_some_and(|k| a[..k].iter().all(|t| *t)),
        }
    }
}

/// Judge of a report: collects its false statements.
struct Judge<'a> {
    facts: Facts<'a>,
    lies: Vec<Lie>,
    counts: Counts,
}

impl Judge<'_> {
    fn check(&mut self, about: &'static str, is_true: bool, said: &Value, truth: &str) {
        *self.counts.entry(about).or_default() += 1;
        if !is_true {
            self.lies.push(Lie { about, said: said.to_string(), truth: truth.to_owned() });
        }
    }

    fn run(&mut self, trace: &Value) {
        let world = self.facts.world;
        let nodes = shown(world, trace).and_then(|values| world.follow(&values));
        let Some(nodes) = nodes else { return self.check("lasso is a run", false, trace, "no run does this") };
        let last = nodes[nodes.len() - 1];
        let Some(start) = trace["loop"].as_u64().map(|k| k as usize) else { return self.way(trace, &nodes) };
        let closes = nodes.get(start).is_some_and(|first| world.edge(last, *first).is_some());
        self.check("lasso is a run", closes, trace, "no step leads back");
        if !closes {
            return;
        }
        for fair in &self.facts.asked.fair {
            let is_met = nodes[start..].iter().any(|n| fair.is_true(&world.nodes[*n]));
            self.check("lasso is fair", is_met, trace, &format!("never {}", fair.spell(&world.vars)));
        }
        let holds = self.facts.holds(&nodes, start);
        self.check("lasso breaks the formula", !holds, trace, "the formula is true on it");
    }

    /// A run without a loop: enough only where a state that is reached breaks the formula, and where a fair run goes on from it.
    fn way(&mut self, trace: &Value, nodes: &[usize]) {
        let Facts { asked, world } = &self.facts;
        let (last, live) = (nodes[nodes.len() - 1], self.facts.staying(&self.facts.nodes(|_| true)));
        let goes_on = world.by_state()[&world.state(last)].iter().any(|n| live.contains(n));
        let [a, b] = &asked.conditions;
        let is_bad = !a.is_true(&world.nodes[last]);
        let breaks = match asked.shape {
            TraceShape::Always => is_bad,
            TraceShape::Until => is_bad && nodes.iter().all(|n| !b.is_true(&world.nodes[*n])),
            TraceShape::Finally | TraceShape::Recurs | TraceShape::Answers => false,
        };
        self.check("way to a bad state", breaks && goes_on, trace, "no fair run begins so and breaks the formula");
    }
}

fn judged(asked: &Temporal, report: &Value) -> (Vec<Lie>, Counts) {
    let world = asked.model.world(&BTreeSet::new());
    let mut judge = Judge { facts: Facts { asked, world: &world }, lies: Vec::new(), counts: Counts::new() };
    let property = &report["properties"][0];
    let (verdict, is_violated) = (&property["verdict"], judge.facts.is_violated());
    let is_right = if is_violated { verdict == "violated" } else { verdict == "holds" || verdict == "vacuous" };
    judge.check("verdict", is_right, verdict, &format!("violated: {is_violated}"));
    if verdict == "violated" {
        let classes = property["classes"].as_array().into_iter().flatten().map(|c| &c["trace"]);
        for trace in classes.chain([&property["trace"]]) {
            judge.run(trace);
        }
    }
    (judge.lies, judge.counts)
}

fn reported(asked: &Temporal, file: &Path) -> Value {
    std::fs::write(file, asked.text()).expect("a folder to write to");
    why(file, "1").unwrap_or_else(|words| panic!("{words}\n{}", asked.text()))
}

/// A random model with a random property.
fn temporal(dice: &mut Dice) -> Temporal {
    let model = smv(dice);
    let control = model.controls[0].var;
    let kind = model.vars[control].kind.clone();
    let state =
        |dice: &mut Dice| Term::two(Two::Eq, Term::Now(control), Term::Value(kind.clone(), dice.of(&kind.values())));
    let a = if dice.percent(50) { model.property.clone() } else { state(dice) };
    let (b, fair) = (state(dice), (0..dice.below(3)).map(|_| state(dice)).collect());
    let logic = dice.of(&[Logic::Linear, Logic::Branching]);
    Temporal { model, shape: dice.of(&SHAPES), logic, conditions: [a, b], fair }
}

#[test]
fn lassos() {
    let (first, all) = (seed(1), cases(16));
    let file = tempfolder("lassos").join("model.smv");
    let (mut counts, mut failed) = (Counts::new(), Counts::new());
    for seed in first..first + all {
        let asked = temporal(&mut Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1));
        let (lies, more) = judged(&asked, &reported(&asked, &file));
        more.into_iter().for_each(|(about, count)| *counts.entry(about).or_default() += count);
        for Lie { about, said, truth } in lies {
            let text = asked.text();
            say(&format!("{about} (WHEREFORE_SEED={seed})\n  said:  {said}\n  truth: {truth}\n{text}"));
            *failed.entry(about).or_default() += 1;
        }
    }
    say(&format!("lassos: {all} models, {counts:?}"));
    assert!(failed.is_empty(), "false statements: {failed:?}");
    assert!(all < 16 || counts.contains_key("lasso is fair"), "no lasso of a model with fairness: {counts:?}");
}

/// A machine that is to reach a large `x`, and need not: it can wait in `idle`, and without fairness in `off`.
fn waiting() -> Temporal {
    let model = crate::lies::machine();
    let kind = model.vars[1].kind.clone();
    let idle = Term::two(Two::Eq, Term::Now(1), Term::Value(kind, 1));
    let large = Term::two(Two::Ge, Term::Now(2), Term::number(2));
    let conditions = [large, idle.clone()];
    Temporal { model, shape: TraceShape::Finally, logic: Logic::Linear, conditions, fair: vec![idle] }
}

#[test]
fn planted_lies_about_lassos_are_caught() {
    let (asked, file) = (waiting(), tempfolder("waiting").join("model.smv"));
    let report = reported(&asked, &file);
    let (told, _) = judged(&asked, &report);
    assert!(told.is_empty(), "false without any help: {told:#?}");
    let caught = |asked: &Temporal, report: &Value, about: &str| {
        let (lies, _) = judged(asked, report);
        assert!(lies.iter().any(|l| l.about == about), "not caught as {about}: {lies:#?}");
    };
    let mut back_to_the_start = report.clone();
    back_to_the_start["properties"][0]["trace"]["loop"] = Value::from(0);
    caught(&asked, &back_to_the_start, "lasso is a run");
    let mut without_a_loop = report.clone();
    without_a_loop["properties"][0]["trace"]["loop"] = Value::Null;
    caught(&asked, &without_a_loop, "way to a bad state");
    let mut held = report.clone();
    held["properties"][0]["verdict"] = Value::from("holds");
    caught(&asked, &held, "verdict");
    let unfair = reported(&Temporal { fair: Vec::new(), ..asked.clone() }, &file);
    caught(&asked, &unfair, "lasso is fair");
    let small = Term::two(Two::Le, Term::Now(2), Term::number(2));
    let other = Temporal { conditions: [small, asked.conditions[1].clone()], ..asked };
    caught(&other, &report, "lasso breaks the formula");
}
