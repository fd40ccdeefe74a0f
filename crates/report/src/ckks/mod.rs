//! Networks on ciphertexts: plans, and the rings that they are encrypted in.

mod plan;
mod scheme;

pub use plan::{PlanParts, PlanView};
pub use scheme::{RingView, SchemeView};
