//! How many of some literals are true, in clauses: a totalizer (Bailleux and Boufkhad 2003).
//!
//! Literals are merged in pairs; each merge gives literals for "at least 1, 2, ... of these are true". Only that direction
//! is stated: a count literal must be true when so many are, which is what bounds from above need.

use wherefore_check::Cause;
use wherefore_solve::{Lit, Solver};

/// For each j, a literal that is true if at least j + 1 of the literals are.
pub fn at_least(solver: &mut dyn Solver, literals: &[Lit]) -> Result<Vec<Lit>, Cause> {
    let mut level: Vec<Vec<Lit>> = literals.iter().map(|l| vec![*l]).collect();
    while level.len() > 1 {
        let mut merged = Vec::with_capacity(level.len().div_ceil(2));
        for pair in level.chunks(2) {
            merged.push(match pair {
                [a, b] => merge(solver, a, b)?,
                other => other.concat(),
            });
        }
        level = merged;
    }
    Ok(level.pop().unwrap_or_default())
}

fn merge(solver: &mut dyn Solver, a: &[Lit], b: &[Lit]) -> Result<Vec<Lit>, Cause> {
    let counts = (0..a.len() + b.len()).map(|_| solver.fresh()).collect::<Result<Vec<_>, _>>()?;
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            if i + j == 0 {
                continue;
            }
            let premises = a[..i].last().into_iter().chain(b[..j].last()).map(|l| !*l);
            let clause: Vec<Lit> = premises.chain([counts[i + j - 1]]).collect();
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
        for bits in 0u32..32 {
            let given: Vec<Lit> =
                literals.iter().enumerate().map(|(i, l)| if bits >> i & 1 == 1 { *l } else { !*l }).collect();
            for (j, count) in counts.iter().enumerate() {
                let asked: Vec<Lit> = given.iter().copied().chain([!*count]).collect();
                let answer = solver.check(&asked, None, &Stop::new()).unwrap();
                assert_eq!(answer == Answer::Unsat, bits.count_ones() as usize > j, "{bits:b} {j}");
            }
        }
    }
}
