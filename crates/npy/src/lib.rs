//! Tensors as NumPy files: [`npy`] is one tensor, [`npz`] an archive of several. [`safetensors`] has the headers of another format.
//!
//! Pure functions on bytes: the caller reads and writes the files.

mod error;
pub mod npy;
pub mod npz;
pub mod safetensors;

pub use error::NpyError;
