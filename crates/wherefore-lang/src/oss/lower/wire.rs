//! Connections, constraints and what is assumed about parameters.

use super::super::ast::{Connection, Expr};
use super::super::codes;
use super::super::resolve::Meaning;
use super::val::{Operand, Val};
use super::{Lowerer, Owner, Place};
use std::collections::BTreeMap;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::refinement::{self, Conjunct, PortId, Wire};
use wherefore_ir::{Constraint, ElementKind, Op, Sort, TermId, Value, VarId};
use wherefore_syntax::{Checked, Reported, nearest};

impl Lowerer<'_> {
    /// All connections; a port that lacks one is worth a warning.
    pub(super) fn wires(&mut self) {
        let Some(body) = &self.component.refinement else { return };
        let mut connected: BTreeMap<PortId, Span> = BTreeMap::new();
        for connection in &body.connections {
            let Ok(target) = self.target(connection) else { continue };
            let span = self.span(&connection.target);
            if let Some(first) = connected.insert(target, span) {
                let headline = format!("`{}` is connected twice", self.text.sources.text(span));
                let diagnostic = Diagnostic::at(codes::DUPLICATE, span, headline, "connected again");
                self.report.push(diagnostic.label(first, "connected here"));
                continue;
            }
            // Errors of one connection are reported; the others are looked at nevertheless.
            self.parts.clear();
            let _reported = self.wire(connection, target);
        }
        self.loops();
        self.warn_unconnected(&connected);
    }

    fn wire(&mut self, connection: &Connection, target: PortId) -> Checked<()> {
        let source = self.expr(&connection.source, Place { owner: 0, inside: true })?;
        let var = self.out.port(target).var;
        let terms = &mut self.out.system.terms;
        let (now, sort, signed) = (terms.now(var), terms.var(var).sort, terms.var(var).signed);
        if let Val::Term { term, .. } = &source
            && (terms.has_ltl(*term) || terms.has_next(*term))
        {
            let headline = "a connection holds at each step by itself";
            let span = self.span(&connection.source);
            return Err(self.error(codes::TOO_FAR, span, headline, "speaks of more than one step"));
        }
        let first = connection.target.first;
        let target_val = Val::Term { term: now, signed };
        let a = Operand { expr: &connection.target, val: &target_val };
        let b = Operand { expr: &connection.source, val: &source };
        self.feeds_itself(connection, var, &source)?;
        let term = self.equal(a, b)?;
        let is_impossible = matches!(sort, Sort::Enum(_)) && self.is_false(term);
        let Some(source) = self.source_term(b.val, sort).filter(|_| !is_impossible) else {
            return Err(self.clash(":=", a, b));
        };
        self.fits(target, a, b)?;
        let text = self.text.quote(first, connection.source.last, super::LONGEST_NAME);
        let span = self.text.span(first, connection.source.last);
        let parent = self.out.element;
        let element = self.element(ElementKind::Constraint, format!("CONNECTION {text}"), span, parent);
        self.record_parts(element);
        self.out.system.elements.record(term, element);
        let invar = self.out.system.invar.len();
        self.out.system.invar.push(Constraint { term, element: Some(element) });
        self.out.wires.push(Wire { target, source, invar, element: Some(element) });
        Ok(())
    }

    /// Refuses a target in its own source.
    fn feeds_itself(&mut self, connection: &Connection, target: VarId, source: &Val) -> Checked<()> {
        let Val::Term { term, .. } = source else { return Ok(()) };
        if !wherefore_ir::walk::variables(&self.out.system.terms, [*term]).contains(&target) {
            return Ok(());
        }
        let (to, from) = (self.span(&connection.target), self.span(&connection.source));
        let headline = format!("`{}` is connected to itself", self.text.sources.text(to));
        let diagnostic = Diagnostic::at(codes::WIRE_LOOP, from, headline, "depends on the target in the same step");
        Err(self.report.push(diagnostic.label(to, "the target")))
    }

    /// The source of a connection as a term; a value without a type gets that of the target.
    fn source_term(&mut self, source: &Val, sort: Sort) -> Option<TermId> {
        match (source, sort) {
            (Val::Literal(name), Sort::Enum(id)) => self.member(id, name),
            (Val::Literal(_), _) => None,
            (Val::Term { term, .. }, _) => Some(*term),
        }
    }

    fn is_false(&self, term: TermId) -> bool {
        self.out.system.terms.constant(term) == Some(&Value::Bool(false))
    }

    /// The port on the left-hand side of a connection.
    fn target(&mut self, connection: &Connection) -> Checked<PortId> {
        let owner = match &connection.part {
            None => 0,
            Some(part) => match self.meaning(&part.text) {
                Some(Meaning::Part(index)) => index + 1,
                _ => return Err(self.no_target("part", &part.text, part.span, 0)),
            },
        };
        let port = self.ports.get(owner).and_then(|t| t.get(&connection.port.text)).copied();
        let Some(port) = port else {
            return Err(self.no_target("port", &connection.port.text, connection.port.span, owner));
        };
        let fits = match (owner, self.out.port(port).direction) {
            (0, direction) => direction == refinement::Direction::Output,
            (_, direction) => direction != refinement::Direction::Output,
        };
        if !fits {
            let span = self.span(&connection.target);
            let headline = format!("`{}` cannot be the target of a connection", self.text.sources.text(span));
            let label = match owner {
                0 => "decided by the environment of the component",
                _ => "decided by the part itself",
            };
            return Err(self.error(codes::BAD_TARGET, span, headline, label));
        }
        Ok(port)
    }

    /// Meaning of a name of the component.
    fn meaning(&self, name: &str) -> Option<Meaning> {
        self.resolved.scopes.get(*self.owners.first()?)?.names.get(name).copied()
    }

    fn no_target(&mut self, what: &str, name: &str, span: Span, owner: Owner) -> Reported {
        let known: Vec<String> = match what {
            "part" => self.out.parts.iter().map(|p| p.name.clone()).collect(),
            _ => self.ports.get(owner).map(|t| t.keys().cloned().collect()).unwrap_or_default(),
        };
        let diagnostic = Diagnostic::at(codes::UNDEFINED, span, format!("there is no {what} `{name}`"), "not declared");
        self.report.push(match nearest(name, known.iter().map(String::as_str)) {
            Some(close) => diagnostic.help(format!("did you mean `{close}`?")),
            None => diagnostic,
        })
    }

    /// Assumptions about parameters, and the constraints of the refinement.
    pub(super) fn constraints(&mut self) {
        for assumption in &self.component.parameter_assumptions {
            self.parts.clear();
            let _reported = self.parameter_assumption(assumption);
        }
        for constraint in self.component.refinement.iter().flat_map(|r| &r.constraints) {
            for conjunct in constraint.conjuncts() {
                self.parts.clear();
                let _reported = self.constraint(conjunct);
            }
        }
        for owner in 1..self.owners.len() {
            for assumption in self.syntax(owner).iter().flat_map(|c| &c.parameter_assumptions) {
                let headline = "what a part assumes about its parameters is not checked and not used";
                self.error(codes::NOT_CHECKED, self.span(assumption), headline, "read only");
            }
        }
    }

    /// Parameters never change, so what is true of them at first is true for ever.
    fn parameter_assumption(&mut self, expr: &Expr) -> Checked<()> {
        let term = self.condition("an assumption about parameters", expr, Place { owner: 0, inside: false })?;
        let is_fixed = wherefore_ir::walk::variables(&self.out.system.terms, [term]).is_subset(&self.frozen);
        let terms = &self.out.system.terms;
        if !is_fixed || terms.has_ltl(term) || terms.has_next(term) {
            let headline = "an assumption about parameters speaks of something else";
            return Err(self.error(codes::TYPE_CLASH, self.span(expr), headline, "not only about parameters"));
        }
        let element = self.constraint_element("PARAMETER_ASSUMPTIONS", expr);
        self.out.system.elements.record(term, element);
        self.out.system.invar.push(Constraint { term, element: Some(element) });
        Ok(())
    }

    /// A formula that all runs satisfy. `always p` restricts every step, a formula without time the first; the rest is
    /// granted in every check.
    fn constraint(&mut self, expr: &Expr) -> Checked<()> {
        let term = self.condition("a constraint", expr, Place { owner: 0, inside: true })?;
        let element = self.constraint_element("CONSTRAINT", expr);
        self.out.system.elements.record(term, element);
        let terms = &self.out.system.terms;
        let inner = match terms.op(term) {
            Op::G => terms.operands(term).first().copied().filter(|t| !terms.has_ltl(*t)),
            _ => None,
        };
        let system = &mut self.out.system;
        match inner {
            Some(inner) if system.terms.has_next(inner) => {
                system.trans.push(Constraint { term: inner, element: Some(element) })
            }
            Some(inner) => system.invar.push(Constraint { term: inner, element: Some(element) }),
            None if !system.terms.has_ltl(term) && !system.terms.has_next(term) => {
                system.init.push(Constraint { term, element: Some(element) });
            }
            None => {
                let name = format!("CONSTRAINT {}", self.out.granted.len() + 1);
                self.out.granted.push(Conjunct { name, term, text: self.quote(expr), element: Some(element) });
            }
        }
        Ok(())
    }

    fn constraint_element(&mut self, keyword: &str, expr: &Expr) -> wherefore_ir::ElementId {
        let text = self.text.quote(expr.first, expr.last, super::LONGEST_NAME);
        let (span, parent) = (self.span(expr), self.out.element);
        let element = self.element(ElementKind::Constraint, format!("{keyword} {text}"), span, parent);
        self.record_parts(element);
        element
    }
}
