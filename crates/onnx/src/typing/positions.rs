//! Tensors of positions: integers that are an affine function of where they are in their tensor.
//!
//! Exporters look up elements by such tensors, for example a padding mask at `[row, column]` for all rows and columns. They are constants, or
//! computed from ranges by additions, products with sizes, and changes of shape.

use partita_base::IdVec;
use rustc_hash::FxHashMap;

use super::TypedGraph;
use super::contents::tensor_contents_up_to;
use crate::graph::{NodeId, ValueId};
use crate::ops::{Contents, IntElement};
use crate::proto;
use crate::types::{ElementType, TensorType};

/// Contents of larger constants are not compared with positions.
const MAX_COMPARED: usize = 1 << 20;

/// Integers `offset + sum(strides[d] * index[d])`. The stride of a dimension of size 1 is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Affine {
    pub(super) offset: i64,
    pub(super) strides: Vec<i64>,
}

impl Affine {
    /// Recognises the elements of a tensor, in row-major order.
    fn recognise(shape: &[u64], elements: &[i64]) -> Option<Self> {
        let offset = *elements.first()?;
        let mut strides = vec![0; shape.len()];
        let mut step = 1;
        for (dim, &size) in shape.iter().enumerate().rev() {
            if size > 1 {
                strides[dim] = elements.get(step)?.checked_sub(offset)?;
            }
            step = step.checked_mul(usize::try_from(size).ok()?)?;
        }
        let this = Self { offset, strides };
        let all = elements.iter().enumerate().all(|(at, &element)| this.at(shape, at) == Some(element));
        (step == elements.len() && all).then_some(this)
    }

    /// The element at a row-major position.
    fn at(&self, shape: &[u64], mut position: usize) -> Option<i64> {
        let mut element = self.offset;
        for (&size, &stride) in shape.iter().zip(&self.strides).rev() {
            let size = usize::try_from(size).ok()?;
            let index = i64::try_from(position % size).ok()?;
            position /= size;
            element = element.checked_add(index.checked_mul(stride)?)?;
        }
        Some(element)
    }

    fn is_constant(&self) -> bool {
        self.strides.iter().all(|stride| *stride == 0)
    }

    /// Both numbers combined by an op that is linear in each of them; `None` if the result is not affine.
    fn combine(&self, other: &Affine, rank: usize, op: &str) -> Option<Affine> {
        let stride = |affine: &Affine, dim: usize| {
            let missing = rank - affine.strides.len();
            dim.checked_sub(missing).map_or(0, |dim| affine.strides[dim])
        };
        let combine = |a: i64, b: i64| match op {
            "Add" => a.checked_add(b),
            "Sub" => a.checked_sub(b),
            _ => None,
        };
        if self.strides.len() > rank || other.strides.len() > rank {
            return None;
        }
        let (scaled, by) = match (op, self.is_constant(), other.is_constant()) {
            ("Mul", _, true) => (self, other.offset),
            ("Mul", true, false) => (other, self.offset),
            ("Mul", ..) => return None,
            _ => {
                let strides = (0..rank).map(|dim| combine(stride(self, dim), stride(other, dim)));
                let offset = combine(self.offset, other.offset)?;
                return Some(Affine { offset, strides: strides.collect::<Option<_>>()? });
            }
        };
        let strides = (0..rank).map(|dim| stride(scaled, dim).checked_mul(by)).collect::<Option<_>>()?;
        Some(Affine { offset: scaled.offset.checked_mul(by)?, strides })
    }

    /// The dimensions whose positions, major to minor, count from 0 to `size - 1`. `None` if the numbers are others.
    pub(super) fn counts(&self, shape: &[u64], size: u64) -> Option<Vec<usize>> {
        self.counts_blocks(shape, size, 1)
    }

    /// The dimensions whose positions, major to minor, count all blocks of a dimension of `size`, if each other number is a place in a block, such as
    /// the rows of overlapping windows of a batch; and the length of a block.
    pub(super) fn counts_around(&self, shape: &[u64], size: u64) -> Option<(Vec<usize>, u64)> {
        let mut dims: Vec<usize> = (0..shape.len()).filter(|&dim| self.strides[dim] != 0).collect();
        dims.sort_by_key(|&dim| std::cmp::Reverse(self.strides[dim]));
        (1..=dims.len()).rev().find_map(|count| {
            let (counted, rest) = dims.split_at(count);
            let block = u64::try_from(self.strides[*counted.last()?]).ok()?;
            let mut starts = Affine { offset: 0, strides: vec![0; shape.len()] };
            counted.iter().for_each(|&dim| starts.strides[dim] = self.strides[dim]);
            // The smallest and the largest place in a block.
            let (mut first, mut last) = (self.offset, self.offset);
            for &dim in rest {
                let end = self.strides[dim].checked_mul(i64::try_from(shape[dim]).ok()?.checked_sub(1)?)?;
                first = first.checked_add(end.min(0))?;
                last = last.checked_add(end.max(0))?;
            }
            let is_within = first >= 0 && u64::try_from(last).ok()? < block;
            Some((starts.counts_blocks(shape, size, block).filter(|_| is_within)?, block))
        })
    }

    /// The dimensions whose positions, major to minor, count the first elements of all blocks of this length: 0, `block`, `2 * block`, … up to
    /// `size - block`. `None` if the numbers are others.
    pub(super) fn counts_blocks(&self, shape: &[u64], size: u64, block: u64) -> Option<Vec<usize>> {
        let mut dims: Vec<usize> = (0..shape.len()).filter(|&dim| self.strides[dim] != 0).collect();
        dims.sort_by_key(|&dim| std::cmp::Reverse(self.strides[dim]));
        let mut step = block;
        for &dim in dims.iter().rev() {
            if u64::try_from(self.strides[dim]).ok()? != step {
                return None;
            }
            step = step.checked_mul(shape[dim])?;
        }
        (self.offset == 0 && step == size && !dims.is_empty()).then_some(dims)
    }
}

/// Integers that are positions in blocks: `starts` plus something from 0 to `length - 1`, such as the position of a maximum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InBlocks {
    pub(super) starts: Affine,
    pub(super) length: u64,
}

/// The positions that tensors contain.
pub(super) struct Positions {
    /// Affine tensors.
    affine: FxHashMap<ValueId, Affine>,
    /// Tensors of tuples along the last dimension, by the affine numbers at every position of the tuple. Others are `None`.
    tuples: FxHashMap<ValueId, Vec<Option<Affine>>>,
    /// Tensors of positions that are known up to the place in a block.
    in_blocks: FxHashMap<ValueId, InBlocks>,
}

impl Positions {
    /// Finds the tensors of positions in a graph.
    pub(super) fn find(typed: &TypedGraph<'_>) -> Self {
        let mut this = Self {
            affine: FxHashMap::default(),
            tuples: FxHashMap::default(),
            in_blocks: FxHashMap::default(),
        };
        for (id, value) in typed.graph.values.iter() {
            let ty = &typed.types[id];
            let integers = matches!(ty.element, Some(ElementType::Int64 | ElementType::Int32));
            let Some(shape) = ty.shape().filter(|_| integers) else { continue };
            let folded = match &typed.contents[id] {
                Some(contents) => Some(contents.clone()),
                None => value.initializer.and_then(|tensor| tensor_contents_up_to(tensor, MAX_COMPARED)),
            };
            this.insert(id, &shape, folded);
        }
        for &id in &typed.order {
            this.node(typed, id);
        }
        this
    }

    /// The affine numbers of a tensor.
    pub(super) fn affine(&self, value: ValueId) -> Option<&Affine> {
        self.affine.get(&value)
    }

    /// The affine numbers of every position along the last dimension of a tensor, which they lack; `None` for other numbers.
    pub(super) fn tuple(&self, value: ValueId) -> Option<&[Option<Affine>]> {
        self.tuples.get(&value).map(Vec::as_slice)
    }

    /// The positions of a tensor that are known up to the place in a block.
    pub(super) fn in_blocks(&self, value: ValueId) -> Option<&InBlocks> {
        self.in_blocks.get(&value)
    }

    fn insert(&mut self, value: ValueId, shape: &[u64], contents: Option<Contents>) {
        let Some(Contents::Ints(ints)) = contents else { return };
        let number = |element: &IntElement| match element {
            IntElement::Int(number) => Some(*number),
            IntElement::Size(_) => None,
        };
        let Some(elements) = ints.iter().map(number).collect::<Option<Vec<i64>>>() else { return };
        if let Some(affine) = Affine::recognise(shape, &elements) {
            self.affine.insert(value, affine);
        }
        let Some((&last, outer)) = shape.split_last() else { return };
        let each = (0..last as usize).map(|at| {
            let part: Vec<i64> = elements.iter().skip(at).step_by(last as usize).copied().collect();
            Affine::recognise(outer, &part)
        });
        let parts: Vec<Option<Affine>> = each.collect();
        if parts.iter().any(Option::is_some) {
            self.tuples.insert(value, parts);
        }
    }

    /// Follows positions through a node.
    fn node(&mut self, typed: &TypedGraph<'_>, id: NodeId) {
        let node = &typed.graph.nodes[id];
        let [Some(output)] = node.outputs[..] else { return };
        if !node.proto.name_space().is_empty() || self.affine.contains_key(&output) {
            return;
        }
        let Some(shape) = typed.types[output].shape() else { return };
        if node.proto.standard_op() == Some("Constant") {
            let tensor = node.proto.constant_tensor();
            self.insert(
                output,
                &shape,
                tensor.and_then(|tensor| tensor_contents_up_to(tensor, MAX_COMPARED)),
            );
            return;
        }
        if node.proto.op() == "Concat" {
            if let Some(parts) = self.concatenated(&node.inputs, &typed.types, node.proto, shape.len()) {
                self.tuples.insert(output, parts);
            }
            return;
        }
        if let Some(affine) = self.affine_output(typed, id, &shape) {
            self.affine.insert(output, affine);
        } else if let Some(in_blocks) = self.in_blocks_output(typed, id, &shape) {
            self.in_blocks.insert(output, in_blocks);
        }
    }

    /// Positions that are known up to the place in a block: those of extrema, also as a part of sums.
    fn in_blocks_output(&self, typed: &TypedGraph<'_>, id: NodeId, shape: &[u64]) -> Option<InBlocks> {
        let node = &typed.graph.nodes[id];
        let value = |at: usize| node.inputs.get(at).copied().flatten();
        match node.proto.op() {
            "ArgMax" | "ArgMin" => {
                let from = typed.types[value(0)?].shape()?;
                let axis = node.proto.attribute("axis").and_then(|axis| axis.i).unwrap_or(0);
                let axis = if axis < 0 { axis + i64::try_from(from.len()).ok()? } else { axis };
                let length = *from.get(usize::try_from(axis).ok()?)?;
                Some(InBlocks { starts: Affine { offset: 0, strides: vec![0; shape.len()] }, length })
            }
            "Add" => {
                let (a, b) = (value(0)?, value(1)?);
                let (place, starts) = match self.in_blocks.get(&a) {
                    Some(place) => (place, self.affine.get(&b)?),
                    None => (self.in_blocks.get(&b)?, self.affine.get(&a)?),
                };
                let starts = place.starts.combine(starts, shape.len(), "Add")?;
                Some(InBlocks { starts, length: place.length })
            }
            _ => {
                let InBlocks { starts, length } = self.in_blocks.get(&value(0)?)?;
                Some(InBlocks { starts: moved(typed, id, starts, shape)?, length: *length })
            }
        }
    }

    fn affine_output(&self, typed: &TypedGraph<'_>, id: NodeId, shape: &[u64]) -> Option<Affine> {
        let node = &typed.graph.nodes[id];
        let value = |at: usize| node.inputs.get(at).copied().flatten();
        let input = |at: usize| self.affine.get(&value(at)?);
        match node.proto.op() {
            "Range" => {
                let (start, step) = (input(0)?.offset, input(2)?.offset);
                let stride = if shape.first().is_some_and(|size| *size > 1) { step } else { 0 };
                Some(Affine { offset: start, strides: vec![stride] })
            }
            op @ ("Add" | "Sub" | "Mul") => input(0)?.combine(input(1)?, shape.len(), op),
            _ => moved(typed, id, input(0)?, shape),
        }
    }

    /// A concatenation along the last dimension of tensors with one position each.
    fn concatenated(
        &self,
        inputs: &[Option<ValueId>],
        types: &IdVec<ValueId, TensorType>,
        node: &proto::Node,
        rank: usize,
    ) -> Option<Vec<Option<Affine>>> {
        let axis = node.attribute("axis").and_then(|axis| axis.i)?;
        if axis != -1 && usize::try_from(axis).ok()? + 1 != rank {
            return None;
        }
        let is_single = |input: &Option<ValueId>| {
            let shape = input.and_then(|value| types[value].shape());
            shape.is_some_and(|shape| shape.last() == Some(&1))
        };
        let part = |input: &Option<ValueId>| {
            let mut affine = self.affine.get(&(*input)?)?.clone();
            affine.strides.pop();
            Some(affine)
        };
        inputs.iter().all(is_single).then(|| inputs.iter().map(part).collect())
    }
}

/// The numbers of the output of a node that moves or repeats those of its first input. `None` if it does something else.
fn moved(typed: &TypedGraph<'_>, id: NodeId, affine: &Affine, shape: &[u64]) -> Option<Affine> {
    let node = &typed.graph.nodes[id];
    match node.proto.op() {
        "Identity" => Some(affine.clone()),
        "Cast" => {
            let to = typed.types[node.outputs[0]?].element?;
            matches!(to, ElementType::Int64 | ElementType::Int32).then(|| affine.clone())
        }
        "Unsqueeze" | "Squeeze" | "Reshape" | "Flatten" => {
            reshaped(affine, &typed.types[node.inputs.first().copied()??].shape()?, shape)
        }
        "Expand" => {
            let mut affine = affine.clone();
            let missing = shape.len().checked_sub(affine.strides.len())?;
            affine.strides.splice(0..0, vec![0; missing]);
            Some(affine)
        }
        "Transpose" => {
            let perm = node.proto.attribute("perm").map(|perm| &perm.ints[..]);
            let strides = (0..shape.len()).map(|dim| {
                let from = match perm {
                    Some(perm) => usize::try_from(*perm.get(dim)?).ok()?,
                    None => shape.len() - 1 - dim,
                };
                affine.strides.get(from).copied()
            });
            Some(Affine { offset: affine.offset, strides: strides.collect::<Option<_>>()? })
        }
        _ => None,
    }
}

/// The numbers after dimensions of size 1 were added or removed. `None` if other dimensions changed.
fn reshaped(affine: &Affine, from: &[u64], to: &[u64]) -> Option<Affine> {
    let mut rest = from.iter().zip(&affine.strides).filter(|(size, _)| **size != 1);
    let mut strides = Vec::with_capacity(to.len());
    for &size in to {
        strides.push(match size {
            1 => 0,
            size => rest.next().filter(|(from, _)| **from == size).map(|(_, stride)| *stride)?,
        });
    }
    rest.next().is_none().then_some(Affine { offset: affine.offset, strides })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_in_order_are_affine() {
        let rows = Affine::recognise(&[2, 1, 3], &[0, 0, 0, 1, 1, 1]).unwrap();
        assert_eq!(rows, Affine { offset: 0, strides: vec![1, 0, 0] });
        assert_eq!(rows.counts(&[2, 1, 3], 2), Some(vec![0]));
        assert_eq!(rows.counts(&[2, 1, 3], 3), None, "a prefix of the dimension");
        assert_eq!(Affine::recognise(&[2, 2], &[0, 1, 2, 4]), None);
        assert_eq!(Affine::recognise(&[0], &[]), None);
    }

    #[test]
    fn rows_times_the_row_length_plus_columns_count_all() {
        let rows = Affine { offset: 0, strides: vec![1, 0] };
        let length = Affine { offset: 3, strides: vec![] };
        let columns = Affine { offset: 0, strides: vec![1] };
        let all = rows.combine(&length, 2, "Mul").and_then(|rows| rows.combine(&columns, 2, "Add")).unwrap();
        assert_eq!(all.counts(&[4, 3], 12), Some(vec![0, 1]));
        assert_eq!(all.counts(&[4, 2], 12), None, "rows overlap");
        let later = Affine { offset: 1, ..all.clone() };
        assert_eq!(
            later.counts_around(&[4, 2], 12),
            Some((vec![0], 3)),
            "the second and third of three columns"
        );
        assert_eq!(later.counts_around(&[4, 3], 12), None, "and the first column of the next row");
        assert_eq!(later.counts_around(&[4, 2], 15), None, "not all rows");
        assert_eq!(rows.combine(&columns, 2, "Mul"), None);
        assert_eq!(reshaped(&rows, &[4, 1], &[1, 4]), Some(columns_of_four()));
        assert_eq!(reshaped(&all, &[4, 3], &[3, 4]), None);
    }

    fn columns_of_four() -> Affine {
        Affine { offset: 0, strides: vec![0, 1] }
    }
}
