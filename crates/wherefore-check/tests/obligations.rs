//! Obligations: met, broken with a run, hidden by the element that states them; and properties asked after them.

use std::sync::Arc;
use wherefore_check::{EngineChoice, Observer, Options, Session, Silent, Verdict};
use wherefore_ir::text;
use wherefore_solve::Stop;

/// Counts 0 1 2 3 0 ...; values above 3 are not reached.
const COUNTER: &str = "system \"counter\"
element 0 equation \"x\"
element 1 constraint \"y\"
var x : 0..7 state
var y : 0..7 state
init (= x 0)
invar (= y (+ x 1)) element 1
next x = (ite (< x 3) (+ x 1) 0) element 0
";

/// The messages of broken obligations with the length of their runs, then the verdicts of all properties.
fn check(items: &str) -> (Vec<(String, usize)>, Vec<bool>) {
    let system = text::parse(&format!("{COUNTER}{items}")).unwrap();
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let mut answers = Vec::new();
    for engine in [EngineChoice::Bdd, EngineChoice::Auto] {
        let session = Session::new(&system, Options { engine, ..Options::default() });
        let broken = session.obligations(&Stop::new(), &observer).unwrap();
        let broken = broken.iter().map(|b| (b.obligation.message.clone(), b.counterexample.trace.len())).collect();
        let holds = |p| match session.check(p, &Stop::new(), &observer).verdict {
            Verdict::Holds { .. } | Verdict::Vacuous { .. } => true,
            Verdict::Violated(_) => false,
            Verdict::Undetermined(cause) => panic!("{engine:?}: {cause}"),
        };
        answers.push((broken, system.properties.iter().map(holds).collect()));
    }
    assert!(answers.iter().all(|a| *a == answers[0]), "{answers:?}");
    answers.swap_remove(0)
}

#[test]
fn an_obligation_that_reachable_states_meet_does_not_disturb_what_is_asked_next() {
    let (broken, verdicts) = check(
        "obligation out-of-range always (<= x 3) message \"m\"
property \"bounded\" invariant (<= x 3) text \"\"
property \"tight\" invariant (<= x 2) text \"\"
property \"returns\" ctl (AG (AF (= x 0))) text \"\"
",
    );
    assert_eq!((broken, verdicts), (vec![], vec![true, false, true]));
}

#[test]
fn a_broken_obligation_has_a_shortest_run() {
    let (broken, _) = check("obligation division-by-zero always (not (= x 2)) message \"zero\"\n");
    assert_eq!(broken, [("zero".to_owned(), 3)]);
}

/// `y = x + 1` keeps out of range values of `x + 1` away from every state; asked without it, they show.
#[test]
fn an_obligation_is_not_hidden_by_its_own_element() {
    let (broken, verdicts) = check(
        "obligation out-of-range always (or (<= (+ x 1) 3) (< y 0)) message \"hidden\" element 1
property \"same\" invariant (= y (+ x 1)) text \"\"
",
    );
    assert_eq!((broken, verdicts), (vec![("hidden".to_owned(), 4)], vec![true]));
}

/// A counter of all integers that saturates is finite once it is narrowed: the engines that take no other system prove
/// the range and then the property. The memory is read behind its flag only.
#[test]
fn a_narrowed_counter_is_proved_by_finite_engines() {
    let source = "system \"saturating\"
var first : bool state
var m : int state
var b : bool input
%0 = (ite first 0 m)
%1 = (ite (and b (< %0 1000)) (+ %0 1) %0)
init first
next first = false
next m = %1
property \"bounded\" invariant (<= %1 1000) text \"\"
property \"tight\" invariant (<= %1 9) text \"\"
";
    let counter = text::parse(source).unwrap();
    assert!(!counter.is_finite());
    let narrowed = wherefore_ir::passes::narrow::narrowed(counter);
    assert!(narrowed.is_finite());
    assert_eq!(narrowed.obligations[0].message, "`m` leaves 0..1000");
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    for engine in [EngineChoice::Bdd, EngineChoice::Sat, EngineChoice::Auto] {
        let session = Session::new(&narrowed, Options { engine, ..Options::default() });
        assert!(session.obligations(&Stop::new(), &observer).unwrap().is_empty(), "{engine:?}");
        let verdicts = narrowed.properties.iter().map(|p| session.check(p, &Stop::new(), &observer).verdict);
        let verdicts: Vec<Verdict> = verdicts.collect();
        assert!(matches!(verdicts[0], Verdict::Holds { .. }), "{engine:?}: {:?}", verdicts[0]);
        assert!(matches!(&verdicts[1], Verdict::Violated(c) if c.trace.len() == 10), "{engine:?}: {:?}", verdicts[1]);
    }
}
