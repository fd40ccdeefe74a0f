//! Networks from ONNX models.
//!
//! Weights are initialisers. Normalisations and constants that are added, subtracted, multiplied or divided by
//! are folded into the weights of a convolution or matrix product before or after them. Relu becomes the
//! requested activation, and smooth functions polynomials that are fitted to the range of their arguments. Products of
//! two computed matrices, Softmax and LayerNormalization are several layers each. Ops that only move values are steps
//! through a tensor until an op needs the values elsewhere. The
//! domain `partita` has two ops of its own, for polynomials: `Polynomial` with the attribute `coefficients` of
//! powers, and `Chebyshev` with `coefficients` and `range`. Any other op that cannot run on ciphertexts is an error
//! that names it.

mod attention;
mod attributes;
mod dims;
mod linear;
mod moves;
mod normalise;
mod tensor;

use std::collections::BTreeMap;

use partita_base::{Id as _, code};
use partita_onnx::graph::Node;
use partita_onnx::{NodeId, TypedGraph, ValueId, infer_types, proto};

use self::attributes::{attribute, float, integer, pair, window};
use self::dims::{Dims, Groups, channel_groups, usual_groups};
use self::moves::axis_of;
use self::tensor::{Affine, PendingTensor};
use super::{Builder, LayerId, NATURAL_ORDER, Network};
use crate::kernels::{Activation, Function, IntervalFunction, Polynomial};
use crate::linear::LinearOp;
use crate::{CkksError, CkksResult};

/// Converts a model with one output; `activation` replaces Relu.
pub fn from_model(model: &proto::Model, activation: &Activation) -> CkksResult<Network> {
    let typed = infer_types(model);
    let graph = &typed.main;
    let inputs: Vec<ValueId> = graph
        .graph
        .inputs
        .iter()
        .copied()
        .filter(|&id| graph.graph.values[id].initializer.is_none())
        .collect();
    let [output] = *graph.graph.outputs.as_slice() else {
        let count = graph.graph.outputs.len();
        return Err(unfit(format!("expected one output, found {count}")).help("remove the others"));
    };
    let Some(&first) = inputs.first() else {
        return Err(unfit("expected an input, found none".into()).help("make a constant an input"));
    };
    let read = |value: ValueId| {
        let name = graph.graph.values[value].name;
        let sizes = known_sizes(graph, value).filter(|sizes| !sizes.is_empty());
        let sizes = sizes.ok_or_else(|| {
            unfit(format!("expected known sizes of the input '{name}', such as [1, C, H, W] or [1, C]"))
                .help("give it static sizes, with a batch of 1")
        })?;
        let groups = usual_groups(&sizes);
        let dims = Dims::arranged(&sizes, &groups);
        Ok((if name.is_empty() { "input" } else { name }, dims.shape(&groups), dims))
    };
    let (name, shape, dims) = read(first)?;
    let mut reader = NetworkReader {
        graph,
        net: Builder::new(name, shape),
        made: BTreeMap::new(),
        done: Vec::new(),
        placed: Vec::new(),
        activation,
    };
    reader.enter(first, LayerId::from_index(0), dims)?;
    for &value in &inputs[1..] {
        let (name, shape, dims) = read(value)?;
        let layer = reader.net.add_input(name, shape)?;
        reader.enter(value, layer, dims)?;
    }
    for &id in &graph.order {
        if !reader.done.contains(&id) {
            reader.node(id)?;
            reader.done.push(id);
        }
    }
    reader.finish(output)
}

struct NetworkReader<'g, 'm> {
    graph: &'g TypedGraph<'m>,
    net: Builder,
    made: BTreeMap<ValueId, PendingTensor>,
    /// Nodes that have been read, or were folded into another node's layer.
    done: Vec<NodeId>,
    /// Layers that hold a value with its dimensions grouped otherwise.
    placed: Vec<(ValueId, Groups, LayerId)>,
    activation: &'g Activation,
}

impl NetworkReader<'_, '_> {
    /// Records an input, which a caller has in the order of the model.
    fn enter(&mut self, value: ValueId, layer: LayerId, dims: Dims) -> CkksResult<()> {
        let order = caller_order(&dims, self.net.shape(layer)).unwrap_or(NATURAL_ORDER);
        self.net.set_order(layer, order)?;
        self.made.insert(value, PendingTensor::of(layer, dims));
        Ok(())
    }

    /// Finishes the network with the layer of this value.
    fn finish(mut self, output: ValueId) -> CkksResult<Network> {
        let name = self.graph.graph.values[output].name;
        if let Some(tensor) = self.made.get(&output).cloned() {
            let layer = self.settled(output)?;
            match caller_order(&tensor.dims, self.net.shape(layer)) {
                Some(order) => {
                    self.net.set_order(layer, order)?;
                    self.made.insert(output, PendingTensor::of(layer, tensor.dims));
                }
                None => {
                    let sizes = tensor.dims.sizes();
                    let groups = usual_groups(&sizes);
                    let layer = self.placed(output, &groups)?;
                    self.enter(output, layer, Dims::arranged(&sizes, &groups))?;
                }
            }
        }
        if self.made.get(&output).map(|tensor| tensor.layer) != Some(self.net.last()) {
            return Err(unfit(format!("the output '{name}' is not the result of the last layer"))
                .help("remove nodes that do not contribute to it"));
        }
        self.net.finish()
    }

    fn node(&mut self, id: NodeId) -> CkksResult<()> {
        let node = &self.graph.graph.nodes[id];
        let op = node.proto.op_type.as_deref().unwrap_or_default();
        // What is not computed from an input is a constant, and read where it is used.
        let is_computed = node.inputs.iter().flatten().any(|value| self.made.contains_key(value));
        if op == "Constant" || (!is_computed && self.is_known(node)) || op == "Shape" {
            return Ok(());
        }
        let Some(Some(out)) = node.outputs.first().copied() else { return Ok(()) };
        let name = match node.proto.name.as_deref() {
            Some(name) if !name.is_empty() => name.to_string(),
            _ => self.graph.graph.values[out].name.to_string(),
        };
        match node.proto.domain.as_deref() {
            None | Some("" | "ai.onnx") => {}
            Some(OWN_DOMAIN) => {
                let activation = own_polynomial(node, op, &name)?;
                return self.elementwise(node, op, &name, out, activation);
            }
            Some(_) => {
                return Err(refused(op, &name, "its domain is not supported", "inline functions first"));
            }
        }
        if self.image_op(node, op, &name, out)? || self.move_op(node, op, &name, out)? {
            return Ok(());
        }
        match op {
            "Gemm" | "MatMul" => self.matrix_product(node, op, &name, out),
            "Relu" => self.elementwise(node, op, &name, out, self.activation.clone()),
            "Sigmoid" | "Tanh" | "Erf" | "Softplus" | "Gelu" | "Swish" => self.function(node, op, &name, out),
            "Add" | "Sub" | "Mul" | "Div" | "Sum" if node.inputs.len() == 2 => {
                self.arithmetic(node, op, &name, out)
            }
            "Neg" => self.scaled(node, op, &name, out, -1.0),
            "Pow" => self.power(node, &name, out),
            "Exp" => self.interval(node, op, &name, out, IntervalFunction::Exp),
            "Reciprocal" => self.interval(node, op, &name, out, IntervalFunction::Inverse),
            "Sqrt" if self.is_only_divisor(out) => Ok(()),
            "Sqrt" => self.interval(node, op, &name, out, IntervalFunction::Root),
            "Softmax" => self.softmax(node, &name, out),
            "LayerNormalization" => self.layer_normalisation(node, &name, out),
            "ReduceMean" | "ReduceSum" => self.reduce(node, op, &name, out),
            "BatchNormalization" => self.batch_normalisation(node, &name, out),
            _ => Err(refused(op, &name, "it is not supported", help_for(op))),
        }
    }

    /// Whether a node computes a constant that is known.
    fn is_known(&self, node: &Node<'_>) -> bool {
        node.outputs.iter().flatten().all(|&value| self.graph.contents[value].is_some())
    }

    /// Reads an op on images; returns whether it is one.
    fn image_op(&mut self, node: &Node<'_>, op: &str, name: &str, out: ValueId) -> CkksResult<bool> {
        let made = match op {
            "Conv" => return self.conv(node, name).map(|()| true),
            "Concat" => return self.concat(node, name, out).map(|()| true),
            "GlobalAveragePool" => {
                let of = self.image(node, op, name)?;
                self.net.global_pool(name, of)?
            }
            "AveragePool" | "MaxPool" => {
                let of = self.image(node, op, name)?;
                let kernel = pair(node, "kernel_shape").ok_or_else(|| not_flat(op, name))?;
                let window = window(node, op, name, kernel, self.net.shape(of))?;
                if op == "MaxPool" {
                    let Activation::Relu(sign) = Activation::relu()? else { unreachable!("relu is a sign") };
                    self.net.max_pool(name, of, window, sign)?
                } else {
                    let counts = integer(node, "count_include_pad", 0) == 1;
                    let has_pads = [window.before, window.after].as_flattened() != [0; 4];
                    let op = LinearOp::average_pool(self.net.shape(of), window, counts || !has_pads)?;
                    self.net.linear(name, of, op, None)?
                }
            }
            _ => return Ok(false),
        };
        self.made.insert(out, PendingTensor::of(made, image_dims(self.net.shape(made))));
        Ok(true)
    }

    /// Reads an op that only moves values; returns whether it is one.
    fn move_op(&mut self, node: &Node<'_>, op: &str, name: &str, out: ValueId) -> CkksResult<bool> {
        match op {
            "Transpose" => self.transpose(node, name, out)?,
            "Split" => self.split(node, name)?,
            "Slice" => self.slice(node, name, out)?,
            "Gather" => self.gather(node, name, out)?,
            "Expand" => self.expand(node, name, out)?,
            "Flatten" | "Reshape" | "Squeeze" | "Unsqueeze" => {
                self.tensor(node, 0, op, name)?;
                let value = node.inputs[0].expect("the operand was found");
                self.reshape(node, op, name, [value, out])?;
            }
            "Identity" | "Dropout" | "Cast" => {
                let tensor = self.tensor(node, 0, op, name)?;
                self.made.insert(out, tensor);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The layer of the first operand, an image, with nothing pending.
    fn image(&mut self, node: &Node<'_>, op: &str, name: &str) -> CkksResult<LayerId> {
        let tensor = self.tensor(node, 0, op, name)?;
        let sizes = tensor.dims.sizes();
        if sizes.len() != 4 || sizes[0] != 1 {
            let help = "use an operand [1, C, H, W]";
            return Err(refused(op, name, "its operand is not one image", help));
        }
        let value = node.inputs[0].expect("the operand was found");
        self.placed(value, &[vec![0, 1], vec![2], vec![3]])
    }

    /// Joins tensors along a dimension, which become channels for that. Constants among them are added where they
    /// belong.
    fn concat(&mut self, node: &Node<'_>, name: &str, out: ValueId) -> CkksResult<()> {
        let is_made = |value: &Option<ValueId>| value.is_some_and(|value| self.made.contains_key(&value));
        let is_made: Vec<bool> = node.inputs.iter().map(is_made).collect();
        let first = is_made.iter().position(|&is_made| is_made).unwrap_or(0);
        let tensor = self.tensor(node, first, "Concat", name)?;
        let axis = axis_of(integer(node, "axis", 1), tensor.dims.rank());
        let axis = axis.ok_or_else(|| moves::no_axis("Concat", name))?;
        let mut sizes = tensor.dims.sizes();
        // The dimension may have size 1 here and there, which must not change how the others are grouped.
        sizes[axis] = 2;
        let groups = match sizes.as_slice() {
            [1, _, _, _] if axis == 1 => [vec![0, 1], vec![2], vec![3]],
            _ => channel_groups(&sizes, &[axis]),
        };
        sizes[axis] = 0;
        let mut of = Vec::new();
        let mut constants = Vec::new();
        for (position, is_made) in is_made.into_iter().enumerate() {
            let own = if is_made {
                let tensor = self.tensor(node, position, "Concat", name)?;
                let value = node.inputs[position].expect("the operand was found");
                let own = tensor.dims.sizes();
                if own.len() == sizes.len() {
                    of.push((sizes[axis], self.placed(value, &groups)?));
                }
                own
            } else {
                let constant = self.constant(node, position, "Concat", name)?;
                let own = constant.sizes.clone();
                constants.push((sizes[axis], constant));
                own
            };
            let fits = own.len() == sizes.len()
                && own.iter().zip(&sizes).enumerate().all(|(dim, (a, b))| dim == axis || a == b);
            if !fits {
                return Err(moves::no_axis("Concat", name));
            }
            sizes[axis] += own[axis];
        }
        let dims = Dims::arranged(&sizes, &groups);
        let layer = if constants.is_empty() {
            let of: Vec<LayerId> = of.into_iter().map(|(_, layer)| layer).collect();
            self.net.concat(name, &of)?
        } else {
            self.concat_with_constants(name, &of, &constants, (&dims, axis, dims.shape(&groups)))?
        };
        self.made.insert(out, PendingTensor::of(layer, dims));
        Ok(())
    }

    /// The sum of tensors, each in its place and zero elsewhere, and of constants.
    fn concat_with_constants(
        &mut self,
        name: &str,
        of: &[(usize, LayerId)],
        constants: &[(usize, tensor::Constant)],
        (dims, axis, shape): (&Dims, usize, [usize; 3]),
    ) -> CkksResult<LayerId> {
        let count: usize = shape.iter().product();
        let mut bias = vec![0.0; count];
        for (start, constant) in constants {
            let part = dims.sliced(axis, *start, constant.sizes[axis]);
            let part = part.ok_or_else(|| moves::no_axis("Concat", name))?;
            let view = part.in_order(count)?;
            view.sources().zip(&constant.values).for_each(|(at, &value)| bias[at] = value);
        }
        let mut sum = None;
        for (n, &(start, layer)) in of.iter().enumerate() {
            // Before this one in the channels.
            let each = shape[0] / dims.sizes()[axis];
            let op = LinearOp::place(self.net.shape(layer), start * each, shape[0]);
            let is_last = n + 1 == of.len();
            let own = if is_last && n == 0 { name.to_string() } else { format!("{name}/{n}") };
            let placed = self.net.linear(&own, layer, op, (n == 0).then(|| bias.clone().into()))?;
            sum = Some(match sum {
                None => placed,
                Some(sum) => {
                    let own = if is_last { name.to_string() } else { format!("{name}/sum{n}") };
                    self.net.add(&own, sum, placed)?
                }
            });
        }
        sum.ok_or_else(|| moves::no_axis("Concat", name))
    }

    /// An operand that is computed from the input.
    fn tensor(&self, node: &Node<'_>, position: usize, op: &str, name: &str) -> CkksResult<PendingTensor> {
        let tensor = self.masked_tensor(node, position, op, name)?;
        if tensor.hidden.is_some() {
            let help = "add a mask directly before Softmax";
            return Err(refused(op, name, "it reads a mask, which only Softmax can", help));
        }
        Ok(tensor)
    }

    /// An operand that is computed from the input, and may have a mask.
    fn masked_tensor(
        &self,
        node: &Node<'_>,
        position: usize,
        op: &str,
        name: &str,
    ) -> CkksResult<PendingTensor> {
        let value = node.inputs.get(position).copied().flatten();
        value.and_then(|value| self.made.get(&value).cloned()).ok_or_else(|| {
            let help = "constants must be weights, or be added to or multiplied with values";
            refused(op, name, &format!("its operand {position} is not computed from the input"), help)
        })
    }

    /// The layer of the first operand with nothing pending, in any order that has each of its values once, and that
    /// order.
    fn complete(&mut self, node: &Node<'_>, op: &str, name: &str) -> CkksResult<(LayerId, Dims)> {
        let tensor = self.tensor(node, 0, op, name)?;
        let value = node.inputs[0].expect("the operand was found");
        let count: usize = self.net.shape(tensor.layer).iter().product();
        if tensor.dims.count() >= count {
            return Ok((self.settled(value)?, tensor.dims));
        }
        let sizes = tensor.dims.sizes();
        let groups = usual_groups(&sizes);
        Ok((self.placed(value, &groups)?, Dims::arranged(&sizes, &groups)))
    }

    /// Adds a function of every value, which keeps the order of dimensions.
    fn elementwise(
        &mut self,
        node: &Node<'_>,
        op: &str,
        name: &str,
        out: ValueId,
        activation: Activation,
    ) -> CkksResult<()> {
        let (of, dims) = self.complete(node, op, name)?;
        let layer = self.net.activation(name, of, activation)?;
        self.made.insert(out, PendingTensor::of(layer, dims));
        Ok(())
    }

    /// Adds a smooth function. A sigmoid or an error function that is part of SiLU or GELU becomes that.
    fn function(&mut self, node: &Node<'_>, op: &str, name: &str, out: ValueId) -> CkksResult<()> {
        let function = match op {
            "Sigmoid" => {
                if let Some((product, at)) = self.silu(node, out) {
                    self.done.push(at);
                    let silu = Activation::smooth(Function::Silu { factor: 1.0 })?;
                    return self.elementwise(node, op, name, product, silu);
                }
                Function::Sigmoid
            }
            "Erf" => {
                if self.gelu(node, name, out)? {
                    return Ok(());
                }
                Function::Erf
            }
            "Tanh" => Function::Tanh,
            "Softplus" => Function::Softplus,
            "Swish" => Function::Silu { factor: float(node, "alpha", 1.0) },
            _ => match attribute(node, "approximate").and_then(|attribute| attribute.s.as_deref()) {
                Some(b"tanh") => Function::GeluTanh,
                _ => Function::Gelu,
            },
        };
        self.elementwise(node, op, name, out, Activation::smooth(function)?)
    }

    /// The only reader of a value, and its result, if it has this type and one other operand.
    fn only_reader(&self, value: ValueId, op: &str) -> Option<(NodeId, ValueId, Option<ValueId>)> {
        let [(user, position)] = self.graph.graph.values[value].uses.as_slice() else { return None };
        let node = &self.graph.graph.nodes[*user];
        let is_it = node.proto.op_type.as_deref() == Some(op) && node.inputs.len() == 2 && *position < 2;
        if !is_it || self.graph.graph.outputs.contains(&value) {
            return None;
        }
        Some((*user, node.outputs.first().copied().flatten()?, node.inputs[1 - position]))
    }

    /// The product of a sigmoid and its own argument.
    fn silu(&self, node: &Node<'_>, out: ValueId) -> Option<(ValueId, NodeId)> {
        let (user, product, other) = self.only_reader(out, "Mul")?;
        (other.is_some() && other == node.inputs[0]).then_some((product, user))
    }

    /// Adds GELU for an error function of `x / sqrt(2)`, plus 1, times `x`; returns whether it is that.
    fn gelu(&mut self, node: &Node<'_>, name: &str, out: ValueId) -> CkksResult<bool> {
        let read = self.tensor(node, 0, "Erf", name)?;
        let is_half = |value: f64| (value - std::f64::consts::FRAC_1_SQRT_2).abs() < 1e-6;
        if !read.factor().is_some_and(is_half) {
            return Ok(false);
        }
        let Some((plus, sum, _)) = self.only_reader(out, "Add") else { return Ok(false) };
        let position = self.graph.graph.values[out].uses[0].1;
        let one = self.constant(&self.graph.graph.nodes[plus], 1 - position, "Add", name);
        if !one.is_ok_and(|constant| constant.values == [1.0]) {
            return Ok(false);
        }
        let Some((times, product, Some(other))) = self.only_reader(sum, "Mul") else { return Ok(false) };
        let Some(other) = self.made.get(&other) else { return Ok(false) };
        let Some(factor) = other.factor().filter(|_| (other.layer, &other.dims) == (read.layer, &read.dims))
        else {
            return Ok(false);
        };
        self.done.extend([plus, times]);
        let layer = self.net.activation(name, read.layer, Activation::smooth(Function::Gelu)?)?;
        let channels = self.net.shape(layer)[0];
        let twice = Affine { scale: vec![2.0 * factor; channels], shift: vec![0.0; channels] };
        self.made.insert(product, PendingTensor::of(layer, read.dims).then(&twice));
        Ok(true)
    }

    /// The sizes of a value with this many values, at most one of which the model leaves open.
    fn sizes_of(&self, value: ValueId, count: usize) -> Option<Vec<usize>> {
        let dims = self.graph.types[value].dims.as_ref()?;
        let known: Vec<Option<usize>> =
            dims.iter().map(|dim| dim.known().and_then(|size| usize::try_from(size).ok())).collect();
        let product: usize = known.iter().flatten().product();
        let missing = known.iter().filter(|size| size.is_none()).count();
        let one = count.checked_div(product).filter(|one| one * product == count)?;
        match missing {
            0 if one == 1 => known.into_iter().collect(),
            1 => Some(known.into_iter().map(|size| size.unwrap_or(one)).collect()),
            _ => None,
        }
    }

    fn known_sizes(&self, value: ValueId) -> Option<Vec<usize>> {
        known_sizes(self.graph, value)
    }
}

/// The sizes of a value; a batch of unknown size counts as 1.
fn known_sizes(graph: &TypedGraph<'_>, value: ValueId) -> Option<Vec<usize>> {
    let dims = graph.types[value].dims.as_ref()?;
    let size = |(n, dim): (usize, &partita_onnx::Dim)| match dim.known() {
        Some(size) => usize::try_from(size).ok().filter(|&size| size > 0 && size <= 1 << 24),
        None => (n == 0).then_some(1),
    };
    let sizes: Vec<usize> = dims.iter().enumerate().map(size).collect::<Option<_>>()?;
    sizes
        .iter()
        .try_fold(1usize, |count, &size| count.checked_mul(size))
        .filter(|&count| count <= 1 << 31)?;
    Some(sizes)
}

/// The dimensions of an image that is an entire layer.
fn image_dims([c, h, w]: [usize; 3]) -> Dims {
    Dims::arranged(&[1, c, h, w], &[vec![0, 1], vec![2], vec![3]])
}

/// For each dimension of a value, the dimension of its layer's shape that it is, if the value is the entire layer.
fn caller_order(dims: &Dims, shape: [usize; 3]) -> Option<[usize; 3]> {
    let count: usize = shape.iter().product();
    if dims.in_order(count).ok()? == crate::linear::View::all(count).ok()? {
        return Some(NATURAL_ORDER);
    }
    if !dims.is_complete(count) {
        return None;
    }
    let strides = [shape[1] * shape[2], shape[2], 1];
    let mut order = Vec::new();
    for dim in (0..dims.rank()).filter(|&dim| !dims.of(dim).is_empty()) {
        let &[step] = dims.of(dim) else { return None };
        order.push((0..3).find(|&d| step == (shape[d], strides[d]))?);
    }
    order.extend((0..3).filter(|&d| shape[d] == 1));
    order.try_into().ok()
}

/// The domain of the ops that this reader defines.
const OWN_DOMAIN: &str = "partita";

/// The activation of an op of the own domain.
fn own_polynomial(node: &Node<'_>, op: &str, name: &str) -> CkksResult<Activation> {
    let coefficients: Vec<f64> = attribute(node, "coefficients")
        .map(|attribute| attribute.floats.iter().map(|&c| f64::from(c)).collect())
        .unwrap_or_default();
    match op {
        "Polynomial" => Ok(Activation::Polynomial(Polynomial::powers(&coefficients)?)),
        "Chebyshev" => {
            Activation::smooth(Function::Chebyshev { coefficients, range: float(node, "range", 1.0) })
        }
        _ => Err(refused(op, name, "the domain `partita` has no such op", "use Polynomial or Chebyshev")),
    }
}

/// What to do about an op that cannot be computed.
fn help_for(op: &str) -> &'static str {
    match op {
        "Clip" | "LeakyRelu" | "Elu" | "HardSwish" | "HardSigmoid" => {
            "replace it by Relu, a smooth function such as Sigmoid or Gelu, or a polynomial: an op `Chebyshev` \
             of the domain `partita`"
        }
        "LogSoftmax" | "ArgMax" | "TopK" => "compute it after decryption: end the model before it",
        "Where" | "Greater" | "Less" | "Equal" => {
            "add a constant mask of large negative numbers before Softmax, or multiply by a constant of zeros and ones"
        }
        _ => {
            "Conv, Gemm, MatMul of two values or with a constant, Softmax, LayerNormalization, BatchNormalization, Relu, \
             Sigmoid, Tanh, Erf, Gelu, Swish, Softplus, Exp, Sqrt, Reciprocal, Pow, Add, Sub, Mul, Div, Concat, Split, \
             Slice, Gather, Transpose, Reshape, ReduceMean, ReduceSum, AveragePool, MaxPool and GlobalAveragePool can be \
             computed"
        }
    }
}

fn unfit(message: String) -> CkksError {
    CkksError::new(code::NETWORK_GRAPH, message)
}

fn refused(op: &str, name: &str, why: &str, help: &str) -> CkksError {
    CkksError::new(
        code::NOT_ON_CIPHERTEXTS,
        format!("{op} `{name}` cannot be computed on ciphertexts: {why}"),
    )
    .help(help)
}

fn not_flat(op: &str, name: &str) -> CkksError {
    refused(
        op,
        name,
        "its window does not cover exactly rows and columns",
        "use a window with two dimensions",
    )
}
