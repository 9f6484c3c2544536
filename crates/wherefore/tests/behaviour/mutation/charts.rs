//! `wherefore mutate --check` on statecharts: the status of every mutant of random charts against a walk through all their situations,
//! by the interpreter, which shares nothing with the lowering of charts, the engines and the comparison.

use super::{checked, wrong};
use crate::temporary;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use wherefore::{Language, Project};
use wherefore_diag::FileId;
use wherefore_lang::scxml::chart::{Chart, DataId};
use wherefore_lang::scxml::interpret::{self, Event, Interpreter};
use wherefore_lang::scxml::parse;
use wherefore_test::{Random, cases, counted, seed};

const EVENTS: [&str; 3] = ["e", "f", "g"];
const DATA: [&str; 2] = ["x", "y"];
const PROPERTIES: usize = 2;

/// A condition over data, as a chart writes it.
fn condition(random: &mut Random) -> String {
    let mut atom = || format!("{}{}", if random.chance(40) { "!" } else { "" }, random.pick(&DATA));
    let (one, two) = (atom(), atom());
    match random.below(3) {
        0 => one,
        1 => format!("{one} || {two}"),
        _ => format!("{one} &amp;&amp; {two}"),
    }
}

fn assignment(random: &mut Random) -> String {
    format!("<assign location=\"{}\" expr=\"{}\"/>", random.pick(&DATA), condition(random))
}

/// Transitions that leave a state for one of these.
fn transitions(text: &mut String, random: &mut Random, targets: &[&str]) {
    for _ in 0..1 + random.below(2) {
        let (event, target) = (random.pick(&EVENTS), random.pick(targets));
        let guard = if random.chance(40) { format!(" cond=\"{}\"", condition(random)) } else { String::new() };
        let content = if random.chance(60) { assignment(random) } else { String::new() };
        writeln!(text, "<transition event=\"{event}\"{guard} target=\"{target}\">{content}</transition>").unwrap();
    }
}

/// States with transitions among them.
fn region(text: &mut String, random: &mut Random, names: &[&str], targets: &[&str]) {
    for name in names {
        writeln!(text, "<state id=\"{name}\">").unwrap();
        if random.chance(30) {
            writeln!(text, "<onentry>{}</onentry>", assignment(random)).unwrap();
        }
        transitions(text, random, targets);
        text.push_str("</state>\n");
    }
}

/// A chart with two Boolean data, a state and a nested one, or two regions side by side, and two invariants.
fn chart(random: &mut Random) -> String {
    let spaces = "xmlns=\"http://www.w3.org/2005/07/scxml\" xmlns:wf=\"urn:wherefore:scxml:1\"";
    let mut text = format!("<scxml {spaces} version=\"1.0\" datamodel=\"ecmascript\" name=\"m\">\n");
    EVENTS.iter().for_each(|event| writeln!(text, "<wf:event name=\"{event}\"/>").unwrap());
    text.push_str("<datamodel>");
    for name in DATA {
        // Half of the charts show one of their data only: what properties can read is compared all the same.
        let shown = if name == "x" && random.chance(50) { " wf:output=\"true\"" } else { "" };
        write!(text, "<data id=\"{name}\" expr=\"{}\" wf:type=\"bool\"{shown}/>", random.chance(50)).unwrap();
    }
    text.push_str("</datamodel>\n");
    if random.chance(40) {
        text.push_str("<parallel id=\"p\">\n<state id=\"l\">\n");
        region(&mut text, random, &["a", "b"], &["a", "b"]);
        text.push_str("</state>\n<state id=\"r\">\n");
        region(&mut text, random, &["c", "d"], &["c", "d"]);
        text.push_str("</state>\n</parallel>\n");
    } else {
        region(&mut text, random, &["a"], &["b", "c", "d", "n"]);
        text.push_str("<state id=\"n\">\n");
        transitions(&mut text, random, &["a", "d"]);
        region(&mut text, random, &["b", "c"], &["a", "b", "c", "d"]);
        text.push_str("</state>\n");
        region(&mut text, random, &["d"], &["a", "n", "c"]);
    }
    for number in 0..PROPERTIES {
        let (state, condition) = (random.pick(&["a", "b", "c", "d"]), condition(random));
        writeln!(text, "<wf:invariant name=\"p{number}\">!In('{state}') || {condition}</wf:invariant>").unwrap();
    }
    text + "</scxml>\n"
}

/// What a property can read: active states and data.
fn read(chart: &Chart, run: &Interpreter<'_>) -> Vec<String> {
    let states = run.configuration().into_iter().map(|s| chart.state(s).id.clone());
    let data = (0..chart.data.len() as u32).map(|id| format!("{:?}", run.value(DataId(id))));
    states.chain(data).collect()
}

fn started(chart: &Chart) -> Interpreter<'_> {
    let mut run = Interpreter::new(chart, &BTreeMap::new());
    run.start().unwrap();
    run
}

fn after<'a>(run: &Interpreter<'a>, event: &str) -> Interpreter<'a> {
    let mut run = run.clone();
    run.send(&Event::named(event), &BTreeMap::new()).unwrap();
    run
}

/// Which invariants hold in all situations.
fn hold(chart: &Chart) -> Vec<bool> {
    let mut hold = vec![true; chart.properties.len()];
    let (mut found, mut open) = (BTreeSet::new(), vec![started(chart)]);
    while let Some(run) = open.pop() {
        if !found.insert(read(chart, &run)) {
            continue;
        }
        for (property, holds) in chart.properties.iter().zip(&mut hold) {
            *holds &= run.evaluate(&property.formula) == Some(interpret::Value::Bool(true));
        }
        open.extend(EVENTS.map(|event| after(&run, event)));
    }
    hold
}

/// Whether two charts are read the same after the same events.
fn is_same(one: &Chart, two: &Chart) -> bool {
    let (mut found, mut open) = (BTreeSet::new(), vec![(started(one), started(two))]);
    while let Some((a, b)) = open.pop() {
        if read(one, &a) != read(two, &b) {
            return false;
        }
        if found.insert(read(one, &a)) {
            open.extend(EVENTS.map(|event| (after(&a, event), after(&b, event))));
        }
    }
    true
}

/// The status of a mutant, from the definition.
fn judged(model: &Chart, mutant: &str) -> &'static str {
    let mutant = parse(FileId(0), mutant).0.unwrap();
    match (hold(model) != hold(&mutant), is_same(model, &mutant)) {
        (true, _) => "noticed",
        (false, true) => "equivalent",
        (false, false) => "survived",
    }
}

#[test]
fn every_mutant_of_random_charts_has_the_status_that_a_walk_through_all_situations_finds() {
    let (seed, folder) = (seed(11), temporary("mutation-charts"));
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for case in 0..cases(1) {
        let text = chart(&mut Random::stream(seed, case));
        std::fs::write(folder.join("m.scxml"), &text).unwrap();
        let told = format!("seed {seed}, case {case}:\n{text}");
        let mutants = Project::from_text("m.scxml", &text, Language::Scxml).unwrap_or_else(|e| panic!("{e}\n{told}"));
        let mutants = mutants.mutants().unwrap().mutants;
        let model = parse(FileId(0), &text).0.unwrap();
        let right: Vec<&str> = mutants.iter().map(|m| judged(&model, &m.apply(&text))).collect();
        let report = checked(&folder, "m.scxml", &[]).1;
        assert_eq!(wrong(&report, &right), Vec::<usize>::new(), "{told}");
        right.iter().for_each(|status| *numbers.entry(status).or_default() += 1);
        for mutant in report["mutants"].as_array().unwrap().iter().filter(|m| m["check"]["status"] == "survived") {
            let comparison = &mutant["check"]["comparison"];
            assert_eq!(comparison["answer"], "different", "{mutant}\n{told}");
            differs(&model, &mutants[mutant["number"].as_u64().unwrap() as usize - 1].apply(&text), comparison);
        }
        // The comparison itself must be able to fail: one judgement turned round.
        let mut planted = right.clone();
        planted[0] = if planted[0] == "survived" { "equivalent" } else { "survived" };
        assert_eq!(wrong(&report, &planted), [1]);
    }
    counted(numbers.values().sum::<usize>(), "mutants");
    assert!(numbers.len() > 1, "{numbers:?}");
}

/// Asserts that some run of as many events as a difference has ends in a difference.
fn differs(model: &Chart, mutant: &str, comparison: &Value) {
    let mutant = parse(FileId(0), mutant).0.unwrap();
    let steps = comparison["steps"].as_u64().unwrap();
    let mut pairs = BTreeMap::from([((read(model, &started(model)), read(&mutant, &started(&mutant))), ())]);
    let mut open = vec![(started(model), started(&mutant))];
    for _ in 0..steps {
        pairs.clear();
        let mut next = Vec::new();
        for (a, b) in &open {
            for (a, b) in EVENTS.map(|event| (after(a, event), after(b, event))) {
                if pairs.insert((read(model, &a), read(&mutant, &b)), ()).is_none() {
                    next.push((a, b));
                }
            }
        }
        open = next;
    }
    assert!(pairs.keys().any(|(a, b)| a != b), "{comparison}");
}
