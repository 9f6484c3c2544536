//! The diagnostics about models that do not make sense: one per kind of obligation, and those about contracts.

use wherefore_diag::Code;
use wherefore_ir::ObligationKind;

wherefore_diag::declare_codes! {
    /// A value outside the range of its variable.
    OUT_OF_RANGE = Error "model-out-of-range": "a value that does not fit its variable is assigned in some run",
        "Some run of the model assigns a variable a value that its type does not have, such as 8 to a variable of type \
         0..7. What the model means from there on is not defined, so no property is checked. The run that leads there is \
         shown. Give the variable a larger range, or guard the assignment.";
    /// No branch applies.
    CASE_NOT_EXHAUSTIVE = Error "model-case-not-exhaustive": "a case distinction in which no branch applies in some run",
        "In some run none of the conditions of a case distinction is true, so that it has no value. No property is checked. \
         Add a last branch with the condition TRUE, or cover the missing situation.";
    /// A division by zero.
    DIVISION_BY_ZERO = Error "model-division-by-zero": "a division by zero in some run",
        "In some run the divisor of / or mod is zero. The result is not defined, so no property is checked. Guard the \
         division with a case distinction.";
    /// An index outside its array.
    INDEX_OUT_OF_BOUNDS = Error "model-index-out-of-bounds": "an array index outside its bounds in some run",
        "In some run an array is read or written at an index that it does not have. No property is checked. Bound the index \
         by its type, or guard the access.";
    /// Too many events.
    QUEUE_FULL = Error "model-queue-full": "more events wait than a queue has room for in some run",
        "A statechart that raises or sends more events than it takes fills its queue. The standard knows no limit, but without \
         one nothing can be proved: there is room for one event per place that sends, at most six, or for as many as \
         wf:queue on the root element says; a delayed event can be pending once. Some run of the model needs more, so no property is checked. Give a larger \
         number if the queue is bounded, or look for the loop that fills it.";
    /// No rest.
    NO_REST = Error "model-no-rest": "a machine that does not come to rest in some run",
        "After an event a statechart takes transitions without events, and events it has raised itself, until there \
         is none left. In some run that takes more microsteps than wf:microsteps on the root element says, which is \
         100 unless it is given; most likely it goes round for ever. Properties are about machines at rest, so none \
         is checked.";
    /// No value.
    NO_VALUE = Error "model-no-value": "something is read before it has a value in some run",
        "A data item without a first value, or one that gets it only when its state is entered, is read too early in some run. \
         What a processor would make of that differs, so no property is checked. Give it a first value, or write \
         wf:init=\"any\" if every value is possible.";
    /// No initial state.
    NO_INITIAL_STATE = Warning "model-no-initial-state": "no state satisfies all restrictions on first states",
        "What the model says about its first state (INIT, init(x) := e) and about every state (INVAR, x := e) cannot all be true: \
         no run begins. Every property is then true and says nothing; each is called vacuous, nothing is checked, and the exit \
         code is 3. The restrictions that exclude each other are shown. Most likely one of them is stronger than it was meant.";
    /// No infinite run.
    NO_INFINITE_RUN = Warning "model-no-infinite-run": "no run of the model goes on for ever, or none that is fair",
        "LTL and CTL properties are about infinite runs, and about fair ones where the model states fairness. In this \
         model every run comes to a state without a successor, or to states from which fairness cannot be kept: so \
         every such property is true and says nothing. It is called vacuous, and the exit code is 3 if nothing is \
         violated. Invariants (INVARSPEC) are about all states that are reached, and are not affected. Look for a \
         TRANS or INVAR that is too strong, or for a FAIRNESS condition that never comes true.";
    /// Dead ends.
    DEAD_END = Warning "model-dead-end": "some run of the model comes to a state without a successor",
        "LTL and CTL properties are about infinite runs. A run that comes to a state without a successor is not one \
         of them: whatever happens on it breaks no such property. Invariants (INVARSPEC) are about all states that \
         are reached. Most often a TRANS or an INVAR is stronger than it was meant, or a relation leads out of the \
         range of a variable.";
    /// A control state that no run enters.
    UNREACHABLE_STATE = Warning "lint-unreachable-state": "no run of the model enters a control state",
        "Whatever the environment does, the state is never active. So are the states inside it and the transitions that leave it, \
         which are not listed again. Look at the transitions that lead to the state: their guards, the events that trigger them, \
         and transitions before them that are taken instead. A comment `wherefore: allow lint-unreachable-state` on its line or \
         the line before silences the finding; `--allow lint-unreachable-state` silences all of its kind.";
    /// A transition that no run takes.
    DEAD_TRANSITION = Warning "lint-dead-transition": "no run of the model takes a transition",
        "In no reachable state is the transition enabled: its guard is false whenever its state is active and its event occurs, \
         its event never occurs there, or a transition with priority over it is always enabled too. A comment `wherefore: allow \
         lint-dead-transition` on its line or the line before silences the finding.";
    /// A branch that no run takes.
    DEAD_BRANCH = Warning "lint-dead-branch": "no run of the model takes a branch of a case distinction",
        "In no reachable state do the conditions around the branch hold, those before it fail, and its own hold. Most often an \
         earlier branch covers it, or its condition is not what was meant. The last branch of a case, for TRUE, is never \
         reported: writing one that is not needed is good practice. Branches inside a branch that is reported are not listed \
         again. Where a module has several instances, the branch is taken in none of them.";
    /// A value that never occurs.
    UNUSED_VALUE = Warning "lint-unused-value": "a variable never has one of the values that it is declared with",
        "The type of the variable lists a value that the variable has in no reachable state. If the value stands for a mode or a \
         state of control, that mode cannot be entered. Where a module has several instances, it occurs in none of them.";
    /// A variable that never changes.
    CONSTANT_VARIABLE = Warning "lint-constant-variable": "a variable has the same value in every reachable state",
        "The variable is written as if it could change, and it does not. Most often the condition under which it would change is \
         never true.";
    /// A variable that nothing reads.
    UNREAD_VARIABLE = Note "lint-unread-variable": "nothing in the model depends on a variable",
        "The variable is given values, and no other variable, restriction, definition, output or property mentions it. If it \
         stands for something that is seen from outside, the model does not say so; otherwise it can be removed.";
    /// A guard that is always true.
    IDLE_GUARD = Warning "lint-idle-guard": "the guard of a transition is true whenever it is evaluated",
        "Whenever the state of the transition is active and its event is there, the guard is true: the chart behaves the same \
         without it. Either the guard can go, or it is not the condition that was meant. Transitions that are never taken are \
         reported as lint-dead-transition instead; a guard that is written as a constant is not reported.";
    /// Two transitions of one state that are enabled together.
    OVERLAPPING_GUARDS = Note "lint-overlapping-guards": "two guarded transitions of a state are enabled together",
        "The guards of two transitions of one state can be true for the same event. The standard takes the one that is written \
         first, so the order in the file decides. The run shows such a step. If that is what is meant, a comment `wherefore: allow \
         lint-overlapping-guards` says so; otherwise make the guards exclude each other. A transition without a guard after \
         guarded ones is not reported: it is what remains.";
    /// A transition that another region prevents.
    PREEMPTED_TRANSITION = Warning "lint-preempted-transition": "a transition in a parallel region prevents another one",
        "Two transitions of parallel regions react to the same event, and one of them leaves the state in which the other would \
         be taken. Only one is taken: that of the region which is written first. The other region does not react to the event. \
         The run shows such a step.";
    /// An event without a reaction.
    IGNORED_EVENT = Warning "lint-ignored-event": "a chart sends itself an event to which nothing ever reacts",
        "An instruction raises the event, or sends it to the chart's own queue, and whenever it is read no transition is enabled \
         for it: its name may be misspelt, or the states that wait for it are not active then. The event is lost.";
    /// A variable that is free after the first state.
    FREE_AFTER_START = Warning "lint-free-after-start": "only the first value of a variable is restricted",
        "The model says what the variable is at first, and nothing about its later values: in each later state it can be anything. \
         If it is meant to keep its value, declare it as FROZENVAR or write `next(x) := x`; if the environment chooses it, \
         declare it as IVAR or leave out the first value.";
    /// A condition that is the same at every tick.
    CONSTANT_CONDITION = Warning "lint-constant-condition": "a condition of a synchronous program is the same at every tick",
        "Whatever the inputs are, the condition of the `if` is always true, or always false: one of its two values is never used. \
         Where a node is called several times the condition is so in all calls. Conditions that are written as constants are \
         not reported. Look at the streams that the condition reads; `->` before a `pre` may give them a value that they keep.";
    /// A loop in which fairness cannot be met.
    UNFAIR_LOOP = Warning "lint-unfair-loop": "a run comes to where it can never be fair again",
        "Properties of infinite runs are about fair runs: those that meet each FAIRNESS, JUSTICE and COMPASSION of the model for \
         ever. A run of this model comes to a state from which steps lead on, and no fair run does. Whatever happens from there on \
         breaks no such property. The run is shown, with a loop if a short one was found; the condition that this loop does not \
         meet is marked. Most often the model gets stuck there, or the condition is stronger than it was meant: `FAIRNESS x = 0` \
         asks for x = 0 again and again, not once. A comment `wherefore: allow lint-unfair-loop` on the line of the condition or \
         the line before silences the finding. States without a successor are reported as model-dead-end instead.";
    /// A state of a graph without transitions.
    DEADLOCK = Warning "lint-deadlock": "a state of a labelled transition system that is reached and has no transition",
        "A run that comes to the state ends there. The shortest such run is shown. A graph does not say where it is meant to end: \
         only a state that is entered by transitions labelled `exit` alone is taken to be an end, as in LOTOS. If every run may \
         end, `--allow lint-deadlock` silences the finding.";
    /// A conjunct that says nothing.
    IDLE_CONJUNCT = Warning "lint-idle-conjunct": "a part of a contract that says nothing",
        "Every behaviour keeps this part of the assumption or guarantee, whatever the values of its ports are; or every behaviour \
         that keeps the assumption of the contract keeps this part of its guarantee, so that an implementation of the contract has \
         nothing to do for it. The contract means the same without it. Most often an implication has the wrong left-hand side, \
         or the part repeats what the type of a port says. What is written as TRUE is not reported.";
    /// An assumption that is always false.
    NO_ENVIRONMENT = Warning "contract-no-environment": "no behaviour satisfies the assumption of a contract",
        "A contract says what its owner guarantees as long as its environment keeps the assumption. If no environment can keep \
         it, the contract promises nothing, and whatever is derived from it holds for no good reason. The parts of the \
         assumption that exclude each other are shown; none of them can be left out.";
    /// A contract that nothing implements.
    CONTRADICTORY = Warning "contract-contradictory": "no behaviour satisfies assumption and guarantee of a contract together",
        "Wherever the assumption of the contract is kept, its guarantee cannot be: nothing implements the contract. A \
         refinement that uses it may hold only because of that. The parts that exclude each other are shown; none of them \
         can be left out.";
    /// Contracts that exclude each other.
    NOTHING_TO_REFINE = Warning "contract-nothing-to-refine": "no behaviour satisfies all contracts that stand for another one",
        "The contracts of the parts, the connections between them and the assumption of the whole exclude each other. Every \
         check of this refinement then holds, and says nothing: parts that keep their contracts cannot be put together \
         like this. The conjuncts and connections that exclude each other are shown; none of them can be left out.";
    /// Inputs and outputs that do not fit.
    UNUSABLE_INTERFACE = Error "unusable-interface": "models or questions that do not fit together by their inputs and outputs",
        "Two models are compared by what their environment chooses and what it sees. Both must have the same inputs, with the \
         same values, and the outputs asked for; and of models that choose, or restrict what they take, what they remember \
         between two inputs, and show, must have finitely many values. The message says what is missing or does not fit. `wherefore explain diff` says which variables are inputs and \
         outputs in each language, and how --input, --output and --map name others.";
    /// Not known whether contracts make sense.
    NOT_EXAMINED = Note "contract-not-examined": "it is not known whether contracts make sense by themselves",
        "Before the checks of a refinement, every contract is looked at by itself, and all of them together: can they be \
         true at all? The search for an answer ended without one. The verdicts of the checks stand; only whether they hold \
         because contracts contradict themselves is not known.";
}

/// The diagnostic of a broken obligation.
pub fn of(kind: ObligationKind) -> &'static Code {
    match kind {
        ObligationKind::OutOfRange => OUT_OF_RANGE,
        ObligationKind::CaseNotExhaustive => CASE_NOT_EXHAUSTIVE,
        ObligationKind::DivisionByZero => DIVISION_BY_ZERO,
        ObligationKind::IndexOutOfBounds => INDEX_OUT_OF_BOUNDS,
        ObligationKind::QueueFull => QUEUE_FULL,
        ObligationKind::NoRest => NO_REST,
        ObligationKind::NoValue => NO_VALUE,
    }
}
