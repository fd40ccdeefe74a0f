//! Which axes shard which factor of an op: the choice that takes the least time.
//!
//! A front end describes its op by its factors ([`Factors`]), by what it can do ([`Abilities`]) and by the layouts that the tensors around it
//! are available or wanted in ([`Around`]). [`place`] proposes assignments of axes to factors and asks the front end what each costs
//! ([`Pricing`]). Nothing here names an op.

mod axes;
mod factors;
mod placement;

pub use axes::{Axes, can_join, shards};
pub use factors::{DimFactors, FactorLayout, Factors, Role};
pub use placement::{Abilities, Around, Offer, Pricing, place};
