//! Where a block diagram can be mutated: parameters of blocks, which line leads to which of their inputs, and charts (`stateflow`).
//!
//! An element is a block, or a part of a chart. What belongs to a contract or to a subsystem for verification is the question, so it is an element and
//! never gets a mistake. A parameter that the file leaves out, because it has its usual value, is put in.

mod stateflow;

use crate::markup::{decoded, escaped};
use crate::{Edit, Element, ElementKind, Inventory, Mutant, Mutants, Operator, Options, Reach, finish, joined};
use num_rational::BigRational;
use wherefore_diag::{Diagnostics, FileId, Span};
use wherefore_lang::simulink::document::{Block, Port, System};
use wherefore_lang::simulink::{self, library, matlab};

/// All mutants of a diagram; its errors if it cannot be read. Their places are in `FileId(0)`.
pub fn mutants(name: &str, text: &str, choices: &simulink::Options, options: &Options) -> Result<Mutants, Diagnostics> {
    let load = |text: &str| simulink::load(FileId(0), text, name, choices);
    let loaded = load(text);
    if loaded.system.is_none() {
        return Err(loaded.diagnostics);
    }
    let found = Diagram::new(text, Reach::Mistakes).mistakes();
    Ok(finish(text, found, options, |mutated| load(mutated).system.is_some()))
}

/// The blocks of a diagram, and then the parts of its charts, each in the order of the source.
pub(crate) fn elements(text: &str) -> Vec<Element> {
    let Diagram { mut blocks, charts } = Diagram::new(text, Reach::Mistakes);
    blocks.elements.extend(charts.into_elements());
    blocks.elements
}

/// The edits that may mend a diagram, in the wanted blocks and parts of charts: mistakes first, the cheapest of each first.
pub(crate) fn edits(text: &str, wanted: &dyn Fn(&Element) -> bool) -> Vec<Mutant> {
    Diagram::new(text, Reach::Mending).edits(wanted)
}

/// What is found in a text.
struct Diagram<'t> {
    blocks: Blocks<'t>,
    charts: Inventory<'t, stateflow::Script>,
}

impl<'t> Diagram<'t> {
    fn new(text: &'t str, reach: Reach) -> Diagram<'t> {
        let is_xml = text.trim_start().starts_with('<');
        let (elements, mutants, questions) = (Vec::new(), Vec::new(), Vec::new());
        let mut blocks = Blocks { text, is_xml, elements, mutants, questions };
        let mut charts = Inventory::new(text, reach);
        if let Some(model) = simulink::document(FileId(0), text) {
            blocks.system(&model.root);
            let is_asked =
                |path: &str| blocks.questions.iter().any(|q| path == q || path.starts_with(&format!("{q}/")));
            let asking = model.charts.iter().filter(|c| !is_asked(&c.block_path()));
            asking.for_each(|chart| stateflow::chart(chart, is_xml, &mut charts));
        }
        Diagram { blocks, charts }
    }

    fn mistakes(self) -> Vec<Mutant> {
        let Diagram { blocks, charts } = self;
        let parts = blocks.behind(charts.mistakes());
        blocks.mutants.into_iter().chain(parts).collect()
    }

    fn edits(self, wanted: &dyn Fn(&Element) -> bool) -> Vec<Mutant> {
        let Diagram { mut blocks, charts } = self;
        let parts = blocks.behind(charts.edits(wanted));
        let elements = &blocks.elements;
        blocks.mutants.retain(|m| m.place.and_then(|at| elements.get(at)).is_some_and(wanted));
        blocks.mutants.extend(parts);
        blocks.mutants.sort_by_key(|m| (m.operator.is_mending(), m.cost, m.span.start, m.span.end, m.operator));
        blocks.mutants
    }
}

/// The blocks that are found in a text.
struct Blocks<'t> {
    text: &'t str,
    is_xml: bool,
    elements: Vec<Element>,
    mutants: Vec<Mutant>,
    /// The paths of blocks that say what is asked.
    questions: Vec<String>,
}

/// A block with its path and its place among the elements.
struct Site<'a> {
    block: &'a Block,
    path: String,
    place: usize,
}

impl Blocks<'_> {
    /// Mutants of charts, whose elements stand behind those of the blocks.
    fn behind(&self, mut parts: Vec<Mutant>) -> Vec<Mutant> {
        for mutant in &mut parts {
            mutant.place = mutant.place.map(|at| at + self.elements.len());
            mutant.what = if self.is_xml { decoded(&mutant.what) } else { mutant.what.clone() };
        }
        parts
    }

    /// All blocks of a model, the systems in the order in which they stand.
    fn system(&mut self, root: &System) {
        let mut open = vec![(root, String::new(), false)];
        while let Some((system, path, is_question)) = open.pop() {
            for (index, block) in system.blocks.iter().enumerate() {
                let title = block.title();
                let path = if path.is_empty() { title } else { format!("{path}/{title}") };
                let asks = is_question || is_question_block(block);
                let kind = if asks { ElementKind::Specification } else { ElementKind::Equation };
                let words = format!("the block `{path}`");
                self.elements.push(Element { kind, name: path.clone(), words, span: block.span });
                if asks {
                    self.questions.push(path.clone());
                } else {
                    let site = Site { block, path: path.clone(), place: self.elements.len() - 1 };
                    self.parameters(&site);
                    self.inputs(&site, system, index);
                }
                open.extend(block.system.as_ref().map(|inner| (inner, path, asks)));
            }
        }
    }

    /// Changes of the parameters of a block.
    fn parameters(&mut self, site: &Site<'_>) {
        match library::kind(site.block).as_str() {
            "RelationalOperator" => self.one_of(site, Operator::Ror, ("Operator", ">="), &RELATIONS),
            "Compare To Constant" | "Compare To Zero" => {
                self.one_of(site, Operator::Ror, ("relop", "<="), &RELATIONS);
                self.number(site, Operator::Crp, "const");
            }
            "Logic" if site.block.parameters.get("Operator") != Some("NOT") => {
                self.one_of(site, Operator::Lor, ("Operator", "AND"), &["AND", "OR", "XOR", "NAND", "NOR"]);
            }
            "MinMax" => self.one_of(site, Operator::Lor, ("Function", "min"), &["min", "max"]),
            "Switch" => {
                self.one_of(site, Operator::Ror, ("Criteria", CRITERIA[0]), &CRITERIA);
                self.number(site, Operator::Crp, "Threshold");
            }
            "Sum" => self.signs(site, "++", ['+', '-']),
            "Product" => self.signs(site, "**", ['*', '/']),
            "Gain" => self.number(site, Operator::Crp, "Gain"),
            "Constant" => self.number(site, Operator::Crp, "Value"),
            "Saturate" => {
                self.number(site, Operator::Crp, "UpperLimit");
                self.number(site, Operator::Crp, "LowerLimit");
            }
            "UnitDelay" | "Delay" | "Memory" => {
                self.number(site, Operator::Ivr, "InitialCondition");
                self.number(site, Operator::Ivr, "X0");
                self.number(site, Operator::Crp, "DelayLength");
            }
            _ => {}
        }
    }

    /// Changes a parameter to each of the other choices.
    fn one_of(&mut self, site: &Site<'_>, operator: Operator, (name, usual): (&str, &str), choices: &[&str]) {
        let now = own(site.block, name).map_or(usual, |p| p.text.as_str()).to_owned();
        if choices.contains(&now.as_str()) {
            choices.iter().filter(|c| **c != now).for_each(|c| self.set(site, operator, name, &now, c, 1));
        }
    }

    /// Turns each sign of a sum or a product around.
    fn signs(&mut self, site: &Site<'_>, usual: &str, [one, other]: [char; 2]) {
        let now = own(site.block, "Inputs").map_or(usual, |p| p.text.as_str()).to_owned();
        let places: Vec<usize> = now.char_indices().filter(|(_, c)| *c == one || *c == other).map(|(i, _)| i).collect();
        for at in places {
            let turned = if now[at..].starts_with(one) { other } else { one };
            let signs = format!("{}{turned}{}", &now[..at], &now[at + 1..]);
            self.set(site, Operator::Aor, "Inputs", &now, &signs, 1);
        }
    }

    /// Changes a number: next to it, turned around, half and twice as much, zero and one.
    fn number(&mut self, site: &Site<'_>, operator: Operator, name: &str) {
        let Some(parameter) = own(site.block, name) else { return };
        let now = parameter.text.trim().to_owned();
        if let "true" | "false" = now.as_str() {
            let other = if now == "true" { "false" } else { "true" };
            return self.set(site, operator, name, &now, other, 1);
        }
        let Some(number) = matlab::Number::from_decimal(&now) else { return };
        let whole = |n: i64| BigRational::from_integer(n.into());
        let Some(exact) = number.finite() else { return };
        let (one, two) = (whole(1), whole(2));
        let others = [exact + &one, exact - &one, -exact, exact / &two, exact * &two, whole(0), one];
        let mut known = vec![number.clone()];
        for (at, other) in others.into_iter().enumerate() {
            let other = matlab::Number::Finite(other);
            if !known.contains(&other) {
                self.set(site, operator, name, &now, &other.to_string(), if at < 2 { 1 } else { 2 });
                known.push(other);
            }
        }
    }

    /// A change of one parameter.
    fn set(&mut self, site: &Site<'_>, operator: Operator, name: &str, now: &str, new: &str, cost: u8) {
        let written = if self.is_xml { escaped(new) } else { format!("\"{}\"", new.replace('"', "\\\"")) };
        let (span, text) = match own(site.block, name) {
            Some(parameter) => (parameter.span, written),
            None => {
                let end = site.block.span.end;
                let text = match self.is_xml {
                    true => format!("<P Name=\"{name}\">{written}</P>"),
                    false => format!("\n{name} {written}\n"),
                };
                (Span::new(FileId(0), end, end), text)
            }
        };
        let what = format!("`{name}` of `{}` is {new} instead of {now}", site.path);
        self.push(site, operator, vec![Edit { span, text }], span, what, cost);
    }

    /// Exchanges the lines at two inputs, where that makes a difference.
    fn inputs(&mut self, site: &Site<'_>, system: &System, index: usize) {
        let orders = ["Switch", "RelationalOperator", "Sum", "Product", "Implies"];
        if !self.is_xml || !orders.contains(&library::kind(site.block).as_str()) {
            return;
        }
        let place = |number: usize| {
            let all = system.lines.iter().flat_map(|l| l.destinations());
            let here =
                |d: &(simulink::document::Endpoint, Option<Span>)| d.0.block == index && d.0.port == Port::In(number);
            all.filter(here).find_map(|(_, span)| span)
        };
        let second = if site.block.kind == "Switch" { 3 } else { 2 };
        let (Some(a), Some(b)) = (place(1), place(second)) else { return };
        let text = |span: Span| self.text.get(span.start as usize..span.end as usize).unwrap_or("").to_owned();
        let edits = joined(vec![Edit { span: a, text: text(b) }, Edit { span: b, text: text(a) }]);
        let what = format!("inputs 1 and {second} of `{}` are exchanged", site.path);
        self.push(site, Operator::Oex, edits, site.block.span, what, 2);
    }

    fn push(&mut self, site: &Site<'_>, operator: Operator, edits: Vec<Edit>, span: Span, what: String, cost: u8) {
        self.mutants.push(Mutant {
            operator,
            edits,
            span,
            what,
            element: Some(site.path.clone()),
            is_omission: false,
            place: Some(site.place),
            cost,
        });
    }
}

const RELATIONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "~="];
const CRITERIA: [&str; 3] = ["u2 >= Threshold", "u2 > Threshold", "u2 ~= 0"];

/// A parameter that stands at the block itself, not at the head of the file for all blocks of its type.
fn own<'b>(block: &'b Block, name: &str) -> Option<&'b simulink::document::Parameter> {
    block.parameters.parameter(name).filter(|p| p.span.start >= block.span.start)
}

/// Whether a block says what is asked rather than what the model does.
fn is_question_block(block: &Block) -> bool {
    let verification = block.mask.as_ref().is_some_and(|m| m.kind == "VerificationSubsystem");
    let kind = library::kind(block);
    verification
        || kind.starts_with("Contract")
        || matches!(kind.as_str(), "Proof Objective" | "Assumption" | "Assertion")
}
