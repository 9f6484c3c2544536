//! Mutants: models with one small mistake put in on purpose.
//!
//! A mutant is a few edits of the source text. So it is written in the user's own language, everything else stays as it was,
//! comments included, and reading it again by the front end gives the system with its provenance. The operators are the
//! thirteen of Table 2 of Krafczyk and Peleska, "Effective Infinite-State Model Checking by Input Equivalence Class
//! Partitioning"; [`Operator`](crate::Operator) names and explains each. What they find in which language:
//!
//! ```text
//!              SCXML                       SMV                                 Lustre
//! AOR AS EN    conditions, assignments,    ASSIGN, INIT, TRANS, DEFINE         equations of nodes
//! LOR ROR      parameters of sends
//! SGF SGT      `cond` of a transition      conditions of `case` and `?:`       conditions of `if` and `when`
//! CS           the element moves to        `s = A` in a condition of           (no automata are read)
//!              another state               `next(x)`, or in TRANS
//! CT           `target`                    value of `next(s)`, or              (no automata are read)
//!                                          `next(s) = A` in TRANS
//! RETA RMTA    content of a transition     value of `next(x)`, x not control   (no automata are read)
//! REEA RMEA    content of `<onentry>`      (no entry actions)                  (no entry actions)
//! CRP SVR MCO  wherever an expression is, arguments of instances and calls too
//! OEX RMB
//! IVR          data, initial states        `init(x)`                           left of `->`
//! RMD                                                                          `pre`
//! RMT CE       transitions
//! ```
//!
//! Block diagrams have AOR, CRP, IVR, LOR, ROR in parameters of blocks, and OEX at their inputs; in their charts what statecharts have but
//! CS and RMT, and OEX of two transitions that are tried in the other order. Contracts (OSS) have those of expressions in what parts assume and guarantee, and CC in connections.
//!
//! Never touched are specifications, assumptions and contracts of programs: a mutant is a wrong model, not a wrong question. In SMV that
//! excludes INVAR, which is where assumptions about inputs are written. A definition that only specifications use is mutated
//! like any other.
//!
//! A front end only *finds*: it describes its expressions to `tree`, with the brackets and operators read off its tokens, and
//! `rewrite` makes the edits. A replaced operator keeps its operands, also where it binds looser or tighter than the one
//! before it: `&` in `a & b & c` becomes `(a | b) & c` or `(a & b) | c`.
//!
//! ```text
//! a - b * c    AOR   a + b * c    a * (b * c)  ...    a - b + c is not: (b + c) is what the operator had
//!              AS    (a - b) * c
//! ```
//!
//! All first-order mutants are found, in the order of the source, the same every time; none has the text of another: what two
//! operators give belongs to the first of the table, or the first of those that are wanted. Each is
//! read again, and those that are refused (an order on names, say) are set aside. Numbers of states that one change leads to
//! are cut off at [`MOST_CHOICES`].

use crate::Operator;
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::BTreeSet;
use std::hash::Hasher;
use wherefore_diag::{Diagnostics, Span};
use wherefore_lang::Loaded;

/// To how many others a state or a named value is changed in one place.
pub const MOST_CHOICES: usize = 3;

/// A replaced piece of the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// Span that is replaced; empty where something is put in.
    pub span: Span,
    /// Text as it stands.
    pub text: String,
}

/// A model with one mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The kind of mistake.
    pub operator: Operator,
    /// Edits: in order, and apart from each other.
    pub edits: Vec<Edit>,
    /// The place that a person would look at.
    pub span: Span,
    /// Description of the change, in words.
    pub what: String,
    /// The transition, state, variable, definition or equation that is changed.
    pub element: Option<String>,
    /// Something is missing in the mutant, rather than wrong.
    pub is_omission: bool,
    /// The innermost element that contains the place, as an index of [`elements`](crate::elements).
    pub place: Option<usize>,
    /// How much is changed: small is little.
    pub cost: u8,
}

impl Mutant {
    /// The text of the mutant; `text` is that of the original.
    pub fn apply(&self, text: &str) -> String {
        let mut mutated = String::with_capacity(text.len() + 16);
        let mut at = 0;
        for edit in &self.edits {
            mutated.push_str(text.get(at..edit.span.start as usize).unwrap_or_default());
            mutated.push_str(&edit.text);
            at = edit.span.end as usize;
        }
        mutated.push_str(text.get(at..).unwrap_or_default());
        mutated
    }
}

/// Which mutants are wanted.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Only those of these operators; `None`: of all.
    pub operators: Option<BTreeSet<Operator>>,
}

/// The mutants of a model.
#[derive(Clone, Debug, Default)]
pub struct Mutants {
    /// Mutants that can be read, in the order of the source.
    pub mutants: Vec<Mutant>,
    /// Mutants that the front end refuses, in the same order.
    pub dropped: Vec<Mutant>,
}

/// The mutants of a model, from the candidates; its errors if it cannot be read.
pub(crate) fn of_model(
    text: &str,
    options: &Options,
    load: impl Fn(&str) -> Loaded,
    candidates: impl FnOnce() -> Vec<Mutant>,
) -> Result<Mutants, Diagnostics> {
    let loaded = load(text);
    if loaded.system.is_none() {
        return Err(loaded.diagnostics);
    }
    Ok(finish(text, candidates(), options, |mutated| load(mutated).system.is_some()))
}

/// Sorts what was found, and sets aside what says the same twice, nothing new, or cannot be read.
pub(crate) fn finish(
    text: &str,
    found: Vec<Mutant>,
    options: &Options,
    mut loads: impl FnMut(&str) -> bool,
) -> Mutants {
    let mut known: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    let mut result = Mutants::default();
    let mut kept: Vec<Mutant> = Vec::new();
    // What an operator of the table makes belongs to it, whatever else makes the same.
    let (first, others): (Vec<Mutant>, Vec<Mutant>) =
        sorted(found, options).into_iter().partition(|m| m.operator.is_of_table());
    for mutant in first.into_iter().chain(others) {
        let mutated = mutant.apply(text);
        let mut hasher = FxHasher::default();
        hasher.write(mutated.as_bytes());
        let alike = known.entry(hasher.finish()).or_default();
        let is_known = alike.iter().filter_map(|i| kept.get(*i)).any(|other| other.apply(text) == mutated);
        if is_known || mutated == text {
            continue;
        }
        alike.push(kept.len());
        kept.push(mutant.clone());
        let list = if loads(&mutated) { &mut result.mutants } else { &mut result.dropped };
        list.push(mutant);
    }
    in_order(&mut result.mutants);
    in_order(&mut result.dropped);
    result
}

fn in_order(list: &mut [Mutant]) {
    list.sort_by_key(|m| (m.span.start, m.span.end, m.operator));
}

/// The wanted ones, in the order of the source.
fn sorted(found: Vec<Mutant>, options: &Options) -> Vec<Mutant> {
    let is_wanted = |m: &Mutant| options.operators.as_ref().is_none_or(|wanted| wanted.contains(&m.operator));
    let mut list: Vec<Mutant> = found.into_iter().filter(is_wanted).collect();
    in_order(&mut list);
    list
}

/// Edits in order; those that touch are one.
pub(crate) fn joined(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|e| (e.span.start, e.span.end));
    let mut joined: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match joined.last_mut() {
            Some(last) if last.span.end == edit.span.start => {
                last.span.end = edit.span.end;
                last.text.push_str(&edit.text);
            }
            _ => joined.push(edit),
        }
    }
    joined
}
