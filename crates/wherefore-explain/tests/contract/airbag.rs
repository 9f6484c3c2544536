//! The airbag: one conjunct fails, the controller is to blame, one word closes the gap.

use crate::support::{AIRBAG, ask, diagnosis, failed, failure, first, inquiry};
use wherefore_check::Verdict;
use wherefore_explain::contract::{EditKind, PremiseState};
use wherefore_explain::explanation::{MarkKind, PointOfNoReturn};
use wherefore_explain::result::suspect::SuspectKind;
use wherefore_ir::Value;
use wherefore_ir::refinement::Refinement;
use wherefore_trace::{Step, Trace};

/// The published counterexample: the airbag fires at rows 0 and 3 only; the last row goes on at row 2.
pub fn published(refinement: &Refinement) -> Trace {
    let fires = [true, false, false, true, false];
    let step = |fires: bool| {
        let mut step = Step::empty(&refinement.system);
        for (var, declared) in refinement.system.terms.vars() {
            let is_output = ["exploded", "controller.explode_cmd"].contains(&declared.name.as_str());
            step.set(var, Value::Bool(fires || !is_output));
        }
        step
    };
    Trace::lasso(fires.map(step).to_vec(), 2)
}

#[test]
fn only_the_first_guarantee_fails() {
    let refinement = first(AIRBAG);
    let broken: Vec<&str> = refinement
        .checks
        .iter()
        .filter(|c| matches!(ask(&refinement, &c.property, None).finding.verdict, Verdict::Violated(_)))
        .map(|c| c.property.as_str())
        .collect();
    assert_eq!(broken, ["O1G1"]);
}

#[test]
fn the_published_run_gives_the_published_answer() {
    let refinement = first(AIRBAG);
    let found = ask(&refinement, "O1G1", Some(&published(&refinement)));
    let failure = failure(&found);
    assert_eq!(found.finding.finder, wherefore_check::Finder::ExternalTrace);
    assert_eq!(failed(&found).ticks, [1, 2, 4]);
    assert_eq!(failure.variables, ["sen_front", "sen_left", "sen_right", "exploded"]);
    assert_eq!(failure.causes, failure.variables);
    let marks: Vec<(usize, &str, MarkKind)> =
        failed(&found).marks.iter().map(|m| (m.tick, m.variable.as_str(), m.kind)).collect();
    use MarkKind::{Response, Trigger};
    let expected =
        [(0, "sen_front", Trigger), (0, "sen_left", Trigger), (0, "sen_right", Trigger), (1, "exploded", Response)];
    assert_eq!(marks, expected);
    assert_eq!((failure.system_lost, failure.all_lost), (PointOfNoReturn::At(1), PointOfNoReturn::At(1)));
}

#[test]
fn a_run_of_our_own_has_two_states() {
    let refinement = first(AIRBAG);
    let found = ask(&refinement, "O1G1", None);
    let Verdict::Violated(run) = &found.finding.verdict else { panic!("{:?}", found.finding) };
    assert_eq!(run.trace.len(), 2);
}

#[test]
fn the_controller_is_to_blame_and_next_closes_the_gap() {
    let refinement = first(AIRBAG);
    let found = ask(&refinement, "O1G1", None);
    let (failure, diagnosis) = (failure(&found), diagnosis(&found));
    assert_eq!(failure.blame, [["AirBagController"]]);
    let culprits: Vec<&str> = diagnosis.tree.iter().filter(|b| b.culprit).map(|b| b.name.as_str()).collect();
    assert_eq!(culprits, ["controller"]);
    let edit = &failure.edits[0];
    assert_eq!((edit.kind, edit.target.as_str()), (EditKind::Strengthen, "controller.I2G2"));
    assert_eq!(edit.after, "always (collision implies then explode_cmd)");
    let states: Vec<(&str, PremiseState)> = diagnosis.premises.iter().map(|p| (p.name.as_str(), p.state)).collect();
    assert_eq!(states, [("plausibilization.I1", PremiseState::Kept), ("controller.I2", PremiseState::Pending)]);
    let inquiry = inquiry(&found);
    assert_eq!(
        (inquiry.suspects()[0].name.as_str(), inquiry.suspects()[0].kind),
        ("controller.I2G2", SuspectKind::Conjunct)
    );
    assert_eq!(inquiry.classes[0].key, "O1G1@AirBagController");
}

#[test]
fn the_formula_is_cut_at_what_fails() {
    let refinement = first(AIRBAG);
    let found = ask(&refinement, "O1G1", None);
    let pieces: Vec<(&str, bool)> = failure(&found).pieces.iter().map(|p| (p.text.as_str(), p.fails)).collect();
    let before = "always (sen_front and sen_left and sen_right implies ";
    assert_eq!(pieces, [(before, false), ("then exploded", true), (")", false)]);
}

#[test]
fn what_holds_rests_on_contracts() {
    let refinement = first(AIRBAG);
    let found = ask(&refinement, "O1G2", None);
    assert!(diagnosis(&found).failure.is_none());
    assert!(diagnosis(&found).premises.iter().all(|p| p.state == PremiseState::Used));
    let assumption = ask(&refinement, "controller.I2A1", None);
    let states: Vec<PremiseState> = diagnosis(&assumption).premises.iter().map(|p| p.state).collect();
    assert_eq!(states, [PremiseState::Used]);
}
