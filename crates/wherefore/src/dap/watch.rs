//! Expressions over a run, in the notation of SMV.
//!
//! A run has names, types and values, whatever language its model is written in. An expression is read as the definition of a
//! small SMV model that declares the variables it names, and evaluated at every step by the evaluator that judges the engines.

use crate::editor::{Step, Trace};
use wherefore_diag::FileId;
use wherefore_ir::{Sort, Value};
use wherefore_lang::smv;
use wherefore_trace::{Evaluator, read, show_plain};

/// The longest expression, in bytes.
const LONGEST: usize = 4096;
/// The names of variables in the small model.
const PREFIX: &str = "watched_";
/// Words and signs of other languages, and those of SMV.
const SPELLINGS: &[(&str, &str)] = &[
    ("and", "&"),
    ("or", "|"),
    ("not", "!"),
    ("true", "TRUE"),
    ("false", "FALSE"),
    ("implies", "->"),
    ("&&", "&"),
    ("||", "|"),
    ("==", "="),
    ("=>", "->"),
    ("<>", "!="),
];

/// The value of an expression at each step, where it is known; or what is wrong with the expression.
pub fn evaluate(trace: &Trace, expression: &str) -> Result<Vec<Option<String>>, String> {
    if expression.len() > LONGEST {
        return Err("the expression is too long".to_owned());
    }
    let (spelled, used) = translated(trace, expression);
    let variables = used.iter().filter_map(|i| trace.variables.get(*i));
    let declared: String =
        variables.clone().enumerate().map(|(i, v)| format!("VAR {PREFIX}{i} : {};\n", v.sort)).collect();
    let loaded = smv::load(FileId(0), &format!("MODULE main\n{declared}DEFINE watch := ({spelled}\n);\n"));
    let wrong = || {
        loaded.diagnostics.iter().find(|d| d.is_error()).map_or("this cannot be evaluated", |d| &d.headline).to_owned()
    };
    let system = loaded.system.as_ref().ok_or_else(wrong)?;
    let define = system.defines.iter().find(|d| d.name == "watch").ok_or_else(wrong)?;
    let evaluator = Evaluator::new(&system.terms, &[define.term])
        .map_err(|_| "formulas about time cannot be watched".to_owned())?;
    let names: Vec<&str> = variables.map(|v| v.name.as_str()).collect();
    let numbered = |name: &str| name.strip_prefix(PREFIX)?.parse::<usize>().ok();
    let sorts: Vec<(Option<usize>, Sort)> =
        system.terms.vars().map(|(_, var)| (numbered(&var.name), var.sort)).collect();
    let values = |step: &Step| -> Vec<Option<Value>> {
        let value =
            |(i, sort): &(Option<usize>, Sort)| read(&system.terms, *sort, &step.value(names.get((*i)?)?)?).ok();
        sorts.iter().map(value).collect()
    };
    let rows: Vec<Vec<Option<Value>>> = trace.steps.iter().map(values).collect();
    let at = |(i, now): (usize, &Vec<Option<Value>>)| {
        let next = rows.get(i + 1).or_else(|| rows.get(trace.loop_start?));
        evaluator
            .evaluate(now, next.map(Vec::as_slice))
            .into_iter()
            .next()
            .flatten()
            .map(|v| show_plain(&system.terms, &v))
    };
    Ok(rows.iter().enumerate().map(at).collect())
}

/// An expression with the names of the small model, and the variables of the run that it names.
fn translated(trace: &Trace, expression: &str) -> (String, Vec<usize>) {
    let is_part = |c: char| c.is_alphanumeric() || "_$#.".contains(c);
    let (mut out, mut used, mut at) = (String::new(), Vec::new(), 0);
    while let Some(rest) = expression.get(at..).filter(|rest| !rest.is_empty()) {
        let fits = |name: &str| {
            !name.is_empty()
                && rest.strip_prefix(name).is_some_and(|after| !(name.ends_with(is_part) && after.starts_with(is_part)))
        };
        let named = trace.variables.iter().enumerate().filter(|(_, v)| fits(&v.name)).max_by_key(|(_, v)| v.name.len());
        let length = if let Some((index, variable)) = named {
            let number = used.iter().position(|i| *i == index).unwrap_or(used.len());
            if number == used.len() {
                used.push(index);
            }
            out += &format!("{PREFIX}{number}");
            variable.name.len()
        } else if let Some((foreign, own)) = SPELLINGS.iter().find(|(foreign, _)| fits(foreign)) {
            out += own;
            foreign.len()
        } else {
            let word = rest.find(|c| !is_part(c)).filter(|n| *n > 0);
            let length = word.unwrap_or_else(|| {
                if rest.starts_with(is_part) { rest.len() } else { rest.chars().next().map_or(1, char::len_utf8) }
            });
            out += rest.get(..length).unwrap_or_default();
            length
        };
        at += length;
    }
    (out, used)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn expressions_are_evaluated_at_every_step() {
        let trace: Trace = serde_json::from_value(json!({
            "variables": [
                { "name": "n", "role": "state", "type": "0..7" }, { "name": "s", "role": "state", "type": "{on, off}" },
                { "name": "a.n", "role": "state", "type": "boolean" },
            ],
            "steps": [
                { "values": { "n": 1, "s": "on", "a.n": true }, "element": null },
                { "values": { "n": 5, "s": "off", "a.n": false }, "element": "t1" },
            ],
            "loop": null,
        }))
        .unwrap();
        let values = |text: &str| {
            evaluate(&trace, text)
                .map(|list| list.into_iter().map(|v| v.unwrap_or("?".into())).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(values("n + 1").as_deref(), Ok("2 6"));
        assert_eq!(values("s = on & n < 3").as_deref(), Ok("TRUE FALSE"));
        assert_eq!(values("not a.n or n == 1").as_deref(), Ok("TRUE TRUE"));
        assert_eq!(values("a.n").as_deref(), Ok("TRUE FALSE"));
        assert!(
            values("m + 1").is_err() && values("n +").is_err() && values("n) ; VAR (x").is_err() && values("").is_err()
        );
        assert!(values(&"(".repeat(4000)).is_err() && values(&"é".repeat(4000)).is_err());
    }
}
