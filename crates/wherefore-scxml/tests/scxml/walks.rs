//! Random walks through public statecharts: after every microstep the lowered transition system says the same as
//! the interpreter.
//!
//! The files are not part of this repository. They are looked for beside the workspace; if they are missing the test says
//! so and passes.

use crate::follow::{End, Follow, Inputs, inferred_values};
use num_rational::BigRational;
use std::collections::BTreeMap;
use wherefore_diag::FileId;
use wherefore_scxml::chart::{Chart, DataId, EventId, FieldId, Type};
use wherefore_scxml::interpret::{Event, Value};
use wherefore_scxml::{Types, infer, load, parse};
use wherefore_test::{Random, corpus, say, setting};
use wherefore_test::{files, read};

/// How many files must at least be lowered and followed.
const FOLLOWED: usize = 400;
/// How many events each chart gets.
const EVENTS: usize = 40;
/// How many microsteps one event may take.
const MICROSTEPS: usize = 200;

/// A random value of a type.
fn value(random: &mut Random, of: &Type) -> Value {
    match of {
        Type::Bool => Value::Bool(random.chance(50)),
        Type::Int => Value::int(random.below(7) as i64 - 2),
        Type::Real => Value::Number(BigRational::new((random.below(9) as i64 - 2).into(), 2.into())),
        Type::Range { lo, hi } => {
            let width = usize::try_from(i128::from(*hi) - i128::from(*lo)).unwrap_or(0).min(8);
            Value::int(lo + random.below(width + 1) as i64)
        }
        Type::Enum(values) => Value::text(random.pick(values)),
        Type::Array(of, n) => Value::Array((0..*n).map(|_| value(random, of)).collect()),
    }
}

/// One thing that happens: an event of the environment, or a delayed send fires.
fn happen(follow: &mut Follow<'_>, chart: &Chart, types: &Types, random: &mut Random) -> Result<(), End> {
    let timer = !follow.interpreter.timers().is_empty() && random.chance(40);
    if timer || chart.environment.is_empty() {
        return follow.fire(0);
    }
    let id: EventId = random.pick(&chart.environment);
    let mut event = Event::named(chart.event(id));
    for field in (0..chart.fields.len() as u32).map(FieldId) {
        event.fields.insert(field, value(random, types.field(field)));
    }
    let inputs = (0..chart.data.len() as u32).map(DataId).filter(|id| chart.datum(*id).input);
    let inputs: Inputs = inputs.map(|id| (id, value(random, types.datum(id)))).collect();
    follow.event(&event, &inputs)
}

/// The number of microsteps compared, or what is different.
fn check(text: &str, random: &mut Random) -> Option<Result<usize, End>> {
    let chart = parse(FileId(0), text).0?;
    let types = infer(&chart).0?;
    let system = load(FileId(0), text).system?;
    let mut follow = match Follow::new(&chart, text, Some(&system), &inferred_values(&chart, &types), MICROSTEPS) {
        Ok(follow) => follow,
        Err(end) => return Some(Err(end)),
    };
    let mut end = follow.settle();
    for _ in 0..EVENTS {
        end = end.and_then(|()| happen(&mut follow, &chart, &types, random)).and_then(|()| follow.settle());
    }
    Some(match end {
        Err(End::Difference(what)) => Err(End::Difference(what)),
        _ => Ok(follow.compared),
    })
}

#[test]
fn lowered_public_charts_do_what_the_standard_says() {
    let Some(root) = corpus("scxml") else { return };
    let seed = setting("WHEREFORE_SEED", 1);
    let (mut read_count, mut followed, mut microsteps) = (0, 0, 0);
    let mut wrong = BTreeMap::new();
    let paths = files(&root, &["scxml", "xml"]).into_iter();
    for path in paths {
        read_count += 1;
        match check(&read(&path), &mut Random::new(seed)) {
            None => {}
            Some(Ok(compared)) => {
                followed += 1;
                microsteps += compared;
            }
            Some(Err(end)) => drop(wrong.insert(path, end)),
        }
    }
    say(&format!("WHEREFORE_SEED={seed}: {read_count} files, {followed} followed in {microsteps} microsteps"));
    for (path, end) in &wrong {
        say(&format!("{}: {end:?}", path.strip_prefix(&root).unwrap_or(path).display()));
    }
    assert!(wrong.is_empty(), "{} files are wrong", wrong.len());
    assert!(followed >= FOLLOWED, "only {followed} files are followed");
}
