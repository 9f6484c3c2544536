//! A part of a file, so that several processes can read one file together.
//!
//! The text after the header is cut at equal distances, and each cut moves on to the next line break. Part `i` of `n` lies
//! between cut `i` and cut `i + 1`, so every line belongs to exactly one part, and no process needs to know what another
//! has found.

use super::LONGEST_LINE;
use super::fault::{Fault, Spot, Wrong};
use super::header::Header;
use std::io::{Read, Result as IoResult, Seek, SeekFrom};
use std::ops::Range;

/// The bytes of part `index` of `count` of an uncompressed file; may be empty. Read them with [`super::Blocks::new`] on
/// the file, moved to the start and limited to the length.
pub fn part<F: Read + Seek>(file: &mut F, header: &Header, index: u32, count: u32) -> Result<Range<u64>, Fault> {
    let start = cut(file, header.bytes, index, count)?;
    let end = cut(file, header.bytes, index + 1, count)?;
    Ok(start..end)
}

/// The end of the line in which a cut falls; a cut between two lines stays where it is.
fn cut<F: Read + Seek>(file: &mut F, body: u64, index: u32, count: u32) -> Result<u64, Fault> {
    let failed = |e: std::io::Error| Fault::read(&e, 0, body);
    let size = file.seek(SeekFrom::End(0)).map_err(failed)?;
    let length = size.saturating_sub(body);
    let at = body + (u128::from(length) * u128::from(index) / u128::from(count.max(1))) as u64;
    if at <= body || at >= size {
        return Ok(at.min(size));
    }
    let text = following(file, at - 1).map_err(failed)?;
    match memchr::memchr(b'\n', &text) {
        Some(end) => Ok(at + end as u64),
        None if text.len() > LONGEST_LINE => {
            Err(Fault::new(Spot::new(0..text.len(), Wrong::Long), &text, 0, 0).after(None, at))
        }
        None => Ok(size),
    }
}

/// The text from `at` to the next line break or further, but no more than the longest line.
fn following<F: Read + Seek>(file: &mut F, at: u64) -> IoResult<Vec<u8>> {
    const STEP: u64 = 4096;
    file.seek(SeekFrom::Start(at))?;
    let (mut text, mut searched) = (Vec::new(), 0);
    loop {
        let read = file.by_ref().take(STEP).read_to_end(&mut text)?;
        if (read as u64) < STEP || text.len() > LONGEST_LINE || text[searched..].contains(&b'\n') {
            return Ok(text);
        }
        searched = text.len();
    }
}
