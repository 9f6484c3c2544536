//! Label names and their numbers, in the order of first appearance.
//!
//! Looking a label up must cost less than reading its line: names lie in one text, the table holds only numbers, and the
//! hash is the same on every run.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::str::Utf8Error;

/// Distinct names, numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct Names {
    text: String,
    ends: Vec<usize>,
    table: HashTable<u32>,
}

impl Names {
    /// The number of a name, which is new if it was not there. An error if it is no UTF-8.
    #[inline]
    pub fn number(&mut self, name: &[u8]) -> Result<u32, Utf8Error> {
        let hash = hash(name);
        match self.table.find(hash, |n| bytes(&self.text, &self.ends, *n) == name) {
            Some(number) => Ok(*number),
            None => self.add(hash, name),
        }
    }

    #[cold]
    fn add(&mut self, hash: u64, name: &[u8]) -> Result<u32, Utf8Error> {
        self.text.push_str(std::str::from_utf8(name)?);
        let number = self.ends.len() as u32;
        self.ends.push(self.text.len());
        let (text, ends) = (&self.text, &self.ends);
        self.table.insert_unique(hash, number, |n| self::hash(bytes(text, ends, *n)));
        Ok(number)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The name with a number.
    pub fn get(&self, number: u32) -> Option<&str> {
        let end = *self.ends.get(number as usize)?;
        self.text.get(start(&self.ends, number as usize)..end)
    }

    /// The names in the order of their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.ends.len()).map(|n| &self.text[start(&self.ends, n)..self.ends[n]])
    }
}

fn start(ends: &[usize], number: usize) -> usize {
    if number == 0 { 0 } else { ends[number - 1] }
}

fn bytes<'a>(text: &'a str, ends: &[usize], number: u32) -> &'a [u8] {
    &text.as_bytes()[start(ends, number as usize)..ends[number as usize]]
}

#[inline]
fn hash(name: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name);
    hasher.finish()
}
