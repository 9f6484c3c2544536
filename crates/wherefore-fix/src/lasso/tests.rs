//! Runs that never end, of random graphs, against all sets of states that a run can stay in for ever.

use super::failing_runs;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;
use wherefore_check::{Observer, Options, Session, Silent, Verdict};
use wherefore_diag::FileId;
use wherefore_ir::{System, Value};
use wherefore_lang::smv;
use wherefore_stop::Stop;
use wherefore_test::{Random, cases, counted, seed};
use wherefore_trace::Trace;

/// A set of states of a graph, each a bit.
type Set = u32;

/// A graph in which runs can end, with what fair runs do again and again.
struct Graph {
    first: Set,
    /// The states that a step leads to.
    steps: Vec<Set>,
    justice: Vec<Set>,
    /// Runs that are in the first set again and again are so in the second.
    compassion: Option<(Set, Set)>,
    bad: Set,
}

fn states(set: Set) -> impl Iterator<Item = usize> {
    (0..Set::BITS as usize).filter(move |state| set >> state & 1 == 1)
}

impl Graph {
    fn draw(random: &mut Random) -> Graph {
        let count = random.between(3, 6);
        let set = |random: &mut Random| random.between(1, (1 << count) - 2) as Set;
        let step = |random: &mut Random| if random.chance(20) { 0 } else { 1 << random.below(count) };
        let more = |random: &mut Random| if random.chance(40) { 1 << random.below(count) } else { 0 };
        Graph {
            first: 1 << random.below(count),
            steps: (0..count).map(|_| step(random) | more(random)).collect(),
            justice: (0..random.below(3)).map(|_| set(random)).collect(),
            compassion: random.chance(30).then(|| (set(random), set(random))),
            bad: 1 << random.below(count),
        }
    }

    fn text(&self) -> String {
        let name = |state: usize| format!("s{state}");
        let is_in = |set: Set| match states(set).map(name).collect::<Vec<_>>().as_slice() {
            [] => "FALSE".to_owned(),
            names => format!("x in {{{}}}", names.join(", ")),
        };
        let all: Vec<String> = (0..self.steps.len()).map(name).collect();
        let mut out = format!("MODULE main\nVAR x : {{{}}};\nINIT {};\n", all.join(", "), is_in(self.first));
        let step = |from: usize| states(self.steps[from]).map(move |to| format!("x = s{from} & next(x) = s{to}"));
        let steps: Vec<String> = (0..self.steps.len()).flat_map(step).collect();
        let steps = if steps.is_empty() { "FALSE".to_owned() } else { steps.join(" | ") };
        writeln!(out, "TRANS {steps};").expect("a text");
        self.justice.iter().for_each(|set| writeln!(out, "JUSTICE {};", is_in(*set)).expect("a text"));
        if let Some((one, two)) = self.compassion {
            writeln!(out, "COMPASSION ({}, {});", is_in(one), is_in(two)).expect("a text");
        }
        let good = format!("!({})", is_in(self.bad));
        out + &format!("CTLSPEC NAME branching := AG {good};\nLTLSPEC NAME linear := G {good};\n")
    }

    /// The states that are reached from a set inside another one, the set included.
    fn reached(&self, from: Set, inside: Set) -> Set {
        let mut found = from;
        loop {
            let more = states(found).fold(found, |all, state| all | self.steps[state] & inside);
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// Whether a run can be in all states of a set again and again, and in no other, and is fair then.
    fn is_fair_for_ever(&self, set: Set) -> bool {
        let comes_back = |state: usize| self.reached(self.steps[state] & set, set) == set;
        let is_fair = self.justice.iter().all(|again| again & set != 0)
            && self.compassion.is_none_or(|(one, two)| one & set == 0 || two & set != 0);
        set != 0 && is_fair && states(set).all(comes_back)
    }

    /// Whether a fair run that never ends meets a bad state.
    fn is_violated(&self) -> bool {
        let all = (1 << self.steps.len()) - 1;
        let live = (1..=all).filter(|set| self.is_fair_for_ever(*set)).fold(0, |live, set| live | set);
        let bad = states(self.bad & self.reached(self.first, all));
        bad.into_iter().any(|state| self.reached(1 << state, all) & live != 0)
    }

    /// The first reason why a run is not one that never ends, is fair and meets a bad state.
    fn objection(&self, run: &Trace, system: &System) -> Option<&'static str> {
        let Some(start) = run.loop_start else { return Some("it ends") };
        let x = system.terms.find_var("x")?;
        let place = |step: &wherefore_trace::Step| match step.get(x) {
            Some(Value::Enum(_, place)) => *place as usize,
            _ => usize::MAX,
        };
        let run: Vec<usize> = run.steps.iter().map(place).collect();
        let is_step = |from: usize, to: usize| self.steps.get(from).is_some_and(|next| states(*next).any(|s| s == to));
        let again: Set = run.iter().skip(start).fold(0, |all, state| all | 1 << state);
        let goes_back = run.last().zip(run.get(start)).is_some_and(|(last, first)| is_step(*last, *first));
        match () {
            () if !states(self.first).any(|first| run.first() == Some(&first)) => Some("it begins elsewhere"),
            () if !run.windows(2).all(|pair| is_step(pair[0], pair[1])) || !goes_back => Some("it has a step too many"),
            () if !self.is_fair_for_ever(again) => Some("it is not fair"),
            () if !run.iter().any(|state| states(self.bad).any(|bad| bad == *state)) => Some("nothing is wrong in it"),
            () => None,
        }
    }
}

fn read(text: &str) -> System {
    let loaded = smv::load(FileId(0), text);
    loaded.system.unwrap_or_else(|| panic!("{text}\n{:?}", loaded.diagnostics))
}

/// The runs of the violated properties, by their names.
fn asked(system: &System) -> (Vec<String>, Vec<(String, Trace)>) {
    let (stop, observer): (Stop, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    let session = Session::new(system, Options::default());
    let findings: Vec<_> = system.properties.iter().map(|p| session.check(p, &stop, &observer)).collect();
    let violated = findings.iter().filter(|f| matches!(f.verdict, Verdict::Violated(_)));
    let names = violated.map(|f| f.property.clone()).collect();
    (names, failing_runs(system, &findings, &Options::default(), (&stop, &observer)))
}

/// Runs with one thing changed that makes them wrong.
fn lies(run: &Trace) -> Vec<Trace> {
    let ended = Trace { loop_start: None, ..run.clone() };
    let late = Trace { steps: run.steps[1..].to_vec(), loop_start: run.loop_start.map(|at| at.saturating_sub(1)) };
    let mut still = run.clone();
    still.steps.truncate(1);
    still.loop_start = Some(0);
    vec![ended, late, still]
}

#[test]
fn runs_that_never_end_are_found_where_there_are_any() {
    let seed = seed(25);
    let (mut endless, mut fine, mut caught) = (0, 0, 0);
    for case in 0..cases(60) {
        let graph = Graph::draw(&mut Random::stream(seed, case + 1));
        let text = graph.text();
        let system = read(&text);
        let (violated, runs) = asked(&system);
        let wanted = if graph.is_violated() { vec!["branching", "linear"] } else { Vec::new() };
        assert_eq!(violated, wanted, "case {case}\n{text}");
        for (name, run) in &runs {
            let objection = graph.objection(run, &system);
            assert_eq!(objection, None, "case {case}, {name}: {run:?}\n{text}");
            caught += lies(run).iter().filter(|lie| graph.objection(lie, &system).is_some()).count();
        }
        endless += runs.len();
        fine += usize::from(violated.is_empty());
    }
    counted(endless, "runs that never end");
    counted(fine, "graphs without one that fails");
    counted(caught, "changed runs that are none");
}

/// Where the form of a model shows that every run goes on, the run that ends stays as it was found; so does one of a formula of another
/// kind.
#[test]
fn other_runs_stay_as_they_are() {
    let system = read(
        "MODULE main\nVAR x : {a, b};\nASSIGN init(x) := a; next(x) := b;\nCTLSPEC NAME plain := AG x = a;\n\
         CTLSPEC NAME other := EG x = a;\n",
    );
    let (violated, runs) = asked(&system);
    assert_eq!(violated, ["plain", "other"]);
    assert_eq!(runs.iter().map(|(_, run)| run.loop_start.is_some()).collect::<BTreeSet<_>>(), BTreeSet::from([false]));
}
