//! Writes a large random graph to standard output:
//!
//! ```text
//! cargo run --release -p wherefore-lts --example generate -- --states 98205 --transitions 9018043 --labels 30 --seed 1
//! ```
#![allow(clippy::print_stderr, clippy::disallowed_macros, reason = "a program, not a library")]

use std::process::ExitCode;
use wherefore_lts::{GraphShape, Spec, generate};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = spec(&arguments).and_then(|spec| {
        eprintln!("{spec:?}");
        generate(std::io::stdout().lock(), &spec).map(drop).map_err(|e| e.to_string())
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn spec(arguments: &[String]) -> Result<Spec, String> {
    let mut spec = Spec { states: 1000, transitions: 10_000, labels: 10, seed: 1, shape: GraphShape::Random };
    for pair in arguments.chunks(2) {
        let [option, value] = pair else { return Err(format!("{} needs a value", pair[0])) };
        let number = || value.parse::<u64>().map_err(|e| format!("{option} {value}: {e}"));
        let small = || number().and_then(|n| u32::try_from(n).map_err(|e| format!("{option} {value}: {e}")));
        match (option.as_str(), value.as_str()) {
            ("--states", _) => spec.states = small()?,
            ("--transitions", _) => spec.transitions = number()?,
            ("--labels", _) => spec.labels = small()?,
            ("--seed", _) => spec.seed = number()?,
            ("--shape", "random") => spec.shape = GraphShape::Random,
            ("--shape", "deep") => spec.shape = GraphShape::Deep,
            _ => return Err(format!("unknown: {option} {value}")),
        }
    }
    Ok(spec)
}
