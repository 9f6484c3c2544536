//! Finite transducers, and the way from one to a test suite that is complete for it.
//!
//! A machine reads one input after the other and answers each with one output. It may be nondeterministic (several
//! answers, or several next states for one answer) and partial (no answer). All that a tester sees is the word of
//! outputs for a word of inputs; two machines are equivalent if every input word has the same set of output words in
//! both.
//!
//! The way from a machine to a suite has four steps, each in a file of its own:
//!
//! 1. `complete`, here: an input that is not taken is observed as a *refusal*, one more output, and leaves the state as
//!    it is. This comes first: two states may be reached by the same word, and one may take an input and the other
//!    refuse it, and once the two are one state of the observable form that is forgotten.
//! 2. `observable`: after the same inputs and outputs there is one state.
//! 3. `minimise`: no two states are equivalent, and all are reached.
//! 4. `w_method`, `wp_method`, `hsi_method`, `h_method`, `spyh_method`: finite sets of input words that no faulty
//!    machine passes whose minimal observable form has at most m states. `passes` runs them, `difference` decides
//!    equivalence without them.
//!
//! Worked example, used in all files of this crate. Two states, inputs a and b, outputs 0 and 1; 0 is initial:
//!
//! ```text
//!         a       b
//!   0    0/1     0/0        read: in state 0 the input a is answered by 0 and leads to state 1
//!   1    1/0     0/1
//! ```
//!
//! The word `a` distinguishes the states (0 against 1), so W = {a}; the state cover is {empty, a}.
//!
//! For nondeterministic machines everything rests on the *complete testing assumption*: a word is applied so often that
//! every output word that the machine can give is seen. For deterministic ones once is enough.

use std::collections::BTreeSet;
use std::fmt;

/// Answers to one input in one state, as pairs of output and next state; sorted, each once.
pub(crate) type Moves = Vec<(usize, usize)>;

/// A finite transducer. States, inputs and outputs are numbers from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fsm {
    pub(crate) initial: usize,
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    /// By state and input.
    pub(crate) moves: Vec<Vec<Moves>>,
}

/// Why a table is not a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// The initial state is not in the table.
    Initial,
    /// A row does not have one entry for each input.
    Row {
        /// The state of the row.
        state: usize,
    },
    /// A move shows an output, or leads to a state, that does not exist.
    Move {
        /// Where it starts.
        state: usize,
        /// The input that it takes.
        input: usize,
    },
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Initial => write!(f, "the initial state is not in the table"),
            Self::Row { state } => write!(f, "the row of state {state} does not have one entry for each input"),
            Self::Move { state, input } => {
                write!(f, "input {input} in state {state} shows an output, or leads to a state, that does not exist")
            }
        }
    }
}

impl std::error::Error for Malformed {}

impl Fsm {
    /// A machine out of its table: by state and input, the pairs of output and next state, in any order.
    pub fn new(
        initial: usize,
        inputs: usize,
        outputs: usize,
        mut moves: Vec<Vec<Vec<(usize, usize)>>>,
    ) -> Result<Self, Malformed> {
        let states = moves.len();
        if initial >= states {
            return Err(Malformed::Initial);
        }
        for (state, row) in moves.iter_mut().enumerate() {
            if row.len() != inputs {
                return Err(Malformed::Row { state });
            }
            for (input, entry) in row.iter_mut().enumerate() {
                if entry.iter().any(|&(output, next)| output >= outputs || next >= states) {
                    return Err(Malformed::Move { state, input });
                }
                entry.sort_unstable();
                entry.dedup();
            }
        }
        Ok(Self { initial, inputs, outputs, moves })
    }

    /// The state in which it starts.
    pub fn initial(&self) -> usize {
        self.initial
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many outputs there are.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.moves.len()
    }

    /// Moves of an input in a state: pairs of output and next state, sorted. Nothing if the input is not taken there,
    /// or if there is no such state or input.
    pub fn moves(&self, state: usize, input: usize) -> &[(usize, usize)] {
        self.moves.get(state).and_then(|row| row.get(input)).map_or(&[], Vec::as_slice)
    }

    /// Whether an input has at most one answer and one next state, everywhere.
    pub fn is_deterministic(&self) -> bool {
        self.moves.iter().flatten().all(|entry| entry.len() <= 1)
    }

    /// Whether every input is taken in every state.
    pub fn is_complete(&self) -> bool {
        self.moves.iter().flatten().all(|entry| !entry.is_empty())
    }

    /// Whether input and output together always have at most one next state.
    pub fn is_observable(&self) -> bool {
        self.moves.iter().flatten().all(|entry| entry.windows(2).all(|pair| pair[0].0 != pair[1].0))
    }

    /// The machine with every input taken: one that was not is answered by `refusal` and leaves the state as it is.
    /// Machines that are to be compared need the same refusal, and none of them may use it as an ordinary output.
    pub fn complete(&self, refusal: usize) -> Self {
        let mut full = self.clone();
        for (state, row) in full.moves.iter_mut().enumerate() {
            for entry in row.iter_mut().filter(|entry| entry.is_empty()) {
                entry.push((refusal, state));
                full.outputs = full.outputs.max(refusal + 1);
            }
        }
        full
    }

    /// All output words for an input word: slow and obvious, for tests. Runs that get stuck before the end of the word
    /// do not count; complete the machine first if they should.
    pub fn language(&self, word: &[usize]) -> BTreeSet<Vec<usize>> {
        let mut runs = BTreeSet::from([(Vec::new(), self.initial)]);
        for &input in word {
            let mut longer = BTreeSet::new();
            for (outputs, state) in &runs {
                for &(output, next) in self.moves(*state, input) {
                    let mut outputs = outputs.clone();
                    outputs.push(output);
                    longer.insert((outputs, next));
                }
            }
            runs = longer;
        }
        runs.into_iter().map(|(outputs, _)| outputs).collect()
    }

    /// The outputs that an input can have in a state, sorted.
    pub(crate) fn answers(&self, state: usize, input: usize) -> impl Iterator<Item = usize> + '_ {
        self.moves(state, input).iter().map(|&(output, _)| output)
    }

    /// The next states of two states that have the same answers to an input, side by side; none if their answers
    /// differ. Of observable machines.
    pub(crate) fn step_both<'a>(
        &'a self,
        state: usize,
        other: &'a Self,
        other_state: usize,
        input: usize,
    ) -> Option<impl Iterator<Item = (usize, usize)> + 'a> {
        let (left, right) = (self.moves(state, input), other.moves(other_state, input));
        let same = self.answers(state, input).eq(other.answers(other_state, input));
        same.then(|| left.iter().zip(right).map(|(l, r)| (l.1, r.1)))
    }

    /// The states that an input can lead to from some states; sorted.
    pub(crate) fn after(&self, states: &[usize], input: usize) -> Vec<usize> {
        let mut next: Vec<usize> =
            states.iter().flat_map(|&state| self.moves(state, input)).map(|&(_, next)| next).collect();
        next.sort_unstable();
        next.dedup();
        next
    }
}
