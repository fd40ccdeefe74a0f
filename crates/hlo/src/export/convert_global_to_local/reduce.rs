//! Collectives that add up partial values.

use partita_base::Span;
use partita_ir::{Attr, AttrId, OpCode, OpId, SdyAttr, TypeId, ValueId, names};
use partita_mesh::spec::AxisSpec;

use super::super::conversion::Conversion;
use super::super::shardings;
use super::exchange::axis_lists;
use super::{Localizer, Refusal, shards};

pub(super) fn all_reduce(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let sharding = shardings::sharding_in_attr(out.module, op, names::OUT_SHARDING).cloned();
    let sharding = sharding.ok_or("it has no sharding")?;
    let mesh = local.mesh(&sharding)?;
    let axes = match out.sdy_attr(op, "reduction_axes") {
        Some(SdyAttr::AxisRefs(axes)) => axes.clone(),
        _ => Vec::new(),
    };
    let operands = local.operands(out, op)?;
    let result = out.module.op(op).result(0);
    let ty = local.type_of(out, result)?;
    let (groups, _) = local.groups(out, &mesh, &sharding.mesh, &axes)?;
    let new = local.add_up(out, OpCode::AllReduce, operands[0], ty, &[("replica_groups", groups)]);
    out.replace(result, new);
    Ok(())
}

impl Localizer {
    /// A collective that adds.
    fn add_up(
        &mut self,
        out: &mut Conversion<'_>,
        code: OpCode,
        value: ValueId,
        ty: TypeId,
        attrs: &[(&str, AttrId)],
    ) -> ValueId {
        let (channel, unit) = (self.next_channel(out), out.module.context.attr(Attr::Unit));
        let more = [("channel_handle", channel), ("use_global_device_ids", unit)];
        let op = out.op(code, &[value], &[ty], &[attrs, &more].concat());
        let element = out.element(value);
        out.add_body(op, OpCode::Add, element);
        out.module.op(op).result(0)
    }
}

impl Conversion<'_> {
    /// Gives an op a region that combines two scalars.
    pub(super) fn add_body(&mut self, op: OpId, code: OpCode, element: TypeId) {
        let (loc, span) = (self.module.op(op).loc, self.module.op(op).span);
        let scalar = self.scalar(element);
        let module = &mut *self.module;
        let region = module.add_region(op);
        let block = module.add_block(region, Span::default());
        let args = [module.add_arg(block, scalar, span, loc), module.add_arg(block, scalar, span, loc)];
        let combined = module.build(code, &args, &[scalar], &[], loc, span);
        module.append(block, combined);
        let end = module.build(OpCode::Return, &[module.op(combined).result(0)], &[], &[], loc, span);
        module.append(block, end);
    }
}

/// StableHLO has a collective for one dimension; for several, the values are added up and sliced, or merged
/// into one dimension first.
pub(super) fn reduce_scatter(
    local: &mut Localizer,
    out: &mut Conversion<'_>,
    op: OpId,
) -> Result<(), Refusal> {
    let source = out.module.op(op).operands[0];
    let sharding = local.sharding(out, source).ok_or("its operand has no sharding")?;
    let mesh = local.mesh(&sharding)?;
    let input = local.operand(out, source)?;
    let result = out.module.op(op).result(0);
    let ty = local.type_of(out, result)?;
    let lists = axis_lists(out, op, "reduce_scatter_axes");
    let dims: Vec<usize> = (0..lists.len()).filter(|&dim| !lists[dim].is_empty()).collect();
    let (groups, _) = local.groups(out, &mesh, &sharding.mesh, &lists.concat())?;
    let new = match dims[..] {
        [] => return Err("it scatters nothing".into()),
        [dim] => {
            let number = out.int(dim as i64);
            let attrs = [("scatter_dimension", number), ("replica_groups", groups)];
            local.add_up(out, OpCode::ReduceScatter, input, ty, &attrs)
        }
        _ if local.combine => {
            let counts = lists.iter().map(|axes| shards(&mesh, axes)).collect::<Result<Vec<u64>, _>>()?;
            local.scatter_dims(out, input, ty, &lists, &counts, groups)?
        }
        _ => {
            let unscattered = out.module.type_of(input);
            let sum = local.add_up(out, OpCode::AllReduce, input, unscattered, &[("replica_groups", groups)]);
            out.slice_along(sum, &mesh, &lists, ty)?
        }
    };
    out.replace(result, new);
    Ok(())
}

impl Localizer {
    /// Scatters along all dimensions at once: the shards of all devices become a new dimension.
    fn scatter_dims(
        &mut self,
        out: &mut Conversion<'_>,
        value: ValueId,
        ty: TypeId,
        lists: &[Vec<AxisSpec>],
        counts: &[u64],
        groups: AttrId,
    ) -> Result<ValueId, Refusal> {
        if lists.iter().any(Vec::is_empty) {
            return Err("it scatters along some dimensions, and the combined form needs all".into());
        }
        let shape = out.shape(value);
        if shape.iter().zip(counts).any(|(size, count)| !size.is_multiple_of(*count)) {
            return Err("a dimension is not divisible by the devices that it is scattered to".into());
        }
        let local = shardings::static_shape(out.module, ty).ok_or("its shape is dynamic")?;
        let split: Vec<u64> =
            shape.iter().zip(counts).flat_map(|(&size, &count)| [count, size / count]).collect();
        let value = out.reshape(value, &split);
        let even = (0..split.len() as i64).step_by(2);
        let permutation: Vec<i64> = even.clone().chain(even.map(|dim| dim + 1)).collect();
        let value = out.transpose(value, &permutation);
        let mut combined = vec![counts.iter().product()];
        combined.extend(&local);
        let value = out.reshape(value, &combined);
        combined[0] = 1;
        let scattered = out.tensor(&combined, out.element(value));
        let number = out.int(0);
        let attrs = [("scatter_dimension", number), ("replica_groups", groups)];
        let value = self.add_up(out, OpCode::ReduceScatter, value, scattered, &attrs);
        Ok(out.reshape(value, &local))
    }
}
