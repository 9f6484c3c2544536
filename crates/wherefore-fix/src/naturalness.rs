//! How much an edited line reads like the rest of the text.
//!
//! Programs repeat themselves, and a line with a mistake is more surprising than one without (Hindle et al. 2012, Ray et al. 2016). The
//! surprise of a line is its cross-entropy under the triples of tokens in all other lines; where a triple was not seen, its pair
//! counts, and then the single token.

use rustc_hash::FxHashMap;
use std::ops::Range;
use wherefore_mutate::{Edit, Mutant};

/// The surprise that lines have once they are edited, in thousandths of a nat. Whole numbers are the same on every machine.
pub(crate) fn surprise(text: &str, mutants: &[Mutant]) -> u64 {
    (entropies(text, mutants).0 * 1_000.0).round() as u64
}

/// How much more lines surprise once they are edited, in thousandths of a nat.
pub(crate) fn added_surprise(text: &str, mutants: &[Mutant]) -> i64 {
    let (edited, original) = entropies(text, mutants);
    ((edited - original) * 1_000.0).round() as i64
}

/// The cross-entropies of the lines as they are edited and as they are.
fn entropies(text: &str, mutants: &[Mutant]) -> (f64, f64) {
    let mut edits: Vec<&Edit> = mutants.iter().flat_map(|mutant| &mutant.edits).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut groups: Vec<Touched<'_>> = Vec::new();
    for edit in edits {
        let lines = lines(text, edit);
        match groups.last_mut() {
            Some(last) if lines.start < last.lines.end => {
                last.lines.end = last.lines.end.max(lines.end);
                last.edits.push(edit);
            }
            _ => groups.push(Touched { lines, edits: vec![edit] }),
        }
    }
    let mut rest = Counts::default();
    let mut from = 0;
    for Touched { lines, .. } in &groups {
        rest.add(text.get(from..lines.start).unwrap_or_default());
        from = lines.end;
    }
    rest.add(text.get(from..).unwrap_or_default());
    let edited = groups.iter().map(|group| rest.entropy(&group.edited(text))).sum();
    let original = groups.iter().map(|group| rest.entropy(text.get(group.lines.clone()).unwrap_or_default())).sum();
    (edited, original)
}

/// How many tokens edits replace, put in or take away.
pub(crate) fn tokens_changed(text: &str, edits: &[Edit]) -> usize {
    let changed = |edit: &Edit| {
        let old = values(text.get(edit.span.start as usize..edit.span.end as usize).unwrap_or_default());
        let new = values(&edit.text);
        let before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let behind =
            old.iter().skip(before).rev().zip(new.iter().skip(before).rev()).take_while(|(a, b)| a == b).count();
        old.len().max(new.len()) - before - behind
    };
    edits.iter().map(changed).sum()
}

/// Tokens, where a number with its sign is one.
fn values(text: &str) -> Vec<&str> {
    let number = text.trim();
    let is_number = number.strip_prefix('-').is_some_and(|n| n.chars().all(|c| c.is_ascii_digit() || c == '.'));
    if is_number { vec![number] } else { tokens(text) }
}

/// The lines that an edit touches.
fn lines(text: &str, edit: &Edit) -> Range<usize> {
    let (start, end) = (edit.span.start as usize, edit.span.end as usize);
    let from = text.get(..start).and_then(|t| t.rfind('\n')).map_or(0, |at| at + 1);
    let to = text.get(end..).and_then(|t| t.find('\n')).map_or(text.len(), |at| end + at);
    from..to
}

/// Lines that edits touch.
struct Touched<'e> {
    lines: Range<usize>,
    edits: Vec<&'e Edit>,
}

impl Touched<'_> {
    /// The lines with the edits made in them.
    fn edited(&self, text: &str) -> String {
        let (mut new, mut at) = (String::new(), self.lines.start);
        for edit in &self.edits {
            new.push_str(text.get(at..edit.span.start as usize).unwrap_or_default());
            new.push_str(&edit.text);
            at = edit.span.end as usize;
        }
        new + text.get(at..self.lines.end).unwrap_or_default()
    }
}

/// Words, numbers, runs of signs, and other single characters.
fn tokens(text: &str) -> Vec<&str> {
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let class = class(first);
        let more = |c: char| self::class(c) == class && class != Class::Other;
        let end = rest.char_indices().skip(1).find(|(_, c)| !more(*c)).map_or(rest.len(), |(at, _)| at);
        let (token, behind) = rest.split_at(end);
        if class != Class::Space {
            found.push(token);
        }
        rest = behind;
    }
    found
}

#[derive(PartialEq, Eq)]
enum Class {
    Space,
    Word,
    Sign,
    Other,
}

fn class(c: char) -> Class {
    match c {
        _ if c.is_whitespace() => Class::Space,
        _ if c.is_alphanumeric() || c == '_' || c == '.' => Class::Word,
        '<' | '>' | '=' | '!' | ':' | '&' | '|' | '+' | '-' | '*' | '/' => Class::Sign,
        _ => Class::Other,
    }
}

/// How often tokens, pairs and triples of them occur.
#[derive(Default)]
struct Counts<'t> {
    all: usize,
    one: FxHashMap<&'t str, usize>,
    two: FxHashMap<[&'t str; 2], usize>,
    three: FxHashMap<[&'t str; 3], usize>,
}

impl<'t> Counts<'t> {
    fn add(&mut self, text: &'t str) {
        let tokens = tokens(text);
        self.all += tokens.len();
        for token in &tokens {
            *self.one.entry(token).or_default() += 1;
        }
        for pair in tokens.array_windows::<2>() {
            *self.two.entry(*pair).or_default() += 1;
        }
        for triple in tokens.array_windows::<3>() {
            *self.three.entry(*triple).or_default() += 1;
        }
    }

    fn entropy(&self, line: &str) -> f64 {
        let mut before = ["", ""];
        let mut nats = 0.0;
        for token in tokens(line) {
            nats -= self.probability(before, token).ln();
            before = [before[1], token];
        }
        nats
    }

    /// Each estimate falls back on the shorter one as if it had been seen once (Witten and Bell 1991, simplified).
    fn probability(&self, [first, second]: [&str; 2], token: &str) -> f64 {
        let seen = |count: Option<&usize>| count.copied().unwrap_or(0) as f64;
        let one = (seen(self.one.get(token)) + 1.0) / (self.all + self.one.len() + 1) as f64;
        let two = (seen(self.two.get(&[second, token])) + one) / (seen(self.one.get(second)) + 1.0);
        (seen(self.three.get(&[first, second, token])) + two) / (seen(self.two.get(&[first, second])) + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{surprise, tokens_changed};
    use wherefore_diag::{FileId, Span};
    use wherefore_mutate::{Edit, Mutant, Operator};

    /// A mutant that makes these edits.
    fn mutant(edits: Vec<Edit>) -> Mutant {
        let span = edits[0].span;
        let operator = Operator::Ror;
        Mutant { operator, edits, span, what: String::new(), element: None, is_omission: false, place: None, cost: 1 }
    }

    fn edit(text: &str, old: &str, new: &str) -> Edit {
        let start = text.find(old).expect("the text has it") as u32;
        Edit { span: Span { file: FileId(0), start, end: start + old.len() as u32 }, text: new.to_owned() }
    }

    #[test]
    fn a_line_like_others_surprises_less() {
        let text = "a := x >= 3;\nb := y > 3;\nc := z > 3;\nd := w > 3;\n";
        let [like, unlike] = [">", "<"].map(|new| surprise(text, &[mutant(vec![edit(text, ">=", new)])]));
        assert!(like < unlike, "{like} {unlike}");
    }

    #[test]
    fn tokens_are_counted_where_they_differ() {
        let text = "a := x >= 3 & y;";
        let count = |old: &str, new: &str| tokens_changed(text, &[edit(text, old, new)]);
        assert_eq!(
            [count(">=", ">"), count("x >= 3", "x >= 4"), count(" & y", ""), count("x >= 3", "!(x >= 3)")],
            [1, 1, 2, 6]
        );
        assert_eq!([count("3", "-1"), count("3", "-x")], [1, 2]);
        assert_eq!(
            [tokens_changed("a := -1;", &[edit("a := -1;", "-1", "0")]), tokens_changed("-1", &[edit("-1", "-", "")])],
            [1, 1]
        );
    }

    #[test]
    fn edits_of_one_line_are_read_together() {
        let text = "a := x + 1;\nb := y + 1;\n";
        let both = vec![edit(text, "x", "y"), edit(text, "a", "b")];
        let whole = vec![edit(text, "a := x", "b := y")];
        assert_eq!(surprise(text, &[mutant(both)]), surprise(text, &[mutant(whole)]));
    }
}
