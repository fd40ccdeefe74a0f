//! What all lints look up: the tensors of both programs, the uses of local values, and the collectives.

use partita_base::{Id, Span};
use partita_hlo::RunCounts;
use partita_ir::{Attr, Definition, LocId, Module, OpCode, OpId, OpKind, ValueId, names};
use partita_mesh::{AxisRef, Mesh};
use partita_partition::{CollectiveTraffic, LocalTensor, Partitioned, collective_axes, list_comms};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::place::{UserLine, user_line};

/// The two programs, indexed. Making it is linear in their size.
pub(crate) struct Facts<'p> {
    /// The program as the user wrote it.
    pub(crate) written: &'p Module,
    /// The global program, with the sharding of every value.
    pub(crate) global: &'p Module,
    /// The entry function of the global program.
    pub(crate) entry: Option<OpId>,
    /// The local program.
    pub(crate) local: &'p Module,
    /// The mesh that the program is partitioned for.
    pub(crate) mesh: Mesh,
    /// All ops of the local program, in order.
    pub(crate) local_ops: Vec<OpId>,
    /// How many times each local op runs.
    pub(crate) runs: RunCounts,
    pub(crate) collectives: Vec<Collective>,
    tensors: Vec<LocalTensor<'p>>,
    of_local: Vec<Option<usize>>,
    of_global: Vec<Option<usize>>,
    uses: Vec<SmallVec<[OpId; 2]>>,
    traffic: FxHashMap<OpId, usize>,
}

/// A collective with the names of its axes.
pub(crate) struct Collective {
    pub(crate) traffic: CollectiveTraffic,
    pub(crate) axes: Vec<String>,
}

impl Collective {
    /// The bytes that one device sends in all executions.
    pub(crate) fn sent(&self) -> u64 {
        self.traffic.bytes.saturating_mul(self.traffic.runs.times)
    }
}

impl<'p> Facts<'p> {
    /// Indexes a program; `None` if it runs on one device, where there is nothing to find.
    pub(crate) fn new(written: &'p Module, partitioned: &'p Partitioned) -> Option<Self> {
        let mesh = Mesh::from_spec(&partitioned.interface.mesh).ok()?;
        if mesh.device_count() < 2 {
            return None;
        }
        let (global, local) = (partitioned.sharded.module(), &partitioned.module);
        let tensors: Vec<LocalTensor<'_>> = partitioned.local_tensors().collect();
        let mut of_local = vec![None; local.value_count()];
        let mut of_global = vec![None; global.value_count()];
        for (index, tensor) in tensors.iter().enumerate() {
            of_local[tensor.local.index()].get_or_insert(index);
            of_global[tensor.global.index()].get_or_insert(index);
        }
        let local_ops: Vec<OpId> = local.walk(local.top()).into_iter().collect();
        let mut uses = vec![SmallVec::new(); local.value_count()];
        for &op in &local_ops {
            let operands = &local.op(op).operands;
            operands.iter().for_each(|operand| uses[operand.index()].push(op));
        }
        let found = list_comms(local).collectives;
        let axes = collective_axes(local, &found, &mesh);
        let collectives: Vec<Collective> =
            found.into_iter().zip(axes).map(|(traffic, axes)| Collective { traffic, axes }).collect();
        let traffic = collectives.iter().enumerate().map(|(at, each)| (each.traffic.op, at)).collect();
        Some(Self {
            written,
            global,
            entry: partitioned.sharded.entry(),
            local,
            mesh,
            local_ops,
            runs: RunCounts::new(local),
            collectives,
            tensors,
            of_local,
            of_global,
            uses,
            traffic,
        })
    }

    /// The global tensor that a local value holds.
    pub(crate) fn tensor_of(&self, local: ValueId) -> Option<&LocalTensor<'p>> {
        self.of_local[local.index()].map(|index| &self.tensors[index])
    }

    /// The local value that first holds a global tensor, if the local program still contains it.
    pub(crate) fn first_of(&self, global: ValueId) -> Option<&LocalTensor<'p>> {
        let tensor = &self.tensors[self.of_global[global.index()]?];
        match self.local.value(tensor.local).definition {
            Definition::Result { op, .. } => self.local.op(op).block.map(|_| tensor),
            Definition::Argument { .. } => Some(tensor),
        }
    }

    /// The ops that use a local value.
    pub(crate) fn uses(&self, local: ValueId) -> &[OpId] {
        &self.uses[local.index()]
    }

    /// The collective of a local op.
    pub(crate) fn collective(&self, op: OpId) -> Option<&Collective> {
        self.traffic.get(&op).map(|&at| &self.collectives[at])
    }

    /// The line of the user's program that a location refers to.
    pub(crate) fn user_line(&self, loc: LocId) -> Option<UserLine> {
        // The context of the local program extends that of the global one.
        user_line(&self.local.context, loc)
    }

    /// The axes of the mesh with more than one device.
    pub(crate) fn axes(&self) -> impl Iterator<Item = (AxisRef, &str)> {
        let all = self.mesh.axis_ids().map(|id| (self.mesh.axis(id), self.mesh.mesh_axis(id).name()));
        all.filter(|(axis, _)| axis.size() > 1)
    }

    /// The op that defines a local value.
    pub(crate) fn definer(&self, local: ValueId) -> Option<OpId> {
        match self.local.value(local).definition {
            Definition::Result { op, .. } => Some(op),
            Definition::Argument { .. } => None,
        }
    }

    /// The name of a value in the text, such as `%5` or `%arg0 (params['w'])`; its type for one without a name.
    pub(crate) fn name(&self, global: ValueId) -> String {
        let value = self.global.value(global);
        let written = self.global.source.as_ref().map_or("", |source| source.slice(value.span));
        if !written.starts_with('%') {
            return shape_text(self.global, global);
        }
        let name = written.split([':', '#']).next().unwrap_or(written).trim_end();
        let name = value.number.map_or(name.to_string(), |number| format!("{name}#{number}"));
        match (value.definition, self.global.context.loc_of(value.loc)) {
            (Definition::Argument { .. }, partita_ir::Loc::Name { name: given, .. }) => {
                format!("{name} ({})", String::from_utf8_lossy(given))
            }
            _ => name,
        }
    }
}

/// The code of an op of a known dialect.
pub(crate) fn code_of(module: &Module, op: OpId) -> Option<OpCode> {
    module.op(op).name.code()
}

/// Whether an op computes each element from those at the same position.
pub(crate) fn is_elementwise(module: &Module, op: OpId) -> bool {
    code_of(module, op).is_some_and(|code| code.kind() != OpKind::Annotation)
        && partita_hlo::is_elementwise(module, op)
}

/// The static shape of a tensor; empty for other values.
pub(crate) fn shape(module: &Module, value: ValueId) -> Vec<u64> {
    let tensor = module.context.tensor(module.type_of(value));
    tensor.and_then(|tensor| tensor.static_shape()).unwrap_or_default()
}

/// The bytes of a tensor; 0 for other values and for dynamic shapes.
pub(crate) fn bytes(module: &Module, value: ValueId) -> u64 {
    let Some(tensor) = module.context.tensor(module.type_of(value)) else { return 0 };
    let Some(shape) = tensor.static_shape() else { return 0 };
    if shape.contains(&0) {
        return 0;
    }
    // An `i1` takes a byte.
    let bits = match module.element_bits(tensor.element) {
        Some(1) => 8,
        bits => bits.unwrap_or(0),
    };
    shape.iter().fold(bits, |all, &size| all.saturating_mul(size)).div_ceil(8)
}

/// A tensor type in short form: `[8192, 4096]` with its bits per element.
pub(crate) fn shape_text(module: &Module, value: ValueId) -> String {
    let sizes: Vec<String> = shape(module, value).iter().map(u64::to_string).collect();
    format!("tensor [{}]", sizes.join(", "))
}

/// Axis names in quotes: `"data", "model"`.
pub(crate) fn quoted<S: AsRef<str>>(axes: &[S]) -> String {
    let axes: Vec<String> = axes.iter().map(|axis| format!("\"{}\"", axis.as_ref())).collect();
    axes.join(", ")
}

/// The value of a dense constant that is not one repeated element.
pub(crate) fn is_stored_constant(module: &Module, op: OpId) -> bool {
    let value = module.context.find_symbol("value").and_then(|name| module.attr(op, name));
    module.is_constant(op)
        && !matches!(value, Some(Attr::Dense { data: partita_ir::DenseData::Splat(_), .. }))
}

/// The arguments of a function, with the spans of their definitions.
pub(crate) fn arguments(module: &Module, function: OpId) -> Vec<(ValueId, Span)> {
    let region = module.op(function).regions.first();
    let block = region.and_then(|&region| module.region(region).blocks.first());
    let arguments = block.map_or(&[][..], |&block| &module.block(block).args);
    arguments.iter().map(|&value| (value, module.value(value).span)).collect()
}

/// The annotation that the user gave an argument of the entry function.
pub(crate) fn written_sharding(written: &Module, index: usize) -> Option<&partita_mesh::spec::ShardingSpec> {
    written.func_sharding(written.entry_function()?, names::ARG_ATTRS, index)
}
