use crate::matlab::{Number, Value, evaluate_script, json_parameters, mat_variables, parse_list, parse_script};

fn script(text: &str) -> String {
    match evaluate_script(text, &|_| None) {
        Ok(values) => {
            values.iter().map(|(name, value)| format!("{name}={value} ")).collect::<String>().trim().to_string()
        }
        Err(mistake) => format!("{} <{}>", mistake.message, &text[mistake.at]),
    }
}

#[test]
fn a_script_assigns_in_order() {
    let text = "% parameters\nTs = 0.01; fs = 1/Ts, clear all\nw = [1 2 % row\n 3 4];\n\
                %{\n  x = 1;\n%}\nlong = 1 + ...  and so on\n  2;\np.a = 2;\np.b = p.a * 2;\nw2 = w(2, :)';\n";
    assert_eq!(script(text), "Ts=0.01 fs=100 w=[1 2; 3 4] long=3 p.a=2 p.b=4 w2=[3; 4]");
    let names: Vec<String> = parse_script(text).unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Ts", "fs", "w", "long", "p.a", "p.b", "w2"]);
}

#[test]
fn structures_and_parameter_objects_are_taken_apart() {
    assert_eq!(script("s = struct('a', 1, 'b', struct('c', [1 2])); x = s.b.c(2)"), "s.a=1 s.b.c=[1 2] x=2");
    assert_eq!(script("K = Simulink.Parameter(3); y = K + 1;"), "K=3 y=4");
    assert_eq!(script("K = Simulink.Parameter;\nK.Value = 4;\ny = K * 2"), "K=4 K.Value=4 y=8");
}

#[test]
fn other_statements_are_refused_with_their_places() {
    for (text, expected) in [
        ("x = 1;\nif x > 0\n y = 2;\nend", "`if` is not taken in a file of parameters, only assignments are <if>"),
        ("function f(x)\nend", "`function` is not taken in a file of parameters, only assignments are <function>"),
        ("for i = 1:3\nend", "`for` is not taken in a file of parameters, only assignments are <for>"),
        ("x = 1;\nload data", "only assignments are taken in a file of parameters <load>"),
        ("x(3) = 1", "elements cannot be assigned one by one in a file of parameters <x>"),
        ("[a, b] = size(1)", "several names cannot be assigned at once in a file of parameters <[>"),
        ("x = ;", "an expression is missing at the end <>"),
        ("x = y;", "`y` has no value <y>"),
        (" = 3", "the name that is assigned is missing <=>"),
        ("x = 3 4", "an operator is missing before `4` <4>"),
        ("x = (3;", "`)` is missing here <;>"),
        ("s = struct('a')", "the field `a` has no value <'a'>"),
    ] {
        assert_eq!(script(text), expected, "{text}");
    }
}

#[test]
fn names_from_outside_are_seen() {
    let outside = |name: &str| (name == "k").then(|| Value::integer(5));
    let values = evaluate_script("x = k + 1; k = 2; y = k;", &outside).unwrap();
    assert_eq!(values["x"].to_string(), "6");
    assert_eq!(values["y"].to_string(), "2");
}

#[test]
fn too_many_elements_are_refused() {
    let text: String = (0..10).map(|i| format!("x{i} = ones(700);\n")).collect();
    assert!(script(&text).starts_with("the values of the file have too many elements"));
}

#[test]
fn lists_have_commas() {
    assert_eq!(parse_list("u1 < 0, max(u1, u2) > 1").unwrap().len(), 2);
    assert_eq!(parse_list(" ").unwrap().len(), 0);
    assert!(parse_list("u1,").is_err());
    assert!(parse_list("u1 u2").is_err());
}

fn json(text: &str) -> String {
    match json_parameters(text) {
        Ok(values) => {
            values.iter().map(|(name, value)| format!("{name}={value} ")).collect::<String>().trim().to_string()
        }
        Err(message) => message,
    }
}

#[test]
fn json_is_exact() {
    assert_eq!(
        json(
            r#"{"Ts": 0.1, "w": [[1, 2], [3, 4]], "flag": true, "v": [1.5, -2e-3], "m": "\u0061b", "p": {"a": 1, "b": {"c": []}}}"#
        ),
        "Ts=0.1 w=[1 2; 3 4] flag=true v=[1.5 -0.002] m='ab' p.a=1 p.b.c=[]"
    );
    assert_eq!(json(r#"{"x": 123456789012345678901234567890.5}"#), "x=123456789012345678901234567890.5");
    assert_eq!(json(r#"{"t": [true, false], "u": [true, 2], "n": [1, null]}"#), "t=[true false] u=[1 2] n=[1 NaN]");
    assert_eq!(json("{}"), "");
}

#[test]
fn json_that_is_wrong_is_refused() {
    for (text, expected) in [
        ("[1]", "line 1: the parameters are not an object with a name for each value"),
        ("{\"x\":\n 01}", "line 2: `x`: `01` is not a number in the range of doubles"),
        ("{\"x\": 1e400}", "line 1: `x`: `1e400` is not a number in the range of doubles"),
        ("{\"x\": [[1, 2], [3]]}", "line 1: `x`: the rows have different lengths"),
        ("{\"x\": [1, [3]]}", "line 1: `x`: an array has both numbers and rows"),
        ("{\"x\": [[[3]]]}", "line 1: `x`: an array may hold numbers, truth values, or rows of these"),
        ("{\"x\": [\"a\"]}", "line 1: `x`: an array may hold numbers, truth values, or rows of these"),
        ("{\"x\": 1, \"x\": 2}", "line 1: `x` has two values"),
        ("{\"x\": null}", "line 1: `x` has no value"),
        ("{\"x\": nan}", "line 1: `x`: `nan` is not a number in the range of doubles"),
        ("{\"x\": 1", "line 1: `}` is missing"),
        ("{\"x\": 1} 2", "line 1: something follows the parameters"),
        ("{x: 1}", "line 1: a text in double quotes is missing"),
        ("{\"x: 1}", "line 1: the text has no closing quote"),
    ] {
        assert_eq!(json(text), expected, "{text}");
    }
    let deep = format!("{}1{}", "{\"x\":".repeat(100_000), "}".repeat(100_000));
    assert_eq!(json(&deep), "line 1: the objects are nested too deeply");
    assert!(json(&format!("{{\"x\":{}", "[".repeat(100_000))).contains("rows of these"));
}

/// An element of a MAT file, padded.
fn element(big: bool, kind: u32, data: &[u8]) -> Vec<u8> {
    let word = |n: u32| if big { n.to_be_bytes() } else { n.to_le_bytes() };
    let mut bytes = [word(kind), word(data.len().try_into().unwrap())].concat();
    bytes.extend(data);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

fn array(big: bool, flags: u32, size: [u32; 2], name: &str, numbers: Vec<u8>) -> Vec<u8> {
    let word = |n: u32| if big { n.to_be_bytes() } else { n.to_le_bytes() };
    let parts = [
        element(big, 6, &[word(flags), word(0)].concat()),
        element(big, 5, &size.map(word).concat()),
        element(big, 1, name.as_bytes()),
        numbers,
    ];
    element(big, 14, &parts.concat())
}

fn mat(big: bool, body: &[u8]) -> Vec<u8> {
    let mut bytes = vec![b' '; 124];
    bytes.extend(if big { [1, 0, b'M', b'I'] } else { [0, 1, b'I', b'M'] });
    bytes.extend(body);
    bytes
}

fn sample(big: bool) -> Vec<u8> {
    let double = |n: f64| if big { n.to_be_bytes() } else { n.to_le_bytes() };
    let pi = std::f64::consts::PI;
    let body = [
        array(big, 6, [1, 3], "d", element(big, 9, &[0.1, pi, f64::INFINITY].map(double).concat())),
        array(big, 6, [2, 1], "small", element(big, 1, &[255, 2])),
        array(big, 0x206, [1, 1], "flag", element(big, 2, &[1])),
        array(big, 4, [1, 3], "text", element(big, 16, b"abc")),
        array(big, 12, [1, 1], "i", element(big, 5, &if big { 7i32.to_be_bytes() } else { 7i32.to_le_bytes() })),
        array(big, 2, [1, 1], "structure", element(big, 5, &[])),
        array(big, 0x806, [1, 1], "complex", [element(big, 2, &[1]), element(big, 2, &[1])].concat()),
    ];
    mat(big, &body.concat())
}

#[test]
fn mat_files_of_both_orders_are_read() {
    for big in [false, true] {
        let file = mat_variables(&sample(big)).unwrap();
        let shown: Vec<String> = file
            .variables
            .iter()
            .filter(|(name, _)| *name != "d")
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        assert_eq!(shown, ["small=[-1; 2]", "flag=true", "text='abc'", "i=int32(7)"]);
        assert_eq!(file.skipped, ["structure", "complex"]);
        let numbers = &file.variables["d"].elements;
        assert_eq!(numbers[0], Number::from_decimal("0.1").unwrap());
        assert_eq!(numbers[1], Number::from_f64(std::f64::consts::PI));
        assert_eq!(numbers[2], Number::Infinity { negative: false });
    }
}

#[test]
fn damaged_mat_files_are_no_panic() {
    let bytes = sample(false);
    for end in 0..bytes.len() {
        let _ = mat_variables(&bytes[..end]);
    }
    for at in 124..bytes.len() {
        for byte in [0, 1, 15, 127, 255] {
            let mut damaged = bytes.clone();
            damaged[at] = byte;
            let _ = mat_variables(&damaged);
        }
    }
}

#[test]
fn compressed_variables_are_bounded() {
    use std::io::Write;
    let compressed = |data: &[u8]| {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(data).unwrap();
        let data = encoder.finish().unwrap();
        let mut bytes = [15u32.to_le_bytes(), u32::try_from(data.len()).unwrap().to_le_bytes()].concat();
        bytes.extend(data);
        bytes
    };
    let one = compressed(&array(false, 6, [1, 1], "x", element(false, 2, &[3])));
    let file = mat_variables(&mat(false, &[one.clone(), one].concat())).unwrap();
    assert_eq!(file.variables["x"].to_string(), "3");
    let bomb = compressed(&vec![0; 65 << 20]);
    assert_eq!(mat_variables(&mat(false, &bomb)), Err("the MAT file is too large".to_string()));
}
