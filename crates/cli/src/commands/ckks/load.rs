//! Networks from the command line.

use std::path::Path;

use partita_ckks::network::{Network, builtin, layer_list};
use partita_ckks::plan::{Bootstraps, CostTable, Objective, Plan, PlanOptions, plan};

use super::refuse;
use crate::args::Common;
use crate::ckks_args::{Minimise, Network as Arguments};
use crate::{USAGE, output};

/// Slots of a ciphertext in a ring of degree 2^16.
const SLOTS: usize = 32768;

/// A network and its plan.
pub(super) struct Planned {
    pub(super) network: Network,
    pub(super) plan: Plan,
    pub(super) bootstraps: Bootstraps,
}

/// Reads a network, or prints why that cannot be done and gives the exit code.
pub(super) fn network(arguments: &Arguments, common: &Common) -> Result<Network, u8> {
    let refused = |error| refuse(&error, common);
    let activation = layer_list::activation_by_name(&arguments.activation).map_err(refused)?;
    let path = Path::new(&arguments.model);
    let ending = path.extension().and_then(|ending| ending.to_str());
    let mut network = match (builtin::by_name(&arguments.model, &activation), ending) {
        (Some(network), _) => network.map_err(refused)?,
        (None, Some("toml")) => layer_list::parse(&read(path)?).map_err(refused)?,
        (None, Some("onnx" | "textproto")) => super::super::onnx::ckks_network(path, &activation, common)?,
        _ => {
            let names = builtin::NAMES.join(", ");
            output::error(&format!(
                "{} is neither one of {names} nor a .toml or .onnx file",
                arguments.model
            ));
            return Err(USAGE);
        }
    };
    for pin in &arguments.pin {
        let Some((name, text)) = pin.split_once('=') else {
            output::error(&format!("--pin {pin} is not LAYER=LAYOUT"));
            return Err(USAGE);
        };
        let Some(layer) = network.find(name) else {
            output::error(&format!("--pin {pin}: no layer is called {name}"));
            return Err(USAGE);
        };
        network.pin(layer, layer_list::layout(text, name).map_err(refused)?).map_err(refused)?;
    }
    Ok(network)
}

fn read(path: &Path) -> Result<String, u8> {
    std::fs::read_to_string(path).map_err(|error| {
        output::error(&format!("cannot read {}: {error}", path.display()));
        USAGE
    })
}

/// Plans a network, or prints why that cannot be done and gives the exit code.
pub(super) fn planned(
    network: Network,
    arguments: &Arguments,
    explain: bool,
    default_slots: Option<usize>,
    common: &Common,
) -> Result<Planned, u8> {
    let table = match &arguments.costs {
        Some(path) => CostTable::parse(&read(path)?).map_err(|error| refuse(&error, common))?,
        None => CostTable::default(),
    };
    let objective = match arguments.minimise {
        Minimise::Rotations => Objective::Rotations,
        Minimise::Time => Objective::Time(table),
    };
    let slots = arguments.slots.or(default_slots).unwrap_or(SLOTS);
    let plan =
        plan(&network, slots, &PlanOptions { objective, explain }).map_err(|error| refuse(&error, common))?;
    let bootstraps = match arguments.levels {
        Some(levels) => plan.place_bootstraps(&network, levels).map_err(|error| refuse(&error, common))?,
        None => plan.without_bootstraps(),
    };
    Ok(Planned { network, plan, bootstraps })
}
