//! Factor rules: how the dimensions of an op's operands and results correspond.
//!
//! [`RuleSpec`] is a rule as written; [`text`] parses and prints it, [`RuleSpec::check`] checks it on its
//! own and [`RuleSpec::check_against`] checks it against its op. [`RuleBuilder`] builds rules.
//! [`projection`] translates between axes of dimensions and axes of factors, [`edges`] is the record of
//! what propagation did along a rule.

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
