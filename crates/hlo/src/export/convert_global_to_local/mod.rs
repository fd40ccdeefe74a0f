//! `sdy-convert-global-to-local`: the program that every device runs.
//!
//! Shapes become local shapes, collectives of `sdy` become those of StableHLO, and the ops that depend on the position
//! of a shard compute it from the device id. Programs that earlier passes must not leave, such as a product whose
//! partial sums are not added up, are refused.

mod constants;
mod control;
mod devices;
mod exchange;
mod gather;
mod indices;
mod products;
mod reduce;
mod scatter;
mod shape;

use partita_base::{Diagnostic, Diagnostics, code};
use partita_ir::pass::{self, Anchor, PassInfo, PassOption, PassOptions};
use partita_ir::{
    Attr, AttrId, Definition, Dialect, Dim, Field, Module, OpCode, OpId, OpKind, RecordAttr, RecordKind,
    SdyAttr, TensorType, Type, TypeId, Uses, ValueId, device_groups,
};
use partita_mesh::axis_list::shard_count;
use partita_mesh::spec::{AxisSpec, MeshOrRef, ShardingSpec};
use partita_mesh::{AxisRef, Mesh, Meshes};

use super::conversion::{Conversion, Convert, single_diagnostic};
use super::{option_true_false, shardings};

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-convert-global-to-local",
    help: "turn a program with explicit collectives into the one that every device runs",
    anchor: Anchor::Module,
    options: &[COMBINE, MESH_AXES, PER_DIM],
    run,
};

const COMBINE: PassOption = option_true_false(
    "combine-multi-dimension-reduce-scatter",
    "scatter along several dimensions by one collective, instead of an all-reduce and slices",
);
const MESH_AXES: PassOption = option_true_false("enable-rgv3", "write replica groups as mesh axes");
const PER_DIM: PassOption =
    option_true_false("per-dim-all-gather", "gather along several dimensions one after the other");

/// Why an op cannot be made local.
type Refusal = String;

/// How an op is made local.
type Handler = fn(&mut Localizer, &mut Conversion<'_>, OpId) -> Result<(), Refusal>;

/// The ops that need more than operands and results of other shapes.
const HANDLERS: &[(OpCode, Handler)] = &[
    (OpCode::FuncCall, control::call),
    (OpCode::FuncFunc, control::function),
    (OpCode::FuncReturn, Localizer::generic),
    (OpCode::SdyAllGather, exchange::all_gather),
    (OpCode::SdyAllReduce, reduce::all_reduce),
    (OpCode::SdyAllSlice, exchange::all_slice),
    (OpCode::SdyAllToAll, exchange::all_to_all),
    (OpCode::SdyCollectivePermute, exchange::collective_permute),
    (OpCode::SdyConstant, constants::constant),
    (OpCode::SdyNamedComputation, control::named_computation),
    (OpCode::SdyReduceScatter, reduce::reduce_scatter),
    (OpCode::SdyReturn, Localizer::generic),
    (OpCode::Concatenate, shape::concatenate),
    (OpCode::Convolution, products::convolution),
    (OpCode::Dot, products::dot),
    (OpCode::DotGeneral, products::dot_general),
    (OpCode::Gather, gather::gather),
    (OpCode::Iota, constants::iota),
    (OpCode::Pad, shape::pad),
    (OpCode::ReduceWindow, shape::windowed),
    (OpCode::Scatter, scatter::scatter),
    (OpCode::SelectAndScatter, shape::windowed),
    (OpCode::Slice, shape::slice),
];

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    let mut localizer = Localizer {
        meshes: module.meshes(),
        uses: Uses::new(module),
        channel: highest_channel(module),
        combine: pass::flag(options, COMBINE.name, false),
        mesh_axes: pass::flag(options, MESH_AXES.name, false),
        per_dim: pass::flag(options, PER_DIM.name, false),
    };
    let top = module.top();
    Conversion::run(module, top, &mut localizer)
}

/// The highest channel in use.
fn highest_channel(module: &Module) -> i64 {
    let Some(name) = module.context.find_symbol("channel_handle") else { return 0 };
    let channel = |op: OpId| match module.attr(op, name) {
        Some(Attr::Record(record)) => record.int("handle"),
        _ => 0,
    };
    module.walk(module.top()).into_iter().map(channel).fold(0, i64::max)
}

/// The pass on a module.
struct Localizer {
    meshes: Meshes,
    uses: Uses,
    /// The last channel that a collective took.
    channel: i64,
    combine: bool,
    mesh_axes: bool,
    per_dim: bool,
}

impl Convert for Localizer {
    fn convert(&mut self, conversion: &mut Conversion<'_>, op: OpId) -> Result<(), Diagnostics> {
        let code = conversion.module.op(op).name.code();
        let outcome = match code {
            Some(OpCode::BuiltinModule | OpCode::SdyMesh) => {
                conversion.leave(op);
                Ok(())
            }
            Some(OpCode::SdyManualComputation) => return self.manual_computation(conversion, op),
            _ => match HANDLERS.iter().find(|(handled, _)| Some(*handled) == code) {
                Some((_, handler)) => handler(self, conversion, op),
                None if code.is_none_or(|code| code.dialect() == Dialect::StableHlo) => {
                    self.generic(conversion, op)
                }
                None => Err("the pass has no local form of it".into()),
            },
        };
        outcome.map_err(|why| refusal(conversion, op, &why))
    }
}

fn refusal(conversion: &Conversion<'_>, op: OpId, why: &str) -> Diagnostics {
    let module = &*conversion.module;
    let message = format!("`{}` cannot be made local: {why}", module.op_name(op));
    let fault = Diagnostic::error(code::CANNOT_LOCALIZE, module.op(op).span, message);
    single_diagnostic(fault.help("`partita partition` makes the local program without this pass"))
}

impl Localizer {
    /// The sharding of a value. As in Shardy, only the regions of functions and computations pass one on.
    fn sharding(&self, conversion: &Conversion<'_>, value: ValueId) -> Option<ShardingSpec> {
        if let Definition::Argument { block, .. } = conversion.module.value(value).definition {
            let owner = conversion.module.block_parent(block);
            let code = shardings::op_code(conversion.module, owner);
            let passes_on = |code: OpCode| code == OpCode::FuncFunc || code.kind() == OpKind::Computation;
            if !code.is_some_and(passes_on) {
                return None;
            }
        }
        shardings::of_value(conversion.module, value)
    }

    /// The sharding of a value that has one and is sharded.
    fn sharded(&self, conversion: &Conversion<'_>, value: ValueId) -> Option<ShardingSpec> {
        self.sharding(conversion, value).filter(|spec| !is_replicated(Some(spec)))
    }

    fn mesh(&self, spec: &ShardingSpec) -> Result<Mesh, Refusal> {
        let mesh = shardings::resolved_mesh(&self.meshes, &spec.mesh);
        mesh.map(std::borrow::Cow::into_owned).ok_or_else(|| "its mesh is unknown".into())
    }

    /// The local type of a type with a sharding.
    fn shard(
        &self,
        conversion: &mut Conversion<'_>,
        ty: TypeId,
        spec: Option<&ShardingSpec>,
    ) -> Result<TypeId, Refusal> {
        let (Some(tensor), Some(spec)) = (conversion.module.context.tensor(ty), spec) else { return Ok(ty) };
        let Some(counts) = shardings::shard_counts(&self.meshes, spec) else { return Ok(ty) };
        let mut shape = tensor.shape.clone();
        for (dim, &count) in shape.iter_mut().zip(&counts) {
            match dim {
                Dim::Static(size) if size.is_multiple_of(count.max(1)) => *size /= count.max(1),
                Dim::Static(size) => {
                    return Err(format!("a dimension of size {size} is not divisible by its {count} shards"));
                }
                Dim::Dynamic => {}
            }
        }
        if shape == tensor.shape {
            return Ok(ty);
        }
        let element = tensor.element;
        Ok(conversion.module.context.ty(Type::Tensor(TensorType { shape, element, encoding: None })))
    }

    /// The local type of a value.
    fn type_of(&self, conversion: &mut Conversion<'_>, value: ValueId) -> Result<TypeId, Refusal> {
        let spec = self.sharding(conversion, value);
        let ty = conversion.type_before(value);
        self.shard(conversion, ty, spec.as_ref())
    }

    /// The global shape of a value.
    fn shape_before(&self, conversion: &Conversion<'_>, value: ValueId) -> Result<Vec<u64>, Refusal> {
        let shape = shardings::static_shape(conversion.module, conversion.type_before(value));
        shape.ok_or_else(|| "its shape is dynamic".into())
    }

    /// The replacement of a value, with its local type.
    fn operand(&self, conversion: &mut Conversion<'_>, value: ValueId) -> Result<ValueId, Refusal> {
        let ty = self.type_of(conversion, value)?;
        Ok(conversion.value_of_type(value, ty))
    }

    fn operands(&self, conversion: &mut Conversion<'_>, op: OpId) -> Result<Vec<ValueId>, Refusal> {
        let operands = conversion.module.op(op).operands.to_vec();
        operands.into_iter().map(|value| self.operand(conversion, value)).collect()
    }

    fn result_types(&self, conversion: &mut Conversion<'_>, op: OpId) -> Result<Vec<TypeId>, Refusal> {
        let results: Vec<ValueId> = conversion.module.op(op).results().collect();
        results.into_iter().map(|value| self.type_of(conversion, value)).collect()
    }

    /// The same op with local operands and results.
    fn generic(&mut self, conversion: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
        let operands = self.operands(conversion, op)?;
        let types = self.result_types(conversion, op)?;
        conversion.change(op, &operands, &types);
        Ok(())
    }

    /// The groups of devices that differ along axes, and the size of a group.
    fn groups(
        &self,
        conversion: &mut Conversion<'_>,
        mesh: &Mesh,
        reference: &MeshOrRef,
        axes: &[AxisSpec],
    ) -> Result<(AttrId, u64), Refusal> {
        let resolved = resolve(mesh, axes)?;
        let size = shard_count(&resolved);
        if !self.mesh_axes {
            let groups = device_groups(mesh, &resolved);
            return Ok((conversion.matrix(size as usize, &groups.concat()), size));
        }
        let context = &mut conversion.module.context;
        let mesh = match reference {
            MeshOrRef::Symbol(name) => Attr::SymbolRef(Box::new([context.symbol(name)])),
            MeshOrRef::Inline(spec) => Attr::Sdy(Box::new(SdyAttr::Mesh(spec.clone()))),
        };
        let mesh = context.attr(mesh);
        let axes = axes.iter().map(|axis| context.attr(Attr::Sdy(Box::new(SdyAttr::AxisRef(axis.clone())))));
        let axes = axes.collect::<Vec<_>>();
        let axes = context.attr(Attr::Array(axes.into()));
        let fields = vec![Field::Attr(mesh), Field::Attr(axes)];
        let record = RecordAttr::new(RecordKind::ReplicaGroupMeshAxes, fields);
        Ok((context.attr(Attr::Record(record)), size))
    }

    /// The next unused channel id: every collective has its own.
    fn next_channel(&mut self, conversion: &mut Conversion<'_>) -> AttrId {
        self.channel += 1;
        conversion.channel(self.channel)
    }
}

/// Whether a sharding has no axes; a missing sharding counts as replicated.
fn is_replicated(spec: Option<&ShardingSpec>) -> bool {
    spec.is_none_or(|spec| spec.dims.iter().all(|dim| dim.axes.is_empty()))
}

fn resolve(mesh: &Mesh, axes: &[AxisSpec]) -> Result<Vec<AxisRef>, Refusal> {
    axes.iter()
        .map(|axis| mesh.resolve_axis(axis).ok_or_else(|| format!("its mesh has no axis {axis}")))
        .collect()
}

/// The number of shards along axes.
fn shards(mesh: &Mesh, axes: &[AxisSpec]) -> Result<u64, Refusal> {
    Ok(shard_count(&resolve(mesh, axes)?))
}
