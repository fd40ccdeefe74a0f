//! Partial values: reduces them before an op that does not keep them, and creates them where the target of a reshard
//! has unreduced axes.

use partita_ir::{OpCode, OpId, SdyAttr, ValueId};
use partita_mesh::axis_list::{is_prefix, push_axis, shard_count, subtract_axes};
use partita_mesh::spec::AxisSpec;
use partita_mesh::{AxisRef, MeshId, TensorSharding};

use super::Reshards;

impl Reshards<'_> {
    /// Reduces the unreduced axes of an op's operands that its first result does not have.
    pub(super) fn reduce_operands(&mut self, op: OpId) {
        let module = &*self.editor.module;
        let Some(result) = module.op(op).results().next() else { return };
        let result = self.known.of(module, result);
        for index in 0..self.editor.module.op(op).operands.len() {
            let operand = self.editor.module.op(op).operands[index];
            if let Some(reduce) = self.all_reduce(operand, result.as_deref(), op) {
                self.editor.put_before(op, reduce);
                self.editor.module.op_mut(op).operands[index] = self.editor.result(reduce);
            }
        }
    }

    /// Creates a detached `sdy.all_reduce` over a value's unreduced axes that `target` does not have, if there are any.
    pub(super) fn all_reduce(
        &mut self,
        value: ValueId,
        target: Option<&TensorSharding>,
        cause: OpId,
    ) -> Option<OpId> {
        if !self.any_unreduced {
            return None;
        }
        let sharding = self.known.of(self.editor.module, value)?;
        let kept = match target {
            Some(target) if self.same_axes(target.mesh(), sharding.mesh()) => target.unreduced_axes(),
            _ => &[],
        };
        let dropped = subtract_axes(sharding.unreduced_axes(), kept);
        if dropped.is_empty() {
            return None;
        }
        let mut parts = sharding.parts();
        parts.unreduced = subtract_axes(&parts.unreduced, &dropped);
        let id = sharding.mesh();
        let reduced = TensorSharding::new(id, self.known.meshes.get(id), parts.normalised()).ok()?;
        let axes = self.axis_specs(id, &dropped);
        let spec = self.known.spec(&reduced);
        Some(self.editor.all_reduce(value, axes, spec, cause))
    }

    /// Whether the target of a reshard has unreduced axes that its input does not have.
    pub(super) fn adds_unreduced(&mut self, reshard: OpId) -> bool {
        let module = &*self.editor.module;
        let from = self.known.of(module, module.op(reshard).operands[0]);
        let to = self.known.of(module, module.op(reshard).result(0));
        self.added_axes(from.as_deref(), to.as_deref()).is_some()
    }

    /// The axes that are unreduced in `to` and not in `from`, if there are any.
    fn added_axes(&self, from: Option<&TensorSharding>, to: Option<&TensorSharding>) -> Option<Vec<AxisRef>> {
        let (from, to) = (from?, to?);
        if !self.same_axes(from.mesh(), to.mesh()) || from.dims().len() != to.dims().len() {
            return None;
        }
        let added = subtract_axes(to.unreduced_axes(), from.unreduced_axes());
        (!added.is_empty()).then_some(added)
    }

    /// Replaces a reshard that adds unreduced axes.
    pub(super) fn replace_reshard(&mut self, reshard: OpId) {
        self.reduce_operands(reshard);
        let output = self.editor.module.op(reshard).result(0);
        let to = self.known.of(self.editor.module, output);
        let steps = self.add_unreduced(self.editor.module.op(reshard).operands[0], to.as_deref(), reshard);
        let Some(&last) = steps.last() else { return };
        for &step in &steps {
            self.editor.put_before(reshard, step);
        }
        self.editor.remove(reshard);
        self.editor.replace(output, self.editor.result(last));
    }

    /// Creates the detached ops that bring a value to a sharding with additional unreduced axes. None when
    /// there is nothing to add. Axes that shard the end of a dimension and are wanted unreduced can stay where
    /// they are until the last step; the others are replicated before.
    pub(super) fn add_unreduced(
        &mut self,
        input: ValueId,
        to: Option<&TensorSharding>,
        cause: OpId,
    ) -> Vec<OpId> {
        let from = self.known.of(self.editor.module, input);
        let Some(added) = self.added_axes(from.as_deref(), to) else { return Vec::new() };
        let (Some(from), Some(to)) = (from, to) else { return Vec::new() };
        let mut parts = from.parts();
        let mut staying: Vec<Vec<AxisRef>> = Vec::new();
        for (dim, wanted) in parts.dims.iter_mut().zip(to.dims()) {
            let stays = |axis: &AxisRef| added.iter().any(|other| other.contains(*axis));
            match after_prefix(&dim.axes, &wanted.axes) {
                Some(rest) if !rest.is_empty() && rest.iter().all(stays) => staying.push(rest),
                _ => {
                    dim.clone_from(wanted);
                    staying.push(Vec::new());
                }
            }
        }
        let id = to.mesh();
        let mesh = self.known.meshes.get(id);
        let replicated = subtract_axes(&added, &staying.concat());
        let Ok(first) = TensorSharding::new(id, mesh, parts.clone().normalised()) else { return Vec::new() };
        parts.replicated = subtract_axes(&parts.replicated, &replicated);
        parts.unreduced.extend(&replicated);
        let Ok(second) = TensorSharding::new(id, mesh, parts.normalised()) else { return Vec::new() };
        let any_stays = staying.iter().any(|axes| !axes.is_empty());
        let mut value = input;
        let mut steps: Vec<OpId> = Vec::new();
        if !first.same_placement(&from) {
            steps.push(self.editor.reshard(value, self.known.spec(&first), cause));
            value = self.editor.result(steps[0]);
        }
        if !replicated.is_empty() {
            let axes = SdyAttr::AxisRefs(self.axis_specs(id, &replicated));
            let spec = self.known.spec(if any_stays { &second } else { to });
            let code = OpCode::SdyReplicatedToUnreduced;
            steps.push(self.editor.collective(code, "axes", value, axes, spec, cause));
            value = self.editor.result(steps[steps.len() - 1]);
        }
        if any_stays {
            let axes = SdyAttr::AxisRefLists(staying.iter().map(|axes| self.axis_specs(id, axes)).collect());
            let code = OpCode::SdyShardedToUnreduced;
            steps.push(self.editor.collective(code, "axes", value, axes, self.known.spec(to), cause));
        }
        steps
    }

    /// Whether two meshes differ at most in the order of their devices.
    pub(super) fn same_axes(&self, a: MeshId, b: MeshId) -> bool {
        a == b || self.known.meshes.get(a).same_axes(self.known.meshes.get(b))
    }

    pub(super) fn axis_specs(&self, mesh: MeshId, axes: &[AxisRef]) -> Vec<AxisSpec> {
        let mesh = self.known.meshes.get(mesh);
        axes.iter().map(|&axis| mesh.axis_spec(axis)).collect()
    }
}

/// The axes after `prefix` in a list; `None` when the list does not begin with it.
fn after_prefix(axes: &[AxisRef], prefix: &[AxisRef]) -> Option<Vec<AxisRef>> {
    if !is_prefix(prefix, axes) {
        return None;
    }
    let mut left = shard_count(prefix);
    let mut rest = Vec::new();
    for &axis in axes {
        if left == 1 {
            push_axis(&mut rest, axis);
        } else if left >= axis.size() {
            left /= axis.size();
        } else {
            rest.extend(axis.split(left).map(|(_, minor)| minor));
            left = 1;
        }
    }
    Some(rest)
}
