//! Graphs in FSM.

use super::read;

#[test]
fn parameters_states_and_transitions() {
    let text =
        "b(2) Bool \"F\" \"T\"\nn(2) Nat \"1\" \"20\"\n---\n0 0\n1 1\n---\n1 2 \"on(1)\"\n2 1 \"off\"\n2 2 tau\n";
    let graph = read(text.as_bytes()).unwrap();
    let states = graph.states.unwrap();
    assert_eq!((graph.initial, graph.count, graph.block.targets.len()), (0, 2, 3));
    assert_eq!(states.variables(), ["b", "n"]);
    assert_eq!(states.shown(1).unwrap(), ["T", "20"]);
    assert_eq!(graph.block.names.iter().collect::<Vec<_>>(), ["on(1)", "off", "tau"]);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let wrong = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(wrong("---\n---\n1 3\n"), "line 3: a transition without a label");
    assert_eq!(wrong("b(1) Bool \"F\"\n---\n1\n---\n"), "line 3: a value that its parameter does not have");
    assert_eq!(wrong("---\n\n---\n1 [2 1/2 3 1/2] \"a\"\n"), "line 4: distributions over states are not supported");
    assert!(wrong("").contains("the file ends"));
    assert!(read(&b"---\n---\n"[..]).is_ok_and(|graph| graph.count == 1));
}
