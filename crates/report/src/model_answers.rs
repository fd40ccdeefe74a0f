//! Explains the shardings of an ONNX model.

use std::collections::BTreeMap;
use std::fmt;

use partita_base::{Id, IdVec};
use partita_mesh::foreign_notation::{MeshSharding, Notation};
use partita_mesh::{Mesh, TensorSharding};
use partita_onnx::graph::ValueSource;
use partita_onnx::infer::Record;
use partita_onnx::memory::find_graph;
use partita_onnx::{GraphId, NodeId, TensorType, TypedGraph, TypedModel, ValueId};
use partita_propagate::{Cause, Explainer, ShardingId, TensorId};

use crate::draw::DrawView;
use crate::explains::Explains;
use crate::sources::SourceView;
use crate::why::Unanswerable;
use crate::why_view::{BlameView, WhyView};

/// Answers questions about the recorded propagation of a model.
pub struct ModelAnswers<'a> {
    names: ModelNames<'a>,
    explainer: Explainer<'a>,
    initial: &'a [Option<ShardingId>],
    notation: Notation,
}

impl fmt::Debug for ModelAnswers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelAnswers").finish_non_exhaustive()
    }
}

/// The tensors and ops of a propagation as parts of the model.
pub(crate) struct ModelNames<'a> {
    pub(crate) typed: &'a TypedModel<'a>,
    ops: &'a [(GraphId, NodeId)],
    /// The value of each tensor; the one that defines it if several graphs see it.
    values: Vec<Option<(GraphId, ValueId)>>,
}

type GraphTensors = BTreeMap<GraphId, IdVec<ValueId, Option<TensorId>>>;

/// The value of each tensor.
fn values_of(tensors: &GraphTensors, count: usize) -> Vec<Option<(GraphId, ValueId)>> {
    let mut values = vec![None; count];
    for (&graph, tensors) in tensors {
        for (value, tensor) in tensors.iter() {
            if let Some(tensor) = tensor {
                values[tensor.index()].get_or_insert((graph, value));
            }
        }
    }
    values
}

impl<'a> ModelNames<'a> {
    pub(crate) fn new(typed: &'a TypedModel<'a>, record: &'a Record) -> Self {
        let values = values_of(&record.tensors, record.initial.len());
        Self { typed, ops: &record.ops, values }
    }

    /// The value of a tensor.
    pub(crate) fn value(&self, tensor: TensorId) -> Option<(&'a TypedGraph<'a>, ValueId)> {
        let (graph, value) = self.values[tensor.index()]?;
        Some((find_graph(&self.typed.main, graph)?, value))
    }

    /// The name of a tensor.
    pub(crate) fn tensor(&self, tensor: TensorId) -> String {
        match self.value(tensor) {
            Some((typed, value)) => typed.graph.values[value].name.to_string(),
            None => "an intermediate value".into(),
        }
    }

    /// The node of an op of the problem.
    pub(crate) fn node(&self, cause: Cause) -> Option<(&'a TypedGraph<'a>, NodeId)> {
        let Cause::Op(op) = cause else { return None };
        let (graph, node) = *self.ops.get(op.index())?;
        Some((find_graph(&self.typed.main, graph)?, node))
    }

    fn node_place(&self, typed: &TypedGraph<'_>, node: NodeId) -> String {
        let name = typed.graph.nodes[node].proto.name.as_deref().filter(|name| !name.is_empty());
        let name = name.map(|name| format!(" '{name}'")).unwrap_or_default();
        let body = if typed.id == self.typed.main.id { "" } else { " of a body" };
        format!("node {}{name}{body}", node.index())
    }
}

impl<'a> ModelAnswers<'a> {
    /// The explainer of a recorded propagation; `None` if its steps were not recorded.
    pub fn new(typed: &'a TypedModel<'a>, record: &'a mut Record) -> Option<Self> {
        let Record { solution, tensors, ops, initial } = record;
        let values = values_of(tensors, initial.len());
        let names = ModelNames { typed, ops, values };
        let explainer = Explainer::new(&mut solution.problem, solution.outcome.trace.as_ref()?);
        Some(Self { names, explainer, initial, notation: Notation::default() })
    }

    /// Writes shardings in a notation beside the short one.
    pub fn written_as(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// The type and the sharding of a tensor.
    fn written(&self, tensor: TensorId, notation: Notation) -> String {
        let Some((typed, value)) = self.names.value(tensor) else { return String::new() };
        let ty = &typed.types[value];
        let problem = self.explainer.problem();
        let sharding = problem.tensors[tensor].sharding.map(|id| problem.sharding_of(id));
        match (sharding, &ty.dims) {
            (Some(sharding), Some(dims)) => {
                let mesh = problem.meshes.get(sharding.mesh());
                let element = ty.element.map_or("?", |element| element.text());
                MeshSharding::unnamed(mesh, sharding).tensor_text(notation, element, dims)
            }
            _ => format!("{ty}, not sharded"),
        }
    }

    /// The tensor with a name, in the main graph or else in a body.
    pub fn find(&self, name: &str) -> Result<TensorId, Unanswerable> {
        let all = || (0..self.initial.len()).map(TensorId::from_index);
        if let Some(found) = all().find(|&tensor| self.names.tensor(tensor) == name) {
            return Ok(found);
        }
        let message = format!("unknown tensor `{name}`");
        Err(Unanswerable {
            message,
            asked: name.to_string(),
            known: all().map(|tensor| self.names.tensor(tensor)).collect(),
        })
    }

    /// Which device holds which shard of a tensor.
    pub fn draw(&self, tensor: TensorId) -> Result<DrawView, Unanswerable> {
        let name = self.names.tensor(tensor);
        let problem = self.explainer.problem();
        let Some(sharding) = problem.tensors[tensor].sharding.map(|id| problem.sharding_of(id)) else {
            return Err(Unanswerable::no_sharding(&name));
        };
        let ty = self.names.value(tensor).map(|(typed, value)| typed.types[value].clone());
        let mesh = problem.meshes.get(sharding.mesh());
        draw_value(&name, &ty.unwrap_or_default(), mesh, sharding, self.notation)
    }

    /// Explains the sharding of a tensor, in all dimensions or in one, which counts from the end if it is negative.
    pub fn why(&mut self, tensor: TensorId, dim: Option<i64>) -> Result<WhyView, Unanswerable> {
        let rank = self.shape(tensor).len();
        let resolve = |dim: i64| {
            let index = if dim < 0 { dim.checked_add_unsigned(rank as u64) } else { Some(dim) };
            index.and_then(|index| usize::try_from(index).ok()).filter(|&index| index < rank).ok_or(rank)
        };
        let dim = dim.map(resolve).transpose().map_err(|rank| {
            let name = self.names.tensor(tensor);
            let plural = if rank == 1 { "" } else { "s" };
            Unanswerable::without_names(format!(
                "dimension out of range: {name} has {rank} dimension{plural}; count from 0, or from -1 at the end"
            ))
        })?;
        Ok(self.explanation(tensor, dim, usize::MAX))
    }

    /// All conflicts between the tensors of a node, each with the node.
    pub(crate) fn node_conflicts(&mut self) -> Vec<(Option<(GraphId, NodeId)>, BlameView)> {
        let blames = self.explainer.conflicts();
        let view = |blame| {
            let view = self.blame_view(blame);
            (self.names.node(blame.cause).map(|(typed, node)| (typed.id, node)), view)
        };
        blames.iter().map(view).collect()
    }
}

/// The picture of a value of a model on a mesh.
pub fn draw_value(
    name: &str,
    ty: &TensorType,
    mesh: &Mesh,
    sharding: &TensorSharding,
    notation: Notation,
) -> Result<DrawView, Unanswerable> {
    if ty.dims.iter().flatten().any(|dim| dim.known().is_none()) {
        let message = format!(
            "{name} is {ty}, but a picture needs all sizes; set those of the model's inputs with `RankPartition::sizes`"
        );
        return Err(Unanswerable::without_names(message));
    }
    let (Some(shape), Some(element)) = (ty.shape(), ty.element) else {
        let message = format!("{name} has an unknown type, but a picture needs it");
        return Err(Unanswerable::without_names(message));
    };
    let view = DrawView::new(element.text(), &shape, mesh, sharding);
    Ok(view.with_name(name.to_owned()).with_notation(notation))
}

impl<'a> Explains<'a> for ModelAnswers<'a> {
    fn explainer(&self) -> &Explainer<'a> {
        &self.explainer
    }

    fn explainer_mut(&mut self) -> &mut Explainer<'a> {
        &mut self.explainer
    }

    fn tensor_name(&self, tensor: TensorId) -> String {
        self.names.tensor(tensor)
    }

    fn tensor_place(&self, tensor: TensorId) -> String {
        let Some((typed, value)) = self.names.value(tensor) else { return String::new() };
        match typed.graph.values[value].source {
            ValueSource::Input(_) => "an input of the model".into(),
            ValueSource::Initializer(_) | ValueSource::SparseInitializer(_) => "a weight".into(),
            ValueSource::Node(node, _) => self.names.node_place(typed, node),
            ValueSource::Outer | ValueSource::Missing => "a body".into(),
        }
    }

    fn is_annotated(&self, tensor: TensorId) -> bool {
        self.initial.get(tensor.index()).is_some_and(Option::is_some)
    }

    fn cause(&self, cause: Cause) -> (String, String) {
        match self.names.node(cause) {
            Some((typed, node)) => {
                let op = typed.graph.nodes[node].proto.op().to_string();
                (op, self.names.node_place(typed, node))
            }
            None => ("annotation".into(), String::new()),
        }
    }

    fn cause_source(&self, cause: Cause) -> (Option<usize>, SourceView) {
        let found = self.names.node(cause).filter(|(typed, _)| typed.id == self.names.typed.main.id);
        (found.map(|(_, node)| node.index()), SourceView::default())
    }

    fn shape(&self, tensor: TensorId) -> Vec<u64> {
        self.sizes(tensor).into_iter().map(|size| size.unwrap_or(0)).collect()
    }

    fn sizes(&self, tensor: TensorId) -> Vec<Option<u64>> {
        let Some((typed, value)) = self.names.value(tensor) else { return Vec::new() };
        let dims = typed.types[value].dims.as_deref().unwrap_or(&[]);
        dims.iter().map(|dim| dim.known()).collect()
    }

    fn short(&self, tensor: TensorId) -> String {
        self.written(tensor, Notation::Short)
    }

    fn in_notation(&self, tensor: TensorId) -> Option<String> {
        (self.notation != Notation::Short).then(|| self.written(tensor, self.notation))
    }

    fn local_bytes(&self, tensor: TensorId) -> u64 {
        let Some((typed, value)) = self.names.value(tensor) else { return 0 };
        let shape = self.shape(tensor);
        let problem = self.explainer.problem();
        let sharding = problem.tensors[tensor].sharding.map(|id| problem.sharding_of(id));
        let local = sharding.map_or_else(|| shape.clone(), |sharding| sharding.local_shape(&shape));
        typed.types[value].element.and_then(|element| element.bytes_of(local)).unwrap_or(0)
    }
}
