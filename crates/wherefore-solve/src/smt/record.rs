//! A solver that answers nothing and writes everything down: the questions of a proof as one SMT-LIB file.
//!
//! Every question is answered "unsat", so that a check that expects just that goes through all its questions. The text is then
//! given to a real solver, by any reader: it must answer "unsat" to each.

use super::script::Script;
use crate::{Answer, Capabilities, Lit, SolveError, Solver, Stop, Theory};
use std::sync::{Arc, Mutex, PoisonError};
use wherefore_ir::{Terms, Value, VarId};

/// The scripts of several recorders, in the order in which these were made.
#[derive(Clone, Default)]
pub struct Tape(Arc<Mutex<Vec<Recorded>>>);

#[derive(Clone, Default)]
struct Recorded {
    logic: &'static str,
    text: String,
    questions: usize,
}

impl Tape {
    /// A solver that writes onto this tape.
    pub fn recorder(&self) -> Recorder {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        list.push(Recorded::default());
        let theories = vec![Theory::Finite, Theory::Int, Theory::Real, Theory::Float];
        let capabilities = Capabilities { name: "recorder".to_owned(), theories, cores: false };
        Recorder { tape: self.clone(), place: list.len() - 1, script: Script::default(), sent: 0, capabilities }
    }

    /// The questions, one script after the other, and how many there are.
    pub fn questions(&self) -> (String, usize) {
        let list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        for (place, recorded) in list.iter().enumerate() {
            if place > 0 {
                text.push_str("(reset)\n");
            }
            text.push_str(&format!("(set-logic {})\n{}", recorded.logic, recorded.text));
        }
        (text, list.iter().map(|r| r.questions).sum())
    }
}

/// A solver that records.
pub struct Recorder {
    tape: Tape,
    place: usize,
    script: Script,
    sent: usize,
    capabilities: Capabilities,
}

impl Solver for Recorder {
    super::script::written!();

    fn check(&mut self, assumptions: &[Lit], _: Option<u64>, _: &Stop) -> Result<Answer, SolveError> {
        let names = assumptions.iter().map(|l| self.script.assumption(*l)).collect::<Result<Vec<_>, _>>()?;
        let mut list = self.tape.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(recorded) = list.get_mut(self.place) {
            recorded.logic = self.script.logic();
            recorded.text.push_str(&self.script.text()[self.sent..]);
            recorded.text.push_str(&match names.as_slice() {
                [] => "(check-sat)\n".to_owned(),
                names => format!("(check-sat-assuming ({}))\n", names.join(" ")),
            });
            recorded.questions += 1;
        }
        self.sent = self.script.text().len();
        Ok(Answer::Unsat)
    }

    fn core(&mut self) -> Result<Vec<Lit>, SolveError> {
        Err(SolveError::Unsupported("a core of a recorded question".to_owned()))
    }

    fn value(&mut self, _: &Terms, _: VarId, _: u32) -> Result<Value, SolveError> {
        Err(SolveError::Unsupported("a model of a recorded question".to_owned()))
    }

    fn truth(&mut self, _: Lit) -> Result<bool, SolveError> {
        Err(SolveError::Unsupported("a model of a recorded question".to_owned()))
    }
}
