//! The kinds of all expressions of a chart, by unification, and what does not go together.
//!
//! Every expression gives a node. Operators merge nodes or ask for a kind; what cannot be is reported with both sides, and
//! inference goes on, so that one run finds all clashes.

use super::super::chart::{Binary, Chart, EVENT_TYPES, Expr, ExprKind, Unary};
use super::super::codes;
use super::kinds::{Clash, Kind, Kinds, Node};
use super::uses::{self, Slot, Use};
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::Reporter;

/// The state of the inference of kinds.
pub(super) struct Check<'a> {
    pub chart: &'a Chart,
    pub kinds: Kinds,
    /// The node of each slot, by [`Slot::index`].
    pub slots: Vec<Node>,
    /// The node of `_event.name`.
    pub event: Node,
    /// Texts that stand in the document, with their nodes.
    pub constants: Vec<(Node, &'a str, Span)>,
    /// Array literals, with their nodes.
    pub arrays: Vec<(Node, Span)>,
    /// Arrays of which an element is asked for or set, with their nodes.
    pub indexed: Vec<(Node, Span)>,
    /// Nodes that are compared with something that is no literal.
    pub compared: Vec<Node>,
    /// For each slot whether the environment chooses its value.
    pub chosen: Vec<bool>,
    pub reporter: Reporter,
    temporal: bool,
}

impl<'a> Check<'a> {
    /// A node for every slot, of the declared kind where there is one.
    pub fn new(chart: &'a Chart) -> Check<'a> {
        let mut kinds = Kinds::default();
        let event = kinds.fresh(Kind::Text, None);
        let data = chart.data.iter().map(|d| (d.declared.as_ref(), d.span));
        let fields = chart.fields.iter().map(|f| (f.declared.as_ref(), f.span));
        let slots = data.chain(fields).map(|(declared, span)| kinds.declared(declared, span)).collect();
        Check {
            chart,
            kinds,
            slots,
            event,
            constants: Vec::new(),
            arrays: Vec::new(),
            indexed: Vec::new(),
            compared: Vec::new(),
            chosen: uses::chosen(chart),
            reporter: Reporter::default(),
            temporal: false,
        }
    }

    /// Takes account of one use of an expression.
    pub fn apply(&mut self, item: Use<'a>) {
        match item {
            Use::Value { to, place, value } => {
                let target = self.slots[to.index(self.chart)];
                let target = match place {
                    Some(place) => self.element(target, value.span, place),
                    None => target,
                };
                let given = self.node(value);
                self.give(to, target, given, value.span);
            }
            Use::Foreach { array, item, index } => {
                let node = self.node(array);
                if let Some(element) = self.element_of(node, array.span, array.span) {
                    self.give(Slot::Data(item), self.slots[item.0 as usize], element, array.span);
                }
                if let Some(index) = index {
                    let place = self.kinds.fresh(Kind::Number, Some(array.span));
                    self.give(Slot::Data(index), self.slots[index.0 as usize], place, array.span);
                }
            }
            Use::Truth(condition) => _ = self.node(condition),
            Use::Property { formula, temporal } => {
                self.temporal = temporal;
                self.node(formula);
                self.temporal = false;
            }
        }
    }

    fn node(&mut self, expr: &'a Expr) -> Node {
        stacker::maybe_grow(96 * 1024, 1024 * 1024, || self.dispatch(expr))
    }

    fn fresh(&mut self, kind: Kind, expr: &Expr) -> Node {
        self.kinds.fresh(kind, Some(expr.span))
    }

    fn dispatch(&mut self, expr: &'a Expr) -> Node {
        match &expr.kind {
            ExprKind::Bool(_) | ExprKind::In(_) => self.fresh(Kind::Bool, expr),
            ExprKind::Int(_) | ExprKind::Real(_) => self.fresh(Kind::Number, expr),
            ExprKind::Text(text) => {
                let node = self.fresh(Kind::Text, expr);
                self.constants.push((node, text, expr.span));
                node
            }
            ExprKind::Data(id) => self.slots[id.0 as usize],
            ExprKind::EventField(id) => self.slots[Slot::Field(*id).index(self.chart)],
            ExprKind::EventName => self.event,
            ExprKind::EventType => {
                let node = self.fresh(Kind::Text, expr);
                self.constants.extend(EVENT_TYPES.map(|text| (node, text, expr.span)));
                node
            }
            ExprKind::Index(array, place) => {
                let node = self.node(array);
                self.element(node, array.span, place)
            }
            ExprKind::Length(array) => {
                let node = self.node(array);
                self.element_of(node, expr.span, array.span);
                self.fresh(Kind::Number, expr)
            }
            ExprKind::Array(items) => self.array(expr, items),
            ExprKind::Unary(Unary::Not, operand) => {
                self.node(operand);
                self.fresh(Kind::Bool, expr)
            }
            ExprKind::Unary(Unary::Neg, operand) => {
                let fits = self.number(operand, "-");
                self.arithmetic(expr, fits)
            }
            ExprKind::Binary(operator, a, b) => self.binary(expr, *operator, a, b),
            ExprKind::Conditional(condition, a, b) => self.conditional(expr, [condition, a, b]),
            ExprKind::Call(_, arguments) => {
                let mut fits = true;
                arguments.iter().for_each(|argument| fits &= self.number(argument, "a function of Math"));
                self.arithmetic(expr, fits)
            }
            ExprKind::Temporal(_, operands) => self.temporal(expr, operands),
            ExprKind::Fault => self.fresh(Kind::Unknown, expr),
        }
    }

    fn binary(&mut self, expr: &'a Expr, operator: Binary, a: &'a Expr, b: &'a Expr) -> Node {
        match operator {
            Binary::And | Binary::Or | Binary::Implies | Binary::Iff => {
                self.node(a);
                self.node(b);
                self.fresh(Kind::Bool, expr)
            }
            Binary::Eq | Binary::Ne => {
                let (left, right) = (self.node(a), self.node(b));
                self.compare(operator, (left, a.span), (right, b.span));
                if ![a, b].into_iter().any(|side| matches!(side.kind, ExprKind::Text(_))) {
                    self.compared.push(left);
                }
                self.fresh(Kind::Bool, expr)
            }
            Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
                self.number(a, symbol(operator));
                self.number(b, symbol(operator));
                self.fresh(Kind::Bool, expr)
            }
            Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Rem => {
                let fits = self.number(a, symbol(operator)) & self.number(b, symbol(operator));
                self.arithmetic(expr, fits)
            }
        }
    }

    /// A number, or nothing known where a mistake was reported, so that one mistake is reported once.
    fn arithmetic(&mut self, expr: &Expr, fits: bool) -> Node {
        self.fresh(if fits { Kind::Number } else { Kind::Unknown }, expr)
    }

    fn compare(&mut self, operator: Binary, left: (Node, Span), right: (Node, Span)) {
        let together = self.kinds.unify(left.0, right.0);
        let array = matches!(self.kinds.kind(left.0), Kind::Array(..));
        if together.is_ok() && !array {
            return;
        }
        let [a, b] = [left, right].map(|(node, _)| self.kinds.describe(node));
        let operator = symbol(operator);
        let headline = format!("`{operator}` between {a} and {b}");
        let between = Span::new(left.1.file, left.1.end, right.1.start.max(left.1.end));
        let mut diagnostic = Diagnostic::at(codes::TYPE_CLASH, between, headline, "compared here");
        for (node, span) in [left, right] {
            diagnostic = self.side(diagnostic, node, span);
        }
        self.reporter.push(match together {
            Ok(()) => diagnostic.help("arrays are the same only if they are one array; compare their elements"),
            Err(_) => diagnostic,
        });
    }

    /// An operand that must be a number; false if it is not, which is reported.
    fn number(&mut self, operand: &'a Expr, operator: &str) -> bool {
        let node = self.node(operand);
        if self.kinds.require(node, Kind::Number, operand.span).is_ok() {
            return true;
        }
        let found = self.kinds.describe(node);
        let operator = if operator.len() > 2 { operator.to_owned() } else { format!("`{operator}`") };
        let headline = format!("{operator} needs numbers, and this is {found}");
        let label = format!("this is {found}");
        let diagnostic = Diagnostic::at(codes::TYPE_CLASH, operand.span, headline, label);
        let diagnostic = self.because(diagnostic, node, operand.span);
        let texts = operator == "`+`" && self.kinds.kind(node) == Kind::Text;
        self.reporter.push(match texts {
            true => diagnostic.help("`+` of texts would join them; texts can only be assigned and compared here"),
            false => diagnostic,
        });
        false
    }

    /// The element of an array at a place.
    fn element(&mut self, array: Node, span: Span, place: &'a Expr) -> Node {
        self.number(place, "an index");
        self.indexed.push((array, place.span));
        match self.element_of(array, span, span) {
            Some(element) => element,
            None => self.kinds.fresh(Kind::Unknown, None),
        }
    }

    /// The node of the elements, if it can be an array.
    fn element_of(&mut self, array: Node, whole: Span, part: Span) -> Option<Node> {
        if let Kind::Array(element, _) = self.kinds.kind(array) {
            return Some(element);
        }
        let element = self.kinds.fresh(Kind::Unknown, None);
        if self.kinds.require(array, Kind::Array(element, None), whole).is_ok() {
            return Some(element);
        }
        let found = self.kinds.describe(array);
        let headline = format!("only arrays have elements and a length, and this is {found}");
        let diagnostic = Diagnostic::at(codes::TYPE_CLASH, part, headline, format!("this is {found}"));
        let diagnostic = self.because(diagnostic, array, part);
        self.reporter.push(diagnostic);
        None
    }

    fn array(&mut self, expr: &'a Expr, items: &'a [Expr]) -> Node {
        let element = self.kinds.fresh(Kind::Unknown, None);
        for item in items {
            let node = self.node(item);
            if self.kinds.unify(node, element).is_err() {
                let [found, others] = [node, element].map(|n| self.kinds.describe(n));
                let headline = format!("an array with {others} and {found} in it");
                let diagnostic = Diagnostic::at(codes::TYPE_CLASH, item.span, headline, format!("this is {found}"));
                self.reporter.push(match items.first() {
                    Some(first) => diagnostic.label(first.span, format!("this is {others}")),
                    None => diagnostic,
                });
            }
        }
        let node = self.fresh(Kind::Array(element, Some(items.len())), expr);
        self.arrays.push((node, expr.span));
        node
    }

    fn conditional(&mut self, expr: &'a Expr, [condition, a, b]: [&'a Expr; 3]) -> Node {
        self.node(condition);
        let (left, right) = (self.node(a), self.node(b));
        if self.kinds.unify(left, right).is_err() {
            let [x, y] = [left, right].map(|n| self.kinds.describe(n));
            let headline = format!("either {x} or {y}, depending on a condition");
            let mut diagnostic = Diagnostic::at(codes::TYPE_CLASH, expr.span, headline, "this has two kinds of values");
            for (node, span) in [(left, a.span), (right, b.span)] {
                diagnostic = self.side(diagnostic, node, span);
            }
            self.reporter.push(diagnostic);
        }
        left
    }

    fn temporal(&mut self, expr: &'a Expr, operands: &'a [Expr]) -> Node {
        if !self.temporal {
            let headline = "a temporal operator outside a property of linear time";
            let diagnostic = Diagnostic::at(codes::TYPE_CLASH, expr.span, headline, "this speaks of a whole run");
            self.reporter.push(diagnostic.help("state it with <wf:ltl>"));
        }
        for operand in operands {
            self.node(operand);
        }
        self.fresh(Kind::Bool, expr)
    }

    /// A value arrives in a slot, or in an element of it.
    fn give(&mut self, to: Slot, target: Node, given: Node, span: Span) {
        let Err(clash) = self.kinds.unify(given, target) else { return };
        let [is, gets] = [target, given].map(|n| self.kinds.describe(n));
        let name = to.name(self.chart);
        let headline = match clash {
            Clash::Kinds => format!("`{name}` is {is} and gets {gets}"),
            Clash::Itself => format!("`{name}` cannot have itself as an element"),
        };
        let diagnostic = Diagnostic::at(codes::TYPE_CLASH, span, headline, format!("this is {gets}"));
        let diagnostic = match self.kinds.reason(target) {
            Some(reason) if reason != span => diagnostic.label(reason, format!("`{name}` is {is} because of this")),
            _ => diagnostic,
        };
        self.reporter.push(diagnostic);
    }

    /// Labels one side of an operator with its kind, and the reason for it if that stands elsewhere.
    fn side(&self, diagnostic: Diagnostic, node: Node, span: Span) -> Diagnostic {
        let diagnostic = diagnostic.label(span, format!("this is {}", self.kinds.describe(node)));
        self.because(diagnostic, node, span)
    }

    fn because(&self, diagnostic: Diagnostic, node: Node, span: Span) -> Diagnostic {
        match self.kinds.reason(node) {
            Some(reason) if reason.end <= span.start || span.end <= reason.start => {
                diagnostic.label(reason, format!("it is {} because of this", self.kinds.describe(node)))
            }
            _ => diagnostic,
        }
    }
}

/// How an operator is written.
pub(super) fn symbol(operator: Binary) -> &'static str {
    match operator {
        Binary::And => "&&",
        Binary::Or => "||",
        Binary::Implies => "->",
        Binary::Iff => "<->",
        Binary::Eq => "==",
        Binary::Ne => "!=",
        Binary::Lt => "<",
        Binary::Le => "<=",
        Binary::Gt => ">",
        Binary::Ge => ">=",
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::Div => "/",
        Binary::Rem => "%",
    }
}
