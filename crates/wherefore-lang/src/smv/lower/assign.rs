//! Assignments.
//!
//! `next(x) := e` with one value `e` of the present state and input is a function: an update of the system. Where `e` is
//! a set or speaks of the next state it is a relation between `x` and `e`. In each case the value must belong to the
//! type of `x`; where that is not plain it is an obligation, and the relation binds only where the obligation is met, so
//! that a value out of range cannot make states or steps vanish unseen.

use super::Lowerer;
use super::commit::Domain;
use super::context::{ASSIGN_INIT, ASSIGN_NEXT, ASSIGN_NOW};
use super::cycle::Equation;
use super::declare::{Entity, Place, SlotId};
use super::expr::Operand;
use super::hazard::Hazard;
use super::names::Target;
use super::val::{ValId, ValueShape};
use crate::expression::plainly_holds;
use crate::smv::ast::{AssignKind, Expr, ExprId, Item, VarSection};
use crate::smv::codes;
use crate::smv::resolve::InstanceId;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::{Constraint, Define, ElementId, ElementKind, ObligationKind, TermId, Update, Value, When};
use wherefore_syntax::{Checked, Reported};

/// An equation whose target is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assignment {
    pub kind: AssignKind,
    pub slot: SlotId,
    pub value: ExprId,
    /// The index of the element of the value that is assigned, if a whole array is.
    pub part: Option<usize>,
    pub scope: InstanceId,
    pub span: Span,
    pub element: ElementId,
}

/// How many branches of a case get an obligation of their own; what lies deeper shares one.
const MOST_BRANCHES: usize = 256;

impl Lowerer<'_, '_> {
    /// Finds the variable that each equation determines.
    pub(super) fn collect_assignments(&mut self) {
        for index in 0..self.model.instances.len() {
            let scope = InstanceId(index as u32);
            let items = self.model.instances[index].items.clone();
            for item in items {
                if let Item::Assign { kind, target, value, span } = item
                    && let Ok(slots) = self.targets(*target, scope)
                {
                    for (slot, part) in slots {
                        let _reported = self.add_assignment(*kind, slot, (*value, part), scope, *span);
                    }
                }
            }
        }
    }

    /// The scalar variables that the left side of an equation names: one, or the elements of an array indexed by words.
    fn targets(&mut self, target: ExprId, scope: InstanceId) -> Checked<Vec<(SlotId, Option<usize>)>> {
        let span = self.span(target);
        match self.target_entity(target, scope)? {
            Entity::Slot(slot) => Ok(vec![(slot, None)]),
            Entity::WordArray(_, elements) => {
                let slot = |(index, e): (usize, &Entity)| match e {
                    Entity::Slot(slot) => Some((*slot, Some(index))),
                    _ => None,
                };
                Ok(elements.iter().enumerate().filter_map(slot).collect())
            }
            Entity::Array(..) => {
                Err(self.error(codes::BAD_TARGET, span, "a whole array cannot be assigned", "assign each element"))
            }
        }
    }

    fn target_entity(&mut self, target: ExprId, scope: InstanceId) -> Checked<Entity> {
        let span = self.span(target);
        if let Expr::Index(base, index) = self.file.expr(target) {
            let (base, index) = (*base, *index);
            let (low, elements, at) = match self.target_entity(base, scope)? {
                Entity::Array(low, elements) => {
                    let at = self.constant_int(index, scope, "the index of an assigned element")?;
                    (low, elements, at)
                }
                Entity::WordArray(width, elements) => (0, elements, self.constant_word(index, width, scope)?),
                Entity::Slot(_) => {
                    return Err(self.error(codes::TYPE_CLASH, span, "only arrays can be indexed", "not an array"));
                }
            };
            let element = at.checked_sub(low).and_then(|i| elements.get(usize::try_from(i).ok()?).cloned());
            return element.ok_or_else(|| {
                let headline = format!("the index {at} is out of bounds");
                self.error(codes::OUT_OF_RANGE, self.span(index), headline, "out of bounds")
            });
        }
        match self.follow(target, scope)? {
            Some(Target::Var(id)) => self.entities[id.0 as usize].clone().ok_or(Reported),
            Some(_) => {
                let headline = format!("`{}` is not a variable", self.excerpt(span));
                Err(self.error(codes::BAD_TARGET, span, headline, "cannot be assigned"))
            }
            None => Err(self.error(codes::BAD_TARGET, span, "only variables can be assigned", "not a variable")),
        }
    }

    fn add_assignment(
        &mut self,
        kind: AssignKind,
        slot: SlotId,
        (value, part): (ExprId, Option<usize>),
        scope: InstanceId,
        span: Span,
    ) -> Checked<()> {
        let name = self.slot(slot).name.clone();
        self.check_section(kind, slot, span)?;
        let clashing = match kind {
            AssignKind::Now => [AssignKind::Now, AssignKind::Init, AssignKind::Next].as_slice(),
            AssignKind::Init => &[AssignKind::Now, AssignKind::Init],
            AssignKind::Next => &[AssignKind::Now, AssignKind::Next],
        };
        let first = clashing.iter().find_map(|k| self.assigned_before(*k, kind, slot, scope));
        if let Some(first) = first {
            let headline = format!("`{name}` is assigned twice");
            let diagnostic = Diagnostic::at(codes::DOUBLE_ASSIGNMENT, span, headline, "assigned again")
                .label(self.assignments[first].span, "first assigned here");
            return Err(self.reporter.push(diagnostic));
        }
        let equation = match kind {
            AssignKind::Now => name,
            AssignKind::Init => format!("init({name})"),
            AssignKind::Next => format!("next({name})"),
        };
        let element = self.add_element(ElementKind::Equation, equation, span, self.component(scope));
        self.slots[slot.0 as usize].assigned[kind as usize] = Some(self.assignments.len());
        self.assignments.push(Assignment { kind, slot, value, part, scope, span, element });
        Ok(())
    }

    fn check_section(&mut self, kind: AssignKind, slot: SlotId, span: Span) -> Checked<()> {
        let problem = match (self.slot(slot).section, kind) {
            (VarSection::State, _) | (VarSection::Frozen, AssignKind::Init) => return Ok(()),
            (VarSection::Input, _) => "is an input: the environment chooses its value",
            (VarSection::Frozen, _) => "is frozen: only its initial value can be assigned",
        };
        let headline = format!("`{}` {problem}", self.slot(slot).name);
        let diagnostic = Diagnostic::at(codes::BAD_TARGET, span, headline, "cannot be assigned")
            .label(self.slot(slot).span, "declared here");
        Err(self.reporter.push(diagnostic))
    }

    /// Lowers `x := e` of a variable when its value is first needed.
    pub(super) fn lower_now(&mut self, slot: SlotId) -> Checked<()> {
        let index = self.slot(slot).assigned[AssignKind::Now as usize].ok_or(Reported)?;
        let assignment = self.assignments[index];
        self.slots[slot.0 as usize].place = Place::UnderWay;
        self.trail.push((self.slot(slot).name.clone(), assignment.span));
        let result = self.assigned_value(&assignment);
        self.trail.pop();
        match result {
            Ok((val, hazards)) if self.val(val).set => {
                self.declare_var(slot);
                let term = self.relation(&assignment, val, &hazards)?;
                self.system.invar.push(Constraint { term, element: Some(assignment.element) });
                self.oblige(&hazards, When::Always, Some(assignment.element));
                Ok(())
            }
            Ok((val, hazards)) => {
                self.make_wire(&assignment, val);
                self.oblige(&hazards, When::Always, Some(assignment.element));
                Ok(())
            }
            Err(reported) => {
                self.slots[slot.0 as usize].place = Place::Failed;
                Err(reported)
            }
        }
    }

    /// The variable becomes a name for its value.
    fn make_wire(&mut self, assignment: &Assignment, val: ValId) {
        let slot = assignment.slot.0 as usize;
        let (name, ty) = (self.slots[slot].name.clone(), self.slots[slot].domain.ty.clone());
        let term = self.commit(val, &ty);
        let declared = Some(self.sort(&ty));
        self.system.defines.push(Define { name, term, declared, element: Some(assignment.element) });
        let val = self.term_val(term, ty, Vec::new());
        self.slots[slot].place = Place::Wire(val);
    }

    /// Lowers the right side: its value, and everything that must hold for it to be a value of the variable.
    pub(super) fn assigned_value(&mut self, assignment: &Assignment) -> Checked<(ValId, Vec<Hazard>)> {
        let owner = self.owner.replace(assignment.element);
        let wanted = self.slot(assignment.slot).domain.ty.clone();
        let wanted = Some(&wanted).filter(|_| assignment.part.is_none());
        let result = self.expr_for(assignment.value, assignment.scope, wanted);
        self.owner = owner;
        let mut val = result?;
        if let Some(part) = assignment.part {
            val = self.part(Operand { val, span: self.span(assignment.value) }, part)?;
        }
        let context = match assignment.kind {
            AssignKind::Now => ASSIGN_NOW,
            AssignKind::Init => ASSIGN_INIT,
            AssignKind::Next => ASSIGN_NEXT,
        };
        self.admit(val, assignment.value, assignment.scope, context)?;
        let operand = Operand { val, span: self.span(assignment.value) };
        let range = self.range_hazards(operand, assignment.slot)?;
        let mut hazards = self.hazards(val);
        self.merge(&mut hazards, range);
        Ok((val, hazards))
    }

    /// Checks that a value can be assigned to a variable, and states what is left to prove.
    fn range_hazards(&mut self, value: Operand, slot: SlotId) -> Checked<Vec<Hazard>> {
        let (domain, name) = (self.slot(slot).domain.clone(), self.slot(slot).name.clone());
        let found = self.ty(value.val);
        let comparable = match found.join(&domain.ty) {
            // An integer variable takes no real, although the two can be compared.
            Some(joined) => !(joined == crate::smv::types::Ty::Real && domain.ty.is_integer()),
            None => false,
        };
        let is_array = found.is_array();
        let (found, wanted) = (self.describe(&found), domain.describe(self.file));
        if !comparable || is_array {
            let headline = format!("`{name}` is {wanted} and cannot be assigned {found}");
            let mut diagnostic = Diagnostic::at(codes::TYPE_CLASH, value.span, headline, found)
                .label(self.slot(slot).span, format!("declared as {wanted}"));
            if domain.ty == crate::smv::types::Ty::Bool {
                diagnostic = diagnostic.help("truth values are written TRUE and FALSE, not 1 and 0");
            }
            return Err(self.reporter.push(diagnostic));
        }
        let fits = self.fits(value.val, &domain);
        match self.system.terms.constant(fits).and_then(Value::as_bool) {
            Some(true) => Ok(Vec::new()),
            Some(false) => {
                let headline = format!("`{name}` is {wanted} and cannot be assigned {found}");
                let diagnostic = Diagnostic::at(codes::OUT_OF_RANGE, value.span, headline, "out of range")
                    .label(self.slot(slot).span, format!("declared as {wanted}"));
                Err(self.reporter.push(diagnostic))
            }
            None => {
                let mut found = Vec::new();
                let always = self.system.terms.bool(true);
                let mut budget = MOST_BRANCHES;
                self.leaf_hazards(value, &domain, &name, always, &mut budget, &mut found);
                Ok(found)
            }
        }
    }

    /// One hazard for each branch whose value may not fit, so that the message points at the branch.
    fn leaf_hazards(
        &mut self,
        value: Operand,
        domain: &Domain,
        name: &str,
        guard: TermId,
        budget: &mut usize,
        found: &mut Vec<Hazard>,
    ) {
        let shape = self.val(value.val).shape.clone();
        if let ValueShape::Choice(branches) = shape
            && *budget > branches.len()
        {
            *budget -= branches.len();
            let mut none_before = guard;
            for (index, branch) in branches.iter().enumerate() {
                let last = index + 1 == branches.len();
                let here = match last {
                    true => none_before,
                    false => self.system.terms.and([none_before, branch.condition]),
                };
                let value = Operand { val: branch.value, span: branch.span };
                self.leaf_hazards(value, domain, name, here, budget, found);
                let not = self.system.terms.not(branch.condition);
                none_before = self.system.terms.and([none_before, not]);
            }
            return;
        }
        let fits = self.fits(value.val, domain);
        if plainly_holds(&self.system.terms, guard, fits) {
            return;
        }
        let safe = self.system.terms.implies(guard, fits);
        let (span, wanted) = (value.span, domain.describe(self.file));
        let message = format!("`{}` may not fit `{name}`, which is {wanted}", self.excerpt(span));
        let hazard = self.hazard(ObligationKind::OutOfRange, safe, message, span);
        found.extend(hazard);
    }

    /// Lowers the `init` and `next` equations.
    pub(super) fn assignments(&mut self) {
        for index in 0..self.assignments.len() {
            let assignment = self.assignments[index];
            let by_process = assignment.kind == AssignKind::Next && self.selector.is_some();
            let apart = assignment.kind == AssignKind::Now || by_process;
            if !apart && matches!(self.slot(assignment.slot).place, Place::Var(..)) {
                let _reported = self.lower_assignment(&assignment, index);
            }
        }
        self.process_steps();
    }

    fn lower_assignment(&mut self, assignment: &Assignment, index: usize) -> Checked<()> {
        let (val, hazards) = self.assigned_value(assignment)?;
        let element = Some(assignment.element);
        let Place::Var(var, _) = self.slot(assignment.slot).place else { return Err(Reported) };
        self.equations.push(Equation { var, assignment: index, value: val });
        if assignment.kind == AssignKind::Init {
            let term = self.relation(assignment, val, &hazards)?;
            self.system.init.push(Constraint { term, element });
            self.oblige(&hazards, When::Initially, element);
            return Ok(());
        }
        self.next_value(assignment, val, &hazards)
    }

    /// States the next value of a variable: as an update where one value is given, as a relation otherwise.
    pub(super) fn next_value(&mut self, assignment: &Assignment, val: ValId, hazards: &[Hazard]) -> Checked<()> {
        let element = Some(assignment.element);
        let Place::Var(var, _) = self.slot(assignment.slot).place else { return Err(Reported) };
        let functional = !self.val(val).set && !self.uses(val, super::context::Feature::Next);
        if functional {
            let ty = self.slot(assignment.slot).domain.ty.clone();
            let term = self.commit(val, &ty);
            self.system.next.insert(var, Update { term, element });
        } else {
            let term = self.relation(assignment, val, hazards)?;
            self.system.trans.push(Constraint { term, element });
        }
        self.oblige(hazards, When::Always, element);
        Ok(())
    }

    /// Formula: the variable takes the value, wherever the value is safe to use.
    fn relation(&mut self, assignment: &Assignment, val: ValId, hazards: &[Hazard]) -> Checked<TermId> {
        let Place::Var(var, _) = self.slot(assignment.slot).place else { return Err(Reported) };
        let domain = self.slot(assignment.slot).domain.clone();
        let target = match assignment.kind {
            AssignKind::Next => self.system.terms.next(var),
            _ => self.system.terms.now(var),
        };
        let related = self.relate(val, target, &domain);
        let safe = self.all_safe(hazards);
        Ok(self.system.terms.implies(safe, related))
    }
}
