//! The one path on which the classes of every lens are explained.
//!
//! Cheap parts come first, so that a limit on time costs the expensive ones only: what failed is read off the run, a cause
//! takes a solver, events need both, and then come the point of no return with the choice points and the nearest passing
//! run. After each stage the classes as they are can be handed out. A part that the lens has filled itself, or has given a
//! reason not to, is left alone; one that is not reached stays open with that reason.

use super::events::{Story, events};
use super::failed::failed;
use super::nearest::nearest;
use super::no_return::{Move, Steps, consequences};
use super::{Claim, Explanation, Part, Subject, Why};
use crate::cause::{self, Causes, Listing, MinimalCause};
use crate::{Class, Inquiry};
use wherefore_check::NoAnswer;
use wherefore_ir::{Property, System};
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// The most classes that are explained.
pub const MOST_CLASSES: usize = 20;

/// Explains classes, part by part.
pub struct ClassExplainer<'a> {
    /// Subject against which their runs are explained.
    pub subject: Subject<'a>,
    /// The property, for its words.
    pub asked: &'a Property,
    /// Knowledge of the lens about the steps of its runs.
    pub steps: Box<dyn Steps + 'a>,
    /// The most minimal causes and corrections of each run that are listed; none if one cause is all that is asked for.
    pub most_causes: Option<usize>,
    /// When to end.
    pub stop: &'a Stop,
}

/// A lens that has no words for its steps but the inputs.
pub struct Plain;

impl Steps for Plain {
    fn options(&self, _: &mut System, _: &Trace, _: usize) -> Vec<Move> {
        Vec::new()
    }
}

/// Explains the classes of an inquiry; `note` is given it after each stage. What is to be said beside it becomes a note.
pub fn explain_classes(explainer: &ClassExplainer<'_>, inquiry: &mut Inquiry, note: &dyn Fn(&Inquiry)) {
    explainer.failed(&mut inquiry.classes);
    let notes = explainer.causes(&mut inquiry.classes);
    inquiry.notes.extend(notes);
    explainer.events(&mut inquiry.classes);
    note(inquiry);
    explainer.consequences(&mut inquiry.classes);
    note(inquiry);
    explainer.nearest(&mut inquiry.classes);
    explainer.all_causes(&mut inquiry.classes);
    explainer.leave(&mut inquiry.classes);
}

/// Explains one run alone, as if it were a class; `note` is given it after each stage. What is to be said beside it.
pub fn explain_run(explainer: &ClassExplainer<'_>, run: &mut Class, note: &dyn Fn(&Class)) -> Vec<String> {
    let one = std::slice::from_mut(run);
    explainer.failed(one);
    let notes = explainer.causes(one);
    explainer.events(one);
    note(&one[0]);
    explainer.consequences(one);
    note(&one[0]);
    explainer.nearest(one);
    explainer.all_causes(one);
    explainer.leave(one);
    notes
}

/// The places of the first classes of which a part is open.
fn open(classes: &[Class], is_open: impl Fn(&Explanation) -> bool) -> Vec<usize> {
    let first = classes.iter().take(MOST_CLASSES).enumerate();
    first.filter(|(_, class)| is_open(&class.explanation)).map(|(place, _)| place).collect()
}

/// Runs of the classes at these places.
fn runs<'c>(classes: &'c [Class], places: &[usize]) -> Vec<&'c Trace> {
    places.iter().filter_map(|place| classes.get(*place)).map(|class| &class.representative).collect()
}

impl ClassExplainer<'_> {
    /// Which part of the property is false.
    pub fn failed(&self, classes: &mut [Class]) {
        for place in open(classes, |e| e.failed.is_pending()) {
            let told = failed(&self.subject, self.asked, &classes[place].representative);
            classes[place].explanation.failed = told.into();
        }
    }

    /// Which choices are enough for the failure. A cause that was withdrawn deserves a note.
    pub fn causes(&self, classes: &mut [Class]) -> Vec<String> {
        let places = open(classes, |e| e.cause.is_pending());
        let found = self.minimal(&runs(classes, &places));
        let mut notes = Vec::new();
        for (place, cause) in places.into_iter().zip(found) {
            if let Err(why @ NoAnswer::Refuted(_)) = &cause {
                notes.push(format!("class {} has no cause: {why}", classes[place].key));
            }
            classes[place].explanation.cause = cause.map_err(Why::from).into();
        }
        notes
    }

    fn minimal(&self, runs: &[&Trace]) -> Vec<Result<MinimalCause, NoAnswer>> {
        let Subject { system, claim, counts, options } = self.subject;
        match claim {
            Claim::Always(good) => cause::minimal_of_each(system, runs, (good, counts), options, self.stop),
            Claim::Path { formula, assuming } => {
                let one = |run: &&Trace| {
                    cause::minimal_on_lasso(system, run, (formula, assuming), counts, options, self.stop)
                };
                runs.iter().map(one).collect()
            }
        }
    }

    /// Every minimal cause and every minimal correction of each run, if they are asked for: last, because it can take long.
    pub fn all_causes(&self, classes: &mut [Class]) {
        let Some(most) = self.most_causes else { return };
        for class in classes.iter_mut().take(MOST_CLASSES).filter(|c| c.explanation.all_causes.is_none()) {
            let found = self.causes_of(&class.representative, most);
            class.explanation.all_causes = Some(found.map_err(Why::from).into());
        }
    }

    fn causes_of(&self, run: &Trace, most: usize) -> Result<Causes, NoAnswer> {
        let Subject { system, claim, counts, options } = self.subject;
        let listing = Listing { counts, options, stop: self.stop, most };
        match claim {
            Claim::Always(good) => cause::all(system, run, good, &listing),
            Claim::Path { formula, assuming } => cause::all_on_lasso(system, run, formula, assuming, &listing),
        }
    }

    /// Key events of the runs. Events rest on what failed and on the cause; without either no events are listed.
    pub fn events(&self, classes: &mut [Class]) {
        for place in open(classes, |e| e.events.is_pending()) {
            let class = &classes[place];
            let told = match (&class.explanation.failed, &class.explanation.cause) {
                (Part::Missing(why), Part::Pending | Part::Missing(_)) => {
                    Part::Missing(Why::FailureUnknown(Some(Box::new(why.clone()))))
                }
                (Part::Pending, Part::Pending | Part::Missing(_)) => Part::Missing(Why::FailureUnknown(None)),
                _ => Part::Known(events(&Story { system: self.subject.system, name: &self.asked.name, class })),
            };
            classes[place].explanation.events = told;
        }
    }

    /// From when on the failures could not be avoided, and the choices on the way there.
    pub fn consequences(&self, classes: &mut [Class]) {
        let places = open(classes, |e| e.no_return.is_pending() || e.choice_points.is_pending());
        if self.subject.is_behind() {
            for place in places {
                classes[place].explanation.no_return.offer(Part::Missing(Why::LastTickUnjudged));
                classes[place].explanation.choice_points.offer(Part::Missing(Why::LastTickUnjudged));
            }
            return;
        }
        let cut: Vec<Trace> = runs(classes, &places).into_iter().map(|run| self.cut(run)).collect();
        let found = consequences(&self.subject, &cut.iter().collect::<Vec<_>>(), self.steps.as_ref(), self.stop);
        for (place, consequence) in places.into_iter().zip(found) {
            let explanation = &mut classes[place].explanation;
            explanation.no_return.offer(consequence.no_return);
            explanation.choice_points.offer(consequence.choice_points);
        }
    }

    /// A run up to where it first breaks the claim: what comes later avoids nothing.
    fn cut(&self, run: &Trace) -> Trace {
        let mut run = run.clone();
        if let Some(first) = self.subject.broken(&run).first() {
            run.steps.truncate(first + 1);
        }
        run
    }

    /// The nearest passing runs.
    pub fn nearest(&self, classes: &mut [Class]) {
        let places = open(classes, |e| e.nearest.is_pending());
        if self.subject.is_behind() {
            for place in places {
                classes[place].explanation.nearest = Part::Missing(Why::LastTickUnjudged);
            }
            return;
        }
        let found = nearest(&self.subject, &runs(classes, &places), self.stop);
        for (place, nearest) in places.into_iter().zip(found) {
            classes[place].explanation.nearest = nearest.into();
        }
    }

    /// Says of the classes that are too many why they are not explained, and of the others why the search ended.
    pub fn leave(&self, classes: &mut [Class]) {
        let ended = self.stop.reason().map(|reason| Why::Unsolved(NoAnswer::Stopped(reason)));
        for (place, class) in classes.iter_mut().enumerate() {
            let why = match &ended {
                _ if place >= MOST_CLASSES => &Why::ClassLimit(MOST_CLASSES),
                Some(why) => why,
                None => continue,
            };
            class.explanation.leave(why);
            if self.most_causes.is_some() {
                class.explanation.all_causes.get_or_insert_with(|| Part::Missing(why.clone()));
            }
        }
    }
}
