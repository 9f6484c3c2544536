//! A transition is the branch that was executed, at its line, also where branches give the same value: random case
//! distinctions against a direct reading of the source.

use wherefore_diag::{FileId, SourceMap};
use wherefore_explain::machine::discover::{Hints, discover, executed};
use wherefore_ir::control::ControlGraph;
use wherefore_ir::{ElementId, Sort, System, TermId, Value};
use wherefore_test::{below, cases, seed};
use wherefore_trace::Evaluator;

const STATES: [&str; 3] = ["p", "q", "r"];

/// A condition over the state and two inputs.
#[derive(Clone, Debug)]
enum Cond {
    Always,
    Never,
    In(usize),
    Input(usize, bool),
    Both(Box<Cond>, Box<Cond>),
    /// A definition, or either of both.
    Named(usize),
    Either,
}

#[derive(Clone, Debug)]
enum Expr {
    Value(usize),
    Keep,
    Any(usize, usize),
    Case(Vec<(Cond, Expr)>),
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        below(&mut self.0, limit)
    }

    fn atom(&mut self) -> Cond {
        match self.below(2) {
            0 => Cond::In(self.below(3)),
            _ => Cond::Input(self.below(2), self.below(2) == 0),
        }
    }

    fn cond(&mut self) -> Cond {
        match self.below(12) {
            0 => Cond::Always,
            1 => Cond::Never,
            2 | 3 => Cond::Named(self.below(2)),
            4 => Cond::Either,
            5..=7 => Cond::Both(Box::new(self.atom()), Box::new(self.atom())),
            _ => self.atom(),
        }
    }

    /// Few values, so that most branches give the same as another.
    fn expr(&mut self, depth: usize) -> Expr {
        match self.below(10) {
            0 => Expr::Keep,
            1 => Expr::Any(self.below(3), self.below(3)),
            2..=4 if depth > 0 => self.case(depth - 1),
            _ => Expr::Value(self.below(2)),
        }
    }

    fn case(&mut self, depth: usize) -> Expr {
        let count = self.below(4);
        let mut branches: Vec<(Cond, Expr)> = (0..count).map(|_| (self.cond(), self.expr(depth))).collect();
        // Repeats the case once more, further down: one term that stands at two places.
        if let (Some((_, Expr::Case(inner))), true) = (branches.first().cloned(), self.below(2) == 0) {
            branches.push((self.cond(), Expr::Case(inner.clone())));
            branches.extend(inner);
        }
        branches.push((Cond::Always, self.expr(depth)));
        Expr::Case(branches)
    }
}

struct Source {
    lines: Vec<String>,
    named: [Cond; 2],
    case: Expr,
}

impl Source {
    fn new(random: &mut Random) -> Source {
        let named = [Cond::Both(Box::new(random.atom()), Box::new(random.atom())), random.atom()];
        let case = random.case(2);
        let mut source = Source { lines: Vec::new(), named, case };
        source.line("MODULE main IVAR a : boolean; b : boolean; VAR s : {p, q, r};");
        source.line(&format!(
            "DEFINE d0 := {}; d1 := {};",
            source.cond(&source.named[0]),
            source.cond(&source.named[1])
        ));
        source.line("ASSIGN init(s) := {p, q, r};");
        source.line("next(s) :=");
        let case = source.case.clone();
        source.write(&case);
        source.line(";");
        source
    }

    fn line(&mut self, text: &str) {
        self.lines.push(text.to_owned());
    }

    fn cond(&self, cond: &Cond) -> String {
        match cond {
            Cond::Always => "TRUE".to_owned(),
            Cond::Never => "FALSE".to_owned(),
            Cond::In(k) => format!("s = {}", STATES[*k]),
            Cond::Input(k, holds) => format!("{}{}", if *holds { "" } else { "!" }, ["a", "b"][*k]),
            Cond::Both(x, y) => format!("{} & {}", self.cond(x), self.cond(y)),
            Cond::Named(k) => format!("d{k}"),
            Cond::Either => "d0 | d1".to_owned(),
        }
    }

    fn write(&mut self, expr: &Expr) {
        match expr {
            Expr::Value(k) => self.line(STATES[*k]),
            Expr::Keep => self.line("s"),
            Expr::Any(x, y) => self.line(&format!("{{{}, {}}}", STATES[*x], STATES[*y])),
            Expr::Case(branches) => {
                self.line("case");
                for (cond, value) in branches {
                    let cond = self.cond(cond);
                    self.line(&format!("{cond} :"));
                    self.write(value);
                    self.line(";");
                }
                self.line("esac");
            }
        }
    }

    fn holds(&self, cond: &Cond, state: usize, inputs: [bool; 2]) -> bool {
        let holds = |c: &Cond| self.holds(c, state, inputs);
        match cond {
            Cond::Always => true,
            Cond::Never => false,
            Cond::In(k) => state == *k,
            Cond::Input(k, wanted) => inputs[*k] == *wanted,
            Cond::Both(x, y) => holds(x) && holds(y),
            Cond::Named(k) => holds(&self.named[*k]),
            Cond::Either => self.named.iter().any(holds),
        }
    }

    /// How many lines an expression is written on.
    fn height(expr: &Expr) -> usize {
        match expr {
            Expr::Case(branches) => 2 + branches.iter().map(|(_, v)| 2 + Source::height(v)).sum::<usize>(),
            _ => 1,
        }
    }

    /// The line of the innermost branch that is executed, and the values it can give.
    fn executed(&self, expr: &Expr, at: (usize, usize), state: usize, inputs: [bool; 2]) -> (usize, Vec<usize>) {
        let (line, branch) = at;
        match expr {
            Expr::Value(k) => (branch, vec![*k]),
            Expr::Keep => (branch, vec![state]),
            Expr::Any(x, y) => (branch, vec![*x, *y]),
            Expr::Case(branches) => {
                let mut line = line + 1;
                for (cond, value) in branches {
                    if self.holds(cond, state, inputs) {
                        return self.executed(value, (line + 1, line), state, inputs);
                    }
                    line += 2 + Source::height(value);
                }
                unreachable!("the last branch always applies")
            }
        }
    }
}

/// The machine `s` of a model, with the lines of its transitions.
struct Found {
    system: System,
    sources: SourceMap,
    graph: ControlGraph,
}

impl Found {
    fn new(text: &str) -> Found {
        let loaded = wherefore_lang::smv::load(FileId(0), text);
        let mut system = loaded.system.unwrap_or_else(|| panic!("{:?}\n{text}", loaded.diagnostics));
        let sources = SourceMap::single("model.smv", text);
        let hints = Hints { control: vec!["s".to_owned()], label: None, flat: false };
        let graph = discover(&mut system, &hints, &|_| None).unwrap_or_else(|e| panic!("{e}")).graph;
        Found { system, sources, graph }
    }

    fn line(&self, element: Option<ElementId>) -> usize {
        let span = self.system.span(element);
        span.and_then(|s| self.sources.location(s)).map_or(0, |l| l.line as usize)
    }
}

/// Compares every step of a model with its source; how many steps took a branch whose value another branch gives too.
fn compare(source: &Source) -> usize {
    let model = Found::new(&source.lines.join("\n"));
    let graph = &model.graph;
    let taken: Vec<TermId> = graph.transitions.iter().map(|t| t.taken).collect();
    let taken = Evaluator::new(&model.system.terms, &taken).unwrap_or_else(|e| panic!("{e}"));
    let var = |name: &str| model.system.terms.find_var(name).unwrap_or_else(|| panic!("{name}"));
    let Sort::Enum(sort) = model.system.terms.var(var("s")).sort else { panic!("s is an enumeration") };
    let row = |state: usize, inputs: [bool; 2]| {
        let mut row = vec![None; model.system.terms.var_count()];
        row[var("s").index()] = Some(Value::Enum(sort, state as u32));
        row[var("a").index()] = Some(Value::Bool(inputs[0]));
        row[var("b").index()] = Some(Value::Bool(inputs[1]));
        row
    };
    let mut moved = 0;
    for (state, name) in STATES.iter().enumerate() {
        for inputs in [[false, false], [false, true], [true, false], [true, true]] {
            let (expected, values) = source.executed(&source.case, (5, 4), state, inputs);
            for next in values {
                let (now, then) = (row(state, inputs), row(next, inputs));
                let branch = executed(&model.system, var("s"), (&now, &then));
                assert_eq!(model.line(branch), expected, "{} with {inputs:?}\n{}", name, source.lines.join("\n"));
                let truths = taken.truths(&row(state, inputs), Some(&row(next, inputs)));
                let found: Vec<usize> = graph
                    .transitions
                    .iter()
                    .zip(truths)
                    .filter(|(_, t)| *t == Some(true))
                    .map(|(t, _)| model.line(t.element))
                    .collect();
                let right = found.iter().all(|l| *l == expected) && (next == state || found.len() == 1);
                let text: Vec<String> =
                    source.lines.iter().enumerate().map(|(i, l)| format!("{} {l}", i + 1)).collect();
                let (from, to) = (STATES[state], STATES[next]);
                assert!(right, "{from} to {to} with {inputs:?}: {found:?} for {expected}\n{}", text.join("\n"));
                moved += usize::from(next != state);
            }
        }
    }
    moved
}

#[test]
fn the_branch_that_was_executed_is_named() {
    let (first, mut moved) = (seed(1), 0);
    for case in first..first + cases(200) {
        let source = Source::new(&mut Random(case));
        moved += compare(&source);
    }
    assert!(moved > 0);
}

#[test]
fn a_branch_with_the_value_of_the_one_before_has_its_own_line() {
    let text = "MODULE main\nIVAR e : boolean;\nVAR s : {off, on, broken};\nDEFINE press := s = off & e;\n\
        ASSIGN\n  init(s) := off;\n  next(s) := case\n    press : on;\n    TRUE : on;\n    s = on : broken;\n  esac;\n";
    let found = Found::new(text);
    let lines: Vec<(&str, usize)> =
        found.graph.transitions.iter().map(|t| (t.name.as_str(), found.line(t.element))).collect();
    assert_eq!(lines[0], ("press", 8));
    assert!(lines[1..].iter().all(|(_, line)| *line == 9) && lines.len() == 3, "{lines:?}");
}
