//! Redistribution plans: from any sharding of a tensor to any other as the cheapest sequence of collectives.
//!
//! [`plan`] searches the graph whose nodes are the ways to lay the tensor out and whose edges are single
//! collectives, priced by a [`Topology`]. Sizes, prices and memory are as [`price`] counts them; the README of
//! the crate states the model.

mod bound;
mod collective;
mod cut;
mod error;
mod greedy;
mod moves;
mod pairs;
mod parts;
mod plan;
mod price;
mod problem;
mod search;
mod space;
mod state;
mod trail;
mod translate;

pub use partita_cost::{Cost, Link, Topology};

pub use collective::{AxisMove, Collective};
pub use error::NoPlan;
pub use pairs::source_target_pairs;
pub use plan::{Plan, Side, Step};
pub use price::{Price, price};
pub use problem::{Limits, Placed, Tensor, plan};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
