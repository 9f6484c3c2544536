//! Random SMV models, of the kinds that have gone wrong before.

use super::{Branch, Control, Course, Smv};
use crate::term::{Kind, Named, Term, Two};
use wherefore_test::below;

/// A source of random numbers.
pub struct Dice(pub u64);

impl Dice {
    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        below(&mut self.0, limit)
    }

    /// True in `chance` of a hundred cases.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// One of a list.
    pub fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// A number of a range, both ends included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }
}

const STATES: [&[&str]; 2] = [&["off", "idle", "on", "hot"], &["shut", "ajar", "open"]];
const CONTROLS: [&str; 2] = ["s", "r"];

/// Kinds of variables of a model, by place.
struct Sketch {
    model: Smv,
    inputs: Vec<usize>,
    data: Vec<usize>,
}

/// A random model.
pub fn smv(dice: &mut Dice) -> Smv {
    let property = Term::number(1);
    let model = Smv {
        vars: Vec::new(),
        courses: Vec::new(),
        first: Vec::new(),
        controls: Vec::new(),
        init: Vec::new(),
        invar: Vec::new(),
        trans: Vec::new(),
        property,
    };
    let mut sketch = Sketch { model, inputs: Vec::new(), data: Vec::new() };
    sketch.inputs(dice);
    sketch.controls(dice);
    sketch.data(dice);
    sketch.branches(dice);
    sketch.courses(dice);
    sketch.property(dice);
    sketch.constraints(dice);
    sketch.model
}

impl Sketch {
    fn add(&mut self, name: &str, kind: Kind, course: Course, first: Vec<i64>) -> usize {
        self.model.vars.push(Named { name: name.to_owned(), kind });
        self.model.courses.push(course);
        self.model.first.push(first);
        self.model.vars.len() - 1
    }

    fn inputs(&mut self, dice: &mut Dice) {
        let kind = if dice.percent(40) { Kind::Bool } else { Kind::Range(0, dice.between(1, 3)) };
        let first = self.add("i", kind, Course::Input, Vec::new());
        self.inputs.push(first);
        if dice.percent(25) {
            let second = self.add("j", Kind::Bool, Course::Input, Vec::new());
            self.inputs.push(second);
        }
    }

    fn controls(&mut self, dice: &mut Dice) {
        let count = if dice.percent(30) { 2 } else { 1 };
        for number in 0..count {
            let size = 2 + dice.below(STATES[number].len() - 1);
            let names: Vec<String> = STATES[number][..size].iter().map(|s| (*s).to_owned()).collect();
            // A range is no control, whatever it looks like.
            let is_plain = number == 0 && count == 1 && dice.percent(10);
            let kind = if is_plain { Kind::Range(0, size as i64 - 1) } else { Kind::Enum(names) };
            let first = match dice.below(10) {
                0..=5 => vec![0],
                6..=8 => vec![0, 1],
                _ => Vec::new(),
            };
            let var = self.add(CONTROLS[number], kind, Course::Control(number), first);
            self.model.controls.push(Control { var, branches: Vec::new() });
        }
    }

    fn data(&mut self, dice: &mut Dice) {
        for name in ["x", "y"].into_iter().take(1 + usize::from(dice.percent(45))) {
            let kind = if dice.percent(20) { Kind::Bool } else { Kind::Range(0, dice.between(1, 3)) };
            let first = if dice.percent(60) { vec![dice.of(&kind.values())] } else { Vec::new() };
            let var = self.add(name, kind, Course::Free, first);
            self.data.push(var);
        }
    }

    fn atom(&self, dice: &mut Dice, vars: &[usize]) -> Term {
        let var = dice.of(vars);
        let kind = self.model.vars[var].kind.clone();
        match &kind {
            Kind::Bool if dice.percent(50) => Term::Now(var),
            Kind::Bool => Term::not(Term::Now(var)),
            Kind::Enum(_) => {
                let value = Term::Value(kind.clone(), dice.of(&kind.values()));
                Term::two(dice.of(&[Two::Eq, Two::Ne]), Term::Now(var), value)
            }
            Kind::Range(low, high) => {
                let (two, value) = match dice.below(4) {
                    0 => (Two::Eq, dice.between(*low, *high)),
                    1 => (Two::Ne, dice.between(*low, *high)),
                    2 => (Two::Le, dice.between(*low, *high - 1)),
                    _ => (Two::Ge, dice.between(*low + 1, *high)),
                };
                Term::two(two, Term::Now(var), Term::number(value))
            }
        }
    }

    fn guard(&self, dice: &mut Dice) -> Option<Term> {
        let vars: Vec<usize> = self.inputs.iter().chain(&self.inputs).chain(&self.data).copied().collect();
        match dice.below(10) {
            0 => None,
            1..=5 => Some(self.atom(dice, &vars)),
            6..=7 => Some(Term::two(Two::And, self.atom(dice, &vars), self.atom(dice, &vars))),
            _ => {
                let controls: Vec<usize> =
                    self.model.controls.iter().map(|c| c.var).chain(vars.iter().copied()).collect();
                Some(Term::two(Two::Or, self.atom(dice, &vars), self.atom(dice, &controls)))
            }
        }
    }

    fn branches(&mut self, dice: &mut Dice) {
        let mut names = 0;
        for number in 0..self.model.controls.len() {
            let var = self.model.controls[number].var;
            let values = self.model.vars[var].kind.values();
            let mut branches: Vec<Branch> = Vec::new();
            for place in 0..2 + dice.below(4) {
                let source = if place == 0 || dice.percent(80) { Some(dice.of(&values)) } else { None };
                let guard = if source.is_none() { Some(self.atom(dice, &self.inputs)) } else { self.guard(dice) };
                let mut targets = vec![dice.of(&values)];
                let repeats = branches.last().filter(|_| dice.percent(15));
                if let Some(before) = repeats {
                    targets.clone_from(&before.targets);
                } else if dice.percent(12) && values.len() > 1 {
                    targets = vec![0, 1];
                } else if source.is_some() && dice.percent(5) {
                    targets = Vec::new();
                }
                names += 1;
                let define = (source.is_some() && dice.percent(70)).then(|| format!("t{names}"));
                branches.push(Branch { define, source, guard, targets });
            }
            let targets = if dice.percent(10) { vec![dice.of(&values)] } else { Vec::new() };
            branches.push(Branch { define: None, source: None, guard: None, targets });
            self.model.controls[number].branches = branches;
        }
        self.tell_apart();
    }

    /// A branch whose condition another one has too is left out: which of the two it is called after would be arbitrary.
    fn tell_apart(&mut self) {
        let vars = self.model.vars.clone();
        let all = super::product(&vars.iter().map(|v| v.kind.values()).collect::<Vec<_>>());
        let mut seen: Vec<Vec<bool>> = Vec::new();
        for control in &mut self.model.controls {
            let mut kept = Vec::new();
            for branch in control.branches.drain(..) {
                let control = Control { var: control.var, branches: Vec::new() };
                let condition = control.condition(&vars, &branch);
                let truths: Vec<bool> = all.iter().map(|n| condition.as_ref().is_none_or(|c| c.is_true(n))).collect();
                if condition.is_none() || !seen.contains(&truths) && truths.contains(&true) && truths.contains(&false) {
                    seen.push(truths);
                    kept.push(branch);
                }
            }
            control.branches = kept;
        }
    }

    /// A next value for a variable.
    fn value(&self, dice: &mut Dice, var: usize) -> Term {
        let kind = &self.model.vars[var].kind;
        let numbers: Vec<usize> =
            self.inputs.iter().chain(&self.data).copied().filter(|v| self.is_number(*v)).collect();
        match kind {
            Kind::Range(_, high) => match dice.below(10) {
                0..=2 => Term::number(dice.between(0, *high)),
                3..=5 => {
                    Term::two(Two::Mod, Term::two(Two::Plus, Term::Now(var), Term::number(1)), Term::number(high + 1))
                }
                6..=8 => {
                    let other = dice.of(&numbers);
                    Term::two(Two::Mod, Term::Now(other), Term::number(high + 1))
                }
                _ => Term::Now(var),
            },
            _ => {
                let vars: Vec<usize> = self.inputs.iter().chain(&self.data).copied().collect();
                match dice.below(10) {
                    0..=1 => Term::Value(Kind::Bool, dice.between(0, 1)),
                    2..=7 => self.atom(dice, &vars),
                    8 => Term::not(Term::Now(var)),
                    _ => Term::Now(var),
                }
            }
        }
    }

    fn is_number(&self, var: usize) -> bool {
        matches!(self.model.vars[var].kind, Kind::Range(..))
    }

    fn courses(&mut self, dice: &mut Dice) {
        for var in self.data.clone() {
            let control = dice.below(self.model.controls.len());
            self.model.courses[var] = match dice.below(20) {
                0..=1 => Course::Free,
                2 => Course::Own(Term::two(Two::Plus, Term::Now(var), Term::number(0))),
                _ => {
                    let mut terms: Vec<Term> = Vec::new();
                    for _ in 0..self.model.controls[control].branches.len() {
                        terms.push(if dice.percent(45) { Term::Now(var) } else { self.value(dice, var) });
                    }
                    if dice.percent(75) {
                        terms.pop();
                        terms.push(Term::Now(var));
                    }
                    Course::Follows(control, terms)
                }
            };
            if let Course::Own(_) = self.model.courses[var] {
                self.model.courses[var] = Course::Own(self.own(dice, var));
            }
        }
    }

    /// A course that looks at the variable itself, or gives a constant.
    fn own(&self, dice: &mut Dice, var: usize) -> Term {
        match &self.model.vars[var].kind {
            Kind::Range(_, high) if dice.percent(60) => {
                Term::two(Two::Mod, Term::two(Two::Plus, Term::Now(var), Term::number(1)), Term::number(high + 1))
            }
            Kind::Range(_, high) => Term::number(dice.between(0, *high)),
            _ if dice.percent(60) => Term::not(Term::Now(var)),
            _ => Term::Value(Kind::Bool, dice.between(0, 1)),
        }
    }

    fn property(&mut self, dice: &mut Dice) {
        let controls: Vec<usize> = self.model.controls.iter().map(|c| c.var).collect();
        let state = |dice: &mut Dice| {
            let var = dice.of(&controls);
            let kind = self.model.vars[var].kind.clone();
            Term::two(Two::Eq, Term::Now(var), Term::Value(kind.clone(), dice.of(&kind.values())))
        };
        let one = |dice: &mut Dice| Term::two(Two::Implies, state(dice), self.atom(dice, &self.data));
        self.model.property = match dice.below(10) {
            0..=4 => one(dice),
            5..=6 => Term::two(Two::And, one(dice), one(dice)),
            7 => self.atom(dice, &self.data),
            8 => Term::not(Term::two(Two::And, state(dice), state(dice))),
            _ => Term::not(Term::two(Two::And, state(dice), self.atom(dice, &self.data))),
        };
    }

    fn constraints(&mut self, dice: &mut Dice) {
        let vars: Vec<usize> = self.model.controls.iter().map(|c| c.var).chain(self.data.iter().copied()).collect();
        if dice.percent(12) {
            let term = Term::two(Two::Or, self.atom(dice, &vars), self.atom(dice, &vars));
            self.model.init.push(term);
        }
        let all = self.model.controls.len();
        // Whether a restriction of what the property does not look at counts is another question.
        if (0..all).any(|c| self.model.is_control(c)) && self.model.cone().len() < all {
            return;
        }
        if dice.percent(20) {
            let term = Term::two(Two::Or, self.atom(dice, &vars), self.atom(dice, &vars));
            self.model.invar.push(term);
        }
        if dice.percent(25) {
            let (before, after) = (self.atom(dice, &vars), self.atom(dice, &vars));
            self.model.trans.push(Term::two(Two::Implies, before, shifted(after)));
        }
    }
}

/// A formula moved to the state after the step.
fn shifted(term: Term) -> Term {
    match term {
        Term::Now(v) => Term::Next(v),
        Term::Not(a) => Term::not(shifted(*a)),
        Term::Two(two, a, b) => Term::two(two, shifted(*a), shifted(*b)),
        other => other,
    }
}
