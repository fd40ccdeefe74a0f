//! Where every tensor of a network lies, chosen exactly: fewest rotations, or least time by a table of costs.
//!
//! [`plan`] considers some layouts for every tensor, prices every layer and every change of layout between them, and takes the
//! best choice of all ([`Plan::is_exact`]). A second pass places bootstraps where the fewest ciphertexts are alive
//! ([`Plan::place_bootstraps`]). [`Plan::schedule`] writes the plan as loops over ciphertexts, and [`Plan::lower`] makes the slot program of
//! these, which does exactly what the plan counts.

mod candidates;
mod levels;
mod listing;
mod loops;
mod lower;
mod objective;
mod prices;
mod problem;
mod room;
mod solve;
mod text;
mod time;

use std::collections::BTreeSet;

use partita_base::{IdVec, code};

pub use levels::{Bootstraps, Cut};
pub use listing::Listing;
pub use loops::Loops;
pub use lower::Lowered;
pub use objective::{CostRow, CostTable, Objective, Score};
pub use problem::{Given, Version, Work};
pub use text::{PlanText, parse_plan};
pub use time::Times;

use crate::layout::Layout;
use crate::linear::Cost;
use crate::network::{LayerId, Network, Strategy};
use crate::{CkksError, CkksResult};
use prices::Prices;
use problem::Problem;
use solve::{Table, solve};

/// How a plan is made.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PlanOptions {
    /// What is minimised.
    pub objective: Objective,
    /// Whether the next best layout of every layer is found too.
    pub explain: bool,
    /// Layouts that are given, as those of a plan that was printed.
    pub given: Vec<Given>,
    /// Most ciphertexts that may be alive at once.
    pub room: Option<usize>,
}

partita_base::setters! { PlanOptions { objective: Objective, explain: bool, given: Vec<Given>, room: Option<usize> } }

/// One thing that is done: a layer, a piece of one, or a change of layout.
#[derive(Clone, Debug)]
pub struct Step {
    /// The layer; for a change of layout the one whose tensor it is.
    pub layer: LayerId,
    /// What is done.
    pub work: Work,
    /// How the tensor lies before.
    pub from: Layout,
    /// How the result lies.
    pub to: Layout,
    /// What it costs.
    pub cost: Cost,
    /// The numbers of the values before and after, for lowering.
    pub(crate) variables: [usize; 2],
}

/// The best plan in which a layer makes its result in another layout.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// That layout.
    pub layout: Layout,
    /// How bad that plan is.
    pub total: Score,
}

/// The layouts of a network.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Slots of a ciphertext.
    pub slots: usize,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// How each layer makes its result.
    pub made: IdVec<LayerId, Layout>,
    /// How every tensor lies, each time it changes.
    pub layouts: Vec<Given>,
    /// How ops and tensors would be cut, before layouts were chosen.
    pub strategy: Strategy,
    /// The best plans with another layout; empty unless asked for.
    pub alternatives: IdVec<LayerId, Option<Alternative>>,
    /// How bad it is.
    pub total: Score,
    /// Whether no other choice of the considered layouts is better.
    pub is_exact: bool,
    outputs: IdVec<LayerId, usize>,
}

/// The best layouts for a network in ciphertexts of so many slots.
pub fn plan(network: &Network, slots: usize, options: &PlanOptions) -> CkksResult<Plan> {
    if !slots.is_power_of_two() || !(2..=Layout::MAX_SLOTS).contains(&slots) {
        let message = format!("{slots} slots are not a power of two up to 2^20");
        return Err(CkksError::new(code::BAD_SLOT_LAYOUT, message));
    }
    let strategy = network.analyse(slots)?.propagate(network)?;
    let problem = Problem::new(network, &strategy, slots, &options.given)?;
    let mut prices = Prices::default();
    let mut free = choose(network, &problem, &strategy, options, usize::MAX, &mut prices);
    if free.is_none() {
        prices = Prices::of_anything();
        free = choose(network, &problem, &strategy, options, usize::MAX, &mut prices);
    }
    let free = free.ok_or_else(|| impossible(network, slots))?;
    let Some(most) = options.room else { return Ok(free) };
    // No step may need more than there is; where tensors that wait make it too much, steps get less.
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
    let message = format!("no plan was found that holds at most {most} ciphertexts at once");
    Err(CkksError::new(code::CIPHERTEXT_ROOM, message).help(format!("allow {least}, or use more slots")))
}

/// The best choice in which no step holds more than `room` ciphertexts, if there is one.
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
    let best = solve(&sizes, &tables)?;
    let layout = |variable: usize| problem.domains[variable][best.values[variable]].clone();
    let steps = problem.stages.iter().map(|stage| {
        let (from, to) = (layout(stage.from), layout(stage.to));
        let cost = problem.price(network, stage, &from, &to, prices).expect("what was chosen is possible");
        let variables = [stage.from, stage.to];
        Step { layer: stage.layer, work: stage.work, from, to, cost: (*cost).clone(), variables }
    });
    let steps = steps.collect();
    let mut made = IdVec::new();
    let mut alternatives = IdVec::new();
    for id in network.layers.ids() {
        let variable = problem.made[id];
        made.push(layout(variable));
        let is_free = options.explain && sizes[variable] > 1;
        alternatives.push(
            is_free.then(|| without(&sizes, &tables, variable, best.values[variable])).flatten().map(
                |(value, total)| Alternative { layout: problem.domains[variable][value].clone(), total },
            ),
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

/// The best choice in which a variable has another value: that value and the total.
fn without(sizes: &[usize], tables: &[Table], variable: usize, value: usize) -> Option<(usize, Score)> {
    let mut tables = tables.to_vec();
    let costs = (0..sizes[variable]).map(|n| if n == value { Score::NEVER } else { Score::default() });
    tables.push(Table { variables: vec![variable], costs: costs.collect() });
    let next = solve(sizes, &tables)?;
    Some((next.values[variable], next.total))
}

fn impossible(network: &Network, slots: usize) -> CkksError {
    let pinned = network.layers.iter().find(|(_, layer)| layer.pin.is_some());
    let message = format!("no choice of layouts computes the network in ciphertexts of {slots} slots");
    let help = match pinned {
        Some((_, layer)) => {
            format!("the layout given for `{}` may not be reachable: leave it free", layer.name)
        }
        None => "use more slots".to_string(),
    };
    CkksError::new(code::NO_SLOT_LAYOUT, message).help(help)
}

impl Plan {
    /// All rotations.
    pub fn rotations(&self) -> usize {
        self.steps.iter().map(|step| step.cost.rotations).sum()
    }

    /// Rotations of convolutions, pools and changes of layout: matrix products apart, as others count.
    pub fn rotations_without_gemm(&self, network: &Network) -> usize {
        let is_gemm =
            |step: &&Step| step.work == Work::Layer && network.layers[step.layer].op.kind() == "gemm";
        self.steps.iter().filter(|step| !is_gemm(step)).map(|step| step.cost.rotations).sum()
    }

    /// Distinct rotations, each of which needs a key. Passes over the program may merge some.
    pub fn keys(&self) -> BTreeSet<u32> {
        self.steps.iter().flat_map(|step| &step.cost.keys).copied().collect()
    }

    /// Plaintext products.
    pub fn pmul(&self) -> usize {
        self.steps.iter().map(|step| step.cost.pmul).sum()
    }

    /// The steps of a layer, changes of its result not among them.
    pub fn layer_steps(&self, layer: LayerId) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.layer == layer && step.work != Work::Change)
    }

    /// The changes of layout of what a layer makes.
    pub fn changes(&self, layer: LayerId) -> impl Iterator<Item = &Step> {
        let is_change =
            move |step: &&Step| step.layer == layer && step.work == Work::Change && step.from != step.to;
        self.steps.iter().filter(is_change)
    }
}
