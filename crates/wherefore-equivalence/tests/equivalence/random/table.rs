//! Small machines as tables, drawn at random, and what is done to them.
//!
//! A state has rules; the first whose guard holds for the inputs says what is shown meanwhile and where the machine can be then.
//! Guards compare one number with constants and look at one Boolean value. A variant of a table does the same by
//! construction; a mutant may or may not.

use wherefore_test::below;

/// Choice of the environment at one step. Numbers of models with reals lie between whole ones, too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input {
    pub x: f64,
    pub b: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Relation {
    Below,
    AtMost,
    Equal,
    Other,
    AtLeast,
    Above,
}

const RELATIONS: [Relation; 6] =
    [Relation::Below, Relation::AtMost, Relation::Equal, Relation::Other, Relation::AtLeast, Relation::Above];

#[derive(Clone, Debug, PartialEq)]
pub enum Guard {
    Always,
    Compare(Relation, i64),
    Flag(bool),
    Both(Box<Guard>, Box<Guard>),
    Either(Box<Guard>, Box<Guard>),
}

impl Guard {
    pub fn holds(&self, input: Input) -> bool {
        match self {
            Guard::Always => true,
            Guard::Flag(truth) => input.b == *truth,
            Guard::Both(a, b) => a.holds(input) && b.holds(input),
            Guard::Either(a, b) => a.holds(input) || b.holds(input),
            Guard::Compare(relation, limit) => {
                let (x, limit) = (input.x, *limit as f64);
                match relation {
                    Relation::Below => x < limit,
                    Relation::AtMost => x <= limit,
                    Relation::Equal => x == limit,
                    Relation::Other => x != limit,
                    Relation::AtLeast => x >= limit,
                    Relation::Above => x > limit,
                }
            }
        }
    }

    /// Moves one constant or turns one relation.
    fn mutate(&mut self, rng: &mut u64, top: i64) {
        match self {
            Guard::Always => {}
            Guard::Flag(truth) => *truth = !*truth,
            Guard::Both(a, b) | Guard::Either(a, b) => if below(rng, 2) == 0 { a } else { b }.mutate(rng, top),
            Guard::Compare(relation, limit) => match below(rng, 3) {
                0 => *relation = RELATIONS[below(rng, RELATIONS.len())],
                1 => *limit = (*limit + 1).min(top),
                _ => *limit = (*limit - 1).max(0),
            },
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    pub guard: Guard,
    /// Where it leads: one state, or several of which the machine chooses.
    pub targets: Vec<usize>,
    /// Output while it is taken.
    pub shown: i64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Output in the state.
    pub shown: i64,
    /// The last has no guard.
    pub rules: Vec<Rule>,
    /// Inputs that are not taken.
    pub refused: Option<Guard>,
}

/// A machine. Its outputs are `m`, a function of the state, and `y`, a function of state and inputs, or one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Numbers go from zero to this.
    pub top: i64,
    pub has_flag: bool,
    pub has_m: bool,
    pub has_y: bool,
    pub first: Vec<usize>,
    pub states: Vec<State>,
}

/// Features that tables may have.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    pub nondeterministic: bool,
    pub partial: bool,
    pub several_first: bool,
}

impl Traits {
    pub fn any(rng: &mut u64) -> Traits {
        let nondeterministic = below(rng, 3) == 0;
        let partial = below(rng, 3) == 0;
        Traits { nondeterministic, partial, several_first: nondeterministic && below(rng, 4) == 0 }
    }
}

impl Table {
    pub fn random(rng: &mut u64, traits: Traits) -> Table {
        let count = 1 + below(rng, 5);
        Table::with_states(rng, count, traits)
    }

    pub fn with_states(rng: &mut u64, count: usize, traits: Traits) -> Table {
        let outputs = below(rng, 3);
        let mut table = Table {
            top: 2 + below(rng, 9) as i64,
            has_flag: below(rng, 2) == 0,
            has_m: outputs != 1 || count == 1,
            has_y: outputs != 0 && count > 1,
            first: vec![0],
            states: Vec::new(),
        };
        if traits.several_first && count > 1 {
            table.first.push(1);
        }
        for _ in 0..count {
            let rules = below(rng, 4);
            let mut rules: Vec<Rule> = (0..rules).map(|_| table.rule(rng, count, traits)).collect();
            rules.push(Rule { guard: Guard::Always, ..table.rule(rng, count, traits) });
            let refused = (traits.partial && below(rng, 2) == 0).then(|| table.guard(rng));
            table.states.push(State { shown: below(rng, 3) as i64, rules, refused });
        }
        table
    }

    fn rule(&self, rng: &mut u64, count: usize, traits: Traits) -> Rule {
        let many = if traits.nondeterministic { 1 + below(rng, 3) } else { 1 };
        let mut targets: Vec<usize> = (0..many).map(|_| below(rng, count)).collect();
        targets.sort_unstable();
        targets.dedup();
        Rule { guard: self.guard(rng), targets, shown: below(rng, 3) as i64 }
    }

    fn guard(&self, rng: &mut u64) -> Guard {
        let compare = |rng: &mut u64| {
            Guard::Compare(RELATIONS[below(rng, RELATIONS.len())], below(rng, self.top as usize + 1) as i64)
        };
        let single = |rng: &mut u64| match self.has_flag && below(rng, 3) == 0 {
            true => Guard::Flag(below(rng, 2) == 0),
            false => compare(rng),
        };
        match below(rng, 4) {
            0 => Guard::Both(Box::new(single(rng)), Box::new(single(rng))),
            1 => Guard::Either(Box::new(single(rng)), Box::new(single(rng))),
            _ => single(rng),
        }
    }

    /// All inputs with whole numbers.
    pub fn inputs(&self) -> Vec<Input> {
        self.grid((0..=self.top).map(|x| x as f64).collect())
    }

    /// One real on each constant that guards can have, and one on each side of it.
    pub fn real_inputs(&self) -> Vec<Input> {
        self.grid((-1..=2 * self.top + 1).map(|x| x as f64 / 2.0).collect())
    }

    fn grid(&self, numbers: Vec<f64>) -> Vec<Input> {
        let flags: &[bool] = if self.has_flag { &[false, true] } else { &[false] };
        numbers.iter().flat_map(|x| flags.iter().map(|b| Input { x: *x, b: *b })).collect()
    }

    /// The rule that inputs take in a state; none if they are not taken.
    pub fn taken(&self, state: usize, input: Input) -> Option<&Rule> {
        let state = &self.states[state];
        let is_refused = state.refused.as_ref().is_some_and(|g| g.holds(input));
        state.rules.iter().find(|r| !is_refused && r.guard.holds(input))
    }

    /// A table that does the same, written in another way.
    pub fn variant(&self, rng: &mut u64) -> Table {
        let mut table = self.clone();
        for _ in 0..1 + below(rng, 3) {
            match below(rng, 5) {
                0 => table.rename(rng),
                1 => table.duplicate(rng),
                2 => table.split(rng),
                3 => table.reorder(rng),
                _ => table.unreachable(rng),
            }
        }
        table
    }

    fn targets(&mut self) -> impl Iterator<Item = &mut usize> {
        let rules = self.states.iter_mut().flat_map(|s| s.rules.iter_mut());
        rules.flat_map(|r| r.targets.iter_mut()).chain(self.first.iter_mut())
    }

    /// Two states change places.
    fn rename(&mut self, rng: &mut u64) {
        let (a, b) = (below(rng, self.states.len()), below(rng, self.states.len()));
        self.states.swap(a, b);
        self.targets().for_each(|t| {
            *t = if *t == a {
                b
            } else if *t == b {
                a
            } else {
                *t
            }
        });
    }

    /// Some ways to a state lead to a copy of it.
    fn duplicate(&mut self, rng: &mut u64) {
        let (old, new) = (below(rng, self.states.len()), self.states.len());
        self.states.push(self.states[old].clone());
        let mut turns: Vec<bool> = (0..64).map(|_| below(rng, 2) == 0).collect();
        self.targets().filter(|t| **t == old).for_each(|t| *t = if turns.pop() == Some(true) { new } else { old });
    }

    /// A rule becomes two of which the first has a stronger guard.
    fn split(&mut self, rng: &mut u64) {
        let (state, guard) = (below(rng, self.states.len()), self.guard(rng));
        let place = below(rng, self.states[state].rules.len());
        let mut first = self.states[state].rules[place].clone();
        first.guard = Guard::Both(Box::new(first.guard), Box::new(guard));
        self.states[state].rules.insert(place, first);
    }

    /// Two neighbours that never hold together change places.
    fn reorder(&mut self, rng: &mut u64) {
        let inputs = self.real_inputs();
        let state = below(rng, self.states.len());
        let rules = &mut self.states[state].rules;
        let apart = |a: &Rule, b: &Rule| inputs.iter().all(|i| !(a.guard.holds(*i) && b.guard.holds(*i)));
        if let Some(place) = (1..rules.len()).find(|i| apart(&rules[*i - 1], &rules[*i])) {
            rules.swap(place - 1, place);
        }
    }

    pub fn unreachable(&mut self, rng: &mut u64) {
        let traits = Traits { nondeterministic: false, partial: false, several_first: false };
        let rule = Rule { guard: Guard::Always, ..self.rule(rng, self.states.len(), traits) };
        self.states.push(State { shown: below(rng, 3) as i64, rules: vec![rule], refused: None });
    }

    /// A table with one small change.
    pub fn mutant(&self, rng: &mut u64) -> Table {
        let mut table = self.clone();
        let (top, count) = (self.top, self.states.len());
        let state = &mut table.states[below(rng, count)];
        let last = state.rules.len() - 1;
        let place = below(rng, last + 1);
        match below(rng, 6) {
            0 => state.rules[place].targets = vec![below(rng, count)],
            1 if self.has_m => state.shown = (state.shown + 1) % 3,
            2 if self.has_y => state.rules[place].shown = (state.rules[place].shown + 1) % 3,
            3 if place < last => drop(state.rules.remove(place)),
            4 if state.refused.is_some() => state.refused.iter_mut().for_each(|g| g.mutate(rng, top)),
            _ => state.rules[place].guard.mutate(rng, top),
        }
        table
    }
}
