//! Occurrences by hand, and texts of any kind.

use super::{Notation, Occurrences};
use wherefore_test::{Random, cases, seed};

/// The lines in which a gate occurs, from 1.
fn lines(notation: Notation, text: &str, gate: &str) -> Vec<usize> {
    let places = Occurrences::read(notation, text).of(gate);
    places.into_iter().map(|range| text[..range.start].matches('\n').count() + 1).collect()
}

const BUFFER: &str = "% send(1) in a comment
sort D = struct d1 | d2;
act r, s, c: D; i; other, plain;
map send: D;
proc P(d: D) = sum e: D . r(e) . i . P(e)
             + plain . P(d);
     Q = s(d1) . Q;
init hide({plain}, allow({c, plain, done},
     rename({other -> done}, comm({r|s -> c},
       P(d1) || Q || other))));
";

#[test]
fn actions_of_mcrl2_occur_in_processes_and_for_what_is_made_of_them() {
    let of = |gate| lines(Notation::Mcrl2, BUFFER, gate);
    assert_eq!(of("c"), [5, 7], "a communication occurs where its parts do");
    assert_eq!(of("plain"), [6]);
    assert_eq!(of("done"), [10], "a new name occurs where the old one does");
    assert_eq!(of("c|plain"), [5, 6, 7]);
    assert_eq!(of("d1"), [0; 0], "only actions occur");
    assert_eq!(of("nothing"), [0; 0]);
}

#[test]
fn gates_occur_outside_brackets_and_lists_of_gates() {
    let text = "process MAIN [SEND, RECV: any] is -- SEND\n  par SEND in\n    P [SEND] || Q [SEND, RECV]\n  end par\nend process\n\
                process P [SEND: any] is\n  loop SEND (1); recv (* SEND *) end loop\nend process\n";
    assert_eq!(lines(Notation::Lnt, text, "SEND"), [7]);
    assert_eq!(lines(Notation::Lnt, text, "RECV"), [7], "capitals do not matter");
    let text = "specification S [A, B] : noexit\nbehaviour\n  hide C in (A !1; C; B; stop |[C]| C; exit)\nendspec\n";
    assert_eq!(lines(Notation::Lotos, text, "C"), [3, 3]);
    assert_eq!(lines(Notation::Lotos, text, "A"), [3]);
}

#[test]
fn communications_in_a_circle_come_to_an_end() {
    let text = "act a, b; proc P = a . b; init comm({a -> b, b|b -> a}, rename({a -> a}, P));";
    assert_eq!(lines(Notation::Mcrl2, text, "a"), [1, 1]);
}

#[test]
fn texts_of_any_kind_are_read() {
    const PIECES: &[&str] = &[
        "act ", "proc ", "comm(", "{", "}", "a", "|", "->", "(*", "*)", "--", "%", "\n", "\"", "[", "]", "in ", "par ",
        "é", ";",
    ];
    let seed = seed(61);
    for case in 0..cases(300) {
        let mut random = Random::new(seed.wrapping_mul(999_883).wrapping_add(case));
        let text: String = (0..random.below(60)).map(|_| PIECES[random.below(PIECES.len())]).collect();
        for (notation, _) in Notation::ALL {
            let found = Occurrences::read(notation, &text);
            let places = found.of("a");
            assert!(
                places.iter().all(|range| &text[range.clone()] == "a"),
                "WHEREFORE_SEED={seed}, case {case}: {text:?}"
            );
        }
    }
}
