//! The types of schema `wherefore/1`.
//!
//! Fields that are always there are `null` where they have no value, so that a reader need not ask whether they exist;
//! only `stats` and the fields of an inquiry are left out when they were not asked for, those of a labelled transition system
//! or of contracts where there are none, `vacuity` of what is not vacuous, and `runs` of a model whose runs are as usual;
//! `transient` and `given` stand only where they are true, `unfinished` only where something is, and `given_run` only where a run was
//! given and explained. Lines, columns and offsets count as editors do, from 1; rows of a trace count from 0.

mod contract;
mod equivalence;
mod explanation;
mod flow;
mod inquiry;
mod lts;
mod suite;

use crate::view;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use wherefore_diag::{Severity, SourceMap, Span};

/// The name of this schema.
pub const SCHEMA: &str = "wherefore/1";

/// The whole document.
#[derive(Serialize)]
pub struct Document<'a> {
    schema: &'static str,
    command: &'static str,
    model: Model<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unfinished: Vec<Unfinished<'a>>,
    obligations: Obligations<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<&'static str>,
    properties: Vec<Property<'a>>,
    diagnostics: Vec<Diagnostic<'a>>,
    diagnostics_dropped: usize,
    #[serde(flatten)]
    fields: Option<equivalence::Fields<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats<'a>>,
}

#[derive(Serialize)]
struct Model<'a> {
    path: &'a str,
    language: Option<&'static str>,
}

#[derive(Serialize)]
struct Unfinished<'a> {
    part: &'a str,
    begun: bool,
    cause: Cause<'a>,
}

#[derive(Serialize)]
struct Obligations<'a> {
    verdict: &'static str,
    cause: Option<Cause<'a>>,
}

#[derive(Serialize)]
struct Property<'a> {
    name: &'a str,
    kind: &'static str,
    text: &'a str,
    span: Option<Place<'a>>,
    verdict: &'static str,
    cause: Option<Cause<'a>>,
    engine: &'a str,
    seconds: f64,
    certificate: Option<Certificate<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vacuity: Option<Vacuity<'a>>,
    trace: Option<Trace<'a>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    given: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    contract: Option<contract::Consequent<'a>>,
    #[serde(flatten)]
    inquiry: Option<inquiry::Inquiry<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOut>,
}

/// What was left out of lists of one kind.
#[derive(Serialize)]
struct LeftOut {
    list: &'static str,
    lists: u64,
    entries: u64,
}

#[derive(Serialize)]
struct Cause<'a> {
    kind: &'static str,
    message: &'a str,
    help: Vec<String>,
}

#[derive(Serialize)]
struct Certificate<'a> {
    statement: &'a str,
    rechecked_by: &'a str,
}

#[derive(Serialize)]
struct Vacuity<'a> {
    reason: &'a str,
    span: Option<Place<'a>>,
}

#[derive(Serialize)]
struct Trace<'a> {
    variables: Vec<Variable<'a>>,
    steps: Vec<Step<'a>>,
    #[serde(skip_serializing_if = "is_zero")]
    steps_left_out: usize,
    #[serde(rename = "loop")]
    loop_start: Option<usize>,
    shortest: bool,
    claims: Vec<Claim<'a>>,
}

#[derive(Serialize)]
struct Claim<'a> {
    step: usize,
    formula: &'a str,
    value: bool,
}

#[derive(Serialize)]
struct Variable<'a> {
    name: &'a str,
    role: &'static str,
    #[serde(rename = "type")]
    sort: &'a str,
}

#[derive(Serialize)]
struct Step<'a> {
    values: Values<'a>,
    element: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    transient: bool,
}

/// The known values of a step by variable, in the order of the variables.
struct Values<'a>(Vec<(&'a str, &'a view::Cell)>);

/// One value.
struct Value<'a>(&'a view::Cell);

#[derive(Serialize)]
struct Diagnostic<'a> {
    id: &'static str,
    severity: &'static str,
    message: &'a str,
    place: Option<Place<'a>>,
    labels: Vec<Label<'a>>,
    notes: &'a [String],
    help: &'a [String],
    trace: Option<Trace<'a>>,
}

#[derive(Serialize)]
struct Label<'a> {
    place: Option<Place<'a>>,
    text: &'a str,
}

#[derive(Serialize)]
pub(crate) struct Place<'a> {
    path: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
struct Stats<'a> {
    seconds: f64,
    outside_engines: f64,
    stages: Vec<StageTime<'a>>,
    properties: Vec<PropertyTime<'a>>,
    solvers: Vec<Solver<'a>>,
}

#[derive(Serialize)]
struct Solver<'a> {
    name: &'a str,
    path: &'a str,
}

#[derive(Serialize)]
struct PropertyTime<'a> {
    name: &'a str,
    seconds: f64,
    in_engines: f64,
    stages: Vec<StageTime<'a>>,
}

#[derive(Serialize)]
struct StageTime<'a> {
    engine: Option<&'a str>,
    stage: &'static str,
    seconds: f64,
}

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, cell) in &self.0 {
            map.serialize_entry(name, &Value(cell))?;
        }
        map.end()
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.datum {
            view::Datum::Bool(b) => serializer.serialize_bool(b),
            view::Datum::Int(n) => serializer.serialize_i64(n),
            view::Datum::Text => serializer.serialize_str(&self.0.text),
        }
    }
}

impl<'a> Document<'a> {
    /// The document for a report.
    pub fn of(report: &'a view::Report) -> Document<'a> {
        let sources = &*report.sources;
        Document {
            schema: SCHEMA,
            command: report.command.word(),
            model: Model { path: &report.model.path, language: report.model.language },
            unfinished: report.unfinished.iter().map(Unfinished::of).collect(),
            obligations: Obligations::of(&report.obligations),
            runs: report.runs.word(),
            properties: report.properties.iter().map(|p| Property::of(p, report)).collect(),
            diagnostics: report.remarks.iter().map(|r| Diagnostic::of(r, sources)).collect(),
            diagnostics_dropped: report.dropped,
            fields: equivalence::Fields::of(report),
            stats: report.stats.as_ref().map(Stats::of),
        }
    }
}

impl<'a> Unfinished<'a> {
    fn of(part: &'a view::Unfinished) -> Unfinished<'a> {
        let begun = part.reached == view::Reached::Middle;
        Unfinished { part: &part.part, begun, cause: Cause::of(&part.cause) }
    }
}

impl<'a> Obligations<'a> {
    fn of(obligations: &'a view::Obligations) -> Obligations<'a> {
        let (verdict, cause) = match obligations {
            view::Obligations::NotChecked => ("not-checked", None),
            view::Obligations::Met => ("met", None),
            view::Obligations::Broken => ("broken", None),
            view::Obligations::Undetermined(cause) => ("undetermined", Some(Cause::of(cause))),
        };
        Obligations { verdict, cause }
    }
}

impl<'a> Property<'a> {
    fn of(property: &'a view::Property, report: &'a view::Report) -> Property<'a> {
        let sources = &*report.sources;
        let (mut cause, mut certificate, mut vacuity) = (None, None, None);
        match &property.verdict {
            view::Verdict::Undetermined(why) => cause = Some(Cause::of(why)),
            view::Verdict::Holds(proof) => certificate = Some(Certificate::of(proof)),
            view::Verdict::Vacuous(why) => {
                certificate = Some(Certificate::of(&why.certificate));
                vacuity = Some(Vacuity { reason: &why.reason, span: why.span.and_then(|s| Place::of(s, sources)) });
            }
            view::Verdict::Violated(_) => {}
        }
        Property {
            name: &property.name,
            kind: property.kind,
            text: &property.text,
            span: property.span.and_then(|s| Place::of(s, sources)),
            verdict: property.verdict.word(),
            cause,
            engine: &property.engine,
            seconds: rounded(property.seconds),
            certificate,
            vacuity,
            trace: property.verdict.trace().map(Trace::of),
            given: property.given,
            contract: property.contract.as_ref().map(contract::Consequent::of),
            inquiry: (report.command == view::Command::Why).then(|| inquiry::Inquiry::of(property, sources)),
            left_out: property.left_out.iter().map(LeftOut::of).collect(),
        }
    }
}

impl LeftOut {
    fn of((list, cut): (view::List, view::Cut)) -> LeftOut {
        LeftOut { list: list.word(), lists: cut.lists, entries: cut.entries }
    }
}

impl<'a> Certificate<'a> {
    fn of(proof: &'a view::Certificate) -> Certificate<'a> {
        Certificate { statement: &proof.statement, rechecked_by: &proof.rechecked_by }
    }
}

impl<'a> Cause<'a> {
    fn of(cause: &'a crate::cause::Cause) -> Cause<'a> {
        Cause { kind: cause.kind.word(), message: &cause.message, help: cause.advice() }
    }
}

impl<'a> Trace<'a> {
    fn of(trace: &'a view::Trace) -> Trace<'a> {
        let variable = |c: &'a view::Column| Variable { name: &c.name, role: c.role.word(), sort: &c.sort };
        let claim = |c: &'a view::Claim| Claim { step: c.row, formula: &c.formula, value: c.value };
        let step = |row: &'a view::Row| {
            let known =
                trace.columns.iter().zip(&row.cells).filter_map(|(c, v)| Some((c.name.as_str(), &**v.as_ref()?)));
            Step { values: Values(known.collect()), element: row.element.as_deref(), transient: row.transient }
        };
        Trace {
            variables: trace.columns.iter().map(variable).collect(),
            steps: trace.rows.iter().map(step).collect(),
            steps_left_out: trace.left_out,
            loop_start: trace.loop_start,
            shortest: trace.shortest,
            claims: trace.claims.iter().map(claim).collect(),
        }
    }
}

impl<'a> Diagnostic<'a> {
    fn of(remark: &'a view::Remark, sources: &'a SourceMap) -> Diagnostic<'a> {
        let diagnostic = &remark.diagnostic;
        let label = |l: &'a wherefore_diag::Label| Label { place: Place::of(l.span, sources), text: &l.text };
        Diagnostic {
            id: diagnostic.code.id,
            severity: match diagnostic.code.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            message: &diagnostic.headline,
            place: diagnostic.span().and_then(|s| Place::of(s, sources)),
            labels: diagnostic.labels.iter().map(label).collect(),
            notes: &diagnostic.notes,
            help: &diagnostic.help,
            trace: remark.trace.as_ref().map(Trace::of),
        }
    }
}

impl<'a> Place<'a> {
    pub(crate) fn of(span: Span, sources: &'a SourceMap) -> Option<Place<'a>> {
        let file = sources.get(span.file)?;
        let (start, end) = (file.location(span.start), file.location(span.end));
        Some(Place {
            path: &file.name,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        })
    }
}

impl<'a> Stats<'a> {
    fn of(stats: &'a view::Stats) -> Stats<'a> {
        let property = |p: &'a view::PropertyTime| PropertyTime {
            name: &p.name,
            seconds: rounded(p.seconds),
            in_engines: rounded(p.in_engines),
            stages: p.stages.iter().map(StageTime::of).collect(),
        };
        Stats {
            seconds: rounded(stats.seconds),
            outside_engines: rounded(stats.outside_engines()),
            stages: stats.stages.iter().map(StageTime::of).collect(),
            properties: stats.properties.iter().map(property).collect(),
            solvers: stats.solvers.iter().map(|(name, path)| Solver { name, path }).collect(),
        }
    }
}

impl<'a> StageTime<'a> {
    fn of(time: &'a view::StageTime) -> StageTime<'a> {
        StageTime { engine: time.engine.as_deref(), stage: time.stage, seconds: rounded(time.seconds) }
    }
}

/// Whether there is nothing to say; serde hands fields over by reference.
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// To the microsecond: more digits would suggest a precision that the clock does not have.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
