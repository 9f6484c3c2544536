//! Spacer through [`Chc`]: systems of every sort, and each invariant it returns proved again by cvc5.

use num_rational::BigRational;
use wherefore_ir::{Constraint, EnumId, Op, Role, Sort, System, TermId, Update, Value, VarId};
use wherefore_solve::{Answer, Chc, ChcAnswer, SmtCommand, SmtSolver, SolveError, Solver, Stop, StopReason, Undecided};

/// A system under construction.
struct Model(System);

impl Model {
    fn new() -> Model {
        Model(System::new("test"))
    }

    fn var(&mut self, name: &str, sort: Sort, role: Role) -> (VarId, TermId) {
        let var = self.0.add_var(name, sort, role, None).expect("a new name");
        (var, self.0.terms.now(var))
    }

    fn init(&mut self, term: TermId) {
        self.0.init.push(Constraint { term, element: None });
    }

    fn start(&mut self, now: TermId, value: TermId) {
        let term = self.0.terms.eq(now, value);
        self.init(term);
    }

    fn invar(&mut self, term: TermId) {
        self.0.invar.push(Constraint { term, element: None });
    }

    fn trans(&mut self, term: TermId) {
        self.0.trans.push(Constraint { term, element: None });
    }

    fn next(&mut self, var: VarId, term: TermId) {
        self.0.next.insert(var, Update { term, element: None });
    }

    fn int(&mut self, n: i64) -> TermId {
        self.0.terms.int(n)
    }

    fn real(&mut self, numerator: i64, denominator: i64) -> TermId {
        self.0.terms.mk_const(Value::Real(BigRational::new(numerator.into(), denominator.into())))
    }

    fn check(&mut self, property: TermId) -> ChcAnswer {
        assert_eq!(wherefore_ir::validate(&self.0), [""; 0]);
        let answer = Chc::default().check(&mut self.0, property, None, &Stop::new());
        answer.unwrap_or_else(|e| panic!("{e}; to install z3: source .ci/solvers.sh"))
    }

    fn is_unsafe(&mut self, property: TermId) {
        assert_eq!(self.check(property), ChcAnswer::Unsafe);
    }

    /// Asks, and proves the three lines that make the answer an invariant.
    fn is_safe(&mut self, property: TermId) {
        let ChcAnswer::Safe { invariant } = self.check(property) else { panic!("{:?}", self.check(property)) };
        let not = |model: &mut Model, term| model.0.terms.not(term);
        let (outside, broken) = (not(self, invariant), not(self, property));
        let (init, invar) = (self.all(&self.0.init.clone()), self.all(&self.0.invar.clone()));
        let mut steps = vec![self.all(&self.0.trans.clone())];
        for (var, update) in self.0.next.clone() {
            let next = self.0.terms.next(var);
            steps.push(self.0.terms.eq(next, update.term));
        }
        for var in self.0.state_vars().filter(|v| self.0.role(*v) == Role::Frozen).collect::<Vec<_>>() {
            let (now, next) = (self.0.terms.now(var), self.0.terms.next(var));
            steps.push(self.0.terms.eq(now, next));
        }
        let step = self.0.terms.and(steps);
        self.refute("the first line", &[(init, 0), (invar, 0), (outside, 0)]);
        self.refute("the second line", &[(invariant, 0), (invar, 0), (step, 0), (outside, 1)]);
        self.refute("the third line", &[(invariant, 0), (invar, 0), (broken, 0)]);
    }

    fn all(&mut self, constraints: &[Constraint]) -> TermId {
        self.0.terms.and(constraints.iter().map(|c| c.term))
    }

    fn refute(&self, what: &str, parts: &[(TermId, u32)]) {
        let mut solver = SmtSolver::new(SmtCommand::cvc5()).expect("cvc5 is installed: source .ci/solvers.sh");
        for (term, tick) in parts {
            solver.assert(&self.0.terms, *term, *tick).expect("supported");
        }
        assert_eq!(solver.check(&[], None, &Stop::new()), Ok(Answer::Unsat), "{what}");
    }
}

/// n = 0; n > 5 -> 0, else n + 1.
fn counter() -> (Model, TermId) {
    let mut model = Model::new();
    let (n, now) = model.var("n", Sort::Int, Role::State);
    let (zero, one, five) = (model.int(0), model.int(1), model.int(5));
    model.start(now, zero);
    let (above, more) = (model.0.terms.lt(five, now), model.0.terms.add(now, one));
    let next = model.0.terms.ite(above, zero, more);
    model.next(n, next);
    (model, now)
}

#[test]
fn an_unbounded_counter() {
    let (mut model, now) = counter();
    let (five, six) = (model.int(5), model.int(6));
    let (tight, wrong) = (model.0.terms.le(now, six), model.0.terms.le(now, five));
    model.is_safe(tight);
    model.is_unsafe(wrong);
}

/// A thermostat with reals: it heats below 19, stops above 21, and moves by at most 1/2 a step, chosen by an input.
#[test]
fn a_thermostat() {
    let mut model = Model::new();
    let (on, now_on) = model.var("on", Sort::Bool, Role::State);
    let (t, now_t) = model.var("t", Sort::Real, Role::State);
    let (_, rate) = model.var("rate", Sort::Real, Role::Input);
    let (low, high, start) = (model.real(19, 1), model.real(21, 1), model.real(20, 1));
    let (zero, half) = (model.real(0, 1), model.real(1, 2));
    model.start(now_t, start);
    let terms = &mut model.0.terms;
    let (above, below) = (terms.le(zero, rate), terms.le(rate, half));
    let (up, down) = (terms.add(now_t, rate), terms.sub(now_t, rate));
    let moved = terms.ite(now_on, up, down);
    let (cold, warm) = (terms.lt(now_t, low), terms.lt(now_t, high));
    let switch = terms.ite(now_on, warm, cold);
    let slow = terms.and([above, below]);
    model.invar(slow);
    model.next(t, moved);
    model.next(on, switch);
    let (floor, ceiling) = (model.real(18, 1), model.real(22, 1));
    let terms = &mut model.0.terms;
    let (warm_enough, cool_enough) = (terms.le(floor, now_t), terms.le(now_t, ceiling));
    let comfortable = terms.and([warm_enough, cool_enough]);
    let too_good = terms.le(now_t, high);
    model.is_safe(comfortable);
    model.is_unsafe(too_good);
}

/// A 16-bit counter that adds 2 and wraps: never odd; and it does get past 7.
#[test]
fn a_bit_vector_counter() {
    let mut model = Model::new();
    let (c, now) = model.var("c", Sort::BitVec(16), Role::State);
    let [zero, two, seven] = [0u8, 2, 7].map(|n| model.0.terms.mk_const(Value::bits(16, n)));
    model.start(now, zero);
    let terms = &mut model.0.terms;
    let more = terms.apply(Op::BvAdd, &[now, two]);
    let low = terms.apply(Op::BvExtract { hi: 0, lo: 0 }, &[now]);
    let bit = terms.mk_const(Value::bits(1, 0u8));
    let (even, small) = (terms.eq(low, bit), terms.apply(Op::BvUle, &[now, seven]));
    model.next(c, more);
    model.is_safe(even);
    model.is_unsafe(small);
}

/// A crossing: the light goes round when the timer, 0..9, has run out; it starts again at a frozen period of 3..5.
fn crossing() -> (Model, EnumId, TermId, TermId) {
    let mut model = Model::new();
    let colours = model.0.terms.intern_enum(["red", "green", "yellow"].map(str::to_owned).to_vec());
    let (light, now_light) = model.var("light", Sort::Enum(colours), Role::State);
    let (timer, now_timer) = model.var("timer", Sort::Range { lo: 0, hi: 9 }, Role::State);
    let (_, period) = model.var("period", Sort::Range { lo: 3, hi: 5 }, Role::Frozen);
    let [red, green, yellow] = [0, 1, 2].map(|i| model.0.terms.mk_const(Value::Enum(colours, i)));
    let (zero, one) = (model.int(0), model.int(1));
    model.start(now_light, red);
    model.start(now_timer, zero);
    let terms = &mut model.0.terms;
    let (is_red, is_green, done) = (terms.eq(now_light, red), terms.eq(now_light, green), terms.eq(now_timer, zero));
    let after = terms.ite(is_green, yellow, red);
    let after = terms.ite(is_red, green, after);
    let next_light = terms.ite(done, after, now_light);
    let less = terms.sub(now_timer, one);
    let next_timer = terms.ite(done, period, less);
    model.next(light, next_light);
    // The timer is said by a constraint, not by an update.
    let there = model.0.terms.next(timer);
    let step = model.0.terms.eq(there, next_timer);
    model.trans(step);
    (model, colours, now_light, now_timer)
}

#[test]
fn enumerations_ranges_and_frozen_variables() {
    let (mut model, colours, light, timer) = crossing();
    let (five, four) = (model.int(5), model.int(4));
    let (holds, wrong) = (model.0.terms.le(timer, five), model.0.terms.le(timer, four));
    model.is_safe(holds);
    model.is_unsafe(wrong);
    let yellow = model.0.terms.mk_const(Value::Enum(colours, 2));
    let is_yellow = model.0.terms.eq(light, yellow);
    let never = model.0.terms.not(is_yellow);
    model.is_unsafe(never);
}

/// An input that the initial condition fixes is the one that the first step sees.
#[test]
fn the_first_input_is_chosen_once() {
    let mut model = Model::new();
    let (seen, now) = model.var("seen", Sort::Bool, Role::State);
    let (fresh, first) = model.var("first", Sort::Bool, Role::State);
    let (_, input) = model.var("i", Sort::Bool, Role::Input);
    let no = model.0.terms.bool(false);
    let quiet = model.0.terms.not(input);
    let unseen = model.0.terms.not(now);
    [quiet, unseen, first].into_iter().for_each(|t| model.init(t));
    let kept = model.0.terms.and([first, input]);
    let next = model.0.terms.or([now, kept]);
    model.next(seen, next);
    model.next(fresh, no);
    model.is_safe(unseen);
}

#[test]
fn a_system_without_state() {
    let mut model = Model::new();
    let (_, input) = model.var("i", Sort::Bool, Role::Input);
    let either = model.0.terms.not(input);
    model.is_unsafe(either);
    model.invar(either);
    model.is_safe(either);
}

#[test]
fn what_cannot_be_asked_is_refused_and_limits_are_kept() {
    let (mut model, now) = counter();
    let six = model.int(6);
    let tight = model.0.terms.le(now, six);
    let globally = model.0.terms.apply(Op::G, &[tight]);
    let ask =
        |model: &mut Model, property, effort, stop: &Stop| Chc::default().check(&mut model.0, property, effort, stop);
    assert!(matches!(ask(&mut model, globally, None, &Stop::new()), Err(SolveError::Unsupported(_))));
    let stop = Stop::new();
    stop.fire(StopReason::AnotherWasFaster);
    let stopped = ChcAnswer::Unknown(Undecided::Stopped(StopReason::AnotherWasFaster));
    assert_eq!(ask(&mut model, tight, None, &stop), Ok(stopped));
    assert_eq!(ask(&mut model, tight, Some(1), &Stop::new()), Ok(ChcAnswer::Unknown(Undecided::Effort)));
    let missing = Chc::new(SmtCommand::custom("no-such-solver-anywhere", &[]));
    let answer = missing.check(&mut model.0, tight, None, &Stop::new());
    assert!(matches!(answer, Err(SolveError::Missing { .. })));
}
