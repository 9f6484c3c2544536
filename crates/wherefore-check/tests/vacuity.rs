//! Which properties that hold are called vacuous, and what is said to hold too, against the slow obvious checkers.
//!
//! A bounded share runs by default; the full sweep is
//!
//! ```text
//! WHEREFORE_CASES=1000 cargo test --release --features cadical -p wherefore-check --test vacuity -- --nocapture
//! ```

mod support;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, RefUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::{explicit, linear, random};
use wherefore_check::{Observer, Options, Session, Silent, Stronger, Verdict};
use wherefore_ir::{Op, PropertyKind, System, TermId, Terms, text};
use wherefore_solve::Stop;
use wherefore_test::{cases, counted, say, seed};
use wherefore_trace::formula;

/// Answers of one sweep.
#[derive(Default)]
struct Tally {
    holds: AtomicUsize,
    vacuous: AtomicUsize,
    missed: AtomicUsize,
    lies: AtomicUsize,
}

impl Tally {
    fn end(self, what: &str) {
        let [holds, vacuous, missed, lies] =
            [self.holds, self.vacuous, self.missed, self.lies].map(AtomicUsize::into_inner);
        say(&format!("{what}: {holds} hold, {vacuous} of them are vacuous, {missed} were not found to be"));
        counted(vacuous, "vacuous formulas");
        counted(lies, "lies were refused");
        assert!(missed * 50 <= vacuous, "{missed} of {vacuous} were missed");
    }
}

fn on_random_systems(kind: PropertyKind, count: u64, check: impl Fn(&System) + RefUnwindSafe) {
    let first = seed(1);
    for seed in first..first + cases(count) {
        let system = random::implying(seed, kind);
        let run = catch_unwind(|| check(&system));
        run.unwrap_or_else(|_| panic!("WHEREFORE_SEED={seed}\n{}", text::print(&system)));
    }
}

fn verdict(system: &System) -> Verdict {
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    Session::new(system, Options::default()).check(&system.properties[0], &Stop::new(), &observer).verdict
}

/// Holds a verdict against formulas that are stronger than the property, of those that hold; `is_empty` says that there is no run.
fn judge(tally: &Tally, holds: bool, is_empty: bool, stronger: &[String], verdict: &Verdict) {
    let is_true = matches!(verdict, Verdict::Holds { .. } | Verdict::Vacuous { .. });
    assert_eq!(is_true, holds, "{verdict:?}");
    tally.holds.fetch_add(usize::from(holds), Ordering::Relaxed);
    let is_vacuous = holds && (is_empty || !stronger.is_empty());
    tally.vacuous.fetch_add(usize::from(is_vacuous), Ordering::Relaxed);
    match verdict {
        Verdict::Vacuous { reason, stronger: said, .. } => {
            assert!(is_vacuous, "{reason}");
            assert_eq!(said.is_none(), is_empty, "{reason}");
            if let Some(Stronger { formula, recheck, .. }) = said.as_deref() {
                assert!(stronger.contains(formula), "{formula} is none of {stronger:?}");
                assert!(recheck.checker().is_some());
            }
        }
        // A model without runs is always found to be one.
        _ if is_vacuous => {
            assert!(!is_empty);
            tally.missed.fetch_add(1, Ordering::Relaxed);
        }
        _ => {}
    }
}

/// Judges a verdict, and the lies that it can be made into.
fn examine(tally: &Tally, holds: bool, is_empty: bool, stronger: &[String], verdict: Verdict) {
    judge(tally, holds, is_empty, stronger, &verdict);
    refuses_lies(tally, holds, is_empty, stronger, &verdict);
}

/// Whether wrong answers are refused: a formula that says something called vacuous, and another formula said to hold too.
fn refuses_lies(tally: &Tally, holds: bool, is_empty: bool, stronger: &[String], verdict: &Verdict) {
    let lie = match verdict.clone() {
        Verdict::Holds { evidence, recheck } if stronger.is_empty() => {
            let formula = "FALSE".to_owned();
            let said =
                Stronger { idle: formula.clone(), formula, evidence: evidence.clone(), recheck: recheck.clone() };
            Verdict::Vacuous {
                evidence,
                recheck,
                reason: "lie".to_owned(),
                element: None,
                stronger: Some(Box::new(said)),
            }
        }
        Verdict::Vacuous { evidence, recheck, reason, element, stronger: Some(mut said) } => {
            said.formula.push_str(" & FALSE");
            Verdict::Vacuous { evidence, recheck, reason, element, stronger: Some(said) }
        }
        _ => return,
    };
    let judged = catch_unwind(AssertUnwindSafe(|| judge(&Tally::default(), holds, is_empty, stronger, &lie)));
    assert!(judged.is_err(), "a lie was believed");
    tally.lies.fetch_add(1, Ordering::Relaxed);
}

/// Formulas that must all be true, one below the other.
fn conjuncts(terms: &Terms, term: TermId) -> Vec<TermId> {
    match terms.op(term) {
        Op::And => terms.operands(term).iter().flat_map(|t| conjuncts(terms, *t)).collect(),
        _ => vec![term],
    }
}

/// What an invariant is without an implication whose premise is never true, for each of these.
fn without_premises(system: &System, body: TermId, wrap: impl Fn(&mut Terms, TermId) -> TermId) -> Vec<String> {
    let graph = explicit::explore(system);
    let parts = conjuncts(&system.terms, body);
    let mut found = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        let (Op::Implies, [premise, _]) = (system.terms.op(*part), system.terms.operands(*part)) else { continue };
        let mut system = system.clone();
        let never = system.terms.not(*premise);
        if explicit::shortest_violation(&system, &graph, never).is_none() {
            let mut left = parts.clone();
            left[place] = never;
            let left = system.terms.and(left);
            let left = wrap(&mut system.terms, left);
            found.push(formula(&system.terms, left));
        }
    }
    found
}

#[test]
fn invariants() {
    let tally = Tally::default();
    on_random_systems(PropertyKind::Invariant, 40, |system| {
        let (graph, term) = (explicit::explore(system), system.properties[0].term);
        let holds = explicit::shortest_violation(system, &graph, term).is_none();
        let stronger = without_premises(system, term, |_, left| left);
        examine(&tally, holds, graph.states.is_empty(), &stronger, verdict(system));
    });
    tally.end("invariants");
}

/// `AG`: a premise counts if no reachable state makes it true, whether a fair run goes on from there or not.
#[test]
fn always() {
    let tally = Tally::default();
    on_random_systems(PropertyKind::Ctl, 30, |system| {
        let (graph, term) = (explicit::explore(system), system.properties[0].term);
        let holds = explicit::holds_ctl(system, &graph, term);
        let mut lifeless = system.clone();
        let never = lifeless.terms.bool(false);
        let never = lifeless.terms.apply(Op::AF, &[never]);
        let is_empty = explicit::holds_ctl(&lifeless, &graph, never);
        let stronger = match (system.terms.op(term), system.terms.operands(term)) {
            (Op::AG, [body]) => without_premises(system, *body, |terms, left| terms.apply(Op::AG, &[left])),
            _ => Vec::new(),
        };
        examine(&tally, holds, is_empty, &stronger, verdict(system));
    });
    tally.end("AG");
}

/// With which polarities each implication occurs, read as a tree.
fn polarities(terms: &Terms, term: TermId, truth: bool, found: &mut BTreeMap<TermId, Vec<bool>>) {
    let mut below = |t: &TermId, truth: bool| polarities(terms, *t, truth, found);
    match (terms.op(term), terms.operands(term)) {
        (Op::Implies, [a, b]) => {
            below(a, !truth);
            below(b, truth);
            found.entry(term).or_default().push(truth);
        }
        (Op::Not, [a]) => below(a, !truth),
        (Op::Eq | Op::Xor | Op::Ite, list) if list.iter().all(|t| terms.sort(*t) == terms.sort(term)) => {
            list.iter().for_each(|t| {
                below(t, true);
                below(t, false);
            });
        }
        (op, list) if matches!(op, Op::And | Op::Or) || op.is_ltl() => list.iter().for_each(|t| below(t, truth)),
        _ => {}
    }
}

/// The formula with another one for each occurrence of a part.
fn replaced(terms: &mut Terms, term: TermId, part: TermId, by: TermId) -> TermId {
    if term == part {
        return by;
    }
    let operands = terms.operands(term).to_vec();
    let new: Vec<TermId> = operands.iter().map(|t| replaced(terms, *t, part, by)).collect();
    match terms.op(term) {
        _ if new == operands => term,
        Op::Not => terms.not(new[0]),
        Op::And => terms.and(new),
        Op::Or => terms.or(new),
        Op::Implies => terms.implies(new[0], new[1]),
        Op::Eq => terms.eq(new[0], new[1]),
        op => terms.apply(op, &new),
    }
}

/// What a formula is with `false` for the right-hand side of an implication, for each that only makes it stronger; the left-hand side
/// of the outermost implication stays as it is.
fn without_consequents(system: &System, term: TermId) -> Vec<(Terms, TermId)> {
    let terms = &system.terms;
    let (premise, root) = match (terms.op(term), terms.operands(term)) {
        (Op::Implies, [a, b]) => (Some(*a), *b),
        _ => (None, term),
    };
    let mut found = BTreeMap::new();
    polarities(terms, root, true, &mut found);
    let mut all = Vec::new();
    if let Some(premise) = premise {
        let mut terms = terms.clone();
        let never = terms.not(premise);
        all.push((terms, never));
    }
    for (part, _) in found.iter().filter(|(_, truths)| truths.iter().all(|t| *t)) {
        let mut terms = terms.clone();
        let never = terms.not(terms.operands(*part)[0]);
        let left = replaced(&mut terms, root, *part, never);
        let left = premise.map_or(left, |p| terms.implies(p, left));
        all.push((terms, left));
    }
    all
}

#[test]
fn linear_time() {
    let tally = Tally::default();
    on_random_systems(PropertyKind::Ltl, 25, |system| {
        let term = system.properties[0].term;
        let ticks = linear::ticks(system);
        let holds = !linear::satisfiable(system, &ticks, term, false);
        let mut with_truth = system.clone();
        let truth = with_truth.terms.bool(true);
        let is_empty = !linear::satisfiable(&with_truth, &ticks, truth, true);
        let mut stronger = Vec::new();
        for (terms, left) in without_consequents(system, term) {
            let mut system = system.clone();
            system.terms = terms;
            if holds && !linear::satisfiable(&system, &ticks, left, false) {
                stronger.push(formula(&system.terms, left));
            }
        }
        examine(&tally, holds, is_empty, &stronger, verdict(system));
    });
    tally.end("linear time");
}
