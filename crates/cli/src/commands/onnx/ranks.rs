//! Partitions a model into ranks, as the options request.

use partita::mesh::Mesh;
use partita::onnx::{
    self, Array, Arrays, Bindings, Finding, NodeLocation, OnMesh, Ranks, TensorParallelPlan, proto,
};
use partita::{Error, code, notation};

use super::load::Loaded;
use super::{print_error, print_findings};
use crate::args::{Common, OutputFormat};
use crate::commands::cost::read_machine;
use crate::exit::Exit;
use crate::onnx_args::{self, ModelSizes, RankPartition};
use crate::{companion, output};

/// Whether the options or the model define a configuration of ranks.
pub(super) fn is_partitioned(loaded: &Loaded, partition: &RankPartition) -> bool {
    partition.on.mesh.is_some() || !loaded.model.configuration.is_empty()
}

/// The mesh and the shardings of the options; errors refer to the model as `name`.
pub(super) fn on_mesh(on: &onnx_args::OnMesh, name: &str, common: &Common) -> Result<Option<OnMesh>, Exit> {
    let Some(axes) = &on.mesh else { return Ok(None) };
    let refused = |error: Error| print_error(&error, common);
    let mut given = OnMesh::new(notation::parse_mesh(axes, on.device_ids.as_deref()).map_err(refused)?);
    let of_file = match &on.shardings {
        Some(path) => companion::read_lines(path)?,
        None => Vec::new(),
    };
    for argument in of_file.iter().chain(&on.shard) {
        let Some((tensor, sharding)) = argument.split_once('=') else {
            let message = format!("expected a tensor and a sharding, found `{argument}`");
            let finding = Finding::error(code::ONNX_SHARD_ARGUMENT, NodeLocation::default(), message)
                .help("write --shard 'NAME=[{\"x\"}, {}]'");
            return Err(refused(Error::Model { name: name.to_string(), findings: vec![finding] }));
        };
        given = given.shard(tensor.trim_end(), sharding.parse().map_err(refused)?);
    }
    if let Some(path) = &on.tp_plan {
        let usage = |message: String| {
            output::print_error(&message);
            Exit::Usage
        };
        let text = companion::read_text(path)?;
        let plan = TensorParallelPlan::parse(&text)
            .map_err(|why| usage(format!("{} is not a tensor-parallel plan: {why}", path.display())))?;
        let axis = plan_axis(on, &given.mesh).map_err(usage)?;
        given = given.tensor_parallel(plan, axis);
    }
    Ok(Some(given))
}

/// The axis of a tensor-parallel plan: the given one, the only one, or the one named `tp`.
fn plan_axis(on: &onnx_args::OnMesh, mesh: &Mesh) -> Result<String, String> {
    let names: Vec<&str> = mesh.axis_ids().map(|axis| mesh.mesh_axis(axis).name()).collect();
    let wanted = on.tp_axis.as_deref().or(match names[..] {
        [only] => Some(only),
        _ => Some("tp"),
    });
    match wanted.filter(|wanted| names.contains(wanted)) {
        Some(axis) => Ok(axis.to_owned()),
        None if on.tp_axis.is_none() => {
            Err(format!("the mesh has the axes {}; choose one with --tp-axis", names.join(", ")))
        }
        None => Err(format!(
            "the mesh has no axis `{}`; its axes: {}",
            on.tp_axis.as_deref().unwrap_or_default(),
            names.join(", ")
        )),
    }
}

/// Partitions a model, with the sizes of the given inputs, or prints the error and returns the exit code.
pub(super) fn partition_ranks(
    loaded: &Loaded,
    partition: &RankPartition,
    arrays: &Arrays,
    common: &Common,
) -> Result<Ranks, Exit> {
    let settings = rank_partition(loaded, partition, common)?;
    let sizes = with_array_sizes(settings.sizes.clone(), arrays);
    let settings = settings.sizes(sizes);
    let ranks = loaded.partition(&settings).map_err(|error| print_error(&error, common))?;
    print_warnings(&loaded.name, &ranks, common);
    Ok(ranks)
}

/// Prints the warnings about a partitioned model. JSON output contains them.
pub(super) fn print_warnings(name: &str, ranks: &Ranks, common: &Common) {
    if common.format == OutputFormat::Text {
        print_findings(name, &ranks.warnings, common);
    }
}

/// How the options partition a model; errors are printed.
pub(super) fn rank_partition(
    loaded: &Loaded,
    partition: &RankPartition,
    common: &Common,
) -> Result<onnx::RankPartition, Exit> {
    let topology =
        partition.topology.as_deref().map(|path| companion::read_topology(path, common)).transpose()?;
    let machine = partition.hardware.as_deref().map(|name| read_machine(name, common)).transpose()?;
    let sizes = dimension_sizes(&partition.sizes)?;
    let on = on_mesh(&partition.on, &loaded.name, common)?;
    if let (Some(topology), Some(on)) = (&topology, &on) {
        topology.note_mesh(&on.mesh);
        topology.warn(common);
    }
    Ok(onnx::RankPartition::default()
        .configuration(partition.configuration.clone())
        .on(on)
        .propagate(partition.propagate)
        .sizes(sizes)
        .replicate_outputs(partition.replicate_outputs)
        .topology(topology.map(|topology| topology.content))
        .machine(machine))
}

/// The sizes of dimensions that the options give, by name or by place.
pub(in crate::commands) fn dimension_sizes(given: &ModelSizes) -> Result<Bindings, Exit> {
    let usage = |message: String| {
        output::print_error(&message);
        Exit::Usage
    };
    let mut sizes: Vec<(String, u64)> = Vec::new();
    for text in &given.dim {
        let found = text.split_once('=').and_then(|(name, size)| Some((name, size.parse::<u64>().ok()?)));
        let Some((name, size)) = found else {
            return Err(usage(format!(
                "expected a name and a size, such as `batch=8`, found `--dim {text}`"
            )));
        };
        sizes.push((name.to_owned(), size));
    }
    for text in &given.shape {
        let Some(shape) = input_shape(text) else {
            return Err(usage(format!(
                "expected an input and its sizes, such as `x=8,64` or `x=8,_`, found `--shape {text}`"
            )));
        };
        sizes.extend(shape);
    }
    Ok(sizes.into_iter().collect())
}

/// The places and sizes of `x=8,_`.
fn input_shape(text: &str) -> Option<Vec<(String, u64)>> {
    let (input, written) = text.split_once('=')?;
    let mut sizes = Vec::new();
    for (dim, size) in written.split(',').enumerate() {
        match size.trim() {
            "_" | "?" => {}
            size => sizes.push((format!("{input}.{dim}"), size.parse().ok()?)),
        }
    }
    Some(sizes)
}

/// The given sizes, and those of inputs that are given as arrays.
pub(super) fn with_array_sizes(given: Bindings, arrays: &Arrays) -> Bindings {
    let of = |(name, array): (&String, &Array)| -> Vec<(String, u64)> {
        let shape = array.shape().iter().enumerate();
        shape.map(|(dim, &size)| (format!("{name}.{dim}"), size as u64)).collect()
    };
    let given = given.iter().map(|(name, size)| (name.to_owned(), size)).collect::<Vec<_>>();
    arrays.iter().flat_map(of).chain(given).collect()
}

/// The model with all external contents loaded into it.
pub(super) fn with_contents(loaded: &Loaded) -> Result<proto::Model, Exit> {
    loaded.with_contents().map_err(|error| {
        output::print_error(&format!("{}: {error}", loaded.name));
        Exit::Findings
    })
}
