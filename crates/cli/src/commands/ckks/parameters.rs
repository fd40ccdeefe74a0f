//! The ring that a program is encrypted in, and the memory of its keys.

use partita::ckks::{
    CkksParams, CkksTrouble, Counters, EngineError as CkksError, KeyMemory, Safety, Workload, in_units,
};
use partita::code;
use serde_json::{Map, Value, json};

use super::finding;
use super::load::Planned;
use crate::args::Common;
use crate::ckks_args::Ring;
use crate::exit::Exit;

/// What a program needs of a scheme, beside the ring that is asked for.
pub(super) struct Needs {
    pub(super) levels: u32,
    pub(super) slots: usize,
    pub(super) bootstraps: usize,
    pub(super) ciphertexts: usize,
    pub(super) rotations: std::collections::BTreeSet<u32>,
}

impl Needs {
    /// Those of a plan, before there is a program.
    pub(super) fn of_plan(planned: &Planned<'_>) -> Self {
        let Planned { plan, bootstraps, .. } = planned;
        Self {
            levels: bootstraps.top,
            slots: plan.slots,
            bootstraps: bootstraps.count(),
            ciphertexts: plan.peak(),
            rotations: plan.keys(),
        }
    }

    /// Those of a program.
    pub(super) fn of_program(levels: u32, slots: usize, counters: &Counters) -> Self {
        Self {
            levels,
            slots,
            bootstraps: counters.bootstraps,
            ciphertexts: counters.peak,
            rotations: counters.keys.clone(),
        }
    }
}

/// The parameters of a program.
pub(super) struct Scheme {
    pub(super) params: CkksParams,
    /// The primes of key switching of bootstraps; none where nothing is bootstrapped.
    pub(super) bootstrap_primes: Vec<u32>,
    pub(super) safety: Safety,
    pub(super) memory: KeyMemory,
}

impl Scheme {
    /// The parameters in the ring that is asked for, or in the smallest that is secure and has room.
    pub(super) fn choose(ring: &Ring, needs: &Needs) -> Result<Self, CkksError> {
        let Needs { levels, slots, .. } = *needs;
        let safety = if ring.insecure_test { Safety::InsecureTest } else { Safety::Standard };
        let params = match ring.log_n {
            None if needs.bootstraps == 0 => CkksParams::secure(levels, slots)?,
            None => CkksParams::secure_with_bootstraps(levels, slots)?,
            Some(log_n) => CkksParams::in_ring(log_n, levels, safety),
        };
        params.check(safety)?;
        params.check_slots(slots)?;
        let bootstrap_primes = match needs.bootstraps {
            0 => Vec::new(),
            _ => params.bootstrap_primes(safety)?,
        };
        let work = Workload {
            rotations: &needs.rotations,
            ciphertexts: needs.ciphertexts,
            bootstrap_primes: &bootstrap_primes,
        };
        let memory = params.key_memory(&work);
        Ok(Self { params, bootstrap_primes, safety, memory })
    }

    /// What every result begins with where security was not asked for.
    pub(super) fn warning(&self) -> Option<String> {
        if self.safety == Safety::Standard {
            return None;
        }
        let checked = self.params.check(Safety::Standard).and_then(|()| match self.bootstrap_primes.len() {
            0 => Ok(()),
            _ => self.params.check_bootstrap(&self.bootstrap_primes, Safety::Standard),
        });
        let why = match checked {
            Ok(()) => "security is not checked; encrypt nothing that is secret".to_string(),
            Err(error) => error.message,
        };
        Some(format!("INSECURE (--insecure-test): {why}"))
    }

    /// The memory of keys, and of everything.
    pub(super) fn memory_line(&self) -> String {
        let KeyMemory { rotations, keys, bootstrap_keys, peak, .. } = self.memory;
        let bootstraps = match bootstrap_keys {
            0 => String::new(),
            bytes => format!(", {} more for bootstraps", in_units(bytes)),
        };
        format!(
            "keys: {} ({rotations} rotations){bootstraps}; about {} of memory in all",
            in_units(keys),
            in_units(peak)
        )
    }

    /// The same for programs.
    pub(super) fn fields(&self) -> Map<String, Value> {
        let KeyMemory { rotations, keys, bootstrap_keys, peak, .. } = self.memory;
        let security = self.warning().unwrap_or_else(|| "128 bits".into());
        let fields = json!({
            "ring": self.params.degree(), "modulus_bits": self.params.modulus_bits(),
            "secure": self.safety == Safety::Standard, "security": security, "rotation_keys": rotations,
            "keys_bytes": keys, "bootstrap_keys_bytes": bootstrap_keys, "memory_bytes": peak,
        });
        let Value::Object(fields) = fields else { unreachable!("fields are an object") };
        fields
    }

    /// Refuses keys that take more memory than they may, before any is made.
    pub(super) fn check_memory(&self, limit: u64, common: &Common) -> Result<(), Exit> {
        let KeyMemory { key, keys, bootstrap_keys, ciphertexts, peak, rotations } = self.memory;
        if peak <= limit {
            return Ok(());
        }
        let message = format!(
            "keys and ciphertexts need about {} of memory, the limit is {}: keys {} ({rotations} rotations), keys of bootstraps {}, \
             ciphertexts {}",
            in_units(peak),
            in_units(limit),
            in_units(keys),
            in_units(bootstrap_keys),
            in_units(ciphertexts)
        );
        let help = format!(
            "make fewer keys by `--max-keys`, each takes {}; use fewer levels or slots, so that a smaller ring will do; or raise \
             the limit by `--max-memory`, in GiB",
            in_units(key)
        );
        Err(finding(code::KEY_MEMORY, &message, &help, common))
    }
}

/// The ring and the keys of a plan, in words and as fields.
pub(super) struct Described {
    /// What has to come before everything else.
    pub(super) warning: Option<String>,
    pub(super) line: String,
    pub(super) fields: Map<String, Value>,
}

impl Described {
    /// Those of a plan in the ring that is asked for.
    pub(super) fn of_plan(ring: &Ring, planned: &Planned<'_>) -> Result<Self, CkksError> {
        let needs = Needs::of_plan(planned);
        match Scheme::choose(ring, &needs) {
            Ok(scheme) => Ok(Self::of_scheme(&scheme, &needs)),
            // Counting is of use where no ring is secure; one that is named is refused.
            Err(error) if ring.log_n.is_none() => Ok(Self::without_ring(&error, &needs)),
            Err(error) => Err(error),
        }
    }

    fn of_scheme(scheme: &Scheme, needs: &Needs) -> Self {
        let ring = format!(
            "ring of degree {}, modulus of {} bits, {} levels",
            scheme.params.degree(),
            scheme.params.modulus_bits(),
            needs.levels
        );
        let line = format!("{ring}; {}", scheme.memory_line());
        Self { warning: scheme.warning(), line, fields: scheme.fields() }
    }

    fn without_ring(error: &CkksError, needs: &Needs) -> Self {
        let rotations = needs.rotations.len();
        let line = format!("keys: {rotations} rotations; {}: bootstrap with `--levels`", error.message);
        let fields = [("ring", Value::Null), ("rotation_keys", json!(rotations))];
        let fields = fields.map(|(name, value)| (name.to_string(), value));
        Self { warning: None, line, fields: fields.into_iter().collect() }
    }
}

/// Prints why values cannot be encrypted.
pub(super) fn refuse(error: &CkksError, common: &Common) -> Exit {
    let help = match error.kind {
        CkksTrouble::Insecure => {
            "use a larger ring, fewer levels, bootstraps by `--levels`, or --insecure-test for a test"
        }
        CkksTrouble::Absent => {
            "fetch it with `cargo xtask lattigo` in the repository of Partita, or name it with --lattigo or PARTITA_LATTIGO"
        }
        _ => "",
    };
    finding(error.code(), &error.message, help, common)
}
