//! One changed specification: does it mend a check, and break none?

use super::delta::{Changed, changed};
use super::runs::refutes;
use super::wiring::is_sane;
use std::sync::Arc;
use wherefore_check::{Finding, Observer, Options, Session, Verdict};
use wherefore_explain::contract::Questions;
use wherefore_ir::refinement::{Check, ContractId, Refinement, Side};
use wherefore_stop::Stop;
use wherefore_trace::Trace;

/// A check by its refinement and its name there.
pub(crate) type CheckName = (usize, String);

/// A violated check.
#[derive(Clone, Debug)]
pub(crate) struct Violated {
    pub check: CheckName,
    /// The name by which a report calls it.
    pub shown: String,
    /// The run on which it fails.
    pub run: Trace,
}

/// The checks of a specification by what is known about them.
#[derive(Default)]
pub(crate) struct Goals {
    pub violated: Vec<Violated>,
    /// Checks that hold and must go on to.
    pub held: Vec<CheckName>,
    /// Checks of which nothing is known.
    pub open: Vec<CheckName>,
}

impl Goals {
    fn violated(&self, check: &CheckName) -> Option<&Violated> {
        self.violated.iter().find(|v| v.check == *check)
    }

    /// Whether a check may fail.
    fn may_fail(&self, check: &CheckName) -> bool {
        self.violated(check).is_some() || self.open.contains(check)
    }
}

/// A run on which a check fails, of the specification or of a changed one.
pub(crate) struct Known {
    pub check: CheckName,
    pub run: Trace,
}

/// A specification after an edit.
pub(crate) struct Edited {
    /// As it was read.
    pub read: Vec<Refinement>,
    /// Compared with what it was.
    pub changed: Vec<Changed>,
}

impl Edited {
    /// Compares; none if parts or ports are other ones, or nothing is changed.
    pub fn new(old: &[Arc<Refinement>], read: Vec<Refinement>) -> Option<Edited> {
        if old.len() != read.len() {
            return None;
        }
        let changed: Option<Vec<Changed>> = old.iter().zip(&read).map(|(old, new)| changed(old, new)).collect();
        let changed = changed.filter(|list| list.iter().any(Changed::is_any))?;
        Some(Edited { read, changed })
    }

    /// Whether a check asks something else than before.
    fn is_asked_anew(&self, check: &CheckName) -> bool {
        self.changed.get(check.0).is_some_and(|c| c.checks.contains(&check.1))
    }

    fn refuted_by(&self, known: &Known) -> bool {
        self.changed.get(known.check.0).is_some_and(|c| refutes(&c.refinement, &known.check.1, &known.run))
    }

    /// All checks that ask something else than before.
    fn asked_anew(&self) -> impl Iterator<Item = CheckName> + '_ {
        let all = self.changed.iter().enumerate();
        all.flat_map(|(at, changed)| changed.checks.iter().map(move |name| (at, name.clone())))
    }
}

/// What became of a changed specification.
pub(crate) enum Trial {
    /// Mends these checks, and breaks none.
    Mends(Vec<Finding>),
    /// Mends no check, by runs that are known.
    FailsAgain,
    /// Fails on a run that was not known.
    FailsAnew(Known),
    /// Leaves a check that asks for nothing.
    Hollow,
    /// Connects what does not belong together, or has contracts that cannot be kept.
    Unfit,
    /// Has no answer.
    Undecided,
}

/// Tries changed specifications.
pub(crate) struct Tester<'a> {
    pub old: &'a [Arc<Refinement>],
    pub goals: &'a Goals,
    /// Inputs that the parts can answer to, with the check that relies on all of them.
    pub probes: &'a [(CheckName, Trace)],
    pub options: &'a Options,
    pub limits: (&'a Stop, &'a Arc<dyn Observer>),
}

impl Tester<'_> {
    /// The violated checks that may hold after an edit, by runs that are known; none if one that held fails.
    pub fn promising(&self, edited: &Edited, known: &[Known]) -> Vec<&Violated> {
        let is_open = |v: &&Violated| edited.is_asked_anew(&v.check);
        let mut left: Vec<&Violated> = self.goals.violated.iter().filter(is_open).collect();
        for run in known {
            let is_goal = left.iter().any(|v| v.check == run.check);
            let is_waste = !is_goal && self.goals.may_fail(&run.check);
            if is_waste || !edited.is_asked_anew(&run.check) || !edited.refuted_by(run) {
                continue;
            }
            if !is_goal {
                return Vec::new();
            }
            left.retain(|v| v.check != run.check);
        }
        left
    }

    /// Tries a changed specification.
    pub fn trial(&self, edited: &Edited, known: &[Known]) -> Trial {
        let promising = self.promising(edited, known);
        let is_sane = self.old.iter().zip(&edited.changed).all(|(old, changed)| is_sane(old, changed));
        match () {
            () if !is_sane => return Trial::Unfit,
            () if self.only_drops(edited) => return Trial::Hollow,
            () if promising.is_empty() => return Trial::FailsAgain,
            () => {}
        }
        let (mut mended, mut other) = (Vec::new(), Trial::Hollow);
        for goal in &promising {
            match self.decide(edited, &goal.check) {
                Ok(finding) => mended.push((*goal, Finding { property: goal.shown.clone(), ..finding })),
                Err(failed) => other = graver(other, failed),
            }
        }
        if mended.is_empty() {
            return other;
        }
        for check in edited.asked_anew().filter(|check| !self.goals.may_fail(check)) {
            if let Err(failed) = self.decide(edited, &check) {
                return failed;
            }
        }
        let goals: Vec<&Violated> = mended.iter().map(|(goal, _)| *goal).collect();
        match self.makes_sense(edited, &goals) {
            Some(true) => Trial::Mends(mended.into_iter().map(|(_, finding)| finding).collect()),
            Some(false) => Trial::Unfit,
            None => Trial::Undecided,
        }
    }

    /// Whether something that a violated check asks for is only left out: a check that asks for nothing is not mended.
    fn only_drops(&self, edited: &Edited) -> bool {
        let is_dropped = |goal: &Violated| {
            let (at, name) = &goal.check;
            let (Some(old), Some(changed)) = (self.old.get(*at), edited.changed.get(*at)) else { return false };
            let Some(check) = old.check(name) else { return false };
            let terms = |r: &Refinement| -> Vec<_> {
                r.contract(check.contract).side(check.side).iter().map(|c| c.term).collect()
            };
            let (was, is) = (terms(old), terms(&changed.refinement));
            is.len() < was.len() && is.iter().all(|term| was.contains(term))
        };
        self.goals.violated.iter().any(is_dropped)
    }

    /// Whether a check holds; what becomes of the specification if it does not.
    fn decide(&self, edited: &Edited, (at, name): &CheckName) -> Result<Finding, Trial> {
        let system = &edited.read.get(*at).ok_or(Trial::Undecided)?.system;
        let session = Session::new(system, self.options.clone());
        let property = system.property(name).ok_or(Trial::Undecided)?;
        let finding = session.check(property, self.limits.0, self.limits.1);
        match finding.verdict {
            Verdict::Holds { .. } => Ok(finding),
            Verdict::Violated(run) => Err(Trial::FailsAnew(Known { check: (*at, name.clone()), run: run.trace })),
            Verdict::Vacuous { .. } => Err(Trial::Hollow),
            Verdict::Undetermined(_) => Err(Trial::Undecided),
        }
    }

    /// Whether the contracts that are changed can be kept, and the parts can answer to the inputs of the failing runs.
    fn makes_sense(&self, edited: &Edited, mended: &[&Violated]) -> Option<bool> {
        let questions = Questions::new(self.options, self.limits.0, self.limits.1);
        for (read, changed) in edited.read.iter().zip(&edited.changed) {
            let mut contracts: Vec<ContractId> = changed.sides.iter().map(|(id, _)| *id).collect();
            contracts.dedup();
            for contract in contracts {
                if !questions.can_be_kept(read, contract)? {
                    return Some(false);
                }
            }
            let session = Session::new(&read.system, self.options.clone());
            if changed.is_any() && !session.obligations(self.limits.0, self.limits.1).ok()?.is_empty() {
                return Some(false);
            }
        }
        let failing = mended.iter().map(|goal| (&goal.check, &goal.run));
        for ((at, name), run) in failing.chain(self.probes.iter().map(|(check, run)| (check, run))) {
            let read = edited.read.get(*at)?;
            let Some(check) = read.check(name) else { continue };
            if !questions.can_answer(read, &whole_check(read, check), run)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Of two outcomes the one to report: no answer before a run, and a run before a check that asks for nothing.
fn graver(one: Trial, two: Trial) -> Trial {
    match (&one, &two) {
        (Trial::Undecided, _) | (Trial::FailsAnew(_), Trial::FailsAnew(_) | Trial::Hollow) => one,
        _ => two,
    }
}

/// The check of the same whole that relies on all its parts: that of a guarantee, if there is one.
pub(crate) fn whole_check(refinement: &Refinement, check: &Check) -> Check {
    let same = |c: &&Check| c.whole == check.whole && c.side == Side::Guarantee;
    refinement.checks.iter().find(same).unwrap_or(check).clone()
}
