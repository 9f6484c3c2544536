//! The program as its documents name it: its version, the solvers that took part, and the options that matter.

use wherefore_check::{Demand, EngineChoice, Options};
use wherefore_report::document::{Tool, ToolOptions, ToolSolver};
use wherefore_solve::SolverPrograms;

/// This program. The solvers that were started so far are asked for their versions.
pub fn tool(programs: &SolverPrograms, options: ToolOptions) -> Tool {
    let solvers = programs.started().into_iter();
    let solvers = solvers.map(|(name, path)| ToolSolver { version: programs.version(&path), name }).collect();
    Tool { name: "wherefore", version: env!("CARGO_PKG_VERSION"), solvers, options }
}

/// The options of a search, in the words of the command line.
pub fn searched(options: &Options) -> ToolOptions {
    let engine = match options.engine {
        EngineChoice::Auto => "auto",
        EngineChoice::Bdd => "bdd",
        EngineChoice::Sat => "sat",
        EngineChoice::Smt => "smt",
        EngineChoice::Bitwuzla => "bitwuzla",
        EngineChoice::Given => "given",
    };
    ToolOptions {
        engine: Some(engine.to_owned()),
        max_depth: Some(options.max_depth),
        recheck: Some(demanded(options.recheck)),
        ..ToolOptions::default()
    }
}

/// Policy for answers that were not re-checked, in a word.
pub fn demanded(recheck: Demand) -> String {
    let word = match recheck {
        Demand::Wanted => "wanted",
        Demand::Required => "required",
        Demand::Deferred => "deferred",
    };
    word.to_owned()
}
