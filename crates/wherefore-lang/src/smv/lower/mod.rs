//! From the instance tree to a transition system.
//!
//! Expressions are lowered bottom-up to a [`val::Val`]: a term, or a tree of guarded choices that becomes a term, a
//! relation or a range check only where the context says which type and which variable it is for. That one idea carries
//! sets, symbolic values without a fixed type, and the case structure that explanations need.
//!
//! Possible errors at run time (a value out of range, a case without a matching branch, a division by zero, an index
//! out of bounds) travel with the value as [`hazard::Hazard`]s, guarded by the conditions they stand under, and become
//! obligations of the system where the value is used.

mod arithmetic;
mod assign;
mod bits;
mod boolean;
mod choice;
mod commit;
mod compare;
mod constraint;
mod context;
mod cycle;
mod declare;
mod exhaustive;
mod expr;
mod function;
mod hazard;
mod hole;
mod names;
mod process;
mod spec;
mod steps;
mod temporal;
mod val;
mod word_array;

use super::ast::{ExprId, File, Symbol};
use super::codes;
use super::resolve::{InstanceId, Model};
use super::types::{Symbols, Ty};
use declare::Entity;
use indexmap::IndexSet;
use names::NamedState;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeSet;
use val::{Val, ValId};
use wherefore_diag::{Code, Diagnostic, Span};
use wherefore_ir::{Element, ElementId, ElementKind, Sort, System, TermId, VarId, When};
use wherefore_syntax::holes::Holes;
use wherefore_syntax::{Checked, Reported, Reporter};

/// Lowers the instance tree, with some places left open. The system is meaningful only if the reporter has not failed.
pub(super) fn lower<'a>(
    (file, text): (&'a File, &'a str),
    model: &'a Model<'a>,
    holes: &'a Holes,
    reporter: &mut Reporter,
) -> System {
    let mut lowerer = Lowerer::new((file, text), model, holes, reporter);
    lowerer.components();
    lowerer.declare_all();
    lowerer.collect_assignments();
    lowerer.selector();
    lowerer.variables();
    lowerer.assignments();
    lowerer.check_cycles();
    lowerer.constraints();
    lowerer.specs();
    lowerer.definitions();
    lowerer.report_unfound_holes();
    lowerer.system
}

pub(super) struct Lowerer<'a, 'r> {
    file: &'a File,
    text: &'a str,
    model: &'a Model<'a>,
    reporter: &'r mut Reporter,
    system: System,
    vals: Vec<Val>,
    /// The element of each instance.
    components: Vec<ElementId>,
    /// Lowering of each declared variable.
    entities: Vec<Option<Entity>>,
    slots: Vec<declare::Slot>,
    /// Lowering of each definition and parameter so far.
    named: Vec<NamedState>,
    /// The names being looked at, for reporting cycles.
    trail: Vec<(String, Span)>,
    /// Symbolic constants of the whole model.
    literals: IndexSet<Symbol, FxBuildHasher>,
    assignments: Vec<assign::Assignment>,
    equations: Vec<cycle::Equation>,
    /// Terms one step later.
    shifted: FxHashMap<TermId, TermId>,
    committed: FxHashMap<(ValId, Sort), TermId>,
    enum_sorts: FxHashMap<Symbols, Sort>,
    literal_vals: FxHashMap<Symbol, ValId>,
    /// The element that branches are part of.
    owner: Option<ElementId>,
    monitors: u32,
    /// The obligations stated so far, by condition, place and time.
    obliged: BTreeSet<(TermId, Span, When)>,
    /// Variables that have no other value one step later.
    frozen: BTreeSet<VarId>,
    inputs: BTreeSet<VarId>,
    /// The choice among processes, if there are any.
    selector: Option<process::Selector>,
    /// Whether names with dots occur, as in a model that was made flat.
    dotted: bool,
    /// For each term, in order, whether an input occurs in it.
    input_terms: Vec<bool>,
    /// Places that are left open.
    holes: &'a Holes,
    /// The value of each of them, in each instance.
    open: FxHashMap<(Span, InstanceId), ValId>,
}

impl<'a, 'r> Lowerer<'a, 'r> {
    fn new(
        (file, text): (&'a File, &'a str),
        model: &'a Model<'a>,
        holes: &'a Holes,
        reporter: &'r mut Reporter,
    ) -> Self {
        Lowerer {
            file,
            text,
            model,
            reporter,
            system: System::new("main"),
            vals: Vec::new(),
            components: Vec::new(),
            entities: Vec::new(),
            slots: Vec::new(),
            named: vec![NamedState::Waiting; model.named.len()],
            trail: Vec::new(),
            literals: IndexSet::default(),
            assignments: Vec::new(),
            equations: Vec::new(),
            shifted: FxHashMap::default(),
            committed: FxHashMap::default(),
            enum_sorts: FxHashMap::default(),
            literal_vals: FxHashMap::default(),
            owner: None,
            monitors: 0,
            obliged: BTreeSet::new(),
            frozen: BTreeSet::new(),
            inputs: BTreeSet::new(),
            selector: None,
            dotted: file.has_dotted_names(),
            input_terms: Vec::new(),
            holes,
            open: FxHashMap::default(),
        }
    }

    /// One component element for each instance.
    fn components(&mut self) {
        for instance in &self.model.instances {
            let name = if instance.path.is_empty() { "main".to_owned() } else { instance.path.clone() };
            let parent = instance.parent.map(|p| self.components[p.0 as usize]);
            let element = Element { kind: ElementKind::Component, name, span: Some(instance.span), parent };
            self.components.push(self.system.elements.add(element));
        }
    }

    fn component(&self, id: InstanceId) -> ElementId {
        self.components[id.0 as usize]
    }

    fn add_element(&mut self, kind: ElementKind, name: String, span: Span, parent: ElementId) -> ElementId {
        self.system.elements.add(Element { kind, name, span: Some(span), parent: Some(parent) })
    }

    fn error(
        &mut self,
        code: &'static Code,
        span: Span,
        headline: impl Into<String>,
        label: impl Into<String>,
    ) -> Reported {
        self.reporter.push(Diagnostic::at(code, span, headline, label))
    }

    fn describe(&self, ty: &Ty) -> String {
        ty.describe(self.file)
    }

    fn span(&self, expr: ExprId) -> Span {
        self.file.span(expr)
    }

    /// Source text on one line, without comments.
    fn source(&self, span: Span) -> String {
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        let lines = text.lines().map(|l| l.split_once("--").map_or(l, |(code, _)| code));
        lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }

    /// Source text cut to a length that fits a list of names.
    fn excerpt(&self, span: Span) -> String {
        let text = self.source(span);
        match text.char_indices().nth(60) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text,
        }
    }

    /// The sort of values of a type. Integers without both bounds are all integers.
    fn sort(&mut self, ty: &Ty) -> Sort {
        match ty {
            Ty::Bool | Ty::Array | Ty::WordArray { .. } => Sort::Bool,
            Ty::Int(interval) => interval.bounds().map_or(Sort::Int, |(lo, hi)| Sort::Range { lo, hi }),
            Ty::Real => Sort::Real,
            Ty::Word { width, .. } => Sort::BitVec(*width),
            Ty::Symbolic(members) => self.enum_sort(members),
        }
    }

    fn enum_sort(&mut self, members: &Symbols) -> Sort {
        if let Some(sort) = self.enum_sorts.get(members) {
            return *sort;
        }
        let values = members.iter().map(|m| m.text(self.file)).collect();
        let sort = Sort::Enum(self.system.terms.intern_enum(values));
        self.enum_sorts.insert(members.clone(), sort);
        sort
    }

    /// The value of an expression that must be an integer constant.
    fn constant_int(&mut self, expr: ExprId, scope: InstanceId, what: &str) -> Checked<i64> {
        let val = self.expr(expr, scope)?;
        let span = self.span(expr);
        if self.vals[val.index()].set || !self.ty(val).is_integer() {
            let headline = format!("{what} must be an integer, found {}", self.describe(&self.ty(val)));
            return Err(self.error(codes::TYPE_CLASH, span, headline, "not an integer"));
        }
        let term = self.own_term(val);
        match self.system.terms.constant(term) {
            Some(wherefore_ir::Value::Int(n)) => i64::try_from(n).map_err(|_| {
                let headline = format!("{what} is too large");
                self.reporter.push(Diagnostic::at(codes::TOO_LARGE, span, headline, "does not fit 64 bits"))
            }),
            _ => {
                let headline = format!("{what} must be a constant");
                Err(self.error(codes::NOT_CONSTANT, span, headline, "depends on the state"))
            }
        }
    }
}
