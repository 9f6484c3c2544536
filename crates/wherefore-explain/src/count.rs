//! How many of some literals are true, in clauses: a totalizer (Bailleux and Boufkhad 2003).
//!
//! Literals are merged in pairs; each merge gives literals for "at least 1, 2, ... of these are true". Only that direction
//! is stated: a count literal must be true when that number of literals are, which is what bounds from above need.

use wherefore_check::NoAnswer;
use wherefore_solve::{Lit, Solver};

/// For each j, a literal that is true if at least j + 1 of the literals are.
pub fn at_least(solver: &mut dyn Solver, literals: &[Lit]) -> Result<Vec<Lit>, NoAnswer> {
    at_least_up_to(solver, literals, literals.len())
}

/// Count literals up to `most` only: clauses in the number of literals times that, not in its square.
pub fn at_least_up_to(solver: &mut dyn Solver, literals: &[Lit], most: usize) -> Result<Vec<Lit>, NoAnswer> {
    let mut level: Vec<Vec<Lit>> = literals.iter().map(|l| vec![*l]).collect();
    while level.len() > 1 {
        let mut merged = Vec::with_capacity(level.len().div_ceil(2));
        for pair in level.chunks(2) {
            merged.push(match pair {
                [a, b] => merge(solver, a, b, most)?,
                other => other.concat(),
            });
        }
        level = merged;
    }
    let mut counts = level.pop().unwrap_or_default();
    counts.truncate(most);
    Ok(counts)
}

fn merge(solver: &mut dyn Solver, a: &[Lit], b: &[Lit], most: usize) -> Result<Vec<Lit>, NoAnswer> {
    let counts = (0..most.min(a.len() + b.len())).map(|_| solver.fresh()).collect::<Result<Vec<_>, _>>()?;
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            // A count above the limit needs no clause: smaller counts imply what is needed.
            let Some(count) = (i + j).checked_sub(1).and_then(|k| counts.get(k)) else { continue };
            let premises = a[..i].last().into_iter().chain(b[..j].last()).map(|l| !*l);
            let clause: Vec<Lit> = premises.chain([*count]).collect();
            solver.clause(&clause)?;
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_solve::{Answer, Engine, SatSolver, Stop};

    /// Every assignment of five literals forces exactly the counts it reaches.
    #[test]
    fn counts_follow_every_assignment() {
        let mut solver = SatSolver::new(Engine::Batsat).unwrap();
        let literals: Vec<Lit> = (0..5).map(|_| solver.fresh().unwrap()).collect();
        let counts = at_least(&mut solver, &literals).unwrap();
        let fewer = (0..=4).map(|most| at_least_up_to(&mut solver, &literals, most).unwrap());
        let fewer: Vec<Vec<Lit>> = fewer.collect();
        assert_eq!(fewer.iter().map(Vec::len).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        for bits in 0u32..32 {
            let given: Vec<Lit> =
                literals.iter().enumerate().map(|(i, l)| if bits >> i & 1 == 1 { *l } else { !*l }).collect();
            let all = std::iter::once(&counts).chain(&fewer);
            for (j, count) in all.flat_map(|c| c.iter().enumerate()) {
                let asked: Vec<Lit> = given.iter().copied().chain([!*count]).collect();
                let answer = solver.check(&asked, None, &Stop::new()).unwrap();
                assert_eq!(answer == Answer::Unsat, bits.count_ones() as usize > j, "{bits:b} {j}");
            }
        }
    }
}
