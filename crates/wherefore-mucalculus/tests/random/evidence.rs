//! Evidence against the definition: the formula has the same value on the evidence alone, and on every graph between it and the whole.

use crate::Case;
use std::collections::BTreeSet;
use wherefore_mucalculus::Graph;
use wherefore_test::{cases, counted, seed};

#[test]
fn evidence_shows_the_verdict_alone_and_on_every_graph_around_it() {
    let seed = seed(31);
    let (mut least, mut smaller, mut caught, mut chosen, mut avoiding) = (0, 0, 0, 0, 0);
    for number in 0..cases(400) {
        let (case, mut random) = Case::new(seed, number);
        let (place, holds) = (&case.place, case.decision.holds);
        let evidence = case.decision.evidence.as_ref().unwrap_or_else(|| panic!("{place}: no evidence"));
        let named = |from, label, to| (from, case.graph.label(label), to);
        let own: BTreeSet<_> = evidence.transitions.iter().map(|s| named(s.from, s.label, s.to)).collect();
        let all: BTreeSet<_> = case.transitions.iter().copied().collect();
        assert!(own.is_subset(&all), "{place}: a transition of the evidence is none of the graph");
        assert_eq!(own.len(), evidence.transitions.len(), "{place}: a transition is there twice");
        let part: Vec<_> = own.iter().copied().collect();
        assert_eq!(case.holds_on(&part), holds, "{place}: the evidence alone, {part:?}");
        let others: Vec<_> = all.difference(&own).copied().collect();
        for _ in 0..6 {
            let added = others.iter().copied().filter(|_| random.below(2) == 0);
            let around: Vec<_> = part.iter().copied().chain(added).collect();
            assert_eq!(case.holds_on(&around), holds, "{place}: between, {around:?} around {part:?}");
        }
        least += usize::from(evidence.is_least);
        smaller += usize::from(part.len() < all.len());
        chosen += evidence.transitions.iter().filter(|s| s.is_chosen).count();
        avoiding += evidence.avoiding.len();
        for (from, label, to) in &evidence.avoiding {
            let step = named(*from, *label, *to);
            assert!(all.contains(&step) && !own.contains(&step), "{place}: {step:?} does not leave the evidence");
        }
        // A lie: evidence that lacks a transition. Some graph between it and the whole must have another verdict, for some of them.
        if let (true, Some(lost)) = (evidence.is_least, part.get(random.below(part.len().max(1)))) {
            let lie: Vec<_> = part.iter().copied().filter(|step| step != lost).collect();
            caught += usize::from(case.holds_on(&lie) != holds);
        }
    }
    counted(least, "evidence of which no part is evidence");
    counted(smaller, "evidence that is smaller than the graph");
    counted(chosen, "transitions that strategies choose");
    counted(avoiding, "transitions that avoid what is shown");
    counted(caught, "planted gaps change the verdict");
}
