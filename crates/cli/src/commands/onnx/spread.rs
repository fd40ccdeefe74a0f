//! A model spread over ranks, as the command line asks for it.

use bytes::Bytes;
use partita_base::code;
use partita_engine::ModelFolder;
use partita_engine::onnx::{Array, load_external};
use partita_mesh::{Mesh, Meshes};
use partita_onnx::file::locate;
use partita_onnx::infer::{Given, Options, forward, sharding_on, spread};
use partita_onnx::inline::inline_functions;
use partita_onnx::layout::Layout;
use partita_onnx::partition::{Cuts, Job, Partitioned, mesh_of_specs, output_cuts, partition, stated, whole};
use partita_onnx::structure::input_sharding;
use partita_onnx::{Bindings, Finding, Place, TypedModel, infer_types_with, proto};
use partita_reshard::Topology;

use super::infer::{add_configuration, mesh, shardings};
use super::load::Loaded;
use super::print_findings;
use crate::args::Common;
use crate::commands::reshard::topology;
use crate::onnx_args::Spreading;
use crate::{FINDINGS, USAGE, output};

/// The models of all ranks and the mesh they are on.
pub(super) struct Ranks {
    pub(super) mesh: Mesh,
    pub(super) made: Partitioned,
}

/// Whether the command line or the model says anything about ranks.
pub(super) fn is_spread(loaded: &Loaded, spreading: &Spreading) -> bool {
    spreading.on.mesh.is_some() || !loaded.model.configuration.is_empty()
}

/// Partitions a model, or prints why that cannot be done and gives the exit code.
pub(super) fn ranks(loaded: &Loaded, spreading: &Spreading, common: &Common) -> Result<Ranks, u8> {
    let refuse = |findings: &[Finding]| {
        print_findings(&loaded.name, findings, common);
        FINDINGS
    };
    let given_mesh = spreading
        .on
        .mesh
        .as_deref()
        .map(|axes| mesh(axes, spreading.on.device_ids.as_deref(), common))
        .transpose()?;
    let mut model = inline_functions(&loaded.model).map_err(|_| {
        let message = "the functions of the model call each other in a circle, or make too many nodes";
        refuse(&[Finding::error(code::ONNX_NOT_PARTITIONED, Place::default(), message)])
    })?;
    add_configuration(&mut model, given_mesh.as_ref(), spreading.configuration.as_deref());
    let typed = infer_types_with(&model, &bindings(spreading)?);
    let configuration =
        configuration(&model, given_mesh.as_ref(), spreading).map_err(|finding| refuse(&[*finding]))?;
    let topology =
        spreading.topology.as_deref().map_or(Ok(Topology::default()), |path| topology(path, common))?;
    let (mesh, inferred) = match (given_mesh, spreading.propagate) {
        (None, false) => {
            let inferred = forward(&model, &typed, configuration, Options::default());
            (mesh_of_specs(&inferred).map_err(|finding| refuse(&[*finding]))?, inferred)
        }
        (given, _) => {
            let given = match given {
                Some(mesh) => {
                    let shardings = shardings(&mesh, &typed, &spreading.on.shard, common)?;
                    Some(Given { mesh, shardings: shardings.map_err(|finding| refuse(&[finding]))? })
                }
                None => None,
            };
            let spread = spread(&model, &typed, configuration, given.as_ref(), Options::default())
                .map_err(|findings| refuse(&findings))?;
            (spread.mesh, spread.inferred)
        }
    };
    if super::has_errors(&inferred.findings) {
        return Err(refuse(&inferred.findings));
    }
    let stated = stated(&typed.main, &inferred, &mesh).map_err(|finding| refuse(&[*finding]))?;
    let name = configuration.name.as_deref().unwrap_or_default();
    let inputs =
        input_cuts(&model, &typed, spreading, &mesh, name, common)?.map_err(|finding| refuse(&[*finding]))?;
    let outputs = match spreading.whole_outputs {
        true => typed.main.graph.outputs.iter().map(|&value| whole(&typed.main, value)).collect(),
        false => output_cuts(&typed.main, &stated),
    };
    let mut meshes = Meshes::default();
    let Some(id) = meshes.define("mesh", mesh.clone()) else { return Err(USAGE) };
    let load = |tensor: &proto::Tensor| contents(tensor, loaded.folder.as_ref());
    let job = Job {
        model: &model,
        typed: &typed.main,
        stated,
        inputs,
        outputs,
        meshes: &meshes,
        mesh: id,
        topology: &topology,
        load: &load,
    };
    let made = partition(&job).map_err(|finding| refuse(&[*finding]))?;
    Ok(Ranks { mesh, made })
}

/// The configuration that the command line means.
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
            true => ("the model has several configurations of devices", "choose one with --configuration"),
            false => (
                "the model has no such configuration of devices",
                "give a mesh with --mesh, or add a configuration with `partita onnx annotate`",
            ),
        };
        Box::new(Finding::error(code::ONNX_NO_CONFIGURATION, Place::default(), message).help(help))
    })
}

fn bindings(spreading: &Spreading) -> Result<Bindings, u8> {
    let bind = |text: &String| {
        let (name, size) = text.split_once('=')?;
        Some((name.to_owned(), size.parse::<u64>().ok()?))
    };
    spreading.dim.iter().map(|text| bind(text).ok_or(text)).collect::<Result<Bindings, _>>().map_err(|text| {
        output::error(&format!("`--dim {text}` is not a name and a size, such as `batch=8`"));
        USAGE
    })
}

/// How the inputs of the model are cut: as the command line says, or as they say themselves.
fn input_cuts(
    model: &proto::Model,
    typed: &TypedModel<'_>,
    spreading: &Spreading,
    mesh: &Mesh,
    configuration: &str,
    common: &Common,
) -> Result<Result<Vec<Cuts>, Box<Finding>>, u8> {
    let given = match shardings(mesh, typed, &spreading.on.shard, common)? {
        Ok(given) => given,
        Err(finding) => return Ok(Err(Box::new(finding))),
    };
    let main = &typed.main;
    let mut all = Vec::new();
    for (&value, info) in main.graph.inputs.iter().zip(model.graph.iter().flat_map(|graph| &graph.input)) {
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
                return Ok(Err(Box::new(Finding::error(code::ONNX_NO_MESH, place, message))));
            };
            cuts = Cuts::of(&sharding);
        }
        all.push(cuts);
    }
    Ok(Ok(all))
}

/// The contents of an initialiser, wherever they are.
fn contents(tensor: &proto::Tensor, folder: Option<&ModelFolder>) -> Result<Bytes, String> {
    if !tensor.is_external() {
        return Array::from_proto(tensor)
            .map(|array| array.data().clone())
            .map_err(|error| error.to_string());
    }
    let external = locate(tensor, &Place::default()).map_err(|finding| finding.message)?;
    let folder = folder.ok_or("has external data, and standard input lies in no folder")?;
    let size = folder.size(external.location)?;
    let range = external.range(size).ok_or("has external data that ends too early")?;
    folder.read(external.location, range).map(Bytes::from)
}

/// The model with all contents in it.
pub(super) fn with_contents(loaded: &Loaded) -> Result<proto::Model, u8> {
    let mut model = loaded.model.clone();
    let mut load = |external: &partita_engine::onnx::External<'_>| -> Result<Bytes, String> {
        let folder = loaded.folder.as_ref().ok_or("standard input lies in no folder")?;
        let end = match external.length {
            Some(length) => external.offset.checked_add(length).ok_or("the length is wrong")?,
            None => folder.size(external.location)?,
        };
        folder.read(external.location, external.offset..end).map(Bytes::from)
    };
    load_external(&mut model, &mut load).map_err(|error| {
        output::error(&format!("{}: {error}", loaded.name));
        FINDINGS
    })?;
    Ok(model)
}
