//! Report of a worker to the others about its part of the file.

use super::packet::{halves, whole};

/// Counts and labels that a worker has read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Report {
    pub found: Found,
    /// States, initial state and transitions as the header says.
    pub header: [u64; 3],
    /// Bytes, lines and transitions; where there is a fault, those before its block.
    pub bytes: u64,
    pub lines: u64,
    pub transitions: u64,
    /// Its labels, in its own order.
    pub names: Vec<String>,
}

/// How the part of a worker is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Found {
    /// Well-formed.
    #[default]
    Good,
    /// The header or the line at a cut is wrong: to be looked for from the beginning.
    Early,
    /// Something is wrong in the block that begins at this byte.
    Fault { start: u64 },
    /// Not to be read at all, and why.
    Unreadable(String),
}

impl Report {
    /// As words.
    pub fn write(&self) -> Vec<u32> {
        let (kind, start, why) = match &self.found {
            Found::Good => (0, 0, ""),
            Found::Early => (1, 0, ""),
            Found::Fault { start } => (2, *start, ""),
            Found::Unreadable(why) => (3, 0, &**why),
        };
        let [states, initial, transitions] = self.header;
        let numbers = [kind, start, states, initial, transitions, self.bytes, self.lines, self.transitions];
        let mut words: Vec<u32> = numbers.into_iter().flat_map(halves).collect();
        words.extend(text_words(why));
        self.names.iter().for_each(|name| words.extend(text_words(name)));
        words
    }

    /// From words; words of no report are an unreadable file.
    pub fn read(mut words: &[u32]) -> Report {
        let damaged = || Report { found: Found::Unreadable("its report is damaged".into()), ..Report::default() };
        Report::parse(&mut words).unwrap_or_else(damaged)
    }

    fn parse(words: &mut &[u32]) -> Option<Report> {
        let mut number = || read_number(words);
        let (kind, start) = (number()?, number()?);
        let header = [number()?, number()?, number()?];
        let (bytes, lines, transitions) = (number()?, number()?, number()?);
        let why = read_text(words)?;
        let mut names = Vec::new();
        while !words.is_empty() {
            names.push(read_text(words)?);
        }
        let found = match kind {
            0 => Found::Good,
            1 => Found::Early,
            2 => Found::Fault { start },
            _ => Found::Unreadable(why),
        };
        Some(Report { found, header, bytes, lines, transitions, names })
    }
}

/// Words for a text: its length in bytes, and its bytes.
fn text_words(text: &str) -> impl Iterator<Item = u32> + '_ {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, b| word << 8 | u32::from(*b));
    std::iter::once(text.len() as u32).chain(text.as_bytes().chunks(4).map(word))
}

/// Reads a text and moves on.
fn read_text(words: &mut &[u32]) -> Option<String> {
    let (length, rest) = words.split_first()?;
    let (text, rest) = rest.split_at_checked((*length as usize).div_ceil(4))?;
    let mut bytes: Vec<u8> = text.iter().flat_map(|w| w.to_le_bytes()).collect();
    bytes.truncate(*length as usize);
    *words = rest;
    String::from_utf8(bytes).ok()
}

/// Reads a number and moves on.
fn read_number(words: &mut &[u32]) -> Option<u64> {
    let ([low, high], rest) = words.split_first_chunk()?;
    *words = rest;
    Some(whole([*low, *high]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_survive_the_way() {
        let unreadable = Found::Unreadable("no such file".into());
        for found in [Found::Good, Found::Early, Found::Fault { start: 1 << 40 }, unreadable] {
            let names = ["", "a", "SEND !1", "\u{e9}t\u{e9}"].map(str::to_owned).to_vec();
            let report = Report { found, header: [3, 1, 1 << 33], bytes: 9, lines: 7, transitions: 5, names };
            assert_eq!(Report::read(&report.write()), report);
        }
        assert!(matches!(Report::read(&[1, 2, 3]).found, Found::Unreadable(_)));
    }
}
