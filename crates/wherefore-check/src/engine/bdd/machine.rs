//! A model as BDDs: first states, legal states, steps, and what has been reached so far.

use super::order::variable_order;
use super::relation::{Relation, cube};
use super::ways::Ways;
use super::words::grouped;
use crate::certify::fixpoint::Reached;
use crate::{Cone, EngineId, Event, NoAnswer, Observer};
use std::sync::Arc;
use wherefore_ir::{TermId, Value, VarId};
use wherefore_solve::{Bdd, BddOptions, BitVar, Space, Stop, bit_count};

/// Diagrams of one model. Sets are over current state variables unless said otherwise.
pub struct Machine {
    pub(super) model: Arc<Cone>,
    pub(super) space: Space,
    pub(super) relation: Relation,
    /// First states.
    pub(super) init: Bdd,
    /// States that satisfy the restrictions for some input.
    pub(super) legal: Bdd,
    /// States first reached at each distance.
    layers: Vec<Bdd>,
    /// All states reached.
    reached: Bdd,
    /// Whether nothing more can be reached.
    closed: bool,
    /// Whether every legal state is known to begin a fair path.
    pub(super) goes_on: bool,
    /// The reachable states as a formula, for all certificates that rest on them.
    written: Option<Reached>,
    /// Where a step from a reachable state can lead, illegal states included; nothing if that is not known.
    ahead: Option<Bdd>,
    /// The states that begin a fair path.
    pub(super) fair: Option<Bdd>,
    /// Ways to goals that were found last: a certificate needs those of the search again.
    pub(super) ways: Ways,
}

/// Fewer nodes than this are not worth to be made less.
const FEW: usize = 64;

impl Machine {
    /// Encodes a model. `memory` bounds the bytes of the node table.
    pub fn new(model: Arc<Cone>, memory: Option<u64>, stop: &Stop) -> Result<Machine, NoAnswer> {
        let mut space = Space::new(&bit_order(&model), options(memory), stop.clone())?;
        let legal = legal_states(&mut space, &model)?;
        let relation = Relation::new(&mut space, &model)?;
        let mut init = legal_product(&mut space, &model, &model.init)?;
        init = space.and(&init, &legal)?;
        let layers = vec![init.clone()];
        let reached = init.clone();
        let goes_on = model.goes_on();
        Ok(Machine {
            model,
            space,
            relation,
            init,
            legal,
            layers,
            reached,
            closed: false,
            goes_on,
            written: None,
            ahead: None,
            fair: None,
            ways: Ways::default(),
        })
    }

    /// The states at a distance; `None` if no state is that far. Computes layers as they are asked for.
    pub(crate) fn layer(&mut self, distance: usize, observer: &dyn Observer) -> Result<Option<Bdd>, NoAnswer> {
        while self.layers.len() <= distance && !self.closed {
            let last = self.layers[self.layers.len() - 1].clone();
            let successors = self.successors(&last)?;
            let fresh = self.space.minus(&successors, &self.reached)?;
            if fresh.is_false() {
                self.close()?;
            } else {
                self.reached = self.space.or(&self.reached, &fresh)?;
                self.layers.push(fresh);
                observer.event(Event::Depth { engine: EngineId::BDD, depth: self.layers.len() as u32 - 1 });
            }
        }
        Ok(self.layers.get(distance).cloned())
    }

    /// All reachable states.
    pub fn reachable(&mut self, observer: &dyn Observer) -> Result<Bdd, NoAnswer> {
        self.layer(usize::MAX, observer)?;
        Ok(self.reached.clone())
    }

    /// All reachable states as a formula; written once.
    pub(crate) fn written(&mut self, observer: &dyn Observer) -> Result<Reached, NoAnswer> {
        if let Some(written) = &self.written {
            return Ok(written.clone());
        }
        let reached = self.reachable(observer)?;
        let mut terms = self.model.system.terms.clone();
        let term = self.space.to_term(&mut terms, &reached);
        Ok(self.written.insert(Reached { terms: Arc::new(terms), term }).clone())
    }

    /// Legal states one step after a set of states.
    pub(super) fn successors(&mut self, states: &Bdd) -> Result<Bdd, NoAnswer> {
        let now = self.relation.after(&mut self.space, states)?;
        Ok(self.space.and(&now, &self.legal)?)
    }

    /// Legal states one step after a set. The set may also speak of inputs and next values: the steps are then those.
    pub fn image(&mut self, states: &Bdd) -> Result<Bdd, NoAnswer> {
        let next = self.relation.forward(&self.space, states)?;
        let now = self.space.to_current(&next)?;
        Ok(self.space.and(&now, &self.legal)?)
    }

    /// The steps that satisfy a condition on state, input and next state, as a relation between states: worth its making
    /// where the same steps are taken from many sets.
    pub fn steps(&self, condition: &Bdd) -> Result<Bdd, NoAnswer> {
        self.relation.steps(&self.space, condition)
    }

    /// Legal states that follow a set by these [`steps`](Self::steps).
    pub fn through(&mut self, states: &Bdd, steps: &Bdd) -> Result<Bdd, NoAnswer> {
        let next = self.relation.through(&self.space, states, steps)?;
        let now = self.space.to_current(&next)?;
        Ok(self.space.and(&now, &self.legal)?)
    }

    /// The states of `care`, a set of legal states, one step before a set. Looking only inside `care` keeps
    /// unreachable states out of the products, and they can be most of them.
    pub(super) fn preimage(&self, states: &Bdd, care: &Bdd) -> Result<Bdd, NoAnswer> {
        let states = self.loosened(states, care)?;
        self.relation.backward(&self.space, &states, care)
    }

    /// Nothing more can be reached. If the set speaks of no inputs, steps from it lead into it or to illegal states.
    fn close(&mut self) -> Result<(), NoAnswer> {
        self.closed = true;
        let states = self.space.exists(&self.reached, &input_cube(&self.space, &self.model)?)?;
        if states == self.reached {
            self.ahead = Some(self.space.or(&states, &!&self.legal)?);
        }
        Ok(())
    }

    /// A set of fewer nodes into which the same steps from `from` lead. If `from` is reachable, what a set says of legal states that
    /// are not is of no account; and much of a set of reachable states is that it says so of all others.
    pub(super) fn loosened(&self, states: &Bdd, from: &Bdd) -> Result<Bdd, NoAnswer> {
        match &self.ahead {
            Some(ahead) if self.space.node_count(states) > FEW && self.space.minus(from, &self.reached)?.is_false() => {
                Ok(self.space.simplified(states, ahead)?)
            }
            _ => Ok(states.clone()),
        }
    }

    /// The pairs of state and input from which a step leads to a set of states; only steps that satisfy `steps`, a diagram
    /// over states, inputs and next values, count.
    pub fn before(&mut self, states: &Bdd, steps: &Bdd) -> Result<Bdd, NoAnswer> {
        self.relation.before(&self.space, states, steps)
    }

    /// The legal pairs of state and input.
    pub fn pairs(&mut self) -> Result<Bdd, NoAnswer> {
        legal_product(&mut self.space, &self.model, &self.model.invar)
    }

    /// The diagram of a formula about now, a term of the model's own arena.
    pub fn encode(&mut self, term: TermId) -> Result<Bdd, NoAnswer> {
        Ok(self.space.encode(&self.model.system.terms, term, 0)?)
    }

    /// The first states.
    pub fn first(&self) -> &Bdd {
        &self.init
    }

    /// The table that all diagrams live in.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The set of one state, at a tick.
    pub(super) fn point(&self, state: &[(VarId, Value)], tick: u32) -> Result<Bdd, NoAnswer> {
        let all = state.iter().flat_map(|(var, value)| literals(self, *var, value, tick));
        Ok(self.space.literals(all.collect::<Vec<_>>())?)
    }

    /// Legal states in which a diagram over states and inputs is true for some legal input.
    pub fn possible(&mut self, diagram: &Bdd) -> Result<Bdd, NoAnswer> {
        let with_inputs = legal_product(&mut self.space, &self.model, &self.model.invar)?;
        let inputs = input_cube(&self.space, &self.model)?;
        let possible = self.space.and_exists(diagram, &with_inputs, &inputs)?;
        Ok(self.space.and(&possible, &self.legal)?)
    }
}

/// Bytes per node: the node itself, its place in the unique table, and what fragmentation costs.
const NODE: u64 = 32;

fn options(memory: Option<u64>) -> BddOptions {
    let most = BddOptions::default();
    let nodes = memory.map_or(most.nodes, |bytes| ((bytes / NODE) as usize).clamp(1 << 12, most.nodes));
    BddOptions { nodes, ..most }
}

/// Bits in order: variables by [`variable_order`], words that are related mixed, the copies of a bit next to each other, highest bit first.
fn bit_order(model: &Cone) -> Vec<BitVar> {
    let all = Space::interleaved(&model.system.terms, grouped(model, variable_order(model)));
    let is_input = |bit: &BitVar| model.system.role(bit.var) == wherefore_ir::Role::Input;
    all.into_iter().filter(|bit| bit.tick == 0 || !is_input(bit)).collect()
}

/// The literals that say that a variable copy has a value.
fn literals(machine: &Machine, var: VarId, value: &Value, tick: u32) -> Vec<(BitVar, bool)> {
    let count = bit_count(&machine.model.system.terms, var).unwrap_or(0);
    let truth = |bit: u32| match value {
        Value::Bool(b) => *b,
        Value::Enum(_, index) => index >> bit & 1 == 1,
        Value::Int(n) => n.bit(u64::from(bit)),
        Value::BitVec(_, bits) => bits.bit(u64::from(bit)),
        Value::Real(_) | Value::Float(..) => false,
    };
    (0..count).map(|bit| (BitVar { var, tick, bit }, truth(bit))).collect()
}

fn legal_product(space: &mut Space, model: &Cone, terms: &[TermId]) -> Result<Bdd, NoAnswer> {
    let mut product = space.constant(true);
    for var in &model.vars {
        let domain = space.domain(&model.system.terms, *var, 0)?;
        product = space.and(&product, &domain)?;
    }
    for term in terms {
        let diagram = space.encode(&model.system.terms, *term, 0)?;
        product = space.and(&product, &diagram)?;
    }
    Ok(product)
}

fn input_cube(space: &Space, model: &Cone) -> Result<Bdd, NoAnswer> {
    cube(space, &model.system.terms, model.input_vars().map(|v| (v, 0)))
}

fn legal_states(space: &mut Space, model: &Cone) -> Result<Bdd, NoAnswer> {
    let product = legal_product(space, model, &model.invar)?;
    let inputs = input_cube(space, model)?;
    Ok(space.exists(&product, &inputs)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;
    use wherefore_ir::text;
    use wherefore_test::{below, say};

    /// Two counters of which an input moves one. Most pairs of values are never reached, and steps lead to pairs that the
    /// restriction forbids.
    const COUNTERS: &str = "system \"counters\"
var x : 0..63 state
var y : 0..63 state
var up : bool input
init (= x 0)
init (= y 0)
next x = (ite (and up (< x 40)) (+ x 3) x)
next y = (ite (and (not up) (< y 40)) (+ y 2) (ite (= y 40) 1 y))
invar (not (= (+ x y) 44))
property \"low\" invariant (< x 63) text \"low\"
";

    #[test]
    fn what_is_not_reachable_does_not_change_a_step_backward() {
        let system = text::parse(COUNTERS).expect("a system");
        let model = Arc::new(Cone::whole(&system));
        let mut machine = Machine::new(model.clone(), None, &Stop::default()).unwrap();
        let reached = machine.reachable(&Silent).unwrap();
        let all = machine.successors(&reached).unwrap();
        assert!(machine.space.minus(&all, &reached).unwrap().is_false() && reached != machine.legal);
        let mut random = wherefore_test::seed(20_261_119);
        let (mut smaller, vars) = (0, model.state_vars().collect::<Vec<_>>());
        for _ in 0..40 {
            let mut set = machine.space.constant(false);
            for _ in 0..200 {
                let point = vars.iter().map(|var| (*var, Value::int(below(&mut random, 64) as i64)));
                let point = machine.point(&point.collect::<Vec<_>>(), 0).unwrap();
                set = machine.space.or(&set, &point).unwrap();
            }
            set = machine.space.and(&set, &reached).unwrap();
            let loose = machine.loosened(&set, &reached).unwrap();
            smaller += usize::from(machine.space.node_count(&loose) < machine.space.node_count(&set));
            let right = machine.relation.backward(&machine.space, &set, &reached).unwrap();
            assert!(machine.preimage(&set, &reached).unwrap() == right);
        }
        say(&format!("{smaller} of 40 sets are smaller"));
        assert!(smaller > 20, "{smaller}");
    }
}
