//! Kernels that consist of more than one linear map.

mod activation;
mod cells;
mod interval;
mod max_pool;
mod minimax;
mod polynomial;
mod pool;
mod repack;
mod smooth;

pub use activation::{Activation, lower_activation, residual_add, scale_ciphertexts};
pub(crate) use activation::{differences, products};
pub use cells::{CellConv, Rolls};
pub use interval::{Interval, IntervalFunction};
pub(crate) use max_pool::max_by_tournament;
pub use max_pool::{MaxPool, lower_max_pool};
pub use minimax::{Sign, minimax_sign};
pub use polynomial::{Polynomial, evaluate_polynomial};
pub use pool::GlobalPool;
pub(crate) use repack::intermediate_layouts;
pub use repack::{Repack, cheapest_repack};
pub use smooth::{Function, Smooth};
