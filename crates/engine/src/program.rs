//! A partitioned program and how its arguments and results are cut.

use partita_interp::{Element, EvalError, Fault, Tensor, float_bits, show, tensor_type};
use partita_ir::{Module, OpId, TypeId};
use partita_mesh::Mesh;
use partita_partition::Partitioned;

use crate::promote::promoted_element;
use crate::{Engine, Failure, PieceError, Pieces};

/// The type of an argument or result, whole.
pub type TensorType = (Element, Vec<usize>);

/// A partitioned program, ready to run.
pub struct Program<'a> {
    /// What every device runs.
    pub local: &'a Module,
    /// The program as it was before partitioning.
    pub global: &'a Module,
    function: OpId,
    /// The function that is run.
    pub name: &'a str,
    /// How many devices run it.
    pub devices: usize,
    /// The types of its arguments, whole.
    pub inputs: Vec<TensorType>,
    /// The types of its results, whole.
    pub outputs: Vec<TensorType>,
    /// Which device holds what of each argument.
    pub in_pieces: Vec<Pieces>,
    /// Which device holds what of each result.
    pub out_pieces: Vec<Pieces>,
}

impl<'a> Program<'a> {
    /// Puts together what running takes; `global` is the program as it was before partitioning.
    pub fn new(global: &'a Module, local: &'a Partitioned) -> Result<Self, Failure> {
        let function = global.find_function("main").or_else(|| global.functions().next());
        let function = function.ok_or(Failure::NoEntry)?;
        let name = global.symbol_name(function).ok_or(Failure::NoEntry)?;
        let (inputs, outputs) = global.func_type(function);
        let (inputs, outputs) = (types(global, inputs)?, types(global, outputs)?);
        let interface = &local.interface;
        let pieces = |types: &[TensorType], shardings: &[Option<_>]| {
            let both = types.iter().zip(shardings);
            both.map(|((_, shape), sharding)| Pieces::new(&interface.mesh, sharding.as_ref(), shape))
                .collect::<Result<Vec<Pieces>, PieceError>>()
                .map_err(Failure::Pieces)
        };
        let (in_pieces, out_pieces) =
            (pieces(&inputs, &interface.inputs)?, pieces(&outputs, &interface.results)?);
        let devices = Mesh::from_spec(&interface.mesh).map_or(1, |mesh| mesh.device_count()) as usize;
        Ok(Self {
            local: &local.module,
            global,
            function,
            name,
            devices,
            inputs,
            outputs,
            in_pieces,
            out_pieces,
        })
    }

    /// The same program with wide floats, as other modules have it.
    pub(crate) fn wide<'b>(&self, global: &'b Module, local: &'b Module) -> Program<'b>
    where
        'a: 'b,
    {
        let wide = |types: &[TensorType]| {
            types.iter().map(|(element, shape)| (promoted_element(*element), shape.clone())).collect()
        };
        Program {
            local,
            global,
            function: self.function,
            name: self.name,
            devices: self.devices,
            inputs: wide(&self.inputs),
            outputs: wide(&self.outputs),
            in_pieces: self.in_pieces.clone(),
            out_pieces: self.out_pieces.clone(),
        }
    }

    /// The longest dimension of all arguments.
    pub fn longest(&self) -> usize {
        self.inputs.iter().flat_map(|(_, shape)| shape.iter().copied()).max().unwrap_or(1)
    }

    /// Cuts the arguments, runs all devices, and returns what each one has.
    pub fn run_devices(
        &self,
        engine: &mut dyn Engine,
        arguments: &[Tensor],
    ) -> Result<Vec<Vec<Tensor>>, Failure> {
        let mut parts: Vec<Vec<Tensor>> = vec![Vec::new(); self.devices];
        for (argument, pieces) in arguments.iter().zip(&self.in_pieces) {
            let cut = pieces.cut(argument, &filler(argument.element));
            let cut = cut.map_err(|error| self.local_failure(error))?;
            parts.iter_mut().zip(cut).for_each(|(device, piece)| device.push(piece));
        }
        let results = engine.run_local(self, &parts)?;
        let fits = |results: &Vec<Tensor>| {
            results.len() == self.outputs.len()
                && results.iter().zip(&self.outputs).zip(&self.out_pieces).all(
                    |((result, (element, _)), pieces)| {
                        result.element == *element && result.shape == pieces.local_shape()
                    },
                )
        };
        if results.len() != self.devices || !results.iter().all(fits) {
            let message = "the results do not have the types of the program's results";
            return Err(self.local_failure(EvalError::Argument(message.into())));
        }
        Ok(results)
    }

    /// Runs the program and puts its results together.
    pub fn run(&self, engine: &mut dyn Engine, arguments: &[Tensor]) -> Result<Vec<Tensor>, Failure> {
        let devices = self.run_devices(engine, arguments)?;
        let joined = self.out_pieces.iter().enumerate().map(|(result, pieces)| {
            let all: Vec<Tensor> = devices.iter().filter_map(|device| device.get(result).cloned()).collect();
            pieces.join(&all).map_err(|error| self.local_failure(error))
        });
        joined.collect()
    }

    pub(crate) fn global_failure(&self, error: EvalError) -> Failure {
        Failure::Global(Box::new(self.fault(error)))
    }

    pub(crate) fn local_failure(&self, error: EvalError) -> Failure {
        Failure::Local(Box::new(self.fault(error)))
    }

    fn fault(&self, error: EvalError) -> Fault {
        Fault { error, op: self.name.to_string(), span: self.global.op(self.function).span }
    }
}

fn types(module: &Module, types: &[TypeId]) -> Result<Vec<TensorType>, Failure> {
    let fault = |error| Fault { error, op: "func.func".into(), span: module.op(module.top()).span };
    types
        .iter()
        .map(|&ty| tensor_type(module, ty).map_err(|error| Failure::Global(Box::new(fault(error)))))
        .collect()
}

/// What pads a piece: NaN where there is one, so that it would show in a result.
fn filler(element: Element) -> Tensor {
    match element {
        Element::Float(kind) => Tensor::from_bits(element, &[], &[float_bits(kind, f64::NAN).into()]),
        _ => Tensor::from_bits(element, &[], &[1]),
    }
}

/// A tensor in one line: its type and its first elements.
pub fn summary(tensor: &Tensor) -> String {
    const SHOWN: usize = 6;
    let mut elements: Vec<String> = (0..tensor.len().min(SHOWN)).map(|at| show(tensor, at)).collect();
    if tensor.len() > SHOWN {
        elements.push("…".into());
    }
    format!("{:?} of {}: {}", tensor.shape, tensor.element.name(), elements.join(", "))
}
