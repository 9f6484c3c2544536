//! Variables: their types, arrays taken apart, and their place in the system.
//!
//! An array variable becomes one variable for each element, named as NuSMV prints it: `data[1]`. A variable that is
//! assigned `x := e` with one value `e` is no state at all but a name for `e`; it is declared as a definition that keeps
//! its sort. Only when `e` is a set does it stay a variable, with a constraint.

use super::Lowerer;
use super::commit::Domain;
use super::val::{Val, ValId, ValueShape};
use crate::smv::ast::{AssignKind, Expr, ExprId, Item, Type, TypeId, Unary, VarSection};
use crate::smv::codes;
use crate::smv::parse::WIDEST_WORD;
use crate::smv::resolve::{InstanceId, VarDecl, VarDeclId};
use crate::smv::types::{Interval, Member, Symbols, Ty};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::{Constraint, ElementId, ElementKind, Role, TermId, VarId};
use wherefore_syntax::{Checked, Reported};

/// How many variables arrays may expand to, over the whole model.
const MOST_SLOTS: usize = 1_000_000;

/// The widest words that index an array.
const WIDEST_INDEX: u32 = 8;

/// Index of a scalar variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SlotId(pub u32);

/// Lowering of a declared variable: one scalar or an array of such.
#[derive(Clone, Debug)]
pub(super) enum Entity {
    Slot(SlotId),
    Array(i64, Vec<Entity>),
    /// Indexed by the words of this width.
    WordArray(u32, Vec<Entity>),
}

/// How a scalar variable is represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Waiting,
    UnderWay,
    Var(VarId, ValId),
    Wire(ValId),
    Failed,
}

/// A scalar variable.
#[derive(Debug)]
pub(super) struct Slot {
    pub name: String,
    pub domain: Domain,
    pub section: VarSection,
    pub element: ElementId,
    pub span: Span,
    pub place: Place,
    /// Its assignments `x := e`, `init(x) := e`, `next(x) := e`, as indices.
    pub assigned: [Option<usize>; 3],
}

/// A type with its bounds known.
enum TypeShape {
    Scalar(Domain),
    Array(i64, i64, Box<TypeShape>),
    WordArray(u32, Box<TypeShape>),
}

impl TypeShape {
    /// How many elements it has in all dimensions together.
    fn elements(&self) -> i64 {
        match self {
            TypeShape::Scalar(_) => 1,
            TypeShape::Array(low, high, inner) => {
                high.saturating_sub(*low).saturating_add(1).saturating_mul(inner.elements())
            }
            TypeShape::WordArray(width, inner) => {
                1i64.checked_shl(*width).unwrap_or(i64::MAX).saturating_mul(inner.elements())
            }
        }
    }
}

impl Lowerer<'_, '_> {
    pub(super) fn slot(&self, id: SlotId) -> &Slot {
        &self.slots[id.0 as usize]
    }

    /// Works out the type of every variable, and collects the symbolic constants on the way.
    pub(super) fn declare_all(&mut self) {
        self.entities = vec![None; self.model.vars.len()];
        self.named_constants();
        for index in 0..self.model.vars.len() {
            self.entities[index] = self.declare(self.model.vars[index]).ok();
        }
    }

    fn named_constants(&mut self) {
        for instance in &self.model.instances {
            for item in &instance.items {
                if let Item::Constants(names) = item {
                    self.literals.extend(names.iter().map(|n| n.symbol));
                }
            }
        }
    }

    fn declare(&mut self, decl: VarDecl<'_>) -> Checked<Entity> {
        let Item::Var { section, name, ty } = decl.item else { return Err(Reported) };
        let shape = self.type_shape(*ty, decl.instance)?;
        let full = self.model.instance(decl.instance).qualified(self.file.name(name.symbol));
        let span = name.span.to(self.file.type_span(*ty));
        let parent = self.component(decl.instance);
        let element = self.add_element(ElementKind::Variable, full.clone(), span, parent);
        self.expand(full, &shape, *section, element, name.span)
    }

    fn expand(
        &mut self,
        name: String,
        shape: &TypeShape,
        section: VarSection,
        element: ElementId,
        span: Span,
    ) -> Checked<Entity> {
        match shape {
            TypeShape::Scalar(domain) => {
                if self.slots.len() >= MOST_SLOTS {
                    let headline = format!("arrays of more than {MOST_SLOTS} elements in all");
                    return Err(self.error(codes::TOO_LARGE, span, headline, "the limit is reached here"));
                }
                self.slots.push(Slot {
                    name,
                    domain: domain.clone(),
                    section,
                    element,
                    span,
                    place: Place::Waiting,
                    assigned: [None; 3],
                });
                Ok(Entity::Slot(SlotId(self.slots.len() as u32 - 1)))
            }
            TypeShape::Array(low, high, inner) => {
                let mut elements = Vec::new();
                for index in *low..=*high {
                    elements.push(self.expand(format!("{name}[{index}]"), inner, section, element, span)?);
                }
                Ok(Entity::Array(*low, elements))
            }
            TypeShape::WordArray(width, inner) => {
                let mut elements = Vec::new();
                for index in 0..1u64 << width {
                    elements.push(self.expand(format!("{name}[{index}]"), inner, section, element, span)?);
                }
                Ok(Entity::WordArray(*width, elements))
            }
        }
    }

    fn type_shape(&mut self, ty: TypeId, scope: InstanceId) -> Checked<TypeShape> {
        let span = self.file.type_span(ty);
        let scalar = match self.file.ty(ty) {
            Type::Boolean => Ty::Bool,
            Type::Integer => Ty::Int(Interval::ALL),
            Type::Real => Ty::Real,
            Type::Range(low, high) => {
                let (low, high) = self.bounds(*low, *high, scope, span)?;
                Ty::range(low, high)
            }
            Type::Word { signed, width } => Ty::Word { signed: *signed, width: self.word_width(*width, scope, span)? },
            Type::Enum(values) => return self.enum_type(values, scope, span).map(TypeShape::Scalar),
            Type::Array { low, high, element } => {
                let element = *element;
                let (low, high) = self.bounds(*low, *high, scope, span)?;
                let inner = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.type_shape(element, scope))?;
                let shape = TypeShape::Array(low, high, Box::new(inner));
                if shape.elements() > MOST_SLOTS as i64 {
                    let headline = format!("an array of more than {MOST_SLOTS} elements");
                    return Err(self.error(codes::TOO_LARGE, span, headline, "too large"));
                }
                return Ok(shape);
            }
            Type::WordArray { width, element } => {
                let element = *element;
                let width = self.array_width(*width, scope, span)?;
                let inner = self.type_shape(element, scope)?;
                if !matches!(inner, TypeShape::Scalar(_)) {
                    let headline = "an array of arrays indexed by words is not supported";
                    return Err(self.error(codes::UNSUPPORTED, span, headline, "not supported"));
                }
                return Ok(TypeShape::WordArray(width, Box::new(inner)));
            }
            Type::Instance { .. } => {
                let headline = "an array of instances is not supported";
                let diagnostic = Diagnostic::at(codes::UNSUPPORTED, span, headline, "not supported");
                return Err(self.reporter.push(diagnostic.help("declare one variable for each instance")));
            }
            Type::Error => return Err(Reported),
        };
        Ok(TypeShape::Scalar(Domain { ty: scalar, listed: None }))
    }

    /// The width of the indices of an array, which has one variable for each.
    pub(super) fn array_width(&mut self, width: ExprId, scope: InstanceId, span: Span) -> Checked<u32> {
        let found = self.word_width(width, scope, span)?;
        if found > WIDEST_INDEX {
            let headline = format!("an array indexed by words of more than {WIDEST_INDEX} bits");
            let diagnostic = Diagnostic::at(codes::TOO_LARGE, span, headline, "too large");
            let help = "each index is a variable of its own: a model with fewer of them shows the same";
            return Err(self.reporter.push(diagnostic.help(help)));
        }
        Ok(found)
    }

    pub(super) fn word_width(&mut self, width: ExprId, scope: InstanceId, span: Span) -> Checked<u32> {
        let found = self.constant_int(width, scope, "the width of a word")?;
        u32::try_from(found).ok().filter(|w| (1..=WIDEST_WORD).contains(w)).ok_or_else(|| {
            let headline = format!("the width of a word lies between 1 and {WIDEST_WORD}, found {found}");
            self.error(codes::EMPTY_TYPE, span, headline, "not a width")
        })
    }

    fn bounds(&mut self, low: ExprId, high: ExprId, scope: InstanceId, span: Span) -> Checked<(i64, i64)> {
        let low = self.constant_int(low, scope, "a bound")?;
        let high = self.constant_int(high, scope, "a bound")?;
        if low > high {
            let headline = format!("the range {low}..{high} is empty");
            return Err(self.error(codes::EMPTY_TYPE, span, headline, "no value"));
        }
        Ok((low, high))
    }

    /// `{a, 1, b}`. Names are symbolic constants here whatever else they may be; only integers gives a range, with a
    /// list if it has gaps; `{TRUE, FALSE}` is boolean.
    fn enum_type(&mut self, values: &[ExprId], scope: InstanceId, span: Span) -> Checked<Domain> {
        let mut members = IndexSet::<Member>::default();
        let mut truths = 0;
        for value in values {
            match self.file.expr(*value) {
                Expr::Name(symbol) => {
                    self.literals.insert(*symbol);
                    members.insert(Member::Name(*symbol));
                }
                Expr::Dot(..) if let Some(symbol) = self.file.path_text(*value).and_then(|t| self.file.find(&t)) => {
                    self.literals.insert(symbol);
                    members.insert(Member::Name(symbol));
                }
                Expr::Bool(_) => truths += 1,
                Expr::Int(_) | Expr::Unary(Unary::Neg, _) | Expr::Chain(..) => {
                    let number = self.constant_int(*value, scope, "a value of an enumeration")?;
                    members.insert(Member::Int(number));
                }
                _ => {
                    let span = self.span(*value);
                    return Err(self.error(
                        codes::NOT_CONSTANT,
                        span,
                        "an enumeration lists constants",
                        "not a constant",
                    ));
                }
            }
        }
        match (truths, members.is_empty()) {
            (0, true) => Err(self.error(codes::EMPTY_TYPE, span, "an enumeration without values", "empty")),
            (2, true) => Ok(Domain { ty: Ty::Bool, listed: None }),
            (0, false) => Ok(domain_of(members.into_iter().collect())),
            _ => {
                let headline = "an enumeration with TRUE or FALSE among other values is not supported";
                let diagnostic = Diagnostic::at(codes::UNSUPPORTED, span, headline, "not supported");
                let help = "an enumeration has symbols and integers; the truth values alone are the type `boolean`";
                Err(self.reporter.push(diagnostic.help(help)))
            }
        }
    }

    /// Declares the variables, in order; those that are assigned in every state come after the others, because only
    /// their value shows whether they are variables at all.
    pub(super) fn variables(&mut self) {
        let now = AssignKind::Now as usize;
        let (later, first): (Vec<usize>, Vec<usize>) =
            (0..self.slots.len()).partition(|i| self.slots[*i].assigned[now].is_some());
        for index in first {
            self.declare_var(SlotId(index as u32));
        }
        for index in later {
            let span = self.slots[index].span;
            let _reported = self.slot_val(SlotId(index as u32), span);
        }
    }

    /// Adds a slot to the system as a variable.
    pub(super) fn declare_var(&mut self, id: SlotId) {
        let (name, domain, element) = (self.slot(id).name.clone(), self.slot(id).domain.clone(), self.slot(id).element);
        let role = match self.slot(id).section {
            VarSection::State => Role::State,
            VarSection::Input => Role::Input,
            VarSection::Frozen => Role::Frozen,
        };
        let sort = self.sort(&domain.ty);
        let Some(var) = self.system.add_var(name.clone(), sort, role, Some(element)) else {
            let headline = format!("the full name `{name}` is taken");
            self.error(codes::DUPLICATE, self.slot(id).span, headline, "declared again");
            self.slots[id.0 as usize].place = Place::Failed;
            return;
        };
        match role {
            Role::Frozen => drop(self.frozen.insert(var)),
            Role::Input => drop(self.inputs.insert(var)),
            Role::State => {}
        }
        if matches!(domain.ty, Ty::Word { signed: true, .. }) {
            self.system.terms.read_as_signed(var);
        }
        let now = self.system.terms.now(var);
        let val = self.term_val(now, domain.ty.clone(), Vec::new());
        self.slots[id.0 as usize].place = Place::Var(var, val);
        if let Some(listed) = domain.listed {
            let options: Vec<TermId> = listed
                .iter()
                .map(|n| {
                    let value = self.system.terms.int(*n);
                    self.system.terms.eq(now, value)
                })
                .collect();
            let term = self.system.terms.or(options);
            self.system.invar.push(Constraint { term, element: Some(element) });
        }
    }

    /// The value of a declared variable or array.
    pub(super) fn var_val(&mut self, id: VarDeclId, used: Span) -> Checked<ValId> {
        match self.entities[id.0 as usize].clone() {
            Some(entity) => self.entity_val(&entity, used),
            None if !self.reporter.failed() => {
                let headline = "a variable stands where a constant is needed";
                Err(self.error(codes::NOT_CONSTANT, used, headline, "not a constant"))
            }
            None => Err(Reported),
        }
    }

    fn entity_val(&mut self, entity: &Entity, used: Span) -> Checked<ValId> {
        match entity {
            Entity::Slot(slot) => self.slot_val(*slot, used),
            Entity::Array(low, elements) => {
                let vals: Vec<ValId> = elements.iter().map(|e| self.entity_val(e, used)).collect::<Checked<_>>()?;
                let shape = ValueShape::Array(*low, vals);
                Ok(self.add_val(Val { shape, ty: Ty::Array, set: false, hazards: Vec::new() }))
            }
            Entity::WordArray(width, elements) => {
                let vals: Vec<ValId> = elements.iter().map(|e| self.entity_val(e, used)).collect::<Checked<_>>()?;
                Ok(self.word_array(*width, vals))
            }
        }
    }

    /// The present value of a scalar variable.
    pub(super) fn slot_val(&mut self, id: SlotId, used: Span) -> Checked<ValId> {
        match self.slot(id).place {
            Place::Var(_, val) | Place::Wire(val) => Ok(val),
            Place::Failed => Err(Reported),
            Place::UnderWay => {
                let name = self.slot(id).name.clone();
                Err(self.circular(&name, used))
            }
            Place::Waiting if self.slot(id).assigned[AssignKind::Now as usize].is_some() => {
                self.lower_now(id)?;
                self.slot_val(id, used)
            }
            Place::Waiting => {
                let headline = "a variable stands where a constant is needed";
                Err(self.error(codes::NOT_CONSTANT, used, headline, "not a constant"))
            }
        }
    }
}

/// The domain with these values: a range if all are integers, listed one by one if the range has gaps.
fn domain_of(members: Symbols) -> Domain {
    let number = |m: Member| if let Member::Int(n) = m { Some(n) } else { None };
    let numbers: Option<IndexSet<i64, FxBuildHasher>> = members.iter().map(number).collect();
    let bounds = numbers.and_then(|list| Some((*list.iter().min()?, *list.iter().max()?, list)));
    let Some((low, high, numbers)) = bounds else { return Domain { ty: Ty::Symbolic(members), listed: None } };
    let gaps = high.checked_sub(low).is_none_or(|d| d as usize + 1 != numbers.len());
    Domain { ty: Ty::range(low, high), listed: gaps.then(|| numbers.into()) }
}
