//! Writes a formula in one spelling, that of MCL where the dialects differ. What is written reads back as the same tree.

use super::ast::{Action, ActionKind, Formula, FormulaKind, Regular, RegularKind, Repeat, Term};
use super::pattern::Pattern;
use std::fmt::{Display, Formatter, Result};

/// Writes the parts of a list with `separator` between them, each as `write` does.
fn list<T>(f: &mut Formatter<'_>, parts: &[T], separator: &str, write: fn(&T, &mut Formatter<'_>) -> Result) -> Result {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        write(part, f)?;
    }
    Ok(())
}

fn bracketed(f: &mut Formatter<'_>, needed: bool, text: &dyn Display) -> Result {
    if needed { write!(f, "({text})") } else { write!(f, "{text}") }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            FormulaKind::True => f.write_str("true"),
            FormulaKind::False => f.write_str("false"),
            FormulaKind::Box(path, inner) => {
                write!(f, "[{path}] ")?;
                operand(inner, f)
            }
            FormulaKind::And(parts) => list(f, parts, " and ", operand),
            FormulaKind::Progress => f.write_str("<true> true"),
            FormulaKind::Inevitable { action, deadlock_counts: true } => {
                f.write_str("inevitable ")?;
                bracketed(f, matches!(action.kind, ActionKind::And(_) | ActionKind::Or(_)), action)
            }
            FormulaKind::Inevitable { action, deadlock_counts: false } => {
                // Reading takes the complement of what stands in the box, and drops one negation in doing so.
                match &action.kind {
                    ActionKind::Not(inner) if !matches!(inner.kind, ActionKind::Not(_)) => {
                        write!(f, "mu X . [{inner}] X")
                    }
                    _ => {
                        write!(f, "mu X . [{}] X", Action::new(ActionKind::Not(Box::new(action.clone())), action.span))
                    }
                }
            }
        }
    }
}

/// A formula behind a box or in a conjunction.
fn operand(formula: &Formula, f: &mut Formatter<'_>) -> Result {
    let loose = matches!(formula.kind, FormulaKind::And(_) | FormulaKind::Inevitable { deadlock_counts: false, .. });
    bracketed(f, loose, formula)
}

impl Display for Regular {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            RegularKind::Empty => f.write_str("nil"),
            RegularKind::Action(action) => write!(f, "{action}"),
            RegularKind::Choice(parts) => list(f, parts, " | ", |part, f| bracketed(f, !is_clear_choice(part), part)),
            RegularKind::Sequence(parts) => list(f, parts, " . ", |part, f| {
                bracketed(f, matches!(part.kind, RegularKind::Choice(_) | RegularKind::Sequence(_)), part)
            }),
            RegularKind::Repeat(repeat, inner) => {
                bracketed(f, !is_simple(inner), inner)?;
                f.write_str(match repeat {
                    Repeat::Star => "*",
                    Repeat::Plus => "+",
                    Repeat::Optional => "?",
                })
            }
        }
    }
}

/// Whether it can stand beside a `|` as it is: no bare name at its ends, which would make a multi-action.
fn is_clear_choice(path: &Regular) -> bool {
    match &path.kind {
        RegularKind::Empty | RegularKind::Repeat(..) => true,
        RegularKind::Action(action) => {
            matches!(action.kind, ActionKind::Label(_) | ActionKind::Pattern(_) | ActionKind::True | ActionKind::False)
        }
        RegularKind::Sequence(_) | RegularKind::Choice(_) => false,
    }
}

/// Whether a star behind it is clear to a reader.
fn is_simple(path: &Regular) -> bool {
    match &path.kind {
        RegularKind::Empty => true,
        RegularKind::Action(action) => {
            !matches!(action.kind, ActionKind::Not(_) | ActionKind::And(_) | ActionKind::Or(_))
        }
        _ => false,
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            ActionKind::True => f.write_str("true"),
            ActionKind::False => f.write_str("false"),
            ActionKind::Label(text) => write!(f, "\"{}\"", text.replace('\\', r"\\").replace('"', "\\\"")),
            ActionKind::Pattern(pattern) => write!(f, "{pattern}"),
            ActionKind::Term(term) => write!(f, "{term}"),
            ActionKind::Internal => f.write_str("tau"),
            ActionKind::Not(inner) => {
                f.write_str("not ")?;
                bracketed(f, matches!(inner.kind, ActionKind::And(_) | ActionKind::Or(_)), inner)
            }
            ActionKind::And(parts) => list(f, parts, " and ", |part, f| {
                bracketed(f, matches!(part.kind, ActionKind::And(_) | ActionKind::Or(_)), part)
            }),
            ActionKind::Or(parts) => {
                list(f, parts, " or ", |part, f| bracketed(f, matches!(part.kind, ActionKind::Or(_)), part))
            }
        }
    }
}

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "'{}'", self.text())
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.parts().join("|"))
    }
}
