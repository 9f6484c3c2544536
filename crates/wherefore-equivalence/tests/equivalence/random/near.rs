//! Nearest inputs and inputs that are enough, held against the tables on all concrete inputs.

use super::table::Input;
use super::text::{Form, from_text};
use super::twin::Flat;
use super::{Pair, seen};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_equivalence::{Difference, Interface};
use wherefore_explain::cause::Bound;
use wherefore_explain::explanation::{Part, Why};
use wherefore_ir::Value;

/// The states that each machine can be in.
type Both = [BTreeSet<usize>; 2];

/// Both tables on inputs of which some are those of a difference.
struct Tables {
    flats: [Flat; 2],
    inputs: Vec<Input>,
    start: Both,
    own: Vec<Input>,
}

impl Tables {
    fn new(pair: &Pair, interface: &Interface, difference: &Difference) -> Tables {
        let own: Vec<Input> = difference.reactions.iter().map(|r| from_text(interface, &r.inputs)).collect();
        let mut inputs = pair.inputs();
        let flags = if pair.tables[0].has_flag { &[false, true][..] } else { &[false][..] };
        for input in own.iter().flat_map(|i| flags.iter().map(|b| Input { b: *b, ..*i })) {
            if !inputs.contains(&input) {
                inputs.push(input);
            }
        }
        let flats = [0, 1].map(|side| pair.flat(side, &inputs));
        let start = seen(&difference.start).unwrap_or_default();
        let starts =
            |flat: &Flat, state: &usize| start.iter().zip(&flat.start[*state]).all(|(s, o)| s.is_none() || s == o);
        let start = [0, 1].map(|side: usize| {
            flats[side].first.iter().copied().filter(|s| starts(&flats[side], s)).collect::<BTreeSet<usize>>()
        });
        Tables { flats, inputs, start, own }
    }

    /// The least cost of inputs on which both show the same; `cost` may forbid an input at a reaction.
    fn least(&self, cost: &dyn Fn(usize, Input) -> Option<usize>) -> Option<usize> {
        let mut layer: BTreeMap<Both, usize> = BTreeMap::from([(self.start.clone(), 0)]);
        for reaction in 0..self.own.len() {
            let mut next: BTreeMap<Both, usize> = BTreeMap::new();
            for (both, before) in &layer {
                for (place, input) in self.inputs.iter().enumerate() {
                    let Some(cost) = cost(reaction, *input) else { continue };
                    let [left, right] = [0, 1].map(|side: usize| self.flats[side].answers(&both[side], place));
                    if !left.keys().eq(right.keys()) {
                        continue;
                    }
                    for (l, r) in left.into_values().zip(right.into_values()) {
                        let known = next.entry([l, r]).or_insert(usize::MAX);
                        *known = (*known).min(before + cost);
                    }
                }
            }
            layer = next;
        }
        layer.into_values().min()
    }

    fn changes(&self, reaction: usize, input: Input) -> usize {
        usize::from(self.own[reaction].x != input.x) + usize::from(self.own[reaction].b != input.b)
    }
}

/// Holds what is said about a difference against the tables.
pub fn explained(pair: &Pair, interface: &Interface, difference: &Difference) {
    if difference.reactions.is_empty() {
        assert!(!difference.details.nearest.is_known());
        return;
    }
    if matches!(&difference.details.nearest, Part::Missing(Why::DifferenceLimit(_))) {
        return;
    }
    let tables = Tables::new(pair, interface, difference);
    let least = tables.least(&|reaction, input| Some(tables.changes(reaction, input)));
    match (&difference.details.nearest, least) {
        (Part::Known(nearest), Some(least)) => {
            assert_eq!(nearest.differs.len(), least, "changed inputs");
            let there: Vec<Input> = nearest.reactions.iter().map(|r| from_text(interface, &r.inputs)).collect();
            let changed: usize = there.iter().enumerate().map(|(place, input)| tables.changes(place, *input)).sum();
            assert_eq!(changed, least, "inputs that are others");
            assert!(nearest.reactions.iter().all(|r| r.reference == r.implementation), "both show the same");
            let only = Tables { inputs: there.clone(), flats: [0, 1].map(|side| pair.flat(side, &there)), ..tables };
            let same = |reaction: usize, input: Input| (there[reaction] == input).then_some(0);
            assert_eq!(only.least(&same), Some(0), "the tables show the same as well");
        }
        (Part::Missing(why), None) => assert_eq!(*why, Why::DifferOnAllInputs),
        (Part::Missing(why), Some(0)) => assert_eq!(*why, Why::CanShowTheSame),
        (found, least) => panic!("{found:?}, but the tables say {least:?}"),
    }
    enough(pair, interface, difference, least);
}

/// The kept choices are enough, and no part of them is. Where a reaction is one tick, that can be read off the cause.
fn enough(pair: &Pair, interface: &Interface, difference: &Difference, least: Option<usize>) {
    let tables = Tables::new(pair, interface, difference);
    let cause = match &difference.details.explanation.cause {
        Part::Known(cause) => cause,
        Part::Missing(why) => {
            assert_eq!((why, least), (&Why::NoInputsEnough, Some(0)));
            return;
        }
        Part::Pending => panic!("nobody has looked for a cause"),
    };
    if !matches!(pair.forms[0], Form::Smv | Form::SmvVar) {
        return;
    }
    // The flag is the one Boolean among the inputs.
    let is_flag = |bound: &Bound| matches!(bound, Bound::Is(Value::Bool(_)));
    let kept: Vec<(usize, bool)> = cause.kept.iter().map(|k| (k.tick as usize, is_flag(&k.bound))).collect();
    let avoided = |kept: &[(usize, bool)]| {
        let obeys = |reaction: usize, input: Input| {
            let own = tables.own[reaction];
            kept.iter().all(|(at, flag)| *at != reaction || if *flag { own.b == input.b } else { own.x == input.x })
        };
        tables.least(&|reaction, input| obeys(reaction, input).then_some(0)).is_some()
    };
    assert!(!avoided(&kept), "what is kept is not enough: {kept:?}");
    for place in 0..kept.len() {
        let rest: Vec<(usize, bool)> =
            kept.iter().copied().enumerate().filter(|(p, _)| *p != place).map(|(_, k)| k).collect();
        assert!(avoided(&rest), "less would be enough: {kept:?}");
    }
}
