//! Processes: instances of which one runs in each step.
//!
//! With `p : process m` in a model, an input `_process_selector_` says which process takes the next step; `main` is one of
//! them. What stands in an instance belongs to the process around it. `next(x) := e` of a process becomes one branch of
//!
//! ```text
//! next(x) := case p.running : e; q.running : f; TRUE : x; esac
//! ```
//!
//! so several processes may assign one variable, and it keeps its value while none of them runs. Everything else (`init`,
//! `x := e`, INVAR, TRANS, variables without an equation) means what it means elsewhere.
//!
//! Fairness speaks of states and `running`, as all inputs, of steps. A fairness condition is true infinitely often exactly if it was true in
//! the last step infinitely often; so a memory of the last step stands for it. One memory of the process that ran serves
//! all conditions that look at nothing else.

use super::Lowerer;
use super::assign::Assignment;
use super::cycle::Equation;
use super::declare::{Place, SlotId};
use super::hazard::Hazard;
use super::val::{Guarded, Val, ValId, ValueShape};
use crate::smv::ast::{AssignKind, Ident};
use crate::smv::codes;
use crate::smv::resolve::InstanceId;
use crate::smv::types::Ty;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use wherefore_diag::Diagnostic;
use wherefore_ir::{Constraint, ElementKind, EnumId, Op, Purpose, Role, Sort, TermId, Update, Value, VarId, walk};
use wherefore_syntax::{Checked, Reported};

/// The name of the input in NuSMV.
const SELECTOR: &str = "_process_selector_";
const RUNNING: &str = "running";

/// The choice of the process that runs.
#[derive(Debug)]
pub(super) struct Selector {
    /// The input.
    var: VarId,
    /// Its values: the processes.
    values: EnumId,
    /// The position of each process among the values.
    position: FxHashMap<InstanceId, u32>,
    /// The process that ran in the last step, if a fairness condition asks for it.
    memory: Option<VarId>,
}

impl Lowerer<'_, '_> {
    /// Declares the input that chooses a process, if there is one besides `main`.
    pub(super) fn selector(&mut self) {
        let processes: Vec<InstanceId> = self.model.processes().collect();
        let Some(first) = processes.get(1) else { return };
        let span = self.model.instance(*first).span;
        let names = processes.iter().map(|p| self.process_name(*p)).collect();
        let values = self.system.terms.intern_enum(names);
        let element = self.add_element(ElementKind::Variable, SELECTOR.to_owned(), span, self.components[0]);
        match self.system.add_var(SELECTOR, Sort::Enum(values), Role::Input, Some(element)) {
            Some(var) => {
                self.inputs.insert(var);
                let position = processes.iter().zip(0..).map(|(p, n)| (*p, n)).collect();
                self.selector = Some(Selector { var, values, position, memory: None });
            }
            None => drop(self.error(codes::DUPLICATE, span, format!("`{SELECTOR}` is taken"), "a process")),
        }
        for process in processes {
            self.keep_running_free(process);
        }
    }

    /// Reports a declaration that takes a name which processes give a meaning.
    fn keep_running_free(&mut self, process: InstanceId) {
        for name in [RUNNING, SELECTOR] {
            let declared = self.file.find(name).and_then(|s| self.model.instance(process).names.get(&s));
            if let Some((_, span)) = declared {
                let headline = format!("`{name}` is declared in a model of processes, where it has a meaning already");
                self.error(codes::DUPLICATE, *span, headline, "declared again");
            }
        }
    }

    fn process_name(&self, process: InstanceId) -> String {
        let path = &self.model.instance(process).path;
        if path.is_empty() { "main".to_owned() } else { path.clone() }
    }

    /// Whether a name stands for the question whether `instance` runs.
    pub(super) fn has_running(&self, name: Ident, instance: InstanceId) -> bool {
        let is_process = self.model.instance(instance).process == instance;
        self.file.name(name.symbol) == RUNNING && is_process && self.model.processes().nth(1).is_some()
    }

    /// The message for a name that belongs to processes and has no meaning here.
    pub(super) fn refuse_process_name(&mut self, name: Ident) -> Option<Reported> {
        let (headline, label, help) = match self.file.name(name.symbol) {
            SELECTOR => {
                let help = "write `p.running` for: process p runs";
                (format!("`{SELECTOR}` cannot be read"), "the choice among processes", help)
            }
            RUNNING => {
                let help = "`running` belongs to `main` and to what is declared as `process`";
                ("`running` outside a process".to_owned(), "no process has it", help)
            }
            _ => return None,
        };
        let diagnostic = Diagnostic::at(codes::UNDEFINED_NAME, name.span, headline, label);
        Some(self.reporter.push(diagnostic.help(help)))
    }

    /// `p.running`.
    pub(super) fn running_val(&mut self, process: InstanceId) -> ValId {
        let term = self.running(process);
        self.term_val(term, Ty::Bool, Vec::new())
    }

    /// Formula: the next step is one of the process.
    fn running(&mut self, process: InstanceId) -> TermId {
        let Some(selector) = &self.selector else { return self.system.terms.bool(true) };
        let (var, value) = (selector.var, Value::Enum(selector.values, selector.position[&process]));
        let (chosen, name) = (self.system.terms.now(var), self.system.terms.mk_const(value));
        self.system.terms.eq(chosen, name)
    }

    /// The assignment that one of kind `kind` to the same variable clashes with, among those of kind `other`. Several
    /// processes may each say what comes next.
    pub(super) fn assigned_before(
        &self,
        other: AssignKind,
        kind: AssignKind,
        slot: SlotId,
        scope: InstanceId,
    ) -> Option<usize> {
        let first = self.slot(slot).assigned[other as usize]?;
        if (other, kind) != (AssignKind::Next, AssignKind::Next) || self.model.processes().nth(1).is_none() {
            return Some(first);
        }
        let process = self.model.instance(scope).process;
        let same = |a: &Assignment| a.kind == kind && a.slot == slot && self.model.instance(a.scope).process == process;
        self.assignments.iter().position(same)
    }

    /// Lowers the `next` equations of all processes, variable by variable.
    pub(super) fn process_steps(&mut self) {
        if self.selector.is_none() {
            return;
        }
        let mut of = IndexMap::<SlotId, Vec<usize>, FxBuildHasher>::default();
        for (index, assignment) in self.assignments.iter().enumerate().filter(|(_, a)| a.kind == AssignKind::Next) {
            of.entry(assignment.slot).or_default().push(index);
        }
        for (slot, list) in of {
            let _reported = self.process_step(slot, &list);
        }
    }

    fn process_step(&mut self, slot: SlotId, list: &[usize]) -> Checked<()> {
        let Place::Var(var, keep) = self.slot(slot).place else { return Err(Reported) };
        let (mut branches, mut hazards) = (Vec::new(), Vec::<Hazard>::new());
        for index in list {
            let assignment = self.assignments[*index];
            let (value, own) = self.assigned_value(&assignment)?;
            self.equations.push(Equation { var, assignment: *index, value });
            let process = self.model.instance(assignment.scope).process;
            let condition = self.running(process);
            let own = self.guarded(condition, own);
            self.merge(&mut hazards, own);
            let name = format!("{}.running", self.process_name(process));
            let element = self.add_element(ElementKind::Branch, name, assignment.span, assignment.element);
            branches.push(Guarded { condition, value, span: assignment.span, element: Some(element) });
        }
        let first = self.assignments[list[0]];
        let otherwise = self.system.terms.bool(true);
        branches.push(Guarded { condition: otherwise, value: keep, span: first.span, element: None });
        let set = branches.iter().any(|b| self.val(b.value).set);
        let ty = self.slot(slot).domain.ty.clone();
        let val = self.add_val(Val { shape: ValueShape::Choice(branches), ty, set, hazards: Vec::new() });
        self.next_value(&first, val, &hazards)
    }

    /// A condition that is true infinitely often exactly if `condition` is, and speaks of states only.
    pub(super) fn in_states(&mut self, condition: TermId) -> TermId {
        let read = walk::variables(&self.system.terms, [condition]);
        if read.is_disjoint(&self.inputs) {
            return condition;
        }
        let Some(selector) = self.selector.as_ref().map(|s| s.var).filter(|s| read.iter().all(|v| v == s)) else {
            return self.monitor(condition);
        };
        let memory = self.memory();
        let (mut done, terms) = (FxHashMap::default(), &mut self.system.terms);
        let told = walk::rewrite(terms, &[condition], &mut done, |terms, t| match terms.op(t) {
            Op::Var(v) if v == selector => Some(terms.now(memory)),
            _ => None,
        });
        told[0]
    }

    /// The variable that says which process ran in the last step; at first `main`, which makes no difference to what
    /// happens infinitely often.
    fn memory(&mut self) -> VarId {
        let Some(Selector { var, values, memory, .. }) = self.selector.as_ref() else { return VarId(0) };
        if let Some(memory) = memory {
            return *memory;
        }
        let (selector, values) = (*var, *values);
        let memory = self.system.add_auxiliary("ran", Sort::Enum(values), Role::State, Purpose::Memory);
        let terms = &mut self.system.terms;
        let (now, chosen, main) = (terms.now(memory), terms.now(selector), terms.mk_const(Value::Enum(values, 0)));
        let first = terms.eq(now, main);
        self.system.next.insert(memory, Update { term: chosen, element: None });
        self.system.init.push(Constraint { term: first, element: None });
        if let Some(selector) = &mut self.selector {
            selector.memory = Some(memory);
        }
        memory
    }
}
