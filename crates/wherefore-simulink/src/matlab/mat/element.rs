//! The elements that MAT files are made of.

use crate::matlab::Number;

/// The order of the bytes of a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Order {
    Little,
    Big,
}

impl Order {
    /// The bytes of a number, the least significant first; bytes that are missing are zero.
    fn bytes<const N: usize>(self, data: &[u8]) -> [u8; N] {
        let mut bytes = [0; N];
        for (slot, byte) in bytes.iter_mut().zip(data) {
            *slot = *byte;
        }
        if self == Order::Big {
            bytes.reverse();
        }
        bytes
    }

    pub(super) fn u16(self, data: &[u8]) -> u16 {
        u16::from_le_bytes(self.bytes(data))
    }

    pub(super) fn u32(self, data: &[u8]) -> u32 {
        u32::from_le_bytes(self.bytes(data))
    }
}

/// A type and its bytes.
pub(super) struct Element<'a> {
    pub(super) kind: u32,
    pub(super) data: &'a [u8],
}

/// The first elements of a sequence, up to a number of them.
pub(super) fn elements(mut data: &[u8], order: Order, most: usize) -> Result<Vec<Element<'_>>, String> {
    let mut found = Vec::new();
    while !data.is_empty() && found.len() < most {
        let (element, rest) = first(data, order).ok_or_else(|| "the MAT file ends too early".to_string())?;
        found.push(element);
        data = rest;
    }
    Ok(found)
}

/// The first element, and what follows it.
fn first(data: &[u8], order: Order) -> Option<(Element<'_>, &[u8])> {
    let tag = order.u32(data.get(..4)?);
    if tag >> 16 != 0 {
        // A small element: type and length share four bytes, and the data are the next four.
        let length = usize::try_from(tag >> 16).ok().filter(|length| *length <= 4)?;
        let element = Element { kind: tag & 0xffff, data: data.get(4..4 + length)? };
        return Some((element, data.get(8..).unwrap_or_default()));
    }
    let length = usize::try_from(order.u32(data.get(4..8)?)).ok()?;
    let end = length.checked_add(8)?;
    let element = Element { kind: tag, data: data.get(8..end)? };
    // Compressed elements are not padded.
    let padded = if tag == super::COMPRESSED { end } else { end.checked_next_multiple_of(8)? };
    Some((element, data.get(padded..).unwrap_or_default()))
}

impl Element<'_> {
    /// The numbers in the bytes; `None` if they are not as many as wanted, or of a type that is none of numbers.
    pub(super) fn numbers(&self, order: Order, count: usize) -> Option<Vec<Number>> {
        let width = match self.kind {
            1 | 2 | 16 => 1,
            3 | 4 | 17 => 2,
            5..=7 | 18 => 4,
            9 | 12 | 13 => 8,
            _ => return None,
        };
        if self.data.len() != count.checked_mul(width)? {
            return None;
        }
        Some(self.data.chunks_exact(width).map(|data| self.number(order, data)).collect())
    }

    fn number(&self, order: Order, data: &[u8]) -> Number {
        match self.kind {
            1 => Number::integer(i8::from_le_bytes(order.bytes(data))),
            3 => Number::integer(i16::from_le_bytes(order.bytes(data))),
            5 => Number::integer(i32::from_le_bytes(order.bytes(data))),
            7 => Number::from_f64(f64::from(f32::from_le_bytes(order.bytes(data)))),
            9 => Number::from_stored_f64(f64::from_le_bytes(order.bytes(data))),
            12 => Number::integer(i64::from_le_bytes(order.bytes(data))),
            2 | 16 => Number::integer(u8::from_le_bytes(order.bytes(data))),
            4 | 17 => Number::integer(order.u16(data)),
            6 | 18 => Number::integer(order.u32(data)),
            _ => Number::integer(u64::from_le_bytes(order.bytes(data))),
        }
    }
}
