//! Values that depend only on the position of the shard: constants and iotas.

use partita_ir::{Attr, DenseData, OpCode, OpId};
use partita_mesh::spec::AxisSpec;

use super::super::conversion::Conversion;
use super::{Localizer, Refusal, is_replicated};

/// A constant whose elements are all equal becomes a smaller one; of any other, each device slices its shard.
pub(super) fn constant(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let result = out.module.op(op).result(0);
    let (before, ty) = (out.type_before(result), local.type_of(out, result)?);
    let value = out.module.op(op).attr(partita_ir::names::VALUE).ok_or("it has no value")?;
    let splat = match out.module.context.attr_of(value) {
        Attr::Dense { data: DenseData::Splat(bytes), .. } => Some(bytes.clone()),
        // A constant of one element counts as one of equal elements.
        Attr::Dense { data: DenseData::Full(bytes), ty } => {
            let count = out.module.context.tensor(*ty).and_then(|tensor| tensor.elements());
            (count == Some(1)).then(|| bytes.clone())
        }
        _ => None,
    };
    let new = if ty == before {
        out.single_result(OpCode::Constant, &[], ty, &[("value", value)])
    } else if let Some(bytes) = splat {
        out.splat(&bytes, ty)
    } else {
        let spec = local.sharding(out, result).ok_or("it has no sharding")?;
        let mesh = local.mesh(&spec)?;
        let global = out.single_result(OpCode::Constant, &[], before, &[("value", value)]);
        let axes: Vec<Vec<AxisSpec>> = spec.dims.into_iter().map(|dim| dim.axes).collect();
        out.slice_along(global, &mesh, &axes, ty)?
    };
    out.replace(result, new);
    Ok(())
}

/// An iota along a sharded dimension starts at the start of the shard.
pub(super) fn iota(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let result = out.module.op(op).result(0);
    let spec = local.sharding(out, result);
    let Some(spec) = spec.filter(|spec| !is_replicated(Some(spec))) else {
        out.emit(op);
        return Ok(());
    };
    let mesh = local.mesh(&spec)?;
    let ty = local.type_of(out, result)?;
    let Some(Attr::Integer { value, .. }) = out.attr(op, "iota_dimension") else {
        return Err("it has no dimension".into());
    };
    let dim = *value as usize;
    let number = out.int(dim as i64);
    let count = out.single_result(OpCode::Iota, &[], ty, &[("iota_dimension", number)]);
    let axes = spec.dims.get(dim).map_or(&[][..], |dim| &dim.axes);
    let mut new = count;
    if !axes.is_empty() {
        let size = out.shape(count)[dim];
        let start = out.shard_start(&mesh, axes, size)?;
        let scalar = out.scalar(out.element(count));
        let start = out.convert_to(start, scalar);
        let start = out.broadcast(start, ty, &[]);
        new = out.like(OpCode::Add, &[count, start]);
    }
    out.replace(result, new);
    Ok(())
}
