//! Variables in MAT files of level 5, the form in which a diagram keeps its workspace.
//!
//! A file is a header of 128 bytes and elements: a type, a length, and so many bytes, padded to eight. An element is an array
//! or, compressed, another element. An array is itself a list of elements: flags with the class, the size, the name, the
//! numbers. Numbers may be stored in a smaller type than their class.

mod element;

use super::{Class, MAX_ELEMENTS, MAX_ELEMENTS_OF_FILE, Number, Value};
use element::{Element, Order, elements};
use flate2::read::ZlibDecoder;
use indexmap::IndexMap;
use num_bigint::BigInt;
use std::io::Read;

/// How many bytes all compressed elements of a file may have when they are not.
const MAX_BYTES: u64 = 64 << 20;
/// How many elements of a file are read.
const MAX_VARIABLES: usize = 100_000;

const COMPRESSED: u32 = 15;
const MATRIX: u32 = 14;
const UTF8: u32 = 16;
const UTF16: u32 = 17;

/// What a MAT file holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatFile {
    /// Arrays of numbers, truth values and characters, in order.
    pub variables: IndexMap<String, Value>,
    /// The names of the variables that are something else, such as objects, structures or complex numbers.
    pub skipped: Vec<String>,
}

/// The variables of a MAT file of level 5.
///
/// # Errors
///
/// If the bytes are something else or end too early.
pub fn mat_variables(bytes: &[u8]) -> Result<MatFile, String> {
    let (order, body) = header(bytes)?;
    let mut reader =
        Reader { order, file: MatFile::default(), bytes_left: MAX_BYTES, elements_left: MAX_ELEMENTS_OF_FILE };
    for element in elements(body, order, MAX_VARIABLES)? {
        reader.top(&element)?;
    }
    Ok(reader.file)
}

/// The order of bytes, and what follows the header.
fn header(bytes: &[u8]) -> Result<(Order, &[u8]), String> {
    let (Some(mark), Some(body)) = (bytes.get(124..128), bytes.get(128..)) else {
        return Err("the MAT file has no header".to_string());
    };
    match mark {
        [0, 1, b'I', b'M'] => Ok((Order::Little, body)),
        [1, 0, b'M', b'I'] => Ok((Order::Big, body)),
        [_, _, b'I', b'M'] | [_, _, b'M', b'I'] => {
            Err("the MAT file is not of level 5; save it with the option -v7".to_string())
        }
        _ => Err("the file is not a MAT file of level 5".to_string()),
    }
}

struct Reader {
    order: Order,
    file: MatFile,
    bytes_left: u64,
    elements_left: usize,
}

impl Reader {
    fn top(&mut self, element: &Element<'_>) -> Result<(), String> {
        match element.kind {
            MATRIX => self.variable(element.data),
            COMPRESSED => {
                let inflated = self.inflate(element.data)?;
                for inner in elements(&inflated, self.order, 1)? {
                    if inner.kind == MATRIX {
                        self.variable(inner.data)?;
                    }
                }
                Ok(())
            }
            // Anything else between the variables has no name by which it could be used.
            _ => Ok(()),
        }
    }

    fn inflate(&mut self, data: &[u8]) -> Result<Vec<u8>, String> {
        let mut inflated = Vec::new();
        let taken = ZlibDecoder::new(data).take(self.bytes_left + 1).read_to_end(&mut inflated);
        let length = u64::try_from(inflated.len()).unwrap_or(u64::MAX);
        if length > self.bytes_left {
            return Err("the MAT file is too large".to_string());
        }
        self.bytes_left -= length;
        taken.map_err(|_| "a compressed variable of the MAT file is damaged".to_string())?;
        Ok(inflated)
    }

    fn variable(&mut self, data: &[u8]) -> Result<(), String> {
        let parts = elements(data, self.order, 5)?;
        let Some(flags) = parts.first().and_then(|flags| flags.data.get(..4)).map(|flags| self.order.u32(flags)) else {
            return Err("a variable of the MAT file has no class".to_string());
        };
        let class = class(flags);
        // Opaque objects have a name where other arrays have their size.
        let name = parts.get(if flags & 0xff == OPAQUE { 1 } else { 2 }).map_or(&[][..], |name| name.data);
        let name = String::from_utf8_lossy(name).trim_end_matches('\0').to_string();
        // What objects share is kept in an array without a name.
        if name.is_empty() {
            return Ok(());
        }
        let value = match (class, parts.as_slice()) {
            (Some(class), [_, size, _, numbers]) => self.value(class, size, numbers)?,
            _ => None,
        };
        match value {
            Some(value) => {
                self.file.variables.insert(name, value);
            }
            None => self.file.skipped.push(name),
        }
        Ok(())
    }

    /// An array of two dimensions; `None` if it has more or is too large.
    fn value(&mut self, class: Class, size: &Element<'_>, numbers: &Element<'_>) -> Result<Option<Value>, String> {
        let size: Vec<usize> =
            size.data.chunks_exact(4).map(|n| self.order.u32(n)).filter_map(|n| n.try_into().ok()).collect();
        let [rows, columns] = size.as_slice() else { return Ok(None) };
        let count = rows.checked_mul(*columns).filter(|count| *count <= MAX_ELEMENTS.min(self.elements_left));
        let Some(count) = count else { return Ok(None) };
        let elements = match (class, numbers.kind) {
            (Class::Text, UTF8 | UTF16) => self.characters(numbers),
            _ => match numbers.numbers(self.order, count) {
                Some(elements) => elements,
                None => return Ok(None),
            },
        };
        self.elements_left -= count;
        let elements = elements.iter().map(|n| class.cast(n)).collect();
        match Value::new(class, *rows, *columns, elements) {
            Some(value) => Ok(Some(value)),
            None => Err("a variable of the MAT file has not as many elements as its size says".to_string()),
        }
    }

    fn characters(&self, numbers: &Element<'_>) -> Vec<Number> {
        let text = match numbers.kind {
            UTF8 => String::from_utf8_lossy(numbers.data).into_owned(),
            _ => {
                let units: Vec<u16> = numbers.data.chunks_exact(2).map(|n| self.order.u16(n)).collect();
                String::from_utf16_lossy(&units)
            }
        };
        text.chars().map(|c| Number::integer(BigInt::from(u32::from(c)))).collect()
    }
}

const OPAQUE: u32 = 17;
const COMPLEX: u32 = 0x800;
const LOGICAL: u32 = 0x200;

/// The class that the flags of an array name; `None` for cells, structures, objects, sparse and complex arrays.
fn class(flags: u32) -> Option<Class> {
    if flags & COMPLEX != 0 {
        return None;
    }
    if flags & LOGICAL != 0 {
        return matches!(flags & 0xff, 6..=15).then_some(Class::Boolean);
    }
    Some(match flags & 0xff {
        4 => Class::Text,
        6 => Class::Double,
        7 => Class::Single,
        8 => Class::Int8,
        9 => Class::UInt8,
        10 => Class::Int16,
        11 => Class::UInt16,
        12 => Class::Int32,
        13 => Class::UInt32,
        14 => Class::Int64,
        15 => Class::UInt64,
        _ => return None,
    })
}
