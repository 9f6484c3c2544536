//! On the examples, whose bugs are known.

use super::*;
use crate::machine::discover::{Hints, discover};
use crate::machine::path_class::Level;
use crate::machine::representative::Representatives;
use crate::result::suspect::{Classes, Share, SuspectReason};
use wherefore_check::{Options, Silent};
use wherefore_diag::FileId;
use wherefore_lang::smv::load;
use wherefore_solve::StopReason;

const AC: &str = include_str!("../../../../../examples/ac.smv");
const AC2_A: &str = include_str!("../../../../../examples/ac2_a.smv");
const AC2_B: &str = include_str!("../../../../../examples/ac2_b.smv");

/// Suspects of the first property.
fn suspicion(text: &str, stop: &Stop) -> RankedSuspects {
    let mut system = load(FileId(0), text).system.expect("a sound model");
    let graph = discover(&mut system, &Hints::default(), &|_| None).expect("no hints").graph;
    let (options, good) = (Options::default(), system.properties[0].term);
    let question = MachineProblem { system: &system, graph: &graph, good, options: &options, most: 100 };
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let classes = question.classes(Level::Spine, &Stop::new(), &observer).classes;
    let runs = Representatives::new(&question, Level::Spine).runs(&classes, &Stop::new()).found;
    let classes: Vec<(PathKey, Trace)> = classes.into_iter().zip(runs).map(|((k, _), (t, _))| (k, t)).collect();
    SuspectRanking::new(&question, &classes, stop, &observer).conclude((1..=classes.len()).collect())
}

fn names(suspicion: &RankedSuspects) -> Vec<(usize, &str)> {
    suspicion.suspects.iter().map(|s| (s.rank, s.name.as_str())).collect()
}

#[test]
fn ac_has_four_minimum_fix_sets_and_the_bugs_keep_most() {
    let found = suspicion(AC, &Stop::new());
    let sets: Vec<(String, Option<f64>)> = found.fix_sets.iter().map(|f| (f.names.join(","), f.preserved)).collect();
    let expected = [("t4,t5", 25.0 / 27.0), ("t1,t3", 0.0), ("t1,t5", 0.0), ("t3,t4", 0.0)];
    assert_eq!(sets.len(), 4);
    for ((names, preserved), (expected, share)) in sets.iter().zip(expected) {
        assert_eq!(names, expected);
        assert!((preserved.unwrap_or(-1.0) - share).abs() < 1e-9, "{names}: {preserved:?}");
    }
    let t4 = found.fix_sets[0].each[0].unwrap_or(-1.0);
    assert!((t4 - 16.0 / 17.0).abs() < 1e-9);
    assert_eq!(names(&found)[..2], [(1, "t4"), (2, "t5")]);
    assert_eq!(found.notes, Vec::<String>::new());
}

#[test]
fn reasons_are_told_strongest_first() {
    let found = suspicion(AC, &Stop::new());
    let [removes, keeps, member, taken, ..] = found.suspects[0].reasons.as_slice() else { panic!("{found:?}") };
    assert_eq!(*removes, SuspectReason::Removes(Classes { numbers: vec![1, 3, 4], of: 4 }));
    assert!(matches!(keeps, SuspectReason::Keeps(share) if (share - 16.0 / 17.0).abs() < 1e-9), "{keeps:?}");
    let best = vec!["t4".to_owned(), "t5".to_owned()];
    assert_eq!(*member, SuspectReason::InFixSet { best, gentlest: true, sets: 2 });
    assert!(matches!(taken, SuspectReason::Taken { failing: Share { count: 3, of: 4 }, .. }), "{taken:?}");
    let hopeless = found.suspects.iter().find(|s| s.name == "t1").map(|s| &s.reasons[1]);
    assert_eq!(hopeless, Some(&SuspectReason::Keeps(0.0)));
}

#[test]
fn the_best_fix_set_of_ac2_is_its_bugs() {
    // Candidate B has two other minimum sets, as trying every subset confirms; no stronger guard helps there. The guard of
    // t15 is wrong as a whole, so that nothing of it can be kept and Ochiai alone has to put it forward.
    for (text, count, top) in [(AC2_A, 1, 3), (AC2_B, 3, 2)] {
        let found = suspicion(text, &Stop::new());
        assert_eq!(found.fix_sets.len(), count);
        assert_eq!(found.fix_sets[0].names, ["t11", "t12", "t15"]);
        assert_eq!(found.fix_sets[0].each[2], Some(0.0));
        let names = names(&found);
        assert!(
            names[..top].iter().all(|(_, name)| found.fix_sets[0].names.contains(&(*name).to_owned())),
            "{names:?}"
        );
        assert_eq!(found.notes, Vec::<String>::new());
    }
}

#[test]
fn a_fired_signal_ends_every_part_and_is_told() {
    let stop = Stop::new();
    stop.fire(StopReason::Interrupted);
    let found = suspicion(AC, &stop);
    assert_eq!(found.fix_sets, []);
    assert_eq!(found.notes.len(), 2);
    assert!(found.notes.iter().all(|n| n.ends_with("stopped: interrupted")), "{:?}", found.notes);
}

#[test]
fn without_control_there_is_nothing_to_suspect() {
    let text = "MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0; next(x) := (x + 1) mod 4;\nINVARSPEC x < 3;\n";
    assert_eq!(suspicion(text, &Stop::new()), RankedSuspects::default());
}

#[test]
fn a_failure_before_any_transition_has_no_fix() {
    let text = "MODULE main\nVAR s : {P, Q};\nASSIGN init(s) := P; next(s) := case s = P : Q; TRUE : P; esac;\n\
                INVARSPEC s = Q;\n";
    let found = suspicion(text, &Stop::new());
    assert_eq!(found.fix_sets, []);
    assert_eq!(found.notes, ["no set of transitions makes the property hold when it is blocked"]);
}
