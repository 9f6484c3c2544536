//! Refinements from texts, and inquiries into them.

use std::sync::Arc;
use wherefore_check::{EngineChoice, Observer, Options, Silent};
use wherefore_diag::SourceMap;
use wherefore_explain::contract::{ContractLens, Diagnosis, Failure};
use wherefore_explain::explanation::Failed;
use wherefore_explain::{Context, Findings, Inquiry, PropertyRequest, inquire};
use wherefore_ir::refinement::Refinement;
use wherefore_lang::oss;
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// The airbag of the examples.
pub const AIRBAG: &str = include_str!("../../../../examples/airbag.oss");

/// The refinements of a text; it must have no errors.
pub fn load(text: &str) -> Vec<Refinement> {
    let loaded = oss::load(SourceMap::single("test.oss", text), &mut |_| Err(oss::NotIncluded::Missing));
    assert!(!loaded.diagnostics.has_errors(), "{:#?}\n{text}", loaded.diagnostics);
    loaded.refinements
}

/// The first refinement of a text.
pub fn first(text: &str) -> Refinement {
    load(text).into_iter().next().expect("a refinement")
}

/// With one kind of engine.
pub fn options(engine: EngineChoice) -> Options {
    Options { engine, ..Options::default() }
}

/// The inquiry into one check.
pub fn ask(refinement: &Refinement, check: &str, given: Option<&Trace>) -> Findings {
    let property = refinement.system.property(check).unwrap_or_else(|| panic!("no check {check}"));
    let (stop, observer): (Stop, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    let options = options(EngineChoice::Auto);
    let context = Context::new(&stop, &observer, &options);
    inquire(&ContractLens::new(refinement, &options), PropertyRequest { property, given }, &context)
}

/// The inquiry of findings that have one.
pub fn inquiry(findings: &Findings) -> &Inquiry {
    findings.inquiry.as_ref().unwrap_or_else(|| panic!("no inquiry: {:?}", findings.finding))
}

/// Diagnosis of the contract.
pub fn diagnosis(findings: &Findings) -> &Diagnosis {
    inquiry(findings).contract.as_ref().expect("a diagnosis")
}

/// Failure of the check.
pub fn failure(findings: &Findings) -> &Failure {
    diagnosis(findings).failure.as_ref().unwrap_or_else(|| panic!("it holds: {:?}", findings.finding))
}

/// Failed part of the conjunct on the run.
pub fn failed(findings: &Findings) -> &Failed {
    inquiry(findings).classes[0].explanation.failed.known().expect("the part that fails")
}
