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

/// A tensor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tensor {
    /// Its sharding now, if it has one.
    pub sharding: Option<ShardingId>,
    /// The group of tensors that always have the same sharding, if it is in one.
    pub group: Option<u32>,
}

/// How a tensor looks from outside a manual computation: its own axes behind manual ones.
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
    /// The tensor.
    pub tensor: TensorId,
    /// How it is seen, unless as it is.
    pub view: Option<ViewId>,
}

/// What decides when and how an op propagates, apart from its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpTraits {
    /// Whether it comes before all others.
    pub pass_through: PassThrough,
    /// Whether each of its non-scalar operands has this op as its only use.
    pub single_use: bool,
    /// Whether it broadcasts.
    pub broadcasts: bool,
    /// Whether it works element by element.
    pub elementwise: bool,
    /// Whether it hands over one value, which [`Options::conservative`](crate::Options::conservative) does
    /// not restrict.
    pub identity: bool,
    /// The ways it allows at all.
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
    /// How many different traits there are at most.
    pub(crate) const NUMBERS: usize = 1 << 8;

    /// A number that tells the traits from others.
    pub(crate) fn number(self) -> u8 {
        let flag = |flag: bool, bit: u32| u8::from(flag) << bit;
        let flags = flag(self.single_use, 3) | flag(self.broadcasts, 2);
        let flags = flags | flag(self.elementwise, 1) | flag(self.identity, 0);
        (self.pass_through as u8) << 6 | self.limit.bits() << 4 | flags
    }
}

/// An op.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProblemOp {
    /// Where its operands, then its results are among the slots; none when it has no rule.
    slots: (u32, u32),
    /// Where its results are.
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

    /// Whether the shardings that it gives its tensors are those that it sees then: it sees them as they are, each once,
    /// and has no second result, which would get a sharding with the first.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }
}

ids! {
    /// A value of the front end, as far as its uses matter.
    UsedValue;
}

/// What is needed to tell dead ops, which are erased when visited.
#[derive(Clone, Debug, Default)]
pub struct Liveness {
    /// Whether each op may be erased when nothing uses its results.
    pub erasable: Vec<bool>,
    /// How many ops after each op are nested in it.
    pub nested: Vec<u32>,
    /// The values each op reads, with repetitions.
    pub reads: Lists<ProblemOpId, UsedValue>,
    /// The ops that use each value, with repetitions.
    pub users: Lists<UsedValue, ProblemOpId>,
    /// The op that defines each value.
    pub definer: Vec<Option<ProblemOpId>>,
    /// Whether each value is a scalar, whose number of uses does not matter.
    pub scalar: Vec<bool>,
}

/// A program as propagation sees it, made by a [`ProblemBuilder`](crate::ProblemBuilder).
pub struct Problem {
    /// The meshes that shardings refer to.
    pub meshes: Meshes,
    /// All tensors.
    pub tensors: IdVec<TensorId, Tensor>,
    /// All ops, in the order in which they are first visited.
    pub ops: IdVec<ProblemOpId, ProblemOp>,
    /// Ops between the results of the main function and what it returns: they run before and after every
    /// fixed point and are not visited in between.
    pub boundary: Vec<ProblemOp>,
    /// The ops that are visited again when the sharding of a tensor changes, in order. An op may be listed several times.
    pub(crate) notify: Lists<TensorId, ProblemOpId>,
    /// The ops that use a tensor and are not visited again because of it.
    pub(crate) silent: Lists<TensorId, ProblemOpId>,
    /// The other results of the op that defines a tensor, with their ranks. The shardings of all are one attribute:
    /// when one gets a sharding, those without become open on the same mesh.
    pub(crate) siblings: Lists<TensorId, (TensorId, u32)>,
    /// What is dead; empty when nothing is to be erased.
    pub(crate) liveness: Liveness,
    /// The members of each group.
    pub groups: Vec<Vec<TensorId>>,
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

    /// The same for tensors that are seen as they are; nothing if one of them is missing.
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

    /// The op whose slots are the last ones.
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
        // Whether the tensors of an op with many are all different is not worth knowing.
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

    /// The same, where a tensor without a sharding that is seen through a view still shows the manual axes.
    pub(crate) fn read_or_open(&mut self, slot: Slot) -> Option<ShardingId> {
        let own = self.tensors[slot.tensor].sharding;
        let seen = slot.view.map(|view| self.views.get(view));
        let sharding = own.or_else(|| {
            let open = TensorSharding::open(seen?.mesh, seen?.prefix.len());
            Some(self.shardings.intern(open))
        });
        self.read_as(slot.view, sharding)
    }

    /// A sharding as it looks through a view.
    pub(crate) fn read_as(
        &mut self,
        view: Option<ViewId>,
        sharding: Option<ShardingId>,
    ) -> Option<ShardingId> {
        match view {
            None => sharding,
            Some(view) => self.look_from_outside(view, sharding),
        }
    }

    fn look_from_outside(&mut self, view: ViewId, inner: Option<ShardingId>) -> Option<ShardingId> {
        let inner = inner?;
        if let Some(&outer) = self.seen.get(&(view, inner)) {
            return outer;
        }
        let (sharding, seen) = (self.shardings.get(inner), self.views.get(view));
        let is_empty = self.meshes.get(sharding.mesh()).kind() == MeshKind::Empty;
        if sharding.mesh() != seen.mesh && !is_empty {
            // Not on the mesh of the manual axes, and so it is from outside: it will not agree with the others.
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

    /// The sharding a slot's tensor gets when the op gives it `sharding`.
    pub(crate) fn look_from_inside(&mut self, slot: Slot, sharding: ShardingId) -> Option<ShardingId> {
        let Some(view) = slot.view else { return Some(sharding) };
        let (outer, seen) = (self.shardings.get(sharding), self.views.get(view));
        let mut parts = outer.parts();
        for (dim, prefix) in parts.dims.iter_mut().zip(&seen.prefix) {
            // The manual axes are missing while they wait for their priority outside.
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
