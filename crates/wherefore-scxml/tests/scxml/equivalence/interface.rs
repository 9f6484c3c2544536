//! Interfaces seen from outside: outputs, inputs, choices of the machine itself, bounds of reals, formats of floats.

use super::{example, item};
use std::collections::BTreeMap;
use wherefore_diag::FileId;
use wherefore_ir::{FloatFormat, Purpose, Role, System, TermId, Value, Visibility};
use wherefore_scxml::load;
use wherefore_trace::evaluate;

fn names(system: &System, mut is_listed: impl FnMut(&System, wherefore_ir::VarId) -> bool) -> Vec<String> {
    let vars: Vec<_> = system.input_vars().filter(|v| is_listed(system, *v)).collect();
    vars.into_iter().map(|v| system.terms.var(v).name.clone()).collect()
}

fn chosen(system: &System) -> Vec<String> {
    names(system, |s, v| s.choices.contains(&v))
}

fn system(data: &str, states: &str) -> System {
    let head =
        "<scxml xmlns='http://www.w3.org/2005/07/scxml' xmlns:wf='urn:wherefore:scxml:1' datamodel='ecmascript'>";
    let loaded = load(FileId(0), &format!("{head}<datamodel>{data}</datamodel>{states}</scxml>"));
    let said: Vec<String> = loaded.diagnostics.iter().map(|d| d.headline.clone()).collect();
    loaded.system.unwrap_or_else(|| panic!("{said:?}"))
}

/// The truth of terms where variables have these values.
fn truths(system: &System, terms: &[TermId], given: &BTreeMap<&str, Value>) -> Vec<bool> {
    let mut values = vec![None; system.terms.var_count()];
    for (name, value) in given {
        let var = system.terms.find_var(name).unwrap_or_else(|| panic!("no variable {name}"));
        values[var.index()] = Some(value.clone());
    }
    let truth = |t: &TermId| evaluate(&system.terms, *t, &values, None).ok().flatten().and_then(|v| v.as_bool());
    terms.iter().map(|t| truth(t).unwrap_or_else(|| panic!("a term without value"))).collect()
}

fn real(above: i64, below: i64) -> Value {
    Value::Real(num_rational::BigRational::new(above.into(), below.into()))
}

#[test]
fn the_examples_say_what_is_seen() {
    type Expected = (&'static str, &'static [&'static str], &'static [&'static str], Option<FloatFormat>);
    let expected: [Expected; 8] = [
        ("alarm", &["m"], &["hesitate"], None),
        ("alarm_other", &["m"], &["at_limit"], None),
        ("airbag_controller", &["fire", "defect"], &[], Some(FloatFormat::Double)),
        ("airbag_controller_other", &["fire", "defect"], &[], Some(FloatFormat::Double)),
        ("csm", &["status", "service_brake", "emergency_brake"], &[], Some(FloatFormat::Double)),
        ("csm_other", &["status", "service_brake", "emergency_brake"], &[], Some(FloatFormat::Double)),
        ("turn_indicator", &["left_lamp", "right_lamp", "low_voltage"], &[], Some(FloatFormat::Single)),
        ("turn_indicator_other", &["left_lamp", "right_lamp", "low_voltage"], &[], Some(FloatFormat::Single)),
    ];
    for (name, outputs, choices, float) in expected {
        let example = example(name);
        let system = &example.system;
        let seen: Vec<&str> = system.annexes.outputs.iter().map(|o| o.name.as_str()).collect();
        assert_eq!(
            (seen.as_slice(), chosen(system).as_slice(), system.annexes.float),
            (outputs, &choices.iter().map(|c| (*c).to_owned()).collect::<Vec<_>>()[..], float),
            "{name}"
        );
        for output in &system.annexes.outputs {
            assert!(item(&example.chart, &output.name).is_some() && output.element.is_some());
            let var = system.terms.find_var(&output.name).unwrap_or_else(|| panic!("no variable {}", output.name));
            assert_eq!(system.terms.op(output.term), wherefore_ir::Op::Var(var));
        }
    }
}

#[test]
fn parameters_never_change() {
    for (name, parameters) in [("alarm", ["max", "delta"]), ("csm", ["sb_available", "revoke"])] {
        let mut system = example(name).system;
        for parameter in parameters {
            let var = system.terms.find_var(parameter).unwrap_or_else(|| panic!("no variable {parameter}"));
            let now = system.terms.now(var);
            assert_eq!(system.next.get(&var).map(|u| u.term), Some(now), "{parameter}");
        }
    }
    let mut system = system(
        "<data id='k' wf:type='real' expr='2'/>",
        "<state id='s'><transition event='e' cond='k &gt; 1' target='s'/></state>",
    );
    let var = system.terms.find_var("k").unwrap_or_else(|| panic!("no variable k"));
    let now = system.terms.now(var);
    assert_eq!(system.next.get(&var).map(|u| u.term), Some(now));
}

#[test]
fn arrays_have_an_output_for_each_place_and_an_input_that_is_seen_is_kept() {
    let data =
        "<data id='a' wf:output='true'>[1, 2]</data><data id='i' wf:type='bool' wf:input='true' wf:output='true'/>";
    let system = system(data, "<state id='s'><transition event='e' cond='i' target='s'/></state>");
    let seen: Vec<(&str, &str)> = system
        .annexes
        .outputs
        .iter()
        .map(|o| {
            (
                o.name.as_str(),
                match system.terms.op(o.term) {
                    wherefore_ir::Op::Var(v) => system.terms.var(v).name.as_str(),
                    _ => "?",
                },
            )
        })
        .collect();
    assert_eq!(seen, [("a[0]", "a[0]"), ("a[1]", "a[1]"), ("i", "i.last")]);
}

/// Names of a chart may begin with a dollar sign, and nothing follows from that; nor from an ending of their own choice.
#[test]
fn the_purpose_of_a_variable_is_not_read_off_its_name() {
    let data = "<data id='$n' expr='0' wf:range='0..3'/><data id='$last' expr='0' wf:range='0..1'/>\
                <data id='i' wf:type='bool' wf:input='true' wf:output='true'/>";
    let system = system(data, "<state id='s'><transition event='e' cond='i' target='s'/></state>");
    let purpose = |name: &str| system.terms.find_var(name).map(|var| system.terms.var(var).visibility);
    assert_eq!(purpose("$n"), Some(Visibility::Source));
    assert_eq!(purpose("$last"), Some(Visibility::Source));
    assert_eq!(purpose("i"), Some(Visibility::Source));
    assert_eq!(purpose("i.last"), Some(Visibility::Auxiliary(Purpose::LastInput)));
}

#[test]
fn a_choice_is_lowered_like_an_input() {
    let lowered = |word: &str| {
        let data = format!("<data id='c' wf:values='x y' wf:{word}='true'/><data id='n' expr='0' wf:range='0..3'/>");
        let states = "<state id='s'><transition event='e' cond=\"c == 'x'\" target='t'/></state>\
                      <state id='t'><transition cond=\"c == 'y'\" target='s'/></state>";
        system(&data, states)
    };
    // Words of the same length, so that everything stands at the same place.
    let (input, mut choice) = (lowered("input "), lowered("choice"));
    assert_eq!((chosen(&input), chosen(&choice)), (vec![], vec!["c".to_owned()]));
    choice.choices.clear();
    assert_eq!(wherefore_ir::text::print(&input), wherefore_ir::text::print(&choice));
}

#[test]
fn reals_stay_within_their_bounds() {
    let data = "<data id='v' wf:type='real' wf:range='-1.5..99.5' wf:input='true'/>\
                <data id='w' wf:type='real' wf:range='0..1' wf:init='any'/>";
    let set = "<assign location='w' expr='v / 2'/>";
    let states = format!(
        "<state id='s'><transition event='e'>{set}</transition><transition cond='v &gt; 50' target='t'/></state><state id='t'/>"
    );
    let system = system(data, &states);
    assert_eq!(names(&system, |s, v| s.role(v) == Role::Input), ["event", "v"]);
    let invar: Vec<TermId> = system.invar.iter().map(|c| c.term).collect();
    for (value, fits) in [(real(-3, 2), true), (real(199, 2), true), (real(-151, 100), false), (real(9951, 100), false)]
    {
        assert_eq!(truths(&system, &invar, &BTreeMap::from([("v", value)])), [fits]);
    }
    let init: Vec<TermId> =
        system.init.iter().map(|c| c.term).filter(|t| !system.terms.operands(*t).is_empty()).collect();
    let at_first = |v: Value, w: Value| {
        let region =
            system.terms.vars().find(|(_, v)| matches!(v.sort, wherefore_ir::Sort::Enum(_)) && v.name != "event");
        let region = region.map(|(_, v)| v.name.clone()).unwrap_or_default();
        let sort = system.terms.find_var(&region).map(|v| system.terms.var(v).sort);
        let Some(wherefore_ir::Sort::Enum(id)) = sort else { panic!("no region") };
        let given = BTreeMap::from([(region.as_str(), Value::Enum(id, 0)), ("v.last", v), ("w", w)]);
        truths(&system, &init, &given).into_iter().all(|t| t)
    };
    assert!(
        at_first(real(0, 1), real(1, 1)) && !at_first(real(100, 1), real(1, 1)) && !at_first(real(0, 1), real(2, 1))
    );
    let duties: Vec<&str> = system.obligations.iter().map(|o| o.message.as_str()).collect();
    assert_eq!(duties, ["a value that does not fit `w`, which is between 0 and 1"]);
}
