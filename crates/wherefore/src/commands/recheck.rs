//! `wherefore recheck`: a certificate that was written earlier, checked against the model again.

use crate::args::{self, Common};
use crate::codes::WRONG_CERTIFICATE;
use crate::exit::Exit;
use crate::input;
use crate::run::{self, PropertyRequest, Subject, Task, Work};
use crate::terminal::Terminal;
use std::sync::Arc;
use wherefore_check::certify::file::{self, Stored};
use wherefore_check::{Finder, Finding, WrongCertificate};
use wherefore_diag::Diagnostic;
use wherefore_explain::Findings;
use wherefore_report::document::{Command, Document};
use wherefore_report::text;

/// The engine that such a verdict names.
const ENGINE: &str = "certificate";

/// Reads model and certificate and writes what was found.
pub fn run(arguments: &args::Recheck, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    let name = input::name(&arguments.proof);
    let wrong = |why: String| Diagnostic::new(WRONG_CERTIFICATE, format!("`{name}` is no certificate")).note(why);
    let stored = file::read(&input::read(&arguments.proof)?.text).map_err(wrong)?;
    let common = Common { properties: vec![stored.property.clone()], ..arguments.common.clone() };
    run::run(&Recheck { common, name, stored: Arc::new(stored) }, terminal)
}

struct Recheck {
    common: Common,
    name: String,
    stored: Arc<Stored>,
}

impl Task for Recheck {
    fn command(&self) -> Command {
        Command::Recheck
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn work(&self, subject: &Subject, asked: &PropertyRequest) -> Work {
        let (session, property, stored) = (subject.session.clone(), asked.property.clone(), self.stored.clone());
        let name = self.name.clone();
        Box::new(move |stop, _, _| {
            let verdict = session.recheck(&property, &stored, stop).map_err(|wrong| refused(&name, &wrong))?;
            let finding =
                Finding { property: property.name.clone(), verdict, finder: Finder::Engine(ENGINE.to_owned()) };
            Ok(Findings { finding, inquiry: None })
        })
    }

    fn text(&self, report: &Document, options: &text::Options) -> String {
        text::check(report, options)
    }
}

fn refused(name: &str, wrong: &WrongCertificate) -> Diagnostic {
    let why = match wrong {
        WrongCertificate::OtherModel => "it is about another model, or another formula of that name".to_owned(),
        WrongCertificate::NoInvariant => "no invariant is enough for this property".to_owned(),
        WrongCertificate::NoProof(why) => why.clone(),
    };
    Diagnostic::new(WRONG_CERTIFICATE, format!("`{name}` does not prove the property")).note(why)
}
