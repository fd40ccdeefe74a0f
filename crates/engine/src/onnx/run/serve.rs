//! The child process with a runtime: requests arrive on standard input, answers go to standard output.
//!
//! A message is a line of JSON, followed by the number of bytes in its field `bytes`. The child sends the first: `{}`,
//! or `absent` with the reason. Requests are `load` (the bytes are a model, `outputs` the names and types of its
//! outputs), `run` (inputs as [`describe_arrays`] writes them) and `drop`, which has no answer. The parent numbers the
//! sessions.

use std::collections::BTreeMap;
use std::io::{BufReader, Write};
use std::path::Path;

use bytes::Bytes;
use half::{bf16, f16};
use ort::environment::Environment;
use ort::session::builder::GraphOptimizationLevel;
use ort::session::{Session, SessionInputValue};
use ort::value::{DynValue, Tensor, TensorElementType, ValueType};
use partita_onnx::ElementType;
use serde_json::{Value, json};

use super::messages::{describe_arrays, read_arrays, read_outputs};
use super::{Array, Arrays, Embedded, Loadable, Runtime as _};
use crate::EngineError;
use crate::child::{Message, encode_message, read_message};
use crate::spawned::end_with_parent;

/// Serves onnxruntime until standard input ends. Nothing else may use standard output.
pub fn serve_onnxruntime(library: &Path) {
    end_with_parent();
    let environment = ort::init_from(library).map_err(|error| error.to_string()).and_then(|builder| {
        builder.with_name("partita").with_telemetry(false).build().map_err(|error| error.to_string())
    });
    serve_sessions(environment, |environment, model| {
        Ok(Box::new(OrtSession(load(environment, &model.bytes).map_err(refusal)?)))
    });
}

/// Serves the embedded runtime until standard input ends. Limits the memory of the process to `memory` bytes, where the
/// system supports that. Nothing else may use standard output.
pub fn serve_embedded(memory: u64) {
    end_with_parent();
    limit_memory(memory);
    serve_sessions(Ok(Embedded::new()), |embedded, model| embedded.load(model));
}

/// Added to the limit, which counts address space: stacks and the reserves of the allocator are not the model's memory.
#[cfg(unix)]
const SPARE_BYTES: u64 = 512 << 20;

/// Makes allocations beyond a limit fail.
#[cfg(unix)]
fn limit_memory(bytes: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::As);
    let wanted = bytes.saturating_add(SPARE_BYTES);
    let lower = |limit: Option<u64>| Some(limit.map_or(wanted, |limit| limit.min(wanted)));
    // If the limit cannot be set, that of the system remains.
    let _ = setrlimit(Resource::As, Rlimit { current: lower(now.current), maximum: now.maximum });
}

#[cfg(not(unix))]
fn limit_memory(_: u64) {}

/// Answers requests with the sessions that `load` creates, or reports why the runtime is absent.
fn serve_sessions<R>(
    runtime: Result<R, String>,
    load: impl Fn(&R, Loadable) -> Result<Box<dyn super::Session>, EngineError>,
) {
    let mut requests = BufReader::new(std::io::stdin().lock());
    let mut answers = std::io::stdout().lock();
    let mut answer = |line: Value, bytes: &[u8]| {
        answers.write_all(&encode_message(&line, bytes)).and_then(|()| answers.flush()).is_ok()
    };
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(why) => {
            answer(json!({"absent": why}), &[]);
            return;
        }
    };
    let mut alive = answer(json!({}), &[]);
    let mut sessions = BTreeMap::new();
    while let Some(request) = alive.then(|| read_message(&mut requests)).flatten() {
        if let Some(id) = request.line["drop"].as_u64() {
            sessions.remove(&id);
            continue;
        }
        let outcome = match request.line["load"].as_u64() {
            Some(id) => loadable(request).and_then(|model| load(&runtime, model)).map(|session| {
                sessions.insert(id, session);
                Arrays::new()
            }),
            None => run_request(&mut sessions, request),
        };
        alive = match outcome {
            Ok(outputs) => {
                let (described, bytes) = describe_arrays(&outputs);
                answer(json!({"outputs": described, "bytes": bytes.len()}), &bytes)
            }
            Err(error) => answer(json!({"error": error.message, "code": error.code.to_string()}), &[]),
        };
    }
}

/// The model of a request.
fn loadable(request: Message) -> Result<Loadable, EngineError> {
    let outputs = read_outputs(&request.line["outputs"]);
    let outputs = outputs.ok_or_else(|| EngineError::failed("invalid request"))?;
    Ok(Loadable { bytes: request.bytes.into(), outputs })
}

fn run_request(
    sessions: &mut BTreeMap<u64, Box<dyn super::Session>>,
    request: Message,
) -> Result<Arrays, EngineError> {
    let session = request.line["run"].as_u64().and_then(|id| sessions.get_mut(&id));
    let session = session.ok_or_else(|| EngineError::failed("unknown session"))?;
    let inputs = read_arrays(&request.line["inputs"], request.bytes.into());
    session.run(&inputs.ok_or_else(|| EngineError::failed("invalid request"))?)
}

/// A session of onnxruntime.
struct OrtSession(Session);

impl super::Session for OrtSession {
    fn run(&mut self, inputs: &Arrays) -> Result<Arrays, EngineError> {
        run(&mut self.0, inputs)
    }
}

fn refusal(error: impl std::fmt::Display) -> EngineError {
    EngineError::failed(error.to_string())
}

/// Loads a model for one thread and deterministic kernels, so that a run can be repeated exactly.
fn load(environment: &Environment, model: &[u8]) -> Result<Session, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let mut builder = Session::builder(environment).map_err(|error| text(&error))?;
    builder = builder.with_intra_threads(1).map_err(|error| text(&error))?;
    builder = builder.with_inter_threads(1).map_err(|error| text(&error))?;
    builder = builder.with_deterministic_compute(true).map_err(|error| text(&error))?;
    builder =
        builder.with_optimization_level(GraphOptimizationLevel::Level1).map_err(|error| text(&error))?;
    builder.commit_from_memory(model).map_err(|error| text(&error))
}

fn run(session: &mut Session, inputs: &Arrays) -> Result<Arrays, EngineError> {
    let mut given: Vec<(String, SessionInputValue<'_>)> = Vec::with_capacity(inputs.len());
    for (name, array) in inputs {
        given.push((name.clone(), to_value(session, array)?.into()));
    }
    let names: Vec<String> = session.outputs().iter().map(|output| output.name().to_string()).collect();
    let outputs = session.run(given).map_err(refusal)?;
    let mut arrays = Arrays::new();
    for name in names {
        let value = outputs
            .get(&name)
            .ok_or_else(|| EngineError::failed(format!("the output `{name}` is missing")))?;
        arrays.insert(
            name.clone(),
            from_value(value).map_err(|error| error.about(format!("output `{name}`")))?,
        );
    }
    Ok(arrays)
}

/// Evaluates `$body` with `$T` as the Rust type of an element type; `$other` for types that Rust or onnxruntime lacks.
macro_rules! with_type {
    ($element:expr, $T:ident => $body:expr, else $other:expr) => {
        match $element {
            ElementType::Float => {
                type $T = f32;
                $body
            }
            ElementType::Uint8 => {
                type $T = u8;
                $body
            }
            ElementType::Int8 => {
                type $T = i8;
                $body
            }
            ElementType::Uint16 => {
                type $T = u16;
                $body
            }
            ElementType::Int16 => {
                type $T = i16;
                $body
            }
            ElementType::Int32 => {
                type $T = i32;
                $body
            }
            ElementType::Int64 => {
                type $T = i64;
                $body
            }
            ElementType::Double => {
                type $T = f64;
                $body
            }
            ElementType::Uint32 => {
                type $T = u32;
                $body
            }
            ElementType::Uint64 => {
                type $T = u64;
                $body
            }
            ElementType::Float16 => {
                type $T = f16;
                $body
            }
            ElementType::Bfloat16 => {
                type $T = bf16;
                $body
            }
            _ => $other,
        }
    };
}

fn to_value(session: &Session, array: &Array) -> Result<DynValue, EngineError> {
    let element = array.element();
    let shape = array.shape().to_vec();
    if let Some(strings) = array.as_strings() {
        let text = |bytes: &[u8]| std::str::from_utf8(bytes).map(str::to_owned).map_err(refusal);
        let strings: Vec<String> = strings.into_iter().map(text).collect::<Result<_, _>>()?;
        let value = Tensor::from_string_array((shape, strings.as_slice()));
        return value.map(Tensor::into_dyn).map_err(refusal);
    }
    if element == ElementType::Bool {
        let values: Vec<bool> = array.data().iter().map(|&byte| byte != 0).collect();
        return tensor(session, shape, values);
    }
    with_type!(element, T => {
        let (chunks, _) = array.data().as_chunks::<{ size_of::<T>() }>();
        tensor(session, shape, chunks.iter().map(|chunk| T::from_le_bytes(*chunk)).collect::<Vec<T>>())
    }, else Err(EngineError::unsupported(format!("inputs of {} cannot be passed", element.text()))))
}

fn tensor<T>(session: &Session, shape: Vec<usize>, values: Vec<T>) -> Result<DynValue, EngineError>
where
    T: ort::value::PrimitiveTensorElementType + std::fmt::Debug + Clone + 'static,
{
    if values.is_empty() {
        return Tensor::<T>::new(session.allocator(), shape).map(Tensor::into_dyn).map_err(refusal);
    }
    Tensor::from_array((shape, values)).map(Tensor::into_dyn).map_err(refusal)
}

fn from_value(value: &DynValue) -> Result<Array, EngineError> {
    let ValueType::Tensor { ty, shape, .. } = value.dtype() else {
        return Err(EngineError::unsupported("its value is not a tensor"));
    };
    let Some(element) = element_type(*ty) else {
        return Err(EngineError::unsupported(format!("results of {ty} cannot be read")));
    };
    let sizes = shape.iter().map(|&size| usize::try_from(size).map_err(refusal));
    let shape: Vec<usize> = sizes.collect::<Result<_, _>>()?;
    if element == ElementType::String {
        let (_, strings) = value.try_extract_strings().map_err(refusal)?;
        return Array::strings(shape, strings);
    }
    if element == ElementType::Bool {
        let (_, values) = value.try_extract_tensor::<bool>().map_err(refusal)?;
        return Array::new(element, shape, values.iter().map(|&value| u8::from(value)).collect::<Bytes>());
    }
    with_type!(element, T => {
        let (_, values) = value.try_extract_tensor::<T>().map_err(refusal)?;
        Array::new(element, shape, values.iter().flat_map(|value| value.to_le_bytes()).collect::<Bytes>())
    }, else Err(EngineError::unsupported(format!("results of {} cannot be read", element.text()))))
}

fn element_type(ty: TensorElementType) -> Option<ElementType> {
    Some(match ty {
        TensorElementType::Float32 => ElementType::Float,
        TensorElementType::Uint8 => ElementType::Uint8,
        TensorElementType::Int8 => ElementType::Int8,
        TensorElementType::Uint16 => ElementType::Uint16,
        TensorElementType::Int16 => ElementType::Int16,
        TensorElementType::Int32 => ElementType::Int32,
        TensorElementType::Int64 => ElementType::Int64,
        TensorElementType::Bool => ElementType::Bool,
        TensorElementType::Float16 => ElementType::Float16,
        TensorElementType::Float64 => ElementType::Double,
        TensorElementType::Uint32 => ElementType::Uint32,
        TensorElementType::Uint64 => ElementType::Uint64,
        TensorElementType::Bfloat16 => ElementType::Bfloat16,
        TensorElementType::String => ElementType::String,
        _ => return None,
    })
}
