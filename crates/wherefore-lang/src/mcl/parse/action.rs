//! Action formulas: the operand of an operator, from `not A` down to single labels.

use super::super::codes;
use super::super::lexer::{Kind, Token};
use super::{MOST_PATTERNS, Parser};
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::actions::{Action, ActionKind, Term};
use wherefore_ir::actions::{BadPattern, Pattern};
use wherefore_syntax::{Checked, Descent, Reported};

impl<'a> Parser<'a> {
    /// `not A`, `(A)` or a set of labels.
    pub(super) fn action_operand(&mut self) -> Checked<Action> {
        let first = self.at();
        if self.eat_either(Kind::Sign("!"), "not") {
            let inner = self.nested(Self::action_operand)?;
            return Ok(Action::new(ActionKind::Not(Box::new(inner)), self.span_from(first)));
        }
        let token = self.token();
        let kind = match token.kind {
            Kind::Sign("(") => {
                self.bump();
                let path = self.nested(Self::regular)?;
                self.expect_close(token, Kind::Sign(")"))?;
                return self.action_of(path);
            }
            Kind::Label => {
                self.bump();
                ActionKind::Label(unescaped(self.inside(token)))
            }
            Kind::Pattern => {
                self.bump();
                ActionKind::Pattern(self.pattern(token)?)
            }
            Kind::Word => self.named()?,
            _ => return Err(self.unexpected("an action")),
        };
        Ok(Action::new(kind, self.span_from(first)))
    }

    /// The text between the quotes of a token.
    fn inside(&self, token: Token) -> &'a str {
        let text = self.text_of(token);
        &text[1..text.len() - 1]
    }

    fn pattern(&mut self, token: Token) -> Checked<Pattern> {
        let text = self.inside(token);
        if let Some(known) = self.patterns.get(text) {
            return Ok(known.clone());
        }
        if self.patterns.len() >= MOST_PATTERNS {
            let headline = format!("more than {MOST_PATTERNS} different patterns");
            let diagnostic = Diagnostic::at(codes::TOO_LARGE, self.span_of(token), headline, "one too many");
            return Err(self.report(diagnostic));
        }
        let pattern = Pattern::new(text).map_err(|problem| self.bad_pattern(token, problem))?;
        if let Some(c) = pattern.literal_operator() {
            let headline = format!("`{c}` stands for itself in this pattern");
            let note = Diagnostic::at(codes::PATTERN_LITERAL, self.span_of(token), headline, "no operator here");
            self.report(
                note.help("patterns know . * [ ] \\( \\) and \\{ \\}; write `or` between two of them for a choice"),
            );
        }
        self.patterns.insert(text, pattern.clone());
        Ok(pattern)
    }

    fn bad_pattern(&mut self, token: Token, problem: BadPattern) -> Reported {
        let start = token.start + 1;
        let span = Span::new(self.cursor.tokens().file, start + problem.start as u32, start + problem.end as u32);
        let diagnostic = Diagnostic::at(codes::BAD_PATTERN, span, problem.reason, "in this pattern");
        self.report(diagnostic.help("a character with a special meaning stands for itself behind a backslash"))
    }

    /// A constant, the internal action, or a multi-action of mCRL2.
    fn named(&mut self) -> Checked<ActionKind> {
        let alone = !matches!(self.kind_ahead(1), Kind::Sign("(")) && !self.joins(1);
        match self.word() {
            "true" => return Ok(self.take(ActionKind::True)),
            "false" => return Ok(self.take(ActionKind::False)),
            "i" | "tau" if alone => return Ok(self.take(ActionKind::Internal)),
            _ => {}
        }
        if is_reserved(self.word()) {
            return Err(self.unexpected("an action"));
        }
        self.refuse_unsupported()?;
        let mut text = String::new();
        loop {
            text += self.word();
            self.bump();
            self.arguments(&mut text)?;
            if !self.joins(0) {
                return Ok(ActionKind::Term(Term::new(&text)));
            }
            self.bump();
            text.push('|');
        }
    }

    fn take(&mut self, kind: ActionKind) -> ActionKind {
        self.bump();
        kind
    }

    /// Whether a `|` stands `ahead` and a bare name behind it, so that it joins a multi-action.
    fn joins(&self, ahead: usize) -> bool {
        let name = self.word_ahead(ahead + 1);
        self.kind_ahead(ahead) == Kind::Sign("|") && !name.is_empty() && !is_reserved(name)
    }

    /// `(1, f(x))`, copied as it is without blanks.
    fn arguments(&mut self, text: &mut String) -> Checked<()> {
        if self.kind() != Kind::Sign("(") {
            return Ok(());
        }
        let open = self.token();
        let mut depth = 0_usize;
        loop {
            match self.kind() {
                Kind::Sign("(") => depth += 1,
                Kind::Sign(")") => depth -= 1,
                Kind::End => return self.expect_close(open, Kind::Sign(")")),
                Kind::Label | Kind::Pattern | Kind::OpenQuote | Kind::OpenComment | Kind::Unknown => {
                    return Err(self.unexpected("a parameter of the action"));
                }
                _ => {}
            }
            *text += self.text_of(self.token());
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

/// Words that cannot name an action.
fn is_reserved(word: &str) -> bool {
    matches!(word, "true" | "false" | "not" | "and" | "or" | "implies" | "nil" | "mu" | "nu" | "forall" | "exists")
}

/// A backslash hides the meaning of a quote or backslash after it; before anything else it is a backslash.
fn unescaped(text: &str) -> String {
    let mut characters = text.chars().peekable();
    let mut plain = String::new();
    while let Some(c) = characters.next() {
        let hidden = if c == '\\' { characters.next_if(|next| matches!(next, '"' | '\\')) } else { None };
        plain.push(hidden.unwrap_or(c));
    }
    plain
}
