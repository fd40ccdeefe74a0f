//! Softmax, normalisations and sums along a dimension, and functions of an interval.

use std::sync::Arc;

use partita_onnx::ValueId;
use partita_onnx::graph::Node;

use super::attributes::{attribute, float, integer};
use super::dims::{Dims, channel_groups};
use super::moves::{axis_of, no_axis};
use super::tensor::{Affine, PendingTensor};
use super::{NetworkReader, refused};
use crate::CkksResult;
use crate::kernels::{Activation, IntervalFunction, Polynomial};
use crate::linear::{LinearOp, View, Weights, Window};
use crate::network::LayerId;
use crate::network::compose::{SumOver, SumShape};

/// The variance of a normalisation never is zero.
const EPSILON: f64 = 1e-5;

impl NetworkReader<'_, '_> {
    /// A function of an interval, of every value.
    pub(super) fn interval(
        &mut self,
        node: &Node<'_>,
        op: &str,
        name: &str,
        out: ValueId,
        function: IntervalFunction,
    ) -> CkksResult<()> {
        self.tensor(node, 0, op, name)?;
        let value = node.inputs[0].expect("the operand was found");
        let (argument, dims) = self.argument(value, &format!("{name}/argument"))?;
        let layer = self.net.interval_function(name, argument, function)?;
        self.made.insert(out, PendingTensor::of(layer, dims));
        Ok(())
    }

    /// `x` to a constant power.
    pub(super) fn power(&mut self, node: &Node<'_>, name: &str, out: ValueId) -> CkksResult<()> {
        let constant = self.constant(node, 1, "Pow", name)?;
        let exponent = match *constant.values.as_slice() {
            [exponent] => exponent,
            _ => f64::NAN,
        };
        match exponent {
            1.0 => {
                let tensor = self.tensor(node, 0, "Pow", name)?;
                self.made.insert(out, tensor);
                Ok(())
            }
            2.0 => self.elementwise(node, "Pow", name, out, Activation::Square),
            0.5 => self.interval(node, "Pow", name, out, IntervalFunction::Root),
            -0.5 => self.interval(node, "Pow", name, out, IntervalFunction::InverseRoot),
            -1.0 => self.interval(node, "Pow", name, out, IntervalFunction::Inverse),
            power if power.fract() == 0.0 && (3.0..=16.0).contains(&power) => {
                let mut coefficients = vec![0.0; power as usize + 1];
                coefficients[power as usize] = 1.0;
                let polynomial = Activation::Polynomial(Polynomial::powers(&coefficients)?);
                self.elementwise(node, "Pow", name, out, polynomial)
            }
            _ => {
                let help = "use one exponent: 0.5, -0.5, -1, or an integer from 1 to 16";
                Err(refused("Pow", name, "its exponent is not supported", help))
            }
        }
    }

    /// A value times a number.
    pub(super) fn scaled(
        &mut self,
        node: &Node<'_>,
        op: &str,
        name: &str,
        out: ValueId,
        factor: f64,
    ) -> CkksResult<()> {
        let tensor = self.tensor(node, 0, op, name)?;
        let channels = self.net.shape(tensor.layer)[0];
        let affine = Affine { scale: vec![factor; channels], shift: vec![0.0; channels] };
        self.made.insert(out, tensor.then(&affine));
        Ok(())
    }

    /// How a tensor with these dimensions is summed along one of them; `None` if that is not a dimension of its layer.
    fn sum_over(&self, dims: &Dims, shape: [usize; 3], axis: usize) -> Option<SumOver> {
        let [c, h, w] = shape;
        if !dims.is_complete(c * h * w) {
            return None;
        }
        match *dims.of(axis) {
            [] => None,
            [(size, 1)] if size == w => Some(SumOver::Columns),
            [(size, stride)] if size == h && stride == w => Some(SumOver::Rows),
            [(size, stride)] if stride == h * w && c.is_multiple_of(size) => {
                Some(SumOver::Channels { groups: c / size })
            }
            _ => None,
        }
    }

    /// The layer of a value, with a dimension along which it can be summed, and the dimensions it has there.
    fn along(&mut self, value: ValueId, axis: usize) -> CkksResult<(LayerId, Dims, SumOver)> {
        let tensor = self.made[&value].clone();
        let shape = self.net.shape(tensor.layer);
        if let Some(over) = self.sum_over(&tensor.dims, shape, axis) {
            return Ok((self.settled(value)?, tensor.dims, over));
        }
        let sizes = tensor.dims.sizes();
        let groups = channel_groups(&sizes, &[axis]);
        let layer = self.placed(value, &groups)?;
        // One value alone is its own sum.
        let over = SumOver::Channels { groups: self.net.shape(layer)[0] / sizes[axis] };
        Ok((layer, Dims::arranged(&sizes, &groups), over))
    }

    /// Exponentials divided by their sum.
    pub(super) fn softmax(&mut self, node: &Node<'_>, name: &str, out: ValueId) -> CkksResult<()> {
        let tensor = self.masked_tensor(node, 0, "Softmax", name)?;
        let value = node.inputs[0].expect("the operand was found");
        let last = if self.graph.opsets.version("") < 13 { 1 } else { -1 };
        let axis = axis_of(integer(node, "axis", last), tensor.dims.rank());
        let axis = axis.ok_or_else(|| no_axis("Softmax", name))?;
        if last == 1 && tensor.dims.sizes()[axis + 1..].iter().any(|&size| size != 1) {
            let help = "convert the model to opset 13 or newer";
            return Err(refused("Softmax", name, "it flattens the dimensions after its axis", help));
        }
        let shape = self.net.shape(tensor.layer);
        if self.sum_over(&tensor.dims, shape, axis).is_none() && tensor.hidden.is_some() {
            let help = "apply Softmax to the last dimension of a product of matrices";
            return Err(refused("Softmax", name, "it reads a mask of a moved tensor", help));
        }
        let (argument, dims, over) = match self.sum_over(&tensor.dims, shape, axis) {
            Some(over) => {
                let (argument, dims) = self.argument(value, &format!("{name}/argument"))?;
                (argument, dims, over)
            }
            None => {
                let (layer, dims, over) = self.along(value, axis)?;
                let same = SumOver::Channels { groups: self.net.shape(layer)[0] };
                let name = format!("{name}/argument");
                (self.net.sum(&name, layer, same, SumShape::Repeated, 1.0)?, dims, over)
            }
        };
        let mut exp = self.net.interval_function(&format!("{name}/exp"), argument, IntervalFunction::Exp)?;
        if let Some(hidden) = tensor.hidden {
            let op = LinearOp::view(shape, shape, View::all(hidden.len())?)?;
            exp = self.net.linear(
                &format!("{name}/mask"),
                exp,
                op.with_weights(Weights::Tensor(hidden))?,
                None,
            )?;
        }
        let sum = self.net.sum(&format!("{name}/sum"), exp, over, SumShape::Repeated, 1.0)?;
        let inverse =
            self.net.interval_function(&format!("{name}/inverse"), sum, IntervalFunction::Inverse)?;
        let layer = self.net.multiply(name, exp, inverse)?;
        self.made.insert(out, PendingTensor::of(layer, dims));
        Ok(())
    }

    /// Values minus their mean, divided by the root of their variance.
    pub(super) fn layer_normalisation(
        &mut self,
        node: &Node<'_>,
        name: &str,
        out: ValueId,
    ) -> CkksResult<()> {
        const OP: &str = "LayerNormalization";
        let tensor = self.tensor(node, 0, OP, name)?;
        let rank = tensor.dims.rank();
        let axis = axis_of(integer(node, "axis", -1), rank).ok_or_else(|| no_axis(OP, name))?;
        if axis + 1 != rank {
            let help = "normalise the last dimension only";
            return Err(refused(OP, name, "it normalises several dimensions", help));
        }
        let value = node.inputs[0].expect("the operand was found");
        let (of, dims, over) = self.along(value, axis)?;
        let size = dims.sizes()[axis];
        let centred = self.centred(name, of, over, size)?;
        let squares = self.net.activation(&format!("{name}/squares"), centred, Activation::Square)?;
        let variance = self.net.sum(
            &format!("{name}/variance"),
            squares,
            over,
            SumShape::Repeated,
            1.0 / size as f64,
        )?;
        self.net.shift(variance, float(node, "epsilon", EPSILON));
        let inverse = self.net.interval_function(
            &format!("{name}/inverse"),
            variance,
            IntervalFunction::InverseRoot,
        )?;
        let layer = self.net.multiply(name, centred, inverse)?;
        let made = PendingTensor::of(layer, dims);
        let mut steps = Vec::new();
        for (position, step) in [(1, "Mul"), (2, "Add")] {
            if matches!(node.inputs.get(position), Some(Some(_))) {
                steps.push((step, self.constant(node, position, OP, name)?));
            }
        }
        self.apply(made, &steps, [name, OP], out)
    }

    /// A layer of values minus their mean along a dimension of this size.
    fn centred(&mut self, name: &str, of: LayerId, over: SumOver, size: usize) -> CkksResult<LayerId> {
        let shape @ [c, ..] = self.net.shape(of);
        let mean = 1.0 / size as f64;
        let (op, weights): (LinearOp, Vec<f64>) = match over {
            SumOver::Channels { groups } => {
                let op = LinearOp::conv(shape, c, Window::same(1, 1), groups)?;
                let weight = |n: usize| if n % size == n / size % size { 1.0 - mean } else { -mean };
                (op, (0..c * size).map(weight).collect())
            }
            SumOver::Rows | SumOver::Columns => {
                let dim = usize::from(over == SumOver::Columns);
                let mut window = Window::valid([1, 1], [1, 1]);
                window.kernel[dim] = 2 * size - 1;
                (window.before[dim], window.after[dim]) = (size - 1, size - 1);
                let weight = |n: usize| if n % (2 * size - 1) == size - 1 { 1.0 - mean } else { -mean };
                let op = LinearOp::conv(shape, c, window, c)?;
                (op, (0..c * (2 * size - 1)).map(weight).collect())
            }
        };
        let op = op.with_weights(Weights::Tensor(Arc::from(weights)))?;
        self.net.linear(&format!("{name}/centred"), of, op, None)
    }

    /// The mean or sum over some dimensions.
    pub(super) fn reduce(&mut self, node: &Node<'_>, op: &str, name: &str, out: ValueId) -> CkksResult<()> {
        let tensor = self.tensor(node, 0, op, name)?;
        let rank = tensor.dims.rank();
        let given = attribute(node, "axes").map(|attribute| attribute.ints.clone());
        let given = given.or_else(|| self.integers(node, 1)).filter(|axes| !axes.is_empty());
        let axes = match given {
            Some(axes) => axes.iter().map(|&axis| axis_of(axis, rank)).collect::<Option<Vec<usize>>>(),
            None => Some((0..rank).collect()),
        };
        let axes = axes.ok_or_else(|| no_axis(op, name))?;
        let value = node.inputs[0].expect("the operand was found");
        self.made.insert(out, tensor.clone());
        let mut from = value;
        for (n, &axis) in axes.iter().enumerate() {
            let size = self.made[&from].dims.sizes()[axis];
            if size == 1 {
                let tensor = self.made[&from].clone();
                self.made.insert(out, tensor);
                from = out;
                continue;
            }
            let (of, dims, over) = self.along(from, axis)?;
            let factor = if op == "ReduceMean" { 1.0 / size as f64 } else { 1.0 };
            let own = if n + 1 == axes.len() { name.to_string() } else { format!("{name}/{n}") };
            let layer = self.net.sum(&own, of, over, SumShape::Once, factor)?;
            let before = self.net.shape(of);
            self.made.insert(out, PendingTensor::of(layer, reduced(&dims, axis, before, over)));
            from = out;
        }
        let tensor = self.made[&out].clone();
        let sizes = self.sizes_of(out, tensor.dims.count()).unwrap_or_else(|| {
            let keeps = integer(node, "keepdims", 1) != 0;
            let sizes = tensor.dims.sizes();
            (0..rank).filter(|dim| keeps || !axes.contains(dim)).map(|dim| sizes[dim]).collect()
        });
        let dims = tensor.dims.reshaped(&sizes).ok_or_else(|| no_axis(op, name))?;
        self.made.insert(out, PendingTensor { dims, ..tensor });
        Ok(())
    }
}

/// The dimensions of a sum over one of them: the steps through the layer before, whose values are closer together now.
fn reduced(dims: &Dims, axis: usize, [_, h, w]: [usize; 3], over: SumOver) -> Dims {
    let size = dims.sizes()[axis];
    // Strides of dimensions outside the sum shrink by its size.
    let least = match over {
        SumOver::Columns => 1,
        SumOver::Rows => w,
        SumOver::Channels { .. } => h * w,
    };
    let mut made = dims.with(axis, Vec::new());
    for dim in (0..dims.rank()).filter(|&dim| dim != axis) {
        let steps = dims.of(dim).iter();
        let steps = steps.map(|&(n, stride)| (n, if stride > least { stride / size } else { stride }));
        made = made.with(dim, steps.collect());
    }
    made
}

impl super::Builder {
    /// Adds a number to a linear layer's result.
    fn shift(&mut self, id: LayerId, by: f64) {
        let shape = self.shape(id);
        if let crate::network::LayerOp::Linear { bias, .. } = &mut self.layers[id].op {
            let before = bias.take().unwrap_or_else(|| Arc::from(vec![0.0; shape[0]]));
            *bias = Some(before.iter().map(|value| value + by).collect());
        }
    }

    /// Multiplies a linear layer's result by a factor.
    pub(super) fn scale(&mut self, id: LayerId, factor: f64) {
        if let crate::network::LayerOp::Linear { op, bias } = &mut self.layers[id].op {
            *op = op.scaled(factor);
            *bias = bias.take().map(|bias| bias.iter().map(|value| value * factor).collect());
        }
    }
}
