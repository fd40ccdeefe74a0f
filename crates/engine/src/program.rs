//! A partitioned program with the shards of its arguments and results.

use partita_interp::{Element, EvalError, Fault, Tensor, float_bits, show, tensor_type};
use partita_ir::{Attr, Module, OpCode, OpId, Type, TypeId, names};
use partita_mesh::Mesh;
use partita_mesh::spec::ShardingSpec;
use partita_partition::Partitioned;

use crate::promote::promoted_element_type;
use crate::{Engine, EngineError, Failure, TensorShards};

/// The element type and global shape of an argument or result.
pub type TensorType = (Element, Vec<usize>);

/// A partitioned program, ready to run.
pub struct RunnableProgram<'a> {
    /// The local program.
    pub local: &'a Module,
    /// The unpartitioned program.
    pub global: &'a Module,
    function: OpId,
    /// The name of the entry function.
    pub name: &'a str,
    /// The number of devices.
    pub devices: usize,
    /// The global types of the arguments.
    pub inputs: Vec<TensorType>,
    /// The global types of the results.
    pub outputs: Vec<TensorType>,
    /// The shards of each argument.
    pub in_shards: Vec<TensorShards>,
    /// The shards of each result.
    pub out_shards: Vec<TensorShards>,
    /// The name of each result, for messages.
    pub result_names: Vec<String>,
}

impl<'a> RunnableProgram<'a> {
    /// Prepares a program for running; `global` is the unpartitioned program.
    pub fn new(global: &'a Module, local: &'a Partitioned) -> Result<Self, Failure> {
        let function = global.entry_function().ok_or(Failure::NoEntry)?;
        let name = global.symbol_name(function).ok_or(Failure::NoEntry)?;
        refuse_callbacks(global)?;
        let (in_types, out_types) = global.func_type(function);
        let (in_places, out_places) = (tensors(global, in_types), tensors(global, out_types));
        let interface = &local.interface;
        let shards = |types: &[TensorType], places: &[usize], shardings: &[Option<ShardingSpec>]| {
            let both = types.iter().zip(places.iter().map(|&place| shardings.get(place)));
            let all = both.map(|((_, shape), sharding)| {
                TensorShards::new(&interface.mesh, sharding.and_then(Option::as_ref), shape)
            });
            all.collect::<Result<Vec<TensorShards>, EngineError>>().map_err(Failure::Engine)
        };
        let result_names = out_places.iter().map(|&index| result_name(global, function, index)).collect();
        let (inputs, outputs) =
            (types(global, in_types, &in_places)?, types(global, out_types, &out_places)?);
        let (in_shards, out_shards) = (
            shards(&inputs, &in_places, &interface.inputs)?,
            shards(&outputs, &out_places, &interface.results)?,
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
            in_shards,
            out_shards,
            result_names,
        })
    }

    /// The program with its modules replaced by their `f64` versions.
    pub(crate) fn wide<'b>(&self, global: &'b Module, local: &'b Module) -> RunnableProgram<'b>
    where
        'a: 'b,
    {
        let wide = |types: &[TensorType]| {
            types.iter().map(|(element, shape)| (promoted_element_type(*element), shape.clone())).collect()
        };
        RunnableProgram {
            local,
            global,
            function: self.function,
            name: self.name,
            devices: self.devices,
            inputs: wide(&self.inputs),
            outputs: wide(&self.outputs),
            in_shards: self.in_shards.clone(),
            out_shards: self.out_shards.clone(),
            result_names: self.result_names.clone(),
        }
    }

    /// The longest dimension of all arguments.
    pub fn longest(&self) -> usize {
        self.inputs.iter().flat_map(|(_, shape)| shape.iter().copied()).max().unwrap_or(1)
    }

    /// Splits the arguments, runs all devices, and returns the results of each one.
    pub fn run_devices(
        &self,
        engine: &mut dyn Engine,
        arguments: &[Tensor],
    ) -> Result<Vec<Vec<Tensor>>, Failure> {
        let mut parts: Vec<Vec<Tensor>> = vec![Vec::new(); self.devices];
        for (argument, shards) in arguments.iter().zip(&self.in_shards) {
            let split = shards.split(argument, &filler(argument.element));
            let split = split.map_err(|error| self.local_failure(error))?;
            parts.iter_mut().zip(split).for_each(|(device, shard)| device.push(shard));
        }
        let results = engine.run_local(self, &parts)?;
        let fits = |results: &Vec<Tensor>| {
            results.len() == self.outputs.len()
                && results.iter().zip(&self.outputs).zip(&self.out_shards).all(
                    |((result, (element, _)), shards)| {
                        result.element == *element && result.shape == shards.local_shape()
                    },
                )
        };
        if results.len() != self.devices || !results.iter().all(fits) {
            let message = "the results do not have the result types of the program";
            return Err(self.local_failure(EvalError::Argument(message.into())));
        }
        Ok(results)
    }

    /// Runs the program and assembles its results.
    pub fn run(&self, engine: &mut dyn Engine, arguments: &[Tensor]) -> Result<Vec<Tensor>, Failure> {
        engine.check_local(self)?;
        let devices = self.run_devices(engine, arguments)?;
        let joined = self.out_shards.iter().enumerate().map(|(result, shards)| {
            let all: Vec<Tensor> = devices.iter().filter_map(|device| device.get(result).cloned()).collect();
            shards.join(&all).map_err(|error| self.local_failure(error))
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

/// The name that jax gives a result, or else its number.
fn result_name(module: &Module, function: OpId, index: usize) -> String {
    let attrs = module.value_attrs(function, names::RES_ATTRS, index).iter();
    let named = |(name, _): &&(_, _)| module.context.text(*name) == "jax.result_info";
    let text = attrs.filter(named).find_map(|(_, attr)| match module.context.attr_of(*attr) {
        Attr::String(bytes) => std::str::from_utf8(bytes).ok().filter(|text| !text.is_empty()),
        _ => None,
    });
    text.map_or_else(|| format!("result {index}"), String::from)
}

/// Rejects programs that call a Python function: the call would crash the process that runs it.
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

/// The indices of arguments or results other than tokens, which have no data and are not passed.
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

/// The padding: NaN if the type has one, so that padding that reaches a result is detected.
fn filler(element: Element) -> Tensor {
    match element {
        Element::Float(kind) => Tensor::from_bits(element, &[], &[float_bits(kind, f64::NAN).into()]),
        _ => Tensor::from_bits(element, &[], &[1]),
    }
}

/// A summary of a tensor in one line: its type and its first elements.
pub fn tensor_summary(tensor: &Tensor) -> String {
    const SHOWN: usize = 6;
    let mut elements: Vec<String> = (0..tensor.len().min(SHOWN)).map(|at| show(tensor, at)).collect();
    if tensor.len() > SHOWN {
        elements.push("…".into());
    }
    format!("{:?} of {}: {}", tensor.shape, tensor.element.name(), elements.join(", "))
}
