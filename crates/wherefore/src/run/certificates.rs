//! Certificate files: the proofs of properties that hold, as questions for a solver of the reader's choice.

use super::{Decided, traces};
use crate::args::Common;
use crate::output;
use std::collections::BTreeSet;
use wherefore_check::certify::file;
use wherefore_check::{Evidence, Verdict};
use wherefore_diag::Diagnostic;
use wherefore_report::words;

/// Writes the certificate of every property that holds; gives a line for each, and what went wrong, if something did.
pub fn write(arguments: &Common, decided: &[Decided]) -> (Vec<String>, Option<Diagnostic>) {
    let mut written = Vec::new();
    let failed = write_all(arguments, decided, &mut written).err();
    (written, failed)
}

fn write_all(arguments: &Common, decided: &[Decided], written: &mut Vec<String>) -> Result<(), Diagnostic> {
    let Some(path) = &arguments.certificate else { return Ok(()) };
    let mut used = BTreeSet::new();
    for Decided { name, finding, .. } in decided {
        let (Verdict::Holds { evidence, .. } | Verdict::Vacuous { evidence, .. }) = &finding.verdict else { continue };
        let text = match evidence {
            Evidence::Inductive(argument) => file::write(&finding.property, argument).map_err(|why| why.to_string()),
            other => Err(format!("its proof ({}) has no file form", words::proof::evidence(other))),
        };
        match text {
            Ok(text) => {
                let is_one = decided.len() == 1 || output::is_stream(path);
                let place = if is_one { path.clone() } else { traces::unused(path, name, &mut used) };
                output::file(&place, &text)?;
                written.push(format!("the certificate of {name} is in {}", place.display()));
            }
            Err(why) => written.push(format!("the certificate of {name} was not written: {why}")),
        }
    }
    if written.is_empty() {
        written.push(format!("no property holds: {} was not written", path.display()));
    }
    Ok(())
}
