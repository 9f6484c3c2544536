//! The meaning of a formula by its definition: sets of states, relations for paths, and fixpoints by iteration.

use crate::formula::{A, D, F, R};
use std::collections::BTreeSet;

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum V {
    B(bool),
    N(i64),
    T(char),
}

/// The actions of a label with their argument.
type Parts = Vec<(String, Option<V>)>;
type Set = Vec<bool>;
type Relation = Vec<Vec<bool>>;

pub struct Model {
    states: usize,
    /// Source, actions and target.
    steps: Vec<(usize, Parts, usize)>,
    numbers: Vec<V>,
    /// Variables, the innermost last.
    scope: Vec<(String, V)>,
    /// Fixpoint variables: a set for each value of the parameter.
    fixpoints: Vec<(String, [Set; 3])>,
}

fn label(text: &str) -> Parts {
    let part = |part: &str| match part.split_once('(') {
        None => (part.to_owned(), None),
        Some((name, value)) => {
            let value = match value.trim_end_matches(')') {
                "true" => V::B(true),
                "false" => V::B(false),
                v if v.chars().all(|c| c.is_ascii_digit()) => V::N(v.parse().unwrap_or(0)),
                v => V::T(v.chars().next().unwrap_or('?')),
            };
            (name.to_owned(), Some(value))
        }
    };
    if text == "tau" { Vec::new() } else { text.split('|').map(part).collect() }
}

impl Model {
    /// A part of a graph, with the values of the whole.
    pub fn part(states: u32, kept: &[(u32, &str, u32)], transitions: &[(u32, &str, u32)], formula: &str) -> Model {
        let steps = kept.iter().map(|(from, text, to)| (*from as usize, label(text), *to as usize)).collect();
        // Numbers alone: those that are part of a name, and counters of paths, do not count.
        let data: String =
            formula.split('{').map(|piece| piece.split_once('}').map_or(piece, |(_, rest)| rest)).collect();
        let labels = transitions.iter().flat_map(|(_, text, _)| text.split(|c: char| !c.is_alphanumeric()));
        let written =
            data.split(|c: char| !c.is_alphanumeric()).chain(labels).filter_map(|word| word.parse::<i64>().ok());
        let near: BTreeSet<i64> = written.chain([0]).flat_map(|n| [n - 1, n, n + 1]).filter(|n| *n >= 0).collect();
        let numbers = near.into_iter().map(V::N).collect();
        Model { states: states as usize, steps, numbers, scope: Vec::new(), fixpoints: Vec::new() }
    }

    /// The model with all numbers up to a limit.
    pub fn with_numbers(mut self, most: i64) -> Model {
        self.numbers = (0..=most).map(V::N).collect();
        self
    }

    pub fn holds(&mut self, formula: &F) -> bool {
        self.set(formula)[0]
    }

    fn all(&self, value: bool) -> Set {
        vec![value; self.states]
    }

    fn values(&self, sort: &str) -> Vec<V> {
        match sort {
            "Nat" => self.numbers.clone(),
            "Bool" => vec![V::B(false), V::B(true)],
            _ => vec![V::T('x'), V::T('y')],
        }
    }

    fn set(&mut self, formula: &F) -> Set {
        match formula {
            F::Constant(value) => self.all(*value),
            F::Val(data) => self.all(self.truth(data)),
            F::Not(inner) => self.set(inner).into_iter().map(|b| !b).collect(),
            F::Join(sign, a, b) => {
                let pairs = self.set(a).into_iter().zip(self.set(b));
                pairs.map(|(a, b)| joined(sign, a, b)).collect()
            }
            F::Modal(all, path, inner) => {
                let (relation, inner) = (self.relation(path), self.set(inner));
                self.modal(*all, &relation, &inner)
            }
            F::Quantifier(universal, name, sort, body) => {
                let mut result = self.all(*universal);
                for value in self.values(sort) {
                    self.scope.push((name.clone(), value));
                    let set = self.set(body);
                    self.scope.pop();
                    result = result.iter().zip(set).map(|(a, b)| if *universal { *a && b } else { *a || b }).collect();
                }
                result
            }
            F::Fixpoint(greatest, name, parameter, body) => {
                let first = parameter.as_ref().map_or(0, |(_, first)| self.number(first) as usize);
                self.fixpoint(*greatest, name, parameter.as_ref().map(|p| p.0.as_str()), body)[first].clone()
            }
            F::Use(name, argument) => {
                let argument = argument.as_ref().map_or(0, |d| self.number(d) as usize);
                let found = self.fixpoints.iter().rev().find(|f| f.0 == *name);
                found.map(|f| f.1[argument].clone()).unwrap_or_else(|| panic!("{name} is not bound"))
            }
            F::Loop(path) => self.endless(path, true),
            F::Saturation(path) => self.endless(path, false),
            F::Inevitable(action) => {
                let other = self.one_step(|this, label| !this.matches(action, label));
                let moves = self.one_step(|_, _| true);
                let moves: Set = moves.iter().map(|row| row.contains(&true)).collect();
                let mut set = self.all(false);
                loop {
                    let next: Set = self.modal(true, &other, &set).iter().zip(&moves).map(|(a, b)| *a && *b).collect();
                    if next == set {
                        return set;
                    }
                    set = next;
                }
            }
        }
    }

    /// Where a path can be repeated for ever, or where it cannot.
    fn endless(&mut self, path: &R, can: bool) -> Set {
        let relation = self.relation(path);
        let mut set = self.all(true);
        loop {
            let next = self.modal(false, &relation, &set);
            if next == set {
                return set.into_iter().map(|b| b == can).collect();
            }
            set = next;
        }
    }

    fn fixpoint(&mut self, greatest: bool, name: &str, parameter: Option<&str>, body: &F) -> [Set; 3] {
        let mut now = [self.all(greatest), self.all(greatest), self.all(greatest)];
        loop {
            let mut next = now.clone();
            for (value, set) in next.iter_mut().enumerate() {
                self.fixpoints.push((name.to_owned(), now.clone()));
                self.scope.extend(parameter.map(|p| (p.to_owned(), V::N(value as i64))));
                *set = self.set(body);
                if parameter.is_some() {
                    self.scope.pop();
                }
                self.fixpoints.pop();
            }
            if next == now {
                return now;
            }
            now = next;
        }
    }

    fn modal(&self, all: bool, relation: &Relation, set: &Set) -> Set {
        let row = |row: &Vec<bool>| match all {
            true => row.iter().zip(set).all(|(r, s)| !r || *s),
            false => row.iter().zip(set).any(|(r, s)| *r && *s),
        };
        relation.iter().map(row).collect()
    }

    fn one_step(&mut self, wanted: impl Fn(&mut Model, &Parts) -> bool) -> Relation {
        let mut relation = vec![vec![false; self.states]; self.states];
        for (from, label, to) in self.steps.clone() {
            relation[from][to] |= wanted(self, &label);
        }
        relation
    }

    fn relation(&mut self, path: &R) -> Relation {
        match path {
            R::Action(action) => self.one_step(|this, label| this.matches(action, label)),
            R::Nil => self.identity(),
            R::Sequence(a, b) => composed(&self.relation(a), &self.relation(b)),
            R::Choice(a, b) => either(&self.relation(a), &self.relation(b)),
            R::Repeat(inner, sign) => {
                let (once, none) = (self.relation(inner), self.identity());
                let twice = composed(&once, &once);
                let mut star = none.clone();
                for _ in 0..self.states {
                    star = either(&none, &composed(&star, &once));
                }
                match *sign {
                    "*" => star,
                    "+" => composed(&once, &star),
                    "?" => either(&none, &once),
                    "{0}" => none,
                    "{2}" => twice,
                    "{1...2}" => either(&once, &twice),
                    _ => composed(&twice, &star),
                }
            }
        }
    }

    fn identity(&self) -> Relation {
        (0..self.states).map(|a| (0..self.states).map(|b| a == b).collect()).collect()
    }

    fn matches(&mut self, action: &A, label: &Parts) -> bool {
        match action {
            A::Constant(value) => *value,
            A::Val(data) => self.truth(data),
            A::Multi(parts) => {
                let meant: Parts =
                    parts.iter().map(|(name, d)| ((*name).to_owned(), d.as_ref().map(|d| self.data(d)))).collect();
                meant.len() == label.len() && meant.iter().all(|part| label.contains(part))
            }
            A::Not(inner) => !self.matches(inner, label),
            A::Join(sign, a, b) => joined(sign, self.matches(a, label), self.matches(b, label)),
            A::Quantifier(universal, name, sort, body) => {
                let mut found = self.values(sort).into_iter().map(|value| {
                    self.scope.push((name.clone(), value));
                    let found = self.matches(body, label);
                    self.scope.pop();
                    found
                });
                if *universal { found.all(|b| b) } else { found.any(|b| b) }
            }
        }
    }

    fn data(&self, data: &D) -> V {
        match data {
            D::Bool(value) => V::B(*value),
            D::Number(number) => V::N(*number),
            D::Name(name) => {
                self.scope.iter().rev().find(|v| v.0 == *name).unwrap_or_else(|| panic!("{name} is not bound")).1
            }
            D::Not(inner) => V::B(!self.truth(inner)),
            D::Binary("&&" | "||" | "=>", a, b) => {
                let D::Binary(sign, ..) = data else { return V::B(false) };
                V::B(joined(sign, self.truth(a), self.truth(b)))
            }
            D::Binary(sign, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                match *sign {
                    "+" => V::N(a + b),
                    "-" => V::N(a - b),
                    "*" => V::N(a * b),
                    "mod" => V::N(a.rem_euclid(b)),
                    "==" => V::B(a == b),
                    "!=" => V::B(a != b),
                    "<" => V::B(a < b),
                    "<=" => V::B(a <= b),
                    ">" => V::B(a > b),
                    _ => V::B(a >= b),
                }
            }
        }
    }

    fn truth(&self, data: &D) -> bool {
        self.data(data) == V::B(true)
    }

    fn number(&self, data: &D) -> i64 {
        match self.data(data) {
            V::N(number) => number,
            other => panic!("{other:?} is no number"),
        }
    }
}

fn joined(sign: &str, a: bool, b: bool) -> bool {
    match sign {
        "&&" => a && b,
        "||" => a || b,
        _ => !a || b,
    }
}

fn composed(a: &Relation, b: &Relation) -> Relation {
    let reach = |row: &Vec<bool>, to: usize| row.iter().enumerate().any(|(mid, r)| *r && b[mid][to]);
    a.iter().map(|row| (0..row.len()).map(|to| reach(row, to)).collect()).collect()
}

fn either(a: &Relation, b: &Relation) -> Relation {
    a.iter().zip(b).map(|(a, b)| a.iter().zip(b).map(|(a, b)| *a || *b).collect()).collect()
}
