//! Partitioned ONNX models against the models as they are, on onnxruntime.
//!
//! Every backend case of onnx is sharded at random: each tensor around a node gets its own layout, or all get the
//! layouts that follow from sharding some factors. Complete networks are sharded as in practice: along the batch, along
//! weights, along images.

use std::path::Path;
use std::time::{Duration, Instant};

use partita_base::{Id, IdVec};
use partita_engine::EngineError;
use partita_engine::onnx::{
    Array, Arrays, ComparisonLimits, OnnxRuntime, OnnxRuntimeSettings, Precision, Runtime, assemble_outputs,
    compare_outputs, find_onnxruntime, run_model, run_ranks, shard_inputs,
};
use partita_mesh::spec::MeshSpec;
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, Meshes, ShardingParts, TensorSharding};
use partita_onnx::infer::{GivenShardings, InferOptions, propagate_specs};
use partita_onnx::partition::{
    Job, MeshLayout, Partitioned, Stages, UseLayouts, ValueLayouts, layouts_of_shardings, output_layouts,
    partition_model, replicated_layout,
};
use partita_onnx::types::Dim;
use partita_onnx::{
    Bindings, TensorType, TypedGraph, TypedModel, ValueId, infer_types, infer_types_with, proto,
};
use partita_rule::TensorMapping;
use prost::Message;

use crate::Outcome;
use crate::confirmed::{Confirmation, Confirmed, Digest};
use crate::onnx_checker::{Checker, external_data_is_read};
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

/// The communication of a partitioned model.
#[derive(Clone, Copy, Default)]
struct Sent {
    collectives: usize,
    /// Bytes that the first rank sends.
    bytes: u64,
}

impl Sent {
    fn of(made: &Partitioned) -> Self {
        let bytes = made.collectives.iter().map(|each| each.bytes).sum();
        Self { collectives: made.collectives.len(), bytes }
    }
}

impl std::ops::AddAssign for Sent {
    fn add_assign(&mut self, other: Self) {
        self.collectives += other.collectives;
        self.bytes += other.bytes;
    }
}

/// How a trial ended.
enum Trial {
    /// All results are equal.
    Equal(Sent),
    /// The model is of a version that is not partitioned.
    NotRun,
    /// The results differ, or the model cannot be partitioned or run.
    Failed(String),
}

/// The oracles that check partitioned models.
struct Tools<'t> {
    runtime: &'t dyn Runtime,
    checker: Checker,
    python: &'t Path,
    /// Whether weights in a file beside the model were tried; once is enough.
    has_read_external: bool,
    confirmed: Confirmed,
    /// How many partitioned models were checked.
    count: usize,
}

/// The results of the global model, computed when they are first needed.
struct Expected<'c> {
    case: &'c OnnxCase,
    results: Option<Result<Arrays, String>>,
}

impl<'c> Expected<'c> {
    fn of(case: &'c OnnxCase) -> Self {
        Self { case, results: None }
    }

    fn get(&mut self, runtime: &dyn Runtime) -> Result<&Arrays, String> {
        let run =
            || run_model(&self.case.model, &self.case.inputs, runtime).map_err(|error| error.to_string());
        self.results.get_or_insert_with(run).as_ref().map_err(String::clone)
    }
}

/// The verdict on a partitioned model.
enum Judged {
    Equal,
    /// The global model does not run.
    NotRun(String),
    Wrong(String),
}

impl Tools<'_> {
    /// Whether the models of all ranks are valid and compute the results of the global model; confirmed before, or
    /// checked now.
    fn judge(
        &mut self,
        mesh: &Mesh,
        made: &Partitioned,
        expected: &mut Expected<'_>,
    ) -> Result<Judged, String> {
        let case = expected.case;
        let mut digest = Digest::new()?;
        digest.add_bytes(&case.model.encode_to_vec());
        for (name, array) in &case.inputs {
            digest.add(name);
            digest.add_bytes(array.data());
        }
        digest.add(&format!("{:?} {:?}", made.inputs, made.outputs));
        made.models.iter().for_each(|model| digest.add_bytes(&model.encode_to_vec()));
        self.count += 1;
        if self.confirmed.get_run(&digest, self.count).is_some() {
            return Ok(Judged::Equal);
        }
        let expected = match expected.get(self.runtime) {
            Ok(expected) => expected,
            Err(why) => return Ok(Judged::NotRun(why)),
        };
        let outcome = compare(case, mesh, made, expected, self.runtime);
        if let Err(why) = outcome.and_then(|()| self.check(&case.model, made)) {
            return Ok(Judged::Wrong(why));
        }
        self.confirmed.keep(&digest, Confirmation { passed: 1, lost: 0 });
        Ok(Judged::Equal)
    }

    /// The fault that onnx finds in the models of ranks. A global model that has a fault itself is not checked.
    fn check(&mut self, source: &proto::Model, made: &Partitioned) -> Outcome {
        if self.checker.fault(source)?.is_some() {
            return Ok(());
        }
        for rank in 0..made.models.len() {
            if let Some(fault) = self.checker.fault(&made.declared_model(rank))? {
                return Err(format!("onnx.checker, rank {rank}: {fault}"));
            }
        }
        Ok(())
    }
}

/// Runs a partitioned model and compares.
fn compare(
    case: &OnnxCase,
    mesh: &Mesh,
    made: &Partitioned,
    expected: &Arrays,
    runtime: &dyn Runtime,
) -> Result<(), String> {
    // Steps of quantisation and saturated functions are not excused here: both sides run on one runtime.
    let narrowest =
        |precision: Precision| Precision { narrowest: precision.narrowest, ..Precision::default() };
    let precision = Precision::of_outputs(&case.model).into_iter();
    let precision = precision.map(|(name, precision)| (name, narrowest(precision))).collect();
    let run = || -> Result<_, EngineError> {
        let inputs = shard_inputs(made, mesh, &case.inputs)?;
        let results = run_ranks(&made.models, &inputs, runtime)?;
        let got = assemble_outputs(made, mesh, &results)?;
        compare_outputs(expected, &got, &precision, ComparisonLimits::default())
    };
    let compared = run().map_err(|error| error.to_string())?;
    compared.differences.first().map_or(Ok(()), |first| Err(first.to_string()))
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

fn mesh(axes: &[(&str, i64)]) -> Result<Mesh, String> {
    Mesh::from_spec(&MeshSpec::new(axes.iter().copied())).map_err(|errors| format!("{errors:?}"))
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
    let job = Job {
        model: &case.model,
        typed,
        layouts,
        uses: UseLayouts::default(),
        given: Default::default(),
        bodies: &Default::default(),
        constants: Default::default(),
        is_body: false,
        inputs,
        outputs,
        meshes: &meshes,
        mesh: id,
        stages: Stages::default(),
        topology: None,
        load: &load,
        defer: None,
    };
    partition_model(&job).map_err(|finding| format!("{}: {}", finding.location, finding.message))
}

fn trial(
    typed: &TypedGraph<'_>,
    expected: &mut Expected<'_>,
    random: &mut XorShift,
    tools: &mut Tools<'_>,
) -> Result<Trial, String> {
    let mesh = mesh(MESHES[random.below(MESHES.len())])?;
    let job = random_job(typed, &mesh, random);
    let described = format!(
        "{:?} in {:?} out {:?}",
        job.0.iter().map(|(_, layout)| layout).collect::<Vec<_>>(),
        job.1,
        job.2
    );
    Ok(match partitioned(expected.case, typed, &mesh, job) {
        Ok(made) => match tools.judge(&mesh, &made, expected)? {
            Judged::Equal => Trial::Equal(Sent::of(&made)),
            Judged::NotRun(_) => Trial::NotRun,
            Judged::Wrong(error) => Trial::Failed(format!("{error} for {described}")),
        },
        Err(error) if error.contains("of the op set") => Trial::NotRun,
        Err(error) => Trial::Failed(format!("{error} for {described}")),
    })
}

/// Checks all cases and networks whose names contain `only`; networks in more ways if `thorough`.
pub(crate) fn compare_models(only: Option<&str>, seed: u64, trials: u64, thorough: bool) -> Outcome {
    let python = oracle::python()?;
    let library = find_onnxruntime(None, &python).map_err(|error| error.to_string())?;
    let settings = OnnxRuntimeSettings::new(library, Duration::from_secs(120));
    let runtime = OnnxRuntime::start(settings).map_err(|error| error.to_string())?;
    let checker = Checker::start(&python)?;
    let confirmed = Confirmed::of("onnx-partition")?;
    let mut tools =
        Tools { runtime: &runtime, checker, python: &python, has_read_external: false, confirmed, count: 0 };
    let (models, zoo) = (
        oracle::script_output("onnx_models.py", "onnx-models")?,
        oracle::script_output("onnx_zoo.py", "onnx-zoo")?,
    );
    let count = networks(&models, only, &|way| thorough || !way.is_thorough, &mut tools)?
        + networks(&zoo, only, &|way| thorough || ZOO_WAYS.contains(&way.name), &mut tools)?;
    println!("{count} networks");
    if only.is_none() && count < ENOUGH_NETWORKS {
        return Err(format!("only {count} networks"));
    }
    cases(&oracle::script_output("onnx_node_cases.py", "onnx-node-cases")?, only, seed, trials, &mut tools)?;
    println!("{} models of ranks and their sources checked by onnx", tools.checker.count);
    if only.is_none() { tools.confirmed.finish("partitioned ONNX models") } else { Ok(()) }
}

/// A run with fewer equal results fails: it proves too little.
const ENOUGH_CASES: usize = 1200;

/// The same for networks, each sharded in at least one way.
const ENOUGH_NETWORKS: usize = 60;

/// The ways in which the many small networks are sharded.
const ZOO_WAYS: &[&str] = &["data x2", "tensor x4"];

/// Checks the backend cases of onnx, sharded at random.
fn cases(folder: &Path, only: Option<&str>, seed: u64, trials: u64, tools: &mut Tools<'_>) -> Outcome {
    let (mut equal, mut communicating, mut not_run, mut failures) = (0, 0, 0, Vec::new());
    let mut total = Sent::default();
    for folder in case_folders(folder, only)? {
        let case = OnnxCase::read(&folder)?;
        if case.is_random() || SKIPPED.contains(&case.name.as_str()) {
            continue;
        }
        let mut expected = Expected::of(&case);
        let typed = infer_types(&case.model);
        let mut random = XorShift::new(seed ^ hash(&case.name));
        for _ in 0..trials {
            match trial(&typed.main, &mut expected, &mut random, tools)? {
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

/// Checks complete networks, sharded as in practice. Returns how many are equal in some way.
fn networks(
    folder: &Path,
    only: Option<&str>,
    is_wanted: &dyn Fn(&Way) -> bool,
    tools: &mut Tools<'_>,
) -> Result<usize, String> {
    let (mut equal, mut count, mut failures, mut total) = (0, 0, Vec::new(), Sent::default());
    let mut need_sizes: Vec<String> = Vec::new();
    for folder in case_folders(folder, only)? {
        let case = OnnxCase::read(&folder)?;
        let start = Instant::now();
        let mut expected = Expected::of(&case);
        let sizes = sizes_of_inputs(&case);
        let typed = infer_types_with(&case.model, &sizes);
        let symbolic = (sizes != Bindings::default()).then(|| infer_types(&case.model));
        let mut ways = Vec::new();
        for way in WAYS.iter().filter(|way| is_wanted(way)) {
            // A dimension that is not sharded may stay symbolic.
            let is_free = way.batch.is_none() && way.rows.is_none();
            let outcome = match symbolic.as_ref().filter(|_| is_free) {
                Some(symbolic) => match network(symbolic, way, &mut expected, tools) {
                    Err(why) if why.contains("unknown sizes") => {
                        need_sizes.push(case.name.clone());
                        Ok(None)
                    }
                    other => other,
                },
                None => Ok(None),
            };
            match outcome.and_then(|_| network(&typed, way, &mut expected, tools)) {
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
    if !need_sizes.is_empty() {
        failures.push(format!("networks that need a size for their batch: {}", need_sizes.join(", ")));
    }
    report_verdict("ONNX networks, partitioned", equal, &failures)?;
    Ok(count)
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

/// Checks one network; `None` if it has nothing to shard in this way.
fn network(
    typed: &TypedModel<'_>,
    way: &Way,
    expected: &mut Expected<'_>,
    tools: &mut Tools<'_>,
) -> Result<Option<Sent>, String> {
    let case = expected.case;
    let mesh = mesh(way.axes)?;
    let main = &typed.main;
    let axis = |name: &str| mesh.find(name).map(|id| mesh.axis(id));
    let mut shardings: Vec<(String, MeshLayout)> = Vec::new();
    for &input in main.graph.inputs.iter().filter(|input| main.graph.values[**input].initializer.is_none()) {
        let mut layout = replicated_layout(main, input);
        let size =
            |dim: usize| main.types[input].dims.as_ref().and_then(|dims| dims.get(dim)?.known()).unwrap_or(1);
        for (dim, wanted) in [(0, way.batch), (2, way.rows)] {
            let is_image = dim == 0 || layout.0.len() == 4;
            if let Some(axis) = wanted.and_then(axis).filter(|axis| is_image && size(dim) >= axis.size()) {
                layout.0[dim].push(axis);
            }
        }
        if !layout.is_replicated() {
            shardings.push((main.graph.values[input].name.to_owned(), layout));
        }
    }
    if let Some(axis) = way.weights.and_then(axis) {
        // Every other large weight along its longest dimension: propagation has to find the shardings between them.
        let mut count = 0;
        for (value, info) in main.graph.values.iter().filter(|(_, info)| info.initializer.is_some()) {
            let shape = main.types[value].shape().unwrap_or_default();
            let longest = (0..shape.len()).rev().max_by_key(|&dim| shape[dim]);
            let Some(dim) = longest.filter(|&dim| shape.len() > 1 && shape[dim] >= axis.size()) else {
                continue;
            };
            count += 1;
            if count % 2 == 1 {
                let mut layout = replicated_layout(main, value);
                layout.0[dim].push(axis);
                shardings.push((info.name.to_owned(), layout));
            }
        }
    }
    if shardings.is_empty() {
        return Ok(None);
    }
    let id = MeshId::from_index(0);
    let open = |layout: &MeshLayout| {
        let dims = layout.0.iter().map(|axes| DimSharding::open(axes.to_vec())).collect();
        TensorSharding::new(id, &mesh, ShardingParts { dims, ..ShardingParts::default() })
            .map_err(|errors| format!("{errors:?}"))
    };
    let given: Vec<_> = shardings
        .iter()
        .map(|(name, layout)| Ok((name.clone(), open(layout)?)))
        .collect::<Result<_, String>>()?;
    let devices = i32::try_from(mesh.device_count()).ok();
    let configuration =
        proto::DeviceConfiguration { name: Some("mesh".into()), num_devices: devices, device: Vec::new() };
    let given = GivenShardings { mesh: mesh.clone(), shardings: given };
    let propagated =
        propagate_specs(&case.model, typed, &configuration, Some(&given), InferOptions::default()).map_err(
            |findings| findings.first().map_or_else(String::new, |finding| finding.message.clone()),
        )?;
    let layouts = layouts_of_shardings(main, &propagated.shardings);
    let inputs = main.graph.inputs.iter().map(|&input| {
        let name = main.graph.values[input].name;
        let given = shardings.iter().find(|(tensor, _)| tensor == name).map(|(_, layout)| layout.clone());
        given.unwrap_or_else(|| replicated_layout(main, input))
    });
    let outputs = output_layouts(main, &layouts);
    let job = (layouts, inputs.collect(), outputs);
    let made = partitioned(case, main, &mesh, job)?;
    match tools.judge(&mesh, &made, expected)? {
        Judged::Equal => {}
        Judged::NotRun(why) | Judged::Wrong(why) => return Err(why),
    }
    if made.collectives.is_empty() && !tools.has_read_external {
        tools.has_read_external = external_data_is_read(tools.python, &made.models[0])?;
    }
    Ok(Some(Sent::of(&made)))
}

fn hash(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
