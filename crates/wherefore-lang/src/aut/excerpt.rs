//! The one line that a fault keeps of its file.
//!
//! A line can be a megabyte of anything. Only the surroundings of the place are kept, and bytes that are no text are
//! replaced.

use std::ops::Range;

/// Lines up to this length are kept whole.
const WHOLE: usize = 300;
/// Length kept of a longer line on each side of the place.
const AROUND: usize = 60;

/// A piece of one line, with the place that is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// The piece.
    pub text: String,
    /// How many characters of the line lie before it.
    pub skipped: u32,
    /// The place, in bytes of `text`.
    pub mark: Range<u32>,
}

impl Excerpt {
    /// Keeps what is needed of `line` to show `place`, a byte range of it.
    pub(super) fn new(line: &[u8], place: Range<usize>) -> Excerpt {
        let start = place.start.min(line.len());
        let end = place.end.clamp(start, line.len()).min(start + AROUND);
        let kept = match line.len() <= WHOLE {
            true => 0..line.len(),
            false => start.saturating_sub(AROUND)..(end + AROUND).min(line.len()),
        };
        let text = |range: Range<usize>| String::from_utf8_lossy(&line[range]).into_owned();
        let (before, marked, after) = (text(kept.start..start), text(start..end), text(end..kept.end));
        let mark = before.len() as u32..(before.len() + marked.len()) as u32;
        Excerpt { text: before + &marked + &after, skipped: text(0..kept.start).chars().count() as u32, mark }
    }
}
