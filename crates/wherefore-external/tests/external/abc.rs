//! ABC as an engine: its answers on random systems and public circuits are those of our own engines.

use super::{alone, check, random_system, steps};
use wherefore_check::{EngineChoice, NoAnswer, Options, Verdict};
use wherefore_solve::search;

use wherefore_test::{Need, cases, counted, seed, skip};

fn is_here() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = ["berkeley-abc", "abc", "yosys-abc"].iter().any(|name| search(&path, name).is_some());
    if !found {
        skip(Need::Abc, "berkeley-abc is not on the search path");
    }
    found
}

#[test]
fn abc_agrees_on_random_systems() {
    if !is_here() {
        return;
    }
    let (seed, cases) = (seed(7200), cases(60));
    let (mut held, mut violated) = (0, 0);
    for system in (0..cases * 3).filter_map(|case| random_system(seed + case)).take(cases as usize) {
        let own = check(&system, Options { engine: EngineChoice::Bdd, ..Options::default() });
        let other = alone(&system, "abc");
        match (&own.verdict, &other.verdict) {
            (Verdict::Violated(_), Verdict::Violated(_)) => {
                assert_eq!(steps(&own), steps(&other));
                violated += 1;
            }
            (Verdict::Holds { .. }, Verdict::Holds { .. }) => {
                assert!(other.verdict.is_confirmed(), "{:?}", other.verdict);
                held += 1;
            }
            (_, Verdict::Undetermined(NoAnswer::Unsupported(_)))
            | (Verdict::Undetermined(_) | Verdict::Vacuous { .. }, _) => {}
            _ => panic!("{:?} and {:?} steps\n{}", steps(&own), steps(&other), wherefore_ir::text::print(&system)),
        }
    }
    counted(held, "systems that hold, proved by ABC");
    counted(violated, "that do not");
    assert!(held > cases / 10 && violated > cases / 10, "{held} hold, {violated} do not");
}
