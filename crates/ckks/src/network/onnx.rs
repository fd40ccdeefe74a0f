//! Networks from ONNX models.
//!
//! Weights are initialisers. Normalisations and constants that are added, subtracted, multiplied or divided by
//! are folded into the weights of a convolution or matrix product before or after them. Relu becomes the
//! requested activation, and smooth functions polynomials that are fitted to the range of their arguments. The
//! domain `partita` has two ops of its own, for polynomials: `Polynomial` with the attribute `coefficients` of
//! powers, and `Chebyshev` with `coefficients` and `range`. Any other op that cannot run on ciphertexts is an error
//! that names it.

mod tensor;

use std::collections::BTreeMap;
use std::sync::Arc;

use partita_base::code;
use partita_onnx::graph::{Node, ValueSource};
use partita_onnx::types::ElementType;
use partita_onnx::{NodeId, TypedGraph, ValueId, infer_types, proto};

use self::tensor::{Affine, PendingTensor, per_channel, reordered_weights};
use super::{Builder, LayerId, Network};
use crate::kernels::{Activation, Function, Polynomial};
use crate::linear::{LinearOp, Weights, Window};
use crate::{CkksError, CkksResult};

/// Converts a model with one input and one output; `activation` replaces Relu.
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
    let ([input], [output]) = (inputs.as_slice(), graph.graph.outputs.as_slice()) else {
        let (ins, outs) = (inputs.len(), graph.graph.outputs.len());
        return Err(unfit(format!(
            "expected one input and one output, found {ins} inputs and {outs} outputs"
        ))
        .help("remove the others, or make them constants"));
    };
    let name = graph.graph.values[*input].name;
    let shape = feature_shape(graph, *input).ok_or_else(|| {
        unfit(format!("expected the shape [1, C, H, W] or [1, C] of the input '{name}'"))
            .help("give it static sizes, with a batch of 1")
    })?;
    let mut reader = NetworkReader {
        graph,
        net: Builder::new(if name.is_empty() { "input" } else { name }, shape),
        made: BTreeMap::new(),
        done: Vec::new(),
        activation,
    };
    reader.made.insert(*input, PendingTensor::of(reader.net.input()));
    for &id in &graph.order {
        if !reader.done.contains(&id) {
            reader.node(id)?;
        }
    }
    let name = graph.graph.values[*output].name;
    if reader.made.contains_key(output) {
        reader.settled(*output, "the output", name)?;
    }
    if reader.made.get(output).map(|tensor| tensor.layer) != Some(reader.net.last()) {
        return Err(unfit(format!("the output '{name}' is not the result of the last layer"))
            .help("remove nodes that do not contribute to it"));
    }
    reader.net.finish()
}

struct NetworkReader<'g, 'm> {
    graph: &'g TypedGraph<'m>,
    net: Builder,
    made: BTreeMap<ValueId, PendingTensor>,
    /// Nodes that were folded into another node's layer.
    done: Vec<NodeId>,
    activation: &'g Activation,
}

impl NetworkReader<'_, '_> {
    fn node(&mut self, id: NodeId) -> CkksResult<()> {
        let node = &self.graph.graph.nodes[id];
        let op = node.proto.op_type.as_deref().unwrap_or_default();
        if op == "Constant" {
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
        let made = match op {
            "Conv" => return self.conv(node, &name),
            "Gemm" | "MatMul" => return self.gemm(node, op, &name),
            "Relu" => return self.elementwise(node, op, &name, out, self.activation.clone()),
            "Sigmoid" | "Tanh" | "Erf" | "Softplus" | "Gelu" | "Swish" => {
                return self.function(node, op, &name, out);
            }
            "Transpose" => return self.transpose(node, &name, out),
            "Add" | "Sub" | "Mul" | "Div" | "Sum" if node.inputs.len() == 2 => {
                return self.arithmetic(node, op, &name, out);
            }
            "Concat" if integer(node, "axis", 1) == 1 => {
                let of: CkksResult<Vec<LayerId>> =
                    (0..node.inputs.len()).map(|n| self.input(node, n, op, &name)).collect();
                self.net.concat(&name, &of?)?
            }
            "GlobalAveragePool" => {
                let of = self.input(node, 0, op, &name)?;
                self.net.global_pool(&name, of)?
            }
            "AveragePool" | "MaxPool" => {
                let of = self.input(node, 0, op, &name)?;
                let kernel = pair(node, "kernel_shape").ok_or_else(|| not_flat(op, &name))?;
                let window = window(node, op, &name, kernel, self.net.shape(of))?;
                if op == "MaxPool" {
                    let Activation::Relu(sign) = Activation::relu()? else { unreachable!("relu is a sign") };
                    self.net.max_pool(&name, of, window, sign)?
                } else {
                    let counts = integer(node, "count_include_pad", 0) == 1;
                    let has_pads = [window.before, window.after].as_flattened() != [0; 4];
                    let op = LinearOp::average_pool(self.net.shape(of), window, counts || !has_pads)?;
                    self.net.linear(&name, of, op, None)?
                }
            }
            "BatchNormalization" => {
                let of = self.input(node, 0, op, &name)?;
                let channels = self.net.shape(of)[0];
                let (scale, shift) = self.normalisation(node, &name, channels)?;
                self.made.insert(out, PendingTensor::of(of).then(&Affine { scale, shift }));
                return Ok(());
            }
            "Flatten" | "Reshape" | "Squeeze" | "Identity" | "Dropout" => {
                let tensor = self.tensor(node, 0, op, &name)?;
                let of = tensor.layer;
                // A vector, or the same shape: the values stay in place.
                let shape = self.graph.types[out].shape();
                let is_vector =
                    shape.is_some_and(|shape| shape.iter().filter(|&&size| size != 1).count() <= 1);
                let is_same = feature_shape(self.graph, out) == Some(self.net.shape(of));
                if op != "Flatten" && !is_vector && !is_same {
                    let help = "only flattening to [1, C] keeps all values in place";
                    return Err(refused(op, &name, "its result is not a vector", help));
                }
                self.made.insert(out, tensor);
                return Ok(());
            }
            _ => {
                let help = match op {
                    "Clip" | "LeakyRelu" | "Elu" | "HardSwish" | "HardSigmoid" => {
                        "replace it by Relu, a smooth function such as Sigmoid or Gelu, or a polynomial: an op `Chebyshev` \
                         of the domain `partita`"
                    }
                    "Softmax" | "LogSoftmax" | "ArgMax" => {
                        "compute it after decryption: end the model before it"
                    }
                    _ => {
                        "Conv, Gemm, MatMul, BatchNormalization, Relu, Sigmoid, Tanh, Erf, Gelu, Swish, Softplus, Add, Sub, \
                         Mul, Div by constants, Concat along channels, AveragePool, MaxPool, GlobalAveragePool, Flatten \
                         and Transpose before a matrix product can be computed"
                    }
                };
                return Err(refused(op, &name, "it is not supported", help));
            }
        };
        self.made.insert(out, PendingTensor::of(made));
        Ok(())
    }

    fn conv(&mut self, node: &Node<'_>, name: &str) -> CkksResult<()> {
        let tensor = self.tensor(node, 0, "Conv", name)?;
        let of = tensor.layer;
        let (dims, mut weights) = self.constant(node, 1, "Conv", name)?;
        let &[features, _, kh, kw] = dims.as_slice() else { return Err(not_flat("Conv", name)) };
        let groups = integer(node, "group", 1);
        let groups = usize::try_from(groups).map_err(|_| not_flat("Conv", name))?;
        let window = window(node, "Conv", name, [kh, kw], self.net.shape(of))?;
        let op = LinearOp::conv(self.net.shape(of), features, window, groups)?;
        let mut bias = match node.inputs.get(2) {
            Some(Some(_)) => self.constant(node, 2, "Conv", name)?.1,
            _ => vec![0.0; features],
        };
        let fits = weights.len() == op.weight_count() && bias.len() == features;
        let folds = tensor.order == PendingTensor::ORDER && fits;
        let of = match &tensor.affine {
            Some(affine) if folds && affine.folds_into(&op) => {
                affine.fold_before(groups, &mut weights, &mut bias);
                of
            }
            _ => self.input(node, 0, "Conv", name)?,
        };
        self.linear(node, name, of, op, weights, bias)
    }

    fn gemm(&mut self, node: &Node<'_>, kind: &str, name: &str) -> CkksResult<()> {
        let tensor = self.tensor(node, 0, kind, name)?;
        let of = tensor.layer;
        let (dims, weights) = self.constant(node, 1, kind, name)?;
        let is_gemm = kind == "Gemm";
        let &[rows, columns] = dims.as_slice() else {
            return Err(refused(
                kind,
                name,
                "its second operand is not a matrix",
                "use an operand with two dimensions",
            ));
        };
        if is_gemm && integer(node, "transA", 0) != 0 {
            return Err(refused(kind, name, "its first operand is transposed", "remove transA"));
        }
        let scale = if is_gemm { float(node, "alpha", 1.0) } else { 1.0 };
        let is_transposed = is_gemm && integer(node, "transB", 0) != 0;
        let (features, count) = if is_transposed { (rows, columns) } else { (columns, rows) };
        let op = LinearOp::gemm(self.net.shape(of), features)?;
        if op.weight_count() != features * count {
            return Err(CkksError::shapes(format!(
                "{kind} `{name}` expects {count} values, found shape {:?}",
                self.net.shape(of)
            )));
        }
        let at = |f: usize, k: usize| {
            if is_transposed { weights[f * count + k] } else { weights[k * features + f] }
        };
        let ordered =
            (0..features).flat_map(|f| (0..count).map(move |k| (f, k))).map(|(f, k)| scale * at(f, k));
        let ordered: Vec<f64> = ordered.collect();
        let mut ordered = reordered_weights(&ordered, self.net.shape(of), tensor.order);
        let mut bias = match node.inputs.get(2) {
            Some(Some(_)) if is_gemm => {
                let (_, values) = self.constant(node, 2, kind, name)?;
                broadcast_values(&values, features, float(node, "beta", 1.0)).ok_or_else(|| {
                    refused(
                        kind,
                        name,
                        "its third operand is not one number per feature",
                        "use the shape [F]",
                    )
                })?
            }
            _ => vec![0.0; features],
        };
        // A kernel over the entire input has no padding.
        if let Some(affine) = &tensor.affine {
            affine.fold_before(1, &mut ordered, &mut bias);
        }
        self.linear(node, name, of, op, ordered, bias)
    }

    /// Adds a linear layer, with a following normalisation or constant folded in.
    fn linear(
        &mut self,
        node: &Node<'_>,
        name: &str,
        of: LayerId,
        op: LinearOp,
        mut weights: Vec<f64>,
        mut bias: Vec<f64>,
    ) -> CkksResult<()> {
        let features = op.output()[0];
        let mut out = node.outputs[0].expect("nodes without results are skipped");
        while let [(user, position)] = self.graph.graph.values[out].uses.as_slice()
            && !self.graph.graph.outputs.contains(&out)
        {
            let next = &self.graph.graph.nodes[*user];
            let Some(Some(result)) = next.outputs.first().copied() else { break };
            let Some(affine) = self.affine(next, *position, out, name, features)? else { break };
            affine.fold_after(&mut weights, &mut bias);
            self.done.push(*user);
            out = result;
        }
        let bias = bias.iter().any(|&value| value != 0.0).then(|| Arc::from(bias));
        let op = op.with_weights(Weights::Tensor(weights.into()))?;
        let made = self.net.linear(name, of, op, bias)?;
        self.made.insert(out, PendingTensor::of(made));
        Ok(())
    }

    /// The factor and the summand of each channel in a batch normalisation.
    fn normalisation(
        &self,
        node: &Node<'_>,
        name: &str,
        channels: usize,
    ) -> CkksResult<(Vec<f64>, Vec<f64>)> {
        let parts: CkksResult<Vec<Vec<f64>>> =
            (1..5).map(|n| Ok(self.constant(node, n, "BatchNormalization", name)?.1)).collect();
        let parts = parts?;
        if parts.iter().any(|part| part.len() != channels) {
            return Err(CkksError::shapes(format!(
                "expected {channels} channels in the normalisation of `{name}`"
            )));
        }
        let epsilon = float(node, "epsilon", 1e-5);
        let scale: Vec<f64> = (0..channels).map(|c| parts[0][c] / (parts[3][c] + epsilon).sqrt()).collect();
        let shift = (0..channels).map(|c| parts[1][c] - parts[2][c] * scale[c]).collect();
        Ok((scale, shift))
    }

    /// The layer of an operand with nothing pending.
    fn input(&mut self, node: &Node<'_>, position: usize, op: &str, name: &str) -> CkksResult<LayerId> {
        self.tensor(node, position, op, name)?;
        let value = node.inputs[position].expect("the operand was found");
        self.settled(value, op, name)
    }

    /// An operand that is computed from the input.
    fn tensor(&self, node: &Node<'_>, position: usize, op: &str, name: &str) -> CkksResult<PendingTensor> {
        let value = node.inputs.get(position).copied().flatten();
        value.and_then(|value| self.made.get(&value).cloned()).ok_or_else(|| {
            let help = "constants must be weights, or be added to or multiplied with values: one per channel";
            refused(op, name, &format!("its operand {position} is not computed from the input"), help)
        })
    }

    /// The layer of a value; what is pending becomes a layer.
    fn settled(&mut self, value: ValueId, op: &str, name: &str) -> CkksResult<LayerId> {
        let tensor = self.made[&value].clone();
        let shape = self.net.shape(tensor.layer);
        if !keeps_order(shape, tensor.order) {
            return Err(refused(
                op,
                name,
                "it reads a transposed tensor",
                "transpose back, or transpose only to flatten for a matrix product",
            ));
        }
        let Some(Affine { scale, shift }) = tensor.affine else { return Ok(tensor.layer) };
        let linear = LinearOp::conv(shape, shape[0], Window::same(1, 1), shape[0])?;
        let linear = linear.with_weights(Weights::Tensor(scale.into()))?;
        let bias = shift.iter().any(|&shift| shift != 0.0).then(|| Arc::from(shift));
        // Layers have the names of nodes, of which a value may have one too.
        let mut own = self.graph.graph.values[value].name.to_string();
        while self.net.layers.iter().any(|(_, layer)| layer.name == own) {
            own.push_str("_scaled");
        }
        let layer = self.net.linear(&own, tensor.layer, linear, bias)?;
        self.made.insert(value, PendingTensor { affine: None, layer, ..tensor });
        Ok(layer)
    }

    /// Adds a function of every value, which keeps a pending order of dimensions.
    fn elementwise(
        &mut self,
        node: &Node<'_>,
        op: &str,
        name: &str,
        out: ValueId,
        activation: Activation,
    ) -> CkksResult<()> {
        let tensor = self.tensor(node, 0, op, name)?;
        let of = if tensor.affine.is_none() { tensor.layer } else { self.input(node, 0, op, name)? };
        let layer = self.net.activation(name, of, activation)?;
        self.made.insert(out, PendingTensor { layer, affine: None, ..tensor });
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
        if !one.is_ok_and(|(_, values)| values == [1.0]) {
            return Ok(false);
        }
        let Some((times, product, Some(other))) = self.only_reader(sum, "Mul") else { return Ok(false) };
        let Some(other) = self.made.get(&other) else { return Ok(false) };
        let Some(factor) = other.factor().filter(|_| (other.layer, other.order) == (read.layer, read.order))
        else {
            return Ok(false);
        };
        self.done.extend([plus, times]);
        let layer = self.net.activation(name, read.layer, Activation::smooth(Function::Gelu)?)?;
        let channels = self.net.shape(layer)[0];
        let twice = Affine { scale: vec![2.0 * factor; channels], shift: vec![0.0; channels] };
        self.made.insert(product, PendingTensor { layer, affine: None, order: read.order }.then(&twice));
        Ok(true)
    }

    /// Adds, subtracts, multiplies or divides two values, or a value and a constant.
    fn arithmetic(&mut self, node: &Node<'_>, op: &str, name: &str, out: ValueId) -> CkksResult<()> {
        let is_made = |n: usize| node.inputs[n].is_some_and(|value| self.made.contains_key(&value));
        if is_made(0) && is_made(1) {
            let [a, b] = [self.tensor(node, 0, op, name)?, self.tensor(node, 1, op, name)?];
            // Elements correspond in any order of dimensions, as long as it is the same.
            let same = a.order == b.order && a.affine.is_none() && b.affine.is_none();
            let order = if same { a.order } else { PendingTensor::ORDER };
            let (a, b) = if same {
                (a.layer, b.layer)
            } else {
                (self.input(node, 0, op, name)?, self.input(node, 1, op, name)?)
            };
            let layer = match op {
                "Add" | "Sum" => self.net.add(name, a, b)?,
                "Sub" => self.net.subtract(name, a, b)?,
                "Mul" => self.net.multiply(name, a, b)?,
                _ => {
                    let help = "multiply by a polynomial that approximates the inverse";
                    return Err(refused(op, name, "it divides by a computed value", help));
                }
            };
            self.made.insert(out, PendingTensor { layer, affine: None, order });
            return Ok(());
        }
        let position = usize::from(!is_made(0));
        let tensor = self.tensor(node, position, op, name)?;
        let value = node.inputs[position].expect("the operand was found");
        if !keeps_order(self.net.shape(tensor.layer), tensor.order) {
            self.settled(value, op, name)?;
        }
        let channels = self.net.shape(tensor.layer)[0];
        let Some(affine) = self.affine(node, position, value, name, channels)? else {
            // Reports an operand that is not a constant.
            self.constant(node, 1 - position, op, name)?;
            let help = "use a constant with one number, or one number per channel";
            return Err(refused(op, name, "its constant differs within channels, or it is divided", help));
        };
        self.made.insert(out, tensor.then(&affine));
        Ok(())
    }

    /// What a node applies to each channel of its operand at this position, if it is arithmetic with a constant
    /// or a normalisation.
    fn affine(
        &self,
        node: &Node<'_>,
        position: usize,
        value: ValueId,
        name: &str,
        channels: usize,
    ) -> CkksResult<Option<Affine>> {
        let op = node.proto.op_type.as_deref().unwrap_or_default();
        if op == "BatchNormalization" && position == 0 {
            let (scale, shift) = self.normalisation(node, name, channels)?;
            return Ok(Some(Affine { scale, shift }));
        }
        if !matches!(op, "Add" | "Sub" | "Mul" | "Div") || node.inputs.len() != 2 || position > 1 {
            return Ok(None);
        }
        let Ok((dims, values)) = self.constant(node, 1 - position, op, name) else { return Ok(None) };
        let rank = self.graph.types[value].dims.as_ref().map(Vec::len);
        let Some(values) = per_channel(&dims, &values, rank, channels) else { return Ok(None) };
        let (ones, zeros) = (vec![1.0; channels], vec![0.0; channels]);
        Ok(match (op, position) {
            ("Add", _) => Some(Affine { scale: ones, shift: values }),
            ("Sub", 0) => Some(Affine { scale: ones, shift: values.iter().map(|value| -value).collect() }),
            ("Sub", _) => Some(Affine { scale: vec![-1.0; channels], shift: values }),
            ("Mul", _) => Some(Affine { scale: values, shift: zeros }),
            ("Div", 0) if values.iter().all(|&value| value != 0.0) => {
                Some(Affine { scale: values.iter().map(|value| 1.0 / value).collect(), shift: zeros })
            }
            _ => None,
        })
    }

    /// Notes the order of dimensions; a later matrix product takes it into its weights.
    fn transpose(&mut self, node: &Node<'_>, name: &str, out: ValueId) -> CkksResult<()> {
        let mut tensor = self.tensor(node, 0, "Transpose", name)?;
        let order = match sizes(node, "perm").as_deref() {
            Some(&[0, a, b, c]) if (1..4).all(|d| [a, b, c].contains(&d)) => [a - 1, b - 1, c - 1],
            Some([0, 1]) => PendingTensor::ORDER,
            _ => {
                let help = "keep the batch first: a perm such as [0, 2, 3, 1]";
                return Err(refused("Transpose", name, "its perm moves the batch or is missing", help));
            }
        };
        tensor.order = order.map(|d| tensor.order[d]);
        if tensor.affine.is_some() && tensor.order != PendingTensor::ORDER {
            let value = node.inputs[0].expect("the operand was found");
            tensor.layer = self.settled(value, "Transpose", name)?;
            tensor.affine = None;
        }
        self.made.insert(out, tensor);
        Ok(())
    }

    fn constant(
        &self,
        node: &Node<'_>,
        position: usize,
        op: &str,
        name: &str,
    ) -> CkksResult<(Vec<usize>, Vec<f64>)> {
        let missing = |what: &str| {
            refused(
                op,
                name,
                &format!("its operand {position} {what}"),
                "make it an f32 initialiser stored in the model",
            )
        };
        let value = node.inputs.get(position).copied().flatten().ok_or_else(|| missing("is missing"))?;
        let value = &self.graph.graph.values[value];
        let tensor = match (value.initializer, value.source) {
            (Some(tensor), _) => Some(tensor),
            (None, ValueSource::Node(made, _)) => {
                let node = self.graph.graph.nodes[made].proto;
                let attribute = node.attribute.iter().find(|a| a.name.as_deref() == Some("value"));
                attribute.filter(|_| node.op_type.as_deref() == Some("Constant")).and_then(|a| a.t.as_ref())
            }
            _ => None,
        };
        let tensor = tensor.ok_or_else(|| missing("is not a constant"))?;
        numbers(tensor).ok_or_else(|| missing("has external contents or is not f32"))
    }
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

/// Whether a tensor has its values in the same order after its dimensions are reordered: only those of size 1
/// move.
fn keeps_order(shape: [usize; 3], order: [usize; 3]) -> bool {
    let moved: Vec<usize> = order.into_iter().filter(|&d| shape[d] != 1).collect();
    moved.is_sorted()
}

/// The shape and values of a float tensor.
fn numbers(tensor: &proto::Tensor) -> Option<(Vec<usize>, Vec<f64>)> {
    let dims: Vec<usize> = tensor.dims.iter().map(|&n| usize::try_from(n).ok()).collect::<Option<_>>()?;
    let count = dims.iter().try_fold(1usize, |count, &n| count.checked_mul(n))?;
    if tensor.is_external() {
        return None;
    }
    let values: Vec<f64> = match (ElementType::from_number(tensor.data_type?)?, &tensor.raw_data) {
        (ElementType::Float, Some(raw)) => raw
            .chunks_exact(4)
            .map(|bytes| f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])))
            .collect(),
        (ElementType::Float, None) => tensor.float_data.iter().map(|&value| f64::from(value)).collect(),
        (ElementType::Double, Some(raw)) => raw
            .chunks_exact(8)
            .map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap_or_default()))
            .collect(),
        (ElementType::Double, None) => tensor.double_data.clone(),
        _ => return None,
    };
    (values.len() == count && values.iter().all(|value| value.is_finite())).then_some((dims, values))
}

/// One number for each feature, broadcast if there is only one, times a factor.
fn broadcast_values(values: &[f64], features: usize, factor: f64) -> Option<Vec<f64>> {
    match values {
        [one] => Some(vec![one * factor; features]),
        _ if values.len() == features => Some(values.iter().map(|value| value * factor).collect()),
        _ => None,
    }
}

/// `[C, H, W]` of a value `[1, C, H, W]` or `[1, C]`; a batch of unknown size counts as 1.
fn feature_shape(graph: &TypedGraph<'_>, value: ValueId) -> Option<[usize; 3]> {
    let dims = graph.types[value].dims.as_ref()?;
    let (batch, rest) = dims.split_first()?;
    if batch.known().is_some_and(|batch| batch != 1) {
        return None;
    }
    let sizes: Vec<usize> = rest
        .iter()
        .map(|dim| usize::try_from(dim.known()?).ok().filter(|&n| n > 0))
        .collect::<Option<_>>()?;
    match *sizes.as_slice() {
        [c] => Some([c, 1, 1]),
        [c, h, w] => Some([c, h, w]),
        _ => None,
    }
}

fn attribute<'n>(node: &Node<'n>, name: &str) -> Option<&'n proto::Attribute> {
    node.proto.attribute.iter().find(|attribute| attribute.name.as_deref() == Some(name))
}

fn integer(node: &Node<'_>, name: &str, default: i64) -> i64 {
    attribute(node, name).and_then(|attribute| attribute.i).unwrap_or(default)
}

fn float(node: &Node<'_>, name: &str, default: f64) -> f64 {
    attribute(node, name).and_then(|attribute| attribute.f).map_or(default, f64::from)
}

fn sizes(node: &Node<'_>, name: &str) -> Option<Vec<usize>> {
    attribute(node, name)?.ints.iter().map(|&n| usize::try_from(n).ok()).collect()
}

fn pair(node: &Node<'_>, name: &str) -> Option<[usize; 2]> {
    sizes(node, name)?.try_into().ok()
}

fn window(
    node: &Node<'_>,
    op: &str,
    name: &str,
    kernel: [usize; 2],
    [_, h, w]: [usize; 3],
) -> CkksResult<Window> {
    let either = |key: &str, default: [usize; 2]| match attribute(node, key) {
        None => Ok(default),
        Some(_) => pair(node, key).ok_or_else(|| not_flat(op, name)),
    };
    let (stride, dilation) = (either("strides", [1, 1])?, either("dilations", [1, 1])?);
    if integer(node, "ceil_mode", 0) != 0 {
        return Err(refused(op, name, "it rounds sizes up", "remove ceil_mode and pad instead"));
    }
    let auto = attribute(node, "auto_pad").and_then(|attribute| attribute.s.as_deref()).unwrap_or(b"NOTSET");
    let pads: [usize; 4] = match auto {
        b"NOTSET" | b"" => match attribute(node, "pads") {
            None => [0; 4],
            Some(_) => {
                sizes(node, "pads").and_then(|pads| pads.try_into().ok()).ok_or_else(|| not_flat(op, name))?
            }
        },
        b"VALID" => [0; 4],
        b"SAME_UPPER" | b"SAME_LOWER" => {
            let all = |d: usize, size: usize| {
                let reach = dilation[d].saturating_mul(kernel[d].saturating_sub(1)).saturating_add(1);
                let steps = size.div_ceil(stride[d].max(1)).saturating_sub(1);
                steps.saturating_mul(stride[d]).saturating_add(reach).saturating_sub(size)
            };
            let [rows, columns] = [all(0, h), all(1, w)];
            let less = [rows / 2, columns / 2];
            let more = [rows - less[0], columns - less[1]];
            match auto {
                b"SAME_UPPER" => [less[0], less[1], more[0], more[1]],
                _ => [more[0], more[1], less[0], less[1]],
            }
        }
        _ => return Err(refused(op, name, "its auto_pad is invalid", "use pads instead")),
    };
    let [top, left, bottom, right] = pads;
    Ok(Window { kernel, stride, before: [top, left], after: [bottom, right], dilation })
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
