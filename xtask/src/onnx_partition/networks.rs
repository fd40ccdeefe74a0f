//! Complete networks, sharded as in practice.

use std::path::Path;
use std::time::Instant;

use partita::notation::Sharding;
use partita::onnx::{Model, OnMesh};
use partita_engine::onnx::Array;
use partita_mesh::Mesh;
use partita_onnx::types::Dim;
use partita_onnx::{Bindings, TensorType, TypedGraph, ValueId, infer_types_with};

use super::{Expected, Judged, Sent, Tools, facade_model, mesh, settings};
use crate::Outcome;
use crate::onnx_checker::external_data_is_read;
use crate::onnx_engine::{OnnxCase, case_folders};
use crate::oracle::{self, report_verdict};

/// A run with fewer networks that are equal in some way fails.
const ENOUGH_NETWORKS: usize = 60;

/// The ways in which the many small networks are sharded.
const ZOO_WAYS: &[&str] = &["data x2", "tensor x4"];

/// A way to shard a network: the axes of the mesh and the dimensions that they shard.
struct Way {
    name: &'static str,
    axes: &'static [(&'static str, i64)],
    /// The axis that shards the batch.
    batch: Option<&'static str>,
    /// The axis that shards the rows of images.
    rows: Option<&'static str>,
    /// The axis that shards weights.
    weights: Option<&'static str>,
    is_thorough: bool,
}

const WAYS: &[Way] = &[
    way("data x2", &[("x", 2)], Some("x"), None, None, false),
    way("data x4", &[("x", 4)], Some("x"), None, None, true),
    way("data x8", &[("x", 8)], Some("x"), None, None, true),
    way("tensor x2", &[("x", 2)], None, None, Some("x"), true),
    way("tensor x4", &[("x", 4)], None, None, Some("x"), false),
    way("tensor x8", &[("x", 8)], None, None, Some("x"), true),
    way("space x2", &[("x", 2)], None, Some("x"), None, true),
    way("space x4", &[("x", 4)], None, Some("x"), None, true),
    way("space x8", &[("x", 8)], None, Some("x"), None, false),
    way("data and tensor 2x2", &[("x", 2), ("y", 2)], Some("x"), None, Some("y"), true),
    way("data and space 2x2", &[("x", 2), ("y", 2)], Some("x"), Some("y"), None, true),
    way("all 2x2x2", &[("x", 2), ("y", 2), ("z", 2)], Some("x"), Some("y"), Some("z"), false),
];

const fn way(
    name: &'static str,
    axes: &'static [(&'static str, i64)],
    batch: Option<&'static str>,
    rows: Option<&'static str>,
    weights: Option<&'static str>,
    is_thorough: bool,
) -> Way {
    Way { name, axes, batch, rows, weights, is_thorough }
}

/// Checks all networks whose names contain `only`, in more ways if `thorough`.
pub(super) fn compare_networks(only: Option<&str>, thorough: bool, tools: &mut Tools<'_>) -> Outcome {
    let (models, zoo) = (
        oracle::script_output("onnx_models.py", "onnx-models")?,
        oracle::script_output("onnx_zoo.py", "onnx-zoo")?,
    );
    let count = compare_folder(&models, only, &|way| thorough || !way.is_thorough, tools)?
        + compare_folder(&zoo, only, &|way| thorough || ZOO_WAYS.contains(&way.name), tools)?;
    println!("{count} networks");
    match only.is_none() && count < ENOUGH_NETWORKS {
        true => Err(format!("only {count} networks")),
        false => Ok(()),
    }
}

/// Checks the networks of a folder. Returns how many are equal in some way.
fn compare_folder(
    folder: &Path,
    only: Option<&str>,
    is_wanted: &dyn Fn(&Way) -> bool,
    tools: &mut Tools<'_>,
) -> Result<usize, String> {
    let (mut equal, mut count, mut failures, mut total) = (0, 0, Vec::new(), Sent::default());
    for folder in case_folders(folder, only)? {
        let case = OnnxCase::read(&folder)?;
        let start = Instant::now();
        let model = facade_model(&case)?;
        let mut expected = Expected::of(&case);
        let mut ways = Vec::new();
        for way in WAYS.iter().filter(|way| is_wanted(way)) {
            match compare_network(&model, way, &mut expected, tools) {
                Ok(None) => {}
                Ok(Some(sent)) => {
                    equal += 1;
                    ways.push(format!("{} ({}, {} bytes)", way.name, sent.collectives, sent.bytes));
                    total += sent;
                }
                Err(error) => failures.push(format!("{}, {}: {error}", case.name, way.name)),
            }
        }
        count += usize::from(!ways.is_empty());
        println!("{}: {} in {:.1} s", case.name, ways.join(", "), start.elapsed().as_secs_f64());
    }
    println!("{} collectives in all ({} bytes)", total.collectives, total.bytes);
    report_verdict("ONNX networks, partitioned", equal, &failures)?;
    Ok(count)
}

/// Checks one network; `None` if it has nothing to shard in this way.
fn compare_network(
    model: &Model,
    way: &Way,
    expected: &mut Expected<'_>,
    tools: &mut Tools<'_>,
) -> Result<Option<Sent>, String> {
    let sizes = sizes_of_inputs(expected.case);
    let mesh = mesh(way.axes)?;
    let typed = infer_types_with(&model.model, &sizes);
    let shardings = way.shardings(&typed.main, &mesh);
    if shardings.is_empty() {
        return Ok(None);
    }
    let mut on = OnMesh::new(mesh);
    for (name, sharding) in shardings {
        on = on.shard(name, sharding);
    }
    let mut sent = None;
    // Dimensions that are not sharded may stay symbolic.
    let symbolic = (way.batch.is_none() && way.rows.is_none()).then(Bindings::default);
    for sizes in symbolic.filter(|none| *none != sizes).into_iter().chain([sizes]) {
        let settings = settings(on.clone()).sizes(sizes);
        let ranks = model.partition(&settings).map_err(|error| error.to_string())?;
        if let Judged::NotRun(why) | Judged::Wrong(why) = tools.judge(&ranks, expected)? {
            return Err(why);
        }
        if ranks.made.collectives.is_empty() && !tools.has_read_external {
            tools.has_read_external = external_data_is_read(tools.python, &ranks.made.models[0])?;
        }
        sent = Some(Sent::of(&ranks.made));
    }
    Ok(sent)
}

impl Way {
    /// The shardings of inputs and weights.
    fn shardings(&self, main: &TypedGraph<'_>, mesh: &Mesh) -> Vec<(String, Sharding)> {
        let size_of = |axis: &&str| mesh.find(axis).map_or(1, |axis| mesh.mesh_axis(axis).size());
        let shape_of = |value: ValueId| -> Vec<u64> {
            let dims = main.types[value].dims.iter().flatten();
            dims.map(|dim| dim.known().unwrap_or(1)).collect()
        };
        let mut shardings = Vec::new();
        let mut add = |value: ValueId, axes: Vec<Vec<&str>>| {
            if axes.iter().any(|axes| !axes.is_empty()) {
                shardings.push((main.graph.values[value].name.to_owned(), Sharding::of_axes(axes)));
            }
        };
        let is_constant = |value: ValueId| main.graph.values[value].initializer.is_some();
        for &input in main.graph.inputs.iter().filter(|input| !is_constant(**input)) {
            let shape = shape_of(input);
            let mut axes = vec![Vec::new(); shape.len()];
            for (dim, wanted) in [(0, self.batch), (2, self.rows)] {
                let is_image = dim == 0 || shape.len() == 4;
                let fits = |axis: &&str| shape.get(dim).is_some_and(|size| *size >= size_of(axis));
                if let Some(axis) = wanted.filter(|axis| is_image && fits(axis)) {
                    axes[dim].push(axis);
                }
            }
            add(input, axes);
        }
        let Some(axis) = self.weights else { return shardings };
        // Every other large weight along its longest dimension: propagation has to find the shardings between them.
        let mut count = 0;
        for value in main.graph.values.ids().filter(|value| is_constant(*value)) {
            let shape = shape_of(value);
            let longest = (0..shape.len()).rev().max_by_key(|&dim| shape[dim]);
            let Some(dim) = longest.filter(|&dim| shape.len() > 1 && shape[dim] >= size_of(&axis)) else {
                continue;
            };
            count += 1;
            if count % 2 == 1 {
                let mut axes = vec![Vec::new(); shape.len()];
                axes[dim].push(axis);
                add(value, axes);
            }
        }
        shardings
    }
}

/// The numbers of the symbolic sizes of a model, from its inputs.
fn sizes_of_inputs(case: &OnnxCase) -> Bindings {
    let inputs = case.model.graph.iter().flat_map(|graph| &graph.input);
    let sizes = inputs.flat_map(|info| {
        let array = case.inputs.get(info.name.as_deref().unwrap_or_default());
        let ty = info.r#type.as_ref().and_then(TensorType::from_proto).unwrap_or_default();
        let dims = ty.dims.unwrap_or_default().into_iter().zip(array.map_or(&[][..], Array::shape));
        let size = |(dim, &size): (Dim, &usize)| match dim {
            Dim::Named(name) => Some((name.to_string(), size as u64)),
            _ => None,
        };
        dims.filter_map(size).collect::<Vec<_>>()
    });
    sizes.collect()
}
