//! What other programs show: the graph of a program, and the course of its local program.

use std::collections::BTreeMap;

use partita_ir::{Module, OpCode, OpId};
use partita_partition::{Arguments, Lifetime, Role, estimate_memory};
use partita_report::{GraphView, SourceFinder, TraceCollective, TraceOp, TraceView};

use super::memory::places;
use super::{Partitioned, Partitioning, Program, Propagation};
use crate::{Error, Watch};

impl Program {
    /// The ops of the program with their shardings and collectives, in groups: functions, scopes, layers.
    pub fn graph(
        self,
        propagation: &Propagation<'_>,
        partitioning: &Partitioning<'_>,
        watch: &mut dyn Watch,
    ) -> Result<GraphView, Error> {
        let (module, source) = (self.module.clone(), self.source.clone());
        let outline = self.outline(propagation, partitioning, watch)?;
        Ok(GraphView::new(&module, &source, &outline))
    }
}

impl Partitioned {
    /// The ops of the local program in order, with the memory during each, and its collectives.
    pub fn trace(&self) -> TraceView {
        let (local, source) = (&self.local.module, &self.program.source);
        let memory = estimate_memory(local, Arguments::Kept);
        let origins = SourceFinder::new(local, source);
        let points: Vec<OpId> = places(local).collect();
        let held = memory_by_role(&memory.lifetimes, &memory.course, points.len());
        let ops = points.iter().zip(held).map(|(&op, memory)| TraceOp {
            name: local.op_name(op).to_string(),
            line: source.position(local.op(op).span.start).line,
            source: origins.of(op).source.map(|place| place.to_string()),
            memory,
        });
        let numbers: BTreeMap<OpId, usize> = points.iter().enumerate().map(|(at, &op)| (op, at)).collect();
        let calls = first_calls(local);
        let comms = self.comms();
        let collectives = self.traffic(None).0.into_iter().filter_map(|(traffic, op)| {
            Some(TraceCollective { point: point_of(local, op, &numbers, &calls)?, traffic })
        });
        TraceView {
            name: source.name().to_string(),
            devices: comms.devices,
            ops: ops.collect(),
            collectives: collectives.collect(),
        }
    }
}

/// The first call of each function.
fn first_calls(module: &Module) -> BTreeMap<&str, OpId> {
    let mut calls = BTreeMap::new();
    for call in module.landmarks(|code| code == OpCode::FuncCall) {
        if let Some(callee) = module.callee_name(call) {
            calls.entry(module.context.text(callee)).or_insert(call);
        }
    }
    calls
}

/// The op of the entry function that an op is, or that contains or calls it.
fn point_of(
    module: &Module,
    op: OpId,
    numbers: &BTreeMap<OpId, usize>,
    calls: &BTreeMap<&str, OpId>,
) -> Option<usize> {
    let mut at = op;
    // Calls are not recursive; the number of steps is limited for modules that are not verified.
    for _ in 0..module.op_count() {
        if let Some(&point) = numbers.get(&at) {
            return Some(point);
        }
        at = match module.symbol_name(at).and_then(|name| calls.get(name)) {
            Some(&call) => call,
            None => module.parent(at)?,
        };
    }
    None
}

/// The bytes of each role at each point. What a body adds counts as temporary.
fn memory_by_role(lifetimes: &[Lifetime], course: &[u64], points: usize) -> Vec<[u64; 4]> {
    let role = |role: Role| match role {
        Role::Argument => 0,
        Role::Result => 1,
        Role::Constant => 2,
        Role::Temporary | Role::Workspace => 3,
    };
    // Differences between points, so that each lifetime is two additions.
    let mut changes = vec![[0i128; 4]; points + 1];
    for Lifetime { tensor, birth, death } in lifetimes {
        let (birth, end) = ((*birth).min(points), (death + 1).min(points));
        changes[birth][role(tensor.role)] += i128::from(tensor.bytes);
        changes[end][role(tensor.role)] -= i128::from(tensor.bytes);
    }
    let mut now = [0i128; 4];
    let held = changes.iter().take(points).enumerate().map(|(at, change)| {
        now.iter_mut().zip(change).for_each(|(now, change)| *now += change);
        let mut bytes = now.map(|bytes| u64::try_from(bytes).unwrap_or(0));
        let total = course.get(at).copied().unwrap_or(0);
        let others = bytes[0].saturating_add(bytes[1]).saturating_add(bytes[2]);
        bytes[3] = bytes[3].max(total.saturating_sub(others));
        bytes
    });
    held.collect()
}
