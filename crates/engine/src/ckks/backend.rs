//! The operations that a CKKS library provides to [`super::machine`].

use super::split::Ratio;
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

/// The keys of rotations by powers of two, which the library makes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unasked {
    /// They are made.
    Made,
    /// They are not made, and single rotations are not possible: only linear maps.
    Prevented,
}

/// A CKKS library. The caller never requests an operation that the library does not support.
pub(super) trait Backend {
    /// Creates a scheme with its keys; returns the primes of the modulus.
    fn make_scheme(&mut self, scheme: &Scheme, unasked: Unasked) -> Vec<u64>;
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
    /// Encodes a linear map: the values of each diagonal follow those of the one before. Their scale is the prime of
    /// the level.
    fn make_map(&mut self, steps: &[u32], values: &[f32], level: u32, ratio: Ratio) -> Handle;
    fn delete_map(&mut self, map: Handle);
    /// The elements of the Galois group whose keys a map needs.
    fn map_keys(&mut self, map: Handle) -> Vec<u32>;
    /// Applies a map. The scale of the result is that of the operand times that of the map.
    fn apply_map(&mut self, map: Handle, cipher: Handle) -> Handle;
    fn make_map_key(&mut self, element: u32);
    /// Makes a key and passes its bytes on, without keeping it.
    fn save_map_key(&mut self, element: u32, write: &mut dyn FnMut(&[u8]));
    fn load_map_key(&mut self, element: u32, bytes: &[u8]);
    /// Removes all keys of maps.
    fn remove_map_keys(&mut self);
}
