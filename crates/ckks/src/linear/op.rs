//! Linear ops: which input values each output value is computed from.
//!
//! One form serves all. Output `(f, ho, wo)` is the sum over channels `c` connected with `f` and taps `(kh,
//! kw)` of weight times input `(c, ho * stride - pad + kh * dilation, …)`, zero outside the input. A matrix
//! product is a convolution whose kernel is the entire input, an average pool a depthwise one with equal
//! weights, a repacking a depthwise 1x1 with weight one, and an operand of a concatenation the same with the
//! channels moved. Only a [`View`] is another form: each output value is one input value, wherever it is.

use std::sync::Arc;

use super::view::View;
use crate::{CkksError, CkksResult};

/// The taps of a window over rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// The number of taps.
    pub kernel: [usize; 2],
    /// The distance, in input rows and columns, between consecutive outputs.
    pub stride: [usize; 2],
    /// Zero rows above and zero columns left of the input.
    pub before: [usize; 2],
    /// Zero rows below and zero columns right of the input.
    pub after: [usize; 2],
    /// The distance, in input rows and columns, between consecutive taps.
    pub dilation: [usize; 2],
}

impl Window {
    /// A square kernel of odd size with padding that preserves rows and columns at stride 1.
    pub fn same(kernel: usize, stride: usize) -> Window {
        let pad = kernel.saturating_sub(1) / 2;
        Window {
            kernel: [kernel; 2],
            stride: [stride; 2],
            before: [pad; 2],
            after: [pad; 2],
            dilation: [1; 2],
        }
    }

    /// A kernel of this size without padding.
    pub fn valid(kernel: [usize; 2], stride: [usize; 2]) -> Window {
        Window { kernel, stride, before: [0; 2], after: [0; 2], dilation: [1; 2] }
    }

    /// The size of the output along dimension `d` of the window.
    fn output(&self, d: usize, input: usize) -> Option<usize> {
        let reach = self.dilation[d].checked_mul(self.kernel[d].checked_sub(1)?)?.checked_add(1)?;
        let padded = input.checked_add(self.before[d])?.checked_add(self.after[d])?;
        padded.checked_sub(reach)?.checked_div(self.stride[d])?.checked_add(1)
    }
}

/// The input channels of an output channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channels {
    /// All channels of its group; one group is the ordinary convolution, a group per channel the depthwise one.
    Groups(usize),
    /// Output channel `c + at` is input channel `c`.
    Moved {
        /// The output channel of the first input channel.
        at: usize,
    },
    /// Each output value is one input value: the op has a [`View`].
    Viewed,
}

/// The weights of an op.
#[derive(Clone, Debug)]
pub enum Weights {
    /// `[F, C / groups, kh, kw]`, row-major; of a view, one weight per output value.
    Tensor(Arc<[f64]>),
    /// The same weight everywhere.
    Uniform(f64),
    /// One over the number of taps inside the input, as in average pools that exclude padding.
    AverageInside,
}

/// A linear op with its shapes.
#[derive(Clone, Debug)]
pub struct LinearOp {
    input: [usize; 3],
    output: [usize; 3],
    window: Window,
    channels: Channels,
    weights: Option<Weights>,
    /// A factor of every weight.
    scale: f64,
    /// The only tap that is used, if not all are.
    only: Option<[usize; 2]>,
    /// The input value of each output value, if it is not a window.
    view: Option<Arc<View>>,
}

impl LinearOp {
    /// A convolution of `input` to `features` channels.
    pub fn conv(input: [usize; 3], features: usize, window: Window, groups: usize) -> CkksResult<LinearOp> {
        if groups == 0 || !input[0].is_multiple_of(groups) || !features.is_multiple_of(groups) {
            return Err(CkksError::shapes(format!(
                "{groups} groups do not divide {} input and {features} output channels",
                input[0]
            )));
        }
        Self::windowed(input, features, window, Channels::Groups(groups))
    }

    /// The matrix product of the flattened `input` with a weight of `features` rows.
    pub fn gemm(input: [usize; 3], features: usize) -> CkksResult<LinearOp> {
        let window = Window::valid([input[1], input[2]], [1, 1]);
        Self::windowed(input, features, window, Channels::Groups(1))
    }

    /// An average pool; `count_pads` includes padding in the average.
    pub fn average_pool(input: [usize; 3], window: Window, count_pads: bool) -> CkksResult<LinearOp> {
        let op = Self::windowed(input, input[0], window, Channels::Groups(input[0]))?;
        let taps = (window.kernel[0] * window.kernel[1]) as f64;
        let weights = if count_pads { Weights::Uniform(1.0 / taps) } else { Weights::AverageInside };
        Ok(LinearOp { weights: Some(weights), ..op })
    }

    /// The sum over windows and over the channels of a group.
    pub fn sum(input: [usize; 3], features: usize, window: Window, groups: usize) -> CkksResult<LinearOp> {
        Self::conv(input, features, window, groups)?.with_weights(Weights::Uniform(1.0))
    }

    /// The input value under one tap of a window, zero outside the input. Maxima are taken over these.
    pub fn one_tap(input: [usize; 3], window: Window, tap: [usize; 2]) -> CkksResult<LinearOp> {
        let op = Self::windowed(input, input[0], window, Channels::Groups(input[0]))?;
        Ok(LinearOp { weights: Some(Weights::Uniform(1.0)), only: Some(tap), ..op })
    }

    /// The identity, for repacking.
    pub fn identity(shape: [usize; 3]) -> LinearOp {
        Self::place(shape, 0, shape[0])
    }

    /// The input as channels `at..` of an output with `features` channels, for concatenation.
    pub fn place(input: [usize; 3], at: usize, features: usize) -> LinearOp {
        let output = [features.max(at.saturating_add(input[0])), input[1], input[2]];
        let (window, channels) = (Window::same(1, 1), Channels::Moved { at });
        LinearOp {
            input,
            output,
            window,
            channels,
            weights: Some(Weights::Uniform(1.0)),
            scale: 1.0,
            only: None,
            view: None,
        }
    }

    /// Each value of an output of this shape is one value of the input.
    pub fn view(input: [usize; 3], output: [usize; 3], view: View) -> CkksResult<LinearOp> {
        let counts =
            [input, output].map(|shape| shape.iter().try_fold(1usize, |n, &size| n.checked_mul(size)));
        let last = view.steps().iter().fold(view.first(), |at, &(size, stride)| at + (size - 1) * stride);
        if counts[1] != Some(view.count()) || counts[0].is_none_or(|count| last >= count) {
            return Err(CkksError::shapes(format!(
                "a view {view} does not lead from {input:?} to {output:?}"
            )));
        }
        if input.iter().chain(&output).any(|&n| n > 1 << 24) {
            return Err(CkksError::new(
                partita_base::code::SLOT_LIMIT,
                "sizes of a linear op must be at most 2^24",
            ));
        }
        let identity = Self::identity(input);
        Ok(LinearOp { output, channels: Channels::Viewed, view: Some(Arc::new(view)), ..identity })
    }

    fn windowed(
        input: [usize; 3],
        features: usize,
        window: Window,
        channels: Channels,
    ) -> CkksResult<LinearOp> {
        let sizes = [input[0], input[1], input[2], features];
        let steps = [window.kernel, window.stride, window.dilation];
        if sizes.contains(&0) || steps.as_flattened().contains(&0) {
            return Err(CkksError::shapes("sizes, strides and dilations of a linear op must be at least 1"));
        }
        let sides = (window.output(0, input[1]), window.output(1, input[2]));
        let (Some(height), Some(width)) = sides else {
            return Err(CkksError::shapes(format!(
                "a kernel of {}x{} does not fit into an input of {}x{}",
                window.kernel[0], window.kernel[1], input[1], input[2]
            ))
            .help("add padding or use a smaller kernel"));
        };
        let output = [features, height, width];
        if output.iter().chain(&input).chain(window.kernel.iter()).any(|&n| n > 1 << 24) {
            return Err(CkksError::new(
                partita_base::code::SLOT_LIMIT,
                "sizes of a linear op must be at most 2^24",
            ));
        }
        Ok(LinearOp { input, output, window, channels, weights: None, scale: 1.0, only: None, view: None })
    }

    /// The same op with weights; a tensor has one per connection, `[F, C / groups, kh, kw]`.
    pub fn with_weights(mut self, weights: Weights) -> CkksResult<LinearOp> {
        if let Weights::Tensor(values) = &weights {
            let wanted = self.weight_count();
            if values.len() != wanted {
                return Err(CkksError::shapes(format!("expected {wanted} weights, found {}", values.len())));
            }
        }
        self.weights = Some(weights);
        Ok(self)
    }

    /// The same op with all weights times a factor.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> LinearOp {
        LinearOp { scale: self.scale * factor, ..self.clone() }
    }

    /// The factor of every weight.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The only tap that is used, if not all are.
    pub fn only(&self) -> Option<[usize; 2]> {
        self.only
    }

    /// The shape of the input.
    pub fn input(&self) -> [usize; 3] {
        self.input
    }

    /// The shape of the output.
    pub fn output(&self) -> [usize; 3] {
        self.output
    }

    /// Kernel, stride, padding and dilation.
    pub fn window(&self) -> &Window {
        &self.window
    }

    /// How channels are connected.
    pub fn channels(&self) -> Channels {
        self.channels
    }

    /// The weights, if they are given.
    pub fn weights(&self) -> Option<&Weights> {
        self.weights.as_ref()
    }

    /// Whether every output channel averages or sums windows of one input channel.
    pub fn is_pool(&self) -> bool {
        self.channels == Channels::Groups(self.input[0])
            && self.input[0] == self.output[0]
            && matches!(self.weights, Some(Weights::Uniform(_) | Weights::AverageInside))
    }

    /// Whether it adds values up, or repeats them, without weights of its own.
    pub fn is_sum(&self) -> bool {
        matches!(self.channels, Channels::Groups(_)) && matches!(self.weights, Some(Weights::Uniform(1.0)))
    }

    /// Whether it has, or will have, weights of its own.
    pub fn has_own_weights(&self) -> bool {
        self.view.is_none() && matches!(self.weights, None | Some(Weights::Tensor(_)))
    }

    /// Whether the op only moves values.
    pub fn is_placement(&self) -> bool {
        matches!(self.channels, Channels::Moved { .. } | Channels::Viewed)
            && matches!(self.weights, Some(Weights::Uniform(w)) if w * self.scale == 1.0)
    }

    /// The number of weights in a weight tensor.
    pub fn weight_count(&self) -> usize {
        let taps = self.window.kernel[0].saturating_mul(self.window.kernel[1]);
        let connections = match self.channels {
            Channels::Groups(groups) => self.output[0].saturating_mul(self.input[0] / groups),
            Channels::Moved { .. } => self.input[0],
            Channels::Viewed => return self.output.iter().fold(1, |n, &size| n.saturating_mul(size)),
        };
        connections.saturating_mul(taps)
    }

    /// The input channels of output channel `f`.
    pub fn sources(&self, f: usize) -> std::ops::Range<usize> {
        match self.channels {
            Channels::Groups(groups) => {
                let (per_in, per_out) = (self.input[0] / groups, self.output[0] / groups);
                let group = f / per_out;
                group * per_in..(group + 1) * per_in
            }
            Channels::Moved { at } => match f.checked_sub(at) {
                Some(c) if c < self.input[0] => c..c + 1,
                _ => 0..0,
            },
            Channels::Viewed => 0..self.input[0],
        }
    }

    /// The input value of each output value, if it is not a window.
    pub fn as_view(&self) -> Option<&View> {
        self.view.as_deref()
    }

    /// The tap of dimension `d` (0 rows, 1 columns) that leads from output `out` to input `from`, if any.
    pub fn tap(&self, d: usize, out: usize, from: usize) -> Option<usize> {
        let reach = (from + self.window.before[d]).checked_sub(out * self.window.stride[d])?;
        let tap = reach / self.window.dilation[d];
        let is_tap = reach.is_multiple_of(self.window.dilation[d]) && tap < self.window.kernel[d];
        (is_tap && self.has_tap(d, tap)).then_some(tap)
    }

    fn has_tap(&self, d: usize, tap: usize) -> bool {
        self.only.is_none_or(|only| only[d] == tap)
    }

    /// The input that tap `tap` of dimension `d` reads for output `out`, if it is inside.
    pub fn source(&self, d: usize, out: usize, tap: usize) -> Option<usize> {
        let from = (out * self.window.stride[d] + tap * self.window.dilation[d])
            .checked_sub(self.window.before[d])?;
        (from < self.input[1 + d] && self.has_tap(d, tap)).then_some(from)
    }

    /// The weight between an output and an input value; zero if they are not connected or there are no weights.
    pub fn weight(&self, out: [usize; 3], from: [usize; 3]) -> f64 {
        if let Some(view) = &self.view {
            let flat = |[_, h, w]: [usize; 3], [c, i, j]: [usize; 3]| (c * h + i) * w + j;
            let n = flat(self.output, out);
            return match &self.weights {
                _ if view.source(n) != flat(self.input, from) => 0.0,
                Some(Weights::Tensor(values)) => values[n] * self.scale,
                Some(Weights::Uniform(weight)) => weight * self.scale,
                _ => self.scale,
            };
        }
        let ([f, ho, wo], [c, h, w]) = (out, from);
        let sources = self.sources(f);
        if !sources.contains(&c) {
            return 0.0;
        }
        let (Some(kh), Some(kw)) = (self.tap(0, ho, h), self.tap(1, wo, w)) else { return 0.0 };
        let weight = match &self.weights {
            None => 0.0,
            Some(Weights::Uniform(weight)) => *weight,
            Some(Weights::Tensor(values)) => {
                let [taps_h, taps_w] = self.window.kernel;
                let per_output = sources.len();
                let row = match self.channels {
                    Channels::Groups(_) => f * per_output + (c - sources.start),
                    Channels::Moved { .. } | Channels::Viewed => c,
                };
                values[(row * taps_h + kh) * taps_w + kw]
            }
            Some(Weights::AverageInside) => {
                let inside = |d: usize, out: usize| {
                    (0..self.window.kernel[d]).filter(|&tap| self.source(d, out, tap).is_some()).count()
                };
                1.0 / (inside(0, ho) * inside(1, wo)) as f64
            }
        };
        weight * self.scale
    }
}
