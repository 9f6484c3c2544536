//! Places that are left open: the expression is lowered, for its kind, and then a variable that nothing determines takes the
//! place of its value. Each evaluation has a variable of its own.
//!
//! A condition is open as a truth value, whatever its kind. An integer is open as any integer, and the ranges of data know that
//! (`types`); that it stays one is a limit: a fraction in its place is not thought of. Texts and arrays cannot be left open: a
//! text could be one that the chart does not mention yet.

use super::Lowering;
use super::cells::Store;
use crate::chart::Expr;
use crate::codes;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::{Purpose, Role, Sort, TermId};

impl Lowering<'_> {
    /// A value, or what stands for it if its place is left open. What could go wrong in the expression itself does not
    /// matter then; those are the duties from `before` on.
    pub(super) fn left_open(&mut self, span: Span, value: TermId, before: usize) -> TermId {
        let Some(place) = self.holes.at(span) else { return value };
        self.drop_duties(place, before);
        let sort = match self.system.terms.sort(value) {
            Sort::Enum(_) | Sort::BitVec(_) | Sort::Float(_) => {
                self.refuse_open(place, "a text");
                return value;
            }
            sort if sort.is_integer() => Sort::Int,
            sort => sort,
        };
        self.open_value(place, sort)
    }

    /// The truth of a condition that is left open.
    pub(super) fn open_truth(&mut self, store: &Store, expr: &Expr) -> Option<TermId> {
        let place = self.holes.at(expr.span)?;
        let before = self.duties.len();
        self.scalar(store, expr);
        self.drop_duties(place, before);
        Some(self.open_value(place, Sort::Bool))
    }

    /// The guard of a transition without a condition: left open if its start tag is.
    pub(super) fn open_guard(&mut self, span: Span, guard: TermId) -> TermId {
        let Some(place) = self.holes.at(span) else { return guard };
        let open = self.open_value(place, Sort::Bool);
        self.system.terms.and([guard, open])
    }

    fn open_value(&mut self, place: Span, sort: Sort) -> TermId {
        self.open.insert(place);
        let var = self.system.add_auxiliary("hole", sort, Role::State, Purpose::Hole);
        self.system.terms.now(var)
    }

    fn drop_duties(&mut self, place: Span, before: usize) {
        let inside = |span: Span| span.file == place.file && place.start <= span.start && span.end <= place.end;
        let kept = self.duties.split_off(before.min(self.duties.len()));
        self.duties.extend(kept.into_iter().filter(|duty| !inside(duty.span)));
    }

    /// Refuses an array in an open place.
    pub(super) fn refuse_open_array(&mut self, span: Span) {
        if let Some(place) = self.holes.at(span) {
            self.refuse_open(place, "an array");
        }
    }

    fn refuse_open(&mut self, place: Span, what: &str) {
        let headline = format!("{what} cannot be left open");
        self.open.insert(place);
        self.reporter.push(Diagnostic::at(codes::UNSUPPORTED, place, headline, "left open"));
    }

    /// Reports open places at which no expression of the chart stands.
    pub(super) fn report_unfound_holes(&mut self) {
        for place in self.holes.spans().iter().filter(|place| !self.open.contains(*place)) {
            let headline = "no expression of the chart stands here";
            self.reporter.push(Diagnostic::at(codes::UNSUPPORTED, *place, headline, "left open"));
        }
    }
}
