//! The costs of the local program at the rows of the original one.

use serde::Serialize;

use super::fixes::FixData;
use super::model::{ExplorerView, ValueKey};
use super::times::TimeData;
use super::traffic::TrafficGroups;
use crate::cost::picoseconds;
use crate::{CollectiveView, CommsView, MemoryView};

/// A collective of the local program, for the listing.
#[derive(Clone, Debug)]
pub struct PlacedCollective {
    /// The position in the text of the op that requires it.
    pub span: u32,
    /// Whether it precedes that op.
    pub before: bool,
    /// What it communicates.
    pub traffic: CollectiveView,
    /// Type and axes of the tensor before and after it: `f32[8@x,4]`.
    pub tensors: (String, String),
}

/// A buffer of the local program.
#[derive(Clone, Debug)]
pub struct BufferView {
    /// The size on one device.
    pub bytes: u64,
    /// 0 an argument, 1 a result, 2 a constant, 3 a temporary.
    pub role: u8,
    /// The value of the text that it holds.
    pub value: Option<ValueKey>,
    /// The position in the text of the op that defines it.
    pub span: Option<u32>,
    /// The type on one device.
    pub local_type: String,
    /// The first and the last point at which it is live.
    pub live: (usize, usize),
}

/// The buffers in the body of an op at its peak.
#[derive(Clone, Debug)]
pub struct BodyView {
    /// The point of the op.
    pub point: usize,
    /// The tensors that are in memory at some point of the body.
    pub buffers: Vec<BufferView>,
}

/// The costs of a local program.
#[derive(Clone, Debug)]
pub struct PlacedCosts {
    /// The collectives in program order.
    pub collectives: Vec<PlacedCollective>,
    /// The position in the text of each point of the program: its begin, and each op of the entry function.
    pub points: Vec<u32>,
    /// The buffers of the entry function.
    pub buffers: Vec<BufferView>,
    /// Bodies that determine the memory at their point.
    pub bodies: Vec<BodyView>,
}

#[derive(Clone, Debug, Default, Serialize)]
struct Collectives {
    row: Vec<i64>,
    before: Vec<u8>,
    kind: Vec<u32>,
    cause: Vec<u32>,
    axes: Vec<Vec<u32>>,
    group: Vec<u64>,
    pairs: Vec<Option<u64>>,
    bytes: Vec<u64>,
    times: Vec<u64>,
    per_turn: Vec<u8>,
    from: Vec<u32>,
    to: Vec<u32>,
    /// Picoseconds of all executions; empty without hardware.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    time: Vec<u64>,
}

#[derive(Clone, Debug, Default, Serialize)]
struct Buffers {
    bytes: Vec<u64>,
    role: Vec<u8>,
    value: Vec<i64>,
    row: Vec<i64>,
    r#type: Vec<u32>,
    birth: Vec<usize>,
    death: Vec<usize>,
}

#[derive(Clone, Debug, Serialize)]
struct Body {
    point: usize,
    buffers: Buffers,
}

/// The costs as columns.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct CostData {
    devices: u64,
    /// The bytes that one device sends at most.
    sent: u64,
    /// The share of these for one iteration of a loop of unknown trip count.
    per_turn: u64,
    peak: u64,
    unpartitioned: u64,
    /// Other ops that communicate.
    uncounted: Vec<(u32, u32, usize)>,
    collectives: Collectives,
    /// The groups of these collectives.
    groups: TrafficGroups,
    /// The row of each point.
    points: Vec<i64>,
    buffers: Buffers,
    bodies: Vec<Body>,
    /// The times, if the hardware is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) times: Option<TimeData>,
    /// What removes collectives, if it was searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fixes: Option<FixData>,
}

impl ExplorerView {
    /// Adds the costs of the local program.
    pub fn add_costs(&mut self, costs: &PlacedCosts, comms: &CommsView, memory: &MemoryView) {
        let mut data = CostData {
            devices: memory.devices,
            sent: comms.bytes,
            per_turn: comms.per_turn_bytes,
            peak: memory.per_device.peak,
            unpartitioned: memory.unpartitioned.peak,
            ..CostData::default()
        };
        for each in &comms.uncounted {
            data.uncounted.push((self.strings.add(&each.name), self.strings.add(each.with), each.line));
        }
        for each in &costs.collectives {
            let traffic = &each.traffic;
            let out = &mut data.collectives;
            out.row.push(self.row_number(Some(each.span)));
            out.before.push(u8::from(each.before));
            out.kind.push(self.strings.add(traffic.collective));
            out.cause.push(self.strings.add(traffic.cause.name));
            out.axes.push(traffic.axes.iter().map(|axis| self.strings.add(axis)).collect());
            out.group.push(traffic.group);
            out.pairs.push(traffic.pairs);
            out.bytes.push(traffic.bytes);
            out.times.push(traffic.runs.times);
            out.per_turn.push(u8::from(traffic.runs.per_turn));
            out.from.push(self.strings.add(&each.tensors.0));
            out.to.push(self.strings.add(&each.tensors.1));
        }
        let seconds =
            comms.collectives.iter().filter_map(|each| Some(each.seconds? * each.runs.times as f64));
        data.collectives.time = seconds.map(picoseconds).collect();
        data.groups = TrafficGroups::new(comms, &mut self.strings);
        data.points = costs.points.iter().map(|&span| self.row_number(Some(span))).collect();
        data.buffers = self.buffers(&costs.buffers);
        data.bodies = costs.bodies.iter().map(|body| self.body(body)).collect();
        self.costs = Some(data);
    }

    fn body(&mut self, body: &BodyView) -> Body {
        let BodyView { point, buffers } = body;
        Body { point: *point, buffers: self.buffers(buffers) }
    }

    fn buffers(&mut self, buffers: &[BufferView]) -> Buffers {
        let mut out = Buffers::default();
        for buffer in buffers.iter().filter(|buffer| buffer.bytes > 0) {
            out.bytes.push(buffer.bytes);
            out.role.push(buffer.role);
            let value = buffer.value.and_then(|name| self.value(name));
            out.value.push(value.map_or(-1, |value| value as i64));
            out.row.push(self.row_number(buffer.span));
            out.r#type.push(self.strings.add(&buffer.local_type));
            out.birth.push(buffer.live.0);
            out.death.push(buffer.live.1);
        }
        out
    }

    pub(super) fn row_number(&self, span: Option<u32>) -> i64 {
        span.and_then(|span| self.row_at(span)).map_or(-1, |row| row as i64)
    }
}
