//! Infers types, shapes and small contents of all values of a model, and the signature of every node.
//!
//! Nodes are visited in topological order. The signature of a node gives the types of its outputs, and `fold` their contents if they are
//! small and known. Bodies of control flow and of functions are typed once per use, with the types of that use.

mod body;
mod branches;
mod compose;
mod contents;
mod declared;
mod fold;
mod lookups;
mod order;
mod positions;

use std::collections::BTreeMap;

use partita_base::{Id, IdVec};
use rustc_hash::FxHashMap;

use crate::finding::NodeLocation;
use crate::graph::{Graph, GraphId, NodeId, ValueId, ValueSource};
use crate::ops::{Call, Contents, NoRule, Operand, element_of_output, node_signature};
use crate::partition::{MergedValues, PartedValues};
use crate::proto;
use crate::signature::Signature;
use crate::types::TensorType;
use crate::written_out::WrittenOut;

pub use branches::pass_through_branches;
pub use declared::Bindings;
pub use lookups::pass_through_lookups;

/// Maximum nesting depth of bodies.
const MAX_DEPTH: usize = 64;

/// Maximum number of nodes of bodies that are typed, counted once per use.
const MAX_NODES: usize = 200_000;

/// A model with inferred types.
#[derive(Clone, Debug)]
pub struct TypedModel<'m> {
    /// The main graph; bodies are inside.
    pub main: TypedGraph<'m>,
    /// Contradictions between declared and inferred types.
    pub notes: Vec<Note>,
}

/// A graph with inferred types.
#[derive(Clone, Debug, Default)]
pub struct TypedGraph<'m> {
    /// The id of the graph in its model.
    pub id: GraphId,
    /// The graph with resolved names.
    pub graph: Graph<'m>,
    /// The type of every value, as far as known.
    pub types: IdVec<ValueId, TensorType>,
    /// The contents of small constants.
    pub contents: IdVec<ValueId, Option<Contents>>,
    /// The signature of every node, or why it has none.
    pub signatures: IdVec<NodeId, Result<Signature, NoRule>>,
    /// The typed subgraphs, by node, name of the attribute, and position in it.
    pub bodies: BTreeMap<(NodeId, &'m str, usize), TypedGraph<'m>>,
    /// The typed bodies of called functions, by calling node.
    pub calls: BTreeMap<NodeId, TypedGraph<'m>>,
    /// The nodes in topological order, without those of [`cycle`](Self::cycle).
    pub order: Vec<NodeId>,
    /// The nodes that are on a cycle or depend on one, in the order of the file.
    pub cycle: Vec<NodeId>,
    /// The imported op sets.
    pub opsets: Opsets<'m>,
    /// The values that are sharded part by part.
    pub parts: PartedValues,
    /// The values whose merged dimensions are apart in their types, mappings and layouts.
    pub merged: MergedValues,
    /// The branch of every `If` whose condition is known.
    pub taken: BTreeMap<NodeId, &'static str>,
    /// The values that the branches of an `If` capture, if its signature has them as further inputs.
    pub captured: BTreeMap<NodeId, Vec<ValueId>>,
}

impl<'m> TypedGraph<'m> {
    /// The bodies of its control flow, at any depth.
    pub fn all_bodies(&self) -> Vec<&TypedGraph<'m>> {
        self.bodies.values().flat_map(|body| std::iter::once(body).chain(body.all_bodies())).collect()
    }

    /// The bodies of a node.
    pub fn bodies_of(&self, node: NodeId) -> impl Iterator<Item = &TypedGraph<'m>> {
        let first = (node, "", 0);
        self.bodies.range(first..).take_while(move |((own, ..), _)| *own == node).map(|(_, body)| body)
    }

    /// The values of a name: that of this graph, else those that its bodies define.
    pub fn find_defined(&self, name: &str) -> Vec<(&TypedGraph<'m>, ValueId)> {
        if let Some(value) = self.graph.find(name) {
            return vec![(self, value)];
        }
        let is_own = |typed: &TypedGraph<'_>, value: ValueId| {
            !matches!(typed.graph.values[value].source, ValueSource::Outer | ValueSource::Missing)
        };
        let found = |body: &'_ TypedGraph<'m>| body.graph.find(name).filter(|&value| is_own(body, value));
        self.all_bodies().into_iter().filter_map(|body| Some((body, found(body)?))).collect()
    }
}

/// The op set version of every name space.
#[derive(Clone, Debug, Default)]
pub struct Opsets<'m>(BTreeMap<&'m str, i64>);

impl<'m> Opsets<'m> {
    fn new(imports: &'m [proto::OperatorSet]) -> Self {
        let name = |import: &'m proto::OperatorSet| match import.domain.as_deref() {
            None | Some("ai.onnx") => "",
            Some(domain) => domain,
        };
        Self(imports.iter().map(|import| (name(import), import.version.unwrap_or(1))).collect())
    }

    /// The version for a name space, or that of the default one if it is not imported.
    pub fn version(&self, domain: &str) -> i64 {
        self.0.get(domain).or_else(|| self.0.get("")).copied().unwrap_or(1)
    }
}

/// A contradiction between a declared and an inferred type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The location of the value.
    pub location: NodeLocation,
    /// The message: one sentence.
    pub message: String,
}

/// Infers types, contents and signatures; symbolic sizes stay symbolic.
pub fn infer_types(model: &proto::Model) -> TypedModel<'_> {
    infer_types_with(model, &Bindings::default())
}

/// Infers the types of a model, with numbers for some symbolic sizes.
pub fn infer_types_with<'m>(model: &'m proto::Model, bindings: &Bindings) -> TypedModel<'m> {
    let functions = model.functions.iter().map(|function| (function_key(function), function)).collect();
    let mut inference = Inference {
        functions,
        bindings,
        // Functions that expand to too many nodes are not typed at all.
        budget: if WrittenOut::of(model).is_too_large() { 0 } else { MAX_NODES },
        calling: Vec::new(),
        graphs: 0,
        notes: Vec::new(),
        // Since version 4 an initialiser of an input is only a default value.
        inputs_are_constant: model.ir_version.unwrap_or(0) < 4,
    };
    let Some(graph) = model.graph.as_ref() else {
        return TypedModel { main: TypedGraph::default(), notes: Vec::new() };
    };
    let frame = Frame {
        scope: None,
        opsets: Opsets::new(&model.opset_import),
        attributes: None,
        path: &[],
        depth: 0,
    };
    let main = inference.graph(Graph::new(graph, |_| false), Vec::new(), &frame);
    TypedModel { main, notes: inference.notes }
}

/// Name space, name and overload of a function.
type FunctionKey<'m> = (&'m str, &'m str, &'m str);

fn function_key(function: &proto::Function) -> FunctionKey<'_> {
    let domain = match function.domain.as_deref() {
        None | Some("ai.onnx") => "",
        Some(domain) => domain,
    };
    (domain, function.name.as_deref().unwrap_or_default(), function.overload.as_deref().unwrap_or_default())
}

struct Inference<'m, 'b> {
    functions: FxHashMap<FunctionKey<'m>, &'m proto::Function>,
    bindings: &'b Bindings,
    budget: usize,
    /// The functions whose bodies are being typed, to detect recursion.
    calling: Vec<FunctionKey<'m>>,
    /// The number of graphs so far. A body that is typed again gets a new id, and only the last result is kept.
    graphs: usize,
    notes: Vec<Note>,
    inputs_are_constant: bool,
}

/// The context of a graph.
#[derive(Clone)]
struct Frame<'s, 'm> {
    /// The enclosing graphs, innermost first.
    scope: Option<Scope<'s, 'm>>,
    opsets: Opsets<'m>,
    /// In a function: the attributes of the call.
    attributes: Option<&'s [proto::Attribute]>,
    /// The enclosing graphs for messages, outermost first.
    path: &'s [String],
    depth: usize,
}

#[derive(Clone, Copy)]
struct Scope<'s, 'm> {
    typed: &'s TypedGraph<'m>,
    parent: Option<&'s Scope<'s, 'm>>,
}

impl Scope<'_, '_> {
    /// Whether an enclosing graph defines a name.
    fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The type and contents of a value of an enclosing graph.
    fn find(&self, name: &str) -> Option<Operand> {
        let mut scope = Some(self);
        while let Some(Scope { typed, parent }) = scope {
            let found = typed.graph.find(name);
            match found.filter(|id| {
                !matches!(typed.graph.values[*id].source, ValueSource::Outer | ValueSource::Missing)
            }) {
                Some(id) => {
                    return Some(Operand {
                        ty: typed.types[id].clone(),
                        contents: typed.contents[id].clone(),
                    });
                }
                None => scope = *parent,
            }
        }
        None
    }
}

impl<'m> Inference<'m, '_> {
    /// Types a graph. `given` are the types and contents of its inputs.
    fn graph(
        &mut self,
        graph: Graph<'m>,
        given: Vec<Option<Operand>>,
        frame: &Frame<'_, 'm>,
    ) -> TypedGraph<'m> {
        let (order, cycle) = order::topological_order(&graph);
        let id = GraphId::from_index(self.graphs);
        self.graphs += 1;
        let mut typed = TypedGraph {
            id,
            types: IdVec::filled(TensorType::default(), graph.values.len()),
            contents: IdVec::filled(None, graph.values.len()),
            signatures: IdVec::filled(
                Err(NoRule::Invalid("the node depends on itself".into())),
                graph.nodes.len(),
            ),
            graph,
            order,
            cycle,
            opsets: frame.opsets.clone(),
            ..TypedGraph::default()
        };
        for id in typed.graph.values.ids() {
            let operand = self.source(&typed.graph, id, &given, frame);
            (typed.types[id], typed.contents[id]) = (operand.ty, operand.contents);
        }
        for at in 0..typed.order.len() {
            let id = typed.order[at];
            self.node(&mut typed, id, frame);
        }
        typed
    }

    /// The type and contents of a value before any node is typed.
    fn source(
        &mut self,
        graph: &Graph<'m>,
        id: ValueId,
        given: &[Option<Operand>],
        frame: &Frame<'_, 'm>,
    ) -> Operand {
        let value = &graph.values[id];
        let declared = value.declared.and_then(TensorType::from_proto).map(|ty| self.bindings.bind(&ty));
        let declared = declared.unwrap_or_default();
        if let ValueSource::Outer | ValueSource::Missing = value.source {
            let found = frame.scope.as_ref().and_then(|scope| scope.find(value.name));
            return found.unwrap_or(Operand { ty: declared, contents: None });
        }
        let known = match (value.initializer, value.source) {
            (Some(tensor), source) => {
                let fixed = self.inputs_are_constant || !matches!(source, ValueSource::Input(_));
                let contents = if fixed { contents::tensor_contents(tensor) } else { None };
                Some(Operand { ty: declared::tensor_type(tensor), contents })
            }
            (None, ValueSource::Input(at)) => given.get(at).cloned().flatten(),
            _ => None,
        };
        match known {
            Some(Operand { ty, contents }) => {
                let (ty, contradiction) = declared::merge_types(ty, &declared);
                if let Some(message) = contradiction {
                    self.note(frame, None, value.name, message);
                }
                Operand { ty, contents }
            }
            None => Operand { ty: declared, contents: None },
        }
    }

    fn node(&mut self, typed: &mut TypedGraph<'m>, id: NodeId, frame: &Frame<'_, 'm>) {
        let proto: &'m proto::Node = typed.graph.nodes[id].proto;
        let inputs: Vec<Option<Operand>> = (typed.graph.nodes[id].inputs.iter())
            .map(|input| {
                let input = (*input)?;
                Some(Operand { ty: typed.types[input].clone(), contents: typed.contents[input].clone() })
            })
            .collect();
        let substituted =
            frame.attributes.and_then(|attributes| body::substitute_attributes(proto, attributes));
        let node = substituted.as_ref().unwrap_or(proto);
        let call = Call { node, opset: frame.opsets.version(node.name_space()), inputs: &inputs };
        let mut answer = match self.budget.checked_sub(usize::from(frame.depth > 0)) {
            None => Err(NoRule::Unsupported("the model is too large after its functions are inlined")),
            Some(left) => {
                self.budget = left;
                let overload = proto.overload.as_deref().unwrap_or_default();
                let key = (proto.name_space(), proto.op(), overload);
                if let Some(function) = self.functions.get(&key).copied() {
                    self.function(typed, id, function, &call, frame)
                } else if body::is_control_flow(&call) {
                    self.control_flow(typed, id, &call, frame)
                } else {
                    node_signature(&call)
                }
            }
        };
        let mut types = Vec::with_capacity(node.output.len());
        let mut before_declared = Vec::with_capacity(node.output.len());
        for (at, output) in typed.graph.nodes[id].outputs.iter().enumerate() {
            let declared = output.map(|output| typed.types[output].clone()).unwrap_or_default();
            let inferred = match &answer {
                Ok(signature) => {
                    signature.outputs.get(at).map(|output| output.ty.clone()).unwrap_or_default()
                }
                Err(NoRule::UnknownRank(_) | NoRule::NotConstant(_) | NoRule::Unsupported(_)) => {
                    let element = element_of_output(&call, at);
                    match self.optional_value(typed, &call, id).filter(|_| at == 0) {
                        Some(value) => value,
                        None => TensorType { element, dims: None },
                    }
                }
                Err(NoRule::UnknownOp | NoRule::Invalid(_)) => TensorType::default(),
            };
            before_declared.push(inferred.clone());
            let (ty, contradiction) = declared::merge_types(inferred, &declared);
            if let (Some(message), Some(output)) = (contradiction, output) {
                self.note(frame, Some((id, proto)), typed.graph.values[*output].name, message);
            }
            if let Some(output) = answer.as_mut().ok().and_then(|signature| signature.outputs.get_mut(at)) {
                output.ty = ty.clone();
                if output.mapping.dims.is_empty() {
                    output.mapping.dims = vec![Default::default(); ty.rank().unwrap_or(0)];
                }
            }
            types.push(ty);
        }
        if let Ok(signature) = &mut answer {
            declared::refine_factors(signature);
            for (ty, output) in types.iter_mut().zip(&signature.outputs) {
                ty.clone_from(&output.ty);
            }
        }
        // Contents follow from inferred types only. A declared size may be wrong: a shape that is an input is decided at run time.
        let taken = || typed.bodies.get(&(id, *typed.taken.get(&id)?, 0));
        let contents = match (answer.is_ok(), taken()) {
            (false, _) => Vec::new(),
            (true, Some(body)) => {
                body.graph.outputs.iter().map(|output| body.contents[*output].clone()).collect()
            }
            (true, None) => fold::fold_node(&call, &before_declared),
        };
        let outputs = typed.graph.nodes[id].outputs.clone();
        for (at, (output, ty)) in outputs.into_iter().zip(types).enumerate() {
            // If two nodes define a name, the first one wins.
            let Some(output) =
                output.filter(|output| typed.graph.values[*output].source == ValueSource::Node(id, at))
            else {
                continue;
            };
            typed.contents[output] = contents.get(at).cloned().flatten();
            typed.types[output] = ty;
        }
        typed.signatures[id] = answer;
    }

    /// The type of the value that an `OptionalGetElement` returns. Optional values have no types of their own here.
    fn optional_value(&self, typed: &TypedGraph<'m>, call: &Call<'_>, id: NodeId) -> Option<TensorType> {
        let is_get = call.node.name_space().is_empty() && call.node.op() == "OptionalGetElement";
        let input = typed.graph.nodes[id].inputs.first().copied().flatten().filter(|_| is_get)?;
        let value = &typed.graph.values[input];
        let made = match value.source {
            ValueSource::Node(node, 0) if typed.graph.nodes[node].proto.op() == "Optional" => {
                typed.graph.nodes[node].inputs.first().copied().flatten()
            }
            // Newer versions of the op also take a tensor.
            _ => Some(input),
        };
        let known = made.map(|made| typed.types[made].clone()).filter(|ty| *ty != TensorType::default());
        let declared = || value.declared.and_then(TensorType::from_value_proto);
        known.or_else(|| declared().map(|ty| self.bindings.bind(&ty)))
    }

    fn note(
        &mut self,
        frame: &Frame<'_, 'm>,
        node: Option<(NodeId, &proto::Node)>,
        tensor: &str,
        message: String,
    ) {
        let label = node.map(|(_, node)| match node.name.as_deref() {
            Some(name) if !name.is_empty() => name.to_string(),
            _ => node.op().to_string(),
        });
        let location = NodeLocation {
            path: frame.path.to_vec(),
            node: node.map(|(id, _)| id.index()),
            label,
            tensor: Some(tensor.to_string()),
            configuration: None,
        };
        self.notes.push(Note { location, message });
    }
}
