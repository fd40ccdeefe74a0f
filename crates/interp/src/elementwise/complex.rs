//! Products and quotients of complex numbers, in double precision.

use num_complex::Complex;

type C = Complex<f64>;

pub(super) fn wide(z: Complex<f32>) -> C {
    C::new(z.re.into(), z.im.into())
}

pub(super) fn narrow(z: C) -> Complex<f32> {
    Complex::new(z.re as f32, z.im as f32)
}

/// The product, by its definition.
pub(super) fn multiply(a: C, b: C) -> C {
    C::new(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
}

/// The quotient, without overflow in between.
pub(super) fn divide(a: C, b: C) -> C {
    if b.re == 0.0 && b.im == 0.0 {
        let infinite = f64::INFINITY.copysign(b.re);
        let re = if a.re == 0.0 || a.re.is_nan() { f64::NAN } else { infinite * a.re };
        let im = if a.im == 0.0 || a.im.is_nan() { f64::NAN } else { infinite * a.im };
        return C::new(re, im);
    }
    if a.re.is_finite() && a.im.is_finite() && (b.re.is_infinite() || b.im.is_infinite()) {
        let unit = |x: f64| if x.is_infinite() { 1f64.copysign(x) } else { 0f64.copysign(x) };
        let (c, d) = (unit(b.re), unit(b.im));
        return C::new(0.0 * (a.re * c + a.im * d), 0.0 * (a.im * c - a.re * d));
    }
    if b.re.abs() >= b.im.abs() {
        let ratio = b.im / b.re;
        let below = b.re + b.im * ratio;
        C::new((a.re + a.im * ratio) / below, (a.im - a.re * ratio) / below)
    } else {
        let ratio = b.re / b.im;
        let below = b.re * ratio + b.im;
        C::new((a.re * ratio + a.im) / below, (a.im * ratio - a.re) / below)
    }
}
