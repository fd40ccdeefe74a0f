//! Which dimensions of a program's tensors are the same dimension: the batch of a network is one class, from the data through
//! all activations to the gradients.
//!
//! Two dimensions of the tensors of an op are in one class if the same factor is major in both. Minor factors of a merged
//! dimension are left out, because axes on the major one come first.

use partita_base::Id;
use partita_ir::{Module, ValueId};
use partita_mesh::gcd;
use partita_propagate::{Problem, TensorId};

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
    /// Unites the dimensions of every op of a problem. `tensors` has the tensor of each value of the module.
    pub(super) fn new(module: &Module, problem: &Problem, tensors: &[Option<TensorId>]) -> Self {
        let mut ranks = vec![0u32; problem.tensors.len()];
        let mut sizes: Vec<Vec<u64>> = vec![Vec::new(); problem.tensors.len()];
        for (index, tensor) in tensors.iter().enumerate() {
            let Some(tensor) = tensor else { continue };
            let ty = module.type_of(ValueId::from_index(index));
            if let Some(shape) = module.context.tensor(ty).and_then(|ty| ty.static_shape()) {
                ranks[tensor.index()] = shape.len() as u32;
                sizes[tensor.index()] = shape;
            }
        }
        // Results of the main function are tensors without a value; their ranks are known from the rules.
        for op in problem.ops.iter().map(|(_, op)| op).chain(&problem.boundary) {
            let Some(rule) = op.rule.map(|rule| problem.rule_of(rule)) else { continue };
            for (slot, mapping) in problem.slots(op).iter().zip(rule.tensors()) {
                let rank = &mut ranks[slot.tensor.index()];
                *rank = (*rank).max(mapping.dims.len() as u32);
            }
        }
        let mut first = Vec::with_capacity(ranks.len() + 1);
        let mut total = 0;
        for (rank, sizes) in ranks.iter().zip(&mut sizes) {
            first.push(total);
            total += rank;
            sizes.resize(*rank as usize, 0);
        }
        first.push(total);
        let parents = (0..total).collect();
        let mut classes = Self { first, parents, divisors: sizes.concat() };
        classes.unite_ops(problem);
        for at in 0..total {
            classes.parents[at as usize] = classes.root(at);
        }
        classes
    }

    fn unite_ops(&mut self, problem: &Problem) {
        let mut seen: Vec<Option<u32>> = Vec::new();
        for op in problem.ops.iter().map(|(_, op)| op).chain(&problem.boundary) {
            let Some(rule) = op.rule.map(|rule| problem.rule_of(rule)) else { continue };
            seen.clear();
            seen.resize(rule.factor_sizes.len(), None);
            for (slot, mapping) in problem.slots(op).iter().zip(rule.tensors()) {
                // Inside a manual computation the dimension is another one.
                if slot.view.is_some() {
                    continue;
                }
                for (dim, factors) in mapping.dims.iter().enumerate() {
                    let size = |factor| rule.size(factor).and_then(|size| size.known()).unwrap_or(0);
                    let Some(&major) = factors.iter().find(|&&factor| size(factor) != 1) else { continue };
                    let at = self.first[slot.tensor.index()] + dim as u32;
                    let root = self.root(at);
                    self.divisors[root as usize] = gcd(self.divisors[root as usize], size(major));
                    match seen[major.index()] {
                        Some(other) => self.unite(other, at),
                        None => seen[major.index()] = Some(at),
                    }
                }
            }
        }
    }

    /// The class of a dimension of a tensor.
    pub(super) fn of(&self, tensor: TensorId, dim: usize) -> DimClass {
        DimClass(self.parents[(self.first[tensor.index()] + dim as u32) as usize])
    }

    /// The classes of all dimensions of a tensor.
    pub(super) fn of_all(&self, tensor: TensorId) -> Vec<DimClass> {
        let rank = self.first[tensor.index() + 1] - self.first[tensor.index()];
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
