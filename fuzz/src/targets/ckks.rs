//! Networks on ciphertexts, and the texts of their stages.

use std::sync::OnceLock;

use partita::ckks::deploy::CompiledModel;
use partita::ckks::{self, CostTable, Lowered, Network, Objective, Passes, PlanOptions};
use partita_base::{Cursor, Sha256};
use partita_ckks::SlotLayout;
use partita_ckks::loop_form::LoopForm;
use partita_ckks::plan::parse_plan;
use partita_ckks::sharding::ShardingMap;

use super::{Broken, Checked, text};

/// Values and layers of the networks that are planned: more is slow and shows nothing else.
const MAX_VALUES: usize = 2048;
const MAX_LAYERS: usize = 8;

/// Slots of a ciphertext, few enough that tensors take several.
pub(crate) const SLOTS: usize = 64;

/// Small, with a branch, so that plans have every kind of line.
const NETWORK_TEXT: &str = r#"
input = [2, 6, 6]
[[layer]]
op = "conv"
name = "a"
features = 4
kernel = 3
pad = 1
[[layer]]
op = "activation"
[[layer]]
op = "conv"
name = "b"
features = 2
kernel = 3
pad = 1
[[layer]]
op = "add"
of = ["b", "input"]
"#;

/// The network that texts of plans and programs are read beside.
pub(crate) fn network() -> &'static Network {
    static NETWORK: OnceLock<Network> = OnceLock::new();
    NETWORK.get_or_init(|| {
        let network = ckks::read_network(NETWORK_TEXT).expect("the network is valid");
        network.with_seeded_weights(0).expect("weights fit")
    })
}

/// The program of the plan computes what the network does.
pub(super) fn planned_computes_the_same(input: &[u8]) -> Checked {
    let Some(Ok(network)) = text(input).map(ckks::read_network) else { return Ok(()) };
    let is_small = |shape: &[usize; 3]| {
        shape
            .iter()
            .try_fold(1usize, |product, &size| product.checked_mul(size))
            .is_some_and(|n| n <= MAX_VALUES)
    };
    if network.layers.iter().count() > MAX_LAYERS
        || !network.layers.iter().all(|(_, layer)| is_small(&layer.shape))
    {
        return Ok(());
    }
    let Ok(network) = network.with_seeded_weights(0) else { return Ok(()) };
    let Ok(plan) = ckks::plan(&network, SLOTS, &PlanOptions::default()) else { return Ok(()) };
    let Ok(program) = ckks::lower(&network, &plan, &plan.without_bootstraps(), &Passes::default()) else {
        return Ok(());
    };
    let values = network.seeded_input(0);
    let (Ok(made), Ok(direct)) = (program.simulate(&values, &mut ()), network.run(&values)) else {
        return Ok(());
    };
    if !direct.iter().all(|value| value.is_finite()) {
        return Ok(());
    }
    let error = ckks::relative_error(&network, &made.values, &direct);
    match error < 1e-6 {
        true => Ok(()),
        false => Err(Broken::new("the planned program computes something else", format!("by {error}"))),
    }
}

/// A plan that is read and found to fit prints to one that does too.
pub(super) fn plans_print_what_they_read(input: &[u8]) -> Checked {
    let network = network();
    let Some(text) = text(input) else { return Ok(()) };
    let Ok((slots, given)) = parse_plan(text, network) else { return Ok(()) };
    if slots > 4096 {
        return Ok(());
    }
    let Ok(plan) = ckks::plan(network, slots, &PlanOptions::default().given(given)) else {
        return Ok(());
    };
    let printed = plan.text(network).to_string();
    let Ok((slots, given)) = parse_plan(&printed, network) else {
        return Err(Broken::new("a printed plan does not read", printed));
    };
    let again = ckks::plan(network, slots, &PlanOptions::default().given(given));
    match again.map(|again| again.text(network).to_string()) {
        Ok(again) if again == printed => Ok(()),
        Ok(again) => {
            Err(Broken::new("a plan that is read becomes another one", format!("{printed}\n{again}")))
        }
        Err(error) => Err(Broken::new("a printed plan does not fit", error.to_string())),
    }
}

/// A program that reads prints to one that reads to the same print; passes on it end.
pub(super) fn programs_print_what_they_read(input: &[u8]) -> Checked {
    let network = network();
    let Some(Ok(lowered)) = text(input).map(|text| Lowered::parse(text, network)) else { return Ok(()) };
    let printed = lowered.listing(network).to_string();
    match Lowered::parse(&printed, network) {
        Ok(again) if again.listing(network).to_string() == printed => {}
        Ok(_) => return Err(Broken::new("printing a program twice differs", printed)),
        Err(error) => return Err(Broken::new("a printed program does not read", error.message.clone())),
    }
    if lowered.program.slots > 4096 {
        return Ok(());
    }
    if let Ok(program) = ckks::SlotProgram::new(lowered, &Passes::default()) {
        let _ = program.simulate(&network.seeded_input(0), &mut ());
    }
    Ok(())
}

/// A loop form that reads prints to one that reads to the same print.
pub(super) fn loops_print_what_they_read(input: &[u8]) -> Checked {
    let Some(text) = text(input) else { return Ok(()) };
    if let Ok(layout) = SlotLayout::parse(&mut Cursor::new(text)) {
        let printed = layout.to_string();
        let again = SlotLayout::parse(&mut Cursor::new(&printed));
        if again.map(|again| again.to_string()).ok().as_deref() != Some(&printed) {
            return Err(Broken::new("a printed layout does not read", printed));
        }
    }
    let Ok(form) = LoopForm::parse(text) else { return Ok(()) };
    let printed = form.to_string();
    match LoopForm::parse(&printed) {
        Ok(again) if again.to_string() == printed => Ok(()),
        Ok(_) => Err(Broken::new("printing loops twice differs", printed)),
        Err(error) => Err(Broken::new("printed loops do not read", error.message.clone())),
    }
}

/// Shardings that read print to some that read to the same print.
pub(super) fn shardings_print_what_they_read(input: &[u8]) -> Checked {
    let Some(Ok(map)) = text(input).map(ShardingMap::parse) else { return Ok(()) };
    let printed = map.to_string();
    match ShardingMap::parse(&printed) {
        Ok(again) if again.to_string() == printed => {}
        Ok(_) => return Err(Broken::new("printing shardings twice differs", printed)),
        Err(error) => return Err(Broken::new("printed shardings do not read", error.message.clone())),
    }
    let mut network = network().clone();
    for (name, op) in map.iter() {
        if let (Some(layer), Some(sharding)) = (network.find(name), op.outputs().first()) {
            let _ = network.shard(layer, sharding.clone());
        }
    }
    let _ = ckks::plan(&network, SLOTS, &PlanOptions::default());
    Ok(())
}

/// A table of costs prices a plan.
pub(super) fn costs_price(input: &[u8]) -> Checked {
    let Some(Ok(table)) = text(input).map(CostTable::parse) else { return Ok(()) };
    let network = network();
    let options = PlanOptions::default().objective(Objective::Time(table.clone()));
    let Ok(plan) = ckks::plan(network, SLOTS, &options) else { return Ok(()) };
    match plan.milliseconds(network, &plan.without_bootstraps(), &table) {
        Ok(times) if !times.total().is_finite() => {
            Err(Broken::new("a plan takes no finite time", text(input).unwrap_or_default()))
        }
        _ => Ok(()),
    }
}

/// A file of a server, whose digests hold: it is refused, or it is written as it was read.
pub(super) fn files_write_what_they_read(input: &[u8]) -> Checked {
    /// Where the digest of the contract is, and where sections begin.
    const CONTRACT: std::ops::Range<usize> = 12..44;
    const SECTIONS: usize = 60;
    let mut file = input.to_vec();
    // Otherwise nothing but the digests would be tried.
    let length =
        input.get(SECTIONS..SECTIONS + 8).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes);
    let end = length.and_then(|length| usize::try_from(length).ok()?.checked_add(SECTIONS + 8));
    if let Some(contract) = end.and_then(|end| input.get(SECTIONS + 8..end)) {
        file[CONTRACT].copy_from_slice(&Sha256::digest(contract));
    }
    file.extend(Sha256::digest(&file));
    let Ok(model) = CompiledModel::read(&file) else { return Ok(()) };
    match CompiledModel::read(&model.to_bytes()) {
        Ok(again) if again.to_bytes() == model.to_bytes() => Ok(()),
        Ok(_) => Err(Broken::new("writing a model twice differs", model.contract.text())),
        Err(error) => Err(Broken::new("a written model does not read", error.to_string())),
    }
}
