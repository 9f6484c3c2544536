//! Diagrams of several rates: what they give at each tick, worked out by hand, and what is refused.

use wherefore_diag::FileId;
use wherefore_simulink::Options;
use wherefore_simulink::interpret::{self, Array, Interpreter, Problem, Signal};
use wherefore_simulink::matlab::Class;

/// Blocks one after the other between an inport and an outport.
fn chain(blocks: &[(&str, &str)]) -> String {
    let mut text = String::from("Model {\n Name \"m\"\n System {\n");
    let mut last = "in".to_owned();
    text += "  Block {\n   BlockType Inport\n   Name \"in\"\n  }\n";
    let lines: String = blocks
        .iter()
        .enumerate()
        .map(|(index, (kind, parameters))| {
            let name = format!("b{index}");
            let list: Vec<String> = parameters.split(';').map(|p| format!("   {p}\n")).collect();
            text += &format!(
                "  Block {{\n   BlockType {kind}\n   Name \"{name}\"\n   Ports [1, 1]\n{}  }}\n",
                list.concat()
            );
            line(&std::mem::replace(&mut last, name.clone()), &name)
        })
        .collect();
    text += "  Block {\n   BlockType Outport\n   Name \"out\"\n   Ports [1]\n  }\n";
    format!("{text}{lines}{} }}\n}}\n", line(&last, "out"))
}

fn line(from: &str, to: &str) -> String {
    format!("  Line {{\n   SrcBlock \"{from}\"\n   SrcPort 1\n   DstBlock \"{to}\"\n   DstPort 1\n  }}\n")
}

/// What comes out if the number of the tick, from 1, goes in.
fn run(text: &str, ticks: i64) -> Result<Vec<String>, Problem> {
    let model = wherefore_simulink::document(FileId(0), text).expect("a diagram");
    let mut interpreter = Interpreter::new(&model, &Default::default(), &interpret::Options::default())?;
    let given = |n: i64| Signal::Array(Array::scalar(Class::Double, num_rational::BigRational::from_integer(n.into())));
    (1..=ticks)
        .map(|n| match &interpreter.step(&[given(n)])?.outputs[0].1 {
            Signal::Array(array) => Ok(array.elements[0].to_string()),
            Signal::Bus(_) => Ok("a bus".to_owned()),
        })
        .collect()
}

fn shown(blocks: &[(&str, &str)], ticks: i64) -> String {
    run(&chain(blocks), ticks).expect("a run").join(" ")
}

fn refusal(text: &str) -> String {
    let loaded = wherefore_simulink::load(FileId(0), text, "m", &Options::default());
    let errors: Vec<String> = loaded.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.headline.clone()).collect();
    errors.join("; ")
}

#[test]
fn blocks_hold_what_they_gave_when_they_ran() {
    let fast = ("Gain", "Gain \"1\";SampleTime \"0.1\"");
    assert_eq!(shown(&[fast, ("ZeroOrderHold", "SampleTime \"0.3\"")], 8), "1 1 1 4 4 4 7 7");
    assert_eq!(shown(&[fast, ("ZeroOrderHold", "SampleTime \"[0.3, 0.1]\"")], 8), "0 2 2 2 5 5 5 8");
    assert_eq!(shown(&[fast, ("UnitDelay", "InitialCondition \"9\";SampleTime \"0.2\"")], 7), "9 9 1 1 3 3 5");
    // What follows a slow block runs with it.
    assert_eq!(shown(&[fast, ("ZeroOrderHold", "SampleTime \"0.2\""), ("UnitDelay", "")], 7), "0 0 1 1 3 3 5");
}

#[test]
fn transitions_from_slow_to_fast_are_delays() {
    let slow = ("ZeroOrderHold", "SampleTime \"2\"");
    let out =
        |more: &str| ("RateTransition".to_owned(), format!("OutPortSampleTime \"1\";InitialCondition \"7\"{more}"));
    let given = |(kind, parameters): (String, String)| shown(&[slow, (&kind, &parameters)], 7);
    assert_eq!(given(out("")), "7 7 1 1 3 3 5");
    assert_eq!(given(out(";Deterministic off")), "1 1 3 3 5 5 7");
    assert_eq!(given(out(";Integrity off;Deterministic off")), "1 1 3 3 5 5 7");
    let fast_to_slow = [("Gain", "SampleTime \"1\""), ("RateTransition", "OutPortSampleTime \"3\"")];
    assert_eq!(shown(&fast_to_slow, 7), "1 1 1 4 4 4 7");
    // Without a sample time of its own it has that of what follows.
    let inherited = [slow, ("RateTransition", "OutPortSampleTime \"-1\""), ("Gain", "SampleTime \"1\"")];
    assert_eq!(shown(&inherited, 7), "0 0 1 1 3 3 5");
}

#[test]
fn integrals_and_limits_know_how_long_their_steps_are() {
    let fast = ("Gain", "Gain \"1\";SampleTime \"0.5\"");
    let integrator = ("DiscreteIntegrator", "SampleTime \"1\"");
    assert_eq!(shown(&[fast, integrator], 6), "0 0 1 1 4 4");
    let inherited = [fast, ("ZeroOrderHold", "SampleTime \"1\""), ("RateLimiter", "")];
    assert_eq!(shown(&inherited, 6), "1 1 2 2 3 3");
}

#[test]
fn rates_that_do_not_meet_are_refused_with_two_blocks() {
    let text = chain(&[("Gain", "SampleTime \"0.1\""), ("UnitDelay", "SampleTime \"0.10001\"")]);
    let told = refusal(&text);
    assert!(told.contains("`b0` and `b1`") && told.contains("10000 ticks"), "{told}");
    let text = chain(&[("ZeroOrderHold", "SampleTime \"0.2\""), ("RateTransition", "OutPortSampleTime \"0.3\"")]);
    assert!(refusal(&text).contains("deterministic"), "{}", refusal(&text));
    assert!(run(&text, 1).is_err());
    let text = chain(&[("Gain", "SampleTime \"[1, 2]\"")]);
    assert!(refusal(&text).contains("offset"), "{}", refusal(&text));
    assert!(run(&text, 1).is_err());
}
