//! Formulas and values in sentences that a reader without logic understands.
//!
//! Simple formulas become clauses (`exploded is TRUE in the next step`); what has no short wording is quoted as it is written.

use wherefore_ir::refinement::{PartId, Refinement};
use wherefore_ir::{Op, Sort, TermId, Terms};
use wherefore_trace::notation::{Printer, Style};

/// Speaks about the formulas of one owner.
pub struct Clauses<'a> {
    terms: &'a Terms,
    printer: Printer<'a>,
}

/// Deeper formulas are quoted.
const DEEPEST: usize = 4;

/// `a, b and c`.
pub fn list(names: &[String], last: &str) -> String {
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, others)) => format!("{} {last} {end}", others.join(", ")),
    }
}

impl<'a> Clauses<'a> {
    pub fn new(refinement: &'a Refinement, terms: &'a Terms, owner: Option<PartId>, style: Style) -> Clauses<'a> {
        Clauses { terms, printer: Printer::new(refinement, terms, owner, style) }
    }

    /// Demand of a formula: `b whenever a` for `G (a -> b)`.
    pub fn demand(&self, formula: TermId, text: &str) -> String {
        let quoted = || format!("`{text}` holds");
        match (self.terms.op(formula), self.terms.operands(formula)) {
            (Op::G, [body]) => match (self.terms.op(*body), self.terms.operands(*body)) {
                (Op::F, [a]) => self.clause(*a).map_or_else(quoted, |c| format!("{c} again and again")),
                (Op::Implies, [a, b]) => match (self.clause(*a), self.clause(*b)) {
                    (Some(a), Some(b)) => format!("{b} whenever {a}"),
                    _ => quoted(),
                },
                _ => self.clause(*body).map_or_else(quoted, |c| format!("{c} in every state")),
            },
            (Op::Implies, [a, b]) => match (self.clause(*a), self.clause(*b)) {
                (Some(a), Some(b)) => format!("{b} if {a}"),
                _ => quoted(),
            },
            _ => self.clause(formula).unwrap_or_else(quoted),
        }
    }

    /// A formula as a clause; none if it is too deep for one.
    pub fn clause(&self, formula: TermId) -> Option<String> {
        self.at(formula, DEEPEST)
    }

    fn at(&self, term: TermId, depth: usize) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        let part = |t: &TermId| self.at(*t, depth);
        Some(match (self.terms.op(term), self.terms.operands(term)) {
            (Op::Var(_) | Op::Next(_), _) if self.terms.sort(term) == Sort::Bool => {
                format!("{} is TRUE", self.printer.text(term)?)
            }
            (Op::Not, [a]) if self.is_port(*a) => format!("{} is FALSE", self.printer.text(*a)?),
            (Op::Not, [a]) if !matches!(self.terms.op(*a), Op::Lt | Op::Le | Op::Eq) => {
                format!("not `{}`", self.printer.text(*a)?)
            }
            (Op::And, operands) if operands.iter().all(|t| self.is_port(*t)) => {
                let names: Vec<String> = operands.iter().map(|t| self.printer.text(*t)).collect::<Option<_>>()?;
                format!("{} are TRUE", list(&names, "and"))
            }
            (Op::Or, operands) if operands.iter().all(|t| self.is_port(*t)) => {
                let names: Vec<String> = operands.iter().map(|t| self.printer.text(*t)).collect::<Option<_>>()?;
                format!("{} is TRUE", list(&names, "or"))
            }
            (Op::And, operands) => list(&operands.iter().map(part).collect::<Option<Vec<_>>>()?, "and"),
            (Op::Or, operands) if operands.len() <= 3 => {
                format!("either {}", list(&operands.iter().map(part).collect::<Option<Vec<_>>>()?, "or"))
            }
            (Op::X, [_]) => {
                let (steps, a) = self.later(term);
                let when = if steps == 1 { "in the next state".to_owned() } else { format!("{steps} steps later") };
                format!("{} {when}", part(&a)?)
            }
            (Op::F, [a]) => format!("{} in that state or some later one", part(a)?),
            (Op::G, [a]) => format!("{} from that state on for ever", part(a)?),
            (Op::O, [a]) => format!("{} in that state or some earlier one", part(a)?),
            (Op::H, [a]) => format!("{} in that state and all earlier ones", part(a)?),
            (Op::Y, [a]) => format!("{} in the state before", part(a)?),
            (Op::U, [a, b]) => format!("{} until {}", part(a)?, part(b)?),
            _ => format!("`{}`", self.printer.text(term)?),
        })
    }

    /// How many steps later, and what.
    fn later(&self, term: TermId) -> (usize, TermId) {
        let (mut steps, mut inner) = (0, term);
        while let (Op::X, [a]) = (self.terms.op(inner), self.terms.operands(inner)) {
            (steps, inner) = (steps + 1, *a);
        }
        (steps, inner)
    }

    fn is_port(&self, term: TermId) -> bool {
        matches!(self.terms.op(term), Op::Var(_) | Op::Next(_)) && self.terms.sort(term) == Sort::Bool
    }
}
