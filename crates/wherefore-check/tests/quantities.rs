//! Numbers of steps on random graphs, against a walk over the graph.
//!
//! `WHEREFORE_SEED` and `WHEREFORE_CASES` set which graphs and how many.

use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Measured, Observer, Options, Session, Silent, Steps};
use wherefore_diag::FileId;
use wherefore_solve::Stop;
use wherefore_test::{Random, cases, counted, seed};

const STATES: usize = 7;

struct Graph {
    first: Vec<usize>,
    after: Vec<Vec<usize>>,
    /// States that fair paths come to again and again; none: every path is fair.
    justice: Option<Vec<usize>>,
    from: Vec<usize>,
    to: Vec<usize>,
}

fn some(random: &mut Random, share: usize) -> Vec<usize> {
    (0..STATES).filter(|_| random.below(share) == 0).collect()
}

fn set(states: &[usize]) -> String {
    match states {
        [] => "FALSE".to_owned(),
        _ => format!("s in {{{}}}", states.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}

impl Graph {
    fn random(seed: u64) -> Graph {
        let mut random = Random::new(seed);
        let mut first = some(&mut random, 4);
        first.push(random.below(STATES));
        let after = (0..STATES).map(|_| some(&mut random, 4)).collect();
        let justice = (random.below(2) == 0).then(|| some(&mut random, 3));
        Graph { first, after, justice, from: some(&mut random, 3), to: some(&mut random, 3) }
    }

    fn text(&self) -> String {
        let step = |(state, after): (usize, &Vec<usize>)| {
            let after = set(after).replace("s in", "next(s) in");
            format!("(s = {state} & {after})")
        };
        let steps: Vec<String> = self.after.iter().enumerate().map(step).collect();
        let fair = self.justice.as_ref().map_or(String::new(), |j| format!("FAIRNESS {}\n", set(j)));
        let (from, to) = (set(&self.from), set(&self.to));
        format!(
            "MODULE main\nVAR s : 0..{};\nINIT {}\nTRANS {}\n{fair}COMPUTE MIN [{from}, {to}]\nCOMPUTE NAME most := MAX [{from}, {to}]\n",
            STATES - 1,
            set(&self.first),
            steps.join(" | ")
        )
    }

    /// States that a path from these leads to, with themselves.
    fn closure(&self, from: &[usize]) -> BTreeSet<usize> {
        let (mut seen, mut waiting): (BTreeSet<usize>, _) = (from.iter().copied().collect(), from.to_vec());
        while let Some(state) = waiting.pop() {
            waiting.extend(self.after[state].iter().filter(|next| seen.insert(**next)));
        }
        seen
    }

    /// Whether a path from a state comes back to a state that fairness asks for.
    fn is_fair(&self, state: usize) -> bool {
        let comes_back = |s: &usize| self.closure(&self.after[*s]).contains(s);
        let wanted = |s: &usize| self.justice.as_ref().is_none_or(|j| j.contains(s));
        self.closure(&[state]).iter().any(|s| wanted(s) && comes_back(s))
    }

    /// The least and the greatest number.
    fn expected(&self) -> [Steps; 2] {
        let reached = self.closure(&self.first);
        let fair: BTreeSet<usize> = reached.into_iter().filter(|s| self.is_fair(*s)).collect();
        let inside = |list: &[usize]| list.iter().copied().filter(|s| fair.contains(s)).collect::<BTreeSet<_>>();
        let (from, to) = (inside(&self.from), inside(&self.to));
        let next = |s: &usize| self.after[*s].iter().copied().filter(|n| fair.contains(n)).collect::<Vec<_>>();
        let mut now = from.clone();
        let mut least = Steps::Infinite;
        for steps in 0..=STATES as u32 {
            if !now.is_disjoint(&to) {
                least = Steps::Number(steps);
                break;
            }
            now = now.iter().flat_map(next).collect();
        }
        if from.is_empty() || to.is_empty() {
            return [least, Steps::Undefined];
        }
        // Paths that have not arrived: after more steps than there are states one of them goes round.
        let mut now: BTreeSet<usize> = from.difference(&to).copied().collect();
        let mut most = Steps::Infinite;
        for steps in 0..=STATES as u32 {
            if now.is_empty() {
                most = Steps::Number(steps);
                break;
            }
            now = now.iter().flat_map(next).filter(|s| !to.contains(s)).collect();
        }
        [least, most]
    }
}

fn measured(text: &str) -> Vec<Measured> {
    let system = wherefore_lang::smv::load(FileId(0), text).system.unwrap_or_else(|| panic!("refused:\n{text}"));
    let session = Session::new(&system, Options::default());
    let (stop, observer): (_, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    let measure = |q| session.measure(q, &stop, &observer).unwrap_or_else(|cause| panic!("{cause:?}\n{text}"));
    system.annexes.quantities.iter().map(measure).collect()
}

#[test]
fn numbers_of_steps_are_those_of_a_walk() {
    let (seed, count) = (seed(1), cases(200));
    let (mut numbers, mut confirmed) = (0, 0);
    for case in 0..count {
        let graph = Graph::random(seed.wrapping_mul(1_000_003).wrapping_add(case));
        let text = graph.text();
        let found = measured(&text);
        let steps: Vec<Steps> = found.iter().map(|m| m.steps).collect();
        assert_eq!(steps, graph.expected(), "case {case}\n{text}");
        numbers += steps.iter().filter(|s| matches!(s, Steps::Number(n) if *n > 0)).count();
        confirmed += found.iter().filter(|m| m.recheck.checker().is_some()).count();
        for measured in found.iter().filter(|m| matches!(m.steps, Steps::Number(n) if n > 1)) {
            assert!(measured.run.is_some(), "case {case}: no run\n{text}");
        }
    }
    counted(numbers, "numbers of steps above zero");
    counted(confirmed, "answers that were re-checked");
    assert!(confirmed as u64 * 10 >= count * 2 * 9, "{confirmed} answers of {} were re-checked", count * 2);
}

#[test]
fn a_formula_of_ctl_may_be_an_end() {
    let text = "MODULE main VAR n : 0..9; ASSIGN init(n) := 0; next(n) := n < 9 ? n + 1 : n;
        COMPUTE MIN [n = 0, AG n = 9] COMPUTE MAX [n = 2, EX n = 8]";
    let steps: Vec<Steps> = measured(text).iter().map(|m| m.steps).collect();
    assert_eq!(steps, [Steps::Number(9), Steps::Number(5)]);
}
