//! A trace of the local program in the trace event format, which Perfetto and Chrome show: ops, collectives and memory.
//!
//! Time is program order: every op of the entry function takes one microsecond. All devices run the same program, so there is one
//! process for all of them.

use serde::Serialize;
use serde_json::{Value, json};

use crate::comms::CollectiveView;
use crate::view::json_as_declared;

/// An op of the entry function of the local program.
#[derive(Clone, Debug)]
pub struct TraceOp {
    /// The name of the op.
    pub name: String,
    /// The line of the text that it comes from.
    pub line: usize,
    /// The line of the user's own program.
    pub source: Option<String>,
    /// The bytes in memory during the op: arguments, results, constants, temporaries.
    pub memory: [u64; 4],
}

/// A collective of the local program.
#[derive(Clone, Debug)]
pub struct TraceCollective {
    /// The op of the entry function that it is, or that contains it.
    pub point: usize,
    /// What it communicates.
    pub traffic: CollectiveView,
}

/// The course of a local program.
#[derive(Clone, Debug)]
pub struct TraceView {
    /// The name of the file.
    pub name: String,
    /// The number of devices.
    pub devices: u64,
    /// The ops in order; the first one is the begin of the program.
    pub ops: Vec<TraceOp>,
    /// The collectives in order.
    pub collectives: Vec<TraceCollective>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Trace {
    trace_events: Vec<Value>,
    display_time_unit: &'static str,
    other_data: Value,
}

/// The numbers of the process and its tracks.
const PROCESS: u32 = 1;
const OPS: u32 = 1;
const COLLECTIVES: u32 = 2;

impl TraceView {
    /// The trace in the trace event format.
    pub fn perfetto(&self) -> String {
        let plural = if self.devices == 1 { "" } else { "s" };
        let process = format!("{}: each of {} device{plural}", self.name, self.devices);
        let mut events = vec![
            metadata("process_name", 0, &process),
            metadata("thread_name", OPS, "ops in program order"),
            metadata("thread_name", COLLECTIVES, "collectives"),
        ];
        for (at, op) in self.ops.iter().enumerate() {
            events.push(op_event(at, op));
            events.push(memory_event(at, op));
        }
        events.extend(self.collectives.iter().map(collective_event));
        json_as_declared(&Trace {
            trace_events: events,
            display_time_unit: "ns",
            other_data: json!({ "time": "program order, 1 microsecond per op", "file": self.name }),
        })
    }
}

fn metadata(kind: &str, track: u32, name: &str) -> Value {
    json!({ "ph": "M", "name": kind, "pid": PROCESS, "tid": track, "args": { "name": name } })
}

fn op_event(at: usize, op: &TraceOp) -> Value {
    json!({
        "ph": "X", "cat": "op", "name": op.name, "pid": PROCESS, "tid": OPS, "ts": at, "dur": 1,
        "args": { "line": op.line, "source": op.source },
    })
}

fn memory_event(at: usize, op: &TraceOp) -> Value {
    let [arguments, results, constants, temporaries] = op.memory;
    json!({
        "ph": "C", "name": "memory of a device", "pid": PROCESS, "ts": at,
        "args": { "arguments": arguments, "results": results, "constants": constants, "temporaries": temporaries },
    })
}

fn collective_event(each: &TraceCollective) -> Value {
    let traffic = &each.traffic;
    let source = traffic.origin.source.as_ref().map(ToString::to_string);
    json!({
        "ph": "X", "cat": "collective", "name": format!("{} {}", traffic.collective, traffic.axes.join(",")),
        "pid": PROCESS, "tid": COLLECTIVES, "ts": each.point, "dur": 1,
        "args": {
            "bytes": traffic.bytes, "times": traffic.runs.times, "axes": traffic.axes, "devices": traffic.group,
            "cause": traffic.cause.name, "line": traffic.line, "source": source,
        },
    })
}
