//! The case studies: how many classes each model has at each level, which ones, and that both routes agree.

use crate::support::example::{Example, silent};
use wherefore_check::{Demand, EngineChoice, NoAnswer, Options};
use wherefore_explain::Completeness;
use wherefore_explain::machine::enumerate::several_starts;
use wherefore_explain::machine::path_class::Level;
use wherefore_explain::machine::representative::Representatives;
use wherefore_explain::machine::suspects::SuspectRanking;
use wherefore_explain::machine::words::Words;
use wherefore_solve::{Setup, SolverPrograms, Stop};

const LEVELS: [Level; 4] = [Level::Final, Level::Ends, Level::Last, Level::Spine];

/// The classes at a level with the steps of their shortest runs, all of them.
fn keys(example: &Example, level: Level, engine: EngineChoice) -> Vec<String> {
    let options = Options { engine, ..Options::default() };
    let found = example.question(&options).classes(level, &Stop::new(), &silent());
    let complete = matches!(found.completeness, Completeness::Complete { .. });
    assert!(complete, "level {}: {:?}", level.word(), found.completeness);
    let words = Words { graph: &example.graph, several_starts: several_starts(&example.system, &example.graph) };
    found.classes.iter().map(|(key, length)| format!("{} {length}", words.key(key, level))).collect()
}

/// The counts at levels 4, 3, 2 and 1, the same by every route; gives the keys and lengths at level 1.
fn check(name: &str, engines: &[EngineChoice], expected: [usize; 4]) -> Vec<String> {
    let example = Example::load(name);
    let mut spines = Vec::new();
    for (level, count) in LEVELS.into_iter().zip(expected) {
        let routes: Vec<_> = engines.iter().map(|e| keys(&example, level, *e)).collect();
        assert!(routes.iter().all(|r| *r == routes[0]), "{name}, level {}: {routes:#?}", level.word());
        assert_eq!(routes[0].len(), count, "{name}, level {}: {:#?}", level.word(), routes[0]);
        spines.clone_from(&routes[0]);
    }
    spines
}

const FINITE: &[EngineChoice] = &[EngineChoice::Bdd, EngineChoice::Sat];

#[test]
fn air_conditioner() {
    let expected = ["<t1,t4> 2", "<t3,t5> 2", "<t1,t4,t5> 3", "<t3,t5,t4> 3"];
    assert_eq!(check("ac", FINITE, [2, 2, 2, 4]), expected);
    assert_eq!(check("ac_reduced", FINITE, [2, 2, 2, 4]), expected);
}

#[test]
fn two_storey_air_conditioner() {
    for name in ["ac2_a", "ac2_b"] {
        let spines = check(name, FINITE, [2, 2, 3, 20]);
        for printed in ["<t6,t14,t12> 3", "<t5,t12> 2", "<t5,t12,t16,t15> 4"] {
            assert!(spines.iter().any(|s| s == printed), "{name}: {spines:#?}");
        }
    }
}

/// The loop that forbids every path with a spine inside finds one of these two.
#[test]
fn a_class_hidden_by_another() {
    assert_eq!(check("two_spines", FINITE, [1, 1, 1, 2]), ["<a,b,t9> 3", "<c,t9> 5"]);
}

#[test]
fn cruise_assist() {
    check("cruise_assist", FINITE, [2, 3, 5, 14]);
}

#[test]
fn lane_keeping() {
    check("lane_keeping", FINITE, [3, 3, 13, 15]);
}

#[test]
fn parking_assist() {
    check("parking_assist", FINITE, [5, 7, 17, 27]);
}

#[test]
fn emergency_brake() {
    check("emergency_brake", FINITE, [3, 4, 4, 8]);
}

/// Unbounded data: the memory of a run is finite, so the classes are.
#[test]
fn unbounded_air_conditioner() {
    let expected = ["<t1,t4> 2", "<t3,t5> 2", "<t1,t4,t5> 3", "<t3,t5,t4> 3"];
    assert_eq!(check("ac_integer", &[EngineChoice::Smt], [2, 2, 2, 4]), expected);
}

/// A proof whose judge is not installed is withheld, which is no reason to search deeper for ever.
#[test]
fn a_missing_judge_ends_the_search() {
    let places = vec![("cvc5".to_owned(), "/nowhere".into())];
    let programs = SolverPrograms::new(Setup { places, ..Setup::default() });
    let options = Options { engine: EngineChoice::Smt, recheck: Demand::Required, programs, ..Options::default() };
    let found = Example::load("ac_integer").question(&options).classes(Level::Spine, &Stop::new(), &silent());
    assert_eq!(found.classes.len(), 4);
    let is_withheld = matches!(&found.completeness, Completeness::Stopped { cause: NoAnswer::Unconfirmed(_), .. });
    assert!(is_withheld, "{:?}", found.completeness);
}

/// The seeded bugs are the first suspects, and the fix that changes least.
#[test]
fn suspects_of_a_car() {
    let seeded = [
        ("cruise_assist", ["t3", "t8", "t16"]),
        ("lane_keeping", ["t3", "t7", "t11"]),
        ("parking_assist", ["t7", "t10", "t17"]),
        ("emergency_brake", ["t5", "t12", "t22"]),
    ];
    for (name, bugs) in seeded {
        let example = Example::load(name);
        let (options, stop) = (Options::default(), Stop::new());
        let question = example.question(&options);
        let classes = question.classes(Level::Spine, &stop, &silent()).classes;
        let runs = Representatives::new(&question, Level::Spine).runs(&classes, &stop).found;
        assert_eq!(runs.len(), classes.len());
        let failing: Vec<_> = classes.into_iter().zip(runs).map(|((key, _), (trace, _))| (key, trace)).collect();
        let inquest = SuspectRanking::new(&question, &failing, &stop, &silent());
        let suspicion = inquest.conclude((1..=failing.len()).collect());
        let mut first: Vec<&str> = suspicion.suspects.iter().take(3).map(|s| s.name.as_str()).collect();
        first.sort_by_key(|n| bugs.iter().position(|b| b == n));
        assert_eq!(first, bugs, "{name}: {:#?}", suspicion.suspects);
        assert!(suspicion.fix_sets[0].gentlest, "{name}: {:#?}", suspicion.fix_sets);
        assert_eq!(suspicion.fix_sets[0].names, bugs, "{name}: {:#?}", suspicion.fix_sets);
    }
}
