//! The slow obvious checker of LTL: a graph of ticks, each with a guess of the truth of every temporal
//! sub-formula, and a search for a fair cycle in it.
//!
//! Guesses are exact in both directions, and every fairness condition that this needs is kept: it shares no idea with
//! the engines but the semantics.

use std::collections::BTreeMap;
use wherefore_ir::{Op, Role, System, TermId, Value, VarId, walk};
use wherefore_trace::Evaluator;

use super::explicit::domain;

type Row = Vec<Option<Value>>;

/// Every legal tick, which may be first, and which may follow which.
pub struct Ticks {
    pub rows: Vec<Row>,
    pub first: Vec<bool>,
    pub next: Vec<Vec<usize>>,
}

fn evaluator(system: &System, terms: impl Iterator<Item = TermId>) -> Evaluator {
    Evaluator::new(&system.terms, &terms.collect::<Vec<_>>()).expect("no temporal operator")
}

fn all_true(evaluator: &Evaluator, now: &Row, next: Option<&Row>) -> bool {
    evaluator.truths(now, next.map(Vec::as_slice)).iter().all(|t| *t == Some(true))
}

/// Lays out all ticks of a system.
pub fn ticks(system: &System) -> Ticks {
    let mut rows: Vec<Row> = vec![vec![None; system.terms.var_count()]];
    for (var, _) in system.vars() {
        let values = domain(system, system.terms.var(var).sort);
        let extended = |row: &Row| -> Vec<Row> {
            let with = |value: &Value| {
                let mut row = row.clone();
                row[var.index()] = Some(value.clone());
                row
            };
            values.iter().map(with).collect()
        };
        rows = rows.iter().flat_map(extended).collect();
    }
    let invar = evaluator(system, system.invar.iter().map(|c| c.term));
    rows.retain(|row| all_true(&invar, row, None));
    let init = evaluator(system, system.init.iter().map(|c| c.term));
    let first = rows.iter().map(|row| all_true(&init, row, None)).collect();
    let trans = evaluator(system, system.trans.iter().map(|c| c.term));
    let update = evaluator(system, system.next.values().map(|u| u.term));
    let targets: Vec<VarId> = system.next.keys().copied().collect();
    let frozen: Vec<VarId> = system.vars().filter(|(_, r)| *r == Role::Frozen).map(|(v, _)| v).collect();
    let successors = |row: &Row| -> Vec<usize> {
        let values = update.evaluate(row, None);
        let follows = |next: &Row| {
            targets.iter().zip(&values).all(|(v, value)| *value == next[v.index()])
                && frozen.iter().all(|v| row[v.index()] == next[v.index()])
                && all_true(&trans, row, Some(next))
        };
        (0..rows.len()).filter(|n| follows(&rows[*n])).collect()
    };
    let next = rows.iter().map(successors).collect();
    Ticks { rows, first, next }
}

/// How many sub-formulas are guessed.
pub fn guesses(system: &System, formula: TermId) -> usize {
    let (temporal, ahead, _) = layout(system, formula);
    temporal.len() + ahead.len()
}

/// Temporal sub-formulas, atoms that speak of the next state, and all sub-formulas that matter, operands first.
fn layout(system: &System, formula: TermId) -> (Vec<TermId>, Vec<TermId>, Vec<TermId>) {
    let terms = &system.terms;
    let mut all: Vec<TermId> = Vec::new();
    for term in walk::postorder(terms, [formula]) {
        if terms.has_ltl(term) {
            all.extend(terms.operands(term).iter().filter(|t| !terms.has_ltl(**t)));
            all.push(term);
        }
    }
    all.push(formula);
    all.sort_unstable();
    all.dedup();
    let temporal = all.iter().copied().filter(|t| terms.op(*t).is_ltl()).collect();
    let ahead = all.iter().copied().filter(|t| !terms.has_ltl(*t) && terms.has_next(*t)).collect();
    (temporal, ahead, all)
}

/// A node of the product: a tick and the truth of every sub-formula that matters.
struct Node {
    tick: usize,
    truth: BTreeMap<TermId, bool>,
}

/// Whether some fair run satisfies a formula; the formula `true` asks for a fair run at all.
pub fn satisfiable(system: &System, ticks: &Ticks, formula: TermId, wanted: bool) -> bool {
    let (temporal, ahead, all) = layout(system, formula);
    let nodes = nodes(system, ticks, &temporal, &ahead, &all);
    let mut at: Vec<Vec<usize>> = vec![Vec::new(); ticks.rows.len()];
    nodes.iter().enumerate().for_each(|(n, node)| at[node.tick].push(n));
    let atoms = evaluator(system, ahead.iter().copied());
    let edges: Vec<Vec<usize>> = nodes
        .iter()
        .map(|node| {
            let mut out = Vec::new();
            for &tick in &ticks.next[node.tick] {
                let values = atoms.truths(&ticks.rows[node.tick], Some(&ticks.rows[tick]));
                if ahead.iter().zip(&values).all(|(t, v)| Some(node.truth[t]) == *v) {
                    out.extend(at[tick].iter().copied().filter(|n| follows(system, &temporal, node, &nodes[*n])));
                }
            }
            out
        })
        .collect();
    let mut reached = vec![false; nodes.len()];
    let starts = |n: &usize| {
        ticks.first[nodes[*n].tick] && nodes[*n].truth[&formula] == wanted && begins(system, &temporal, &nodes[*n])
    };
    let mut stack: Vec<usize> = (0..nodes.len()).filter(starts).collect();
    stack.iter().for_each(|n| reached[*n] = true);
    while let Some(n) = stack.pop() {
        for m in &edges[n] {
            if !std::mem::replace(&mut reached[*m], true) {
                stack.push(*m);
            }
        }
    }
    let fairness = Fairness::new(system, ticks, &temporal, &nodes);
    fair_cycle(&edges, &reached, &fairness)
}

fn nodes(system: &System, ticks: &Ticks, temporal: &[TermId], ahead: &[TermId], all: &[TermId]) -> Vec<Node> {
    let terms = &system.terms;
    let plain: Vec<TermId> = all.iter().copied().filter(|t| !terms.has_ltl(*t) && !terms.has_next(*t)).collect();
    let atoms = evaluator(system, plain.iter().copied());
    let guessed: Vec<TermId> = temporal.iter().chain(ahead).copied().collect();
    let mut nodes = Vec::new();
    for (tick, row) in ticks.rows.iter().enumerate() {
        let known = atoms.truths(row, None);
        for guess in 0..1u32 << guessed.len() {
            let mut truth: BTreeMap<TermId, bool> = BTreeMap::new();
            truth.extend(plain.iter().zip(&known).map(|(t, v)| (*t, *v == Some(true))));
            truth.extend(guessed.iter().enumerate().map(|(i, t)| (*t, guess >> i & 1 == 1)));
            for term in all {
                if !truth.contains_key(term) {
                    let values: Vec<bool> = terms.operands(*term).iter().map(|t| truth[t]).collect();
                    truth.insert(*term, connective(terms.op(*term), &values));
                }
            }
            nodes.push(Node { tick, truth });
        }
    }
    nodes
}

fn connective(op: Op, values: &[bool]) -> bool {
    match (op, values) {
        (Op::Not, [a]) => !a,
        (Op::And, list) => list.iter().all(|v| *v),
        (Op::Or, list) => list.iter().any(|v| *v),
        (Op::Implies, [a, b]) => !a || *b,
        (Op::Xor, [a, b]) => a != b,
        (Op::Eq, [a, b]) => a == b,
        (Op::Ite, [c, a, b]) => {
            if *c {
                *a
            } else {
                *b
            }
        }
        other => panic!("{other:?}"),
    }
}

/// Whether the guesses of two neighbouring ticks fit together.
fn follows(system: &System, temporal: &[TermId], now: &Node, next: &Node) -> bool {
    temporal.iter().all(|t| {
        let operands = system.terms.operands(*t);
        let (a, b) = (operands[0], operands[operands.len() - 1]);
        let (here, there) = (&now.truth, &next.truth);
        match system.terms.op(*t) {
            Op::X => here[t] == there[&a],
            Op::F => here[t] == (here[&a] || there[t]),
            Op::G => here[t] == (here[&a] && there[t]),
            Op::U => here[t] == (here[&b] || here[&a] && there[t]),
            Op::R => here[t] == (here[&b] && (here[&a] || there[t])),
            Op::Y | Op::Z => there[t] == here[&a],
            Op::O => there[t] == (there[&a] || here[t]),
            Op::H => there[t] == (there[&a] && here[t]),
            Op::S => there[t] == (there[&b] || there[&a] && here[t]),
            Op::T => there[t] == (there[&b] && (there[&a] || here[t])),
            other => panic!("{other:?}"),
        }
    })
}

/// Whether the guesses fit a first tick.
fn begins(system: &System, temporal: &[TermId], node: &Node) -> bool {
    temporal.iter().all(|t| {
        let last = system.terms.operands(*t).last().expect("an operand");
        match system.terms.op(*t) {
            Op::Y => !node.truth[t],
            Op::Z => node.truth[t],
            Op::O | Op::H | Op::S | Op::T => node.truth[t] == node.truth[last],
            _ => true,
        }
    })
}

/// Conditions that a fair cycle must meet.
struct Fairness {
    justice: Vec<Vec<bool>>,
    compassion: Vec<(Vec<bool>, Vec<bool>)>,
}

impl Fairness {
    fn new(system: &System, ticks: &Ticks, temporal: &[TermId], nodes: &[Node]) -> Fairness {
        let on_ticks = |term: TermId| -> Vec<bool> {
            let atom = evaluator(system, std::iter::once(term));
            let rows: Vec<bool> = ticks.rows.iter().map(|row| all_true(&atom, row, None)).collect();
            nodes.iter().map(|n| rows[n.tick]).collect()
        };
        let mut justice: Vec<Vec<bool>> = system.justice.iter().map(|c| on_ticks(c.term)).collect();
        for t in temporal {
            let last = *system.terms.operands(*t).last().expect("an operand");
            match system.terms.op(*t) {
                Op::F | Op::U => justice.push(nodes.iter().map(|n| !n.truth[t] || n.truth[&last]).collect()),
                Op::G | Op::R => justice.push(nodes.iter().map(|n| n.truth[t] || !n.truth[&last]).collect()),
                _ => {}
            }
        }
        let pair = |c: &wherefore_ir::Compassion| (on_ticks(c.premise), on_ticks(c.consequence));
        Fairness { justice, compassion: system.compassion.iter().map(pair).collect() }
    }
}

/// A cycle through these nodes that meets everything; parts that cannot are cut smaller.
fn fair_cycle(edges: &[Vec<usize>], alive: &[bool], fairness: &Fairness) -> bool {
    let mut parts = components(edges, alive);
    while let Some(part) = parts.pop() {
        let meets = |set: &Vec<bool>| part.iter().any(|n| set[*n]);
        if !fairness.justice.iter().all(meets) {
            continue;
        }
        let broken = fairness.compassion.iter().find(|(p, q)| meets(p) && !meets(q));
        let Some((premise, _)) = broken else { return true };
        let mut rest = vec![false; alive.len()];
        part.iter().filter(|n| !premise[**n]).for_each(|n| rest[*n] = true);
        parts.extend(components(edges, &rest));
    }
    false
}

/// Strongly connected parts that hold a cycle, after Tarjan, as a loop.
fn components(edges: &[Vec<usize>], alive: &[bool]) -> Vec<Vec<usize>> {
    let count = alive.len();
    let (mut index, mut low) = (vec![usize::MAX; count], vec![0; count]);
    let (mut on_stack, mut stack, mut found) = (vec![false; count], Vec::new(), Vec::new());
    let mut clock = 0;
    for root in (0..count).filter(|n| alive[*n]) {
        if index[root] != usize::MAX {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some((node, place)) = calls.pop() {
            if place == 0 {
                (index[node], low[node]) = (clock, clock);
                clock += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            let mut deeper = None;
            for (at, next) in edges[node].iter().enumerate().skip(place).filter(|(_, n)| alive[**n]) {
                if index[*next] == usize::MAX {
                    deeper = Some((at, *next));
                    break;
                }
                if on_stack[*next] {
                    low[node] = low[node].min(low[*next].min(index[*next]));
                }
            }
            if let Some((at, next)) = deeper {
                calls.extend([(node, at + 1), (next, 0)]);
                // The child's low mark is taken over when it is popped: see below.
                continue;
            }
            if let Some((parent, _)) = calls.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == index[node] {
                let at = stack.iter().rposition(|n| *n == node).expect("on the stack");
                let part: Vec<usize> = stack.split_off(at);
                part.iter().for_each(|n| on_stack[*n] = false);
                if part.len() > 1 || edges[node].contains(&node) {
                    found.push(part);
                }
            }
        }
    }
    found
}
