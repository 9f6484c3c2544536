//! As much of XML as is written: elements, attributes, text.
//!
//! XML 1.0 has no way to write most control characters, not even escaped, and characters that turn the direction of text round
//! would show something else than is written. Both are written as they are in text reports: as `\u{1b}`, which is not taken
//! for markup.

use crate::text::fit::is_visible;
use std::fmt::Write;

/// An element with its attributes in order, and its children or its text.
pub struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Element>,
    text: String,
}

impl Element {
    /// An element with nothing in it.
    pub fn new(name: &'static str) -> Element {
        Element { name, attributes: Vec::new(), children: Vec::new(), text: String::new() }
    }

    /// An element with text in it.
    pub fn with_text(name: &'static str, text: &str) -> Element {
        Element { text: escaped(text, Inside::Text), ..Element::new(name) }
    }

    /// Adds an attribute.
    pub fn attribute(&mut self, name: &'static str, value: &str) {
        self.attributes.push((name, escaped(value, Inside::Attribute)));
    }

    /// Adds a child.
    pub fn child(&mut self, child: Element) {
        self.children.push(child);
    }

    fn write(&self, out: &mut String, depth: usize) {
        let indent = depth * 2;
        let _ = write!(out, "{:indent$}<{}", "", self.name);
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{value}\"");
        }
        if self.children.is_empty() && self.text.is_empty() {
            out.push_str("/>\n");
            return;
        }
        out.push('>');
        out.push_str(&self.text);
        if !self.children.is_empty() {
            out.push('\n');
            self.children.iter().for_each(|child| child.write(out, depth + 1));
            let _ = write!(out, "{:indent$}", "");
        }
        let _ = writeln!(out, "</{}>", self.name);
    }
}

/// A document of this element.
pub fn document(root: &Element) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    root.write(&mut out, 0);
    out
}

/// Where a text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Text,
    Attribute,
}

/// A text with everything escaped that is markup, or that XML cannot hold.
fn escaped(text: &str, place: Inside) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if place == Inside::Attribute => out.push_str("&quot;"),
            // As they are, a reader takes them for blanks, or the last for a line break.
            '\t' | '\n' | '\r' if place == Inside::Attribute => out.push_str(&format!("&#{};", u32::from(c))),
            '\r' => out.push_str("&#13;"),
            '\t' | '\n' => out.push(c),
            c if !is_visible(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_control_characters_are_escaped() {
        assert_eq!(
            escaped("a<b>&\"\u{1b}\n\u{0}\u{ffff}é", Inside::Text),
            "a&lt;b&gt;&amp;\"\\u{1b}\n\\u{0}\\u{ffff}é"
        );
        assert_eq!(escaped("\"x\"\n\t", Inside::Attribute), "&quot;x&quot;&#10;&#9;");
        assert_eq!(escaped("a\u{202e}b\u{200d}", Inside::Attribute), "a\\u{202e}b\\u{200d}");
    }

    #[test]
    fn elements_are_nested_and_indented() {
        let mut root = Element::new("a");
        root.attribute("n", "1");
        root.child(Element::with_text("b", "x"));
        root.child(Element::new("c"));
        let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a n=\"1\">\n  <b>x</b>\n  <c/>\n</a>\n";
        assert_eq!(document(&root), expected);
    }
}
