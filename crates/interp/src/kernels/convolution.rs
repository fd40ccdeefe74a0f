//! `convolution`, as a matrix product of patches.
//!
//! For a block of output positions, the elements under each window are copied side by side, with zeros for padding
//! and for the holes of a dilation; their product with the kernel as a matrix is the block. All strides, paddings,
//! dilations and reversals are in the tables of [`WindowDim`], so that one path handles them all.

use super::classes::{common, convert};
use super::gemm::{Extents, Matrix, Number};
use super::layout::{check_order, inverse, permute};
use super::window::{HOLE, WindowDim, Windows};
use crate::parallel::each_chunk;
use crate::{Data, Element, EvalError, EvalResult, Indices, Stored, Tensor, checked_count, strides};
use num_complex::Complex;

/// The role of each dimension of each tensor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConvNumbers {
    /// Batch dimension of the input.
    pub input_batch: usize,
    /// Feature dimension of the input.
    pub input_feature: usize,
    /// Spatial dimensions of the input.
    pub input_spatial: Vec<usize>,
    /// Input feature dimension of the kernel.
    pub kernel_input_feature: usize,
    /// Output feature dimension of the kernel.
    pub kernel_output_feature: usize,
    /// Spatial dimensions of the kernel.
    pub kernel_spatial: Vec<usize>,
    /// Batch dimension of the output.
    pub output_batch: usize,
    /// Feature dimension of the output.
    pub output_feature: usize,
    /// Spatial dimensions of the output.
    pub output_spatial: Vec<usize>,
}

/// The attributes of a convolution. The sizes of [`Convolution::window`] are those of the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Convolution {
    /// How the kernel slides, one entry for each spatial dimension.
    pub window: Vec<WindowDim>,
    /// The roles of dimensions.
    pub numbers: ConvNumbers,
    /// Groups of input features.
    pub feature_groups: usize,
    /// The number of groups that the batch is split into.
    pub batch_groups: usize,
}

/// The number of elements of patches that a thread builds at once.
const PATCHES: usize = 1 << 18;

/// Everything that the loops need, in the order `batch, spatial…, feature` and `spatial…, input feature, output feature`.
struct ConvolutionPlan {
    windows: Windows,
    /// The number of elements of an input image.
    image: usize,
    /// Images of one batch group, which is the batch of the output.
    batch: usize,
    /// Input features of one group.
    depth: usize,
    output_features: usize,
    feature_groups: usize,
    batch_groups: usize,
    /// Windows of one image, and places of one window.
    positions: usize,
    places: usize,
}

/// The convolution of `lhs` with the kernel `rhs`; `result` is the element type of the result.
pub fn convolution(lhs: &Tensor, rhs: &Tensor, op: &Convolution, result: Element) -> EvalResult<Tensor> {
    let class = common(common(lhs.element, rhs.element), result);
    let n = &op.numbers;
    let input = [&[n.input_batch], &n.input_spatial[..], &[n.input_feature]].concat();
    let kernel = [&n.kernel_spatial[..], &[n.kernel_input_feature, n.kernel_output_feature]].concat();
    let output = [&[n.output_batch], &n.output_spatial[..], &[n.output_feature]].concat();
    check_order(&input, lhs.rank())?;
    check_order(&kernel, rhs.rank())?;
    check_order(&output, lhs.rank())?;
    let in_shape: Vec<usize> = input.iter().map(|&dim| lhs.shape[dim]).collect();
    let kernel_shape: Vec<usize> = kernel.iter().map(|&dim| rhs.shape[dim]).collect();
    let plan = ConvolutionPlan::new(op, &in_shape, &kernel_shape)?;
    let shape = [&[plan.batch], &plan.windows.counts[..], &[plan.output_features]].concat();
    checked_count(&shape)?;
    let lhs = if lhs.data.holds(class) { lhs.clone() } else { convert(lhs, class)? };
    let rhs = if rhs.data.holds(class) { rhs.clone() } else { convert(rhs, class)? };
    let run =
        ConvolutionRun { lhs: &lhs, rhs: &rhs, input: &input, kernel: &kernel, plan: &plan, shape: &shape };
    let back = inverse(&output);
    let data = match class {
        Element::Bool => run.go::<bool>(&back),
        Element::Int { .. } => run.go::<i64>(&back),
        Element::F64 => run.go::<f64>(&back),
        Element::Float(_) => run.go::<f32>(&back),
        Element::Complex64 => run.go::<Complex<f32>>(&back),
        Element::Complex128 => run.go::<Complex<f64>>(&back),
    };
    let data =
        data.ok_or_else(|| EvalError::Argument("the operands have different storage classes".into()))?;
    let shape = back.iter().map(|&dim| shape[dim]).collect();
    convert(&Tensor { element: class, shape, data }, result)
}

impl ConvolutionPlan {
    fn new(op: &Convolution, input: &[usize], kernel: &[usize]) -> EvalResult<ConvolutionPlan> {
        let wrong = |what: &str| Err(EvalError::Argument(format!("a convolution {what}")));
        let rank = op.window.len();
        if input.len() != rank + 2 || kernel.len() != rank + 2 {
            return wrong("whose window, input and kernel differ in rank");
        }
        let (feature_groups, batch_groups) = (op.feature_groups, op.batch_groups);
        let (input_features, output_features) = (input[rank + 1], kernel[rank + 1]);
        if op.window.iter().zip(kernel).any(|(dim, &size)| dim.size != size) {
            return wrong("whose window is not the kernel's");
        }
        if feature_groups == 0 || batch_groups == 0 || (feature_groups > 1 && batch_groups > 1) {
            return wrong("with zero groups or with both kinds of groups");
        }
        if kernel[rank] * feature_groups != input_features
            || !output_features.is_multiple_of(feature_groups * batch_groups)
            || !input[0].is_multiple_of(batch_groups)
        {
            return wrong("whose groups do not divide features or batch");
        }
        let spatial = &input[1..rank + 1];
        let steps = strides(&input[1..]);
        let windows = Windows::new(&op.window, spatial, &steps[..rank])?;
        Ok(ConvolutionPlan {
            image: spatial.iter().product::<usize>() * input_features,
            batch: input[0] / batch_groups,
            depth: kernel[rank],
            output_features,
            feature_groups,
            batch_groups,
            positions: windows.counts.iter().product(),
            places: kernel[..rank].iter().product(),
            windows,
        })
    }
}

struct ConvolutionRun<'a> {
    lhs: &'a Tensor,
    rhs: &'a Tensor,
    input: &'a [usize],
    kernel: &'a [usize],
    plan: &'a ConvolutionPlan,
    shape: &'a [usize],
}

impl ConvolutionRun<'_> {
    /// The output with its dimensions in the order that `back` gives.
    fn go<T: Number + Stored>(&self, back: &[usize]) -> Option<Data> {
        let plan = self.plan;
        let images = permute(T::of(&self.lhs.data)?, &self.lhs.shape, self.input);
        let kernel = permute(T::of(&self.rhs.data)?, &self.rhs.shape, self.kernel);
        let mut out = vec![T::ZERO; self.shape.iter().product()];
        let length = plan.places * plan.depth;
        if out.is_empty() || length == 0 {
            return Some(T::into_data(permute(&out, self.shape, back)));
        }
        let sources = self.sources();
        let block = (PATCHES / length).clamp(1, plan.positions);
        let features = plan.output_features;
        each_chunk(&mut out, plan.positions * features, &|image, out: &mut [T]| {
            each_chunk(out, block * features, &|at, out: &mut [T]| {
                let first = at * block * plan.places;
                let rows = out.len() / features;
                self.block(&images, &kernel, image, &sources[first..first + rows * plan.places], out);
            });
        });
        Some(T::into_data(permute(&out, self.shape, back)))
    }

    /// The offset in an image of the features under every position of every window.
    fn sources(&self) -> Vec<usize> {
        let windows = &self.plan.windows;
        let mut sources = Vec::with_capacity(self.plan.positions * self.plan.places);
        let mut window = Indices::new(&windows.counts);
        while let Some(window) = window.next() {
            let mut place = Indices::new(&windows.sizes);
            while let Some(place) = place.next() {
                sources.push(windows.source(window, place));
            }
        }
        sources
    }

    /// The output features at some positions of one image.
    fn block<T: Number>(&self, images: &[T], kernel: &[T], image: usize, sources: &[usize], out: &mut [T]) {
        let plan = self.plan;
        let groups = plan.feature_groups * plan.batch_groups;
        let (length, columns) = (plan.places * plan.depth, plan.output_features / groups);
        let rows = sources.len() / plan.places;
        let mut patches = vec![T::ZERO; rows * length];
        let mut part = vec![T::ZERO; if groups > 1 { rows * columns } else { 0 }];
        for group in 0..groups {
            let (image, feature) = if plan.batch_groups > 1 {
                (group * plan.batch + image, 0)
            } else {
                (image, group * plan.depth)
            };
            let image = &images[image * plan.image..][..plan.image];
            for (patch, &source) in patches.chunks_mut(plan.depth).zip(sources) {
                match source {
                    HOLE => patch.fill(T::ZERO),
                    at => patch.copy_from_slice(&image[at + feature..][..plan.depth]),
                }
            }
            let size = Extents { m: rows, k: length, n: columns };
            let a = Matrix { data: &patches, row: length, column: 1 };
            let b = Matrix { data: &kernel[group * columns..], row: plan.output_features, column: 1 };
            if groups == 1 {
                T::gemm(size, a, b, out);
                continue;
            }
            part.fill(T::ZERO);
            T::gemm(size, a, b, &mut part);
            for (to, from) in out.chunks_mut(plan.output_features).zip(part.chunks(columns)) {
                to[group * columns..][..columns].copy_from_slice(from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A convolution of `[batch, feature, x]` with `[out, in, x]`.
    fn line(window: WindowDim) -> Convolution {
        let numbers = ConvNumbers {
            input_feature: 1,
            input_spatial: vec![2],
            kernel_input_feature: 1,
            kernel_output_feature: 0,
            kernel_spatial: vec![2],
            output_feature: 1,
            output_spatial: vec![2],
            ..ConvNumbers::default()
        };
        Convolution { window: vec![window], numbers, feature_groups: 1, batch_groups: 1 }
    }

    #[test]
    fn padding_stride_and_dilation() {
        let x = Tensor::f32(&[1, 1, 4], vec![1.0, 2.0, 3.0, 4.0]);
        let w = Tensor::f32(&[1, 1, 2], vec![10.0, 1.0]);
        let window = WindowDim { low: 1, high: 1, stride: 2, ..WindowDim::plain(2) };
        let got = convolution(&x, &w, &line(window), Element::F32).unwrap();
        assert_eq!(got, Tensor::f32(&[1, 1, 3], vec![1.0, 23.0, 40.0]));
        let window =
            WindowDim { base_dilation: 2, window_dilation: 2, reversed: true, ..WindowDim::plain(2) };
        let got = convolution(&x, &w, &line(window), Element::F32).unwrap();
        assert_eq!(got, Tensor::f32(&[1, 1, 5], vec![21.0, 0.0, 32.0, 0.0, 43.0]));
    }

    #[test]
    fn groups_of_features_and_of_batch() {
        let x = Tensor::new(Element::I32, vec![2, 2, 1], vec![1i64, 2, 3, 4]);
        let w = Tensor::new(Element::I32, vec![2, 1, 1], vec![10i64, 100]);
        let mut op = line(WindowDim::plain(1));
        op.feature_groups = 2;
        let got = convolution(&x, &w, &op, Element::I32).unwrap();
        assert_eq!(got, Tensor::new(Element::I32, vec![2, 2, 1], vec![10i64, 200, 30, 400]));
        let x = x.reshaped(&[4, 1, 1]);
        (op.feature_groups, op.batch_groups) = (1, 2);
        let got = convolution(&x, &w, &op, Element::I32).unwrap();
        assert_eq!(got, Tensor::new(Element::I32, vec![2, 2, 1], vec![10i64, 300, 20, 400]));
        op.batch_groups = 3;
        assert!(convolution(&x, &w, &op, Element::I32).is_err());
    }
}
