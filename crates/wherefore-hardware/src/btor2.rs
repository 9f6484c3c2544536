//! Reader of BTOR2.
//!
//! A file is read line by line; a line uses only numbers of lines above it. A line with a mistake is remembered as broken, so that
//! lines that use it say nothing further.
//!
//! ```text
//! 1 sort bitvec 8
//! 2 state 1 count ; fifo.v:12.9-12.14        number, operator, sort, symbol, comment
//! 3 one 1
//! 4 add 1 2 3
//! 5 next 1 2 4                               the next value of node 2 is node 4
//! ```

mod constant;
mod design;
pub(crate) mod line;
mod operator;
mod property;
mod register;
mod sort;

use crate::codes;
use crate::netlist::{Format, Gate, Label, Literal, MOST_NODES, Netlist, Node, NodeId, Place, Sort};
use crate::report::Reports;
use line::{Line, Word};
pub(crate) use line::{number, short};
use rustc_hash::FxHashMap;
use wherefore_diag::{Diagnostics, FileId, Landmark, SourceMap, Span};
use wherefore_syntax::{Checked, Reported, Reporter};

/// The lines of a netlist that a tool made from places of another source, by these places: `fifo.v:12.9-12.14`.
pub fn landmarks(file: FileId, text: &str) -> Vec<Landmark> {
    let named = |line: Line<'_>| {
        let source = line.comment.and_then(line::source)?;
        Some(Landmark { span: line.span, name: source.to_owned(), id: String::new() })
    };
    line::lines(file, text).filter_map(named).collect()
}

/// What a number stands for.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Sort(Sort),
    Node(NodeId),
    /// `init`, `bad` and the like, which are no operands.
    Statement,
    /// A line with a mistake.
    Broken,
}

/// Reads a netlist; none if there are errors.
pub fn parse(file: FileId, text: &str) -> (Option<Netlist>, Diagnostics) {
    read(file, text, &SourceMap::default())
}

/// Reads the last text of the sources; what a line was made from in one of the other texts is where it stands.
pub fn parse_last(sources: &SourceMap) -> (Option<Netlist>, Diagnostics) {
    let file = sources.last().unwrap_or_default();
    read(file, sources.get(file).map_or("", |f| f.text.as_str()), sources)
}

fn read(file: FileId, text: &str, sources: &SourceMap) -> (Option<Netlist>, Diagnostics) {
    let mut reader = Reader {
        file,
        sources,
        netlist: Netlist::new(Format::Btor2),
        entries: FxHashMap::default(),
        report: Reporter::default(),
    };
    for line in line::lines(file, text) {
        reader.line(&line);
        if reader.netlist.nodes.len() > MOST_NODES {
            let help = "check a smaller configuration of the design";
            let headline = format!("more than {MOST_NODES} lines that compute a value");
            reader.fail(codes::LIMIT, line.span, headline, "here", help);
            break;
        }
    }
    reader.finish()
}

struct Reader<'s> {
    file: FileId,
    sources: &'s SourceMap,
    netlist: Netlist,
    entries: FxHashMap<u64, Entry>,
    report: Reporter,
}

impl Reports for Reader<'_> {
    fn report(&mut self) -> &mut Reporter {
        &mut self.report
    }
}

impl Reader<'_> {
    fn finish(mut self) -> (Option<Netlist>, Diagnostics) {
        if !self.report.failed()
            && let Some(node) = self.netlist.circle()
        {
            let span = self.netlist.node(node).map_or(Span::new(self.file, 0, 0), |n| n.place.span);
            let help = "give one of the registers a first value that is a constant";
            self.fail(codes::CYCLE, span, "a first value that depends on itself", "in this circle", help);
        }
        ((!self.report.failed()).then_some(self.netlist), self.report.into_diagnostics())
    }

    fn line(&mut self, line: &Line<'_>) {
        let Some(first) = line.words.first() else { return };
        let Some(id) = line::number(first.text).filter(|n| *n > 0) else {
            let headline = format!("expected the number of the line, found `{}`", line::short(first.text));
            let help = "a line begins with its number, a comment with `;`";
            self.fail(codes::SYNTAX, first.span, headline, "no number", help);
            return;
        };
        if self.entries.contains_key(&id) {
            let help = "give each line a number of its own";
            self.fail(codes::DUPLICATE, first.span, format!("the number {id} is used twice"), "here again", help);
            return;
        }
        let entry = self.statement(id, line).unwrap_or(Entry::Broken);
        self.entries.insert(id, entry);
    }

    fn statement(&mut self, id: u64, line: &Line<'_>) -> Checked<Entry> {
        let Some(word) = line.words.get(1).copied() else {
            let help = "write `ID OPERATOR SORT OPERANDS...`";
            return Err(self.fail(
                codes::SYNTAX,
                line.span,
                "expected an operator after the number",
                "ends here",
                help,
            ));
        };
        match word.text {
            "sort" => self.sort(line).map(Entry::Sort),
            "input" | "state" => self.declaration(id, line, word.text == "state"),
            "const" | "constd" | "consth" | "zero" | "one" | "ones" => self.constant(id, line, word.text),
            "init" | "next" => self.assignment(line, word.text == "init"),
            "bad" | "constraint" | "fair" | "output" => self.signal(id, line, word.text),
            "justice" => self.justice(id, line),
            _ => self.operator(id, line, word),
        }
    }

    /// The word at a position of the line.
    fn word<'a>(&mut self, line: &Line<'a>, at: usize, what: &str) -> Checked<Word<'a>> {
        line.words.get(at).copied().ok_or_else(|| {
            let operator = line.words.get(1).map_or("", |w| w.text);
            let help = format!("`{operator}` takes {what} here");
            self.fail(codes::SYNTAX, line.end(), format!("expected {what}"), "the line ends here", &help)
        })
    }

    /// A natural number at a position.
    fn count(&mut self, line: &Line<'_>, at: usize, what: &str) -> Checked<u64> {
        let word = self.word(line, at, what)?;
        line::number(word.text).ok_or_else(|| {
            let headline = format!("expected {what}, found `{}`", line::short(word.text));
            self.fail(codes::SYNTAX, word.span, headline, "no number that can be used", "write a decimal number")
        })
    }

    /// The literal at a position.
    fn literal(&mut self, line: &Line<'_>, at: usize) -> Checked<Literal> {
        let word = self.word(line, at, "an operand")?;
        let (negated, digits) = word.text.strip_prefix('-').map_or((false, word.text), |d| (true, d));
        let Some(id) = line::number(digits) else {
            let headline = format!("expected an operand, found `{}`", line::short(word.text));
            let help = "operands are numbers of lines above; a negative one stands for the complement";
            return Err(self.fail(codes::SYNTAX, word.span, headline, "no number", help));
        };
        match self.entries.get(&id) {
            Some(Entry::Node(node)) => self.complement(Literal { node: *node, negated }, word.span),
            Some(Entry::Broken) => Err(Reported),
            Some(Entry::Sort(_) | Entry::Statement) => {
                let help = "use the number of an input, a state, a constant or an operator";
                Err(self.fail(codes::UNKNOWN, word.span, format!("line {id} has no value"), "used as an operand", help))
            }
            None => {
                let help = "operands must be defined on lines above";
                Err(self.fail(
                    codes::UNKNOWN,
                    word.span,
                    format!("no line above has the number {id}"),
                    "not known here",
                    help,
                ))
            }
        }
    }

    /// Arrays have no complement.
    fn complement(&mut self, literal: Literal, span: Span) -> Checked<Literal> {
        let is_array = matches!(self.netlist.sort(literal), Some(Sort::Array { .. }));
        match literal.negated && is_array {
            true => Err(self.fail(
                codes::SORT,
                span,
                "an array has no complement",
                "negative",
                "use the number without `-`",
            )),
            false => Ok(literal),
        }
    }

    /// The sort at a position.
    fn sort_at(&mut self, line: &Line<'_>, at: usize) -> Checked<Sort> {
        let id = self.count(line, at, "the number of a sort")?;
        match self.entries.get(&id) {
            Some(Entry::Sort(sort)) => Ok(*sort),
            Some(Entry::Broken) => Err(Reported),
            _ => {
                let span = line.words.get(at).map_or(line.span, |w| w.span);
                let help = "a sort is a line above such as `1 sort bitvec 8`";
                Err(self.fail(codes::UNKNOWN, span, format!("no line above makes the sort {id}"), "not a sort", help))
            }
        }
    }

    /// An input or a register.
    fn declaration(&mut self, id: u64, line: &Line<'_>, is_state: bool) -> Checked<Entry> {
        let sort = self.sort_at(line, 2)?;
        let place = self.place(id, line, 3)?;
        let number = self.netlist.states.len() as u32;
        let gate = if is_state { Gate::State(number) } else { Gate::Input };
        let node = self.push(gate, sort, place);
        match is_state {
            true => self.netlist.states.push(crate::netlist::State { node, init: None, next: None }),
            false => self.netlist.inputs.push(node),
        }
        Ok(Entry::Node(node))
    }

    fn push(&mut self, gate: Gate, sort: Sort, place: Place) -> NodeId {
        self.netlist.nodes.push(Node { gate, sort, place });
        NodeId(self.netlist.nodes.len() as u32 - 1)
    }

    /// What a line was made from, if that is among the sources; otherwise the line.
    fn origin(&self, line: &Line<'_>) -> Span {
        let place = line.comment.and_then(line::source);
        let found = place.and_then(|place| design::find(self.sources, place));
        found.filter(|span| span.file != self.file).unwrap_or(line.span)
    }

    /// Symbol and source after the operands; nothing else may follow.
    fn place(&mut self, id: u64, line: &Line<'_>, at: usize) -> Checked<Place> {
        if let Some(extra) = line.words.get(at + 1) {
            let headline = format!("expected the end of the line, found `{}`", line::short(extra.text));
            let help = "a symbol is one word without blanks; a comment begins with `;`";
            return Err(self.fail(codes::SYNTAX, extra.span, headline, "one word too many", help));
        }
        let symbol = line.words.get(at).map(|w| w.text.to_owned());
        let source = line.comment.and_then(line::source).map(str::to_owned);
        let has_label = symbol.is_some() || source.is_some();
        let label = has_label.then(|| Box::new(Label { symbol, source }));
        Ok(Place { id, span: self.origin(line), label })
    }
}

#[cfg(test)]
mod tests;
