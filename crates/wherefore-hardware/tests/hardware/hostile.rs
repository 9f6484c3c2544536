//! Damaged and hostile files end in a diagnostic with a place, never in a panic.

use crate::{aiger, random};
use wherefore_diag::{FileId, SourceMap, Style, render};
use wherefore_hardware::aiger::unpack;
use wherefore_hardware::{Format, load};
use wherefore_test::{Random, cases, damage, seed};

/// Either a system or errors with places and remedies.
fn read(text: &str, format: Format) -> bool {
    let loaded = load(FileId(0), text, format);
    let sources = SourceMap::single("m", text);
    for diagnostic in loaded.diagnostics.iter() {
        render(diagnostic, &sources, Style::Plain);
        assert!(
            !diagnostic.is_error() || (diagnostic.span().is_some() && !diagnostic.help.is_empty()),
            "{diagnostic:?}"
        );
    }
    assert_eq!(loaded.system.is_none(), loaded.diagnostics.has_errors());
    loaded.system.is_some()
}

#[test]
fn damaged_netlists_are_refused_with_a_place() {
    let seed = seed(1);
    let words =
        damage::words(&["-", "18446744073709551616", "4294967295", "state", "sort", "bitvec", "array", "init", "aag"]);
    for case in 0..cases(600) {
        let mut random = Random::stream(seed, case);
        let text = random::make(random.clone());
        let mut state = random.draw();
        read(&damage::damaged(&damage::pieces(&text, "-"), &words, &mut state), Format::Btor2);
        let (ascii, mut bytes) = aiger::make(&mut random);
        read(&damage::damaged(&damage::pieces(&ascii, ""), &words, &mut state), Format::Aiger);
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = random.draw() as u8;
        }
        bytes.truncate(random.between(1, bytes.len()));
        if let Ok(text) = unpack(&bytes) {
            read(&text, Format::Aiger);
        }
    }
}

#[test]
fn hostile_files_are_refused() {
    let wide = ["4294967296", "2147483648", "0", "65537", "-1", "18446744073709551616"];
    for width in wide {
        assert!(!read(&format!("1 sort bitvec {width}\n2 input 1\n"), Format::Btor2), "{width}");
    }
    let refused = [
        "1 sort bitvec 11\n2 sort array 1 1\n3 state 2 mem\n",
        "1 sort bitvec 1\n2 sort array 1 1\n3 sort array 2 2\n",
        "1 sort bitvec 1\n2 state 1\n3 state 1\n4 init 1 2 3\n5 init 1 3 2\n",
        "1 sort bitvec 1\n2 state 1\n3 justice 99999999999 2\n",
        "1 sort bitvec 4\n2 slice 1 2 0 0\n",
        "1 sort bitvec 4\n2 ones 1\n3 sort bitvec 1\n4 slice 3 2 9 9\n",
        "1 sort bitvec 4\n2 constd 1 99\n",
        "1 var 32\n",
        "1 sort bitvec 4\n1 sort bitvec 4\n",
        "x sort bitvec 4\n",
        "7\n",
        "1 sort bitvec 4\n2 input 1\n3 bad 2\n",
    ];
    for text in refused {
        assert!(!read(text, Format::Btor2), "{text}");
    }
    let refused = [
        "",
        "aag\n",
        "aag 1 2 3 4\n",
        "aag 4294967295 0 0 0 0\n",
        "aag 3 0 0 0 3\n2 4 4\n4 6 6\n6 2 2\n",
        "aag 1 1 0 99999999999999 0\n2\n",
        "aag 1 1 0 1 0\n2\n9\n",
        "aag 2 1 1 0 0\n2\n2 2\n",
        "aag 1 0 1 0 0\n2 2 7\n",
        "aag 0 0 0 0 0 0 0 1\n18446744073709551615\n",
        "aag 1 1 0 0 0\n2\nq7 x\n",
    ];
    for text in refused {
        assert!(!read(text, Format::Aiger), "{text}");
    }
    for bytes in [
        &b"aig 4000000 4000000 0 0 0\n"[..],
        b"aig 2 1 0 0 1\n\xff\xff\xff\xff\xff\xff",
        b"aig 1 0 0 0 1\n\x00\x00",
        b"aig ",
    ] {
        assert!(unpack(bytes).is_err());
    }
}

/// Depth is no recursion.
#[test]
fn deep_netlists_are_read() {
    let mut text = "1 sort bitvec 1\n2 state 1\n".to_owned();
    for id in 3..100_000 {
        text.push_str(&format!("{id} not 1 {}\n", id - 1));
    }
    text.push_str("100000 next 1 2 99999\n100001 bad 99998\n");
    assert!(read(&text, Format::Btor2));
    let mut text = "aag 50000 1 0 1 49999\n2\n100000\n".to_owned();
    (2..=50_000).rev().for_each(|v| text.push_str(&format!("{} {} {}\n", 2 * v, 2 * v - 2, 2 * v - 1)));
    assert!(read(&text, Format::Aiger));
}
