//! Topic `simulink` of `wherefore explain`: what is read of a block diagram.

use super::{Group, Topic};

/// The language.
pub const LANGUAGE: Topic = Topic {
    id: "simulink",
    group: Group::Language,
    summary: "block diagrams of Simulink, from .slx and .mdl files, without MATLAB",
    explanation: "A diagram is a synchronous program: at every step each signal has one value. Blocks may run at \
         several rates, with offsets: a block keeps its outputs between its runs, and a Rate Transition from slow to fast is a \
         delay if it is deterministic. The numbers of class double and single are exact reals, integers saturate or \
         wrap as their block says. Ports of \
         subsystems, Goto and From, buses, vectors and matrices are followed; subsystems may be enabled, triggered or actions \
         of If and Switch Case, with outputs that are held or reset, joined by Merge.\n\n\
         Blocks: Constant, Sum, Product, Gain, Bias, Abs, Sign, Rounding, MinMax, Dot Product, Saturation, Dead Zone, \
         Math, Sqrt, \
         Trigonometry, Fcn, Logic, Relational Operator, Compare To Constant and Zero, Implies, Switch, Multiport Switch, Mux, \
         Demux, Concatenate, Reshape, Selector, Bus Creator and Selector, Data Type Conversion, one-dimensional lookup tables, \
         Unit Delay, Delay, Memory, Zero-Order Hold, Rate Transition, Discrete-Time Integrator (forward Euler), Rate \
         Limiter, IC, Detect Change and its like. \
         Scopes and other blocks that only show are left out. Whatever else a property or an output depends on is refused by \
         name: continuous blocks, S-functions, MATLAB functions. `--open BLOCK` (a path or SID) takes the outputs of a \
         block as free instead. A link to `LIB/BLOCK` and a Model block are looked up in `LIB.slx` or `LIB.mdl` beside the \
         model; blocks of Simulink's own libraries are known by name.\n\n\
         Stateflow charts are blocks too, in both action languages: hierarchy, parallel states in their order, junctions and flow \
         graphs with backtracking, inner and default transitions, history, condition and transition actions, entry, during, exit \
         and on, local events with early return, directed events, temporal logic in ticks and seconds, graphical functions, \
         messages. Failing runs of a diagram with charts are grouped by the transitions that they take; `--ways blocks` shows causes in \
         the flow of data instead. A chart in continuous time is refused, and one in a diagram of several rates.\n\n\
         Parameters are expressions of MATLAB over the variables of masks and of the model workspace; `--params FILE` gives \
         others, as assignments or JSON.\n\n\
         Properties are the guarantees and modes of CoCoSim's contract blocks, proof objectives of Design Verifier, \
         Assertion blocks, and the blocks of Model Verification (Check Static Range and its like); each is named by \
         the path of its block. Assumptions of Design Verifier restrict the environment. \
         So do those of a contract whose subsystem is fed by inputs of the model alone; others must be kept by the rest of the \
         diagram, and are asked too.\n\n\
         Sine, square roots and their like have no exact terms: bounds that the function keeps stand for them, so that what \
         holds is proved for the function, and a violation is reported only if the run breaks the property with the \
         values that \
         the function has. Division by zero has the value 0; a warning says where it is possible.\n\n\
         Lines that are printed are those of the parts of the archive, unpacked one behind the other. `wherefore fix` edits \
         parameters of blocks, and the labels, targets and order of transitions of charts; `--apply` writes them into the \
         archive and leaves every other part of it byte for byte as it was.",
    advice: "",
};
