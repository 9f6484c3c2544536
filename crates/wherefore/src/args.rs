//! The command line: its words, and nothing of what they do.
//!
//! Help, completions and the manual page are generated from these definitions.

pub mod equivalence;
pub mod level;
pub mod lts;
pub mod mcp;
pub mod units;
pub mod watch;

use crate::output::files::Files;
use clap::builder::{PossibleValue, PossibleValuesParser, Styles, TypedValueParser, styling::AnsiColor};
use clap::{Arg, Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use units::{Size, Span};
use watch::Watching;
use wherefore::Language;
use wherefore_check::Demand;
use wherefore_explain::machine::path_class::Level;
use wherefore_external::CommandLine;
use wherefore_report::build::finding_ids;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold());

const EXIT_CODES: &str = "\
Exit codes:
  0  all properties hold
  1  some property is violated
  2  usage or input error: also a broken model or a missing solver
  3  undetermined, nothing checked because the model has no runs or
     states no property, interrupted, or an internal error";

const CHECK_CODES: &str = "\
Exit codes:
  0  all properties hold; for a folder: everything is as expected
  1  some property is violated; for a folder: something differs
  2  usage or input error: also a broken model or a missing solver
  3  undetermined, nothing checked because the model has no runs or
     states no property, interrupted, or an internal error";

const LINT_CODES: &str = "\
Exit codes:
  0  no warning
  1  some warning
  2  usage or input error: also a broken model or a missing solver
  3  some question not decided, nothing to ask, interrupted,
     or an internal error";

const FIX_CODES: &str = "\
Exit codes:
  0  all properties hold, or hold after --apply
  1  some property is violated, whether or not a fix was found
  2  usage or input error: also a broken model or a missing solver
  3  undetermined, nothing checked because the model has no runs or
     states no property, interrupted, or an internal error";

const DIFF_CODES: &str = "\
Exit codes:
  0  equivalent
  1  different
  2  usage or input error: also a broken model or a missing solver
  3  undetermined, interrupted, or an internal error";

const MUTATE_CODES: &str = "\
Exit codes:
  0  made; with --check: no mutant survives
  1  with --check: some mutant survives
  2  usage or input error: also a broken model or a missing solver
  3  not made: interrupted, out of time or memory, or an internal error;
     with --check: some mutant undetermined, or nothing checked";

const DOCTOR_CODES: &str = "\
Exit codes:
  0  all is well
  3  something will not work";

const MAKE_CODES: &str = "\
Exit codes:
  0  made
  2  usage or input error: also a broken model or a missing solver
  3  not made: interrupted, out of time or memory, or an internal error";

/// Checks models and shows the runs that break their properties.
#[derive(Debug, Parser)]
#[command(name = "wherefore", version, styles = STYLES, after_help = EXIT_CODES, arg_required_else_help = true)]
pub struct Arguments {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
    /// Colours: on a terminal, always, or never.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

impl Arguments {
    /// Reads the command line. A model without a command asks for `why`.
    pub fn read() -> Arguments {
        Arguments::parse_from(with_command(std::env::args_os().collect()))
    }
}

/// The words of a command line, with `why` before a model that no command stands before.
pub fn with_command(mut words: Vec<OsString>) -> Vec<OsString> {
    let Some(first) = words.get(1).and_then(|word| word.to_str()) else { return words };
    let is_command = Arguments::command().get_subcommands().any(|c| c.get_name() == first) || first == "help";
    let is_model = Language::of_name(Path::new(first)).is_some() || Path::new(first).is_file();
    if !first.starts_with('-') && !is_command && is_model {
        words.insert(1, "why".into());
    }
    words
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Decide the properties of a model, or of all models that a wherefore.toml names
    #[command(after_help = CHECK_CODES, mut_arg("model", or_folder))]
    Check(Box<Check>),
    /// Find every distinct way in which properties break, and what to suspect
    #[command(after_help = EXIT_CODES)]
    Why(Box<Why>),
    /// Find the smallest edits of a model after which its properties hold, each one proved
    #[command(after_help = FIX_CODES)]
    Fix(Box<Fix>),
    /// Check a model without properties: what is never reached, never used, or leads nowhere
    #[command(after_help = LINT_CODES)]
    Lint(Box<Lint>),
    /// Check a certificate that `check --certificate` wrote against the model again
    #[command(after_help = EXIT_CODES)]
    Recheck(Box<Recheck>),
    /// Say whether two models are the same for all inputs, or where they first differ
    #[command(after_help = DIFF_CODES)]
    Diff(Box<equivalence::Diff>),
    /// Make test suites that find every difference of an implementation from a model
    #[command(after_help = MAKE_CODES)]
    Tests(Box<equivalence::Tests>),
    /// Make wrong models from a model, each with one small mistake; say which of them its properties notice
    #[command(after_help = MUTATE_CODES)]
    Mutate(Box<equivalence::Mutate>),
    /// Say what a diagnostic, a verdict or another word of a report means
    Explain {
        /// The word to explain, as it stands in the output; without it, all that can be explained is listed
        id: Option<String>,
    },
    /// Serve an editor with diagnostics, names, verdicts and fixes, as a language server on the standard streams
    Lsp,
    /// Step through the runs that break a property, as a debug adapter on the standard streams
    Dap,
    /// Say what the installation has, and what will not work
    #[command(after_help = DOCTOR_CODES)]
    Doctor {
        /// The form of the report; JSON follows schema/wherefore-doctor-1.schema.json
        #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
        format: DoctorFormat,
    },
    /// Answer agents by the Model Context Protocol, on the standard streams, about models in this folder
    Mcp(mcp::Mcp),
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

impl Command {
    /// The longest time for the whole command, if one is given.
    pub fn deadline(&self) -> Option<&Span> {
        // Each search of a watch has the deadline; the watch itself has none.
        if self.watching().is_some_and(|watching| watching.watch) {
            return None;
        }
        match self {
            Command::Check(check) => check.common.limits.deadline.as_ref(),
            Command::Why(why) => why.common.limits.deadline.as_ref(),
            Command::Fix(fix) => fix.common.limits.deadline.as_ref(),
            Command::Lint(lint) => lint.common.limits.deadline.as_ref(),
            Command::Recheck(recheck) => recheck.common.limits.deadline.as_ref(),
            Command::Diff(diff) => diff.effort.limits.deadline.as_ref(),
            Command::Tests(tests) => tests.effort.limits.deadline.as_ref(),
            Command::Mutate(mutate) => mutate.deadline.as_ref(),
            Command::Lsp
            | Command::Dap
            | Command::Doctor { .. }
            | Command::Mcp(_)
            | Command::Explain { .. }
            | Command::Completions { .. }
            | Command::Man { .. } => None,
        }
    }
}

impl Command {
    /// Whether it is asked again after every save.
    pub fn watching(&self) -> Option<&Watching> {
        match self {
            Command::Check(check) => Some(&check.watching),
            Command::Why(why) => Some(&why.watching),
            _ => None,
        }
    }

    /// The files that it names.
    pub fn files(&self) -> Files<'_> {
        match self {
            Command::Check(check) => check.common.files(),
            Command::Why(why) => {
                let mut files = why.common.files();
                files.read.extend(why.trace.as_deref().map(|path| ("the run that is given", path)));
                files.read.extend(why.since.as_deref().map(|path| ("the earlier report", path)));
                files.read.extend(why.lts.hosts.as_deref().map(|path| ("the list of hosts", path)));
                files
            }
            Command::Fix(fix) => fix.common.files(),
            Command::Lint(lint) => lint.common.files(),
            Command::Recheck(recheck) => {
                let mut files = recheck.common.files();
                files.read.push(("the certificate", &recheck.proof));
                files
            }
            Command::Diff(diff) => {
                let read =
                    vec![("the reference", diff.reference.as_path()), ("the implementation", &diff.implementation)];
                Files { read, written: diff.paper.written() }
            }
            Command::Tests(tests) => Files { read: vec![(MODEL, &tests.model)], written: tests.paper.written() },
            Command::Mutate(mutate) => {
                let kept = mutate.checking.resume.as_deref().map(|path| ("--resume", path));
                let written = mutate.paper.written().into_iter().chain(kept).collect();
                Files { read: vec![(MODEL, &mutate.model)], written }
            }
            Command::Lsp
            | Command::Dap
            | Command::Doctor { .. }
            | Command::Mcp(_)
            | Command::Explain { .. }
            | Command::Completions { .. }
            | Command::Man { .. } => Files::default(),
        }
    }
}

/// Name of the model in messages.
const MODEL: &str = "the model";

impl Common {
    /// The form of the report: as asked, or as the ending of its file says.
    pub fn format(&self) -> Format {
        let ending = || Format::of_name(self.output.as_deref()?);
        self.format.or_else(ending).unwrap_or(Format::Text)
    }

    fn files(&self) -> Files<'_> {
        // A formula may lie in a file; what names none is no file.
        let formulas = self.properties.iter().map(|name| ("a formula", Path::new(name)));
        let read = std::iter::once((MODEL, self.model.as_path())).chain(formulas.filter(|(_, path)| path.is_file()));
        let written =
            [("--output", &self.output), ("--trace-out", &self.trace_out), ("--certificate", &self.certificate)];
        let written = written.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?)));
        Files { read: read.collect(), written: written.collect() }
    }
}

/// SearchLimits of every command that searches.
#[derive(Args, Clone, Debug)]
pub struct SearchLimits {
    /// Policy for an answer that no solver of another family has re-checked
    #[arg(long, value_enum, value_name = "HOW", default_value = "wanted", help_heading = "Search")]
    pub recheck: RecheckWord,
    /// The longest time for one property or comparison: 500ms, 60s, 2m, 1h
    #[arg(long, value_name = "TIME", help_heading = "Search")]
    pub timeout: Option<Span>,
    /// The longest time for the whole command, reading included: 60s, 10m
    #[arg(long, value_name = "TIME", help_heading = "Search")]
    pub deadline: Option<Span>,
    /// The most memory for the program and its solvers: 512M, 2G; without it, 80 % of what is free
    #[arg(long, value_name = "SIZE", help_heading = "Search")]
    pub memory: Option<Size>,
}

/// Options of every command that looks into a model.
#[derive(Args, Clone, Debug)]
pub struct Common {
    /// The model; - reads the standard input
    pub model: PathBuf,
    /// The name that the standard input is shown under; for this program itself
    #[arg(long, hide = true, value_name = "NAME")]
    pub called: Option<String>,
    /// Only this property; for a labelled transition system a formula, or a file with one; for a block diagram also a formula over
    /// its signals; may be given several times
    #[arg(short, long = "property", value_name = "NAME")]
    pub properties: Vec<String>,
    /// The language of the model, if its name does not tell
    #[arg(long, value_parser = languages(), value_name = "LANGUAGE")]
    pub language: Option<Language>,
    /// A folder in which files are looked for that the model includes; may be given several times
    #[arg(short = 'I', long, value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// The main node of a synchronous program, instead of the one marked so or the last that is not called
    #[arg(long, value_name = "NODE")]
    pub main: Option<String>,
    /// Values of variables that a block diagram does not define: assignments of MATLAB, or JSON if the file ends in .json
    #[arg(long, value_name = "FILE")]
    pub params: Option<PathBuf>,
    /// A block of a diagram whose outputs are taken as free, by its path or SID; may be given several times
    #[arg(long, value_name = "BLOCK")]
    pub open: Vec<String>,

    /// The engines that may be used
    #[arg(
        long,
        value_enum,
        value_name = "ENGINE",
        default_value = "auto",
        requires_if("given", "engine_cmd"),
        help_heading = "Search"
    )]
    pub engine: Engine,
    /// A model checker of yours that is asked too: abc, ric3, or a command that reads AIGER, with {model} and {certificate} for the
    /// names of files; what it finds is checked; may be given several times
    #[arg(long, value_name = "COMMAND", value_parser = CommandLine::parse, help_heading = "Search")]
    pub engine_cmd: Vec<CommandLine>,
    /// Limits on an answer.
    #[command(flatten)]
    pub limits: SearchLimits,
    /// The most steps that a bounded search looks ahead
    #[arg(long, value_name = "STEPS", help_heading = "Search")]
    pub max_depth: Option<u32>,

    /// The form of the report; without it, the ending of the file decides that it is written to, and otherwise it is text; JSON
    /// follows schema/wherefore-1.schema.json
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<Format>,
    /// Write the report to a file instead of the standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Write the run that breaks a property to a file; with several properties, one file for each, named FILE.NAME
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trace_out: Option<PathBuf>,
    /// The format of that file; without it, the ending of FILE decides
    #[arg(long, value_enum, value_name = "FORMAT", requires = "trace_out", help_heading = "Output")]
    pub trace_format: Option<TraceFormat>,
    /// Write the proof of a property that holds to a file that any SMT solver can check; with several properties, one file for each
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub certificate: Option<PathBuf>,
    /// Show runs in full, however long they are
    #[arg(long, help_heading = "Output")]
    pub full_trace: bool,
    /// Show the values of definitions in runs
    #[arg(long, help_heading = "Output")]
    pub defines: bool,
    /// Show the value of this expression at every step of a run, in every format: 's = ON & pt > 24', 'next(t) - t'; may be given
    /// several times
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, help_heading = "Output")]
    pub show: Vec<String>,
    /// No progress, warnings or notes on the standard error
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
    /// Show where the time went, on the standard error and in the JSON report
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
}

/// Options of `check`.
#[derive(Args, Debug)]
pub struct Check {
    /// What it shares with the others.
    #[command(flatten)]
    pub common: Common,
    /// Rewrite wherefore.toml so that everything is expected as it is found
    #[arg(long, help_heading = "Folders")]
    pub update: bool,
    /// The number of models that are checked at the same time; without it, the number of cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Folders")]
    pub jobs: Option<u32>,
    /// Whether to stay.
    #[command(flatten)]
    pub watching: Watching,
}

/// The model of `check`, which may be a folder and may be left out.
fn or_folder(model: Arg) -> Arg {
    model
        .required(false)
        .default_value(".")
        .help("The model, or a folder with a file wherefore.toml; - reads the standard input")
}

/// Options of `why`.
#[derive(Args, Debug)]
pub struct Why {
    /// Options that it shares with others.
    #[command(flatten)]
    pub common: Common,

    /// Explain the runs in this file, from another tool: NuSMV text or XML, Kind 2 JSON, ITF, VCD, BTOR2 witness,
    /// error trace (JSON) or log of TLC; - reads the standard input
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// How finely runs are told apart: 4 by final control state, 3 by first and final one, 2 by last transition, 1 by path
    /// without loops (this is the default), 1(K) by the last K transitions of that path. Choices of a labelled transition
    /// system: 4 by kind, 3 by gate, 2 by those that decide, 1 by all; the default is 3, or a finer one with as few classes
    #[arg(long, value_name = "LEVEL", value_parser = level::parse, help_heading = "Classes")]
    pub level: Option<Level>,
    /// What ways to fail are made of, for diagrams with charts
    #[arg(long, value_enum, value_name = "WHAT", default_value = "auto", help_heading = "Classes")]
    pub ways: Ways,
    /// The most classes to look for
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(help_heading = "Classes")]
    pub max_classes: u32,
    /// A control variable, instead of those found by rule; may be given several times; not for statecharts
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Classes")]
    pub control: Vec<String>,
    /// The variable whose values are the names of transitions
    #[arg(long, value_name = "NAME", help_heading = "Classes")]
    pub transition_var: Option<String>,
    /// List every minimal cause of the run of each class, and every minimal correction: at most 50 of each; not for labelled
    /// transition systems
    #[arg(long, help_heading = "Classes")]
    pub all_causes: bool,
    /// Compare with an earlier run, by its JSON report: which classes are new, fixed, unchanged
    #[arg(long, value_name = "FILE", help_heading = "Classes")]
    pub since: Option<PathBuf>,
    /// Show this class whole: by its number, id or key
    #[arg(long, value_name = "ID", conflicts_with = "full", help_heading = "Output")]
    pub class: Option<String>,
    /// List every class, suspect and fix set, and show the run of each class in full
    #[arg(long, help_heading = "Output")]
    pub full: bool,
    /// Do not look for a fix beside the answer, for which 20 s are spent at most
    #[arg(long, help_heading = "Limits")]
    pub no_fix: bool,

    /// Whether to stay.
    #[command(flatten)]
    pub watching: Watching,

    /// Options for labelled transition systems only.
    #[command(flatten)]
    pub lts: lts::Lts,
}

/// Options of `fix`.
#[derive(Args, Debug)]
pub struct Fix {
    /// Options that it shares with others.
    #[command(flatten)]
    pub common: Common,
    /// The most edits that are made together, where no single one is enough
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_edits: u32,
    /// Leave the model as it is, and look for what is to be assumed of its inputs
    #[arg(long)]
    pub assume: bool,
    /// Make the first fix in the file of the model
    #[arg(long)]
    pub apply: bool,
    /// List every fix that was found
    #[arg(long, help_heading = "Output")]
    pub full: bool,
}

/// What ways to fail are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ways {
    /// Blocks where the model is a program of blocks without charts, otherwise transitions
    Auto,
    /// Paths of transitions of its charts
    Transitions,
    /// Causes in the flow of data through its blocks
    Blocks,
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

/// The names of the languages, with what each is.
pub(crate) fn languages() -> impl TypedValueParser<Value = Language> {
    let names = Language::all().map(|l| PossibleValue::new(l.word()).help(l.title()));
    PossibleValuesParser::new(names).try_map(|word| Language::named(&word).ok_or("no language"))
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
    /// Bitwuzla, if it is installed: bounded search and induction on words
    Bitwuzla,
    /// None but the programs of --engine-cmd
    Given,
}

/// A model that is looked into without properties.
#[derive(Args, Debug)]
pub struct Lint {
    /// What the command shares with the others.
    #[command(flatten)]
    pub common: Common,
    /// Leave out findings with this id, such as lint-unread-variable; may be given several times
    #[arg(long, value_name = "ID", value_delimiter = ',', value_parser = PossibleValuesParser::new(finding_ids()), hide_possible_values = true)]
    pub allow: Vec<String>,
}

/// A certificate and the model that it is about.
#[derive(Args, Debug)]
pub struct Recheck {
    /// Options that the command shares with others.
    #[command(flatten)]
    pub common: Common,
    /// The certificate
    #[arg(value_name = "CERTIFICATE")]
    pub proof: PathBuf,
}

/// Policies for an answer that was not re-checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RecheckWord {
    /// It is given, and says so
    Wanted,
    /// It is undetermined
    Required,
}

impl From<RecheckWord> for Demand {
    fn from(word: RecheckWord) -> Demand {
        match word {
            RecheckWord::Wanted => Demand::Wanted,
            RecheckWord::Required => Demand::Required,
        }
    }
}

/// The forms of the report on the installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DoctorFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

/// The forms of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
    /// A page for browsers, in one file that needs nothing else
    Html,
    /// A SARIF 2.1.0 log for code scanning: every failure at the line to look at
    Sarif,
    /// Test results for build servers, as JUnit writes them
    Junit,
    /// The tagged counterexample LTS; only for labelled transition systems
    Autx,
    /// A patch with the first fix; only of `fix`
    Diff,
    /// A picture for Graphviz; only for labelled transition systems and synchronous programs
    Dot,
    /// A script for MATLAB that highlights the cause and sets the failing inputs; only for block diagrams of Simulink
    Matlab,
    /// What an editor shows: the JSON report, the places of the steps and the page; for this program itself
    #[value(hide = true)]
    Editor,
}

impl Format {
    /// The form that the ending of a file stands for.
    fn of_name(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "html" | "htm" => Some(Format::Html),
            "json" => Some(Format::Json),
            "sarif" => Some(Format::Sarif),
            "xml" => Some(Format::Junit),
            "autx" => Some(Format::Autx),
            "diff" | "patch" => Some(Format::Diff),
            "dot" | "gv" => Some(Format::Dot),
            "m" => Some(Format::Matlab),
            _ => None,
        }
    }
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
    /// JSON, as Kind 2 prints it
    Kind2,
    /// Witness of BTOR2; only for models whose values have bits
    Btor2,
    /// Witness of AIGER; only for models of single bits
    Aiger,
    /// Witness of yosys, JSON; only for models whose values have bits
    Yosys,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Arguments::command().debug_assert();
    }

    fn why(line: &str) -> Result<Why, String> {
        let words = ["wherefore", "why", "m.smv"].into_iter().chain(line.split_whitespace());
        match Arguments::try_parse_from(words).map_err(|e| e.to_string())?.command {
            Command::Why(why) => Ok(*why),
            other => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn why_has_its_own_options_beside_the_common_ones() {
        let plain = why("").unwrap();
        assert_eq!((plain.level, plain.max_classes, plain.full), (None, 200, false));
        let line = "-p safe --timeout 5s --level 1(2) --max-classes 7 --control s,a.s --control b.s --transition-var tr --since old.json --class 3";
        let all = why(line).unwrap();
        assert_eq!((all.level, all.max_classes, all.class.as_deref()), (Some(Level::Suffix(2)), 7, Some("3")));
        assert_eq!(all.control, ["s", "a.s", "b.s"]);
        assert_eq!((all.transition_var.as_deref(), all.since), (Some("tr"), Some(PathBuf::from("old.json"))));
        assert_eq!((all.common.properties, all.common.limits.timeout.is_some()), (vec!["safe".to_owned()], true));
    }

    #[test]
    fn check_alone_takes_the_folder_it_stands_in() {
        let model = |line: &str| match Arguments::try_parse_from(line.split(' ')).map(|a| a.command) {
            Ok(Command::Check(check)) => Some(check.common.model),
            _ => None,
        };
        assert_eq!(model("wherefore check"), Some(PathBuf::from(".")));
        assert_eq!(model("wherefore check m.smv --jobs 2"), Some(PathBuf::from("m.smv")));
        assert!(Arguments::try_parse_from(["wherefore", "why"]).is_err());
    }

    #[test]
    fn a_model_alone_asks_for_why_and_the_ending_of_a_file_for_its_form() {
        let words = |line: &str| with_command(line.split(' ').map(OsString::from).collect());
        assert_eq!(words("wherefore m.smv -o x.html")[1], "why");
        assert_eq!(words("wherefore check m.smv")[1], "check");
        assert_eq!(words("wherefore chek m.smv")[1], "chek");
        assert_eq!(words("wherefore --version")[1], "--version");
        let format = |line: &str| why(line).unwrap().common.format();
        assert_eq!(format("-o x.html"), Format::Html);
        assert_eq!(
            (format("-o x.html --format json"), format("-o x.txt"), format("")),
            (Format::Json, Format::Text, Format::Text)
        );
    }

    #[test]
    fn wrong_values_say_what_is_expected() {
        assert!(why("--level 5").unwrap_err().contains("expected 1, 2, 3, 4"));
        assert!(why("--max-classes 0").unwrap_err().contains("0 is not in 1.."));
        assert!(why("--class 1 --full").unwrap_err().contains("cannot be used with"));
    }
}
