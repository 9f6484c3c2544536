use super::shown;
use crate::matlab::{json_parameters, parse, parse_script};

/// Text that is repeated, and whatever makes it complete.
fn deep(open: &str, middle: &str, close: &str, times: usize) -> String {
    format!("{}{middle}{}", open.repeat(times), close.repeat(times))
}

#[test]
fn nesting_has_a_limit() {
    for (open, close) in [("(", ")"), ("[", "]"), ("-", ""), ("~", ""), ("abs(", ")"), ("u[", "]"), ("{", "}")] {
        let small = deep(open, "1", close, 99);
        assert!(parse(&small).is_ok(), "{small}");
        let mistake = parse(&deep(open, "1", close, 100_000)).unwrap_err();
        assert!(mistake.message == "the expression is nested too deeply", "{open}: {mistake}");
    }
}

/// The deepest descent: every level of operators between two brackets.
#[test]
fn the_stack_is_enough() {
    for open in
        ["1||1&&1|1&1==1:1+1*-abs(", "[1||1&&1|1&1==1:1+1*", "1||1&&1|1&1==1:1:1+1*2^(", "1||1&&1|1&1==1:1+1*x["]
    {
        assert!(parse(&open.repeat(1000)).is_err());
        assert!(parse(&open.repeat(99)).is_err());
    }
}

#[test]
fn chains_have_a_limit() {
    for (first, link) in [("1", "+1"), ("1", "^1"), ("1", "^-1"), ("a", "'"), ("1", "==1"), ("x", ".y"), ("1", "&&1")] {
        assert!(parse(&format!("{first}{}", link.repeat(400))).is_ok(), "{link}");
        let mistake = parse(&format!("{first}{}", link.repeat(100_000))).unwrap_err();
        assert_eq!(mistake.message, "the expression has too many operators", "{link}");
    }
    // Elements, arguments and rows are no chain.
    assert!(parse(&format!("[{}]", "1 ".repeat(10_000))).is_ok());
}

#[test]
fn the_highest_trees_have_values() {
    assert_eq!(shown(&format!("1{}", "+1".repeat(499))), "500");
    assert_eq!(shown(&format!("-(1{})", "+1".repeat(498))), "-499");
    assert_eq!(shown(&deep("abs(", "-1", ")", 99)), "1");
    assert_eq!(shown(&deep("[1,abs(", "-1", ")]", 49)), format!("[{}]", ["1"; 50].join(" ")));
    let mixed = deep("(0+-abs(u(", "1", ")))+0", 24);
    assert!(shown(&mixed).contains("is no index"), "{}", shown(&mixed));
}

#[test]
fn values_have_a_limit() {
    for text in [
        "ones(1e9)",
        "zeros(1e300, 1e300)",
        "1:1e12",
        "repmat([1 2], 1e5, 1e5)",
        "eye(1e6)",
        "diag(1:5000)",
        "linspace(0, 1, 1e9)",
        "(1:2000)' + (1:2000)",
        "ones(500) * ones(500)",
        "ones(300)^1000000",
        "[ones(900) ones(900); ones(900) ones(900)]",
        "cumsum(1 ./ (1:100000))",
        "repmat(3^-1200, 1000, 1000)",
        "reshape(reshape(reshape(reshape(ones(1000), 1000, 1000), 1000, 1000), 1000, 1000), 1000, 1000)",
    ] {
        let found = shown(text);
        assert!(found.contains("too large") || found.contains("too much work"), "{text}: {:.100}", found);
    }
}

#[test]
fn long_numbers_become_doubles() {
    assert_eq!(shown("2^1000 / 2^999"), "2");
    assert_eq!(shown("2^100000"), "Inf");
    assert_eq!(shown("2^-100000"), "0");
    assert_eq!(shown("(-1)^1000000000001"), "-1");
    assert_eq!(shown("0^-1"), "Inf");
    // Beyond the limit on bits, a product is the nearest double.
    assert_eq!(shown("(1 + 1e-300)^5 == 1"), "true");
    assert_eq!(shown("(1 + 1e-300)^2 == 1"), "false");
    assert!(shown(&"9".repeat(2000)).contains("outside of the range"));
    assert!(shown(&format!("1e{}", "9".repeat(2000))).contains("outside of the range"));
    assert_eq!(shown(&format!("1.{}", "0".repeat(500))), "1");
}

#[test]
fn damaged_texts_end_in_mistakes() {
    let text =
        "x = [1 -2; a' 'b''c']; p.q = u(end)^-2 >= 1e-3 && ~{3}; % c\n%{\n y \n%}\nz = struct('a', \"b\") ...\n + 1";
    for end in 0..text.len() {
        for start in 0..end {
            let part = &text[start..end];
            let _ = parse(part).map(|expr| crate::matlab::evaluate(&expr, &super::names));
            let _ = parse_script(part);
            let _ = json_parameters(part);
        }
    }
}
