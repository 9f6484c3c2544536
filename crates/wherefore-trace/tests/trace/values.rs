//! Single values: shown, read, and refused.

use crate::random::Random;
use wherefore_ir::{FloatFormat, Role, Sort, System};
use wherefore_trace::{quote, read, show, unquote};

fn system() -> System {
    let mut system = System::new("values");
    let modes =
        system.terms.intern_enum(["idle", "1", "TRUE", "-3", "odd name", "", "\"q\"", "a=b"].map(String::from).into());
    for (name, sort) in [
        ("b", Sort::Bool),
        ("e", Sort::Enum(modes)),
        ("r", Sort::Range { lo: -5, hi: 7 }),
        ("n", Sort::Int),
        ("x", Sort::Real),
        ("w", Sort::BitVec(8)),
        ("s", Sort::BitVec(8)),
        ("wide", Sort::BitVec(200)),
        ("f", Sort::Float(FloatFormat::Single)),
        ("d", Sort::Float(FloatFormat::Double)),
    ] {
        system.add_var(name, sort, Role::State, None).unwrap();
    }
    let signed = system.terms.find_var("s").unwrap();
    system.terms.read_as_signed(signed);
    system
}

/// Reads a text as the value of a variable and shows it again.
#[test]
fn spellings() {
    let system = system();
    let check = |name: &str, text: &str, expected: &str| {
        let var = system.terms.find_var(name).unwrap();
        let shown = read(&system.terms, system.terms.var(var).sort, text).map(|v| show(&system.terms, var, &v));
        assert_eq!(shown.unwrap_or_else(|e| e), expected);
    };
    check("b", "TRUE", "TRUE");
    check("b", "0", "FALSE");
    check("b", "yes", "expected TRUE or FALSE, found `yes`");
    check("e", "idle", "idle");
    check("e", "-3", "-3");
    check("e", "\"odd name\"", "\"odd name\"");
    check("e", "a=b", "a=b");
    check("e", "busy", "expected one of idle, 1, TRUE, -3, odd name, , \"q\", a=b, found `busy`");
    check("e", "\"odd", "expected a name, found `\"odd`");
    check("r", "-5", "-5");
    check("r", "8", "expected an integer in -5..7, found `8`");
    check("n", "-123456789012345678901234567890", "-123456789012345678901234567890");
    check("n", "1.5", "expected an integer, found `1.5`");
    check("x", "1", "1.0");
    check("x", "-f'36539/3000", "-f'36539/3000");
    check("x", "6/4", "f'3/2");
    check("x", "1.3e-2", "f'13/1000");
    check("x", "0.1E+2", "10.0");
    check("x", "0.0", "0.0");
    check("x", "1/0", "expected a real number, found `1/0`");
    check("x", "1e999999999999", "expected a real number, found `1e999999999999`");
    check("w", "0ud8_251", "0ud8_251");
    check("w", "0ub8_1111_1011", "0ud8_251");
    check("w", "0h_fb", "0ud8_251");
    check("w", "-0sd8_5", "0ud8_251");
    check("w", "5", "0ud8_5");
    check("w", "256", "expected a word of 8 bits, found `256`");
    check("w", "0ud9_5", "expected a word of 8 bits, found `0ud9_5`");
    check("s", "0ud8_251", "-0sd8_5");
    check("s", "0sd8_-5", "-0sd8_5");
    check("s", "-0sd8_128", "-0sd8_128");
    check("s", "-0sd8_129", "expected a word of 8 bits, found `-0sd8_129`");
    check("f", "1.5", "1.5");
    check("d", "-0.0", "-0.0");
    check("d", "NaN", "NaN");
    check("d", "-nan", "NaN");
    check("f", "-Infinity", "-inf");
    check("f", "1e-46", "0.0");
    check("f", "one", "expected a floating-point number, found `one`");
}

#[test]
fn random_values_are_read_as_they_were_shown() {
    let mut random = Random::new(7);
    let system = system();
    for _ in 0..5_000 {
        let var = random.pick(&system.vars().map(|(v, _)| v).collect::<Vec<_>>());
        let sort = system.terms.var(var).sort;
        let value = random.value(&system.terms, sort);
        let text = show(&system.terms, var, &value);
        assert_eq!(read(&system.terms, sort, &text), Ok(value), "{text}");
    }
}

#[test]
fn names_in_quotes() {
    let check = |name: &str, expected: &str| {
        assert_eq!(quote(name), expected);
        assert_eq!(unquote(expected).as_deref(), Some(name));
    };
    check("a.b[3]", "a.b[3]");
    check("x-y#2$", "x-y#2$");
    check("a = b", "\"a = b\"");
    check("-- Loop starts here", "\"-- Loop starts here\"");
    check("\"", "\"\\\"\"");
    check("tab\there", "\"tab\\u{9}here\"");
    check("", "\"\"");
    assert_eq!(unquote("\"\\u{110000}\""), None);
    assert_eq!(unquote("\"open"), None);
    assert_eq!(unquote("\"a\" b"), None);
}
