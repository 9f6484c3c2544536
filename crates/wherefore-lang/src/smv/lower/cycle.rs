//! Assignments that wait for each other.
//!
//! `init(x) := y` needs the first value of `y`, and `next(x) := next(y)` its next one. A ring of such equations has no
//! order in which to compute them; SMV refuses it, and a relation would silently allow any solution. Rings among
//! equations `x := e` are found earlier, where these are lowered.

use super::Lowerer;
use super::assign::Assignment;
use super::val::ValId;
use crate::smv::ast::AssignKind;
use crate::smv::codes;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use wherefore_diag::Diagnostic;
use wherefore_ir::{Op, VarId, walk};

/// An `init` or `next` equation that has been lowered: the variable, its place in the list of assignments, its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Equation {
    pub var: VarId,
    pub assignment: usize,
    pub value: ValId,
}

#[derive(Clone, Copy, PartialEq)]
enum Colour {
    New,
    OnPath,
    Finished,
}

impl Lowerer<'_, '_> {
    /// Reports every ring among the `init` equations and among the `next` equations.
    pub(super) fn check_cycles(&mut self) {
        for (kind, equations) in self.equations_together() {
            let index: FxHashMap<VarId, usize> = equations.iter().enumerate().map(|(i, e)| (e.var, i)).collect();
            let edges: Vec<Vec<usize>> = equations.iter().map(|e| self.waits_for(e, kind, &index)).collect();
            for ring in rings(&edges) {
                self.report_ring(&ring.iter().map(|i| equations[*i]).collect::<Vec<_>>());
            }
        }
    }

    /// The equations that hold in one state or in one step: those of `init`, and those of `next` in each process.
    fn equations_together(&self) -> Vec<(AssignKind, Vec<Equation>)> {
        let mut groups = BTreeMap::<(usize, u32), (AssignKind, Vec<Equation>)>::new();
        for equation in &self.equations {
            let Assignment { kind, scope, .. } = self.assignments[equation.assignment];
            let process = if kind == AssignKind::Next { self.model.instance(scope).process.0 } else { 0 };
            groups.entry((kind as usize, process)).or_insert((kind, Vec::new())).1.push(*equation);
        }
        groups.into_values().collect()
    }

    /// The equations whose value this one needs.
    fn waits_for(&self, equation: &Equation, kind: AssignKind, index: &FxHashMap<VarId, usize>) -> Vec<usize> {
        let terms = &self.system.terms;
        let roots = self.terms_of(equation.value);
        let relevant = roots.into_iter().filter(|t| kind == AssignKind::Init || terms.has_next(*t));
        let needed = walk::postorder(terms, relevant).into_iter().filter_map(|t| match (terms.op(t), kind) {
            (Op::Var(v), AssignKind::Init) | (Op::Next(v), AssignKind::Next) => index.get(&v).copied(),
            _ => None,
        });
        needed.collect()
    }

    fn report_ring(&mut self, ring: &[Equation]) {
        let Some(first) = ring.first() else { return };
        let name = self.system.terms.var(first.var).name.clone();
        let span = self.assignments[first.assignment].span;
        let headline = format!("circular assignment of `{name}`");
        let mut diagnostic = Diagnostic::at(codes::CIRCULAR, span, headline, "needs its own value");
        for member in ring[1..].iter().take(12) {
            let name = &self.system.terms.var(member.var).name;
            let span = self.assignments[member.assignment].span;
            diagnostic = diagnostic.label(span, format!("`{name}` is part of the cycle"));
        }
        self.reporter.push(diagnostic);
    }
}

/// One ring for each group of nodes that reach each other, found by a depth-first walk that keeps its own stack.
fn rings(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut colours = vec![Colour::New; edges.len()];
    let mut found = Vec::new();
    for start in 0..edges.len() {
        let mut path: Vec<(usize, usize)> = Vec::new();
        if colours[start] == Colour::New {
            colours[start] = Colour::OnPath;
            path.push((start, 0));
        }
        while let Some((node, visited)) = path.last_mut() {
            let Some(next) = edges[*node].get(*visited).copied() else {
                colours[*node] = Colour::Finished;
                path.pop();
                continue;
            };
            *visited += 1;
            match colours[next] {
                Colour::New => {
                    colours[next] = Colour::OnPath;
                    path.push((next, 0));
                }
                Colour::OnPath => {
                    let from = path.iter().position(|(n, _)| *n == next).unwrap_or(0);
                    found.push(path[from..].iter().map(|(n, _)| *n).collect());
                }
                Colour::Finished => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::rings;

    #[test]
    fn rings_are_found_once() {
        assert_eq!(rings(&[vec![1], vec![2], vec![0], vec![0]]), vec![vec![0, 1, 2]]);
        assert_eq!(rings(&[vec![0]]), vec![vec![0]]);
        assert_eq!(rings(&[vec![1, 2], vec![2], vec![]]), Vec::<Vec<usize>>::new());
    }
}
