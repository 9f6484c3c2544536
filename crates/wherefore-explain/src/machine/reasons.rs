//! The reasons for suspecting a transition, in words, strongest first.

use super::suspects::Inquest;
use crate::rank::{Evidence, Gate};
use std::collections::BTreeSet;

/// Speaks for the evidence.
pub(super) struct Reasons<'a>(pub(super) &'a Inquest<'a>);

impl Reasons<'_> {
    /// All reasons for a rule.
    pub(super) fn of(&self, rule: usize, evidence: &Evidence) -> Vec<String> {
        let share = evidence.preserved.map(kept).filter(|_| evidence.gate > Gate::Outside);
        let parts = [self.removes(rule), share, self.member(rule), self.taken(evidence), self.last(rule)];
        parts.into_iter().flatten().collect()
    }

    fn removes(&self, rule: usize) -> Option<String> {
        if self.0.fixes.iter().any(|f| f.rules.len() == 1 && f.rules.contains(&rule)) {
            return Some("blocking it alone makes the property hold".to_owned());
        }
        let classes = self.classes(&self.0.keys, rule)?;
        Some(format!("blocking it alone removes {classes}"))
    }

    /// The best fix set that it is in, unless that is itself.
    fn member(&self, rule: usize) -> Option<String> {
        let fixes: Vec<_> = self.0.fixes.iter().filter(|f| f.rules.contains(&rule)).collect();
        let best = fixes.first().filter(|f| f.rules.len() > 1)?;
        let names: Vec<&str> = best.rules.iter().map(|r| self.0.rules.names[*r].as_str()).collect();
        let set = format!("{{{}}}", names.join(", "));
        Some(match (best.gentlest, fixes.len()) {
            (true, _) => format!("member of {set}, the fix that takes away the fewest uses"),
            (false, 1) => format!("member of the minimum fix set {set}"),
            (false, count) => format!("member of {count} minimum fix sets, the best being {set}"),
        })
    }

    fn taken(&self, evidence: &Evidence) -> Option<String> {
        let (failing, passing) = (self.0.failing.len(), self.0.passing.len());
        let of_failing = format!("taken in {} of {failing} failing", evidence.failed);
        Some(match passing {
            _ if evidence.failed == 0 => return None,
            0 => format!("{of_failing} runs"),
            _ => format!("{of_failing} and {} of {passing} passing runs", evidence.passed),
        })
    }

    fn last(&self, rule: usize) -> Option<String> {
        Some(format!("the last transition of {}", self.classes(&self.0.lasts, rule)?))
    }

    fn classes(&self, sets: &[BTreeSet<usize>], rule: usize) -> Option<String> {
        classes(sets, &self.0.numbers, rule)
    }
}

/// What a stronger guard keeps.
fn kept(share: f64) -> String {
    match (share * 100.0).round() {
        _ if share <= 0.0 => "after each of its uses a failure can follow".to_owned(),
        _ if share >= 1.0 => "a stronger guard keeps all of its uses".to_owned(),
        percent if percent < 1.0 => "a stronger guard keeps less than 1% of its uses".to_owned(),
        percent if percent > 99.0 => "a stronger guard keeps more than 99% of its uses".to_owned(),
        percent => format!("a stronger guard keeps {percent}% of its uses"),
    }
}

/// The classes whose sets have this rule, by their numbers; nothing if there is none.
fn classes(sets: &[BTreeSet<usize>], numbers: &[usize], rule: usize) -> Option<String> {
    /// More than this many are counted, not listed.
    const LISTED: usize = 8;
    let mut found: Vec<usize> = sets.iter().zip(numbers).filter(|(s, _)| s.contains(&rule)).map(|(_, n)| *n).collect();
    found.sort_unstable();
    let names: Vec<String> = found.iter().map(usize::to_string).collect();
    let (last, others) = names.split_last()?;
    Some(match (others, names.len() == sets.len()) {
        ([], _) => format!("class {last}"),
        (_, true) => format!("all {} classes listed", sets.len()),
        (others, false) if others.len() >= LISTED => format!("{} of {} classes", names.len(), sets.len()),
        (others, false) => format!("classes {} and {last}", others.join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_told_by_place() {
        let sets =
            |list: &[&[usize]]| list.iter().map(|s| s.iter().copied().collect()).collect::<Vec<BTreeSet<usize>>>();
        let four = sets(&[&[0], &[0, 1], &[1, 2], &[0, 2, 3]]);
        assert_eq!(classes(&four, &[1, 2, 3, 4], 0).as_deref(), Some("classes 1, 2 and 4"));
        assert_eq!(classes(&four, &[1, 2, 3, 4], 3).as_deref(), Some("class 4"));
        assert_eq!(classes(&four, &[1, 2, 3, 4], 7), None);
        assert_eq!(classes(&sets(&[&[5], &[5]]), &[1, 2], 5).as_deref(), Some("all 2 classes listed"));
        assert_eq!(classes(&sets(&[&[5]]), &[1], 5).as_deref(), Some("class 1"));
    }

    #[test]
    fn shares_are_never_rounded_to_all_or_nothing() {
        let words = [0.0, 0.001, 16.0 / 17.0, 0.999, 1.0].map(kept);
        assert_eq!(words[0], "after each of its uses a failure can follow");
        assert_eq!(
            words[1..3],
            ["a stronger guard keeps less than 1% of its uses", "a stronger guard keeps 94% of its uses"]
        );
        assert_eq!(
            words[3..],
            ["a stronger guard keeps more than 99% of its uses", "a stronger guard keeps all of its uses"]
        );
    }
}
