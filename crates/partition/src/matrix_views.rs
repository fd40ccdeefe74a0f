//! Which operands of matrix products are copied into another order of dimensions first.
//!
//! A matrix unit reads an operand as a batch of matrices. In memory, the dimensions of the batch come first, then the
//! rows, then those that are summed, or the last two the other way round. `bthd,bshd->bhts` has operands with the batch
//! dimension `h` between others: a kernel copies each of them, unless the kernel that makes it can write it in
//! the other order.

use partita_ir::{Definition, Module, OpCode, OpId, ValueId};

use crate::op_work::shape_of;
use crate::ops::view::{dims_attr, record_attr};

/// The size of a dimension and the distance of its elements in memory.
type Extent = (u64, u64);

/// In which groups of dimensions, by their distances in memory, a product reads an operand: the batch, then rows and
/// summed dimensions in either order.
pub(crate) type MatrixOrder = [Vec<u64>; 3];

/// The role of a dimension of an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Batch,
    Summed,
    Rows,
}

/// The order that an operand must be copied into; `None` if the product can read it as it is stored. `stored` is the
/// value in memory, of which the operand is a view by reshapes and transposes.
pub(crate) fn needed_order(
    module: &Module,
    op: OpId,
    operand: usize,
    stored: ValueId,
) -> Option<MatrixOrder> {
    if module.op(op).name.code() != Some(OpCode::DotGeneral) {
        return None;
    }
    let numbers = record_attr(module, op, "dot_dimension_numbers")?;
    let side = ["lhs", "rhs"].get(operand)?;
    let value = *module.op(op).operands.get(operand)?;
    let batch = numbers.ints(&format!("{side}_batching_dimensions"));
    let summed = numbers.ints(&format!("{side}_contracting_dimensions"));
    let role = |dim: usize| {
        let has = |dims: &[i64]| dims.iter().any(|&each| usize::try_from(each) == Ok(dim));
        if has(batch) {
            Role::Batch
        } else if has(summed) {
            Role::Summed
        } else {
            Role::Rows
        }
    };
    let found = view(module, value, stored);
    let is_view = found.is_some();
    // A reshape behind a transpose may be no view. It is copied in the order of its dimensions.
    let extents = found.unwrap_or_else(|| row_major(&shape_of(module, value)));
    let wide = extents.iter().enumerate().filter(|(_, (size, _))| *size > 1);
    let mut dims: Vec<(u64, Role)> = wide.map(|(dim, &(_, distance))| (distance, role(dim))).collect();
    dims.sort_by_key(|&(distance, _)| std::cmp::Reverse(distance));
    if is_view && is_readable(&dims) {
        return None;
    }
    let of = |wanted: Role| dims.iter().filter(|(_, role)| *role == wanted).map(|&(at, _)| at).collect();
    let mut order: MatrixOrder = [of(Role::Batch), of(Role::Summed), of(Role::Rows)];
    // One copy serves both ways to multiply its matrices.
    order[1..].sort_unstable();
    Some(order)
}

/// Whether dimensions, the major ones first, are a batch of matrices.
fn is_readable(dims: &[(u64, Role)]) -> bool {
    let mut runs: Vec<Role> = dims.iter().map(|&(_, role)| role).collect();
    runs.dedup();
    let count = |wanted: Role| runs.iter().filter(|&&role| role == wanted).count();
    let batch_first = count(Role::Batch) == 0 || (count(Role::Batch) == 1 && runs[0] == Role::Batch);
    batch_first && count(Role::Summed) <= 1 && count(Role::Rows) <= 1
}

/// The distances in memory of the dimensions of a value that is a view of another one.
fn view(module: &Module, value: ValueId, stored: ValueId) -> Option<Vec<Extent>> {
    let mut chain = Vec::new();
    let mut root = value;
    while root != stored {
        let Definition::Result { op, .. } = module.value(root).definition else { break };
        let data = module.op(op);
        if !matches!(data.name.code(), Some(OpCode::Reshape | OpCode::Transpose)) {
            break;
        }
        chain.push(op);
        root = *data.operands.first()?;
    }
    let mut extents = row_major(&shape_of(module, root));
    for &op in chain.iter().rev() {
        extents = match module.op(op).name.code() {
            Some(OpCode::Transpose) => {
                let order = dims_attr(module, op, "permutation");
                order.iter().map(|&dim| extents.get(dim).copied()).collect::<Option<_>>()?
            }
            _ => reshaped(&extents, &shape_of(module, module.op(op).results().next()?))?,
        };
    }
    Some(extents)
}

fn row_major(sizes: &[u64]) -> Vec<Extent> {
    let mut distance = 1u64;
    let mut extents: Vec<Extent> = Vec::with_capacity(sizes.len());
    for &size in sizes.iter().rev() {
        extents.push((size, distance));
        distance = distance.saturating_mul(size.max(1));
    }
    extents.reverse();
    extents
}

/// The extents of a reshape; `None` if a new dimension has elements at several distances.
fn reshaped(extents: &[Extent], sizes: &[u64]) -> Option<Vec<Extent>> {
    let mut merged: Vec<Extent> = Vec::new();
    for &(size, distance) in extents.iter().filter(|(size, _)| *size != 1) {
        match merged.last_mut() {
            Some(last) if last.1 == distance.saturating_mul(size) => {
                *last = (last.0.saturating_mul(size), distance)
            }
            _ => merged.push((size, distance)),
        }
    }
    let mut left = merged.pop().unwrap_or((1, 1));
    let mut found = Vec::with_capacity(sizes.len());
    for &size in sizes.iter().rev() {
        if left.0 == 1 && size != 1 {
            left = merged.pop()?;
        }
        if size == 0 || !left.0.is_multiple_of(size) {
            return None;
        }
        found.push((size, left.1));
        left = (left.0 / size, left.1.saturating_mul(size));
    }
    found.reverse();
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reshapes_of_transposes_have_extents_where_they_can() {
        // [2, 3, 5] in row-major order, dimensions 1 and 0 exchanged.
        let exchanged = [(3, 5), (2, 15), (5, 1)];
        assert_eq!(reshaped(&exchanged, &[3, 2, 5, 1]), Some(vec![(3, 5), (2, 15), (5, 1), (1, 1)]));
        assert_eq!(reshaped(&exchanged, &[6, 5]), None);
        // Merged and divided elsewhere.
        assert_eq!(reshaped(&[(4, 6), (6, 1)], &[2, 12]), Some(vec![(2, 12), (12, 1)]));
        assert_eq!(reshaped(&[(1, 7)], &[]), Some(vec![]));
    }

    #[test]
    fn a_batch_between_other_dimensions_is_not_readable() {
        let dims = |roles: &[Role]| roles.iter().map(|&role| (0, role)).collect::<Vec<_>>();
        let (b, r, s) = (Role::Batch, Role::Rows, Role::Summed);
        assert!(is_readable(&dims(&[b, b, r, s])) && is_readable(&dims(&[b, s, r, r])));
        assert!(!is_readable(&dims(&[b, r, b, s])) && !is_readable(&dims(&[r, s, r])));
    }
}
