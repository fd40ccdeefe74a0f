//! The page of a model, its memory, and explanations of its shardings.

use std::collections::BTreeMap;

use partita_base::{Id, Severity};
use partita_mesh::notation;
use partita_onnx::check::CheckOptions;
use partita_onnx::memory::{ModelMemory, estimate_model_memory, find_graph, is_weight};
use partita_onnx::partition::CollectiveUse;
use partita_onnx::{Finding, NodeId, TypedModel, ValueId, infer_types};
use partita_propagate::TensorId;
use partita_report::{
    BodyView, BufferView, CauseView, CollectiveView, CommsView, CostView, CourseView, DrawView, ExplorerView,
    FigureView, MemoryView, ModelAnswers, PartView, PlacedCollective, PlacedCosts, ReportView, RowKeys,
    RunsView, SourceView, TensorView, Unanswerable, WhereView, WhyView, name_layers,
};

use super::ranks::{PlacedModel, infer_partitioned_types};
use super::staged::{draw_in_stage, no_record};
use super::{Model, RankPartition, Ranks, refused};
use crate::Error;
use crate::notation::Notation;

/// The number of tensors at the peak that a report lists.
const TOP: usize = 20;

/// The cost of communication and memory of ranks, as views and for the page.
struct Costs {
    comms: CommsView,
    memory: MemoryView,
    placed: PlacedCosts,
}

impl Model {
    /// The page of the model, up to the stage that fails; the errors about the model are on it.
    pub fn report(&self, partition: &RankPartition) -> Result<ReportView, Error> {
        let mut findings = self.findings.clone();
        findings.extend(self.check(&CheckOptions::default()));
        let part = self.explored(partition, &mut findings)?;
        let mut view = ReportView::of_one(&self.name, part);
        view.parts[0].add_model_findings(&self.name, &findings);
        Ok(view)
    }

    fn explored(&self, partition: &RankPartition, findings: &mut Vec<Finding>) -> Result<PartView, Error> {
        let title = self.model.graph.as_ref().and_then(|graph| graph.name.clone()).unwrap_or_default();
        let (model, sizes) = match self.inlined(partition) {
            Ok(inlined) => inlined,
            Err(error) => {
                note(error, findings)?;
                let (explorer, _) = ExplorerView::of_model(&infer_types(&self.model), &title);
                return Ok(PartView::of_explorer(explorer));
            }
        };
        let typed = infer_partitioned_types(&model, &sizes, partition);
        let (mut explorer, keys) = ExplorerView::of_model(&typed, &title);
        let mut placed = match self.place(&model, &typed, partition, true) {
            Ok(placed) => placed,
            Err(error) => {
                note(error, findings)?;
                return Ok(PartView::of_explorer(explorer));
            }
        };
        match no_record(&placed) {
            Some(finding) => findings.push(Finding { severity: Severity::Warning, ..finding }),
            None => explorer.add_model_run(&typed, &keys, &mut placed.record),
        }
        let costs = match self.make_ranks(&model, &typed, &partition.clone().defer_weights(true), &placed) {
            Ok(ranks) => Some(costs(&typed, &ranks, TOP)),
            Err(error) => {
                note(error, findings)?;
                None
            }
        };
        if let Some(Costs { comms, memory, placed }) = &costs {
            explorer.add_costs(placed, comms, memory);
        }
        let mut part = PartView::of_explorer(explorer);
        part.partitioned = costs.map(|costs| CostView::new(costs.comms, costs.memory));
        Ok(part)
    }

    /// The peak memory of each rank, the node at which it occurs, and the `top` largest tensors then.
    pub fn memory(&self, partition: &RankPartition, top: usize) -> Result<MemoryView, Error> {
        let (model, sizes) = self.inlined(partition)?;
        let typed = infer_partitioned_types(&model, &sizes, partition);
        let placed = self.place(&model, &typed, partition, false)?;
        let ranks = self.make_ranks(&model, &typed, &partition.clone().defer_weights(true), &placed)?;
        Ok(costs(&typed, &ranks, top).memory)
    }

    /// Explains the sharding of a tensor, in all dimensions or in one.
    pub fn why(
        &self,
        partition: &RankPartition,
        tensor: &str,
        dim: Option<i64>,
        notation: Notation,
    ) -> Result<WhyView, Error> {
        let (model, sizes) = self.inlined(partition)?;
        let typed = infer_partitioned_types(&model, &sizes, partition);
        let mut placed = self.place(&model, &typed, partition, true)?;
        if let Some(finding) = no_record(&placed) {
            return Err(refused(&self.name, vec![finding]));
        }
        answer(&typed, &mut placed, notation, tensor, |answers, found| answers.why(found, dim))
    }

    /// Which device holds which shard of a tensor.
    pub fn draw(
        &self,
        partition: &RankPartition,
        tensor: &str,
        notation: Notation,
    ) -> Result<DrawView, Error> {
        let (model, sizes) = self.inlined(partition)?;
        let typed = infer_partitioned_types(&model, &sizes, partition);
        let mut placed = self.place(&model, &typed, partition, true)?;
        if let Some(view) = draw_in_stage(&placed, &typed, tensor, notation) {
            return view.map_err(Error::Question);
        }
        answer(&typed, &mut placed, notation, tensor, |answers, found| answers.draw(found))
    }
}

/// Asks what propagation recorded about a tensor.
fn answer<T>(
    typed: &TypedModel<'_>,
    placed: &mut PlacedModel,
    notation: Notation,
    tensor: &str,
    question: impl FnOnce(&mut ModelAnswers<'_>, TensorId) -> Result<T, Unanswerable>,
) -> Result<T, Error> {
    let answers = ModelAnswers::new(typed, &mut placed.record);
    let mut answers = answers.expect("the steps were recorded").written_as(notation);
    let found = answers.find(tensor).map_err(Error::Question)?;
    question(&mut answers, found).map_err(Error::Question)
}

/// Collects the findings of an error about the model; other errors are those of the request.
fn note(error: Error, findings: &mut Vec<Finding>) -> Result<(), Error> {
    let Error::Model { findings: more, .. } = error else { return Err(error) };
    for finding in more {
        if !findings.contains(&finding) {
            findings.push(finding);
        }
    }
    Ok(())
}

/// A rank's model with its types, and where its nodes and values come from.
struct RankView<'a> {
    original: &'a TypedModel<'a>,
    typed: &'a TypedModel<'a>,
    ranks: &'a Ranks,
    values: BTreeMap<&'a str, (ValueId, String)>,
}

impl RankView<'_> {
    /// The row of a node of the rank.
    fn key(&self, node: NodeId) -> u32 {
        match self.ranks.made.first.nodes.get(node.index()).copied().flatten() {
            Some(node) => RowKeys::node(node),
            None => RowKeys::GRAPH,
        }
    }

    /// The node of the model that a node of the rank belongs to.
    fn place(&self, node: NodeId) -> WhereView {
        let origin = self.ranks.made.first.nodes.get(node.index()).copied().flatten();
        let op = match origin {
            Some(origin) => self.original.main.graph.nodes[NodeId::from_index(origin)].proto.op(),
            None => self.typed.main.graph.nodes[node].proto.op(),
        };
        let origin_view = origin.map_or_else(SourceView::default, |node| self.source(node));
        WhereView { op: op.to_string(), line: 0, node: origin, location: None, origin: origin_view }
    }

    /// The scopes in the name of a node of the model.
    fn source(&self, node: usize) -> SourceView {
        let name = self.original.main.graph.nodes[NodeId::from_index(node)].proto.name.as_deref();
        let name =
            name.filter(|name| name.contains('/')).map(|name| name.trim_start_matches('/').to_string());
        SourceView { name_stack: name, ..SourceView::default() }
    }

    /// The value of the model that a value of the rank is a shard of, and its type with axes.
    fn origin(&self, name: &str) -> Option<&(ValueId, String)> {
        self.values.get(name)
    }
}

fn costs(original: &TypedModel<'_>, ranks: &Ranks, top: usize) -> Costs {
    let typed = infer_types(&ranks.made.models[ranks.made.first.device]);
    let mut values = BTreeMap::default();
    for (name, value, layout) in &ranks.made.first.values {
        let ty = &original.main.types[*value];
        let sharding = layout.to_sharding(partita_mesh::MeshId::from_index(0), &ranks.mesh);
        let text = match (sharding, &ty.dims, ty.element) {
            (Some(sharding), Some(dims), Some(element)) => {
                let dims = notation::dims_notation(&ranks.mesh, &sharding, dims);
                format!("{}[{dims}]{}", element.text(), notation::rest_notation(&ranks.mesh, &sharding))
            }
            _ => ty.to_string(),
        };
        values.insert(name.as_str(), (*value, text));
    }
    let rank = RankView { original, typed: &typed, ranks, values };
    let here = estimate_model_memory(&typed);
    let alone = estimate_model_memory(original);
    let collectives: Vec<PlacedCollective> = placed_collectives(&rank);
    let comms = comms_view(ranks, &collectives);
    let memory = memory_view(&rank, &here, &alone, top);
    let placed = PlacedCosts {
        collectives,
        points: std::iter::once(RowKeys::GRAPH)
            .chain(typed.main.order.iter().map(|&node| rank.key(node)))
            .collect(),
        buffers: here
            .peak
            .lifetimes
            .iter()
            .map(|each| buffer(&rank, &each.tensor, (each.birth, each.death)))
            .collect(),
        bodies: here
            .peak
            .bodies
            .iter()
            .map(|body| BodyView {
                point: body.point,
                buffers: body
                    .live
                    .iter()
                    .map(|tensor| buffer(&rank, tensor, (body.point, body.point)))
                    .collect(),
            })
            .collect(),
    };
    Costs { comms, memory, placed }
}

type LiveValue = partita_onnx::memory::LiveTensor<partita_onnx::memory::GraphValueId>;

fn buffer(rank: &RankView<'_>, tensor: &LiveValue, live: (usize, usize)) -> BufferView {
    let (name, ty) = described(rank, tensor);
    let origin = rank.origin(&name);
    let (graph, value) = tensor.value;
    let node = match find_graph(&rank.typed.main, graph).map(|typed| typed.graph.values[value].source) {
        Some(partita_onnx::graph::ValueSource::Node(node, _)) if graph == rank.typed.main.id => Some(node),
        _ => None,
    };
    BufferView {
        bytes: tensor.bytes,
        role: tensor.role as u8,
        value: origin.map(|(value, _)| RowKeys::value(rank.original.main.id, *value)),
        span: node.map(|node| rank.key(node)),
        local_type: ty,
        live,
    }
}

/// The name and the type of a value of the rank.
fn described(rank: &RankView<'_>, tensor: &LiveValue) -> (String, String) {
    let (graph, value) = tensor.value;
    match find_graph(&rank.typed.main, graph) {
        Some(typed) => (typed.graph.values[value].name.to_string(), typed.types[value].to_string()),
        None => (String::new(), String::new()),
    }
}

fn placed_collectives(rank: &RankView<'_>) -> Vec<PlacedCollective> {
    let made = &rank.ranks.made;
    // The node of the rank that does the work of each node of the model.
    let mut main: BTreeMap<usize, usize> = BTreeMap::default();
    for (at, origin) in made.first.nodes.iter().enumerate() {
        let Some(origin) = *origin else { continue };
        let op = rank.original.main.graph.nodes[NodeId::from_index(origin)].proto.op();
        if rank.typed.main.graph.nodes[NodeId::from_index(at)].proto.op() == op {
            main.entry(origin).or_insert(at);
        }
    }
    let mut views: Vec<CollectiveView> =
        made.collectives.iter().map(|each| collective(rank, &main, each)).collect();
    name_layers(views.iter_mut().map(|view| &mut view.origin));
    let place = |(view, each): (CollectiveView, &CollectiveUse)| PlacedCollective {
        span: each.node.map_or(RowKeys::GRAPH, RowKeys::node),
        before: is_before(&main, each),
        traffic: view,
        tensors: tensors(rank, each),
    };
    views.into_iter().zip(&made.collectives).map(place).collect()
}

/// Whether a collective precedes the work of its node.
fn is_before(main: &BTreeMap<usize, usize>, each: &CollectiveUse) -> bool {
    each.node.and_then(|node| main.get(&node)).is_some_and(|&at| each.at <= at)
}

fn collective(rank: &RankView<'_>, main: &BTreeMap<usize, usize>, each: &CollectiveUse) -> CollectiveView {
    let name = match each.op {
        "AllReduce" => "all_reduce",
        "AllToAll" => "all_to_all",
        _ => "all_gather",
    };
    let (cause, short) = match each.node {
        None => ("sharding of an output", "output"),
        Some(_) if is_before(main, each) => ("sharding of an input", "reshard"),
        Some(_) if each.op == "AllReduce" => ("contracting dimension", "contraction"),
        Some(_) => ("partial results", "partial"),
    };
    let origin = each.node.map_or_else(SourceView::default, |node| rank.source(node));
    CollectiveView {
        collective: name,
        axes: each.axes.clone(),
        group: each.group_size,
        bytes: each.bytes,
        runs: RunsView { calls: 1, times: 1, ..RunsView::default() },
        line: each.node.unwrap_or(0),
        op: each.cause.clone(),
        cause: CauseView { name: cause, short },
        origin,
        ..CollectiveView::default()
    }
}

/// The types of a collective's value before and after it, with axes where a value of the model is known.
fn tensors(rank: &RankView<'_>, each: &CollectiveUse) -> (String, String) {
    let main = &rank.typed.main;
    let nodes = main.graph.nodes.iter().skip(each.at);
    let found = nodes.map(|(_, node)| node).find(|node| node.proto.op() == each.op);
    let Some(node) = found else { return (String::new(), String::new()) };
    let text = |value: Option<&Option<ValueId>>| {
        let value = value.copied().flatten()?;
        let name = main.graph.values[value].name;
        Some(rank.origin(name).map_or_else(|| main.types[value].to_string(), |(_, text)| text.clone()))
    };
    (text(node.inputs.first()).unwrap_or_default(), text(node.outputs.first()).unwrap_or_default())
}

fn comms_view(ranks: &Ranks, collectives: &[PlacedCollective]) -> CommsView {
    let axes = ranks.mesh.axes().iter().map(|axis| (axis.name().to_string(), axis.size()));
    let views = collectives.iter().map(|each| each.traffic.clone()).collect();
    let view = CommsView::new(views, Vec::new()).on_mesh(ranks.mesh.device_count(), axes.collect());
    CommsView { place: "node", ..view }
}

fn memory_view(rank: &RankView<'_>, here: &ModelMemory, alone: &ModelMemory, top: usize) -> MemoryView {
    let clamp = |bytes: u128| u64::try_from(bytes).unwrap_or(u64::MAX);
    let course: Vec<u64> = here.peak.course.iter().map(|&bytes| clamp(bytes)).collect();
    let nodes = rank
        .typed
        .main
        .order
        .iter()
        .map(|&node| rank.ranks.made.first.nodes.get(node.index()).copied().flatten().unwrap_or(0));
    let nodes: Vec<usize> = std::iter::once(0).chain(nodes).collect();
    let mut view = MemoryView {
        devices: rank.ranks.mesh.device_count(),
        donated: false,
        donated_arguments: 0,
        per_device: figures(here),
        unpartitioned: figures(alone),
        at: here.peak.at.map(|node| rank.place(node)),
        live: here.peak.live.len(),
        tensors: Vec::new(),
        all_tensors: here.peak.live.iter().map(|tensor| tensor_view(rank, tensor)).collect(),
        uncounted: here.uncounted,
        course: CourseView::new(&course, &nodes),
    };
    view.name_layers();
    view.tensors = view.all_tensors.iter().take(top).cloned().collect();
    view
}

fn figures(memory: &ModelMemory) -> FigureView {
    use partita_onnx::memory::BufferRole;
    FigureView {
        peak: u64::try_from(memory.peak.bytes).unwrap_or(u64::MAX),
        arguments: memory.of(BufferRole::Argument),
        results: memory.of(BufferRole::Result),
        constants: memory.of(BufferRole::Constant),
        temporaries: memory.of(BufferRole::Temporary),
        all_arguments: memory.inputs,
        all_results: memory.outputs,
    }
}

fn tensor_view(rank: &RankView<'_>, tensor: &LiveValue) -> TensorView {
    let (name, ty) = described(rank, tensor);
    let origin = rank.origin(&name);
    let main = &rank.original.main;
    let (graph, value) = tensor.value;
    let made_by = match find_graph(&rank.typed.main, graph).map(|typed| typed.graph.values[value].source) {
        Some(partita_onnx::graph::ValueSource::Node(node, _)) if graph == rank.typed.main.id => {
            Some(rank.place(node))
        }
        _ => None,
    };
    let shown = match origin {
        Some((value, _)) => main.graph.values[*value].name.to_string(),
        None => name,
    };
    let is_given = origin.is_some_and(|(value, _)| is_weight(main, *value)) || made_by.is_none();
    TensorView {
        bytes: tensor.bytes,
        role: tensor.role.text(),
        name: Some(shown),
        tensor: origin.map(|(_, text)| text.clone()),
        local_type: ty,
        origin: made_by
            .as_ref()
            .filter(|_| !is_given)
            .map_or_else(SourceView::default, |op| op.origin.clone()),
        made_by,
    }
}
