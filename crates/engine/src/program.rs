//! A partitioned program and how its arguments and results are cut.

use partita_interp::{Element, EvalError, Fault, Tensor, float_bits, show, tensor_type};
use partita_ir::{Attr, Module, OpCode, OpId, Type, TypeId, names};
use partita_mesh::Mesh;
use partita_mesh::spec::ShardingSpec;
use partita_partition::Partitioned;

use crate::promote::promoted_element;
use crate::{Engine, EngineError, Failure, Pieces};

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
    /// What the results are called.
    pub result_names: Vec<String>,
}

impl<'a> Program<'a> {
    /// Puts together what running takes; `global` is the program as it was before partitioning.
    pub fn new(global: &'a Module, local: &'a Partitioned) -> Result<Self, Failure> {
        let function = global.entry_function().ok_or(Failure::NoEntry)?;
        let name = global.symbol_name(function).ok_or(Failure::NoEntry)?;
        refuse_callbacks(global)?;
        let (in_types, out_types) = global.func_type(function);
        let (in_places, out_places) = (tensors(global, in_types), tensors(global, out_types));
        let interface = &local.interface;
        let pieces = |types: &[TensorType], places: &[usize], shardings: &[Option<ShardingSpec>]| {
            let both = types.iter().zip(places.iter().map(|&place| shardings.get(place)));
            let cut = both.map(|((_, shape), sharding)| {
                Pieces::new(&interface.mesh, sharding.and_then(Option::as_ref), shape)
            });
            cut.collect::<Result<Vec<Pieces>, EngineError>>().map_err(Failure::Engine)
        };
        let result_names = out_places.iter().map(|&index| result_name(global, function, index)).collect();
        let (inputs, outputs) =
            (types(global, in_types, &in_places)?, types(global, out_types, &out_places)?);
        let (in_pieces, out_pieces) = (
            pieces(&inputs, &in_places, &interface.inputs)?,
            pieces(&outputs, &out_places, &interface.results)?,
        );
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
            result_names,
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
            result_names: self.result_names.clone(),
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
        engine.check_local(self)?;
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
        Fault::new(error, self.name, self.global.op(self.function).span)
    }
}

/// What jax calls a result, or its number.
fn result_name(module: &Module, function: OpId, index: usize) -> String {
    let attrs = module.value_attrs(function, names::RES_ATTRS, index).iter();
    let named = |(name, _): &&(_, _)| module.context.text(*name) == "jax.result_info";
    let text = attrs.filter(named).find_map(|(_, attr)| match module.context.attr_of(*attr) {
        Attr::String(bytes) => std::str::from_utf8(bytes).ok().filter(|text| !text.is_empty()),
        _ => None,
    });
    text.map_or_else(|| format!("result {index}"), String::from)
}

/// Finds a call of a Python function before anything runs: it would crash the process that meets it.
fn refuse_callbacks(module: &Module) -> Result<(), Failure> {
    for op in module.walk(module.top()) {
        if module.op(op).name.code() != Some(OpCode::CustomCall) {
            continue;
        }
        let name = module.context.find_symbol("call_target_name");
        let target = match name.and_then(|name| module.attr(op, name)) {
            Some(Attr::String(bytes)) => std::str::from_utf8(bytes).unwrap_or_default(),
            Some(Attr::SymbolRef(path)) => path.last().map_or("", |&symbol| module.context.text(symbol)),
            _ => continue,
        };
        if target.contains("_python_") && target.contains("callback") {
            return Err(Failure::Callback { target: target.into(), span: module.op(op).span });
        }
    }
    Ok(())
}

/// The places of arguments or results other than tokens, which carry nothing and are not given.
fn tensors(module: &Module, types: &[TypeId]) -> Vec<usize> {
    let is_token = |ty: TypeId| matches!(module.context.type_of(ty), Type::Token);
    (0..types.len()).filter(|&place| !is_token(types[place])).collect()
}

fn types(module: &Module, types: &[TypeId], places: &[usize]) -> Result<Vec<TensorType>, Failure> {
    let fault = |error| Fault::new(error, "func.func", module.op(module.top()).span);
    places
        .iter()
        .map(|&place| {
            tensor_type(module, types[place]).map_err(|error| Failure::Global(Box::new(fault(error))))
        })
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
