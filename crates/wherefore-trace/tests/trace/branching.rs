//! CTL: what one path says of a formula must be so in the graph that the path runs through.

use crate::random::Random;
use std::collections::BTreeMap;
use wherefore_ir::{Op, Property, PropertyKind, Role, Sort, System, TermId, Terms, Value, VarId};
use wherefore_trace::{Labels, Outcome, Step, Trace, replay_property};

/// A graph whose nodes say which of two propositions hold; every node has a successor.
struct Graph {
    labels: Vec<[bool; 2]>,
    successors: Vec<Vec<usize>>,
}

impl Graph {
    fn random(random: &mut Random) -> Graph {
        let count = random.below(5) + 2;
        let labels = (0..count).map(|_| [random.one_in(2), random.one_in(2)]).collect();
        let successors = (0..count).map(|_| (0..random.below(3) + 1).map(|_| random.below(count)).collect()).collect();
        Graph { labels, successors }
    }

    /// A path from node 0: the nodes, and where it goes on after the last.
    fn path(&self, random: &mut Random) -> (Vec<usize>, Option<usize>) {
        let mut nodes = vec![0];
        for _ in 0..random.below(8) {
            let last = nodes[nodes.len() - 1];
            nodes.push(random.pick(&self.successors[last]));
        }
        let last = nodes[nodes.len() - 1];
        let back = nodes.iter().position(|n| self.successors[last].contains(n));
        (nodes, back.filter(|_| random.one_in(2)))
    }

    fn trace(&self, (nodes, back): &(Vec<usize>, Option<usize>)) -> Trace {
        let step = |n: &usize| Step { values: self.labels[*n].map(|b| Some(Value::Bool(b))).to_vec(), element: None };
        Trace { steps: nodes.iter().map(step).collect(), loop_start: *back }
    }

    /// The truth of a formula and its subformulas at each node, by fixpoints over sets.
    fn check(&self, terms: &Terms, formula: TermId) -> BTreeMap<TermId, Vec<bool>> {
        let mut rows: BTreeMap<TermId, Vec<bool>> = BTreeMap::new();
        for term in wherefore_ir::walk::postorder(terms, [formula]) {
            let operands: Vec<&Vec<bool>> = terms.operands(term).iter().map(|t| &rows[t]).collect();
            let row = match terms.op(term) {
                Op::Var(v) => self.labels.iter().map(|l| l[v.index()]).collect(),
                op => self.row(op, &operands),
            };
            rows.insert(term, row);
        }
        rows
    }

    fn row(&self, op: Op, rows: &[&Vec<bool>]) -> Vec<bool> {
        use Op::*;
        let nodes = 0..self.labels.len();
        let some = |set: &[bool], n: usize| self.successors[n].iter().any(|m| set[*m]);
        let all = |set: &[bool], n: usize| self.successors[n].iter().all(|m| set[*m]);
        let fixpoint = |start: bool, f: &dyn Fn(&[bool], usize) -> bool| {
            let mut set = vec![start; self.labels.len()];
            for _ in 0..=self.labels.len() {
                set = (0..self.labels.len()).map(|n| f(&set, n)).collect();
            }
            set
        };
        match op {
            Not => nodes.map(|n| !rows[0][n]).collect(),
            And => nodes.map(|n| rows[0][n] && rows[1][n]).collect(),
            Or => nodes.map(|n| rows[0][n] || rows[1][n]).collect(),
            Implies => nodes.map(|n| !rows[0][n] || rows[1][n]).collect(),
            Xor => nodes.map(|n| rows[0][n] != rows[1][n]).collect(),
            EX => nodes.map(|n| some(rows[0], n)).collect(),
            AX => nodes.map(|n| all(rows[0], n)).collect(),
            EF => fixpoint(false, &|set, n| rows[0][n] || some(set, n)),
            AF => fixpoint(false, &|set, n| rows[0][n] || all(set, n)),
            EG => fixpoint(true, &|set, n| rows[0][n] && some(set, n)),
            AG => fixpoint(true, &|set, n| rows[0][n] && all(set, n)),
            EU => fixpoint(false, &|set, n| rows[1][n] || rows[0][n] && some(set, n)),
            AU => fixpoint(false, &|set, n| rows[1][n] || rows[0][n] && all(set, n)),
            other => unreachable!("{other:?}"),
        }
    }
}

fn formula(random: &mut Random, system: &mut System) -> TermId {
    use Op::*;
    let mut pool = vec![system.terms.now(VarId(0)), system.terms.now(VarId(1))];
    for _ in 0..random.below(6) + 1 {
        let op = random.pick(&[EX, AX, EF, AF, EG, AG, EU, AU, Not, And, Or, Implies, Xor, AG, AF]);
        let arity = if matches!(op, EU | AU | And | Or | Implies | Xor) { 2 } else { 1 };
        let operands: Vec<TermId> = (0..arity).map(|_| random.pick(&pool)).collect();
        pool.push(system.terms.mk(op, &operands).unwrap());
    }
    pool[pool.len() - 1]
}

#[test]
fn what_a_path_shows_is_true_in_the_graph() {
    let mut random = Random::new(6);
    let (mut shown, mut partial) = (0, 0);
    for _ in 0..3_000 {
        let mut system = System::new("graph");
        system.add_var("p", Sort::Bool, Role::State, None).unwrap();
        system.add_var("q", Sort::Bool, Role::State, None).unwrap();
        let term = formula(&mut random, &mut system);
        let graph = Graph::random(&mut random);
        let path = graph.path(&mut random);
        let trace = graph.trace(&path);
        let truth = graph.check(&system.terms, term);
        let labels = Labels::new(&system.terms, &trace, term).unwrap();
        for (position, node) in path.0.iter().enumerate() {
            let known = labels.at(term, position);
            assert!(known.is_none_or(|k| k == truth[&term][*node]), "{known:?} at {position}");
        }
        let property = Property { name: "f".into(), kind: PropertyKind::Ctl, term, text: "f".into(), element: None };
        match replay_property(&system, &trace, &property) {
            Ok(Outcome::Shown) => {
                assert!(!truth[&term][0]);
                shown += 1;
            }
            Ok(Outcome::Partial(claims)) => {
                assert!(!claims.is_empty());
                let kept = claims.iter().all(|c| truth[&c.formula][path.0[c.step]] == c.value);
                assert!(!kept || !truth[&term][0], "true claims {claims:?} about a formula that holds");
                partial += 1;
            }
            Err(_) => assert!(truth[&term][0]),
        }
    }
    assert!(shown > 200 && partial > 200, "{shown} shown, {partial} partial");
}
