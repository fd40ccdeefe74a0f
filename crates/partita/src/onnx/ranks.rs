//! A model spread over ranks.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use bytes::Bytes;
use partita_base::{Id, code};
use partita_engine::onnx::load_external_in_nodes;
use partita_mesh::spec::MeshOrRef;
use partita_mesh::{Mesh, MeshId, Meshes};
use partita_onnx::file::{ExternalContents, LARGEST_MESSAGE, externalize, has_external_data};
use partita_onnx::infer::{Given, Options, forward, sharding_on, spread};
use partita_onnx::inline::{InlineError, inline_functions};
use partita_onnx::layout::Layout;
use partita_onnx::partition::{
    CollectiveUse, Cuts, Job, Partitioned, Port, mesh_of_specs, output_cuts, partition, stated, whole,
};
use partita_onnx::structure::input_sharding;
use partita_onnx::{Bindings, Finding, Place, TypedModel, infer_types_with, proto};
use partita_reshard::Topology;
use prost::Message as _;
use serde_json::{Value, json};

use super::on_mesh::read_shardings;
use super::{Model, OnMesh, add_configuration, has_errors, refused, run_error};
use crate::Error;

/// How a model is spread over ranks. Inputs of the model that are given a sharding are handed to the ranks in parts.
#[derive(Clone, Debug, Default)]
pub struct Spreading {
    /// The configuration of devices, if the model has several.
    pub configuration: Option<String>,
    /// A mesh, and shardings on it; by default a mesh that the annotations of the model are on.
    pub on: Option<OnMesh>,
    /// Spread the annotations of the model both ways through it, instead of forward only. So it is where a mesh is given.
    pub propagate: bool,
    /// The sizes of named dimensions.
    pub sizes: Bindings,
    /// Let every rank return whole outputs.
    pub whole_outputs: bool,
    /// How fast devices talk to each other.
    pub topology: Topology,
}

/// The models of all ranks and the mesh they are on.
pub struct Ranks {
    /// The mesh.
    pub mesh: Mesh,
    /// The models, how inputs are cut, and every collective.
    pub made: Partitioned,
    /// Whether the model they were made of had external data.
    has_external_source: bool,
}

/// The files of one rank.
#[derive(Clone, Debug)]
pub struct RankFiles {
    /// The name of the model: `rank0.onnx`.
    pub name: String,
    /// The model.
    pub model: Bytes,
    /// The name of the file beside it, `rank0.onnx.data`, and what it holds. The model calls it by this name.
    pub data: Option<(String, ExternalContents)>,
}

/// Models of this many bytes keep their weights in another file: half of what a message of protobuf can hold.
const LARGEST_INLINE: usize = 1 << 30;

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ranks").field("mesh", &self.mesh.to_spec()).finish_non_exhaustive()
    }
}

impl Model {
    /// Makes the model of every rank.
    pub fn partition(&self, spreading: &Spreading) -> Result<Ranks, Error> {
        let refuse = |finding: Box<Finding>| refused(&self.name, vec![*finding]);
        let given_mesh = spreading.on.as_ref().map(|on| on.mesh.clone());
        let mut model = inline_functions(&self.model).map_err(|why| {
            let code = match why {
                InlineError::TooMany => code::ONNX_FUNCTIONS_TOO_LARGE,
                InlineError::TooDeep => code::ONNX_NOT_PARTITIONED,
            };
            refuse(Box::new(Finding::error(code, Place::default(), why.to_string())))
        })?;
        load_external_in_nodes(&mut model, &mut |external| self.read_external(external))
            .map_err(|error| run_error(&self.name, &error))?;
        add_configuration(&mut model, given_mesh.as_ref(), spreading.configuration.as_deref());
        let typed = infer_types_with(&model, &spreading.sizes);
        self.check_dimensions(&spreading.sizes)?;
        let configuration = configuration(&model, given_mesh.as_ref(), spreading).map_err(refuse)?;
        let (mesh, inferred) = match (given_mesh, spreading.propagate) {
            (None, false) => {
                let inferred = forward(&model, &typed, configuration, Options::default());
                (mesh_of_specs(&inferred).map_err(refuse)?, inferred)
            }
            (given, _) => {
                let given = match given {
                    Some(mesh) => {
                        let shardings = read_shardings(spreading.on.as_ref(), &typed, &self.name)?;
                        Some(Given { mesh, shardings })
                    }
                    None => None,
                };
                let spread = spread(&model, &typed, configuration, given.as_ref(), Options::default())
                    .map_err(|findings| refused(&self.name, findings))?;
                (spread.mesh, spread.inferred)
            }
        };
        if has_errors(&inferred.findings) {
            return Err(refused(&self.name, inferred.findings));
        }
        let stated = stated(&typed.main, &inferred, &mesh).map_err(refuse)?;
        let name = configuration.name.as_deref().unwrap_or_default();
        let inputs = self.input_cuts(&model, &typed, spreading, &mesh, name)?;
        let outputs = match spreading.whole_outputs {
            true => typed.main.graph.outputs.iter().map(|&value| whole(&typed.main, value)).collect(),
            false => output_cuts(&typed.main, &stated),
        };
        let mut meshes = Meshes::default();
        let id = meshes.define("mesh", mesh.clone()).expect("the first name is free");
        let load = |tensor: &proto::Tensor| self.contents(tensor);
        let job = Job {
            model: &model,
            typed: &typed.main,
            stated,
            inputs,
            outputs,
            meshes: &meshes,
            mesh: id,
            topology: &spreading.topology,
            load: &load,
        };
        let made = partition(&job).map_err(refuse)?;
        Ok(Ranks { mesh, made, has_external_source: has_external_data(&self.model) })
    }

    /// How the inputs of the model are cut: as is asked for, or as they say themselves.
    fn input_cuts(
        &self,
        model: &proto::Model,
        typed: &TypedModel<'_>,
        spreading: &Spreading,
        mesh: &Mesh,
        configuration: &str,
    ) -> Result<Vec<Cuts>, Error> {
        let given = read_shardings(spreading.on.as_ref(), typed, &self.name)?;
        let main = &typed.main;
        let mut all = Vec::new();
        for (&value, info) in main.graph.inputs.iter().zip(model.graph.iter().flat_map(|graph| &graph.input))
        {
            let name = main.graph.values[value].name;
            let mut cuts = whole(main, value);
            if let Some((_, sharding)) = given.iter().find(|(tensor, _)| tensor == name) {
                cuts = Cuts::of(sharding);
            } else if let Some(Ok(spec)) = input_sharding(info, configuration) {
                let dims = main.types[value].dims.clone().unwrap_or_default();
                let layout = Layout::from_spec(&spec, &dims, mesh.device_count()).ok();
                let Some(sharding) = layout.and_then(|layout| sharding_on(&layout, mesh)) else {
                    let place = Place { tensor: Some(name.to_owned()), ..Place::default() };
                    let message = "the sharding of the input is not on the mesh of the other specs";
                    return Err(refused(
                        &self.name,
                        vec![Finding::error(code::ONNX_NO_MESH, place, message)],
                    ));
                };
                cuts = Cuts::of(&sharding);
            }
            all.push(cuts);
        }
        Ok(all)
    }
}

impl Ranks {
    /// Whether the files of ranks keep weights beside the models: the source did, or a model is larger than 1 GiB.
    pub fn needs_external_data(&self) -> bool {
        self.has_external_source || self.made.models.iter().any(|model| model.encoded_len() >= LARGEST_INLINE)
    }

    /// The files of a rank, with weights beside the model if `external`. Fails if the model is too large all the same.
    pub fn files(&self, rank: usize, external: bool) -> Result<RankFiles, Error> {
        let name = format!("rank{rank}.onnx");
        let mut model = self.made.models[rank].clone();
        let location = format!("{name}.data");
        let data = external.then(|| (location.clone(), externalize(&mut model, &location)));
        let data = data.filter(|(_, contents)| !contents.pieces.is_empty());
        let length = model.encoded_len();
        if length > LARGEST_MESSAGE {
            let message =
                format!("the model of rank {rank} takes {length} bytes, and a file holds {LARGEST_MESSAGE}");
            let finding = Finding::error(code::ONNX_RANK_TOO_LARGE, Place::default(), message)
                .help("make initialisers of large constants in attributes");
            return Err(refused(&name, vec![finding]));
        }
        Ok(RankFiles { name, model: Bytes::from(model.encode_to_vec()), data })
    }

    /// The size of the smallest group that exchanges something and is not all ranks.
    fn smallest_subgroup(&self) -> Option<u64> {
        let groups = self.made.collectives.iter().map(|each| each.group_size);
        groups.filter(|size| *size < self.made.models.len() as u64).min()
    }

    /// The collectives by op and size of their groups: how many, and how many bytes.
    pub fn totals(&self) -> BTreeMap<(&str, u64), (u64, u64)> {
        let mut totals: BTreeMap<(&str, u64), (u64, u64)> = BTreeMap::new();
        for each in &self.made.collectives {
            let total = totals.entry((each.op, each.group_size)).or_default();
            total.0 += 1;
            total.1 += each.bytes;
        }
        totals
    }

    /// What each rank takes and returns, and what they send.
    pub fn text(&self) -> String {
        let Ranks { mesh, made, .. } = self;
        let mut out = String::new();
        let _ = writeln!(out, "{} ranks on sdy.mesh @mesh = {}", made.models.len(), mesh.to_spec());
        for (side, ports) in [("input", &made.inputs), ("output", &made.outputs)] {
            for port in ports {
                let _ = writeln!(out, "  {side} {}: {} as {}", port.name, port.ty, sharding(mesh, port));
            }
        }
        if made.collectives.is_empty() {
            let _ = writeln!(out, "  nothing is exchanged");
        }
        for ((op, group), (count, bytes)) in self.totals() {
            let _ = writeln!(out, "  {count} {op} among {group}: rank 0 sends {bytes} bytes");
        }
        if let Some(size) = self.smallest_subgroup() {
            let _ = writeln!(
                out,
                "  note: groups of {size} of {} ranks are listed in `partita.group`, which onnxruntime ignores",
                made.models.len()
            );
        }
        out
    }

    /// The same as JSON, with the part of every rank and every collective.
    pub fn json(&self) -> Value {
        let Ranks { mesh, made, .. } = self;
        let ports = |ports: &[Port]| -> Vec<Value> {
            let ranks = made.models.len() as u64;
            let parts = |port: &Port| -> Vec<Value> {
                let range = |rank: u64| {
                    let ranges = port.ranges(mesh, rank)?;
                    Some(ranges.iter().map(|range| json!([range.start, range.end])).collect::<Value>())
                };
                (0..ranks).map(|rank| range(rank).unwrap_or(Value::Null)).collect()
            };
            ports
                .iter()
                .map(|port| {
                    json!({
                        "name": port.name, "type": port.ty.to_string(), "sharding": sharding(mesh, port), "ranges": parts(port),
                    })
                })
                .collect()
        };
        let collective = |each: &CollectiveUse| {
            json!({
                "op": each.op, "group_size": each.group_size, "bytes": each.bytes, "node": each.node, "for": each.cause,
            })
        };
        json!({
            "mesh": mesh.to_spec().to_string(),
            "ranks": made.models.len(),
            "inputs": ports(&made.inputs),
            "outputs": ports(&made.outputs),
            "collectives": made.collectives.iter().map(collective).collect::<Vec<_>>(),
            "sent_bytes": made.collectives.iter().map(|each| each.bytes).sum::<u64>(),
        })
    }
}

/// The configuration that is meant.
fn configuration<'m>(
    model: &'m proto::Model,
    mesh: Option<&Mesh>,
    spreading: &Spreading,
) -> Result<&'m proto::DeviceConfiguration, Box<Finding>> {
    let devices = mesh.and_then(|mesh| i32::try_from(mesh.device_count()).ok());
    let mut fitting = model.configuration.iter().filter(|configuration| match &spreading.configuration {
        Some(name) => configuration.name.as_ref() == Some(name),
        None => devices.is_none() || configuration.num_devices == devices,
    });
    let found = fitting.next();
    let several = spreading.configuration.is_none() && mesh.is_none() && fitting.next().is_some();
    found.filter(|_| !several).ok_or_else(|| {
        let (message, help) = match several {
            true => (
                "the model has several configurations of devices",
                "choose one with `Spreading::configuration`",
            ),
            false => (
                "the model has no such configuration of devices",
                "give a mesh with `OnMesh`, or add a configuration with `Model::annotate`",
            ),
        };
        Box::new(Finding::error(code::ONNX_NO_CONFIGURATION, Place::default(), message).help(help))
    })
}

/// How a port is cut, as sdy writes it.
fn sharding(mesh: &Mesh, port: &Port) -> String {
    let sharding = port.cuts.sharding(MeshId::from_index(0), mesh);
    sharding.map_or_else(String::new, |sharding| {
        sharding.to_spec(mesh, MeshOrRef::Symbol("mesh".into())).to_string()
    })
}
