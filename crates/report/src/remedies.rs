//! Constraints that may remove a collective: on the values that its op reads or defines.

use std::collections::{BTreeMap, BTreeSet};

use partita_mesh::axis_list::shard_count;
use partita_mesh::{AxisRef, DimSharding};
use partita_propagate::TensorId;

use crate::candidates::{Candidate, add_candidate};
use crate::explains::Explains;
use crate::why::Answers;

/// The most dimensions of a result to which an axis is added.
const MOST_DIMS: usize = 2;

impl Answers<'_> {
    /// Constraints that may remove the collectives along `axes` that the ops at these lines require. An operand or result
    /// that is sharded along an axis is constrained not to be; and a result is constrained to be sharded along an axis
    /// that it does not have. Nothing is known about their effect: each has to be tried.
    pub fn remedies(&self, lines: &[usize], axes: &[String]) -> Vec<Candidate> {
        let lines: BTreeSet<usize> = lines.iter().copied().collect();
        let module = self.labels.module;
        let (mut found, mut known) = (Vec::new(), BTreeMap::new());
        for op in module.walk(module.top()) {
            let data = module.op(op);
            if data.span.is_empty() || !lines.contains(&self.labels.source.position(data.span.start).line) {
                continue;
            }
            for value in data.operands.iter().copied() {
                let Some(tensor) = self.tensor_of(value) else { continue };
                let constrained = self.without_axes(tensor, axes);
                constrained.into_iter().for_each(|each| add_candidate(&mut found, &mut known, each));
            }
            for value in data.results() {
                let Some(tensor) = self.tensor_of(value) else { continue };
                let constrained = self.without_axes(tensor, axes).into_iter();
                let constrained = constrained.chain(self.with_axes(tensor, axes));
                constrained.for_each(|each| add_candidate(&mut found, &mut known, each));
            }
        }
        found
    }

    /// The axes of a tensor's mesh with these names.
    fn named_axes(&self, tensor: TensorId, names: &[String]) -> Vec<AxisRef> {
        let Some(sharding) = self.sharding_of(tensor) else { return Vec::new() };
        let mesh = self.explainer.problem().meshes.get(sharding.mesh());
        names.iter().filter_map(|name| mesh.find(name)).map(|id| mesh.axis(id)).collect()
    }

    /// The tensor without these axes, if it has any of them.
    fn without_axes(&self, tensor: TensorId, names: &[String]) -> Option<(Candidate, String)> {
        let axes = self.named_axes(tensor, names);
        let dims = self.sharding_of(tensor)?.dims();
        let kept = |dim: &DimSharding| {
            let kept = dim.axes.iter().filter(|axis| !axes.iter().any(|lost| lost.overlaps(**axis)));
            DimSharding::closed(kept.copied().collect())
        };
        let kept: Vec<DimSharding> = dims.iter().map(kept).collect();
        let is_changed = kept.iter().zip(dims).any(|(new, old)| new.axes != old.axes);
        is_changed.then(|| self.constrained(tensor, kept)).flatten()
    }

    /// The tensor with these axes on one of its dimensions, if it has none of them and they divide it.
    fn with_axes(&self, tensor: TensorId, names: &[String]) -> Vec<(Candidate, String)> {
        let axes = self.named_axes(tensor, names);
        let Some(sharding) = self.sharding_of(tensor).filter(|_| !axes.is_empty()) else { return Vec::new() };
        if sharding.axes().any(|have| axes.iter().any(|axis| axis.overlaps(have))) {
            return Vec::new();
        }
        let more = shard_count(&axes);
        let shape = self.shape(tensor);
        let fits = |dim: &usize| shape[*dim].is_multiple_of(sharding.shards(*dim).saturating_mul(more));
        let with = |dim: usize| {
            let closed = sharding.dims().iter().map(|dim| DimSharding::closed(dim.axes.clone()));
            let mut dims: Vec<DimSharding> = closed.collect();
            dims.get_mut(dim)?.axes.extend(&axes);
            self.constrained(tensor, dims)
        };
        (0..shape.len()).filter(fits).take(MOST_DIMS).filter_map(with).collect()
    }
}
