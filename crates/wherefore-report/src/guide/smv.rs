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
         out: `H [1,1] TRUE` is false at first. PSLSPEC is read where PSL says what LTL or CTL does: always, never, \
         eventually!, next, next[n], next_a, next_e, next_event, until, before and forall; sequences between braces, \
         clocks and abort are refused. The bounded operators of CTL, such as EBF 0..3 p and A [p BU 1..3 q], are \
         written out with EX and AX. Fairness may speak of inputs: it then holds of the steps of a run.\n\n\
         Before any property, the program checks that the model makes sense: values stay in their ranges, every case \
         distinction has a branch that applies, nothing is divided by zero. If not, the place and a run that leads \
         there are reported, and no property is checked.\n\n\
         Processes: with p : process m(...), one process runs in each step, and main is one of them. The input \
         _process_selector_ says which, and p.running is true if it is p. An equation next(x) := e belongs to the \
         process that it stands in; x keeps its value while no process with an equation for it runs, and several \
         processes may have one. INIT, INVAR, TRANS, x := e and variables without an equation are not touched by \
         that. FAIRNESS running says that a process runs infinitely often. The control variables of processes run in \
         parallel like any others.\n\n\
         State machines: an enumeration whose next value is a case distinction over itself is a control variable; \
         --control NAME names others. Each branch is a transition for every state in which it applies. It is called \
         after the DEFINE that is its condition, after the value of a label variable (--transition-var NAME, or found \
         by rule), or else after its line. A control variable whose transitions all ask for one state of another one \
         is nested in that state; others run in parallel, and each keeps its own path. A model without control has \
         one class. A run that breaks an LTL property may be a lasso: its class is the path to the loop and the \
         transitions that the loop takes.\n\n\
         Not supported, and refused by name at the place: arrays indexed by all integers or by signed words, arrays of \
         instances, uninterpreted functions (FUN), powers, exp, sin and their like, `U` with \
         bounds, everything of timed nuXmv (@TIME_DOMAIN, clock, noncontinuous, URGENT, @F~, X~, intervals of time, \
         time_since), PARSYNTH, games, PRED, MIRROR, CONSTRAINT, enumerations that mix TRUE or FALSE with other values, \
         lines for the C preprocessor other than line marks and macros that nothing uses, and texts for m4. In a flat \
         model names may have dots.\n\n\
         An array indexed by words, array word[3] of T, has one variable for each word of at most 8 bits; READ(a, i), WRITE(a, i, v), \
         CONSTARRAY(typeof(a), v), next(a) := e and a = b are those of nuXmv.\n\n\
         COMPUTE MIN [p, q] asks for the steps of a shortest path from a reachable state with p to one with q, and COMPUTE \
         MAX [p, q] for the steps after which every path from p has arrived at q; as in NuSMV, only states that begin a fair \
         path count. The answer is a number, infinite, or for MAX undefined where p or q never occurs. It is no verdict and \
         changes no exit code, unless it is not found.",
    advice: "",
};
