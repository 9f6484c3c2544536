//! Which function builds the output of which block.

use super::gates::{Conversion, Round};
use super::{Lowerer, Signal};
use crate::codes;
use crate::flat::InstanceId;
use crate::matlab::Class;
use crate::signal::{Named, Shape, Type, named};
use std::rc::Rc;
use wherefore_diag::Diagnostic;
use wherefore_ir::network::BlockId;
use wherefore_syntax::Checked;

/// Blocks in continuous time.
const CONTINUOUS: [&str; 14] = [
    "Integrator",
    "IntegratorLimited",
    "SecondOrderIntegrator",
    "SecondOrderIntegratorLimited",
    "Derivative",
    "StateSpace",
    "TransferFcn",
    "ZeroPole",
    "TransportDelay",
    "VariableTransportDelay",
    "VariableTimeDelay",
    "PIDController",
    "DescriptorStateSpace",
    "EntityTransportDelay",
];

impl Lowerer<'_, '_> {
    /// Builds an output of a block.
    pub(super) fn build(&mut self, id: InstanceId, port: usize) -> Checked<Signal> {
        match self.instance(id).kind.as_str() {
            "Inport"
            | "InportShadow"
            | "From"
            | "Goto"
            | "SignalConversion"
            | "SignalSpecification"
            | "ZeroOrderHold"
            | "commented through" => self.passed_on(id),
            "RateTransition" if self.rates.is_delay(id) => self.with_memory(id),
            "RateTransition" => self.passed_on(id),
            "Outport" => self.outport(id),
            "Constant" => self.constant(id),
            "Ground" | "commented out" => Ok(Signal::clone(&self.ground())),
            "Sum" => self.sum(id),
            "Product" => self.product(id),
            "Gain" => self.gain(id),
            "Bias" => self.bias(id),
            "Abs" | "UnaryMinus" | "Signum" | "Rounding" => self.unary(id),
            "MinMax" => self.min_max(id),
            "DotProduct" => self.dot_product(id),
            "Saturate" => self.saturate(id),
            "Saturation Dynamic" => self.saturation_dynamic(id),
            "DeadZone" => self.dead_zone(id),
            "Math" | "Sqrt" | "Trigonometry" => self.function(id, port),
            "Fcn" => self.expression(id),
            "Logic" => self.logic(id),
            "RelationalOperator" => self.relation(id),
            "Compare To Constant" | "Compare To Zero" => self.compare_to(id),
            "Implies" => self.implies(id),
            "Switch" => self.switch(id),
            "MultiPortSwitch" => self.multi_port_switch(id),
            "Merge" => self.merge(id),
            "If" | "SwitchCase" => self.branch(id, port),
            "Mux" | "Concatenate" | "Create 3x3 Matrix" | "Reshape" | "Selector" | "Demux" | "BusCreator"
            | "BusSelector" => self.routed(id, port),
            "DataTypeConversion" => self.converted(id),
            "Lookup_n-D" | "Lookup" => self.lookup(id),
            "UnitDelay"
            | "Memory"
            | "Delay"
            | "DiscreteIntegrator"
            | "RateLimiter"
            | "Rate Limiter Dynamic"
            | "InitialCondition"
            | "Detect Change"
            | "Detect Increase"
            | "Detect Decrease" => self.with_memory(id),
            "M-S-Function" if self.text(id, "FunctionName") == "contract" => {
                let holds = self.truth(true);
                Ok(Signal { ty: Type::TRUTH, elements: vec![holds] })
            }
            "Chart" => self.chart_output(id, port),
            "opened" | "FromWorkspace" | "Signal Builder" => self.free_output(id, port),
            _ => Err(self.refused(id)),
        }
    }

    fn refused(&mut self, id: InstanceId) -> wherefore_syntax::Reported {
        let kind = self.instance(id).kind.clone();
        if CONTINUOUS.contains(&kind.as_str()) {
            let instance = self.flat.get(id);
            let headline = format!("`{}` is a block in continuous time ({kind})", instance.path);
            let diagnostic = Diagnostic::at(codes::CONTINUOUS, instance.block.span, headline, "continuous")
                .help("discretise it, as Simulink's Model Discretizer does")
                .help(format!("or take its outputs as free: `--open '{}'`", instance.path));
            return self.report.push(diagnostic);
        }
        let what = match kind.as_str() {
            "S-Function" | "M-S-Function" => {
                format!("the code of the S-function `{}` is not known", self.text(id, "FunctionName"))
            }
            "MATLABFcn" => "functions of MATLAB are not read".to_owned(),
            kind => format!("blocks of the type {kind} are not supported"),
        };
        match crate::link::needed(self.block(id)) {
            Some(file) => {
                let help = format!("put `{file}.slx` or `{file}.mdl` beside the model, if that is where the block is");
                self.unsupported_but(id, &what, Some(help))
            }
            None => self.unsupported(id, &what),
        }
    }

    /// The signal at the first input under another name.
    fn passed_on(&mut self, id: InstanceId) -> Checked<Signal> {
        let signal = self.input(id, 0)?;
        if self.is_sampled(id) {
            return Ok(Signal::clone(&signal));
        }
        Ok(self.wires(id, &signal))
    }

    /// A signal under the name of a block.
    pub(super) fn wires(&mut self, id: InstanceId, signal: &Signal) -> Signal {
        let element = self.element(id);
        let title = self.block(id).title();
        let several = signal.elements.len() > 1;
        let name = |index: usize| if several { format!("{title}[{}]", index + 1) } else { title.clone() };
        let elements =
            signal.elements.iter().enumerate().map(|(i, b)| self.builder.wire(&name(i), *b, Some(element))).collect();
        Signal { ty: signal.ty.clone(), elements }
    }

    /// The type that inference found for an output.
    pub(super) fn type_of(&self, id: InstanceId, port: usize) -> Type {
        self.types.output(id, port)
    }

    /// The class and size of an output that is no bus.
    pub(super) fn array_of(&mut self, id: InstanceId, port: usize) -> Checked<(Class, Shape)> {
        if let Named::Other(text) = named(self.block(id).parameters.get("OutDataTypeStr")) {
            return Err(self.unsupported(id, &format!("the data type `{text}` is not supported")));
        }
        match self.type_of(id, port).array() {
            Some(array) => Ok(array),
            None => Err(self.unfit(id, "a bus is not calculated with")),
        }
    }

    /// How a block turns its results into integers.
    pub(super) fn conversion(&self, id: InstanceId) -> Conversion {
        Conversion {
            rounding: Round::named(self.text(id, "RndMeth")),
            saturates: self.block(id).parameters.is_on("SaturateOnIntegerOverflow"),
        }
    }

    /// Element by element: each result is brought into the class of the output.
    pub(super) fn element_wise(
        &mut self,
        id: InstanceId,
        inputs: &[Rc<Signal>],
        mut f: impl FnMut(&mut Self, &[BlockId]) -> BlockId,
    ) -> Checked<Signal> {
        let (class, shape) = self.array_of(id, 0)?;
        let how = self.conversion(id);
        let mut elements = Vec::with_capacity(shape.count());
        for index in 0..shape.count() {
            let operands: Option<Vec<BlockId>> = inputs.iter().map(|s| s.element(index)).collect();
            let Some(operands) = operands else { return Err(self.sizes(id, inputs)) };
            let result = f(self, &operands);
            elements.push(self.convert(result, class, how));
        }
        if inputs.iter().any(|s| s.elements.len() > 1 && s.elements.len() != shape.count()) {
            return Err(self.sizes(id, inputs));
        }
        Ok(Signal { ty: Type::Array(class, shape), elements })
    }

    /// Says that inputs have sizes that do not fit.
    pub(super) fn sizes(&mut self, id: InstanceId, inputs: &[Rc<Signal>]) -> wherefore_syntax::Reported {
        let list: Vec<String> = inputs.iter().map(|s| s.array().1.to_string()).collect();
        self.unfit(id, &format!("inputs of the sizes {} do not fit", list.join(", ")))
    }
}
