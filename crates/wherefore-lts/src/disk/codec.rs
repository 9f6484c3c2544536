//! Columns of numbers as bytes, the lowest first.

/// The bytes that each of these numbers needs: 1, 2 or 4.
pub(super) fn width(numbers: &[u32]) -> usize {
    match numbers.iter().max().copied().unwrap_or(0) {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    }
}

/// Appends numbers of a width that all of them have room in.
pub(super) fn put(bytes: &mut Vec<u8>, numbers: &[u32], width: usize) {
    let start = bytes.len();
    bytes.resize(start + numbers.len() * width, 0);
    let room = &mut bytes[start..];
    match width {
        1 => room.iter_mut().zip(numbers).for_each(|(b, n)| *b = *n as u8),
        2 => room.as_chunks_mut().0.iter_mut().zip(numbers).for_each(|(b, n)| *b = (*n as u16).to_le_bytes()),
        _ => room.as_chunks_mut().0.iter_mut().zip(numbers).for_each(|(b, n)| *b = n.to_le_bytes()),
    }
}

/// Numbers of two bytes.
pub(super) fn halves(bytes: &[u8]) -> impl Iterator<Item = u32> + Clone {
    bytes.as_chunks().0.iter().map(|b| u16::from_le_bytes(*b).into())
}

/// Numbers of four bytes.
pub(super) fn words(bytes: &[u8]) -> impl Iterator<Item = u32> + Clone {
    bytes.as_chunks().0.iter().map(|b| u32::from_le_bytes(*b))
}

/// Appends a number that is mostly small: seven bits in each byte, and the highest bit where more follow.
pub(super) fn put_small(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes such a number from the front.
pub(super) fn take_small(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let all = [0, 1, 0x7f, 0x80, 0xff, 0x100, 0xffff, 0x1_0000, u32::MAX];
        let mut bytes = Vec::new();
        all.iter().for_each(|n| put_small(&mut bytes, *n));
        let mut rest = &bytes[..];
        assert_eq!(all.map(|_| take_small(&mut rest)), all.map(Some));
        assert_eq!(take_small(&mut rest), None);
        for (count, wide) in [(5, 1), (7, 2), (9, 4)] {
            let mut bytes = Vec::new();
            assert_eq!(width(&all[..count]), wide);
            put(&mut bytes, &all[..count], wide);
            let back: Vec<u32> = match wide {
                1 => bytes.iter().map(|b| u32::from(*b)).collect(),
                2 => halves(&bytes).collect(),
                _ => words(&bytes).collect(),
            };
            assert_eq!(back, all[..count]);
        }
    }
}
