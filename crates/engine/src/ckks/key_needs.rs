//! The rotation keys of a program, and where they are.

use std::collections::BTreeSet;

use super::fuse::{Fused, map_bytes};
use super::packing::{Packing, SlotOrder};
use super::params::CkksParams;
use super::stream::Stream;
use crate::EngineError;

/// Where rotation keys are, and whether linear maps are computed in one call. By default all keys are in memory, and every op
/// is a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placing {
    /// The most bytes of encoded plaintexts of one linear map; without, no maps are used.
    pub maps: Option<u64>,
    /// Keys are in a temporary file, with at most this many in memory at once.
    pub stored: Option<usize>,
}

impl Placing {
    /// A program with the linear maps that may be used.
    pub(super) fn fused(&self, stream: &Stream, params: &CkksParams, packing: &Packing) -> Fused {
        match self.maps {
            Some(room) => Fused::new(stream, params, packing, room, self.stored.unwrap_or(usize::MAX)),
            None => Fused::plain(stream),
        }
    }
}

/// The rotation keys that a program needs, as steps of ciphertexts, and the memory of its linear maps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyNeeds {
    /// Single rotations.
    pub rotations: BTreeSet<u32>,
    /// Rotations within linear maps. The library has keys of its own for them.
    pub maps: BTreeSet<u32>,
    /// The number of linear maps.
    pub map_count: usize,
    /// The most bytes of the plaintexts of a linear map.
    pub map_bytes: u64,
}

impl KeyNeeds {
    /// The needs of a program in a ring. `bootstraps`: whether the engine bootstraps.
    pub fn of(
        stream: &Stream,
        params: &CkksParams,
        bootstraps: bool,
        placing: &Placing,
    ) -> Result<Self, EngineError> {
        let order = if bootstraps { SlotOrder::Repeated } else { SlotOrder::Interleaved };
        let packing = Packing::new(stream.slots, params.slots(), order)?;
        let fused = placing.fused(stream, params, &packing);
        let steps = fused.stream.rotations().into_iter().map(|steps| packing.steps(steps.into()));
        Ok(Self {
            rotations: steps.collect(),
            maps: fused.map_keys(),
            map_count: fused.maps.len(),
            map_bytes: fused.maps.iter().map(|map| map_bytes(map, params)).max().unwrap_or(0),
        })
    }

    /// The number of keys. Keys in a file serve single rotations and maps; otherwise each has its own.
    pub fn count(&self, placing: &Placing) -> usize {
        match placing.stored {
            Some(_) => self.rotations.union(&self.maps).count(),
            None => self.rotations.len() + self.maps.len(),
        }
    }

    /// Lists of at most `count` keys each.
    pub fn chunks(&self, count: usize) -> Vec<Self> {
        let lists = |keys: &BTreeSet<u32>| {
            let keys: Vec<u32> = keys.iter().copied().collect();
            keys.chunks(count.max(1))
                .map(|some| some.iter().copied().collect())
                .collect::<Vec<BTreeSet<u32>>>()
        };
        let rotations =
            lists(&self.rotations).into_iter().map(|rotations| Self { rotations, ..Self::default() });
        rotations.chain(lists(&self.maps).into_iter().map(|maps| Self { maps, ..Self::default() })).collect()
    }
}
