//! Registers of ciphertexts, and the rules that the library does not enforce.
//!
//! The library creates keys that were not requested, adds values of different scales as if they were equal,
//! does nothing if no level is left, and panics if a level is too high. All of these are errors here, with a
//! message.

mod maps;
mod scales;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::backend::{Backend, Binary, Handle, ResultPlace, Scheme, Unasked};
use super::clock::Start;
use super::error::CkksTrouble;
use super::key_file::KeyFile;
use super::stats::{Stats, Timed};
use super::stream::{Action, MapId, Op, PlainId, Reg};
use super::wiped::Values;
use super::wire::LastOp;
use crate::EngineError;
use maps::{Map, MapKeys, Stored};

/// A ciphertext and its level and scale.
#[derive(Debug)]
struct Cipher {
    handle: Handle,
    level: u32,
    scale: f64,
}

/// The values of a plaintext, and its encoded forms.
struct Plain {
    values: Values,
    /// By level and scale.
    encoded: BTreeMap<(u32, u64), Handle>,
}

/// The largest relative difference between the scales of two summands. Values have the scale of their level
/// exactly, except where a level had no room to correct one; the error of a sum is of this size then.
const MAX_DRIFT: f64 = 1e-5;

/// A scheme with registers.
pub(super) struct Machine<B> {
    backend: B,
    slots: usize,
    /// The scale of values that do not have to be rescaled, by level.
    scales: Vec<f64>,
    moduli: Vec<u64>,
    /// Bits of the modulus at each level.
    modulus_bits: Vec<f64>,
    keys: BTreeSet<u32>,
    /// The period of values that can be bootstrapped, if there are keys for it.
    bootstrap_period: Option<usize>,
    registers: BTreeMap<Reg, Rc<Cipher>>,
    plains: BTreeMap<PlainId, Plain>,
    maps: BTreeMap<MapId, Map>,
    map_keys: MapKeys,
    /// Plaintexts of zeros by level; adding one drops levels.
    zeros: BTreeMap<u32, Handle>,
    /// Plaintexts of ones by level and scale; multiplying by one changes a scale.
    ones: BTreeMap<(u32, u64), Handle>,
    stats: Stats,
}

fn fault<T>(kind: CkksTrouble, message: impl Into<String>) -> Result<T, EngineError> {
    Err(EngineError::ckks(kind, message))
}

impl<B: Backend> Machine<B> {
    /// Creates a scheme and its keys.
    pub(super) fn new(mut backend: B, scheme: &Scheme) -> Self {
        let moduli = backend.make_scheme(scheme, Unasked::Made);
        Self::with_keys(backend, scheme, moduli, MapKeys::default())
    }

    /// Creates a scheme whose rotation keys are kept in a file, with at most this many in memory at once.
    pub(super) fn with_stored_keys(
        mut backend: B,
        scheme: &Scheme,
        most: usize,
    ) -> Result<Self, EngineError> {
        let file = KeyFile::create().map_err(|error| maps::no_file("keep", &error))?;
        let moduli = backend.make_scheme(scheme, Unasked::Prevented);
        Ok(Self::with_keys(backend, scheme, moduli, MapKeys::stored(Stored { file, most })))
    }

    fn with_keys(backend: B, scheme: &Scheme, moduli: Vec<u64>, map_keys: MapKeys) -> Self {
        let mut sum = 0.0;
        let modulus_bits = moduli.iter().map(|&prime| {
            sum += (prime as f64).log2();
            sum
        });
        Self {
            slots: 1 << (scheme.log_n - 1),
            scales: scales::by_level(f64::from(scheme.scale_bits).exp2(), &moduli),
            modulus_bits: modulus_bits.collect(),
            moduli,
            backend,
            keys: BTreeSet::new(),
            bootstrap_period: None,
            registers: BTreeMap::new(),
            plains: BTreeMap::new(),
            maps: BTreeMap::new(),
            map_keys,
            zeros: BTreeMap::new(),
            ones: BTreeMap::new(),
            stats: Stats::default(),
        }
    }

    /// The primes of the modulus.
    pub(super) fn moduli(&self) -> &[u64] {
        &self.moduli
    }

    fn top(&self) -> u32 {
        self.moduli.len() as u32 - 1
    }

    /// Creates rotation keys.
    pub(super) fn make_keys(&mut self, steps: &[u32]) -> Result<(), EngineError> {
        for &steps in steps {
            self.check_steps(steps)?;
            if steps == 0 || !self.keys.insert(steps) {
                continue;
            }
            if self.map_keys.is_stored() {
                self.make_map_keys(&[steps])?;
            } else {
                let start = Start::now();
                self.backend.make_key(steps);
                self.stats.add(Timed::Key, self.top(), start.elapsed());
            }
        }
        Ok(())
    }

    fn check_steps(&self, steps: u32) -> Result<(), EngineError> {
        if (steps as usize) < self.slots {
            return Ok(());
        }
        fault(CkksTrouble::Key, format!("cannot rotate by {steps}: there are {} slots", self.slots))
    }

    /// Creates the keys of bootstrapping, for values that repeat with a period.
    pub(super) fn make_bootstrap_keys(&mut self, p_bits: &[u32], period: u32) -> Result<(), EngineError> {
        let period = period as usize;
        if !period.is_power_of_two() || period > self.slots {
            let message =
                format!("cannot bootstrap values of period {period}: there are {} slots", self.slots);
            return fault(CkksTrouble::Key, message);
        }
        self.backend.make_bootstrap_keys(p_bits, period);
        self.bootstrap_period = Some(period);
        Ok(())
    }

    /// Stores the values of a plaintext.
    pub(super) fn set_plain(&mut self, plain: PlainId, values: Values) -> Result<(), EngineError> {
        self.check_count(&values)?;
        self.forget(plain);
        self.plains.insert(plain, Plain { values, encoded: BTreeMap::new() });
        Ok(())
    }

    /// Forgets a plaintext.
    pub(super) fn forget(&mut self, plain: PlainId) {
        if let Some(plain) = self.plains.remove(&plain) {
            plain.encoded.into_values().for_each(|handle| self.backend.delete_plain(handle));
        }
    }

    /// Encrypts values into a register.
    pub(super) fn input(&mut self, to: Reg, level: u32, values: &[f32]) -> Result<(), EngineError> {
        self.check_count(values)?;
        if level > self.top() {
            let message = format!("an input cannot be at level {level}: the highest is {}", self.top());
            return fault(CkksTrouble::Level, message);
        }
        let scale = self.scales[level as usize];
        let plain = self.encode(values, level, scale as u64)?;
        let start = Start::now();
        let handle = self.backend.encrypt(plain);
        self.stats.add(Timed::Encrypt, level, start.elapsed());
        self.backend.delete_plain(plain);
        self.set(to, Rc::new(Cipher { handle, level, scale }));
        Ok(())
    }

    /// Decrypts a register: its level and its values.
    pub(super) fn output(&mut self, from: Reg) -> Result<(u32, Values), EngineError> {
        /// The size, in bits, of the largest value that can be decrypted at a lower level.
        const READ_BITS: f64 = 45.0;
        let cipher = self.get(from)?;
        let (level, scale) = (cipher.level, cipher.scale);
        let bits = scale.log2() + READ_BITS;
        let start = Start::now();
        // Decrypting takes long in a large modulus, so levels that are not needed are dropped.
        let enough = self.modulus_bits.iter().position(|&room| room > bits);
        let low = match enough.map(|enough| enough as u32) {
            Some(enough) if enough < level => Some(self.dropped(cipher.handle, enough)),
            _ => None,
        };
        let read = low.unwrap_or(cipher.handle);
        // The scale of a product that is not rescaled does not fit; the library's own is used for it.
        if scale.log2() < 63.0 {
            self.backend.set_scale(read, scale as u64);
        }
        let values = self.backend.decrypt(read);
        self.stats.add(Timed::Decrypt, level, start.elapsed());
        low.into_iter().for_each(|low| self.backend.delete(low));
        Ok((level, values))
    }

    /// Clears the registers; returns what was done since the last call. Plaintexts remain until they are
    /// forgotten.
    pub(super) fn finish(&mut self) -> Stats {
        for cipher in std::mem::take(&mut self.registers).into_values() {
            self.release(cipher);
        }
        std::mem::take(&mut self.stats)
    }

    /// Runs ops. Errors name the index in `ops`.
    pub(super) fn run(&mut self, ops: &[LastOp]) -> Result<(), EngineError> {
        for (place, (op, last)) in ops.iter().enumerate() {
            self.step(op, *last).map_err(|error| error.at(place))?;
        }
        Ok(())
    }

    fn step(&mut self, op: &Op, last: [bool; 2]) -> Result<(), EngineError> {
        let [a, b] = op.action.operands();
        let operands = [a.map(|reg| self.get(reg)), b.map(|reg| self.get(reg))];
        for (reg, _) in [a, b].into_iter().zip(last).filter(|(_, last)| *last) {
            reg.map(|reg| self.registers.remove(&reg));
        }
        let [a, b] = operands;
        let a = a.expect("every op has an operand")?;
        let result = match (op.action, b.transpose()?) {
            (Action::Add(..), Some(b)) => self.sum(Binary::Add, a, b)?,
            (Action::Sub(..), Some(b)) => self.sum(Binary::Sub, a, b)?,
            (Action::Mul(..), Some(b)) => self.product(a, b)?,
            (Action::AddPlain(_, plain), _) => self.add_plain(a, plain)?,
            (Action::MulPlain(_, plain), _) => self.mul_plain(a, plain)?,
            (Action::Rotate(_, steps), _) => self.rotate(a, steps)?,
            (Action::Rescale(_), _) => self.rescale(a)?,
            (Action::Drop(_, level), _) => self.drop_to(a, level)?,
            (Action::Bootstrap(_), _) => self.bootstrap(a)?,
            (Action::Map(_, map), _) => self.map(a, map)?,
            (Action::Add(..) | Action::Sub(..) | Action::Mul(..), None) => {
                unreachable!("they have two operands")
            }
        };
        self.set(op.to, result);
        Ok(())
    }

    fn sum(&mut self, binary: Binary, a: Rc<Cipher>, b: Rc<Cipher>) -> Result<Rc<Cipher>, EngineError> {
        let (a, b) = self.meet(a, b)?;
        let drift = (a.scale / b.scale - 1.0).abs();
        if drift > MAX_DRIFT {
            let (a, b) = (a.scale.log2(), b.scale.log2());
            let message =
                format!("cannot add values of scales 2^{a:.3} and 2^{b:.3}; rescale products first");
            return fault(CkksTrouble::Scale, message);
        }
        let (level, scale) = (a.level.min(b.level), a.scale.max(b.scale));
        let in_place = drift == 0.0 && a.level == level;
        Ok(self.binary(Timed::Add, binary, (a, in_place), b.handle, (level, scale), Some(b)))
    }

    fn product(&mut self, a: Rc<Cipher>, b: Rc<Cipher>) -> Result<Rc<Cipher>, EngineError> {
        let (a, b) = self.meet_as_factors(a, b)?;
        let (level, scale) = (a.level.min(b.level), a.scale * b.scale);
        self.check_room(level, scale)?;
        Ok(self.binary(Timed::Mul, Binary::Mul, (a, false), b.handle, (level, scale), Some(b)))
    }

    fn add_plain(&mut self, a: Rc<Cipher>, plain: PlainId) -> Result<Rc<Cipher>, EngineError> {
        let (level, scale) = (a.level, a.scale);
        // The library multiplies the plaintext by the integer part of the quotient of both scales. A scale that
        // does not fit into a word is reached that way, by a power of two; a slightly smaller scale keeps the
        // quotient from falling below it, also if the library's scale of `a` differs by rounding.
        const ROUNDING: f64 = 1e-11;
        let shift = (scale.log2().ceil() - 61.0).max(0.0);
        let encoded = (scale / shift.exp2() * (1.0 - ROUNDING)) as u64;
        let encoded = self.encoded(plain, level, encoded)?;
        Ok(self.binary(Timed::AddPlain, Binary::AddPlain, (a, true), encoded, (level, scale), None))
    }

    fn mul_plain(&mut self, a: Rc<Cipher>, plain: PlainId) -> Result<Rc<Cipher>, EngineError> {
        /// A factor with fewer bits would be rounded too much.
        const MIN_BITS: f64 = 18.0;
        let level = a.level;
        let factor = (self.product_scale(level) / a.scale).round();
        if factor.log2() < MIN_BITS {
            let bits = a.scale.log2();
            let message =
                format!("cannot multiply a value of scale 2^{bits:.3} by a plaintext; rescale it first");
            return fault(CkksTrouble::Scale, message);
        }
        let scale = a.scale * factor;
        self.check_room(level, scale)?;
        let encoded = self.encoded(plain, level, factor as u64)?;
        Ok(self.binary(Timed::MulPlain, Binary::MulPlain, (a, true), encoded, (level, scale), None))
    }

    /// Performs an op with two operands. The left one is overwritten if this is allowed and it has no other
    /// users.
    fn binary(
        &mut self,
        timed: Timed,
        binary: Binary,
        (a, in_place): (Rc<Cipher>, bool),
        b: Handle,
        (level, scale): (u32, f64),
        held: Option<Rc<Cipher>>,
    ) -> Rc<Cipher> {
        let place = if in_place && Rc::strong_count(&a) == 1 { ResultPlace::Left } else { ResultPlace::New };
        let start = Start::now();
        let handle = self.backend.binary(binary, place, a.handle, b);
        self.stats.add(timed, level, start.elapsed());
        if place == ResultPlace::New {
            self.release(a);
        }
        held.into_iter().for_each(|held| self.release(held));
        Rc::new(Cipher { handle, level, scale })
    }

    fn rotate(&mut self, a: Rc<Cipher>, steps: i64) -> Result<Rc<Cipher>, EngineError> {
        let steps = super::stream::normal_steps(steps, self.slots);
        if steps == 0 {
            return Ok(a);
        }
        if !self.keys.contains(&steps) {
            return fault(CkksTrouble::Key, format!("missing key for the rotation by {steps}"));
        }
        let start = Start::now();
        let handle = match self.map_keys.is_stored() {
            true => self.rotated_by_map(&a, steps)?,
            false => self.backend.rotate(a.handle, steps),
        };
        self.stats.add(Timed::Rotate, a.level, start.elapsed());
        let (level, scale) = (a.level, a.scale);
        self.release(a);
        Ok(Rc::new(Cipher { handle, level, scale }))
    }

    fn rescale(&mut self, a: Rc<Cipher>) -> Result<Rc<Cipher>, EngineError> {
        let (level, scale) = (a.level, a.scale);
        if level == 0 {
            return fault(CkksTrouble::Level, "cannot rescale a value at level 0");
        }
        let scale = scale / self.moduli[level as usize] as f64;
        if scale < self.scales[level as usize - 1] / 2.0 {
            let message =
                format!("rescaling would leave a scale of 2^{:.3}; rescale only products", scale.log2());
            return fault(CkksTrouble::Scale, message);
        }
        let start = Start::now();
        let handle = match Rc::try_unwrap(a) {
            Ok(alone) => alone.handle,
            Err(shared) => {
                let copy = self.backend.copy(shared.handle);
                self.release(shared);
                copy
            }
        };
        self.backend.rescale(handle);
        self.stats.add(Timed::Rescale, level, start.elapsed());
        Ok(Rc::new(Cipher { handle, level: level - 1, scale }))
    }

    fn drop_to(&mut self, a: Rc<Cipher>, level: u32) -> Result<Rc<Cipher>, EngineError> {
        if level > a.level {
            let message = format!("a value at level {} cannot be dropped to level {level}", a.level);
            return fault(CkksTrouble::Level, message);
        }
        if level == a.level {
            return Ok(a);
        }
        let (above, scale) = (a.level, a.scale);
        self.check_room(level, scale)?;
        let a = self.matched(a, level, self.lowered_scale(above, scale, level))?;
        if a.level == level {
            return Ok(a);
        }
        let start = Start::now();
        let handle = self.dropped(a.handle, level);
        self.stats.add(Timed::Drop, above, start.elapsed());
        self.release(a);
        Ok(Rc::new(Cipher { handle, level, scale }))
    }

    /// The same polynomials at a lower level. The library has no such function, so zero at that level is added.
    fn dropped(&mut self, cipher: Handle, level: u32) -> Handle {
        /// The library gives a sum the larger scale of both, so that of zero is as small as possible.
        const SCALE: u64 = 1;
        let zero = match self.zeros.get(&level) {
            Some(&zero) => zero,
            None => {
                let zero = self.backend.encode(&vec![0.0; self.slots], level, SCALE);
                self.zeros.insert(level, zero);
                zero
            }
        };
        self.backend.binary(Binary::AddPlain, ResultPlace::New, cipher, zero)
    }

    fn bootstrap(&mut self, a: Rc<Cipher>) -> Result<Rc<Cipher>, EngineError> {
        let Some(period) = self.bootstrap_period else {
            return fault(CkksTrouble::Key, "missing keys for bootstrapping");
        };
        let scale = self.scales[a.level as usize];
        if (a.scale / scale - 1.0).abs() > MAX_DRIFT {
            let message =
                format!("cannot bootstrap a value of scale 2^{:.3}; rescale it first", a.scale.log2());
            return fault(CkksTrouble::Scale, message);
        }
        let start = Start::now();
        let handle = self.bootstrapped(&a, period);
        self.stats.add(Timed::Bootstrap, a.level, start.elapsed());
        self.release(a);
        let level = self.backend.level(handle);
        Ok(Rc::new(Cipher { handle, level, scale: self.scales[level as usize] }))
    }

    /// The encoded form of a plaintext at a level and scale.
    fn encoded(&mut self, plain: PlainId, level: u32, scale: u64) -> Result<Handle, EngineError> {
        let Some(mut found) = self.plains.remove(&plain) else {
            return fault(CkksTrouble::Stream, format!("plaintext {} has no values", plain.0));
        };
        let encoded = match found.encoded.get(&(level, scale)) {
            Some(&handle) => Ok(handle),
            None => self.encode(&found.values, level, scale),
        };
        if let Ok(handle) = encoded {
            found.encoded.insert((level, scale), handle);
        }
        self.plains.insert(plain, found);
        encoded
    }

    fn encode(&mut self, values: &[f32], level: u32, scale: u64) -> Result<Handle, EngineError> {
        self.check_size(values, level, scale as f64)?;
        let start = Start::now();
        let handle = self.backend.encode(values, level, scale);
        self.stats.add(Timed::Encode, level, start.elapsed());
        Ok(handle)
    }

    /// Checks that a plaintext fits into the modulus of a level.
    fn check_size(&self, values: &[f32], level: u32, scale: f64) -> Result<(), EngineError> {
        let largest = values.iter().fold(0.0f32, |largest, value| largest.max(value.abs()));
        if f64::from(largest).log2() + scale.log2() > self.modulus_bits[level as usize] - 1.0 {
            let message = format!("a value of {largest:e} does not fit into the modulus of level {level}");
            return fault(CkksTrouble::Level, message);
        }
        Ok(())
    }

    /// Checks that a value of a scale fits into the modulus of a level.
    fn check_room(&self, level: u32, scale: f64) -> Result<(), EngineError> {
        if scale.log2() < self.modulus_bits[level as usize] - 1.0 {
            return Ok(());
        }
        let bits = scale.log2();
        let message = format!("a value of scale 2^{bits:.0} does not fit into the modulus of level {level}");
        fault(CkksTrouble::Level, message)
    }

    fn check_count(&self, values: &[f32]) -> Result<(), EngineError> {
        if values.len() == self.slots && values.iter().all(|value| value.is_finite()) {
            return Ok(());
        }
        let message =
            format!("found {} values for {} slots, or a value that is not finite", values.len(), self.slots);
        fault(CkksTrouble::Stream, message)
    }

    fn get(&self, reg: Reg) -> Result<Rc<Cipher>, EngineError> {
        match self.registers.get(&reg) {
            Some(cipher) => Ok(Rc::clone(cipher)),
            None => fault(CkksTrouble::Stream, format!("register {} is empty", reg.0)),
        }
    }

    fn set(&mut self, to: Reg, cipher: Rc<Cipher>) {
        if let Some(old) = self.registers.insert(to, cipher) {
            self.release(old);
        }
    }

    /// Releases a ciphertext; it is deleted if it has no other users.
    fn release(&mut self, cipher: Rc<Cipher>) {
        if let Some(alone) = Rc::into_inner(cipher) {
            self.backend.delete(alone.handle);
        }
    }
}

#[cfg(test)]
mod tests;
