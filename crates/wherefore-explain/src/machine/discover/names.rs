//! Names of transitions, as the modeller would choose them.
//!
//! In this order: the value of the label variable that the user named; the definition that is the branch's condition;
//! the value of a label variable that all branches test; the line of the branch. A rule with several edges gives each
//! of them its source, its target, or both: `t3@ON`, `t4->IDLE`.

use super::edges::{Machine, Rule};
use super::fold;
use super::guards::{Guards, is_label};
use super::hints::is_value_of;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::Span;
use wherefore_ir::{Define, ElementId, Sort, System, TermId, Value, VarId, walk};

/// The name of a rule and where its guard is written, if apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Title {
    pub name: String,
    /// Whether the name is the modeller's, not a place.
    pub named: bool,
    pub guard: Option<ElementId>,
}

/// Data that naming needs.
pub(super) struct Naming<'a> {
    pub label: Option<Vec<TermId>>,
    pub control: Vec<VarId>,
    pub line_of: &'a dyn Fn(Span) -> Option<usize>,
}

impl Naming<'_> {
    /// A title for each rule of each machine. Names are distinct between machines.
    pub fn titles(&self, system: &mut System, guards: &mut Guards, machines: &[Machine]) -> Vec<Vec<Title>> {
        let mut titles: Vec<Vec<Title>> = Vec::new();
        for machine in machines {
            let label = self.common_label(system, machine);
            let each = machine.rules.iter().map(|rule| self.title(system, guards, machine, rule, label));
            titles.push(each.collect());
        }
        separate(system, machines, &mut titles);
        titles
    }

    fn title(
        &self,
        system: &mut System,
        guards: &mut Guards,
        machine: &Machine,
        rule: &Rule,
        label: Option<TermId>,
    ) -> Title {
        let hinted = self.label.iter().flatten().copied().collect::<Vec<_>>();
        self.by_label(system, guards, rule, &hinted)
            .or_else(|| by_define(system, machine.var, rule))
            .or_else(|| self.by_label(system, guards, rule, label.as_slice()))
            .unwrap_or_else(|| Title { name: self.by_line(system, machine, rule), named: false, guard: None })
    }

    fn by_label(&self, system: &mut System, guards: &mut Guards, rule: &Rule, labels: &[TermId]) -> Option<Title> {
        let (condition, constant) = tests(system, rule)
            .into_iter()
            .find_map(|(condition, subject, constant)| labels.contains(&subject).then_some((condition, constant)))?;
        let guard = guards.behind(system, condition).into_iter().find_map(|g| g.element);
        Some(Title { name: value_name(system, constant)?, named: true, guard })
    }

    /// Whether the label that the user named names some transition.
    pub fn label_is_tested(&self, system: &mut System, machines: &[Machine]) -> bool {
        let labels = self.label.iter().flatten().copied().collect::<Vec<_>>();
        let mut rules = machines.iter().flat_map(|m| &m.rules);
        rules.any(|rule| tests(system, rule).iter().any(|(_, subject, _)| labels.contains(subject)))
    }

    /// `line 23`; where several branches stand on one line, `line 23/2` for the second.
    fn by_line(&self, system: &System, machine: &Machine, rule: &Rule) -> String {
        let line = |element| system.span(element).and_then(self.line_of);
        let Some(here) = line(rule.element) else { return format!("branch {}", rule.number) };
        let mut neighbours: Vec<_> =
            machine.rules.iter().map(|r| r.element).filter(|e| line(*e) == Some(here)).collect();
        neighbours.dedup();
        match neighbours.iter().position(|e| *e == rule.element) {
            Some(place) if neighbours.len() > 1 => format!("line {here}/{}", place + 1),
            _ => format!("line {here}"),
        }
    }

    /// A label that every branch with a condition tests, each for another value.
    fn common_label(&self, system: &mut System, machine: &Machine) -> Option<TermId> {
        let rules: Vec<&Rule> = machine.rules.iter().filter(|r| !r.own.is_empty()).collect();
        let [first, _, ..] = rules.as_slice() else { return None };
        let candidates = tests(system, first).into_iter().map(|(_, subject, _)| subject);
        let fits = |s: &TermId| is_label(&system.terms, *s) && !is_value_of(system, *s, &self.control);
        let labels: Vec<TermId> = candidates.filter(fits).collect();
        labels.into_iter().find(|s| {
            let value = |rule: &&Rule| tests(system, rule).into_iter().find(|t| t.1 == *s).map(|t| t.2);
            let values: Option<Vec<TermId>> = rules.iter().map(value).collect();
            values.is_some_and(|v| v.iter().collect::<BTreeSet<_>>().len() == v.len())
        })
    }
}

/// The comparisons with constants that a rule's own conditions require: the condition, what it tests, the constant.
fn tests(system: &mut System, rule: &Rule) -> Vec<(TermId, TermId, TermId)> {
    let parts = rule.own.iter().flat_map(|t| walk::conjuncts(&system.terms, *t)).collect::<Vec<_>>();
    let test = |part: TermId| fold::test(&mut system.terms, part).map(|(subject, constant)| (part, subject, constant));
    parts.into_iter().filter_map(test).collect()
}

fn value_name(system: &System, constant: TermId) -> Option<String> {
    match (system.terms.sort(constant), system.terms.constant(constant)?) {
        (Sort::Enum(id), Value::Enum(_, index)) => system.terms.enumeration(id).values.get(*index as usize).cloned(),
        (_, Value::Int(n)) => Some(n.to_string()),
        (_, Value::Bool(b)) => Some(b.to_string().to_uppercase()),
        _ => None,
    }
}

/// The innermost condition that has a name. A condition may also say `s = OFF & t1`.
fn by_define(system: &System, var: VarId, rule: &Rule) -> Option<Title> {
    let define = rule.own.iter().rev().find_map(|condition| {
        define_of(system, var, *condition).or_else(|| {
            let says_state = |t: &&TermId| walk::variables(&system.terms, [**t]).into_iter().eq([var]);
            let mut rest = system.terms.operands(*condition).iter().filter(|t| !says_state(t));
            let (only, None) = (rest.next()?, rest.next()) else { return None };
            (system.terms.op(*condition) == wherefore_ir::Op::And).then(|| define_of(system, var, *only))?
        })
    })?;
    Some(Title { name: define.name.clone(), named: true, guard: define.element })
}

/// The definition that a term is, one of the same module instance as the variable first.
fn define_of(system: &System, var: VarId, term: TermId) -> Option<&Define> {
    let home = path(&system.terms.var(var).name);
    let same = || system.defines.iter().filter(|d| d.term == term);
    same().find(|d| path(&d.name) == home).or_else(|| same().next())
}

/// The module instance that a name lies in: empty for the outermost.
pub(super) fn path(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(path, _)| path)
}

/// Puts the module instance, or the variable where that does not help, before names that several machines use.
fn separate(system: &System, machines: &[Machine], titles: &mut [Vec<Title>]) {
    let mut users: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (index, title) in titles.iter().enumerate().flat_map(|(i, list)| list.iter().map(move |t| (i, t))) {
        users.entry(title.name.clone()).or_default().insert(index);
    }
    let name = |m: usize| system.terms.var(machines[m].var).name.as_str();
    for (index, list) in titles.iter_mut().enumerate() {
        for title in list {
            let users = &users[&title.name];
            if users.len() > 1 {
                let home = path(name(index));
                let alone = users.iter().filter(|m| path(name(**m)) == home).count() == 1;
                let prefix = if alone && !home.is_empty() { home } else { name(index) };
                title.name = format!("{prefix}.{}", title.name);
            }
        }
    }
}

/// The names of the edges of a machine, rule by rule, all distinct and not in `used`, which they are added to.
pub(super) fn edge_names(machine: &Machine, titles: &[Title], used: &mut BTreeSet<String>) -> Vec<Vec<String>> {
    let mut ends: BTreeMap<&str, (BTreeSet<usize>, BTreeSet<usize>)> = BTreeMap::new();
    for (rule, title) in machine.rules.iter().zip(titles) {
        let (sources, targets) = ends.entry(title.name.as_str()).or_default();
        sources.extend(rule.edges.iter().map(|e| e.source));
        targets.extend(rule.edges.iter().map(|e| e.target));
    }
    let mut names = Vec::new();
    for (rule, title) in machine.rules.iter().zip(titles) {
        let (sources, targets) = &ends[title.name.as_str()];
        let name = |source: usize, target: usize| {
            let from = if sources.len() > 1 { format!("@{}", machine.names[source]) } else { String::new() };
            let to = if targets.len() > 1 { format!("->{}", machine.names[target]) } else { String::new() };
            format!("{}{from}{to}", title.name)
        };
        names.push(rule.edges.iter().map(|e| distinct(name(e.source, e.target), used)).collect());
    }
    names
}

fn distinct(name: String, used: &mut BTreeSet<String>) -> String {
    let mut candidate = name.clone();
    let mut number = 1;
    while !used.insert(candidate.clone()) {
        number += 1;
        candidate = format!("{name}#{number}");
    }
    candidate
}
