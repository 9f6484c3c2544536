//! One suite that every back end passes. A new back end needs one line here.
//!
//! The expectations come from `suite::eval`, a slow and obvious evaluator that shares no code with any back end, and from
//! counting through all values of small variables; never from another back end alone. Where a program is not installed
//! its tests fail and say how to install it.

mod suite;

use suite::Make;
use wherefore_solve::{BddOptions, BddSolver, Dialect, Engine, SatSolver, SmtCommand, SmtSolver, Solver};

fn smt(command: SmtCommand) -> Box<dyn Solver> {
    let name = command.program.clone();
    let solver = SmtSolver::new(command);
    Box::new(solver.unwrap_or_else(|e| panic!("{e}; to install {name} on this machine: source .ci/solvers.sh")))
}

fn sat(engine: Engine) -> Box<dyn Solver> {
    Box::new(SatSolver::new(engine).expect("a SAT solver starts"))
}

macro_rules! conformance {
    ($($(#[$meta:meta])* $name:ident => $solver:expr;)*) => {$(
        $(#[$meta])*
        mod $name {
            use super::*;

            const MAKE: Make = || $solver;

            #[test] fn operators_on_truth_values() { suite::operators::truth_values(MAKE) }
            #[test] fn operators_on_enumerations() { suite::operators::enumerations(MAKE) }
            #[test] fn operators_on_bounded_integers() { suite::operators::bounded_integers(MAKE) }
            #[test] fn operators_on_unbounded_integers() { suite::operators::unbounded_integers(MAKE) }
            #[test] fn operators_on_reals() { suite::operators::reals(MAKE) }
            #[test] fn operators_on_floats() { suite::operators::floats(MAKE) }
            #[test] fn operators_on_bit_vectors() { suite::operators::bit_vectors(MAKE) }
            #[test] fn operators_between_sorts() { suite::operators::conversions(MAKE) }
            #[test] fn variables_range_over_their_sorts() { suite::behaviour::ranges(MAKE) }
            #[test] fn next_values_are_those_of_the_next_tick() { suite::behaviour::ticks(MAKE) }
            #[test] fn what_was_said_stays() { suite::behaviour::incremental(MAKE) }
            #[test] fn literals_and_clauses() { suite::behaviour::clauses(MAKE) }
            #[test] fn cores_are_enough() { suite::behaviour::cores(MAKE) }
            #[test] fn unmentioned_variables_have_defaults() { suite::behaviour::defaults(MAKE) }
            #[test] fn nothing_is_read_without_a_model() { suite::behaviour::no_model(MAKE) }
            #[test] fn what_is_not_supported_is_refused() { suite::behaviour::unsupported(MAKE) }
            #[test] fn a_stop_signal_is_honoured() { suite::behaviour::stopped(MAKE) }
            #[test] fn an_effort_limit_is_honoured() { suite::behaviour::effort(MAKE) }
            #[test] fn the_same_calls_give_the_same_answers() { suite::behaviour::deterministic(MAKE) }
            #[test] fn deep_terms() { suite::behaviour::deep(MAKE) }
            #[test] fn random_formulas() { suite::random::finite(MAKE) }
            #[test] fn random_assumptions() { suite::random::assumptions(MAKE) }
        }
    )*};
}

conformance! {
    smt_z3 => smt(SmtCommand::z3());
    smt_cvc5 => smt(SmtCommand::cvc5());
    smt_bitwuzla => smt(SmtCommand::bitwuzla());
    smt_standard => smt(SmtCommand { dialect: Dialect::Standard, ..SmtCommand::z3() });
    sat_batsat => sat(Engine::Batsat);
    #[cfg(feature = "cadical")] sat_cadical => sat(Engine::Cadical);
    bdd => Box::new(BddSolver::new(BddOptions::default()).expect("a BDD solver starts"));
}

#[test]
fn two_solvers_agree_on_unbounded_numbers() {
    suite::random::unbounded(|| smt(SmtCommand::z3()), || smt(SmtCommand::cvc5()));
}

mod floats {
    use super::*;

    #[test]
    fn z3_computes_what_the_evaluator_does() {
        suite::floats::values(|| smt(SmtCommand::z3()));
    }

    #[test]
    fn z3_rounds_integers_as_the_evaluator_does() {
        suite::floats::conversions(|| smt(SmtCommand::z3()));
    }

    #[test]
    fn models_of_z3_satisfy_what_was_asked() {
        suite::floats::models(|| smt(SmtCommand::z3()));
    }

    #[test]
    fn cvc5_computes_what_the_evaluator_does() {
        suite::floats::values(|| smt(SmtCommand::cvc5()));
    }

    #[test]
    fn cvc5_rounds_integers_as_the_evaluator_does() {
        suite::floats::conversions(|| smt(SmtCommand::cvc5()));
    }

    #[test]
    fn models_of_cvc5_satisfy_what_was_asked() {
        suite::floats::models(|| smt(SmtCommand::cvc5()));
    }

    #[test]
    fn bitwuzla_computes_what_the_evaluator_does() {
        suite::floats::values(|| smt(SmtCommand::bitwuzla()));
    }

    #[test]
    fn bitwuzla_rounds_integers_as_the_evaluator_does() {
        suite::floats::conversions(|| smt(SmtCommand::bitwuzla()));
    }

    #[test]
    fn models_of_bitwuzla_satisfy_what_was_asked() {
        suite::floats::models(|| smt(SmtCommand::bitwuzla()));
    }

    #[test]
    fn what_is_refuted_in_reals_no_floats_satisfy() {
        suite::relaxed::sound(|| smt(SmtCommand::z3()));
    }

    #[test]
    fn what_is_said_of_rounding_is_true() {
        suite::relaxed::facts();
    }

    #[test]
    fn a_formula_that_is_refuted_in_reals() {
        suite::relaxed::example(|| smt(SmtCommand::z3()));
    }
}

mod lies_are_noticed {
    use super::*;
    use suite::liar::Liar;
    use wherefore_solve::{Answer, default_value};

    fn liar() -> Liar {
        Liar::new(sat(Engine::Batsat))
    }

    fn default_values() -> Box<dyn Solver> {
        Box::new(Liar { value: |terms, var, _, _| default_value(terms.var(var).sort), ..liar() })
    }

    #[test]
    #[should_panic(expected = "has a second result")]
    fn sat_for_unsat() {
        suite::operators::truth_values(|| Box::new(Liar { answer: |_| Answer::Sat, ..liar() }));
    }

    #[test]
    #[should_panic(expected = "Not")]
    fn a_wrong_value() {
        suite::operators::truth_values(default_values);
    }

    #[test]
    #[should_panic(expected = "is not enough")]
    fn a_core_that_is_too_small() {
        suite::behaviour::cores(|| Box::new(Liar { core: |core| core[1..].to_vec(), ..liar() }));
    }

    #[test]
    #[should_panic(expected = "random formula")]
    fn unsat_for_sat() {
        suite::random::finite(|| Box::new(Liar { answer: |_| Answer::Unsat, ..liar() }));
    }

    #[test]
    #[should_panic(expected = "the model of formula")]
    fn a_model_that_satisfies_nothing() {
        suite::random::finite(default_values);
    }
}
