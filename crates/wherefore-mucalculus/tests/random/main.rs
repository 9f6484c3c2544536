//! Verdicts on random graphs and formulas, against an evaluation that iterates fixpoints over sets of states.

mod choices;
mod evidence;
mod formula;
mod naive;
mod short;

use formula::{Generator, text};
use naive::Model;
use wherefore_diag::{FileId, SourceMap, Style};
use wherefore_mucalculus::{Decision, Limits, Listed, NoDecision, decide_with_evidence, read};
use wherefore_stop::Stop;
use wherefore_test::{Random, cases, counted, seed};

const LABELS: &[&str] = &["a(0)", "a(1)", "b(true)", "b(false)", "c", "tau", "a(1)|b(true)", "d(x)", "d(y)"];

/// Verdict of a random formula on a random graph.
struct Case {
    place: String,
    states: u32,
    transitions: Vec<(u32, &'static str, u32)>,
    formula: formula::F,
    text: String,
    graph: Listed,
    decision: Decision,
}

impl Case {
    fn new(seed: u64, case: u64) -> (Case, Random) {
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(case));
        let states = 1 + random.below(6) as u32;
        let mut transitions: Vec<(u32, &str, u32)> =
            vec![(0, "d(x)", 0), (0, "d(y)", random.below(states as usize) as u32)];
        for _ in 0..random.below(3 * states as usize) {
            let (from, to) = (random.below(states as usize) as u32, random.below(states as usize) as u32);
            transitions.push((from, LABELS[random.below(LABELS.len())], to));
        }
        let formula = Generator::new(&mut random).formula(5);
        let text = text(&formula);
        let place = format!("WHEREFORE_SEED={seed}, case {case}: {text} on {transitions:?}");
        let document = read(FileId(0), &text).unwrap_or_else(|wrong| {
            let sources = SourceMap::single("formula", text.clone());
            panic!(
                "{place}: {}",
                wrong.iter().map(|d| wherefore_diag::render(d, &sources, Style::Plain)).collect::<String>()
            )
        });
        let graph = Listed::new(0, &transitions);
        let decision = match decide_with_evidence(&document, &graph, Limits::default(), &Stop::new()) {
            Ok(decision) => decision,
            Err(NoDecision::Wrong(wrong)) => panic!("{place}: {}", wrong.headline),
            Err(why) => panic!("{place}: {why:?}"),
        };
        (Case { place, states, transitions, formula, text, graph, decision }, random)
    }

    /// Whether the formula holds on a part of the graph, by its definition.
    fn holds_on(&self, part: &[(u32, &str, u32)]) -> bool {
        Model::part(self.states, part, &self.transitions, &self.text).holds(&self.formula)
    }
}

/// Labels and formulas have numbers up to 2.
const MOST: i64 = 9;

#[test]
fn verdicts_that_are_sure_hold_for_more_numbers() {
    let seed = seed(31);
    let (mut sure, mut unsure, mut other) = (0, 0, 0);
    for number in 0..cases(400) {
        let (case, _) = Case::new(seed, number);
        if !case.text.contains("Nat .") {
            continue;
        }
        let mut wide = Model::part(case.states, &case.transitions, &case.transitions, &case.text).with_numbers(MOST);
        let is_same = case.decision.holds == wide.holds(&case.formula);
        match &case.decision.unsure {
            None => assert!(is_same, "{}: another verdict for numbers up to {MOST}", case.place),
            Some(_) => (unsure, other) = (unsure + 1, other + usize::from(!is_same)),
        }
        sure += usize::from(case.decision.unsure.is_none());
    }
    wherefore_test::say(&format!(
        "{sure} sure, {unsure} not, {other} of them with another verdict for numbers up to {MOST}"
    ));
    counted(sure, "verdicts are sure");
    counted(unsure, "verdicts are not");
}

#[test]
fn verdicts_are_those_of_fixpoint_iteration() {
    let seed = seed(30);
    let (mut held, mut failed, mut looping, mut witnessed) = (0, 0, 0, 0);
    for number in 0..cases(400) {
        let (case, _) = Case::new(seed, number);
        let (place, decision) = (&case.place, &case.decision);
        assert_eq!(decision.holds, case.holds_on(&case.transitions), "{place}");
        if decision.holds {
            held += 1
        } else {
            failed += 1
        }
        let Some(play) = &decision.play else { continue };
        looping += usize::from(play.repeats.is_some());
        witnessed += usize::from(decision.holds);
        let mut state = 0;
        for step in &play.steps {
            let label = wherefore_mucalculus::Graph::label(&case.graph, step.label);
            assert!(case.transitions.contains(&(state, label, step.state)), "{place}: no such step");
            let evidence = decision.evidence.as_ref().unwrap();
            assert!(evidence.contains(state, step.label, step.state), "{place}: the run leaves the evidence");
            state = step.state;
        }
    }
    counted(held, "formulas hold");
    counted(failed, "formulas do not hold");
    counted(looping, "runs that refute them repeat for ever");
    counted(witnessed, "formulas that hold have a run that shows it");
}
