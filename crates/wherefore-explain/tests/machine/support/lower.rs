//! A machine as a transition system with its control graph, built through the intermediate form.

use super::machine::{Choice, Entry, Expr, Plan, Value, Var};
use wherefore_ir::control::{ControlGraph, ControlState, Region, RegionId, StateId, Transition};
use wherefore_ir::{Constraint, Role, Sort, System, TermId, Update, Value as IrValue, VarId, validate};

/// A machine that the lens can be asked about.
pub struct Lowered {
    pub system: System,
    pub graph: ControlGraph,
    pub good: TermId,
}

/// Builds system and graph.
pub fn lower(plan: &Plan) -> Lowered {
    let mut build =
        Build { plan, system: System::new("machine"), control: vec![], data: vec![], inputs: vec![], choice: vec![] };
    build.declare();
    build.first();
    let parts = build.transitions();
    build.regions(&parts);
    build.updates(&parts);
    let good = build.expr(&plan.good);
    let graph = build.graph(&parts);
    assert_eq!(validate(&build.system), Vec::<String>::new());
    Lowered { system: build.system, graph, good }
}

/// Terms of one transition in the system.
struct Terms {
    enabled: TermId,
    /// As the graph shows it.
    taken: TermId,
    /// With the state around its region.
    happens: TermId,
}

struct Build<'a> {
    plan: &'a Plan,
    system: System,
    control: Vec<VarId>,
    data: Vec<VarId>,
    inputs: Vec<VarId>,
    /// Variable that decides between transitions, for each region; by input or label only.
    choice: Vec<VarId>,
}

impl Build<'_> {
    fn declare(&mut self) {
        for region in 0..self.plan.regions.len() {
            let names: Vec<String> =
                self.plan.states_of(region).iter().map(|s| self.plan.states[*s].name.clone()).collect();
            let hi = names.len() as i64 - 1;
            let sort = match self.plan.style.enumerated {
                true => Sort::Enum(self.system.terms.intern_enum(names)),
                false => Sort::Range { lo: 0, hi },
            };
            let name = self.plan.regions[region].name.clone();
            self.control.extend(self.system.add_var(name, sort, Role::State, None));
        }
        for (list, role) in [(&self.plan.data, Role::State), (&self.plan.inputs, Role::Input)] {
            for variable in list {
                let sort = if variable.boolean { Sort::Bool } else { Sort::Range { lo: 0, hi: variable.top } };
                let var = self.system.add_var(variable.name.clone(), sort, role, None);
                if role == Role::State { self.data.extend(var) } else { self.inputs.extend(var) }
            }
        }
        for region in 0..self.plan.regions.len() {
            let role = match self.plan.choice {
                Choice::Input => Role::Input,
                Choice::Label => Role::State,
                Choice::Rank | Choice::Target => continue,
            };
            let hi = self.plan.transitions_of(region).len().max(2) as i64 - 1;
            let name = format!("choice.{}", self.plan.regions[region].name);
            self.choice.extend(self.system.add_var(name, Sort::Range { lo: 0, hi }, role, None));
        }
    }

    fn first(&mut self) {
        let mut parts = Vec::new();
        for region in &self.plan.regions {
            let starts: Vec<TermId> = region.starts.iter().map(|s| self.at(*s)).collect();
            parts.push(self.system.terms.or(starts));
        }
        parts.extend(self.plan.init.iter().map(|e| self.expr(e)).collect::<Vec<_>>());
        if self.plan.style.bundled {
            parts = vec![self.system.terms.and(parts)];
        }
        self.system.init = parts.into_iter().map(|term| Constraint { term, element: None }).collect();
        let invar: Vec<TermId> = self.plan.invar.iter().map(|e| self.expr(e)).collect();
        self.system.invar = invar.into_iter().map(|term| Constraint { term, element: None }).collect();
    }

    fn at(&mut self, state: usize) -> TermId {
        let region = self.plan.states[state].region;
        let now = self.system.terms.now(self.control[region]);
        let code = self.state_code(state);
        self.system.terms.eq(now, code)
    }

    fn state_code(&mut self, state: usize) -> TermId {
        let region = self.plan.states[state].region;
        let place = self.plan.states_of(region).iter().position(|s| *s == state).expect("a state of its region");
        match self.system.terms.var(self.control[region]).sort {
            Sort::Enum(id) => self.system.terms.mk_const(IrValue::Enum(id, place as u32)),
            _ => self.system.terms.int(place),
        }
    }

    fn alive(&mut self, region: usize) -> TermId {
        let around: Vec<TermId> = self.plan.around(region).into_iter().map(|s| self.at(s)).collect();
        self.system.terms.and(around)
    }

    /// The state is active: its variable says so, and in the guarded style the states around it too.
    fn active(&mut self, state: usize) -> TermId {
        let at = self.at(state);
        let alive = self.alive(self.plan.states[state].region);
        if self.plan.style.guarded { self.system.terms.and([alive, at]) } else { at }
    }

    fn transitions(&mut self) -> Vec<Terms> {
        let mut parts: Vec<Terms> = Vec::new();
        let (mut free, mut ready) = (Vec::new(), Vec::new());
        for region in 0..self.plan.regions.len() {
            let mut open = vec![self.alive(region)];
            if self.plan.outer_first {
                for state in self.plan.around(region) {
                    let outer: Vec<TermId> = self
                        .plan
                        .transitions_of(self.plan.states[state].region)
                        .into_iter()
                        .map(|t| ready[t])
                        .collect();
                    let any = self.system.terms.or(outer);
                    open.push(self.system.terms.not(any));
                }
            }
            let open = self.system.terms.and(open);
            for transition in self.plan.transitions_of(region) {
                let able = self.able(transition);
                free.push(able);
                ready.push(self.system.terms.and([open, able]));
            }
        }
        for transition in 0..self.plan.transitions.len() {
            let chosen = self.chosen(transition, &ready);
            let happens = self.system.terms.and([ready[transition], chosen]);
            // Without guards only what the region itself says is shown: outer states are left to the reader.
            let bare = !self.plan.style.guarded && !self.plan.outer_first;
            let enabled = if bare { free[transition] } else { ready[transition] };
            let taken = self.system.terms.and([enabled, chosen]);
            parts.push(Terms { enabled, taken, happens });
        }
        parts
    }

    /// Source and guard, and no transition of lower rank where ranks decide.
    fn able(&mut self, transition: usize) -> TermId {
        let described = &self.plan.transitions[transition];
        let (source, guard) = (self.at(described.source), self.expr(&described.guard));
        let mut parts = vec![source, guard];
        for other in self.plan.exits(described.source) {
            if self.plan.choice == Choice::Rank && self.plan.transitions[other].rank < described.rank {
                let guard = self.expr(&self.plan.transitions[other].guard);
                parts.push(self.system.terms.not(guard));
            }
        }
        self.system.terms.and(parts)
    }

    /// Formula: a transition is the one taken if it is enabled.
    fn chosen(&mut self, transition: usize, ready: &[TermId]) -> TermId {
        let region = self.plan.region_of(transition);
        match self.plan.choice {
            Choice::Rank => self.system.terms.bool(true),
            Choice::Input => self.chosen_by_input(transition, ready),
            Choice::Label => {
                let place = self.place(transition);
                let (next, code) = (self.system.terms.next(self.choice[region]), self.system.terms.int(place));
                self.system.terms.eq(next, code)
            }
            Choice::Target => {
                let target = self.state_code(self.plan.transitions[transition].target);
                let next = self.system.terms.next(self.control[region]);
                self.system.terms.eq(next, target)
            }
        }
    }

    /// The input names an exit; from there on, round and round, the first that is enabled is taken.
    fn chosen_by_input(&mut self, transition: usize, ready: &[TermId]) -> TermId {
        let region = self.plan.region_of(transition);
        let exits = self.plan.exits(self.plan.transitions[transition].source);
        let mine = exits.iter().position(|t| *t == transition).expect("an exit of its source");
        let mut ways = Vec::new();
        for value in 0..self.plan.transitions_of(region).len().max(2) {
            let (now, code) = (self.system.terms.now(self.choice[region]), self.system.terms.int(value));
            let mut parts = vec![self.system.terms.eq(now, code)];
            let mut place = value % exits.len();
            while place != mine {
                parts.push(self.system.terms.not(ready[exits[place]]));
                place = (place + 1) % exits.len();
            }
            ways.push(self.system.terms.and(parts));
        }
        self.system.terms.or(ways)
    }

    fn place(&self, transition: usize) -> usize {
        let all = self.plan.transitions_of(self.plan.region_of(transition));
        all.iter().position(|t| *t == transition).expect("a transition of its region")
    }

    /// Control: targets, then entries; and where there is a choice, that one is made.
    fn regions(&mut self, parts: &[Terms]) {
        for region in 0..self.plan.regions.len() {
            let transitions = self.plan.transitions_of(region);
            let mut value = self.system.terms.now(self.control[region]);
            for transition in transitions.iter().copied() {
                let target = self.state_code(self.plan.transitions[transition].target);
                value = self.system.terms.ite(parts[transition].happens, target, value);
            }
            let value = self.placed(region, value, parts);
            self.update(self.control[region], value);
            if matches!(self.plan.choice, Choice::Label | Choice::Target) {
                self.choose(region, &transitions, parts);
            }
        }
    }

    fn placed(&mut self, region: usize, value: TermId, parts: &[Terms]) -> TermId {
        let around = self.plan.around(region);
        let enters = |t: &usize| around.contains(&self.plan.transitions[*t].target);
        let entering: Vec<usize> = (0..parts.len()).filter(enters).collect();
        let entered = self.system.terms.or(entering.into_iter().map(|t| parts[t].happens));
        let put = match &self.plan.regions[region].entry {
            Entry::Kept => return value,
            Entry::At(state) => self.state_code(*state),
            Entry::If(when, yes, no) => {
                let (when, yes, no) = (self.expr(when), self.state_code(*yes), self.state_code(*no));
                self.system.terms.ite(when, yes, no)
            }
        };
        self.system.terms.ite(entered, put, value)
    }

    fn choose(&mut self, region: usize, transitions: &[usize], parts: &[Terms]) {
        let ready: Vec<TermId> = self.gather(transitions, parts);
        let terms = &mut self.system.terms;
        let (some, one) = (terms.or(ready), terms.or(transitions.iter().map(|t| parts[*t].happens)));
        let term = match self.choice.get(region) {
            None => terms.implies(some, one),
            Some(var) => {
                let (now, next) = (terms.now(*var), terms.next(*var));
                let kept = terms.eq(next, now);
                terms.ite(some, one, kept)
            }
        };
        self.system.trans.push(Constraint { term, element: None });
    }

    fn gather(&mut self, transitions: &[usize], parts: &[Terms]) -> Vec<TermId> {
        let mut ready = Vec::new();
        for transition in transitions {
            let alive = self.alive(self.plan.region_of(*transition));
            ready.push(self.system.terms.and([alive, parts[*transition].enabled]));
        }
        ready
    }

    fn updates(&mut self, parts: &[Terms]) {
        for (place, variable) in self.plan.data.iter().enumerate() {
            let mut value = self.value(variable.idle, variable.boolean);
            for (transition, part) in self.plan.transitions.iter().zip(parts) {
                for (_, what) in transition.actions.iter().filter(|(d, _)| *d == place) {
                    let what = self.value(*what, variable.boolean);
                    value = self.system.terms.ite(part.happens, what, value);
                }
            }
            self.update(self.data[place], value);
        }
    }

    fn update(&mut self, var: VarId, term: TermId) {
        if self.system.terms.has_next(term) {
            let next = self.system.terms.next(var);
            let term = self.system.terms.eq(next, term);
            self.system.trans.push(Constraint { term, element: None });
        } else {
            self.system.next.insert(var, Update { term, element: None });
        }
    }

    fn read(&mut self, var: Var) -> TermId {
        let var = match var {
            Var::Data(i) => self.data[i],
            Var::Input(i) => self.inputs[i],
        };
        self.system.terms.now(var)
    }

    fn value(&mut self, value: Value, boolean: bool) -> TermId {
        match value {
            Value::Const(number) if boolean => self.system.terms.bool(number == 1),
            Value::Const(number) => self.system.terms.int(number),
            Value::Of(var) => self.read(var),
            Value::Wrap(var) if boolean => {
                let read = self.read(var);
                self.system.terms.not(read)
            }
            Value::Wrap(var) => {
                let (read, top) = (self.read(var), self.plan.variable(var).top);
                let terms = &mut self.system.terms;
                let (zero, one, top) = (terms.int(0), terms.int(1), terms.int(top));
                let (full, more) = (terms.eq(read, top), terms.add(read, one));
                terms.ite(full, zero, more)
            }
        }
    }

    fn expr(&mut self, expr: &Expr) -> TermId {
        match expr {
            Expr::Yes => self.system.terms.bool(true),
            Expr::No => self.system.terms.bool(false),
            Expr::At(state) => self.at(*state),
            Expr::Cmp(var, rel, number) => {
                let values: Vec<i64> = (0..=self.plan.variable(*var).top).filter(|v| rel.holds(*v, *number)).collect();
                let boolean = self.plan.variable(*var).boolean;
                let read = self.read(*var);
                let terms: Vec<TermId> = values.into_iter().map(|v| self.value(Value::Const(v), boolean)).collect();
                let ways: Vec<TermId> = terms.into_iter().map(|v| self.system.terms.eq(read, v)).collect();
                self.system.terms.or(ways)
            }
            Expr::Not(a) => {
                let a = self.expr(a);
                self.system.terms.not(a)
            }
            Expr::And(list) | Expr::Or(list) => {
                let parts: Vec<TermId> = list.iter().map(|e| self.expr(e)).collect();
                let all = matches!(expr, Expr::And(_));
                if all { self.system.terms.and(parts) } else { self.system.terms.or(parts) }
            }
        }
    }

    fn graph(&mut self, parts: &[Terms]) -> ControlGraph {
        let mut graph = ControlGraph::default();
        for (place, region) in self.plan.regions.iter().enumerate() {
            let own = [
                Some(self.control[place]),
                self.choice.get(place).copied().filter(|_| self.plan.choice == Choice::Label),
            ];
            let written = (0..self.data.len()).filter(|d| self.writes(place, *d)).map(|d| self.data[d]);
            let writes = own.into_iter().flatten().chain(written).collect();
            let parent = region.parent.map(|s| StateId(s as u32));
            graph.regions.push(Region { name: region.name.clone(), parent, writes, element: None });
        }
        for (place, state) in self.plan.states.iter().enumerate() {
            let (region, active) = (RegionId(state.region as u32), self.active(place));
            graph.states.push(ControlState { region, name: state.name.clone(), active, element: None });
        }
        for (place, part) in parts.iter().enumerate() {
            let described = &self.plan.transitions[place];
            graph.transitions.push(Transition {
                named: true,
                region: RegionId(self.plan.region_of(place) as u32),
                source: StateId(described.source as u32),
                target: StateId(described.target as u32),
                name: described.name.clone(),
                rule: described.name.clone(),
                enabled: part.enabled,
                taken: part.taken,
                internal: false,
                element: None,
                guard: None,
            });
        }
        graph
    }

    fn writes(&self, region: usize, data: usize) -> bool {
        let own = self.plan.transitions_of(region);
        own.iter().any(|t| self.plan.transitions[*t].actions.iter().any(|(d, _)| *d == data))
    }
}
