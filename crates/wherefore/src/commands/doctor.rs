//! `wherefore doctor`: what the installation has, and what will not work.

use crate::args::DoctorFormat;
use crate::exit::Exit;
use crate::output;
use crate::run::limits::memory_limit;
use crate::run::memory;
use crate::solvers::{place, programs};
use std::path::Path;
use std::thread::available_parallelism;
use wherefore_diag::Diagnostic;
use wherefore_external::CommandLine;
use wherefore_report::doctor::{Facts, Machine, Report};
use wherefore_solve::{SmtCommand, capture};
use wherefore_stop::Stop;

/// Looks at the installation and writes what was found.
pub fn run(format: DoctorFormat) -> Result<Exit, Diagnostic> {
    let report = Report::new(facts());
    let text = match format {
        DoctorFormat::Text => report.text(),
        DoctorFormat::Json => report.json(),
    };
    output::results(&text)?;
    Ok(if report.well { Exit::Holds } else { Exit::Undetermined })
}

fn facts() -> Facts {
    let solver = |name: &str| {
        let path = place(name);
        let version = path.as_deref().and_then(|path| programs().version(path));
        // What only the wheel brings is called after the solver that it is.
        (name.trim_start_matches("wherefore-").to_owned(), path.map(|p| p.display().to_string()), version)
    };
    let mut found: Vec<_> = SmtCommand::PROGRAMS.into_iter().map(solver).collect();
    let dot = place("dot");
    let version = dot.as_deref().and_then(graphviz);
    found.push(("Graphviz".to_owned(), dot.map(|p| p.display().to_string()), version));
    let others = CommandLine::known().chain([("yosys", &["yosys"][..])]);
    found.extend(others.map(|(name, programs)| {
        let path = programs.iter().find_map(|program| place(program));
        (name.to_owned(), path.map(|p| p.display().to_string()), None)
    }));
    let built_in: &[&str] = if cfg!(feature = "cadical") { &["CaDiCaL", "BatSat"] } else { &["BatSat"] };
    let machine = Machine {
        processors: available_parallelism().map_or(1, usize::from),
        memory: Some(memory::installed()).filter(|bytes| *bytes < u64::MAX),
        free: memory::available(),
        limit: memory_limit(None).map(|size| size.bytes),
    };
    let sat_solvers = built_in.iter().map(|name| (*name).to_owned()).collect();
    Facts { version: env!("CARGO_PKG_VERSION").to_owned(), sat_solvers, programs: found, machine }
}

/// The version of Graphviz, which it says on the standard error.
fn graphviz(path: &Path) -> Option<String> {
    let said = capture(&programs(), path, vec!["-V".to_owned()], &Stop::new()).ok()?;
    let words = String::from_utf8_lossy(&said.stderr).into_owned() + &String::from_utf8_lossy(&said.stdout);
    words.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit())).map(str::to_owned)
}
