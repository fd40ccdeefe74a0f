//! Which dimensions of a program's tensors are the same dimension: the batch of a network is one class, from the data through
//! all activations to the gradients.
//!
//! Two dimensions of the tensors of an op are in one class if the same factor is major in both. Minor factors of a merged
//! dimension are left out, because axes on the major one come first.

use partita_mesh::gcd;

use super::data_flow::DataFlow;

/// A class of dimensions; the number of one of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct DimClass(u32);

/// The classes of all dimensions of the tensors of a problem.
pub(super) struct DimClasses {
    /// The first dimension of each tensor in the lists below, and their total number.
    first: Vec<u32>,
    parents: Vec<u32>,
    /// The greatest common divisor of the sizes of the factors in each class, at its root.
    divisors: Vec<u64>,
}

impl DimClasses {
    /// Unites the dimensions of every op.
    pub(super) fn new(flow: &DataFlow) -> Self {
        let mut sizes = flow.shapes.clone();
        // Some tensors, such as results of the main function, have no shape of their own; their ranks are known from the rules.
        for op in &flow.ops {
            for (slot, dims) in op.tensors.iter().zip(&op.factors.tensors) {
                let own = &mut sizes[slot.tensor];
                own.resize(own.len().max(dims.len()), 0);
            }
        }
        let mut first = Vec::with_capacity(sizes.len() + 1);
        let mut total = 0;
        for own in &sizes {
            first.push(total);
            total += own.len() as u32;
        }
        first.push(total);
        let parents = (0..total).collect();
        let mut classes = Self { first, parents, divisors: sizes.concat() };
        classes.unite_ops(flow);
        for at in 0..total {
            classes.parents[at as usize] = classes.root(at);
        }
        classes
    }

    fn unite_ops(&mut self, flow: &DataFlow) {
        let mut seen: Vec<Option<u32>> = Vec::new();
        for op in &flow.ops {
            let sizes = &op.factors.sizes;
            seen.clear();
            seen.resize(sizes.len(), None);
            for (slot, dims) in op.tensors.iter().zip(&op.factors.tensors) {
                if slot.is_view {
                    continue;
                }
                for (dim, factors) in dims.iter().enumerate() {
                    let Some(&major) = factors.iter().find(|&&factor| sizes[factor] != 1) else { continue };
                    let at = self.first[slot.tensor] + dim as u32;
                    let root = self.root(at);
                    self.divisors[root as usize] = gcd(self.divisors[root as usize], sizes[major]);
                    match seen[major] {
                        Some(other) => self.unite(other, at),
                        None => seen[major] = Some(at),
                    }
                }
            }
        }
    }

    /// The class of a dimension of a tensor.
    pub(super) fn of(&self, tensor: usize, dim: usize) -> DimClass {
        DimClass(self.parents[(self.first[tensor] + dim as u32) as usize])
    }

    /// The classes of all dimensions of a tensor.
    pub(super) fn of_all(&self, tensor: usize) -> Vec<DimClass> {
        let rank = self.first[tensor + 1] - self.first[tensor];
        (0..rank as usize).map(|dim| self.of(tensor, dim)).collect()
    }

    /// Whether a number of shards divides all dimensions of a class.
    pub(super) fn is_divisible(&self, class: DimClass, shards: u64) -> bool {
        self.divisors[class.0 as usize].is_multiple_of(shards)
    }

    fn root(&mut self, mut at: u32) -> u32 {
        while self.parents[at as usize] != at {
            // Halving the path keeps it short.
            let next = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = next;
            at = next;
        }
        at
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        let (root, child) = (a.min(b), a.max(b));
        self.divisors[root as usize] = gcd(self.divisors[root as usize], self.divisors[child as usize]);
        self.parents[child as usize] = root;
    }
}
