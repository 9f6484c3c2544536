//! Inputs and registers.

use super::{Blocks, Built, Fail, Lowerer, names, word_sort};
use crate::netlist::{Assignment, MOST_INDEX_BITS, Node, Sort, State};
use wherefore_ir::network::BlockId;
use wherefore_ir::{Constraint, ElementKind, Role, Update, VarId};

/// A register, or one element of it, that waits for its values.
#[derive(Debug)]
pub(super) struct Register {
    var: VarId,
    /// Its number among the registers, and that of the element.
    number: usize,
    element: usize,
    /// Its memory, if it has a next value.
    memory: Option<BlockId>,
    /// The choice between first and later value, if it has both.
    arrow: Option<BlockId>,
}

impl Lowerer<'_> {
    pub(super) fn input(&mut self, node: &Node) -> Built<Blocks> {
        let name = names::own(&node.place, self.netlist.format, ('i', "input"));
        let vars = self.declare(&name, node, Role::Input)?;
        Ok(blocks(vars.iter().map(|(var, name)| self.free(*var, name)).collect(), node.sort))
    }

    fn free(&mut self, var: VarId, name: &str) -> BlockId {
        let block = self.builder.free(var, self.element);
        self.builder.name(block, name);
        block
    }

    pub(super) fn state(&mut self, number: usize, node: &Node) -> Built<Blocks> {
        let name = names::own(&node.place, self.netlist.format, ('l', "state"));
        let vars = self.declare(&name, node, Role::State)?;
        let state = self.netlist.states.get(number).copied().ok_or(Fail::Foreign)?;
        let mut list = Vec::new();
        for (element, (var, name)) in vars.into_iter().enumerate() {
            list.push(self.register(state, (number, element), var, &name));
        }
        Ok(blocks(list, node.sort))
    }

    /// The block of a register that is read.
    fn register(&mut self, state: State, (number, element): (usize, usize), var: VarId, name: &str) -> BlockId {
        if state.next.is_none() {
            self.registers.push(Register { var, number, element, memory: None, arrow: None });
            return self.free(var, name);
        }
        let memory = self.builder.register(var, self.element);
        let arrow = state.init.map(|_| self.builder.initialised(memory, self.element));
        self.registers.push(Register { var, number, element, memory: Some(memory), arrow });
        let seen = arrow.unwrap_or(memory);
        self.builder.name(seen, name);
        seen
    }

    /// The variables of an input or register: one, or one for each element. All of them belong to one element of the source.
    fn declare(&mut self, name: &str, node: &Node, role: Role) -> Built<Vec<(VarId, String)>> {
        let name = self.names.take(name);
        let element = self.element(ElementKind::Variable, name.clone(), node.place.span);
        self.element = Some(element);
        let (names, width) = match node.sort {
            Sort::Word(width) => (vec![name], width),
            Sort::Array { index, .. } if index > MOST_INDEX_BITS => return Err(Fail::Array(index)),
            Sort::Array { index, element } => {
                let names = (0..1usize << index).map(|i| self.names.take(&format!("{name}[{i}]"))).collect();
                (names, element)
            }
        };
        let mut vars = Vec::new();
        for name in names {
            let var = self.builder.system.add_var(name.clone(), word_sort(width), role, self.element);
            vars.push((var.ok_or(Fail::Foreign)?, name));
        }
        Ok(vars)
    }

    /// Gives the registers their first and next values, which may stand behind them in the file.
    pub(super) fn connect_registers(&mut self) -> Built<()> {
        for register in std::mem::take(&mut self.registers) {
            let state = self.netlist.states.get(register.number).copied().ok_or(Fail::Foreign)?;
            if let (Some(next), Some(memory)) = (state.next, register.memory) {
                self.connect_next(&register, next, memory)?;
            }
            if let Some(init) = state.init {
                self.connect_init(&register, init)?;
            }
        }
        Ok(())
    }

    fn connect_next(&mut self, register: &Register, next: Assignment, memory: BlockId) -> Built<()> {
        let value = self.element_of(next, register.element)?;
        self.builder.connect(memory, value);
        let name = format!("next {}", self.builder.system.terms.var(register.var).name);
        let element = Some(self.element(ElementKind::Equation, name, next.span));
        let term = self.builder.value(value);
        self.builder.system.next.insert(register.var, Update { term, element });
        Ok(())
    }

    fn connect_init(&mut self, register: &Register, init: Assignment) -> Built<()> {
        let value = self.element_of(init, register.element)?;
        if let (Some(arrow), Some(memory)) = (register.arrow, register.memory) {
            let first = match self.first {
                Some(first) => first,
                None => self.builder.first(None),
            };
            self.first = Some(first);
            self.builder.set_first(arrow, first, (value, memory));
        }
        let name = format!("init {}", self.builder.system.terms.var(register.var).name);
        let element = Some(self.element(ElementKind::Constraint, name, init.span));
        let value = self.builder.value(value);
        let now = self.builder.system.terms.now(register.var);
        let term = self.builder.system.terms.eq(now, value);
        self.builder.system.init.push(Constraint { term, element });
        Ok(())
    }

    /// The value of one element; a word stands for all elements.
    fn element_of(&mut self, assignment: Assignment, element: usize) -> Built<BlockId> {
        self.span = assignment.span;
        self.element = None;
        if let Some(hole) = self.hole(assignment.span, self.netlist.sort(assignment.value))? {
            return Ok(hole);
        }
        match self.netlist.sort(assignment.value) {
            Some(Sort::Array { .. }) => self.elements(assignment.value)?.get(element).copied().ok_or(Fail::Foreign),
            _ => self.literal(assignment.value),
        }
    }
}

fn blocks(list: Vec<BlockId>, sort: Sort) -> Blocks {
    match (sort, list.as_slice()) {
        (Sort::Word(_), [only]) => Blocks::One(*only),
        _ => Blocks::Many(list),
    }
}
