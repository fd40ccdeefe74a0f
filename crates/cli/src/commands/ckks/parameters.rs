//! The ring that a program is encrypted in, and the memory of its keys.

use partita::Error;
use partita::ckks::{self, CkksError, KeyMemory, Needs, Safety, Scheme, in_units};
use serde_json::{Map, Value, json};

use super::load::Planned;
use crate::ckks_args::Ring;

/// The ring that the command line asks for.
pub(super) fn ring(ring: &Ring) -> ckks::Ring {
    let mut wanted = ckks::Ring::default();
    wanted.log_n = ring.log_n;
    wanted.safety = if ring.insecure_test { Safety::InsecureTest } else { Safety::Standard };
    wanted
}

/// What every result begins with where security was not asked for.
pub(super) fn warning(scheme: &Scheme) -> Option<String> {
    scheme.insecurity().map(|why| format!("INSECURE (--insecure-test): {why}"))
}

/// The memory of keys, and of everything.
pub(super) fn memory_line(scheme: &Scheme) -> String {
    let KeyMemory { rotations, keys, bootstrap_keys, peak, .. } = scheme.memory;
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
pub(super) fn fields(scheme: &Scheme) -> Map<String, Value> {
    let KeyMemory { rotations, keys, bootstrap_keys, peak, .. } = scheme.memory;
    let security = warning(scheme).unwrap_or_else(|| "128 bits".into());
    let fields = json!({
        "ring": scheme.params.degree(), "modulus_bits": scheme.params.modulus_bits(),
        "secure": scheme.safety == Safety::Standard, "security": security, "rotation_keys": rotations,
        "keys_bytes": keys, "bootstrap_keys_bytes": bootstrap_keys, "memory_bytes": peak,
    });
    let Value::Object(fields) = fields else { unreachable!("fields are an object") };
    fields
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
    pub(super) fn of_plan(wanted: &Ring, planned: &Planned<'_>) -> Result<Self, Error> {
        let needs = Needs::of_plan(&planned.plan, &planned.bootstraps);
        match Scheme::choose(&ring(wanted), &needs) {
            Ok(scheme) => Ok(Self::of_scheme(&scheme, &needs)),
            // Counting is of use where no ring is secure; one that is named is refused.
            Err(Error::Ckks(error)) if wanted.log_n.is_none() => Ok(Self::without_ring(&error, &needs)),
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
        let line = format!("{ring}; {}", memory_line(scheme));
        Self { warning: warning(scheme), line, fields: fields(scheme) }
    }

    fn without_ring(error: &CkksError, needs: &Needs) -> Self {
        let rotations = needs.rotations.len();
        let line = format!("keys: {rotations} rotations; {}: bootstrap with `--levels`", error.message);
        let fields = [("ring", Value::Null), ("rotation_keys", json!(rotations))];
        let fields = fields.map(|(name, value)| (name.to_string(), value));
        Self { warning: None, line, fields: fields.into_iter().collect() }
    }
}
