//! Slot programs on encrypted values: the ring, its keys and the run.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::time::Duration;

use partita_base::{Limits, code};
use partita_ckks::plan::{Bootstraps, Plan};
use partita_ckks::{CkksError, Counters};
use partita_engine::ckks::{
    CkksParams, EncryptedRun, KeyMemory, KeyNeeds, LattigoSettings, Placing, RemoteEngine, Safety, Stream,
    Workload,
};
use partita_engine::{EngineError, bytes_in_units};
use partita_report::{RingView, SchemeView};
use zeroize::Zeroizing;

use super::{Results, SlotProgram, stream};
use crate::watch::run_stage;
use crate::{Error, Watch};

/// Keys that are created per batch, so that progress is visible.
const KEYS: usize = 16;

/// The time limit of a request if there are bootstraps: their keys are created in one, and take minutes in large rings.
const BOOTSTRAP_TIME: Duration = Duration::from_secs(3600);

/// The ring that values are encrypted in. Take the default and set what differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ring {
    /// The ring has degree 2 to this power; by default the smallest that is secure and has room.
    pub log_n: Option<u32>,
    /// Whether parameters must be secure.
    pub safety: Safety,
}

partita_base::setters! { Ring { log_n: Option<u32>, safety: Safety } }

/// What a program needs of a scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The level of inputs and of bootstrapped values.
    pub levels: u32,
    /// Slots per ciphertext.
    pub slots: usize,
    /// The number of bootstraps.
    pub bootstraps: usize,
    /// The most ciphertexts that are live at once.
    pub ciphertexts: usize,
    /// The distinct rotations.
    pub rotations: BTreeSet<u32>,
}

impl Needs {
    /// The needs of a plan, before there is a program.
    pub fn of_plan(plan: &Plan, bootstraps: &Bootstraps) -> Self {
        Self {
            levels: bootstraps.top,
            slots: plan.slots,
            bootstraps: bootstraps.count(),
            ciphertexts: plan.peak(),
            rotations: plan.keys(),
        }
    }

    /// The needs of a program.
    pub fn of_program(program: &SlotProgram) -> Result<Self, Error> {
        let Counters { bootstraps, peak, keys, .. } = program.counters()?;
        let (levels, slots) = (program.top(), program.lowered.program.slots);
        Ok(Self { levels, slots, bootstraps, ciphertexts: peak, rotations: keys })
    }
}

/// The parameters of a program, and the memory of its keys.
#[derive(Clone, Debug)]
pub struct Scheme {
    /// Ring, modulus and scale.
    pub params: CkksParams,
    /// The key-switching primes of bootstraps; empty without bootstraps.
    pub bootstrap_primes: Vec<u32>,
    /// Whether the parameters had to be secure.
    pub safety: Safety,
    /// The memory of keys and ciphertexts.
    pub memory: KeyMemory,
    /// The rotation keys.
    pub keys: KeyNeeds,
    /// Where they are, and whether linear maps are computed in one call.
    pub placing: Placing,
    /// The most ciphertexts that are live at once.
    ciphertexts: usize,
    /// Slots per ciphertext from the program's point of view.
    slots: usize,
}

impl Scheme {
    /// The parameters in the requested ring, or in the smallest that is secure and has room.
    pub fn choose(ring: &Ring, needs: &Needs) -> Result<Self, Error> {
        let Ring { log_n, safety } = *ring;
        let Needs { levels, slots, .. } = *needs;
        let params = match log_n {
            None if needs.bootstraps == 0 => CkksParams::secure(levels, slots)?,
            None => CkksParams::secure_with_bootstraps(levels, slots)?,
            Some(log_n) if needs.bootstraps == 0 => CkksParams::in_ring(log_n, levels, safety),
            Some(log_n) => CkksParams::in_ring(log_n, levels, safety).with_bootstraps_of(slots),
        };
        params.check(safety)?;
        params.check_slots(slots)?;
        let bootstrap_primes = match needs.bootstraps {
            0 => Vec::new(),
            _ => params.bootstrap_primes(safety)?,
        };
        let rotations = needs.rotations.iter().copied().filter(|&steps| steps != 0).collect();
        let keys = KeyNeeds { rotations, ..KeyNeeds::default() };
        let (placing, ciphertexts) = (Placing::default(), needs.ciphertexts);
        let memory = params.key_memory(&Workload {
            keys: &keys,
            placing: &placing,
            ciphertexts,
            slots,
            bootstrap_primes: &bootstrap_primes,
        });
        Ok(Self { params, bootstrap_primes, safety, memory, keys, placing, ciphertexts, slots })
    }

    /// The same with keys of a program in other places.
    fn with_placing(&self, stream: &Stream, placing: Placing) -> Result<Self, Error> {
        let keys = KeyNeeds::of(stream, &self.params, !self.bootstrap_primes.is_empty(), &placing)?;
        let Self { ciphertexts, slots, .. } = *self;
        let work = Workload {
            keys: &keys,
            placing: &placing,
            ciphertexts,
            slots,
            bootstrap_primes: &self.bootstrap_primes,
        };
        let memory = self.params.key_memory(&work);
        Ok(Self { memory, keys, placing, ..self.clone() })
    }

    /// The fastest way to run a program within `limit` bytes of memory: with linear maps and all keys in memory, with all
    /// keys in memory, or with keys in a temporary file. If not even that fits, the scheme needs more than the limit.
    /// `max_keys` is the most rotation keys, if they are limited.
    fn placed(&self, stream: &Stream, limit: u64, max_keys: Option<usize>) -> Result<Self, Error> {
        /// Linear maps of less room have too few products to be of use.
        const ATTEMPTS: u32 = 4;
        let plain = self.with_placing(stream, Placing::default())?;
        let room = plain.memory.room_for_plaintexts(limit);
        for attempt in (0..ATTEMPTS).filter(|_| room > 0) {
            let maps = self.with_placing(stream, Placing { maps: Some(room >> attempt), stored: None })?;
            let few = max_keys.is_none_or(|most| maps.memory.rotations <= most);
            if few && maps.memory.peak <= limit {
                return Ok(maps);
            }
        }
        if plain.memory.peak <= limit {
            return Ok(plain);
        }
        let least = self.with_placing(stream, Placing { maps: None, stored: Some(1) })?;
        // Half of what is left is for keys, the other half for plaintexts.
        let half = least.memory.room_for_plaintexts(limit) / 2;
        let most = 1 + (half / least.memory.key.max(1)) as usize;
        let stored = Some(most.min(least.memory.rotations.max(1)));
        let maps = self.with_placing(stream, Placing { maps: Some(half), stored })?;
        Ok(if maps.memory.peak <= limit { maps } else { least })
    }

    /// A view of the scheme, for a program of this many levels.
    pub fn view(&self, levels: u32) -> SchemeView {
        let KeyMemory { rotations, keys, stored, bootstrap_keys, peak, .. } = self.memory;
        SchemeView {
            degree: self.params.degree() as u64,
            modulus_bits: self.params.modulus_bits(),
            levels,
            insecurity: self.insecurity(),
            rotations,
            keys,
            stored: self.placing.stored.map(|most| (stored, most)),
            maps: self.keys.map_count,
            bootstrap_keys,
            peak,
        }
    }

    /// Why no secret values may be encrypted, if security was waived.
    pub fn insecurity(&self) -> Option<String> {
        if self.safety == Safety::Standard {
            return None;
        }
        let checked = self.params.check(Safety::Standard).and_then(|()| match self.bootstrap_primes.len() {
            0 => Ok(()),
            _ => self.params.check_bootstrap(&self.bootstrap_primes, Safety::Standard),
        });
        Some(match checked {
            Ok(()) => "security is not checked; do not encrypt secret values".to_string(),
            Err(error) => error.message,
        })
    }

    /// Fails if keys would take more than `limit` bytes, before any is created.
    pub fn check_memory(&self, limit: u64) -> Result<(), Error> {
        let KeyMemory { key, keys, bootstrap_keys, ciphertexts, peak, rotations, .. } = self.memory;
        if peak <= limit {
            return Ok(());
        }
        let (place, fewer) = match self.placing.stored {
            Some(_) => (" in a temporary file", String::new()),
            None => {
                ("", format!("reduce the keys, of {} each, by `Passes::max_keys`; ", bytes_in_units(key)))
            }
        };
        let message = format!(
            "keys and ciphertexts need about {} of memory; the limit is {}: keys {} ({rotations} rotations{place}), keys of bootstraps \
             {}, ciphertexts {}",
            bytes_in_units(peak),
            bytes_in_units(limit),
            bytes_in_units(keys),
            bytes_in_units(bootstrap_keys),
            bytes_in_units(ciphertexts)
        );
        let help = format!(
            "{fewer}use fewer levels or slots, so that a smaller ring suffices; or raise the limit by `Limits::memory`, in bytes"
        );
        Err(CkksError::new(code::KEY_MEMORY, message).help(help).into())
    }
}

/// A view of the ring and the keys of a plan. If no ring is secure, the counts are still of use; only a ring
/// that the user names is then an error.
pub fn ring_of_plan(ring: &Ring, plan: &Plan, bootstraps: &Bootstraps) -> Result<RingView, Error> {
    let needs = Needs::of_plan(plan, bootstraps);
    match Scheme::choose(ring, &needs) {
        Ok(scheme) => Ok(RingView::of_scheme(&scheme.view(needs.levels))),
        Err(Error::Engine(error)) if ring.log_n.is_none() => {
            Ok(RingView::without_ring(&error.message, needs.rotations.len()))
        }
        Err(error) => Err(error),
    }
}

/// How a program runs encrypted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Encryption {
    /// The library that computes.
    pub library: LattigoSettings,
    /// The ring options.
    pub ring: Ring,
    /// The most bytes of keys and ciphertexts.
    pub memory: u64,
}

partita_base::setters! { Encryption { ring: Ring, memory: u64 } }

impl Encryption {
    /// Runs in the smallest ring that is secure.
    pub fn new(library: LattigoSettings) -> Self {
        Self { library, ring: Ring::default(), memory: Limits::default().memory }
    }

    /// The parameters of a program; fails if there are none or its keys take too much memory.
    pub fn scheme(&self, program: &SlotProgram) -> Result<Scheme, Error> {
        let scheme = Scheme::choose(&self.ring, &Needs::of_program(program)?)?;
        let stream = stream::stream(&program.lowered.program);
        let scheme = scheme.placed(&stream, self.memory, program.max_keys)?;
        scheme.check_memory(self.memory)?;
        Ok(scheme)
    }
}

/// The results of encrypted runs with one set of keys.
pub struct EncryptedBatch {
    /// The output of the network for each input. They are wiped when they are dropped.
    pub values: Vec<Zeroizing<Vec<f64>>>,
    /// The parameters that were used.
    pub scheme: Scheme,
    /// What the program did in each run.
    pub counters: Counters,
    /// The runs, each of as many inputs as fit into the free slots of a ciphertext.
    pub runs: Vec<EncryptedRun>,
}

impl fmt::Debug for EncryptedBatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EncryptedBatch").field("params", &self.scheme.params).finish_non_exhaustive()
    }
}

/// The result of an encrypted run.
pub struct Encrypted {
    /// The output of the network. It is wiped when it is dropped.
    pub values: Zeroizing<Vec<f64>>,
    /// The parameters that were used.
    pub scheme: Scheme,
    /// What the program did.
    pub counters: Counters,
}

impl fmt::Debug for Encrypted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encrypted").field("params", &self.scheme.params).finish_non_exhaustive()
    }
}

impl SlotProgram {
    /// Creates keys, encrypts the input, runs the program, and decrypts the output. Intermediate copies of both
    /// are wiped. Stages: `start`, `keys of bootstraps` if there are any, `keys`, counted in keys, and `run`,
    /// counted in steps and bootstraps.
    pub fn run_encrypted(
        &self,
        input: &[f64],
        encryption: &Encryption,
        watch: &mut dyn Watch,
    ) -> Result<Encrypted, Error> {
        let EncryptedBatch { mut values, scheme, counters, .. } =
            self.run_all_encrypted(std::slice::from_ref(&input), encryption, watch)?;
        Ok(Encrypted { values: values.pop().unwrap_or_default(), scheme, counters })
    }

    /// As [`Self::run_encrypted`], for several inputs: keys are created once. A run computes as many inputs as fit into
    /// the free slots of a ciphertext. Encoded plaintexts are kept from run to run as far as the memory limit allows.
    pub fn run_all_encrypted(
        &self,
        inputs: &[impl AsRef<[f64]>],
        encryption: &Encryption,
        watch: &mut dyn Watch,
    ) -> Result<EncryptedBatch, Error> {
        let mut scheme = encryption.scheme(self)?;
        let counters = self.counters()?;
        let mut library = encryption.library.clone();
        library.kept_plaintexts = scheme.memory.room_for_plaintexts(encryption.memory);
        library.placing = scheme.placing.clone();
        library.memory = Some(encryption.memory);
        if counters.bootstraps != 0 {
            library.timeout = library.timeout.max(BOOTSTRAP_TIME);
        }
        let mut engine = self.engine_with_keys(&library, &scheme, &counters, watch)?;
        let Results { values, runs } = self.run_all(&mut engine, inputs, watch)?;
        let kept = runs.iter().map(|run| run.kept).max().unwrap_or(0);
        scheme.memory = scheme.memory.with_plaintexts(kept);
        Ok(EncryptedBatch { values, scheme, counters, runs })
    }

    /// The library, with all keys that the program needs.
    fn engine_with_keys(
        &self,
        library: &LattigoSettings,
        scheme: &Scheme,
        counters: &Counters,
        watch: &mut dyn Watch,
    ) -> Result<RemoteEngine, EngineError> {
        let mut engine = run_stage(watch, "start", || library.start(&scheme.params, scheme.safety))?;
        if counters.bootstraps != 0 {
            let primes = &scheme.bootstrap_primes;
            let slots = self.lowered.program.slots;
            run_stage(watch, "keys of bootstraps", || engine.load_bootstrap_keys(primes, slots))?;
        }
        let keys = scheme.keys.chunks(KEYS);
        watch.begin("keys");
        for (index, some) in keys.iter().enumerate() {
            watch.count(index * KEYS, scheme.memory.rotations, "keys");
            engine.load_rotation_keys(some)?;
        }
        watch.end();
        Ok(engine)
    }
}

/// The Lattigo library that is named, or found in its usual place, served by this program itself.
pub fn find_lattigo(named: Option<&Path>) -> Result<LattigoSettings, Error> {
    Ok(LattigoSettings::find(named)?)
}
