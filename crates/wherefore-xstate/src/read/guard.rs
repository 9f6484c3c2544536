//! Guards. What is simple is a condition; anything else is a free choice, under the name of the guard.

use super::value::code;
use super::{Reader, codes, present};
use wherefore_diag::Span;
use wherefore_scxml::chart::{Binary, Data, Expr, ExprKind, StateId, Type, Unary};
use wherefore_syntax::json::{Json, JsonKind};
use wherefore_syntax::{Checked, shortened};

/// How far names of guards may lead to each other, and guards be nested.
const MAX_DEPTH: u32 = 100;

impl<'j> Reader<'j> {
    /// The condition of a transition.
    pub(super) fn condition(&mut self, node: &'j Json) -> Checked<Option<Expr>> {
        let guard = present(node.get("guard")).or_else(|| present(node.get("cond")));
        let inside = present(node.get("in"));
        let guard = guard.map(|guard| self.guard(guard)).transpose()?;
        let inside = inside.map(|state| self.state_in(state)).transpose()?;
        Ok(match (guard, inside) {
            (Some(a), Some(b)) => Some(join(Binary::And, a, b)),
            (one, other) => one.or(other),
        })
    }

    pub(super) fn guard(&mut self, guard: &'j Json) -> Checked<Expr> {
        self.depth += 1;
        let read = match self.depth > MAX_DEPTH {
            true => Err(self.error(codes::TOO_DEEP, guard.span, "guards are nested too deep", "here")),
            false => self.guard_inside(guard),
        };
        self.depth -= 1;
        read
    }

    fn guard_inside(&mut self, guard: &'j Json) -> Checked<Expr> {
        if let Some(expr) = guard.get("@expr") {
            let words = expr.str().unwrap_or("(expression)");
            return Ok(self.free(words, guard.span, "its language is not known".to_owned()));
        }
        if let Some(text) = code(guard).filter(|_| self.six)
            && let Some(expr) = self.guard_function(text)
        {
            return Ok(expr);
        }
        if let Some(text) = code(guard) {
            let read = self.scope.function(text);
            return Ok(match read {
                Ok(expr) => expr,
                Err(why) => {
                    let words = text.value.split_whitespace().collect::<Vec<_>>().join(" ");
                    self.free(&words, text.whole(), why.headline)
                }
            });
        }
        let word = match &guard.kind {
            JsonKind::Text(text) => return self.named_guard(&text.value, None, text.whole()),
            JsonKind::Bool(truth) => return Ok(Expr { kind: ExprKind::Bool(*truth), span: guard.span }),
            JsonKind::Object(_) => guard.get("type").and_then(Json::str),
            _ => None,
        };
        let operands =
            present(guard.get("guards")).or_else(|| guard.get("children")).map(Json::list).unwrap_or_default();
        match word.map(|w| w.strip_prefix("xstate.").unwrap_or(w)) {
            Some("and") if !operands.is_empty() => self.chain(Binary::And, operands),
            Some("or") if !operands.is_empty() => self.chain(Binary::Or, operands),
            Some("not") => {
                let params = guard.get("params").and_then(|p| p.get("guard"));
                let one = present(guard.get("guard")).or(operands.first()).or(params);
                match one {
                    Some(one) => {
                        let inner = self.guard(one)?;
                        Ok(Expr { span: guard.span, kind: ExprKind::Unary(Unary::Not, Box::new(inner)) })
                    }
                    None => {
                        Err(self.error(codes::STRUCTURE, guard.span, "`not` without a guard", "nothing is negated"))
                    }
                }
            }
            Some("stateIn") => {
                let params = present(guard.get("params"));
                let state = ["stateValue", "value", "state", "stateId"].into_iter();
                let state =
                    state.clone().find_map(|k| guard.get(k)).or_else(|| state.clone().find_map(|k| params?.get(k)));
                match state {
                    Some(state) => self.state_in(state),
                    None => Err(self.error(
                        codes::STRUCTURE,
                        guard.span,
                        "`stateIn` without a state",
                        "`stateValue` is missing",
                    )),
                }
            }
            Some("guard") if guard.get("predicate").is_some_and(|p| code(p).is_some()) => {
                let predicate = guard.get("predicate").unwrap_or(guard);
                self.guard(predicate)
            }
            Some(name) => self.named_guard(name, present(guard.get("params")), guard.span),
            None => Err(self.error(
                codes::STRUCTURE,
                guard.span,
                "a guard is a name, a function or an object with a type",
                "not a guard",
            )),
        }
    }

    fn chain(&mut self, operator: Binary, operands: &'j [Json]) -> Checked<Expr> {
        let mut all = Vec::new();
        for operand in operands {
            all.push(self.guard(operand)?);
        }
        Ok(all
            .into_iter()
            .reduce(|a, b| join(operator, a, b))
            .unwrap_or(Expr { kind: ExprKind::Bool(true), span: self.root.span }))
    }

    /// A guard by its name: what the machine says under `guards`, or a free choice.
    fn named_guard(&mut self, name: &str, params: Option<&'j Json>, span: Span) -> Checked<Expr> {
        let known = self.root.get("guards").and_then(|all| all.get(name)).filter(|g| g.str() != Some(name));
        match known {
            Some(guard) if params.is_none() => self.guard(guard.get("when").filter(|_| self.six).unwrap_or(guard)),
            _ => {
                let given = params.map(|p| format!(" {}", shown(p))).unwrap_or_default();
                let why = match known {
                    Some(_) => "it has parameters",
                    None => "it is not in the file",
                };
                Ok(self.free(&format!("{name}{given}"), span, why.to_owned()))
            }
        }
    }

    /// A guard of which nothing is known: one choice for each name or text.
    pub(super) fn free(&mut self, words: &str, span: Span, why: String) -> Expr {
        let known = self.guards.get(words).copied();
        let data = known.unwrap_or_else(|| {
            let data =
                Data { input: true, random: true, declared: Some(Type::Bool), ..Data::new(shortened(words), span) };
            self.add_data(data)
        });
        self.guards.insert(words.to_owned(), data);
        let name = self.chart.datum(data).name.clone();
        self.free_guards.entry(name).or_insert((span, why));
        Expr { kind: ExprKind::Data(data), span }
    }

    /// Whether states are active: an id, a path, or an object of keys.
    fn state_in(&mut self, state: &'j Json) -> Checked<Expr> {
        self.state_below(StateId(1), state)
    }

    fn state_below(&mut self, around: StateId, state: &'j Json) -> Checked<Expr> {
        let span = state.span;
        match &state.kind {
            JsonKind::Text(text) => {
                let found = self.find_below(around, &text.value, text.whole())?;
                if !self.chart.is_real(found) {
                    return Err(self.error(
                        codes::UNKNOWN_TARGET,
                        span,
                        "a history is never active",
                        "not a state to be in",
                    ));
                }
                Ok(Expr { kind: ExprKind::In(found), span })
            }
            JsonKind::Object(_) => {
                let mut all: Option<Expr> = None;
                for (key, inner) in self.ordered(state) {
                    let found = self.find_below(around, &key.value, key.whole())?;
                    let here = Expr { kind: ExprKind::In(found), span: key.whole() };
                    let here = match inner.members().is_empty() && inner.is_object() {
                        true => here,
                        false => join(Binary::And, here, self.state_below(found, inner)?),
                    };
                    all = Some(match all {
                        Some(before) => join(Binary::And, before, here),
                        None => here,
                    });
                }
                Ok(all.unwrap_or(Expr { kind: ExprKind::Bool(true), span }))
            }
            _ => Err(self.error(codes::STRUCTURE, span, "this names no state", "expected a text or an object")),
        }
    }
}

pub(super) fn join(operator: Binary, a: Expr, b: Expr) -> Expr {
    let span = a.span.to(b.span);
    Expr { kind: ExprKind::Binary(operator, Box::new(a), Box::new(b)), span }
}

/// A value in few characters.
fn shown(value: &Json) -> String {
    let text = match &value.kind {
        JsonKind::Null => "null".to_owned(),
        JsonKind::Bool(truth) => truth.to_string(),
        JsonKind::Number(number) => number.clone(),
        JsonKind::Text(text) => text.value.clone(),
        JsonKind::Array(items) => items.iter().take(8).map(shown).collect::<Vec<_>>().join(","),
        JsonKind::Object(members) => {
            members.iter().take(8).map(|m| format!("{}={}", m.key.value, shown(&m.value))).collect::<Vec<_>>().join(",")
        }
    };
    shortened(&text).to_owned()
}
