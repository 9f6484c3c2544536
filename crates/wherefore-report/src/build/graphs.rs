//! From what was found about two labelled transition systems to the document.

use super::equivalence::Pair;
use super::unfinished;
use crate::document::equivalence::{
    Comparison, Difference, DifferenceDetails, Equivalence, GraphComparison, GraphFormula, GraphSize, GraphStep,
    Interface, OtherEquivalence, Party,
};
use crate::document::{Certificate, Recheck};
use crate::no_answer::{CauseKind, NoAnswer};
use crate::words::graphs as words;
use wherefore_bisimulation::{self as bisimulation, HIDDEN, Outcome, Run, RunStep, Side};
use wherefore_check as check;
use wherefore_explain::result::id;

/// The text of hidden steps.
const TAU: &str = "tau";
/// The check of a relation.
const WALK: &str = "a walk over every transition";

/// Two graphs, their answer, and what is needed to say it.
pub struct GraphsFound<'f> {
    /// The sense in which they were compared.
    pub equivalence: bisimulation::Equivalence,
    /// States and transitions of the reference and of the implementation.
    pub sizes: [GraphSize; 2],
    /// States of the implementation have numbers from here on.
    pub offset: u32,
    /// The answer.
    pub outcome: &'f Outcome,
    /// The formula as text, and what decided it.
    pub formula: Option<(Option<String>, &'static str)>,
    /// Other senses.
    pub others: Vec<(bisimulation::Equivalence, bool)>,
    /// The text of a label.
    pub name: &'f dyn Fn(u32) -> String,
}

/// Document of a comparison of two graphs.
pub fn graphs(models: Pair, found: &GraphsFound<'_>, seconds: f64) -> Comparison {
    let mut document = unfinished(models, &check::NoAnswer::Classes(0), seconds);
    let [reference, implementation] = found.sizes;
    let others = found.others.iter();
    let mut graphs = GraphComparison {
        equivalence: words::word(found.equivalence),
        reference,
        implementation,
        classes: None,
        others: others
            .map(|(e, equivalent)| OtherEquivalence { equivalence: words::word(*e), equivalent: *equivalent })
            .collect(),
        formula: None,
        run: None,
    };
    match found.outcome {
        Outcome::Equal(proof) => {
            let statement = words::proof(proof.classes, proof.sets.as_ref().map(Vec::len));
            let recheck = Recheck { by: Some(WALK), missing: None };
            document.verdict = Equivalence::Equivalent(Certificate { statement, recheck });
            graphs.classes = Some(proof.classes);
        }
        Outcome::Different(difference) => {
            let one = NoAnswer::new(CauseKind::SizeLimit, "of two graphs one difference is shown");
            document.verdict = Equivalence::Different(Err(one));
            let steps: Vec<GraphStep> = difference.run.steps.iter().map(|s| step(s, found)).collect();
            document.interface = Some(Interface::default());
            document.differences = vec![parting(&steps, &difference.run, found.name)];
            graphs.formula = found.formula.clone().map(|(text, rechecked_by)| GraphFormula {
                text,
                holds_of: words::side(difference.side),
                rechecked_by,
            });
            graphs.run = Some(steps);
            if difference.run.has_choices {
                document.notes.push(
                    "the run shows one of several answers that a graph has to a step; the formula covers all of them"
                        .to_owned(),
                );
            }
        }
    }
    document.graphs = Some(graphs);
    document
}

fn step(step: &RunStep, found: &GraphsFound<'_>) -> GraphStep {
    let label = if step.label == HIDDEN { TAU.to_owned() } else { (found.name)(step.label) };
    let ([one, two], [reference_hidden, implementation_hidden]) = (step.states, step.hidden);
    let implementation = two.saturating_sub(found.offset);
    GraphStep { label, reference: one, implementation, reference_hidden, implementation_hidden }
}

/// The difference as those of other models are listed: its key says everything.
fn parting(steps: &[GraphStep], run: &Run, name: &dyn Fn(u32) -> String) -> Difference {
    let key = words::parting(steps, &run.end, name);
    let by = match run.end {
        bisimulation::End::Can(side, _) | bisimulation::End::ForEver(side) | bisimulation::End::Refuses(side, _) => {
            side
        }
    };
    Difference {
        id: id::stable(&key),
        key,
        condition: String::new(),
        outputs: Vec::new(),
        start: None,
        start_differs: None,
        reactions: Vec::new(),
        others: Vec::new(),
        by: if by == Side::First { Party::Reference } else { Party::Implementation },
        reference_run: None,
        implementation_run: None,
        places: 0,
        details: DifferenceDetails { enough: None, nearest: None, missing: Vec::new() },
    }
}
