//! Behaviour particular to this back end: effort, stopping, cores, literals of variables.

use super::*;
use crate::StopReason;
use wherefore_ir::Sort;

/// The pigeonhole principle: `holes + 1` pigeons do not fit. Hard for resolution.
fn pigeons(solver: &mut SatSolver, holes: usize) {
    let sits: Vec<Vec<Lit>> = (0..=holes).map(|_| (0..holes).map(|_| solver.fresh().unwrap()).collect()).collect();
    sits.iter().for_each(|pigeon| solver.clause(pigeon).unwrap());
    for hole in 0..holes {
        for (i, first) in sits.iter().enumerate() {
            sits[..i].iter().for_each(|second| solver.clause(&[!first[hole], !second[hole]]).unwrap());
        }
    }
}

fn each(test: impl Fn(SatSolver)) {
    Engine::built().into_iter().for_each(|engine| test(SatSolver::new(engine).unwrap()));
}

#[test]
fn solvers_can_be_sent() {
    fn send<T: Send>() {}
    send::<SatSolver>();
    assert_eq!(SatSolver::new(Engine::Cadical).is_ok(), cfg!(feature = "cadical"));
}

#[test]
fn effort_is_conflicts_and_deterministic() {
    for engine in Engine::built() {
        let run = || {
            let mut solver = SatSolver::new(engine).unwrap();
            pigeons(&mut solver, 9);
            let answer = solver.check(&[], Some(500), &Stop::new()).unwrap();
            assert_eq!(answer, Answer::Unknown(Undecided::Effort));
            solver.statistics().conflicts
        };
        let conflicts = run();
        assert!((450..=550).contains(&conflicts), "{engine:?}: {conflicts}");
        assert_eq!(conflicts, run());
    }
}

#[test]
fn a_question_without_limit_follows_one_with() {
    each(|mut solver| {
        pigeons(&mut solver, 5);
        assert_eq!(solver.check(&[], Some(1), &Stop::new()), Ok(Answer::Unknown(Undecided::Effort)));
        assert_eq!(solver.check(&[], None, &Stop::new()), Ok(Answer::Unsat));
        assert_eq!(solver.core(), Ok(vec![]));
    });
}

#[test]
fn stopping_from_another_thread() {
    each(|mut solver| {
        pigeons(&mut solver, 14);
        let stop = Stop::new();
        let other = stop.clone();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            other.fire(StopReason::AnotherWasFaster);
        });
        let stopped = Ok(Answer::Unknown(Undecided::Stopped(StopReason::AnotherWasFaster)));
        assert_eq!(solver.check(&[], None, &stop), stopped);
        assert_eq!(solver.check(&[], None, &stop), stopped);
        thread.join().unwrap();
    });
}

#[test]
fn cores_keep_the_order_of_assumptions() {
    each(|mut solver| {
        let [a, b, c, d] = [0; 4].map(|_| solver.fresh().unwrap());
        solver.clause(&[!a, !c]).unwrap();
        assert_eq!(solver.check(&[d, c, b, a, c], None, &Stop::new()), Ok(Answer::Unsat));
        assert_eq!(solver.core(), Ok(vec![c, a]));
        assert_eq!(solver.check(&[b, d, !b], None, &Stop::new()), Ok(Answer::Unsat));
        assert_eq!(solver.core(), Ok(vec![b, !b]));
        assert_eq!(solver.check(&[b, a], None, &Stop::new()), Ok(Answer::Sat));
        assert_eq!((solver.truth(a), solver.truth(c), solver.truth(!c)), (Ok(true), Ok(false), Ok(true)));
        assert!(solver.core().is_err());
        assert!(solver.truth(a).is_ok());
    });
}

#[test]
fn the_bits_of_a_variable_read_back() {
    each(|mut solver| {
        let mut terms = Terms::new();
        let sort = Sort::Range { lo: -5, hi: 9 };
        let var = terms.declare("x", sort).unwrap();
        let bits = solver.var_bits(&terms, var, 4).unwrap();
        let (x, limit) = (terms.now(var), terms.int(-5));
        let low = terms.le(x, limit);
        let low = solver.literal(&terms, low, 4).unwrap();
        assert_eq!(solver.check(&[low], None, &Stop::new()), Ok(Answer::Sat));
        let truths: Vec<bool> = bits.iter().map(|l| solver.truth(*l).unwrap()).collect();
        assert_eq!(word_value(sort, &truths), Value::int(-5));
        assert_eq!(solver.value(&terms, var, 4), Ok(Value::int(-5)));
        assert_eq!(solver.value(&terms, var, 5), Ok(Value::int(0)));
    });
}

#[test]
fn values_without_a_model_are_refused() {
    each(|mut solver| {
        let mut terms = Terms::new();
        let var = terms.declare("x", Sort::Bool).unwrap();
        assert!(solver.value(&terms, var, 0).is_err());
        let a = solver.fresh().unwrap();
        assert_eq!(solver.check(&[], None, &Stop::new()), Ok(Answer::Sat));
        assert_eq!(solver.value(&terms, var, 0), Ok(Value::Bool(false)));
        solver.clause(&[a]).unwrap();
        assert!(solver.truth(a).is_err());
    });
}

/// Solvers that were simplified, and solvers that were not, answer questions about kept and other literals alike.
#[test]
fn a_simplified_solver_answers_as_before() {
    for seed in 0..200 {
        let mut random = wherefore_test::Random::new(seed);
        let mut solvers = Engine::built()
            .into_iter()
            .flat_map(|engine| [SatSolver::new(engine), SatSolver::for_many(engine)])
            .collect::<Result<Vec<_>, _>>()
            .unwrap();
        let mut literals: Vec<Lit> = Vec::new();
        for _ in 0..12 {
            literals.extend(solvers.iter_mut().map(|s| s.fresh().unwrap()).last());
        }
        let mut any = |count: usize| -> Vec<Lit> {
            let signed = |(lit, negative): (Lit, bool)| if negative { !lit } else { lit };
            (0..count).map(|_| signed((literals[random.below(12)], random.below(2) == 1))).collect()
        };
        for clause in (0..30).map(|_| any(3)) {
            solvers.iter_mut().for_each(|s| s.clause(&clause).unwrap());
        }
        let keep = any(4);
        solvers.iter_mut().for_each(|s| s.simplify(&keep).unwrap());
        for _ in 0..20 {
            let (clause, assumptions) = (any(3), any(2));
            let mut ask = |s: &mut SatSolver| {
                s.clause(&clause).unwrap();
                s.check(&assumptions, None, &Stop::new()).unwrap()
            };
            let answers: Vec<Answer> = solvers.iter_mut().map(&mut ask).collect();
            assert!(answers.iter().all(|a| *a == answers[0]), "seed {seed}: {answers:?}");
        }
    }
}
