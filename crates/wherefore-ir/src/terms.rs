//! The arena of hash-consed terms.
//!
//! A node is an operator, a slice of operands and a sort. Interning makes equal terms the same id; an operand is always
//! made before the term that uses it, so ids are a topological order. Nothing is ever removed.

use crate::rules::{SortError, result_sort};
use crate::{EnumId, EnumSort, Op, Purpose, Sort, Value, Visibility};
use hashbrown::HashTable;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHasher};
use std::hash::{Hash, Hasher};

/// A term of one [`Terms`] arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub u32);

/// A variable of one [`Terms`] arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(pub u32);

/// An interned constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConstId(pub u32);

impl TermId {
    /// As an index into a table with one row per term.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl VarId {
    /// As an index into a table with one row per variable.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable as terms see it; its role belongs to the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Var {
    /// Unique name, as the modeller would write it.
    pub name: String,
    /// Sort that the variable ranges over.
    pub sort: Sort,
    /// A bit-vector that people read as two's complement.
    pub signed: bool,
    /// Whether the source declares it.
    pub visibility: Visibility,
}

impl Var {
    /// Whether reports leave it out.
    pub fn is_hidden(&self) -> bool {
        self.visibility.is_hidden()
    }

    /// Whether it follows the truth of a formula along a run, and so is behind by a tick.
    pub fn is_monitor(&self) -> bool {
        self.visibility == Visibility::Auxiliary(Purpose::Monitor)
    }

    /// Its name for sentences: without the mark that keeps names of auxiliary variables apart from those of a source.
    pub fn spelling(&self) -> &str {
        if self.is_hidden() { self.name.trim_start_matches('$') } else { &self.name }
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    first: u32,
    count: u32,
    flags: Flags,
}

/// Features that occur inside a term, kept per term so that asking is free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Flags(u8);

impl Flags {
    const NEXT: u8 = 1;
    const LTL: u8 = 2;
    const CTL: u8 = 4;
    const VARIABLE: u8 = 8;

    fn of(op: Op) -> Flags {
        Flags(match op {
            Op::Var(_) => Self::VARIABLE,
            Op::Next(_) => Self::VARIABLE | Self::NEXT,
            op if op.is_ltl() => Self::LTL,
            op if op.is_ctl() => Self::CTL,
            _ => 0,
        })
    }
}

/// Variables, enumerations, constants and terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    operands: Vec<TermId>,
    table: HashTable<TermId>,
    constants: IndexSet<Value, FxBuildHasher>,
    enums: IndexSet<EnumSort, FxBuildHasher>,
    vars: Vec<Var>,
    names: indexmap::IndexMap<String, VarId, FxBuildHasher>,
    /// Some term besides constants is a real or a float, or is made of one.
    reals: bool,
    /// Words are shown as plain numbers.
    plain_words: bool,
}

impl Terms {
    /// An empty arena.
    pub fn new() -> Terms {
        Terms::default()
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no term.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All terms, operands before the terms that use them.
    pub fn ids(&self) -> impl Iterator<Item = TermId> + use<> {
        (0..self.nodes.len() as u32).map(TermId)
    }

    /// Whether this arena is another one with terms added: variables and terms of that one mean the same here.
    pub fn extends(&self, other: &Terms) -> bool {
        let same = |t: TermId| {
            let node = |terms: &Terms| (terms.op(t), terms.sort(t));
            node(self) == node(other) && self.operands(t) == other.operands(t)
        };
        self.vars == other.vars
            && other.enums.iter().eq(self.enums.iter().take(other.enums.len()))
            && other.constants.iter().eq(self.constants.iter().take(other.constants.len()))
            && other.len() <= self.len()
            && other.ids().all(same)
    }

    /// The operator of a term.
    pub fn op(&self, term: TermId) -> Op {
        self.nodes[term.index()].op
    }

    /// The operands of a term.
    pub fn operands(&self, term: TermId) -> &[TermId] {
        let node = &self.nodes[term.index()];
        &self.operands[node.first as usize..(node.first + node.count) as usize]
    }

    /// The sort of a term.
    pub fn sort(&self, term: TermId) -> Sort {
        self.nodes[term.index()].sort
    }

    /// Whether the term speaks of the next state.
    pub fn has_next(&self, term: TermId) -> bool {
        self.flag(term, Flags::NEXT)
    }

    /// Whether an LTL operator occurs in it.
    pub fn has_ltl(&self, term: TermId) -> bool {
        self.flag(term, Flags::LTL)
    }

    /// Whether a CTL operator occurs in it.
    pub fn has_ctl(&self, term: TermId) -> bool {
        self.flag(term, Flags::CTL)
    }

    /// Whether a variable occurs in it.
    pub fn has_variable(&self, term: TermId) -> bool {
        self.flag(term, Flags::VARIABLE)
    }

    fn flag(&self, term: TermId, flag: u8) -> bool {
        self.nodes[term.index()].flags.0 & flag != 0
    }

    /// The value of a constant term.
    pub fn constant(&self, term: TermId) -> Option<&Value> {
        match self.op(term) {
            Op::Const(id) => Some(self.value(id)),
            _ => None,
        }
    }

    /// An interned constant.
    pub fn value(&self, id: ConstId) -> &Value {
        &self.constants[id.0 as usize]
    }

    /// The values of an enumeration.
    pub fn enumeration(&self, id: EnumId) -> &EnumSort {
        &self.enums[id.0 as usize]
    }

    /// All enumerations.
    pub fn enumerations(&self) -> impl Iterator<Item = (EnumId, &EnumSort)> {
        self.enums.iter().enumerate().map(|(i, e)| (EnumId(i as u32), e))
    }

    /// The enumeration with these values, made if need be.
    pub fn intern_enum(&mut self, values: Vec<String>) -> EnumId {
        EnumId(self.enums.insert_full(EnumSort { values }).0 as u32)
    }

    /// Declares a variable. The name must be new: `None` if it is taken.
    pub fn declare(&mut self, name: impl Into<String>, sort: Sort) -> Option<VarId> {
        let name = name.into();
        let id = VarId(self.vars.len() as u32);
        if self.names.contains_key(&name) {
            return None;
        }
        self.names.insert(name.clone(), id);
        self.vars.push(Var { name, sort, signed: false, visibility: Visibility::Source });
        Some(id)
    }

    /// Marks a bit-vector variable as one that people read as two's complement.
    pub fn read_as_signed(&mut self, var: VarId) {
        self.vars[var.index()].signed = true;
    }

    /// Marks a variable as one that the source does not declare.
    pub fn mark_auxiliary(&mut self, var: VarId, purpose: Purpose) {
        self.vars[var.index()].visibility = Visibility::Auxiliary(purpose);
    }

    /// Declares a variable of another sort under the name of one of another arena, and with all that people see in it. `None` if
    /// the name is taken.
    pub fn declare_like(&mut self, other: &Var, sort: Sort) -> Option<VarId> {
        let var = self.declare(other.name.clone(), sort)?;
        let declared = &mut self.vars[var.index()];
        (declared.signed, declared.visibility) = (other.signed, other.visibility);
        Some(var)
    }

    /// Declares a place holder: `$name`, with a mark for each time that is taken.
    pub fn declare_stand_in(&mut self, name: &str, sort: Sort) -> VarId {
        let mut name = format!("${name}");
        loop {
            if let Some(var) = self.declare(name.clone(), sort) {
                self.mark_auxiliary(var, Purpose::StandIn);
                return var;
            }
            name.push('\'');
        }
    }

    /// A variable's declaration.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    /// The variable of this name.
    pub fn find_var(&self, name: &str) -> Option<VarId> {
        self.names.get(name).copied()
    }

    /// All variables in order of declaration.
    pub fn vars(&self) -> impl Iterator<Item = (VarId, &Var)> {
        self.vars.iter().enumerate().map(|(i, v)| (VarId(i as u32), v))
    }

    /// How many variables there are.
    pub fn var_count(&self) -> usize {
        self.vars.len()
    }

    /// The constant term of a value.
    pub fn mk_const(&mut self, value: Value) -> TermId {
        let value = match value {
            Value::Float(format, bits) => Value::float(format, bits),
            value => value,
        };
        let sort = value.sort();
        let id = ConstId(self.constants.insert_full(value).0 as u32);
        self.intern(Op::Const(id), &[], sort)
    }

    /// Whether any term is a real number or a float, constants that stand alone apart.
    pub fn has_reals(&self) -> bool {
        self.reals
    }

    /// Words are shown as plain numbers from now on, for languages in which the width of a word is not part of its spelling.
    pub fn show_plain_words(&mut self) {
        self.plain_words = true;
    }

    /// Whether words are shown as plain numbers, `5`, instead of with their width, `0ud8_5`.
    pub fn shows_plain_words(&self) -> bool {
        self.plain_words
    }

    /// Whether reals or floats are computed although no variable is one: `x / 2` of an integer.
    pub fn computes_reals(&self) -> bool {
        self.reals && !self.vars().any(|(_, v)| v.sort == Sort::Real || v.sort.is_float())
    }

    /// A term, its sort worked out by the operator's rule. This is the one door through which terms enter; the named
    /// constructors in `fold` simplify first.
    pub fn mk(&mut self, op: Op, operands: &[TermId]) -> Result<TermId, SortError> {
        let sort = result_sort(self, op, operands)?;
        Ok(self.intern(op, operands, sort))
    }

    fn intern(&mut self, op: Op, operands: &[TermId], sort: Sort) -> TermId {
        let hash = hash_of(op, operands);
        let (nodes, pool) = (&self.nodes, &self.operands);
        let same = |id: &TermId| {
            let node = &nodes[id.index()];
            node.op == op && pool[node.first as usize..(node.first + node.count) as usize] == *operands
        };
        if let Some(id) = self.table.find(hash, same) {
            return *id;
        }
        let id = TermId(self.nodes.len() as u32);
        let flags = operands.iter().fold(Flags::of(op), |f, t| Flags(f.0 | self.nodes[t.index()].flags.0));
        let first = self.operands.len() as u32;
        self.operands.extend_from_slice(operands);
        let is_real = |sort: Sort| sort == Sort::Real || sort.is_float();
        let is_constant = matches!(op, Op::Const(_));
        self.reals |= !is_constant && (is_real(sort) || operands.iter().any(|t| is_real(self.sort(*t))));
        self.nodes.push(Node { op, sort, first, count: operands.len() as u32, flags });
        let (nodes, pool) = (&self.nodes, &self.operands);
        self.table.insert_unique(hash, id, |id| {
            let node = &nodes[id.index()];
            hash_of(node.op, &pool[node.first as usize..(node.first + node.count) as usize])
        });
        id
    }
}

fn hash_of(op: Op, operands: &[TermId]) -> u64 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    operands.hash(&mut hasher);
    hasher.finish()
}
