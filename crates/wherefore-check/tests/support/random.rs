//! Random small systems over every finite sort: a few bits of state, some inputs, updates, relations, restrictions,
//! fairness, and one invariant, CTL or LTL property.

use wherefore_ir::{
    Compassion, Constraint, Op, Property, PropertyKind, Role, Rounding, Sort, System, TermId, Update, Value, VarId,
};

/// Numbers as the sizes of sorts are counted.
pub struct Random(wherefore_test::Random);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(wherefore_test::Random::new(seed))
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.0.below(n as usize) as u64
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
}

/// A system with one property, decided by the seed.
pub fn system(seed: u64, kind: PropertyKind) -> System {
    let mut build = Build { random: Random::new(seed), system: System::new("random"), vars: Vec::new() };
    build.declare();
    build.behaviour();
    if kind != PropertyKind::Invariant {
        build.stay_in_range();
        build.fairness();
    }
    let term = match kind {
        PropertyKind::Ctl => build.ctl(3),
        PropertyKind::Ltl => build.small_ltl(),
        _ => build.invariant(),
    };
    let text = "random".to_owned();
    build.system.properties.push(Property { name: "p".to_owned(), kind, term, text, element: None });
    build.system
}

/// A system with restrictions of all kinds, mostly fairness, and one property `AG p`.
pub fn always(seed: u64) -> System {
    let mut build = Build { random: Random::new(seed), system: System::new("random"), vars: Vec::new() };
    build.declare();
    build.behaviour();
    for _ in 0..build.random.below(3) {
        let term = build.formula(2, true);
        build.system.trans.push(Constraint { term, element: None });
    }
    build.stay_in_range();
    if build.random.chance(60) {
        build.fairness();
    }
    let parts: Vec<TermId> = (0..2).map(|_| build.state_formula(1)).collect();
    let body = build.system.terms.or(parts);
    let term = build.system.terms.apply(Op::AG, &[body]);
    let (kind, text) = (PropertyKind::Ctl, "random".to_owned());
    build.system.properties.push(Property { name: "p".to_owned(), kind, term, text, element: None });
    build.system
}

/// A system with restrictions and mostly fairness, and one property in which premises are often never true.
pub fn implying(seed: u64, kind: PropertyKind) -> System {
    let mut build = Build { random: Random::new(seed), system: System::new("random"), vars: Vec::new() };
    build.declare();
    build.behaviour();
    build.stay_in_range();
    if build.random.chance(40) {
        build.fairness();
    }
    let term = match kind {
        PropertyKind::Ltl => build.small_implication(),
        _ => build.implications(kind),
    };
    let text = "random".to_owned();
    build.system.properties.push(Property { name: "p".to_owned(), kind, term, text, element: None });
    build.system
}

struct Build {
    random: Random,
    system: System,
    vars: Vec<VarId>,
}

impl Build {
    fn declare(&mut self) {
        let colours = self.system.terms.intern_enum(["red", "green", "blue"].map(String::from).to_vec());
        let sorts = [
            Sort::Bool,
            Sort::Bool,
            Sort::Enum(colours),
            Sort::Range { lo: -1, hi: 2 },
            Sort::Range { lo: 0, hi: 4 },
            Sort::BitVec(2),
        ];
        for index in 0..2 + self.random.below(2) {
            let sort = self.random.pick(&sorts);
            let role = if index > 0 && self.random.chance(12) { Role::Frozen } else { Role::State };
            self.vars.extend(self.system.add_var(format!("s{index}"), sort, role, None));
        }
        if self.random.chance(60) {
            let sort = self.random.pick(&sorts[..4]);
            self.vars.extend(self.system.add_var("i", sort, Role::Input, None));
        }
    }

    fn behaviour(&mut self) {
        let states: Vec<VarId> = self.system.state_vars().collect();
        for &var in &states {
            let sort = self.system.terms.var(var).sort;
            if self.random.chance(85) {
                let value = self.constant(sort);
                let now = self.system.terms.now(var);
                let term = self.system.terms.eq(now, value);
                self.system.init.push(Constraint { term, element: None });
            }
            if self.system.role(var) == Role::State && self.random.chance(70) {
                let term = self.value(sort, 3, false);
                self.system.next.insert(var, Update { term, element: None });
            } else if self.random.chance(70) {
                let (next, value) = (self.system.terms.next(var), self.value(sort, 2, false));
                let (same, other) = (self.system.terms.eq(next, value), self.formula(2, true));
                let term = self.system.terms.or([same, other]);
                self.system.trans.push(Constraint { term, element: None });
            }
        }
        if self.random.chance(25) {
            let term = self.formula(2, false);
            self.system.invar.push(Constraint { term, element: None });
        }
    }

    /// Updates that never leave their range, as a front end's obligations make sure: otherwise a variable that no formula
    /// reads could end a path.
    fn stay_in_range(&mut self) {
        for (var, update) in self.system.next.clone() {
            let sort = self.system.terms.var(var).sort;
            let (fits, otherwise) = (self.system.terms.within(update.term, sort), self.constant(sort));
            let term = self.system.terms.ite(fits, update.term, otherwise);
            self.system.next.insert(var, Update { term, element: None });
        }
    }

    fn fairness(&mut self) {
        for _ in 0..self.random.below(3) {
            let term = self.state_formula(1);
            self.system.justice.push(Constraint { term, element: None });
        }
        if self.random.chance(25) {
            let (premise, consequence) = (self.state_formula(1), self.state_formula(1));
            self.system.compassion.push(Compassion { premise, consequence, element: None });
        }
    }

    /// Mostly weak formulas, so that a good share of the properties hold.
    fn invariant(&mut self) -> TermId {
        let parts: Vec<TermId> = (0..2 + self.random.below(2)).map(|_| self.formula(1, false)).collect();
        self.system.terms.or(parts)
    }

    fn ctl(&mut self, depth: u32) -> TermId {
        if depth == 0 || self.random.chance(15) {
            return self.state_formula(1);
        }
        let (a, b) = (self.ctl(depth - 1), self.ctl(depth - 1));
        let unary = [Op::EX, Op::AX, Op::EF, Op::AF, Op::EG, Op::AG, Op::AG, Op::AF];
        match self.random.below(10) {
            0 => self.system.terms.not(a),
            1 => self.system.terms.and([a, b]),
            2 => self.system.terms.or([a, b]),
            3 => self.system.terms.implies(a, b),
            4 => self.system.terms.apply(Op::EU, &[a, b]),
            5 => self.system.terms.apply(Op::AU, &[a, b]),
            _ => {
                let op = self.random.pick(&unary);
                self.system.terms.apply(op, &[a])
            }
        }
    }

    /// A formula with few enough temporal operators for the slow checker.
    fn small_ltl(&mut self) -> TermId {
        loop {
            let term = self.ltl(3);
            if super::linear::guesses(&self.system, term) <= 5 {
                return term;
            }
        }
    }

    /// Two formulas that both must be true, which is rare.
    fn premise(&mut self) -> TermId {
        let parts: Vec<TermId> = (0..2).map(|_| self.state_formula(1)).collect();
        self.system.terms.and(parts)
    }

    /// Up to three implications in every state, between them formulas that are none.
    fn implications(&mut self, kind: PropertyKind) -> TermId {
        let mut parts = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let premise = self.premise();
            let weak: Vec<TermId> = (0..2).map(|_| self.state_formula(1)).collect();
            let weak = self.system.terms.or(weak);
            let consequence = if kind == PropertyKind::Ctl && self.random.chance(50) { self.ctl(1) } else { weak };
            parts.push(self.system.terms.implies(premise, consequence));
        }
        let body = self.system.terms.and(parts);
        if kind == PropertyKind::Ctl { self.system.terms.apply(Op::AG, &[body]) } else { body }
    }

    /// Implications below a temporal operator, on top, side by side and nested, few enough for the slow checker.
    fn small_implication(&mut self) -> TermId {
        loop {
            let (premise, consequence) = (self.premise(), self.ltl(1));
            let inner = self.system.terms.implies(premise, consequence);
            let (other, more) = (self.premise(), self.ltl(1));
            let term = match self.random.below(7) {
                0 => inner,
                1 => self.system.terms.apply(Op::X, &[inner]),
                2 => self.system.terms.implies(other, inner),
                3 => self.system.terms.and([inner, more]),
                4 => {
                    let nested = self.system.terms.implies(other, inner);
                    self.system.terms.apply(Op::G, &[nested])
                }
                _ => self.system.terms.apply(Op::G, &[inner]),
            };
            if super::linear::guesses(&self.system, term) <= 4 {
                return term;
            }
        }
    }

    fn ltl(&mut self, depth: u32) -> TermId {
        if depth == 0 || self.random.chance(15) {
            let next = self.random.chance(20);
            return self.formula(1, next);
        }
        let (a, b) = (self.ltl(depth - 1), self.ltl(depth - 1));
        let unary = [Op::X, Op::F, Op::G, Op::F, Op::G, Op::Y, Op::Z, Op::O, Op::H];
        match self.random.below(15) {
            0 => self.system.terms.not(a),
            1 => self.system.terms.and([a, b]),
            2 => self.system.terms.or([a, b]),
            3 => self.system.terms.implies(a, b),
            4 => self.system.terms.xor(a, b),
            5 => self.system.terms.eq(a, b),
            n @ 6..=9 => {
                let op = [Op::U, Op::R, Op::S, Op::T][n as usize - 6];
                self.system.terms.apply(op, &[a, b])
            }
            _ => {
                let op = self.random.pick(&unary);
                self.system.terms.apply(op, &[a])
            }
        }
    }

    fn state_formula(&mut self, depth: u32) -> TermId {
        let inputs: Vec<VarId> = self.system.input_vars().collect();
        let all = std::mem::take(&mut self.vars);
        self.vars = all.iter().copied().filter(|v| !inputs.contains(v)).collect();
        let term = self.formula(depth, false);
        self.vars = all;
        term
    }

    fn formula(&mut self, depth: u32, next: bool) -> TermId {
        let var = self.random.pick(&self.vars.clone());
        let sort = self.system.terms.var(var).sort;
        if depth == 0 || sort != Sort::Bool || self.random.chance(30) {
            let (left, right) = (self.value(sort, depth, next), self.value(sort, depth.min(1), next));
            return self.compare(sort, left, right);
        }
        let (a, b) = (self.formula(depth - 1, next), self.formula(depth - 1, next));
        match self.random.below(5) {
            0 => self.system.terms.not(a),
            1 => self.system.terms.and([a, b]),
            2 => self.system.terms.or([a, b]),
            3 => self.system.terms.xor(a, b),
            _ => self.system.terms.implies(a, b),
        }
    }

    fn compare(&mut self, sort: Sort, left: TermId, right: TermId) -> TermId {
        match (sort, self.random.below(3)) {
            (Sort::Range { .. }, 0) => self.system.terms.lt(left, right),
            (Sort::Range { .. }, 1) => self.system.terms.le(left, right),
            (Sort::BitVec(_), 0) => self.system.terms.apply(Op::BvUlt, &[left, right]),
            (Sort::BitVec(_), 1) => self.system.terms.apply(Op::BvSle, &[left, right]),
            _ => self.system.terms.eq(left, right),
        }
    }

    fn value(&mut self, sort: Sort, depth: u32, next: bool) -> TermId {
        if depth == 0 || self.random.chance(25) {
            return self.leaf(sort, next);
        }
        if self.random.chance(40) {
            let (c, a, b) =
                (self.formula(depth - 1, next), self.value(sort, depth - 1, next), self.value(sort, depth - 1, next));
            return self.system.terms.ite(c, a, b);
        }
        let (a, b) = (self.value(sort, depth - 1, next), self.value(sort, depth - 1, next));
        match (sort, self.random.below(6)) {
            (Sort::Bool, _) => self.formula(depth - 1, next),
            (Sort::Range { .. }, 0) => self.system.terms.add(a, b),
            (Sort::Range { .. }, 1) => self.system.terms.sub(a, b),
            (Sort::Range { .. }, 2) => self.divide(Op::Div(Rounding::Truncate), a, b),
            (Sort::Range { .. }, 3) => self.divide(Op::Mod(Rounding::Euclid), a, b),
            (Sort::Range { .. }, 4) => self.system.terms.mul(a, b),
            (Sort::BitVec(_), 0) => self.system.terms.apply(Op::BvAdd, &[a, b]),
            (Sort::BitVec(_), 1) => self.system.terms.apply(Op::BvXor, &[a, b]),
            (Sort::BitVec(_), 2) => self.divide(Op::BvUdiv, a, b),
            (Sort::BitVec(_), 3) => self.system.terms.apply(Op::BvShl, &[a, b]),
            _ => a,
        }
    }

    /// Divides by a term that may be zero, never by a constant: a front end refuses what is always zero.
    fn divide(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        if self.system.terms.has_variable(b) { self.system.terms.apply(op, &[a, b]) } else { a }
    }

    fn leaf(&mut self, sort: Sort, next: bool) -> TermId {
        let same: Vec<VarId> = self.vars.iter().copied().filter(|v| self.system.terms.var(*v).sort == sort).collect();
        if same.is_empty() || self.random.chance(30) {
            return self.constant(sort);
        }
        let var = self.random.pick(&same);
        if next && self.system.role(var) != Role::Input && self.random.chance(50) {
            self.system.terms.next(var)
        } else {
            self.system.terms.now(var)
        }
    }

    fn constant(&mut self, sort: Sort) -> TermId {
        let values = super::explicit::domain(&self.system, sort);
        let value: Value = values[self.random.below(values.len() as u64) as usize].clone();
        self.system.terms.mk_const(value)
    }
}
