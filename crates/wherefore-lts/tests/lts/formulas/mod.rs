//! Random formulas as text, in both dialects, and random words over a few labels.

use wherefore_diag::FileId;
use wherefore_ir::actions::Formula;
use wherefore_lang::mcl;

/// The seed of a random test.
pub fn seed() -> u64 {
    wherefore_test::seed(7)
}

/// The labels of the small systems.
pub const LABELS: &[&str] = &["a", "b", "c", "d"];

/// Reads a formula that must be right.
pub fn formula(text: &str) -> Formula {
    let loaded = mcl::load(FileId(0), text);
    let said: Vec<&str> = loaded.diagnostics.iter().map(|d| d.headline.as_str()).collect();
    loaded.formula.unwrap_or_else(|| panic!("{text}: {said:?}"))
}

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        wherefore_test::below(&mut self.0, limit)
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    pub fn formula(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.end();
        }
        match self.below(7) {
            0 => self.end(),
            1 | 2 => format!("({} {} {})", self.formula(depth - 1), self.pick(&["and", "&&"]), self.formula(depth - 1)),
            3 => {
                let action = self.action(2);
                format!("nu X . ({} && [{action}] X)", self.formula(depth - 1))
            }
            _ => format!("[{}] {}", self.regular(3), self.formula(depth - 1)),
        }
    }

    fn end(&mut self) -> String {
        match self.below(8) {
            0 => "true".to_owned(),
            1 => "<true> true".to_owned(),
            2 => format!("inevitable ({})", self.action(1)),
            3 => format!("(mu Y . [{}] Y)", self.action(1)),
            4 => format!("(nu X . mu Y . ([{}] X && [{}] Y))", self.action(1), self.action(1)),
            _ => "false".to_owned(),
        }
    }

    pub fn regular(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.action(1);
        }
        let (one, two) = (self.regular(depth - 1), self.regular(depth - 1));
        match self.below(8) {
            0 | 1 => format!("({one}) {} ({two})", self.pick(&["|", "+"])),
            2 | 3 => format!("({one}) . ({two})"),
            4 | 5 => format!("({one}){}", self.pick(&["*", "+", "?"])),
            6 => format!("true* . ({one}) . true*"),
            _ => format!("nil | ({one})"),
        }
    }

    pub fn action(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.pick(&["true", "\"a\"", "b", "'c'", "'[ab]'", "d", "a", "\"b\""]).to_owned();
        }
        let (one, two) = (self.action(depth - 1), self.action(depth - 1));
        match self.below(5) {
            0 => format!("({one} {} {two})", self.pick(&["or", "||"])),
            1 => format!("({one} {} {two})", self.pick(&["and", "&&", "=>"])),
            2 => format!("{}({one})", self.pick(&["not ", "!"])),
            _ => one,
        }
    }

    /// Indices of labels.
    pub fn word(&mut self, labels: usize) -> Vec<usize> {
        (0..self.below(8)).map(|_| self.below(labels)).collect()
    }
}

/// Every word up to a length.
pub fn words(labels: usize, length: u32) -> impl Iterator<Item = Vec<usize>> {
    let of = move |n: u32| (0..labels.pow(n)).map(move |code| (0..n).map(|i| code / labels.pow(i) % labels).collect());
    (0..=length).flat_map(of)
}
