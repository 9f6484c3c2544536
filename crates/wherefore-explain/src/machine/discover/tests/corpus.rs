//! Public models, where they lie beside the checkout.

use super::*;

/// The text of a public model; `None`, with a message, where it is not.
#[expect(clippy::disallowed_methods, reason = "tests read their inputs")]
fn corpus(path: &str) -> Option<String> {
    let file = wherefore_test::corpus(&format!("smv/nusmv-2.6.0-examples/{path}"))?;
    Some(std::fs::read_to_string(file).unwrap())
}

#[test]
fn mutual_exclusion_of_two_processes() {
    let Some(text) = corpus("example_cmu/mutex.smv") else { return };
    check(
        &text,
        &Hints::default(),
        "
state1: n1 t1 c1; writes state1 turn
  line 14: n1 -> t1 [14] state1 = n1 & state2 = t2
  line 15: n1 -> t1 [15] state1 = n1 & state2 = n2
  line 16: n1 -> t1 [16] state1 = n1 & state2 = c2
  line 17: t1 -> c1 [17] state1 = t1 & state2 = n2
  line 18: t1 -> c1 [18] state1 = t1 & state2 = t2 & turn = 1
  line 19: c1 -> n1 [19] state1 = c1
state2: n2 t2 c2; writes state2 turn
  line 36: n2 -> t2 [36] state2 = n2 & state1 = t1
  line 37: n2 -> t2 [37] state2 = n2 & state1 = n1
  line 38: n2 -> t2 [38] state2 = n2 & state1 = c1
  line 39: t2 -> c2 [39] state2 = t2 & state1 = n1
  line 40: t2 -> c2 [40] state2 = t2 & state1 = t1 & turn = 2
  line 41: c2 -> n2 [41] state2 = c2
",
    );
}

/// The promises hold on larger models, with relations, choices and modules.
#[test]
fn promises_on_larger_models() {
    for (path, sizes) in [
        ("example_cmu/gigamax.smv", (3, 45)),
        ("guidance/guidance.smv", (3, 77)),
        ("production-cell/production-cell.smv", (13, 67)),
    ] {
        let Some(text) = corpus(path) else { continue };
        let mut model = Model::new(&text);
        let found = model.discover(&Hints::default()).unwrap();
        assert_eq!(super::promises::broken(&mut model.system, &found.graph), Vec::<String>::new(), "{path}");
        assert_eq!((found.graph.regions.len(), found.graph.transitions.len()), sizes, "{path}");
    }
}
