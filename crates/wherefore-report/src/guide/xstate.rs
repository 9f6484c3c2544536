//! Topic `xstate` of `wherefore explain`: what is read of a machine of XState, and what is assumed of the rest.

use super::{Group, Topic};

/// The language.
pub const LANGUAGE: Topic = Topic {
    id: "xstate",
    group: Group::Language,
    summary: "machines of XState, from JSON, with functions as texts",
    explanation: "A machine is read from a .json file: the configuration that createMachine takes. Version 5 is meant; `cond` and \
         `internal` of version 4 are understood. Functions are texts, such as \
         \"guard\": \"({ context, event }) => context.count < 3 && event.value > 0\"; assignments are \
         { \"type\": \"xstate.assign\", \"assignment\": { \"count\": \"({ context }) => context.count + 1\" } }, and raised events \
         { \"type\": \"xstate.raise\", \"event\": { \"type\": \"NEXT\" } }. What guards, actions and delays with a name mean can stand \
         under `guards`, `actions` and `delays` of the machine. What stays unknown is a free choice: a guard may be true or false \
         whenever it is asked, an action changes nothing, a delay has any length, and a note says so. So what holds is \
         proved for every such guard, and a violation is possible unless the guard prevents it.\n\n\
         A file in which functions are objects with `@code`, as serializeMachine of version 6 writes them, is of version 6 and follows its \
         rules: a transition is a function that returns { target, context, reenter }, or nothing, or an object; `enq.raise` and \
         `enq.cancel` are read, and so are `guard`, `matches`, `choice`, \"@xstate.assign\" and \"@xstate.raise\". A machine without any \
         function is of version 6 if it has \"@exprLang\". Version 6 leaves out types that are code: what it writes has no `schemas` \
         but those that are JSON Schemas.\n\n\
         Values of the context that are Booleans, numbers or texts are data. Types are inferred, or declared as JSON Schemas under \
         `schemas.context` and `schemas.events`; the events of the latter are then all that the environment sends.\n\n\
         Properties stand under `meta.properties`, or in the file that is named there, or in NAME.properties.json beside NAME.json: \
         { \"paid before shipped\": \"In('shipped') -> context.paid\", \"answered\": \"G(In('asked') -> F(In('done')))\" }. They are \
         about the machine at rest. A state is called by its key where only one has it, otherwise by the keys that lead to it \
         with dots between them, or by # and its id.\n\n\
         What is invoked is a part of the environment: it ends at some time while its state is active, well, or with an error if \
         `onError` waits for one, and what it gives may be anything. How much time passes is not part of the model: `after` \
         comes at some rest while its state is active, but not before what is certainly due earlier.",
    advice: "",
};
