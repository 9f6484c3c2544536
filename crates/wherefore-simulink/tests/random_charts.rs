//! Random charts in the interpreter: every one is read without a mistake, runs the same way twice, and each step ends.
//!
//! `WHEREFORE_CASES` is the number of charts.

mod charts {
    pub mod random;
}

use charts::random::{self, Wishes};
use indexmap::IndexMap;
use num_rational::BigRational;
use std::collections::BTreeMap;
use wherefore_diag::FileId;
use wherefore_simulink::document::Model;
use wherefore_simulink::interpret::{Interpreter, Options, Signal};
use wherefore_syntax::Reporter;
use wherefore_test::Random;
use wherefore_test::damage::{damaged, pieces, words};

const TICKS: usize = 20;

fn inputs(random: &mut Random, count: usize) -> Vec<Signal> {
    let number = |random: &mut Random| Signal::double(BigRational::from_integer((random.below(7) as i64 - 2).into()));
    let mut signals = vec![number(random), number(random), Signal::boolean(random.chance(50))];
    if count > 3 {
        signals.push(number(random));
    }
    signals
}

/// The log, and the outputs of every tick; or why there is none.
fn run(model: &Model, seed: u64) -> Result<Vec<String>, String> {
    let mut random = Random::new(seed);
    let mut interpreter = Interpreter::new(model, &IndexMap::new(), &Options::default()).map_err(|p| p.to_string())?;
    let count = interpreter.inputs().len();
    let mut lines = Vec::new();
    for _ in 0..TICKS {
        let tick = interpreter.step(&inputs(&mut random, count)).map_err(|p| p.to_string())?;
        lines.extend(tick.log);
        lines.push(format!("{:?}", tick.outputs));
    }
    Ok(lines)
}

#[test]
fn random_charts_run() {
    let seed = wherefore_test::seed(1);
    let (mut ran, mut logged) = (0, 0);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for case in 0..wherefore_test::cases(1000) {
        let mut random = Random::stream(seed, case + 1);
        let wishes = Wishes::draw(&mut random);
        let text = random::model(&mut random, wishes);
        let mut report = Reporter::default();
        let model = wherefore_simulink::parse(FileId(0), &text, &mut report);
        let model = model.unwrap_or_else(|| panic!("case {case}: {:?}\n{text}", report.into_diagnostics()));
        assert_eq!(model.charts.len(), 1, "case {case}");
        assert_eq!(model.charts[0].mistakes, [], "case {case}\n{text}");
        let result = run(&model, case);
        assert_eq!(result, run(&model, case), "case {case}");
        match result {
            Ok(lines) => {
                ran += 1;
                logged += lines.len();
            }
            Err(reason) => *reasons.entry(reason).or_default() += 1,
        }
    }
    wherefore_test::say(&format!("{logged} lines; not to the end: {reasons:#?}"));
    wherefore_test::counted(ran, "random charts run");
}

/// A chart with words and signs changed is refused, or runs, or says why it does not: it never panics.
#[test]
fn damaged_charts_do_no_harm() {
    let seed = wherefore_test::seed(2);
    let own = ["E", "after", "sec", "send(E)", "S0", "in(", "M.data", "\"", "SSID", "'", "&lt;", "OR_STATE", "++", "|"];
    let own = words(&own);
    let (mut read, mut ran) = (0, 0);
    for case in 0..wherefore_test::cases(600) {
        let mut random = Random::stream(seed, case + 1);
        let wishes = Wishes::draw(&mut random);
        let text = random::model(&mut random, wishes);
        let start = text.find("<chart").expect("a chart");
        let mut state = random.draw();
        let changed = damaged(&pieces(&text[start..], "<>=&;()[]{}/\"+-*|.,:_"), &own, &mut state);
        let text = format!("{}{changed}", &text[..start]);
        let Some(model) = wherefore_simulink::parse(FileId(0), &text, &mut Reporter::default()) else { continue };
        read += 1;
        ran += usize::from(run(&model, case).is_ok());
    }
    wherefore_test::counted(read, "damaged charts read");
    wherefore_test::counted(ran, "damaged charts run");
}
