//! Processes of SMV against an explorer of their interleavings.
//!
//! A random model is a description: variables, units (processes and plain instances inside them), what each unit assigns.
//! The description is written out as SMV and given to the engines. It is also explored by itself, step by step: a process
//! is chosen, its equations are computed, everything else that has an equation stays. Fairness is asked of the steps of
//! strongly connected parts, as it is defined, without the memory that the front end makes of it.
//!
//! ```text
//! WHEREFORE_CASES=2000 cargo nextest run -p wherefore-check --test processes
//! ```

mod explorer;
mod formula;
mod model;

use explorer::Graph;
use formula::Formula;
use model::Model;
use std::panic::catch_unwind;
use std::sync::Arc;
use wherefore_check::{EngineChoice, Observer, Options, Session, Silent, Verdict};
use wherefore_diag::FileId;
use wherefore_ir::System;
use wherefore_lang::smv;
use wherefore_solve::Stop;
use wherefore_test::{Random, cases, counted, seed};

/// One question: a section of SMV with its formula, and the answer of the explorer.
struct Question {
    text: String,
    holds: bool,
}

fn questions(random: &mut Random, model: &Model, graph: &Graph) -> Vec<Question> {
    let mut list = Vec::new();
    for _ in 0..3 {
        let formula = Formula::random(random, model, 3);
        list.push(Question { text: format!("CTLSPEC {}", formula.text(model)), holds: graph.holds(&formula) });
    }
    let plain = Formula::plain(random, model);
    let always = graph.reachable().iter().all(|s| plain.at(&graph.states[*s]));
    list.push(Question { text: format!("INVARSPEC {}", plain.text(model)), holds: always });
    let (p, q) = (Formula::plain(random, model), Formula::plain(random, model));
    let answer = Formula::answered(p.clone(), q.clone());
    let linear = format!("LTLSPEC G ({} -> F {})", p.text(model), q.text(model));
    list.push(Question { text: linear, holds: graph.holds(&answer) });
    list
}

fn load(text: &str) -> System {
    let loaded = smv::load(FileId(0), text);
    let problems: Vec<&str> = loaded.diagnostics.iter().map(|d| d.headline.as_str()).collect();
    loaded.system.unwrap_or_else(|| panic!("{problems:?} in\n{text}"))
}

fn answers(system: &System, number: usize, engine: EngineChoice) -> Option<bool> {
    let session = Session::new(system, Options { engine, ..Options::default() });
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    match session.check(&system.properties[number], &Stop::new(), &observer).verdict {
        Verdict::Holds { .. } | Verdict::Vacuous { .. } => Some(true),
        Verdict::Violated(_) => Some(false),
        Verdict::Undetermined(cause) if engine == EngineChoice::Bdd => panic!("{cause}"),
        Verdict::Undetermined(_) => None,
    }
}

/// How many models had processes inside processes, and how many answers were yes and no.
#[derive(Default)]
struct Met {
    nested: u32,
    holds: u32,
    fails: u32,
}

/// A random model as a text with its questions, and whether it has processes inside processes.
struct Case {
    text: String,
    questions: Vec<Question>,
    nested: bool,
}

impl Case {
    fn random(seed: u64) -> Case {
        let mut random = Random::stream(seed, 77);
        let model = Model::random(&mut random);
        let questions = questions(&mut random, &model, &Graph::explore(&model));
        let specs: Vec<String> = questions.iter().map(|q| q.text.clone() + ";\n").collect();
        Case { text: model.text(&specs.concat()), questions, nested: model.is_nested() }
    }
}

fn check(seed: u64, met: &mut Met) {
    let Case { text, questions, nested } = Case::random(seed);
    let system = load(&text);
    for (number, question) in questions.iter().enumerate() {
        let engines = if number < 3 { vec![EngineChoice::Bdd] } else { vec![EngineChoice::Bdd, EngineChoice::Sat] };
        for engine in engines {
            if let Some(holds) = answers(&system, number, engine) {
                assert_eq!(holds, question.holds, "{engine:?} on {} in\n{text}", question.text);
            }
        }
        met.holds += u32::from(question.holds);
        met.fails += u32::from(!question.holds);
    }
    met.nested += u32::from(nested);
}

#[test]
fn engines_agree_with_an_explorer_of_interleavings() {
    let first = seed(1);
    let mut met = Met::default();
    for seed in first..first + cases(60) {
        let run = catch_unwind(|| {
            let mut met = Met::default();
            check(seed, &mut met);
            met
        });
        let one = run.unwrap_or_else(|_| panic!("WHEREFORE_SEED={seed} WHEREFORE_CASES=1"));
        met = Met { nested: met.nested + one.nested, holds: met.holds + one.holds, fails: met.fails + one.fails };
    }
    counted(met.nested, "models with processes inside processes");
    counted(met.holds, "properties that hold");
    counted(met.fails, "properties that fail");
}

/// How many answers of the engines on spoilt systems differ from those of the explorer.
fn caught(spoil: impl Fn(&mut System)) -> usize {
    let first = seed(1);
    let wrong = |seed: u64| {
        let Case { text, questions, .. } = Case::random(seed);
        let mut system = load(&text);
        spoil(&mut system);
        let differs = |(n, q): &(usize, &Question)| answers(&system, *n, EngineChoice::Bdd) == Some(!q.holds);
        questions.iter().enumerate().filter(differs).count()
    };
    (first..first + 40).map(wrong).sum()
}

#[test]
fn mistakes_of_a_front_end_are_caught() {
    counted(caught(|system| system.justice.clear()), "answers without fairness that are wrong");
    let stay = |system: &mut System| {
        let first = system.next.iter_mut().find(|(var, _)| !system.terms.var(**var).is_hidden());
        if let Some((var, update)) = first {
            update.term = system.terms.now(*var);
        }
    };
    counted(caught(stay), "answers with a lost equation that are wrong");
}
