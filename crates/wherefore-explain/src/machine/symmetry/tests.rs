//! Permutations that are said to leave a model as it is, against all its states: random models with two or three instances
//! of one module, some of them treated differently. What is true of states is found by evaluation alone.

use super::{Maps, Permutation, alike, automorphisms, candidates};
use crate::machine::control::control;
use crate::machine::discover::Hints;
use crate::machine::path_class::Level;
use crate::machine::run::PathReader;
use crate::machine::{MachineLens, Settings};
use crate::{Context, Inquiry, inquire};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wherefore_check::{Observer, Options, Session, Silent};
use wherefore_diag::FileId;
use wherefore_ir::{Sort, System, TermId, Value};
use wherefore_lang::smv;
use wherefore_solve::Stop;
use wherefore_test::{below, cases, say, seed};
use wherefore_trace::{Evaluator, Trace};

/// A random model: a line or a ring of cells, of which each sees its neighbour and all take turns or not.
fn text(state: &mut u64) -> String {
    let count = 2 + below(state, 2);
    let names: Vec<String> = (0..count).map(|i| format!("c{i}")).collect();
    let is_ring = below(state, 4) > 0;
    let guard = ["r", "r & near", "r & !near", "go", "go & !near"][below(state, 5)];
    let back = ["low", "mid"][below(state, 2)];
    let mut out = format!(
        "MODULE cell(near, go)\nVAR s : {{low, mid, top}}; r : boolean;\nASSIGN init(s) := low;\nnext(s) := case s = low & {guard} : mid; \
         s = mid & r : top; s = mid & near : {back}; s = top : low; TRUE : s; esac;\nMODULE main\nVAR go : boolean;\n"
    );
    for (place, name) in names.iter().enumerate() {
        let next = if place + 1 < count || is_ring {
            format!("{}.s = top", names[(place + 1) % count])
        } else {
            "FALSE".into()
        };
        out.push_str(&format!("{name} : cell({next}, go);\n"));
    }
    match below(state, 6) {
        0 => out.push_str("INIT c0.r;\n"),
        1 => out.push_str("TRANS c0.s = mid -> !next(c1.r);\n"),
        2 => out.push_str("INVAR !(c0.r & c1.r);\n"),
        _ => {}
    }
    let pairs: Vec<String> = names.iter().map(|name| format!("{name}.s = top")).collect();
    let bad = if below(state, 3) == 0 { pairs[0].clone() } else { pairs.join(" | ") };
    out + &format!("INVARSPEC !({bad});\n")
}

/// A random model of two processes that share a variable, of which one may be written otherwise.
fn processes(state: &mut u64) -> String {
    let guard = ["!busy", "near", "!near", "TRUE"][below(state, 4)];
    let taken = ["mid", "top"][below(state, 2)];
    let mut out = format!(
        "MODULE cell(near, busy)\nVAR s : {{low, mid, top}};\nASSIGN init(s) := low;\nnext(s) := case s = low : mid; \
         s = mid & {guard} : top; s = top : low; TRUE : s; esac;\nnext(busy) := case s = {taken} : TRUE; s = low : FALSE; \
         TRUE : busy; esac;\nMODULE main\nVAR busy : boolean;\n"
    );
    let last = if below(state, 3) == 0 { "FALSE" } else { "c0.s = top" };
    out.push_str(&format!("c0 : process cell(c1.s = top, busy);\nc1 : process cell({last}, busy);\n"));
    match below(state, 6) {
        0 => out.push_str("INIT c0.s = low;\n"),
        1 => out.push_str("TRANS c0.running -> !busy;\n"),
        2 => out.push_str("TRANS c0.running | c1.running;\n"),
        _ => {}
    }
    out + "INVARSPEC !(c0.s = top & c1.s = top);\n"
}

/// The values of a sort.
fn values(system: &System, sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Enum(id) => {
            let count = system.terms.enumeration(id).values.len() as u32;
            (0..count).map(|place| Value::Enum(id, place)).collect()
        }
        _ => vec![Value::Bool(false), Value::Bool(true)],
    }
}

/// Every assignment of values to the variables of a system.
fn states(system: &System) -> Vec<Vec<Option<Value>>> {
    let mut all = vec![Vec::new()];
    for (_, var) in system.terms.vars() {
        let each = values(system, var.sort);
        all =
            all.into_iter().flat_map(|row| each.iter().map(move |v| [&row[..], &[Some(v.clone())]].concat())).collect();
    }
    all
}

fn moved(system: &System, permutation: &Permutation, row: &[Option<Value>]) -> Vec<Option<Value>> {
    let mut after = row.to_vec();
    for (var, _) in system.vars() {
        after[permutation.var(var).index()] = row[var.index()].as_ref().map(|value| permutation.value(value));
    }
    after
}

/// Whether a permutation maps first states, steps and failures onto themselves, state by state.
fn is_automorphism(system: &System, good: TermId, permutation: &Permutation, rows: &[Vec<Option<Value>>]) -> bool {
    let of = |list: &[wherefore_ir::Constraint]| list.iter().map(|c| c.term).collect::<Vec<_>>();
    let now: Vec<TermId> = [of(&system.init), vec![good], of(&system.invar)].concat();
    let counts = [system.init.len(), 1, system.invar.len()];
    let (now, trans) =
        (Evaluator::new(&system.terms, &now).unwrap(), Evaluator::new(&system.terms, &of(&system.trans)).unwrap());
    let (vars, terms): (Vec<_>, Vec<_>) = system.next.iter().map(|(var, update)| (*var, update.term)).unzip();
    let next = Evaluator::new(&system.terms, &terms).unwrap();
    // Of each list only whether all of it is true.
    let facts = |row: &[Option<Value>]| {
        let truths = now.truths(row, None);
        let mut rest = truths.as_slice();
        counts.map(|count| {
            let (own, others) = rest.split_at(count);
            rest = others;
            own.iter().all(|truth| *truth == Some(true))
        })
    };
    let steps = |row: &[Option<Value>]| {
        let mut after = row.to_vec();
        let given = next.evaluate(row, None);
        vars.iter().zip(given).for_each(|(var, value)| after[var.index()] = value);
        let mut all = vec![after];
        for (var, declared) in system.terms.vars().filter(|(var, _)| !system.next.contains_key(var)) {
            let with = |after: &Vec<Option<Value>>, value: &Value| {
                let mut after = after.clone();
                after[var.index()] = Some(value.clone());
                after
            };
            let each = values(system, declared.sort);
            all = all.iter().flat_map(|after| each.iter().map(|value| with(after, value))).collect();
        }
        let is_step = |after: &Vec<Option<Value>>| trans.truths(row, Some(after)).iter().all(|t| *t == Some(true));
        all.into_iter().filter(is_step).collect::<Vec<_>>()
    };
    rows.iter().all(|row| {
        let image = moved(system, permutation, row);
        let images =
            steps(row).iter().map(|after| format!("{:?}", moved(system, permutation, after))).collect::<BTreeSet<_>>();
        let found = steps(&image).iter().map(|after| format!("{after:?}")).collect();
        facts(row) == facts(&image) && images == found
    })
}

/// Holds the image of each key against the key of the image of its run; how many.
fn keys(system: &System, good: TermId, inquiry: &Inquiry, text: &str) -> usize {
    let (stop, observer, options) = (Stop::new(), Arc::new(Silent) as Arc<dyn Observer>, Options::default());
    let context = Context::new(&stop, &observer, &options);
    let control = control(system, &Hints::default(), &|_| None, &context).expect("no hints");
    let scope = control.of_invariant(&system.properties[0], good);
    let reader = PathReader::new(&scope.system, &scope.graph).expect("a graph");
    let key = |trace: &Trace| reader.path(trace).key(&scope.graph, Level::Spine);
    let mut count = 0;
    for permutation in automorphisms(&scope.system, good, &stop) {
        let Some(maps) = Maps::new(&scope.system, &scope.graph, &permutation) else { continue };
        for class in &inquiry.classes {
            let mut image = class.representative.clone();
            image.steps.iter_mut().for_each(|step| step.values = moved(system, &permutation, &step.values));
            let mapped = maps.key(&key(&class.representative));
            assert_eq!(mapped, Some(key(&image)), "{permutation:?} and {}\n{text}", class.key);
            count += 1;
        }
    }
    count
}

fn inquiry(system: &System) -> Option<Inquiry> {
    let (stop, observer, options) = (Stop::new(), Arc::new(Silent) as Arc<dyn Observer>, Options::default());
    let context = Context::new(&stop, &observer, &options).with_max_classes(30);
    let (session, settings) =
        (Session::new(system, options.clone()), Settings { level: None, hints: Hints::default() });
    let lens = MachineLens::new(system, &session, &settings, &|_| None, &context).expect("no hints");
    inquire(&lens, &system.properties[0], &context).inquiry
}

#[test]
fn permutations_leave_the_states_of_random_models_as_they_are() {
    let (first, count) = (seed(26), cases(60));
    let mut seen = BTreeMap::<&str, usize>::new();
    for case in 0..count {
        let mut state = first.wrapping_add(case).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let text = if case % 3 == 2 { processes(&mut state) } else { text(&mut state) };
        let system = smv::load(FileId(0), &text).system.unwrap_or_else(|| panic!("does not load:\n{text}"));
        let (good, rows) = (system.properties[0].term, states(&system));
        let found = automorphisms(&system, good, &Stop::new());
        for candidate in candidates(&system) {
            let truth = is_automorphism(&system, good, &candidate, &rows);
            let word = match (found.contains(&candidate), truth) {
                (true, true) => "found",
                (true, false) => panic!("seed {first}, case {case}: no automorphism\n{candidate:?}\n{text}"),
                (false, true) => "not found",
                (false, false) => "refused",
            };
            *seen.entry(word).or_default() += 1;
            if case % 3 == 2 && word == "found" {
                *seen.entry("found of processes").or_default() += 1;
            }
        }
        if case % 4 == 0
            && let Some(inquiry) = inquiry(&system)
        {
            *seen.entry("groups of classes").or_default() += inquiry.alike.len();
            *seen.entry("keys").or_default() += keys(&system, good, &inquiry, &text);
        }
    }
    say(&format!("{count} models, seed {first}: {seen:?}"));
    let many = |word: &str| seen.get(word).copied().unwrap_or_default() * 20 >= count as usize;
    let words = ["found", "refused", "groups of classes", "keys", "found of processes"];
    assert!(count < 20 || words.iter().all(|word| many(word)), "{seen:?}");
}

/// Three equal processes: every exchange of them is seen, although each variable has the cases of all in their order.
#[test]
fn equal_processes_are_exchanged() {
    let text = "MODULE user(free)\nVAR s : {idle, wait, at};\nASSIGN init(s) := idle; next(s) := case s = idle : wait; s = wait & free : at; \
                s = at : idle; TRUE : s; esac;\nnext(free) := case s = at : TRUE; s = wait : FALSE; TRUE : free; esac;\nMODULE main\n\
                VAR free : boolean; p : process user(free); q : process user(free); r : process user(free);\nASSIGN init(free) := TRUE;\n\
                INVARSPEC !(p.s = at & q.s = at) & !(q.s = at & r.s = at) & !(p.s = at & r.s = at)";
    let system = smv::load(FileId(0), text).system.expect("the model is in order");
    let found = automorphisms(&system, system.properties[0].term, &Stop::new());
    assert_eq!(found, candidates(&system));
    assert_eq!(found.len(), 3);
    let fair = text.replace("MODULE main", "FAIRNESS running\nMODULE main");
    let system = smv::load(FileId(0), &fair).system.expect("the model is in order");
    assert_eq!(automorphisms(&system, system.properties[0].term, &Stop::new()).len(), 3);
    let uneven = format!("{text}\nTRANS p.running -> free");
    let system = smv::load(FileId(0), &uneven).system.expect("the model is in order");
    assert_eq!(automorphisms(&system, system.properties[0].term, &Stop::new()).len(), 1);
}

#[test]
fn a_permutation_that_changes_the_model_is_seen() {
    let text = "MODULE cell(near) VAR x : boolean; ASSIGN next(x) := !near;\nMODULE main VAR go : boolean; \
                c0 : cell(c1.x); c1 : cell(c0.x); ASSIGN init(go) := TRUE;\nINVARSPEC !(c0.x & c1.x)";
    let even = smv::load(FileId(0), text).system.expect("the model is in order");
    let good = even.properties[0].term;
    let exchange = candidates(&even).remove(0);
    assert!(is_automorphism(&even, good, &exchange, &states(&even)));
    assert_eq!(automorphisms(&even, good, &Stop::new()), [exchange]);
    for change in ["INIT c0.x", "INVAR c0.x -> go", "TRANS c0.x -> next(c1.x)"] {
        let uneven = smv::load(FileId(0), &format!("{text}\n{change}")).system.expect("the model is in order");
        let (good, exchange) = (uneven.properties[0].term, candidates(&uneven).remove(0));
        assert!(!is_automorphism(&uneven, good, &exchange, &states(&uneven)), "{change}");
        assert!(automorphisms(&uneven, good, &Stop::new()).is_empty(), "{change}");
    }
    assert!(alike(&even, &Default::default(), good, &[], &Stop::new()).is_empty());
}
