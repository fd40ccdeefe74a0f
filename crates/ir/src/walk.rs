//! All ops below an op, in text order.
//!
//! Most passes visit every op of a module and change few of them. The module therefore caches its last walk until ops move, and passes
//! that find nothing to do share it. When ops move, the walks of the functions in which none did are kept.

use std::ops::{Deref, Range};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::{Module, OpCode, OpId, RegionId};

/// The ops below an op and the op itself, outer before inner, in text order. It does not change when the module does.
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

/// The iterator of a [`Walk`].
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

/// An op with blocks: its index in the walk, and the number of ops after it that are inside it.
type Holder = (usize, usize);

/// What an op is, and whether a walk stops at it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    pub(crate) code: Option<OpCode>,
    pub(crate) has_regions: bool,
    pub(crate) is_landmark: bool,
}

/// The walk of an entire module.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    ops: Arc<Vec<OpId>>,
    holders: Vec<Holder>,
    /// The holders by their ops. Few orders are asked for the walk of a single op.
    by_op: OnceLock<FxHashMap<OpId, Holder>>,
    /// The landmarks; invalidated when an op is renamed.
    landmarks: OnceLock<Vec<OpId>>,
    /// The long sections that it was made of.
    sections: Sections,
}

/// The walks of the outermost ops that contain many ops. Most passes change some functions or only their order, so the others need not be walked again.
pub(crate) type Sections = FxHashMap<OpId, Arc<WalkedOps>>;

/// The length from which a section is kept. Shorter ones are walked again in less time than they are found.
const LONG: usize = 256;

/// What a walk of ops finds.
#[derive(Debug, Default)]
pub(crate) struct WalkedOps {
    ops: Vec<OpId>,
    holders: Vec<Holder>,
    landmarks: Vec<OpId>,
}

impl WalkedOps {
    /// Adds the ops of one of the ops of the module's body.
    fn add_section(&mut self, module: &Module, outermost: OpId, long: &mut Sections) {
        if !module.marks[outermost].has_regions {
            self.ops.push(outermost);
            self.landmarks.extend(module.marks[outermost].is_landmark.then_some(outermost));
            return;
        }
        match module.sections.get(&outermost) {
            Some(known) => {
                self.add(known);
                long.insert(outermost, Arc::clone(known));
            }
            None => {
                let found = module.walk_anew(outermost);
                self.add(&found);
                if found.ops.len() >= LONG {
                    long.insert(outermost, Arc::new(found));
                }
            }
        }
    }

    /// Adds what another walk found.
    fn add(&mut self, other: &WalkedOps) {
        let start = self.ops.len();
        self.ops.extend_from_slice(&other.ops);
        self.holders.extend(other.holders.iter().map(|&(place, inside)| (start + place, inside)));
        self.landmarks.extend_from_slice(&other.landmarks);
    }
}

impl Order {
    fn new(module: &Module) -> Self {
        let mut found = WalkedOps::default();
        let mut sections = Sections::default();
        match module.only_block(module.top()) {
            Some(outermost) => {
                found.ops.reserve(module.op_count());
                found.ops.push(module.top());
                found.holders.push((0, 0));
                found.landmarks.extend(module.marks[module.top()].is_landmark.then_some(module.top()));
                for &op in outermost {
                    found.add_section(module, op, &mut sections);
                }
                found.holders[0].1 = found.ops.len() - 1;
            }
            None => found = module.walk_anew(module.top()),
        }
        let WalkedOps { ops, holders, landmarks } = found;
        Self { ops: Arc::new(ops), holders, by_op: OnceLock::new(), landmarks: landmarks.into(), sections }
    }

    /// Forgets the landmarks, because an op inside an outermost op was renamed.
    pub(crate) fn forget_landmarks(&mut self, outermost: OpId) {
        self.landmarks.take();
        self.sections.remove(&outermost);
    }

    /// The section of the walk that consists of an op and the ops inside it.
    fn below(&self, root: OpId) -> Option<Walk> {
        if self.ops.first() == Some(&root) {
            return Some(Walk { ops: self.ops.clone(), range: 0..self.ops.len() });
        }
        let holders = self.holders.iter();
        let by_op = self.by_op.get_or_init(|| holders.map(|&holder| (self.ops[holder.0], holder)).collect());
        let &(place, inside) = by_op.get(&root)?;
        Some(Walk { ops: self.ops.clone(), range: place..place + inside + 1 })
    }
}

impl Module {
    /// All ops below `root` and `root` itself, outer before inner, in text order.
    pub fn walk(&self, root: OpId) -> Walk {
        // The walk of the module is cached, and that of an op is a section of it. A section alone does not justify walking the module.
        let order = if root == self.top() { Some(self.order()) } else { self.order.get() };
        let Some(known) = order.and_then(|order| order.below(root)) else {
            let known = self.sections.get(&root);
            return known.map_or_else(|| self.walk_anew(root).ops, |known| known.ops.clone()).into();
        };
        debug_assert_eq!(
            *known,
            *self.walk_anew(root).ops,
            "every function that moves ops invalidates the cached order"
        );
        known
    }

    /// The walk below an op, and for each op with a block its index in the walk and the number of ops after it that are inside it.
    pub fn walk_with_insides(&self, root: OpId) -> (Walk, Vec<(usize, usize)>) {
        let order = self.order();
        let Some(walk) = order.below(root) else {
            let found = self.walk_anew(root);
            return (found.ops.into(), found.holders);
        };
        let (start, end) = (walk.range.start, walk.range.end);
        let inside = order.holders.iter().skip(order.holders.partition_point(|(place, _)| *place < start));
        let inside = inside.take_while(|(place, _)| *place < end);
        (walk, inside.map(|(place, inside)| (place - start, *inside)).collect())
    }

    /// The ops of some kinds, in text order. Only kinds that are [landmarks](OpCode::is_landmark) are allowed. Few ops are, so this
    /// costs far less than a walk, and nothing if the module never had such an op.
    pub fn landmarks(&self, wanted: impl Fn(OpCode) -> bool) -> Vec<OpId> {
        let is_wanted = |op: &OpId| self.op(*op).name.code().is_some_and(&wanted);
        let found: Vec<OpId> = if OpCode::landmarks().any(|code| wanted(code) && self.has_had(code)) {
            let order = self.order();
            let is_landmark = |op: &&OpId| self.marks[**op].is_landmark;
            let all = order.landmarks.get_or_init(|| order.ops.iter().filter(is_landmark).copied().collect());
            all.iter().copied().filter(is_wanted).collect()
        } else {
            Vec::new()
        };
        debug_assert_eq!(
            found,
            self.walk_anew(self.top()).ops.into_iter().filter(is_wanted).collect::<Vec<OpId>>(),
            "only landmarks are allowed, and ops are renamed by `Module::rename`"
        );
        found
    }

    /// The ops of the only block of an op, if it has exactly one.
    fn only_block(&self, op: OpId) -> Option<&[OpId]> {
        let [region] = self.op(op).regions[..] else { return None };
        let [block] = self.region(region).blocks[..] else { return None };
        Some(&self.block(block).ops)
    }

    /// Forgets the order of ops, because ops inside a region move. The walks of other functions are kept.
    pub(crate) fn forget_order(&mut self, region: RegionId) {
        if let Some(order) = self.order.take() {
            self.sections = order.sections;
        }
        if !self.sections.is_empty() {
            let outermost = self.outermost(self.region(region).op);
            self.sections.remove(&outermost);
        }
    }

    fn order(&self) -> &Order {
        self.order.get_or_init(|| Order::new(self))
    }

    fn walk_anew(&self, root: OpId) -> WalkedOps {
        let mut found = WalkedOps::default();
        found.ops.reserve(if root == self.top() { self.op_count() } else { 0 });
        // The rest of each enclosing block, and the holder that it belongs to.
        let mut open: Vec<(std::slice::Iter<'_, OpId>, usize)> = Vec::new();
        let enter = |op: OpId, found: &mut WalkedOps, open: &mut Vec<_>| {
            let blocks = self.op(op).regions.iter().flat_map(|&region| &self.region(region).blocks);
            let first = open.len();
            open.extend(blocks.map(|&block| (self.block(block).ops.iter(), found.holders.len())));
            open[first..].reverse();
            if open.len() > first {
                found.holders.push((found.ops.len() - 1, 0));
            }
        };
        found.ops.push(root);
        found.landmarks.extend(self.marks[root].is_landmark.then_some(root));
        enter(root, &mut found, &mut open);
        // Nearly all ops are neither, so one test per op finds both.
        let is_marked = |op: &OpId| {
            let marks = self.marks[*op];
            debug_assert_eq!(marks.has_regions, !self.op(*op).regions.is_empty());
            marks.has_regions | marks.is_landmark
        };
        while let Some((ops, holder)) = open.last_mut() {
            let rest = ops.as_slice();
            let Some(at) = rest.iter().position(is_marked) else {
                found.ops.extend_from_slice(rest);
                let (place, inside) = &mut found.holders[*holder];
                *inside = found.ops.len() - 1 - *place;
                open.pop();
                continue;
            };
            found.ops.extend_from_slice(&rest[..=at]);
            *ops = rest[at + 1..].iter();
            let op = rest[at];
            let marks = self.marks[op];
            found.landmarks.extend(marks.is_landmark.then_some(op));
            if !marks.has_regions {
                continue;
            }
            match self.only_block(op).filter(|inner| !inner.iter().any(is_marked)) {
                // Like the body of a reduction: nothing to enter.
                Some(inner) => {
                    found.holders.push((found.ops.len() - 1, inner.len()));
                    found.ops.extend_from_slice(inner);
                }
                None => enter(op, &mut found, &mut open),
            }
        }
        found
    }
}

/// Visits a walk with inner ops before outer ones: calls `add` with the indices of ops in this order.
pub fn inner_first(holders: &[(usize, usize)], ops: usize, mut add: impl FnMut(Range<usize>)) {
    // Ops whose regions are being listed, and the ends of those regions.
    let mut around: Vec<(usize, usize)> = Vec::new();
    // What has been listed, except for enclosing ops.
    let mut at = 0;
    let end = (ops, 0);
    for &(holder, inside) in holders.iter().chain([&end]) {
        while let Some((outer, end)) = around.pop_if(|(_, end)| *end <= holder) {
            add(at..end);
            add(outer..outer + 1);
            at = end;
        }
        add(at..holder);
        at = holder + 1;
        around.push((holder, holder + 1 + inside));
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

    /// Whether the cached walks of the module and of each op with blocks equal fresh ones.
    fn is_current(module: &Module) -> bool {
        let ops = module.walk(module.top());
        ops.iter().all(|&op| *module.walk(op) == *module.walk_anew(op).ops)
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

    #[test]
    fn landmarks_are_found_where_they_are() {
        let mut module = Module::new(Context::default());
        let calls = |module: &Module| module.landmarks(|code| code == OpCode::FuncCall);
        let body = module.body();
        let first = add(&mut module, body);
        let region = module.add_region(first);
        let inner = module.add_block(region, Span::default());
        let (second, third) = (add(&mut module, inner), add(&mut module, body));
        assert_eq!(calls(&module), []);
        for op in [third, second] {
            module.rename(op, OpCode::FuncCall);
        }
        assert_eq!(calls(&module), [second, third]);
        module.erase(second);
        assert_eq!(calls(&module), [third]);
        module.rename(third, OpCode::SdyReshard);
        assert_eq!(calls(&module), []);
    }

    #[test]
    fn inner_ops_come_first() {
        let mut module = Module::new(Context::default());
        let body = module.body();
        let outer = add(&mut module, body);
        let mut held = Vec::new();
        for _ in 0..2 {
            let region = module.add_region(outer);
            let block = module.add_block(region, Span::default());
            held.push(add(&mut module, block));
        }
        let region = module.add_region(held[1]);
        let block = module.add_block(region, Span::default());
        let (inner, last) = (add(&mut module, block), add(&mut module, body));
        let order = |root: OpId| {
            let (walk, holders) = module.walk_with_insides(root);
            let mut order = Vec::new();
            inner_first(&holders, walk.len(), |places| order.extend_from_slice(&walk[places]));
            order
        };
        assert_eq!(order(module.top()), [held[0], inner, held[1], outer, last, module.top()]);
        assert_eq!(order(held[1]), [inner, held[1]]);
        assert_eq!(order(last), [last]);
    }
}
