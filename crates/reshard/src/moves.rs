//! Enumerates the collectives that can follow a layout.

use partita_cost::{CollectiveKind, LinkGroup, StagedTime};

use crate::bound::{SubAxisPlace, sub_axis_places};
use crate::price::permutation_link;
use crate::search::StepKind;
use crate::space::{LinkedSubAxis, Space};
use crate::state::{
    MAX_DIMS, MAX_SUB_AXES, Stack, State, drop_minor, join_stacks, keep_minor, minor_to_major, push_sub_axis,
    stack_depth, sub_axes_of_set,
};
use crate::{Cost, Link};

/// A layout that is one step away.
pub(crate) struct Edge {
    pub(crate) to: State,
    pub(crate) counts: [u64; MAX_DIMS],
    pub(crate) kind: StepKind,
    pub(crate) cost: Cost,
    /// How many collectives the step counts as.
    pub(crate) collectives: u32,
    /// How many sub-axes the step slices along.
    pub(crate) sliced: u32,
}

/// The devices that take part in a collective.
#[derive(Clone, Copy)]
struct Group {
    size: u64,
    link: Option<Link>,
    /// The sub-axes along which they differ.
    set: u8,
}

impl Group {
    const NONE: Group = Group { size: 1, link: None, set: 0 };

    fn with(self, at: usize, sub_axis: &LinkedSubAxis) -> Group {
        Group {
            size: self.size * sub_axis.size,
            link: Some(join_links(self.link, sub_axis.link)),
            set: self.set | 1 << at,
        }
    }

    /// The time of a collective that starts with `bytes` bytes per device, and how many collectives it counts as.
    fn time(self, space: &Space<'_>, side: u8, kind: CollectiveKind, bytes: u64) -> (Cost, u32) {
        if !space.mixed[side as usize] {
            return (kind.time(bytes, self.size, self.link.unwrap_or_default()), 1);
        }
        let mut group = LinkGroup::default();
        for at in sub_axes_of_set(self.set) {
            let sub_axis = &space.sides[side as usize][at];
            group.add(sub_axis.link, sub_axis.size);
        }
        let StagedTime { cost, stages } = group.time(kind, bytes);
        // At equal cost, a path with a collective per stage is preferred: a runtime then does what was priced.
        (cost, stages + u32::from(stages > 1))
    }
}

fn join_links(link: Option<Link>, other: Link) -> Link {
    link.map_or(other, |link| link.and(other))
}

/// The time of a permutation, in which devices form pairs.
fn permutation_time(bytes: u64, link: Link) -> Cost {
    CollectiveKind::CollectivePermute.time(bytes, 2, link)
}

/// Calls `emit` for every layout that one collective makes of `from`.
pub(crate) fn for_each_edge(
    space: &Space<'_>,
    from: &State,
    counts: &[u64; MAX_DIMS],
    emit: &mut dyn FnMut(Edge),
) {
    let sub_axes = space.sub_axes(from);
    let bytes = space.bytes(counts);
    let mut moves = Moves { space, sub_axes, from: *from, from_counts: *counts, bytes, emit };
    let start = CountedState { state: *from, counts: *counts };
    moves.gathers(0, start, Group::NONE);
    moves.all_to_alls(0, start, Group::NONE, 0);
    moves.permutations();
    let free = !from.used() & !from.unreduced & ((1u16 << sub_axes.len()) - 1) as u8;
    moves.slices(0, start, free, 0);
    let reducible = from.unreduced & !space.goal.unreduced;
    if reducible != 0 {
        moves.all_reduces(reducible);
        moves.reduce_scatters(0, start, reducible, Group::NONE);
    }
    // Unreduced sub-axes of the source's mesh have no counterpart on the other mesh, so only reduced values
    // cross.
    if from.side != space.goal.side && from.unreduced == 0 {
        moves.crossings();
    }
}

#[derive(Clone, Copy)]
struct CountedState {
    state: State,
    counts: [u64; MAX_DIMS],
}

impl CountedState {
    fn set(mut self, dim: usize, stack: Stack, count: u64) -> CountedState {
        self.state.dims[dim] = stack;
        self.counts[dim] = count;
        self
    }
}

struct Moves<'a> {
    space: &'a Space<'a>,
    sub_axes: &'a [LinkedSubAxis],
    from: State,
    from_counts: [u64; MAX_DIMS],
    /// Bytes per device before the step.
    bytes: u64,
    emit: &'a mut dyn FnMut(Edge),
}

impl Moves<'_> {
    fn rank(&self) -> usize {
        self.space.dims.len()
    }

    fn emit(&mut self, to: CountedState, kind: StepKind, (cost, collectives): (Cost, u32), sliced: u32) {
        if self.space.fits(self.bytes, self.space.bytes(&to.counts)) {
            (self.emit)(Edge { to: to.state, counts: to.counts, kind, cost, collectives, sliced });
        }
    }

    fn time(&self, group: Group, kind: CollectiveKind) -> (Cost, u32) {
        group.time(self.space, self.from.side, kind, self.bytes)
    }

    /// Drops any number of minor-most sub-axes from `dim` and all later dimensions.
    fn gathers(&mut self, dim: usize, layout: CountedState, group: Group) {
        if dim == self.rank() {
            if group.size > 1 {
                let cost = self.time(group, CollectiveKind::AllGather);
                self.emit(layout, StepKind::Gather, cost, 0);
            }
            return;
        }
        self.gathers(dim + 1, layout, group);
        let (mut group, mut layout) = (group, layout);
        for at in minor_to_major(self.from.dims[dim]) {
            let sub_axis = &self.sub_axes[at];
            group = group.with(at, sub_axis);
            layout =
                layout.set(dim, drop_minor(layout.state.dims[dim], 1), layout.counts[dim] / sub_axis.size);
            self.gathers(dim + 1, layout, group);
        }
    }

    /// Moves minor-most sub-axes from `dim` and later dimensions to others. `busy` is the set of dimensions
    /// that already take part in a move.
    fn all_to_alls(&mut self, dim: usize, layout: CountedState, group: Group, busy: u8) {
        if dim == self.rank() {
            if group.size > 1 {
                let cost = self.time(group, CollectiveKind::AllToAll);
                self.emit(layout, StepKind::AllToAll, cost, 0);
            }
            return;
        }
        self.all_to_alls(dim + 1, layout, group, busy);
        if busy >> dim & 1 == 1 {
            return;
        }
        let stack = self.from.dims[dim];
        for target in (0..self.rank()).filter(|&target| target != dim && busy >> target & 1 == 0) {
            let (mut moved, mut group) = (1, group);
            for (n, at) in (1..).zip(minor_to_major(stack)) {
                let sub_axis = &self.sub_axes[at];
                moved *= sub_axis.size;
                group = group.with(at, sub_axis);
                let count = self.from_counts[target] * moved;
                // Further sub-axes multiply the count, so they do not divide the dimension either.
                if !self.space.extents[target].is_multiple_of(count) {
                    break;
                }
                let next = layout.set(dim, drop_minor(stack, n), self.from_counts[dim] / moved).set(
                    target,
                    join_stacks(self.from.dims[target], keep_minor(stack, n)),
                    count,
                );
                self.all_to_alls(dim + 1, next, group, busy | 1 << dim | 1 << target);
            }
        }
    }

    /// Adds free sub-axes to `dim` and later dimensions. Consecutive slices are merged into one step, so one
    /// sub-axis at a time is enough. With a memory limit it is not, because the sizes in between would count.
    fn slices(&mut self, dim: usize, layout: CountedState, free: u8, sliced: u32) {
        for target in dim..self.rank() {
            for sub_axis in sub_axes_of_set(free) {
                let count = layout.counts[target] * self.sub_axes[sub_axis].size;
                if !self.space.extents[target].is_multiple_of(count) {
                    continue;
                }
                let next = layout.set(target, push_sub_axis(layout.state.dims[target], sub_axis), count);
                self.emit(next, StepKind::Slice, (Cost(0), 0), sliced + 1);
                if self.space.memory.is_some() {
                    self.slices(target, next, free & !(1 << sub_axis), sliced + 1);
                }
            }
        }
    }

    fn all_reduces(&mut self, reducible: u8) {
        let mut set = reducible;
        while set != 0 {
            let group = sub_axes_of_set(set)
                .fold(Group::NONE, |group, sub_axis| group.with(sub_axis, &self.sub_axes[sub_axis]));
            let mut to = CountedState { state: self.from, counts: self.from_counts };
            to.state.unreduced &= !set;
            self.emit(to, StepKind::AllReduce, self.time(group, CollectiveKind::AllReduce), 0);
            set = (set - 1) & reducible;
        }
    }

    /// Makes unreduced sub-axes shard `dim` and later dimensions.
    fn reduce_scatters(&mut self, dim: usize, layout: CountedState, reducible: u8, group: Group) {
        for target in dim..self.rank() {
            for sub_axis in sub_axes_of_set(reducible) {
                let count = layout.counts[target] * self.sub_axes[sub_axis].size;
                if !self.space.extents[target].is_multiple_of(count) {
                    continue;
                }
                let group = group.with(sub_axis, &self.sub_axes[sub_axis]);
                let mut next = layout.set(target, push_sub_axis(layout.state.dims[target], sub_axis), count);
                next.state.unreduced &= !(1 << sub_axis);
                let cost = self.time(group, CollectiveKind::ReduceScatter);
                self.emit(next, StepKind::ReduceScatter, cost, 0);
                self.reduce_scatters(target, next, reducible & !(1 << sub_axis), group);
            }
        }
    }

    /// All other layouts with the same shard counts.
    fn permutations(&mut self) {
        let places = sub_axis_places(self.space, &self.from);
        let free = !self.from.unreduced & ((1u16 << self.sub_axes.len()) - 1) as u8;
        let (space, from, bytes) = (self.space, self.from, self.bytes);
        let mut found = Vec::new();
        for_each_arrangement(space, from.side, &self.from_counts, free, &mut |dims, new_places| {
            if dims == from.dims {
                return;
            }
            let mut link = None;
            for (sub_axis, (old, new)) in self.sub_axes.iter().zip(places.iter().zip(new_places)) {
                if old != new {
                    link = Some(join_links(link, sub_axis.link));
                }
            }
            found.push((dims, permutation_time(bytes, link.unwrap_or_default())));
        });
        for (dims, cost) in found {
            let state = State { dims, ..from };
            self.emit(CountedState { state, counts: self.from_counts }, StepKind::Permute, (cost, 1), 0);
        }
    }

    /// All layouts of the target's sub-axes with the same shard counts.
    fn crossings(&mut self) {
        let (space, from, bytes) = (self.space, self.from, self.bytes);
        let Some(crossing) = space.crossing else { return };
        let side = space.goal.side;
        let all = ((1u16 << space.sides[side as usize].len()) - 1) as u8;
        let replicated = self.from_counts.iter().all(|&count| count == 1);
        let lists = |side: u8, dims: [Stack; MAX_DIMS]| dims.map(|stack| space.axes(side, stack));
        let before = lists(from.side, from.dims);
        let mut found = Vec::new();
        for_each_arrangement(space, side, &self.from_counts, all, &mut |dims, _| {
            let after = lists(side, dims);
            let free = replicated || crossing.on_one_mesh() && before == after;
            let link =
                (!free).then(|| permutation_link(crossing.meshes, [&before, &after], crossing.topology));
            found.push((dims, link));
        });
        for (dims, link) in found {
            let to = CountedState { state: State { dims, unreduced: 0, side }, counts: self.from_counts };
            match link {
                Some(link) => self.emit(to, StepKind::Permute, (permutation_time(bytes, link), 1), 0),
                // Renaming axes sends nothing, so the memory limit does not apply.
                None => (self.emit)(Edge {
                    to: to.state,
                    counts: to.counts,
                    kind: StepKind::Rename,
                    cost: Cost(0),
                    collectives: 0,
                    sliced: 0,
                }),
            }
        }
    }
}

/// Calls `emit` with every arrangement of sub-axes from `free` that has these shard counts.
fn for_each_arrangement(
    space: &Space<'_>,
    side: u8,
    counts: &[u64; MAX_DIMS],
    free: u8,
    emit: &mut dyn FnMut([Stack; MAX_DIMS], &[SubAxisPlace; MAX_SUB_AXES]),
) {
    let mut filler = Filler {
        sub_axes: &space.sides[side as usize],
        counts,
        dims: [0; MAX_DIMS],
        places: [None; MAX_SUB_AXES],
        emit,
    };
    filler.fill(0, counts[0], free);
}

struct Filler<'a> {
    sub_axes: &'a [LinkedSubAxis],
    counts: &'a [u64; MAX_DIMS],
    dims: [Stack; MAX_DIMS],
    places: [SubAxisPlace; MAX_SUB_AXES],
    emit: &'a mut dyn FnMut([Stack; MAX_DIMS], &[SubAxisPlace; MAX_SUB_AXES]),
}

impl Filler<'_> {
    /// Fills `dim`, for which a factor `left` of its shard count is missing, and all later dimensions.
    fn fill(&mut self, dim: usize, left: u64, free: u8) {
        if left == 1 {
            match self.counts.get(dim + 1) {
                Some(&next) => self.fill(dim + 1, next, free),
                None => (self.emit)(self.dims, &self.places),
            }
            return;
        }
        for sub_axis in sub_axes_of_set(free) {
            let size = self.sub_axes[sub_axis].size;
            if !left.is_multiple_of(size) {
                continue;
            }
            let before = self.dims[dim];
            self.dims[dim] = push_sub_axis(before, sub_axis);
            self.places[sub_axis] = Some((dim, self.counts[dim] / left));
            self.fill(dim, left / size, free & !(1 << sub_axis));
            self.dims[dim] = before;
            self.places[sub_axis] = None;
        }
    }
}

/// The single slice, gather or axis move that turns `from` into `to`, if there is one.
pub(crate) fn direct_step(space: &Space<'_>, from: &State, to: &State) -> Option<Edge> {
    if from.side != to.side || from.unreduced != to.unreduced {
        return None;
    }
    let (before, after) = (space.counts(from), space.counts(to));
    let bytes = space.bytes(&before);
    let sub_axes = space.sub_axes(from);
    let group_of = |stack| {
        minor_to_major(stack).fold(Group::NONE, |group, sub_axis| group.with(sub_axis, &sub_axes[sub_axis]))
    };
    let (mut group, mut lost, mut gained) = (Group::NONE, Vec::new(), Vec::new());
    for d in 0..space.dims.len() {
        let (old, new) = (from.dims[d], to.dims[d]);
        if crate::state::is_prefix(old, new) {
            gained.extend((old != new).then(|| keep_minor(new, stack_depth(new) - stack_depth(old))));
        } else if crate::state::is_prefix(new, old) {
            let suffix = keep_minor(old, stack_depth(old) - stack_depth(new));
            group = minor_to_major(suffix)
                .fold(group, |group, sub_axis| group.with(sub_axis, &sub_axes[sub_axis]));
            lost.push(suffix);
        } else {
            return None;
        }
    }
    let time = |group: Group, kind| group.time(space, from.side, kind, bytes);
    let (kind, (cost, collectives), sliced) = match (&lost[..], &gained[..]) {
        ([], []) => return None,
        ([], gained) => (StepKind::Slice, (Cost(0), 0), gained.iter().map(|&stack| stack_depth(stack)).sum()),
        (_, []) => (StepKind::Gather, time(group, CollectiveKind::AllGather), 0),
        (&[lost], &[gained]) if lost == gained => {
            (StepKind::AllToAll, time(group_of(lost), CollectiveKind::AllToAll), 0)
        }
        _ => return None,
    };
    let edge = Edge { to: *to, counts: after, kind, cost, collectives, sliced };
    space.fits(bytes, space.bytes(&after)).then_some(edge)
}
