//! The transitions of one state in one direction, wherever they are stored.

use crate::csr::Half;
use crate::labels::Column;

/// Label numbers, as narrow as they can be stored.
#[derive(Clone, Copy, Debug)]
pub enum Narrow<'a> {
    /// Fewer than 256 labels.
    U8(&'a [u8]),
    /// Fewer than 65,536.
    U16(&'a [u16]),
    /// More.
    U32(&'a [u32]),
}

impl Narrow<'_> {
    /// The label at a place. One place where it is read, not one for each width, lets loops over it be compiled as one.
    #[inline(always)]
    fn at(self, place: usize) -> u32 {
        match self {
            Narrow::U8(labels) => labels[place].into(),
            Narrow::U16(labels) => labels[place].into(),
            Narrow::U32(labels) => labels[place],
        }
    }
}

/// A transition as seen from one of its states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Its label.
    pub label: u32,
    /// Its other state.
    pub end: u32,
}

/// The transitions of one state: the labels beside the states at the other end.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Their labels.
    pub labels: Narrow<'a>,
    /// Their other ends.
    pub ends: &'a [u32],
}

impl Row<'_> {
    /// How many there are.
    pub fn len(self) -> usize {
        self.ends.len()
    }

    /// Whether the row is empty.
    pub fn is_empty(self) -> bool {
        self.ends.is_empty()
    }

    /// The transitions from a place on.
    pub fn behind(self, place: usize) -> Self {
        let labels = match self.labels {
            Narrow::U8(labels) => Narrow::U8(&labels[place..]),
            Narrow::U16(labels) => Narrow::U16(&labels[place..]),
            Narrow::U32(labels) => Narrow::U32(&labels[place..]),
        };
        Row { labels, ends: &self.ends[place..] }
    }

    /// Calls `see` with label and other end of each.
    #[inline(always)]
    pub fn each(self, mut see: impl FnMut(u32, u32)) {
        for (place, end) in self.ends.iter().enumerate() {
            see(self.labels.at(place), *end);
        }
    }

    /// Calls `found` with label and other end of each until it says so.
    #[inline(always)]
    pub fn until(self, mut found: impl FnMut(u32, u32) -> bool) {
        for (place, end) in self.ends.iter().enumerate() {
            if found(self.labels.at(place), *end) {
                return;
            }
        }
    }

    /// The transition, if there is just one.
    pub fn only(self) -> Option<Edge> {
        if let [end] = self.ends { Some(Edge { label: self.labels.at(0), end: *end }) } else { None }
    }

    /// The transitions, by label and then by state.
    pub fn sorted(self) -> Vec<Edge> {
        let mut edges = Vec::new();
        self.sort_into(&mut edges);
        edges
    }

    /// Fills a list with the transitions, by label and then by state.
    pub fn sort_into(self, edges: &mut Vec<Edge>) {
        edges.clear();
        edges.reserve(self.len());
        self.each(|label, end| edges.push(Edge { label, end }));
        edges.sort_unstable();
    }
}

impl Half {
    /// The transitions of a state.
    #[inline]
    pub fn row(&self, state: u32) -> Row<'_> {
        let range = self.range(state);
        let labels = match &self.labels {
            Column::U8(labels) => Narrow::U8(&labels[range.clone()]),
            Column::U16(labels) => Narrow::U16(&labels[range.clone()]),
            Column::U32(labels) => Narrow::U32(&labels[range.clone()]),
        };
        Row { labels, ends: &self.ends[range] }
    }
}
