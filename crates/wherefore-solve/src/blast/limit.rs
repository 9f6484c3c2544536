//! How large a word or a quadratic circuit may become.
//!
//! A model can ask for absurd widths in few words: squaring forty times needs 2^40 bits. Such a term is refused by name
//! instead of taking all memory. The limits are far above anything a solver could decide.

use super::EncodeError;
use super::bounds::Bounds;

/// Bits of one word.
const WIDTH: u64 = 1 << 16;
/// Gates of one multiplier or divider, about.
const PRODUCT: usize = 1 << 24;

/// The width as a size, if it is not absurd.
pub fn check_width(width: u64) -> Result<usize, EncodeError> {
    if width <= WIDTH {
        return Ok(width as usize);
    }
    Err(EncodeError::Unsupported(format!("a number or bit-vector of {width} bits; at most {WIDTH} are possible")))
}

/// The width of words for this interval, if it is not absurd.
pub fn checked_width(bounds: &Bounds) -> Result<usize, EncodeError> {
    check_width(bounds.width())
}

/// Refuses a multiplier or divider of absurd size.
pub fn check_product(rows: usize, columns: usize) -> Result<(), EncodeError> {
    if rows.saturating_mul(columns) <= PRODUCT {
        return Ok(());
    }
    Err(EncodeError::Unsupported(format!("a product or quotient of {rows} by {columns} bits")))
}
