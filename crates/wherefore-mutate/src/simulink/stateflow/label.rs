//! A text of a chart in its file: where something can be put in.

use super::script::Writing;
use crate::Edit;
use wherefore_diag::Span;
use wherefore_lang::simulink::document::Parameter;
use wherefore_lang::simulink::stateflow::action::Text;
use wherefore_lang::simulink::stateflow::document::Transition;

/// A label, a first value or the text of a function.
pub(super) struct Label<'p> {
    pub text: Text<'p>,
    pub writing: Writing,
    parameter: &'p Parameter,
    /// Whether the field is closed right where it is opened, so that nothing can stand in it.
    is_closed: bool,
}

impl<'p> Label<'p> {
    /// The text of a parameter; none if sections with and without escapes are mixed in it.
    pub fn new(parameter: &'p Parameter, file: &str, is_xml: bool) -> Option<Label<'p>> {
        let span = parameter.span;
        let before = file.get(..span.start as usize).unwrap_or_default();
        let written = file.get(span.start as usize..span.end as usize).unwrap_or_default();
        if is_xml && (written.contains("<![CDATA[") || written.contains("]]>")) {
            return None;
        }
        let writing = match is_xml {
            true if before.ends_with("<![CDATA[") => Writing::Raw,
            true => Writing::Escaped,
            false => Writing::Quoted,
        };
        let is_closed = is_xml && before.ends_with("/>");
        Some(Label { text: Text::new(parameter, file), writing, parameter, is_closed })
    }

    /// Puts something into the label of a transition: behind an offset of the file, or at its beginning. A label that is not there
    /// is made.
    pub fn insertion(&self, behind: Option<u32>, plain: &str, transition: &Transition) -> Option<Edit> {
        let (whole, file) = (self.parameter.span, self.parameter.span.file);
        let written = self.writing.written(plain);
        let quoted = if self.writing == Writing::Quoted { format!("\"{written}\"") } else { written.clone() };
        if whole == transition.span {
            let field = match self.writing {
                Writing::Quoted => format!("\nlabelString {quoted}\n"),
                _ => format!("<P Name=\"labelString\">{written}</P>"),
            };
            return Some(Edit { span: Span::new(file, whole.end, whole.end), text: field });
        }
        if self.is_closed {
            return None;
        }
        if matches!(self.text.value.trim(), "" | "?") {
            return Some(Edit { span: whole, text: quoted });
        }
        self.text.range(whole)?;
        let at = behind.unwrap_or(self.text.span(0..1).start);
        Some(Edit { span: Span::new(file, at, at), text: written })
    }

    /// Puts something behind all of the text.
    pub fn appendix(&self, plain: &str) -> Option<Edit> {
        self.text.range(self.parameter.span).filter(|_| !self.is_closed && !self.text.value.trim().is_empty())?;
        let end = self.parameter.span.end - u32::from(self.writing == Writing::Quoted);
        Some(Edit { span: Span::new(self.parameter.span.file, end, end), text: self.writing.written(plain) })
    }

    /// The place behind the first of a character that stands behind a place.
    pub fn behind(&self, span: Span, character: char) -> Option<u32> {
        let from = self.text.range(span)?.end;
        let at = from + self.text.value.get(from..)?.find(character)?;
        Some(self.text.span(at..at + character.len_utf8()).end)
    }
}
