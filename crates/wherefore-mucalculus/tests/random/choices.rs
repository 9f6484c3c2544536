//! Choices on runs against their definition, for formulas about a state at the end of a path: by reachability in the graph beside an
//! automaton of the path that is written by hand.

use std::collections::BTreeSet;
use wherefore_diag::FileId;
use wherefore_mucalculus::{ChoicePoint, Choices, Configurations, Decision, Effect, Graph, Limits, Listed, PlayStep};
use wherefore_mucalculus::{choices_on, decide_with_evidence, read};
use wherefore_stop::Stop;
use wherefore_test::{Random, cases, counted, seed};

type Transitions = Vec<(u32, &'static str, u32)>;
/// The next state of an automaton; none if no word goes on.
type Next = fn(u32, &str) -> Option<u32>;

/// Paths, with an automaton whose first state is 0, and its accepting states.
const PATHS: &[(&str, Next, &[u32])] = &[
    ("true*", |_, _| Some(0), &[0]),
    ("true* . a", |_, label| Some(u32::from(label == "a")), &[1]),
    ("(a + b)*", |_, label| (label != "c").then_some(0), &[0]),
    ("true* . a . (!b)*", |at, label| Some(u32::from(label == "a" || at == 1 && label != "b")), &[1]),
    ("true . true . c*", |at, label| if at < 2 { Some(at + 1) } else { (label == "c").then_some(2) }, &[2]),
];
/// What must be true of the state at the end, what is true of it where the formula fails, and whether it is.
type End = (&'static str, &'static str, fn(&Places, u32) -> bool);

/// Ways for a formula to end.
const ENDS: &[End] = &[
    ("false", "true", |_, _| true),
    ("<a> true", "[a] false", |places, state| !places.steps(state).any(|t| t.1 == "a")),
    ("<true* . b> true", "[true* . b] false", |places, state| {
        !places.reached(state).iter().any(|s| places.steps(*s).any(|t| t.1 == "b"))
    }),
    ("<true> <b> true", "[true] [b] false", |places, state| {
        !places.steps(state).any(|t| places.steps(t.2).any(|u| u.1 == "b"))
    }),
];

/// A graph beside an automaton.
struct Places {
    transitions: Transitions,
    next: Next,
    accepting: &'static [u32],
    is_bad: fn(&Places, u32) -> bool,
}

type Place = (u32, u32);

impl Places {
    fn steps(&self, state: u32) -> impl Iterator<Item = &(u32, &'static str, u32)> {
        self.transitions.iter().filter(move |t| t.0 == state)
    }

    fn reached(&self, state: u32) -> BTreeSet<u32> {
        closure([state], |s| self.steps(*s).map(|t| t.2).collect())
    }

    /// Whether the formula has failed there.
    fn is_shown(&self, (state, at): Place) -> bool {
        self.accepting.contains(&at) && (self.is_bad)(self, state)
    }

    /// The transitions there with where they lead; none where the formula has failed.
    fn moves(&self, place: Place) -> Vec<(&'static str, u32, Option<Place>)> {
        if self.is_shown(place) {
            return Vec::new();
        }
        let next = |label, to| (self.next)(place.1, label).map(|at| (to, at)).filter(|place| self.can_fail(*place));
        let mut moves: Vec<_> = self.steps(place.0).map(|(_, label, to)| (*label, *to, next(label, *to))).collect();
        moves.sort();
        moves.dedup();
        moves
    }

    fn behind(&self, place: Place) -> BTreeSet<Place> {
        closure([place], |p| self.moves(*p).into_iter().filter_map(|m| m.2).collect())
    }

    fn can_fail(&self, place: Place) -> bool {
        let on = |p: &Place| {
            let next = |t: &(u32, &'static str, u32)| (self.next)(p.1, t.1).map(|at| (t.2, at));
            if self.is_shown(*p) { Vec::new() } else { self.steps(p.0).filter_map(next).collect() }
        };
        closure([place], on).into_iter().any(|p| self.is_shown(p))
    }

    fn can_avoid(&self, place: Place) -> bool {
        self.behind(place).into_iter().any(|p| self.moves(p).iter().any(|m| m.2.is_none()))
    }

    /// Whether the formula fails on every way on: no way goes round for ever before it.
    fn must_fail(&self, place: Place) -> bool {
        let mut known: BTreeSet<Place> = BTreeSet::new();
        let all = self.behind(place);
        loop {
            let fails = |p: &Place| {
                let moves = self.moves(*p);
                self.is_shown(*p) || !moves.is_empty() && moves.iter().all(|m| m.2.is_some_and(|n| known.contains(&n)))
            };
            let next: BTreeSet<Place> = all.iter().copied().filter(fails).collect();
            if next == known {
                return known.contains(&place);
            }
            known = next;
        }
    }

    fn effect(&self, next: Option<Place>) -> Effect {
        match next {
            None => Effect::Avoids,
            Some(place) if self.can_avoid(place) => Effect::Open,
            Some(place) if self.must_fail(place) => Effect::Settles,
            Some(_) => Effect::Seals,
        }
    }

    fn point(&self, place: Place, is_first: bool) -> Option<Vec<(&'static str, u32, Effect)>> {
        let moves = self.moves(place).into_iter().map(|(label, to, next)| (label, to, self.effect(next)));
        let moves: Vec<_> = moves.collect();
        let counts = self.can_avoid(place) || is_first;
        (counts && moves.iter().any(|m| m.2 != Effect::Open)).then_some(moves)
    }
}

fn closure<T: Ord + Copy>(first: impl IntoIterator<Item = T>, next: impl Fn(&T) -> Vec<T>) -> BTreeSet<T> {
    let mut found: BTreeSet<T> = BTreeSet::new();
    let mut open: Vec<T> = first.into_iter().collect();
    while let Some(at) = open.pop() {
        if found.insert(at) {
            open.extend(next(&at));
        }
    }
    found
}

/// Choices with their labels as text.
type Named = (Vec<(usize, Vec<(String, u32, Effect)>)>, Option<usize>, BTreeSet<(String, Effect)>);

fn found(graph: &Listed, choices: &Choices) -> Named {
    let label = |label: u32| graph.label(label).to_owned();
    let point = |point: &ChoicePoint| {
        let mut all: Vec<_> = point.choices.iter().map(|c| (label(c.label), c.to, c.effect)).collect();
        all.sort();
        (point.tick, all)
    };
    let uses = choices.uses.iter().map(|(l, effect)| (label(*l), *effect)).collect();
    (choices.points.iter().map(point).collect(), choices.settled, uses)
}

fn expected(places: &Places, run: &[(&'static str, u32)]) -> Named {
    let named =
        |moves: Vec<(&'static str, u32, Effect)>| moves.into_iter().map(|(l, t, e)| (l.to_owned(), t, e)).collect();
    let (mut at, mut points, mut settled) = ((0, 0), Vec::new(), None);
    for tick in 0..=run.len() {
        if places.is_shown(at) {
            settled = Some(tick);
            break;
        }
        points.extend(places.point(at, tick == 0).map(|moves| (tick, named(moves))));
        let Some((label, to)) = run.get(tick) else { break };
        match places.moves(at).into_iter().find(|m| (m.0, m.1) == (*label, *to)).and_then(|m| m.2) {
            Some(next) => at = next,
            None => break,
        }
    }
    let all = places.behind((0, 0)).into_iter().filter_map(|place| places.point(place, place == (0, 0)));
    let uses = all.flatten().map(|(label, _, effect)| (label.to_owned(), effect)).collect();
    (points, settled, uses)
}

#[test]
fn choices_are_those_behind_which_the_failure_or_the_witness_can_or_must_come() {
    let seed = seed(35);
    let (mut points, mut effects, mut settled, mut held, mut caught) = (0, BTreeSet::new(), 0, 0, 0);
    let mut met = 0;
    for case in 0..cases(400) {
        let mut random = Random::new(seed.wrapping_mul(999_959).wrapping_add(case));
        let states = 2 + random.below(5);
        let step = |random: &mut Random| {
            (random.below(states) as u32, ["a", "b", "c"][random.below(3)], random.below(states) as u32)
        };
        let transitions: Transitions = (0..2 + random.below(3 * states)).map(|_| step(&mut random)).collect();
        let (path, next, accepting) = PATHS[random.below(PATHS.len())];
        let (must, is, is_bad) = ENDS[random.below(ENDS.len())];
        let places = Places { transitions, next, accepting, is_bad };
        if !places.can_fail((0, 0)) {
            continue;
        }
        let is_witness = random.below(2) == 0;
        let text = if is_witness { format!("<{path}> {is}") } else { format!("[{path}] {must}") };
        let place = format!("WHEREFORE_SEED={seed}, case {case}: {text} on {:?}", places.transitions);
        let document = read(FileId(0), &text).expect("a formula");
        let graph = Listed::new(0, &places.transitions);
        let decision = decide_with_evidence(&document, &graph, Limits::default(), &Stop::new()).expect("decided");
        assert_eq!(decision.holds, is_witness, "{place}");
        // The run of the strategy, and one at random.
        let mut runs: Vec<Vec<PlayStep>> = Vec::new();
        if let (Some(play), Some(choices)) = (&decision.play, &decision.choices) {
            assert_eq!(
                found(&graph, choices),
                expected(&places, &named(&graph, &play.steps)),
                "{place}: the run found"
            );
            runs.push(play.steps.clone());
        }
        runs.push(walk(&places, &graph, &mut random));
        for run in runs {
            let Decision { choices, configurations, .. } =
                choices_on(&run, &document, &graph, (Limits::default(), &Stop::new())).expect("decided");
            let choices = choices.expect("few configurations");
            met += side_by_side(&places, &graph, &configurations.expect("few configurations"), &place);
            let right = expected(&places, &named(&graph, &run));
            assert_eq!(found(&graph, &choices), right, "{place}: {run:?}");
            points += choices.points.len();
            settled += usize::from(choices.settled.is_some());
            effects.extend(choices.uses.iter().map(|(_, effect)| *effect));
            // A lie: an open transition is said to seal.
            let mut lie = choices;
            if let Some(choice) = lie.points.iter_mut().flat_map(|p| &mut p.choices).find(|c| c.effect == Effect::Open)
            {
                choice.effect = Effect::Seals;
                assert_ne!(found(&graph, &lie), right, "{place}: a lie is not noticed");
                caught += 1;
            }
        }
        held += usize::from(is_witness);
    }
    assert!(effects.len() == 4 || cases(400) < 100, "not every effect was met: {effects:?}");
    counted(points, "places with choices");
    counted(met, "configurations with the transitions that their places have");
    counted(settled, "runs that show the verdict");
    counted(held, "formulas that hold");
    counted(caught, "planted lies are noticed");
}

/// Compares each configuration with every place at which runs are that come to it; how many such pairs there are.
fn side_by_side(places: &Places, graph: &Listed, known: &Configurations, case: &str) -> usize {
    let (open, settling) = (known.open(), known.settling());
    let effect = |next: Option<usize>| match next {
        None => Effect::Avoids,
        Some(next) if open[next] => Effect::Open,
        Some(next) if settling[next] => Effect::Settles,
        Some(_) => Effect::Seals,
    };
    let row = |(at, place): &(usize, Place)| {
        let own = known.moves(*at).iter().map(|m| (graph.label(m.label).to_owned(), m.state, effect(m.next), m.next));
        let mut own: Vec<_> = own.collect();
        own.sort();
        let right = places.moves(*place).into_iter().map(|m| (m.0.to_owned(), m.1, places.effect(m.2), m.2));
        let right: Vec<_> = right.collect();
        let plain = |own: &[(String, u32, Effect, Option<usize>)]| -> Vec<(String, u32, Effect)> {
            own.iter().map(|m| (m.0.clone(), m.1, m.2)).collect()
        };
        let of_place: Vec<(String, u32, Effect)> = right.iter().map(|m| (m.0.clone(), m.1, m.2)).collect();
        assert_eq!(plain(&own), of_place, "{case}: configuration {at}, {place:?}");
        assert_eq!(known.all[*at].moves.is_none(), places.is_shown(*place), "{case}: configuration {at}, {place:?}");
        assert_eq!(known.all[*at].state, place.0, "{case}: configuration {at}");
        own.into_iter().zip(right).filter_map(|(own, right)| Some((own.3?, right.3?))).collect()
    };
    closure([(0, (0, 0))], row).len()
}

fn named(graph: &Listed, run: &[PlayStep]) -> Vec<(&'static str, u32)> {
    let label = |label: u32| ["a", "b", "c"].into_iter().find(|l| *l == graph.label(label)).expect("a label");
    run.iter().map(|step| (label(step.label), step.state)).collect()
}

/// A run of the graph that ends somewhere.
fn walk(places: &Places, graph: &Listed, random: &mut Random) -> Vec<PlayStep> {
    let (mut run, mut state) = (Vec::new(), 0);
    for _ in 0..random.below(8) {
        let mut steps = Vec::new();
        graph.visit(state, &mut |label, to| steps.push(PlayStep { label, state: to }));
        assert_eq!(steps.len(), places.steps(state).count());
        if steps.is_empty() {
            break;
        }
        run.push(steps[random.below(steps.len())]);
        state = run[run.len() - 1].state;
    }
    run
}
