//! The run that was given, with everything that is known about it, before the classes.
//!
//! ```text
//! small is violated: the given run, 5 states
//!   state 1  n     0
//!   ...
//!   fails: n < 3 at state 5
//!   enough for the failure: 3 of 5 choices
//!   it is in class 1 <t1,t4>
//! ```

use super::{Focus, Page, choices, explanation, flow, minimal, runs};
use crate::document::{ExternalTrace, Inquiry, Property, Trace};
use crate::text::fit::visible;
use crate::text::paint::Ink;
use crate::text::trace;

/// Option that shows all of what an overview leaves out.
const REMEDY: &str = "--full shows all";

/// The run that was given; nothing if none was.
pub fn lines(page: &Page<'_>, property: &Property, inquiry: &Inquiry) -> String {
    let Some(whole) = property.verdict.trace().filter(|_| property.given) else { return String::new() };
    let Some(given) = &inquiry.given else {
        return heading(page, property, &trace::size(whole)) + &trace::lines(whole, page.options);
    };
    let class = &given.run;
    let mut out = heading(page, property, &size(whole, &class.trace));
    out.push_str(&trace::lines(&class.trace, page.options));
    out.push_str(&runs::through(page, class));
    out.push_str(&explanation::lines(page, inquiry, class));
    out.push_str(&minimal::lines(page, inquiry, class));
    out.push_str(&choices::tables(page, class, None, REMEDY));
    out.push_str(&flow::lines(page, class, REMEDY));
    out.push_str(&page.paragraph("  ", &place(inquiry, given)));
    if page.focus == Focus::Everything {
        out.push_str(&explanation::missing(page, &class.explanation.missing));
    }
    out
}

fn heading(page: &Page<'_>, property: &Property, size: &str) -> String {
    let name = page.paint.ink(Ink::Strong, &visible(&property.title()));
    format!("{name} is violated: the given run, {size}\n")
}

/// How long the run is, and how much of it is shown.
fn size(whole: &Trace, shown: &Trace) -> String {
    format!("{}{}", trace::size(shown), cut(whole, shown))
}

/// Note that the run is not shown beyond its failure, or that it goes on behind what was given; nothing if all of it is
/// shown.
pub fn cut(whole: &Trace, shown: &Trace) -> String {
    let is_cut = whole.loop_start.is_some() && shown.loop_start.is_none() || whole.rows.len() > shown.rows.len();
    match shown.rows.len() > whole.rows.len() {
        true => format!("; the file has the first {}", whole.rows.len()),
        false if is_cut => ", up to where it fails".to_owned(),
        false => String::new(),
    }
}

/// Which class it is in.
fn place(inquiry: &Inquiry, given: &ExternalTrace) -> String {
    let name = |index: usize| format!("{} {}", index + 1, visible(&inquiry.classes[index].key));
    let names: Vec<String> = inquiry.of_given().into_iter().map(name).collect();
    match names.as_slice() {
        [] => format!("its class {} is not among those that were found", visible(&given.run.key)),
        [one] => format!("it is in class {one}"),
        many => format!("it is in classes {}", many.join(" and ")),
    }
}
