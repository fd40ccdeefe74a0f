//! The search for the sharding of an ONNX model: shardings of its inputs, its weights and, where propagation would decide
//! otherwise, of values between its nodes.

use std::hash::{DefaultHasher, Hash};
use std::time::Instant;

use partita_base::{Code, Id, code};
use partita_cost::{Machine, Overlap};
use partita_mesh::{AxisRef, Mesh, TensorSharding};
use partita_onnx::memory::{byte_size, estimate_model_memory};
use partita_onnx::partition::{PlannedModel, plan_model};
use partita_onnx::time::estimate_model_time;
use partita_onnx::{
    Bindings, Finding, NodeLocation, TypedModel, ValueId, infer_types, infer_types_with, proto,
};
use partita_place::plan::{PlanAxes, PlanChoices, PlanLayout, PlanOrigin};
use partita_report::{PlanFigures, PlanLinesView, PlanRowView, ShardLinesView, ShardingPlanView};

use super::alternatives::near_layouts;
use super::compare::NOT_TRIED;
use super::evaluate::Evaluated;
use super::explore::{Exploration, Nearby, explore};
use super::front::FrontPlan;
use super::limits::{SearchLimits, Trials};
use super::plan::SearchOptions;
use super::solving::{PlanNames, PlanSpace, PricedPlan, Searched};
use crate::notation::Sharding;
use crate::onnx::{Model, OnMesh, RankPartition, Ranks, read_model};
use crate::plans::Given;
use crate::watch::run_stage;
use crate::{Error, Watch};

/// A plan for a model, and what to partition it with.
#[derive(Debug)]
pub struct FoundModelPlan {
    /// The plan, what it costs and what is proven about it.
    pub view: ShardingPlanView,
    /// The model; without the annotations of its file, unless they stay.
    pub model: Model,
    /// The mesh, and the shardings that suffice.
    pub on: OnMesh,
}

/// The axes of every dimension of some values.
type ValueAxes = Vec<(ValueId, Vec<Vec<String>>)>;

/// Searches for the sharding of a model. `sizes` are those of its open dimensions. Stages: `model`, `solve`, `annotate`,
/// `compare`. `solver` observes the solver and may end it, with the best plan found.
///
/// # Errors
/// Models that cannot be partitioned, a memory limit that no plan respects, a mesh that shards nothing.
pub fn find_model_plan(
    model: &Model,
    sizes: &Bindings,
    options: &SearchOptions<'_>,
    watch: &mut dyn Watch,
    solver: &mut dyn partita_auto::Watch,
) -> Result<FoundModelPlan, Error> {
    let started = Instant::now();
    let base = match options.given {
        Given::Kept => model.clone(),
        Given::Removed => without_annotations(model)?,
    };
    let on = OnMesh::new(options.mesh.clone());
    let partition = RankPartition::default().on(Some(on)).sizes(sizes.clone()).defer_weights(true);
    let partition =
        partition.topology(options.partitioning.topology.cloned()).machine(Some(options.machine.clone()));
    let (inlined, bindings) = base.inlined(&partition)?;
    let typed = infer_types_with(&inlined, &bindings);
    let Some(axes) = PlanAxes::new(options.mesh) else {
        let message = "a plan can use at most 8 axes with more than one device";
        return Err(refuse(&base, code::PLAN_AXES, message, "merge axes of the mesh"));
    };
    let given = match options.given {
        Given::Kept => given_shardings(&base, &inlined, &typed, &partition)?,
        Given::Removed => Vec::new(),
    };
    let planned =
        run_stage(watch, "model", || plan_model(&typed.main, &axes, &options.machine.device, &given));
    let search = ModelSearch {
        original: model,
        base: &base,
        inlined: &inlined,
        typed: &typed,
        partition: &partition,
        options,
        axes,
        planned,
        kept: given.iter().map(|(value, _)| *value).collect(),
        started,
    };
    let (view, shardings) = search.run(watch, solver)?;
    let on = OnMesh { shardings, ..OnMesh::new(options.mesh.clone()) };
    Ok(FoundModelPlan { view, on, model: base })
}

/// The model without the annotations of its file.
fn without_annotations(model: &Model) -> Result<Model, Error> {
    let broken =
        |error: crate::onnx::EditError| refuse(model, code::ONNX_BROKEN_FILE, &error.to_string(), "");
    let bytes = model.strip().map_err(broken)?.concat();
    let read = read_model(&model.name, bytes)?;
    Ok(Model { folder: model.folder.clone(), ..read })
}

fn refuse(model: &Model, code: Code, message: &str, help: &str) -> Error {
    let mut finding = Finding::error(code, NodeLocation::default(), message.to_string());
    if !help.is_empty() {
        finding = finding.help(help.to_string());
    }
    Error::Model { name: model.name.clone(), findings: vec![finding] }
}

/// The annotations of the main graph on the mesh.
fn given_shardings(
    base: &Model,
    inlined: &proto::Model,
    typed: &TypedModel<'_>,
    partition: &RankPartition,
) -> Result<Vec<(ValueId, TensorSharding)>, Error> {
    let record = base.place(inlined, typed, partition, false)?.record;
    let tensors = &record.tensors[&typed.main.id];
    let annotated = tensors.ids().filter_map(|value| {
        let sharding = record.initial.get(tensors[value]?.index()).copied().flatten()?;
        Some((value, record.solution.problem.sharding_of(sharding).clone()))
    });
    Ok(annotated.collect())
}

struct ModelSearch<'a, 'm> {
    original: &'a Model,
    base: &'a Model,
    inlined: &'a proto::Model,
    typed: &'a TypedModel<'m>,
    partition: &'a RankPartition,
    options: &'a SearchOptions<'a>,
    axes: PlanAxes,
    planned: PlannedModel,
    /// Values whose annotations stay.
    kept: Vec<ValueId>,
    started: Instant,
}

type ModelPlan = PricedPlan<ValueAxes>;

impl ModelSearch<'_, '_> {
    fn run(
        &self,
        watch: &mut dyn Watch,
        solver: &mut dyn partita_auto::Watch,
    ) -> Result<(ShardingPlanView, Vec<(String, Sharding)>), Error> {
        let space = self.space();
        space.check_sizes()?;
        let trials = Trials::new(self.typed.main.graph.values.len(), self.options.rounds);
        let annotate = |choices: &PlanChoices, chosen: &[u32], trials| self.annotate(choices, chosen, trials);
        let Searched { mut front, certificate, shortage } = space.search(trials, watch, solver, &annotate)?;
        let is_over = || self.limits().is_over();
        let fits = |evaluated: &Evaluated| evaluated.figures.peak_bytes <= self.options.limit();
        let (mut rows, mut others) = run_stage(watch, "compare", || self.compare(&is_over));
        let found = front.best(self.options.limit()).map(|best| best.plan.evaluated);
        let mut all = found.iter().chain(others.iter().map(|(_, other)| &other.evaluated));
        if is_over() && !all.any(fits) {
            // An answer late is better than none.
            (rows, others) = run_stage(watch, "compare", || self.compare(&|| false));
        }
        for (name, other) in others {
            front.add(&name, other);
        }
        let limit = self.options.limit();
        run_stage(watch, "annotate", || {
            let exploration = Exploration {
                trials: trials.improved,
                detours: trials.explored,
                limit: (!trials.improves_all).then_some(limit),
                limits: self.limits(),
            };
            explore(&mut front, &NearbyModels::new(self), exploration);
        });
        let best = front.take_best(limit);
        let peak = best.as_ref().map_or(0, |best| best.plan.evaluated.figures.peak_bytes);
        let Some(FrontPlan { plan: best, origin, .. }) = best.filter(|_| peak <= limit) else {
            return Err(shortage.unwrap_or_else(|| space.over(peak)));
        };
        let fewer = run_stage(watch, "annotate", || self.minimised(best.annotations, trials.minimised));
        let shardings = self.written(&fewer);
        let mesh = self.options.mesh.axes().iter().map(|axis| format!("{}={}", axis.name(), axis.size()));
        let mesh = mesh.collect::<Vec<_>>().join(",");
        let lines = fewer
            .iter()
            .zip(&shardings)
            .map(|((_, dims), (name, sharding))| (name.clone(), shortest_form(dims, sharding)));
        let lines = ShardLinesView { mesh: mesh.clone(), shardings: lines.collect() };
        let view = ShardingPlanView {
            mesh,
            hardware: self.options.machine.name.clone(),
            devices: self.options.mesh.device_count(),
            memory_limit: limit,
            figures: best.evaluated.figures,
            origin,
            certificate,
            rows,
            annotated: fewer.len(),
            annotations: PlanLinesView::Shard(lines),
            notes: self.notes(),
            meshes: Vec::new(),
        };
        Ok((view, shardings))
    }

    fn space(&self) -> PlanSpace<'_> {
        let (program, axes, options) = (&self.planned.program, &self.axes, self.options);
        PlanSpace { program, axes, options, limits: self.limits(), names: self }
    }

    fn limits(&self) -> SearchLimits<'_> {
        let (started, time) = (self.started, self.options.time_limit);
        SearchLimits { started, time, stop: self.options.stop.as_deref() }
    }

    fn name(&self, value: ValueId) -> &str {
        self.typed.main.graph.values[value].name
    }

    fn dims(&self, layout: &PlanLayout) -> Vec<Vec<String>> {
        let dim = |dim| layout.axes(dim).map(|axis| self.axes.names[axis].clone()).collect();
        (0..layout.rank()).map(dim).collect()
    }

    /// The plans of the solver, with shardings of stored values only and of all values with a choice of their own.
    fn annotate(&self, choices: &PlanChoices, chosen: &[u32], _: Trials) -> Result<Vec<ModelPlan>, Error> {
        let (mut stored, mut all): (ValueAxes, ValueAxes) = (Vec::new(), Vec::new());
        for point in choices.points(chosen) {
            let Some(value) = self.planned.values.get(point.tensor).copied().flatten() else { continue };
            if !self.may_annotate(value) {
                continue;
            }
            let dims = self.dims(&point.layout);
            if matches!(point.origin, PlanOrigin::Argument(_)) {
                stored.push((value, dims.clone()));
            }
            all.push((value, dims));
        }
        let (mut plans, mut failed) = (Vec::new(), None);
        for annotations in [stored, all] {
            match self.price(&annotations) {
                Ok(evaluated) => plans.push(PricedPlan { annotations, evaluated }),
                Err(error) => failed = Some(error),
            }
            if !plans.is_empty() && self.limits().is_over() {
                break;
            }
        }
        match failed {
            Some(error) if plans.is_empty() => Err(error),
            _ => Ok(plans),
        }
    }

    /// Whether a value has dimensions and no annotation that stays.
    fn may_annotate(&self, value: ValueId) -> bool {
        !self.kept.contains(&value) && self.typed.main.types[value].rank().is_some_and(|rank| rank > 0)
    }

    fn written(&self, annotations: &ValueAxes) -> Vec<(String, Sharding)> {
        let sharding = |dims: &Vec<Vec<String>>| {
            Sharding::of_axes(dims.iter().map(|axes| axes.iter().map(String::as_str).collect::<Vec<_>>()))
        };
        annotations.iter().map(|(value, dims)| (self.name(*value).to_string(), sharding(dims))).collect()
    }

    fn with(&self, annotations: &ValueAxes) -> RankPartition {
        let on = OnMesh { shardings: self.written(annotations), ..OnMesh::new(self.options.mesh.clone()) };
        self.partition.clone().on(Some(on))
    }

    /// What the first rank of the partitioned model costs.
    fn price(&self, annotations: &ValueAxes) -> Result<Evaluated, Error> {
        let partition = self.with(annotations);
        let placed = self.base.place(self.inlined, self.typed, &partition, false)?;
        let ranks = self.base.make_first_rank(self.inlined, self.typed, &partition, &placed)?;
        Ok(self.evaluate(&ranks))
    }

    fn evaluate(&self, ranks: &Ranks) -> Evaluated {
        first_rank_figures(ranks, self.options.machine, self.options.overlap)
    }

    /// The plans that people write by hand: the annotations of the file, nothing sharded, the batch sharded. None is priced once the
    /// time is over.
    fn compare(&self, is_over: &dyn Fn() -> bool) -> (Vec<PlanRowView>, Vec<(String, ModelPlan)>) {
        let (mut rows, mut plans) = (Vec::new(), Vec::new());
        // Annotations that stay are a part of the model in every row.
        let row = |name: &str, axes: String| PlanRowView {
            name: name.into(),
            axes,
            figures: None,
            reason: None,
            without_annotations: false,
        };
        if !self.original.model.configuration.is_empty() {
            let mut own = row("as annotated", String::new());
            match (!is_over()).then(|| self.annotated()) {
                None => own.reason = Some(NOT_TRIED.into()),
                Some(Ok(evaluated)) => own.figures = Some(evaluated.figures),
                Some(Err(_)) => own.reason = Some("the annotations are for another mesh".into()),
            }
            rows.push(own);
        }
        let batch = self.batch();
        let all_axes = self.axes.names.join(",");
        let by_hand = [
            ("replicated", String::new(), Some(Vec::new())),
            ("data parallel", all_axes, (!batch.is_empty()).then_some(batch)),
        ];
        for (name, axes, annotations) in by_hand {
            let mut own = row(name, axes);
            if annotations.is_some() && is_over() {
                own.reason = Some(NOT_TRIED.into());
                rows.push(own);
                continue;
            }
            match annotations.map(|annotations| (self.price(&annotations), annotations)) {
                Some((Ok(evaluated), annotations)) => {
                    own.figures = Some(evaluated.figures);
                    if self.options.given == Given::Removed {
                        plans.push((name.to_string(), PricedPlan { annotations, evaluated }));
                    }
                }
                Some((Err(_), _)) => own.reason = Some("the model cannot be partitioned".into()),
                None => {
                    own.reason = Some("the first dimension of no input is a multiple of the devices".into())
                }
            }
            rows.push(own);
        }
        (rows, plans)
    }

    /// The annotations of the file, partitioned as they are.
    fn annotated(&self) -> Result<Evaluated, Error> {
        let partition = self.partition.clone().on(None);
        let (model, sizes) = self.original.inlined(&partition)?;
        let typed = infer_types_with(&model, &sizes);
        let placed = self.original.place(&model, &typed, &partition, false)?;
        if placed.mesh.device_count() != self.options.mesh.device_count() {
            return Err(refuse(self.original, code::PLAN_MESH, "the annotations are for another mesh", ""));
        }
        Ok(self.evaluate(&self.original.make_first_rank(&model, &typed, &partition, &placed)?))
    }

    /// The first dimension of every input that the devices divide, along all axes.
    fn batch(&self) -> ValueAxes {
        let graph = &self.typed.main.graph;
        let devices = self.options.mesh.device_count();
        let inputs = graph.inputs.iter().filter(|&&value| graph.values[value].initializer.is_none());
        let sharded = inputs.filter_map(|&value| {
            let shape = self.typed.main.types[value].shape()?;
            let first = shape.first().filter(|size| size.is_multiple_of(devices) && **size > 0)?;
            let mut dims = vec![Vec::new(); shape.len()];
            dims[0].clone_from(&self.axes.names);
            (*first >= devices).then_some((value, dims))
        });
        sharded.collect()
    }

    /// Leaves out shardings that propagation derives from the others, as far as `trials` propagations show. The
    /// layouts of all values stay the same.
    fn minimised(&self, annotations: ValueAxes, trials: usize) -> ValueAxes {
        let place = |annotations: &ValueAxes| {
            self.base.place(self.inlined, self.typed, &self.with(annotations), false).ok()
        };
        let Some(wanted) = place(&annotations) else { return annotations };
        let inputs = &self.typed.main.graph.inputs;
        let mut kept = annotations;
        // Values between nodes first, from the end: inputs and weights are what people annotate. An input is taken
        // sharded only if it is annotated, so a sharded one stays.
        let is_stated = |(value, dims): &(ValueId, Vec<Vec<String>>)| {
            inputs.contains(value) && dims.iter().any(|axes| !axes.is_empty())
        };
        let (mut size, mut left) = (kept.len().div_ceil(2).max(1), trials);
        loop {
            let mut end = kept.len();
            while end > 0 && left > 0 && !self.limits().is_over() {
                let start = end.saturating_sub(size);
                let fewer: ValueAxes = kept
                    .iter()
                    .enumerate()
                    .filter(|(at, each)| !(start..end).contains(at) || is_stated(each))
                    .map(|(_, each)| each.clone())
                    .collect();
                end = start;
                if fewer.len() == kept.len() {
                    continue;
                }
                left -= 1;
                if place(&fewer).is_some_and(|found| found.has_layouts_of(&wanted)) {
                    kept = fewer;
                }
            }
            if size == 1 || left == 0 {
                return kept;
            }
            size = size.div_ceil(2);
        }
    }

    /// Nodes without rules, with what it costs to gather their inputs, and axes that divide nothing.
    fn notes(&self) -> Vec<String> {
        let main = &self.typed.main;
        let mut kinds: Vec<(String, usize, u64)> = Vec::new();
        for &id in &self.planned.unruled {
            let node = &main.graph.nodes[id];
            let inputs = node.inputs.iter().flatten();
            let bytes = inputs.filter_map(|&value| byte_size(main, value)).fold(0, u64::saturating_add);
            let name = node.proto.op().to_string();
            match kinds.iter_mut().find(|(known, ..)| *known == name) {
                Some((_, count, sum)) => (*count, *sum) = (*count + 1, sum.saturating_add(bytes)),
                None => kinds.push((name, 1, bytes)),
            }
        }
        let space = self.space();
        let mut notes: Vec<String> =
            kinds.iter().map(|(name, count, bytes)| space.unruled_note(name, *count, *bytes)).collect();
        notes.extend(space.idle_axes());
        let unknown: u64 =
            main.graph.values.ids().filter(|&value| main.types[value].shape().is_none()).count() as u64;
        if unknown > 0 {
            notes.push(format!(
                "{unknown} values have unknown sizes and stay replicated; give sizes to shard them"
            ));
        }
        notes
    }
}

/// Changes of the shardings of a model: an input or a weight gets another one, or one of any value is left out.
struct NearbyModels<'a, 'm> {
    search: &'a ModelSearch<'a, 'm>,
    mesh: &'a Mesh,
    /// Inputs and weights, with their shapes.
    stored: Vec<(ValueId, Vec<u64>)>,
}

impl<'a, 'm> NearbyModels<'a, 'm> {
    fn new(search: &'a ModelSearch<'a, 'm>) -> Self {
        let planned = &search.planned;
        let values = planned.program.arguments.iter().filter_map(|&at| planned.values[at]);
        let shape = |value| Some((value, search.typed.main.types[value].shape()?.to_vec()));
        let stored = values.filter(|&value| search.may_annotate(value)).filter_map(shape).collect();
        Self { search, mesh: search.options.mesh, stored }
    }
}

impl Nearby<ValueAxes> for NearbyModels<'_, '_> {
    fn parts(&self) -> usize {
        self.stored.len() + 1
    }

    fn near(&self, plan: &ValueAxes, part: usize) -> Vec<ValueAxes> {
        let without = |value: ValueId| -> ValueAxes {
            plan.iter().filter(|(known, _)| *known != value).cloned().collect()
        };
        let Some((value, shape)) = self.stored.get(part) else {
            // Values between nodes.
            let is_stored = |value| self.stored.iter().any(|(stored, _)| *stored == value);
            let between = plan.iter().filter(|(value, _)| !is_stored(*value));
            return between.map(|(value, _)| without(*value)).collect();
        };
        let current = plan.iter().find(|(known, _)| known == value).map(|(_, dims)| dims);
        let axis = |name: &String| self.mesh.axis_ids().find(|&id| self.mesh.mesh_axis(id).name() == name);
        let axes = |names: &Vec<String>| names.iter().filter_map(axis).map(|id| self.mesh.axis(id)).collect();
        let from: Vec<Vec<AxisRef>> = match current {
            Some(dims) => dims.iter().map(axes).collect(),
            None => vec![Vec::new(); shape.len()],
        };
        let name = |axis: &AxisRef| self.mesh.mesh_axis(axis.axis()).name().to_string();
        let mut near: Vec<ValueAxes> = near_layouts(self.mesh, shape, &from)
            .into_iter()
            .map(|dims| {
                let dims = dims.iter().map(|axes| axes.iter().map(name).collect()).collect();
                let mut plan = plan.clone();
                match plan.iter_mut().find(|(known, _)| known == value) {
                    Some(known) => known.1 = dims,
                    // Stored values come first.
                    None => plan.insert(0, (*value, dims)),
                }
                plan
            })
            .collect();
        // Without an annotation, propagation decides.
        near.extend(current.map(|_| without(*value)));
        near
    }

    fn price(&self, plan: &ValueAxes) -> Option<Evaluated> {
        self.search.price(plan).ok()
    }

    fn hash(&self, plan: &ValueAxes, hasher: &mut DefaultHasher) {
        let mut plan: Vec<_> = plan.iter().collect();
        plan.sort();
        plan.hash(hasher);
    }
}

impl PlanNames for ModelSearch<'_, '_> {
    fn tensor_name(&self, tensor: usize) -> String {
        let value = self.planned.values.get(tensor).copied().flatten();
        value.map_or_else(|| "an output".into(), |value| format!("'{}'", self.name(value)))
    }

    fn refuse(&self, code: Code, message: &str, help: &str) -> Error {
        refuse(self.base, code, message, help)
    }
}

/// What the first rank of a partitioned model costs.
pub(super) fn first_rank_figures(ranks: &Ranks, machine: &Machine, overlap: Overlap) -> Evaluated {
    let made = &ranks.made;
    let typed = infer_types(&made.models[made.first.device]);
    let time = estimate_model_time(&typed.main, &made.collectives, machine);
    let peak = estimate_model_memory(&typed).peak.bytes;
    let figures = PlanFigures {
        step_seconds: time.step(overlap).seconds(),
        peak_bytes: u64::try_from(peak).unwrap_or(u64::MAX),
        sent_bytes: made.collectives.iter().map(|each| each.bytes).fold(0, u64::saturating_add),
        collectives: made.collectives.len() as u64,
    };
    Evaluated { figures, serial: time.step(Overlap::None).seconds() }
}

/// `x.y,_`, or sdy notation if the short form would be read as other axes: a name may be `_` or contain a point.
fn shortest_form(dims: &[Vec<String>], sharding: &Sharding) -> String {
    let dim = |axes: &Vec<String>| if axes.is_empty() { "_".to_string() } else { axes.join(".") };
    let short = dims.iter().map(dim).collect::<Vec<_>>().join(",");
    let is_same = short.parse::<Sharding>().is_ok_and(|read| read.to_string() == sharding.to_string());
    if is_same { short } else { sharding.text().to_string() }
}
