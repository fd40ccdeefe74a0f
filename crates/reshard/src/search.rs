//! A* search from one layout to another.
//!
//! Layouts are expanded in the order of the cost so far plus the lower bound of `bound.rs` on what is left. The
//! bound never exceeds the true cost (it is *admissible*), so the first time the goal is expanded, its path is
//! a cheapest one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use crate::Cost;
use crate::bound::Bound;
use crate::moves::{direct_step, for_each_edge};
use crate::space::Space;
use crate::state::{MAX_DIMS, State};

/// The cost of a path. Among paths of equal cost, fewer collectives are better, then fewer sliced sub-axes: slices
/// cost nothing, so without the last number, a path that slices more than necessary would be as good as any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Score {
    pub(crate) cost: Cost,
    pub(crate) collectives: u32,
    pub(crate) sliced: u32,
}

impl std::ops::Add for Score {
    type Output = Score;
    fn add(self, other: Score) -> Score {
        Score {
            cost: self.cost + other.cost,
            collectives: self.collectives + other.collectives,
            sliced: self.sliced + other.sliced,
        }
    }
}

/// The collective of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepKind {
    Gather,
    Slice,
    AllToAll,
    Permute,
    AllReduce,
    ReduceScatter,
    /// The same layout in the axes of the other side: nothing is sent.
    Rename,
}

/// How a search ended, with the path it found.
#[derive(Debug)]
pub(crate) enum SearchOutcome {
    /// The best path: each step and the layout after it.
    Best(Vec<(StepKind, State)>),
    /// The goal cannot be reached, because every path exceeds the memory limit.
    Nothing,
    /// The budget was used up; the best path so far, if any.
    GaveUp(Option<Vec<(StepKind, State)>>),
}

struct Node {
    state: State,
    counts: [u64; MAX_DIMS],
    score: Score,
    /// A lower bound on the rest of the path.
    rest: Score,
    parent: u32,
    kind: StepKind,
    done: bool,
}

/// Finds the best path from the start of a space to its goal, visiting at most `budget` edges.
pub(crate) fn find_path(space: &Space<'_>, budget: u64) -> SearchOutcome {
    if space.start == space.goal {
        return SearchOutcome::Best(Vec::new());
    }
    let bound = Bound::new(space);
    let start_counts = space.counts(&space.start);
    let rest = bound.of(&space.start, &start_counts);
    // A single step whose cost equals the lower bound cannot be improved on.
    if let Some(edge) = direct_step(space, &space.start, &space.goal)
        && edge.cost == rest.cost
        && edge.collectives <= 1
    {
        return SearchOutcome::Best(vec![(edge.kind, space.goal)]);
    }
    find_path_by_astar(space, &bound, budget)
}

/// The same without the check for a single step.
pub(crate) fn find_path_by_astar(space: &Space<'_>, bound: &Bound<'_>, budget: u64) -> SearchOutcome {
    let counts = space.counts(&space.start);
    let rest = bound.of(&space.start, &counts);
    let start = Node {
        state: space.start,
        counts,
        score: Score::default(),
        rest,
        parent: 0,
        kind: StepKind::Rename,
        done: false,
    };
    let mut nodes = vec![start];
    let mut known: FxHashMap<State, u32> = FxHashMap::default();
    known.insert(space.start, 0);
    // Among equally promising layouts, the one with the lowest bound on the rest comes first, then the one
    // found first. Sub-axes are tried in mesh order, so that equally good plans list axes in mesh order.
    let mut open = BinaryHeap::from([(Reverse((rest, rest, 0u64)), 0u32)]);
    let mut edges = 0;
    while let Some((_, at)) = open.pop() {
        let node = &mut nodes[at as usize];
        if std::mem::replace(&mut node.done, true) {
            continue;
        }
        if node.state == space.goal {
            return SearchOutcome::Best(path(&nodes, at));
        }
        if edges > budget {
            return SearchOutcome::GaveUp(known.get(&space.goal).map(|&goal| path(&nodes, goal)));
        }
        let (state, counts, score) = (node.state, node.counts, node.score);
        for_each_edge(space, &state, &counts, &mut |edge| {
            edges += 1;
            let score = score + Score { cost: edge.cost, collectives: edge.collectives, sliced: edge.sliced };
            let next = nodes.len() as u32;
            let id = *known.entry(edge.to).or_insert(next);
            if id == next {
                let rest = bound.of(&edge.to, &edge.counts);
                let (state, counts, kind) = (edge.to, edge.counts, edge.kind);
                nodes.push(Node { state, counts, score, rest, parent: at, kind, done: false });
            } else {
                let node = &mut nodes[id as usize];
                if score >= node.score {
                    return;
                }
                // The bound is admissible but not consistent: it may be too low here and tighter at a
                // neighbour. So an expanded layout can still improve, and is then expanded again.
                (node.score, node.parent, node.kind, node.done) = (score, at, edge.kind, false);
            }
            let rest = nodes[id as usize].rest;
            open.push((Reverse((score + rest, rest, edges)), id));
        });
    }
    SearchOutcome::Nothing
}

fn path(nodes: &[Node], mut at: u32) -> Vec<(StepKind, State)> {
    let mut path = Vec::new();
    while at != 0 {
        let node = &nodes[at as usize];
        path.push((node.kind, node.state));
        at = node.parent;
    }
    path.reverse();
    path
}
