//! Tensors as NumPy files: [`npy`] is one tensor, [`npz`] an archive of several. [`safetensors`] has the headers of another format.
//!
//! Pure functions on bytes: the caller reads and writes the files.

pub mod npy;
pub mod npz;
pub mod safetensors;
