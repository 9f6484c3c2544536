//! Terms of small models: printed as SMV, evaluated, and read back from the words of a report.
//!
//! Every value is a number: Booleans are 0 and 1, a value of an enumeration is its place in the list.

/// The values of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 0 and 1.
    Bool,
    /// From the one to the other.
    Range(i64, i64),
    /// By name.
    Enum(Vec<String>),
}

impl Kind {
    /// All values.
    pub fn values(&self) -> Vec<i64> {
        match self {
            Kind::Bool => vec![0, 1],
            Kind::Range(low, high) => (*low..=*high).collect(),
            Kind::Enum(names) => (0..names.len() as i64).collect(),
        }
    }

    /// A value as SMV spells it.
    pub fn spell(&self, value: i64) -> String {
        match self {
            Kind::Bool => if value == 0 { "FALSE" } else { "TRUE" }.to_owned(),
            Kind::Range(..) => value.to_string(),
            Kind::Enum(names) => names[value as usize].clone(),
        }
    }

    /// A value as SMV or a JSON report spells it.
    pub fn read(&self, word: &str) -> Option<i64> {
        self.values().into_iter().find(|v| self.spell(*v).eq_ignore_ascii_case(word))
    }

    /// A value of a JSON report.
    pub fn of_json(&self, value: &serde_json::Value) -> Option<i64> {
        match (self, value) {
            (Kind::Bool, serde_json::Value::Bool(b)) => Some(i64::from(*b)),
            (Kind::Range(..), serde_json::Value::Number(n)) => n.as_i64(),
            (Kind::Enum(_), serde_json::Value::String(s)) => self.read(s),
            _ => None,
        }
    }
}

/// A name with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// As the model calls it.
    pub name: String,
    /// Its values.
    pub kind: Kind,
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Two {
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Implication.
    Implies,
    /// Equality.
    Eq,
    /// Inequality.
    Ne,
    /// Order.
    Lt,
    /// Order.
    Le,
    /// Order.
    Gt,
    /// Order.
    Ge,
    /// Sum.
    Plus,
    /// Remainder.
    Mod,
}

const SIGNS: [(Two, &str); 11] = [
    (Two::And, "&"),
    (Two::Or, "|"),
    (Two::Implies, "->"),
    (Two::Eq, "="),
    (Two::Ne, "!="),
    (Two::Le, "<="),
    (Two::Ge, ">="),
    (Two::Lt, "<"),
    (Two::Gt, ">"),
    (Two::Plus, "+"),
    (Two::Mod, "mod"),
];

impl Two {
    fn of(self, a: i64, b: i64) -> i64 {
        let truth = |t: bool| i64::from(t);
        match self {
            Two::And => truth(a != 0 && b != 0),
            Two::Or => truth(a != 0 || b != 0),
            Two::Implies => truth(a == 0 || b != 0),
            Two::Eq => truth(a == b),
            Two::Ne => truth(a != b),
            Two::Lt => truth(a < b),
            Two::Le => truth(a <= b),
            Two::Gt => truth(a > b),
            Two::Ge => truth(a >= b),
            Two::Plus => a + b,
            Two::Mod => a.rem_euclid(b),
        }
    }

    fn sign(self) -> &'static str {
        SIGNS.iter().find(|(two, _)| *two == self).map_or("", |(_, sign)| sign)
    }
}

/// A term over variables by place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A value of some variable's kind.
    Value(Kind, i64),
    /// A variable now.
    Now(usize),
    /// A variable after the step.
    Next(usize),
    /// Negation.
    Not(Box<Term>),
    /// Two operands.
    Two(Two, Box<Term>, Box<Term>),
}

impl Term {
    /// A number.
    pub fn number(n: i64) -> Term {
        Term::Value(Kind::Range(n, n), n)
    }

    /// An operation.
    pub fn two(two: Two, a: Term, b: Term) -> Term {
        Term::Two(two, Box::new(a), Box::new(b))
    }

    /// Negation.
    pub fn not(term: Term) -> Term {
        Term::Not(Box::new(term))
    }

    /// Its value.
    pub fn value(&self, now: &[i64], next: &[i64]) -> i64 {
        match self {
            Term::Value(_, v) => *v,
            Term::Now(var) => now[*var],
            Term::Next(var) => next[*var],
            Term::Not(a) => i64::from(a.value(now, next) == 0),
            Term::Two(two, a, b) => two.of(a.value(now, next), b.value(now, next)),
        }
    }

    /// Whether a formula about one state is true.
    pub fn is_true(&self, now: &[i64]) -> bool {
        self.value(now, now) != 0
    }

    /// The variables in it.
    pub fn vars(&self) -> Vec<usize> {
        match self {
            Term::Value(..) => Vec::new(),
            Term::Now(v) | Term::Next(v) => vec![*v],
            Term::Not(a) => a.vars(),
            Term::Two(_, a, b) => a.vars().into_iter().chain(b.vars()).collect(),
        }
    }

    /// As SMV spells it, every operation but the outermost in brackets.
    pub fn spell(&self, vars: &[Named]) -> String {
        let inner = |t: &Term| match t {
            Term::Two(..) => format!("({})", t.spell(vars)),
            _ => t.spell(vars),
        };
        match self {
            Term::Value(kind, v) => kind.spell(*v),
            Term::Now(var) => vars[*var].name.clone(),
            Term::Next(var) => format!("next({})", vars[*var].name),
            Term::Not(a) => format!("!{}", inner(a)),
            Term::Two(two, a, b) => format!("{} {} {}", inner(a), two.sign(), inner(b)),
        }
    }

    /// Reads a formula of a report; nothing if it is not one of these.
    pub fn read(text: &str, vars: &[Named]) -> Option<Term> {
        let mut reader = Reader { words: words(text)?, place: 0, vars, hint: None };
        let term = reader.level(0)?;
        (reader.place == reader.words.len()).then_some(term)
    }
}

fn words(text: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
        } else {
            ["->", "!=", "<=", ">=", "(", ")", "!", "&", "|", "=", "<", ">", "+"]
                .iter()
                .find(|s| rest.starts_with(**s))?
                .len()
        };
        found.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Some(found)
}

struct Reader<'a> {
    words: Vec<String>,
    place: usize,
    vars: &'a [Named],
    /// Whose values a name may be.
    hint: Option<usize>,
}

/// Operators from the loosest to the tightest.
const LEVELS: [&[Two]; 6] = [
    &[Two::Implies],
    &[Two::Or],
    &[Two::And],
    &[Two::Eq, Two::Ne, Two::Lt, Two::Le, Two::Gt, Two::Ge],
    &[Two::Plus],
    &[Two::Mod],
];

impl Reader<'_> {
    fn peek(&self) -> Option<&str> {
        self.words.get(self.place).map(String::as_str)
    }

    fn take(&mut self, word: &str) -> Option<()> {
        (self.peek() == Some(word)).then(|| self.place += 1)
    }

    fn level(&mut self, level: usize) -> Option<Term> {
        let Some(operators) = LEVELS.get(level) else { return self.atom() };
        let mut left = self.level(level + 1)?;
        while let Some(two) = operators.iter().copied().find(|o| self.peek() == Some(o.sign())) {
            self.place += 1;
            self.hint = if let Term::Now(var) | Term::Next(var) = left { Some(var) } else { None };
            let right = if two == Two::Implies { self.level(level)? } else { self.level(level + 1)? };
            left = Term::two(two, left, right);
        }
        Some(left)
    }

    fn atom(&mut self) -> Option<Term> {
        let word = self.peek()?.to_owned();
        self.place += 1;
        match word.as_str() {
            "!" => Some(Term::not(self.atom()?)),
            "(" => {
                let term = self.level(0)?;
                self.take(")")?;
                Some(term)
            }
            "next" => {
                self.take("(")?;
                let name = self.peek()?.to_owned();
                self.place += 1;
                self.take(")")?;
                Some(Term::Next(self.vars.iter().position(|v| v.name == name)?))
            }
            _ => self.named(&word),
        }
    }

    fn named(&self, word: &str) -> Option<Term> {
        if let Some(var) = self.vars.iter().position(|v| v.name == word) {
            return Some(Term::Now(var));
        }
        if let Ok(n) = word.parse() {
            return Some(Term::number(n));
        }
        if let Some(value) = Kind::Bool.read(word) {
            return Some(Term::Value(Kind::Bool, value));
        }
        let mut kinds = self.hint.map(|v| &self.vars[v].kind).into_iter().chain(self.vars.iter().map(|v| &v.kind));
        kinds.find_map(|k| k.read(word).map(|v| Term::Value(k.clone(), v)))
    }
}
