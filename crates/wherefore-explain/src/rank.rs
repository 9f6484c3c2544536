//! Suspects in order: what a change of an element would do, then how often failing and passing runs use it.
//!
//! Elements in a fix set come first: changing others cannot be enough. A fix that keeps no use of its elements is rarely one:
//! switching the whole thing off makes every property hold. So the members of fixes that keep something come before those.
//! Among equals the share of uses that a change can keep counts most, and Ochiai's coefficient of failing against passing
//! runs half. An element in no fix set can still be worth a look; it comes after all others.

use std::cmp::{Ordering, Reverse};

/// The part of an element in fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Gate {
    /// The element is in no fix set.
    #[default]
    Outside,
    /// The element is in fix sets that keep nothing.
    Switch,
    /// The element is in a fix set that keeps something, or in the one that changes least.
    Fix,
}

/// Evidence about an element.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Evidence {
    /// Its part in fixes.
    pub gate: Gate,
    /// The share of its uses that a change can keep, 0 to 1; the best of the fix sets that it is in.
    pub preserved: Option<f64>,
    /// Failing runs that use it.
    pub failed: usize,
    /// Passing runs that use it.
    pub passed: usize,
    /// Classes that cannot do without it.
    pub coverage: usize,
    /// Steps between its last use in a failing run and the failure, in the run where they are fewest.
    pub distance: Option<usize>,
}

/// An element with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// Its index.
    pub element: usize,
    /// 1 for the first; equal scores share a rank.
    pub rank: usize,
    /// The higher, the more suspicious, among those in a fix set and among the others.
    pub score: f64,
}

/// The elements worth a look, most suspicious first, out of `failing` failing runs. Equal scores are listed by coverage, then
/// by distance from the failure, then in the given order.
pub fn rank(elements: &[Evidence], failing: usize) -> Vec<Ranked> {
    let scores: Vec<f64> = elements.iter().map(|e| score(e, failing)).collect();
    let worth = |e: usize| (elements[e].gate, scores[e]);
    let mut order: Vec<usize> = (0..elements.len()).filter(|e| scores[*e] > 0.0).collect();
    order.sort_by(|a, b| {
        let detail = |e: &usize| (Reverse(elements[*e].coverage), elements[*e].distance.unwrap_or(usize::MAX), *e);
        compare(worth(*b), worth(*a)).then_with(|| detail(a).cmp(&detail(b)))
    });
    let rank = |e: &usize| 1 + order.iter().filter(|o| compare(worth(**o), worth(*e)).is_gt()).count();
    order.iter().map(|e| Ranked { element: *e, rank: rank(e), score: scores[*e] }).collect()
}

/// Ochiai's coefficient: the cosine between "uses the element" and "fails".
pub fn ochiai(failed: usize, passed: usize, failing: usize) -> f64 {
    let product = (failing * (failed + passed)) as f64;
    if failed == 0 { 0.0 } else { failed as f64 / product.sqrt() }
}

fn score(evidence: &Evidence, failing: usize) -> f64 {
    let preserved = evidence.preserved.filter(|_| evidence.gate > Gate::Outside).unwrap_or(0.0);
    preserved + 0.5 * ochiai(evidence.failed, evidence.passed, failing)
}

fn compare(a: (Gate, f64), b: (Gate, f64)) -> Ordering {
    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(gate: Gate, preserved: f64, failed: usize, passed: usize) -> Evidence {
        Evidence { gate, preserved: Some(preserved), failed, passed, ..Evidence::default() }
    }

    fn places(elements: &[Evidence], failing: usize) -> Vec<(usize, usize)> {
        rank(elements, failing).iter().map(|r| (r.element, r.rank)).collect()
    }

    #[test]
    fn fix_sets_come_first_then_what_is_kept_then_ochiai() {
        use Gate::{Fix, Outside, Switch};
        let elements = [
            evidence(Outside, 0.0, 4, 0),
            evidence(Switch, 0.0, 4, 0),
            evidence(Fix, 0.0, 1, 8),
            evidence(Fix, 0.9, 2, 2),
        ];
        assert_eq!(places(&elements, 4), [(3, 1), (2, 2), (1, 3), (0, 4)]);
    }

    #[test]
    fn equal_scores_share_a_rank_and_unused_elements_are_left_out() {
        let near = Evidence { distance: Some(0), ..evidence(Gate::Fix, 0.5, 1, 0) };
        let far = Evidence { distance: Some(3), ..near.clone() };
        let elements = [far.clone(), near, evidence(Gate::Outside, 0.0, 0, 5), Evidence { coverage: 1, ..far }];
        assert_eq!(places(&elements, 1), [(3, 1), (1, 1), (0, 1)]);
    }

    #[test]
    fn ochiai_is_a_cosine() {
        assert_eq!((ochiai(0, 0, 0), ochiai(4, 0, 4), ochiai(2, 0, 8)), (0.0, 1.0, 0.5));
    }
}
