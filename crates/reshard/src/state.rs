//! One way to lay a tensor out, small enough to be copied and hashed freely.

/// Most dimensions that a search looks at.
pub(crate) const MAX_DIMS: usize = 8;
/// Most pieces of axes that a search looks at.
pub(crate) const MAX_PIECES: usize = 8;

/// The pieces of one dimension: a stack of four bits each, holding the number of the piece plus one. The minor-most
/// piece is on top, in the low bits, so that pushing and popping is what collectives do.
pub(crate) type Stack = u32;

/// A layout: the pieces of every dimension, and the pieces along which values are partial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct State {
    pub(crate) dims: [Stack; MAX_DIMS],
    pub(crate) unreduced: u8,
    /// Whose pieces these are: 0 the source's, 1 the target's.
    pub(crate) side: u8,
}

impl State {
    /// The pieces that shard a dimension, as a set.
    pub(crate) fn used(&self) -> u8 {
        self.dims.iter().fold(0, |set, &stack| minor_to_major(stack).fold(set, |set, piece| set | 1 << piece))
    }
}

/// The stack with one more piece, minor to all.
pub(crate) fn push(stack: Stack, piece: usize) -> Stack {
    stack << 4 | (piece as Stack + 1)
}

/// The number of pieces.
pub(crate) fn depth(stack: Stack) -> u32 {
    (Stack::BITS - stack.leading_zeros()).div_ceil(4)
}

/// The stack without its `n` minor-most pieces.
pub(crate) fn without(stack: Stack, n: u32) -> Stack {
    stack.checked_shr(4 * n).unwrap_or(0)
}

/// The `n` minor-most pieces.
pub(crate) fn top(stack: Stack, n: u32) -> Stack {
    stack & (1 as Stack).checked_shl(4 * n).map_or(Stack::MAX, |bit| bit - 1)
}

/// One stack on top of another.
pub(crate) fn stacked(below: Stack, above: Stack) -> Stack {
    below.checked_shl(4 * depth(above)).unwrap_or(0) | above
}

/// Whether `longer` is `stack` with something on top.
pub(crate) fn begins(stack: Stack, longer: Stack) -> bool {
    depth(longer).checked_sub(depth(stack)).is_some_and(|more| without(longer, more) == stack)
}

/// The pieces, minor-most first.
pub(crate) fn minor_to_major(mut stack: Stack) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let piece = (stack & 15).checked_sub(1)?;
        stack >>= 4;
        Some(piece as usize)
    })
}

/// The pieces of a set.
pub(crate) fn members(set: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |piece| set >> piece & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks() {
        let stack = [3, 0, 7].into_iter().fold(0, push);
        assert_eq!(depth(stack), 3);
        assert_eq!(minor_to_major(stack).collect::<Vec<_>>(), [7, 0, 3]);
        assert_eq!(without(stack, 2), push(0, 3));
        assert_eq!(top(stack, 2), push(push(0, 0), 7));
        assert_eq!(stacked(without(stack, 2), top(stack, 2)), stack);
        assert!(begins(without(stack, 1), stack) && begins(0, stack) && begins(stack, stack));
        assert!(!begins(stack, without(stack, 1)) && !begins(push(0, 0), stack));
        let full = (0..8).fold(0, push);
        assert_eq!((without(full, 8), top(full, 8), stacked(full, 0)), (0, full, full));
        assert_eq!(stacked(0, full), full);
    }
}
