//! From checked instances to blocks and their transition system.
//!
//! Streams are built on demand, one scalar leaf at a time: to build `x = f(y) + 1` is to build the output of f for this call,
//! which asks for its input, which is the expression `y` in the scope of the caller. What is built is remembered by its place
//! in the tree and the context it is read in, so that every operator of the source becomes one block for each call that
//! reaches it.
//!
//! A demand that comes back to a stream under construction is a loop within one tick, unless a `pre` lies between: then the
//! memory is made first, and what it delays is built when nothing else is under construction (`time.rs`).
//!
//! ```text
//! n = 0 -> pre n + 1     n under construction, asks for `0 -> ..`, for `.. + 1`, for `pre n`, for n: under construction
//!                        b1 = pre ?   b2 = b1 + 1   b3 = 0 -> b2   n is b3   then b1 = pre b3
//! ```
//!
//! Nodes that the main node does not reach are only parsed.

mod arithmetic;
mod choice;
mod clock;
mod contract;
mod data;
mod environment;
mod expr;
mod goal;
mod range;
mod site;
mod stream;
mod structure;
#[cfg(test)]
mod tests;
mod time;

use super::check::Checker;
use super::check::instance::{ContextId, PROGRAM, ScopeId};
use super::codes;
use super::types::{Enumeration, Ty};
use wherefore_diag::Span;
use wherefore_ir::network::{BlockId, CallId, NetworkBuilder};
use wherefore_ir::{Element, ElementId, ElementKind, Op, Sort, System, Value};
use wherefore_syntax::Reported;

/// The system of the main node, whose scope is given.
pub(super) fn lower(checker: Checker<'_, '_>, main: ScopeId) -> Option<System> {
    let system = wherefore_ir::passes::narrow::narrowed(Lowerer::new(checker, main).run(main)?);
    debug_assert_eq!(wherefore_ir::validate(&system), Vec::<String>::new());
    Some(system)
}

/// Whether the main node has a system; it is not made ready for use.
pub(super) fn can_be_lowered(checker: Checker<'_, '_>, main: ScopeId) -> bool {
    Lowerer::new(checker, main).run(main).is_some()
}

/// Why something was not built.
#[derive(Clone, Copy, Debug)]
enum Fail {
    /// An error was reported.
    Reported,
    /// The expression needs a stream under construction, beyond a `pre`: it can be built later.
    Later,
}

impl From<Reported> for Fail {
    fn from(_: Reported) -> Fail {
        Fail::Reported
    }
}

/// Result of building, or why it failed.
type Built<T> = Result<T, Fail>;

/// Where an expression is read.
#[derive(Clone, Copy, Debug)]
struct At {
    context: ContextId,
    /// Whether the expression stands to the right of `->`, so that its first value is not seen.
    guarded: bool,
}

impl At {
    fn new(context: ContextId) -> At {
        At { context, guarded: false }
    }
}

struct Lowerer<'a, 'r> {
    /// The instances; those inside quantifiers are opened when they are come to.
    check: Checker<'a, 'r>,
    builder: NetworkBuilder,
    /// The element that new operators are part of.
    parent: Option<ElementId>,
    sites: site::Sites,
    demand: stream::Demand,
    ticks: clock::Ticks,
    memories: time::Memories<'a>,
    asked: goal::Asked<'a>,
    free: environment::Free,
}

impl<'a, 'r> Lowerer<'a, 'r> {
    fn new(check: Checker<'a, 'r>, main: ScopeId) -> Self {
        let (name, span) = (check.scope(main).name, check.scope(main).node.map(|n| n.span));
        let mut system = System::new(name);
        let element = Element { kind: ElementKind::Component, name: name.to_owned(), span, parent: None };
        let element = system.elements.add(element);
        Lowerer {
            check,
            builder: NetworkBuilder::new(system, name, Some(element)),
            parent: Some(element),
            sites: Default::default(),
            demand: Default::default(),
            ticks: Default::default(),
            memories: Default::default(),
            asked: Default::default(),
            free: Default::default(),
        }
    }

    fn run(mut self, main: ScopeId) -> Option<System> {
        // Building a scope may open others behind it.
        let mut next = 0;
        while next < self.check.scope_count() && !self.check.is_full() {
            let _ = self.build_scope(ScopeId(next as u32), main);
            next += 1;
            let _ = self.check.check_opened();
        }
        self.restrict_globals();
        self.report_unfound_holes();
        if self.check.report.failed() {
            return None;
        }
        self.definitions(main);
        self.outputs(main);
        self.refuse_imported();
        Some(self.builder.finish())
    }

    /// Constants of the program that are used stay within their types.
    fn restrict_globals(&mut self) {
        self.builder.resume(CallId(0));
        for index in 0..self.check.scope(PROGRAM).streams.len() {
            let _ = self.restrict(PROGRAM, index);
            self.settle();
        }
    }

    /// Where the expressions of a scope are read.
    fn at(&self, scope: ScopeId) -> At {
        At::new(self.check.scope(scope).context)
    }

    fn element(&mut self, kind: ElementKind, name: impl Into<String>, span: Span) -> Option<ElementId> {
        let element = Element { kind, name: name.into(), span: Some(span), parent: self.parent };
        Some(self.builder.system.elements.add(element))
    }

    /// An operator with its own element.
    fn operator(&mut self, op: Op, inputs: &[BlockId], name: &str, span: Span) -> Built<BlockId> {
        let element = self.element(ElementKind::Operator, name, span);
        self.apply(op, inputs, element, span)
    }

    /// An operator that is part of an element.
    fn apply(&mut self, op: Op, inputs: &[BlockId], element: Option<ElementId>, span: Span) -> Built<BlockId> {
        match self.builder.apply(op, inputs, element) {
            Ok(block) => Ok(block),
            Err(e) => Err(self.check.error(codes::TYPE_CLASH, span, e.to_string(), "here").into()),
        }
    }

    fn constant_block(&mut self, value: Value, span: Span) -> BlockId {
        let element = self.element(ElementKind::Operator, self.check.quote(span), span);
        self.builder.constant(value, element)
    }

    /// The conjunction of some blocks.
    fn conjunction(&mut self, list: &[BlockId], span: Span) -> Built<BlockId> {
        match list {
            [] => Ok(self.constant_block(Value::Bool(true), span)),
            [only] => Ok(*only),
            _ => self.operator(Op::And, list, "and", span),
        }
    }

    fn sort(&mut self, ty: &Ty) -> Sort {
        ty.sort(&mut self.builder.system.terms)
    }

    /// The value of an enumeration with this number.
    fn member(&mut self, of: &Enumeration, number: usize) -> Value {
        Value::Enum(self.builder.system.terms.intern_enum(of.values.clone()), number as u32)
    }
}
