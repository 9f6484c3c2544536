//! Model checkers that run as processes of their own, as engines.
//!
//! A question whether a formula is an invariant of a finite system becomes a [circuit] in [AIGER](aiger), which nearly
//! every model checker for hardware reads. The [command] decides it, and its [answer] is taken apart: of a violation
//! the number of steps and the [run](witness), of a proof the inductive invariant. None is believed. The session finds the run again and replays it, and
//! checks the invariant with solvers of other families; a proof without an invariant counts for nothing.
//!
//! ```text
//! system, formula ──► circuit ──► model.aig ──► program ──► "violated", witness    ──► steps
//!                       │                               └─► "proved", certificate  ──► invariant over the bits of the circuit
//!                       └── which latch is which bit of which variable ──────────────► invariant over variables
//! ```

pub mod aiger;
pub mod answer;
pub mod certificate;
pub mod circuit;
pub mod command;
pub mod witness;

pub use command::CommandLine;

use answer::Reply;
use circuit::Circuit;
use std::io;
use std::path::Path;
use wherefore_check::engine::{Answer, Answers, Capabilities, Data, Engine, EngineContext, Problem, Witness};
use wherefore_check::{Certificate, Cone, EngineId, Family, NoAnswer, Reduction};
use wherefore_ir::TermId;

/// A program outside that decides invariants.
#[derive(Clone, Debug)]
pub struct External {
    /// How it is run.
    pub command: CommandLine,
}

impl Engine for External {
    fn id(&self) -> EngineId {
        EngineId::new(self.command.name)
    }

    fn family(&self) -> Family {
        Family::External
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { invariants: Answers::Both, linear: Answers::Both, ..Capabilities::on(Data::Finite) }
    }

    fn prove(&self, problem: &Problem, context: &EngineContext) -> Result<Answer, NoAnswer> {
        match problem {
            Problem::Invariant { model, good } => Ok(match self.decide(model, *good, context)? {
                Decided::Safe(certificate) => Answer::Safe(certificate),
                Decided::Unsafe(depth, witness) => Answer::Unsafe { depth, shortest: false, witness },
            }),
            Problem::Linear(product) => {
                let reduction = Reduction::NoLasso;
                let (model, good) = product.reduced(reduction);
                Ok(match self.decide(&model, good, context)? {
                    Decided::Safe(certificate) => Answer::NoFairRun { reduction, certificate },
                    Decided::Unsafe(steps, _) => Answer::Lasso { steps, trace: None },
                })
            }
            Problem::Branching { .. } => Err(NoAnswer::Unsupported("branching-time logic, by this engine".to_owned())),
        }
    }
}

/// What the program found.
enum Decided {
    Safe(Certificate),
    Unsafe(u32, Option<Witness>),
}

impl External {
    fn decide(&self, model: &Cone, good: TermId, context: &EngineContext) -> Result<Decided, NoAnswer> {
        let circuit = Circuit::new(model, good, self.command.takes_constraints)?;
        let files = Files::new(&circuit).map_err(|error| NoAnswer::Died(format!("no file for a circuit: {error}")))?;
        let said = self.command.run(&files, context)?;
        match answer::read(&said) {
            Reply::Unsafe { steps: Some(steps), inputs } => match steps.checked_sub(circuit.delay()) {
                Some(depth) => Ok(Decided::Unsafe(depth, witness::read(&circuit, steps, inputs))),
                None => Err(self.wrong("a violation before the first state")),
            },
            Reply::Unsafe { steps: None, .. } => Err(self.useless("a violation without a witness")),
            Reply::Safe => {
                let file = said.certificate.ok_or_else(|| self.useless("a proof without a certificate"))?;
                let invariant = certificate::read(&file, &circuit, model).map_err(|why| self.useless(&why))?;
                Ok(Decided::Safe(invariant))
            }
            Reply::Nothing => Err(NoAnswer::GaveUp(said.last_words(self.command.name))),
        }
    }

    fn useless(&self, what: &str) -> NoAnswer {
        NoAnswer::GaveUp(format!("{} gave {what}", self.command.name))
    }

    fn wrong(&self, what: &str) -> NoAnswer {
        NoAnswer::Refuted(format!("{} gave {what}", self.command.name))
    }
}

/// The files of one question, in a folder that goes when the question is answered.
pub struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    #[expect(clippy::disallowed_methods, reason = "programs outside read circuits from files")]
    fn new(circuit: &Circuit) -> io::Result<Files> {
        let folder = tempfile::Builder::new().prefix("wherefore-").tempdir()?;
        std::fs::write(folder.path().join("model.aig"), aiger::binary(circuit))?;
        Ok(Files { folder })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}
