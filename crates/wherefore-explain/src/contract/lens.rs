//! The lens for contracts: one check of a refinement.
//!
//! First the verdict. If the check fails, its one class is the gap that the run shows; if it holds, it is found out which
//! contracts it rests on.

use super::diagnosis::{Checked, inquiry};
use super::gap::Gap;
use super::judge::Judge;
use super::premises;
use crate::Inquiry;
use crate::context::Context;
use crate::external_trace::{Decided, PropertyRequest};
use crate::lasso::settled;
use crate::lens::{Classifier, Lens, Violation};
use crate::result::contract::{Diagnosis, PremiseState};
use crate::result::part::{Part, Why};
use std::collections::BTreeSet;
use wherefore_check::{Finder, NoAnswer, Options, Session, Verdict};
use wherefore_ir::refinement::{ContractId, Refinement};
use wherefore_ir::{Property, System};

/// The lens for contracts.
pub struct ContractLens<'a> {
    refinement: &'a Refinement,
    session: Session,
}

impl<'a> ContractLens<'a> {
    /// Prepares a refinement; nothing runs yet.
    pub fn new(refinement: &'a Refinement, options: &Options) -> ContractLens<'a> {
        ContractLens { refinement, session: Session::new(&refinement.system, options.clone()) }
    }

    fn checked(&self, property: &Property) -> Option<Checked<'_>> {
        let check = self.refinement.check(&property.name)?;
        Some(Checked { refinement: self.refinement, check })
    }
}

impl Lens for ContractLens<'_> {
    fn system(&self) -> &System {
        &self.refinement.system
    }

    fn session(&self) -> &Session {
        &self.session
    }

    /// The verdict, with the simplest run of its length unless the run was given.
    fn verdict(&self, asked: &PropertyRequest<'_>, context: &Context<'_>) -> Decided {
        let system = self.system();
        let Decided { mut finding, mut notes } = asked.verdict(system, &self.session, context);
        if let Verdict::Violated(run) = &mut finding.verdict
            && finding.finder != Finder::ExternalTrace
        {
            match settled(system, asked.property, &run.trace, context.options, context.stop) {
                Ok(Some(simplest)) => run.trace = simplest,
                Ok(None) | Err(NoAnswer::Stopped(_)) => {}
                Err(cause) => notes.push(format!("the run shown is not the simplest of its length: {cause}")),
            }
        }
        Decided { finding, notes }
    }

    /// Which contracts the check rests on.
    fn holding(&self, property: &Property, context: &Context<'_>, note: &dyn Fn(&Inquiry)) -> Option<Inquiry> {
        let checked = self.checked(property)?;
        let Checked { refinement, check } = checked;
        let nothing_known = premises::list(refinement, check, |_| PremiseState::Open);
        let first = Diagnosis { premises: nothing_known, ..checked.diagnosis(&BTreeSet::new()) };
        note(&inquiry(first, Vec::new()));
        let judge = Judge::new(context.options, context.stop, context.observer);
        let states = premises::in_proof(refinement, check, &judge);
        let open = "of some contracts it was not decided whether they are needed";
        let notes = states.contains(&PremiseState::Open).then(|| open.to_owned()).into_iter().collect();
        let mut states = states.into_iter();
        let state = |_: ContractId| states.next().unwrap_or(PremiseState::Open);
        let premises = premises::list(refinement, check, state);
        Some(Inquiry {
            suspects: Part::Missing(Why::CheckHolds),
            fix_sets: Part::Missing(Why::CheckHolds),
            ..inquiry(Diagnosis { premises, ..checked.diagnosis(&BTreeSet::new()) }, notes)
        })
    }

    fn classifier<'s>(
        &'s self,
        violation: Violation<'s>,
        context: &'s Context<'s>,
    ) -> Option<Box<dyn Classifier + 's>> {
        let checked = self.checked(violation.property)?;
        Some(Box::new(Gap::new(checked, violation.run, context)))
    }
}
