//! The reasons for suspecting a transition, strongest first.

use super::fixes::Fix;
use crate::rank::{Evidence, Gate};
use crate::result::suspect::{Classes, Share, SuspectReason};
use std::collections::BTreeSet;

/// The evidence that reasons are made of.
pub(super) struct Reasons<'a> {
    /// The names of the rules.
    pub(super) names: &'a [String],
    /// The fix sets, best first.
    pub(super) fixes: &'a [Fix],
    /// The number by which each class is called.
    pub(super) numbers: &'a [usize],
    /// For each class, the rules that every run of it takes.
    pub(super) keys: &'a [BTreeSet<usize>],
    /// For each class, the rules that end its runs.
    pub(super) lasts: &'a [BTreeSet<usize>],
    /// How many failing runs were looked at.
    pub(super) failing: usize,
    /// How many passing runs were looked at.
    pub(super) passing: usize,
}

impl Reasons<'_> {
    /// All reasons for a rule.
    pub(super) fn of(&self, rule: usize, evidence: &Evidence) -> Vec<SuspectReason> {
        let share = evidence.preserved.filter(|_| evidence.gate > Gate::Outside).map(SuspectReason::Keeps);
        let last = classes(self.lasts, self.numbers, rule).map(SuspectReason::LastOf);
        let parts = [self.removes(rule), share, self.member(rule), self.taken(evidence), last];
        parts.into_iter().flatten().collect()
    }

    fn removes(&self, rule: usize) -> Option<SuspectReason> {
        if self.fixes.iter().any(|f| f.rules.len() == 1 && f.rules.contains(&rule)) {
            return Some(SuspectReason::FixesAlone);
        }
        classes(self.keys, self.numbers, rule).map(SuspectReason::Removes)
    }

    /// The best fix set that it is in, unless that is itself.
    fn member(&self, rule: usize) -> Option<SuspectReason> {
        let fixes: Vec<&Fix> = self.fixes.iter().filter(|f| f.rules.contains(&rule)).collect();
        let set = fixes.first().filter(|f| f.rules.len() > 1)?;
        let best = set.rules.iter().map(|r| self.names[*r].clone()).collect();
        Some(SuspectReason::InFixSet { best, gentlest: set.gentlest, sets: fixes.len() })
    }

    fn taken(&self, evidence: &Evidence) -> Option<SuspectReason> {
        let failing = Share::new(evidence.failed, self.failing);
        let passing = Share::new(evidence.passed, self.passing);
        (evidence.failed > 0).then_some(SuspectReason::Taken { failing, passing })
    }
}

/// The classes whose sets have this rule, by their numbers; `None` if no set has it.
fn classes(sets: &[BTreeSet<usize>], numbers: &[usize], rule: usize) -> Option<Classes> {
    let mut found: Vec<usize> = sets.iter().zip(numbers).filter(|(s, _)| s.contains(&rule)).map(|(_, n)| *n).collect();
    found.sort_unstable();
    (!found.is_empty()).then_some(Classes { numbers: found, of: sets.len() })
}
