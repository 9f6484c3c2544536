//! The search for the weakest assumption that is enough.

use super::allows::allows;
use super::shapes::{MOST_TICKS, between, bounds, plain, weaker, without};
use super::stands::{Defect, Stand, is_button, is_lasting, restricted};
use super::{Assumed, Looked, Renumbered};
use crate::conserve::conservation;
use crate::environment::Environment as Surroundings;
use crate::quick::{first, quick};
use crate::sample::Samples;
use crate::search::Limits;
use crate::trial::{Goals, Known, Trial, trial};
use crate::{Fix, Reader};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use wherefore_check::{Cone, Finding, Options, Session, Verdict};
use wherefore_ir::{Property, Role, System, TermId};
use wherefore_lang::Language;
use wherefore_mutate::assumption::{Asked, Assumption, Environment, InputEvent, InputKind, applied};
use wherefore_trace::{Draw, Trace};

/// More violated properties than this are not looked at.
const MOST_PROPERTIES: usize = 4;
/// More assumptions than this are not offered.
const MOST_OFFERED: usize = 3;
/// More numbers of the question than this are not tried.
const MOST_ASKED: usize = 3;

/// Looks for assumptions about the inputs of a model after which its properties hold, the weakest first. `findings` are the verdicts
/// about the model as it is.
pub fn assumptions(
    reader: &mut Reader<'_>,
    system: &System,
    findings: &[Finding],
    options: &Options,
    limits: &Limits<'_>,
) -> (Vec<Fix>, Looked) {
    let mut looked = Looked { nowhere: reader.language != Language::Lustre, ..Looked::default() };
    let Some(environment) = environment(reader, system, options, limits) else { return (Vec::new(), looked) };
    let held = findings.iter().filter(|f| matches!(f.verdict, Verdict::Holds { .. }));
    let held: Vec<String> = held.map(|f| f.property.clone()).collect();
    let violated = findings.iter().filter_map(|f| match &f.verdict {
        Verdict::Violated(run) => Some((f.property.clone(), run.trace.clone())),
        _ => None,
    });
    let violated: Vec<(String, Trace)> = violated.collect();
    let mut found: Vec<Fix> = Vec::new();
    for (property, run) in violated.iter().take(MOST_PROPERTIES) {
        if found.iter().any(|fix| fix.mended.iter().any(|m| m.property == *property)) {
            continue;
        }
        let goals = Goals { violated: vec![property.clone()], held: held.clone() };
        let all = Goals { violated: violated.iter().map(|(name, _)| name.clone()).collect(), held: held.clone() };
        let mut hunt = Hunt::new(reader, system, &environment, (goals, all), options, limits);
        hunt.looked = looked;
        hunt.learn(system, run);
        found.extend(hunt.hunt());
        looked = hunt.looked;
    }
    (found, looked)
}

/// Where the text has assumptions. A condition counts only if it lasts: one that becomes true again is no assumption about the run.
fn environment(
    reader: &mut Reader<'_>,
    system: &System,
    options: &Options,
    limits: &Limits<'_>,
) -> Option<Environment> {
    let (name, text) = (reader.name, reader.text);
    let found = Environment::of(reader.language, (name, text), &system.name, reader.include)?;
    let stop = (limits.each)(limits.stop);
    let lasts = |stream: &str| is_lasting(system, stream, options, (&stop, limits.observer));
    match found.condition() {
        Some(stream) if !lasts(stream) => Some(found.without_condition()),
        _ => Some(found),
    }
}

/// An assumption that is asked about, with another number in the question if there is one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
struct Candidate {
    assumption: Option<Assumption>,
    /// The place of the number, and its value.
    asked: Option<(usize, BigInt)>,
}

impl Candidate {
    fn with(&self, assumption: Assumption) -> Candidate {
        Candidate { assumption: Some(assumption), asked: self.asked.clone() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// The property holds.
    Enough,
    /// A run shows that it does not.
    NotEnough,
    /// Not known, or the property says nothing any more.
    Unknown,
}

struct Hunt<'a, 'r> {
    reader: &'a mut Reader<'r>,
    system: &'a System,
    environment: &'a Environment,
    /// The property, and all of them.
    goals: (Goals, Goals),
    known: Vec<Known>,
    /// Failing runs of the model as it is.
    runs: Vec<Trace>,
    answers: FxHashMap<Candidate, Answer>,
    looked: Looked,
    options: Options,
    limits: &'a Limits<'a>,
}

impl<'a, 'r> Hunt<'a, 'r> {
    fn new(
        reader: &'a mut Reader<'r>,
        system: &'a System,
        environment: &'a Environment,
        goals: (Goals, Goals),
        options: &Options,
        limits: &'a Limits<'a>,
    ) -> Hunt<'a, 'r> {
        let options = quick(system, options);
        let (known, runs, answers) = (Vec::new(), Vec::new(), FxHashMap::default());
        let looked = Looked::default();
        Hunt { reader, system, environment, goals, known, runs, answers, looked, options, limits }
    }

    /// Remembers a failing run of the model as it is.
    fn learn(&mut self, system: &System, run: &Trace) {
        let property = self.goals.0.violated.first().cloned().unwrap_or_default();
        self.known.push(Known { property, environment: Surroundings::of(system, run) });
        self.runs.push(run.clone());
    }

    /// The weakest assumptions that are enough; with another number in the question if there is none.
    fn hunt(&mut self) -> Vec<Fix> {
        let (truths, numbers) = self.inputs();
        let events = self.events(&truths);
        let mut enough = self.distances(&events, &Candidate::default());
        enough.extend(self.exclusive(&truths));
        let singles = plain(&truths).into_iter().map(|a| Candidate::default().with(a));
        enough.extend(singles.filter(|candidate| self.ask(candidate) == Answer::Enough).collect::<Vec<_>>());
        for input in &numbers {
            enough.extend(self.bounded(input));
        }
        let mut offered = self.offer(enough);
        if offered.is_empty() {
            let with_question = self.with_question(&events);
            offered = self.offer(with_question);
        }
        offered
    }

    /// Inputs that the property depends on: Boolean ones, and numbers.
    fn inputs(&self) -> (Vec<String>, Vec<String>) {
        let session = Session::new(self.system, self.options.clone());
        let asked = self.system.properties.iter().filter(|p| self.goals.0.violated.contains(&p.name));
        let terms: Vec<TermId> = asked.map(|p| session.as_invariant(p).unwrap_or(p.term)).collect();
        let cone = Cone::of(self.system, &terms);
        let is_input = |name: &str| {
            let var = self.system.terms.find_var(name);
            var.is_some_and(|v| self.system.role(v) == Role::Input && cone.vars.contains(&v))
        };
        let of_kind = |wanted: InputKind| {
            let all = self.environment.inputs().iter().filter(|(name, kind)| *kind == wanted && is_input(name));
            all.map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        (of_kind(InputKind::Truth), of_kind(InputKind::Number))
    }

    /// What counts as an action: a button acts when it is pressed, a switch when it is turned; or everything when it is true.
    fn events(&self, inputs: &[String]) -> Vec<Vec<InputEvent>> {
        let system = restricted(self.system, self.environment.condition());
        let event = |input: &String| {
            let stop = (self.limits.each)(self.limits.stop);
            let is_change = !is_button(&system, input, &self.options, (&stop, self.limits.observer));
            InputEvent { input: input.clone(), is_change }
        };
        let turned: Vec<InputEvent> = inputs.iter().map(event).collect();
        let pressed: Vec<InputEvent> = turned.iter().map(|e| InputEvent { is_change: false, ..e.clone() }).collect();
        let mut lists = vec![turned, pressed];
        lists.dedup();
        lists.retain(|list| !list.is_empty());
        lists
    }

    /// The smallest distances of actions that are enough.
    fn distances(&mut self, lists: &[Vec<InputEvent>], base: &Candidate) -> Vec<Candidate> {
        let mut found = Vec::new();
        for events in lists {
            if let Some(ticks) = self.least_distance(events, base) {
                let assumption = Assumption::Apart { events: events.clone(), ticks };
                found.push(self.fewest_inputs(base.with(assumption)));
            }
        }
        found
    }

    fn least_distance(&mut self, events: &[InputEvent], base: &Candidate) -> Option<u32> {
        let apart = |ticks: u32| base.with(Assumption::Apart { events: events.to_vec(), ticks });
        if self.ask(&apart(MOST_TICKS)) != Answer::Enough {
            return None;
        }
        let (mut too_few, mut enough) = (1, MOST_TICKS);
        while enough - too_few > 1 {
            let middle = (too_few + enough) / 2;
            match self.ask(&apart(middle)) {
                Answer::Enough => enough = middle,
                Answer::NotEnough | Answer::Unknown => too_few = middle,
            }
        }
        Some(enough)
    }

    /// The assumption about as few inputs as are enough.
    fn fewest_inputs(&mut self, mut candidate: Candidate) -> Candidate {
        let mut place = 0;
        while let Some(fewer) = candidate.assumption.as_ref().and_then(|a| without(a, place)) {
            let fewer = candidate.with(fewer);
            match self.ask(&fewer) {
                Answer::Enough => candidate = fewer,
                Answer::NotEnough | Answer::Unknown => place += 1,
            }
            let count = candidate.assumption.as_ref().map_or(0, |a| a.inputs().len());
            if place >= count {
                break;
            }
        }
        candidate
    }

    fn exclusive(&mut self, inputs: &[String]) -> Option<Candidate> {
        let all = (inputs.len() > 1).then(|| Candidate::default().with(Assumption::Exclusive(inputs.to_vec())))?;
        (self.ask(&all) == Answer::Enough).then(|| self.fewest_inputs(all))
    }

    /// The widest bounds of a number that are enough.
    fn bounded(&mut self, input: &str) -> Vec<Candidate> {
        let landmarks = landmarks(self.system);
        let mut found = Vec::new();
        for side in bounds(input, &landmarks) {
            found.extend(self.widest(side));
            // Two bounds only where one is not enough.
            if !found.is_empty() {
                break;
            }
        }
        found
    }

    /// The widest bound of one side, which are given from the weakest to the strongest.
    fn widest(&mut self, side: Vec<Assumption>) -> Option<Candidate> {
        let base = Candidate::default();
        let place = {
            let (mut weak, mut strong) = (0, side.len());
            if side.last().map(|a| self.ask(&base.with(a.clone()))) != Some(Answer::Enough) {
                return None;
            }
            while weak < strong {
                let middle = (weak + strong) / 2;
                let answer = self.ask(&base.with(side.get(middle)?.clone()));
                if answer == Answer::Enough { strong = middle } else { weak = middle + 1 }
            }
            strong
        };
        let (mut enough, too_weak) =
            (side.get(place)?.clone(), place.checked_sub(1).and_then(|p| side.get(p)).cloned());
        // Without a landmark on the other side there is no telling how far the bound goes.
        let mut too_weak = too_weak?;
        while let Some(middle) = between(&enough, &too_weak) {
            match self.ask(&base.with(middle.clone())) {
                Answer::Enough => enough = middle,
                Answer::NotEnough | Answer::Unknown => too_weak = middle,
            }
        }
        Some(base.with(enough))
    }

    /// The weakest distance with any number in the question, then the number nearest to the one that is asked for.
    fn with_question(&mut self, lists: &[Vec<InputEvent>]) -> Vec<Candidate> {
        let asked: Vec<Asked> = self.environment.asked().iter().take(MOST_ASKED).cloned().collect();
        let mut found = Vec::new();
        for (place, number) in asked.iter().enumerate() {
            for far in far_from(&number.value) {
                let free = Candidate { assumption: None, asked: Some((place, far.clone())) };
                let Some(events) = lists.first() else { continue };
                // If the number alone is enough, nothing is missing about the inputs.
                if self.ask(&free) != Answer::NotEnough {
                    continue;
                }
                let Some(ticks) = self.least_distance(events, &free) else { continue };
                let assumption = Assumption::Apart { events: events.clone(), ticks };
                let nearest = self.nearest(place, (&number.value, far), &assumption);
                found.push(self.fewest_inputs(nearest));
            }
        }
        found
    }

    /// The number nearest to the one that is asked for with which an assumption is enough; it is with the number that is far.
    fn nearest(&mut self, place: usize, (own, far): (&BigInt, BigInt), assumption: &Assumption) -> Candidate {
        let with =
            |number: &BigInt| Candidate { assumption: Some(assumption.clone()), asked: Some((place, number.clone())) };
        let (mut near, mut far) = (own.clone(), far);
        loop {
            let middle: BigInt = (&near + &far) >> 1u8;
            if middle == near || middle == far {
                return with(&far);
            }
            match self.ask(&with(&middle)) {
                Answer::Enough => far = middle,
                Answer::NotEnough | Answer::Unknown => near = middle,
            }
        }
    }

    /// The edits of a candidate and the text with them.
    fn written(&self, candidate: &Candidate) -> (Vec<wherefore_mutate::Mutant>, String) {
        let mut edits = candidate.assumption.as_ref().map_or_else(Vec::new, |a| self.environment.assume(a));
        let number = candidate.asked.as_ref();
        let number = number.and_then(|(place, value)| Some((self.environment.asked().get(*place)?, value)));
        edits.extend(number.map(|(asked, value)| self.environment.ask(asked, value)));
        edits.sort_by_key(|edit| edit.span.start);
        let text = applied(self.reader.text, &edits);
        (edits, text)
    }

    /// Whether a candidate is enough for the property.
    fn ask(&mut self, candidate: &Candidate) -> Answer {
        if let Some(known) = self.answers.get(candidate) {
            return *known;
        }
        if self.limits.stop.is_fired() {
            return Answer::Unknown;
        }
        let answer = if self.is_refuted(candidate) { Answer::NotEnough } else { self.decide(candidate) };
        self.looked.at += 1;
        self.looked.not_enough += usize::from(answer == Answer::NotEnough);
        self.looked.undecided += usize::from(answer == Answer::Unknown);
        self.answers.insert(candidate.clone(), answer);
        answer
    }

    /// Whether a failing run of the model keeps the assumption.
    fn is_refuted(&self, candidate: &Candidate) -> bool {
        let Some(assumption) = candidate.assumption.as_ref().filter(|_| candidate.asked.is_none()) else {
            return false;
        };
        self.runs.iter().any(|run| allows(assumption, self.system, run) == Some(true))
    }

    fn decide(&mut self, candidate: &Candidate) -> Answer {
        let (_, text) = self.written(candidate);
        let Ok(system) = self.reader.read(&text) else { return Answer::Unknown };
        // There are many of those without a number, and few of the others.
        use Assumption::{After, First, With};
        let is_brief = matches!(candidate.assumption, Some(With(..) | After(..) | First(..)));
        let limit = if is_brief { self.limits.brief } else { self.limits.each };
        let stop = limit(self.limits.stop);
        let limits = (&stop, self.limits.observer);
        let only = Goals { violated: self.goals.0.violated.clone(), held: Vec::new() };
        match trial(&system, &only, &self.known, &first(&self.options), limits) {
            Trial::Mends(_) => Answer::Enough,
            Trial::FailsAgain => Answer::NotEnough,
            Trial::FailsAnew(Some(run)) => {
                self.known.push(run);
                Answer::NotEnough
            }
            Trial::FailsAnew(None) | Trial::Hollow | Trial::Undecided => Answer::Unknown,
        }
    }

    /// The candidates that can be offered, the weakest first: proved, and not hollow.
    fn offer(&mut self, candidates: Vec<Candidate>) -> Vec<Fix> {
        let samples = self.samples();
        let excluded = |candidate: &Candidate| {
            let assumption = candidate.assumption.as_ref();
            let keeps = |run: &Trace| assumption.is_some_and(|a| allows(a, self.system, run) == Some(true));
            samples.iter().filter(|run| !keeps(run)).count()
        };
        // How many numbers a bound excludes depends on how they are drawn, so these come last.
        let is_bound = |candidate: &Candidate| matches!(candidate.assumption, Some(Assumption::Within { .. }));
        let inputs = |candidate: &Candidate| candidate.assumption.as_ref().map_or(0, |a| a.inputs().len());
        let mut ranked: Vec<(usize, Candidate)> = candidates.into_iter().map(|c| (excluded(&c), c)).collect();
        ranked.sort_by_key(|(excluded, candidate)| (is_bound(candidate), *excluded, inputs(candidate)));
        let mut offered = Vec::new();
        for (excluded, candidate) in ranked {
            if offered.len() == MOST_OFFERED || self.limits.stop.is_fired() {
                break;
            }
            offered.extend(self.prove(&candidate, (excluded, samples.len())));
        }
        offered
    }

    /// Runs drawn by chance, each up to where it fails.
    fn samples(&self) -> Vec<Trace> {
        let system = restricted(self.system, self.environment.condition());
        let session = Session::new(&system, self.options.clone());
        let asked = system.properties.iter().filter(|p| self.goals.0.violated.contains(&p.name));
        let goods: Vec<TermId> = asked.filter_map(|p| session.as_invariant(p)).collect();
        Samples::draw(&system, &goods, &[]).traces().cloned().collect()
    }

    /// The fix that an assumption is, if everything about it is proved.
    fn prove(&mut self, candidate: &Candidate, changed: (usize, usize)) -> Option<Fix> {
        let assumption = candidate.assumption.clone()?;
        let (edits, text) = self.written(candidate);
        let system = self.reader.read(&text).ok()?;
        let stand = Stand {
            original: self.system,
            system: &system,
            condition: self.environment.condition(),
            assumption: &assumption,
            goals: &self.goals.0,
            options: &self.options,
            each: self.limits.each,
            limits: (self.limits.stop, self.limits.observer),
        };
        let goes_on = match stand.stands() {
            Ok(recheck) => recheck,
            Err(defect) => {
                self.looked.hollow += usize::from(defect == Defect::Hollow);
                self.looked.stuck += usize::from(defect == Defect::Stuck);
                return None;
            }
        };
        let stop = (self.limits.each)(self.limits.stop);
        let Trial::Mends(mended) = trial(&system, &self.goals.1, &[], &self.options, (&stop, self.limits.observer))
        else {
            return None;
        };
        if !mended.iter().any(|m| self.goals.0.violated.contains(&m.property)) {
            return None;
        }
        let weaker =
            weaker(&assumption).filter(|weaker| self.ask(&candidate.with(weaker.clone())) == Answer::NotEnough);
        let asked = self.renumbered(candidate);
        let left = self.goals.1.violated.len() - mended.len();
        let assumed = Some(Assumed { assumption, weaker, asked, goes_on });
        let fix = Fix::new(self.reader.text, edits, text, mended);
        let is_mended = |p: &&Property| fix.mended.iter().any(|m| m.property == p.name);
        let properties: Vec<Property> = self.system.properties.iter().filter(is_mended).cloned().collect();
        let stop = (self.limits.brief)(self.limits.stop);
        let limits = (&stop, self.limits.observer);
        let conservation = conservation((self.system, &system), &properties, &self.options, limits);
        Some(Fix { of_given: true, left, changed, assumed, conservation, ..fix })
    }

    fn renumbered(&mut self, candidate: &Candidate) -> Option<Renumbered> {
        let (place, after) = candidate.asked.clone()?;
        let before = self.environment.asked().get(place)?.value.clone();
        let next = if after > before { &after - 1 } else { &after + 1 };
        let nearer = Candidate { asked: Some((place, next)), ..candidate.clone() };
        let is_nearest = self.ask(&nearer) == Answer::NotEnough;
        Some(Renumbered { before, after, is_nearest })
    }
}

/// Numbers far from a number, on either side of it.
fn far_from(number: &BigInt) -> Vec<BigInt> {
    let above = number * BigInt::from(4) + BigInt::from(16);
    let below = BigInt::from(0);
    [Some(above), (*number > BigInt::from(1)).then_some(below)].into_iter().flatten().collect()
}

/// The integers that a model mentions, with neighbours, zero, and some that are far away.
fn landmarks(system: &System) -> Vec<BigInt> {
    let mut found: Vec<BigInt> = Draw::numbers(system).iter().flat_map(|n| [n - 1, n.clone(), n + 1]).collect();
    found.extend([0, 1].map(BigInt::from));
    let far = found.iter().map(|n| n.magnitude().clone()).max().unwrap_or_default();
    let far = BigInt::from(far) * BigInt::from(16) + BigInt::from(1_000);
    found.extend([-far.clone(), far]);
    found.sort();
    found.dedup();
    found
}
