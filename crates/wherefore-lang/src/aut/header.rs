//! The first line: `des (initial, transitions, states)`.

use super::fault::{Fault, Spot, Wrong};
use super::line::{blanks, is_blank};
use super::number::digits;
use std::ops::Range;

/// More states than this many for each transition are not believed: memory is needed for each of them.
const STATES_PER_TRANSITION: u64 = 64;
/// The number of states that is believed without any transition.
const FREE_STATES: u64 = 1 << 20;

/// Content of the first line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The initial state; smaller than `states`.
    pub initial: u32,
    /// How many transitions the file promises.
    pub transitions: u64,
    /// How many states there are; at least one.
    pub states: u32,
    /// Lines up to and with this one.
    pub lines: u64,
    /// Bytes up to and with its line break.
    pub bytes: u64,
    line: Box<[u8]>,
    /// Where in the line the number of transitions stands.
    count: Range<usize>,
}

impl Header {
    /// Reads the header at the beginning of `text`, which must contain the whole line if the file does.
    pub(super) fn read(text: &[u8]) -> Result<Header, Fault> {
        let (mut lines, mut start) = (0, 0);
        loop {
            let end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |n| start + n);
            let line = &text[start..end];
            let next = (end + 1).min(text.len());
            if !line.iter().all(|b| is_blank(*b)) {
                let parsed = parse(line).map_err(|spot| Fault::new(spot, line, lines, start as u64))?;
                return Ok(Header { lines: lines + 1, bytes: next as u64, ..parsed });
            }
            if next == text.len() {
                return Err(Fault::new(Spot::new(0..0, Wrong::Empty), b"", 0, 0));
            }
            (lines, start) = (lines + 1, next);
        }
    }

    /// Compares the promise with what was counted in the whole file.
    pub fn check_count(&self, counted: u64) -> Result<(), Fault> {
        match counted.cmp(&self.transitions) {
            std::cmp::Ordering::Equal => Ok(()),
            std::cmp::Ordering::Less => Err(self.about_count(Wrong::Missing { counted, declared: self.transitions })),
            std::cmp::Ordering::Greater => Err(self.about_count(Wrong::Surplus { declared: self.transitions })),
        }
    }

    /// Refuses a file that promises more transitions than `most`.
    pub fn check_size(&self, most: u64) -> Result<(), Fault> {
        if self.transitions <= most { Ok(()) } else { Err(self.about_count(Wrong::ManyTransitions)) }
    }

    fn about_count(&self, wrong: Wrong) -> Fault {
        let offset = self.bytes.saturating_sub(self.line.len() as u64 + 1);
        Fault::new(Spot::new(self.count.clone(), wrong), &self.line, self.lines - 1, offset)
    }
}

/// Reads one line; the numbers of lines and bytes are left at zero.
fn parse(line: &[u8]) -> Result<Header, Spot> {
    let start = blanks(line, 0);
    let open = blanks(line, start + 3);
    if !line[start..].starts_with(b"des") || line.get(open) != Some(&b'(') {
        return Err(Spot::new(start..line.len(), Wrong::NoHeader));
    }
    let (initial, first) = number(line, open + 1, b',')?;
    let (transitions, count) = number(line, first.end + 1, b',')?;
    let (states, last) = number(line, count.end + 1, b')')?;
    let rest = blanks(line, last.end + 1);
    if rest < line.len() {
        return Err(Spot::new(rest..line.len(), Wrong::BadHeader("the end of the line")));
    }
    let digits = |field: &Range<usize>| trimmed(line, field.clone());
    check(initial, transitions, states, digits(&first), digits(&last))?;
    let (initial, states) = (initial as u32, states as u32);
    Ok(Header { initial, transitions, states, lines: 0, bytes: 0, line: line.into(), count: digits(&count) })
}

/// The limits on the three numbers.
fn check(initial: u64, transitions: u64, states: u64, first: Range<usize>, last: Range<usize>) -> Result<(), Spot> {
    let believed = transitions.saturating_mul(STATES_PER_TRANSITION).saturating_add(FREE_STATES);
    if states == 0 {
        Err(Spot::new(last, Wrong::NoStates))
    } else if states > u64::from(u32::MAX) {
        Err(Spot::new(last, Wrong::ManyStates))
    } else if states > believed {
        Err(Spot::new(last, Wrong::Hollow { states, transitions }))
    } else if initial >= states {
        Err(Spot::new(first, Wrong::Range { states: states as u32 }))
    } else {
        Ok(())
    }
}

/// A number with blanks around it that reaches from `at` to the byte `end`; with it the range of the field.
fn number(line: &[u8], at: usize, end: u8) -> Result<(u64, Range<usize>), Spot> {
    let start = blanks(line, at);
    let (value, stop) = digits(line, start);
    let close = blanks(line, stop);
    if stop > start && line.get(close) == Some(&end) {
        return Ok((value, at..close));
    }
    let field = line[start..].iter().position(|b| matches!(b, b',' | b')')).map_or(line.len(), |n| start + n);
    let wrong = match line[start..field].contains(&b'/') {
        true => Wrong::Probabilistic,
        false if stop == start => Wrong::BadHeader("a number"),
        false if end == b',' => Wrong::BadHeader("a comma"),
        false => Wrong::BadHeader("a closing parenthesis"),
    };
    let from = if wrong == Wrong::Probabilistic || stop == start { start } else { close };
    Err(Spot::new(from..field.max(from + 1), wrong))
}

/// A field without the blanks around it.
fn trimmed(line: &[u8], field: Range<usize>) -> Range<usize> {
    let start = blanks(line, field.start);
    start..digits(line, start).1
}
