//! A failing case made smaller before it is shown: parts are dropped while the failure stays.

/// The smallest case that is found from a failing one by steps of `smaller` each of which still fails.
///
/// `smaller` gives the cases that have one part less, largest parts first; the result is one of which none of them fails.
/// Each step must lead to something smaller, or this does not end.
pub fn shrink<T>(failing: T, smaller: impl Fn(&T) -> Vec<T>, mut fails: impl FnMut(&T) -> bool) -> T {
    let mut best = failing;
    while let Some(next) = smaller(&best).into_iter().find(|case| fails(case)) {
        best = next;
    }
    best
}

/// Every list that has one element less.
pub fn without_one<T: Clone>(list: &[T]) -> Vec<Vec<T>> {
    let without = |place: usize| [&list[..place], &list[place + 1..]].concat();
    (0..list.len()).map(without).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_is_dropped() {
        let fails = |list: &Vec<u32>| list.contains(&3) && list.iter().sum::<u32>() > 10;
        let list: Vec<u32> = (0..20).collect();
        assert_eq!(shrink(list, |l| without_one(l), fails), [3, 19]);
    }

    #[test]
    fn what_cannot_be_smaller_stays() {
        assert_eq!(shrink(vec![1], |l: &Vec<u32>| without_one(l), |l| !l.is_empty()), [1]);
    }
}
