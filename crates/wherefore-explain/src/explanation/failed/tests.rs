//! Random invariants on random ticks against all valuations of their variables, and examples whose broken part is known.

use super::super::MarkKind::{Response, Trigger};
use super::*;
use wherefore_check::{Options, Session};
use wherefore_diag::FileId;
use wherefore_ir::{PropertyKind, Sort, Terms, Value, VarId};
use wherefore_lang::smv::load;
use wherefore_test::{Random, cases, say, seed};
use wherefore_trace::{Step, evaluate};

fn formula(terms: &mut Terms, vars: &[VarId], depth: usize, random: &mut Random) -> TermId {
    if depth == 0 || random.below(7) == 0 {
        let place = random.below(vars.len());
        let now = terms.now(vars[place]);
        if place > 0 {
            return now;
        }
        let number = terms.int(random.below(4) as i64);
        return terms.le(now, number);
    }
    let part = |terms: &mut Terms, random: &mut Random| formula(terms, vars, depth - 1, random);
    let (a, b) = (part(terms, random), part(terms, random));
    match random.below(8) {
        0 | 1 => terms.and([a, b]),
        2 => terms.or([a, b]),
        3 => terms.implies(a, b),
        4 => terms.eq(a, b),
        5 => {
            let c = part(terms, random);
            terms.ite(c, a, b)
        }
        _ => terms.not(a),
    }
}

/// All valuations of a number below four and three Boolean values.
fn valuations() -> Vec<Vec<Option<Value>>> {
    let one = |bits: i64| {
        let truth = |place: i64| Some(Value::Bool(bits >> place & 1 == 1));
        vec![Some(Value::Int((bits & 3).into())), truth(2), truth(3), truth(4)]
    };
    (0..32).map(one).collect()
}

/// Whether a formula is true under a valuation, by the evaluator and by nothing else.
fn holds(terms: &Terms, formula: TermId, values: &[Option<Value>]) -> bool {
    evaluate(terms, formula, values, None).ok().flatten() == Some(Value::Bool(true))
}

/// The failed part is broken: false on the run, and wherever it is false so is the whole. The marked cells are enough: with
/// their values kept, no valuation of the others makes the formula true.
#[test]
fn the_broken_part_breaks_the_whole_and_the_cells_show_it() {
    let seed = seed(91);
    let (mut checked, mut smaller) = (0, 0);
    for case in 0..cases(3000) {
        let mut random = Random::new(seed + case);
        let mut system = System::new("main");
        let mut vars = vec![system.add_var("n", Sort::Range { lo: 0, hi: 3 }, Role::State, None).unwrap()];
        vars.extend(["a", "b", "c"].map(|name| system.add_var(name, Sort::Bool, Role::State, None).unwrap()));
        let good = formula(&mut system.terms, &vars, 4, &mut random);
        let all = valuations();
        let values = all[random.below(all.len())].clone();
        if holds(&system.terms, good, &values) {
            continue;
        }
        let steps =
            vec![Step { values: all[0].clone(), element: None }, Step { values: values.clone(), element: None }];
        let (options, text) = (Options::default(), "the property".to_owned());
        let asked = Property { name: "p".to_owned(), kind: PropertyKind::Invariant, term: good, text, element: None };
        let subject = Subject { system: &system, claim: Claim::Always(good), counts: &|_| true, options: &options };
        let reading = Reading::new(&subject, &asked, &Trace::finite(steps));
        let reading = reading.unwrap_or_else(|why| panic!("case {case}: {why:?}"));
        let (part, asserted) = reading.conjunct;
        assert!(holds(&system.terms, part, &values) != asserted, "not broken: case {case}");
        for other in all.iter().filter(|v| holds(&system.terms, part, v) != asserted) {
            assert!(!holds(&system.terms, good, other), "the whole holds without the part: case {case}");
        }
        let failed = reading.failed(&system, &asked);
        assert!(failed.ticks.last() == Some(&1) && failed.marks.iter().all(|m| m.tick == 1), "{failed:?}");
        let marked = |var: &VarId| failed.marks.iter().any(|m| m.variable == system.terms.var(*var).name);
        let agrees =
            |other: &[Option<Value>]| vars.iter().filter(|v| marked(v)).all(|v| other[v.index()] == values[v.index()]);
        for other in all.iter().filter(|v| agrees(v)) {
            assert!(!holds(&system.terms, good, other), "the marked cells are not enough: case {case}");
        }
        checked += 1;
        smaller += u32::from(part != good);
    }
    say(&format!("{checked} broken invariants, {smaller} with a smaller part"));
    assert!(checked > 300 || cases(3000) < 3000);
}

/// The broken part of the first property of a model in its first state.
fn told(text: &str) -> Failed {
    let system = load(FileId(0), text).system.unwrap_or_else(|| panic!("{text}"));
    let asked = system.properties[0].clone();
    let (options, mut step) = (Options::default(), Step::empty(&system));
    let good = Session::new(&system, options.clone()).as_invariant(&asked).unwrap();
    for conjunct in system.init.iter().flat_map(|c| wherefore_ir::walk::conjuncts(&system.terms, c.term)) {
        let (var, value) = match (system.terms.op(conjunct), system.terms.operands(conjunct)) {
            (Op::Var(var), _) => (var, Value::Bool(true)),
            (Op::Not, [a]) => {
                (wherefore_ir::walk::variables(&system.terms, [*a]).pop_first().unwrap(), Value::Bool(false))
            }
            (_, [a, b]) => {
                let value = system.terms.constant(*b).or(system.terms.constant(*a)).unwrap().clone();
                (wherefore_ir::walk::variables(&system.terms, [*a, *b]).pop_first().unwrap(), value)
            }
            other => panic!("{other:?}"),
        };
        step.set(var, value);
    }
    let subject = Subject { system: &system, claim: Claim::Always(good), counts: &|_| true, options: &options };
    failed(&subject, &asked, &Trace::finite(vec![step])).unwrap_or_else(|why| panic!("{why:?}"))
}

fn texts(failed: &Failed) -> Vec<&str> {
    failed.parts.iter().map(|p| p.text.as_str()).collect()
}

const STATE: &str = "MODULE main\nVAR a : boolean; b : boolean; c : boolean; d : array 0..3 of 0..9;\n\
                     DEFINE hot := d[1] > 5;\nINIT a & b & !c & d[0] = 0 & d[1] = 6 & d[2] = 7 & d[3] = 0\n";

#[test]
fn the_smallest_conjunct_is_told_in_the_words_of_the_model() {
    let first = |property: &str| told(&format!("{STATE}{property}\n")).parts[0].text.clone();
    assert_eq!(first("LTLSPEC G (a & (c -> b) & d[2] < 5)"), "d[2] < 5");
    assert_eq!(first("LTLSPEC G (a & (b -> c) & d[2] < 5)"), "b -> c");
    assert_eq!(first("INVARSPEC b   ->   c"), "b -> c");
    assert_eq!(first("INVARSPEC !(c | d[2] >= 5)"), "d[2] < 5");
    assert_eq!(first("INVARSPEC a & !(hot & b)"), "!(hot & b)");
    assert_eq!(first("INVARSPEC a & (hot -> c)"), "hot -> c");
    assert_eq!(first("CTLSPEC AG (a & d[3] > d[2])"), "d[2] < d[3]");
}

#[test]
fn what_is_due_and_what_breaks_it_are_told_apart() {
    let found = told(&format!("{STATE}INVARSPEC a & (b & hot -> c & d[2] != 7)\n"));
    assert_eq!(texts(&found), ["b & hot -> c & d[2] != 7", "c"]);
    let marks: Vec<(&str, MarkKind)> = found.marks.iter().map(|m| (m.variable.as_str(), m.kind)).collect();
    assert_eq!(marks, [("b", Trigger), ("d[1]", Trigger), ("c", Response)]);
}

/// A formula as deep as a front end can make it is read in a loop, and its text stays short.
#[test]
fn depth_costs_no_stack() {
    let mut system = System::new("main");
    let vars = ["a", "b"].map(|name| system.add_var(name, Sort::Bool, Role::State, None).unwrap());
    let [a, b] = vars.map(|v| system.terms.now(v));
    let mut deep = b;
    for step in 0..200_000 {
        deep = if step % 2 == 0 { system.terms.implies(a, deep) } else { system.terms.ite(a, deep, b) };
    }
    let good = system.terms.and([a, deep]);
    let values = vec![Some(Value::Bool(true)), Some(Value::Bool(false))];
    let asked = Property {
        name: "p".to_owned(),
        kind: PropertyKind::Invariant,
        term: good,
        text: "deep".to_owned(),
        element: None,
    };
    let options = Options::default();
    let subject = Subject { system: &system, claim: Claim::Always(good), counts: &|_| true, options: &options };
    let found = failed(&subject, &asked, &Trace::finite(vec![Step { values, element: None }])).unwrap();
    assert!(found.parts.iter().all(|p| p.text.len() < 4_000), "{:?}", found.parts);
    assert_eq!(found.ticks, [0]);
}
