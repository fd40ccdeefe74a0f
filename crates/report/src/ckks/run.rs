//! Slot programs that were run, on plain or on encrypted slots, against the plain network.

use std::time::Duration;

use partita_ckks::Counters;
use serde_json::json;

use super::SchemeView;
use crate::view::View;

/// How the values of a program differ from those of the plain network.
#[derive(Clone, Copy, Debug)]
pub struct Agreement {
    /// The largest difference, as a share of the largest value.
    pub error: f64,
    /// Whether that is as little as it may be, and everything else is as planned.
    pub equal: bool,
    /// The distance to the network with true ReLU and maxima, where polynomials stand for them.
    pub approximation: Option<f64>,
}

impl Agreement {
    fn text(&self) -> String {
        let Self { error, equal, approximation } = self;
        let verdict = if *equal { "equal" } else { "different" };
        let approximation = approximation.map_or(String::new(), |off| {
            format!("polynomials for ReLU and maxima are {off:.1e} of the largest value away from them\n")
        });
        format!("{verdict}: the largest difference is {error:.1e} of the largest value\n{approximation}")
    }
}

/// A program that was run on plain slots.
#[derive(Clone, Debug)]
pub struct SimulationView<'r> {
    /// What the network is called.
    pub model: &'r str,
    /// Slots of a ciphertext.
    pub slots: usize,
    /// Rotations of the plan.
    pub planned: usize,
    /// What the program did.
    pub counters: &'r Counters,
    /// How it differs from the plain network.
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

/// A program that was run on encrypted slots.
#[derive(Clone, Debug)]
pub struct EncryptedRunView<'r> {
    /// What the network is called.
    pub model: &'r str,
    /// Slots of a ciphertext.
    pub slots: usize,
    /// What the program did.
    pub counters: &'r Counters,
    /// The ring, and the memory of its keys.
    pub scheme: SchemeView,
    /// How long it took until all keys were made.
    pub keys_ready: Duration,
    /// How long the program ran.
    pub ran_for: Duration,
    /// How it differs from the plain network.
    pub agreement: Agreement,
}

impl View for EncryptedRunView<'_> {
    fn text(&self) -> String {
        let Self { counters, scheme, keys_ready, ran_for, .. } = self;
        format!(
            "{}{}; {} keys in {:.1} s; {} rotations, {:.1} s\n{}\n{}",
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
        let Self { model, slots, counters, scheme, keys_ready, ran_for, agreement } = self;
        let mut json = json!({
            "model": model, "slots": slots, "levels": scheme.levels, "rotations": counters.rotations,
            "keys": counters.keys.len(), "keys_seconds": keys_ready.as_secs_f64(),
            "run_seconds": ran_for.as_secs_f64(), "bootstraps": counters.bootstraps, "error": agreement.error,
            "equal": agreement.equal, "approximation": agreement.approximation,
        });
        json.as_object_mut().expect("it has fields").extend(scheme.fields());
        format!("{json:#}\n")
    }
}

/// A line about values that are held larger than one, for results that are wrong; none where the largest, that of `layer`, is not.
pub fn held_line(layer: &str, value: f64) -> String {
    match value > 1.0 {
        true => format!(
            "`{layer}` is held with values up to {value:.1e}: of more than 1 bootstraps keep less, and more than 256 has no \
             room in a ciphertext without levels; put a linear layer where tensors of different sizes meet\n"
        ),
        false => String::new(),
    }
}
