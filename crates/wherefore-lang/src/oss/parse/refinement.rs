//! The section `REFINEMENT`: parts, connections, and which contracts stand for which.

use super::super::ast::{Connection, ExprKind, Refined, Refinement, Sub};
use super::Parser;
use wherefore_syntax::{Checked, Descent};

impl Parser<'_> {
    /// Everything up to the next component.
    pub(super) fn refinement(&mut self) -> Refinement {
        let span = self.bump().span;
        let mut found = Refinement {
            span,
            subs: Vec::new(),
            connections: Vec::new(),
            refined: Vec::new(),
            defines: Vec::new(),
            constraints: Vec::new(),
        };
        loop {
            let start = self.at();
            let read = match self.word() {
                "SUB" => self.sub().map(|s| found.subs.push(s)),
                "CONNECTION" => self.connection().map(|c| found.connections.push(c)),
                "CONTRACT" => self.refined().map(|r| found.refined.push(r)),
                "DEFINE" => self.define().map(|d| found.defines.push(d)),
                "CONSTRAINT" | "FORMULA" => {
                    self.bump();
                    self.eat(":");
                    self.formula_item().map(|e| found.constraints.push(e))
                }
                "CONSISTENCY" | "POSSIBILITY" | "ENTAILMENT" => Err(self.refuse_validation()),
                _ => return found,
            };
            if read.is_err() {
                self.skip_item(start);
            }
        }
    }

    /// `SUB name: component;`
    fn sub(&mut self) -> Checked<Sub> {
        self.bump();
        let name = self.name("the name of the part")?;
        self.refuse_array("an array of parts")?;
        self.expect(":")?;
        let component = self.name("the name of a component")?;
        self.refuse_array("an array of parts")?;
        self.expect(";")?;
        Ok(Sub { name, component })
    }

    fn refuse_array(&mut self, what: &str) -> Checked<()> {
        if !self.is("[") {
            return Ok(());
        }
        let span = self.token().span;
        Err(self.refuse(span, what, "declare each of them by itself"))
    }

    /// `CONNECTION part.port := e;`
    fn connection(&mut self) -> Checked<Connection> {
        self.bump();
        let first = self.at();
        let mut port = self.name("a port")?;
        let mut part = None;
        if self.eat(".") {
            part = Some(port);
            port = self.name("a port of the part")?;
        }
        self.refuse_array("a connection of an array")?;
        let path = ExprKind::Path { part: part.as_ref().map(|p| p.text.clone()), name: port.text.clone() };
        let target = self.made(path, first);
        self.expect(":=")?;
        let source = self.formula_item()?;
        Ok(Connection { part, port, source, target })
    }

    /// `CONTRACT name REFINEDBY part.contract, ...;`
    fn refined(&mut self) -> Checked<Refined> {
        self.bump();
        let contract = self.name("the name of a contract")?;
        self.expect("REFINEDBY")?;
        let mut premises = Vec::new();
        loop {
            let part = self.name("a part")?;
            self.refuse_array("an array of parts")?;
            self.expect(".")?;
            premises.push((part, self.name("a contract of the part")?));
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(Refined { contract, premises })
    }
}
