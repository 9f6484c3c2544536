//! The ways to fail that a search has found, as classes of an inquiry.

use super::events::{Sides, events};
use super::instrument::Instrumentation;
use super::keys::{self, Words};
use super::names::name;
use super::search::{DataflowProblem, FailureSearch, Found, Key, Tried, acting};
use super::structural::{Node, StructuralCause};
use super::suspects::suspects;
use super::{AlternativeSearch, Flow, Outcome, Program, Spot, TriedAlternative};
use crate::cause::MinimalCause;
use crate::result::explanation::Explanation;
use crate::result::part::{Part, Why};
use crate::{Class, Completeness, ExternalTrace, Group, Inquiry, Shorter, id};
use std::collections::BTreeSet;
use wherefore_ir::network::BlockId;
use wherefore_ir::{ElementId, Value};

/// How far a search has come.
pub(super) enum Stage {
    /// The search goes on.
    Searching,
    /// The search is over.
    Over {
        /// Whether there are other classes.
        completeness: Completeness,
        /// The situations in which failures happen.
        summary: Option<Group>,
    },
}

/// Turns ways to fail into classes.
pub(super) struct Listing<'a> {
    pub(super) question: &'a DataflowProblem<'a>,
    /// How finely failures are distinguished: 1 by their cause without times, 2 by the inputs that act.
    pub(super) level: u32,
}

/// A class before it gets its words.
struct Draft<'s> {
    key: &'s Key,
    found: &'s Found,
    cause: Part<MinimalCause>,
    family: Vec<String>,
}

impl Listing<'_> {
    /// A search as it stands.
    pub(super) fn report(&self, search: &FailureSearch, stage: Stage) -> Inquiry {
        // Minimal causes take time: they are worked out once the search is over.
        let is_over = matches!(stage, Stage::Over { .. });
        let cause = |found: &Found| if is_over { self.minimal(found) } else { Part::Pending };
        let listed = self.listed(search);
        let drafts: Vec<Draft<'_>> = listed.map(|(key, found)| self.draft(key, found, cause(found))).collect();
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
        let (completeness, summary) = match stage {
            Stage::Searching => (Completeness::unknown(self.question.context.stop), None),
            Stage::Over { completeness, summary } => (completeness, summary),
        };
        Inquiry {
            classes,
            summary,
            suspects: Part::Known(suspects(self.question.program, self.question.sink, &runs)),
            fix_sets: Part::Missing(Why::BlocksStay),
            alternative_search: Some(self.alternative_search(search, &ids)),
            ..Inquiry::new(self.level.to_string(), completeness)
        }
    }

    /// A run by itself: it belongs to the class of each of its causes. None if no cause of it is known.
    pub(super) fn given(&self, search: &FailureSearch) -> Option<ExternalTrace> {
        let found = search.found.iter();
        let drafts: Vec<Draft<'_>> = found.map(|(key, found)| self.draft(key, found, self.minimal(found))).collect();
        let draft = drafts.first()?;
        let mut classes = self.ids(&drafts);
        classes.dedup();
        let (id, words) = (classes.first().cloned().unwrap_or_default(), self.words(&[draft]));
        Some(ExternalTrace { run: self.class(draft, id, words.into_iter().next().unwrap_or_default()), classes })
    }

    /// The causes to be listed: of level 1 each with the run that it is shown by, otherwise with every known run.
    fn listed<'s>(&self, search: &'s FailureSearch) -> impl Iterator<Item = &'s (Key, Found)> + use<'s> {
        let others = if self.level == 1 { &[][..] } else { search.superseded.as_slice() };
        search.found.iter().chain(others)
    }

    fn minimal(&self, found: &Found) -> Part<MinimalCause> {
        found.run.minimal(self.question).cloned().map_err(|why| Why::Unsolved(why.clone())).into()
    }

    fn draft<'s>(&self, key: &'s Key, found: &'s Found, cause: Part<MinimalCause>) -> Draft<'s> {
        let family = match &cause {
            Part::Known(cause) => acting(self.question.program.system, cause),
            Part::Pending | Part::Missing(_) => self.leaves(found),
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

    /// The words for each of some classes, no two the same, and their parts.
    fn words(&self, drafts: &[&Draft<'_>]) -> Vec<(String, Vec<String>)> {
        if self.level == 1 {
            let causes: Vec<keys::KeyedCause<'_>> =
                drafts.iter().map(|d| keys::KeyedCause { key: d.key, found: d.found }).collect();
            return Words::new(self.question.program, self.question.sink).of(&causes);
        }
        let parts: Vec<String> = drafts.iter().map(|d| family_words(&d.family)).collect();
        let mut words = parts.clone();
        id::numbered(&mut words);
        words.into_iter().zip(parts.into_iter().map(|part| vec![part])).collect()
    }

    fn class(&self, draft: &Draft<'_>, id: String, (words, parts): (String, Vec<String>)) -> Class {
        let Found { run, cause, alike, shorter } = draft.found;
        let program = self.question.program;
        let path = if self.level == 1 { vec![family_words(&draft.family)] } else { Vec::new() };
        let events = Part::Known(events(program, &run.replay, cause));
        Class {
            path,
            parts,
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

    /// Attempts, with the classes that they brought.
    fn alternative_search(&self, search: &FailureSearch, ids: &[String]) -> AlternativeSearch {
        let ids = |places: &[usize]| places.iter().filter_map(|p| ids.get(*p).cloned()).collect();
        let sides = Sides::new(self.question.program, self.question.sink);
        let tried = |tried: &Tried| {
            let outcome = match &tried.outcome {
                Outcome::New(_) => Outcome::New(ids(&tried.new)),
                other => other.clone(),
            };
            self.attempt(&tried.way, &sides, outcome)
        };
        AlternativeSearch { attempts: search.attempts.iter().map(tried).collect(), causes: search.causes.clone() }
    }

    fn attempt(&self, way: &Instrumentation, sides: &Sides, outcome: Outcome) -> TriedAlternative {
        let (program, block) = (self.question.program, way.spot.block);
        let when = match way.delay {
            0 => "at the failure".to_owned(),
            1 => "one tick before the failure".to_owned(),
            many => format!("{many} ticks before the failure"),
        };
        TriedAlternative {
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
