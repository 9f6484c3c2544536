//! Synchronous programs: the picture of their blocks.

use super::Run;
use crate::args::Format;
use wherefore::Language;
use wherefore_check::Finding;
use wherefore_explain::{Class, Inquiry};
use wherefore_ir::System;
use wherefore_report::build;
use wherefore_report::document::Inquiry as View;
use wherefore_report::document::flow::Diagram;

impl Run<'_> {
    /// Fills the report, as far as it gets.
    pub(super) fn investigate_program(&mut self, language: Language) {
        if self.arguments.format() == Format::Autx && self.refuses_format() {
            return;
        }
        self.investigate_read(language);
    }

    /// The picture of what was found, if one was asked for: the blocks that the property depends on, and the cause of the
    /// class that was asked for, or of the first. What is not violated has none.
    pub(super) fn picture(
        &self,
        system: &System,
        finding: &Finding,
        inquiry: Option<&Inquiry>,
        view: Option<&View>,
    ) -> Option<Diagram> {
        let is_violated = matches!(finding.verdict, wherefore_check::Verdict::Violated(_));
        if self.arguments.format() != Format::Dot || !is_violated {
            return None;
        }
        let index = match (self.task.class(), view) {
            (Some(name), Some(view)) => view.find(name)?,
            _ => 0,
        };
        let class: Option<&Class> = inquiry.and_then(|i| i.classes.get(index));
        build::diagram(system, &finding.property, class.map(|c| (index, c)))
    }
}
