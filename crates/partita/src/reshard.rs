//! Redistribution plans: the cheapest collectives from one sharding of a tensor to another.

pub use partita_reshard::{
    NoPlan, Placed, Plan, PlanLimits, ReshardStep, ReshardTensor, Side, Topology, machine_links,
    plan_fewest_bytes, plan_reshard, uneven_links,
};
