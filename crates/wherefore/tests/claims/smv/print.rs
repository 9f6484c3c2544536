//! A small model as SMV text, with the lines on which its parts stand.

use super::{Branch, Control, Course, Lines, Smv};
use crate::term::{Kind, Term};

struct Page {
    text: String,
    line: usize,
}

impl Page {
    /// Writes a line, and says its number.
    fn write(&mut self, line: &str) -> usize {
        self.text.push_str(line);
        self.text.push('\n');
        self.line += 1;
        self.line
    }
}

fn sort(kind: &Kind) -> String {
    match kind {
        Kind::Bool => "boolean".to_owned(),
        Kind::Range(low, high) => format!("{low}..{high}"),
        Kind::Enum(names) => format!("{{{}}}", names.join(", ")),
    }
}

impl Smv {
    /// The text, and where what stands.
    pub fn print(&self) -> (String, Lines) {
        let mut page = Page { text: String::new(), line: 0 };
        let mut lines = Lines::default();
        page.write("MODULE main");
        self.declarations(&mut page, &mut lines);
        self.definitions(&mut page, &mut lines);
        self.assignments(&mut page, &mut lines);
        for (word, list) in [("INIT", &self.init), ("INVAR", &self.invar), ("TRANS", &self.trans)] {
            for term in list {
                page.write(&format!("{word} {};", term.spell(&self.vars)));
            }
        }
        page.write(&format!("INVARSPEC NAME p := {};", self.property.spell(&self.vars)));
        (page.text, lines)
    }

    fn declarations(&self, page: &mut Page, lines: &mut Lines) {
        let mut section = "";
        for (var, course) in self.vars.iter().zip(&self.courses) {
            let word = if matches!(course, Course::Input) { "IVAR" } else { "VAR" };
            if word != section {
                page.write(word);
                section = word;
            }
            lines.vars.push(page.write(&format!("  {} : {};", var.name, sort(&var.kind))));
        }
    }

    fn definitions(&self, page: &mut Page, lines: &mut Lines) {
        if self.controls.iter().any(|c| c.branches.iter().any(|b| b.define.is_some())) {
            page.write("DEFINE");
        }
        for control in &self.controls {
            let define = |b: &Branch| {
                let (name, condition) = (b.define.as_ref()?, control.condition(&self.vars, b)?);
                Some(page.write(&format!("  {name} := {};", condition.spell(&self.vars))))
            };
            lines.defines.push(control.branches.iter().map(define).collect());
        }
    }

    fn assignments(&self, page: &mut Page, lines: &mut Lines) {
        page.write("ASSIGN");
        lines.branches = vec![Vec::new(); self.controls.len()];
        for (var, course) in self.courses.iter().enumerate() {
            let (name, kind) = (&self.vars[var].name, &self.vars[var].kind);
            match self.first[var].as_slice() {
                [] => {}
                [one] => drop(page.write(&format!("  init({name}) := {};", kind.spell(*one)))),
                list => {
                    let words: Vec<String> = list.iter().map(|v| kind.spell(*v)).collect();
                    page.write(&format!("  init({name}) := {{{}}};", words.join(", ")));
                }
            }
            match course {
                Course::Input | Course::Free => {}
                Course::Own(term) => drop(page.write(&format!("  next({name}) := {};", term.spell(&self.vars)))),
                Course::Control(c) => {
                    let control = &self.controls[*c];
                    let target = |b: &Branch| {
                        let words: Vec<String> = b.targets.iter().map(|t| kind.spell(*t)).collect();
                        match words.as_slice() {
                            [] => name.clone(),
                            [one] => one.clone(),
                            list => format!("{{{}}}", list.join(", ")),
                        }
                    };
                    lines.branches[*c] = self.case(page, name, control, target);
                }
                Course::Follows(c, terms) => {
                    let control = &self.controls[*c];
                    let mut terms = terms.iter().map(|t: &Term| t.spell(&self.vars));
                    self.case(page, name, control, |_| terms.next().unwrap_or_default());
                }
            }
        }
    }

    /// A `case` over the branches of a control variable; the line of each branch.
    fn case(
        &self,
        page: &mut Page,
        name: &str,
        control: &Control,
        mut value: impl FnMut(&Branch) -> String,
    ) -> Vec<usize> {
        page.write(&format!("  next({name}) := case"));
        let mut lines = Vec::new();
        for branch in &control.branches {
            let condition = control.condition(&self.vars, branch).map(|c| c.spell(&self.vars));
            let words = branch.define.clone().or(condition).unwrap_or_else(|| "TRUE".to_owned());
            lines.push(page.write(&format!("    {words} : {};", value(branch))));
        }
        page.write("  esac;");
        lines
    }
}
