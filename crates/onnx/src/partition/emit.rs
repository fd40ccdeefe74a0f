//! Emits the nodes of one rank, in the order of the model.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use bytes::Bytes;
use partita_base::{Id, IdVec};
use partita_mesh::AxisRef;
use partita_mesh::axis_list::shard_count;
use partita_place::Axes;
use rustc_hash::FxHashMap;

use super::achieved::{Achieved, Replicated};
use super::control_flow::Flow;
use super::deferred::SMALLEST_DEFERRED;
use super::lower::{Plain, lower_node, spell_attributes};
use super::mesh_layout::MeshLayout;
use super::node::{LocalNode, Shard};
use super::placement::{Choice, NodeTensor, choose_axes};
use super::port::Port;
use super::rank::{Rank, range_lengths};
use super::rank_mesh::RankMesh;
use super::reshard::GlobalTensor;
use super::sums::{Choices, Sums};
use super::unmerge::{divided_sizes, merged_sizes};
use super::{Job, weights};
use crate::graph::{NodeId, ValueId, ValueSource};
use crate::ops::{Contents, IntElement, Linear, linear_form};
use crate::proto;
use crate::signature::{FactorKind, Signature};
use crate::types::{Dim, ElementType};
use crate::typing::TypedGraph;

/// A slice of an initialiser: its local shape, and the shape and ranges of the contents that it is taken from.
#[derive(Clone, Debug)]
struct StoredSlice {
    dims: Vec<i64>,
    shape: Vec<u64>,
    ranges: Vec<Range<u64>>,
}

/// Why a model cannot be partitioned: a value and a predicate, such as `has no known shape`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Obstacle {
    pub(crate) value: ValueId,
    pub(crate) what: String,
}

/// The model of one rank while it is built.
pub(crate) struct Emit<'e, 'r, 'w, 'm> {
    pub(crate) job: &'e Job<'e, 'm>,
    pub(crate) rank: Rank<'r, 'w>,
    /// The device of the rank.
    pub(super) device: u64,
    /// The stage of the nodes that are being emitted.
    pub(super) stage: usize,
    /// The ranks of the other stages.
    parked: Vec<Option<&'r mut RankMesh<'w>>>,
    /// For every stage, the copies of values there.
    stages: Vec<Copies>,
    pub(super) known: &'e mut Known,
    pub(super) achieved: Achieved,
}

/// The layouts in which each value is available, with the names of the copies.
#[derive(Clone, Debug)]
pub(super) struct Copies(IdVec<ValueId, Vec<(MeshLayout, String)>>);

impl Copies {
    pub(super) fn at(&self, value: ValueId) -> &[(MeshLayout, String)] {
        &self.0[value]
    }
}

/// An integer constant that type inference has computed: shape, element type and contents.
type Folded = (Vec<u64>, ElementType, Bytes);

/// Results that all ranks share.
#[derive(Default)]
pub(crate) struct Known {
    /// Contents of initialisers that were loaded. A contiguous shard is a slice of them.
    raw: FxHashMap<ValueId, Bytes>,
    /// Initialisers whose contents are not loaded.
    deferred: FxHashMap<ValueId, Arc<proto::Tensor>>,
    /// The placement of nodes. It is the same on all ranks, so that they emit the same collectives.
    pub(super) choices: Choices,
    /// Where sums are finished.
    pub(super) sums: Sums,
    /// How nodes with bodies run.
    pub(super) flows: FxHashMap<NodeId, Flow>,
    /// What is known about the branches that are always taken.
    pub(super) taken: FxHashMap<NodeId, Known>,
    /// Results of nodes that take only constants, such as copies of weights that several layers share.
    from_constants: BTreeSet<ValueId>,
    /// Whether a body around this one is tried again. What loops carry then keeps its first layouts.
    pub(super) is_repeated: bool,
}

impl Known {
    /// What is known about a body that is tried for the first time.
    pub(super) fn for_a_body(&self) -> Self {
        Self { is_repeated: self.is_repeated, ..Self::default() }
    }

    /// What is known about a body that is tried again with other inputs.
    pub(super) fn repeated() -> Self {
        Self { is_repeated: true, ..Self::default() }
    }

    /// What is known about a body that is tried again with more copies of captured values: how the nodes with bodies inside it run.
    pub(super) fn flows_only(self) -> Self {
        let taken = self.taken.into_iter().map(|(node, known)| (node, known.flows_only())).collect();
        Self { flows: self.flows, taken, is_repeated: self.is_repeated, ..Self::default() }
    }
}

impl<'e, 'r, 'w, 'm> Emit<'e, 'r, 'w, 'm> {
    /// Starts in the first stage, which is that of `rank`; `others` are the remaining ones.
    pub(crate) fn new(
        job: &'e Job<'e, 'm>,
        rank: Rank<'r, 'w>,
        device: u64,
        others: impl Iterator<Item = &'r mut RankMesh<'w>>,
        known: &'e mut Known,
    ) -> Self {
        let parked: Vec<_> = std::iter::once(None).chain(others.map(Some)).collect();
        let copies = Copies(IdVec::filled(Vec::new(), job.typed.graph.values.len()));
        let stages = vec![copies; parked.len()];
        Self { job, rank, device, stage: 0, parked, stages, known, achieved: Achieved::default() }
    }

    /// Goes on in another stage. A rank that is not in it emits what the first one of the stage would, and later drops it.
    pub(super) fn enter(&mut self, stage: usize) {
        if let Some(next) = self.parked[stage].take() {
            let previous = std::mem::replace(&mut self.rank.rank_mesh, next);
            self.parked[self.stage] = Some(previous);
            self.stage = stage;
        }
        self.rank.position = self.rank.rank_mesh.position(self.device).unwrap_or(0);
    }

    pub(super) fn stage_count(&self) -> usize {
        self.stages.len()
    }

    /// The ranks of a stage.
    pub(super) fn rank_mesh(&self, stage: usize) -> &RankMesh<'w> {
        self.parked[stage].as_deref().unwrap_or(self.rank.rank_mesh)
    }

    /// The copies of values in the current stage.
    pub(super) fn copies(&self) -> &Copies {
        &self.stages[self.stage]
    }

    pub(super) fn copies_of(&self, stage: usize) -> &Copies {
        &self.stages[stage]
    }

    /// Whether a value is an initialiser, which every stage can store.
    pub(super) fn is_stored(&self, value: ValueId) -> bool {
        self.job.initializer(value).is_some()
    }

    /// The shape of a value, with 1 for sizes that are unknown until run time.
    fn shape(&self, value: ValueId) -> Result<Vec<u64>, Obstacle> {
        self.job.typed.types[value].shape_or_ones().ok_or_else(|| Obstacle {
            value,
            what: "has an unknown number of dimensions, and cannot be resharded".into(),
        })
    }

    pub(super) fn element(&self, value: ValueId) -> Result<ElementType, Obstacle> {
        let element = self.job.typed.types[value].element;
        element.ok_or_else(|| Obstacle { value, what: "has an unknown element type".into() })
    }

    /// Registers a copy of a value in a layout.
    pub(crate) fn provide(&mut self, value: ValueId, layout: MeshLayout, name: String) {
        self.stages[self.stage].0[value].push((layout, name));
    }

    /// The names of all copies that this rank has, and what they are shards of.
    pub(crate) fn named_copies(&self) -> Vec<(String, Port)> {
        let mut named = Vec::new();
        for (stage, copies) in self.stages.iter().enumerate() {
            if self.rank_mesh(stage).position(self.device).is_none() {
                continue;
            }
            // The dimensions of shards with merged ones are left to type inference.
            for (value, copies) in
                copies.0.iter().filter(|(value, _)| self.job.typed.merged.get(*value).is_none())
            {
                let port =
                    |layout: &MeshLayout| Port::new(self.job, value, layout.clone()).on(self.job, &[stage]);
                named.extend(copies.iter().map(|(layout, name)| (name.clone(), port(layout))));
            }
        }
        named
    }

    /// The name of a value in a layout. Reshards the cheapest copy if there is none in this layout.
    pub(crate) fn get(&mut self, value: ValueId, layout: &MeshLayout) -> Result<String, Obstacle> {
        if let Some((_, name)) = self.copies().at(value).iter().find(|(other, _)| other == layout) {
            return Ok(name.clone());
        }
        if let Some(given) = self.given_layout(value).filter(|given| given != layout)
            && self.copies().at(value).is_empty()
        {
            let name = self.constant(value, &given)?;
            self.provide(value, given, name);
        }
        let name = if self.copies().at(value).is_empty() {
            self.constant(value, layout)?
        } else if layout.is_replicated() && self.copies().at(value)[0].0.is_replicated() {
            self.copies().at(value)[0].1.clone()
        } else {
            let shape = self.shape(value)?;
            let global = self.global(value, &shape);
            if global.element.bits() == 0 {
                let what =
                    format!("has elements of type {}, which cannot be resharded", global.element.text());
                return Err(Obstacle { value, what });
            }
            if let Some(name) = self.empty_copy(value, &shape, layout) {
                return Ok(name);
            }
            let rank_mesh = &mut *self.rank.rank_mesh;
            let nearest = self.stages[self.stage]
                .at(value)
                .iter()
                .min_by_key(|(from, _)| rank_mesh.cost(global, from, layout));
            let (from, name) = nearest.cloned().unwrap_or_default();
            self.rank.cause = format!("'{}'", self.job.typed.graph.values[value].name);
            match self.job.typed.merged.get(value).filter(|_| from != *layout) {
                Some(groups) => self.reshard_merged(&name, global, groups, [&from, layout]),
                None => self.rank.reshard_elements(&name, global, &from, layout),
            }
        };
        self.provide(value, layout.clone(), name.clone());
        Ok(name)
    }

    /// A copy of a value that has no elements to send; `None` if it may have some.
    fn empty_copy(&mut self, value: ValueId, shape: &[u64], layout: &MeshLayout) -> Option<String> {
        let global = self.global(value, shape);
        if !shape.contains(&0) || global.dims.iter().any(|dim| dim.known().is_none()) {
            return None;
        }
        let element = global.element;
        let sizes = self.shard(value, shape, layout.clone()).node_sizes();
        let name = self.rank.build.zeros_like(element, "", &sizes);
        self.provide(value, layout.clone(), name.clone());
        Some(name)
    }

    /// Reshards a value with merged dimensions, which are taken apart for it.
    fn reshard_merged(
        &mut self,
        name: &str,
        global: GlobalTensor<'_>,
        groups: &[usize],
        [from, to]: [&MeshLayout; 2],
    ) -> String {
        let (mesh, position) = (self.rank.rank_mesh.mesh, self.rank.position);
        let local = |layout: &MeshLayout| range_lengths(&layout.ranges(mesh, global.shape, position));
        let (before, after) = (local(from), local(to));
        let apart = self.rank.build.reshape(name, &divided_sizes(groups, global.dims, &before));
        let resharded = self.rank.reshard_elements(&apart, global, from, to);
        self.rank.build.reshape(&resharded, &merged_sizes(groups, global.dims, &after))
    }

    /// The name of an input of a node in a layout. A constant with several uses is stored once more if this use has a layout of its own:
    /// memory is cheaper than communication.
    pub(super) fn get_input(
        &mut self,
        id: NodeId,
        at: usize,
        value: ValueId,
        layout: &MeshLayout,
    ) -> Result<String, Obstacle> {
        let has =
            |copies: &[(MeshLayout, String)], wanted: &MeshLayout| copies.iter().any(|(l, _)| l == wanted);
        let own = self.own_layout(id, at, value);
        if let Some(own) =
            own.filter(|own| !has(self.copies().at(value), layout) && !has(self.copies().at(value), own))
        {
            let shape = self.shape(value)?;
            let global = self.global(value, &shape);
            if let Some(name) = self.empty_copy(value, &shape, layout) {
                return Ok(name);
            }
            let rank_mesh = &mut *self.rank.rank_mesh;
            let nearest = self.stages[self.stage]
                .at(value)
                .iter()
                .map(|(from, _)| rank_mesh.cost(global, from, layout))
                .min();
            if nearest.is_none_or(|nearest| rank_mesh.cost(global, &own, layout) < nearest) {
                let name = self.constant(value, &own)?;
                self.provide(value, own, name);
            }
        }
        self.get(value, layout)
    }

    /// The layout that was given for an initialiser. It decides how much memory a rank needs, so it is kept even if other shards would send less.
    pub(super) fn given_layout(&self, value: ValueId) -> Option<MeshLayout> {
        let layout = self.job.layouts[value].as_ref().filter(|_| self.job.given.contains(&value))?;
        Some(layout.without_empty_shards(&self.job.typed.types[value].shape()?))
    }

    /// The layout in which a constant with several uses is stored for this one.
    fn own_layout(&self, id: NodeId, at: usize, value: ValueId) -> Option<MeshLayout> {
        let info = &self.job.typed.graph.values[value];
        let is_made = matches!(info.source, ValueSource::Node(..)) && !self.job.is_body;
        let is_free = self.is_stored(value) && !is_made && !self.job.given.contains(&value);
        let layout = self.job.uses.get(&(id, at)).filter(|_| is_free)?;
        Some(layout.without_empty_shards(&self.job.typed.types[value].shape()?))
    }

    /// The layout in which an input of this node is annotated, if it is another than that of its producer. What the reshard costs is decided by
    /// the annotation, so the node is placed as if only this layout were available.
    fn annotated_layout(&self, id: NodeId, at: usize, value: ValueId) -> Option<MeshLayout> {
        let layout = self.job.uses.get(&(id, at)).filter(|_| !self.is_constant(value))?;
        Some(layout.without_empty_shards(&self.job.typed.types[value].shape_or_ones()?))
    }

    /// A shard of an initialiser.
    fn constant(&mut self, value: ValueId, layout: &MeshLayout) -> Result<String, Obstacle> {
        let obstacle = |what: String| Obstacle { value, what };
        let Some(tensor) = self.job.initializer(value) else {
            return Err(obstacle("is used before it is defined".into()));
        };
        self.count_weight(value, layout, self.copies().at(value).is_empty());
        let slices = self.stored_slices(value, layout)?;
        let mut names = Vec::new();
        for slice in &slices {
            names.push(self.stored_slice(value, tensor, layout, slice)?);
        }
        let dim = self.job.typed.parts.get(value).map_or(0, |parts| parts.dim);
        Ok(self.rank.build.concat(&names.iter().map(String::as_str).collect::<Vec<_>>(), dim))
    }

    /// What a rank stores of an initialiser: one slice, or several that are joined if the parts of a dimension have different sizes.
    fn stored_slices(&self, value: ValueId, layout: &MeshLayout) -> Result<Vec<StoredSlice>, Obstacle> {
        let (shape, mesh) = (self.shape(value)?, self.rank.rank_mesh.mesh);
        let ranges = layout.ranges(mesh, &shape, self.rank.position);
        let mut dims: Vec<i64> = ranges.iter().map(|range| (range.end - range.start) as i64).collect();
        if let Some(groups) = self.job.typed.merged.get(value) {
            let mut apart = dims.into_iter();
            dims = groups.iter().map(|&count| apart.by_ref().take(count).product()).collect();
        }
        let parts = self.job.typed.parts.get(value).filter(|parts| !layout.0[parts.dim].is_empty());
        // A constant with merged dimensions has none in parts.
        let Some(parts) = parts else { return Ok(vec![StoredSlice { dims, shape, ranges }]) };
        let (at, axes) = (parts.dim, &layout.0[parts.dim]);
        let index = super::mesh_layout::shard_index(mesh, axes, self.rank.position);
        let own = parts.ranges(shard_count(axes), index);
        if let Some(equal) = parts.equal_size() {
            // Equal parts are a dimension of their own.
            let (mut shape, mut ranges) = (shape, ranges);
            let count = parts.sizes.len() as u64;
            shape.splice(at..=at, [count, equal]);
            ranges.splice(at..=at, [0..count, own[0].clone()]);
            return Ok(vec![StoredSlice { dims, shape, ranges }]);
        }
        let slice = |own: &Range<u64>| {
            let (mut dims, mut ranges) = (dims.clone(), ranges.clone());
            dims[at] = (own.end - own.start) as i64;
            ranges[at] = own.clone();
            StoredSlice { dims, shape: shape.clone(), ranges }
        };
        Ok(own.iter().map(slice).collect())
    }

    /// Stores one slice of an initialiser.
    fn stored_slice(
        &mut self,
        value: ValueId,
        tensor: &proto::Tensor,
        layout: &MeshLayout,
        slice: &StoredSlice,
    ) -> Result<String, Obstacle> {
        let info = &self.job.typed.graph.values[value];
        let obstacle = |what: String| Obstacle { value, what };
        if let Some(name) = self.defer(value, tensor, layout, slice)? {
            return Ok(name);
        }
        if layout.is_replicated() {
            let mut tensor = match tensor.is_external() {
                true => proto::Tensor {
                    raw_data: Some(self.raw(value, tensor)?),
                    external_data: Vec::new(),
                    data_location: None,
                    ..tensor.clone()
                },
                false => tensor.clone(),
            };
            let name = self.stored_name(value);
            tensor.name = Some(name.clone());
            self.rank.build.initializers.push(tensor);
            return Ok(name);
        }
        let element = self.element(value)?;
        if element.bits() == 0 {
            return Err(obstacle(format!(
                "has elements of type {}, which cannot be sharded",
                element.text()
            )));
        }
        let raw = self.raw(value, tensor)?;
        let StoredSlice { dims, shape, ranges } = slice;
        let shard = weights::slice_elements(&raw, shape, element.bits(), ranges)
            .ok_or_else(|| obstacle("has contents that do not match its shape".into()))?;
        Ok(self.rank.build.constant(info.name, element, dims.clone(), shard))
    }

    /// Declares a shard of an initialiser without its contents, if the job asks for it and the initialiser is large.
    fn defer(
        &mut self,
        value: ValueId,
        tensor: &proto::Tensor,
        layout: &MeshLayout,
        slice: &StoredSlice,
    ) -> Result<Option<String>, Obstacle> {
        let obstacle = |what: String| Obstacle { value, what };
        let Some(measure) = self.job.defer else { return Ok(None) };
        let is_listed = !tensor.is_external() && tensor.raw_data.is_none();
        let element = self.element(value)?;
        if is_listed {
            return Ok(None);
        }
        let bytes = measure(tensor).map_err(obstacle)?;
        let shape = self.shape(value)?;
        if element.bytes_of(shape.iter().copied()) != Some(bytes) {
            return Err(obstacle("has contents that do not match its shape".into()));
        }
        if bytes < SMALLEST_DEFERRED {
            return Ok(None);
        }
        let StoredSlice { dims, shape, ranges } = slice.clone();
        let in_bytes = match layout.is_replicated() {
            true => Some((vec![bytes], std::iter::once(0..bytes).collect())),
            false => weights::in_bytes(&shape, element.bits(), &ranges),
        };
        // Elements that share a byte with those of another shard are packed again.
        let Some(weight) = in_bytes else { return Ok(None) };
        let known = self.known.deferred.entry(value);
        let source = Arc::clone(known.or_insert_with(|| Arc::new(tensor.clone())));
        let name = match layout.is_replicated() {
            true => self.stored_name(value),
            false => self.rank.build.name(self.job.typed.graph.values[value].name),
        };
        self.rank.build.defer(&name, element, dims, source, weight);
        Ok(Some(name))
    }

    /// The name of an initialiser that a rank stores entirely. Different bodies may have constants of the same name.
    fn stored_name(&mut self, value: ValueId) -> String {
        let name = self.job.typed.graph.values[value].name;
        if self.job.is_body { self.rank.build.name(name) } else { name.to_owned() }
    }

    fn raw(&mut self, value: ValueId, tensor: &proto::Tensor) -> Result<Bytes, Obstacle> {
        if let Some(raw) = self.known.raw.get(&value) {
            return Ok(raw.clone());
        }
        let raw = (self.job.load)(tensor).map_err(|what| Obstacle { value, what })?;
        self.known.raw.insert(value, raw.clone());
        Ok(raw)
    }

    /// Emits a node.
    pub(crate) fn node(&mut self, id: NodeId) -> Result<(), Obstacle> {
        self.rank.node = Some(id.index());
        if self.folds(id) {
            return Ok(());
        }
        let job = self.job;
        let proto = job.typed.graph.nodes[id].proto;
        if job.is_body && self.stores(id) {
            // Ranks store their shards of it where it is used.
            return Ok(());
        }
        self.receive_inputs(id)?;
        match &job.typed.signatures[id] {
            Ok(_) if has_bodies(proto) => match self.control_flow(id)? {
                true => Ok(()),
                false => self.emit_replicated(id, Replicated::HasBodies),
            },
            Ok(signature) => self.emit_sharded(id, signature),
            Err(_) => self.emit_replicated(id, Replicated::NoRule),
        }
    }

    /// Whether a node is a constant that ranks store.
    fn stores(&self, id: NodeId) -> bool {
        let outputs = &self.job.typed.graph.nodes[id].outputs;
        matches!(outputs[..], [Some(value)] if self.is_stored(value))
    }

    /// Renames the values that the bodies of a node capture to their replicated copies.
    fn capture_replicated(&mut self, id: NodeId, proto: &mut proto::Node) -> Result<(), Obstacle> {
        let mut renamed: FxHashMap<String, String> = FxHashMap::default();
        for name in super::capture::captured_names(self.job.typed.graph.nodes[id].proto) {
            if let Some(value) = self.job.typed.graph.find(name)
                && self.job.typed.graph.values[value].source != ValueSource::Missing
            {
                renamed.insert(name.to_owned(), self.get_replicated(value)?);
            }
        }
        super::capture::rename_captured(proto, &renamed);
        Ok(())
    }

    /// A layout of a value that is available on shards only. Shards of constants are stored, not gathered.
    pub(super) fn only_sharded(&self, value: ValueId) -> Option<&MeshLayout> {
        let copies = self.copies().at(value);
        let is_constant = self.is_stored(value);
        let is_available = copies.iter().any(|(layout, _)| layout.is_replicated());
        copies.first().filter(|_| !is_constant && !is_available).map(|(layout, _)| layout)
    }

    /// Emits constants if type inference folded all results of a node, which is common for arithmetic on shapes. Returns whether it did.
    fn folds(&mut self, id: NodeId) -> bool {
        let outputs: Vec<ValueId> =
            self.job.typed.graph.nodes[id].outputs.iter().flatten().copied().collect();
        let found: Option<Vec<Folded>> = outputs.iter().map(|&output| self.folded(output)).collect();
        let Some(found) = found else { return false };
        for (&output, folded) in outputs.iter().zip(found) {
            self.provide_folded(output, folded);
        }
        !outputs.is_empty()
    }

    /// The value of a small integer constant, if type inference has computed it.
    pub(super) fn folded(&self, value: ValueId) -> Option<Folded> {
        let (shape, element) = (self.job.typed.types[value].shape()?, self.element(value).ok()?);
        let raw = self.integers(value).and_then(|values| raw_integers(&values, element))?;
        Some((shape, element, raw))
    }

    pub(super) fn provide_folded(&mut self, value: ValueId, (shape, element, raw): Folded) {
        let name = self.job.typed.graph.values[value].name;
        let dims = shape.iter().map(|&size| size as i64).collect();
        let name = self.rank.build.constant(name, element, dims, raw);
        self.provide(value, MeshLayout::replicated(shape.len()), name);
    }

    /// The inputs of a node, without empty tensors that mean an omitted input.
    fn present_inputs(&self, id: NodeId) -> Vec<Option<ValueId>> {
        let node = &self.job.typed.graph.nodes[id];
        let is_empty = |value: ValueId| self.job.typed.types[value].shape().as_deref() == Some(&[0]);
        let present = |(at, input): (usize, &Option<ValueId>)| {
            let leaves_out = empty_is_absent(node.proto, self.rank.build.opset, at);
            input.filter(|value| !(leaves_out && is_empty(*value)))
        };
        node.inputs.iter().enumerate().map(present).collect()
    }

    /// Emits a node that runs on replicated inputs, on every rank.
    fn emit_replicated(&mut self, id: NodeId, why: Replicated) -> Result<(), Obstacle> {
        self.note_replicated(id, why);
        let node = &self.job.typed.graph.nodes[id];
        let mut proto = node.proto.clone();
        proto.device_configurations.clear();
        for (at, (name, input)) in proto.input.iter_mut().zip(self.present_inputs(id)).enumerate() {
            *name = match input {
                Some(input) if self.own_layout(id, at, input).is_some() => {
                    let rank = self.job.typed.types[input].rank().unwrap_or(0);
                    self.get_input(id, at, input, &MeshLayout::replicated(rank))?
                }
                Some(input) => self.get_replicated(input)?,
                None => String::new(),
            };
        }
        self.capture_replicated(id, &mut proto)?;
        spell_attributes(self.job.typed, id, &mut proto);
        let outputs = node.outputs.clone();
        for (name, output) in proto.output.iter_mut().zip(&outputs) {
            if let Some(output) = output {
                *name = self.rank.build.name(self.job.typed.graph.values[*output].name);
            }
        }
        let names = proto.output.clone();
        let draws = is_random(&proto) || self.job.typed.bodies_of(id).any(draws);
        self.rank.build.nodes.push(proto);
        for (name, output) in names.into_iter().zip(&outputs) {
            let Some(output) = *output else { continue };
            let element = self.job.typed.types[output].element.unwrap_or(ElementType::Float);
            if draws && !is_tensor(self.job.typed, output) {
                let what = "is drawn at random and is not a tensor, so that ranks cannot exchange it".into();
                return Err(Obstacle { value: output, what });
            }
            let name = if draws { self.rank.first_of_all(&name, element) } else { name };
            let rank = self.job.typed.types[output].rank().unwrap_or(0);
            self.provide(output, MeshLayout::replicated(rank), name);
        }
        Ok(())
    }

    pub(super) fn get_replicated(&mut self, value: ValueId) -> Result<String, Obstacle> {
        // A replicated value need not have a known shape.
        if let Some((_, name)) = self.copies().at(value).iter().find(|(layout, _)| layout.is_replicated()) {
            return Ok(name.clone());
        }
        let rank = self.job.typed.types[value].rank().unwrap_or(0);
        self.get(value, &MeshLayout::replicated(rank))
    }

    /// Emits a node that runs on shards of its inputs.
    fn emit_sharded(&mut self, id: NodeId, signature: &Signature) -> Result<(), Obstacle> {
        let node = &self.job.typed.graph.nodes[id];
        let present = self.present_inputs(id);
        let shapes: Option<Vec<Vec<u64>>> = (present.iter())
            .map(|input| input.map_or(Some(Vec::new()), |input| self.job.typed.types[input].shape_or_ones()))
            .collect();
        let outputs_known = node.outputs.iter().flatten().all(|&output| {
            self.job.typed.types[output].rank().is_some() && self.job.typed.types[output].element.is_some()
        });
        let Some(shapes) = shapes.filter(|_| outputs_known) else {
            return self.emit_replicated(id, Replicated::UnknownType);
        };
        let is_empty =
            |output: &ValueId| self.job.typed.types[*output].shape_or_ones().is_some_and(|s| s.contains(&0));
        // Parameters may be empty, such as a list of axes or regions.
        let is_data =
            |at: usize| signature.inputs.get(at).is_none_or(|mapping| mapping.factors().next().is_some());
        let empty_data = (0..shapes.len()).any(|at| shapes[at].contains(&0) && is_data(at));
        let has_empty = empty_data || node.outputs.iter().flatten().any(is_empty);
        if has_empty && !passes_empty(signature) {
            return self.emit_replicated(id, Replicated::Empty);
        }
        let choice = self.choose(id, signature, &present, &shapes);
        let taken = self.taken_sums(id);
        match choice.is_replicated() {
            true if taken.is_empty() => return self.emit_replicated(id, Replicated::Chosen),
            true => self.note_replicated(id, Replicated::Chosen),
            false => {
                self.note_lost_axes(id, &choice);
                self.count_work(id, Some(&choice));
            }
        }
        let chosen = &choice.axes;
        let mut inputs = Vec::new();
        let mut proto = node.proto.clone();
        proto.device_configurations.clear();
        for (at, input) in present.iter().enumerate() {
            let Some(value) = *input else {
                proto.input[at].clear();
                inputs.push(None);
                continue;
            };
            let layout = choice.input(at).with_unreduced(self.known.sums.taken(id, at).iter().copied());
            let mut shard = self.shard(value, &shapes[at], layout);
            shard.name = self.get_input(id, at, value, &shard.layout)?;
            inputs.push(Some(shard));
        }
        self.enter_once(id, (signature, chosen), &taken, &mut inputs);
        let is_partial = !taken.is_empty()
            || signature.factors.iter().zip(chosen).any(|(factor, axes)| {
                !axes.is_empty() && matches!(factor.kind, FactorKind::Reduction(_) | FactorKind::Lookup)
            });
        let mut outputs = Vec::new();
        for (at, output) in node.outputs.iter().enumerate() {
            let Some(value) = *output else {
                outputs.push(None);
                continue;
            };
            let shape = self.shape(value)?;
            let layout = choice.output(at).with_unreduced(self.known.sums.kept(value).iter().copied());
            let mut shard = self.shard(value, &shape, layout);
            shard.element = self.element(value)?;
            shard.name = self.rank.build.name(self.job.typed.graph.values[value].name);
            outputs.push(Some(shard));
        }
        let mesh = self.rank.rank_mesh.mesh;
        let position = self.rank.position;
        let contents = node.inputs.iter().map(|input| self.integers((*input)?)).collect();
        let mut local = LocalNode { signature, chosen, mesh, position, proto, inputs, contents, outputs };
        self.rank.cause = node.proto.op().to_owned();
        lower_node(&mut self.rank, &mut local);
        for (output, shard) in node.outputs.iter().zip(&local.outputs) {
            let (Some(value), Some(shard)) = (output, shard) else { continue };
            let name = if is_partial { self.rank.finish(&local, shard, &taken) } else { shard.name.clone() };
            self.provide(*value, shard.layout.clone(), name);
        }
        Ok(())
    }

    /// The contents of a small integer constant.
    fn integers(&self, value: ValueId) -> Option<Vec<i64>> {
        known_integers(self.job.typed, value)
    }

    /// The placement of a node. The first rank chooses, and the others reuse its choice.
    fn choose(
        &mut self,
        id: NodeId,
        signature: &Signature,
        present: &[Option<ValueId>],
        shapes: &[Vec<u64>],
    ) -> Rc<Choice> {
        if let Some(choice) = self.known.choices.get(&id) {
            return Rc::clone(choice);
        }
        let node = &self.job.typed.graph.nodes[id];
        let inputs: Vec<Option<NodeTensor<'_>>> = (present.iter().enumerate())
            .map(|(at, value)| {
                let value = (*value)?;
                let mut layouts: Vec<MeshLayout> =
                    self.copies().at(value).iter().map(|(layout, _)| layout.clone()).collect();
                // An initialiser that was not emitted yet, or not for this use.
                let kept =
                    self.job.layouts[value].as_ref().map(|layout| layout.without_empty_shards(&shapes[at]));
                match (self.own_layout(id, at, value), self.annotated_layout(id, at, value)) {
                    (Some(own), _) if !layouts.contains(&own) => layouts.push(own),
                    (Some(_), _) => {}
                    (None, Some(annotated)) => layouts = vec![annotated],
                    (None, None) => layouts.extend(kept.filter(|_| layouts.is_empty())),
                }
                let global = self.global(value, &shapes[at]);
                let is_stored = self.is_constant(value);
                Some(NodeTensor { global, mapping: signature.inputs.get(at), layouts, is_stored })
            })
            .collect();
        let results: Vec<Option<(ValueId, Vec<u64>)>> = (node.outputs.iter())
            .map(|value| {
                (*value).and_then(|value| Some((value, self.job.typed.types[value].shape_or_ones()?)))
            })
            .collect();
        let outputs: Vec<Option<NodeTensor<'_>>> = (results.iter().enumerate())
            .map(|(at, result)| {
                let (value, shape) = result.as_ref()?;
                // A result without a known layout may be used entirely, so it is priced as replicated.
                let wanted =
                    self.job.layouts[*value].as_ref().map(|layout| layout.without_empty_shards(shape));
                let wanted = wanted.unwrap_or_else(|| MeshLayout::replicated(shape.len()));
                let mapping = signature.outputs.get(at).map(|output| &output.mapping);
                let global = self.global(*value, shape);
                Some(NodeTensor { global, mapping, layouts: vec![wanted], is_stored: false })
            })
            .collect();
        let first = present.first().copied().flatten();
        let element = first.and_then(|value| self.job.typed.types[value].element);
        let opset = self.rank.build.opset;
        let plain = Plain { node: node.proto, signature, shapes, element, opset };
        let choice = Rc::new(choose_axes(&plain, [&inputs, &outputs], self.rank.rank_mesh));
        if !present.is_empty() && present.iter().flatten().all(|value| self.is_constant(*value)) {
            self.known.from_constants.extend(node.outputs.iter().flatten());
        }
        self.known.choices.insert(id, Rc::clone(&choice));
        choice
    }

    /// Whether a value is an initialiser, or computed from initialisers only.
    fn is_constant(&self, value: ValueId) -> bool {
        self.is_stored(value) || self.known.from_constants.contains(&value)
    }

    fn global<'s>(&self, value: ValueId, shape: &'s [u64]) -> GlobalTensor<'s>
    where
        'e: 's,
    {
        let ty = &self.job.typed.types[value];
        // Values of unknown type are only sliced and passed on, so any type will do.
        let element = ty.element.unwrap_or(ElementType::Float);
        let parts = self.job.typed.parts.get(value);
        GlobalTensor { shape, dims: ty.dims.as_deref().unwrap_or_default(), parts, element }
    }

    fn shard(&self, value: ValueId, shape: &[u64], layout: MeshLayout) -> Shard {
        let ranges = layout.ranges(self.rank.rank_mesh.mesh, shape, self.rank.position);
        let element = self.global(value, shape).element;
        let dims = self.job.typed.types[value].dims.clone().unwrap_or_default();
        let merged = self.job.typed.merged.get(value).unwrap_or_default().to_vec();
        Shard { name: String::new(), element, shape: shape.to_vec(), dims, layout, ranges, merged }
    }

    /// The axes along which some input of a node is a partial sum.
    fn taken_sums(&self, id: NodeId) -> Axes {
        let inputs = 0..self.job.typed.graph.nodes[id].inputs.len();
        let mut axes: Axes = inputs.flat_map(|at| self.known.sums.taken(id, at)).copied().collect();
        axes.sort_unstable();
        axes.dedup();
        axes
    }

    /// Where a result will be summed, an addend such as a bias is replaced by zeros on all ranks but the first. So is an addend that is
    /// complete along axes along which another one is a partial sum.
    fn enter_once(
        &mut self,
        id: NodeId,
        (signature, chosen): (&Signature, &[Axes]),
        taken: &[AxisRef],
        inputs: &mut [Option<Shard>],
    ) {
        let summed = (signature.factors.iter().zip(chosen))
            .filter(|(factor, _)| matches!(factor.kind, FactorKind::Reduction(_)))
            .flat_map(|(_, axes)| axes.iter().copied());
        let all: Axes = summed.chain(taken.iter().copied()).collect();
        let form = linear_form(self.job.typed.graph.nodes[id].proto);
        let is_addend = |at: usize| form == Some(Linear::Together) || signature.once.contains(&at);
        for (_, input) in inputs.iter_mut().enumerate().filter(|(at, _)| is_addend(*at)) {
            let Some(shard) = input else { continue };
            let complete = all.iter().copied().filter(|axis| !shard.layout.unreduced().contains(axis));
            let complete: Axes = complete.collect();
            shard.name =
                self.rank.contribute_once(&shard.name, shard.element, &shard.node_sizes(), &complete);
        }
    }
}

/// The contents of a small integer constant.
pub(super) fn known_integers(typed: &TypedGraph<'_>, value: ValueId) -> Option<Vec<i64>> {
    match typed.contents[value].as_ref()? {
        Contents::Ints(elements) => elements.iter().map(number).collect(),
        Contents::Floats(_) => None,
    }
}

/// Whether an op passes dimensions through without stating their sizes, so that it also runs on shards of empty tensors.
fn passes_empty(signature: &Signature) -> bool {
    let passes = |factor: &crate::signature::Factor| match factor.kind {
        FactorKind::PassThrough => factor.size != Dim::Known(0),
        FactorKind::NeedsReplication(_) => true,
        _ => false,
    };
    signature.sized.is_empty() && signature.factors.iter().all(passes)
}

/// Whether an empty tensor means an omitted input, and may be omitted.
///
/// Engines test whether `scales` and `sizes` are present before they test whether they are empty.
fn empty_is_absent(node: &proto::Node, opset: i64, input: usize) -> bool {
    node.name_space().is_empty() && node.op() == "Resize" && opset >= 13 && matches!(input, 1..=3)
}

pub(super) fn has_bodies(node: &proto::Node) -> bool {
    node.attribute.iter().any(|attribute| attribute.subgraphs().next().is_some())
}

/// Whether a graph draws random numbers, which must be those of one rank.
pub(super) fn draws(graph: &TypedGraph<'_>) -> bool {
    graph.graph.nodes.iter().any(|(_, node)| is_random(node.proto)) || graph.bodies.values().any(draws)
}

/// Whether the value may be a tensor: it is not declared as a sequence or an optional value.
pub(super) fn is_tensor(typed: &TypedGraph<'_>, value: ValueId) -> bool {
    let declared = typed.graph.values[value].declared.and_then(|ty| ty.value.as_ref());
    declared.is_none_or(|ty| matches!(ty, proto::TypeValue::Tensor(_)))
}

/// Whether every run draws different numbers, so that ranks must use those of one rank.
pub(super) fn is_random(node: &proto::Node) -> bool {
    let ops = [
        "Bernoulli",
        "Multinomial",
        "RandomNormal",
        "RandomNormalLike",
        "RandomUniform",
        "RandomUniformLike",
    ];
    // `Dropout` is random only in training, which its third input enables.
    let trains = node.op() == "Dropout" && node.input.get(2).is_some_and(|name| !name.is_empty());
    node.name_space().is_empty() && (ops.contains(&node.op()) || trains)
}

fn number(element: &IntElement) -> Option<i64> {
    match element {
        IntElement::Int(value) => Some(*value),
        IntElement::Size(Dim::Known(size)) => i64::try_from(*size).ok(),
        IntElement::Size(_) => None,
    }
}

/// Encodes integers in an element type; `None` if they do not fit.
fn raw_integers(values: &[i64], element: ElementType) -> Option<Bytes> {
    let raw: Vec<u8> = match element {
        ElementType::Int64 => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
        ElementType::Int32 => {
            let narrow: Option<Vec<i32>> = values.iter().map(|&value| i32::try_from(value).ok()).collect();
            narrow?.iter().flat_map(|value| value.to_le_bytes()).collect()
        }
        ElementType::Bool => values.iter().map(|&value| u8::from(value != 0)).collect(),
        _ => return None,
    };
    Some(raw.into())
}
