//! The plan of a network on ciphertexts: what each step costs, where elements are, and what was compared.

use serde::Serialize;

/// A slot layout. Of the channels of one ciphertext, the slot of the first element is listed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct LayoutData {
    pub(super) text: String,
    /// Channels, height, width.
    pub(super) shape: [usize; 3],
    pub(super) slots: usize,
    /// Channel groups and row parts: the mesh of ciphertexts.
    pub(super) mesh: [usize; 2],
    /// Channels per ciphertext, and rows.
    pub(super) block: [usize; 2],
    pub(super) halo: usize,
    pub(super) copies: usize,
    /// The distance of rows and of columns, in slots.
    pub(super) strides: [usize; 2],
    /// The slots of a row of a plane, for a picture.
    pub(super) width: usize,
    /// The position of each channel; empty for the natural order.
    pub(super) order: Vec<u32>,
    /// The first slot of each position within a ciphertext.
    pub(super) bases: Vec<usize>,
    pub(super) dirty: bool,
    /// The share of slots that hold a value.
    pub(super) used: f64,
}

/// A step of the plan, in order of execution.
#[derive(Clone, Debug, Serialize)]
pub(super) struct StepData {
    /// The row of the layer, or of the repacking.
    pub(super) row: usize,
    pub(super) rotations: usize,
    pub(super) pmul: usize,
    /// The level before and after.
    pub(super) levels: [u32; 2],
    pub(super) milliseconds: f64,
    /// The ciphertexts that are live.
    pub(super) live: usize,
    /// The layouts before and after.
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) repack: bool,
}

/// A layer as the table of the plan has it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LayerData {
    pub(super) row: usize,
    pub(super) layout: usize,
    pub(super) rotations: usize,
    pub(super) pmul: usize,
    pub(super) levels: usize,
    /// The cells of the table, in the order of its headings.
    pub(super) cells: Vec<String>,
    /// The next best layout, and how much worse the plan with it is.
    pub(super) next: Option<(usize, u64)>,
}

/// The plan of a network.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PlanData {
    pub(super) slots: usize,
    /// What was minimised.
    pub(super) unit: &'static str,
    pub(super) total: u64,
    pub(super) exact: bool,
    pub(super) rotations: usize,
    pub(super) pmul: usize,
    pub(super) depth: usize,
    pub(super) peak: usize,
    pub(super) milliseconds: f64,
    /// The level of inputs and of bootstrapped values.
    pub(super) top: u32,
    /// The bootstraps: the step that follows or contains them, the ciphertexts, and whether they are inside the step.
    pub(super) bootstraps: Vec<(usize, usize, bool)>,
    pub(super) notes: Vec<String>,
    pub(super) warning: Option<String>,
    pub(super) headings: Vec<&'static str>,
    pub(super) layouts: Vec<LayoutData>,
    pub(super) steps: Vec<StepData>,
    pub(super) layers: Vec<LayerData>,
}
