//! Classes, levels and suspects of random graphs, against what the definitions say when they are followed by hand.
//!
//! The formula is `[true* . "x"] false`: a run fails with its first `x`, so the states of the graph that are reached
//! without it are those of the product, and the definitions can be followed on the graph itself.

use super::settings::{Aim, Destination, Picture, Settings};
use super::{Level, why};
use crate::Inquiry;
use crate::result::suspect::SuspectReason;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::FileId;
use wherefore_lang::mcl;
use wherefore_lts::neighbourhood::Kind;
use wherefore_lts::{Memory, load};
use wherefore_solve::Stop;
use wherefore_test::{below, bytes, case_study, cases, corpus, counted, read, seed};

const FORMULA: &str = "[true* . \"x\"] false";
const LABELS: [&str; 8] = ["a !1", "a !2", "b !1", "b !2", "c(1)|d(2)", "c(2)|d(1)", "e", "x"];

/// The gate of each label, by hand.
fn gate(label: &str) -> &'static str {
    match label.as_bytes().first() {
        Some(b'a') => "a",
        Some(b'b') => "b",
        Some(b'c') => "c|d",
        Some(b'e') => "e",
        _ => "x",
    }
}

type Edges = Vec<(usize, &'static str, usize)>;

fn graph(dice: &mut u64) -> (usize, Edges) {
    let states = 3 + below(dice, 6);
    let mut edges = Edges::new();
    for from in 0..states {
        for _ in 0..[0, 1, 2, 3, 4][below(dice, 5)] {
            let to = if below(dice, 2) == 0 { (from + 1) % states } else { below(dice, states) };
            let most = if below(dice, 3) == 0 { 8 } else { 7 };
            let label = LABELS[below(dice, most)];
            edges.push((from, label, to));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    (states, edges)
}

fn inquiry((states, edges): &(usize, Edges), level: Option<Level>) -> Option<Inquiry> {
    let lines: String = edges.iter().map(|(from, label, to)| format!("({from}, \"{label}\", {to})\n")).collect();
    ask(format!("des (0, {}, {states})\n{lines}", edges.len()).as_bytes(), FORMULA, level)
}

fn ask(graph: &[u8], formula: &str, level: Option<Level>) -> Option<Inquiry> {
    let graph = Memory::new(load(graph, &Stop::new()).expect("a graph"), Stop::new());
    let formula = mcl::load(FileId(0), formula).formula.expect("a formula");
    let settings = Settings {
        aim: Aim::Choices,
        level,
        max_classes: 1_000,
        kinds: Kind::ALL.to_vec(),
        destination: Destination::Violation,
        pattern: Vec::new(),
        given: None,
        picture: Picture::None,
        memory: 1 << 30,
        recheck: wherefore_check::Demand::default(),
    };
    why(&graph, "p", &formula, &settings).expect("an answer").findings.inquiry
}

/// Meaning of a move: avoids the failure, seals it, leaves it open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mean {
    Avoids,
    Seals,
    Open,
}

/// The definitions, followed by hand.
struct ByHand<'a> {
    edges: &'a Edges,
    live: BTreeSet<usize>,
    returning: BTreeSet<usize>,
    neighbourhoods: BTreeSet<usize>,
}

impl<'a> ByHand<'a> {
    fn new((states, edges): &'a (usize, Edges)) -> ByHand<'a> {
        let grow = |mut set: BTreeSet<usize>, step: &dyn Fn(&BTreeSet<usize>) -> BTreeSet<usize>| loop {
            let more: BTreeSet<usize> = set.union(&step(&set)).copied().collect();
            if more == set {
                return set;
            }
            set = more;
        };
        let plain = || edges.iter().filter(|(_, label, _)| *label != "x");
        let reached = grow(BTreeSet::from([0]), &|set| plain().filter(|e| set.contains(&e.0)).map(|e| e.2).collect());
        let back =
            |set: &BTreeSet<usize>| plain().filter(|e| set.contains(&e.2)).map(|e| e.0).collect::<BTreeSet<usize>>();
        let fails = edges.iter().filter(|(_, label, _)| *label == "x").map(|e| e.0).collect();
        let live: BTreeSet<usize> = grow(fails, &back).intersection(&reached).copied().collect();
        let saves = plain().filter(|e| live.contains(&e.0) && !live.contains(&e.2)).map(|e| e.0).collect();
        let within = |set: &BTreeSet<usize>| back(set).intersection(&live).copied().collect::<BTreeSet<usize>>();
        let returning = grow(saves, &within);
        let mut hand = ByHand { edges, live, returning, neighbourhoods: BTreeSet::new() };
        let decides = |state: usize| hand.moves(state).iter().any(|(mean, ..)| *mean != Mean::Open);
        let eligible = (0..*states).filter(|s| hand.live.contains(s) && (hand.returning.contains(s) || *s == 0));
        hand.neighbourhoods = eligible.filter(|s| decides(*s)).collect();
        hand
    }

    fn moves(&self, state: usize) -> Vec<(Mean, &'static str, usize)> {
        let mean = |label: &str, to: usize| match label {
            "x" => Mean::Seals,
            _ if self.returning.contains(&to) => Mean::Open,
            _ if self.live.contains(&to) => Mean::Seals,
            _ => Mean::Avoids,
        };
        self.edges.iter().filter(|e| e.0 == state).map(|(_, label, to)| (mean(label, *to), *label, *to)).collect()
    }

    /// What a level looks at.
    fn key(&self, state: usize, level: Level) -> (Vec<Mean>, BTreeSet<(Mean, &'static str)>) {
        let moves = self.moves(state);
        let kind = BTreeSet::from_iter(moves.iter().map(|m| m.0));
        // A neighbourhood with one of the two that decide is of one kind, whether something is open or not.
        let counts = |m: &Mean| *m != Mean::Open || kind.len() == 3;
        let kind = kind.iter().copied().filter(counts).collect();
        let rows = moves.iter().filter_map(|(mean, label, _)| match level {
            Level::Neighbourhood => Some((*mean, *label)),
            Level::Decision if *mean != Mean::Open => Some((*mean, *label)),
            Level::Gate if *mean != Mean::Open => Some((*mean, gate(label))),
            _ => None,
        });
        (kind, rows.collect())
    }

    fn classes(&self, level: Level) -> usize {
        self.neighbourhoods.iter().map(|s| self.key(*s, level)).collect::<BTreeSet<_>>().len()
    }

    /// By gate: moves that seal without failing, that fail, and that give up something.
    fn deeds(&self) -> BTreeMap<&'static str, [u64; 3]> {
        let mut deeds: BTreeMap<&'static str, [u64; 3]> = BTreeMap::new();
        let avoiding = |state: usize| -> BTreeSet<&str> {
            let all = self.moves(state);
            all.iter().filter(|m| m.0 == Mean::Avoids).map(|m| m.1).collect()
        };
        for state in &self.neighbourhoods {
            for (mean, label, to) in self.moves(*state) {
                let gives_up = avoiding(*state).iter().any(|a| !avoiding(to).contains(a));
                let place = match mean {
                    Mean::Seals if label == "x" => 1,
                    Mean::Seals => 0,
                    Mean::Open if gives_up => 2,
                    _ => continue,
                };
                deeds.entry(gate(label)).or_default()[place] += 1;
            }
        }
        deeds
    }
}

#[test]
fn the_level_shown_has_as_few_classes_as_there_are_decisions() {
    let (mut dice, mut asked, mut coarse) = (seed(0x1e7e1), 0, 0);
    for _ in 0..cases(300) {
        let drawn = graph(&mut dice);
        let Some(chosen) = inquiry(&drawn, None) else { continue };
        let (hand, lts) = (ByHand::new(&drawn), chosen.lts.as_ref().expect("numbers of a graph"));
        let counted: Vec<usize> = lts.levels.iter().map(|l| l.classes).collect();
        assert_eq!(counted, Level::ALL.map(|level| hand.classes(level)), "{drawn:?}");
        let by_gate = hand.classes(Level::Gate);
        let finest = Level::ALL.into_iter().find(|level| hand.classes(*level) == by_gate);
        assert_eq!((Some(lts.level), chosen.classes.len()), (finest, by_gate), "{drawn:?}");
        coarse += usize::from(lts.level > Level::Neighbourhood);
        for level in Level::ALL {
            let found = inquiry(&drawn, Some(level)).expect("it still fails");
            let states: u64 = found.classes.iter().filter_map(|c| c.count).sum();
            assert_eq!((found.level.as_str(), found.classes.len()), (level.word(), hand.classes(level)), "{drawn:?}");
            assert_eq!(states, hand.neighbourhoods.len() as u64, "{drawn:?}");
        }
        asked += 1;
    }
    counted(asked, "graphs that fail");
    counted(coarse, "of them at a coarser level");
    assert!(asked > 0);
}

#[test]
fn suspects_seal_or_make_that_possible() {
    let (mut dice, mut named) = (seed(0x5a5e), 0);
    for _ in 0..cases(300) {
        let drawn = graph(&mut dice);
        let Some(found) = inquiry(&drawn, None) else { continue };
        if found.lts.as_ref().is_some_and(|lts| lts.round.is_some()) {
            continue;
        }
        let deeds = ByHand::new(&drawn).deeds();
        let has = |place: usize| deeds.values().any(|d| d[place] > 0);
        let mut told: BTreeSet<&str> = BTreeSet::new();
        for suspect in found.suspects() {
            let own = deeds.get(gate(&suspect.name)).unwrap_or_else(|| panic!("{suspect:?} {drawn:?}"));
            told.insert(gate(&suspect.name));
            match suspect.reasons.first() {
                Some(SuspectReason::Seals(share)) => assert_eq!(share.count, own[0], "{drawn:?}"),
                Some(SuspectReason::GivesUp { moves, .. }) => {
                    assert_eq!((moves.count, own[0]), (own[2], 0), "{suspect:?} {drawn:?}");
                }
                Some(SuspectReason::Breaks(share)) => {
                    assert!(share.count == own[1] && !has(0) && !has(2), "{suspect:?} {drawn:?}");
                }
                other => panic!("{other:?}"),
            }
            named += 1;
        }
        let guilty = |d: &[u64; 3]| d[0] + d[2] > 0 || !has(0) && !has(2) && d[1] > 0;
        let expected: BTreeSet<&str> = deeds.iter().filter(|(_, d)| guilty(d)).map(|(gate, _)| *gate).collect();
        assert_eq!(told, expected, "{drawn:?}");
        let falling = found.suspects().windows(2).all(|w| w[0].score >= w[1].score && w[0].rank <= w[1].rank);
        assert!(falling, "{:?}", found.suspects());
    }
    counted(named, "suspects");
    assert!(named > 0);
}

/// Whether a run from a state comes back to another one, in one step or more, before it fails.
fn comes_back(edges: &Edges, from: usize, home: usize) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(state) = open.pop() {
        for (_, _, to) in edges.iter().filter(|e| e.0 == state && e.1 != "x") {
            if *to == home {
                return true;
            }
            if seen.insert(*to) {
                open.push(*to);
            }
        }
    }
    false
}

#[test]
fn behind_the_escape_of_a_round_nothing_comes_back() {
    let (mut dice, mut rounds) = (seed(0x20d5), 0);
    for _ in 0..cases(1_000) {
        let drawn = graph(&mut dice);
        let Some(found) = inquiry(&drawn, None) else { continue };
        let (hand, lts) = (ByHand::new(&drawn), found.lts.as_ref().expect("numbers of a graph"));
        let Some(round) = &lts.round else { continue };
        assert!(hand.returning.is_empty(), "the failure can be ruled out: {drawn:?}");
        let (home, at) = (round.state as usize, round.at as usize);
        assert!(round.home <= round.escape && comes_back(&drawn.1, at, home), "{round:?} {drawn:?}");
        let after = |label: &str| drawn.1.iter().filter(|e| e.0 == at && e.1 == label).map(|e| e.2).collect::<Vec<_>>();
        let way = |to: &usize| *to == home || comes_back(&drawn.1, *to, home);
        for action in &round.back {
            assert!(action != "x" && after(action).iter().any(way), "{round:?} {drawn:?}");
        }
        let strays = |to: &usize| round.taken == "x" || !way(to);
        assert!(after(&round.taken).iter().any(strays), "{round:?} {drawn:?}");
        let safe = |state: &usize| hand.live.contains(state) && way(state);
        let leaves = |e: &&(usize, &str, usize)| safe(&e.0) && e.1 != "x" && !safe(&e.2);
        for suspect in found.suspects() {
            if let Some(SuspectReason::LeavesRound(share)) = suspect.reasons.first() {
                let own = drawn.1.iter().filter(leaves).filter(|e| gate(e.1) == gate(&suspect.name)).count();
                assert_eq!(share.count, own as u64, "{suspect:?} {drawn:?}");
            } else {
                assert!(drawn.1.iter().find(leaves).is_none(), "{suspect:?} {drawn:?}");
            }
        }
        rounds += 1;
    }
    counted(rounds, "rounds");
    assert!(rounds > 0);
}

/// The failing state of a hand-made protocol: two users take turns, and the second may enter while the first is inside.
#[test]
fn a_protocol_that_runs_for_ever_is_judged_by_its_round() {
    let edges: Edges = vec![(0, "a !1", 1), (1, "b !1", 0), (1, "a !2", 2), (2, "x", 3), (3, "e", 0)];
    let found = inquiry(&(4, edges), None).expect("it fails");
    let round = found.lts.and_then(|lts| lts.round).expect("a round");
    assert_eq!((round.state, round.at, round.escape), (0, 1, 1));
    assert_eq!((round.taken.as_str(), round.back), ("a !2", vec!["b !1".to_owned()]));
}

/// The published examples: classes at each level, the level that is shown, and the first suspect.
#[test]
fn published_examples_have_few_classes() {
    let rows = [
        (case_study("lts/shifumi/shifumi_5.aut"), "shifumi_5.mcl", [4994, 830, 5, 4], Level::Gate, "GAME"),
        (
            corpus("clear/examples/safety/multiway_rendezvous_protocol/implem.aut"),
            "prop.mcl",
            [91, 12, 10, 4],
            Level::Gate,
            "",
        ),
        (
            corpus("clear/examples/visualization/causality_bug/COMMPROC.aut"),
            "prop.mcl",
            [25, 3, 3, 2],
            Level::Decision,
            "IAMCONSUMER",
        ),
        (corpus("clear/examples/safety/sanitary_agency/EX153.aut"), "prop2.mcl", [12, 8, 8, 3], Level::Decision, ""),
    ];
    for (path, formula, classes, level, suspect) in rows {
        let Some(path) = path else { continue };
        let found = ask(&bytes(&path), &read(&path.with_file_name(formula)), None).expect("it fails");
        let lts = found.lts.as_ref().expect("numbers of a graph");
        let counted: Vec<usize> = lts.levels.iter().map(|l| l.classes).collect();
        assert_eq!((counted.as_slice(), lts.level), (classes.as_slice(), level), "{}", path.display());
        let first = found.suspects().first().map_or("", |s| s.name.as_str());
        assert!(first.starts_with(suspect), "{}: {first}", path.display());
    }
}
