//! Terms as SMV expressions, every grouping in parentheses.
//!
//! The system's operators are total, SMV's are not: a division is written with the value that the system gives it for
//! the divisor zero, and shift amounts are cut at the width.

use super::Names;
use rustc_hash::FxHashMap;
use wherefore_ir::{Op, Rounding, Sort, System, TermId, Terms, Value, walk};

/// Terms nested deeper than this get a definition.
const DEEPEST: u8 = 6;

pub(super) struct Writer<'a> {
    terms: &'a Terms,
    names: &'a Names,
    numbers: FxHashMap<TermId, usize>,
    order: Vec<TermId>,
}

impl<'a> Writer<'a> {
    pub fn new(system: &'a System, names: &'a Names, roots: &[TermId]) -> Writer<'a> {
        let terms = &system.terms;
        let reachable = walk::postorder(terms, roots.iter().copied());
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        for term in reachable.iter().flat_map(|t| terms.operands(*t)).chain(roots) {
            *uses.entry(*term).or_default() += 1;
        }
        let mut writer = Writer { terms, names, numbers: FxHashMap::default(), order: Vec::new() };
        let mut depth: FxHashMap<TermId, u8> = FxHashMap::default();
        for term in reachable {
            let operands = terms.operands(term);
            let below = operands.iter().map(|t| depth.get(t).copied().unwrap_or(0)).max().unwrap_or(0);
            // A definition cannot hold a temporal operator.
            let temporal = terms.has_ltl(term) || terms.has_ctl(term);
            let shared = uses.get(&term).is_some_and(|n| *n > 1) || below + 1 >= DEEPEST;
            if shared && !temporal && !operands.is_empty() {
                writer.order.push(term);
                writer.numbers.insert(term, writer.order.len());
            } else if !operands.is_empty() {
                depth.insert(term, (below + 1).min(DEEPEST));
            }
        }
        writer
    }

    /// The terms with a definition, in an order in which each uses only earlier ones.
    pub fn shared(&self) -> impl Iterator<Item = (usize, TermId)> + '_ {
        self.order.iter().enumerate().map(|(i, t)| (i + 1, *t))
    }

    /// A term, by the name of its definition if it has one.
    pub fn term(&self, term: TermId) -> String {
        match self.numbers.get(&term) {
            Some(number) => format!("t${number}"),
            None => stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.node(term)),
        }
    }

    /// A term by its operator.
    pub fn node(&self, term: TermId) -> String {
        let operands: Vec<String> = self.terms.operands(term).iter().map(|t| self.term(*t)).collect();
        let op = self.terms.op(term);
        match (op, operands.as_slice()) {
            (Op::Const(id), _) => self.constant(self.terms.value(id)),
            (Op::Var(v), _) if self.terms.var(v).signed => format!("unsigned({})", self.names.var(v)),
            (Op::Next(v), _) if self.terms.var(v).signed => format!("unsigned(next({}))", self.names.var(v)),
            (Op::Var(v), _) => self.names.var(v).to_owned(),
            (Op::Next(v), _) => format!("next({})", self.names.var(v)),
            (Op::And, []) => "TRUE".to_owned(),
            (Op::Or, []) => "FALSE".to_owned(),
            (Op::Ite, [c, a, b]) => format!("({c} ? {a} : {b})"),
            (Op::Eq, [a, b]) if self.terms.sort(self.terms.operands(term)[0]) == Sort::Bool => format!("({a} <-> {b})"),
            // Equations are stored in the order of term numbers; people put the constant last.
            (Op::Eq, [a, b]) if self.terms.constant(self.terms.operands(term)[0]).is_some() => format!("({b} = {a})"),
            (Op::BvExtract { hi, lo }, [a]) => format!("({a})[{hi}:{lo}]"),
            (op, operands) => match infix(op) {
                Some(word) => format!("({})", operands.join(&format!(" {word} "))),
                None => self.special(op, term, operands),
            },
        }
    }

    fn special(&self, op: Op, term: TermId, operands: &[String]) -> String {
        match (op, operands) {
            (Op::EU, [a, b]) => format!("E [{a} U {b}]"),
            (Op::AU, [a, b]) => format!("A [{a} U {b}]"),
            (Op::ToReal, [a]) => format!("({a} + f'0/1)"),
            (Op::Floor, [a]) => format!("floor({a})"),
            (Op::BvZeroExtend(n), [a]) => format!("extend({a}, {n})"),
            (Op::BvSignExtend(n), [a]) => format!("unsigned(extend(signed({a}), {n}))"),
            (Op::BvToNat, [a]) => format!("toint({a})"),
            (Op::BvToInt, [a]) => format!("toint(signed({a}))"),
            (Op::BvSlt, [a, b]) => format!("(signed({a}) < signed({b}))"),
            (Op::BvSle, [a, b]) => format!("(signed({a}) <= signed({b}))"),
            (Op::Neg | Op::BvNeg, [a]) => format!("(- {a})"),
            (Op::Not | Op::BvNot, [a]) => format!("(! {a})"),
            (op, [a]) => format!("({} {a})", prefix(op)),
            (op, [a, b]) => match self.terms.sort(term) {
                Sort::BitVec(width) => word_operator(op, a, b, width),
                _ => self.division(op, term, a, b),
            },
            _ => String::new(),
        }
    }

    /// A division of integers or reals, with the value that the system gives it for the divisor zero.
    fn division(&self, op: Op, term: TermId, a: &str, b: &str) -> String {
        let divisor = self.terms.operands(term)[1];
        let nonzero = match self.terms.constant(divisor) {
            Some(Value::Int(n)) => *n != 0.into(),
            Some(Value::Real(r)) => *r.numer() != 0.into(),
            _ => false,
        };
        let remainder = format!("({a} mod {b})");
        let euclid = format!("({remainder} < 0 ? {remainder} + abs({b}) : {remainder})");
        let (whole, at_zero) = match op {
            Op::Mod(Rounding::Truncate) => (remainder, a),
            Op::Mod(Rounding::Euclid) => (euclid, a),
            Op::Div(Rounding::Euclid) => (format!("(({a} - {euclid}) / {b})"), "0"),
            Op::RealDiv => (format!("({a} / {b})"), "f'0/1"),
            _ => (format!("({a} / {b})"), "0"),
        };
        let zero = if op == Op::RealDiv { "f'0/1" } else { "0" };
        if nonzero { whole } else { format!("({b} != {zero} ? {whole} : {at_zero})") }
    }

    fn constant(&self, value: &Value) -> String {
        match value {
            Value::Bool(b) => b.to_string().to_uppercase(),
            Value::Enum(id, index) => self.names.value(&self.terms.enumeration(*id).values[*index as usize]),
            Value::Int(n) if *n < 0.into() => format!("({n})"),
            Value::Int(n) => n.to_string(),
            Value::Real(r) if *r.numer() < 0.into() => format!("(- f'{}/{})", -r.numer(), r.denom()),
            Value::Real(r) => format!("f'{}/{}", r.numer(), r.denom()),
            Value::BitVec(width, bits) => format!("0ud{width}_{bits}"),
            Value::Float(..) => "0".to_owned(),
        }
    }
}

/// Operators between their operands.
fn infix(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::And | Op::BvAnd => "&",
        Op::Or | Op::BvOr => "|",
        Op::Xor | Op::BvXor => "xor",
        Op::Implies => "->",
        Op::Eq => "=",
        Op::Lt | Op::BvUlt => "<",
        Op::Le | Op::BvUle => "<=",
        Op::Add | Op::BvAdd => "+",
        Op::Sub | Op::BvSub => "-",
        Op::Mul | Op::BvMul => "*",
        Op::BvConcat => "::",
        Op::U => "U",
        Op::R => "V",
        Op::S => "S",
        Op::T => "T",
        _ => return None,
    })
}

/// Temporal operators before their operand.
fn prefix(op: Op) -> &'static str {
    match op {
        Op::X => "X",
        Op::F => "F",
        Op::G => "G",
        Op::Y => "Y",
        Op::Z => "Z",
        Op::O => "O",
        Op::H => "H",
        Op::EX => "EX",
        Op::AX => "AX",
        Op::EF => "EF",
        Op::AF => "AF",
        Op::EG => "EG",
        _ => "AG",
    }
}

/// Operators on words that SMV leaves undefined for some operands.
fn word_operator(op: Op, a: &str, b: &str, width: u32) -> String {
    let zero = format!("0ud{width}_0");
    let amount = format!("({b} > 0ud{width}_{width} ? 0ud{width}_{width} : {b})");
    let divided = |whole: String, at_zero: String| format!("({b} != {zero} ? {whole} : {at_zero})");
    match op {
        Op::BvUdiv => divided(format!("({a} / {b})"), format!("(! {zero})")),
        Op::BvUrem => divided(format!("({a} mod {b})"), a.to_owned()),
        Op::BvSdiv => {
            let at_zero = format!("(signed({a}) < signed({zero}) ? 0ud{width}_1 : (! {zero}))");
            divided(format!("unsigned(signed({a}) / signed({b}))"), at_zero)
        }
        Op::BvSrem => divided(format!("unsigned(signed({a}) mod signed({b}))"), a.to_owned()),
        Op::BvShl => format!("({a} << {amount})"),
        Op::BvLshr => format!("({a} >> {amount})"),
        _ => format!("unsigned(signed({a}) >> {amount})"),
    }
}
