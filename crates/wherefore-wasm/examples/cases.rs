//! Random questions with the answers of the native code, one JSON object a line, for a test that asks the module the same:
//! `cargo run -p wherefore-wasm --example cases`. `WHEREFORE_SEED` and `WHEREFORE_CASES` steer it.

use serde_json::{Value as Json, json};
use wherefore_ir::{FloatFormat, Sort, System, Value, text};
use wherefore_test::{Random, cases, say, setting, system_text};
use wherefore_trace::format::{Heading, TraceShape, write_text};
use wherefore_trace::{Step, Trace, free_choices, show, what_if};
use wherefore_wasm::Player;

fn main() {
    let seed = setting("WHEREFORE_SEED", 20_260_302);
    say(&json!({ "seed": seed }).to_string());
    let mut case = 0;
    for stream in 0.. {
        if case == cases(1_000) {
            break;
        }
        let mut random = Random::stream(seed, stream);
        let Some((system, property, run)) = recorded(&mut random) else { continue };
        let open = json!({ "system": system, "property": property, "run": write(&run.0, &run.1) });
        let changes = (0..random.between(1, 3)).map(|_| change(&mut random, &run)).collect::<Vec<Json>>();
        let mut player = Player::default();
        let questions = [open, json!({ "changes": [] }), json!({ "changes": changes })].map(|q| q.to_string());
        let answers = questions.each_ref().map(|q| player.answer(q));
        say(&json!({ "questions": questions, "answers": answers }).to_string());
        case += 1;
    }
}

/// A system and a run of it; none if the restrictions leave none.
fn recorded(random: &mut Random) -> Option<(String, String, (System, Trace))> {
    let source = system_text(random, true);
    let system = text::parse(&source).ok()?;
    let length = random.between(1, 6);
    let step = |random: &mut Random| {
        let values = system.terms.vars().map(|(_, var)| Some(value(random, &system, var.sort))).collect();
        Step { values, element: None }
    };
    let wanted = Trace::finite((0..length).map(|_| step(random)).collect());
    let property = system.properties.first()?;
    let mut run = what_if(&system, &wanted, &[], property).ok()?.trace;
    if run.is_empty() {
        return None;
    }
    if random.chance(30) {
        let lasso = Trace { loop_start: Some(random.below(run.len())), ..run.clone() };
        run = if wherefore_trace::replay(&system, &lasso).is_ok() { lasso } else { run };
    }
    let name = property.name.clone();
    Some((source, name, (system, run)))
}

fn value(random: &mut Random, system: &System, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(random.chance(50)),
        Sort::Enum(id) => Value::Enum(id, random.below(system.terms.enumeration(id).values.len()) as u32),
        Sort::Range { lo, hi } => Value::int(lo + random.below((hi - lo + 1) as usize) as i64),
        Sort::Int => Value::int(random.below(40) as i64 - 20),
        Sort::Real => {
            let (numerator, denominator) = (random.below(40) as i64 - 20, random.between(1, 7) as i64);
            Value::Real(num_rational::BigRational::new(numerator.into(), denominator.into()))
        }
        Sort::BitVec(width) => Value::bits(width, random.draw()),
        Sort::Float(FloatFormat::Single) => Value::single(random.below(100) as f32 / 8.0),
        Sort::Float(FloatFormat::Double) => Value::double(random.below(100) as f64 / 8.0),
    }
}

fn change(random: &mut Random, (system, run): &(System, Trace)) -> Json {
    // Mostly what the page offers; values that follow from others end the run.
    let (free, all) = (free_choices(system), system.vars().map(|(v, _)| v).collect::<Vec<_>>());
    let var = if random.chance(85) && !free.is_empty() { random.pick(&free).0 } else { random.pick(&all) };
    let declared = system.terms.var(var);
    let value = value(random, system, declared.sort);
    json!({ "variable": declared.name, "step": random.below(run.len()), "value": show(&system.terms, var, &value) })
}

fn write(system: &System, run: &Trace) -> String {
    write_text(system, run, &Heading::default(), TraceShape::Changes)
}
