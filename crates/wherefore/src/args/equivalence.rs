//! The options of `diff`, `tests` and `mutate`.

use super::units::{Size, Span};
use super::{SearchLimits, languages};
use crate::input::Source;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use wherefore::Language;
use wherefore_equivalence::Method;

/// Options of `diff`.
#[derive(Args, Debug)]
pub struct Diff {
    /// The model that says how it should be; - reads the standard input
    pub reference: PathBuf,
    /// The model that is compared with it
    pub implementation: PathBuf,
    /// When labelled transition systems are the same; without it, branching
    #[arg(long, value_enum, value_name = "EQUIVALENCE")]
    pub equivalence: Option<EquivalenceWord>,
    /// Inputs, outputs and numbers.
    #[command(flatten)]
    pub ports: Ports,
    /// A name of the reference with the name it has in the implementation; may be given several times
    #[arg(long, value_name = "REF=IMPL", value_parser = pair)]
    pub map: Vec<(String, String)>,
    /// Put the implementation through two suites made by this method as well: one of the input classes and states of both models, and
    /// the one that `tests` writes for the reference alone
    #[arg(long, value_enum, value_name = "METHOD")]
    pub confirm: Option<MethodWord>,
    /// How models are read.
    #[command(flatten)]
    pub reading: Reading,
    /// The most differences to list
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(help_heading = "Search")]
    pub max_differences: u32,
    /// How far to go.
    #[command(flatten)]
    pub effort: Effort,
    /// The form of the report; JSON follows schema/wherefore-1.schema.json
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: VerdictFormat,
    /// How the report is written.
    #[command(flatten)]
    pub paper: Paper,
    /// List every difference with its runs, every input class and suspect
    #[arg(long, help_heading = "Output")]
    pub full: bool,
}

/// Options of `tests`.
#[derive(Args, Debug)]
pub struct Tests {
    /// The model that says how it should be; - reads the standard input
    pub model: PathBuf,
    /// How suites are made; without it by h, or by wp if the model leaves something open
    #[arg(long, value_enum, value_name = "METHOD")]
    pub method: Option<MethodWord>,
    /// How many states an implementation may have beyond those of the smallest machine that does the same as the model
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=8))]
    pub extra_states: u32,
    /// Inputs, outputs and numbers.
    #[command(flatten)]
    pub ports: Ports,
    /// How models are read.
    #[command(flatten)]
    pub reading: Reading,
    /// How far to go.
    #[command(flatten)]
    pub effort: Effort,
    /// The form of the report; JSON follows schema/wherefore-1.schema.json
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: TableFormat,
    /// How the report is written.
    #[command(flatten)]
    pub paper: Paper,
    /// List every test, whole, and every input class
    #[arg(long, help_heading = "Output")]
    pub full: bool,
}

/// Options of `mutate`.
#[derive(Args, Debug)]
pub struct Mutate {
    /// The model; - reads the standard input
    pub model: PathBuf,
    /// Only mutants of these operators: ROR, SGF, ...; `wherefore explain mutate` lists them
    #[arg(long, value_name = "OPERATOR", value_delimiter = ',')]
    pub operator: Vec<String>,
    /// Only this mutant, by its number: its text instead of a report, unless it is written to a folder
    #[arg(long, value_name = "N")]
    pub only: Option<usize>,
    /// Write each mutant to a file of this folder, named after the model, its number and operator; files that are there are
    /// not touched
    #[arg(long, value_name = "DIR", visible_alias = "output-dir")]
    pub write: Option<PathBuf>,
    /// Check the properties of every mutant, and list the mutants that no property notices
    #[arg(long, conflicts_with = "write")]
    pub check: bool,
    /// How mutants are checked.
    #[command(flatten)]
    pub checking: Checking,
    /// How models are read.
    #[command(flatten)]
    pub reading: Reading,
    /// The longest time for the whole command, reading included: 60s, 10m
    #[arg(long, value_name = "TIME", help_heading = "Search")]
    pub deadline: Option<Span>,
    /// The form of the report; JSON follows schema/wherefore-1.schema.json
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: PlainFormat,
    /// How the report is written.
    #[command(flatten)]
    pub paper: Paper,
}

/// How mutants are checked.
#[derive(Args, Debug)]
#[command(next_help_heading = "Checking mutants")]
pub struct Checking {
    /// The number of mutants that are checked at the same time; without it, the number of cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), requires = "check")]
    pub jobs: Option<u32>,
    /// Keep what is found about each mutant in this file; if the file is there, go on from what it says
    #[arg(long, value_name = "FILE", requires = "check")]
    pub resume: Option<PathBuf>,
    /// The longest time for one property of a mutant, and for its comparison with the model: 500ms, 60s, 2m
    #[arg(long, value_name = "TIME", default_value = "10s")]
    pub timeout: Span,
    /// The most memory for one mutant: 512M, 2G; without it, all together have 80 % of what is free
    #[arg(long, value_name = "SIZE", requires = "check")]
    pub memory: Option<Size>,
    /// The most steps that a bounded search looks ahead
    #[arg(long, value_name = "STEPS", requires = "check")]
    pub max_depth: Option<u32>,
    /// The most pairs of states of a comparison with the model
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_states: u32,
}

/// Inputs that the environment chooses, outputs that it sees, and their numbers.
#[derive(Args, Debug)]
pub struct Ports {
    /// An output to look at, by its name in the reference, instead of those that the models declare; may be given several times
    #[arg(long = "output", value_name = "NAME", value_delimiter = ',')]
    pub outputs: Vec<String>,
    /// A variable that the environment chooses, beside those that the models say so of; may be given several times
    #[arg(long = "input", value_name = "NAME", value_delimiter = ',')]
    pub inputs: Vec<String>,
    /// Interpretation of reals
    #[arg(long, value_enum, value_name = "NUMBERS", default_value = "auto")]
    pub numbers: NumbersWord,
}

/// How models are read.
#[derive(Args, Debug)]
pub struct Reading {
    /// The language of the models, if their names do not tell
    #[arg(long, value_parser = languages(), value_name = "LANGUAGE")]
    pub language: Option<Language>,
    /// A folder in which files are looked for that a model includes; may be given several times
    #[arg(short = 'I', long, value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// The main node of a synchronous program; given twice, of the reference and of the implementation
    #[arg(long, value_name = "NODE")]
    pub main: Vec<String>,
    /// Values of variables that block diagrams do not define: assignments of MATLAB, or JSON if the file ends in .json
    #[arg(long, value_name = "FILE")]
    pub params: Option<PathBuf>,
    /// A block of a diagram whose outputs are taken as free, by its path or SID; may be given several times
    #[arg(long, value_name = "BLOCK")]
    pub open: Vec<String>,
}

impl Reading {
    /// A model at this place among those given.
    pub fn source<'a>(&'a self, path: &'a Path, place: usize) -> Source<'a> {
        let main = self.main.get(place).or(self.main.first());
        Source {
            path,
            include: &self.include,
            main: main.map(String::as_str),
            params: self.params.as_deref(),
            open: &self.open,
            properties: &[],
        }
    }
}

/// How far to go.
#[derive(Args, Debug)]
pub struct Effort {
    /// The most state classes of a model, and pairs of both
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(help_heading = "Search")]
    pub max_states: u32,
    /// Threads to use; without it, as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Search")]
    pub threads: Option<u16>,
    /// SearchLimits on an answer.
    #[command(flatten)]
    pub limits: SearchLimits,
}

/// How the report is written.
#[derive(Args, Debug)]
pub struct Paper {
    /// Write the report to a file instead of the standard output
    #[arg(short = 'o', long = "report", value_name = "FILE", help_heading = "Output")]
    pub file: Option<PathBuf>,
    /// No progress, warnings or notes on the standard error
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
}

impl Paper {
    /// The file, with the option that names it.
    pub fn written(&self) -> Vec<(&'static str, &Path)> {
        self.file.as_deref().map(|path| ("--report", path)).into_iter().collect()
    }
}

/// Interpretations of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NumbersWord {
    /// As the models declare: the wider format of both, exact reals where neither declares one
    Auto,
    /// Exact reals
    Real,
    /// IEEE 754 binary32, rounded to nearest even
    Float32,
    /// IEEE 754 binary64, rounded to nearest even
    Float64,
}

/// When labelled transition systems are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EquivalenceWord {
    /// Each step is answered by one with the same label, hidden ones too
    Strong,
    /// Hidden steps count only where they take a choice away
    #[default]
    Branching,
    /// As branching, and hidden steps that go on for ever count too
    DivergenceBranching,
    /// Runs have the same labels, hidden ones too
    Trace,
    /// Runs have the same labels, hidden ones left out
    WeakTrace,
    /// As weak-trace, and after each trace the same can be refused at rest
    Failures,
}

/// How suites can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodWord {
    /// Every transition, each with the whole characterising set
    W,
    /// Every transition, with what identifies the state reached
    Wp,
    /// Only what the suite does not tell apart already
    H,
    /// As h, with tests made longer rather than more
    Spyh,
    /// All of these
    All,
}

impl MethodWord {
    /// The methods that are meant.
    pub fn methods(self) -> Vec<Method> {
        match self {
            MethodWord::W => vec![Method::W],
            MethodWord::Wp => vec![Method::Wp],
            MethodWord::H => vec![Method::H],
            MethodWord::Spyh => vec![Method::Spyh],
            MethodWord::All => vec![Method::W, Method::Wp, Method::H, Method::Spyh],
        }
    }
}

/// The forms of a report that has a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VerdictFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// A page for browsers, in one file that needs nothing else
    Html,
    /// A SARIF 2.1.0 log for code scanning: every difference at the line to look at
    Sarif,
    /// Test results for build servers, as JUnit writes them
    Junit,
}

/// The forms of a report that has no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlainFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// A page for browsers, in one file that needs nothing else
    Html,
}

/// The forms of a report about tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// A page for browsers, in one file that needs nothing else
    Html,
    /// A line per step, with inputs and expected outputs
    Csv,
}

/// Two names with `=` between them.
fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((one, two)) if !one.trim().is_empty() && !two.trim().is_empty() => {
            Ok((one.trim().to_owned(), two.trim().to_owned()))
        }
        _ => Err("expected two names with = between them, as in speed=v".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_names() {
        assert_eq!(pair("a = b.c"), Ok(("a".to_owned(), "b.c".to_owned())));
        assert!(["a", "=b", "a=", ""].iter().all(|text| pair(text).is_err()));
    }
}
