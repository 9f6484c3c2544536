//! Verdicts on random graphs and formulas, against an evaluation that iterates fixpoints over sets of states.

mod formula;
mod naive;

use formula::{Generator, text};
use naive::Model;
use wherefore_diag::{FileId, SourceMap, Style};
use wherefore_mucalculus::{Limits, Listed, NoDecision, decide, read};
use wherefore_stop::Stop;
use wherefore_test::{Random, cases, counted, seed};

const LABELS: &[&str] = &["a(0)", "a(1)", "b(true)", "b(false)", "c", "tau", "a(1)|b(true)", "d(x)", "d(y)"];

#[test]
fn verdicts_are_those_of_fixpoint_iteration() {
    let seed = seed(30);
    let (mut held, mut failed, mut looping) = (0, 0, 0);
    for case in 0..cases(400) {
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
        let decision = match decide(&document, &graph, Limits::default(), &Stop::new()) {
            Ok(decision) => decision,
            Err(NoDecision::Wrong(wrong)) => panic!("{place}: {}", wrong.headline),
            Err(why) => panic!("{place}: {why:?}"),
        };
        assert_eq!(decision.holds, Model::new(states, &transitions, &text).holds(&formula), "{place}");
        if decision.holds {
            held += 1
        } else {
            failed += 1
        }
        let Some(play) = decision.play else { continue };
        looping += usize::from(play.repeats.is_some());
        let mut state = 0;
        for step in &play.steps {
            let label = wherefore_mucalculus::Graph::label(&graph, step.label);
            assert!(transitions.contains(&(state, label, step.state)), "{place}: no such step");
            state = step.state;
        }
    }
    counted(held, "formulas hold");
    counted(failed, "formulas do not hold");
    counted(looping, "runs that refute them repeat for ever");
}
