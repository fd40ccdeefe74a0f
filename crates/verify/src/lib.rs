//! The verifier: checks that MLIR would accept a module. [`verify`] reports every error.

mod attr_kind;
mod check;
mod check_cache;
mod chlo;
mod dispatch;
mod dominance;
mod func;
mod hlo_collective;
mod hlo_control;
mod hlo_conv;
mod hlo_dot;
mod hlo_dynamic;
mod hlo_elementwise;
mod hlo_gather;
mod hlo_linalg;
mod hlo_reduce;
mod hlo_shape;
mod hlo_transfer;
mod sdy;
mod shape;
mod soundness;
mod spell;
mod structure;
mod symbols;
mod type_rule;
mod verify;

pub use verify::verify;
