//! Draws a diagnostic as text over the source lines it speaks of.
//!
//! The drawing itself is done by `annotate-snippets`. What is added here is protection: a label on an absurdly long
//! line is written as a plain position, and control characters in the user's text never reach the terminal raw.

use crate::{Diagnostic, Label, Severity, SourceFile, SourceMap};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// With or without terminal colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    Plain,
    /// ANSI colours.
    Coloured,
}

/// Source lines longer than this are not drawn.
const LONGEST_LINE: usize = 400;
/// A label may cover this many lines before only its beginning is marked.
const MOST_LINES: u32 = 6;

/// Renders one diagnostic, without a final line break.
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let level = level(diagnostic.code.severity);
    let mut group: Group<'_> = level
        .primary_title(visible(&diagnostic.headline))
        .id(diagnostic.code.id)
        .elements(Vec::<annotate_snippets::Message<'_>>::new());
    let mut places = Vec::new();
    for (file, labels) in by_file(diagnostic, sources) {
        let (drawn, named): (Vec<_>, Vec<_>) = labels.into_iter().partition(|(_, l)| is_drawable(file, l));
        if !drawn.is_empty() {
            group = group.element(snippet(file, &drawn));
        }
        places.extend(named.into_iter().map(|(_, l)| place(file, l)));
    }
    for text in &places {
        group = group.element(Level::NOTE.no_name().message(text.as_str()));
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(visible(note)));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    renderer.render(&[group])
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

/// Labels grouped by file in order of first mention, each with its position in the diagnostic.
fn by_file<'a>(diagnostic: &'a Diagnostic, sources: &'a SourceMap) -> Vec<(&'a SourceFile, Vec<(usize, &'a Label)>)> {
    let mut groups: Vec<(crate::FileId, Vec<(usize, &Label)>)> = Vec::new();
    for (index, label) in diagnostic.labels.iter().enumerate() {
        match groups.iter_mut().find(|(id, _)| *id == label.span.file) {
            Some((_, list)) => list.push((index, label)),
            None => groups.push((label.span.file, vec![(index, label)])),
        }
    }
    groups.into_iter().filter_map(|(id, labels)| Some((sources.get(id)?, labels))).collect()
}

fn is_drawable(file: &SourceFile, label: &Label) -> bool {
    // A line whose beginning was not kept would be drawn with wrong columns.
    if file.begins.column > 1 {
        return false;
    }
    let (first, last) = (file.location(label.span.start).line, file.location(label.span.end).line);
    (first..=last.min(first + MOST_LINES)).all(|n| file.line(n).is_none_or(|l| l.len() <= LONGEST_LINE))
}

fn snippet<'a>(file: &'a SourceFile, labels: &[(usize, &'a Label)]) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let range = |l: &Label| {
        let start = (l.span.start as usize).min(file.text.len());
        let mut end = (l.span.end as usize).clamp(start, file.text.len());
        if file.location(end as u32).line > file.location(start as u32).line + MOST_LINES {
            end = file.text[start..].find('\n').map_or(end, |n| start + n);
        }
        start..end
    };
    let from = labels.iter().map(|(_, l)| file.location(l.span.start).line).min().unwrap_or(1);
    let to = labels.iter().map(|(_, l)| file.location(range(l).end as u32).line).max().unwrap_or(from);
    let (start, end) = (file.line_offset(from), file.line_offset(to + 1));
    let annotations = labels.iter().map(|(index, label)| {
        let kind = if *index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let range = range(label);
        let annotation = kind.span(range.start - start..range.end - start);
        if label.text.is_empty() { annotation } else { annotation.label(visible(&label.text)) }
    });
    Snippet::source(&file.text[start..end]).line_start(from as usize).path(visible(&file.name)).annotations(annotations)
}

fn place(file: &SourceFile, label: &Label) -> String {
    let at = file.location(label.span.start);
    format!("{}:{}:{}: {}", visible(&file.name), at.line, at.column, visible(&label.text))
}

/// The text with control characters written as escapes, so that a model's names cannot drive the terminal.
fn visible(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let escaped = c.is_control() && c != '\n' && c != '\t';
            let plain = (!escaped).then_some(c);
            let escape = escaped.then(|| c.escape_default());
            plain.into_iter().chain(escape.into_iter().flatten())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileId, Span};

    crate::declare_codes! {
        /// Test.
        SAMPLE = Error "sample": "a sample", "Nothing.";
    }

    #[test]
    fn declared_codes_are_listed() {
        assert_eq!(ALL, [SAMPLE]);
    }

    #[test]
    fn draws_labels_notes_and_help() {
        let sources = SourceMap::single("m.smv", "VAR x : 0..7;\nASSIGN next(x) := y;\n");
        let span = |a, b| Span::new(FileId(0), a, b);
        let d = Diagnostic::at(SAMPLE, span(32, 33), "nothing is called `y`", "not declared")
            .label(span(4, 5), "did you mean this?")
            .note("a fact")
            .help("declare it");
        let text = render(&d, &sources, Style::Plain);
        let expected = "\
error[sample]: nothing is called `y`
 --> m.smv:2:19
  |
1 | VAR x : 0..7;
  |     - did you mean this?
2 | ASSIGN next(x) := y;
  |                   ^ not declared
  |
  = note: a fact
  = help: declare it";
        assert_eq!(text, expected);
    }

    #[test]
    fn an_excerpt_is_drawn_with_the_lines_of_its_file() {
        let mut sources = SourceMap::default();
        let id = sources.add_excerpt("big.aut", "(3, a 4)", crate::Location { line: 1200, column: 1 });
        let d = Diagnostic::at(SAMPLE, Span::new(id, 6, 7), "no comma", "here");
        let expected = "\
error[sample]: no comma
    --> big.aut:1200:7
     |
1200 | (3, a 4)
     |       ^ here";
        assert_eq!(render(&d, &sources, Style::Plain), expected);
        let id = sources.add_excerpt("big.aut", "(3, a 4)", crate::Location { line: 1200, column: 501 });
        let d = Diagnostic::at(SAMPLE, Span::new(id, 6, 7), "no comma", "here");
        assert!(render(&d, &sources, Style::Plain).contains("big.aut:1200:507: here"));
    }

    #[test]
    fn a_huge_line_is_named_not_drawn_and_control_characters_are_escaped() {
        let sources = SourceMap::single("m.smv", "x".repeat(1_000_000));
        let d = Diagnostic::at(SAMPLE, Span::new(FileId(0), 10, 20), "bad \u{1b}[31m name", "here");
        let text = render(&d, &sources, Style::Plain);
        assert!(text.len() < 300, "{text}");
        assert!(text.contains("m.smv:1:11: here") && text.contains("\\u{1b}"), "{text}");
    }
}
