//! Labels and columns of label numbers.
//!
//! A label's number is its rank among all labels, so every way of reading a graph gives the same numbers. Most graphs
//! have fewer than 256 labels: a column uses as few bytes for a number as it can.

use rayon::prelude::*;
use wherefore_lang::aut::Names;

/// The labels of a graph, sorted by their bytes; the number of a label is its rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    text: String,
    ends: Vec<usize>,
}

impl Labels {
    /// Sorts names. The second result maps the number of a name to its rank.
    pub fn sorted(names: &Names) -> (Labels, Vec<u32>) {
        let mut order: Vec<(&str, usize)> = names.iter().zip(0..).collect();
        order.sort_unstable();
        let mut labels = Labels::default();
        let mut ranks = vec![0; order.len()];
        for (rank, (name, number)) in order.into_iter().enumerate() {
            labels.text.push_str(name);
            labels.ends.push(labels.text.len());
            ranks[number] = rank as u32;
        }
        (labels, ranks)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The name of a label. The number must be below [`Labels::len`].
    pub fn name(&self, label: u32) -> &str {
        let start = if label == 0 { 0 } else { self.ends[label as usize - 1] };
        &self.text[start..self.ends[label as usize]]
    }

    /// The number of a label.
    pub fn find(&self, name: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.len() as u32);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.name(middle).cmp(name) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The names in the order of their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len() as u32).map(|n| self.name(n))
    }
}

/// Label numbers, one for each transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// Up to 256 labels.
    U8(Vec<u8>),
    /// Up to 65,536 labels.
    U16(Vec<u16>),
    /// More.
    U32(Vec<u32>),
}

impl Default for Column {
    fn default() -> Column {
        Column::U8(Vec::new())
    }
}

/// Runs the same expression for each width of a column.
macro_rules! each_width {
    ($column:expr, $list:ident => $value:expr) => {
        match $column {
            $crate::labels::Column::U8($list) => $value,
            $crate::labels::Column::U16($list) => $value,
            $crate::labels::Column::U32($list) => $value,
        }
    };
}
pub(crate) use each_width;

/// A width of label numbers.
pub(crate) trait Width: Copy + Default + Send + Sync {
    /// The number; it must fit.
    fn from_label(label: u32) -> Self;
    /// The number.
    fn label(self) -> u32;
}

impl Width for u8 {
    #[inline]
    fn from_label(label: u32) -> u8 {
        label as u8
    }
    #[inline]
    fn label(self) -> u32 {
        u32::from(self)
    }
}

impl Width for u16 {
    #[inline]
    fn from_label(label: u32) -> u16 {
        label as u16
    }
    #[inline]
    fn label(self) -> u32 {
        u32::from(self)
    }
}

impl Width for u32 {
    #[inline]
    fn from_label(label: u32) -> u32 {
        label
    }
    #[inline]
    fn label(self) -> u32 {
        self
    }
}

impl From<Vec<u8>> for Column {
    fn from(list: Vec<u8>) -> Column {
        Column::U8(list)
    }
}

impl From<Vec<u16>> for Column {
    fn from(list: Vec<u16>) -> Column {
        Column::U16(list)
    }
}

impl From<Vec<u32>> for Column {
    fn from(list: Vec<u32>) -> Column {
        Column::U32(list)
    }
}

impl Column {
    /// How many numbers it holds.
    pub fn len(&self) -> usize {
        each_width!(self, list => list.len())
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number at a place. In a loop over many places, match on the width outside instead.
    pub fn get(&self, place: usize) -> u32 {
        each_width!(self, list => list[place].label())
    }

    /// Appends numbers that are below `labels`, and widens the column if it must.
    pub fn extend(&mut self, numbers: impl Iterator<Item = u32>, labels: usize) {
        self.widen(labels);
        each_width!(self, list => append(list, numbers));
    }

    /// Replaces each number by its entry in `numbers`, whose entries are below its length.
    pub fn renumber(&mut self, numbers: &[u32]) {
        self.widen(numbers.len());
        each_width!(self, list => list.par_iter_mut().for_each(|l| *l = Width::from_label(numbers[l.label() as usize])));
    }

    fn widen(&mut self, labels: usize) {
        match self {
            Column::U8(list) if labels > 1 << 16 => *self = Column::U32(list.iter().map(|l| u32::from(*l)).collect()),
            Column::U8(list) if labels > 1 << 8 => *self = Column::U16(list.iter().map(|l| u16::from(*l)).collect()),
            Column::U16(list) if labels > 1 << 16 => *self = Column::U32(list.iter().map(|l| u32::from(*l)).collect()),
            _ => {}
        }
    }
}

fn append<L: Width>(list: &mut Vec<L>, numbers: impl Iterator<Item = u32>) {
    list.extend(numbers.map(L::from_label));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_numbered_by_rank() {
        let mut names = Names::default();
        let numbers: Vec<_> = ["b", "", "a", "\u{e9}"].iter().map(|n| names.number(n.as_bytes())).collect();
        assert_eq!(numbers, [Ok(0), Ok(1), Ok(2), Ok(3)]);
        let (labels, ranks) = Labels::sorted(&names);
        assert_eq!(labels.iter().collect::<Vec<_>>(), ["", "a", "b", "\u{e9}"]);
        assert_eq!(ranks, [2, 0, 1, 3]);
        assert_eq!((labels.find("b"), labels.find(""), labels.find("c")), (Some(2), Some(0), None));
    }

    #[test]
    fn a_column_widens_and_keeps_its_numbers() {
        let mut column = Column::default();
        let mut expected: Vec<u32> = Vec::new();
        for (number, labels) in [(255, 256), (256, 257), (65_535, 65_536), (65_536, 65_537)] {
            column.extend([number].into_iter(), labels);
            expected.push(number);
            assert_eq!((0..column.len()).map(|i| column.get(i)).collect::<Vec<_>>(), expected);
        }
        assert!(matches!(column, Column::U32(_)));
    }
}
