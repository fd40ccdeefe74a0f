//! Chooses the axes that shard each factor of an op, by estimated time.
//!
//! A front end describes its op by its factors ([`Factors`]), its capabilities ([`Abilities`]), and the layouts
//! that the tensors around it are available or wanted in ([`Around`]). [`choose_placement`] proposes
//! assignments of axes to factors and asks the front end for the cost of each ([`Pricing`]). [`place_sums`]
//! chooses where partial sums are combined. Nothing here names an op.

mod axes;
mod factors;
mod placement;
pub mod plan;
mod sums;

pub use axes::{Axes, can_join};
pub use factors::{DimFactors, FactorLayout, Factors, Role};
pub use placement::{Abilities, Around, Offer, Pricing, choose_placement};
pub use sums::{SumState, SumTensor, place_sums};
