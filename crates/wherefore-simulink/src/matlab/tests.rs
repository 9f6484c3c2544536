//! Expressions and their values side by side, mistakes and their places, and files of parameters.

mod files;
mod limits;
mod mistakes;
mod random;
mod values;

use super::{Value, evaluate, parse};

/// A few variables.
fn names(name: &str) -> Option<Value> {
    let text = match name {
        "a" => "[1 2 3]",
        "A" => "[1 2; 3 4]",
        "b" => "[4; 5; 6]",
        "Ts" => "0.01",
        "u" => "[10 20 30 40]",
        "n" => "int8(100)",
        "p.gain" => "7",
        "p.q.r" => "[8 9]",
        _ => return None,
    };
    Some(evaluate(&parse(text).unwrap(), &|_| None).unwrap())
}

/// The value of a text as it is written, or the mistake with the part of the text that it names.
fn shown(text: &str) -> String {
    let result = parse(text).and_then(|expr| evaluate(&expr, &names));
    match result {
        Ok(value) => {
            assert_eq!(value.rows * value.columns, value.elements.len(), "{text}");
            value.to_string()
        }
        Err(mistake) => format!("{} <{}>", mistake.message, &text[mistake.at]),
    }
}

fn check(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .map(|(text, expected)| (text, shown(text), expected))
        .filter(|(_, found, expected)| found != *expected)
        .map(|(text, found, expected)| format!("{text}\n  is       {found}\n  expected {expected}\n"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.concat());
}
