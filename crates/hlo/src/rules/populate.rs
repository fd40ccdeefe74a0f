//! `sdy-populate-op-sharding-rules`: every op with a rule gets it as an attribute.

use partita_base::Diagnostics;
use partita_ir::pass::{self, Anchor, PassInfo, PassOption, PassOptions};
use partita_ir::{Attr, AttrId, Module, SdyAttr, names};
use partita_rule::RuleSpec;
use rustc_hash::FxHashMap;

use super::{Compat, RuleId, RuleOptions, RuleTable};

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-populate-op-sharding-rules",
    help: "write the factor rule of every op into the module",
    anchor: Anchor::Func,
    options: &[PassOption {
        name: "conservative-propagation",
        default: "false",
        help: "leave out factors along which a sharding may cost communication",
    }],
    run,
};

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    let conservative = pass::flag(options, "conservative-propagation", false);
    populate_rules(module, RuleOptions { conservative, compat: Compat::Shardy, user: None });
    Ok(())
}

/// Adds the rule of every op that has one as an attribute, unless the attribute exists.
pub(crate) fn populate_rules(module: &mut Module, options: RuleOptions<'_>) {
    let mut table = RuleTable::new(options);
    let mut attrs: FxHashMap<RuleId, Option<AttrId>> = FxHashMap::default();
    let functions: Vec<_> = module.functions().collect();
    for function in functions {
        for op in module.walk(function) {
            if module.op(op).attr(names::SDY_SHARDING_RULE).is_some() {
                continue;
            }
            let id = table.id(module, op);
            let attr = *attrs.entry(id).or_insert_with(|| {
                let rule = RuleSpec::clone(table.get(id).rule()?);
                Some(module.context.attr(Attr::Sdy(Box::new(SdyAttr::Rule(rule)))))
            });
            if let Some(attr) = attr {
                module.set_attr(op, names::SDY_SHARDING_RULE, attr);
            }
        }
    }
}
