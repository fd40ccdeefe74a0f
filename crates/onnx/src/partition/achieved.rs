//! What a partition achieves: how much of the work and of the weights is sharded, and where a sharding is lost.

use partita_base::Id;
use partita_mesh::AxisRef;
use partita_mesh::axis_list::shard_count;
use partita_place::Axes;

use super::emit::{Emit, has_bodies};
use super::flops::{NodeShapes, multiplies, product_of};
use super::flow_ports::iterations;
use super::mesh_layout::{MeshLayout, fills_all_shards};
use super::placement::Choice;
use super::rank::range_lengths;
use super::reshard::byte_count;
use crate::graph::{NodeId, ValueId};
use crate::signature::{FactorKind, Signature};
use crate::typing::TypedGraph;

/// What a partition achieves, seen from its first rank.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Achieved {
    /// The FLOPs of matrix products, convolutions, attention and recurrent ops. Bodies of loops count once per iteration, and both branches of
    /// conditions count.
    pub flops: Share,
    /// The number of such nodes whose FLOPs are unknown, because a rank is. Sizes and numbers of iterations that are unknown until run time
    /// count as 1.
    pub uncounted: usize,
    /// The number of nodes with bodies that multiply.
    pub bodies: usize,
    /// The bytes of the initialisers that the model uses.
    pub weight_bytes: Share,
    /// The first node that runs replicated, along all axes or some, although an input was sharded.
    pub lost: Option<LostSharding>,
}

/// How much of an amount is sharded.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// The amount in the model.
    pub total: f64,
    /// The part of it that no rank has entirely.
    pub sharded: f64,
    /// The amount on the first rank.
    pub on_first_rank: f64,
}

impl Achieved {
    /// Adds what a branch achieves that is always taken.
    pub(super) fn add(&mut self, other: Achieved) {
        self.flops.add_share(&other.flops);
        self.weight_bytes.add_share(&other.weight_bytes);
        self.uncounted += other.uncounted;
        self.bodies += other.bodies;
        self.lost = self.lost.take().or(other.lost);
    }
}

impl Share {
    /// Adds an amount of another graph.
    pub(super) fn add_share(&mut self, other: &Share) {
        self.total += other.total;
        self.sharded += other.sharded;
        self.on_first_rank += other.on_first_rank;
    }

    /// The amount of several iterations of what this counts once.
    pub(super) fn times(self, iterations: f64) -> Share {
        let Share { total, sharded, on_first_rank } = self;
        Share {
            total: iterations * total,
            sharded: iterations * sharded,
            on_first_rank: iterations * on_first_rank,
        }
    }

    fn add(&mut self, total: f64, on_first_rank: f64) {
        self.total += total;
        self.on_first_rank += on_first_rank;
        if on_first_rank < total {
            self.sharded += total;
        }
    }
}

/// A node that runs replicated although an input was sharded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostSharding {
    /// The axes that sharded the input and along which the node runs replicated; empty if it runs replicated along all axes.
    pub axes: Vec<String>,
    /// The position of the node.
    pub node: usize,
    /// The type of the node, such as `Concat`.
    pub op: String,
    /// The input that is gathered.
    pub tensor: String,
    /// Why the node runs on replicated inputs.
    pub reason: String,
}

/// Why a node runs on replicated inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Replicated {
    NoRule,
    HasBodies,
    UnknownType,
    Empty,
    Chosen,
}

impl Emit<'_, '_, '_, '_> {
    /// Counts the work of a node that is placed by `choice`, or replicated without one. That of bodies is counted where they are emitted.
    pub(super) fn count_work(&mut self, id: NodeId, choice: Option<&Choice>) {
        let node = &self.job.typed.graph.nodes[id];
        let Some(product) = product_of(node.proto) else { return };
        let shapes = shapes_of(self.job.typed, id);
        let signature = self.job.typed.signatures[id].as_ref().ok();
        let Some(total) = product.flops(node.proto, &shapes, signature) else {
            self.achieved.uncounted += 1;
            return;
        };
        let on_rank = choice.and_then(|choice| {
            let local = self.local_shapes(&shapes, choice);
            product.flops(node.proto, &local, signature)
        });
        self.achieved.flops.add(total, on_rank.unwrap_or(total));
    }

    fn local_shapes(&self, shapes: &NodeShapes, choice: &Choice) -> NodeShapes {
        let (mesh, position) = (self.rank.rank_mesh.mesh, self.rank.position);
        let local = |shape: &Option<Vec<u64>>, layout: MeshLayout| {
            shape.as_ref().map(|shape| range_lengths(&layout.ranges(mesh, shape, position)))
        };
        let inputs = shapes.inputs.iter().enumerate().map(|(at, shape)| local(shape, choice.input(at)));
        let outputs = shapes.outputs.iter().enumerate().map(|(at, shape)| local(shape, choice.output(at)));
        NodeShapes { inputs: inputs.collect(), outputs: outputs.collect() }
    }

    /// Counts the bytes of an initialiser that this rank stores, once more if it has other copies.
    pub(super) fn count_weight(&mut self, value: ValueId, layout: &MeshLayout, is_first: bool) {
        let ty = &self.job.typed.types[value];
        let (Some(shape), Some(element)) = (ty.shape(), ty.element) else { return };
        let own = range_lengths(&layout.ranges(self.rank.rank_mesh.mesh, &shape, self.rank.position));
        let (total, own) = (byte_count(element, shape) as f64, byte_count(element, own) as f64);
        let weights = &mut self.achieved.weight_bytes;
        if is_first {
            weights.add(total, own);
            return;
        }
        weights.on_first_rank += own;
        // The earlier copies are sharded: a replicated one would have been used.
        if layout.is_replicated() {
            weights.sharded -= total;
        }
    }

    /// Records a node that runs replicated, before its inputs are gathered.
    pub(super) fn note_replicated(&mut self, id: NodeId, why: Replicated) {
        self.count_work(id, None);
        if has_bodies(self.job.typed.graph.nodes[id].proto) {
            let mut inside = Achieved::default();
            count_replicated_bodies(self.job.typed, id, 1.0, &mut inside);
            self.achieved.add(inside);
        }
        if self.achieved.lost.is_some() {
            return;
        }
        let node = &self.job.typed.graph.nodes[id];
        let sharded = node.inputs.iter().enumerate().find_map(|(at, input)| {
            let value = (*input)?;
            Some((at, value, self.gathered_layout(value)?))
        });
        // The values that the bodies of control flow capture are gathered too.
        let captured = || {
            let names = super::capture::captured_names(node.proto).into_iter();
            names.filter_map(|name| self.job.typed.graph.find(name)).find_map(|value| {
                let at = node.inputs.len();
                Some((at, value, self.gathered_layout(value)?))
            })
        };
        let Some((at, value, layout)) = sharded.or_else(captured) else { return };
        let reason = self.reason(id, why, at, &layout);
        self.achieved.lost = Some(self.lost_at(id, value, Vec::new(), reason));
    }

    /// Records a node that runs on shards along some axes, but along others only its inputs were sharded.
    pub(super) fn note_lost_axes(&mut self, id: NodeId, choice: &Choice) {
        if self.achieved.lost.is_some() {
            return;
        }
        let is_used = |axis: &AxisRef| choice.axes.iter().flatten().any(|used| used.overlaps(*axis));
        let inputs = self.job.typed.graph.nodes[id].inputs.iter().enumerate();
        let lost = inputs.filter_map(|(at, input)| Some((at, (*input)?))).find_map(|(at, value)| {
            let layout = self.gathered_layout(value)?;
            let dims =
                layout.0.iter().map(|axes| axes.iter().copied().filter(|axis| !is_used(axis)).collect());
            let unused = MeshLayout::from(dims.collect::<Vec<Axes>>());
            (!unused.is_replicated()).then_some((at, value, unused))
        });
        let Some((at, value, unused)) = lost else { return };
        let mesh = self.rank.rank_mesh.mesh;
        let mut axes: Vec<String> = Vec::new();
        for axis in unused.0.iter().flatten() {
            let name = mesh.mesh_axis(axis.axis()).name().to_owned();
            if !axes.contains(&name) {
                axes.push(name);
            }
        }
        let reason = self.reason(id, Replicated::Chosen, at, &unused);
        self.achieved.lost = Some(self.lost_at(id, value, axes, reason));
    }

    /// The layout of a value that is available on shards only, or stored on those that were given. Other constants are stored as they are used.
    fn gathered_layout(&self, value: ValueId) -> Option<MeshLayout> {
        let is_available = || self.copies().at(value).iter().any(|(layout, _)| layout.is_replicated());
        let given = || self.given_layout(value).filter(|layout| !layout.is_replicated() && !is_available());
        self.only_sharded(value).cloned().or_else(given)
    }

    /// A sharding of a value that is lost at a node.
    pub(super) fn lost_at(
        &self,
        id: NodeId,
        value: ValueId,
        axes: Vec<String>,
        reason: String,
    ) -> LostSharding {
        LostSharding {
            axes,
            node: id.index(),
            op: self.job.typed.graph.nodes[id].proto.op().to_owned(),
            tensor: self.job.typed.graph.values[value].name.to_owned(),
            reason,
        }
    }

    fn reason(&self, id: NodeId, why: Replicated, input: usize, layout: &MeshLayout) -> String {
        let signature = &self.job.typed.signatures[id];
        match (why, signature) {
            (Replicated::HasBodies, _) => "control flow runs replicated".to_owned(),
            (Replicated::UnknownType, _) => "the element type or the rank of a tensor is unknown".to_owned(),
            (Replicated::Empty, _) => "a tensor is empty".to_owned(),
            (Replicated::NoRule | Replicated::Chosen, Err(no_rule)) => no_rule.to_string(),
            (Replicated::NoRule | Replicated::Chosen, Ok(signature)) => {
                let stated = stated_reason(signature, input, layout).map(str::to_owned);
                let shape = (self.job.typed.graph.nodes[id].inputs.get(input).copied().flatten())
                    .and_then(|value| self.job.typed.types[value].shape_or_ones())
                    .unwrap_or_default();
                let is_unfilled = |(axes, size): &(&Axes, &u64)| !fills_all_shards(**size, shard_count(axes));
                let unfilled = layout.0.iter().zip(&shape).find(is_unfilled);
                let unfilled = unfilled
                    .map(|(axes, size)| format!("{size} elements do not fill {} shards", shard_count(axes)));
                let value = self.job.typed.graph.nodes[id].inputs.get(input).copied().flatten();
                let dims = value.and_then(|value| self.job.typed.types[value].dims.as_deref());
                // Prices compare what is sent at some size.
                let counted = dims.into_iter().flatten().find(|dim| dim.known().is_none());
                let counted =
                    counted.map(|dim| format!("; {dim} is unknown and counts as 1")).unwrap_or_default();
                let other = || format!("running it on shards is impossible here, or sends more{counted}");
                stated.or(unfilled).unwrap_or_else(other)
            }
        }
    }
}

/// The shapes of what a node reads and returns. Sizes that are unknown until run time count as 1.
fn shapes_of(typed: &TypedGraph<'_>, id: NodeId) -> NodeShapes {
    let node = &typed.graph.nodes[id];
    let shape = |value: &Option<ValueId>| typed.types[(*value)?].shape_or_ones();
    let of = |values: &[Option<ValueId>]| values.iter().map(shape).collect::<Vec<_>>();
    NodeShapes { inputs: of(&node.inputs), outputs: of(&node.outputs) }
}

/// Adds the work of the bodies of a node that every rank runs entirely. The decoder of the model limits the nesting of bodies.
fn count_replicated_bodies(typed: &TypedGraph<'_>, id: NodeId, times: f64, counted: &mut Achieved) {
    let times = times * iterations(typed, id);
    counted.bodies += usize::from(multiplies(typed.graph.nodes[id].proto));
    for body in typed.bodies_of(id) {
        for (inner, node) in body.graph.nodes.iter() {
            count_replicated_bodies(body, inner, times, counted);
            let Some(product) = product_of(node.proto) else { continue };
            let signature = body.signatures[inner].as_ref().ok();
            match product.flops(node.proto, &shapes_of(body, inner), signature) {
                Some(flops) => counted.flops.add(times * flops, times * flops),
                None => counted.uncounted += 1,
            }
        }
    }
}

/// Why a dimension that `layout` shards must be replicated, if the rule of the op states it.
fn stated_reason(signature: &Signature, input: usize, layout: &MeshLayout) -> Option<&'static str> {
    let dims = &signature.inputs.get(input)?.dims;
    let sharded = layout.0.iter().zip(dims).filter(|(axes, _)| !axes.is_empty());
    sharded.flat_map(|(_, dim)| dim.iter()).find_map(|factor| match signature.factor(*factor).kind {
        FactorKind::NeedsReplication(why) => Some(why),
        _ => None,
    })
}
