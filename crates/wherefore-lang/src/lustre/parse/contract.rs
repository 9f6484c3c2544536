//! Contracts: behind a signature in `con .. noc` or `(*@contract .. *)`, or declared apart.

use super::super::ast::{ContractDecl, ContractItem, Goal};
use super::super::lexer::Kind;
use super::super::text::Token;
use super::Parser;
use wherefore_syntax::{Checked, Descent};

impl Parser<'_> {
    /// The contracts behind a signature; there may be none.
    pub(super) fn inline_contract(&mut self) -> Checked<Vec<ContractItem>> {
        let mut items = Vec::new();
        loop {
            let open = self.token();
            let text = self.ahead(0, Kind::Pragma);
            let close = match (text.ends_with("contract"), text.get(..2), self.word()) {
                (true, Some("(*"), _) => "*)",
                (true, ..) => "*/",
                (_, _, "con") => "noc",
                _ => return Ok(items),
            };
            self.bump();
            items.extend(self.contract_items(open, close)?);
            self.eat(";");
        }
    }

    /// `contract c<T> (a: t) returns (b: u); let .. tel`
    pub(super) fn contract_declaration(&mut self) -> Checked<ContractDecl> {
        let first = self.at();
        self.bump();
        let name = self.name("the name of the contract")?;
        let type_parameters = self.type_parameters()?;
        let inputs = self.parameters()?;
        let outputs = self.outputs()?;
        self.eat(";");
        let open = self.token();
        self.expect("let")?;
        let items = self.contract_items(open, "tel")?;
        if matches!(self.sign(), ";" | ".") {
            self.bump();
        }
        Ok(ContractDecl { name, type_parameters, inputs, outputs, items, span: self.span_from(first) })
    }

    fn contract_items(&mut self, open: Token, close: &'static str) -> Checked<Vec<ContractItem>> {
        let mut items = Vec::new();
        while !self.eat(close) {
            if self.kind() == Kind::End || self.at_declaration() || self.word() == "let" {
                self.expect_close(open, close)?;
            }
            match self.word() {
                "const" | "param" => items.extend(self.constants()?.into_iter().map(ContractItem::Const)),
                _ => items.push(self.contract_item()?),
            }
        }
        Ok(items)
    }

    fn contract_item(&mut self) -> Checked<ContractItem> {
        let first = self.at();
        let weakly = self.eat("weakly");
        match self.word() {
            "assume" => Ok(ContractItem::Assume { goal: self.clause()?, weakly }),
            "guarantee" => Ok(ContractItem::Guarantee { goal: self.clause()?, weakly }),
            "var" => self.ghosts(),
            "mode" => self.mode(),
            "import" => self.import(),
            "assumption_vars" => self.unsupported(first, "assumption variables"),
            "decreases" => self.unsupported(first, "`decreases`"),
            _ => Err(self.unexpected("`assume`, `guarantee`, `mode`, `import`, `var` or `const`")),
        }
    }

    /// `assume "name" e;`
    fn clause(&mut self) -> Checked<Goal> {
        let first = self.at();
        self.bump();
        let goal = self.goal(first)?;
        self.expect_end()?;
        Ok(goal)
    }

    /// A word with expressions between commas that has no form in the tree.
    fn unsupported(&mut self, first: usize, what: &'static str) -> Checked<ContractItem> {
        self.bump();
        self.expr()?;
        while self.eat(",") {
            self.expr()?;
        }
        self.expect_end()?;
        Ok(ContractItem::Other(what, self.span_from(first)))
    }

    /// `var x: t = e;`, or for a call with several results `var x: t, y, z: u = f(a);`
    fn ghosts(&mut self) -> Checked<ContractItem> {
        let first = self.at();
        self.bump();
        let mut variables = self.variables()?;
        while self.eat(",") {
            variables.extend(self.variables()?);
        }
        let value = match self.eat("=") {
            true => Some(self.expr()?),
            false => None,
        };
        self.expect_end()?;
        Ok(ContractItem::Var { variables, value, span: self.span_from(first) })
    }

    /// `mode m (require "n" e; ensure f;);`
    fn mode(&mut self) -> Checked<ContractItem> {
        self.bump();
        let name = self.name("the name of the mode")?;
        let open = self.token();
        self.expect("(")?;
        let (mut requires, mut ensures) = (Vec::new(), Vec::new());
        while !self.eat(")") {
            match self.word() {
                "require" => requires.push(self.clause()?),
                "ensure" => ensures.push(self.clause()?),
                _ if self.kind() == Kind::End || self.sign() == ";" => self.expect_close(open, ")")?,
                _ => return Err(self.unexpected("`require`, `ensure` or `)`")),
            }
        }
        self.eat(";");
        Ok(ContractItem::Mode { name, requires, ensures })
    }

    /// `import c@<t>(a, b) returns (d);`
    fn import(&mut self) -> Checked<ContractItem> {
        let first = self.at();
        self.bump();
        let contract = self.name("the name of a contract")?;
        let type_arguments = self.call_arguments()?;
        let inputs = self.bracketed("(", &[","], ")", Self::expr)?;
        self.expect("returns")?;
        let outputs = self.bracketed("(", &[","], ")", Self::expr)?;
        self.expect(";")?;
        Ok(ContractItem::Import { contract, type_arguments, inputs, outputs, span: self.span_from(first) })
    }
}
