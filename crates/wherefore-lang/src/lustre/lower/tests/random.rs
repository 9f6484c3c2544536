//! Random programs: the lowered system and the interpreter agree on every stream of the main node, at every tick.

use super::interpret::{Interpreter, Val};
use super::simulate::simulate;
use super::system;
use crate::lustre::{NotIncluded, parse, text};
use std::collections::BTreeMap;
use std::fmt::Write;
use wherefore_diag::SourceMap;
use wherefore_ir::Value;
use wherefore_syntax::Reporter;
use wherefore_test::{below, cases, seed};

const TICKS: usize = 7;

/// Writes programs.
struct Writer {
    state: u64,
    /// Streams that may be read at once, and those that only `pre` may read: name and whether it is Boolean.
    early: Vec<(String, bool)>,
    late: Vec<(String, bool)>,
    /// How many nodes may be called.
    nodes: usize,
}

impl Writer {
    fn below(&mut self, limit: usize) -> usize {
        below(&mut self.state, limit)
    }

    fn name(&mut self, list: &[(String, bool)], is_bool: bool) -> Option<String> {
        let fitting: Vec<&String> = list.iter().filter(|(_, b)| *b == is_bool).map(|(n, _)| n).collect();
        if fitting.is_empty() { None } else { Some(fitting[self.below(fitting.len())].clone()) }
    }

    fn leaf(&mut self, is_bool: bool) -> String {
        let known = self.early.clone();
        match self.name(&known, is_bool) {
            Some(name) if self.below(4) > 0 => name,
            _ if is_bool => ["true", "false"][self.below(2)].to_owned(),
            _ => self.below(4).to_string(),
        }
    }

    fn expr(&mut self, is_bool: bool, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(is_bool);
        }
        let d = depth - 1;
        match self.below(9) {
            0 => self.memory(is_bool, d),
            1 => format!("(if {} then {} else {})", self.expr(true, d), self.expr(is_bool, d), self.expr(is_bool, d)),
            2 => format!("(when {} then {} else {})", self.expr(true, d), self.expr(is_bool, d), self.expr(is_bool, d)),
            3 => format!("({} -> {})", self.expr(is_bool, d), self.expr(is_bool, d)),
            4 => format!("({} fby {})", self.expr(is_bool, d), self.expr(is_bool, d)),
            5 => format!("pre {}", self.expr(is_bool, d)),
            6 | 7 if is_bool => match self.below(3) {
                0 => format!("(not {})", self.expr(true, d)),
                1 => {
                    let op = ["<", "<=", ">", ">=", "=", "<>"][self.below(6)];
                    format!("({} {op} {})", self.expr(false, d), self.expr(false, d))
                }
                _ => {
                    let op = ["and", "or", "xor", "=>"][self.below(4)];
                    format!("({} {op} {})", self.expr(true, d), self.expr(true, d))
                }
            },
            6 | 7 => match self.below(3) {
                0 => format!("({} mod {})", self.expr(false, d), self.below(4) + 1),
                1 => format!("({} div {})", self.expr(false, d), self.below(4) + 1),
                _ => format!("({} {} {})", self.expr(false, d), ["+", "-"][self.below(2)], self.expr(false, d)),
            },
            _ => self.leaf(is_bool),
        }
    }

    /// A memory of a stream that may be defined later.
    fn memory(&mut self, is_bool: bool, depth: usize) -> String {
        let all = [self.early.clone(), self.late.clone()].concat();
        match self.name(&all, is_bool) {
            Some(name) => format!("({} -> pre {name})", self.expr(is_bool, depth)),
            None => self.leaf(is_bool),
        }
    }

    /// The right-hand side of an equation with a Boolean and a number.
    fn call(&mut self) -> String {
        let node = self.below(self.nodes);
        let arguments = format!("{}, {}", self.expr(true, 1), self.expr(false, 1));
        match self.below(4) {
            0 => {
                let clock = self.expr(true, 1);
                format!("condact({clock}, N{node}({arguments}), {}, {})", self.leaf(true), self.leaf(false))
            }
            1 => format!("(restart N{node} every {})({arguments})", self.expr(true, 1)),
            _ => format!("N{node}({arguments})"),
        }
    }

    /// A node `N<index>` with a Boolean and a number in and out.
    fn node(&mut self, index: usize) -> String {
        self.nodes = index;
        let streams: Vec<(String, bool)> = (0..6).map(|i| (format!("s{i}"), i % 2 == 0)).collect();
        self.early = vec![("b".to_owned(), true), ("n".to_owned(), false)];
        self.late = streams.clone();
        let mut text = format!("node N{index}(b: bool; n: int) returns (s0: bool; s1: int);\n");
        text.push_str("var s2: bool; s3: int; s4: bool; s5: int;\nlet\n");
        for pair in [[4, 5], [2, 3], [0, 1]] {
            if index > 0 && self.below(2) == 0 {
                let call = self.call();
                let _ = writeln!(text, "  s{}, s{} = {call};", pair[0], pair[1]);
            } else {
                for i in pair {
                    let right = self.expr(streams[i].1, 3);
                    let _ = writeln!(text, "  s{i} = {right};");
                }
            }
            self.early.extend(pair.map(|i| streams[i].clone()));
        }
        text.push_str("tel\n");
        text
    }
}

fn inputs(state: &mut u64) -> Vec<BTreeMap<String, Val>> {
    let mut tick = || {
        let b = Val::Bool(below(state, 2) == 0);
        let n = Val::Int(below(state, 7) as i128 - 3);
        BTreeMap::from([("b".to_owned(), b), ("n".to_owned(), n)])
    };
    (0..TICKS).map(|_| tick()).collect()
}

fn value(val: Val) -> Value {
    match val {
        Val::Bool(b) => Value::Bool(b),
        Val::Int(n) => Value::Int(n.into()),
    }
}

#[test]
fn random_programs_mean_what_the_interpreter_says() {
    let mut state = seed(20_261_115);
    let (mut compared, mut missing) = (0usize, 0usize);
    for case in 0..cases(60) {
        let mut writer = Writer { state, early: Vec::new(), late: Vec::new(), nodes: 0 };
        let program: String = (0..3).map(|i| writer.node(i)).collect();
        state = writer.state;
        let given = inputs(&mut state);
        let ticks: Vec<BTreeMap<String, Value>> =
            given.iter().map(|t| t.iter().map(|(n, v)| (n.clone(), value(*v))).collect()).collect();
        let run = simulate(&system(&program), &ticks);
        let source = text::read(
            SourceMap::single("p.lus", program.as_str()),
            &mut |_| Err(NotIncluded::Missing),
            &mut Reporter::default(),
        );
        let tree = parse::parse(&source, &mut Reporter::default());
        let interpreter = Interpreter::new(&tree, "N2", &given);
        for stream in 0..6 {
            let name = format!("s{stream}");
            for (tick, found) in run[&name].iter().enumerate() {
                match interpreter.value(&name, tick) {
                    // A value that the interpreter does not know may be anything.
                    None => missing += 1,
                    Some(expected) => {
                        compared += 1;
                        assert_eq!(
                            found.as_ref(),
                            Some(&value(expected)),
                            "case {case}, {name} at {tick}:\n{program}\n{given:?}"
                        );
                    }
                }
            }
        }
    }
    wherefore_test::say(&format!("{compared} values compared, {missing} have no value"));
    assert!(compared > missing, "the programs say too little");
}
