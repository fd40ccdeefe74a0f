//! Gathers from a sharded tensor: each device looks up in its shard and yields zeros for other indices; an all-reduce
//! adds up.

use partita_ir::{Attr, OpCode, OpId, RecordAttr, ValueId};
use partita_mesh::Mesh;
use partita_mesh::spec::{AxisSpec, ShardingSpec};

use super::super::conversion::Conversion;
use super::indices::Indexed;
use super::{Localizer, Refusal, shards};

pub(super) fn gather(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let operand = out.module.op(op).operands[0];
    let Some(sharding) = local.sharded(out, operand) else { return local.generic(out, op) };
    let mesh = local.mesh(&sharding)?;
    let Some(Attr::Record(numbers)) = out.attr(op, "dimension_numbers").cloned() else {
        return Err("it has no dimension numbers".into());
    };
    let shape = local.shape_before(out, operand)?;
    let sizes = out.int_list(op, "slice_sizes").unwrap_or_default().to_vec();
    if sizes.len() != shape.len() {
        return Err("it has no slice sizes".into());
    }
    let batching = numbers.ints("operand_batching_dims");
    let (mut taken, mut axes) = (Vec::new(), Vec::<AxisSpec>::new());
    for (dim, spec) in sharding.dims.iter().enumerate() {
        if shards(&mesh, &spec.axes)? > 1 && sizes[dim] == 1 && !batching.contains(&(dim as i64)) {
            taken.push(dim);
            axes.extend(spec.axes.iter().cloned());
        }
    }
    let sizes = local_sizes(&mesh, &sharding, &shape, sizes, batching)?;
    let operands = local.operands(out, op)?;
    let local_shape = out.shape(operands[0]);
    let indexed = Indexed {
        mesh: &mesh,
        sharding: &sharding,
        shape: &shape,
        local: &local_shape,
        map: numbers.ints("start_index_map"),
        vector: numbers.int("index_vector_dim") as usize,
        taken: &taken,
    };
    let (indices, mask) = match taken.is_empty() {
        true => (operands[1], None),
        false => local_indices(out, &indexed, operands[1])?,
    };
    let result = out.module.op(op).result(0);
    let ty = local.type_of(out, result)?;
    let gathered = rebuild(out, op, &[operands[0], indices], ty, &sizes);
    let new = match mask {
        Some(mask) => masked(out, &numbers, gathered, mask)?,
        None => gathered,
    };
    if !taken.is_empty() {
        local.expect_all_reduce(out, op, &axes)?;
    }
    out.replace(result, new);
    Ok(())
}

/// The sizes of the slices on each device.
fn local_sizes(
    mesh: &Mesh,
    sharding: &ShardingSpec,
    shape: &[u64],
    mut sizes: Vec<i64>,
    batching: &[i64],
) -> Result<Vec<i64>, Refusal> {
    for (dim, size) in sizes.iter_mut().enumerate() {
        let axes = &sharding.dims[dim].axes;
        if *size == 1 || batching.contains(&(dim as i64)) || axes.is_empty() {
            continue;
        }
        let count = shards(mesh, axes)? as i64;
        if *size != shape[dim] as i64 || *size % count != 0 {
            return Err(format!("dimension {dim} is sharded, and only a part of it is gathered"));
        }
        *size /= count;
    }
    Ok(sizes)
}

/// The indices into the shard, and a mask of those that are inside.
fn local_indices(
    out: &mut Conversion<'_>,
    indexed: &Indexed<'_>,
    indices: ValueId,
) -> Result<(ValueId, Option<ValueId>), Refusal> {
    let (mut local, mut mask) = (indices, None);
    if indexed.depends_on_indices() {
        let clamped = indexed.clamped(out, indices)?;
        let ty = out.module.type_of(indices);
        let (first, last) = indexed.bounds(out, out.element(indices), true)?;
        let first = indexed.broadcast_bounds(out, &first, ty);
        let last = indexed.broadcast_bounds(out, &last, ty);
        local = out.like(OpCode::Subtract, &[clamped, first]);
        let (from, to) = (out.compare("GE", clamped, first), out.compare("LE", clamped, last));
        mask = Some(out.like(OpCode::And, &[from, to]));
    }
    let is_first = indexed.is_first(out)?;
    let mask = match (mask, is_first) {
        (Some(mask), Some(is_first)) => {
            let is_first = out.broadcast(is_first, out.module.type_of(mask), &[]);
            Some(out.like(OpCode::And, &[mask, is_first]))
        }
        (mask, is_first) => mask.or(is_first),
    };
    Ok((local, mask))
}

/// The gather on a shard. It keeps its other attributes.
fn rebuild(
    out: &mut Conversion<'_>,
    op: OpId,
    operands: &[ValueId],
    ty: partita_ir::TypeId,
    sizes: &[i64],
) -> ValueId {
    let sizes = out.ints(sizes);
    let sizes_name = out.module.context.symbol("slice_sizes");
    let sorted_name = out.module.context.symbol("indices_are_sorted");
    let truth = out.module.context.int_type(1);
    let not_sorted = out.module.context.attr(Attr::Integer { value: 0, ty: truth });
    let old = out.module.op(op).attrs.clone();
    let new = out.op(OpCode::Gather, operands, &[ty], &[]);
    out.module.op_mut(new).attrs = old;
    out.module.set_attr(new, sizes_name, sizes);
    if out.module.op(new).attr(sorted_name).is_none() {
        out.module.set_attr(new, sorted_name, not_sorted);
    }
    out.module.op(new).result(0)
}

/// Zeros where the mask is not set. A slice is used if all of its indices are inside.
fn masked(
    out: &mut Conversion<'_>,
    numbers: &RecordAttr,
    gathered: ValueId,
    mut mask: ValueId,
) -> Result<ValueId, Refusal> {
    let truth = out.module.context.int_type(1);
    let vector = numbers.int("index_vector_dim") as usize;
    let mut shape = out.shape(mask);
    if vector < shape.len() {
        shape.remove(vector);
        let ty = out.tensor(&shape, truth);
        let scalar = out.scalar(truth);
        let yes = out.splat(&[1], scalar);
        let dims = out.ints(&[vector as i64]);
        let reduce = out.op(OpCode::Reduce, &[mask, yes], &[ty], &[("dimensions", dims)]);
        out.add_body(reduce, OpCode::And, truth);
        mask = out.module.op(reduce).result(0);
    }
    let result = out.shape(gathered);
    let offsets = numbers.ints("offset_dims");
    let dims: Vec<i64> = match shape.is_empty() {
        true => Vec::new(),
        false => (0..result.len() as i64).filter(|dim| !offsets.contains(dim)).collect(),
    };
    let ty = out.tensor(&result, truth);
    let mask = out.broadcast(mask, ty, &dims);
    let zeros = out.zeros(out.module.type_of(gathered)).ok_or("its element type has no zero")?;
    Ok(out.select(mask, gathered, zeros))
}
