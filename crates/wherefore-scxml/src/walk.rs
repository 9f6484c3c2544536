//! Walks over everything that is written in a chart.

use super::chart::{Action, ActionKind, Block, Chart, Expr, ExprKind, Transition};

impl Chart {
    /// Every outermost block of executable content.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let states = self.states.iter().flat_map(|s| s.onentry.iter().chain(&s.onexit));
        let finalizers = self.finalizers.iter().map(|f| &f.content);
        states.chain(self.transitions.iter().map(|t| &t.content)).chain(finalizers).chain([&self.script])
    }

    /// Every instruction, those inside others too.
    pub fn actions<'a>(&'a self, visit: &mut dyn FnMut(&'a Action)) {
        self.blocks().for_each(|b| b.visit(visit));
    }

    /// Every outermost expression outside properties.
    pub fn expressions<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        self.data.iter().filter_map(|d| d.init.as_ref()).for_each(&mut *visit);
        self.transitions.iter().filter_map(|t| t.cond.as_ref()).for_each(&mut *visit);
        self.states.iter().flat_map(|s| &s.done).for_each(|(_, e)| visit(e));
        self.sends.iter().flat_map(|s| &s.params).for_each(|(_, e)| visit(e));
        self.actions(&mut |action| action.expressions(visit));
    }

    /// Every outermost expression that is evaluated when a state is entered or left, and perhaps some that are not.
    pub fn entries<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        self.data.iter().filter_map(|d| d.init.as_ref()).for_each(&mut *visit);
        self.states.iter().flat_map(|s| &s.done).for_each(|(_, e)| visit(e));
        self.sends.iter().flat_map(|s| &s.params).for_each(|(_, e)| visit(e));
        let initial = self.states.iter().filter_map(|s| s.initial).map(|t| &self.transition(t).content);
        let states = self.states.iter().flat_map(|s| s.onentry.iter().chain(&s.onexit));
        let blocks = states.chain(initial).chain([&self.script]);
        blocks.for_each(|b| b.visit(&mut |action| action.expressions(visit)));
    }
}

impl Transition {
    /// Every outermost expression of the transition.
    pub fn expressions<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        self.cond.iter().for_each(&mut *visit);
        self.content.visit(&mut |action| action.expressions(visit));
    }
}

impl Action {
    /// The outermost expressions of the instruction itself, without those of instructions inside.
    pub fn expressions<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        match &self.kind {
            ActionKind::Assign { index, value, .. } => index.iter().chain([value]).for_each(visit),
            ActionKind::If { branches, .. } => branches.iter().for_each(|(cond, _)| visit(cond)),
            ActionKind::Foreach { array, .. } => visit(array),
            _ => {}
        }
    }
}

impl Block {
    /// Every instruction, those inside others too, in the order of the document.
    pub fn visit<'a>(&'a self, visit: &mut dyn FnMut(&'a Action)) {
        for action in &self.0 {
            visit(action);
            match &action.kind {
                ActionKind::If { branches, otherwise } => {
                    branches.iter().map(|(_, b)| b).chain([otherwise]).for_each(|b| b.visit(visit));
                }
                ActionKind::Foreach { body, .. } => body.visit(visit),
                _ => {}
            }
        }
    }
}

impl Expr {
    /// The expression and every expression inside it.
    pub fn visit<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        let mut ahead = vec![self];
        while let Some(expr) = ahead.pop() {
            visit(expr);
            ahead.extend(expr.operands().into_iter().rev());
        }
    }

    /// The expression and every expression inside it, to be changed. Without recursion: chains of operators are as deep as they
    /// are long.
    pub fn visit_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        let mut ahead = vec![self];
        while let Some(expr) = ahead.pop() {
            visit(expr);
            match &mut expr.kind {
                ExprKind::Length(a) | ExprKind::Unary(_, a) => ahead.push(a),
                ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => ahead.extend([&mut **a, &mut **b]),
                ExprKind::Conditional(a, b, c) => ahead.extend([&mut **a, &mut **b, &mut **c]),
                ExprKind::Array(list) | ExprKind::Call(_, list) | ExprKind::Temporal(_, list) => ahead.extend(list),
                _ => {}
            }
        }
    }

    /// The expressions right inside it, in order.
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Length(a) | ExprKind::Unary(_, a) => vec![a],
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Conditional(a, b, c) => vec![a, b, c],
            ExprKind::Array(list) | ExprKind::Call(_, list) | ExprKind::Temporal(_, list) => list.iter().collect(),
            _ => Vec::new(),
        }
    }
}
