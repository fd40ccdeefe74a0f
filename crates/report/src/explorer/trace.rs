//! Shardings, and the record of propagation, from which the page answers why and replays the steps.

use partita_base::Id;
use partita_mesh::{AxisRef, MeshKind, Meshes, Openness, TensorSharding};
use partita_propagate::{Cause, Explainer, Gain, Layer, Outcome, Problem, ShardingId, TensorId, Trace};
use partita_rule::{FactorId, FactorSize};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use super::model::ExplorerView;
use crate::explains::layer_text;
use crate::why_view::BlameView;

/// The maximum number of conflicts.
const MOST_CONFLICTS: usize = 5000;
/// The maximum number of device ids of a mesh that are listed.
const MOST_DEVICES: u64 = 1 << 16;

/// A mesh.
#[derive(Clone, Debug, Serialize)]
struct MeshData {
    name: Option<u32>,
    /// Names and sizes, major first.
    axes: Vec<(u32, u64)>,
    /// The device ids, unless they are in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    devices: Option<Vec<u64>>,
    /// The device of a maximal mesh.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    maximal: bool,
}

/// A sharding. An axis is three numbers: its index in the mesh, its pre-size and its size.
#[derive(Clone, Debug, Serialize)]
struct ShardingData {
    mesh: usize,
    dims: Vec<Vec<u64>>,
    open: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replicated: Vec<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unreduced: Vec<u64>,
    /// The sharding in sdy notation.
    sdy: u32,
}

/// The tensors of the run. Numbers are -1 where there is nothing.
#[derive(Clone, Debug, Default, Serialize)]
struct Tensors {
    /// The value of the text.
    value: Vec<i64>,
    /// The name, if there is no such value.
    name: Vec<i64>,
    /// The sharding before the first step.
    initial: Vec<i64>,
    /// Whether the text annotates it.
    annotated: Vec<u8>,
    /// The sharding after the run, where it is not that of the last event: tensor, sharding.
    last: Vec<(usize, i64)>,
    /// Members of groups and the annotated member that they start with.
    group: Vec<(usize, usize)>,
}

/// The steps of the run, each with the events up to the next step.
#[derive(Clone, Debug, Default, Serialize)]
struct StepColumns {
    event: Vec<usize>,
    /// The row of the op; -1 for annotations and for results of the main function.
    row: Vec<i64>,
    /// 0 an op, 1 the results of the main function, 2 an annotation.
    cause: Vec<u8>,
    layer: Vec<u32>,
}

/// The changes of shardings.
#[derive(Clone, Debug, Default, Serialize)]
struct Events {
    tensor: Vec<usize>,
    sharding: Vec<i64>,
    /// The member of its group that changed first, or -1.
    group: Vec<i64>,
}

/// The sources of axes.
#[derive(Clone, Debug, Default, Serialize)]
struct Gains {
    event: Vec<usize>,
    dim: Vec<usize>,
    /// The index of the axis in the dimension.
    axis: Vec<usize>,
    from: Vec<usize>,
    from_dim: Vec<usize>,
    /// The factor with its size, or -1.
    factor: Vec<i64>,
}

/// A conflict of an op.
#[derive(Clone, Debug, Serialize)]
struct ConflictData {
    row: i64,
    op: u32,
    axis: u32,
    from: u32,
    from_dim: usize,
    to: u32,
    to_dim: usize,
    factor: u32,
    reason: u32,
}

/// Everything about shardings.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct TraceData {
    stop: &'static str,
    /// The number of visits that changed a sharding.
    changes: u64,
    visits: u64,
    meshes: Vec<MeshData>,
    shardings: Vec<ShardingData>,
    /// The tensors of each value: most have one.
    tensor_of: Vec<i64>,
    /// Further tensors of values in functions that are called several times: value, tensor.
    more: Vec<(usize, usize)>,
    /// The tensors of the results of the main function.
    results: Vec<usize>,
    tensors: Tensors,
    steps: StepColumns,
    events: Events,
    gains: Gains,
    conflicts: Vec<ConflictData>,
    conflicts_left_out: usize,
}

/// A run as the page needs it, whatever the front end.
pub(super) struct RecordedRun<'a> {
    pub(super) problem: &'a mut Problem,
    pub(super) trace: &'a Trace,
    pub(super) outcome: &'a Outcome,
    /// The value of each tensor, if the page has it.
    pub(super) values: Vec<Option<usize>>,
    /// The name of each tensor without one.
    pub(super) names: Vec<Option<String>>,
    /// Whether each tensor is annotated.
    pub(super) annotated: Vec<bool>,
    /// The row of each op.
    pub(super) rows: Vec<Option<usize>>,
    /// The tensor of each value, or -1.
    pub(super) tensor_of: Vec<i64>,
    /// Further tensors of values.
    pub(super) more: Vec<(usize, usize)>,
    /// The tensors of the results of the program.
    pub(super) results: Vec<usize>,
    /// The conflicts, with the rows of their ops.
    pub(super) conflicts: Vec<(Option<usize>, BlameView)>,
}

impl ExplorerView {
    /// Adds the shardings, their record and their explanations.
    pub(super) fn add_run(&mut self, run: RecordedRun<'_>) {
        let data = TraceReader::read(self, run);
        self.trace = Some(data);
    }
}

/// Reads a run.
struct TraceReader<'a> {
    view: &'a mut ExplorerView,
    data: TraceData,
    known: FxHashMap<ShardingId, i64>,
}

impl TraceReader<'_> {
    fn read(view: &mut ExplorerView, mut run: RecordedRun<'_>) -> TraceData {
        let data = TraceData {
            stop: crate::propagation::stop_text(run.outcome.stop),
            changes: run.outcome.steps,
            visits: run.outcome.visits,
            tensor_of: std::mem::take(&mut run.tensor_of),
            more: std::mem::take(&mut run.more),
            results: std::mem::take(&mut run.results),
            ..TraceData::default()
        };
        let mut reader = TraceReader { view, data, known: FxHashMap::default() };
        reader.conflicts(std::mem::take(&mut run.conflicts));
        reader.meshes(&run.problem.meshes);
        reader.tensors(&run);
        reader.steps(&run);
        reader.events(run.problem, run.trace);
        reader.data
    }

    fn meshes(&mut self, meshes: &Meshes) {
        for id in meshes.ids() {
            let mesh = meshes.get(id);
            let axes = mesh.axes().iter().map(|axis| (self.view.strings.add(axis.name()), axis.size()));
            let axes: Vec<(u32, u64)> = axes.collect();
            let listed = mesh.kind() != MeshKind::Iota && mesh.device_count() <= MOST_DEVICES;
            let devices = (0..mesh.device_count()).filter_map(|at| mesh.device(at)).map(|device| device.0);
            self.data.meshes.push(MeshData {
                name: meshes.name(id).map(|name| self.view.strings.add(name)),
                axes,
                devices: listed.then(|| devices.collect()),
                maximal: mesh.is_maximal(),
            });
        }
    }

    fn sharding(&mut self, problem: &Problem, id: Option<ShardingId>) -> i64 {
        let Some(id) = id else { return -1 };
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let sharding: &TensorSharding = problem.sharding_of(id);
        let axes = |axes: &[AxisRef]| {
            axes.iter()
                .flat_map(|axis| [axis.axis().index() as u64, axis.pre(), axis.size()])
                .collect::<Vec<_>>()
        };
        let sdy = problem.meshes.to_spec(sharding).to_string();
        let index = self.data.shardings.len() as i64;
        self.data.shardings.push(ShardingData {
            mesh: sharding.mesh().index(),
            dims: sharding.dims().iter().map(|dim| axes(&dim.axes)).collect(),
            open: sharding.dims().iter().map(|dim| u8::from(dim.openness == Openness::Open)).collect(),
            replicated: axes(sharding.replicated_axes()),
            unreduced: axes(sharding.unreduced_axes()),
            sdy: self.view.strings.add(&sdy),
        });
        self.known.insert(id, index);
        index
    }

    fn tensors(&mut self, run: &RecordedRun<'_>) {
        let mut after: FxHashMap<TensorId, ShardingId> = FxHashMap::default();
        for event in &run.trace.events {
            after.insert(event.tensor, event.new);
        }
        for (tensor, data) in run.problem.tensors.iter() {
            let index = tensor.index();
            let initial = run.trace.initial.get(index).copied().unwrap_or(data.sharding);
            let replayed = after.get(&tensor).copied().or(initial);
            if replayed != data.sharding {
                let last = self.sharding(run.problem, data.sharding);
                self.data.tensors.last.push((index, last));
            }
            let name = run.names[index].as_deref().map_or(-1, |name| i64::from(self.view.strings.add(name)));
            let initial = self.sharding(run.problem, initial);
            let tensors = &mut self.data.tensors;
            tensors.value.push(run.values[index].map_or(-1, |value| value as i64));
            tensors.name.push(name);
            tensors.initial.push(initial);
            tensors.annotated.push(u8::from(run.annotated[index]));
            let group = run.problem.group(tensor).filter(|_| !run.annotated[index]);
            let group = group.map(|group| &run.problem.groups[group as usize]);
            let source = group.and_then(|group| group.iter().find(|member| run.annotated[member.index()]));
            tensors.group.extend(source.map(|source| (index, source.index())));
        }
    }

    fn steps(&mut self, run: &RecordedRun<'_>) {
        let trace = run.trace;
        let row = |cause: Cause| match cause {
            Cause::Op(id) => run.rows[id.index()],
            _ => None,
        };
        let starts: FxHashSet<usize> = trace.visits.iter().map(|visit| visit.first_event()).collect();
        let mut layers: FxHashMap<Layer, u32> = FxHashMap::default();
        let mut annotated = false;
        for (index, event) in trace.events.iter().enumerate() {
            let is_annotation = event.cause == Cause::Annotation;
            let begins = starts.contains(&index) || is_annotation != annotated || index == 0;
            annotated = is_annotation;
            if !begins {
                continue;
            }
            let steps = &mut self.data.steps;
            steps.event.push(index);
            steps.row.push(row(event.cause).map_or(-1, |row| row as i64));
            steps.cause.push(match event.cause {
                Cause::Op(_) | Cause::Group(_) => 0,
                Cause::Boundary(_) => 1,
                Cause::Annotation => 2,
            });
            let strings = &mut self.view.strings;
            steps
                .layer
                .push(*layers.entry(event.layer).or_insert_with(|| strings.add(&layer_text(event.layer))));
        }
    }

    fn events(&mut self, problem: &mut Problem, trace: &Trace) {
        for event in &trace.events {
            let sharding = self.sharding(problem, Some(event.new));
            let events = &mut self.data.events;
            events.tensor.push(event.tensor.index());
            events.sharding.push(sharding);
            events.group.push(match event.cause {
                Cause::Group(source) => source.index() as i64,
                _ => -1,
            });
        }
        let mut factors: FxHashMap<(usize, Option<FactorSize>), i64> = FxHashMap::default();
        let mut explainer = Explainer::new(problem, trace);
        for index in 0..trace.events.len() {
            for Gain { dim, index: axis, from, factor } in explainer.gains(index) {
                let name = factor.map(|factor| {
                    let size = factor_size(&explainer, trace.events[index].cause, factor);
                    *factors.entry((factor, size)).or_insert_with(|| {
                        let size = size.map(|size| format!("={size}")).unwrap_or_default();
                        i64::from(self.view.strings.add(&format!("{}{size}", FactorId::from_index(factor))))
                    })
                });
                let gains = &mut self.data.gains;
                gains.event.push(index);
                gains.dim.push(dim);
                gains.axis.push(axis);
                gains.from.push(from.tensor.index());
                gains.from_dim.push(from.dim);
                gains.factor.push(name.unwrap_or(-1));
            }
        }
    }

    fn conflicts(&mut self, all: Vec<(Option<usize>, BlameView)>) {
        self.data.conflicts_left_out = all.len().saturating_sub(MOST_CONFLICTS);
        for (row, blame) in all.into_iter().take(MOST_CONFLICTS) {
            let strings = &mut self.view.strings;
            self.data.conflicts.push(ConflictData {
                row: row.map_or(-1, |row| row as i64),
                op: strings.add(&blame.op),
                axis: strings.add(&blame.axis),
                from: strings.add(&blame.from),
                from_dim: blame.from_dim,
                to: strings.add(&blame.to),
                to_dim: blame.to_dim,
                factor: strings.add(&blame.factor),
                reason: strings.add(&blame.reason),
            });
        }
    }
}

/// The size of a factor of the op that caused an event.
fn factor_size(explainer: &Explainer<'_>, cause: Cause, factor: usize) -> Option<FactorSize> {
    let problem = explainer.problem();
    let rule = match cause {
        Cause::Op(id) => problem.ops[id].rule,
        Cause::Boundary(index) => problem.boundary[index as usize].rule,
        Cause::Group(_) | Cause::Annotation => None,
    };
    problem.rule_of(rule?).factor_sizes.get(factor).copied()
}
