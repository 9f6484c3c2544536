//! Small statecharts: nested and parallel states, history, transitions that leave parents, actions on entry. Printed as SCXML and
//! run by the algorithm of the standard, as far as these charts need it.

mod last;
pub mod lint;
pub mod make;
mod print;

use crate::smv::product;
use crate::term::{Kind, Named, Term};
use crate::trial::Model;
use crate::world::{Look, Region, Rule, Step, Transition, World};
use std::collections::{BTreeMap, BTreeSet};

/// Kind of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// One of its children is active; the first one to begin with.
    Compound,
    /// All of its children are.
    Parallel,
    /// No child.
    Atomic,
}

/// A state. Number 0 is the chart; parents come before children, and siblings in the order of the document.
#[derive(Clone, Debug)]
pub struct State {
    /// As the chart calls it.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
    /// Where it is.
    pub parent: Option<usize>,
    /// The value of `x` on entry.
    pub entry: Option<Term>,
    /// Whether it remembers its child, under the name `h_NAME`.
    pub history: bool,
}

/// Where a transition leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// To a state.
    State(usize),
    /// To what a state remembers.
    History(usize),
}

/// A transition.
#[derive(Clone, Debug)]
pub struct Arrow {
    /// As the chart calls it.
    pub name: String,
    /// The state it leaves.
    pub source: usize,
    /// Its event.
    pub event: usize,
    /// Its condition.
    pub guard: Option<Term>,
    /// Where it leads.
    pub target: Target,
    /// The value it gives to `x`.
    pub action: Option<Term>,
}

/// A chart. Its variables are those of the regions, `event`, `i` and `x`.
#[derive(Clone, Debug)]
pub struct Chart {
    /// States.
    pub states: Vec<State>,
    /// Transitions, by source in the order of the document.
    pub arrows: Vec<Arrow>,
    /// The least value of `x` that is wrong in the states named.
    pub limit: i64,
    /// A child of each region, in which `x` must be below the limit.
    pub watched: Vec<usize>,
}

/// The events.
pub const EVENTS: [&str; 2] = ["e", "f"];
/// The greatest value of `x` and of `i`.
pub const MOST: i64 = 2;

/// Situation of a chart: its states, what they remember, and `x`.
#[derive(Clone, Debug)]
struct Moment {
    active: BTreeSet<usize>,
    remembered: Vec<Option<usize>>,
    x: i64,
}

impl Chart {
    fn children(&self, state: usize) -> Vec<usize> {
        (0..self.states.len()).filter(|s| self.states[*s].parent == Some(state)).collect()
    }

    /// The ancestors of a state, nearest first.
    fn ancestors(&self, state: usize) -> Vec<usize> {
        std::iter::successors(self.states[state].parent, |s| self.states[*s].parent).collect()
    }

    fn is_inside(&self, state: usize, other: usize) -> bool {
        self.ancestors(state).contains(&other)
    }

    /// The states whose child is a region's control.
    pub fn regions(&self) -> Vec<usize> {
        (0..self.states.len()).filter(|s| self.states[*s].sort == Sort::Compound).collect()
    }

    /// The variables.
    pub fn vars(&self) -> Vec<Named> {
        let named = |name: &str, kind: Kind| Named { name: name.to_owned(), kind };
        let region = |s: &usize| {
            let names = self.children(*s).into_iter().map(|c| self.states[c].name.clone());
            // A region that can be left has a value for that.
            let none = self.states[*s].parent.map(|_| "none".to_owned());
            named(&self.states[*s].name, Kind::Enum(names.chain(none).collect()))
        };
        let mut vars: Vec<Named> = self.regions().iter().map(region).collect();
        vars.push(named("event", Kind::Enum(EVENTS.map(str::to_owned).to_vec())));
        vars.push(named("i", Kind::Range(0, MOST)));
        vars.push(named("x", Kind::Range(0, MOST)));
        vars
    }

    fn resolved(&self, moment: &Moment, target: Target) -> usize {
        match target {
            Target::State(state) => state,
            Target::History(of) => moment.remembered[of].unwrap_or_else(|| self.children(of)[0]),
        }
    }

    /// The innermost compound state around source and target: all in it is left.
    fn domain(&self, source: usize, target: usize) -> usize {
        let around = |s: &usize| self.states[*s].sort == Sort::Compound && self.is_inside(target, *s);
        self.ancestors(source).into_iter().find(around).unwrap_or(0)
    }

    /// The child of a state that a state is or lies in.
    fn child_towards(&self, state: usize, of: usize) -> usize {
        std::iter::once(state)
            .chain(self.ancestors(state))
            .find(|s| self.states[*s].parent == Some(of))
            .unwrap_or(state)
    }

    fn left(&self, moment: &Moment, arrow: &Arrow) -> BTreeSet<usize> {
        let domain = self.domain(arrow.source, self.resolved(moment, arrow.target));
        moment.active.iter().copied().filter(|s| self.is_inside(*s, domain)).collect()
    }

    /// The transitions that the active leaves select on an event: inner ones before outer ones.
    fn candidates(&self, moment: &Moment, values: &[i64], event: usize) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for state in moment.active.iter().filter(|s| self.states[**s].sort == Sort::Atomic) {
            let mut around = std::iter::once(*state).chain(self.ancestors(*state));
            let takes = |a: &Arrow, s: usize| {
                a.source == s && a.event == event && a.guard.as_ref().is_none_or(|g| g.is_true(values))
            };
            let first = around.find_map(|s| (0..self.arrows.len()).find(|a| takes(&self.arrows[*a], s)));
            found.extend(first.filter(|a| !found.contains(a)));
        }
        found
    }

    /// The transitions that an event takes: of those that are selected, none that leaves what an earlier one leaves.
    fn selected(&self, moment: &Moment, values: &[i64], event: usize) -> Vec<usize> {
        let mut kept: Vec<usize> = Vec::new();
        for one in self.candidates(moment, values, event) {
            let leaves = |a: usize| self.left(moment, &self.arrows[a]);
            let rivals: Vec<usize> = kept.iter().copied().filter(|k| !leaves(*k).is_disjoint(&leaves(one))).collect();
            if rivals.iter().all(|k| self.is_inside(self.arrows[one].source, self.arrows[*k].source)) {
                kept.retain(|k| !rivals.contains(k));
                kept.push(one);
            }
        }
        kept
    }

    /// Adds a state with what is entered with it.
    fn enter(&self, moment: &mut Moment, entered: &mut BTreeSet<usize>, state: usize) {
        moment.active.insert(state);
        entered.insert(state);
        let children = self.children(state);
        let has_child = |m: &Moment| children.iter().any(|c| m.active.contains(c));
        match self.states[state].sort {
            Sort::Atomic => {}
            Sort::Compound if has_child(moment) => {}
            Sort::Compound => self.enter(moment, entered, children[0]),
            Sort::Parallel => {
                for child in children.iter().filter(|c| !moment.active.contains(c)).copied().collect::<Vec<_>>() {
                    self.enter(moment, entered, child);
                }
            }
        }
    }

    /// Adds a target below a state that stays, the way down to it first.
    fn enter_target(&self, moment: &mut Moment, entered: &mut BTreeSet<usize>, target: usize, domain: usize) {
        let mut way: Vec<usize> = self.ancestors(target).into_iter().take_while(|s| *s != domain).collect();
        way.reverse();
        moment.active.extend(way.iter().copied().chain([target]));
        entered.extend(way.iter().copied().chain([target]));
        for state in way.into_iter().chain([target]) {
            self.enter(moment, entered, state);
        }
    }

    fn set(moment: &mut Moment, values: &mut [i64], term: Option<&Term>) {
        if let Some(term) = term {
            moment.x = term.value(values, values);
            values[values.len() - 1] = moment.x;
        }
    }

    /// Situation that these transitions lead to.
    fn fired(&self, before: &Moment, arrows: &[usize], mut values: Vec<i64>) -> Moment {
        let mut after = before.clone();
        let left: BTreeSet<usize> = arrows.iter().flat_map(|a| self.left(before, &self.arrows[*a])).collect();
        for state in left.iter().filter(|s| self.states[**s].history) {
            after.remembered[*state] = self.children(*state).into_iter().find(|c| before.active.contains(c));
        }
        after.active.retain(|s| !left.contains(s));
        // The states that are left are remembered before anything is entered: a transition back into its own history
        // leads to where it began.
        let targets: Vec<usize> = arrows.iter().map(|a| self.resolved(&after, self.arrows[*a].target)).collect();
        for arrow in arrows {
            Chart::set(&mut after, &mut values, self.arrows[*arrow].action.as_ref());
        }
        let mut entered = BTreeSet::new();
        for (arrow, target) in arrows.iter().zip(targets) {
            let domain = self.domain(self.arrows[*arrow].source, target);
            self.enter_target(&mut after, &mut entered, target, domain);
        }
        for state in entered {
            Chart::set(&mut after, &mut values, self.states[state].entry.as_ref());
        }
        after
    }

    fn moment(&self, node: &[i64]) -> Moment {
        let vars = self.vars().len();
        let mut active = BTreeSet::from([0]);
        for (place, region) in self.regions().into_iter().enumerate() {
            active.extend(self.children(region).get(node[place] as usize));
        }
        // Parts of an active parallel state are active as well.
        let parts = (0..self.states.len())
            .filter(|s| self.states[*s].parent.is_some_and(|p| self.states[p].sort == Sort::Parallel));
        for part in parts.collect::<Vec<_>>() {
            if self.states[part].parent.is_some_and(|p| active.contains(&p)) {
                active.insert(part);
            }
        }
        let remembered = node[vars..].iter().map(|r| usize::try_from(*r).ok()).collect();
        Moment { active, remembered, x: node[vars - 1] }
    }

    fn nodes(&self, moment: &Moment) -> Vec<Vec<i64>> {
        let at = |region: usize| {
            let children = self.children(region);
            let place = children.iter().position(|c| moment.active.contains(c) && moment.active.contains(&region));
            place.unwrap_or(children.len()) as i64
        };
        let mut lists: Vec<Vec<i64>> = self.regions().into_iter().map(|r| vec![at(r)]).collect();
        lists.push((0..EVENTS.len() as i64).collect());
        lists.push((0..=MOST).collect());
        lists.push(vec![moment.x]);
        lists.extend(moment.remembered.iter().map(|r| vec![r.map_or(-1, |r| r as i64)]));
        product(&lists)
    }

    fn steps(&self, node: &[i64], blocked: &BTreeSet<usize>) -> Vec<Step> {
        let (moment, regions) = (self.moment(node), self.regions());
        let vars = self.vars().len();
        let values = node[..vars].to_vec();
        let selected = self.selected(&moment, &values, node[regions.len()] as usize);
        let mut taken = vec![None; regions.len()];
        let mut reset = BTreeSet::new();
        for rule in &selected {
            let (source, target) = (self.arrows[*rule].source, self.resolved(&moment, self.arrows[*rule].target));
            let domain = self.domain(source, target);
            let (from, to) = (self.child_towards(source, domain), self.child_towards(target, domain));
            let children = self.children(domain);
            let place = |s: usize| children.iter().position(|c| *c == s).unwrap_or(0) as i64;
            let region = regions.iter().position(|r| *r == domain).unwrap_or(0);
            taken[region] = Some(Transition { region, rule: *rule, source: place(from), target: place(to) });
            let inner = |r: &usize| [from, to].iter().any(|s| *r == *s || self.is_inside(*r, *s));
            reset.extend((0..regions.len()).filter(|r| inner(&regions[*r])));
        }
        let done: Vec<usize> = selected.into_iter().filter(|a| !blocked.contains(a)).collect();
        let after = self.fired(&moment, &done, values);
        let step = |to| Step { to, taken: taken.clone(), reset: reset.clone() };
        self.nodes(&after).into_iter().map(step).collect()
    }

    /// What the transitions are about to do: by the conditions of each alone, and pair by pair.
    fn look(&self, node: &[i64]) -> Look {
        let (moment, event) = (self.moment(node), node[self.regions().len()] as usize);
        let values = &node[..self.vars().len()];
        let hears = |a: &usize| moment.active.contains(&self.arrows[*a].source) && self.arrows[*a].event == event;
        let passes = |a: usize| self.arrows[a].guard.as_ref().is_none_or(|g| g.is_true(values));
        let heard: BTreeMap<usize, bool> = (0..self.arrows.len()).filter(hears).map(|a| (a, passes(a))).collect();
        let pairs = heard.keys().flat_map(|a| heard.keys().map(move |b| (*a, *b)));
        let first = pairs.filter(|(a, b)| a != b && self.precedes(&moment, *a, *b)).collect();
        Look { heard, first }
    }

    /// Whether one transition keeps another from being taken with it: an inner one the outer ones, of one state the one that is
    /// written first, and of two that leave a common state from beside each other that of the part that is written first.
    fn precedes(&self, moment: &Moment, one: usize, other: usize) -> bool {
        let (a, b) = (&self.arrows[one], &self.arrows[other]);
        let is_inner = self.is_inside(a.source, b.source);
        if a.source == b.source || is_inner || self.is_inside(b.source, a.source) {
            return is_inner || a.source == b.source && one < other;
        }
        a.source < b.source && !self.left(moment, a).is_disjoint(&self.left(moment, b))
    }

    fn is_good(&self, node: &[i64]) -> bool {
        let moment = self.moment(node);
        moment.x < self.limit || !self.watched.iter().any(|s| moment.active.contains(s))
    }
}

impl Model for Chart {
    const ENDING: &'static str = "scxml";

    fn text(&self) -> String {
        self.print().0
    }

    fn world(&self, blocked: &BTreeSet<usize>) -> World {
        let (regions, vars) = (self.regions(), self.vars());
        let region = |(var, s): (usize, &usize)| {
            let states = self.children(*s).into_iter().map(|c| self.states[c].name.clone()).collect();
            Region { var, states }
        };
        let lines = self.print().1;
        let rule =
            |(arrow, line): (&Arrow, &usize)| Rule { name: arrow.name.clone(), line: *line, guard: None, moves: true };
        let world = World {
            lines: vec![0; vars.len()],
            inputs: vec![regions.len(), regions.len() + 1],
            vars,
            regions: regions.iter().enumerate().map(region).collect(),
            rules: self.arrows.iter().zip(&lines).map(rule).collect(),
            ..World::default()
        };
        let mut start = Moment { active: BTreeSet::new(), remembered: vec![None; self.states.len()], x: 0 };
        let mut entered = BTreeSet::new();
        self.enter(&mut start, &mut entered, 0);
        let mut values = self.nodes(&start)[0][..world.vars.len()].to_vec();
        for state in entered {
            Chart::set(&mut start, &mut values, self.states[state].entry.as_ref());
        }
        let mut world = world.explore(self.nodes(&start), |node| self.steps(node, blocked), |node| self.is_good(node));
        world.looks = world.nodes.iter().map(|node| self.look(node)).collect();
        world
    }

    fn is_plain(&self) -> bool {
        self.states.iter().all(|s| s.sort != Sort::Parallel)
    }

    fn smaller(&self) -> Vec<Chart> {
        let mut all = Vec::new();
        for place in 0..self.arrows.len() {
            let mut copy = self.clone();
            copy.arrows.remove(place);
            all.push(copy);
            for part in [|a: &mut Arrow| a.guard = None, |a: &mut Arrow| a.action = None] {
                let mut copy = self.clone();
                part(&mut copy.arrows[place]);
                if copy.arrows[place].guard != self.arrows[place].guard
                    || copy.arrows[place].action != self.arrows[place].action
                {
                    all.push(copy);
                }
            }
        }
        for place in (0..self.states.len()).filter(|s| self.states[*s].entry.is_some()) {
            let mut copy = self.clone();
            copy.states[place].entry = None;
            all.push(copy);
        }
        all
    }
}
