//! Every spelling that is accepted, and every fault with its place.

use super::*;
use std::io::{Cursor, Read, Seek, SeekFrom, Write};
use wherefore_diag::{SourceMap, Style, render};

type Lines = Vec<(u32, String, u32)>;

/// Reads a whole file in blocks of `size` bytes, as a caller would.
fn read(text: impl Read, size: usize) -> Result<(Header, Lines), Fault> {
    let (header, mut blocks) = Blocks::open(text, size)?;
    let (mut lines, mut bytes, mut found, mut text) = (header.lines, header.bytes, Vec::new(), Vec::new());
    while blocks.fill(&mut text).map_err(|f| f.after(Some(lines), bytes))? {
        let block = scan(&text, header.states).map_err(|f| f.after(Some(lines), bytes))?;
        (lines, bytes) = (lines + block.lines, bytes + block.bytes);
        found.extend(transitions(&block));
    }
    header.check_count(found.len() as u64)?;
    Ok((header, found))
}

fn transitions(block: &Block) -> Lines {
    let names: Vec<&str> = block.names.iter().collect();
    let sources = block.sources.iter().flat_map(|(s, n)| std::iter::repeat_n(*s, *n as usize));
    let labels = block.labels.iter().map(|l| names[*l as usize].to_owned());
    sources.zip(labels).zip(&block.targets).map(|((s, l), t)| (s, l, *t)).collect()
}

/// The transitions of a text, which are the same for every size of block.
fn accept(text: &[u8]) -> Lines {
    let (_, expected) = read(text, BLOCK).unwrap_or_else(|f| panic!("{}", drawn(&f)));
    for size in [1, 2, 3, 7, 20, 64] {
        let (_, found) = read(text, size).unwrap_or_else(|f| panic!("{}", drawn(&f)));
        assert_eq!(found, expected, "blocks of {size} bytes");
    }
    expected
}

/// The message for a text, which is the same for every size of block.
fn refuse(text: &[u8]) -> String {
    let expected = drawn(&read(text, BLOCK).unwrap_err());
    for size in [1, 2, 3, 7, 20, 64] {
        assert_eq!(drawn(&read(text, size).unwrap_err()), expected, "blocks of {size} bytes");
    }
    expected
}

fn drawn(fault: &Fault) -> String {
    let mut sources = SourceMap::default();
    let diagnostic = fault.diagnostic(&mut sources, "m.aut");
    render(&diagnostic, &sources, Style::Plain)
}

fn line(source: u32, label: &str, target: u32) -> (u32, String, u32) {
    (source, label.to_owned(), target)
}

#[test]
fn spellings_of_cadp_and_mcrl2() {
    let text = b"des (0, 6, 3)\n(0, i, 1)\n(1,\"GATE !v1 !v2\",2)\n ( 2 , tau , 0 ) \n(0,\"a(1,2)|b\",1)\n\
        (1, a(1,2)|b, 2)\n(2, \"say \"hi\", (now)\", 0)\n";
    let expected = [
        line(0, "i", 1),
        line(1, "GATE !v1 !v2", 2),
        line(2, "tau", 0),
        line(0, "a(1,2)|b", 1),
        line(1, "a(1,2)|b", 2),
        line(2, "say \"hi\", (now)", 0),
    ];
    assert_eq!(accept(text), expected);
}

#[test]
fn blanks_line_ends_and_a_missing_last_line_end() {
    let expected = [line(0, "a", 1), line(1, " b ", 0)];
    assert_eq!(accept(b"des(0,2,2)      \r\n(0,a,1)\r\n\r\n(1,\" b \",0)\r\n"), expected);
    assert_eq!(accept(b"\n\n des (0, 2, 2)\n\n\t(0,\"a\",1)\n(1,\" b \",0)"), expected);
    assert_eq!(accept(b"des (0, 0, 1)"), []);
    assert_eq!(accept(b"des (0, 1, 1)\n(0,\"\",0)"), [line(0, "", 0)]);
    assert_eq!(accept(b"des (0, 1, 1)\n(0,\",0)\n"), [line(0, "\"", 0)]);
}

#[test]
fn compressed_text_in_one_member_or_more() {
    let gzip = |text: &[u8]| {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        out.write_all(text).and_then(|()| out.finish()).unwrap()
    };
    let members = [gzip(b"des (0, 2, 2)\n(0, a"), gzip(b", 1)\n(1, b, 0)\n")].concat();
    assert_eq!(accept(&members), [line(0, "a", 1), line(1, "b", 0)]);
    let damaged = &members[..members.len() - 6];
    assert!(refuse_once(damaged).contains("aut-read"), "{}", refuse_once(damaged));
}

/// Where the place depends on how much was read before the fault.
fn refuse_once(text: &[u8]) -> String {
    drawn(&read(text, BLOCK).unwrap_err())
}

#[test]
fn a_fault_is_drawn_in_its_line() {
    let expected = "\
error[aut-range]: a state out of range: there are 2 states, numbered from 0
 --> m.aut:4:10
  |
4 | (1, \"b\", 7)
  |          ^ no such state
  |
  = help: the number of states is the last number of the header";
    assert_eq!(refuse(b"des (0, 2, 2)\n\n(0, a, 1)\n(1, \"b\", 7)\n"), expected);
    let expected = "\
error[aut-count]: the header promises 3 transitions, and the file has 1
 --> m.aut:1:9
  |
1 | des (0, 3, 2)
  |         ^ promised here
  |
  = help: write or copy the file again: it seems to have been cut off";
    assert_eq!(refuse(b"des (0, 3, 2)\n(0, a, 1)\n"), expected);
}

/// Text, code, and line and column of the fault.
const REFUSED: &[(&[u8], &str, &str)] = &[
    (b"", "aut-header", "1:1"),
    (b" \n\n", "aut-header", "1:1"),
    (b"(0, a, 1)\n", "aut-header", "1:1"),
    (b"\ndes 0, 1, 2\n", "aut-header", "2:1"),
    (b"des (0, 1)\n", "aut-header", "1:10"),
    (b"des (0, 1, 2", "aut-header", "1:13"),
    (b"des (0, x, 2)\n", "aut-header", "1:9"),
    (b"des (0, 1, 2) x\n", "aut-header", "1:15"),
    (b"des (0, 0, 0)\n", "aut-header", "1:12"),
    (b"des (2, 0, 2)\n", "aut-range", "1:6"),
    (b"des (0, 99999999999999999999999, 99999999999999999999999)\n", "aut-too-large", "1:34"),
    (b"des (0, 1, 4000000000)\n", "aut-too-large", "1:12"),
    (b"des (0 1/7 1 3/7 2 2/7 3,4,5)\n", "aut-probabilistic", "1:6"),
    (b"des (0, 1, 2)\n(0, \"a\", 0 1/3 1)\n", "aut-probabilistic", "2:10"),
    (b"des (0, 1, 2)\n(0 1/3 1, \"a\", 0)\n", "aut-probabilistic", "2:4"),
    (b"des (0, 1, 2)\n(2, a, 0)\n", "aut-range", "2:2"),
    (b"des (0, 1, 2)\n(0, a, 123456789012345678901234567890)\n", "aut-range", "2:8"),
    (b"des (0, 1, 2)\n(0, a, 1)\n(0, a, 1)\n", "aut-count", "1:9"),
    (b"des (0, 2, 2)\n(0, a, 1)\n(0, a, ", "aut-truncated", "3:8"),
    (b"des (0, 1, 2)\n(0, \"a(1,1)", "aut-truncated", "2:12"),
    (b"des (0, 1, 2)\n(0, a(1,1)", "aut-truncated", "2:11"),
    (b"des (0, 1, 2)\n(", "aut-truncated", "2:2"),
    (b"des (0, 1, 2)\n(0, a, 1\n", "aut-line", "2:9"),
    (b"des (0, 1, 2)\n0, a, 1)\n", "aut-line", "2:1"),
    (b"des (0, 1, 2)\n(x, a, 1)\n", "aut-line", "2:2"),
    (b"des (0, 1, 2)\n(-1, a, 1)\n", "aut-line", "2:2"),
    (b"des (0, 1, 2)\n(0; a, 1)\n", "aut-line", "2:3"),
    (b"des (0, 1, 2)\n(0, 1)\n", "aut-line", "2:3"),
    (b"des (0, 1, 2)\n(0, , 1)\n", "aut-line", "2:4"),
    (b"des (0, 1, 2)\n(0, a, )\n", "aut-line", "2:8"),
    (b"des (0, 1, 2)\n(0, a, x1)\n", "aut-line", "2:8"),
    (b"des (0, 1, 2)\n()\n", "aut-line", "2:2"),
    (b"des (0, 1, 2)\n(0,)\n", "aut-line", "2:3"),
    (b"des (0, 1, 2)\n\xff\xfe\x00\x01\n", "aut-line", "2:1"),
    (b"des (0, 1, 2)\n(0, \"\xff\", 1)\n", "aut-encoding", "2:6"),
    (b"\x7fELF\x02\x01\x01\x00\x00\n\x00", "aut-header", "1:1"),
];

#[test]
fn every_fault_has_its_place() {
    for (text, code, place) in REFUSED {
        let message = refuse(text);
        let shown = String::from_utf8_lossy(text);
        assert!(message.starts_with(&format!("error[{code}]")), "{shown}\n{message}");
        assert!(message.contains(&format!("m.aut:{place}\n")), "{shown}\n{message}");
    }
}

#[test]
fn a_line_without_end_is_refused_before_it_is_held() {
    struct Endless(u64);
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0 += buffer.len() as u64;
            assert!(self.0 < 20_000_000, "the stream was read on");
            buffer.fill(b'x');
            Ok(buffer.len())
        }
    }
    let fault = read(Endless(0), BLOCK).unwrap_err();
    assert_eq!((fault.code(), fault.line()), (codes::LONG_LINE, Some(1)));
    let fault = read(b"des (0, 1, 2)\n(0, a, 1)\n(0, ".chain(Endless(0)), BLOCK).unwrap_err();
    assert_eq!((fault.code(), fault.line(), fault.offset()), (codes::LONG_LINE, Some(3), 24));
    assert!(drawn(&fault).len() < 1000);
}

#[test]
fn a_long_line_is_shown_around_its_fault() {
    let text = format!("des (0, 1, 2)\n(0, \"{}\", 5)\n", "long ".repeat(1000));
    let message = refuse(text.as_bytes());
    assert!(message.contains("m.aut:2:5009: no such state") && message.contains("around it: "), "{message}");
    assert!(message.len() < 600, "{message}");
}

#[test]
fn a_line_beyond_the_limit_is_refused_wherever_blocks_end() {
    let text = format!("des (0, 1, 2)\n(0, \"{}\", 1)\n", "x".repeat(LONGEST_LINE));
    for size in [1000, LONGEST_LINE / 2, BLOCK] {
        assert_eq!(read(text.as_bytes(), size).unwrap_err().code(), codes::LONG_LINE);
    }
}

#[test]
fn every_line_belongs_to_one_part() {
    let bodies = ["(0, a, 1)\n(1, \"long label\", 0)\n\n(1, b, 1)\n(0, c, 0)\n", "(0, a, 1)\n", "(0, a, 1)\n(1, b, 0)"];
    for body in bodies.iter().flat_map(|b| [(*b).to_owned(), b.replace('\n', "\r\n")]) {
        let count = body.matches('(').count();
        let text = format!("des (0, {count}, 2)\n{body}");
        let expected = accept(text.as_bytes());
        for parts in 1..=(8.max(body.len() as u32 + 2)) {
            assert_eq!(read_parts(text.as_bytes(), parts), expected, "{parts} parts of {text:?}");
        }
    }
}

fn read_parts(text: &[u8], parts: u32) -> Lines {
    let mut file = Cursor::new(text);
    let (header, _) = Blocks::open(&mut file, BLOCK).unwrap();
    let mut found = Vec::new();
    for index in 0..parts {
        let range = part(&mut file, &header, index, parts).unwrap();
        file.seek(SeekFrom::Start(range.start)).unwrap();
        let mut blocks = Blocks::new(file.by_ref().take(range.end - range.start), 16);
        let mut text = Vec::new();
        while blocks.fill(&mut text).unwrap() {
            found.extend(transitions(&scan(&text, header.states).unwrap()));
        }
    }
    found
}

#[test]
fn without_line_numbers_the_byte_is_named() {
    let fault = scan(b"(0, a, 1)\n(0, a, 9)\n", 2).unwrap_err().after(None, 1000);
    assert_eq!((fault.line(), fault.offset()), (None, 1010));
    assert!(drawn(&fault).contains("m.aut, in the line at byte 1010: (0, a, 9)"));
    assert!(drawn(&fault.with_lines(70)).contains("m.aut:71:8"));
}

#[test]
fn what_is_printed_reads_back() {
    let lines = [line(0, "plain", 1), line(4_000_000, "q\"(,)", 12_345_678), line(7, "", 0)];
    let mut printer = Printer::new(Vec::new(), 3, 3, 12_345_679).unwrap();
    lines.iter().for_each(|(s, l, t)| printer.line(*s, l, *t).unwrap());
    let fault = read(printer.finish().unwrap().as_slice(), BLOCK).unwrap_err();
    assert_eq!(fault.code(), codes::TOO_LARGE);
    let mut printer = Printer::new(Vec::new(), 3, 3, 900_000).unwrap();
    let lines = [line(0, "plain", 1), line(400_000, "q\"(,)", 899_999), line(7, "", 0)];
    lines.iter().for_each(|(s, l, t)| printer.line(*s, l, *t).unwrap());
    assert_eq!(accept(&printer.finish().unwrap()), lines);
}
