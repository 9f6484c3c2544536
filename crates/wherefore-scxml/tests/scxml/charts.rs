//! Random statecharts: after every microstep the lowered transition system says the same as the interpreter.

use crate::follow::{End, Follow, declared_values};
use crate::random::make::plan;
use crate::random::shrink::shrink;
use crate::random::{EVENTS, Plan};
use crate::reason;
use std::collections::BTreeMap;
use wherefore_diag::FileId;
use wherefore_scxml::chart::{Chart, DataId, FieldId};
use wherefore_scxml::interpret::{Event, Value};
use wherefore_scxml::{load, parse};
use wherefore_test::{Random, say, setting};

/// How many microsteps one event may take before the run is given up, on both sides.
const MICROSTEPS: usize = 40;
/// How many events a run has.
const EVENTS_PER_RUN: usize = 12;

/// Choice of the environment in one step.
#[derive(Clone, Copy, Debug)]
struct Choice {
    event: &'static str,
    value: i64,
    input: i64,
    /// A delayed send fires instead, if one waits.
    timer: bool,
}

/// Outcome for a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    /// The front end refused it.
    Refused(String),
    /// Number of microsteps that were compared, and why the run ended early.
    Followed(usize, Option<End>),
    /// The two disagree.
    Wrong(String),
}

fn choices(random: &mut Random) -> Vec<Choice> {
    let mut choice = || Choice {
        event: random.pick(&EVENTS),
        value: random.below(4) as i64,
        input: random.below(3) as i64,
        timer: random.chance(30),
    };
    (0..EVENTS_PER_RUN).map(|_| choice()).collect()
}

fn check(text: &str, choices: &[Choice]) -> Outcome {
    let (chart, _) = parse(FileId(0), text);
    let loaded = load(FileId(0), text);
    let (Some(chart), Some(system)) = (chart.as_ref(), loaded.system) else {
        let reason = reason(&loaded.diagnostics);
        let shown = !reason.starts_with("scxml-livelock") || chart.is_some_and(|c| livelocks(&c, text));
        return if shown { Outcome::Refused(reason) } else { Outcome::Wrong(format!("no run shows it: {reason}")) };
    };
    let problems = wherefore_ir::validate(&system);
    if !problems.is_empty() {
        return Outcome::Wrong(format!("{problems:?}"));
    }
    let mut follow = match Follow::new(chart, text, Some(&system), &declared_values(chart), MICROSTEPS) {
        Ok(follow) => follow,
        Err(end) => return Outcome::Wrong(format!("{end:?}")),
    };
    match run(&mut follow, chart, choices) {
        Err(End::Difference(what)) => Outcome::Wrong(what),
        other => Outcome::Followed(follow.compared, other.err()),
    }
}

fn run(follow: &mut Follow<'_>, chart: &Chart, choices: &[Choice]) -> Result<(), End> {
    let input: Option<DataId> = chart.data.iter().position(|d| d.name == "i").map(|i| DataId(i as u32));
    let field: Option<FieldId> = chart.fields.iter().position(|f| f.name == "v").map(|i| FieldId(i as u32));
    follow.settle()?;
    for choice in choices {
        follow.interpreter.advance_to(follow.interpreter.clock() + choice.value as u64 * 400_000);
        if choice.timer && !follow.interpreter.timers().is_empty() {
            follow.fire(0)?;
        } else {
            let mut event = Event::named(choice.event);
            event.fields.extend(field.filter(|_| choice.event == "p").map(|f| (f, Value::int(choice.value))));
            let mut inputs: BTreeMap<_, _> = input.into_iter().map(|i| (i, Value::int(choice.input))).collect();
            let services = chart.finalizers.iter().enumerate();
            inputs.extend(services.map(|(n, f)| (f.sends, Value::Bool((choice.input + n as i64) % 2 == 0))));
            follow.event(&event, &inputs)?;
        }
        follow.settle()?;
    }
    Ok(())
}

/// Whether one of many random runs does not come to rest.
fn livelocks(chart: &Chart, text: &str) -> bool {
    (0..500).any(|seed| {
        let choices = choices(&mut Random::new(seed));
        let follow = Follow::new(chart, text, None, &declared_values(chart), 5 * MICROSTEPS);
        follow.is_ok_and(|mut follow| run(&mut follow, chart, &choices) == Err(End::Livelock))
    })
}

/// The failing chart in its smallest form, with the shortest sequence of events that shows the failure.
fn report(plan: &Plan, choices: &[Choice]) -> String {
    let wrong = |text: &str, choices: &[Choice]| matches!(check(text, choices), Outcome::Wrong(_));
    let mut choices = choices.to_vec();
    let plan = shrink(plan, &mut |p| wrong(&p.text(), &choices));
    let text = plan.text();
    let mut place = 0;
    while place < choices.len() {
        let mut fewer = choices.clone();
        fewer.remove(place);
        if wrong(&text, &fewer) {
            choices = fewer;
        } else {
            place += 1;
        }
    }
    format!("{text}\n{choices:#?}\n{:?}", check(&text, &choices))
}

/// Counts of outcomes.
#[derive(Default)]
struct Tally {
    microsteps: usize,
    /// Why charts were refused or not followed to the end.
    early: BTreeMap<String, usize>,
    refused: u64,
    wrong: Vec<(u64, String)>,
}

impl Tally {
    fn add(&mut self, case: u64) {
        let (plan, choices) = make(case);
        match check(&plan.text(), &choices) {
            Outcome::Refused(reason) => {
                self.refused += 1;
                *self.early.entry(format!("refused: {reason}")).or_default() += 1;
            }
            Outcome::Followed(compared, end) => {
                self.microsteps += compared;
                end.into_iter().for_each(|end| *self.early.entry(format!("{end:?}")).or_default() += 1);
            }
            Outcome::Wrong(what) => self.wrong.push((case, what)),
        }
    }
}

fn make(case: u64) -> (Plan, Vec<Choice>) {
    let mut random = Random::new(case);
    let plan = plan(&mut random);
    let choices = choices(&mut random);
    (plan, choices)
}

#[test]
fn the_lowered_system_does_what_the_standard_says() {
    let seed = setting("WHEREFORE_SEED", 1);
    let count = setting("WHEREFORE_CASES", 300);
    say(&format!("WHEREFORE_SEED={seed} WHEREFORE_CASES={count}"));
    let mut tally = Tally::default();
    (seed..seed + count).for_each(|case| tally.add(case));
    say(&format!("{count} charts, {} microsteps compared; ended early: {:#?}", tally.microsteps, tally.early));
    for (case, what) in &tally.wrong {
        say(&format!("WHEREFORE_SEED={case} WHEREFORE_CASES=1: {what}"));
    }
    if let Some((case, _)) = tally.wrong.first() {
        let (plan, choices) = make(*case);
        panic!("{} charts are wrong. Number {case} in short:\n{}", tally.wrong.len(), report(&plan, &choices));
    }
    assert!(tally.refused * 20 <= count, "{} charts are refused", tally.refused);
}
