//! Assumptions about the inputs of a Lustre program, as its main node would write them.
//!
//! ```text
//! assert not (a and b);                            a restriction of the runs; it stands behind the last one of the node
//! env = Sofar(old and not (a and b));              the condition of a property, where the node has one of this kind
//! since = 4 -> if pre a then 1 else ..;            ticks since something happened, in a stream of its own
//! ```

use super::parts::{Parts, all};
use crate::assumption::{Asked, Assumption, InputEvent, InputKind};
use crate::{Edit, ElementKind, Mutant, Operator};
use num_bigint::BigInt;
use std::collections::BTreeSet;
use wherefore_diag::{FileId, SourceMap, Span};
use wherefore_lang::lustre::ast::{Binary, Decl, Expr, ExprKind, Item, Node, Program, TypeKind, Variable};
use wherefore_lang::lustre::{Include, parse};

/// The main node of a program, as far as it says what is assumed.
#[derive(Debug)]
pub(crate) struct Surroundings {
    /// The inputs that assumptions can be about.
    pub inputs: Vec<(String, InputKind)>,
    /// Numbers that the question mentions.
    pub asked: Vec<Asked>,
    /// The condition of a property that assumptions are part of.
    pub condition: Option<Condition>,
    /// The name of the node.
    node: String,
    /// Words of the text, which no new stream is called.
    words: BTreeSet<String>,
    /// Where a declaration can be put in, and what stands before and behind it.
    declaration: Gap,
    /// Where an equation can be put in.
    equation: Gap,
}

/// `env = Sofar(e)`.
#[derive(Debug)]
pub(crate) struct Condition {
    /// `env`.
    pub stream: String,
    /// Where `e` is written.
    argument: Span,
    /// `e`.
    text: String,
}

/// A place where something can be put in.
#[derive(Debug)]
struct Gap {
    at: Span,
    before: String,
    behind: String,
}

impl Surroundings {
    pub(crate) fn of((name, text): (&str, &str), main: &str, include: &mut Include<'_>) -> Option<Surroundings> {
        let parsed = parse(SourceMap::single(name, text), include);
        let mut nodes =
            parsed.program.decls.iter().filter_map(|d| if let Decl::Node(n) = d { Some(&**n) } else { None });
        let node = nodes.find(|n| n.name.text == main && n.span.file == FileId(0))?;
        let own = |span: &Span| span.file == FileId(0) && span.start >= node.span.start && span.end <= node.span.end;
        let tokens: Vec<(Span, &str)> =
            parsed.tokens.iter().filter(|(span, _)| own(span)).map(|(span, word)| (*span, word.as_str())).collect();
        let parts = Parts::new(&parsed.program);
        let frame = Frame { text, node, tokens };
        Some(Surroundings {
            inputs: node.inputs.iter().filter_map(input).collect(),
            asked: asked(node, &parts),
            condition: condition(text, node, &parts),
            node: main.to_owned(),
            words: frame.words(&parsed.program, &parsed.tokens),
            declaration: frame.declaration()?,
            equation: frame.equation()?,
        })
    }

    pub(crate) fn assume(&self, assumption: &Assumption) -> Vec<Mutant> {
        let written = Written::new(assumption, &self.words);
        let mut mutants = Vec::new();
        if !written.streams.is_empty() {
            let list: Vec<String> = written.streams.iter().map(|(name, sort, _)| format!("{name} : {sort};")).collect();
            mutants.push(self.put_in(&self.declaration, &[list.join(" ")], "declares a stream"));
        }
        let mut lines: Vec<String> =
            written.streams.iter().map(|(name, _, value)| format!("{name} = {value};")).collect();
        match &self.condition {
            Some(condition) => {
                if !lines.is_empty() {
                    mutants.push(self.put_in(&self.equation, &lines, "says since when something is so"));
                }
                let edit =
                    Edit { span: condition.argument, text: format!("({}) and ({})", condition.text, written.formula) };
                mutants.push(self.mutant(edit, Operator::Sc, "assumes more of the inputs"));
            }
            None => {
                lines.push(format!("assert {};", written.formula));
                mutants.push(self.put_in(&self.equation, &lines, "assumes more of the inputs"));
            }
        }
        mutants.sort_by_key(|mutant| mutant.span.start);
        mutants
    }

    pub(crate) fn ask(&self, asked: &Asked, value: &BigInt) -> Mutant {
        let edit = Edit { span: asked.span, text: value.to_string() };
        self.mutant(edit, Operator::Crp, &format!("asks for {value} instead of {}", asked.value))
    }

    fn put_in(&self, gap: &Gap, lines: &[String], what: &str) -> Mutant {
        let text = lines.iter().map(|line| format!("{}{line}{}", gap.before, gap.behind)).collect();
        self.mutant(Edit { span: gap.at, text }, Operator::Sc, what)
    }

    fn mutant(&self, edit: Edit, operator: Operator, what: &str) -> Mutant {
        Mutant {
            operator,
            span: edit.span,
            edits: vec![edit],
            what: format!("`{}` {what}", self.node),
            element: Some(self.node.clone()),
            is_omission: false,
            place: None,
            cost: operator.cost(),
        }
    }
}

fn input(variable: &Variable) -> Option<(String, InputKind)> {
    let kind = match variable.ty.kind {
        TypeKind::Bool => InputKind::Truth,
        TypeKind::Int | TypeKind::Subrange(..) => InputKind::Number,
        _ => return None,
    };
    (!variable.is_const && variable.clock.is_none()).then(|| (variable.name.text.clone(), kind))
}

/// Numbers in what a node asks: in its properties, and in the equations of what they name.
fn asked(node: &Node, parts: &Parts) -> Vec<Asked> {
    let mut found: Vec<Asked> = Vec::new();
    for item in &node.body {
        let root = match item {
            Item::Property(goal) => &goal.expr,
            Item::Equation(equation) if parts.kind(node, equation) == Some(ElementKind::Specification) => {
                &equation.right
            }
            _ => continue,
        };
        found.extend(all(root).filter_map(|expr| match &expr.kind {
            ExprKind::Int(value) if expr.span.file == FileId(0) => {
                Some(Asked { value: value.clone(), span: expr.span })
            }
            _ => None,
        }));
    }
    found.sort_by_key(|asked| asked.span.start);
    found
}

/// The condition of a property that is true as long as all was so that is assumed.
fn condition(text: &str, node: &Node, parts: &Parts) -> Option<Condition> {
    if node.body.iter().any(|item| matches!(item, Item::Assert(_))) {
        return None;
    }
    node.body.iter().find_map(|item| {
        let Item::Equation(equation) = item else { return None };
        let [target] = equation.left.as_slice() else { return None };
        let argument = conjuncts(&equation.right).into_iter().find_map(so_far)?;
        let is_assumed = parts.kind(node, equation) == Some(ElementKind::Assumption);
        let written = text.get(argument.span.start as usize..argument.span.end as usize)?;
        let is_own = argument.span.file == FileId(0);
        (is_assumed && is_own).then(|| Condition {
            stream: target.name.text.clone(),
            argument: argument.span,
            text: written.to_owned(),
        })
    })
}

/// The formulas that an expression joins with "and".
fn conjuncts(root: &Expr) -> Vec<&Expr> {
    let (mut todo, mut found) = (vec![root], Vec::new());
    while let Some(expr) = todo.pop() {
        match &expr.kind {
            ExprKind::Binary(Binary::And, left, right) => todo.extend([&**right, &**left]),
            _ => found.push(expr),
        }
    }
    found
}

/// What `Sofar(e)` is about.
fn so_far(expr: &Expr) -> Option<&Expr> {
    let ExprKind::Call { arguments, .. } = &expr.kind else { return None };
    let is_so_far = expr.callee()?.to_lowercase().replace('_', "") == "sofar";
    if let ([argument], true) = (arguments.as_slice(), is_so_far) { Some(argument) } else { None }
}

/// A node with its tokens.
struct Frame<'a> {
    text: &'a str,
    node: &'a Node,
    tokens: Vec<(Span, &'a str)>,
}

impl Frame<'_> {
    /// Words that mean something in the node: its own, those outside of nodes, and the names of nodes.
    fn words(&self, program: &Program, tokens: &[(Span, String)]) -> BTreeSet<String> {
        let nodes = || program.decls.iter().filter_map(|d| if let Decl::Node(n) = d { Some(&**n) } else { None });
        let others: Vec<Span> = nodes().map(|n| n.span).filter(|span| *span != self.node.span).collect();
        let is_inside =
            |span: &Span| others.iter().any(|o| o.file == span.file && o.start <= span.start && span.end <= o.end);
        let own = tokens.iter().filter(|(span, _)| !is_inside(span)).map(|(_, word)| word.clone());
        own.chain(nodes().map(|n| n.name.text.clone())).collect()
    }

    /// The word that begins the body.
    fn start(&self) -> Option<Span> {
        let declared = self.node.locals.iter().chain(&self.node.outputs).map(|v| v.ty.span.end).max().unwrap_or(0);
        self.tokens.iter().find(|(span, word)| *word == "let" && span.start >= declared).map(|(span, _)| *span)
    }

    /// Before the body: behind the declarations of other streams, or in a list of its own.
    fn declaration(&self) -> Option<Gap> {
        let start = self.start()?;
        let has_list = !self.node.locals.is_empty() && self.node.constants.is_empty();
        let before = if has_list { "  " } else { "var " };
        let at = Span { end: start.start, ..start };
        Some(Gap { at, before: before.to_owned(), behind: "\n".to_owned() })
    }

    /// Behind the last assertion, or where the body begins.
    fn equation(&self) -> Option<Gap> {
        let start = self.start()?;
        let is_own = |expr: &&Expr| expr.span.file == FileId(0);
        let asserted = self.node.body.iter().filter_map(|i| if let Item::Assert(expr) = i { Some(expr) } else { None });
        let last = asserted.filter(is_own).map(|expr| expr.span.end).max();
        let end = last.and_then(|end| {
            let mut behind = self.tokens.iter().filter(|(span, _)| span.start >= end);
            behind.find(|(_, word)| *word == ";").map(|(span, _)| span.end)
        });
        let at = end.unwrap_or(start.end);
        let first =
            self.tokens.iter().find(|(span, _)| span.start >= start.end).map_or(start.end, |(span, _)| span.start);
        let indent = self.indent(first).filter(|indent| !indent.is_empty()).unwrap_or("  ");
        let at = Span { start: at, end: at, ..start };
        Some(Gap { at, before: format!("\n{indent}"), behind: String::new() })
    }

    /// The white space before what stands first on its line.
    fn indent(&self, offset: u32) -> Option<&str> {
        let before = self.text.get(..offset as usize)?;
        let line = before.get(before.rfind('\n').map_or(0, |at| at + 1)..)?;
        line.trim().is_empty().then_some(line)
    }
}

/// An assumption as text: streams that it needs, with their types and values, and what must hold at every tick.
struct Written {
    streams: Vec<(String, &'static str, String)>,
    formula: String,
}

impl Written {
    fn new(assumption: &Assumption, words: &BTreeSet<String>) -> Written {
        let fresh = |wanted: &str| {
            let others = (2..).map(|n| format!("{wanted}_{n}"));
            std::iter::once(wanted.to_owned()).chain(others).find(|name| !words.contains(name)).unwrap_or_default()
        };
        let plain = |formula: String| Written { streams: Vec::new(), formula };
        match assumption {
            Assumption::Apart { events, ticks } => apart(events, *ticks, fresh),
            Assumption::Exclusive(inputs) => {
                let later = |place: usize| inputs.iter().skip(place + 1);
                let pairs = inputs.iter().enumerate().flat_map(|(place, a)| later(place).map(move |b| (a, b)));
                plain(pairs.map(|(a, b)| format!("not ({a} and {b})")).collect::<Vec<_>>().join(" and "))
            }
            Assumption::With(one, other) => plain(format!("{one} => {other}")),
            Assumption::First(input, true) => plain(format!("{input} -> true")),
            Assumption::First(input, false) => plain(format!("(not {input}) -> true")),
            Assumption::After(one, other) => {
                let seen = fresh(&format!("{other}_seen"));
                let value = format!("{other} or (false -> pre {seen})");
                Written { formula: format!("{one} => {seen}"), streams: vec![(seen, "bool", value)] }
            }
            Assumption::Within { input, least, most } => plain(match (least, most) {
                (Some(least), Some(most)) => format!("{least} <= {input} and {input} <= {most}"),
                (Some(least), None) => format!("{input} >= {least}"),
                (None, Some(most)) => format!("{input} <= {most}"),
                (None, None) => "true".to_owned(),
            }),
        }
    }
}

fn apart(events: &[InputEvent], ticks: u32, fresh: impl Fn(&str) -> String) -> Written {
    let mut streams = Vec::new();
    let acts = match events {
        [InputEvent { input, is_change: false }] => input.clone(),
        events => {
            let list: Vec<String> = events.iter().map(happens).collect();
            let acts = fresh("acts");
            streams.push((acts.clone(), "bool", list.join(" or ")));
            acts
        }
    };
    if ticks <= 2 {
        return Written { streams, formula: format!("not ({acts} and (false -> pre {acts}))") };
    }
    let since = fresh("since");
    let value =
        format!("{ticks} -> if pre {acts} then 1 else if pre {since} < {ticks} then pre {since} + 1 else {ticks}");
    let formula = format!("{acts} => {since} >= {ticks}");
    streams.push((since, "int", value));
    Written { streams, formula }
}

fn happens(event: &InputEvent) -> String {
    let input = &event.input;
    if event.is_change { format!("({input} <> (false -> pre {input}))") } else { input.clone() }
}
