//! Small random refinements: what is offered really repairs, and changes that mean nothing change nothing.

use crate::support::{ask, failed, first, inquiry, options};
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{EngineChoice, Observer, Session, Silent, Verdict};
use wherefore_explain::contract::{Edit, EditKind};
use wherefore_solve::Stop;
use wherefore_test::{Random, cases, say, seed};

/// A whole with the input `i`, `j` and the output `o`, and two parts in a row: `i, j -> first.x -> second.y -> o`.
#[derive(Clone)]
struct Plan {
    assumptions: Vec<String>,
    guarantees: Vec<String>,
    first: Vec<String>,
    second: Vec<String>,
    wires: Vec<(String, String)>,
    /// The contract of the second part is stated and used twice.
    twice: bool,
}

fn literal(random: &mut Random, ports: &[&str]) -> String {
    let port = random.pick(ports);
    if random.below(4) == 0 { format!("not {port}") } else { port.to_owned() }
}

fn promise(random: &mut Random, from: &[&str], to: &[&str]) -> String {
    let (a, b, c) = (literal(random, from), literal(random, from), literal(random, to));
    match random.below(8) {
        0 => format!("always ({a} implies {c})"),
        1 => format!("always ({a} implies then {c})"),
        2 => format!("always ({a} implies in the future {c})"),
        3 => format!("always ({c} iff {a})"),
        4 => format!("always ({a} and {b} implies then {c})"),
        5 => format!("always ({c} implies in the past {a})"),
        6 => format!("always ({a} implies {c} or then {c})"),
        _ => format!("{a} implies {c}"),
    }
}

impl Plan {
    fn random(random: &mut Random) -> Plan {
        let mut some = |most: usize, from: &[&str], to: &[&str]| {
            let count = 1 + random.below(most);
            let list: BTreeSet<String> = (0..count).map(|_| promise(random, from, to)).collect();
            list.into_iter().collect::<Vec<String>>()
        };
        let wires = [("first.a", "i"), ("first.b", "j"), ("second.c", "first.x"), ("o", "second.y")];
        Plan {
            assumptions: vec!["always (i implies then not i)".to_owned(), "in the future i".to_owned()],
            guarantees: some(2, &["i", "j"], &["o"]),
            first: some(2, &["a", "b"], &["x"]),
            second: some(2, &["c"], &["y"]),
            wires: wires.map(|(t, s)| (t.to_owned(), s.to_owned())).to_vec(),
            twice: false,
        }
    }

    fn text(&self) -> String {
        let wires: String = self.wires.iter().map(|(t, s)| format!("  CONNECTION {t} := {s};\n")).collect();
        let conjuncts = |list: &[String]| list.iter().map(|c| format!("({c})")).collect::<Vec<_>>().join(" and ");
        let second = conjuncts(&self.second);
        let (copy, used) = match self.twice {
            true => (format!("  CONTRACT d\n   assume: true;\n   guarantee: {second};\n"), ", second.d"),
            false => (String::new(), ""),
        };
        format!(
            "@requires discrete-time\nCOMPONENT Whole system\n INTERFACE\n  INPUT PORT i: boolean;\n  INPUT PORT j: boolean;\n  \
             OUTPUT PORT o: boolean;\n  CONTRACT w\n   assume: {};\n   guarantee: {};\n REFINEMENT\n  SUB first: First;\n  \
             SUB second: Second;\n{wires}  CONTRACT w REFINEDBY first.c, second.c{used};\nCOMPONENT First\n INTERFACE\n  \
             INPUT PORT a: boolean;\n  INPUT PORT b: boolean;\n  OUTPUT PORT x: boolean;\n  CONTRACT c\n   assume: true;\n   \
             guarantee: {};\nCOMPONENT Second\n INTERFACE\n  INPUT PORT c: boolean;\n  OUTPUT PORT y: boolean;\n  CONTRACT c\n   \
             assume: true;\n   guarantee: {second};\n{copy}",
            conjuncts(&self.assumptions),
            conjuncts(&self.guarantees),
            conjuncts(&self.first),
        )
    }

    /// The conjuncts of the whole that fail, as they are written.
    fn broken(&self, engine: EngineChoice) -> BTreeSet<String> {
        let refinement = first(&self.text());
        let session = Session::new(&refinement.system, options(engine));
        let (stop, observer): (Stop, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
        let fails = |place: usize| {
            let property = &refinement.system.properties[place];
            match session.check(property, &stop, &observer).verdict {
                Verdict::Violated(_) => true,
                Verdict::Holds { .. } | Verdict::Vacuous { .. } => false,
                Verdict::Undetermined(cause) => panic!("{cause}\n{}", self.text()),
            }
        };
        let checks = refinement.checks.iter().enumerate().filter(|(place, _)| fails(*place));
        checks.map(|(_, c)| refinement.consequent(c).text.clone()).collect()
    }

    /// The plan with an edit carried out, as a person would who reads it.
    fn edited(&self, edit: &Edit) -> Plan {
        let mut plan = self.clone();
        let list = match edit.target.split('.').next() {
            Some("first") => &mut plan.first,
            Some("second") => &mut plan.second,
            _ => &mut plan.guarantees,
        };
        match edit.kind {
            EditKind::Rewire => {
                for wire in edit.after.split("; ") {
                    let (target, source) = wire.split_once(" := ").expect("a connection");
                    let place = plan.wires.iter().position(|(t, _)| t == target).expect("a wire");
                    plan.wires[place].1 = source.to_owned();
                }
            }
            _ if edit.before.is_empty() => list.push(edit.after.clone()),
            _ => {
                let place = list.iter().position(|c| *c == edit.before);
                let place = place.unwrap_or_else(|| panic!("{edit:#?} is not in {list:?}"));
                list[place] = edit.after.clone();
            }
        }
        plan
    }
}

#[test]
fn edits_really_repair() {
    let seed = seed(606);
    let (mut failing, mut offered) = (0, 0);
    for case in 0..cases(5) {
        let plan = Plan::random(&mut Random::new(seed + case));
        let refinement = first(&plan.text());
        let guarantees: Vec<String> = refinement.checks.iter().map(|c| c.property.clone()).collect();
        for property in guarantees {
            let found = ask(&refinement, &property, None);
            let Some(failure) = inquiry(&found).contract.as_ref().and_then(|d| d.failure.as_ref()) else { continue };
            failing += 1;
            assert!(!failed(&found).ticks.is_empty(), "no position: case {case}, {property}\n{}", plan.text());
            let asked = refinement.check(&property).map(|c| refinement.consequent(c).text.clone()).expect("a check");
            for edit in &failure.edits {
                offered += 1;
                let after = plan.edited(edit);
                let still = if edit.kind == EditKind::Weaken { &edit.after } else { &asked };
                for engine in [EngineChoice::Bdd, EngineChoice::Sat] {
                    let broken = after.broken(engine);
                    assert!(!broken.contains(still), "case {case}: {edit:#?}\n{broken:?}\n{}", after.text());
                }
            }
        }
    }
    say(&format!("{failing} failing checks, {offered} edits"));
    assert!(offered > 0 || cases(5) < 5);
}

#[test]
fn what_means_nothing_changes_nothing() {
    let seed = seed(607);
    for case in 0..cases(12) {
        let plan = Plan::random(&mut Random::new(seed + case));
        let broken = plan.broken(EngineChoice::Auto);
        let mut turned = plan.clone();
        [&mut turned.first, &mut turned.second, &mut turned.guarantees].into_iter().for_each(|l| l.reverse());
        turned.wires.reverse();
        assert_eq!(turned.broken(EngineChoice::Auto), broken, "order: case {case}");
        let twice = Plan { twice: true, ..plan.clone() };
        assert_eq!(twice.broken(EngineChoice::Auto), broken, "duplicated contract: case {case}");
        let weaker = Plan { assumptions: vec![plan.assumptions[0].clone()], ..plan.clone() };
        assert!(weaker.broken(EngineChoice::Auto).is_superset(&broken), "weaker assumption: case {case}");
        let renamed = first(
            &plan
                .text()
                .replace("PORT y", "PORT zz")
                .replace("second.y", "second.zz")
                .replace("(y ", "(zz ")
                .replace(" y", " zz"),
        );
        let names: BTreeSet<String> = renamed
            .checks
            .iter()
            .filter(|c| matches!(ask_only(&renamed, &c.property), Verdict::Violated(_)))
            .map(|c| renamed.consequent(c).text.clone())
            .collect();
        assert_eq!(names, broken, "renamed port: case {case}");
    }
}

fn ask_only(refinement: &wherefore_ir::refinement::Refinement, property: &str) -> Verdict {
    let (stop, observer): (Stop, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    let property = refinement.system.property(property).expect("a check");
    Session::new(&refinement.system, options(EngineChoice::Auto)).check(property, &stop, &observer).verdict
}
