//! What the verifier takes from the op table: which types an op has and which function checks it.

use std::sync::LazyLock;

use partita_base::Diagnostics;
use partita_ir::OpCode;

use crate::check::{Checked, OpCheck};
use crate::type_rule::TypeRules;
use crate::{
    chlo, func, hlo_collective, hlo_control, hlo_conv, hlo_dot, hlo_dynamic, hlo_elementwise, hlo_gather,
    hlo_linalg, hlo_reduce, hlo_shape, hlo_transfer, structure,
};

/// A function that checks one op.
#[derive(Clone, Copy)]
pub(crate) enum Rule {
    /// It ends at the first fault.
    First(fn(&OpCheck<'_>) -> Checked),
    /// It ends at the first fault, and looks at other ops than the one it checks.
    Further(fn(&OpCheck<'_>) -> Checked),
    /// It reports all that it finds.
    All(fn(&OpCheck<'_>, &mut Diagnostics)),
}

/// The columns of one op, read.
pub(crate) struct Row {
    /// The types of its values; `None` when nothing is asked.
    pub(crate) types: Option<TypeRules>,
    /// What else it must keep to.
    pub(crate) rule: Rule,
    /// Integer attributes and the least value each may have.
    pub(crate) least: Vec<(&'static str, i64)>,
}

macro_rules! read_columns {
    ($($code:ident $name:literal $kind:ident $effect:ident $signature:literal $types:literal $attrs:literal
        [$($traits:tt)*] $form:literal $how:ident($check:path);)+) => {
        const COLUMNS: &[(&str, Rule)] = &[$(($types, Rule::$how($check))),+];
    };
}

partita_ir::op_table!(read_columns);

/// The row of an op.
pub(crate) fn row(code: OpCode) -> &'static Row {
    &ROWS[code as usize]
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    OpCode::all().zip(COLUMNS).map(|(code, &(types, rule))| read_row(code, types, rule)).collect()
});

fn read_row(code: OpCode, types: &'static str, rule: Rule) -> Row {
    let info = code.info();
    let types = (types != "any").then(|| TypeRules::read(types));
    if let Some(types) = &types {
        let (operands, results) = (types.operands.len(), types.results.len());
        assert_eq!(operands, info.operands.len(), "type words of the operands of {}", info.name);
        assert_eq!(results, info.results.len(), "type words of the results of {}", info.name);
    }
    let least = info.attrs.iter().filter_map(|attr| Some((attr.name, attr.least?))).collect();
    Row { types, rule, least }
}

/// The check of an op that keeps to its row when its types do.
fn fine(_: &OpCheck<'_>) -> Checked {
    Ok(())
}
