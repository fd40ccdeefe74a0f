//! The backend cases of onnx, sharded at random.

use partita::notation::Sharding;
use partita::onnx::{OnMesh, run_ranks};
use partita_base::{Id, IdVec};
use partita_engine::EngineError;
use partita_engine::onnx::{Array, Arrays, Runtime, assemble_outputs, shard_inputs};
use partita_mesh::{AxisRef, Mesh, MeshId, Meshes};
use partita_onnx::partition::{Job, MeshLayout, Partitioned, ValueLayouts, partition_model};
use partita_onnx::{TypedGraph, ValueId, infer_types, proto};
use partita_rule::TensorMapping;

use super::{Expected, Judged, Sent, Tools, facade_model, mesh, settings};
use crate::Outcome;
use crate::onnx_engine::{OnnxCase, case_folders};
use crate::oracle::{self, report_verdict};
use crate::random::XorShift;

/// The meshes that models are partitioned for.
const MESHES: &[&[(&str, i64)]] = &[
    &[("x", 2)],
    &[("x", 3)],
    &[("x", 2), ("y", 2)],
    &[("x", 4)],
    &[("x", 3), ("y", 2)],
    &[("x", 2), ("y", 2), ("z", 2)],
];

/// Cases that are invalid themselves: they pass a tensor with one dimension to an op that takes scalars, which
/// onnxruntime only notices when the shape is declared.
const SKIPPED: &[&str] = &[
    "test_affine_grid_2d_align_corners_expanded",
    "test_affine_grid_2d_expanded",
    "test_affine_grid_3d_align_corners_expanded",
    "test_affine_grid_3d_expanded",
];

/// How a trial ended.
enum Trial {
    /// All results are equal.
    Equal(Sent),
    /// The model is of a version that is not partitioned.
    NotRun,
    /// The results differ, or the model cannot be partitioned or run.
    Failed(String),
}

/// A run with fewer equal results fails: it proves too little. It has two of every case.
const ENOUGH_CASES: usize = 2400;

/// Checks all cases whose names contain `only`.
pub(super) fn compare_cases(only: Option<&str>, seed: u64, trials: u64, tools: &mut Tools<'_>) -> Outcome {
    let folder = oracle::script_output("onnx_node_cases.py", "onnx-node-cases")?;
    let (mut equal, mut communicating, mut not_run, mut failures) = (0, 0, 0, Vec::new());
    let mut total = Sent::default();
    for folder in case_folders(&folder, only)? {
        let case = OnnxCase::read(&folder)?;
        if case.is_random() || SKIPPED.contains(&case.name.as_str()) {
            continue;
        }
        let mut expected = Expected::of(&case);
        let typed = infer_types(&case.model);
        let mut random = XorShift::new(seed ^ hash(&case.name));
        for at in 0..2 * trials {
            let tried = match at % 2 {
                0 => try_layouts(&typed.main, &mut expected, &mut random, tools)?,
                _ => try_shardings(&typed.main, &mut expected, &mut random, tools)?,
            };
            match tried {
                Trial::Equal(sent) => {
                    equal += 1;
                    communicating += usize::from(sent.collectives > 0);
                    total += sent;
                }
                Trial::NotRun => not_run += 1,
                Trial::Failed(why) => failures.push(format!("{}: {why}", case.name)),
            }
        }
    }
    let Sent { collectives, bytes } = total;
    println!(
        "{communicating} of {equal} with collectives, {collectives} in all ({bytes} bytes); {not_run} not run"
    );
    report_verdict("ONNX cases, sharded at random", equal, &failures)?;
    match only.is_none() && equal < ENOUGH_CASES {
        true => Err(format!("only {equal} cases")),
        false => Ok(()),
    }
}

/// Partitions a model with a random layout for every use of a tensor.
fn try_layouts(
    typed: &TypedGraph<'_>,
    expected: &mut Expected<'_>,
    random: &mut XorShift,
    tools: &mut Tools<'_>,
) -> Result<Trial, String> {
    let mesh = mesh(MESHES[random.below(MESHES.len())])?;
    let job = random_job(typed, &mesh, random);
    let layouts = job.0.iter().map(|(_, layout)| layout).collect::<Vec<_>>();
    let described = format!("{layouts:?} in {:?} out {:?}", job.1, job.2);
    let made = match partitioned(expected.case, typed, &mesh, job) {
        Ok(made) => made,
        Err(error) => return Ok(refused(&error, &described)),
    };
    let run = |inputs: &Arrays, runtime: &dyn Runtime| -> Result<Arrays, EngineError> {
        let inputs = shard_inputs(&made, &mesh, inputs)?;
        assemble_outputs(&made, &mesh, &run_ranks(&made.models, &inputs, runtime)?)
    };
    Ok(judged(tools.judge_run(&made, expected, &run)?, &made, &described))
}

/// Partitions a model through the façade, with shardings of a few random tensors.
fn try_shardings(
    typed: &TypedGraph<'_>,
    expected: &mut Expected<'_>,
    random: &mut XorShift,
    tools: &mut Tools<'_>,
) -> Result<Trial, String> {
    let mesh = mesh(MESHES[random.below(MESHES.len())])?;
    let mut on = OnMesh::new(mesh.clone());
    for (name, layout) in random_shardings(typed, &mesh, random) {
        let axes = |axis: &AxisRef| mesh.mesh_axis(axis.axis()).name();
        let dims = layout.0.iter().map(|dim| dim.iter().map(axes).collect::<Vec<_>>());
        on = on.shard(name, Sharding::of_axes(dims));
    }
    let described = format!("{:?} on {:?}", on.shardings, mesh.to_spec());
    match facade_model(expected.case)?.partition(&settings(on)) {
        Ok(ranks) => Ok(judged(tools.judge(&ranks, expected)?, &ranks.made, &described)),
        Err(error) => Ok(refused(&error.to_string(), &described)),
    }
}

/// Shardings of at most three tensors of known shape: of those that a program gives, and of those between.
fn random_shardings(typed: &TypedGraph<'_>, mesh: &Mesh, random: &mut XorShift) -> Vec<(String, MeshLayout)> {
    let axes: Vec<AxisRef> = mesh.axis_ids().map(|id| mesh.axis(id)).collect();
    let is_tensor = |value: &ValueId| {
        !typed.graph.values[*value].name.is_empty() && typed.types[*value].shape().is_some()
    };
    let values: Vec<ValueId> = typed.graph.values.ids().filter(is_tensor).collect();
    let mut found: Vec<(String, MeshLayout)> = Vec::new();
    for _ in 0..=random.below(3).min(values.len()) {
        let Some(&value) = values.get(random.below(values.len().max(1))) else { break };
        let name = typed.graph.values[value].name;
        let layout = random_layout(typed.types[value].rank().unwrap_or(0), &axes, random);
        let is_valid = layout.to_sharding(MeshId::from_index(0), mesh).is_some();
        if is_valid && !found.iter().any(|(known, _)| known == name) {
            found.push((name.to_owned(), layout));
        }
    }
    found
}

fn judged(verdict: Judged, made: &Partitioned, described: &str) -> Trial {
    match verdict {
        Judged::Equal => Trial::Equal(Sent::of(made)),
        Judged::NotRun(_) => Trial::NotRun,
        Judged::Wrong(error) => Trial::Failed(format!("{error} for {described}")),
    }
}

fn refused(error: &str, described: &str) -> Trial {
    match error.contains("of the op set") {
        true => Trial::NotRun,
        false => Trial::Failed(format!("{error} for {described}")),
    }
}

/// Partitions a model with the given layouts of values, inputs and outputs.
fn partitioned(
    case: &OnnxCase,
    typed: &TypedGraph<'_>,
    mesh: &Mesh,
    (layouts, inputs, outputs): (ValueLayouts, Vec<MeshLayout>, Vec<MeshLayout>),
) -> Result<Partitioned, String> {
    let mut meshes = Meshes::default();
    let id = meshes.define("mesh", mesh.clone()).ok_or("two meshes")?;
    let load = |tensor: &proto::Tensor| {
        let array = Array::from_proto(tensor).map_err(|error| error.to_string())?;
        Ok(array.to_proto("").raw_data.unwrap_or_default())
    };
    let job = Job { layouts, inputs, outputs, ..Job::new(&case.model, typed, (&meshes, id), &load) };
    partition_model(&job).map_err(|finding| format!("{}: {}", finding.location, finding.message))
}

/// The layouts of the tensors around one node.
#[derive(Default)]
struct Around {
    inputs: Vec<Option<MeshLayout>>,
    outputs: Vec<Option<MeshLayout>>,
}

/// Random layouts of all values of a graph, of its inputs and of its outputs.
fn random_job(
    typed: &TypedGraph<'_>,
    mesh: &Mesh,
    random: &mut XorShift,
) -> (ValueLayouts, Vec<MeshLayout>, Vec<MeshLayout>) {
    let axes: Vec<AxisRef> = mesh.axis_ids().map(|id| mesh.axis(id)).collect();
    let rank_of = |value: ValueId| typed.types[value].rank().unwrap_or(0);
    let mut layouts: ValueLayouts = IdVec::filled(None, typed.graph.values.len());
    let mut read_as: ValueLayouts = layouts.clone();
    for (id, node) in typed.graph.nodes.iter() {
        let mut each = Around::default();
        let signature = typed.signatures[id].as_ref().ok().filter(|_| random.below(3) > 0);
        match signature {
            Some(signature) => {
                let mut chosen = vec![Vec::new(); signature.factors.len()];
                for &axis in &axes {
                    if !chosen.is_empty() {
                        let at = random.below(chosen.len());
                        chosen[at].push(axis);
                    }
                }
                let layout = |mapping: &TensorMapping| {
                    let dim = |dim: &partita_rule::DimMapping| {
                        let mut axes: Vec<AxisRef> =
                            dim.iter().flat_map(|factor| chosen[factor.index()].clone()).collect();
                        let mut seen = Vec::new();
                        axes.retain(|axis| {
                            !seen.contains(axis) && {
                                seen.push(*axis);
                                true
                            }
                        });
                        axes.into()
                    };
                    Some(MeshLayout::from(mapping.dims.iter().map(dim).collect::<Vec<_>>()))
                };
                each.inputs = signature.inputs.iter().map(layout).collect();
                each.outputs = signature.outputs.iter().map(|output| layout(&output.mapping)).collect();
            }
            None => {
                let mut any = |value: &Option<ValueId>| {
                    let value = (*value)?;
                    Some(random_layout(rank_of(value), &axes, random))
                };
                each.inputs = node.inputs.iter().map(&mut any).collect();
                each.outputs = node.outputs.iter().map(&mut any).collect();
            }
        }
        // Only tensors of known shape are sharded, and only if the layout is a valid sharding of it.
        let fits = |layout: &mut Option<MeshLayout>, value: Option<&Option<ValueId>>| {
            let known = value.and_then(|value| *value).and_then(|value| typed.types[value].shape());
            let is_right = layout.as_ref().zip(known.as_ref()).is_some_and(|(layout, shape)| {
                layout.0.len() == shape.len() && layout.to_sharding(MeshId::from_index(0), mesh).is_some()
            });
            if !is_right {
                *layout = None;
            }
        };
        each.inputs.resize(node.inputs.len(), None);
        each.outputs.resize(node.outputs.len(), None);
        each.inputs.iter_mut().enumerate().for_each(|(at, layout)| fits(layout, node.inputs.get(at)));
        each.outputs.iter_mut().enumerate().for_each(|(at, layout)| fits(layout, node.outputs.get(at)));
        for (value, layout) in node.outputs.iter().zip(each.outputs) {
            value.iter().for_each(|value| layouts[*value].clone_from(&layout));
        }
        for (&value, layout) in node.inputs.iter().zip(each.inputs) {
            let Some(value) = value.filter(|value| read_as[*value].is_none()) else { continue };
            read_as[value].clone_from(&layout);
            if typed.graph.values[value].initializer.is_some() {
                layouts[value] = layout;
            }
        }
    }
    let replicated = |value: ValueId| MeshLayout::replicated(rank_of(value));
    let inputs = typed.graph.inputs.iter().map(|&value| {
        read_as[value].clone().filter(|_| random.below(2) == 0).unwrap_or_else(|| replicated(value))
    });
    let inputs = inputs.collect();
    let outputs =
        typed.graph.outputs.iter().map(|&value| layouts[value].clone().unwrap_or_else(|| replicated(value)));
    let outputs = outputs.collect();
    (layouts, inputs, outputs)
}

fn random_layout(rank: usize, axes: &[AxisRef], random: &mut XorShift) -> MeshLayout {
    let mut layout = MeshLayout::replicated(rank);
    for &axis in axes {
        let at = random.below(rank + 1);
        if at < rank {
            layout.0[at].push(axis);
        }
    }
    layout
}

fn hash(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
