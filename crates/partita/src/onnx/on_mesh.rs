//! A mesh, and shardings of some tensors on it.

use std::collections::BTreeMap;

use partita_base::{Id, code};
use partita_mesh::{Mesh, MeshId, TensorSharding};
use partita_onnx::graph::ValueSource;
use partita_onnx::structure::nearest_name;
use partita_onnx::tp_plan::{TensorParallelPlan, known_styles};
use partita_onnx::{Finding, NodeLocation, TypedModel, proto};

use super::refused;
use crate::Error;
use crate::notation::Sharding;

/// A mesh, and shardings of some tensors on it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OnMesh {
    /// The mesh that the shardings refer to.
    pub mesh: Mesh,
    /// The names of tensors, each with its sharding. A name that the main graph lacks is that of tensors of the bodies of control flow. A
    /// name that no tensor has is a pattern of inputs of the model and constants: `*` matches any characters and `?` one. It selects those that have as many dimensions as the sharding. An exact name precedes
    /// patterns, and a later one an earlier one.
    pub shardings: Vec<(String, Sharding)>,
    /// A tensor-parallel plan, and the axis that its modules are sharded along. Shardings of tensors precede it.
    pub plan: Option<(TensorParallelPlan, String)>,
}

impl OnMesh {
    /// A mesh without shardings.
    pub fn new(mesh: Mesh) -> Self {
        Self { mesh, shardings: Vec::new(), plan: None }
    }

    /// Adds the sharding of a tensor, or of all inputs and constants that match a pattern.
    #[must_use]
    pub fn shard(mut self, tensor: impl Into<String>, sharding: Sharding) -> Self {
        self.shardings.push((tensor.into(), sharding));
        self
    }

    /// Shards the weights of modules along an axis.
    #[must_use]
    pub fn tensor_parallel(mut self, plan: TensorParallelPlan, axis: impl Into<String>) -> Self {
        self.plan = Some((plan, axis.into()));
        self
    }
}

/// The shardings of tensors that were given, and warnings about those that have no effect.
#[derive(Debug, Default)]
pub(super) struct ReadShardings {
    pub(super) tensors: Vec<(String, TensorSharding)>,
    pub(super) warnings: Vec<Finding>,
}

/// Resolves the given shardings of tensors; errors refer to the model as `name`.
pub(super) fn read_shardings(
    on: Option<&OnMesh>,
    typed: &TypedModel<'_>,
    name: &str,
) -> Result<ReadShardings, Error> {
    let Some(OnMesh { mesh, shardings, plan }) = on else { return Ok(ReadShardings::default()) };
    let mut found: BTreeMap<String, TensorSharding> = BTreeMap::new();
    let mut warnings = Vec::new();
    if let Some((plan, axis)) = plan {
        let planned = plan.find_weights(&typed.main);
        warnings = unknown_styles(plan);
        warnings.extend(unmatched_modules(&planned.unmatched));
        if planned.tensors.is_empty() && !warnings.is_empty() {
            let errors = warnings.iter().map(|warning| Finding::error(
                code::ONNX_SHARD_ARGUMENT,
                warning.location.clone(),
                warning.message.clone(),
            ).help("modules are found by the names of weights and nodes, and by the scopes that PyTorch's exporter writes"));
            return Err(refused(name, errors.collect()));
        }
        for (tensor, dim) in planned.tensors {
            let rank = dimension_count(&tensor, typed).map_err(|finding| refused(name, vec![*finding]))?;
            let dims = (0..rank).map(|at| if Some(at) == dim { vec![axis.as_str()] } else { Vec::new() });
            let sharding = Sharding::of_axes(dims).on(mesh, MeshId::from_index(0), rank)?;
            found.insert(tensor, sharding);
        }
    }
    let is_exact = |tensor: &str| !typed.main.find_defined(tensor).is_empty() || !tensor.contains(['*', '?']);
    let patterns = shardings.iter().filter(|(tensor, _)| !is_exact(tensor));
    for (pattern, sharding) in patterns {
        found.extend(matching_tensors(pattern, sharding, mesh, typed, name)?);
    }
    for (tensor, sharding) in shardings.iter().filter(|(tensor, _)| is_exact(tensor)) {
        let rank = dimension_count(tensor, typed).map_err(|finding| refused(name, vec![*finding]))?;
        found.insert(tensor.clone(), sharding.on(mesh, MeshId::from_index(0), rank)?);
    }
    Ok(ReadShardings { tensors: found.into_iter().collect(), warnings })
}

fn unknown_styles(plan: &TensorParallelPlan) -> Vec<Finding> {
    let finding = |(pattern, style): &(String, String)| {
        let message = format!("unknown style {style} of '{pattern}', whose entry is ignored");
        Finding::warning(code::ONNX_SHARD_ARGUMENT, NodeLocation::default(), message).help(known_styles())
    };
    plan.unknown().iter().map(finding).collect()
}

fn unmatched_modules(patterns: &[String]) -> Vec<Finding> {
    let finding = |pattern: &String| {
        let message = format!("no product or embedding of the model belongs to a module '{pattern}'");
        Finding::warning(code::ONNX_SHARD_ARGUMENT, NodeLocation::default(), message)
    };
    patterns.iter().map(finding).collect()
}

/// The inputs and constants that match a pattern and have as many dimensions as the sharding.
fn matching_tensors(
    pattern: &str,
    sharding: &Sharding,
    mesh: &Mesh,
    typed: &TypedModel<'_>,
    name: &str,
) -> Result<Vec<(String, TensorSharding)>, Error> {
    let mut names: Vec<&str> = Vec::new();
    let (mut found, mut first_error) = (Vec::new(), None);
    for graph in std::iter::once(&typed.main).chain(typed.main.all_bodies()) {
        let given = graph.graph.values.iter().filter(|(_, value)| match value.source {
            // The inputs of a body are not given by the user.
            ValueSource::Input(_) => graph.id == typed.main.id,
            ValueSource::Initializer(_) => true,
            ValueSource::Node(node, _) => graph.graph.nodes[node].proto.standard_op() == Some("Constant"),
            _ => false,
        });
        for (id, value) in given {
            names.push(value.name);
            let Some(rank) = graph.types[id].rank().filter(|_| matches_pattern(pattern, value.name)) else {
                continue;
            };
            match sharding.on(mesh, MeshId::from_index(0), rank) {
                Ok(resolved) => found.push((value.name.to_owned(), resolved)),
                Err(error) => drop(first_error.get_or_insert(error)),
            }
        }
    }
    match (found.is_empty(), first_error) {
        (false, _) => Ok(found),
        (true, Some(error)) => Err(error),
        (true, None) => {
            let location = NodeLocation { tensor: Some(pattern.to_owned()), ..NodeLocation::default() };
            let message = "no input and no constant matches the pattern";
            let mut finding = Finding::error(code::ONNX_SHARD_ARGUMENT, location, message);
            let plain = pattern.replace(['*', '?'], "");
            if let Some(near) = nearest_name(&plain, names.into_iter()) {
                finding = finding.help(format!("did you mean '{near}'?"));
            }
            Err(refused(name, vec![finding]))
        }
    }
}

/// Whether a name matches a pattern, in which `*` matches any characters and `?` one.
fn matches_pattern(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where to continue if the last `*` has to stand for one more character.
    let mut retry: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                retry = Some((p + 1, n + 1));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => (p, n) = (p + 1, n + 1),
            _ => match retry {
                Some((after, next)) => {
                    (p, n) = (after, next);
                    retry = Some((after, next + 1));
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

/// The number of dimensions of a tensor.
fn dimension_count(name: &str, typed: &TypedModel<'_>) -> Result<usize, Box<Finding>> {
    let graph = &typed.main;
    let value = graph.find_defined(name).into_iter().next();
    if let Some(dimensions) = value.and_then(|(graph, value)| graph.types[value].rank()) {
        return Ok(dimensions);
    }
    let location = NodeLocation { tensor: Some(name.to_string()), ..NodeLocation::default() };
    let is_optional = value.is_some_and(|(graph, value)| {
        let declared = graph.graph.values[value].declared.and_then(|ty| ty.value.as_ref());
        matches!(declared, Some(proto::TypeValue::Optional(_)))
    });
    let message = match value {
        Some(_) if is_optional => {
            "the tensor is optional; shard the result of OptionalGetElement instead, which is its value"
        }
        Some(_) => "the number of dimensions of the tensor is unknown",
        None => "the model has no tensor of this name",
    };
    let mut finding = Finding::error(code::ONNX_SHARD_ARGUMENT, location, message);
    let known = graph.graph.values.iter().map(|(_, value)| value.name);
    if let Some(near) = nearest_name(name, known).filter(|_| value.is_none()) {
        finding = finding.help(format!("did you mean '{near}'?"));
    }
    Err(Box::new(finding))
}

/// Adds a configuration for the given mesh, unless the model has one with the wanted name, or with the same number of
/// devices if no name is wanted. Returns whether one was added.
pub fn add_configuration(model: &mut proto::Model, mesh: Option<&Mesh>, wanted: Option<&str>) -> bool {
    let Some(mesh) = mesh else { return false };
    let Ok(num_devices) = i32::try_from(mesh.device_count()) else { return false };
    let named = |configuration: &proto::DeviceConfiguration| match wanted {
        Some(name) => configuration.name.as_deref() == Some(name),
        None => configuration.num_devices == Some(num_devices),
    };
    if model.configuration.iter().any(named) {
        return false;
    }
    let name = wanted.unwrap_or("mesh").to_string();
    model.configuration.push(proto::DeviceConfiguration {
        name: Some(name),
        num_devices: Some(num_devices),
        device: Vec::new(),
    });
    true
}

#[cfg(test)]
mod tests {
    use super::matches_pattern;

    #[test]
    fn stars_stand_for_any_characters() {
        for (pattern, name, expected) in [
            ("layers.*.q.weight", "layers.0.q.weight", true),
            ("layers.*.q.weight", "layers.10.self.q.weight", true),
            ("layers.*.q.weight", "layers.0.q.weight.t", false),
            ("*.weight", "a.weight.weight", true),
            ("l?.w", "l1.w", true),
            ("l?.w", "l12.w", false),
            ("*", "", true),
            ("a*b*c", "abbbc", true),
            ("a*b*c", "abbb", false),
            ("*é?", "né!", true),
        ] {
            assert_eq!(matches_pattern(pattern, name), expected, "{pattern} {name}");
        }
    }
}
