//! Every diagnostic about a formula of the mu-calculus, with the text of `wherefore explain`.

wherefore_diag::declare_codes! {
    /// A character that cannot be read.
    BAD_TOKEN = Error "mu-bad-token": "text that is no token of a formula",
        "The formula contains a character that neither MCL nor the mu-calculus of mCRL2 knows, or a quote or comment \
         without its end.";
    /// Something else was expected.
    SYNTAX = Error "mu-syntax": "text that does not follow the grammar of the mu-calculus",
        "The reader expected something else at this place. A formula has true, false, val(..), [R] F, <R> F, not, and, \
         or, =>, forall, exists, mu and nu, where R is a regular expression over sets of actions; the operators of ACTL, such as \
         A [F {a} U {b} F] and AG F; and ltl L, where L has actions, X, F, G, U, R and W.";
    /// A bracket without its end.
    UNCLOSED = Error "mu-unclosed": "a bracket in a formula is never closed",
        "A parenthesis, bracket or brace has no matching end.";
    /// Deep nesting.
    TOO_DEEP = Error "mu-too-deep": "a formula of the mu-calculus nested beyond the limit",
        "Formulas may be nested 500 levels deep. Long sequences, choices and conjunctions do not count as nesting.";
    /// Too large.
    TOO_LARGE = Error "mu-too-large": "a formula of the mu-calculus beyond the limits",
        "A formula may have 1 MiB of text, 100,000 parts once counters are unfolded, and numbers of 63 bits.";
    /// A construct outside the language.
    UNSUPPORTED = Error "mu-unsupported": "a construct of mCRL2 or MCL that is not read",
        "Not read are quantitative formulas (sup, inf, sum, and numbers in the place of formulas), time (@, delay, \
         yaled), real numbers, sets by comprehension, lambda terms and functions as values, and libraries of macros.";
    /// A name that nothing binds.
    UNDEFINED = Error "mu-undefined": "a name of a formula that has no meaning",
        "A name in the place of a formula must be bound by an enclosing mu or nu. A name inside data must be a variable, \
         a value that labels of the graph have, or be defined before the formula, as in: map N: Nat; eqn N = 3; form F; \
         A specification of mCRL2 has such definitions; a graph does not.";
    /// A fixpoint that has no meaning.
    NOT_MONOTONE = Error "mu-not-monotone": "a fixpoint variable under an odd number of negations",
        "Between a fixpoint variable and the mu or nu that binds it there must be an even number of negations; the left \
         side of an implication counts as one.";
    /// Arguments that do not fit.
    ARGUMENTS = Error "mu-arguments": "a fixpoint variable or function with the wrong number of arguments",
        "A use of a fixpoint variable has as many arguments as its declaration has parameters.";
    /// A sort without values.
    NO_VALUES = Error "mu-no-values": "a quantifier over a sort whose values are not known",
        "A quantifier ranges over the values that labels of the graph have at the places where its variable, or another \
         of the same sort, is an argument of an action. Bool has its two values; Nat, Pos and Int have the numbers in labels and in \
         the formula, and their neighbours. Other sorts can be given values before the formula: `sort D = struct d1 | d2; form F`.";
    /// Data that has no value.
    BAD_DATA = Error "mu-bad-data": "an expression that has no value",
        "An operator was given a value of another sort, no equation applies, or a number leaves 63 bits.";
}
