//! What each kind of block does in a tick.

use super::call::{Call, Outputs};
use super::fault::{Fault, unsupported};
use super::signal::Signal;
use super::{arithmetic, bus, conditional, delay, discrete, logic, lookup, math, routing, select};
use crate::document::Block;

/// What a block does in a tick.
#[derive(Clone, Copy)]
pub(super) enum Role {
    /// Its outputs are given from outside, from this one on.
    External { first: usize },
    /// It hands on its first input.
    Pass,
    /// It hands on its input while its region is active, and holds a value otherwise.
    Held,
    /// It hands on one of its inputs, chosen by a function that may ask for the one that decides.
    Choice(select::Choice),
    /// It hands on the input that comes from an active region.
    Merge,
    /// It hands on elements of a bus.
    BusSelector,
    /// Its outputs depend on its inputs in the same tick only.
    Plain(fn(&Call<'_, '_>) -> Outputs),
    /// It remembers something.
    State(Stateful),
    /// It is a chart, by its number.
    Chart(usize),
    /// It has no outputs.
    Silent,
    /// It is commented out: what would come from it is not connected.
    Absent,
    /// A subsystem, whose blocks are nodes of their own.
    Container,
}

/// A block with a memory. The memory is empty at first and after a reset.
#[derive(Clone, Copy)]
pub(super) struct Stateful {
    /// Whether the outputs depend on the inputs in the same tick.
    pub(super) feeds_through: fn(&Call<'_, '_>) -> Result<bool, Fault>,
    /// The outputs, from the inputs and the memory.
    pub(super) output: fn(&Call<'_, '_>, &[Signal]) -> Outputs,
    /// The next memory, from the inputs, the memory and the outputs.
    pub(super) next: fn(&Call<'_, '_>, &[Signal], &[Signal]) -> Outputs,
}

/// Where a block stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// In the outermost system.
    Root,
    /// Directly in a subsystem that is executed on condition.
    Conditional,
    /// In another subsystem.
    Plain,
}

/// Whether a subsystem is known as a whole, so that its content does not matter.
pub(super) fn is_closed(kind: &str) -> bool {
    matches!(kind, "Chart" | "Signal Builder" | "Model Info" | "DocBlock")
}

/// What a block does.
pub(super) fn of(block: &Block, kind: &str, position: Position) -> Result<Role, Fault> {
    let is_on = |name: &str| block.parameters.is_on(name);
    if matches!(kind, "Inport" | "Outport") && is_on("IsBusElementPort") {
        return Err(unsupported("ports of elements of a bus"));
    }
    if kind == "Inport" && (is_on("LatchByDelayingOutsideSignal") || is_on("LatchInputForFeedbackSignals")) {
        return Err(unsupported("an inport that latches its input"));
    }
    if matches!(kind, "EnablePort" | "TriggerPort") && is_on("ShowOutputPort") {
        return Err(unsupported("the output of an enable or trigger port"));
    }
    let role = match (kind, position) {
        ("Inport", Position::Root) => Some(Role::External { first: 0 }),
        ("Outport", Position::Conditional) => Some(Role::Held),
        ("Inport" | "Outport", _) => Some(Role::Pass),
        ("FromWorkspace" | "FromFile" | "Signal Builder" | "SignalBuilder", _) => Some(Role::External { first: 0 }),
        ("S-Function", _) => function(block, "sfix_dtprop", Role::Silent),
        ("M-S-Function", _) => function(block, "contract", Role::Plain(holds)),
        _ => of_kind(kind),
    };
    role.ok_or_else(|| refusal(block, kind))
}

fn of_kind(kind: &str) -> Option<Role> {
    connecting(kind)
        .or_else(|| computing(kind).map(Role::Plain))
        .or_else(|| delay::stateful(kind).or_else(|| discrete::stateful(kind)).map(Role::State))
}

/// Blocks that route signals or do nothing.
fn connecting(kind: &str) -> Option<Role> {
    Some(match kind {
        "InportShadow" | "From" | "SignalConversion" | "SignalSpecification" | "RateTransition" | "ZeroOrderHold" => {
            Role::Pass
        }
        "Goto" | "GotoTagVisibility" | "Terminator" | "Scope" | "Display" | "ToWorkspace" | "ToFile" | "Record" => {
            Role::Silent
        }
        "Model Info" | "DocBlock" | "CMBlock" | "DataTypeDuplicate" | "DataTypePropagation" | "SubSystem" => {
            Role::Silent
        }
        "EnablePort" | "TriggerPort" | "ActionPort" | "FloatingScope" | "XY Graph" | "DataStoreMemory" => Role::Silent,
        "Check Discrete Gradient" => Role::State(super::watch::GRADIENT),
        kind if super::properties::is_check(kind) => Role::Silent,
        "Switch" => Role::Choice(select::Choice::Switch),
        "MultiPortSwitch" => Role::Choice(select::Choice::MultiPort),
        "Merge" => Role::Merge,
        "BusSelector" => Role::BusSelector,
        _ => return None,
    })
}

/// Blocks without a memory.
fn computing(kind: &str) -> Option<fn(&Call<'_, '_>) -> Outputs> {
    arithmetic::function(kind)
        .or_else(|| math::function(kind))
        .or_else(|| logic::function(kind))
        .or_else(|| routing::function(kind))
        .or_else(|| lookup::function(kind))
        .or_else(|| bus::function(kind))
        .or_else(|| conditional::function(kind))
}

fn function(block: &Block, name: &str, role: Role) -> Option<Role> {
    (block.parameters.get("FunctionName") == Some(name)).then_some(role)
}

/// The validator of a contract draws a picture; nothing else depends on its output.
fn holds(_: &Call<'_, '_>) -> Outputs {
    Ok(vec![Signal::boolean(true)])
}

const CONTINUOUS: [&str; 10] = [
    "Integrator",
    "SecondOrderIntegrator",
    "TransferFcn",
    "StateSpace",
    "ZeroPole",
    "Derivative",
    "TransportDelay",
    "VariableTransportDelay",
    "PID Controller",
    "Descriptor State-Space",
];

fn refusal(block: &Block, kind: &str) -> Fault {
    if CONTINUOUS.contains(&kind) {
        return unsupported(format!("{kind}: continuous time; replace the block by a discrete one"));
    }
    match block.kind.as_str() {
        "Reference" => unsupported(format!("a link to `{}`", block.parameters.get("SourceBlock").unwrap_or(""))),
        _ => unsupported(format!("blocks of type {kind}")),
    }
}
