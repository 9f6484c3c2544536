//! Random formulas, and how they are written.

use wherefore_test::Random;

/// A formula.
pub enum F {
    Constant(bool),
    Val(D),
    Not(Box<F>),
    Join(&'static str, Box<F>, Box<F>),
    Modal(bool, R, Box<F>),
    /// Universal or not, the variable, its sort.
    Quantifier(bool, String, &'static str, Box<F>),
    /// Greatest or not, the variable, the parameter with its first value.
    Fixpoint(bool, String, Option<(String, D)>, Box<F>),
    Use(String, Option<D>),
    Loop(R),
    Saturation(R),
    Inevitable(A),
}

/// A path.
pub enum R {
    Action(A),
    Nil,
    Sequence(Box<R>, Box<R>),
    Choice(Box<R>, Box<R>),
    Repeat(Box<R>, &'static str),
}

/// A set of labels.
pub enum A {
    Constant(bool),
    Val(D),
    /// The parts of a multi-action with their argument.
    Multi(Vec<(&'static str, Option<D>)>),
    Not(Box<A>),
    Join(&'static str, Box<A>, Box<A>),
    Quantifier(bool, String, &'static str, Box<A>),
}

/// Data.
#[derive(Clone)]
pub enum D {
    Bool(bool),
    Number(i64),
    Name(String),
    Binary(&'static str, Box<D>, Box<D>),
    Not(Box<D>),
}

pub struct Generator<'r> {
    random: &'r mut Random,
    /// Visible variables with their sort.
    scope: Vec<(String, &'static str)>,
    /// Visible fixpoint variables: whether they have a parameter, and their polarity.
    fixpoints: Vec<(String, bool, bool)>,
    positive: bool,
    names: usize,
}

impl Generator<'_> {
    pub fn new(random: &mut Random) -> Generator<'_> {
        Generator { random, scope: Vec::new(), fixpoints: Vec::new(), positive: true, names: 0 }
    }

    fn pick(&mut self, list: &[&'static str]) -> &'static str {
        list[self.random.below(list.len())]
    }

    /// A new name; sometimes one that hides another.
    fn name(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", if self.random.below(4) == 0 { 0 } else { self.names })
    }

    pub fn formula(&mut self, depth: u32) -> F {
        let usable: Vec<(String, bool, bool)> =
            self.fixpoints.iter().filter(|f| f.2 == self.positive).cloned().collect();
        // A variable that another of its name hides cannot be meant.
        let visible = |f: &(String, bool, bool)| self.fixpoints.iter().rev().find(|g| g.0 == f.0) == Some(f);
        let usable: Vec<_> = usable.into_iter().filter(visible).collect();
        if !usable.is_empty() && self.random.below(if depth == 0 { 2 } else { 5 }) == 0 {
            let (name, parameter, _) = usable[self.random.below(usable.len())].clone();
            let argument = parameter.then(|| self.small());
            return F::Use(name, argument);
        }
        if depth == 0 {
            return match self.random.below(3) {
                0 => F::Constant(self.random.below(2) == 0),
                1 => F::Val(self.condition(1)),
                _ => {
                    F::Modal(self.random.below(2) == 0, self.path(1), Box::new(F::Constant(self.random.below(2) == 0)))
                }
            };
        }
        match self.random.below(16) {
            0 => self.negated(depth),
            1..4 => {
                let sign = self.pick(&["&&", "||"]);
                F::Join(sign, Box::new(self.formula(depth - 1)), Box::new(self.formula(depth - 1)))
            }
            4 => {
                self.positive = !self.positive;
                let left = Box::new(self.formula(depth - 1));
                self.positive = !self.positive;
                F::Join("=>", left, Box::new(self.formula(depth - 1)))
            }
            5..9 => F::Modal(self.random.below(2) == 0, self.path(2), Box::new(self.formula(depth - 1))),
            9 | 10 => self.quantified(depth),
            11..14 if self.fixpoints.len() < 3 => self.fixpoint(depth),
            14 => match self.random.below(3) {
                0 => F::Loop(self.path(2)),
                1 => F::Saturation(self.path(2)),
                _ => F::Inevitable(self.action(1)),
            },
            _ => F::Modal(self.random.below(2) == 0, self.path(1), Box::new(self.formula(depth - 1))),
        }
    }

    fn negated(&mut self, depth: u32) -> F {
        self.positive = !self.positive;
        let inner = self.formula(depth - 1);
        self.positive = !self.positive;
        F::Not(Box::new(inner))
    }

    fn quantified(&mut self, depth: u32) -> F {
        let (universal, sort) = (self.random.below(2) == 0, self.pick(&["Nat", "Bool", "D"]));
        let name = self.name("v");
        self.scope.push((name.clone(), sort));
        let mut body = self.formula(depth - 1);
        self.scope.pop();
        if sort == "D" {
            // The sort has the values of labels where its variable stands, so it must stand somewhere.
            let step = R::Action(A::Multi(vec![("d", Some(D::Name(name.clone())))]));
            let idle = F::Modal(true, step, Box::new(F::Constant(true)));
            body = F::Join("&&", Box::new(idle), Box::new(body));
        }
        F::Quantifier(universal, name, sort, Box::new(body))
    }

    fn fixpoint(&mut self, depth: u32) -> F {
        let (greatest, name) = (self.random.below(2) == 0, self.name("X"));
        let parameter = (self.random.below(3) == 0).then(|| (self.name("n"), self.small()));
        self.fixpoints.push((name.clone(), parameter.is_some(), self.positive));
        self.scope.extend(parameter.iter().map(|(name, _)| (name.clone(), "Nat")));
        let body = self.formula(depth - 1);
        if parameter.is_some() {
            self.scope.pop();
        }
        self.fixpoints.pop();
        F::Fixpoint(greatest, name, parameter, Box::new(body))
    }

    fn path(&mut self, depth: u32) -> R {
        match self.random.below(if depth == 0 { 3 } else { 8 }) {
            0..3 => R::Action(self.action(1)),
            3 => R::Nil,
            4 => R::Sequence(Box::new(self.path(depth - 1)), Box::new(self.path(depth - 1))),
            5 => R::Choice(Box::new(self.path(depth - 1)), Box::new(self.path(depth - 1))),
            _ => R::Repeat(
                Box::new(self.path(depth - 1)),
                self.pick(&["*", "*", "+", "?", "{2}", "{1...2}", "{2...}", "{0}"]),
            ),
        }
    }

    fn action(&mut self, depth: u32) -> A {
        match self.random.below(if depth == 0 { 6 } else { 10 }) {
            0 => A::Constant(true),
            1 => A::Multi(Vec::new()),
            2 => A::Multi(vec![("a", Some(self.number(1)))]),
            3 => A::Multi(vec![self.b_or_d()]),
            4 => A::Multi(vec![("b", Some(D::Bool(true))), ("a", Some(self.number(0)))]),
            5 => A::Multi(vec![("c", None)]),
            6 => A::Not(Box::new(self.action(depth - 1))),
            7 => {
                let sign = self.pick(&["&&", "||", "=>"]);
                A::Join(sign, Box::new(self.action(depth - 1)), Box::new(self.action(depth - 1)))
            }
            8 => {
                let (universal, sort, name) = (self.random.below(2) == 0, self.pick(&["Nat", "Bool"]), self.name("w"));
                self.scope.push((name.clone(), sort));
                let body = self.action(depth - 1);
                self.scope.pop();
                A::Quantifier(universal, name, sort, Box::new(body))
            }
            _ => A::Val(self.condition(1)),
        }
    }

    fn b_or_d(&mut self) -> (&'static str, Option<D>) {
        match self.variable("D") {
            Some(name) => ("d", Some(name)),
            None => ("b", Some(self.condition(0))),
        }
    }

    /// A variable of a sort that is visible under its name.
    fn variable(&mut self, sort: &str) -> Option<D> {
        let shown = |(at, (name, of)): (usize, &(String, &'static str))| {
            (*of == sort && !self.scope[at + 1..].iter().any(|later| later.0 == *name)).then(|| name.clone())
        };
        let names: Vec<String> = self.scope.iter().enumerate().filter_map(shown).collect();
        (!names.is_empty()).then(|| D::Name(names[self.random.below(names.len())].clone()))
    }

    fn number(&mut self, depth: u32) -> D {
        if self.random.below(3) > 0
            && let Some(name) = self.variable("Nat")
        {
            return name;
        }
        match (depth, self.random.below(3)) {
            (0, _) | (_, 0 | 1) => D::Number(self.random.below(3) as i64),
            _ => D::Binary(
                self.pick(&["+", "-", "*"]),
                Box::new(self.number(depth - 1)),
                Box::new(self.number(depth - 1)),
            ),
        }
    }

    /// A number from 0 to 2.
    fn small(&mut self) -> D {
        let number = self.number(1);
        D::Binary("mod", Box::new(number), Box::new(D::Number(3)))
    }

    fn condition(&mut self, depth: u32) -> D {
        if self.random.below(3) == 0
            && let Some(name) = self.variable("Bool")
        {
            return name;
        }
        match (depth, self.random.below(5)) {
            (0, 0) => D::Bool(self.random.below(2) == 0),
            (0, _) | (_, 0..3) => {
                let sign = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
                D::Binary(sign, Box::new(self.number(1)), Box::new(self.number(1)))
            }
            (_, 3) => D::Not(Box::new(self.condition(depth - 1))),
            _ => {
                let sign = self.pick(&["&&", "||", "=>"]);
                D::Binary(sign, Box::new(self.condition(depth - 1)), Box::new(self.condition(depth - 1)))
            }
        }
    }
}

/// A formula as text.
pub fn text(formula: &F) -> String {
    match formula {
        F::Constant(value) => value.to_string(),
        F::Val(data) => format!("val({})", data_text(data)),
        F::Not(inner) => format!("!({})", text(inner)),
        F::Join(sign, a, b) => format!("(({}) {sign} ({}))", text(a), text(b)),
        F::Modal(true, path, inner) => format!("[{}]({})", path_text(path), text(inner)),
        F::Modal(false, path, inner) => format!("<{}>({})", path_text(path), text(inner)),
        F::Quantifier(universal, name, sort, body) => {
            format!("({} {name}: {sort} . {})", quantifier(*universal), text(body))
        }
        F::Fixpoint(greatest, name, parameter, body) => {
            let parameter = parameter.as_ref().map(|(n, first)| format!("({n}: Nat = {})", data_text(first)));
            let sign = if *greatest { "nu" } else { "mu" };
            format!("({sign} {name}{} . {})", parameter.unwrap_or_default(), text(body))
        }
        F::Use(name, argument) => {
            format!("{name}{}", argument.as_ref().map(|d| format!("({})", data_text(d))).unwrap_or_default())
        }
        F::Loop(path) => format!("<{}> @", path_text(path)),
        F::Saturation(path) => format!("[{}] -|", path_text(path)),
        F::Inevitable(action) => format!("inevitable ({})", action_text(action)),
    }
}

fn quantifier(universal: bool) -> &'static str {
    if universal { "forall" } else { "exists" }
}

fn path_text(path: &R) -> String {
    match path {
        R::Action(action) => format!("({})", action_text(action)),
        R::Nil => "nil".to_owned(),
        R::Sequence(a, b) => format!("({} . {})", path_text(a), path_text(b)),
        R::Choice(a, b) => format!("({} + {})", path_text(a), path_text(b)),
        R::Repeat(inner, sign) => format!("({}){sign}", path_text(inner)),
    }
}

fn action_text(action: &A) -> String {
    match action {
        A::Constant(value) => value.to_string(),
        A::Val(data) => format!("val({})", data_text(data)),
        A::Multi(parts) if parts.is_empty() => "tau".to_owned(),
        A::Multi(parts) => {
            let argument = |d: &Option<D>| d.as_ref().map(|d| format!("({})", data_text(d))).unwrap_or_default();
            parts.iter().map(|(name, d)| format!("{name}{}", argument(d))).collect::<Vec<_>>().join("|")
        }
        A::Not(inner) => format!("!({})", action_text(inner)),
        A::Join(sign, a, b) => format!("(({}) {sign} ({}))", action_text(a), action_text(b)),
        A::Quantifier(universal, name, sort, body) => {
            format!("({} {name}: {sort} . {})", quantifier(*universal), action_text(body))
        }
    }
}

fn data_text(data: &D) -> String {
    match data {
        D::Bool(value) => value.to_string(),
        D::Number(number) => number.to_string(),
        D::Name(name) => name.clone(),
        D::Binary(sign, a, b) => format!("({} {sign} {})", data_text(a), data_text(b)),
        D::Not(inner) => format!("!({})", data_text(inner)),
    }
}
