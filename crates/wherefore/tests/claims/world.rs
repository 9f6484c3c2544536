//! The runs of a small model, spelled out: every node is a valuation of all variables, inputs included.
//!
//! All that the judges know of a model is here, so that one set of judges does for all languages.

use crate::term::Named;
use std::collections::{BTreeMap, BTreeSet};

/// A transition of the control: an edge of a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transition {
    /// Its place among the regions.
    pub region: usize,
    /// Rule: the place where a person edits it.
    pub rule: usize,
    /// Control state before.
    pub source: i64,
    /// Control state after.
    pub target: i64,
}

/// A rule: a branch of the control, or a transition of a chart.
#[derive(Clone, Debug)]
pub struct Rule {
    /// As reports call it, without source and target.
    pub name: String,
    /// The line of the branch.
    pub line: usize,
    /// The line of its guard, if that is written apart.
    pub guard: Option<usize>,
    /// Whether it can be a transition: it does not keep the state in any case.
    pub moves: bool,
}

/// A region of the control on which the property can depend.
#[derive(Clone, Debug)]
pub struct Region {
    /// Its control variable.
    pub var: usize,
    /// The names of its states.
    pub states: Vec<String>,
}

/// A step.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The node after it.
    pub to: usize,
    /// For each region, the transition taken.
    pub taken: Vec<Option<usize>>,
    /// Regions that the step leaves or enters: what they did before is over.
    pub reset: BTreeSet<usize>,
}

/// How runs are classified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lens {
    /// By control.
    #[default]
    Machine,
    /// By causes, which only the program knows.
    Flow,
}

/// A model as a graph.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// Kind of its classes.
    pub lens: Lens,
    /// Its variables, as in `trace.variables`.
    pub vars: Vec<Named>,
    /// The lines on which they are declared; 0 if they are not.
    pub lines: Vec<usize>,
    /// Which of them are no part of the state before a step.
    pub inputs: Vec<usize>,
    /// Which variables can be chosen after the first tick.
    pub free: Vec<usize>,
    /// Valuations; what stands after the values of all variables is not shown.
    pub nodes: Vec<Vec<i64>>,
    /// Where runs start.
    pub starts: Vec<usize>,
    /// Steps, by node.
    pub edges: Vec<Vec<Edge>>,
    /// Whether the property holds, by node.
    pub good: Vec<bool>,
    /// Control.
    pub regions: Vec<Region>,
    /// All transitions that some step takes.
    pub transitions: Vec<Transition>,
    /// All rules.
    pub rules: Vec<Rule>,
    /// Of a chart, by node, what the rules are about to do there; empty for other models.
    pub looks: Vec<Look>,
}

/// The rules of a chart in a situation.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// The rules whose state is active and whose event is there, with whether their guard is true.
    pub heard: BTreeMap<usize, bool>,
    /// Pairs of them of which a step takes only the first, where both could be taken.
    pub first: BTreeSet<(usize, usize)>,
}

/// One step before it is put into the graph.
pub struct Step {
    /// The node after it.
    pub to: Vec<i64>,
    /// For each region, the transition taken.
    pub taken: Vec<Option<Transition>>,
    /// Regions that it leaves or enters.
    pub reset: BTreeSet<usize>,
}

impl World {
    /// Spells out what can be reached.
    pub fn explore(
        mut self,
        starts: Vec<Vec<i64>>,
        step: impl Fn(&[i64]) -> Vec<Step>,
        good: impl Fn(&[i64]) -> bool,
    ) -> World {
        let mut places: BTreeMap<Vec<i64>, usize> = BTreeMap::new();
        let mut numbers: BTreeMap<Transition, usize> = BTreeMap::new();
        self.starts = starts.into_iter().map(|node| self.place(&mut places, node)).collect();
        let mut next = 0;
        while next < self.nodes.len() {
            let node = self.nodes[next].clone();
            self.good.push(good(&node));
            let mut edges = Vec::new();
            for Step { to, taken, reset } in step(&node) {
                let to = self.place(&mut places, to);
                let taken = taken.into_iter().map(|t| t.map(|t| self.number(&mut numbers, t))).collect();
                edges.push(Edge { to, taken, reset });
            }
            self.edges.push(edges);
            next += 1;
        }
        self
    }

    fn place(&mut self, places: &mut BTreeMap<Vec<i64>, usize>, node: Vec<i64>) -> usize {
        if let Some(place) = places.get(&node) {
            return *place;
        }
        places.insert(node.clone(), self.nodes.len());
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn number(&mut self, numbers: &mut BTreeMap<Transition, usize>, transition: Transition) -> usize {
        if let Some(number) = numbers.get(&transition) {
            return *number;
        }
        numbers.insert(transition.clone(), self.transitions.len());
        self.transitions.push(transition);
        self.transitions.len() - 1
    }

    /// A variable by name.
    pub fn var(&self, name: &str) -> Option<usize> {
        self.vars.iter().position(|v| v.name == name)
    }

    /// The nodes of a run that shows these values, if there is one. Steps of models with something hidden have one
    /// outcome for the same values.
    pub fn follow(&self, shown: &[Vec<i64>]) -> Option<Vec<usize>> {
        let shows = |node: usize, tick: usize| self.nodes[node].starts_with(&shown[tick]);
        let mut nodes = vec![self.starts.iter().copied().find(|n| !shown.is_empty() && shows(*n, 0))?];
        for tick in 1..shown.len() {
            let next = self.edges[nodes[tick - 1]].iter().map(|e| e.to).find(|n| shows(*n, tick))?;
            nodes.push(next);
        }
        Some(nodes)
    }

    /// Whether some node shows these values.
    pub fn has(&self, shown: &[i64]) -> bool {
        self.nodes.iter().any(|n| n.starts_with(shown))
    }

    /// The step between two nodes.
    pub fn edge(&self, from: usize, to: usize) -> Option<&Edge> {
        self.edges[from].iter().find(|e| e.to == to)
    }

    /// A node without its inputs: the state.
    pub fn state(&self, node: usize) -> Vec<i64> {
        let all = self.nodes[node].iter().enumerate();
        all.filter(|(v, _)| !self.inputs.contains(v)).map(|(_, value)| *value).collect()
    }

    /// The nodes of each state.
    pub fn by_state(&self) -> BTreeMap<Vec<i64>, Vec<usize>> {
        let mut found: BTreeMap<Vec<i64>, Vec<usize>> = BTreeMap::new();
        for node in 0..self.nodes.len() {
            found.entry(self.state(node)).or_default().push(node);
        }
        found
    }

    /// Whether the value of a variable at a tick is chosen and not computed.
    pub fn is_choice(&self, var: usize, tick: usize) -> bool {
        self.free.contains(&var) || self.lens == Lens::Machine && (tick == 0 || self.inputs.contains(&var))
    }

    /// Whether a run can end, or break the property, and what else a good generator must make.
    pub fn has_dead_end(&self) -> bool {
        self.edges.iter().any(Vec::is_empty)
    }

    /// The nodes that a set of nodes leads to.
    pub fn image(&self, from: &BTreeSet<usize>) -> BTreeSet<usize> {
        from.iter().flat_map(|n| &self.edges[*n]).map(|e| e.to).collect()
    }

    /// Whether a run breaks the property.
    pub fn is_violated(&self) -> bool {
        self.good.contains(&false)
    }

    /// A name without what distinguishes it from equal names: `s.t1`, `t1#2`.
    pub fn plain<'a>(&self, name: &'a str) -> &'a str {
        let name = name.split('#').next().unwrap_or(name);
        let own = |prefix: &str| self.regions.iter().any(|r| self.vars[r.var].name == prefix);
        name.split_once('.').filter(|(prefix, _)| own(prefix)).map_or(name, |(_, rest)| rest)
    }

    /// The rule that a name in a report is of, in the order of the source.
    pub fn rule_of(&self, name: &str) -> Option<usize> {
        let name = self.plain(name).replace(" from ", "@").replace(" to ", "->");
        let base = name.split("->").next().and_then(|name| name.split('@').next());
        self.rules.iter().position(|rule| Some(rule.name.as_str()) == base)
    }

    /// The transitions that a name in a report can stand for: `t1`, `line 7@on->off`, `t2 from on to off`.
    pub fn named(&self, name: &str) -> Vec<usize> {
        let name = self.plain(name).replace(" from ", "@").replace(" to ", "->");
        let (name, target) = name.split_once("->").map_or((name.as_str(), None), |(n, t)| (n, Some(t)));
        let (base, source) = name.split_once('@').map_or((name, None), |(n, s)| (n, Some(s)));
        let fits = |t: &Transition| {
            let at = |value: i64, word: Option<&str>| {
                word.is_none_or(|w| self.regions[t.region].states[value as usize] == w)
            };
            self.rules[t.rule].name == base && at(t.source, source) && at(t.target, target)
        };
        (0..self.transitions.len()).filter(|t| fits(&self.transitions[*t])).collect()
    }
}
