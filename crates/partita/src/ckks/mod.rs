//! Networks on CKKS ciphertexts.
//!
//! ```
//! use partita::ckks;
//!
//! let network = ckks::read_network(include_str!("../../../../examples/mnist.toml"))?.with_seeded_weights(0)?;
//!
//! // What is the layout of every tensor, and what does it cost?
//! let plan = ckks::plan(&network, 4096, &ckks::PlanOptions::default())?;
//! println!("{} rotations, {} levels", plan.rotations(), plan.depth());
//!
//! // The program of single operations computes the same as the plain network.
//! let program = ckks::lower(&network, &plan, &plan.without_bootstraps(), &ckks::Passes::default())?;
//! assert_eq!(program.rotations, plan.rotations());
//! let input = network.seeded_input(0);
//! let simulated = program.simulate(&input, &mut ())?;
//! assert!(ckks::relative_error(&network, &simulated.values, &network.run(&input)?) < 1e-9);
//! # Ok::<(), partita::Error>(())
//! ```
//!
//! [`SlotProgram::run_encrypted`] runs it encrypted, with the Lattigo library; [`SlotProgram::run`] does so on
//! a [`CkksEngine`] that already has the keys. Both test a program: one process holds the secret key and the values.
//! [`deploy`] separates client and server.

#[cfg(feature = "engine")]
pub mod deploy;
#[cfg(feature = "engine")]
mod encrypted;
#[cfg(feature = "engine")]
mod measure;
#[cfg(feature = "engine")]
mod ring_plan;
mod slots;
#[cfg(feature = "engine")]
mod stream;

#[cfg(feature = "engine")]
pub use encrypted::{Encrypted, EncryptedBatch, Encryption, Needs, Ring, Scheme, find_lattigo, ring_of_plan};
#[cfg(feature = "engine")]
pub use measure::{Measuring, measure_costs};
pub use partita_ckks::heir::HeirProgram;
pub use partita_ckks::kernels::Activation;
pub use partita_ckks::network::builtin::NAMES as NETWORKS;
pub use partita_ckks::network::{DEFAULT_MARGIN, Layer, LayerId, LayerOp, Network};
pub use partita_ckks::plan::{Bootstraps, CostTable, Lowered, Objective, Plan, PlanOptions, parse_plan};
pub use partita_ckks::sharding::{ArraySharding, ShardingMap, parse_axes};
pub use partita_ckks::{CkksError, CkksResult, Counters};
#[cfg(feature = "engine")]
pub use partita_engine::ckks::{
    CkksEngine, CkksParams, EncryptedRun, KeyMemory, LattigoSettings, SERVE_COMMAND, Safety, SealSettings,
    serve_lattigo,
};
#[cfg(feature = "engine")]
pub use ring_plan::plan_with_ring;
#[cfg(feature = "engine")]
pub use slots::Results;
pub use slots::{Passes, Simulated, SlotProgram, least_keys};

use partita_ckks::SlotLayout;
use partita_ckks::network::{builtin, layer_list};

use crate::Error;

/// Reads a network from a TOML list of layers.
pub fn read_network(text: &str) -> Result<Network, Error> {
    Ok(layer_list::parse_layer_list(text)?)
}

/// A built-in network by name, such as `resnet18`, if there is one.
pub fn known_network(name: &str, activation: &Activation) -> Result<Option<Network>, Error> {
    Ok(builtin::by_name(name, activation).transpose()?)
}

/// An activation by name, such as `square`.
pub fn activation_by_name(name: &str) -> Result<Activation, Error> {
    Ok(layer_list::activation_by_name(name)?)
}

/// Reads a slot layout of a layer's result, as plans print it.
pub fn read_layout(text: &str, layer: &str) -> Result<SlotLayout, Error> {
    Ok(layer_list::parse_slot_layout(text, layer)?)
}

/// The network of an ONNX model; `activation` replaces ReLU.
#[cfg(feature = "onnx")]
pub fn from_onnx(mut model: crate::onnx::Model, activation: &Activation) -> Result<Network, Error> {
    model.load_initializers()?;
    Ok(partita_ckks::network::onnx::from_model(&model.model, activation)?)
}

/// Chooses the slot layout of every tensor in ciphertexts of this many slots.
pub fn plan(network: &Network, slots: usize, options: &PlanOptions) -> Result<Plan, Error> {
    Ok(partita_ckks::plan::plan_network(network, slots, options)?)
}

/// The program of single operations on slots, rewritten by the requested passes.
pub fn lower(
    network: &Network,
    plan: &Plan,
    bootstraps: &Bootstraps,
    passes: &Passes,
) -> Result<SlotProgram, Error> {
    SlotProgram::new(plan.lower(network, bootstraps)?, passes)
}

/// The largest difference between results of a network, as a fraction of the largest value, or of 1/1024 of the range of the values
/// if that is larger: where ReLU leaves almost nothing, rounding would dominate.
pub fn relative_error(network: &Network, made: &[f64], direct: &[f64]) -> f64 {
    let least = network.layers[network.output()].divisor / 1024.0;
    let largest = direct.iter().fold(least, |most, value| most.max(value.abs()));
    let off = made.iter().zip(direct).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    // `f64::max` ignores NaN, so infinities and NaN are tested separately.
    if made.iter().all(|value| value.is_finite()) { off / largest } else { f64::INFINITY }
}
