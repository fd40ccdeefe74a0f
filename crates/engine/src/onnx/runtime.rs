//! What can run a model.

use std::collections::BTreeMap;

use bytes::Bytes;
use partita_onnx::proto;

use super::{Array, OnnxError, run_ranks};

/// Arrays by name: what goes into a model, or comes out.
pub type Arrays = BTreeMap<String, Array>;

/// Something that runs plain models: no collectives, all contents in the model itself.
pub trait Runtime: Sync {
    /// What it is called.
    fn name(&self) -> &str;

    /// Prepares a model, given as the bytes of its file. Its inputs say of which types and shapes they are.
    fn load(&self, model: Bytes) -> Result<Box<dyn Session>, OnnxError>;
}

/// A model that is ready to run, many times.
pub trait Session: Send {
    /// Runs the model: one array for every input, one for every output.
    fn run(&mut self, inputs: &Arrays) -> Result<Arrays, OnnxError>;
}

/// Runs a model that has no collectives. Inputs that are left out must have default values in the model.
pub fn run_model(model: &proto::Model, inputs: &Arrays, runtime: &dyn Runtime) -> Result<Arrays, OnnxError> {
    let mut results = run_ranks(std::slice::from_ref(model), std::slice::from_ref(inputs), runtime)?;
    Ok(results.pop().unwrap_or_default())
}
