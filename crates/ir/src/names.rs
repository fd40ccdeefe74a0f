//! Strings that every [`Context`](crate::Context) interns first and in one order, so that their
//! symbols are constants.

use std::cmp::Ordering;
use std::sync::LazyLock;

use partita_base::{Id, StringInterner, Symbol};

use crate::optable;

macro_rules! names {
    ($($name:ident $text:literal)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "variants only number the constants")]
        enum Number { $($name),+ }
        $(#[doc = concat!("`", $text, "`")] pub const $name: Symbol = Symbol::fixed(Number::$name as u32);)+
        const NAMES: &[&str] = &[$($text),+];
    };
}

names! {
    SYM_NAME "sym_name"
    SYM_VISIBILITY "sym_visibility"
    FUNCTION_TYPE "function_type"
    ARG_ATTRS "arg_attrs"
    RES_ATTRS "res_attrs"
    CALLEE "callee"
    VALUE "value"
    DIMENSIONS "dimensions"
    DIMENSION "dimension"
    MESH "mesh"
    SHARDING "sharding"
    OUT_SHARDING "out_sharding"
    IN_SHARDINGS "in_shardings"
    OUT_SHARDINGS "out_shardings"
    MANUAL_AXES "manual_axes"
    SDY_SHARDING "sdy.sharding"
    SDY_SHARDING_RULE "sdy.sharding_rule"
    SDY_PROPAGATION_EDGES "sdy.propagation_edges"
    SDY_BLOCK_ARG_PROPAGATION_EDGES "sdy.block_arg_propagation_edges"
    SDY_RESULT_PROPAGATION_EDGES "sdy.result_propagation_edges"
    SDY_SHARDING_ORIGINS "sdy.sharding_origins"
    SDY_BLOCK_ARG_SHARDING_ORIGINS "sdy.block_arg_sharding_origins"
    SDY_RESULT_SHARDING_ORIGINS "sdy.result_sharding_origins"
}

/// Fills a new interner with all fixed names.
pub(crate) fn intern_all(strings: &mut StringInterner) {
    strings.clone_from(&FIXED);
}

/// The symbol of a name that is interned in every context.
pub(crate) fn fixed_symbol(name: &str) -> Symbol {
    FIXED.find(name).expect("the names of inherent attributes are fixed")
}

/// The order of two names that are fixed; `None` if one of them is not. Attributes are sorted by name, and nearly all of their names are
/// fixed, so that their texts need not be compared.
pub(crate) fn compare_fixed(a: Symbol, b: Symbol) -> Option<Ordering> {
    let ranks = &**RANKS;
    Some(ranks.get(a.index())?.cmp(ranks.get(b.index())?))
}

/// The place of each fixed name among all of them in alphabetical order.
static RANKS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut sorted: Vec<Symbol> = FIXED.symbols().collect();
    sorted.sort_by_key(|&name| FIXED.get(name));
    let mut ranks = vec![0; sorted.len()];
    for (rank, name) in sorted.into_iter().enumerate() {
        ranks[name.index()] = rank as u32;
    }
    ranks
});

static FIXED: LazyLock<StringInterner> = LazyLock::new(|| {
    let mut strings = StringInterner::default();
    for (index, name) in NAMES.iter().enumerate() {
        assert_eq!(strings.intern(name).index(), index, "fixed names are distinct");
    }
    for name in optable::attr_names() {
        strings.intern(name);
    }
    strings
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_names_are_ordered_by_their_texts() {
        let pairs = FIXED.symbols().flat_map(|a| FIXED.symbols().map(move |b| (a, b)));
        for (a, b) in pairs {
            assert_eq!(compare_fixed(a, b), Some(FIXED.get(a).cmp(FIXED.get(b))));
        }
        let mut context = crate::Context::default();
        let other = context.symbol("a name that is not fixed");
        assert_eq!(compare_fixed(other, SYM_NAME), None);
        assert_eq!(context.compare_names(other, SYM_NAME), Ordering::Less);
    }
}
