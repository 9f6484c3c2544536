//! Reported texts are what was verified: texts of edits, names, suspects, points of no return.

use super::blame::Blame;
use super::candidates::candidates;
use super::change::Change;
use super::edits::EditSearch;
use super::judge::Judge;
use super::no_return::points_of_no_return;
use super::offer::offer;
use super::premises::in_proof;
use super::suspects::Grounds;
use crate::result::contract::{PremiseState, Replaced};
use crate::result::explanation::PointOfNoReturn;
use crate::result::suspect::SuspectKind;
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Observer, Options, Session, Silent, Verdict};
use wherefore_diag::SourceMap;
use wherefore_ir::refinement::{Check, Conjunct, ContractId, PartId, Refinement, Side};
use wherefore_ir::{Op, TermId, Value};
use wherefore_lang::oss;
use wherefore_solve::{Stop, StopReason};
use wherefore_trace::{Step, Trace};

fn load(text: &str) -> Refinement {
    let loaded = oss::load(SourceMap::single("test.oss", text), &mut |_| Err(oss::NotIncluded::Missing));
    assert!(!loaded.diagnostics.has_errors(), "{:#?}\n{text}", loaded.diagnostics);
    loaded.refinements.into_iter().next().expect("a refinement")
}

/// One part with the outputs `o` and `r`, both of the whole too.
fn single(asked: &str, promised: &str) -> String {
    format!(
        "COMPONENT Sys system\n INTERFACE\n  INPUT PORT i: boolean;\n  OUTPUT PORT o: boolean;\n  OUTPUT PORT r: boolean;\n  \
         CONTRACT c assume: true; guarantee: {asked};\n REFINEMENT\n  SUB a: A;\n  CONNECTION a.i := i;\n  CONNECTION o := \
         a.o;\n  CONNECTION r := a.r;\n  CONTRACT c REFINEDBY a.k;\nCOMPONENT A\n INTERFACE\n  INPUT PORT i: boolean;\n  \
         OUTPUT PORT o: boolean;\n  OUTPUT PORT r: boolean;\n  CONTRACT k assume: true; guarantee: {promised};\n"
    )
}

/// Two instances of one component in a row: `i -> a -> b -> o`.
const CHAIN: &str = "
COMPONENT Sys system
 INTERFACE
  INPUT PORT i: boolean;
  OUTPUT PORT o: boolean;
  CONTRACT c assume: true; guarantee: always (i implies in the future o);
 REFINEMENT
  SUB a: A;
  SUB b: A;
  CONNECTION a.i := i;
  CONNECTION b.i := a.o;
  CONNECTION o := b.o;
  CONTRACT c REFINEDBY a.k, b.k;
COMPONENT A
 INTERFACE
  INPUT PORT i: boolean;
  OUTPUT PORT o: boolean;
  CONTRACT k assume: always (i or not i); guarantee: always (i implies in the future o);
";

fn with_judge<T>(act: impl FnOnce(&Judge<'_>) -> T) -> T {
    let (stop, observer): (Stop, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    act(&Judge::new(&Options::default(), &stop, &observer))
}

fn failing_run(refinement: &Refinement, check: &Check) -> Trace {
    let property = refinement.system.property(&check.property).expect("a property");
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    match Session::new(&refinement.system, Options::default()).check(property, &Stop::new(), &observer).verdict {
        Verdict::Violated(run) => run.trace,
        verdict => panic!("{verdict:?}"),
    }
}

/// A formula with every operand in parentheses; where their order means nothing they are sorted.
fn spelled(refinement: &Refinement, term: TermId) -> String {
    let terms = &refinement.system.terms;
    let mut list: Vec<String> = terms.operands(term).iter().map(|t| spelled(refinement, *t)).collect();
    if matches!(terms.op(term), Op::And | Op::Or | Op::Xor | Op::Eq) {
        list.sort();
    }
    match terms.op(term) {
        Op::Var(v) => terms.var(v).name.clone(),
        op => format!("{op:?}({})", list.join(", ")),
    }
}

#[test]
fn what_to_write_is_the_formula_that_was_verified() {
    let promises = [
        "always (i implies in the future o and r)",
        "G (i -> F o & r)",
        "G(i -> F o & r)",
        "always ( i implies ( in the future o and r ) )",
        "always(not r implies (i implies in the future o))",
        "always (i implies  (o or then o) and r)",
        "(o implies r)",
        "always ((i and r implies o) and (r or o))",
        "in the future o or  r",
        "always (i implies (o  iff (r implies in the future o)))",
        "always ((o until  r) or in the future (i implies o))",
    ];
    let mut count = 0;
    for promise in promises {
        let text = single("always (i implies o)", promise);
        let mut refinement = load(&text);
        let check = refinement.checks[0].clone();
        for candidate in candidates(&mut refinement, &check, &BTreeSet::new()) {
            let Change::Replace { contract, side, conjunct, term, .. } = &candidate.change else { continue };
            let owner = refinement.contract(*contract).owner;
            let Some(edit) = offer(&refinement, &check, &candidate).filter(|_| owner.is_some()) else { continue };
            assert_eq!(refinement.contract(*contract).guarantees.len(), 1, "one conjunct: {promise}");
            let read = load(&single("always (i implies o)", &edit.after));
            let list = read.contract(*contract).side(*side);
            let mut spelt: Vec<String> = list.iter().map(|c| spelled(&read, c.term)).collect();
            spelt.sort();
            let joined = if spelt.len() == 1 { spelt.remove(0) } else { format!("And({})", spelt.join(", ")) };
            assert_eq!((*conjunct, joined), (0, spelled(&refinement, *term)), "{edit:#?}");
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}

#[test]
fn the_part_has_the_parentheses_too() {
    let mut refinement = load(&single("G (i -> (o | X o) & r)", "G(i -> F o & r)"));
    let check = refinement.checks[0].clone();
    let list = candidates(&mut refinement, &check, &BTreeSet::new());
    let parts: Vec<Replaced> = list.iter().filter_map(|c| offer(&refinement, &check, c)?.part).collect();
    assert!(parts.iter().any(|p| p.after == "(o | X o)" && p.before == "F o"), "{parts:#?}");
}

#[test]
fn what_is_granted_is_relied_on() {
    let mut refinement = load(CHAIN);
    let check = refinement.check("c.G1").expect("a check").clone();
    assert_eq!(with_judge(|j| in_proof(&refinement, &check, j)), [PremiseState::Used; 2]);
    let terms = &mut refinement.system.terms;
    let [a, b] = ["a.o", "b.o"].map(|n| terms.find_var(n).expect("a port")).map(|v| terms.now(v));
    let later = terms.apply(Op::F, &[b]);
    let body = terms.implies(a, later);
    let (term, text) = (terms.apply(Op::G, &[body]), String::new());
    refinement.granted.push(Conjunct { name: "constraint".to_owned(), term, text, element: None });
    assert_eq!(with_judge(|j| in_proof(&refinement, &check, j)), [PremiseState::Used, PremiseState::Unused]);
}

#[test]
fn without_an_answer_nothing_is_used() {
    let refinement = load(CHAIN);
    let (stop, observer): (Stop, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    stop.fire(StopReason::Interrupted);
    let judge = Judge::new(&Options::default(), &stop, &observer);
    assert_eq!(in_proof(&refinement, refinement.check("c.G1").expect("a check"), &judge), [PremiseState::Open; 2]);
}

#[test]
fn a_failure_may_be_sealed_in_the_second_round() {
    let text = single("always (i implies then o)", "always (o iff i)").replacen("assume: true", "assume: not i", 1);
    let refinement = load(&text);
    let check = &refinement.checks[0];
    let system = &refinement.system;
    let step = |value: bool| {
        let mut step = Step { values: vec![None; system.terms.var_count()], element: None };
        for name in ["i", "o", "r", "a.i", "a.o", "a.r"] {
            step.set(system.terms.find_var(name).expect("a port"), Value::Bool(value));
        }
        step
    };
    let run = Trace::lasso(vec![step(false), step(true)], 0);
    let (found, open) = with_judge(|j| points_of_no_return(&refinement, check, &run, j));
    assert_eq!((found.system, found.all, open), (PointOfNoReturn::At(0), PointOfNoReturn::Again(0), None));
    let (stop, observer): (Stop, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    stop.fire(StopReason::Interrupted);
    let (found, open) =
        points_of_no_return(&refinement, check, &run, &Judge::new(&Options::default(), &stop, &observer));
    assert_eq!((found.system, found.all, open.is_some()), (PointOfNoReturn::Open, PointOfNoReturn::Open, true));
}

#[test]
fn a_contract_whose_assumption_does_not_hold_is_not_relied_on() {
    let text = |assumed: &str, promised: &str| {
        single("in the future o", "true").replace("a.i := i", "a.i := o").replace(
            "guarantee: true;",
            &format!("guarantee: true;\n  CONTRACT l assume: {assumed}; guarantee: {promised};"),
        )
    };
    for (assumed, promised, helps) in [
        ("always not i", "in the future o", false),
        ("true", "in the future o", true),
        ("i or not i", "in the future o", true),
        ("i", "in the future o", false),
    ] {
        let refinement = load(&text(assumed, promised));
        let check = &refinement.checks[0];
        let run = failing_run(&refinement, check);
        let more =
            (0..refinement.contracts.len() as u32).map(ContractId).find(|id| refinement.contract(*id).name == "l");
        let change = Change::Use(more.expect("a contract"));
        assert_eq!(with_judge(|j| EditSearch::new(&refinement, check, &run, j).helps(&change)), helps, "{assumed}");
    }
}

#[test]
fn of_two_instances_the_blamed_one_is_named() {
    let mut refinement = load(CHAIN);
    let check = refinement.check("c.G1").expect("a check").clone();
    for (part, name) in [(0, "a.k.G1"), (1, "b.k.G1")] {
        let list = candidates(&mut refinement, &check, &BTreeSet::from([PartId(part)]));
        let edits = list.iter().filter(|c| matches!(c.change, Change::Replace { .. }) && !c.weakens);
        let targets: BTreeSet<String> =
            edits.filter_map(|c| offer(&refinement, &check, c)).map(|edit| edit.target).collect();
        assert_eq!(targets, BTreeSet::from([name.to_owned()]));
    }
}

#[test]
fn an_assumption_hangs_on_what_feeds_it() {
    let refinement = load(CHAIN);
    let suspects = |property: &str| -> BTreeSet<String> {
        let check = refinement.check(property).expect("a check");
        assert_eq!(check.side, Side::Assumption);
        let (blame, promises, repairs) = (Blame::default(), [], []);
        let grounds = Grounds { refinement: &refinement, check, blame: &blame, promises: &promises, repairs: &repairs };
        let list = grounds.suspects().into_iter().filter(|s| s.kind == SuspectKind::Connection);
        list.map(|s| s.name).collect()
    };
    let set = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<BTreeSet<String>>();
    assert_eq!(suspects("a.k.A1"), set(&["a.i := i"]));
    assert_eq!(suspects("b.k.A1"), set(&["b.i := a.o"]));
}
