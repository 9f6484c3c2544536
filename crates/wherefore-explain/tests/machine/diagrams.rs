//! Charts of block diagrams beside the same machines in SMV: the same ways to fail, of the same length, and the same fix sets.

use crate::support::example::silent;
use std::collections::BTreeSet;
use wherefore_check::{Options, Session};
use wherefore_diag::SourceMap;
use wherefore_explain::machine::discover::Hints;
use wherefore_explain::machine::{MachineLens, Settings};
use wherefore_explain::{Completeness, Context, Inquiry, inquire};
use wherefore_ir::System;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::{Choices, Meaning};
use wherefore_lang::{Language, simulink};
use wherefore_solve::Stop;
use wherefore_trace::replay_violation;

fn system(language: Language, name: &str) -> System {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    let text = match language {
        Language::Simulink => simulink::container::unpack(&wherefore_test::bytes(&path)).expect("an archive"),
        _ => wherefore_test::read(&path),
    };
    let mut nothing = |_: &str| Err(NotIncluded::Missing);
    match language.read(SourceMap::single(name.to_owned(), text), &Choices::default(), &mut nothing).meaning {
        Some(Meaning::System(system)) => *system,
        _ => panic!("{name} is not read"),
    }
}

fn inquiry(system: &System) -> Inquiry {
    let (stop, options, observer) = (Stop::new(), Options::default(), silent());
    let context = Context::new(&stop, &observer, &options);
    let session = Session::new(system, options.clone());
    let settings = Settings { level: None, hints: Hints::default() };
    let lens = MachineLens::new(system, &session, &settings, &|_| None, &context).expect("no hints");
    let property = &system.properties[0];
    let found = inquire(&lens, property, &context).inquiry.expect("violated");
    assert!(matches!(found.completeness, Completeness::Complete { .. }), "{:?}", found.completeness);
    for class in &found.classes {
        replay_violation(system, &class.representative, property).expect("a run of the model itself");
    }
    found
}

/// Ways and fix sets, with the names of one model in place of those of the other.
fn found(inquiry: &Inquiry, pairs: &[(&str, &str)]) -> [BTreeSet<String>; 2] {
    let mut pairs = pairs.to_vec();
    // A name may be the beginning of another.
    pairs.sort_by_key(|(long, _)| std::cmp::Reverse(long.len()));
    let short = |text: &str| pairs.iter().fold(text.to_owned(), |text, (long, short)| text.replace(long, short));
    let ways = inquiry.classes.iter().map(|class| format!("{} {}", short(&class.key), class.length));
    let set = |names: &Vec<String>| names.iter().map(|name| short(name)).collect::<BTreeSet<_>>();
    let sets = inquiry.fix_sets.known().into_iter().flatten().map(|fix| format!("{:?}", set(&fix.names)));
    [ways.collect(), sets.collect()]
}

fn are_twins(chart: &str, model: &str, pairs: &[(&str, &str)]) {
    let (diagram, smv) = (inquiry(&system(Language::Simulink, chart)), inquiry(&system(Language::Smv, model)));
    assert_eq!(found(&diagram, pairs), found(&smv, &[]));
}

#[test]
fn air_conditioner() {
    let pairs = [
        ("Off -> Idle", "t1"),
        ("Idle -> Off", "t2"),
        ("Off -> On", "t3"),
        ("Idle -> On", "t4"),
        ("On -> Idle", "t5"),
        ("On -> Off", "t6"),
    ];
    are_twins("simulink/ac_chart.slx", "ac.smv", &pairs);
}

#[test]
fn air_conditioner_for_two_floors() {
    let pairs = [
        ("Off -> IdleUp", "t1"),
        ("Off -> OnUp", "t2"),
        ("IdleUp -> Off", "t3"),
        ("OnUp -> Off", "t4"),
        ("Off -> IdleDown", "t5"),
        ("Off -> OnDown", "t6"),
        ("IdleDown -> Off", "t7"),
        ("OnDown -> Off", "t8"),
        ("IdleUp -> OnDown", "t9"),
        ("IdleUp -> OnUp", "t10"),
        ("OnUp -> IdleUp", "t11"),
        ("IdleDown -> OnDown", "t12"),
        ("IdleDown -> OnUp", "t13"),
        ("OnDown -> IdleDown", "t14"),
        ("OnUp -> OnDown", "t15"),
        ("OnDown -> OnUp", "t16"),
    ];
    are_twins("simulink/ac2_chart.slx", "ac2_a.smv", &pairs);
}
