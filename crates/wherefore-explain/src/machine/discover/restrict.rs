//! The part of a control graph that some variables decide.

use std::collections::BTreeSet;
use wherefore_ir::control::{ControlGraph, Region, RegionId, StateId};
use wherefore_ir::{Terms, VarId, walk};

/// Keeps the regions whose states are distinguished by a variable in `keep`, and the regions around them. A variable
/// that shows only whether the region is active does not count. Ids are numbered anew, in the same order.
pub fn restrict(graph: &ControlGraph, keep: &BTreeSet<VarId>, terms: &Terms) -> ControlGraph {
    let kept = kept_regions(graph, keep, terms);
    let position = |list: &[usize], id: u32| list.binary_search(&(id as usize)).unwrap_or_default() as u32;
    let regions: Vec<usize> = kept.iter().map(|r| r.0 as usize).collect();
    let inside = |region: RegionId| kept.contains(&region);
    let states: Vec<usize> = (0..graph.states.len()).filter(|s| inside(graph.states[*s].region)).collect();
    let region = |id: RegionId| RegionId(position(&regions, id.0));
    let state = |id: StateId| StateId(position(&states, id.0));

    let mut result = ControlGraph::default();
    for index in &regions {
        let old = &graph.regions[*index];
        result.regions.push(Region { parent: old.parent.map(state), ..old.clone() });
    }
    for index in &states {
        let mut new = graph.states[*index].clone();
        new.region = region(new.region);
        result.states.push(new);
    }
    for old in graph.transitions.iter().filter(|t| inside(t.region)) {
        let mut new = old.clone();
        (new.region, new.source, new.target) = (region(old.region), state(old.source), state(old.target));
        result.transitions.push(new);
    }
    result
}

fn kept_regions(graph: &ControlGraph, keep: &BTreeSet<VarId>, terms: &Terms) -> BTreeSet<RegionId> {
    let mut kept = BTreeSet::new();
    for region in graph.region_ids() {
        let active = graph.states_of(region).map(|s| graph.state(s).active);
        let told = walk::variables(terms, active);
        let around = walk::variables(terms, graph.around(region));
        let own: BTreeSet<VarId> = told.iter().copied().filter(|v| !around.contains(v)).collect();
        if (if own.is_empty() { &told } else { &own }).is_disjoint(keep) {
            continue;
        }
        let outer = |r: &RegionId| graph.region(*r).parent.map(|s| graph.state(s).region);
        kept.extend(std::iter::successors(Some(region), outer));
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_not_kept_for_what_says_that_it_is_active() {
        let system = wherefore_ir::text::parse(
            "system \"a\"\nvar o : bool state\nvar i : bool state\ncontrol\nregion 0 \"outer\" writes\n\
             region 1 \"inner\" parent 1 writes\nlocation 0 0 \"OFF\" active (not o)\nlocation 1 0 \"ON\" active o\n\
             location 2 1 \"LOW\" active (and o (not i))\nlocation 3 1 \"HIGH\" active (and o i)\n",
        )
        .unwrap();
        let graph = system.annexes.control.as_ref().unwrap();
        let names = |vars: &[&str]| {
            let keep = vars.iter().filter_map(|v| system.terms.find_var(v)).collect();
            let regions = restrict(graph, &keep, &system.terms).regions;
            regions.into_iter().map(|r| r.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&["o"]), ["outer"]);
        assert_eq!(names(&["i"]), ["outer", "inner"]);
        assert!(names(&[]).is_empty());
    }
}
