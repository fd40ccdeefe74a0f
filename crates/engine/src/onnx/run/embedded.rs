//! The runtime without dependencies: `rten`, in this process.
//!
//! A model may use any amount of time and memory in it. [`EmbeddedProcess`](super::EmbeddedProcess) limits both.
//!
//! It computes in `f32`, `i32`, `i8` and `u8`. Booleans and `i64` become `i32` where that is exact. Other types, and
//! ops in which it deviates from the ONNX standard, are rejected ([`check_graph`]); some ops are first rewritten in
//! terms of others
//! ([`rewrite_nodes`]).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use partita_base::code;
use partita_onnx::inline::inline_functions;
use partita_onnx::{ElementType, infer_types, proto};
use prost::Message;
use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value};
use rten_tensor::prelude::*;
use rten_tensor::{Tensor, TensorView};

use super::fit::check_graph;
use super::rewrite::rewrite_nodes;
use super::{Array, Arrays, Loadable, Runtime, Session};
use crate::EngineError;

/// How many sessions run at once: as many as ranks do, so a third thread pool would only be idle.
const POOLS: usize = 2;

/// The runtime without dependencies. It runs in the process of the caller, without limits: a model with an endless loop
/// does not return, one that exhausts memory ends the process, and a panic of `rten`, which becomes an error, still
/// prints its own message. Use [`EmbeddedProcess`](super::EmbeddedProcess) for untrusted models.
pub struct Embedded {
    /// Pools of one thread each. Sessions are assigned round robin.
    pools: Vec<Arc<ThreadPool>>,
    sessions: AtomicUsize,
}

impl Embedded {
    /// Creates the thread pools.
    pub fn new() -> Self {
        let pools = (0..POOLS).map(|_| Arc::new(ThreadPool::with_num_threads(1))).collect();
        Self { pools, sessions: AtomicUsize::new(0) }
    }
}

impl Default for Embedded {
    fn default() -> Self {
        Self::new()
    }
}

struct EmbeddedSession {
    model: Model,
    pool: Arc<ThreadPool>,
    outputs: Vec<(String, ElementType, NodeId)>,
}

/// Adds the advice to use the other runtime to errors about what this one lacks.
pub(super) fn with_help(error: EngineError) -> EngineError {
    match error.code == code::ONNX_RUNTIME_LACKS || error.code == code::ONNX_RUNTIME_FAILED {
        true => error.help("onnxruntime has more ops and types: use `OnnxRuntime`"),
        false => error,
    }
}

impl Runtime for Embedded {
    fn name(&self) -> &str {
        "embedded"
    }

    fn has_carriers(&self) -> bool {
        false
    }

    fn prepare_model(&self, model: proto::Model) -> Result<Loadable, EngineError> {
        prepare_for_rten(model)
    }

    fn load(&self, model: Loadable) -> Result<Box<dyn Session>, EngineError> {
        self.open(model).map_err(with_help)
    }
}

/// A model in the form that `rten` accepts; an error if `rten` lacks something or deviates from the ONNX standard.
pub(super) fn prepare_for_rten(model: proto::Model) -> Result<Loadable, EngineError> {
    written(model).map_err(with_help)
}

fn written(mut model: proto::Model) -> Result<Loadable, EngineError> {
    if !model.functions.is_empty() {
        // `rten` has no functions.
        model = inline_functions(&model).map_err(|why| EngineError::model(why.to_string()))?;
    }
    let typed = infer_types(&model);
    check_graph(&typed.main)?;
    let graph = model.graph.as_ref().ok_or_else(|| EngineError::model("the model has no graph"))?;
    let output = |info: &proto::ValueInfo| {
        let name = info.name.clone().unwrap_or_default();
        let element = typed.main.graph.find(&name).and_then(|value| typed.main.types[value].element);
        (name, element)
    };
    let outputs = graph.output.iter().map(output).collect();
    let nodes = rewrite_nodes(&typed.main);
    if let Some(graph) = &mut model.graph {
        graph.node = nodes;
    }
    Ok(Loadable { bytes: model.encode_to_vec().into(), outputs })
}

impl Embedded {
    fn open(&self, model: Loadable) -> Result<Box<dyn Session>, EngineError> {
        // The optimiser of `rten` fails on models that return one value under two names.
        let mut options = ModelOptions::with_all_ops();
        options.enable_optimization(false);
        let Loadable { bytes, outputs } = model;
        let model = guarded(|| options.load(bytes.into()).map_err(|error| refusal(&error.to_string())))?;
        let output = |(name, element): (String, Option<ElementType>)| -> Result<_, EngineError> {
            let id = model.node_id(&name).map_err(|error| refusal(&error.to_string()))?;
            let unknown = || EngineError::unsupported(format!("the type of `{name}` is unknown"));
            let element = element.ok_or_else(unknown)?;
            Ok((name, element, id))
        };
        let outputs = outputs.into_iter().map(output).collect::<Result<_, _>>()?;
        let turn = self.sessions.fetch_add(1, Ordering::Relaxed);
        let pool = Arc::clone(&self.pools[turn % self.pools.len()]);
        Ok(Box::new(EmbeddedSession { model, pool, outputs }))
    }
}

impl Session for EmbeddedSession {
    fn run(&mut self, inputs: &Arrays) -> Result<Arrays, EngineError> {
        self.compute(inputs).map_err(with_help)
    }
}

impl EmbeddedSession {
    fn compute(&self, inputs: &Arrays) -> Result<Arrays, EngineError> {
        let mut given = Vec::with_capacity(inputs.len());
        for (name, array) in inputs {
            let id = self.model.node_id(name);
            let id = id.map_err(|_| EngineError::inputs(format!("the model has no input `{name}`")))?;
            let value = to_value(array).map_err(|error| error.about(format!("input `{name}`")))?;
            given.push((id, value.into()));
        }
        let wanted: Vec<NodeId> = self.outputs.iter().map(|(_, _, id)| *id).collect();
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&self.pool)));
        let values = guarded(|| {
            self.model.run(given, &wanted, Some(options)).map_err(|error| refusal(&error.to_string()))
        })?;
        let pairs = self.outputs.iter().zip(values);
        let pairs = pairs.map(|((name, element, _), value)| {
            let array =
                from_value(*element, &value).map_err(|error| error.about(format!("output `{name}`")))?;
            Ok((name.clone(), array))
        });
        pairs.collect()
    }
}

/// Turns a panic of `rten` into an error.
fn guarded<T>(work: impl FnOnce() -> Result<T, EngineError>) -> Result<T, EngineError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
        Err(EngineError::failed(format!("the embedded runtime panicked: {text}")))
    })
}

fn refusal(text: &str) -> EngineError {
    if text.contains("unsupported") || text.contains("not supported") {
        EngineError::unsupported(format!("embedded runtime: {text}"))
    } else {
        EngineError::failed(format!("the embedded runtime rejected the model: {text}"))
    }
}

fn to_value(array: &Array) -> Result<Value, EngineError> {
    let (shape, data) = (array.shape(), array.data());
    let words = |data: &Bytes| -> Vec<[u8; 4]> { data.as_chunks::<4>().0.to_vec() };
    Ok(match array.element() {
        ElementType::Float => {
            Tensor::from_data(shape, words(data).into_iter().map(f32::from_le_bytes).collect::<Vec<_>>())
                .into()
        }
        ElementType::Int32 => {
            Tensor::from_data(shape, words(data).into_iter().map(i32::from_le_bytes).collect::<Vec<_>>())
                .into()
        }
        ElementType::Bool => {
            Tensor::from_data(shape, data.iter().map(|&byte| i32::from(byte)).collect::<Vec<_>>()).into()
        }
        ElementType::Int64 => {
            let narrow = |chunk: &[u8; 8]| {
                let value = i64::from_le_bytes(*chunk);
                let misfit = || {
                    EngineError::unsupported(format!(
                        "the embedded runtime has no 64-bit integers such as {value}"
                    ))
                };
                i32::try_from(value).map_err(|_| misfit())
            };
            let values = data.as_chunks::<8>().0.iter().map(narrow).collect::<Result<Vec<_>, _>>()?;
            Tensor::from_data(shape, values).into()
        }
        ElementType::Int8 => {
            Tensor::from_data(shape, data.iter().map(|&byte| byte as i8).collect::<Vec<_>>()).into()
        }
        ElementType::Uint8 => Tensor::from_data(shape, data.to_vec()).into(),
        other => {
            return Err(EngineError::unsupported(format!(
                "the embedded runtime has no element type {}",
                other.text()
            )));
        }
    })
}

fn from_value(element: ElementType, value: &Value) -> Result<Array, EngineError> {
    let bytes = |data: Vec<u8>, shape: &[usize]| Array::new(element, shape.to_vec(), data);
    fn all<T: Copy, const N: usize>(tensor: TensorView<'_, T>, each: impl Fn(T) -> [u8; N]) -> Vec<u8> {
        tensor.iter().flat_map(|&value| each(value)).collect()
    }
    let view = value.as_view();
    let shape = view.shape();
    let shape = &shape[..];
    match (element, value) {
        (ElementType::Float, Value::FloatTensor(tensor)) => {
            bytes(all(tensor.view(), f32::to_le_bytes), shape)
        }
        (ElementType::Int32, Value::Int32Tensor(tensor)) => {
            bytes(all(tensor.view(), i32::to_le_bytes), shape)
        }
        (ElementType::Int64, Value::Int32Tensor(tensor)) => {
            bytes(all(tensor.view(), |value| i64::from(value).to_le_bytes()), shape)
        }
        (ElementType::Bool, Value::Int32Tensor(tensor)) => {
            bytes(all(tensor.view(), |value| [u8::from(value != 0)]), shape)
        }
        (ElementType::Int8, Value::Int8Tensor(tensor)) => bytes(all(tensor.view(), i8::to_le_bytes), shape),
        (ElementType::Uint8, Value::UInt8Tensor(tensor)) => bytes(all(tensor.view(), u8::to_le_bytes), shape),
        _ => Err(EngineError::unsupported(format!(
            "the embedded runtime returns no results of type {}",
            element.text()
        ))),
    }
}
