//! Random small transition systems, in the text form that `wherefore-ir` reads: some functions, some relations, some of both.

use crate::Random;
use std::fmt::Write;

/// A sort of a random system, as the text form spells it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Bool,
    Colour,
    Small,
    Word,
    Real,
}

impl Sort {
    fn word(self) -> &'static str {
        match self {
            Sort::Bool => "bool",
            Sort::Colour => "enum0",
            Sort::Small => "-1..2",
            Sort::Word => "bv2",
            Sort::Real => "real",
        }
    }
}

/// A system with one property `p`: two to five variables, at least one of them a state. Without reals every sort is finite and has
/// four values at most.
pub fn system_text(random: &mut Random, has_reals: bool) -> String {
    let count = random.between(2, 5);
    let mut vars = Vec::new();
    for index in 0..count {
        let sorts = [Sort::Bool, Sort::Bool, Sort::Colour, Sort::Small, Sort::Word, Sort::Real];
        let sort = random.pick(&sorts[..sorts.len() - usize::from(!has_reals)]);
        let role = if index == 0 { "state" } else { random.pick(&["state", "state", "input", "input", "frozen"]) };
        vars.push((format!("v{index}"), sort, role));
    }
    let mut maker = Maker { random, vars };
    maker.system()
}

struct Maker<'a> {
    random: &'a mut Random,
    vars: Vec<(String, Sort, &'static str)>,
}

impl Maker<'_> {
    fn system(&mut self) -> String {
        let mut text = String::from("system \"random\"\nenum 0 = red green blue\n");
        for (name, sort, role) in &self.vars {
            writeln!(text, "var {name} : {} {role}", sort.word()).unwrap_or_default();
        }
        let (mut relations, mut functions) = (String::new(), String::new());
        for (name, sort, role) in self.vars.clone() {
            if role != "input" && self.random.chance(60) {
                let value = self.constant(sort);
                writeln!(relations, "init (= {name} {value})").unwrap_or_default();
            }
            if role == "state" && self.random.chance(60) {
                writeln!(functions, "next {name} = {}", self.value(sort, 2, false)).unwrap_or_default();
            } else if role == "state" && self.random.chance(60) {
                let value = self.value(sort, 1, false);
                let or = if self.random.chance(50) { self.formula(1, true) } else { "false".to_owned() };
                writeln!(relations, "trans (or (= (next {name}) {value}) {or})").unwrap_or_default();
            }
        }
        for (word, percent, sees_next) in
            [("init", 30, false), ("invar", 40, false), ("trans", 40, true), ("trans", 20, false)]
        {
            if self.random.chance(percent) {
                writeln!(relations, "{word} {}", self.formula(2, sees_next)).unwrap_or_default();
            }
        }
        let body = self.formula(2, false);
        let (kind, formula) = match self.random.below(4) {
            0 => ("ltl", format!("(G (=> {body} (F {})))", self.formula(1, false))),
            1 => ("ltl", format!("(G (or {body} (X {})))", self.formula(1, false))),
            _ => ("invariant", body),
        };
        text + &relations + &functions + &format!("property \"p\" {kind} {formula} text \"p\"\n")
    }

    fn constant(&mut self, sort: Sort) -> String {
        match sort {
            Sort::Bool => self.random.pick(&["true", "false"]).to_owned(),
            Sort::Colour => format!("enum0:{}", self.random.pick(&["red", "green", "blue"])),
            Sort::Small => self.random.pick(&["-1", "0", "1", "2"]).to_owned(),
            Sort::Word => format!("bv2:{}", self.random.below(4)),
            Sort::Real => format!("real:{}/{}", self.random.below(9), self.random.between(1, 3)),
        }
    }

    /// A variable of a sort, now or next; a constant if there is none.
    fn leaf(&mut self, sort: Sort, sees_next: bool) -> String {
        let own: Vec<_> = self.vars.iter().filter(|v| v.1 == sort).cloned().collect();
        if own.is_empty() || self.random.chance(25) {
            return self.constant(sort);
        }
        let (name, _, role) = self.random.pick(&own);
        if sees_next && role == "state" && self.random.chance(60) { format!("(next {name})") } else { name }
    }

    fn value(&mut self, sort: Sort, depth: usize, sees_next: bool) -> String {
        if sort == Sort::Bool {
            return self.formula(depth, sees_next);
        }
        if depth == 0 {
            return self.leaf(sort, sees_next);
        }
        let (a, b) = (self.value(sort, depth - 1, sees_next), self.leaf(sort, sees_next));
        match sort {
            Sort::Small if self.random.chance(40) => format!("(ite (< {a} 2) (+ {a} 1) {b})"),
            Sort::Word if self.random.chance(50) => format!("(bvadd {a} {b})"),
            Sort::Real if self.random.chance(50) => format!("(+ {a} (* real:1/2 {b}))"),
            _ => format!("(ite {} {a} {b})", self.formula(depth - 1, sees_next)),
        }
    }

    fn formula(&mut self, depth: usize, sees_next: bool) -> String {
        if depth == 0 {
            let (_, sort, _) = self.random.pick(&self.vars.clone());
            let (a, b) = (self.leaf(sort, sees_next), self.leaf(sort, sees_next));
            return match sort {
                Sort::Bool => a,
                Sort::Small | Sort::Real if self.random.chance(50) => format!("(< {a} {b})"),
                Sort::Word if self.random.chance(50) => format!("(bvult {a} {b})"),
                _ => format!("(= {a} {b})"),
            };
        }
        let (a, b) = (self.formula(depth - 1, sees_next), self.formula(depth - 1, sees_next));
        match self.random.below(5) {
            0 => format!("(and {a} {b})"),
            1 => format!("(not {a})"),
            2 => format!("(xor {a} {b})"),
            _ => format!("(or {a} {b})"),
        }
    }
}
