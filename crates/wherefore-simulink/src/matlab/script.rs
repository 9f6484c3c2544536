//! Files of parameters: assignments, one after the other.

use super::lexer::{Token, TokenKind, tokens};
use super::parser::{Parser, is_keyword};
use super::{Expr, ExprKind, MAX_ELEMENTS_OF_FILE, ScriptError, Value, evaluate};
use indexmap::IndexMap;

/// Commands that change no variable that a file assigns; they are passed over.
const WITHOUT_EFFECT: [&str; 8] = ["clc", "clear", "clearvars", "close", "disp", "format", "fprintf", "warning"];

/// The assignments of a file of parameters, in order. Fields are named with their dots, `p.a`, and `p = struct('a', 1)` assigns
/// the same field.
///
/// # Errors
///
/// At the first statement that is not an assignment of the subset.
pub fn parse_script(text: &str) -> Result<Vec<(String, Expr)>, ScriptError> {
    let tokens = tokens(text)?;
    let mut assignments = Vec::new();
    for (statement, end) in statements(&tokens) {
        if let Some((name, expr)) = assignment(text, statement, end)? {
            with_fields(name, expr, &mut assignments)?;
        }
    }
    Ok(assignments)
}

/// The values that a file of parameters assigns; names that it does not assign are looked up.
///
/// # Errors
///
/// At the first statement that is not an assignment of the subset or has no value.
pub fn evaluate_script(
    text: &str,
    names: &dyn Fn(&str) -> Option<Value>,
) -> Result<IndexMap<String, Value>, ScriptError> {
    let mut values: IndexMap<String, Value> = IndexMap::new();
    let mut elements = 0usize;
    for (name, expr) in parse_script(text)? {
        let value = evaluate(&expr, &|name| values.get(name).cloned().or_else(|| names(name)))?;
        elements = elements.saturating_add(value.elements.len());
        if elements > MAX_ELEMENTS_OF_FILE {
            return Err(ScriptError::new(expr.at, "the values of the file have too many elements"));
        }
        // The value of an object that holds a parameter is what expressions mean by its name.
        if let Some(object) = name.strip_suffix(".Value")
            && let Some(parameter) = values.get_mut(object)
        {
            *parameter = value.clone();
        }
        values.insert(name, value);
    }
    Ok(values)
}

/// The tokens of each statement, and the token that ends it.
fn statements(tokens: &[Token]) -> Vec<(&[Token], &Token)> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0usize);
    for (at, token) in tokens.iter().enumerate() {
        let ends = match &token.kind {
            TokenKind::Sign("(" | "[" | "{") => {
                depth += 1;
                false
            }
            TokenKind::Sign(")" | "]" | "}") => {
                depth = depth.saturating_sub(1);
                false
            }
            TokenKind::Sign(";" | ",") | TokenKind::Newline => depth == 0,
            kind => *kind == TokenKind::End,
        };
        if ends {
            found.push((tokens.get(start..at).unwrap_or_default(), token));
            start = at + 1;
        }
    }
    found
}

/// The name and the expression of a statement, or nothing if the statement has no effect.
fn assignment(text: &str, statement: &[Token], end: &Token) -> Result<Option<(String, Expr)>, ScriptError> {
    let Some(first) = statement.first() else { return Ok(None) };
    let equals = statement.iter().position(|token| token.kind == TokenKind::Sign("="));
    let Some(equals) = equals else {
        return match &first.kind {
            TokenKind::Name(word) if WITHOUT_EFFECT.contains(&word.as_str()) => Ok(None),
            _ => Err(refusal(first, "only assignments are taken in a file of parameters")),
        };
    };
    let (target, value) =
        (statement.get(..equals).unwrap_or_default(), statement.get(equals + 1..).unwrap_or_default());
    let name = target_name(target, first)?;
    let mut tokens = value.to_vec();
    tokens.push(Token { kind: TokenKind::End, at: end.at.start..end.at.start, spaced: true });
    let mut parser = Parser::new(text, &tokens);
    let expr = parser.expression()?;
    parser.expect_end()?;
    Ok(Some((name, expr)))
}

/// A mistake at the first token of a statement; a keyword is named.
fn refusal(first: &Token, message: &str) -> ScriptError {
    match &first.kind {
        TokenKind::Name(word) if is_keyword(word) => ScriptError::new(
            first.at.clone(),
            format!("`{word}` is not taken in a file of parameters, only assignments are"),
        ),
        _ => ScriptError::new(first.at.clone(), message),
    }
}

/// The name that is assigned: words with dots between them.
fn target_name(target: &[Token], first: &Token) -> Result<String, ScriptError> {
    let mut name = String::new();
    for (position, token) in target.iter().enumerate() {
        match &token.kind {
            TokenKind::Name(word) if position % 2 == 0 && !(position == 0 && is_keyword(word)) => name.push_str(word),
            TokenKind::Sign(".") if position % 2 == 1 => name.push('.'),
            TokenKind::Sign("(" | "{") if position > 0 => {
                return Err(refusal(first, "elements cannot be assigned one by one in a file of parameters"));
            }
            TokenKind::Sign("[") if position == 0 => {
                return Err(refusal(first, "several names cannot be assigned at once in a file of parameters"));
            }
            _ => return Err(refusal(first, "only assignments are taken in a file of parameters")),
        }
    }
    if name.is_empty() || name.ends_with('.') {
        return Err(refusal(first, "the name that is assigned is missing"));
    }
    Ok(name)
}

/// An assignment, or those of all fields if a structure is assigned.
fn with_fields(name: String, expr: Expr, assignments: &mut Vec<(String, Expr)>) -> Result<(), ScriptError> {
    let arguments = match expr.kind {
        ExprKind::Apply { function, arguments } if function == "struct" => arguments,
        kind => {
            assignments.push((name, Expr { kind, at: expr.at }));
            return Ok(());
        }
    };
    let mut arguments = arguments.into_iter();
    while let Some(field) = arguments.next() {
        let ExprKind::Text(field_name) = &field.kind else {
            return Err(ScriptError::new(field.at, "the name of a field is missing"));
        };
        let Some(value) = arguments.next() else {
            return Err(ScriptError::new(field.at, format!("the field `{field_name}` has no value")));
        };
        with_fields(format!("{name}.{field_name}"), value, assignments)?;
    }
    Ok(())
}
