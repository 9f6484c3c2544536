//! Printed systems read back.

use super::print;
use crate::smv::load;
use wherefore_diag::FileId;

fn check(model: &str, expected: &str) {
    let loaded = load(FileId(0), model);
    let problems: Vec<&str> = loaded.diagnostics.iter().map(|d| d.headline.as_str()).collect();
    let system = loaded.system.unwrap_or_else(|| panic!("{problems:?}"));
    let text = print(&system).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(text, expected);
    let again = load(FileId(0), &text);
    let problems: Vec<&str> = again.diagnostics.iter().map(|d| d.headline.as_str()).collect();
    assert!(again.system.is_some(), "{problems:?} in\n{text}");
}

#[test]
fn a_flat_module_with_original_names_in_comments() {
    check(
        "MODULE cell(i) VAR v : {on, off}; w : array 0..1 of 0..3; ASSIGN next(v) := i ? on : off; \
         next(w[1]) := w[0]; \
         MODULE main VAR c : cell(b); x : 0..7; IVAR b : boolean; ASSIGN x := c.w[0] + 1; \
         next(c.w[0]) := {1, 2}; LTLSPEC G (c.v = on -> F c.v = off); INVARSPEC NAME small := x < 5;",
        "MODULE main\n\
         VAR c$pv : {on, off}; -- c.v\n\
         VAR c$pw$l0$r : 0..3; -- c.w[0]\n\
         VAR c$pw$l1$r : 0..3; -- c.w[1]\n\
         IVAR b : boolean;\n\
         VAR x : 0..7;\n\
         CONSTANTS off, on;\n\
         DEFINE t$1 := (c$pw$l0$r + 1);\n\
         ASSIGN x := t$1;\n\
         TRANS ((next(c$pw$l0$r) = 1) | (next(c$pw$l0$r) = 2));\n\
         ASSIGN next(c$pv) := (b ? on : off);\n\
         ASSIGN next(c$pw$l1$r) := c$pw$l0$r;\n\
         -- G (c.v = on -> F c.v = off)\n\
         LTLSPEC NAME spec_1 := (G ((c$pv = on) -> (F (c$pv = off))));\n\
         -- x < 5\n\
         INVARSPEC NAME small := (t$1 < 5);\n",
    );
}

#[test]
fn division_is_written_with_its_value_for_zero() {
    check(
        "MODULE main VAR x : 0..3; y : 0..3; INVARSPEC x mod 2 = 1; DEFINE d := x / y;",
        "MODULE main\n\
         VAR x : 0..3;\n\
         VAR y : 0..3;\n\
         DEFINE d := (y != 0 ? (x / y) : 0);\n\
         -- x mod 2 = 1\n\
         INVARSPEC NAME spec_1 := ((x mod 2) = 1);\n",
    );
}
