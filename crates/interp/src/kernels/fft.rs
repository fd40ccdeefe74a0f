//! `fft`: transforms of any length, computed in double precision.
//!
//! Powers of two are halved recursively, short lengths use the definition, and all others use Bluestein's identity
//! `jk = (j² + k² - (k - j)²) / 2`, which turns the transform into a convolution whose length is a power of two.

use std::f64::consts::PI;

use super::classes::{complex_doubles, from_complex_doubles, from_doubles};
use super::layout::{inverse, permute};
use crate::parallel::each_line;
use crate::{Element, EvalError, EvalResult, Tensor, checked_count};
use num_complex::Complex;

type C = Complex<f64>;

/// The kind of a transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FftKind {
    /// Complex to complex.
    Fft,
    /// Its inverse.
    Ifft,
    /// Real to the half of the complex result that determines the rest.
    Rfft,
    /// Its inverse.
    Irfft,
}

/// Transforms the last `length.len()` dimensions; `length` are their sizes on the real or longer side.
pub fn fft(operand: &Tensor, kind: FftKind, length: &[usize]) -> EvalResult<Tensor> {
    let wrong =
        || EvalError::Argument(format!("lengths {length:?} of {kind:?} do not match {:?}", operand.shape));
    let (rank, first) = (operand.rank(), operand.rank().checked_sub(length.len()).ok_or_else(wrong)?);
    let Some(&last) = length.last().filter(|_| length.len() <= 3) else { return Err(wrong()) };
    let mut sizes = length.to_vec();
    if kind == FftKind::Irfft {
        sizes[length.len() - 1] = last / 2 + 1;
    }
    if operand.shape[first..] != sizes || operand.element.is_complex() != (kind != FftKind::Rfft) {
        return Err(wrong());
    }
    let mut shape = operand.shape.clone();
    match kind {
        FftKind::Fft | FftKind::Ifft => {
            let mut values = complex_doubles(operand)?;
            for dim in first..rank {
                transform(&mut values, &shape, dim, kind == FftKind::Ifft);
            }
            Ok(from_complex_doubles(operand.element, shape, values))
        }
        FftKind::Rfft => {
            let mut values = complex_doubles(operand)?;
            transform(&mut values, &shape, rank - 1, false);
            let kept = last / 2 + usize::from(last > 0);
            if last > 0 {
                values = values.chunks(last).flat_map(|line| line[..kept].to_vec()).collect();
            }
            shape[rank - 1] = kept;
            for dim in first..rank - 1 {
                transform(&mut values, &shape, dim, false);
            }
            let element =
                if operand.element == Element::F64 { Element::Complex128 } else { Element::Complex64 };
            Ok(from_complex_doubles(element, shape, values))
        }
        FftKind::Irfft => {
            let mut values = complex_doubles(operand)?;
            for dim in first..rank - 1 {
                transform(&mut values, &shape, dim, true);
            }
            let half = last / 2 + 1;
            shape[rank - 1] = last;
            checked_count(&shape)?;
            let mut full: Vec<C> = values.chunks(half).flat_map(|line| unfold(line, last)).collect();
            transform(&mut full, &shape, rank - 1, true);
            let real = full.into_iter().map(|z| z.re).collect();
            Ok(from_doubles(operand.element.part(), shape, real))
        }
    }
}

/// The spectrum of a real line of `size` from its first half. Imaginary parts that a real line cannot have are dropped.
fn unfold(half: &[C], size: usize) -> Vec<C> {
    let mut full: Vec<C> = half.iter().take(size).copied().collect();
    if let Some(first) = full.first_mut() {
        first.im = 0.0;
    }
    if size.is_multiple_of(2) && size > 0 {
        full[size / 2].im = 0.0;
    }
    for at in full.len()..size {
        full.push(half[size - at].conj());
    }
    full
}

/// Transforms all lines along one dimension.
fn transform(values: &mut Vec<C>, shape: &[usize], dim: usize, back: bool) {
    let size = shape[dim];
    if values.is_empty() || size == 1 {
        return;
    }
    let plan = FftPlan::new(size);
    let mut order: Vec<usize> = (0..shape.len()).filter(|&other| other != dim).collect();
    order.push(dim);
    let moved: Vec<usize> = order.iter().map(|&dim| shape[dim]).collect();
    let mut lines = permute(values, shape, &order);
    each_line(&mut lines, size, |_, line| {
        // The inverse transform is the conjugate of the transform of the conjugate.
        if back {
            line.iter_mut().for_each(|z| *z = z.conj());
        }
        plan.run(line);
        if back {
            line.iter_mut().for_each(|z| *z = z.conj() / size as f64);
        }
    });
    *values = permute(&lines, &moved, &inverse(&order));
}

/// What all lines of one length share.
enum FftPlan {
    /// The roots of unity.
    Direct(Vec<C>),
    /// The roots of unity, of which a half is used.
    Halves(Vec<C>),
    /// A convolution with `e^(πi k²/n)`.
    Bluestein { chirp: Vec<C>, spectrum: Vec<C>, halves: Vec<C> },
}

/// The largest length, other than powers of two, that uses the definition.
const DIRECT: usize = 24;

impl FftPlan {
    fn new(size: usize) -> FftPlan {
        if size.is_power_of_two() {
            return FftPlan::Halves(roots(size));
        }
        if size <= DIRECT {
            return FftPlan::Direct(roots(size));
        }
        let padded = (2 * size - 1).next_power_of_two();
        // Squares are reduced modulo the length before they become angles, for precision.
        let chirp: Vec<C> = (0..size as u128)
            .map(|k| C::from_polar(1.0, -PI * ((k * k) % (2 * size as u128)) as f64 / size as f64))
            .collect();
        let halves = roots(padded);
        let mut spectrum = vec![C::new(0.0, 0.0); padded];
        for (k, z) in chirp.iter().enumerate() {
            spectrum[k] = z.conj();
            spectrum[(padded - k) % padded] = z.conj();
        }
        by_halves(&mut spectrum, &halves);
        FftPlan::Bluestein { chirp, spectrum, halves }
    }

    fn run(&self, line: &mut [C]) {
        match self {
            FftPlan::Direct(roots) => {
                let input = line.to_vec();
                for (k, to) in line.iter_mut().enumerate() {
                    *to = input.iter().enumerate().map(|(j, z)| z * roots[j * k % roots.len()]).sum();
                }
            }
            FftPlan::Halves(roots) => by_halves(line, roots),
            FftPlan::Bluestein { chirp, spectrum, halves } => {
                let mut work = vec![C::new(0.0, 0.0); spectrum.len()];
                work.iter_mut().zip(line.iter().zip(chirp)).for_each(|(to, (z, c))| *to = z * c);
                by_halves(&mut work, halves);
                work.iter_mut().zip(spectrum).for_each(|(z, s)| *z = (*z * s).conj());
                by_halves(&mut work, halves);
                let scale = 1.0 / spectrum.len() as f64;
                line.iter_mut()
                    .zip(work.iter().zip(chirp))
                    .for_each(|(to, (z, c))| *to = z.conj() * c * scale);
            }
        }
    }
}

/// `e^(-2πi k/n)`, by symmetry from angles of at most an eighth of a turn.
fn roots(size: usize) -> Vec<C> {
    let n = size as f64;
    let root = |k: usize| {
        let eighths = 8 * k as u128 / size as u128;
        let angle = |k: f64| 2.0 * PI * k / n;
        let k = k as f64;
        let (sine, cosine) = match eighths {
            0 => angle(k).sin_cos(),
            1 | 2 => swap(angle(n / 4.0 - k).sin_cos()),
            3 | 4 => negate(angle(n / 2.0 - k).sin_cos()),
            5 | 6 => turn(swap(angle(3.0 * n / 4.0 - k).sin_cos())),
            _ => angle(k - n).sin_cos(),
        };
        C::new(cosine, -sine)
    };
    (0..size).map(root).collect()
}

/// Sine and cosine of a quarter turn less.
fn swap((sine, cosine): (f64, f64)) -> (f64, f64) {
    (cosine, sine)
}

/// Sine and cosine of a half turn less.
fn negate((sine, cosine): (f64, f64)) -> (f64, f64) {
    (sine, -cosine)
}

/// Sine and cosine from those of a half turn more.
fn turn((sine, cosine): (f64, f64)) -> (f64, f64) {
    (-sine, -cosine)
}

/// The transform of a power of two, in place.
fn by_halves(line: &mut [C], roots: &[C]) {
    let size = line.len();
    let shift = usize::BITS - size.trailing_zeros();
    for at in 1..size {
        let other = at.reverse_bits() >> shift;
        if at < other {
            line.swap(at, other);
        }
    }
    let mut width = 1;
    while width < size {
        let step = size / (2 * width);
        for block in line.chunks_mut(2 * width) {
            let (low, high) = block.split_at_mut(width);
            for (k, (a, b)) in low.iter_mut().zip(high).enumerate() {
                let turned = *b * roots[k * step];
                (*a, *b) = (*a + turned, *a - turned);
            }
        }
        width *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Data;

    fn line(size: usize) -> Vec<C> {
        (0..size).map(|k| C::new(((k * k) % 7) as f64 - 3.0, (k % 5) as f64)).collect()
    }

    #[test]
    fn every_length_matches_the_definition() {
        for size in [1, 2, 3, 8, 25, 31, 60, 64, 97] {
            let input = line(size);
            let x = Tensor::new(Element::Complex128, vec![size], input.clone());
            let Data::C128(got) = fft(&x, FftKind::Fft, &[size]).unwrap().data else {
                unreachable!("complex")
            };
            for (k, got) in got.iter().enumerate() {
                let angle = |j: usize| -2.0 * PI * (j * k % size) as f64 / size as f64;
                let want: C = input.iter().enumerate().map(|(j, z)| z * C::from_polar(1.0, angle(j))).sum();
                assert!((got - want).norm() < 1e-12 * size as f64, "{size} {k}: {got} is not {want}");
            }
        }
    }

    #[test]
    fn real_transforms_go_both_ways() {
        for size in [1, 2, 5, 6] {
            let x = Tensor::f32(&[2, 3, size], (0..6 * size).map(|k| (k * k % 11) as f32).collect());
            let there = fft(&x, FftKind::Rfft, &[3, size]).unwrap();
            assert_eq!(there.shape, [2, 3, size / 2 + 1]);
            let back = fft(&there, FftKind::Irfft, &[3, size]).unwrap();
            let (Data::F32(a), Data::F32(b)) = (&x.data, &back.data) else { unreachable!("real") };
            assert!(a.iter().zip(b.iter()).all(|(a, b)| (a - b).abs() < 1e-5), "{back:?}");
        }
    }

    #[test]
    fn lengths_must_fit() {
        let x = Tensor::f32(&[4], vec![0.0; 4]);
        assert!(fft(&x, FftKind::Rfft, &[5]).is_err() && fft(&x, FftKind::Fft, &[4]).is_err());
        assert!(fft(&x, FftKind::Rfft, &[]).is_err() && fft(&x, FftKind::Rfft, &[4, 4]).is_err());
    }
}
