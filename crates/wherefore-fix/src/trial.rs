//! One changed model: does it mend a property, and break none?

use crate::environment::{Environment, Simulator};
use std::sync::Arc;
use wherefore_check::{Finding, Observer, Options, Session, Verdict};
use wherefore_ir::{Property, System, TermId};
use wherefore_stop::Stop;

/// The properties of a model, by what is known about them.
pub(crate) struct Goals {
    /// Properties that are violated and should hold.
    pub violated: Vec<String>,
    /// Properties that hold and must go on to.
    pub held: Vec<String>,
}

/// A failing run, for replay on changed models.
pub(crate) struct Known {
    /// The name of the property.
    pub property: String,
    pub environment: Environment,
}

/// What became of a changed model.
pub(crate) enum Trial {
    /// It mends these properties, and breaks none.
    Mends(Vec<Finding>),
    /// No property is mended, by replay of runs that are known.
    FailsAgain,
    /// A run that was not known: on it no violated property is mended, or one that held is broken.
    FailsAnew(Option<Known>),
    /// Nothing was found out.
    Undecided,
}

/// Tries a changed model.
pub(crate) fn trial(
    system: &System,
    goals: &Goals,
    known: &[Known],
    options: &Options,
    limits: (&Stop, &Arc<dyn Observer>),
) -> Trial {
    let session = Session::new(system, options.clone());
    let candidate = Candidate { system, session, limits };
    let Some(promising) = candidate.not_refuted(goals, known).filter(|left| !left.is_empty()) else {
        return Trial::FailsAgain;
    };
    match candidate.session.obligations(limits.0, limits.1) {
        Ok(broken) if broken.is_empty() => {}
        Ok(_) => return Trial::FailsAnew(None),
        Err(_) => return Trial::Undecided,
    }
    candidate.mends(&promising, goals)
}

/// Whether runs that are known show that a changed model mends nothing, or breaks something.
pub(crate) fn is_refuted(system: &System, goals: &Goals, known: &[Known], options: &Options) -> bool {
    let limits = (&Stop::new(), &(Arc::new(wherefore_check::Silent) as Arc<dyn Observer>));
    let candidate = Candidate { system, session: Session::new(system, options.clone()), limits };
    candidate.not_refuted(goals, known).is_none_or(|left| left.is_empty())
}

struct Candidate<'a> {
    system: &'a System,
    session: Session,
    limits: (&'a Stop, &'a Arc<dyn Observer>),
}

impl Candidate<'_> {
    /// The violated properties that no known run refutes; none if one that held is refuted.
    fn not_refuted(&self, goals: &Goals, known: &[Known]) -> Option<Vec<String>> {
        let Some(simulator) = Simulator::new(self.system) else { return Some(goals.violated.clone()) };
        let mut left = goals.violated.clone();
        for run in known {
            let is_goal = left.contains(&run.property);
            if !is_goal && goals.violated.contains(&run.property) {
                continue;
            }
            let property = self.system.property(&run.property)?;
            if simulator.breaks(&run.environment, property, self.invariant(property)) == Some(true) {
                if !is_goal {
                    return None;
                }
                left.retain(|p| *p != run.property);
            }
        }
        Some(left)
    }

    fn invariant(&self, property: &Property) -> Option<TermId> {
        self.session.as_invariant(property)
    }

    fn mends(&self, promising: &[String], goals: &Goals) -> Trial {
        let (mut mended, mut refuted, mut undecided) = (Vec::new(), None, false);
        for name in promising {
            match self.decide(name) {
                Some(Ok(finding)) => mended.push(finding),
                Some(Err(run)) => refuted = refuted.or(Some(run)),
                None => undecided = true,
            }
        }
        if mended.is_empty() {
            return if undecided { Trial::Undecided } else { Trial::FailsAnew(refuted) };
        }
        for name in &goals.held {
            match self.decide(name) {
                Some(Ok(_)) => {}
                Some(Err(run)) => return Trial::FailsAnew(Some(run)),
                None => return Trial::Undecided,
            }
        }
        Trial::Mends(mended)
    }

    /// Whether a property holds; a run if it does not.
    fn decide(&self, name: &str) -> Option<Result<Finding, Known>> {
        let property = self.system.property(name)?;
        let finding = self.session.check(property, self.limits.0, self.limits.1);
        match finding.verdict {
            Verdict::Holds { .. } => Some(Ok(finding)),
            // A property that says nothing any more is not mended.
            Verdict::Undetermined(_) | Verdict::Vacuous { .. } => None,
            Verdict::Violated(run) => {
                let environment = Environment::of(self.system, &run.trace);
                Some(Err(Known { property: name.to_owned(), environment }))
            }
        }
    }
}
