//! Convolutions, matrix products with constants, and arithmetic with constants.

use std::sync::Arc;

use partita_onnx::ValueId;
use partita_onnx::graph::{Node, ValueSource};
use partita_onnx::ops::Contents;

use super::attributes::{broadcast_values, float, integer, numbers, window};
use super::dims::{Dims, channel_groups};
use super::tensor::{Affine, Constant, PendingTensor};
use super::{NetworkReader, image_dims, not_flat, refused};
use crate::linear::{LinearOp, View, Weights, Window};
use crate::network::LayerId;
use crate::{CkksError, CkksResult};

/// Constants below this, if they are added before Softmax, are a mask.
const MASKED: f64 = -1e4;

/// A linear layer before its result is recorded.
pub(super) struct NewLinear {
    pub(super) of: LayerId,
    pub(super) op: LinearOp,
    pub(super) weights: Vec<f64>,
    pub(super) bias: Vec<f64>,
    /// The dimensions of its result.
    pub(super) dims: Dims,
}

impl NetworkReader<'_, '_> {
    pub(super) fn conv(&mut self, node: &Node<'_>, name: &str) -> CkksResult<()> {
        let tensor = self.tensor(node, 0, "Conv", name)?;
        let Constant { sizes, values: mut weights } = self.constant(node, 1, "Conv", name)?;
        let &[features, _, kh, kw] = sizes.as_slice() else { return Err(not_flat("Conv", name)) };
        let groups = usize::try_from(integer(node, "group", 1)).map_err(|_| not_flat("Conv", name))?;
        let is_image = tensor.dims == image_dims(self.net.shape(tensor.layer));
        let of = if is_image { tensor.layer } else { self.image(node, "Conv", name)? };
        let window = window(node, "Conv", name, [kh, kw], self.net.shape(of))?;
        let op = LinearOp::conv(self.net.shape(of), features, window, groups)?;
        let mut bias = match node.inputs.get(2) {
            Some(Some(_)) => self.constant(node, 2, "Conv", name)?.values,
            _ => vec![0.0; features],
        };
        let fits = weights.len() == op.weight_count() && bias.len() == features;
        let of = match &tensor.affine {
            Some(affine) if is_image && fits && affine.folds_into(&op) => {
                affine.fold_before(groups, &mut weights, &mut bias);
                of
            }
            _ => self.image(node, "Conv", name)?,
        };
        let dims = image_dims(op.output());
        self.linear(node, name, NewLinear { of, op, weights, bias, dims })
    }

    /// A matrix product of a value and a constant, or of two values.
    pub(super) fn matrix_product(
        &mut self,
        node: &Node<'_>,
        kind: &str,
        name: &str,
        out: ValueId,
    ) -> CkksResult<()> {
        let is_made = |n: usize| {
            node.inputs.get(n).copied().flatten().is_some_and(|value| self.made.contains_key(&value))
        };
        let is_gemm = kind == "Gemm";
        match (is_made(0), is_made(1)) {
            (true, true) => return self.product_of_values(node, kind, name, out),
            (false, true) if !is_gemm => return self.product_on_the_left(node, name),
            _ => {}
        }
        let tensor = self.tensor(node, 0, kind, name)?;
        let Constant { sizes, values } = self.constant(node, 1, kind, name)?;
        let (&[.., rows, columns], true) = (sizes.as_slice(), sizes.iter().rev().skip(2).all(|&n| n == 1))
        else {
            let help = "use an operand with two dimensions";
            return Err(refused(kind, name, "its second operand is not a matrix", help));
        };
        if is_gemm && integer(node, "transA", 0) != 0 {
            return Err(refused(kind, name, "its first operand is transposed", "remove transA"));
        }
        let scale = if is_gemm { float(node, "alpha", 1.0) } else { 1.0 };
        let is_transposed = is_gemm && integer(node, "transB", 0) != 0;
        let (features, count) = if is_transposed { (rows, columns) } else { (columns, rows) };
        let at =
            |f: usize, k: usize| if is_transposed { values[f * count + k] } else { values[k * features + f] };
        let matrix =
            (0..features).flat_map(|f| (0..count).map(move |k| (f, k))).map(|(f, k)| scale * at(f, k));
        let matrix: Vec<f64> = matrix.collect();
        let bias = match node.inputs.get(2) {
            Some(Some(_)) if is_gemm => {
                let constant = self.constant(node, 2, kind, name)?;
                broadcast_values(&constant.values, features, float(node, "beta", 1.0)).ok_or_else(|| {
                    let why = "its third operand is not one number per feature";
                    refused(kind, name, why, "use the shape [F]")
                })?
            }
            _ => vec![0.0; features],
        };
        let Some(last) = tensor.dims.rank().checked_sub(1) else {
            return Err(refused(kind, name, "its operand is a number", "use a tensor"));
        };
        self.contract(node, kind, name, [0, last], matrix, bias)
    }

    /// The product of a constant matrix and a value.
    fn product_on_the_left(&mut self, node: &Node<'_>, name: &str) -> CkksResult<()> {
        let tensor = self.tensor(node, 1, "MatMul", name)?;
        let Constant { sizes, values } = self.constant(node, 0, "MatMul", name)?;
        let is_matrix = sizes.len() >= 2 && sizes.iter().rev().skip(2).all(|&n| n == 1);
        match tensor.dims.rank().checked_sub(2) {
            Some(axis) if is_matrix => {
                let bias = vec![0.0; sizes[sizes.len() - 2]];
                self.contract(node, "MatMul", name, [1, axis], values, bias)
            }
            _ => {
                let help = "use operands with two dimensions";
                Err(refused("MatMul", name, "its first operand is not a matrix", help))
            }
        }
    }

    /// The products of a matrix `[F, K]` with all vectors along one dimension of an operand.
    fn contract(
        &mut self,
        node: &Node<'_>,
        kind: &str,
        name: &str,
        [position, axis]: [usize; 2],
        matrix: Vec<f64>,
        mut bias: Vec<f64>,
    ) -> CkksResult<()> {
        let mut tensor = self.tensor(node, position, kind, name)?;
        let value = node.inputs[position].expect("the operand was found");
        let (sizes, features) = (tensor.dims.sizes(), bias.len());
        if matrix.len() != features * sizes[axis] {
            let wanted = matrix.len() / features.max(1);
            return Err(CkksError::shapes(format!(
                "{kind} `{name}` expects {wanted} values, found shape {sizes:?}"
            )));
        }
        let shape = self.net.shape(tensor.layer);
        let count: usize = shape.iter().product();
        let is_vector = tensor.dims.count() == sizes[axis];
        let is_channels = tensor.dims.of(axis) == [(shape[0], shape[1] * shape[2])];
        if !tensor.dims.is_complete(count) || !(is_vector || is_channels) {
            let groups = channel_groups(&sizes, &[axis]);
            let layer = self.placed(value, &groups)?;
            tensor = PendingTensor::of(layer, Dims::arranged(&sizes, &groups));
        }
        let [channels, h, w] = self.net.shape(tensor.layer);
        let (op, mut weights, dims) = if is_vector {
            // The order of the values becomes that of the weights.
            let view = tensor.dims.in_order(channels * h * w)?;
            let mut weights = vec![0.0; matrix.len()];
            for (k, at) in view.sources().enumerate() {
                (0..features).for_each(|f| weights[f * sizes[axis] + at] = matrix[f * sizes[axis] + k]);
            }
            let mut made = sizes.clone();
            made[axis] = features;
            let dims = Dims::arranged(&made, &channel_groups(&made, &[axis]));
            (LinearOp::gemm([channels, h, w], features)?, weights, dims)
        } else {
            let dims = tensor.dims.with(axis, vec![(features, h * w)]);
            (LinearOp::conv([channels, h, w], features, Window::same(1, 1), 1)?, matrix, dims)
        };
        // There is no padding.
        if let Some(affine) = &tensor.affine {
            affine.fold_before(1, &mut weights, &mut bias);
        }
        self.linear(node, name, NewLinear { of: tensor.layer, op, weights, bias, dims })
    }

    /// Adds a linear layer, with a following normalisation or constant folded in.
    pub(super) fn linear(&mut self, node: &Node<'_>, name: &str, made: NewLinear) -> CkksResult<()> {
        let NewLinear { of, op, mut weights, mut bias, dims } = made;
        let mut out = node.outputs[0].expect("nodes without results are skipped");
        let fits = weights.len() == op.weight_count() && bias.len() == op.output()[0];
        while let [(user, position)] = self.graph.graph.values[out].uses.as_slice()
            && !self.graph.graph.outputs.contains(&out)
            && fits
        {
            let next = &self.graph.graph.nodes[*user];
            let Some(Some(result)) = next.outputs.first().copied() else { break };
            let Some(affine) = self.affine(next, *position, &dims, op.output(), name)? else { break };
            affine.fold_after(&mut weights, &mut bias);
            self.done.push(*user);
            out = result;
        }
        let bias = bias.iter().any(|&value| value != 0.0).then(|| Arc::from(bias));
        let op = op.with_weights(Weights::Tensor(weights.into()))?;
        let layer = self.net.linear(name, of, op, bias)?;
        self.made.insert(out, PendingTensor::of(layer, dims));
        Ok(())
    }

    /// The factor and the summand of each channel in a batch normalisation, as constants.
    fn normalisation(&self, node: &Node<'_>, name: &str, rank: usize) -> CkksResult<[Constant; 2]> {
        let parts: CkksResult<Vec<Vec<f64>>> =
            (1..5).map(|n| Ok(self.constant(node, n, "BatchNormalization", name)?.values)).collect();
        let parts = parts?;
        let channels = parts[0].len();
        if parts.iter().any(|part| part.len() != channels) {
            return Err(CkksError::shapes(format!(
                "expected {channels} channels in the normalisation of `{name}`"
            )));
        }
        let epsilon = float(node, "epsilon", 1e-5);
        let scale: Vec<f64> = (0..channels).map(|c| parts[0][c] / (parts[3][c] + epsilon).sqrt()).collect();
        let shift = (0..channels).map(|c| parts[1][c] - parts[2][c] * scale[c]).collect();
        // Channels are the second dimension.
        let mut sizes = vec![channels];
        sizes.resize(rank.saturating_sub(1).max(1), 1);
        Ok([scale, shift].map(|values| Constant { sizes: sizes.clone(), values }))
    }

    pub(super) fn batch_normalisation(
        &mut self,
        node: &Node<'_>,
        name: &str,
        out: ValueId,
    ) -> CkksResult<()> {
        let tensor = self.tensor(node, 0, "BatchNormalization", name)?;
        let [scale, shift] = self.normalisation(node, name, tensor.dims.rank())?;
        self.apply(tensor, &[("Mul", scale), ("Add", shift)], [name, "BatchNormalization"], out)
    }

    /// Adds, subtracts, multiplies or divides two values, or a value and a constant.
    pub(super) fn arithmetic(
        &mut self,
        node: &Node<'_>,
        op: &str,
        name: &str,
        out: ValueId,
    ) -> CkksResult<()> {
        let is_made = |n: usize| node.inputs[n].is_some_and(|value| self.made.contains_key(&value));
        if is_made(0) && (is_made(1) || self.root_of(node, op).is_some()) {
            return self.pairwise(node, op, name, out);
        }
        let position = usize::from(!is_made(0));
        let tensor = self.tensor(node, position, op, name)?;
        let constant = self.constant(node, 1 - position, op, name)?;
        let Some(steps) = constant_steps(op, position, &constant) else {
            if op == "Div" && position == 1 {
                return self.constant_over_value(node, name, &constant, out);
            }
            let help = "divide by a constant without zeros";
            return Err(refused(op, name, "it divides by zero", help));
        };
        if matches!(op, "Add") && constant.values.iter().any(|&value| value <= MASKED) {
            return self.mask(tensor, &constant, [name, op], out);
        }
        self.apply(tensor, &steps, [name, op], out)
    }

    /// Multiplies a tensor by constants, or adds them, in this order: per channel if they allow it, which waits for the
    /// next linear layer, and else value by value.
    pub(super) fn apply(
        &mut self,
        mut tensor: PendingTensor,
        steps: &[(&str, Constant)],
        [name, op]: [&str; 2],
        out: ValueId,
    ) -> CkksResult<()> {
        for (step, constant) in steps {
            let misfit = || {
                let help = "use a constant that is broadcast to the tensor";
                refused(op, name, "its constant does not fit its operand", help)
            };
            let sizes = joint(&tensor.dims.sizes(), &constant.sizes).ok_or_else(misfit)?;
            tensor.dims = tensor.dims.broadcast(&sizes).ok_or_else(misfit)?;
            let is_factor = *step == "Mul";
            let rest = if is_factor { 1.0 } else { 0.0 };
            let shape = self.net.shape(tensor.layer);
            if let Some(values) = constant.by_channel(&tensor.dims, shape, rest) {
                tensor = tensor.then(&if is_factor {
                    Affine { shift: vec![0.0; values.len()], scale: values }
                } else {
                    Affine { scale: vec![1.0; values.len()], shift: values }
                });
                continue;
            }
            self.made.insert(out, tensor.clone());
            let layer = self.by_value(out, &tensor, constant, is_factor)?.ok_or_else(misfit)?;
            tensor = PendingTensor::of(layer.0, layer.1);
        }
        self.made.insert(out, tensor);
        Ok(())
    }

    /// A layer that multiplies each value by its own constant, or adds that to it.
    fn by_value(
        &mut self,
        value: ValueId,
        tensor: &PendingTensor,
        constant: &Constant,
        is_factor: bool,
    ) -> CkksResult<Option<(LayerId, Dims)>> {
        let mut of = self.settled(value)?;
        let mut dims = tensor.dims.clone();
        let mut count: usize = self.net.shape(of).iter().product();
        if !dims.is_complete(count) {
            let (sizes, groups) = (dims.sizes(), super::usual_groups(&dims.sizes()));
            of = self.placed(value, &groups)?;
            dims = Dims::arranged(&sizes, &groups);
            count = sizes.iter().product();
        }
        let Some(values) = constant.by_value(&dims, count, 0.0) else { return Ok(None) };
        let shape = self.net.shape(of);
        let mut op = LinearOp::view(shape, shape, View::all(count)?)?;
        let mut bias = None;
        if is_factor {
            op = op.with_weights(Weights::Tensor(values.into()))?;
        } else {
            bias = Some(values.into());
        }
        let name = self.own_name(value, if is_factor { "_scaled" } else { "_shifted" });
        Ok(Some((self.net.linear(&name, of, op, bias)?, dims)))
    }

    /// Notes which values a mask hides.
    fn mask(
        &mut self,
        tensor: PendingTensor,
        constant: &Constant,
        [name, op]: [&str; 2],
        out: ValueId,
    ) -> CkksResult<()> {
        let misfit = || refused(op, name, "its mask does not fit its operand", "use a mask of its shape");
        let sizes = joint(&tensor.dims.sizes(), &constant.sizes).ok_or_else(misfit)?;
        let dims = tensor.dims.broadcast(&sizes).ok_or_else(misfit)?;
        let layer = tensor.layer;
        let count: usize = self.net.shape(layer).iter().product();
        if !dims.is_complete(count) {
            return Err(misfit());
        }
        let values = constant.by_value(&dims, count, 0.0).ok_or_else(misfit)?;
        let is_mask = values.iter().all(|&value| value == 0.0 || value <= MASKED);
        if !is_mask {
            let help = "add other numbers separately";
            return Err(refused(
                op,
                name,
                "its mask has numbers other than zero and large negative ones",
                help,
            ));
        }
        let hidden = values.iter().map(|&value| if value == 0.0 { 1.0 } else { 0.0 }).collect();
        self.made.insert(out, PendingTensor { dims, hidden: Some(hidden), ..tensor });
        Ok(())
    }

    /// What a node applies to each channel of its operand at this position, if it is arithmetic with a constant
    /// or a normalisation.
    fn affine(
        &self,
        node: &Node<'_>,
        position: usize,
        dims: &Dims,
        shape: [usize; 3],
        name: &str,
    ) -> CkksResult<Option<Affine>> {
        let op = node.proto.op_type.as_deref().unwrap_or_default();
        let steps = if op == "BatchNormalization" && position == 0 {
            let [scale, shift] = self.normalisation(node, name, dims.rank())?;
            vec![("Mul", scale), ("Add", shift)]
        } else {
            if !matches!(op, "Add" | "Sub" | "Mul" | "Div") || node.inputs.len() != 2 || position > 1 {
                return Ok(None);
            }
            let Ok(constant) = self.constant(node, 1 - position, op, name) else { return Ok(None) };
            let is_mask = op == "Add" && constant.values.iter().any(|&value| value <= MASKED);
            let Some(steps) = constant_steps(op, position, &constant).filter(|_| !is_mask) else {
                return Ok(None);
            };
            steps
        };
        let mut affine = Affine { scale: vec![1.0; shape[0]], shift: vec![0.0; shape[0]] };
        for (step, constant) in &steps {
            // A constant with more dimensions would change those of the value.
            if constant.sizes.len() > dims.rank() {
                return Ok(None);
            }
            let is_factor = *step == "Mul";
            let rest = if is_factor { 1.0 } else { 0.0 };
            let Some(values) = constant.by_channel(dims, shape, rest) else { return Ok(None) };
            affine = affine.then(&if is_factor {
                Affine { shift: vec![0.0; values.len()], scale: values }
            } else {
                Affine { scale: vec![1.0; values.len()], shift: values }
            });
        }
        Ok(Some(affine))
    }

    /// An operand that is a constant of floats.
    pub(super) fn constant(
        &self,
        node: &Node<'_>,
        position: usize,
        op: &str,
        name: &str,
    ) -> CkksResult<Constant> {
        let missing = |what: &str| {
            let help = "make it an f32 initialiser stored in the model";
            refused(op, name, &format!("its operand {position} {what}"), help)
        };
        let id = node.inputs.get(position).copied().flatten().ok_or_else(|| missing("is missing"))?;
        let value = &self.graph.graph.values[id];
        let tensor = match (value.initializer, value.source) {
            (Some(tensor), _) => Some(tensor),
            (None, ValueSource::Node(made, _)) => {
                let node = self.graph.graph.nodes[made].proto;
                let attribute = node.attribute.iter().find(|a| a.name.as_deref() == Some("value"));
                attribute.filter(|_| node.op_type.as_deref() == Some("Constant")).and_then(|a| a.t.as_ref())
            }
            _ => None,
        };
        if let Some(tensor) = tensor {
            let (sizes, values) =
                numbers(tensor).ok_or_else(|| missing("has external contents or is not f32"))?;
            return Ok(Constant { sizes, values });
        }
        // A small constant that the model computes.
        match (&self.graph.contents[id], super::known_sizes(self.graph, id)) {
            (Some(Contents::Floats(values)), Some(sizes))
                if sizes.iter().product::<usize>() == values.len()
                    && values.iter().all(|value| value.is_finite()) =>
            {
                Ok(Constant { sizes, values: values.clone() })
            }
            _ => Err(missing("is not a constant")),
        }
    }
}

/// Factors and summands that arithmetic with a constant comes to, if it does; the value is the operand at this
/// position.
fn constant_steps(op: &str, position: usize, constant: &Constant) -> Option<Vec<(&'static str, Constant)>> {
    let with = |f: &dyn Fn(f64) -> f64| Constant {
        sizes: constant.sizes.clone(),
        values: constant.values.iter().map(|&value| f(value)).collect(),
    };
    let minus = Constant { sizes: Vec::new(), values: vec![-1.0] };
    match (op, position) {
        ("Add" | "Sum", _) => Some(vec![("Add", constant.clone())]),
        ("Sub", 0) => Some(vec![("Add", with(&|value| -value))]),
        ("Sub", _) => Some(vec![("Mul", minus), ("Add", constant.clone())]),
        ("Mul", _) => Some(vec![("Mul", constant.clone())]),
        ("Div", 0) if constant.values.iter().all(|&value| value != 0.0) => {
            Some(vec![("Mul", with(&|value| 1.0 / value))])
        }
        _ => None,
    }
}

/// The sizes that two tensors are broadcast to; `None` if they do not fit.
pub(super) fn joint(a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
    let rank = a.len().max(b.len());
    let at = |sizes: &[usize], dim: usize| (dim + sizes.len()).checked_sub(rank).map_or(1, |n| sizes[n]);
    let size = |dim: usize| match (at(a, dim), at(b, dim)) {
        (a, b) if a == b => Some(a),
        (1, size) | (size, 1) => Some(size),
        _ => None,
    };
    (0..rank).map(size).collect()
}
