//! Types nodes with bodies: control flow and function calls.

use partita_base::Id;

use super::compose::{Classes, Slot};
use super::{Frame, Inference, MAX_DEPTH, Opsets, Scope, TypedGraph, function_key};
use crate::graph::{Graph, NodeId, ValueId};
use crate::ops::{Call, Contents, IntElement, NoRule, Operand};
use crate::proto;
use crate::signature::Signature;
use crate::types::{Dim, ElementType, TensorType};

const TOO_DEEP: NoRule = NoRule::Unsupported("bodies nest too deeply");
const BRANCH: &str = "the branch is selected at run time";
const STACKED: &str = "elements are produced one by one";

/// Whether the signature of a node comes from its bodies.
pub(super) fn is_control_flow(call: &Call<'_>) -> bool {
    call.node.name_space().is_empty() && matches!(call.node.op(), "If" | "Loop" | "Scan")
}

/// The node with references replaced by attributes of the call; `None` if it has no references.
pub(super) fn substitute_attributes(
    node: &proto::Node,
    attributes: &[proto::Attribute],
) -> Option<proto::Node> {
    let is_reference = |attribute: &proto::Attribute| {
        attribute.ref_attr_name.as_deref().is_some_and(|name| !name.is_empty())
    };
    if !node.attribute.iter().any(is_reference) {
        return None;
    }
    let mut node = node.clone();
    node.attribute = (node.attribute.into_iter())
        .filter_map(|attribute| {
            if !is_reference(&attribute) {
                return Some(attribute);
            }
            let found = attributes.iter().find(|given| given.name == attribute.ref_attr_name)?;
            Some(proto::Attribute { name: attribute.name, ref_attr_name: None, ..found.clone() })
        })
        .collect();
    Some(node)
}

/// The types of a node's inputs.
fn input_types(call: &Call<'_>) -> Vec<TensorType> {
    call.inputs.iter().map(|input| input.as_ref().map(|input| input.ty.clone()).unwrap_or_default()).collect()
}

/// The type of a body's value, and the classes of its dimensions.
fn outside(body: &TypedGraph<'_>, classes: &Classes, value: ValueId) -> (TensorType, Vec<Slot>) {
    let ty = body.types[value].clone();
    let slots = (0..ty.rank().unwrap_or(0)).map(|dim| classes.slot(value, dim)).collect();
    (ty, slots)
}

/// The most precise type that covers both.
fn join(a: &TensorType, b: &TensorType) -> TensorType {
    let dims = match (&a.dims, &b.dims) {
        (Some(a), Some(b)) if a.len() == b.len() => {
            Some(a.iter().zip(b).map(|(a, b)| if a == b { a.clone() } else { Dim::Unknown }).collect())
        }
        _ => None,
    };
    TensorType { element: a.element.filter(|element| b.element.is_none_or(|other| other == *element)), dims }
}

impl<'m> Inference<'m, '_> {
    /// Types the body of a function for one call.
    pub(super) fn function(
        &mut self,
        typed: &mut TypedGraph<'m>,
        id: NodeId,
        function: &'m proto::Function,
        call: &Call<'_>,
        frame: &Frame<'_, 'm>,
    ) -> Result<Signature, NoRule> {
        let key = function_key(function);
        if self.calling.contains(&key) {
            return Err(NoRule::Invalid(format!("{}: the function calls itself", call.node.op())));
        }
        if frame.depth >= MAX_DEPTH {
            return Err(TOO_DEEP);
        }
        let path =
            [frame.path, &[format!("function {}", function.name.as_deref().unwrap_or_default())]].concat();
        let mut attributes = call.node.attribute.clone();
        for default in &function.attribute_proto {
            if call.node.attribute(default.name.as_deref().unwrap_or_default()).is_none() {
                attributes.push(default.clone());
            }
        }
        let opsets = Opsets::new(&function.opset_import);
        let inner =
            Frame { scope: None, opsets, attributes: Some(&attributes), path: &path, depth: frame.depth + 1 };
        self.calling.push(key);
        let body = self.graph(Graph::of_function(function), call.inputs.to_vec(), &inner);
        self.calling.pop();
        if call.inputs.len() > body.graph.inputs.len() || call.node.output.len() > body.graph.outputs.len() {
            let (inputs, outputs) = (call.inputs.len(), call.node.output.len());
            return Err(NoRule::Invalid(format!(
                "{}: found {inputs} inputs and {outputs} outputs, but the function has {} and {}",
                call.node.op(),
                body.graph.inputs.len(),
                body.graph.outputs.len()
            )));
        }
        let classes = Classes::new(&body);
        let inputs: Vec<_> = (body.graph.inputs.iter().take(call.inputs.len()))
            .map(|input| outside(&body, &classes, *input))
            .collect();
        let outputs = (body.graph.outputs.iter().take(call.node.output.len()))
            .map(|output| outside(&body, &classes, *output))
            .collect();
        let signature = classes.signature(&inputs, outputs);
        typed.calls.insert(id, body);
        Ok(signature)
    }

    /// Types the bodies of an `If`, a `Loop` or a `Scan`.
    pub(super) fn control_flow(
        &mut self,
        typed: &mut TypedGraph<'m>,
        id: NodeId,
        call: &Call<'_>,
        frame: &Frame<'_, 'm>,
    ) -> Result<Signature, NoRule> {
        match call.node.op() {
            "If" => self.branches(typed, id, call, frame),
            "Loop" => self.repeat(typed, id, call, frame),
            _ => self.scan(typed, id, call, frame),
        }
    }

    /// Types the subgraph in an attribute.
    fn body(
        &mut self,
        typed: &TypedGraph<'m>,
        id: NodeId,
        name: &'m str,
        given: Vec<Option<Operand>>,
        frame: &Frame<'_, 'm>,
    ) -> Result<TypedGraph<'m>, NoRule> {
        let node: &'m proto::Node = typed.graph.nodes[id].proto;
        let Some(graph) = node.attribute(name).and_then(|attribute| attribute.g.as_ref()) else {
            return Err(NoRule::Invalid(format!("{}: the attribute {name} is missing", node.op())));
        };
        if frame.depth >= MAX_DEPTH {
            return Err(TOO_DEEP);
        }
        let label = node.name.as_deref().filter(|name| !name.is_empty()).unwrap_or(node.op());
        let path = [frame.path, &[format!("node {} ({label}) {name}", id.index())]].concat();
        let scope = Scope { typed, parent: frame.scope.as_ref() };
        let inner = Frame {
            scope: Some(scope),
            opsets: frame.opsets.clone(),
            attributes: frame.attributes,
            path: &path,
            depth: frame.depth + 1,
        };
        Ok(self.graph(Graph::new(graph, |name| scope.has(name)), given, &inner))
    }

    fn branches(
        &mut self,
        typed: &mut TypedGraph<'m>,
        id: NodeId,
        call: &Call<'_>,
        frame: &Frame<'_, 'm>,
    ) -> Result<Signature, NoRule> {
        let yes = self.body(typed, id, "then_branch", Vec::new(), frame)?;
        let no = self.body(typed, id, "else_branch", Vec::new(), frame)?;
        let counts = [yes.graph.outputs.len(), no.graph.outputs.len(), call.node.output.len()];
        if counts[0] != counts[1] || counts[2] > counts[0] {
            return Err(NoRule::Invalid(format!(
                "If: the branches have {} and {} outputs, but the node has {}",
                counts[0], counts[1], counts[2]
            )));
        }
        // A known condition selects the branch, and the other may have different types.
        let taken = call.inputs.first().and_then(Option::as_ref).and_then(|condition| {
            match condition.contents.as_ref()? {
                Contents::Ints(values) => match values[..] {
                    [IntElement::Int(value)] => Some(value != 0),
                    _ => None,
                },
                Contents::Floats(_) => None,
            }
        });
        let outputs = (yes.graph.outputs.iter().zip(&no.graph.outputs).take(counts[2]))
            .map(|(a, b)| {
                let ty = match taken {
                    Some(true) => yes.types[*a].clone(),
                    Some(false) => no.types[*b].clone(),
                    None => join(&yes.types[*a], &no.types[*b]),
                };
                let slots = vec![Slot::NeedsReplication(BRANCH); ty.rank().unwrap_or(0)];
                (ty, slots)
            })
            .collect();
        let inputs: Vec<_> = input_types(call).into_iter().map(|ty| (ty, Vec::new())).collect();
        let mut signature = Classes::new(&TypedGraph::default()).signature(&inputs, outputs);
        pad_inputs(&mut signature, call);
        if let Some(taken) = taken {
            typed.taken.insert(id, if taken { "then_branch" } else { "else_branch" });
        }
        typed.bodies.insert((id, "then_branch", 0), yes);
        typed.bodies.insert((id, "else_branch", 0), no);
        Ok(signature)
    }

    /// A loop. The type of a carried value must hold in every iteration.
    fn repeat(
        &mut self,
        typed: &mut TypedGraph<'m>,
        id: NodeId,
        call: &Call<'_>,
        frame: &Frame<'_, 'm>,
    ) -> Result<Signature, NoRule> {
        let carried = call.inputs.len().saturating_sub(2);
        let types = input_types(call);
        let state: Vec<TensorType> = types.iter().skip(2).cloned().collect();
        let fixed = [TensorType::new(ElementType::Int64, &[]), TensorType::new(ElementType::Bool, &[])];
        let (body, state) = self.rounds(typed, id, &fixed, state, &[], 1, frame)?;
        let stacked = check_counts(call, &body, 2 + carried, 1 + carried)?;
        let mut classes = Classes::new(&body);
        for at in 0..carried {
            classes.unite(body.graph.inputs[2 + at], body.graph.outputs[1 + at]);
        }
        let mut inputs: Vec<_> =
            types.iter().take(2).map(|ty| (ty.clone(), vec![Slot::NeedsReplication(BRANCH); 1])).collect();
        let mut outputs = Vec::new();
        for (at, ty) in state.into_iter().enumerate() {
            let (_, slots) = outside(&body, &classes, body.graph.inputs[2 + at]);
            inputs.push((types[2 + at].clone(), slots.clone()));
            outputs.push((ty, slots));
        }
        for at in 0..stacked {
            let (ty, slots) = outside(&body, &classes, body.graph.outputs[1 + carried + at]);
            outputs.push(stack(&ty, slots, 0, Dim::Unknown));
        }
        let mut signature = classes.signature(&inputs, outputs);
        signature.outputs.truncate(call.node.output.len());
        pad_inputs(&mut signature, call);
        typed.bodies.insert((id, "body", 0), body);
        Ok(signature)
    }

    fn scan(
        &mut self,
        typed: &mut TypedGraph<'m>,
        id: NodeId,
        call: &Call<'_>,
        frame: &Frame<'_, 'm>,
    ) -> Result<Signature, NoRule> {
        if call.opset < 9 {
            return Err(NoRule::Unsupported("Scan before version 9, which is batched, is not supported"));
        }
        let scanned = call.node.attribute("num_scan_inputs").and_then(|attribute| attribute.i).unwrap_or(0);
        let scanned = usize::try_from(scanned).unwrap_or(usize::MAX);
        let Some(carried) = call.inputs.len().checked_sub(scanned) else {
            return Err(NoRule::Invalid(format!(
                "Scan: num_scan_inputs {scanned} exceeds the {} inputs",
                call.inputs.len()
            )));
        };
        let types = input_types(call);
        let axes_of = |name: &str| {
            call.node.attribute(name).map(|attribute| attribute.ints.as_slice()).unwrap_or_default()
        };
        let axis = |axes: &[i64], at: usize, rank: usize| -> Result<usize, NoRule> {
            let axis = axes.get(at).copied().unwrap_or(0);
            let from_start = if axis < 0 { axis.saturating_add(rank as i64) } else { axis };
            usize::try_from(from_start)
                .ok()
                .filter(|axis| *axis < rank)
                .ok_or_else(|| NoRule::Invalid(format!("Scan: axis {axis} is out of range for rank {rank}")))
        };
        let (mut elements, mut places, mut length) = (Vec::new(), Vec::new(), Dim::Unknown);
        for at in 0..scanned {
            let mut ty = types[carried + at].clone();
            let Some(dims) = &mut ty.dims else { return Err(NoRule::UnknownRank(carried + at)) };
            let place = axis(axes_of("scan_input_axes"), at, dims.len())?;
            let size = dims.remove(place);
            if length.known().is_none() && size != Dim::Unknown {
                length = size;
            }
            places.push(place);
            elements.push(ty);
        }
        let state: Vec<TensorType> = types.iter().take(carried).cloned().collect();
        let (body, state) = self.rounds(typed, id, &[], state, &elements, 0, frame)?;
        let stacked = check_counts(call, &body, carried + scanned, carried)?;
        let mut classes = Classes::new(&body);
        for at in 0..carried {
            classes.unite(body.graph.inputs[at], body.graph.outputs[at]);
        }
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for (at, ty) in state.into_iter().enumerate() {
            let (_, slots) = outside(&body, &classes, body.graph.inputs[at]);
            inputs.push((types[at].clone(), slots.clone()));
            outputs.push((ty, slots));
        }
        for (at, place) in places.iter().enumerate() {
            let (_, slots) = outside(&body, &classes, body.graph.inputs[carried + at]);
            let (_, slots) = stack(&elements[at], slots, *place, length.clone());
            inputs.push((types[carried + at].clone(), slots));
        }
        for at in 0..stacked {
            let (ty, slots) = outside(&body, &classes, body.graph.outputs[carried + at]);
            let place = match ty.rank() {
                Some(rank) => axis(axes_of("scan_output_axes"), at, rank + 1)?,
                None => 0,
            };
            outputs.push(stack(&ty, slots, place, length.clone()));
        }
        let mut signature = classes.signature(&inputs, outputs);
        signature.outputs.truncate(call.node.output.len());
        typed.bodies.insert((id, "body", 0), body);
        Ok(signature)
    }

    /// Types a body until the carried values have the same types before and after an iteration. Returns it with these types.
    #[expect(clippy::too_many_arguments, reason = "the sections of a body's inputs and outputs")]
    fn rounds(
        &mut self,
        typed: &TypedGraph<'m>,
        id: NodeId,
        before: &[TensorType],
        mut state: Vec<TensorType>,
        after: &[TensorType],
        skipped_outputs: usize,
        frame: &Frame<'_, 'm>,
    ) -> Result<(TypedGraph<'m>, Vec<TensorType>), NoRule> {
        // Each pass generalises the types: unequal sizes become unknown in the first, unequal ranks in the second.
        for _ in 0..4 {
            let given = before.iter().chain(&state).chain(after);
            let given = given.map(|ty| Some(Operand { ty: ty.clone(), contents: None })).collect();
            let notes = self.notes.len();
            let body = self.body(typed, id, "body", given, frame)?;
            // Types that the body declares for its inputs apply too.
            let taken = |at: usize, ty: &TensorType| match body.graph.inputs.get(before.len() + at) {
                Some(input) => body.types[*input].clone(),
                None => ty.clone(),
            };
            let state_taken: Vec<TensorType> =
                state.iter().enumerate().map(|(at, ty)| taken(at, ty)).collect();
            let mut next = Vec::new();
            for (at, ty) in state_taken.iter().enumerate() {
                let output = body.graph.outputs.get(skipped_outputs + at);
                next.push(output.map(|output| join(ty, &body.types[*output])).unwrap_or_default());
            }
            if next == state_taken {
                return Ok((body, next));
            }
            self.notes.truncate(notes);
            state = next;
        }
        Err(NoRule::Unsupported("the types of the carried values change in every iteration"))
    }
}

/// The number of stacked outputs. Fails if the numbers of the body's inputs and outputs do not match the node.
fn check_counts(
    call: &Call<'_>,
    body: &TypedGraph<'_>,
    inputs: usize,
    carried: usize,
) -> Result<usize, NoRule> {
    let (has, makes) = (body.graph.inputs.len(), body.graph.outputs.len());
    if has != inputs
        || makes < carried
        || makes - usize::from(call.node.op() == "Loop") < call.node.output.len()
    {
        let what = format!(
            "{}: expected a body of {inputs} inputs and at least {carried} outputs, found {has} and {makes}",
            call.node.op()
        );
        return Err(NoRule::Invalid(what));
    }
    Ok(makes - carried)
}

/// The type and classes of a stack of tensors.
fn stack(ty: &TensorType, mut slots: Vec<Slot>, place: usize, size: Dim) -> (TensorType, Vec<Slot>) {
    let mut ty = ty.clone();
    if let Some(dims) = &mut ty.dims {
        dims.insert(place.min(dims.len()), size);
        slots.insert(place.min(slots.len()), Slot::NeedsReplication(STACKED));
    }
    (ty, slots)
}

/// Gives every input mapping as many dimensions as the input has, without factors.
fn pad_inputs(signature: &mut Signature, call: &Call<'_>) {
    for (mapping, input) in signature.inputs.iter_mut().zip(call.inputs) {
        let rank = input.as_ref().and_then(|input| input.ty.rank()).unwrap_or(0);
        mapping.dims.resize_with(rank, Default::default);
    }
}
