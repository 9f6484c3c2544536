//! Runs a transition system whose updates are functions: values in, values out, with the evaluator of traces.
//!
//! The first state is found from initial equations `variable = term` in any order; what they leave open gets the value
//! that the caller gives, otherwise the least of its sort.

use num_rational::BigRational;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::Span;
use wherefore_ir::control::{ControlState, StateId, Transition};
use wherefore_ir::{
    ElementId, Obligation, ObligationKind, Op, Role, Sort, System, TermId, Terms, Value, VarId, When, walk,
};
use wherefore_trace::Evaluator;

/// A run of a transition system.
pub struct Simulator<'a> {
    system: &'a System,
    values: Vec<Option<Value>>,
    updates: Vec<VarId>,
    next: Evaluator,
    defines: BTreeMap<&'a str, usize>,
    define_values: Evaluator,
    obligations: Vec<&'a Obligation>,
    evaluator: Evaluator,
    taken: Evaluator,
    active: Evaluator,
    last: Vec<usize>,
    first: bool,
}

impl<'a> Simulator<'a> {
    /// The first state. `given` has values of variables that the initial equations leave open, by name.
    pub fn new(system: &'a System, given: &BTreeMap<String, Value>) -> Result<Simulator<'a>, String> {
        let compile = |roots: &[TermId]| Evaluator::new(&system.terms, roots).map_err(|e| e.to_string());
        let plain = |t: TermId| !system.terms.has_ltl(t) && !system.terms.has_next(t);
        let named: Vec<_> = system.defines.iter().filter(|d| plain(d.term)).collect();
        let defined: Vec<TermId> = named.iter().map(|d| d.term).collect();
        let updated: Vec<TermId> = system.next.values().map(|u| u.term).collect();
        // A machine that does not rest goes on all the same; its caller has a limit.
        let judged = |o: &&Obligation| plain(o.term) && o.kind != ObligationKind::NoRest;
        let obligations: Vec<_> = system.obligations.iter().filter(judged).collect();
        let obliged: Vec<TermId> = obligations.iter().map(|o| o.term).collect();
        let graph = system.annexes.control.iter();
        let taken: Vec<TermId> = graph.clone().flat_map(|g| &g.transitions).map(|t| t.taken).collect();
        let active: Vec<TermId> = graph.flat_map(|g| &g.states).map(|s| s.active).collect();
        let mut simulator = Simulator {
            system,
            values: first_state(system, given)?,
            updates: system.next.keys().copied().collect(),
            next: compile(&updated)?,
            defines: named.iter().enumerate().map(|(i, d)| (d.name.as_str(), i)).collect(),
            define_values: compile(&defined)?,
            obligations,
            evaluator: compile(&obliged)?,
            taken: compile(&taken)?,
            active: compile(&active)?,
            last: Vec::new(),
            first: true,
        };
        simulator.choose(&BTreeMap::new());
        Ok(simulator)
    }

    /// Sets the inputs of this tick; those that are not given get the least value of their sort.
    pub fn choose(&mut self, inputs: &BTreeMap<String, Value>) {
        for var in self.system.input_vars() {
            let about = self.system.terms.var(var);
            let chosen = inputs.get(&about.name).cloned();
            self.values[var.index()] = Some(chosen.unwrap_or_else(|| least(about.sort)));
        }
    }

    /// One step with these inputs.
    pub fn step(&mut self, inputs: &BTreeMap<String, Value>) {
        self.first = false;
        self.choose(inputs);
        let taken = self.taken.truths(&self.values, None);
        self.last = (0..taken.len()).filter(|t| taken[*t] == Some(true)).collect();
        let next = self.next.evaluate(&self.values, None);
        for (var, value) in self.updates.iter().zip(next) {
            self.values[var.index()] = value;
        }
        self.choose(&BTreeMap::new());
    }

    /// The first obligation that is not met at this tick with these inputs: the model makes no sense there.
    pub fn broken_obligation(&mut self, inputs: &BTreeMap<String, Value>) -> Option<&'a str> {
        self.choose(inputs);
        let truths = self.evaluator.truths(&self.values, None);
        let broken =
            |(truth, o): &(Option<bool>, &&Obligation)| *truth != Some(true) && (self.first || o.when == When::Always);
        truths.into_iter().zip(&self.obligations).find(broken).map(|(_, o)| o.message.as_str())
    }

    /// The value of a variable or definition.
    pub fn value(&self, name: &str) -> Option<Value> {
        match self.system.terms.find_var(name) {
            Some(var) => self.values[var.index()].clone(),
            None => {
                let place = self.defines.get(name)?;
                self.define_values.evaluate(&self.values, None).swap_remove(*place)
            }
        }
    }

    /// The truths of all definitions whose name begins so, with the rest of their names.
    pub fn truths(&self, prefix: &str) -> BTreeMap<&'a str, bool> {
        let values = self.define_values.truths(&self.values, None);
        let named = self.defines.iter().filter_map(|(n, i)| Some((n.strip_prefix(prefix)?, values[*i]?)));
        named.collect()
    }

    /// The transitions of the control graph that the last step took.
    pub fn last_transitions(&self) -> impl Iterator<Item = &'a Transition> + '_ {
        self.last.iter().filter_map(|t| self.system.annexes.control.as_ref()?.transitions.get(*t))
    }

    /// Whether the last step left or entered the region of a transition as a whole, by a transition around it. What such a
    /// region does by itself in that step has no end that could be seen.
    pub fn is_reset(&self, edge: &Transition) -> bool {
        let graph = self.system.annexes.control.as_ref();
        graph.is_some_and(|g| g.resets(edge.region).iter().any(|t| self.last.contains(&(t.0 as usize))))
    }

    /// The states of the control graph, and whether each is active.
    pub fn control_states(&self) -> impl Iterator<Item = (&'a ControlState, bool)> + '_ {
        let states = self.system.annexes.control.iter().flat_map(|g| &g.states);
        states.zip(self.active.truths(&self.values, None)).map(|(s, truth)| (s, truth == Some(true)))
    }

    /// Where a part of the control graph is written.
    pub fn span(&self, element: Option<ElementId>) -> Option<Span> {
        self.system.span(element)
    }

    /// A state of the control graph.
    pub fn control_state(&self, id: StateId) -> Option<&'a ControlState> {
        self.system.annexes.control.as_ref().map(|g| g.state(id))
    }

    /// The value of this name in the enumeration that an input ranges over.
    pub fn enum_value(&self, input: &str, name: &str) -> Option<Value> {
        let Sort::Enum(id) = self.sort(input)? else { return None };
        let place = self.system.terms.enumeration(id).values.iter().position(|v| v == name)?;
        Some(Value::Enum(id, place as u32))
    }

    /// The names of the values that an input ranges over.
    pub fn enum_names(&self, input: &str) -> &'a [String] {
        match self.sort(input) {
            Some(Sort::Enum(id)) => &self.system.terms.enumeration(id).values,
            _ => &[],
        }
    }

    /// The sort of a variable.
    pub fn sort(&self, name: &str) -> Option<Sort> {
        self.system.terms.find_var(name).map(|v| self.system.terms.var(v).sort)
    }

    /// Whether the environment chooses it anew at every tick.
    pub fn is_input(&self, name: &str) -> bool {
        self.system.terms.find_var(name).is_some_and(|v| self.system.role(v) == Role::Input)
    }

    /// The name of an enumeration value.
    pub fn name_of(&self, value: &Value) -> Option<&'a str> {
        let Value::Enum(id, place) = value else { return None };
        self.system.terms.enumeration(*id).values.get(*place as usize).map(String::as_str)
    }

    /// All state variables with their values, for messages.
    pub fn show(&self) -> String {
        let show = |var: VarId| {
            let value = self.values[var.index()].clone();
            let name = &self.system.terms.var(var).name;
            match value.as_ref().and_then(|v| self.name_of(v)) {
                Some(word) => format!("{name} = {word}"),
                None => format!("{name} = {}", value.map_or("?".to_owned(), |v| brief(&v))),
            }
        };
        self.system.state_vars().map(show).collect::<Vec<_>>().join(", ")
    }
}

/// A value in few characters.
fn brief(value: &Value) -> String {
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Int(n) => n.to_string(),
        Value::Real(n) => n.to_string(),
        other => format!("{other:?}"),
    }
}

fn first_state(system: &System, given: &BTreeMap<String, Value>) -> Result<Vec<Option<Value>>, String> {
    let mut values = vec![None; system.terms.var_count()];
    let mut facts = Vec::new();
    let mut open: Vec<TermId> = system.init.iter().map(|c| c.term).collect();
    while let Some(term) = open.pop() {
        match system.terms.op(term) {
            Op::And => open.extend_from_slice(system.terms.operands(term)),
            _ => facts.push(term),
        }
    }
    let equated: BTreeSet<VarId> = facts.iter().filter_map(|f| defined(&system.terms, *f)).collect();
    let (fixed, free): (Vec<VarId>, Vec<VarId>) = system.state_vars().partition(|v| equated.contains(v));
    let (frozen, free): (Vec<VarId>, Vec<VarId>) = free.into_iter().partition(|v| system.role(*v) == Role::Frozen);
    let mut order = frozen.into_iter().chain(free).chain(fixed);
    loop {
        while facts.iter().any(|fact| learn(&system.terms, *fact, &mut values)) {}
        let Some(var) = order.find(|v| values[v.index()].is_none()) else { break };
        let about = system.terms.var(var);
        values[var.index()] = Some(given.get(&about.name).cloned().unwrap_or_else(|| least(about.sort)));
    }
    let is_input = |t: &TermId| matches!(system.terms.op(*t), Op::Var(v) if system.role(v) == Role::Input);
    if let Some(input) = walk::postorder(&system.terms, facts.iter().copied()).iter().find(|t| is_input(t)) {
        return Err(format!("the first state depends on an input: {:?}", system.terms.op(*input)));
    }
    let evaluator = Evaluator::new(&system.terms, &facts).map_err(|e| e.to_string())?;
    match evaluator.truths(&values, None).iter().all(|t| *t == Some(true)) {
        true => Ok(values),
        false => Err("the initial equations do not hold in the first state".to_owned()),
    }
}

/// The variable that an equation defines by a term. Two equal variables do not define each other.
fn defined(terms: &Terms, fact: TermId) -> Option<VarId> {
    if terms.op(fact) != Op::Eq {
        return None;
    }
    match terms.operands(fact).iter().map(|t| terms.op(*t)).collect::<Vec<_>>()[..] {
        [Op::Var(_), Op::Var(_)] => None,
        [Op::Var(v), _] | [_, Op::Var(v)] => Some(v),
        _ => None,
    }
}

/// Reads a value off an equation whose other side is known. True if that is new.
fn learn(terms: &Terms, fact: TermId, values: &mut [Option<Value>]) -> bool {
    let variable = |t: TermId| match terms.op(t) {
        Op::Var(v) => Some(v),
        _ => None,
    };
    let (var, value) = match (terms.op(fact), terms.operands(fact)) {
        (Op::Var(v), _) => (v, Some(Value::Bool(true))),
        (Op::Not, [a]) => match variable(*a) {
            Some(v) => (v, Some(Value::Bool(false))),
            None => return false,
        },
        (Op::Eq, [a, b]) => {
            let unknown = |t: TermId| variable(t).filter(|v| values[v.index()].is_none());
            let Some((var, other)) = unknown(*a).map(|v| (v, *b)).or_else(|| unknown(*b).map(|v| (v, *a))) else {
                return false;
            };
            (var, known(terms, other, values))
        }
        _ => return false,
    };
    let new = values[var.index()].is_none() && value.is_some();
    if new {
        values[var.index()] = value;
    }
    new
}

/// The value of a term all of whose variables have one.
fn known(terms: &Terms, term: TermId, values: &[Option<Value>]) -> Option<Value> {
    let order = walk::postorder(terms, [term]);
    let has_values = order.iter().all(|t| match terms.op(*t) {
        Op::Var(v) => values[v.index()].is_some(),
        _ => true,
    });
    has_values.then(|| wherefore_trace::evaluate(terms, term, values, None).ok().flatten())?
}

/// The least value of a sort; zero where no value is least.
pub fn least(sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(false),
        Sort::Enum(id) => Value::Enum(id, 0),
        Sort::Range { lo, .. } => Value::int(lo),
        Sort::Int => Value::int(0),
        Sort::Real => Value::Real(BigRational::from_integer(0.into())),
        Sort::BitVec(width) => Value::bits(width, 0u8),
        Sort::Float(format) => Value::Float(format, 0),
    }
}
