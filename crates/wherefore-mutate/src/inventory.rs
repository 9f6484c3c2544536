//! What a front end finds in a text: elements, expressions with their scopes, and the mutants that only it knows how to make.
//!
//! A front end goes through its tree once. Everything that is the same in all languages works on the pieces afterwards.

use crate::{Dialect, Element, ElementKind, Finder, Mutant, Node, Reach, Scope, Site, Tree, Use, Values};
use std::rc::Rc;
use wherefore_diag::Span;

/// An expression of the source with what is known about its place.
pub(crate) struct Piece<D> {
    /// How the language writes things there.
    pub dialect: Rc<D>,
    /// The expression.
    pub tree: Tree,
    /// The place, for people.
    pub site: Site,
    /// Index of the scope that it stands in.
    pub scope: usize,
    /// Values that it can have.
    pub values: Values,
    /// The use that is made of it.
    pub role: Role,
    /// The variable that it is assigned to, as it is written.
    pub target: Option<String>,
}

/// What an expression is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The value of a variable at the start.
    First,
    /// The value of a variable in the next state.
    Next,
    /// The value of something.
    Value,
    /// A condition on states.
    Condition,
    /// A condition on steps.
    Steps,
    /// The condition of a transition.
    Guard,
    /// The source of a connection.
    Connection,
    /// Something assumed or asked, which a mistake never touches.
    Given,
}

/// An element with all that belongs to it.
#[derive(Debug)]
pub(crate) struct Listed {
    pub element: Element,
    /// Where it is with the brackets around it, or from the start tag to the end tag.
    pub hull: Span,
}

/// All that was found in a text.
pub(crate) struct Inventory<'t, D> {
    pub finder: Finder<'t>,
    pub elements: Vec<Listed>,
    pub pieces: Vec<Piece<D>>,
    pub scopes: Vec<Scope>,
}

impl<'t, D: Dialect> Inventory<'t, D> {
    pub fn new(text: &'t str, reach: Reach) -> Inventory<'t, D> {
        Inventory {
            finder: Finder::new(text, reach),
            elements: Vec::new(),
            pieces: Vec::new(),
            scopes: vec![Scope::default()],
        }
    }

    /// Adds an element whose whole extent is `hull`.
    pub fn element(&mut self, kind: ElementKind, name: &str, words: String, span: Span, hull: Span) {
        let element = Element { kind, name: name.to_owned(), words, span };
        self.elements.push(Listed { element, hull: hull.to(span) });
    }

    /// Adds an element that is an expression of a tree.
    pub fn node_element(&mut self, kind: ElementKind, name: &str, words: String, node: &Node) {
        self.element(kind, name, words, node.span, node.outer);
    }

    /// Adds an expression as an element, and as its own ones the conditions and values of its branches.
    pub fn whole(&mut self, kind: ElementKind, name: &str, words: &str, tree: &Tree) {
        if let Some(root) = tree.root() {
            self.node_element(kind, name, words.to_owned(), root);
        }
        self.branches(name, tree);
    }

    /// Adds the conjuncts of a condition as elements.
    pub fn conjuncts(&mut self, kind: ElementKind, name: &str, tree: &Tree) {
        let conjuncts = tree.conjuncts();
        for (at, node) in conjuncts.iter().enumerate() {
            if conjuncts.len() == 1 {
                self.node_element(kind, name, name.to_owned(), node);
            } else {
                let name = format!("conjunct {} of {name}", at + 1);
                self.node_element(kind, &name, name.clone(), node);
            }
        }
        self.branches(name, tree);
    }

    /// Adds conditions and values of the branches in a tree.
    fn branches(&mut self, name: &str, tree: &Tree) {
        for choice in tree.nodes.iter().filter(|n| n.is_choice()) {
            let parts = tree.parts(choice);
            let mut number = 0;
            for part in parts {
                let (kind, word) = match part.used {
                    Use::Guard { .. } | Use::Condition => (ElementKind::BranchCondition, "condition"),
                    _ => (ElementKind::BranchValue, "value"),
                };
                number += usize::from(kind == ElementKind::BranchCondition || part.used == Use::LastValue);
                let branch = format!("branch {number} of {name}");
                self.node_element(kind, &branch, format!("the {word} of {branch}"), part);
            }
        }
    }

    /// The elements, in the order of the source.
    pub fn into_elements(mut self) -> Vec<Element> {
        sort(&mut self.elements);
        self.elements.into_iter().map(|l| l.element).collect()
    }

    /// Says of each mutant in which element it is. The list of elements is put in order first.
    pub fn place(&mut self, found: &mut [Mutant]) {
        sort(&mut self.elements);
        let places = Places::new(&self.elements);
        found.iter_mut().for_each(|m| m.place = places.innermost(m.span));
    }
}

/// Those around others come first; of two in the same place the one that was found first.
fn sort(elements: &mut [Listed]) {
    elements.sort_by_key(|l| (l.hull.start, u32::MAX - l.hull.end));
}

/// Elements by place. They lie inside each other or apart.
pub(crate) struct Places<'a> {
    elements: &'a [Listed],
    /// For each the next one around it.
    around: Vec<Option<usize>>,
}

impl Places<'_> {
    /// For elements in order.
    pub fn new(elements: &[Listed]) -> Places<'_> {
        let mut around = Vec::with_capacity(elements.len());
        let mut open: Vec<usize> = Vec::new();
        for (at, listed) in elements.iter().enumerate() {
            let ends_before = |i: &usize| elements.get(*i).is_some_and(|o| o.hull.end < listed.hull.end);
            while open.last().is_some_and(ends_before) {
                open.pop();
            }
            around.push(open.last().copied());
            open.push(at);
        }
        Places { elements, around }
    }

    /// The innermost element that contains a place.
    pub fn innermost(&self, span: Span) -> Option<usize> {
        let mut at = self.elements.partition_point(|l| l.hull.start <= span.start).checked_sub(1);
        while let Some(index) = at {
            let hull = self.elements.get(index)?.hull;
            if hull.file == span.file && hull.start <= span.start && span.end <= hull.end {
                return Some(index);
            }
            at = self.around.get(index).copied().flatten();
        }
        None
    }
}
