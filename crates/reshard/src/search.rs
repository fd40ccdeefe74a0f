//! A* from one layout to another.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use crate::Cost;
use crate::bound::Bound;
use crate::moves::{direct, for_each_edge};
use crate::space::Space;
use crate::state::{MAX_DIMS, State};

/// What a path costs. Of paths of one cost the one with fewer collectives is better, then the one that slices less.
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

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Gather,
    Slice,
    AllToAll,
    Permute,
    AllReduce,
    ReduceScatter,
    /// The same layout in the axes of the other side: nothing is done.
    Rename,
}

/// The outcome of a search.
#[derive(Debug)]
pub(crate) enum Found {
    /// The best path: what each step is and the layout it makes.
    Best(Vec<(Kind, State)>),
    /// There is no path.
    Nothing,
    /// The budget was used up; the best path so far, if any.
    GaveUp(Option<Vec<(Kind, State)>>),
}

struct Node {
    state: State,
    counts: [u64; MAX_DIMS],
    score: Score,
    /// What is at least left to do.
    rest: Score,
    parent: u32,
    kind: Kind,
    done: bool,
}

/// Finds the best path from the start of a space to its goal, looking at no more than `budget` edges.
pub(crate) fn search(space: &Space<'_>, budget: u64) -> Found {
    if space.start == space.goal {
        return Found::Best(Vec::new());
    }
    let bound = Bound::new(space);
    let start_counts = space.counts(&space.start);
    let rest = bound.of(&space.start, &start_counts);
    // One step that costs as little as anything can.
    if let Some(edge) = direct(space, &space.start, &space.goal)
        && edge.cost == rest.cost
    {
        return Found::Best(vec![(edge.kind, space.goal)]);
    }
    astar(space, &bound, budget)
}

/// The same without the short cut for single steps.
pub(crate) fn astar(space: &Space<'_>, bound: &Bound<'_>, budget: u64) -> Found {
    let counts = space.counts(&space.start);
    let rest = bound.of(&space.start, &counts);
    let start = Node {
        state: space.start,
        counts,
        score: Score::default(),
        rest,
        parent: 0,
        kind: Kind::Rename,
        done: false,
    };
    let mut nodes = vec![start];
    let mut known: FxHashMap<State, u32> = FxHashMap::default();
    known.insert(space.start, 0);
    // Of equally promising layouts the one with least left to do comes first, then the one found first: pieces are tried
    // in the order of the mesh, so that plans look tidy.
    let mut open = BinaryHeap::from([(Reverse((rest, rest, 0u64)), 0u32)]);
    let mut edges = 0;
    while let Some((_, at)) = open.pop() {
        let node = &mut nodes[at as usize];
        if std::mem::replace(&mut node.done, true) {
            continue;
        }
        if node.state == space.goal {
            return Found::Best(path(&nodes, at));
        }
        if edges > budget {
            return Found::GaveUp(known.get(&space.goal).map(|&goal| path(&nodes, goal)));
        }
        let (state, counts, score) = (node.state, node.counts, node.score);
        for_each_edge(space, &state, &counts, &mut |edge| {
            edges += 1;
            let collectives = u32::from(!matches!(edge.kind, Kind::Slice | Kind::Rename));
            let score = score + Score { cost: edge.cost, collectives, sliced: edge.sliced };
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
                // The bound may be too low here and better there, so that a finished layout can still improve.
                (node.score, node.parent, node.kind, node.done) = (score, at, edge.kind, false);
            }
            let rest = nodes[id as usize].rest;
            open.push((Reverse((score + rest, rest, edges)), id));
        });
    }
    Found::Nothing
}

fn path(nodes: &[Node], mut at: u32) -> Vec<(Kind, State)> {
    let mut path = Vec::new();
    while at != 0 {
        let node = &nodes[at as usize];
        path.push((node.kind, node.state));
        at = node.parent;
    }
    path.reverse();
    path
}
