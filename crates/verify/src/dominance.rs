//! Checks that every value is defined before it is used, on every path, and that isolated regions use no
//! value from outside.

use partita_base::{Diagnostic, Diagnostics, IdVec, code};
use partita_ir::{BlockId, Definition, Module, OpCode, OpId, OpName, RegionId, Type, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Checks all uses of values in `ops`.
pub(crate) fn check_uses(module: &Module, ops: &[OpId], sink: &mut Diagnostics) {
    let mut places = Places::read(module, ops);
    for &op in ops {
        for (index, &value) in module.op(op).operands.iter().enumerate() {
            if let Err(reason) = places.reaches(value, op)
                && !is_poison(module, value)
            {
                sink.push(fault(module, op, index, value, reason));
            }
        }
    }
}

/// Whether a value replaces one whose definition could not be parsed.
fn is_poison(module: &Module, value: ValueId) -> bool {
    matches!(module.context.type_of(module.type_of(value)), Type::Poison)
}

/// Why a use of a value is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Isolated(OpId),
    NotBefore,
    OtherRegion,
}

struct Places<'m> {
    module: &'m Module,
    /// The position of each op in its block.
    order: IdVec<OpId, u32>,
    /// Immediate dominators by region, for regions of several blocks.
    dominators: FxHashMap<RegionId, Dominators>,
}

impl<'m> Places<'m> {
    fn read(module: &'m Module, ops: &[OpId]) -> Self {
        let mut order = IdVec::filled(u32::MAX, module.op_count());
        for op in ops {
            for region in &module.op(*op).regions {
                for block in &module.region(*region).blocks {
                    for (position, op) in module.block(*block).ops.iter().enumerate() {
                        order[*op] = position as u32;
                    }
                }
            }
        }
        Places { module, order, dominators: FxHashMap::default() }
    }

    fn reaches(&mut self, value: ValueId, user: OpId) -> Result<(), Reason> {
        let (block, op) = match self.module.value(value).definition {
            Definition::Argument { block, .. } => (block, None),
            Definition::Result { op, .. } => match self.module.op(op).block {
                Some(block) if self.order[op] != u32::MAX => (block, Some(op)),
                _ => return Err(Reason::OtherRegion),
            },
        };
        let region = self.module.block(block).region;
        let mut at = user;
        loop {
            let Some(here) = self.module.op(at).block else { return Err(Reason::OtherRegion) };
            let home = self.module.block(here).region;
            if home == region {
                let before = self.comes_before((block, op), (here, at), region);
                return if before || !self.is_reachable(user) { Ok(()) } else { Err(Reason::NotBefore) };
            }
            let parent = self.module.region(home).op;
            if is_isolated(self.module.op(parent).name) {
                return Err(Reason::Isolated(parent));
            }
            at = parent;
        }
    }

    /// Whether a definition precedes a use, or the op that contains the use, in one region.
    fn comes_before(
        &mut self,
        (from, definition): (BlockId, Option<OpId>),
        (to, user): (BlockId, OpId),
        region: RegionId,
    ) -> bool {
        let parent = self.module.region(region).op;
        if !orders_its_ops(self.module.op(parent).name) {
            return true;
        }
        if from == to {
            return definition.is_none_or(|definition| self.order[definition] < self.order[user]);
        }
        let dominators = self.dominators(region);
        dominators.dominates(from, to) || !dominators.reaches(to)
    }

    /// Whether an op's block is reachable from the entry of its region.
    fn is_reachable(&mut self, op: OpId) -> bool {
        let Some(block) = self.module.op(op).block else { return true };
        let region = self.module.block(block).region;
        self.module.region(region).blocks.len() == 1 || self.dominators(region).reaches(block)
    }

    fn dominators(&mut self, region: RegionId) -> &Dominators {
        let module = self.module;
        self.dominators.entry(region).or_insert_with(|| Dominators::of(module, region))
    }
}

/// Whether an op's regions must not use values from outside. A few of these ops do not open a new scope of
/// names in the text, so the op table does not mark them as isolated.
fn is_isolated(name: OpName) -> bool {
    match name {
        OpName::Known(OpCode::SdyNamedComputation | OpCode::ChloScan) => true,
        OpName::Known(code) => code.traits().isolated,
        OpName::Other(_) => false,
    }
}

/// Whether the ops in an op's regions execute in text order. Those of a module do not; those of an
/// unknown op need not.
fn orders_its_ops(name: OpName) -> bool {
    matches!(name, OpName::Known(code) if code != OpCode::BuiltinModule)
}

/// The dominator tree of the blocks of one region.
struct Dominators {
    /// A block's number in reverse post-order; unreachable blocks have none.
    number: FxHashMap<BlockId, usize>,
    /// When a depth-first walk of the dominator tree enters and leaves each numbered block.
    walk: Vec<(usize, usize)>,
}

impl Dominators {
    fn of(module: &Module, region: RegionId) -> Dominators {
        let order = reverse_post_order(module, region);
        let number: FxHashMap<BlockId, usize> =
            order.iter().enumerate().map(|(n, block)| (*block, n)).collect();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (n, block) in order.iter().enumerate() {
            for successor in successors(module, *block) {
                if let Some(&to) = number.get(successor) {
                    before[to].push(n);
                }
            }
        }
        let mut parent = vec![usize::MAX; order.len()];
        if let Some(entry) = parent.first_mut() {
            *entry = 0;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for n in 1..order.len() {
                let known = before[n].iter().copied().filter(|&p| parent[p] != usize::MAX);
                let Some(meet) = known.reduce(|a, b| intersect(&parent, a, b)) else { continue };
                if parent[n] != meet {
                    parent[n] = meet;
                    changed = true;
                }
            }
        }
        Dominators { number, walk: walk_tree(&parent) }
    }

    fn reaches(&self, block: BlockId) -> bool {
        self.number.contains_key(&block)
    }

    fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        match (self.number.get(&above), self.number.get(&below)) {
            (Some(&above), Some(&below)) => {
                let (above, below) = (self.walk[above], self.walk[below]);
                above.0 <= below.0 && below.1 <= above.1
            }
            _ => false,
        }
    }
}

/// When a depth-first walk of the tree with these parents enters and leaves each node; node 0 is the root.
fn walk_tree(parent: &[usize]) -> Vec<(usize, usize)> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parent.len()];
    for (node, &parent) in parent.iter().enumerate().skip(1) {
        if let Some(children) = children.get_mut(parent) {
            children.push(node);
        }
    }
    let mut walk = vec![(0, 0); parent.len()];
    let mut clock = 0;
    let mut stack: Vec<usize> = if parent.is_empty() { Vec::new() } else { vec![0] };
    while let Some(&node) = stack.last() {
        if walk[node].0 == 0 {
            clock += 1;
            walk[node].0 = clock;
        }
        match children[node].pop() {
            Some(child) => stack.push(child),
            None => {
                clock += 1;
                walk[node].1 = clock;
                stack.pop();
            }
        }
    }
    walk
}

fn intersect(parent: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a > b {
            a = parent[a];
        }
        while b > a {
            b = parent[b];
        }
    }
    a
}

fn successors(module: &Module, block: BlockId) -> &[BlockId] {
    module.block(block).ops.last().map_or(&[], |last| &module.op(*last).successors)
}

fn reverse_post_order(module: &Module, region: RegionId) -> Vec<BlockId> {
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    let mut order = Vec::new();
    let Some(&entry) = module.region(region).blocks.first() else { return order };
    let mut stack = vec![(entry, 0)];
    seen.insert(entry);
    while let Some((block, next)) = stack.last_mut() {
        match successors(module, *block).get(*next) {
            Some(&successor) => {
                *next += 1;
                if seen.insert(successor) {
                    stack.push((successor, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

fn fault(module: &Module, op: OpId, index: usize, value: ValueId, reason: Reason) -> Diagnostic {
    let (span, name) = (module.op(op).span, module.op_name(op));
    let definition = module.value(value).span;
    match reason {
        Reason::Isolated(parent) => {
            let outer = module.op_name(parent);
            let message =
                format!("operand {index} of {name} is defined outside {outer}, whose body is isolated");
            Diagnostic::error(code::ISOLATION, span, message)
                .label(definition, "defined here")
                .help(format!("pass the value to {outer} as an operand or argument, or compute it inside"))
        }
        Reason::NotBefore => {
            let message = format!("operand {index} of {name} is not defined on every path to this use");
            Diagnostic::error(code::DOMINANCE, span, message).label(definition, "defined here")
        }
        Reason::OtherRegion => {
            let message =
                format!("operand {index} of {name} is defined in a region that does not enclose this use");
            Diagnostic::error(code::DOMINANCE, span, message).label(definition, "defined here")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intersection_climbs_to_the_common_dominator() {
        // 0 -> 1 -> {2, 3} -> 4
        let parent = [0, 0, 1, 1, 1];
        assert_eq!(intersect(&parent, 2, 3), 1);
        assert_eq!(intersect(&parent, 4, 0), 0);
    }

    #[test]
    fn a_walk_encloses_what_a_node_dominates() {
        let walk = walk_tree(&[0, 0, 1, 1, 0]);
        let encloses = |a: usize, b: usize| walk[a].0 <= walk[b].0 && walk[b].1 <= walk[a].1;
        assert!(encloses(0, 4) && encloses(1, 3) && encloses(2, 2));
        assert!(!encloses(1, 4) && !encloses(2, 3));
    }
}
