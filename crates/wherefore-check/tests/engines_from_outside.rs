//! Engines from outside, through public interfaces alone: one that enumerates states, one that is a process, and liars.

mod support;

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use support::{explicit, random};
use wherefore_check::engine::{Answer, Answers, Capabilities, Data, Engine, EngineContext, Problem, Witness};
use wherefore_check::{
    Certificate, Checker, Cone, EngineChoice, EngineId, Family, Finder, Finding, NoAnswer, Observer, Options, Recheck,
    Reduction, Session, Silent, Verdict,
};
use wherefore_ir::{Op, PropertyKind, System, TermId, Terms, text};
use wherefore_solve::Stop;

/// Answer of an engine to a problem.
type Answering = fn(&Problem) -> Result<Answer, NoAnswer>;

/// An engine that is one function.
struct Outside(&'static str, Answering);

impl Engine for Outside {
    fn id(&self) -> EngineId {
        EngineId::new(self.0)
    }

    fn family(&self) -> Family {
        Family::External
    }

    fn capabilities(&self) -> Capabilities {
        let data = Data::Finite;
        Capabilities { data, invariants: Answers::Both, linear: Answers::Both, branching: Answers::Both }
    }

    fn prove(&self, problem: &Problem, _: &EngineContext) -> Result<Answer, NoAnswer> {
        (self.1)(problem)
    }
}

/// Finding for the first property with this engine.
fn check(system: &System, choice: EngineChoice, engine: Outside) -> Finding {
    let options = Options { engine: choice, engines: vec![Arc::new(engine)], ..Options::default() };
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    Session::new(system, options).check(&system.properties[0], &Stop::new(), &observer)
}

/// The engine alone.
fn alone(system: &System, engine: Outside) -> Finding {
    check(system, EngineChoice::Given, engine)
}

/// Every state, one at a time. The reachable ones are the invariant.
fn enumerate(model: &Cone, good: TermId) -> Result<Certificate, u32> {
    let graph = explicit::explore(&model.system);
    if let Some(depth) = explicit::shortest_violation(&model.system, &graph, good) {
        return Err(depth);
    }
    let mut terms = model.system.terms.clone();
    let mut reached = Vec::new();
    for row in &graph.states {
        let mut state = Vec::new();
        for (var, value) in model.system.vars().filter_map(|(v, _)| Some((v, row[v.index()].clone()?))) {
            let (now, value) = (terms.now(var), terms.mk_const(value));
            state.push(terms.eq(now, value));
        }
        reached.push(terms.and(state));
    }
    let term = terms.or(reached);
    Ok(Certificate::Invariant { terms: Arc::new(terms), term })
}

fn explicit_states(problem: &Problem) -> Result<Answer, NoAnswer> {
    match problem {
        Problem::Invariant { model, good } => Ok(match enumerate(model, *good) {
            Ok(certificate) => Answer::Safe(certificate),
            Err(depth) => Answer::Unsafe { depth, shortest: true, witness: None },
        }),
        Problem::Linear(product) => {
            let (model, good) = product.reduced(Reduction::NoLasso);
            Ok(match enumerate(&model, good) {
                Ok(certificate) => Answer::NoFairRun { reduction: Reduction::NoLasso, certificate },
                Err(steps) => Answer::Lasso { steps, trace: None },
            })
        }
        Problem::Branching { .. } => Err(NoAnswer::Unsupported("branching time".to_owned())),
    }
}

/// Two bits. The first goes up and down, the second follows.
fn toggle(kind: &str, property: &str) -> System {
    let system = "system \"toggle\"\nvar a : bool state\nvar b : bool state\ninit (not a)\ninit (not b)\nnext a = (not a)\n\
                  next b = a\n";
    text::parse(&format!("{system}property \"p\" {kind} {property} text \"{property}\"\n")).unwrap()
}

fn steps(finding: &Finding) -> Option<usize> {
    if let Verdict::Violated(found) = &finding.verdict { Some(found.trace.len() - 1) } else { None }
}

#[test]
fn an_engine_from_outside_decides_and_is_confirmed() {
    let (mut held, mut violated) = (0, 0);
    for seed in 1..60 {
        let system = random::system(seed, PropertyKind::Invariant);
        let graph = explicit::explore(&system);
        let truth = explicit::shortest_violation(&system, &graph, system.properties[0].term);
        let finding = alone(&system, Outside("explicit", explicit_states));
        match truth {
            Some(depth) => {
                assert_eq!(steps(&finding), Some(depth as usize), "WHEREFORE_SEED={seed}");
                violated += 1;
            }
            None if graph.states.is_empty() => {}
            None => {
                assert!(finding.verdict.is_confirmed(), "WHEREFORE_SEED={seed}: {:?}", finding.verdict);
                assert_eq!(finding.finder, Finder::Engine("explicit".to_owned()));
                held += 1;
            }
        }
    }
    assert!(held > 5 && violated > 5, "too few systems: {held} hold, {violated} do not");
}

#[test]
fn an_engine_from_outside_decides_linear_time() {
    let holds = alone(&toggle("ltl", "(G (F b))"), Outside("explicit", explicit_states));
    assert!(matches!(holds.verdict, Verdict::Holds { recheck: Recheck::By(Checker::Sat), .. }), "{:?}", holds.verdict);
    let violated = alone(&toggle("ltl", "(F (G b))"), Outside("explicit", explicit_states));
    assert!(steps(&violated).is_some(), "{:?}", violated.verdict);
    assert_eq!(violated.finder, Finder::Engine("explicit".to_owned()));
}

/// An engine from outside is asked beside all others, and whichever wins, the verdict is the same.
#[test]
fn an_engine_from_outside_takes_part_in_the_race() {
    for choice in [EngineChoice::Auto, EngineChoice::Bdd, EngineChoice::Sat] {
        let finding = check(&toggle("invariant", "(not (and a b))"), choice, Outside("explicit", explicit_states));
        assert!(finding.verdict.is_confirmed());
        let idle = Outside("idle", |_| Err(NoAnswer::Effort));
        let finding = check(&toggle("invariant", "(not (and (not a) b))"), choice, idle);
        assert_eq!(steps(&finding), Some(2));
    }
}

/// An invariant of the problem, whatever it is.
fn invariant(problem: &Problem, formula: fn(&mut System, TermId) -> TermId) -> Answer {
    let (mut system, good) = match problem {
        Problem::Invariant { model, good } => (model.system.clone(), *good),
        Problem::Branching { model, formula, .. } => (model.system.clone(), *formula),
        Problem::Linear(product) => {
            let (model, good) = product.reduced(Reduction::Visits(1));
            (model.system, good)
        }
    };
    let term = formula(&mut system, good);
    let certificate = Certificate::Invariant { terms: Arc::new(system.terms), term };
    match problem {
        Problem::Linear(_) => Answer::NoFairRun { reduction: Reduction::Visits(1), certificate },
        _ => Answer::Safe(certificate),
    }
}

/// An arena that differs in one thing: the property is a tautology there.
fn another_arena(problem: &Problem) -> Answer {
    let Problem::Invariant { model, good } = problem else { return invariant(problem, |_, _| TermId(u32::MAX)) };
    let (honest, mut terms) = (&model.system.terms, Terms::new());
    for (_, var) in honest.vars() {
        terms.declare_like(var, var.sort).unwrap();
    }
    for term in honest.ids() {
        let operands = honest.operands(term);
        let made = match honest.constant(term) {
            Some(value) => terms.mk_const(value.clone()),
            None if term == *good => terms.mk(Op::Implies, &[operands[0], operands[0]]).unwrap(),
            None => terms.mk(honest.op(term), operands).unwrap(),
        };
        assert_eq!(made, term);
    }
    let term = terms.bool(true);
    Answer::Safe(Certificate::Invariant { terms: Arc::new(terms), term })
}

#[test]
fn a_liar_is_refuted() {
    let lies: [(&str, Answering); 9] = [
        ("anything", |p| Ok(invariant(p, |system, _| system.terms.bool(true)))),
        ("nothing", |p| Ok(invariant(p, |system, _| system.terms.bool(false)))),
        ("the property itself", |p| Ok(invariant(p, |_, good| good))),
        ("the future", |p| {
            Ok(invariant(p, |system, _| {
                let var = system.vars().next().expect("a variable").0;
                system.terms.next(var)
            }))
        }),
        ("another arena", |p| Ok(another_arena(p))),
        ("induction", |_| Ok(Answer::Safe(Certificate::Induction { k: 0 }))),
        ("a violation", |_| Ok(Answer::Unsafe { depth: 3, shortest: true, witness: None })),
        ("a lasso", |_| Ok(Answer::Lasso { steps: 3, trace: None })),
        ("a panic", |_| panic!("planted")),
    ];
    // Each false answer is about a property that is false, or true and not proved by it.
    let asked = [
        (toggle("invariant", "(not (and (not a) b))"), "a violation"),
        (toggle("invariant", "(or (not a) (not b))"), "induction, the property itself"),
        (toggle("ltl", "(F (G b))"), "a lasso"),
        (toggle("ltl", "(G (F b))"), "no lie"),
        (toggle("ctl", "(EG b)"), "no lie"),
        (toggle("ctl", "(AG (EF b))"), "no lie"),
    ];
    for (system, not_a_lie) in &asked {
        for (name, lie) in lies.iter().filter(|(name, _)| !not_a_lie.contains(name)) {
            let verdict = alone(system, Outside("liar", *lie)).verdict;
            let refuted = matches!(verdict, Verdict::Undetermined(NoAnswer::Refuted(_)));
            assert!(refuted, "{name} about {}: {verdict:?}", text::print(system));
        }
    }
}

/// A distance is taken over, that nothing is nearer is not.
#[test]
fn a_shorter_run_is_found_and_a_distance_out_of_sight_is_no_answer() {
    let system = toggle("invariant", "(not (and (not a) b))");
    let far = Outside("far", |_| Ok(Answer::Unsafe { depth: 4, shortest: true, witness: None }));
    assert_eq!(steps(&alone(&system, far)), Some(2));
    let out_of_sight = Outside("far", |_| Ok(Answer::Unsafe { depth: u32::MAX, shortest: false, witness: None }));
    assert!(matches!(alone(&system, out_of_sight).verdict, Verdict::Undetermined(NoAnswer::Bound(10_000))));
}

/// The engine sees two bits; the rest of the system counts without bound, and the run is one of the whole.
#[test]
fn a_run_told_of_a_finite_part_is_found_in_an_unbounded_whole() {
    let toggle = text::print(&toggle("invariant", "(not (and (not a) b))"));
    let system = toggle.replace("init (not b)", "var n : int state\ninit (= n 0)\ninit (not b)\nnext n = (+ n 1)");
    let system = text::parse(&system).unwrap();
    assert!(!Cone::whole(&system).is_finite());
    let told = Outside("told", |_| Ok(Answer::Unsafe { depth: 2, shortest: false, witness: Some(Witness::default()) }));
    assert_eq!(steps(&alone(&system, told)), Some(2));
}

/// No engine is left to be asked.
#[test]
fn without_an_engine_there_is_no_answer() {
    let system = toggle("invariant", "(not (and a b))");
    let options = Options { engine: EngineChoice::Given, ..Options::default() };
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let finding = Session::new(&system, options).check(&system.properties[0], &Stop::new(), &observer);
    assert!(matches!(finding.verdict, Verdict::Undetermined(NoAnswer::Unsupported(_))));
    assert_eq!(finding.finder, Finder::Engine("none".to_owned()));
}

/// A process that reads the model from its standard input and writes its answer.
fn process(problem: &Problem) -> Result<Answer, NoAnswer> {
    let Problem::Invariant { model, good } = problem else { return Err(NoAnswer::Unsupported("time".to_owned())) };
    let mut system = model.system.clone();
    system.properties.retain(|p| p.term == *good);
    let script = "grep -qF 'text \"(not (and (not a) b))\"' && echo unsafe 2 || echo inductive 1";
    let missing = |e: std::io::Error| NoAnswer::Missing { program: "sh".to_owned(), cause: e.to_string() };
    let mut command = Command::new("/bin/sh");
    let mut child =
        command.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(missing)?;
    // The process may have seen enough before it has read everything.
    let _ = child.stdin.take().expect("piped").write_all(text::print(&system).as_bytes());
    let output = child.wait_with_output().map_err(missing)?;
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    match words.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["unsafe", depth] => depth.parse().map(|depth| Answer::Unsafe { depth, shortest: false, witness: None }).ok(),
        ["inductive", k] => k.parse().map(|k| Answer::Safe(Certificate::Induction { k })).ok(),
        _ => None,
    }
    .ok_or(NoAnswer::Died(words))
}

#[cfg(unix)]
#[test]
fn a_process_is_an_engine() {
    let violated = alone(&toggle("invariant", "(not (and (not a) b))"), Outside("process", process));
    assert_eq!((steps(&violated), violated.finder), (Some(2), Finder::Engine("process".to_owned())));
    let holds = alone(&toggle("invariant", "(or a b (not a))"), Outside("process", process));
    assert!(holds.verdict.is_confirmed(), "{:?}", holds.verdict);
}
