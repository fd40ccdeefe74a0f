//! Estimates the time of a rank's model on a machine: a kernel per node, and its collectives.

use partita_base::IdVec;
use partita_cost::{Cost, Machine, Overlap, Stream, Task, two_streams};

use crate::graph::{NodeId, ValueSource};
use crate::partition::{COLLECTIVES, CollectiveUse, node_work};
use crate::typing::TypedGraph;

/// The time of one run of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ModelTime {
    /// All kernels.
    pub kernels: Cost,
    /// All collectives.
    pub collectives: Cost,
    /// Both, if collectives run beside kernels and wait for their inputs only.
    pub streams: Cost,
}

impl ModelTime {
    /// The time under an assumption about overlap.
    pub fn step(&self, overlap: Overlap) -> Cost {
        match overlap {
            Overlap::None => self.kernels + self.collectives,
            Overlap::Streams => self.streams,
            Overlap::Ideal => self.kernels.max(self.collectives),
        }
    }
}

/// Estimates the time of a rank's model, whose collectives are listed in the order of its nodes. Its neighbours wait for the listed ones in
/// which it takes no part, and it waits for them.
pub fn estimate_model_time(
    typed: &TypedGraph<'_>,
    collectives: &[CollectiveUse],
    machine: &Machine,
) -> ModelTime {
    let mut listed = collectives.iter().peekable();
    let mut elsewhere = Cost(0);
    let mut prices: IdVec<NodeId, Option<Cost>> = IdVec::filled(None, typed.graph.nodes.len());
    for (id, node) in typed.graph.nodes.iter() {
        let is_collective = node.proto.name_space() == COLLECTIVES
            && matches!(node.proto.op(), "AllReduce" | "AllGather" | "AllToAll");
        if is_collective {
            while let Some(each) = listed.next_if(|each| !each.takes_part) {
                elsewhere += collective_time(each, machine);
            }
            let own = listed.next().map_or(Cost(0), |each| collective_time(each, machine));
            prices[id] = Some(own + std::mem::take(&mut elsewhere));
        }
    }
    let after_last =
        listed.map(|each| collective_time(each, machine)).fold(elsewhere, |sum, each| sum + each);
    let mut time = ModelTime { collectives: after_last, ..ModelTime::default() };
    let mut tasks: Vec<Task> = Vec::with_capacity(typed.order.len());
    let mut places: IdVec<NodeId, usize> = IdVec::filled(0, typed.graph.nodes.len());
    for &id in &typed.order {
        let (stream, cost) = match prices[id] {
            Some(cost) => (Stream::Communication, cost),
            None => (Stream::Compute, node_time(typed, id, machine)),
        };
        match stream {
            Stream::Communication => time.collectives += cost,
            _ => time.kernels += cost,
        }
        places[id] = tasks.len();
        let producer = |value: &crate::graph::ValueId| match typed.graph.values[*value].source {
            ValueSource::Node(node, _) => Some(places[node]),
            _ => None,
        };
        let after = typed.graph.nodes[id].inputs.iter().flatten().filter_map(producer).collect();
        tasks.push(Task { stream, time: cost, after });
    }
    time.streams = two_streams(&tasks) + after_last;
    time
}

/// The time of a collective over the links of its axes.
fn collective_time(each: &CollectiveUse, machine: &Machine) -> Cost {
    let levels = machine.shares(&each.lengths);
    machine.collective(each.kind, each.before, &levels)
}

/// The time of a node, with that of its bodies, each of which counts as run once.
fn node_time(typed: &TypedGraph<'_>, id: NodeId, machine: &Machine) -> Cost {
    let bodies = typed.bodies.range((id, "", 0)..).take_while(|((owner, ..), _)| *owner == id);
    let mut bodies = bodies.map(|(_, body)| body).chain(typed.calls.get(&id)).peekable();
    if bodies.peek().is_some() {
        let inner = bodies.flat_map(|body| body.order.iter().map(move |&id| (body, id)));
        return inner.map(|(body, id)| node_time(body, id, machine)).fold(Cost(0), |sum, each| sum + each);
    }
    let device = &machine.device;
    node_work(typed, id, device).map_or(Cost(0), |work| work.kernel().time(device))
}
