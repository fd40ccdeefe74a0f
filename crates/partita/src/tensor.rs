//! Tensor values, and NumPy files.

pub use partita_interp::{Data, Element, Tensor};
pub use partita_npy::{NpyError, npy, npz};
