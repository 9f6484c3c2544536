//! The whole inquiry into one property of a synchronous program.

use super::cover;
use super::events::{Sides, events, name};
use super::instrument::{Identity, Instrumentation, is_delay};
use super::rules::Condition;
use super::scene;
use super::search::{Found, Key, Question, Search, Tried};
use super::shown::shown;
use super::structural::{Node, StructuralCause};
use super::suspects::suspects;
use super::{Attempt, Flow, Outcome, Program, Spot, Survey};
use crate::cause::{Bound, MinimalCause};
use crate::explanation::tell::{Plain, Teller, tell};
use crate::explanation::{Claim, Explanation, Subject, Told, Untold};
use crate::given::{Asked, GIVEN, Given, Telling};
use crate::{Class, Completeness, Findings, Group, Inquiry, id};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Cause, Observer, Options, Session, Verdict};
use wherefore_ir::network::BlockId;
use wherefore_ir::{ElementId, System, Value};
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// How to inquire.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How finely failures are told apart: 1 by their cause without times, 2 by the inputs that act.
    pub level: u32,
    /// The most classes to list.
    pub max_classes: usize,
    /// How engines work.
    pub options: Options,
}

/// Decides a property and, if it can fail, finds its causes and every other way through the blocks that leads to a failure.
/// `session` is about the same system. A given run is explained first. `draft` is given what is known from time to time, for a
/// caller who cannot wait.
pub fn why<'a>(
    (system, session): (&System, &Session),
    asked: impl Into<Asked<'a>>,
    settings: &Settings,
    (stop, observer): (&Stop, &Arc<dyn Observer>),
    draft: &dyn Fn(Findings),
) -> Findings {
    let asked = asked.into();
    let (finding, said) = asked.verdict(system, session, (stop, observer));
    let Verdict::Violated(run) = &finding.verdict else { return Findings { finding, inquiry: None } };
    let program = Program::new(system);
    let sink = program.as_ref().and_then(|p| p.network.sink(&asked.property.name));
    let (Some(program), Some(sink)) = (&program, sink) else { return Findings { finding, inquiry: None } };
    let (good, most, options) = (asked.property.term, settings.max_classes, &settings.options);
    let question = Question { program, good, sink, options, most, stop, observer };
    let inquirer = Inquirer { question: &question, level: settings.level };
    let subject = Subject { system, claim: Claim::Always(good), counts: &|_| true, options };
    let teller = Teller { subject: &subject, asked: asked.property, steps: &Plain, stop };
    let telling = Telling::default();
    let note = |inquiry: &Inquiry| {
        let mut inquiry = inquiry.clone();
        telling.show(&mut inquiry);
        draft(Findings { finding: finding.clone(), inquiry: Some(inquiry) });
    };
    let mut notes = said;
    if finding.engine == GIVEN {
        notes.extend(inquirer.explain(&run.trace, &teller, &telling, &note));
    }
    let trace = shown(system, good, &run.trace, options, stop).unwrap_or_else(|_| run.trace.clone());
    let mut inquiry = inquirer.inquire(trace, &note);
    inquiry.notes.extend(notes);
    note(&inquiry);
    tell(&teller, &mut inquiry, &note);
    if let Some(given) = telling.finish() {
        given.join(&mut inquiry);
    }
    Findings { finding, inquiry: Some(inquiry) }
}

struct Inquirer<'a> {
    question: &'a Question<'a>,
    level: u32,
}

/// A class before it gets its words.
struct Draft<'s> {
    key: &'s Key,
    found: &'s Found,
    cause: Told<MinimalCause>,
    family: Vec<String>,
}

impl Inquirer<'_> {
    /// The given run by itself, before any other is searched for. It belongs to the class of each of its causes.
    fn explain(&self, run: &Trace, teller: &Teller<'_>, telling: &Telling, note: &dyn Fn(&Inquiry)) -> Vec<String> {
        let search = Search::new(self.question, run.clone());
        let first = self.report(&search, (Completeness::unknown(self.question.stop), None), false);
        note(&first);
        let drafts: Vec<Draft<'_>> = search.found.iter().map(|(key, found)| self.draft(key, found, true)).collect();
        let Some(draft) = drafts.first() else {
            return search.end.iter().map(|cause| format!("the given run is not explained: {cause}")).collect();
        };
        let mut classes: Vec<String> = drafts.iter().map(|d| self.id(d)).collect();
        classes.dedup();
        let given = Given { run: self.class(draft, &BTreeSet::new()), classes };
        telling.tell(given, teller, &|| note(&first))
    }

    /// All ways to fail, as far as they are found, beginning with those of a run.
    fn inquire(&self, run: Trace, note: &dyn Fn(&Inquiry)) -> Inquiry {
        let question = self.question;
        let mut search = Search::new(question, run);
        let mut seen =
            |search: &Search| note(&self.report(search, (Completeness::unknown(question.stop), None), false));
        seen(&search);
        search.exhaust(question, &mut seen);
        let mut causes = cover::relative(question, &mut search);
        let summary = cover::situations(question, &mut search);
        while search.is_waiting() {
            let known = search.found.len();
            search.exhaust(question, &mut seen);
            if search.found.len() > known {
                causes = cover::relative(question, &mut search);
            }
        }
        let mut inquiry = self.report(&search, (Completeness::unknown(question.stop), summary), true);
        self.conclude(&mut inquiry, &search, causes);
        inquiry
    }

    /// Says whether there are other classes. What is proved is about minimal causes; there may be more ways through the
    /// blocks, of which it can only be said that all were tried.
    fn conclude(&self, inquiry: &mut Inquiry, search: &Search, causes: Completeness) {
        let tried = search.end.clone().unwrap_or(Cause::Ways(search.attempts.len()));
        let stopped = |cause: Cause| Completeness::Stopped { cause, depth: None };
        inquiry.completeness = match (self.level, causes) {
            (1, Completeness::Complete { certificate, .. }) => {
                let claim = certificate.split(": ").next().unwrap_or_default();
                inquiry.notes.push(format!("{claim}, at whatever ticks: that is proved and was checked again"));
                stopped(tried)
            }
            (_, Completeness::Stopped { cause: Cause::Ways(_), .. }) => stopped(tried),
            (_, causes) => causes,
        };
    }

    fn report(
        &self,
        search: &Search,
        (completeness, summary): (Completeness, Option<Group>),
        is_final: bool,
    ) -> Inquiry {
        let program = self.question.program;
        let drafts: Vec<Draft<'_>> = search.found.iter().map(|(key, found)| self.draft(key, found, is_final)).collect();
        let order = self.order(&drafts);
        let common = common(&drafts);
        let classes = order.iter().map(|d| self.class(&drafts[*d], &common)).collect();
        let runs: Vec<&Found> = order.iter().map(|d| drafts[*d].found).collect();
        let why = "blocks are not switched off: the suspects say where to look";
        let mut inquiry = Inquiry {
            classes,
            summary,
            suspects: Ok(suspects(program, self.question.sink, &runs)),
            fix_sets: Err(Untold(why.to_owned())),
            survey: Some(self.survey(search, &drafts)),
            notes: self.covered(search).into_iter().collect(),
            ..Inquiry::new(self.level.to_string(), completeness)
        };
        scene::draw(program, self.question.sink, &mut inquiry);
        inquiry
    }

    /// Minimal causes take time: they are worked out once the search is over.
    fn draft<'s>(&self, key: &'s Key, found: &'s Found, is_final: bool) -> Draft<'s> {
        let cause = match is_final {
            true => found.run.minimal(self.question).cloned().map_err(|why| why.clone().into()),
            false => Err(Untold::unfinished()),
        };
        let family = match &cause {
            Ok(cause) => acting(self.question.program.system, cause),
            Err(_) => self.leaves(found),
        };
        Draft { key, found, cause, family }
    }

    /// The places of the classes in the order to be read: families together, in the order found; of level 2, one for each.
    fn order(&self, drafts: &[Draft<'_>]) -> Vec<usize> {
        let mut families: Vec<&Vec<String>> = Vec::new();
        for draft in drafts {
            if !families.contains(&&draft.family) {
                families.push(&draft.family);
            }
        }
        let of = |family: &&Vec<String>| {
            let same = drafts.iter().enumerate().filter(|(_, d)| d.family == **family).map(|(place, _)| place);
            same.take(if self.level == 1 { usize::MAX } else { 1 }).collect::<Vec<usize>>()
        };
        families.iter().flat_map(of).collect()
    }

    fn class(&self, draft: &Draft<'_>, common: &BTreeSet<Identity>) -> Class {
        let Found { run, cause, alike } = draft.found;
        let program = self.question.program;
        let family = family_words(&draft.family);
        let (text, path) = match self.level {
            1 => (self.decisions(draft, common), vec![family]),
            _ => (family, Vec::new()),
        };
        let events = Ok(events(program, &run.replay, cause));
        Class {
            path,
            explanation: Explanation { cause: draft.cause.clone(), events, ..Explanation::default() },
            flow: Some(Flow {
                spots: cause
                    .nodes
                    .iter()
                    .map(|n| Spot { block: n.block, tick: n.tick, value: n.value.clone() })
                    .collect(),
                arcs: arcs(cause),
                elements: marked(program, draft.found),
                causes: *alike,
            }),
            ..Class::new(self.id(draft), text, run.trace.clone())
        }
    }

    /// What was tried, with the classes that it brought.
    fn survey(&self, search: &Search, drafts: &[Draft<'_>]) -> Survey {
        let ids = |places: &[usize]| places.iter().filter_map(|p| Some(self.id(drafts.get(*p)?))).collect();
        let sides = Sides::new(self.question.program, self.question.sink);
        let tried = |tried: &Tried| {
            let outcome = match &tried.outcome {
                Outcome::New(_) => Outcome::New(ids(&tried.new)),
                other => other.clone(),
            };
            self.attempt(&tried.way, &sides, outcome)
        };
        Survey { attempts: search.attempts.iter().map(tried).collect() }
    }

    fn attempt(&self, way: &Instrumentation, sides: &Sides, outcome: Outcome) -> Attempt {
        let (program, block) = (self.question.program, way.spot.block);
        let when = match way.delay {
            0 => "at the failure".to_owned(),
            1 => "one tick before the failure".to_owned(),
            many => format!("{many} ticks before the failure"),
        };
        Attempt {
            words: format!("{}, {when}", way.words),
            name: name(program, block),
            element: program.network.block(block).element,
            side: sides.of(block),
            outcome,
        }
    }

    /// Up to which length failing runs are known to have one of the minimal causes found, if there are any so short.
    fn covered(&self, search: &Search) -> Option<String> {
        let (steps, patterns) = search.covered?;
        let shortest = search.found.iter().map(|(_, f)| f.run.replay.last()).min()?;
        (steps >= shortest).then(|| {
            format!("every run that fails within {steps} steps ends with one of {patterns} minimal causes, at whatever ticks")
        })
    }

    fn id(&self, draft: &Draft<'_>) -> String {
        let identity = if self.level == 1 { self.canonical(draft.key) } else { family_words(&draft.family) };
        id::stable(&format!("dataflow {} {identity}", self.level))
    }

    /// The inputs that act in a structural cause.
    fn leaves(&self, found: &Found) -> Vec<String> {
        let program = self.question.program;
        let nodes = found.cause.leaves(program).into_iter().map(|l| &found.cause.nodes[l]);
        let acts = nodes.filter(|n| n.value != Value::Bool(false));
        let names: BTreeSet<String> = acts.map(|n| name(program, n.block)).collect();
        names.into_iter().collect()
    }

    /// What tells a cause from the others: the ways taken where there is more than one, and not by all; those of the model
    /// first.
    fn decisions(&self, draft: &Draft<'_>, common: &BTreeSet<Identity>) -> String {
        let sides = Sides::new(self.question.program, self.question.sink);
        let words = |only_own: bool| {
            let mut ways: Vec<&Identity> = draft.key.iter().filter(|i| !only_own || !common.contains(i)).collect();
            ways.sort_by_key(|(block, ..)| (Reverse(sides.of(*block)), *block));
            let mut listed: Vec<String> = ways.into_iter().filter_map(|i| self.decision(draft.found, i)).collect();
            listed.dedup();
            listed
        };
        let own = words(true);
        let listed = if own.is_empty() { words(false) } else { own };
        if listed.is_empty() { "the only way".to_owned() } else { listed.join(", ") }
    }

    /// One way in few words, if there are others: `act_n by once=0`.
    fn decision(&self, found: &Found, (block, value, shape): &Identity) -> Option<String> {
        let program = self.question.program;
        let same = |n: &&Node| (n.block, n.value.as_bool(), n.shape) == (*block, *value, *shape);
        let node = found.cause.nodes.iter().find(same)?;
        let shapes = program.shapes(*block, &node.value);
        let chosen = shapes.iter().find(|s| s.number == *shape).filter(|_| shapes.len() > 1)?;
        let is_gate = program.patterns.at(*block).is_none();
        if is_gate && is_delay(program.network.block(*block).gate) {
            return None;
        }
        let part = |c: &Condition| match c {
            Condition::Value { block, value: Some(Value::Bool(value)), .. } if is_gate => {
                program.network.block(*block).name.as_ref().map(|n| format!("{n}={}", u8::from(*value)))
            }
            _ => None,
        };
        let parts: Vec<String> = chosen.conditions.iter().filter_map(part).collect();
        let way = if parts.is_empty() { chosen.words.clone() } else { parts.join(" and ") };
        Some(format!("{} by {way}", name(program, *block)))
    }

    /// A cause as text that does not depend on numbers of blocks.
    fn canonical(&self, key: &Key) -> String {
        let program = self.question.program;
        let one = |(block, value, shape): &Identity| format!("{}={value:?}:{shape}", name(program, *block));
        let mut parts: Vec<String> = key.iter().map(one).collect();
        parts.sort_unstable();
        parts.join(",")
    }
}

/// What all causes have in common; nothing if there is only one.
fn common(drafts: &[Draft<'_>]) -> BTreeSet<Identity> {
    let Some((first, others)) = drafts.split_first().filter(|(_, others)| !others.is_empty()) else {
        return BTreeSet::new();
    };
    first.key.iter().filter(|i| others.iter().all(|d| d.key.contains(i))).copied().collect()
}

/// The inputs that a cause makes do something: truth values that are true, and anything that is no truth value.
fn acting(system: &System, cause: &MinimalCause) -> Vec<String> {
    let acts = cause.kept.iter().filter(|k| k.bound != Bound::Is(Value::Bool(false)));
    let names: BTreeSet<String> = acts.map(|k| system.terms.var(k.var).name.clone()).collect();
    names.into_iter().collect()
}

fn family_words(family: &[String]) -> String {
    if family.is_empty() { "no input acts".to_owned() } else { family.join(" + ") }
}

/// Which block of a cause is a reason for which other.
fn arcs(cause: &StructuralCause) -> BTreeSet<(BlockId, BlockId)> {
    let into = |node: &Node| {
        let below = node.below.iter().filter_map(|place| cause.nodes.get(*place));
        below.map(|reason| (reason.block, node.block)).collect::<Vec<_>>()
    };
    cause.nodes.iter().flat_map(into).collect()
}

/// The equations and operators of a cause, in order of the program.
fn marked(program: &Program<'_>, found: &Found) -> Vec<ElementId> {
    let elements: BTreeSet<ElementId> =
        found.cause.nodes.iter().filter_map(|n| program.network.block(n.block).element).collect();
    elements.into_iter().collect()
}
