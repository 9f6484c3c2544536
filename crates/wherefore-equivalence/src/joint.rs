//! Two models in one arena: the same variables for the inputs, and everything else of each apart.
//!
//! There are no ticks here. What a machine remembers is a list of cells; each has a term for its next value, or a variable of
//! its own that stands for it where the model leaves a choice. Cells that never change are parameters: their names stay in
//! the terms, so that conditions can be said with them, and their values are known to every solver.
//!
//! ```text
//! VAR mode : {on, off};  next(mode) := x > max ? off : mode;         cells   0.mode' = x > 0.max ? off : 0.mode
//! FROZENVAR max : 0..9;  init(max) := 5;                             parameter  0.max = 5
//! ```

use super::interface::{Matched, Seen};
use super::{CompareError, Side};
use rustc_hash::FxHashMap;
use wherefore_ir::import::{self, import};
use wherefore_ir::{ElementId, EnumId, Op, Role, Sort, System, TermId, Terms, Value, VarId, walk};

/// Where the next value of a cell comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Update {
    /// A term over cells, inputs and choices.
    Function(TermId),
    /// The value of a variable that the steps constrain.
    Free(VarId),
}

/// Something that a machine remembers.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// Its variable here.
    pub var: VarId,
    /// Its variable in the model.
    pub origin: VarId,
    /// Its name in the model.
    pub name: String,
    pub sort: Sort,
    pub update: Update,
    pub element: Option<ElementId>,
}

/// An output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Output {
    pub term: TermId,
    /// Whether the output is seen while the inputs are there; otherwise in the state that they lead to.
    pub during: bool,
    pub element: Option<ElementId>,
}

/// One model.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub side: Side,
    pub cells: Vec<Cell>,
    /// Choices of the machine itself at every step.
    pub choices: Vec<VarId>,
    /// The choices as variables of the model.
    pub choice_origins: Vec<VarId>,
    pub init: Vec<TermId>,
    /// Over cells, inputs and choices.
    pub invar: Vec<TermId>,
    /// Over the same and the variables of free updates.
    pub steps: Vec<TermId>,
    pub rest: Option<TermId>,
    pub outputs: Vec<Output>,
}

impl Machine {
    /// Whether every next value is a function of what is there and what is chosen.
    pub fn is_function(&self) -> bool {
        self.cells.iter().all(|cell| matches!(cell.update, Update::Function(_)))
    }
}

/// Models in one arena.
#[derive(Clone, Debug)]
pub(super) struct Joint {
    pub terms: Terms,
    pub inputs: Vec<VarId>,
    /// Constraints that every input satisfies.
    pub domain: Vec<TermId>,
    /// Whether only the reference restricts its inputs to these.
    pub is_narrowed: bool,
    pub machines: Vec<Machine>,
    /// Cells that never change, of all machines, with their values.
    pub parameters: FxHashMap<VarId, Value>,
}

/// Puts models into one arena.
pub(super) fn joint(systems: &[&System], matched: &Matched) -> Result<Joint, CompareError> {
    let mut joint = Joint {
        terms: Terms::new(),
        inputs: Vec::new(),
        domain: Vec::new(),
        is_narrowed: false,
        machines: Vec::new(),
        parameters: FxHashMap::default(),
    };
    for row in &matched.inputs {
        let var = systems[0].terms.var(row[0]);
        let sort = import::sort(&systems[0].terms, &mut joint.terms, var.sort);
        joint.inputs.extend(joint.terms.declare(var.name.clone(), sort));
    }
    for (place, system) in systems.iter().enumerate() {
        Builder::new(&mut joint, system, place, matched)?.build();
    }
    joint.align(systems, matched)?;
    joint.settle_domain();
    Ok(joint)
}

/// Whether a step of a model is a tick with inputs and outputs at the same time, as in SMV and Lustre.
fn is_synchronous(system: &System) -> bool {
    !system.annexes.is_chart()
}

impl Joint {
    /// Outputs of both models get the same sort and are seen at the same time.
    fn align(&mut self, systems: &[&System], matched: &Matched) -> Result<(), CompareError> {
        if let [reference, implementation] = systems
            && is_synchronous(reference)
            && is_synchronous(implementation)
        {
            for place in 0..matched.outputs.len() {
                let during = self.machines.iter().any(|m| m.outputs[place].during);
                self.machines.iter_mut().for_each(|m| m.outputs[place].during = during);
            }
        }
        if self.machines.len() < 2 {
            return Ok(());
        }
        for place in 0..matched.outputs.len() {
            let [a, b] = [0, 1].map(|m: usize| self.machines[m].outputs[place].term);
            let Some((a, b)) = alike(&mut self.terms, a, b) else {
                let seen: &Seen = &matched.outputs[place][1];
                let what = format!("the output `{}` has other values than in the reference", seen.name);
                let help = "compare outputs of the same type, or leave it out with `--output`".to_owned();
                return Err(CompareError::Unusable { side: Side::Implementation, what, element: seen.element, help });
            };
            (self.machines[0].outputs[place].term, self.machines[1].outputs[place].term) = (a, b);
        }
        Ok(())
    }

    /// Constraints of the reference on inputs alone are applied to all inputs.
    fn settle_domain(&mut self) {
        let inputs = self.inputs.clone();
        let terms = &self.terms;
        let alone = |t: &TermId| walk::variables(terms, [*t]).iter().all(|v| inputs.contains(v));
        let conjuncts: Vec<TermId> =
            self.machines[0].invar.iter().flat_map(|t| walk::conjuncts(terms, *t)).filter(|t| alone(t)).collect();
        for machine in &mut self.machines {
            let kept: Vec<TermId> = machine.invar.iter().flat_map(|t| walk::conjuncts(&self.terms, *t)).collect();
            self.is_narrowed |= conjuncts.iter().any(|t| !kept.contains(t));
            let kept = kept.into_iter();
            machine.invar = kept.filter(|t| !conjuncts.contains(t)).collect();
        }
        self.domain = conjuncts;
    }
}

/// Two terms in a common sort: enumerations by the names of their values, integers as reals where the other is one.
fn alike(terms: &mut Terms, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
    match (terms.sort(a), terms.sort(b)) {
        (Sort::Enum(x), Sort::Enum(y)) if x != y => {
            let mut values = terms.enumeration(x).values.clone();
            let more = terms.enumeration(y).values.clone();
            values.extend(more.into_iter().filter(|v| !values.contains(v)).collect::<Vec<_>>());
            let union = terms.intern_enum(values);
            Some((renamed(terms, a, x, union), renamed(terms, b, y, union)))
        }
        (Sort::Real, s) if s.is_integer() => {
            let b = terms.apply(Op::ToReal, &[b]);
            Some((a, b))
        }
        (s, Sort::Real) if s.is_integer() => {
            let a = terms.apply(Op::ToReal, &[a]);
            Some((a, b))
        }
        (x, y) => x.join(y).map(|_| (a, b)),
    }
}

/// A value of one enumeration as the value of the same name of another; what has none there becomes the first.
fn renamed(terms: &mut Terms, term: TermId, from: EnumId, to: EnumId) -> TermId {
    if from == to {
        return term;
    }
    let names = terms.enumeration(from).values.clone();
    let mut result = terms.mk_const(Value::Enum(to, 0));
    for (index, name) in names.iter().enumerate().rev() {
        let Some(place) = terms.enumeration(to).values.iter().position(|v| v == name) else { continue };
        let (here, there) = (Value::Enum(from, index as u32), Value::Enum(to, place as u32));
        let (here, there) = (terms.mk_const(here), terms.mk_const(there));
        let is_here = terms.eq(term, here);
        result = terms.ite(is_here, there, result);
    }
    result
}

/// Brings one model in.
struct Builder<'a> {
    joint: &'a mut Joint,
    system: &'a System,
    place: usize,
    matched: &'a Matched,
    /// Term of each variable of the model here, now.
    now: FxHashMap<VarId, TermId>,
    /// The variables of free updates.
    next: FxHashMap<VarId, VarId>,
    done: FxHashMap<TermId, TermId>,
}

impl<'a> Builder<'a> {
    fn new(
        joint: &'a mut Joint,
        system: &'a System,
        place: usize,
        matched: &'a Matched,
    ) -> Result<Builder<'a>, CompareError> {
        let mut now = FxHashMap::default();
        for (row, var) in matched.inputs.iter().zip(joint.inputs.clone()) {
            let own = row[place];
            let sort = import::sort(&system.terms, &mut joint.terms, system.terms.var(own).sort);
            let term = input(&mut joint.terms, var, sort).ok_or_else(|| CompareError::Unusable {
                side: side(place),
                what: format!("the input `{}` has other values than in the reference", system.terms.var(own).name),
                element: system.var_element(own),
                help: "give it the same type and range in both models".to_owned(),
            })?;
            now.insert(own, term);
        }
        Ok(Builder { joint, system, place, matched, now, next: FxHashMap::default(), done: FxHashMap::default() })
    }

    fn declare(&mut self, name: &str, sort: Sort) -> VarId {
        let sort = import::sort(&self.system.terms, &mut self.joint.terms, sort);
        let mut name = format!("{}.{name}", self.place);
        loop {
            if let Some(var) = self.joint.terms.declare(name.clone(), sort) {
                return var;
            }
            name.push('\'');
        }
    }

    fn copy(&mut self, roots: &[TermId]) -> Vec<TermId> {
        let (now, next) = (&self.now, &self.next);
        import(&self.system.terms, &mut self.joint.terms, roots, &mut self.done, |terms, op| match op {
            Op::Next(v) if next.contains_key(&v) => terms.now(next[&v]),
            Op::Var(v) | Op::Next(v) => now.get(&v).copied().unwrap_or_else(|| terms.bool(false)),
            _ => terms.bool(false),
        })
    }

    fn build(mut self) {
        let system = self.system;
        let inputs: Vec<VarId> = self.matched.inputs.iter().map(|row| row[self.place]).collect();
        let (mut cells, mut choices, mut choice_origins) = (Vec::new(), Vec::new(), Vec::new());
        for (var, role) in system.vars().filter(|(v, _)| !inputs.contains(v)) {
            let (name, sort) = (system.terms.var(var).name.clone(), system.terms.var(var).sort);
            let here = self.declare(&name, sort);
            let term = self.joint.terms.now(here);
            self.now.insert(var, term);
            let sort = self.joint.terms.var(here).sort;
            if role == Role::Input {
                choices.push(here);
                choice_origins.push(var);
                continue;
            }
            let element = system.var_element(var);
            cells.push(Cell { var: here, origin: var, name, sort, update: Update::Function(term), element });
        }
        // Next values of variables without a function; those of the others are asked for only in `steps`.
        for cell in &mut cells {
            if system.role(cell.origin) == Role::State && !system.next.contains_key(&cell.origin) {
                let fresh = self.declare(&format!("{}'", cell.name), system.terms.var(cell.origin).sort);
                self.next.insert(cell.origin, fresh);
                cell.update = Update::Free(fresh);
            }
        }
        self.functions(&mut cells);
        let parts = |list: &[wherefore_ir::Constraint]| list.iter().map(|c| c.term).collect::<Vec<_>>();
        let (init, invar) = (self.copy(&parts(&system.init)), self.copy(&parts(&system.invar)));
        let steps = self.steps(&cells, &parts(&system.trans));
        let rest = system.annexes.rest.map(|t| self.copy(&[t])[0]);
        let outputs = self.outputs();
        let side = side(self.place);
        let mut machine = Machine { side, cells, choices, choice_origins, init, invar, steps, rest, outputs };
        self.parameters(&mut machine);
        self.joint.machines.push(machine);
    }

    fn functions(&mut self, cells: &mut [Cell]) {
        for cell in cells {
            if let Some(update) = self.system.next.get(&cell.origin) {
                cell.update = Update::Function(self.copy(&[update.term])[0]);
            }
        }
    }

    /// Restrictions on steps, in which next values that are functions are replaced by these.
    fn steps(&mut self, cells: &[Cell], steps: &[TermId]) -> Vec<TermId> {
        let (now, next) = (&self.now, &self.next);
        let update = |v: VarId| {
            cells.iter().find(|c| c.origin == v).and_then(|c| match c.update {
                Update::Function(term) => Some(term),
                Update::Free(_) => None,
            })
        };
        let mut done = FxHashMap::default();
        import(&self.system.terms, &mut self.joint.terms, steps, &mut done, |terms, op| match op {
            Op::Next(v) if next.contains_key(&v) => terms.now(next[&v]),
            Op::Next(v) => update(v).unwrap_or_else(|| terms.bool(false)),
            Op::Var(v) => now.get(&v).copied().unwrap_or_else(|| terms.bool(false)),
            _ => terms.bool(false),
        })
    }

    fn outputs(&mut self) -> Vec<Output> {
        let mut outputs = Vec::new();
        for row in &self.matched.outputs {
            let seen = &row[self.place];
            let term = self.copy(&[seen.term])[0];
            let variables = walk::variables(&self.joint.terms, [term]);
            let reads = self.joint.inputs.iter().any(|v| variables.contains(v));
            outputs.push(Output {
                term,
                during: reads || self.system.annexes.network.is_some(),
                element: seen.element,
            });
        }
        outputs
    }

    /// Takes cells that never change out of the list.
    fn parameters(&mut self, machine: &mut Machine) {
        let joint = &mut *self.joint;
        let mut kept = Vec::new();
        for cell in std::mem::take(&mut machine.cells) {
            let now = joint.terms.now(cell.var);
            let first = machine.init.iter().flat_map(|t| walk::conjuncts(&joint.terms, *t));
            let value = first.filter_map(|t| assigned(&joint.terms, t, cell.var)).next();
            match value.filter(|_| cell.update == Update::Function(now)) {
                Some(value) => {
                    joint.parameters.insert(cell.var, value);
                }
                None => kept.push(cell),
            }
        }
        machine.cells = kept;
    }
}

/// The constant that a conjunct gives to a variable.
pub(super) fn assigned(terms: &Terms, conjunct: TermId, var: VarId) -> Option<Value> {
    let is_it = |t: TermId| terms.op(t) == Op::Var(var);
    match (terms.op(conjunct), terms.operands(conjunct)) {
        (Op::Eq | Op::FpEq, [a, b]) if is_it(*a) => terms.constant(*b).cloned(),
        (Op::Eq | Op::FpEq, [a, b]) if is_it(*b) => terms.constant(*a).cloned(),
        (Op::Var(v), []) if v == var => Some(Value::Bool(true)),
        (Op::Not, [a]) if is_it(*a) => Some(Value::Bool(false)),
        _ => None,
    }
}

fn side(place: usize) -> Side {
    if place == 0 { Side::Reference } else { Side::Implementation }
}

/// Term that a model reads where the input is this variable: itself, or the value of the same name of another
/// enumeration.
fn input(terms: &mut Terms, var: VarId, sort: Sort) -> Option<TermId> {
    let term = terms.now(var);
    match (terms.var(var).sort, sort) {
        (a, b) if a == b => Some(term),
        // The values of the reference are compared; the implementation may take more.
        (Sort::Range { .. }, Sort::Int) => Some(term),
        (Sort::Range { lo, hi }, Sort::Range { lo: least, hi: most }) if least <= lo && hi <= most => Some(term),
        (a, Sort::Real) if a.is_integer() => Some(terms.apply(Op::ToReal, &[term])),
        (Sort::Enum(a), Sort::Enum(b)) => {
            let sorted = |id: EnumId| {
                let mut values = terms.enumeration(id).values.clone();
                values.sort();
                values
            };
            (sorted(a) == sorted(b)).then(|| renamed(terms, term, a, b))
        }
        _ => None,
    }
}
