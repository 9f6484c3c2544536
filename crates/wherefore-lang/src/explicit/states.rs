//! The values of variables in the states of a graph.

use crate::aut::Names;

/// The number of a value that is not known.
const UNKNOWN: u32 = u32::MAX;

/// Values of variables, state by state.
#[derive(Clone, Debug, Default)]
pub struct States {
    variables: Vec<String>,
    values: Names,
    /// A row of numbers of values for each state.
    cells: Vec<u32>,
}

impl States {
    /// No states yet, with these variables.
    pub fn new(variables: Vec<String>) -> States {
        States { variables, values: Names::default(), cells: Vec::new() }
    }

    /// The variables.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// Sets the row of a state: a value for each variable, as text.
    pub fn set<'v>(&mut self, state: u32, row: impl Iterator<Item = &'v str>) {
        let width = self.variables.len();
        let start = state as usize * width;
        if self.cells.len() < start + width {
            self.cells.resize(start + width, UNKNOWN);
        }
        for (cell, value) in self.cells.iter_mut().skip(start).take(width).zip(row) {
            *cell = self.values.number(value.as_bytes()).unwrap_or(UNKNOWN);
        }
    }

    /// The numbers of the values in a state; none where they are not known.
    pub fn row(&self, state: u32) -> Option<&[u32]> {
        let width = self.variables.len();
        let start = state as usize * width;
        self.cells.get(start..start + width).filter(|row| !row.contains(&UNKNOWN))
    }

    /// How many different values there are, of all variables together.
    pub fn values(&self) -> usize {
        self.values.len()
    }

    /// The texts of all values, in the order of their numbers.
    pub fn texts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.values.iter()
    }

    /// The text of a value.
    pub fn text(&self, value: u32) -> &str {
        self.values.get(value).unwrap_or_default()
    }

    /// The values in a state, as text; none where they are not known.
    pub fn shown(&self, state: u32) -> Option<Vec<&str>> {
        Some(self.row(state)?.iter().map(|value| self.text(*value)).collect())
    }
}
