//! Every diagnostic that the SMV front end can give, with the text of `wherefore explain`.

wherefore_diag::declare_codes! {
    /// A character, number or comment that cannot be read.
    BAD_TOKEN = Error "smv-bad-token": "text that is no token of SMV",
        "The text contains a character, number or comment that SMV does not know. Word constants are written as \
         0ud8_17: 0, u or s for unsigned or signed, b o d or h for the base, the width, an underscore, the digits.";
    /// Preprocessor lines.
    PREPROCESSOR = Error "smv-preprocessor": "a text for a preprocessor",
        "Lines that start with # are instructions for the C preprocessor, and dnl and define(...) before the first module \
         are words of m4. Run the preprocessor first, cpp -P FILE or m4 FILE, and check its output; the line marks it \
         leaves, such as # 12 \"file\", are accepted, and so are macros that nothing uses.";
    /// Something else was expected.
    SYNTAX = Error "smv-syntax": "text that does not follow the grammar",
        "The parser expected something else at this place. It goes on at the next semicolon or section, so later \
         messages are about later text.";
    /// A bracket, case or comment without its end.
    UNCLOSED = Error "smv-unclosed": "something is opened and never closed",
        "A parenthesis, brace, bracket, case or block comment has no matching end.";
    /// Deep nesting.
    TOO_DEEP = Error "smv-too-deep": "nesting beyond the limit",
        "Expressions may be nested 50,000 levels deep. Long chains of one operator do not count as nesting.";
    /// A construct outside the supported language.
    UNSUPPORTED = Error "smv-unsupported": "a construct that is not supported",
        "The construct is known but not supported: its meaning would have to be guessed or ignored, and then no verdict \
         could be trusted.";
    /// No main.
    NO_MAIN = Error "smv-no-main": "no module called main",
        "The model is what MODULE main describes, together with the instances it declares. A file without it is a \
         library.";
    /// Unknown module.
    UNKNOWN_MODULE = Error "smv-unknown-module": "an instance of a module that does not exist",
        "The type of a variable names a module that the file does not contain.";
    /// Wrong number of arguments.
    ARITY = Error "smv-arity": "a wrong number of arguments",
        "A module instance must give exactly one argument for each formal parameter, and a built-in function as many \
         arguments as it takes.";
    /// Module recursion.
    RECURSIVE_MODULE = Error "smv-recursive-module": "a module that contains itself",
        "A module declares an instance of itself, directly or through other modules, so the model would be infinite.";
    /// Unknown name.
    UNDEFINED_NAME = Error "smv-undefined-name": "a name that nothing declares",
        "Every name must be a variable, definition, parameter or instance of the enclosing module, or a symbolic constant \
         that occurs in some enumeration or CONSTANTS section of the model.";
    /// Declared twice.
    DUPLICATE = Error "smv-duplicate": "a name declared twice",
        "Variables, definitions, parameters and instances of one module share one name space.";
    /// Cycle of definitions.
    CIRCULAR = Error "smv-circular": "a definition that depends on itself",
        "A DEFINE, parameter or assignment x := e depends, in the same step, on its own value. Break the cycle with \
         next(x) := e, or state the relation with INVAR.";
    /// Type clash.
    TYPE_CLASH = Error "smv-type-clash": "operands whose types do not go together",
        "Booleans, integers, reals, words and symbolic values are kept apart. Booleans are TRUE and FALSE, never 1 and 0; \
         use toint, bool, word1, signed, unsigned, extend and resize to convert.";
    /// Not constant.
    NOT_CONSTANT = Error "smv-not-constant": "a value that must be known before the model runs",
        "Bounds of ranges and arrays, widths of words and bit positions must be constants.";
    /// Empty range.
    EMPTY_TYPE = Error "smv-empty-type": "a type without values",
        "The lower bound of a range must not exceed its upper bound, and a word has at least one bit.";
    /// Assigned twice.
    DOUBLE_ASSIGNMENT = Error "smv-double-assignment": "a variable assigned twice",
        "A variable may have one init and one next assignment, or one assignment x := e that holds in every state.";
    /// Target that cannot be assigned.
    BAD_TARGET = Error "smv-bad-target": "something that cannot be assigned",
        "Only state variables can be assigned. Input variables are chosen by the environment, frozen variables have no \
         next value, and definitions already have a value.";
    /// next in the wrong place.
    NEXT_NOT_ALLOWED = Error "smv-next-not-allowed": "next() where there is no next state",
        "next() may be used in TRANS, in the value of next(x) := e, in INVARSPEC, in LTLSPEC and in DEFINEs used there. It \
         cannot be nested.";
    /// Input in the wrong place.
    INPUT_NOT_ALLOWED = Error "smv-input-not-allowed": "an input variable where only state may be used",
        "Input variables label transitions. They cannot occur in INIT, INVAR, x := e, init(x) := e, CTLSPEC or \
         inside next().";
    /// Temporal operator in the wrong place.
    TEMPORAL_NOT_ALLOWED = Error "smv-temporal-not-allowed": "a temporal operator where it has no meaning",
        "LTL operators belong in LTLSPEC and CTL operators in CTLSPEC; they cannot be mixed, and INVARSPEC, constraints \
         and assignments have none.";
    /// Sets in the wrong place.
    SET_NOT_ALLOWED = Error "smv-set-not-allowed": "a set where one value is needed",
        "Sets such as {a, b}, 1..3 and x union y are choices: they may be the value of an assignment or stand to the right \
         of `in`.";
    /// Constant out of range.
    OUT_OF_RANGE = Error "smv-out-of-range": "a value outside the declared range",
        "The value can never be one of the values that the variable's type allows.";
    /// Constant division by zero.
    DIVISION_BY_ZERO = Error "smv-division-by-zero": "a division by the constant zero",
        "The divisor is always zero.";
    /// Never true.
    NEVER_EQUAL = Warning "smv-never-equal": "a comparison that is never true",
        "The two sides have no value in common, so the comparison has the same result in every state. Often a symbolic \
         value is misspelt.";
    /// Specification that is not boolean etc.
    BAD_CONTEXT = Error "smv-bad-context": "IN names something that is not an instance",
        "The expression after IN must name a module instance; the specification is read inside it.";
    /// Too large.
    TOO_LARGE = Error "smv-too-large": "a model part beyond the limits",
        "Ranges that are mixed with symbols, arrays and word widths have limits, so that a typing error does not fill the \
         memory.";
}
