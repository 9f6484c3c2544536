//! The parts of a diagram that people know by names: nobody reads its text, so a place in it is a block, a state or a transition.

use crate::document::{Model, System};
use crate::stateflow::Chart;
use wherefore_diag::{FileId, Landmark, Span};

/// The landmarks of a file: blocks, states, junctions, transitions and data, each where it begins and where its parameters are
/// written.
pub(crate) fn landmarks(model: &Model, file: FileId) -> Vec<Landmark> {
    let mut marks = Marks { file, found: Vec::new() };
    marks.blocks(&model.root);
    model.charts.iter().for_each(|chart| marks.chart(chart));
    marks.found
}

struct Marks {
    file: FileId,
    found: Vec<Landmark>,
}

impl Marks {
    fn add(&mut self, name: &str, id: &str, spans: impl IntoIterator<Item = Span>) {
        let here = spans.into_iter().filter(|span| span.file == self.file);
        self.found.extend(here.map(|span| Landmark { span, name: name.to_owned(), id: id.to_owned() }));
    }

    fn blocks(&mut self, root: &System) {
        let mut open = vec![(root, String::new())];
        while let Some((system, around)) = open.pop() {
            for block in &system.blocks {
                let path = format!("{around}{}", block.title());
                // What the file says of all blocks of a type stands elsewhere.
                let own = block.parameters.0.values().map(|p| p.span).filter(|p| p.start > block.span.start);
                self.add(&path, &block.sid, own.chain([block.span]));
                open.extend(block.system.as_ref().map(|inner| (inner, format!("{path}/"))));
            }
        }
    }

    fn chart(&mut self, chart: &Chart) {
        let path = chart.block_path();
        for (place, state) in chart.states.iter().enumerate() {
            let name = format!("{path}/{}", chart.path(place));
            self.add(&name, &state.id.to_string(), [state.span, state.label.span]);
        }
        for junction in &chart.junctions {
            self.add(&format!("{path}/junction {}", junction.id), &junction.id.to_string(), [junction.span]);
        }
        for transition in &chart.transitions {
            let numbers = transition.numbers;
            let spans = [numbers.source, numbers.destination, numbers.order].into_iter().flatten();
            let name = format!("{path}/{}", chart.title(transition));
            self.add(&name, &transition.id.to_string(), spans.chain([transition.span, transition.text.span]));
        }
        for datum in &chart.data {
            let first = datum.initial.as_ref().map(|p| p.span);
            self.add(&format!("{path}/{}", datum.name), &datum.id.to_string(), first.into_iter().chain([datum.span]));
        }
    }
}
