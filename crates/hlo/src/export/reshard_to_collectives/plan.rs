//! The way from one sharding to another, as a sequence of collectives.
//!
//! The axes of both are aligned, and what the dimensions have in common at their front is settled. Then up to two
//! rounds of slicing, permuting, exchanging and gathering bring the rest of each dimension from the axes it has to
//! the axes it is to have. Each of the four does as much as it can with one op per kind and pair of dimensions,
//! and slicing and permuting arrange the axes so that little is left to gather.

use partita_mesh::AxisRef;
use partita_mesh::axis_list::merge_neighbours;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Axes;
use super::align::{align, replace};
use super::room::Room;

/// How often slicing, permuting, exchanging and gathering are tried. One round does for axes whose sizes are powers
/// of two. As in Shardy there is no third, even where something is left to do.
const ROUNDS: usize = 2;

/// One collective.
#[derive(Debug)]
pub(super) enum Step {
    /// Each device keeps one slice along these axes.
    AllSlice(Axes),
    /// Devices trade places.
    CollectivePermute,
    /// Axes move from a dimension to another.
    AllToAll { axes: Vec<AxisRef>, source: usize, target: usize },
    /// The slices along these axes are put together.
    AllGather(Axes),
}

/// A collective and what it leaves.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) step: Step,
    /// The axes of the dimensions afterwards.
    pub(super) axes: Axes,
    /// Whether the devices are then in the order of the target's mesh.
    pub(super) is_on_target: bool,
}

/// The collectives that lead from the axes of one sharding to those of another, whose meshes may differ in the order
/// of their devices. `sizes` are those of the tensor's dimensions; `None` is unknown.
pub(super) fn stages(
    sizes: Vec<Option<u64>>,
    source: Axes,
    target: Axes,
    is_other_order: bool,
) -> Vec<Stage> {
    let mut plan = Plan {
        sizes,
        settled: vec![Vec::new(); source.len()],
        have: source,
        want: target,
        lost: FxHashSet::default(),
        is_on_target: !is_other_order,
        stages: Vec::new(),
    };
    align(&mut plan.have, &mut plan.want);
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

/// Where the plan has come to.
pub(super) struct Plan {
    sizes: Vec<Option<u64>>,
    /// The axes at the front of each dimension that are what they should be.
    pub(super) settled: Axes,
    /// The axes that follow them.
    pub(super) have: Axes,
    /// The axes that should follow them.
    pub(super) want: Axes,
    /// Axes that were gathered together with others although they are wanted. As in Shardy, they are not sliced again.
    pub(super) lost: FxHashSet<AxisRef>,
    pub(super) is_on_target: bool,
    stages: Vec<Stage>,
}

/// The dimension of an axis and its index there.
pub(super) type Places = FxHashMap<AxisRef, (usize, usize)>;

/// Where the axes of each dimension are.
pub(super) fn places(axes: &Axes) -> Places {
    let in_dim = |(dim, axes): (usize, &Vec<AxisRef>)| {
        axes.iter().enumerate().map(move |(index, &axis)| (axis, (dim, index))).collect::<Vec<_>>()
    };
    axes.iter().enumerate().flat_map(in_dim).collect()
}

impl Plan {
    pub(super) fn rank(&self) -> usize {
        self.have.len()
    }

    fn is_done(&self) -> bool {
        self.is_on_target && self.have.iter().chain(&self.want).all(Vec::is_empty)
    }

    /// Whether an axis shards a dimension, or did so before it was lost.
    pub(super) fn is_present(&self, have: &Places, axis: AxisRef) -> bool {
        have.contains_key(&axis) || self.lost.contains(&axis)
    }

    /// Whether a dimension can be split evenly into so many shards. One of unknown size is taken for a power of two.
    pub(super) fn divides(&self, dim: usize, shards: u128) -> bool {
        match self.sizes.get(dim).copied().flatten() {
            Some(size) => u128::from(size).is_multiple_of(shards),
            None => shards.is_power_of_two(),
        }
    }

    /// Cuts wanted axes where only a part of them fitted.
    pub(super) fn cut_wanted(&mut self, room: &Room) {
        for &(whole, first, rest) in &room.cuts {
            replace(&mut self.want, whole, first, rest);
        }
    }

    /// Notes a collective that led to the present axes, and settles what is now as wanted.
    pub(super) fn push(&mut self, step: Step) {
        let whole = |(settled, have): (&Vec<AxisRef>, &Vec<AxisRef>)| merged([&settled[..], have].concat());
        let axes = self.settled.iter().zip(&self.have).map(whole).collect();
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
        let want = places(&self.want);
        let mut gathered = vec![Vec::new(); self.rank()];
        for (have, gathered) in self.have.iter_mut().zip(&mut gathered) {
            if have.last().is_some_and(|last| !want.contains_key(last)) {
                self.lost.extend(have.iter());
                *gathered = merged(std::mem::take(have));
            }
        }
        if gathered.iter().any(|axes| !axes.is_empty()) {
            self.push(Step::AllGather(gathered));
        }
    }
}

/// A list of axes with neighbouring parts as one.
pub(super) fn merged(mut axes: Vec<AxisRef>) -> Vec<AxisRef> {
    merge_neighbours(&mut axes);
    axes
}

#[cfg(test)]
mod tests {
    use partita_mesh::Mesh;
    use partita_mesh::axis_list::push_axis;
    use partita_mesh::spec::MeshSpec;
    use proptest::prelude::*;

    use super::super::room::product;
    use super::*;

    /// The axes after a step, worked out from those before it and from what the step says.
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
        /// For axes whose sizes are powers of two, every step does what it says, a permutation keeps the number of
        /// shards of each dimension, and the last step leaves the sharding asked for.
        #[test]
        fn powers_of_two_arrive((source, target) in pairs(), is_other_order in any::<bool>()) {
            let stages = stages(vec![Some(1 << 20); 3], source.clone(), target.clone(), is_other_order);
            let mut axes = source;
            for stage in &stages {
                let next = after(&stage.step, &axes, &stage.axes);
                prop_assert_eq!(&next, &stage.axes);
                if matches!(stage.step, Step::CollectivePermute) {
                    let counts = |axes: &Axes| axes.iter().map(|axes| product(axes)).collect::<Vec<_>>();
                    prop_assert_eq!(counts(&axes), counts(&next));
                }
                axes = next;
            }
            prop_assert_eq!(axes, target);
            prop_assert!(stages.last().is_none_or(|stage| stage.is_on_target));
        }
    }
}
