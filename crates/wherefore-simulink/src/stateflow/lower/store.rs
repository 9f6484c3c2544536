//! What is known at one point of the execution of a step: the values of all variables, and under which condition the point is
//! reached.
//!
//! A branch has a store of its own, in which an assignment just replaces a value; where branches meet again, each variable becomes
//! a choice by the condition of the branch. So a branch in which a state is known to be active goes on with that knowledge.

use super::Run;
use crate::matlab::Class;
use indexmap::IndexMap;
use std::rc::Rc;
use wherefore_ir::network::{BlockId, Gate};
use wherefore_ir::{Op, TermId};
use wherefore_syntax::Checked;

/// How much work one step of a chart may be: branches that are made and met.
const MOST_WORK: usize = 60_000;

/// The value of a variable that tells which of some states is active: 0 for none.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Choice {
    /// This one; and a block that has this value here, if it was found by asking for it.
    Known(u32, Option<BlockId>),
    /// One of these.
    Open(BlockId, Rc<[u32]>),
}

/// A value of an action.
#[derive(Clone, Debug)]
pub(super) struct Val {
    pub class: Class,
    pub rows: usize,
    pub columns: usize,
    /// Column by column.
    pub elements: Vec<BlockId>,
    /// Whether it is a number as it is written, which takes the class of what it meets.
    pub literal: bool,
    /// What a text says, which has no elements.
    pub text: Option<Rc<[super::says::Part]>>,
}

/// The values of all variables.
#[derive(Clone, Debug)]
pub(super) struct Store {
    /// Which states are active, and which were.
    pub choices: Vec<Choice>,
    /// Data, counters, queues.
    pub cells: Vec<BlockId>,
    /// Variables of the functions that are being executed, the innermost last.
    pub frames: Vec<IndexMap<String, Val>>,
}

/// A point that is reached under a condition.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub when: BlockId,
    /// What holds here, as it was asked.
    pub facts: Rc<[TermId]>,
    pub store: Store,
}

impl Run<'_, '_, '_> {
    /// Counts work; refuses a chart that has too many ways through one step.
    pub(super) fn work(&mut self) -> Checked<()> {
        self.work += 1;
        if self.work > MOST_WORK {
            let what = "one step has too many ways through the chart: fewer broadcasts of events, or shorter loops, would help";
            return Err(self.refuse(self.chart.span, what));
        }
        Ok(())
    }

    /// The point with a condition, and the point without it; none where it cannot be.
    pub(super) fn fork(&mut self, branch: Branch, condition: BlockId) -> Checked<(Option<Branch>, Option<Branch>)> {
        self.work()?;
        let negation = self.low.not(condition);
        let (yes, no) = (self.low.builder.value(condition), self.low.builder.value(negation));
        match self.low.known_truth(condition) {
            Some(true) => return Ok((Some(branch), None)),
            Some(false) => return Ok((None, Some(branch))),
            None if branch.facts.contains(&yes) => return Ok((Some(branch), None)),
            None if branch.facts.contains(&no) => return Ok((None, Some(branch))),
            None => {}
        }
        let other = self.narrowed(&branch, negation, no);
        let this = self.narrowed(&branch, condition, yes);
        Ok((this, other))
    }

    fn narrowed(&mut self, branch: &Branch, condition: BlockId, fact: TermId) -> Option<Branch> {
        let when = self.low.all(&[branch.when, condition]);
        if self.low.known_truth(when) == Some(false) {
            return None;
        }
        let facts = branch.facts.iter().copied().chain([fact]).collect();
        Some(Branch { when, facts, store: branch.store.clone() })
    }

    /// The point at which branches of one point meet again.
    pub(super) fn merge(&mut self, origin: (BlockId, Rc<[TermId]>), mut branches: Vec<Branch>) -> Checked<Branch> {
        self.work()?;
        let (when, facts) = origin;
        let Some(mut met) = branches.pop() else {
            return Err(self.refuse(self.chart.span, "a step has no end"));
        };
        while let Some(branch) = branches.pop() {
            met.store = self.joined(branch.when, &branch.store, &met.store);
        }
        Ok(Branch { when, facts, store: met.store })
    }

    /// Where branches meet whose conditions need not be all of one point; none if there are none.
    pub(super) fn gather(&mut self, branches: Vec<Branch>) -> Checked<Option<Branch>> {
        if branches.len() < 2 {
            return Ok(branches.into_iter().next());
        }
        let conditions: Vec<BlockId> = branches.iter().map(|b| b.when).collect();
        let when = self.either(conditions);
        let common = branches.first().map(|b| Rc::clone(&b.facts)).unwrap_or_else(|| Rc::from([]));
        let facts = common.iter().copied().filter(|f| branches.iter().all(|b| b.facts.contains(f))).collect();
        self.merge((when, facts), branches).map(Some)
    }

    /// The disjunction of conditions: where one of two that a point was divided by holds, the point is reached.
    fn either(&mut self, mut conditions: Vec<BlockId>) -> BlockId {
        while let [.., a, b] = conditions.as_slice() {
            let Some(whole) = self.whole_of(*a, *b) else { break };
            conditions.truncate(conditions.len() - 2);
            conditions.push(whole);
        }
        self.low.any(&conditions)
    }

    fn whole_of(&self, a: BlockId, b: BlockId) -> Option<BlockId> {
        let network = self.low.builder.network();
        let (one, other) = (network.block(network.origin(a)), network.block(network.origin(b)));
        let is_both = |gate: Gate| gate == Gate::Apply(Op::And);
        match (one.inputs.as_slice(), other.inputs.as_slice()) {
            ([w, c], [v, d]) if is_both(one.gate) && is_both(other.gate) => {
                (w == v && self.low.contradicts(*c, *d)).then_some(*w)
            }
            // The point itself, which was divided by a condition.
            ([c], _) if one.gate == Gate::Apply(Op::Not) && *c == b => Some(self.always),
            (_, [c]) if other.gate == Gate::Apply(Op::Not) && *c == a => Some(self.always),
            _ => None,
        }
    }

    fn joined(&mut self, condition: BlockId, yes: &Store, no: &Store) -> Store {
        let mut choices = Vec::with_capacity(yes.choices.len());
        for (a, b) in yes.choices.iter().zip(&no.choices) {
            choices.push(self.join_choice(condition, a, b));
        }
        let cells = yes.cells.iter().zip(&no.cells).map(|(a, b)| self.join(condition, *a, *b)).collect();
        let frames = yes.frames.iter().zip(&no.frames).map(|(a, b)| self.join_frame(condition, a, b)).collect();
        Store { choices, cells, frames }
    }

    pub(super) fn join(&mut self, condition: BlockId, a: BlockId, b: BlockId) -> BlockId {
        if a == b || self.low.builder.value(a) == self.low.builder.value(b) {
            return b;
        }
        self.low.choose(condition, a, b)
    }

    fn join_choice(&mut self, condition: BlockId, a: &Choice, b: &Choice) -> Choice {
        if a == b {
            return a.clone();
        }
        let same = self.source(a).filter(|block| self.source(b) == Some(*block));
        let (one, other) = (self.choice_block(a), self.choice_block(b));
        // Branches that only asked for the value meet with the value that they asked for.
        let block = same.unwrap_or_else(|| self.join(condition, one, other));
        let (a, b) = (possible(a), possible(b));
        let mut possible: Vec<u32> = a.iter().chain(b.iter()).copied().collect();
        possible.sort_unstable();
        possible.dedup();
        match possible.as_slice() {
            [only] => Choice::Known(*only, same),
            _ => Choice::Open(block, possible.into()),
        }
    }

    fn join_frame(
        &mut self,
        condition: BlockId,
        a: &IndexMap<String, Val>,
        b: &IndexMap<String, Val>,
    ) -> IndexMap<String, Val> {
        let mut joined = b.clone();
        for (name, value) in a {
            let met = match joined.get(name) {
                Some(other) if other.elements.len() == value.elements.len() => {
                    let (other, pairs) = (other.clone(), value.elements.iter().zip(other.elements.clone()));
                    let elements = pairs.map(|(x, y)| self.join(condition, *x, y)).collect();
                    let class = if value.class == other.class { value.class } else { Class::Double };
                    Val { elements, class, literal: value.literal && other.literal, ..other }
                }
                // A variable that only one branch has assigned, or with another size, is not read behind.
                _ => value.clone(),
            };
            joined.insert(name.clone(), met);
        }
        joined
    }

    pub(super) fn choice_block(&mut self, choice: &Choice) -> BlockId {
        match choice {
            Choice::Known(value, _) => self.low.integer((*value).into()),
            Choice::Open(block, _) => *block,
        }
    }

    fn source(&self, choice: &Choice) -> Option<BlockId> {
        match choice {
            Choice::Known(_, source) => *source,
            Choice::Open(block, _) => Some(*block),
        }
    }

    /// Whether a variable has a value.
    pub(super) fn is_choice(&mut self, choice: &Choice, value: u32) -> BlockId {
        match choice {
            Choice::Known(known, _) => self.low.truth(*known == value),
            Choice::Open(_, possible) if !possible.contains(&value) => self.low.truth(false),
            Choice::Open(block, _) => {
                if let Some(known) = self.asked.get(&(*block, value)) {
                    return *known;
                }
                let constant = self.low.integer(value.into());
                let equal = self.low.op(Op::Eq, &[*block, constant]);
                self.asked.insert((*block, value), equal);
                equal
            }
        }
    }

    /// A branch for every value that a variable can have here, in order.
    pub(super) fn cases(&mut self, branch: Branch, variable: usize) -> Checked<Vec<(u32, Branch)>> {
        let Some(choice) = branch.store.choices.get(variable).cloned() else { return Ok(Vec::new()) };
        let possible = match &choice {
            Choice::Known(value, _) => return Ok(vec![(*value, branch)]),
            Choice::Open(_, possible) => Rc::clone(possible),
        };
        let mut found = Vec::new();
        let mut rest = Some(branch);
        for (index, value) in possible.iter().enumerate() {
            let Some(branch) = rest.take() else { break };
            // What remains is the last value.
            let (yes, no) = if index + 1 == possible.len() {
                (Some(branch), None)
            } else {
                let condition = self.is_choice(&choice, *value);
                self.fork(branch, condition)?
            };
            if let Some(mut yes) = yes {
                yes.store.choices[variable] = Choice::Known(*value, self.source(&choice));
                found.push((*value, yes));
            }
            rest = no;
        }
        Ok(found)
    }

    /// The point at which a variable has one value, and the point at which it has not.
    pub(super) fn fork_choice(
        &mut self,
        branch: Branch,
        variable: usize,
        value: u32,
    ) -> Checked<(Option<Branch>, Option<Branch>)> {
        let Some(choice) = branch.store.choices.get(variable).cloned() else { return Ok((None, Some(branch))) };
        let condition = self.is_choice(&choice, value);
        let (mut yes, mut no) = self.fork(branch, condition)?;
        if let Some(yes) = &mut yes {
            yes.store.choices[variable] = Choice::Known(value, self.source(&choice));
        }
        if let (Some(no), Choice::Open(block, possible)) = (&mut no, &choice) {
            let others: Vec<u32> = possible.iter().copied().filter(|v| *v != value).collect();
            no.store.choices[variable] = match others.as_slice() {
                [only] => Choice::Known(*only, Some(*block)),
                _ => Choice::Open(*block, others.into()),
            };
        }
        Ok((yes, no))
    }
}

fn possible(choice: &Choice) -> Rc<[u32]> {
    match choice {
        Choice::Known(value, _) => Rc::from([*value]),
        Choice::Open(_, possible) => Rc::clone(possible),
    }
}
