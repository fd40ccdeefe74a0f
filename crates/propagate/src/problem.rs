//! A program as propagation sees it.

use std::sync::Arc;

use partita_base::{IdVec, Interner, ids};
use partita_mesh::{AxisRef, MeshId, MeshKind, Meshes, TensorSharding};
use partita_rule::RuleSpec;
use rustc_hash::FxHashMap;

use crate::direction::{Direction, PassThrough};
use crate::lists::Lists;
use crate::step::RuleInfo;

ids! {
    /// A tensor of one [`Problem`].
    TensorId;
    /// An op of one [`Problem`].
    ProblemOpId;
    /// An interned rule of one [`Problem`].
    RuleId;
    /// An interned sharding of one [`Problem`].
    ShardingId;
    /// A view of one [`Problem`].
    ViewId;
}

/// The state of one tensor during propagation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tensor {
    /// Its sharding now, if it has one.
    pub sharding: Option<ShardingId>,
}

/// How a tensor inside a manual computation is seen from outside: its own axes are minor to the manual ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// The mesh of the manual axes.
    pub mesh: MeshId,
    /// The manual axes in front of each dimension.
    pub prefix: Vec<Vec<AxisRef>>,
    /// Axes that the outside sees as replicated in addition.
    pub replicated: Vec<AxisRef>,
    /// Axes that the outside sees as unreduced in addition.
    pub unreduced: Vec<AxisRef>,
}

/// A tensor as one op sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The tensor that the op reads or defines.
    pub tensor: TensorId,
    /// The view through which the op sees it; `None` outside manual computations.
    pub view: Option<ViewId>,
}

/// What decides when and how an op propagates, apart from its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpTraits {
    /// Whether it propagates before other ops, and in which direction.
    pub pass_through: PassThrough,
    /// Whether each of its non-scalar operands has this op as its only use.
    pub single_use: bool,
    /// Whether it broadcasts: it propagates forward only at the last level of op priority.
    pub broadcasts: bool,
    /// Whether it is elementwise: conflicts then prefer more shards, and operands follow results.
    pub elementwise: bool,
    /// Whether all its tensors are one value, such as at a data-flow edge.
    /// [`Options::conservative`](crate::Options::conservative) does not restrict it.
    pub identity: bool,
    /// The directions it allows at any level.
    pub limit: Direction,
}

impl Default for OpTraits {
    fn default() -> Self {
        Self {
            pass_through: PassThrough::No,
            single_use: false,
            broadcasts: false,
            elementwise: false,
            identity: false,
            limit: Direction::BOTH,
        }
    }
}

impl OpTraits {
    /// The bound of [`number`](Self::number), which has 2 bits for `pass_through`, 2 for `limit` and 4 flags.
    pub(crate) const NUMBERS: usize = 1 << 8;

    /// A number that is different for different traits.
    pub(crate) fn number(self) -> u8 {
        let flag = |flag: bool, bit: u32| u8::from(flag) << bit;
        let flags = flag(self.single_use, 3) | flag(self.broadcasts, 2);
        let flags = flags | flag(self.elementwise, 1) | flag(self.identity, 0);
        (self.pass_through as u8) << 6 | self.limit.bits() << 4 | flags
    }
}

/// An op as propagation sees it: a rule over slots.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProblemOp {
    /// The range of its operands and results in [`Problem::slots`](Problem); empty when it has no rule.
    slots: (u32, u32),
    /// The index of its first result in the same list.
    results: u32,
    /// Its rule. An op without one is still visited: it may be dead.
    pub rule: Option<RuleId>,
    /// When and how it propagates.
    pub traits: OpTraits,
    /// Whether it sees any tensor through a view.
    has_views: bool,
    is_plain: bool,
}

impl ProblemOp {
    /// Whether it sees any tensor through a view.
    pub(crate) fn has_views(&self) -> bool {
        self.has_views
    }

    /// Whether the shardings that it sets are those that it sees afterwards: it sees each tensor once and without a
    /// view, and has no second result, which would get an open sharding with the first.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }
}

ids! {
    /// A value of the front end whose uses are counted.
    UsedValue;
}

/// What is needed to find dead ops, which are erased when visited.
#[derive(Clone, Debug, Default)]
pub struct Liveness {
    /// Whether each op may be erased when nothing uses its results.
    pub erasable: Vec<bool>,
    /// The number of ops after each op that are nested in it.
    pub nested: Vec<u32>,
    /// The values each op reads, with repetitions.
    pub reads: Lists<ProblemOpId, UsedValue>,
    /// The ops that use each value, with repetitions.
    pub users: Lists<UsedValue, ProblemOpId>,
    /// The op that defines each value; `None` for block arguments.
    pub definer: Vec<Option<ProblemOpId>>,
    /// Whether each value is a scalar. The uses of scalars do not affect the op priority of their users.
    pub scalar: Vec<bool>,
}

/// A program as propagation sees it, made by a [`ProblemBuilder`](crate::ProblemBuilder).
pub struct Problem {
    /// The meshes that shardings refer to.
    pub meshes: Meshes,
    /// All tensors, with their present shardings.
    pub tensors: IdVec<TensorId, Tensor>,
    /// All ops, in the order in which they are first visited.
    pub ops: IdVec<ProblemOpId, ProblemOp>,
    /// Ops between the results of the main function and what it returns: they run before and after every
    /// fixed point and are not visited in between.
    pub boundary: Vec<ProblemOp>,
    /// The ops that are visited again when the sharding of a tensor changes, in order. An op may be listed several
    /// times.
    pub(crate) notify: Lists<TensorId, ProblemOpId>,
    /// The ops that use a tensor and are not visited again when it changes. A visit for another reason must still not
    /// skip them.
    pub(crate) silent: Lists<TensorId, ProblemOpId>,
    /// The other results of the op that defines a tensor, with their ranks. The shardings of all are one attribute:
    /// when one gets a sharding, those without become open on the same mesh.
    pub(crate) siblings: Lists<TensorId, (TensorId, u32)>,
    /// The uses of values; empty when no op may be erased.
    pub(crate) liveness: Liveness,
    /// The members of each group, which always have the same sharding.
    pub groups: Vec<Vec<TensorId>>,
    /// The group of each tensor that is in one. Few programs have groups, so tensors have no field for it.
    pub(crate) group_of: FxHashMap<TensorId, u32>,
    slots: Vec<Slot>,
    pub(crate) rules: Interner<RuleId, Arc<RuleSpec>>,
    pub(crate) infos: Vec<RuleInfo>,
    pub(crate) shardings: Interner<ShardingId, TensorSharding>,
    pub(crate) views: Interner<ViewId, View>,
    seen: FxHashMap<(ViewId, ShardingId), Option<ShardingId>>,
}

impl Problem {
    /// A problem without tensors and ops.
    pub(crate) fn new(meshes: Meshes) -> Self {
        Self {
            meshes,
            tensors: IdVec::new(),
            ops: IdVec::new(),
            boundary: Vec::new(),
            notify: Lists::default(),
            silent: Lists::default(),
            siblings: Lists::default(),
            liveness: Liveness::default(),
            groups: Vec::new(),
            group_of: FxHashMap::default(),
            slots: Vec::new(),
            rules: Interner::default(),
            infos: Vec::new(),
            shardings: Interner::default(),
            views: Interner::default(),
            seen: FxHashMap::default(),
        }
    }

    /// Makes an op of a rule, for [`Problem::ops`] or [`Problem::boundary`].
    pub(crate) fn new_op(
        &mut self,
        rule: RuleId,
        traits: OpTraits,
        operands: impl IntoIterator<Item = Slot>,
        results: impl IntoIterator<Item = Slot>,
    ) -> ProblemOp {
        let start = self.slots.len();
        self.slots.extend(operands);
        let first_result = self.slots.len();
        self.slots.extend(results);
        let has_views = self.slots[start..].iter().any(|slot| slot.view.is_some());
        self.finish_op(rule, traits, start, first_result, has_views)
    }

    /// The same for tensors without views; `None` if one of them is missing.
    pub(crate) fn new_op_if_complete(
        &mut self,
        rule: RuleId,
        traits: OpTraits,
        operands: impl IntoIterator<Item = Option<TensorId>>,
        results: impl IntoIterator<Item = Option<TensorId>>,
    ) -> Option<ProblemOp> {
        let start = self.slots.len();
        for operand in operands {
            self.slots.push(Slot { tensor: operand?, view: None });
        }
        let first_result = self.slots.len();
        for result in results {
            self.slots.push(Slot { tensor: result?, view: None });
        }
        Some(self.finish_op(rule, traits, start, first_result, false))
    }

    /// Makes the op whose slots are the last ones, from `start` on.
    #[inline]
    fn finish_op(
        &self,
        rule: RuleId,
        traits: OpTraits,
        start: usize,
        results: usize,
        has_views: bool,
    ) -> ProblemOp {
        let differ = |a: &Slot, b: &Slot| a.tensor != b.tensor;
        // Comparing all pairs of an op with many tensors costs more than treating the op as not plain.
        let all_differ = match &self.slots[start..] {
            [_] => true,
            [a, b] => differ(a, b),
            [a, b, c] => differ(a, b) && differ(a, c) && differ(b, c),
            _ => false,
        };
        let end = self.slots.len();
        let is_plain = all_differ && !has_views && end - results <= 1;
        let (slots, results) = ((start as u32, end as u32), results as u32);
        ProblemOp { slots, results, rule: Some(rule), traits, has_views, is_plain }
    }

    /// The index into [`Problem::groups`] of the group that a tensor is in.
    pub fn group(&self, tensor: TensorId) -> Option<u32> {
        self.group_of.get(&tensor).copied()
    }

    /// The operands, then the results of an op.
    pub fn slots(&self, op: &ProblemOp) -> &[Slot] {
        &self.slots[op.slots.0 as usize..op.slots.1 as usize]
    }

    /// The operands of an op.
    pub fn operands(&self, op: &ProblemOp) -> &[Slot] {
        &self.slots[op.slots.0 as usize..op.results as usize]
    }

    /// The results of an op.
    pub fn results(&self, op: &ProblemOp) -> &[Slot] {
        &self.slots[op.results as usize..op.slots.1 as usize]
    }

    /// Makes room for more ops and their slots.
    pub(crate) fn reserve_ops(&mut self, ops: usize) {
        self.ops.reserve(ops);
        // Most ops have two operands and one result.
        self.slots.reserve(3 * ops);
    }

    /// Interns a rule. It must have been checked.
    pub(crate) fn rule(&mut self, rule: Arc<RuleSpec>) -> RuleId {
        use partita_base::Id;
        let id = self.rules.intern(rule);
        if id.index() == self.infos.len() {
            self.infos.push(RuleInfo::new(Arc::clone(self.rules.get(id))));
        }
        id
    }

    /// The rule behind an id.
    pub fn rule_of(&self, id: RuleId) -> &RuleSpec {
        self.rules.get(id)
    }

    /// Interns a sharding.
    pub(crate) fn sharding(&mut self, sharding: TensorSharding) -> ShardingId {
        self.shardings.intern(sharding)
    }

    /// The sharding behind an id.
    pub fn sharding_of(&self, id: ShardingId) -> &TensorSharding {
        self.shardings.get(id)
    }

    /// The sharding of a slot's tensor as the op sees it.
    pub(crate) fn read(&mut self, slot: Slot) -> Option<ShardingId> {
        self.read_as(slot.view, self.tensors[slot.tensor].sharding)
    }

    /// The same, except that a tensor without a sharding counts as open: through a view its manual axes are visible.
    pub(crate) fn read_or_open(&mut self, slot: Slot) -> Option<ShardingId> {
        let own = self.tensors[slot.tensor].sharding;
        let seen = slot.view.map(|view| self.views.get(view));
        let sharding = own.or_else(|| {
            let open = TensorSharding::open(seen?.mesh, seen?.prefix.len());
            Some(self.shardings.intern(open))
        });
        self.read_as(slot.view, sharding)
    }

    /// A sharding as seen through a view.
    pub(crate) fn read_as(
        &mut self,
        view: Option<ViewId>,
        sharding: Option<ShardingId>,
    ) -> Option<ShardingId> {
        match view {
            None => sharding,
            Some(view) => self.outer_sharding(view, sharding),
        }
    }

    fn outer_sharding(&mut self, view: ViewId, inner: Option<ShardingId>) -> Option<ShardingId> {
        let inner = inner?;
        if let Some(&outer) = self.seen.get(&(view, inner)) {
            return outer;
        }
        let (sharding, seen) = (self.shardings.get(inner), self.views.get(view));
        let is_empty = self.meshes.get(sharding.mesh()).kind() == MeshKind::Empty;
        if sharding.mesh() != seen.mesh && !is_empty {
            // It is on another mesh than the manual axes, so it cannot be extended by them. The op finds no common
            // mesh.
            return Some(inner);
        }
        let mut parts = sharding.parts();
        for (dim, prefix) in parts.dims.iter_mut().zip(&seen.prefix) {
            let mut axes = prefix.clone();
            axes.append(&mut dim.axes);
            dim.axes = axes;
        }
        parts.replicated.extend(&seen.replicated);
        parts.unreduced.extend(&seen.unreduced);
        let id = sharding.mesh();
        let outer = TensorSharding::new(id, self.meshes.get(id), parts.normalised()).ok();
        let outer = outer.map(|outer| self.shardings.intern(outer));
        self.seen.insert((view, inner), outer);
        outer
    }

    /// The sharding of a slot's tensor when the op sees it as `sharding`: the manual axes of the view are removed.
    pub(crate) fn inner_sharding(&mut self, slot: Slot, sharding: ShardingId) -> Option<ShardingId> {
        let Some(view) = slot.view else { return Some(sharding) };
        let (outer, seen) = (self.shardings.get(sharding), self.views.get(view));
        let mut parts = outer.parts();
        for (dim, prefix) in parts.dims.iter_mut().zip(&seen.prefix) {
            // While the manual axes wait for their user priority outside, they are not a prefix.
            if dim.axes.starts_with(prefix) {
                dim.axes.drain(..prefix.len());
            } else {
                dim.axes.retain(|axis| !prefix.iter().any(|manual| manual.overlaps(*axis)));
            }
        }
        parts.replicated.retain(|axis| !seen.replicated.iter().any(|manual| manual.contains(*axis)));
        parts.unreduced.retain(|axis| !seen.unreduced.iter().any(|manual| manual.contains(*axis)));
        let id = outer.mesh();
        let inner = TensorSharding::new(id, self.meshes.get(id), parts).ok()?;
        Some(self.shardings.intern(inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_traits_have_different_numbers() {
        let mut numbers = std::collections::BTreeSet::new();
        let mut count = 0;
        for flags in 0..16 {
            let flag = |bit: u32| flags >> bit & 1 == 1;
            for pass_through in [PassThrough::No, PassThrough::Both, PassThrough::Forward] {
                for limit in [Direction::NONE, Direction::FORWARD, Direction::BACKWARD, Direction::BOTH] {
                    let traits = OpTraits {
                        pass_through,
                        single_use: flag(0),
                        broadcasts: flag(1),
                        elementwise: flag(2),
                        identity: flag(3),
                        limit,
                    };
                    numbers.insert(traits.number());
                    count += 1;
                }
            }
        }
        assert_eq!(numbers.len(), count);
    }
}
