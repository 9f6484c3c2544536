//! The slow twin: every tick and every step of a small system, and fixpoints over them.

use crate::Consequence;
use crate::cause::choices;
use crate::cause::tests::random;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::{Role, System, TermId, Value, VarId};
use wherefore_test::below;
use wherefore_trace::{Evaluator, Step, Trace, show};

type State = Vec<Value>;

pub struct Twin {
    system: System,
    initial: Vec<usize>,
    ticks: Vec<Step>,
    good: Vec<bool>,
    steps: Vec<Vec<usize>>,
    /// Ticks from which the claim can be kept.
    free: Vec<bool>,
    /// States from which it can.
    free_states: BTreeSet<State>,
    /// States from which it cannot break.
    safe_states: BTreeSet<State>,
}

/// A step from the state of a tick of the run: the tick before it, and the one after if there is one.
pub type Pair = (usize, Option<usize>);

/// A whole sweep of fixpoints over more ticks than this takes too long.
const MOST_TICKS: usize = 1_000;

impl Twin {
    pub fn new(system: &System, good: TermId) -> Option<Twin> {
        let mut anywhere = system.clone();
        anywhere.init.clear();
        let one = |runs: Vec<Trace>| -> Vec<Step> { runs.into_iter().map(|r| r.steps[0].clone()).collect() };
        let ticks = one(random::runs(&anywhere, 1)?);
        if ticks.len() > MOST_TICKS {
            return None;
        }
        let place: BTreeMap<Vec<Option<Value>>, usize> =
            ticks.iter().enumerate().map(|(i, s)| (s.values.clone(), i)).collect();
        let mut steps = vec![Vec::new(); ticks.len()];
        for run in random::runs(&anywhere, 2)? {
            steps[place[&run.steps[0].values]].push(place[&run.steps[1].values]);
        }
        let initial = one(random::runs(system, 1)?).iter().map(|s| place[&s.values]).collect();
        let check = Evaluator::new(&system.terms, &[good]).expect("a plain formula");
        let good = ticks.iter().map(|s| check.truths(&s.values, None)[0] == Some(true)).collect();
        let mut twin = Twin {
            system: system.clone(),
            initial,
            ticks,
            good,
            steps,
            free: Vec::new(),
            free_states: BTreeSet::new(),
            safe_states: BTreeSet::new(),
        };
        twin.fixpoints();
        Some(twin)
    }

    fn fixpoints(&mut self) {
        let all = 0..self.ticks.len();
        let mut free = self.good.clone();
        let keeps = |free: &[bool], t: usize| self.steps[t].is_empty() || self.steps[t].iter().any(|n| free[*n]);
        while let Some(t) = all.clone().find(|t| free[*t] && !keeps(&free, *t)) {
            free[t] = false;
        }
        let mut states: BTreeMap<State, Vec<usize>> = BTreeMap::new();
        for t in all.clone() {
            states.entry(self.state(&self.ticks[t])).or_default().push(t);
        }
        // A state is unsafe if one of its ticks breaks the claim or leads to an unsafe state.
        let mut unsafe_states = BTreeSet::new();
        loop {
            let breaks = |t: &usize| {
                let leads = |n: &usize| unsafe_states.contains(&self.state(&self.ticks[*n]));
                !self.good[*t] || self.steps[*t].iter().any(leads)
            };
            let more: Vec<State> = states
                .iter()
                .filter(|(s, ticks)| !unsafe_states.contains(*s) && ticks.iter().any(breaks))
                .map(|(s, _)| s.clone())
                .collect();
            if more.is_empty() {
                break;
            }
            unsafe_states.extend(more);
        }
        let free_states = all.filter(|t| free[*t]).map(|t| self.state(&self.ticks[t])).collect();
        let safe_states = states.into_keys().filter(|s| !unsafe_states.contains(s)).collect();
        (self.free, self.free_states, self.safe_states) = (free, free_states, safe_states);
    }

    fn state(&self, step: &Step) -> State {
        self.system.state_vars().map(|v| step.get(v).expect("a value").clone()).collect()
    }

    /// A random run that ends where the claim breaks first.
    pub fn failing(&self, dice: &mut u64) -> Option<Trace> {
        for _ in 0..20 {
            if self.initial.is_empty() {
                return None;
            }
            let mut at = self.initial[below(dice, self.initial.len())];
            let mut run = vec![self.ticks[at].clone()];
            while self.good[at] && !self.steps[at].is_empty() && run.len() < 9 {
                at = self.steps[at][below(dice, self.steps[at].len())];
                run.push(self.ticks[at].clone());
            }
            if !self.good[at] {
                return Some(Trace::finite(run));
            }
        }
        None
    }

    /// A failing run that goes on into a loop behind its end.
    pub fn prolonged(&self, run: &Trace) -> Option<Trace> {
        let last = self.ticks.iter().position(|s| s.values == run.steps.last().expect("a tick").values)?;
        let (mut steps, mut seen) = (run.steps.clone(), vec![last]);
        loop {
            let next = *self.steps[*seen.last()?].first()?;
            if let Some(place) = seen.iter().position(|t| *t == next) {
                return Some(Trace::lasso(steps, run.len() - 1 + place));
            }
            seen.push(next);
            steps.push(self.ticks[next].clone());
        }
    }

    /// The effect of an option where all steps that take it count; none if there is no such step.
    pub fn path_option(&self, pairs: &[Pair]) -> Option<Consequence> {
        let (free, safe) = (|p: &Pair| self.is_escape(p), |p: &Pair| self.is_safe(p));
        match (pairs.iter().any(free), pairs.iter().all(safe)) {
            _ if pairs.is_empty() => None,
            (false, _) => Some(Consequence::Inevitable),
            (true, true) => Some(Consequence::Avoided),
            (true, false) => Some(Consequence::Open),
        }
    }

    /// The point of no return, and the tick of the choice that sealed it.
    pub fn point(&self, run: &Trace) -> (usize, Option<usize>) {
        let doomed = |t: &usize| !self.free_states.contains(&self.state(&run.steps[*t]));
        match (0..run.len()).find(doomed) {
            Some(tick) => (tick, tick.checked_sub(1)),
            None => (run.len() - 1, Some(run.len() - 1)),
        }
    }

    /// Everything that can be done from the state of a tick; with an option, only steps that take it.
    pub fn from(&self, run: &Trace, tick: usize, option: Option<TermId>) -> Vec<Pair> {
        let here = self.state(&run.steps[tick]);
        let check = option.map(|o| Evaluator::new(&self.system.terms, &[o]).expect("a plain formula"));
        let mut pairs = Vec::new();
        for t in (0..self.ticks.len()).filter(|t| self.state(&self.ticks[*t]) == here) {
            let ends = self.steps[t].is_empty().then_some((t, None));
            pairs.extend(ends.filter(|_| option.is_none()));
            pairs.extend(self.steps[t].iter().map(|n| (t, Some(*n))));
        }
        pairs.retain(|(t, n)| match (&check, n) {
            (Some(check), Some(n)) => {
                check.truths(&self.ticks[*t].values, Some(&self.ticks[*n].values))[0] == Some(true)
            }
            _ => true,
        });
        pairs
    }

    /// Whether a step leaves the claim to be kept.
    fn is_escape(&self, (t, n): &Pair) -> bool {
        self.good[*t] && n.is_none_or(|n| self.free[n])
    }

    /// Whether after a step the claim cannot break any more.
    fn is_safe(&self, (t, n): &Pair) -> bool {
        self.good[*t] && n.is_none_or(|n| self.safe_states.contains(&self.state(&self.ticks[n])))
    }

    /// Whether the effect of an option is right.
    pub fn option(&self, pairs: &[Pair], consequence: Consequence) -> Result<(), String> {
        let escapes: Vec<&Pair> = pairs.iter().filter(|p| self.is_escape(p)).collect();
        let targets: BTreeSet<Option<State>> =
            escapes.iter().map(|(_, n)| n.map(|n| self.state(&self.ticks[n]))).collect();
        let is_safe = pairs.iter().any(|p| self.is_safe(p));
        let expected = match (escapes.is_empty(), is_safe) {
            (true, _) => Consequence::Inevitable,
            (false, true) => Consequence::Avoided,
            (false, false) => Consequence::Open,
        };
        let too_many =
            targets.len() > 3 && consequence == Consequence::Open && escapes.iter().any(|p| !self.is_safe(p));
        if consequence == expected || too_many { Ok(()) } else { Err(format!("{consequence:?} is {expected:?}")) }
    }

    /// Whether everything that has these values seals the failure, and some step has them.
    pub fn sealed(&self, pairs: &[Pair], words: &str) -> Result<(), String> {
        let has: Vec<&Pair> = pairs.iter().filter(|p| words == "as on the run" || self.matches(p, words)).collect();
        match has.iter().find(|p| self.is_escape(p)) {
            _ if has.is_empty() => Err(format!("nothing has {words}")),
            Some(pair) if words != "as on the run" => Err(format!("{words} does not seal: {pair:?}")),
            _ => Ok(()),
        }
    }

    /// Whether these changes of the run are an escape with the right effect, and none has fewer.
    pub fn escape(
        &self,
        run: (&Trace, usize),
        pairs: &[Pair],
        words: &str,
        consequence: Consequence,
    ) -> Result<(), String> {
        let changes = |pair: &Pair| self.changed(run, pair);
        let fewest = pairs.iter().filter(|p| self.is_escape(p)).map(|p| changes(p).len()).min();
        let told = words.split(", ").count();
        let is_it = |p: &&Pair| self.is_escape(p) && changes(p).len() == told && self.matches(p, words);
        let shown: Vec<&Pair> = pairs.iter().filter(is_it).collect();
        let has_consequence = |p: &&Pair| self.is_safe(p) == (consequence == Consequence::Avoided);
        match fewest {
            // Where runs can end, the answer is some escape and no more.
            Some(fewest) if (fewest == told || self.has_dead_end()) && shown.iter().any(has_consequence) => Ok(()),
            _ => Err(format!("{words}, {consequence:?}: fewest changes {fewest:?}, steps {shown:?}")),
        }
    }

    /// Whether every tick has a successor.
    pub fn is_total(&self) -> bool {
        self.steps.iter().all(|next| !next.is_empty())
    }

    /// Whether a run that keeps the claim can end.
    fn has_dead_end(&self) -> bool {
        (0..self.ticks.len()).any(|t| self.good[t] && self.steps[t].is_empty())
    }

    /// The choices in which a step differs from the run.
    fn changed(&self, (run, tick): (&Trace, usize), (t, n): &Pair) -> Vec<VarId> {
        let last = u32::from(tick + 1 < run.len());
        let differs = |(var, at): &(VarId, u32)| {
            let is_input = self.system.role(*var) == Role::Input;
            let step = if *at == 0 { Some(*t) } else { *n };
            let value = step.and_then(|s| self.ticks[s].get(*var));
            (*at == 0) == is_input && value.is_some() && value != run.value(tick + *at as usize, *var)
        };
        choices(&self.system, last).into_iter().filter(differs).map(|(v, _)| v).collect()
    }

    /// Whether a step has what words say: `v0 = TRUE, next(v1) >= 2`.
    fn matches(&self, (t, n): &Pair, words: &str) -> bool {
        words.split(", ").all(|part| {
            let [name, relation, value] = part.split(' ').collect::<Vec<_>>()[..] else { return part == ".." };
            let (name, tick) = match name.strip_prefix("next(").and_then(|n| n.strip_suffix(')')) {
                Some(name) => (name, *n),
                None => (name, Some(*t)),
            };
            let var = self.system.terms.find_var(name).expect("a variable");
            let Some(tick) = tick else { return false };
            let here = show(&self.system.terms, var, self.ticks[tick].get(var).expect("a value"));
            match relation {
                "=" => here == value,
                ">=" => number(&here) >= number(value),
                _ => number(&here) <= number(value),
            }
        })
    }
}

/// The number that a value is shown as: `3`, `0ud2_3`, `-0sd2_1`.
fn number(text: &str) -> i64 {
    let (sign, rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let digits = rest.rsplit('_').next().unwrap_or(rest);
    sign * digits.parse::<i64>().expect("a number")
}
