//! The example models, ready to be asked about their first property.

use std::sync::Arc;
use wherefore_check::{Cone, Observer, Options, Silent};
use wherefore_explain::machine::discover::{Hints, discover, restrict};
use wherefore_explain::machine::enumerate::MachineProblem;
use wherefore_ir::control::ControlGraph;
use wherefore_ir::{System, TermId};

pub struct Example {
    pub system: System,
    pub graph: ControlGraph,
    pub good: TermId,
}

impl Example {
    pub fn load(name: &str) -> Example {
        let path = format!("{}/../../examples/{name}.smv", env!("CARGO_MANIFEST_DIR"));
        #[expect(clippy::disallowed_methods, reason = "tests read the example models")]
        let text = std::fs::read_to_string(&path).unwrap();
        let mut system = wherefore_lang::smv::load(wherefore_diag::FileId(0), &text).system.unwrap();
        let good = system.properties[0].term;
        let graph = discover(&mut system, &Hints::default(), &|_| None).unwrap().graph;
        let cone = Cone::of(&system, &[good]).vars.into_iter().collect();
        let graph = restrict(&graph, &cone, &system.terms);
        Example { system, graph, good }
    }

    pub fn question<'a>(&'a self, options: &'a Options) -> MachineProblem<'a> {
        MachineProblem { system: &self.system, graph: &self.graph, good: self.good, options, most: 10_000 }
    }
}

pub fn silent() -> Arc<dyn Observer> {
    Arc::new(Silent)
}
