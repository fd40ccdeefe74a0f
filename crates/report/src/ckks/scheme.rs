//! The ring that a program is encrypted in, and the memory of its keys.

use serde_json::{Map, Value, json};

use crate::show::bytes;

/// The parameters of a program, and the memory of its keys.
#[derive(Clone, Debug)]
pub struct SchemeView {
    /// The degree of the ring.
    pub degree: u64,
    /// Bits of the modulus.
    pub modulus_bits: u32,
    /// The level of inputs and of what is bootstrapped.
    pub levels: u32,
    /// Why nothing that is secret may be encrypted, where security was not asked for.
    pub insecurity: Option<String>,
    /// Rotations that have a key.
    pub rotations: usize,
    /// Bytes of all keys but those of bootstraps.
    pub keys: u64,
    /// Bytes of the keys of bootstraps.
    pub bootstrap_keys: u64,
    /// Bytes at the peak.
    pub peak: u64,
}

impl SchemeView {
    /// What every result begins with where security was not asked for.
    pub fn warning(&self) -> Option<String> {
        self.insecurity.as_ref().map(|why| format!("INSECURE (`Safety::InsecureTest`): {why}"))
    }

    /// The ring.
    pub fn ring_line(&self) -> String {
        let Self { degree, modulus_bits, levels, .. } = self;
        format!("ring of degree {degree}, modulus of {modulus_bits} bits, {levels} levels")
    }

    /// The memory of keys, and of everything.
    pub fn memory_line(&self) -> String {
        let Self { rotations, keys, bootstrap_keys, peak, .. } = *self;
        let bootstraps = match bootstrap_keys {
            0 => String::new(),
            more => format!(", {} more for bootstraps", bytes(more)),
        };
        format!(
            "keys: {} ({rotations} rotations){bootstraps}; about {} of memory in all",
            bytes(keys),
            bytes(peak)
        )
    }

    /// The same for programs.
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

/// The ring and the keys of a plan, in words and as fields. There may be no ring.
#[derive(Clone, Debug)]
pub struct RingView {
    /// What has to come before everything else.
    pub warning: Option<String>,
    /// One line.
    pub line: String,
    /// The same for programs.
    pub fields: Map<String, Value>,
}

impl RingView {
    /// Those of a scheme.
    pub fn of_scheme(scheme: &SchemeView) -> Self {
        let line = format!("{}; {}", scheme.ring_line(), scheme.memory_line());
        Self { warning: scheme.warning(), line, fields: scheme.fields() }
    }

    /// There is none, for a reason; so many rotations would have a key.
    pub fn without_ring(why: &str, rotations: usize) -> Self {
        let line = format!("keys: {rotations} rotations; {why}: bootstrap with `Plan::place_bootstraps`");
        let fields = [("ring", Value::Null), ("rotation_keys", json!(rotations))];
        let fields = fields.map(|(name, value)| (name.to_string(), value));
        Self { warning: None, line, fields: fields.into_iter().collect() }
    }
}
