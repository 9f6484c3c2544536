//! Names of blocks for people: a name of its own, or the expression that it is in the source.
//!
//! A node that is called several times is named by what it is called with: `Rising(brake)/edge`, so that no name is shown that the
//! source does not have. An expression that is too long to be read in passing is called by what it is and where: `switch in MUV/act1`.

use super::Program;
use super::patterns::{Kind, look::Look};
use std::collections::BTreeMap;
use wherefore_ir::network::{BlockId, CallId, Gate};
use wherefore_ir::{Op, System, VarId};
use wherefore_trace::show_plain;

/// Characters of the longest expression, and of the longest list of arguments.
const LONGEST: usize = 36;

/// Readable name of a block: `MUV/alarm`, `false -> pre once in MUV/begins`, `switch in MUV/act1`.
pub fn name(program: &Program<'_>, block: BlockId) -> String {
    if let Some(name) = own_name(program, block) {
        return name;
    }
    let what =
        expression(program.look(), block).map_or_else(|| word(program, block).to_owned(), |text| format!("`{text}`"));
    let owner = program.owners.get(block.0 as usize).copied().flatten();
    match owner.and_then(|o| own_name(program, o)) {
        Some(owner) => format!("{what} in {owner}"),
        None => what,
    }
}

/// The name that the source gives a block, after the calls that it is in.
pub fn own_name(program: &Program<'_>, block: BlockId) -> Option<String> {
    named(program.look(), &program.paths, block)
}

fn named(look: Look<'_>, paths: &[String], block: BlockId) -> Option<String> {
    let at = look.network.block(block);
    let (name, path) = (at.name.as_ref()?, &paths[at.call.0 as usize]);
    Some(if path.is_empty() { name.clone() } else { format!("{path}/{name}") })
}

/// For each call the calls from the main node to it; those of a node that is called several times with their arguments.
pub fn paths(look: Look<'_>) -> Vec<String> {
    let ports = ports(look);
    let mut alike: BTreeMap<(Option<CallId>, &str), Vec<usize>> = BTreeMap::new();
    for (place, call) in look.network.calls.iter().enumerate() {
        alike.entry((call.parent, call.node.as_str())).or_default().push(place);
    }
    let mut own: Vec<Option<String>> = vec![None; ports.len()];
    for places in alike.values().filter(|places| places.len() > 1) {
        let texts: Vec<Option<String>> = places.iter().map(|place| arguments(look, &ports[*place])).collect();
        for (place, text) in places.iter().zip(&texts) {
            // Two calls with the same arguments have numbers.
            let is_alone = texts.iter().filter(|other| *other == text).count() == 1;
            own[*place] =
                text.as_ref().filter(|_| is_alone).map(|t| format!("{}({t})", look.network.calls[*place].node));
        }
    }
    let mut paths: Vec<String> = Vec::with_capacity(ports.len());
    for (call, own) in look.network.calls.iter().zip(own) {
        let own = own.unwrap_or_else(|| numbered(call.path.rsplit('/').next().unwrap_or_default()));
        // A call stands before those made in it.
        let before = call.parent.and_then(|parent| paths.get(parent.0 as usize)).filter(|path| !path.is_empty());
        let path = before.map_or_else(|| own.clone(), |before| format!("{before}/{own}"));
        paths.push(if call.parent.is_some() { path } else { String::new() });
    }
    paths
}

/// The name of a call that only its number tells from others: `Rising#4` becomes `Rising (call 4)`.
fn numbered(name: &str) -> String {
    name.split_once('#').map_or_else(|| name.to_owned(), |(node, number)| format!("{node} (call {number})"))
}

/// For each call what its ports are wires of.
fn ports(look: Look<'_>) -> Vec<Vec<BlockId>> {
    let mut ports = vec![Vec::new(); look.network.calls.len()];
    for block in look.network.blocks.iter().filter(|b| b.gate == Gate::Wire && b.name.is_some()) {
        let parent = look.network.call(block.call).parent;
        let input = block.inputs.first().filter(|input| parent == Some(look.network.block(**input).call));
        ports[block.call.0 as usize].extend(input.copied());
    }
    ports
}

/// What a node is called with; nothing if that is too long.
fn arguments(look: Look<'_>, ports: &[BlockId]) -> Option<String> {
    let texts: Option<Vec<String>> = ports.iter().map(|port| read(look, *port, &mut { MOST_OPERATORS })).collect();
    texts.map(|texts| texts.join(", ")).filter(|text| !text.is_empty() && text.len() <= LONGEST)
}

/// Operators of the longest expression.
const MOST_OPERATORS: usize = 8;

/// A block as the source writes it, if it is short: over names of its own node.
pub fn expression(look: Look<'_>, block: BlockId) -> Option<String> {
    write(look, block, &mut { MOST_OPERATORS }).filter(|text| text.len() <= LONGEST)
}

/// An operand, in parentheses if it is not a single word; `left` is the number of operators that may still be written.
fn read(look: Look<'_>, block: BlockId, left: &mut usize) -> Option<String> {
    if let Some(name) = &look.network.block(block).name {
        return Some(name.clone());
    }
    let text = write(look, block, left)?;
    let is_prefix = matches!(look.network.block(block).gate, Gate::Pre(_) | Gate::Apply(Op::Not) | Gate::Wire);
    Some(if text.contains(' ') && !is_prefix { format!("({text})") } else { text })
}

fn write(look: Look<'_>, block: BlockId, left: &mut usize) -> Option<String> {
    *left = left.checked_sub(1)?;
    let at = look.network.block(block);
    let mut operand = |place: usize| at.inputs.get(place).and_then(|b| read(look, *b, left));
    match at.gate {
        Gate::Constant => Some(match look.system.terms.constant(at.value)? {
            wherefore_ir::Value::Bool(truth) => truth.to_string(),
            value => show_plain(&look.system.terms, value),
        }),
        Gate::Wire => operand(0),
        Gate::Pre(_) => Some(format!("pre {}", operand(0)?)),
        Gate::Arrow => Some(format!("{} -> {}", operand(1)?, operand(2)?)),
        Gate::Input(_) | Gate::First => None,
        Gate::Apply(Op::Not) => Some(format!("not {}", operand(0)?)),
        Gate::Apply(Op::Ite) => Some(format!("if {} then {} else {}", operand(0)?, operand(1)?, operand(2)?)),
        Gate::Apply(op) => {
            let sign = sign(op)?;
            let operands: Option<Vec<String>> = (0..at.inputs.len()).map(operand).collect();
            operands.filter(|list| list.len() > 1).map(|list| list.join(&format!(" {sign} ")))
        }
    }
}

/// The sign of an operator that stands between its operands.
fn sign(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::And => "and",
        Op::Or => "or",
        Op::Implies => "=>",
        Op::Xor => "xor",
        Op::Eq => "=",
        Op::Lt | Op::BvUlt | Op::BvSlt => "<",
        Op::Le | Op::BvUle | Op::BvSle => "<=",
        Op::Add | Op::BvAdd => "+",
        Op::Sub | Op::BvSub => "-",
        Op::Mul | Op::BvMul => "*",
        _ => return None,
    })
}

/// Name of a variable for people: a memory is called by what it remembers.
pub fn variable(system: &System, var: VarId) -> String {
    let spelled = || system.terms.var(var).spelling().to_owned();
    let Some(network) = system.annexes.network.as_deref() else { return spelled() };
    let look = Look { system, network };
    let memory = network.ids().find(|id| network.block(*id).gate == Gate::Pre(var));
    let stream = memory.and_then(|id| network.block(id).inputs.first()).map(|input| look.through(*input));
    let Some(stream) = stream else { return spelled() };
    let paths = paths(look);
    let path = &paths[network.block(stream).call.0 as usize];
    let inside = |text: String| if path.is_empty() { text } else { format!("{text} in {path}") };
    let name = named(look, &paths, stream).or_else(|| Some(inside(format!("({})", expression(look, stream)?))));
    name.map_or_else(spelled, |name| format!("pre {name}"))
}

/// The shortest true name of a stream: that of the block which a chain of wires begins at, if it has one.
pub fn stream(program: &Program<'_>, block: BlockId) -> String {
    let origin = program.look().through(block);
    own_name(program, origin).unwrap_or_else(|| name(program, block))
}

/// Kind of a block, in a word or two.
pub fn word(program: &Program<'_>, block: BlockId) -> &'static str {
    match program.patterns.at(block).map(|p| p.kind) {
        Some(Kind::Latch { .. }) => return "latch",
        Some(Kind::Edge { stream, .. }) => return if stream.on { "rising edge" } else { "falling edge" },
        Some(Kind::Confirmator { .. }) => return "confirmator",
        Some(Kind::Counter { .. }) => return "counter",
        None => {}
    }
    let at = program.network.block(block);
    match at.gate {
        Gate::Input(_) => "input",
        Gate::Constant => "constant",
        Gate::First => "first tick",
        Gate::Pre(_) => "delay",
        Gate::Wire => "wire",
        Gate::Arrow => match at.inputs.get(2).map(|b| program.network.block(*b).gate) {
            Some(Gate::Pre(_)) => "delay",
            _ => "arrow",
        },
        Gate::Apply(op) => operator(op),
    }
}

fn operator(op: Op) -> &'static str {
    match op {
        Op::And => "conjunction",
        Op::Or => "disjunction",
        Op::Not => "negation",
        Op::Implies => "implication",
        Op::Xor => "exclusive or",
        Op::Ite => "switch",
        Op::Eq | Op::Lt | Op::Le | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => "comparison",
        Op::Add | Op::BvAdd => "sum",
        Op::Sub | Op::BvSub => "difference",
        Op::Mul | Op::BvMul => "product",
        _ => "operator",
    }
}
