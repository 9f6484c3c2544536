//! What functions print.

use crate::matlab::{Number, Value};

/// The text that a function prints; none if it is no such function.
pub(super) fn printed(function: &str, arguments: &[Value]) -> Option<Result<String, String>> {
    match function {
        "fprintf" | "printf" | "sprintf" => {
            // The number 1 before the format is the standard output.
            let skipped = usize::from(arguments.len() > 1 && arguments.first().is_some_and(|a| a.as_text().is_none()));
            let (format, values) = arguments.get(skipped..)?.split_first()?;
            Some(formatted(format, values))
        }
        "disp" => Some(Ok(listed(arguments))),
        _ => None,
    }
}

/// Values with commas between them.
pub(super) fn listed(values: &[Value]) -> String {
    values.iter().map(|v| v.as_text().unwrap_or_else(|| v.to_string())).collect::<Vec<_>>().join(",")
}

fn formatted(format: &Value, values: &[Value]) -> Result<String, String> {
    let format = format.as_text().ok_or("a format is a text")?;
    let mut items = Vec::new();
    for value in values {
        match value.as_text() {
            Some(text) => items.push(Item::Text(text)),
            None => items.extend(value.elements.iter().cloned().map(Item::Number)),
        }
    }
    let mut items = items.into_iter().peekable();
    let mut line = String::new();
    // The format is used again as long as values are left.
    loop {
        let left = items.len();
        once(&format, &mut items, &mut line)?;
        if items.peek().is_none() || items.len() == left {
            return Ok(line);
        }
    }
}

enum Item {
    Text(String),
    Number(Number),
}

/// Writes the format once.
fn once(format: &str, items: &mut impl Iterator<Item = Item>, line: &mut String) -> Result<(), String> {
    let mut characters = format.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\\' => line.push(match characters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other) => other,
                None => '\\',
            }),
            '%' if characters.next_if_eq(&'%').is_some() => line.push('%'),
            '%' => {
                let mut width = String::new();
                while let Some(digit) = characters.next_if(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '+')) {
                    width.push(digit);
                }
                let conversion = characters.next().ok_or("a format ends too early")?;
                let Some(item) = items.next() else { return Ok(()) };
                line.push_str(&shown(&item, &width, conversion)?);
            }
            c => line.push(c),
        }
        if line.len() > 10_000 {
            return Err("too much is printed".to_owned());
        }
    }
    Ok(())
}

fn shown(item: &Item, width: &str, conversion: char) -> Result<String, String> {
    let number = match item {
        Item::Text(text) => return Ok(text.clone()),
        Item::Number(number) => number,
    };
    let places: Option<usize> = width.split_once('.').and_then(|(_, p)| p.parse().ok()).map(|p: usize| p.min(50));
    match conversion {
        'd' | 'i' | 'u' | 's' | 'g' => Ok(number.to_string()),
        'f' => Ok(format!("{:.*}", places.unwrap_or(6), number.to_f64())),
        other => Err(format!("the format `%{other}` is not taken")),
    }
}
