//! From a component to its refinement: ports become variables, wires become restrictions, contracts become formulas.
//!
//! Every component is lowered by itself, with its parts one level deep and the contracts of all of them; what is inside
//! the parts is the business of their own refinements. The formulas of a part speak about its ports, which are called
//! `part.port` here.

mod check;
mod choice;
mod compare;
mod contract;
mod expr;
mod fit;
mod loose;
mod operator;
mod ports;
mod val;
mod wire;

use super::ast::{self, Specification};
use super::codes;
use super::resolve::Resolved;
use super::text::Text;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use val::Val;
use wherefore_diag::{Code, Diagnostic, Span};
use wherefore_ir::refinement::{PortId, Refinement};
use wherefore_ir::{Element, ElementId, ElementKind, EnumId, System, TermId, VarId};
use wherefore_syntax::{Reported, Reporter};

/// How long the name of an element may be that quotes a formula.
const LONGEST_NAME: usize = 200;

/// The refinement of every component that has one, the whole first. None is complete if an error is reported.
pub fn lower(spec: &Specification, resolved: &Resolved, text: &Text, report: &mut Reporter) -> Vec<Refinement> {
    let count = spec.components.len();
    let order = std::iter::once(resolved.root).chain((0..count).filter(|i| *i != resolved.root));
    let mut found = Vec::new();
    for index in order {
        let Some(component) = spec.components.get(index) else { continue };
        // Components without a refinement are lowered too, so that their mistakes are found, and then dropped.
        let refinement = Lowerer::new(spec, resolved, text, report, component).run();
        match &component.refinement {
            Some(body) if body.refined.is_empty() => {
                let headline = format!("no contract of `{}` is refined", component.name.text);
                report.push(Diagnostic::at(codes::NOT_REFINED, body.span, headline, "no `REFINEDBY` below"));
            }
            Some(_) => found.push(refinement),
            None => {}
        }
    }
    found
}

/// The component or one of its parts: 0 is the component, `i + 1` its part `i`.
type Owner = usize;

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// Whose names are meant.
    owner: Owner,
    /// Whether the names of the refinement are visible: its definitions, and the ports of parts.
    inside: bool,
}

/// A definition: whose, inside the refinement or not, and its index.
type DefineKey = (Owner, bool, usize);

struct Lowerer<'a> {
    spec: &'a Specification,
    resolved: &'a Resolved,
    text: &'a Text,
    report: &'a mut Reporter,
    component: &'a ast::Component,
    out: Refinement,
    /// The component of each owner.
    owners: Vec<usize>,
    /// The element of each owner.
    owner_elements: Vec<ElementId>,
    /// The ports of each owner by name.
    ports: Vec<BTreeMap<String, PortId>>,
    /// One enumeration for each set of names.
    enums: BTreeMap<BTreeSet<String>, EnumId>,
    /// Values of definitions; nothing while one is being worked out.
    defines: BTreeMap<DefineKey, Option<Val>>,
    /// Boolean parts of the formula that is being lowered, with their first and last tokens.
    parts: Vec<(TermId, usize, usize)>,
    /// The parameters.
    frozen: BTreeSet<VarId>,
    /// Terms and what they are one step later.
    shifted: FxHashMap<TermId, TermId>,
    /// The numbers of ports that are declared with a set that leaves some out between its bounds.
    gaps: BTreeMap<VarId, BTreeSet<i64>>,
}

impl<'a> Lowerer<'a> {
    fn new(
        spec: &'a Specification,
        resolved: &'a Resolved,
        text: &'a Text,
        report: &'a mut Reporter,
        component: &'a ast::Component,
    ) -> Lowerer<'a> {
        let name = component.name.text.clone();
        Lowerer {
            spec,
            resolved,
            text,
            report,
            component,
            out: Refinement { system: System::new(name.clone()), component: name, ..Refinement::default() },
            owners: Vec::new(),
            owner_elements: Vec::new(),
            ports: Vec::new(),
            enums: BTreeMap::new(),
            defines: BTreeMap::new(),
            parts: Vec::new(),
            frozen: BTreeSet::new(),
            shifted: FxHashMap::default(),
            gaps: BTreeMap::new(),
        }
    }

    fn run(mut self) -> Refinement {
        self.declare();
        self.wires();
        self.constraints();
        self.contracts();
        self.assertions();
        if !self.report.failed() {
            self.checks();
        }
        self.out
    }

    /// The syntax of an owner's component.
    fn syntax(&self, owner: Owner) -> Option<&'a ast::Component> {
        self.owners.get(owner).and_then(|c| self.spec.components.get(*c))
    }

    fn element(&mut self, kind: ElementKind, name: String, span: Span, parent: Option<ElementId>) -> ElementId {
        self.out.system.elements.add(Element { kind, name, span: Some(span), parent })
    }

    fn error(&mut self, code: &'static Code, span: Span, headline: impl Into<String>, label: &str) -> Reported {
        self.report.push(Diagnostic::at(code, span, headline, label))
    }

    fn span(&self, expr: &ast::Expr) -> Span {
        self.text.span(expr.first, expr.last)
    }

    /// The text of an expression on one line.
    fn quote(&self, expr: &ast::Expr) -> String {
        self.text.quote(expr.first, expr.last, usize::MAX / 8)
    }
}
