//! LTL: a run that is shown must violate the formula by its definition, and where the formula holds no run of up to some steps may.

use crate::{Set, Transitions, decided, random_graph};
use wherefore_mucalculus::{Graph, Listed, Play};
use wherefore_test::{Random, cases, counted, say, seed};

/// A formula about runs.
enum L {
    Constant(bool),
    Label(Set),
    Not(Box<L>),
    Join(&'static str, Box<L>, Box<L>),
    Unary(&'static str, Box<L>),
}

fn random_formula(random: &mut Random, depth: u32) -> L {
    if depth == 0 || random.below(6) == 0 {
        return match random.below(8) {
            0 => L::Constant(random.below(2) == 0),
            _ => L::Label(Set::random(random, 1)),
        };
    }
    match random.below(10) {
        0 => L::Not(Box::new(random_formula(random, depth - 1))),
        1..5 => {
            let sign = ["&&", "||", "=>", "U", "R", "W"][random.below(6)];
            L::Join(sign, Box::new(random_formula(random, depth - 1)), Box::new(random_formula(random, depth - 1)))
        }
        _ => {
            let word = ["X", "WX", "F", "G"][random.below(4)];
            L::Unary(word, Box::new(random_formula(random, depth - 1)))
        }
    }
}

fn text(formula: &L) -> String {
    match formula {
        L::Constant(value) => value.to_string(),
        L::Label(set) => set.text(),
        L::Not(inner) => format!("!({})", text(inner)),
        L::Join(sign, a, b) => format!("(({}) {sign} ({}))", text(a), text(b)),
        L::Unary(word, inner) => format!("{word} ({})", text(inner)),
    }
}

/// A run: its labels, and the step that follows the last one, if one does.
struct Run {
    labels: Vec<&'static str>,
    repeats: Option<usize>,
}

impl Run {
    fn next(&self, at: usize) -> Option<usize> {
        if at + 1 < self.labels.len() { Some(at + 1) } else { self.repeats }
    }

    /// At which steps a formula is true.
    fn truth(&self, formula: &L) -> Vec<bool> {
        let count = self.labels.len();
        let each = |value: &dyn Fn(usize) -> bool| (0..count).map(value).collect::<Vec<bool>>();
        match formula {
            L::Constant(value) => vec![*value; count],
            L::Label(set) => each(&|at| set.has(self.labels[at])),
            L::Not(inner) => self.truth(inner).into_iter().map(|value| !value).collect(),
            L::Unary(word, inner) => {
                let inner = self.truth(inner);
                match *word {
                    "X" => each(&|at| self.next(at).is_some_and(|next| inner[next])),
                    "WX" => each(&|at| self.next(at).is_none_or(|next| inner[next])),
                    "F" => each(&|at| self.from(at).any(|at| inner[at])),
                    _ => each(&|at| self.from(at).all(|at| inner[at])),
                }
            }
            L::Join(sign, a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                match *sign {
                    "&&" => each(&|at| a[at] && b[at]),
                    "||" => each(&|at| a[at] || b[at]),
                    "=>" => each(&|at| !a[at] || b[at]),
                    "U" => each(&|at| self.until(at, &a, &b)),
                    "W" => each(&|at| self.until(at, &a, &b) || self.from(at).all(|at| a[at])),
                    // The right side until both, or for ever.
                    _ => {
                        let both: Vec<bool> = each(&|at| a[at] && b[at]);
                        each(&|at| self.until(at, &b, &both) || self.from(at).all(|at| b[at]))
                    }
                }
            }
        }
    }

    /// The steps from one on; each that occurs is there.
    fn from(&self, at: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(at), |at| self.next(*at)).take(2 * self.labels.len())
    }

    fn until(&self, at: usize, left: &[bool], right: &[bool]) -> bool {
        self.from(at).find(|at| right[*at] || !left[*at]).is_some_and(|at| right[at])
    }

    fn violates(&self, formula: &L) -> bool {
        match self.labels.len() {
            0 => !at_end(formula),
            _ => !self.truth(formula)[0],
        }
    }
}

/// What a formula is where there is no step at all.
fn at_end(formula: &L) -> bool {
    match formula {
        L::Constant(value) => *value,
        L::Label(set) => set.at_end(),
        L::Not(inner) => !at_end(inner),
        L::Unary(word, _) => matches!(*word, "WX" | "G"),
        L::Join("&&", a, b) => at_end(a) && at_end(b),
        L::Join("||", a, b) => at_end(a) || at_end(b),
        L::Join("=>", a, b) => !at_end(a) || at_end(b),
        L::Join(sign, ..) => *sign != "U",
    }
}

/// Calls `visit` with all runs that end or come back within some steps.
fn each_run(transitions: &Transitions, most: usize, visit: &mut dyn FnMut(&Run)) {
    let mut open: Vec<(Vec<u32>, Vec<&'static str>)> = vec![(vec![0], Vec::new())];
    while let Some((states, labels)) = open.pop() {
        let state = states[states.len() - 1];
        for (before, _) in states.iter().enumerate().filter(|(at, s)| **s == state && at + 1 < states.len()) {
            visit(&Run { labels: labels.clone(), repeats: Some(before) });
        }
        if !transitions.iter().any(|t| t.0 == state) {
            visit(&Run { labels: labels.clone(), repeats: None });
        }
        if labels.len() < most {
            for (_, label, to) in transitions.iter().filter(|t| t.0 == state) {
                open.push(([states.as_slice(), &[*to]].concat(), [labels.as_slice(), &[*label]].concat()));
            }
        }
    }
}

/// The run that was found; it must be one of the graph, and end only where nothing goes on.
fn found(play: &Play, graph: &Listed, transitions: &Transitions, place: &str) -> Run {
    let (mut state, mut labels, mut states) = (0, Vec::new(), vec![0]);
    for step in &play.steps {
        let label = *crate::LABELS.iter().find(|l| **l == graph.label(step.label)).expect("a label");
        assert!(transitions.contains(&(state, label, step.state)), "{place}: no step of the graph");
        state = step.state;
        states.push(state);
        labels.push(label);
    }
    match play.repeats {
        Some(before) => assert_eq!(states[before], state, "{place}: the run does not come back"),
        None => assert!(!transitions.iter().any(|t| t.0 == state), "{place}: the run ends where it could go on"),
    }
    Run { labels, repeats: play.repeats }
}

#[test]
fn runs_that_are_shown_violate_and_no_short_run_is_missed() {
    let seed = seed(38);
    let (mut violated, mut held, mut ended, mut longer, mut runs) = (0, 0, 0, 0, 0u64);
    for case in 0..cases(400) {
        let mut random = Random::new(seed.wrapping_mul(999_907).wrapping_add(case));
        let (_, transitions) = random_graph(&mut random, 4);
        let formula = random_formula(&mut random, 3);
        let words = format!("ltl {}", text(&formula));
        let place = format!("WHEREFORE_SEED={seed}, case {case}: {words} on {transitions:?}");
        let graph = Listed::new(0, &transitions);
        let decision = decided(&words, &graph, &place);
        assert_eq!(decision.holds, !decided(&format!("not {words}"), &graph, &place).holds, "{place}: its negation");
        let mut short = 0;
        each_run(&transitions, 6, &mut |run| {
            runs += 1;
            short += usize::from(run.violates(&formula));
        });
        if decision.holds {
            held += 1;
            assert_eq!(short, 0, "{place}: violated by a short run");
            continue;
        }
        violated += 1;
        longer += usize::from(short == 0);
        let play = decision.play.expect("a run");
        assert!(play.forced, "{place}: one player chooses the run");
        // What is shown may stop where every way on violates the formula: then it is judged as far as it goes, by all that go on.
        if play.repeats.is_none() && transitions.iter().any(|t| t.0 == play.steps.last().map_or(0, |s| s.state)) {
            assert!(goes_wrong(&play, &transitions, &graph, &formula), "{place}: the run goes on and is right");
            continue;
        }
        let run = found(&play, &graph, &transitions, &place);
        assert!(run.violates(&formula), "{place}: {:?}, back to {:?}", run.labels, run.repeats);
        ended += usize::from(run.repeats.is_none());
    }
    say(&format!("{runs} runs were judged, {longer} violations have none of up to 6 steps"));
    counted(violated, "formulas are violated");
    counted(held, "formulas hold");
    counted(ended, "runs that end violate");
}

/// Whether all runs of a few more steps that begin with these violate a formula.
fn goes_wrong(play: &Play, transitions: &Transitions, graph: &Listed, formula: &L) -> bool {
    let begin: Vec<&str> = play.steps.iter().map(|step| graph.label(step.label)).collect();
    let (mut all, mut any) = (true, false);
    each_run(transitions, begin.len() + 4, &mut |run| {
        if run.labels.starts_with(&begin) {
            (all, any) = (all && run.violates(formula), true);
        }
    });
    all && any
}

#[test]
fn until_eventually_and_always_are_what_formulas_of_the_mu_calculus_say() {
    let seed = seed(39);
    let pairs = [
        ("ltl F a", "inevitable a"),
        ("ltl G !a", "[true* . a] false"),
        ("ltl G (a => X F b)", "[true* . a] inevitable b"),
        ("ltl G F a", "nu X . mu Y . ([a] X && [!a] Y && <true> true) || [true] false"),
        ("ltl a U b", "mu X . <true> true && [!a && !b] false && [a && !b] X"),
        ("ltl F G !a", "mu X . nu Y . ([a] X && [!a] Y)"),
    ];
    let mut held = [0; 6];
    for case in 0..cases(400) {
        let mut random = Random::new(seed.wrapping_mul(999_883).wrapping_add(case));
        let (_, mut transitions) = random_graph(&mut random, 6);
        let at = random.below(pairs.len());
        let (linear, other) = pairs[at];
        if at == 3 || at == 5 {
            // Of runs that end the two say different things.
            transitions = (0..6).map(|s| (s, "c", (s + 1) % 6)).chain(transitions).collect();
        }
        let place = format!("WHEREFORE_SEED={seed}, case {case}: {linear} on {transitions:?}");
        let graph = Listed::new(0, &transitions);
        let holds = decided(linear, &graph, &place).holds;
        assert_eq!(holds, decided(other, &graph, &place).holds, "{place}: {other}");
        held[at] += usize::from(holds);
    }
    counted(held.iter().sum::<usize>(), "formulas hold");
}
