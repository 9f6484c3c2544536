//! Text that fits: what the user's names may do to a terminal, and how wide they are there.
//!
//! Characters that move the cursor, hide or turn text around are written as escapes; letters of any script stay as they
//! are and are measured in the columns they take.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The text with everything invisible written as an escape.
pub fn visible(text: &str) -> String {
    if text.chars().all(is_visible) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_visible(c) { out.push(c) } else { out.extend(c.escape_default()) }
    }
    out
}

/// Whether a character is visible: no control, and with a width of its own. Others join, reorder or hide what stands
/// beside them.
pub(crate) fn is_visible(c: char) -> bool {
    c == ' ' || (!c.is_control() && !c.is_whitespace() && c.width().is_some_and(|w| w > 0))
}

/// The columns that a visible text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The beginning of a visible text, in at most `columns` columns, with dots if something was left out.
pub fn shorten(text: &str, columns: usize) -> String {
    const DOTS: &str = "...";
    if width(text) <= columns {
        return text.to_owned();
    }
    within(text.chars(), columns.saturating_sub(DOTS.len())) + &DOTS[..DOTS.len().min(columns)]
}

/// The first characters that fit.
fn within(characters: impl Iterator<Item = char>, columns: usize) -> String {
    let mut left = Some(columns);
    let keep = |c: &char| {
        left = left.and_then(|l| l.checked_sub(c.width().unwrap_or(0)));
        left.is_some()
    };
    characters.take_while(keep).collect()
}

/// Both ends of a visible text, in at most `columns` columns. The end gets more room: the last part of a key says most.
pub fn shorten_middle(text: &str, columns: usize) -> String {
    const DOTS: &str = "...";
    if width(text) <= columns || columns <= DOTS.len() {
        return shorten(text, columns);
    }
    let room = columns - DOTS.len();
    let head = within(text.chars(), room / 3);
    let tail: String = within(text.chars().rev(), room - room / 3).chars().rev().collect();
    format!("{head}{DOTS}{tail}")
}

/// A visible text in which no word is wider than `columns`, so that it can be wrapped.
pub fn shorten_words(text: &str, columns: usize) -> String {
    text.split(' ').map(|word| shorten_middle(word, columns)).collect::<Vec<_>>().join(" ")
}

/// A label in words: visible, and in quotes if there is nothing to be seen.
pub fn label(text: &str) -> String {
    if text.trim_matches(' ').is_empty() { format!("\"{text}\"") } else { visible(text) }
}

/// The text with blanks behind it, up to `columns`.
pub fn padded(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(width(text));
    format!("{text}{:blanks$}", "")
}

/// The greatest width in a list, at most `limit`.
pub fn widest<'a>(texts: impl IntoIterator<Item = &'a str>, limit: usize) -> usize {
    texts.into_iter().map(width).max().unwrap_or(0).min(limit)
}

/// A list of names in words, the rest counted.
pub fn list(names: &[&str], most: usize) -> String {
    let shown: Vec<String> = names.iter().take(most).map(|n| visible(n)).collect();
    match names.len().saturating_sub(most) {
        0 => shown.join(", "),
        rest => format!("{} and {rest} more", shown.join(", ")),
    }
}

/// A number of things: "1 state", "2 states".
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A duration, with as many digits as say something.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 9.995 => format!("{s:.2} s"),
        s if s < 99.95 => format!("{s:.1} s"),
        s => format!("{} min {} s", s as u64 / 60, s as u64 % 60),
    }
}

/// Breaks a paragraph into lines of at most `columns`, at blanks.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_drive_a_terminal_is_escaped_and_letters_stay() {
        assert_eq!(visible("a\u{1b}[31m\nb\u{202e}c\u{200b}"), "a\\u{1b}[31m\\nb\\u{202e}c\\u{200b}");
        assert_eq!(visible("température 温度"), "température 温度");
    }

    #[test]
    fn widths_are_columns_not_characters() {
        assert_eq!((width("温度"), padded("温度", 6).as_str()), (4, "温度  "));
        assert_eq!(shorten("温度温度温度", 8), "温度...");
        assert_eq!((shorten("abcdef", 6).as_str(), shorten("abcdefg", 6).as_str()), ("abcdef", "abc..."));
        assert_eq!(shorten("abcdef", 2), "..");
        assert_eq!(shorten_middle("<t1,t2,t3,t4,t5>", 12), "<t1...t4,t5>");
        assert_eq!(
            (shorten_middle("温度温度温度", 9).as_str(), shorten_middle("abcdef", 3).as_str()),
            ("温...温度", "...")
        );
    }

    #[test]
    fn durations_and_lists() {
        let times: Vec<_> = [0.001, 9.994, 9.995, 42.0, 125.4].into_iter().map(duration).collect();
        assert_eq!(times, ["0.00 s", "9.99 s", "10.0 s", "42.0 s", "2 min 5 s"]);
        assert_eq!(list(&["a", "b", "c"], 2), "a, b and 1 more");
        assert_eq!((label("").as_str(), label(" ").as_str(), label("a\n").as_str()), ("\"\"", "\" \"", "a\\n"));
        assert_eq!(shorten_words("a abcdefghijkl b", 9), "a ab...ijkl b");
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
    }
}
