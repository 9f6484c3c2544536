//! Events that a chart sends to itself and that nothing reacts to, on random charts, against a walk through all of their states.
//!
//! Charts are flat: states raise events when they are entered, and transitions on such events lead to later states, so that every
//! chart comes to rest. `WHEREFORE_SEED` and `WHEREFORE_CASES` set which charts and how many.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use wherefore_check::{Observer, Options, Silent};
use wherefore_diag::FileId;
use wherefore_lint::{Kind, lint};
use wherefore_test::{Random, cases, counted, seed};

const STATES: usize = 5;
/// Events of the environment, and those that the chart raises.
const OUTER: [&str; 2] = ["go", "back"];
const INNER: [&str; 3] = ["ping", "pong", "tick"];

struct Chart {
    /// Raised when a state is entered.
    raised: Vec<Vec<&'static str>>,
    /// Event and target, in the order of the document.
    transitions: Vec<Vec<(&'static str, usize)>>,
}

impl Chart {
    fn random(seed: u64) -> Chart {
        let mut random = Random::new(seed);
        let mut chart = Chart { raised: Vec::new(), transitions: Vec::new() };
        for state in 0..STATES {
            let count = random.below(3);
            chart.raised.push((0..count).map(|_| INNER[random.below(INNER.len())]).collect());
            let mut list = Vec::new();
            for _ in 0..random.below(3) {
                list.push((OUTER[random.below(OUTER.len())], random.below(STATES)));
            }
            if state + 1 < STATES {
                for _ in 0..random.below(3) {
                    let target = state + 1 + random.below(STATES - state - 1);
                    list.push((INNER[random.below(INNER.len())], target));
                }
            }
            chart.transitions.push(list);
        }
        chart
    }

    fn text(&self) -> String {
        let head = "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" xmlns:wf=\"urn:wherefore:scxml:1\" version=\"1.0\" wf:queue=\"20\" initial=\"s0\">\n";
        let events: String = OUTER.iter().map(|e| format!("<wf:event name=\"{e}\"/>\n")).collect();
        let mut text = head.to_owned() + &events;
        for state in 0..STATES {
            let raised: String = self.raised[state].iter().map(|e| format!("<raise event=\"{e}\"/>")).collect();
            text += &format!("<state id=\"s{state}\"><onentry>{raised}</onentry>\n");
            for (event, target) in &self.transitions[state] {
                text += &format!("<transition event=\"{event}\" target=\"s{target}\"/>\n");
            }
            text += "</state>\n";
        }
        text + "</scxml>\n"
    }

    fn target(&self, state: usize, event: &str) -> Option<usize> {
        self.transitions[state].iter().find(|(e, _)| *e == event).map(|(_, target)| *target)
    }

    /// Enters a state, and goes on until the chart is at rest: the state then. Notes the events that were read and heard.
    fn enter(&self, state: usize, read: &mut BTreeSet<&'static str>, heard: &mut BTreeSet<&'static str>) -> usize {
        let mut state = state;
        let mut queue: VecDeque<&'static str> = self.raised[state].iter().copied().collect();
        while let Some(event) = queue.pop_front() {
            read.insert(event);
            if let Some(target) = self.target(state, event) {
                heard.insert(event);
                state = target;
                queue.extend(&self.raised[state]);
            }
        }
        state
    }

    /// Events that are read and never heard.
    fn ignored(&self) -> BTreeSet<String> {
        let (mut read, mut heard) = (BTreeSet::new(), BTreeSet::new());
        let mut waiting = vec![self.enter(0, &mut read, &mut heard)];
        let mut seen: BTreeSet<usize> = waiting.iter().copied().collect();
        while let Some(state) = waiting.pop() {
            for target in OUTER.into_iter().filter_map(|event| self.target(state, event)) {
                let rest = self.enter(target, &mut read, &mut heard);
                if seen.insert(rest) {
                    waiting.push(rest);
                }
            }
        }
        read.difference(&heard).map(|e| (*e).to_owned()).collect()
    }
}

#[test]
fn ignored_events_are_those_of_a_walk_through_all_states() {
    let (seed, count) = (seed(1), cases(40));
    let mut events = 0;
    for case in 0..count {
        let chart = Chart::random(seed.wrapping_mul(1_000_003).wrapping_add(case));
        let text = chart.text();
        let loaded = wherefore_lang::scxml::load(FileId(0), &text);
        let system = loaded.system.unwrap_or_else(|| panic!("refused: {:?}\n{text}", loaded.diagnostics));
        let (stop, observer): (_, Arc<dyn Observer>) = (wherefore_stop::Stop::new(), Arc::new(Silent));
        let found = lint(&system, Options::default(), (&stop, &observer), &mut |_| ());
        assert!(found.open.is_empty(), "case {case}: not decided: {:?}\n{text}", found.open);
        let ignored = found.findings.iter().filter(|f| f.kind == Kind::IgnoredEvent);
        let ignored: BTreeSet<String> = ignored.map(|f| f.name.clone()).collect();
        assert_eq!(ignored, chart.ignored(), "case {case}\n{text}");
        events += ignored.len();
    }
    counted(events, "events that nothing reacts to");
}
