//! The operations that a CKKS library provides to [`super::machine`].

use super::wiped::Values;

/// A handle of a plaintext or a ciphertext in the library.
pub(super) type Handle = i32;

/// The parameters of a scheme, as the library takes them.
#[derive(Clone, Debug)]
pub(super) struct Scheme {
    pub(super) log_n: u32,
    pub(super) q_bits: Vec<u32>,
    pub(super) p_bits: Vec<u32>,
    pub(super) scale_bits: u32,
    pub(super) weight: u32,
}

/// Ops with two operands. The second operand of a plain one is a plaintext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Sub,
    Mul,
    AddPlain,
    MulPlain,
}

/// Where a result is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResultPlace {
    /// A new ciphertext.
    New,
    /// The left operand, which has no later use.
    Left,
}

/// A CKKS library. The caller never requests an operation that the library does not support.
pub(super) trait Backend {
    /// Creates a scheme with its keys; returns the primes of the modulus.
    fn make_scheme(&mut self, scheme: &Scheme) -> Vec<u64>;
    fn make_key(&mut self, steps: u32);
    fn make_bootstrap_keys(&mut self, p_bits: &[u32], slots: usize);
    fn encode(&mut self, values: &[f32], level: u32, scale: u64) -> Handle;
    fn encrypt(&mut self, plain: Handle) -> Handle;
    fn decrypt(&mut self, cipher: Handle) -> Values;
    fn delete_plain(&mut self, plain: Handle);
    fn delete(&mut self, cipher: Handle);
    fn level(&mut self, cipher: Handle) -> u32;
    /// Declares another scale of the same polynomials: the values are read accordingly.
    fn set_scale(&mut self, cipher: Handle, scale: u64);
    fn binary(&mut self, binary: Binary, place: ResultPlace, a: Handle, b: Handle) -> Handle;
    fn copy(&mut self, cipher: Handle) -> Handle;
    fn rotate(&mut self, cipher: Handle, steps: u32) -> Handle;
    /// Rescales in place.
    fn rescale(&mut self, cipher: Handle);
    fn bootstrap(&mut self, cipher: Handle, slots: usize) -> Handle;
}
