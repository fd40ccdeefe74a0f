//! Checks the configurations of a model.

use std::collections::BTreeMap;

use partita_base::code;

use super::findings::Findings;
use crate::bodies::Bodies;
use crate::finding::{Finding, NodeLocation};
use crate::proto;

/// The first version of the format with annotations.
pub const FIRST_IR: i64 = 11;

/// The number of devices of every named configuration; `None` if the number is invalid.
pub(super) type Configurations<'m> = BTreeMap<&'m str, Option<u64>>;

/// Reports errors in configurations and returns those that annotations can refer to.
pub(super) fn check_devices<'m>(model: &'m proto::Model, findings: &mut Findings) -> Configurations<'m> {
    let mut known: Configurations<'m> = BTreeMap::new();
    for (i, configuration) in model.configuration.iter().enumerate() {
        let name = configuration.name.as_deref().unwrap_or_default();
        let shown = if name.is_empty() { format!("#{i}") } else { name.to_string() };
        let location = NodeLocation { configuration: Some(shown), ..NodeLocation::default() };
        let error = |code, message: String| Finding::error(code, location.clone(), message);
        if name.is_empty() {
            let message = "the configuration has no name, so no annotation can refer to it";
            findings.push(error(code::ONNX_CONFIGURATION_NAMELESS, message.into()));
        }
        let count = configuration.num_devices.and_then(|count| u64::try_from(count).ok()).filter(|n| *n > 0);
        if count.is_none() {
            let message = match configuration.num_devices {
                Some(count) => format!("expected at least 1 device in the configuration, found {count}"),
                None => "the configuration has no num_devices".into(),
            };
            findings.push(error(code::ONNX_NO_DEVICES, message));
        }
        let names = configuration.device.len();
        if let Some(count) = count.filter(|count| names > 0 && *count != names as u64) {
            let message = format!("expected {count} device names (one per device), found {names}");
            findings.push(error(code::ONNX_DEVICE_NAMES, message).help("name all devices or none"));
        }
        if !name.is_empty() && known.insert(name, count).is_some() {
            let message = format!("two configurations are named '{name}'");
            findings.push(error(code::ONNX_CONFIGURATION_REPEATED, message));
        }
    }
    known
}

/// Reports annotations in a version of the format without annotations: older readers drop them.
pub(super) fn check_version(model: &proto::Model, bodies: &Bodies<'_>, findings: &mut Findings) {
    let Some(version) = model.ir_version.filter(|version| *version < FIRST_IR) else { return };
    let mut nodes = bodies.list.iter().flat_map(|body| body.nodes());
    let annotated =
        !model.configuration.is_empty() || nodes.any(|node| !node.device_configurations.is_empty());
    if annotated {
        let message = format!("the model has annotations, but ir_version {version} does not support them");
        findings.push(Finding::error(code::ONNX_IR_TOO_OLD, NodeLocation::default(), message).help(format!(
            "set ir_version to {FIRST_IR} or more: readers of older versions drop annotations"
        )));
    }
}
