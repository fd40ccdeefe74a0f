//! What the resharding of a checkpoint copied.

use serde::Serialize;

use crate::show::byte_text;
use crate::view::{View, json_as_declared};
use crate::{Table, visible_line};

/// A tensor of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckpointTensor {
    /// The key in the files.
    pub name: String,
    /// The element type as the file names it.
    pub element: String,
    /// The global sizes.
    pub shape: Vec<u64>,
    /// The number of shards of each dimension before.
    pub shards_before: Vec<u64>,
    /// The number of shards of each dimension after.
    pub shards_after: Vec<u64>,
}

/// A resharded checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckpointView {
    /// The number of devices before.
    pub devices_before: u64,
    /// The number of devices after.
    pub devices_after: u64,
    /// The bytes of elements that were read.
    pub read_bytes: u64,
    /// The bytes of elements that were written.
    pub written_bytes: u64,
    /// The largest shard, which is what has to be in memory.
    pub largest_shard: u64,
    /// What was copied, by name.
    pub tensors: Vec<CheckpointTensor>,
}

/// The most tensors that the text lists.
const LISTED: usize = 20;

impl View for CheckpointView {
    fn text(&self) -> String {
        let plural = if self.tensors.len() == 1 { "" } else { "s" };
        let mut out = format!(
            "{} tensor{plural} from {} to {} devices: {} read, {} written, at most {} in memory\n",
            self.tensors.len(),
            self.devices_before,
            self.devices_after,
            byte_text(self.read_bytes),
            byte_text(self.written_bytes),
            byte_text(self.largest_shard),
        );
        let mut table = Table::default();
        let sizes = |sizes: &[u64]| sizes.iter().map(u64::to_string).collect::<Vec<_>>().join("×");
        for tensor in self.tensors.iter().take(LISTED) {
            table.row([
                visible_line(&tensor.name).into_owned(),
                format!("{}[{}]", visible_line(&tensor.element), sizes(&tensor.shape).replace('×', ",")),
                format!("{} → {} shards", sizes(&tensor.shards_before), sizes(&tensor.shards_after)),
            ]);
        }
        out += &table.render("  ");
        if self.tensors.len() > LISTED {
            out += &format!("  and {} more\n", self.tensors.len() - LISTED);
        }
        out
    }

    fn json(&self) -> String {
        json_as_declared(self)
    }
}
