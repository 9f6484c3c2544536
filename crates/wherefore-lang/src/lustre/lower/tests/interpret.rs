//! A slow interpreter of the core of Lustre, straight from the definition of streams.
//!
//! The interpreter shares nothing with lowering but the tree. A stream is a function from ticks to values; an expression is
//! read through a view, the list of ticks of its node at which it is active; `pre` goes one entry back in the view, `->`
//! asks for its first entry. A value that does not exist is `None`.

use crate::lustre::ast::{Binary, Decl, Equation, Expr, ExprKind, Item, Node, Program, Unary};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Val {
    Bool(bool),
    Int(i128),
}

/// Ticks of a node, in order.
type View = Rc<Vec<usize>>;

/// A node at work.
struct Instance<'a> {
    node: &'a Node,
    inputs: Inputs<'a>,
    known: RefCell<BTreeMap<(&'a str, usize), Option<Val>>>,
    calls: RefCell<BTreeMap<(usize, View, View), Rc<Instance<'a>>>>,
}

enum Inputs<'a> {
    Given(&'a [BTreeMap<String, Val>]),
    /// Arguments in the caller, through the view in which the call is written, at those entries at which it ticks.
    Called {
        caller: Rc<Instance<'a>>,
        arguments: &'a [Expr],
        view: View,
        entries: View,
    },
}

pub(super) struct Interpreter<'a> {
    program: &'a Program,
    main: Rc<Instance<'a>>,
}

impl<'a> Interpreter<'a> {
    pub fn new(program: &'a Program, main: &str, inputs: &'a [BTreeMap<String, Val>]) -> Interpreter<'a> {
        let node = find(program, main);
        Interpreter { program, main: instance(node, Inputs::Given(inputs)) }
    }

    /// The value of a stream of the main node.
    pub fn value(&self, name: &str, tick: usize) -> Option<Val> {
        let name = self.main.node.outputs.iter().chain(&self.main.node.locals).find(|v| v.name.text == name)?;
        self.stream(&self.main, &name.name.text, tick)
    }

    fn stream(&self, at: &Rc<Instance<'a>>, name: &'a str, tick: usize) -> Option<Val> {
        if let Some(known) = at.known.borrow().get(&(name, tick)) {
            return *known;
        }
        let value = self.compute(at, name, tick);
        at.known.borrow_mut().insert((name, tick), value);
        value
    }

    fn compute(&self, at: &Rc<Instance<'a>>, name: &'a str, tick: usize) -> Option<Val> {
        if let Some(index) = at.node.inputs.iter().position(|v| v.name.text == name) {
            return match &at.inputs {
                Inputs::Given(list) => list[tick].get(name).copied(),
                Inputs::Called { caller, arguments, view, entries } => {
                    self.expr(&arguments[index], caller, view, entries[tick], 0)
                }
            };
        }
        let (equation, position) = equation_of(at.node, name);
        let all: View = Rc::new((0..=tick).collect());
        self.expr(&equation.right, at, &all, tick, position)
    }

    /// The value with this position of an expression at entry `n` of a view.
    fn expr(&self, e: &'a Expr, at: &Rc<Instance<'a>>, view: &View, n: usize, position: usize) -> Option<Val> {
        // Views are compared as prefixes of each other, so only what has happened belongs to one.
        let view: &View = &Rc::new(view[..=n].to_vec());
        match &e.kind {
            ExprKind::Bool(b) => Some(Val::Bool(*b)),
            ExprKind::Int(i) => i128::try_from(i).ok().map(Val::Int),
            ExprKind::Name(name) => self.stream(at, name, view[n]),
            ExprKind::Unary(Unary::Pre, e) => n.checked_sub(1).and_then(|n| self.expr(e, at, view, n, position)),
            ExprKind::Unary(op, e) => match (op, self.expr(e, at, view, n, 0)?) {
                (Unary::Not, Val::Bool(b)) => Some(Val::Bool(!b)),
                (Unary::Minus, Val::Int(i)) => Some(Val::Int(-i)),
                other => panic!("{other:?}"),
            },
            ExprKind::Binary(Binary::Arrow, a, b) => self.expr(if n == 0 { a } else { b }, at, view, n, position),
            ExprKind::Binary(Binary::Fby, a, b) => match n.checked_sub(1) {
                Some(before) => self.expr(b, at, view, before, position),
                None => self.expr(a, at, view, n, position),
            },
            ExprKind::Binary(op, a, b) => binary(*op, self.expr(a, at, view, n, 0)?, self.expr(b, at, view, n, 0)?),
            ExprKind::If { condition, then, otherwise, is_lazy } => {
                let chosen = self.truth(condition, at, view, n)?;
                let branch = if chosen { then } else { otherwise };
                if !is_lazy {
                    return self.expr(branch, at, view, n, position);
                }
                let entries = self.filtered(condition, chosen, at, view, n)?;
                let view: View = Rc::new(entries.iter().map(|i| view[*i]).collect());
                self.expr(branch, at, &view, view.len() - 1, position)
            }
            ExprKind::List(items) => {
                self.expr(&items[if items.len() == 1 { 0 } else { position }], at, view, n, position)
            }
            ExprKind::Call { node, arguments, .. } => {
                let all: View = Rc::new((0..=n).collect());
                self.call(e, (&node.text, arguments), at, (view, &all), position)
            }
            ExprKind::Condact { clock, node, arguments, initial } => {
                let active = self.filtered(clock, true, at, view, n)?;
                match active.is_empty() {
                    // The initial value is that of the first tick.
                    true => self.expr(&initial[position], at, view, 0, 0),
                    false => self.call(e, (&node.text, arguments), at, (view, &active), position),
                }
            }
            ExprKind::Activate { node, arguments, restart: Some(restart), clock: None, .. } => {
                let mut from = 0;
                for i in 0..=n {
                    if self.truth(restart, at, view, i)? {
                        from = i;
                    }
                }
                let since: View = Rc::new((from..=n).collect());
                self.call(e, (&node.text, arguments), at, (view, &since), position)
            }
            other => panic!("not in the core: {other:?}"),
        }
    }

    fn truth(&self, e: &'a Expr, at: &Rc<Instance<'a>>, view: &View, n: usize) -> Option<bool> {
        match self.expr(e, at, view, n, 0)? {
            Val::Bool(b) => Some(b),
            Val::Int(_) => panic!("a number as a condition"),
        }
    }

    /// The entries of a view at which a condition has a value.
    fn filtered(&self, e: &'a Expr, wanted: bool, at: &Rc<Instance<'a>>, view: &View, n: usize) -> Option<View> {
        let mut kept = Vec::new();
        for i in 0..=n {
            if self.truth(e, at, view, i)? == wanted {
                kept.push(i);
            }
        }
        Some(Rc::new(kept))
    }

    /// An output of a call at the last of the entries of a view at which it ticks.
    fn call(
        &self,
        e: &'a Expr,
        (node, arguments): (&str, &'a [Expr]),
        at: &Rc<Instance<'a>>,
        (view, entries): (&View, &View),
        position: usize,
    ) -> Option<Val> {
        let key = (std::ptr::from_ref(e) as usize, view.clone(), entries.clone());
        let known = at.calls.borrow().get(&key).cloned();
        let callee = known.unwrap_or_else(|| {
            let inputs = Inputs::Called { caller: at.clone(), arguments, view: view.clone(), entries: entries.clone() };
            let callee = instance(find(self.program, node), inputs);
            at.calls.borrow_mut().insert(key, callee.clone());
            callee
        });
        let output = &callee.node.outputs[position].name.text;
        self.stream(&callee, output, entries.len() - 1)
    }
}

fn instance<'a>(node: &'a Node, inputs: Inputs<'a>) -> Rc<Instance<'a>> {
    Rc::new(Instance { node, inputs, known: RefCell::default(), calls: RefCell::default() })
}

fn find<'a>(program: &'a Program, name: &str) -> &'a Node {
    let is_it = |d: &'a Decl| match d {
        Decl::Node(n) if n.name.text == name => Some(n.as_ref()),
        _ => None,
    };
    program.decls.iter().find_map(is_it).unwrap()
}

fn equation_of<'a>(node: &'a Node, name: &str) -> (&'a Equation, usize) {
    let found = node.body.iter().find_map(|item| match item {
        Item::Equation(e) => e.left.iter().position(|t| t.name.text == name).map(|i| (e, i)),
        _ => None,
    });
    found.unwrap()
}

fn binary(op: Binary, a: Val, b: Val) -> Option<Val> {
    use Binary::*;
    Some(match (a, b) {
        (Val::Bool(a), Val::Bool(b)) => Val::Bool(match op {
            And => a && b,
            Or => a || b,
            Xor | Unequal => a != b,
            Implies => !a || b,
            Equal => a == b,
            other => panic!("{other:?}"),
        }),
        (Val::Int(a), Val::Int(b)) => match op {
            Plus => Val::Int(a.checked_add(b)?),
            Minus => Val::Int(a.checked_sub(b)?),
            Times => Val::Int(a.checked_mul(b)?),
            IntDivide => Val::Int(a.checked_div_euclid(b)?),
            Mod => Val::Int(a.checked_rem_euclid(b)?),
            Equal => Val::Bool(a == b),
            Unequal => Val::Bool(a != b),
            Less => Val::Bool(a < b),
            LessEqual => Val::Bool(a <= b),
            Greater => Val::Bool(a > b),
            GreaterEqual => Val::Bool(a >= b),
            other => panic!("{other:?}"),
        },
        other => panic!("{op:?} {other:?}"),
    })
}
