//! Plans: the annotations of a program as values, the ones that people write by hand, what they cost, and how they are written
//! down.
//!
//! ```
//! use partita::{hlo, plans};
//!
//! let text = r#"
//! sdy.mesh @mesh = <["x"=4]>
//! func.func @main(%x: tensor<64x16xf32>, %w: tensor<16x32xf32>, %v: tensor<32x16xf32>) -> tensor<64x16xf32> {
//!   %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x32xf32>) -> tensor<64x32xf32>
//!   %1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x16xf32>) -> tensor<64x16xf32>
//!   return %1 : tensor<64x16xf32>
//! }"#;
//! let program = hlo::read("product.mlir", text)?;
//! let mesh = program.module().meshes().find("mesh").unwrap();
//! let structure = plans::Structure::new(&program)?;
//! let machine = hlo::Machine::preset("h100x4").unwrap();
//! for baseline in plans::baselines(&program, &structure, mesh) {
//!     let plan = baseline.plan.unwrap();
//!     let priced = plan.price(&program, &plans::Pricing::new(&machine), &mut ())?;
//!     assert!(priced.cost.step_seconds > 0.0, "{}", baseline.name);
//! }
//! # Ok::<(), partita::Error>(())
//! ```

mod annotations;
mod baselines;
mod data_flow;
mod dim_classes;
mod jax;
mod minimise;
mod price;
mod structure;
mod with_mesh;

pub use annotations::{Annotations, GivenAnnotations as Given};
#[cfg(feature = "onnx")]
pub(crate) use baselines::{ArgumentSharding, plans_by_hand};
pub use baselines::{Baseline, NoPlan, baselines, data_parallel, fsdp, megatron};
#[cfg(feature = "onnx")]
pub(crate) use data_flow::{DataFlow, FlowArgument, FlowOp, FlowTensor};
pub use minimise::{MinimiseOptions, Minimised, minimise};
pub use partita_report::{JaxConstraintView, JaxLinesView, JaxShardingView};
pub use price::{Priced, Pricing, price};
pub use structure::Structure;
pub use with_mesh::with_mesh;
