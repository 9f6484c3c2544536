//! Wires and premises: what is replaced or left out before the tableau is built changes no verdict.

use crate::agree::by;
use crate::support::random::{self, Random};
use crate::support::{explicit, linear};
use rustc_hash::FxHashMap;
use std::panic::catch_unwind;
use wherefore_check::ltl::Route;
use wherefore_ir::{Constraint, Op, PropertyKind, Role, Sort, System, TermId, Terms, VarId, text, validate, walk};
use wherefore_test::{cases, seed};

/// A new variable with the value of a term at every tick; its range may be narrower than what the term can be.
fn wire(system: &mut System, name: &str, source: TermId, role: Role, random: &mut Random) -> VarId {
    let sort = match system.terms.sort(source) {
        Sort::Range { lo, hi } if lo < hi && random.chance(60) => Sort::Range { lo, hi: hi - 1 },
        Sort::Range { lo, hi } if random.chance(30) => Sort::Range { lo: lo - 1, hi },
        sort => sort,
    };
    let var = system.add_var(name, sort, role, None).unwrap();
    let now = system.terms.now(var);
    let term = system.terms.eq(now, source);
    system.invar.push(Constraint { term, element: None });
    var
}

/// Source of a wire: a variable, or a choice between its value and that of another.
fn source(system: &mut System, of: VarId, random: &mut Random) -> TermId {
    let same = |v: &VarId| system.terms.var(*v).sort == system.terms.var(of).sort && system.role(*v) == Role::State;
    let others: Vec<VarId> = system.state_vars().filter(same).collect();
    let here = system.terms.now(of);
    match others.first().filter(|_| system.role(of) == Role::State && random.chance(30)) {
        Some(other) => {
            let there = system.terms.now(*other);
            let differ = system.terms.eq(here, there);
            system.terms.ite(differ, there, here)
        }
        None => here,
    }
}

/// Some of the places where a variable is read, at random, read another.
fn reread(terms: &mut Terms, root: TermId, (old, new): (VarId, VarId), random: &mut Random) -> TermId {
    let leaf = |terms: &mut Terms, term: TermId| match terms.op(term) {
        Op::Var(v) if v == old && random.chance(60) => Some(terms.now(new)),
        Op::Next(v) if v == old && random.chance(60) => Some(terms.next(new)),
        _ => None,
    };
    walk::rewrite(terms, &[root], &mut FxHashMap::default(), leaf)[0]
}

/// A random system with wires, chains of them too, that formula and system read in place of what they come from.
fn wired(seed: u64) -> System {
    let mut system = random::system(seed, PropertyKind::Ltl);
    let random = &mut Random::new(seed + 1_000_000);
    for index in 0..1 + random.below(2) {
        // Variables with a range come more often than others.
        let ranged = |v: &VarId| matches!(system.terms.var(*v).sort, Sort::Range { .. });
        let all: Vec<VarId> = system.state_vars().collect();
        let some: Vec<VarId> = all.iter().copied().filter(ranged).collect();
        let states = if some.is_empty() || random.chance(30) { all } else { some };
        let of = states[random.below(states.len() as u64) as usize];
        let from = source(&mut system, of, random);
        let role = system.role(of);
        let new = wire(&mut system, &format!("w{index}"), from, role, random);
        let System { terms, init, trans, justice, properties, next, .. } = &mut system;
        let constraints = [init, trans, justice].into_iter().flatten().map(|c| &mut c.term);
        let updates = next.values_mut().map(|u| &mut u.term);
        for term in constraints.chain(updates).chain(properties.iter_mut().map(|p| &mut p.term)) {
            *term = reread(terms, *term, (of, new), random);
        }
    }
    system
}

/// The slow checker knows nothing about wires.
#[test]
fn wires_change_no_verdict() {
    let first = seed(1);
    let mut held = 0;
    for seed in first..first + cases(100) {
        let system = wired(seed);
        assert_eq!(validate(&system), Vec::<String>::new());
        let ticks = linear::ticks(&system);
        let holds = !linear::satisfiable(&system, &ticks, system.properties[0].term, false);
        held += u64::from(holds);
        let run = catch_unwind(|| {
            assert_eq!(by(&system, Route::Diagrams), Some(holds));
            assert_eq!(by(&system, Route::Safety), Some(holds));
        });
        run.unwrap_or_else(|_| panic!("WHEREFORE_SEED={seed}, holds: {holds}\n{}", text::print(&system)));
    }
    assert!(cases(100) < 100 || (held > 15 && held < cases(150)), "{held}");
}

/// A contract: some formulas hold, and others hold if some of those and more do. Is another one implied?
fn contract(seed: u64) -> System {
    let mut system = random::system(seed, PropertyKind::Ltl);
    let random = &mut Random::new(seed + 2_000_000);
    let mut atoms = Vec::new();
    for (var, sort) in system.terms.vars().map(|(v, data)| (v, data.sort)).collect::<Vec<_>>() {
        let value = explicit::domain(&system, sort).swap_remove(0);
        let terms = &mut system.terms;
        let (now, value) = (terms.now(var), terms.mk_const(value));
        let atom = terms.eq(now, value);
        let not = terms.not(atom);
        let temporal = [(Op::G, atom), (Op::G, not), (Op::F, atom)].map(|(op, term)| terms.apply(op, &[term]));
        atoms.extend(temporal.into_iter().chain([atom, not]));
    }
    let mut pick = || atoms[random.below(atoms.len() as u64) as usize];
    let System { terms, properties, .. } = &mut system;
    let mut premises = vec![pick(), pick()];
    for _ in 0..2 {
        let (condition, then) = (terms.and([pick(), pick()]), pick());
        premises.push(terms.implies(condition, then));
    }
    let inner = terms.implies(pick(), pick());
    premises.push(terms.apply(Op::G, &[inner]));
    let premises = terms.and(premises);
    properties[0].term = terms.implies(premises, pick());
    system
}

/// Premises that are facts are left out of other premises; the slow checker takes the formula as it is.
#[test]
fn facts_change_no_verdict() {
    let first = seed(1);
    let mut held = 0;
    let systems = (first..first + cases(100)).map(|seed| (seed, contract(seed)));
    let small = |(_, system): &(u64, System)| linear::guesses(system, system.properties[0].term) <= 6;
    for (seed, system) in systems.filter(small) {
        let ticks = linear::ticks(&system);
        let holds = !linear::satisfiable(&system, &ticks, system.properties[0].term, false);
        held += u64::from(holds);
        let run = catch_unwind(|| assert_eq!(by(&system, Route::Diagrams), Some(holds)));
        run.unwrap_or_else(|_| panic!("WHEREFORE_SEED={seed}, holds: {holds}\n{}", text::print(&system)));
    }
    assert!(held > 0 || cases(100) < 100);
}
