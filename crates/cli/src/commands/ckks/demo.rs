//! The example of CKKS in `partita demo`.

use partita_ckks::network::layer_list;
use partita_ckks::plan::{PlanOptions, plan};
use partita_ckks::{CkksResult, simulate};

use super::load::Planned;
use super::plan::Described;
use super::simulate::relative_error;
use crate::ckks_args::Minimise;
use crate::commands::demo::Verdict;

/// Slots of a ciphertext in a ring of degree 2^13.
const SLOTS: usize = 4096;

/// Plans a network, writes it as loops and as a slot program, and runs that against the plain network.
pub(in crate::commands) fn judge(text: &str) -> Verdict {
    judged(text).unwrap_or_else(|error| Verdict::failed(format!("{error}\n")))
}

fn judged(text: &str) -> CkksResult<Verdict> {
    let network = layer_list::parse(text)?.with_seeded_weights(0)?;
    let options = PlanOptions { explain: true, ..PlanOptions::default() };
    let plan = plan(&network, SLOTS, &options)?;
    let bootstraps = plan.without_bootstraps();
    let planned = Planned { network: &network, plan, bootstraps };
    let described = Described::new(&planned, Minimise::Rotations);
    let Planned { network, plan, bootstraps } = &planned;
    let loops = plan.loops(network)?;
    let lowered = plan.lower(network, bootstraps)?;
    let input = network.seeded_input(0);
    let packed = lowered.pack(&input)?;
    let (slots, counters) = simulate(&lowered.program, &lowered.sources, &packed, None)?;
    let made = lowered.unpack(&slots)?;
    let is_equal = relative_error(network, &made, &network.run(&input)?) <= 1e-9;
    let rotations = plan.rotations();
    let is_counted = counters.rotations == rotations && loops.rotations() == rotations as u64;
    let shown = format!(
        "{} layers, ciphertexts of {SLOTS} slots; planned: {rotations} rotations, {} levels\n\
         {} loops and {} steps; simulated: {} rotations, {} values {}\n",
        network.layers.len(),
        plan.depth(),
        loops.shards.len(),
        lowered.program.steps.len(),
        counters.rotations,
        made.len(),
        if is_equal { "equal" } else { "different" },
    );
    let files = vec![
        (".toml".to_string(), text.to_string()),
        (".html".to_string(), described.html("examples/mnist.toml")),
        (".loops".to_string(), loops.to_string()),
        (".plan".to_string(), plan.text(network).to_string()),
        (".slots".to_string(), lowered.listing(network).to_string()),
    ];
    let details = format!("{shown}\n{}", described.text());
    Ok(Verdict { pass: is_equal && is_counted, shown, details, files })
}
