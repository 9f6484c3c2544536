//! Modules and their sections.

use super::{Parser, refused};
use crate::smv::ast::{AssignKind, ConstraintKind, Expr, ExprId, Ident, Item, Module, SpecKind, VarSection};
use crate::smv::codes;
use crate::smv::token::{FOREIGN_SECTIONS, Kind, SECTIONS};
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::QuantityKind;
use wherefore_syntax::{Checked, Descent};

/// What to do about a list of predicates.
const ABSTRACTION: &str = "remove it: it guides an abstraction and does not change what the model means";

impl Parser<'_> {
    /// The whole file.
    pub(super) fn modules(&mut self) {
        while self.kind() != Kind::End {
            if self.is_m4() {
                self.refuse_m4();
                return;
            }
            if self.kind() != Kind::Module {
                self.unexpected_keyword("`MODULE`", &["MODULE"]);
                // The current token may itself be a section keyword that stands before any module.
                self.bump();
                self.skip_until(|p| p.kind() == Kind::Module);
                continue;
            }
            if let Ok(mut module) = self.module_head() {
                self.sections(&mut module.items);
                self.ast.modules.push(module);
            } else {
                self.recover_to_section();
                // The sections of a module without a readable head are checked for syntax and dropped.
                self.sections(&mut Vec::new());
            }
        }
    }

    /// Whether a line for the macro processor m4 stands where a module is expected.
    fn is_m4(&self) -> bool {
        let (word, called) = (self.word(), self.kind_ahead(1) == Kind::LParen);
        word.starts_with("dnl") || (called && matches!(word, "define" | "include" | "divert" | "changequote" | "ifdef"))
    }

    fn refuse_m4(&mut self) {
        let span = self.span_of(self.token());
        self.report(
            Diagnostic::at(codes::PREPROCESSOR, span, "a text for the macro processor m4", "not SMV")
                .help("run it first, `m4 FILE > model.smv`, and check its output"),
        );
    }

    fn module_head(&mut self) -> Checked<Module> {
        self.bump();
        let name = self.ident()?;
        let mut params = Vec::new();
        if self.kind() == Kind::LParen {
            let open = self.bump();
            while self.kind() != Kind::RParen {
                params.push(self.ident()?);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
            self.expect_close(open, Kind::RParen)?;
        }
        Ok(Module { name, params, items: Vec::new() })
    }

    fn sections(&mut self, items: &mut Vec<Item>) {
        while !matches!(self.kind(), Kind::Module | Kind::End) {
            if self.eat(Kind::Semi) {
                continue;
            }
            if self.section(items).is_err() {
                self.recover_to_section();
            }
        }
    }

    fn section(&mut self, items: &mut Vec<Item>) -> Checked<()> {
        match self.kind() {
            Kind::Var => self.declarations(items, |p| p.variable(VarSection::State)),
            Kind::Ivar => self.declarations(items, |p| p.variable(VarSection::Input)),
            Kind::FrozenVar => self.declarations(items, |p| p.variable(VarSection::Frozen)),
            Kind::Define | Kind::MDefine => self.declarations(items, Self::define),
            Kind::Assign => self.declarations(items, Self::assign),
            Kind::Constants => self.single(items, Self::constants),
            Kind::Init => self.single(items, |p| p.constraint(ConstraintKind::Init)),
            Kind::Invar => self.single(items, |p| p.constraint(ConstraintKind::Invar)),
            Kind::Trans => self.single(items, |p| p.constraint(ConstraintKind::Trans)),
            Kind::Fairness | Kind::Justice => self.single(items, |p| p.constraint(ConstraintKind::Justice)),
            Kind::Compassion => self.single(items, Self::compassion),
            Kind::InvarSpec => self.single(items, |p| p.spec(SpecKind::Invariant)),
            Kind::CtlSpec | Kind::Spec => self.single(items, |p| p.spec(SpecKind::Ctl)),
            Kind::LtlSpec => self.single(items, |p| p.spec(SpecKind::Ltl)),
            Kind::Isa => self.single(items, |p| Ok(Item::Isa(p.ident()?))),
            Kind::Compute => self.single(items, Self::compute),
            Kind::Fun => self
                .refuse_section("FUN (uninterpreted functions)", "a function of finitely many values can be an array"),
            Kind::PslSpec => self.single(items, Self::psl_spec),
            Kind::Pred => self.refuse_section("PRED", ABSTRACTION),
            Kind::Mirror => self.refuse_section("MIRROR", ABSTRACTION),
            Kind::ForeignSection => self.refuse_foreign_section(),
            _ => Err(self.unexpected_keyword("a section such as VAR, ASSIGN or LTLSPEC", SECTIONS)),
        }
    }

    fn refuse_section(&mut self, construct: &str, help: &str) -> Checked<()> {
        let reported = self.unsupported(construct, help);
        self.bump();
        Err(reported)
    }

    fn refuse_foreign_section(&mut self) -> Checked<()> {
        let word = self.text_of(self.token());
        let what = FOREIGN_SECTIONS.iter().find(|(name, _)| *name == word).map_or(word, |(_, what)| what);
        let help = match word {
            "CONSTRAINT" => "write INIT, INVAR or TRANS",
            "PREDICATES" => ABSTRACTION,
            "URGENT" => refused::TIMED,
            _ => "remove it: states, steps and properties are read",
        };
        let result = self.refuse_section(what, help);
        if word == "PARSYNTH" {
            // The property of a synthesis is no property of the model.
            self.skip_until(|p| matches!(p.kind(), Kind::Semi | Kind::Module | Kind::End));
        }
        result
    }

    /// Declarations that each end with `;`, up to the next section.
    fn declarations(&mut self, items: &mut Vec<Item>, one: impl Fn(&mut Self) -> Checked<Item>) -> Checked<()> {
        self.bump();
        while !self.kind().begins_section() {
            self.begun = (self.at(), SECTIONS);
            let item = one(self).and_then(|item| self.end_of_declaration().map(|()| item));
            match item {
                Ok(item) => items.push(item),
                Err(_) => self.recover(),
            }
        }
        Ok(())
    }

    fn end_of_declaration(&mut self) -> Checked<()> {
        if self.eat(Kind::Semi) {
            return Ok(());
        }
        let before = self.token_at(self.at().saturating_sub(1));
        let diagnostic = self.unexpected_diagnostic("`;`").label(self.span_of(before), "the declaration ends here");
        Err(self.report(diagnostic))
    }

    /// A section that consists of one item; its `;` may be left out.
    fn single(&mut self, items: &mut Vec<Item>, body: impl Fn(&mut Self) -> Checked<Item>) -> Checked<()> {
        let keyword = self.bump();
        items.push(body(self)?);
        if self.eat(Kind::Semi) || self.kind().begins_section() {
            return match self.kind().begins_section() || self.kind() == Kind::Semi {
                true => Ok(()),
                false => Err(self.second_item(keyword)),
            };
        }
        Err(self.unexpected_keyword("`;` or a section", SECTIONS))
    }

    fn second_item(&mut self, keyword: crate::smv::token::Token) -> wherefore_syntax::Reported {
        let word = self.text_of(keyword);
        let diagnostic = self.unexpected_diagnostic("a section such as VAR, ASSIGN or LTLSPEC");
        let diagnostic = self
            .meant(self.at(), SECTIONS)
            .into_iter()
            .fold(diagnostic, Diagnostic::help)
            .help(format!("`{word}` takes one expression; write `{word}` again for the next"));
        self.report(diagnostic)
    }

    fn variable(&mut self, section: VarSection) -> Checked<Item> {
        let name = self.flat_name()?;
        self.expect(Kind::Colon)?;
        Ok(Item::Var { section, name, ty: self.ty()? })
    }

    /// A name, or in a model that was made flat a name with dots.
    fn flat_name(&mut self) -> Checked<Ident> {
        let first = self.at();
        let mut name = self.ident()?;
        while self.kind() == Kind::Dot && self.kind_ahead(1) == Kind::Ident {
            self.bump();
            self.bump();
            name = self.dotted_name(self.span_from(first));
        }
        Ok(name)
    }

    /// The name that a text with dots is.
    pub(super) fn dotted_name(&mut self, span: Span) -> Ident {
        let text = self.cursor.tokens().text.get(span.start as usize..span.end as usize).unwrap_or_default();
        let bare: String = text.split_whitespace().collect();
        Ident { symbol: self.ast.intern(&bare), span }
    }

    fn define(&mut self) -> Checked<Item> {
        let target = self.path()?;
        let (instance, name) = match self.ast.expr(target) {
            Expr::Name(symbol) => (None, Ident { symbol: *symbol, span: self.ast.span(target) }),
            Expr::Dot(instance, name) => {
                let (instance, name) = (*instance, *name);
                self.dotted_name(self.ast.span(target));
                (Some(instance), name)
            }
            _ => {
                let (span, headline) = (self.ast.span(target), "only a name can be defined");
                return Err(self.report(Diagnostic::at(codes::SYNTAX, span, headline, "not a name")));
            }
        };
        self.expect(Kind::Becomes)?;
        Ok(Item::Define { instance, name, body: self.expr()? })
    }

    fn assign(&mut self) -> Checked<Item> {
        let first = self.at();
        let kind = match self.kind() {
            Kind::InitOf => AssignKind::Init,
            Kind::Next => AssignKind::Next,
            _ => AssignKind::Now,
        };
        let target = match kind {
            AssignKind::Now => self.path()?,
            _ => {
                self.bump();
                let open = self.token();
                self.expect(Kind::LParen)?;
                let target = self.path()?;
                self.expect_close(open, Kind::RParen)?;
                target
            }
        };
        self.expect(Kind::Becomes)?;
        let value = self.expr()?;
        Ok(Item::Assign { kind, target, value, span: self.span_from(first) })
    }

    /// A name with members and indices.
    fn path(&mut self) -> Checked<ExprId> {
        match self.kind() {
            Kind::Ident | Kind::SelfName => self.primary(),
            _ => Err(self.unexpected("a variable")),
        }
    }

    fn constants(&mut self) -> Checked<Item> {
        let mut names: Vec<Ident> = Vec::new();
        loop {
            match self.kind() {
                // Integers are constants anyway.
                Kind::Int => drop(self.bump()),
                _ => names.push(self.ident()?),
            }
            if !self.eat(Kind::Comma) {
                return Ok(Item::Constants(names));
            }
        }
    }

    fn constraint(&mut self, kind: ConstraintKind) -> Checked<Item> {
        Ok(Item::Constraint { kind, expr: self.expr()? })
    }

    fn compassion(&mut self) -> Checked<Item> {
        let open = self.token();
        self.expect(Kind::LParen)?;
        let premise = self.expr()?;
        self.expect(Kind::Comma)?;
        let conclusion = self.expr()?;
        self.expect_close(open, Kind::RParen)?;
        Ok(Item::Compassion { premise, conclusion })
    }

    fn spec(&mut self, kind: SpecKind) -> Checked<Item> {
        let name = self.spec_name()?;
        let formula: ExprId = self.expr()?;
        Ok(Item::Spec { kind, name, formula, context: self.spec_context()? })
    }

    /// `MIN [from, to]` or `MAX [from, to]`.
    fn compute(&mut self) -> Checked<Item> {
        let name = self.spec_name()?;
        let first = self.at();
        let kind = match self.kind() {
            Kind::Min => QuantityKind::Least,
            Kind::Max => QuantityKind::Most,
            _ => return Err(self.unexpected("`MIN` or `MAX`")),
        };
        self.bump();
        let open = self.token();
        self.expect(Kind::LBracket)?;
        let from = self.expr()?;
        self.expect(Kind::Comma)?;
        let to = self.expr()?;
        self.expect_close(open, Kind::RBracket)?;
        let span = self.span_from(first);
        Ok(Item::Compute { kind, name, from, to, context: self.spec_context()?, span })
    }

    /// `NAME n :=`, if it is there.
    pub(super) fn spec_name(&mut self) -> Checked<Option<Ident>> {
        if !self.eat(Kind::Name) {
            return Ok(None);
        }
        let name = self.ident()?;
        self.expect(Kind::Becomes)?;
        Ok(Some(name))
    }

    /// `IN instance`, if it is there.
    pub(super) fn spec_context(&mut self) -> Checked<Option<ExprId>> {
        match self.eat(Kind::In) {
            true => self.path().map(Some),
            false => Ok(None),
        }
    }
}
