//! Certificates of CTL formulas: every `holds` has one that a SAT solver accepts, and a wrong one is not accepted.

mod support;

use std::collections::BTreeMap;
use std::panic::{RefUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use support::random::Random;
use support::{explicit, random};
use wherefore_check::certify::ctl::recheck;
use wherefore_check::certify::fixpoint::{Choice, Core, Evidence, Fixpoints, Ladder, Reached, Reason, Removal};
use wherefore_check::{EngineChoice, NoAnswer, Observer, Options, Session, Silent, Verdict, bdd};
use wherefore_ir::{Op, PropertyKind, System, TermId, Terms, text};
use wherefore_solve::{Engine, SatSolver, Solver, Stop};
use wherefore_test::{cases, seed};

fn sat() -> Result<Box<dyn Solver>, NoAnswer> {
    Ok(Box::new(SatSolver::new(Engine::best())?))
}

fn verdict(system: &System, certificate: &Fixpoints) -> Result<(), NoAnswer> {
    recheck(system, system.properties[0].term, certificate, &sat, &Stop::new())
}

fn certificate(system: &System) -> Option<Fixpoints> {
    bdd::certificate(system, system.properties[0].term, &Stop::new()).unwrap()
}

fn on_random_systems(count: u64, check: impl Fn(&System, u64) + RefUnwindSafe) {
    let first = seed(1);
    for seed in first..first + cases(count) {
        let system = random::system(seed, PropertyKind::Ctl);
        let run = catch_unwind(|| check(&system, seed));
        run.unwrap_or_else(|_| panic!("WHEREFORE_SEED={seed}\n{}", text::print(&system)));
    }
}

#[test]
fn every_formula_that_holds_is_rechecked() {
    on_random_systems(300, |system, _| {
        let session = Session::new(system, Options { engine: EngineChoice::Bdd, ..Options::default() });
        let observer: Arc<dyn Observer> = Arc::new(Silent);
        let expected = explicit::holds_ctl(system, &explicit::explore(system), system.properties[0].term);
        match session.check(&system.properties[0], &Stop::new(), &observer).verdict {
            Verdict::Holds { evidence, recheck } | Verdict::Vacuous { evidence, recheck, .. } => {
                assert!(expected);
                assert!(recheck.checker().is_some(), "{evidence:?}: {recheck:?}");
            }
            Verdict::Violated(_) => assert!(!expected),
            Verdict::Undetermined(cause) => panic!("{cause}"),
        }
    });
}

/// The formula or its negation, whichever holds: so that each operator is met with either Boolean value.
#[test]
fn both_truth_values_of_every_operator_are_rechecked() {
    let seen = Mutex::new(BTreeMap::<(String, bool), u32>::new());
    on_random_systems(300, |system, _| {
        for truth in [true, false] {
            let mut system = system.clone();
            if !truth {
                system.properties[0].term = system.terms.not(system.properties[0].term);
            }
            let Some(certificate) = certificate(&system) else { continue };
            verdict(&system, &certificate).unwrap();
            for (term, truth) in certificate.claims.keys() {
                *seen.lock().unwrap().entry((format!("{:?}", system.terms.op(*term)), *truth)).or_default() += 1;
            }
        }
    });
    let seen = seen.into_inner().unwrap();
    for op in [Op::AX, Op::EX, Op::AG, Op::EG, Op::AF, Op::EF, Op::AU, Op::EU] {
        for truth in [true, false] {
            assert!(seen.contains_key(&(format!("{op:?}"), truth)), "{op:?} {truth} never occurs: {seen:?}");
        }
    }
}

/// Random changes to any set, layer, removal or choice. Some leave the certificate right; but whenever it is accepted,
/// every state it claims must meet its goal by the slow obvious checker.
#[test]
fn an_accepted_certificate_claims_nothing_false() {
    let tally = Mutex::new([0u32; 2]);
    on_random_systems(250, |system, seed| {
        let Some(right) = certificate(system).filter(|c| !c.claims.is_empty()) else { return };
        let graph = explicit::explore(system);
        let mut random = Random::new(seed);
        for _ in 0..6 {
            let mut spoilt = right.clone();
            spoil(system, &mut spoilt, &mut random);
            let accepted = verdict(system, &spoilt).is_ok();
            tally.lock().unwrap()[usize::from(accepted)] += 1;
            if accepted {
                claims_are_true(system, &graph, &spoilt);
            }
        }
    });
    let [caught, accepted] = tally.into_inner().unwrap();
    assert!(caught > 0 && accepted > 0, "caught {caught}, accepted {accepted}");
}

/// A state taken out of the set of reachable states, the set denied, or another one in its place: what is accepted holds every
/// reachable state, and claims nothing false.
#[test]
fn an_accepted_set_of_reachable_states_misses_none() {
    let tally = Mutex::new([0u32; 2]);
    on_random_systems(250, |system, seed| {
        let Some(right) = certificate(system).filter(|c| c.reached.is_some()) else { return };
        let graph = explicit::explore(system);
        let mut random = Random::new(seed);
        for _ in 0..6 {
            let spoilt = with_other_states(system, &right, &mut random);
            let accepted = verdict(system, &spoilt).is_ok();
            tally.lock().unwrap()[usize::from(accepted)] += 1;
            if accepted {
                let mut extended = system.clone();
                extended.terms = (*spoilt.terms).clone();
                let inside = explicit::states_of(&extended, &graph, spoilt.reached.as_ref().unwrap().term);
                assert!(inside.into_iter().all(|inside| inside));
                claims_are_true(system, &graph, &spoilt);
            }
        }
    });
    let [caught, accepted] = tally.into_inner().unwrap();
    assert!(caught > 0 && accepted > 0, "caught {caught}, accepted {accepted}");
}

fn with_other_states(system: &System, right: &Fixpoints, random: &mut Random) -> Fixpoints {
    let mut spoilt = right.clone();
    let state = some_state(system, &mut spoilt.terms, random);
    let all = spoilt.all_terms();
    let other = all[random.below(all.len() as u64) as usize];
    let reached = spoilt.reached.as_ref().unwrap().term;
    let term = match random.below(4) {
        0 => other,
        1 => spoilt.terms.not(reached),
        _ => {
            let not = spoilt.terms.not(state);
            spoilt.terms.and([reached, not])
        }
    };
    spoilt.reached = Some(Reached { terms: Arc::new((*spoilt.terms).clone()), term });
    spoilt
}

/// A set of reachable states of another arena than that of the certificate means nothing in it.
#[test]
fn a_set_of_another_arena_is_refused() {
    check("(EF (= x 2))", "a certificate that does not speak of states", |c| {
        let reached = c.reached.as_mut().expect("states without inputs");
        let mut terms = (*reached.terms).clone();
        let (x, two) = (terms.find_var("x").unwrap(), terms.int(12345));
        let now = terms.now(x);
        terms.eq(now, two);
        reached.terms = Arc::new(terms);
    });
}

fn claims_are_true(system: &System, graph: &explicit::Graph, certificate: &Fixpoints) {
    let mut system = system.clone();
    system.terms = (*certificate.terms).clone();
    for ((term, truth), claim) in &certificate.claims {
        let (meets, claimed) =
            (explicit::states_of(&system, graph, *term), explicit::states_of(&system, graph, claim.set));
        assert!(claimed.iter().zip(meets).all(|(claimed, meets)| !claimed || meets == *truth), "{term:?} {truth}");
    }
}

/// Adds a state to a set, takes one out, or puts another set in its place.
fn spoil(system: &System, certificate: &mut Fixpoints, random: &mut Random) {
    let state = some_state(system, &mut certificate.terms, random);
    let all = certificate.all_terms();
    let other = all[random.below(all.len() as u64) as usize];
    let Fixpoints { terms, .. } = certificate;
    let mut terms = std::mem::take(&mut **terms);
    let mut slots = slots(certificate);
    let place = random.below(slots.len() as u64) as usize;
    let slot = &mut slots[place];
    **slot = match random.below(4) {
        0 => other,
        1 => terms.or([**slot, state]),
        _ => {
            let not = terms.not(state);
            terms.and([**slot, not])
        }
    };
    *certificate.terms = terms;
}

fn some_state(system: &System, terms: &mut Terms, random: &mut Random) -> TermId {
    let mut parts = Vec::new();
    for var in system.state_vars() {
        let values = explicit::domain(system, system.terms.var(var).sort);
        let value = values[random.below(values.len() as u64) as usize].clone();
        let (now, value) = (terms.now(var), terms.mk_const(value));
        parts.push(terms.eq(now, value));
    }
    terms.and(parts)
}

fn slots(certificate: &mut Fixpoints) -> Vec<&mut TermId> {
    let mut found = Vec::new();
    certificate.fair.iter_mut().for_each(|core| in_core(core, &mut found));
    in_removals(&mut certificate.unfair, &mut found);
    for claim in certificate.claims.values_mut() {
        found.push(&mut claim.set);
        match &mut claim.evidence {
            Evidence::Closed => {}
            Evidence::Leaves(removals) => in_removals(removals, &mut found),
            Evidence::Step(choice) => found.extend(choice.0.values_mut().flatten()),
            Evidence::Way(way) => in_ladder(way, &mut found),
            Evidence::Stay(core) => in_core(core, &mut found),
            Evidence::WayOrStay(way, core) => {
                in_ladder(way, &mut found);
                in_core(core, &mut found);
            }
        }
    }
    found
}

fn in_core<'a>(core: &'a mut Core, found: &mut Vec<&'a mut TermId>) {
    found.push(&mut core.set);
    found.extend(core.stay.0.values_mut().flatten());
    let ways = core.justice.iter_mut().chain(&mut core.compassion).chain([&mut core.approach]);
    ways.for_each(|way| in_ladder(way, found));
}

fn in_ladder<'a>(way: &'a mut Ladder, found: &mut Vec<&'a mut TermId>) {
    found.extend(&mut way.layers);
    found.extend(way.choice.0.values_mut().flatten());
}

fn in_removals<'a>(removals: &'a mut [Removal], found: &mut Vec<&'a mut TermId>) {
    for removal in removals {
        found.push(&mut removal.set);
        if let Reason::Compassion(_, trap) = &mut removal.reason {
            found.push(trap);
        }
    }
}

/// 0 -> 1 -> 2 -> 2, and from 1 back to 0; staying among 0 and 1 is unjust.
fn row(formula: &str) -> System {
    let lines = [
        "system \"row\"",
        "var x : 0..2 state",
        "init (= x 0)",
        "trans (or (not (= x 0)) (= (next x) 1))",
        "trans (or (not (= x 1)) (= (next x) 0) (= (next x) 2))",
        "trans (or (not (= x 2)) (= (next x) 2))",
        "justice (= x 2)",
        &format!("property \"p\" ctl {formula} text \"p\""),
    ];
    text::parse(&lines.join("\n")).unwrap()
}

/// The right certificate is accepted; spoilt, it is refuted in these words.
fn check(formula: &str, words: &str, spoil: impl FnOnce(&mut Fixpoints)) {
    let system = row(formula);
    let mut certificate = certificate(&system).expect("holds");
    verdict(&system, &certificate).unwrap();
    spoil(&mut certificate);
    assert_eq!(verdict(&system, &certificate), Err(NoAnswer::Refuted(words.to_owned())), "{formula}");
}

const WAY: &str = "a way that does not lead where it should";

fn only_evidence(certificate: &mut Fixpoints) -> &mut Evidence {
    let claim = certificate.claims.values_mut().next();
    &mut claim.expect("a claim").evidence
}

fn way(certificate: &mut Fixpoints) -> &mut Ladder {
    match only_evidence(certificate) {
        Evidence::Way(way) => way,
        other => panic!("{other:?}"),
    }
}

fn removals(certificate: &mut Fixpoints) -> &mut Vec<Removal> {
    match only_evidence(certificate) {
        Evidence::Leaves(removals) => removals,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_dropped_layer_is_missed() {
    check("(EF (= x 2))", WAY, |c| way(c).layers = vec![way(c).layers[0], way(c).layers[2]]);
    check("(EF (= x 2))", WAY, |c| way(c).layers.rotate_left(1));
    check("(EF (= x 2))", WAY, |c| way(c).layers.truncate(2));
    check("(EF (= x 2))", WAY, |c| way(c).layers.reverse());
    check("(AF (= x 2))", "not everything is removed", |c| removals(c).clear());
}

#[test]
fn a_wrong_step_is_seen() {
    check("(EF (= x 2))", WAY, |c| way(c).choice = Choice::default());
    check("(EX (= x 1))", WAY, |c| *only_evidence(c) = Evidence::Step(Choice::default()));
    check("(EX (= x 1))", WAY, |c| c.fair = None);
    check("(EX (= x 1))", WAY, |c| c.fair.as_mut().unwrap().stay = Choice::default());
    check("(EX (= x 1))", "a core without a way to what is fair", |c| c.fair.as_mut().unwrap().justice.clear());
}

#[test]
fn a_wrong_reason_is_seen() {
    check("(AF (= x 2))", "a dead end that is none", |c| removals(c)[0].reason = Reason::DeadEnd);
    check("(AF (= x 2))", "no such justice", |c| removals(c)[0].reason = Reason::Justice(1));
    check("(AF (= x 2))", "evidence that does not fit its formula", |c| *only_evidence(c) = Evidence::Closed);
}

#[test]
fn an_enlarged_set_is_seen() {
    let all = |c: &mut Fixpoints| {
        let yes = c.terms.bool(true);
        c.claims.values_mut().for_each(|claim| claim.set = yes);
    };
    check("(or (= x 0) (AX (= x 2)))", "AX: a step leads elsewhere", all);
    check("(or (= x 0) (AG (= x 2)))", "AG: the body does not hold", all);
    check("(or (= x 0) (EF (= x 0)))", WAY, all);
    check("(or (= x 0) (EG (= x 2)))", WAY, all);
    check("(or (= x 0) (not (EU (= x 1) (= x 2))))", "no E[f U g]: g holds", all);
}

#[test]
fn swapped_sets_are_seen() {
    check("(and (EF (= x 2)) (or (= x 0) (AG (= x 2))))", "AG: the body does not hold", |c| {
        let mut sets: Vec<TermId> = c.claims.values().map(|claim| claim.set).collect();
        sets.reverse();
        c.claims.values_mut().zip(sets).for_each(|(claim, set)| claim.set = set);
    });
}

#[test]
fn a_set_of_something_else_than_states_is_refused() {
    check("(EF (= x 2))", "a certificate that does not speak of states", |c| {
        let x = c.terms.find_var("x").unwrap();
        let (next, one) = (c.terms.next(x), c.terms.int(1));
        let wrong = c.terms.eq(next, one);
        way(c).layers[1] = wrong;
    });
}
