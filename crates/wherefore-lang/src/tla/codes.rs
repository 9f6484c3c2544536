//! The diagnostics about formulas in the notation of TLA+.

wherefore_diag::declare_codes! {
    /// Cannot be read.
    SYNTAX = Error "tla-syntax": "a formula of TLA+ that is not understood",
        "A property of a graph with states is a formula of TLA+ about one state, which must be true in every state that is reached: \
         comparisons (= # < <= > >= \\in \\notin \\subseteq), /\\ \\/ ~ => <=>, numbers with + - * \\div % .., strings, sets, \
         tuples, records, functions, f[x], r.field, DOMAIN, Len, Head, Tail, Cardinality, \\A and \\E over finite sets, IF THEN \
         ELSE, and definitions of the module beside the graph. Primes, temporal operators, CHOOSE, LET, CASE and EXCEPT are refused.";
    /// An unknown name.
    NAME = Error "tla-name": "a name that neither the graph nor the module beside it has",
        "A name in a formula is a variable of the states, a bound variable, a definition of the module NAME.tla beside the graph \
         NAME.dot, a constant of NAME.cfg, or a model value that some state has.";
    /// No value.
    VALUE = Error "tla-value": "a formula that has no value in some state",
        "TLC gives no value to a formula that compares values of different kinds, applies a function outside of its domain, or \
         is no Boolean where one is needed. The message names a state in which that happens.";
    /// No states.
    NO_STATES = Error "tla-no-states": "a formula about states for a graph whose states have no values",
        "States have values in a state graph of TLC (-dump dot,actionlabels,colorize) \
         and in FSM files with parameters. Other graphs have actions alone: a property of them is a formula in MCL.";
    /// The file beside it.
    BESIDE = Warning "tla-beside": "a file beside the graph of which a part is not used",
        "The module NAME.tla and the configuration NAME.cfg beside NAME.dot give definitions, constants and invariants. What is \
         not understood there is left out, and the message says what.";
}
