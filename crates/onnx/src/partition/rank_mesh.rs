//! The ranks of a mesh, their groups, and cached reshard plans.

use partita_cost::{Cost, Hardware};
use partita_mesh::{AxisRef, DeviceId, Mesh, MeshError, MeshId, Meshes};
use partita_reshard::{NoPlan, Placed, Plan, PlanLimits, ReshardTensor, plan_reshard};
use rustc_hash::FxHashMap;

use super::mesh_layout::{MeshLayout, shard_index};

/// A mesh whose devices are the ranks.
pub(crate) struct RankMesh<'a> {
    pub(crate) id: MeshId,
    pub(crate) mesh: &'a Mesh,
    /// The ranks by mesh position.
    pub(crate) devices: Vec<DeviceId>,
    /// The cost of communication and computation.
    pub(crate) hardware: Hardware,
    plans: FxHashMap<Way, Option<Plan>>,
    /// Costs of reshards that were computed before.
    pub(super) costs: FxHashMap<Way, Cost>,
}

/// The key of a reshard: a shape, the size of an element in bytes, and two layouts.
type Way = (Vec<u64>, u64, MeshLayout, MeshLayout);

impl<'a> RankMesh<'a> {
    /// The ranks of a mesh, or of a stage, whose `i`-th device is the device `i` of the mesh. Fails if there are too many to list.
    pub(crate) fn new(
        meshes: &'a Meshes,
        id: MeshId,
        stage: Option<&[u64]>,
        hardware: Hardware,
    ) -> Result<Self, MeshError> {
        let mesh = meshes.get(id);
        let mut devices = mesh.devices()?;
        if let Some(stage) = stage {
            devices.iter_mut().for_each(|device| *device = DeviceId(stage[device.0 as usize]));
        }
        Ok(Self { id, mesh, devices, hardware, plans: FxHashMap::default(), costs: FxHashMap::default() })
    }

    /// The mesh position of a rank, if it is on the mesh.
    pub(crate) fn position(&self, rank: u64) -> Option<u64> {
        self.devices.iter().position(|device| device.0 == rank).map(|position| position as u64)
    }

    /// All axes of the mesh of more than one device.
    pub(crate) fn all_axes(&self) -> Vec<AxisRef> {
        let axes = self.mesh.axis_ids().map(|axis| self.mesh.axis(axis));
        axes.filter(|axis| axis.size() > 1).collect()
    }

    /// The devices that differ from the one at `position` in these axes only, in the order of the axes.
    pub(crate) fn group(&self, axes: &[AxisRef], position: u64) -> Vec<u64> {
        let mut members: Vec<u64> = vec![position];
        for &axis in axes {
            let stride = self.mesh.stride(axis);
            let digits = |position: &u64| {
                let zero = position - position / stride % axis.size() * stride;
                (0..axis.size()).map(move |digit| zero + digit * stride).collect::<Vec<_>>()
            };
            members = members.iter().flat_map(digits).collect();
        }
        members.sort_by_key(|&member| shard_index(self.mesh, axes, member));
        members.iter().map(|&member| self.devices[member as usize].0).collect()
    }

    /// The cheapest plan of a reshard, if there is one. All shards on the way must be even.
    pub(crate) fn plan(
        &mut self,
        shape: &[u64],
        element_bytes: u64,
        from: &MeshLayout,
        to: &MeshLayout,
    ) -> Option<Plan> {
        let key = (shape.to_vec(), element_bytes, from.clone(), to.clone());
        if let Some(found) = self.plans.get(&key) {
            return found.clone();
        }
        let found = self.search(shape, element_bytes, from, to).ok();
        let found = found.filter(|plan| plan.padded == shape);
        self.plans.insert(key, found.clone());
        found
    }

    fn search(
        &self,
        shape: &[u64],
        element_bytes: u64,
        from: &MeshLayout,
        to: &MeshLayout,
    ) -> Result<Plan, NoPlan> {
        let none = NoPlan::Memory { bound: 0, certain: false };
        let [from, to] = [from, to].map(|layout| layout.to_sharding(self.id, self.mesh));
        let (Some(from), Some(to)) = (&from, &to) else { return Err(none) };
        let placed = |sharding| Placed { mesh: self.mesh, sharding };
        plan_reshard(
            placed(from),
            placed(to),
            ReshardTensor { shape, element_bytes },
            &self.hardware.links,
            PlanLimits::default(),
        )
    }
}
