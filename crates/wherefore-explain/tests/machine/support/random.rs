//! Random machines: one region, parallel regions, or regions inside states, with self-loops, transitions with equal ends,
//! overlapping guards, data that moves on its own, and several ways to begin.

use super::machine::{Choice, Entry, Expr, Plan, Region, Rel, State, Style, Transition, Value, Var, Variable};

pub use wherefore_test::Random;

/// The machine of a seed.
pub fn plan(seed: u64) -> Plan {
    let mut build = Build { random: Random::new(seed), plan: empty() };
    build.style();
    build.variables();
    build.regions();
    build.transitions();
    build.beginnings();
    build.choice();
    build.question();
    build.plan
}

fn empty() -> Plan {
    Plan {
        regions: Vec::new(),
        states: Vec::new(),
        transitions: Vec::new(),
        data: Vec::new(),
        inputs: Vec::new(),
        init: Vec::new(),
        invar: Vec::new(),
        good: Expr::Yes,
        choice: Choice::Rank,
        outer_first: false,
        style: Style { enumerated: true, bundled: false, guarded: true },
    }
}

struct Build {
    random: Random,
    plan: Plan,
}

impl Build {
    fn style(&mut self) {
        let r = &mut self.random;
        self.plan.style = Style { enumerated: r.chance(60), bundled: r.chance(40), guarded: r.chance(60) };
        self.plan.outer_first = r.chance(40);
    }

    fn variables(&mut self) {
        for index in 0..self.random.between(1, 2) {
            let variable = self.variable(format!("d{index}"));
            self.plan.data.push(variable);
        }
        for index in 0..self.random.between(1, 2) {
            let variable = self.variable(format!("i{index}"));
            self.plan.inputs.push(variable);
        }
        for index in 0..self.plan.data.len() {
            let moves = self.random.chance(35);
            let idle = if moves { self.value(index) } else { Value::Of(Var::Data(index)) };
            self.plan.data[index].idle = idle;
        }
    }

    fn variable(&mut self, name: String) -> Variable {
        let boolean = self.random.chance(35);
        let top = if boolean { 1 } else { self.random.between(2, 3) as i64 };
        Variable { name, top, boolean, idle: Value::Const(0) }
    }

    /// Sizes are kept small where regions multiply.
    fn regions(&mut self) {
        let shape = self.random.below(100);
        let (sizes, nested): (&[(usize, usize)], bool) = match shape {
            0..40 => (&[(2, 4)], false),
            40..60 => (&[(2, 3), (2, 3)], false),
            60..66 => (&[(2, 2), (2, 2), (2, 2)], false),
            66..88 => (&[(2, 3), (2, 3)], true),
            88..94 => (&[(2, 2), (2, 2), (2, 2)], true),
            _ => (&[(2, 2), (2, 2), (1, 2)], true),
        };
        for (index, (least, most)) in sizes.iter().enumerate() {
            let count = self.random.between(*least, *most);
            let parent = self.parent(index, nested);
            for number in 0..count {
                let letter = char::from(b'A' + number as u8);
                self.plan.states.push(State { name: format!("{letter}{index}"), region: index });
            }
            let region = Region { name: format!("r{index}"), parent, starts: Vec::new(), entry: Entry::Kept };
            self.plan.regions.push(region);
        }
    }

    /// Any state of an earlier region; the third region of a nested shape may also run beside the others.
    fn parent(&mut self, region: usize, nested: bool) -> Option<usize> {
        let some = nested && region > 0 && (region == 1 || self.random.chance(80));
        some.then(|| self.random.below(self.plan.states.len()))
    }

    fn transitions(&mut self) {
        let several = self.plan.regions.len() > 1;
        for region in 0..self.plan.regions.len() {
            let states = self.plan.states_of(region);
            let most = if several { states.len() + 2 } else { 2 * states.len() + 1 };
            for number in 0..self.random.between(states.len() - usize::from(several), most) {
                let (source, target) = (self.random.pick(&states), self.random.pick(&states));
                let (guard, actions) = (self.guard(region), self.actions());
                let name = format!("t{region}{number}");
                let rank = self.random.below(20);
                self.plan.transitions.push(Transition { name, source, target, rank, guard, actions });
            }
        }
    }

    fn guard(&mut self, region: usize) -> Expr {
        let mut parts = Vec::new();
        if !self.random.chance(20) {
            parts.push(self.condition(true));
        }
        if self.plan.regions.len() > 1 && self.random.chance(15) {
            let others: Vec<usize> =
                (0..self.plan.states.len()).filter(|s| self.plan.states[*s].region != region).collect();
            parts.push(Expr::At(self.random.pick(&others)));
        }
        Expr::And(parts)
    }

    fn condition(&mut self, inputs: bool) -> Expr {
        let first = self.atom(inputs);
        match self.random.below(5) {
            0 => Expr::And(vec![first, self.atom(inputs)]),
            1 => Expr::Or(vec![first, self.atom(inputs)]),
            2 => first.negated(),
            _ => first,
        }
    }

    fn atom(&mut self, inputs: bool) -> Expr {
        let mut vars: Vec<Var> = (0..self.plan.data.len()).map(Var::Data).collect();
        if inputs {
            vars.extend((0..self.plan.inputs.len()).map(Var::Input));
        }
        // Guards on inputs leave more ways open.
        let first = if inputs && self.random.chance(40) { self.plan.data.len() } else { 0 };
        let var = self.random.pick(&vars[first..]);
        let top = self.plan.variable(var).top as usize;
        // A comparison that is always or never true would be simplified away.
        let rel =
            if self.plan.variable(var).boolean { Rel::Eq } else { self.random.pick(&[Rel::Eq, Rel::Le, Rel::Ge]) };
        Expr::Cmp(var, rel, self.random.between(0, top) as i64)
    }

    fn actions(&mut self) -> Vec<(usize, Value)> {
        let written: Vec<usize> = (0..self.plan.data.len()).filter(|_| self.random.chance(45)).collect();
        written.into_iter().map(|d| (d, self.value(d))).collect()
    }

    /// Something that fits a data variable.
    fn value(&mut self, data: usize) -> Value {
        let target = self.plan.data[data].clone();
        let fits = |v: &Variable| v.boolean == target.boolean && v.top <= target.top;
        let datas = (0..self.plan.data.len()).filter(|d| fits(&self.plan.data[*d])).map(Var::Data);
        let inputs = (0..self.plan.inputs.len()).filter(|i| fits(&self.plan.inputs[*i])).map(Var::Input);
        let vars: Vec<Var> = datas.chain(inputs).collect();
        match self.random.below(3) {
            0 => Value::Const(self.random.between(0, target.top as usize) as i64),
            1 => Value::Of(self.random.pick(&vars)),
            _ => Value::Wrap(self.random.pick(&vars)),
        }
    }

    fn beginnings(&mut self) {
        for region in 0..self.plan.regions.len() {
            let states = self.plan.states_of(region);
            let mut starts: Vec<usize> = vec![self.random.pick(&states)];
            if self.random.chance(30) {
                starts.extend(states.iter().filter(|_| self.random.chance(50)));
                starts.sort_unstable();
                starts.dedup();
            }
            self.plan.regions[region].starts = starts;
            self.plan.regions[region].entry = match self.random.below(4) {
                0 => Entry::Kept,
                1 | 2 => Entry::At(self.random.pick(&states)),
                _ => Entry::If(self.atom(true), self.random.pick(&states), self.random.pick(&states)),
            };
        }
        for index in 0..self.plan.data.len() {
            if self.random.chance(60) {
                let value = self.random.between(0, self.plan.data[index].top as usize) as i64;
                self.plan.init.push(Expr::Cmp(Var::Data(index), Rel::Eq, value));
            }
        }
        if self.random.chance(12) {
            let condition = self.condition(true);
            self.plan.init.push(condition);
        }
        if self.random.chance(12) {
            let condition = Expr::Or(vec![self.atom(true), self.atom(true)]);
            self.plan.invar.push(condition);
        }
    }

    fn choice(&mut self) {
        self.plan.choice =
            self.random.pick(&[Choice::Rank, Choice::Rank, Choice::Input, Choice::Label, Choice::Target]);
        let nested = self.plan.regions.iter().any(|r| r.parent.is_some());
        let mut ends: Vec<(usize, usize)> = self.plan.transitions.iter().map(|t| (t.source, t.target)).collect();
        ends.sort_unstable();
        let same = ends.windows(2).any(|w| w[0] == w[1]);
        if self.plan.choice == Choice::Target && (nested || same) {
            self.plan.choice = Choice::Label;
        }
        for index in 0..self.plan.transitions.len() {
            self.plan.transitions[index].rank = 100 * self.plan.transitions[index].rank + index;
        }
    }

    /// A few control states in which some data must not be; sometimes it depends on inputs.
    fn question(&mut self) {
        let mut parts = Vec::new();
        for _ in 0..self.random.between(1, 3) {
            let starts = |s: &usize| self.plan.regions.iter().any(|r| r.starts.contains(s));
            let later: Vec<usize> = (0..self.plan.states.len()).filter(|s| !starts(s)).collect();
            let any = later.is_empty() || self.random.chance(40);
            let state = if any { self.random.below(self.plan.states.len()) } else { self.random.pick(&later) };
            let inputs = self.random.chance(20);
            let mut bad = vec![Expr::At(state)];
            if self.random.chance(70) {
                bad.push(self.condition(inputs));
            }
            parts.push(Expr::And(bad).negated());
        }
        self.plan.good = Expr::And(parts);
    }
}
