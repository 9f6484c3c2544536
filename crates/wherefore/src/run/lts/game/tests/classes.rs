//! Classes, suspects and points of no return of games: for safety those of the lens, and for all against counting by hand.

use super::super::{Graph, Question, decide, holds};
use super::{FORMULAS, Steps, kind, settings};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wherefore_diag::FileId;
use wherefore_explain::lts::{Findings, Level, Settings, why};
use wherefore_lang::mcl;
use wherefore_lang::mucalculus::{self, Configurations, Limits};
use wherefore_lts::neighbourhood::{Choice, Tag};
use wherefore_lts::row::Edge;
use wherefore_lts::{Csr, Memory};
use wherefore_stop::Stop;
use wherefore_test::{Random, cases, counted, seed};

/// More formulas that single runs violate.
const SAFETY: &[&str] = &[
    "[true*] <true> true",
    "[true* . \"a\"] <true> true",
    "[true* . \"a\" . \"b\"] false and [true* . \"c\" . \"c\"] false",
    "[true* . \"a\" . (not \"b\")* . \"c\"] false and [true*] <true> true",
];
/// Formulas that fail by going on for ever too.
const LIVENESS: &[&str] = &["[true*] inevitable \"a\"", "inevitable \"b\"", "[true* . \"a\"] inevitable \"c\""];
/// Formulas that several runs violate together, or one that goes on for ever.
const OTHERS: &[&str] = &[
    "[true* . a] <true* . b> true",
    "[true*] <true* . c> true",
    "[true* . a] <b> true",
    "[true*] (<a> true || [b] false)",
    "[a*] mu X . ([!b] X && <true> true)",
    "nu X . ([true] X && mu Y . (<true> true && [!a] Y))",
    "[true* . b] nu X . (<!c> X)",
    "mu X . nu Y . ([a] X && [!a] Y)",
];

/// A graph of a few states, as text.
fn text(random: &mut Random, most: usize) -> String {
    let states = 2 + random.below(most);
    let line = |random: &mut Random| {
        format!("({}, \"{}\", {})", random.below(states), ["a", "b", "c"][random.below(3)], random.below(states))
    };
    let mut lines: Vec<String> = (0..1 + random.below(3 * states)).map(|_| line(random)).collect();
    lines.sort();
    lines.dedup();
    format!("des (0, {}, {states})\n{}\n", lines.len(), lines.join("\n"))
}

fn graph(text: &str) -> Arc<Csr> {
    Arc::new(wherefore_lts::load(text.as_bytes(), &Stop::new()).expect("a graph"))
}

/// Findings as the JSON of a report.
fn document(found: &Findings) -> Value {
    let context = wherefore_report::build::Context {
        command: wherefore_report::document::Command::Why,
        system: &found.system,
        sources: &wherefore_diag::SourceMap::default(),
        defines: wherefore_report::build::Defines::All,
    };
    let inquiry = found.findings.inquiry.as_ref();
    let property = wherefore_report::build::property(&context, &found.findings.finding, inquiry, 0.0);
    serde_json::to_value(wherefore_report::build::mcl(property, None, 0)).expect("JSON")
}

fn by_lens(graph: &Arc<Csr>, text: &str, settings: &Settings) -> Value {
    let formula = mcl::load(FileId(0), text).formula.expect("a formula about runs");
    document(&why(&Memory::new(graph.clone(), Stop::new()), "p", &formula, settings).expect("an answer"))
}

fn by_game(graph: &Arc<Csr>, text: &str, settings: &Settings) -> Value {
    let formula = mucalculus::read(FileId(0), text).expect("a formula");
    let question = Question { name: "p", formula: (&formula, text), settings };
    let Ok((found, _)) = decide(&Graph::Memory(graph.clone()), &question, &Stop::new()) else { panic!("no answer") };
    document(&found)
}

/// The parts of a report that do not depend on how the formula was decided.
fn common(property: &Value, parts: &[&str]) -> Value {
    let kept: Map<String, Value> = parts.iter().map(|part| ((*part).to_owned(), property[part].clone())).collect();
    let mut kept = Value::Object(kept);
    for class in kept["classes"].as_array_mut().into_iter().flatten() {
        for own in ["nearest", "failed", "missing", "untold"] {
            class["explanation"].as_object_mut().expect("an explanation").remove(own);
        }
    }
    kept
}

/// Takes away what rests on a run where both show another one of the same length; how often.
fn without_ties(own: &mut Value, other: &mut Value, place: &str) -> usize {
    let mut ties = 0;
    let length = |of: &Value| of["trace"]["steps"].as_array().map_or(0, Vec::len);
    let mut settle = |own: &mut Value, other: &mut Value, parts: &[&str]| {
        if own["trace"]["steps"] == other["trace"]["steps"] {
            return;
        }
        assert_eq!(length(own), length(other), "{place}");
        for part in parts {
            own.as_object_mut().expect("parts").remove(*part);
            other.as_object_mut().expect("parts").remove(*part);
        }
        ties += 1;
    };
    // Suspects of a round are those of the run that is shown.
    let has_round = [&*own, &*other].iter().any(|of| !of["round"].is_null());
    let in_round: &[&str] = if has_round { &["suspects"] } else { &[] };
    let parts = [&["trace", "abstracted", "choice_points", "junctions", "layout", "round"], in_round].concat();
    settle(own, other, &parts);
    let classes = own["classes"].as_array_mut().into_iter().flatten();
    for (own, other) in classes.zip(other["classes"].as_array_mut().into_iter().flatten()) {
        settle(own, other, &["trace", "junctions", "explanation"]);
    }
    ties
}

/// Of each class what it is, without a run.
fn keys(property: &Value) -> Vec<Value> {
    let class = |class: &Value| json!([class["id"], class["key"], class["count"]]);
    let mut keys: Vec<Value> = property["classes"].as_array().into_iter().flatten().map(class).collect();
    keys.sort_by_key(ToString::to_string);
    keys
}

fn of_level(random: &mut Random) -> Settings {
    let level = [None, Some(Level::Neighbourhood), Some(Level::Decision), Some(Level::Gate), Some(Level::Kind)];
    Settings { level: level[random.below(5)], max_classes: 1_000, ..settings() }
}

#[test]
fn for_safety_classes_and_suspects_of_the_game_are_those_of_the_lens() {
    let parts = ["verdict", "trace", "enumeration", "classes", "suspects", "neighbourhoods", "choices", "uninvolved"];
    let more = ["summary", "abstracted", "shown", "round", "junctions", "choice_points", "layout", "notes", "levels"];
    let parts: Vec<&str> = parts.into_iter().chain(more).collect();
    let seed = seed(51);
    let (mut classes, mut suspects, mut merged, mut ties, mut caught) = (0, 0, 0, 0, 0);
    for case in 0..cases(300) {
        let mut random = Random::new(seed.wrapping_mul(999_931).wrapping_add(case));
        let text = text(&mut random, 6);
        let (graph, settings) = (graph(&text), of_level(&mut random));
        let formula = [FORMULAS, SAFETY].concat()[random.below(FORMULAS.len() + SAFETY.len())];
        let place = format!("WHEREFORE_SEED={seed}, case {case}: {formula} on\n{text}");
        let (expected, found) = (by_lens(&graph, formula, &settings), by_game(&graph, formula, &settings));
        assert_eq!(found["verdict"], expected["verdict"], "{place}");
        if expected["verdict"] != "violated" {
            continue;
        }
        // Where an automaton remembers what does not matter any more, two of its states are one configuration.
        if found["neighbourhoods"] != expected["neighbourhoods"] || found["choices"] != expected["choices"] {
            let key = |class: Value| class[1].clone();
            let (own, other): (Vec<Value>, Vec<Value>) =
                (keys(&found).into_iter().map(key).collect(), keys(&expected).into_iter().map(key).collect());
            if settings.level.is_some() {
                assert_eq!(own, other, "{place}");
            }
            merged += 1;
            continue;
        }
        let (mut own, mut other) = (common(&found, &parts), common(&expected, &parts));
        ties += without_ties(&mut own, &mut other, &place);
        assert_eq!(own, other, "{place}");
        classes += own["classes"].as_array().map_or(0, Vec::len);
        suspects += own["suspects"].as_array().map_or(0, Vec::len);
        // A lie: a class has one neighbourhood more.
        if let Some(count) = own["classes"].get(0).and_then(|class| class["count"].as_u64()) {
            own["classes"][0]["count"] = json!(count + 1);
            assert_ne!(own, other, "{place}: a lie is not noticed");
            caught += 1;
        }
    }
    counted(classes, "classes that both have");
    counted(suspects, "suspects that both have");
    counted(caught, "planted lies are noticed");
    assert!(ties * 3 < classes, "{ties} runs are others, and {classes} classes are the same");
    assert!(
        merged * 5 < classes,
        "{merged} graphs have other numbers of configurations, and {classes} classes are the same"
    );
}

#[test]
fn for_liveness_classes_of_the_game_are_those_of_the_lens() {
    let seed = seed(52);
    let (mut classes, mut merged) = (0, 0);
    for case in 0..cases(150) {
        let mut random = Random::new(seed.wrapping_mul(999_917).wrapping_add(case));
        let text = text(&mut random, 6);
        let (graph, settings) = (graph(&text), Settings { level: Some(Level::Neighbourhood), ..of_level(&mut random) });
        let formula = LIVENESS[random.below(LIVENESS.len())];
        let place = format!("WHEREFORE_SEED={seed}, case {case}: {formula} on\n{text}");
        let (expected, found) =
            (by_lens(&graph, formula, &settings), by_game(&graph, &as_fixpoint(formula), &settings));
        assert_eq!(found["verdict"], expected["verdict"], "{place}");
        if found["neighbourhoods"] != expected["neighbourhoods"] {
            merged += 1;
            continue;
        }
        assert_eq!(keys(&found), keys(&expected), "{place}");
        classes += keys(&found).len();
    }
    counted(classes, "classes that both have");
    assert!(merged * 5 < classes, "{merged} graphs have other numbers of configurations");
}

/// Inevitability as a fixpoint.
fn as_fixpoint(formula: &str) -> String {
    match formula.split_once("inevitable ") {
        Some((before, action)) => format!("{before} mu X . (<true> true and [not {action}] X)"),
        None => formula.to_owned(),
    }
}

/// What a transition does, by looking at all that can come behind it.
struct Naive<'a>(&'a Configurations);

impl Naive<'_> {
    fn behind(&self, from: usize) -> BTreeSet<usize> {
        let (mut found, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(at) = open.pop() {
            if found.insert(at) {
                open.extend(self.0.moves(at).iter().filter_map(|m| m.next));
            }
        }
        found
    }

    fn can_avoid(&self, from: usize) -> bool {
        self.behind(from).into_iter().any(|at| self.0.moves(at).iter().any(|m| m.next.is_none()))
    }

    fn choices(&self, at: usize) -> Vec<Choice> {
        let tag = |next: Option<usize>| match next {
            None => Tag::Correct,
            Some(next) if self.can_avoid(next) => Tag::Neutral,
            Some(_) => Tag::Incorrect,
        };
        let choice = |m: &mucalculus::Move| Choice {
            edge: Edge { label: m.label, end: m.state },
            inner: m.next.map(|next| next as u32),
            tag: tag(m.next),
            inevitable: None,
        };
        self.0.moves(at).iter().map(choice).collect()
    }

    /// The choices where some transition decides, by configuration.
    fn deciding(&self) -> BTreeMap<usize, Vec<Choice>> {
        let all = (0..self.0.all.len()).filter(|at| *at == 0 || self.can_avoid(*at));
        let with = all.map(|at| (at, self.choices(at)));
        with.filter(|(_, row)| row.iter().any(|c| c.tag != Tag::Neutral)).collect()
    }
}

/// The key of a class at the finest level.
fn key(graph: &Csr, choices: &[Choice]) -> String {
    let part = |tag: Tag, verb: &str| {
        let names: BTreeSet<&str> =
            choices.iter().filter(|c| c.tag == tag).map(|c| graph.labels.name(c.edge.label)).collect();
        let names: Vec<&str> = names.into_iter().collect();
        (!names.is_empty()).then(|| format!("{verb} {}", names.join(", ")))
    };
    let parts = [part(Tag::Correct, "avoids"), part(Tag::Incorrect, "seals"), part(Tag::Neutral, "open")];
    format!("{}: {}", kind(choices), parts.into_iter().flatten().collect::<Vec<_>>().join("; "))
}

/// How many there are of each class, by counting.
fn counts(graph: &Csr, deciding: &BTreeMap<usize, Vec<Choice>>) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    deciding.values().for_each(|row| *counts.entry(key(graph, row)).or_default() += 1);
    counts
}

#[test]
fn classes_of_games_are_those_that_counting_finds_and_their_runs_fail() {
    let seed = seed(53);
    let (mut classes, mut loops, mut sealing, mut caught) = (0, 0, 0, 0);
    for case in 0..cases(300) {
        let mut random = Random::new(seed.wrapping_mul(999_907).wrapping_add(case));
        let text = text(&mut random, 6);
        let graph = graph(&text);
        let formula = OTHERS[random.below(OTHERS.len())];
        let place = format!("WHEREFORE_SEED={seed}, case {case}: {formula} on\n{text}");
        let document = mucalculus::read(FileId(0), formula).expect("a formula");
        let steps = Steps { graph: &graph, patterns: RefCell::new(BTreeMap::new()) };
        let limits = Limits::default();
        let decision = mucalculus::decide_with_evidence(&document, &steps, limits, &Stop::new()).expect("decided");
        if decision.holds {
            continue;
        }
        let known = decision.configurations.expect("few configurations");
        let found = by_game(&graph, formula, &Settings { level: Some(Level::Neighbourhood), ..of_level(&mut random) });
        let naive = Naive(&known);
        let deciding = naive.deciding();
        let right = counts(&graph, &deciding);
        let told = found["classes"].as_array().expect("classes");
        let told_counts = |told: &[Value]| -> BTreeMap<String, u64> {
            told.iter()
                .map(|c| (c["key"].as_str().unwrap_or("").to_owned(), c["count"].as_u64().unwrap_or(0)))
                .collect()
        };
        assert_eq!(told_counts(told), right, "{place}");
        let both = |row: &Vec<Choice>| {
            row.iter().any(|a| {
                a.tag == Tag::Correct && row.iter().any(|b| b.tag == Tag::Incorrect && b.edge.label == a.edge.label)
            })
        };
        assert_eq!(found["choices"]["unobservable"], json!(deciding.values().filter(|r| both(r)).count()), "{place}");
        for class in told {
            let run = run(class);
            loops += usize::from(run.1.is_some());
            assert!(fails_along(&graph, formula, &run), "{place}: the run of {} does not fail: {run:?}", class["key"]);
        }
        sealing += check_suspects(&graph, &known, &deciding, &found, &place);
        classes += told.len();
        let mut lie = told.clone();
        if let Some(first) = lie.first_mut() {
            first["count"] = json!(first["count"].as_u64().unwrap_or(0) + 1);
            assert_ne!(told_counts(&lie), right, "{place}: a lie is not noticed");
            caught += 1;
        }
    }
    counted(classes, "classes of formulas that are not about safety");
    counted(loops, "runs of classes that go on for ever");
    counted(sealing, "suspects that seal the failure");
    counted(caught, "planted lies are noticed");
}

/// The first suspects are the gates that seal the failure without being it, with the number of times they do.
fn check_suspects(
    graph: &Csr,
    known: &Configurations,
    deciding: &BTreeMap<usize, Vec<Choice>>,
    found: &Value,
    place: &str,
) -> usize {
    let mut seals: BTreeMap<String, usize> = BTreeMap::new();
    for choice in deciding.values().flatten().filter(|c| c.tag == Tag::Incorrect) {
        if choice.inner.is_none_or(|next| !known.all[next as usize].is_broken) {
            *seals.entry(graph.labels.name(choice.edge.label).to_owned()).or_default() += 1;
        }
    }
    let count = |suspect: &Value| {
        let text = suspect["reasons"][0].as_str()?;
        let count = text.strip_prefix("seals the failure in ")?.split(' ').next()?.parse().ok()?;
        Some((suspect["element"].as_str()?.to_owned(), count))
    };
    let told: BTreeMap<String, usize> = found["suspects"].as_array().into_iter().flatten().filter_map(count).collect();
    if found["round"].is_null() {
        assert_eq!(told, seals, "{place}");
    }
    told.len()
}

/// The steps of a class, and where its loop begins.
fn run(class: &Value) -> (Vec<(String, u32)>, Option<usize>) {
    let cell = |step: &Value, name: &str| {
        let text = &step["values"][name];
        text.as_str().map_or_else(|| text.to_string(), str::to_owned)
    };
    let steps = class["trace"]["steps"].as_array().expect("steps");
    let next = |at: usize| {
        let is_back = at + 1 == steps.len();
        let to = class["trace"]["loop"].as_u64().filter(|_| is_back).map_or(at + 1, |back| back as usize);
        steps.get(to).map(|step| (cell(&steps[at], "action"), cell(step, "state").parse().expect("a state")))
    };
    let run = (0..steps.len()).filter_map(next).collect();
    (run, class["trace"]["loop"].as_u64().map(|place| place as usize))
}

/// Whether the formula fails where a run is all that can be done, and behind its end everything.
fn fails_along(graph: &Csr, formula: &str, (run, back): &(Vec<(String, u32)>, Option<usize>)) -> bool {
    let states = graph.states() as usize;
    let last = run.len();
    let mut lines = Vec::new();
    for (at, (label, _)) in run.iter().enumerate() {
        let to = back.filter(|_| at + 1 == last).map_or(states + at + 1, |place| states + place);
        lines.push(format!("({}, \"{label}\", {to})", states + at));
    }
    if back.is_none() {
        let end = run.last().map_or(graph.initial, |(_, state)| *state);
        for state in 0..graph.states() {
            graph
                .out
                .visit(state, |label, to| lines.push(format!("({state}, \"{}\", {to})", graph.labels.name(label))));
        }
        graph.out.visit(end, |label, to| {
            lines.push(format!("({}, \"{}\", {to})", states + last, graph.labels.name(label)));
        });
    }
    let text = format!("des ({states}, {}, {})\n{}\n", lines.len(), states + last + 1, lines.join("\n"));
    let along = wherefore_lts::load(text.as_bytes(), &Stop::new()).expect("a graph");
    !holds(&along, formula, 1 << 30, &Stop::new()).expect("decided")
}
