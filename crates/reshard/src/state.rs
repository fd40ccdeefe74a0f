//! A layout in a form that is cheap to copy and hash.

/// The most dimensions that a search considers.
pub(crate) const MAX_DIMS: usize = 8;
/// The most sub-axes that a search considers: a set of them is a `u8`, and a stack of them is a `u32`.
pub(crate) const MAX_SUB_AXES: usize = 8;

/// The sub-axes of one dimension: a stack with four bits per entry, each the index of a sub-axis plus one. The
/// minor-most sub-axis is on top, in the low bits, because collectives push and pop at the minor end.
pub(crate) type Stack = u32;

/// A layout: the sub-axes of every dimension, and the unreduced sub-axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct State {
    pub(crate) dims: [Stack; MAX_DIMS],
    pub(crate) unreduced: u8,
    /// Which mesh the sub-axes belong to: 0 is the source's, 1 the target's.
    pub(crate) side: u8,
}

impl State {
    /// The set of sub-axes that shard a dimension.
    pub(crate) fn used(&self) -> u8 {
        self.dims
            .iter()
            .fold(0, |set, &stack| minor_to_major(stack).fold(set, |set, sub_axis| set | 1 << sub_axis))
    }
}

/// Adds one minor-most sub-axis.
pub(crate) fn push_sub_axis(stack: Stack, sub_axis: usize) -> Stack {
    stack << 4 | (sub_axis as Stack + 1)
}

/// The number of sub-axes.
pub(crate) fn stack_depth(stack: Stack) -> u32 {
    (Stack::BITS - stack.leading_zeros()).div_ceil(4)
}

/// Removes the `n` minor-most sub-axes.
pub(crate) fn drop_minor(stack: Stack, n: u32) -> Stack {
    stack.checked_shr(4 * n).unwrap_or(0)
}

/// Keeps only the `n` minor-most sub-axes.
pub(crate) fn keep_minor(stack: Stack, n: u32) -> Stack {
    stack & (1 as Stack).checked_shl(4 * n).map_or(Stack::MAX, |bit| bit - 1)
}

/// Puts one stack on top of another.
pub(crate) fn join_stacks(below: Stack, above: Stack) -> Stack {
    below.checked_shl(4 * stack_depth(above)).unwrap_or(0) | above
}

/// Whether `longer` is `stack`, possibly with more sub-axes on top.
pub(crate) fn is_prefix(stack: Stack, longer: Stack) -> bool {
    stack_depth(longer).checked_sub(stack_depth(stack)).is_some_and(|more| drop_minor(longer, more) == stack)
}

/// The sub-axes, minor-most first.
pub(crate) fn minor_to_major(mut stack: Stack) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let sub_axis = (stack & 15).checked_sub(1)?;
        stack >>= 4;
        Some(sub_axis as usize)
    })
}

/// The indices of the sub-axes in a set, ascending, which is mesh order.
pub(crate) fn sub_axes_of_set(set: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |sub_axis| set >> sub_axis & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks() {
        let stack = [3, 0, 7].into_iter().fold(0, push_sub_axis);
        assert_eq!(stack_depth(stack), 3);
        assert_eq!(minor_to_major(stack).collect::<Vec<_>>(), [7, 0, 3]);
        assert_eq!(drop_minor(stack, 2), push_sub_axis(0, 3));
        assert_eq!(keep_minor(stack, 2), push_sub_axis(push_sub_axis(0, 0), 7));
        assert_eq!(join_stacks(drop_minor(stack, 2), keep_minor(stack, 2)), stack);
        assert!(is_prefix(drop_minor(stack, 1), stack) && is_prefix(0, stack) && is_prefix(stack, stack));
        assert!(!is_prefix(stack, drop_minor(stack, 1)) && !is_prefix(push_sub_axis(0, 0), stack));
        let full = (0..8).fold(0, push_sub_axis);
        assert_eq!((drop_minor(full, 8), keep_minor(full, 8), join_stacks(full, 0)), (0, full, full));
        assert_eq!(join_stacks(0, full), full);
    }
}
