//! Scatters into a sharded tensor: each device applies the updates within its shard.

use partita_ir::{Attr, DenseData, FloatKind, OpCode, OpId, RecordAttr, Specials, Type, TypeId, ValueId};
use partita_mesh::Mesh;
use partita_mesh::spec::{AxisSpec, ShardingSpec};

use super::super::conversion::Conversion;
use super::devices::per_device;
use super::indices::Indexed;
use super::{Localizer, Refusal, is_replicated, resolve, shards};
use crate::rules::body_reduction;

pub(super) fn scatter(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let count = out.module.op(op).result_count();
    let (input, update) = (out.module.op(op).operands[0], out.module.op(op).operands[count + 1]);
    let (sharding, updates) = (local.sharding(out, input), local.sharding(out, update));
    let into_replicated = is_replicated(sharding.as_ref());
    if into_replicated && is_replicated(updates.as_ref()) {
        return local.generic(out, op);
    }
    let mesh = local.mesh(sharding.as_ref().or(updates.as_ref()).ok_or("it has no sharding")?)?;
    let Some(Attr::Record(numbers)) = out.attr(op, "scatter_dimension_numbers").cloned() else {
        return Err("it has no dimension numbers".into());
    };
    let summed = summed_axes(&numbers, sharding.as_ref(), updates.as_ref());
    if summed.is_empty() && into_replicated {
        return local.generic(out, op);
    }
    let operands = local.operands(out, op)?;
    let mut inputs = operands[..count].to_vec();
    if !summed.is_empty() {
        mask_inputs(out, op, &mesh, &summed, &mut inputs)?;
    }
    let indexed = indexed_dims(&mesh, sharding.as_ref(), &numbers)?;
    if indexed.is_empty() && summed.is_empty() {
        return local.generic(out, op);
    }
    let mut indices = operands[count];
    if let (Some(sharding), false) = (&sharding, into_replicated) {
        let (shape, shard) = (local.shape_before(out, input)?, out.shape(inputs[0]));
        let indexed = Indexed {
            mesh: &mesh,
            sharding,
            shape: &shape,
            local: &shard,
            map: numbers.ints("scatter_dims_to_operand_dims"),
            vector: numbers.int("index_vector_dim") as usize,
            taken: &indexed,
        };
        if indexed.depends_on_indices() {
            // An index outside the shard stays out of bounds after the subtraction, and such updates are dropped.
            let ty = out.module.type_of(indices);
            let (first, _) = indexed.bounds(out, out.element(indices), false)?;
            let first = indexed.broadcast_bounds(out, &first, ty);
            indices = out.like(OpCode::Subtract, &[indices, first]);
        }
    }
    let types = local.result_types(out, op)?;
    for name in ["indices_are_sorted", "unique_indices"] {
        let name = out.module.context.symbol(name);
        if out.module.op(op).attr(name).is_none() {
            let ty = out.module.context.int_type(1);
            let no = out.module.context.attr(Attr::Integer { value: 0, ty });
            out.module.set_attr(op, name, no);
        }
    }
    let operands = [&inputs[..], &[indices], &operands[count + 1..]].concat();
    out.change(op, &operands, &types);
    Ok(())
}

/// The axes along which devices have different updates of the same elements.
fn summed_axes(
    numbers: &RecordAttr,
    sharding: Option<&ShardingSpec>,
    updates: Option<&ShardingSpec>,
) -> Vec<AxisSpec> {
    let window = numbers.ints("update_window_dims");
    let own: Vec<&AxisSpec> = sharding.iter().flat_map(|spec| &spec.dims).flat_map(|dim| &dim.axes).collect();
    let dims = updates.iter().flat_map(|spec| spec.dims.iter().enumerate());
    let outer = dims.filter(|(dim, _)| !window.contains(&(*dim as i64)));
    outer.flat_map(|(_, dim)| dim.axes.iter()).filter(|axis| !own.contains(axis)).cloned().collect()
}

/// The sharded dimensions that indices are for.
fn indexed_dims(
    mesh: &Mesh,
    sharding: Option<&ShardingSpec>,
    numbers: &RecordAttr,
) -> Result<Vec<usize>, Refusal> {
    let mut indexed = Vec::new();
    for (dim, spec) in sharding.iter().flat_map(|spec| spec.dims.iter().enumerate()) {
        if spec.axes.is_empty() {
            continue;
        }
        if shards(mesh, &spec.axes)? <= 1 {
            return Err(format!("dimension {dim} is sharded along axes of size 1"));
        }
        if numbers.ints("scatter_dims_to_operand_dims").contains(&(dim as i64)) {
            indexed.push(dim);
        } else if numbers.ints("inserted_window_dims").contains(&(dim as i64)) {
            return Err(format!("dimension {dim} is sharded and inserted, but no index is for it"));
        }
    }
    Ok(indexed)
}

/// All devices except the first of each group start from the neutral element, so that the input counts once in the sum.
fn mask_inputs(
    out: &mut Conversion<'_>,
    op: OpId,
    mesh: &Mesh,
    axes: &[AxisSpec],
    inputs: &mut [ValueId],
) -> Result<(), Refusal> {
    let neutral =
        neutral_element(out, op, inputs[0]).ok_or("its body is not a reduction with a neutral element")?;
    let firsts = per_device(mesh, &resolve(mesh, axes)?, |index| u8::from(index == 0));
    let device = out.device_number();
    let truth = out.module.context.int_type(1);
    let ty = out.tensor(&[firsts.len() as u64], truth);
    let data = match firsts.iter().all(|first| *first == firsts[0]) {
        true => DenseData::Splat(firsts[..1].into()),
        false => DenseData::Full(firsts.into()),
    };
    let table = out.module.context.attr(Attr::Dense { ty, data });
    let table = out.single_result(OpCode::Constant, &[], ty, &[("value", table)]);
    let is_first = out.look_up(table, device);
    let shape = out.shape(inputs[0]);
    let mask = out.tensor(&shape, truth);
    let is_first = out.broadcast(is_first, mask, &[0]);
    let neutral = out.broadcast(neutral, out.module.type_of(inputs[0]), &[]);
    for input in inputs {
        *input = out.select(is_first, *input, neutral);
    }
    Ok(())
}

/// The neutral element of the reduction of a scatter.
fn neutral_element(out: &mut Conversion<'_>, op: OpId, input: ValueId) -> Option<ValueId> {
    let code = body_reduction(out.module, out.module.op(op))?;
    let element = out.element(input);
    let scalar = out.scalar(element);
    let bytes = neutral_bytes(out, code, element)?;
    Some(out.splat(&bytes, scalar))
}

fn neutral_bytes(out: &Conversion<'_>, code: OpCode, element: TypeId) -> Option<Vec<u8>> {
    let (bits, kind) = match *out.module.context.type_of(element) {
        Type::Integer { width, .. } => (width, None),
        Type::Float(kind) => (kind.bits(), Some(kind)),
        _ => return None,
    };
    let ones = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
    let sign = 1u64 << (bits - 1);
    let value = match (code, kind) {
        (OpCode::Add | OpCode::Or, _) => 0,
        (OpCode::And, None) | (OpCode::Multiply, None) => 1,
        (OpCode::Multiply, Some(kind)) => one(kind),
        // As in Shardy, integers are treated as signed here.
        (OpCode::Maximum, None) => sign,
        (OpCode::Minimum, None) => ones ^ sign,
        (OpCode::Maximum, Some(kind)) => largest(kind)? | sign,
        (OpCode::Minimum, Some(kind)) => largest(kind)?,
        _ => return None,
    };
    Some(value.to_le_bytes()[..bits.div_ceil(8) as usize].to_vec())
}

/// The bits of 1.
fn one(kind: FloatKind) -> u64 {
    let bias = (1 - kind.min_exponent()) as u64;
    bias << (kind.precision() - 1)
}

/// The bits of the largest finite number.
fn largest(kind: FloatKind) -> Option<u64> {
    let mantissa = kind.precision() - 1;
    let below_sign = (1u64 << (kind.bits() - 1)) - 1;
    match kind.specials() {
        Specials::Ieee => Some(below_sign - (1 << mantissa)),
        Specials::NanAllOnes => Some(below_sign - 1),
        Specials::NanNegativeZero | Specials::FiniteOnly => Some(below_sign),
        Specials::ExponentOnly => None,
    }
}
