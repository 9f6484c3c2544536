//! Topics `btor2` and `aiger` of `wherefore explain`: what is read of a netlist, and what it means.

use super::{Group, Topic};

/// Netlists of words.
pub const WORDS: Topic = Topic {
    id: "btor2",
    group: Group::Language,
    summary: "netlists of words, as yosys and other tools write them",
    explanation: "A netlist in BTOR2 is read from a file ending in .btor2 or .btor; `write_btor` of yosys makes one from Verilog. All \
         operators are read. A word stays a word, a single bit is a Boolean, and an array is one variable for each element, so that \
         its index may have ten bits at most. A `state` without `init` may have any first value, one without `next` any value at every \
         step.\n\n\
         Every `bad` is a property: it is never 1. A `justice` is one too: on no fair run are all of its values 1 infinitely often, and \
         fair runs are those on which every `fair` is. A `constraint` is 1 at every step, the step at which something is bad \
         included. Properties are called by their symbols, others b0, b1 and j0, j1 as in witnesses; inputs and registers without a \
         symbol are called by the number of their line, input_12 and state_17.\n\n\
         `wherefore fix` edits what lines compute and what registers begin with, and adds lines. A design in Verilog is edited in its \
         netlist alone: an edit says from which place of the design its line was made, and the change there is made by hand.",
    advice: "keep the names of the design; with `write_btor -s`, signals inside have symbols, too",
};

/// Netlists of bits.
pub const BITS: Topic = Topic {
    id: "aiger",
    group: Group::Language,
    summary: "netlists of and-gates, in the ASCII and in the binary form",
    explanation: "A netlist in AIGER 1.9 is read from a file ending in .aag or .aig; a binary file is read as if it were in its ASCII form, \
         and that is what lines refer to. Bad states, constraints, justice properties and fairness constraints mean what they mean in \
         BTOR2. In a file without bad states and justice properties, outputs are bad states, as was the custom before version 1.9. \
         Latches are 0 at first unless the file says 1, or that they may be either. Inputs and latches without a symbol are called i0, \
         i1 and l0, l1.",
    advice: "",
};
