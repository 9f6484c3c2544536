//! Circuits of random systems against the systems, programs that answer well and badly, and ABC.

mod abc;
mod circuits;
mod liars;

use std::sync::Arc;
use wherefore_check::{EngineChoice, Finding, Observer, Options, Session, Silent, Verdict};
use wherefore_external::{CommandLine, External};
use wherefore_ir::{PropertyKind, System, text};
use wherefore_solve::Stop;
use wherefore_test::{Random, system_text};

/// A random finite system with an invariant; `None` for one whose property is of another kind.
fn random_system(seed: u64) -> Option<System> {
    let system = text::parse(&system_text(&mut Random::new(seed), false)).expect("a system");
    (system.properties[0].kind == PropertyKind::Invariant).then_some(system)
}

/// Finding about the first property of a system.
fn check(system: &System, options: Options) -> Finding {
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    Session::new(system, options).check(&system.properties[0], &Stop::new(), &observer)
}

/// Finding of a program outside alone.
fn alone(system: &System, command: &str) -> Finding {
    alone_by(system, CommandLine::parse(command).expect("a command"))
}

fn alone_by(system: &System, command: CommandLine) -> Finding {
    let options =
        Options { engine: EngineChoice::Given, engines: vec![Arc::new(External { command })], ..Options::default() };
    check(system, options)
}

/// Steps to the violation.
fn steps(finding: &Finding) -> Option<usize> {
    if let Verdict::Violated(found) = &finding.verdict { Some(found.trace.len() - 1) } else { None }
}
