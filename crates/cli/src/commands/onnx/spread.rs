//! A model spread over ranks, as the command line asks for it.

use partita::onnx::{self, Bindings, OnMesh, Ranks, proto};

use super::load::Loaded;
use super::refuse;
use crate::args::Common;
use crate::exit::Exit;
use crate::onnx_args::{self, Spreading};
use crate::{beside, output};

/// Whether the command line or the model says anything about ranks.
pub(super) fn is_spread(loaded: &Loaded, spreading: &Spreading) -> bool {
    spreading.on.mesh.is_some() || !loaded.model.configuration.is_empty()
}

/// A mesh and shardings of the command line.
pub(super) fn on_mesh(on: &onnx_args::OnMesh) -> OnMesh {
    OnMesh { mesh: on.mesh.clone(), device_ids: on.device_ids.clone(), shard: on.shard.clone() }
}

/// Partitions a model, or prints why that cannot be done and gives the exit code.
pub(super) fn ranks(loaded: &Loaded, spreading: &Spreading, common: &Common) -> Result<Ranks, Exit> {
    let topology = spreading.topology.as_deref().map(|path| beside::topology(path, common)).transpose()?;
    if let (Some(topology), Ok(Some(mesh))) = (&topology, on_mesh(&spreading.on).read_mesh()) {
        topology.saw_mesh(&mesh);
        topology.warn(common);
    }
    let spreading = onnx::Spreading {
        configuration: spreading.configuration.clone(),
        on: on_mesh(&spreading.on),
        propagate: spreading.propagate,
        sizes: bindings(spreading)?,
        whole_outputs: spreading.whole_outputs,
        topology: topology.map_or_else(Default::default, |topology| topology.content),
    };
    loaded.partition(&spreading).map_err(|error| refuse(&error, common))
}

/// The sizes of named dimensions that the command line gives.
pub(super) fn bindings(spreading: &Spreading) -> Result<Bindings, Exit> {
    let bind = |text: &String| {
        let (name, size) = text.split_once('=')?;
        Some((name.to_owned(), size.parse::<u64>().ok()?))
    };
    spreading.dim.iter().map(|text| bind(text).ok_or(text)).collect::<Result<Bindings, _>>().map_err(|text| {
        output::error(&format!("`--dim {text}` is not a name and a size, such as `batch=8`"));
        Exit::Usage
    })
}

/// The model with all contents in it.
pub(super) fn with_contents(loaded: &Loaded) -> Result<proto::Model, Exit> {
    loaded.with_contents().map_err(|error| {
        output::error(&format!("{}: {error}", loaded.name));
        Exit::Findings
    })
}
