//! Two questions with known answers, put to every solver program before anything else is believed.
//!
//! A program that says "unsat" to everything would prove everything, and one that says "sat" to everything would refute
//! everything. Both are noticed here, at the price of one short-lived process for each program.

use super::command::{Dialect, SmtCommand};
use super::process::{End, Process, shorten};
use crate::{SolveError, Stop};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The questions: four bits can be both even and above nine, and no number is below itself.
const QUESTIONS: &str = "(declare-const x (_ BitVec 4))\n\
                         (assert (and (= ((_ extract 0 0) x) #b0) (bvugt x #x9)))\n\
                         (check-sat)\n\
                         (assert (bvult x x))\n\
                         (check-sat)\n";
const ANSWERS: [&str; 2] = ["sat", "unsat"];

/// Programs that gave the right answers.
static TRUSTED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Asks a program that has not yet given the right answers. Programs that the caller calls in its own way are its own to judge.
pub(super) fn pass(command: &SmtCommand, stop: &Stop) -> Result<(), End> {
    if command.dialect == Dialect::Standard {
        return Ok(());
    }
    let missing = |e: std::io::Error| SolveError::Missing { program: command.program.clone(), cause: e.to_string() };
    let path = command.program().map_err(|e| End::Broken(missing(e)))?.path;
    if !trusted().contains(&path) {
        ask(command, stop)?;
        trusted().insert(path);
    }
    Ok(())
}

fn trusted() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TRUSTED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn ask(command: &SmtCommand, stop: &Stop) -> Result<(), End> {
    let mut process = Process::start(command).map_err(End::Broken)?;
    process.send(format!("{}{QUESTIONS}", command.prelude("QF_BV", None)));
    for expected in ANSWERS {
        let answer = process.answer(stop)?;
        if answer != expected {
            let words = format!("it answers `{}` to a question whose answer is `{expected}`", shorten(&answer));
            return Err(process.broken(&words));
        }
    }
    Ok(())
}
