//! Why the layouts of a node's inputs do not fit its op.

use std::fmt;

use partita_base::{Code, code};

use crate::layout::{DeviceLayout, DeviceSet};

/// One dimension of one input, and its sharding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisUse {
    /// The position of the input.
    pub input: usize,
    /// The position of the dimension.
    pub dim: usize,
    /// Its sharding as messages print it, such as `2 shards`.
    pub sharding: String,
}

impl AxisUse {
    pub(super) fn new(input: usize, dim: usize, layout: &DeviceLayout) -> Self {
        let sharding = layout.axes().get(dim).map_or_else(String::new, ToString::to_string);
        Self { input, dim, sharding }
    }
}

/// One shard of one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardUse {
    /// The position of the input.
    pub input: usize,
    /// The index of the shard along every dimension.
    pub shard: Vec<u64>,
    /// The devices that hold the shard.
    pub devices: DeviceSet,
}

/// Why the layouts of a node's inputs are incompatible.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpFault {
    /// Corresponding dimensions are sharded differently.
    AxisMismatch(AxisUse, AxisUse),
    /// A sharded dimension must be replicated, for the given reason.
    NeedsReplication(AxisUse, String),
    /// A dimension of size 1 that is broadcast is sharded.
    UnitAxisSharded(AxisUse),
    /// Shards that one computation needs have no device in common.
    NotComposable(Vec<ShardUse>),
    /// The layouts exceed what this implementation supports, as described.
    Unsupported(&'static str),
}

impl OpFault {
    /// A short name, for programs.
    pub fn name(&self) -> &'static str {
        match self {
            OpFault::AxisMismatch(..) => "axis-mismatch",
            OpFault::NeedsReplication(..) => "axis-needs-replication",
            OpFault::UnitAxisSharded(_) => "unit-axis-sharded",
            OpFault::NotComposable(_) => "not-composable",
            OpFault::Unsupported(_) => "unsupported",
        }
    }

    /// The error code of the finding.
    pub fn code(&self) -> Code {
        match self {
            OpFault::AxisMismatch(..) => code::ONNX_AXIS_MISMATCH,
            OpFault::NeedsReplication(..) => code::ONNX_AXIS_UNSHARDABLE,
            OpFault::UnitAxisSharded(_) => code::ONNX_UNIT_AXIS,
            OpFault::NotComposable(_) => code::ONNX_NOT_COMPOSABLE,
            OpFault::Unsupported(_) => code::ONNX_LAYOUT_LIMIT,
        }
    }

    /// The positions of the inputs at fault.
    pub fn inputs(&self) -> Vec<usize> {
        match self {
            OpFault::AxisMismatch(a, b) => vec![a.input, b.input],
            OpFault::NeedsReplication(at, _) | OpFault::UnitAxisSharded(at) => vec![at.input],
            OpFault::NotComposable(shards) => shards.iter().map(|shard| shard.input).collect(),
            OpFault::Unsupported(_) => Vec::new(),
        }
    }

    /// The fault in one sentence; `name` formats an input.
    pub fn text(&self, name: impl Fn(usize) -> String) -> String {
        match self {
            OpFault::AxisMismatch(a, b) => format!(
                "axis {} of {} ({}) and axis {} of {} ({}) correspond, but are sharded differently",
                a.dim,
                name(a.input),
                a.sharding,
                b.dim,
                name(b.input),
                b.sharding
            ),
            OpFault::NeedsReplication(at, why) => {
                format!("axis {} of {} ({}) must be replicated: {why}", at.dim, name(at.input), at.sharding)
            }
            OpFault::UnitAxisSharded(at) => {
                format!(
                    "axis {} of {} has size 1 and is broadcast, so it cannot be sharded ({})",
                    at.dim,
                    name(at.input),
                    at.sharding
                )
            }
            OpFault::NotComposable(shards) => {
                let one = |shard: &ShardUse| {
                    let number = shard.shard.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
                    format!("shard [{number}] of {} on {}", name(shard.input), shard.devices)
                };
                let shards: Vec<String> = shards.iter().map(one).collect();
                format!("no device holds all shards that are needed together: {}", shards.join(", "))
            }
            OpFault::Unsupported(what) => (*what).to_string(),
        }
    }
}

impl fmt::Display for OpFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(|input| format!("input {input}")))
    }
}

impl std::error::Error for OpFault {}
