//! Truth values, comparisons and switches.

use super::{Lowerer, Signal};
use crate::flat::InstanceId;
use crate::matlab::{Class, Number, Value};
use crate::signal::{Shape, Type};
use wherefore_ir::Op;
use wherefore_ir::network::BlockId;
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    pub(super) fn logic(&mut self, id: InstanceId) -> Checked<Signal> {
        let inputs = self.inputs(id)?;
        let operator = match self.text(id, "Operator") {
            "" => "AND",
            operator => operator,
        };
        if let ([only], true) = (inputs.as_slice(), operator != "NOT") {
            let (class, _) = self.array_of(id, 0)?;
            let result = self.combined(operator, &only.elements.clone());
            let result = self.cast(result, class);
            return Ok(Signal { ty: Type::Array(class, Shape::SCALAR), elements: vec![result] });
        }
        self.element_wise(id, &inputs, |this, b| this.combined(operator, b))
    }

    fn combined(&mut self, operator: &str, operands: &[BlockId]) -> BlockId {
        let truths: Vec<BlockId> = operands.iter().map(|b| self.as_truth(*b)).collect();
        match operator {
            "NOT" => self.not(truths[0]),
            "OR" => self.any(&truths),
            "NAND" => {
                let all = self.all(&truths);
                self.not(all)
            }
            "NOR" => {
                let any = self.any(&truths);
                self.not(any)
            }
            "XOR" => self.odd(&truths),
            "NXOR" => {
                let odd = self.odd(&truths);
                self.not(odd)
            }
            _ => self.all(&truths),
        }
    }

    /// Whether an odd number of truth values is true.
    fn odd(&mut self, truths: &[BlockId]) -> BlockId {
        let mut result: Option<BlockId> = None;
        for truth in truths {
            result = Some(match result {
                Some(odd) => self.op(Op::Xor, &[odd, *truth]),
                None => *truth,
            });
        }
        result.unwrap_or_else(|| self.truth(false))
    }

    pub(super) fn relation(&mut self, id: InstanceId) -> Checked<Signal> {
        let inputs = self.inputs(id)?;
        let operator = match self.text(id, "Operator") {
            "" => ">=",
            operator @ ("==" | "~=" | "<" | "<=" | ">" | ">=") => operator,
            other => return Err(self.unsupported(id, &format!("the operator {other} is not supported"))),
        };
        if inputs.len() != 2 {
            return Err(self.unfit(id, "two inputs are needed"));
        }
        self.element_wise(id, &inputs, |this, b| this.compare(operator, b[0], b[1]))
    }

    /// `Compare To Constant` and `Compare To Zero`.
    pub(super) fn compare_to(&mut self, id: InstanceId) -> Checked<Signal> {
        let input = self.input(id, 0)?;
        let constant = self.parameter(id, "const")?.unwrap_or(Value::integer(0));
        let constant = std::rc::Rc::new(self.value_signal(id, &constant, true)?);
        let operator = match self.text(id, "relop") {
            "" => "<=",
            operator => operator,
        };
        self.element_wise(id, &[input, constant], |this, b| this.compare(operator, b[0], b[1]))
    }

    pub(super) fn implies(&mut self, id: InstanceId) -> Checked<Signal> {
        let inputs = self.inputs(id)?;
        if inputs.len() != 2 {
            return Err(self.unfit(id, "two inputs are needed"));
        }
        self.element_wise(id, &inputs, |this, b| {
            let (premise, conclusion) = (this.as_truth(b[0]), this.as_truth(b[1]));
            this.op(Op::Implies, &[premise, conclusion])
        })
    }

    pub(super) fn switch(&mut self, id: InstanceId) -> Checked<Signal> {
        let inputs = self.inputs(id)?;
        if inputs.len() != 3 {
            return Err(self.unfit(id, "three inputs are needed"));
        }
        let criteria = self.text(id, "Criteria");
        let threshold = self.parameter(id, "Threshold")?.unwrap_or(Value::integer(0));
        let threshold = self.value_signal(id, &threshold, true)?;
        let mut conditions = Vec::new();
        for (index, control) in inputs[1].elements.iter().enumerate() {
            let Some(bound) = threshold.element(index) else { return Err(self.sizes(id, &inputs)) };
            conditions.push(match criteria {
                "u2 ~= 0" => self.as_truth(*control),
                "u2 > Threshold" => self.compare(">", *control, bound),
                _ => self.compare(">=", *control, bound),
            });
        }
        let condition = Signal { ty: inputs[1].ty.clone(), elements: conditions };
        self.chosen(id, &condition, &inputs[0], &inputs[2])
    }

    /// One of two signals, buses too.
    pub(super) fn chosen(&mut self, id: InstanceId, condition: &Signal, yes: &Signal, no: &Signal) -> Checked<Signal> {
        let ty = self.type_of(id, 0);
        let classes = ty.classes();
        let how = self.conversion(id);
        let mut elements = Vec::with_capacity(classes.len());
        for (index, class) in classes.iter().enumerate() {
            let (Some(condition), Some(yes), Some(no)) =
                (condition.element(index), yes.element(index), no.element(index))
            else {
                return Err(self.unfit(id, "the sizes of its inputs do not fit"));
            };
            let (yes, no) = (self.convert(yes, *class, how), self.convert(no, *class, how));
            elements.push(self.op(Op::Ite, &[condition, yes, no]));
        }
        Ok(Signal { ty, elements })
    }

    pub(super) fn multi_port_switch(&mut self, id: InstanceId) -> Checked<Signal> {
        let inputs = self.inputs(id)?;
        let Some((index, data)) = inputs.split_first().filter(|(_, data)| !data.is_empty()) else {
            return Err(self.unfit(id, "inputs are missing"));
        };
        let first = match self.text(id, "DataPortOrder") {
            "Zero-based contiguous" => 0,
            "" | "One-based contiguous" => 1,
            _ => return Err(self.unsupported(id, "ports by listed indices are not supported")),
        };
        let (Some(control), [rest @ .., last]) = (index.element(0), data) else {
            return Err(self.unfit(id, "inputs are missing"));
        };
        let real = self.as_real(control);
        let number = self.round(real, super::gates::Round::Zero);
        let mut result = Signal::clone(last);
        for (offset, signal) in rest.iter().enumerate().rev() {
            let label = self.number(&Number::integer(first + offset as i64), Class::Int32);
            let here = self.compare("==", number, label);
            let condition = Signal { ty: Type::TRUTH, elements: vec![here] };
            result = self.chosen(id, &condition, signal, &result)?;
        }
        Ok(result)
    }
}
