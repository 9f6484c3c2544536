//! Formulas that single runs violate, decided as games too: the choices on one run are those of the neighbourhoods on it.

mod classes;

use super::{Steps, run_choices};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use wherefore_check::{Demand, Verdict};
use wherefore_diag::FileId;
use wherefore_explain::Consequence;
use wherefore_explain::lts::{Aim, Destination, Level, Picture, RunChoices, Settings, why};
use wherefore_lang::mcl;
use wherefore_lang::mucalculus::{self, Limits, PlayStep};
use wherefore_lts::neighbourhood::{Choice, Kind, Tag};
use wherefore_lts::{Csr, Memory};
use wherefore_stop::Stop;
use wherefore_test::{Random, cases, counted, seed};

const FORMULAS: &[&str] = &[
    "[true* . \"a\"] false",
    "[true* . \"a\" . (not \"b\")* . \"a\"] false",
    "[(\"a\" | \"b\")* . \"c\"] false",
    "[true* . \"b\" . true . \"c\"] false",
    "[\"a\"* . \"b\" . \"a\"* . \"c\"] false",
    "[true* . \"c\" . true* . \"a\" . \"b\"] false",
];

fn settings() -> Settings {
    Settings {
        aim: Aim::Choices,
        level: Some(Level::Neighbourhood),
        max_classes: 10,
        kinds: Kind::ALL.to_vec(),
        destination: Destination::Violation,
        pattern: Vec::new(),
        given: None,
        picture: Picture::None,
        memory: 1 << 30,
        recheck: Demand::default(),
    }
}

/// A row of a table: the action, what it means, and whether it is taken.
type Row = (String, Consequence, Vec<String>);

/// Where on a run a choice stands, its kind, and its rows.
type Table = (usize, &'static str, Vec<Row>);

/// A run, as numbers of labels and states.
type Run = Vec<(u32, u32)>;

/// The tables of the neighbourhoods on a run. In a fair run is in any case to a game, or not.
fn of_lens(graph: &Arc<Csr>, text: &str) -> Option<(Run, Vec<Table>)> {
    let formula = mcl::load(FileId(0), text).formula.expect("a formula about runs");
    let found = why(&Memory::new(graph.clone(), Stop::new()), "p", &formula, &settings()).expect("an answer");
    let Verdict::Violated(run) = &found.findings.finding.verdict else { return None };
    let table = wherefore_report::build::Context {
        command: wherefore_report::document::Command::Why,
        system: &found.system,
        sources: &wherefore_diag::SourceMap::default(),
        defines: wherefore_report::build::Defines::All,
    };
    let property = wherefore_report::build::property(&table, &found.findings.finding, None, 0.0);
    let property = wherefore_report::build::mcl(property, None, 0);
    let rows = &property.verdict.trace().expect("a run").rows;
    let cell = |row: usize, column: usize| rows[row].cells.get(column)?.as_ref().map(|cell| cell.text.clone());
    let steps = (1..rows.len()).map(|row| {
        let label = cell(row - 1, 0).expect("an action");
        let number = (0..graph.labels.len() as u32).find(|l| graph.labels.name(*l) == label).expect("a label");
        (number, cell(row, 1).expect("a state").parse().expect("a number"))
    });
    let steps = steps.collect();
    assert!(!run.trace.is_empty());
    let points = &found.findings.inquiry.as_ref()?.lts.as_ref()?.choice_points;
    let consequence = |c| if c == Consequence::InevitableIfFair { Consequence::Sealed } else { c };
    let row = |a: &wherefore_explain::Alternative| (a.action.clone(), consequence(a.consequence), a.leads.clone());
    let tables = points.iter().map(|p| (p.tick, p.kind, sorted(p.alternatives.iter().map(row).collect())));
    Some((steps, tables.collect()))
}

fn sorted(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort();
    rows
}

/// The tables of the choices of the game on the same run.
fn of_game(graph: &Csr, text: &str, run: &[(u32, u32)]) -> Vec<Table> {
    let document = mucalculus::read(FileId(0), text).expect("a formula");
    let steps = Steps { graph, patterns: RefCell::new(BTreeMap::new()) };
    let run: Vec<PlayStep> = run.iter().map(|(label, state)| PlayStep { label: *label, state: *state }).collect();
    let decision = mucalculus::choices_on(&run, &document, &steps, (Limits::default(), &Stop::new())).expect("decided");
    let RunChoices { points, settled, .. } = run_choices(&decision.choices.expect("few configurations"));
    assert_eq!(settled, Some(run.len()), "{text}: the run ends where the failure is shown");
    points.into_iter().map(|(tick, choices)| (tick, kind(&choices), table(graph, &choices))).collect()
}

fn kind(choices: &[Choice]) -> &'static str {
    let has = |tag| u64::from(choices.iter().any(|choice| choice.tag == tag));
    let (correct, incorrect, neutral) = (has(Tag::Correct), has(Tag::Incorrect), has(Tag::Neutral));
    Kind::ALL.into_iter().find(|k| k.select(correct, incorrect, neutral) == 1).map_or("none", Kind::word)
}

fn table(graph: &Csr, choices: &[Choice]) -> Vec<Row> {
    let mut rows: BTreeMap<(String, Consequence), Vec<u32>> = BTreeMap::new();
    for choice in choices {
        let consequence = match (choice.tag, choice.inevitable) {
            (Tag::Correct, _) => Consequence::Avoided,
            (Tag::Neutral, _) => Consequence::Open,
            (Tag::Incorrect, Some(true)) => Consequence::Inevitable,
            (Tag::Incorrect, _) => Consequence::Sealed,
        };
        let name = graph.labels.name(choice.edge.label).to_owned();
        rows.entry((name, consequence)).or_default().push(choice.edge.end);
    }
    let rows = rows.into_iter().map(|((name, consequence), mut ends)| {
        ends.sort_unstable();
        ends.dedup();
        (name, consequence, ends.into_iter().map(|end| end.to_string()).collect())
    });
    sorted(rows.collect())
}

#[test]
fn for_safety_choices_of_the_game_are_those_of_neighbourhoods() {
    let seed = seed(36);
    let (mut compared, mut caught) = (0, 0);
    for case in 0..cases(200) {
        let mut random = Random::new(seed.wrapping_mul(999_953).wrapping_add(case));
        let states = 2 + random.below(6);
        let mut lines: Vec<String> = (0..3 * states)
            .map(|_| {
                let (from, to) = (random.below(states), random.below(states));
                format!("({from}, \"{}\", {to})", ["a", "b", "c"][random.below(3)])
            })
            .collect();
        lines.sort();
        lines.dedup();
        let text = format!("des (0, {}, {states})\n{}\n", lines.len(), lines.join("\n"));
        let graph = Arc::new(wherefore_lts::load(text.as_bytes(), &Stop::new()).expect("a graph"));
        let formula = FORMULAS[random.below(FORMULAS.len())];
        let place = format!("WHEREFORE_SEED={seed}, case {case}: {formula} on\n{text}");
        let Some((run, expected)) = of_lens(&graph, formula) else { continue };
        let found = of_game(&graph, formula, &run);
        assert_eq!(found, expected, "{place}");
        compared += found.len();
        // A lie: what is open is said to be avoided.
        let mut lie = found;
        if let Some(row) = lie.iter_mut().flat_map(|p| &mut p.2).find(|row| row.1 == Consequence::Open) {
            row.1 = Consequence::Avoided;
            assert_ne!(lie, expected, "{place}: a lie is not noticed");
            caught += 1;
        }
    }
    counted(compared, "neighbourhoods on runs");
    counted(caught, "planted lies are noticed");
}
