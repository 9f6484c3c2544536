//! Whether runs are runs, what their steps take, where that is written, and what is said to happen.

use super::{Judge, Run};
use crate::keys::Story;
use crate::term::Term;
use crate::world::{Look, Region, World};
use serde_json::Value;
use std::collections::BTreeSet;

/// The line of a place in the source.
pub(super) fn line(place: &Value) -> Option<usize> {
    place["line"].as_u64().map(|n| n as usize)
}

/// The values that the steps of a trace show.
pub fn shown(world: &World, trace: &Value) -> Option<Vec<Vec<i64>>> {
    let values = |step: &Value| world.vars.iter().map(|v| v.kind.of_json(&step["values"][&v.name])).collect();
    trace["steps"].as_array().into_iter().flatten().map(values).collect()
}

impl Judge<'_> {
    /// A failing run as nodes, if it is one.
    pub(super) fn run(&mut self, about: &'static str, trace: &Value) -> Option<Run> {
        let said = || format!("{about}: {trace}");
        let shown = shown(self.facts.world, trace);
        self.check(about, shown.is_some(), said, || "a value is missing or none of its variable".to_owned());
        let shown = shown?;
        let found = self.facts.world.follow(&shown);
        let reachable = shown.iter().map(|v| self.facts.world.has(v)).collect::<Vec<_>>();
        self.check(about, found.is_some(), said, || {
            format!("no run does this; which of its states any run has: {reachable:?}")
        });
        let nodes = found?;
        let last = nodes[nodes.len() - 1];
        let mut story = Story::start(self.world(), nodes[0]);
        let mut taken = Vec::new();
        for pair in nodes.windows(2) {
            let edge = self.facts.world.edge(pair[0], pair[1])?;
            story = story.step(self.facts.world, edge);
            taken.push(edge.taken.clone());
        }
        let kept = nodes[..nodes.len() - 1].iter().all(|n| self.world().good[*n]);
        let fails = kept && !self.world().good[last];
        let truth = || {
            format!("the property, by tick: {:?}", nodes.iter().map(|n| self.facts.world.good[*n]).collect::<Vec<_>>())
        };
        self.check("fails at its end only", fails, said, truth);
        fails.then_some(Run { nodes, taken, story })
    }

    /// Transitions that each step is said to take.
    pub(super) fn taken(&mut self, class: &Value, run: &Run) {
        if self.world().regions.is_empty() {
            return;
        }
        let steps = class["trace"]["steps"].as_array();
        for (tick, step) in steps.into_iter().flatten().enumerate() {
            let said = step["element"].as_str().unwrap_or_default();
            let truth: Vec<usize> =
                if tick == 0 { Vec::new() } else { run.taken[tick - 1].iter().flatten().copied().collect() };
            let fits = self.are(said, &truth);
            let words = || format!("{}: step {tick} takes {said:?}", class["key"]);
            self.check("taken in a step", fits, words, || self.facts.world.describe(&truth));
        }
        self.guards(class, run);
    }

    /// Whether names joined by `+` stand for exactly these transitions.
    fn are(&self, names: &str, transitions: &[usize]) -> bool {
        let names: Vec<&str> = names.split(" + ").filter(|n| !n.is_empty()).collect();
        let found = |t: &usize| names.iter().any(|n| self.world().named(n).contains(t));
        names.len() == transitions.len() && transitions.iter().all(found)
    }

    /// The lines of what let the last step through.
    fn guards(&mut self, class: &Value, run: &Run) {
        let last: Vec<usize> = run.taken.last().into_iter().flatten().flatten().copied().collect();
        let world = self.facts.world;
        let rules: Vec<usize> = last.iter().map(|t| world.transitions[*t].rule).collect();
        let lines: BTreeSet<usize> =
            rules.iter().flat_map(|r| [Some(world.rules[*r].line), world.rules[*r].guard]).flatten().collect();
        for place in class["guards"].as_array().into_iter().flatten() {
            let fits = line(place).is_some_and(|l| lines.contains(&l));
            let said = || format!("{}: the last step is let through at line {:?}", class["key"], line(place));
            self.check("let through by", fits, said, || format!("it takes {}", world.describe(&last)));
        }
    }

    /// The step into the failing state.
    pub(super) fn last_step(&mut self, step: &Value, run: &Run) {
        let (world, last) = (self.facts.world, run.nodes.len() - 1);
        if step.is_null() || world.regions.is_empty() {
            return;
        }
        let words = |list: &str| -> Vec<&str> {
            step[list].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
        };
        let said = || step.to_string();
        self.check("last step", step["tick"].as_u64() == Some(last as u64), said, || last.to_string());
        let Some(before) = last.checked_sub(1).map(|k| run.nodes[k]) else { return };
        let truth: Vec<usize> = run.taken[last - 1].iter().flatten().copied().collect();
        let names = [words("let_through_by"), words("beside")].concat().join(" + ");
        self.check("last step", self.are(&names, &truth), said, || world.describe(&truth));
        let stays: Vec<&Value> = step["stays"].as_array().into_iter().flatten().collect();
        let is_active = |r: &&Region| world.nodes[before][r.var] < r.states.len() as i64;
        let active = world.regions.iter().filter(is_active).count();
        let expected = if truth.is_empty() { active } else { 0 };
        self.check("last step", stays.len() == expected, said, || format!("{expected} machines stay"));
        for stay in stays {
            self.stay(stay, before);
        }
        for transition in step["stayed_out"].as_array().into_iter().flatten() {
            self.stayed_out(transition, before, &truth);
        }
    }

    /// A transition that is said to stay out of a step, and what is said to have kept it out.
    fn stayed_out(&mut self, transition: &Value, before: usize, taken: &[usize]) {
        let (world, said) = (self.facts.world, || transition.to_string());
        let word = |field: &str| transition[field].as_str().unwrap_or_default();
        let own = world.named(word("transition"));
        let leaves = |t: &usize| {
            let (region, source) = (world.transitions[*t].region, world.transitions[*t].source);
            world.nodes[before][world.regions[region].var] == source
        };
        // What no step takes is not among the transitions.
        let is_out = (own.is_empty() || own.iter().any(leaves)) && own.iter().all(|t| !taken.contains(t));
        self.check("stayed out", is_out, said, || format!("the step takes {}", world.describe(taken)));
        if let Some(look) = world.looks.get(before) {
            return self.kept_out_in_chart(transition, look, taken);
        }
        match word("kept_out_by") {
            "conjuncts" => {
                let texts = transition["false_conjuncts"].as_array().into_iter().flatten().filter_map(Value::as_str);
                let terms: Vec<Term> = texts.filter_map(|text| Term::read(text, &world.vars)).collect();
                let are_false = terms.iter().all(|term| !term.is_true(&world.nodes[before]));
                self.check("kept out by", are_false, said, || format!("{:?}", world.nodes[before]));
            }
            "priority" => {
                let first = world.named(word("before")).into_iter().find(|t| taken.contains(t));
                let comes_first =
                    first.is_some_and(|t| world.rule_of(word("transition")) > Some(world.transitions[t].rule));
                self.check("kept out by", comes_first, said, || world.describe(taken));
            }
            _ => {
                let can = world.edges[before].iter().any(|e| e.taken.iter().flatten().any(|t| own.contains(t)));
                self.check("kept out by", can, said, || "no step takes it there".to_owned());
            }
        }
    }

    /// Reason given for a transition of a chart that stayed out of a step: its event was there, and its guard was false, or one that is
    /// taken comes before it.
    fn kept_out_in_chart(&mut self, transition: &Value, look: &Look, taken: &[usize]) {
        let (world, said) = (self.facts.world, || transition.to_string());
        let rule = |field: &str| world.rule_of(transition[field].as_str().unwrap_or_default());
        let heard = rule("transition").and_then(|rule| look.heard.get(&rule).copied());
        let fits = match transition["kept_out_by"].as_str() {
            Some("guard") => heard == Some(false),
            Some("priority") => {
                let pair = rule("before").zip(rule("transition"));
                let is_taken = pair.is_some_and(|(first, _)| taken.iter().any(|t| world.transitions[*t].rule == first));
                heard == Some(true) && is_taken && pair.is_some_and(|pair| look.first.contains(&pair))
            }
            _ => false,
        };
        self.check("kept out of a chart by", fits, said, || format!("{look:?}, taken {}", world.describe(taken)));
    }

    /// A machine that stays where it is: its state, and the transitions whose guards are false there.
    fn stay(&mut self, stay: &Value, before: usize) {
        let (world, said) = (self.facts.world, || stay.to_string());
        let region = world.regions.iter().find(|r| stay["machine"] == world.vars[r.var].name.as_str());
        let state = region.and_then(|r| r.states.get(world.nodes[before][r.var] as usize));
        let is_there = state.is_some_and(|s| stay["state"] == s.as_str());
        self.check("machine that stays", is_there, said, || format!("{state:?}"));
        let taken: BTreeSet<usize> = world.edges[before].iter().flat_map(|e| &e.taken).flatten().copied().collect();
        for name in stay["guards_false"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let can = world.named(name).into_iter().any(|t| taken.contains(&t));
            self.check("guard that is false", !can, said, || format!("{name} can be taken"));
        }
        let is_written = line(&stay["span"]).is_none_or(|l| world.rules.iter().any(|r| r.line == l));
        self.check("place of a branch", is_written, said, || "no branch stands there".to_owned());
    }

    /// Parts of the property that are said to be false.
    pub(super) fn told(&mut self, class: &Value, run: &Run) {
        let failed = &class["explanation"]["failed"];
        let last = run.nodes.len() - 1;
        for tick in failed["ticks"].as_array().into_iter().flatten() {
            self.check("failing tick", tick.as_u64() == Some(last as u64), || failed.to_string(), || last.to_string());
        }
        for part in failed["parts"].as_array().into_iter().flatten() {
            let text = part["text"].as_str().unwrap_or_default();
            let Some(term) = Term::read(text, &self.world().vars) else { continue };
            let fits = !term.is_true(&self.world().nodes[run.nodes[last]]);
            self.check(
                "failed part",
                fits,
                || format!("{}: {text} is false", class["key"]),
                || "it is true".to_owned(),
            );
        }
    }

    /// Events as they are reported.
    pub(super) fn events(&mut self, explanation: &Value, run: &Run) {
        for event in explanation["key_events"].as_array().into_iter().flatten() {
            let (Some(block), Some(tick)) = (event["block"].as_str(), event["tick"].as_u64()) else { continue };
            let (tick, comment) = (tick as usize, event["comment"].as_str().unwrap_or_default());
            let said = || format!("tick {tick}: {block} {comment}");
            if tick >= run.nodes.len() {
                self.check("event", false, said, || "the run is over".to_owned());
            } else if let Some(var) = self.world().var(block) {
                let value = |t: usize| self.facts.world.nodes[run.nodes[t]][var];
                let is_value = self.world().vars[var].kind.of_json(&event["value"]) == Some(value(tick));
                let changes = match comment.split(' ').next() {
                    Some("becomes") => tick > 0 && value(tick - 1) != value(tick),
                    Some("stays") => tick > 0 && value(tick - 1) == value(tick),
                    _ => true,
                };
                let declared = self.facts.world.lines[var];
                let here = event["span"].is_null() || declared == 0 || line(&event["span"]) == Some(declared);
                self.check("event", is_value && changes, said, || value(tick).to_string());
                self.check(
                    "place of an event",
                    here,
                    || format!("{} at {}", said(), event["span"]),
                    || format!("{:?}", self.facts.world.lines),
                );
            } else if comment == "is taken" && tick > 0 {
                let taken: Vec<usize> = run.taken[tick - 1].iter().flatten().copied().collect();
                let fits = self.world().named(block).iter().any(|t| taken.contains(t));
                self.check("event", fits, said, || self.facts.world.describe(&taken));
            } else if comment == "fails" {
                self.check("event", tick == run.nodes.len() - 1, said, || "the run fails at its end".to_owned());
            }
        }
    }
}
