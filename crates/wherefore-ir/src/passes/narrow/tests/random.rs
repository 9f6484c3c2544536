//! Random systems, run by a slow interpreter of their terms: no value that is reached leaves its range, a first value that
//! was narrowed away decides nothing, and the obligations hold at every tick, reachable or not.

use super::narrow_system;
use crate::{
    Constraint, Op, Property, PropertyKind, Purpose, Role, Rounding, Sort, System, TermId, Update, Value, VarId, walk,
};
use wherefore_test::below;

/// Values by variable; Boolean values are 0 and 1.
type State = Vec<i128>;

const BOOLS: usize = 2;
const RUNS: usize = 6;
const TICKS: usize = 25;

struct Maker {
    system: System,
    random: u64,
    first: TermId,
    /// The flag of a slower clock and the condition under which it ticks.
    clock: (TermId, TermId),
    inputs: Vec<TermId>,
    counters: Vec<(VarId, Kind)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Its first value is given.
    Fixed,
    /// Its first value is free, and it is read behind the flag, mostly.
    Memory,
    /// A variable on the slower clock.
    Slow,
}

impl Maker {
    fn new(random: u64) -> Maker {
        let mut system = System::new("random");
        let first = system.add_auxiliary("first", Sort::Bool, Role::State, Purpose::Memory);
        let waiting = system.add_auxiliary("waiting", Sort::Bool, Role::State, Purpose::Memory);
        let inputs: Vec<VarId> =
            (0..BOOLS).map(|_| system.add_auxiliary("b", Sort::Bool, Role::Input, Purpose::Memory)).collect();
        let inputs: Vec<TermId> = inputs.into_iter().map(|v| system.terms.now(v)).collect();
        let never = system.terms.bool(false);
        system.next.insert(first, Update { term: never, element: None });
        let first = system.terms.now(first);
        system.init.push(Constraint { term: first, element: None });
        let yes = system.terms.bool(true);
        let wait = system.terms.now(waiting);
        let flag = system.terms.ite(first, yes, wait);
        let idle = system.terms.not(inputs[0]);
        let term = system.terms.and([flag, idle]);
        system.next.insert(waiting, Update { term, element: None });
        let clock = (flag, inputs[0]);
        Maker { system, random, first, clock, inputs, counters: Vec::new() }
    }

    fn below(&mut self, limit: usize) -> usize {
        below(&mut self.random, limit)
    }

    fn constant(&mut self) -> TermId {
        let edges = [i64::MAX, i64::MIN, 100];
        let value = match self.below(40) {
            0 => edges[self.below(3)],
            n => n as i64 % 9 - 2,
        };
        self.system.terms.int(value)
    }

    /// A counter, behind its flag if it needs one; one time in twenty without.
    fn read(&mut self) -> TermId {
        let index = self.below(self.counters.len());
        let (var, kind) = self.counters[index];
        let now = self.system.terms.now(var);
        let flag = match kind {
            Kind::Memory => self.first,
            Kind::Slow => self.clock.0,
            Kind::Fixed => return now,
        };
        if self.below(30) == 0 {
            return now;
        }
        let other = self.constant();
        self.system.terms.ite(flag, other, now)
    }

    fn number(&mut self, depth: usize) -> TermId {
        if depth == 0 {
            return if self.below(3) == 0 { self.constant() } else { self.read() };
        }
        let a = self.number(depth - 1);
        match self.below(10) {
            0 | 1 => {
                let one = self.constant();
                self.system.terms.add(a, one)
            }
            2 => {
                let b = self.number(depth - 1);
                self.system.terms.apply(Op::Sub, &[a, b])
            }
            3 => {
                let (b, roundings) = (self.constant(), [Rounding::Euclid, Rounding::Truncate]);
                let rounding = roundings[self.below(2)];
                let op = [Op::Mod(rounding), Op::Div(rounding)][self.below(2)];
                self.system.terms.apply(op, &[a, b])
            }
            4 => self.system.terms.apply(Op::Neg, &[a]),
            5 if self.below(3) == 0 => self.system.terms.apply(Op::Mul, &[a, a]),
            _ => {
                let condition = self.condition(depth - 1);
                // A number that the condition compares is likely to be used in a branch.
                let b = if self.below(2) == 0 { self.number(depth - 1) } else { self.step(a) };
                self.system.terms.ite(condition, a, b)
            }
        }
    }

    fn step(&mut self, a: TermId) -> TermId {
        let one = self.system.terms.int(1);
        if self.below(2) == 0 { self.system.terms.add(a, one) } else { self.system.terms.sub(a, one) }
    }

    fn condition(&mut self, depth: usize) -> TermId {
        let op = self.below(if depth == 0 { 4 } else { 8 });
        match op {
            0 => self.inputs[below(&mut self.random, BOOLS)],
            1..=3 => {
                let (a, b) = (self.number(0), self.constant());
                let (a, b) = if self.below(2) == 0 { (a, b) } else { (b, a) };
                let op = [Op::Lt, Op::Le, Op::Eq][self.below(3)];
                self.system.terms.apply(op, &[a, b])
            }
            4 => {
                let a = self.condition(depth - 1);
                self.system.terms.not(a)
            }
            _ => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                match op {
                    5 => self.system.terms.apply(Op::Ite, &[self.first, a, b]),
                    6 => self.system.terms.apply([Op::And, Op::Or][below(&mut self.random, 2)], &[a, b]),
                    _ => self.system.terms.apply([Op::Implies, Op::Xor, Op::Eq][below(&mut self.random, 3)], &[a, b]),
                }
            }
        }
    }

    /// Something that tends to stay within bounds.
    fn update(&mut self) -> TermId {
        let a = self.read();
        let (bound, reset) = (self.constant(), self.number(0));
        let (step, condition) = (self.step(a), self.condition(1));
        let within = match self.below(3) {
            0 => self.system.terms.apply(Op::Lt, &[a, bound]),
            1 => self.system.terms.apply(Op::Le, &[bound, a]),
            _ => self.system.terms.apply(Op::Eq, &[a, bound]),
        };
        let within = if self.below(2) == 0 { self.system.terms.and([within, condition]) } else { within };
        if self.below(2) == 0 {
            self.system.terms.ite(within, step, reset)
        } else {
            self.system.terms.ite(within, reset, step)
        }
    }

    fn make(mut self) -> System {
        for _ in 0..1 + self.below(3) {
            let kind = [Kind::Fixed, Kind::Memory, Kind::Slow][self.below(3)];
            self.counters.push((self.system.add_auxiliary("n", Sort::Int, Role::State, Purpose::Memory), kind));
        }
        for (var, kind) in self.counters.clone() {
            let new = if self.below(2) == 0 { self.update() } else { self.number(2) };
            let now = self.system.terms.now(var);
            let term = if kind == Kind::Slow { self.system.terms.ite(self.clock.1, new, now) } else { new };
            self.system.next.insert(var, Update { term, element: None });
            if kind == Kind::Fixed {
                let value = self.constant();
                let term = self.system.terms.eq(now, value);
                self.system.init.push(Constraint { term, element: None });
            }
        }
        let (name, kind, term, text) = ("p".to_owned(), PropertyKind::Invariant, self.condition(2), String::new());
        self.system.properties.push(Property { name, kind, term, text, element: None });
        self.system
    }
}

/// The value of a term; nothing beyond what the interpreter computes with.
fn evaluate(system: &System, root: TermId, state: &State) -> Option<i128> {
    let mut values: Vec<Option<i128>> = vec![None; root.index() + 1];
    for term in walk::postorder(&system.terms, [root]) {
        let operands: Vec<Option<i128>> = system.terms.operands(term).iter().map(|t| values[t.index()]).collect();
        values[term.index()] = match (system.terms.op(term), operands.as_slice()) {
            (Op::Ite, [c, a, b]) => {
                if (*c)? == 1 {
                    *a
                } else {
                    *b
                }
            }
            (Op::Var(v), _) => Some(state[v.index()]),
            (Op::Const(id), _) => match system.terms.value(id) {
                Value::Bool(b) => Some(i128::from(*b)),
                Value::Int(n) => i128::try_from(n).ok(),
                _ => None,
            },
            (op, list) => apply(op, &list.iter().copied().collect::<Option<Vec<_>>>()?),
        };
    }
    values[root.index()].filter(|v| v.abs() < 1 << 100)
}

fn apply(op: Op, operands: &[i128]) -> Option<i128> {
    Some(match (op, operands) {
        (Op::Not, [a]) => 1 - a,
        (Op::And, list) => list.iter().copied().min().unwrap_or(1),
        (Op::Or, list) => list.iter().copied().max().unwrap_or(0),
        (Op::Implies, [a, b]) => i128::from(a <= b),
        (Op::Xor, [a, b]) => i128::from(a != b),
        (Op::Eq, [a, b]) => i128::from(a == b),
        (Op::Lt, [a, b]) => i128::from(a < b),
        (Op::Le, [a, b]) => i128::from(a <= b),
        (Op::Neg, [a]) => a.checked_neg()?,
        (Op::Add, [a, b]) => a.checked_add(*b)?,
        (Op::Sub, [a, b]) => a.checked_sub(*b)?,
        (Op::Mul, [a, b]) => a.checked_mul(*b)?,
        (Op::Div(_), [_, 0]) => 0,
        (Op::Mod(_), [a, 0]) => *a,
        (Op::Div(Rounding::Euclid), [a, b]) => a.checked_div_euclid(*b)?,
        (Op::Mod(Rounding::Euclid), [a, b]) => a.checked_rem_euclid(*b)?,
        (Op::Div(Rounding::Truncate), [a, b]) => a.checked_div(*b)?,
        (Op::Mod(Rounding::Truncate), [a, b]) => a.checked_rem(*b)?,
        _ => return None,
    })
}

/// The first value that `init` fixes.
fn first_value(system: &System, var: VarId) -> Option<i128> {
    let is_own = |t: &TermId| system.terms.op(*t) == Op::Var(var);
    system.init.iter().find_map(|c| match system.terms.operands(c.term) {
        [] => is_own(&c.term).then_some(1),
        [a, b] if is_own(a) => evaluate(system, *b, &Vec::new()),
        [a, b] if is_own(b) => evaluate(system, *a, &Vec::new()),
        _ => None,
    })
}

/// Any value of a variable.
fn any(system: &System, var: VarId, mut random: u64) -> i128 {
    let numbers = [0, 1, 7, -1000, 1000, i128::from(i64::MAX), i128::from(i64::MIN)];
    let limit = if system.terms.var(var).sort == Sort::Bool { 2 } else { numbers.len() };
    numbers[below(&mut random, limit)]
}

/// One tick later.
fn step(system: &System, state: &State, random: &mut u64) -> Option<State> {
    let mut next = vec![0; state.len()];
    for (var, role) in system.vars() {
        next[var.index()] = match (role, system.next.get(&var)) {
            (Role::Input, _) => below(random, 2) as i128,
            (_, Some(update)) => evaluate(system, update.term, state)?,
            _ => 0,
        };
    }
    Some(next)
}

/// Whether the slower clock has not ticked so far.
fn is_waiting(system: &System, state: &State) -> bool {
    let update = system.terms.find_var("$waiting").and_then(|v| system.next.get(&v));
    let flag = update.and_then(|u| system.terms.operands(u.term).first());
    flag.and_then(|f| evaluate(system, *f, state)) == Some(1)
}

/// Two runs with the same inputs and first values that differ where `init` says nothing; nothing if numbers grow too large.
fn check_run(before: &System, after: &System, random: u64) -> Option<()> {
    let start = |salt: i128| -> State {
        let value = |(v, r): (VarId, Role)| match r {
            Role::Input => i128::from(random >> (v.index() + 20)) & 1,
            // Only the free first values of what was narrowed may differ, and do.
            _ => match (first_value(before, v), after.terms.var(v).sort) {
                (Some(value), _) => value,
                (None, Sort::Range { .. }) => any(before, v, random) + salt,
                _ => any(before, v, random),
            },
        };
        before.vars().map(value).collect()
    };
    let mut runs = [(start(0), random), (start(12_345), random)];
    for tick in 0..TICKS {
        let [good, other] = [0, 1].map(|r| evaluate(before, before.properties[0].term, &runs[r].0));
        assert_eq!(good, other, "a first value decides about the property at tick {tick}");
        for (var, declared) in after.terms.vars() {
            let Sort::Range { lo, hi } = declared.sort else { continue };
            let value = runs[0].0[var.index()];
            if value == runs[1].0[var.index()] {
                let fits = i128::from(lo) <= value && value <= i128::from(hi);
                assert!(fits, "{} is {value} at tick {tick}", declared.name);
            } else {
                assert!(tick == 0 || is_waiting(before, &runs[0].0), "a first value is read before tick {tick}");
            }
        }
        for (state, random) in &mut runs {
            *state = step(before, state, random)?;
        }
    }
    Some(())
}

/// The obligations at a tick with any values in range.
fn check_obligations(after: &System, random: &mut u64) {
    let value = |(v, _): (VarId, Role), random: &mut u64| match after.terms.var(v).sort {
        Sort::Range { lo, hi } => i128::from(lo) + below(random, (hi - lo + 1) as usize) as i128,
        Sort::Bool => below(random, 2) as i128,
        _ => below(random, 2000) as i128 - 1000,
    };
    let state: State = after.vars().map(|v| value(v, random)).collect();
    for obligation in &after.obligations {
        let holds = evaluate(after, obligation.term, &state);
        assert!(holds != Some(0), "{} at {state:?}", obligation.message);
    }
}

#[test]
fn no_value_leaves_its_range() {
    let mut seed = wherefore_test::seed(7);
    let cases = wherefore_test::cases(300);
    let (mut narrowed, mut all) = (0, 0);
    for case in 0..cases {
        below(&mut seed, 2);
        let before = Maker::new(seed).make();
        let after = narrow_system(before.clone());
        let context = || crate::text::print(&after);
        for run in 0..RUNS {
            let random = seed.rotate_left(run as u32 * 9 + 1);
            let checked = std::panic::catch_unwind(|| {
                check_run(&before, &after, random);
                check_obligations(&after, &mut random.clone());
            });
            assert!(checked.is_ok(), "case {case}, run {run}\n{}", context());
        }
        all += before.terms.vars().filter(|(_, v)| v.sort == Sort::Int).count();
        narrowed += after.terms.vars().filter(|(_, v)| matches!(v.sort, Sort::Range { .. })).count();
    }
    wherefore_test::say(&format!("{narrowed} of {all} variables narrowed"));
    assert!(narrowed * 4 > all, "{narrowed} of {all}");
}
