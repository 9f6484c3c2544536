//! Expressions mean what the language says, compared with a direct reading of the same expression.
//!
//! Random expressions are kept as small trees, written out as SMV text with only the parentheses that binding requires,
//! loaded, and evaluated in every state. A tree is also evaluated by itself, by rules written from the language's
//! description. Both must agree, so that parser, typing, lowering and folding are checked together.

use super::load;
use wherefore_diag::FileId;
use wherefore_ir::{ElementKind, System, Value};
use wherefore_trace::Evaluator;

/// An expression over `x` and `y`, both of type `-1..3`, and the boolean `b`.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(&'static str),
    Int(i64),
    Unary(&'static str, Box<Tree>),
    Binary(&'static str, Box<Tree>, Box<Tree>),
    Choice(Box<Tree>, Box<Tree>, Box<Tree>),
    Case(Box<Tree>, Box<Tree>, Box<Tree>),
    Member(Box<Tree>, i64, i64),
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        wherefore_test::below(&mut self.0, limit)
    }

    fn number(&mut self, depth: u32) -> Tree {
        if depth == 0 || self.below(5) == 0 {
            return [Tree::Leaf("x"), Tree::Leaf("y"), Tree::Int(self.below(4) as i64)][self.below(3)].clone();
        }
        let (a, b) = (self.number(depth - 1).into(), self.number(depth - 1).into());
        match self.below(11) {
            0 => Tree::Unary("-", a),
            1 => Tree::Choice(self.truth(depth - 1).into(), a, b),
            2 => Tree::Case(self.truth(depth - 1).into(), a, b),
            9 => Tree::Binary("/", a, Tree::Leaf("y").into()),
            10 => Tree::Binary("mod", a, Tree::Leaf("y").into()),
            n => Tree::Binary(["+", "-", "*", "+", "-", "*"][n - 3], a, b),
        }
    }

    fn truth(&mut self, depth: u32) -> Tree {
        if depth == 0 {
            return [Tree::Leaf("b"), Tree::Leaf("TRUE")][self.below(2)].clone();
        }
        match self.below(4) {
            0 => {
                let operator = ["=", "!=", "<", "<=", ">", ">="][self.below(6)];
                Tree::Binary(operator, self.number(depth - 1).into(), self.number(depth - 1).into())
            }
            1 => Tree::Unary("!", self.truth(depth - 1).into()),
            2 => Tree::Member(self.number(depth - 1).into(), 0, 1 + self.below(2) as i64),
            _ => {
                let operator = ["&", "|", "xor", "xnor", "->", "<->"][self.below(6)];
                Tree::Binary(operator, self.truth(depth - 1).into(), self.truth(depth - 1).into())
            }
        }
    }
}

/// How tightly an operator binds, from the table of the language.
fn level(operator: &str) -> u8 {
    match operator {
        "->" => 1,
        "<->" => 2,
        "?" => 3,
        "|" | "xor" | "xnor" => 4,
        "&" => 5,
        "=" | "!=" | "<" | "<=" | ">" | ">=" => 8,
        "in" => 9,
        "+" | "-" => 13,
        "*" | "/" | "mod" => 14,
        _ => 20,
    }
}

impl Tree {
    /// The text, in parentheses if it binds more loosely than `min`.
    fn text(&self, min: u8) -> String {
        let (own, text) = match self {
            Tree::Leaf(name) => (20, (*name).to_owned()),
            Tree::Int(n) => (20, n.to_string()),
            Tree::Unary(op, a) => (20, format!("{op} {}", a.text(20))),
            Tree::Binary("->", a, b) => (1, format!("{} -> {}", a.text(2), b.text(1))),
            Tree::Binary(op, a, b) => {
                let own = level(op);
                (own, format!("{} {op} {}", a.text(own), b.text(own + 1)))
            }
            Tree::Choice(c, a, b) => (3, format!("{} ? {} : {}", c.text(4), a.text(0), b.text(3))),
            Tree::Case(c, a, b) => (20, format!("case {} : {}; TRUE : {}; esac", c.text(0), a.text(0), b.text(0))),
            Tree::Member(a, low, high) => (9, format!("{} in {{{low}}} union {high}..{}", a.text(10), high + 1)),
        };
        if own < min { format!("({text})") } else { text }
    }

    /// The value; Boolean values are 0 and 1.
    fn value(&self, x: i64, y: i64, b: bool) -> i64 {
        let of = |t: &Tree| t.value(x, y, b);
        match self {
            Tree::Leaf("x") => x,
            Tree::Leaf("y") => y,
            Tree::Leaf("b") => i64::from(b),
            Tree::Leaf(_) => 1,
            Tree::Int(n) => *n,
            Tree::Unary("-", a) => -of(a),
            Tree::Unary(_, a) => 1 - of(a),
            Tree::Binary(op, a, b) => apply(op, of(a), of(b)),
            Tree::Choice(c, a, b) | Tree::Case(c, a, b) => {
                if of(c) == 1 {
                    of(a)
                } else {
                    of(b)
                }
            }
            Tree::Member(a, low, high) => i64::from([*low, *high, high + 1].contains(&of(a))),
        }
    }
}

fn apply(operator: &str, a: i64, b: i64) -> i64 {
    match operator {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        // Division by zero has a value in the system too; an obligation ensures that nothing relies on it.
        "/" => a.checked_div(b).unwrap_or(0),
        "mod" => a.checked_rem(b).unwrap_or(a),
        "&" => a & b,
        "|" => a | b,
        "xor" | "!=" => i64::from(a != b),
        "xnor" | "<->" | "=" => i64::from(a == b),
        "->" => i64::from(a <= b),
        "<" => i64::from(a < b),
        "<=" => i64::from(a <= b),
        ">" => i64::from(a > b),
        _ => i64::from(a >= b),
    }
}

fn system(text: &str) -> System {
    let loaded = load(FileId(0), text);
    let problems: Vec<&str> = loaded.diagnostics.iter().map(|d| d.headline.as_str()).collect();
    loaded.system.unwrap_or_else(|| panic!("{problems:?} in\n{text}"))
}

#[test]
fn expressions_mean_what_the_language_says() {
    let mut random = Random(3);
    for _ in 0..3000 {
        let tree = random.truth(4);
        let text = format!("MODULE main VAR x : -1..3; y : -1..3; b : boolean; INVARSPEC {};", tree.text(0));
        let system = system(&text);
        let Ok(evaluator) = Evaluator::new(&system.terms, &[system.properties[0].term]) else { panic!("{text}") };
        for (x, y, b) in (-1..=3).flat_map(|x| (-1..=3).flat_map(move |y| [(x, y, true), (x, y, false)])) {
            let state = [Some(Value::int(x)), Some(Value::int(y)), Some(Value::Bool(b))];
            let found = evaluator.truths(&state, None)[0];
            assert_eq!(found, Some(tree.value(x, y, b) == 1), "x = {x}, y = {y}, b = {b} in\n{text}");
        }
    }
}

/// The elements as `kind name < parent`, one a line.
fn elements(system: &System) -> String {
    let line = |(_, e): (_, &wherefore_ir::Element)| {
        let parent = e.parent.map_or("", |p| system.elements.get(p).name.as_str());
        format!("{} {} < {parent}\n", e.kind.word(), e.name)
    };
    system.elements.iter().map(line).collect()
}

#[test]
fn everything_a_person_can_point_at_is_an_element() {
    let system = system(
        "MODULE cell(on) VAR s : {idle, busy}; DEFINE d := on ? s = idle : FALSE; \
         ASSIGN init(s) := idle; next(s) := case on : busy; TRUE : {idle, busy}; esac; \
         MODULE main VAR c : cell(x); x : boolean; INIT x; LTLSPEC NAME live := F c.d;",
    );
    assert_eq!(
        elements(&system),
        "component main < \ncomponent c < main\nvariable c.s < c\nvariable x < main\nequation init(c.s) < c\n\
         equation next(c.s) < c\nbranch on < next(c.s)\nbranch TRUE < next(c.s)\nconstraint INIT x < main\n\
         property live < main\ndefinition c.d < c\nbranch on < c.d\nbranch FALSE < c.d\n"
    );
    let branches = |t: wherefore_ir::TermId| {
        let of = system.elements.of(t).iter().map(|e| system.elements.get(*e));
        of.filter(|e| e.kind == ElementKind::Branch).count()
    };
    assert_eq!(branches(system.trans[0].term), 2, "the relation stands for both branches of the case");
}
