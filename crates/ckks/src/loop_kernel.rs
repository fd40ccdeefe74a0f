//! What the bodies of loops compute: the numbers that their text omits.
//!
//! The text of a shard names blocks and counts rotations and products. The amount of each rotation and the
//! factor of each product follow from layouts and weights; a [`Kernel`] holds these for one shard.

use std::sync::Arc;

use crate::kernels::{Activation, GlobalPool, Sign};
use crate::linear::LinearMap;
use crate::program::PlaintextSource;

/// The computation in the body of one shard.
#[derive(Clone, Debug)]
pub(crate) enum Kernel {
    /// The products of a linear map, summed by output and giant step.
    Products {
        /// The map that the products belong to.
        map: Arc<LinearMap>,
        /// Whether the sums are the outputs, so that no [`Kernel::Finish`] follows.
        is_last: bool,
    },
    /// Giant steps and folds of the sums of a linear map, then a bias.
    Finish {
        /// The map whose sums are finished.
        map: Arc<LinearMap>,
        /// The bias, if any.
        bias: Option<PlaintextSource>,
    },
    /// The sum of the loaded blocks.
    Sum,
    /// The first loaded block minus the second.
    Difference,
    /// The product of the loaded blocks.
    Product,
    /// The sum over a plane, by doubling.
    Double {
        /// The rotation amounts.
        pool: GlobalPool,
        /// The factor of the sum, unless a later op applies it.
        times: Option<f64>,
    },
    /// A function of every value.
    Apply(Activation),
    /// The maximum of the loaded blocks.
    Largest(Sign),
    /// Restores the level of inputs.
    Bootstrap,
}
