//! Outputs of a program, and choices that it leaves open and that are not made from outside.

use super::system;
use wherefore_ir::{Op, System};

fn outputs(system: &System) -> Vec<&str> {
    system.annexes.outputs.iter().map(|o| o.name.as_str()).collect()
}

fn choices(system: &System) -> Vec<&str> {
    system.choices.iter().map(|v| system.terms.var(*v).name.as_str()).collect()
}

#[test]
fn the_outputs_of_the_main_node_are_seen() {
    let text = "type pair = struct { n : int; ok : bool };\n\
                node Half (x : bool) returns (y : bool); let y = not x; tel\n\
                node Main (a : bool; r : real) returns (on : bool; p : pair; v : bool^2);\n\
                var l : bool;\n\
                let l = Half(a); on = l and r > 1.0; p = pair { n = 0 -> pre p.n; ok = l }; v = [a, l]; tel";
    let system = system(text);
    assert_eq!(outputs(&system), ["on", "p.n", "p.ok", "v[0]", "v[1]"]);
    assert!(system.annexes.outputs.iter().all(|o| o.element.is_some()));
    assert!(choices(&system).is_empty());
}

#[test]
fn what_nothing_defines_is_a_choice_of_the_program() {
    let text = "node imported Sensor (x : bool) returns (y : bool);\n\
                node Main (a : bool) returns (on, off : bool);\n\
                var l : int;\n\
                let on = Sensor(a) and l > 0; off = any { b : bool | b or a }; tel";
    let system = system(text);
    assert_eq!(outputs(&system), ["on", "off"]);
    assert_eq!(choices(&system).len(), 3, "{:?}", choices(&system));
    let a = system.terms.find_var("a").unwrap_or_else(|| panic!("no input"));
    assert!(!system.choices.contains(&a));
}

#[test]
fn an_output_is_the_value_of_its_tick() {
    let system = system("node Main (a : bool) returns (same, last : bool); let same = a; last = false -> pre a; tel");
    let [same, last] = &system.annexes.outputs[..] else { panic!("{:?}", outputs(&system)) };
    let a = system.terms.find_var("a").unwrap_or_else(|| panic!("no input"));
    assert_eq!(system.terms.op(same.term), Op::Var(a));
    assert_ne!(last.term, same.term);
}
