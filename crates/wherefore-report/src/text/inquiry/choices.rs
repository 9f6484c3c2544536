//! Choice tables: what happened where it was decided, what else could have happened, and what that would have meant.
//!
//! ```text
//!   after step 2, in state 14 (ci): the point of no return
//!     > Send  -> 2    the failure comes in any case
//!       Exit  -> 4,5  avoids the failure
//! ```
//!
//! Shown are the choice that makes the class and the point of no return; for a class by itself all on its run.

use super::portrait::kind_words;
use super::{Focus, Page};
use crate::document::{Alternative, ChoicePoint, Class, Consequence};
use crate::text::fit::{label, list, padded, shorten_middle, visible, widest};
use crate::text::paint::Ink;
use crate::text::steps;

/// Choices of a table, and places behind a choice, in an overview.
const MOST_CHOICES: usize = 10;
const MOST_LEADS: usize = 4;
/// Actions named in the sentence about unobservable ones.
const MOST_ACTIONS: usize = 3;

/// The tables of a class. Where the point of no return of just this run stands above, at the class `seen`, it is not
/// repeated.
pub fn tables(page: &Page<'_>, class: &Class, seen: Option<usize>, remedy: &str) -> String {
    let (own, last) = (class.own, class.explanation.choice_points().len().checked_sub(1));
    let is_whole = matches!(page.focus, Focus::Class(_));
    let is_shown = |index: usize| is_whole || Some(index) == own || Some(index) == last;
    let shown = class.explanation.choice_points().iter().enumerate().filter(|(index, _)| is_shown(*index));
    let draw = |(index, choice_point): (usize, &ChoicePoint)| {
        let words = match index {
            _ if Some(index) == last => steps::last_words(choice_point),
            _ if Some(index) == own => "the choice of this class",
            _ => kind_words(choice_point.kind),
        };
        match seen {
            Some(class_above) if Some(index) == last => {
                heading(page, class, choice_point, &format!("{words}, as in class {}", class_above + 1))
            }
            _ => heading(page, class, choice_point, words) + &table(page, choice_point, remedy, &|_| None),
        }
    };
    shown.map(draw).collect()
}

fn heading(page: &Page<'_>, class: &Class, choice_point: &ChoicePoint, words: &str) -> String {
    let step =
        if choice_point.tick == 0 { "at the start".to_owned() } else { format!("after step {}", choice_point.tick) };
    let state = steps::state(&class.trace, choice_point.tick).map_or_else(String::new, |s| format!(", in state {s}"));
    page.paragraph("  ", &format!("{step}{state} ({}): {words}", choice_point.kind))
}

/// What can be done at a choice point; `other` has other words for what that means, where there are some.
pub fn table(
    page: &Page<'_>,
    choice_point: &ChoicePoint,
    remedy: &str,
    other: &dyn Fn(Consequence) -> Option<&'static str>,
) -> String {
    let consequence_words = |consequence| other(consequence).unwrap_or_else(|| consequence_words(consequence));
    let all = choice_point.alternatives.len();
    let shown = shown(page, choice_point);
    let leads: Vec<String> = shown.iter().map(|a| places(page, a)).collect();
    let actions: Vec<String> = shown.iter().map(|a| label(&a.action)).collect();
    // Four before the mark, two for it, four for the arrow, two before the words.
    let consequences = widest(shown.iter().map(|a| consequence_words(a.consequence)), usize::MAX);
    let room = page.options.width.saturating_sub(12 + consequences);
    let lead = widest(leads.iter().map(String::as_str), (room / 3).max(4));
    let action = widest(actions.iter().map(String::as_str), room.saturating_sub(lead).max(8));
    let mut out = String::new();
    for ((choice, name), places) in shown.iter().zip(&actions).zip(&leads) {
        let name = padded(&shorten_middle(name, action), action);
        let places = padded(&shorten_middle(places, lead), lead);
        let words = consequence_words(choice.consequence);
        let words = steps::ink(choice.consequence).map_or_else(|| words.to_owned(), |ink| page.paint.ink(ink, words));
        let mark = if choice.taken { page.paint.ink(Ink::Strong, ">") } else { " ".to_owned() };
        let arrow = if leads.iter().all(String::is_empty) { "" } else { " -> " };
        out.push_str(&format!("    {mark} {name}{arrow}{places}  {words}\n"));
    }
    if shown.len() < all {
        let rest = all - shown.len();
        let text = format!("      ... {rest} more {}; {remedy}", if rest == 1 { "choice" } else { "choices" });
        out.push_str(&(page.paint.ink(Ink::Faint, &text) + "\n"));
    }
    out + &unobservable(page, choice_point)
}

/// Alternatives: the one taken first, then those that would have helped, then the rest; in an overview not all of them.
fn shown<'a>(page: &Page<'_>, choice_point: &'a ChoicePoint) -> Vec<&'a Alternative> {
    let mut all: Vec<&Alternative> = choice_point.alternatives.iter().collect();
    let weight = |consequence| match consequence {
        Consequence::Avoided => 0,
        Consequence::Inevitable | Consequence::InevitableIfFair | Consequence::Sealed => 1,
        Consequence::Open | Consequence::Unknown => 2,
    };
    all.sort_by_key(|a| (!a.taken, weight(a.consequence)));
    all.truncate(if page.focus == Focus::Overview { MOST_CHOICES } else { usize::MAX });
    all
}

fn places(page: &Page<'_>, choice: &Alternative) -> String {
    let most = if page.focus == Focus::Overview { MOST_LEADS } else { choice.leads.len() };
    let names: Vec<String> = choice.leads.iter().take(most).map(|l| visible(l)).collect();
    let rest = choice.leads.len() - names.len();
    let rest = if rest == 0 { String::new() } else { format!(",+{rest}") };
    names.join(",") + &rest
}

fn consequence_words(consequence: Consequence) -> &'static str {
    match consequence {
        Consequence::Avoided => "avoids the failure",
        Consequence::Open => "still open",
        Consequence::InevitableIfFair => "the failure comes in every fair run",
        Consequence::Inevitable => "the failure comes in any case",
        Consequence::Sealed => "no later choice rules the failure out",
        Consequence::Unknown => "not decided",
    }
}

/// A sentence on actions that do not decide by themselves.
fn unobservable(page: &Page<'_>, choice_point: &ChoicePoint) -> String {
    let room = page.options.width.saturating_sub(6).clamp(12, 40);
    let names: Vec<String> = choice_point.unobservable.iter().map(|a| shorten_middle(&label(a), room)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match names.len() {
        0 => String::new(),
        n => {
            let does = if n == 1 { "does" } else { "do" };
            let text = format!(
                "{} alone {does} not decide: one and the same action can avoid the failure or seal it, depending on where \
                 it leads",
                list(&names, MOST_ACTIONS)
            );
            page.paragraph("      ", &text)
        }
    }
}
