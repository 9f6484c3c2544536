//! Keys step by step, on machines small enough to follow by hand.

use super::{Level, LocalKey, Move, PathKey};
use wherefore_ir::control::{ControlGraph, ControlState, Region, RegionId, StateId, Transition, TransitionId};
use wherefore_ir::{TermId, Terms};

/// A graph without a system: keys look at ends only.
struct Drawing {
    graph: ControlGraph,
    nothing: TermId,
}

impl Drawing {
    fn new() -> Drawing {
        Drawing { graph: ControlGraph::default(), nothing: Terms::new().bool(true) }
    }

    fn region(&mut self, parent: Option<&str>, states: &[&str]) {
        let parent = parent.map(|name| self.state(name));
        let region = RegionId(self.graph.regions.len() as u32);
        self.graph.regions.push(Region { name: format!("r{}", region.0), parent, writes: Vec::new(), element: None });
        for name in states {
            let (name, active) = ((*name).to_owned(), self.nothing);
            self.graph.states.push(ControlState { region, name, active, element: None });
        }
    }

    /// `t1 OFF IDLE`: name, source, target.
    fn transition(&mut self, words: &str) {
        let [name, source, target] = words.split(' ').collect::<Vec<_>>()[..] else { panic!("three words") };
        let (source, target) = (self.state(source), self.state(target));
        let (region, name, nothing) = (self.graph.state(source).region, name.to_owned(), self.nothing);
        let rule = name.clone();
        let (enabled, taken, element, guard) = (nothing, nothing, None, None);
        let transition = Transition {
            region,
            source,
            target,
            name,
            named: true,
            rule,
            enabled,
            taken,
            internal: false,
            element,
            guard,
        };
        self.graph.transitions.push(transition);
    }

    fn state(&self, name: &str) -> StateId {
        StateId(self.graph.states.iter().position(|s| s.name == name).expect("a state of this name") as u32)
    }

    fn taken(&self, name: &str) -> TransitionId {
        TransitionId(self.graph.transitions.iter().position(|t| t.name == name).expect("a transition") as u32)
    }

    /// A step that takes these transitions, and starts regions in these states.
    fn step(&self, taken: &[&str], entered: &[&str]) -> Move {
        let mut step =
            Move { taken: vec![None; self.graph.regions.len()], entered: vec![None; self.graph.regions.len()] };
        for id in taken.iter().map(|t| self.taken(t)) {
            step.taken[self.graph.transition(id).region.0 as usize] = Some(id);
        }
        for id in entered.iter().map(|s| self.state(s)) {
            step.entered[self.graph.state(id).region.0 as usize] = Some(id);
        }
        step
    }

    /// The key after one region has taken these transitions one by one.
    fn after(&self, level: Level, start: &str, path: &[&str]) -> PathKey {
        let first = PathKey::initial(level, &[Some(self.state(start))]);
        path.iter().fold(first, |key, t| key.step(&self.graph, level, &self.step(&[t], &[])))
    }

    /// A region's key as `start <spine|last> end`, with what is left out left out.
    fn words(&self, local: &LocalKey) -> String {
        let state = |s: Option<StateId>| s.map_or_else(String::new, |s| self.graph.state(s).name.clone());
        let name = |t: &TransitionId| self.graph.transition(*t).name.clone();
        let spine: Vec<String> = local.spine.iter().map(name).collect();
        let last = local.last.as_ref().map_or_else(String::new, name);
        format!("{} <{}|{last}> {}", state(local.start), spine.join(","), state(local.end)).trim().to_owned()
    }

    fn all(&self, key: &PathKey) -> String {
        let parts: Vec<String> =
            key.regions.iter().map(|l| l.as_ref().map_or("-".to_owned(), |l| self.words(l))).collect();
        parts.join("; ")
    }
}

/// The air conditioner of `examples/ac.smv`.
fn ac() -> Drawing {
    let mut drawing = Drawing::new();
    drawing.region(None, &["OFF", "IDLE", "ON"]);
    for words in ["t1 OFF IDLE", "t2 IDLE OFF", "t3 OFF ON", "t4 IDLE ON", "t5 ON IDLE", "t6 ON OFF"] {
        drawing.transition(words);
    }
    drawing
}

fn check(path: &[&str], expected: &str) {
    let ac = ac();
    assert_eq!(ac.all(&ac.after(Level::Spine, "OFF", path)), expected, "{path:?}");
}

#[test]
fn loops_are_erased_as_they_close() {
    check(&["t1", "t4", "t6", "t3", "t5"], "OFF <t3|t5>");
    check(&["t1", "t4"], "OFF <t1|t4>");
    check(&["t1", "t4", "t5"], "OFF <t1,t4|t5>");
    check(&["t1", "t4", "t5", "t4"], "OFF <t1|t4>");
    check(&["t3", "t5", "t2", "t1"], "OFF <|t1>");
    check(&["t1", "t2"], "OFF <t1|t2>");
    check(&["t1"], "OFF <|t1>");
    check(&[], "OFF <|>");
}

#[test]
fn self_loops_and_parallel_transitions() {
    let mut drawing = Drawing::new();
    drawing.region(None, &["A", "B"]);
    for words in ["a A A", "b B B", "p A B", "q A B", "r B A"] {
        drawing.transition(words);
    }
    let spine = |path: &[&str]| drawing.all(&drawing.after(Level::Spine, "A", path));
    assert_eq!(spine(&["a"]), "A <|a>");
    assert_eq!(spine(&["a", "a", "p"]), "A <|p>");
    assert_eq!(spine(&["p", "b", "b"]), "A <p|b>");
    assert_eq!(spine(&["p", "b", "r"]), "A <p|r>");
    assert_eq!(spine(&["p", "r", "q", "b"]), "A <q|b>");
    assert_eq!(spine(&["p", "r", "a"]), "A <|a>");
}

#[test]
fn every_level_is_read_off_the_spine() {
    let ac = ac();
    let path = ["t1", "t4", "t5"];
    let spine = ac.after(Level::Spine, "OFF", &path);
    let at = |level: Level| ac.all(&spine.at_level(&ac.graph, level));
    assert_eq!(at(Level::Spine), "OFF <t1,t4|t5>");
    assert_eq!(at(Level::Suffix(2)), "<t1,t4|t5>");
    assert_eq!(at(Level::Suffix(1)), "<t4|t5>");
    assert_eq!(at(Level::Suffix(0)), "<|t5>");
    assert_eq!(at(Level::Last), "<|t5>");
    assert_eq!(at(Level::Ends), "OFF <|> IDLE");
    assert_eq!(at(Level::Final), "<|> IDLE");
    for level in [Level::Last, Level::Ends, Level::Final] {
        assert_eq!(spine.at_level(&ac.graph, level), ac.after(level, "OFF", &path), "{level:?}");
    }
}

#[test]
fn a_run_that_has_not_moved() {
    let ac = ac();
    let at = |level: Level| ac.all(&ac.after(Level::Spine, "ON", &[]).at_level(&ac.graph, level));
    assert_eq!(at(Level::Suffix(1)), "ON <|>");
    assert_eq!(at(Level::Last), "ON <|>");
    assert_eq!(at(Level::Ends), "ON <|> ON");
    assert_eq!(at(Level::Final), "<|> ON");
}

/// A region inside `IN`, and one inside `DEEP` of that region.
fn nested() -> Drawing {
    let mut drawing = Drawing::new();
    drawing.region(None, &["OUT", "IN"]);
    drawing.region(Some("IN"), &["SHALLOW", "DEEP"]);
    drawing.region(Some("DEEP"), &["X", "Y"]);
    let all = ["enter OUT IN", "again IN IN", "leave IN OUT", "idle OUT OUT", "down SHALLOW DEEP", "up DEEP SHALLOW"];
    all.into_iter().chain(["xy X Y", "yx Y X"]).for_each(|words| drawing.transition(words));
    drawing
}

#[test]
fn a_nested_region_counts_from_its_last_entry() {
    let drawing = nested();
    let mut key = PathKey::initial(Level::Spine, &[Some(drawing.state("OUT")), None, None]);
    let mut step = |taken: &[&str], entered: &[&str], expected: &str| {
        key = key.step(&drawing.graph, Level::Spine, &drawing.step(taken, entered));
        assert_eq!(drawing.all(&key), expected, "{taken:?}");
    };
    step(&["idle"], &[], "OUT <|idle>; -; -");
    step(&["enter"], &["SHALLOW"], "OUT <|enter>; SHALLOW <|>; -");
    step(&["down"], &["X"], "OUT <|enter>; SHALLOW <|down>; X <|>");
    step(&["xy"], &[], "OUT <|enter>; SHALLOW <|down>; X <|xy>");
    step(&[], &[], "OUT <|enter>; SHALLOW <|down>; X <|xy>");
    step(&["again"], &["DEEP", "Y"], "OUT <enter|again>; DEEP <|>; Y <|>");
    step(&["yx"], &[], "OUT <enter|again>; DEEP <|>; Y <|yx>");
    step(&["up", "xy"], &[], "OUT <enter|again>; DEEP <|up>; -");
    step(&["leave", "down"], &[], "OUT <enter|leave>; -; -");
    step(&["enter"], &["DEEP", "Y"], "OUT <|enter>; DEEP <|>; Y <|>");
}

fn latest(key: &PathKey) -> Vec<u32> {
    key.latest.iter().map(|r| r.0).collect()
}

#[test]
fn what_moved_last_is_told_until_something_else_moves() {
    let drawing = nested();
    let start = [Some(drawing.state("IN")), Some(drawing.state("SHALLOW")), None];
    for level in [Level::Spine, Level::Last, Level::Ends, Level::Final] {
        let mut key = PathKey::initial(level, &start);
        let mut step = |taken: &[&str], entered: &[&str], expected: &[u32], rests: bool| {
            key = key.step(&drawing.graph, level, &drawing.step(taken, entered));
            let told = level.tells_transitions();
            let expected = if told { expected.to_vec() } else { Vec::new() };
            assert_eq!((latest(&key), key.rests), (expected, rests && told), "{level:?} {taken:?}");
        };
        step(&[], &[], &[], true);
        step(&["down"], &["X"], &[1], false);
        step(&["xy"], &[], &[2], false);
        step(&[], &[], &[2], true);
        // A region that the step itself ends or begins anew has no last transition.
        step(&["up", "yx"], &[], &[1], false);
        step(&["again", "down"], &["SHALLOW"], &[0], false);
    }
}

#[test]
fn one_region_or_none_needs_no_order_and_none_never_rests() {
    let ac = ac();
    let key = ac.after(Level::Spine, "OFF", &["t1"]);
    assert_eq!((latest(&key), key.rests), (Vec::new(), false));
    let rested = key.step(&ac.graph, Level::Spine, &ac.step(&[], &[]));
    assert!(rested.rests && rested.going_on() == key);
    let none = Drawing::new();
    let nothing = PathKey::initial(Level::Spine, &[]);
    assert_eq!(nothing.step(&none.graph, Level::Spine, &none.step(&[], &[])), nothing);
}

#[test]
fn levels_without_transitions_forget_how_a_run_ends() {
    let ac = ac();
    let key = ac.after(Level::Spine, "OFF", &["t1"]).step(&ac.graph, Level::Spine, &ac.step(&[], &[]));
    for level in [Level::Suffix(0), Level::Last, Level::Ends, Level::Final] {
        assert_eq!(key.at_level(&ac.graph, level).rests, level.tells_transitions(), "{level:?}");
    }
    assert_eq!(key.at_level(&ac.graph, Level::Suffix(0)), key.at_level(&ac.graph, Level::Last));
}

#[test]
fn locations_follow_from_keys_of_every_level() {
    let ac = ac();
    for level in [Level::Spine, Level::Last, Level::Ends, Level::Final] {
        for (path, expected) in [(&["t1", "t4"][..], "ON"), (&["t3", "t5"], "IDLE"), (&[], "OFF")] {
            let key = ac.after(level, "OFF", path);
            assert_eq!(key.location(&ac.graph), [Some(ac.state(expected))], "{level:?} {path:?}");
        }
    }
}
