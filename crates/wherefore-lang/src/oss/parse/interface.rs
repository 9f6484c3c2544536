//! The section `INTERFACE`: ports, parameters, definitions and contracts.

use super::super::ast::{Component, Contract, Define, Direction, Port};
use super::Parser;
use wherefore_syntax::{Checked, Descent, Reported};

impl Parser<'_> {
    /// Everything up to the refinement or the next component.
    pub(super) fn interface(&mut self, component: &mut Component) {
        loop {
            let start = self.at();
            let read = match self.word() {
                "INPUT" | "OUTPUT" | "PORT" => self.port().map(|p| component.ports.push(p)),
                "PARAMETER" => self.parameter().map(|p| component.ports.push(p)),
                "DEFINE" => self.define().map(|d| component.defines.push(d)),
                "PARAMETER_ASSUMPTIONS" => {
                    self.bump();
                    self.eat(":");
                    self.formula_item().map(|e| component.parameter_assumptions.push(e))
                }
                "CONTRACT" => self.contract().map(|c| component.contracts.push(c)),
                "ASSERTION" => self.assertion().map(|a| component.assertions.push(a)),
                "PROVIDED" | "REQUIRED" | "OPERATION" => Err(self.refuse_operation()),
                "CONSISTENCY" | "POSSIBILITY" | "ENTAILMENT" => Err(self.refuse_validation()),
                _ => return,
            };
            if read.is_err() {
                self.skip_item(start);
            }
        }
    }

    /// `INPUT PORT name: type;`
    fn port(&mut self) -> Checked<Port> {
        let first = self.at();
        let direction = match self.word() {
            "INPUT" => Direction::Input,
            "OUTPUT" => Direction::Output,
            _ => {
                let span = self.token().span;
                self.bump();
                return Err(self.refuse(span, "a port without a direction", "write `INPUT PORT` or `OUTPUT PORT`"));
            }
        };
        self.bump();
        if matches!(self.word(), "OPERATION") {
            self.go_to(first);
            return Err(self.refuse_operation());
        }
        self.expect("PORT")?;
        self.declaration(direction)
    }

    fn parameter(&mut self) -> Checked<Port> {
        self.bump();
        self.declaration(Direction::Parameter)
    }

    /// `name: type;`
    fn declaration(&mut self, direction: Direction) -> Checked<Port> {
        let name = self.name("the name of the port")?;
        if self.is("[") {
            let span = self.token().span;
            return Err(self.refuse(span, "an array of ports", "declare each port by itself"));
        }
        self.expect(":")?;
        let ty = self.ty()?;
        self.expect(";")?;
        Ok(Port { name, direction, ty })
    }

    /// `DEFINE name := e;`
    pub(super) fn define(&mut self) -> Checked<Define> {
        self.bump();
        let name = self.name("the name of the definition")?;
        self.expect(":=")?;
        let value = self.formula_item()?;
        Ok(Define { name, value })
    }

    /// `ASSERTION NAME name := e;`
    fn assertion(&mut self) -> Checked<Define> {
        self.bump();
        self.eat("NAME");
        let name = self.name("the name of the assertion")?;
        self.expect(":=")?;
        let value = self.formula_item()?;
        Ok(Define { name, value })
    }

    /// `CONTRACT name assume: e; guarantee: e;`
    fn contract(&mut self) -> Checked<Contract> {
        let first = self.at();
        self.bump();
        let name = self.name("the name of the contract")?;
        if self.word() == "REFINEDBY" {
            return Err(self.unexpected("`assume`, since `REFINEDBY` belongs below `REFINEMENT`"));
        }
        self.expect("assume")?;
        self.expect(":")?;
        let assume = self.formula_item()?;
        self.expect("guarantee")?;
        self.expect(":")?;
        let guarantee = self.formula_item()?;
        let span = self.span_from(first);
        Ok(Contract { name, span, assume, guarantee })
    }

    fn refuse_operation(&mut self) -> Reported {
        let span = self.token().span;
        while matches!(self.word(), "PROVIDED" | "REQUIRED" | "INPUT" | "OUTPUT" | "OPERATION") {
            self.bump();
        }
        self.refuse(span, "an operation", "")
    }

    pub(super) fn refuse_validation(&mut self) -> Reported {
        let (span, what) = (self.token().span, format!("the validation property `{}`", self.word()));
        self.refuse(span, &what, "consistency and unused contracts are looked at without being asked")
    }
}
