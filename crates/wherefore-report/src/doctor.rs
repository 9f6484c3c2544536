//! What an installation lacks: the programs and the machine as they were found, and what will not work as a consequence.
//!
//! Facts are handed in; this module knows which of them matter. As JSON it is a document with the schema `wherefore-doctor/1`.

mod judge;
mod text;

use schemars::JsonSchema;
use serde::Serialize;

/// The name of the schema, with its version.
const SCHEMA: &str = "wherefore-doctor/1";

/// Document that `wherefore doctor --format json` writes: what was found, and what will not work. Within version 1 no field changes its
/// name or meaning and none goes away; more may follow.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Doctor")]
pub struct Report {
    /// The name of the schema, which every document of this version bears.
    #[schemars(extend("const" = "wherefore-doctor/1"))]
    schema: &'static str,
    /// The version of the program.
    version: String,
    /// Whether nothing is lacking.
    pub well: bool,
    /// SAT solvers that are built in, the one that is used first.
    sat_solvers: Vec<String>,
    /// Programs that were looked for.
    programs: Vec<Program>,
    /// The machine.
    machine: Machine,
    /// What will not work, worst first.
    problems: Vec<Consequence>,
    /// What works, but is worth knowing.
    notes: Vec<Consequence>,
}

/// A program that was looked for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Where it is; null if it was not found.
    pub path: Option<String>,
    /// Its version; null if it does not say.
    pub version: Option<String>,
    /// The oldest and the newest version with which Wherefore is tested; null if any will do.
    tested: Option<[String; 2]>,
    /// Whether it can be used.
    state: State,
}

/// Whether a program can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// A version that is tested, or one whose version does not matter.
    Tested,
    /// A version that is not tested, and not known to be bad.
    Untested,
    /// A version that is known to be too old.
    TooOld,
    /// The program is there and does not say its version, as a working one does.
    Silent,
    /// The program was not found.
    Missing,
}

/// The machine, as far as the system reports it.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Machine {
    /// Processors that the program may use.
    pub processors: usize,
    /// Bytes of memory; null if the system does not report it.
    pub memory: Option<u64>,
    /// Bytes that are free, or less if the program is limited; null if the system does not report it.
    pub free: Option<u64>,
    /// Bytes that a command uses at most unless --memory says otherwise; null if there is no limit.
    pub limit: Option<u64>,
}

/// A consequence, in plain words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Consequence {
    /// What it is.
    text: String,
    /// What to do about it; null if nothing can be done.
    help: Option<String>,
}

/// Findings of a look at an installation.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The version of the program.
    pub version: String,
    /// SAT solvers that are built in.
    pub sat_solvers: Vec<String>,
    /// Programs by name, with path and version as far as they are known.
    pub programs: Vec<(String, Option<String>, Option<String>)>,
    /// The machine.
    pub machine: Machine,
}

impl Report {
    /// The report on these facts.
    pub fn new(facts: Facts) -> Report {
        judge::judge(facts)
    }

    /// The report as JSON.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The report for people.
    pub fn text(&self) -> String {
        text::render(self)
    }
}

#[cfg(test)]
mod tests;
