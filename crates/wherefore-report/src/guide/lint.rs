//! Topic `lint` of `wherefore explain`: what can be asked of a model without properties.

use super::{Group, Topic};

/// The checks.
pub const CHECKS: Topic = Topic {
    id: "lint",
    group: Group::Word,
    summary: "checks of a model that need no property: what is never reached, never used, or leads nowhere",
    explanation: "`wherefore lint MODEL` asks what every model can be asked: is each state of a statechart entered by some run, is \
         each transition taken, is each branch of a case distinction taken, does each value of an enumeration occur, does each \
         variable change, does every run go on? Of a statechart it is also asked whether each guard is ever false, whether a step \
         leaves out a transition that is enabled, and whether anything reacts to events that the chart sends to itself; of a synchronous program, whether each \
         condition of an `if` is ever true and ever false. Of a labelled transition system it is asked in which states runs end \
         and which states no run reaches; of contracts, whether assumptions and guarantees contradict each other, and whether a part \
         of them says nothing. `check` and `why` ask the same of a model that states no property; nothing was checked then, and the exit code is 3.\n\n\
         Each question is a formula that should be true in some reachable state. Short runs are looked for first, many \
         formulas at a time, and replayed. What no short run reaches gets a proof that it is never reached, and a solver of another \
         family re-checks the proof. What is neither found nor proved with a fixed amount of work is listed as not decided, \
         and is no finding. Two kinds of findings rest on the form of the model alone: a variable that nothing reads, and one \
         that has a first value and no rule for later ones.\n\n\
         What follows from a finding is not listed again: transitions that leave a state which is never entered, states and \
         branches inside parts that are never reached. A part of a module is reported if no instance reaches it.\n\n\
         A comment `wherefore: allow ID`, on the line of a finding or the one before, silences it; `--allow ID` silences all \
         findings of a kind. They are counted at the end. Warnings make the exit code 1; notes do not.",
    advice: "read the first finding first: later ones often have the same cause",
};
