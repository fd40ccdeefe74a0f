//! The view of the time and memory of a partitioned program on described hardware.

use std::collections::BTreeMap;

use partita_cost::{Cost, Machine, Overlap};
use partita_mesh::Mesh;
use partita_partition::{
    Arguments, TaskKind, TimedTask, collective_axes, estimate_memory_on, estimate_time, list_collectives,
};
use partita_report::{
    OverlapView, SourceFinder, StepCostView, TaskView, TimePartsView, name_layers, op_pattern,
};
use partita_reshard::uneven_links;

use super::Partitioned;
use super::memory::figures;
use crate::Watch;
use crate::watch::run_stage;

impl Partitioned {
    /// The number of devices that the program runs on.
    pub fn device_count(&self) -> u64 {
        Mesh::from_spec(&self.local.interface.mesh).map_or(1, |mesh| mesh.device_count())
    }

    /// Whether the links of a machine differ in speed along the axes of the mesh, so that partitioning for the machine
    /// ([`Partitioning::machine`](super::Partitioning)) plans reshards for them.
    pub fn has_uneven_links(&self, machine: &Machine) -> bool {
        let mesh = Mesh::from_spec(&self.local.interface.mesh);
        mesh.is_ok_and(|mesh| uneven_links(machine, &mesh, []).is_some())
    }

    /// The time of a step and the peak memory of each device, and what they are made of. Stage: `cost`.
    pub fn cost(
        &self,
        machine: &Machine,
        overlap: Overlap,
        arguments: Arguments,
        watch: &mut dyn Watch,
    ) -> StepCostView {
        let local = &self.local.module;
        let mesh = Mesh::from_spec(&self.local.interface.mesh).ok();
        let (timeline, memory) = run_stage(watch, "cost", || {
            (
                estimate_time(local, machine, mesh.as_ref()),
                estimate_memory_on(local, arguments, Some(machine)),
            )
        });
        let collectives = list_collectives(local);
        let axes = mesh.as_ref().map(|mesh| collective_axes(local, &collectives, mesh)).unwrap_or_default();
        let named: BTreeMap<_, _> = collectives.iter().map(|each| (each.op, each.name)).collect();
        let axes: BTreeMap<_, _> = collectives.iter().map(|each| each.op).zip(axes).collect();
        let sources = SourceFinder::new(local, &self.program.source);
        let line = |task: &TimedTask| self.program.source.position(task.span.start).line;
        let task = |task: &TimedTask| TaskView {
            kind: match task.work {
                TaskKind::Product => "product",
                TaskKind::Fused => "fused",
                TaskKind::Other => "other",
                TaskKind::Collective => named.get(&task.op).copied().unwrap_or("collective"),
            },
            op: local.op_name(task.op).to_string(),
            seconds: task.time.seconds(),
            times: task.runs.times,
            per_turn: task.runs.per_turn,
            ops: task.ops,
            bytes: task.bytes as u64,
            flops: task.flops,
            axes: axes.get(&task.op).cloned().unwrap_or_default(),
            line: line(task),
            pattern: op_pattern(self.program.source.line(line(task))),
            origin: sources.of(task.op),
            span: task.span.start,
            is_collective: task.work == TaskKind::Collective,
            picoseconds: u64::try_from(task.total().0 / 1000).unwrap_or(u64::MAX),
        };
        let mut tasks: Vec<TaskView> = timeline.tasks.iter().map(task).collect();
        name_layers(tasks.iter_mut().map(|task| &mut task.origin));
        let of = |work: TaskKind| -> Cost {
            timeline.tasks.iter().filter(|task| task.work == work).map(TimedTask::total).sum()
        };
        let step = |overlap: Overlap| timeline.step(overlap).seconds();
        StepCostView {
            hardware: machine.name.clone(),
            devices: self.device_count(),
            overlap: overlap.name(),
            step_seconds: step(overlap),
            peak_bytes: memory.peak,
            memory_bytes: machine.device.memory,
            flops: timeline.flops(),
            utilisation: timeline.utilisation(overlap),
            time: TimePartsView {
                compute: timeline.compute.seconds(),
                products: of(TaskKind::Product).seconds(),
                fused: of(TaskKind::Fused).seconds(),
                other: of(TaskKind::Other).seconds(),
                communication: timeline.communication.seconds(),
                exposed_communication: timeline.exposed(overlap).seconds(),
                hidden_communication: timeline.hidden(overlap).seconds(),
                host: timeline.host.seconds(),
            },
            step_seconds_by_overlap: OverlapView {
                none: step(Overlap::None),
                streams: step(Overlap::Streams),
                ideal: step(Overlap::Ideal),
            },
            memory: figures(&memory),
            tasks,
        }
    }
}
