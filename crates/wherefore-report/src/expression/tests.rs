use super::*;

/// Three steps that loop back to the second: a counter, a mode, a flag that is known in the first step only.
struct Run;

impl Table for Run {
    fn steps(&self) -> usize {
        3
    }
    fn loop_start(&self) -> Option<usize> {
        Some(1)
    }
    fn has(&self, name: &str) -> bool {
        ["n", "mode.s", "a b", "flag"].contains(&name)
    }
    fn value(&self, step: usize, name: &str) -> Option<Value> {
        match name {
            "n" => Some(Value::read(&step.to_string())),
            "mode.s" => Some(Value::read(if step == 2 { "ON" } else { "OFF" })),
            "a b" => Some(Value::read("0sd4_-3")),
            _ => (step == 0).then_some(Value::Bool(true)),
        }
    }
    fn is_symbol(&self, name: &str) -> bool {
        ["ON", "OFF"].contains(&name)
    }
}

fn values(text: &str) -> String {
    match Expression::parse(text).and_then(|e| e.values(&Run)) {
        Ok(list) => {
            list.iter().map(|v| v.as_ref().map_or("-".to_owned(), ToString::to_string)).collect::<Vec<_>>().join(" ")
        }
        Err(mistake) => format!("{}: {}", mistake.at, mistake.message),
    }
}

#[test]
fn operators_bind_as_in_the_languages_of_models() {
    assert_eq!(values("n + 2 * n - 1"), "-1 2 5");
    assert_eq!(values("!flag | n > 0 & mode.s = ON"), "false - true");
    assert_eq!(values("mode.s = OFF -> n < 1 -> FALSE"), "false true true");
    assert_eq!(values("n = 1 <-> n != 1"), "false false false");
    assert_eq!(values("n > 0 ? n / 2 : -n"), "0 1/2 1");
    assert_eq!(values("\"a b\" mod 2 + n % 2"), "1 2 1");
    assert_eq!(values("n<1 or n>=2"), "true false true");
}

#[test]
fn steps_before_and_after_are_those_of_the_run() {
    assert_eq!(values("next(n)"), "1 2 1");
    assert_eq!(values("prev(n)"), "- 0 1");
    assert_eq!(values("flag & n = 0"), "true false false");
    assert_eq!(values("n / 0"), "- - -");
}

#[test]
fn mistakes_have_their_place() {
    assert_eq!(values("n + "), "4: a value or a name is expected here");
    assert_eq!(values("(n"), "2: `)` is expected here");
    assert_eq!(values("n n"), "2: the expression should end here");
    assert_eq!(values("mode.s + 1"), "0: a number is expected, and this is a symbol");
    assert_eq!(values("n = ON"), "2: a number is compared with a symbol");
    assert_eq!(values("speed > 1"), "0: the run has no variable or value called `speed`");
    assert_eq!(values("\"n"), "0: this name has no end");
    assert_eq!(values("12x"), "0: `12x` is no number");
}

#[test]
fn what_is_deep_long_or_large_ends_in_a_mistake() {
    assert!(values(&"(".repeat(1000)).contains("nested too deeply"));
    assert!(values(&"!".repeat(1000)).contains("nested too deeply"));
    assert!(values(&format!("n{}", "->n".repeat(600))).contains("nested too deeply"));
    assert!(values(&"1".repeat(3000)).contains("at most"));
    assert!(values(&format!("{}1", "n+".repeat(900))).contains("at most 200 operators"));
}
