//! Topic `oss` of `wherefore explain`: what is read of a specification with contracts, how its checks are called, and
//! what the words of a diagnosis mean.
//!
//! The checks are those of "A Property-Based Proof System for Contract-Based Design" by Cimatti and Tonetta.

use super::{Group, Topic, word};

/// The language.
pub const LANGUAGE: Topic = Topic {
    id: "oss",
    group: Group::Language,
    summary: "components with contracts, as the tool OCRA reads them",
    explanation: "An OCRA system specification has components with ports and contracts. A contract is a pair: what \
         the component assumes of its environment, and what it guarantees as long as that is kept. A component may be \
         refined: it has parts (SUB), connections between their ports (CONNECTION), and says which contracts of parts \
         stand for a contract of its own (CONTRACT c REFINEDBY part.contract, ...).\n\n\
         COMPONENT, INTERFACE, INPUT PORT, OUTPUT PORT, PARAMETER, CONTRACT with assume and guarantee, REFINEMENT, \
         SUB, CONNECTION, REFINEDBY and DEFINE are read, macros (#define), and files named by #include: beside the \
         model, then in the folders given with --include. Ports are Booleans, enumerations, integers, bounded or not, \
         reals and events; an event is a Boolean port. A parameter never changes. Time is discrete. Formulas are LTL \
         with past, in words (always, in the future, then, until, in the past, previously, historically, since, \
         implies) or in symbols (G F X U O Y H S ->). What is not supported, such as arrays of parts, operations, and \
         bounds on temporal operators, is refused at its place.\n\n\
         The question is: do parts that keep their contracts, connected like this, keep the contract of the whole? \
         Every conjunct is checked by itself. O1G1 is the first conjunct of the guarantee of the contract O1: the \
         assumption of O1 and the contracts of the parts must imply it. controller.I2A1 is the first conjunct of what \
         the part `controller` assumes in its contract I2: the assumption of O1 and the contracts of the other parts \
         must imply it. Where a contract has a name that does not end in a digit, the names are collision.G1 and \
         collision.A1. If two components have a check of the same name, the name of the component is put before it; \
         AirBagSystem/O1G1 is always accepted.\n\n\
         Before the checks, the contracts themselves are examined. A contract that nothing can keep, and parts whose \
         contracts exclude each other, are reported as warnings, because what is derived from them says nothing.\n\n\
         For a check that fails, `wherefore why` says which parts are to blame and what to change; for one that \
         holds, which contracts it needs. `wherefore why MODEL --trace FILE` explains a run that another tool has \
         found.",
    advice: "",
};

/// The words, in the order of listing.
pub const WORDS: &[Topic] = &[
    word(
        "conjunct",
        "a part of a guarantee or an assumption that is checked by itself",
        "A guarantee is often a list of statements joined by `and`. Each is checked alone, so that it is known which \
         of them fail. A single run may break several at once; the report then names the others as well.",
        "",
    ),
    word(
        "to-blame",
        "a part whose outputs alone can avoid the failure",
        "A part is to blame if its outputs alone, chosen otherwise, meet the check on the failing run, while the \
         environment does the same and all contracts are kept. Its contract allows what it did: so the contract is \
         too weak, or the whole promises too much. Where no single part can do it, the smallest sets of parts are \
         named.",
        "look at the changes that close the gap: each was tried, and makes the check hold",
    ),
    word(
        "premise",
        "a contract of a part that a check may rely on",
        "For a check that holds, a contract is needed if the proof found does not go through without it; the others \
         are not needed for this check. For a check that fails, `kept` says that the part keeps its contract on the \
         run and that the contract required something. `pending` says that the part keeps its contract, but what it \
         promised has not happened yet where the check fails: often the contract says `at some time` where the whole \
         needs `now`. `vacuous` says that the contract required nothing.",
        "",
    ),
    word(
        "closes-the-gap",
        "a change of the model that makes a check hold",
        "Promises are made stronger, what is asked for is made weaker, a connection gets another source, or a \
         contract that a part states and that was not used is used. Changes were tried, smallest first; those after \
         which the check was proved are shown. A change that closes the gap need not be right: only the author of the \
         model knows what was meant.",
        "",
    ),
];
