//! The command line: its words, and nothing of what they do.
//!
//! Help, completions and the manual page are generated from these definitions. `why`, `diff` and `tests` will be further
//! variants of [`Command`].

pub mod units;

use clap::builder::{Styles, styling::AnsiColor};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use units::{Size, Span};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold());

const EXIT_CODES: &str = "\
Exit codes:
  0  all properties hold
  1  some property is violated
  2  usage or input error: also a broken model or a missing solver
  3  undetermined, interrupted, or an internal error";

/// Checks models and shows the runs that break their properties.
#[derive(Debug, Parser)]
#[command(name = "wherefore", version, styles = STYLES, after_help = EXIT_CODES, arg_required_else_help = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Colours: on a terminal, always, or never.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Decide the properties of a model and show a run that breaks each violated one
    #[command(after_help = EXIT_CODES)]
    Check(Box<Check>),
    /// Say what a diagnostic, a verdict or a cause means
    Explain {
        /// What to explain, as it stands in the output; without it, everything that can be explained is listed
        id: Option<String>,
    },
    /// Write completions for a shell to the standard output
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual page to the standard output
    Man {
        /// The page of this command instead of the main page
        command: Option<String>,
    },
}

/// What `check` takes.
#[derive(Args, Debug)]
pub struct Check {
    /// The model; - reads the standard input
    pub model: PathBuf,
    /// Check only this property; may be given several times
    #[arg(short, long = "property", value_name = "NAME")]
    pub properties: Vec<String>,
    /// The language of the model, if its name does not tell
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub language: Option<Language>,

    /// The engines that may be used
    #[arg(long, value_enum, value_name = "ENGINE", default_value = "auto", help_heading = "Search")]
    pub engine: Engine,
    /// The longest time for one property: 500ms, 60s, 2m, 1h
    #[arg(long, value_name = "TIME", help_heading = "Search")]
    pub timeout: Option<Span>,
    /// The most memory for the program and its solvers: 512M, 2G
    #[arg(long, value_name = "SIZE", help_heading = "Search")]
    pub memory: Option<Size>,
    /// The most steps that a bounded search looks ahead
    #[arg(long, value_name = "STEPS", help_heading = "Search")]
    pub max_depth: Option<u32>,

    /// Text for people or JSON for programs (schema/wherefore-1.schema.json)
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: Format,
    /// Write the report to a file instead of the standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Write the run that breaks a property to a file; with several properties, one file for each, named FILE.NAME
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trace_out: Option<PathBuf>,
    /// The format of that file; without it, the ending of FILE decides
    #[arg(long, value_enum, value_name = "FORMAT", requires = "trace_out", help_heading = "Output")]
    pub trace_format: Option<TraceFormat>,
    /// Show runs in full, however long they are
    #[arg(long, help_heading = "Output")]
    pub full_trace: bool,
    /// Show the values of definitions in runs
    #[arg(long, help_heading = "Output")]
    pub defines: bool,
    /// No progress, warnings or notes on the standard error
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
    /// Show where the time went, on the standard error and in the JSON report
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal that has them
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The languages that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// NuSMV and nuXmv
    Smv,
}

/// The engines that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// Chosen by the model, several at once
    Auto,
    /// Decision diagrams
    Bdd,
    /// Propositional solvers: bounded search, induction, property-directed reachability
    Sat,
    /// SMT solvers: bounded search, induction, Horn clauses
    Smt,
}

/// The forms of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// The formats of a trace file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    /// NuSMV text, changes only
    Nusmv,
    /// NuSMV XML, as its command read_trace takes it
    Xml,
    /// Informal Trace Format, JSON
    Itf,
    /// Value change dump, for wave viewers
    Vcd,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_consistent() {
        Arguments::command().debug_assert();
    }
}
