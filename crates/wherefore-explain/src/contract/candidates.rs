//! Candidate changes, not yet checked for whether they help.
//!
//! In order of price: a promise of a part made stronger by one rung, a contract that a part states and that is not relied on,
//! two connections swapped, a connection moved to another source, a promise added that the part does not make at all, and last
//! what is asked for made weaker. Contracts of parts that component blame does not point at cost a little more.

use super::change::Change;
use super::lattice::{Rung, stronger, weaker};
use std::collections::BTreeSet;
use wherefore_ir::refinement::{Check, ContractId, Direction, PartId, Port, Refinement, Side};
use wherefore_ir::{Op, Sort, TermId, VarId, walk};

/// A change that may be tried.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The change.
    pub(super) change: Change,
    /// The part of the formula that changes and what it becomes; none if no formula does.
    pub(super) part: Option<(TermId, TermId)>,
    /// How far it is from what stands there.
    pub(super) price: usize,
    /// Whether it makes what is asked for weaker.
    pub(super) weakens: bool,
}

/// Cost of a change of another kind, beside the rungs of the lattice.
mod price {
    pub(super) const USE: usize = 1;
    /// Price for two connections to the same owner, or where one goes back to where it comes from.
    pub(super) const SWAP: usize = 3;
    /// Price for connections to different owners.
    pub(super) const CROSS: usize = 7;
    pub(super) const MOVE: usize = 9;
    pub(super) const ADD: usize = 6;
    pub(super) const WEAKEN: usize = 20;
    /// More for a part that could not have avoided the failure on the run by itself.
    pub(super) const REMOTE: usize = 2;
}

/// All candidates, cheapest first. The terms that they need are made in the arena of the refinement.
pub(super) fn candidates(refinement: &mut Refinement, check: &Check, blamed: &BTreeSet<PartId>) -> Vec<Candidate> {
    let mut list = Vec::new();
    list.extend(strengthened(refinement, check, blamed));
    list.extend(unused(refinement, check));
    list.extend(rewired(refinement));
    list.extend(added(refinement, check));
    let asked = super::sides::right(refinement, check);
    let rungs = weaker(&mut refinement.system.terms, asked);
    list.extend(rungs.into_iter().map(|r| Candidate {
        weakens: true,
        ..replace(check.contract, check.side, check.conjunct, (r, Vec::new()), price::WEAKEN)
    }));
    let owner = |c: &Candidate| c.change.contract().and_then(|id| refinement.contract(id).owner);
    let is_remote = |c: &Candidate| owner(c).is_some_and(|p| !blamed.contains(&p));
    list.sort_by_key(|c| c.price + if is_remote(c) { price::REMOTE } else { 0 });
    list
}

/// Stronger promises of the contracts relied on. Instances of one component share the text, and change together: the
/// change is reported for one that is to blame.
fn strengthened(refinement: &mut Refinement, check: &Check, blamed: &BTreeSet<PartId>) -> Vec<Candidate> {
    let mut list = Vec::new();
    let origin = |r: &Refinement, id: ContractId| {
        let contract = r.contract(id);
        (contract.owner.map(|p| r.part(p).component.clone()), contract.name.clone())
    };
    for (place, id) in check.premises.iter().enumerate() {
        let own = origin(refinement, *id);
        if check.premises[..place].iter().any(|other| origin(refinement, *other) == own) {
            continue;
        }
        let mut twins: Vec<ContractId> =
            check.premises[place..].iter().copied().filter(|other| origin(refinement, *other) == own).collect();
        let is_blamed = |id: &ContractId| refinement.contract(*id).owner.is_some_and(|p| blamed.contains(&p));
        let id = &twins.remove(twins.iter().position(is_blamed).unwrap_or(0));
        for conjunct in 0..refinement.contract(*id).guarantees.len() {
            let mut ladder = |id: ContractId| {
                let formula = refinement.contract(id).guarantees.get(conjunct).map(|c| c.term);
                formula.map(|f| stronger(&mut refinement.system.terms, f)).unwrap_or_default()
            };
            let (rungs, others): (_, Vec<_>) = (ladder(*id), twins.iter().map(|t| (*t, ladder(*t))).collect());
            for (step, rung) in rungs.into_iter().enumerate() {
                let twins = others.iter().filter_map(|(id, l)| l.get(step).map(|r| (*id, r.term))).collect();
                list.push(replace(*id, Side::Guarantee, conjunct, (rung, twins), 0));
            }
        }
    }
    list
}

fn replace(
    contract: ContractId,
    side: Side,
    conjunct: usize,
    (rung, twins): (Rung, Vec<(ContractId, TermId)>),
    more: usize,
) -> Candidate {
    let change = Change::Replace { contract, side, conjunct, term: rung.term, twins };
    Candidate { change, part: Some(rung.part), price: rung.price + more, weakens: false }
}

fn plain(change: Change, price: usize) -> Candidate {
    Candidate { change, part: None, price, weakens: false }
}

/// Contracts of parts that the refinement does not rely on. That whose own assumption is asked for is not among them.
fn unused(refinement: &Refinement, check: &Check) -> Vec<Candidate> {
    let all = (0..refinement.contracts.len() as u32).map(ContractId);
    let free = all.filter(|id| refinement.contract(*id).owner.is_some() && !check.premises.contains(id));
    free.filter(|id| *id != check.contract).map(|id| plain(Change::Use(id), price::USE)).collect()
}

/// More wires than this are not swapped with each other.
const MOST_WIRES: usize = 24;

/// Swapped pairs of wires, and single wires moved to another port that could feed them.
fn rewired(refinement: &mut Refinement) -> Vec<Candidate> {
    let mut list = Vec::new();
    let count = refinement.wires.len().min(MOST_WIRES);
    let sort = |r: &Refinement, wire: usize| r.system.terms.var(r.port(r.wires[wire].target).var).sort;
    for a in 0..count {
        for b in a + 1..count {
            let (x, y) = (refinement.wires[a].source, refinement.wires[b].source);
            let sane = !feeds_itself(refinement, a, y) && !feeds_itself(refinement, b, x);
            if x != y && sane && sort(refinement, a) == sort(refinement, b) {
                let owner = |wire: usize| refinement.port(refinement.wires[wire].target).owner;
                let odd = feeds_itself(refinement, a, x) || feeds_itself(refinement, b, y);
                let price = if odd || owner(a) == owner(b) { price::SWAP } else { price::CROSS };
                list.push(plain(Change::Rewire(vec![(a, y), (b, x)]), price));
            }
        }
    }
    let sources: Vec<VarId> = refinement.ports.iter().filter(|p| feeds(p)).map(|p| p.var).collect();
    for wire in 0..count {
        for var in &sources {
            let source = refinement.system.terms.now(*var);
            let fits = refinement.system.terms.var(*var).sort == sort(refinement, wire);
            let sane = !feeds_itself(refinement, wire, source);
            if fits && sane && source != refinement.wires[wire].source {
                list.push(plain(Change::Rewire(vec![(wire, source)]), price::MOVE));
            }
        }
    }
    list
}

/// Whether a wire would bring something back to where it comes from: an output of a part to an input of the same part, an input
/// of the whole past all parts to one of its outputs.
pub fn feeds_itself(refinement: &Refinement, wire: usize, source: TermId) -> bool {
    let Some(owner) = refinement.wires.get(wire).map(|w| refinement.port(w.target).owner) else { return false };
    let from = walk::variables(&refinement.system.terms, [source]);
    refinement.ports.iter().any(|p| p.owner == owner && p.direction != Direction::Parameter && from.contains(&p.var))
}

/// Whether a port can be the source of a wire: an input of the whole or an output of a part.
fn feeds(port: &Port) -> bool {
    matches!((port.owner, port.direction), (None, Direction::Input) | (Some(_), Direction::Output))
}

/// Promises that a part could make in addition: an output stays, or follows an input, now, in the next step, some time or for
/// ever. They go to the contract of the part that promises least.
fn added(refinement: &mut Refinement, check: &Check) -> Vec<Candidate> {
    let mut list = Vec::new();
    for part in (0..refinement.parts.len() as u32).map(PartId) {
        let own = check.premises.iter().copied().filter(|id| refinement.contract(*id).owner == Some(part));
        let Some(contract) = own.min_by_key(|id| refinement.contract(*id).guarantees.len()) else { continue };
        let ports = |r: &Refinement, direction: Direction| -> Vec<VarId> {
            let own = r.ports.iter().filter(|p| p.owner == Some(part) && p.direction == direction);
            own.map(|p| p.var).filter(|v| r.system.terms.var(*v).sort == Sort::Bool).collect()
        };
        let (inputs, outputs) = (ports(refinement, Direction::Input), ports(refinement, Direction::Output));
        let mut triggers: Vec<(TermId, usize)> = inputs.iter().flat_map(|v| literals(refinement, *v)).collect();
        triggers.extend(together(refinement, &inputs).map(|t| (t, 0)));
        for (output, oddity) in outputs.iter().flat_map(|v| literals(refinement, *v)).collect::<Vec<_>>() {
            let stays = refinement.system.terms.apply(Op::G, &[output]);
            let mut promises = vec![(always(refinement, output, stays), oddity)];
            for (trigger, odd) in &triggers {
                let list = follows(refinement, *trigger, output).into_iter().enumerate();
                promises.extend(list.map(|(rung, term)| (term, rung + odd + oddity)));
            }
            let change = |(term, more)| plain(Change::Add { contract, term }, price::ADD + more);
            list.extend(promises.into_iter().map(change));
        }
    }
    list
}

/// A port and its negation, which is the odder thing to wait for.
fn literals(refinement: &mut Refinement, var: VarId) -> [(TermId, usize); 2] {
    const ODDITY: usize = 4;
    let terms = &mut refinement.system.terms;
    let yes = terms.now(var);
    [(yes, 0), (terms.not(yes), ODDITY)]
}

/// All Boolean inputs at once.
fn together(refinement: &mut Refinement, inputs: &[VarId]) -> Option<TermId> {
    let terms = &mut refinement.system.terms;
    let list: Vec<TermId> = inputs.iter().map(|v| terms.now(*v)).collect();
    (list.len() > 1).then(|| terms.and(list))
}

/// `G (a -> b)`, `G (a -> X b)`, `G (a -> F b)`, `G (a -> G b)`.
fn follows(refinement: &mut Refinement, a: TermId, b: TermId) -> [TermId; 4] {
    let terms = &mut refinement.system.terms;
    let responses = [b, terms.apply(Op::X, &[b]), terms.apply(Op::F, &[b]), terms.apply(Op::G, &[b])];
    responses.map(|response| always(refinement, a, response))
}

/// `G (a -> b)`.
fn always(refinement: &mut Refinement, a: TermId, b: TermId) -> TermId {
    let terms = &mut refinement.system.terms;
    let body = terms.implies(a, b);
    terms.apply(Op::G, &[body])
}

/// The variables that a check can speak of: those of its formulas, and through wires those that feed them.
pub(super) fn cone(refinement: &Refinement, roots: &[TermId]) -> BTreeSet<VarId> {
    let terms = &refinement.system.terms;
    let mut cone = walk::variables(terms, roots.iter().copied());
    loop {
        let before = cone.len();
        for wire in &refinement.wires {
            let mut ends = walk::variables(terms, [wire.source]);
            ends.insert(refinement.port(wire.target).var);
            if ends.iter().any(|v| cone.contains(v)) {
                cone.extend(ends);
            }
        }
        if cone.len() == before {
            return cone;
        }
    }
}
