//! What propagation is told about a program.

use partita_base::{IdVec, Interner, ids};
use partita_mesh::{AxisRef, Meshes, TensorSharding};
use partita_rule::RuleSpec;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::direction::{Direction, PassThrough};
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
#[derive(Clone, Debug, Default)]
pub struct Tensor {
    /// Its sharding now, if it has one.
    pub sharding: Option<ShardingId>,
    /// Tensors that must always have the same sharding, itself included; empty when alone.
    pub group: Option<u32>,
    /// The ops that look again when its sharding changes, in the order they are told.
    pub notify: SmallVec<[ProblemOpId; 4]>,
}

/// How a tensor looks from outside a manual computation: its own axes behind manual ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
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
#[derive(Clone, Copy, Debug)]
pub struct OpTraits {
    /// Whether it comes before all others.
    pub pass_through: PassThrough,
    /// Whether each of its non-scalar operands has this op as its only use.
    pub single_use: bool,
    /// Whether it broadcasts.
    pub broadcasts: bool,
    /// Whether it works element by element.
    pub elementwise: bool,
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
            limit: Direction::BOTH,
        }
    }
}

/// An op.
#[derive(Clone, Debug)]
pub struct ProblemOp {
    /// Its operands, then its results; empty when it has no rule.
    pub slots: SmallVec<[Slot; 4]>,
    /// Its rule. An op without one is still visited: it may be dead.
    pub rule: Option<RuleId>,
    /// When and how it propagates.
    pub traits: OpTraits,
}

/// What is needed to tell dead ops, which are erased when visited. Values are numbered by the front end.
#[derive(Clone, Debug, Default)]
pub struct Liveness {
    /// Whether each op may be erased when nothing uses its results.
    pub erasable: Vec<bool>,
    /// The values each op defines.
    pub defines: Vec<SmallVec<[u32; 1]>>,
    /// The values each op reads.
    pub reads: Vec<SmallVec<[u32; 4]>>,
    /// How many ops after each op are nested in it.
    pub nested: Vec<u32>,
    /// The ops that use each value, with repetitions.
    pub users: Vec<SmallVec<[ProblemOpId; 2]>>,
    /// The op that defines each value.
    pub definer: Vec<Option<ProblemOpId>>,
}

/// A program as propagation sees it.
#[derive(Default)]
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
    /// What is dead; empty when nothing is to be erased.
    pub liveness: Liveness,
    /// The members of each group.
    pub groups: Vec<Vec<TensorId>>,
    pub(crate) rules: Interner<RuleId, RuleSpec>,
    pub(crate) infos: Vec<RuleInfo>,
    pub(crate) shardings: Interner<ShardingId, TensorSharding>,
    pub(crate) views: Interner<ViewId, View>,
    seen: FxHashMap<(ViewId, ShardingId), Option<ShardingId>>,
}

impl Problem {
    /// A problem without tensors and ops.
    pub fn new(meshes: Meshes) -> Self {
        Self { meshes, ..Self::default() }
    }

    /// Interns a rule. It must have been checked.
    pub fn rule(&mut self, rule: RuleSpec) -> RuleId {
        use partita_base::Id;
        let id = self.rules.intern(rule);
        if id.index() == self.infos.len() {
            self.infos.push(RuleInfo::new(self.rules.get(id)));
        }
        id
    }

    /// Interns a sharding.
    pub fn sharding(&mut self, sharding: TensorSharding) -> ShardingId {
        self.shardings.intern(sharding)
    }

    /// The sharding behind an id.
    pub fn sharding_of(&self, id: ShardingId) -> &TensorSharding {
        self.shardings.get(id)
    }

    /// Interns a view.
    pub fn view(&mut self, view: View) -> ViewId {
        self.views.intern(view)
    }

    /// The sharding of a slot's tensor as the op sees it.
    pub(crate) fn read(&mut self, slot: Slot) -> Option<ShardingId> {
        let sharding = self.tensors[slot.tensor].sharding;
        match slot.view {
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
            if !dim.axes.starts_with(prefix) {
                return None;
            }
            dim.axes.drain(..prefix.len());
        }
        parts.replicated.retain(|axis| !seen.replicated.iter().any(|manual| manual.contains(*axis)));
        parts.unreduced.retain(|axis| !seen.unreduced.iter().any(|manual| manual.contains(*axis)));
        let id = outer.mesh();
        let inner = TensorSharding::new(id, self.meshes.get(id), parts).ok()?;
        Some(self.shardings.intern(inner))
    }
}
