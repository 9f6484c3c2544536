//! What the reader makes of lines, and what it says about mistakes.

use super::parse;
use wherefore_diag::FileId;

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
