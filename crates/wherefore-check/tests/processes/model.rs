//! Random models of processes: their description, and the same as SMV.

use std::fmt::Write;
use wherefore_test::Random;

/// Values of every variable are the numbers below this.
pub const VALUES: u8 = 3;

pub type State = Vec<u8>;

/// A condition on a state.
#[derive(Clone, Debug)]
pub enum Condition {
    Equal(usize, u8),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
}

/// A value, or several to choose from.
#[derive(Clone, Debug)]
pub enum Value {
    Constant(u8),
    Variable(usize),
    Choice(Vec<u8>),
    Case(Condition, Box<Value>, Box<Value>),
}

/// A process or a plain instance; the first is `main`.
#[derive(Clone, Debug)]
pub struct Unit {
    pub parent: usize,
    pub process: bool,
    /// Its own variable.
    pub local: usize,
    /// What it assigns: `next(variable) := value`.
    pub next: Vec<(usize, Value)>,
    /// What holds infinitely often in its steps.
    pub fair: Option<Condition>,
    /// What must hold where it runs.
    pub guard: Option<Condition>,
}

/// A model: units and variables. Variables below `shared` are those of `main`, which all units get as parameters.
#[derive(Clone, Debug)]
pub struct Model {
    pub units: Vec<Unit>,
    pub shared: usize,
    pub first: Vec<Option<u8>>,
}

impl Condition {
    pub fn random(random: &mut Random, variables: &[usize], depth: u32) -> Condition {
        match random.below(if depth == 0 { 1 } else { 3 }) {
            0 => Condition::Equal(random.pick(variables), random.below(VALUES as usize) as u8),
            1 => Condition::Not(Condition::random(random, variables, depth - 1).into()),
            _ => {
                let one = Condition::random(random, variables, depth - 1);
                Condition::And(one.into(), Condition::random(random, variables, depth - 1).into())
            }
        }
    }

    pub fn at(&self, state: &State) -> bool {
        match self {
            Condition::Equal(variable, value) => state[*variable] == *value,
            Condition::Not(inner) => !inner.at(state),
            Condition::And(one, other) => one.at(state) && other.at(state),
        }
    }

    pub fn text(&self, name: &dyn Fn(usize) -> String) -> String {
        match self {
            Condition::Equal(variable, value) => format!("{} = {value}", name(*variable)),
            Condition::Not(inner) => format!("!({})", inner.text(name)),
            Condition::And(one, other) => format!("({} & {})", one.text(name), other.text(name)),
        }
    }
}

impl Value {
    fn random(random: &mut Random, variables: &[usize], depth: u32) -> Value {
        match random.below(if depth == 0 { 3 } else { 5 }) {
            0 => Value::Constant(random.below(VALUES as usize) as u8),
            1 => Value::Variable(random.pick(variables)),
            2 => Value::Choice(vec![0, 1 + random.below(VALUES as usize - 1) as u8]),
            _ => {
                let condition = Condition::random(random, variables, 1);
                let then = Value::random(random, variables, depth - 1);
                Value::Case(condition, then.into(), Value::random(random, variables, depth - 1).into())
            }
        }
    }

    pub fn choices(&self, state: &State) -> Vec<u8> {
        match self {
            Value::Constant(value) => vec![*value],
            Value::Variable(variable) => vec![state[*variable]],
            Value::Choice(values) => values.clone(),
            Value::Case(condition, then, _) if condition.at(state) => then.choices(state),
            Value::Case(_, _, otherwise) => otherwise.choices(state),
        }
    }

    fn text(&self, name: &dyn Fn(usize) -> String) -> String {
        match self {
            Value::Constant(value) => value.to_string(),
            Value::Variable(variable) => name(*variable),
            Value::Choice(values) => format!("{values:?}").replace('[', "{").replace(']', "}"),
            Value::Case(condition, then, otherwise) => {
                format!("case {} : {}; TRUE : {}; esac", condition.text(name), then.text(name), otherwise.text(name))
            }
        }
    }
}

impl Model {
    pub fn random(random: &mut Random) -> Model {
        let shared = random.between(1, 2);
        let count = random.between(2, 4);
        let mut units = Vec::<Unit>::new();
        for unit in 0..count {
            let parent = if unit == 0 { 0 } else { random.below(unit) };
            let process = unit < 2 || random.chance(70);
            units.push(Unit { parent, process, local: shared + unit, next: Vec::new(), fair: None, guard: None });
        }
        let mut model = Model { units, shared, first: Vec::new() };
        let first = |random: &mut Random| random.chance(75).then(|| random.below(VALUES as usize) as u8);
        model.first = (0..shared + count).map(|_| first(random)).collect();
        for unit in 0..count {
            model.fill(random, unit);
        }
        model
    }

    fn fill(&mut self, random: &mut Random, unit: usize) {
        let seen: Vec<usize> = (0..self.shared).chain([self.units[unit].local]).collect();
        for target in &seen {
            // In one process a variable has one equation; a few variables have none and are free.
            let process = self.process(unit);
            let taken = (0..unit).any(|u| {
                self.process(u) == process && self.units[u].next.iter().any(|(variable, _)| variable == target)
            });
            if !taken && random.chance(if *target < self.shared { 55 } else { 90 }) {
                let value = Value::random(random, &seen, 2);
                self.units[unit].next.push((*target, value));
            }
        }
        if self.units[unit].process && random.chance(60) {
            let always = Condition::Not(Condition::Equal(seen[0], VALUES).into());
            let fair = if random.chance(60) { always } else { Condition::random(random, &seen, 1) };
            self.units[unit].fair = Some(fair);
        }
        if self.units[unit].process && random.chance(15) {
            self.units[unit].guard = Some(Condition::random(random, &seen, 1));
        }
    }

    /// The process that a unit is part of.
    pub fn process(&self, unit: usize) -> usize {
        if self.units[unit].process { unit } else { self.process(self.units[unit].parent) }
    }

    pub fn is_nested(&self) -> bool {
        self.units.iter().enumerate().any(|(i, u)| i > 0 && u.process && u.parent > 0)
    }

    fn path(&self, unit: usize) -> String {
        match (unit, self.units[unit].parent) {
            (0, _) => String::new(),
            (_, parent) => format!("{}u{unit}.", self.path(parent)),
        }
    }

    /// The full name of a variable.
    pub fn name(&self, variable: usize) -> String {
        match variable.checked_sub(self.shared) {
            None => format!("v{variable}"),
            Some(unit) => format!("{}s", self.path(unit)),
        }
    }

    /// The model in SMV, with further sections of `main`.
    pub fn text(&self, specs: &str) -> String {
        let mut text = String::new();
        for unit in (0..self.units.len()).rev() {
            self.module(&mut text, unit).expect("a string takes everything");
        }
        text + specs
    }

    fn module(&self, text: &mut String, unit: usize) -> std::fmt::Result {
        let parameters: Vec<String> = (0..self.shared).map(|v| format!("v{v}")).collect();
        let parameters = parameters.join(", ");
        match unit {
            0 => writeln!(text, "MODULE main\nVAR")?,
            _ => writeln!(text, "MODULE m{unit}({parameters})\nVAR")?,
        }
        let own = |v: usize| if v < self.shared { format!("v{v}") } else { "s".to_owned() };
        let declared = (0..self.shared).filter(|_| unit == 0).chain([self.units[unit].local]);
        for variable in declared.clone() {
            writeln!(text, "  {} : 0..{};", own(variable), VALUES - 1)?;
        }
        for (child, inner) in self.units.iter().enumerate().skip(1).filter(|(_, u)| u.parent == unit) {
            let process = if inner.process { "process " } else { "" };
            writeln!(text, "  u{child} : {process}m{child}({parameters});")?;
        }
        for variable in declared {
            if let Some(first) = self.first[variable] {
                writeln!(text, "INIT {} = {first};", own(variable))?;
            }
        }
        for (variable, value) in &self.units[unit].next {
            writeln!(text, "ASSIGN next({}) := {};", own(*variable), value.text(&own))?;
        }
        if let Some(fair) = &self.units[unit].fair {
            writeln!(text, "FAIRNESS running & {};", fair.text(&own))?;
        }
        if let Some(guard) = &self.units[unit].guard {
            writeln!(text, "TRANS running -> {};", guard.text(&own))?;
        }
        Ok(())
    }
}
