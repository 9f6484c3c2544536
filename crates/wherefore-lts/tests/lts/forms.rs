//! Random graphs, written as Aldebaran text, in DOT and in FSM, are the same graph. What is found out about a graph depends on it
//! alone, so verdicts and runs are the same too. `WHEREFORE_CASES=20000` tries more.

use wherefore_lang::explicit::Explicit;
use wherefore_lang::{dot, fsm};
use wherefore_lts::{Csr, load};
use wherefore_stop::Stop;
use wherefore_test::{Random, cases, counted, seed};

const LABELS: [&str; 6] = ["a", "SEND !1", "b(c, \"d\")", "back\\slash", "tau", "ü"];

struct Graph {
    states: usize,
    edges: Vec<(usize, &'static str, usize)>,
}

impl Graph {
    fn random(random: &mut Random) -> Graph {
        let states = 1 + random.below(12);
        let edge = |random: &mut Random| (random.below(states), random.pick(&LABELS), random.below(states));
        let count = random.below(30);
        Graph { states, edges: (0..count).map(|_| edge(random)).collect() }
    }

    fn aut(&self) -> String {
        let lines = self.edges.iter().map(|(from, label, to)| format!("({from}, \"{label}\", {to})\n"));
        format!("des (0, {}, {})\n{}", self.edges.len(), self.states, lines.collect::<String>())
    }

    fn dot(&self) -> String {
        let nodes = (0..self.states).map(|state| format!("s{state} [label=\"x = {state}\"];\n"));
        let escaped = |label: &str| label.replace('\\', "\\\\").replace('"', "\\\"");
        let edges =
            self.edges.iter().map(|(from, label, to)| format!("s{from}->s{to} [label=\"{}\"]\n", escaped(label)));
        format!("digraph g {{\n{}{}}}\n", nodes.collect::<String>(), edges.collect::<String>())
    }

    fn fsm(&self) -> String {
        let values: String = (0..self.states).map(|state| format!(" \"{state}\"")).collect();
        let states: String = (0..self.states).map(|state| format!("{state}\n")).collect();
        let edges = self.edges.iter().map(|(from, label, to)| format!("{} {} \"{label}\"\n", from + 1, to + 1));
        format!("x({}) Nat{values}\n---\n{states}---\n{}", self.states, edges.collect::<String>())
    }
}

fn graph(explicit: &Explicit) -> Csr {
    Csr::of_block(explicit.initial, explicit.count, &explicit.block).expect("nothing stops it")
}

#[test]
fn all_forms_give_the_same_graph() {
    let (seed, count) = (seed(1), cases(500));
    let mut edges = 0;
    for case in 0..count {
        let random = Graph::random(&mut Random::stream(seed, case));
        let expected = load(random.aut().as_bytes(), &Stop::new()).expect("a graph");
        for (explicit, text) in [
            (dot::read(random.dot().as_bytes()).expect("a graph in DOT"), random.dot()),
            (fsm::read(random.fsm().as_bytes()).expect("a graph in FSM"), random.fsm()),
        ] {
            assert_eq!(graph(&explicit), expected, "case {case}\n{text}");
            let states = explicit.states.expect("values");
            assert!((0..expected.states()).all(|state| states.shown(state) == Some(vec![state.to_string().as_str()])));
        }
        edges += random.edges.len();
    }
    counted(edges, "transitions in three forms");
}

/// A marked state has one transition alone, all others have theirs.
#[test]
fn marked_states_say_so_and_nothing_else() {
    let mut marked = 0;
    for case in 0..cases(200) {
        let mut random = Random::stream(seed(2), case);
        let text = Graph::random(&mut random).aut();
        let graph = load(text.as_bytes(), &Stop::new()).expect("a graph");
        let marks: Vec<bool> = (0..graph.states()).map(|_| random.chance(30)).collect();
        let changed = graph.with_ends(&|state| marks[state as usize], "breaks p").expect("nothing stops it");
        let named = |graph: &Csr, state: u32| {
            let mut found = Vec::new();
            graph.out.visit(state, |label, to| found.push((graph.labels.name(label).to_owned(), to)));
            found
        };
        for state in 0..graph.states() {
            match marks[state as usize] {
                true => assert_eq!(named(&changed, state), [("breaks p".to_owned(), state)], "{text}"),
                false => assert_eq!(named(&changed, state), named(&graph, state), "{text}"),
            }
            marked += usize::from(marks[state as usize]);
        }
    }
    counted(marked, "marked states");
}
