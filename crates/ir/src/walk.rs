//! All ops below an op, in text order.
//!
//! Most passes look at every op of a module and change few of them. So the module remembers its last walk until ops move, and passes that
//! find nothing to do share one.

use std::ops::{Deref, Range};
use std::sync::Arc;

use crate::{Module, OpId};

/// The ops below an op and the op itself, outer before inner, in text order. It stays as it is when the module changes.
#[derive(Clone, Debug)]
pub struct Walk {
    ops: Arc<Vec<OpId>>,
    range: Range<usize>,
}

impl Deref for Walk {
    type Target = [OpId];
    fn deref(&self) -> &[OpId] {
        &self.ops[self.range.clone()]
    }
}

impl IntoIterator for Walk {
    type Item = OpId;
    type IntoIter = Steps;
    fn into_iter(self) -> Steps {
        Steps(self)
    }
}

impl<'a> IntoIterator for &'a Walk {
    type Item = &'a OpId;
    type IntoIter = std::slice::Iter<'a, OpId>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Goes along a [`Walk`].
#[derive(Clone, Debug)]
pub struct Steps(Walk);

impl Iterator for Steps {
    type Item = OpId;

    #[inline]
    fn next(&mut self) -> Option<OpId> {
        self.0.range.next().map(|at| self.0.ops[at])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.range.size_hint()
    }
}

impl DoubleEndedIterator for Steps {
    fn next_back(&mut self) -> Option<OpId> {
        self.0.range.next_back().map(|at| self.0.ops[at])
    }
}

impl ExactSizeIterator for Steps {}

impl From<Vec<OpId>> for Walk {
    fn from(ops: Vec<OpId>) -> Self {
        Self { range: 0..ops.len(), ops: Arc::new(ops) }
    }
}

/// An op with blocks: where it is in the order of a walk, and how many of the ops after it are in it.
type Holder = (usize, usize);

/// The walk of a whole module.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    ops: Arc<Vec<OpId>>,
    holders: Vec<Holder>,
    /// The holders by their ops.
    by_op: Vec<(OpId, Holder)>,
}

impl Order {
    fn new(module: &Module) -> Self {
        let (ops, holders) = module.walk_anew(module.top());
        let mut by_op: Vec<(OpId, Holder)> = holders.iter().map(|&holder| (ops[holder.0], holder)).collect();
        by_op.sort_unstable_by_key(|(op, _)| *op);
        Self { ops: Arc::new(ops), holders, by_op }
    }

    /// The part of the walk that is an op and what is in it.
    fn below(&self, root: OpId) -> Option<Walk> {
        let at = self.by_op.binary_search_by_key(&root, |(op, _)| *op).ok()?;
        let (place, inside) = self.by_op[at].1;
        Some(Walk { ops: self.ops.clone(), range: place..place + inside + 1 })
    }
}

impl Module {
    /// All ops below `root` and `root` itself, outer before inner, in text order.
    pub fn walk(&self, root: OpId) -> Walk {
        // A walk of the whole module is remembered; a part of it is taken from there, but is not worth a whole one.
        let order = if root == self.top() { Some(self.order()) } else { self.order.get() };
        let Some(known) = order.and_then(|order| order.below(root)) else {
            return self.walk_anew(root).0.into();
        };
        debug_assert_eq!(*known, *self.walk_anew(root).0, "what moves ops makes the module forget its order");
        known
    }

    /// The walk of the whole module, and for each op with a block where it is in this order and how many of the ops after it are in it.
    pub fn walk_with_insides(&self) -> (Walk, &[(usize, usize)]) {
        (self.walk(self.top()), &self.order().holders)
    }

    fn order(&self) -> &Order {
        self.order.get_or_init(|| Order::new(self))
    }

    fn walk_anew(&self, root: OpId) -> (Vec<OpId>, Vec<Holder>) {
        let mut order = Vec::with_capacity(if root == self.top() { self.op_count() } else { 0 });
        let mut holders: Vec<Holder> = Vec::new();
        // The rest of each block around the next op, and which of the holders it is in.
        let mut open: Vec<(std::slice::Iter<'_, OpId>, usize)> = Vec::new();
        let enter = |op: OpId, order: &[OpId], holders: &mut Vec<Holder>, open: &mut Vec<_>| {
            let blocks = self.op(op).regions.iter().flat_map(|&region| &self.region(region).blocks);
            let first = open.len();
            open.extend(blocks.map(|&block| (self.block(block).ops.iter(), holders.len())));
            open[first..].reverse();
            if open.len() > first {
                holders.push((order.len() - 1, 0));
            }
        };
        order.push(root);
        enter(root, &order, &mut holders, &mut open);
        while let Some((ops, holder)) = open.last_mut() {
            let mut inner = None;
            for &op in ops.by_ref() {
                order.push(op);
                if !self.op(op).regions.is_empty() {
                    inner = Some(op);
                    break;
                }
            }
            match inner {
                Some(op) => enter(op, &order, &mut holders, &mut open),
                None => {
                    let (place, inside) = &mut holders[*holder];
                    *inside = order.len() - 1 - *place;
                    open.pop();
                }
            }
        }
        (order, holders)
    }
}

#[cfg(test)]
mod tests {
    use partita_base::Span;

    use super::*;
    use crate::{BlockId, Context, OpCode};

    fn add(module: &mut Module, block: BlockId) -> OpId {
        let loc = module.context.unknown_loc();
        let op = module.build(OpCode::BuiltinModule, &[], &[], &[], loc, Span::default());
        module.append(block, op);
        op
    }

    /// Whether the module and each op with others in it are walked as if for the first time.
    fn is_current(module: &Module) -> bool {
        let ops = module.walk(module.top());
        ops.iter().all(|&op| *module.walk(op) == *module.walk_anew(op).0)
    }

    #[test]
    fn what_moves_ops_is_seen() {
        let mut module = Module::new(Context::default());
        let body = module.body();
        let first = add(&mut module, body);
        assert!(is_current(&module));
        let region = module.add_region(first);
        let inner = module.add_block(region, Span::default());
        let second = add(&mut module, inner);
        assert!(is_current(&module));
        let third = add(&mut module, body);
        assert!(is_current(&module));
        module.set_block_ops(body, vec![third, first]);
        assert!(is_current(&module));
        module.erase(second);
        assert!(is_current(&module));
        module.insert(body, 0, second);
        assert!(is_current(&module));
        for region in module.take_regions(first) {
            module.attach_region(third, region);
        }
        assert!(is_current(&module));
        module.move_block(inner, module.block(body).region);
        assert!(is_current(&module));
        module.block_mut(body).ops.reverse();
        assert!(is_current(&module));
        module.set_top(third);
        assert!(is_current(&module));
    }
}
