//! The whole inquiry into one property of a labelled transition system.

use super::blame::Blame;
use super::choice_points::{Wanted, choice_points, ticks};
use super::classes::{Group, Naming, Sorted, classes};
use super::evidence::layout;
use super::explanation::{Explained, explanation, is_by_state};
use super::explored::{Claim, Explored};
use super::game::Played;
use super::gates::Gates;
use super::level::{Level, LevelCount};
use super::listed::{Listing, MOST_JUNCTIONS, MOST_JUNCTIONS_SHOWN};
use super::nearest::{Near, budget};
use super::round::rounds;
use super::run::{Frame, Run, passes};
use super::scene;
use super::settings::{Aim, Findings, LtsError, Picture, Settings};
use super::shown::{GIVEN, Shown};
use super::suspects::Known;
use super::verdict::{ENGINE, holds, verdict, violated};
use crate::explanation::explain::MOST_CLASSES;
use crate::result::lts::{Abstraction, Diagram, Extent, LtsSummary, Neighbourhoods, Round, Shortness};
use crate::result::part::{Part, Why};
use crate::{ChoicePoint, Class, Completeness, CompletenessProof, Inquiry, ListLimit, Shortened};
use wherefore_check::{Checker, Finder, Finding, Recheck, Verdict};
use wherefore_ir::System;
use wherefore_ir::actions::Formula;
use wherefore_lts::Labels;
use wherefore_lts::automaton::Automaton;
use wherefore_lts::passes::Passes;
use wherefore_lts::product::Product;
use wherefore_lts::route::{Interrupted, Route, Size};
use wherefore_lts::tally::{Tally, Uses};

/// The most steps of all representatives together that are looked for.
const MOST_STEPS: u64 = 4_000_000;

/// Decides a property and, if it fails, finds every choice that decides about it.
pub fn why(route: &impl Route, name: &str, formula: &Formula, settings: &Settings) -> Result<Findings, LtsError> {
    let labels: Vec<&str> = route.labels().iter().collect();
    let automaton = Automaton::new(formula, &labels).map_err(LtsError::TooLarge)?;
    settings.afford(route, automaton.states())?;
    let product = Product::new(route, automaton);
    if settings.aim == Aim::Verdict {
        return verdict(route, &product, (name, formula), settings);
    }
    let passes = Passes::run(route, &product)?;
    let tally = Tally::count(route, &product, &passes)?;
    let claim = Claim::Runs(formula);
    let explored = Explored { route, product: &product, passes: &passes, neighbourhoods: &tally.set, claim };
    if passes.fails() {
        let question = Question { name, text: formula.to_string(), size: route.size(), play: None, engine: ENGINE };
        return Ok(inquire(explored, &tally, question, settings)?.0);
    }
    let mut frame = Frame::new(route.labels(), route.size().states, std::iter::empty());
    frame.ask(name, formula.to_string());
    let (verdict, cut, inquiry) = (holds(&product, &passes, settings), 0, None);
    let finding = Finding { property: name.to_owned(), verdict, finder: Finder::Engine(ENGINE.to_owned()) };
    Ok(Findings { system: frame.system, cut, evidence: None, findings: crate::Findings { finding, inquiry } })
}

/// A property that fails, and how it was asked.
pub(super) struct Question<'a> {
    /// Its name.
    pub name: &'a str,
    /// The formula.
    pub text: String,
    /// The model.
    pub size: Size,
    /// A run that is shown if none is shorter.
    pub play: Option<&'a Played>,
    /// The name of the engine that has decided it.
    pub engine: &'static str,
}

/// Finds every choice that decides about the failure; the run that is shown comes with it.
pub(super) fn inquire<R: Route>(
    explored: Explored<'_, R>,
    tally: &Tally,
    question: Question<'_>,
    settings: &Settings,
) -> Result<(Findings, Run), Interrupted> {
    let labels = explored.route.labels();
    let gates = Gates::new(labels);
    let Question { name, text, size, play, engine } = question;
    let inquest = Analysis { explored, settings, tally, gates: &gates, size, play };
    let found = inquest.runs()?;
    let mut frame = Frame::new(labels, size.states, found.runs());
    frame.ask(name, text);
    let (verdict, cut) = inquest.verdict(&frame, &found);
    let inquiry = Some(inquest.inquiry(&frame, &found)?);
    let finding = Finding { property: name.to_owned(), verdict, finder: Finder::Engine(engine.to_owned()) };
    let findings = crate::Findings { finding, inquiry };
    Ok((Findings { system: frame.system, cut, evidence: None, findings }, found.shown))
}

/// The system of a question without an answer.
pub fn unasked(name: &str, text: String) -> System {
    let mut frame = Frame::new(&Labels::default(), 1, std::iter::empty());
    frame.ask(name, text);
    frame.system
}

/// State of an inquiry into a violated property.
pub(super) struct Analysis<'a, R> {
    pub explored: Explored<'a, R>,
    pub settings: &'a Settings,
    pub tally: &'a Tally,
    pub gates: &'a Gates,
    /// The model.
    pub size: Size,
    /// A run that is shown if none is shorter.
    pub play: Option<&'a Played>,
}

/// The runs of an inquiry.
struct Found {
    /// The one that is shown for the property, what it was asked for, and what could not be had.
    shown: Run,
    words: String,
    shortness: Shortness,
    note: Option<String>,
    /// How finely classes are told apart, and how many classes the levels have.
    level: Level,
    levels: Vec<LevelCount>,
    /// Evidence against actions.
    blame: Blame,
    /// The round in which the run that is shown fails.
    round: Option<Round>,
    /// The classes with a representative each.
    groups: Vec<(Group, Run)>,
    /// For each class the run that is nearest to its representative and does not fail.
    nearest: Vec<Result<Near, Why>>,
    /// Findings that are not listed.
    shortened: Option<Shortened>,
}

impl Found {
    /// All runs in the report.
    fn runs(&self) -> impl Iterator<Item = &Run> {
        let failing = self.groups.iter().map(|(_, run)| run).chain([&self.shown]);
        failing.chain(self.nearest.iter().flatten().map(|near| &near.run))
    }
}

impl<R: Route> Analysis<'_, R> {
    fn runs(&self) -> Result<Found, Interrupted> {
        let Shown { run: shown, words, shortness, note } = self.shown()?;
        let mut blame = Blame::default();
        let Sorted { level, groups, counts: levels, unsorted } =
            classes(&self.explored, self.gates, self.settings.level, |batch| {
                blame.add(&self.explored, self.gates, batch)
            })?;
        let rounds = rounds(&self.explored, &shown)?;
        if let Some(rounds) = &rounds {
            blame = Blame::in_rounds(&self.explored.leaving(rounds)?);
        }
        let round = rounds.map(|rounds| rounds.round);
        let found = groups.len();
        let (mut steps, wanted) = (0, found.min(self.settings.max_classes));
        let affordable = |group: &Group| {
            steps += u64::from(group.length);
            steps <= MOST_STEPS
        };
        let groups: Vec<Group> = groups.into_iter().take(wanted).take_while(affordable).collect();
        let listed = groups.len();
        let limit = match () {
            () if listed < wanted => ListLimit::Runs,
            () if listed < found => ListLimit::Asked,
            () => ListLimit::None,
        };
        let is_short = listed < found || unsorted > 0;
        let shortened = is_short.then_some(Shortened { listed, found, unsorted, limit });
        let runs = self.explored.through(&groups.iter().map(|g| g.nearest).collect::<Vec<_>>())?;
        let groups: Vec<(Group, Run)> = groups.into_iter().zip(runs).collect();
        let is_new = groups.iter().all(|(_, run)| *run != shown);
        let all: Vec<&Run> = groups.iter().map(|(_, run)| run).chain(is_new.then_some(&shown)).collect();
        self.explored.replay(&all)?;
        let nearest = self.nearest(&groups);
        Ok(Found { shown, words, shortness, note, level, levels, blame, round, groups, nearest, shortened })
    }

    fn nearest(&self, groups: &[(Group, Run)]) -> Vec<Result<Near, Why>> {
        let mut budget = budget(self.settings.memory);
        let Claim::Runs(formula) = self.explored.claim else {
            return groups.iter().map(|_| Err(Why::DecidedAsGame)).collect();
        };
        let judge = |run: &Run| passes(self.explored.route, formula, run);
        let mut near = |(place, (_, run)): (usize, &(Group, Run))| match place < MOST_CLASSES {
            true => super::nearest::nearest(self.explored.route, self.explored.product, run, &judge, &mut budget),
            false => Err(Why::ClassLimit(MOST_CLASSES)),
        };
        groups.iter().enumerate().map(&mut near).collect()
    }

    /// The verdict, and how much of the run is left out.
    fn verdict(&self, frame: &Frame, found: &Found) -> (Verdict, usize) {
        violated(frame, &self.explored.in_model(&found.shown), found.shortness == Shortness::Shortest)
    }

    fn inquiry(&self, frame: &Frame, found: &Found) -> Result<Inquiry, Interrupted> {
        let completeness = match found.shortened {
            Some(shortened) => Completeness::Shortened(shortened),
            None => Completeness::Complete { proof: self.proof(), recheck: Recheck::By(Checker::Transitions) },
        };
        let listing = Listing::new();
        let of_class = |(group, run)| Wanted { run, own: Some(group), most: MOST_JUNCTIONS };
        let mut wanted: Vec<Wanted<'_>> = found.groups.iter().map(|(g, r)| of_class((g.nearest, r))).collect();
        wanted.push(Wanted { run: &found.shown, own: None, most: MOST_JUNCTIONS_SHOWN });
        let mut choice_points = choice_points(&self.explored, &wanted, &listing)?;
        let portrait = self.portrait(found, choice_points.pop().unwrap_or_default(), &listing)?;
        let groups = found.groups.iter().zip(&found.nearest).zip(choice_points);
        let class = |(((group, run), near), choice_points): ((&(Group, Run), _), _)| {
            self.class(group, found.level, &Explained { run, near, frame, listing: &listing }, choice_points)
        };
        let classes = groups.map(class).collect();
        let mut inquiry = Inquiry {
            classes,
            suspects: Part::Known(self.known(found).suspects()),
            fix_sets: Part::Missing(Why::NoRules),
            lts: Some(portrait),
            notes: found.note.iter().cloned().chain(self.caveat()).chain(self.by_state(found)).collect(),
            left_out: listing.left_out(),
            ..Inquiry::new(found.level.word(), completeness)
        };
        if let Picture::Scene(most) = self.settings.picture {
            let runs: Vec<&Run> = found.groups.iter().map(|(_, run)| run).collect();
            scene::draw(&self.explored, self.tally.states, most, &runs, &mut inquiry)?;
        }
        Ok(inquiry)
    }

    /// The proof that the classes are all.
    fn proof(&self) -> CompletenessProof {
        let total = self.tally.neighbourhoods.iter().sum();
        // Where the first state breaks the property no run passes a neighbourhood.
        let Explored { product, passes, .. } = &self.explored;
        let on_every_run = product.is_safety() && !passes.violated.contains(product.initial, 0);
        CompletenessProof::Neighbourhoods { total, on_every_run }
    }

    /// Caveat where a failure is a run that never does something.
    fn caveat(&self) -> Option<String> {
        let words = "the property is about what must happen in the end: a choice that seals its failure is one after which no \
                     later choice rules the failure out; a run can still do what is asked";
        (!self.explored.product.is_safety()).then(|| words.to_owned())
    }

    /// What a reader must know of runs that end where the formula goes on.
    fn by_state(&self, found: &Found) -> Option<String> {
        let words = "runs end in a state that breaks what is left of the formula, whatever is done there: the evidence shows by what";
        let mut runs = found.groups.iter().map(|(_, run)| run).chain([&found.shown]);
        runs.any(|run| is_by_state(&self.explored, run)).then(|| words.to_owned())
    }

    fn known<'f>(&'f self, found: &'f Found) -> Known<'f> {
        let labels = self.explored.route.labels();
        Known { labels, gates: self.gates, tally: self.tally, blame: &found.blame }
    }

    fn class(&self, group: &Group, level: Level, explained: &Explained<'_>, choice_points: Vec<ChoicePoint>) -> Class {
        let Explained { run, frame, listing, .. } = explained;
        let naming = Naming { labels: self.explored.route.labels(), gates: self.gates, level };
        let met = run.path.states().position(|at| at == group.nearest);
        let own = choice_points.iter().position(|j| Some(j.tick) == met);
        let (trace, cut) = frame.trace(&self.explored.in_model(run), listing.steps(run));
        let explanation = explanation(&self.explored, explained, choice_points);
        Class {
            path: vec![group.table.kind().word().to_owned()],
            length: run.path.steps.len() as u32,
            count: Some(group.count),
            own,
            cut,
            explanation,
            ..Class::new(group.table.id(&naming), group.table.words(&naming), trace)
        }
    }

    fn portrait(
        &self,
        found: &Found,
        choice_points: Vec<ChoicePoint>,
        listing: &Listing,
    ) -> Result<LtsSummary, Interrupted> {
        let (size, labels, tally) = (self.size, self.explored.route.labels(), self.tally);
        let involved = |uses: &Uses| uses.incorrect + uses.neutral > 0;
        // Behind the states in which a game is decided any action may be part of a failure.
        let goes_on = matches!(self.explored.claim, Claim::Game(gamed) if gamed.goes_on);
        let uninvolved = (0..labels.len()).filter(|l| !goes_on && !involved(&tally.labels[*l]));
        let mut uninvolved: Vec<String> = uninvolved.map(|l| labels.name(l as u32).to_owned()).collect();
        let uninvolved_total = uninvolved.len();
        listing.names(&mut uninvolved);
        let [cn, r#in, ci, cin] = tally.neighbourhoods;
        Ok(LtsSummary {
            whole: Extent { states: size.states.into(), transitions: size.transitions, labels: labels.len() as u64 },
            counterexample: Extent {
                states: tally.states,
                transitions: tally.transitions,
                labels: tally.labels.iter().filter(|u| involved(u)).count() as u64,
            },
            neighbourhoods: Neighbourhoods { cn, r#in, ci, cin },
            unobservable: tally.unobservable,
            level: found.level,
            levels: found.levels.clone(),
            correct: tally.uses.correct,
            incorrect: tally.uses.incorrect,
            neutral: tally.uses.neutral,
            inevitable: tally.inevitable,
            uninvolved_total,
            uninvolved,
            layout: layout(
                labels,
                &self.explored.in_model(&found.shown),
                &choice_points.iter().map(|p| p.tick).collect::<Vec<_>>(),
            ),
            abstracted: self.abstracted(&found.shown, listing)?,
            choice_points,
            shown: found.words.clone(),
            is_given: found.words == GIVEN,
            runs: self.shortness(),
            round: found.round.clone(),
            diagram: self.diagram(&found.shown)?,
        })
    }

    /// Abstraction of a run: actions into and out of neighbourhoods of the kinds that count.
    fn abstracted(&self, run: &Run, listing: &Listing) -> Result<Abstraction, Interrupted> {
        let ticks = ticks(&self.explored, run, &self.settings.kinds)?;
        let length = run.path.steps.len();
        // A tick of a neighbourhood is that of the action out of it; the action into it is one earlier.
        let around = ticks.iter().flat_map(|tick| [tick.checked_sub(1), Some(*tick)].into_iter().flatten());
        let mut last = None;
        let kept = around.filter(|tick| *tick < length && last.replace(*tick).is_none_or(|last| last < *tick));
        let label = |tick: usize| run.path.steps.get(tick).map(|step| (tick, step.label));
        let mut kept: Vec<(usize, u32)> = kept.filter_map(label).collect();
        let all = kept.len();
        listing.actions(&mut kept);
        let actions = kept.into_iter().map(|(tick, label)| (tick, self.explored.route.labels().name(label).to_owned()));
        Ok(Abstraction { length, kept: all, actions: actions.collect() })
    }

    fn diagram(&self, run: &Run) -> Result<Option<Diagram>, Interrupted> {
        let last = || {
            let met = run.path.states().enumerate().filter(|(_, (s, q))| self.tally.set.contains(*s, *q));
            met.last().map(|(tick, at)| (at, run.path.steps.get(tick).map(|s| (s.label, s.state))))
        };
        match self.settings.picture {
            Picture::None | Picture::Scene(_) => Ok(None),
            Picture::Whole(most) if self.tally.states > most as u64 => Ok(None),
            Picture::Whole(most) => self.explored.whole(most),
            Picture::Abstracted => self.explored.along(run).map(Some),
            Picture::Neighbourhood => last().map(|(at, taken)| self.explored.around(at, taken)).transpose(),
        }
    }
}
