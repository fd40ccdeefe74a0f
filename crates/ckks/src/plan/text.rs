//! Plans as text: the layout of every tensor, at each time it changes.
//!
//! ```text
//! plan slots 1024
//! input: [3, 16, 16] in 1x[3, 16, 16] plane 16x16 slots 1024
//! conv1: [16, 8, 8] in 1x[16, 8, 8] plane 16x16 gap 2x2 slots 1024
//! conv1 for square1: [16, 8, 8] in 1x[16, 8, 8] plane 8x8 slots 1024
//! ```
//!
//! The layouts that are read back are required of [`plan`](super::plan), which chooses the rest: lines may be
//! removed or changed.

use std::fmt;

use partita_base::{Cursor, SyntaxError, SyntaxResult, code};

use super::Plan;
use super::problem::{Given, Version};
use crate::network::{LayerId, Network};
use crate::slot_layout::SlotLayout;
use crate::tokens::{Named, read_layer_name, read_number};

/// Prints a plan with the names of its network.
pub struct PlanText<'a> {
    plan: &'a Plan,
    network: &'a Network,
}

impl Plan {
    /// The plan as text, which [`parse_plan`] reads back.
    pub fn text<'a>(&'a self, network: &'a Network) -> PlanText<'a> {
        PlanText { plan: self, network }
    }
}

impl fmt::Display for PlanText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlanText { plan, network } = self;
        writeln!(f, "plan slots {}", plan.slots)?;
        let name = |layer: LayerId| Named(&network.layers[layer].name);
        for Given { layer, version, layout } in &plan.layouts {
            write!(f, "{}", name(*layer))?;
            match version {
                Version::Made => {}
                Version::Placed => f.write_str(" placed")?,
                Version::Kept => f.write_str(" kept")?,
                Version::For(reader) => write!(f, " for {}", name(*reader))?,
            }
            writeln!(f, ": {layout}")?;
        }
        Ok(())
    }
}

/// Reads a plan: its slots, and the required layouts.
pub fn parse_plan(text: &str, network: &Network) -> SyntaxResult<(usize, Vec<Given>)> {
    let mut cursor = Cursor::new(text);
    let cursor = &mut cursor;
    cursor.expect_word("plan")?;
    cursor.expect_word("slots")?;
    let slots = read_number(cursor, "a number of slots")?;
    let mut given: Vec<Given> = Vec::new();
    while !cursor.at_end() {
        let start = cursor.start();
        let fault = |cursor: &Cursor<'_>, message: String| {
            Box::new(SyntaxError::new(code::BAD_PLAN, cursor.span_from(start), message))
        };
        let layer = |cursor: &mut Cursor<'_>| {
            let name = read_layer_name(cursor, "the name of a layer")?;
            network.find(&name).ok_or_else(|| fault(cursor, format!("unknown layer `{name}`")))
        };
        let id = layer(cursor)?;
        let version = if cursor.eat_word("placed") {
            Version::Placed
        } else if cursor.eat_word("kept") {
            Version::Kept
        } else if cursor.eat_word("for") {
            Version::For(layer(cursor)?)
        } else {
            Version::Made
        };
        cursor.expect(b':')?;
        let layout = SlotLayout::parse(cursor)?;
        let shape = network.layers[id].shape;
        if layout.shape() != shape || layout.slots() != slots {
            let message = format!("expected a layout of {shape:?} in {slots} slots");
            return Err(fault(cursor, message));
        }
        if given.iter().any(|known| (known.layer, known.version) == (id, version)) {
            return Err(fault(cursor, "duplicate layout of this tensor".into()));
        }
        given.push(Given { layer: id, version, layout });
    }
    Ok((slots, given))
}
