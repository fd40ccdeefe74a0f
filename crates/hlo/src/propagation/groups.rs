//! Sharding groups whose tensors are annotated with different shardings.

use partita_ir::{Attr, Module, OpCode, SdyAttr, Uses, ValueId, names};
use partita_mesh::TensorSharding;
use partita_propagate::ShardingId;
use rustc_hash::FxHashMap;

use super::build::ModuleProblem;
use crate::placement::Placement;

impl ModuleProblem {
    /// Puts an open constraint after each tensor of the groups with contradictory shardings, as Shardy does. The
    /// constraint takes the tensor's place in the group, so that the group can still have one sharding. Returns whether
    /// there was such a group; the problem has to be built again then.
    pub fn open_contradictions(&self, module: &mut Module) -> bool {
        let mut first_given: FxHashMap<u32, ShardingId> = FxHashMap::default();
        for (first, _) in &self.contradictions {
            let sharding = self.problem.tensors[*first].sharding;
            first_given.extend(self.problem.group(*first).zip(sharding));
        }
        if first_given.is_empty() {
            return false;
        }
        let mut uses = Uses::new(module);
        let mut placement = Placement::default();
        for (group, value) in self.members(module) {
            let Some(&first) = first_given.get(&group) else { continue };
            let ty = module.type_of(value);
            let rank = module.context.tensor(ty).map_or(0, |tensor| tensor.rank());
            let open = TensorSharding::open(self.problem.sharding_of(first).mesh(), rank);
            let spec = self.problem.meshes.to_spec(&open);
            let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::Sharding(spec))));
            let (loc, span) = (module.value(value).loc, module.value(value).span);
            let attrs = [(names::SHARDING, attr)];
            let constraint = module.build(OpCode::SdyShardingConstraint, &[value], &[ty], &attrs, loc, span);
            uses.add_op(module, constraint);
            placement.after_value(module, value, constraint);
            let result = module.op(constraint).result(0);
            uses.replace(module, value, result, |_, (user, _)| user != constraint);
        }
        placement.apply(module);
        true
    }

    /// The values in groups, sorted by the id of the group. As in Shardy, a value that is listed twice gets
    /// two constraints; `sdy-sharding-group-import` removes such duplicates.
    fn members(&self, module: &Module) -> Vec<(u32, ValueId)> {
        let id_name = OpCode::SdyShardingGroup.info().attrs[0].symbol;
        let mut members: Vec<(i128, u32, ValueId)> = Vec::new();
        for op in module.landmarks(|code| code == OpCode::SdyShardingGroup) {
            if let Some(&Attr::Integer { value: id, .. }) = module.attr(op, id_name)
                && let value = module.op(op).operands[0]
                && let Some(tensor) = self.tensors[partita_base::Id::index(value)]
                && let Some(group) = self.problem.group(tensor)
            {
                members.push((id, group, value));
            }
        }
        members.sort_by_key(|(id, ..)| *id);
        members.into_iter().map(|(_, group, value)| (group, value)).collect()
    }
}
