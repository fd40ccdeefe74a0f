//! The verifier's columns of the op table: the types of an op's values and the function that checks it.

use std::sync::LazyLock;

use partita_base::Diagnostics;
use partita_ir::OpCode;

use crate::check::{Checked, OpCheck};
use crate::type_rule::TypeRules;
use crate::{
    chlo, func, hlo_collective, hlo_control, hlo_conv, hlo_dot, hlo_dynamic, hlo_elementwise, hlo_gather,
    hlo_linalg, hlo_reduce, hlo_shape, hlo_transfer, structure,
};

/// A function that checks an op.
#[derive(Clone, Copy)]
pub(crate) enum Rule {
    /// Stops at the first error.
    First(fn(&OpCheck<'_>) -> Checked),
    /// Stops at the first error, and inspects ops other than the one it checks.
    Further(fn(&OpCheck<'_>) -> Checked),
    /// Reports every error.
    All(fn(&OpCheck<'_>, &mut Diagnostics)),
}

/// The parsed columns of an op.
pub(crate) struct CheckRow {
    /// The types of its values; `None` if any type is valid.
    pub(crate) types: Option<TypeRules>,
    /// The check that follows the check of the types.
    pub(crate) rule: Rule,
    /// Integer attributes and their smallest valid values.
    pub(crate) least: Vec<(&'static str, i64)>,
}

macro_rules! read_columns {
    ($($code:ident $name:literal $kind:ident $effect:ident $signature:literal $types:literal $attrs:literal
        [$($traits:tt)*] $form:literal $how:ident($check:path);)+) => {
        const COLUMNS: &[(&str, Rule)] = &[$(($types, Rule::$how($check))),+];
    };
}

partita_ir::op_table!(read_columns);

/// The columns of an op, parsed once per process.
pub(crate) fn check_row(code: OpCode) -> &'static CheckRow {
    &ROWS[code as usize]
}

static ROWS: LazyLock<Vec<CheckRow>> = LazyLock::new(|| {
    OpCode::all().zip(COLUMNS).map(|(code, &(types, rule))| read_row(code, types, rule)).collect()
});

fn read_row(code: OpCode, types: &'static str, rule: Rule) -> CheckRow {
    let info = code.info();
    let types = (types != "any").then(|| TypeRules::read(types));
    if let Some(types) = &types {
        let (operands, results) = (types.operands.len(), types.results.len());
        assert_eq!(operands, info.operands.len(), "type words of the operands of {}", info.name);
        assert_eq!(results, info.results.len(), "type words of the results of {}", info.name);
    }
    let least = info.attrs.iter().filter_map(|attr| Some((attr.name, attr.least?))).collect();
    CheckRow { types, rule, least }
}

/// The check of an op that is valid whenever its types are.
fn no_check(_: &OpCheck<'_>) -> Checked {
    Ok(())
}
