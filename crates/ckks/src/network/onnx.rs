//! Networks from ONNX models.
//!
//! Weights are initialisers. A batch normalisation or an added constant after a convolution or matrix product
//! is folded into it. Relu becomes the requested activation. Any other op that cannot run on ciphertexts is an
//! error that names it.

use std::collections::BTreeMap;
use std::sync::Arc;

use partita_base::code;
use partita_onnx::graph::{Node, ValueSource};
use partita_onnx::types::ElementType;
use partita_onnx::{NodeId, TypedGraph, ValueId, infer_types, proto};

use super::{Builder, LayerId, Network};
use crate::kernels::Activation;
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
    reader.made.insert(*input, reader.net.input());
    for &id in &graph.order {
        if !reader.done.contains(&id) {
            reader.node(id)?;
        }
    }
    if reader.made.get(output) != Some(&reader.net.last()) {
        let name = graph.graph.values[*output].name;
        return Err(unfit(format!("the output '{name}' is not the result of the last layer"))
            .help("remove nodes that do not contribute to it"));
    }
    reader.net.finish()
}

struct NetworkReader<'g, 'm> {
    graph: &'g TypedGraph<'m>,
    net: Builder,
    made: BTreeMap<ValueId, LayerId>,
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
        if node.proto.domain.as_deref().is_some_and(|domain| !domain.is_empty() && domain != "ai.onnx") {
            return Err(refused(op, &name, "its domain is not supported", "inline functions first"));
        }
        let made = match op {
            "Conv" => return self.conv(node, &name),
            "Gemm" | "MatMul" => return self.gemm(node, op, &name),
            "Relu" => {
                let of = self.input(node, 0, op, &name)?;
                self.net.activation(&name, of, self.activation.clone())?
            }
            "Mul" if node.inputs.len() == 2 && node.inputs[0] == node.inputs[1] => {
                let of = self.input(node, 0, op, &name)?;
                self.net.activation(&name, of, Activation::Square)?
            }
            "Add" | "Sum" if node.inputs.len() == 2 => {
                let (a, b) = (self.input(node, 0, op, &name)?, self.input(node, 1, op, &name)?);
                self.net.add(&name, a, b)?
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
                let op = LinearOp::conv(self.net.shape(of), channels, Window::same(1, 1), channels)?;
                let op = op.with_weights(Weights::Tensor(scale.into()))?;
                self.net.linear(&name, of, op, Some(shift.into()))?
            }
            "Flatten" | "Reshape" | "Squeeze" | "Identity" | "Dropout" => {
                let of = self.input(node, 0, op, &name)?;
                // A vector, or the same shape: the values stay in place.
                let shape = self.graph.types[out].shape();
                let is_vector =
                    shape.is_some_and(|shape| shape.iter().filter(|&&size| size != 1).count() <= 1);
                let is_same = feature_shape(self.graph, out) == Some(self.net.shape(of));
                if op != "Flatten" && !is_vector && !is_same {
                    let help = "only flattening to [1, C] keeps all values in place";
                    return Err(refused(op, &name, "its result is not a vector", help));
                }
                of
            }
            _ => {
                let help = match op {
                    "Sigmoid" | "Tanh" | "Clip" | "LeakyRelu" | "Elu" | "Gelu" | "HardSwish" | "Erf" => {
                        "replace it by Relu, or by a polynomial that approximates it on the range of its input"
                    }
                    "Softmax" | "LogSoftmax" | "ArgMax" => {
                        "compute it after decryption: end the model before it"
                    }
                    _ => {
                        "Conv, Gemm, MatMul, BatchNormalization, Relu, Add, Concat along channels, AveragePool, MaxPool, \
                          GlobalAveragePool, Flatten and squares (Mul of a value with itself) can be computed"
                    }
                };
                return Err(refused(op, &name, "it is not supported", help));
            }
        };
        self.made.insert(out, made);
        Ok(())
    }

    fn conv(&mut self, node: &Node<'_>, name: &str) -> CkksResult<()> {
        let of = self.input(node, 0, "Conv", name)?;
        let (dims, weights) = self.constant(node, 1, "Conv", name)?;
        let &[features, _, kh, kw] = dims.as_slice() else { return Err(not_flat("Conv", name)) };
        let groups = integer(node, "group", 1);
        let groups = usize::try_from(groups).map_err(|_| not_flat("Conv", name))?;
        let window = window(node, "Conv", name, [kh, kw], self.net.shape(of))?;
        let op = LinearOp::conv(self.net.shape(of), features, window, groups)?;
        let bias = match node.inputs.get(2) {
            Some(Some(_)) => self.constant(node, 2, "Conv", name)?.1,
            _ => vec![0.0; features],
        };
        self.linear(node, name, of, op, weights, bias)
    }

    fn gemm(&mut self, node: &Node<'_>, kind: &str, name: &str) -> CkksResult<()> {
        let of = self.input(node, 0, kind, name)?;
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
        let bias = match node.inputs.get(2) {
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
            match next.proto.op_type.as_deref() {
                Some("BatchNormalization") if *position == 0 => {
                    let (scale, shift) = self.normalisation(next, name, features)?;
                    let per = weights.len() / features.max(1);
                    for (n, weight) in weights.iter_mut().enumerate() {
                        *weight *= scale[n / per.max(1)];
                    }
                    for (f, value) in bias.iter_mut().enumerate() {
                        *value = *value * scale[f] + shift[f];
                    }
                }
                Some("Add") => {
                    let Ok((_, values)) = self.constant(next, 1 - position.min(&1), "Add", name) else {
                        break;
                    };
                    let Some(values) = broadcast_values(&values, features, 1.0) else { break };
                    bias.iter_mut().zip(values).for_each(|(bias, value)| *bias += value);
                }
                _ => break,
            }
            self.done.push(*user);
            out = result;
        }
        let bias = bias.iter().any(|&value| value != 0.0).then(|| Arc::from(bias));
        let op = op.with_weights(Weights::Tensor(weights.into()))?;
        let made = self.net.linear(name, of, op, bias)?;
        self.made.insert(out, made);
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

    fn input(&self, node: &Node<'_>, position: usize, op: &str, name: &str) -> CkksResult<LayerId> {
        let value = node.inputs.get(position).copied().flatten();
        value.and_then(|value| self.made.get(&value).copied()).ok_or_else(|| {
            let help = "constants must be weights, or be added directly after Conv, Gemm or MatMul";
            refused(op, name, &format!("its operand {position} is not computed from the input"), help)
        })
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
