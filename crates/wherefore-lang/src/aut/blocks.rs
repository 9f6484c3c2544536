//! A byte stream, cut into blocks of whole lines.
//!
//! At most one block and one line are held, whatever the size of the stream; a line without an end is refused before it
//! fills the memory. Compressed text is recognised by its first bytes and decompressed on the way.

use super::fault::{Fault, Spot, Wrong};
use super::header::Header;
use flate2::read::MultiGzDecoder;
use std::io::{Cursor, Read, Result as IoResult};

/// Bytes of a block: small enough for a cache, large enough that handing it to a thread costs nothing.
pub const BLOCK: usize = 1 << 21;
/// Longer lines are refused.
pub const LONGEST_LINE: usize = 1_000_000;

type Peeked<R> = std::io::Chain<Cursor<Vec<u8>>, R>;

/// Text that may be compressed with gzip.
pub enum Source<R> {
    /// Text as it is.
    Plain(Peeked<R>),
    /// Compressed text, in one member or several.
    Gzip(Box<MultiGzDecoder<Peeked<R>>>),
}

impl<R: Read> Source<R> {
    /// Looks at the first bytes.
    pub fn new(mut read: R) -> IoResult<Source<R>> {
        let mut first = Vec::new();
        read.by_ref().take(2).read_to_end(&mut first)?;
        let compressed = first == [0x1f, 0x8b];
        let all = Cursor::new(first).chain(read);
        Ok(if compressed { Source::Gzip(Box::new(MultiGzDecoder::new(all))) } else { Source::Plain(all) })
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> IoResult<usize> {
        match self {
            Source::Plain(read) => read.read(buffer),
            Source::Gzip(read) => read.read(buffer),
        }
    }
}

/// Cuts a stream into blocks.
pub struct Blocks<R> {
    read: R,
    size: usize,
    /// Bytes read after the last line break.
    rest: Vec<u8>,
    ended: bool,
}

impl<R: Read> Blocks<Source<R>> {
    /// Reads the header of a file, compressed or not; the blocks are those of the text after it, of about `size` bytes.
    pub fn open(read: R, size: usize) -> Result<(Header, Blocks<Source<R>>), Fault> {
        let source = Source::new(read).map_err(|e| Fault::read(&e, 0, 0))?;
        let mut blocks = Blocks::new(source, size);
        let (mut text, mut block) = (Vec::new(), Vec::new());
        // Blank lines may come first, and a block may be as short as a line.
        while text.iter().all(u8::is_ascii_whitespace) && text.len() <= LONGEST_LINE && blocks.fill(&mut block)? {
            text.append(&mut block);
        }
        let header = Header::read(&text)?;
        text.drain(..header.bytes as usize);
        text.append(&mut blocks.rest);
        blocks.rest = text;
        Ok((header, blocks))
    }

    /// Whether the file is compressed; then it can only be read from its beginning.
    pub fn is_compressed(&self) -> bool {
        matches!(self.read, Source::Gzip(_))
    }
}

impl<R: Read> Blocks<R> {
    /// The blocks of a text without header.
    pub fn new(read: R, size: usize) -> Blocks<R> {
        Blocks { read, size: size.max(1), rest: Vec::new(), ended: false }
    }

    /// Replaces the content of `block` by the next one; false at the end, when it is empty. A fault counts lines and
    /// bytes from the end of the previous block.
    pub fn fill(&mut self, block: &mut Vec<u8>) -> Result<bool, Fault> {
        block.clear();
        block.append(&mut self.rest);
        let mut searched = 0;
        loop {
            self.more(block)?;
            if self.ended {
                return Ok(!block.is_empty());
            }
            if let Some(end) = memchr::memrchr(b'\n', &block[searched..]) {
                self.rest.extend_from_slice(&block[searched + end + 1..]);
                block.truncate(searched + end + 1);
                return Ok(true);
            }
            searched = block.len();
            if searched > LONGEST_LINE {
                return Err(Fault::new(Spot::new(0..searched, Wrong::Long), block, 0, 0));
            }
        }
    }

    /// Reads on until the block has its size, and at least one byte; the end of the stream is noted.
    fn more(&mut self, block: &mut Vec<u8>) -> Result<(), Fault> {
        let wanted = self.size.saturating_sub(block.len()).max(1);
        block.reserve(wanted);
        match self.read.by_ref().take(wanted as u64).read_to_end(block) {
            Ok(count) => self.ended = count < wanted,
            Err(error) => {
                let lines = memchr::memchr_iter(b'\n', block).count() as u64;
                return Err(Fault::read(&error, lines, block.len() as u64));
            }
        }
        Ok(())
    }
}
