//! The ring that a program is encrypted in, and the memory of its keys.

use serde_json::{Map, Value, json};

use crate::show::byte_text;

/// The parameters of a program, and the memory of its keys.
#[derive(Clone, Debug)]
pub struct SchemeView {
    /// The degree of the ring.
    pub degree: u64,
    /// Bits of the modulus, including key switching.
    pub modulus_bits: u32,
    /// The level of inputs and of bootstrapped values.
    pub levels: u32,
    /// Why no secret values may be encrypted, if security was waived.
    pub insecurity: Option<String>,
    /// The number of rotation keys.
    pub rotations: usize,
    /// Bytes of all keys in memory except those of bootstraps.
    pub keys: u64,
    /// Bytes of rotation keys in a temporary file, if they are in one, and how many are in memory at once.
    pub stored: Option<(u64, usize)>,
    /// The number of linear maps that are computed in one call each.
    pub maps: usize,
    /// Bytes of the keys of bootstraps.
    pub bootstrap_keys: u64,
    /// Bytes of memory at the peak.
    pub peak: u64,
}

impl SchemeView {
    /// The first line of every result if security was waived.
    pub fn warning(&self) -> Option<String> {
        self.insecurity.as_ref().map(|why| format!("INSECURE (`Safety::InsecureTest`): {why}"))
    }

    /// Degree, modulus and levels in one line.
    pub fn ring_line(&self) -> String {
        let Self { degree, modulus_bits, levels, .. } = self;
        format!("ring of degree {degree}, modulus of {modulus_bits} bits, {levels} levels")
    }

    /// The memory of keys and in total, in one line.
    pub fn memory_line(&self) -> String {
        let Self { rotations, keys, stored, bootstrap_keys, peak, .. } = *self;
        let bootstraps = match bootstrap_keys {
            0 => String::new(),
            more => format!(", {} more for bootstraps", byte_text(more)),
        };
        let stored = match stored {
            Some((bytes, most)) => {
                format!(
                    ", {} in a temporary file, of which at most {most} keys are in memory",
                    byte_text(bytes)
                )
            }
            None => String::new(),
        };
        format!(
            "keys: {} ({rotations} rotations){stored}{bootstraps}; about {} of memory in all",
            byte_text(keys),
            byte_text(peak)
        )
    }

    /// The same as JSON fields.
    pub fn fields(&self) -> Map<String, Value> {
        let security = self.warning().unwrap_or_else(|| "128 bits".into());
        let fields = json!({
            "ring": self.degree, "modulus_bits": self.modulus_bits, "secure": self.insecurity.is_none(),
            "security": security, "rotation_keys": self.rotations, "keys_bytes": self.keys,
            "bootstrap_keys_bytes": self.bootstrap_keys, "memory_bytes": self.peak,
        });
        let Value::Object(fields) = fields else { unreachable!("fields are an object") };
        fields
    }
}

/// The ring and the keys of a plan, as text and as JSON fields. There may be no ring.
#[derive(Clone, Debug)]
pub struct RingView {
    /// The first line of the result, if any.
    pub warning: Option<String>,
    /// Ring and keys in one line.
    pub line: String,
    /// The same as JSON fields.
    pub fields: Map<String, Value>,
}

impl RingView {
    /// The view of a scheme.
    pub fn of_scheme(scheme: &SchemeView) -> Self {
        let line = format!("{}; {}", scheme.ring_line(), scheme.memory_line());
        Self { warning: scheme.warning(), line, fields: scheme.fields() }
    }

    /// The view if there is no ring, with the reason; this many rotations would have a key.
    pub fn without_ring(why: &str, rotations: usize) -> Self {
        let line = format!("keys: {rotations} rotations; {why}: bootstrap with `Plan::place_bootstraps`");
        let fields = [("ring", Value::Null), ("rotation_keys", json!(rotations))];
        let fields = fields.map(|(name, value)| (name.to_string(), value));
        Self { warning: None, line, fields: fields.into_iter().collect() }
    }
}
