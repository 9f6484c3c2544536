//! The diagram of a model as its author drew it, with the parts that violated properties depend on.

use super::write;
use schemars::JsonSchema;
use serde::Serialize;

/// A diagram: its systems with blocks and lines where they stand. Lengths are pixels of the tool; y grows downwards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Drawing {
    /// The name by which the tool of the diagram knows the model.
    pub model: String,
    /// The length of a step in seconds; null if the model does not say it.
    pub step: Option<String>,
    /// The systems that contain something that a violated property depends on, and those around them; a system stands before
    /// those inside of it. The first is the outermost.
    #[schemars(length(min = 1))]
    pub systems: Vec<DrawnSystem>,
    /// How many systems were left out because there are too many blocks; absent if none was.
    #[serde(skip_serializing_if = "write::is_zero")]
    #[schemars(range(min = 1))]
    pub left_out: usize,
}

/// The inside of a system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DrawnSystem {
    /// Its name; empty for the outermost.
    pub name: String,
    /// The place of the system around it in the list; null for the outermost.
    pub parent: Option<usize>,
    /// The block that it is the inside of, as a place in the list of blocks there; null for the outermost.
    pub owner: Option<usize>,
    /// Its blocks.
    pub blocks: Vec<DrawnBlock>,
    /// Its lines.
    pub lines: Vec<DrawnLine>,
    /// Words between the blocks; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<DrawnNote>,
}

/// Words between blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DrawnNote {
    /// The words.
    pub text: String,
    /// Where they begin.
    pub at: (i32, i32),
}

/// A block where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DrawnBlock {
    /// Names from the outermost system to the block, as places name it.
    #[schemars(length(min = 1))]
    pub path: String,
    /// The identifier by which the tool finds it; empty if the file has none.
    pub sid: String,
    /// The path as the tool writes it, from the name of the model on.
    #[serde(skip)]
    pub full_path: String,
    /// Its name.
    pub name: String,
    /// Only where it is true: its name is not written in the diagram.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unnamed: bool,
    /// Its type, as the tool calls it.
    pub kind: String,
    /// A short text for its inside: an operator, the signs of a sum, a value; empty if there is none.
    pub symbol: String,
    /// Only where it is true: it is a circle.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub round: bool,
    /// Left, top, right, bottom.
    pub position: [i32; 4],
    /// Where its outputs are.
    #[schemars(extend("enum" = ["right", "left", "up", "down"]))]
    pub facing: &'static str,
    /// How many inputs it has.
    pub inputs: usize,
    /// How many outputs it has.
    pub outputs: usize,
    /// The system inside, as a place in the list of systems; absent if there is none, or none that is listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inside: Option<usize>,
}

/// A line from an output to inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DrawnLine {
    /// Its number, by which `signals` of runs speak of it.
    pub signal: usize,
    /// The name of the signal; absent if it has none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The block where it begins, as a place in the list of blocks, and the output from 0.
    pub from: Option<(usize, usize)>,
    /// Its parts: each from the place where it leaves another, or a block, to the place where it splits or ends.
    pub parts: Vec<DrawnPart>,
}

/// A part of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DrawnPart {
    /// Its corners, the ends among them.
    pub points: Vec<(i32, i32)>,
    /// The block where it ends, as a place in the list of blocks; absent where it splits or hangs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<usize>,
}

impl Drawing {
    /// The block of a path, with its system.
    pub fn find(&self, path: &str) -> Option<(&DrawnSystem, &DrawnBlock)> {
        let mut all = self.systems.iter().flat_map(|s| s.blocks.iter().map(move |b| (s, b)));
        all.find(|(_, block)| block.path == path)
    }
}
