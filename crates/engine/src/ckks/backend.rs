//! What a library of CKKS does for [`super::machine`].

use super::wiped::Values;

/// The number of a plaintext or a ciphertext.
pub(super) type Handle = i32;

/// What the library is asked to make.
#[derive(Clone, Debug)]
pub(super) struct Scheme {
    pub(super) log_n: u32,
    pub(super) q_bits: Vec<u32>,
    pub(super) p_bits: Vec<u32>,
    pub(super) scale_bits: u32,
    pub(super) weight: u32,
}

/// Ops of two operands. The second of a plain one is a plaintext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Sub,
    Mul,
    AddPlain,
    MulPlain,
}

/// Where a result goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResultPlace {
    /// A new ciphertext.
    New,
    /// The left operand, which is not needed any more.
    Left,
}

/// What the library does. It is told nothing that it cannot do.
pub(super) trait Backend {
    /// Makes a scheme with its keys; returns the primes of the modulus.
    fn make_scheme(&mut self, scheme: &Scheme) -> Vec<u64>;
    fn make_key(&mut self, steps: u32);
    fn make_bootstrap_keys(&mut self, p_bits: &[u32], slots: usize);
    fn encode(&mut self, values: &[f32], level: u32, scale: u64) -> Handle;
    fn encrypt(&mut self, plain: Handle) -> Handle;
    fn decrypt(&mut self, cipher: Handle) -> Values;
    fn delete_plain(&mut self, plain: Handle);
    fn delete(&mut self, cipher: Handle);
    fn level(&mut self, cipher: Handle) -> u32;
    /// The scale; the largest number where it does not fit.
    fn scale(&mut self, cipher: Handle) -> u64;
    fn binary(&mut self, binary: Binary, place: ResultPlace, a: Handle, b: Handle) -> Handle;
    fn copy(&mut self, cipher: Handle) -> Handle;
    fn rotate(&mut self, cipher: Handle, steps: u32) -> Handle;
    /// In place.
    fn rescale(&mut self, cipher: Handle);
    fn bootstrap(&mut self, cipher: Handle, slots: usize) -> Handle;
}
