//! Small diagrams in the text form, with values computed by hand.

mod arithmetic;
mod conditional;
mod delay;
mod hostile;
mod logic;
mod lookup;
mod problems;
mod properties;
mod routing;

use super::{Array, Interpreter, Options, Problem, Shape, Signal, Tick};
use crate::document::Model;
use crate::matlab::{self, Value};
use indexmap::IndexMap;
use wherefore_diag::FileId;
use wherefore_syntax::Reporter;

/// A system under construction.
#[derive(Default)]
struct System {
    blocks: String,
    lines: String,
}

/// The text of parameters written as `Name=value ; Name=value`.
fn parameters(text: &str) -> String {
    let entry = |entry: &str| {
        let (name, value) = entry.split_once('=').unwrap();
        format!("{} \"{}\"\n", name.trim(), value.trim())
    };
    text.split(" ; ").filter(|t| !t.trim().is_empty()).map(entry).collect()
}

impl System {
    fn new() -> System {
        System::default()
    }

    /// A block with parameters.
    fn block(mut self, kind: &str, name: &str, text: &str) -> System {
        let text = parameters(text);
        self.blocks += &format!("Block {{\nBlockType {kind}\nName \"{name}\"\n{text}}}\n");
        self
    }

    /// A subsystem.
    fn subsystem(mut self, name: &str, text: &str, inside: System) -> System {
        let (text, inside) = (parameters(text), inside.text(name));
        self.blocks += &format!("Block {{\nBlockType SubSystem\nName \"{name}\"\n{text}{inside}}}\n");
        self
    }

    /// Inports with these names.
    fn inports(mut self, names: &[&str]) -> System {
        for (number, name) in names.iter().enumerate() {
            self = self.block("Inport", name, &format!("Port={}", number + 1));
        }
        self
    }

    /// Outports with these names.
    fn outports(mut self, names: &[&str]) -> System {
        for (number, name) in names.iter().enumerate() {
            self = self.block("Outport", name, &format!("Port={}", number + 1));
        }
        self
    }

    /// Lines written as `a -> b:2`, one after another.
    fn lines(mut self, text: &str) -> System {
        for line in text.split([',', '\n']).map(str::trim).filter(|t| !t.is_empty()) {
            self = self.named_line("", line);
        }
        self
    }

    /// A line with a name.
    fn named_line(mut self, name: &str, line: &str) -> System {
        let (from, to) = line.split_once("->").unwrap();
        let end = |text: &str, which: &str| {
            let (block, port) = text.trim().split_once(':').unwrap_or((text.trim(), "1"));
            format!("{which}Block \"{block}\"\n{which}Port {port}\n")
        };
        let name = if name.is_empty() { String::new() } else { format!("Name \"{name}\"\n") };
        self.lines += &format!("Line {{\n{name}{}{}}}\n", end(from, "Src"), end(to, "Dst"));
        self
    }

    fn text(&self, name: &str) -> String {
        format!("System {{\nName \"{name}\"\n{}{}}}\n", self.blocks, self.lines)
    }

    fn model(&self) -> Model {
        let text = format!("Model {{\nName \"m\"\nFixedStep \"0.5\"\n{}}}\n", self.text("m"));
        let mut report = Reporter::default();
        let model = crate::parse(FileId(0), &text, &mut report);
        model.unwrap_or_else(|| panic!("{:?}\n{text}", report.into_diagnostics()))
    }

    /// Runs ticks written as `inputs => outputs`, the signals being separated by bars.
    fn check(&self, ticks: &[&str]) {
        let model = self.model();
        let mut interpreter = Interpreter::new(&model, &IndexMap::new(), &Options::default()).unwrap();
        for (number, tick) in ticks.iter().enumerate() {
            let (inputs, expected) = tick.split_once("=>").unwrap();
            let outcome = interpreter.step(&signals(inputs)).unwrap_or_else(|p| panic!("tick {number}: {p}"));
            assert_eq!(shown(&outcome), expected.trim(), "tick {number}: {tick}");
        }
    }

    /// The problem that the last of these ticks has; the others have none.
    fn problem(&self, ticks: &[&str]) -> Problem {
        let model = self.model();
        let mut interpreter = match Interpreter::new(&model, &IndexMap::new(), &Options::default()) {
            Ok(interpreter) => interpreter,
            Err(problem) => return problem,
        };
        let (last, before) = ticks.split_last().unwrap();
        for tick in before {
            interpreter.step(&signals(tick)).unwrap();
        }
        interpreter.step(&signals(last)).unwrap_err()
    }

    fn check_problem(&self, ticks: &[&str], expected: &str) {
        assert_eq!(self.problem(ticks).to_string(), expected);
    }
}

/// One block between inports and outports.
fn one_block(kind: &str, text: &str, inputs: usize, outputs: usize) -> System {
    let names = |letter: char, count: usize| (1..=count).map(|i| format!("{letter}{i}")).collect::<Vec<_>>();
    let (ins, outs) = (names('i', inputs), names('o', outputs));
    let text = format!("Ports=[{inputs}, {outputs}] ; {text}");
    let mut system = System::new().inports(&ins.iter().map(String::as_str).collect::<Vec<_>>());
    system = system.outports(&outs.iter().map(String::as_str).collect::<Vec<_>>()).block(kind, "b", &text);
    for i in 1..=inputs {
        system = system.lines(&format!("i{i} -> b:{i}"));
    }
    for o in 1..=outputs {
        system = system.lines(&format!("b:{o} -> o{o}"));
    }
    system
}

fn value(text: &str) -> Value {
    let expr = matlab::parse(text.trim()).unwrap_or_else(|m| panic!("{text}: {m}"));
    matlab::evaluate(&expr, &|_| None).unwrap_or_else(|m| panic!("{text}: {m}"))
}

/// Signals written as expressions of MATLAB; rows are vectors of one dimension.
fn signals(text: &str) -> Vec<Signal> {
    let texts = text.split('|').map(str::trim).filter(|t| !t.is_empty());
    let signal = |text: &str| {
        let value = value(text);
        let array = Array::of_parameter(&value).unwrap();
        let is_column = value.columns == 1 && value.rows > 1;
        let shape = Shape::Matrix { rows: value.rows, columns: value.columns };
        Signal::Array(if is_column { array.reshaped(shape).unwrap() } else { array })
    };
    texts.map(signal).collect()
}

/// A signal as it is written in these tests: vectors of one dimension in brackets, matrices with their size behind.
fn show(signal: &Signal) -> String {
    match signal {
        Signal::Bus(fields) => {
            let fields: Vec<String> = fields.iter().map(|(name, field)| format!("{name}: {}", show(field))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        Signal::Array(array) => match array.shape {
            Shape::Vector(columns) => Value { rows: 1, columns, ..array.to_value() }.to_string(),
            Shape::Matrix { .. } => format!("{} ({})", array.to_value(), array.shape.text()),
        },
    }
}

fn shown(tick: &Tick) -> String {
    tick.outputs.iter().map(|(_, signal)| show(signal)).collect::<Vec<_>>().join(" | ")
}
