//! Topic `smv` of `wherefore explain`: what is read of a model of NuSMV or nuXmv, and what is taken for a state machine
//! in it.

use super::{Group, Topic};

/// The language.
pub const LANGUAGE: Topic = Topic {
    id: "smv",
    group: Group::Language,
    summary: "models of NuSMV 2.6 and nuXmv, and what is taken for a state machine in them",
    explanation: "SMV is read as NuSMV 2.6 and nuXmv write it: modules with parameters and instances; VAR, IVAR, \
         FROZENVAR, DEFINE, CONSTANTS, ASSIGN, INIT, INVAR, TRANS, FAIRNESS, JUSTICE, COMPASSION and ISA; Booleans, \
         enumerations, ranges, signed and unsigned words, arrays with constant bounds, and the unbounded types \
         integer and real of nuXmv. The binding of operators is that of NuSMV: `G a -> b` is `(G a) -> b`, and `a-b` \
         is one name, because the hyphen belongs to names.\n\n\
         Properties are INVARSPEC, CTLSPEC or SPEC, and LTLSPEC with past operators. NAME gives them a name \
         (INVARSPEC NAME safe := ...); those without are called spec_1, spec_2 and so on, by their place among all. \
         IVAR are the inputs of the model, and so is every variable that nothing constrains. An INVARSPEC that \
         mentions an input, or a state variable inside next(), is about steps: in a state without a successor it asks \
         nothing. Bounded past operators look for states before the first one and find none, as NuSMV writes them \
         out: `H [1,1] TRUE` is false at first.\n\n\
         Before any property, the program checks that the model makes sense: values stay in their ranges, every case \
         distinction has a branch that applies, nothing is divided by zero. If not, the place and a run that leads \
         there are reported, and no property is checked.\n\n\
         State machines: an enumeration whose next value is a case distinction over itself is a control variable; \
         --control NAME names others. Each branch is a transition for every state in which it applies. It is called \
         after the DEFINE that is its condition, after the value of a label variable (--transition-var NAME, or found \
         by rule), or else after its line. A control variable whose transitions all ask for one state of another one \
         is nested in that state; others run in parallel, and each keeps its own path. A model without control has \
         one class. A run that breaks an LTL property may be a lasso: its class is the path to the loop and the \
         transitions that the loop takes.\n\n\
         Not supported, and refused at the place: process, arrays indexed by words or by all integers, arrays of \
         instances, clock, uninterpreted functions (FUN), PSLSPEC, PRED, MIRROR, bounded CTL operators, enumerations \
         that mix TRUE or FALSE with other values, and lines for the C preprocessor other than line marks. COMPUTE is \
         left out with a note.",
    advice: "",
};
