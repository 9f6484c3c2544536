//! Expansion of macros, as C does it: arguments first, then the body, in which the macro itself stays as it is.
//!
//! `#define x (x + 1)` makes `(x + 1)` of `x`, and not `((x + 1) + 1)`: a name that was met inside its own macro is painted
//! and never expanded again, wherever it is passed on to.

use super::super::codes;
use super::super::lexer::Kind;
use super::super::text::Token;
use super::Preprocessor;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::{Checked, Reported};

/// How deep uses of macros may be nested.
const DEEPEST_EXPANSION: usize = 200;

/// A definition.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    /// The names of its parameters; none if it takes no parentheses.
    pub(super) parameters: Option<Vec<String>>,
    /// Tokens that the macro stands for.
    pub(super) body: Vec<Token>,
    /// The place of its name.
    pub(super) span: Span,
}

/// The use of a macro that surrounds everything being expanded: its place and number.
#[derive(Clone, Copy)]
struct Outermost {
    span: Span,
    number: u32,
}

impl Preprocessor<'_, '_> {
    /// Expands tokens of a file and appends them to the result.
    pub(super) fn expand_run(&mut self, run: &[Token]) -> Checked<()> {
        let expanded = self.expand(run, &mut Vec::new(), None)?;
        self.tokens.extend(expanded);
        Ok(())
    }

    /// Expands tokens one nesting level deeper: inside a body, or inside an argument.
    fn nested(&mut self, run: &[Token], active: &mut Vec<String>, outer: Outermost) -> Checked<Vec<Token>> {
        if self.depth >= DEEPEST_EXPANSION {
            let headline = format!("macros are nested more than {DEEPEST_EXPANSION} levels deep");
            return Err(self.report.push(Diagnostic::at(codes::TOO_DEEP, outer.span, headline, "at the limit here")));
        }
        self.depth += 1;
        let expanded = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.expand(run, active, Some(outer)));
        self.depth -= 1;
        expanded
    }

    fn expand(&mut self, run: &[Token], active: &mut Vec<String>, outer: Option<Outermost>) -> Checked<Vec<Token>> {
        let mut result = Vec::with_capacity(run.len());
        let mut at = 0;
        while let Some(token) = run.get(at) {
            self.step(token.span)?;
            at += 1;
            let name = self.spelled(*token);
            let is_macro = token.kind == Kind::Word && !token.painted && self.macros.contains_key(name);
            if !is_macro {
                result.push(*token);
                continue;
            }
            let name = name.to_owned();
            if active.contains(&name) {
                result.push(Token { painted: true, ..*token });
                continue;
            }
            at += self.expand_use(name, *token, run.get(at..).unwrap_or_default(), active, outer, &mut result)?;
            while let Some((name, token)) = self.awaits_arguments(&result, run.get(at..).unwrap_or_default(), outer) {
                result.pop();
                at += self.expand_use(name, token, run.get(at..).unwrap_or_default(), active, outer, &mut result)?;
            }
        }
        Ok(result)
    }

    /// Whether an expansion ends with a macro whose arguments come behind it: `#define f g`, and then `f(x)`. At the
    /// end of a body or an argument it is left to what surrounds that.
    fn awaits_arguments(&self, result: &[Token], rest: &[Token], outer: Option<Outermost>) -> Option<(String, Token)> {
        let token = result.last().filter(|t| t.kind == Kind::Word && !t.painted)?;
        let name = self.spelled(*token);
        let takes_arguments = self.macros.get(name).is_some_and(|m| m.parameters.is_some());
        (takes_arguments && !(rest.is_empty() && outer.is_some())).then(|| (name.to_owned(), *token))
    }

    /// Expands one use of a macro whose arguments are at the beginning of `rest`; says how many tokens those are.
    fn expand_use(
        &mut self,
        name: String,
        token: Token,
        rest: &[Token],
        active: &mut Vec<String>,
        outer: Option<Outermost>,
        result: &mut Vec<Token>,
    ) -> Checked<usize> {
        let Some(found) = self.macros.get(&name).cloned() else { return Ok(0) };
        let Some(parameters) = &found.parameters else {
            let outer = outer.unwrap_or_else(|| self.outermost(token.span));
            self.expand_body(name, found.body, active, outer, result)?;
            return Ok(0);
        };
        if rest.is_empty() && outer.is_some() {
            result.push(token);
            return Ok(0);
        }
        let Some((arguments, used)) = self.arguments(rest)? else {
            return Err(self.wrong_use(&name, token.span, found.span, "needs its arguments in parentheses"));
        };
        if arguments.len() != parameters.len() && !(parameters.is_empty() && arguments.iter().all(|a| a.is_empty())) {
            let count = format!("takes {} arguments and is given {}", parameters.len(), arguments.len());
            return Err(self.wrong_use(&name, token.span, found.span, &count));
        }
        let last = rest.get(used.saturating_sub(1)).map_or(token.span, |t| t.span);
        let whole = if last.file == token.span.file { token.span.to(last) } else { token.span };
        let outer = outer.unwrap_or_else(|| self.outermost(whole));
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = self.nested(&argument, active, outer)?;
            values.push(value.into_iter().map(|t| Token { expansion: outer.number, ..t }).collect());
        }
        let body = self.substitute(&found, parameters, &values, outer)?;
        self.expand_body(name, body, active, outer, result)?;
        Ok(used)
    }

    fn outermost(&mut self, span: Span) -> Outermost {
        self.expansions += 1;
        Outermost { span, number: self.expansions }
    }

    /// The body with arguments in the place of parameters.
    fn substitute(
        &mut self,
        found: &Macro,
        parameters: &[String],
        values: &[Vec<Token>],
        outer: Outermost,
    ) -> Checked<Vec<Token>> {
        let mut body = Vec::new();
        for token in &found.body {
            let name = self.spelled(*token);
            let value =
                parameters.iter().position(|p| token.kind == Kind::Word && p == name).and_then(|i| values.get(i));
            match value {
                Some(value) => body.extend_from_slice(value),
                // Marked as used here already: an argument keeps its own place, and the two must not be mixed up below.
                None => body.push(Token { span: outer.span, expansion: outer.number, ..*token }),
            }
            for _ in 0..value.map_or(1, Vec::len) {
                self.step(outer.span)?;
            }
        }
        Ok(body)
    }

    fn expand_body(
        &mut self,
        name: String,
        body: Vec<Token>,
        active: &mut Vec<String>,
        outer: Outermost,
        result: &mut Vec<Token>,
    ) -> Checked<()> {
        let placed = |t: Token| match t.expansion {
            0 => Token { span: outer.span, expansion: outer.number, ..t },
            _ => t,
        };
        let body: Vec<Token> = body.into_iter().map(placed).collect();
        active.push(name);
        let expanded = self.nested(&body, active, outer);
        active.pop();
        result.extend(expanded?);
        Ok(())
    }

    /// The arguments between parentheses at the beginning of `rest`, and how many tokens they take.
    fn arguments(&mut self, rest: &[Token]) -> Checked<Option<(Vec<Vec<Token>>, usize)>> {
        if rest.first().is_none_or(|t| self.spelled(*t) != "(") {
            return Ok(None);
        }
        let mut list = vec![Vec::new()];
        let mut depth = 0_usize;
        for (index, token) in rest.iter().enumerate() {
            self.step(token.span)?;
            match self.spelled(*token) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                "," if depth == 1 => {
                    list.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            match depth {
                0 => return Ok(Some((list, index + 1))),
                1 if index == 0 => {}
                _ => list.last_mut().into_iter().for_each(|argument| argument.push(*token)),
            }
        }
        Ok(None)
    }

    fn wrong_use(&mut self, name: &str, span: Span, defined: Span, what: &str) -> Reported {
        let diagnostic = Diagnostic::at(codes::MACRO_USE, span, format!("the macro `{name}` {what}"), "used here");
        self.report.push(diagnostic.label(defined, "defined here"))
    }
}
