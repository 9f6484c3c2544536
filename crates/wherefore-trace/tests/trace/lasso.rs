//! LTL along lassos and finite traces, against the definitions of the operators.

use crate::random::Random;
use wherefore_ir::{Op, Role, Sort, System, TermId, Terms, Value};
use wherefore_trace::{Labels, Step, Trace};

fn system() -> System {
    let mut system = System::new("pq");
    system.add_var("p", Sort::Bool, Role::State, None).unwrap();
    system.add_var("q", Sort::Bool, Role::State, None).unwrap();
    system
}

fn steps(random: &mut Random, count: usize) -> Vec<Step> {
    let value = |random: &mut Random| Some(Value::Bool(random.one_in(2)));
    (0..count).map(|_| Step { values: vec![value(random), value(random)], element: None }).collect()
}

fn formula(random: &mut Random, system: &mut System, size: usize) -> TermId {
    use Op::*;
    let (p, q) = (system.terms.find_var("p").unwrap(), system.terms.find_var("q").unwrap());
    let mut pool = vec![system.terms.now(p), system.terms.now(q)];
    for _ in 0..size {
        let op = random.pick(&[X, F, G, U, R, Y, Z, O, H, S, T, Y, S, T, U, R, Not, And, Or, Xor, Implies, Eq, Ite]);
        let arity = match op {
            X | F | G | Y | Z | O | H | Not => 1,
            Ite => 3,
            _ => 2,
        };
        let recent = pool.len().saturating_sub(4);
        let operands: Vec<TermId> = (0..arity)
            .map(|_| if random.one_in(3) { random.pick(&pool) } else { random.pick(&pool[recent..]) })
            .collect();
        pool.push(system.terms.mk(op, &operands).unwrap());
    }
    pool[pool.len() - 1]
}

/// The twin: the loop written out many times, each operator as its definition reads. Position `i >= end` is `i -
/// period`.
struct Twin<'a> {
    terms: &'a Terms,
    trace: &'a Trace,
    end: usize,
    period: usize,
}

impl Twin<'_> {
    fn row(&self, rows: &[(TermId, Vec<bool>)], term: TermId) -> Vec<bool> {
        use Op::*;
        let operand = |k: usize| &rows.iter().find(|(t, _)| *t == self.terms.operands(term)[k]).unwrap().1;
        let at = |k: usize, i: usize| operand(k)[if i < self.end { i } else { i - self.period }];
        let ahead = |i: usize| i..i + self.end;
        let near = |i: usize| if i < self.end { i } else { self.end - self.period + (i - self.end) % self.period };
        let op = self.terms.op(term);
        let truth = |i: usize| match op {
            Var(v) => {
                let step = if i < self.trace.len() {
                    i
                } else {
                    let start = self.trace.loop_start.unwrap();
                    start + (i - start) % self.period
                };
                self.trace.value(step, v) == Some(&Value::Bool(true))
            }
            Not => !at(0, i),
            And => at(0, i) && at(1, i),
            Or => at(0, i) || at(1, i),
            Xor => at(0, i) != at(1, i),
            Eq => at(0, i) == at(1, i),
            Implies => !at(0, i) || at(1, i),
            Ite => at(if at(0, i) { 1 } else { 2 }, i),
            X => at(0, i + 1),
            F => ahead(i).any(|j| at(0, near(j))),
            G => ahead(i).all(|j| at(0, near(j))),
            U => ahead(i).any(|j| at(1, near(j)) && (i..j).all(|k| at(0, near(k)))),
            R => ahead(i).all(|j| at(1, near(j)) || (i..j).any(|k| at(0, near(k)))),
            Y => i > 0 && at(0, i - 1),
            Z => i == 0 || at(0, i - 1),
            O => (0..=i).any(|j| at(0, j)),
            H => (0..=i).all(|j| at(0, j)),
            S => (0..=i).any(|j| at(1, j) && (j + 1..=i).all(|k| at(0, k))),
            T => (0..=i).all(|j| at(1, j) || (j + 1..=i).any(|k| at(0, k))),
            other => unreachable!("{other:?}"),
        };
        (0..self.end).map(truth).collect()
    }
}

fn brute_force(terms: &Terms, trace: &Trace, formula: TermId, rounds: usize) -> Vec<bool> {
    let start = trace.loop_start.unwrap();
    let period = trace.len() - start;
    let twin = Twin { terms, trace, end: start + rounds * period, period };
    let mut rows: Vec<(TermId, Vec<bool>)> = Vec::new();
    for term in wherefore_ir::walk::postorder(terms, [formula]) {
        let row = twin.row(&rows, term);
        rows.push((term, row));
    }
    rows.pop().unwrap().1
}

#[test]
fn agrees_with_the_definitions_on_random_formulas() {
    let mut random = Random::new(3);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..4_000 {
        let mut system = system();
        let size = random.below(9) + 1;
        let formula = formula(&mut random, &mut system, size);
        let count = random.below(4) + 1;
        let trace = Trace::lasso(steps(&mut random, count), random.below(count));
        let labels = Labels::new(&system.terms, &trace, formula).unwrap();
        let expected = brute_force(&system.terms, &trace, formula, size + 3);
        for (position, expected) in expected.iter().take(labels.positions()).enumerate() {
            assert_eq!(labels.at(formula, position), Some(*expected), "position {position} of {trace:?}");
        }
        if expected[0] { yes += 1 } else { no += 1 }
    }
    assert!(yes > 500 && no > 500, "{yes} true, {no} false: the formulas are too one-sided");
}

/// A value that a finite trace decides is confirmed by every continuation.
#[test]
fn a_decided_prefix_is_decided_for_every_continuation() {
    let mut random = Random::new(4);
    let mut decided = 0;
    for _ in 0..1_500 {
        let mut system = system();
        let size = random.below(7) + 1;
        let formula = formula(&mut random, &mut system, size);
        let count = random.below(3) + 1;
        let prefix = steps(&mut random, count);
        let labels = Labels::new(&system.terms, &Trace::finite(prefix.clone()), formula).unwrap();
        let Some(value) = labels.at(formula, 0) else { continue };
        decided += 1;
        for _ in 0..4 {
            let mut longer = prefix.clone();
            let more = random.below(3) + 1;
            longer.extend(steps(&mut random, more));
            let lasso = Trace::lasso(longer, random.below(count + more));
            assert_eq!(brute_force(&system.terms, &lasso, formula, size + 3)[0], value);
        }
    }
    assert!(decided > 200, "only {decided} prefixes decided");
}

/// Formulas in the text form, on the lasso `p, q, pq` or a part of it.
#[test]
fn worked_examples() {
    let check = |loop_start: Option<usize>, states: &str, text: &str, expected: Option<bool>| {
        let source = format!("var p : bool state\nvar q : bool state\nproperty \"f\" ltl {text} text \"\"");
        let system = wherefore_ir::text::parse(&source).unwrap();
        let bit = |state: &str, name: char| Some(Value::Bool(state.contains(name)));
        let step = |s: &str| Step { values: vec![bit(s, 'p'), bit(s, 'q')], element: None };
        let trace = Trace { steps: states.split(' ').map(step).collect(), loop_start };
        let formula = system.properties[0].term;
        let labels = Labels::new(&system.terms, &trace, formula).unwrap();
        assert_eq!(labels.at(formula, 0), expected, "{text} on {states} back to {loop_start:?}");
    };
    check(Some(0), "- p", "(G (Y p))", Some(false));
    check(Some(0), "- p", "(X (G (or p (Y p))))", Some(true));
    check(Some(0), "- p", "(F (Y (Y (Y p))))", Some(true));
    check(Some(0), "p q", "(G (F p))", Some(true));
    check(Some(1), "p q", "(G (F p))", Some(false));
    check(Some(1), "p q", "(F (G (O p)))", Some(true));
    check(Some(1), "p q", "(U p q)", Some(true));
    check(Some(0), "p", "(U p q)", Some(false));
    check(Some(0), "p", "(R q p)", Some(true));
    check(None, "p p -", "(G p)", Some(false));
    check(None, "p p p", "(G p)", None);
    check(None, "p p q", "(U p q)", Some(true));
    check(None, "p", "(X p)", None);
    check(None, "p q", "(X (Y p))", Some(true));
}

#[test]
fn a_formula_that_would_fill_the_memory_is_refused() {
    let mut system = system();
    let p = system.terms.find_var("p").unwrap();
    let mut formula = system.terms.now(p);
    for _ in 0..100_000 {
        formula = system.terms.mk(Op::O, &[formula]).unwrap();
    }
    let mut random = Random::new(5);
    let trace = Trace::lasso(steps(&mut random, 3), 0);
    assert!(Labels::new(&system.terms, &trace, formula).is_err());
}
