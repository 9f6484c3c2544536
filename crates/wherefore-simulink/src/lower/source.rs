//! Where signals come from and go to: ports of the outermost system, constants, and outputs that are free.

use super::{Lowerer, Signal};
use crate::codes;
use crate::flat::{InstanceId, SystemId, port_number};
use crate::matlab::Class;
use crate::signal::{Type, sort};
use num_traits::ToPrimitive;
use std::rc::Rc;
use wherefore_diag::Diagnostic;
use wherefore_ir::{ElementId, Output, Sort};
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    /// The inputs of the model, in the order of their ports.
    pub(super) fn root_inputs(&mut self) -> Checked<()> {
        let mut ports = self.root_ports(&["Inport"]);
        ports.extend(self.root_ports(&["InportShadow"]));
        for id in ports {
            let number = port_number(self.block(id));
            let shadowed =
                self.flat.port_block(SystemId(0), "Inport", number).filter(|_| self.instance(id).kind != "Inport");
            let signal = match shadowed.and_then(|inport| self.signals.get(&(inport, 0)).cloned()) {
                Some(signal) => signal,
                None => {
                    let given = self.free(id, 0)?;
                    Rc::new(self.sampled(id, given)?)
                }
            };
            self.signals.insert((id, 0), signal);
        }
        Ok(())
    }

    fn root_ports(&self, kinds: &[&str]) -> Vec<InstanceId> {
        let all = self.flat.place(SystemId(0)).instances.iter().copied();
        let mut ports: Vec<InstanceId> = all.filter(|id| kinds.contains(&self.instance(*id).kind.as_str())).collect();
        ports.sort_by_key(|id| port_number(self.block(*id)));
        ports
    }

    /// The outputs of the model.
    pub(super) fn outputs(&mut self) -> Checked<()> {
        for id in self.root_ports(&["Outport"]) {
            let signal = self.signal(crate::flat::Wire { from: id, port: 0 })?;
            let element = self.element(id);
            let title = self.block(id).title();
            for (index, block) in signal.elements.iter().enumerate() {
                let name = if signal.elements.len() == 1 { title.clone() } else { format!("{title}[{}]", index + 1) };
                let term = self.builder.value(*block);
                self.builder.system.annexes.outputs.push(Output { name, term, element: Some(element) });
            }
        }
        Ok(())
    }

    /// An output that nothing determines.
    pub(super) fn free_output(&mut self, id: InstanceId, port: usize) -> Checked<Signal> {
        let instance = self.flat.get(id);
        let headline = format!("the outputs of `{}` are free: they may have any value at any time", instance.path);
        let diagnostic = Diagnostic::at(codes::OPENED, instance.block.span, headline, "not looked into");
        self.report.push(diagnostic);
        self.free(id, port)
    }

    fn free(&mut self, id: InstanceId, port: usize) -> Checked<Signal> {
        let ty = self.type_of(id, port);
        let element = self.element(id);
        let several = self.block(id).ports(1).is_some_and(|n| n > 1);
        let path = self.instance(id).path.clone();
        let path = if several { format!("{path}:{}", port + 1) } else { path };
        let classes = ty.classes();
        let mut elements = Vec::with_capacity(classes.len());
        for (index, class) in classes.iter().enumerate() {
            let name = if classes.len() == 1 { path.clone() } else { format!("{path}[{}]", index + 1) };
            elements.push(self.variable(&name, *class, element, id)?);
        }
        Ok(Signal { ty, elements })
    }

    fn variable(
        &mut self,
        name: &str,
        class: Class,
        element: ElementId,
        id: InstanceId,
    ) -> Checked<wherefore_ir::network::BlockId> {
        let bounded = class.bounds().and_then(|(lo, hi)| Some(Sort::Range { lo: lo.to_i64()?, hi: hi.to_i64()? }));
        match self.builder.input(name, bounded.unwrap_or(sort(class)), Some(element)) {
            Some(block) => Ok(block),
            None => Err(self.unfit(id, &format!("two inputs have the name `{name}`"))),
        }
    }

    /// A constant.
    pub(super) fn constant(&mut self, id: InstanceId) -> Checked<Signal> {
        let Some(value) = self.parameter(id, "Value")? else {
            return Err(self.unsupported(id, "the constant has no value"));
        };
        let (class, shape) = self.array_of(id, 0)?;
        if value.elements.iter().any(|n| n.finite().is_none()) {
            return Err(self.unsupported(id, "a value that is not finite"));
        }
        let elements = value.elements.iter().map(|n| self.number(&class.cast(n), class)).collect();
        Ok(Signal { ty: Type::Array(class, shape), elements })
    }
}
