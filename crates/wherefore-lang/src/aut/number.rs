//! Decimal numbers, eight digits at a time.
//!
//! A loop over digits ends at a place that no branch predictor can foresee, twice in each line. So eight bytes are taken
//! as one word: a mask shows which are digits, a shift moves those away that are not, and three multiplications add up the
//! rest, first to pairs, then to fours, then to eight. Longer numbers, and those near the end of a line, take the loop.
//!
//! ```text
//! "1234, \"a"   ->  4 digits  ->  0 0 0 0 1 2 3 4  ->  0 0 12 34  ->  0 1234  ->  1234
//! ```

/// More digits than this may not fit, and are counted with care.
const SAFE_DIGITS: usize = 19;

/// The number that begins at `at`, or the largest there is, and the place after its digits.
#[inline]
pub(super) fn digits(line: &[u8], at: usize) -> (u64, usize) {
    if let Some(word) = word(line, at) {
        let count = others(word).trailing_zeros() / 8;
        if 0 < count && count < 8 {
            return (sum(word << (64 - 8 * count)), at + count as usize);
        }
    }
    let count = line.iter().skip(at).take_while(|b| b.is_ascii_digit()).count();
    (long(&line[at.min(line.len())..][..count]), at + count)
}

/// The number that ends before `at`, or the largest there is, and the place of its first digit.
#[inline]
pub(super) fn digits_back(line: &[u8], at: usize) -> (u64, usize) {
    if let Some(word) = at.checked_sub(8).and_then(|start| word(line, start)) {
        let count = others(word).leading_zeros() / 8;
        if 0 < count && count < 8 {
            return (sum(word & (u64::MAX << (64 - 8 * count))), at - count as usize);
        }
    }
    let start = line[..at].iter().rposition(|b| !b.is_ascii_digit()).map_or(0, |n| n + 1);
    (long(&line[start..at]), start)
}

/// Eight bytes, the first in the lowest place, with zero for the digit 0.
#[inline]
fn word(line: &[u8], at: usize) -> Option<u64> {
    let bytes = line.get(at..)?.first_chunk::<8>()?;
    Some(u64::from_le_bytes(*bytes) ^ 0x3030_3030_3030_3030)
}

/// The highest bit of each byte that is no digit.
#[inline]
fn others(word: u64) -> u64 {
    let low = word & 0x7f7f_7f7f_7f7f_7f7f;
    ((low + 0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080
}

/// The number that eight digits mean, the first in the lowest place.
#[inline]
fn sum(word: u64) -> u64 {
    let pairs = (word.wrapping_mul(10 * (1 << 8) + 1) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100 * (1 << 16) + 1) >> 16) & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(10_000 * (1 << 32) + 1) >> 32
}

fn long(digits: &[u8]) -> u64 {
    let next = |value: u64, digit: &u8| value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
    let careful = |value: u64, digit: &u8| value.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
    if digits.len() <= SAFE_DIGITS { digits.iter().fold(0, next) } else { digits.iter().fold(0, careful) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_length_from_both_ends() {
        for length in 0..25 {
            let number = &"1234567890987654321234567"[..length];
            let expected = if length == 0 { 0 } else { number.parse().unwrap_or(u64::MAX) };
            for (before, after) in [("(", ","), (" \u{e9}/:", ", \"abcdefgh\", 1)"), ("", "")] {
                let line = format!("{before}{number}{after}");
                let (start, end) = (before.len(), before.len() + length);
                assert_eq!(digits(line.as_bytes(), start), (expected, end), "{line}");
                assert_eq!(digits_back(line.as_bytes(), end), (expected, start), "{line}");
            }
        }
        assert_eq!(digits(b"00000000000000000000000012", 0), (12, 26));
        assert_eq!(digits(b"1", 5), (0, 5));
    }
}
