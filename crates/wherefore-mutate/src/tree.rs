//! Expressions as mutation sees them, whatever the language.
//!
//! A front end describes one expression at a time: what it is, and which expressions are in it in which use. The tree is a
//! list in which parts stand behind the whole, so loops do what recursion would, however deep the source is nested. Where
//! operators and brackets are is read off the tokens, from the parts to the whole:
//!
//! ```text
//! (a + b) * c       inner of `a + b`: a + b     outer: (a + b)
//!                   `*` is what lies between the outer places of its operands
//! ```

use super::{Infix, Tokens};
use std::ops::Range;
use wherefore_diag::Span;

/// Kind of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An operator between two operands, which are its parts.
    Infix {
        /// Which; `None`: one that is not replaced.
        operator: Option<Infix>,
        /// How tightly it binds; more is tighter.
        level: u8,
    },
    /// A negation; its operand is its part.
    Not {
        /// How tightly it binds.
        level: u8,
    },
    /// A temporal operator before a condition, which is its part.
    Temporal {
        /// How tightly it binds.
        level: u8,
    },
    /// The value of its part one step before.
    Delay {
        /// How tightly it binds.
        level: u8,
    },
    /// One of several values, all of which are possible: its parts.
    Set,
    /// A choice between values by conditions.
    Choice {
        /// How tightly it binds.
        level: u8,
    },
    /// `true` or `false`.
    Truth(bool),
    /// An integer.
    Integer(num_bigint::BigInt),
    /// A name, a call, an element: something that needs no brackets anywhere.
    Atom,
    /// Anything else.
    Other {
        /// How tightly it binds.
        level: u8,
    },
}

impl Kind {
    /// How tightly it binds without brackets around it.
    pub fn level(&self) -> u8 {
        match self {
            Kind::Infix { level, .. } | Kind::Not { level } | Kind::Choice { level } => *level,
            Kind::Temporal { level } | Kind::Delay { level } | Kind::Other { level } => *level,
            Kind::Truth(_) | Kind::Integer(_) | Kind::Atom | Kind::Set => u8::MAX,
        }
    }
}

/// How an expression is used by the one around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Beside an operator: what binds looser needs brackets.
    Operand,
    /// Beside an operator, as the value at the first step.
    Initial,
    /// Between delimiters.
    Enclosed,
    /// Between delimiters, as one of the arguments of a call.
    Argument,
    /// Between delimiters, as a condition.
    Condition,
    /// As the condition of a choice.
    Guard {
        /// Whether the condition may become false: another branch is there for what it takes.
        can_be_false: bool,
        /// Whether the expression stands between delimiters.
        is_enclosed: bool,
    },
    /// As one of the values of a choice.
    Value,
    /// As one of the values of a choice, with nothing behind it that would end it.
    LastValue,
}

impl Use {
    /// Whether something of the expression around it stands right beside it.
    pub fn is_open(self) -> bool {
        matches!(self, Use::Operand | Use::Initial | Use::LastValue | Use::Guard { is_enclosed: false, .. })
    }
}

impl Use {
    /// Whether the expression is a condition between delimiters, as in a list of branches.
    pub fn is_enclosed(self) -> bool {
        matches!(self, Use::Guard { is_enclosed: true, .. })
    }
}

/// An expression inside another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<E> {
    /// The expression.
    pub expr: E,
    /// How it is used.
    pub used: Use,
}

/// Description of an expression by a front end.
#[derive(Debug)]
pub(crate) struct Described<E> {
    /// Kind of the expression.
    pub kind: Kind,
    /// Where it is, with or without brackets around it. Not needed for [`Kind::Infix`].
    pub span: Span,
    /// Parts, in the order of the source.
    pub parts: Vec<Part<E>>,
}

/// A language whose expressions are `E`.
pub(crate) trait Describe<E> {
    /// Description of an expression.
    fn describe(&self, expr: E) -> Described<E>;
}

/// An expression of a tree.
#[derive(Debug)]
pub(crate) struct Node {
    /// Kind of the expression.
    pub kind: Kind,
    /// Where the front end has it.
    pub span: Span,
    /// Where it is, without the brackets around it.
    pub inner: Span,
    /// Where it is, with the brackets around it.
    pub outer: Span,
    /// How it is used.
    pub used: Use,
    /// How tightly the operator beside it binds; 0 where something delimits it.
    pub beside: u8,
    /// Whether its value is Boolean, as far as the text around it says.
    pub is_condition: bool,
    /// Whether the expression stands right under a negation.
    pub is_negated: bool,
    /// Place of an infix operator.
    pub sign: Option<Span>,
    /// Parts of the expression.
    pub parts: Range<usize>,
}

impl Node {
    /// Whether brackets stand directly around it.
    pub fn is_bracketed(&self) -> bool {
        self.inner != self.outer
    }

    /// How tightly it binds as it stands: what is bracketed is never torn apart.
    pub fn level(&self) -> u8 {
        if self.is_bracketed() { u8::MAX } else { self.kind.level() }
    }

    /// Whether it chooses between values by conditions.
    pub fn is_choice(&self) -> bool {
        matches!(self.kind, Kind::Choice { .. })
    }

    /// Whether it is one of the values of a choice.
    pub fn is_value(&self) -> bool {
        matches!(self.used, Use::Value | Use::LastValue)
    }

    /// Whether it is the condition of a choice.
    pub fn is_guard(&self) -> bool {
        matches!(self.used, Use::Guard { .. })
    }

    /// The operator that can be replaced, and where it is written.
    pub fn infix(&self) -> Option<(Infix, Span)> {
        match self.kind {
            Kind::Infix { operator: Some(operator), .. } => Some((operator, self.sign?)),
            _ => None,
        }
    }
}

/// An expression with all that is in it; the first node is the whole.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// All nodes, parts behind the whole.
    pub nodes: Vec<Node>,
}

impl Tree {
    /// Describes an expression.
    pub fn new<E: Copy>(language: &impl Describe<E>, tokens: &Tokens, root: E, used: Use) -> Tree {
        // Waiting: the expression, its use, the level beside it, whether it is a condition there, and negated.
        let mut pending = vec![(root, used, 0, false, false)];
        let mut nodes: Vec<Node> = Vec::new();
        while let Some((expr, used, beside, by_place, is_negated)) = pending.get(nodes.len()).copied() {
            let Described { kind, span, parts } = language.describe(expr);
            let first = pending.len();
            let logic = matches!(kind, Kind::Infix { operator: Some(o), .. } if o.is_logic());
            let negates = matches!(kind, Kind::Not { .. });
            let is_temporal = matches!(kind, Kind::Temporal { .. });
            for part in parts {
                let beside = if part.used.is_open() { kind.level() } else { 0 };
                pending.push((part.expr, part.used, beside, logic || negates || is_temporal, negates));
            }
            let own =
                negates || is_temporal || matches!(kind, Kind::Infix { operator: Some(o), .. } if o.is_condition());
            let is_condition = own || by_place || matches!(used, Use::Condition | Use::Guard { .. });
            let (inner, outer, parts) = (span, span, first..pending.len());
            nodes.push(Node { kind, span, inner, outer, used, beside, is_condition, is_negated, sign: None, parts });
        }
        let mut tree = Tree { nodes };
        tree.place(tokens);
        tree
    }

    /// Finds operators and brackets, from the parts to the whole.
    fn place(&mut self, tokens: &Tokens) {
        for at in (0..self.nodes.len()).rev() {
            let Some(node) = self.nodes.get(at) else { continue };
            let mut inner = tokens.inside(node.inner);
            let mut sign = None;
            if let (Kind::Infix { .. }, Some((left, right))) = (&node.kind, self.operands(node)) {
                inner = left.outer.to(right.outer);
                sign = tokens.between(left.outer, right.outer);
            }
            let outer = tokens.brackets(inner).last().map_or(inner, |(open, close)| open.to(*close));
            if let Some(node) = self.nodes.get_mut(at) {
                (node.inner, node.outer, node.sign) = (inner, outer, sign);
            }
        }
    }

    /// The whole.
    pub fn root(&self) -> Option<&Node> {
        self.nodes.first()
    }

    /// Direct parts of an expression.
    pub fn parts(&self, node: &Node) -> &[Node] {
        self.nodes.get(node.parts.clone()).unwrap_or_default()
    }

    /// For each node the one that it is a part of.
    pub fn parents(&self) -> Vec<Option<usize>> {
        let mut parents = vec![None; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            let parts = parents.get_mut(node.parts.clone()).unwrap_or_default();
            parts.fill(Some(at));
        }
        parents
    }

    /// The two operands of an infix operator.
    pub fn operands(&self, node: &Node) -> Option<(&Node, &Node)> {
        match self.parts(node) {
            [left, right] => Some((left, right)),
            _ => None,
        }
    }

    /// The values that the whole can take: itself, or those of its choices.
    pub fn values(&self) -> Vec<&Node> {
        let mut found = Vec::new();
        let mut ahead: Vec<&Node> = self.root().into_iter().collect();
        while let Some(node) = ahead.pop() {
            if !node.is_choice() {
                found.push(node);
                continue;
            }
            let values = self.parts(node).iter().rev();
            ahead.extend(values.filter(|n| n.is_value()));
        }
        found
    }

    /// The conditions of the choices that decide about the value of the whole.
    pub fn guards(&self) -> Vec<&Node> {
        self.nodes.iter().filter(|n| n.is_guard()).collect()
    }

    /// The operands of the conjunctions that the whole is made of, in the order of the source.
    pub fn conjuncts(&self) -> Vec<&Node> {
        self.root().map_or_else(Vec::new, |root| self.operands_of(root, Infix::And))
    }

    /// The operands of a row of one operator; the node itself if it is no such row.
    pub fn operands_of<'a>(&'a self, node: &'a Node, operator: Infix) -> Vec<&'a Node> {
        let mut found = Vec::new();
        let mut ahead = vec![node];
        while let Some(node) = ahead.pop() {
            match node.infix() {
                Some((own, _)) if own == operator => ahead.extend(self.parts(node).iter().rev()),
                _ => found.push(node),
            }
        }
        found
    }
}
