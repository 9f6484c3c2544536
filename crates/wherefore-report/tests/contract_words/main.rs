//! Words about a failing check, one by one.

#[path = "../../../wherefore-explain/tests/contract/support.rs"]
#[allow(dead_code, reason = "the tests of the lens use the rest")]
mod support;
#[path = "../../../wherefore-explain/tests/contract/texts.rs"]
#[allow(dead_code, reason = "the tests of the lens use the rest")]
mod texts;

use support::{AIRBAG, ask, failure, first, inquiry};
use texts::{RELAY, TANK, TWINS, airbag, changed};
use wherefore_report::words::contract::sentences;

/// The sentences about a check of a text, one per line.
fn said(text: &str, check: &str) -> String {
    let refinement = first(text);
    let findings = ask(&refinement, check, None);
    let asked = refinement.check(check).expect("a check");
    sentences(&refinement, asked, failure(&findings), &inquiry(&findings).classes[0]).join("\n")
}

fn check(text: &str, property: &str, expected: &str) {
    let found = said(text, property);
    assert_eq!(found, expected.trim(), "\n{found}\n");
}

#[test]
fn a_promise_that_comes_too_late() {
    check(AIRBAG, "O1G1", "
AirBagSystem must see to it that exploded is TRUE in the next state whenever sen_front, sen_left and sen_right are TRUE (O1G1).
In state 1 sen_front, sen_left and sen_right were TRUE; in state 2 exploded was FALSE.
AirBagController only promises that explode_cmd is TRUE in that state or some later one whenever collision is TRUE (I2G2).
Writing `then explode_cmd` instead of `in the future explode_cmd` in controller.I2G2 of AirBagController closes the gap.
",
    );
}

#[test]
fn one_run_breaks_two_guarantees() {
    let text = changed(TWINS, "guarantee: always (go implies x) and always (x implies y)", "guarantee: true");
    check(
        &text,
        "both.G1",
        "
Twins must see to it that left is TRUE whenever start is TRUE (both.G1).
In state 1 start was TRUE and left was FALSE.
No contract of One promises `always (go implies x)`; adding this to one.works closes the gap.
",
    );
    let refinement = first(&text);
    assert_eq!(failure(&ask(&refinement, "both.G1", None)).also, ["both.G2"]);
}

#[test]
fn an_assumption_that_nobody_ensures() {
    let text = changed(&airbag(), "always (collision_detected implies always collision_detected) and", "");
    check(&text, "controller.I2A1", "
AirBagController relies on its surroundings for this: collision is TRUE from that state on for ever whenever collision is TRUE (I2A1).
In state 1 controller.collision was TRUE; in state 2 controller.collision was FALSE.
No contract of CollisionPlausibilization promises `always (collision_detected implies always collision_detected)`; adding this to plausibilization.I1 closes the gap.
",
    );
}

#[test]
fn swapped_connections() {
    let text = changed(
        RELAY,
        "driver.go := filter.pass;\n  CONNECTION grant := driver.fire",
        "driver.go := driver.fire;\n  CONNECTION grant := filter.pass",
    );
    check(&text, "serve.G1", "
Relay must see to it that grant is TRUE 2 steps later whenever request and enable are TRUE (serve.G1).
In state 1 request and enable were TRUE and grant was FALSE.
Connecting `driver.go := filter.pass; grant := driver.fire` instead of `driver.go := driver.fire; grant := filter.pass` closes the gap.
",
    );
}

#[test]
fn a_contract_that_is_not_relied_on() {
    check(
        &changed(RELAY, ", driver.show", ""),
        "serve.G2",
        "
Relay must see to it that busy is TRUE whenever grant is TRUE (serve.G2).
In state 1 grant was TRUE and busy was FALSE.
Driver also promises driver.show, on which the refinement does not rely; naming it in REFINEDBY closes the gap.
",
    );
}

#[test]
fn numbers() {
    check(
        &changed(TANK, "level >= 3", "level >= 4"),
        "warn.G1",
        "
Tank must see to it that alarm is TRUE whenever `inflow >= 3` (warn.G1).
In state 1 inflow was 3 and alarm was FALSE.
Siren only promises that on is TRUE whenever `level >= 4` (sound.G1).
Writing `level >= 3` instead of `level >= 4` in siren.sound.G1 of Siren closes the gap.
",
    );
}

#[test]
fn something_that_never_happens() {
    let text = changed(AIRBAG, "and\n    always (collision implies in the future explode_cmd)", "");
    check(&text, "O1G2", "
AirBagSystem must see to it that exploded is TRUE in that state or some later one whenever sen_back is TRUE (O1G2).
In state 1 sen_back was TRUE; from state 1 on exploded was FALSE for ever.
AirBagController only promises that collision is TRUE in that state or some earlier one whenever explode_cmd is TRUE (I2G1).
Writing `explode_cmd iff in the past collision` instead of `explode_cmd implies in the past collision` in controller.I2G1 of AirBagController closes the gap.
",
    );
}
