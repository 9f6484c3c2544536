//! A custom lens, by the public interface alone: it classifies runs by the first variable that is on where they fail.

use std::cell::RefCell;
use std::sync::Arc;
use wherefore_check::{NoAnswer, Observer, Options, Session, Silent, Verdict};
use wherefore_diag::FileId;
use wherefore_explain::explanation::{Claim, Subject};
use wherefore_explain::{
    Class, Classifier, Completeness, CompletenessProof, Context, Findings, Inquiry, Lens, PropertyRequest, Violation,
    inquire,
};
use wherefore_ir::{Property, System, Value, VarId};
use wherefore_lang::smv;
use wherefore_solve::Stop;
use wherefore_trace::Trace;

const MODEL: &str = "
    MODULE main
    VAR armed : boolean; smoke : boolean; heat : boolean;
    ASSIGN init(armed) := FALSE; next(armed) := TRUE;
    INVARSPEC NAME quiet := !(armed & (smoke | heat))
    INVARSPEC NAME fine := armed | !armed";

struct BySensor {
    system: System,
    session: Session,
}

impl Lens for BySensor {
    fn system(&self) -> &System {
        &self.system
    }

    fn session(&self) -> &Session {
        &self.session
    }

    fn classifier<'s>(
        &'s self,
        violation: Violation<'s>,
        context: &'s Context<'s>,
    ) -> Option<Box<dyn Classifier + 's>> {
        let var = |name: &str| self.system.vars().map(|(v, _)| v).find(|v| self.system.terms.var(*v).name == name);
        let sensors = ["smoke", "heat"].into_iter().filter_map(var).collect();
        Some(Box::new(Sensors { system: &self.system, sensors, violation, context }))
    }
}

struct Sensors<'a> {
    system: &'a System,
    sensors: Vec<VarId>,
    violation: Violation<'a>,
    context: &'a Context<'a>,
}

impl Sensors<'_> {
    fn class(&self, sensor: VarId, run: &Trace) -> Class {
        let name = &self.system.terms.var(sensor).name;
        Class::new(format!("sensor-{name}"), name.clone(), run.clone())
    }
}

impl Classifier for Sensors<'_> {
    fn property(&self) -> &Property {
        self.violation.property
    }

    fn subject(&self) -> Subject<'_> {
        Subject::new(self.system, Claim::Always(self.violation.property.term), self.context.options)
    }

    fn first(&self) -> Option<Inquiry> {
        let last = self.violation.run.steps.last()?;
        let sensor = self.sensors.iter().find(|v| last.get(**v) == Some(&Value::Bool(true)))?;
        let classes = vec![self.class(*sensor, self.violation.run)];
        Some(Inquiry { classes, ..Inquiry::new("sensor", Completeness::unknown(self.context.stop)) })
    }

    fn classes(&self, note: &dyn Fn(&Inquiry)) -> Inquiry {
        let mut inquiry = Inquiry::new("sensor", Completeness::unknown(self.context.stop));
        let (mut system, mut good) = (self.system.clone(), self.violation.property.term);
        let decide = |system: &System, good| {
            let session = Session::new(system, self.context.options.clone());
            session.always(good, self.context.stop, self.context.observer).1
        };
        for sensor in &self.sensors {
            let on = system.terms.now(*sensor);
            let off = system.terms.not(on);
            let without = system.terms.or([good, off]);
            if let Verdict::Violated(run) = decide(&system, without) {
                inquiry.classes.push(self.class(*sensor, &run.trace));
                note(&inquiry);
            }
            good = system.terms.or([good, on]);
        }
        inquiry.completeness = match decide(&system, good) {
            Verdict::Holds { evidence, recheck } | Verdict::Vacuous { evidence, recheck, .. } => {
                Completeness::Complete { proof: CompletenessProof::Invariant(evidence), recheck }
            }
            Verdict::Undetermined(cause) => Completeness::Stopped { cause, depth: None },
            Verdict::Violated(_) => {
                Completeness::Stopped { cause: NoAnswer::Refuted("no sensor is on".to_owned()), depth: None }
            }
        };
        inquiry
    }
}

/// Findings about a property, and the drafts on the way.
fn ask(property: &str, given: Option<&Trace>) -> (Findings, Vec<Findings>) {
    let system = smv::load(FileId(0), MODEL).system.unwrap();
    let options = Options::default();
    let (stop, observer): (Stop, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    let lens = BySensor { session: Session::new(&system, options.clone()), system };
    let drafts = RefCell::new(Vec::new());
    let draft = |findings| drafts.borrow_mut().push(findings);
    let context = Context { draft: &draft, ..Context::new(&stop, &observer, &options) };
    let property = lens.system.property(property).unwrap();
    let findings = inquire(&lens, PropertyRequest { property, given }, &context);
    (findings, drafts.take())
}

fn keys(inquiry: &Inquiry) -> Vec<&str> {
    inquiry.classes.iter().map(|c| c.key.as_str()).collect()
}

#[test]
fn classes_are_found_and_explained() {
    let (findings, drafts) = ask("quiet", None);
    assert!(matches!(findings.finding.verdict, Verdict::Violated(_)));
    let inquiry = findings.inquiry.unwrap();
    assert_eq!(keys(&inquiry), ["smoke", "heat"]);
    assert!(matches!(inquiry.completeness, Completeness::Complete { .. }), "{:?}", inquiry.completeness);
    for class in &inquiry.classes {
        let explanation = &class.explanation;
        assert_eq!(explanation.failed.known().unwrap().ticks, [1]);
        assert!(explanation.cause.is_known() && explanation.events.is_known() && explanation.nearest.is_known());
        assert!(explanation.no_return.is_known(), "{:?}", explanation.no_return);
    }
    // The verdict, the class of its run, each class of the search, the classes, and two stages of the explanation.
    let known = |draft: &Findings| draft.inquiry.as_ref().map(|i| i.classes.len());
    let known: Vec<Option<usize>> = drafts.iter().map(known).collect();
    assert_eq!(known, [None, Some(1), Some(1), Some(2), Some(2), Some(2), Some(2)]);
    assert!(drafts.iter().all(|draft| draft.finding.property == "quiet"));
}

#[test]
fn a_given_run_is_explained_before_the_search() {
    let (findings, _) = ask("quiet", None);
    let run = findings.inquiry.unwrap().classes[1].representative.clone();
    let (findings, drafts) = ask("quiet", Some(&run));
    let inquiry = findings.inquiry.unwrap();
    let given = inquiry.given.as_ref().unwrap();
    assert_eq!((keys(&inquiry), given.run.key.as_str()), (vec!["smoke", "heat"], "heat"));
    assert!(given.run.explanation.nearest.is_known());
    let explained = |draft: &Findings| {
        let inquiry = draft.inquiry.as_ref()?;
        inquiry.given.as_ref().filter(|given| given.run.explanation.cause.is_known())?;
        Some(inquiry.classes.len())
    };
    let first = drafts.iter().find_map(explained);
    assert_eq!(first, Some(1), "the search came first");
}

#[test]
fn a_property_that_holds_has_no_classes() {
    let (findings, drafts) = ask("fine", None);
    assert!(findings.inquiry.is_none() && drafts.len() == 1);
    assert!(matches!(findings.finding.verdict, Verdict::Holds { .. } | Verdict::Vacuous { .. }));
}
