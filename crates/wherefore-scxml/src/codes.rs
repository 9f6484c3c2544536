//! Every diagnostic that the SCXML front end can give, with the text of `wherefore explain`.

wherefore_diag::declare_codes! {
    /// Something that XML does not allow.
    XML = Error "scxml-xml": "text that is no well-formed XML",
        "The document is not well-formed. Document type declarations and entities of one's own are not read.";
    /// Deep nesting.
    TOO_DEEP = Error "scxml-too-deep": "nesting beyond the limit",
        "Elements, expressions and scripts may be nested 200 levels deep. Long chains of operators do not count as nesting, \
         but an expression has at most 20,000 tokens.";
    /// A construct outside the supported language.
    UNSUPPORTED = Error "scxml-unsupported": "a construct that is not supported",
        "The element, attribute or value is not supported: its meaning would have to be guessed or ignored, and then no \
         verdict could be trusted. Among them are external files and other event processors whose answers matter.";
    /// An element or attribute where none may be.
    STRUCTURE = Error "scxml-structure": "a document that does not follow the standard",
        "An element stands where the standard allows none, a required attribute is missing, or a value is none of those the \
         standard lists.";
    /// Declared twice.
    DUPLICATE = Error "scxml-duplicate": "a name declared twice",
        "Ids of states must be unique in a document, and so must ids of data.";
    /// Unknown target.
    UNKNOWN_TARGET = Error "scxml-unknown-target": "a state that does not exist",
        "The target of a transition, an initial state or the operand of In() is no id of a state of the document.";
    /// Targets that cannot be active together.
    TARGET_CLASH = Error "scxml-target-clash": "targets that cannot be active together",
        "All targets of a transition are entered together, so any two of them must be in different regions of a <parallel>. \
         An initial target, and the default target of a history, must be inside the state that it is the default of.";
    /// A malformed event name or descriptor.
    DESCRIPTOR = Error "scxml-event": "text that names no event",
        "An event name consists of tokens separated by dots. A descriptor in a transition is such a name, which also matches \
         all longer ones, optionally with .* at its end, or * alone. Several are separated by blanks.";
    /// A malformed expression.
    SYNTAX = Error "scxml-syntax": "an expression that cannot be read",
        "The text is no expression or statement of the data model.";
    /// ECMAScript beyond the subset.
    ECMASCRIPT = Error "scxml-ecmascript": "an expression that needs an ECMAScript engine",
        "Expressions may use Booleans, numbers, texts, arrays, data items, _event.name, _event.data.field, In(), the \
         arithmetic, comparison and logical operators, ?: and a few functions of Math. Everything else of ECMAScript \
         would have to be executed, not reasoned about.";
    /// Unknown name.
    UNDECLARED = Error "scxml-undeclared": "a name that nothing declares",
        "Every name in an expression must be the id of a <data>, a variable of a <script>, or the item or index of a \
         <foreach>.";
    /// An expression that fails when it is evaluated.
    RUNTIME_ERROR = Warning "scxml-runtime-error": "an expression that fails whenever it is evaluated",
        "The expression or location cannot be evaluated. The chart reacts to error events, so this is no error of the \
         document: evaluating it places error.execution (or error.communication) in the internal queue.";
    /// A malformed declaration.
    BAD_DECLARATION = Error "scxml-declaration": "a declaration that cannot be read",
        "Types are bool, int, real, enum, or those of the form int8, uint16, float64, int32[5]. A range is written lo..hi, for reals \
         with decimal numbers too, the values of an enumeration as names separated by blanks. A data item is an input or a \
         choice, not both, and a choice has finitely many values. Counts are positive numbers, wf:queue at most 64 and \
         wf:microsteps at most 100000.";
    /// Another data model.
    DATAMODEL = Warning "scxml-datamodel": "a data model that is read as ECMAScript",
        "The document asks for a data model other than null and ECMAScript. Its expressions are read as ECMAScript; what \
         means something else there, such as division of integers, is read wrongly.";
    /// Data without a data model.
    NO_DATA = Error "scxml-no-data": "data in a document that asks for the data model null",
        "With datamodel=\"null\" a document has no data, no values and no scripts, and a condition is In('state'), here also with \
         !, && and ||. Everything else has no meaning there. Write datamodel=\"ecmascript\", or remove what needs data.";
    /// Another namespace for the whole document.
    NAMESPACE = Warning "scxml-namespace": "a document in a namespace that is not that of SCXML",
        "The outermost element is called scxml but is in another namespace. It is read as SCXML.";
    /// Approximated types.
    READ_AS = Note "scxml-read-as": "a type that is read as a wider one",
        "Machine floats are read as exact reals and integers of 64 bits as integers without bounds: rounding and overflow \
         are not part of the model. A data item whose value is in another file starts with any value of its type.";
    /// Foreign namespaces.
    FOREIGN = Note "scxml-foreign": "elements or attributes of another namespace",
        "The standard lets a processor ignore what is in a namespace it does not know, and so it is ignored.";
    /// Invoked services.
    INVOKED = Note "scxml-invoke": "a service that is taken for a part of the environment",
        "A service that a state invokes runs beside the chart. It is taken for a part of the environment: done.invoke with \
         the id of the service, and the events that an invoked document in the same file sends to #_parent, can come at \
         any time, and so can error.communication and error.execution where the chart waits for them. What the service is \
         given does not matter to the chart. A chart that is invoked from the same document, or from a file beside it, is a \
         session of the model instead, if it is known which chart it is, all its data have first values, it needs neither \
         <finalize> nor autoforward, does not ask for the name or type of events, and does not invoke itself; where it \
         is not, the note says why.";
    /// Charts beside a chart.
    NETWORK = Note "scxml-network": "charts that run beside the chart",
        "An event that is sent to the name of a chart in the same folder goes to that chart: NAME.scxml, or the document whose \
         name it is. Both run from the start, with all charts that they send to or that <wf:chart src=\"...\"/> names. Where one of \
         them cannot be a part of the model, because it is not read, is called like another, has a name with a blank or a dot, \
         asks for the name or type of events, has a <finalize>, binds its data late or is sent <content> that it reads as a whole, the \
         document is read alone: then the others are a part of the environment, and the note says why. What nothing in the receiver \
         waits for is not sent.";
    /// Elements for robots.
    ROBOT = Note "scxml-robot": "elements for ROS and behaviour trees",
        "The document describes one node among others. Callbacks are transitions on events from outside, messages are \
         events that leave the chart, and both have the names that AS2FM gives them. An input port of a behaviour tree \
         that is assigned to a data item is a constant of any value of its type.";
    /// Empty attributes.
    EMPTY = Warning "scxml-empty": "an attribute without a value",
        "An empty condition or value is no expression. It is read as if the attribute were not there, as the tools that \
         write it mean it: a transition is taken whatever holds, and a data item starts without a value.";
    /// Outputs.
    OUTPUT = Note "scxml-output": "events that leave the chart",
        "A <send> to another target or type than the chart itself is an output. It is not seen again.";
    /// Dropped content.
    DROPPED = Note "scxml-dropped": "content that nothing reads",
        "What an event carries as <content> matters only to expressions over _event.data, and there are none. The delay of \
         an event that leaves the chart matters only to its receiver.";
    /// A cancel without a send.
    CANCEL = Warning "scxml-cancel": "a <cancel> that cancels nothing",
        "The id that <cancel> names is the id of no <send>, so it has no effect.";
    /// Events of the environment.
    ENVIRONMENT = Note "scxml-environment": "the events that the environment is taken to send",
        "Without <wf:event> elements, the environment sends every event that some transition names and the chart does not \
         send or raise itself, and every text that is compared with _event.name and that some transition waits for. A \
         wildcard adds one more event that nothing else matches. Where events leave the chart and it waits for \
         error.communication, that can come at any time.";
    /// Kinds of values that do not go together.
    TYPE_CLASH = Error "scxml-type-clash": "values whose types do not go together",
        "A data item has one type in all of a run: Boolean, integer, real, texts of one enumeration, or an array of \
         these with a fixed length. Where the document declares none, it is inferred from what is assigned to the \
         item and compared with it. Comparisons and arithmetic between different kinds, which ECMAScript would settle \
         by conversion, are refused. A real becomes an integer only through Math.floor, Math.ceil, Math.round or \
         Math.trunc.";
    /// A type that cannot be represented.
    TYPE_SIZE = Error "scxml-type-size": "a type whose size is not known or beyond the limits",
        "An array has the same length in all of a run. It is known from an array that is assigned to the item, or from a \
         declaration such as type=\"int32[5]\", and is not zero where an element is asked for. Its elements are no arrays, \
         and no event carries it. Lengths and the number of texts in an enumeration have limits, so that a mistake does not \
         fill the memory.";
    /// Types that were inferred.
    INFERRED = Note "scxml-inferred": "the types that data are taken to have",
        "SCXML has no types. An item without wf:type, wf:range or wf:values gets the type of what is assigned to it and \
         compared with it. An integer whose values follow from constants gets their range; one that can grow, such as a \
         counter, gets none, and finite-state engines cannot be used. A text can be one of the constants that it is \
         assigned or compared with. Where the value comes from outside it can also be `(another text)`, which stands for all \
         that the chart does not mention; several such stand-ins are there if values from outside are compared.";
    /// A macrostep without end.
    LIVELOCK = Error "scxml-livelock": "a reaction to one event that never ends",
        "Transitions without event, and those on events that the chart raises itself, are taken before the next external \
         event. Here they lead back to where they began, with the same events waiting, whatever the data are: the chart \
         never comes to rest again.";
}
