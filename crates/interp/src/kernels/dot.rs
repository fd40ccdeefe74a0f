//! `dot_general`.

use super::classes::{common, convert};
use super::gemm::{Extents, Matrix, Number};
use super::layout::{check_order, is_identity, permute};
use crate::parallel::each_chunk;
use crate::{Data, Element, EvalError, EvalResult, Stored, Tensor, checked_count};
use num_complex::Complex;

/// The batching and contracting dimensions of a product.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DotNumbers {
    /// Batching dimensions of the left operand, in the order of the right one's.
    pub lhs_batching: Vec<usize>,
    /// Batching dimensions of the right operand.
    pub rhs_batching: Vec<usize>,
    /// Contracting dimensions of the left operand, in the order of the right one's.
    pub lhs_contracting: Vec<usize>,
    /// Contracting dimensions of the right operand.
    pub rhs_contracting: Vec<usize>,
}

/// One operand as a stack of matrices.
struct Stack<'a> {
    tensor: &'a Tensor,
    batching: &'a [usize],
    contracting: &'a [usize],
    free: Vec<usize>,
}

impl<'a> Stack<'a> {
    fn new(tensor: &'a Tensor, batching: &'a [usize], contracting: &'a [usize]) -> EvalResult<Self> {
        let free: Vec<usize> =
            (0..tensor.rank()).filter(|dim| !batching.contains(dim) && !contracting.contains(dim)).collect();
        check_order(&[batching, contracting, &free].concat(), tensor.rank())?;
        Ok(Stack { tensor, batching, contracting, free })
    }

    fn sizes(&self, dims: &[usize]) -> Vec<usize> {
        dims.iter().map(|&dim| self.tensor.shape[dim]).collect()
    }

    /// The elements as `batch × free × contracting`, and whether they are already stored as
    /// `batch × contracting × free`, which needs no copy.
    fn values<T: Stored>(&self) -> Option<(std::borrow::Cow<'_, [T]>, bool)> {
        let values = T::of(&self.tensor.data)?;
        let order = [self.batching, &self.free, self.contracting].concat();
        if is_identity(&order) {
            Some((values.into(), false))
        } else if is_identity(&[self.batching, self.contracting, &self.free].concat()) {
            Some((values.into(), true))
        } else {
            Some((permute(values, &self.tensor.shape, &order).into(), false))
        }
    }
}

/// The general dot product. `result` is the element type of the result; sums are accumulated in the widest storage class
/// of the operands and the result, and wrapped or rounded once.
pub fn dot_general(lhs: &Tensor, rhs: &Tensor, numbers: &DotNumbers, result: Element) -> EvalResult<Tensor> {
    let class = common(common(lhs.element, rhs.element), result);
    let (lhs, rhs) = (in_class(lhs, class)?, in_class(rhs, class)?);
    let left = Stack::new(&lhs, &numbers.lhs_batching, &numbers.lhs_contracting)?;
    let right = Stack::new(&rhs, &numbers.rhs_batching, &numbers.rhs_contracting)?;
    let (batch, depth) = (left.sizes(left.batching), left.sizes(left.contracting));
    if batch != right.sizes(right.batching) || depth != right.sizes(right.contracting) {
        return Err(EvalError::Argument(format!(
            "the shapes {:?} and {:?} of the operands differ in a shared dimension",
            lhs.shape, rhs.shape
        )));
    }
    let (rows, columns) = (left.sizes(&left.free), right.sizes(&right.free));
    let shape = [batch, rows.clone(), columns.clone()].concat();
    checked_count(&shape)?;
    let size = Extents { m: rows.iter().product(), k: depth.iter().product(), n: columns.iter().product() };
    let data = match class {
        Element::Bool => products::<bool>(&left, &right, size, &shape),
        Element::Int { .. } => products::<i64>(&left, &right, size, &shape),
        Element::F64 => products::<f64>(&left, &right, size, &shape),
        Element::Float(_) => products::<f32>(&left, &right, size, &shape),
        Element::Complex64 => products::<Complex<f32>>(&left, &right, size, &shape),
        Element::Complex128 => products::<Complex<f64>>(&left, &right, size, &shape),
    };
    let data =
        data.ok_or_else(|| EvalError::Argument("the operands have different storage classes".into()))?;
    convert(&Tensor { element: class, shape, data }, result)
}

/// The tensor in the storage class of `class`; not copied if it already is in that class.
fn in_class(tensor: &Tensor, class: Element) -> EvalResult<Tensor> {
    if tensor.data.holds(class) { Ok(tensor.clone()) } else { convert(tensor, class) }
}

fn products<T: Number + Stored>(left: &Stack, right: &Stack, size: Extents, shape: &[usize]) -> Option<Data> {
    let (a, a_turned) = left.values::<T>()?;
    let (b, b_turned) = right.values::<T>()?;
    let Extents { m, k, n } = size;
    let mut out = vec![T::ZERO; shape.iter().product()];
    if out.is_empty() || k == 0 {
        return Some(T::into_data(out));
    }
    each_chunk(&mut out, m * n, &|at, out: &mut [T]| {
        let (a, b) = (&a[at * m * k..][..m * k], &b[at * k * n..][..k * n]);
        // The right operand is a matrix of `k` rows, so its transposed form is the plain one.
        let (row, column) = if a_turned { (1, m) } else { (k, 1) };
        let a = Matrix { data: a, row, column };
        let (row, column) = if b_turned { (n, 1) } else { (1, k) };
        let b = Matrix { data: b, row, column };
        T::gemm(size, a, b, out);
    });
    Some(T::into_data(out))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(batching: [&[usize]; 2], contracting: [&[usize]; 2]) -> DotNumbers {
        DotNumbers {
            lhs_batching: batching[0].to_vec(),
            rhs_batching: batching[1].to_vec(),
            lhs_contracting: contracting[0].to_vec(),
            rhs_contracting: contracting[1].to_vec(),
        }
    }

    #[test]
    fn batched_product_with_dimensions_in_any_place() {
        // a[k, b, i], b[j, k, b] -> [b, i, j]
        let a = Tensor::f32(&[2, 2, 1], vec![1.0, 2.0, 3.0, 4.0]);
        let b = Tensor::f32(&[1, 2, 2], vec![5.0, 6.0, 7.0, 8.0]);
        let got = dot_general(&a, &b, &numbers([&[1], &[2]], [&[0], &[1]]), Element::F32).unwrap();
        assert_eq!(got, Tensor::f32(&[2, 1, 1], vec![1.0 * 5.0 + 3.0 * 7.0, 2.0 * 6.0 + 4.0 * 8.0]));
    }

    #[test]
    fn integers_wrap_at_the_result_type() {
        let i8 = Element::Int { bits: 8, signed: true };
        let a = Tensor::new(i8, vec![2], vec![100i64, 100]);
        let none: [&[usize]; 2] = [&[], &[]];
        let got = dot_general(&a, &a, &numbers(none, [&[0], &[0]]), i8).unwrap();
        assert_eq!(got.ints().unwrap(), [20000 % 256]);
        let got = dot_general(&a, &a, &numbers(none, [&[0], &[0]]), Element::I32).unwrap();
        assert_eq!(got.ints().unwrap(), [20000]);
    }

    #[test]
    fn empty_contraction_is_zero_and_wrong_dims_are_errors() {
        let a = Tensor::f32(&[2, 0], vec![]);
        let got = dot_general(&a, &a, &numbers([&[], &[]], [&[1], &[1]]), Element::F32).unwrap();
        assert_eq!(got, Tensor::f32(&[2, 2], vec![0.0; 4]));
        assert!(dot_general(&a, &a, &numbers([&[], &[]], [&[2], &[1]]), Element::F32).is_err());
        assert!(dot_general(&a, &a, &numbers([&[], &[]], [&[1], &[0]]), Element::F32).is_err());
    }
}
