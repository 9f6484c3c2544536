//! The words of an inquiry into a labelled transition system.
//!
//! The notions are those of "Debugging of Behavioural Models using Counterexample Analysis" by Barbon, Leroy and Salaün.

use super::{Topic, word};

/// In the order of listing.
pub const WORDS: &[Topic] = &[
    word(
        "counterexample-lts",
        "the labelled transition system of all runs that break the property",
        "Not one run that breaks the property but all of them, as a graph: the part of the model from which the property \
         can still fail, up to where it does. A state of the model may occur in it more than once, because what has \
         happened before decides how much is still allowed.\n\n\
         Every transition of it is one of three: it avoids the failure (correct), because after it the property cannot \
         fail any more; it seals the failure (incorrect), because after it nothing can avoid it any more; or it leaves it \
         open (neutral).",
        "",
    ),
    word(
        "neighbourhood",
        "a state where a choice decides whether the run fails",
        "A state of the counterexample LTS from which the failure can still be avoided, or the first one, with a transition \
         that avoids the failure or seals it. What is done there matters; what is done elsewhere does not. Every run \
         that breaks the property passes through a neighbourhood, and the last one on its way is the point of no return.\n\n\
         Neighbourhoods that offer the same choices are one class. The kinds are cn, in, ci and cin: the letters say \
         whether its choices are correct, incorrect and neutral.",
        "look at the choice that was taken at the point of no return, and at those that would have avoided the failure",
    ),
    word(
        "cn",
        "a neighbourhood where some choices avoid the failure and none seals it",
        "Correct and neutral choices: here the run could have been saved, and it was not yet lost when it went on.",
        "",
    ),
    word(
        "in",
        "a neighbourhood where some choices seal the failure and none avoids it",
        "Incorrect and neutral choices: here the run could be lost, and to save it something has to be done later. If it \
         is the first state and all its choices seal the failure, then the property fails whatever is done.",
        "",
    ),
    word(
        "ci",
        "a neighbourhood where every choice avoids the failure or seals it",
        "Correct and incorrect choices and no other: whatever is done here decides.",
        "",
    ),
    word(
        "cin",
        "a neighbourhood with choices that avoid the failure, that seal it, and that leave it open",
        "Correct, incorrect and neutral choices: the run can be saved here, be lost here, or go on undecided.",
        "",
    ),
    word(
        "inevitable",
        "the failure comes in any case",
        "After such a choice every run ends in the failure, whatever is chosen from then on. It is more than that the failure \
         cannot be avoided any more: see `fair`.",
        "",
    ),
    word(
        "fair",
        "not going round in a loop for ever while there is a way out",
        "Where the failure cannot be avoided any more, it may still be put off: the run goes round in a loop and never \
         takes the way out of it. A fair run takes it at some time. A failure that comes in every fair run is therefore as \
         good as certain, unless something in the real system makes it stay in the loop.",
        "",
    ),
    word(
        "unobservable",
        "the same action both avoids the failure and seals it",
        "In some state the model has two transitions with the same label, of which one avoids the failure and the other \
         seals it. Who sees only actions cannot tell them apart when they happen: not the action decides, but where it \
         happens to lead. Often an action is hidden, or a detail left out, that belongs into the model.",
        "give the two transitions different labels, or look at why the model chooses between them by chance",
    ),
    word(
        "abstracted",
        "a run with only those actions left that matter",
        "A run that breaks the property may be long, and most of its steps decide nothing. The abstracted run has only \
         those actions left that lead into a neighbourhood or out of one.",
        "",
    ),
    word(
        "autx",
        "a file format for the counterexample LTS with its choices",
        "The text form of labelled transition systems, with a colour behind each label: GREEN for transitions that avoid \
         the failure, RED for those that seal it, BLACK for those that leave it open. Transitions that avoid the failure \
         lead to -1. A state that is a neighbourhood has the colours of its choices behind its number: G for cn, R for in, \
         GR for ci, GRB for cin. Viewers of the CLEAR tools read it.",
        "",
    ),
];
