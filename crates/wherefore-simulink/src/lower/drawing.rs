//! The diagram as it was drawn, with the streams of the network that flow along its lines.

mod geometry;
mod symbol;

use super::Lowerer;
use crate::document::{Endpoint, Line, Port, System};
use crate::flat::{InstanceId, Place, SystemId};
use crate::stateflow::drawing::{Around, sheets as chart_sheets};
use crate::stateflow::lower::chart_of;
use geometry::Ports;
use std::collections::BTreeMap;
use wherefore_diag::Span;
use wherefore_ir::ElementId;
use wherefore_ir::drawing::{self, Drawing, Note, Sheet};
use wherefore_ir::network::BlockId;

/// How many blocks are drawn; systems beyond are not opened.
const MOST_BLOCKS: usize = 20_000;
/// How many streams of a line are kept.
const MOST_STREAMS: usize = 64;
/// How long names and words may be.
const LONGEST: usize = 400;

impl Lowerer<'_, '_> {
    /// The picture of the model that is called `name`.
    pub(super) fn drawing(&self, name: &str) -> Drawing {
        let mut drawing =
            Drawing { name: name.to_owned(), step: self.step.as_ref().map(ToString::to_string), ..Drawing::default() };
        // The sheet of each system; a system stands before those inside of it.
        let mut sheets: Vec<Option<usize>> = vec![None; self.flat.places.len()];
        let mut room = MOST_BLOCKS;
        for (index, place) in self.flat.places.iter().enumerate() {
            let around = place.parent.map(|p| sheets.get(p.0 as usize).copied().flatten());
            if place.instances.len() > room || around == Some(None) {
                drawing.left_out += 1;
                continue;
            }
            room -= place.instances.len();
            sheets[index] = Some(drawing.sheets.len());
            let owner = self.owner(place, around.flatten(), &mut drawing);
            let sheet = self.sheet(SystemId(index as u32), owner, &drawing);
            drawing.sheets.push(sheet);
        }
        self.charts_inside(&mut drawing, &sheets);
        drawing
    }

    /// The insides of charts.
    fn charts_inside(&self, drawing: &mut Drawing, sheets: &[Option<usize>]) {
        let elements: BTreeMap<Span, ElementId> =
            self.builder.system.elements.iter().filter_map(|(id, e)| Some((e.span?, id))).collect();
        let mut taken: BTreeMap<ElementId, Vec<BlockId>> = BTreeMap::new();
        let network = self.builder.network();
        for (id, block) in network.ids().map(|id| (id, network.block(id))) {
            if let Some(element) = block.element.filter(|_| block.name.as_ref().is_some_and(|n| n.contains("->"))) {
                taken.entry(element).or_default().push(id);
            }
        }
        for id in self.flat.ids() {
            let instance = self.flat.get(id);
            let Some(chart) = chart_of(self.flat, id).filter(|_| instance.kind == "Chart") else { continue };
            let Some(sheet) = sheets.get(instance.system.0 as usize).copied().flatten() else { continue };
            let at = self.flat.place(instance.system).instances.iter().position(|i| *i == id);
            let first = drawing.sheets.len();
            let Some((at, block)) = at.and_then(|at| Some((at, drawing.sheets.get_mut(sheet)?.blocks.get_mut(at)?)))
            else {
                continue;
            };
            block.inside = Some(first);
            let block = block.clone();
            let around = Around {
                first,
                owner: (sheet, at),
                path: &block.path,
                full_path: &block.full_path,
                title: &block.title,
                element: &|span| elements.get(&span).copied(),
                streams: &|element| {
                    taken.get(&element).map_or_else(Vec::new, |s| s.iter().copied().take(MOST_STREAMS).collect())
                },
            };
            drawing.sheets.extend(chart_sheets(chart, &around));
        }
    }

    /// The block that a system is the inside of; it learns where that is drawn.
    fn owner(&self, place: &Place<'_>, around: Option<usize>, drawing: &mut Drawing) -> Option<(usize, usize)> {
        let (sheet, owner) = (around?, place.owner?);
        let all = &self.flat.place(self.flat.get(owner).system).instances;
        let at = all.iter().position(|id| *id == owner)?;
        let inside = drawing.sheets.len();
        drawing.sheets.get_mut(sheet)?.blocks.get_mut(at)?.inside = Some(inside);
        Some((sheet, at))
    }

    fn sheet(&self, id: SystemId, owner: Option<(usize, usize)>, drawing: &Drawing) -> Sheet {
        let place = self.flat.place(id);
        let around = owner.and_then(|(sheet, block)| drawing.sheets.get(sheet)?.blocks.get(block));
        let prefix = around.map_or(drawing.name.as_str(), |b| b.full_path.as_str());
        let ports = Ports::of(place.system);
        let block = |(at, id): (usize, &InstanceId)| self.drawn(*id, prefix, ports.counts(at));
        let blocks: Vec<drawing::Block> = place.instances.iter().enumerate().map(block).collect();
        let lines = place.system.lines.iter().filter_map(|line| self.line(line, place, &ports, &blocks)).collect();
        let title = around.map_or_else(String::new, |b| b.title.clone());
        Sheet { title, owner, lines, notes: notes(place.system), blocks }
    }

    fn drawn(&self, id: InstanceId, prefix: &str, (inputs, outputs): (usize, usize)) -> drawing::Block {
        let instance = self.flat.get(id);
        let block = instance.block;
        let kind = if instance.kind == "opened" { &block.kind } else { &instance.kind };
        drawing::Block {
            path: instance.path.clone(),
            full_path: format!("{prefix}/{}", block.name.replace('/', "//")),
            sid: block.sid.clone(),
            title: block.title(),
            is_titled: block.parameters.get("ShowName") != Some("off"),
            kind: kind.clone(),
            symbol: shortened(&symbol::symbol(kind, block)),
            is_round: kind == "Sum" && block.parameters.get("IconShape") == Some("round"),
            position: block.position,
            facing: geometry::facing(&block.parameters),
            inputs,
            outputs,
            inside: None,
            element: self.elements.get(&id).copied(),
            span: Some(block.span),
        }
    }

    fn line(&self, line: &Line, place: &Place<'_>, ports: &Ports, blocks: &[drawing::Block]) -> Option<drawing::Line> {
        let source = line.source?;
        let Port::Out(number) = source.port else { return None };
        let parts = geometry::parts(line, place.system, ports, blocks)?;
        Some(drawing::Line {
            name: shortened(&line.name),
            source: Some((source.block, number - 1)),
            parts,
            streams: self.streams(place, source, number - 1),
        })
    }

    /// The streams that an output gives, if they were built.
    fn streams(&self, place: &Place<'_>, source: Endpoint, port: usize) -> Vec<BlockId> {
        let Some(from) = place.instances.get(source.block).copied() else { return Vec::new() };
        let driver = match self.flat.get(from).inside {
            Some(inside) => self.flat.port_block(inside, "Outport", port).map(|outport| (outport, 0)),
            None => Some((from, port)),
        };
        let signal = driver.and_then(|key| self.signals.get(&key));
        signal.map_or_else(Vec::new, |s| s.elements.iter().copied().take(MOST_STREAMS).collect())
    }
}

fn notes(system: &System) -> Vec<Note> {
    let note = |a: &crate::document::Annotation| {
        let (x, y) = (a.position.first().copied()?, a.position.get(1).copied()?);
        (!a.text.trim().is_empty()).then(|| Note { text: shortened(a.text.trim()), at: (x, y) })
    };
    system.annotations.iter().filter_map(note).collect()
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
