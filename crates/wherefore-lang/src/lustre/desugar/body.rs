//! Definitions in the body of a node, by stream.
//!
//! Equations, `if`, `when` and `frame` blocks are turned around: for each stream, the equation or the branches that define it.
//! Where a branch says nothing the stream keeps its value; at first it has the one that its frame gives it.
//!
//! ```text
//! if c then x = 1; y = 2; else x = 3; fi        x: c gives 1, otherwise 3       y: c gives 2, otherwise it is kept
//! ```

use super::super::ast::{Equation, Expr, Goal, Item, Name, Node};
use super::super::codes;
use super::super::resolve::unsupported;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::rc::Rc;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::{Checked, Reported, Reporter};

/// Definition of one stream by a body.
#[derive(Clone, Debug)]
pub(in super::super) enum Body<'a> {
    /// The left-hand side of an equation with this index.
    Equation(&'a Equation, usize),
    /// The first branch whose condition holds; nothing where the stream keeps its value.
    Branches { arms: Vec<(&'a Expr, Option<Rc<Body<'a>>>)>, otherwise: Option<Rc<Body<'a>>>, is_lazy: bool, span: Span },
}

impl Body<'_> {
    pub fn span(&self) -> Span {
        match self {
            Body::Equation(equation, _) => equation.span,
            Body::Branches { span, .. } => *span,
        }
    }
}

/// Definitions by stream, each with the name as the body writes it first.
type Defined<'a> = IndexMap<&'a str, (&'a Name, Rc<Body<'a>>), FxBuildHasher>;

/// Definitions of the streams of a node.
#[derive(Debug, Default)]
pub(in super::super) struct Definitions<'a> {
    pub streams: Defined<'a>,
    /// Values at the first tick that frames give.
    pub initial: Defined<'a>,
}

/// The definitions of the streams of a node; streams that are defined twice are reported.
pub(in super::super) fn definitions<'a>(node: &'a Node, report: &mut Reporter) -> Checked<Definitions<'a>> {
    let mut blocks = Blocks { node, report, initial: Defined::default() };
    let streams = blocks.defined(&node.body)?;
    Ok(Definitions { streams, initial: blocks.initial })
}

/// State of the rewriting of one body.
struct Blocks<'a, 'r> {
    node: &'a Node,
    report: &'r mut Reporter,
    initial: Defined<'a>,
}

impl<'a> Blocks<'a, '_> {
    fn defined(&mut self, items: &'a [Item]) -> Checked<Defined<'a>> {
        let mut all = Defined::default();
        for item in items {
            let part = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.defined_by(item))?;
            for (text, (name, body)) in part {
                if all.insert(text, (name, body)).is_some() {
                    return Err(self.defined_twice(name, item));
                }
            }
        }
        Ok(all)
    }

    fn defined_twice(&mut self, name: &Name, item: &Item) -> Reported {
        let headline = format!("`{}` is defined twice", name.text);
        let span = item_span(item);
        let diagnostic = Diagnostic::at(codes::DUPLICATE, span, headline, "defined again here");
        let mut variables = self.node.outputs.iter().chain(&self.node.locals);
        self.report.push(match variables.find(|v| v.name.text == name.text) {
            Some(declared) => diagnostic.label(declared.name.span, "declared here"),
            None => diagnostic,
        })
    }

    fn defined_by(&mut self, item: &'a Item) -> Checked<Defined<'a>> {
        match item {
            Item::Equation(equation) => Ok(defined_by_equation(equation).collect()),
            Item::Assert(_) | Item::Property(_) => Ok(Defined::default()),
            Item::If { branches, otherwise, span } => self.defined_by_branches(branches, otherwise, false, *span),
            Item::When { branches, otherwise, span } => {
                self.defined_by_branches(branches, otherwise.as_deref().unwrap_or_default(), true, *span)
            }
            Item::Frame { variables, initial, body, span } => self.defined_by_frame(variables, initial, body, *span),
            Item::Other(what, span) => Err(unsupported(self.report, what, *span)),
        }
    }

    fn defined_by_branches(
        &mut self,
        branches: &'a [(Expr, Vec<Item>)],
        otherwise: &'a [Item],
        is_lazy: bool,
        span: Span,
    ) -> Checked<Defined<'a>> {
        for item in branches.iter().flat_map(|(_, items)| items).chain(otherwise) {
            self.refuse_goal(item)?;
        }
        let mut parts = Vec::new();
        for (condition, items) in branches {
            parts.push((condition, self.defined(items)?));
        }
        let last = self.defined(otherwise)?;
        let body = |text: &str| {
            let of = |defined: &Defined<'a>| defined.get(text).map(|(_, body)| body.clone());
            let arms = parts.iter().map(|(condition, defined)| (*condition, of(defined))).collect();
            Rc::new(Body::Branches { arms, otherwise: of(&last), is_lazy, span })
        };
        let names = parts.iter().flat_map(|(_, defined)| defined.values()).chain(last.values()).map(|(name, _)| *name);
        Ok(names.map(|name| (name.text.as_str(), (name, body(&name.text)))).collect())
    }

    /// Refuses what is asked or assumed inside a branch, also inside a frame there: it is not clear when it is meant.
    fn refuse_goal(&mut self, item: &'a Item) -> Checked<()> {
        let mut todo = vec![item];
        while let Some(item) = todo.pop() {
            match item {
                Item::Assert(e) => return Err(unsupported(self.report, "an assertion inside a block", e.span)),
                Item::Property(goal) => return Err(unsupported(self.report, "a property inside a block", goal.span)),
                Item::Frame { body, .. } => todo.extend(body),
                _ => {}
            }
        }
        Ok(())
    }

    fn defined_by_frame(
        &mut self,
        variables: &'a [Name],
        initial: &'a [Equation],
        body: &'a [Item],
        span: Span,
    ) -> Checked<Defined<'a>> {
        let mut defined = self.defined(body)?;
        for equation in initial {
            self.initial.extend(defined_by_equation(equation));
        }
        for name in variables {
            // Nothing in the body: it keeps its value for ever.
            let nothing = Body::Branches { arms: Vec::new(), otherwise: None, is_lazy: false, span };
            defined.entry(name.text.as_str()).or_insert_with(|| (name, Rc::new(nothing)));
        }
        Ok(defined)
    }
}

/// The streams on the left-hand side of an equation.
fn defined_by_equation<'a>(equation: &'a Equation) -> impl Iterator<Item = (&'a str, (&'a Name, Rc<Body<'a>>))> {
    let targets = equation.left.iter().map(|target| &target.name).enumerate();
    targets.map(|(index, name)| (name.text.as_str(), (name, Rc::new(Body::Equation(equation, index)))))
}

fn item_span(item: &Item) -> Span {
    match item {
        Item::Equation(Equation { span, .. }) | Item::Assert(Expr { span, .. }) | Item::Property(Goal { span, .. }) => {
            *span
        }
        Item::If { span, .. } | Item::When { span, .. } | Item::Frame { span, .. } | Item::Other(_, span) => *span,
    }
}
