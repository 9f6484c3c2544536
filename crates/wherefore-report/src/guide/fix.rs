//! Topic `fix` of `wherefore explain`: edits after which properties hold.

use super::{Group, Topic};

/// The fixes.
pub const FIXES: Topic = Topic {
    id: "fix",
    group: Group::Word,
    summary: "edits of a model after which its properties hold, each one proved",
    explanation: "`wherefore fix MODEL` makes small edits of the text, one at a time, and reads each edited text again as if somebody \
         had written it. An edit is refuted if a run that is known to fail still fails with it; every run that refutes one \
         edit is tried on all others. What is left is proved: every property that was violated and that the edit \
         is said to mend holds, and so does every property that held before; a solver of another family re-checks the proofs. A \
         property that says nothing any more does not count as mended. Where no single edit is enough, smallest sets of edits \
         are looked for, up to --max-edits.\n\n\
         For each fix it is asked what else it changes. `no run changes that does not fail` means: on every run of the model on \
         which these properties hold all the time, the edited model does the same, and that is proved. Otherwise a run is given that \
         does not fail and changes all the same; a number of runs drawn by chance tells how many do. Specifications and \
         assumptions are not edited where the language sets them apart; in a synchronous program the equation of a property is \
         edited like any other.\n\n\
         Fixes after which fewer parts of the model are dead or unused come first, then those that change nothing but failing \
         runs, then those that change fewer others, then fewer and smaller edits.\n\n\
         In a specification by contracts the model is what parts assume and guarantee, definitions and connections; the contract of \
         the whole is what is given. Besides the checks it is asked whether the contracts that are edited can still be kept, and whether the \
         parts can still answer to the inputs of the failing run. `no run changes that does not fail` means there: the contracts \
         allow the same runs as before but for those on which the mended checks failed. Contracts of parts that could have avoided \
         the failure come before others. Single edits are tried, no sets.\n\n\
         --format diff writes the first fix as a patch, --apply makes it in the file. The rest of the file stays as it is.",
    advice: "read the first fix as the question whether this is what you meant: a property that is too weak is mended by many edits",
};
