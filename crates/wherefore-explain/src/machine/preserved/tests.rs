//! Against a slow twin that goes through all states and inputs, on random machines.

use super::*;
use crate::machine::fixes::tests::{Random, machine, read, subsets};
use wherefore_check::{Options, Silent};
use wherefore_ir::{Role, Sort, Value, VarId};
use wherefore_trace::Evaluator;

type Row = Vec<Option<Value>>;

/// A step: the states before and after as numbers, the pair of state and input as a number, and the rules taken.
struct Step {
    pair: usize,
    from: usize,
    to: usize,
    taken: BTreeSet<usize>,
}

struct Explicit {
    steps: Vec<Step>,
    /// For each pair, its state and the rules enabled there.
    pairs: Vec<(usize, BTreeSet<usize>)>,
    good: Vec<bool>,
    first: Vec<usize>,
}

fn values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Range { lo, hi } => (lo..=hi).map(Value::int).collect(),
        Sort::Enum(id) => (0..3).map(|k| Value::Enum(id, k)).collect(),
        other => unreachable!("a machine without {other:?}"),
    }
}

/// All rows of values of the variables of one kind, the others missing. What does not matter has one value.
fn rows(system: &System, matter: &[VarId], kind: impl Fn(VarId) -> bool) -> Vec<Row> {
    let mut all: Vec<Row> = vec![vec![None; system.terms.var_count()]];
    for (var, declared) in system.terms.vars().filter(|(v, _)| kind(*v)) {
        let mut list = values(declared.sort);
        if let Sort::Enum(id) = declared.sort {
            list.truncate(system.terms.enumeration(id).values.len());
        }
        list.truncate(if matter.contains(&var) { list.len() } else { 1 });
        let with = |row: &Row, value: &Value| {
            let mut row = row.clone();
            row[var.index()] = Some(value.clone());
            row
        };
        all = all.iter().flat_map(|row| list.iter().map(|v| with(row, v)).collect::<Vec<_>>()).collect();
    }
    all
}

fn explicit(question: &MachineProblem<'_>, rules: &Rules, matter: &[VarId]) -> Explicit {
    let (system, graph) = (question.system, question.graph);
    let mut terms = system.terms.clone();
    let mut legal: Vec<TermId> = system.trans.iter().map(|c| c.term).collect();
    for (var, update) in system.next.iter().filter(|(v, _)| matter.contains(v)) {
        let next = terms.next(*var);
        legal.push(terms.eq(next, update.term));
    }
    let compile = |roots: Vec<TermId>| Evaluator::new(&terms, &roots).expect("no temporal operator");
    let truths = |e: &Evaluator, now: &Row, next: Option<&Row>| -> Vec<bool> {
        e.truths(now, next.map(Vec::as_slice)).iter().map(|t| *t == Some(true)).collect()
    };
    let (legal, init) = (compile(legal), compile(system.init.iter().map(|c| c.term).collect()));
    let taken = compile(graph.transitions.iter().map(|t| t.taken).collect());
    let good = compile(vec![system.properties[0].term]);
    let is_input = |v: VarId| system.role(v) == Role::Input;
    let (states, inputs) = (rows(system, matter, |v| !is_input(v)), rows(system, matter, is_input));
    let mut found = Explicit { steps: Vec::new(), pairs: Vec::new(), good: Vec::new(), first: Vec::new() };
    for (from, state) in states.iter().enumerate() {
        found.good.push(truths(&good, state, None)[0]);
        if truths(&init, state, None).iter().all(|t| *t) {
            found.first.push(from);
        }
        for input in &inputs {
            let now: Row = state.iter().zip(input).map(|(s, i)| s.clone().or_else(|| i.clone())).collect();
            let (pair, mut enabled) = (found.pairs.len(), BTreeSet::new());
            for (to, next) in states.iter().enumerate() {
                if truths(&legal, &now, Some(next)).iter().all(|t| *t) {
                    let list = truths(&taken, &now, Some(next));
                    let taken: BTreeSet<usize> = (0..list.len()).filter(|t| list[*t]).map(|t| rules.of[t]).collect();
                    enabled.extend(taken.iter().copied());
                    found.steps.push(Step { pair, from, to, taken });
                }
            }
            found.pairs.push((from, enabled));
        }
    }
    found
}

impl Explicit {
    fn shares(&self, set: &BTreeSet<usize>) -> Vec<Option<f64>> {
        let mut reached: BTreeSet<usize> = self.first.iter().copied().collect();
        let mut safe: BTreeSet<usize> = (0..self.good.len()).filter(|s| self.good[*s]).collect();
        loop {
            let before = (reached.len(), safe.len());
            for step in &self.steps {
                if reached.contains(&step.from) && self.good[step.from] {
                    reached.insert(step.to);
                }
                if step.taken.is_disjoint(set) && !safe.contains(&step.to) {
                    safe.remove(&step.from);
                }
            }
            if before == (reached.len(), safe.len()) {
                break;
            }
        }
        let lives = |state: usize| reached.contains(&state) && self.good[state];
        let share = |rule: &usize| {
            let uses: BTreeSet<usize> =
                (0..self.pairs.len()).filter(|p| lives(self.pairs[*p].0) && self.pairs[*p].1.contains(rule)).collect();
            let wrong = |s: &&Step| uses.contains(&s.pair) && s.taken.contains(rule) && !safe.contains(&s.to);
            let lost: BTreeSet<usize> = self.steps.iter().filter(wrong).map(|s| s.pair).collect();
            (!uses.is_empty()).then(|| (uses.len() - lost.len()) as f64 / uses.len() as f64)
        };
        set.iter().map(share).collect()
    }
}

impl Explicit {
    /// The states before which, or in which, the property fails on some run that takes no transition of the set.
    fn failing_without(&self, set: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut failing: BTreeSet<usize> = (0..self.good.len()).filter(|s| !self.good[*s]).collect();
        loop {
            let before = failing.len();
            let free = self.steps.iter().filter(|s| s.taken.is_disjoint(set));
            let more: Vec<usize> = free.filter(|s| failing.contains(&s.to)).map(|s| s.from).collect();
            failing.extend(more);
            if failing.len() == before {
                return failing;
            }
        }
    }

    /// The states that are reached while the property holds.
    fn lived(&self) -> BTreeSet<usize> {
        let mut lived: BTreeSet<usize> = self.first.iter().copied().filter(|s| self.good[*s]).collect();
        loop {
            let before = lived.len();
            let steps = self.steps.iter().filter(|s| lived.contains(&s.from) && self.good[s.to]);
            let more: Vec<usize> = steps.map(|s| s.to).collect();
            lived.extend(more);
            if lived.len() == before {
                return lived;
            }
        }
    }

    /// Whether after each use of a rule a failure can follow in which no transition of the set is taken any more.
    fn fails_after_each_use(&self, rule: usize, set: &BTreeSet<usize>) -> bool {
        let (failing, lived) = (self.failing_without(set), self.lived());
        let used = |p: &usize| lived.contains(&self.pairs[*p].0) && self.pairs[*p].1.contains(&rule);
        (0..self.pairs.len())
            .filter(used)
            .all(|pair| self.steps.iter().any(|s| s.pair == pair && s.taken.contains(&rule) && failing.contains(&s.to)))
    }
}

/// The diagrams of a machine, its slow twin, and all sets of one or two rules.
fn twins(text: &str) -> (Preserved, Explicit, impl Iterator<Item = BTreeSet<usize>>) {
    let (options, (system, graph)) = (Options::default(), read(text));
    let good = system.properties[0].term;
    let question = MachineProblem { system: &system, graph: &graph, good, options: &options, most: 100 };
    let rules = Rules::new(&graph);
    let fast = Preserved::new(&question, &rules, &Stop::new(), &Silent).expect("a finite model");
    let slow = explicit(&question, &rules, &fast.model.vars);
    (fast, slow, subsets(rules.names.len()).into_iter().filter(|s| (1..3).contains(&s.len())))
}

/// A share of nothing, checked by going through all uses.
#[test]
fn a_share_of_nothing_is_a_failure_that_can_follow_each_use() {
    let (mut random, mut said) = (Random(29), [0; 2]);
    for case in 0..wherefore_test::cases(12) {
        let text = machine(&mut random);
        let (mut fast, slow, sets) = twins(&text);
        for set in sets {
            let shares = fast.shares(&set).expect("a small model");
            for (rule, share) in set.iter().zip(shares).filter_map(|(r, s)| Some((*r, s?))) {
                let nothing = share <= 0.0;
                said[usize::from(nothing)] += 1;
                assert_eq!(slow.fails_after_each_use(rule, &set), nothing, "case {case}, {rule} of {set:?}\n{text}");
            }
        }
        let (rules, shares) = fast.gentlest().expect("a small model");
        let every: BTreeSet<usize> = (0..slow.pairs.len()).flat_map(|p| slow.pairs[p].1.clone()).collect();
        for (rule, _) in rules.iter().zip(shares).filter(|(_, s)| *s == Some(0.0)) {
            assert!(slow.fails_after_each_use(*rule, &every), "case {case}, {rule}\n{text}");
        }
    }
    assert!(said.iter().all(|n| *n > 0), "{said:?}");
}

#[test]
fn shares_as_by_counting() {
    let (mut random, mut kinds) = (Random(23), [0; 3]);
    for case in 0..16 {
        let text = machine(&mut random);
        let (mut fast, slow, sets) = twins(&text);
        for set in sets {
            let (found, expected) = (fast.shares(&set).expect("a small model"), slow.shares(&set));
            for share in expected.iter().flatten() {
                kinds[if *share <= 0.0 { 0 } else { 1 + usize::from(*share >= 1.0) }] += 1;
            }
            let close = |(a, b): (&Option<f64>, &Option<f64>)| {
                a.is_some() == b.is_some() && (a.unwrap_or(0.0) - b.unwrap_or(0.0)).abs() < 1e-9
            };
            assert!(found.iter().zip(&expected).all(close), "case {case}, {set:?}: {found:?} {expected:?}\n{text}");
        }
    }
    assert!(kinds.iter().all(|k| *k > 0), "{kinds:?}");
}
