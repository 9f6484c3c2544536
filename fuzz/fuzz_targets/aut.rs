//! Any bytes through the reader of Aldebaran files: a fault that can be drawn, or a graph that reads back equal when it is
//! written. Small blocks and large ones give the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wherefore_diag::{SourceMap, Style, render};
use wherefore_lang::aut::{Blocks, Printer};
use wherefore_lts::{Csr, LoadError, Loader, load};
use wherefore_stop::Stop;

fuzz_target!(|input: &[u8]| {
    // A short header may promise a million states, which takes longer than all the rest.
    if Blocks::open(input, 64).is_ok_and(|(header, _)| header.states > 10_000) {
        return;
    }
    let stop = Stop::new();
    let result = load(input, &stop);
    let small = Loader { stop: &stop, block: 8, progress: &|_, _| {} }.load(input);
    match result {
        Ok(graph) => {
            assert_eq!(small.as_ref(), Ok(&graph));
            assert!(graph.out.is_valid(graph.states(), graph.labels.len()));
            assert_eq!(load(write(&graph).as_slice(), &stop), Ok(graph));
        }
        Err(LoadError::Fault(fault)) => {
            assert!(small.is_err());
            let mut sources = SourceMap::default();
            let diagnostic = fault.diagnostic(&mut sources, "input.aut");
            render(&diagnostic, &sources, Style::Plain);
        }
        Err(LoadError::Interrupted(_)) => unreachable!("nobody stops it"),
    }
});

fn write(graph: &Csr) -> Vec<u8> {
    let count = graph.transitions() as u64;
    let mut printer = Printer::new(Vec::new(), graph.initial, count, graph.states()).expect("memory takes it");
    graph.out.visit_range(0..graph.states(), |source, label, target| {
        printer.line(source, graph.labels.name(label), target).expect("memory takes it");
    });
    printer.finish().expect("memory takes it")
}
