//! Checks all nodes of a model.

use partita_base::code;

use super::compose::Mode;
use crate::finding::{Finding, NodeLocation};
use crate::infer::{self, infer_forward};
use crate::proto;
use crate::typing::TypedModel;

/// How a model is checked.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CheckOptions {
    /// How strictly the shardings of a node's inputs must agree.
    pub mode: Mode,
    /// Check only this configuration; all by default.
    pub configuration: Option<String>,
    /// Report communication inside an op as an error instead of a warning, for runtimes that execute ops unchanged.
    pub deny_exchanges: bool,
}

partita_base::setters! { CheckOptions { mode: Mode, configuration: Option<String>, deny_exchanges: bool } }

/// Checks the specs of every node against its op, for every configuration of devices. Specs that are invalid by themselves are skipped:
/// the structural check reports them.
pub fn check_model(model: &proto::Model, typed: &TypedModel<'_>, options: &CheckOptions) -> Vec<Finding> {
    let chosen = |configuration: &&proto::DeviceConfiguration| {
        options.configuration.is_none() || options.configuration == configuration.name
    };
    let configurations: Vec<&proto::DeviceConfiguration> =
        model.configuration.iter().filter(chosen).collect();
    if let (Some(name), true) = (&options.configuration, configurations.is_empty()) {
        let message = format!("the model has no configuration '{name}'");
        return vec![Finding::error(code::ONNX_NO_CONFIGURATION, NodeLocation::default(), message)];
    }
    let own = infer::InferOptions::default().mode(options.mode).deny_exchanges(options.deny_exchanges);
    configurations
        .into_iter()
        .flat_map(|configuration| infer_forward(model, typed, configuration, own).findings)
        .collect()
}
