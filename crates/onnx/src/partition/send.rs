//! Sends values from the stage that has them to another.
//!
//! onnxruntime has no op that sends to one rank, so a sender and its receivers gather: the receivers contribute zeros, and take the
//! sender's row. Unlike a sum with zeros, this works for all types, and keeps the sign of zeros.
//!
//! Receivers have no copy of the value with the sizes of the run, so sizes that are unknown until then are sent first.

use std::collections::BTreeMap;
use std::ops::Range;

use partita_cost::CollectiveKind;

use super::carrier::{byte_type, sent_bytes};
use super::emit::{Emit, Obstacle};
use super::mesh_layout::MeshLayout;
use super::rank::range_lengths;
use super::rank_mesh::RankMesh;
use crate::graph::{NodeId, ValueId};
use crate::types::ElementType;

/// For every device that sends, the devices that receive from it.
type Routes = BTreeMap<u64, Vec<u64>>;

impl Emit<'_, '_, '_, '_> {
    /// Brings the inputs of a node, and what its bodies capture, to the current stage.
    pub(super) fn receive_inputs(&mut self, id: NodeId) -> Result<(), Obstacle> {
        let node = &self.job.typed.graph.nodes[id];
        for (at, input) in node.inputs.iter().enumerate() {
            if let Some(value) = *input {
                self.receive(value, self.job.uses.get(&(id, at)))?;
            }
        }
        for name in super::capture::captured_names(node.proto) {
            if let Some(value) = self.job.typed.graph.find(name) {
                self.receive(value, None)?;
            }
        }
        Ok(())
    }

    /// Brings a value to the current stage, in the layout `wanted` on its mesh if the sender's shards fit that; otherwise in the sender's
    /// layout or replicated.
    pub(super) fn receive(&mut self, value: ValueId, wanted: Option<&MeshLayout>) -> Result<(), Obstacle> {
        let to = self.stage;
        if !self.copies().at(value).is_empty() || self.is_stored(value) {
            return Ok(());
        }
        if let Some(folded) = self.folded(value) {
            self.provide_folded(value, folded);
            return Ok(());
        }
        let Some(from) = (0..self.stage_count()).find(|&stage| !self.copies_of(stage).at(value).is_empty())
        else {
            // An omitted input, or a value of an enclosing graph.
            return Ok(());
        };
        // Dimensions of unknown size have one shard.
        let shape = self.job.typed.types[value].shape_or_ones();
        let fits = |wanted: &MeshLayout| match &shape {
            Some(shape) => wanted.without_empty_shards(shape),
            None => wanted.clone(),
        };
        let wanted = wanted.map(fits);
        let sent = self.copies_of(from).at(value).to_vec();
        let same_axes = self.rank_mesh(from).mesh.same_axes(self.rank_mesh(to).mesh);
        let mut found = None;
        for (layout, name) in &sent {
            for target in wanted.iter().chain(Some(layout).filter(|_| same_axes)) {
                let routes = self.routes(from, layout, target, shape.as_deref());
                found = found.or(routes.map(|routes| (routes, target.clone(), name.clone())));
            }
        }
        let (routes, layout, name) = match found {
            Some(found) => found,
            None => {
                self.enter(from);
                let name = self.get_replicated(value);
                self.enter(to);
                let layout = MeshLayout::replicated(self.job.typed.types[value].rank().unwrap_or(0));
                let routes = self.routes(from, &layout, &layout, shape.as_deref()).unwrap_or_default();
                (routes, layout, name?)
            }
        };
        let name = self.send(value, &name, &layout, &routes)?;
        self.provide(value, layout, name);
        Ok(())
    }

    /// Where each device of the current stage receives its shard in the layout `target` from, if the devices of the stage `from` have
    /// exactly these shards. A device that has its own shard receives nothing.
    fn routes(
        &self,
        from: usize,
        layout: &MeshLayout,
        target: &MeshLayout,
        shape: Option<&[u64]>,
    ) -> Option<Routes> {
        let (source, goal) = (self.rank_mesh(from), self.rank_mesh(self.stage));
        let ranges = |layout: &MeshLayout, mesh: &RankMesh<'_>, position: usize| match shape {
            Some(shape) => Some(layout.ranges(mesh.mesh, shape, position as u64)),
            // Without axes, every device has everything, whatever the shape.
            None => layout.is_replicated().then(Vec::<Range<u64>>::new),
        };
        let mut routes = Routes::new();
        for (position, receiver) in goal.devices.iter().enumerate() {
            let own = ranges(target, goal, position)?;
            let has = |at: &usize| ranges(layout, source, *at).is_some_and(|theirs| theirs == own);
            let senders: Vec<u64> =
                (0..source.devices.len()).filter(has).map(|at| source.devices[at].0).collect();
            if senders.is_empty() {
                return None;
            }
            if !senders.contains(&receiver.0) {
                // The receivers are divided among the devices that have the shard.
                routes.entry(senders[position % senders.len()]).or_default().push(receiver.0);
            }
        }
        Some(routes)
    }

    /// Sends shards along the routes and returns the name of this rank's shard.
    fn send(
        &mut self,
        value: ValueId,
        name: &str,
        layout: &MeshLayout,
        routes: &Routes,
    ) -> Result<String, Obstacle> {
        if routes.is_empty() {
            return Ok(name.to_owned());
        }
        let ty = &self.job.typed.types[value];
        let unknown = || "is sent to other devices, but its number of dimensions is unknown".to_owned();
        let shape = ty.shape_or_ones().ok_or_else(|| Obstacle { value, what: unknown() })?;
        let is_dynamic = ty.shape().is_none();
        let element = self.element(value)?;
        if element.bits() == 0 {
            let what =
                format!("has elements of type {}, which cannot be sent to other devices", element.text());
            return Err(Obstacle { value, what });
        }
        self.rank.cause = format!("'{}'", self.job.typed.graph.values[value].name);
        let local = range_lengths(&layout.ranges(self.rank.rank_mesh.mesh, &shape, self.rank.position));
        let base = self.job.typed.graph.values[value].name;
        // No op gathers elements of less than a byte, so they are widened.
        let wide = byte_type(element);
        let mut own = name.to_owned();
        let mut noted = false;
        for (&sender, receivers) in routes {
            let group = group_of(sender, receivers);
            if !group.contains(&self.device) {
                for _ in 0..1 + u32::from(is_dynamic) {
                    self.rank.build.skip_collective();
                }
                continue;
            }
            let sizes = is_dynamic.then(|| self.send_sizes(&group, name, local.len()));
            self.note_send(&group, element, &local, true);
            noted = true;
            let is_narrow = wide != element;
            if self.device == sender {
                let sent = if is_narrow { self.rank.build.cast(name, wide) } else { name.to_owned() };
                self.rank.row_of_all(&sent, &sent, wide, &group, 0);
            } else {
                let zeros = match &sizes {
                    Some(sizes) => self.rank.build.zeros_of_shape(wide, local.len(), sizes),
                    None => self.rank.build.zeros(wide, &local),
                };
                let received = self.rank.row_of_all(&zeros, base, wide, &group, 0);
                own = if is_narrow { self.rank.build.cast(&received, element) } else { received };
            }
        }
        // Reports list what the first rank does not take part in as well.
        if let Some((&sender, receivers)) = routes.first_key_value().filter(|_| !noted) {
            let group = group_of(sender, receivers);
            if is_dynamic {
                self.note_send(&group, ElementType::Int64, &[local.len() as u64], false);
            }
            self.note_send(&group, element, &local, false);
        }
        Ok(own)
    }

    /// Sends the sizes of a shard, a vector of `rank` integers, and returns its name. The first of the group is the sender.
    fn send_sizes(&mut self, group: &[u64], shard: &str, rank: usize) -> String {
        let length = rank as u64;
        self.note_send(group, ElementType::Int64, &[length], true);
        let own = match group.first() == Some(&self.device) {
            true => self.rank.build.unary("Shape", shard),
            false => self.rank.build.zeros(ElementType::Int64, &[length]),
        };
        self.rank.row_of_all(&own, "sizes", ElementType::Int64, group, 0)
    }

    fn note_send(&mut self, group: &[u64], element: ElementType, local: &[u64], takes_part: bool) {
        let bytes = sent_bytes(element, local.iter().copied());
        let members = (group.len() as u64, bytes);
        self.rank.note_among(CollectiveKind::AllGather, &[], Vec::new(), members, takes_part);
    }
}

/// The sender and its receivers.
fn group_of(sender: u64, receivers: &[u64]) -> Vec<u64> {
    std::iter::once(sender).chain(receivers.iter().copied()).collect()
}
