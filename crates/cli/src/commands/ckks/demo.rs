//! The CKKS example of `partita demo`.

use partita::Error;
use partita::ckks::{self, CostTable, Passes, PlanOptions, Simulated, relative_error};
use partita::report::{LoweredBrief, PlanView, View as _};

use super::load::Planned;
use crate::ckks_args::Minimise;
use crate::commands::demo::Verdict;
use crate::flags::with_flags;
use crate::progress;

/// The name of the network in the output.
const MODEL: &str = "examples/mnist.toml";

/// Slots per ciphertext in a ring of degree 2^13.
const SLOTS: usize = 4096;

/// Plans a network, writes it as loops and as a slot program, runs the program, and compares with the plain
/// network.
pub(in crate::commands) fn judge_ckks_example(text: &str) -> Verdict {
    judged(text).unwrap_or_else(|error| Verdict::failed(format!("{error}\n")))
}

fn judged(text: &str) -> Result<Verdict, Error> {
    let network = ckks::read_network(text)?.with_seeded_weights(0)?;
    let options = PlanOptions::default().explain(true);
    let plan = ckks::plan(&network, SLOTS, &options)?;
    let bootstraps = plan.without_bootstraps();
    let planned = Planned {
        network: &network,
        plan,
        bootstraps,
        costs: CostTable::default(),
        minimised: Minimise::Rotations,
    };
    let ring = ckks::ring_of_plan(&ckks::Ring::default(), &planned.plan, &planned.bootstraps)?;
    let described = PlanView::new(planned.parts(MODEL), ring)?;
    let Planned { network, plan, bootstraps, .. } = &planned;
    let loops = plan.loops(network)?;
    let passes = Passes::default().optimise(false);
    let program = ckks::lower(network, plan, bootstraps, &passes)?;
    let lowered = &program.lowered;
    let input = network.seeded_input(0);
    let Simulated { values: made, counters } = program.simulate(&input, &mut progress::TerminalWatch)?;
    let is_equal = relative_error(network, &made, &network.run(&input)?) <= 1e-9;
    let rotations = plan.rotations();
    let is_counted = counters.rotations == rotations && loops.rotations() == rotations as u64;
    let brief = LoweredBrief {
        layers: network.layers.len(),
        slots: SLOTS,
        planned: rotations,
        levels: plan.depth(),
        loops: loops.shards.len(),
        steps: lowered.program.steps.len(),
        rotations: counters.rotations,
        values: made.len(),
        equal: is_equal,
    };
    let shown = brief.render();
    let files = vec![
        (".toml".to_string(), text.to_string()),
        (".html".to_string(), with_flags(&described.html()).into_owned()),
        (".loops".to_string(), loops.to_string()),
        (".plan".to_string(), plan.text(network).to_string()),
        (".slots".to_string(), lowered.listing(network).to_string()),
    ];
    let details = format!("{shown}\n{}", with_flags(&described.text()));
    Ok(Verdict { pass: is_equal && is_counted, shown, details, files })
}
