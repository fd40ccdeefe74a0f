//! Redistribution plans: the cheapest sequence of collectives from any sharding of a tensor to any other.
//!
//! [`plan_reshard`] searches the graph whose nodes are the layouts of the tensor and whose edges are single
//! collectives, priced by a [`Topology`]. [`price_collective`] defines sizes, costs and memory; the README of
//! the crate states the model.

mod bound;
mod collective;
mod error;
mod granularity;
mod greedy;
mod links;
mod moves;
mod pairs;
mod plan;
mod price;
mod problem;
mod search;
mod space;
mod state;
mod sub_axes;
mod trail;
mod translate;

pub use partita_cost::{Cost, Link, Topology};

pub use collective::{AxisMove, Collective};
pub use error::NoPlan;
pub use links::{machine_links, uneven_links};
pub use pairs::source_target_pairs;
pub use plan::{Plan, ReshardStep, Side};
pub use price::{Price, link_group, moved_axes, price_collective};
pub use problem::{Placed, PlanLimits, ReshardTensor, plan_fewest_bytes, plan_reshard};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
