//! Topic `fix` of `wherefore explain`: edits after which properties hold.

use super::{Group, Topic};

/// The fixes.
pub const FIXES: Topic = Topic {
    id: "fix",
    group: Group::Word,
    summary: "edits of a model after which its properties hold, each one proved",
    explanation: "First it is asked of every element of the model, an expression that could be another, whether any change of it alone \
         can mend the model; those of which none can are left out, and the report says how many. `wherefore fix MODEL` then makes small \
         edits of the others, one at a time, and reads each edited text again as if somebody had written it. An edit is refuted if a run that is known to fail still fails with it; every run that refutes one \
         edit is tried on all others. What is left is proved: every property that was violated and that the edit \
         is said to mend holds, and so does every property that held before; a solver of another family re-checks the proofs. A \
         property that says nothing any more does not count as mended. Where no single edit is enough, smallest sets of edits \
         are looked for, up to --max-edits.\n\n\
         For each fix it is asked what else it changes. `no run changes that does not fail` means: on every run of the model on \
         which these properties hold all the time, the edited model does the same, and that is proved. Otherwise a run is given that \
         does not fail and changes all the same; of a number of runs it is tried out how many do. A line says what the edited \
         model does with the inputs of the failing run. Specifications and assumptions are edited only if nothing else helps, and the \
         fix then says so; in a synchronous program these are the equation of what a property names, and those of what it assumes \
         of inputs.\n\n\
         In a synchronous program it is also asked what is missing about the inputs, unless a small edit changes nothing but failing runs: \
         at least a number of ticks from one action to the next, never two inputs at once, one not before another, bounds of a number. The \
         weakest assumption that is enough is offered behind the edits of the model, or alone with --assume; a run shows that the \
         next weaker one is not enough. It is proved that it never leaves the environment without an allowed input, and what it \
         restricts can still happen. Where no such assumption is enough, a number in the property may change with it.\n\n\
         Fixes after which fewer parts of the model are dead or unused come first, then those that replace something small before \
         those that add or remove a condition, then those that change nothing but failing runs, then those whose lines read most \
         like the rest of the text.\n\n\
         In a specification by contracts the model is what parts assume and guarantee, definitions and connections; the contract of \
         the whole is what is given. Besides the checks it is asked whether the contracts that are edited can still be kept, and whether the \
         parts can still answer to the inputs of the failing run. `no run changes that does not fail` means there: the contracts \
         allow the same runs as before but for those on which the mended checks failed. Contracts of parts that could have avoided \
         the failure come before others. Single edits are tried, no sets.\n\n\
         --format diff writes the first fix as a patch, --apply makes it in the file. The rest of the file stays as it is.",
    advice: "read the first fix as the question whether this is what you meant: a property that is too weak is mended by many edits",
};
