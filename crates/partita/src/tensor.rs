//! Values of tensors, and NumPy's files of them.

pub use partita_interp::{Data, Element, Tensor};
pub use partita_npy::{npy, npz};
