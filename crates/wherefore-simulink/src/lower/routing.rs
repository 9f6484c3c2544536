//! Vectors, matrices and buses: elements put together and taken apart.

use super::{Lowerer, Signal};
use crate::flat::InstanceId;
use crate::signal::{Shape, Type};
use crate::types::routing::{demux_sizes, member, selected_indices};
use std::rc::Rc;
use wherefore_ir::network::BlockId;
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    pub(super) fn routed(&mut self, id: InstanceId, port: usize) -> Checked<Signal> {
        match self.instance(id).kind.as_str() {
            "Mux" | "Concatenate" => self.joined(id),
            "Create 3x3 Matrix" => self.matrix_of_nine(id),
            "Reshape" => {
                let input = self.input(id, 0)?;
                let ty = self.type_of(id, 0);
                if ty.count() != input.elements.len() {
                    return Err(self.unfit(id, "the number of elements changes"));
                }
                Ok(self.wires(id, &Signal { ty, elements: input.elements.clone() }))
            }
            "Selector" => self.selected(id),
            "Demux" => self.demux(id, port),
            "BusSelector" => self.bus_member(id, port),
            _ => {
                let inputs = self.inputs(id)?;
                let elements = inputs.iter().flat_map(|s| s.elements.iter().copied()).collect();
                Ok(Signal { ty: self.type_of(id, 0), elements })
            }
        }
    }

    fn joined(&mut self, id: InstanceId) -> Checked<Signal> {
        let inputs = self.inputs(id)?;
        let (class, shape) = self.array_of(id, 0)?;
        let stacked = self.text(id, "Mode") == "Multidimensional array"
            && self.parameter(id, "ConcatenateDimension")?.and_then(|v| v.as_scalar()?.to_integer()) == Some(1);
        let blocks =
            if stacked { self.below(id, &inputs)? } else { inputs.iter().flat_map(|s| s.elements.clone()).collect() };
        if blocks.len() != shape.count() {
            return Err(self.sizes(id, &inputs));
        }
        let elements = blocks.into_iter().map(|b| self.cast(b, class)).collect();
        Ok(self.wires(id, &Signal { ty: Type::Array(class, shape), elements }))
    }

    /// Nine scalars, row by row.
    fn matrix_of_nine(&mut self, id: InstanceId) -> Checked<Signal> {
        let inputs = self.inputs(id)?;
        if inputs.len() != 9 || inputs.iter().any(|s| s.elements.len() != 1) {
            return Err(self.unfit(id, "nine scalars are needed"));
        }
        let elements = (0..9).map(|i| inputs[(i % 3) * 3 + i / 3].elements[0]).collect();
        Ok(self.wires(id, &Signal { ty: self.type_of(id, 0), elements }))
    }

    /// Matrices below each other: column by column, the parts of all inputs.
    fn below(&mut self, id: InstanceId, inputs: &[Rc<Signal>]) -> Checked<Vec<BlockId>> {
        let sizes: Vec<(usize, usize)> = inputs.iter().map(|s| s.array().1.rows_columns()).collect();
        let columns = sizes.first().map_or(0, |s| s.1);
        if sizes.iter().any(|s| s.1 != columns) {
            return Err(self.sizes(id, inputs));
        }
        let part = |column: usize| {
            inputs
                .iter()
                .zip(&sizes)
                .flat_map(move |(s, (rows, _))| s.elements[column * rows..(column + 1) * rows].to_vec())
        };
        Ok((0..columns).flat_map(part).collect())
    }

    fn selected(&mut self, id: InstanceId) -> Checked<Signal> {
        let input = self.input(id, 0)?;
        let (class, shape) = input.array();
        let Some(picked) = selected_indices(self.flat.get(id), shape) else {
            return Err(self.unsupported(id, "its indices are not known, or lie outside of the signal"));
        };
        let (rows, _) = shape.rows_columns();
        let elements: Vec<BlockId> = match picked.as_slice() {
            [list] => list.iter().map(|i| input.elements[*i]).collect(),
            [list, columns] => {
                columns.iter().flat_map(|c| list.iter().map(move |r| c * rows + r)).map(|i| input.elements[i]).collect()
            }
            _ => return Err(self.unsupported(id, "more than two dimensions are not supported")),
        };
        let ty = match self.type_of(id, 0) {
            Type::Array(_, shape) if shape.count() == elements.len() => Type::Array(class, shape),
            _ => Type::Array(class, Shape::Vector(elements.len())),
        };
        Ok(self.wires(id, &Signal { ty, elements }))
    }

    fn demux(&mut self, id: InstanceId, port: usize) -> Checked<Signal> {
        let input = self.input(id, 0)?;
        let outputs = self.parameter(id, "Outputs")?;
        let sizes = demux_sizes(outputs.as_ref(), input.elements.len(), self.block(id).ports(1).unwrap_or(1));
        let start: usize = sizes.iter().take(port).sum();
        let part = sizes.get(port).and_then(|n| input.elements.get(start..start + n));
        let Some(part) = part.filter(|p| !p.is_empty()) else {
            return Err(self.unfit(id, &format!("{} elements are too few for its outputs", input.elements.len())));
        };
        let ty = Type::Array(input.array().0, Shape::Vector(part.len()));
        let part = Signal { ty, elements: part.to_vec() };
        Ok(self.output_wires(id, port, &part))
    }

    fn bus_member(&mut self, id: InstanceId, port: usize) -> Checked<Signal> {
        let input = self.input(id, 0)?;
        let names: Vec<&str> = self.text(id, "OutputSignals").split(',').map(str::trim).collect();
        let name = names.get(port).copied().unwrap_or("");
        let Some((start, ty)) = member(&input.ty, name) else {
            return Err(self.unfit(id, &format!("the signal at its input has no member `{name}`")));
        };
        let elements = input.elements[start..start + ty.count()].to_vec();
        Ok(self.output_wires(id, port, &Signal { ty, elements }))
    }

    /// As `wires`, of a block with several outputs.
    fn output_wires(&mut self, id: InstanceId, port: usize, signal: &Signal) -> Signal {
        let element = self.element(id);
        let title = format!("{}:{}", self.block(id).title(), port + 1);
        let elements = signal.elements.iter().map(|b| self.builder.wire(&title, *b, Some(element))).collect();
        Signal { ty: signal.ty.clone(), elements }
    }
}
