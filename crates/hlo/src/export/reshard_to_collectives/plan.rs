//! The redistribution plan of a reshard: a sequence of collectives from one sharding to another.
//!
//! The axes of both are aligned, and the common prefix of each dimension is settled. Then up to two rounds of slicing,
//! permuting, exchanging and gathering bring the rest of each dimension from its present axes to the wanted ones. Each
//! of the four does as much as it can with one op per kind and pair of dimensions. Slicing comes first because
//! everything after it then moves less data; gathering comes last, and slicing and permuting arrange the axes so that
//! little is left to gather.

use partita_mesh::AxisRef;
use partita_mesh::axis_list::merge_neighbours;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Axes;
use super::align::{align_axes, replace_axis};
use super::room::Room;

/// The maximum number of rounds. One is enough for axes whose sizes are powers of two. As in Shardy there is no third,
/// even where axes are left: `SHARDY_COMPAT.md` lists the incorrect results that this reproduces.
const ROUNDS: usize = 2;

/// One collective.
#[derive(Debug)]
pub(super) enum Step {
    /// Each device keeps one slice along these axes.
    AllSlice(Axes),
    /// Every device sends its shard to another one.
    CollectivePermute,
    /// Axes move from a dimension to another.
    AllToAll { axes: Vec<AxisRef>, source: usize, target: usize },
    /// Each device receives the shards along these axes.
    AllGather(Axes),
}

/// A collective and the sharding after it.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) step: Step,
    /// The axes of the dimensions afterwards.
    pub(super) axes: Axes,
    /// Whether the devices are then in the order of the target's mesh.
    pub(super) is_on_target: bool,
}

/// Plans the collectives from the axes of one sharding to those of another, whose meshes may differ in the order
/// of their devices. `sizes` are those of the tensor's dimensions; `None` is unknown.
pub(super) fn plan_stages(
    sizes: Vec<Option<u64>>,
    source: Axes,
    target: Axes,
    is_other_order: bool,
) -> Vec<Stage> {
    let mut plan = ReshardPlan {
        sizes,
        settled: vec![Vec::new(); source.len()],
        have: source,
        want: target,
        lost: FxHashSet::default(),
        is_on_target: !is_other_order,
        stages: Vec::new(),
    };
    align_axes(&mut plan.have, &mut plan.want);
    plan.settle();
    for _ in 0..ROUNDS {
        if plan.is_done() {
            break;
        }
        plan.slice();
        plan.permute();
        plan.exchange();
        plan.gather();
    }
    plan.stages
}

/// The state of the plan.
pub(super) struct ReshardPlan {
    sizes: Vec<Option<u64>>,
    /// The axes at the front of each dimension that are final.
    pub(super) settled: Axes,
    /// The axes that follow them.
    pub(super) have: Axes,
    /// The axes that have to follow them.
    pub(super) want: Axes,
    /// Axes that were gathered together with others although they are wanted. As in Shardy, they are not sliced again.
    pub(super) lost: FxHashSet<AxisRef>,
    pub(super) is_on_target: bool,
    stages: Vec<Stage>,
}

/// For each axis, its dimension and its index there.
pub(super) type AxisPositions = FxHashMap<AxisRef, (usize, usize)>;

/// The positions of the axes of all dimensions.
pub(super) fn axis_positions(axes: &Axes) -> AxisPositions {
    let in_dim = |(dim, axes): (usize, &Vec<AxisRef>)| {
        axes.iter().enumerate().map(move |(index, &axis)| (axis, (dim, index))).collect::<Vec<_>>()
    };
    axes.iter().enumerate().flat_map(in_dim).collect()
}

impl ReshardPlan {
    pub(super) fn rank(&self) -> usize {
        self.have.len()
    }

    fn is_done(&self) -> bool {
        self.is_on_target && self.have.iter().chain(&self.want).all(Vec::is_empty)
    }

    /// Whether an axis shards a dimension, or did so before it was lost.
    pub(super) fn is_present(&self, have: &AxisPositions, axis: AxisRef) -> bool {
        have.contains_key(&axis) || self.lost.contains(&axis)
    }

    /// Whether a dimension can be split evenly into this number of shards. A dimension of unknown size counts as a
    /// large power of two.
    pub(super) fn divides(&self, dim: usize, shards: u64) -> bool {
        match self.sizes.get(dim).copied().flatten() {
            Some(size) => size.is_multiple_of(shards),
            None => shards.is_power_of_two(),
        }
    }

    /// Splits wanted axes of which only a part fits.
    pub(super) fn split_wanted(&mut self, room: &Room) {
        for &(axis, first, rest) in &room.splits {
            replace_axis(&mut self.want, axis, first, rest);
        }
    }

    /// Adds a collective that leads to the present axes, and settles the axes that are now as wanted.
    pub(super) fn push(&mut self, step: Step) {
        let all_axes =
            |(settled, have): (&Vec<AxisRef>, &Vec<AxisRef>)| merge_adjacent([&settled[..], have].concat());
        let axes = self.settled.iter().zip(&self.have).map(all_axes).collect();
        self.stages.push(Stage { step, axes, is_on_target: self.is_on_target });
        self.settle();
    }

    fn settle(&mut self) {
        for ((settled, have), want) in self.settled.iter_mut().zip(&mut self.have).zip(&mut self.want) {
            let common = have.iter().zip(want.iter()).take_while(|(a, b)| a == b).count();
            settled.extend(have.drain(..common));
            want.drain(..common);
        }
    }

    /// Gathers the axes of every dimension whose last one is not wanted anywhere.
    fn gather(&mut self) {
        let want = axis_positions(&self.want);
        let mut gathered = vec![Vec::new(); self.rank()];
        for (have, gathered) in self.have.iter_mut().zip(&mut gathered) {
            if have.last().is_some_and(|last| !want.contains_key(last)) {
                self.lost.extend(have.iter());
                *gathered = merge_adjacent(std::mem::take(have));
            }
        }
        if gathered.iter().any(|axes| !axes.is_empty()) {
            self.push(Step::AllGather(gathered));
        }
    }
}

/// Merges neighbouring parts of one axis.
pub(super) fn merge_adjacent(mut axes: Vec<AxisRef>) -> Vec<AxisRef> {
    merge_neighbours(&mut axes);
    axes
}

#[cfg(test)]
mod tests {
    use partita_mesh::Mesh;
    use partita_mesh::axis_list::push_axis;
    use partita_mesh::spec::MeshSpec;
    use proptest::prelude::*;

    use super::*;
    use partita_mesh::axis_list::shard_count;

    /// The axes after a step, derived from those before it and from the step itself.
    fn after(step: &Step, before: &Axes, claimed: &Axes) -> Axes {
        let mut axes = before.clone();
        match step {
            Step::CollectivePermute => axes = claimed.clone(),
            Step::AllSlice(sliced) => {
                for (dim, sliced) in axes.iter_mut().zip(sliced) {
                    sliced.iter().for_each(|&axis| push_axis(dim, axis));
                }
            }
            Step::AllGather(gathered) => {
                for (dim, gathered) in axes.iter_mut().zip(gathered) {
                    take_end(dim, gathered);
                }
            }
            Step::AllToAll { axes: moved, source, target } => {
                take_end(&mut axes[*source], moved);
                moved.iter().for_each(|&axis| push_axis(&mut axes[*target], axis));
            }
        }
        axes
    }

    /// Takes axes from the end of a list, the last of which may be a part of the one there.
    fn take_end(list: &mut Vec<AxisRef>, axes: &[AxisRef]) {
        for &axis in axes.iter().rev() {
            let last = list.pop().expect("an axis that is gathered or moved is there");
            assert!(axis.is_suffix_of(last), "{axis:?} is not the end of {last:?}");
            list.extend(last.difference(axis).0);
        }
    }

    /// Three meshes whose sizes are powers of two, and dimensions for some of the parts of size 2 of their axes.
    fn pairs() -> impl Strategy<Value = (Axes, Axes)> {
        let dims = |count: usize| {
            let place = (0..count).collect::<Vec<_>>();
            (Just(place).prop_shuffle(), proptest::collection::vec(0..5usize, count))
        };
        proptest::sample::select(vec![vec![2i64, 2, 2, 2, 2], vec![4, 4, 2], vec![16, 2]]).prop_flat_map(
            move |sizes| {
                let named = sizes.iter().zip(["x", "y", "z", "w", "u"]).map(|(&size, name)| (name, size));
                let mesh = Mesh::from_spec(&MeshSpec::new(named)).expect("a mesh");
                let mut parts = Vec::new();
                for id in mesh.axis_ids() {
                    let mut pre = 1;
                    while pre < mesh.axis(id).size() {
                        parts.push(mesh.part(id, pre, 2).expect("half of what is left"));
                        pre *= 2;
                    }
                }
                let sharding = move |(order, places): (Vec<usize>, Vec<usize>), parts: &[AxisRef]| {
                    let mut axes: Axes = vec![Vec::new(); 3];
                    for (&part, &place) in order.iter().zip(&places) {
                        if let Some(dim) = axes.get_mut(place) {
                            push_axis(dim, parts[part]);
                        }
                    }
                    axes
                };
                (dims(parts.len()), dims(parts.len()))
                    .prop_map(move |(a, b)| (sharding(a, &parts), sharding(b, &parts)))
            },
        )
    }

    proptest! {
        /// For axes whose sizes are powers of two, every step leads to the axes it claims, a permutation keeps the
        /// number of shards of each dimension, and the last step leads to the target.
        #[test]
        fn powers_of_two_arrive((source, target) in pairs(), is_other_order in any::<bool>()) {
            let stages = plan_stages(vec![Some(1 << 20); 3], source.clone(), target.clone(), is_other_order);
            let mut axes = source;
            for stage in &stages {
                let next = after(&stage.step, &axes, &stage.axes);
                prop_assert_eq!(&next, &stage.axes);
                if matches!(stage.step, Step::CollectivePermute) {
                    let counts = |axes: &Axes| axes.iter().map(|axes| shard_count(axes)).collect::<Vec<_>>();
                    prop_assert_eq!(counts(&axes), counts(&next));
                }
                axes = next;
            }
            prop_assert_eq!(axes, target);
            prop_assert!(stages.last().is_none_or(|stage| stage.is_on_target));
        }
    }
}
