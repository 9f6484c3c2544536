//! Against a slow twin that blocks every set of rules, on random machines.

use super::*;
use crate::machine::discover::{Hints, discover};
use wherefore_check::{Options, Silent};
use wherefore_diag::FileId;
use wherefore_ir::System;
use wherefore_ir::control::ControlGraph;

/// A small generator, the same on every machine.
pub(in crate::machine) struct Random(pub(in crate::machine) u64);

impl Random {
    pub(in crate::machine) fn below(&mut self, bound: u64) -> u64 {
        wherefore_test::below(&mut self.0, bound as usize) as u64
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

/// Two machines, s and r, with priorities and choices; s writes x. Transitions of one can be all that keeps the other from
/// failing.
pub(in crate::machine) fn machine(random: &mut Random) -> String {
    let states = ["P", "Q", "R"];
    let (mut defines, mut moves, mut writes) = (String::new(), String::new(), String::new());
    for index in 1..=4 + random.below(2) {
        let source = if index < 3 { "P" } else { random.pick(&states) };
        let target = random.pick(if index < 3 { &["Q", "R"] } else { &states });
        let guard = random.pick(&["i = 0", "i > 0", "i = x", "r = up", "x < 2", "i < 2 & r = dn"]);
        let target = if random.below(4) == 0 { "{Q, R}" } else { target };
        defines += &format!("  t{index} := s = {source} & {guard};\n");
        moves += &format!("    t{index} : {target};\n");
        writes += &format!("    t{index} : {};\n", random.pick(&["i", "x", "(x + 1) mod 3", "0"]));
    }
    let back = random.pick(&["i = 1", "s = Q", "s != P", "TRUE"]);
    let ways =
        ["s = R & x = 2", "s = R & r = dn", "s = Q & x = 1", "s = R", "s = P & r = dn", "s != P & r = dn & x > 0"];
    let bad = [random.pick(&ways), random.pick(&ways)].join(" | ");
    format!(
        "MODULE main\nIVAR i : 0..2;\nVAR s : {{P, Q, R}}; r : {{up, dn}}; x : 0..2;\nDEFINE\n{defines}\
         \n  u1 := r = up & i = 2;\n  u2 := r = dn & {back};\n\
         ASSIGN\n  init(s) := P; init(r) := up; init(x) := 0;\n  next(s) := case\n{moves}    TRUE : s; esac;\n\
         \n  next(x) := case\n{writes}    TRUE : x; esac;\n  next(r) := case u1 : dn; u2 : up; TRUE : r; esac;\n\
         INVARSPEC !({bad});\n"
    )
}

/// The system of a model, and its state machines.
pub(in crate::machine) fn read(text: &str) -> (System, ControlGraph) {
    let mut system = load(text);
    let graph = discover(&mut system, &Hints::default(), &|_| None).expect("no hints").graph;
    (system, graph)
}

fn load(text: &str) -> System {
    wherefore_lang::smv::load(FileId(0), text).system.unwrap_or_else(|| panic!("a sound model: {text}"))
}

/// All subsets of `0..count`, small ones first, those of a size in lexicographic order.
pub(in crate::machine) fn subsets(count: usize) -> Vec<BTreeSet<usize>> {
    let subset = |mask: u32| (0..count).filter(|e| mask >> e & 1 == 1).collect();
    let mut all: Vec<BTreeSet<usize>> = (0..1u32 << count).map(subset).collect();
    all.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    all
}

fn holds(system: &System, graph: &ControlGraph, set: &BTreeSet<usize>, options: &Options) -> bool {
    let blocked = block(system, graph, set);
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let finding = Session::new(&blocked.system, options.clone()).check(&system.properties[0], &Stop::new(), &observer);
    matches!(finding.verdict, Verdict::Holds { .. })
}

fn slowly(system: &System, graph: &ControlGraph, options: &Options) -> Vec<BTreeSet<usize>> {
    let mut found: Vec<BTreeSet<usize>> = Vec::new();
    for set in subsets(Rules::new(graph).names.len()) {
        if found.first().is_some_and(|f| f.len() < set.len()) {
            break;
        }
        if holds(system, graph, &set, options) {
            found.push(set);
        }
    }
    found
}

#[test]
fn all_minimum_sets_as_by_blocking_every_set() {
    // One engine is enough for the twin, and quicker than several.
    let slow = Options { engine: wherefore_check::EngineChoice::Bdd, ..Options::default() };
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let mut random = Random(11);
    let mut sizes = BTreeSet::new();
    for case in 0..12 {
        let text = machine(&mut random);
        let (system, graph) = read(&text);
        let good = system.properties[0].term;
        let question = MachineProblem { system: &system, graph: &graph, good, options: &slow, most: 100 };
        // Without any failing run to start from, everything has to be found.
        let found = fix_sets(&question, &[], &Stop::new(), &observer);
        let expected = slowly(&system, &graph, &slow);
        let end = if expected.is_empty() { End::Never } else { End::Complete };
        sizes.insert(expected.first().map(BTreeSet::len));
        assert_eq!(found, FixSets { sets: expected, end }, "case {case}:\n{text}");
    }
    assert!(sizes.len() > 2, "machines of several kinds are tried, not only {sizes:?}");
}

#[test]
fn a_failure_that_blocking_brings_about_costs_no_fix() {
    // With g1 blocked, t1 alone leads to a failure. That is no reason to think that every fix has to block t1.
    let text = "MODULE main\nIVAR i : boolean;\nVAR r : {open, closed}; s : {idle, run, crash};\n\
                DEFINE g1 := r = open & TRUE; t1 := s = idle & i; t2 := s = run & i;\n\
                ASSIGN init(r) := open; init(s) := idle;\n\
                next(r) := case g1 : closed; TRUE : r; esac;\n\
                next(s) := case t1 : run; t2 : crash; TRUE : s; esac;\n\
                INVARSPEC s != crash & !(s = run & r = open);\n";
    let (system, graph) = read(text);
    let (options, good) = (Options::default(), system.properties[0].term);
    let question = MachineProblem { system: &system, graph: &graph, good, options: &options, most: 100 };
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let found = fix_sets(&question, &[], &Stop::new(), &observer);
    let names = &Rules::new(&graph).names;
    assert_eq!(names[0], "g1");
    let fixes: Vec<Vec<&str>> = found.sets.iter().map(|s| s.iter().map(|r| names[*r].as_str()).collect()).collect();
    assert_eq!((fixes, found.end), (vec![vec!["t1"], vec!["t2"]], End::Complete));
}
