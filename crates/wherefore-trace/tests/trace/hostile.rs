//! Input that is broken on purpose ends in an error or a remark, never in a panic or an endless run.

use crate::random::Random;
use crate::round_trip::{system, trace};
use wherefore_ir::{Role, Sort, System};
use wherefore_trace::format::{
    Heading, TraceShape, read_any, read_btor2, read_itf, read_kind2, read_text, read_vcd, read_xml, write_btor2,
    write_itf, write_kind2, write_text, write_vcd, write_xml,
};

/// Reads a text as every format.
fn read_all(system: &System, text: &str) {
    let raw = [read_text(text), read_xml(text), read_kind2(system, text), read_btor2(system, text)];
    for traces in raw.into_iter().flatten() {
        traces.iter().for_each(|t| drop(t.bind(system)));
    }
    drop(read_itf(system, text));
    drop(read_vcd(system, text));
    drop(read_any(system, text));
}

fn damage(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.below(4) + 1 {
        let at = random.below(bytes.len() + 1);
        match random.below(4) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, random.pick(b"<>&\"'\\{}[]#=-. \n0129\x00\xff")),
            2 if at < bytes.len() => bytes[at] = random.next() as u8,
            _ => {
                let end = (at + random.below(40)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn damaged_traces_do_not_panic() {
    let mut random = Random::new(11);
    for _ in 0..600 {
        let system = system(&mut random);
        let trace = trace(&mut random, &system);
        let heading = Heading::default();
        for text in [
            write_text(&system, &trace, &heading, TraceShape::Changes),
            write_xml(&system, &trace, &heading),
            write_itf(&system, &trace, &heading),
            write_kind2(&system, &trace, &heading),
            write_vcd(&system, &trace),
            write_btor2(&system, &trace, &heading).unwrap_or_default(),
        ] {
            for _ in 0..4 {
                read_all(&system, &damage(&mut random, &text));
            }
        }
    }
}

#[test]
fn known_tricks() {
    let mut system = System::new("tricks");
    system.add_var("n", Sort::Int, Role::State, None).unwrap();
    system.add_var("x", Sort::Real, Role::State, None).unwrap();
    let digits = "9".repeat(5_000_000);
    let deep = "[".repeat(200_000);
    let nested = "<node>".repeat(200_000);
    let bomb = "<!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;&b;\">]>";
    for text in [
        String::new(),
        format!("-> State: 1.1 <-\nn = {digits}"),
        format!("-> State: 1.1 <-\nx = 1e{digits}"),
        "-> State: 1.1 <-\nx = 1e-40000".to_owned(),
        "-> State: 1.99999999999999999999999 <-".to_owned(),
        "-- Loop starts here\n".repeat(100_000),
        format!("{{\"states\": {deep}"),
        "{\"states\": [{\"n\": 1e999}]}".to_owned(),
        "{\"states\": [{}], \"loop\": -1}".to_owned(),
        "{\"states\": [{\"#meta\": {\"element\": 18446744073709551615}}]}".to_owned(),
        format!("<counter-example>{nested}</counter-example>"),
        format!(
            "{bomb}<counter-example><node><state><value variable=\"n\">&c;</value></state></node></counter-example>"
        ),
        "<counter-example".to_owned(),
        "<counter-example><loops>0</loops></counter-example>".to_owned(),
    ] {
        read_all(&system, &text);
    }
    let bombed = format!(
        "<counter-example>{bomb}<node><state><value variable=\"n\">&c;</value></state></node></counter-example>"
    );
    assert!(read_xml(&bombed).unwrap_err().message.contains("broken XML"));
}

/// Numbers in a file decide neither how much is stored nor how long it takes.
#[test]
fn known_tricks_with_streams() {
    let mut system = System::new("tricks");
    for (name, sort, role) in [
        ("n", Sort::Int, Role::State),
        ("b", Sort::Bool, Role::State),
        ("r", Sort::Range { lo: 0, hi: 5 }, Role::Input),
        ("w", Sort::BitVec(8), Role::Input),
    ] {
        system.add_var(name, sort, role, None).unwrap();
    }
    let bits = "1".repeat(500_000);
    let deep = "$scope module m $end\n".repeat(20_000);
    let stamps: String = (0..30_000).map(|t| format!("#{t}\n")).collect();
    let huge = "18446744073709551615";
    let property = |streams: &str| {
        format!("[{{\"objectType\": \"property\", \"counterExample\": [{{\"streams\": [{streams}]}}]}}]")
    };
    let stream = |name: &str, values: &str| format!("{{\"name\": \"{name}\", \"instantValues\": [{values}]}}");
    for text in [
        format!("$var integer {huge}{huge} ! n $end #0 b{bits} !"),
        format!("$var wire {huge} ! n $end #0 b1 ! #{huge} b0 !"),
        format!("$var wire 8 ! w $end #0 b{bits} !"),
        format!("$var real 64 ! b $end #{huge}0"),
        format!("{deep}$var wire 1 ! b $end #0 1!"),
        format!("$var wire 1 ! b $end {stamps}"),
        "$var wire 1 ! b".to_owned(),
        "$var wire $end #0 1!".to_owned(),
        format!("$var wire 1 {bits} {bits} $end #0 1{bits}"),
        "$version wherefore $end $scope module trace $end $var wire 1 ! loop $end #0 1! #1 1! #2".to_owned(),
        "b".to_owned(),
        property(&stream("b", &format!("[{huge}, true]"))),
        property(&stream("b", "[4000000000, true], [0, false]")),
        property(&stream("b", "[-1, true], [0.5, false], [], [0], 3")),
        property(&stream("n", &format!("[0, {bits}]"))),
        property(&stream("n", &format!("[0, {{\"num\": 1, \"den\": {bits}}}]"))),
        property(&stream("n", "[0, {\"num\": [1], \"den\": {}}]")),
        property(&stream(&bits, "[0, [[1, 2], [3]]]")),
        format!("[{{\"counterExample\": [{{\"subnodes\": {}", "[{\"subnodes\":".repeat(10_000)),
        format!("[{}", "\"\\".repeat(1_000)),
        format!("sat\nb0\n#0\n0 {bits}\n."),
        format!("sat\nb0\n#{huge}\n"),
        format!("sat\nb0\n#0\n@{huge}\n"),
        format!("sat\nj0\n; loop {huge}\n#0\n."),
        format!("sat\nb0\n@0\n{huge} 1\n."),
        "sat\nj0\n#0\n.".to_owned(),
        format!("sat\n{}", "b0\n".repeat(10_000)),
    ] {
        read_all(&system, &text);
    }
    for n in 0..1_996 {
        system.add_var(format!("v{n}"), Sort::Bool, Role::State, None).unwrap();
    }
    let frames: String = (0..10_001).map(|t| format!("@{t}\n")).collect();
    let error = read_any(&system, &format!("sat\nb0\n{frames}.\n")).unwrap_err();
    assert_eq!(error.to_string(), "line 10003: more than 2500 steps of 2000 values each");
    let error = read_vcd(&system, &deep).unwrap_err();
    assert_eq!(error.to_string(), "line 1001: expected at most 1000 scopes within each other");
}
