//! The topics of `wherefore explain` as Markdown.

use wherefore_report::guide::{Group, Topic};

/// The paragraphs of one topic, under a heading of its own.
pub fn topic(id: &str) -> Option<String> {
    crate::commands::topic::all().iter().find(|t| t.id == id).map(entry)
}

/// Every topic of the group with this heading.
pub fn group(heading: &str) -> Option<String> {
    let group = Group::ALL.iter().find(|g| g.heading() == heading)?;
    Some(crate::commands::topic::all().iter().filter(|t| t.group == *group).map(entry).collect())
}

fn entry(topic: &Topic) -> String {
    let mut out = format!("### {}\n\n*{}*\n\n", topic.id, escaped(topic.summary));
    for paragraph in topic.explanation.split("\n\n") {
        out.push_str(&format!("{}\n\n", escaped(paragraph)));
    }
    if !topic.advice.is_empty() {
        out.push_str(&format!("What to do: {}.\n\n", escaped(topic.advice)));
    }
    out
}

/// Text as text: signs that Markdown would take for its own are escaped, except in what stands between backquotes.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    let mut is_code = false;
    for sign in text.chars() {
        match sign {
            '`' => is_code = !is_code,
            '&' if !is_code => out.push_str("&amp;"),
            '<' if !is_code => out.push_str("&lt;"),
            '*' | '_' | '[' | ']' | '\\' | '~' if !is_code => out.push('\\'),
            _ => {}
        }
        if is_code || !matches!(sign, '&' | '<') {
            out.push(sign);
        }
    }
    out
}

#[test]
fn text_stays_text() {
    assert_eq!(escaped("a*b < c & `d*e < f`"), "a\\*b &lt; c &amp; `d*e < f`");
    assert_eq!(escaped("[R] F, a_b"), "\\[R\\] F, a\\_b");
}
