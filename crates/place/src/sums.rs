//! Where sums along a mesh axis are finished.
//!
//! A contraction of a sharded dimension leaves partial sums. Linear ops may keep them partial, so that values which join need one
//! all-reduce instead of several, and so that a value is summed where it is smallest. The tensors at which sums are finished separate the
//! ops that leave partial sums from the uses that need complete ones. The cheapest such set follows from the largest flow between them, in a
//! network where a tensor carries as much as it costs.

use partita_cost::Cost;

use crate::factors::Factors;

/// The most elements of its result that a product computes from an element of an operand with partial sums.
const MOST_PRODUCTS: u64 = 16;

impl Factors {
    /// Whether a product computes few elements of its result from each element of an operand. Devices that hold partial sums of it do not
    /// share the work, so that a large product costs more than finishing its operand before.
    pub fn is_small_product(&self, operand: usize) -> bool {
        let others = (0..self.sizes.len())
            .filter(|&factor| !self.has(operand, factor) && self.has(self.operands, factor));
        others.fold(1u64, |all, factor| all.saturating_mul(self.sizes[factor])) <= MOST_PRODUCTS
    }
}

/// A tensor that may hold partial sums along an axis.
#[derive(Clone, Debug, Default)]
pub struct SumTensor {
    /// The cost of finishing the sum here.
    pub cost: Cost,
    /// Whether the op that produces it leaves partial sums.
    pub is_produced: bool,
    /// Whether some use needs the complete sum.
    pub is_needed: bool,
    /// The tensors, by index, that linear ops compute from it.
    pub feeds: Vec<usize>,
}

/// Where a sum is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumState {
    /// The tensor holds no partial sums.
    Complete,
    /// The tensor holds partial sums, which are finished before anything uses it.
    Finished,
    /// The tensor holds partial sums, and only ops that keep them use it.
    Partial,
}

/// Chooses the tensors at which sums are finished, at the lowest cost; among equal choices the earliest tensors.
pub fn place_sums(tensors: &[SumTensor]) -> Vec<SumState> {
    let groups = groups_that_pay(tensors);
    let at_once =
        |tensor: &SumTensor| if tensor.is_produced { SumState::Finished } else { SumState::Complete };
    let mut states: Vec<SumState> = tensors.iter().map(at_once).collect();
    let chosen: Vec<usize> = (0..tensors.len()).filter(|&tensor| groups[tensor]).collect();
    if chosen.is_empty() {
        return states;
    }
    let mut network = FlowNetwork::new(tensors, &chosen);
    let is_largest = (0..MOST_PHASES).any(|_| !network.augment());
    if !is_largest {
        return states;
    }
    // Partial sums reach what the source still reaches. They are finished at a tensor that they arrive at, but do not get past.
    let reached = network.reached();
    for (at, tensor) in chosen.into_iter().enumerate() {
        states[tensor] = match (reached[entry(at)], reached[exit(at)]) {
            (false, _) => SumState::Complete,
            (true, false) => SumState::Finished,
            (true, true) => SumState::Partial,
        };
    }
    states
}

/// For each tensor, whether finishing at once may not be best for it and those that it is connected with. It is best where no sums join,
/// no tensor costs less than the one that feeds it, and some use needs the sum, as for most chains of ops.
fn groups_that_pay(tensors: &[SumTensor]) -> Vec<bool> {
    let mut group: Vec<usize> = (0..tensors.len()).collect();
    fn root(group: &mut [usize], mut at: usize) -> usize {
        while group[at] != at {
            group[at] = group[group[at]];
            at = group[at];
        }
        at
    }
    let mut has_sums: Vec<bool> = tensors.iter().map(|tensor| tensor.is_produced).collect();
    let mut pays = vec![false; tensors.len()];
    for (at, tensor) in tensors.iter().enumerate() {
        for &next in &tensor.feeds {
            pays[next] |= has_sums[next] || tensors[next].cost < tensor.cost;
            has_sums[next] = true;
            let (one, other) = (root(&mut group, at), root(&mut group, next));
            group[one] = other;
        }
    }
    let roots: Vec<usize> = (0..tensors.len()).map(|at| root(&mut group, at)).collect();
    let [mut any_pays, mut any_sum, mut any_use] = [(); 3].map(|()| vec![false; tensors.len()]);
    for (at, &root) in roots.iter().enumerate() {
        any_pays[root] |= pays[at];
        any_sum[root] |= tensors[at].is_produced;
        any_use[root] |= tensors[at].is_needed;
    }
    roots.into_iter().map(|root| any_sum[root] && (any_pays[root] || !any_use[root])).collect()
}

/// The most phases of the search for the largest flow. Each is linear in the number of tensors; past this many, sums are finished at once.
const MOST_PHASES: usize = 256;

const SOURCE: usize = 0;
const SINK: usize = 1;
const UNLIMITED: u128 = u128::MAX / 4;

fn entry(tensor: usize) -> usize {
    2 + 2 * tensor
}

fn exit(tensor: usize) -> usize {
    3 + 2 * tensor
}

/// A flow network in which every tensor is an edge from its entry to its exit. Edge `e` and its reverse `e ^ 1` are adjacent.
struct FlowNetwork {
    /// The end of every edge and what it can still carry.
    edges: Vec<(usize, u128)>,
    /// The edges that leave each node.
    leaving: Vec<Vec<usize>>,
}

impl FlowNetwork {
    /// The network of some of the tensors, which feed no others. They are numbered by their place among the chosen ones.
    fn new(tensors: &[SumTensor], chosen: &[usize]) -> Self {
        let mut network = Self { edges: Vec::new(), leaving: vec![Vec::new(); 2 + 2 * chosen.len()] };
        let place = |tensor: usize| chosen.partition_point(|&other| other < tensor);
        for (at, &tensor) in chosen.iter().enumerate() {
            let tensor = &tensors[tensor];
            network.connect(entry(at), exit(at), tensor.cost.0.min(UNLIMITED));
            if tensor.is_produced {
                network.connect(SOURCE, entry(at), UNLIMITED);
            }
            if tensor.is_needed {
                network.connect(exit(at), SINK, UNLIMITED);
            }
            for &next in &tensor.feeds {
                network.connect(exit(at), entry(place(next)), UNLIMITED);
            }
        }
        network
    }

    fn connect(&mut self, from: usize, to: usize, capacity: u128) {
        for (start, end, capacity) in [(from, to, capacity), (to, from, 0)] {
            self.leaving[start].push(self.edges.len());
            self.edges.push((end, capacity));
        }
    }

    /// The distance of every node from the source along edges that can carry more.
    fn distances(&self) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.leaving.len()];
        distances[SOURCE] = Some(0);
        let mut queue = std::collections::VecDeque::from([SOURCE]);
        while let Some(node) = queue.pop_front() {
            for &edge in &self.leaving[node] {
                let (end, capacity) = self.edges[edge];
                if capacity > 0 && distances[end].is_none() {
                    distances[end] = distances[node].map(|distance| distance + 1);
                    queue.push_back(end);
                }
            }
        }
        distances
    }

    fn reached(&self) -> Vec<bool> {
        self.distances().iter().map(Option::is_some).collect()
    }

    /// Sends as much as possible along shortest paths; whether there were any. No recursion: a path may be as long as the program.
    fn augment(&mut self) -> bool {
        let distances = self.distances();
        if distances[SINK].is_none() {
            return false;
        }
        let mut next = vec![0; self.leaving.len()];
        let mut path: Vec<usize> = Vec::new();
        loop {
            let node = path.last().map_or(SOURCE, |&edge| self.edges[edge].0);
            if node == SINK {
                let flow = path.iter().map(|&edge| self.edges[edge].1).min().unwrap_or(0);
                for &edge in &path {
                    self.edges[edge].1 -= flow;
                    self.edges[edge ^ 1].1 += flow;
                }
                // Goes on before the first edge that is full.
                let full = path.iter().position(|&edge| self.edges[edge].1 == 0);
                path.truncate(full.unwrap_or(0));
                continue;
            }
            let farther = distances[node].map(|distance| distance + 1);
            let fits = |edge: &usize| {
                let (end, capacity) = self.edges[*edge];
                capacity > 0 && distances[end] == farther
            };
            match self.leaving[node].get(next[node]) {
                Some(edge) if fits(edge) => path.push(*edge),
                Some(_) => next[node] += 1,
                // A dead end: its predecessor tries another edge.
                None => match path.pop() {
                    Some(edge) => next[self.edges[edge ^ 1].0] += 1,
                    None => return true,
                },
            }
        }
    }
}
