//! Shardings of model inputs.
//!
//! The format cannot express them, so they are stored in the metadata of the input: the property `partita.sharding` is a spec as
//! JSON for all configurations; `partita.sharding.NAME` is one for the configuration NAME.

use partita_base::code;

use super::annotations::{check_one, declared_dims};
use super::devices::Configurations;
use super::findings::Findings;
use super::spec_json::SpecJson;
use crate::bodies::{Bodies, Root};
use crate::finding::{Finding, NodeLocation};
use crate::graph::Graph;
use crate::proto::{ShardingSpec, StringEntry, ValueInfo};

/// The property that stores the sharding of an input.
pub const SHARDING_KEY: &str = "partita.sharding";

/// The property that stores the sharding of an input for one configuration; `None` for all.
pub fn sharding_key(configuration: Option<&str>) -> String {
    configuration.map_or(SHARDING_KEY.to_string(), |name| format!("{SHARDING_KEY}.{name}"))
}

/// The sharding of an input in a configuration, if its metadata has one.
///
/// # Errors
///
/// Why the property is not a valid spec.
pub fn input_sharding(input: &ValueInfo, configuration: &str) -> Option<Result<ShardingSpec, String>> {
    let own = StringEntry::find(&input.metadata_props, &sharding_key(Some(configuration)));
    let text = own.or_else(|| StringEntry::find(&input.metadata_props, SHARDING_KEY))?;
    Some(read(text, input.name.as_deref()))
}

fn read(text: &str, name: Option<&str>) -> Result<ShardingSpec, String> {
    let json: SpecJson = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if let Some(other) = json.tensor_name.as_deref().filter(|other| Some(*other) != name) {
        return Err(format!("the spec has tensor_name '{other}'"));
    }
    Ok(ShardingSpec { tensor_name: name.map(str::to_string), ..json.to_proto() })
}

/// Reports errors in the shardings of inputs.
pub(super) fn check_input_sharding(
    bodies: &Bodies<'_>,
    graphs: &[Graph<'_>],
    configurations: &Configurations<'_>,
    findings: &mut Findings,
) {
    for (at, (body, graph)) in bodies.list.iter().zip(graphs).enumerate() {
        let Some(proto) = body.graph() else { continue };
        let is_main = body.root == Root::Main && body.parent.is_none();
        let others = proto.output.iter().chain(&proto.value_info);
        let infos = proto.input.iter().map(|info| (info, is_main)).chain(others.map(|info| (info, false)));
        for (info, is_input) in infos {
            for entry in &info.metadata_props {
                let key = entry.key.as_deref().unwrap_or_default();
                let Some(rest) = key.strip_prefix(SHARDING_KEY) else { continue };
                let name = info.name.as_deref();
                let location = NodeLocation { tensor: name.map(str::to_string), ..bodies.location(at) };
                if !is_input {
                    let message = "only a model input may have a sharding property";
                    findings.push(Finding::warning(code::ONNX_SHARDED_INPUT, location, message));
                    continue;
                }
                let wanted = rest.strip_prefix('.');
                if wanted.is_none() && !rest.is_empty() {
                    continue;
                }
                if let Some(wanted) = wanted.filter(|wanted| !configurations.contains_key(wanted)) {
                    let message = format!("the model has no configuration '{wanted}' of this sharding");
                    findings.push(Finding::error(code::ONNX_SHARDED_INPUT, location.clone(), message));
                }
                match read(entry.value.as_deref().unwrap_or_default(), name) {
                    Err(error) => {
                        let message = format!("the sharding of the input cannot be read: {error}");
                        findings.push(Finding::error(code::ONNX_SHARDED_INPUT, location, message));
                    }
                    Ok(spec) => {
                        let dims = declared_dims(graph, name.unwrap_or_default());
                        // A spec for all configurations must be valid for the smallest one.
                        let devices = match wanted {
                            Some(wanted) => configurations.get(wanted).copied().flatten(),
                            None => configurations.values().copied().flatten().min(),
                        };
                        check_one(&spec, dims.as_deref(), devices, &location, findings);
                    }
                }
            }
        }
    }
}
