//! One changed model: does it mend a property, and break none?

use crate::environment::{ChangedModel, Environment};
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
    /// A property holds, and says nothing any more: what it is about does not occur.
    Hollow,
    /// No run that is known fails, and nothing was proved.
    Undecided,
}

/// The answer about one property.
enum Answer {
    Holds(Box<Finding>),
    Fails(Known),
    Hollow,
    Unknown,
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
    candidate.mends(&promising, goals).unwrap_or_else(|refused| refused)
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
        let Some(simulator) = ChangedModel::new(self.system) else { return Some(goals.violated.clone()) };
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

    /// Asks first about the property that is to be mended: most changed models fail there, and whether they make sense is then no matter.
    fn mends(&self, promising: &[String], goals: &Goals) -> Result<Trial, Trial> {
        let mended = self.mended(promising)?;
        match self.session.obligations(self.limits.0, self.limits.1) {
            Ok(broken) if broken.is_empty() => {}
            Ok(_) => return Err(Trial::FailsAnew(None)),
            Err(_) => return Err(Trial::Undecided),
        }
        for name in &goals.held {
            match self.decide(name) {
                Answer::Holds(_) => {}
                Answer::Fails(run) => return Err(Trial::FailsAnew(Some(run))),
                Answer::Hollow => return Err(Trial::Hollow),
                Answer::Unknown => return Err(Trial::Undecided),
            }
        }
        Ok(Trial::Mends(mended))
    }

    /// The properties that hold of those that may; why there are none.
    fn mended(&self, promising: &[String]) -> Result<Vec<Finding>, Trial> {
        let (mut mended, mut refuted, mut hollow, mut undecided) = (Vec::new(), None, false, false);
        for name in promising {
            match self.decide(name) {
                Answer::Holds(finding) => mended.push(*finding),
                Answer::Fails(run) => refuted = refuted.or(Some(run)),
                Answer::Hollow => hollow = true,
                Answer::Unknown => undecided = true,
            }
        }
        match (mended.is_empty(), undecided, hollow) {
            (false, ..) => Ok(mended),
            (true, true, _) => Err(Trial::Undecided),
            (true, false, true) => Err(Trial::Hollow),
            (true, false, false) => Err(Trial::FailsAnew(refuted)),
        }
    }

    /// Whether a property holds; a run if it does not.
    fn decide(&self, name: &str) -> Answer {
        let Some(property) = self.system.property(name) else { return Answer::Unknown };
        let finding = self.session.check(property, self.limits.0, self.limits.1);
        match finding.verdict {
            // Whether it says anything may not have been asked to the end.
            Verdict::Holds { .. } if self.limits.0.is_fired() => Answer::Unknown,
            Verdict::Holds { .. } => Answer::Holds(Box::new(finding)),
            Verdict::Vacuous { .. } => Answer::Hollow,
            Verdict::Undetermined(_) => Answer::Unknown,
            Verdict::Violated(run) => {
                let environment = Environment::of(self.system, &run.trace);
                Answer::Fails(Known { property: name.to_owned(), environment })
            }
        }
    }
}
