//! Spaces: operations against truth tables, reachability, orders, limits.

use super::*;
use crate::{Stop, StopReason, Undecided, bit_count};
use wherefore_ir::{Op, Sort, TermId, Terms, Value};

fn space(order: &[BitVar]) -> Space {
    Space::new(order, BddOptions { nodes: 1 << 18, ..BddOptions::default() }, Stop::new()).unwrap()
}

fn bit(var: u32) -> BitVar {
    BitVar { var: VarId(var), tick: 0, bit: 0 }
}

/// Functions of three bits, named by their truth tables.
fn all_functions(space: &mut Space) -> Vec<Bdd> {
    let minterm = |space: &mut Space, row: u32| {
        let literals: Vec<_> = (0..3).map(|i| (bit(i), row >> i & 1 == 1)).collect();
        literals.iter().for_each(|(b, _)| drop(space.bit(*b).unwrap()));
        space.literals(literals).unwrap()
    };
    let minterms: Vec<Bdd> = (0..8).map(|row| minterm(space, row)).collect();
    (0..256u32)
        .map(|table| {
            let rows = (0..8).filter(|row| table >> row & 1 == 1).map(|row| minterms[row].clone());
            space.any(rows.collect()).unwrap()
        })
        .collect()
}

#[test]
fn operations_are_those_of_truth_tables() {
    let mut space = space(&[]);
    let f = all_functions(&mut space);
    let middle = space.cube(&[bit(1)]).unwrap();
    // The row with the middle bit at 0 or 1, for each row.
    let set = |table: usize, value: usize| {
        (0..8).filter(|row| table >> (row & !2 | value << 1) & 1 == 1).map(|row| 1 << row).sum::<usize>()
    };
    for a in 0..256 {
        assert_eq!(!&f[a], f[255 - a]);
        assert_eq!(space.exists(&f[a], &middle).unwrap(), f[set(a, 0) | set(a, 1)]);
        assert_eq!(space.forall(&f[a], &middle).unwrap(), f[set(a, 0) & set(a, 1)]);
        assert_eq!(space.cofactor(&f[a], &middle).unwrap(), f[set(a, 1)]);
        assert_eq!(space.count(&f[a], &[bit(0), bit(1), bit(2)]), a.count_ones().into());
        for b in 0..256 {
            assert_eq!(space.and(&f[a], &f[b]).unwrap(), f[a & b]);
            assert_eq!(space.or(&f[a], &f[b]).unwrap(), f[a | b]);
            assert_eq!(space.xor(&f[a], &f[b]).unwrap(), f[a ^ b]);
            assert_eq!(space.iff(&f[a], &f[b]).unwrap(), f[255 & !(a ^ b)]);
            assert_eq!(space.implies(&f[a], &f[b]).unwrap(), f[255 & !a | b]);
            assert_eq!(space.minus(&f[a], &f[b]).unwrap(), f[a & !b]);
            assert_eq!(space.and_exists(&f[a], &f[b], &middle).unwrap(), f[set(a & b, 0) | set(a & b, 1)]);
            let c = (a * 7 + b) & 255;
            assert_eq!(space.ite(&f[c], &f[a], &f[b]).unwrap(), f[c & a | !c & 255 & b]);
        }
    }
}

#[test]
fn least_does_not_depend_on_the_order_of_levels() {
    let mut space = space(&[]);
    let f = all_functions(&mut space);
    let lists = [[0, 1, 2], [2, 1, 0], [1, 2, 0]].map(|list| list.map(bit));
    let expected = |table: usize, list: &[BitVar; 3]| {
        let truths = |row: usize| list.iter().map(|b| row >> b.var.0 & 1 == 1).collect::<Vec<bool>>();
        (0..8).filter(|row| table >> row & 1 == 1).map(truths).min()
    };
    for order in &lists {
        space.set_order(order).unwrap();
        assert_eq!(space.order(), order);
        for (table, function) in f.iter().enumerate() {
            for list in &lists {
                assert_eq!(space.least(function, list).unwrap(), expected(table, list));
            }
            assert_eq!(space.count(function, order), table.count_ones().into());
        }
    }
}

/// A counter from -3 to 4 that wraps, and may pause.
fn counter(terms: &mut Terms) -> (VarId, TermId, TermId) {
    let var = terms.declare("n", Sort::Range { lo: -3, hi: 4 }).unwrap();
    let pause = terms.declare("pause", Sort::Bool).unwrap();
    let (now, next, pause) = (terms.now(var), terms.next(var), terms.now(pause));
    let (one, top, bottom) = (terms.int(1), terms.int(4), terms.int(-3));
    let (plus, at_top) = (terms.add(now, one), terms.eq(now, top));
    let step = terms.ite(at_top, bottom, plus);
    let step = terms.ite(pause, now, step);
    (var, terms.eq(now, bottom), terms.eq(next, step))
}

#[test]
fn reachability_of_a_counter() {
    let mut terms = Terms::new();
    let (var, init, trans) = counter(&mut terms);
    let vars: Vec<VarId> = terms.vars().map(|(v, _)| v).collect();
    let mut space = space(&Space::interleaved(&terms, vars.into_iter().map(|v| vec![v])));
    let (init, trans) = (space.encode(&terms, init, 0).unwrap(), space.encode(&terms, trans, 0).unwrap());
    let current: Vec<BitVar> = space.order().into_iter().filter(|b| b.tick == 0).collect();
    let cube = space.cube(&current).unwrap();
    let domain = space.domain(&terms, var, 0).unwrap();
    let mut reached = space.and(&init, &domain).unwrap();
    let mut sizes = Vec::new();
    loop {
        let word: Vec<BitVar> = current.iter().copied().filter(|b| b.var == var).collect();
        sizes.push(u32::try_from(space.count(&reached, &word)).unwrap());
        let image = space.and_exists(&reached, &trans, &cube).unwrap();
        let image = space.to_current(&image).unwrap();
        let grown = space.or(&reached, &image).unwrap();
        if grown == reached {
            break;
        }
        reached = grown;
    }
    assert_eq!(sizes, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(reached, domain);
    let there_and_back = space.to_next(&reached).and_then(|f| space.to_current(&f)).unwrap();
    assert_eq!(there_and_back, reached);
    assert_eq!(space.least_values(&terms, &reached, &[(var, 0)]).unwrap(), Some(vec![Value::int(0)]));
    assert_eq!(space.least_values(&terms, &init, &[(var, 0)]).unwrap(), Some(vec![Value::int(-3)]));
}

#[test]
fn a_function_as_a_term_means_the_same() {
    let mut terms = Terms::new();
    let colour = terms.intern_enum((0..5).map(|i| format!("c{i}")).collect());
    let sorts = [Sort::Bool, Sort::Enum(colour), Sort::Range { lo: -2, hi: 3 }, Sort::BitVec(3)];
    let vars: Vec<VarId> = sorts.iter().enumerate().map(|(i, s)| terms.declare(format!("v{i}"), *s).unwrap()).collect();
    let mut space = space(&Space::interleaved(&terms, vars.iter().map(|v| vec![*v])));
    let mut domains = space.constant(true);
    for (var, tick) in vars.iter().flat_map(|v| [(*v, 0), (*v, 1)]) {
        let domain = space.domain(&terms, var, tick).unwrap();
        domains = space.and(&domains, &domain).unwrap();
    }
    let mut functions: Vec<Bdd> = Vec::new();
    for bit in space.order() {
        let literal = space.bit(bit).unwrap();
        let mixed = functions.last().map(|last| space.xor(last, &literal).unwrap());
        let joined = functions.last().map(|last| space.and(&!last, &literal).unwrap());
        functions.extend([Some(literal), mixed, joined].into_iter().flatten());
    }
    functions.extend([space.constant(true), space.constant(false)]);
    for function in functions {
        let term = space.to_term(&mut terms, &function);
        let back = space.encode(&terms, term, 0).unwrap();
        assert_eq!(space.and(&back, &domains).unwrap(), space.and(&function, &domains).unwrap());
    }
}

/// x1 y1 + x2 y2 + ... with all x above all y: exponential; with pairs together: linear.
fn pairs(space: &mut Space, count: u32) -> Result<Bdd, Undecided> {
    let mut sum = space.constant(false);
    for i in 0..count {
        let (x, y) = (space.bit(bit(i))?, space.bit(bit(count + i))?);
        let product = space.and(&x, &y)?;
        sum = space.or(&sum, &product)?;
    }
    Ok(sum)
}

fn apart(count: u32) -> Vec<BitVar> {
    (0..2 * count).map(bit).collect()
}

#[test]
fn a_full_table_is_no_disaster() {
    let options = BddOptions { nodes: 2000, cache: 1 << 10, threads: 1 };
    let mut space = Space::new(&apart(12), options, Stop::new()).unwrap();
    assert_eq!(pairs(&mut space, 12), Err(Undecided::Memory));
    assert!(pairs(&mut space, 4).is_ok());
    space.collect();
    let together: Vec<BitVar> = (0..12).flat_map(|i| [bit(i), bit(12 + i)]).collect();
    space.set_order(&together).unwrap();
    let sum = pairs(&mut space, 12).unwrap();
    assert_eq!(space.node_count(&sum), 25);
    // Back to the bad order: refused before the table overflows, and the function is still there.
    assert_eq!(space.set_order(&apart(12)), Err(Undecided::Memory));
    assert!(space.eval(&sum, |b| b == bit(3) || b == bit(15)));
    assert!(!space.eval(&sum, |b| b == bit(3) || b == bit(16)));
    assert!(pairs(&mut space, 4).is_ok());
}

#[test]
fn sifting_finds_the_pairs() {
    let mut space = space(&apart(8));
    let sum = pairs(&mut space, 8).unwrap();
    let before = space.node_count(&sum);
    assert!(before > 500);
    space.sift(SiftOptions { growth: 150, swaps: 10_000 }).unwrap();
    assert_eq!(space.node_count(&sum), 17);
    assert_eq!(pairs(&mut space, 8).unwrap(), sum);
}

#[test]
fn sifting_keeps_groups_together() {
    let mut terms = Terms::new();
    let (_, init, trans) = counter(&mut terms);
    let vars: Vec<VarId> = terms.vars().map(|(v, _)| v).collect();
    let mut space = space(&Space::interleaved(&terms, vars.into_iter().map(|v| vec![v])));
    let kept = (space.encode(&terms, init, 0).unwrap(), space.encode(&terms, trans, 0).unwrap());
    space.sift(SiftOptions::default()).unwrap();
    assert!(space.groups().iter().all(|group| group.len() == 2));
    space.forget_terms();
    assert_eq!(space.encode(&terms, trans, 0).unwrap(), kept.1);
}

#[test]
fn stopping() {
    let stop = Stop::new();
    let mut space =
        Space::new(&apart(2), BddOptions { nodes: 1 << 12, ..BddOptions::default() }, stop.clone()).unwrap();
    let a = space.bit(bit(0)).unwrap();
    stop.fire(StopReason::AnotherWasFaster);
    let stopped = || Undecided::Stopped(StopReason::AnotherWasFaster);
    assert_eq!(space.and(&a, &!&a), Err(stopped()));
    assert_eq!(space.set_order(&[bit(1), bit(0)]), Err(stopped()));
}

#[test]
fn a_hundred_thousand_levels() {
    let mut terms = Terms::new();
    let leaves: Vec<TermId> = (0..100_000)
        .map(|i| {
            let var = terms.declare(format!("b{i}"), Sort::Bool).unwrap();
            terms.now(var)
        })
        .collect();
    let all = terms.mk(Op::And, &leaves).unwrap();
    let order: Vec<BitVar> = (0..100_000).map(bit).collect();
    let options = BddOptions { nodes: 1 << 22, ..BddOptions::default() };
    let mut space = Space::new(&order, options, Stop::new()).unwrap();
    let all = space.encode(&terms, all, 0).unwrap();
    assert_eq!(space.node_count(&all), 100_001);
    assert_eq!(space.count(&all, &order), 1u8.into());
    assert_eq!(space.least(&all, &order).unwrap(), Some(vec![true; 100_000]));
    assert_eq!(bit_count(&terms, VarId(0)), Some(1));
}

#[test]
fn a_simplified_function_agrees_where_it_matters_and_is_no_larger() {
    let mut space = space(&[]);
    let f = all_functions(&mut space);
    let mut smaller = 0;
    for a in (0..256).step_by(3) {
        for care in 0..256 {
            let found = space.simplified(&f[a], &f[care]).unwrap();
            assert_eq!(space.and(&found, &f[care]).unwrap(), f[a & care], "{a} in {care}");
            assert!(space.node_count(&found) <= space.node_count(&f[a]), "{a} in {care}");
            smaller += usize::from(space.node_count(&found) < space.node_count(&f[a]));
        }
    }
    assert!(smaller > 1000, "{smaller}");
    assert!(space.simplified(&f[0x5a], &f[0x5a]).unwrap().is_true());
}
