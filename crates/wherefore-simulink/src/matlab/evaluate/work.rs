//! The limits on what an evaluation may do.

use crate::matlab::{MAX_ELEMENTS, MAX_WORK, Number, Value};
use std::cell::Cell;

/// A result, or why there is none; the place is added where it is known.
pub(super) type Reason<T> = Result<T, String>;

/// The work that an evaluation has left.
pub(super) struct Work {
    left: Cell<u64>,
}

impl Work {
    pub(super) fn new() -> Work {
        Work { left: Cell::new(MAX_WORK) }
    }

    fn spend(&self, cost: u64) -> Reason<()> {
        match self.left.get().checked_sub(cost) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err("the expression takes too much work to evaluate".to_string()),
        }
    }

    /// Allows a value with so many elements.
    pub(super) fn elements(&self, count: usize) -> Reason<()> {
        if count > MAX_ELEMENTS {
            return Err(format!("a value of {count} elements is too large"));
        }
        self.spend(u64::try_from(count).unwrap_or(u64::MAX))
    }

    /// Allows a value of a size, and says how many elements that are.
    pub(super) fn size(&self, rows: usize, columns: usize) -> Reason<usize> {
        let count = rows.saturating_mul(columns);
        self.elements(count)?;
        Ok(count)
    }

    /// Allows a number of copies of elements of a value: long numbers take their length.
    pub(super) fn copies(&self, count: usize, of: &Value) -> Reason<()> {
        let words = of.elements.iter().map(Number::words).max().unwrap_or(0);
        self.elements(count)?;
        self.spend(u64::try_from(count).unwrap_or(u64::MAX).saturating_mul(words))
    }

    /// Allows an operation with a result: long numbers take the square of their length.
    pub(super) fn operation(&self, result: &Number) -> Reason<()> {
        let words = result.words();
        self.spend(1 + words * words)
    }
}
