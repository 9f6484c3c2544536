//! The whole inquiry into one property of a synchronous program.

use super::cover;
use super::events::{Sides, events, name};
use super::instrument::Instrumentation;
use super::keys::{self, Words};
use super::least;
use super::scene;
use super::search::{Found, Key, Question, Search, Tried, acting};
use super::shown::shown;
use super::structural::{Node, StructuralCause};
use super::suspects::suspects;
use super::{Attempt, Flow, Outcome, Program, Spot, Survey};
use crate::cause::MinimalCause;
use crate::explanation::tell::{Plain, Teller, tell};
use crate::explanation::{Claim, Explanation, Subject, Told, Untold};
use crate::given::{Asked, GIVEN, Given, Telling, up_to_failure};
use crate::{Class, Completeness, Findings, Group, Inquiry, Shorter, id};
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Cause, Observer, Options, Session, Verdict};
use wherefore_ir::network::BlockId;
use wherefore_ir::{Constraint, ElementId, System, TermId, Value};
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
    let cut = cut(system, good);
    let question = Question { program, cut: &cut, good, sink, options, most, stop, observer };
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
    let first = shown(&cut, good, &run.trace, options, stop);
    // Where the search for the shortest one did not come to an end, any length is possible.
    let floor = first.as_ref().map_or(0, |run| run.len() as u32 - 1);
    let known = || up_to_failure(system, &run.trace, good).unwrap_or_else(|| run.trace.clone());
    let mut inquiry = inquirer.inquire(first.unwrap_or_else(|_| known()), floor, &note);
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
        let mut classes = self.ids(&drafts);
        classes.dedup();
        let (id, words) = (classes.first().cloned().unwrap_or_default(), self.words(&[draft]));
        let given = Given { run: self.class(draft, id, words.into_iter().next().unwrap_or_default()), classes };
        telling.tell(given, teller, &|| note(&first))
    }

    /// All ways to fail, as far as they are found, beginning with those of a run.
    fn inquire(&self, run: Trace, floor: u32, note: &dyn Fn(&Inquiry)) -> Inquiry {
        let question = self.question;
        let mut search = Search::new(question, run);
        search.floor = floor;
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
        match self.level {
            1 => least::ways(question, &mut search),
            _ => least::families(question, &mut search),
        }
        // What is proved is about minimal causes; there may be more ways through the blocks, of which it can only be said that
        // all were tried, and other minimal causes of the same runs.
        let end = causes.err().filter(|cause| !matches!(cause, Cause::Ways(_))).or(search.end.clone());
        let cause = end.unwrap_or(Cause::Ways(search.attempts.len()));
        self.report(&search, (Completeness::Stopped { cause, depth: None }, summary), true)
    }

    fn report(
        &self,
        search: &Search,
        (completeness, summary): (Completeness, Option<Group>),
        is_final: bool,
    ) -> Inquiry {
        let program = self.question.program;
        let drafts: Vec<Draft<'_>> = self.listed(search).map(|(key, found)| self.draft(key, found, is_final)).collect();
        let (order, ids) = (self.order(&drafts), self.ids(&drafts));
        let shown: Vec<&Draft<'_>> = order.iter().map(|d| &drafts[*d]).collect();
        let named = order.iter().zip(self.words(&shown));
        let mut classes: Vec<Class> = named.map(|(d, words)| self.class(&drafts[*d], ids[*d].clone(), words)).collect();
        for (class, draft) in classes.iter_mut().zip(&shown) {
            let told = search.families.iter().find(|(family, _)| self.level != 1 && *family == draft.family);
            let least = (class.length <= search.floor).then_some(Shorter::Impossible);
            class.shorter = least.or(told.map(|(_, shorter)| *shorter)).unwrap_or(class.shorter);
        }
        let runs: Vec<&Found> = order.iter().map(|d| drafts[*d].found).collect();
        let why = "blocks are not switched off: the suspects say where to look";
        let mut inquiry = Inquiry {
            classes,
            summary,
            suspects: Ok(suspects(program, self.question.sink, &runs)),
            fix_sets: Err(Untold(why.to_owned())),
            survey: Some(self.survey(search, &ids)),
            ..Inquiry::new(self.level.to_string(), completeness)
        };
        scene::draw(program, self.question.sink, &mut inquiry);
        inquiry
    }

    /// The causes to be listed: of level 1 each with the run that it is shown by, otherwise with every known run.
    fn listed<'s>(&self, search: &'s Search) -> impl Iterator<Item = &'s (Key, Found)> + use<'s> {
        let others = if self.level == 1 { &[][..] } else { search.superseded.as_slice() };
        search.found.iter().chain(others)
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

    /// The places of the classes in the order to be read: families together, in the order found; of level 2, a shortest one of
    /// each.
    fn order(&self, drafts: &[Draft<'_>]) -> Vec<usize> {
        let mut families: Vec<&Vec<String>> = Vec::new();
        for draft in drafts {
            if !families.contains(&&draft.family) {
                families.push(&draft.family);
            }
        }
        let of = |family: &&Vec<String>| {
            let mut same: Vec<usize> = (0..drafts.len()).filter(|place| drafts[*place].family == **family).collect();
            if self.level != 1 {
                same.sort_by_key(|place| drafts[*place].found.run.replay.last());
                same.truncate(1);
            }
            same
        };
        families.iter().flat_map(of).collect()
    }

    /// The words for each of some classes, no two the same.
    fn words(&self, drafts: &[&Draft<'_>]) -> Vec<String> {
        if self.level == 1 {
            let causes: Vec<keys::Cause<'_>> =
                drafts.iter().map(|d| keys::Cause { key: d.key, found: d.found }).collect();
            return Words::new(self.question.program, self.question.sink).of(&causes);
        }
        let mut words: Vec<String> = drafts.iter().map(|d| family_words(&d.family)).collect();
        id::numbered(&mut words);
        words
    }

    fn class(&self, draft: &Draft<'_>, id: String, words: String) -> Class {
        let Found { run, cause, alike, shorter } = draft.found;
        let program = self.question.program;
        let path = if self.level == 1 { vec![family_words(&draft.family)] } else { Vec::new() };
        let events = Ok(events(program, &run.replay, cause));
        Class {
            path,
            shorter: *shorter,
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
            ..Class::new(id, words, run.trace.clone())
        }
    }

    /// What was tried, with the classes that it brought.
    fn survey(&self, search: &Search, ids: &[String]) -> Survey {
        let ids = |places: &[usize]| places.iter().filter_map(|p| ids.get(*p).cloned()).collect();
        let sides = Sides::new(self.question.program, self.question.sink);
        let tried = |tried: &Tried| {
            let outcome = match &tried.outcome {
                Outcome::New(_) => Outcome::New(ids(&tried.new)),
                other => other.clone(),
            };
            self.attempt(&tried.way, &sides, outcome)
        };
        Survey { attempts: search.attempts.iter().map(tried).collect(), causes: search.causes.clone() }
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

    /// The ids of classes, the same for the same class alone.
    fn ids(&self, drafts: &[Draft<'_>]) -> Vec<String> {
        let identity = |draft: &Draft<'_>| match self.level {
            1 => keys::canonical(self.question.program, draft.key),
            _ => draft.family.join("\n"),
        };
        let texts: Vec<String> = drafts.iter().map(|d| format!("dataflow {} {}", self.level, identity(d))).collect();
        id::distinct(&texts)
    }

    /// The inputs that act in a structural cause.
    fn leaves(&self, found: &Found) -> Vec<String> {
        let program = self.question.program;
        let nodes = found.cause.leaves(program).into_iter().map(|l| &found.cause.nodes[l]);
        let acts = nodes.filter(|n| n.value != Value::Bool(false));
        let names: BTreeSet<String> = acts.map(|n| name(program, n.block)).collect();
        names.into_iter().collect()
    }
}

/// The system without what comes after a failure: a run goes on only from where the property holds.
pub(super) fn cut(system: &System, good: TermId) -> System {
    let mut cut = system.clone();
    cut.trans.push(Constraint { term: good, element: None });
    cut
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
