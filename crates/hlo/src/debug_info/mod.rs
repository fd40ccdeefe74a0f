//! What propagation notes in the module when asked to: where axes come from, and which step moved them.
//!
//! Both are attributes of Shardy's, written by `debug-sharding-origins` and `debug-propagation-edge-sharding`.

mod edges;
mod origins;

use partita_ir::pass::{self, PassOption, PassOptions};

pub(crate) use edges::StepEdges;
pub(crate) use origins::Origins;

/// What to note.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DebugInfo {
    /// `sdy.sharding_origins`
    pub(crate) origins: bool,
    /// `sdy.propagation_edges`
    pub(crate) steps: bool,
}

/// `debug-sharding-origins`
pub(crate) const ORIGINS: PassOption =
    PassOption { name: "debug-sharding-origins", default: "false", help: "note where each axis comes from" };

/// `debug-propagation-edge-sharding`
pub(crate) const STEPS: PassOption = PassOption {
    name: "debug-propagation-edge-sharding",
    default: "false",
    help: "note which step moved which axis from where to where",
};

impl DebugInfo {
    /// What the options of a pass ask for.
    pub(crate) fn from_options(options: &PassOptions) -> Self {
        Self {
            origins: pass::flag(options, ORIGINS.name, false),
            steps: pass::flag(options, STEPS.name, false),
        }
    }

    /// Whether anything is to be noted.
    pub(crate) fn any(self) -> bool {
        self.origins || self.steps
    }
}
