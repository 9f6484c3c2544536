//! Every diagnostic that the Lustre front end can give, with the text of `wherefore explain`.

wherefore_diag::declare_codes! {
    // Text, grammar and included files.

    /// Text that cannot be read.
    BAD_TOKEN = Error "lustre-bad-token": "text that is no token of Lustre",
        "The file contains a character, a number or a quote that Lustre does not know. Comments begin with two hyphens or two \
         slashes and end with the line, or stand between (* and *) or /* and */.";
    /// Something else was expected.
    SYNTAX = Error "lustre-syntax": "text that does not follow the grammar",
        "The text is not what the grammar of Lustre expects at this place. A program is a list of types, constants, nodes, \
         functions and contracts; the equations of a node stand between let and tel, each with a semicolon at its end.";
    /// A bracket without its end.
    UNCLOSED = Error "lustre-unclosed": "something is opened and never closed",
        "A parenthesis, brace, bracket, comment or quoted text has no matching end.";
    /// Deep nesting.
    TOO_DEEP = Error "lustre-too-deep": "text nested beyond the limit",
        "Expressions may be nested 5000 levels deep. Long chains of one operator do not count as nesting.";
    /// Too large.
    TOO_LARGE = Error "lustre-too-large": "a program beyond the limits",
        "A program may have 16 MiB of text with its included files.";
    /// A file.
    MISSING_FILE = Error "lustre-missing-file": "an included file that is not there",
        "Included files are looked for beside the program. Put the file there, or replace the include by the declarations \
         that the file would have given.";
    /// A file that is not the model's to read.
    FILE_OUTSIDE = Error "lustre-file-outside": "an included file outside the folder of the model",
        "A program may include files of its own folder and of folders below it. What its text names by an absolute path or by \
         `..`, or through a link, may lie anywhere, and a report quotes what was read: so a model from somebody else could read \
         any file of this machine into it. --include DIR allows another folder.";
    /// A file that includes itself.
    INCLUDE_CYCLE = Error "lustre-include-cycle": "a file that includes itself",
        "A file must not include itself, not even through other files.";
    /// A pragma that is not read here.
    PRAGMA_IGNORED = Note "lustre-pragma-ignored": "a pragma that has no effect here",
        "A comment that begins with --% or --! gives an instruction to the tool that the program was written for. PROPERTY and \
         MAIN are followed; instructions for other analyses are left out.";

    /// A minus sign before a division.
    LOOSE_MINUS = Warning "lustre-loose-minus": "a minus sign whose reach is not clear",
        "Kind 2 reads -a mod b as -(a mod b) and JKind as (-a) mod b, which are different numbers; the same holds for div. The \
         first is taken. Parentheses make it clear.";

    // Names, types and lowering.

    /// No node.
    NO_NODE = Error "lustre-no-node": "a program without a node to analyse",
        "The main node is the one marked --%MAIN, or else the last that no other node calls. It must have a body.";
    /// Which node is analysed.
    MAIN_CHOSEN = Note "lustre-main-chosen": "one of several nodes that could be the main node",
        "Several nodes are marked --%MAIN; or none is, and several have something to check and are not called by \
         another node. The last of them is analysed. Mark one alone with --%MAIN, or name it, to analyse that one.";
    /// A construct outside the supported language.
    UNSUPPORTED = Error "lustre-unsupported": "a construct outside the supported part of the language",
        "Not supported are sets and maps, arrays whose size is not a constant, recursive nodes and data types, automata, \
         quantifiers without evident bounds or over refinement types, deterministic choice, properties inside branches, and \
         slower streams (when, activate without initial values) outside merge and current. What is not supported is refused where the main node \
         reaches it, never skipped.";
    /// A node without a body.
    IMPORTED = Error "lustre-imported": "something that is asked depends on a function without a body",
        "Nothing is known about an imported function but that equal arguments give equal results, which the analysis cannot \
         express. Give it a body, or make it an imported node if its results may be arbitrary at every tick.";
    /// The promise of a node without a body.
    PROMISED = Note "lustre-promised": "the guarantees of a node without a body are taken for granted",
        "An imported node has no body that could be checked against its contract. Its guarantees are assumed as long as its \
         assumptions hold.";
    /// A restricted choice.
    RESTRICTED_CHOICE = Note "lustre-restricted-choice": "a choice that is restricted by a condition",
        "Runs in which no value satisfies the condition of `any` are left out. If the condition can be unsatisfiable, properties \
         hold that should fail.";
    /// A name declared twice.
    DUPLICATE = Error "lustre-duplicate": "a name that is declared or defined twice",
        "Within a node the names of inputs, outputs, locals and constants must be different, and each stream has one definition.";
    /// A name that nothing declares.
    UNDEFINED = Error "lustre-undefined": "a name that nothing declares",
        "A name is an input, output or local of its node, a constant, or a value of an enumeration; a call names a node, a function \
         or a constructor.";
    /// A stream without an equation.
    NO_EQUATION = Note "lustre-no-equation": "a stream that no equation defines",
        "A local or output without an equation can have any value at every tick.";
    /// An assignment to the wrong thing.
    BAD_TARGET = Error "lustre-bad-target": "an equation for something that is no stream of the node's own",
        "The left-hand side of an equation is an output or a local of the node. Inputs and constants are decided elsewhere.";
    /// A loop.
    ALGEBRAIC_LOOP = Error "lustre-algebraic-loop": "streams that depend on each other within one tick",
        "A stream depends on its own value at the same tick. Break the loop with pre, so that it depends on the value of the tick \
         before.";
    /// A node that calls itself.
    RECURSIVE = Error "lustre-recursive": "a node, type or constant that uses itself",
        "Calls are expanded, and so are types and constants; none may come back to itself.";
    /// Too many calls.
    TOO_MANY = Error "lustre-too-many-parts": "a program that grows beyond the limits when it is expanded",
        "Calls are expanded in place, structures and arrays into their parts, and bounded quantifiers into all their cases. There \
         may be 20000 calls, 65536 parts of one stream and 100000 cases of one quantifier.";
    /// Types that do not fit.
    TYPE_CLASH = Error "lustre-type-clash": "operands whose types do not fit",
        "Boolean operators take Booleans and arithmetic takes numbers of one type: int and real are not mixed, and \
         neither are machine integers of different widths. Write real(x), int(x) or uint8 x to convert.";
    /// A wrong number of arguments.
    ARITY = Error "lustre-arity": "a wrong number of arguments, results or indices",
        "A call has as many arguments as the node has inputs, and an equation as many left-hand sides as its expression has \
         values.";
    /// A type that has no meaning.
    BAD_TYPE = Error "lustre-bad-type": "a type that has no values or cannot be worked out",
        "The bounds of a subrange are integers known before the run, the size of an array is such an integer and not negative, and a \
         machine integer has at least one bit.";
    /// Cases that leave something out.
    INCOMPLETE = Error "lustre-incomplete": "cases that do not cover all values",
        "The cases of merge and match must cover every value of what they look at; otherwise the result has no value at some \
         tick.";
    /// An assumption about the node itself.
    BAD_ASSUMPTION = Error "lustre-bad-assumption": "an assumption about what the node itself computes",
        "An assumption restricts what a node is given. It may speak of its inputs and of earlier values of its outputs, under \
         pre, and not of the outputs at the same tick.";
    /// A constant index out of bounds.
    INDEX = Error "lustre-index": "an index out of bounds",
        "The elements of an array of n are numbered from 0 to n - 1.";
    /// A memory whose first value can be seen.
    UNGUARDED_PRE = Warning "lustre-unguarded-pre": "a `pre` that has no value at the first tick",
        "At the first tick there is no tick before. Where `pre x` does not stand behind `->`, it can have any value there, and another \
         one at every place where it is written, as in Kind 2: `pre x = pre x` can be false at the first tick. From the second tick on \
         all of them are the same. Write `init -> pre x`, or init fby x.";
    /// An index that may be out of bounds.
    INDEX_BOUNDS = Warning "lustre-index-bounds": "an index that may be out of bounds",
        "An element that does not exist can have any value here, so that nothing is shown that depends on it. Bound the index, for \
         example with mod, or by a subrange as its type.";
    /// A divisor that may be zero.
    DIVISION = Warning "lustre-division": "a division by something that may be zero",
        "What a division by zero gives is not defined in Lustre. Here the quotient is then 0 and the remainder the dividend; for \
         machine integers it is what SMT-LIB says.";
    /// A question for a run.
    REACHABLE = Note "lustre-reachable": "a question for a run is not checked",
        "`check reachable` asks whether something can happen. It is read, and no property is made of it.";
}
