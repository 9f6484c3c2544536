//! The conjunct as the source has it, with what fails underlined.
//!
//! ```text
//!   airbag.oss:16 | always (sen_front and sen_left and sen_right implies then exploded)
//!                 |                                                      ~~~~ ^^^^^^^^
//! ```
//!
//! Parts that fail lie in each other. What fails and holds no other failing part has the sign `^`, what lies around it `~`.
//! Without a source the formula is put together from its pieces.

use super::Page;
use crate::document::{Diagnosis, Failure, span};
use crate::text::fit::{visible, width};
use crate::text::paint::Ink;
use wherefore_diag::{SourceFile, Span};

/// Lines of a conjunct that are quoted.
const MOST_LINES: u32 = 6;
/// Characters before the failing part that a line too long is cut to begin with.
const BEFORE: usize = 12;
/// Text for the rest of a line.
const DOTS: &str = "...";

/// Whether a character fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sign {
    None,
    Around,
    Fails,
}

/// A character with the text that stands for it.
type Glyph = (String, Sign);

/// The quoted lines, each followed by its signs if there are any.
pub fn lines(page: &Page<'_>, diagnosis: &Diagnosis, failure: &Failure) -> String {
    let file = span(&diagnosis.span).and_then(|span| Some((span, page.sources.get(span.file)?)));
    let quoted: Vec<(String, Vec<Glyph>)> = match file {
        Some((span, file)) => quoted(file, span, &failure.failing.iter().map(|p| p.span).collect::<Vec<_>>()),
        None => vec![(String::new(), pieces(failure))],
    };
    let column = quoted.iter().map(|(place, _)| width(place)).max().unwrap_or(0);
    quoted.iter().map(|(place, glyphs)| line(page, place, column, glyphs)).collect()
}

/// The lines of a conjunct with their places, without what stands before and behind it.
fn quoted(file: &SourceFile, span: Span, failing: &[Span]) -> Vec<(String, Vec<Glyph>)> {
    let (start, end) = (file.location(span.start), file.location(span.end.max(span.start)));
    let last = end.line.min(start.line.saturating_add(MOST_LINES - 1));
    let inner: Vec<Span> = failing.iter().copied().filter(|s| is_innermost(*s, failing)).collect();
    let within = |spans: &[Span], at: u32| spans.iter().any(|s| s.file == span.file && (s.start..s.end).contains(&at));
    let sign = |at: u32| match () {
        () if within(&inner, at) => Sign::Fails,
        () if within(failing, at) => Sign::Around,
        () => Sign::None,
    };
    let mut lines = Vec::new();
    for number in start.line..=last {
        let Some(text) = file.line(number) else { break };
        let begins = file.line_offset(number) as u32;
        let characters = text.char_indices().map(|(at, c)| (begins + at as u32, c));
        let own = characters.filter(|(at, _)| (span.start..span.end).contains(at));
        let glyphs = own.map(|(at, c)| (glyph(c), sign(at))).skip_while(|(text, _)| text == " ");
        lines.push((format!("{}:{number}", visible(&file.name)), glyphs.collect()));
    }
    lines
}

fn is_innermost(span: Span, all: &[Span]) -> bool {
    let inside =
        |other: &Span| other.file == span.file && *other != span && other.start >= span.start && other.end <= span.end;
    !all.iter().any(inside)
}

fn glyph(c: char) -> String {
    if c == '\t' { " ".to_owned() } else { visible(&c.to_string()) }
}

fn pieces(failure: &Failure) -> Vec<Glyph> {
    let sign = |fails: bool| if fails { Sign::Fails } else { Sign::None };
    let glyphs = failure.pieces.iter().flat_map(|p| p.text.chars().map(move |c| (glyph(c), sign(p.fails))));
    glyphs.collect()
}

/// One line, cut to what fits, and its signs.
fn line(page: &Page<'_>, place: &str, column: usize, glyphs: &[Glyph]) -> String {
    if glyphs.is_empty() {
        return String::new();
    }
    let bar = page.paint.ink(Ink::Faint, "|");
    let (front, below, lead) = if place.is_empty() {
        ("  ".to_owned(), "  ".to_owned(), 2)
    } else {
        let blanks = " ".repeat(column);
        (format!("  {} {bar} ", page.paint.padded(Ink::Faint, place, column)), format!("  {blanks} {bar} "), column + 5)
    };
    let glyphs = cut(glyphs, page.options.width.saturating_sub(lead).max(20));
    let text: String = glyphs.iter().map(|(text, _)| text.as_str()).collect();
    let signs = signs(&glyphs);
    let mut out = format!("{front}{}\n", text.trim_end());
    if !signs.trim_end().is_empty() {
        out.push_str(&format!("{below}{}\n", page.paint.ink(Ink::Bad, signs.trim_end())));
    }
    out
}

/// The signs below a line. Blanks at the ends of a part have none.
fn signs(glyphs: &[Glyph]) -> String {
    let is_blank = |(text, _): &Glyph| text == " ";
    let ends = |index: usize| {
        let sign = glyphs[index].1;
        let same = |g: &&Glyph| g.1 == sign;
        let before = glyphs[..index].iter().rev().take_while(same).any(|g| !is_blank(g));
        let after = glyphs[index..].iter().take_while(same).any(|g| !is_blank(g));
        !(before && after)
    };
    let mut out = String::new();
    for (index, glyph) in glyphs.iter().enumerate() {
        let sign = match glyph.1 {
            _ if is_blank(glyph) && ends(index) => " ",
            Sign::None => " ",
            Sign::Around => "~",
            Sign::Fails => "^",
        };
        out.push_str(&sign.repeat(width(&glyph.0)));
    }
    out
}

/// The part of a line that fits, with the failing part in it: from the beginning if that leaves it in, else up to the end, else
/// from shortly before it.
fn cut(glyphs: &[Glyph], room: usize) -> Vec<Glyph> {
    let wide = |glyphs: &[Glyph]| glyphs.iter().map(|(text, _)| width(text)).sum::<usize>();
    if wide(glyphs) <= room {
        return glyphs.to_vec();
    }
    let dots = || (DOTS.to_owned(), Sign::None);
    let first = glyphs.iter().position(|g| g.1 == Sign::Fails).unwrap_or(0);
    let last = glyphs.iter().rposition(|g| g.1 == Sign::Fails).unwrap_or(0);
    let tail = (wide(glyphs) + DOTS.len()).saturating_sub(room);
    let start = if last + DOTS.len() < room { 0 } else { tail.min(first.saturating_sub(BEFORE)) };
    let mut out: Vec<Glyph> = if start > 0 { vec![dots()] } else { Vec::new() };
    let rest = &glyphs[start..];
    let left = room.saturating_sub(DOTS.len() * out.len());
    if wide(rest) <= left {
        out.extend_from_slice(rest);
        return out;
    }
    let mut left = Some(left.saturating_sub(DOTS.len()));
    let fits = |glyph: &&Glyph| {
        left = left.and_then(|l| l.checked_sub(width(&glyph.0)));
        left.is_some()
    };
    out.extend(rest.iter().take_while(fits).cloned());
    out.push(dots());
    out
}
