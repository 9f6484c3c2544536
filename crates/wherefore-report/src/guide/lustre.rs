//! Topic `lustre` of `wherefore explain`: what is read of a synchronous program, and what the words about its causes
//! mean.

use super::{Group, Topic, word};

/// The language.
pub const LANGUAGE: Topic = Topic {
    id: "lustre",
    group: Group::Language,
    summary: "synchronous programs, in the dialects of Kind 2 and JKind",
    explanation: "A Lustre program has nodes with input and output streams and equations between them. Nodes, \
         functions and calls are read, `->`, `pre`, `fby`, `if`, `condact`, `activate`, `restart`, `when` and \
         `merge`; bool, int, real, subranges, enumerations, machine integers (they wrap around), tuples, records and \
         arrays whose size is a constant; constants, `assert`, files named by `include`. A delay that is not guarded \
         by `->` can have any value at the first tick, another one wherever it is written, as in Kind 2; a warning \
         says where.\n\n\
         The main node is the one marked --%MAIN, or the one given with --main, or else the last that no other calls. \
         Its inputs are free at every tick; what is asserted or assumed about them restricts them. Properties are \
         --%PROPERTY and `check`, the guarantees and modes of contracts, that one mode is always active, and what \
         subranges and refinement types promise about computed streams. Those of called nodes are checked at every \
         call and named after it: Observer/ok. What a called node assumes must be true wherever it is called: it is a \
         property too.\n\n\
         Nodes without a body (imported) are refused by name if something that is asked depends on them, and so is \
         everything else that is not supported: quantifiers over unbounded ranges, arrays of unknown size, sets, \
         maps, recursion. Division by zero has the value 0; a warning says where it is possible.\n\n\
         `wherefore why` says which inputs at which ticks are enough for a failure, and through which blocks it came. \
         `--format dot` draws the blocks. `--level 1` tells failures apart by their cause without times, `--level 2` \
         by the inputs that act.",
    advice: "",
};

/// The words, in the order of listing.
pub const WORDS: &[Topic] = &[
    word(
        "minimal-cause",
        "choices of the environment that are enough for a failure, of which none can be left out",
        "Take the failing run, keep some of the values that the environment chose and leave all others open. If the \
         property still fails at the same step, whatever the others are, the kept values are enough. Values are given \
         up one after the other, old ones first, as long as the rest is enough. Bounds of numbers are widened as far \
         as possible: the report has `t >= 24`, not `t = 30`. In the words of the literature the result is a MUS, a \
         minimal unsatisfiable subset. A second solver has found once more that the kept values are enough, and that \
         they are possible.",
        "",
    ),
    word(
        "all-causes",
        "every minimal cause of a failing run, and every minimal correction",
        "A run can fail for several reasons at once: it then has several minimal causes, and removing one of them \
         leaves the others. `--all-causes` lists those of the run of each class. A correction, or minimal correction \
         set (MCS), is a set of choices that can be changed so that the property holds on a run of the same length \
         (for a lasso: of the same shape), with all other choices as they were. None of the set can be left out. \
         Every correction contains a choice of every minimal cause. At most 50 of each are listed; the report says \
         where there may be others. A second solver has confirmed every entry of both lists. The HTML report shows \
         one cause of each run and does not have these lists.",
        "",
    ),
    word(
        "structural-cause",
        "how a failure came through the blocks of a program",
        "Every block has a smallest set of inputs that forces its value: a prime implicant. A structural cause goes \
         back from the failure, chooses one such set at every block, and ends at the inputs and the initial values. A \
         run can have several. Two causes are the same way to fail if they pass through the same blocks with the same \
         values for the same reasons, at whatever ticks.",
        "",
    ),
    word(
        "key-event",
        "something worth reading on the way from the inputs to a failure",
        "Inputs, initial values, what latches, edges, counters and switches did, and what calls put out; those of the property and \
         those of the model are listed apart. Gates in between are left out; they are marked in the source and in the diagram.",
        "",
    ),
    word(
        "other-ways",
        "ways past a known cause that were searched for",
        "Where a cause took one way to a value, the block often has others. Each is searched for once: a failing run \
         that comes this way, with the rest of the path as in the known cause. `new` means that the search found a \
         new cause, `known` that it found a run with known causes. `impossible` is proved: no failing run differs \
         from the cause in this way alone.",
        "",
    ),
    word(
        "situation",
        "what the last tick of a failing run must be like",
        "The memories and inputs of the failing tick alone force the failure too. There are few such situations. \
         Their list can be complete where that of the causes cannot: a memory may have been filled in infinitely many \
         ways.",
        "",
    ),
];
