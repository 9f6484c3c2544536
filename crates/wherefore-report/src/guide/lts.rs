//! Topics `aut` and `mcl` of `wherefore explain`, and the words of an inquiry into a labelled transition system.
//!
//! The notions are those of "Debugging of Behavioural Models using Counterexample Analysis" by Barbon, Leroy and Salaün.

use super::{Group, Topic, word};

/// The language of graphs.
pub const GRAPHS: Topic = Topic {
    id: "aut",
    group: Group::Language,
    summary: "labelled transition systems of CADP, mCRL2 and LTSmin, as Aldebaran text",
    explanation: "An Aldebaran file has a header, des (INITIAL, TRANSITIONS, STATES), and a line (SOURCE, LABEL, \
         TARGET) for each transition; states are numbered from 0. Labels may be quoted and may contain anything but a \
         line break: (4, \"SEND !1 !2\", 7). The internal action is i or tau; so an action that a model of mCRL2 names i \
         counts as internal too. Files compressed by gzip (.aut.gz) are read as they are. A file is read as a stream, so that its size is no limit; one that has more or fewer \
         transitions than its header says is refused, because half a graph gives a wrong verdict. Distributions over \
         states, as mCRL2 writes them for probabilistic systems, are refused.\n\n\
         A graph has no properties: --property takes a formula, or a file with one (see `mcl`), and may be given \
         several times.\n\n\
         A graph that fits the memory limit is held in memory, otherwise in temporary files (--route chooses one). \
         --workers N shares the work between workers of one process, --hosts FILE with --process I between machines. \
         All give the same answer.",
    advice: "",
};

/// Graphs in other forms.
pub const OTHER_GRAPHS: Topic = Topic {
    id: "tlc",
    group: Group::Language,
    summary: "state graphs of TLC, and other graphs in DOT and FSM",
    explanation: "TLC, the model checker of TLA+, writes its state graph with -dump dot,actionlabels,colorize NAME.dot; with \
         -continue it writes all of it although an invariant is violated, and without it half a graph, in which states that \
         were not looked at seem to be deadlocks. States have the values of the variables, and transitions the names of \
         actions. If NAME.tla and NAME.cfg lie beside NAME.dot, their definitions and constants can be used, suspects have \
         the line of their action, and without --property the invariants of NAME.cfg are asked, and freedom of deadlock \
         unless it is switched off there.\n\n\
         --property takes a formula of TLA+ about one state, which must hold in every state that is reached: the name of a \
         definition, or a text such as 'x < 3 /\\ q # <<>>'. Read are comparisons, /\\ \\/ ~ => <=>, \\in and other operators on \
         sets, numbers, strings, model values, f[x], r.field, tuples, records, functions, \\A and \\E over finite sets, IF, \
         DOMAIN, Len, Head, Tail, Cardinality. Formulas in MCL about the names of actions are read too (see `mcl`), and the \
         word deadlock asks whether a run can end.\n\n\
         why --trace FILE explains a run that TLC has shown: what -dumpTrace json FILE writes, or the log, of which the first run is \
         taken that is said to break a property that is asked. The run is found in the graph by the values of its states; a \
         file that is no run of the graph is refused with the first step that the graph does not have.\n\n\
         Other graphs in DOT (.dot, .gv) have labels at their edges. The initial state is what an edge without a label from a \
         node without a form leads to, else the only node with peripheries=2, else the first. FSM (.fsm) is a form of mCRL2 \
         with the values of parameters in each state, of which formulas can speak as well. The binary forms of CADP \
         (.bcg) and mCRL2 (.lts) are converted by bcg_io and ltsconvert if these are on the search path. All these are held \
         in memory.",
    advice: "",
};

/// The language of formulas.
pub const FORMULAS: Topic = Topic {
    id: "mcl",
    group: Group::Language,
    summary: "formulas over the actions of a labelled transition system, as CADP and mCRL2 write them",
    explanation: "The spelling of MCL (CADP) and that of the mu-calculus of mCRL2 are read alike. A formula says what \
         every run from the initial state must keep to.\n\n\
         Formulas F: true, false, [R] F (after every path in R, F), F and F, <true> true (some action is possible), \
         inevitable A (an action in A happens at some time), mu X . F and nu X . F that use their variable only \
         behind boxes. [true*] <true> true is freedom of deadlock.\n\n\
         Paths R: an action A, R . R (one after the other), R | R or R + R (choice), R*, R+, R? and parentheses.\n\n\
         Actions A: true (any), \"label\" (this one), 'pattern' (a regular expression of UNIX that must match the \
         whole label), tau or i (the internal action), bare names as mCRL2 writes them, not A, A and A, A or A, A => \
         A. The words and, or, not, implies may be written &&, ||, !, =>.\n\n\
         Other formulas of the mu-calculus are decided too, as a game: <R> F, F or F, not F, F => F, forall x: S . F, \
         exists x: S . F, val(b), any mu and nu, also with parameters as in nu X(n: Nat = 0) . F, counters R{2} and \
         R{1 ... 3}, <R> @ and [R] -| (R can, or cannot, be repeated for ever), and offers {G !1 ?x:Nat where x > 2}. \
         The verdict has a winning strategy of which every move is checked. Where one is violated a run leads to a state in \
         which no step of the run matters any more, or goes on for ever; the choices on such runs have classes, \
         and the evidence shows what fails behind that state.\n\n\
         ACTL is read as part of these: A [F {a} U G], A [F {a} U {b} G] (until G, or until a step in b that leads to G; before it \
         F, and steps in a or hidden ones), E [..], AX F, AX {a} F, AF F, AF {b} F, AG F, and EX, EF, EG; the same as functions \
         A_A (F, a, G), A_A_B (F, a, b, G), E_A, E_A_B, AX_A (a, F), EX_A, AF_A, EF_A, AG_A. Runs that A speaks about go on as long as they \
         can. AX F fails where there is no step, and an until of A where a run ends before it is fulfilled.\n\n\
         ltl L is LTL over labels, true if every run that goes on as long as it can makes L true: an action A (the label of this \
         step), true, false, not, and, or, =>, X, F, G, U, R, W, with parentheses. A run that ends has no next step: X L is false \
         there, WX L (weak) is true, and G L is about the steps that there are. ltl takes all that follows: (ltl F \"a\") or F.\n\n\
         Data are numbers, Booleans, names, lists and finite sets. A quantifier over Nat, Pos or Int ranges over all numbers \
         of labels and formula and their neighbours (where others might change the verdict, there is none), over another sort the \
         values that labels have where its variable stands. \
         A name that no label has must be defined before the formula: map N: Nat; eqn N = 3; form F; as mCRL2 \
         writes it, or sort D = struct d1 | d2; form F;\n\n\
         Comments are (* ... *), -- and %. Refused at their place: quantities (sup, inf, sum), time, real numbers, \
         sets by comprehension, macros.",
    advice: "",
};

/// In the order of listing.
pub const WORDS: &[Topic] = &[
    word(
        "counterexample-lts",
        "the labelled transition system of all runs that break the property",
        "All runs that break the property, as one graph: the part of the model from which the property can still \
         fail, up to where it does. A state of the model may occur in it more than once, because what has happened \
         before decides how much is still allowed.\n\n\
         Every transition of it is one of three: it avoids the failure (correct), because after it the property \
         cannot fail any more; it seals the failure (incorrect), because after it nothing can avoid it any more; or \
         it leaves it open (neutral).",
        "",
    ),
    word(
        "neighbourhood",
        "a state where a choice decides whether the run fails",
        "A state of the counterexample LTS from which the failure can still be avoided, or the first one, with a transition \
         that avoids the failure or seals it. What is done there matters; what is done elsewhere does not. Every run \
         that breaks the property passes through a neighbourhood, and the last one on its way is the point of no return.\n\n\
         Neighbourhoods that offer the same choices are one class: the same gates that avoid the failure and the same that \
         seal it, unless --level asks for more or less. The kinds are cn, in, ci and cin: the letters say \
         whether its choices are correct, incorrect and neutral.",
        "look at the choice that was taken at the point of no return, and at those that would have avoided the failure",
    ),
    word(
        "cn",
        "a neighbourhood where some choices avoid the failure and none seals it",
        "Correct and neutral choices: here the run could have been saved, and it was not yet lost when it went on.",
        "",
    ),
    word(
        "in",
        "a neighbourhood where some choices seal the failure and none avoids it",
        "Incorrect and neutral choices: here the run could be lost, and to save it something has to be done later. If it \
         is the first state and all its choices seal the failure, then the property fails whatever is done.",
        "",
    ),
    word(
        "ci",
        "a neighbourhood where every choice avoids the failure or seals it",
        "Correct and incorrect choices and no other: whatever is done here decides.",
        "",
    ),
    word(
        "cin",
        "a neighbourhood with choices that avoid the failure, that seal it, and that leave it open",
        "Correct, incorrect and neutral choices: the run can be saved here, be lost here, or go on undecided.",
        "",
    ),
    word(
        "inevitable",
        "the failure comes in any case",
        "After such a choice every run ends in the failure, whatever is chosen from then on. That is stronger than a \
         failure that cannot be avoided but can be put off for ever: see `fair`.",
        "",
    ),
    word(
        "fair",
        "not going round in a loop for ever while there is a way out",
        "Where the failure cannot be avoided any more, it may still be put off: the run goes round in a loop and never \
         takes the way out of it. A fair run takes it at some time. A failure that comes in every fair run is therefore as \
         good as certain, unless something in the real system makes it stay in the loop.",
        "",
    ),
    word(
        "unobservable",
        "the same action both avoids the failure and seals it",
        "In some state the model has two transitions with the same label, of which one avoids the failure and the \
         other seals it. An observer who sees only actions cannot tell the two apart. The target of the transition \
         decides, not the action. Often an action is hidden, or a detail is left out, that belongs in the model.",
        "give the two transitions different labels, or look at why the model chooses between them by chance",
    ),
    word(
        "abstracted",
        "a run with only those actions left that matter",
        "A run that breaks the property may be long, and most of its steps decide nothing. The abstracted run has only \
         those actions left that lead into a neighbourhood or out of one.",
        "",
    ),
    word(
        "autx",
        "a file format for the counterexample LTS with its choices",
        "The text form of labelled transition systems, with a colour behind each label: GREEN for transitions that avoid \
         the failure, RED for those that seal it, BLACK for those that leave it open. Transitions that avoid the failure \
         lead to -1. A state that is a neighbourhood has the colours of its choices behind its number: G for cn, R for in, \
         GR for ci, GRB for cin. Viewers of the CLEAR tools read it.",
        "",
    ),
];
