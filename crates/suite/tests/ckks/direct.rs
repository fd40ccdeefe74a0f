//! Tensor ops computed directly, sharing nothing with the crate under test.

/// Numbers that look random, the same in every run.
pub(crate) fn numbers(count: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        // Away from zero, so that no weight vanishes.
        let value = (state >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0;
        value + 0.05f64.copysign(value)
    };
    (0..count).map(|_| next()).collect()
}

/// A convolution with everything.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conv {
    pub(crate) input: [usize; 3],
    pub(crate) features: usize,
    pub(crate) kernel: [usize; 2],
    pub(crate) stride: [usize; 2],
    pub(crate) before: [usize; 2],
    pub(crate) after: [usize; 2],
    pub(crate) dilation: [usize; 2],
    pub(crate) groups: usize,
}

impl Conv {
    pub(crate) fn same(input: [usize; 3], features: usize, k: usize, s: usize) -> Conv {
        Conv {
            input,
            features,
            kernel: [k, k],
            stride: [s, s],
            before: [k / 2; 2],
            after: [k / 2; 2],
            dilation: [1, 1],
            groups: 1,
        }
    }

    pub(crate) fn output(&self) -> [usize; 3] {
        let side = |d: usize| {
            let reach = self.dilation[d] * (self.kernel[d] - 1) + 1;
            (self.input[1 + d] + self.before[d] + self.after[d] - reach) / self.stride[d] + 1
        };
        [self.features, side(0), side(1)]
    }

    pub(crate) fn run(&self, x: &[f64], w: &[f64]) -> Vec<f64> {
        let [f, ho, wo] = self.output();
        let [c, h, width] = self.input;
        let (ci, fo) = (c / self.groups, f / self.groups);
        let mut y = vec![0.0; f * ho * wo];
        for o in 0..f {
            for r in 0..ho {
                for q in 0..wo {
                    let mut sum = 0.0;
                    for i in 0..ci {
                        for a in 0..self.kernel[0] {
                            for b in 0..self.kernel[1] {
                                let row = (r * self.stride[0] + a * self.dilation[0]) as i64
                                    - self.before[0] as i64;
                                let col = (q * self.stride[1] + b * self.dilation[1]) as i64
                                    - self.before[1] as i64;
                                if row >= 0 && col >= 0 && (row as usize) < h && (col as usize) < width {
                                    let from = ((o / fo * ci + i) * h + row as usize) * width + col as usize;
                                    sum +=
                                        x[from] * w[((o * ci + i) * self.kernel[0] + a) * self.kernel[1] + b];
                                }
                            }
                        }
                    }
                    y[(o * ho + r) * wo + q] = sum;
                }
            }
        }
        y
    }
}

/// The largest difference.
pub(crate) fn error(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}
