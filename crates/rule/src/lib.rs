//! Factor rules: how the dimensions of an op's operands and results correspond.
//!
//! [`RuleSpec`] is a rule as written, with [`text`] both ways, [`RuleSpec::check`] for what a rule
//! must hold alone and [`RuleSpec::check_against`] for what it must hold on its op. [`RuleBuilder`]
//! makes rules. [`projection`] translates between axes of dimensions and axes of factors, [`edges`] is the record of what
//! propagation did along a rule.

mod builder;
mod check;
pub mod edges;
pub mod projection;
mod rule_error;
pub mod spec;
pub mod text;

pub use builder::{FactorBuilder, FactorKind, RuleBuilder};
pub use rule_error::{FactorList, FactorUse, RuleError, TensorRef};
pub use spec::{DimMapping, FactorId, FactorSize, RuleOrigin, RuleSpec, TensorMapping};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
