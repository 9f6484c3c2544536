//! A static order of variables for BDDs.
//!
//! Variables that occur together should stand together. FORCE (Aloul, Markov and Sakallah 2003) treats every update and
//! restriction as a hyperedge and repeats: each edge pulls its variables to its centre of gravity, each variable goes to
//! the mean of its edges. The order with the smallest total span met on the way is kept. The start is the order in which
//! a depth-first walk from the updates meets the variables, which already keeps modules together.
//!
//! An input that most formulas read, such as the choice of the process that runs, is near everything and says nothing about
//! neighbourhood. It stands first: below each of its values only the steps of that choice are left.

use crate::Cone;
use std::collections::BTreeSet;
use wherefore_ir::{Op, VarId, walk};

/// How many rounds FORCE gets; it settles far earlier.
const ROUNDS: usize = 60;
/// Hyperedges with more variables than this say nothing about neighbourhood.
const WIDEST: usize = 40;
/// With fewer formulas than this the order hardly matters.
const FEW: usize = 8;

/// The variables of the model in a good order.
pub(crate) fn variable_order(model: &Cone) -> Vec<VarId> {
    let mut edges = hyperedges(model);
    let hubs = hubs(model);
    edges.iter_mut().for_each(|edge| edge.retain(|v| !hubs.contains(v)));
    edges.retain(|edge| edge.len() > 1);
    let mut order = depth_first(model);
    let mut best = (span(&order, &edges, model), order.clone());
    for _ in 0..ROUNDS {
        let next = pull(&order, &edges, model);
        if next == order {
            break;
        }
        order = next;
        let cost = span(&order, &edges, model);
        if cost < best.0 {
            best = (cost, order.clone());
        }
    }
    let (first, rest): (Vec<VarId>, Vec<VarId>) = best.1.into_iter().partition(|v| hubs.contains(v));
    first.into_iter().chain(rest).collect()
}

/// The inputs that stand in more than half of the formulas, of which there are a few.
pub(super) fn hubs(model: &Cone) -> BTreeSet<VarId> {
    let edges = hyperedges(model);
    let degree = |v: &VarId| edges.iter().filter(|edge| edge.contains(v)).count();
    model.input_vars().filter(|v| edges.len() >= FEW && degree(v) * 2 > edges.len()).collect()
}

fn hyperedges(model: &Cone) -> Vec<Vec<VarId>> {
    let formulas = model.step.iter().chain(&model.invar).chain(&model.init);
    let supports = formulas.map(|t| walk::variables(&model.system.terms, [*t]));
    supports.filter(|s| (2..=WIDEST).contains(&s.len())).map(|s| s.into_iter().collect()).collect()
}

/// Variables in the order in which a walk from the formulas meets them.
fn depth_first(model: &Cone) -> Vec<VarId> {
    let terms = &model.system.terms;
    let (mut seen_terms, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut order = Vec::new();
    let formulas = model.step.iter().chain(&model.invar).chain(&model.init);
    let mut stack: Vec<_> = formulas.rev().copied().collect();
    while let Some(term) = stack.pop() {
        if !seen_terms.insert(term) {
            continue;
        }
        if let Op::Var(v) | Op::Next(v) = terms.op(term)
            && seen.insert(v)
        {
            order.push(v);
        }
        stack.extend(terms.operands(term).iter().rev());
    }
    order.extend(model.vars.iter().filter(|v| !seen.contains(*v)));
    order
}

fn positions(order: &[VarId], model: &Cone) -> Vec<f64> {
    let mut positions = vec![0.0; model.system.terms.var_count()];
    for (place, var) in order.iter().enumerate() {
        positions[var.index()] = place as f64;
    }
    positions
}

fn span(order: &[VarId], edges: &[Vec<VarId>], model: &Cone) -> f64 {
    let at = positions(order, model);
    let width = |edge: &Vec<VarId>| {
        let places = edge.iter().map(|v| at[v.index()]);
        places.clone().fold(f64::MIN, f64::max) - places.fold(f64::MAX, f64::min)
    };
    edges.iter().map(width).sum()
}

fn pull(order: &[VarId], edges: &[Vec<VarId>], model: &Cone) -> Vec<VarId> {
    let at = positions(order, model);
    let count = model.system.terms.var_count();
    let (mut sum, mut degree) = (vec![0.0; count], vec![0u32; count]);
    for edge in edges {
        let centre = edge.iter().map(|v| at[v.index()]).sum::<f64>() / edge.len() as f64;
        for var in edge {
            sum[var.index()] += centre;
            degree[var.index()] += 1;
        }
    }
    let goal = |v: &VarId| match degree[v.index()] {
        0 => at[v.index()],
        n => sum[v.index()] / f64::from(n),
    };
    let mut next = order.to_vec();
    next.sort_by(|a, b| goal(a).total_cmp(&goal(b)).then(at[a.index()].total_cmp(&at[b.index()])));
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_ir::{Role, Sort, System, Update};

    /// A ring of cells declared in an order that tears it apart is laid out as a ring again.
    #[test]
    fn neighbours_in_a_chain_end_up_as_neighbours() {
        let mut system = System::new("chain");
        let count = 16;
        let shuffled: Vec<usize> = (0..count).map(|i| (i * 7) % count).collect();
        for i in &shuffled {
            system.add_var(format!("x{i}"), Sort::Bool, Role::State, None).unwrap();
        }
        let var = |system: &System, i: usize| system.terms.find_var(&format!("x{i}")).unwrap();
        for i in 1..count {
            let (target, source) = (var(&system, i), var(&system, i - 1));
            let term = system.terms.now(source);
            system.next.insert(target, Update { term, element: None });
        }
        let model = Cone::whole(&system);
        let edges = hyperedges(&model);
        let order = variable_order(&model);
        let declared: Vec<VarId> = model.vars.clone();
        assert!(span(&order, &edges, &model) * 2.0 < span(&declared, &edges, &model));
    }
}
