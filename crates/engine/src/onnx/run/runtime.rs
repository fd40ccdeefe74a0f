//! The interface of a runtime.

use std::collections::BTreeMap;

use bytes::Bytes;
use partita_onnx::{ElementType, proto};

use super::{Array, run_ranks};
use crate::EngineError;

/// Arrays by name: the inputs or the outputs of a model.
pub type Arrays = BTreeMap<String, Array>;

/// Runs plain models: without collectives, and with all contents in the model itself.
pub trait Runtime: Sync {
    /// The name of the runtime, for messages.
    fn name(&self) -> &str;

    /// Whether the runtime has all element types in which onnxruntime's collectives exchange tensors.
    fn has_carriers(&self) -> bool {
        true
    }

    /// Converts a model to the form that the runtime loads, or reports what the runtime lacks. Inputs of the model must
    /// have types and shapes.
    fn prepare_model(&self, model: proto::Model) -> Result<Loadable, EngineError>;

    /// Loads a model that [`prepare_model`](Self::prepare_model) returned.
    fn load(&self, model: Loadable) -> Result<Box<dyn Session>, EngineError>;
}

/// A model in the form that a runtime loads. It is encoded once: a child process is sent the same bytes that the
/// runtime reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loadable {
    /// The encoded model.
    pub bytes: Bytes,
    /// The outputs with their element types, if known: a runtime that computes in fewer types converts its results
    /// back.
    pub outputs: Vec<(String, Option<ElementType>)>,
}

/// A model that is ready to run, many times.
pub trait Session: Send {
    /// Runs the model: takes an array for every input, returns one for every output.
    fn run(&mut self, inputs: &Arrays) -> Result<Arrays, EngineError>;
}

/// Runs a model that has no collectives. Inputs that are omitted must have default values in the model.
pub fn run_model(
    model: &proto::Model,
    inputs: &Arrays,
    runtime: &dyn Runtime,
) -> Result<Arrays, EngineError> {
    let mut results = run_ranks(std::slice::from_ref(model), std::slice::from_ref(inputs), runtime)?;
    Ok(results.pop().unwrap_or_default())
}
