//! Definitions before a formula: `sort`, `cons`, `map`, `var`, `eqn`, and the word `form`.

use super::Parser;
use crate::syntax::{Constructor, Definitions, Equation};
use wherefore_syntax::{Checked, Descent};

const SECTIONS: &[&str] = &["sort", "cons", "map", "var", "eqn", "form"];

impl Parser<'_> {
    /// All sections up to `form`; nothing where a formula stands alone.
    pub(super) fn definitions(&mut self) -> Checked<Definitions> {
        let mut found = Definitions::default();
        loop {
            let word = self.word();
            match word {
                "form" => {
                    self.bump();
                    return Ok(found);
                }
                "sort" | "cons" | "map" | "var" | "eqn" => self.bump(),
                "glob" | "act" | "proc" | "init" => {
                    let span = self.span_of(self.token());
                    return Err(self.refuse(&format!("the section `{word}`"), span));
                }
                _ if found == Definitions::default() => return Ok(found),
                _ => return Err(self.unexpected("`form` and the formula")),
            };
            while !self.at_end() && !SECTIONS.contains(&self.word()) {
                match word {
                    "sort" => self.sort_definition(&mut found)?,
                    "eqn" => self.equation(&mut found)?,
                    _ => self.declaration(word, &mut found)?,
                }
                self.expect_sign(";")?;
            }
        }
    }

    fn sort_definition(&mut self, found: &mut Definitions) -> Checked<()> {
        let name = self.name("a sort")?;
        if !self.eat_sign("=") {
            return Ok(());
        }
        if !self.eat_word("struct") {
            let meant = self.function_sort()?;
            found.aliases.push((name, meant));
            return Ok(());
        }
        loop {
            let constructor = self.constructor(&name)?;
            found.constructors.push(constructor);
            if !self.eat_sign("|") {
                return Ok(());
            }
        }
    }

    /// `c(p: Nat, q: Bool)?is_c`
    fn constructor(&mut self, sort: &str) -> Checked<Constructor> {
        let name = self.name("a constructor")?;
        let projections = if self.sign() == "(" { self.list(")", Self::projection)? } else { Vec::new() };
        let recogniser = if self.eat_sign("?") { Some(self.name("a recogniser")?) } else { None };
        Ok(Constructor { name, sort: sort.to_owned(), projections, recogniser })
    }

    fn projection(&mut self) -> Checked<String> {
        let named = self.sign_ahead(1) == ":";
        let name = if named { self.name("a projection")? } else { String::new() };
        if named {
            self.bump();
        }
        self.function_sort()?;
        Ok(name)
    }

    /// `f, g: Nat # Nat -> Bool`
    fn declaration(&mut self, section: &str, found: &mut Definitions) -> Checked<()> {
        let mut names = vec![self.name("a name")?];
        while self.eat_sign(",") {
            names.push(self.name("a name")?);
        }
        self.expect_sign(":")?;
        let (mut sort, mut arity) = (self.sort()?, 0);
        while self.eat_sign("#") {
            self.sort()?;
            arity += 1;
        }
        if self.eat_sign("->") {
            sort = self.sort()?;
            arity += 1;
        }
        match section {
            "map" => found.functions.extend(names),
            "var" => found.variables.extend(names),
            _ => found.constructors.extend(names.into_iter().map(|name| Constructor {
                name,
                sort: sort.clone(),
                projections: vec![String::new(); arity],
                recogniser: None,
            })),
        }
        Ok(())
    }

    /// `b -> f(x) = e`
    fn equation(&mut self, found: &mut Definitions) -> Checked<()> {
        let mut left = self.data()?;
        let condition = if self.eat_sign("->") { Some(std::mem::replace(&mut left, self.data()?)) } else { None };
        self.expect_sign("=")?;
        let right = self.data()?;
        found.equations.push(Equation { condition, left, right });
        Ok(())
    }
}
