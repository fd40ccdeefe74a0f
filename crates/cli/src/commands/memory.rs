//! `partita memory`

use partita_base::{Id, Source};
use partita_ir::{Definition, Loc, Module, OpId, ValueId};
use partita_mesh::Mesh;
use partita_partition::{Arguments, LiveTensor, Memory, Origin, Role, memory};
use partita_report::{FigureView, MemoryView, TensorView, WhereView, describe_location};

use super::partition::{Stage, each_module};
use crate::args::{Common, Input, OutputFormat, Partitioning};
use crate::{FINE, output};

pub(super) fn run(
    arguments: &Input,
    options: &Partitioning,
    (top, donation): (usize, Arguments),
    common: &Common,
) -> u8 {
    each_module(arguments, options, common, |stage| {
        let view = view(stage, top, donation);
        match common.format {
            OutputFormat::Json => {
                let json = serde_json::to_string_pretty(&view).expect("views are plain data");
                output::print(&format!("{json}\n"));
            }
            OutputFormat::Text => output::print(&view.render()),
        }
        FINE
    })
}

fn view(stage: &mut Stage<'_>, top: usize, donation: Arguments) -> MemoryView {
    let (local, source) = (&stage.local.module, stage.source);
    let (here, whole) =
        stage.timing.stage("memory", || (memory(local, donation), memory(stage.global, donation)));
    let origins = stage.local.origins(stage.sharded);
    let tensor = |tensor: &LiveTensor| {
        let origin = origins.get(tensor.value.index()).and_then(Option::as_ref);
        tensor_view(stage, tensor, origin)
    };
    let devices = Mesh::from_spec(&stage.local.interface.mesh).map_or(1, |mesh| mesh.device_count());
    MemoryView {
        devices,
        donated: donation == Arguments::Donated,
        per_device: figures(&here),
        unpartitioned: figures(&whole),
        at: here.at.map(|op| place(local, source, op)),
        live: here.live.len(),
        tensors: here.live.iter().take(top).map(tensor).collect(),
        uncounted: here.uncounted,
    }
}

fn figures(memory: &Memory) -> FigureView {
    FigureView {
        peak: memory.peak,
        arguments: memory.of(Role::Argument),
        results: memory.of(Role::Result),
        constants: memory.of(Role::Constant),
        temporaries: memory.of(Role::Temporary),
        all_arguments: memory.arguments,
        all_results: memory.results,
    }
}

fn place(module: &Module, source: &Source, op: OpId) -> WhereView {
    let data = module.op(op);
    WhereView {
        op: module.op_name(op).to_string(),
        line: source.position(data.span.start).line,
        location: describe_location(&module.context, data.loc),
    }
}

fn tensor_view(stage: &Stage<'_>, tensor: &LiveTensor, origin: Option<&Origin>) -> TensorView {
    let module = &stage.local.module;
    let ty = module.type_of(tensor.value);
    let element = module.context.tensor(ty).map(|tensor| tensor.element);
    let whole = origin.zip(element).map(|(origin, element)| {
        let element = partita_mlir::type_text(&module.context, element);
        format!("{element}[{}]{}", origin.dims, origin.partial)
    });
    let made_by = match module.value(tensor.value).definition {
        Definition::Result { op, .. } => Some(place(module, stage.source, op)),
        Definition::Argument { .. } => None,
    };
    TensorView {
        bytes: tensor.bytes,
        role: match tensor.role {
            Role::Argument => "argument",
            Role::Result => "result",
            Role::Constant => "constant",
            Role::Temporary => "temporary",
        },
        name: origin.and_then(|origin| name(stage.sharded, stage.source, origin.value)),
        tensor: whole,
        local_type: partita_mlir::type_text(&module.context, ty),
        made_by,
    }
}

/// What the text calls a value: `%5`, `%0#1`, `%arg0 (params['w'])`.
fn name(module: &Module, source: &Source, value: ValueId) -> Option<String> {
    let data = module.value(value);
    let written = source.slice(data.span);
    if !written.starts_with('%') {
        return None;
    }
    let name = written.split([':', '#']).next().unwrap_or(written).trim_end();
    Some(match data.definition {
        Definition::Result { op, index } if module.op(op).result_count() > 1 => format!("{name}#{index}"),
        Definition::Result { .. } => name.to_string(),
        Definition::Argument { .. } => match module.context.loc_of(data.loc) {
            Loc::Name { name: given, .. } => format!("{name} ({})", String::from_utf8_lossy(given)),
            _ => name.to_string(),
        },
    })
}
