//! Small synchronous programs: streams with a first value and a case distinction, printed as Lustre.
//!
//! `Term::Next` stands for the value one tick before: `pre x`.

use crate::smv::make::Dice;
use crate::smv::product;
use crate::term::{Kind, Named, Term, Two};
use crate::trial::Model;
use crate::world::{Lens, Rule, Step, World};
use std::collections::BTreeSet;

/// `var = first -> if condition then yes else no`.
#[derive(Clone, Debug)]
pub struct Equation {
    first: Term,
    /// A second arrow, of which only the right side can ever be seen.
    hidden: Option<Term>,
    condition: Term,
    yes: Term,
    no: Term,
}

/// A program: inputs, streams in the order in which they read each other, the property last.
#[derive(Clone, Debug)]
pub struct Flow {
    vars: Vec<Named>,
    inputs: usize,
    equations: Vec<Equation>,
    property: Term,
}

const MOST: i64 = 2;

impl Flow {
    /// Values of all variables at a tick, then whether there was a tick before, and its values.
    fn node(&self, inputs: &[i64], before: Option<&[i64]>) -> Vec<i64> {
        let mut now = inputs.to_vec();
        now.resize(self.vars.len(), 0);
        let past = before.map_or_else(|| vec![0; self.vars.len()], |b| b[..self.vars.len()].to_vec());
        for (place, equation) in self.equations.iter().enumerate() {
            let chosen = if equation.condition.value(&now, &past) != 0 { &equation.yes } else { &equation.no };
            let term = if before.is_none() { &equation.first } else { chosen };
            now[self.inputs + place] = term.value(&now, &past);
        }
        let last = self.vars.len() - 1;
        now[last] = self.property.value(&now, &past);
        now.push(i64::from(before.is_some()));
        now.extend(past);
        now
    }

    fn inputs(&self) -> Vec<Vec<i64>> {
        product(&self.vars[..self.inputs].iter().map(|v| v.kind.values()).collect::<Vec<_>>())
    }

    fn spell(&self, term: &Term) -> String {
        let inner = |t: &Term| if let Term::Two(..) = t { format!("({})", self.spell(t)) } else { self.spell(t) };
        match term {
            Term::Value(Kind::Bool, value) => if *value == 0 { "false" } else { "true" }.to_owned(),
            Term::Value(_, value) => value.to_string(),
            Term::Now(var) => self.vars[*var].name.clone(),
            Term::Next(var) => format!("pre {}", self.vars[*var].name),
            Term::Not(a) => format!("not ({})", self.spell(a)),
            Term::Two(two, a, b) => {
                let sign = match two {
                    Two::And => "and",
                    Two::Or => "or",
                    Two::Implies => "=>",
                    Two::Eq => "=",
                    Two::Ne => "<>",
                    Two::Lt => "<",
                    Two::Le => "<=",
                    Two::Gt => ">",
                    Two::Ge => ">=",
                    Two::Plus => "+",
                    Two::Mod => "mod",
                };
                format!("{} {sign} {}", inner(a), inner(b))
            }
        }
    }
}

impl Model for Flow {
    const ENDING: &'static str = "lus";

    fn text(&self) -> String {
        let list = |vars: &[Named]| {
            let one = |v: &Named| match v.kind {
                Kind::Bool => format!("{} : bool", v.name),
                _ if self.vars[..self.inputs].contains(v) => format!("{} : subrange [0,{MOST}] of int", v.name),
                _ => format!("{} : int", v.name),
            };
            vars.iter().map(one).collect::<Vec<_>>().join("; ")
        };
        let (inputs, streams) = self.vars.split_at(self.inputs);
        let mut text = format!("node main({}) returns ({});\nlet\n", list(inputs), list(streams));
        for (var, equation) in streams.iter().zip(&self.equations) {
            let hidden = equation.hidden.as_ref().map(|h| format!("{} -> ", self.spell(h))).unwrap_or_default();
            let [first, condition, yes, no] =
                [&equation.first, &equation.condition, &equation.yes, &equation.no].map(|t| self.spell(t));
            text += &format!("  {} = {first} -> {hidden}(if {condition} then {yes} else {no});\n", var.name);
        }
        text += &format!("  ok = {};\n  --%PROPERTY ok;\ntel\n", self.spell(&self.property));
        text
    }

    fn world(&self, _: &BTreeSet<usize>) -> World {
        let count = self.vars.len();
        let line = |var: usize| if var < self.inputs { 1 } else { 3 + var - self.inputs };
        let rule = |var: usize| Rule { name: self.vars[var].name.clone(), line: line(var), guard: None, moves: false };
        let world = World {
            lens: Lens::Flow,
            vars: self.vars.clone(),
            lines: (0..count).map(line).collect(),
            inputs: (0..count).collect(),
            free: (0..self.inputs).collect(),
            rules: (self.inputs..count).map(rule).collect(),
            ..World::default()
        };
        let starts = self.inputs().iter().map(|i| self.node(i, None)).collect();
        let steps = |now: &[i64]| {
            let step = |i: &Vec<i64>| Step { to: self.node(i, Some(now)), taken: Vec::new(), reset: BTreeSet::new() };
            self.inputs().iter().map(step).collect()
        };
        world.explore(starts, steps, |now| now[count - 1] != 0)
    }

    fn is_plain(&self) -> bool {
        false
    }

    fn smaller(&self) -> Vec<Flow> {
        let mut all = Vec::new();
        for place in 0..self.equations.len() {
            let yes = self.equations[place].yes.clone();
            let changes: [&dyn Fn(&mut Equation); 2] = [&|e| e.no = yes.clone(), &|e| e.hidden = None];
            for change in changes {
                let mut copy = self.clone();
                change(&mut copy.equations[place]);
                if copy.text() != self.text() {
                    all.push(copy);
                }
            }
        }
        all
    }
}

/// A random program.
pub fn flow(dice: &mut Dice) -> Flow {
    let named = |name: &str, kind: Kind| Named { name: name.to_owned(), kind };
    let mut vars = vec![named("a", Kind::Bool)];
    vars.push(if dice.percent(50) { named("n", Kind::Range(0, MOST)) } else { named("b", Kind::Bool) });
    let inputs = vars.len();
    let mut equations = Vec::new();
    for (number, name) in ["x", "c", "y"].into_iter().take(2 + dice.below(2)).enumerate() {
        let is_number = number == 1 || number == 2 && dice.percent(40);
        vars.push(named(name, if is_number { Kind::Range(0, MOST) } else { Kind::Bool }));
        let var = vars.len() - 1;
        let first = value(dice, &vars[..var], var, &vars[var].kind, Past::Unknown);
        let hidden = dice.percent(15).then(|| first.clone());
        let condition = atom(dice, &vars, var, Past::Known);
        let [yes, no] = [(); 2].map(|()| value(dice, &vars, var, &vars[var].kind, Past::Known));
        equations.push(Equation { first, hidden, condition, yes, no });
    }
    let count = vars.len();
    let streams: Vec<usize> = (inputs..count).collect();
    let property = property(dice, &vars, &streams);
    vars.push(named("ok", Kind::Bool));
    Flow { vars, inputs, equations, property }
}

/// Whether there was a tick before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Past {
    Known,
    Unknown,
}

/// A variable that a stream may read: an earlier one now, or any so far one tick before.
fn source(dice: &mut Dice, vars: &[Named], var: usize, past: Past, fits: impl Fn(&Kind) -> bool) -> Option<Term> {
    let now = (0..var).filter(|v| fits(&vars[*v].kind)).map(Term::Now);
    let before = (0..vars.len()).filter(|v| past == Past::Known && fits(&vars[*v].kind)).map(Term::Next);
    let all: Vec<Term> = now.chain(before).collect();
    (!all.is_empty()).then(|| dice.of(&all))
}

fn is_number(kind: &Kind) -> bool {
    matches!(kind, Kind::Range(..))
}

fn atom(dice: &mut Dice, vars: &[Named], var: usize, past: Past) -> Term {
    let number = source(dice, vars, var, past, is_number).filter(|_| dice.percent(40));
    if let Some(number) = number {
        return Term::two(dice.of(&[Two::Eq, Two::Le, Two::Ge]), number, Term::number(1));
    }
    match source(dice, vars, var, past, |k| *k == Kind::Bool) {
        Some(term) if dice.percent(40) => Term::not(term),
        Some(term) => term,
        None => Term::Value(Kind::Bool, 1),
    }
}

fn value(dice: &mut Dice, vars: &[Named], var: usize, kind: &Kind, past: Past) -> Term {
    if *kind == Kind::Bool {
        let one = atom(dice, vars, var, past);
        return match dice.below(5) {
            0 => Term::two(Two::And, one, atom(dice, vars, var, past)),
            1 => Term::two(Two::Or, one, atom(dice, vars, var, past)),
            _ => one,
        };
    }
    let number = source(dice, vars, var, past, is_number);
    match (dice.below(4), number) {
        (1 | 2, Some(n)) => Term::two(Two::Mod, Term::two(Two::Plus, n, Term::number(1)), Term::number(MOST + 1)),
        (3, Some(n)) => n,
        _ => Term::number(dice.between(0, MOST)),
    }
}

fn property(dice: &mut Dice, vars: &[Named], streams: &[usize]) -> Term {
    let one = |dice: &mut Dice| {
        let var = dice.of(streams);
        match &vars[var].kind {
            Kind::Bool => Term::Now(var),
            _ => Term::two(Two::Eq, Term::Now(var), Term::number(dice.between(1, MOST))),
        }
    };
    Term::not(Term::two(Two::And, one(dice), one(dice)))
}
