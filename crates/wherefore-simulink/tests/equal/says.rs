//! What the charts of a system say at a tick, out of the values of terms.

use num_traits::ToPrimitive;
use wherefore_ir::{TermId, Value};
use wherefore_simulink::stateflow::{Line, Seen, Word};

/// All lines in the order in which they are said: those of the initialisation first.
pub fn lines(seen: &[Seen]) -> Vec<&Line> {
    seen.iter().flat_map(|s| &s.first_lines).chain(seen.iter().flat_map(|s| &s.lines)).collect()
}

/// All terms that lines speak of, in order.
pub fn terms(lines: &[&Line]) -> Vec<TermId> {
    let numbers = |line: &Line| {
        let number = |word: &Word| if let Word::Number(term, _) = word { Some(*term) } else { None };
        line.words.iter().filter_map(number).collect::<Vec<TermId>>()
    };
    lines.iter().flat_map(|line| std::iter::once(line.when).chain(numbers(line))).collect()
}

/// What is said, given the values of these terms.
pub fn said(lines: &[&Line], values: &mut impl Iterator<Item = Value>) -> Vec<String> {
    let mut said = Vec::new();
    for line in lines {
        let when = values.next() == Some(Value::Bool(true));
        let mut text = String::new();
        for word in &line.words {
            match word {
                Word::Text(part) => text.push_str(part),
                Word::Number(_, format) => text.push_str(&shown(&values.next().expect("a value"), format)),
            }
        }
        if when {
            said.push(text);
        }
    }
    said
}

fn shown(value: &Value, format: &str) -> String {
    let number = match value {
        Value::Bool(b) => f64::from(u8::from(*b)),
        Value::Int(n) => n.to_f64().unwrap_or(f64::NAN),
        Value::Real(r) => r.to_f64().unwrap_or(f64::NAN),
        other => panic!("{other:?}"),
    };
    let digits = format.split_once('.').map_or("", |(_, d)| d).trim_end_matches(|c: char| c.is_ascii_alphabetic());
    match digits.parse::<usize>() {
        Ok(digits) if format.ends_with('f') => format!("{number:.digits$}"),
        _ if format.ends_with('f') => format!("{number:.6}"),
        _ => format!("{number}"),
    }
}
