//! A system that is printed as SMV and read again is the same system.
//!
//! Both are evaluated on random states and steps, constraint by constraint, by an evaluator that shares no code with the
//! front end. Temporal formulas have no value in one state; their printed form is compared instead. The seed can be set
//! with `WHEREFORE_SEED`.

use num_bigint::BigUint;
use num_rational::BigRational;
use std::path::{Path, PathBuf};
use wherefore_diag::FileId;
use wherefore_ir::{Sort, System, TermId, Value};
use wherefore_lang::smv;
use wherefore_test::corpus;
use wherefore_test::{models, read};
use wherefore_trace::Evaluator;

/// A linear congruential generator: good enough to pick values, and the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        wherefore_test::below(&mut self.0, limit as usize) as u64
    }

    fn value(&mut self, system: &System, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.below(2) == 1),
            Sort::Enum(id) => {
                let count = system.terms.enumeration(id).values.len() as u64;
                Value::Enum(id, self.below(count) as u32)
            }
            Sort::Range { lo, hi } => Value::int(lo + self.below((hi - lo + 1) as u64) as i64),
            Sort::Real => Value::Real(BigRational::new((self.below(9) as i64 - 4).into(), 2.into())),
            Sort::BitVec(width) => Value::bits(width, BigUint::from(self.below(1 << 30))),
            _ => Value::int(self.below(9) as i64 - 4),
        }
    }
}

/// A value in the other system, whose enumerations have other numbers.
fn carried(value: &Value, sort: Sort) -> Value {
    match (value, sort) {
        (Value::Enum(_, index), Sort::Enum(id)) => Value::Enum(id, *index),
        _ => value.clone(),
    }
}

/// The definitions of variables that both systems call the same.
fn wires(first: &System, second: &System) -> (Vec<TermId>, Vec<TermId>) {
    let find = |name: &str| second.defines.iter().find(|d| d.name == name).map(|d| d.term);
    let declared = first.defines.iter().filter(|d| d.declared.is_some());
    declared.filter_map(|d| Some((d.term, find(&d.name)?))).unzip()
}

/// Every part of a system that has a value in a state or over a step, in the order of printing.
fn parts(system: &System) -> Vec<TermId> {
    let constraints = system.init.iter().chain(&system.invar).chain(&system.trans).chain(&system.justice);
    let properties = system.properties.iter().filter(|p| !p.name.starts_with("obligation$")).map(|p| p.term);
    let plain = |t: &TermId| !system.terms.has_ltl(*t) && !system.terms.has_ctl(*t);
    let updates = system.next.values().map(|u| u.term);
    constraints.map(|c| c.term).chain(updates).chain(properties.filter(plain)).collect()
}

fn seed() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "the seed of a random test can be set from outside")]
    std::env::var("WHEREFORE_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(7)
}

/// Compares two systems on random states and steps; says what differs.
fn check(first: &System, second: &System) -> Result<(), String> {
    let (mut one, mut two) = (parts(first), parts(second));
    let (more, again) = wires(first, second);
    one.extend(more);
    two.extend(again);
    if first.terms.var_count() != second.terms.var_count() || one.len() != two.len() {
        return Err("another number of variables or constraints".to_owned());
    }
    let evaluator = |s: &System, parts: &[TermId]| Evaluator::new(&s.terms, parts).map_err(|e| e.to_string());
    let (one, two) = (evaluator(first, &one)?, evaluator(second, &two)?);
    let sorts: Vec<(Sort, Sort)> =
        first.terms.vars().zip(second.terms.vars()).map(|((_, a), (_, b))| (a.sort, b.sort)).collect();
    let mut random = Random(seed());
    for _ in 0..60 {
        let mut pick = || {
            let values: Vec<Value> = sorts.iter().map(|(a, _)| random.value(first, *a)).collect();
            let other = values.iter().zip(&sorts).map(|(v, (_, b))| Some(carried(v, *b))).collect::<Vec<_>>();
            (values.into_iter().map(Some).collect::<Vec<_>>(), other)
        };
        let ((now, now_other), (next, next_other)) = (pick(), pick());
        let found = one.evaluate(&now, Some(&next));
        let again = two.evaluate(&now_other, Some(&next_other));
        if let Some(index) = found.iter().zip(&again).position(|(a, b)| !same(a.as_ref(), b.as_ref())) {
            return Err(format!("part {index}: {:?} and {:?}, seed {}", found[index], again[index], seed()));
        }
    }
    Ok(())
}

fn same(a: Option<&Value>, b: Option<&Value>) -> bool {
    match (a, b) {
        (Some(Value::Enum(_, a)), Some(Value::Enum(_, b))) => a == b,
        (a, b) => a == b,
    }
}

/// The printed temporal properties.
fn temporal(text: &str) -> Vec<&str> {
    text.lines().filter(|l| l.starts_with("LTLSPEC") || l.starts_with("CTLSPEC")).collect()
}

#[test]
fn printed_systems_read_back_the_same() {
    let mut files: Vec<PathBuf> = models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowered"));
    assert!(!files.is_empty());
    files.extend(corpus("smv").map(|root| models(&root)).unwrap_or_default());
    let mut printed = 0;
    for path in files {
        let name = path.display().to_string();
        let Some(system) = smv::load(FileId(0), &read(&path)).system else { continue };
        let text = smv::print(&system).unwrap_or_else(|e| panic!("{name}: {e}"));
        let again = smv::load(FileId(0), &text);
        let problems: Vec<&str> =
            again.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.headline.as_str()).collect();
        let again = again.system.unwrap_or_else(|| panic!("{name}: {problems:?} in\n{text}"));
        check(&system, &again).unwrap_or_else(|e| panic!("{name}: {e}"));
        let second = smv::print(&again).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(temporal(&text).len(), temporal(&second).len(), "{name}: another number of temporal properties");
        printed += 1;
    }
    assert!(printed >= 10, "only {printed} models were printed");
}

#[test]
fn the_comparison_can_fail() {
    let load = |text: &str| smv::load(FileId(0), text).system.unwrap_or_else(|| panic!("{text}"));
    let right = load("MODULE main VAR x : 0..7; INVAR x < 5;");
    let wrong = load("MODULE main VAR x : 0..7; INVAR x < 4;");
    assert!(check(&right, &right).is_ok());
    assert!(check(&right, &wrong).is_err());
}
