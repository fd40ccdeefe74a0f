//! User priorities: dimensions of lower priority wait, and nothing may take their place meanwhile.
//!
//! A waiting dimension is closed, so that no axis is propagated to it, and its axes are explicitly replicated, so that
//! no other dimension of the tensor takes them.

use std::collections::BTreeSet;

use partita_mesh::{Openness, TensorSharding};

use crate::problem::{Problem, ShardingId, TensorId};

/// The annotations of tensors that have dimensions of a priority above 0.
pub(crate) struct Waiting {
    originals: Vec<(TensorId, ShardingId)>,
    /// The priorities after 0, ascending.
    pub(crate) priorities: Vec<u64>,
}

impl Waiting {
    /// Takes the waiting dimensions out of all shardings: they become empty and closed, their axes replicated.
    pub(crate) fn take_out(problem: &mut Problem) -> Self {
        let mut originals = Vec::new();
        let mut priorities = BTreeSet::new();
        for tensor in problem.tensors.ids() {
            let Some(id) = problem.tensors[tensor].sharding else { continue };
            let sharding = problem.sharding_of(id);
            let waits = |priority: Option<partita_mesh::Priority>| priority.is_some_and(|p| p.0 > 0);
            if sharding.dims().iter().all(|dim| dim.priority.is_none()) {
                continue;
            }
            let mut parts = sharding.parts();
            let any = parts.dims.iter().any(|dim| waits(dim.priority));
            for dim in &mut parts.dims {
                let priority = dim.priority.take();
                if waits(priority) {
                    priorities.extend(priority.map(|priority| priority.0));
                    parts.replicated.append(&mut dim.axes);
                    dim.openness = Openness::Closed;
                }
            }
            if any {
                originals.push((tensor, id));
            }
            let mesh = sharding.mesh();
            if let Ok(reduced) = TensorSharding::new(mesh, problem.meshes.get(mesh), parts.normalised()) {
                let reduced = problem.sharding(reduced);
                problem.tensors[tensor].sharding = Some(reduced);
            }
        }
        Self { originals, priorities: priorities.into_iter().collect() }
    }

    /// Restores the dimensions of one priority. Returns the tensors that changed, with the shardings before and after.
    pub(crate) fn put_back(
        &self,
        problem: &mut Problem,
        priority: u64,
    ) -> Vec<(TensorId, Option<ShardingId>, ShardingId)> {
        let mut changes = Vec::new();
        for &(tensor, original) in &self.originals {
            let original = problem.sharding_of(original).clone();
            let Some(current) = problem.tensors[tensor].sharding else { continue };
            let mut parts = problem.sharding_of(current).parts();
            let mut changed = false;
            for (dim, wanted) in parts.dims.iter_mut().zip(original.dims()) {
                if wanted.priority.is_some_and(|p| p.0 == priority) {
                    dim.axes.clone_from(&wanted.axes);
                    dim.openness = wanted.openness;
                    changed = true;
                }
            }
            if !changed {
                continue;
            }
            // Axes that still wait stay replicated, as do those that the user replicated.
            let mut replicated = original.replicated_axes().to_vec();
            for dim in original.dims() {
                if dim.priority.is_some_and(|p| p.0 > priority) {
                    replicated.extend(&dim.axes);
                }
            }
            parts.replicated = replicated;
            // A sharding on the empty mesh may be on another mesh now. One with axes cannot change its mesh.
            let mesh = problem.sharding_of(current).mesh();
            if mesh != original.mesh() && original.dims().iter().any(|dim| !dim.axes.is_empty()) {
                continue;
            }
            if let Ok(restored) = TensorSharding::new(mesh, problem.meshes.get(mesh), parts.normalised()) {
                let restored = problem.sharding(restored);
                problem.tensors[tensor].sharding = Some(restored);
                changes.push((tensor, Some(current), restored));
            }
        }
        changes
    }
}
