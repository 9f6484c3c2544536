//! Reading graphs: the same graph whatever the blocks, the threads and the order of the lines.
#![expect(clippy::print_stdout, clippy::disallowed_macros, reason = "a test says what it skips, and its seed")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wherefore_lts::route::Interrupted;
use wherefore_lts::{Column, Csr, GraphShape, Half, LoadError, Loader, Random, Spec, generate, load};
use wherefore_stop::{Stop, StopReason};
use wherefore_test::{corpus, counted};

fn text(spec: &Spec) -> Vec<u8> {
    generate(Vec::new(), spec).expect("the numbers fit")
}

fn read(text: &[u8]) -> Csr {
    load(text, &Stop::new()).unwrap_or_else(|f| panic!("{f:?}"))
}

/// The transitions as they stand in the text, without any cleverness.
fn obvious(text: &[u8]) -> Vec<(u32, String, u32)> {
    let text = std::str::from_utf8(text).expect("text");
    let lines = text.lines().skip(1).filter(|l| !l.trim().is_empty());
    let line = |line: &str| {
        let (source, rest) = line.trim().strip_prefix('(')?.split_once(',')?;
        let (label, target) = rest.strip_suffix(')')?.rsplit_once(',')?;
        let label = label.trim();
        let inner = label.strip_prefix('"').and_then(|l| l.strip_suffix('"')).unwrap_or(label);
        Some((source.trim().parse().ok()?, inner.to_owned(), target.trim().parse().ok()?))
    };
    lines.map(|l| line(l).unwrap_or_else(|| panic!("{l}"))).collect()
}

/// Content of a half, as (state, label, other end), in order.
fn listed(graph: &Csr, half: &Half) -> Vec<(u32, String, u32)> {
    let mut list = Vec::new();
    half.visit_range(0..graph.states(), |s, l, e| list.push((s, graph.labels.name(l).to_owned(), e)));
    list
}

/// Compares a graph with its text.
fn check(graph: &Csr, text: &[u8]) {
    let mut out = obvious(text);
    out.sort_by_key(|(s, ..)| *s);
    assert_eq!(listed(graph, &graph.out), out);
    let mut into: Vec<_> = out.into_iter().map(|(s, l, t)| (t, l, s)).collect();
    into.sort_by_key(|(t, ..)| *t);
    assert_eq!(listed(graph, &graph.into), into);
    let names: Vec<&str> = graph.labels.iter().collect();
    assert!(names.is_sorted() && graph.out.is_valid(graph.states(), names.len()));
}

#[test]
fn blocks_threads_and_order_do_not_matter() {
    for (seed, shape) in [(1, GraphShape::Random), (2, GraphShape::Deep), (3, GraphShape::Random)] {
        println!("seed {seed}");
        let spec = Spec { states: 700, transitions: 9000, labels: 300 * (seed as u32 % 2) + 3, seed, shape };
        let mut file = text(&spec);
        if seed == 3 {
            shuffle(&mut file, seed);
        }
        let expected = read(&file);
        check(&expected, &file);
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
            for block in [1, 30, 1000, 70_000] {
                let stop = Stop::new();
                let loader = Loader { stop: &stop, block, progress: &|_, _| {} };
                let found = pool.install(|| loader.load(file.as_slice()));
                assert_eq!(found.as_ref(), Ok(&expected), "{threads} threads, blocks of {block}");
            }
        }
    }
}

/// Changes the order of the lines after the first.
fn shuffle(file: &mut Vec<u8>, seed: u64) {
    let mut lines: Vec<Vec<u8>> = file.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
    let mut random = Random::new(seed);
    for last in (2..lines.len()).rev() {
        let other = 1 + random.below(last as u64) as usize;
        lines.swap(last, other);
    }
    *file = lines.concat();
}

#[test]
fn columns_are_as_narrow_as_the_labels_allow() {
    for (labels, width) in [(256, 1), (257, 2), (65_536, 2), (65_537, 4)] {
        let lines: String = (0..labels).map(|l| format!("(0, l{l}, 0)\n")).collect();
        let graph = read(format!("des (0, {labels}, 1)\n{lines}").as_bytes());
        let found = match &graph.into.labels {
            Column::U8(_) => 1,
            Column::U16(_) => 2,
            Column::U32(_) => 4,
        };
        assert_eq!((graph.labels.len(), found), (labels, width));
        let mut names: Vec<u32> = Vec::new();
        graph.into.visit(0, |label, _| names.push(label));
        let expected = (0..labels).map(|l| graph.labels.find(&format!("l{l}")).expect("a label"));
        assert!(names.into_iter().eq(expected));
    }
}

#[test]
fn a_fault_has_its_line_whatever_the_blocks() {
    let mut file = text(&Spec { states: 100, transitions: 2000, labels: 5, seed: 4, shape: GraphShape::Random });
    let at = file.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(1233).expect("a line").0;
    file[at - 1] = b'x';
    for block in [1, 100, 5000, 1 << 20] {
        let stop = Stop::new();
        let result = Loader { stop: &stop, block, progress: &|_, _| {} }.load(file.as_slice());
        let Err(LoadError::Fault(fault)) = result else { panic!("{result:?}") };
        assert_eq!((fault.code().id, fault.line()), ("aut-line", Some(1234)));
    }
}

#[test]
fn it_stops() {
    let file = text(&Spec { states: 100, transitions: 2000, labels: 5, seed: 4, shape: GraphShape::Random });
    let stop = Stop::new();
    let progress = |_: u64, _: u64| stop.fire(StopReason::Interrupted);
    let stopped = Loader { stop: &stop, block: 10, progress: &progress }.load(file.as_slice());
    assert_eq!(stopped, Err(LoadError::Interrupted(Interrupted::Stopped(StopReason::Interrupted))));
}

#[test]
fn generated_graphs_keep_their_promises() {
    for shape in [GraphShape::Random, GraphShape::Deep] {
        for (states, transitions, labels) in [(1, 0, 1), (1, 7, 2), (2, 1, 1), (500, 499, 3), (3000, 40_000, 20)] {
            let spec = Spec { states, transitions, labels, seed: 9, shape };
            let file = text(&spec);
            assert_eq!(file, text(&spec));
            assert!(obvious(&file).is_sorted_by_key(|(s, ..)| *s));
            let graph = read(&file);
            assert_eq!((graph.states(), graph.transitions() as u64), (states, transitions));
            assert_eq!(reachable(&graph), states as usize, "{spec:?}");
        }
    }
    let spec = Spec { states: 3, transitions: 1, labels: 1, seed: 1, shape: GraphShape::Random };
    assert!(generate(Vec::new(), &spec).is_err());
}

fn reachable(graph: &Csr) -> usize {
    let (mut seen, mut open) = (BTreeSet::from([graph.initial]), vec![graph.initial]);
    while let Some(state) = open.pop() {
        graph.out.visit(state, |_, target| {
            if seen.insert(target) {
                open.push(target);
            }
        });
    }
    seen.len()
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test over files has to read them")]
fn public_files() {
    let (Some(aut), Some(clear)) = (corpus("aut"), corpus("clear")) else { return };
    let files = [graphs(&aut), graphs(&clear)].concat();
    counted(files.len(), "public files");
    for file in &files {
        let text = std::fs::read(file).expect("the file can be read");
        let name = file.display();
        let found = load(text.as_slice(), &Stop::new());
        if file.ends_with("probability1.aut") {
            assert_eq!(refusal(&found), "aut-probabilistic");
            continue;
        }
        let header: String = text.iter().take_while(|b| **b != b'\n').map(|b| char::from(*b)).collect();
        let promised: Vec<u32> = header.split(['(', ',', ')']).filter_map(|n| n.trim().parse().ok()).collect();
        // CLEAR's dumps of one path count the states of the path and keep the numbers of the whole graph.
        if obvious(&text).iter().any(|(s, _, t)| *s.max(t) >= promised[2]) {
            assert_eq!(refusal(&found), "aut-range", "{name}");
            assert!(file.ends_with("cexp_dump.aut"), "{name}");
            continue;
        }
        let graph = found.unwrap_or_else(|f| panic!("{name}: {f:?}"));
        check(&graph, &text);
        assert_eq!(promised[1..], [graph.transitions() as u32, graph.states()], "{name}");
    }
    assert!(files.len() > 40, "{} files", files.len());
}

fn refusal(found: &Result<Csr, LoadError>) -> &'static str {
    match found {
        Err(LoadError::Fault(fault)) => fault.code().id,
        _ => "accepted",
    }
}

/// Every `.aut` file in a folder and below, sorted.
fn graphs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).map(|e| e.flatten().map(|e| e.path()).collect::<Vec<_>>());
    let mut entries = entries.unwrap_or_default();
    entries.sort();
    let below = |path: PathBuf| match path.is_dir() {
        true => graphs(&path),
        false if path.extension().is_some_and(|e| e == "aut") => vec![path],
        false => Vec::new(),
    };
    entries.into_iter().flat_map(below).collect()
}
