//! Options of a machine in a step: the transitions of each of its regions, or none.
//!
//! With several regions an option says what each active one does, and its words stand side by side: `t1 | t7`. Where that makes
//! too many options, each region is shown on its own, whatever the others do.
//!
//! ```text
//! s in IDLE, door in SHUT     t4 | t8     t4 | stays     stays | t8     stays
//! ```

use super::run::PathReader;
use crate::explanation::no_return::{Move, Steps};
use wherefore_ir::control::{ControlGraph, RegionId, StateId, TransitionId};
use wherefore_ir::{System, TermId};
use wherefore_trace::Trace;

/// The most options that are listed in one table.
const MOST_OPTIONS: usize = 16;

/// Options of a region in a step, as formulas.
pub(super) struct Choices<'a> {
    pub(super) graph: &'a ControlGraph,
    /// For each transition that it is taken.
    takes: Vec<TermId>,
    /// For each region that it takes none.
    stays: Vec<TermId>,
}

impl<'a> Choices<'a> {
    pub(super) fn new(system: &mut System, graph: &'a ControlGraph) -> Choices<'a> {
        let mut takes = Vec::new();
        for transition in &graph.transitions {
            let active = graph.around(transition.region);
            takes.push(system.terms.and(active.into_iter().chain([transition.taken])));
        }
        let mut stays = Vec::new();
        for region in graph.region_ids() {
            let any = system.terms.or(graph.transitions_of(region).map(|t| takes[t.0 as usize]));
            stays.push(system.terms.not(any));
        }
        Choices { graph, takes, stays }
    }

    /// Formula: a region takes this transition, or none.
    pub(super) fn does(&self, region: RegionId, taken: Option<TransitionId>) -> TermId {
        taken.map_or(self.stays[region.0 as usize], |t| self.takes[t.0 as usize])
    }

    /// Preferred alternatives to what a region does from a state: the transitions whose names come before.
    pub(super) fn before(&self, at: Option<StateId>, taken: Option<TransitionId>) -> Vec<TransitionId> {
        let name = |t: TransitionId| self.graph.transition(t).name.as_str();
        let mut better: Vec<TransitionId> = at.into_iter().flat_map(|s| self.graph.exits(s)).collect();
        better.retain(|t| taken.is_none_or(|taken| name(*t) < name(taken)));
        better.sort_by_key(|t| name(*t));
        better
    }
}

/// The steps of a machine.
pub struct Transitions<'a> {
    /// The machine, restricted to what the property is about.
    pub graph: &'a ControlGraph,
}

/// Move of one region, and where it is then.
type Local = (RegionId, StateId, Option<TransitionId>);

impl Steps for Transitions<'_> {
    fn options(&self, system: &mut System, run: &Trace, tick: usize) -> Vec<Move> {
        let Ok(reader) = PathReader::new(system, self.graph) else { return Vec::new() };
        let Some(step) = run.steps.get(tick) else { return Vec::new() };
        let active = reader.active(&step.values).into_iter();
        let each: Vec<Vec<Local>> = active.map(|(region, at)| self.local(region, at)).collect();
        let count = each.iter().try_fold(1_usize, |product, list| product.checked_mul(list.len()));
        let choices = Choices::new(system, self.graph);
        let joint = if count.is_some_and(|c| c <= MOST_OPTIONS) {
            each.iter().fold(vec![Vec::new()], |before, list| extended(&before, list))
        } else {
            each.concat().into_iter().map(|local| vec![local]).collect()
        };
        let is_told = |option: &Vec<Local>| !option.is_empty();
        joint.into_iter().filter(is_told).map(|option| self.told(system, &choices, &option)).collect()
    }
}

/// Every option with every choice of one more region.
fn extended(before: &[Vec<Local>], list: &[Local]) -> Vec<Vec<Local>> {
    let with = |option: &Vec<Local>| {
        let option = option.clone();
        list.iter().map(move |local| option.iter().copied().chain([*local]).collect())
    };
    before.iter().flat_map(with).collect()
}

impl Transitions<'_> {
    /// Options of a region where it is.
    fn local(&self, region: RegionId, at: StateId) -> Vec<Local> {
        let exits = self.graph.exits(at).map(|t| (region, self.graph.transition(t).target, Some(t)));
        exits.chain([(region, at, None)]).collect()
    }

    fn told(&self, system: &mut System, choices: &Choices<'_>, option: &[Local]) -> Move {
        let taken = system.terms.and(option.iter().map(|(region, _, taken)| choices.does(*region, *taken)));
        let name = |t: &TransitionId| self.graph.transition(*t).name.clone();
        let moves: Vec<String> = option.iter().filter_map(|(.., taken)| taken.as_ref().map(name)).collect();
        let alone = self.graph.regions.len() == 1;
        let place = |(region, at, _): &Local| match alone {
            true => self.graph.state(*at).name.clone(),
            false => format!("{} {}", self.graph.region(*region).name, self.graph.state(*at).name),
        };
        let leads = option.iter().map(place).collect::<Vec<_>>().join(", ");
        let stays = || if option.len() == 1 && !alone { format!("{leads} stays") } else { "no transition".to_owned() };
        Move { action: if moves.is_empty() { stays() } else { moves.join(" | ") }, leads, taken }
    }
}
