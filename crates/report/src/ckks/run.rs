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

/// The time of one run.
#[derive(Clone, Copy, Debug)]
pub struct RunTime {
    /// The number of inputs that it computed.
    pub inputs: usize,
    /// The wall time.
    pub elapsed: Duration,
    /// The processor time of the library.
    pub processor: Duration,
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
    /// The runs, each of as many inputs as fit into the free slots of a ciphertext.
    pub runs: Vec<RunTime>,
    /// How the result differs from the plain network.
    pub agreement: Agreement,
}

impl View for EncryptedRunView<'_> {
    fn text(&self) -> String {
        let Self { counters, scheme, keys_ready, .. } = self;
        format!(
            "{}{}; {} keys in {:.1} s; {} rotations, {:.1} s{}\n{}\n{}",
            scheme.warning().map_or(String::new(), |warning| warning + "\n"),
            scheme.ring_line(),
            scheme.rotations,
            keys_ready.as_secs_f64(),
            counters.rotations,
            self.ran_for(),
            self.runs_text(),
            scheme.memory_line(),
            self.agreement.text()
        )
    }

    fn json(&self) -> String {
        let Self { model, inputs, slots, counters, scheme, keys_ready, runs, agreement } = self;
        let runs: Vec<_> = runs
            .iter()
            .map(|run| {
                let (seconds, processor) = (run.elapsed.as_secs_f64(), run.processor.as_secs_f64());
                json!({"inputs": run.inputs, "seconds": seconds, "processor_seconds": processor})
            })
            .collect();
        let mut json = json!({
            "model": model, "inputs": inputs, "slots": slots, "levels": scheme.levels, "rotations": counters.rotations,
            "keys": scheme.rotations, "keys_seconds": keys_ready.as_secs_f64(),
            "run_seconds": self.ran_for(), "runs": runs, "bootstraps": counters.bootstraps, "error": agreement.error,
            "equal": agreement.equal, "approximation": agreement.approximation, "linear_maps": scheme.maps,
            "stored_keys_bytes": scheme.stored.map_or(0, |(bytes, _)| bytes),
        });
        json.as_object_mut().expect("it has fields").extend(scheme.fields());
        format!("{json:#}\n")
    }
}

impl EncryptedRunView<'_> {
    /// The seconds of all runs.
    fn ran_for(&self) -> f64 {
        self.runs.iter().map(|run| run.elapsed.as_secs_f64()).sum()
    }

    /// How the inputs were divided, and how long the first run took, which encodes factors, and later ones.
    fn runs_text(&self) -> String {
        let Self { inputs, runs, .. } = self;
        match runs.split_first() {
            Some((_, [])) if *inputs > 1 => format!(" for {inputs} inputs in one run"),
            Some((first, later)) if !later.is_empty() => {
                let sum: f64 = later.iter().map(|run| run.elapsed.as_secs_f64()).sum();
                format!(
                    " for {inputs} inputs in {} runs: the first {:.1} s, later ones {:.1} s",
                    runs.len(),
                    first.elapsed.as_secs_f64(),
                    sum / later.len() as f64
                )
            }
            _ => String::new(),
        }
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
