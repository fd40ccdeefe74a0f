//! Chooses the slots of a plan together with the ring.

use partita_ckks::network::Network;
use partita_ckks::plan::{CostTable, Plan, PlanOptions, plan_network};
use partita_engine::ckks::CkksParams;

use super::Ring;
use crate::Error;

/// The largest ring that is tried without being asked for; its ciphertexts have 32768 slots.
const LARGEST: u32 = 16;

/// Chooses the slot layout of every tensor, and the slots of ciphertexts: all slots of the ring in which the plan takes the
/// least time by a cost table. `levels` is the number of levels of a ciphertext, if it is limited. If no ring is
/// secure without bootstraps, or the network has more levels than a ciphertext, ciphertexts have 32768 slots.
pub fn plan_with_ring(
    network: &Network,
    ring: &Ring,
    levels: Option<u32>,
    costs: &CostTable,
    options: &PlanOptions,
) -> Result<Plan, Error> {
    let slots_of = |log_n: u32| 1usize << (log_n - 1);
    if let Some(log_n) = ring.log_n {
        return Ok(plan_network(network, slots_of(log_n), options)?);
    }
    // The next best layouts take long to find, and only the chosen plan needs them.
    let trial = options.clone().explain(false);
    let largest = plan_network(network, slots_of(LARGEST), &trial)?;
    let needs_bootstraps = levels.is_some_and(|levels| (levels as usize) < largest.depth());
    let smallest = CkksParams::secure(levels.unwrap_or(largest.depth() as u32), 1);
    let mut best = (seconds(network, &largest, costs, LARGEST)?, largest.slots);
    if let (false, Ok(smallest)) = (needs_bootstraps, smallest) {
        for log_n in smallest.log_n..LARGEST {
            let Ok(plan) = plan_network(network, slots_of(log_n), &trial) else { continue };
            let depth = levels.unwrap_or(plan.depth() as u32);
            // In fewer slots a network may need more levels, and with them another ring.
            let fits = plan.depth() <= depth as usize
                && CkksParams::secure(depth, plan.slots).is_ok_and(|params| params.log_n == log_n);
            let time = seconds(network, &plan, costs, log_n)?;
            if fits && time < best.0 {
                best = (time, plan.slots);
            }
        }
    }
    if best.1 == largest.slots && !options.explain {
        return Ok(largest);
    }
    Ok(plan_network(network, best.1, options)?)
}

/// The time of a plan in a ring: that of the table's ring, times the work of transforms in this one.
fn seconds(network: &Network, plan: &Plan, costs: &CostTable, log_n: u32) -> Result<f64, Error> {
    let times = plan.milliseconds(network, &plan.without_bootstraps(), costs)?;
    Ok(times.total() / 1000.0 * ring_work(log_n) / ring_work(costs.log_n))
}

/// What ops of a ring cost in relation to those of others: nearly all of it is number-theoretic transforms.
pub(super) fn ring_work(log_n: u32) -> f64 {
    f64::from(log_n) * f64::from(log_n).exp2()
}
