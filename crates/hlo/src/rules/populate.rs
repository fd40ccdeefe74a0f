//! `sdy-populate-op-sharding-rules`: every op with a rule gets it as an attribute.

use partita_base::{Diagnostic, Diagnostics, Span, code};
use partita_ir::pass::{Anchor, PassInfo, PassOption, PassOptions};
use partita_ir::{Attr, AttrId, Module, SdyAttr, names};
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
    let conservative = flag(options, "conservative-propagation")?;
    let mut table = RuleTable::new(RuleOptions { conservative, compat: Compat::Shardy, user: None });
    let mut attrs: FxHashMap<RuleId, Option<AttrId>> = FxHashMap::default();
    let functions: Vec<_> = module.functions().collect();
    for function in functions {
        for op in module.walk(function) {
            if module.op(op).attr(names::SDY_SHARDING_RULE).is_some() {
                continue;
            }
            let id = table.id(module, op);
            let attr = *attrs.entry(id).or_insert_with(|| {
                let rule = table.get(id).rule()?.clone();
                Some(module.context.attr(Attr::Sdy(Box::new(SdyAttr::Rule(rule)))))
            });
            if let Some(attr) = attr {
                module.set_attr(op, names::SDY_SHARDING_RULE, attr);
            }
        }
    }
    Ok(())
}

fn flag(options: &PassOptions, name: &str) -> Result<bool, Diagnostics> {
    let given = options.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    match given {
        None | Some("false" | "0") => Ok(false),
        Some("true" | "1" | "") => Ok(true),
        Some(other) => {
            let message = format!("the option `{name}` is `true` or `false`, not `{other}`");
            let mut diagnostics = Diagnostics::default();
            diagnostics.push(Diagnostic::error(code::UNKNOWN_PASS, Span::default(), message));
            Err(diagnostics)
        }
    }
}
