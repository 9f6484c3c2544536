//! A solver in a child process that misbehaves in every way we could think of: nothing hangs, nothing panics, and what is
//! reported is what happened. The misbehaving solvers are shell scripts that these tests write.
#![cfg(unix)]

use std::path::PathBuf;
use std::time::{Duration, Instant};
use wherefore_ir::{Op, Sort, TermId, Terms, Value};
use wherefore_solve::{Answer, SmtCommand, SmtSolver, SolveError, Solver, Stop, StopReason, Undecided};

/// A folder of this test that goes away with it.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("wherefore-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Result of a check of a trivial formula when the solver is this script.
#[expect(clippy::disallowed_methods, reason = "the fake solver is a file")]
fn check_with(test: &str, script: &str, stop: &Stop) -> Result<Answer, SolveError> {
    let folder = Folder::new(test);
    let path = folder.0.join("solver.sh");
    std::fs::write(&path, script).expect("the fake solver is written");
    let mut solver = SmtSolver::new(SmtCommand::custom("sh", &[path.to_str().expect("a path")]))?;
    let literal = solver.fresh()?;
    solver.check(&[literal], None, stop)
}

fn cause_of(answer: Result<Answer, SolveError>) -> String {
    match answer {
        Err(SolveError::Died { cause, .. }) => cause,
        other => panic!("expected a dead solver, got {other:?}"),
    }
}

/// Fires after a moment, from another thread.
fn fire_soon(stop: &Stop) {
    let stop = stop.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        stop.fire(StopReason::AnotherWasFaster);
    });
}

#[test]
fn a_missing_program_is_missing() {
    let error = SmtSolver::new(SmtCommand::custom("no-such-solver-anywhere", &[])).err();
    assert!(matches!(error, Some(SolveError::Missing { program, .. }) if program == "no-such-solver-anywhere"));
    let limited = SmtCommand { memory_mb: Some(100), ..SmtCommand::custom("no-such-solver-anywhere", &[]) };
    assert!(matches!(SmtSolver::new(limited).err(), Some(SolveError::Missing { .. })));
}

#[test]
fn a_solver_that_dies_leaves_its_last_words() {
    let cause = cause_of(check_with("dies", "echo 'cannot go on' >&2; exit 3", &Stop::new()));
    assert!(cause.contains("exit status: 3") && cause.contains("cannot go on"), "{cause}");
    let cause = cause_of(check_with("aborts", "kill -SEGV $$", &Stop::new()));
    assert!(cause.contains("signal"), "{cause}");
}

#[test]
fn nonsense_is_no_answer() {
    let cause = cause_of(check_with("garbage", "while read l; do echo 'what (is) this'; done", &Stop::new()));
    assert!(cause.contains("unexpected answer `what`"), "{cause}");
    let cause = cause_of(check_with("error", "while read l; do echo '(error \"no such thing\")'; done", &Stop::new()));
    assert!(cause.contains("no such thing"), "{cause}");
    let cause = cause_of(check_with("bytes", "printf '\\377\\376\\000(((('; exit 0", &Stop::new()));
    assert!(cause.contains("exit status: 0"), "{cause}");
    let cause = cause_of(check_with("half", "printf '((x '; exec 1>&-; sleep 30", &Stop::new()));
    assert!(cause.contains("closed its output"), "{cause}");
}

#[test]
fn a_core_or_a_value_that_is_nonsense_is_an_error() {
    let folder = Folder::new("values");
    let path = folder.0.join("solver.sh");
    let script = "while read l; do case $l in *check*) echo sat;; *get-value*) echo '((v0_0 maybe))';; esac; done";
    #[expect(clippy::disallowed_methods, reason = "the fake solver is a file")]
    std::fs::write(&path, script).expect("the fake solver is written");
    let mut solver = SmtSolver::new(SmtCommand::custom("sh", &[path.to_str().expect("a path")])).expect("sh");
    let mut terms = Terms::new();
    let var = terms.declare("x", Sort::Bool).expect("new");
    let x = terms.now(var);
    solver.assert(&terms, x, 0).expect("known");
    assert_eq!(solver.check(&[], None, &Stop::new()), Ok(Answer::Sat));
    assert!(matches!(solver.value(&terms, var, 0), Err(SolveError::Unsupported(_))));
    assert!(solver.core().is_err());
}

#[test]
fn out_of_memory_is_recognised() {
    let answer = check_with("memory", "echo '(error \"out of memory\")' >&2; exit 101", &Stop::new());
    assert_eq!(answer, Ok(Answer::Unknown(Undecided::Memory)));
    let answer = check_with("memory2", "echo '(error \"std::bad_alloc\")'; exit 1", &Stop::new());
    assert_eq!(answer, Ok(Answer::Unknown(Undecided::Memory)));
}

#[test]
fn a_solver_ended_by_a_signal_from_the_keyboard_was_stopped() {
    let answer = check_with("interrupt", "kill -INT $$; sleep 30", &Stop::new());
    assert_eq!(answer, Ok(Answer::Unknown(Undecided::Stopped(StopReason::Interrupted))));
}

#[test]
#[expect(clippy::disallowed_methods, reason = "how long it takes is what is tested")]
fn a_solver_that_hangs_is_stopped_at_once() {
    // The first reads nothing and leaves a child behind that holds the pipes; the second answers without end.
    for (test, script) in [("sleeps", "sleep 20; true"), ("babbles", "while :; do printf '(((('; done")] {
        let (stop, begin) = (Stop::new(), Instant::now());
        fire_soon(&stop);
        let answer = check_with(test, script, &stop);
        assert_eq!(answer, Ok(Answer::Unknown(Undecided::Stopped(StopReason::AnotherWasFaster))), "{test}");
        assert!(begin.elapsed() < Duration::from_secs(5), "{test} took {:?}", begin.elapsed());
    }
}

#[test]
fn a_signal_fired_before_the_check_stops_it() {
    let stop = Stop::new();
    stop.fire(StopReason::AnotherWasFaster);
    let answer = check_with("early", "sleep 20", &stop);
    assert_eq!(answer, Ok(Answer::Unknown(Undecided::Stopped(StopReason::AnotherWasFaster))));
}

/// The product of two numbers of half the width is the product of these primes: out of reach in a moment.
fn hard(terms: &mut Terms) -> TermId {
    let half = |terms: &mut Terms, name: &str| {
        let v = terms.declare(name, Sort::BitVec(32)).expect("new");
        let v = terms.now(v);
        let one = terms.mk_const(Value::bits(32, 1u8));
        (terms.apply(Op::BvUlt, &[one, v]), terms.apply(Op::BvZeroExtend(32), &[v]))
    };
    let ((above_x, x), (above_y, y)) = (half(terms, "x"), half(terms, "y"));
    let product = terms.apply(Op::BvMul, &[x, y]);
    let primes = terms.mk_const(Value::bits(64, 2_147_483_647_u64 * 2_147_483_629));
    let equal = terms.eq(product, primes);
    terms.and([above_x, above_y, equal])
}

fn real_solvers<const N: usize>(commands: [SmtCommand; N]) -> [SmtSolver; N] {
    commands.map(|command| {
        let name = command.name.clone();
        SmtSolver::new(command).unwrap_or_else(|e| panic!("{e}; to install {name}: source .ci/solvers.sh"))
    })
}

#[test]
fn a_stopped_solver_goes_on_with_the_next_check() {
    for mut solver in real_solvers([SmtCommand::z3(), SmtCommand::cvc5(), SmtCommand::bitwuzla()]) {
        let mut terms = Terms::new();
        let hard = hard(&mut terms);
        let (hard, easy) = (solver.literal(&terms, hard, 0).expect("known"), solver.fresh().expect("fresh"));
        let stop = Stop::new();
        fire_soon(&stop);
        let answer = solver.check(&[hard, easy], None, &stop);
        assert_eq!(answer, Ok(Answer::Unknown(Undecided::Stopped(StopReason::AnotherWasFaster))));
        assert_eq!(solver.check(&[easy], None, &Stop::new()), Ok(Answer::Sat));
        assert_eq!(solver.truth(easy), Ok(true));
        let effort = solver.check(&[hard], Some(2000), &Stop::new());
        assert_eq!(effort, Ok(Answer::Unknown(Undecided::Effort)), "{}", solver.capabilities().name);
        assert_eq!(solver.check(&[!easy], None, &Stop::new()), Ok(Answer::Sat));
        assert_eq!(solver.check(&[easy, !easy], None, &Stop::new()), Ok(Answer::Unsat));
        assert_eq!(solver.core(), Ok(vec![easy, !easy]));
    }
}

/// Too many gates for a small memory: x * y = x * x + c and x / y = y mod x, 512 bits wide.
fn large(terms: &mut Terms) -> TermId {
    let [x, y] = ["x", "y"].map(|n| terms.declare(n, Sort::BitVec(512)).expect("new"));
    let (x, y, c) = (terms.now(x), terms.now(y), terms.mk_const(Value::bits(512, 12_345_677_u32)));
    let (product, square) = (terms.apply(Op::BvMul, &[x, y]), terms.apply(Op::BvMul, &[x, x]));
    let sum = terms.apply(Op::BvAdd, &[square, c]);
    let (quotient, rest) = (terms.apply(Op::BvUdiv, &[x, y]), terms.apply(Op::BvUrem, &[y, x]));
    let (first, second) = (terms.eq(product, sum), terms.eq(quotient, rest));
    let above = [x, y].map(|v| terms.apply(Op::BvUlt, &[c, v]));
    terms.and([first, second, above[0], above[1]])
}

#[test]
fn a_memory_limit_is_kept() {
    // The last needs Python before it begins.
    for (command, limit) in [(SmtCommand::z3(), 60), (SmtCommand::cvc5(), 60), (SmtCommand::bitwuzla(), 150)] {
        let mut solver = SmtSolver::new(SmtCommand { memory_mb: Some(limit), ..command }).expect("installed");
        let mut terms = Terms::new();
        let large = large(&mut terms);
        solver.assert(&terms, large, 0).expect("known");
        assert_eq!(solver.check(&[], None, &Stop::new()), Ok(Answer::Unknown(Undecided::Memory)));
    }
}

#[test]
fn a_logic_that_grows_keeps_everything() {
    for mut solver in real_solvers([SmtCommand::z3(), SmtCommand::cvc5()]) {
        let mut terms = Terms::new();
        let b = terms.declare("b", Sort::Bool).expect("new");
        let n = terms.declare("n", Sort::Int).expect("new");
        let (now_b, now_n, ten) = (terms.now(b), terms.now(n), terms.int(10));
        solver.assert(&terms, now_b, 0).expect("known");
        assert_eq!(solver.check(&[], None, &Stop::new()), Ok(Answer::Sat));
        let more = terms.lt(ten, now_n);
        let coupled = terms.eq(now_b, more);
        solver.assert(&terms, coupled, 0).expect("known");
        assert_eq!(solver.check(&[], None, &Stop::new()), Ok(Answer::Sat));
        let Ok(Value::Int(value)) = solver.value(&terms, n, 0) else { panic!("an integer") };
        assert!(value > 10.into());
        assert!(solver.script().contains("(set-logic ALL)"));
    }
}

#[test]
fn a_term_a_million_levels_deep_is_only_long() {
    let mut solver = SmtSolver::new(SmtCommand::custom("sh", &["-c", "sleep 20"])).expect("sh");
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|n| terms.declare(n, Sort::Bool).expect("new"));
    let (now, other) = (terms.now(x), terms.now(y));
    let deep = (0..1_000_000).fold(now, |t, _| terms.apply(Op::Xor, &[t, other]));
    let literal = solver.literal(&terms, deep, 0).expect("supported");
    assert_eq!(solver.script().lines().filter(|l| l.starts_with("(define-fun")).count(), 1_000_000);
    // The child reads nothing of it: writing must not block, and a stop must end it.
    let stop = Stop::new();
    fire_soon(&stop);
    let answer = solver.check(&[literal], None, &stop);
    assert_eq!(answer, Ok(Answer::Unknown(Undecided::Stopped(StopReason::AnotherWasFaster))));
}
