//! Small models at random: as a tree that a test can evaluate, and as a text.

use super::temporal::Shape;
use wherefore_diag::{FileId, Span};
use wherefore_test::Random;

/// The number of an expression of a model.
pub(super) type NodeId = usize;

/// An expression. Truth values are 0 and 1.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    Bool(bool),
    Int(i64),
    Var(usize),
    Next(usize),
    Input,
    Define(usize),
    Not(NodeId),
    And(NodeId, NodeId),
    Or(NodeId, NodeId),
    Eq(NodeId, NodeId),
    Lt(NodeId, NodeId),
    /// Sum modulo a number.
    Sum(NodeId, NodeId, i64),
    /// Conditions with values; the last condition is TRUE.
    Case(Vec<(NodeId, NodeId)>),
    Set(Vec<NodeId>),
}

/// The type of an expression: a truth value, or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Bool,
    Int,
}

/// A state variable.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) ty: Type,
    /// Values 0 up to and without this.
    pub(super) size: i64,
    pub(super) init: Option<NodeId>,
    pub(super) next: Option<NodeId>,
}

/// A model with one input, which is a truth value.
#[derive(Clone, Debug, Default)]
pub(super) struct Model {
    pub(super) nodes: Vec<(Expr, Type)>,
    pub(super) vars: Vec<Variable>,
    pub(super) defines: Vec<NodeId>,
    pub(super) invar: Option<NodeId>,
    pub(super) trans: Option<NodeId>,
    pub(super) property: NodeId,
    /// Formula about runs that never end, asked instead of the property at every tick, and its fairness.
    pub(super) temporal: Option<Temporal>,
    pub(super) text: String,
    /// Where each expression stands.
    pub(super) spans: Vec<Span>,
    /// Expressions that are part of the model, not of its property.
    pub(super) elements: Vec<NodeId>,
}

/// A formula about runs that never end, with the property as its first part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Temporal {
    pub(super) shape: Shape,
    pub(super) is_ltl: bool,
    /// The second part of the formula.
    pub(super) other: NodeId,
    /// What fair runs satisfy again and again.
    pub(super) fair: Option<NodeId>,
}

/// What an expression may mention.
#[derive(Clone, Copy)]
struct Allowed {
    input: bool,
    /// Next values of the variables below this one.
    next: usize,
    /// Definitions below this one.
    defines: usize,
}

impl Model {
    pub(super) fn random(random: &mut Random) -> Model {
        let sizes = [[2, 2, 3], [3, 2, 0], [3, 3, 0], [2, 2, 2]][random.below(4)];
        let mut model = Model::of_sizes(random, sizes);
        model.write();
        model
    }

    /// A smaller model with a formula about runs that never end.
    pub(super) fn random_temporal(random: &mut Random) -> Model {
        let sizes = [[2, 2, 0], [3, 2, 0], [2, 2, 0], [2, 2, 2]][random.below(4)];
        let mut model = Model::of_sizes(random, sizes);
        let state = Allowed { input: false, next: 0, defines: model.defines.len() };
        let other = model.expr(random, Type::Bool, 1, state);
        let is_ltl = random.chance(45);
        let shape = Shape::random(random, is_ltl);
        let mut fair = None;
        if random.chance(35) {
            fair = Some(model.expr(random, Type::Bool, 1, state));
        }
        model.temporal = Some(Temporal { shape, is_ltl, other, fair });
        model.write();
        model
    }

    fn of_sizes(random: &mut Random, sizes: [i64; 3]) -> Model {
        let mut model = Model::default();
        for size in sizes.into_iter().filter(|s| *s > 0) {
            let ty = if size == 2 && random.chance(70) { Type::Bool } else { Type::Int };
            model.vars.push(Variable { ty, size, init: None, next: None });
        }
        for number in 0..random.below(2) {
            let ty = random.pick(&[Type::Bool, Type::Int]);
            let body = model.expr(random, ty, 2, Allowed { input: false, next: 0, defines: number });
            model.defines.push(body);
        }
        let defines = model.defines.len();
        for var in 0..model.vars.len() {
            let Variable { ty, size, .. } = model.vars[var];
            if random.chance(85) {
                let init = model.assigned(random, ty, size, 0, Allowed { input: false, next: 0, defines: 0 });
                model.vars[var].init = Some(init);
            }
            if random.chance(92) {
                let next = if random.chance(20) { var } else { 0 };
                let next = model.assigned(random, ty, size, 2, Allowed { input: true, next, defines });
                model.vars[var].next = Some(next);
            }
        }
        let state = Allowed { input: false, next: 0, defines };
        if random.chance(12) {
            model.invar = Some(model.expr(random, Type::Bool, 1, state));
        }
        if random.chance(8) {
            let next = model.vars.len();
            model.trans = Some(model.expr(random, Type::Bool, 2, Allowed { input: true, next, defines }));
        }
        model.elements = (0..model.nodes.len()).collect();
        model.property = model.expr(random, Type::Bool, 2, state);
        model
    }

    fn add(&mut self, expr: Expr, ty: Type) -> NodeId {
        self.nodes.push((expr, ty));
        self.nodes.len() - 1
    }

    /// The right side of an assignment: a value in range, a set, or a case of them.
    fn assigned(&mut self, random: &mut Random, ty: Type, size: i64, depth: u32, allowed: Allowed) -> NodeId {
        if depth > 0 && random.chance(75) {
            let branches = random.between(1, 2);
            let mut list = Vec::new();
            for _ in 0..branches {
                let condition = self.expr(random, Type::Bool, 1, allowed);
                list.push((condition, self.assigned(random, ty, size, depth - 1, allowed)));
            }
            let otherwise = self.add(Expr::Bool(true), Type::Bool);
            list.push((otherwise, self.assigned(random, ty, size, depth - 1, allowed)));
            return self.add(Expr::Case(list), ty);
        }
        if random.chance(20) {
            let items = (0..2).map(|_| self.in_range(random, ty, size, depth, allowed)).collect();
            return self.add(Expr::Set(items), ty);
        }
        self.in_range(random, ty, size, depth, allowed)
    }

    fn in_range(&mut self, random: &mut Random, ty: Type, size: i64, depth: u32, allowed: Allowed) -> NodeId {
        if ty == Type::Bool {
            return self.expr(random, Type::Bool, depth, allowed);
        }
        if depth == 0 || random.chance(40) {
            let value = random.below(size as usize) as i64;
            return self.add(Expr::Int(value), Type::Int);
        }
        let (a, b) = (self.expr(random, Type::Int, 0, allowed), self.expr(random, Type::Int, 0, allowed));
        self.add(Expr::Sum(a, b, size), Type::Int)
    }

    fn expr(&mut self, random: &mut Random, ty: Type, depth: u32, allowed: Allowed) -> NodeId {
        if depth == 0 || random.chance(25) {
            let leaf = self.leaf(random, ty, allowed);
            return self.add(leaf, ty);
        }
        let mut part = |model: &mut Model, ty| model.expr(random, ty, depth - 1, allowed);
        let expr = match ty {
            Type::Int => {
                let (a, b) = (part(self, Type::Int), part(self, Type::Int));
                Expr::Sum(a, b, 3)
            }
            Type::Bool => {
                let kind = random.below(5);
                let mut part = |model: &mut Model, ty| model.expr(random, ty, depth - 1, allowed);
                match kind {
                    0 => Expr::Not(part(self, Type::Bool)),
                    1 => Expr::And(part(self, Type::Bool), part(self, Type::Bool)),
                    2 => Expr::Or(part(self, Type::Bool), part(self, Type::Bool)),
                    3 => Expr::Lt(part(self, Type::Int), part(self, Type::Int)),
                    _ => Expr::Eq(part(self, Type::Int), part(self, Type::Int)),
                }
            }
        };
        self.add(expr, ty)
    }

    fn leaf(&self, random: &mut Random, ty: Type, allowed: Allowed) -> Expr {
        let mut leaves: Vec<Expr> = Vec::new();
        let of_type = |v: &usize| self.vars[*v].ty == ty;
        for _ in 0..2 {
            leaves.extend((0..self.vars.len()).filter(of_type).map(Expr::Var));
        }
        leaves.extend((0..allowed.next).filter(of_type).map(Expr::Next));
        leaves.extend((0..allowed.defines).filter(|d| self.nodes[self.defines[*d]].1 == ty).map(Expr::Define));
        match ty {
            Type::Bool => {
                leaves.extend(allowed.input.then_some(Expr::Input));
                leaves.push(Expr::Bool(random.chance(50)));
            }
            Type::Int => leaves.push(Expr::Int(random.below(3) as i64)),
        }
        random.pick(&leaves)
    }

    /// An expression and all that it is made of, without the bodies of definitions.
    pub(super) fn parts(&self, node: NodeId) -> Vec<NodeId> {
        let (mut found, mut waiting) = (Vec::new(), vec![node]);
        while let Some(node) = waiting.pop() {
            found.push(node);
            match &self.nodes[node].0 {
                Expr::Not(a) => waiting.push(*a),
                Expr::And(a, b) | Expr::Or(a, b) | Expr::Eq(a, b) | Expr::Lt(a, b) | Expr::Sum(a, b, _) => {
                    waiting.extend([*a, *b]);
                }
                Expr::Case(branches) => waiting.extend(branches.iter().flat_map(|(c, v)| [*c, *v])),
                Expr::Set(items) => waiting.extend(items),
                _ => {}
            }
        }
        found
    }

    fn write(&mut self) {
        self.spans = vec![Span::default(); self.nodes.len()];
        self.text.push_str("MODULE main\nIVAR i : boolean;\nVAR\n");
        for (number, var) in self.vars.iter().enumerate() {
            let ty = if var.ty == Type::Bool { "boolean".to_owned() } else { format!("0..{}", var.size - 1) };
            self.text.push_str(&format!("  v{number} : {ty};\n"));
        }
        for number in 0..self.defines.len() {
            self.line(&format!("DEFINE d{number} := "), Some(self.defines[number]), ";\n");
        }
        for number in 0..self.vars.len() {
            let Variable { init, next, .. } = self.vars[number];
            self.line(&format!("ASSIGN init(v{number}) := "), init, ";\n");
            self.line(&format!("ASSIGN next(v{number}) := "), next, ";\n");
        }
        self.line("INVAR ", self.invar, "\n");
        self.line("TRANS ", self.trans, "\n");
        let Some(Temporal { shape, is_ltl, other, fair }) = self.temporal else {
            self.line("INVARSPEC ", Some(self.property), "\n");
            return;
        };
        self.line("FAIRNESS ", fair, "\n");
        self.text.push_str(if is_ltl { "LTLSPEC " } else { "CTLSPEC " });
        for piece in shape.text(is_ltl) {
            match piece {
                "p" => self.put(self.property),
                "q" => self.put(other),
                words => self.text.push_str(words),
            }
        }
        self.text.push('\n');
    }

    fn line(&mut self, before: &str, node: Option<NodeId>, after: &str) {
        let Some(node) = node else { return };
        self.text.push_str(before);
        self.put(node);
        self.text.push_str(after);
    }

    fn put(&mut self, node: NodeId) {
        let start = self.text.len() as u32;
        match self.nodes[node].0.clone() {
            Expr::Bool(true) => self.text.push_str("TRUE"),
            Expr::Bool(false) => self.text.push_str("FALSE"),
            Expr::Int(n) => self.text.push_str(&n.to_string()),
            Expr::Var(v) => self.text.push_str(&format!("v{v}")),
            Expr::Next(v) => self.text.push_str(&format!("next(v{v})")),
            Expr::Input => self.text.push('i'),
            Expr::Define(d) => self.text.push_str(&format!("d{d}")),
            Expr::Not(a) => {
                self.text.push_str("!(");
                self.put(a);
                self.text.push(')');
            }
            Expr::And(a, b) => self.infix(a, " & ", b, ""),
            Expr::Or(a, b) => self.infix(a, " | ", b, ""),
            Expr::Eq(a, b) => self.infix(a, " = ", b, ""),
            Expr::Lt(a, b) => self.infix(a, " < ", b, ""),
            Expr::Sum(a, b, modulo) => self.infix(a, " + ", b, &format!(" mod {modulo}")),
            Expr::Case(branches) => {
                self.text.push_str("case ");
                for (condition, value) in branches {
                    self.put(condition);
                    self.text.push_str(" : ");
                    self.put(value);
                    self.text.push_str("; ");
                }
                self.text.push_str("esac");
            }
            Expr::Set(items) => {
                self.text.push('{');
                for (place, item) in items.into_iter().enumerate() {
                    self.text.push_str(if place > 0 { ", " } else { "" });
                    self.put(item);
                }
                self.text.push('}');
            }
        }
        self.spans[node] = Span::new(FileId(0), start, self.text.len() as u32);
    }

    /// `((a) + (b)) mod m`, or without `mod`.
    fn infix(&mut self, a: NodeId, operator: &str, b: NodeId, after: &str) {
        self.text.push_str("((");
        self.put(a);
        self.text.push(')');
        self.text.push_str(operator);
        self.text.push('(');
        self.put(b);
        self.text.push_str("))");
        self.text.push_str(after);
    }
}
