//! Ops of a model that move values, and layers that move them when an op needs them elsewhere.

use std::sync::Arc;

use partita_onnx::ValueId;
use partita_onnx::graph::Node;
use partita_onnx::ops::{Contents, IntElement};

use super::attributes::{attribute, integer, sizes};
use super::dims::{Dims, Groups};
use super::tensor::{Affine, PendingTensor};
use super::{NetworkReader, refused};
use crate::CkksResult;
use crate::linear::{LinearOp, View, Weights, Window};
use crate::network::LayerId;

impl NetworkReader<'_, '_> {
    /// The layer of a value with its dimensions grouped like this, and nothing pending.
    pub(super) fn placed(&mut self, value: ValueId, groups: &Groups) -> CkksResult<LayerId> {
        let tensor = self.made[&value].clone();
        let shape = self.net.shape(tensor.layer);
        let count: usize = shape.iter().product();
        let (wanted, view) = (tensor.dims.shape(groups), tensor.dims.view(count, groups)?);
        if view == View::all(count)? && wanted == shape {
            return self.settled(value);
        }
        let known = self.placed.iter().find(|(of, known, _)| *of == value && known == groups);
        if let Some(&(_, _, layer)) = known {
            return Ok(layer);
        }
        let layer = self.viewed(value, &tensor, wanted, view)?;
        self.placed.push((value, groups.clone(), layer));
        Ok(layer)
    }

    /// The layer of a value with nothing pending, in the order of dimensions that it has.
    pub(super) fn settled(&mut self, value: ValueId) -> CkksResult<LayerId> {
        let tensor = self.made[&value].clone();
        let Some(Affine { scale, shift }) = tensor.affine else { return Ok(tensor.layer) };
        let shape = self.net.shape(tensor.layer);
        let linear = LinearOp::conv(shape, shape[0], Window::same(1, 1), shape[0])?;
        let linear = linear.with_weights(Weights::Tensor(scale.into()))?;
        let bias = shift.iter().any(|&shift| shift != 0.0).then(|| Arc::from(shift));
        let name = self.own_name(value, "_scaled");
        let layer = self.net.linear(&name, tensor.layer, linear, bias)?;
        self.made.insert(value, PendingTensor { affine: None, layer, ..tensor });
        Ok(layer)
    }

    /// A layer that reads the values of a tensor like this, with what is pending applied.
    pub(super) fn viewed(
        &mut self,
        value: ValueId,
        tensor: &PendingTensor,
        shape: [usize; 3],
        view: View,
    ) -> CkksResult<LayerId> {
        let [_, h, w] = self.net.shape(tensor.layer);
        let mut bias = None;
        let mut weights = None;
        if let Some(Affine { scale, shift }) = &tensor.affine {
            let each = |of: &[f64]| view.sources().map(|at| of[at / (h * w)]).collect::<Arc<[f64]>>();
            weights = Some(each(scale));
            bias = Some(each(shift)).filter(|shift| shift.iter().any(|&value| value != 0.0));
        }
        let mut op = LinearOp::view(self.net.shape(tensor.layer), shape, view)?;
        if let Some(weights) = weights {
            op = op.with_weights(Weights::Tensor(weights))?;
        }
        let name = self.own_name(value, "_moved");
        self.net.linear(&name, tensor.layer, op, bias)
    }

    /// The name of a value, unless a layer has it: layers have the names of nodes.
    pub(super) fn own_name(&self, value: ValueId, suffix: &str) -> String {
        let mut own = self.graph.graph.values[value].name.to_string();
        while self.net.find(&own).is_some() {
            own.push_str(suffix);
        }
        own
    }

    /// Records a tensor with other dimensions.
    fn redefine(&mut self, out: ValueId, tensor: PendingTensor, dims: Dims) {
        self.made.insert(out, PendingTensor { dims, ..tensor });
    }

    /// The same values in other sizes; a layer moves them only if they have to be in order for that.
    pub(super) fn reshape(
        &mut self,
        node: &Node<'_>,
        op: &str,
        name: &str,
        [value, out]: [ValueId; 2],
    ) -> CkksResult<()> {
        let tensor = self.tensor(node, 0, op, name)?;
        let sizes = self.sizes_of(out, tensor.dims.count()).ok_or_else(|| {
            refused(op, name, "the shape of its result is unknown", "give the model static shapes")
        })?;
        if let Some(dims) = tensor.dims.reshaped(&sizes) {
            self.redefine(out, tensor, dims);
            return Ok(());
        }
        let groups: Groups = [(0..tensor.dims.rank()).collect(), Vec::new(), Vec::new()];
        let layer = self.placed(value, &groups)?;
        let dims = Dims::arranged(&tensor.dims.sizes(), &groups);
        let dims = dims.reshaped(&sizes).ok_or_else(|| {
            refused(op, name, "its result has more or fewer values", "check the shapes of the model")
        })?;
        self.made.insert(out, PendingTensor { layer, affine: None, dims, hidden: None });
        Ok(())
    }

    pub(super) fn transpose(&mut self, node: &Node<'_>, name: &str, out: ValueId) -> CkksResult<()> {
        let tensor = self.tensor(node, 0, "Transpose", name)?;
        let rank = tensor.dims.rank();
        let order = sizes(node, "perm").unwrap_or_else(|| (0..rank).rev().collect());
        if order.len() != rank || (0..rank).any(|dim| !order.contains(&dim)) {
            return Err(refused("Transpose", name, "its perm is not a permutation", "check the model"));
        }
        let dims = tensor.dims.permuted(&order);
        self.redefine(out, tensor, dims);
        Ok(())
    }

    /// Parts along one dimension, without a layer of their own.
    pub(super) fn split(&mut self, node: &Node<'_>, name: &str) -> CkksResult<()> {
        let tensor = self.tensor(node, 0, "Split", name)?;
        let axis =
            axis_of(integer(node, "axis", 0), tensor.dims.rank()).ok_or_else(|| no_axis("Split", name))?;
        let outputs: Vec<ValueId> = node.outputs.iter().copied().flatten().collect();
        let size = tensor.dims.sizes()[axis];
        let parts = match self.integers(node, 1) {
            Some(parts) => parts.iter().map(|&n| usize::try_from(n).ok()).collect::<Option<Vec<_>>>(),
            None => sizes(node, "split").or_else(|| {
                let count = node.outputs.len().max(1);
                let each = size.div_ceil(count);
                Some((0..count).map(|n| each.min(size.saturating_sub(n * each))).collect())
            }),
        };
        let parts = parts.filter(|parts| {
            parts.len() == node.outputs.len() && parts.iter().sum::<usize>() == size && !parts.contains(&0)
        });
        let parts = parts.ok_or_else(|| {
            refused("Split", name, "its parts do not add up to its operand", "check the shapes of the model")
        })?;
        let mut start = 0;
        for (out, size) in outputs.into_iter().zip(parts) {
            self.slice_of(node, "Split", name, out, [axis, start, size])?;
            start += size;
        }
        Ok(())
    }

    /// A part of one dimension.
    pub(super) fn slice_of(
        &mut self,
        node: &Node<'_>,
        op: &str,
        name: &str,
        out: ValueId,
        [axis, start, size]: [usize; 3],
    ) -> CkksResult<()> {
        let tensor = self.tensor(node, 0, op, name)?;
        if let Some(dims) = tensor.dims.sliced(axis, start, size) {
            self.redefine(out, tensor, dims);
            return Ok(());
        }
        // In order, every dimension is one step.
        let value = node.inputs[0].expect("the operand was found");
        let sizes = tensor.dims.sizes();
        let groups: Groups = [(0..sizes.len()).collect(), Vec::new(), Vec::new()];
        let layer = self.placed(value, &groups)?;
        let dims =
            Dims::arranged(&sizes, &groups).sliced(axis, start, size).ok_or_else(|| no_axis(op, name))?;
        self.made.insert(out, PendingTensor { layer, affine: None, dims, hidden: None });
        Ok(())
    }

    /// A slice with constant bounds and steps of 1.
    pub(super) fn slice(&mut self, node: &Node<'_>, name: &str, out: ValueId) -> CkksResult<()> {
        let tensor = self.tensor(node, 0, "Slice", name)?;
        let bad =
            || refused("Slice", name, "its bounds are not constants with steps of 1", "use constant bounds");
        let (starts, ends) = match (sizes_signed(node, "starts"), sizes_signed(node, "ends")) {
            (Some(starts), Some(ends)) => (starts, ends),
            _ => (self.integers(node, 1).ok_or_else(bad)?, self.integers(node, 2).ok_or_else(bad)?),
        };
        let axes = sizes_signed(node, "axes")
            .or_else(|| self.integers(node, 3))
            .unwrap_or_else(|| (0..starts.len() as i64).collect());
        let steps = self.integers(node, 4).unwrap_or_else(|| vec![1; starts.len()]);
        if [ends.len(), axes.len(), steps.len()] != [starts.len(); 3] || steps.iter().any(|&step| step != 1) {
            return Err(bad());
        }
        self.made.insert(out, tensor.clone());
        let value = node.inputs[0].expect("the operand was found");
        let mut node = node.clone();
        for ((start, end), axis) in starts.into_iter().zip(ends).zip(axes) {
            let axis = axis_of(axis, tensor.dims.rank()).ok_or_else(|| no_axis("Slice", name))?;
            let size = tensor.dims.sizes()[axis] as i64;
            let clamp = |at: i64| (if at < 0 { at.saturating_add(size) } else { at }).clamp(0, size);
            let (start, end) = (clamp(start), clamp(end));
            if end <= start {
                return Err(refused("Slice", name, "it has no values", "check its bounds"));
            }
            self.slice_of(&node, "Slice", name, out, [axis, start as usize, (end - start) as usize])?;
            // Further dimensions are sliced from what is left.
            node.inputs[0] = Some(out);
        }
        debug_assert!(self.made.contains_key(&value), "the operand stays");
        Ok(())
    }

    /// One value of a dimension, or several that follow each other.
    pub(super) fn gather(&mut self, node: &Node<'_>, name: &str, out: ValueId) -> CkksResult<()> {
        let tensor = self.tensor(node, 0, "Gather", name)?;
        let axis =
            axis_of(integer(node, "axis", 0), tensor.dims.rank()).ok_or_else(|| no_axis("Gather", name))?;
        let size = tensor.dims.sizes()[axis] as i64;
        let indices = self.integers(node, 1).unwrap_or_default();
        let indices: Vec<i64> = indices.iter().map(|&at| if at < 0 { at + size } else { at }).collect();
        let follows = indices.windows(2).all(|pair| pair[1] == pair[0].saturating_add(1));
        let (Some(&first), Some(&last)) = (indices.first(), indices.last()) else {
            return Err(refused("Gather", name, "its indices are not constants", "use constant indices"));
        };
        if !follows || first < 0 || last >= size {
            let help = "use a range of indices, or several slices and a Concat";
            return Err(refused("Gather", name, "its indices do not follow each other", help));
        }
        self.slice_of(node, "Gather", name, out, [axis, first as usize, indices.len()])?;
        let tensor = self.made[&out].clone();
        let wanted = self.sizes_of(out, tensor.dims.count());
        if let Some(dims) = wanted.and_then(|sizes| tensor.dims.reshaped(&sizes)) {
            self.redefine(out, tensor, dims);
        }
        Ok(())
    }

    pub(super) fn expand(&mut self, node: &Node<'_>, name: &str, out: ValueId) -> CkksResult<()> {
        let tensor = self.tensor(node, 0, "Expand", name)?;
        let sizes = self.known_sizes(out);
        let dims = sizes.and_then(|sizes| tensor.dims.broadcast(&sizes)).ok_or_else(|| {
            refused("Expand", name, "the shape of its result is unknown", "give the model static shapes")
        })?;
        self.redefine(out, tensor, dims);
        Ok(())
    }

    /// The constant integers of an operand.
    pub(super) fn integers(&self, node: &Node<'_>, position: usize) -> Option<Vec<i64>> {
        let value = node.inputs.get(position).copied().flatten()?;
        let number = |element: &IntElement| match element {
            IntElement::Int(value) => Some(*value),
            IntElement::Size(size) => i64::try_from(size.known()?).ok(),
        };
        match self.graph.contents[value].as_ref()? {
            Contents::Ints(elements) => elements.iter().map(number).collect(),
            Contents::Floats(_) => None,
        }
    }
}

/// A dimension by a number that may count from the end.
pub(super) fn axis_of(axis: i64, rank: usize) -> Option<usize> {
    let axis = if axis < 0 { axis.checked_add(rank as i64)? } else { axis };
    usize::try_from(axis).ok().filter(|&axis| axis < rank)
}

fn sizes_signed(node: &Node<'_>, name: &str) -> Option<Vec<i64>> {
    attribute(node, name).map(|attribute| attribute.ints.clone())
}

pub(super) fn no_axis(op: &str, name: &str) -> crate::CkksError {
    refused(op, name, "its operand has no such dimension", "check the shapes of the model")
}
