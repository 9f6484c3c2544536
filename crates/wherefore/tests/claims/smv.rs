//! Small SMV models: a table, printed as text and spelled out as a graph.
//!
//! Control variables are enumerations with a `case`; data follows the branches of a control variable, has a course of its own,
//! or is free. Constraints take initial states, states or steps away, so that runs can end.

pub mod make;
mod print;
mod shrink;

use crate::term::{Kind, Named, Term};
use crate::world::{Region, Rule, Step, Transition, World};
use std::collections::BTreeSet;

/// A branch of a control variable.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The definition that is its condition, if it has one.
    pub define: Option<String>,
    /// The state it is meant for, if its condition says so.
    pub source: Option<i64>,
    /// Further condition.
    pub guard: Option<Term>,
    /// Where it may lead; empty if it keeps the state.
    pub targets: Vec<i64>,
}

/// A control variable.
#[derive(Clone, Debug)]
pub struct Control {
    /// The variable.
    pub var: usize,
    /// Its branches; the last one has no condition.
    pub branches: Vec<Branch>,
}

/// How a variable gets its next value.
#[derive(Clone, Debug)]
pub enum Course {
    /// An input.
    Input,
    /// A control variable.
    Control(usize),
    /// Anything may follow.
    Free,
    /// By a term.
    Own(Term),
    /// By the branch that a control variable takes, one term for each.
    Follows(usize, Vec<Term>),
}

/// A model.
#[derive(Clone, Debug)]
pub struct Smv {
    /// Variables, inputs first.
    pub vars: Vec<Named>,
    /// How each goes on.
    pub courses: Vec<Course>,
    /// The first values of each; empty if nothing says.
    pub first: Vec<Vec<i64>>,
    /// Control variables, or what would be some if it were an enumeration.
    pub controls: Vec<Control>,
    /// INIT.
    pub init: Vec<Term>,
    /// INVAR.
    pub invar: Vec<Term>,
    /// TRANS.
    pub trans: Vec<Term>,
    /// Formula that should hold.
    pub property: Term,
}

impl Control {
    /// The condition of a branch, as a term.
    pub fn condition(&self, vars: &[Named], branch: &Branch) -> Option<Term> {
        let here = branch.source.map(|s| {
            let kind = vars[self.var].kind.clone();
            Term::two(crate::term::Two::Eq, Term::Now(self.var), Term::Value(kind, s))
        });
        match (here, branch.guard.clone()) {
            (Some(a), Some(b)) => Some(Term::two(crate::term::Two::And, a, b)),
            (a, b) => a.or(b),
        }
    }

    fn branch(&self, vars: &[Named], now: &[i64]) -> usize {
        let applies = |b: &Branch| self.condition(vars, b).is_none_or(|c| c.is_true(now));
        self.branches.iter().position(applies).unwrap_or(self.branches.len() - 1)
    }
}

impl Smv {
    /// Whether a variable is control: an enumeration whose next value is a case distinction over itself, whatever the
    /// branches come to.
    pub fn is_control(&self, control: usize) -> bool {
        let control = &self.controls[control];
        let looks = |b: &Branch| control.condition(&self.vars, b).is_some_and(|c| c.vars().contains(&control.var));
        matches!(self.vars[control.var].kind, Kind::Enum(_)) && control.branches.iter().any(looks)
    }

    /// The control variables on which the property can depend.
    pub fn cone(&self) -> Vec<usize> {
        let mut inside: BTreeSet<usize> = self.property.vars().into_iter().collect();
        loop {
            let mut more: BTreeSet<usize> =
                inside.iter().flat_map(|v| self.read(*v)).chain(inside.iter().copied()).collect();
            // A restriction on a variable inside can take runs away.
            for restricted in self.restricted().into_iter().filter(|r| r.iter().any(|v| inside.contains(v))) {
                more.extend(restricted);
            }
            if more == inside {
                break;
            }
            inside = more;
        }
        let all = 0..self.controls.len();
        all.filter(|c| self.is_control(*c) && inside.contains(&self.controls[*c].var)).collect()
    }

    /// The variables of each constraint. A choice between states is one.
    fn restricted(&self) -> Vec<Vec<usize>> {
        let stated = self.init.iter().chain(&self.invar).chain(&self.trans).map(Term::vars);
        let chosen = self.controls.iter().filter(|c| c.branches.iter().any(|b| b.targets.len() > 1));
        stated.chain(chosen.map(|c| self.read(c.var))).collect()
    }

    /// The variables that the next value of one depends on.
    fn read(&self, var: usize) -> Vec<usize> {
        match &self.courses[var] {
            Course::Input | Course::Free => Vec::new(),
            Course::Own(term) => term.vars(),
            Course::Control(c) => {
                let targets: Vec<&Vec<i64>> = self.controls[*c].branches.iter().map(|b| &b.targets).collect();
                self.conditions(*c, &targets).into_iter().chain([var]).collect()
            }
            Course::Follows(c, terms) => terms.iter().flat_map(Term::vars).chain(self.conditions(*c, terms)).collect(),
        }
    }

    /// The variables of the conditions that matter: where all that follows has one value, the branch before it with the same
    /// value decides nothing.
    fn conditions<T: PartialEq>(&self, control: usize, values: &[T]) -> Vec<usize> {
        let control = &self.controls[control];
        let same = values.iter().rev().take_while(|v| Some(*v) == values.last()).count();
        let read = control.branches.iter().take(values.len() - same).filter_map(|b| control.condition(&self.vars, b));
        read.flat_map(|c| c.vars()).collect()
    }

    /// The model as a graph, with the effect of these rules taken back.
    pub fn world(&self, blocked: &BTreeSet<usize>) -> World {
        let cone = self.cone();
        let (text, lines) = self.print();
        drop(text);
        let region = |c: &usize| {
            let var = self.controls[*c].var;
            Region { var, states: self.vars[var].kind.values().iter().map(|v| self.vars[var].kind.spell(*v)).collect() }
        };
        let functional = |v: usize| match &self.courses[v] {
            Course::Input => true,
            Course::Free => false,
            Course::Control(c) => self.controls[*c].branches.iter().all(|b| b.targets.len() < 2),
            _ => true,
        };
        let all = 0..self.vars.len();
        let world = World {
            vars: self.vars.clone(),
            lines: lines.vars.clone(),
            inputs: all.clone().filter(|v| matches!(self.courses[*v], Course::Input)).collect(),
            free: all.filter(|v| !functional(*v)).collect(),
            regions: cone.iter().map(region).collect(),
            rules: lines.rules(self),
            ..World::default()
        };
        world.explore(self.starts(), |now| self.steps(now, &cone, blocked), |now| self.property.is_true(now))
    }

    fn starts(&self) -> Vec<Vec<i64>> {
        let of = |v: usize| if self.first[v].is_empty() { self.vars[v].kind.values() } else { self.first[v].clone() };
        let legal = |n: &Vec<i64>| self.init.iter().chain(&self.invar).all(|c| c.is_true(n));
        product(&(0..self.vars.len()).map(of).collect::<Vec<_>>()).into_iter().filter(legal).collect()
    }

    fn steps(&self, now: &[i64], cone: &[usize], blocked: &BTreeSet<usize>) -> Vec<Step> {
        let branches: Vec<usize> = self.controls.iter().map(|c| c.branch(&self.vars, now)).collect();
        let of = |var: usize| match &self.courses[var] {
            Course::Input | Course::Free => self.vars[var].kind.values(),
            Course::Own(term) => vec![term.value(now, now)],
            Course::Follows(c, terms) => vec![terms[branches[*c]].value(now, now)],
            Course::Control(c) => match &self.controls[*c].branches[branches[*c]].targets {
                list if list.is_empty() => vec![now[var]],
                list => list.clone(),
            },
        };
        let legal = |next: &Vec<i64>| {
            self.trans.iter().all(|c| c.value(now, next) != 0) && self.invar.iter().all(|c| c.is_true(next))
        };
        let all = product(&(0..self.vars.len()).map(of).collect::<Vec<_>>()).into_iter().filter(legal);
        all.map(|next| self.step(now, next, &branches, cone, blocked)).collect()
    }

    /// One step, with what it takes; of blocked rules the effect is taken back.
    fn step(
        &self,
        now: &[i64],
        mut next: Vec<i64>,
        branches: &[usize],
        cone: &[usize],
        blocked: &BTreeSet<usize>,
    ) -> Step {
        let mut taken = Vec::new();
        for (number, control) in self.controls.iter().enumerate() {
            let branch = &control.branches[branches[number]];
            let (source, target) = (now[control.var], next[control.var]);
            let moves = !branch.targets.is_empty() && (source != target || branch.source == Some(source));
            let rule = self.rule(number, branches[number]);
            if moves && blocked.contains(&rule) {
                for (var, course) in self.courses.iter().enumerate() {
                    if matches!(course, Course::Control(c) | Course::Follows(c, _) if *c == number) {
                        next[var] = now[var];
                    }
                }
            }
            if let Some(region) = cone.iter().position(|c| *c == number) {
                taken.push(moves.then_some(Transition { region, rule, source, target }));
            }
        }
        Step { to: next, taken, reset: BTreeSet::new() }
    }

    /// The number of the rule that a branch is.
    pub fn rule(&self, control: usize, branch: usize) -> usize {
        self.controls[..control].iter().map(|c| c.branches.len()).sum::<usize>() + branch
    }

    /// Whether it is plain what blocking a transition means: no constraint speaks of what it would take back.
    pub fn is_plain(&self) -> bool {
        self.invar.is_empty() && self.trans.is_empty()
    }
}

/// All combinations.
pub fn product(lists: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for list in lists {
        all = all
            .iter()
            .flat_map(|front: &Vec<i64>| list.iter().map(move |v| [front.as_slice(), &[*v]].concat()))
            .collect();
    }
    all
}

/// The lines on which things stand.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Declarations.
    pub vars: Vec<usize>,
    /// By control variable, of its branches.
    pub branches: Vec<Vec<usize>>,
    /// By control variable, of the definitions of its branches.
    pub defines: Vec<Vec<Option<usize>>>,
}

impl Lines {
    fn rules(&self, model: &Smv) -> Vec<Rule> {
        let mut rules = Vec::new();
        for (number, control) in model.controls.iter().enumerate() {
            for (place, branch) in control.branches.iter().enumerate() {
                let (line, guard) = (self.branches[number][place], self.defines[number][place]);
                let name = branch.define.clone().unwrap_or_else(|| format!("line {line}"));
                let moves = !branch.targets.is_empty() && model.cone().contains(&number);
                rules.push(Rule { name, line, guard, moves });
            }
        }
        rules
    }
}
