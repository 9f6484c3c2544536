//! The nearest inputs on which two models do the same, and the inputs that are enough for their difference.
//!
//! Both are questions about ways through layers: after i reactions both machines together are in a node of the product, and
//! for each outcome of the node there is a condition on the inputs. A way along outcomes in which the machines agree is a history
//! on which they show the same.
//!
//! *Nearest.* An outcome costs as many inputs as have to be changed, at least, for its condition to hold: none if the inputs
//! are in it already, otherwise sets of inputs are tried by size. The cheapest way is exact.
//!
//! *Enough.* Inputs are set free one by one, old reactions first. If there is a way although only the others are kept, the input
//! is needed and stays; otherwise the machines differ whatever it is. What is left is enough, and no part of it is.
//!
//! ```text
//! inputs x b   1 -,  7 -,  7 t          the machines differ if x > 5 twice and b the second time
//! nearest      1 -,  5 -,  7 t          or 1 -, 7 -, 5 t, or 1 -, 7 -, 7 f: the last changes latest
//! enough       - -,  7 -,  7 t
//! ```

use super::branch::{ExecutionError, Executor, Observation};
use super::condition;
use super::product::{Node, Outcome, agree, cells};
use super::valuation::with_inputs;
use super::{CompareError, oracle};
use std::collections::BTreeMap;
use std::rc::Rc;
use wherefore_explain::explanation::nearest::layers::{Arc, Graph, Outcome as Search, Rows, Way, cheapest};
use wherefore_explain::result::part::Why;
use wherefore_ir::{TermId, Value};
use wherefore_trace::Evaluator;

/// More inputs than this are not tried set by set.
const MOST_INPUTS: usize = 16;
/// Questions for a solver about one difference.
const MOST_QUESTIONS: usize = 2_000;
/// Steps through layers that are looked at for one difference.
const MOST_STEPS: usize = 200_000;

/// Why there is no answer.
pub(super) enum NoNearest {
    Execution(ExecutionError),
    TooMuch,
    Why(Why),
}

impl From<ExecutionError> for NoNearest {
    fn from(hindrance: ExecutionError) -> NoNearest {
        NoNearest::Execution(hindrance)
    }
}

impl From<CompareError> for NoNearest {
    fn from(refusal: CompareError) -> NoNearest {
        NoNearest::Execution(refusal.into())
    }
}

impl From<NoNearest> for Why {
    fn from(obstacle: NoNearest) -> Why {
        match obstacle {
            NoNearest::Execution(ExecutionError::Refused(CompareError::NoAnswer(cause))) => Why::NotFound(cause),
            NoNearest::Execution(_) => Why::CannotFollow,
            NoNearest::TooMuch => Why::TooManyInputs,
            NoNearest::Why(why) => why,
        }
    }
}

/// Inputs near to others, and what both machines show for them.
pub(super) struct Near {
    pub inputs: Vec<Vec<Value>>,
    pub seens: Vec<Observation>,
    /// The reactions and inputs that were changed, in order.
    pub differs: Vec<(usize, usize)>,
}

/// A node, shared.
type SharedNode = Rc<Node>;
/// Key that distinguishes outcomes: the inputs that are changed, the place among the outcomes of the node, and what is
/// seen.
type Choice = (u64, usize, Observation);

/// A history of inputs whose neighbours are asked about.
pub(super) struct Neighbours<'e> {
    executor: &'e mut Executor,
    inputs: &'e [Vec<Value>],
    root: SharedNode,
    cells: BTreeMap<Node, Rc<Vec<(Outcome, TermId)>>>,
    /// By reaction, condition and inputs that may be changed: whether the condition can hold.
    known: BTreeMap<(usize, TermId, u64), bool>,
    questions: usize,
    /// For each reaction the inputs that are free; none where they are to be changed at a cost.
    free: Option<Vec<u64>>,
}

impl<'e> Neighbours<'e> {
    /// The neighbours of inputs that begin in a node.
    pub(super) fn new(executor: &'e mut Executor, root: Node, inputs: &'e [Vec<Value>]) -> Neighbours<'e> {
        let (cells, known) = (BTreeMap::new(), BTreeMap::new());
        Neighbours { executor, inputs, root: Rc::new(root), cells, known, questions: 0, free: None }
    }

    /// The nearest inputs on which both show the same.
    pub(super) fn nearest(&mut self) -> Result<Near, NoNearest> {
        self.free = None;
        match self.way()? {
            None => Err(NoNearest::Why(Why::DifferOnAllInputs)),
            Some(way) if way.cost == 0 => Err(NoNearest::Why(Why::CanShowTheSame)),
            Some(way) => self.told(&way),
        }
    }

    /// The inputs that are enough for a difference, by reaction and place.
    pub(super) fn enough(&mut self) -> Result<Vec<(usize, usize)>, NoNearest> {
        let (count, mut free) = (self.executor.joint.inputs.len(), vec![0; self.inputs.len()]);
        if self.way_with(&free)?.is_some() {
            return Err(NoNearest::Why(Why::NoInputsEnough));
        }
        let mut kept = Vec::new();
        for reaction in 0..self.inputs.len() {
            for input in (0..count).rev() {
                free[reaction] |= 1 << input;
                if self.way_with(&free)?.is_some() {
                    free[reaction] &= !(1 << input);
                    kept.push((reaction, input));
                }
            }
        }
        kept.sort_unstable();
        Ok(kept)
    }

    fn way_with(&mut self, free: &[u64]) -> Result<Option<Way<SharedNode, Choice>>, NoNearest> {
        self.free = Some(free.to_vec());
        self.way()
    }

    fn way(&mut self) -> Result<Option<Way<SharedNode, Choice>>, NoNearest> {
        if self.executor.joint.inputs.len() > MOST_INPUTS {
            return Err(NoNearest::TooMuch);
        }
        let (starts, steps) = (vec![self.root.clone()], self.inputs.len());
        match cheapest(self, starts, steps, &mut MOST_STEPS.clone())? {
            Search::Found(way) => Ok(Some(way)),
            Search::None => Ok(None),
            Search::TooLarge => Err(NoNearest::TooMuch),
            Search::Refuted => Err(oracle::internal("a nearest history that is not nearest").into()),
        }
    }

    /// Inputs for a way.
    fn told(&mut self, way: &Way<SharedNode, Choice>) -> Result<Near, NoNearest> {
        let mut near = Near { inputs: Vec::new(), seens: Vec::new(), differs: Vec::new() };
        let mut at = way.start.clone();
        for (reaction, step) in way.steps.iter().enumerate() {
            let (changed, place, seen) = &step.action;
            let own = self.inputs.get(reaction).cloned().unwrap_or_default();
            let condition = self.cells(&at)?.get(*place).map(|(_, condition)| *condition);
            let inputs = match (changed, condition) {
                (0, _) | (_, None) => own,
                (changed, Some(condition)) => {
                    let all = self.kept(reaction, condition, *changed);
                    let all = self.executor.joint.terms.and(all);
                    condition::example(self.executor, all)?
                }
            };
            near.differs.extend((0..MOST_INPUTS).filter(|i| changed >> i & 1 == 1).map(|i| (reaction, i)));
            near.inputs.push(inputs);
            near.seens.push(seen.clone());
            at = step.to.clone();
        }
        Ok(near)
    }

    /// The outcomes of a node with their conditions.
    fn cells(&mut self, node: &Node) -> Result<Rc<Vec<(Outcome, TermId)>>, NoNearest> {
        if let Some(known) = self.cells.get(node) {
            return Ok(known.clone());
        }
        let found = Rc::new(cells(self.executor, node)?);
        self.cells.insert(node.clone(), found.clone());
        Ok(found)
    }

    /// A condition, and that all inputs but those that may change are what they are.
    fn kept(&mut self, reaction: usize, condition: TermId, changed: u64) -> Vec<TermId> {
        let mut all = vec![condition];
        let values = self.inputs.get(reaction).map(Vec::as_slice).unwrap_or_default();
        let executor = &mut *self.executor;
        for (place, (var, value)) in executor.joint.inputs.iter().zip(values).enumerate() {
            if changed >> place & 1 == 0 {
                let now = executor.joint.terms.now(*var);
                all.push(executor.simplifier.equals(&mut executor.joint.terms, now, value));
            }
        }
        all
    }

    /// Whether a condition can hold if these inputs may change.
    fn can_hold(&mut self, reaction: usize, condition: TermId, changed: u64) -> Result<bool, NoNearest> {
        if let Some(known) = self.known.get(&(reaction, condition, changed)) {
            return Ok(*known);
        }
        let holds = match changed {
            0 => self.holds(reaction, condition)?,
            _ => {
                self.questions += 1;
                if self.questions > MOST_QUESTIONS {
                    return Err(NoNearest::TooMuch);
                }
                let all = self.kept(reaction, condition, changed);
                self.executor.oracle.model(&mut self.executor.joint.terms, &all)?.is_some()
            }
        };
        self.known.insert((reaction, condition, changed), holds);
        Ok(holds)
    }

    /// Whether a condition holds for the inputs as they are.
    fn holds(&self, reaction: usize, condition: TermId) -> Result<bool, NoNearest> {
        let joint = &self.executor.joint;
        let values = with_inputs(joint, self.inputs.get(reaction).map_or(&[], Vec::as_slice));
        let evaluator = Evaluator::new(&joint.terms, &[condition]).map_err(|e| oracle::internal(&e.to_string()))?;
        match evaluator.truths(&values, None)[0] {
            Some(truth) => Ok(truth),
            None => Err(oracle::internal("a condition on more than inputs").into()),
        }
    }

    /// The fewest inputs to change for a condition to hold, the last of them first; none if no change of those that are free
    /// does it.
    fn change(&mut self, reaction: usize, condition: TermId) -> Result<Option<u64>, NoNearest> {
        if let Some(free) = &self.free {
            let free = free.get(reaction).copied().unwrap_or_default();
            return Ok(self.can_hold(reaction, condition, free)?.then_some(0));
        }
        let mut sets: Vec<u64> = (0..1u64 << self.executor.joint.inputs.len()).collect();
        sets.sort_by_key(|set| (set.count_ones(), std::cmp::Reverse(*set)));
        for set in sets {
            if self.can_hold(reaction, condition, set)? {
                return Ok(Some(set));
            }
        }
        Ok(None)
    }
}

impl Graph for Neighbours<'_> {
    type Node = SharedNode;
    type Action = Choice;
    type Error = NoNearest;

    fn steps(&mut self, layer: usize, nodes: &[SharedNode], most: usize) -> Rows<Self> {
        let (mut rows, mut found) = (Vec::with_capacity(nodes.len()), 0);
        for node in nodes {
            let mut row = Vec::new();
            for (place, (outcome, condition)) in self.cells(node)?.iter().enumerate().filter(|(_, (o, _))| agree(o)) {
                let Some(changed) = self.change(layer, *condition)? else { continue };
                for seen in outcome.first().into_iter().flat_map(|answer| answer.keys()) {
                    let states = outcome.iter().map(|answer| answer.get(seen).cloned().unwrap_or_default());
                    let to = Rc::new(Node(states.collect()));
                    row.push(Arc { cost: changed.count_ones(), action: (changed, place, seen.clone()), to });
                }
            }
            found += row.len() + 1;
            rows.push(row);
            if found > most {
                break;
            }
        }
        Ok(rows)
    }

    fn ends(&mut self, nodes: &[SharedNode]) -> Result<Vec<bool>, NoNearest> {
        Ok(vec![true; nodes.len()])
    }
}
