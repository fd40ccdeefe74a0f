//! Products and convolutions: an all-reduce must follow wherever a sharded dimension is summed over.

use partita_ir::{
    Attr, Definition, DenseData, FloatKind, Module, OpCode, OpId, SdyAttr, Type, ValueId, names,
};
use partita_mesh::Mesh;
use partita_mesh::axis_list::merge_neighbours;
use partita_mesh::spec::{AxisSpec, ShardingSpec};

use super::super::conversion::Conversion;
use super::super::shardings;
use super::{Localizer, Refusal, is_replicated, resolve, shards};

impl Localizer {
    /// Fails unless the only user of an op adds its result up along exactly these axes.
    pub(super) fn expect_all_reduce(
        &self,
        out: &Conversion<'_>,
        op: OpId,
        axes: &[AxisSpec],
    ) -> Result<(), Refusal> {
        let user = match self.uses.of(out.module.op(op).result(0)) {
            &[(user, _)] => Some(user),
            _ => None,
        };
        let is_sum = |user: &OpId| shardings::op_code(out.module, *user) == Some(OpCode::SdyAllReduce);
        let user =
            user.filter(is_sum).ok_or("it sums up shards, and its only user is not an `sdy.all_reduce`")?;
        match out.sdy_attr(user, "reduction_axes") {
            Some(SdyAttr::AxisRefs(found)) if found == axes => Ok(()),
            _ => Err("the `sdy.all_reduce` behind it is along other axes".into()),
        }
    }

    /// Fails unless the `sdy.all_reduce` behind a product of sharded dimensions is as it must be.
    fn check_product(
        &self,
        out: &Conversion<'_>,
        op: OpId,
        spec: &ShardingSpec,
        dims: &[usize],
    ) -> Result<(), Refusal> {
        let mesh = self.mesh(spec)?;
        let operands = out.module.op(op).operands.to_vec();
        let shape = self.shape_before(out, operands[0])?;
        let mut axes: Vec<AxisSpec> = Vec::new();
        for &dim in dims {
            let own = &spec.dims.get(dim).ok_or("its operand has fewer dimensions")?.axes;
            if !own.is_empty() && !shape[dim].is_multiple_of(shards(&mesh, own)?) {
                return Err("a dimension that it sums up is not divisible by its shards".into());
            }
            axes.extend(own.iter().cloned());
        }
        if axes.is_empty() {
            return Ok(());
        }
        if operands.iter().any(|&operand| !is_padded_with_zeros(out.module, operand)) {
            return Err("an operand is padded with something else than a constant zero".into());
        }
        self.expect_all_reduce(out, op, &axes)
    }
}

pub(super) fn dot(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let lhs = out.module.op(op).operands[0];
    if let Some(spec) = local.sharded(out, lhs) {
        let last = spec.dims.len() - 1;
        local.check_product(out, op, &spec, &[last])?;
    }
    local.generic(out, op)
}

pub(super) fn dot_general(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let lhs = out.module.op(op).operands[0];
    if let Some(spec) = local.sharded(out, lhs) {
        let dims: Vec<usize> = match out.attr(op, "dot_dimension_numbers") {
            Some(Attr::Record(numbers)) => {
                numbers.ints("lhs_contracting_dimensions").iter().map(|&dim| dim as usize).collect()
            }
            _ => Vec::new(),
        };
        local.check_product(out, op, &spec, &dims)?;
    }
    local.generic(out, op)
}

/// Whether a value is not padded, or padded with zeros.
fn is_padded_with_zeros(module: &Module, value: ValueId) -> bool {
    let defining = |value: ValueId| match module.value(value).definition {
        Definition::Result { op, .. } => Some(op),
        Definition::Argument { .. } => None,
    };
    let Some(pad) = defining(value).filter(|&op| shardings::op_code(module, op) == Some(OpCode::Pad)) else {
        return true;
    };
    let padding = module.op(pad).operands[1];
    let constant = defining(padding).filter(|&op| shardings::op_code(module, op) == Some(OpCode::Constant));
    let Some(Attr::Dense { ty, data }) = constant.and_then(|op| module.attr(op, names::VALUE)) else {
        return false;
    };
    let (DenseData::Splat(bytes) | DenseData::Full(bytes)) = data;
    let element = module.context.tensor(*ty).map_or(*ty, |tensor| tensor.element);
    match module.context.type_of(element) {
        Type::Integer { .. } => bytes.iter().all(|byte| *byte == 0),
        // The sign of a zero is ignored.
        Type::Float(kind) => is_zero(*kind, bytes),
        _ => false,
    }
}

fn is_zero(kind: FloatKind, bytes: &[u8]) -> bool {
    let sign = 1u8 << ((kind.bits() - 1) % 8);
    let Some((last, rest)) = bytes.split_last() else { return false };
    rest.iter().all(|byte| *byte == 0) && last & !sign == 0
}

/// The groups of a convolution are sharded like the dimension that they are part of.
pub(super) fn convolution(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let (lhs, rhs) = (out.module.op(op).operands[0], out.module.op(op).operands[1]);
    let result = out.module.op(op).result(0);
    let specs = [lhs, rhs, result].map(|value| local.sharding(out, value));
    if specs.iter().all(|spec| is_replicated(spec.as_ref())) {
        return local.generic(out, op);
    }
    let mesh = local.mesh(specs.iter().flatten().next().ok_or("it has no sharding")?)?;
    let Some(Attr::Conv(numbers)) = out.attr(op, "dimension_numbers").cloned() else {
        return Err("it has no dimension numbers".into());
    };
    let axes = |spec: &Option<ShardingSpec>, dim: i64| -> Vec<AxisSpec> {
        let dim = spec.as_ref().and_then(|spec| spec.dims.get(dim as usize));
        dim.map_or_else(Vec::new, |dim| dim.axes.clone())
    };
    let mut summed: Vec<AxisSpec> = Vec::new();
    for &dim in [numbers.kernel_input_feature].iter().chain(&numbers.kernel_spatial) {
        for axis in axes(&specs[1], dim) {
            if !summed.contains(&axis) {
                summed.push(axis);
            }
        }
    }
    if !summed.is_empty() {
        local.expect_all_reduce(out, op, &in_mesh_order(&mesh, &summed)?)?;
    }
    let features = (axes(&specs[1], numbers.kernel_output_feature), "feature_group_count");
    let batch = (axes(&specs[0], numbers.input_batch), "batch_group_count");
    let mut counts = Vec::new();
    for (axes, name) in [features, batch] {
        counts.push((name, local_count(out, op, name, &mesh, &axes)?));
    }
    let operands = local.operands(out, op)?;
    let ty = local.type_of(out, result)?;
    let kept = [
        "window_strides",
        "padding",
        "lhs_dilation",
        "rhs_dilation",
        "window_reversal",
        "dimension_numbers",
        "precision_config",
    ];
    let kept = kept.map(|name| (name, out.module.context.symbol(name)));
    let mut attrs: Vec<_> =
        kept.into_iter().filter_map(|(name, symbol)| Some((name, out.module.op(op).attr(symbol)?))).collect();
    attrs.extend(counts.into_iter().map(|(name, count)| (name, out.int(count))));
    let new = out.single_result(OpCode::Convolution, &operands, ty, &attrs);
    out.replace(result, new);
    Ok(())
}

/// The number of groups of a shard.
fn local_count(
    out: &Conversion<'_>,
    op: OpId,
    name: &str,
    mesh: &Mesh,
    axes: &[AxisSpec],
) -> Result<i64, Refusal> {
    let Some(Attr::Integer { value, .. }) = out.attr(op, name) else { return Ok(1) };
    let count = *value as i64;
    if count <= 1 || axes.is_empty() {
        return Ok(count);
    }
    let shards = count.min(shards(mesh, axes)? as i64);
    match count % shards {
        0 => Ok(count / shards),
        _ => Err(format!("{count} groups are not divisible by {shards} shards")),
    }
}

/// Axes in the order of the mesh, neighbours merged.
fn in_mesh_order(mesh: &Mesh, axes: &[AxisSpec]) -> Result<Vec<AxisSpec>, Refusal> {
    let mut axes = resolve(mesh, axes)?;
    axes.sort_by_key(|axis| (axis.axis(), axis.pre()));
    merge_neighbours(&mut axes);
    Ok(axes.into_iter().map(|axis| mesh.axis_spec(axis)).collect())
}
