//! Input that is broken on purpose ends in an error or a remark, never in a panic or an endless run.

use crate::random::Random;
use crate::round_trip::{system, trace};
use wherefore_ir::{Role, Sort, System};
use wherefore_trace::format::{Heading, Shape, read_itf, read_text, read_xml, write_itf, write_text, write_xml};

/// Reads a text as every format.
fn read_all(system: &System, text: &str) {
    for traces in [read_text(text), read_xml(text)].into_iter().flatten() {
        traces.iter().for_each(|t| drop(t.bind(system)));
    }
    drop(read_itf(system, text));
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
            write_text(&system, &trace, &heading, Shape::Changes),
            write_xml(&system, &trace, &heading),
            write_itf(&system, &trace, &heading),
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
