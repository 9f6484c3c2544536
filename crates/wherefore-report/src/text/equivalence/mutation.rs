//! Mutants that were checked, for people: how many the properties notice, and which survive, by the element that is changed.
//!
//! ```text
//! 26 of 30 mutants are noticed by a property (86 %), 4 survive
//! set apart: 3 equivalent to the model, 8 unreadable
//!
//! survivors in next(s)
//!   12  EN   11:3  `press` is negated in `next(s)`
//!                  differs from the model after 2 steps: s, for press
//! ```

use super::Page;
use crate::document::equivalence::{
    ComparisonAnswer, Mutant, MutantCheck, MutantStatus, Mutants, Mutation, MutationProperty,
};
use crate::text::fit::{count, list, padded, visible, widest};
use crate::text::paint::Ink;

/// Columns of the name of a property.
const WIDEST: usize = 40;

/// Everything that is said about checked mutants.
pub fn mutation(page: &Page<'_>, found: &Mutants, checked: &Mutation) -> Vec<String> {
    let with = |status: MutantStatus| -> Vec<&Mutant> {
        found.mutants.iter().filter(|m| m.check.as_ref().is_some_and(|c| c.status == status)).collect()
    };
    let mut parts = vec![page.conclusion(found, checked)];
    parts.extend(page.survivors(&with(MutantStatus::Survived)));
    parts.push(page.reasons("undetermined", &with(MutantStatus::Undetermined)));
    parts.push(page.reasons("invalid", &with(MutantStatus::Invalid)));
    let equivalent: Vec<String> = with(MutantStatus::Equivalent).iter().map(|m| m.number.to_string()).collect();
    if !equivalent.is_empty() {
        parts.push(page.paragraph("equivalent to the model: ", &equivalent.join(", ")));
    }
    parts.push(page.properties(checked));
    parts
}

/// Why nothing could be said about mutants, if nothing could.
pub fn nothing_checked(found: &Mutants) -> Option<&'static str> {
    let checked = found.mutation.as_ref()?;
    match (checked.properties.is_empty(), found.mutants.is_empty()) {
        (true, _) => Some("the model states no property: nothing was checked"),
        (_, true) => Some("there are no mutants: nothing was checked"),
        _ => checked.is_empty().then_some("nothing was checked"),
    }
}

impl Page<'_> {
    /// The score with what it is a share of, and what is no part of it.
    fn conclusion(&self, found: &Mutants, checked: &Mutation) -> String {
        let judged = checked.noticed + checked.survived;
        let verb = if judged == 1 { "is" } else { "are" };
        let share = match judged {
            0 => String::new(),
            // Rounded down: 100 % is all of them.
            _ => format!(" ({} %)", checked.noticed * 100 / judged),
        };
        let of = count(judged, "mutant", "mutants");
        let survive = if checked.survived == 1 { "survives" } else { "survive" };
        let words =
            format!("{} of {of} {verb} noticed by a property{share}, {} {survive}", checked.noticed, checked.survived);
        let ink = match (checked.survived, checked.is_open() || judged == 0) {
            (0, false) => Ink::Good,
            (0, true) => Ink::Unsure,
            _ => Ink::Bad,
        };
        let apart = [
            (checked.equivalent, "equivalent to the model"),
            (checked.undetermined, "undetermined"),
            (checked.invalid, "invalid"),
            (found.dropped, "unreadable"),
        ];
        let apart: Vec<String> =
            apart.iter().filter(|(number, _)| *number > 0).map(|(number, words)| format!("{number} {words}")).collect();
        let mut out = format!("{}\n", self.paint.ink(ink, &words));
        if !apart.is_empty() {
            out.push_str(&self.paragraph("set apart: ", &apart.join(", ")));
        }
        out
    }

    /// Survivors, by the element that is changed.
    fn survivors(&self, mutants: &[&Mutant]) -> Vec<String> {
        let mut groups: Vec<(Option<&str>, Vec<&Mutant>)> = Vec::new();
        for mutant in mutants {
            let element = mutant.element.as_deref();
            match groups.iter_mut().find(|(known, _)| *known == element) {
                Some((_, group)) => group.push(mutant),
                None => groups.push((element, vec![mutant])),
            }
        }
        let group = |(element, group): &(Option<&str>, Vec<&Mutant>)| {
            let title = match element {
                Some(element) => format!("survivors in {}", visible(element)),
                None => "survivors".to_owned(),
            };
            let lines: String = group.iter().map(|m| self.changed(m, mutants, survivor_words)).collect();
            format!("{}\n{lines}", self.paint.ink(Ink::Strong, &title))
        };
        groups.iter().map(group).collect()
    }

    /// Mutants with the reasons why they are set apart.
    fn reasons(&self, title: &str, mutants: &[&Mutant]) -> String {
        if mutants.is_empty() {
            return String::new();
        }
        let reason = |check: &MutantCheck| check.cause.iter().cloned().collect();
        let lines: String = mutants.iter().map(|m| self.changed(m, mutants, reason)).collect();
        format!("{}\n{lines}", self.paint.ink(Ink::Strong, title))
    }

    /// A mutant in a table with others: number, operator, place and change, and what is to be said about it below.
    fn changed(&self, mutant: &Mutant, all: &[&Mutant], about: impl Fn(&MutantCheck) -> Vec<String>) -> String {
        let number = all.iter().map(|m| m.number.to_string().len()).max().unwrap_or(1);
        let operator = widest(all.iter().map(|m| m.operator), usize::MAX);
        let places: Vec<String> = all.iter().map(|m| place(m)).collect();
        let columns = widest(places.iter().map(String::as_str), usize::MAX);
        let word = padded(mutant.operator, operator);
        let lead = format!("  {:>number$}  {word}  {:>columns$}  ", mutant.number, place(mutant));
        let indent = " ".repeat(lead.len());
        let below = mutant.check.as_ref().map_or_else(Vec::new, about);
        self.paragraph(&lead, &mutant.what) + &below.iter().map(|l| self.paragraph(&indent, l)).collect::<String>()
    }

    /// A line for each property: its verdict on the model, and how many mutants it notices.
    fn properties(&self, checked: &Mutation) -> String {
        let names: Vec<String> = checked.properties.iter().map(|p| visible(&p.name)).collect();
        let columns = widest(names.iter().map(String::as_str), WIDEST);
        let line = |(property, name): (&MutationProperty, &String)| {
            let notices = count(property.notices, "mutant", "mutants");
            format!("  {}  {}, notices {notices}\n", padded(name, columns), property.verdict)
        };
        let lines: String = checked.properties.iter().zip(&names).map(line).collect();
        format!("{}\n{lines}", self.paint.ink(Ink::Strong, "properties"))
    }
}

fn place(mutant: &Mutant) -> String {
    mutant.place.as_ref().map_or_else(String::new, |place| format!("{}:{}", place.line, place.column))
}

/// Knowledge about a survivor: how it differs from the model, and which properties it makes vacuous.
fn survivor_words(check: &MutantCheck) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(comparison) = &check.comparison {
        let text = comparison.text.as_deref().unwrap_or("no reason is known");
        words.push(match (comparison.answer, comparison.steps) {
            (ComparisonAnswer::Different, Some(steps)) => {
                format!("differs from the model after {}: {text}", count(steps, "step", "steps"))
            }
            (ComparisonAnswer::NotCompared, _) => format!("not compared with the model: {text}"),
            _ => format!("not known whether it differs from the model: {text}"),
        });
    }
    if !check.vacuous.is_empty() {
        let names: Vec<&str> = check.vacuous.iter().map(String::as_str).collect();
        words.push(format!("vacuous of it: {}", list(&names, 5)));
    }
    words
}
