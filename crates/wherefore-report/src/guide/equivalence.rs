//! Topics `diff`, `tests` and `mutate` of `wherefore explain`, and the words of their reports.
//!
//! The notions are those of "Effective Infinite-State Model Checking by Input Equivalence Class Partitioning" by Krafczyk and
//! Peleska, and of the literature on testing from finite state machines.

use super::{Group, Topic, word};

/// The verdicts of a comparison.
pub const VERDICTS: &[Topic] = &[
    Topic {
        id: "equivalent",
        group: Group::Verdict,
        summary: "two models do the same for all inputs, for ever",
        explanation: "Both models show the same outputs for every sequence of inputs, of any length. If the models \
             leave something open, each can show exactly what the other can. The proof is a list of pairs of states \
             that contains the first pair, shows equal outputs in each, and leads from pairs of the list to pairs of \
             the list only. A second solver has checked that; where none could, the report says `not re-checked`. The \
             report says what numbers were taken to be: what is proved of exact reals need not be true of floats, and \
             the other way round. The exit code is 0.",
        advice: "",
    },
    Topic {
        id: "different",
        group: Group::Verdict,
        summary: "for some inputs two models show different outputs",
        explanation: "Inputs were found after which the outputs of two models differ, or after which one takes inputs \
             that the other refuses. Both runs were replayed. No difference is shorter than the one shown, and its \
             inputs lie on a boundary. Differences are told apart by the output that differs first and by the class \
             of the last inputs; `complete` says that there is no difference of another kind. The exit code is 1.",
        advice: "look at the transition that the implementation takes in the last line of the table, or fails to take",
    },
];

/// The commands and words, in the order of listing.
pub const WORDS: &[Topic] = &[
    word(
        "diff",
        "the command that compares two models by their inputs and outputs",
        "`wherefore diff REFERENCE IMPLEMENTATION` asks whether two models show the same outputs for all inputs. \
         Inputs may be integers, reals or floats without bounds. Where what a model remembers and shows has finitely \
         many values, every difference is found. Models of which each step takes one input are also compared memory by \
         memory: those that always have the same values are found and proved. Choices that the models make themselves \
         are taken alike, by their names: what one can show, the other can show by the same choices. So models that \
         remember much, or numbers without bound, are proved the same; where the memories do not show it, pairs of \
         states are searched, or, for numbers without bound, the engines look for a first difference. A difference is \
         told only if no other choice of first values could hide it. The models may be written in different languages: \
         SMV, SCXML, Lustre, Simulink.\n\n\
         Inputs: in SMV variables declared with IVAR and those that nothing constrains; in Lustre the inputs of the \
         main node; in SCXML data with wf:input, what events carry, and the event itself where there is more than \
         one. --input NAME adds a variable.\n\n\
         Outputs: in SCXML data with wf:output; in Lustre the outputs of the main node; SMV does not declare outputs, \
         so they are all variables and definitions that both models have and the environment does not choose. \
         --output NAME names others.\n\n\
         When outputs are seen: a statechart shows them when it has come to rest after an event, and once before the \
         first event, but not in between. SMV models and Lustre programs show them at every tick.\n\n\
         Inputs and outputs are matched by name; --map REF=IMPL says that a name of the reference is another one in \
         the implementation. Each input must be there on both sides with the same values.\n\n\
         --numbers says what reals are. By default they are what the models declare: float32 or float64 (the wider of \
         both), rounded to nearest even as IEEE 754 says, or else exact reals.\n\n\
         --confirm METHOD puts the implementation through two suites. The first is made from the input classes and \
         states of both models, so that it finds every difference: a second way to the same answer. The second suite \
         is the one that `tests` writes. It is made from the reference alone, finds what its hypothesis promises, and \
         shows what such a suite finds in this implementation.\n\n\
         Labelled transition systems are compared by their steps: --equivalence strong, branching (without the option), \
         divergence-branching, trace, weak-trace or failures. The labels i and tau are hidden steps. Graphs that differ get a \
         formula in MCL that `check` finds true of one and false of the other, and a run that shows it.\n\n\
         Models whose values leave their ranges, or that do not come to rest, have no agreed meaning: that is checked \
         first.",
        "",
    ),
    word(
        "input-class",
        "inputs that a model does not tell apart, whatever its state",
        "From one state all inputs of a cell lead to the same state with the same outputs. The cells of all states together cut \
         the inputs into classes: the coarsest partition in which inputs of one class do the same everywhere. There are finitely \
         many, even of unbounded numbers, and each is shown as a condition with one of its inputs. One input of each class is \
         enough to know the model.",
        "",
    ),
    word(
        "state-class",
        "states of a model with the same memory and the same outputs",
        "What a model remembers between two inputs, together with what it shows: each combination that can be reached when it \
         waits for inputs is a state class. What it merely holds of the last inputs does not count. With the input classes \
         the state classes make the model a finite machine.",
        "",
    ),
    word(
        "minimal-states",
        "how many states the smallest machine needs that does the same",
        "State classes that no sequence of inputs tells apart are one state of the minimal machine. The number bounds \
         how long tests must be. For a model that leaves something open, it is the number of states of the machine \
         over what has been seen.",
        "",
    ),
    word(
        "tests",
        "the command that makes complete test suites",
        "`wherefore tests MODEL` makes tests with concrete inputs and expected outputs that find every difference of an \
         implementation, under a hypothesis that the report states: the implementation has at most as many states as the \
         minimal machine of the model and --extra-states more, it can be reset, and it treats inputs of one class alike. \
         Against the last, several inputs of a class take turns, those at its boundaries first, and walks are added until each \
         was tried in every state: so most implementations with another boundary are found too, which nothing promises.\n\n\
         Methods: w follows every transition by a set of sequences that tells all states apart; wp by what tells the state \
         reached from the others; h adds only what the tests made so far do not tell apart already; spyh does that and lets tests \
         that lead to the same state share what follows. \
         `--method all` makes all of them.\n\n\
         JSON has every test with all sequences of outputs that the model allows. CSV has a line per step: method, test, step, \
         the inputs (in:NAME), the outputs (out:NAME), and in `allowed` the number of the allowed sequence; step 0 is what \
         is seen before any input, and outputs are empty where the inputs are refused. Which variables are inputs and outputs is \
         said by `wherefore explain diff`.",
        "",
    ),
    word(
        "mutate",
        "the command that makes wrong models on purpose",
        "`wherefore mutate MODEL` makes every model that differs from this one by one small mistake, in its own \
         language and with everything else left as it was. It lists them; --write DIR writes each to a file; --only N \
         writes one to the standard output. Mutants that are no models are left out and counted. A mutant shows \
         whether tests, properties or `wherefore diff` notice the mistake. Some mutants do the same as the model; \
         `diff` says which. --check asks all of that at once: see `wherefore explain mutation-score`.\n\n\
         Operators, in the three languages as far as they have such a thing: AOR another arithmetic operator; AS \
         brackets elsewhere; CS a transition leaves another state; CT it leads to another state; EN a condition \
         negated; LOR another logic operator; REEA another entry action; RETA another action of a transition; RMEA an \
         entry action removed; RMTA an action of a transition removed; ROR another comparison; SGF a guard that is \
         never true; SGT a guard that always is. Beside these of the literature on state machines: CRP a constant \
         that is one off, or another one of the model; IVR another first value or state; SVR another variable of the \
         same kind; MCO a conjunct, disjunct or summand missing; OEX two operands or arguments exchanged; RMD a `pre` \
         missing; RMB a branch of a choice missing; RMT a transition missing; CE another event of a transition. \
         Properties and assumptions are not touched.",
        "",
    ),
    word(
        "mutation-score",
        "the share of mutants that the properties of a model notice",
        "`wherefore mutate MODEL --check` decides every property of the model and of every mutant. A mutant is noticed if \
         some property is true of the model and false of the mutant, or the other way round. A vacuous property is true. It \
         survives if no property notices it. Survivors are listed by the element that is changed, each with a difference \
         from the model: that is what a further property would have to speak about. A mutant of a statechart and the chart are \
         first driven with the same inputs; where a run shows a difference, the runs of both are replayed. Others are left to \
         `diff`, which finds a shortest difference.\n\n\
         The score is the share of noticed mutants among those that are noticed or survive. Set apart, and no part of it, are \
         mutants that are equivalent to the model by the proof that `diff` makes; those that are no models, because they cannot \
         be read (unreadable), or because their values leave their ranges or they have no initial state (invalid); and those of which it is undetermined \
         whether they are noticed, because a limit ended the work. A survivor that cannot be compared with the model, or not \
         within the limits, counts as a survivor and says so: it may be equivalent. What is compared is what `diff` takes for \
         outputs, and of a statechart all that a property can read, states and data: that decides what equivalent means.\n\n\
         Each mutant has --timeout for each property and for the comparison, and the comparison at most --max-states pairs of \
         states; --jobs says how many are checked at a time. --resume FILE keeps what is found about each mutant, so that a run \
         that was ended goes on where it was. Exit codes: 0 if no mutant survives, 1 if some does, 3 if something is \
         undetermined or nothing was checked.",
        "write a property about what the survivor changes, or take out the part of the model that no property needs",
    ),
];
