//! `wherefore explain`: what a word of the output means.

use crate::codes::UNKNOWN_TOPIC;
use crate::exit::Exit;
use crate::output;
use crate::terminal::Terminal;
use wherefore_diag::Diagnostic;
use wherefore_report::guide::{Topic, topics};
use wherefore_report::text;
use wherefore_syntax::nearest;

/// Everything that can be explained.
pub fn all() -> Vec<Topic> {
    let own = crate::codes::ALL.iter().chain(wherefore_lts::cluster::codes::ALL).copied();
    topics(wherefore_lang::registry::codes().chain(own))
}

/// Writes one topic, or the list of all.
pub fn run(id: Option<&str>, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    let topics = all();
    let text = match id {
        None => text::topics(&topics, &terminal.options()),
        Some(id) => text::topic(find(&topics, id)?, &terminal.options()),
    };
    output::results(&text)?;
    Ok(Exit::Holds)
}

fn find<'a>(topics: &'a [Topic], id: &str) -> Result<&'a Topic, Diagnostic> {
    topics.iter().find(|t| t.id.eq_ignore_ascii_case(id)).ok_or_else(|| {
        let unknown = Diagnostic::new(UNKNOWN_TOPIC, format!("nothing called `{id}` can be explained"));
        match nearest(id, topics.iter().map(|t| t.id)) {
            Some(name) => unknown.help(format!("did you mean `{name}`?")),
            None => unknown.help("`wherefore explain` lists everything that can be explained"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use wherefore::Language;
    use wherefore_report::guide::Group;

    #[test]
    fn every_language_is_explained_under_its_name() {
        let topics = all();
        let explained = |id: &&str| topics.iter().any(|t| t.id == *id && t.group == Group::Language);
        assert!(Language::all().all(|l| l.topics().contains(&l.word()) && l.topics().iter().all(explained)));
        assert_eq!(
            topics.iter().filter(|t| t.group == Group::Language).count(),
            Language::all().flat_map(Language::topics).count()
        );
    }

    #[test]
    fn every_id_is_declared_once_and_explained() {
        let topics = all();
        let ids: BTreeSet<&str> = topics.iter().map(|t| t.id).collect();
        assert_eq!(ids.len(), topics.len(), "an id is declared twice");
        for topic in topics {
            let kebab = topic.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
            assert!(kebab && !topic.summary.is_empty() && topic.explanation.ends_with('.'), "{}", topic.id);
        }
    }
}
