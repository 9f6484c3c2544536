//! Mutants that were checked, and which of them the properties notice.

use super::Mutant;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Status of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MutantStatus {
    /// Some property that is true of the model is false of the mutant, or the other way round.
    Noticed,
    /// Every property is as true of the mutant as of the model.
    Survived,
    /// No property notices it, and it shows the same outputs as the model for all inputs.
    Equivalent,
    /// Whether a property notices it is not known.
    Undetermined,
    /// The mutant is no model: its values leave their ranges, say, or it has no initial state.
    Invalid,
}

/// Findings about one mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MutantCheck {
    /// The conclusion.
    pub status: MutantStatus,
    /// Properties whose verdicts on model and mutant differ, in the order of the model.
    pub noticed_by: Vec<Noticed>,
    /// Properties that say something about the model and are vacuous of the mutant. They are true of both, so that they do not notice
    /// it.
    pub vacuous: Vec<String>,
    /// Result of the comparison with the model, of mutants that no property notices; null if there was none.
    pub comparison: Option<MutantComparison>,
    /// Why the status is not known, or why the mutant is no model; null otherwise.
    pub cause: Option<String>,
}

/// A property that notices a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Noticed {
    /// Its name.
    pub property: String,
    /// The verdict on the model.
    pub model: String,
    /// The verdict on the mutant.
    pub mutant: String,
}

/// Result of the comparison of a mutant with the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MutantComparison {
    /// The answer.
    pub answer: ComparisonAnswer,
    /// Difference in words, or the reason why there is no answer; null for equivalent models.
    pub text: Option<String>,
    /// Steps of a run at whose end the outputs differ; null if that is not known.
    pub steps: Option<usize>,
}

/// Answer of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ComparisonAnswer {
    /// Outputs are the same for all inputs.
    Equivalent,
    /// For some inputs outputs differ.
    Different,
    /// The comparison was ended by a limit.
    Undetermined,
    /// Such models cannot be compared.
    NotCompared,
}

/// How many mutants the properties of a model notice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Mutation {
    /// The share of noticed mutants among those that are noticed or survive, from 0 to 1; null if there are none.
    #[schemars(range(min = 0, max = 1))]
    pub score: Option<f64>,
    /// How many are noticed.
    pub noticed: usize,
    /// How many survive.
    pub survived: usize,
    /// How many are equivalent to the model; they are not part of the score.
    pub equivalent: usize,
    /// Of how many it is not known whether they are noticed; they are not part of the score.
    pub undetermined: usize,
    /// How many are no models; they are not part of the score. Those that cannot even be read are mutants_dropped.
    pub invalid: usize,
    /// The properties, in the order of the model.
    pub properties: Vec<MutationProperty>,
}

/// A property of a model whose mutants were checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MutationProperty {
    /// Its name.
    pub name: String,
    /// The verdict on the model.
    #[schemars(extend("enum" = ["holds", "vacuous", "violated", "undetermined"]))]
    pub verdict: String,
    /// How many mutants it notices.
    pub notices: usize,
}

impl Mutation {
    /// Counts of the mutants of a model with these properties, each with its verdict.
    pub fn of<'a>(properties: impl IntoIterator<Item = (&'a str, &'a str)>, mutants: &[Mutant]) -> Mutation {
        let checks = || mutants.iter().filter_map(|m| m.check.as_ref());
        let number = |status| checks().filter(|c| c.status == status).count();
        let (noticed, survived) = (number(MutantStatus::Noticed), number(MutantStatus::Survived));
        let judged = noticed + survived;
        let notices = |name: &str| checks().filter(|c| c.noticed_by.iter().any(|n| n.property == name)).count();
        let properties = properties.into_iter().map(|(name, verdict)| MutationProperty {
            name: name.to_owned(),
            verdict: verdict.to_owned(),
            notices: notices(name),
        });
        Mutation {
            score: (judged > 0).then(|| noticed as f64 / judged as f64),
            noticed,
            survived,
            equivalent: number(MutantStatus::Equivalent),
            undetermined: number(MutantStatus::Undetermined),
            invalid: number(MutantStatus::Invalid),
            properties: properties.collect(),
        }
    }

    /// Whether nothing was checked: there is no property with a verdict, or no mutant that is a model.
    pub fn is_empty(&self) -> bool {
        let is_decided = |p: &MutationProperty| p.verdict != "undetermined";
        let mutants = self.noticed + self.survived + self.equivalent + self.undetermined;
        mutants == 0 || !self.properties.iter().any(is_decided)
    }

    /// Whether something is not known: the verdict on the model, or whether a mutant is noticed.
    pub fn is_open(&self) -> bool {
        self.undetermined > 0 || self.properties.iter().any(|p| p.verdict == "undetermined")
    }
}
