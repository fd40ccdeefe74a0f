//! Tensors: an element type, a shape, and the elements in row-major order.

use std::sync::Arc;

use num_complex::Complex;
use partita_ir::{Attr, AttrId, DenseData, Module, ResourceValue, Type, TypeId};

use crate::element::{narrow_bits, narrow_from_bits};
use crate::{Element, EvalError, EvalResult};

/// The elements of a tensor, in one of six storage classes. Clones share them.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// `i1`
    Bool(Arc<Vec<bool>>),
    /// All integers, wrapped to their width; `ui64` as its bit pattern.
    Int(Arc<Vec<i64>>),
    /// Floats up to `f32`, rounded to their format.
    F32(Arc<Vec<f32>>),
    /// The elements of `f64` tensors.
    F64(Arc<Vec<f64>>),
    /// The elements of `complex<f32>` tensors.
    C64(Arc<Vec<Complex<f32>>>),
    /// The elements of `complex<f64>` tensors.
    C128(Arc<Vec<Complex<f64>>>),
}

/// A type that a storage class holds.
pub trait Stored: Copy + Default + Send + Sync + PartialEq + 'static {
    /// The elements, if they are of this class.
    fn of(data: &Data) -> Option<&[Self]>;
    /// Elements as data of this class.
    fn into_data(values: Vec<Self>) -> Data;
}

macro_rules! stored {
    ($($class:ident $ty:ty;)+) => {$(
        impl Stored for $ty {
            fn of(data: &Data) -> Option<&[Self]> {
                match data { Data::$class(values) => Some(values), _ => None }
            }
            fn into_data(values: Vec<Self>) -> Data {
                Data::$class(Arc::new(values))
            }
        }

        impl From<Vec<$ty>> for Data {
            fn from(values: Vec<$ty>) -> Data {
                Data::$class(Arc::new(values))
            }
        }
    )+};
}

stored! {
    Bool bool;
    Int i64;
    F32 f32;
    F64 f64;
    C64 Complex<f32>;
    C128 Complex<f64>;
}

/// Expands the body for each storage class, with `$values` bound to its `Arc<Vec<_>>`.
///
/// For work that only moves elements: `each_class!(&t.data, v => Data::from(permute(v)))`.
#[macro_export]
macro_rules! each_class {
    ($data:expr, $values:ident => $body:expr) => {
        match $data {
            $crate::Data::Bool($values) => $body,
            $crate::Data::Int($values) => $body,
            $crate::Data::F32($values) => $body,
            $crate::Data::F64($values) => $body,
            $crate::Data::C64($values) => $body,
            $crate::Data::C128($values) => $body,
        }
    };
}

impl Data {
    /// The number of elements.
    pub fn len(&self) -> usize {
        each_class!(self, values => values.len())
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether elements of this type are stored in this class.
    pub fn holds(&self, element: Element) -> bool {
        matches!(
            (self, element),
            (Data::Bool(_), Element::Bool)
                | (Data::Int(_), Element::Int { .. })
                | (Data::F64(_), Element::F64)
                | (Data::C64(_), Element::Complex64)
                | (Data::C128(_), Element::Complex128)
        ) || (matches!(self, Data::F32(_)) && element.is_float() && element != Element::F64)
    }
}

/// A tensor. Invariants: the number of elements matches the shape, and their class matches the element type.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// The type of an element.
    pub element: Element,
    /// Sizes, major first.
    pub shape: Vec<usize>,
    /// The elements in row-major order.
    pub data: Data,
}

/// The number of elements of a shape, unless it exceeds what memory can hold.
pub fn element_count(shape: &[usize]) -> Option<usize> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape.iter().try_fold(1usize, |n, &size| n.checked_mul(size)).filter(|&n| n <= isize::MAX as usize / 16)
}

/// The distance, in elements, between neighbours along each dimension.
pub fn strides(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    for dim in (1..shape.len()).rev() {
        strides[dim - 1] = strides[dim] * shape[dim].max(1);
    }
    strides
}

impl Tensor {
    /// Creates a tensor. Panics if the invariants do not hold.
    pub fn new(element: Element, shape: Vec<usize>, data: impl Into<Data>) -> Tensor {
        let data = data.into();
        assert_eq!(element_count(&shape), Some(data.len()), "elements of a tensor of shape {shape:?}");
        assert!(data.holds(element), "a tensor of {} has its storage class", element.name());
        Tensor { element, shape, data }
    }

    /// A tensor without dimensions.
    pub fn scalar(element: Element, data: impl Into<Data>) -> Tensor {
        Tensor::new(element, Vec::new(), data)
    }

    /// A scalar integer, wrapped to the element's width.
    pub fn int(element: Element, value: i64) -> Tensor {
        Tensor::scalar(element, vec![element.wrap(value)])
    }

    /// A scalar `i1`.
    pub fn bool(value: bool) -> Tensor {
        Tensor::scalar(Element::Bool, vec![value])
    }

    /// A tensor of `f32` elements in row-major order.
    pub fn f32(shape: &[usize], values: Vec<f32>) -> Tensor {
        Tensor::new(Element::F32, shape.to_vec(), values)
    }

    /// A tensor of zeros. Fails if memory cannot hold it.
    pub fn zeros(element: Element, shape: &[usize]) -> EvalResult<Tensor> {
        let count = checked_count(shape)?;
        let data = match element {
            Element::Bool => Data::from(vec![false; count]),
            Element::Int { .. } => Data::from(vec![0i64; count]),
            Element::F64 => Data::from(vec![0f64; count]),
            Element::Float(_) => Data::from(vec![0f32; count]),
            Element::Complex64 => Data::from(vec![Complex::new(0f32, 0.0); count]),
            Element::Complex128 => Data::from(vec![Complex::new(0f64, 0.0); count]),
        };
        Ok(Tensor { element, shape: shape.to_vec(), data })
    }

    /// A tensor whose elements all equal the only element of `scalar`.
    pub fn splat(scalar: &Tensor, shape: &[usize]) -> EvalResult<Tensor> {
        let count = checked_count(shape)?;
        let data = each_class!(&scalar.data, values => Data::from(vec![values[0]; count]));
        Ok(Tensor { element: scalar.element, shape: shape.to_vec(), data })
    }

    /// The same elements in another shape with the same number of elements. Panics if the counts differ.
    pub fn reshaped(&self, shape: &[usize]) -> Tensor {
        Tensor::new(self.element, shape.to_vec(), self.data.clone())
    }

    /// Sizes, major first.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Row-major strides.
    pub fn strides(&self) -> Vec<usize> {
        strides(&self.shape)
    }

    /// The bytes that the elements take in the interpreter.
    pub fn memory(&self) -> usize {
        each_class!(&self.data, values => std::mem::size_of_val(values.as_slice()))
    }

    /// The largest magnitude of a finite float, with components of complex numbers taken separately; zero for other elements.
    pub fn largest(&self) -> f64 {
        let most = |values: &mut dyn Iterator<Item = f64>| {
            values.filter(|value| value.is_finite()).fold(0.0, |most: f64, value| most.max(value.abs()))
        };
        match &self.data {
            Data::F32(values) => most(&mut values.iter().map(|&value| value.into())),
            Data::F64(values) => most(&mut values.iter().copied()),
            Data::C64(values) => most(&mut values.iter().flat_map(|z| [z.re.into(), z.im.into()])),
            Data::C128(values) => most(&mut values.iter().flat_map(|z| [z.re, z.im])),
            Data::Bool(_) | Data::Int(_) => 0.0,
        }
    }

    /// The integers, if it is a tensor of integers.
    pub fn ints(&self) -> EvalResult<&[i64]> {
        match &self.data {
            Data::Int(values) => Ok(values),
            _ => Err(EvalError::Argument(format!("expected integers, found {}", self.element.name()))),
        }
    }

    /// The booleans, if it is a tensor of `i1`.
    pub fn bools(&self) -> EvalResult<&[bool]> {
        match &self.data {
            Data::Bool(values) => Ok(values),
            _ => Err(EvalError::Argument(format!("expected i1, found {}", self.element.name()))),
        }
    }

    /// The element at `index` as a scalar.
    pub fn at(&self, index: usize) -> Tensor {
        let data = each_class!(&self.data, values => Data::from(vec![values[index]]));
        Tensor { element: self.element, shape: Vec::new(), data }
    }

    /// Picks elements by their positions in row-major order.
    pub fn pick(&self, shape: &[usize], positions: &[usize]) -> Tensor {
        let data = each_class!(&self.data, values => {
            Data::from(positions.iter().map(|&at| values[at]).collect::<Vec<_>>())
        });
        Tensor::new(self.element, shape.to_vec(), data)
    }

    /// The bit pattern of every element. A complex element has its real part in the low half.
    pub fn bits(&self) -> Vec<u128> {
        match &self.data {
            Data::Bool(values) => values.iter().map(|&value| value.into()).collect(),
            Data::Int(values) => {
                let mask = if self.element.bits() == 64 { u64::MAX } else { (1 << self.element.bits()) - 1 };
                values.iter().map(|&value| u128::from(value as u64 & mask)).collect()
            }
            Data::F32(values) => match self.element {
                Element::F32 => values.iter().map(|value| value.to_bits().into()).collect(),
                Element::Float(kind) => values.iter().map(|&value| narrow_bits(kind, value).into()).collect(),
                _ => unreachable!("class F32 holds floats"),
            },
            Data::F64(values) => values.iter().map(|value| value.to_bits().into()).collect(),
            Data::C64(values) => values
                .iter()
                .map(|value| u128::from(value.re.to_bits()) | u128::from(value.im.to_bits()) << 32)
                .collect(),
            Data::C128(values) => values
                .iter()
                .map(|value| u128::from(value.re.to_bits()) | u128::from(value.im.to_bits()) << 64)
                .collect(),
        }
    }

    /// A tensor from bit patterns; bits above the element's are ignored.
    pub fn from_bits(element: Element, shape: &[usize], bits: &[u128]) -> Tensor {
        let data = match element {
            Element::Bool => Data::from(bits.iter().map(|bits| bits & 1 == 1).collect::<Vec<_>>()),
            Element::Int { .. } => {
                Data::from(bits.iter().map(|&bits| element.wrap(bits as i64)).collect::<Vec<_>>())
            }
            Element::F64 => {
                Data::from(bits.iter().map(|&bits| f64::from_bits(bits as u64)).collect::<Vec<_>>())
            }
            Element::F32 => {
                Data::from(bits.iter().map(|&bits| f32::from_bits(bits as u32)).collect::<Vec<_>>())
            }
            Element::Float(kind) => {
                Data::from(bits.iter().map(|&bits| narrow_from_bits(kind, bits as u64)).collect::<Vec<_>>())
            }
            Element::Complex64 => {
                let part = |bits: u128| f32::from_bits(bits as u32);
                Data::from(
                    bits.iter().map(|&bits| Complex::new(part(bits), part(bits >> 32))).collect::<Vec<_>>(),
                )
            }
            Element::Complex128 => {
                let part = |bits: u128| f64::from_bits(bits as u64);
                Data::from(
                    bits.iter().map(|&bits| Complex::new(part(bits), part(bits >> 64))).collect::<Vec<_>>(),
                )
            }
        };
        Tensor::new(element, shape.to_vec(), data)
    }

    /// The elements as little-endian bytes, each rounded up to full bytes, as in constants and files.
    pub fn to_bytes(&self) -> Vec<u8> {
        let size = self.element.bytes();
        self.bits().iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(size)).collect()
    }

    /// A tensor from little-endian bytes; `None` if their number does not match.
    pub fn from_bytes(element: Element, shape: &[usize], bytes: &[u8]) -> Option<Tensor> {
        let size = element.bytes();
        if element_count(shape)?.checked_mul(size)? != bytes.len() {
            return None;
        }
        let bits: Vec<u128> = bytes.chunks_exact(size).map(little_endian).collect();
        Some(Tensor::from_bits(element, shape, &bits))
    }

    /// The tensor in an attribute with elements: `dense`, `dense_resource`, `array`, or a number.
    pub fn from_attr(module: &Module, attr: AttrId) -> EvalResult<Tensor> {
        let context = &module.context;
        match context.attr_of(attr) {
            Attr::Dense { ty, data } => {
                let (element, shape) = tensor_type(module, *ty)?;
                let count = checked_count(&shape)?;
                match data {
                    DenseData::Splat(bytes) => {
                        let one = Tensor::from_bits(element, &[], &[little_endian(bytes)]);
                        Tensor::splat(&one, &shape)
                    }
                    DenseData::Full(bytes) => Tensor::from_bytes(element, &shape, bytes).ok_or_else(|| {
                        EvalError::Argument(format!("expected {count} elements in a constant"))
                    }),
                }
            }
            Attr::DenseResource { ty, key } => {
                let (element, shape) = tensor_type(module, *ty)?;
                let name = context.text(*key);
                let blob = module.resources.iter().find_map(|resource| match &resource.value {
                    ResourceValue::Blob(bytes) if context.text(resource.key) == name => Some(bytes),
                    _ => None,
                });
                let blob = blob
                    .ok_or_else(|| EvalError::Argument(format!("missing data of the resource `{name}`")))?;
                // The data starts with four bytes of alignment.
                let bytes = blob.get(4..).unwrap_or_default();
                resource_elements(element, &shape, bytes)
                    .ok_or_else(|| EvalError::Argument(format!("unexpected size of the resource `{name}`")))
            }
            Attr::Integer { value, ty } => {
                let element = Element::of(context, *ty);
                let element = element.ok_or_else(|| EvalError::Unsupported("this integer type".into()))?;
                Ok(Tensor::from_bits(element, &[], &[*value as u128]))
            }
            Attr::Float { bits, ty } => {
                let element = Element::of(context, *ty);
                let element = element.ok_or_else(|| EvalError::Unsupported("this float type".into()))?;
                Ok(Tensor::from_bits(element, &[], &[u128::from(*bits)]))
            }
            _ => Err(EvalError::Unsupported("this kind of constant".into())),
        }
    }
}

/// Element and static shape of a tensor type.
pub fn tensor_type(module: &Module, ty: TypeId) -> EvalResult<(Element, Vec<usize>)> {
    let Type::Tensor(tensor) = module.context.type_of(ty) else {
        return Err(EvalError::Unsupported("a value that is not a ranked tensor".into()));
    };
    let element = Element::of(&module.context, tensor.element)
        .ok_or_else(|| EvalError::Unsupported("a tensor of this element type".into()))?;
    let sizes = tensor.static_shape();
    let sizes = sizes.ok_or_else(|| EvalError::Dynamic("the type has a dimension of unknown size".into()))?;
    let shape: Option<Vec<usize>> = sizes.iter().map(|&size| usize::try_from(size).ok()).collect();
    let shape = shape.ok_or_else(|| EvalError::Limit("a tensor is too large".into()))?;
    Ok((element, shape))
}

/// The number of elements; fails if it exceeds the limit.
pub fn checked_count(shape: &[usize]) -> EvalResult<usize> {
    element_count(shape)
        .filter(|&count| count <= Tensor::MAX_ELEMENTS)
        .ok_or_else(|| EvalError::Limit(format!("a tensor of shape {shape:?} is too large")))
}

impl Tensor {
    /// The largest number of elements of a tensor.
    pub const MAX_ELEMENTS: usize = 1 << 31;
}

fn little_endian(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte))
}

/// Resources hold the memory of the tensor; a single element may represent all.
fn resource_elements(element: Element, shape: &[usize], bytes: &[u8]) -> Option<Tensor> {
    if let Some(tensor) = Tensor::from_bytes(element, shape, bytes) {
        return Some(tensor);
    }
    let count = checked_count(shape).ok()?;
    if element == Element::Bool && bytes.len() == count.div_ceil(8) {
        let bits = (0..count).map(|at| u128::from(bytes[at / 8] >> (at % 8) & 1));
        return Some(Tensor::from_bits(element, shape, &bits.collect::<Vec<_>>()));
    }
    (bytes.len() == element.bytes())
        .then(|| Tensor::splat(&Tensor::from_bits(element, &[], &[little_endian(bytes)]), shape).ok())?
}

/// Iterates over all indices of a shape in row-major order.
///
/// `next` returns a borrowed index, so this is not an `Iterator`; loop with `while let Some(index) = indices.next()`.
pub struct Indices<'a> {
    shape: &'a [usize],
    index: Vec<usize>,
    left: usize,
    started: bool,
}

impl<'a> Indices<'a> {
    /// All indices of a shape.
    pub fn new(shape: &'a [usize]) -> Self {
        let left = element_count(shape).unwrap_or(0);
        Indices { shape, index: vec![0; shape.len()], left, started: false }
    }

    /// The next index.
    #[allow(clippy::should_implement_trait, reason = "an iterator cannot lend")]
    pub fn next(&mut self) -> Option<&[usize]> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        if !self.started {
            self.started = true;
            return Some(&self.index);
        }
        for dim in (0..self.shape.len()).rev() {
            self.index[dim] += 1;
            if self.index[dim] < self.shape[dim] {
                break;
            }
            self.index[dim] = 0;
        }
        Some(&self.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_count_in_row_major_order() {
        let mut indices = Indices::new(&[2, 3]);
        let mut seen = Vec::new();
        while let Some(index) = indices.next() {
            seen.push(index.to_vec());
        }
        assert_eq!(seen.len(), 6);
        assert_eq!(seen[4], [1, 1]);
        assert!(Indices::new(&[2, 0]).next().is_none());
        assert_eq!(Indices::new(&[]).next(), Some(&[][..]));
    }

    #[test]
    fn bytes_and_bits_go_both_ways() {
        let t = Tensor::new(
            Element::Complex64,
            vec![2],
            vec![Complex::new(1.0f32, -2.0), Complex::new(0.5, 3.0)],
        );
        assert_eq!(Tensor::from_bytes(t.element, &t.shape, &t.to_bytes()), Some(t));
        let i4 = Element::Int { bits: 4, signed: true };
        let t = Tensor::new(i4, vec![3], vec![-8i64, 7, -1]);
        assert_eq!(t.to_bytes(), [8, 7, 15]);
        assert_eq!(Tensor::from_bytes(i4, &[3], &[0xf8, 7, 0xff]), Some(t));
        assert_eq!(Tensor::from_bytes(i4, &[3], &[0]), None);
    }

    #[test]
    fn sizes_that_overflow_are_limits() {
        assert!(matches!(Tensor::zeros(Element::F32, &[usize::MAX, 2]), Err(EvalError::Limit(_))));
        assert_eq!(element_count(&[usize::MAX, usize::MAX, 0]), Some(0));
    }
}
