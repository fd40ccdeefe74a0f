//! The search for the sharding of an ONNX model: shardings of its inputs, its weights and, where propagation would decide
//! otherwise, of values between its nodes.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash};
use std::rc::Rc;
use std::time::Instant;

use partita_base::{Code, Id, code};
use partita_cost::{Machine, Overlap};
use partita_mesh::spec::{AxisSpec, DimSpec, ShardingSpec};
use partita_mesh::{AxisRef, Mesh, TensorSharding};
use partita_onnx::memory::{byte_size, estimate_model_memory, is_weight};
use partita_onnx::partition::{PlannedModel, plan_model};
use partita_onnx::time::estimate_model_time;
use partita_onnx::{
    Bindings, Finding, NodeLocation, TypedModel, ValueId, infer_types, infer_types_with, proto,
};
use partita_place::plan::{PlanAxes, PlanChoices, PlanLayout, PlanOp, PlanOrigin};
use partita_report::{PlanFigures, PlanLinesView, PlanRowView, ShardLinesView, ShardingPlanView};

use super::alternatives::near_layouts;
use super::compare::{ANNOTATED, NOT_TRIED, OTHER_MESH, REPLICATED, add_row};
use super::evaluate::Evaluated;
use super::explore::{Exploration, Nearby, explore};
use super::front::FrontPlan;
use super::limits::{SearchLimits, Trials};
use super::plan::SearchOptions;
use super::solving::{PlanNames, PlanSpace, PricedPlan, Searched};
use crate::notation::Sharding;
use crate::onnx::{Model, OnMesh, RankPartition, Ranks, read_model};
use crate::plans::{
    ArgumentSharding, DataFlow, FlowArgument, FlowOp, FlowTensor, Given, NoPlan, Structure, plans_by_hand,
};
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

/// The shardings of some values.
type ValueAxes = Vec<(ValueId, ValueSharding)>;

/// The sharding of a value in a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct ValueSharding {
    /// The axes of every dimension.
    dims: Vec<Vec<String>>,
    /// Whether it propagates after all others.
    is_later: bool,
}

impl ValueSharding {
    fn new(dims: Vec<Vec<String>>) -> Self {
        Self { dims, is_later: false }
    }

    fn is_sharded(&self) -> bool {
        self.dims.iter().any(|axes| !axes.is_empty())
    }

    fn written(&self) -> Sharding {
        let dim = |axes: &Vec<String>| {
            let priority = (self.is_later && !axes.is_empty()).then_some(1);
            DimSpec { priority, ..DimSpec::closed(axes.iter().map(|axis| AxisSpec::full(axis.as_str()))) }
        };
        Sharding::from(ShardingSpec::new("mesh", self.dims.iter().map(dim)))
    }

    /// `x.y,_`, or sdy notation if the short form would be read as another sharding: a name may be `_` or contain a point.
    fn shortest_form(&self) -> String {
        let dim = |axes: &Vec<String>| if axes.is_empty() { "_".to_string() } else { axes.join(".") };
        let short = self.dims.iter().map(dim).collect::<Vec<_>>().join(",");
        let written = self.written();
        let is_same = short.parse::<Sharding>().is_ok_and(|read| read.to_string() == written.to_string());
        if is_same { short } else { written.text().to_string() }
    }
}

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
    let found = with_search(model, sizes, options, watch, |search, watch| search.run(watch, solver))?;
    let ((view, shardings), model) = found;
    let on = OnMesh { shardings, ..OnMesh::new(options.mesh.clone()) };
    Ok(FoundModelPlan { view, on, model })
}

/// A plan that people write by hand for a model.
#[derive(Clone, Debug)]
pub struct ModelBaseline {
    /// Its name in a table: `data parallel`, `FSDP`, `Megatron`.
    pub name: &'static str,
    /// What its axes are for: `batch over data and model`.
    pub axes: String,
    /// The shardings of inputs and weights, by name, or why the model has no such plan.
    pub plan: Result<Vec<(String, Sharding)>, NoPlan>,
}

/// The plans that people would write for a model on a mesh, as [`plans::baselines`](crate::plans::baselines) for a program.
///
/// # Errors
/// As those of [`find_model_plan`] for models that cannot be partitioned.
pub fn model_baselines(
    model: &Model,
    sizes: &Bindings,
    options: &SearchOptions<'_>,
) -> Result<Vec<ModelBaseline>, Error> {
    let all = with_search(model, sizes, options, &mut (), |search, _| {
        let written = |(name, axes, plan): PlanByName| ModelBaseline {
            name,
            axes,
            plan: plan.map(|annotations| search.written(&annotations)),
        };
        Ok(search.by_hand().into_iter().map(written).collect())
    });
    all.map(|(found, _)| found)
}

/// Describes a model for planning. Returns the answer, and the model that it is for.
fn with_search<T>(
    model: &Model,
    sizes: &Bindings,
    options: &SearchOptions<'_>,
    watch: &mut dyn Watch,
    answer: impl FnOnce(&ModelSearch<'_, '_>, &mut dyn Watch) -> Result<T, Error>,
) -> Result<(T, Model), Error> {
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
        sizes,
        options,
        axes,
        planned,
        kept: given.iter().map(|(value, _)| *value).collect(),
        started,
    };
    let found = answer(&search, watch)?;
    Ok((found, base))
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
    sizes: &'a Bindings,
    options: &'a SearchOptions<'a>,
    axes: PlanAxes,
    planned: PlannedModel,
    /// Values whose annotations stay.
    kept: Vec<ValueId>,
    started: Instant,
}

type ModelPlan = PricedPlan<ValueAxes>;
/// The name of a plan, what its axes are for, and its shardings.
type PlanByName = (&'static str, String, Result<ValueAxes, NoPlan>);

fn row(name: &str, axes: String) -> PlanRowView {
    PlanRowView { name: name.into(), axes, figures: None, reason: None, without_annotations: false }
}

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
            .map(|((_, sharding), (name, _))| (name.clone(), sharding.shortest_form()));
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
            let sharding = ValueSharding::new(self.dims(&point.layout));
            if matches!(point.origin, PlanOrigin::Argument(_)) {
                stored.push((value, sharding.clone()));
            }
            all.push((value, sharding));
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

    /// Whether a value has dimensions of known sizes and no annotation that stays.
    fn may_annotate(&self, value: ValueId) -> bool {
        let shape = self.typed.main.types[value].shape();
        !self.kept.contains(&value) && shape.is_some_and(|shape| !shape.is_empty())
    }

    fn written(&self, annotations: &ValueAxes) -> Vec<(String, Sharding)> {
        let named = |(value, sharding): &(ValueId, ValueSharding)| {
            (self.name(*value).to_string(), sharding.written())
        };
        annotations.iter().map(named).collect()
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

    /// The plans that people write by hand: the annotations of the file, nothing sharded, and those that follow from the structure. None
    /// is priced once the time is over.
    fn compare(&self, is_over: &dyn Fn() -> bool) -> (Vec<PlanRowView>, Vec<(String, ModelPlan)>) {
        let (mut rows, mut plans) = (Vec::new(), Vec::new());
        if !self.original.model.configuration.is_empty() {
            let mut own = row(ANNOTATED, String::new());
            match (!is_over()).then(|| self.annotated()) {
                None => own.reason = Some(NOT_TRIED.into()),
                Some(Ok(evaluated)) => own.figures = Some(evaluated.figures),
                Some(Err(_)) => own.reason = Some(OTHER_MESH.into()),
            }
            rows.push(own);
        }
        // Annotations that stay are a part of the model in this row.
        let replicated = (REPLICATED, String::new(), Ok(ValueAxes::new()));
        self.add_rows(vec![replicated], is_over, &mut rows, &mut plans);
        if self.kept.is_empty() {
            self.add_rows(self.by_hand(), is_over, &mut rows, &mut plans);
        } else {
            // The other plans are priced without the annotations that stay, and are not the answer.
            let options = SearchOptions { given: Given::Removed, ..self.options.clone() };
            let priced = with_search(self.original, self.sizes, &options, &mut (), |search, _| {
                let mut rows = Vec::new();
                search.add_rows(search.by_hand(), is_over, &mut rows, &mut Vec::new());
                Ok(rows)
            });
            let priced = priced.map_or_else(|_| Vec::new(), |(rows, _)| rows);
            rows.extend(priced.into_iter().map(|row| PlanRowView { without_annotations: true, ..row }));
        }
        (rows, plans)
    }

    /// Prices plans for the table; those that may be the answer are added to `plans`.
    fn add_rows(
        &self,
        by_hand: Vec<PlanByName>,
        is_over: &dyn Fn() -> bool,
        rows: &mut Vec<PlanRowView>,
        plans: &mut Vec<(String, ModelPlan)>,
    ) {
        for (name, axes, annotations) in by_hand {
            let mut own = row(name, axes);
            match annotations {
                Err(none) => own.reason = Some(none.to_string()),
                Ok(_) if is_over() => own.reason = Some(NOT_TRIED.into()),
                Ok(annotations) => match self.price(&annotations) {
                    Ok(evaluated) => {
                        own.figures = Some(evaluated.figures);
                        if self.options.given == Given::Removed {
                            plans.push((name.to_string(), PricedPlan { annotations, evaluated }));
                        }
                    }
                    Err(_) => own.reason = Some("the model cannot be partitioned".into()),
                },
            }
            add_row(rows, own, self.options.limit());
        }
    }

    /// The plans that follow from the structure of the model.
    fn by_hand(&self) -> Vec<PlanByName> {
        let (flow, values) = self.data_flow();
        let mesh = self.options.mesh;
        let axes = |axes: Vec<AxisRef>| -> Vec<String> {
            axes.iter().map(|axis| mesh.mesh_axis(axis.axis()).name().to_string()).collect()
        };
        let sharding = |argument: ArgumentSharding| ValueSharding {
            dims: argument.dims.into_iter().map(axes).collect(),
            is_later: argument.is_later,
        };
        let annotations = |plan: Vec<Option<ArgumentSharding>>| -> ValueAxes {
            let all =
                values.iter().zip(plan).filter_map(|(&value, argument)| Some((value, sharding(argument?))));
            all.filter(|(value, sharding)| sharding.is_sharded() && self.may_annotate(*value)).collect()
        };
        let plans = plans_by_hand(&Structure::of_flow(&flow), mesh);
        plans.into_iter().map(|each| (each.name, each.axes, each.plan.map(annotations))).collect()
    }

    /// The data flow of the main graph, and the values of its arguments.
    fn data_flow(&self) -> (DataFlow, Vec<ValueId>) {
        let (program, main) = (&self.planned.program, &self.typed.main);
        let mut has_rule = vec![false; program.tensors.len()];
        for op in &program.ops {
            let tensors = op.operands.iter().chain(&op.results).zip(&op.factors.tensors);
            let ruled = tensors.filter(|(_, dims)| dims.iter().any(|dim| !dim.is_empty()));
            ruled.for_each(|(&tensor, _)| has_rule[tensor] = true);
        }
        let values: Vec<ValueId> =
            program.arguments.iter().filter_map(|&tensor| self.planned.values[tensor]).collect();
        let argument = |&value: &ValueId| FlowArgument {
            tensor: Some(value.index()).filter(|&tensor| has_rule[tensor]),
            shape: program.tensors[value.index()].shape.clone(),
            is_stored: is_weight(main, value),
        };
        let positions: BTreeMap<ValueId, usize> =
            values.iter().enumerate().map(|(at, &value)| (value, at)).collect();
        let origin = |&operand: &usize| {
            let value = self.planned.values[operand]?;
            positions.get(&self.planned.origins[value]?).copied()
        };
        let op = |op: &PlanOp| FlowOp {
            factors: Rc::clone(&op.factors),
            tensors: (op.operands.iter().chain(&op.results))
                .map(|&tensor| FlowTensor { tensor, is_view: false })
                .collect(),
            product: op.load.product.is_some().then(|| op.operands.iter().map(origin).collect()),
        };
        let flow = DataFlow {
            shapes: program.tensors.iter().map(|tensor| tensor.shape.clone()).collect(),
            ops: program.ops.iter().map(op).collect(),
            arguments: values.iter().map(argument).collect(),
            results: main.graph.outputs.iter().map(|output| output.index()).collect(),
            // A model has no state that it returns in a new version.
            updates: vec![None; main.graph.outputs.len()],
        };
        (flow, values)
    }

    /// The annotations of the file, partitioned as they are.
    fn annotated(&self) -> Result<Evaluated, Error> {
        let partition = self.partition.clone().on(None);
        let (model, sizes) = self.original.inlined(&partition)?;
        let typed = infer_types_with(&model, &sizes);
        let placed = self.original.place(&model, &typed, &partition, false)?;
        if placed.mesh.device_count() != self.options.mesh.device_count() {
            return Err(refuse(self.original, code::PLAN_MESH, OTHER_MESH, ""));
        }
        Ok(self.evaluate(&self.original.make_first_rank(&model, &typed, &partition, &placed)?))
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
        let is_stated =
            |(value, sharding): &(ValueId, ValueSharding)| inputs.contains(value) && sharding.is_sharded();
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
        let is_unknown = |value: &ValueId| main.types[*value].shape().is_none();
        for &id in &self.planned.unruled {
            let node = &main.graph.nodes[id];
            // A node with a rule for other sizes is not one without a rule.
            let mut values = node.inputs.iter().chain(&node.outputs).flatten();
            if main.signatures[id].is_ok() && values.any(is_unknown) {
                continue;
            }
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
        let unknown = main.graph.values.ids().filter(is_unknown).count();
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
        let current = plan.iter().find(|(known, _)| known == value).map(|(_, known)| known);
        let axis = |name: &String| self.mesh.axis_ids().find(|&id| self.mesh.mesh_axis(id).name() == name);
        let axes = |names: &Vec<String>| names.iter().filter_map(axis).map(|id| self.mesh.axis(id)).collect();
        let from: Vec<Vec<AxisRef>> = match current {
            Some(sharding) => sharding.dims.iter().map(axes).collect(),
            None => vec![Vec::new(); shape.len()],
        };
        let name = |axis: &AxisRef| self.mesh.mesh_axis(axis.axis()).name().to_string();
        let mut near: Vec<ValueAxes> = near_layouts(self.mesh, shape, &from)
            .into_iter()
            .map(|dims| {
                let dims = dims.iter().map(|axes| axes.iter().map(name).collect()).collect();
                let mut plan = plan.clone();
                match plan.iter_mut().find(|(known, _)| known == value) {
                    Some(known) => known.1.dims = dims,
                    // Stored values come first.
                    None => plan.insert(0, (*value, ValueSharding::new(dims))),
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
