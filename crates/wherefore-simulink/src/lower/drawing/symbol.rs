//! What stands inside a block: its operator, its value, its tag.

use crate::document::Block;

/// A short text for a block of a kind; empty if its name says enough.
pub(super) fn symbol(kind: &str, block: &Block) -> String {
    let get = |name: &str| block.parameters.get(name).unwrap_or("").trim();
    let mask = |name: &str| {
        let own = block.mask.iter().flat_map(|m| &m.variables).find(|v| v.name == name).map(|v| v.value.text.trim());
        own.unwrap_or_else(|| get(name))
    };
    match kind {
        "Sum" => signs(get("Inputs"), '+'),
        "Product" => signs(get("Inputs"), '*').replace('*', "\u{d7}").replace('/', "\u{f7}"),
        "Logic" => or(get("Operator"), "AND").to_owned(),
        "RelationalOperator" => relation(or(get("Operator"), ">=")),
        "Gain" => or(get("Gain"), "1").to_owned(),
        "Bias" => format!("u + {}", or(get("Bias"), "0")),
        "Constant" => or(get("Value"), "1").to_owned(),
        "Inport" | "InportShadow" | "Outport" => or(get("Port"), "1").to_owned(),
        "From" | "Goto" => format!("[{}]", or(get("GotoTag"), "A")),
        "UnitDelay" => "1/z".to_owned(),
        "Delay" => format!("z^-{}", or(get("DelayLength"), "2")),
        "Memory" => "memory".to_owned(),
        "DiscreteIntegrator" => "K Ts/(z-1)".to_owned(),
        "Abs" => "|u|".to_owned(),
        "UnaryMinus" => "-u".to_owned(),
        "Signum" => "sign".to_owned(),
        "Sqrt" => or(get("Operator"), "sqrt").to_owned(),
        "MinMax" => or(get("Function"), "min").to_owned(),
        "Math" | "Trigonometry" | "Rounding" => get("Operator").to_owned(),
        "Fcn" => or(get("Expr"), get("Expression")).to_owned(),
        "Saturate" => format!("{} .. {}", or(get("LowerLimit"), "-0.5"), or(get("UpperLimit"), "0.5")),
        "Switch" => threshold(get("Criteria"), or(get("Threshold"), "0")),
        "If" => get("IfExpression").to_owned(),
        "Compare To Constant" => format!("{} {}", relation(mask("relop")), mask("const")),
        "Compare To Zero" => format!("{} 0", relation(mask("relop"))),
        "DataTypeConversion" => "convert".to_owned(),
        "Merge" => "merge".to_owned(),
        "Implies" => "A \u{21d2} B".to_owned(),
        "Ground" => "0".to_owned(),
        _ => String::new(),
    }
}

fn or<'a>(text: &'a str, other: &'a str) -> &'a str {
    if text.is_empty() { other } else { text }
}

/// The signs of inputs: `|+-` or their number.
fn signs(inputs: &str, one: char) -> String {
    match inputs.parse::<usize>() {
        Ok(count) => std::iter::repeat_n(one, count.clamp(1, 8)).collect(),
        Err(_) if inputs.is_empty() => std::iter::repeat_n(one, 2).collect(),
        Err(_) => inputs.chars().filter(|c| *c != '|').collect(),
    }
}

fn relation(operator: &str) -> String {
    match operator {
        "<=" => "\u{2264}",
        ">=" => "\u{2265}",
        "~=" => "\u{2260}",
        other => other,
    }
    .to_owned()
}

/// When a switch lets its first input through.
fn threshold(criteria: &str, value: &str) -> String {
    match criteria {
        "u2 > Threshold" => format!("> {value}"),
        "u2 ~= 0" => "\u{2260} 0".to_owned(),
        _ => format!("\u{2265} {value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{signs, threshold};

    #[test]
    fn signs_are_written_out() {
        assert_eq!((signs("|+-", '+'), signs("3", '+'), signs("", '*')), ("+-".into(), "+++".into(), "**".into()));
        assert_eq!(threshold("u2 > Threshold", "2"), "> 2");
    }
}
