//! From the tree to blocks and their transition system.
//!
//! Calls are expanded in place and streams are built on demand, one scalar leaf at a time: to build `x = f(y) + 1` is to
//! build the output of f for this call, which asks for its input, which is the expression `y` in the scope of the caller. What
//! is built is remembered by its place in the tree and the context it is read in, so that every operator of the source
//! becomes one block for each call that reaches it.
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
mod body;
mod call;
mod choice;
mod clock;
mod constant;
mod contract;
mod cover;
mod data;
mod depend;
mod environment;
mod expr;
mod goal;
mod infer;
mod quantify;
mod range;
mod scope;
mod stream;
mod structure;
#[cfg(test)]
mod tests;
mod time;
mod types;

use super::ast::{Expr, Name, Node, Program};
use super::codes;
use super::resolve::Tables;
use super::types::Ty;
use clock::Clock;
use rustc_hash::FxHashMap;
use scope::Scope;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;
use wherefore_diag::{Code, Diagnostic, SourceMap, Span};
use wherefore_ir::network::{BlockId, NetworkBuilder};
use wherefore_ir::{Element, ElementId, ElementKind, Op, System, Value, VarId};
use wherefore_syntax::{Reported, Reporter};

/// How many calls may be expanded.
const CALL_LIMIT: usize = 20_000;

/// How long the name of an element may be that quotes the source.
const LONGEST_NAME: usize = 200;

/// The names of the nodes that can be the main one.
pub(super) fn mains(program: &Program) -> Vec<String> {
    let tables = Tables::new(program, &mut Reporter::default());
    tables.mains().iter().map(|n| n.name.text.clone()).collect()
}

/// The system of a node, or of the main node: the one marked so, or the last that is not called.
pub(super) fn lower(
    program: &Program,
    main: Option<&str>,
    sources: &SourceMap,
    report: &mut Reporter,
) -> Option<System> {
    let tables = Tables::new(program, report);
    let main = tables.main(main, report)?;
    if report.failed() {
        return None;
    }
    Lowerer::new(&tables, main, sources, report).run(main)
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct ScopeId(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct ContextId(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct ClockId(u32);

/// A leaf of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct LeafId {
    scope: ScopeId,
    stream: usize,
    leaf: usize,
}

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

/// Meaning of the names in an expression, and when it is evaluated.
#[derive(Clone, Debug)]
struct Context<'a> {
    scope: ScopeId,
    clock: ClockId,
    bindings: Option<Rc<Binding<'a>>>,
}

/// A name that an expression binds: an index, a quantified variable, a part of a matched value.
#[derive(Clone, Debug)]
struct Binding<'a> {
    name: &'a str,
    value: Bound<'a>,
    outer: Option<Rc<Binding<'a>>>,
}

#[derive(Clone, Debug)]
enum Bound<'a> {
    /// A known scalar.
    Value(Value, Ty),
    /// Leaves of a stream.
    Leaves(LeafId, Ty),
    /// Leaves of an expression.
    Part { expr: &'a Expr, context: ContextId, offset: usize, ty: Ty },
}

struct Lowerer<'a, 'r> {
    tables: &'r Tables<'a>,
    sources: &'r SourceMap,
    report: &'r mut Reporter,
    builder: NetworkBuilder,
    scopes: Vec<Scope<'a>>,
    contexts: Vec<Context<'a>>,
    clocks: Vec<Clock<'a>>,
    /// Contexts derived from others, by what derives them.
    derived: FxHashMap<(ContextId, usize, usize), ContextId>,
    /// Blocks by expression, context and leaf.
    values: FxHashMap<(usize, ContextId, usize), BlockId>,
    /// Types by expression or type and scope.
    types: FxHashMap<(usize, ScopeId), Ty>,
    /// The scope of each expanded call.
    calls: FxHashMap<(usize, ContextId), ScopeId>,
    /// The element that new operators are part of.
    parent: Option<ElementId>,
    /// Leaves under construction, outermost first.
    stack: Vec<LeafId>,
    /// How many of them lie beyond the innermost `pre`.
    barrier: usize,
    deferred: VecDeque<time::Deferred<'a>>,
    /// Memories of streams by stream and clock.
    loops: FxHashMap<(LeafId, ClockId), BlockId>,
    /// Memories of slower clocks whose first value is not seen.
    apart: FxHashMap<(BlockId, ClockId), BlockId>,
    /// Where a first value can be seen.
    unguarded: BTreeSet<Span>,
    /// Variables of functions without a body, with the function.
    imported: BTreeMap<VarId, (String, Span)>,
    /// Names of properties and definitions.
    property_names: BTreeSet<String>,
    define_names: BTreeSet<String>,
    /// Expressions whose types say something about their values.
    pending: VecDeque<goal::Pending<'a>>,
    /// Whether the assumptions of a call have held so far.
    held: FxHashMap<ScopeId, Option<BlockId>>,
    /// Types and constants whose meaning is being worked out.
    open: Vec<usize>,
    /// There are too many calls: nothing more is expanded.
    is_full: bool,
}

impl<'a, 'r> Lowerer<'a, 'r> {
    fn new(tables: &'r Tables<'a>, main: &'a Node, sources: &'r SourceMap, report: &'r mut Reporter) -> Self {
        let mut system = System::new(main.name.text.clone());
        let name = main.name.text.clone();
        let element = Element { kind: ElementKind::Component, name, span: Some(main.span), parent: None };
        let element = system.elements.add(element);
        Lowerer {
            tables,
            sources,
            report,
            builder: NetworkBuilder::new(system, &main.name.text, Some(element)),
            scopes: Vec::new(),
            contexts: Vec::new(),
            clocks: vec![Clock::base()],
            derived: FxHashMap::default(),
            values: FxHashMap::default(),
            types: FxHashMap::default(),
            calls: FxHashMap::default(),
            parent: Some(element),
            stack: Vec::new(),
            barrier: 0,
            deferred: VecDeque::new(),
            loops: FxHashMap::default(),
            apart: FxHashMap::default(),
            unguarded: BTreeSet::new(),
            imported: BTreeMap::new(),
            property_names: BTreeSet::new(),
            define_names: BTreeSet::new(),
            pending: VecDeque::new(),
            held: FxHashMap::default(),
            open: Vec::new(),
            is_full: false,
        }
    }

    fn run(mut self, main: &'a Node) -> Option<System> {
        self.open_globals();
        let scope = self.open_main(main).ok()?;
        // Expanding a scope opens those of its calls behind it.
        let mut next = 0;
        while next < self.scopes.len() && !self.is_full {
            let _ = self.build_scope(ScopeId(next as u32), scope);
            next += 1;
        }
        self.restrict_globals();
        if self.report.failed() {
            return None;
        }
        self.definitions(scope);
        self.outputs(scope);
        self.refuse_imported();
        let system = wherefore_ir::passes::narrow::narrowed(self.builder.finish());
        debug_assert_eq!(wherefore_ir::validate(&system), Vec::<String>::new());
        Some(system)
    }

    /// Constants of the program that are used stay within their types.
    fn restrict_globals(&mut self) {
        self.builder.resume(wherefore_ir::network::CallId(0));
        for index in 0..self.scope(ScopeId(0)).streams.len() {
            let _ = self.restrict(ScopeId(0), index);
            self.settle();
        }
    }

    fn scope(&self, id: ScopeId) -> &Scope<'a> {
        &self.scopes[id.0 as usize]
    }

    fn scope_mut(&mut self, id: ScopeId) -> &mut Scope<'a> {
        &mut self.scopes[id.0 as usize]
    }

    fn context(&self, id: ContextId) -> &Context<'a> {
        &self.contexts[id.0 as usize]
    }

    fn add_context(&mut self, context: Context<'a>) -> ContextId {
        self.contexts.push(context);
        ContextId(self.contexts.len() as u32 - 1)
    }

    /// The context that `change` makes of another, made once for each key.
    fn derive(
        &mut self,
        from: ContextId,
        key: (usize, usize),
        change: impl FnOnce(&mut Self, &mut Context<'a>),
    ) -> ContextId {
        if let Some(known) = self.derived.get(&(from, key.0, key.1)) {
            return *known;
        }
        let mut context = self.context(from).clone();
        change(self, &mut context);
        let id = self.add_context(context);
        self.derived.insert((from, key.0, key.1), id);
        id
    }

    /// Adds a binding to a context.
    fn bind(context: &mut Context<'a>, name: &'a str, value: Bound<'a>) {
        let outer = context.bindings.take();
        context.bindings = Some(Rc::new(Binding { name, value, outer }));
    }

    fn binding(&self, context: ContextId, name: &str) -> Option<Rc<Binding<'a>>> {
        let mut next = self.context(context).bindings.clone();
        while let Some(binding) = next {
            if binding.name == name {
                return Some(binding);
            }
            next = binding.outer.clone();
        }
        None
    }

    fn error(&mut self, code: &'static Code, span: Span, headline: impl Into<String>, label: &str) -> Reported {
        self.report.push(Diagnostic::at(code, span, headline, label))
    }

    fn unsupported(&mut self, what: &str, span: Span) -> Fail {
        let headline = format!("{what}: this is not supported");
        self.error(codes::UNSUPPORTED, span, headline, "reached from the main node").into()
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
            Err(e) => Err(self.error(codes::TYPE_CLASH, span, e.to_string(), "here").into()),
        }
    }

    fn constant_block(&mut self, value: Value, span: Span) -> BlockId {
        let element = self.element(ElementKind::Operator, self.quote(span), span);
        self.builder.constant(value, element)
    }

    /// The text of a span on one line.
    fn quote(&self, span: Span) -> String {
        let words: Vec<&str> = self.sources.text(span).split_whitespace().collect();
        let mut text = words.join(" ");
        if text.len() > LONGEST_NAME {
            let cut = (0..=LONGEST_NAME).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
            text.truncate(cut);
            text.push_str("..");
        }
        text
    }
}

/// The identity of an expression or a type: where it lies in the tree.
fn address<T>(node: &T) -> usize {
    std::ptr::from_ref(node) as usize
}
