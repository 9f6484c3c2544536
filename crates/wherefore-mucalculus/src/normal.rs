//! A formula as a graph of small parts: negation is pushed to the data, paths are fixpoints, variables are numbers.
//!
//! Parts are shared: both ends of a choice lead to the same formula behind it. A cycle of parts always passes an
//! [`Part::Unfold`], and the outermost of those that it passes says who wins it; [`Part::Unfold`] carries that as a priority,
//! which is smaller further out, even for `nu` and odd for `mu`.

mod action;
mod build;
mod cover;
mod linear;
mod names;
mod path;
mod until;

use crate::data::{Expr, Function};
use crate::syntax::{Constructor, Document};
use indexmap::IndexSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wherefore_diag::{Diagnostic, Span};

pub use build::normal;

/// The number of a part.
pub type PartId = usize;

/// A part of a formula.
#[derive(Clone, Debug)]
pub enum Part {
    /// A constant.
    Constant(bool),
    /// True where the expression has this value.
    Condition(Expr, bool),
    /// All of these if true, else one of them.
    Connective(bool, Vec<PartId>),
    /// For all values of a variable if true, else for some; with the number of the sort.
    Quantifier(bool, u32, usize, PartId),
    /// After all steps with such a label if true, else after some.
    Modality(bool, usize, PartId),
    /// A fixpoint with its priority and its body.
    Unfold(u32, PartId),
    /// Gives variables their values, all at once.
    Bind(Vec<(u32, Expr)>, PartId),
}

/// A set of labels.
#[derive(Clone, Debug)]
pub enum Labels {
    /// All or none.
    Constant(bool),
    /// All where the condition is true, else none.
    Condition(Expr),
    /// The label with this text.
    Text(String),
    /// Labels that match a pattern.
    Pattern(String, Span),
    /// The multi-action of these; none for the internal action.
    Multi(Vec<(Arc<str>, Vec<Expr>)>),
    /// A gate with offers of which some are given, and whether others may follow.
    Gate(Arc<str>, Vec<Option<Expr>>, bool),
    /// All others.
    Not(Box<Labels>),
    /// In all of these if true, else in one.
    Connective(bool, Vec<Labels>),
    /// For all values if true, else for some.
    Quantifier(bool, u32, usize, Box<Labels>),
}

/// A place in labels where a variable stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub action: Arc<str>,
    pub arity: usize,
    /// Whether labels may have more arguments.
    pub open: bool,
    pub argument: usize,
    /// Constructors around it, from outside: name, number of arguments, and which of them.
    pub inside: Vec<(Arc<str>, usize, usize)>,
}

/// A formula in normal form.
#[derive(Debug, Default)]
pub struct Normal {
    pub parts: Vec<Part>,
    /// The part that is the whole formula.
    pub root: PartId,
    /// Sets of labels, for modalities.
    pub labels: Vec<Labels>,
    /// For each part its free variables in order.
    pub free: Vec<Vec<u32>>,
    /// For each set of labels its free variables in order.
    pub labels_free: Vec<Vec<u32>>,
    /// The largest priority.
    pub lowest: u32,
    /// Sorts that are quantified over.
    pub sorts: IndexSet<String>,
    /// Where each of them is quantified over first.
    pub sort_spans: Vec<Span>,
    /// Sorts of variables with the places where the variables stand.
    pub places: BTreeSet<(String, Place)>,
    /// Numbers of the formula.
    pub numbers: BTreeSet<i64>,
    /// Functions that the document defines.
    pub functions: Vec<Function>,
    /// Names with their number of arguments that only labels can explain.
    pub unexplained: BTreeMap<(Arc<str>, usize), Span>,
    /// Actions with their number of arguments; `None` where any number fits.
    pub actions: BTreeMap<(Arc<str>, Option<usize>), Span>,
    aliases: BTreeMap<String, String>,
    constructors: Vec<Constructor>,
}

impl Normal {
    /// The sort that a name of a sort stands for.
    pub fn meant<'n>(&'n self, sort: &'n str) -> &'n str {
        let mut meant = sort;
        for _ in 0..=self.aliases.len() {
            match self.aliases.get(meant) {
                Some(next) => meant = next,
                None => break,
            }
        }
        meant
    }

    /// The constants of a sort that has nothing else.
    pub fn constants(&self, sort: &str) -> Option<Vec<Arc<str>>> {
        let own: Vec<&Constructor> = self.constructors.iter().filter(|c| c.sort == sort).collect();
        let plain = !own.is_empty() && own.iter().all(|c| c.projections.is_empty());
        plain.then(|| own.iter().map(|c| Arc::from(c.name.as_str())).collect())
    }

    /// Whether a constructor of a sort has arguments.
    pub fn is_constructed(&self, sort: &str) -> bool {
        self.constructors.iter().any(|c| c.sort == sort && !c.projections.is_empty())
    }

    /// Whether a name with arguments is a constructor that the document declares.
    pub fn declares(&self, name: &str, arity: usize) -> bool {
        self.constructors.iter().any(|c| c.name == name && c.projections.len() == arity)
    }
}

/// What a document means.
pub fn of(document: &Document) -> Result<Normal, Diagnostic> {
    normal(document)
}
