//! Every diagnostic that the OSS front end can give, with the text of `wherefore explain`.

wherefore_diag::declare_codes! {
    /// Text that cannot be read.
    BAD_TOKEN = Error "oss-bad-token": "text that is no token of a specification",
        "The file contains a character, a number or a quote that OCRA system specifications do not know. Comments begin \
         with two hyphens and end with the line.";
    /// Something else was expected.
    SYNTAX = Error "oss-syntax": "text that does not follow the grammar",
        "The text is not what the grammar of OCRA system specifications expects at this place. A specification is a list of \
         COMPONENTs; each has an INTERFACE with ports and contracts and may have a REFINEMENT with SUB, CONNECTION and \
         CONTRACT .. REFINEDBY.";
    /// A bracket without its end.
    UNCLOSED = Error "oss-unclosed": "something is opened and never closed",
        "A parenthesis, brace or bracket has no matching end.";
    /// Deep nesting.
    TOO_DEEP = Error "oss-too-deep": "text nested beyond the limit",
        "Formulas may be nested 500 levels deep. Long chains of one operator do not count as nesting.";
    /// Too large.
    TOO_LARGE = Error "oss-too-large": "a specification beyond the limits",
        "A specification may have 16 MiB of text, and a million tokens after macros are expanded and files are included. \
         Macros that use each other several times grow very fast.";
    /// A directive.
    BAD_DIRECTIVE = Error "oss-bad-directive": "a directive that cannot be read",
        "Known are #define NAME text, #define NAME(parameters) text and #include \"file\". A definition goes on over the end \
         of its line while a bracket is open or after a backslash.";
    /// A macro.
    MACRO_USE = Error "oss-macro-use": "a macro that is used in a wrong way",
        "A macro with parameters must be used with the same number of arguments, in parentheses.";
    /// A file.
    MISSING_FILE = Error "oss-missing-file": "an included file that is not there",
        "Included files are looked for beside the specification. Put the file there, or replace the directive by the \
         definitions that the file would have given.";
    /// A file that is not the model's to read.
    FILE_OUTSIDE = Error "oss-file-outside": "an included file outside the folder of the model",
        "A specification may include files of its own folder and of folders below it. What its text names by an absolute path or by \
         `..`, or through a link, may lie anywhere, and a report quotes what was read: so a model from somebody else could read \
         any file of this machine into it. --include DIR allows another folder.";
    /// A file that includes itself.
    INCLUDE_CYCLE = Error "oss-include-cycle": "a file that includes itself",
        "A file must not include itself, not even through other files.";
    /// A construct outside the supported language.
    UNSUPPORTED = Error "oss-unsupported": "a construct outside the supported part of the language",
        "Supported are discrete-time specifications without operations, arrays of ports or parts, bounds on temporal \
         operators and derivatives. What is not supported is refused, never skipped, because a check that leaves something \
         out would be worthless.";
    /// No component.
    NO_COMPONENT = Error "oss-no-component": "a specification without components",
        "A specification has at least one COMPONENT. The one marked `system`, or else called so, or else the first, is the whole.";
    /// A name declared twice.
    DUPLICATE = Error "oss-duplicate": "a name that is declared twice",
        "Within a component the names of ports, parameters, definitions and parts must be different, and so must the names of \
         contracts. A contract is refined once, and a port is connected once.";
    /// A port declared twice.
    REPEATED_PORT = Warning "oss-repeated-port": "a port that is declared twice in the same way",
        "The second declaration says the same as the first and is left out.";
    /// A contract named twice.
    REPEATED_PREMISE = Warning "oss-repeated-premise": "a contract that is listed twice",
        "The contract of a part stands twice behind one REFINEDBY. It counts once.";
    /// A name that nothing declares.
    UNDEFINED = Error "oss-undefined": "a name that nothing declares",
        "A name in a formula is a port, a parameter or a definition of the component, or a value of an enumeration; in a \
         REFINEMENT also part.port.";
    /// A component inside itself.
    RECURSIVE = Error "oss-recursive": "a component that contains itself, or a definition that uses itself",
        "Components are contained in each other as a tree, and definitions are expanded; neither may come back to itself.";
    /// Types that do not fit.
    TYPE_CLASH = Error "oss-type-clash": "operands whose types do not fit",
        "Boolean operators take Booleans, arithmetic takes numbers, and the two sides of a comparison or a connection \
         must be of the same kind.";
    /// A comparison that is always false.
    NEVER_EQUAL = Warning "oss-never-equal": "a comparison of values that are never equal",
        "The two sides of the comparison are enumerations without a value in common, so that it has the same result in \
         every state. Usually a value is misspelt.";
    /// A type that has no meaning.
    BAD_TYPE = Error "oss-bad-type": "a type that has no values or cannot be read",
        "A range l..h needs constant integer bounds with l <= h that fit into 64 bits, an enumeration needs different values, \
         and a word a width between 1 and 65536.";
    /// Continuous time.
    CONTINUOUS = Warning "oss-continuous": "a continuous port is read as a real one",
        "Time is discrete here: a continuous port is a real number that may change by any amount from step to step.";
    /// A connection to the wrong end.
    BAD_TARGET = Error "oss-bad-target": "a connection to something that is decided elsewhere",
        "The left-hand side of a CONNECTION is an output of the component itself, or an input or parameter of a part. All \
         other ports are decided by the environment or by their part.";
    /// A source that is wider than its target.
    DOES_NOT_FIT = Error "oss-does-not-fit": "a source with values that its target cannot have",
        "A CONNECTION says that the target has the value of the source at every step. If the source can have a value that the \
         target cannot, or can change while the target is a parameter, that would silently rule out runs, and contracts would \
         hold that should fail. Declare the target with all values of the source, or guard the source: \
         case x <= 5 : x; TRUE : 5; esac.";
    /// A target that depends on itself.
    WIRE_LOOP = Error "oss-wire-loop": "connections that come back to their beginning",
        "The target of a CONNECTION depends on itself in the same step, without a part between that promises something \
         about it. Such a loop rules out runs, or all of them.";
    /// A divisor that can be zero.
    DIVISION = Error "oss-division": "a division by something that can be zero",
        "The divisor of / and mod must be a constant other than 0, or something whose type has no 0. Ports are free in the \
         checks of a refinement, so that it cannot be proved that a division by zero never happens.";
    /// A port without a source.
    UNCONNECTED = Warning "oss-unconnected": "a port that nothing is connected to",
        "An input or parameter of a part, or an output of the whole, has no CONNECTION. It can have any value, an input or \
         output at any time. If that is meant for an input, connect it to an input of the whole.";
    /// A value beyond the next step.
    TOO_FAR = Error "oss-too-far": "a value more than one step ahead",
        "next(x) is the value of x in the next step. Inside another next, or where only the present counts, it has no meaning.";
    /// No contract is refined.
    NOT_REFINED = Note "oss-not-refined": "a component with parts whose contracts are not refined",
        "The component has a REFINEMENT, but no CONTRACT .. REFINEDBY in it: there is nothing to check.";
    /// Read and not asked.
    NOT_CHECKED = Note "oss-not-checked": "a formula that is read but not checked",
        "Assertions, and what a part assumes about its parameters, are read and their types are checked, but no question is \
         asked about them and nothing is concluded from them.";
}
