//! An inquiry for people: how many ways, which, a few of them as runs, what to suspect.
//!
//! ```text
//! right_mode: 4 classes at level 1, complete (inductive invariant, re-checked by sat)
//!   IDLE
//!     t5
//!       1  <t3,t5>     2 steps  9 variants  1f0c77aa
//!       4  <t1,t4,t5>  3 steps  6 variants  98ab01cd  derived from 2
//! ```
//!
//! Important parts come first and everything has a limit, so that an overview fits a screen or two however many classes there
//! are. What is left out is counted, with the words that show it.

pub(super) mod all_causes;
pub(super) mod choices;
mod contract;
pub(super) mod explanation;
pub(super) mod external_trace;
pub(super) mod flow;
mod minimal;
mod portrait;
pub(super) mod quote;
pub(super) mod runs;
pub(super) mod since;
pub(super) mod stayed_out;
pub(super) mod suspects;
mod tree;

use super::fit::{count, visible, width, wrap};
use super::paint::{Ink, Paint};
use super::{Options, brief, broken, caveat, counterexamples, left_out, quantities, summary, unfinished, verdicts};
use crate::document::{
    Completeness, Diagnosis, Document, Enumeration, Group, Inquiry, MCL, Property, SITUATIONS, Verdict,
};
use crate::no_answer::NoAnswer;
use wherefore_diag::SourceMap;

/// Which part of an inquiry is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus<'a> {
    /// An overview that fits a screen.
    Overview,
    /// All classes, each with its run.
    Everything,
    /// The class of this place, id or key, whole.
    Class(&'a str),
}

/// Inquiries that an overview shows in full; for the others it has the first line.
const MOST_INQUIRIES: usize = 5;
/// Groups of a coarser level that an overview lists.
const MOST_GROUPS: usize = 15;

/// Findings, with every way in which properties break.
pub fn why(report: &Document, options: &Options, focus: Focus<'_>) -> String {
    let page = Page { options, paint: Paint(options.style), sources: &report.sources, focus };
    if let Some(screen) = Some(focus).filter(|f| *f == Focus::Overview).and_then(|_| brief::first_screen(&page, report))
    {
        return screen;
    }
    let mut parts = vec![
        unfinished(report, options),
        broken(report, options),
        verdicts::table(report, options),
        verdicts::reasons(report, options),
        quantities::lines(report, options),
        caveat(report, options),
        super::fix::first(report, options),
    ];
    let is_asked = |p: &Property| p.inquiry().is_some() || p.since().is_some();
    parts.push(page.holding(report));
    let asked = report.properties.iter().filter(|p| is_asked(p) && !is_holding(p));
    parts.extend(asked.enumerate().flat_map(|(index, property)| page.property(index, property)));
    if !matches!(focus, Focus::Class(_)) {
        parts.extend(counterexamples(&page, report));
        parts.extend(page.witnesses(report));
        parts.push(others(report));
    }
    parts.push(left_out::lines(report, options));
    parts.push(summary(report, options));
    parts.retain(|p| !p.is_empty());
    parts.join("\n")
}

/// Context in which the parts of a report are drawn.
#[derive(Clone, Copy)]
pub(super) struct Page<'a> {
    pub options: &'a Options,
    pub paint: Paint,
    pub sources: &'a SourceMap,
    pub focus: Focus<'a>,
}

impl Page<'_> {
    pub(super) fn property(&self, index: usize, property: &Property) -> Vec<String> {
        let Some(inquiry) = property.inquiry() else { return vec![since::line(self, property)] };
        if let Focus::Class(name) = self.focus {
            return inquiry.find(name).map(|class| runs::whole(self, property, inquiry, class)).into_iter().collect();
        }
        let head = self.heading(&property.title(), inquiry) + &since::line(self, property);
        if index >= MOST_INQUIRIES && self.focus == Focus::Overview {
            return vec![head];
        }
        let mut parts = match (&inquiry.lts, &inquiry.contract) {
            (Some(lts), _) => {
                let tree = tree::lines(self, property, inquiry);
                vec![head + &portrait::lines(self, inquiry, lts), tree, portrait::run(self, property, lts)]
            }
            (None, Some(diagnosis)) => self.diagnosis(property, inquiry, diagnosis, head),
            (None, None) => {
                let tree = head + &tree::lines(self, property, inquiry);
                vec![external_trace::lines(self, property, inquiry), tree, flow::alternative_search(self, inquiry)]
            }
        };
        parts.extend(self.about_classes(property, inquiry));
        parts
    }

    /// The rest that is to be said about an inquiry, in whatever lens.
    fn about_classes(&self, property: &Property, inquiry: &Inquiry) -> Vec<String> {
        let mut parts = Vec::new();
        parts.extend(inquiry.summary.as_ref().map(|g| self.group(g)));
        if inquiry.contract.is_none() || !contract::is_enough(self, inquiry) {
            parts.extend(runs::some(self, property, inquiry));
        }
        match &inquiry.contract {
            Some(diagnosis) => parts.push(contract::suspects(self, inquiry, diagnosis)),
            None => {
                parts.push(suspects::suspects(self, &inquiry.suspects));
                parts.push(suspects::fix_sets(self, &inquiry.fix_sets));
            }
        }
        parts.extend(property.evidence_graph.as_ref().map(|found| super::evidence::below(self, property, found)));
        if self.focus == Focus::Everything {
            parts.push(explanation::missing(self, &inquiry.missing));
        } else {
            parts.push(explanation::cut_off(self, inquiry));
        }
        parts.push(inquiry.notes.iter().map(|n| self.paragraph("note: ", n)).collect());
        parts
    }

    /// Text of the lens for contracts, and the classes if there is more than one.
    fn diagnosis(&self, property: &Property, inquiry: &Inquiry, found: &Diagnosis, head: String) -> Vec<String> {
        let Some(failure) = &found.failure else { return vec![head] };
        let cause = inquiry.classes.first().map_or_else(String::new, |class| minimal::lines(self, inquiry, class));
        let told = inquiry.classes.first().map(|class| &class.explanation);
        let mut parts = contract::failing(self, property, found, (failure, told), cause);
        if !contract::is_enough(self, inquiry) {
            parts.push(head + &tree::lines(self, property, inquiry));
        }
        parts
    }

    /// The checks that hold, with what they rest on.
    pub(super) fn holding(&self, report: &Document) -> String {
        if matches!(self.focus, Focus::Class(_)) {
            return String::new();
        }
        let holding = report.properties.iter().filter(|p| is_holding(p));
        holding.filter_map(|p| Some(contract::holding(self, p, p.inquiry()?.contract.as_ref()?))).collect()
    }

    /// What shows that formulas hold.
    pub(super) fn witnesses(&self, report: &Document) -> Vec<String> {
        let holding = report.properties.iter().filter(|p| matches!(p.verdict, Verdict::Holds(_)));
        let found = holding.filter_map(|p| Some((p, p.evidence_graph.as_deref()?)));
        found.map(|(property, evidence)| super::evidence::lines(self, property, evidence)).collect()
    }

    /// How many classes there are, and whether these are all.
    pub(super) fn heading(&self, name: &str, inquiry: &Inquiry) -> String {
        let classes = count(inquiry.classes.len(), "class", "classes");
        let name = format!("{}: ", visible(name));
        let what = match inquiry.lts {
            Some(ref lts) => format!("{classes} of {}", portrait::level_words(lts.level)),
            None if inquiry.undivided().is_some() => format!("{classes} of all failing runs"),
            None => match inquiry.told_apart_by() {
                Some(what) => format!("{classes}, told apart by {what}"),
                None => format!("{classes} at level {}", inquiry.level()),
            },
        };
        let Some(Enumeration { completeness, undivided, total, .. }) = &inquiry.enumeration else { return name };
        match (flow::status(inquiry), undivided, completeness) {
            (Some((words, ink, rest)), ..) => self.status((&name, &what), (&words, ink), &rest),
            (None, None, completeness) => self.completeness(&name, &what, completeness, *total),
            (None, Some(why), Completeness::Stopped { cause, .. }) => {
                let (word, rest) = (stopped(cause), format!("runs are not told apart: {}", why.message));
                self.statement(&name, &what, (&word, Ink::Unsure), &rest, &cause.advice())
            }
            (None, Some(why), _) => self.statement(&name, &what, ("not told apart:", Ink::Unsure), why.message, &[]),
        }
    }

    pub(super) fn completeness(&self, name: &str, what: &str, known: &Completeness, total: Option<usize>) -> String {
        match (known, total) {
            (Completeness::Complete(proof), _) => {
                let proof = format!("({})", verdicts::proof(proof));
                self.statement(name, what, ("complete", Ink::Good), &proof, &[])
            }
            (Completeness::Undivided, _) => self.statement(name, what, ("not told apart", Ink::Unsure), "", &[]),
            (Completeness::Stopped { cause, .. }, Some(total)) => {
                let (word, rest) = (format!("of {total} in all;"), "the others are known and not listed");
                self.statement(name, what, (&word, Ink::Unsure), rest, &cause.advice())
            }
            (Completeness::Stopped { cause, depth }, None) => {
                let known = match depth {
                    Some(depth @ 1..) => {
                        format!("every failure of at most {} is among them", count(*depth as usize, "step", "steps"))
                    }
                    Some(0) | None => "there may be others".to_owned(),
                };
                self.statement(name, what, (&stopped(cause), Ink::Unsure), &known, &cause.advice())
            }
        }
    }

    /// Statement: what there is, the word that says whether it is all, why, and what can be done about it.
    pub(super) fn statement(
        &self,
        name: &str,
        what: &str,
        (word, ink): (&str, Ink),
        rest: &str,
        advice: &[String],
    ) -> String {
        let mut out = self.status((name, what), (word, ink), &[rest.to_owned()]);
        advice.iter().for_each(|line| out.push_str(&self.paragraph("  ", line)));
        out
    }

    /// How many there are, a word on whether these are all, and what that rests on; sentence by sentence.
    pub(super) fn status(&self, (name, what): (&str, &str), (word, ink): (&str, Ink), rest: &[String]) -> String {
        let used = width(name) + width(what) + 2 + width(word);
        let mut out = format!("{}{what}, {}", self.paint.ink(Ink::Strong, name), self.paint.ink(ink, word));
        let (first, others) = rest.split_first().map_or((String::new(), &[][..]), |(f, o)| (visible(f), o));
        if used + 1 + width(&first) <= self.options.width {
            out.push_str(&format!(" {first}\n"));
        } else {
            out.push('\n');
            out.push_str(&self.paragraph("  ", &first));
        }
        others.iter().for_each(|sentence| out.push_str(&self.paragraph("  ", sentence)));
        out
    }

    /// A coarser view of classes that are too many to list.
    pub(super) fn group(&self, group: &Group) -> String {
        let what = match group.level.as_str() {
            SITUATIONS => count(group.keys.len(), "situation of the last tick", "situations of the last tick"),
            level => format!("{} at level {level}", count(group.keys.len(), "group", "groups")),
        };
        let mut out = self.completeness("summary: ", &what, &group.completeness, None);
        let shown = if self.focus == Focus::Everything { group.keys.len() } else { MOST_GROUPS };
        out.push_str(&tree::groups(self, &group.keys[..group.keys.len().min(shown)]));
        out.push_str(&self.rest(group.keys.len().saturating_sub(shown), "group", "groups"));
        out
    }

    /// A line on what a list leaves out.
    pub(super) fn rest(&self, hidden: usize, one: &str, many: &str) -> String {
        if hidden == 0 {
            return String::new();
        }
        let text = format!("  ... {hidden} more {}; --full lists all", if hidden == 1 { one } else { many });
        self.paint.ink(Ink::Faint, &text) + "\n"
    }

    /// Text broken into lines, the first after `lead` and the others below it.
    pub(super) fn paragraph(&self, lead: &str, text: &str) -> String {
        let lines = wrap(&visible(text), self.options.width.saturating_sub(width(lead)).max(20));
        let indent = " ".repeat(width(lead));
        lines.iter().enumerate().map(|(i, l)| format!("{}{l}\n", if i == 0 { lead } else { &indent })).collect()
    }
}

/// Whether it is a check that holds and that something is to be said about.
fn is_holding(property: &Property) -> bool {
    matches!(property.verdict, Verdict::Holds(_) | Verdict::Vacuous(_)) && property.inquiry().is_some()
}

/// Text about violated properties that no inquiry is made into.
pub(super) fn others(report: &Document) -> String {
    let has_classes = |p: &Property| ["invariant", MCL].contains(&p.kind);
    let is_other = |p: &&Property| p.inquiry().is_none() && p.verdict.trace().is_some() && !has_classes(p);
    let names: Vec<&str> = report.properties.iter().filter(is_other).map(|p| p.name.as_str()).collect();
    if names.is_empty() {
        return String::new();
    }
    let mut out = format!("of {} one run is shown, without classes\n", super::fit::list(&names, 6));
    let branching: Vec<&Property> = report.properties.iter().filter(is_other).filter(|p| p.kind == "ctl").collect();
    let universal: Vec<&str> = branching.iter().filter(|p| !p.is_existential).map(|p| p.name.as_str()).collect();
    if !branching.is_empty() {
        out.push_str("  branching time speaks of all runs from a state, and classes are made of single runs\n");
    }
    if !universal.is_empty() {
        let of = if universal.len() < branching.len() {
            format!(" of {}", super::fit::list(&universal, 6))
        } else {
            String::new()
        };
        out.push_str(&format!(
            "  state what must hold{of} in every state as INVARSPEC, and along every run as LTLSPEC\n"
        ));
    }
    out
}

/// Text: a search was stopped, and why.
pub(super) fn stopped(cause: &NoAnswer) -> String {
    format!("stopped: {};", visible(&cause.message))
}
