//! Programs to run, and the few points in which solvers that read SMT-LIB differ.
//!
//! Everything that depends on the program is decided here, by its [`Dialect`]; the rest of the back end speaks the
//! standard. The differences were tried out, not read: see the comments at each.

use crate::Theory;
use crate::process::{Program, SolverPrograms};
use std::fmt::Write;
use std::io;

/// Whose extensions of SMT-LIB to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// z3 4.8 or later.
    Z3,
    /// cvc5 1.0 or later.
    Cvc5,
    /// Bitwuzla 0.9, by the program that comes with the wheel: no integers, no reals.
    Bitwuzla,
    /// Nothing beyond the standard. Effort limits are passed on in the standard way, which many solvers ignore.
    Standard,
}

/// The program of the wheel that is Bitwuzla.
const BITWUZLA: &str = "wherefore-bitwuzla";

/// A solver program and how to call it.
#[derive(Clone, Debug)]
pub struct SmtCommand {
    /// The program: a path, or a name to be found on the search path. A wrapper script must `exec` the solver, or the
    /// solver outlives it when it is killed.
    pub program: String,
    /// Arguments that make it read SMT-LIB from its standard input, incrementally.
    pub args: Vec<String>,
    /// Its name in reports.
    pub name: String,
    /// Its extensions.
    pub dialect: Dialect,
    /// At most this much memory, in megabytes. z3 limits itself; the others are limited by the system, in address space.
    pub memory_mb: Option<u64>,
    /// How the program is found and started.
    pub programs: SolverPrograms,
}

impl SmtCommand {
    /// The programs that this crate knows how to call, by name.
    pub const PROGRAMS: [&'static str; 3] = ["z3", "cvc5", BITWUZLA];

    /// z3, as found on the search path.
    pub fn z3() -> SmtCommand {
        SmtCommand::preset("z3", &["-in", "-smt2"], Dialect::Z3)
    }

    /// cvc5, found in the same way.
    pub fn cvc5() -> SmtCommand {
        SmtCommand::preset(
            "cvc5",
            &["--lang", "smt2", "--incremental", "--seed=0", "--sat-random-seed=0"],
            Dialect::Cvc5,
        )
    }

    /// Bitwuzla, found in the same way. Its own executable cannot bound its work and says no reason, so only the program of the wheel is
    /// looked for.
    pub fn bitwuzla() -> SmtCommand {
        SmtCommand { name: "bitwuzla".to_owned(), ..SmtCommand::preset(BITWUZLA, &["--seed=0"], Dialect::Bitwuzla) }
    }

    /// Any other solver, named after its program.
    pub fn custom(program: impl Into<String>, args: &[&str]) -> SmtCommand {
        SmtCommand::preset(program, args, Dialect::Standard)
    }

    fn preset(program: impl Into<String>, args: &[&str], dialect: Dialect) -> SmtCommand {
        let program = program.into();
        let args = args.iter().map(|&a| a.to_owned()).collect();
        SmtCommand {
            name: program.clone(),
            program,
            args,
            dialect,
            memory_mb: None,
            programs: SolverPrograms::default(),
        }
    }

    /// Program to start now: the absolute path, and the limits that a solver keeps by itself.
    pub(super) fn program(&self) -> io::Result<Program> {
        let mut args = Vec::new();
        let seconds = self.programs.time_left().map(|left| left.as_secs().saturating_add(1));
        match self.dialect {
            Dialect::Z3 => {
                args.extend(self.memory_mb.map(|limit| format!("-memory:{limit}")));
                args.extend(seconds.map(|limit| format!("-T:{limit}")));
            }
            Dialect::Cvc5 => args.extend(seconds.map(|limit| format!("--tlimit={}", limit.saturating_mul(1000)))),
            Dialect::Bitwuzla | Dialect::Standard => {}
        }
        args.extend(self.args.iter().cloned());
        let memory = self.memory_mb.filter(|_| self.dialect != Dialect::Z3).map(|limit| limit.saturating_mul(1024));
        let (path, launcher) = (self.programs.resolve(&self.program)?, self.programs.launcher());
        Ok(Program { path, args, memory, launcher, folder: None })
    }

    /// The commands that must come first: options, limits that can only be set now, the logic.
    pub(super) fn prelude(&self, logic: &str, effort: Option<u64>) -> String {
        let mut text = String::from(
            "(set-option :print-success false)\n(set-option :produce-models true)\n(set-option :produce-unsat-assumptions true)\n",
        );
        match (self.dialect, effort) {
            (Dialect::Z3, _) => text.push_str("(set-option :smt.random_seed 0)\n(set-option :sat.random_seed 0)\n"),
            (Dialect::Cvc5, Some(n)) => writeln!(text, "(set-option :rlimit-per {})", n.max(1)).unwrap_or_default(),
            _ => {}
        }
        writeln!(text, "(set-logic {logic})").unwrap_or_default();
        text
    }

    /// The sorts that the program handles.
    pub(super) fn theories(&self) -> Vec<Theory> {
        match self.dialect {
            Dialect::Bitwuzla => vec![Theory::Finite, Theory::Float],
            _ => vec![Theory::Finite, Theory::Int, Theory::Real, Theory::Float],
        }
    }

    /// Whether a change of the effort limit needs a new process: cvc5 refuses to change it once it has begun.
    pub(super) fn fixes_effort(&self) -> bool {
        self.dialect == Dialect::Cvc5
    }

    /// The command that limits each later check; zero means no limit to all of them, so it is rounded up to one.
    pub(super) fn effort(&self, effort: Option<u64>) -> String {
        let limit = effort.map_or(0, |n| n.max(1));
        match self.dialect {
            Dialect::Z3 => format!("(set-option :rlimit {limit})\n"),
            Dialect::Cvc5 => String::new(),
            Dialect::Bitwuzla | Dialect::Standard => format!("(set-option :reproducible-resource-limit {limit})\n"),
        }
    }
}
