//! Weights whose contents are not in a rank's model yet.
//!
//! A model may have more weights than memory. A rank's model then describes its shards of them, and the bytes are copied from
//! the files of the source model when it is written.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;

use super::weights::{slice_runs, slice_tensor};
use super::{Load, Partitioned};
use crate::proto;

/// Smaller contents are always in the model: engines and type inference read shapes and axes from them.
pub(super) const SMALLEST_DEFERRED: u64 = 1024;

/// A shard of an initialiser of the source model: the contents of an initialiser of a rank.
#[derive(Clone, Debug)]
pub struct DeferredWeight {
    /// The position of the initialiser in the model of the rank.
    pub initializer: usize,
    /// The initialiser of the source model.
    pub source: Arc<proto::Tensor>,
    /// The shape of the source in bytes: the last dimension has the bytes of a row.
    pub shape: Vec<u64>,
    /// The range of every dimension of that shape.
    pub ranges: Vec<Range<u64>>,
}

impl DeferredWeight {
    /// The number of bytes.
    pub fn bytes(&self) -> u64 {
        self.ranges.iter().fold(1, |bytes, range| bytes * (range.end - range.start))
    }

    /// The byte ranges of the source's contents, ascending.
    pub fn runs(&self) -> impl Iterator<Item = Range<u64>> {
        slice_runs(&self.shape, 1, &self.ranges)
    }

    /// Selects the shard from the contents of the source; `None` if these have the wrong size.
    pub fn select(&self, contents: &Bytes) -> Option<Bytes> {
        slice_tensor(contents, &self.shape, 1, &self.ranges)
    }

    /// Whether both have the same contents.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.source, &other.source) && self.shape == other.shape && self.ranges == other.ranges
    }
}

impl Partitioned {
    /// The model of a rank with all its contents.
    pub fn complete_model(&self, rank: usize, load: &Load<'_>) -> Result<proto::Model, String> {
        let mut model = self.declared_model(rank);
        let mut graph = model.graph.take().unwrap_or_default();
        for weight in self.deferred.get(rank).into_iter().flatten() {
            let name = weight.source.name.as_deref().unwrap_or_default();
            let contents = load(&weight.source).map_err(|why| format!("'{name}': {why}"))?;
            let raw = weight.select(&contents).ok_or_else(|| format!("'{name}' has the wrong size"))?;
            let tensor = &mut graph.initializer[weight.initializer];
            tensor.raw_data = Some(raw);
            tensor.data_location = None;
        }
        model.graph = Some(graph);
        Ok(model)
    }

    /// The number of bytes of a rank's weights that its model does not contain.
    pub fn deferred_bytes(&self, rank: usize) -> u64 {
        self.deferred.get(rank).into_iter().flatten().map(DeferredWeight::bytes).sum()
    }
}
