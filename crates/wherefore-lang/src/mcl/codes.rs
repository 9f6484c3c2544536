//! Every diagnostic that the reader of formulas can give, with the text of `wherefore explain`.

wherefore_diag::declare_codes! {
    /// A character that cannot be read.
    BAD_TOKEN = Error "mcl-bad-token": "text that is no token of a formula",
        "The formula contains a character that neither MCL nor the mu-calculus of mCRL2 knows. Labels of the system are \
         written in double quotes, patterns over labels in single quotes.";
    /// Something else was expected.
    SYNTAX = Error "mcl-syntax": "text that does not follow the grammar of formulas",
        "The reader expected something else at this place. A formula is true, false, [R] F, F and F, <true> true or \
         inevitable A, where R is a regular expression over sets of actions A.";
    /// A bracket, quote or comment without its end.
    UNCLOSED = Error "mcl-unclosed": "something in a formula is opened and never closed",
        "A parenthesis, bracket, quote or comment has no matching end.";
    /// Deep nesting.
    TOO_DEEP = Error "mcl-too-deep": "a formula nested beyond the limit",
        "Formulas may be nested 500 levels deep, and fixpoints 6. Long sequences, choices and conjunctions do not count \
         as nesting.";
    /// Too large.
    TOO_LARGE = Error "mcl-too-large": "a formula beyond the limits",
        "A formula may have 1 MiB of text and 1,000 different patterns.";
    /// A construct outside the supported language.
    UNSUPPORTED = Error "mcl-unsupported": "a formula outside the supported part of the logic",
        "Supported are formulas that a single run can violate: [R] F, conjunction, <true> true (some action is possible), \
         inevitable A, and fixpoints that use their variable only behind boxes. Possibility (<R> F), disjunction and \
         negation of formulas, quantifiers and data are not: a formula with them has no single run as counterexample, or \
         needs values that labels do not carry. Quantifiers over the parameters of an action can often be written as a \
         pattern: 'enter(.*)' instead of exists i : Nat . enter(i).";
    /// A name that nothing binds.
    UNDEFINED_VARIABLE = Error "mcl-undefined-variable": "a fixpoint variable that nothing binds",
        "A name in the place of a formula must be bound by an enclosing mu or nu. Labels belong inside [ ].";
    /// A malformed pattern.
    BAD_PATTERN = Error "mcl-bad-pattern": "a pattern over labels that cannot be read",
        "Patterns in single quotes follow the UNIX manual page regexp(5), as in CADP: . is any character, * repeats, \
         [a-z] and [^a-z] are classes, \\( \\) group, \\{m,n\\} repeats a number of times, and a backslash takes the \
         meaning from a special character. All other characters, also + ? | ( ) { }, stand for themselves. The pattern \
         must match the whole label.";
    /// An operator of other dialects.
    PATTERN_LITERAL = Note "mcl-pattern-literal": "a character of a pattern that stands for itself",
        "In patterns of CADP the characters + ? and | are ordinary: 'a+' matches the label a+ and not aa. Write aa* for \
         one or more, and 'a' or 'b' for alternatives.";
}
