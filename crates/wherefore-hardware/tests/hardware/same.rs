//! Compares a lowered system with the interpreter along a random run.

use num_bigint::BigUint;
use wherefore_hardware::interpret::{Interpreter, Value as Word};
use wherefore_hardware::netlist::{Literal, Netlist, NodeId, Sort};
use wherefore_ir::network::Gate;
use wherefore_ir::{System, TermId, Value, VarId};
use wherefore_test::Random;
use wherefore_trace::{Evaluator, Step, Trace};

/// How many values were compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    pub values: usize,
}

/// A number below 2^width that is often at an end of the range.
fn word(random: &mut Random, width: u32) -> BigUint {
    let one = BigUint::from(1u8);
    let top = &one << width;
    match random.below(6) {
        0 => BigUint::ZERO,
        1 => top - 1u8,
        2 => &one << (width - 1),
        3 => one % top,
        _ => {
            let digits: Vec<u32> = (0..width.div_ceil(32)).map(|_| (random.draw() >> 32) as u32).collect();
            BigUint::new(digits) % top
        }
    }
}

fn value(word: &BigUint, width: u32) -> Value {
    if width == 1 { Value::Bool(word.bit(0)) } else { Value::bits(width, word.clone()) }
}

/// Everything of a system that is evaluated at each step, with where it comes from in the netlist.
struct Plan<'a> {
    netlist: &'a Netlist,
    system: &'a System,
    /// The variables of inputs and registers, one for each element.
    vars: Vec<(NodeId, Vec<VarId>)>,
    evaluator: Evaluator,
    init: usize,
    next: Vec<VarId>,
    named: Vec<Option<Literal>>,
}

impl<'a> Plan<'a> {
    fn new(netlist: &'a Netlist, system: &'a System) -> Plan<'a> {
        let mut ids = system.vars().map(|(v, _)| v).filter(|v| !system.terms.var(*v).is_hidden());
        let mut vars = Vec::new();
        for (index, node) in netlist.nodes.iter().enumerate() {
            use wherefore_hardware::netlist::Gate::{Input, State};
            if matches!(node.gate, Input | State(_)) {
                let count = if let Sort::Array { index, .. } = node.sort { 1 << index } else { 1 };
                vars.push((NodeId(index as u32), ids.by_ref().take(count).collect()));
            }
        }
        assert_eq!(ids.next(), None);
        let symbol = |name: &str| {
            let index = netlist.nodes.iter().position(|n| n.place.symbol() == Some(name))?;
            Some(Literal { node: NodeId(index as u32), negated: false })
        };
        let named = system.defines.iter().map(|d| symbol(&d.name)).collect();
        let next: Vec<VarId> = system.next.keys().copied().filter(|v| !system.terms.var(*v).is_hidden()).collect();
        let mut roots: Vec<TermId> = system.init.iter().map(|c| c.term).collect();
        roots.extend(next.iter().map(|v| system.next[v].term));
        roots.extend(system.invar.iter().chain(&system.justice).map(|c| c.term));
        roots.extend(system.properties.iter().filter(|p| !system.terms.has_ltl(p.term)).map(|p| p.term));
        roots.extend(system.defines.iter().map(|d| d.term));
        let evaluator = Evaluator::new(&system.terms, &roots).expect("no temporal operator");
        Plan { netlist, system, vars, evaluator, init: system.init.len(), next, named }
    }

    /// The values of all variables at a step of the interpreter.
    fn step(&self, run: &Interpreter<'_>, is_first: bool) -> Step {
        let mut step = Step::empty(self.system);
        for (node, vars) in &self.vars {
            let elements = match run.value(Literal { node: *node, negated: false }).expect("a node of the netlist") {
                Word::Word(word) => vec![word],
                Word::Array(list) => list,
            };
            let (Sort::Word(width) | Sort::Array { element: width, .. }) = self.netlist.nodes[node.index()].sort;
            vars.iter().zip(elements).for_each(|(v, w)| step.set(*v, value(&w, width)));
        }
        for (var, _) in self.system.vars().filter(|(v, _)| self.system.terms.var(*v).is_hidden()) {
            step.set(var, Value::Bool(is_first));
        }
        step
    }

    /// Compares everything but next values.
    fn compare(&self, run: &Interpreter<'_>, results: &[Option<Value>], compared: &mut Compared) {
        let netlist = self.netlist;
        let expected = |literal: Literal| match (run.value(literal).expect("a value"), netlist.sort(literal)) {
            (Word::Word(word), Some(Sort::Word(width))) => Some(value(&word, width)),
            _ => None,
        };
        let bits = netlist.constraints.iter().chain(&netlist.fairness).map(|s| expected(s.value));
        let never = |v: Option<Value>| v.and_then(|v| v.as_bool()).map(|b| Value::Bool(!b));
        let bad = netlist.bad.iter().map(|s| never(expected(s.value)));
        let mut wanted: Vec<Option<Value>> = bits.chain(bad).collect();
        let outputs: Vec<Literal> = netlist.outputs.iter().map(|o| o.value).collect();
        for (define, named) in self.system.defines.iter().zip(&self.named) {
            let output = netlist
                .outputs
                .iter()
                .position(|o| o.place.symbol() == Some(&define.name) || format!("o{}", o.place.id) == define.name);
            let literal = named.or(output.map(|i| outputs[i]));
            wanted.push(literal.and_then(expected));
        }
        assert_eq!(wanted.len(), results.len());
        for (index, (wanted, found)) in wanted.iter().zip(results).enumerate() {
            if wanted.is_some() {
                assert_eq!(wanted, found, "result {index}");
                compared.values += 1;
            }
        }
    }
}

/// Runs a netlist for some steps on random inputs and compares.
pub fn compare(netlist: &Netlist, system: &System, steps: usize, random: &mut Random) -> Compared {
    let plan = Plan::new(netlist, system);
    let mut compared = Compared::default();
    let mut free = |node: NodeId, _: usize| {
        let (Sort::Word(width) | Sort::Array { element: width, .. }) = netlist.nodes[node.index()].sort;
        word(random, width)
    };
    let mut run = Interpreter::begin(netlist, &mut free).expect("the netlist was lowered");
    for number in 0..steps {
        let step = plan.step(&run, number == 0);
        let results = plan.evaluator.evaluate(&step.values, None);
        let (init, rest) = results.split_at(plan.init);
        let (next, rest) = rest.split_at(plan.next.len());
        if number == 0 {
            assert!(init.iter().all(|v| *v == Some(Value::Bool(true))), "first values");
        }
        plan.compare(&run, rest, &mut compared);
        blocks(system, &step, number == 0);
        run.step(&mut free).expect("the netlist was begun");
        let after = plan.step(&run, false);
        for (var, found) in plan.next.iter().zip(next) {
            assert_eq!(found.as_ref(), after.get(*var), "next value of {}", system.terms.var(*var).name);
            compared.values += 1;
        }
    }
    compared
}

/// A random run as a trace.
pub fn trace(netlist: &Netlist, system: &System, steps: usize, random: &mut Random) -> Trace {
    let plan = Plan::new(netlist, system);
    let mut free = |node: NodeId, _: usize| {
        let (Sort::Word(width) | Sort::Array { element: width, .. }) = netlist.nodes[node.index()].sort;
        word(random, width)
    };
    let mut run = Interpreter::begin(netlist, &mut free).expect("the netlist was lowered");
    let mut found = Vec::new();
    for number in 0..steps {
        found.push(plan.step(&run, number == 0));
        run.step(&mut free).expect("the netlist was begun");
    }
    Trace::finite(found)
}

/// Registers in the network hold their first value at first, and later what they store.
fn blocks(system: &System, step: &Step, is_first: bool) {
    let network = system.annexes.network.as_deref().expect("a netlist is a network");
    let arrows: Vec<_> = network.blocks.iter().filter(|b| b.gate == Gate::Arrow).collect();
    let roots: Vec<TermId> =
        arrows.iter().flat_map(|b| [b.value, network.block(b.inputs[if is_first { 1 } else { 2 }]).value]).collect();
    let values = Evaluator::new(&system.terms, &roots).expect("no temporal operator").evaluate(&step.values, None);
    values.chunks_exact(2).for_each(|pair| assert_eq!(pair[0], pair[1]));
}
