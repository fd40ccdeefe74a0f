//! One scale for all values of a level, so that sums are exact.
//!
//! Primes of one size differ by about 1e-6. A product of two values is divided by a prime, so its scale is off
//! by that much; the square of such a value is off by twice that, and so on. The scale of a level is therefore
//! the one for which the rescaled product of two values has the scale of the next level. Then both sides of every
//! sum have one scale, whatever they are products of. Computed from level 0 upwards, the scales stay as close to
//! each other as the primes are.
//!
//! A value that meets another one at a lower level loses levels anyway. It does so by a multiplication with a
//! number and a rescaling; the number is chosen such that the scale becomes that of the level.

use std::rc::Rc;

use super::{Backend, Binary, Cipher, Machine, ResultPlace, Start, Timed};
use crate::EngineError;
use crate::ckks::backend::Handle;

/// Scales with a smaller relative difference are treated as equal.
const SAME: f64 = 1e-9;

/// The largest relative change of a scale. A larger difference is not drift, but that of a product that was not
/// rescaled.
const MOST: f64 = 0.5;

/// The scale of each level: the geometric mean of that of the level below and the prime that rescaling divides
/// by. They are integers, as the library requires for encoding.
pub(super) fn by_level(lowest: f64, moduli: &[u64]) -> Vec<f64> {
    let mut scales = vec![lowest];
    for &prime in moduli.iter().skip(1) {
        let below = scales[scales.len() - 1];
        scales.push((below * prime as f64).sqrt().round());
    }
    scales
}

impl<B: Backend> Machine<B> {
    /// The scale of a product that becomes a value of the next level by rescaling.
    pub(super) fn product_scale(&self, level: u32) -> f64 {
        let below = self.scales[level.saturating_sub(1) as usize];
        below * self.moduli[level as usize] as f64
    }

    /// The scale at a lower level of a value, or of a product that is not rescaled.
    pub(super) fn lowered_scale(&self, level: u32, scale: f64, to: u32) -> f64 {
        let here = self.scales[level as usize];
        if scale > here * here.sqrt() { self.product_scale(to) } else { self.scales[to as usize] }
    }

    /// A bootstrapped value, with the scale of its level. The library returns the scale of its parameters, and the sum
    /// of all copies of a value. It reads values by the scale that the operand claims to have, so that makes up for
    /// both.
    pub(super) fn bootstrapped(&mut self, a: &Cipher, period: usize) -> Handle {
        let (lowest, highest) = (self.scales[0], self.scales[self.scales.len() - 1]);
        let copies = (self.slots / period) as f64;
        self.backend.set_scale(a.handle, (a.scale * (lowest / highest) * copies).round() as u64);
        let handle = self.backend.bootstrap(a.handle, period);
        self.backend.set_scale(a.handle, a.scale as u64);
        let level = self.backend.level(handle) as usize;
        self.backend.set_scale(handle, self.scales[level] as u64);
        handle
    }

    /// Both values, the one at the higher level brought to the level and scale of the other.
    pub(super) fn meet(
        &mut self,
        a: Rc<Cipher>,
        b: Rc<Cipher>,
    ) -> Result<(Rc<Cipher>, Rc<Cipher>), EngineError> {
        let ((la, sa), (lb, sb)) = ((a.level, a.scale), (b.level, b.scale));
        if la > lb { Ok((self.matched(a, lb, sb)?, b)) } else { Ok((a, self.matched(b, la, sa)?)) }
    }

    /// Both factors, the one at the higher level adjusted such that the rescaled product has the scale of its
    /// level.
    pub(super) fn meet_as_factors(
        &mut self,
        a: Rc<Cipher>,
        b: Rc<Cipher>,
    ) -> Result<(Rc<Cipher>, Rc<Cipher>), EngineError> {
        let level = a.level.min(b.level);
        let product = self.product_scale(level);
        let (for_a, for_b) = (product / b.scale, product / a.scale);
        if a.level > level {
            Ok((self.matched(a, level, for_a)?, b))
        } else {
            Ok((a, self.matched(b, level, for_b)?))
        }
    }

    /// A value at a lower level with another scale; unchanged if its scale is right or there is no room.
    pub(super) fn matched(
        &mut self,
        a: Rc<Cipher>,
        level: u32,
        scale: f64,
    ) -> Result<Rc<Cipher>, EngineError> {
        let drift = (a.scale / scale - 1.0).abs();
        if a.level <= level || !(SAME..=MOST).contains(&drift) {
            return Ok(a);
        }
        let above = level + 1;
        let prime = self.moduli[above as usize] as f64;
        let factor = (scale / a.scale * prime).round();
        if self.check_room(above, a.scale * factor).is_err() {
            return Ok(a);
        }
        let number = self.one(above, factor as u64);
        let start = Start::now();
        let high = (a.level > above).then(|| self.dropped(a.handle, above));
        let handle =
            self.backend.binary(Binary::MulPlain, ResultPlace::New, high.unwrap_or(a.handle), number);
        self.backend.rescale(handle);
        self.stats.add(Timed::Drop, a.level, start.elapsed());
        high.into_iter().for_each(|high| self.backend.delete(high));
        let scale = a.scale * factor / prime;
        self.release(a);
        Ok(Rc::new(Cipher { handle, level, scale }))
    }

    /// A plaintext of ones at a scale. There are few of them, for pairs of levels, so they are kept between runs.
    fn one(&mut self, level: u32, scale: u64) -> Handle {
        let Self { backend, ones, slots, .. } = self;
        *ones.entry((level, scale)).or_insert_with(|| backend.encode(&vec![1.0; *slots], level, scale))
    }
}
