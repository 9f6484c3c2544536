//! The assumptions that are tried, and how one is made weaker.

use num_bigint::BigInt;
use wherefore_mutate::assumption::{Assumption, InputEvent};

/// The largest distance in ticks that is asked for. A larger one would be the end of most things that happen.
pub(super) const MOST_TICKS: u32 = 16;
/// More inputs than this are not tried in pairs.
const MOST_PAIRED: usize = 10;

/// Assumptions about one or two Boolean inputs that have no number.
pub(super) fn plain(inputs: &[String]) -> Vec<Assumption> {
    let inputs = inputs.get(..inputs.len().min(MOST_PAIRED)).unwrap_or_default();
    let mut found = Vec::new();
    for input in inputs {
        found.extend([false, true].map(|value| Assumption::First(input.clone(), value)));
    }
    for one in inputs {
        for other in inputs.iter().filter(|other| *other != one) {
            found.push(Assumption::With(one.clone(), other.clone()));
            found.push(Assumption::After(one.clone(), other.clone()));
        }
    }
    found
}

/// The assumption without one of the inputs that it is about, if something is left.
pub(super) fn without(assumption: &Assumption, place: usize) -> Option<Assumption> {
    match assumption {
        Assumption::Apart { events, ticks } if events.len() > 1 => {
            let mut events: Vec<InputEvent> = events.clone();
            events.remove(place);
            Some(Assumption::Apart { events, ticks: *ticks })
        }
        Assumption::Exclusive(inputs) if inputs.len() > 2 => {
            let mut inputs = inputs.clone();
            inputs.remove(place);
            Some(Assumption::Exclusive(inputs))
        }
        _ => None,
    }
}

/// The next weaker assumption of the same shape, by its number; none if that says nothing.
pub(super) fn weaker(assumption: &Assumption) -> Option<Assumption> {
    match assumption {
        Assumption::Apart { events, ticks } if *ticks > 2 => {
            Some(Assumption::Apart { events: events.clone(), ticks: ticks - 1 })
        }
        Assumption::Within { input, least, most } => {
            let (input, one) = (input.clone(), BigInt::from(1));
            match (least, most) {
                (least, Some(most)) => Some(Assumption::Within { input, least: least.clone(), most: Some(most + one) }),
                (Some(least), None) => Some(Assumption::Within { input, least: Some(least - one), most: None }),
                (None, None) => None,
            }
        }
        _ => None,
    }
}

/// Bounds of a number, from the weakest to the strongest, for each side: at most, at least, and at most while not negative. Bounds that
/// leave no positive number would switch off what the number is there for.
pub(super) fn bounds(input: &str, landmarks: &[BigInt]) -> Vec<Vec<Assumption>> {
    let within =
        |least: Option<BigInt>, most: Option<BigInt>| Assumption::Within { input: input.to_owned(), least, most };
    let positive = landmarks.iter().rev().filter(|n| **n > BigInt::from(0));
    vec![
        positive.clone().map(|n| within(None, Some(n.clone()))).collect(),
        landmarks.iter().map(|n| within(Some(n.clone()), None)).collect(),
        positive.map(|n| within(Some(BigInt::from(0)), Some(n.clone()))).collect(),
    ]
}

/// The assumption in the middle of two that differ in one bound; none if nothing lies between.
pub(super) fn between(enough: &Assumption, too_weak: &Assumption) -> Option<Assumption> {
    let (Assumption::Within { input, least, most }, Assumption::Within { least: low, most: high, .. }) =
        (enough, too_weak)
    else {
        return None;
    };
    let middle = |a: &BigInt, b: &BigInt| -> Option<BigInt> {
        let middle: BigInt = (a + b) >> 1u8;
        (middle != *a && middle != *b).then_some(middle)
    };
    let (least, most) = match (least, low, most, high) {
        (least, _, Some(most), Some(high)) if most != high => (least.clone(), Some(middle(most, high)?)),
        (Some(least), Some(low), most, _) if least != low => (Some(middle(least, low)?), most.clone()),
        _ => return None,
    };
    Some(Assumption::Within { input: input.clone(), least, most })
}
