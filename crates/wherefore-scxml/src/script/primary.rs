//! Operands: names, members and calls.

use super::lexer::Kind;
use super::{MistakeKind, Mode, Parsed, Parser, ScriptError};
use crate::chart::{Binary, Expr, ExprKind, Function, Temporal};
use crate::codes;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::Descent;

/// The largest power that is written out as a product.
const MAX_POWER: u32 = 8;

/// Value of `_event.origintype` for an event that was sent.
const PROCESSOR: &str = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor";

/// Text that stands for where the chart itself is found.
pub(in super::super) const OWN_LOCATION: &str = "_ioprocessors.scxml.location";

/// How callbacks for robots call what their message carries.
const MESSAGES: &[&str] = &["_msg", "_req", "_res", "_goal", "_feedback", "_wrapped_result", "_action"];

impl Parser<'_> {
    pub(super) fn postfix(&mut self) -> Parsed<Expr> {
        let first = self.at();
        let mut expr = self.primary()?;
        loop {
            if self.is("[") {
                self.bump();
                let index = self.expr()?;
                self.expect("]")?;
                let kind = ExprKind::Index(Box::new(expr), Box::new(index));
                expr = Expr { kind, span: self.span_from(first) };
            } else if self.is(".") {
                self.length_of(&expr)?;
                let span = self.span_from(first);
                expr = Expr { kind: ExprKind::Length(Box::new(expr)), span };
            } else if self.is("(") || self.is("`") || self.is("?.") || self.is("++") || self.is("--") {
                return Err(self.refuse_operator());
            } else {
                return Ok(expr);
            }
        }
    }

    /// Reads `.length`; other members are refused.
    fn length_of(&mut self, of: &Expr) -> Parsed<()> {
        self.bump();
        let array = matches!(of.kind, ExprKind::Data(_) | ExprKind::Index(..) | ExprKind::Array(_) | ExprKind::Fault);
        if array && self.is_word("length") {
            self.bump();
            return Ok(());
        }
        Err(self.refuse_member())
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let first = self.at();
        let kind = match self.token().kind {
            Kind::Number => self.number()?,
            Kind::Text => ExprKind::Text(self.quoted()?),
            Kind::Name => self.name()?,
            Kind::Punct("(") => {
                self.bump();
                let inner = self.expr()?;
                self.expect(")")?;
                inner.kind
            }
            Kind::Punct("[") => {
                self.bump();
                ExprKind::Array(self.list("]")?)
            }
            _ => return Err(self.refuse_operand()),
        };
        Ok(Expr { kind, span: self.span_from(first) })
    }

    /// Expressions between commas up to a closing bracket.
    fn list(&mut self, close: &'static str) -> Parsed<Vec<Expr>> {
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(self.expr()?);
            if !self.eat(",") {
                self.expect(close)?;
                break;
            }
        }
        Ok(items)
    }

    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        self.expect("(")?;
        self.list(")")
    }

    fn name(&mut self) -> Parsed<ExprKind> {
        let word = self.name_here().unwrap_or("");
        let called = self.token_ahead(1).kind == Kind::Punct("(");
        if let Some(path) = self.names.aliases.get(word).cloned() {
            return self.aliased(path);
        }
        match word {
            "true" | "false" => {
                self.bump();
                return Ok(ExprKind::Bool(word == "true"));
            }
            "In" if called && !self.names.functions => return self.in_state(),
            "_event" => return self.event(),
            "_name" if self.names.name.is_some() => {
                self.bump();
                return Ok(ExprKind::Text(self.names.name.clone().unwrap_or_default()));
            }
            // The text cannot be known: any will do, as long as it is always the same.
            "_sessionid" => {
                self.bump();
                return Ok(ExprKind::Text("_sessionid".to_owned()));
            }
            "_ioprocessors" => return self.processors(),
            _ if self.names.functions => {}
            _ if self.names.objects.contains(word) => {
                let data = self.member()?;
                return Ok(ExprKind::Data(data));
            }
            _ if self.names.messages && MESSAGES.contains(&word) => return self.message(),
            _ => {}
        }
        let operator = temporal(word).filter(|_| self.mode == Mode::Temporal && called);
        if let (Some((operator, arity)), false) = (operator, self.names.data.contains_key(word)) {
            return self.temporal(operator, arity);
        }
        if let Some(data) = self.names.data.get(word).filter(|_| !self.names.functions) {
            let data = *data;
            self.bump();
            return Ok(ExprKind::Data(data));
        }
        if word == "Math" && self.token_ahead(1).kind == Kind::Punct(".") {
            return self.math();
        }
        self.refuse_word()?;
        self.undeclared()
    }

    /// The processors of events, or where that of SCXML is found: an object and a text that cannot be known. Any texts will
    /// do, as long as they are not empty and nothing more is asked of them.
    fn processors(&mut self) -> Parsed<ExprKind> {
        let mut path = self.name_here().unwrap_or("").to_owned();
        self.bump();
        while let Some(name) = self.member_name()? {
            path = format!("{path}.{name}");
        }
        if path == "_ioprocessors" || path == OWN_LOCATION {
            return Ok(ExprKind::Text(path));
        }
        Err(self.refuse_here("this part of `_ioprocessors`"))
    }

    /// A name that nothing declares.
    fn undeclared(&mut self) -> Parsed<ExprKind> {
        let mistake = self.undeclared_here();
        let word = self.name_here().unwrap_or("");
        if self.mode == Mode::Invariant && temporal(word).is_some() {
            let headline = format!("the temporal operator `{word}` belongs in <wf:ltl>");
            let diagnostic = Diagnostic::at(codes::SYNTAX, self.span(self.token().range), headline, "in an invariant");
            return Err(ScriptError::new(MistakeKind::Syntax, diagnostic));
        }
        if !self.names.lenient {
            let called = self.token_ahead(1).kind == Kind::Punct("(");
            let what = || format!("a call of `{word}`");
            return Err(if called { self.refuse(&what(), self.span(self.token().range)) } else { mistake });
        }
        self.names.faults.push(*mistake.diagnostic);
        self.bump();
        // Calls, members and places behind it are read and dropped: they are never evaluated.
        loop {
            if self.eat("(") {
                self.list(")")?;
            } else if self.eat(".") {
                self.skip(usize::from(self.name_here().is_some()));
            } else {
                return Ok(ExprKind::Fault);
            }
        }
    }

    pub(super) fn undeclared_here(&self) -> ScriptError {
        let (word, span) = (self.name_here().unwrap_or(""), self.span(self.token().range));
        let headline = format!("nothing declares `{word}`");
        let diagnostic = Diagnostic::at(codes::UNDECLARED, span, headline, "not declared");
        let diagnostic = match self.names.close_data(word) {
            Some(name) => diagnostic.help(format!("did you mean `{name}`?")),
            None if self.names.states.contains_key(word) => {
                diagnostic.help(format!("`{word}` is a state: In('{word}') says whether it is active"))
            }
            None => diagnostic.help(format!("declare it: <data id=\"{word}\" expr=\"...\"/>")),
        };
        ScriptError::new(MistakeKind::Undeclared, diagnostic)
    }

    fn in_state(&mut self) -> Parsed<ExprKind> {
        self.bump();
        self.expect("(")?;
        let token = self.token();
        let span = self.span(token.range);
        let name = match token.kind {
            Kind::Text => self.quoted()?,
            Kind::Name if self.name_here().is_some_and(|w| !self.names.data.contains_key(w)) => self.dotted(),
            Kind::Name => return Err(self.refuse("In() of a value", span)),
            _ => return Err(self.unexpected_here("the id of a state")),
        };
        self.expect(")")?;
        match self.names.states.get(&name) {
            Some(state) if self.names.histories.contains(state) => {
                let headline = format!("`{name}` is a history, which is never active");
                let diagnostic = Diagnostic::at(codes::UNKNOWN_TARGET, span, headline, "not a state to be in");
                Err(ScriptError::new(MistakeKind::Unsupported, diagnostic))
            }
            Some(state) => Ok(ExprKind::In(*state)),
            None => Err(ScriptError::new(MistakeKind::Unsupported, self.no_state(&name, span))),
        }
    }

    /// An id without quotes, which may contain dots and dashes.
    fn dotted(&mut self) -> String {
        let first = self.token().range.start;
        let mut end = first;
        while !self.is(")") && self.token().kind != Kind::End {
            end = self.bump().range.end;
        }
        self.text().value.get(first..end).unwrap_or("").to_owned()
    }

    fn no_state(&self, name: &str, span: Span) -> Diagnostic {
        let headline = format!("no state has the id `{name}`");
        let diagnostic = Diagnostic::at(codes::UNKNOWN_TARGET, span, headline, "not a state");
        match self.names.close_state(name) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        }
    }

    fn temporal(&mut self, operator: Temporal, arity: usize) -> Parsed<ExprKind> {
        let first = self.at();
        self.bump();
        let operands = self.arguments()?;
        self.count(first, operands.len(), arity, arity)?;
        Ok(ExprKind::Temporal(operator, operands))
    }

    fn math(&mut self) -> Parsed<ExprKind> {
        let first = self.at();
        let start = self.span(self.token().range).start;
        self.skip(2);
        if let (true, Some(data)) = (self.is_word("random"), self.names.randoms.get(&start).copied()) {
            self.skip(3);
            return Ok(ExprKind::Data(data));
        }
        if self.is_word("pow") {
            return self.power(first);
        }
        let Some(function) = self.name_here().and_then(function) else { return Err(self.refuse_math(first)) };
        self.bump();
        let operands = self.arguments()?;
        let many = if matches!(function, Function::Min | Function::Max) { usize::MAX } else { 1 };
        self.count(first, operands.len(), 1, many)?;
        Ok(ExprKind::Call(function, operands))
    }

    /// A small power of something simple is a product.
    fn power(&mut self, first: usize) -> Parsed<ExprKind> {
        let refused = self.refuse_math(first);
        self.bump();
        let operands = self.arguments()?;
        let [base, Expr { kind: ExprKind::Int(exponent), .. }] = operands.as_slice() else { return Err(refused) };
        let simple = matches!(base.kind, ExprKind::Data(_) | ExprKind::EventField(_) | ExprKind::Int(_));
        let exponent = u32::try_from(exponent.clone()).ok().filter(|n| simple && (1..=MAX_POWER).contains(n));
        let Some(exponent) = exponent else { return Err(refused) };
        let span = self.span_from(first);
        let times = |product: Expr, _| {
            let kind = ExprKind::Binary(Binary::Mul, Box::new(product), Box::new(base.clone()));
            Expr { kind, span }
        };
        Ok((1..exponent).fold(base.clone(), times).kind)
    }

    fn count(&self, first: usize, found: usize, least: usize, most: usize) -> Parsed<()> {
        if (least..=most).contains(&found) {
            return Ok(());
        }
        let more = if least == most { "" } else { "at least " };
        let headline = format!("{more}{least} argument{} expected, {found} found", if least == 1 { "" } else { "s" });
        let diagnostic = Diagnostic::at(codes::SYNTAX, self.span_from(first), headline, "here");
        Err(ScriptError::new(MistakeKind::Unsupported, diagnostic))
    }

    fn event(&mut self) -> Parsed<ExprKind> {
        let first = self.at();
        self.bump();
        if !self.eat(".") {
            return Err(self.refuse("`_event` as a whole", self.span_from(first)));
        }
        match self.name_here() {
            Some("name") => {
                self.bump();
                Ok(ExprKind::EventName)
            }
            Some("type") => {
                self.bump();
                Ok(ExprKind::EventType)
            }
            Some("data") => {
                self.bump();
                self.event_field(first)
            }
            Some("origin" | "origintype" | "invokeid" | "sendid") => self.provenance(first),
            _ => Err(self.refuse_event_member(first)),
        }
    }

    /// Where an event comes from, as far as it can be known: no event comes from an invocation, those that are sent come
    /// through the SCXML processor and say from where, the others do not.
    fn provenance(&mut self, first: usize) -> Parsed<ExprKind> {
        let member = self.name_here().unwrap_or("").to_owned();
        let compared = self.token_ahead(1).kind;
        let equal = matches!(compared, Kind::Punct("==" | "==="));
        let with = self.words_ahead(2);
        let sent = match (member.as_str(), with.trim_matches(['\'', '"'])) {
            ("origin" | "origintype", "null") => Some(!equal),
            ("origintype", PROCESSOR) => Some(equal),
            ("invokeid" | "sendid", "null") => None,
            _ => return Err(self.refuse_event_member(first)),
        };
        if !equal && !matches!(compared, Kind::Punct("!=" | "!==")) {
            return Err(self.refuse_event_member(first));
        }
        self.skip(3);
        let span = self.span_from(first);
        match member.as_str() {
            "sendid" => _ = self.names.without_ids.get_or_insert(span),
            "invokeid" => _ = self.names.without_invocations.get_or_insert(span),
            _ => {}
        }
        let Some(sent) = sent else { return Ok(ExprKind::Bool(equal)) };
        let part = |kind| Box::new(Expr { kind, span });
        let operator = if sent { Binary::Eq } else { Binary::Ne };
        Ok(ExprKind::Binary(operator, part(ExprKind::EventType), part(ExprKind::Text("external".to_owned()))))
    }

    /// What the message of a callback carries: a field with the name that AS2FM gives it.
    fn message(&mut self) -> Parsed<ExprKind> {
        let first = self.at();
        let result = self.is_word("_wrapped_result") && self.words_ahead(2) == "result";
        let bare = !result && (self.is_word("_wrapped_result") || self.is_word("_action"));
        self.skip(if result { 3 } else { 1 });
        let mut path = Vec::new();
        while self.eat(".") {
            let Some(word) = self.name_here() else { return Err(self.unexpected_here("the name of a field")) };
            path.push(word.to_owned());
            self.bump();
        }
        let span = self.span_from(first);
        if path.is_empty() {
            return Err(self.refuse("a message as a whole", span));
        }
        let name = if bare { path.join("__") } else { format!("ros_fields__{}", path.join("__")) };
        self.names.reads_event.get_or_insert(span);
        Ok(ExprKind::EventField(self.names.field(&name, span)))
    }

    fn words_ahead(&self, count: usize) -> &str {
        self.text().value.get(self.token_ahead(count).range.clone()).unwrap_or("")
    }

    fn event_field(&mut self, first: usize) -> Parsed<ExprKind> {
        let quoted = self.is("[") && self.token_ahead(1).kind == Kind::Text;
        if !quoted && !self.is(".") {
            let span = self.span_from(first);
            self.names.reads_event.get_or_insert(span);
            self.names.reads_whole = true;
            return Ok(ExprKind::EventField(self.names.whole(span)));
        }
        self.bump();
        let name = match (quoted, self.name_here()) {
            (true, _) => self.quoted()?,
            (false, Some(word)) => {
                self.bump();
                word.to_owned()
            }
            (false, None) => return Err(self.unexpected_here("the name of a field")),
        };
        if quoted {
            self.expect("]")?;
        }
        let span = self.span_from(first);
        self.names.reads_event.get_or_insert(span);
        Ok(ExprKind::EventField(self.names.field(&name, span)))
    }
}

fn temporal(word: &str) -> Option<(Temporal, usize)> {
    Some(match word {
        "G" => (Temporal::Globally, 1),
        "F" => (Temporal::Finally, 1),
        "X" => (Temporal::Next, 1),
        "U" => (Temporal::Until, 2),
        "R" => (Temporal::Release, 2),
        _ => return None,
    })
}

fn function(word: &str) -> Option<Function> {
    Some(match word {
        "floor" => Function::Floor,
        "ceil" => Function::Ceil,
        "round" => Function::Round,
        "trunc" => Function::Trunc,
        "abs" => Function::Abs,
        "min" => Function::Min,
        "max" => Function::Max,
        _ => return None,
    })
}
