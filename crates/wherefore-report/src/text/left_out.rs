//! Parts that a report leaves out because they are too much to read, in words.

use super::Options;
use super::fit::{visible, wrap};
use crate::document::{Cut, Document, LeftOut, List, Property};

/// A line for each property of which something is left out.
pub fn lines(report: &Document, options: &Options) -> String {
    let cut = report.properties.iter().filter(|p| !p.left_out.is_empty());
    let line = |property: &Property| {
        let text = format!("{}: left out of this report: {}", visible(&property.title()), words(&property.left_out));
        let lines = wrap(&text, options.width.saturating_sub(2).max(20));
        lines.iter().enumerate().map(|(i, l)| format!("{}{l}\n", if i == 0 { "" } else { "  " })).collect::<String>()
    };
    cut.map(line).collect()
}

/// Entries left out: `1900 steps of 3 runs, 480 choice points of 20 runs`.
pub fn words(left_out: &LeftOut) -> String {
    left_out.iter().map(part).collect::<Vec<_>>().join(", ")
}

fn part((list, cut): (List, Cut)) -> String {
    let Cut { lists, entries } = cut;
    let (entry, whole) = match list {
        List::Steps => ("step", Some("run")),
        List::ChoicePoints => ("choice point", Some("run")),
        List::Alternatives => ("choice", Some("choice point")),
        List::Leads => ("place", Some("choice")),
        List::Actions => ("action of the abstracted run", None),
        List::Names => ("name", Some("list")),
        List::Marks => ("mark", Some("list")),
        List::Events => ("key event", Some("class")),
        List::Choices => ("choice", Some("list")),
        List::Suspects => ("suspect", None),
        List::FixSets => ("fix set", None),
        List::Notes => ("note", None),
    };
    let entries = format!("{entries} {}", counted(entries, entry));
    whole.map_or_else(|| entries.clone(), |whole| format!("{entries} of {lists} {}", counted(lists, whole)))
}

fn counted(number: u64, word: &str) -> String {
    match word {
        _ if number == 1 => word.to_owned(),
        "class" => "classes".to_owned(),
        "action of the abstracted run" => "actions of the abstracted run".to_owned(),
        _ => format!("{word}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_counted_in_words() {
        let mut left_out = LeftOut::default();
        left_out.add(List::Steps, 1);
        left_out.add(List::ChoicePoints, 400);
        left_out.add(List::ChoicePoints, 80);
        left_out.add(List::Actions, 2);
        assert_eq!(words(&left_out), "1 step of 1 run, 480 choice points of 2 runs, 2 actions of the abstracted run");
    }
}
