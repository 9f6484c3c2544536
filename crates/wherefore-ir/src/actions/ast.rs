//! The tree of a formula.
//!
//! Fixpoints do not occur: reading rewrites them. With `B` an action, and `F`, `R` free of the bound variable,
//!
//! ```text
//! nu X . (F and [R] X)               =  [R*] F
//! mu X . (F and [B] X)               =  [B*] F  and  mu X . [B] X
//! mu X . [B] X                       =  every infinite run has an action outside B
//! mu X . (<true> true and [B] X)     =  every run has an action outside B: inevitable (not B)
//! ```
//!
//! and both hold with further variables in `F`, so `nu X . mu Y . ([A] X and [B] Y)` is covered too.
//!
//! Every node knows where it was written. Two trees are equal if they say the same; places do not count.

use super::pattern::Pattern;
use wherefore_diag::Span;

/// Declares a node: what it is, and where it was written. Equality looks at the first only.
macro_rules! node {
    ($(#[$doc:meta])* $name:ident, $kind:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name {
            /// Kind, with the parts.
            pub kind: $kind,
            /// Where it was written.
            pub span: Span,
        }

        impl PartialEq for $name {
            fn eq(&self, other: &$name) -> bool {
                self.kind == other.kind
            }
        }

        impl Eq for $name {}

        impl $name {
            /// The node with this meaning, written at `span`.
            pub fn new(kind: $kind, span: Span) -> $name {
                $name { kind, span }
            }
        }
    };
}

node! {
    /// A formula over runs.
    Formula, FormulaKind
}
node! {
    /// A regular set of action sequences.
    Regular, RegularKind
}
node! {
    /// A set of labels.
    Action, ActionKind
}

/// Kinds of formulas about a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaKind {
    /// Every run satisfies it.
    True,
    /// No run satisfies it.
    False,
    /// `[R] F`: after every prefix in `R`, the rest satisfies `F`.
    Box(Regular, Box<Formula>),
    /// Conjunction; at least two operands, none of them a conjunction.
    And(Vec<Formula>),
    /// `<true> true`: it does not end here.
    Progress,
    /// Sooner or later the action occurs.
    Inevitable {
        /// Action that must occur.
        action: Action,
        /// Whether a run that ends before is a violation; otherwise only an infinite one is.
        deadlock_counts: bool,
    },
}

/// Kinds of regular formulas, by the sequences they contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegularKind {
    /// `nil`: the empty one.
    Empty,
    /// One action.
    Action(Action),
    /// One after the other; at least two.
    Sequence(Vec<Regular>),
    /// Sequences of any of the operands; at least two.
    Choice(Vec<Regular>),
    /// Repetitions.
    Repeat(Repeat, Box<Regular>),
}

/// How often something is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// `*`: any number of times.
    Star,
    /// `+`: at least once.
    Plus,
    /// `?`: at most once.
    Optional,
}

/// Kinds of action formulas, by the labels they contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// All labels.
    True,
    /// No label.
    False,
    /// The one with this text.
    Label(String),
    /// Labels that the pattern matches as a whole.
    Pattern(Pattern),
    /// An mCRL2 multi-action.
    Term(Term),
    /// The internal action: `i` or `tau`.
    Internal,
    /// All labels that are not in the operand.
    Not(Box<Action>),
    /// Labels in all of the operands; at least two.
    And(Vec<Action>),
    /// Labels in any of the operands; at least two.
    Or(Vec<Action>),
}

/// An mCRL2 multi-action such as `a(1)|b`: its parts without blanks, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    parts: Vec<String>,
}

impl Term {
    /// Reads it off its text.
    pub fn new(text: &str) -> Term {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut depth = 0_usize;
        let outside = |c: char| {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && c == '|'
        };
        let mut parts: Vec<String> = compact.split(outside).map(str::to_owned).collect();
        parts.sort();
        Term { parts }
    }

    /// Its parts, sorted.
    pub fn parts(&self) -> &[String] {
        &self.parts
    }
}

impl Action {
    /// Whether a label is in the set.
    pub fn matches(&self, label: &str) -> bool {
        match &self.kind {
            ActionKind::True => true,
            ActionKind::False => false,
            ActionKind::Label(text) => text == label,
            ActionKind::Pattern(pattern) => pattern.matches(label),
            ActionKind::Term(term) => *term == Term::new(label),
            ActionKind::Internal => matches!(label, "i" | "tau"),
            ActionKind::Not(inner) => !inner.matches(label),
            ActionKind::And(list) => list.iter().all(|a| a.matches(label)),
            ActionKind::Or(list) => list.iter().any(|a| a.matches(label)),
        }
    }

    /// All other labels, without a double negation.
    pub fn complement(self) -> Action {
        let span = self.span;
        match self.kind {
            ActionKind::Not(inner) => *inner,
            _ => Action::new(ActionKind::Not(Box::new(self)), span),
        }
    }

    /// The predicates on labels that it is built from, in the order they were written. One that no label of a system
    /// satisfies is often a spelling mistake.
    pub fn atoms(&self) -> Vec<&Action> {
        match &self.kind {
            ActionKind::True | ActionKind::False => Vec::new(),
            ActionKind::Not(inner) => inner.atoms(),
            ActionKind::And(list) | ActionKind::Or(list) => list.iter().flat_map(Action::atoms).collect(),
            _ => vec![self],
        }
    }
}

impl Regular {
    /// The action formulas in it, in the order they were written.
    pub fn actions(&self) -> Vec<&Action> {
        match &self.kind {
            RegularKind::Empty => Vec::new(),
            RegularKind::Action(action) => vec![action],
            RegularKind::Sequence(list) | RegularKind::Choice(list) => list.iter().flat_map(Regular::actions).collect(),
            RegularKind::Repeat(_, inner) => inner.actions(),
        }
    }
}

impl Formula {
    /// The action formulas in it, in the order they were written.
    pub fn actions(&self) -> Vec<&Action> {
        match &self.kind {
            FormulaKind::True | FormulaKind::False | FormulaKind::Progress => Vec::new(),
            FormulaKind::Box(path, inner) => path.actions().into_iter().chain(inner.actions()).collect(),
            FormulaKind::And(list) => list.iter().flat_map(Formula::actions).collect(),
            FormulaKind::Inevitable { action, .. } => vec![action],
        }
    }
}
