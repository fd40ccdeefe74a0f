//! A model partitioned into one model per rank.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use partita_base::{Id as _, IdVec, code};
use partita_cost::Machine;
use partita_engine::ModelFolder;
use partita_engine::onnx::load_external_in_nodes;
use partita_mesh::{Mesh, MeshId, Meshes};
use partita_onnx::block_parameters::split_block_parameters;
use partita_onnx::file::has_external_data;
use partita_onnx::graph::{GraphId, ValueSource};
use partita_onnx::infer::{
    GivenShardings, InferOptions, Inferred, Record, infer_forward, propagate_specs, sharding_on_mesh,
};
use partita_onnx::inline::{InlineError, inline_functions};
use partita_onnx::layout::DeviceLayout;
use partita_onnx::partition::{
    GraphLayouts, Job, MeshLayout, Partitioned, StagedLayouts, Stages, body_layouts, body_layouts_of_specs,
    flat_mesh, layouts_of_shardings, layouts_of_specs, mesh_of_specs, output_layouts, partition_first_rank,
    partition_model, replicated_layout, shard_by_parts, stages_of_specs, unmerge_dims, use_layouts,
};
use partita_onnx::structure::input_sharding;
use partita_onnx::{
    Bindings, Finding, NodeLocation, TypedGraph, TypedModel, ValueId, infer_types_with,
    pass_through_branches, pass_through_lookups, proto,
};
use partita_report::RanksView;
use partita_reshard::{Topology, uneven_links};

use super::model::{measure_contents, tensor_contents};
use super::on_mesh::read_shardings;
use super::{Model, OnMesh, add_configuration, has_errors, refused, run_error};
use crate::Error;
use crate::notation::Notation;

/// How a model is partitioned into ranks. Each rank takes its shard of those inputs of the model that have a sharding.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RankPartition {
    /// The configuration of devices, if the model has several.
    pub configuration: Option<String>,
    /// A mesh, and shardings on it; by default a mesh that fits the annotations of the model.
    pub on: Option<OnMesh>,
    /// Propagate annotations forward and backward through the model, instead of forward only. Always done if a mesh is
    /// given.
    pub propagate: bool,
    /// The sizes of dimensions, by name or by their place in an input: `x.0` is the first dimension of the input `x`. Only dimensions that
    /// are sharded need one.
    pub sizes: Bindings,
    /// Make every rank return complete outputs instead of its shards.
    pub replicate_outputs: bool,
    /// The latency and bandwidth between devices; without it, costs count bytes only.
    pub topology: Option<Topology>,
    /// The machine whose links are used without `topology`, where they differ in speed along the axes of the mesh.
    pub machine: Option<Machine>,
    /// Leave weights of 1 KiB and more out of the models of ranks: [`Ranks::output`] copies them from file to file. Such models cannot
    /// be run.
    pub defer_weights: bool,
}

partita_base::setters! { RankPartition { configuration: Option<String>, on: Option<OnMesh>, propagate: bool, sizes: Bindings, replicate_outputs: bool, topology: Option<Topology>, machine: Option<Machine>, defer_weights: bool } }

/// The models of all ranks and the mesh they are on.
pub struct Ranks {
    /// The mesh whose devices are the ranks.
    pub mesh: Mesh,
    /// The models, the sharding of inputs and outputs, and every collective.
    pub made: Partitioned,
    /// Warnings about the specs of the model and the given shardings.
    pub warnings: Vec<Finding>,
    /// Whether the source model had external data.
    pub(super) has_external_source: bool,
    /// The folder of the source model's external data.
    pub(super) folder: Option<ModelFolder>,
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ranks").field("mesh", &self.mesh.to_spec()).finish_non_exhaustive()
    }
}

/// Where the values of a model are, before ranks are made.
pub(crate) struct PlacedModel {
    pub(crate) mesh: Mesh,
    /// The name of the configuration of devices.
    configuration: String,
    pub(super) main: GraphLayouts,
    /// Those of values in bodies.
    bodies: BTreeMap<GraphId, GraphLayouts>,
    /// The stages with their meshes and the layouts of inputs, if the specs have no common mesh.
    pub(super) staged: Option<(Vec<Mesh>, Stages, Vec<MeshLayout>)>,
    /// How they were found.
    pub(crate) record: Record,
    /// Warnings about the specs and the given shardings.
    warnings: Vec<Finding>,
}

impl PlacedModel {
    /// Whether all values are placed as in another result.
    pub(crate) fn has_layouts_of(&self, other: &PlacedModel) -> bool {
        let (own, other) = (&self.main, &other.main);
        own.values.ids().all(|value| own.values[value] == other.values[value]) && own.uses == other.uses
    }
}

impl Model {
    /// Partitions the model into one model per rank.
    pub fn partition(&self, partition: &RankPartition) -> Result<Ranks, Error> {
        let (model, sizes) = self.inlined(partition)?;
        let typed = infer_partitioned_types(&model, &sizes, partition);
        let placed = self.place(&model, &typed, partition, false)?;
        self.make_ranks(&model, &typed, partition, &placed)
    }

    /// The model without calls of functions, with a configuration for the mesh, and the sizes of its named dimensions.
    pub(crate) fn inlined(&self, partition: &RankPartition) -> Result<(proto::Model, Bindings), Error> {
        let mut model = inline_functions(&self.model).map_err(|why| {
            let code = match why {
                InlineError::TooMany => code::ONNX_FUNCTIONS_TOO_LARGE,
                _ => code::ONNX_NOT_PARTITIONED,
            };
            refused(&self.name, vec![Finding::error(code, NodeLocation::default(), why.to_string())])
        })?;
        load_external_in_nodes(&mut model, &mut |external| self.read_external(external))
            .map_err(|error| run_error(&self.name, &error))?;
        split_block_parameters(&mut model);
        let mesh = partition.on.as_ref().map(|on| &on.mesh);
        add_configuration(&mut model, mesh, partition.configuration.as_deref());
        let sizes = self.set_sizes(&mut model, &partition.sizes)?;
        Ok((model, sizes))
    }

    /// Finds the layouts of all values, and with `trace` records how.
    pub(crate) fn place(
        &self,
        model: &proto::Model,
        typed: &TypedModel<'_>,
        partition: &RankPartition,
        trace: bool,
    ) -> Result<PlacedModel, Error> {
        let refuse = |finding: Box<Finding>| refused(&self.name, vec![*finding]);
        let given_mesh = partition.on.as_ref().map(|on| on.mesh.clone());
        let configuration = choose_configuration(model, given_mesh.as_ref(), partition).map_err(refuse)?;
        let options = InferOptions::default().trace(trace);
        let (mesh, main, bodies, record, warnings) = match (given_mesh, partition.propagate) {
            (None, false) => {
                let inferred = infer_forward(model, typed, configuration, options);
                self.refuse_errors(&inferred)?;
                let name = configuration.name.as_deref().unwrap_or_default();
                let inputs = annotated_inputs(model, typed, name, inferred.num_devices);
                let Some((mesh, main)) = on_one_mesh(typed, &inferred, &inputs) else {
                    return Ok(place_in_stages(typed, &inferred, &inputs));
                };
                let mut shardings = IdVec::default();
                for (_, layout) in main.values.iter() {
                    let sharding = layout.as_ref().and_then(|l| l.to_sharding(MeshId::from_index(0), &mesh));
                    shardings.push(sharding);
                }
                let record = Record::of_specs(typed, &inferred, &mesh, &shardings);
                let bodies = body_layouts_of_specs(&typed.main, &inferred, &mesh).map_err(refuse)?;
                (mesh, main, bodies, record, inferred.findings)
            }
            (given, _) => {
                let read = read_shardings(partition.on.as_ref(), typed, &self.name)?;
                let given = given.map(|mesh| GivenShardings { mesh, shardings: read.tensors });
                let propagated = propagate_specs(model, typed, configuration, given.as_ref(), options)
                    .map_err(|findings| refused(&self.name, findings))?;
                self.refuse_errors(&propagated.inferred)?;
                let warnings = [read.warnings, propagated.inferred.findings].concat();
                let record = propagated.record;
                let main = GraphLayouts {
                    values: layouts_of_shardings(&typed.main, &propagated.shardings),
                    uses: use_layouts(&typed.main, &propagated.uses),
                    given: given_constants(&typed.main, &record),
                };
                let is_given = |body: &TypedGraph<'_>, value: ValueId| {
                    let tensor = record.tensors.get(&body.id).and_then(|tensors| tensors[value]);
                    let is_outer = body.graph.values[value].source == ValueSource::Outer;
                    !is_outer && tensor.is_some_and(|tensor| record.is_annotated(tensor))
                };
                let bodies = body_layouts(&typed.main, &propagated.bodies, &is_given);
                (propagated.mesh, main, bodies, record, warnings)
            }
        };
        let warnings = warnings_of_ranks(warnings);
        let configuration = configuration.name.clone().unwrap_or_default();
        Ok(PlacedModel { mesh, configuration, main, bodies, staged: None, record, warnings })
    }

    /// The models of all ranks.
    pub(super) fn make_ranks(
        &self,
        model: &proto::Model,
        typed: &TypedModel<'_>,
        partition: &RankPartition,
        placed: &PlacedModel,
    ) -> Result<Ranks, Error> {
        self.make_by(model, typed, partition, placed, partition_model)
    }

    /// The model of the first rank, which suffices to price a partition.
    pub(crate) fn make_first_rank(
        &self,
        model: &proto::Model,
        typed: &TypedModel<'_>,
        partition: &RankPartition,
        placed: &PlacedModel,
    ) -> Result<Ranks, Error> {
        self.make_by(model, typed, partition, placed, partition_first_rank)
    }

    fn make_by(
        &self,
        model: &proto::Model,
        typed: &TypedModel<'_>,
        partition: &RankPartition,
        placed: &PlacedModel,
        make: fn(&Job<'_, '_>) -> Result<Partitioned, Box<Finding>>,
    ) -> Result<Ranks, Error> {
        let PlacedModel { mesh, configuration, main, bodies, staged, warnings, .. } = placed;
        let mut meshes = Meshes::default();
        let (inputs, stages) = match staged {
            // Stages refer to their meshes by number.
            Some((own, stages, inputs)) => {
                for (at, mesh) in own.iter().enumerate() {
                    let _ = meshes.define(format!("stage{at}"), mesh.clone());
                }
                (inputs.clone(), stages.clone())
            }
            None => (self.input_layouts(model, typed, partition, mesh, configuration)?, Stages::default()),
        };
        let id = meshes.define("mesh", mesh.clone()).expect("the name is free");
        let outputs = match partition.replicate_outputs {
            true => {
                typed.main.graph.outputs.iter().map(|&value| replicated_layout(&typed.main, value)).collect()
            }
            false => output_layouts(&typed.main, &main.values),
        };
        let uneven = partition.machine.as_ref().and_then(|machine| {
            let others = meshes.ids().filter(|&other| other != id).map(|id| meshes.get(id));
            uneven_links(machine, mesh, others)
        });
        let folder = self.folder.as_ref();
        let load = |tensor: &proto::Tensor| tensor_contents(folder, tensor);
        let measure = |tensor: &proto::Tensor| measure_contents(folder, tensor);
        let job = Job {
            layouts: main.values.clone(),
            uses: main.uses.clone(),
            given: main.given.clone(),
            bodies,
            inputs,
            outputs,
            stages,
            topology: partition.topology.as_ref().or(uneven.as_ref()),
            defer: partition.defer_weights.then_some(&measure),
            ..Job::new(model, &typed.main, (&meshes, id), &load)
        };
        let made = make(&job).map_err(|finding| refused(&self.name, vec![*finding]))?;
        let has_external_source = has_external_data(&self.model);
        let (mesh, warnings, folder) = (mesh.clone(), warnings.clone(), self.folder.clone());
        Ok(Ranks { mesh, made, warnings, has_external_source, folder })
    }

    fn refuse_errors(&self, inferred: &Inferred) -> Result<(), Error> {
        match has_errors(&inferred.findings) {
            true => Err(refused(&self.name, inferred.findings.clone())),
            false => Ok(()),
        }
    }

    /// The layouts of the inputs of the model: the given sharding, else that of the model's own annotation, else
    /// replicated.
    fn input_layouts(
        &self,
        model: &proto::Model,
        typed: &TypedModel<'_>,
        partition: &RankPartition,
        mesh: &Mesh,
        configuration: &str,
    ) -> Result<Vec<MeshLayout>, Error> {
        let given = read_shardings(partition.on.as_ref(), typed, &self.name)?.tensors;
        let main = &typed.main;
        let mut all = Vec::new();
        for (&value, info) in main.graph.inputs.iter().zip(model.graph.iter().flat_map(|graph| &graph.input))
        {
            let name = main.graph.values[value].name;
            let mut layout = replicated_layout(main, value);
            if let Some((_, sharding)) = given.iter().find(|(tensor, _)| tensor == name) {
                layout = MeshLayout::from_sharding(sharding);
            } else if let Some(Ok(spec)) = input_sharding(info, configuration) {
                let dims = main.types[value].dims.clone().unwrap_or_default();
                let device_layout = DeviceLayout::from_spec(&spec, &dims, mesh.device_count()).ok();
                let Some(sharding) = device_layout.and_then(|layout| sharding_on_mesh(&layout, mesh)) else {
                    let location = NodeLocation { tensor: Some(name.to_owned()), ..NodeLocation::default() };
                    let message = "the sharding of the input is not on the mesh of the other specs";
                    return Err(refused(
                        &self.name,
                        vec![Finding::error(code::ONNX_NO_MESH, location, message)],
                    ));
                };
                layout = MeshLayout::from_sharding(&sharding);
            }
            all.push(layout);
        }
        Ok(all)
    }
}

/// The types of a model. With a given mesh, constants may be sharded part by part; annotations state contiguous shards.
pub(crate) fn infer_partitioned_types<'m>(
    model: &'m proto::Model,
    sizes: &Bindings,
    partition: &RankPartition,
) -> TypedModel<'m> {
    let mut typed = infer_types_with(model, sizes);
    pass_through_lookups(&mut typed.main);
    if let Some(on) = &partition.on {
        let axes: Vec<u64> = on.mesh.axes().iter().map(|axis| axis.size()).collect();
        shard_by_parts(&mut typed.main, &axes);
        let is_given = |name: &str| on.shardings.iter().any(|(tensor, _)| tensor == name);
        unmerge_dims(&mut typed.main, &is_given);
    }
    pass_through_branches(&mut typed.main);
    typed
}

impl Ranks {
    /// A view of what each rank takes, returns and sends.
    pub fn view(&self) -> RanksView<'_> {
        RanksView {
            mesh: &self.mesh,
            made: &self.made,
            files: None,
            has_external_data: false,
            notation: Notation::default(),
            warnings: self.warnings.clone(),
        }
    }
}

/// The warnings that concern ranks: they perform the communication inside ops that other runtimes lack.
fn warnings_of_ranks(warnings: Vec<Finding>) -> Vec<Finding> {
    let mut kept: Vec<Finding> = Vec::new();
    for finding in warnings.into_iter().filter(|finding| finding.code != code::ONNX_EXCHANGE) {
        // Nodes of the same kind have the same warning.
        if !kept.iter().any(|other| other.code == finding.code && other.message == finding.message) {
            kept.push(finding);
        }
    }
    kept
}

/// The initialisers of a graph with a given sharding.
fn given_constants(graph: &TypedGraph<'_>, record: &Record) -> BTreeSet<ValueId> {
    let tensors = record.tensors.get(&graph.id);
    let is_given = |value: &ValueId| {
        let info = &graph.graph.values[*value];
        let is_stored = info.initializer.is_some() && !matches!(info.source, ValueSource::Node(..));
        let tensor = tensors.and_then(|tensors| tensors[*value]);
        is_stored && tensor.is_some_and(|tensor| record.is_annotated(tensor))
    };
    graph.graph.values.ids().filter(is_given).collect()
}

/// The shardings in the metadata of the graph's inputs.
fn annotated_inputs(
    model: &proto::Model,
    typed: &TypedModel<'_>,
    configuration: &str,
    num_devices: u64,
) -> Vec<Option<DeviceLayout>> {
    let inputs = typed.main.graph.inputs.iter().zip(model.graph.iter().flat_map(|graph| &graph.input));
    let layout = |(&value, info): (&ValueId, &proto::ValueInfo)| {
        let spec = input_sharding(info, configuration)?.ok()?;
        DeviceLayout::from_spec(&spec, typed.main.types[value].dims.as_deref()?, num_devices).ok()
    };
    inputs.map(layout).collect()
}

/// The mesh that all annotations fit, and the layouts on it, if there is one.
fn on_one_mesh(
    typed: &TypedModel<'_>,
    inferred: &Inferred,
    inputs: &[Option<DeviceLayout>],
) -> Option<(Mesh, GraphLayouts)> {
    let mesh = mesh_of_specs(inferred).ok()?;
    let layouts = layouts_of_specs(&typed.main, inferred, &mesh).ok()?;
    let fits = inputs.iter().flatten().all(|layout| sharding_on_mesh(layout, &mesh).is_some());
    fits.then_some((mesh, layouts))
}

/// The stages of a model whose specs have no common mesh.
fn place_in_stages(
    typed: &TypedModel<'_>,
    inferred: &Inferred,
    inputs: &[Option<DeviceLayout>],
) -> PlacedModel {
    let StagedLayouts { meshes, stages, layouts, uses, inputs, warnings } =
        stages_of_specs(&typed.main, inferred, inputs);
    let mesh = flat_mesh(inferred.num_devices);
    // Every stage has a mesh of its own, on which a record has no shardings.
    let shardings = IdVec::filled(None, typed.main.graph.values.len());
    let record = Record::of_specs(typed, inferred, &mesh, &shardings);
    let configuration = inferred.configuration.clone();
    let staged = Some((meshes, stages, inputs));
    let warnings = warnings_of_ranks([inferred.findings.clone(), warnings].concat());
    let main = GraphLayouts { values: layouts, uses, given: BTreeSet::new() };
    PlacedModel { mesh, configuration, main, bodies: BTreeMap::new(), staged, record, warnings }
}

/// The configuration of the requested name, or else the only one that fits the mesh.
fn choose_configuration<'m>(
    model: &'m proto::Model,
    mesh: Option<&Mesh>,
    partition: &RankPartition,
) -> Result<&'m proto::DeviceConfiguration, Box<Finding>> {
    let devices = mesh.and_then(|mesh| i32::try_from(mesh.device_count()).ok());
    let mut matching = model.configuration.iter().filter(|configuration| match &partition.configuration {
        Some(name) => configuration.name.as_ref() == Some(name),
        None => devices.is_none() || configuration.num_devices == devices,
    });
    let found = matching.next();
    let several = partition.configuration.is_none() && mesh.is_none() && matching.next().is_some();
    found.filter(|_| !several).ok_or_else(|| {
        let (message, help) = match several {
            true => (
                "the model has several configurations of devices",
                "choose one with `RankPartition::configuration`",
            ),
            false => (
                "the model has no matching configuration of devices",
                "give a mesh with `OnMesh`, or add a configuration with `Model::annotate`",
            ),
        };
        Box::new(Finding::error(code::ONNX_NO_CONFIGURATION, NodeLocation::default(), message).help(help))
    })
}
