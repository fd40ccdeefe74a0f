//! Nodes with the same part in repeated layers, found by their surroundings.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

/// An edge between two nodes; edges of one kind have equal tables.
pub(crate) struct ClassLink {
    pub(crate) ends: [usize; 2],
    pub(crate) kind: u64,
}

/// How far the surroundings reach, in edges. Nodes of different layers that are further from the ends of the program have
/// equal surroundings; further than that, the first and last layers would be classes of their own.
const REACH: usize = 4;

/// A class per node, numbered from 0 in the order of nodes: nodes of a class have equal strategies (`kinds`) and equal
/// surroundings.
pub(crate) fn repeated_classes(kinds: &[usize], links: &[ClassLink]) -> Vec<u32> {
    let mut around: Vec<Vec<(u64, usize)>> = vec![Vec::new(); kinds.len()];
    for link in links {
        // The direction is a part of the kind.
        around[link.ends[0]].push((2 * link.kind, link.ends[1]));
        around[link.ends[1]].push((2 * link.kind + 1, link.ends[0]));
    }
    let mut colours: Vec<u64> = kinds.iter().map(|&kind| kind as u64).collect();
    for _ in 0..REACH {
        let next = around.iter().enumerate().map(|(at, links)| {
            let mut seen: Vec<(u64, u64)> =
                links.iter().map(|&(kind, other)| (kind, colours[other])).collect();
            seen.sort_unstable();
            let mut hasher = FxHasher::default();
            (colours[at], seen).hash(&mut hasher);
            hasher.finish()
        });
        colours = next.collect();
    }
    // The kind is a part of the class, whatever the hashes are.
    let mut numbers: FxHashMap<(usize, u64), u32> = FxHashMap::default();
    kinds
        .iter()
        .zip(&colours)
        .map(|(&kind, &colour)| {
            let next = numbers.len() as u32;
            *numbers.entry((kind, colour)).or_insert(next)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_far_from_the_ends_are_alike() {
        // A chain of 20 layers of two kinds of nodes.
        let kinds: Vec<usize> = (0..40).map(|at| at % 2).collect();
        let link = |at: usize| ClassLink { ends: [at, at + 1], kind: (at % 2) as u64 };
        let links: Vec<ClassLink> = (0..39).map(link).collect();
        let classes = repeated_classes(&kinds, &links);
        assert!((8..32).all(|at| classes[at] == classes[at - 2]));
        assert_ne!(classes[10], classes[11]);
        assert_ne!(classes[0], classes[10]);
    }
}
