//! What the bodies of loops compute: the numbers that their text leaves out.
//!
//! The text of a shard names blocks, and counts rotations and products. By how much a rotation turns and what a product is with
//! follows from layouts and weights; a [`Kernel`] holds these for one shard.

use std::sync::Arc;

use crate::kernels::{Activation, GlobalPool, Sign};
use crate::linear::LinearMap;
use crate::program::Source;

/// What the body of one shard computes.
#[derive(Clone, Debug)]
pub(crate) enum Kernel {
    /// The products of a linear map, added up by output and giant step.
    Products {
        /// The map.
        map: Arc<LinearMap>,
        /// Whether the sums are the outputs: no [`Kernel::Finish`] follows.
        is_last: bool,
    },
    /// Giant steps and folds of the sums of a linear map, and then a bias.
    Finish {
        /// The map.
        map: Arc<LinearMap>,
        /// What is added.
        bias: Option<Source>,
    },
    /// The sum of the blocks that are loaded.
    Sum,
    /// The sum over a plane, by doubling.
    Double {
        /// By how much.
        pool: GlobalPool,
        /// What the sum is multiplied with, unless a later op does it.
        times: Option<f64>,
    },
    /// A function of every value.
    Apply(Activation),
    /// The largest of the blocks that are loaded.
    Largest(Sign),
    /// The same at the level of inputs.
    Bootstrap,
}
