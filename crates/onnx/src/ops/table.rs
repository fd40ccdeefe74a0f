//! One row per op.

use super::{Call, NoRule, elementwise};
use crate::signature::Signature;

/// What is known of an op.
pub(super) struct Row {
    pub(super) domain: &'static str,
    pub(super) op: &'static str,
    pub(super) rule: fn(&Call<'_>) -> Result<Signature, NoRule>,
}

/// The row of an op.
pub(super) fn find(domain: &str, op: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.domain == domain && row.op == op)
}

const ROWS: &[Row] = &[
    Row { domain: "", op: "Add", rule: elementwise::broadcast },
    Row { domain: "", op: "Exp", rule: elementwise::broadcast },
    Row { domain: "", op: "Mul", rule: elementwise::broadcast },
    Row { domain: "", op: "Neg", rule: elementwise::broadcast },
];
