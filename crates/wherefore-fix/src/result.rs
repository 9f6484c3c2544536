//! What was found: fixes, and how much was tried.

use crate::assume::{Assumed, Looked};
use crate::naturalness::surprise;
use crate::{Conservation, Exoneration, rank};
use std::sync::Arc;
use wherefore_check::{Finding, NoAnswer};
use wherefore_diag::FileId;
use wherefore_ir::System;
use wherefore_mutate::{Element, Mutant};
use wherefore_trace::Trace;

/// Edits after which properties hold, in the order in which they are recommended.
#[derive(Clone, Debug, Default)]
pub struct Fixes {
    /// The fixes, the best first.
    pub list: Vec<Fix>,
    /// Edits on which no run that is known fails, and of which nothing was proved in time; the most plausible first.
    pub open: Vec<Open>,
    /// The elements of the model: those with a fix in the order of their best one, those that may be the fault, those that cannot.
    pub suspects: Vec<Suspect>,
    /// What was tried.
    pub tried: Tried,
    /// Assumptions about inputs that were looked at, if any were looked for.
    pub assumptions: Option<Looked>,
    /// Why the search ended before everything was tried.
    pub stopped: Option<NoAnswer>,
}

impl Fixes {
    /// Moves every place into this file: that of the edited text among the sources of a report.
    pub fn in_file(mut self, file: FileId) -> Fixes {
        let edits = self.list.iter_mut().flat_map(|fix| &mut fix.edits);
        for mutant in edits.chain(self.open.iter_mut().flat_map(|open| &mut open.edits)) {
            mutant.span.file = file;
            mutant.edits.iter_mut().for_each(|edit| edit.span.file = file);
        }
        self.suspects.iter_mut().for_each(|suspect| suspect.element.span.file = file);
        self
    }
}

/// An element of the model, and whether it can be the fault.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The element.
    pub element: Element,
    /// How many of the fixes edit it.
    pub fixes: usize,
    /// Whether a change of it alone can mend the model.
    pub exoneration: Exoneration,
}

/// Edits of a model after which a property holds that was violated.
#[derive(Clone, Debug)]
pub struct Fix {
    /// The edits, in the order of the source; one, or a smallest set of them.
    pub edits: Vec<Mutant>,
    /// Whether it edits what is assumed or asked, because no edit of the model itself was found.
    pub of_given: bool,
    /// The text of the main file with the edits.
    pub text: String,
    /// The properties that were violated and hold now, with the proof.
    pub mended: Vec<Finding>,
    /// How many properties are still violated.
    pub left: usize,
    /// How many runs of a sample it changes before they fail, of how many.
    pub changed: (usize, usize),
    /// Whether anything but failing runs changes.
    pub conservation: Conservation,
    /// Whether each edit only puts one token in the place of another.
    pub is_small: bool,
    /// The edited model, and its run with the inputs of the failing run; none if that is not determined.
    pub rerun: Option<(Arc<System>, Trace)>,
    /// Whether the inputs of the failing run are not allowed any more: it holds because of what no longer may happen.
    pub bars: bool,
    /// How much the edited lines differ from how the rest of the text is written.
    pub surprise: u64,
    /// How many findings the checks without properties have about the edited model: dead transitions, values that never occur.
    pub symptoms: usize,
    /// What it assumes of the inputs, if that is what it does.
    pub assumed: Option<Assumed>,
}

impl Fix {
    /// A fix of a model, by its text, of which nothing else is known yet.
    pub(crate) fn new(model: &str, mut edits: Vec<Mutant>, text: String, mended: Vec<Finding>) -> Fix {
        edits.sort_by_key(|e| (e.span.start, e.span.end));
        Fix {
            of_given: false,
            text,
            mended,
            left: 0,
            changed: (0, 0),
            conservation: Conservation::Unknown(NoAnswer::Effort),
            is_small: rank::is_small(model, &edits),
            rerun: None,
            bars: false,
            surprise: surprise(model, &edits),
            symptoms: 0,
            assumed: None,
            edits,
        }
    }

    /// How large the edits are.
    pub fn cost(&self) -> usize {
        self.edits.iter().map(|e| usize::from(e.cost)).sum()
    }
}

/// Edits of a model about which no answer was found.
#[derive(Clone, Debug)]
pub struct Open {
    /// The edits.
    pub edits: Vec<Mutant>,
    /// Whether each edit only puts one token in the place of another.
    pub is_small: bool,
    /// How much the edited lines differ from how the rest of the text is written.
    pub surprise: u64,
}

/// How many edits were tried, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Single edits there are.
    pub edits: usize,
    /// Single edits that were left out because there are too many.
    pub left_out: usize,
    /// Single edits that were left out because they are of elements that cannot be the fault alone.
    pub exonerated: usize,
    /// Edits, or sets of them, that were looked at.
    pub looked_at: usize,
    /// Edits that the language does not allow.
    pub unread: usize,
    /// Edits after which a run that is known still fails.
    pub fail_again: usize,
    /// Edits after which a new run fails, or a property that held.
    pub fail_anew: usize,
    /// Edits after which a property says nothing any more.
    pub hollow: usize,
    /// Edits on which no run that is known fails, and of which nothing was proved.
    pub undecided: usize,
}
