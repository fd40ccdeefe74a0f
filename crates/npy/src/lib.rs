//! Tensors as NumPy's files: [`npy`] is one tensor, [`npz`] an archive of several.
//!
//! Pure functions on bytes: whoever calls them reads and writes the files.

pub mod npy;
pub mod npz;
