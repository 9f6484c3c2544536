//! Reads a predicate in a solver's model back into the IR.
//!
//! The body is quantifier-free SMT-LIB over the predicate's parameters, with `let`. It is read by a loop over tasks, not by
//! recursion. An enumeration is a bit-vector in the solver's eyes, so a parameter of that sort is read as a case
//! distinction that gives its number; comparing that with a constant, which is what solvers nearly always do, gives a
//! disjunction of plain equalities again. Whatever else is not known here makes the whole answer unreadable.

mod build;

use super::sexp::{NodeId, Sexp, Tree};
use super::value;
use build::Builder;
use rustc_hash::FxHashMap;
use wherefore_ir::{Sort, TermId, Terms, Value, VarId};

/// The body of the predicate `name` over the current values of `args`; `None` if it is not there or cannot be read.
pub(super) fn predicate(terms: &mut Terms, model: &str, name: &str, args: &[VarId]) -> Option<TermId> {
    let tree = Tree::parse(model)?;
    let definition = tree.list_at(tree.root()).iter().find_map(|d| match tree.list_at(*d) {
        [word, found, params, _, body] if tree.atom(*word) == "define-fun" && tree.atom(*found) == name => {
            Some((tree.list_at(*params), *body))
        }
        _ => None,
    });
    let (params, body) = definition?;
    if params.len() != args.len() {
        return None;
    }
    let mut reader = TermReader { tree: &tree, builder: Builder::new(terms), scope: FxHashMap::default() };
    for (param, var) in params.iter().zip(args) {
        let term = reader.builder.variable(*var);
        reader.scope.entry(tree.atom(*tree.list_at(*param).first()?)).or_default().push(term);
    }
    let term = reader.read(body)?;
    (terms.sort(term) == Sort::Bool).then_some(term)
}

enum Task<'a> {
    Visit(NodeId),
    /// Build a node from its operands, which lie on the stack of results.
    Build(&'a [NodeId]),
    /// Take the values of these bindings from the stack and bring their names into scope.
    Bind(&'a [NodeId]),
    /// The names of these bindings go out of scope.
    Unbind(&'a [NodeId]),
}

struct TermReader<'a, 't> {
    tree: &'a Tree,
    builder: Builder<'t>,
    /// Term of each name, innermost last.
    scope: FxHashMap<&'a str, Vec<TermId>>,
}

impl<'a> TermReader<'a, '_> {
    fn read(&mut self, root: NodeId) -> Option<TermId> {
        let (mut tasks, mut results) = (vec![Task::Visit(root)], Vec::new());
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(node) => match self.leaf(node) {
                    Some(term) => results.push(term),
                    None => self.open(node, &mut tasks)?,
                },
                Task::Build(list) => {
                    let operands = results.split_off(results.len().checked_sub(list.len() - 1)?);
                    results.push(self.builder.apply(self.tree, list[0], &operands)?);
                }
                Task::Bind(bindings) => {
                    let values = results.split_off(results.len().checked_sub(bindings.len())?);
                    for (binding, value) in bindings.iter().zip(values) {
                        self.scope.entry(self.bound(*binding)?).or_default().push(value);
                    }
                }
                Task::Unbind(bindings) => {
                    for binding in bindings {
                        self.scope.get_mut(self.bound(*binding)?)?.pop();
                    }
                }
            }
        }
        results.pop()
    }

    /// The name that a binding binds.
    fn bound(&self, binding: NodeId) -> Option<&'a str> {
        self.tree.list_at(binding).first().map(|name| self.tree.atom(*name))
    }

    /// A name in scope or a literal.
    fn leaf(&mut self, node: NodeId) -> Option<TermId> {
        if let Sexp::Atom(text) = self.tree.get(node)
            && let Some(term) = self.scope.get(text).and_then(|list| list.last())
        {
            return Some(*term);
        }
        let value = if let Some(truth) = value::truth(self.tree, node) {
            Value::Bool(truth)
        } else if let Some((width, bits)) = value::bits(self.tree, node) {
            Value::bits(width, bits)
        } else {
            let number = value::rational(self.tree, node)?;
            if self.is_real(node) { Value::Real(number) } else { Value::Int(number.to_integer()) }
        };
        Some(self.builder.constant(value))
    }

    /// Whether a number is a real: it has a point or a line somewhere.
    fn is_real(&self, node: NodeId) -> bool {
        match self.tree.get(node) {
            Sexp::Atom(text) => text.contains('.'),
            Sexp::List([minus, a]) if self.tree.atom(*minus) == "-" => {
                self.tree.list_at(*a).len() > 1 || self.tree.atom(*a).contains('.')
            }
            Sexp::List(_) => true,
        }
    }

    /// Plans the reading of a list.
    fn open(&self, node: NodeId, tasks: &mut Vec<Task<'a>>) -> Option<()> {
        let list = self.tree.list_at(node);
        if let [word, bindings, body] = list
            && self.tree.atom(*word) == "let"
        {
            let bindings = self.tree.list_at(*bindings);
            tasks.extend([Task::Unbind(bindings), Task::Visit(*body), Task::Bind(bindings)]);
            for binding in bindings.iter().rev() {
                let [_, value] = self.tree.list_at(*binding) else { return None };
                tasks.push(Task::Visit(*value));
            }
            return Some(());
        }
        let (_, operands) = list.split_first().filter(|(_, operands)| !operands.is_empty())?;
        tasks.push(Task::Build(list));
        tasks.extend(operands.iter().rev().map(|n| Task::Visit(*n)));
        Some(())
    }
}

#[cfg(test)]
mod tests;
