//! An inquiry: every distinct way a property breaks, and what to suspect.

use super::coarser::Coarser;
use super::flow::AlternativeSearch;
use super::picture::Picture;
use super::{Certificate, ChoicePoint, Diagnosis, Explanation, LtsSummary, Missing, Place, Trace, former, write};
use crate::no_answer::NoAnswer;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use wherefore_diag::Span;

/// How runs are distinguished where no variable is control.
pub const CONJUNCT: &str = "conjunct";
/// How runs are distinguished where no variable is control.
pub const BRANCH: &str = "branch";
/// How runs are distinguished where no variable is control.
pub const CONJUNCT_AND_BRANCH: &str = "conjunct-and-branch";
/// How runs are distinguished where no variable is control.
pub const CHANGE: &str = "change";

/// Between the names of transitions that one step takes together.
pub const TOGETHER: &str = " + ";

/// Additions of `why` to a property: everything found out about a violated one, or about a check of a refinement. Other
/// properties have nothing to list.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Inquiry {
    /// Why the given run itself fails; only with --trace, where there is an inquiry into the property. Of a run that goes on
    /// after it broke an invariant, `run` has the part up to there.
    #[serde(rename = "given_run", skip_serializing_if = "Option::is_none")]
    pub given: Option<ExternalTrace>,
    /// Whether all ways in which the property breaks are listed; null if there is no inquiry into it: it is not violated, or no
    /// lens looks into properties of its kind.
    pub enumeration: Option<Enumeration>,
    /// The classes, in the order to be read. People name them by their place in it, from 1.
    pub classes: Vec<Class>,
    /// A coarser view: where there are too many classes to list, or the situations in which a program fails; null otherwise.
    pub summary: Option<Group>,
    /// The classes at the coarsest level that keeps the faults apart; only where there are more than ten classes, and no level was
    /// asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coarser: Option<Coarser>,
    /// Groups of ids of classes that differ in equal instances alone: exchanging instances of one component maps the model onto itself,
    /// and these classes onto each other. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(length(min = 2)))]
    pub alike: Vec<Vec<String>>,
    /// Model elements to look at, most suspicious first.
    pub suspects: Vec<Suspect>,
    /// Sets of elements whose change makes the property hold, best first: the smallest, and the one that takes away the fewest
    /// uses.
    pub fix_sets: Vec<FixSet>,
    /// Which of `suspects` and `fix_sets` are not known, and why; what is not listed here is known, even if it is empty.
    #[serde(flatten, serialize_with = "former::missing")]
    #[schemars(with = "former::MissingParts")]
    pub missing: Vec<Missing>,
    /// Notes for the reader about the analysis itself.
    pub notes: Vec<String>,
    /// Changes since the run of --since; null without it.
    pub since: Option<Since>,
    /// Findings about a labelled transition system beside its classes.
    #[serde(flatten)]
    pub lts: Option<LtsSummary>,
    /// Findings about a check of a refinement beside its classes, whether it holds or not; absent for other properties.
    #[serde(rename = "diagnosis", skip_serializing_if = "Option::is_none")]
    pub contract: Option<Diagnosis>,
    /// Which other ways to fail were tried; only of synchronous programs (language lustre).
    #[serde(flatten, serialize_with = "former::alternatives")]
    #[schemars(with = "former::Alternatives")]
    pub alternative_search: Option<AlternativeSearch>,
    /// The model as a picture, with the ways of the classes; none if it was not drawn.
    #[serde(skip)]
    pub picture: Option<Picture>,
}

/// State of the list of classes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Enumeration {
    /// How finely runs are distinguished. State machines: 4 by final control state, 3 by first and final control state, 2
    /// by last transition, 1 by path without loops and last transition, 1(k) by the last k transitions of that path and the
    /// last transition. Labelled transition systems: neighbourhood, by all choices that a neighbourhood offers; decision, by
    /// those that avoid the failure or seal it; gate, by their labels without data; kind, by the kind of neighbourhood. Synchronous
    /// programs: 1 by cause without times, 2 by the inputs that act; a summary lists situations of the last step.
    /// Contracts: see the key.
    #[schemars(length(min = 1))]
    pub level: String,
    /// Whether there are other classes.
    #[serde(flatten)]
    pub completeness: Completeness,
    /// Why failing runs are not distinguished; null if they are.
    pub undivided: Option<Undivided>,
    /// What distinguishes failing runs: path, what `level` says; where no variable is control: conjunct, the conjunct of the property that
    /// fails; branch, the branches of case distinctions that the last step takes for the variables of the property; change, what the last
    /// step changes in the property.
    #[schemars(extend("enum" = ["path", "conjunct", "branch", "conjunct-and-branch", "change"]))]
    pub told_apart_by: &'static str,
    /// How many classes are listed.
    pub classes: usize,
    /// How many classes there are, where all of them are known and not all are listed; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<usize>,
    /// How many classes there are at each level that was counted, finest first. Only labelled transition systems have it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<LevelCount>,
}

/// Number of classes at a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LevelCount {
    /// The level.
    #[schemars(length(min = 1))]
    pub level: &'static str,
    /// The number by which --level asks for it.
    pub number: u8,
    /// How many classes it has.
    pub classes: usize,
}

/// The run of --trace, explained by itself.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "GivenRun")]
pub struct ExternalTrace {
    /// The ids of the classes that it belongs to. One that is not among the `classes` of the property was not found.
    #[schemars(inner(length(min = 1)))]
    pub classes: Vec<String>,
    /// The run with its key and its explanation, as if it were a class of its own; `length` is its own.
    pub run: Class,
}

/// Failing runs with the same key.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Class {
    /// Id, stable from run to run for the same level and key.
    #[schemars(length(min = 1))]
    pub id: String,
    /// Common part of its runs.
    #[schemars(length(min = 1))]
    pub key: String,
    /// A sentence of one line that no other class of the property has: what ends wrong, by what, after what.
    #[schemars(length(min = 1))]
    pub title: String,
    /// The keys at coarser levels, coarsest first.
    pub path: Vec<String>,
    /// Steps of its run.
    pub length: u32,
    /// Whether no run of the class has fewer steps; otherwise none was found, and one is not ruled out.
    pub shortest: bool,
    /// Its loop-free runs; null if not counted. Of an LTS, the states of the counterexample LTS that offer exactly these
    /// choices.
    pub count: Option<u64>,
    /// The id of the class that its run belongs to once its loops over the same data are removed.
    pub derived_from: Option<String>,
    /// Its run.
    pub trace: Trace,
    /// Last transition taken, as the rows of the trace name it; none if nothing was.
    #[serde(skip)]
    pub last: Option<String>,
    /// Effect of the step into the failing state, for a run of a state machine that ends there; null otherwise.
    pub last_step: Option<LastStep>,
    /// Where the transitions of `last_step.let_through_by` are written, their guards where these stand apart.
    pub guards: Vec<Place>,
    /// Former place of `explanation.choice_points`, which are the same; only of an LTS.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("deprecated" = true))]
    pub junctions: Option<Vec<ChoicePoint>>,
    /// Why its run fails.
    pub explanation: Explanation,
    /// Which of its choice points makes the class.
    #[serde(skip)]
    pub own: Option<usize>,
}

impl Class {
    /// A class of which nothing is known but a run.
    pub fn of_run(trace: Trace) -> Class {
        Class {
            id: String::new(),
            key: String::new(),
            title: String::new(),
            path: Vec::new(),
            length: trace.rows.len().saturating_sub(1) as u32,
            shortest: trace.shortest,
            count: None,
            derived_from: None,
            trace,
            last: None,
            last_step: None,
            guards: Vec::new(),
            junctions: None,
            explanation: Explanation::default(),
            own: None,
        }
    }

    /// Says whether no run of the class is shorter.
    pub fn set_shortest(&mut self, is_shortest: bool) {
        self.shortest = is_shortest;
        self.trace.shortest = is_shortest;
    }
}

/// The step into the failing state. In a statechart, all that happened since the machine last rested; of that the last
/// microstep that takes something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LastStep {
    /// The tick it leads to.
    #[schemars(range(min = 1))]
    pub tick: usize,
    /// The transitions it takes that can have had a part in what fails; all that it takes where that is not known.
    #[serde(rename = "let_through_by")]
    #[schemars(inner(length(min = 1)))]
    pub through: Vec<String>,
    /// The other transitions it takes.
    #[schemars(inner(length(min = 1)))]
    pub beside: Vec<String>,
    /// If it takes none: the machines that stay in their states.
    pub stays: Vec<Stays>,
    /// The transitions that begin where the machines were before the step and that it does not take, as far as it is known what
    /// kept them out. Absent in documents of earlier releases.
    pub stayed_out: Vec<StayedOut>,
    /// The step as a clause for people.
    #[schemars(length(min = 1))]
    pub text: String,
}

/// Machines, and transitions of each, that are named; the others are counted.
const MOST_STAYS: usize = 3;
const MOST_DISABLED: usize = 4;

impl LastStep {
    /// The step with its clause for people.
    pub fn with_text(self) -> LastStep {
        LastStep { text: self.words(), ..self }
    }

    /// Places of the transitions that let the step through, or of the branches that keep what stays.
    pub fn places(&self, guards: &[Place]) -> Vec<Span> {
        let mut places: Vec<Span> = guards.iter().map(|g| g.span).collect();
        for span in self.stays.iter().take(MOST_STAYS).filter_map(|s| s.span.as_ref()).map(|p| p.span) {
            if !places.contains(&span) {
                places.push(span);
            }
        }
        places
    }

    /// Description of the step, one clause for every format.
    fn words(&self) -> String {
        if !self.through.is_empty() {
            return format!("let through by {}", self.through.join(TOGETHER));
        }
        if !self.beside.is_empty() {
            let names = self.beside.join(TOGETHER);
            return format!("the last step takes {names}, which has no part in what fails");
        }
        let named: Vec<String> = self.stays.iter().take(MOST_STAYS).map(Stays::words).collect();
        let others = match self.stays.len().saturating_sub(MOST_STAYS) {
            0 => String::new(),
            rest => format!("; {rest} others stay as well"),
        };
        format!("no transition was taken in the last step: {}{others}", named.join("; "))
    }
}

impl Stays {
    fn words(&self) -> String {
        let Stays { region, state, disabled, .. } = self;
        let names = disabled.iter().take(MOST_DISABLED).cloned().collect::<Vec<_>>().join(", ");
        let guards = if disabled.len() == 1 { "guard" } else { "guards" };
        match disabled.len() {
            0 => format!("{region} stays {state}"),
            n if n > MOST_DISABLED => {
                format!("{region} stays {state}, guards false there: {names} and {} more", n - MOST_DISABLED)
            }
            _ => format!("{region} stays {state}, {guards} false there: {names}"),
        }
    }
}

/// A transition that a step does not take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StayedOut {
    /// Its name.
    #[schemars(length(min = 1))]
    pub transition: String,
    /// What kept it out.
    pub kept_out_by: KeptOutBy,
    /// The conjuncts of its condition that were false before the step, if these kept it out.
    #[schemars(inner(length(min = 1)))]
    pub false_conjuncts: Vec<String>,
    /// The transition that was taken and comes before it, if that kept it out; null otherwise.
    pub before: Option<String>,
    /// Where it is written, its guard where that stands apart.
    pub places: Vec<Place>,
    /// What kept it out as a clause for people.
    #[schemars(length(min = 1))]
    pub text: String,
}

/// What keeps a transition out of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum KeptOutBy {
    /// Conjuncts of its condition are false.
    Conjuncts,
    /// Its guard is false, while its event is there.
    Guard,
    /// A transition that is taken comes before it.
    Priority,
    /// Nothing does: the step has a choice.
    Choice,
}

impl StayedOut {
    /// The transition with its clause for people.
    pub fn with_text(self) -> StayedOut {
        StayedOut { text: self.words(), ..self }
    }

    fn words(&self) -> String {
        match (self.kept_out_by, self.false_conjuncts.as_slice(), &self.before) {
            (KeptOutBy::Conjuncts, [one], _) => format!("{one} is false"),
            (KeptOutBy::Conjuncts, all, _) => format!("{} are false", all.join(" and ")),
            (KeptOutBy::Guard, ..) => "its guard is false".to_owned(),
            (KeptOutBy::Priority, _, Some(before)) => format!("{before} comes before it"),
            (KeptOutBy::Priority | KeptOutBy::Choice, ..) => "it could have been taken as well".to_owned(),
        }
    }
}

/// A machine that a step leaves in its state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stays {
    /// The machine.
    #[serde(rename = "machine")]
    #[schemars(length(min = 1))]
    pub region: String,
    /// Its state.
    #[schemars(length(min = 1))]
    pub state: String,
    /// The transitions from that state whose guards were false before the step.
    #[serde(rename = "guards_false")]
    #[schemars(inner(length(min = 1)))]
    pub disabled: Vec<String>,
    /// The branch that was executed and keeps the state; null if none is written.
    pub span: Option<Place>,
}

/// Whether all classes are listed.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(with = "CompletenessShape")]
pub enum Completeness {
    /// There is no other.
    Complete(Certificate),
    /// There is one class, that of all failing runs: nothing distinguishes them.
    Undivided,
    /// There may be others.
    Stopped {
        /// Why the search ended.
        cause: NoAnswer,
        /// All failing runs with at most this many steps are in the listed classes.
        depth: Option<u32>,
    },
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Completeness")]
struct CompletenessShape<'a> {
    /// Whether there is proved to be no other.
    complete: bool,
    /// Why that is believed; null if it is not complete. A measurement.
    proof: Option<&'a Certificate>,
    /// Why there may be others; null if it is complete.
    stopped: Option<&'a NoAnswer>,
    /// Bound of a stopped search: every failing run of at most this number of steps is in a listed class; null if no
    /// such number is known.
    depth: Option<u32>,
}

impl Serialize for Completeness {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (proof, stopped, depth) = match self {
            Completeness::Complete(proof) => (Some(proof), None, None),
            Completeness::Undivided => (None, None, None),
            Completeness::Stopped { cause, depth } => (None, Some(cause), *depth),
        };
        CompletenessShape { complete: self.is_complete(), proof, stopped, depth }.serialize(serializer)
    }
}

/// Why failing runs are not distinguished: there is one class, that of all of them, and no list that could be complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Undivided {
    /// no-control: no control variable or state machine has a part in the property; unconfirmed: there is a control structure,
    /// and it could not be confirmed that steps keep to it.
    #[schemars(extend("enum" = ["no-control", "unconfirmed"]))]
    pub reason: &'static str,
    /// The reason for people.
    #[schemars(length(min = 1))]
    pub message: &'static str,
}

/// The level of a group that is about what the last step of failing runs of a program is like.
pub const SITUATIONS: &str = "situations";

/// Classes of a coarser level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Summary")]
pub struct Group {
    /// The level.
    #[schemars(length(min = 1))]
    pub level: String,
    /// Whether there are others.
    #[serde(flatten)]
    pub completeness: Completeness,
    /// Their keys in order.
    #[serde(rename = "classes")]
    pub keys: Vec<Key>,
}

/// A class of a coarser level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Key {
    /// Common part of its runs.
    #[schemars(length(min = 1))]
    pub key: String,
    /// Steps of its shortest run.
    pub length: u32,
}

/// A model element that may be wrong.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Suspect {
    /// Name in the model.
    #[serde(rename = "element")]
    pub name: String,
    /// Kind, in a word: transition, branch (of a case distinction), equation, action, contract, conjunct, refinement, connection.
    #[schemars(length(min = 1))]
    pub kind: &'static str,
    /// From which states to which it leads; empty if it leads nowhere.
    pub leads: String,
    /// 1 for the first; equal scores share a rank.
    #[schemars(range(min = 1))]
    pub rank: usize,
    /// The higher, the more suspicious.
    #[serde(serialize_with = "write::finite")]
    pub score: f64,
    /// Where to look: at its guard if that is written apart, else at the element.
    pub span: Option<Place>,
    /// Where the element itself is.
    #[serde(rename = "element_span")]
    pub element: Option<Place>,
    /// Why, in words, strongest first.
    pub reasons: Vec<String>,
}

/// A set of elements whose change makes the property hold: a smallest one, or the one that changes least.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FixSet {
    /// Whether no smaller set is a fix.
    pub minimum: bool,
    /// Whether it is the one that takes away the fewest uses.
    pub gentlest: bool,
    /// The names of the elements, in the order of the source.
    #[serde(rename = "elements")]
    #[schemars(length(min = 1))]
    pub names: Vec<String>,
    /// The least share of its uses that any of them keeps when guards are strengthened no more than needed; null if not
    /// measured.
    #[schemars(range(min = 0, max = 1))]
    pub preserved: Option<f64>,
    /// The share for each of them, in the same order.
    #[schemars(inner(range(min = 0, max = 1)))]
    pub each: Vec<Option<f64>>,
}

/// Changes since an earlier run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Since {
    /// The report of the earlier run, as it was named.
    pub path: String,
    /// Whether the classes could be compared; if not, the lists are empty and say nothing.
    pub compared: bool,
    /// Why the comparison is not possible, or only in part; null if it is whole.
    pub caveat: Option<String>,
    /// Changes of the classes.
    #[serde(flatten)]
    pub changes: Changes,
}

/// Classes by what became of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Changes {
    /// The ids of those that were not there.
    pub new: Vec<String>,
    /// Classes that are gone.
    pub fixed: Vec<Gone>,
    /// The ids of those that are still there.
    pub unchanged: Vec<String>,
}

/// A class that is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Gone {
    /// Its id.
    pub id: String,
    /// Common part of its runs then.
    pub key: String,
}

impl Inquiry {
    /// Whether there was an inquiry at all.
    pub fn is_made(&self) -> bool {
        self.enumeration.is_some() || self.contract.is_some() || self.lts.is_some() || self.alternative_search.is_some()
    }

    /// How finely runs are distinguished; empty if there is nothing to distinguish.
    pub fn level(&self) -> &str {
        self.enumeration.as_ref().map_or("", |e| &e.level)
    }

    /// Whether it is known that there are no other classes.
    pub fn is_complete(&self) -> bool {
        self.enumeration.as_ref().is_some_and(|e| e.completeness.is_complete())
    }

    /// How many classes there are, where not all that are known are listed.
    pub fn total(&self) -> Option<usize> {
        self.enumeration.as_ref()?.total
    }

    /// What failing runs are distinguished by, in words, where that is not control.
    pub fn told_apart_by(&self) -> Option<&'static str> {
        match self.enumeration.as_ref()?.told_apart_by {
            CONJUNCT => Some("the conjunct that fails"),
            BRANCH => Some("the branches that the last step takes"),
            CONJUNCT_AND_BRANCH => Some("the conjunct that fails and the branches that the last step takes"),
            CHANGE => Some("what the last step changes in the property"),
            _ => None,
        }
    }

    /// Why failing runs are not distinguished, if they are not.
    pub fn undivided(&self) -> Option<&Undivided> {
        self.enumeration.as_ref()?.undivided.as_ref()
    }

    /// The indices of the classes that the given run belongs to.
    pub fn of_given(&self) -> Vec<usize> {
        let ids = self.given.as_ref().map_or(&[][..], |given| given.classes.as_slice());
        self.classes.iter().enumerate().filter(|(_, class)| ids.contains(&class.id)).map(|(index, _)| index).collect()
    }

    /// The given run, if it belongs to this class or is itself shown as one.
    pub fn given_of(&self, class: &Class) -> Option<&ExternalTrace> {
        self.given.as_ref().filter(|given| given.run.id == class.id || given.classes.contains(&class.id))
    }

    /// The index of the class that a person calls `name`: by its place in the list, its id or its key.
    pub fn find(&self, name: &str) -> Option<usize> {
        let place = name.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|i| *i < self.classes.len());
        place.or_else(|| self.classes.iter().position(|c| c.id == name || c.key == name))
    }
}

impl Since {
    /// Changes of the classes, if they could be compared.
    pub fn changes(&self) -> Option<&Changes> {
        Some(&self.changes).filter(|_| self.compared)
    }
}

impl ExternalTrace {
    /// Whether this is the very run that a class is shown by.
    pub fn is_run_of(&self, class: &Class) -> bool {
        let (own, other) = (&self.run.trace, &class.trace);
        (&own.rows, own.loop_start) == (&other.rows, other.loop_start)
    }
}

impl Completeness {
    /// Whether there is no other class.
    pub fn is_complete(&self) -> bool {
        matches!(self, Completeness::Complete(_))
    }
}
