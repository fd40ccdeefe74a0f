//! Estimates the time of a step: every kernel and collective, and what of the communication is hidden.

use partita_base::Span;
use partita_cost::{
    CollectiveKind, Cost, Device, Kernel, Machine, Overlap, Precision, Stream, Task, two_streams,
};
use partita_ir::{Module, OpId};
use partita_mesh::Mesh;
use rustc_hash::FxHashMap;

use crate::buffers::{last_reads, updates_in_place};
use crate::comm_axes::collective_lengths;
use crate::comms::{CollectiveTraffic, list_collectives};
use crate::dataflow::{Dataflow, Kind, TensorId, Trips, dataflow_of_entry, trips};
use crate::fusion::{FusedKernel, Fusion};
use crate::op_work::{instructions, own_traffic, product_work};

/// What a task spends its time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TaskKind {
    /// A matrix product or a convolution.
    Product,
    /// A kernel of fused elementwise ops, reductions and data movement.
    Fused,
    /// Another op with a kernel of its own.
    Other,
    /// Communication between devices.
    Collective,
}

/// How many times a task runs in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskRuns {
    /// The number of times; a loop of unknown trip count counts as one iteration.
    pub times: u64,
    /// Whether `times` is for one iteration of a loop of unknown trip count.
    pub per_turn: bool,
}

/// A kernel or a collective with its time.
#[derive(Clone, Debug)]
pub struct TimedTask {
    /// The op whose result it computes.
    pub op: OpId,
    /// The op of the global program that it comes from.
    pub span: Span,
    /// What it spends its time on.
    pub work: TaskKind,
    /// The time of one execution.
    pub time: Cost,
    /// How many times it executes.
    pub runs: TaskRuns,
    /// The number of ops that it computes.
    pub ops: usize,
    /// Bytes read and written, or sent.
    pub bytes: f64,
    /// Operations of the matrix unit.
    pub flops: f64,
    /// The precision of its factors.
    pub precision: Option<Precision>,
    /// Instructions of the vector unit.
    pub instructions: f64,
    /// Bytes and kind of a collective.
    pub collective: Option<(CollectiveKind, u64)>,
}

impl TimedTask {
    /// The time of all executions.
    pub fn total(&self) -> Cost {
        self.time * u128::from(self.runs.times)
    }
}

/// The time of a program.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// Kernels and collectives in the order in which they start.
    pub tasks: Vec<TimedTask>,
    /// The time of all kernels.
    pub compute: Cost,
    /// The time of all collectives.
    pub communication: Cost,
    /// The time with two streams.
    streams: Cost,
    /// The time that the host takes to start the program, while the devices run the step before.
    pub host: Cost,
    /// The share of the peak of the matrix unit that would be used if the step took a second.
    used: f64,
}

impl Timeline {
    /// The time on the devices.
    pub fn device(&self, overlap: Overlap) -> Cost {
        match overlap {
            Overlap::None => self.compute + self.communication,
            Overlap::Streams => self.streams,
            Overlap::Ideal => self.compute.max(self.communication),
        }
    }

    /// The time of a step: steps follow each other, so the longer of the time on the devices and on the host.
    pub fn step(&self, overlap: Overlap) -> Cost {
        self.device(overlap).max(self.host)
    }

    /// The communication during which nothing is computed.
    pub fn exposed(&self, overlap: Overlap) -> Cost {
        self.device(overlap).minus(self.compute)
    }

    /// The communication behind computation.
    pub fn hidden(&self, overlap: Overlap) -> Cost {
        self.communication.minus(self.exposed(overlap))
    }

    /// The operations of the matrix unit in one step.
    pub fn flops(&self) -> f64 {
        total(self.tasks.iter().map(|task| task.flops * task.runs.times as f64))
    }

    /// The share of the nominal peak of the matrix unit that a step uses: model FLOP/s utilisation.
    pub fn utilisation(&self, overlap: Overlap) -> f64 {
        let seconds = self.step(overlap).seconds();
        if seconds > 0.0 { self.used / seconds } else { 0.0 }
    }
}

/// The sum of numbers that are shown. `Iterator::sum` of none is -0.
fn total(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(0.0, |all, each| all + each)
}

/// Estimates the time of one run of the entry function on each device.
pub fn estimate_time(module: &Module, machine: &Machine, mesh: Option<&Mesh>) -> Timeline {
    let Some(flow) = dataflow_of_entry(module) else { return Timeline::default() };
    let traffic = list_collectives(module);
    let lengths = mesh.map(|mesh| collective_lengths(module, &traffic, mesh));
    let times = traffic.into_iter().enumerate().map(|(at, each)| {
        let time = collective_time(&each, lengths.as_ref().map(|lengths| &lengths[at][..]), machine);
        (each.op, (each, time))
    });
    let mut clock = Clock {
        module,
        device: &machine.device,
        collectives: times.collect(),
        trips: trips(module),
        tasks: Vec::new(),
        library_calls: 0,
    };
    let top = TaskRuns { times: 1, per_turn: false };
    let end = clock.block(&flow, top, false);
    let time_of = |wanted: bool| {
        let is_wanted = |task: &&TimedTask| (task.work == TaskKind::Collective) == wanted;
        clock.tasks.iter().filter(is_wanted).map(TimedTask::total).sum()
    };
    let device = &machine.device;
    let used = clock
        .tasks
        .iter()
        .filter_map(|task| Some(task.flops * task.runs.times as f64 / device.peak(task.precision?)));
    let buffers = flow.results.len() as f64 + f64::from(u8::from(end.has_temporaries));
    let host = device.program + device.buffer * buffers + device.library_call * clock.library_calls as f64;
    Timeline {
        compute: time_of(false),
        communication: time_of(true),
        streams: end.time,
        host: Cost::from_seconds(host),
        used: total(used),
        tasks: clock.tasks,
    }
}

/// The time of one execution of a collective, along parts of the axes of a mesh as [`collective_lengths`] finds them, if they are
/// given.
pub fn collective_time(
    traffic: &CollectiveTraffic,
    lengths: Option<&[(u64, u64)]>,
    machine: &Machine,
) -> Cost {
    let shares = machine.shares_of_group(lengths.unwrap_or(&[(traffic.group, 1)]), traffic.group);
    if traffic.bytes == 0 { Cost(0) } else { machine.collective(traffic.kind, traffic.before, &shares) }
}

/// When the tasks of a block are done.
struct BlockEnd {
    time: Cost,
    has_temporaries: bool,
    has_collectives: bool,
}

struct Clock<'m> {
    module: &'m Module,
    device: &'m Device,
    collectives: FxHashMap<OpId, (CollectiveTraffic, Cost)>,
    trips: Trips,
    tasks: Vec<TimedTask>,
    library_calls: u64,
}

impl Clock<'_> {
    /// Times all kernels of a block.
    fn block(&mut self, flow: &Dataflow, runs: TaskRuns, owns_arguments: bool) -> BlockEnd {
        let fusion = Fusion::new(self.module, flow);
        let last = last_reads(flow, &fusion);
        let mut schedule: Vec<Task> = Vec::new();
        let mut made_by: FxHashMap<TensorId, usize> = FxHashMap::default();
        let mut end = BlockEnd { time: Cost(0), has_temporaries: false, has_collectives: false };
        for kernel in &fusion.kernels {
            let step = &flow.steps[kernel.at];
            let after: Vec<usize> =
                kernel.reads.keys().filter_map(|tensor| made_by.get(tensor).copied()).collect();
            let (stream, time) = match step.kind {
                Kind::Loop | Kind::Branch => self.bodies(step.kind, step.op, &step.bodies, runs),
                _ => {
                    let in_place = step.kind == Kind::Update
                        && updates_in_place(flow, &fusion, &last, kernel, owns_arguments);
                    self.kernel(flow, kernel, runs, in_place)
                }
            };
            end.has_collectives |= stream != Stream::Compute;
            end.has_temporaries |= kernel.writes.iter().any(|&tensor| !flow.tensors[tensor].is_returned)
                || (step.kind == Kind::Product && self.device.workspace > 0);
            kernel.writes.iter().for_each(|&tensor| {
                made_by.insert(tensor, schedule.len());
            });
            schedule.push(Task { stream, time, after });
        }
        end.time = two_streams(&schedule);
        end
    }

    /// Times a loop or a branch. Every branch counts as taken, as it does for bytes.
    fn bodies(&mut self, kind: Kind, op: OpId, bodies: &[Dataflow], runs: TaskRuns) -> (Stream, Cost) {
        let turns = self.trips.get(&op).copied();
        let mut stream = Stream::Compute;
        let mut time = Cost(0);
        for (index, body) in bodies.iter().enumerate() {
            // The condition runs once more than the body, but is part of the loop's own overhead.
            let turns = match (kind, index) {
                (Kind::Loop, 0) => continue,
                (Kind::Loop, _) => turns,
                _ => Some(1),
            };
            let times = turns.unwrap_or(1);
            let inner = TaskRuns {
                times: runs.times.saturating_mul(times),
                per_turn: runs.per_turn || turns.is_none(),
            };
            let end = self.block(body, inner, kind == Kind::Loop);
            if end.has_collectives {
                stream = Stream::Both;
            }
            time += end.time * u128::from(times);
        }
        (stream, time)
    }

    fn kernel(
        &mut self,
        flow: &Dataflow,
        fused: &FusedKernel,
        runs: TaskRuns,
        in_place: bool,
    ) -> (Stream, Cost) {
        let step = &flow.steps[fused.at];
        let mut task = TimedTask {
            op: step.op,
            span: self.module.op(step.op).span,
            work: TaskKind::Fused,
            time: Cost(0),
            runs,
            ops: fused.steps.iter().filter(|&&at| flow.steps[at].kind != Kind::Nothing).count(),
            bytes: 0.0,
            flops: 0.0,
            precision: None,
            instructions: 0.0,
            collective: None,
        };
        if let Some((traffic, time)) = self.collectives.get(&step.op) {
            task.work = TaskKind::Collective;
            (task.time, task.bytes) = (*time, traffic.bytes as f64);
            task.collective = Some((traffic.kind, traffic.before));
            let time = task.time;
            self.tasks.push(task);
            return (Stream::Communication, time);
        }
        let read = total(fused.reads.values().map(|&bytes| bytes as f64));
        let size = |tensor: TensorId| flow.tensors[tensor].bytes as f64;
        let written = total(fused.writes.iter().map(|&tensor| size(tensor)));
        let mut kernel = Kernel { bytes: read + written, ..Kernel::default() };
        match step.kind {
            Kind::Product => {
                task.work = TaskKind::Product;
                if let Some(work) = product_work(self.module, step.op, self.device) {
                    task.flops = work.product.flops();
                    task.precision = Some(work.product.precision);
                    match work.instructions {
                        Some(each) => kernel.instructions = each,
                        None => kernel.product = Some(work.product),
                    }
                    let copied = total(fused.copies.iter().map(|copy| copy.bytes as f64));
                    kernel.prepared = work.prepared as f64 + copied;
                    if work.is_library_call {
                        self.library_calls = self.library_calls.saturating_add(runs.times);
                    }
                }
            }
            Kind::Update => {
                // What is written is as large as the updates; without a copy, the rest stays as it is.
                let updates = total(step.operands.iter().skip(1).map(|&tensor| size(tensor)));
                kernel.bytes = read + updates;
                if !in_place {
                    kernel.prepared = written;
                }
            }
            Kind::Own => {
                task.work = TaskKind::Other;
                kernel.bytes = own_traffic(self.module, step.op, read, written);
            }
            _ => {}
        }
        if step.kind != Kind::Product && step.kind != Kind::Own {
            let each =
                fused.steps.iter().map(|&at| instructions(self.module, flow.steps[at].op, self.device));
            kernel.instructions = total(each);
        }
        task.time = kernel.time(self.device);
        (task.bytes, task.instructions) = (kernel.bytes + 2.0 * kernel.prepared, kernel.instructions);
        let time = task.time;
        self.tasks.push(task);
        (Stream::Compute, time)
    }
}
