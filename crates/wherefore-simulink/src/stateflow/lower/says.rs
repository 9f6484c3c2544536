//! What a chart says: texts, and calls that only leave a trace.

use super::store::{Branch, Val};
use super::{Run, Saying};
use crate::stateflow::action::BinaryOp;
use wherefore_diag::Span;
use wherefore_ir::network::BlockId;
use wherefore_syntax::Checked;

/// A part of what is said.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    /// These characters.
    Text(String),
    /// A number, written as a format says.
    Number(BlockId, String),
}

impl Run<'_, '_, '_> {
    /// Texts put together.
    pub(super) fn joined_text(&mut self, op: BinaryOp, a: Val, b: Val, span: Span) -> Checked<Val> {
        if op != BinaryOp::Add {
            return Err(self.refuse(span, "texts are only put together"));
        }
        let parts = |value: &Val| match &value.text {
            Some(parts) => parts.to_vec(),
            None => value.elements.iter().map(|b| Part::Number(*b, "%g".to_owned())).collect(),
        };
        Ok(Val::text(parts(&a).into_iter().chain(parts(&b)).collect()))
    }

    /// Notes that a function which is not known is called.
    pub(super) fn trace(&mut self, branch: &Branch, values: &[Val]) {
        let mut parts = Vec::new();
        for value in values {
            if !parts.is_empty() {
                parts.push(Part::Text(",".to_owned()));
            }
            match &value.text {
                Some(text) => parts.extend(text.iter().cloned()),
                None => parts.extend(value.elements.iter().map(|b| Part::Number(*b, "%g".to_owned()))),
            }
        }
        self.sayings.push(Saying { when: branch.when, parts });
    }

    /// Notes what is written by a format.
    pub(super) fn say(&mut self, branch: &Branch, values: &[Val]) {
        let Some((format, rest)) = values.split_first() else { return };
        let mut numbers: Vec<Part> = Vec::new();
        for value in rest {
            match &value.text {
                Some(text) => numbers.extend(text.iter().cloned()),
                None => numbers.extend(value.elements.iter().map(|b| Part::Number(*b, String::new()))),
            }
        }
        let format: Vec<Part> = match &format.text {
            Some(parts) => parts.to_vec(),
            None => format.elements.iter().map(|b| Part::Number(*b, "%g".to_owned())).collect(),
        };
        let mut rest = numbers.into_iter().peekable();
        let mut said = Vec::new();
        loop {
            let before = rest.len();
            for part in &format {
                match part {
                    Part::Text(text) => formatted(text, &mut rest, &mut said),
                    number => said.push(number.clone()),
                }
            }
            // A format is used again for the numbers that remain.
            if rest.peek().is_none() || rest.len() == before {
                break;
            }
        }
        for line in lines(said) {
            self.sayings.push(Saying { when: branch.when, parts: line });
        }
    }
}

/// A text in which `%d` and the like take numbers and escapes are replaced.
fn formatted(text: &str, numbers: &mut impl Iterator<Item = Part>, said: &mut Vec<Part>) {
    let mut plain = String::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match (c, characters.peek().copied()) {
            ('\\', Some('n')) => {
                characters.next();
                plain.push('\n');
            }
            ('\\', Some('t')) => {
                characters.next();
                plain.push('\t');
            }
            ('\\', Some('\\')) => {
                characters.next();
                plain.push('\\');
            }
            ('%', Some('%')) => {
                characters.next();
                plain.push('%');
            }
            ('%', Some(_)) => {
                let mut format = "%".to_owned();
                for c in characters.by_ref() {
                    format.push(c);
                    if c.is_ascii_alphabetic() {
                        break;
                    }
                }
                said.push(Part::Text(std::mem::take(&mut plain)));
                match numbers.next() {
                    Some(Part::Number(block, _)) => said.push(Part::Number(block, format)),
                    Some(text) => said.push(text),
                    None => {}
                }
            }
            (c, _) => plain.push(c),
        }
    }
    said.push(Part::Text(plain));
}

/// What is said, line by line; a line break at the end ends the last line.
fn lines(parts: Vec<Part>) -> Vec<Vec<Part>> {
    let mut all = vec![Vec::new()];
    for part in parts {
        match part {
            Part::Text(text) => {
                for (index, piece) in text.split('\n').enumerate() {
                    if index > 0 {
                        all.push(Vec::new());
                    }
                    if let (Some(line), false) = (all.last_mut(), piece.is_empty()) {
                        line.push(Part::Text(piece.to_owned()));
                    }
                }
            }
            number => all.iter_mut().last().into_iter().for_each(|line| line.push(number.clone())),
        }
    }
    all.retain(|line| !line.is_empty());
    all
}
