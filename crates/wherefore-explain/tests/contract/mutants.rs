//! Seeded errors: what was changed is among the first three suspects. Every third one by default, all by
//! `WHEREFORE_CORPUS=full`.

use crate::support::{ask, first, inquiry};
use crate::texts::{RELAY, TANK, TWINS, airbag, changed};
use wherefore_check::Verdict;
use wherefore_test::{is_full, say};

/// A text, what is changed in it, and the suspect that this makes.
struct Mutant {
    text: String,
    from: &'static str,
    to: &'static str,
    culprit: &'static str,
}

fn mutants() -> Vec<Mutant> {
    let mutant = |text: &str, from, to, culprit| Mutant { text: text.to_owned(), from, to, culprit };
    let airbag = &airbag();
    let detects = "and\n    always ((sen_1 and sen_2) or (sen_2 and sen_3) or (sen_3 and sen_1) or sen_4\n            implies always collision_detected)";
    vec![
        mutant(airbag, "then explode_cmd", "in the future explode_cmd", "controller.I2"),
        mutant(airbag, "and\n    always (collision implies then explode_cmd)", "", "controller.I2"),
        mutant(airbag, "always (collision implies then", "(collision implies then", "controller.I2"),
        mutant(airbag, detects, "", "plausibilization.I1"),
        mutant(airbag, "plausibilization.I1, controller.I2", "plausibilization.I1", "controller.I2"),
        mutant(airbag, "plausibilization.I1, controller.I2", "controller.I2", "plausibilization.I1"),
        mutant(
            airbag,
            "plausibilization.sen_3 := sen_right;\n  CONNECTION plausibilization.sen_4 := sen_back",
            "plausibilization.sen_3 := sen_back;\n  CONNECTION plausibilization.sen_4 := sen_right",
            "plausibilization.sen_3 := sen_back",
        ),
        mutant(RELAY, "b implies then pass", "b implies in the future pass", "filter.gate"),
        mutant(RELAY, "then fire", "in the future fire", "driver.drive"),
        mutant(RELAY, "always (a and b", "(a and b", "filter.gate"),
        mutant(RELAY, "guarantee: always (go implies then fire)", "guarantee: true", "driver.drive"),
        mutant(RELAY, "guarantee: always (a and b implies then pass)", "guarantee: true", "filter.gate"),
        mutant(RELAY, "fire iff active", "active implies fire", "driver.show"),
        mutant(RELAY, ", driver.drive", "", "driver.drive"),
        mutant(RELAY, ", driver.show", "", "driver.show"),
        mutant(RELAY, "filter.gate, ", "", "filter.gate"),
        mutant(
            RELAY,
            "driver.go := filter.pass;\n  CONNECTION grant := driver.fire",
            "driver.go := driver.fire;\n  CONNECTION grant := filter.pass",
            "driver.go := driver.fire",
        ),
        mutant(TANK, "reading = flow", "reading <= flow", "meter.measure"),
        mutant(TANK, "level >= 3", "level >= 4", "siren.sound"),
        mutant(TANK, "meter.measure, ", "", "meter.measure"),
        mutant(TWINS, "always (x implies y)", "(x implies y)", "one.works"),
        mutant(TWINS, " and always (x implies y)", "", "one.works"),
    ]
}

/// Whether a suspect is the culprit, or a conjunct of it: of `driver.show` and `controller.I2` those are `driver.show.G1` and
/// `controller.I2G1`.
fn is_of(suspect: &str, culprit: &str) -> bool {
    let conjunct = suspect.strip_prefix(culprit).map(|rest| rest.trim_start_matches('.'));
    conjunct.is_some_and(|rest| rest.is_empty() || rest.starts_with(['A', 'G']))
}

/// The best place of the culprit over all checks that fail.
fn place(mutant: &Mutant) -> Option<usize> {
    let refinement = first(&changed(&mutant.text, mutant.from, mutant.to));
    let mut best = None;
    for check in &refinement.checks {
        let found = ask(&refinement, &check.property, None);
        if !matches!(found.finding.verdict, Verdict::Violated(_)) {
            continue;
        }
        let suspects = inquiry(&found).suspects();
        let names: Vec<&str> = suspects.iter().map(|s| s.name.as_str()).collect();
        let place = names.iter().position(|n| is_of(n, mutant.culprit)).map_or(usize::MAX, |p| p + 1);
        say(&format!("{:>3} {} in {}: {names:?}", place, mutant.culprit, check.property));
        best = Some(best.map_or(place, |b: usize| b.max(place)));
    }
    best
}

#[test]
fn the_mutated_place_is_among_the_first_three() {
    let (mut firsts, mut missed, all) = (0, Vec::new(), mutants());
    let every = if is_full() { 1 } else { 4 };
    let all: Vec<Mutant> = all.into_iter().step_by(every).collect();
    for mutant in &all {
        match place(mutant) {
            Some(1) => firsts += 1,
            Some(2 | 3) => {}
            other => missed.push(format!("{:?}: `{}` -> `{}`", other, mutant.from, mutant.to)),
        }
    }
    say(&format!("{} mutants, {firsts} first, {} not among the first three", all.len(), missed.len()));
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn before_the_change_everything_holds() {
    for text in [airbag(), RELAY.to_owned(), TANK.to_owned(), TWINS.to_owned()] {
        let refinement = first(&text);
        for check in &refinement.checks {
            let verdict = ask(&refinement, &check.property, None).finding.verdict;
            assert!(matches!(verdict, Verdict::Holds { .. }), "{}: {verdict:?}", check.property);
        }
    }
}
