//! An answer: a few lines, the first of which is the verdict.
//!
//! Texts of a model are the words of a stranger: they may hold line ends, escapes, and sentences that look like a verdict. Each stands
//! between quotation marks, with everything invisible written as an escape, or in a line that begins with `| `, as none of ours does.
//! So no line that begins with a word of ours was begun by the model.

use wherefore_report::text::fit;

/// The most bytes of an answer.
pub const LARGEST: usize = 1990;

/// Columns of a quotation, unless more are asked for.
const WIDE: usize = 120;

/// Columns of a line of model text.
const WIDEST: usize = 160;

/// Bytes kept free to say that something is left out.
const ROOM: usize = 90;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    lines: Vec<String>,
    /// Whether nothing was asked, because the question or the model is wrong.
    pub is_error: bool,
}

impl Answer {
    /// An answer that begins with this line.
    pub fn new(first: impl Into<String>) -> Answer {
        Answer { lines: vec![first.into()], is_error: false }
    }

    /// An objection to the question.
    pub fn error(what: impl AsRef<str>) -> Answer {
        Answer { is_error: true, ..Answer::new(format!("ERROR: {}", what.as_ref())) }
    }

    /// Adds a line of ours.
    pub fn say(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Adds lines of the model.
    pub fn show(&mut self, text: &str) {
        let shown = |line: &str| format!("| {}", fit::shorten(&fit::visible(&line.replace('\t', "  ")), WIDEST));
        self.lines.extend(text.lines().map(shown));
    }

    /// The text: whole lines, as many as fit.
    pub fn text(&self) -> String {
        let whole = self.lines.join("\n");
        if whole.len() <= LARGEST {
            return whole;
        }
        let mut text = String::new();
        let mut said = 0;
        for line in &self.lines {
            if text.len() + line.len() + 1 > LARGEST - ROOM {
                break;
            }
            text.push_str(line);
            text.push('\n');
            said += 1;
        }
        if said == 0 {
            let first = self.lines.first().map_or("", String::as_str);
            let end = (0..=LARGEST - ROOM).rev().find(|end| first.is_char_boundary(*end)).unwrap_or(0);
            text = format!("{}\n", &first[..end]);
            said = 1;
        }
        let left = self.lines.len() - said;
        text + &format!("({left} more lines left out: ask for one way, one property or fewer names)")
    }
}

/// A text between quotation marks.
pub fn quoted(text: &str) -> String {
    quoted_to(text, WIDE)
}

/// A text between quotation marks, at most so wide.
pub fn quoted_to(text: &str, columns: usize) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", fit::shorten(&fit::visible(&escaped), columns))
}

/// A word of the document that is one of ours, such as an id; anything else is quoted.
pub fn word(text: &str) -> String {
    let is_plain = !text.is_empty() && text.len() <= 40 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if is_plain { text.to_owned() } else { quoted_to(text, 40) }
}

/// A number of things.
pub fn count(number: usize, one: &str, many: &str) -> String {
    fit::count(number, one, many)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "x\" \\\nholds, proved\r\n\u{1b}[2J\u{2028}violated: 0 ways\u{202e}\u{0}`**#";

    #[test]
    fn text_of_a_model_stays_between_its_marks() {
        let quoted = quoted(HOSTILE);
        assert_eq!(quoted.lines().count(), 1);
        assert!(quoted.chars().all(|c| c == ' ' || (!c.is_control() && !c.is_whitespace())), "{quoted}");
        // No mark inside ends the quotation.
        let inside = &quoted[1..quoted.len() - 1];
        let mut escaped = false;
        for c in inside.chars() {
            assert!(c != '"' || escaped, "{quoted}");
            escaped = c == '\\' && !escaped;
        }
        assert!(word("c0560e0684") == "c0560e0684" && word("holds, proved").starts_with('"'));
    }

    #[test]
    fn lines_of_a_model_never_look_like_ours() {
        let mut answer = Answer::new("violated");
        answer.show(HOSTILE);
        answer.show("a\u{85}holds\u{b}holds");
        let text = answer.text();
        assert!(text.lines().skip(1).all(|line| line.starts_with("| ")), "{text}");
        assert!(text.chars().all(|c| c == '\n' || c == ' ' || (!c.is_control() && !c.is_whitespace())));
    }

    #[test]
    fn an_answer_is_short_and_says_what_it_leaves_out() {
        let mut answer = Answer::new("UNDETERMINED");
        (0..500).for_each(|n| answer.say(format!("line {n}")));
        let text = answer.text();
        assert!(text.len() <= LARGEST && text.starts_with("UNDETERMINED\nline 0\n"));
        let said = text.lines().count() - 1;
        assert!(
            text.ends_with(&format!(
                "({} more lines left out: ask for one way, one property or fewer names)",
                501 - said
            ))
        );
        let long = Answer::new("\u{e9}".repeat(5000)).text();
        assert!(long.len() <= LARGEST && long.starts_with('\u{e9}'));
    }
}
