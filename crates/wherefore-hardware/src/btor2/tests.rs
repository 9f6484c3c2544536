//! What the reader makes of lines, and what it says about mistakes.

use super::{parse, parse_last};
use wherefore_diag::{FileId, SourceMap};

fn said(text: &str) -> String {
    let (netlist, diagnostics) = parse(FileId(0), text);
    assert_eq!(netlist.is_none(), diagnostics.has_errors());
    diagnostics.iter().map(|d| d.headline.clone()).collect::<Vec<_>>().join("; ")
}

#[test]
fn symbols_and_places_of_yosys_are_kept() {
    let text =
        "; made by hand\n1 sort bitvec 4\n2 input 1 data;x ; fifo.v:3.9-3.13|top.v:1.1-2.2\n3 output -2 out ; note\n";
    let netlist = parse(FileId(0), text).0.unwrap();
    assert_eq!(netlist.nodes[0].place.symbol(), Some("data;x"));
    assert_eq!(netlist.nodes[0].place.source(), Some("fifo.v:3.9-3.13"));
    assert_eq!((netlist.outputs[0].place.symbol(), netlist.outputs[0].place.source()), (Some("out"), None));
    assert!(netlist.outputs[0].value.negated);
    let landmarks = super::landmarks(FileId(0), text);
    assert_eq!(landmarks.iter().map(|l| l.name.as_str()).collect::<Vec<_>>(), ["fifo.v:3.9-3.13"]);
}

#[test]
fn lines_stand_where_they_were_made_from() {
    let mut sources = SourceMap::single("m.v", "module m;\n  wire full = a & b;\nendmodule\n");
    let netlist = "1 sort bitvec 1\n2 input 1 a ; m.v:9.1-9.2\n3 input 1 b ; other.v:1.1-1.2\n4 and 1 2 3 ; m.v:2.15-2.20\n\
                   5 state 1\n6 next 1 5 4 ; m.v:2.8-2.12\n7 bad 4 ; m.v:2.3-2.21|m.v:1.1-1.2\n";
    let last = sources.add("the netlist", netlist);
    let netlist = parse_last(&sources).0.unwrap();
    let of = |node: usize| sources.text(netlist.nodes[node].place.span);
    // A place that is not there, or in a file that is not there, is no place.
    assert_eq!((of(0), of(1), of(2)), ("2 input 1 a", "3 input 1 b", "a & b"));
    assert_eq!(netlist.nodes[0].place.span.file, last);
    assert_eq!(sources.text(netlist.states[0].next.unwrap().span), "full");
    assert_eq!(sources.text(netlist.bad[0].place.span), "wire full = a & b;");
}

#[test]
fn mistakes_are_named() {
    let sort = "1 sort bitvec 4\n2 input 1\n3 sort bitvec 1\n";
    assert_eq!(said(&format!("{sort}4 add 1 2 9")), "no line above has the number 9");
    assert_eq!(said(&format!("{sort}4 add 3 2 2")), "`add` gives a word of 4 bits here, and the line says a bit");
    assert_eq!(
        said(&format!("{sort}4 ite 1 2 2 2")),
        "`ite` cannot take a word of 4 bits, a word of 4 bits, a word of 4 bits"
    );
    assert_eq!(said(&format!("{sort}4 foo 1 2 2")), "no operator is called `foo`");
    assert_eq!(said(&format!("{sort}4 next 1 2 2")), "only registers have first and next values");
    assert_eq!(said(&format!("{sort}4 constd 1 16")), "`16` is no value of 4 bits");
    assert_eq!(said(&format!("{sort}4 constd 1 -9")), "`-9` is no value of 4 bits");
    assert_eq!(said(&format!("{sort}4 constd 1 -8")), "");
    assert_eq!(said(&format!("{sort}4 bad 3")), "line 3 has no value");
    // Lines that use a broken one say nothing further.
    assert_eq!(said(&format!("{sort}4 add 1 2 9\n5 not 1 4\n6 bad 5")), "no line above has the number 9");
}
