//! The guide as text: one topic, or the list of all.

use super::Options;
use super::fit::{padded, wrap};
use super::paint::{Ink, Paint};
use crate::guide::{Group, Topic};

/// Everything there is to say about one topic.
pub fn topic(topic: &Topic, options: &Options) -> String {
    let heading = Paint(options.style).ink(Ink::Strong, topic.id);
    let columns = options.width.min(100);
    let mut out = format!("{heading} ({}): {}\n\n", topic.group.word(), topic.summary);
    for paragraph in topic.explanation.split("\n\n") {
        wrap(paragraph, columns).iter().for_each(|line| out.push_str(&format!("{line}\n")));
    }
    if !topic.advice.is_empty() {
        out.push('\n');
        wrap(&format!("What to do: {}.", topic.advice), columns).iter().for_each(|l| out.push_str(&format!("{l}\n")));
    }
    out
}

/// Every topic in one line, by group.
pub fn topics(topics: &[Topic], options: &Options) -> String {
    let paint = Paint(options.style);
    let column = super::fit::widest(topics.iter().map(|t| t.id), 40);
    let mut out = String::new();
    for group in Group::ALL {
        let members: Vec<&Topic> = topics.iter().filter(|t| t.group == *group).collect();
        if members.is_empty() {
            continue;
        }
        let gap = if out.is_empty() { "" } else { "\n" };
        out.push_str(&format!("{gap}{}\n", paint.ink(Ink::Strong, group.heading())));
        members.iter().for_each(|t| out.push_str(&format!("  {}  {}\n", padded(t.id, column), t.summary)));
    }
    out
}
