//! What came of the bundled examples.

use std::fmt::Write as _;

use serde::Serialize;

use crate::view::{View, json_by_name};
use crate::{ModuleView, PropagationView};

/// An example with what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct ExampleView {
    /// What it is called.
    pub name: &'static str,
    /// What it shows.
    #[serde(skip)]
    pub about: &'static str,
    /// Whether everything came out as it must.
    pub pass: bool,
    /// What the terminal shows.
    #[serde(skip)]
    pub shown: String,
    /// More of the same.
    pub details: String,
}

/// All examples.
#[derive(Clone, Debug)]
pub struct DemoView {
    /// The examples in order.
    pub examples: Vec<ExampleView>,
    /// The folder that was written to, if any was.
    pub folder: Option<String>,
}

impl DemoView {
    /// How many examples failed.
    pub fn failed(&self) -> usize {
        self.examples.iter().filter(|each| !each.pass).count()
    }
}

impl View for DemoView {
    fn text(&self) -> String {
        let mut out = String::new();
        for ExampleView { name, about, pass, shown, .. } in &self.examples {
            let mark = if *pass { "PASS" } else { "FAIL" };
            let _ = writeln!(out, "{mark}  {name:<12} {about}");
            for line in shown.lines() {
                let indent = if line.is_empty() { "" } else { "      " };
                let _ = writeln!(out, "{indent}{line}");
            }
        }
        let _ = writeln!(out, "{} examples, {} failed", self.examples.len(), self.failed());
        if let Some(folder) = &self.folder {
            let _ = writeln!(out, "written to {folder}");
        }
        out
    }

    fn json(&self) -> String {
        json_by_name(&self.examples)
    }
}

impl ModuleView {
    /// One line about a module that is valid; `unchanged` is whether it prints as it was written.
    pub fn brief(&self, unchanged: bool) -> String {
        let axes = |axes: &[(String, u64)]| {
            axes.iter().map(|(name, size)| format!("{name}={size}")).collect::<Vec<_>>().join(" ")
        };
        let meshes: Vec<String> = self.meshes.iter().map(|mesh| axes(&mesh.axes)).collect();
        let printed = if unchanged { "printed back unchanged" } else { "but printed differently" };
        format!("{} ops, mesh {}; verified, {printed}\n", self.ops, meshes.join(" and "))
    }
}

impl PropagationView {
    /// One line about the run, and the first conflict.
    pub fn brief(&self) -> String {
        let sharded = self.values.iter().filter(|value| value.is_sharded()).count();
        let conflicts = match self.conflicts.len() {
            0 => "no conflicts".to_string(),
            1 => "1 conflict".to_string(),
            count => format!("{count} conflicts"),
        };
        let (steps, values) = (self.steps, self.values.len());
        let first = self.conflicts.first().map(|conflict| conflict.render_conflict()).unwrap_or_default();
        format!("propagated in {steps} steps: {sharded} of {values} values sharded, {conflicts}\n{first}")
    }
}

/// A network that was planned, written as a slot program, and simulated.
#[derive(Clone, Copy, Debug)]
pub struct LoweredBrief {
    /// Layers of the network.
    pub layers: usize,
    /// Slots of a ciphertext.
    pub slots: usize,
    /// Rotations of the plan.
    pub planned: usize,
    /// Levels of the plan.
    pub levels: usize,
    /// Loops of the loop form.
    pub loops: usize,
    /// Steps of the slot program.
    pub steps: usize,
    /// Rotations of the simulation.
    pub rotations: usize,
    /// Values of the result.
    pub values: usize,
    /// Whether they are equal to those of the plain network.
    pub equal: bool,
}

impl LoweredBrief {
    /// Two lines.
    pub fn render(&self) -> String {
        let Self { layers, slots, planned, levels, loops, steps, rotations, values, equal } = self;
        let verdict = if *equal { "equal" } else { "different" };
        format!(
            "{layers} layers, ciphertexts of {slots} slots; planned: {planned} rotations, {levels} levels\n\
             {loops} loops and {steps} steps; simulated: {rotations} rotations, {values} values {verdict}\n"
        )
    }
}

/// A partitioned program that was run against the program as it is.
#[derive(Clone, Copy, Debug)]
pub struct PartitionedBrief {
    /// Collectives of the partitioned program.
    pub collectives: usize,
    /// Bytes that a device sends.
    pub bytes: u64,
    /// Whether the results are equal.
    pub equal: bool,
    /// Results of the program.
    pub results: usize,
    /// Elements that were compared.
    pub elements: u64,
    /// Devices that ran it.
    pub devices: usize,
}

impl PartitionedBrief {
    /// Two lines.
    pub fn render(&self) -> String {
        let Self { collectives, bytes, equal, results, elements, devices } = self;
        let verdict = if *equal { "equal" } else { "DIFFERENT" };
        format!(
            "partitioned: {collectives} collectives, {bytes} B sent per device\n\
             {verdict}: {results} results, {elements} elements, {devices} devices against one\n"
        )
    }
}
