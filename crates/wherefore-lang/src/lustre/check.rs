//! Types and clocks of the calls that the main node reaches.
//!
//! Checking opens a scope for the main node, for every call in its body, and so on: a node has other types for other type
//! arguments, other sizes for other constants, and another clock at every call, so it is checked once for each call. What has
//! been worked out is asked for by expression and scope ([`Checker::ty`]) or by expression and context ([`Checker::callee`]).
//!
//! [`check`] opens and checks everything that can be seen without expanding. A call inside a quantifier or an equation for
//! all elements of an array is another one for every index, and is opened and checked when lowering comes to it. All messages
//! about types and clocks are made here; nothing here knows terms or blocks.

mod body;
mod call;
mod clock;
mod constant;
mod contract;
mod cover;
mod data;
mod depend;
mod infer;
pub(super) mod instance;
mod quantify;
mod range;
mod scope;
mod structure;
#[cfg(test)]
mod tests;
mod types;

pub(super) use constant::Constant;
pub(super) use data::Test;
pub(super) use range::{Restriction, has_restriction};

use super::ast::{Expr, Node};
use super::resolve::{self, Tables};
use super::types::Ty;
use super::{codes, desugar};
use instance::{BASE, Binding, Clock, ClockId, Condition, Context, ContextId, Kind, Scope, ScopeId};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use wherefore_diag::{Code, Diagnostic, SourceMap, Span};
use wherefore_syntax::holes::Holes;
use wherefore_syntax::{Checked, Reported, Reporter, nearest};

/// How many calls may be expanded.
const CALL_LIMIT: usize = 20_000;

/// How long a quotation of the source may be.
const LONGEST_QUOTE: usize = 200;

/// Checks a node and all that it calls.
pub(super) fn check<'a, 'r>(
    tables: &'r Tables<'a>,
    main: &'a Node,
    (sources, holes): (&'r SourceMap, &'r Holes),
    report: &'r mut Reporter,
) -> Checked<(Checker<'a, 'r>, ScopeId)> {
    let mut checker = Checker::new(tables, (sources, holes), report);
    checker.open_globals();
    let scope = checker.open_main(main)?;
    checker.check_opened()?;
    Ok((checker, scope))
}

/// Knowledge of a program: its instances, and the types of expressions in each.
pub(super) struct Checker<'a, 'r> {
    pub tables: &'r Tables<'a>,
    pub report: &'r mut Reporter,
    sources: &'r SourceMap,
    /// Expressions that stand for any value.
    pub holes: &'r Holes,
    scopes: Vec<Scope<'a>>,
    contexts: Vec<Context<'a>>,
    clocks: Vec<Clock<'a>>,
    /// Contexts derived from others, by what derives them.
    derived: FxHashMap<(ContextId, usize, usize), ContextId>,
    /// Types by expression or type and scope.
    types: FxHashMap<(usize, ScopeId), Ty>,
    /// The scope of each expanded call.
    calls: FxHashMap<(usize, ContextId), ScopeId>,
    /// Restrictions on streams, by name, and on expressions, each in a context.
    restrictions: FxHashMap<(usize, ContextId), Rc<[Restriction<'a>]>>,
    /// How many scopes have been checked.
    checked: usize,
    /// Types, constants and choices whose meaning is being worked out.
    open: Vec<usize>,
    /// There are too many calls: nothing more is expanded.
    is_full: bool,
}

impl<'a, 'r> Checker<'a, 'r> {
    fn new(tables: &'r Tables<'a>, (sources, holes): (&'r SourceMap, &'r Holes), report: &'r mut Reporter) -> Self {
        Checker {
            tables,
            report,
            sources,
            holes,
            scopes: Vec::new(),
            contexts: Vec::new(),
            clocks: vec![Clock { faster: None, condition: Condition::Base, outer: None }],
            derived: FxHashMap::default(),
            types: FxHashMap::default(),
            calls: FxHashMap::default(),
            restrictions: FxHashMap::default(),
            checked: 0,
            open: Vec::new(),
            is_full: false,
        }
    }

    /// Checks the contracts and the types of streams of all scopes that have been opened; checking may open others.
    pub fn check_opened(&mut self) -> Checked<()> {
        let mut result = Ok(());
        while self.checked < self.scopes.len() && !self.is_full {
            let scope = ScopeId(self.checked as u32);
            self.checked += 1;
            result = result.and(self.check_goals(scope));
            for index in 0..self.scope(scope).streams.len() {
                // A constant that is not used has no type yet.
                if self.scope(scope).streams[index].kind != Kind::Const {
                    result = result.and(self.restrictions_of_stream(scope, index).map(|_| ()));
                }
            }
        }
        result
    }

    /// How many scopes have been opened.
    pub fn scope_count(&self) -> usize {
        self.scopes.len()
    }

    /// Whether there were too many calls.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    pub fn scope(&self, id: ScopeId) -> &Scope<'a> {
        &self.scopes[id.0 as usize]
    }

    fn scope_mut(&mut self, id: ScopeId) -> &mut Scope<'a> {
        &mut self.scopes[id.0 as usize]
    }

    pub fn context(&self, id: ContextId) -> &Context<'a> {
        &self.contexts[id.0 as usize]
    }

    pub fn clock(&self, id: ClockId) -> &Clock<'a> {
        &self.clocks[id.0 as usize]
    }

    /// The clock of a scope.
    pub fn clock_of_scope(&self, scope: ScopeId) -> ClockId {
        self.context(self.scope(scope).context).clock
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

    pub fn binding(&self, context: ContextId, name: &str) -> Option<Rc<Binding<'a>>> {
        let mut next = self.context(context).bindings.clone();
        while let Some(binding) = next {
            if binding.name == name {
                return Some(binding);
            }
            next = binding.outer.clone();
        }
        None
    }

    pub fn error(&mut self, code: &'static Code, span: Span, headline: impl Into<String>, label: &str) -> Reported {
        self.report.push(Diagnostic::at(code, span, headline, label))
    }

    pub fn refuse(&mut self, what: &str, span: Span) -> Reported {
        resolve::unsupported(self.report, what, span)
    }

    /// Reports types that do not fit, with both places.
    fn clash(&mut self, expr: &'a Expr, expected: &str, found: &Ty, reason: Option<(Span, String)>) -> Reported {
        let headline = format!("expected {expected}, found `{}`", found.show());
        let label = format!("this is `{}`", found.show());
        let diagnostic = Diagnostic::at(codes::TYPE_CLASH, expr.span, headline, label);
        self.report.push(match reason {
            Some((span, text)) if span != expr.span => diagnostic.label(span, text),
            _ => diagnostic,
        })
    }

    /// Reports a name that means nothing, with the one that was probably meant.
    pub fn undefined(&mut self, name: &str, span: Span, context: ContextId) -> Reported {
        let scope = self.context(context).scope;
        let own = self.scope(scope).streams.iter().map(|s| s.name.text.as_str());
        let global = self.scope(instance::PROGRAM).streams.iter().map(|s| s.name.text.as_str());
        let values = self.tables.constructors.keys().copied();
        let nodes = self.tables.nodes.keys().copied();
        let meant = nearest(name, own.chain(global).chain(values).chain(nodes)).map(str::to_owned);
        let headline = format!("`{name}` is not declared");
        let mut diagnostic = Diagnostic::at(codes::UNDEFINED, span, headline, "not known here");
        if let Some(meant) = meant {
            diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
        }
        self.report.push(diagnostic)
    }

    /// The text of a span on one line.
    pub fn quote(&self, span: Span) -> String {
        let words: Vec<&str> = self.sources.text(span).split_whitespace().collect();
        let mut text = words.join(" ");
        if text.len() > LONGEST_QUOTE {
            let cut = (0..=LONGEST_QUOTE).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
            text.truncate(cut);
            text.push_str("..");
        }
        text
    }
}

/// The identity of an expression or a type: where it lies in the tree.
pub(super) fn address<T>(node: &T) -> usize {
    std::ptr::from_ref(node) as usize
}
