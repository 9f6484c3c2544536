//! Declarations: types, constants, nodes and functions.

use super::super::ast::{Const, Decl, Name, Node, Type, Variable, Variant};
use super::super::lexer::Kind;
use super::Parser;
use wherefore_syntax::{Checked, Descent};

/// Text before the parameters of a node.
struct Head {
    name: Name,
    is_function: bool,
    is_lemma: bool,
    is_imported: bool,
    is_recursive: bool,
}

/// Words that begin a declaration.
const DECLARATIONS: &[&str] = &["node", "function", "type", "const", "contract", "datatype", "lemma", "imported"];

impl Parser<'_> {
    /// One declaration, which may declare several names.
    pub(super) fn declaration(&mut self, found: &mut Vec<Decl>) -> Checked<()> {
        match self.word() {
            "type" => self.type_declaration(found),
            "datatype" => self.datatype(found),
            "const" | "param" => {
                let constants = self.constants()?;
                found.extend(constants.into_iter().map(Decl::Const));
                Ok(())
            }
            "contract" => {
                found.push(Decl::Contract(Box::new(self.contract_declaration()?)));
                Ok(())
            }
            "node" | "function" | "lemma" | "imported" | "opaque" | "transparent" => {
                found.push(Decl::Node(Box::new(self.node()?)));
                Ok(())
            }
            // Stray semicolons behind `tel` are common.
            _ if self.eat(";") => Ok(()),
            _ => {
                let wanted = "a declaration (`node`, `function`, `type`, `const` or `contract`)";
                Err(self.unexpected_keyword(wanted, DECLARATIONS))
            }
        }
    }

    /// `type A, B = t;` or `type A;`
    fn type_declaration(&mut self, found: &mut Vec<Decl>) -> Checked<()> {
        self.bump();
        let names = self.plain_names("the name of the type")?;
        let parameters = self.type_parameters()?;
        let body = match self.eat("=") {
            true => Some(self.ty()?),
            false => None,
        };
        if !self.eat(";") {
            return Err(self.unexpected(if body.is_some() { "`;`" } else { "`=` or `;`" }));
        }
        found.extend(names.into_iter().map(|name| Decl::Type {
            name,
            parameters: parameters.clone(),
            body: body.clone(),
        }));
        Ok(())
    }

    fn plain_names(&mut self, wanted: &str) -> Checked<Vec<Name>> {
        let mut list = vec![self.name(wanted)?];
        while self.eat(",") {
            list.push(self.name(wanted)?);
        }
        Ok(list)
    }

    /// `<T, U>`, or nothing.
    pub(super) fn type_parameters(&mut self) -> Checked<Vec<Name>> {
        if self.sign() != "<" {
            return Ok(Vec::new());
        }
        self.bracketed("<", &[",", ";"], ">", |p| {
            p.eat("type");
            p.name("the name of a type parameter")
        })
    }

    /// `datatype D<T> = A | B (x: int, y: T);`
    fn datatype(&mut self, found: &mut Vec<Decl>) -> Checked<()> {
        self.bump();
        let names = self.plain_names("the name of the data type")?;
        let parameters = self.type_parameters()?;
        self.expect("=")?;
        self.eat("|");
        let mut variants = vec![self.variant()?];
        while self.eat("|") {
            variants.push(self.variant()?);
        }
        self.expect(";")?;
        found.extend(names.into_iter().map(|name| Decl::Datatype {
            name,
            parameters: parameters.clone(),
            variants: variants.clone(),
        }));
        Ok(())
    }

    fn variant(&mut self) -> Checked<Variant> {
        let name = self.name("the name of a constructor")?;
        let mut fields = Vec::new();
        if self.sign() == "(" {
            let parts = self.bracketed("(", &[",", ";"], ")", Self::field_type)?;
            // A field without a name is called by its number.
            let named = |(index, (name, ty)): (usize, (Option<Name>, Type))| {
                (name.unwrap_or(Name { text: index.to_string(), span: ty.span }), ty)
            };
            fields = parts.into_iter().enumerate().map(named).collect();
        }
        Ok(Variant { name, fields })
    }

    fn field_type(&mut self) -> Checked<(Option<Name>, Type)> {
        let name = match self.sign_ahead(1) {
            ":" => {
                let name = self.name("the name of a field")?;
                self.expect(":")?;
                Some(name)
            }
            _ => None,
        };
        Ok((name, self.ty()?))
    }

    /// `const a: t = e; b = f; c, d: u;`
    pub(super) fn constants(&mut self) -> Checked<Vec<Const>> {
        self.bump();
        let mut found = Vec::new();
        loop {
            let names = self.names("the name of a constant")?;
            let ty = match self.eat(":") {
                true => Some(self.ty()?),
                false => None,
            };
            let value = match self.eat("=") {
                true => Some(self.expr()?),
                false if ty.is_some() => None,
                false => return Err(self.unexpected("`:` or `=`")),
            };
            match value.is_some() {
                true => self.expect_end()?,
                false => self.expect(";")?,
            }
            found.extend(names.into_iter().map(|name| Const { name, ty: ty.clone(), value: value.clone() }));
            if !self.at_name() || !matches!(self.sign_ahead(1), ":" | "=" | ",") {
                return Ok(found);
            }
        }
    }

    /// A node, a function or a lemma, from its first word to `tel`.
    fn node(&mut self) -> Checked<Node> {
        let first = self.at();
        let head = self.head()?;
        let type_parameters = self.type_parameters()?;
        let inputs = self.parameters()?;
        let outputs = if head.is_lemma && self.word() != "returns" { Vec::new() } else { self.outputs()? };
        self.eat(";");
        let mut node = Node {
            name: head.name,
            is_function: head.is_function,
            is_imported: head.is_imported,
            is_recursive: head.is_recursive,
            type_parameters,
            inputs,
            outputs,
            contract: self.inline_contract()?,
            locals: Vec::new(),
            constants: Vec::new(),
            body: Vec::new(),
            is_main: false,
            span: self.span_from(first),
        };
        node.is_imported |= node.is_function && !self.begins_body();
        if !node.is_imported {
            self.node_body(&mut node)?;
        }
        node.span = self.span_from(first);
        Ok(node)
    }

    /// `opaque function imported rec f`, or fewer of these words.
    fn head(&mut self) -> Checked<Head> {
        let mut is_imported = false;
        while matches!(self.word(), "opaque" | "transparent" | "imported") {
            is_imported |= self.word() == "imported";
            self.bump();
        }
        let is_lemma = self.word() == "lemma";
        let is_function = is_lemma || self.word() == "function";
        if !is_function && self.word() != "node" {
            return Err(self.unexpected("`node` or `function`"));
        }
        self.bump();
        let mut is_recursive = false;
        while matches!(self.word(), "imported" | "rec") && !self.word_ahead(1).is_empty() {
            is_imported |= self.word() == "imported";
            is_recursive |= self.word() == "rec";
            self.bump();
        }
        self.dotted.clear();
        let name = self.stream_name("the name of the node")?;
        if self.dotted.contains(&name.text) {
            self.dotted_nodes.insert(name.text.clone());
        }
        Ok(Head { name, is_function, is_lemma, is_imported, is_recursive })
    }

    /// Whether a body follows. Without one, a function is imported, as JKind has it; a constant that follows is then a
    /// declaration of its own.
    fn begins_body(&self) -> bool {
        let rest = self.cursor.tokens().tokens.iter().skip(self.at()).filter(|t| t.kind == Kind::Word);
        let mut words = rest.map(|t| self.text_of(*t));
        match self.word() {
            "const" | "param" => {
                let ends = |w: &&str| matches!(*w, "let" | "var" | "tel" | "node" | "function" | "type" | "contract");
                words.find(ends).is_some_and(|w| w == "let" || w == "var")
            }
            "imported" | "opaque" | "transparent" => false,
            _ => self.kind() != Kind::End && !self.at_declaration(),
        }
    }

    /// `(a, b: t; const c: u)`
    pub(super) fn parameters(&mut self) -> Checked<Vec<Variable>> {
        let groups = self.bracketed("(", &[";"], ")", Self::variables)?;
        Ok(groups.into_iter().flatten().collect())
    }

    pub(super) fn outputs(&mut self) -> Checked<Vec<Variable>> {
        self.expect("returns")?;
        self.parameters()
    }

    /// Locals and equations.
    fn node_body(&mut self, node: &mut Node) -> Checked<()> {
        loop {
            match (self.kind(), self.word()) {
                (Kind::Word, "const" | "param") => node.constants.extend(self.constants()?),
                (Kind::Word, "var") => node.locals.extend(self.locals()?),
                (Kind::Word, "let") => break,
                (Kind::Pragma, _) => self.pragma(&mut node.body, &mut node.is_main)?,
                _ => return Err(self.unexpected("`let`, `var` or `const`")),
            }
        }
        let open = self.token();
        self.bump();
        while self.word() != "tel" {
            if self.kind() == Kind::End || self.at_declaration() {
                self.expect_close(open, "tel")?;
            }
            match self.kind() {
                Kind::Pragma => self.pragma(&mut node.body, &mut node.is_main)?,
                _ => {
                    let item = self.nested(Self::item)?;
                    node.body.push(item);
                }
            }
        }
        self.bump();
        if matches!(self.sign(), ";" | ".") {
            self.bump();
        }
        Ok(())
    }

    /// `var a, b: t; c: u;`
    fn locals(&mut self) -> Checked<Vec<Variable>> {
        self.bump();
        let mut found = Vec::new();
        // A word before another one begins the next section: `param p: int;`.
        while found.is_empty() || (self.at_name() && self.word_ahead(1).is_empty()) || self.sign() == "(" {
            found.extend(self.variables()?);
            self.expect(";")?;
        }
        Ok(found)
    }
}
