//! Random machines, mutants of them, and slow obvious oracles.

use crate::Fsm;
use wherefore_test::below;

/// Kind of a random machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One answer and one next state everywhere.
    Deterministic,
    /// At most one answer.
    Partial,
    /// Several answers, one next state for each.
    Observable,
    /// Observable, and inputs may be refused.
    ObservablePartial,
    /// Anything.
    Any,
}

/// All kinds of machines that suites are made for.
pub const TESTABLE: [Kind; 4] = [Kind::Deterministic, Kind::Partial, Kind::Observable, Kind::ObservablePartial];

/// Answers of a kind.
fn entry(seed: &mut u64, kind: Kind, states: usize, outputs: usize) -> Vec<(usize, usize)> {
    let one = |seed: &mut u64| (below(seed, outputs), below(seed, states));
    match kind {
        Kind::Deterministic => vec![one(seed)],
        Kind::Partial => (0..below(seed, 5).min(1)).map(|_| one(seed)).collect(),
        Kind::Any => (0..below(seed, 4)).map(|_| one(seed)).collect(),
        Kind::Observable | Kind::ObservablePartial => {
            let least = usize::from(kind == Kind::Observable);
            let mut moves: Vec<_> = (0..below(seed, 3).max(least)).map(|_| one(seed)).collect();
            moves.sort_unstable();
            moves.dedup_by_key(|pair| pair.0);
            moves
        }
    }
}

/// A machine of a kind.
pub fn random(seed: &mut u64, kind: Kind, states: usize, inputs: usize, outputs: usize) -> Fsm {
    let moves = (0..states).map(|_| (0..inputs).map(|_| entry(seed, kind, states, outputs)).collect()).collect();
    Fsm::new(below(seed, states), inputs, outputs, moves).expect("the table is a machine")
}

/// A minimal machine of a kind with at most `states` states.
pub fn reference(seed: &mut u64, kind: Kind, states: usize, inputs: usize, outputs: usize) -> Fsm {
    random(seed, kind, states, inputs, outputs).minimise().expect("it is observable").machine
}

/// A machine with some entries redrawn, and with up to `more` copies of states that some moves lead to instead.
pub fn mutant(seed: &mut u64, machine: &Fsm, kind: Kind, more: usize, changes: usize) -> Fsm {
    let mut moves = machine.moves.clone();
    for _ in 0..more {
        let (copied, copy) = (below(seed, moves.len()), moves.len());
        moves.push(moves[copied].clone());
        for pair in moves.iter_mut().flatten().flatten().filter(|pair| pair.1 == copied) {
            if below(seed, 2) == 0 {
                pair.1 = copy;
            }
        }
    }
    let states = moves.len();
    for _ in 0..changes {
        let (state, input) = (below(seed, states), below(seed, machine.inputs));
        let entry = &mut moves[state][input];
        match below(seed, 3) {
            0 => *entry = self::entry(seed, kind, states, machine.outputs),
            _ if !entry.is_empty() => {
                let at = below(seed, entry.len());
                entry[at].1 = below(seed, states);
            }
            _ => {}
        }
    }
    Fsm::new(machine.initial, machine.inputs, machine.outputs, moves).expect("the table is a machine")
}

/// All input words up to a length.
pub fn words(inputs: usize, length: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    let mut at = 0;
    while at < all.len() && all[at].len() < length {
        let word = all[at].clone();
        all.extend((0..inputs).map(|input| word.iter().copied().chain([input]).collect::<Vec<_>>()));
        at += 1;
    }
    all
}

/// The table of all pairs of states of an observable machine: whether they differ.
pub fn pair_table(machine: &Fsm) -> Vec<Vec<bool>> {
    let states = machine.states();
    let mut differ = vec![vec![false; states]; states];
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for left in 0..states {
            for right in 0..states {
                let differs = !differ[left][right]
                    && (0..machine.inputs).any(|input| {
                        let (l, r) = (machine.moves(left, input), machine.moves(right, input));
                        l.len() != r.len() || l.iter().zip(r).any(|(l, r)| l.0 != r.0 || differ[l.1][r.1])
                    });
                differ[left][right] |= differs;
                is_changed |= differs;
            }
        }
    }
    differ
}

/// The states that can be reached.
pub fn reached(machine: &Fsm) -> Vec<bool> {
    let mut known = vec![false; machine.states()];
    let mut stack = vec![machine.initial];
    while let Some(state) = stack.pop() {
        if !std::mem::replace(&mut known[state], true) {
            stack.extend(machine.moves[state].iter().flatten().map(|pair| pair.1));
        }
    }
    known
}

/// A machine with another initial state.
pub fn from(machine: &Fsm, initial: usize) -> Fsm {
    Fsm { initial, ..machine.clone() }
}
