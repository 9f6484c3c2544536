//! Models with many classes, and models with equal instances: how the program puts classes together is held against brute force.
//!
//! Of the random models those with more than ten classes are asked about without a level, so that the program chooses one. Instances are
//! written as a module that is used several times; what the model means is spelled out without modules. In every report lies are
//! planted too, and must be caught.

use crate::judge::Lie;
use crate::keys::{Level, classes, failing};
use crate::smv::make::{Dice, smv};
use crate::smv::{Branch, Control, Course, Smv};
use crate::term::{Kind, Named, Term, Two};
use crate::trial::{Model, asked, judged, tempfolder};
use crate::world::World;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use wherefore_test::{cases, counted, seed};

/// Classes that are shown as they are.
const FEW: usize = 10;

/// Asks without a level, and fails if anything false is said; the report.
fn told<M: Model>(model: &M, world: &World, file: &std::path::Path) -> Value {
    let report = asked(model, "", file).expect("a report");
    let (lies, _) = judged(model, world, Level::One, &report);
    assert!(lies.is_empty(), "{lies:#?}\n{}", model.text());
    report
}

/// Plants lies about one thing, of which each must be caught; how many.
fn planted<M: Model>(model: &M, world: &World, report: &Value, about: &[&str], plants: &[fn(&mut Value)]) -> usize {
    for (place, plant) in plants.iter().enumerate() {
        let mut changed = report.clone();
        plant(&mut changed["properties"][0]);
        let (lies, _) = judged(model, world, Level::One, &changed);
        let is_caught = |lie: &Lie| about.contains(&lie.about);
        assert!(lies.iter().any(is_caught), "lie {place} is not caught: {lies:#?}\n{}", model.text());
    }
    plants.len()
}

/// What is said of coarser ways that is not so.
const COARSE: &[fn(&mut Value)] = &[
    |p| p["coarser"]["ways"][0]["length"] = json!(99),
    |p| p["coarser"]["ways"][0]["faults"] = json!(["t99"]),
    |p| drop(p["coarser"]["ways"].as_array_mut().map(Vec::pop)),
    |p| {
        let first = p["coarser"]["ways"][0]["classes"][0].clone();
        p["coarser"]["ways"][0]["classes"].as_array_mut().expect("classes").push(first);
    },
];

#[test]
fn coarser_ways() {
    let (seed, cases) = (seed(1), cases(3));
    let folder = tempfolder("coarser");
    let (mut found, mut lies, mut draw) = (0, 0, 0);
    while found < cases {
        draw += 1;
        let model = smv(&mut Dice((seed + draw).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1));
        let world = model.world(&BTreeSet::new());
        if world.regions.is_empty() || classes(&failing(&world), Level::One).len() <= FEW {
            continue;
        }
        found += 1;
        let report = told(&model, &world, &folder.join("m.smv"));
        if !report["properties"][0]["coarser"].is_null() {
            let about =
                ["coarser way", "length of a coarser way", "faults of a coarser way", "classes of coarser ways"];
            lies += planted(&model, &world, &report, &about, COARSE);
        }
    }
    wherefore_test::say(&format!("{found} of {draw} models have many classes"));
    counted(lies, "lies about coarser ways");
}

/// The states of an instance.
const STATES: [&str; 3] = ["low", "mid", "top"];

/// A condition of a transition, inside a module.
#[derive(Clone, Copy)]
enum Asks {
    Nothing,
    Go(bool),
    Near(bool),
    Both,
}

impl Asks {
    fn draw(dice: &mut Dice) -> Asks {
        dice.of(&[Asks::Nothing, Asks::Go(true), Asks::Go(false), Asks::Near(true), Asks::Near(false), Asks::Both])
    }

    fn text(self) -> &'static str {
        match self {
            Asks::Nothing => "",
            Asks::Go(true) => " & r",
            Asks::Go(false) => " & !r",
            Asks::Near(true) => " & near",
            Asks::Near(false) => " & !near",
            Asks::Both => " & r & !near",
        }
    }
}

/// Equal instances in a ring or a line.
#[derive(Clone)]
struct Twins {
    count: usize,
    is_ring: bool,
    /// Source, target and condition of each transition.
    moves: Vec<(i64, i64, Asks)>,
    /// Whether the property is about the first alone, and whether the first begins differently.
    is_lopsided: [bool; 2],
}

impl Twins {
    fn draw(dice: &mut Dice) -> Twins {
        // Nobody is near at first, and what happens to all at once makes one class alone.
        let begin = dice.of(&[Asks::Go(true), Asks::Go(false)]);
        let on = dice.of(&[Asks::Go(true), Asks::Go(false), Asks::Near(false), Asks::Both]);
        let mut moves = vec![(0, 1, begin), (1, 2, on), (2, 0, Asks::draw(dice))];
        if dice.percent(50) {
            moves.push((1, 0, Asks::draw(dice)));
        }
        let is_lopsided = [dice.percent(12), dice.percent(12)];
        Twins { count: 2 + dice.below(2), is_ring: dice.percent(80), moves, is_lopsided }
    }

    fn state(&self) -> Kind {
        Kind::Enum(STATES.map(str::to_owned).to_vec())
    }

    fn is(&self, instance: usize, state: i64) -> Term {
        Term::two(Two::Eq, Term::Now(self.count + instance), Term::Value(self.state(), state))
    }

    /// Whether the neighbour of an instance is at the top; one at the end of a line has none.
    fn near(&self, instance: usize) -> Option<Term> {
        let next = instance + 1;
        (next < self.count || self.is_ring).then(|| self.is(next % self.count, 2))
    }

    fn guard(&self, instance: usize, asks: Asks) -> Option<Term> {
        let go = Term::Now(instance);
        let near = || self.near(instance).unwrap_or(Term::Value(Kind::Bool, 0));
        match asks {
            Asks::Nothing => None,
            Asks::Go(true) => Some(go),
            Asks::Go(false) => Some(Term::not(go)),
            Asks::Near(true) => Some(near()),
            Asks::Near(false) => Some(Term::not(near())),
            Asks::Both => Some(Term::two(Two::And, go, Term::not(near()))),
        }
    }

    /// The same without modules: inputs first, then states.
    fn flat(&self) -> Smv {
        let each = 0..self.count;
        let named = |name: &str, kind: Kind| {
            each.clone().map(move |i| Named { name: format!("c{i}.{name}"), kind: kind.clone() }).collect::<Vec<_>>()
        };
        let control = |instance: usize| {
            let one = |(place, (source, target, asks)): (usize, &(i64, i64, Asks))| Branch {
                define: Some(format!("c{instance}.t{place}")),
                source: Some(*source),
                guard: self.guard(instance, *asks),
                targets: vec![*target],
            };
            let stays = Branch { define: None, source: None, guard: None, targets: Vec::new() };
            let branches = self.moves.iter().enumerate().map(one).chain([stays]).collect();
            Control { var: self.count + instance, branches }
        };
        let both = |one: Term, two: Term| Term::two(Two::Or, one, two);
        let all = if self.is_lopsided[0] { 0..1 } else { each.clone() };
        let bad = all.map(|i| self.is(i, 2)).reduce(both).expect("an instance");
        let first = |i: usize| if self.is_lopsided[1] && i == 0 { Vec::new() } else { vec![0] };
        Smv {
            vars: [named("r", Kind::Bool), named("s", self.state())].concat(),
            courses: each.clone().map(|_| Course::Input).chain(each.clone().map(Course::Control)).collect(),
            first: each.clone().map(|_| Vec::new()).chain(each.clone().map(first)).collect(),
            controls: each.map(control).collect(),
            init: Vec::new(),
            invar: Vec::new(),
            trans: Vec::new(),
            property: Term::not(bad),
        }
    }

    /// Lines of the module before its transitions.
    const LEAD: usize = 4;
}

impl Model for Twins {
    const ENDING: &'static str = "smv";

    fn text(&self) -> String {
        let mut text = "MODULE cell(near, from)\nIVAR r : boolean;\nVAR s : {low, mid, top};\nDEFINE\n".to_owned();
        for (place, (source, _, asks)) in self.moves.iter().enumerate() {
            text.push_str(&format!("  t{place} := s = {}{};\n", STATES[*source as usize], asks.text()));
        }
        text.push_str("ASSIGN\n  init(s) := from;\n  next(s) := case\n");
        for (place, (_, target, _)) in self.moves.iter().enumerate() {
            text.push_str(&format!("    t{place} : {};\n", STATES[*target as usize]));
        }
        text.push_str("    TRUE : s;\n  esac;\nMODULE main\nVAR\n");
        for instance in 0..self.count {
            let next = (instance + 1) % self.count;
            let near = self.near(instance).map_or("FALSE".to_owned(), |_| format!("c{next}.s = top"));
            let from = if self.is_lopsided[1] && instance == 0 { "{low, mid, top}" } else { "low" };
            text.push_str(&format!("  c{instance} : cell({near}, {from});\n"));
        }
        let flat = self.flat();
        text + &format!("INVARSPEC NAME p := {};\n", flat.property.spell(&flat.vars))
    }

    fn world(&self, blocked: &BTreeSet<usize>) -> World {
        let mut world = self.flat().world(blocked);
        let (each, moves) = (self.moves.len() + 1, self.moves.len());
        for (place, rule) in world.rules.iter_mut().enumerate() {
            let own = place % each;
            rule.line = Self::LEAD + moves + 3 + own + 1;
            rule.guard = (own < moves).then_some(Self::LEAD + own + 1);
        }
        world.lines = (0..2 * self.count).map(|var| if var < self.count { 2 } else { 3 }).collect();
        world
    }

    fn is_plain(&self) -> bool {
        // Sets of rules of all instances are too many to be tried.
        false
    }

    fn smaller(&self) -> Vec<Twins> {
        Vec::new()
    }
}

/// A class is the same as one that it is not, and two of a group are one.
const ALIKE: &[fn(&mut Value)] = &[
    |p| p["alike"][0][1] = json!("0000000000"),
    |p| {
        let first = p["alike"][0][0].clone();
        let groups: Vec<Value> = p["alike"].as_array().into_iter().flatten().cloned().collect();
        let is_in = |id: &Value| groups[0].as_array().is_some_and(|group| group.contains(id));
        let classes = p["classes"].as_array().cloned().unwrap_or_default();
        let other = classes.iter().map(|class| class["id"].clone()).find(|id| !is_in(id));
        // Where all are the same, one that is none takes the place.
        p["alike"][0] = json!([first, other.unwrap_or_else(|| json!("none"))]);
    },
];

#[test]
fn classes_of_equal_instances() {
    let (seed, cases) = (seed(1), cases(8));
    let folder = tempfolder("alike");
    let (mut groups, mut lies) = (0, 0);
    for case in 0..cases {
        let model = Twins::draw(&mut Dice((seed + case).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1));
        let world = model.world(&BTreeSet::new());
        let report = told(&model, &world, &folder.join("m.smv"));
        let told = report["properties"][0]["alike"].as_array().map_or(0, Vec::len);
        if told > 0 {
            groups += told;
            lies += planted(&model, &world, &report, &["the same of other instances"], ALIKE);
        }
    }
    counted(groups, "groups of classes that are the same of other instances");
    counted(lies, "lies about them");
}
