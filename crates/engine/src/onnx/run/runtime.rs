//! What can run a model.

use std::collections::BTreeMap;

use bytes::Bytes;
use partita_onnx::{ElementType, proto};

use super::{Array, run_ranks};
use crate::EngineError;

/// Arrays by name: what goes into a model, or comes out.
pub type Arrays = BTreeMap<String, Array>;

/// Something that runs plain models: no collectives, all contents in the model itself.
pub trait Runtime: Sync {
    /// What it is called.
    fn name(&self) -> &str;

    /// Puts a model into the form that the runtime loads, or reports what it lacks. Inputs of the model have types and shapes.
    fn form(&self, model: proto::Model) -> Result<Loadable, EngineError>;

    /// Prepares a model that [`form`](Self::form) made.
    fn load(&self, model: Loadable) -> Result<Box<dyn Session>, EngineError>;
}

/// A model in the form that a runtime loads. It is encoded once: what crosses to a process of the runtime is what the runtime reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loadable {
    /// The bytes of its file.
    pub bytes: Bytes,
    /// The outputs with their types, as far as they are known, for a runtime that computes in fewer types.
    pub outputs: Vec<(String, Option<ElementType>)>,
}

/// A model that is ready to run, many times.
pub trait Session: Send {
    /// Runs the model: one array for every input, one for every output.
    fn run(&mut self, inputs: &Arrays) -> Result<Arrays, EngineError>;
}

/// Runs a model that has no collectives. Inputs that are left out must have default values in the model.
pub fn run_model(
    model: &proto::Model,
    inputs: &Arrays,
    runtime: &dyn Runtime,
) -> Result<Arrays, EngineError> {
    let mut results = run_ranks(std::slice::from_ref(model), std::slice::from_ref(inputs), runtime)?;
    Ok(results.pop().unwrap_or_default())
}
