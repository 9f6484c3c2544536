//! Writes Aldebaran text. Labels are always quoted, so that every label reads back as it was.

use std::io::{Result, Write};

/// Writes the lines of one file, each into a buffer that is handed on when it is full.
pub struct Printer<W> {
    out: W,
    buffer: Vec<u8>,
}

/// The buffer is handed on at this size.
const FULL: usize = 1 << 16;

impl<W: Write> Printer<W> {
    /// Writes the header. The caller keeps its promise.
    pub fn new(out: W, initial: u32, transitions: u64, states: u32) -> Result<Printer<W>> {
        let mut printer = Printer { out, buffer: Vec::with_capacity(2 * FULL) };
        printer.buffer.extend_from_slice(b"des (");
        printer.number(u64::from(initial));
        printer.buffer.extend_from_slice(b", ");
        printer.number(transitions);
        printer.buffer.extend_from_slice(b", ");
        printer.number(u64::from(states));
        printer.buffer.extend_from_slice(b")\n");
        Ok(printer)
    }

    /// Writes a transition. The label must not contain a line break.
    #[inline]
    pub fn line(&mut self, source: u32, label: &str, target: u32) -> Result<()> {
        self.buffer.push(b'(');
        self.number(u64::from(source));
        self.buffer.extend_from_slice(b", \"");
        self.buffer.extend_from_slice(label.as_bytes());
        self.buffer.extend_from_slice(b"\", ");
        self.number(u64::from(target));
        self.buffer.extend_from_slice(b")\n");
        if self.buffer.len() < FULL { Ok(()) } else { self.flush() }
    }

    /// Hands on what is left, and gives the writer back.
    pub fn finish(mut self) -> Result<W> {
        self.flush()?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn flush(&mut self) -> Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    #[inline]
    fn number(&mut self, mut value: u64) {
        let mut digits = [0u8; 20];
        let mut start = digits.len();
        loop {
            start -= 1;
            digits[start] = b'0' + (value % 10) as u8;
            value /= 10;
            if value == 0 {
                break;
            }
        }
        self.buffer.extend_from_slice(&digits[start..]);
    }
}
