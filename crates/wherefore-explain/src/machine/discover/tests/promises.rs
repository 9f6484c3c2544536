//! Promises of a control graph, asked of a SAT solver about every step of the system.

use super::*;
use wherefore_ir::control::RegionId;
use wherefore_solve::{Answer, Engine, Lit, SatSolver, Solver, Stop};

/// All steps of a system as a solver sees them: tick 0 to tick 1, obligations met.
struct Steps {
    solver: SatSolver,
}

impl Steps {
    fn new(system: &mut System) -> Steps {
        let mut solver = SatSolver::new(Engine::best()).unwrap();
        let mut everywhere: Vec<TermId> = system.invar.iter().map(|c| c.term).collect();
        everywhere.extend(system.obligations.iter().map(|o| o.term));
        for (term, tick) in everywhere.iter().flat_map(|t| [(*t, 0), (*t, 1)]) {
            solver.assert(&system.terms, term, tick).unwrap();
        }
        for constraint in &system.trans {
            solver.assert(&system.terms, constraint.term, 0).unwrap();
        }
        let updates: Vec<_> = system.next.iter().map(|(v, u)| (*v, u.term)).collect();
        for (var, update) in updates {
            let next = system.terms.next(var);
            let equal = system.terms.eq(next, update);
            solver.assert(&system.terms, equal, 0).unwrap();
        }
        Steps { solver }
    }

    fn literal(&mut self, system: &System, term: TermId, tick: u32) -> Lit {
        self.solver.literal(&system.terms, term, tick).unwrap()
    }

    fn possible(&mut self, literals: &[Lit]) -> bool {
        self.solver.check(literals, None, &Stop::new()).unwrap() == Answer::Sat
    }
}

/// The promises that a graph breaks, in words.
pub(super) fn broken(system: &mut System, graph: &ControlGraph) -> Vec<String> {
    let mut steps = Steps::new(system);
    let mut broken = Vec::new();
    for region in graph.region_ids() {
        ends(&mut steps, system, graph, region, &mut broken);
        one_at_a_time(&mut steps, system, graph, region, &mut broken);
        if graph.region(region).parent.is_none() {
            every_change(&mut steps, system, graph, region, &mut broken);
        }
    }
    broken
}

/// A transition that is taken is enabled, starts in its source and ends in its target.
fn ends(steps: &mut Steps, system: &System, graph: &ControlGraph, region: RegionId, broken: &mut Vec<String>) {
    for t in graph.transitions_of(region).map(|t| graph.transition(t)) {
        let taken = steps.literal(system, t.taken, 0);
        let enabled = steps.literal(system, t.enabled, 0);
        let source = steps.literal(system, graph.state(t.source).active, 0);
        let target = steps.literal(system, graph.state(t.target).active, 1);
        for (what, literal) in [("enabled", enabled), ("source", source), ("target", target)] {
            if steps.possible(&[taken, !literal]) {
                broken.push(format!("{}: {what}", t.name));
            }
        }
        if system.terms.has_next(t.enabled) && t.enabled != t.taken {
            broken.push(format!("{}: enabled speaks of the next state", t.name));
        }
    }
}

fn one_at_a_time(steps: &mut Steps, system: &System, graph: &ControlGraph, region: RegionId, broken: &mut Vec<String>) {
    let all: Vec<_> = graph.transitions_of(region).map(|t| graph.transition(t)).collect();
    for (index, first) in all.iter().enumerate() {
        for second in &all[index + 1..] {
            let both = [steps.literal(system, first.taken, 0), steps.literal(system, second.taken, 0)];
            if steps.possible(&both) {
                broken.push(format!("{} with {}", first.name, second.name));
            }
        }
    }
}

/// A step that changes the control state takes a transition.
fn every_change(steps: &mut Steps, system: &System, graph: &ControlGraph, region: RegionId, broken: &mut Vec<String>) {
    let taken: Vec<TermId> = graph.transitions_of(region).map(|t| graph.transition(t).taken).collect();
    let none: Vec<Lit> = taken.into_iter().map(|t| !steps.literal(system, t, 0)).collect();
    for state in graph.states_of(region).map(|s| graph.state(s)) {
        let leaves = [steps.literal(system, state.active, 0), !steps.literal(system, state.active, 1)];
        if steps.possible(&[&leaves[..], &none].concat()) {
            broken.push(format!("leaves {} without a transition", state.name));
        }
    }
}

fn check_promises(text: &str, hints: &Hints) -> ControlGraph {
    let mut model = Model::new(text);
    let found = model.discover(hints).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(broken(&mut model.system, &found.graph), Vec::<String>::new(), "{text}\n{}", dump(&model, &found));
    found.graph
}

const EXAMPLES: &[&str] = &[
    include_str!("../../../../../../examples/ac.smv"),
    include_str!("../../../../../../examples/two_spines.smv"),
    include_str!("../../../../../../examples/parking_assist.smv"),
    include_str!("../../../../../../examples/emergency_brake.smv"),
];

#[test]
fn kept_on_examples() {
    let sizes = EXAMPLES.iter().map(|text| {
        let graph = check_promises(text, &Hints::default());
        (graph.regions.len(), graph.transitions.len())
    });
    assert_eq!(sizes.collect::<Vec<_>>(), [(1, 6), (1, 5), (3, 21), (3, 22)]);
}

/// The judge sees a wrong graph.
#[test]
fn broken_by_a_wrong_graph() {
    let mut model = Model::new(EXAMPLES[0]);
    let mut found = model.discover(&Hints::default()).unwrap();
    found.graph.transitions[0].target = StateId(2);
    found.graph.transitions[1].taken = found.graph.transitions[2].taken;
    let expected =
        ["t1: target", "t2: enabled", "t2: source", "t2: target", "t2 with t3", "leaves IDLE without a transition"];
    assert_eq!(broken(&mut model.system, &found.graph), expected);
}

/// A small generator of numbers, the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        wherefore_test::below(&mut self.0, bound)
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    fn condition(&mut self) -> String {
        let atoms = [
            "s = OFF",
            "s = IDLE",
            "s != ON",
            "e = p",
            "e = q",
            "b",
            "!b",
            "n < 2",
            "s in {OFF, ON}",
            "next(b)",
            "w = LOW",
        ];
        let tests: Vec<&str> = (0..1 + self.below(3)).map(|_| self.of(&atoms)).collect();
        tests.join(self.of(&[" & ", " & ", " & ", " | "]))
    }

    fn case(&mut self, values: &[&str]) -> String {
        let branches: Vec<String> =
            (0..2 + self.below(5)).map(|_| format!("    {} : {};", self.condition(), self.of(values))).collect();
        format!("case\n{}\n    TRUE : {};\n  esac", branches.join("\n"), self.of(values))
    }

    fn model(&mut self) -> String {
        let inner = self.case(&["OFF", "IDLE", "s"]);
        let s = self.case(&[
            "OFF",
            "IDLE",
            "ON",
            "s",
            "x",
            "{OFF, IDLE}",
            "{s, ON}",
            "case b : OFF; TRUE : IDLE; esac",
            &inner,
        ]);
        let w = self.case(&["LOW", "HIGH", "w", "{LOW, HIGH}"]);
        let n = self.case(&["0", "1", "n", "{1, 3}", "1..2"]);
        format!(
            "MODULE main
VAR s : {{OFF, IDLE, ON}}; x : {{OFF, IDLE, ON}}; w : {{LOW, HIGH}}; n : 0..3; b : boolean;
IVAR e : {{p, q, r}};
ASSIGN
  next(s) := {s};
  next(w) := {w};
  next(n) := {n};
"
        )
    }
}

#[test]
fn kept_on_random_machines() {
    for seed in 0..150 {
        let text = Random(seed).model();
        let graph = check_promises(&text, &control(&["s", "w", "n"]));
        assert_eq!(graph.states.len(), 9, "{text}");
        let names: BTreeSet<&str> = graph.transitions.iter().map(|t| t.name.as_str()).collect();
        assert_eq!(names.len(), graph.transitions.len(), "{text}");
    }
}
