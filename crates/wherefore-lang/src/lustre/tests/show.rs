//! The tree as text with all parentheses, so that a test sees how a text was grouped.

use super::super::ast::{Binary, Expr, ExprKind, Pattern, Step, Type, TypeKind, Unary, Variable};

fn list(parts: &[Expr]) -> String {
    parts.iter().map(expr).collect::<Vec<_>>().join(", ")
}

fn optional(name: &str, part: Option<&Expr>) -> String {
    part.map(|e| format!(" {name} {}", expr(e))).unwrap_or_default()
}

fn types(parts: &[Type]) -> String {
    match parts {
        [] => String::new(),
        _ => format!("<{}>", parts.iter().map(ty).collect::<Vec<_>>().join(", ")),
    }
}

pub(super) fn variable(variable: &Variable) -> String {
    let constant = if variable.is_const { "const " } else { "" };
    let clock = optional("when", variable.clock.as_ref());
    format!("{constant}{}: {}{clock}", variable.name.text, ty(&variable.ty))
}

pub(super) fn variables(parts: &[Variable]) -> String {
    parts.iter().map(variable).collect::<Vec<_>>().join("; ")
}

pub(super) fn ty(found: &Type) -> String {
    let bound = |b: &Option<Box<Expr>>| b.as_ref().map_or("*".to_owned(), |e| expr(e));
    match &found.kind {
        TypeKind::Bool => "bool".to_owned(),
        TypeKind::Int => "int".to_owned(),
        TypeKind::Real => "real".to_owned(),
        TypeKind::Machine { signed, width } => format!("{}{width}", if *signed { "s" } else { "u" }),
        TypeKind::Subrange(low, high) => format!("{}..{}", bound(low), bound(high)),
        TypeKind::Enum(names) => {
            format!("enum {{{}}}", names.iter().map(|n| n.text.as_str()).collect::<Vec<_>>().join(", "))
        }
        TypeKind::Record(fields) => {
            let shown: Vec<String> = fields.iter().map(|(n, t)| format!("{}: {}", n.text, ty(t))).collect();
            format!("{{{}}}", shown.join("; "))
        }
        TypeKind::Array(element, size) => format!("({}^{})", ty(element), expr(size)),
        TypeKind::Tuple(parts) => format!("[{}]", parts.iter().map(ty).collect::<Vec<_>>().join(", ")),
        TypeKind::Refined { variable, base, predicate } => {
            format!("{{{}: {} | {}}}", variable.text, ty(base), expr(predicate))
        }
        TypeKind::Named(name, arguments) => format!("{}{}", name.text, types(arguments)),
        TypeKind::Other(what) => format!("?{what}?"),
    }
}

fn unary(operator: Unary) -> &'static str {
    match operator {
        Unary::Not => "not ",
        Unary::Minus => "-",
        Unary::Pre => "pre ",
        Unary::Current => "current ",
        Unary::Last => "last ",
        Unary::Complement => "!",
    }
}

fn binary(operator: Binary) -> &'static str {
    use Binary as B;
    match operator {
        B::And => "and",
        B::Or => "or",
        B::Xor => "xor",
        B::Implies => "=>",
        B::Equal => "=",
        B::Unequal => "<>",
        B::Less => "<",
        B::LessEqual => "<=",
        B::Greater => ">",
        B::GreaterEqual => ">=",
        B::Plus => "+",
        B::Minus => "-",
        B::Times => "*",
        B::Divide => "/",
        B::IntDivide => "div",
        B::Mod => "mod",
        B::Arrow => "->",
        B::Fby => "fby",
        B::BitAnd => "&&",
        B::BitOr => "||",
        B::ShiftLeft => "lsh",
        B::ShiftRight => "rsh",
    }
}

pub(super) fn expr(found: &Expr) -> String {
    match &found.kind {
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Real(value) => format!("{value}r"),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Unary(operator, e) => format!("({}{})", unary(*operator), expr(e)),
        ExprKind::Binary(operator, a, b) => format!("({} {} {})", expr(a), binary(*operator), expr(b)),
        ExprKind::If { condition, then, otherwise, is_lazy } => {
            let word = if *is_lazy { "when" } else { "if" };
            format!("({word} {} then {} else {})", expr(condition), expr(then), expr(otherwise))
        }
        ExprKind::List(parts) => format!("({})", list(parts)),
        ExprKind::Tuple(parts) => format!("'({})", list(parts)),
        ExprKind::Array(parts) => format!("[{}]", list(parts)),
        ExprKind::Repeat(e, n) => format!("({}^{})", expr(e), expr(n)),
        ExprKind::Index(e, i) => format!("{}[{}]", expr(e), expr(i)),
        ExprKind::Field(e, f) => format!("{}.{}", expr(e), f.text),
        ExprKind::Cast(t, e) => format!("({} {})", ty(t), expr(e)),
        ExprKind::Floor(e) => format!("floor({})", expr(e)),
        ExprKind::Ascribed(e, t) => format!("({} : {})", expr(e), ty(t)),
        ExprKind::Other(what) => format!("?{what}?"),
        ExprKind::Mode(path) => path.iter().map(|n| format!("::{}", n.text)).collect(),
        _ => long(found),
    }
}

/// The forms with many parts.
fn long(found: &Expr) -> String {
    match &found.kind {
        ExprKind::Call { node, type_arguments, arguments } => {
            format!("{}{}({})", node.text, types(type_arguments), list(arguments))
        }
        ExprKind::Condact { clock, node, arguments, initial } => {
            format!("condact({}, {}({}); {})", expr(clock), node.text, list(arguments), list(initial))
        }
        ExprKind::Activate { node, arguments, clock, restart, initial } => {
            let clock = optional("every", clock.as_deref());
            let restart = optional("restart", restart.as_deref());
            format!("({}{clock}{restart} initial {})({})", node.text, list(initial), list(arguments))
        }
        ExprKind::When { expr: e, clock } => format!("({} when {})", expr(e), expr(clock)),
        ExprKind::Merge { clock, cases } => {
            let shown: String = cases.iter().map(|(n, e)| format!(" ({} -> {})", n.text, expr(e))).collect();
            format!("merge {}{shown}", clock.text)
        }
        ExprKind::Record { ty, type_arguments, fields } => {
            let shown: Vec<String> = fields.iter().map(|(n, e)| format!("{} = {}", n.text, expr(e))).collect();
            format!("{}{} {{{}}}", ty.text, types(type_arguments), shown.join("; "))
        }
        ExprKind::Update { base, path, value } => {
            format!("({} with {} := {})", expr(base), path.iter().map(step).collect::<String>(), expr(value))
        }
        ExprKind::Quantified { is_forall, variables: bound, body } => {
            let word = if *is_forall { "forall" } else { "exists" };
            format!("({word} ({}) {})", variables(bound), expr(body))
        }
        ExprKind::Any { is_choose, variable, ty: t, predicate } => {
            let word = if *is_choose { "choose" } else { "any" };
            let name = variable.as_ref().map_or("_", |v| v.text.as_str());
            format!("{word} {{{name}: {}{}}}", ty(t), optional("|", predicate.as_deref()))
        }
        ExprKind::Match(subject, arms) => {
            let shown: String = arms.iter().map(|(p, e)| format!(" | {} : {}", pattern(p), expr(e))).collect();
            format!("(match {}{shown})", expr(subject))
        }
        _ => String::new(),
    }
}

fn step(step: &Step) -> String {
    match step {
        Step::Field(name) => format!(".{}", name.text),
        Step::Index(index) => format!("[{}]", expr(index)),
    }
}

fn pattern(found: &Pattern) -> String {
    match found {
        Pattern::Any => "_".to_owned(),
        Pattern::Name(name) => name.text.clone(),
        Pattern::Constructor(name, parts) => {
            format!("{}({})", name.text, parts.iter().map(pattern).collect::<Vec<_>>().join(", "))
        }
    }
}
