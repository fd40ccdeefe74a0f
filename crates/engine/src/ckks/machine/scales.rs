//! Corrects scales that have drifted apart, where that is free.
//!
//! Primes of one size differ by about 1e-6. A product is divided by a prime, so its scale is off by that much;
//! the square of such a value is off by twice that, and so on: a composition of polynomials drifts by a
//! percent. A value that meets another one at a lower level loses a level anyway. It does so by a
//! multiplication with a number and a rescaling, and the number is chosen such that the scales become equal.

use std::rc::Rc;

use super::{Backend, Binary, Cipher, Machine, ResultPlace, Start, Timed};
use crate::EngineError;
use crate::ckks::backend::Handle;

/// Scales with a smaller relative difference are treated as equal.
const SAME: f64 = 1e-9;

/// The largest relative change of a scale. A larger difference is not drift, but that of a product that was not
/// rescaled.
const MOST: f64 = 0.5;

impl<B: Backend> Machine<B> {
    /// Both values, the one at the higher level brought to the level and scale of the other.
    pub(super) fn meet(
        &mut self,
        a: Rc<Cipher>,
        b: Rc<Cipher>,
    ) -> Result<(Rc<Cipher>, Rc<Cipher>), EngineError> {
        let ((la, sa), (lb, sb)) = ((a.level, a.scale), (b.level, b.scale));
        if la > lb { Ok((self.matched(a, lb, sb)?, b)) } else { Ok((a, self.matched(b, la, sa)?)) }
    }

    /// Both factors, the one at the higher level adjusted such that the rescaled product has the scale of
    /// inputs.
    pub(super) fn meet_as_factors(
        &mut self,
        a: Rc<Cipher>,
        b: Rc<Cipher>,
    ) -> Result<(Rc<Cipher>, Rc<Cipher>), EngineError> {
        let level = a.level.min(b.level);
        let product = self.scale * self.moduli[level as usize] as f64;
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
        let number = self.one(above, factor as u64)?;
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

    /// A plaintext of ones at a scale.
    fn one(&mut self, level: u32, scale: u64) -> Result<Handle, EngineError> {
        if let Some(&one) = self.ones.get(&(level, scale)) {
            return Ok(one);
        }
        let one = self.encode(&vec![1.0; self.slots], level, scale)?;
        self.ones.insert((level, scale), one);
        Ok(one)
    }

    /// Deletes the plaintexts of ones.
    pub(super) fn forget_ones(&mut self) {
        let ones = std::mem::take(&mut self.ones);
        ones.into_values().for_each(|one| self.backend.delete_plain(one));
    }
}
