//! All nodes of a model.

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
    /// How much the inputs of a node may differ.
    pub mode: Mode,
    /// The only configuration that is looked at; all by default.
    pub configuration: Option<String>,
    /// Whether a cut that needs communication inside an op is an error: so for an implementation that runs ops as they are.
    pub deny_exchanges: bool,
}

partita_base::setters! { CheckOptions { mode: Mode, configuration: Option<String>, deny_exchanges: bool } }

/// Checks the specs of every node against its op, for every configuration of devices. Specs that are wrong by themselves are left to the
/// structural check.
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
    let own = infer::InferOptions { mode: options.mode, deny_exchanges: options.deny_exchanges };
    configurations
        .into_iter()
        .flat_map(|configuration| infer_forward(model, typed, configuration, own).findings)
        .collect()
}
