//! Runs slot programs on encrypted values: CKKS through the shared library of Lattigo.
//!
//! A [`Stream`] is a straight-line program over registers that hold ciphertexts. A [`CkksEngine`] runs it. The
//! engine here, [`RemoteEngine`], keeps keys and ciphertexts in a child process, which loads the library:
//! Lattigo ([`LattigoSettings`], [`serve_lattigo`]), or SEAL as a second opinion ([`SealSettings`]). Go ends its
//! process when it panics, so the library never runs in this process; errors of the child become an
//! [`EngineError`](crate::EngineError) with a code.
//!
//! The engine is responsible for scales. Every level has one, close to that of [`CkksParams`]; a plaintext factor is
//! encoded so that rescaling gives the product the scale of the next level exactly, a plaintext summand at the scale of
//! the other summand. The program is responsible for levels: a product that is not rescaled, or one level too many, is
//! an error.

mod backend;
mod clock;
mod cost;
mod engine;
mod error;
mod file;
mod fuse;
mod key_file;
mod key_needs;
mod lattigo;
#[expect(unsafe_code, reason = "the library is called through C; every call is in this file")]
mod library;
mod locate;
mod machine;
mod memory;
mod packing;
mod params;
mod party;
mod process;
mod remote;
mod seal;
mod seal_params;
mod security;
mod serve;
mod split;
mod stats;
mod stream;
mod wiped;
mod wire;

pub use cost::{BootstrapCost, CostRow, measure_bootstrap, measure_ops};
pub use engine::{Caps, CkksEngine, EncryptedOutcome, EncryptedRun, EncryptedRuns, Output};
pub use error::CkksTrouble;
pub use file::{CkksFile, CkksFileKind, KeyId};
pub use key_needs::{KeyNeeds, Placing};
pub use lattigo::LattigoSettings;
pub use locate::{LIBRARY_FILE, LIBRARY_VARIABLE, locate_library};
pub use memory::{KeyMemory, Workload};
pub use params::{CkksParams, Safety, Secret};
pub use party::{Factors, SealParty};
pub use remote::RemoteEngine;
pub use seal::{SEAL_VARIABLE, SealSettings};
pub use security::{MaxModulus, RINGS, SECURITY_SOURCE, max_modulus_bits};
pub use serve::{SERVE_COMMAND, serve_lattigo};
pub use stats::{Stats, Timed, Timing};
pub use stream::{Action, Input, MapId, Op, PlainId, Plaintexts, Reg, Stream};
