//! Kinds of proofs, in a few words that fit behind a verdict.

use wherefore_check::{Certificate, Evidence, Reduction};
use wherefore_equivalence::Invariant;
use wherefore_explain::CompletenessProof;

/// Proof of a property that holds.
pub fn evidence(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Inductive(argument) => certificate(&argument.certificate),
        Evidence::Reduced(reduction, argument) => {
            format!("{}: {}", reduced(*reduction), certificate(&argument.certificate))
        }
        Evidence::Fixpoints(_) => "fixpoints".to_owned(),
        Evidence::NoFirstState => "no first state satisfies all restrictions".to_owned(),
        Evidence::Closed { states } => {
            format!("{states} product states are closed under all transitions and none of them is a violation")
        }
        Evidence::Strategy { positions: 1 } => "a winning strategy of 1 position".to_owned(),
        Evidence::Strategy { positions } => format!("a winning strategy of {positions} positions"),
        _ => "a proof".to_owned(),
    }
}

fn certificate(certificate: &Certificate) -> String {
    match certificate {
        Certificate::Invariant { .. } => "inductive invariant".to_owned(),
        Certificate::Induction { k: 0 } => "true in every state".to_owned(),
        Certificate::Induction { k } => format!("{k}-induction"),
    }
}

fn reduced(reduction: Reduction) -> String {
    match reduction {
        Reduction::NoLasso => "liveness to safety".to_owned(),
        Reduction::Visits(1) => "at most 1 visit".to_owned(),
        Reduction::Visits(visits) => format!("at most {visits} visits"),
    }
}

/// Proof that a list of classes is whole.
pub fn completeness(proof: &CompletenessProof) -> String {
    match proof {
        CompletenessProof::Invariant(found) => evidence(found),
        CompletenessProof::Neighbourhoods { total: 0, .. } => {
            "the initial state is a violation, no choice leads to it".to_owned()
        }
        CompletenessProof::Neighbourhoods { total, on_every_run } => {
            let all =
                if *total == 1 { "the only neighbourhood".to_owned() } else { format!("all {total} neighbourhoods") };
            let passed = if *on_every_run { "every counterexample passes a neighbourhood; " } else { "" };
            format!("{passed}{all} sorted into classes")
        }
        CompletenessProof::Conjunct => "the conjunct is checked alone".to_owned(),
        _ => "a proof".to_owned(),
    }
}

/// Proof that two models are equivalent.
pub fn equivalence(invariant: Invariant) -> String {
    match invariant {
        Invariant::Pairs(1) => "one pair of states, closed under all inputs".to_owned(),
        Invariant::Pairs(n) => format!("{n} pairs of states, closed under all inputs"),
        Invariant::Classes(0) => "the same outputs for the same inputs, whatever came before".to_owned(),
        Invariant::Classes(1) => "a memory of each has the same values after every step, by induction".to_owned(),
        Invariant::Classes(n) => format!("{n} memories of each have the same values after every step, by induction"),
        Invariant::Outputs => "the outputs are the same at every tick, by induction".to_owned(),
    }
}
