//! Chooses the slot layout of every tensor of a network: exactly, for the fewest rotations or the least time by
//! a cost table.
//!
//! [`plan_network`] considers some layouts for every tensor, prices every layer and every repacking between them, and
//! takes the best combination ([`Plan::is_exact`]). A second pass places bootstraps where the fewest
//! ciphertexts are live ([`Plan::place_bootstraps`]). [`Plan::schedule`] writes the plan as loops over
//! ciphertexts, and [`Plan::lower`] turns these into the slot program, which does exactly what the plan counts.

mod candidates;
mod levels;
mod listing;
mod loops;
mod lower;
mod marginals;
mod objective;
mod prices;
mod problem;
mod room;
mod solve;
mod text;
mod time;

use std::collections::BTreeSet;

use partita_base::{IdVec, code};

pub use levels::{BootstrapPoint, Bootstraps, InnerBootstraps};
pub use listing::Listing;
pub use loops::Loops;
pub use lower::Lowered;
pub use objective::{CostRow, CostTable, Objective, Score};
pub use problem::{Given, Version, Work};
pub use text::{PlanText, parse_plan};
pub use time::Times;

use crate::linear::Cost;
use crate::network::{LayerId, Network, Strategy};
use crate::slot_layout::SlotLayout;
use crate::{CkksError, CkksResult};
use marginals::marginals;
use prices::Prices;
use problem::Problem;
use solve::{Table, solve_tables};

/// How a network is planned. Take the default and set what differs.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PlanOptions {
    /// What is minimised.
    pub objective: Objective,
    /// Whether the next best layout of every layer is also computed.
    pub explain: bool,
    /// Required layouts, such as those of a printed plan.
    pub given: Vec<Given>,
    /// The most ciphertexts that may be live at once.
    pub room: Option<usize>,
}

partita_base::setters! { PlanOptions { objective: Objective, explain: bool, given: Vec<Given>, room: Option<usize> } }

/// One step of a plan: a layer, an operand of a concatenation, or a repacking.
#[derive(Clone, Debug)]
pub struct PlanStep {
    /// The layer; for a repacking, the one whose result is repacked.
    pub layer: LayerId,
    /// The kind of step.
    pub work: Work,
    /// The layout before the step.
    pub from: SlotLayout,
    /// The layout of the result.
    pub to: SlotLayout,
    /// The operation counts.
    pub cost: Cost,
    /// The variables before and after the step, for lowering.
    pub(crate) variables: [usize; 2],
}

/// The best plan in which a layer's result has another layout.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The other layout.
    pub layout: SlotLayout,
    /// The score of that plan.
    pub total: Score,
}

/// The slot layouts of all tensors of a network, and the steps between them.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Slots per ciphertext.
    pub slots: usize,
    /// The steps, in order of execution.
    pub steps: Vec<PlanStep>,
    /// The layout in which each layer computes its result.
    pub made: IdVec<LayerId, SlotLayout>,
    /// The layout of every tensor, at each time it changes.
    pub layouts: Vec<Given>,
    /// The shardings of ops and tensors before layouts were chosen.
    pub strategy: Strategy,
    /// The best plans with another layout; empty unless requested.
    pub alternatives: IdVec<LayerId, Option<Alternative>>,
    /// The score of the plan.
    pub total: Score,
    /// Whether no other combination of the considered layouts is better.
    pub is_exact: bool,
    outputs: IdVec<LayerId, usize>,
}

/// Chooses the best layouts for a network in ciphertexts of this many slots.
pub fn plan_network(network: &Network, slots: usize, options: &PlanOptions) -> CkksResult<Plan> {
    if !slots.is_power_of_two() || !(2..=SlotLayout::MAX_SLOTS).contains(&slots) {
        let message = format!("expected a power of two up to 2^20 slots, found {slots}");
        return Err(CkksError::new(code::BAD_SLOT_LAYOUT, message));
    }
    let strategy = network.analyse(slots)?.propagate(network)?;
    let problem = Problem::new(network, &strategy, slots, &options.given)?;
    let mut prices = Prices::of(network);
    let mut free = choose(network, &problem, &strategy, options, usize::MAX, &mut prices);
    if free.is_none() {
        prices = Prices::of_anything();
        free = choose(network, &problem, &strategy, options, usize::MAX, &mut prices);
    }
    let free = free.ok_or_else(|| impossible(network, slots))?;
    let Some(most) = options.room else { return Ok(free) };
    // No step may hold more than `most` ciphertexts. If waiting tensors make it too many in all, the limit per
    // step is lowered.
    let (mut room, mut least) = (most, free.peak());
    while let Some(mut plan) = choose(network, &problem, &strategy, options, room, &mut prices) {
        let peak = plan.peak();
        plan.is_exact &= room == most;
        if peak <= most {
            return Ok(plan);
        }
        least = least.min(peak);
        let Some(left) = room.checked_sub(peak - most) else { break };
        room = left;
    }
    let message = format!("no plan with at most {most} live ciphertexts was found");
    Err(CkksError::new(code::CIPHERTEXT_ROOM, message).help(format!("allow {least}, or use more slots")))
}

/// The best combination in which no step holds more than `room` ciphertexts, if there is one.
fn choose(
    network: &Network,
    problem: &Problem,
    strategy: &Strategy,
    options: &PlanOptions,
    room: usize,
    prices: &mut Prices,
) -> Option<Plan> {
    let tables = problem.tables(network, &options.objective, room, prices);
    let sizes: Vec<usize> = problem.domains.iter().map(Vec::len).collect();
    let best = solve_tables(&sizes, &tables)?;
    let layout = |variable: usize| problem.domains[variable][best.values[variable]].clone();
    let steps = problem.stages.iter().map(|stage| {
        let (from, to) = (layout(stage.from), layout(stage.to));
        let cost = problem.price(network, stage, &from, &to, prices).expect("what was chosen is possible");
        let variables = [stage.from, stage.to];
        PlanStep { layer: stage.layer, work: stage.work, from, to, cost: (*cost).clone(), variables }
    });
    let steps = steps.collect();
    let scores = if options.explain && best.is_exact { marginals(&sizes, &tables) } else { None };
    let mut made = IdVec::new();
    let mut alternatives = IdVec::new();
    for id in network.layers.ids() {
        let variable = problem.made[id];
        made.push(layout(variable));
        let is_free = options.explain && sizes[variable] > 1;
        let chosen = best.values[variable];
        let next = is_free.then(|| match &scores {
            Some(scores) => next_best(&scores[variable], chosen),
            None => without(&sizes, &tables, variable, chosen),
        });
        alternatives.push(
            next.flatten().map(|(value, total)| Alternative {
                layout: problem.domains[variable][value].clone(),
                total,
            }),
        );
    }
    let layouts = problem.names.iter().enumerate().map(|(variable, &(layer, version))| Given {
        layer,
        version,
        layout: layout(variable),
    });
    Some(Plan {
        slots: made[network.input()].slots(),
        steps,
        layouts: layouts.collect(),
        made,
        strategy: strategy.clone(),
        alternatives,
        total: best.total,
        is_exact: best.is_exact,
        outputs: problem.made.clone(),
    })
}

/// The best other value of a variable and its score.
fn next_best(scores: &[Score], chosen: usize) -> Option<(usize, Score)> {
    let others = scores.iter().copied().enumerate().filter(|&(value, _)| value != chosen);
    others.filter(|(_, score)| *score != Score::NEVER).min_by_key(|&(value, score)| (score, value))
}

/// The best combination in which a variable has another value: that value and the score. For graphs that are not
/// solved exactly.
fn without(sizes: &[usize], tables: &[Table], variable: usize, value: usize) -> Option<(usize, Score)> {
    let mut tables = tables.to_vec();
    let costs = (0..sizes[variable]).map(|n| if n == value { Score::NEVER } else { Score::default() });
    tables.push(Table { variables: vec![variable], costs: costs.collect() });
    let next = solve_tables(sizes, &tables)?;
    Some((next.values[variable], next.total))
}

fn impossible(network: &Network, slots: usize) -> CkksError {
    let pinned = network.layers.iter().find(|(_, layer)| layer.pin.is_some());
    let message = format!("no choice of layouts computes the network in ciphertexts of {slots} slots");
    let help = match pinned {
        Some((_, layer)) => {
            format!("the layout required for `{}` may not be reachable: remove the requirement", layer.name)
        }
        None => "use more slots".to_string(),
    };
    CkksError::new(code::NO_SLOT_LAYOUT, message).help(help)
}

impl Plan {
    /// All rotations of the plan.
    pub fn rotations(&self) -> usize {
        self.steps.iter().map(|step| step.cost.rotations).sum()
    }

    /// The rotations of convolutions, pools and repackings, without matrix products, as published figures
    /// count.
    pub fn rotations_without_gemm(&self, network: &Network) -> usize {
        let is_gemm =
            |step: &&PlanStep| step.work == Work::Layer && network.layers[step.layer].op.kind() == "gemm";
        self.steps.iter().filter(|step| !is_gemm(step)).map(|step| step.cost.rotations).sum()
    }

    /// The distinct amounts of rotations, each of which needs a key. Passes over the program may merge some.
    pub fn keys(&self) -> BTreeSet<u32> {
        self.steps.iter().flat_map(|step| &step.cost.keys).copied().collect()
    }

    /// The number of plaintext products.
    pub fn pmul(&self) -> usize {
        self.steps.iter().map(|step| step.cost.pmul).sum()
    }

    /// The steps of a layer, without repackings of its result.
    pub fn layer_steps(&self, layer: LayerId) -> impl Iterator<Item = &PlanStep> {
        self.steps.iter().filter(move |step| step.layer == layer && step.work != Work::Change)
    }

    /// The repackings of a layer's result.
    pub fn changes(&self, layer: LayerId) -> impl Iterator<Item = &PlanStep> {
        let is_change =
            move |step: &&PlanStep| step.layer == layer && step.work == Work::Change && step.from != step.to;
        self.steps.iter().filter(is_change)
    }
}
