//! Products of two values, value by value and as matrices.

use partita_base::Id as _;
use partita_onnx::ValueId;
use partita_onnx::graph::{Node, ValueSource};

use super::attributes::{float, integer};
use super::dims::{Dims, Groups};
use super::linear::joint;
use super::tensor::{Affine, Constant, PendingTensor};
use super::{NetworkReader, refused, usual_groups};
use crate::kernels::IntervalFunction;
use crate::linear::View;
use crate::network::LayerId;
use crate::network::compose::{SumOver, SumShape};
use crate::{CkksError, CkksResult};

/// Which dimension of the products the sum of a matrix product is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrangement {
    /// Products `[batch and K, I, J]`, sum over channels: the result is `[batch, I, J]`.
    Channels,
    /// Products `[batch and J, I, K]`, sum over columns: the result is `[batch and J, I, 1]`.
    RightFeatures,
    /// Products `[batch and I, J, K]`, sum over columns: the result is `[batch and I, J, 1]`.
    LeftFeatures,
}

impl NetworkReader<'_, '_> {
    /// The product of two computed matrices, or of batches of them.
    pub(super) fn product_of_values(
        &mut self,
        node: &Node<'_>,
        kind: &str,
        name: &str,
        out: ValueId,
    ) -> CkksResult<()> {
        let mut factor = 1.0;
        let mut operands = Vec::new();
        for (position, flag) in [(0, "transA"), (1, "transB")] {
            let mut tensor = self.tensor(node, position, kind, name)?;
            match tensor.factor() {
                Some(own) => factor *= own,
                None => {
                    let value = node.inputs[position].expect("the operand was found");
                    tensor.layer = self.settled(value)?;
                }
            }
            tensor.affine = None;
            if kind == "Gemm" && integer(node, flag, 0) != 0 && tensor.dims.rank() == 2 {
                tensor.dims = tensor.dims.permuted(&[1, 0]);
            }
            operands.push(tensor);
        }
        let [left, right]: [PendingTensor; 2] = operands.try_into().expect("there are two");
        let (sizes_a, sizes_b) = (left.dims.sizes(), right.dims.sizes());
        let (Some((&[i, k], batch_a)), Some((&[k_b, j], batch_b))) = (last_two(&sizes_a), last_two(&sizes_b))
        else {
            return Err(refused(
                kind,
                name,
                "an operand is not a matrix",
                "use operands with two dimensions",
            ));
        };
        let batch = joint(batch_a, batch_b).filter(|_| k == k_b).ok_or_else(|| {
            CkksError::shapes(format!("{kind} `{name}` multiplies shapes {sizes_a:?} and {sizes_b:?}"))
                .help("the last size of the first operand is the second last of the other")
        })?;
        if kind == "Gemm" {
            factor *= float(node, "alpha", 1.0);
            if matches!(node.inputs.get(2), Some(Some(_))) {
                let help = "add it in a node of its own";
                return Err(refused(kind, name, "it adds a third operand to a product of values", help));
            }
        }
        let made = self.multiply_matrices(name, [&left, &right], &batch, [i, k, j], factor)?;
        self.made.insert(out, made);
        Ok(())
    }

    /// Views both operands as all products of their values, multiplies, and adds up.
    fn multiply_matrices(
        &mut self,
        name: &str,
        [left, right]: [&PendingTensor; 2],
        batch: &[usize],
        [i, k, j]: [usize; 3],
        factor: f64,
    ) -> CkksResult<PendingTensor> {
        let rank = batch.len();
        let misfit = || CkksError::shapes(format!("the operands of `{name}` do not fit"));
        // Dimensions of the products: those of the batch, I, K, J.
        let wide = |own: &[usize]| [batch, own].concat();
        let a = left.dims.broadcast(&wide(&[i, k])).ok_or_else(misfit)?.repeated(rank + 2, j);
        let b = right.dims.broadcast(&wide(&[k, j])).ok_or_else(misfit)?.repeated(rank, i);
        let all: Vec<usize> = (0..rank).collect();
        let with = |dim: usize| all.iter().copied().chain([dim]).collect::<Vec<usize>>();
        let arrangement = self.arrangement([left, right]);
        let groups: Groups = match arrangement {
            Arrangement::Channels => [with(rank + 1), vec![rank], vec![rank + 2]],
            Arrangement::RightFeatures => [with(rank + 2), vec![rank], vec![rank + 1]],
            Arrangement::LeftFeatures => [with(rank), vec![rank + 2], vec![rank + 1]],
        };
        let shape = a.shape(&groups);
        let mut views = Vec::new();
        for (tensor, dims, suffix) in [(left, &a, "left"), (right, &b, "right")] {
            let own = self.net.shape(tensor.layer);
            let count = own.iter().product();
            let view = dims.view(count, &groups)?;
            views.push(if view == View::all(count)? && own == shape {
                tensor.layer
            } else {
                self.net.view(&format!("{name}/{suffix}"), tensor.layer, shape, view)?
            });
        }
        let products = self.net.multiply(&format!("{name}/products"), views[0], views[1])?;
        let count: usize = batch.iter().product();
        let over = match arrangement {
            Arrangement::Channels => SumOver::Channels { groups: count },
            _ => SumOver::Columns,
        };
        let layer = self.net.sum(name, products, over, SumShape::Once, factor)?;
        let sizes = wide(&[i, j]);
        let groups: Groups = match arrangement {
            Arrangement::Channels => [all, vec![rank], vec![rank + 1]],
            Arrangement::RightFeatures => [with(rank + 1), vec![rank], Vec::new()],
            Arrangement::LeftFeatures => [with(rank), vec![rank + 1], Vec::new()],
        };
        Ok(PendingTensor::of(layer, Dims::arranged(&sizes, &groups)))
    }

    /// The arrangement in which channels stay channels: those of both operands if they are what is summed over, as with
    /// the features of queries and keys, or else those of one operand that the result keeps, as with the features of
    /// values.
    fn arrangement(&self, [left, right]: [&PendingTensor; 2]) -> Arrangement {
        let is_channel = |tensor: &PendingTensor, from_end: usize| {
            let [_, h, w] = self.net.shape(tensor.layer);
            let dim = tensor.dims.rank() - from_end;
            tensor.dims.of(dim).last().is_some_and(|&(_, stride)| stride >= h * w)
        };
        match (is_channel(left, 1) || is_channel(right, 2), is_channel(right, 1), is_channel(left, 2)) {
            (true, _, _) => Arrangement::Channels,
            (_, true, _) => Arrangement::RightFeatures,
            (_, _, true) => Arrangement::LeftFeatures,
            _ => Arrangement::Channels,
        }
    }

    /// The sum, difference, product or quotient of two values, value by value.
    pub(super) fn pairwise(&mut self, node: &Node<'_>, op: &str, name: &str, out: ValueId) -> CkksResult<()> {
        let left = node.inputs[0].expect("the operand was found");
        let right = match op {
            "Div" => self.inverse(node, name)?,
            _ => node.inputs[1].map(|value| self.made[&value].clone()).expect("the operand was found"),
        };
        self.tensor(node, 0, op, name)?;
        let left = self.made[&left].clone();
        let misfit = || CkksError::shapes(format!("{op} `{name}` has operands of different shapes"));
        let sizes = joint(&left.dims.sizes(), &right.dims.sizes()).ok_or_else(misfit)?;
        let mut operands = Vec::new();
        let mut factor = 1.0;
        for mut tensor in [left, right] {
            tensor.dims = tensor.dims.broadcast(&sizes).ok_or_else(misfit)?;
            if op == "Mul" || op == "Div" {
                // Factors multiply.
                if let Some(own) = tensor.factor() {
                    factor *= own;
                    tensor.affine = None;
                }
            }
            operands.push(tensor);
        }
        let [a, b]: [PendingTensor; 2] = operands.try_into().expect("there are two");
        let (a, b, dims) = self.alike(out, a, b)?;
        let layer = match op {
            "Add" | "Sum" => self.net.add(name, a, b)?,
            "Sub" => self.net.subtract(name, a, b)?,
            _ => self.net.multiply(name, a, b)?,
        };
        let mut made = PendingTensor::of(layer, dims);
        if factor != 1.0 {
            let channels = self.net.shape(layer)[0];
            made = made.then(&Affine { scale: vec![factor; channels], shift: vec![0.0; channels] });
        }
        self.made.insert(out, made);
        Ok(())
    }

    /// Layers that hold two tensors of equal sizes in the same order, and that order. If one has to be moved, it is
    /// moved to where the other is.
    fn alike(
        &mut self,
        out: ValueId,
        a: PendingTensor,
        b: PendingTensor,
    ) -> CkksResult<(LayerId, LayerId, Dims)> {
        let mut tensors = [a, b];
        for tensor in &mut tensors {
            if tensor.affine.is_some() {
                self.made.insert(out, tensor.clone());
                tensor.layer = self.settled(out)?;
                tensor.affine = None;
            }
        }
        let [a, b] = &tensors;
        let count = |net: &super::Builder, tensor: &PendingTensor| net.shape(tensor.layer).iter().product();
        let all = |net: &super::Builder, like: &PendingTensor| -> Option<[usize; 3]> {
            like.dims.is_complete(count(net, like)).then(|| net.shape(like.layer))
        };
        // A tensor that is repeated is the one to move.
        for (moved, like, is_left) in [(b, a, false), (a, b, true)] {
            let Some(shape) = all(&self.net, like) else { continue };
            let own = self.net.shape(moved.layer);
            let Some(view) = moved.dims.view_like(count(&self.net, moved), &like.dims) else { continue };
            let layer = if own == shape && view == View::all(own.iter().product())? {
                moved.layer
            } else {
                self.viewed(out, moved, shape, view)?
            };
            let dims = like.dims.clone();
            return Ok(if is_left { (layer, like.layer, dims) } else { (like.layer, layer, dims) });
        }
        let sizes = a.dims.sizes();
        let groups = usual_groups(&sizes);
        let mut layers = Vec::new();
        for tensor in &tensors {
            let view = tensor.dims.view(count(&self.net, tensor), &groups)?;
            layers.push(self.viewed(out, tensor, tensor.dims.shape(&groups), view)?);
        }
        Ok((layers[0], layers[1], Dims::arranged(&sizes, &groups)))
    }

    /// The operand of the root that a quotient divides by, if it divides by one.
    pub(super) fn root_of(&self, node: &Node<'_>, op: &str) -> Option<ValueId> {
        let value = node.inputs.get(1).copied().flatten().filter(|_| op == "Div")?;
        let ValueSource::Node(made, _) = self.graph.graph.values[value].source else { return None };
        let root = &self.graph.graph.nodes[made];
        let of = root.inputs.first().copied().flatten()?;
        let is_root = root.proto.op_type.as_deref() == Some("Sqrt") && self.made.contains_key(&of);
        (is_root && self.is_only_divisor(value)).then_some(of)
    }

    /// Whether values are divided by a value, and nothing else reads it.
    pub(super) fn is_only_divisor(&self, value: ValueId) -> bool {
        let uses = &self.graph.graph.values[value].uses;
        let divides = |&(user, position): &(partita_onnx::NodeId, usize)| {
            let node = &self.graph.graph.nodes[user];
            node.proto.op_type.as_deref() == Some("Div") && position == 1
        };
        !uses.is_empty() && uses.iter().all(divides) && !self.graph.graph.outputs.contains(&value)
    }

    /// The inverse of the second operand, or of its root.
    fn inverse(&mut self, node: &Node<'_>, name: &str) -> CkksResult<PendingTensor> {
        let (value, function) = match self.root_of(node, "Div") {
            Some(value) => (value, IntervalFunction::InverseRoot),
            None => {
                self.tensor(node, 1, "Div", name)?;
                (node.inputs[1].expect("the operand was found"), IntervalFunction::Inverse)
            }
        };
        let (argument, dims) = self.argument(value, &format!("{name}/argument"))?;
        let layer = self.net.interval_function(&format!("{name}/{}", function.name()), argument, function)?;
        Ok(PendingTensor::of(layer, dims))
    }

    /// A constant divided by a value.
    pub(super) fn constant_over_value(
        &mut self,
        node: &Node<'_>,
        name: &str,
        constant: &Constant,
        out: ValueId,
    ) -> CkksResult<()> {
        let inverse = self.inverse(node, name)?;
        self.apply(inverse, &[("Mul", constant.clone())], [name, "Div"], out)
    }

    /// A linear layer that holds a value, for a function of an interval, and that nothing else will read.
    pub(super) fn argument(&mut self, value: ValueId, name: &str) -> CkksResult<(LayerId, Dims)> {
        let tensor = self.made[&value].clone();
        let layer = tensor.layer;
        let count: usize = self.net.shape(layer).iter().product();
        let fits = tensor.dims.is_complete(count)
            && self.net.is_free_linear(layer)
            && self.is_last_use(value, layer);
        if let Some(factor) = tensor.factor().filter(|_| fits) {
            self.net.scale(layer, factor);
            return Ok((layer, tensor.dims));
        }
        let (mut of, mut dims) = (layer, tensor.dims.clone());
        if !dims.is_complete(count) {
            let (sizes, groups) = (dims.sizes(), usual_groups(&dims.sizes()));
            of = self.placed(value, &groups)?;
            dims = Dims::arranged(&sizes, &groups);
        } else if tensor.affine.is_some() {
            of = self.settled(value)?;
        }
        let channels = self.net.shape(of)[0];
        let same = SumOver::Channels { groups: channels };
        Ok((self.net.sum(name, of, same, SumShape::Repeated, 1.0)?, dims))
    }

    /// Whether no node that is still to be read uses a layer, except the one that reads this value.
    fn is_last_use(&self, value: ValueId, layer: LayerId) -> bool {
        let graph = &self.graph.graph;
        let is_read = |of: ValueId| graph.values[of].uses.iter().all(|(user, _)| self.done.contains(user));
        let others = self.made.iter().filter(|(of, tensor)| **of != value && tensor.layer == layer);
        graph.values[value].uses.len() == 1
            && !graph.outputs.contains(&value)
            && others.into_iter().all(|(&of, _)| is_read(of) && !graph.outputs.contains(&of))
    }
}

/// The last two sizes, and those before.
fn last_two(sizes: &[usize]) -> Option<(&[usize; 2], &[usize])> {
    let (rest, last) = sizes.split_last_chunk::<2>()?;
    Some((last, rest))
}

impl super::Builder {
    /// Whether a layer is linear and has no readers yet.
    fn is_free_linear(&self, id: LayerId) -> bool {
        let is_read = self.layers.iter().any(|(_, layer)| layer.inputs.contains(&id));
        self.layers[id].op.linear().is_some_and(|op| !op.is_placement()) && !is_read && id.index() != 0
    }
}
