//! Answers, and why they are believed.

use super::{Place, Trace};
use crate::no_answer::NoAnswer;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// Whether the model makes sense: values in range, case distinctions complete, no division by zero. If it is broken,
/// diagnostics say where and no property is checked. If it is undetermined, verdicts rest on the assumption that it is met.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(with = "ObligationsShape")]
pub enum Obligations {
    /// The run ended before they were looked at.
    NotChecked,
    /// The model makes sense.
    Met,
    /// The model does not make sense; the remarks say where.
    Broken,
    /// Not known; what is said about the properties rests on the assumption that it does.
    Undetermined(NoAnswer),
}

/// Whether the model makes sense: values in range, case distinctions complete, no division by zero. If it is broken,
/// diagnostics say where and no property is checked. If it is undetermined, verdicts rest on the assumption that it is met.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Obligations")]
struct ObligationsShape<'a> {
    /// The answer.
    #[schemars(extend("enum" = ["met", "broken", "undetermined", "not-checked"]))]
    verdict: &'static str,
    /// Why it is undetermined.
    cause: Option<&'a NoAnswer>,
}

impl Serialize for Obligations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (verdict, cause) = match self {
            Obligations::NotChecked => ("not-checked", None),
            Obligations::Met => ("met", None),
            Obligations::Broken => ("broken", None),
            Obligations::Undetermined(cause) => ("undetermined", Some(cause)),
        };
        ObligationsShape { verdict, cause }.serialize(serializer)
    }
}

/// The answer for a property.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(with = "VerdictShape")]
pub enum Verdict {
    /// The property is true of every run.
    Holds(Certificate),
    /// The property is true of every run, and says nothing.
    Vacuous(Vacuity),
    /// The property is false on this run.
    Violated(Trace),
    /// Not known, and why.
    Undetermined(NoAnswer),
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Verdict")]
struct VerdictShape<'a> {
    /// The answer.
    #[schemars(extend("enum" = ["holds", "violated", "vacuous", "undetermined"]))]
    verdict: &'static str,
    /// Why nothing was decided; null if something was.
    cause: Option<&'a NoAnswer>,
    /// Why a proof is believed; null if there is no proof. A measurement.
    certificate: Option<&'a Certificate>,
    /// Only of a vacuous property: why it is true and says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    vacuity: Option<&'a Vacuity>,
    /// The run that breaks the property; null if there is no such run.
    trace: Option<&'a Trace>,
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shape = VerdictShape {
            verdict: self.word(),
            cause: if let Verdict::Undetermined(cause) = self { Some(cause) } else { None },
            certificate: self.certificate(),
            vacuity: if let Verdict::Vacuous(vacuity) = self { Some(vacuity) } else { None },
            trace: self.trace(),
        };
        shape.serialize(serializer)
    }
}

impl Verdict {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Holds(_) => "holds",
            Verdict::Vacuous(_) => "vacuous",
            Verdict::Violated(_) => "violated",
            Verdict::Undetermined(_) => "undetermined",
        }
    }

    /// The run that breaks the property.
    pub fn trace(&self) -> Option<&Trace> {
        if let Verdict::Violated(trace) = self { Some(trace) } else { None }
    }

    /// The proof of a property that holds.
    pub fn certificate(&self) -> Option<&Certificate> {
        match self {
            Verdict::Holds(certificate) => Some(certificate),
            Verdict::Vacuous(vacuity) => Some(&vacuity.certificate),
            Verdict::Violated(_) | Verdict::Undetermined(_) => None,
        }
    }
}

/// Why a proof is believed. A measurement: another engine gives another proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Certificate {
    /// Statement that was proved, in words.
    #[schemars(length(min = 1))]
    pub statement: String,
    /// Whether it was re-checked.
    #[serde(flatten)]
    pub recheck: Recheck,
}

/// Whether an answer was re-checked. A measurement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Recheck {
    /// The solver or pass that re-checked it; empty if none did.
    #[serde(rename = "rechecked_by", serialize_with = "or_empty")]
    #[schemars(with = "String")]
    pub by: Option<&'static str>,
    /// Why it was not re-checked although it was to be. A measurement; absent of answers that are not re-checked by design.
    #[serde(rename = "not_rechecked", skip_serializing_if = "Option::is_none")]
    pub missing: Option<NoAnswer>,
}

fn or_empty<S: Serializer>(name: &Option<&'static str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(name.unwrap_or_default())
}

/// Why a property that is true says nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Vacuity {
    /// Why it is true.
    #[serde(skip)]
    pub certificate: Certificate,
    /// Why it says nothing.
    #[schemars(length(min = 1))]
    pub reason: String,
    /// The part that never matters; null if the whole does.
    pub span: Option<Place>,
    /// What is true too and says more; absent if no part of the formula is to blame, or it is too long to be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stronger: Option<Box<Stronger>>,
}

/// A formula that is true of every run, and says more than a vacuous one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stronger {
    /// The part of the vacuous formula that never matters.
    #[schemars(length(min = 1))]
    pub idle: String,
    /// The formula that is left without it.
    #[schemars(length(min = 1))]
    pub formula: String,
    /// Why that is believed. A measurement.
    pub certificate: Certificate,
}

impl Stronger {
    /// What it says, in a sentence without its full stop.
    pub fn words(&self) -> String {
        format!("`{}` never matters: `{}` is true too, proved", self.idle, self.formula)
    }
}
