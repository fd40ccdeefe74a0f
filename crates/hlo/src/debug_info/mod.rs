//! Debug information that propagation adds to the module on request: where axes come from, and which step propagated
//! them.
//!
//! Both are attributes of Shardy, added by the options `debug-sharding-origins` and `debug-propagation-edge-sharding`.

mod edges;
mod origins;

use partita_ir::pass::{self, PassOption, PassOptions};

pub(crate) use edges::StepEdges;
pub(crate) use origins::Origins;

/// The debug information to add.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DebugInfo {
    /// `sdy.sharding_origins`
    pub(crate) origins: bool,
    /// `sdy.propagation_edges`
    pub(crate) steps: bool,
}

/// `debug-sharding-origins`
pub(crate) const ORIGINS: PassOption = PassOption {
    name: "debug-sharding-origins",
    default: "false",
    help: "record the annotation that each axis comes from",
};

/// `debug-propagation-edge-sharding`
pub(crate) const STEPS: PassOption = PassOption {
    name: "debug-propagation-edge-sharding",
    default: "false",
    help: "record which step propagated which axis between which values",
};

impl DebugInfo {
    /// Reads the options of a pass.
    pub(crate) fn from_options(options: &PassOptions) -> Self {
        Self {
            origins: pass::flag(options, ORIGINS.name, false),
            steps: pass::flag(options, STEPS.name, false),
        }
    }

    /// Whether any debug information is requested.
    pub(crate) fn any(self) -> bool {
        self.origins || self.steps
    }
}
