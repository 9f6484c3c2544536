//! What is shown in the text: diagnostics of the front end, verdicts, suspects, and fixes.

use super::file::File;
use crate::editor::{Answer, Fix, Property, WrittenPlace};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeLens, Command, Diagnostic, DiagnosticRelatedInformation,
    DiagnosticSeverity, Location, NumberOrString, Position, Range, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::json;
use std::str::FromStr;
use wherefore_diag::{FileId, Severity, Span};

/// The most suspects that are marked.
const MOST_SUSPECTS: usize = 10;
/// The name of this program as the source of what is shown.
const SOURCE: &str = "wherefore";

impl File {
    /// All that is to be marked.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut list: Vec<Diagnostic> = self.reading.diagnostics.iter().map(|d| self.of_front_end(d)).collect();
        if let Some(answer) = &self.answer {
            list.extend(self.of_answer(answer));
        }
        list
    }

    fn of_front_end(&self, diagnostic: &wherefore_diag::Diagnostic) -> Diagnostic {
        let main = diagnostic.labels.first();
        let is_here = |span: Span| span.file == FileId(0);
        let range = main.filter(|l| is_here(l.span)).map_or_else(Range::default, |l| self.text.of_span(l.span));
        let mut message = diagnostic.headline.clone();
        if let Some(label) = main.filter(|l| !l.text.is_empty()) {
            message += &format!(": {}", label.text);
        }
        message += &more(&diagnostic.notes, &diagnostic.help);
        let skipped = usize::from(main.is_some_and(|l| is_here(l.span)));
        let related = diagnostic.labels.iter().skip(skipped).filter_map(|label| {
            let message = if label.text.is_empty() { "here".to_owned() } else { label.text.clone() };
            Some(DiagnosticRelatedInformation { location: self.place_of(label.span)?, message })
        });
        let severity = match diagnostic.code.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        };
        let related: Vec<_> = related.collect();
        Diagnostic {
            related_information: (!related.is_empty()).then_some(related),
            ..mark(range, severity, diagnostic.code.id, message)
        }
    }

    /// A place in this text or in an included one.
    fn place_of(&self, span: Span) -> Option<Location> {
        if span.file == FileId(0) {
            return Some(Location::new(self.uri.clone(), self.text.of_span(span)));
        }
        let file = self.reading.sources.get(span.file)?;
        let text = super::text::Text::new(file.text.clone());
        Some(Location::new(self.uri_beside(&file.name)?, text.of_span(span)))
    }

    /// The name in the protocol of a file that this one includes.
    pub fn uri_beside(&self, name: &str) -> Option<Uri> {
        let path = self.folder().join(name).to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
        let escaped: String = path
            .bytes()
            .map(|b| match b {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => char::from(b).to_string(),
                _ => format!("%{b:02X}"),
            })
            .collect();
        // `c:/model.smv` is `/c%3A/model.smv` in a name of the protocol.
        let root = if escaped.starts_with('/') { "" } else { "/" };
        Uri::from_str(&format!("file://{root}{escaped}")).ok()
    }

    /// The place of a report as a place of the protocol, if it is in this text.
    pub fn range_of(&self, answer: &Answer, place: &WrittenPlace) -> Option<Range> {
        (place.path == answer.report.model.path).then(|| self.text.of_place(place))
    }

    fn of_answer(&self, answer: &Answer) -> Vec<Diagnostic> {
        let mut list = Vec::new();
        let known: Vec<&str> = self.reading.diagnostics.iter().map(|d| d.headline.as_str()).collect();
        for remark in answer.report.diagnostics.iter().filter(|r| !known.contains(&r.message.as_str())) {
            let range = remark.place.as_ref().and_then(|p| self.range_of(answer, p)).unwrap_or_default();
            let severity = match remark.severity.as_str() {
                "error" => DiagnosticSeverity::ERROR,
                "warning" => DiagnosticSeverity::WARNING,
                _ => DiagnosticSeverity::INFORMATION,
            };
            list.push(mark(range, severity, &remark.id, remark.message.clone() + &more(&remark.notes, &remark.help)));
        }
        if answer.report.obligations.verdict == "undetermined" {
            let words =
                "it is not known whether the model makes sense; the verdicts rest on the assumption that it does";
            list.push(mark(Range::default(), DiagnosticSeverity::WARNING, "undetermined", words.to_owned()));
        }
        for property in &answer.report.properties {
            let range = property.span.as_ref().and_then(|p| self.range_of(answer, p)).unwrap_or_default();
            list.extend(verdict(property, range));
            let marked = property.suspects.iter().take(MOST_SUSPECTS);
            list.extend(marked.filter_map(|suspect| {
                let range = self.range_of(answer, suspect.span.as_ref()?)?;
                let reasons = suspect.reasons.join("; ");
                let message = format!(
                    "suspect {} of {}: {} {}: {reasons}",
                    suspect.rank, property.name, suspect.kind, suspect.element
                );
                Some(mark(range, DiagnosticSeverity::HINT, "suspect", message))
            }));
        }
        list
    }

    /// The commands over each property, with what is known about it.
    pub fn lenses(&self) -> Vec<CodeLens> {
        if !matches!(self.tongue, Some(super::Tongue::Model(_))) {
            return Vec::new();
        }
        let mut list = Vec::new();
        for (property, span) in self.reading.properties() {
            let range = self.text.of_span(span);
            let lens = |title: String, command: &str| CodeLens {
                range,
                command: Some(Command::new(
                    title,
                    command.to_owned(),
                    Some(vec![json!(self.uri.as_str()), json!(property.name)]),
                )),
                data: None,
            };
            let found = self.answer.as_ref().and_then(|a| a.report.properties.iter().find(|p| p.name == property.name));
            if let Some(found) = found {
                list.push(lens(in_words(found), super::PAGE));
            }
            list.extend(
                [("check", super::CHECK), ("why", super::WHY), ("fix", super::FIX)].map(|(t, c)| lens(t.to_owned(), c)),
            );
        }
        list
    }

    /// The fixes that edit something in a range, or belong to a property that is written there.
    pub fn actions(&self, range: Range) -> Vec<CodeActionOrCommand> {
        let Some(answer) = &self.answer else { return Vec::new() };
        let ranked = answer.report.fixes.as_ref().map_or(&[][..], |fixes| &fixes.ranked);
        let mut list = Vec::new();
        for (index, fix) in ranked.iter().enumerate() {
            let Some(edits) = self.edits(answer, fix) else { continue };
            let of_property = answer.report.properties.iter().filter(|p| fix.properties.contains(&p.name));
            let mut touched = of_property
                .filter_map(|p| self.range_of(answer, p.span.as_ref()?))
                .chain(edits.iter().map(|e| e.range));
            if !touched.any(|other| overlap(range, other)) {
                continue;
            }
            let violated = self
                .diagnostics()
                .into_iter()
                .filter(|d| d.code == Some(NumberOrString::String("violated".to_owned())));
            list.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: title(fix),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(
                    violated
                        .filter(|d| fix.properties.iter().any(|name| d.message.starts_with(&format!("{name} "))))
                        .collect(),
                ),
                edit: Some(WorkspaceEdit::new([(self.uri.clone(), edits)].into())),
                is_preferred: Some(index == 0 && fix.still_violated == 0),
                ..CodeAction::default()
            }));
        }
        list
    }

    /// The edits of a fix; none if one of them is elsewhere or does not fit the text.
    fn edits(&self, answer: &Answer, fix: &Fix) -> Option<Vec<TextEdit>> {
        let edit = |edit: &crate::editor::Edit| {
            let range = self.range_of(answer, edit.place.as_ref()?)?;
            let there = self.text.text.get(self.text.offset(range.start)..self.text.offset(range.end))?;
            (there == edit.before).then(|| TextEdit::new(range, edit.after.clone()))
        };
        fix.edits.iter().map(edit).collect()
    }
}

/// The verdict about a property, where it is not that it holds. What is not decided is a warning: it must not look as if it held.
fn verdict(property: &Property, range: Range) -> Option<Diagnostic> {
    let severity = match property.verdict.as_str() {
        "holds" => return None,
        "violated" => DiagnosticSeverity::ERROR,
        _ => DiagnosticSeverity::WARNING,
    };
    Some(mark(range, severity, &property.verdict, format!("{} {}", property.name, in_words(property))))
}

/// A verdict in a few words.
pub fn in_words(property: &Property) -> String {
    let reason = |words: &str| if words.is_empty() { String::new() } else { format!(": {words}") };
    match property.verdict.as_str() {
        "violated" if !property.classes.is_empty() => {
            let count = property.classes.len();
            let ways = if count == 1 { "1 way".to_owned() } else { format!("{count} ways") };
            let complete = property.enumeration.as_ref().is_some_and(|e| e.complete);
            let title = property.classes.first().map_or("", |way| way.title.as_str());
            let whole = if complete { "no others, proved" } else { "there may be others" };
            format!("is violated in {ways} ({whole}); the first {title}")
        }
        "violated" => "is violated".to_owned(),
        "holds" => "holds, proved".to_owned(),
        "vacuous" => format!("holds and says nothing{}", reason(property.vacuity.as_ref().map_or("", |v| &v.reason))),
        _ => format!("is undetermined{}", reason(property.cause.as_ref().map_or("", |c| &c.message))),
    }
}

/// A fix in words. Every fix that is reported was proved.
fn title(fix: &Fix) -> String {
    let what: Vec<&str> = fix.edits.iter().map(|e| e.what.as_str()).collect();
    let other = match fix.conserves.as_str() {
        "only-failing-runs" => ", no other run changes",
        "other-runs-too" => ", other runs change too",
        _ => "",
    };
    let left = if fix.still_violated == 0 { String::new() } else { format!(", {} still violated", fix.still_violated) };
    format!("Fix {} (proved{other}{left}): {}", fix.properties.join(", "), what.join("; "))
}

fn mark(range: Range, severity: DiagnosticSeverity, code: &str, message: String) -> Diagnostic {
    let code = Some(NumberOrString::String(code.to_owned()));
    Diagnostic {
        range,
        severity: Some(severity),
        code,
        source: Some(SOURCE.to_owned()),
        message,
        ..Diagnostic::default()
    }
}

fn more(notes: &[String], help: &[String]) -> String {
    let lines = notes.iter().map(|n| format!("\nnote: {n}")).chain(help.iter().map(|h| format!("\nhelp: {h}")));
    lines.collect()
}

fn overlap(one: Range, two: Range) -> bool {
    let key = |p: Position| (p.line, p.character);
    key(one.start) <= key(two.end) && key(two.start) <= key(one.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn property(verdict: &str) -> Property {
        let property = json!({ "name": "p", "verdict": verdict, "cause": { "message": "time limit" } });
        serde_json::from_value(property).unwrap()
    }

    #[test]
    fn only_a_proof_is_shown_as_holding() {
        let shown = |word: &str| verdict(&property(word), Range::default()).map(|d| (d.severity, d.message));
        assert_eq!(shown("holds"), None);
        let warning = Some(DiagnosticSeverity::WARNING);
        assert_eq!(shown("undetermined"), Some((warning, "p is undetermined: time limit".to_owned())));
        assert_eq!(shown("vacuous"), Some((warning, "p holds and says nothing".to_owned())));
        // A verdict of a later version is not known here, and so not decided.
        assert_eq!(shown("maybe"), Some((warning, "p is undetermined: time limit".to_owned())));
        assert_eq!(shown("violated").and_then(|(severity, _)| severity), Some(DiagnosticSeverity::ERROR));
    }
}
