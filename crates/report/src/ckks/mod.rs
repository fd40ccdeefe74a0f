//! Networks on ciphertexts: plans, rings, and program runs.

mod count;
mod deploy;
mod plan;
mod run;
mod scheme;

pub use count::CountView;
pub use deploy::{DeployFigure, DeployView, DeployedFile};
pub use plan::{PlanParts, PlanView};
pub use run::{Agreement, EncryptedRunView, RunTime, SimulationView, held_line};
pub use scheme::{RingView, SchemeView};
