//! The command line of Wherefore: arguments, files, clock, progress, exit codes.
//!
//! This is the only crate that prints, exits, reads the clock or touches the disk. It knows no logic and no language: it
//! reads a model, hands it to `wherefore-lang`, the result to `wherefore-check` or `wherefore-explain`, and what these find to
//! `wherefore-report`. Results go to the standard output, everything else to the standard error.

#![expect(clippy::disallowed_methods, reason = "this crate is the one that touches the disk and the clock")]

mod args;
#[cfg(test)]
mod book;
mod codes;
mod commands;
mod dap;
mod editor;
mod exit;
mod expectations;
mod input;
mod interrupt;
mod lsp;
mod mcp;
mod output;
mod panics;
mod run;
mod shell;
mod solvers;
mod terminal;
mod watch;

use args::{Arguments, Command};
use commands::{check, diff, doctor, fix, lint, mutate, recheck, suite, topic, why};
use exit::Exit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use terminal::Terminal;

fn main() -> ExitCode {
    if let Some(code) = solvers::serve() {
        return code;
    }
    run::limits::running();
    let arguments = Arguments::read();
    arguments.command.deadline().into_iter().for_each(interrupt::end_after);
    let mut terminal = Terminal::detect(arguments.color);
    let columns = arguments.command.watching().and_then(|watching| watching.columns);
    terminal.width = columns.unwrap_or(terminal.width);
    panics::silence();
    solvers::set_up(arguments.command.deadline());
    let exit = match catch_unwind(AssertUnwindSafe(|| run(&arguments.command, &terminal))) {
        Ok(exit) => exit,
        Err(payload) => {
            let words = panics::describe(&*payload);
            output::message(&format!("internal error: {words}\nplease report this with the model\n"));
            Exit::Undetermined
        }
    };
    solvers::end();
    exit.into()
}

fn run(command: &Command, terminal: &Terminal) -> Exit {
    let result = output::files::claim(&command.files()).and_then(|()| match command {
        Command::Check(check) if check.watching.watch => watch::run(&check.common, terminal),
        Command::Why(why) if why.watching.watch => watch::run(&why.common, terminal),
        Command::Check(arguments) => check::run(arguments, terminal),
        Command::Why(arguments) => why::run(arguments, terminal),
        Command::Fix(arguments) => fix::run(arguments, terminal),
        Command::Lint(arguments) => lint::run(arguments, terminal),
        Command::Recheck(arguments) => recheck::run(arguments, terminal),
        Command::Diff(arguments) => diff::run(arguments, terminal),
        Command::Tests(arguments) => suite::run(arguments, terminal),
        Command::Mutate(arguments) => mutate::run(arguments, terminal),
        Command::Explain { id } => topic::run(id.as_deref(), terminal),
        Command::Lsp => lsp::run(),
        Command::Dap => dap::run(),
        Command::Doctor { format } => doctor::run(*format),
        Command::Mcp(arguments) => mcp::run(arguments),
        Command::Completions { shell } => shell::completions(*shell),
        Command::Man { command } => shell::manual(command.as_deref()),
    });
    let exit = result.unwrap_or_else(|diagnostic| {
        output::complain(&diagnostic, terminal.messages);
        Exit::Input
    });
    if let Some(folder) = command.watching().and_then(|watching| watching.watched.as_deref()) {
        watch::record::leave_files(folder);
    }
    exit
}
