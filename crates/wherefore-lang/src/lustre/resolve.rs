//! Meaning of the names at the top of a program, and the choice of the main node.
//!
//! Nodes, contracts, types and constants have name spaces of their own: Kind 2 lets a constant and a node share a name.
//! Values of enumerations and constructors of data types are visible everywhere.

mod walk;

use super::ast::{Const, ContractDecl, Decl, Name, Node, Program, Type, TypeKind, Variable, Variant};
use super::codes;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeSet;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::{Reported, Reporter};

type Table<'a, T> = IndexMap<&'a str, T, FxBuildHasher>;

/// A declared type.
#[derive(Clone, Copy, Debug)]
pub(super) enum TypeDecl<'a> {
    Alias { parameters: &'a [Name], body: Option<&'a Type> },
    Data { parameters: &'a [Name], variants: &'a [Variant] },
}

/// Owner of a value of an enumeration or of a constructor.
#[derive(Clone, Copy, Debug)]
pub(super) enum Constructor<'a> {
    /// The enumeration, its name if it has one, and the index of the value.
    Value { name: Option<&'a str>, values: &'a [Name], index: usize },
    /// The data type and the index of the constructor.
    Variant { data: &'a str, index: usize },
}

/// The declarations by name.
#[derive(Debug, Default)]
pub(super) struct Tables<'a> {
    pub nodes: Table<'a, &'a Node>,
    pub contracts: Table<'a, &'a ContractDecl>,
    pub consts: Table<'a, &'a Const>,
    pub types: Table<'a, (TypeDecl<'a>, Span)>,
    pub constructors: Table<'a, Constructor<'a>>,
}

impl<'a> Tables<'a> {
    /// The tables of a program; names that are declared twice are reported.
    pub fn new(program: &'a Program, report: &mut Reporter) -> Tables<'a> {
        let mut tables = Tables::default();
        for decl in &program.decls {
            tables.declare(decl, report);
        }
        tables
    }

    fn declare(&mut self, decl: &'a Decl, report: &mut Reporter) {
        let twice = match decl {
            Decl::Node(node) => {
                for variables in [&node.inputs, &node.outputs, &node.locals] {
                    self.signature(variables, report);
                }
                let before = self.nodes.insert(&node.name.text, node);
                before.map(|b| (&node.name, b.name.span))
            }
            Decl::Contract(contract) => {
                let before = self.contracts.insert(&contract.name.text, contract);
                before.map(|b| (&contract.name, b.name.span))
            }
            Decl::Const(c) => {
                c.ty.iter().for_each(|ty| self.values(ty, None, report));
                let before = self.consts.insert(&c.name.text, c);
                before.map(|b| (&c.name, b.name.span))
            }
            Decl::Type { name, parameters, body } => {
                body.iter().for_each(|ty| self.values(ty, Some(&name.text), report));
                let body = TypeDecl::Alias { parameters, body: body.as_ref() };
                self.types.insert(&name.text, (body, name.span)).map(|(_, span)| (name, span))
            }
            Decl::Datatype { name, parameters, variants } => {
                for (index, variant) in variants.iter().enumerate() {
                    let constructor = Constructor::Variant { data: &name.text, index };
                    self.construct(&variant.name, constructor, report);
                }
                let body = TypeDecl::Data { parameters, variants };
                self.types.insert(&name.text, (body, name.span)).map(|(_, span)| (name, span))
            }
        };
        if let Some((name, first)) = twice {
            duplicate(report, name, first);
        }
    }

    fn signature(&mut self, variables: &'a [Variable], report: &mut Reporter) {
        variables.iter().for_each(|v| self.values(&v.ty, None, report));
    }

    /// Declares a value or constructor. It may have been declared already only by the same enumeration without a name, written
    /// again.
    fn construct(&mut self, name: &'a Name, constructor: Constructor<'a>, report: &mut Reporter) {
        let same = |a: &[Name], b: &[Name]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.text == b.text);
        let first = match (self.constructors.insert(&name.text, constructor), constructor) {
            (None, _) => return,
            (
                Some(Constructor::Value { name: None, values: before, index: at }),
                Constructor::Value { name: None, values, index },
            ) if at == index && same(before, values) => return,
            (Some(Constructor::Value { values, index, .. }), _) => values.get(index).map(|v| v.span),
            (Some(Constructor::Variant { data, .. }), _) => self.types.get(data).map(|(_, span)| *span),
        };
        duplicate(report, name, first.unwrap_or(name.span));
    }

    /// The values of the enumerations in a type.
    fn values(&mut self, ty: &'a Type, name: Option<&'a str>, report: &mut Reporter) {
        let mut todo = vec![ty];
        while let Some(ty) = todo.pop() {
            match &ty.kind {
                TypeKind::Enum(values) => {
                    for (index, value) in values.iter().enumerate() {
                        self.construct(value, Constructor::Value { name, values, index }, report);
                    }
                }
                TypeKind::Record(fields) => todo.extend(fields.iter().map(|(_, ty)| ty)),
                TypeKind::Array(base, _) | TypeKind::Refined { base, .. } => todo.push(base),
                TypeKind::Tuple(list) => todo.extend(list),
                _ => {}
            }
        }
    }

    /// The main node: the one asked for, or else marked, or else the last that is not called and has something to
    /// check.
    pub fn main(&self, wanted: Option<&str>, report: &mut Reporter) -> Option<&'a Node> {
        if let Some(wanted) = wanted {
            let found = self.nodes.get(wanted).copied().filter(|n| !n.is_imported);
            if found.is_none() {
                report.push(Diagnostic::new(codes::NO_NODE, format!("there is no node `{wanted}` with a body")));
            }
            return found;
        }
        let mains = self.mains();
        let mut bodies = self.nodes.values().copied().rev().filter(|n| !n.is_imported);
        let chosen = mains.last().copied().or_else(|| self.tops().last().copied()).or_else(|| bodies.next());
        match chosen {
            None => self.say_no_node(report),
            Some(chosen) if mains.len() > 1 => say_chosen(report, chosen, &mains),
            Some(_) => {}
        }
        chosen
    }

    /// The nodes that can be the main one: those that are marked, or else all that are not called and have something to
    /// check.
    pub fn mains(&self) -> Vec<&'a Node> {
        let marked: Vec<&'a Node> = self.nodes.values().copied().filter(|n| n.is_main && !n.is_imported).collect();
        if marked.is_empty() { self.tops().into_iter().filter(|n| self.asks(n)).collect() } else { marked }
    }

    /// The nodes with a body that are not called.
    fn tops(&self) -> Vec<&'a Node> {
        let nodes = self.nodes.values().copied();
        let by_nodes = nodes.clone().flat_map(walk::calls_of_node);
        let by_contracts = self.contracts.values().flat_map(|c| walk::calls_of_items(&c.items));
        let called: BTreeSet<&str> = by_nodes.chain(by_contracts).collect();
        nodes.filter(|n| !n.is_imported && !called.contains(n.name.text.as_str())).collect()
    }

    fn say_no_node(&self, report: &mut Reporter) {
        let imported = self.nodes.values().map(|n| n.name.span);
        let others = self.contracts.values().map(|c| c.name.span).chain(self.consts.values().map(|c| c.name.span));
        let first = imported.chain(others).chain(self.types.values().map(|(_, span)| *span)).min();
        let diagnostic = Diagnostic::new(codes::NO_NODE, "there is no node with a body");
        report.push(match first {
            Some(span) => diagnostic.label(span, "declarations begin here"),
            None => diagnostic,
        });
    }

    /// Whether a node, or one that it calls, has something to check.
    fn asks(&self, node: &'a Node) -> bool {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut todo = vec![node];
        while let Some(node) = todo.pop() {
            if !seen.insert(&node.name.text) {
                continue;
            }
            if walk::has_goal(node) {
                return true;
            }
            todo.extend(walk::calls_of_node(node).filter_map(|name| self.nodes.get(name).copied()));
        }
        false
    }
}

fn say_chosen(report: &mut Reporter, chosen: &Node, asking: &[&Node]) {
    let others: Vec<String> =
        asking.iter().filter(|n| n.name.text != chosen.name.text).map(|n| format!("`{}`", n.name.text)).collect();
    let headline = format!("`{}` is analysed as the main node", chosen.name.text);
    let note = format!("not analysed: {}", others.join(", "));
    let label = if chosen.is_main { "the last node that is marked" } else { "the last node that no other node calls" };
    report.push(Diagnostic::at(codes::MAIN_CHOSEN, chosen.name.span, headline, label).note(note));
}

/// Reports a second declaration of a name.
pub(super) fn duplicate(report: &mut Reporter, name: &Name, first: Span) {
    let headline = format!("`{}` is declared twice", name.text);
    report.push(
        Diagnostic::at(codes::DUPLICATE, name.span, headline, "declared again").label(first, "first declared here"),
    );
}

/// Reports something that is understood and not supported.
pub(super) fn unsupported(report: &mut Reporter, what: &str, span: Span) -> Reported {
    let headline = format!("{what}: this is not supported");
    report.push(Diagnostic::at(codes::UNSUPPORTED, span, headline, "reached from the main node"))
}
