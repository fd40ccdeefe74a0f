//! Runs of slot programs, on plain or on encrypted slots, compared with the plain network.

use std::time::Duration;

use partita_ckks::Counters;
use serde_json::json;

use super::SchemeView;
use crate::view::View;

/// How the values of a program differ from those of the plain network.
#[derive(Clone, Copy, Debug)]
pub struct Agreement {
    /// The largest difference, relative to the largest value.
    pub error: f64,
    /// Whether the difference is within the tolerance, and all counts are as planned.
    pub equal: bool,
    /// The difference from the network with exact functions and maxima, if polynomials approximate them.
    pub approximation: Option<f64>,
}

impl Agreement {
    fn text(&self) -> String {
        let Self { error, equal, approximation } = self;
        let verdict = if *equal { "equal" } else { "different" };
        let approximation = approximation.map_or(String::new(), |off| {
            format!("polynomials for ReLU, maxima and smooth functions are off by {off:.1e} of the largest value\n")
        });
        format!("{verdict}: the largest difference is {error:.1e} of the largest value\n{approximation}")
    }
}

/// A run on plain slots.
#[derive(Clone, Debug)]
pub struct SimulationView<'r> {
    /// The name of the network.
    pub model: &'r str,
    /// Slots per ciphertext.
    pub slots: usize,
    /// The rotations that the plan counted.
    pub planned: usize,
    /// What the program did.
    pub counters: &'r Counters,
    /// How the result differs from the plain network.
    pub agreement: Agreement,
}

impl View for SimulationView<'_> {
    fn text(&self) -> String {
        let Counters { rotations, pmul, cmul, levels, keys, bootstraps, peak, .. } = self.counters;
        format!(
            "{rotations} rotations ({} planned), {pmul} plaintext products, {cmul} products, {levels} levels, {} keys, \
             {bootstraps} bootstraps, at most {peak} ciphertexts at once\n{}",
            self.planned,
            keys.len(),
            self.agreement.text()
        )
    }

    fn json(&self) -> String {
        let Self { model, slots, planned, counters, agreement } = self;
        let json = json!({
            "model": model, "slots": slots, "error": agreement.error, "equal": agreement.equal,
            "rotations": counters.rotations, "planned": planned, "pmul": counters.pmul,
            "cmul": counters.cmul, "levels": counters.levels, "keys": counters.keys.len(),
            "bootstraps": counters.bootstraps, "peak": counters.peak, "approximation": agreement.approximation,
        });
        format!("{json:#}\n")
    }
}

/// A run on encrypted slots.
#[derive(Clone, Debug)]
pub struct EncryptedRunView<'r> {
    /// The name of the network.
    pub model: &'r str,
    /// The number of inputs.
    pub inputs: usize,
    /// Slots per ciphertext.
    pub slots: usize,
    /// What the program did for each input.
    pub counters: &'r Counters,
    /// The ring, and the memory of its keys.
    pub scheme: SchemeView,
    /// The time until all keys were created.
    pub keys_ready: Duration,
    /// The time that the program ran, for all inputs.
    pub ran_for: Duration,
    /// How the result differs from the plain network.
    pub agreement: Agreement,
}

impl View for EncryptedRunView<'_> {
    fn text(&self) -> String {
        let Self { inputs, counters, scheme, keys_ready, ran_for, .. } = self;
        let inputs = if *inputs == 1 { String::new() } else { format!(" for {inputs} inputs") };
        format!(
            "{}{}; {} keys in {:.1} s; {} rotations, {:.1} s{inputs}\n{}\n{}",
            scheme.warning().map_or(String::new(), |warning| warning + "\n"),
            scheme.ring_line(),
            counters.keys.len(),
            keys_ready.as_secs_f64(),
            counters.rotations,
            ran_for.as_secs_f64(),
            scheme.memory_line(),
            self.agreement.text()
        )
    }

    fn json(&self) -> String {
        let Self { model, inputs, slots, counters, scheme, keys_ready, ran_for, agreement } = self;
        let mut json = json!({
            "model": model, "inputs": inputs, "slots": slots, "levels": scheme.levels, "rotations": counters.rotations,
            "keys": counters.keys.len(), "keys_seconds": keys_ready.as_secs_f64(),
            "run_seconds": ran_for.as_secs_f64(), "bootstraps": counters.bootstraps, "error": agreement.error,
            "equal": agreement.equal, "approximation": agreement.approximation,
        });
        json.as_object_mut().expect("it has fields").extend(scheme.fields());
        format!("{json:#}\n")
    }
}

/// A note about values larger than 1, for wrong results; empty if the largest value, that of `layer`, is not.
pub fn held_line(layer: &str, value: f64) -> String {
    if value > 1.0 {
        format!(
            "`{layer}` is held with values up to {value:.1e}: bootstraps are less precise for values above 1, and values above 256 do \
             not fit into a ciphertext without levels; put a linear layer where tensors of different sizes meet\n"
        )
    } else {
        String::new()
    }
}
