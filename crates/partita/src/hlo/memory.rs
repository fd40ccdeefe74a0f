//! The view of the memory of a partitioned program.

use partita_base::{Id, Source};
use partita_ir::{Definition, Loc, Module, OpId, ValueId};
use partita_mesh::Mesh;
use partita_mesh::foreign_notation::Notation;
use partita_partition::{Arguments, LiveTensor, Memory, Role, ShardOrigin, estimate_memory};
use partita_report::{
    CourseView, FigureView, MemoryView, SourceFinder, SourceView, TensorView, WhereView, describe_location,
};

use super::Partitioned;
use crate::Watch;
use crate::watch::run_stage;

/// Options of the memory report. Start with the default and set individual fields.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct MemoryOptions {
    /// The number of tensors at the peak to list, largest first.
    pub top: usize,
    /// Whether the memory of arguments can be reused.
    pub arguments: Arguments,
    /// How shardings are written.
    pub notation: Notation,
}

partita_base::setters! { MemoryOptions { top: usize, arguments: Arguments, notation: Notation } }

impl Default for MemoryOptions {
    fn default() -> Self {
        Self { top: 10, arguments: Arguments::Kept, notation: Notation::Short }
    }
}

impl Partitioned {
    /// The peak memory of each device, the op at which it occurs and its tensors, and the memory over the ops of the entry function.
    /// Stage: `memory`.
    pub fn memory(&self, options: &MemoryOptions, watch: &mut dyn Watch) -> MemoryView {
        let MemoryOptions { top, arguments, notation } = *options;
        let (local, source) = (&self.local.module, &self.program.source);
        let (here, unpartitioned) = run_stage(watch, "memory", || {
            (estimate_memory(local, arguments), estimate_memory(&self.program.module, arguments))
        });
        let origins = self.local.origins();
        let sources = SourceFinder::new(local, source);
        let tensor = |tensor: &LiveTensor| {
            let origin = origins.get(tensor.value.index()).and_then(Option::as_ref);
            tensor_view(self, &sources, tensor, origin, notation)
        };
        let devices = Mesh::from_spec(&self.local.interface.mesh).map_or(1, |mesh| mesh.device_count());
        let lines: Vec<usize> =
            places(local).map(|op| source.position(local.op(op).span.start).line).collect();
        let mut view = MemoryView {
            devices,
            donated: arguments == Arguments::Donated,
            donated_arguments: here.donated,
            per_device: figures(&here),
            unpartitioned: figures(&unpartitioned),
            at: here.at.map(|op| place(local, source, &sources, op)),
            live: here.live.len(),
            tensors: Vec::new(),
            all_tensors: here.live.iter().map(tensor).collect(),
            uncounted: here.uncounted,
            course: CourseView::new(&here.course, &lines),
        };
        view.name_layers();
        view.tensors = view.all_tensors.iter().take(top).cloned().collect();
        view
    }
}

/// The entry function, then its ops: the points of the memory chart.
pub(super) fn places(module: &Module) -> impl Iterator<Item = OpId> + '_ {
    let entry = module.entry_function();
    let blocks = entry.into_iter().flat_map(|entry| &module.op(entry).regions);
    let blocks = blocks.flat_map(|&region| &module.region(region).blocks);
    entry.into_iter().chain(blocks.flat_map(|&block| module.block(block).ops.iter().copied()))
}

pub(super) fn figures(memory: &Memory) -> FigureView {
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

fn place(module: &Module, source: &Source, sources: &SourceFinder<'_>, op: OpId) -> WhereView {
    let data = module.op(op);
    WhereView {
        op: module.op_name(op).to_string(),
        line: source.position(data.span.start).line,
        node: None,
        location: describe_location(&module.context, data.loc),
        origin: sources.of(op),
    }
}

/// A tensor of the local program, with the global tensor that it is a shard of.
pub(super) fn tensor_view(
    partitioned: &Partitioned,
    sources: &SourceFinder<'_>,
    tensor: &LiveTensor,
    origin: Option<&ShardOrigin>,
    notation: Notation,
) -> TensorView {
    let (module, source) = (&partitioned.local.module, &partitioned.program.source);
    let ty = module.type_of(tensor.value);
    let element = module.context.tensor(ty).map(|tensor| tensor.element);
    let global = origin.zip(element).map(|(origin, element)| {
        let element = partita_mlir::type_text(&module.context, element);
        partitioned.local.origin_text(origin, notation, &element)
    });
    let made_by = match module.value(tensor.value).definition {
        Definition::Result { op, .. } => Some(place(module, source, sources, op)),
        Definition::Argument { .. } => None,
    };
    TensorView {
        bytes: tensor.bytes,
        role: match tensor.role {
            Role::Argument => "argument",
            Role::Result => "result",
            Role::Constant => "constant",
            Role::Temporary => "temporary",
            Role::Workspace => "workspace",
        },
        name: origin.and_then(|origin| name_of(partitioned.local.sharded.module(), source, origin.value)),
        tensor: global,
        local_type: partita_mlir::type_text(&module.context, ty),
        origin: made_by.as_ref().map_or_else(SourceView::default, |op| op.origin.clone()),
        made_by,
    }
}

/// The name of a value in the text: `%5`, `%0#1`, `%arg0 (params['w'])`.
pub(crate) fn name_of(module: &Module, source: &Source, value: ValueId) -> Option<String> {
    let data = module.value(value);
    let written = source.slice(data.span);
    if !written.starts_with('%') {
        return None;
    }
    let name = written.split([':', '#']).next().unwrap_or(written).trim_end();
    Some(match data.definition {
        Definition::Result { .. } => match data.number {
            Some(number) => format!("{name}#{number}"),
            None => name.to_string(),
        },
        Definition::Argument { .. } => match module.context.loc_of(data.loc) {
            Loc::Name { name: given, .. } => format!("{name} ({})", String::from_utf8_lossy(given)),
            _ => name.to_string(),
        },
    })
}
