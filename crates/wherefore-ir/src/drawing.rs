//! A block diagram as its author drew it: where blocks stand and lines run, and which streams of the network flow there.
//!
//! Nothing follows from a drawing. It lets people find what is said about a [`Network`](crate::network::Network) in the picture
//! that they made themselves: blocks by path and identifier, lines by the values on them.

use crate::ElementId;
use crate::network::BlockId;
use wherefore_diag::Span;

/// A point of the sheet; y grows downwards.
pub type Point = (i32, i32);

/// A diagram of several sheets, one for each system that can be opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The name under which its tool knows the model.
    pub name: String,
    /// The length of a step in seconds, as the model says it.
    pub step: Option<String>,
    /// The sheets; one stands before those inside of it. The first is the outermost.
    pub sheets: Vec<Sheet>,
    /// How many sheets were left out because there are too many blocks.
    pub left_out: usize,
}

/// The inside of a system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Its name; empty for the outermost.
    pub title: String,
    /// The block that it is the inside of: its sheet, and its place there.
    pub owner: Option<(usize, usize)>,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// The lines.
    pub lines: Vec<Line>,
    /// Words between the blocks.
    pub notes: Vec<Note>,
}

/// Words on a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The words.
    pub text: String,
    /// Where they begin.
    pub at: Point,
}

/// Where the outputs of a block are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Facing {
    /// At the right, inputs at the left.
    #[default]
    Right,
    /// At the left.
    Left,
    /// Above.
    Up,
    /// Below.
    Down,
}

impl Facing {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Facing::Right => "right",
            Facing::Left => "left",
            Facing::Up => "up",
            Facing::Down => "down",
        }
    }
}

/// A block in its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Names from the outermost system to the block, as elements have them.
    pub path: String,
    /// The path as its tool writes it, from the name of the model on.
    pub full_path: String,
    /// The identifier; empty if the file has none.
    pub sid: String,
    /// The name.
    pub title: String,
    /// Whether the name is written under the block.
    pub is_titled: bool,
    /// Its type, as its tool calls it.
    pub kind: String,
    /// A short text for its inside: an operator, the signs of a sum, a value; empty if there is none.
    pub symbol: String,
    /// Whether it is drawn as a circle.
    pub is_round: bool,
    /// Left, top, right, bottom.
    pub position: [i32; 4],
    /// Where its outputs are.
    pub facing: Facing,
    /// How many inputs it has.
    pub inputs: usize,
    /// How many outputs it has.
    pub outputs: usize,
    /// The sheet inside.
    pub inside: Option<usize>,
    /// Its element, if something was made of it.
    pub element: Option<ElementId>,
    /// Where it is written.
    pub span: Option<Span>,
}

/// A line from an output to inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The name of the signal; empty if it has none.
    pub name: String,
    /// The block where it begins, and the output from 0.
    pub source: Option<(usize, usize)>,
    /// Its parts: each from the place where it leaves another, or a block, to the place where it splits or ends.
    pub parts: Vec<Part>,
    /// The streams that flow along it, an entry for each element; empty if nothing was made of it.
    pub streams: Vec<BlockId>,
}

/// A part of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Its corners, the ends among them.
    pub points: Vec<Point>,
    /// The block where it ends; none where it splits or hangs.
    pub target: Option<usize>,
}

impl Drawing {
    /// All blocks with their sheets, in order.
    pub fn blocks(&self) -> impl Iterator<Item = (usize, &Block)> {
        self.sheets.iter().enumerate().flat_map(|(sheet, s)| s.blocks.iter().map(move |b| (sheet, b)))
    }

    /// All lines with their sheets, in order: a line is known by its place in this list.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &Line)> {
        self.sheets.iter().enumerate().flat_map(|(sheet, s)| s.lines.iter().map(move |l| (sheet, l)))
    }

    /// A sheet and those around it, the innermost first.
    pub fn around(&self, sheet: usize) -> impl Iterator<Item = usize> + '_ {
        let outer = |sheet: &usize| self.sheets.get(*sheet)?.owner.map(|(around, _)| around).filter(|a| a < sheet);
        std::iter::successors(Some(sheet), outer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_lie_in_each_other() {
        let sheet = |owner| Sheet { owner, ..Sheet::default() };
        let sheets = vec![sheet(None), sheet(Some((0, 3))), sheet(Some((1, 0))), sheet(Some((3, 0)))];
        let drawing = Drawing { sheets, ..Drawing::default() };
        assert_eq!(drawing.around(2).collect::<Vec<_>>(), [2, 1, 0]);
        // One that says to lie in itself does not lead round for ever.
        assert_eq!(drawing.around(3).collect::<Vec<_>>(), [3]);
    }
}
