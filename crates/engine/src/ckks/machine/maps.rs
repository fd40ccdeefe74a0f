//! Linear maps, and the keys of their rotations.
//!
//! The library has two sets of rotation keys: one for single rotations, to which keys can only be added, and one for
//! linear maps, which can be emptied and filled again. Keys that are kept in a file are therefore all of the second
//! kind, and a single rotation is then a map with one diagonal.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{Backend, Cipher, CkksTrouble, Handle, Machine, Start, Timed, Values, fault};
use crate::EngineError;
use crate::ckks::key_file::KeyFile;
use crate::ckks::split::Ratio;
use crate::ckks::stream::MapId;

/// The values of a map's diagonals, and its encoded form.
pub(super) struct Map {
    ratio: Ratio,
    /// By rotation.
    diagonals: BTreeMap<u32, Values>,
    encoded: Option<EncodedMap>,
}

/// The level, and the factor of all values, with which a map was encoded.
struct EncodedMap {
    level: u32,
    stretch: f64,
    handle: Handle,
}

/// The keys of maps.
#[derive(Default)]
pub(super) struct MapKeys {
    /// The elements of the Galois group whose keys the library has.
    loaded: BTreeSet<u32>,
    stored: Option<Stored>,
}

/// Keys in a file.
pub(super) struct Stored {
    pub(super) file: KeyFile,
    /// The most keys in memory at once; one map may need more.
    pub(super) most: usize,
}

impl MapKeys {
    /// Keys that are kept in a file.
    pub(super) fn stored(stored: Stored) -> Self {
        Self { loaded: BTreeSet::new(), stored: Some(stored) }
    }

    pub(super) fn is_stored(&self) -> bool {
        self.stored.is_some()
    }
}

/// The element of the Galois group, modulo twice the degree, that rotates the slots of a ring.
fn element_of(steps: u32, slots: usize) -> u32 {
    let modulus = slots as u64 * 4;
    let (mut result, mut power, mut left) = (1, 5 % modulus, steps);
    while left > 0 {
        if left & 1 == 1 {
            result = result * power % modulus;
        }
        power = power * power % modulus;
        left >>= 1;
    }
    result as u32
}

impl<B: Backend> Machine<B> {
    /// Stores the values of a map's diagonal.
    pub(in crate::ckks) fn set_diagonal(
        &mut self,
        map: MapId,
        ratio: Ratio,
        steps: u32,
        values: Values,
    ) -> Result<(), EngineError> {
        self.check_count(&values)?;
        self.check_steps(steps)?;
        let map =
            self.maps.entry(map).or_insert_with(|| Map { ratio, diagonals: BTreeMap::new(), encoded: None });
        map.diagonals.insert(steps, values);
        Ok(())
    }

    /// Forgets a map.
    pub(in crate::ckks) fn forget_map(&mut self, map: MapId) {
        if let Some(encoded) = self.maps.remove(&map).and_then(|map| map.encoded) {
            self.backend.delete_map(encoded.handle);
        }
    }

    /// Creates the keys of rotations within maps.
    pub(in crate::ckks) fn make_map_keys(&mut self, steps: &[u32]) -> Result<(), EngineError> {
        steps.iter().try_for_each(|&steps| {
            self.check_steps(steps)?;
            self.make_element(element_of(steps, self.slots))
        })
    }

    fn make_element(&mut self, element: u32) -> Result<(), EngineError> {
        // A rotation by nothing needs no key.
        if element == 1 {
            return Ok(());
        }
        let start = Start::now();
        let Self { backend, map_keys, .. } = self;
        match &mut map_keys.stored {
            Some(stored) if stored.file.has(element) => return Ok(()),
            Some(stored) => {
                let mut written = Ok(());
                backend.save_map_key(element, &mut |bytes| written = stored.file.put(element, bytes));
                written.map_err(|error| no_file("write", &error))?;
            }
            None if !map_keys.loaded.insert(element) => return Ok(()),
            None => backend.make_map_key(element),
        }
        self.stats.add(Timed::Key, self.top(), start.elapsed());
        Ok(())
    }

    /// Has the library hold the keys that a map needs.
    fn load_map_keys(&mut self, map: Handle) -> Result<(), EngineError> {
        let mut elements: BTreeSet<u32> = self.backend.map_keys(map).into_iter().collect();
        elements.remove(&1);
        for &element in &elements {
            self.make_element(element)?;
        }
        let Self { backend, map_keys: MapKeys { loaded, stored: Some(stored) }, .. } = self else {
            return Ok(());
        };
        if loaded.union(&elements).count() > stored.most && !elements.is_subset(loaded) {
            backend.remove_map_keys();
            loaded.clear();
        }
        for &element in elements.difference(&loaded.clone()) {
            let bytes = stored.file.get(element).map_err(|error| no_file("read", &error))?;
            backend.load_map_key(element, bytes);
            loaded.insert(element);
        }
        Ok(())
    }

    /// The result of a map.
    pub(super) fn map(&mut self, a: Rc<Cipher>, map: MapId) -> Result<Rc<Cipher>, EngineError> {
        let level = a.level;
        let prime = self.moduli[level as usize] as f64;
        // The library encodes diagonals with the prime as their scale. The product has the scale from which rescaling
        // leaves that of the next level if its operand claims to have `claimed`, and the diagonals are stretched
        // accordingly.
        let claimed = (self.product_scale(level) / prime).round();
        let stretch = claimed / a.scale;
        if !(0.5..2.0).contains(&stretch) {
            let bits = a.scale.log2();
            let message =
                format!("cannot multiply a value of scale 2^{bits:.3} by a plaintext; rescale it first");
            return fault(CkksTrouble::Scale, message);
        }
        let scale = claimed * prime;
        self.check_room(level, scale)?;
        let encoded = self.encoded_map(map, level, stretch)?;
        self.load_map_keys(encoded)?;
        let start = Start::now();
        self.backend.set_scale(a.handle, claimed as u64);
        let handle = self.backend.apply_map(encoded, a.handle);
        self.backend.set_scale(a.handle, a.scale as u64);
        self.stats.add(Timed::Map, level, start.elapsed());
        self.release(a);
        Ok(Rc::new(Cipher { handle, level, scale }))
    }

    fn encoded_map(&mut self, id: MapId, level: u32, stretch: f64) -> Result<Handle, EngineError> {
        let Some(mut map) = self.maps.remove(&id) else {
            return fault(CkksTrouble::Stream, format!("map {} has no values", id.0));
        };
        let handle = match &map.encoded {
            Some(encoded) if encoded.level == level && encoded.stretch == stretch => Ok(encoded.handle),
            _ => self.encode_map(&map, level, stretch),
        };
        if let Ok(handle) = handle {
            let before = map.encoded.replace(EncodedMap { level, stretch, handle });
            before
                .filter(|before| before.handle != handle)
                .into_iter()
                .for_each(|before| self.backend.delete_map(before.handle));
        }
        self.maps.insert(id, map);
        handle
    }

    fn encode_map(&mut self, map: &Map, level: u32, stretch: f64) -> Result<Handle, EngineError> {
        let prime = self.moduli[level as usize] as f64;
        let mut flat = Values::new(Vec::with_capacity(map.diagonals.len() * self.slots));
        for values in map.diagonals.values() {
            self.check_size(values, level, prime)?;
            flat.extend(values.iter().map(|&value| (f64::from(value) * stretch) as f32));
        }
        let steps: Vec<u32> = map.diagonals.keys().copied().collect();
        let start = Start::now();
        let handle = self.backend.make_map(&steps, &flat, level, map.ratio);
        // One for each diagonal, so that counts do not depend on maps.
        let time = start.elapsed() / steps.len().max(1) as u32;
        steps.iter().for_each(|_| self.stats.add(Timed::Encode, level, time));
        Ok(handle)
    }

    /// A rotation by a map with one diagonal, whose encoded form is the number one.
    pub(super) fn rotated_by_map(&mut self, a: &Cipher, steps: u32) -> Result<Handle, EngineError> {
        /// The largest scale, in bits, that can be declared.
        const DECLARED: f64 = 63.0;
        let prime = self.moduli[a.level as usize] as f64;
        let one = vec![(1.0 / prime) as f32; self.slots];
        let map = self.backend.make_map(&[steps], &one, a.level, Ratio::Unlimited);
        let loaded = self.load_map_keys(map);
        if loaded.is_err() {
            self.backend.delete_map(map);
        }
        loaded?;
        let handle = if a.scale.log2() < DECLARED {
            let handle = self.backend.apply_map(map, a.handle);
            self.backend.set_scale(handle, a.scale as u64);
            handle
        } else {
            // The library multiplies the scale by the prime. That of the operand could not be declared again.
            let copy = self.backend.copy(a.handle);
            self.backend.set_scale(copy, (a.scale / prime).round() as u64);
            let handle = self.backend.apply_map(map, copy);
            self.backend.delete(copy);
            handle
        };
        self.backend.delete_map(map);
        Ok(handle)
    }
}

pub(super) fn no_file(what: &str, error: &std::io::Error) -> EngineError {
    let folder = std::env::temp_dir();
    let message = format!("cannot {what} keys in a temporary file in {}: {error}", folder.display());
    EngineError::ckks(CkksTrouble::Failed, message)
}
