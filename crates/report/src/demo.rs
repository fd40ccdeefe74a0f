//! The results of the bundled examples.

use std::fmt::Write as _;

use serde::Serialize;

use crate::view::{View, counted, json_by_name};
use crate::{ModuleView, PropagationView};

/// An example with its result.
#[derive(Clone, Debug, Serialize)]
pub struct ExampleView {
    /// The name of the example.
    pub name: &'static str,
    /// A description in one line.
    #[serde(skip)]
    pub about: &'static str,
    /// Whether the example passed.
    pub pass: bool,
    /// The text for the terminal.
    #[serde(skip)]
    pub shown: String,
    /// The detailed text.
    pub details: String,
}

/// The results of all examples.
#[derive(Clone, Debug)]
pub struct DemoView {
    /// The examples, in the order in which they run.
    pub examples: Vec<ExampleView>,
    /// The output folder, if one was given.
    pub folder: Option<String>,
}

impl DemoView {
    /// The number of failed examples.
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
    /// One line about a valid module; `unchanged` states whether it prints back unchanged.
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
    /// One line about the run, followed by the first conflict.
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

/// The summary of a network that was planned, lowered to a slot program and simulated.
#[derive(Clone, Copy, Debug)]
pub struct LoweredBrief {
    /// The number of layers.
    pub layers: usize,
    /// The number of slots per ciphertext.
    pub slots: usize,
    /// The number of rotations in the plan.
    pub planned: usize,
    /// The number of levels in the plan.
    pub levels: usize,
    /// The number of loops in the loop form.
    pub loops: usize,
    /// The number of steps in the slot program.
    pub steps: usize,
    /// The number of rotations in the simulation.
    pub rotations: usize,
    /// The number of values in the result.
    pub values: usize,
    /// Whether the values equal those of the plain network.
    pub equal: bool,
}

impl LoweredBrief {
    /// The summary in two lines.
    pub fn render(&self) -> String {
        let Self { layers, slots, planned, levels, loops, steps, rotations, values, equal } = self;
        let verdict = if *equal { "equal" } else { "different" };
        format!(
            "{layers} layers, ciphertexts of {slots} slots; planned: {planned} rotations, {levels} levels\n\
             {loops} loops and {steps} steps; simulated: {rotations} rotations, {values} values {verdict}\n"
        )
    }
}

/// The summary of a comparison between the partitioned and the unpartitioned program.
#[derive(Clone, Copy, Debug)]
pub struct PartitionedBrief {
    /// The number of collectives in the partitioned program.
    pub collectives: usize,
    /// The bytes that each device sends.
    pub bytes: u64,
    /// Whether the results are equal.
    pub equal: bool,
    /// The number of results.
    pub results: usize,
    /// The number of compared elements.
    pub elements: u64,
    /// The number of devices that ran the partitioned program.
    pub devices: usize,
}

impl PartitionedBrief {
    /// The summary in two lines.
    pub fn render(&self) -> String {
        let Self { collectives, bytes, equal, results, elements, devices } = self;
        let verdict = if *equal { "equal" } else { "DIFFERENT" };
        format!(
            "partitioned: {}, {bytes} B sent per device\n{verdict}: {}, {}, {} against one\n",
            counted(*collectives as u64, "collective"),
            counted(*results as u64, "result"),
            counted(*elements, "element"),
            counted(*devices as u64, "device")
        )
    }
}
