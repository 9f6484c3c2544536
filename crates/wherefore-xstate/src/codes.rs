//! Every diagnostic that the reader of XState machines can give, with the text of `wherefore explain`.

wherefore_diag::declare_codes! {
    /// Text that is no JSON.
    JSON = Error "xstate-json": "text that is no JSON",
        "A machine is read from JSON: what JSON.stringify gives of its configuration, with functions as texts. Comments, keys \
         without quotes and functions as such are not JSON.";
    /// Deep nesting.
    TOO_DEEP = Error "xstate-too-deep": "nesting or size beyond the limit",
        "Values may be nested 200 levels deep, and states 60.";
    /// A configuration that is none.
    STRUCTURE = Error "xstate-structure": "a configuration that XState would not take",
        "A value has the wrong kind, a state that contains others lacks `initial`, or a key stands twice.";
    /// A construct outside of what is read.
    UNSUPPORTED = Error "xstate-unsupported": "a construct that is not supported",
        "The meaning of the construct would have to be guessed or ignored, and then no verdict could be trusted.";
    /// Unknown target.
    UNKNOWN_TARGET = Error "xstate-unknown-target": "a state that does not exist",
        "A target is the key of a sibling, `.key` of a state inside, `#id`, or one of these followed by the keys of states further \
         inside.";
    /// Targets that cannot be active together.
    TARGET_CLASH = Error "xstate-target-clash": "targets that cannot be active together",
        "All targets of a transition are entered together, so any two of them must be in different regions of a parallel state.";
    /// A property that cannot be read.
    PROPERTY = Error "xstate-property": "a property that cannot be read",
        "Properties stand in `meta.properties` of the machine, or in a file that is named there or called as the machine with \
         `.properties.json` at its end: an object of names and formulas, such as \
         { \"paid\": \"In('shipped') -> context.paid\" }. With G, F, X, U or R it is linear temporal logic.";
    /// Guards of which nothing is known.
    FREE_GUARD = Note "xstate-free-guard": "a guard that may be true or false whenever it is asked",
        "The guard is a name whose function is not in the file, or a function that is more than an expression over \
         `context` and `event`. Both outcomes are tried every time. So everything that is proved holds whatever the guard does; \
         a violation may be one that the guard prevents. Write the guard as text, such as \
         \"({ context }) => context.count < 3\", in its place or under `guards` of the machine.";
    /// Actions of which nothing is known.
    FREE_ACTION = Note "xstate-action": "actions that are taken to change nothing",
        "The action is a name whose meaning is not in the file, or a function. It is taken to have effects outside of the \
         machine only. One that assigns or raises is written as { \"type\": \"xstate.assign\", \"assignment\": { ... } } or \
         { \"type\": \"xstate.raise\", \"event\": { ... } }, in its place or under `actions` of the machine.";
    /// Values of which nothing is known.
    ANY_VALUE = Note "xstate-any-value": "a value that may be anything",
        "The value is that of a function which is not simple, or of something outside of the machine. Every value of its type is \
         tried.";
    /// Context that is not followed.
    OPAQUE = Note "xstate-opaque": "parts of the context that are not followed",
        "Values of the context that are Booleans, numbers or texts are data of the model. Lists, null, and keys that the context \
         does not have at first are not: a guard that reads them may be true or false whenever it is asked.";
    /// Delays of which nothing is known.
    DELAY = Note "xstate-delay": "a delay whose length is not known",
        "The delay is a name, or a function, and stands for any length. The number of milliseconds can be given under `delays` of \
         the machine.";
    /// Events of the environment.
    ENVIRONMENT = Note "xstate-environment": "the events that the environment is taken to send",
        "Without `schemas.events`, the environment sends every event that some transition names and the machine does not raise \
         itself. A wildcard adds one more event that nothing else matches. What is invoked sends its events while its state is \
         active: `done`, and `error` where `onError` waits for it, once, and snapshots any number of times. What such an event \
         carries may be anything.";
    /// Order of eventless transitions.
    ORDER = Note "xstate-order": "`always` in two regions, whose order is taken to be that of the file",
        "Transitions under `always` in different regions of a parallel state are taken in one step. XState goes through them in the \
         order in which their states were entered, so that what comes first depends on the past: the order of their actions, \
         and, where one of them leaves the parallel state or leads to another region, which of them is taken. Here it is always the \
         order of the file.";
    /// Functions of version 6.
    FUNCTION = Error "xstate-function": "a function that does more than is read",
        "A transition, entry or exit of version 6 is read if it is made of `if`, `?:` and `return { target, context, reenter }`, with \
         `enq.raise` and `enq.cancel`. Conditions and values that are not simple may be anything; targets must be texts. Loops, \
         changes of variables, and outcomes that are computed are not read: leaving them out would leave out behaviour.";
    /// Declared types.
    BAD_SCHEMA = Error "xstate-schema": "a type that cannot be read",
        "Types are read from JSON Schemas, `schemas.context.properties` and `schemas.events.NAME.properties`: \"boolean\", \
         \"integer\" with `minimum` and `maximum`, \"number\", or an `enum` of texts.";
}
