//! The statements of a graph in DOT: nodes, edges, attributes and subgraphs. Subgraphs are counted, not nested, so that no depth
//! of them is a burden.

use super::tokens::{Token, Tokens};
use crate::explicit::{Builder, Explicit, Fault, Form, INTERNAL, States, codes};
use crate::tla;
use std::io::Read;

/// The name of the graph that TLC writes, and of the subgraph with its legend.
const TLC: &str = "DiskGraph";
const LEGEND: &str = "cluster_legend";
/// The most attributes of a list.
const MOST_ATTRIBUTES: usize = 1_000;

/// What is known of a node beside its name.
#[derive(Default)]
struct Marks {
    /// Those with two borders.
    bordered: Vec<u32>,
    /// Those without a form, from which an edge shows where to begin.
    formless: Vec<u32>,
    /// What edges without a label from nodes without a form lead to.
    shown: Vec<(u32, u32)>,
}

/// Reads statements.
pub(super) struct Reader<R> {
    tokens: Tokens<R>,
    /// A word that was looked at and not yet used.
    ahead: Option<Option<Token>>,
    graph: Builder,
    form: Form,
    states: Option<States>,
    /// Whether labels of nodes can be states of TLC.
    is_valued: bool,
    marks: Marks,
}

type Attributes = Vec<(String, String)>;

impl<R: Read> Reader<R> {
    pub fn new(tokens: Tokens<R>) -> Reader<R> {
        let (graph, marks) = (Builder::default(), Marks::default());
        Reader { tokens, ahead: None, graph, form: Form::Other, states: None, is_valued: true, marks }
    }

    pub fn graph(mut self) -> Result<Explicit, Fault> {
        self.header()?;
        // The subgraphs around this place: whether each is left out.
        let mut around = vec![false];
        while let Some(inside) = around.last().copied() {
            match self.need("a statement or `}`")? {
                Token::Sign(b'}') => {
                    around.pop();
                    if !around.is_empty() && matches!(self.peek()?, Some(Token::Arrow)) {
                        return Err(self.unsupported("->", "an edge from a whole subgraph"));
                    }
                }
                Token::Sign(b'{') => around.push(inside),
                Token::Sign(b';' | b',') => {}
                Token::Id(word, false) if word.eq_ignore_ascii_case("subgraph") => {
                    let name = self.name()?;
                    around.push(inside || name.as_deref() == Some(LEGEND));
                    self.sign(b'{')?;
                }
                Token::Id(word, false) if ["node", "edge", "graph"].iter().any(|w| word.eq_ignore_ascii_case(w)) => {
                    self.defaults(&word)?;
                }
                Token::Id(name, _) => self.statement(name, inside)?,
                Token::Arrow => return Err(self.tokens.wrong("->", "an edge without a beginning")),
                Token::Line | Token::Sign(_) => return Err(self.tokens.wrong("", "expected a node, an edge or `}`")),
            }
        }
        self.finish()
    }

    fn header(&mut self) -> Result<(), Fault> {
        let mut word = self.need("`digraph`")?;
        if matches!(&word, Token::Id(word, false) if word.eq_ignore_ascii_case("strict")) {
            word = self.need("`digraph`")?;
        }
        match &word {
            Token::Id(word, false) if word.eq_ignore_ascii_case("digraph") => {}
            Token::Id(word, false) if word.eq_ignore_ascii_case("graph") => {
                return Err(self.unsupported(word, "a graph without directions"));
            }
            Token::Id(word, _) => return Err(self.tokens.wrong(word, "a graph in DOT begins with `digraph`")),
            _ => return Err(self.tokens.wrong("?", "a graph in DOT begins with `digraph`")),
        }
        if self.name()?.as_deref() == Some(TLC) {
            self.form = Form::Tlc;
        }
        self.sign(b'{')
    }

    /// `node [...]` and the like: how things look, unless it is a label of all edges.
    fn defaults(&mut self, word: &str) -> Result<(), Fault> {
        if matches!(self.peek()?, Some(Token::Sign(b'='))) {
            self.word()?;
            return self.need("a value").map(drop);
        }
        let attributes = self.attributes()?;
        if word.eq_ignore_ascii_case("edge") && attribute(&attributes, "label").is_some() {
            return Err(self.unsupported(word, "a label of all edges"));
        }
        Ok(())
    }

    /// What begins with a name: an attribute of the graph, a node, or edges one after the other.
    fn statement(&mut self, first: String, is_left_out: bool) -> Result<(), Fault> {
        if matches!(self.peek()?, Some(Token::Sign(b'='))) {
            self.word()?;
            return self.need("a value").map(drop);
        }
        self.port()?;
        let mut names = vec![first];
        while matches!(self.peek()?, Some(Token::Arrow | Token::Line)) {
            if self.word()? == Some(Token::Line) {
                return Err(self.unsupported("--", "an edge without a direction"));
            }
            match self.need("a node")? {
                Token::Id(word, false) if word.eq_ignore_ascii_case("subgraph") => {
                    return Err(self.unsupported(&word, "an edge to a whole subgraph"));
                }
                Token::Id(name, _) => names.push(name),
                Token::Sign(b'{') => return Err(self.unsupported("{", "an edge to a whole subgraph")),
                _ => return Err(self.tokens.wrong("?", "an edge without an end")),
            }
            self.port()?;
        }
        let attributes = self.attributes()?;
        if is_left_out {
            return Ok(());
        }
        let numbers: Vec<u32> = names.iter().map(|name| self.graph.state(name)).collect::<Result<_, _>>()?;
        match numbers.as_slice() {
            [node] => self.node(*node, &attributes),
            _ => self.edges(&numbers, &attributes),
        }
    }

    fn node(&mut self, node: u32, attributes: &Attributes) -> Result<(), Fault> {
        for (key, value) in attributes {
            match (key.as_str(), value.as_str()) {
                ("style", style) if self.form == Form::Tlc && style.contains("filled") => self.graph.initial(node),
                ("initial", "true" | "1") => self.graph.initial(node),
                ("peripheries", "2") => self.marks.bordered.push(node),
                ("shape", "none" | "plaintext" | "point" | "plain") => self.marks.formless.push(node),
                _ => {}
            }
        }
        if let Some(label) = attribute(attributes, "label") {
            self.label(node, &unescaped(label));
        }
        Ok(())
    }

    /// The label of a node: the values of variables, or a text for people.
    fn label(&mut self, node: u32, label: &str) {
        let split = if self.is_valued { tla::split(label) } else { None };
        let Some(pairs) = split.filter(|_| self.form == Form::Tlc || self.graph.states() > 0) else {
            self.is_valued = false;
            if self.form == Form::Other {
                let states = self.states.get_or_insert_with(|| States::new(vec!["label".to_owned()]));
                states.set(node, std::iter::once(label));
            }
            return;
        };
        let names = || pairs.iter().map(|(name, _)| *name);
        let states = self.states.get_or_insert_with(|| States::new(names().map(str::to_owned).collect()));
        if states.variables().iter().map(String::as_str).eq(names()) {
            let texts: Vec<String> = pairs.iter().map(|(_, value)| joined(value)).collect();
            states.set(node, texts.iter().map(String::as_str));
        }
    }

    fn edges(&mut self, nodes: &[u32], attributes: &Attributes) -> Result<(), Fault> {
        let label = attribute(attributes, "label").map(unescaped).filter(|label| !label.trim().is_empty());
        for pair in nodes.windows(2) {
            if let [source, target] = pair {
                self.graph.transition(*source, label.as_deref().unwrap_or(INTERNAL), *target)?;
                if label.is_none() && self.form == Form::Other {
                    self.marks.shown.push((*source, *target));
                }
            }
        }
        Ok(())
    }

    /// Attribute lists, one behind the other.
    fn attributes(&mut self) -> Result<Attributes, Fault> {
        let mut found = Attributes::new();
        while matches!(self.peek()?, Some(Token::Sign(b'['))) {
            self.word()?;
            loop {
                match self.need("an attribute or `]`")? {
                    Token::Sign(b']') => break,
                    Token::Sign(b',' | b';') => {}
                    Token::Id(key, _) => {
                        let value = match self.peek()? {
                            Some(Token::Sign(b'=')) => {
                                self.word()?;
                                self.value()?
                            }
                            _ => "true".to_owned(),
                        };
                        found.push((key, value));
                        if found.len() > MOST_ATTRIBUTES {
                            return Err(Fault::at(codes::TOO_LARGE, self.tokens.place(), "[", "too many attributes"));
                        }
                    }
                    _ => return Err(self.tokens.wrong("?", "expected an attribute or `]`")),
                }
            }
        }
        Ok(found)
    }

    /// A value: a text, or several with `+` between them.
    fn value(&mut self) -> Result<String, Fault> {
        let Token::Id(mut value, _) = self.need("a value")? else {
            return Err(self.tokens.wrong("?", "expected a value"));
        };
        while matches!(self.peek()?, Some(Token::Sign(b'+'))) {
            self.word()?;
            match self.need("a text")? {
                Token::Id(more, _) if value.len() + more.len() <= 1_000_000 => value.push_str(&more),
                _ => return Err(self.tokens.wrong("+", "expected a text")),
            }
        }
        Ok(value)
    }

    /// Passes the port of a node, and the side of the port.
    fn port(&mut self) -> Result<(), Fault> {
        while matches!(self.peek()?, Some(Token::Sign(b':'))) {
            self.word()?;
            self.need("a port")?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Explicit, Fault> {
        if self.word()?.is_some() {
            return Err(self.tokens.wrong("?", "text behind the end of the graph"));
        }
        let Marks { bordered, formless, shown } = std::mem::take(&mut self.marks);
        let begun =
            shown.iter().find(|(source, _)| formless.binary_search(source).is_ok() || formless.contains(source));
        if let Some((_, first)) = begun {
            self.graph.initial(*first);
        } else if let ([only], Form::Other) = (bordered.as_slice(), self.form) {
            self.graph.initial(*only);
        }
        self.graph.finish(self.states, self.form)
    }

    fn peek(&mut self) -> Result<Option<&Token>, Fault> {
        if self.ahead.is_none() {
            self.ahead = Some(self.tokens.token()?);
        }
        Ok(self.ahead.as_ref().and_then(Option::as_ref))
    }

    fn word(&mut self) -> Result<Option<Token>, Fault> {
        match self.ahead.take() {
            Some(token) => Ok(token),
            None => self.tokens.token(),
        }
    }

    fn need(&mut self, what: &str) -> Result<Token, Fault> {
        match self.word()? {
            Some(token) => Ok(token),
            None => Err(self.tokens.wrong("", &format!("the file ends where {what} was expected"))),
        }
    }

    /// A name, if there is one.
    fn name(&mut self) -> Result<Option<String>, Fault> {
        if !matches!(self.peek()?, Some(Token::Id(..))) {
            return Ok(None);
        }
        Ok(self.word()?.and_then(|token| match token {
            Token::Id(name, _) => Some(name),
            _ => None,
        }))
    }

    fn sign(&mut self, sign: u8) -> Result<(), Fault> {
        match self.word()? {
            Some(Token::Sign(found)) if found == sign => Ok(()),
            _ => Err(self.tokens.wrong("?", &format!("expected `{}`", char::from(sign)))),
        }
    }

    fn unsupported(&self, words: &str, what: &str) -> Fault {
        Fault::at(codes::UNSUPPORTED, self.tokens.place(), words, format!("{what} is not supported"))
    }
}

fn attribute<'a>(attributes: &'a Attributes, key: &str) -> Option<&'a str> {
    attributes.iter().rev().find(|(found, _)| found.eq_ignore_ascii_case(key)).map(|(_, value)| value.as_str())
}

/// A label without escapes: ends of lines, and any other sign for itself.
fn unescaped(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let (mut plain, mut is_escaped) = (String::with_capacity(text.len()), false);
    for c in text.chars() {
        match (c, is_escaped) {
            ('\\', false) => is_escaped = true,
            (_, false) => plain.push(c),
            (_, true) => {
                plain.push(if matches!(c, 'n' | 'l' | 'r') { '\n' } else { c });
                is_escaped = false;
            }
        }
    }
    plain
}

/// A value in one line: TLC breaks long ones.
fn joined(value: &str) -> String {
    value.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}
