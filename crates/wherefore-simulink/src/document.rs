//! A block diagram as it is written: systems of blocks and lines, with the places where they stand in the file and in the
//! picture. Nothing is resolved here: parameters are texts, links to libraries are names.

use indexmap::IndexMap;
use wherefore_diag::Span;

/// A text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The value as it is meant, without quotes and escapes.
    pub text: String,
    /// Where it is written.
    pub span: Span,
}

/// Parameters by name, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters(pub IndexMap<String, Parameter>);

impl Parameters {
    /// The text of a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|p| p.text.as_str())
    }

    /// A parameter with its place.
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.0.get(name)
    }

    /// Whether a parameter is `on`.
    pub fn is_on(&self, name: &str) -> bool {
        self.get(name) == Some("on")
    }
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// Whether it is a library, which has no behaviour of its own.
    pub is_library: bool,
    /// Settings of the model and of its active configuration: the solver, the step.
    pub settings: Parameters,
    /// The variables of the model workspace, as assignments of MATLAB.
    pub workspace: Option<Parameter>,
    /// The outermost system.
    pub root: System,
    /// The charts.
    pub charts: Vec<crate::stateflow::Chart>,
}

/// Blocks and the lines between them.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// The blocks, in the order of the file.
    pub blocks: Vec<Block>,
    /// The lines.
    pub lines: Vec<Line>,
    /// Words in the picture.
    pub annotations: Vec<Annotation>,
}

/// Words in the picture.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// What is written there.
    pub text: String,
    /// Left, top, right, bottom.
    pub position: Vec<i32>,
}

/// A block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The type: `Sum`, `SubSystem`, `Reference`.
    pub kind: String,
    /// The name, unique in its system; line breaks are kept.
    pub name: String,
    /// The identifier, unique in the model; empty in old files.
    pub sid: String,
    /// All parameters: the defaults of the file for this type, then those of the block, then those of an instance of a library
    /// block.
    pub parameters: Parameters,
    /// The mask.
    pub mask: Option<Mask>,
    /// What a subsystem contains.
    pub system: Option<System>,
    /// Left, top, right, bottom.
    pub position: [i32; 4],
    /// Where the block is written.
    pub span: Span,
}

impl Block {
    /// The name on one line, as it is shown.
    pub fn title(&self) -> String {
        self.name.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A number of the parameter `Ports`: inputs, outputs, enable, trigger, state, left and right connections, if action, reset.
    pub fn ports(&self, index: usize) -> Option<usize> {
        let text = self.parameters.get("Ports")?;
        let numbers = text.trim_start_matches('[').trim_end_matches(']');
        let list: Vec<&str> = numbers.split([',', ' ']).map(str::trim).filter(|t| !t.is_empty()).collect();
        list.get(index).map_or(Some(0), |t| t.parse().ok())
    }
}

/// The dialog of a block: variables for what is inside, and a type by which tools know the block.
#[derive(Clone, Debug, Default)]
pub struct Mask {
    /// The type.
    pub kind: String,
    /// The variables, in order.
    pub variables: Vec<MaskVariable>,
    /// Commands that run before the model does.
    pub initialization: String,
}

/// A variable of a mask.
#[derive(Clone, Debug)]
pub struct MaskVariable {
    /// Its name inside.
    pub name: String,
    /// Its value, written outside.
    pub value: Parameter,
    /// Whether the value is an expression; otherwise it is a text.
    pub evaluated: bool,
}

/// Which port of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Port {
    /// A data input, from 1.
    In(usize),
    /// A data output, from 1.
    Out(usize),
    /// The input that enables a subsystem.
    Enable,
    /// The input that triggers a subsystem.
    Trigger,
    /// The input of an action of `If` or `SwitchCase`.
    Action,
    /// The state output of an integrator.
    State,
    /// The input that resets a subsystem.
    Reset,
    /// Another port: physical connections and the like.
    Other,
}

/// A port of a block of the same system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Endpoint {
    /// The block, by its place in the list.
    pub block: usize,
    /// The port.
    pub port: Port,
}

/// A line from one output to any number of inputs.
#[derive(Clone, Debug)]
pub struct Line {
    /// The name of the signal.
    pub name: String,
    /// The output; none for a line that hangs.
    pub source: Option<Endpoint>,
    /// The way that it takes.
    pub trunk: Branch,
    /// Where it is written.
    pub span: Span,
}

/// A part of a line: some points, then an input or further branches.
#[derive(Clone, Debug, Default)]
pub struct Branch {
    /// The corners on the way, each relative to the one before.
    pub points: Vec<(i32, i32)>,
    /// The input where it ends.
    pub destination: Option<Endpoint>,
    /// Where the destination is written.
    pub span: Option<Span>,
    /// Where it splits.
    pub branches: Vec<Branch>,
}

impl Line {
    /// All inputs that the line leads to.
    pub fn destinations(&self) -> Vec<(Endpoint, Option<Span>)> {
        let mut found = Vec::new();
        let mut open = vec![&self.trunk];
        while let Some(branch) = open.pop() {
            found.extend(branch.destination.map(|d| (d, branch.span)));
            open.extend(branch.branches.iter().rev());
        }
        found
    }
}
