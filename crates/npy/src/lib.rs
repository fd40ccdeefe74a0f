//! Tensors as NumPy files: [`npy`] is one tensor, [`npz`] an archive of several.
//!
//! Pure functions on bytes: the caller reads and writes the files.

pub mod npy;
pub mod npz;
