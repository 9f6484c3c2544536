//! Against a slow twin that tries every subset.

use super::*;

/// A small generator, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        wherefore_test::below(&mut self.0, bound as usize) as u64
    }

    fn set(&mut self, elements: usize, odds: u64) -> BTreeSet<usize> {
        (0..elements).filter(|_| self.below(odds) == 0).collect()
    }
}

/// The least size at which a subset removes all failures, and all such subsets.
fn slowly(elements: usize, failures: &[Failure]) -> Vec<BTreeSet<usize>> {
    let subset = |mask: u32| -> BTreeSet<usize> { (0..elements).filter(|e| mask >> e & 1 == 1).collect() };
    let fixes: Vec<BTreeSet<usize>> =
        (0..1u32 << elements).map(subset).filter(|s| failures.iter().all(|f| f.is_removed_by(s))).collect();
    let least = fixes.iter().map(BTreeSet::len).min();
    let mut smallest: Vec<_> = fixes.into_iter().filter(|s| Some(s.len()) == least).collect();
    smallest.sort();
    smallest
}

fn quickly(elements: usize, failures: &[Failure], known: usize, most: usize) -> FixSets {
    let left = |set: &BTreeSet<usize>| Ok(failures.iter().find(|f| !f.is_removed_by(set)).cloned());
    minimum(elements, failures[..known].to_vec(), most, &Stop::new(), left)
}

#[test]
fn all_smallest_sets_as_by_trying_every_subset() {
    let mut random = Random(7);
    for case in 0..300 {
        let elements = 1 + random.below(7) as usize;
        let count = random.below(7) as usize;
        // In every second case, blocking can also bring failures about.
        let odds = if case % 2 == 0 { u64::MAX } else { 4 };
        let mut failures = Vec::new();
        for _ in 0..count {
            let involved = random.set(elements, 3);
            let given = random.set(elements, odds).difference(&involved).copied().collect();
            failures.push(Failure { involved, given });
        }
        let known = random.below(count as u64 + 1) as usize;
        let (found, expected) = (quickly(elements, &failures, known, 1000), slowly(elements, &failures));
        let end = if expected.is_empty() { End::Never } else { End::Complete };
        assert_eq!(found, FixSets { sets: expected, end }, "case {case}: {failures:?}");
    }
}

#[test]
fn a_failure_that_uses_nothing_has_no_fix() {
    let found = quickly(3, &[Failure::of([1]), Failure::default()], 1, 32);
    assert_eq!(found, FixSets { sets: Vec::new(), end: End::Never });
}

#[test]
fn a_limit_is_said_only_when_there_are_more() {
    let failures = [Failure::of([0, 1, 2])];
    assert_eq!(quickly(3, &failures, 1, 3).end, End::Complete);
    let capped = quickly(3, &failures, 1, 2);
    assert_eq!((capped.sets.len(), capped.end), (2, End::Capped));
}

#[test]
fn what_is_proved_stays_when_a_check_gives_up() {
    let check = |set: &BTreeSet<usize>| if set.contains(&0) { Ok(None) } else { Err(NoAnswer::Effort) };
    let found = minimum(3, vec![Failure::of([0, 2])], 32, &Stop::new(), check);
    assert_eq!(found, FixSets { sets: vec![BTreeSet::from([0])], end: End::Stopped(NoAnswer::Effort) });
}

#[test]
fn a_failure_that_is_dealt_with_already_is_an_error() {
    let found = minimum(2, vec![Failure::of([0])], 32, &Stop::new(), |_| Ok(Some(Failure::of([0, 1]))));
    assert!(matches!(found.end, End::Stopped(NoAnswer::Refuted(_))));
}
