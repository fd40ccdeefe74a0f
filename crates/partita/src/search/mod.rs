//! Searches for the sharding of a program or of an ONNX model: a plan for every tensor, written as the annotations that propagation needs.
//!
//! The search chooses layouts in a model of the program ([`partita_place::plan`]). The plan is then annotated, propagated,
//! partitioned and priced as `partita cost` does it, and so are the plans that people write by hand; the fastest is the
//! answer. What the solver proves is about the model.

mod alternatives;
mod annotate;
mod compare;
mod evaluate;
mod explore;
mod front;
mod limits;
#[cfg(feature = "onnx")]
mod model_alternatives;
#[cfg(feature = "onnx")]
mod model_plan;
mod nearby;
mod plan;
mod solving;
mod versions;

#[cfg(feature = "onnx")]
pub use model_plan::{FoundModelPlan, ModelBaseline, find_model_plan, model_baselines};
pub use partita_report::{
    CertificateView, ModelAnswer, PlanFigures, PlanLinesView, PlanRowView, SearchEnd, ShardLinesView,
    ShardingPlanView,
};
pub use plan::{FoundPlan, SearchOptions, find_plan};
