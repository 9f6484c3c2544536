//! Blocks of the library Model Verification, worked out by hand: at which ticks what they watch is in order.

use num_rational::BigRational;
use wherefore_diag::FileId;
use wherefore_simulink::Options;
use wherefore_simulink::interpret::{self, Array, Interpreter, Signal};
use wherefore_simulink::matlab::Class;

/// A check whose inputs are inports.
fn diagram(kind: &str, inputs: usize, parameters: &str) -> String {
    let mut text = String::from("Model {\n Name \"m\"\n System {\n");
    let mut lines = String::new();
    for number in 1..=inputs {
        text += &format!("  Block {{\n   BlockType Inport\n   Name \"i{number}\"\n   Port \"{number}\"\n  }}\n");
        lines += &format!(
            "  Line {{\n   SrcBlock \"i{number}\"\n   SrcPort 1\n   DstBlock \"check\"\n   DstPort {number}\n  }}\n"
        );
    }
    let list: String = parameters.split(';').map(|p| format!("   {p}\n")).collect();
    let source = format!("   SourceBlock \"simulink/Model\\nVerification/{kind}\"\n");
    text +=
        &format!("  Block {{\n   BlockType Reference\n   Name \"check\"\n   Ports [{inputs}]\n{source}{list}  }}\n");
    format!("{text}{lines} }}\n}}\n")
}

/// Which of some values of the inputs are in order; each text has the values of one tick.
fn outcomes(kind: &str, parameters: &str, ticks: &[&[i64]]) -> String {
    let text = diagram(kind, ticks.first().map_or(1, |t| t.len()), parameters);
    let loaded = wherefore_simulink::load(FileId(0), &text, "m", &Options::default());
    let system = loaded.system.expect("a program");
    let asked: Vec<&str> = system.properties.iter().map(|p| p.name.as_str()).collect();
    let model = wherefore_simulink::document(FileId(0), &text).expect("a diagram");
    let mut interpreter =
        Interpreter::new(&model, &Default::default(), &interpret::Options::default()).expect("an interpreter");
    let scalar = |n: &i64| Signal::Array(Array::scalar(Class::Double, BigRational::new((*n).into(), 2.into())));
    let step = |tick: &&[i64]| {
        let inputs: Vec<Signal> = tick.iter().map(scalar).collect();
        let checks = interpreter.step(&inputs).expect("a tick").checks;
        assert_eq!(checks.len(), asked.len());
        checks.iter().map(|c| if c.holds { '+' } else { '-' }).collect::<String>()
    };
    ticks.iter().map(step).collect()
}

#[test]
fn bounds_are_parameters_or_inputs() {
    let (limits, open) = ("max \"2\";min \"-1\"", "max \"2\";min \"-1\";max_included off;min_included off");
    // Halves: -1.5, -1, 0, 2, 2.5.
    let halves: [&[i64]; 5] = [&[-3], &[-2], &[0], &[4], &[5]];
    assert_eq!(outcomes("Check Static Range", limits, &halves), "-+++-");
    assert_eq!(outcomes("Check Static Range", open, &halves), "--+--");
    assert_eq!(outcomes("Check Static Gap", limits, &halves), "++-++");
    assert_eq!(outcomes("Check Static\\nGap", open, &halves), "+---+");
    assert_eq!(outcomes("Check Static Lower Bound", limits, &halves), "-++++");
    assert_eq!(outcomes("Check Static Upper Bound", open, &halves), "+++--");
    assert_eq!(outcomes("Check Static Upper Bound", "max \"inf\"", &halves), "+++++");
    assert_eq!(outcomes("Check Static Range", &format!("{limits};enabled off"), &halves), "");
    // The upper bound, the lower bound, the signal.
    let three: [&[i64]; 4] = [&[4, 0, 2], &[4, 0, 4], &[4, 0, 0], &[4, 0, 6]];
    assert_eq!(outcomes("Check Dynamic Range", "", &three), "+---");
    assert_eq!(outcomes("Check Dynamic Gap", "", &three), "---+");
    assert_eq!(outcomes("Check Dynamic Lower Bound", "", &[&[0, 1], &[0, 0], &[1, 0]]), "+--");
    assert_eq!(outcomes("Check Dynamic Upper Bound", "", &[&[0, 1], &[0, 0], &[1, 0]]), "--+");
}

#[test]
fn changes_and_multiples() {
    let halves: [&[i64]; 5] = [&[40], &[41], &[43], &[41], &[42]];
    assert_eq!(outcomes("Check Discrete Gradient", "gradient \"1\"", &halves), "++--+");
    assert_eq!(outcomes("Check Input Resolution", "resolution \"1\"", &halves), "+---+");
    assert_eq!(outcomes("Check Input Resolution", "resolution \"[20 20.5]\"", &halves), "++-+-");
}

#[test]
fn a_divisor_that_may_be_zero_is_said() {
    let warnings = |value: &str| {
        let divisor = format!("BlockType {value}\nName \"divisor\"");
        let line = |from: &str, port: usize| {
            format!("Line {{\nSrcBlock \"{from}\"\nSrcPort 1\nDstBlock \"by\"\nDstPort {port}\n}}\n")
        };
        let text = format!(
            "Model {{\nName \"m\"\nSystem {{\nBlock {{\nBlockType Inport\nName \"in\"\n}}\nBlock {{\n{divisor}\n}}\nBlock {{\nBlockType Product\nName \"by\"\nInputs \"*/\"\nPorts [2, 1]\n}}\nBlock {{\nBlockType Outport\nName \"out\"\nPorts [1]\n}}\n{}{}{}}}\n}}\n",
            line("in", 1),
            line("divisor", 2),
            "Line {\nSrcBlock \"by\"\nSrcPort 1\nDstBlock \"out\"\nDstPort 1\n}\n",
        );
        let loaded = wherefore_simulink::load(FileId(0), &text, "m", &Options::default());
        assert!(loaded.system.is_some());
        loaded.diagnostics.iter().map(|d| d.headline.clone()).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(warnings("Constant\nValue \"2\""), "");
    assert_eq!(warnings("Constant\nValue \"int8(2)\"\nOutDataTypeStr \"int8\""), "");
    assert_eq!(warnings("Constant\nValue \"0\""), "`by`: what it divides by is zero");
    assert_eq!(warnings("Inport\nPort \"2\""), "`by`: what it divides by may be zero");
}
