//! The ring options of the command line.

use partita::ckks::{self, Safety};

use crate::ckks_args::Ring;

/// Converts the ring options of the command line.
pub(super) fn ring_options(ring: &Ring) -> ckks::Ring {
    let mut wanted = ckks::Ring::default();
    wanted.log_n = ring.log_n;
    wanted.safety = if ring.insecure_test { Safety::InsecureTest } else { Safety::Standard };
    wanted
}
