//! Replay: each fault by example, and planted errors in runs of random deterministic systems.

use crate::random::Random;
use wherefore_ir::{Constraint, Op, Role, Sort, System, Update, Value, VarId, text};
use wherefore_trace::format::read_text;
use wherefore_trace::{Evaluator, Fault, Outcome, Step, Trace, replay, replay_property};

const COUNTER: &str = r#"system "counter"
element 0 constraint "start"
element 1 branch "step up"
var x : 0..3 state
var limit : 0..3 frozen
var up : bool input
init (= x 0) element 0
invar (<= x limit)
trans (=> up (< (next x) 3))
next x = (ite up (+ x 1) x) element 1
justice (= x 1)
compassion up (= x 0)
property "small" invariant (< x 2) text "x < 2"
property "back" ltl (G (F (= x 0))) text "G F x = 0"
property "never" ltl (G (not (O (= x 3)))) text "G !(O x = 3)"
property "home" ctl (AG (EF (= x 0))) text "AG EF x = 0"
property "low" ctl (AG (or (< x 2) (AX (= x 0)))) text "AG (x < 2 | AX x = 0)"
property "soon" ctl (AF (= x 3)) text "AF x = 3"
property "stay" ctl (EG (= x 0)) text "EG x = 0"
"#;

/// A trace written as states `x limit up`, one word each, with `*` before the loop's first.
fn trace(system: &System, text: &str) -> Trace {
    let mut printed = String::from("Trace Description: test\n");
    for (k, state) in text.split(", ").enumerate() {
        let mark = if state.starts_with('*') { "-- Loop starts here\n" } else { "" };
        let words: Vec<&str> = state.trim_start_matches('*').split(' ').collect();
        printed += &format!("{mark}-> State: 1.{} <-\nx = {}\nlimit = {}\n", k + 1, words[0], words[1]);
        if let Some(up) = words.get(2) {
            printed += &format!("-> Input: 1.{} <-\nup = {up}\n", k + 2);
        }
    }
    read_text(&printed).unwrap()[0].bind(system).unwrap().trace
}

#[test]
fn each_fault_says_where_what_and_with_which_values() {
    let system = text::parse(COUNTER).unwrap();
    let check = |states: &str, expected: &str| {
        let found = replay(&system, &trace(&system, states)).map_or_else(|e| e.to_string(), |()| "fine".to_owned());
        assert_eq!(found, expected, "{states}");
    };
    check("0 2 1, 1 2 1, 2 2", "fine");
    check("0 2 1, 1 2 1, 2 2 1", "fine");
    check("*0 2 0, 0 2 0", "fine");
    check("0 2 1, 1 2 1", "fine");
    check("1 2 1, 2 2", "step 0: an initial constraint is false: constraint start: `(= x 0)`, where x = 1");
    check("0 0 1, 1 0", "step 1: an invariant constraint is false: `(<= x limit)`, where x = 1, limit = 0");
    check("0 2 1, 1 1 0, 1 1", "step 0: a frozen variable changes: `limit`, where limit = 2, next(limit) = 1");
    check(
        "0 2 1, 0 2",
        "step 0: the next value is not the one that the update gives: branch step up: `(ite up (+ x 1) x)`, \
         where x = 0, up = TRUE, next(x) = 0, expected next(x) = 1",
    );
    check(
        "0 3 1, 1 3 1, 2 3 1, 3 3",
        "step 2: a transition constraint is false on the way to the next step: `(=> up (< (next x) 3))`, \
         where next(x) = 3, up = TRUE",
    );
    check("0 2, 0 2", "step 0: no value is given: `up`");
}

#[test]
fn faults_of_the_trace_itself() {
    let system = text::parse(COUNTER).unwrap();
    let good = trace(&system, "0 2 1, 1 2 0");
    let check = |change: &dyn Fn(&mut Trace), fault: Fault| {
        let mut bad = good.clone();
        change(&mut bad);
        assert_eq!(replay(&system, &bad).unwrap_err().fault, fault);
    };
    check(&|t| t.steps.clear(), Fault::Malformed);
    check(&|t| t.loop_start = Some(2), Fault::Malformed);
    check(&|t| t.steps[1].values.push(None), Fault::Malformed);
    check(&|t| t.steps[1].values.clear(), Fault::MissingValue);
    check(&|t| t.steps[0].values[0] = Some(Value::int(9)), Fault::WrongSort);
    check(&|t| t.steps[0].values[0] = Some(Value::Bool(true)), Fault::WrongSort);
    // The way back from the end of a lasso is a step too.
    check(&|t| t.loop_start = Some(0), Fault::Update);
}

#[test]
fn properties() {
    let system = text::parse(COUNTER).unwrap();
    let check = |name: &str, states: &str, expected: Result<&str, Fault>| {
        let property = system.property(name).unwrap();
        let found = replay_property(&system, &trace(&system, states), property);
        let found = found.map(|outcome| match outcome {
            Outcome::Shown => "shown".to_owned(),
            Outcome::Partial(claims) => {
                let name = |t| text::Names::inline(&system.terms, t);
                let claims = claims.iter().map(|c| format!("{} {} at {}", name(c.formula), c.value, c.step));
                claims.collect::<Vec<_>>().join("; ")
            }
        });
        assert_eq!(found.map_err(|e| e.fault), expected.map(str::to_owned), "{name} on {states}");
    };
    check("small", "0 3 1, 1 3 1, 2 3", Ok("shown"));
    check("small", "0 3 1, 1 3", Err(Fault::PropertyHolds));
    check("back", "0 3 1, *1 3 0, 1 3", Ok("shown"));
    check("back", "0 3 1, 1 3", Err(Fault::Inconclusive));
    check("back", "*0 3 0, 0 3", Err(Fault::Justice));
    check("back", "0 3 1, *1 3 1, 1 3", Err(Fault::Compassion));
    check("never", "0 3 1, 1 3 1, 2 3 1, 3 3", Ok("shown"));
    check("home", "0 3 1, 1 3 1, 2 3", Ok("(EF (= x 0)) false at 2"));
    check("low", "0 3 1, 1 3 1, 2 3 1, 3 3", Ok("shown"));
    check("low", "0 3 1, 1 3 1, 2 3", Ok("(AX (= x 0)) false at 2"));
    check("soon", "0 3 1, *1 3 0, 1 3", Ok("shown"));
    check("soon", "0 3 1, 1 3", Ok("(AF (= x 3)) false at 1"));
    check("stay", "0 3 1, 1 3", Ok("(EG (= x 0)) false at 0"));
    check("stay", "1 3 1, 2 3", Ok("shown"));
}

/// A system whose every state variable has one first value and one next value.
fn deterministic(random: &mut Random) -> System {
    let mut system = System::new("deterministic");
    for index in 0..random.below(4) + 2 {
        let sort = random.pick(&[Sort::Bool, Sort::Int, Sort::BitVec(8), Sort::Real]);
        system.add_var(format!("s{index}"), sort, Role::State, None).unwrap();
    }
    system.add_var("i", Sort::Bool, Role::Input, None).unwrap();
    let vars: Vec<VarId> = system.state_vars().collect();
    let input = system.terms.now(system.terms.find_var("i").unwrap());
    for var in vars {
        let sort = system.terms.var(var).sort;
        let (now, first) = (system.terms.now(var), random.value(&system.terms, sort));
        let other = random.value(&system.terms, sort);
        let (first, other) = (system.terms.mk_const(first), system.terms.mk_const(other));
        let term = system.terms.eq(now, first);
        system.init.push(Constraint { term, element: None });
        let changed = match sort {
            Sort::Bool => system.terms.not(now),
            Sort::BitVec(_) => system.terms.apply(Op::BvAdd, &[now, other]),
            _ => system.terms.apply(Op::Add, &[now, other]),
        };
        let term = system.terms.ite(input, changed, now);
        system.next.insert(var, Update { term, element: None });
    }
    system
}

fn simulate(random: &mut Random, system: &System, first: Step, length: usize) -> Trace {
    let roots: Vec<_> = system.next.values().map(|u| u.term).collect();
    let updates = Evaluator::new(&system.terms, &roots).unwrap();
    let input = system.terms.find_var("i").unwrap();
    let mut steps = vec![first];
    for _ in 1..length {
        let now = &steps[steps.len() - 1];
        let mut next = Step::empty(system);
        for (var, value) in system.next.keys().zip(updates.evaluate(&now.values, None)) {
            next.set(*var, value.unwrap());
        }
        next.set(input, Value::Bool(random.one_in(2)));
        steps.push(next);
    }
    Trace::finite(steps)
}

#[test]
fn a_planted_error_is_found() {
    let mut random = Random::new(8);
    for _ in 0..300 {
        let system = deterministic(&mut random);
        let mut first = Step::empty(&system);
        for (constraint, var) in system.init.iter().zip(system.state_vars()) {
            let constant = system.terms.operands(constraint.term).iter().find_map(|t| system.terms.constant(*t));
            // An equation with a Boolean value is folded to the variable or its negation.
            let folded = || Value::Bool(!matches!(system.terms.op(constraint.term), Op::Not));
            first.set(var, constant.cloned().unwrap_or_else(folded));
        }
        first.set(system.terms.find_var("i").unwrap(), Value::Bool(true));
        let length = random.below(6) + 2;
        let trace = simulate(&mut random, &system, first, length);
        assert_eq!(replay(&system, &trace), Ok(()));

        let var = random.pick(&system.state_vars().collect::<Vec<_>>());
        let step = random.below(length);
        let mut broken = trace.clone();
        let value = loop {
            let value = random.value(&system.terms, system.terms.var(var).sort);
            if Some(&value) != trace.value(step, var) {
                break value;
            }
        };
        broken.steps[step].set(var, value);
        let error = replay(&system, &broken).unwrap_err();
        let expected = if step == 0 { (Fault::Init, 0) } else { (Fault::Update, step - 1) };
        assert_eq!((error.fault, error.step), expected, "{error}");
    }
}
