//! Gates: labels without their data.
//!
//! `GAME !1 !2 !ROCK` of CADP has the gate `GAME`; the gate of `wish(0)|set_flag(0, true)`, a multi-action of mCRL2, is
//! `wish|set_flag`. A label of another form is its own gate.

use wherefore_lts::Labels;

/// The gates of a graph.
#[derive(Debug, Default)]
pub struct Gates {
    names: Vec<String>,
    /// By label.
    numbers: Vec<u32>,
}

impl Gates {
    /// The gates of these labels.
    pub fn new(labels: &Labels) -> Gates {
        let mut names: Vec<String> = labels.iter().map(gate).collect();
        let of_labels = names.clone();
        names.sort_unstable();
        names.dedup();
        let number = |name: &String| names.binary_search(name).unwrap_or_default() as u32;
        let numbers = of_labels.iter().map(number).collect();
        Gates { names, numbers }
    }

    /// The gate of a label.
    pub fn of(&self, label: u32) -> u32 {
        self.numbers.get(label as usize).copied().unwrap_or_default()
    }

    /// Its name.
    pub fn name(&self, gate: u32) -> &str {
        self.names.get(gate as usize).map_or("", String::as_str)
    }
}

/// The gate of a label, as text.
pub fn gate(label: &str) -> String {
    let text = label.trim();
    let found = match text.split_once('!') {
        Some((gate, _)) if !gate.contains(['(', '"']) => Some(gate.trim().to_owned()),
        _ => multi(text),
    };
    found.filter(|gate| !gate.is_empty()).unwrap_or_else(|| label.to_owned())
}

/// The names of a multi-action; none if the text has another form.
fn multi(text: &str) -> Option<String> {
    let is_name = |c: char| c.is_alphanumeric() || "_'@.".contains(c);
    let (mut names, mut depth) = (String::new(), 0usize);
    // Whether arguments have ended, so that only another action can follow.
    let mut is_closed = false;
    for c in text.chars() {
        match c {
            '(' if depth == 0 && is_closed => return None,
            '(' => depth += 1,
            ')' => {
                depth = depth.checked_sub(1)?;
                is_closed |= depth == 0;
            }
            _ if depth > 0 => {}
            '|' => {
                names.push(c);
                is_closed = false;
            }
            ' ' => {}
            c if is_name(c) && !is_closed => names.push(c),
            _ => return None,
        }
    }
    let is_whole = depth == 0 && names.split('|').all(|name| !name.is_empty());
    // Without data nothing is left out, not even a blank.
    (is_whole && text.contains('(')).then_some(names)
}

#[cfg(test)]
mod tests {
    use super::gate;

    #[test]
    fn data_are_left_out_of_labels() {
        let gates = [
            ("GAME !1 !2 !ROCK", "GAME"),
            ("SEND!{1, (2)}", "SEND"),
            ("wish(0)|set_flag(0, true)", "wish|set_flag"),
            ("wish(f(0), \"a)\" )", "wish(f(0), \"a)\" )"),
            ("a | b", "a | b"),
            ("a(1) | b", "a|b"),
            ("exit", "exit"),
            ("i", "i"),
            ("!1", "!1"),
            ("(x)", "(x)"),
            ("a(1", "a(1"),
            ("a)(", "a)("),
            ("a(1)b", "a(1)b"),
            ("tock < 3", "tock < 3"),
        ];
        for (label, expected) in gates {
            assert_eq!(gate(label), expected, "{label}");
        }
    }
}
