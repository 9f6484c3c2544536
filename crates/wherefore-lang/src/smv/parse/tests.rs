//! Precedence, shapes and recovery of the parser.

use super::{Parser, parse};
use crate::smv::ast::{Binary, Branch, Expr, ExprId, File, Quantifier};
use crate::smv::lexer;
use crate::smv::token::Kind;
use wherefore_diag::FileId;
use wherefore_syntax::OneText;

/// The expression with every grouping written out.
fn shown(file: &File, id: ExprId) -> String {
    let show = |id: &ExprId| shown(file, *id);
    let list = |ids: &[ExprId]| ids.iter().map(show).collect::<Vec<_>>().join(", ");
    let branches = |list: &[Branch]| {
        list.iter().map(|b| format!("{}: {};", show(&b.condition), show(&b.value))).collect::<Vec<_>>().join(" ")
    };
    match file.expr(id) {
        Expr::Bool(b) => b.to_string().to_uppercase(),
        Expr::Int(n) => n.to_string(),
        Expr::Real(n) => n.to_string(),
        Expr::Word { signed, width, bits } => format!("0{}d{width}_{bits}", if *signed { 's' } else { 'u' }),
        Expr::Name(s) => file.name(*s).to_owned(),
        Expr::SelfName => "self".to_owned(),
        Expr::Dot(base, member) => format!("{}.{}", show(base), file.name(member.symbol)),
        Expr::Index(base, index) => format!("{}[{}]", show(base), show(index)),
        Expr::Bits(base, high, low) => format!("{}[{}:{}]", show(base), show(high), show(low)),
        Expr::Unary(op, e) => format!("({} {})", op.spelling(), show(e)),
        Expr::Chain(first, rest) if rest[0].0 == Binary::Implies => {
            let mut operands: Vec<String> = std::iter::once(first).chain(rest.iter().map(|r| &r.1)).map(show).collect();
            let last = operands.pop().unwrap_or_default();
            operands.iter().rev().fold(last, |right, left| format!("({left} -> {right})"))
        }
        Expr::Chain(first, rest) => {
            rest.iter().fold(show(first), |left, (op, right)| format!("({left} {} {})", op.spelling(), show(right)))
        }
        Expr::Choice(list, otherwise) => format!("(choose {} {})", branches(list), show(otherwise)),
        Expr::Case(list) => format!("(case {})", branches(list)),
        Expr::Set(items) => format!("{{{}}}", list(items)),
        Expr::ArrayOf(items) => format!("[{}]", list(items)),
        Expr::ConstArray(_, e) => format!("CONSTARRAY(..., {})", show(e)),
        Expr::Next(e) => format!("next({})", show(e)),
        Expr::Call(f, items) => format!("{}({})", f.spelling(), list(items)),
        Expr::Bounded { operator, low, high, operand } => {
            let high = high.map_or("oo".to_owned(), |h| h.to_string());
            format!("({}[{low},{high}] {})", operator.spelling(), show(operand))
        }
        Expr::PathUntil(Quantifier::All, p, q) => format!("A[{} U {}]", show(p), show(q)),
        Expr::PathUntil(Quantifier::Exists, p, q) => format!("E[{} U {}]", show(p), show(q)),
        Expr::PathUntilWithin(quantifier, p, q, (low, high)) => {
            let letter = if *quantifier == Quantifier::All { 'A' } else { 'E' };
            format!("{letter}[{} BU {low}..{high} {}]", show(p), show(q))
        }
        Expr::Error => "<error>".to_owned(),
    }
}

fn check(text: &str, expected: &str) {
    let tokens = OneText { file: FileId(0), text, tokens: lexer::tokens(text) };
    let mut parser = Parser::new(&tokens);
    let expr = parser.expr().ok();
    assert_eq!(parser.kind(), Kind::End, "{text}: something is left over");
    let diagnostics = parser.report.into_diagnostics();
    let problems: Vec<&str> = diagnostics.iter().map(|d| d.headline.as_str()).collect();
    assert!(problems.is_empty(), "{text}: {problems:?}");
    assert_eq!(expr.map(|e| shown(&parser.ast, e)).as_deref(), Some(expected), "{text}");
}

/// The headlines of a file's diagnostics, one per line.
fn check_errors(text: &str, expected: &str) {
    let (_, diagnostics) = parse(FileId(0), text);
    let found: Vec<&str> = diagnostics.iter().map(|d| d.headline.as_str()).collect();
    assert_eq!(found.join("\n"), expected);
}

#[test]
fn logical_operators_bind_as_the_language_says() {
    check("a -> b -> c", "(a -> (b -> c))");
    check("a <-> b -> c", "((a <-> b) -> c)");
    check("a | b & c xor d", "((a | (b & c)) xor d)");
    check("!a = b", "((! a) = b)");
    check("a & b ? c | d : e -> f", "((choose (a & b): (c | d); e) -> f)");
    check("a ? b : c ? d : e", "(choose a: b; c: d; e)");
}

#[test]
fn temporal_operators_bind_as_the_language_says() {
    check("a U b U c", "((a U b) U c)");
    check("G a -> b", "((G a) -> b)");
    check("G x = 1 & b", "((G (x = 1)) & b)");
    check("X a U b", "((X a) U b)");
    check("a & b U c", "(a & (b U c))");
    check("! G F a", "(! (G (F a)))");
    check("G [2,5] a & b", "((G[2,5] a) & b)");
    check("A [ a -> b U c ]", "A[(a -> b) U c]");
    check("AG EF E[a U (b)]", "(AG (EF E[a U b]))");
}

#[test]
fn arithmetic_and_sets_bind_as_the_language_says() {
    check("a + b * c - d mod 2", "((a + (b * c)) - (d mod 2))");
    check("- a + b", "((- a) + b)");
    check("x in 1..3 union {5}", "(x in ((1 .. 3) union {5}))");
    check("x = 1 + 2 << 3", "(x = ((1 + 2) << 3))");
    check("a :: b * c", "((a :: b) * c)");
    check("x in {1} = b", "((x in {1}) = b)");
    check("a < b = c", "((a < b) = c)");
}

#[test]
fn primaries_and_suffixes() {
    check("a.b[i + 1].c[7:0]", "a.b[(i + 1)].c[7:0]");
    check("next(x) = case a : {b, c}; TRUE : 0sd4_3; esac", "(next(x) = (case a: {b, c}; TRUE: 0sd4_3;))");
    check("count(a, b) + toint(f'1/2 > 0.25)", "(count(a, b) + toint((1/2 > 1/4)))");
    check("[1, [2], self.x]", "[1, [2], self.x]");
}

#[test]
fn a_long_chain_is_flat_and_deep_nesting_is_refused() {
    let chain = vec!["a"; 1_000_000].join(" & ");
    let (file, diagnostics) = parse(FileId(0), &format!("MODULE main INVAR {chain};"));
    assert!(diagnostics.is_empty());
    assert_eq!(file.modules.len(), 1);
    let bomb = format!("MODULE main INVAR {}a{};", "(".repeat(200_000), ")".repeat(200_000));
    check_errors(&bomb, "nested more than 50000 levels deep");
    let bomb = format!("MODULE main INVAR a{};", "[0]".repeat(200_000));
    check_errors(&bomb, "nested more than 50000 levels deep");
    let deep = format!("MODULE main INVAR {}a{};", "(".repeat(40_000), ")".repeat(40_000));
    check_errors(&deep, "");
}

#[test]
fn one_mistake_gives_one_message() {
    check_errors(
        "MODULE main VAR x : 0..; y : boolean; z boolean; ASSIGN init(x) = 3; next(x) := x +; y := TRUE",
        "expected an expression, found `;`\nexpected `:`, found name `boolean`\nexpected `:=`, found `=`\n\
         expected an expression, found `;`\nexpected `;`, found the end of the file",
    );
    check_errors("MODULE main VAR x : boolean; DEFINE d := case x : 1; ASSIGN x := TRUE;", "`case` is never closed");
}
