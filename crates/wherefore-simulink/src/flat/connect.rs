//! Which output drives which input.

use super::{Flat, InstanceId, MOST_PORTS, SystemId, Wire, port_number};
use crate::codes;
use crate::document::{Endpoint, Port};
use wherefore_diag::Diagnostic;
use wherefore_syntax::{Checked, Reporter};

impl Flat<'_> {
    /// Follows all lines, then the ports of subsystems, then tags.
    pub(super) fn connect(&mut self, report: &mut Reporter) -> Checked<()> {
        for place in (0..self.places.len() as u32).map(SystemId) {
            self.lines(place, report)?;
        }
        for id in self.ids() {
            match self.get(id).kind.as_str() {
                "Inport" | "InportShadow" => self.inport(id),
                "From" => self.tagged(id, report)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn lines(&mut self, place: SystemId, report: &mut Reporter) -> Checked<()> {
        let system = self.place(place).system;
        for line in &system.lines {
            let Some(source) = line.source else { continue };
            let Some(wire) = self.driver(place, source) else { continue };
            for (destination, span) in line.destinations() {
                let id = self.place(place).instances[destination.block];
                let instance = &mut self.instances[id.0 as usize];
                match destination.port {
                    Port::In(number) if number <= MOST_PORTS => {
                        if instance.inputs.len() < number {
                            instance.inputs.resize(number, None);
                            instance.input_names.resize(number, String::new());
                        }
                        if instance.inputs[number - 1].replace(wire).is_some() {
                            let headline = format!("input {number} of `{}` is driven twice", instance.path);
                            let span = span.unwrap_or(line.span);
                            return Err(report.push(Diagnostic::at(
                                codes::STRUCTURE,
                                span,
                                headline,
                                "the second line",
                            )));
                        }
                        instance.input_names[number - 1] = line.name.clone();
                    }
                    port => instance.control.push((port, wire)),
                }
            }
        }
        Ok(())
    }

    /// The block that gives the signal of an output: inside of a subsystem it is the port block.
    fn driver(&self, place: SystemId, source: Endpoint) -> Option<Wire> {
        let from = self.place(place).instances[source.block];
        let Port::Out(number) = source.port else { return Some(Wire { from, port: 0 }) };
        let port = number - 1;
        match self.get(from).inside {
            Some(inside) => Some(Wire { from: self.port_block(inside, "Outport", port)?, port: 0 }),
            None => Some(Wire { from, port }),
        }
    }

    /// An input port of a subsystem is driven by what the subsystem is connected to.
    fn inport(&mut self, id: InstanceId) {
        let (number, system) = (port_number(self.get(id).block), self.get(id).system);
        let Some(owner) = self.place(system).owner else { return };
        let wire = self.get(owner).inputs.get(number).copied().flatten();
        let name = self.get(owner).input_names.get(number).cloned().unwrap_or_default();
        let instance = &mut self.instances[id.0 as usize];
        (instance.inputs, instance.input_names) = (vec![wire], vec![name]);
    }

    /// A `From` is driven by what the `Goto` with its tag is.
    fn tagged(&mut self, id: InstanceId, report: &mut Reporter) -> Checked<()> {
        let tag = self.get(id).block.parameters.get("GotoTag").unwrap_or("A").to_owned();
        let Some(goto) = self.ids().find(|g| self.is_seen(*g, &tag, self.get(id).system)) else {
            let from = self.get(id);
            let headline = format!("`{}`: no Goto with the tag `{tag}` is seen from here", from.path);
            return Err(report.push(Diagnostic::at(codes::STRUCTURE, from.block.span, headline, "no such tag")));
        };
        self.instances[id.0 as usize].inputs = vec![Some(Wire { from: goto, port: 0 })];
        self.instances[id.0 as usize].input_names = self.get(goto).input_names.clone();
        Ok(())
    }

    /// Whether a block is the `Goto` of a tag that is seen in a system.
    fn is_seen(&self, goto: InstanceId, tag: &str, system: SystemId) -> bool {
        let instance = self.get(goto);
        if instance.kind != "Goto" || instance.block.parameters.get("GotoTag").unwrap_or("A") != tag {
            return false;
        }
        match instance.block.parameters.get("TagVisibility").unwrap_or("local") {
            "global" => true,
            "scoped" => self.shares_scope(instance.system, tag, system),
            _ => instance.system == system,
        }
    }

    /// Whether a block `GotoTagVisibility` for the tag lies in a system around both.
    fn shares_scope(&self, one: SystemId, tag: &str, other: SystemId) -> bool {
        let around = |inner: SystemId| std::iter::successors(Some(inner), |s| self.place(*s).parent);
        let declares = |id: &InstanceId| {
            let block = self.get(*id).block;
            block.kind == "GotoTagVisibility" && block.parameters.get("GotoTag").unwrap_or("A") == tag
        };
        around(one).any(|s| self.place(s).instances.iter().any(declares) && around(other).any(|o| o == s))
    }
}
